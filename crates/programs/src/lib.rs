//! The laboratory's programs, compiled: the search of each game with each kind of table.
//!
//! The search and the tables are generic, so the compiler generates a search for every combination of game, table and
//! observer. That happens in this crate: its functions are not generic, and a program that calls them compiles in
//! seconds, optimized or not. Use it to run DOMI, ALIBABA and the solvers of Connect Four with a table chosen at run
//! time. To compile your own search, depend on the crates below. This crate does not use files or clocks, and starts no
//! threads.
//!
//! - [`run`] measures searches with a replacement scheme, for experiments.
//! - [`record`] records the table requests of a search.
//! - [`domineering::Together`] solves a board of domineering with several threads.
//! - [`chess`] searches one position, with one thread or several, and can be stopped from another thread, for engines,
//!   and plays games between two programs.
//! - [`connect_four`] and [`domineering`] solve positions.
//!
//! ```
//! use programs::domineering::DomineeringJob;
//! use programs::{MeasuredTable, Nodes, SearchOptions, run};
//! use schemes::{Parts, Scheme};
//!
//! let job = DomineeringJob { board: "5x5".parse()?, first: domineering::Player::Vertical, seed: 1970 };
//! let (scheme, parts, positions) = (Scheme::Deep, Parts::all(), "8K".parse()?);
//! let table = MeasuredTable { scheme, positions, parts, audited: false, seed: 0 };
//! let measured = run(&job.into(), Some(table), SearchOptions::PLAIN, u64::MAX, &Nodes::default(), &|| 0.0)?;
//! assert_eq!(measured.ending.winner(), Some(programs::Winner::Second));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Why one crate compiles all searches
//!
//! Each combination takes seconds to compile, in the crate that uses it. When the experiments, the reports and the
//! command line did so, every edit required a build of five minutes. This crate and those below it are optimized as one
//! codegen unit each, and nothing is optimized when it is linked: the few functions that only link-time optimization
//! would inline, such as the decision of a scheme, are marked `#[inline(always)]`. The number of instructions per node
//! is within 1 % of that with link-time optimization.

#![forbid(unsafe_code)]

pub mod chess;
pub mod connect_four;
pub mod domineering;
mod examine;
mod job;
mod limit;
mod measure;
pub mod options;
mod played;
mod record;
mod recorder;
mod task;
mod team_table;
mod watched;

use schemes::{Parts, Scheme};
use tt::Size;

pub use ::connect_four::tutorial::StoredBounds;
pub use examine::Examined;
pub use job::Job;
pub use measure::{Measured, run};
pub use options::SearchOptions;
pub use played::{PlayedPairs, Work};
pub use record::{RecordError, ReplayTable, record, replay_table};
pub use search::{Audit, InteriorNodes, NodeLimit, Parallel, SearchOption, Statistics, Winner};
pub use task::{Clock, MeasuredTable};
pub use team_table::TeamTable;
pub use watched::{Cancelled, Ending, MoveText, MoveTextError, Nodes, Searched};

/// Returns the scheme, the size and the parts in use of a table. A search without a table has a small one with no part
/// in use.
fn with_or_without(scheme: Option<Scheme>, size: Size, parts: Parts) -> (Scheme, Size, Parts) {
    scheme.map_or((Scheme::TwoBig1, Size::Positions(2), Parts::empty()), |scheme| (scheme, size, parts))
}

/// The error of a program that cannot run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The table cannot be allocated.
    #[error(transparent)]
    Table(#[from] tt::TableError),
    /// No solver of Connect Four can be created for the board.
    #[error(transparent)]
    Solver(#[from] ::connect_four::SolverError),
    /// Moves of Connect Four are illegal.
    #[error(transparent)]
    Line(#[from] ::connect_four::MovesError),
}
