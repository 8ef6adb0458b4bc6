//! One table of all techniques, of tables and of searches: how many times the nodes of a reference each needs, in
//! several experiments.

use std::collections::BTreeMap;

use anyhow::Result;
use csv::WriterBuilder;
use experiments::cell::{SearchOptions, scheme_name};
use schemes::Scheme;

use crate::groups::engine_effects;
use crate::numbers::effects::{Effect, Effects};
use crate::numbers::names::variant_label;
use crate::numbers::totals::Totals;
use crate::report::Report;
use crate::show::block::Block;

/// The scheme with which all are compared.
const REFERENCE: Scheme = Scheme::TwoBig1;

/// What the rows of the table are.
const NOTE: &str = "\
Tables have equal numbers of positions, most of them of 16 bytes. A row \"in equal memory\" is for a table whose
positions take more or fewer bytes: it has at most as many bytes as the table of TwoBig1, and the number of buckets is
rounded down where it has to be a power of two. `unbounded` takes as much as it needs.";

/// Compares every scheme and every search with `TwoBig1` and the plain search, in the deepest searches of each
/// experiment, over all table sizes.
///
/// The table has a row for each pair of a scheme and a search, and a column for each experiment. Schemes that are also
/// run in equal memory have two rows.
#[must_use]
pub(super) fn tables(reports: &[Report<'_>]) -> Vec<Block> {
    let totals = totals(reports);
    let mut blocks = ratios(reports, &totals);
    if !blocks.is_empty() {
        blocks.push(Block::Note(NOTE.to_owned()));
        blocks.extend(engine_effects::tables(reports, &totals));
    }
    blocks
}

/// As [`tables`], for readings of the sources, which no engine has measured.
#[must_use]
pub(super) fn readings(reports: &[Report<'_>]) -> Vec<Block> {
    ratios(reports, &totals(reports))
}

/// Returns the same as comma-separated values: for each game, scheme and search, how many times the nodes of `TwoBig1`
/// with the plain search it needs, with the 95 % interval if there is one.
///
/// # Errors
///
/// Never: the values are written to memory.
pub(super) fn readings_csv(reports: &[Report<'_>]) -> Result<String> {
    let mut csv = WriterBuilder::new().from_writer(Vec::new());
    csv.write_record(["game", "scheme", "search", "ratio", "low", "high"])?;
    for (report, totals) in reports.iter().zip(totals(reports)) {
        let effects = Effects::against(&totals.each, REFERENCE);
        let mut all: Vec<&Effect> = effects.iter().flat_map(|effects| &effects.all).collect();
        all.sort_by_key(|effect| (effect.variant.search, effect.variant.scheme));
        for Effect { variant, ratio } in all {
            let [low, high] = match ratio.interval() {
                Some(of) => [of.low, of.high].map(|end| format!("{end:.3}")),
                None => [String::new(), String::new()],
            };
            let (scheme, search) = (scheme_name(variant.scheme), variant.search.to_string());
            csv.write_record([
                report.definition.game.name(),
                scheme,
                &search,
                &format!("{:.3}", ratio.mean),
                &low,
                &high,
            ])?;
        }
    }
    Ok(String::from_utf8(csv.into_inner()?)?)
}

fn totals(reports: &[Report<'_>]) -> Vec<Totals> {
    reports.iter().map(|report| Totals::of(report.definition, &report.rows)).collect()
}

fn ratios(reports: &[Report<'_>], totals: &[Totals]) -> Vec<Block> {
    let effects: Vec<Option<Effects>> = totals.iter().map(|totals| Effects::against(&totals.each, REFERENCE)).collect();
    let mut rows = BTreeMap::<(SearchOptions, Scheme), Vec<String>>::new();
    for (column, effects) in effects.iter().enumerate() {
        for effect in effects.iter().flat_map(|effects| &effects.all) {
            let Some(scheme) = effect.variant.scheme else { continue };
            let search = effect.variant.search;
            let text = if scheme == REFERENCE && search.is_plain() {
                "1".to_owned()
            } else {
                let interval = effect.ratio.interval().map(|of| format!(" [{:.2}, {:.2}]", of.low, of.high));
                format!("{:.3}{}", effect.ratio.mean, interval.unwrap_or_default())
            };
            rows.entry((search, scheme)).or_insert_with(|| vec![String::new(); reports.len()])[column] = text;
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let rows = rows.into_iter().map(|((search, scheme), cells)| (name(scheme, search), cells));
    let caption = "nodes relative to TwoBig1 [individual 95 % interval]";
    let mut blocks = vec![Block::matrix(caption, reports.iter().map(|report| report.definition.short_title()), rows)];
    for (report, effects) in reports.iter().zip(&effects) {
        if let Some(effects) = effects {
            let game = report.definition.short_title();
            blocks.push(Block::Note(format!("{game}: {}.", effects.scope())));
        }
    }
    blocks
}

fn name(scheme: Scheme, search: SearchOptions) -> String {
    match scheme.name().strip_suffix("+memory") {
        Some(name) if search.is_plain() => format!("{name}, in equal memory"),
        Some(name) => format!("{name}, in equal memory, {search}"),
        None => variant_label(Some(scheme), search),
    }
}
