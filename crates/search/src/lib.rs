//! An alpha-beta search with a transposition table, generic over the game.
//!
//! The search follows `[Breuker 1998, Figure 2.7]` step by step, with a full or a [minimal window](Window). Every call
//! of the search function counts as a node, including the root and table hits. A child that the game [decides without
//! entering it](Game::expand) does not count.
//!
//! The algorithm is in `src/alpha_beta.rs`, step by step, with `probe.rs` (what the table knows), `leaf.rs`
//! (quiescence) and `deepening.rs` beside it. What only [options] and experiments need is in the folders `techniques`,
//! `observer` and `team`.
//!
#![doc = include_str!("../README.md")]
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
