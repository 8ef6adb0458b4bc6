//! The numbers that the sources print, as rows. A source has to pass our reading of its own sentences: where it does
//! not, we have misread the sentence, or the source contradicts its own numbers.

use std::collections::BTreeMap;

use anyhow::Result;
use domineering::{Class, Player};
use experiments::board::Board;
use experiments::cell::{Cell, GameCell};
use experiments::definition::Definition;
use experiments::published::{Boards, Depths, Saving, Savings};
use experiments::row::{Ending, Row, Searched, Winner};

use super::Judged;
use super::claim::Claim;
use super::data::{Data, Here, Lab};

/// Judges the printed numbers of the experiments that the claim names, as if they were ours.
///
/// # Errors
///
/// An experiment is not known, which a test excludes.
pub(crate) fn judge(claim: &'static Claim) -> Result<Vec<Judged>> {
    let of = |name: &String| {
        let definition = Definition::find(name)?;
        let data = Data::each(&definition, &rows(&definition)?)?.swap_remove(0);
        let others = |other: &Definition| rows(other).unwrap_or_default();
        let mut found = claim.judge.of_rows(&Here { data: &data, lab: &Lab::new(&others) })?;
        found.evidence = without_intervals(&found.evidence);
        Ok(Judged::of(claim, Some(name.clone()), found))
    };
    claim.printed.iter().map(of).collect()
}

/// Every count was printed once, so the evidence has no intervals.
fn without_intervals(evidence: &str) -> String {
    let mut parts = evidence.split(" [");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.filter_map(|part| part.split_once(']')).fold(first, |text, (_, after)| text + after)
}

/// Returns the printed numbers of an experiment. Each is that of several equal positions, which have an interval of no
/// width.
fn rows(definition: &Definition) -> Result<Vec<Row>> {
    let cells = definition.full.each_cell();
    match &*definition.name {
        "article-table-2" | "article-table-3" => {
            let depths = Depths::read()?;
            let nodes = |cell: &Cell, depth| depths.get(cell.game.chess()?.between, cell.scheme, cell.positions, depth);
            Ok(cells.filter_map(|cell| of_positions(cell, nodes)).collect())
        }
        "thesis-fig-2.13" | "thesis-fig-2.14" => {
            let savings = Savings::read()?;
            Ok(cells.filter_map(|cell| of_positions(cell, |cell, depth| left(&savings, cell, depth))).collect())
        }
        "thesis-table-2.1" => Ok(of_boards(cells)),
        _ => Ok(Vec::new()),
    }
}

/// Returns a row of several positions that need these nodes each, at the depths for which there are some.
fn of_positions(cell: Cell, nodes: impl Fn(&Cell, u8) -> Option<u64>) -> Option<Row> {
    const POSITIONS: u16 = 5;
    let deepest = cell.game.depth()?;
    let printed: Vec<(u8, u64)> = (1..=deepest).filter_map(|depth| Some((depth, nodes(&cell, depth)?))).collect();
    let searched =
        |position| printed.iter().map(move |&(depth, nodes)| Searched { position, depth, nodes, score: 0, best: None });
    let (_, most) = *printed.last()?;
    let searches = (0..POSITIONS).flat_map(searched).collect();
    Some(Row::new(cell, u64::from(POSITIONS) * most, Ending::Searched(searches)))
}

/// Returns the nodes that remain of a million, if they were printed.
fn left(savings: &[Saving], cell: &Cell, depth: u8) -> Option<u64> {
    const ALL: u64 = 1_000_000;
    if cell.scheme.is_none() {
        return Some(ALL);
    }
    let is_meant =
        |one: &&Saving| one.depth == depth && one.parts == cell.parts && Some(one.positions) == cell.positions;
    Some((ALL as f64 * savings.iter().find(is_meant)?.left()).round() as u64)
}

/// Returns the boards of Table 2.1. What is printed of a board that is not square is the sum over both first players.
fn of_boards(cells: impl Iterator<Item = Cell>) -> Vec<Row> {
    let table = Boards::table_2_1();
    let mut by_board = BTreeMap::<Board, Vec<(Player, Cell)>>::new();
    for cell in cells {
        if let GameCell::Domineering(domineering) = &cell.game {
            by_board.entry(domineering.board.into()).or_default().push((domineering.first, cell));
        }
    }
    let mut rows = Vec::new();
    for (board, cells) in by_board {
        let Some(solved) = table.get(board) else { continue };
        let mut left = solved.nodes;
        let number = cells.len() as u64;
        for (index, (first, cell)) in (0..).zip(cells) {
            let nodes = left / (number - index);
            left -= nodes;
            // A square board is won by who moves first or second, whoever that is.
            let result = if solved.misprint().is_some() { Class::First } else { solved.result };
            let winner = match (result, first) {
                (Class::First, _) | (Class::Vertical, Player::Vertical) | (Class::Horizontal, Player::Horizontal) => {
                    Winner::First
                }
                _ => Winner::Second,
            };
            rows.push(Row::new(cell, nodes, Some(winner)));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{Verdict, all};

    /// A reading that the printed numbers fail is no reading of the sentence, unless they contradict it.
    #[test]
    fn positive_control() {
        let (mut wrong, mut number) = (Vec::new(), 0);
        for claim in all().filter(|claim| !claim.printed.is_empty()) {
            let judged = judge(claim).unwrap();
            let text =
                |one: &Judged| format!("{} in {:?}: {}, {}", claim.name, one.experiment, one.verdict, one.evidence);
            let texts: Vec<String> = judged.iter().map(text).collect();
            texts.iter().for_each(|text| println!("{text}"));
            let is_decided = |one: &Judged| matches!(one.verdict, Verdict::Agrees | Verdict::Differs);
            let differs = judged.iter().any(|one| one.verdict == Verdict::Differs);
            if !judged.iter().all(is_decided) || differs == claim.contradicts_print.is_empty() {
                wrong.extend(texts);
            }
            number += judged.len();
        }
        assert!(wrong.is_empty() && number > 40, "{number}: {wrong:#?}");
    }

    #[test]
    fn evidence_loses_its_intervals() {
        assert_eq!(without_intervals("a 0.5 [0.4, 0.6] of 2 [1, 3]; x"), "a 0.5 of 2; x");
    }
}
