//! What a publication says about an experiment, and whether our rows say the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Write;

use anyhow::Result;
use domineering::{Board, Class};
use tt::{Parts, Scheme};

use super::comparison::{Compared, Verdict as Printed, compare};
use super::published;
use super::summary::{Summary, geometric_mean};
use crate::cell::{Cell, GameCell};
use crate::definition::{Check, Claim, Definition};
use crate::results::Row;

/// Whether a claim holds of our rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds in as many of the places where the rows can tell as it takes: in all of them, in 95 % of comparisons of
    /// nodes, or in more than half where no more is said.
    Holds,
    /// It holds in no more than half of them.
    Fails,
    /// It holds in most of them, but not in enough, or the rows tell nothing.
    Undecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Holds => "holds",
            Self::Fails => "does not hold",
            Self::Undecided => "not decided",
        })
    }
}

/// A claim beside what our rows say of it.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// In how many places it holds.
    pub held: usize,
    /// In how many places the rows can tell.
    pub of: usize,
    /// What was counted, in words.
    pub evidence: String,
    /// In what part of the places it has to hold.
    needed: f64,
}

/// Comparisons of nodes may go against a claim now and then: other keys would decide them otherwise.
const OF_COMPARISONS: f64 = 0.95;

impl Judged<'_> {
    /// Whether the claim holds.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match (self.held, self.of) {
            (_, 0) => Verdict::Undecided,
            (held, of) if 2 * held <= of => Verdict::Fails,
            (held, of) if held as f64 >= self.needed * of as f64 => Verdict::Holds,
            _ => Verdict::Undecided,
        }
    }
}

/// Judges every claim of an experiment by its rows. A search that did not end has more nodes than were counted.
///
/// # Errors
///
/// The definition names printed figures that there are none of.
pub fn judge<'a>(definition: &'a Definition, rows: &[Row]) -> Result<Vec<Judged<'a>>> {
    let depths: BTreeSet<u8> = definition.quick.depths.iter().chain(&definition.full.depths).copied().collect();
    let nodes: Searched = rows.iter().flat_map(|row| counts(row, &depths)).collect();
    let summary = Summary::of(definition, rows);
    let published = published(definition)?;
    let boards: Vec<Compared> = compare(&summary, published.as_ref()).into_values().flatten().collect();
    Ok(definition.claims.iter().map(|claim| one(claim, &nodes, &boards)).collect())
}

fn one<'a>(claim: &'a Claim, nodes: &Searched, boards: &[Compared]) -> Judged<'a> {
    let (held, of, evidence) = match &claim.check {
        Check::Fewer { schemes, than, .. } => fewer(nodes, schemes, than),
        Check::FewerWith { parts, than } => fewer_with(nodes, parts, than),
        Check::Alike { schemes, than, within } => alike(nodes, schemes, than, *within),
        Check::LargerIsBetter => larger_is_better(nodes),
        Check::Outcomes { except } => outcomes(boards, except),
        Check::SecondPlayerWinsOnly { boards: named } => second_player_wins_only(boards, named),
        Check::Ratio { least, most } => ratio(boards, *least, *most),
    };
    let needed = match claim.check {
        Check::Fewer { mostly: true, .. } | Check::Alike { .. } => 0.5,
        Check::Fewer { .. } | Check::FewerWith { .. } | Check::LargerIsBetter => OF_COMPARISONS,
        Check::Outcomes { .. } | Check::SecondPlayerWinsOnly { .. } | Check::Ratio { .. } => 1.0,
    };
    Judged { claim, held, of, evidence, needed }
}

/// The nodes of a row: of chess, for each of `depths` that it tells of.
fn counts(row: &Row, depths: &BTreeSet<u8>) -> Vec<(Cell, Count)> {
    let GameCell::Chess { ref set, game, between, line, .. } = row.cell.game else {
        return vec![(row.cell.clone(), Count { nodes: row.nodes, whole: row.is_complete() })];
    };
    let of_depth = |depth: u8| {
        let cell = Cell { game: GameCell::Chess { set: set.clone(), game, depth, between, line }, ..row.cell.clone() };
        Some((cell, Count { nodes: row.nodes_to(depth)?, whole: true }))
    };
    depths.iter().copied().filter_map(of_depth).collect()
}

/// The nodes of a search, all of them or as many as it was allowed.
#[derive(Clone, Copy)]
struct Count {
    nodes: u64,
    whole: bool,
}

type Searched = BTreeMap<Cell, Count>;

impl Count {
    /// Whether this search needs fewer nodes than the other, if that can be told.
    fn is_fewer(self, than: Self) -> Option<bool> {
        match (self.whole, than.whole) {
            (true, _) if than.whole || than.nodes >= self.nodes => Some(!than.whole || self.nodes < than.nodes),
            (false, true) if self.nodes >= than.nodes => Some(false),
            _ => None,
        }
    }
}

type Found = (usize, usize, String);

/// Pairs of searches, of which the first of each is said to need fewer nodes.
#[derive(Default)]
struct Pairs {
    held: usize,
    of: usize,
    ratios: Vec<f64>,
}

impl Pairs {
    fn add(&mut self, fewer: Count, than: Count, or_equal: bool) {
        let Some(is_fewer) = fewer.is_fewer(than) else { return };
        let equal = fewer.whole && than.whole && fewer.nodes == than.nodes;
        // Where both are the same, neither is better: such a pair tells nothing but that a bound is kept.
        if !equal || or_equal {
            self.held += usize::from(is_fewer || equal);
            self.of += 1;
        }
        if fewer.whole && than.whole {
            self.ratios.push(fewer.nodes as f64 / than.nodes as f64);
        }
    }

    /// `mean` says what the mean of the ratios is, for `{}`. It is said only if no search that stopped is left out of
    /// it.
    fn found(self, what: &str, mean: impl Fn(String) -> String) -> Found {
        let mut evidence = places(self.held, self.of, what);
        if let Some(ratio) = geometric_mean(&self.ratios).filter(|_| self.of > 0 && self.ratios.len() >= self.of) {
            evidence += "; ";
            evidence += &mean(format!("{ratio:.3}"));
        }
        (self.held, self.of, evidence)
    }
}

/// Each scheme is compared with each other one in the same game, size, parts and seed.
fn fewer(nodes: &Searched, schemes: &[Option<Scheme>], than: &[Option<Scheme>]) -> Found {
    let mut pairs = Pairs::default();
    for (cell, &mine) in nodes {
        for &other in than.iter().filter(|_| schemes.contains(&cell.scheme)) {
            // What is said of a table is said of the whole of it.
            if other.is_none() && cell.parts != Parts::all() {
                continue;
            }
            if let Some(&theirs) = nodes.get(&cell.with_scheme(other)) {
                pairs.add(mine, theirs, false);
            }
        }
    }
    pairs.found("comparison", |mean| format!("nodes on average {mean} times as many"))
}

/// The use of each of these parts of the table is compared with that of each other, with the same table.
fn fewer_with(nodes: &Searched, parts: &[Parts], than: &[Parts]) -> Found {
    let mut pairs = Pairs::default();
    for (cell, &mine) in nodes.iter().filter(|(cell, _)| cell.scheme.is_some() && parts.contains(&cell.parts)) {
        for &parts in than {
            if let Some(&theirs) = nodes.get(&Cell { parts, ..cell.clone() }) {
                pairs.add(mine, theirs, false);
            }
        }
    }
    pairs.found("comparison", |mean| format!("nodes on average {mean} times as many"))
}

/// As [`fewer`]; in how many of the comparisons the nodes differ by less than `within`.
fn alike(nodes: &Searched, schemes: &[Option<Scheme>], than: &[Option<Scheme>], within: f64) -> Found {
    let mut ratios = Vec::new();
    for (cell, mine) in nodes.iter().filter(|(cell, mine)| mine.whole && schemes.contains(&cell.scheme)) {
        let others = than.iter().filter_map(|&other| nodes.get(&cell.with_scheme(other)));
        ratios.extend(others.filter(|theirs| theirs.whole).map(|theirs| mine.nodes as f64 / theirs.nodes as f64));
    }
    let held = ratios.iter().filter(|&&ratio| (1.0 - within..=1.0 / (1.0 - within)).contains(&ratio)).count();
    let mut evidence = format!("{} within {:.0} %", places(held, ratios.len(), "comparison"), 100.0 * within);
    if let Some(mean) = geometric_mean(&ratios) {
        evidence += &format!("; nodes on average {mean:.3} times as many");
    }
    (held, ratios.len(), evidence)
}

/// Every size is compared with the next smaller one that was searched.
fn larger_is_better(nodes: &Searched) -> Found {
    let mut curves = BTreeMap::<Cell, BTreeMap<u64, Count>>::new();
    for (cell, &count) in nodes {
        if let Some(positions) = cell.positions {
            curves.entry(Cell { positions: None, ..cell.clone() }).or_default().insert(positions.get(), count);
        }
    }
    let mut pairs = Pairs::default();
    for curve in curves.values() {
        for (&smaller, &larger) in curve.values().zip(curve.values().skip(1)) {
            pairs.add(larger, smaller, true);
        }
    }
    pairs.found("step", |mean| format!("a step to the next size takes {mean} times the nodes"))
}

fn outcomes(boards: &[Compared], except: &[Board]) -> Found {
    let known = |one: &&Compared| one.verdict() != Printed::Open && !except.contains(&one.board);
    let all: Vec<&Compared> = boards.iter().filter(known).collect();
    let wrong: Vec<&Compared> = all.iter().filter(|one| one.verdict() != Printed::Same).copied().collect();
    let held = all.len() - wrong.len();
    (held, all.len(), places(held, all.len(), "board") + &names("otherwise on", &wrong))
}

fn second_player_wins_only(boards: &[Compared], named: &[Board]) -> Found {
    let all: Vec<&Compared> = boards.iter().filter(|one| !one.ours.classes.is_empty()).collect();
    if let Some(missing) = named.iter().find(|&&board| !all.iter().any(|one| one.board == board)) {
        return (0, 0, format!("{missing} is not among the boards"));
    }
    let wrong = |one: &&Compared| (one.ours.classes == [Class::Second]) != named.contains(&one.board);
    let wrong: Vec<&Compared> = all.iter().copied().filter(wrong).collect();
    let held = all.len() - wrong.len();
    (held, all.len(), places(held, all.len(), "board") + &names("otherwise on", &wrong))
}

fn ratio(boards: &[Compared], least: f64, most: f64) -> Found {
    let ratios: Vec<(&Compared, f64)> = boards.iter().filter_map(|one| Some((one, one.ratio()?))).collect();
    let inside = |ratio: f64| (least..=most).contains(&ratio);
    let outside: Vec<&Compared> = ratios.iter().filter(|(_, ratio)| !inside(*ratio)).map(|(one, _)| *one).collect();
    let held = ratios.len() - outside.len();
    (held, ratios.len(), places(held, ratios.len(), "board") + &names("outside", &outside))
}

fn places(held: usize, of: usize, what: &str) -> String {
    format!("in {held} of {of} {what}{}", if of == 1 { "" } else { "s" })
}

fn names(what: &str, boards: &[&Compared]) -> String {
    if boards.is_empty() {
        return String::new();
    }
    let boards: Vec<String> = boards.iter().map(|one| one.board.to_string()).collect();
    format!("; {what} {}", boards.join(", "))
}

/// Prints the claims and their verdicts.
///
/// # Errors
///
/// `out` takes no more.
pub fn print(judged: &[Judged<'_>], out: &mut dyn Write) -> Result<()> {
    if judged.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nclaims")?;
    for one in judged {
        writeln!(out, "{:<14} {}", one.verdict(), one.claim.says)?;
        writeln!(out, "{:<14} {}", "", one.evidence)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use domineering::Winner;

    use super::super::samples::{definition, row};
    use super::*;

    const W: Option<Winner> = Some(Winner::First);

    fn figure(rows: &[(&str, &str, u64, bool)]) -> Vec<(Verdict, String)> {
        let rows: Vec<Row> = rows
            .iter()
            .map(|(scheme, size, nodes, whole)| {
                let cell =
                    format!("domineering board=6x7 first=vertical scheme={scheme} positions={size} parts=all seed=1");
                row(&cell, *nodes, W.filter(|_| *whole))
            })
            .collect();
        let definition = definition("thesis-fig-2.12");
        judge(&definition, &rows).unwrap().into_iter().map(|one| (one.verdict(), one.evidence)).collect()
    }

    #[test]
    fn schemes_are_compared_where_both_were_searched() {
        let found = figure(&[
            ("two-big1", "8K", 50, true),
            ("two-deep", "8K", 40, true),
            ("big1", "8K", 100, true),
            ("deep", "8K", 200, true),
            ("deep", "4K", 10, true),
            ("new", "8K", 10, false),
        ]);
        assert_eq!(found[0], (Verdict::Holds, "in 4 of 4 comparisons; nodes on average 0.316 times as many".into()));
        assert_eq!(found[1], (Verdict::Fails, "in 0 of 1 comparison; nodes on average 1.250 times as many".into()));
        assert_eq!(found[2].0, Verdict::Holds);
        assert_eq!(
            found[3],
            (Verdict::Fails, "in 0 of 1 step; a step to the next size takes 20.000 times the nodes".into())
        );
    }

    #[test]
    fn schemes_may_be_alike() {
        let mut definition = definition("thesis-fig-2.12");
        let (schemes, than) = (vec![Some(Scheme::TwoBig1)], vec![Some(Scheme::TwoDeep)]);
        definition.claims[0].check = Check::Alike { schemes, than, within: 0.05 };
        let verdict = |deep: [u64; 2]| {
            let cell = |scheme, size| {
                format!("domineering board=6x7 first=vertical scheme={scheme} positions={size} parts=all seed=1")
            };
            let rows = [
                row(&cell("two-big1", "8K"), 100, W),
                row(&cell("two-deep", "8K"), deep[0], W),
                row(&cell("two-big1", "16K"), 100, W),
                row(&cell("two-deep", "16K"), deep[1], W),
            ];
            let judged = judge(&definition, &rows).unwrap();
            (judged[0].verdict(), judged[0].evidence.clone())
        };
        let expected = "in 2 of 2 comparisons within 5 %; nodes on average 1.000 times as many";
        assert_eq!(verdict([100, 100]), (Verdict::Holds, expected.to_owned()));
        assert_eq!(verdict([104, 90]).0, Verdict::Fails, "one of two is not most");
        assert_eq!(verdict([120, 80]).0, Verdict::Fails);
    }

    #[test]
    fn a_search_that_stopped_has_more_nodes_than_were_counted() {
        let found = figure(&[
            ("two-big1", "8K", 50, true),
            ("big1", "8K", 50, false),
            ("deep", "8K", 49, false),
            ("two-deep", "8K", 60, false),
            ("new", "8K", 60, true),
        ]);
        // TwoBig1 beats Big1 and New; against Deep nothing is known. TwoDeep loses to New and to nothing else that is
        // known.
        assert_eq!(found[0], (Verdict::Undecided, "in 2 of 3 comparisons".into()));
    }

    #[test]
    fn no_rows_decide_nothing() {
        assert!(figure(&[]).iter().all(|(verdict, _)| *verdict == Verdict::Undecided));
        assert!(figure(&[("new", "8K", 10, true)]).iter().all(|(verdict, _)| *verdict == Verdict::Undecided));
    }

    #[test]
    fn most_is_not_all() {
        let found = figure(&[
            ("two-big1", "1K", 90, true),
            ("two-big1", "2K", 70, true),
            ("two-big1", "4K", 80, true),
            ("two-big1", "8K", 60, true),
        ]);
        assert_eq!(found[3].0, Verdict::Undecided, "{}", found[3].1);
    }

    #[test]
    fn boards_are_named_where_a_claim_fails() {
        let cells = [("5x5", 604, Winner::Second), ("4x4", 400, Winner::Second), ("3x3", 1, Winner::First)];
        let rows = cells.map(|(board, nodes, winner)| {
            let cell =
                format!("domineering board={board} first=vertical scheme=two-big1 positions=2048K parts=all seed=1970");
            row(&cell, nodes, Some(winner))
        });
        let definition = definition("thesis-table-2.1");
        let found = judge(&definition, &rows).unwrap();
        let text: Vec<&str> = found.iter().map(|one| one.evidence.as_str()).collect();
        assert_eq!(
            text,
            [
                "in 1 of 2 boards; otherwise on 4x4",
                "in 2 of 3 boards; otherwise on 4x4",
                "in 2 of 3 boards; outside 4x4",
            ]
        );
        assert_eq!(found[0].verdict(), Verdict::Fails);
        assert_eq!(found[1].verdict(), Verdict::Undecided);
        let mut out = Vec::new();
        print(&found, &mut out).unwrap();
        assert!(String::from_utf8(out).unwrap().contains("\ndoes not hold  The outcome of every board"));
    }
}
