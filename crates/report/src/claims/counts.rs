//! Claims about other counts than nodes.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use tt::{Parts, Score};

use super::super::means::SetMean;
use super::{Data, Judgement, Scope, Verdict, nothing, tally};
use experiments::cell::Cell;
use experiments::connect_four_set::ConnectFourSet;
use experiments::definition::Region;
use experiments::row::Row;
use experiments::text::counted;

impl Data<'_> {
    /// Whether the value of the position rises most at this depth.
    pub(super) fn rises(&self, at: u8) -> Judgement {
        let mut runs = BTreeMap::<(&Cell, u16), BTreeMap<u8, Score>>::new();
        for row in self.rows.iter() {
            for searched in row.searches() {
                let run = runs.entry((&row.cell, searched.position)).or_default();
                run.insert(searched.depth, searched.score);
            }
        }
        let deep = runs.values().filter(|values| values.contains_key(&at));
        let rise = |values: &BTreeMap<u8, Score>| {
            let steps = values.iter().zip(values.iter().skip(1));
            let rises = steps.map(|((_, &before), (&depth, &after))| (i32::from(after) - i32::from(before), depth));
            rises.filter(|(rise, _)| *rise > 0).max_by_key(|(rise, _)| *rise).map(|(_, depth)| depth)
        };
        let depths: Vec<u8> = deep.filter_map(rise).collect();
        let held = depths.iter().filter(|&&depth| depth == at).count();
        let verdict = tally(held, depths.len());
        (verdict, format!("the value rises most at {at} ply in {held} of {}", counted(depths.len(), "run")))
    }
}

/// A share that rows count, over all rows that use all parts of a table.
pub(super) fn share(
    scope: &Scope<'_>,
    rows: &[Row],
    region: Region,
    of: &str,
    count: impl Fn(&Row) -> (u64, u64),
) -> Judgement {
    let whole_tables = [Parts::all()];
    let shares = runs(scope, rows, &whole_tables).map(count).filter(|&(_, whole)| whole > 0);
    let shares: Vec<f64> = shares.map(|(part, whole)| part as f64 / whole as f64).collect();
    every(&shares, region).map_or_else(nothing, |(verdict, least, most, runs)| {
        // Small shares need more digits.
        let digits = if most < 0.01 { 3 } else { 1 };
        let (least, most) = (100.0 * least, 100.0 * most);
        (verdict, format!("{least:.digits$} to {most:.digits$} % of the {of}; within the claimed range in {runs}"))
    })
}

/// The number of table hits in the search of one position.
pub(super) fn hits(scope: &Scope<'_>, rows: &[Row], parts: &[Parts], times: Region) -> Judgement {
    let of_position = |row: &Row| {
        let positions: BTreeSet<u16> = row.searches().iter().map(|searched| searched.position).collect();
        (!positions.is_empty()).then(|| row.statistics.hits as f64 / positions.len() as f64)
    };
    let all: Vec<f64> = runs(scope, rows, parts).filter_map(of_position).collect();
    every(&all, times).map_or_else(nothing, |(verdict, least, most, runs)| {
        (
            verdict,
            format!("{least:.0} to {most:.0} hits in the search of a position; within the claimed range in {runs}"),
        )
    })
}

/// The runs that use these parts of a table.
fn runs<'r>(scope: &Scope<'_>, rows: &'r [Row], parts: &[Parts]) -> impl Iterator<Item = &'r Row> {
    rows.iter().filter(|row| {
        let depth = row.cell.game.depth();
        row.is_complete()
            && row.cell.scheme.is_some()
            && parts.contains(&row.cell.parts)
            && depth.is_none_or(|depth| scope.has_depth(depth))
            && row.cell.positions.is_none_or(|size| scope.has_size(size))
    })
}

/// The verdict on a claim about every run, the smallest and the largest number, and how many runs agree.
fn every(numbers: &[f64], region: Region) -> Option<(Verdict, f64, f64, String)> {
    let least = numbers.iter().copied().reduce(f64::min)?;
    let most = numbers.iter().copied().reduce(f64::max)?;
    let held = numbers.iter().filter(|&&number| region.has(number)).count();
    let verdict = tally(held, numbers.len());
    Some((verdict, least, most, format!("{held} of {}", counted(numbers.len(), "run"))))
}

pub(super) fn as_printed(rows: &[Row], sets: &[ConnectFourSet]) -> Result<Judgement> {
    let means = SetMean::all(rows)?;
    let is_meant = |mean: &&SetMean| sets.is_empty() || sets.contains(&mean.set);
    let known: Vec<(&SetMean, bool)> =
        means.iter().filter(is_meant).filter_map(|mean| Some((mean, mean.is_as_printed()?))).collect();
    if known.is_empty() {
        return Ok(nothing());
    }
    let others = known
        .iter()
        .filter(|(_, same)| !same)
        .map(|(mean, _)| format!("; not {}, {}", mean.set.title(), mean.window.name()));
    let held = known.iter().filter(|(_, same)| *same).count();
    let evidence = format!("{held} of {} means equal the printed ones{}", known.len(), others.collect::<String>());
    Ok((tally(held, known.len()), evidence))
}
