//! Printed figures, as the sources print them.
//!
//! They are data of their own, apart from the snapshots of ours: what was printed does not change when a search does.

use std::collections::BTreeMap;
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail};
use domineering::{BoardSize, Class};
use tt::{Parts, Positions, Scheme};

use crate::cell::{Between, read_scheme};
use crate::names::nearest;

/// The files of `testsets/published` that reports compare with.
const FILES: &[(&str, &str)] = &[
    ("thesis-table-2.1.csv", include_str!("../../../testsets/published/thesis-table-2.1.csv")),
    (Tutorial::FILE, include_str!("../../../testsets/published/pons-part-7.csv")),
    (Depths::FILE, include_str!("../../../testsets/published/article-1994-tables-1-3.csv")),
];

/// Whether a definition may name this file.
///
/// # Errors
///
/// There is no such file, or it cannot be read; the error names those that there are.
pub fn check(file: &str) -> Result<()> {
    match file {
        Depths::FILE => Depths::read().map(drop),
        Tutorial::FILE => Tutorial::read().map(drop),
        _ => Boards::find(file).map(drop),
    }
}

/// The printed nodes of ALIBABA by depth: Tables 1 to 3 of `[Breuker 1994]`, on the 18 positions of one game.
///
/// ```
/// use experiments::cell::Between;
/// use experiments::published::Depths;
///
/// let printed = Depths::read()?;
/// let nodes = printed.get(Between::Clear, Some(tt::Scheme::TwoBig1), Some("1024K".parse()?), 7);
/// assert_eq!(nodes, Some(40_161_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depths(BTreeMap<Column, u64>);

/// What happens between searches, scheme, size and depth; the first three are nothing without a table.
type Column = (Option<Between>, Option<Scheme>, Option<Positions>, u8);

impl Depths {
    /// The file of `testsets/published`.
    pub const FILE: &str = "article-1994-tables-1-3.csv";

    /// Reads the tables.
    ///
    /// # Errors
    ///
    /// The file cannot be read, which a test excludes.
    pub fn read() -> Result<Self> {
        let text = FILES.iter().find(|(name, _)| *name == Self::FILE).map_or("", |(_, text)| *text);
        let mut printed = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()).skip(1) {
            let read = || {
                let fields: Vec<&str> = line.split(',').collect();
                let &[_, between, scheme, positions, depth, kilonodes] = fields.as_slice() else {
                    bail!("not 6 fields")
                };
                let between = match between {
                    "none" => None,
                    "clear" => Some(Between::Clear),
                    "stamp" => Some(Between::Stamp),
                    _ => bail!("`{between}` is none of none, clear, stamp"),
                };
                let positions = between.map(|_| Positions::new(positions.parse()?).map_err(Error::from)).transpose()?;
                let nodes = kilonodes.parse::<u64>()? * 1000;
                anyhow::Ok(((between, read_scheme(scheme)?, positions, depth.parse()?), nodes))
            };
            let (key, nodes) = read().with_context(|| format!("{}, line {number}", Self::FILE))?;
            printed.insert(key, nodes);
        }
        Ok(Self(printed))
    }

    /// The nodes that were printed, to the thousand.
    #[must_use]
    pub fn get(
        &self,
        between: Between,
        scheme: Option<Scheme>,
        positions: Option<Positions>,
        depth: u8,
    ) -> Option<u64> {
        let between = scheme.map(|_| between);
        self.0.get(&(between, scheme, positions, depth)).copied()
    }
}

/// The printed means of the Connect Four tutorial (`[Pons, part 7]`).
///
/// ```
/// let printed = experiments::published::Tutorial::read()?;
/// assert_eq!(printed.mean_positions("End-Easy", false), Some(92.84));
/// assert_eq!(printed.mean_positions("Begin-Hard", false), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tutorial(BTreeMap<(String, bool), f64>);

impl Tutorial {
    /// The file of `testsets/published`.
    pub const FILE: &str = "pons-part-7.csv";

    /// Reads the table.
    ///
    /// # Errors
    ///
    /// The file cannot be read, which a test excludes.
    pub fn read() -> Result<Self> {
        let text = FILES.iter().find(|(name, _)| *name == Self::FILE).map_or("", |(_, text)| *text);
        let mut printed = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()).skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let &[solver, set, _, _, positions, _] = fields.as_slice() else {
                bail!("{}, line {number}: not 6 fields", Self::FILE)
            };
            // A set that was too hard has no figures.
            if !positions.is_empty() {
                let positions = positions.parse().with_context(|| format!("{}, line {number}", Self::FILE))?;
                printed.insert((set.to_owned(), solver == "weak"), positions);
            }
        }
        Ok(Self(printed))
    }

    /// Mean positions for a solve of the set that the tutorial calls `set`, to the digits printed.
    #[must_use]
    pub fn mean_positions(&self, set: &str, weak: bool) -> Option<f64> {
        self.0.get(&(set.to_owned(), weak)).copied()
    }
}

/// A printed table of solved boards.
///
/// ```
/// let table = experiments::published::Boards::find("thesis-table-2.1.csv")?;
/// let board = table.get("8x8".parse()?).unwrap();
/// assert_eq!((board.result, board.nodes), (domineering::Class::First, 441_990_070));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boards(Vec<Solved>);

/// A solved board as it was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The board.
    pub board: BoardSize,
    /// Who wins, as printed.
    pub result: Class,
    /// Nodes visited; on a board that is not square the sum over both first players.
    pub nodes: u64,
}

impl Solved {
    /// What is known to be wrong in print.
    ///
    /// Table 2.1 gives 3x3 to Horizontal. The board is square, so what one player can do the other can: whoever
    /// moves first wins.
    #[must_use]
    pub fn misprint(&self) -> Option<&'static str> {
        let three = self.board.rows() == 3 && self.board.columns() == 3;
        (three && self.result == Class::Horizontal)
            .then_some("3x3: the thesis prints H, where whoever moves first wins: a misprint or a scanning error")
    }
}

impl Boards {
    /// The scheme of Table 2.1 (`[Breuker 1998, 2.7.1]`).
    pub const SCHEME: Scheme = Scheme::TwoBig1;

    /// The table size of Table 2.1 in positions.
    pub const POSITIONS: u64 = 2048 * 1024;

    /// Whether a configuration is the one whose nodes were printed, so that nodes can be compared. Results always can.
    #[must_use]
    pub fn nodes_are_of(scheme: Option<Scheme>, positions: Option<Positions>, parts: Parts) -> bool {
        scheme == Some(Self::SCHEME) && positions.map(Positions::get) == Some(Self::POSITIONS) && parts == Parts::all()
    }

    /// The table in this file of `testsets/published`.
    ///
    /// # Errors
    ///
    /// No such file is known; the error names those that are.
    pub fn find(file: &str) -> Result<Self> {
        let names = || FILES.iter().map(|(name, _)| *name);
        match FILES.iter().find(|(name, _)| *name == file) {
            Some((_, text)) => text.parse().with_context(|| format!("testsets/published/{file}")),
            None => match nearest(file, names()) {
                Some(name) => bail!("there are no printed figures called `{file}`; did you mean {name}?"),
                None => bail!(
                    "there are no printed figures called `{file}`; there are {}",
                    names().collect::<Vec<_>>().join(", ")
                ),
            },
        }
    }

    /// Table 2.1 of the thesis.
    ///
    /// # Panics
    ///
    /// Never: a test reads the file.
    #[must_use]
    pub fn table_2_1() -> Self {
        Self::find("thesis-table-2.1.csv").expect("the file is part of the binary")
    }

    /// What was printed for `board`.
    #[must_use]
    pub fn get(&self, board: BoardSize) -> Option<Solved> {
        self.0.iter().copied().find(|solved| solved.board == board)
    }

    /// Everything that was printed, in that order.
    pub fn iter(&self) -> impl Iterator<Item = Solved> {
        self.0.iter().copied()
    }
}

impl FromStr for Boards {
    type Err = anyhow::Error;

    /// Reads lines `board,result,nodes` below a line with these names.
    fn from_str(text: &str) -> Result<Self> {
        let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
        match lines.next() {
            Some((_, "board,result,nodes")) => {}
            _ => bail!("the first line has to be `board,result,nodes`"),
        }
        let mut boards: Vec<Solved> = Vec::new();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let solved = solved(line).with_context(|| format!("line {number}: `{line}`"))?;
            if boards.iter().any(|earlier| earlier.board == solved.board) {
                bail!("line {number}: {} is there twice", solved.board);
            }
            boards.push(solved);
        }
        Ok(Self(boards))
    }
}

fn solved(line: &str) -> Result<Solved> {
    let fields: Vec<&str> = line.split(',').collect();
    let &[board, result, nodes] = fields.as_slice() else { bail!("{} fields instead of 3", fields.len()) };
    let result = match result {
        "1" => Class::First,
        "2" => Class::Second,
        "V" => Class::Vertical,
        "H" => Class::Horizontal,
        _ => bail!("the result is none of 1, 2, V, H"),
    };
    Ok(Solved { board: board.parse()?, result, nodes: nodes.parse().context("the nodes are no number")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_the_article_are_whole() {
        let printed = Depths::read().unwrap();
        assert_eq!(printed.0.len(), 6 + 2 * 7 * 6);
        assert_eq!(printed.get(Between::Stamp, None, None, 8), Some(610_696_000));
        assert_eq!(printed.get(Between::Stamp, Some(Scheme::Old), Some("1024K".parse().unwrap()), 3), Some(191_000));
        assert_eq!(printed.get(Between::Stamp, Some(Scheme::Old), Some("512K".parse().unwrap()), 3), None);
    }

    #[test]
    fn table_2_1_is_whole() {
        let table = Boards::table_2_1();
        assert_eq!(table.iter().count(), 35);
        // Every board of m x n with m <= n, m from 2 to 8 and n up to 9.
        for rows in 2..=8 {
            for columns in rows..=9 {
                let board = BoardSize::new(rows, columns).unwrap();
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

    #[test]
    fn what_is_no_table_is_refused() {
        let error = |text: &str| format!("{:#}", text.parse::<Boards>().unwrap_err());
        assert!(error("").contains("first line"));
        assert!(error("board,result\n2x2,1").contains("first line"));
        let with = |line: &str| error(&format!("board,result,nodes\n2x2,1,1\n{line}\n"));
        assert!(with("2x3,1").contains("line 3: `2x3,1`: 2 fields"));
        assert!(with("2x3,W,2").contains("none of 1, 2, V, H"));
        assert!(with("2x3,1,2.5").contains("no number"));
        assert!(with("0x3,1,2").contains("at least one row"));
        assert!(with("2x2,1,1").contains("twice"));
        let error = |file| Boards::find(file).unwrap_err().to_string();
        assert!(error("thesis-table-2.2.csv").contains("did you mean thesis-table-2.1.csv?"));
        assert!(error("nothing").contains("there are thesis-table-2.1.csv"));
    }
}
