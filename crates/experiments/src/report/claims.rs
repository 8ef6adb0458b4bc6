//! What a publication says about an experiment, and whether our rows say the same.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;

use anyhow::Result;
use domineering::{Board, Class};
use tt::Scheme;

use super::comparison::{Compared, Verdict as Printed, compare};
use super::summary::{Summary, geometric_mean};
use super::{published, scheme_label};
use crate::cell::Cell;
use crate::definition::{Check, Claim, Definition};
use crate::results::Row;

/// Whether a claim holds of our rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds wherever the rows can tell.
    Holds,
    /// It holds in no more than half of the places where the rows can tell.
    Fails,
    /// It holds in most of them, or the rows tell nothing.
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
}

impl Judged<'_> {
    /// Whether the claim holds.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match (self.held, self.of) {
            (_, 0) => Verdict::Undecided,
            (held, of) if held == of => Verdict::Holds,
            (held, of) if 2 * held <= of => Verdict::Fails,
            _ => Verdict::Undecided,
        }
    }
}

/// Judges every claim of an experiment by its rows. A search that did not end says nothing.
///
/// # Errors
///
/// The definition names printed figures that there are none of.
pub fn judge<'a>(definition: &'a Definition, rows: &[Row]) -> Result<Vec<Judged<'a>>> {
    let nodes: BTreeMap<&Cell, u64> =
        rows.iter().filter(|row| row.is_complete()).map(|row| (&row.cell, row.nodes)).collect();
    let summary = Summary::of(definition, rows);
    let published = published(definition)?;
    let boards: Vec<Compared> = compare(&summary, published.as_ref()).into_values().flatten().collect();
    Ok(definition.claims.iter().map(|claim| one(claim, &nodes, &boards)).collect())
}

fn one<'a>(claim: &'a Claim, nodes: &BTreeMap<&Cell, u64>, boards: &[Compared]) -> Judged<'a> {
    let (held, of, evidence) = match &claim.check {
        Check::Fewer { schemes, than } => fewer(nodes, schemes, than),
        Check::LargerIsBetter => larger_is_better(nodes),
        Check::Outcomes { except } => outcomes(boards, except),
        Check::SecondPlayerWinsOnly { boards: named } => second_player_wins_only(boards, named),
        Check::Ratio { least, most } => ratio(boards, *least, *most),
    };
    Judged { claim, held, of, evidence }
}

type Found = (usize, usize, String);

/// Each scheme is compared with each other one in the same game, size, parts and seed.
fn fewer(nodes: &BTreeMap<&Cell, u64>, schemes: &[Option<Scheme>], than: &[Option<Scheme>]) -> Found {
    let mut ratios = Vec::new();
    let mut against = BTreeMap::<&'static str, usize>::new();
    for (&cell, &mine) in nodes {
        for &other in than.iter().filter(|_| schemes.contains(&cell.scheme)) {
            // A search without a table has no size.
            let positions = other.and(cell.positions);
            let Some(&theirs) = nodes.get(&Cell { scheme: other, positions, ..cell.clone() }) else { continue };
            ratios.push(mine as f64 / theirs as f64);
            if mine >= theirs {
                *against.entry(scheme_label(cell.scheme)).or_default() += 1;
            }
        }
    }
    let held = ratios.len() - against.values().sum::<usize>();
    let mut evidence = places(held, ratios.len(), "comparison");
    if let Some(mean) = geometric_mean(&ratios) {
        evidence += &format!("; nodes on average {mean:.3} times as many");
    }
    (held, ratios.len(), evidence)
}

/// Every size is compared with the next smaller one that was searched.
fn larger_is_better(nodes: &BTreeMap<&Cell, u64>) -> Found {
    let mut curves = BTreeMap::<Cell, Vec<(u64, u64)>>::new();
    for (&cell, &nodes) in nodes {
        let Some(positions) = cell.positions else { continue };
        curves.entry(Cell { positions: None, ..cell.clone() }).or_default().push((positions.get(), nodes));
    }
    let (mut held, mut ratios) = (0, Vec::new());
    for curve in curves.values_mut() {
        curve.sort_unstable();
        for pair in curve.windows(2) {
            held += usize::from(pair[1].1 <= pair[0].1);
            ratios.push(pair[1].1 as f64 / pair[0].1 as f64);
        }
    }
    let mut evidence = places(held, ratios.len(), "step");
    if let Some(mean) = geometric_mean(&ratios) {
        evidence += &format!("; a step to the next size takes {mean:.3} times the nodes");
    }
    (held, ratios.len(), evidence)
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
