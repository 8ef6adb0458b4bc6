//! Domineering: empty boards, solved by DOMI or by the best solver.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use domineering::best::{BestSolver, Techniques};
use domineering::{BoardSize, Domi, Player};
use programs::domineering::{BoardSolver, DomineeringJob};
use programs::{Job, MoveText, SearchOptions, Searched};
use schemes::{Parts, Positions, Scheme};
use serde::Deserialize;

use super::{
    CellSource, Combination, Configuration, FieldError, Frozen, GameCell, GameKind, GamePart, Group, GroupKind, Item,
    Observed, OptionUse, PartContext, PartFields, Profile, SolverKind, SolverMode, SolverProfile, Tables, TextFields,
    bench_cell, plain, some,
};
use crate::Cell;
use crate::board::Board;
use crate::published::Boards;
use crate::readings::Readings;
use crate::report_kind::ReportKind;
use crate::string_fields::{ReadText, read_list};

pub(super) const GAME: Profile = Profile {
    name: "domineering",
    title: "domineering",
    sums: GroupKind::Board,
    kinds: &[ReportKind::Boards, ReportKind::Sizes, ReportKind::Loads],
    can_stamp: false,
    options: &[OptionUse::Boards],
    csv_columns: &["board", "first", "mode"],
    default_positions: "2048K",
    speed_test: ("domineering board=8x8 first=vertical scheme=two-big1 positions=1024K parts=all seed=1970", 2_000_000),
    bench_cells,
};

pub(super) const DOMI: SolverProfile = SolverProfile {
    name: GAME.name,
    game: GameKind::Domineering,
    has_table: true,
    read: |fields| Ok(DomineeringCell::read(SolverMode::Lab, fields)?.into()),
    frozen_without_table,
    frozen_with_table,
};

pub(super) const BEST: SolverProfile = SolverProfile {
    name: "domineering-best",
    game: GameKind::Domineering,
    has_table: true,
    read: |fields| Ok(DomineeringCell::read(SolverMode::Best, fields)?.into()),
    frozen_without_table: frozen_best_without_table,
    frozen_with_table: frozen_best_with_table,
};

/// An empty board and the player who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DomineeringCell {
    /// DOMI or the best solver.
    pub mode: SolverMode,
    /// The board.
    pub board: BoardSize,
    /// Who moves first.
    pub first: Player,
    /// The techniques of the best solver that are switched off.
    pub without: Techniques,
}

impl DomineeringCell {
    /// Returns the row and the column of the first square of a best move, from 1.
    #[must_use]
    pub fn place(board: BoardSize, best: MoveText) -> Option<(u32, u32)> {
        let square: u32 = best.to_string().parse().ok()?;
        Some((square / board.columns() + 1, square % board.columns() + 1))
    }
}

impl From<BoardSize> for Board {
    fn from(board: BoardSize) -> Self {
        // A board has at most 128 squares.
        Self { rows: board.rows() as u8, columns: board.columns() as u8 }
    }
}

impl ReadText for BoardSize {
    fn read_text(text: &str) -> Result<Self> {
        Ok(text.parse()?)
    }
}

impl From<DomineeringCell> for GameCell {
    fn from(cell: DomineeringCell) -> Self {
        Self::Domineering(cell)
    }
}

impl GameCell {
    /// Returns the board and the first player, in domineering.
    #[must_use]
    pub fn board_and_first(&self) -> Option<(BoardSize, Player)> {
        if let Self::Domineering(cell) = self { Some((cell.board, cell.first)) } else { None }
    }

    /// Returns the solver of the board with keys of this seed, in domineering.
    pub(crate) fn board_solver(&self, seed: u64) -> Option<BoardSolver> {
        let Self::Domineering(cell) = self else { return None };
        Some(match cell.mode {
            SolverMode::Lab => Domi { seed, ..Domi::new(cell.board, cell.first) }.into(),
            SolverMode::Best => cell.best(seed).into(),
        })
    }
}

impl DomineeringCell {
    fn read(mode: SolverMode, fields: &TextFields<'_>) -> Result<Self> {
        let (board, first) = (fields.get("board")?.parse()?, read_player(fields.get("first")?)?);
        let without = fields.find("without").filter(|_| mode == SolverMode::Best);
        Ok(Self { mode, board, first, without: without.map_or(Ok(Techniques::empty()), str::parse)? })
    }

    /// Returns the best solver, with keys of this seed.
    fn best(self, seed: u64) -> BestSolver {
        BestSolver { seed, techniques: Techniques::all() - self.without, ..BestSolver::new(self.board, self.first) }
    }
}

impl Configuration for DomineeringCell {
    fn solver(&self) -> SolverKind {
        match self.mode {
            SolverMode::Lab => SolverKind::Domineering,
            SolverMode::Best => SolverKind::DomineeringBest,
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " board={} first={}", self.board, player_name(self.first))?;
        if self.without.is_empty() { Ok(()) } else { write!(f, " without={}", self.without) }
    }

    fn job(&self, seed: u64) -> Result<Job> {
        Ok(match self.mode {
            SolverMode::Lab => DomineeringJob { board: self.board, first: self.first, seed }.into(),
            SolverMode::Best => self.best(seed).into(),
        })
    }

    fn csv(&self) -> Vec<(&'static str, String)> {
        let fields = vec![("board", self.board.to_string()), ("first", player_name(self.first).to_owned())];
        fields.into_iter().chain(self.mode.csv()).collect()
    }

    fn observed(&self, nodes: u64, _: &[Searched], _: &BTreeSet<u8>) -> Vec<Observed> {
        vec![Observed { group: Group::Board(self.board.into()), item: Item::alone(self.first as u16), nodes }]
    }

    fn groups(&self, _: &BTreeSet<u8>) -> Vec<(Group, Option<u8>)> {
        vec![(Group::Board(self.board.into()), None)]
    }

    /// Table 2.1 prints the sum over both first players, and one search of a square board.
    fn expected_nodes(&self) -> Option<u64> {
        static TABLE: LazyLock<Boards> = LazyLock::new(Boards::table_2_1);
        if self.mode == SolverMode::Best {
            return None;
        }
        let searches = if self.board.is_square() { 1 } else { 2 };
        TABLE.get(self.board.into()).map(|printed| printed.nodes.div_ceil(searches))
    }

    fn board(&self) -> Option<Board> {
        Some(self.board.into())
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
    /// The solver.
    pub mode: SolverMode,
    /// The boards.
    pub boards: Vec<BoardSize>,
    /// Who moves first.
    pub first: First,
}

impl GamePart {
    /// Returns the boards, in domineering.
    #[must_use]
    pub fn boards(&self) -> Vec<Board> {
        if let Self::Domineering(part) = self {
            part.boards.iter().map(|&board| board.into()).collect()
        } else {
            vec![]
        }
    }

    /// Returns who moves first on a board of domineering; `None` if the board is not in the part.
    #[must_use]
    pub fn players(&self, board: Board) -> Option<&'static [Player]> {
        let Self::Domineering(part) = self else { return None };
        let board = part.boards.iter().find(|one| Board::from(**one) == board)?;
        Some(part.first.players(*board))
    }
}

impl CellSource for DomineeringPart {
    fn cells(&self, _: Option<Scheme>) -> Vec<GameCell> {
        let cell = |board, first| cell(self.mode, board, first).into();
        let cells = |&board: &BoardSize| self.first.players(board).iter().map(move |&first| cell(board, first));
        self.boards.iter().flat_map(cells).collect()
    }

    fn has_options(&self) -> bool {
        self.mode == SolverMode::Lab
    }
}

fn cell(mode: SolverMode, board: BoardSize, first: Player) -> DomineeringCell {
    DomineeringCell { mode, board, first, without: Techniques::empty() }
}

/// The fields of a definition.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Fields {
    #[serde(default)]
    mode: SolverMode,
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
        let Self { mode, boards, first, searches, also, readings, schemes, positions, parts } = self;
        some("searches", &searches)?;
        some("boards", &boards)?;
        let tables = Tables { searches, also, readings, schemes, positions, parts };
        mode.check(&tables)?;
        let game = GamePart::Domineering(DomineeringPart { mode, boards, first });
        Ok((game, tables))
    }
}

/// Returns every scheme, and every use of the table, on boards that take a fraction of a second even in a debug build.
fn bench_cells() -> Result<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut add = |board: &str, players: &[Player], scheme: Option<Scheme>, positions: &str, parts: Parts| {
        let board: BoardSize = board.parse()?;
        for &first in players {
            cells.push(bench_cell(cell(SolverMode::Lab, board, first), scheme, positions, parts)?);
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

/// Boards that the solver did not decide at once when the list was frozen.
fn frozen_best_without_table() -> Result<Vec<GameCell>> {
    Ok(vec![best("5x6", Player::Vertical)?, best("6x6", Player::Horizontal)?])
}

fn frozen_best_with_table() -> Result<Vec<Frozen>> {
    Ok(vec![
        Frozen::new(best("6x7", Player::Horizontal)?, "64", Parts::all(), 0),
        Frozen::new(best("7x7", Player::Vertical)?, "256", Parts::all(), 3),
    ])
}

fn frozen_without_table() -> Result<Vec<GameCell>> {
    Ok(vec![frozen("4x6", Player::Vertical)?, frozen("5x4", Player::Vertical)?])
}

fn frozen_with_table() -> Result<Vec<Frozen>> {
    Ok(vec![
        Frozen::new(frozen("5x6", Player::Vertical)?, "64", Parts::all(), 0),
        Frozen::new(frozen("6x6", Player::Horizontal)?, "256", Parts::all(), 3),
        Frozen::new(frozen("5x5", Player::Horizontal)?, "256", Parts::EXACT, 1),
        Frozen::new(frozen("5x5", Player::Vertical)?, "32", Parts::BOUNDS, 2),
    ])
}

fn frozen(board: &str, first: Player) -> Result<GameCell> {
    Ok(cell(SolverMode::Lab, board.parse()?, first).into())
}

fn best(board: &str, first: Player) -> Result<GameCell> {
    Ok(cell(SolverMode::Best, board.parse()?, first).into())
}
