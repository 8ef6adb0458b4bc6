//! Experiments with transposition tables: what is run, and what is kept.
//!
//! Use the binary `ttlab` to run experiments. Use this library to run them from your own program, or to read their
//! results. It is the lowest crate that uses files, threads and clocks; the searches are in the crates below.
//!
//! ```text
//! Definition ──> Plan ──> Sweep ──> Store ──> Rows
//! a TOML file    cells    workers   SQLite    counts
//! ```
//!
//! 1. A [`Definition`] describes an experiment: a set of [cells](Cell). A cell is one configuration of a search.
//!    [`games`] has what a game adds to all this.
//! 2. A [plan](plan::Plan) lists the cells of some definitions, with a filter and a [shard](shard::Shard), and which of
//!    them are done.
//! 3. A [sweep](sweep::Sweep) [runs](run::run) the other cells, in parallel.
//! 4. A [store](store::Store) keeps the row of each cell with its [signature](mod@signature): the version of the solver
//!    and of the replacement scheme that produced the counts.
//! 5. A [`Row`] has the counts of a cell. The crate `report` turns rows into tables, pictures and verdicts.
//!
//! ```
//! use experiments::{Cell, run};
//!
//! let cell: Cell = "domineering board=5x5 first=vertical scheme=deep positions=8K parts=all seed=1970".parse()?;
//! let row = run::run(&cell, u64::MAX, &run::Nodes::default())?;
//! assert_eq!(row.winner(), Some(experiments::row::Winner::Second));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

// What is searched.
mod between; // what happens to the table between two searches
pub mod board; // a board, in games with boards of several sizes
pub mod cell; // one configuration, and its text
pub mod connect_four_set; // the test sets of Connect Four
pub mod custom_games; // an experiment on custom games of chess
pub mod definition; // an experiment: a TOML file
pub mod games; // what a game adds: cells, fields of a definition, frozen searches
pub mod position_rule; // test sets of chess, made from games by a rule
pub mod position_set; // the test sets of chess
pub mod published; // the printed figures
pub mod readings; // what the sources leave open
mod report_kind; // the form of a report
pub mod scan; // a scheme with a grid of numbers, as an experiment
pub mod scheme_list; // the replacement schemes, with custom ones
mod string_fields; // fields of definitions that are written as strings
mod table_text; // schemes and parts of the table in words

// Which cells are run.
mod estimates; // how many nodes a cell will take
pub mod plan; // the cells of a sweep, and which of them are done
pub mod shard; // cutting the cells into parts for several machines

// Running them.
pub mod bench; // one number that changes when node counts do
pub mod run; // one cell
pub mod signature; // the version of a solver and a scheme
pub mod sweep; // many cells, in parallel
pub mod together; // one board, solved by several threads

// What is kept.
pub mod merge; // joining databases
pub mod recording; // the table requests of a search
pub mod row; // the counts of a cell
pub mod store; // the database of rows
pub mod view; // the rows of a database, by experiment

// Helpers.
pub mod files; // reading and writing files
mod fnv; // 64-bit digests
pub mod help; // errors with help, and usage errors
pub mod machine; // cores, memory, huge pages
pub mod parallel; // mapping over all cores
mod program; // the name of the program in messages
#[cfg(test)]
mod samples; // options and rows for tests
pub mod suggestions; // suggesting the name that was meant
pub mod table_file; // a table that later runs resume with
pub mod text; // numbers and safe texts

pub use cell::Cell;
pub use definition::{Definition, Part};
pub use games::{GameCell, GameKind, read_techniques};
pub use help::Usage;
pub use program::program;
pub use row::Row;
