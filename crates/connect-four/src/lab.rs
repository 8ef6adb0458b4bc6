//! Connect Four for the generic search: with any table, any replacement scheme, and keys from a seed.
//!
//! Use it to study transposition tables; to solve positions use [`best`](crate::best), which is many times faster.
//!
//! The children are those of `[Pons, parts 9 and 10]`: a win with the next move and the want of a move that does not
//! lose decide a position, and the moves are ordered by the threats they make, from the centre. Scores are the
//! tutorial's. A search has to be deeper than there are free squares, or it takes what it does not reach for drawn:
//! [`Keyed::depth`].
//!
//! ```
//! use connect_four::lab::{Column, Keyed};
//! use connect_four::{Board, Position};
//! use search::Search;
//! use tt::{Scheme, TranspositionTable};
//!
//! let position = Position::read("7x6".parse::<Board>()?, "5554224333234511764415115")?;
//! let mut game = Keyed::new(position, zobrist::DEFAULT_SEED);
//! let mut table = TranspositionTable::<_, Column>::new("64K".parse()?, Scheme::TwoBig1)?;
//! let depth = game.depth();
//! assert_eq!(Search::new(&mut game, &mut table).run(depth).score, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::sync::Arc;

use bytemuck::Zeroable;
use search::{Expansion, Game, Moves, Payload, Whole, conformance};
use tt::{Key, Score};
use zobrist::Numbers;

use crate::position::{non_losing, threats};
use crate::{Board, Player, Position, Shape};

/// A move: a column, counted from 0 at the left. As a payload it is the best move of a position, in one byte.
///
/// ```
/// use connect_four::lab::Column;
/// use search::Payload;
///
/// let column = Column::new(3);
/// assert_eq!(column.index(), 3);
/// assert_eq!(Column::from_line(&[column]).best(), Some(column));
/// assert_eq!(Column::default().best(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Zeroable)]
#[repr(transparent)]
pub struct Column(u8);

impl Column {
    /// Column number `index`, from 0.
    ///
    /// # Panics
    ///
    /// Panics if there is no board with so many columns.
    #[inline]
    #[must_use]
    pub fn new(index: u32) -> Self {
        assert!(index < Board::MAX_BITS, "no board has a column {index}");
        Self(index as u8 + 1)
    }

    /// Its number, from 0.
    ///
    /// # Panics
    ///
    /// May panic for the default payload, which is no column.
    #[inline]
    #[must_use]
    pub fn index(self) -> u32 {
        u32::from(self.0) - 1
    }
}

impl Payload<Column> for Column {
    #[inline]
    fn from_line(line: &[Column]) -> Self {
        line.first().copied().unwrap_or_default()
    }

    #[inline]
    fn best(self) -> Option<Column> {
        (self.0 != 0).then_some(self)
    }
}

/// A position with its look-up keys: its own and that of its mirror image.
///
/// A key is the exclusive-or of a number for each stone, by square and player (`[Breuker 1998, 2.3.1]`); who is to move
/// follows from the stones. Number `2 * square` is that of the first player, the next that of the second; the squares
/// are counted column by column from the left, each from the bottom.
///
/// ```
/// use connect_four::Position;
/// use connect_four::lab::{Column, Keyed};
/// use search::Search;
/// use tt::{TranspositionTable, TwoBig1};
///
/// let position: Position = "52753311433677442422121".parse()?;
/// let mut game = Keyed::new(position, zobrist::DEFAULT_SEED);
/// let mut table = TranspositionTable::<_, Column>::new("64K".parse()?, TwoBig1::default())?;
/// let depth = game.depth();
/// assert_eq!(Search::new(&mut game, &mut table).run(depth).score, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Keyed<S = Board> {
    position: Position<S>,
    keys: [Key; REFLECTIONS],
    /// How many of them a position is looked up under.
    looked_up: usize,
    /// Whether every column is tried, or only moves that do not lose, by the threats they make.
    every_column: bool,
    /// By player and bit of the bitboard, as reflected.
    numbers: Arc<[[[Key; REFLECTIONS]; 64]; 2]>,
}

const REFLECTIONS: usize = 2;

impl<S: Shape> Keyed<S> {
    /// A position, hashed with numbers from `seed`.
    #[must_use]
    pub fn new(position: Position<S>, seed: u64) -> Self {
        let shape = position.shape();
        let drawn = Numbers::<u64>::generate(seed, 2 * shape.squares() as usize);
        let mut numbers = [[[Key::default(); REFLECTIONS]; 64]; 2];
        for column in 0..shape.columns() {
            for row in 0..shape.rows() {
                for (player, numbers) in numbers.iter_mut().enumerate() {
                    let number = drawn[2 * (column * shape.rows() + row) as usize + player];
                    numbers[(column * shape.stride() + row) as usize][0] = number;
                    numbers[((shape.columns() - 1 - column) * shape.stride() + row) as usize][1] = number;
                }
            }
        }
        let (keys, numbers) = ([Key::default(); REFLECTIONS], Arc::new(numbers));
        let mut keyed = Self { position, keys, looked_up: REFLECTIONS, every_column: false, numbers };
        keyed.keys = keyed.keys_from_scratch();
        keyed
    }

    /// The same with the children of the tutorial's part 7: every column, from the centre, looked up under one key. It
    /// shows what the generic search costs beside a solver that is written for the game.
    #[must_use]
    pub fn plain(self) -> Self {
        Self { looked_up: 1, every_column: true, ..self }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position<S> {
        &self.position
    }

    /// A depth in plies that no game reaches the end of.
    #[must_use]
    pub fn depth(&self) -> u8 {
        self.position.free() as u8 + 1
    }

    fn keys_from_scratch(&self) -> [Key; REFLECTIONS] {
        let mut keys = [Key::default(); REFLECTIONS];
        let (own, theirs) = (self.position.own(), self.position.theirs());
        let (first, second) = if self.position.to_move() == Player::First { (own, theirs) } else { (theirs, own) };
        for (stones, numbers) in [first, second].into_iter().zip(self.numbers.iter()) {
            for bit in (0..64).filter(|bit| stones >> bit & 1 != 0) {
                toggle(&mut keys, numbers[bit]);
            }
        }
        keys
    }

    /// What a stone of the player to move changes in the keys.
    #[inline]
    fn change(&self, Column(number): Column) -> [Key; REFLECTIONS] {
        let square = self.position.possible() & self.position.shape().column(u32::from(number) - 1);
        self.numbers[(self.position.moves() & 1) as usize][square.trailing_zeros() as usize]
    }
}

#[inline]
fn toggle(keys: &mut [Key; REFLECTIONS], change: [Key; REFLECTIONS]) {
    keys.iter_mut().zip(change).for_each(|(key, change)| *key ^= change);
}

impl<S: Shape> Game for Keyed<S> {
    type Move = Column;
    type Undo = ();

    // No board has higher scores; boards differ in those that they have.
    const LOWEST: Score = -HIGHEST;
    const HIGHEST: Score = HIGHEST;

    #[inline]
    fn keys(&self) -> &[Key] {
        &self.keys[..self.looked_up]
    }

    fn whole(&self, reflection: usize) -> Whole {
        let key = if reflection == 0 { self.position.key() } else { self.position.mirrored_key() };
        key.to_le_bytes().into()
    }

    #[inline]
    fn play(&mut self, mv: Column) {
        let change = self.change(mv);
        toggle(&mut self.keys, change);
        self.position.play(mv.index());
    }

    #[inline]
    fn undo(&mut self, mv: Column, (): ()) {
        self.position.undo(mv.index());
        let change = self.change(mv);
        toggle(&mut self.keys, change);
    }

    /// A move that wins decides, and so it does if every move loses at once; otherwise such moves are left out.
    #[inline]
    fn expand(&mut self, _: u32, moves: &mut Moves<Column>) -> Expansion {
        let position = &self.position;
        if let Some(score) = position.outcome() {
            return Expansion::Over(score as Score);
        }
        if position.can_win() {
            return Expansion::Decided(position.win_score() as Score);
        }
        if self.every_column {
            let (shape, possible) = (position.shape(), position.possible());
            let columns = shape.centre_first().filter(|&column| possible & shape.column(column) != 0);
            columns.for_each(|column| moves.push(Column::new(column), 0));
            return Expansion::Children;
        }
        let their_threats = position.their_threats();
        let squares = non_losing(position.possible(), their_threats);
        if squares == 0 {
            return Expansion::Decided(-(position.free() as Score / 2));
        }
        let shape = position.shape();
        for column in shape.centre_first() {
            let square = squares & shape.column(column);
            if square != 0 {
                let made = threats(shape, position.own() | square, position.occupied() | square);
                moves.push(Column::new(column), made.count_ones() as i32);
            }
        }
        Expansion::Children
    }

    #[inline]
    fn keys_after(&self, mv: Column, mut visit: impl FnMut(Key)) {
        self.keys().iter().zip(self.change(mv)).for_each(|(&key, change)| visit(key ^ change));
    }

    /// A draw, unless the game is over.
    ///
    /// A search to [`Keyed::depth`] never asks.
    fn evaluate(&self) -> Score {
        self.position.outcome().unwrap_or(0) as Score
    }

    #[inline]
    fn is_legal(&mut self, Column(number): Column) -> bool {
        let columns = self.position.shape().columns();
        (1..=columns).contains(&u32::from(number)) && self.position.can_play(u32::from(number) - 1)
    }
}

/// The number of stones a player has on the largest board.
const HIGHEST: Score = 32;

impl<S: Shape> PartialEq for Keyed<S> {
    fn eq(&self, other: &Self) -> bool {
        (self.position, self.keys) == (other.position, other.keys)
    }
}

impl<S: Shape> fmt::Debug for Keyed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "keys {:?}\n{:?}", self.keys, self.position)
    }
}

impl<S: Shape> conformance::Subject for Keyed<S> {
    fn legal_moves(&self) -> Vec<Column> {
        if self.position.outcome().is_some() {
            return Vec::new();
        }
        (0..self.position.shape().columns()).filter(|&column| self.position.can_play(column)).map(Column::new).collect()
    }

    fn rebuilt(&self) -> Self {
        Self { keys: self.keys_from_scratch(), ..self.clone() }
    }

    fn reflected(&self, reflection: usize) -> Self {
        let position = if reflection == 0 { self.position } else { self.position.mirrored() };
        Self { position, ..self.clone() }.rebuilt()
    }
}
