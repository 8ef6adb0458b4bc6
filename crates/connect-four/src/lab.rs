//! Connect Four for the generic search, with any table, any replacement scheme, and keys from a seed.
//!
//! Use this module to study transposition tables. To solve positions use [`best`](crate::best), which is many times
//! faster.
//!
//! Moves are generated as in `[Pons, parts 9 and 10]`. A position is decided if the next move wins, or if every move
//! lets the opponent win at once. The other moves are ordered by the number of threats they make, and from the centre
//! outwards. Scores are those of the tutorial. Search to [`Keyed::depth`]: a search that is not deeper than the number
//! of free squares evaluates the positions at its horizon as draws.
//!
//! ```
//! use connect_four::lab::{Square, Keyed};
//! use connect_four::{BoardSize, Position};
//! use search::Search;
//! use tt::TwoBig1;
//!
//! let position = Position::read("6x7".parse::<BoardSize>()?, "5554224333234511764415115")?;
//! let mut game = Keyed::new(position, zobrist::DEFAULT_SEED);
//! let mut table = TwoBig1::<Square>::new("64K".parse()?)?;
//! let depth = game.depth();
//! assert_eq!(Search::new(&mut game, &mut table).run(depth).score, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::sync::Arc;

use num_traits::{PrimInt as _, ToBytes as _, Zero as _};
use search::{Aspects, Expansion, Game, Moves, PackedMoves, Whole, conformance};
use tt::{Key, Payload, Score};
use zobrist::Numbers;

use crate::rules::bits::{bit, each, is_one_at_most};
use crate::rules::position::threats;
use crate::{Bits, BoardSize, Player, Position, Shape};

/// A move: the square on which the stone lands. As a payload, it stores the best move of a position in one byte.
///
/// A square is identified by its bit in a bitboard, whose layout [`Shape`] defines.
///
/// ```
/// use connect_four::lab::Square;
/// use connect_four::{Shape, Standard};
/// use search::PackedMoves;
/// use tt::Payload;
///
/// let square = Square::new(Standard::default().column(3) & Standard::default().bottom());
/// assert_eq!((square.column(Standard::default()), square.row(Standard::default())), (3, 0));
/// assert_eq!(Square::from_line(&[square]).best(), Some(square));
/// assert_eq!(Square::NONE.best(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// A bit that is set in every square, so that no square is 0.
    const SOME: u8 = 128;

    /// Returns the lowest square of a set.
    ///
    /// # Panics
    ///
    /// Panics if the set is empty.
    #[inline]
    #[must_use]
    pub fn new(squares: impl Bits) -> Self {
        assert!(!squares.is_zero(), "the set of squares is empty");
        Self(Self::SOME | squares.trailing_zeros() as u8)
    }

    /// Returns the set that contains only this square.
    #[inline]
    #[must_use]
    pub fn bit<B: Bits>(self) -> B {
        bit(self.number() as u32)
    }

    /// Returns the column of the square, counted from 0 at the left.
    #[inline]
    #[must_use]
    pub fn column(self, shape: impl Shape) -> u32 {
        self.number() as u32 / shape.stride()
    }

    /// Returns the row of the square, counted from 0 at the bottom.
    #[inline]
    #[must_use]
    pub fn row(self, shape: impl Shape) -> u32 {
        self.number() as u32 % shape.stride()
    }

    #[inline]
    fn number(self) -> usize {
        usize::from(self.0 % Self::SOME)
    }
}

impl Payload for Square {
    const BITS: u32 = u8::BITS;
    const NONE: Self = Self(0);

    #[inline]
    fn to_bits(self) -> u128 {
        self.0.into()
    }

    #[inline]
    fn from_bits(bits: u128) -> Self {
        Self(bits as u8)
    }
}

impl PackedMoves<Square> for Square {
    #[inline]
    fn from_line(line: &[Square]) -> Self {
        line.first().copied().unwrap_or(Self::NONE)
    }

    #[inline]
    fn best(self) -> Option<Square> {
        (self != Self::NONE).then_some(self)
    }
}

/// A position with its Zobrist keys: its own and that of its mirror image.
///
/// A key is the exclusive-or of one number for each stone, determined by square and player (`[Breuker 1998, 2.3.1]`).
/// The side to move follows from the stones and is not part of the key. Number `2 * square` belongs to the first player
/// and number `2 * square + 1` to the second. Squares are counted column by column from the left, and from the bottom
/// within a column.
///
/// ```
/// use connect_four::Position;
/// use connect_four::lab::{Keyed, Square};
/// use search::Search;
/// use tt::TwoBig1;
///
/// let position: Position = "52753311433677442422121".parse()?;
/// let mut game = Keyed::new(position, zobrist::DEFAULT_SEED);
/// let mut table = TwoBig1::<Square>::new("64K".parse()?)?;
/// let depth = game.depth();
/// assert_eq!(Search::new(&mut game, &mut table).run(depth).score, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Keyed<S: Shape = BoardSize> {
    position: Position<S>,
    keys: [Key; REFLECTIONS],
    /// If true, all columns are tried, and only the position's own key is probed. If false, only moves that do not lose
    /// at once are tried, ordered by threats, and both keys are probed.
    plain: bool,
    geometry: Arc<Geometry<S::Bits>>,
}

/// The data that stays the same during a game.
struct Geometry<B> {
    /// The squares of the columns, in the order in which they are tried.
    columns: Box<[B]>,
    /// The random numbers by player and bit of the bitboard, for each reflection.
    numbers: [[[Key; REFLECTIONS]; NUMBERS]; 2],
}

/// The numbers of squares are smaller.
const NUMBERS: usize = Square::SOME as usize;

const REFLECTIONS: usize = 2;

impl<S: Shape> Keyed<S> {
    /// Creates a position whose keys use random numbers from `seed`.
    #[must_use]
    pub fn new(position: Position<S>, seed: u64) -> Self {
        let shape = position.shape();
        let drawn = Numbers::generate(seed, 2 * shape.squares() as usize);
        let mut numbers = [[[Key::default(); REFLECTIONS]; NUMBERS]; 2];
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

    /// Returns the position with the move generation of the tutorial's part 7: all columns from the centre outwards,
    /// and a single key. Use it to compare the cost of the generic search with that of a solver written for the game.
    #[must_use]
    pub fn plain(self) -> Self {
        Self { plain: true, ..self }
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> &Position<S> {
        &self.position
    }

    /// Returns a search depth in plies that is greater than the remaining length of any game.
    #[must_use]
    pub fn depth(&self) -> u8 {
        self.position.free() as u8 + 1
    }

    fn keys_from_scratch(&self) -> [Key; REFLECTIONS] {
        let mut keys = [Key::default(); REFLECTIONS];
        let (own, theirs) = (self.position.own(), self.position.theirs());
        let (first, second) = if self.position.to_move() == Player::First { (own, theirs) } else { (theirs, own) };
        for (stones, numbers) in [first, second].into_iter().zip(&self.geometry.numbers) {
            for stone in each(stones) {
                toggle(&mut keys, &numbers[stone.trailing_zeros() as usize]);
            }
        }
        keys
    }

    /// Returns the result of a game that is over, or that the next move wins.
    #[inline]
    fn ended(&self) -> Option<Expansion<Square>> {
        if let Some(score) = self.position.final_score() { Some(Expansion::Over(score as Score)) } else { self.won() }
    }

    /// Returns a winning move, if there is one.
    #[inline(always)]
    fn won(&self) -> Option<Expansion<Square>> {
        let winning = self.position.own_threats() & self.position.possible();
        let decided = || Expansion::Decided { score: self.position.win_score() as Score, by: Square::new(winning) };
        (!winning.is_zero()).then(decided)
    }

    /// Returns the squares to try.
    #[inline]
    fn squares(&self) -> S::Bits {
        if self.plain { self.position.possible() } else { self.position.non_losing() }
    }

    /// Lists the moves to `squares`, by column from the centre outwards.
    #[inline(always)]
    fn list(&self, squares: S::Bits, moves: &mut Moves<Square>, rank: impl Fn(S::Bits) -> i32) {
        for &column in &self.geometry.columns {
            let square = squares & column;
            if !square.is_zero() {
                moves.push(Square::new(square), rank(square));
            }
        }
    }

    /// Returns the key changes of a stone of the player to move.
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

    const HAS_HORIZON: bool = false;
    // The number of stones of a player on the largest board. The highest score of a given board depends on its size.
    const LOWEST: Score = -Self::HIGHEST;
    const HIGHEST: Score = (S::Bits::MAX_BITS / 2) as Score;

    #[inline]
    fn keys(&self) -> &[Key] {
        if self.plain { &self.keys[..1] } else { &self.keys }
    }

    fn whole(&self, reflection: usize) -> Option<Whole> {
        let key = if reflection == 0 { self.position.key() } else { self.position.mirrored_key() };
        Some(key.to_le_bytes().as_ref().into())
    }

    fn aspects(&self) -> Option<&dyn Aspects> {
        Some(self)
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

    /// A winning move decides the position, and so does the lack of a move that does not lose at once. Otherwise the
    /// moves that lose at once are omitted.
    #[inline(always)]
    fn expand(&mut self, ply: u32, moves: &mut Moves<Square>) -> Expansion<Square> {
        let position = &self.position;
        // Two or more plies below the root, neither player has four in a row, and unless all columns are tried the next
        // move cannot make four: no listed move leads to such a position. At ply 1 the position may be the result of
        // any root move that the caller requested.
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
        if squares.is_zero() {
            let free = position.free() as Score;
            return match position.possible() {
                none if none.is_zero() => Expansion::Over(0),
                any => Expansion::Decided { score: -(free / 2), by: Square::new(any) },
            };
        }
        if self.plain {
            self.list(squares, moves, |_| 0);
        } else if is_one_at_most(squares) {
            // A single move does not need a rank.
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

    /// Returns the score of a draw, unless the game is over.
    ///
    /// A search to [`Keyed::depth`] never calls this function.
    fn evaluate(&self) -> Score {
        self.position.final_score().unwrap_or(0) as Score
    }

    #[inline]
    fn is_legal(&mut self, square: Square) -> bool {
        !(self.squares() & square.bit()).is_zero() && self.position.final_score().is_none() && !self.position.can_win()
    }
}

impl<S: Shape> Aspects for Keyed<S> {
    fn is_second_to_move(&self) -> bool {
        self.position.to_move() == Player::Second
    }
}

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
        if self.position.final_score().is_some() {
            return Vec::new();
        }
        each(self.position.possible()).map(Square::new).collect()
    }

    fn rebuilt(&self) -> Self {
        Self { keys: self.keys_from_scratch(), ..self.clone() }
    }

    fn reflected(&self, reflection: usize) -> Self {
        let position = if reflection == 0 { self.position } else { self.position.mirrored() };
        Self { position, ..self.clone() }.rebuilt()
    }
}
