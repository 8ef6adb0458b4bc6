//! Domineering: empty boards, solved by DOMI.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use domineering::{BoardSize, Player};
use programs::{Job, SearchOptions, Searched};
use serde::Deserialize;
use tt::{Parts, Positions, Scheme};

use super::{
    Combination, Configuration, CsvFields, FieldError, Frozen, GameCell, GamePart, Group, Item, Observed, PartContext,
    PartFields, SolverKind, Tables, TextFields, bench_cell, plain, some,
};
use crate::Cell;
use crate::fields::read_list;
use crate::published::Boards;
use crate::readings::Readings;

/// An empty board and the player who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DomineeringCell {
    /// The board.
    pub board: BoardSize,
    /// Who moves first.
    pub first: Player,
}

impl DomineeringCell {
    pub(super) fn read(fields: &TextFields<'_>) -> Result<Self> {
        Ok(Self { board: fields.get("board")?.parse()?, first: read_player(fields.get("first")?)? })
    }
}

impl Configuration for DomineeringCell {
    fn solver(&self) -> SolverKind {
        SolverKind::Domineering
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " board={} first={}", self.board, player_name(self.first))
    }

    fn job(&self, seed: u64) -> Result<Job> {
        Ok(Job::Domineering { board: self.board, first: self.first, seed })
    }

    fn csv(&self) -> CsvFields {
        let (board, first) = (self.board.to_string(), player_name(self.first).to_owned());
        CsvFields { board, first, ..CsvFields::default() }
    }

    fn observed(&self, nodes: u64, _: &[Searched], _: &BTreeSet<u8>) -> Vec<Observed> {
        vec![Observed { group: Group::Board(self.board), item: Item::alone(self.first as u16), nodes }]
    }

    fn groups(&self, _: &BTreeSet<u8>) -> Vec<(Group, Option<u8>)> {
        vec![(Group::Board(self.board), None)]
    }

    /// Table 2.1 prints the sum over both first players, and one search of a square board.
    fn printed_nodes(&self) -> Option<u64> {
        static TABLE: LazyLock<Boards> = LazyLock::new(Boards::table_2_1);
        let searches = if self.board.is_square() { 1 } else { 2 };
        TABLE.get(self.board).map(|printed| printed.nodes.div_ceil(searches))
    }
}

/// Returns `vertical` or `horizontal`.
#[must_use]
pub fn player_name(player: Player) -> &'static str {
    match player {
        Player::Vertical => "vertical",
        Player::Horizontal => "horizontal",
    }
}

fn read_player(name: &str) -> Result<Player> {
    let found = Player::BOTH.into_iter().find(|&player| player_name(player) == name);
    found.with_context(|| format!("unknown player `{name}`: expected vertical or horizontal"))
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// Vertical.
    Vertical,
    /// Horizontal.
    Horizontal,
    /// Each player in turn. On a square board Vertical alone: by symmetry, the winner is the same.
    Both,
}

impl First {
    /// Returns the players who move first on this board, in turn.
    #[must_use]
    pub fn players(self, board: BoardSize) -> &'static [Player] {
        match self {
            Self::Vertical => &[Player::Vertical],
            Self::Horizontal => &[Player::Horizontal],
            Self::Both if board.is_square() => &[Player::Vertical],
            Self::Both => &Player::BOTH,
        }
    }
}

/// Boards to solve.
#[derive(Clone, Debug)]
pub struct DomineeringPart {
    /// The boards.
    pub boards: Vec<BoardSize>,
    /// Who moves first.
    pub first: First,
}

impl DomineeringPart {
    pub(super) fn cells(&self) -> Vec<GameCell> {
        let cells = |&board: &BoardSize| {
            self.first.players(board).iter().map(move |&first| DomineeringCell { board, first }.into())
        };
        self.boards.iter().flat_map(cells).collect()
    }
}

/// The fields of a definition.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Fields {
    #[serde(deserialize_with = "read_list")]
    boards: Vec<BoardSize>,
    first: First,
    // The search and the table, as in every game.
    #[serde(default = "plain", deserialize_with = "read_list")]
    searches: Vec<SearchOptions>,
    #[serde(default)]
    also: Vec<Combination>,
    #[serde(default, deserialize_with = "read_list")]
    readings: Vec<Readings>,
    #[serde(deserialize_with = "read_list")]
    schemes: Vec<Option<Scheme>>,
    #[serde(deserialize_with = "read_list")]
    positions: Vec<Positions>,
    #[serde(deserialize_with = "read_list")]
    parts: Vec<Parts>,
}

impl PartFields for Fields {
    fn part(self, _: &PartContext<'_>, _: &mut Vec<PathBuf>) -> Result<(GamePart, Tables), FieldError> {
        let Self { boards, first, searches, also, readings, schemes, positions, parts } = self;
        some("searches", &searches)?;
        some("boards", &boards)?;
        let game = GamePart::Domineering(DomineeringPart { boards, first });
        Ok((game, Tables { searches, also, readings, schemes, positions, parts }))
    }
}

/// Every scheme, and every use of the table, on boards that take a fraction of a second even in a debug build.
pub(super) fn bench_cells() -> Result<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut add = |board: &str, players: &[Player], scheme: Option<Scheme>, positions: &str, parts: Parts| {
        let board: BoardSize = board.parse()?;
        for &first in players {
            cells.push(bench_cell(DomineeringCell { board, first }, scheme, positions, parts)?);
        }
        anyhow::Ok(())
    };
    let both = &Player::BOTH;
    for &scheme in Scheme::ALL {
        for board in ["5x6", "6x6"] {
            add(board, both, Some(scheme), "256", Parts::all())?;
            add(board, both, Some(scheme), "16K", Parts::all())?;
        }
        for parts in [Parts::EXACT, Parts::BOUNDS] {
            add("5x5", both, Some(scheme), "1K", parts)?;
        }
    }
    add("4x6", both, None, "", Parts::all())?;
    // More squares than a word has bits. Horizontal wins soon on it.
    add("3x22", &[Player::Horizontal], Some(Scheme::TwoBig1), "4K", Parts::all())?;
    Ok(cells)
}

pub(super) fn frozen_without_table() -> Result<Vec<GameCell>> {
    Ok(vec![frozen("4x6", Player::Vertical)?, frozen("5x4", Player::Vertical)?])
}

pub(super) fn frozen_with_table() -> Result<Vec<Frozen>> {
    Ok(vec![
        Frozen::new(frozen("5x6", Player::Vertical)?, "64", Parts::all(), 0),
        Frozen::new(frozen("6x6", Player::Horizontal)?, "256", Parts::all(), 3),
        Frozen::new(frozen("5x5", Player::Horizontal)?, "256", Parts::EXACT, 1),
        Frozen::new(frozen("5x5", Player::Vertical)?, "32", Parts::BOUNDS, 2),
    ])
}

fn frozen(board: &str, first: Player) -> Result<GameCell> {
    Ok(DomineeringCell { board: board.parse()?, first }.into())
}
