//! A game of chess between two searches.

mod sides;

use chess::{Colour, Move, Position};
use engine::Techniques;
use schemes::Scheme;
use tt::{Size, TableError};

use super::Program;
use crate::options::SearchOptions;
use crate::played::Work;
use sides::player;

/// A game ends in a draw after this number of moves of both sides, those of the opening included.
pub const MOST_PLIES: usize = 400;

/// The program of a side, with how it searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideProgram {
    /// The strongest program, with these techniques.
    Engine(Techniques),
    /// ALIBABA, with these options.
    Alibaba(SearchOptions),
}

impl SideProgram {
    /// Returns the program.
    #[must_use]
    pub fn program(self) -> Program {
        match self {
            Self::Engine(_) => Program::Best,
            Self::Alibaba(_) => Program::Historic,
        }
    }
}

/// How a side searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchSide {
    /// The replacement scheme of its table; `None` searches without a table.
    pub scheme: Option<Scheme>,
    /// The size of its table.
    pub size: Size,
    /// The program.
    pub program: SideProgram,
    /// The most nodes of a move.
    pub nodes: u64,
    /// Whether its table is cleared before each move. Otherwise the positions in it are stamped.
    pub forgets: bool,
}

/// The position from which a game starts, and the moves that are not searched.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The initial position of the game.
    pub start: Position,
    /// The moves that are played without a search.
    pub moves: Vec<Move>,
}

impl Opening {
    /// Returns the position after the moves of the opening.
    #[must_use]
    pub fn end(&self) -> Position {
        let mut position = self.start.clone();
        for &mv in &self.moves {
            position.play(mv);
        }
        position
    }
}

/// Decides when a side must move, and whether a game continues. The default is a game without a clock.
pub trait Referee {
    /// Called before a side searches. Returns whether the game continues.
    fn begins_move(&mut self) -> bool {
        true
    }

    /// Called from time to time during a search. Returns whether the side must move.
    fn is_time_up(&mut self) -> bool {
        false
    }

    /// Called after a side has moved, with what it has searched.
    fn moved(&mut self, work: Work) {
        let _ = work;
    }
}

/// No clock.
impl Referee for () {}

/// How a game ended.
///
/// ```
/// use chess::Colour;
/// use programs::chess::versus::GameEnd;
///
/// assert_eq!(GameEnd::Checkmate(Colour::White).half_points(Colour::White), 2);
/// assert_eq!(GameEnd::Checkmate(Colour::White).half_points(Colour::Black), 0);
/// assert_eq!(GameEnd::Stalemate.half_points(Colour::Black), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// This player has won.
    Checkmate(Colour),
    /// The player to move has no legal move.
    Stalemate,
    /// The position has occurred three times.
    Repetition,
    /// Each player has made fifty moves without a capture or pawn move.
    FiftyMoves,
    /// Neither player can win.
    InsufficientMaterial,
    /// The game has [`MOST_PLIES`] moves.
    TooLong,
}

impl GameEnd {
    /// Returns the half points of a player: 0, 1 or 2.
    #[must_use]
    pub fn half_points(self, player: Colour) -> usize {
        match self {
            Self::Checkmate(winner) => 2 * usize::from(winner == player),
            _ => 1,
        }
    }

    /// Returns the end of a game with `plies` moves; `None` if the game continues.
    #[must_use]
    pub fn of(position: &Position, plies: usize) -> Option<Self> {
        if !position.has_legal_move() {
            let mated = position.in_check();
            return Some(if mated { Self::Checkmate(!position.to_move()) } else { Self::Stalemate });
        }
        if position.is_threefold_repetition() {
            Some(Self::Repetition)
        } else if position.is_fifty_moves() {
            Some(Self::FiftyMoves)
        } else if position.is_insufficient_material() {
            Some(Self::InsufficientMaterial)
        } else {
            (plies >= MOST_PLIES).then_some(Self::TooLong)
        }
    }
}

/// A complete game.
///
/// ```
/// use chess::{Colour, Position};
/// use engine::Techniques;
/// use programs::chess::versus::{GameEnd, MatchSide, Opening, SideProgram, play};
///
/// let (size, program) = ("8K".parse()?, SideProgram::Engine(Techniques::STANDARD));
/// let side = MatchSide { program, scheme: None, size, nodes: 2_000, forgets: false };
/// let start = Position::from_fen("7k/8/8/8/8/8/R7/1R5K w - - 0 1")?;
/// let game = play(&Opening { start, moves: Vec::new() }, [&side, &side], &mut ())?.expect("nobody ends it");
/// assert_eq!(game.end, GameEnd::Checkmate(Colour::White));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// All moves, from the initial position of the opening.
    pub moves: Vec<Move>,
    /// How the game ended.
    pub end: GameEnd,
    /// What White and Black have searched.
    pub work: [Work; 2],
}

/// Plays a game between White and Black. Returns `None` if the referee ends it.
///
/// Each side has its own table, empty at first, which it keeps during the game, unless it forgets. Between two of its
/// moves, all positions in the table are stamped, unless an option of its search says otherwise. A side searches one
/// ply deeper after each iteration until it reaches its node limit, and plays the best move of the last complete
/// iteration. The search of ALIBABA is that of the [UCI engine](super::PlayerSearch), so that options about aspiration
/// windows have no effect.
///
/// Without a clock, a game depends on nothing but the arguments.
///
/// # Errors
///
/// A table cannot be allocated.
pub fn play(
    opening: &Opening,
    sides: [&MatchSide; 2],
    referee: &mut dyn Referee,
) -> Result<Option<PlayedGame>, TableError> {
    let mut position = opening.end();
    let mut moves = opening.moves.clone();
    let mut players = [player(sides[0], &position)?, player(sides[1], &position)?];
    let mut work = [Work::default(); 2];
    loop {
        if let Some(end) = GameEnd::of(&position, moves.len()) {
            return Ok(Some(PlayedGame { moves, end, work }));
        }
        if !referee.begins_move() {
            return Ok(None);
        }
        let side = position.to_move() as usize;
        let (best, searched) = players[side].think(&position, referee);
        work[side] += searched;
        referee.moved(searched);
        position.play(best);
        moves.push(best);
    }
}
