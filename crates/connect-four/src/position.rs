//! Positions of the game, as bitboards (`[Pons, part 6]`).

use std::fmt;
use std::str::FromStr;

use crate::{Board, LineError, Shape, Standard};

/// One of the two players.
///
/// ```
/// use connect_four::{Player, Position};
///
/// let position: Position = "445".parse()?;
/// assert_eq!(position.to_move(), Player::Second);
/// # Ok::<(), connect_four::LineError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

/// A position on a board of shape `S`, with nobody having four in a row.
///
/// Columns are counted from 0 at the left. A position is small and is copied to make a move; nothing has to be undone.
///
/// Its *score*, for the player to move, is 0 for a draw and otherwise the number of stones that the winner has left
/// at the end, the winning one included, negative if the player to move loses: the sooner the win, the higher
/// (`[Pons, part 2]`).
///
/// ```
/// use connect_four::{Player, Position};
///
/// let position: Position = "44455".parse()?;
/// assert_eq!((position.moves(), position.to_move()), (5, Player::Second));
/// assert!(position.can_play(3));
/// assert!(!position.after(0).line_of_four());
/// # Ok::<(), connect_four::LineError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<S = Standard> {
    shape: S,
    /// Stones of the player to move.
    current: u64,
    /// Stones of both.
    mask: u64,
    moves: u32,
}

impl<S: Shape> Position<S> {
    /// The empty board.
    #[inline]
    #[must_use]
    pub fn new(shape: S) -> Self {
        Self { shape, current: 0, mask: 0, moves: 0 }
    }

    /// The position after the moves of a line, written as the tutorial writes it: a digit for each column, from 1
    /// (`[Pons, part 2]`). The columns after the ninth are letters, from `a`.
    ///
    /// # Errors
    ///
    /// The first character that is no column of the board, that names a full column, or that makes four in a row. Such
    /// a line leads to no position to solve, and the tutorial refuses it likewise.
    ///
    /// ```
    /// use connect_four::{Board, Position};
    ///
    /// let position = Position::read("5x4".parse::<Board>()?, "33345")?;
    /// assert_eq!(position.moves(), 5);
    /// let error = Position::read("5x4".parse::<Board>()?, "3336").unwrap_err();
    /// assert_eq!(error.to_string(), "`6`, character 4: not a column of a board with columns 1 to 5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(shape: S, line: &str) -> Result<Self, LineError> {
        let mut position = Self::new(shape);
        for (place, character) in (1..).zip(line.chars()) {
            let column = character.to_digit(36).and_then(|digit| digit.checked_sub(1));
            let Some(column) = column.filter(|&column| column < shape.columns()) else {
                return Err(LineError::NoColumn { character, place, columns: shape.columns() });
            };
            if !position.can_play(column) {
                return Err(LineError::Full { character, place });
            }
            if position.is_winning_move(column) {
                return Err(LineError::Won { character, place });
            }
            position.play(column);
        }
        Ok(position)
    }

    /// The shape of the board.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> S {
        self.shape
    }

    /// Number of stones on the board.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Number of free squares.
    #[inline]
    #[must_use]
    pub fn free(&self) -> u32 {
        self.shape.squares() - self.moves
    }

    /// The player to move.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Player {
        if self.moves.is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// The stones of the player to move.
    #[inline]
    #[must_use]
    pub fn own(&self) -> u64 {
        self.current
    }

    /// The stones of the opponent.
    #[inline]
    #[must_use]
    pub fn theirs(&self) -> u64 {
        self.current ^ self.mask
    }

    /// The stones of both.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.mask
    }

    /// The free squares.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> u64 {
        self.shape.all() ^ self.mask
    }

    /// Whether `column` has a free square.
    ///
    /// # Panics
    ///
    /// May panic if there is no such column, as may all that take one.
    #[inline]
    #[must_use]
    pub fn can_play(&self, column: u32) -> bool {
        debug_assert!(column < self.shape.columns());
        self.possible() & self.shape.column(column) != 0
    }

    /// The free square of each column that a stone would fall to.
    #[inline]
    #[must_use]
    pub fn possible(&self) -> u64 {
        (self.mask + self.shape.bottom()) & self.shape.all()
    }

    /// Drops a stone into `column`, which must not be full.
    #[inline]
    pub fn play(&mut self, column: u32) {
        debug_assert!(self.can_play(column), "column {column} is full");
        self.play_at(self.possible() & self.shape.column(column));
    }

    /// Puts a stone on a square, one of [`possible`](Self::possible).
    #[inline]
    pub fn play_at(&mut self, square: u64) {
        debug_assert!(square.is_power_of_two() && self.possible() & square != 0);
        self.current ^= self.mask;
        self.mask |= square;
        self.moves += 1;
    }

    /// The position after a stone in `column`, which must not be full.
    #[inline]
    #[must_use]
    pub fn after(mut self, column: u32) -> Self {
        self.play(column);
        self
    }

    /// Takes back the last stone of `column`, which must have been played last.
    ///
    /// ```
    /// let start: connect_four::Position = "4435".parse()?;
    /// let mut position = start.after(6);
    /// position.undo(6);
    /// assert_eq!(position, start);
    /// # Ok::<(), connect_four::LineError>(())
    /// ```
    #[inline]
    pub fn undo(&mut self, column: u32) {
        let stones = self.mask & self.shape.column(column);
        debug_assert!(stones != 0, "column {column} is empty");
        self.mask ^= 1 << stones.ilog2();
        self.current ^= self.mask;
        self.moves -= 1;
    }

    /// Whether the player who moved last has four in a row.
    #[inline]
    #[must_use]
    pub fn line_of_four(&self) -> bool {
        has_four(self.shape, self.theirs())
    }

    /// Whether a stone in `column`, which must not be full, makes four in a row.
    ///
    /// ```
    /// let position: connect_four::Position = "445566".parse()?;
    /// assert!(position.is_winning_move(2) && position.is_winning_move(6));
    /// assert!(!position.is_winning_move(1));
    /// # Ok::<(), connect_four::LineError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_winning_move(&self, column: u32) -> bool {
        self.own_threats() & self.possible() & self.shape.column(column) != 0
    }

    /// Whether some move wins at once.
    #[inline]
    #[must_use]
    pub fn can_win(&self) -> bool {
        self.own_threats() & self.possible() != 0
    }

    /// The free squares, reachable now or not, that would make four in a row for the player to move.
    #[inline]
    #[must_use]
    pub fn own_threats(&self) -> u64 {
        threats(self.shape, self.current, self.mask)
    }

    /// The free squares, reachable now or not, that would make four in a row for the opponent.
    #[inline]
    #[must_use]
    pub fn their_threats(&self) -> u64 {
        threats(self.shape, self.theirs(), self.mask)
    }

    /// The squares that do not let the opponent win with the next move (`[Pons, part 9]`). None if the board is full.
    ///
    /// Own wins are not looked at.
    #[inline]
    #[must_use]
    pub fn non_losing(&self) -> u64 {
        non_losing(self.possible(), self.their_threats())
    }

    /// A number that no other position of the same shape has: the stones of the player to move and of both, added up.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.current + self.mask
    }

    /// The key of the position with left and right exchanged.
    ///
    /// ```
    /// use connect_four::Position;
    ///
    /// let (left, right): (Position, Position) = ("1123".parse()?, "7765".parse()?);
    /// assert_eq!((left.key(), left.mirrored_key()), (right.mirrored_key(), right.key()));
    /// # Ok::<(), connect_four::LineError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn mirrored_key(&self) -> u64 {
        self.shape.mirrored(self.key())
    }

    /// The position with left and right exchanged.
    #[inline]
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { current: self.shape.mirrored(self.current), mask: self.shape.mirrored(self.mask), ..*self }
    }

    /// The score of a game that is over, by four in a row of the player who moved last or by a full board.
    ///
    /// ```
    /// let mut position: connect_four::Position = "121212".parse()?;
    /// assert_eq!(position.outcome(), None);
    /// position.play(0);
    /// assert_eq!(position.outcome(), Some(-18));
    /// # Ok::<(), connect_four::LineError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn outcome(&self) -> Option<i32> {
        if self.line_of_four() { Some(-(self.free() as i32 + 2) / 2) } else { (self.free() == 0).then_some(0) }
    }

    /// The score of winning with the next move.
    #[inline]
    #[must_use]
    pub fn win_score(&self) -> i32 {
        (self.free() as i32 + 1) / 2
    }
}

/// Whether four of `stones` stand in a row.
#[inline]
pub(crate) fn has_four<S: Shape>(shape: S, stones: u64) -> bool {
    let four = |step: u32| {
        let pairs = stones & right(stones, step);
        pairs & right(pairs, 2 * step)
    };
    four(1) | four(shape.rows()) | four(shape.stride()) | four(shape.rows() + 2) != 0
}

/// The free squares that complete four in a row with three of `stones`.
#[inline]
pub(crate) fn threats<S: Shape>(shape: S, stones: u64, mask: u64) -> u64 {
    let mut squares = stones << 1 & stones << 2 & stones << 3;
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

/// A shift that may be as wide as a board of few columns: then nothing is left.
#[inline]
fn left(bits: u64, by: u32) -> u64 {
    bits.checked_shl(by).unwrap_or(0)
}

/// As [`left`], the other way.
#[inline]
fn right(bits: u64, by: u32) -> u64 {
    bits.checked_shr(by).unwrap_or(0)
}

/// Those of the `possible` squares after which the opponent, with the given threats, cannot win at once.
#[inline]
pub(crate) fn non_losing(possible: u64, their_threats: u64) -> u64 {
    let forced = possible & their_threats;
    let squares = if forced == 0 {
        possible
    } else if forced & (forced - 1) == 0 {
        forced
    } else {
        0
    };
    squares & !(their_threats >> 1)
}

impl<S: Shape + Default> Default for Position<S> {
    fn default() -> Self {
        Self::new(S::default())
    }
}

impl<S: Shape + Default> FromStr for Position<S> {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        Self::read(S::default(), line)
    }
}

/// The board row by row from the top: `x` for the first player, `o` for the second.
impl<S: Shape> fmt::Display for Position<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = if self.to_move() == Player::First { self.current } else { self.theirs() };
        for row in (0..self.shape.rows()).rev() {
            for column in 0..self.shape.columns() {
                let square = 1 << (column * self.shape.stride() + row);
                f.write_str(match (self.mask & square != 0, first & square != 0) {
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

/// A position on a board chosen at run time, from one whose shape the compiler knows.
impl<const COLUMNS: u32, const ROWS: u32> From<Position<crate::Fixed<COLUMNS, ROWS>>> for Position<Board> {
    fn from(position: Position<crate::Fixed<COLUMNS, ROWS>>) -> Self {
        let Position { shape, current, mask, moves } = position;
        Self { shape: shape.into(), current, mask, moves }
    }
}
