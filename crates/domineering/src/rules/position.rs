//! Positions of the game.

use std::fmt;
use std::sync::Arc;

use search::{ChosenOptions, Plain};
use tt::Key;
use zobrist::Numbers;

use crate::rules::bitboard::{Bitboard, Lanes};
use crate::rules::outlook::{Counts, Outlook};
use crate::{BoardSize, Player};

/// A move, identified by the upper or left square of the domino.
///
/// The player to move determines the direction of the domino.
///
/// ```
/// use domineering::{Move, Player, Position};
///
/// let position = Position::<u64>::new("2x2".parse()?, Player::Horizontal, zobrist::DEFAULT_SEED);
/// assert!(position.moves().eq([Move(0), Move(2)]));
/// # Ok::<(), domineering::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u8);

/// A position of domineering, with a bitboard of type `S`: `u64` for boards of up to 64 squares, `u128` for larger
/// ones.
///
/// The value of a position is 1 if the player to move wins and -1 otherwise. The position has four keys: its own and
/// those of its three reflections. A key covers only the occupied squares, not who covered them or who is to move
/// (`[Breuker 1998, 2.3.1]`), so one table must not mix searches with different first players. `C` are the options of
/// the search; the plain program is compiled without them.
///
/// ```
/// use domineering::{BoardSize, Move, Player, Position};
/// use search::Game;
///
/// let mut position = Position::<u64>::new("2x3".parse()?, Player::Vertical, zobrist::DEFAULT_SEED);
/// assert_eq!(position.mobility(Player::Vertical), 3);
/// position.play(Move(1));
/// assert_eq!(position.to_string(), ".#.\n.#.\n");
/// assert_eq!(position.counts(Player::Vertical).safe, 2);
/// assert_eq!(position.mobility(Player::Horizontal), 0);
/// # Ok::<(), domineering::BoardError>(())
/// ```
#[derive(Clone)]
pub struct Position<S, C = Plain> {
    pub(crate) empty: S,
    pub(crate) keys: [Key; REFLECTIONS],
    pub(crate) to_move: Player,
    pub(crate) geometry: Arc<Geometry<S>>,
    pub(crate) options: C,
}

pub(crate) const REFLECTIONS: usize = 4;

/// The data that stays the same during a game.
pub(crate) struct Geometry<S> {
    board: BoardSize,
    pub(crate) rows: Lanes<S>,
    pub(crate) columns: Lanes<S>,
    /// The key changes of a vertical domino, by its first square.
    vertical: Box<[[Key; REFLECTIONS]]>,
    /// The key changes of a horizontal domino, by its first square.
    horizontal: Box<[[Key; REFLECTIONS]]>,
    /// The random number of each square, for each reflection.
    pub(crate) numbers: Box<[[Key; REFLECTIONS]]>,
}

impl<S> Geometry<S> {
    #[inline]
    pub(crate) fn dominoes(&self, player: Player) -> &[[Key; REFLECTIONS]] {
        match player {
            Player::Vertical => &self.vertical,
            Player::Horizontal => &self.horizontal,
        }
    }
}

impl<S: Bitboard> Position<S> {
    /// Creates an empty board with `first` to move. The keys use random numbers from `seed`.
    ///
    /// # Panics
    ///
    /// Panics if the board has more squares than `S` has bits.
    #[must_use]
    pub fn new(board: BoardSize, first: Player, seed: u64) -> Self {
        let squares = board.squares();
        assert!(squares <= S::CAPACITY, "board {board} does not fit into {} bits", S::CAPACITY);
        let drawn = Numbers::generate(seed, squares as usize);
        let numbers: Box<[[Key; REFLECTIONS]]> = (0..squares)
            .map(|square| std::array::from_fn(|reflection| drawn[board.reflect(square, reflection) as usize]))
            .collect();
        let dominoes = |step: u32| {
            (0..squares)
                .map(|first| {
                    let second = numbers.get((first + step) as usize).copied().unwrap_or_default();
                    std::array::from_fn(|i| numbers[first as usize][i] ^ second[i])
                })
                .collect()
        };
        let geometry = Geometry {
            board,
            rows: Lanes::rows_of(board),
            columns: Lanes::columns_of(board),
            vertical: dominoes(board.columns()),
            horizontal: dominoes(1),
            numbers,
        };
        Self {
            empty: S::below(squares),
            keys: [Key::default(); REFLECTIONS],
            to_move: first,
            geometry: Arc::new(geometry),
            options: Plain,
        }
    }

    /// Returns the position for a search with options.
    #[must_use]
    pub fn with_options<C: ChosenOptions>(self, options: C) -> Position<S, C> {
        let Self { empty, keys, to_move, geometry, options: Plain } = self;
        Position { empty, keys, to_move, geometry, options }
    }
}

impl<S: Bitboard, C: ChosenOptions> Position<S, C> {
    /// Returns the size of the board.
    #[must_use]
    pub fn board(&self) -> BoardSize {
        self.geometry.board
    }

    /// Returns the player to move.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Returns whether `square` is covered by a domino. Squares are numbered row by row.
    #[must_use]
    pub fn is_occupied(&self, square: u32) -> bool {
        self.empty & S::square(square) == S::NONE
    }

    /// Returns the numbers of real and safe moves of `player`.
    #[must_use]
    pub fn counts(&self, player: Player) -> Counts {
        let outlook = self.outlook(player);
        outlook.own
    }

    /// Returns the number of legal moves that `player` would have if it were to move, called *mobility*.
    #[must_use]
    pub fn mobility(&self, player: Player) -> u32 {
        self.outlook(player).moves.count()
    }

    /// Returns the legal moves of the player to move, in the order of their squares.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<S, C> {
        let moves = self.outlook(self.to_move).moves;
        (0..self.board().squares())
            .filter(move |&square| moves & S::square(square) != S::NONE)
            .map(|square| Move(square as u8))
    }

    #[inline]
    pub(crate) fn outlook(&self, player: Player) -> Outlook<S> {
        let Geometry { rows, columns, .. } = &*self.geometry;
        match player {
            Player::Vertical => Outlook::new(self.empty, columns, rows),
            Player::Horizontal => Outlook::new(self.empty, rows, columns),
        }
    }
}

impl<S: Bitboard, C: ChosenOptions> PartialEq for Position<S, C> {
    fn eq(&self, other: &Self) -> bool {
        (self.board(), self.empty, self.to_move, self.keys) == (other.board(), other.empty, other.to_move, other.keys)
    }
}

impl<S: Bitboard, C: ChosenOptions> fmt::Display for Position<S, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.board().rows() {
            for column in 0..self.board().columns() {
                let occupied = self.is_occupied(row * self.board().columns() + column);
                f.write_str(if occupied { "#" } else { "." })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl<S: Bitboard, C: ChosenOptions> fmt::Debug for Position<S, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} to move, keys {:?}\n{self}", self.board(), self.to_move, self.keys)
    }
}
