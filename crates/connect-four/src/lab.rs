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
//! use connect_four::lab::{Square, Keyed};
//! use connect_four::{Board, Position};
//! use search::Search;
//! use tt::{Scheme, TranspositionTable};
//!
//! let position = Position::read("7x6".parse::<Board>()?, "5554224333234511764415115")?;
//! let mut game = Keyed::new(position, zobrist::DEFAULT_SEED);
//! let mut table = TranspositionTable::<_, Square>::new("64K".parse()?, Scheme::TwoBig1)?;
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

use crate::position::threats;
use crate::{Board, Player, Position, Shape};

/// A move: the square that the stone falls to. As a payload it is the best move of a position, in one byte.
///
/// It is a bit of the bitboard, whose meaning is that of [`Shape`].
///
/// ```
/// use connect_four::lab::Square;
/// use connect_four::{Shape, Standard};
/// use search::Payload;
///
/// let square = Square::new(Standard::default().column(3) & Standard::default().bottom());
/// assert_eq!(square.column(Standard::default()), 3);
/// assert_eq!(Square::from_line(&[square]).best(), Some(square));
/// assert_eq!(Square::default().best(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Zeroable)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// Set in every square, so that none is the default.
    const SOME: u8 = 64;

    /// The lowest square of a set.
    ///
    /// # Panics
    ///
    /// Panics if the set is empty.
    #[inline]
    #[must_use]
    pub fn new(squares: u64) -> Self {
        assert!(squares != 0, "no square");
        Self(Self::SOME | squares.trailing_zeros() as u8)
    }

    /// The set of this square alone.
    #[inline]
    #[must_use]
    pub fn bit(self) -> u64 {
        1 << self.number()
    }

    /// Its column, counted from 0 at the left.
    #[inline]
    #[must_use]
    pub fn column(self, shape: impl Shape) -> u32 {
        self.number() as u32 / shape.stride()
    }

    #[inline]
    fn number(self) -> usize {
        usize::from(self.0 % Self::SOME)
    }
}

impl Payload<Square> for Square {
    #[inline]
    fn from_line(line: &[Square]) -> Self {
        line.first().copied().unwrap_or_default()
    }

    #[inline]
    fn best(self) -> Option<Square> {
        (self != Self::default()).then_some(self)
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
/// use connect_four::lab::{Keyed, Square};
/// use search::Search;
/// use tt::{TranspositionTable, TwoBig1};
///
/// let position: Position = "52753311433677442422121".parse()?;
/// let mut game = Keyed::new(position, zobrist::DEFAULT_SEED);
/// let mut table = TranspositionTable::<_, Square>::new("64K".parse()?, TwoBig1::default())?;
/// let depth = game.depth();
/// assert_eq!(Search::new(&mut game, &mut table).run(depth).score, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Keyed<S = Board> {
    position: Position<S>,
    keys: [Key; REFLECTIONS],
    /// Whether every column is tried and the position looked up under its own key alone; or only moves that do not lose
    /// at once, by the threats they make, and under both keys.
    plain: bool,
    geometry: Arc<Geometry>,
}

/// What stays the same during a game.
struct Geometry {
    /// The squares of the columns, in the order in which they are tried.
    columns: Box<[u64]>,
    /// By player and bit of the bitboard, as reflected.
    numbers: [[[Key; REFLECTIONS]; 64]; 2],
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
        let columns = shape.centre_first().map(|column| shape.column(column)).collect();
        let (keys, geometry) = ([Key::default(); REFLECTIONS], Arc::new(Geometry { columns, numbers }));
        let mut keyed = Self { position, keys, plain: false, geometry };
        keyed.keys = keyed.keys_from_scratch();
        keyed
    }

    /// The same with the children of the tutorial's part 7: every column, from the centre, looked up under one key. It
    /// shows what the generic search costs beside a solver that is written for the game.
    #[must_use]
    pub fn plain(self) -> Self {
        Self { plain: true, ..self }
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
        for (stones, numbers) in [first, second].into_iter().zip(&self.geometry.numbers) {
            for bit in (0..64).filter(|bit| stones >> bit & 1 != 0) {
                toggle(&mut keys, &numbers[bit]);
            }
        }
        keys
    }

    /// What a game comes to that is over, or with the next move.
    #[inline]
    fn ended(&self) -> Option<Expansion<Square>> {
        if let Some(score) = self.position.outcome() { Some(Expansion::Over(score as Score)) } else { self.won() }
    }

    /// A position in which the next move makes four in a row.
    #[inline(always)]
    fn won(&self) -> Option<Expansion<Square>> {
        let winning = self.position.own_threats() & self.position.possible();
        let decided = || Expansion::Decided { score: self.position.win_score() as Score, by: Square::new(winning) };
        (winning != 0).then(decided)
    }

    /// The squares worth trying.
    #[inline]
    fn squares(&self) -> u64 {
        if self.plain { self.position.possible() } else { self.position.non_losing() }
    }

    /// Lists the moves to `squares` column by column, from the centre.
    #[inline(always)]
    fn list(&self, squares: u64, moves: &mut Moves<Square>, rank: impl Fn(u64) -> i32) {
        for column in &self.geometry.columns {
            let square = squares & column;
            if square != 0 {
                moves.push(Square::new(square), rank(square));
            }
        }
    }

    /// What a stone of the player to move changes in the keys.
    #[inline]
    fn change(&self, square: Square) -> &[Key; REFLECTIONS] {
        &self.geometry.numbers[(self.position.moves() & 1) as usize][square.number()]
    }
}

#[inline]
fn toggle(keys: &mut [Key; REFLECTIONS], change: &[Key; REFLECTIONS]) {
    keys.iter_mut().zip(change).for_each(|(key, &change)| *key ^= change);
}

impl<S: Shape> Game for Keyed<S> {
    type Move = Square;
    type Undo = (Position<S>, [Key; REFLECTIONS]);

    // No board has higher scores; boards differ in those that they have.
    const LOWEST: Score = -HIGHEST;
    const HIGHEST: Score = HIGHEST;

    #[inline]
    fn keys(&self) -> &[Key] {
        if self.plain { &self.keys[..1] } else { &self.keys }
    }

    fn whole(&self, reflection: usize) -> Whole {
        let key = if reflection == 0 { self.position.key() } else { self.position.mirrored_key() };
        key.to_le_bytes().into()
    }

    #[inline]
    fn play(&mut self, square: Square) -> Self::Undo {
        let before = (self.position, self.keys);
        let change = *self.change(square);
        toggle(&mut self.keys, &change);
        self.position.play_at(square.bit());
        before
    }

    #[inline]
    fn undo(&mut self, _: Square, before: Self::Undo) {
        (self.position, self.keys) = before;
    }

    /// A move that wins decides, and so it does if every move loses at once; otherwise such moves are left out.
    #[inline(always)]
    fn expand(&mut self, ply: u32, moves: &mut Moves<Square>) -> Expansion<Square> {
        let position = &self.position;
        // Two plies and more below the root nobody has four in a row, nor, unless every column is tried, makes it with
        // the next move: no move that leads there is listed. To the first ply any move may lead that is asked for.
        if ply <= 1
            && let Some(ended) = self.ended()
        {
            return ended;
        }
        if self.plain
            && let Some(won) = self.won()
        {
            return won;
        }
        let squares = self.squares();
        if squares == 0 {
            let free = position.free() as Score;
            return match position.possible() {
                0 => Expansion::Over(0),
                any => Expansion::Decided { score: -(free / 2), by: Square::new(any) },
            };
        }
        if self.plain {
            self.list(squares, moves, |_| 0);
        } else if squares.is_power_of_two() {
            // The only move needs no rank.
            moves.push(Square::new(squares), 0);
        } else {
            self.list(squares, moves, |square| {
                threats(position.shape(), position.own() | square, position.occupied() | square).count_ones() as i32
            });
        }
        Expansion::Children
    }

    #[inline]
    fn keys_after(&self, square: Square, mut visit: impl FnMut(Key)) {
        let [own, mirrored] = *self.change(square);
        visit(self.keys[0] ^ own);
        if !self.plain {
            visit(self.keys[1] ^ mirrored);
        }
    }

    /// A draw, unless the game is over.
    ///
    /// A search to [`Keyed::depth`] never asks.
    fn evaluate(&self) -> Score {
        self.position.outcome().unwrap_or(0) as Score
    }

    #[inline]
    fn is_legal(&mut self, square: Square) -> bool {
        self.squares() & square.bit() != 0 && self.position.outcome().is_none() && !self.position.can_win()
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
    fn legal_moves(&self) -> Vec<Square> {
        if self.position.outcome().is_some() {
            return Vec::new();
        }
        let possible = self.position.possible();
        (0..64).map(|bit| 1 << bit).filter(|square| possible & square != 0).map(Square::new).collect()
    }

    fn rebuilt(&self) -> Self {
        Self { keys: self.keys_from_scratch(), ..self.clone() }
    }

    fn reflected(&self, reflection: usize) -> Self {
        let position = if reflection == 0 { self.position } else { self.position.mirrored() };
        Self { position, ..self.clone() }.rebuilt()
    }
}
