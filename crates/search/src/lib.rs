//! An alpha-beta search with a transposition table, generic over the game.
//!
//! Use this crate to search a two-player zero-sum game with perfect information: implement [`Game`], choose a table
//! from the crate `tt`, and run [`Search`]. It is also suited to studying searches: node counts are exact and the same
//! on every machine, and an [`Observer`] is notified of every probe, cut-off and store. A search is limited by
//! depth or by a number of nodes. It does not use clocks, and starts no threads, but the threads of a program can
//! search together as a [`Team`].
//!
//! The crate does not support games of chance, games with hidden information, or games with more than two players. A
//! strong engine needs its own search, with the pruning and extensions that suit its game; it can still use `tt`.
//!
//! The search follows `[Breuker 1998, Figure 2.7]` step by step, with a full or a [minimal window](Window). Every call
//! of the search function counts as a node, including the root and table hits. A child that the game [decides without
//! entering it](Game::expand) does not count.
//!
//! ```
//! use search::{Expansion, Game, Moves, Score, Search};
//! use tt::{Key, TwoBig1};
//!
//! /// Nim with one heap: a move takes one, two or three. The player who takes the last one wins.
//! struct Nim {
//!     heap: u8,
//!     key: [Key; 1],
//! }
//!
//! impl Nim {
//!     fn new(heap: u8) -> Self {
//!         Self { heap, key: [Key::mixed(u64::from(heap))] }
//!     }
//! }
//!
//! impl Game for Nim {
//!     type Move = u8;
//!     type Undo = ();
//!
//!     fn keys(&self) -> &[Key] {
//!         &self.key
//!     }
//!
//!     fn play(&mut self, take: u8) {
//!         *self = Self::new(self.heap - take);
//!     }
//!
//!     fn undo(&mut self, take: u8, (): ()) {
//!         *self = Self::new(self.heap + take);
//!     }
//!
//!     fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
//!         (1..=self.heap.min(3)).for_each(|take| moves.push(take, 0));
//!         if moves.is_empty() { Expansion::Over(-1) } else { Expansion::Children }
//!     }
//!
//!     fn evaluate(&self) -> Score {
//!         0
//!     }
//! }
//!
//! let mut table = TwoBig1::<()>::new("64".parse()?)?;
//! assert_eq!(Search::new(&mut Nim::new(20), &mut table).run(20).score, -1);
//! assert_eq!(Search::new(&mut Nim::new(21), &mut table).run(21).score, 1);
//! # Ok::<(), tt::TableError>(())
//! ```

#![forbid(unsafe_code)]

mod additional;
mod alpha_beta;
mod audit;
mod chosen_options;
pub mod conformance;
mod cutoffs;
mod deepening;
mod deferred;
mod draw_keys;
mod etc;
mod game;
mod hints;
mod interior;
mod leaf;
mod limit;
mod longest;
mod moves;
mod mtd;
mod observer;
mod option;
mod option_set;
mod outcome;
mod path_scores;
mod payload;
mod probe;
mod pv_table;
mod search;
mod second_record;
mod settings;
mod simulation;
mod team;
mod turns;
mod variations;
mod whole_keys;
mod winner;

pub use audit::{Audit, Auditor};
pub use chosen_options::{ChosenOptions, Plain, Seeded};
pub use cutoffs::{CutoffCounter, Cutoffs};
pub use deepening::{Aspiration, Iteration, iterate, iteration};
pub use draw_keys::DrawKey;
pub use game::{Expansion, Game, Leaf, Whole};
pub use interior::{InteriorCounter, InteriorNodes};
pub use limit::NodeLimit;
pub use moves::{Moves, Ranked};
pub use mtd::mtd;
pub use observer::{Hit, Observer};
pub use option::SearchOption;
pub use option_set::SearchOptions;
pub use outcome::Outcome;
pub use payload::{BestMove, PackedMoves};
pub use search::{INFINITY, Search};
pub use settings::{BoundUse, HitSize, RootHit, Window};
pub use team::{Member, Parallel, Team};
pub use tt::Score;
pub use turns::Turns;
pub use variations::Line;
pub use winner::Winner;
