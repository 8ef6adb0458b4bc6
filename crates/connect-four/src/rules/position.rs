//! Positions, represented as bitboards (`[Pons, part 6]`).

use std::fmt;
use std::str::FromStr;

use num_traits::{PrimInt as _, Zero as _};

use crate::rules::bits::{bit, is_one_at_most, left, right, width};
use crate::{Bits, BoardSize, MovesError, Shape, Standard};

/// One of the two players.
///
/// ```
/// use connect_four::{Player, Position};
///
/// let position: Position = "445".parse()?;
/// assert_eq!(position.to_move(), Player::Second);
/// # Ok::<(), connect_four::MovesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

/// A position on a board of size `S`.
///
/// Columns are counted from 0 at the left. A position is small: you can copy it before a move instead of undoing the
/// move.
///
/// The *score* of a position is given for the player to move (`[Pons, part 2]`). It is 0 for a draw. Otherwise its
/// absolute value is the number of stones that the winner has left at the end of the game, including the winning stone,
/// and it is negative if the player to move loses. Faster wins have higher scores.
///
/// ```
/// use connect_four::{Player, Position};
///
/// let position: Position = "44455".parse()?;
/// assert_eq!((position.moves(), position.to_move()), (5, Player::Second));
/// assert!(position.can_play(3));
/// assert!(!position.after(0).has_four_in_a_row());
/// # Ok::<(), connect_four::MovesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<S: Shape = Standard> {
    shape: S,
    /// The stones of the player to move.
    current: S::Bits,
    /// The stones of both players.
    mask: S::Bits,
    moves: u32,
}

impl<S: Shape> Position<S> {
    /// Creates the empty board.
    #[inline]
    #[must_use]
    pub fn new(shape: S) -> Self {
        Self { shape, current: S::Bits::zero(), mask: S::Bits::zero(), moves: 0 }
    }

    /// Returns the position with the given stones of the player to move and of both players.
    #[cfg(test)]
    pub(crate) fn from_stones(shape: S, current: S::Bits, mask: S::Bits) -> Self {
        Self { shape, current, mask, moves: mask.count_ones() }
    }

    /// Parses a sequence of moves in the tutorial's notation and returns the position after them.
    ///
    /// Each character is the column of a move: a digit, starting at 1 (`[Pons, part 2]`), or a letter, starting at `a`,
    /// for the columns after the ninth.
    ///
    /// # Errors
    ///
    /// Returns an error for the first character that does not name a column of the board, names a full column, or makes
    /// four in a row. The tutorial also rejects moves after which the game is over.
    ///
    /// ```
    /// use connect_four::{BoardSize, Position};
    ///
    /// let position = Position::read("4x5".parse::<BoardSize>()?, "33345")?;
    /// assert_eq!(position.moves(), 5);
    /// let error = Position::read("4x5".parse::<BoardSize>()?, "3336").unwrap_err();
    /// assert_eq!(error.to_string(), "invalid move `6` (character 4): the board has columns 1 to 5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(shape: S, moves: &str) -> Result<Self, MovesError> {
        let mut position = Self::new(shape);
        for (index, character) in (1..).zip(moves.chars()) {
            let column = character.to_digit(36).and_then(|digit| digit.checked_sub(1));
            let Some(column) = column.filter(|&column| column < shape.columns()) else {
                return Err(MovesError::NoColumn { character, index, columns: shape.columns() });
            };
            if !position.can_play(column) {
                return Err(MovesError::Full { character, index });
            }
            if position.is_winning_move(column) {
                return Err(MovesError::Won { character, index });
            }
            position.play(column);
        }
        Ok(position)
    }

    /// Returns the size of the board.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> S {
        self.shape
    }

    /// Returns the number of stones on the board.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Returns the number of free squares.
    #[inline]
    #[must_use]
    pub fn free(&self) -> u32 {
        self.shape.squares() - self.moves
    }

    /// Returns the player to move.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Player {
        if self.moves.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// Returns the stones of the player to move.
    #[inline]
    #[must_use]
    pub fn own(&self) -> S::Bits {
        self.current
    }

    /// Returns the stones of the opponent.
    #[inline]
    #[must_use]
    pub fn theirs(&self) -> S::Bits {
        self.current ^ self.mask
    }

    /// Returns the stones of both players.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> S::Bits {
        self.mask
    }

    /// Returns the free squares.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> S::Bits {
        self.shape.all() ^ self.mask
    }

    /// Returns whether `column` has a free square.
    ///
    /// # Panics
    ///
    /// May panic if there is no such column, like all methods that take a column.
    #[inline]
    #[must_use]
    pub fn can_play(&self, column: u32) -> bool {
        debug_assert!(column < self.shape.columns());
        !(self.possible() & self.shape.column(column)).is_zero()
    }

    /// Returns the lowest free square of each column that is not full: the squares on which a stone can land.
    #[inline]
    #[must_use]
    pub fn possible(&self) -> S::Bits {
        (self.mask + self.shape.bottom()) & self.shape.all()
    }

    /// Drops a stone into `column`, which must not be full.
    #[inline]
    pub fn play(&mut self, column: u32) {
        debug_assert!(self.can_play(column), "column {column} is full");
        self.play_at(self.possible() & self.shape.column(column));
    }

    /// Places a stone on `square`, which must be one of [`possible`](Self::possible).
    #[inline]
    pub fn play_at(&mut self, square: S::Bits) {
        debug_assert!(is_one_at_most(square) && !(self.possible() & square).is_zero());
        self.current ^= self.mask;
        self.mask |= square;
        self.moves += 1;
    }

    /// Returns the position after a move in `column`, which must not be full.
    #[inline]
    #[must_use]
    pub fn after(mut self, column: u32) -> Self {
        self.play(column);
        self
    }

    /// Undoes the last move, which must have been in `column`.
    #[inline]
    pub fn undo(&mut self, column: u32) {
        let stones = self.mask & self.shape.column(column);
        debug_assert!(!stones.is_zero(), "column {column} is empty");
        self.mask ^= bit(width::<S::Bits>() - 1 - stones.leading_zeros());
        self.current ^= self.mask;
        self.moves -= 1;
    }

    /// Returns whether the player who moved last has four in a row.
    #[inline]
    #[must_use]
    pub fn has_four_in_a_row(&self) -> bool {
        has_four(self.shape, self.theirs())
    }

    /// Returns whether a move in `column`, which must not be full, makes four in a row.
    #[inline]
    #[must_use]
    pub fn is_winning_move(&self, column: u32) -> bool {
        !(self.own_threats() & self.possible() & self.shape.column(column)).is_zero()
    }

    /// Returns whether some move makes four in a row.
    #[inline]
    #[must_use]
    pub fn can_win(&self) -> bool {
        !(self.own_threats() & self.possible()).is_zero()
    }

    /// Returns the free squares that complete four in a row for the player to move, whether or not a stone can land on
    /// them now.
    #[inline]
    #[must_use]
    pub fn own_threats(&self) -> S::Bits {
        threats(self.shape, self.current, self.mask)
    }

    /// Returns the free squares that complete four in a row for the opponent, whether or not a stone can land on them
    /// now.
    #[inline]
    #[must_use]
    pub fn their_threats(&self) -> S::Bits {
        threats(self.shape, self.theirs(), self.mask)
    }

    /// Returns the squares after which the opponent cannot win with the next move (`[Pons, part 9]`). There are none if
    /// the board is full.
    ///
    /// Winning moves of the player to move are not considered.
    #[inline]
    #[must_use]
    pub fn non_losing(&self) -> S::Bits {
        non_losing(self.possible(), self.their_threats())
    }

    /// Returns a number that is unique among all positions of the same board size: the sum of the bitboards of the
    /// player to move and of both players.
    #[inline]
    #[must_use]
    pub fn key(&self) -> S::Bits {
        self.current + self.mask
    }

    /// Returns the key of the mirror image, with left and right swapped.
    #[inline]
    #[must_use]
    pub fn mirrored_key(&self) -> S::Bits {
        self.shape.mirrored(self.key())
    }

    /// Returns the mirror image, with left and right swapped.
    #[inline]
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { current: self.shape.mirrored(self.current), mask: self.shape.mirrored(self.mask), ..*self }
    }

    /// Returns the score if the game is over: the player who moved last has four in a row, or the board is full.
    #[inline]
    #[must_use]
    pub fn final_score(&self) -> Option<i32> {
        if self.has_four_in_a_row() { Some(-(self.free() as i32 + 2) / 2) } else { (self.free() == 0).then_some(0) }
    }

    /// Returns the score of a win with the next move.
    #[inline]
    #[must_use]
    pub fn win_score(&self) -> i32 {
        (self.free() as i32 + 1) / 2
    }
}

/// Returns whether four of `stones` are in a row.
#[inline]
pub(crate) fn has_four<S: Shape>(shape: S, stones: S::Bits) -> bool {
    let four = |step: u32| {
        let pairs = stones & right(stones, step);
        pairs & right(pairs, 2 * step)
    };
    !(four(1) | four(shape.rows()) | four(shape.stride()) | four(shape.rows() + 2)).is_zero()
}

/// Returns the free squares that complete four in a row with three of `stones`.
#[inline]
pub(crate) fn threats<S: Shape>(shape: S, stones: S::Bits, mask: S::Bits) -> S::Bits {
    let mut squares = stones.unsigned_shl(1) & stones.unsigned_shl(2) & stones.unsigned_shl(3);
    for step in [shape.rows(), shape.stride(), shape.rows() + 2] {
        let below = left(stones, step) & left(stones, 2 * step);
        squares |= below & left(stones, 3 * step);
        squares |= below & right(stones, step);
        let above = right(stones, step) & right(stones, 2 * step);
        squares |= above & right(stones, 3 * step);
        squares |= above & left(stones, step);
    }
    squares & (shape.all() ^ mask)
}

/// Returns the `possible` squares after which the opponent, who has the given threats, cannot win at once.
#[inline]
pub(crate) fn non_losing<B: Bits>(possible: B, their_threats: B) -> B {
    let forced = possible & their_threats;
    let squares = if forced.is_zero() {
        possible
    } else if is_one_at_most(forced) {
        forced
    } else {
        B::zero()
    };
    squares & !their_threats.unsigned_shr(1)
}

impl<S: Shape + Default> Default for Position<S> {
    fn default() -> Self {
        Self::new(S::default())
    }
}

/// Reads moves on the standard board. For other boards use [`read`](Position::read).
impl FromStr for Position {
    type Err = MovesError;

    fn from_str(moves: &str) -> Result<Self, MovesError> {
        Self::read(Standard::default(), moves)
    }
}

/// Prints the board row by row from the top: `x` for the first player, `o` for the second.
impl<S: Shape> fmt::Display for Position<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = if self.to_move() == Player::First { self.current } else { self.theirs() };
        for row in (0..self.shape.rows()).rev() {
            for column in 0..self.shape.columns() {
                let square = bit(column * self.shape.stride() + row);
                f.write_str(match (!(self.mask & square).is_zero(), !(first & square).is_zero()) {
                    (false, _) => ".",
                    (true, true) => "x",
                    (true, false) => "o",
                })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl<S: Shape> fmt::Debug for Position<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (columns, rows) = (self.shape.columns(), self.shape.rows());
        write!(f, "{columns}x{rows}, {:?} to move\n{self}", self.to_move())
    }
}

/// Converts a position whose board size is known at compile time.
impl<const ROWS: u32, const COLUMNS: u32> From<Position<crate::Fixed<ROWS, COLUMNS>>> for Position<BoardSize> {
    fn from(position: Position<crate::Fixed<ROWS, COLUMNS>>) -> Self {
        let Position { shape, current, mask, moves } = position;
        Self { shape: shape.into(), current, mask, moves }
    }
}
