//! A chess program that plays: either program of the workspace, with its table.

use std::fmt;
use std::fs::File;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use alibaba::{Alibaba, Playing};
use chess::{Move, Position};
use engine::{ChessMemory, StandardTechniques, Techniques};
use schemes::{EvaluationTable, Masked, Parts, Scheme, TranspositionTable};
use search::{
    Aspiration, ChosenOptions, Game as _, HitSize, Member, Moves, NodeLimit, Outcome, PackedMoves, Parallel, Score,
    Search, Window, iteration,
};
use tt::{Contents, FileError, Inspect, Maintain, Pages, Size, Table, TableError};

use super::{Beat, ChessTable, EngineTable, Observed, Watched};
use crate::limit::Limited;
use crate::with_or_without;

/// One of the two programs of a game.
///
/// ```
/// use programs::chess::Program;
///
/// assert_eq!("historic".parse(), Ok(Program::Historic));
/// assert_eq!((Program::default().to_string().as_str(), Program::Best.chess_name()), ("best", "engine"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Program {
    /// The strongest program: in chess, that of the crate `engine`.
    #[default]
    Best,
    /// The program of the sources: in chess, ALIBABA.
    Historic,
}

/// A word that names no program.
///
/// ```
/// let error = "strong".parse::<programs::chess::Program>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown program `strong`: expected best or historic");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown program `{0}`: expected best or historic")]
pub struct UnknownProgram(String);

impl Program {
    /// Both programs, the strongest first.
    pub const ALL: [Self; 2] = [Self::Best, Self::Historic];

    /// Returns the word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Historic => "historic",
        }
    }

    /// Returns the name of the chess program.
    #[must_use]
    pub fn chess_name(self) -> &'static str {
        match self {
            Self::Best => "engine",
            Self::Historic => "alibaba",
        }
    }

    /// Returns the scheme of the chess program's table, if no other is chosen.
    ///
    /// # Panics
    ///
    /// Never panics: the scheme is one of the built-in ones.
    #[must_use]
    pub fn scheme(self) -> Scheme {
        match self {
            Self::Best => "depth-3+age-8+packed".parse().expect("the name of a scheme"),
            Self::Historic => Scheme::TwoBig1,
        }
    }

    /// Returns how the threads of the chess program share the work, unless another way is chosen: the faster one.
    #[must_use]
    pub fn parallel(self) -> Parallel {
        match self {
            Self::Best => Parallel::Lazy,
            Self::Historic => Parallel::Abdada,
        }
    }
}

impl FromStr for Program {
    type Err = UnknownProgram;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|program| program.name() == text);
        named.ok_or_else(|| UnknownProgram(text.to_owned()))
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A program with its table, and with what else it keeps from search to search.
pub struct Player(Kind);

enum Kind {
    Engine { memory: Box<ChessMemory>, table: EngineTable },
    Alibaba { game: Box<Alibaba<Playing>>, table: ChessTable },
}

/// What a player uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerSettings {
    /// The program.
    pub program: Program,
    /// The replacement scheme of its table; `None` searches without a table.
    pub scheme: Option<Scheme>,
    /// The size of its table.
    pub size: Size,
    /// The parts of its table that are in use.
    pub parts: Parts,
    /// Whether several threads use the table. Its memory is not yet written to: see [`Player::part_clearer`].
    pub is_shared: bool,
}

/// Does the same with the table of either program.
macro_rules! table {
    ($player:expr, $table:ident => $result:expr) => {
        match $player {
            Kind::Engine { table: $table, .. } => $result,
            Kind::Alibaba { table: $table, .. } => $result,
        }
    };
}

impl Player {
    /// Creates a player for games whose keys have the seed of `position`, with an empty table in huge pages, if the
    /// system provides them.
    ///
    /// # Errors
    ///
    /// The table cannot be allocated, or threads cannot share it.
    pub fn new(settings: PlayerSettings, position: &Position) -> Result<Self, TableError> {
        let PlayerSettings { program, scheme, size, parts, is_shared } = settings;
        let is_shared = is_shared && scheme.is_some();
        let (scheme, size, parts) = with_or_without(scheme, size, parts);
        Ok(Self(match program {
            Program::Best => {
                let table = if is_shared {
                    EvaluationTable::shared_with_evaluations(size, scheme, Pages::Huge, false)?
                } else {
                    EvaluationTable::with_evaluations(size, scheme, Pages::Huge)?
                };
                Kind::Engine { memory: Box::new(ChessMemory::new(position)), table: Masked::new(table, parts) }
            }
            Program::Historic => {
                let table = if is_shared {
                    Masked::new(TranspositionTable::shared_unwritten(size, scheme, Pages::Huge)?, parts)
                } else {
                    super::table(scheme, size, parts)?
                };
                let game = Alibaba::new(position.clone()).with_options(Playing);
                Kind::Alibaba { game: Box::new(game), table }
            }
        }))
    }

    /// Returns the program.
    #[must_use]
    pub fn program(&self) -> Program {
        match &self.0 {
            Kind::Engine { .. } => Program::Best,
            Kind::Alibaba { .. } => Program::Historic,
        }
    }

    /// Returns a player with the same table, for another thread, if the table is shared.
    #[must_use]
    pub fn another(&self, position: &Position) -> Option<Self> {
        Some(Self(match &self.0 {
            Kind::Engine { table, .. } => {
                let table = Masked::new(table.get_ref().handle()?, table.parts());
                Kind::Engine { memory: Box::new(ChessMemory::new(position)), table }
            }
            Kind::Alibaba { table, .. } => {
                let game = Alibaba::new(position.clone()).with_options(Playing);
                let table = Masked::new(table.get_ref().handle()?, table.parts());
                Kind::Alibaba { game: Box::new(game), table }
            }
        }))
    }

    /// Returns a function that removes the positions of one of several parts of a shared table, like
    /// [`TranspositionTable::clear_part`](schemes::TranspositionTable::clear_part), so that each thread can remove a
    /// part. It returns false if the table is private.
    pub fn part_clearer(&self) -> impl Fn(usize, usize) -> bool + Sync + '_ {
        let (of_engine, of_alibaba) = match &self.0 {
            Kind::Engine { table, .. } => (Some(table), None),
            Kind::Alibaba { table, .. } => (None, Some(table)),
        };
        move |part, of| {
            of_engine.is_some_and(|table| table.get_ref().clear_part(part, of))
                || of_alibaba.is_some_and(|table| table.get_ref().clear_part(part, of))
        }
    }

    /// Removes the positions of the table.
    pub fn clear_table(&mut self) {
        table!(&mut self.0, table => table.clear());
    }

    /// Writes the table to a file: see [`TranspositionTable::save`].
    ///
    /// # Errors
    ///
    /// The file cannot be written, or the table does not consist of buckets.
    pub fn save_table(&self, contents: Contents<'_>, to: &File) -> Result<(), FileError> {
        table!(&self.0, table => table.get_ref().save(contents, to))
    }

    /// Replaces the content of the table by that of a file: see [`TranspositionTable::restore`].
    ///
    /// # Errors
    ///
    /// The file cannot be read, or has not this table; then the table does not change.
    pub fn restore_table(&mut self, contents: Contents<'_>, from: &File) -> Result<(), FileError> {
        table!(&mut self.0, table => table.get_mut().restore(contents, from))
    }

    /// Forgets what was learnt besides the table, before another game. ALIBABA learns nothing that it keeps.
    pub fn forget(&mut self) {
        if let Kind::Engine { memory, .. } = &mut self.0 {
            memory.clear();
        }
    }

    /// Stamps the positions of the table, between two searches.
    pub fn stamp(&mut self) {
        table!(&mut self.0, table => table.stamp());
    }

    /// Returns the number of positions that the table can keep.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        table!(&self.0, table => table.get_ref().capacity())
    }

    /// Returns the number of positions in the table.
    #[must_use]
    pub fn fill(&self) -> u64 {
        table!(&self.0, table => table.get_ref().fill())
    }

    /// Returns the permille of the table that the present search uses.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        table!(&self.0, table => table.hashfull())
    }

    /// Returns the best move that the table knows, if it is legal.
    #[must_use]
    pub fn known_move(&self, position: &Position) -> Option<Move> {
        let known = match &self.0 {
            Kind::Engine { table, .. } => {
                table.probe(position.key()).and_then(|record| Move::from_bits(record.payload.best_move))
            }
            Kind::Alibaba { table, .. } => table.probe(position.key()).and_then(|record| record.payload.best()),
        };
        known.filter(|&mv| position.is_legal(mv))
    }

    /// Begins a search that stops when `stop` is set, when `beat` returns true, or before all searches with this
    /// `limit` visit more nodes together. With a member of a team, it also stops with the team. If it `is_exact`, no
    /// move is pruned, so that a search to a depth finds every mate within it.
    pub fn search<'a>(
        &'a mut self,
        position: &Position,
        member: Option<Member<'a, Playing>>,
        limit: &'a NodeLimit,
        (stop, beat): (&'a AtomicBool, Beat<'a>),
        is_exact: bool,
    ) -> PlayerSearch<'a> {
        let observer = (None, (Watched::new(stop, beat), Some(Limited::new(limit, None))));
        match &mut self.0 {
            Kind::Engine { memory, table } => {
                let search = engine::ChessSearch::new(position, memory, table).observed_by(observer).in_team(member);
                if is_exact {
                    let techniques = Techniques::STANDARD.difference(Techniques::SELECTIVE);
                    PlayerSearch(Running::Exact(search.with_techniques(techniques)))
                } else {
                    PlayerSearch(Running::Engine(search))
                }
            }
            Kind::Alibaba { game, table } => {
                game.turn_to(position.clone());
                let hit_size = HitSize::counting(table.get_ref().scheme().counts_stored_nodes());
                let search = Search::new(&mut **game, table).window(Window::Minimal).hit_size(hit_size);
                let search = search.observed_by(observer).with_options(Playing);
                match member {
                    None => PlayerSearch(Running::Alone(search)),
                    Some(member) => PlayerSearch(Running::Team(search.with_options(member))),
                }
            }
        }
    }
}

/// The search of ALIBABA.
type OfAlibaba<'a, C> = Search<'a, Alibaba<Playing>, &'a mut ChessTable, Observed<'a, 'a>, C>;
/// The search of the strongest program.
type OfEngine<'a, C> = engine::ChessSearch<'a, &'a mut EngineTable, C, Observed<'a, 'a>>;

/// An iterative search of one position, which can be stopped from another thread.
pub struct PlayerSearch<'a>(Running<'a>);

enum Running<'a> {
    /// The strongest program.
    Engine(OfEngine<'a, StandardTechniques>),
    /// The strongest program, which prunes nothing.
    Exact(OfEngine<'a, Techniques>),
    /// ALIBABA.
    Alone(OfAlibaba<'a, Playing>),
    /// ALIBABA with other threads.
    Team(OfAlibaba<'a, Member<'a, Playing>>),
}

impl PlayerSearch<'_> {
    /// Nodes between two beats.
    pub const STEP: u64 = 256;

    /// Searches only `moves` at the root, which have to be legal; `None` searches every move.
    ///
    /// # Panics
    ///
    /// Panics if `moves` is an empty list.
    pub fn set_root_moves(&mut self, moves: Option<Vec<Move>>) {
        match &mut self.0 {
            Running::Engine(search) => search.set_root_moves(moves),
            Running::Exact(search) => search.set_root_moves(moves),
            Running::Alone(search) => search.set_root_moves(moves),
            Running::Team(search) => search.set_root_moves(moves),
        }
    }

    /// Searches to `depth` plies, first with a window around `expected`.
    pub fn iteration(&mut self, depth: u8, expected: Option<Score>) -> Outcome<Move> {
        let aspiration = Aspiration::Inclusive(alibaba::ASPIRATION);
        match &mut self.0 {
            Running::Engine(search) => search.iteration(depth, expected),
            Running::Exact(search) => search.iteration(depth, expected),
            Running::Alone(search) => iteration(search, depth, aspiration, expected).outcome,
            Running::Team(search) => iteration(search, depth, aspiration, expected).outcome,
        }
    }

    /// Returns whether an iteration searches the best move of the last one first, so that the best move of an
    /// interrupted iteration is the better one.
    #[must_use]
    pub fn starts_with_the_best(&self) -> bool {
        matches!(self.0, Running::Engine(_) | Running::Exact(_))
    }

    /// Returns the principal variation of the last iteration.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        match &self.0 {
            Running::Engine(search) => search.line(),
            Running::Exact(search) => search.line(),
            Running::Alone(search) => search.line(),
            Running::Team(search) => search.line(),
        }
    }

    /// Returns the permille of the table that this search uses.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        match &self.0 {
            Running::Engine(search) => search.table().hashfull(),
            Running::Exact(search) => search.table().hashfull(),
            Running::Alone(search) => search.table().hashfull(),
            Running::Team(search) => search.table().hashfull(),
        }
    }

    /// Returns the greatest distance from the root that the last iteration reached, if the program tells it.
    #[must_use]
    pub fn deepest(&self) -> Option<usize> {
        match &self.0 {
            Running::Engine(search) => Some(search.deepest()),
            Running::Exact(search) => Some(search.deepest()),
            Running::Alone(_) | Running::Team(_) => None,
        }
    }

    /// Returns the fraction of the nodes of the last iteration that the subtree of a root move took, if the program
    /// tells it.
    #[must_use]
    pub fn effort(&self, mv: Move) -> Option<f64> {
        match &self.0 {
            Running::Engine(search) => Some(search.effort(mv)),
            Running::Exact(search) => Some(search.effort(mv)),
            Running::Alone(_) | Running::Team(_) => None,
        }
    }

    /// Returns the number of moves until the mate that a score announces, if the search has proved it: see
    /// [`chess::searched_mate_in`].
    #[must_use]
    pub fn mate_in(&self, score: Score, depth: u8) -> Option<i32> {
        match &self.0 {
            Running::Engine(_) | Running::Exact(_) => chess::mate_in(score),
            Running::Alone(_) | Running::Team(_) => chess::searched_mate_in(score, depth),
        }
    }
}

/// Returns the first of `moves` in the order in which ALIBABA would search them, to play without a search.
///
/// # Panics
///
/// Panics if there are no moves, or if none of them is legal.
#[must_use]
pub fn first_ranked(position: &Position, moves: &[Move]) -> Move {
    let first = first_of(&mut Alibaba::new(position.clone()), |mv| moves.contains(&mv));
    first.expect("one of the moves is legal")
}

/// Returns the first move in the order of a search for which `is_wanted` returns true.
pub(super) fn first_of<C: ChosenOptions>(game: &mut Alibaba<C>, is_wanted: impl Fn(Move) -> bool) -> Option<Move> {
    let mut ranked = Moves::new();
    game.expand(0, &mut ranked);
    ranked.sort();
    ranked.iter().map(|child| child.mv).find(|&mv| is_wanted(mv))
}
