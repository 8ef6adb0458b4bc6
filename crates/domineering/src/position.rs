//! Positions of the game, and their implementation of `search::Game`.

use std::fmt;
use std::sync::Arc;

use search::{ChosenOptions, Expansion, Game, Moves, Plain, SearchOption, Whole, conformance};
use tt::{Key, Score};
use zobrist::Numbers;

use crate::bitboard::{Bitboard, Lanes};
use crate::outlook::{Counts, Outlook};
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
    empty: S,
    keys: [Key; REFLECTIONS],
    to_move: Player,
    geometry: Arc<Geometry<S>>,
    options: C,
}

const REFLECTIONS: usize = 4;

/// The data that stays the same during a game.
struct Geometry<S> {
    board: BoardSize,
    rows: Lanes<S>,
    columns: Lanes<S>,
    /// The key changes of a vertical domino, by its first square.
    vertical: Box<[[Key; REFLECTIONS]]>,
    /// The key changes of a horizontal domino, by its first square.
    horizontal: Box<[[Key; REFLECTIONS]]>,
    /// The random number of each square, for each reflection.
    numbers: Box<[[Key; REFLECTIONS]]>,
}

impl<S> Geometry<S> {
    #[inline]
    fn dominoes(&self, player: Player) -> &[[Key; REFLECTIONS]] {
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
    fn outlook(&self, player: Player) -> Outlook<S> {
        let Geometry { rows, columns, .. } = &*self.geometry;
        match player {
            Player::Vertical => Outlook::new(self.empty, columns, rows),
            Player::Horizontal => Outlook::new(self.empty, rows, columns),
        }
    }
}

impl<S: Bitboard, C: ChosenOptions> Game for Position<S, C> {
    type Move = Move;
    type Undo = (S, [Key; REFLECTIONS]);

    const HAS_HORIZON: bool = false;
    const LOWEST: Score = -1;
    const HIGHEST: Score = 1;

    #[inline]
    fn keys(&self) -> &[Key] {
        &self.keys
    }

    fn whole(&self, reflection: usize) -> Option<Whole> {
        Some(conformance::Subject::reflected(self, reflection).empty.bytes())
    }

    fn is_second_to_move(&self) -> bool {
        self.to_move == Player::Horizontal
    }

    #[inline]
    fn play(&mut self, Move(first): Move) -> Self::Undo {
        let before = (self.empty, self.keys);
        let step = match self.to_move {
            Player::Vertical => self.geometry.columns.step,
            Player::Horizontal => self.geometry.rows.step,
        };
        let square = S::square(u32::from(first));
        self.empty ^= square | square << step;
        for (key, &change) in self.keys.iter_mut().zip(&self.geometry.dominoes(self.to_move)[usize::from(first)]) {
            *key ^= change;
        }
        self.to_move = self.to_move.opponent();
        before
    }

    #[inline]
    fn undo(&mut self, _: Move, before: Self::Undo) {
        self.to_move = self.to_move.opponent();
        (self.empty, self.keys) = before;
    }

    /// A winning move decides the position. Losing moves are omitted; if all moves lose, the position is lost.
    #[inline]
    fn expand(&mut self, _: u32, moves: &mut Moves<Move>) -> Expansion<Move> {
        let outlook = self.outlook(self.to_move);
        if outlook.moves == S::NONE {
            return Expansion::Over(Self::LOWEST);
        }
        let winning = outlook.winning();
        if winning != S::NONE {
            return Expansion::Decided { score: Self::HIGHEST, by: Move(winning.lowest() as u8) };
        }
        let mut worth_searching = outlook.moves & !outlook.losing();
        if self.options.has(SearchOption::NoSafeMoves) {
            // A safe move is the worst one: nobody can prevent it later. If there are no others, the opponent has as
            // many moves, or one of them would be winning.
            worth_searching &= !outlook.safe_moves;
        }
        if worth_searching == S::NONE {
            return Expansion::Decided { score: Self::LOWEST, by: Move(outlook.moves.lowest() as u8) };
        }
        outlook.by_rank(worth_searching, |square, rank| moves.push(Move(square as u8), i32::from(rank)));
        Expansion::Children
    }

    #[inline]
    fn keys_after(&self, Move(first): Move, mut visit: impl FnMut(Key)) {
        let changes = self.geometry.dominoes(self.to_move)[usize::from(first)];
        self.keys.iter().zip(changes).for_each(|(&key, change)| visit(key ^ change));
    }

    /// Predicts a win if the player to move has more real moves than the opponent.
    ///
    /// A search to [`BoardSize::depth`] never calls this function.
    fn evaluate(&self) -> Score {
        let outlook = self.outlook(self.to_move);
        if outlook.own.real > outlook.opponent.real { Self::HIGHEST } else { Self::LOWEST }
    }

    fn is_legal(&mut self, Move(square): Move) -> bool {
        u32::from(square) < S::CAPACITY && self.outlook(self.to_move).moves & S::square(u32::from(square)) != S::NONE
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

impl<S: Bitboard, C: ChosenOptions> conformance::Subject for Position<S, C> {
    fn legal_moves(&self) -> Vec<Move> {
        self.moves().collect()
    }

    fn rebuilt(&self) -> Self {
        let mut keys = [Key::default(); REFLECTIONS];
        for square in (0..self.board().squares()).filter(|&square| self.is_occupied(square)) {
            for (key, number) in keys.iter_mut().zip(self.geometry.numbers[square as usize]) {
                *key ^= number;
            }
        }
        Self { keys, ..self.clone() }
    }

    fn reflected(&self, reflection: usize) -> Self {
        let empty = (0..self.board().squares())
            .filter(|&square| !self.is_occupied(square))
            .fold(S::NONE, |empty, square| empty | S::square(self.board().reflect(square, reflection)));
        Self { empty, ..self.clone() }.rebuilt()
    }
}
