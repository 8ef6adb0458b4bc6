//! DOMI, the program of the experiments, on the generic search (`[Breuker 1998, 2.5.2]`).

mod game;
pub mod options;

use search::{Aspiration, ChosenOptions, HitSize, Observer, PackedMoves, Plain, Search, iteration};
use tt::{Key, Table};
use zobrist::Numbers;

use crate::rules::bitboard::Bitboard;
use crate::{BoardSize, Move, Player, Position, Solution, Winner};

/// Solves the empty `board` with `first` to move, using plain alpha-beta and the default key seed.
///
/// The search stops before it visits more than `max_nodes` nodes.
///
/// The table must be empty, or contain only positions from searches with the same board, first player and seed. Keys
/// cover only the occupied squares (`[Breuker 1998, 2.3.1]`), so the search would mistake positions of another board
/// for positions of this one.
///
/// ```
/// let solution = domineering::solve("2x3".parse()?, domineering::Player::Vertical, &mut (), (), u64::MAX);
/// assert_eq!((solution.winner, solution.nodes), (Some(domineering::Winner::First), 1));
/// # Ok::<(), domineering::BoardError>(())
/// ```
pub fn solve<T>(board: BoardSize, first: Player, table: T, observer: impl Observer, max_nodes: u64) -> Solution
where
    T: Table<Payload: PackedMoves<Move>>,
{
    Domi { max_nodes, ..Domi::new(board, first) }.solve(table, observer)
}

/// The program DOMI, which solves empty boards, with its settings.
///
/// ```
/// use domineering::{Domi, Player, Winner};
///
/// let mut table = tt::TwoBig1::<()>::new("8K".parse()?)?;
/// let domi = Domi { seed: 7, ..Domi::new("5x5".parse()?, Player::Vertical) };
/// assert_eq!(domi.solve(&mut table, ()).winner, Some(Winner::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Domi {
    /// The board.
    pub board: BoardSize,
    /// Who moves first.
    pub first: Player,
    /// The seed of the keys.
    pub seed: u64,
    /// The search stops before it visits more nodes.
    pub max_nodes: u64,
    /// What a cut-off by the table adds to the size of a subtree.
    pub hit_size: HitSize,
}

impl Domi {
    /// Returns the program with the default seed and without a node limit. A table hit counts as one node.
    #[must_use]
    pub fn new(board: BoardSize, first: Player) -> Self {
        Self { board, first, seed: zobrist::DEFAULT_SEED, max_nodes: u64::MAX, hit_size: HitSize::One }
    }

    /// Returns a number that depends on all random numbers of the keys.
    ///
    /// ```
    /// use domineering::{Domi, Player};
    ///
    /// let domi = Domi::new("5x5".parse()?, Player::Vertical);
    /// assert_ne!(domi.keys(), Domi { seed: 7, ..domi }.keys());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn keys(self) -> Key {
        let numbers: Numbers = Numbers::generate(self.seed, self.board.squares() as usize);
        numbers.iter().fold(Key(0), |sum, number| Key::mixed(sum.0 ^ number.0))
    }

    /// Solves the board. The conditions of [`solve`] apply to the table.
    pub fn solve(self, table: impl Table<Payload: PackedMoves<Move>>, observer: impl Observer) -> Solution {
        self.solve_with(table, observer, Plain)
    }

    /// Solves the board by a search with options. The conditions of [`solve`] apply to the table.
    ///
    /// ```
    /// use domineering::{Domi, Player, Winner};
    /// use search::CoreOptions;
    ///
    /// let mut table = tt::TwoBig1::<()>::new("8K".parse()?)?;
    /// let options = CoreOptions::find("mtd").expect("a valid name");
    /// let solution = Domi::new("5x5".parse()?, Player::Vertical).solve_with(&mut table, (), options);
    /// assert_eq!(solution.winner, Some(Winner::Second));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_with(
        self,
        table: impl Table<Payload: PackedMoves<Move>>,
        observer: impl Observer,
        options: impl ChosenOptions,
    ) -> Solution {
        let is_other_first = self.board.is_square() && options.has(options::OTHER_FIRST_ON_SQUARES);
        // A search by columns is a search by rows of the transposed board. On a square board, so is one with the other
        // player first.
        if options.has(options::BY_COLUMNS) != is_other_first {
            let board = self.board.transposed();
            let transposed = Self { board, first: self.first.opponent(), ..self };
            let solution = transposed.solve_by_rows(table, observer, options);
            let best = solution.best.map(|Move(square)| {
                let (row, column) = (u32::from(square) / board.columns(), u32::from(square) % board.columns());
                Move((column * self.board.columns() + row) as u8)
            });
            return Solution { best, ..solution };
        }
        self.solve_by_rows(table, observer, options)
    }

    fn solve_by_rows(
        self,
        table: impl Table<Payload: PackedMoves<Move>>,
        observer: impl Observer,
        options: impl ChosenOptions,
    ) -> Solution {
        if self.board.squares() <= u64::CAPACITY {
            let position = Position::<u64>::new(self.board, self.first, self.seed);
            self.run(position.with_options(options), table, observer, options)
        } else {
            let position = Position::<u128>::new(self.board, self.first, self.seed);
            self.run(position.with_options(options), table, observer, options)
        }
    }

    fn run<S: Bitboard>(
        self,
        mut position: Position<S, impl ChosenOptions>,
        table: impl Table<Payload: PackedMoves<Move>>,
        observer: impl Observer,
        options: impl ChosenOptions,
    ) -> Solution {
        let depth = position.board().depth();
        let search = Search::new(&mut position, table).with_options(options).as_printed().hit_size(self.hit_size);
        let mut search = search.observed_by(observer).max_nodes(self.max_nodes);
        let outcome = iteration(&mut search, depth, Aspiration::Off, None).outcome;
        let winner = if outcome.score > 0 { Winner::First } else { Winner::Second };
        Solution { winner: (!outcome.stopped).then_some(winner), nodes: outcome.nodes, best: outcome.best }
    }
}
