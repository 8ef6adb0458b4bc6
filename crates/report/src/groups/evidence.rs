//! How near each reading of the chess program comes to everything that was printed about it: the counts of the article,
//! its classes of equal schemes, the savings of the thesis, and its remarks about hits.

use std::collections::BTreeMap;

use experiments::cell::{GameKind, SearchOptions};
use experiments::published::{HitRemark, Hits, Saving, Savings};
use experiments::readings::Readings;

use crate::groups::forensics::{Fit, fits_of, root_mean_square};
use crate::numbers::observations::{Group, Variant};
use crate::numbers::totals::Totals;
use crate::report::Report;
use crate::show::block::Block;
use crate::show::hits::{cells, hits, readings_table, table_of_hits};

/// What the columns of the table of all evidence are.
const NOTE: &str = "\
Each column is an error that is 0 if everything is as published. `counts` are Tables 1 to 3,
`savings` the percentages of Figures 2.13 and 2.14, as nodes that are left, and `hits` the remarks
about hits, at 7 ply: 0.1 is about 10 %. `classes` is a part: of the pairs of schemes, those that
are equal in ours and not in print, or the other way round. `all` is the root mean square of the
four. `better` counts the columns in which a reading is nearer than the default.";

/// What was printed, and what a reading makes of it.
#[derive(Default)]
struct Evidence {
    /// The part of the nodes that is left, for each printed percentage.
    left: Vec<Option<f64>>,
    /// Cut-offs of a hit, and hits of a search, for each remark.
    hits: Vec<Option<f64>>,
}

/// Makes the tables of the savings, of the hits, and of all evidence for the readings that have all of it.
pub(super) fn tables(reports: &[Report<'_>]) -> Vec<Block> {
    let (Ok(savings), Ok(remarks)) = (Savings::read(), Hits::read()) else { return Vec::new() };
    let mut all: BTreeMap<Readings, Evidence> = BTreeMap::new();
    for (readings, column, left) in nodes_left(reports, &savings) {
        let of = &mut all.entry(readings).or_default().left;
        of.resize(savings.len(), None);
        of[column] = Some(left);
    }
    let is_of_hits = |report: &&Report<'_>| report.definition.published.as_deref() == Some(Hits::FILE);
    for (readings, hits) in
        hits(reports.iter().filter(is_of_hits).flat_map(|report| &report.rows), &remarks, Hits::DEPTH)
    {
        all.entry(readings).or_default().hits = hits;
    }
    let mut blocks = Vec::new();
    let percent = |left: f64| format!("{:.0} %", 100.0 * (1.0 - left));
    let printed = savings.iter().map(|saving| format!("{} %", saving.percent)).collect();
    let heads = savings.iter().map(Saving::title);
    let caption = "chess: nodes that a table of 256K positions saves";
    blocks.extend(readings_table(caption, heads, printed, &all, |one| cells(&one.left, |_, left| percent(left))));
    let hits = all.iter().map(|(readings, one)| (readings.clone(), one.hits.clone()));
    blocks.extend(table_of_hits(&remarks, &hits.collect()));
    let mut fits = fits_of(reports);
    fits.retain(|fit| fit.game == GameKind::Chess);
    blocks.extend(table_of_errors(&fits, &all, &savings, &remarks));
    blocks
}

/// Makes the table of the errors of all readings that have every kind of evidence, and its note.
fn table_of_errors(
    fits: &[Fit],
    all: &BTreeMap<Readings, Evidence>,
    savings: &[Saving],
    remarks: &[HitRemark],
) -> Vec<Block> {
    let errors = |fit: &Fit| -> Option<[f64; 4]> {
        let measured = all.get(&fit.readings)?;
        let (same, of) = fit.classes();
        let left = known(&measured.left)?;
        let left = left.iter().zip(savings).map(|(left, saving)| libm::log(left / saving.left()));
        let hits = known(&measured.hits)?;
        let hits = hits.iter().zip(remarks).map(|(hits, remark)| remark.distance(*hits));
        let counts = fit.residuals.iter().map(|one| libm::log(one.ratio()));
        let classes = (of > 0).then(|| 1.0 - same as f64 / of as f64)?;
        Some([root_mean_square(counts)?, classes, root_mean_square(left)?, root_mean_square(hits)?])
    };
    let default = fits.iter().find(|fit| fit.readings.is_default()).and_then(errors);
    let mut rows: Vec<(f64, String, Vec<String>)> = Vec::new();
    for fit in fits {
        let (Some(errors), Some(default)) = (errors(fit), default) else { continue };
        let Some(joint) = root_mean_square(errors.iter().copied()) else { continue };
        let better = errors.iter().zip(&default).filter(|(error, default)| error < default).count();
        let better = if fit.readings.is_default() { String::new() } else { format!("{better} of {}", errors.len()) };
        let numbers = errors.iter().chain([&joint]).map(|error| format!("{error:.3}"));
        rows.push((joint, fit.name(), numbers.chain([better]).collect()));
    }
    rows.sort_by(|(one, ..), (other, ..)| one.total_cmp(other));
    if rows.is_empty() {
        return Vec::new();
    }
    let heads = ["counts", "classes", "savings", "hits", "all", "better"];
    let rows = rows.into_iter().map(|(_, name, cells)| (name, cells));
    let table = Block::matrix("chess: the error over everything that was published", heads, rows);
    vec![table, Block::Note(NOTE.to_owned())]
}

/// Returns the numbers if there are some, and all of them are known.
fn known(numbers: &[Option<f64>]) -> Option<Vec<f64>> {
    let all: Option<Vec<f64>> = numbers.iter().copied().collect();
    all.filter(|numbers| !numbers.is_empty())
}

/// Returns the part of the nodes that is left under each reading, with the number of the printed percentage.
fn nodes_left(reports: &[Report<'_>], printed: &[Saving]) -> Vec<(Readings, usize, f64)> {
    let mut all = Vec::new();
    for report in reports.iter().filter(|report| report.definition.published.as_deref() == Some(Savings::FILE)) {
        let totals = Totals::of(report.definition, &report.rows);
        for setting in totals.counts.keys() {
            let Variant { search, scheme, parts, .. } = setting.variant;
            let (readings, scheme, rest) = Readings::of(scheme, search);
            // The printed depth tells the middle game from the endgame.
            let is_meant = |saving: &Saving| {
                let of_saving = (Group::Ply(saving.depth), saving.parts, Some(saving.positions));
                (setting.group, parts, setting.positions) == of_saving
            };
            let Some(column) = printed.iter().position(is_meant) else { continue };
            if scheme.is_none() || !rest.is_plain() {
                continue;
            }
            let (_, without) = readings.apply(None, SearchOptions::PLAIN).unwrap_or_default();
            let none = Variant { search: without, ..Variant::NO_TABLE };
            let ratio = totals.ratio(setting.variant, none, setting.positions, setting.group);
            all.extend(ratio.map(|ratio| (readings, column, ratio.mean)));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use experiments::Row;
    use experiments::row::Statistics;

    use super::*;
    use crate::samples::{checked, chess, definition, line, report, row, row_of_positions};

    /// A row of one position.
    fn searched(fields: &str, nodes: u64, [hits, cutoffs]: [u64; 2]) -> Row {
        let statistics = Statistics { hits, cutoffs, ..Statistics::default() };
        Row { statistics, ..row_of_positions(&chess(fields), &[nodes]) }
    }

    /// Everything that was published, with this part of the nodes left by a table, and this number of exact scores.
    fn rows(options: &str, left: f64, exact: u64) -> [(&'static str, Vec<Row>); 4] {
        let count = |scheme, nodes| {
            let cell = format!("game=2 depth=5 between=clear {options} scheme={scheme} positions=1024K");
            searched(&cell, nodes, [0; 2])
        };
        let saving = |set: &str, depth| {
            let none = format!("set={set} depth={depth} between=clear {options} scheme=none");
            let of = |parts| {
                let cell = format!("set={set} depth={depth} {options} positions=256K parts={parts}");
                searched(&cell, (1e6 * left) as u64, [0; 2])
            };
            vec![searched(&none, 1_000_000, [0; 2]), of("move"), of("all")]
        };
        let hit = |parts, hits| searched(&format!("game=2 {options} positions=256K parts={parts}"), 1000, hits);
        [
            ("forensics-table-2", vec![count("two-big1", 4_000_000), count("big1", 4_000_000)]),
            ("forensics-middle-game", saving("vsb-1994 game=2", 8)),
            ("forensics-endgame", saving("rabinovich-romanovsky game=1", 10)),
            ("forensics-hits", vec![hit("all", [40, 20]), hit("exact", [exact, 0]), hit("bounds", [20_000, 0])]),
        ]
    }

    #[test]
    fn a_reading_is_compared_with_everything_that_was_published() {
        let both = [rows("", 0.5, 200), rows("search=history-none", 0.32, 50)];
        let definitions = both[0].each_ref().map(|(name, _)| definition(name));
        let mut reports: Vec<Report<'_>> = (definitions.iter().enumerate())
            .map(|(number, definition)| {
                let rows: Vec<Row> = both.iter().flat_map(|of| of[number].1.clone()).collect();
                report(definition, &rows).unwrap()
            })
            .collect();
        // Another game has a default, too.
        let board = "domineering board=3x6 first=vertical scheme=two-big1 positions=2048K parts=all seed=1";
        let boards = definition("forensics-boards");
        reports.insert(0, report(&boards, &[row(board, 40, Some(experiments::row::Winner::Second))]).unwrap());
        let text = checked(&tables(&reports));
        let all = &text[text.find("everything that was published").unwrap()..];
        // ln(0.5 / 0.64), ln(0.5 / 0.32), ln(0.5 / 0.35) and ln(0.5 / 0.11); ln(200 / 100) and two remarks that hold.
        assert_eq!(line(all, "default")[3..6], ["0.819", "0.400", "0.700"], "{all}");
        assert_eq!(line(all, "history=none")[6..], ["2", "of", "4"], "{all}");
    }
}
