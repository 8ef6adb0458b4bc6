//! The laboratory's programs, compiled: the search of each game with each kind of table.
//!
//! The search and the tables are generic, so the compiler makes a search for every combination of game, table and
//! observer. This crate is where that happens: its functions are not generic, and a program that calls them compiles in
//! seconds. Use it to run DOMI, ALIBABA and the solvers of Connect Four with a table chosen at run time; depend on the
//! crates below to compile a search of your own. It reads no file, starts no thread and looks at no clock.
//!
//! - [`run`] measures searches with a replacement scheme: what an experiment counts.
//! - [`chess`] searches one position, and can be stopped from outside: what an engine needs.
//! - [`connect_four`] and [`domineering`] solve positions.
//!
//! ```
//! use programs::{Job, Nodes, Table, run};
//! use tt::{Parts, Scheme};
//!
//! let job = Job::Domineering { board: "5x5".parse()?, first: domineering::Player::Vertical, seed: 1970 };
//! let table = Table { scheme: Scheme::Deep, positions: "8K".parse()?, parts: Parts::all(), audited: false };
//! let measured = run(&job, Some(table), u64::MAX, &Nodes::default(), &|| 0.0)?;
//! assert_eq!(measured.winner, Some(domineering::Winner::Second));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod chess;
pub mod connect_four;
pub mod domineering;
mod measure;

pub use measure::{Clock, Job, Measured, Nodes, Searched, Table, run};

/// Why a program cannot run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The table cannot be allocated.
    #[error(transparent)]
    Table(#[from] tt::TableError),
    /// A solver of Connect Four cannot be had for the board.
    #[error(transparent)]
    Solver(#[from] ::connect_four::SolverError),
    /// Moves lead to no position.
    #[error(transparent)]
    Line(#[from] ::connect_four::MovesError),
}
