//! The tables in Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use domineering::{BoardSize, Player};

use super::board::Board;
use super::exhaustive;
use super::rows::{ON_LARGER_BOARDS, ROWS};
use super::rules::Rules;
use super::search::{self, solve_both};

/// The boards with a column of their own.
pub(crate) const BOARDS: [&str; 7] = ["3x7", "3x8", "3x9", "4x4", "4x5", "5x5", "6x6"];

/// The boards of the column `Small boards`.
const SMALL: [&str; 8] = ["2x4", "2x5", "2x6", "2x7", "2x8", "3x4", "3x5", "3x6"];

/// A board whose winner is compared, although its nodes are in no column.
const OTHER: &str = "2x9";

const LARGER: [&str; 5] = ["4x6", "4x7", "5x6", "4x8", "5x7"];

/// The published classes and nodes, by board.
pub(crate) struct Published(BTreeMap<String, (String, u64)>);

impl Published {
    pub(crate) fn read() -> Self {
        let table = include_str!("../../../../testsets/published/thesis-table-2.1.csv");
        let fields = |line: &str| {
            let mut fields = line.split(',').map(str::to_owned);
            Some((fields.next()?, (fields.next()?, fields.next()?.parse().ok()?)))
        };
        Self(table.lines().filter_map(fields).collect())
    }

    fn class(&self, board: &str) -> &str {
        self.0.get(board).map_or("", |(class, _)| class)
    }

    pub(crate) fn nodes(&self, board: &str) -> u64 {
        self.0.get(board).map_or(0, |&(_, nodes)| nodes)
    }
}

/// Returns the table of all rules, with a column for each of `boards`.
pub(crate) fn rules(boards: &[&str]) -> String {
    let published = Published::read();
    let winners = exhaustive::winners();
    let mut text = heading("Rule", boards, &["Small boards", "Winner"]);
    let _ = writeln!(text, "| Printed | {} | | |", printed(&published, boards).join(" | "));
    for &(name, rules) in ROWS {
        let (cells, mut wrong) = counts(&published, rules, boards);
        let (small, wrong_small) = small_boards(&published, rules);
        wrong.extend(wrong_small);
        wrong.extend(counts(&published, rules, &[OTHER]).1);
        wrong.extend(differing(&winners, rules));
        let _ = writeln!(text, "| {name} | {} | {small} | {} |", cells.join(" | "), verdict(wrong));
    }
    text
}

/// Returns the table of some rules on larger boards.
pub(crate) fn larger_boards() -> String {
    let published = Published::read();
    let mut text = heading("Rule, by columns", &LARGER, &["Winner"]);
    let _ = writeln!(text, "| Printed | {} | |", printed(&published, &LARGER).join(" | "));
    for &(name, rules) in ON_LARGER_BOARDS {
        let (cells, wrong) = counts(&published, rules, &LARGER);
        let _ = writeln!(text, "| {name} | {} | {} |", cells.join(" | "), verdict(wrong));
    }
    text
}

/// Returns the nodes on some boards, and the boards whose winner is not the published one.
fn counts(published: &Published, rules: Rules, boards: &[&str]) -> (Vec<String>, Vec<BoardSize>) {
    let mut cells = Vec::new();
    let mut wrong = Vec::new();
    for &name in boards {
        let board = board(name);
        let solved = search::solve(&board, rules);
        cells.push(solved.map_or("–".to_owned(), |(nodes, _)| grouped(nodes)));
        if solved.is_some_and(|(_, class)| class.to_string() != published.class(name)) {
            wrong.push(board.size);
        }
    }
    (cells, wrong)
}

/// Returns the cell of the column `Small boards`, and the boards whose winner is not the published one.
fn small_boards(published: &Published, rules: Rules) -> (String, Vec<BoardSize>) {
    let (cells, wrong) = counts(published, rules, &SMALL);
    let both = SMALL.iter().zip(&cells);
    let other: Vec<String> = both
        .filter(|&(board, nodes)| *nodes != grouped(published.nodes(board)))
        .map(|(board, nodes)| format!("{board} {nodes}"))
        .collect();
    let cell = match other.len() {
        0 => "exact".to_owned(),
        1 | 2 => other.join(", "),
        more => format!("{} of {}", SMALL.len() - more, SMALL.len()),
    };
    (cell, wrong)
}

/// Returns the boards on which the winner is not that of exhaustive search.
fn differing(winners: &[(Board, [Player; 2])], rules: Rules) -> impl Iterator<Item = BoardSize> {
    let differs = move |(board, winners): &&(Board, [Player; 2])| {
        solve_both(board, rules).is_some_and(|solved| solved.map(|solved| solved.winner) != *winners)
    };
    winners.iter().filter(differs).map(|(board, _)| board.size)
}

/// Says on which boards the winner is wrong.
fn verdict(mut wrong: Vec<BoardSize>) -> String {
    wrong.sort();
    wrong.dedup();
    let names: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    match names.len() {
        0 => "right".to_owned(),
        1..=4 => format!("wrong on {}", names.join(", ")),
        boards if wrong.iter().all(|board| board.rows() == 1 || board.columns() == 1) => {
            format!("wrong on {boards} boards of one row or column")
        }
        boards => format!("wrong on {boards} boards"),
    }
}

fn heading(first: &str, boards: &[&str], last: &[&str]) -> String {
    let names = [&[first], boards, last].concat().join(" | ");
    format!("| {names} |\n|---|{}{}\n", "---:|".repeat(boards.len()), "---|".repeat(last.len()))
}

fn printed(published: &Published, boards: &[&str]) -> Vec<String> {
    boards.iter().map(|board| grouped(published.nodes(board))).collect()
}

/// Returns a board by its name.
pub(crate) fn board(name: &str) -> Board {
    Board::new(name.parse().expect("a valid size"))
}

/// Writes a number with thousands separators.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}
