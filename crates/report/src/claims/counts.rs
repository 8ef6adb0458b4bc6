//! Other counts than nodes: hits, cut-offs, guided nodes, values and printed means.

use std::collections::BTreeMap;

use schemes::{Parts, Scheme};
use tt::Score;

use super::data::{Data, Searches};
use super::judgement::Judgement;
use super::thresholds::Range;
use super::verdict::Verdict;
use experiments::cell::Cell;
use experiments::connect_four_set::ConnectFourSet;
use experiments::games::{ChessCell, ScoreWindow, StoredBounds};
use experiments::row::{MoveText, Row};
use experiments::text::counted;
use stats::{Design, Estimate};

impl Data {
    /// Returns each position of each run, with the value and the best move of every depth. Runs that are less deep than
    /// `depth` are left out.
    fn deep_runs(&self, depth: u8) -> Vec<BTreeMap<u8, (Score, Option<MoveText>)>> {
        let mut runs = BTreeMap::<(&Cell, u16), BTreeMap<u8, (Score, Option<MoveText>)>>::new();
        for row in &self.rows {
            for searched in row.searches() {
                let run = runs.entry((&row.cell, searched.position)).or_default();
                run.insert(searched.depth, (searched.score, searched.best));
            }
        }
        runs.into_values().filter(|run| run.keys().any(|&reached| reached >= depth)).collect()
    }

    /// Returns at which depth the value of the position rises most, with the number of runs. Runs that are less deep
    /// than `depth` are left out.
    pub(super) fn steepest_rise(&self, depth: u8) -> BTreeMap<u8, usize> {
        let rise = |run: BTreeMap<u8, (Score, Option<MoveText>)>| {
            let steps = run.iter().zip(run.iter().skip(1));
            let rises =
                steps.map(|((_, &(before, _)), (&depth, &(after, _)))| (i32::from(after) - i32::from(before), depth));
            rises.filter(|(rise, _)| *rise > 0).max_by_key(|(rise, _)| *rise).map(|(_, depth)| depth)
        };
        counts(self.deep_runs(depth).into_iter().filter_map(rise))
    }

    /// Returns from which depth on a move is the best one of every search, with the number of runs. Runs that are less
    /// deep than `depth`, that end with another move, or whose best moves are not known are left out.
    pub(super) fn best_from(&self, best: &str, depth: u8) -> BTreeMap<u8, usize> {
        let first = |run: BTreeMap<u8, (Score, Option<MoveText>)>| {
            let is_best = |(_, (_, found)): &(&u8, &(Score, Option<MoveText>))| {
                found.is_some_and(|found| found.to_string() == best)
            };
            run.iter().rev().take_while(is_best).last().map(|(&depth, _)| depth)
        };
        counts(self.deep_runs(depth).into_iter().filter_map(first))
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
        self.part_by_depth(|row| Some((row.statistics.cutoffs, row.statistics.hits)), range, "hits")
    }

    /// Judges, at each depth, the part of the nodes above the horizon that TwoBig1 has a record of.
    pub(super) fn found_by_depth(&self, range: Range) -> Judgement {
        let part = |row: &Row| row.interior.map(|interior| (interior.hits, interior.nodes));
        self.part_by_depth(part, range, "nodes above the horizon")
    }

    /// Judges, at each depth, at which part of the nodes above the horizon the moves are generated, with TwoBig1. Nodes
    /// that a score from the table ends are left out.
    pub(super) fn generated_by_depth(&self, range: Range) -> Judgement {
        let part = |row: &Row| {
            row.interior.map(|interior| (interior.generated, interior.nodes.saturating_sub(interior.cutoffs)))
        };
        self.part_by_depth(part, range, "nodes that need a move")
    }

    /// Judges, at each depth, a part of a whole, summed over the runs with TwoBig1 and all parts of the table. Nothing
    /// is judged if a run did not count them.
    fn part_by_depth(&self, of: impl Fn(&Row) -> Option<(u64, u64)>, range: Range, whole: &str) -> Judgement {
        let mut depths = BTreeMap::<u8, (u64, u64)>::new();
        let is_meant = |row: &&Row| row.cell.scheme == Some(Scheme::TwoBig1) && row.cell.parts == Parts::all();
        for row in self.runs().filter(is_meant) {
            let (Some(depth), Some((part, all))) = (row.cell.game.depth(), of(row)) else {
                return Judgement::nothing();
            };
            let sums = depths.entry(depth).or_default();
            *sums = (sums.0 + part, sums.1 + all);
        }
        let parts = depths.into_iter().filter(|(_, (_, all))| *all > 0);
        let parts: Vec<(u8, f64)> = parts.map(|(depth, (part, all))| (depth, part as f64 / all as f64)).collect();
        by_depth(&parts, range, |part| format!("{:.0} %", 100.0 * part), &format!("of the {whole}"))
    }

    /// Judges, at each depth, the number of table hits in the search of one position, over the runs that store these
    /// parts.
    ///
    /// The source names no depth, so each depth is a reading of it.
    pub(super) fn hits_by_depth(&self, parts: Parts, range: Range) -> Judgement {
        let mut depths = BTreeMap::<u8, (u64, u64)>::new();
        for row in self.runs().filter(|row| row.cell.parts == parts) {
            if let Some(depth) = row.cell.game.depth() {
                let sums = depths.entry(depth).or_default();
                *sums = (sums.0 + row.statistics.hits, sums.1 + row.positions() as u64);
            }
        }
        let searched = depths.into_iter().filter(|(_, (_, positions))| *positions > 0);
        let hits: Vec<(u8, f64)> =
            searched.map(|(depth, (hits, positions))| (depth, hits as f64 / positions as f64)).collect();
        by_depth(&hits, range, |hits| format!("{hits:.0}"), "hits in the search of a position")
    }

    /// Judges the largest part of the nodes above the horizon that the table has a record of, among all runs. Claims
    /// about certain positions can be confirmed, but not refuted: they may be others.
    pub(super) fn most_found(&self, range: Range) -> Judgement {
        let part = |row: &Row| {
            let interior = row.interior.filter(|interior| interior.nodes > 0)?;
            let cell = row.cell.game.chess()?;
            Some((interior.hits as f64 / interior.nodes as f64, cell.game, cell.depth))
        };
        let most = self.runs().filter_map(part).max_by(|(one, ..), (other, ..)| one.total_cmp(other));
        let Some((most, game, depth)) = most else { return Judgement::nothing() };
        let evidence = format!(
            "up to {:.1} % of the nodes above the horizon, in game {game} at {depth} ply (claimed: {range})",
            100.0 * most
        );
        if range.has(most) {
            return Judgement::counted(Verdict::Agrees, evidence);
        }
        Judgement::undecided(
            evidence,
            "the source does not name its positions, so only a position with so large a part would decide; no number \
             of others does",
        )
    }

    /// Returns the nodes of a run with TwoBig1, in millions, as the mean over key seeds. The searches have one size and
    /// one depth.
    pub(super) fn millions_of_nodes(&self) -> Option<Estimate> {
        let is_meant = |row: &&Row| row.cell.scheme == Some(Scheme::TwoBig1) && row.cell.parts == Parts::all();
        let nodes: Vec<f64> = self.runs().filter(is_meant).map(|row| row.nodes as f64 / 1e6).collect();
        (!nodes.is_empty()).then(|| {
            let design = Design::new(nodes.len(), [1]);
            stats::measure(std::slice::from_ref(&design), 0, |weights| {
                weights.sum(&design, &nodes) / weights.sum(&design, &vec![1.0; nodes.len()])
            })
        })
    }

    /// Judges the nodes that follow the line of an ancestor, as a part of all nodes of each run with longer lines. A
    /// run is that of all games of the test set.
    pub(super) fn guided(&self, range: Range) -> Judgement {
        let mut runs = BTreeMap::<Cell, [u64; 2]>::new();
        for row in self.runs().filter(|row| row.cell.game.line() > 1 && row.nodes > 0) {
            let Some(game) = row.cell.game.chess() else { continue };
            let all_games = Cell { game: ChessCell { game: 0, ..game.clone() }.into(), ..row.cell.clone() };
            let [guided, nodes] = runs.entry(all_games).or_default();
            *guided += row.guided;
            *nodes += row.nodes;
        }
        let parts: Vec<f64> = runs.into_values().map(|[guided, nodes]| guided as f64 / nodes as f64).collect();
        every(&parts, range, |least, most| format!("{:.3} to {:.3} % of the nodes", 100.0 * least, 100.0 * most))
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

/// Counts equal depths.
fn counts(depths: impl Iterator<Item = u8>) -> BTreeMap<u8, usize> {
    let mut counts = BTreeMap::new();
    for depth in depths {
        *counts.entry(depth).or_default() += 1;
    }
    counts
}

/// Returns the verdict on a number of each depth, which is a reading of the source.
fn by_depth(numbers: &[(u8, f64)], range: Range, words: impl Fn(f64) -> String, what: &str) -> Judgement {
    let held: Vec<String> =
        numbers.iter().filter(|(_, number)| range.has(*number)).map(|(depth, _)| depth.to_string()).collect();
    let verdict = match (held.len(), numbers.len()) {
        (_, 0) => return Judgement::nothing(),
        (held, of) if held == of => Verdict::Agrees,
        (0, _) => Verdict::Differs,
        _ => Verdict::DependsOnReading,
    };
    let each: Vec<String> =
        numbers.iter().map(|(depth, number)| format!("{} at {depth} ply", words(*number))).collect();
    let held =
        if held.is_empty() { "at none of these depths".to_owned() } else { format!("at {} ply", held.join(", ")) };
    Judgement::counted(verdict, format!("{} {what}; {held} as claimed ({range})", each.join(", ")))
}

/// Returns the verdict on a number of every run: one exception refutes the claim.
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
