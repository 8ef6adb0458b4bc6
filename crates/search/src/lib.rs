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
//! The algorithm is in `src/alpha_beta.rs`, step by step, with `probe.rs` (what the table knows), `leaf.rs`
//! (quiescence) and `deepening.rs` beside it. What only [options] and experiments need is in the folders `techniques`,
//! `observer` and `team`.
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

mod alpha_beta;
mod aspects;
pub mod conformance;
mod deepening;
mod game;
mod leaf;
mod moves;
mod observer;
pub mod options;
mod outcome;
mod payload;
mod probe;
mod search;
mod settings;
mod team;
mod techniques;
mod variations;
mod winner;

pub use aspects::Aspects;
pub use deepening::{Aspiration, Iteration, iterate, iteration};
pub use game::{Expansion, Game, Leaf, Whole};
pub use moves::{Moves, Ranked};
pub use observer::audit::{Audit, Auditor};
pub use observer::counted::Counted;
pub use observer::cutoffs::{CutoffCounter, Cutoffs};
pub use observer::interior::{InteriorCounter, InteriorNodes};
pub use observer::statistics::Statistics;
pub use observer::{Hit, ObservedPosition, Observer};
pub use options::chosen::{ChosenOptions, Plain, Seeded};
pub use options::option::SearchOption;
pub use options::set::{CoreOptions, OfSearch, OptionSet, OptionTables};
pub use outcome::Outcome;
pub use payload::{BestMove, PackedMoves};
pub use search::{GameTable, INFINITY, Search};
pub use settings::{BoundUse, HitSize, RootHit, Window};
pub use team::limit::NodeLimit;
pub use team::turns::Turns;
pub use team::{Member, Parallel, Team};
pub use techniques::draw_keys::{DrawKey, after_draw};
pub use techniques::mtd::mtd;
pub use tt::Score;
pub use variations::Line;
pub use winner::Winner;
