//! The printed table of solved boards of domineering.

use anyhow::{Context, Result, bail};
use domineering::Class;
use schemes::{Parts, Positions, Scheme};
use serde::Deserialize;

use super::{read_lines, text_of};
use crate::board::Board;

/// A printed table of solved boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boards(Vec<Solved>);

/// A solved board as it was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The board.
    pub board: Board,
    /// Who wins, as printed.
    pub result: Class,
    /// Nodes visited; on a board that is not square the sum over both first players.
    pub nodes: u64,
}

impl Solved {
    /// Returns what is known to be wrong in print.
    ///
    /// Table 2.1 gives 3x3 to Horizontal. The board is square, so what one player can do the other can: whoever
    /// moves first wins.
    #[must_use]
    pub fn misprint(&self) -> Option<&'static str> {
        let three = (self.board.rows, self.board.columns) == (3, 3);
        (three && self.result == Class::Horizontal)
            .then_some("3x3: the thesis prints H, where whoever moves first wins: a misprint or a scanning error")
    }
}

impl Boards {
    /// The scheme of Table 2.1 (`[Breuker 1998, 2.7.1]`).
    pub const SCHEME: Scheme = Scheme::TwoBig1;

    /// The table size of Table 2.1 in positions.
    pub const POSITIONS: u64 = 2048 * 1024;

    /// Returns whether the nodes of a configuration were printed. Only then can nodes be compared; results always can.
    #[must_use]
    pub fn nodes_are_of(scheme: Option<Scheme>, positions: Option<Positions>, parts: Parts) -> bool {
        scheme == Some(Self::SCHEME) && positions.map(Positions::get) == Some(Self::POSITIONS) && parts == Parts::all()
    }

    /// Reads the table in this file of `testsets/published`: a CSV file with the columns `board`, `result` and `nodes`.
    ///
    /// # Errors
    ///
    /// The file is unknown.
    pub fn find(file: &str) -> Result<Self> {
        let solved = |BoardLine { board, result, nodes }: BoardLine| {
            let result = match result.as_str() {
                "1" => Class::First,
                "2" => Class::Second,
                "V" => Class::Vertical,
                "H" => Class::Horizontal,
                other => bail!("invalid result `{other}`: expected 1, 2, V or H"),
            };
            Ok(Solved { board: board.parse()?, result, nodes })
        };
        let lines = csv::Reader::from_reader(text_of(file)?.as_bytes());
        Ok(Self(read_lines(lines, solved).with_context(|| format!("testsets/published/{file}"))?))
    }

    /// Returns Table 2.1 of the thesis.
    ///
    /// # Panics
    ///
    /// Never: a test reads the file.
    #[must_use]
    pub fn table_2_1() -> Self {
        Self::find("thesis-table-2.1.csv").expect("the file is part of the binary")
    }

    /// Returns what was printed for `board`.
    #[must_use]
    pub fn get(&self, board: Board) -> Option<Solved> {
        self.0.iter().copied().find(|solved| solved.board == board)
    }

    /// Returns everything that was printed, in that order.
    pub fn iter(&self) -> impl Iterator<Item = Solved> {
        self.0.iter().copied()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardLine {
    board: String,
    result: String,
    nodes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_2_1_is_whole() {
        let table = Boards::table_2_1();
        assert_eq!(table.iter().count(), 35);
        // Every board of m x n with m <= n, m from 2 to 8 and n up to 9.
        for rows in 2..=8 {
            for columns in rows..=9 {
                let board = Board { rows, columns };
                assert!(table.get(board).is_some(), "{board}");
            }
        }
        // The sum, so that no digit is lost unseen.
        assert_eq!(table.iter().map(|solved| solved.nodes).sum::<u64>(), 71_715_789_559);
        assert_eq!(table.get("9x9".parse().unwrap()), None);
    }

    #[test]
    fn a_square_board_cannot_be_won_by_one_player() {
        let odd: Vec<Solved> = Boards::table_2_1()
            .iter()
            .filter(|solved| solved.board.is_square())
            .filter(|solved| matches!(solved.result, Class::Vertical | Class::Horizontal))
            .collect();
        assert_eq!(odd.len(), 1);
        assert!(odd[0].misprint().is_some());
        assert_eq!(Boards::table_2_1().iter().filter(|solved| solved.misprint().is_some()).count(), 1);
    }
}
