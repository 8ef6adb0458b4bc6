//! One table of all techniques, of tables and of searches: how many times the nodes of a reference each needs, in
//! several experiments.

use std::collections::BTreeMap;

use experiments::GameKind;
use experiments::cell::SearchOptions;
use tt::Scheme;

use super::block::Block;
use super::effects::Effects;
use super::totals::Totals;
use super::{Report, variant_label};

/// The scheme with which all are compared.
const REFERENCE: Scheme = Scheme::TwoBig1;

/// Compares every scheme and every search with `TwoBig1` and the plain search, in the deepest searches of each
/// experiment, over all table sizes.
///
/// The table has a row for each pair of a scheme and a search, and a column for each experiment. Schemes that are also
/// run in equal memory have two rows.
#[must_use]
pub fn tables(reports: &[Report<'_>]) -> Vec<Block> {
    let of_report =
        |report: &Report<'_>| Effects::against(&Totals::of(report.definition, &report.rows).each, REFERENCE);
    let effects: Vec<Option<Effects>> = reports.iter().map(of_report).collect();
    let mut rows = BTreeMap::<(SearchOptions, Scheme), Vec<String>>::new();
    for (column, effects) in effects.iter().enumerate() {
        for effect in effects.iter().flat_map(|effects| &effects.all) {
            let Some(scheme) = effect.variant.scheme else { continue };
            let range = effect.ratio.range();
            let search = effect.variant.search;
            let text = if scheme == REFERENCE && search.is_plain() {
                "1".to_owned()
            } else {
                format!("{:.3} [{:.2}, {:.2}]", effect.ratio.mean, range.low, range.high)
            };
            rows.entry((search, scheme)).or_insert_with(|| vec![String::new(); reports.len()])[column] = text;
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = rows.keys().map(|&(search, scheme)| name(scheme, search)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let heads: Vec<String> = reports.iter().map(|report| title(report)).collect();
    let cells: Vec<Vec<String>> = rows.into_values().collect();
    let mut blocks = vec![Block::matrix("nodes relative to TwoBig1 [95 % interval]", &names, &heads, &cells)];
    for (report, effects) in reports.iter().zip(&effects) {
        if let Some(effects) = effects {
            let game = title(report);
            blocks.push(Block::Note(format!("{game}: {}.", effects.scope())));
        }
    }
    let notes = [
        "Tables have equal numbers of positions, of 16 bytes each. Where a position takes other than 16 bytes, a row",
        "\"in equal memory\" follows, with as many bytes as the table of TwoBig1. `unbounded` takes what it needs.",
    ];
    blocks.extend(notes.map(|note| Block::Note(note.to_owned())));
    blocks
}

fn name(scheme: Scheme, search: SearchOptions) -> String {
    match scheme.name().strip_suffix("+memory") {
        Some(name) if search.is_plain() => format!("{name}, in equal memory"),
        Some(name) => format!("{name}, in equal memory, {search}"),
        None => variant_label(Some(scheme), search),
    }
}

/// The game of an experiment, as people write it.
pub(super) fn title(report: &Report<'_>) -> String {
    match report.definition.game {
        GameKind::Chess => "chess",
        GameKind::Domineering => "domineering",
        GameKind::ConnectFour => "Connect Four",
    }
    .to_owned()
}
