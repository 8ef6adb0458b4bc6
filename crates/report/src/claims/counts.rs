//! Other counts than nodes: hits, cut-offs, guided nodes, values and printed means.

use std::collections::{BTreeMap, BTreeSet};

use tt::{Parts, Scheme, Score};

use super::data::{Data, Searches};
use super::judgement::Judgement;
use super::thresholds::Range;
use super::verdict::Verdict;
use experiments::cell::Cell;
use experiments::connect_four_set::ConnectFourSet;
use experiments::games::{ScoreWindow, StoredBounds};
use experiments::row::Row;
use experiments::text::counted;

impl Data {
    /// Returns at which depth the value of the position rises most, with the number of runs.
    pub(super) fn steepest_rise(&self) -> BTreeMap<u8, usize> {
        let mut runs = BTreeMap::<(&Cell, u16), BTreeMap<u8, Score>>::new();
        for row in &self.rows {
            for searched in row.searches() {
                let run = runs.entry((&row.cell, searched.position)).or_default();
                run.insert(searched.depth, searched.score);
            }
        }
        let rise = |values: &BTreeMap<u8, Score>| {
            let steps = values.iter().zip(values.iter().skip(1));
            let rises = steps.map(|((_, &before), (&depth, &after))| (i32::from(after) - i32::from(before), depth));
            rises.filter(|(rise, _)| *rise > 0).max_by_key(|(rise, _)| *rise).map(|(_, depth)| depth)
        };
        let mut depths = BTreeMap::new();
        for depth in runs.values().filter_map(rise) {
            *depths.entry(depth).or_default() += 1;
        }
        depths
    }

    /// Judges whether the mean of a set equals the printed one, to its digits.
    pub(super) fn mean_as_printed(&self, set: ConnectFourSet, window: ScoreWindow) -> Judgement {
        let wanted = (set, window, StoredBounds::Upper);
        let mean = self.means.iter().find(|mean| (mean.set, mean.window, mean.bounds) == wanted);
        match mean.and_then(|mean| Some((mean.mean()?, mean.is_as_printed()?))) {
            Some((mean, is_as_printed)) => Judgement::exact(is_as_printed, format!("a mean of {mean} positions")),
            None => Judgement::nothing(),
        }
    }
}

impl Searches<'_> {
    /// Judges, at each depth, the part of the hits that cut off, with TwoBig1 and all parts of the table.
    ///
    /// The source names no depth, so each depth is a reading of it.
    pub(super) fn cut_offs_by_depth(&self, range: Range) -> Judgement {
        let mut depths = BTreeMap::<u8, (u64, u64)>::new();
        let is_meant = |row: &&Row| row.cell.scheme == Some(Scheme::TwoBig1) && row.cell.parts == Parts::all();
        for row in self.runs().filter(is_meant) {
            let Some(depth) = row.cell.game.depth() else { continue };
            let (cut_offs, hits) = depths.entry(depth).or_default();
            *cut_offs += row.statistics.cutoffs;
            *hits += row.statistics.hits;
        }
        let parts = depths.into_iter().filter(|(_, (_, hits))| *hits > 0);
        let parts: Vec<(u8, f64)> =
            parts.map(|(depth, (cut_offs, hits))| (depth, cut_offs as f64 / hits as f64)).collect();
        let held: Vec<String> =
            parts.iter().filter(|(_, part)| range.has(*part)).map(|(depth, _)| depth.to_string()).collect();
        let verdict = match (held.len(), parts.len()) {
            (_, 0) => return Judgement::nothing(),
            (held, of) if held == of => Verdict::Agrees,
            (0, _) => Verdict::Differs,
            _ => Verdict::DependsOnReading,
        };
        let each: Vec<String> =
            parts.iter().map(|(depth, part)| format!("{:.0} % at {depth} ply", 100.0 * part)).collect();
        let held =
            if held.is_empty() { "at none of these depths".to_owned() } else { format!("at {} ply", held.join(", ")) };
        Judgement::counted(verdict, format!("{} of the hits; {held} as claimed ({range})", each.join(", ")))
    }

    /// Judges the nodes that follow the line of an ancestor, as a part of all nodes of each run with longer lines.
    pub(super) fn guided(&self, range: Range) -> Judgement {
        let runs = self.runs().filter(|row| row.cell.game.line() > 1 && row.nodes > 0);
        let parts: Vec<f64> = runs.map(|row| row.guided as f64 / row.nodes as f64).collect();
        every(&parts, range, |least, most| format!("{:.3} to {:.3} % of the nodes", 100.0 * least, 100.0 * most))
    }

    /// Judges the number of table hits in the search of one position, in each run that stores these parts.
    pub(super) fn hits(&self, parts: Parts, range: Range) -> Judgement {
        let of_position = |row: &Row| {
            let positions: BTreeSet<u16> = row.searches().iter().map(|searched| searched.position).collect();
            (!positions.is_empty()).then(|| row.statistics.hits as f64 / positions.len() as f64)
        };
        let runs = self.runs().filter(|row| row.cell.parts == parts);
        let all: Vec<f64> = runs.filter_map(of_position).collect();
        every(&all, range, |least, most| format!("{least:.0} to {most:.0} hits in the search of a position"))
    }

    /// Judges the cut-offs of runs that store `parts` divided by those of the same runs that store `than`.
    pub(super) fn cut_offs_with(&self, parts: Parts, than: Parts, range: Range) -> Judgement {
        let mut runs = BTreeMap::<Cell, [Option<u64>; 2]>::new();
        for row in self.runs() {
            let Some(side) = [parts, than].iter().position(|&one| one == row.cell.parts) else { continue };
            // All but the parts is the same.
            let cell = Cell { parts: Parts::all(), ..row.cell.clone() };
            runs.entry(cell).or_default()[side] = Some(row.statistics.cutoffs);
        }
        let quotient = |[ours, theirs]: [Option<u64>; 2]| Some((ours?, theirs.filter(|&theirs| theirs > 0)?));
        let all: Vec<f64> =
            runs.into_values().filter_map(quotient).map(|(ours, theirs)| ours as f64 / theirs as f64).collect();
        every(&all, range, |least, most| format!("{least:.4} to {most:.4} times the cut-offs"))
    }
}

/// The verdict on a number of every run: one exception refutes the claim.
fn every(numbers: &[f64], range: Range, words: impl Fn(f64, f64) -> String) -> Judgement {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(0.0, f64::max);
    let held = numbers.iter().filter(|&&number| range.has(number)).count();
    if numbers.is_empty() {
        return Judgement::nothing();
    }
    let runs = counted(numbers.len(), "run");
    let evidence = format!("{}; within the claimed range ({range}) in {held} of {runs}", words(least, most));
    Judgement::exact(held == numbers.len(), evidence)
}
