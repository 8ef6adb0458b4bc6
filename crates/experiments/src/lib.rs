//! The laboratory: experiments with transposition tables are run, stored, compared and drawn.
//!
//! Use the binary `ttlab` to run experiments; use this library to run them from a program of your own, or to read what
//! they left. Below this crate there is no file, no thread and no clock: all of them are here. It does not search:
//! that is what the crates below do.
//!
//! A [`Definition`] says what an experiment is, and its [parts](Part) are sets of [cells](Cell). [`sweep`] runs cells
//! in parallel with [`run`], and keeps their [rows](Row) in a [`store`]; [`report`] shows them. [`mod@bench`] is how
//! a database knows rows of this version of the counts from others.
//!
//! ```
//! use experiments::{Cell, run};
//!
//! let cell: Cell = "domineering board=5x5 first=vertical scheme=deep positions=8K parts=all seed=1970".parse()?;
//! let row = run::run(&cell, u64::MAX, &run::Nodes::default())?;
//! assert_eq!(row.winner, Some(domineering::Winner::Second));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod bench;
pub mod cell;
pub mod connect_four_set;
pub mod custom_games;
pub mod definition;
mod digest;
pub mod estimates;
pub mod files;
pub mod machine;
pub mod merge;
pub mod names;
pub mod parallel;
pub mod plan;
pub mod position_rule;
pub mod position_set;
mod program;
pub mod published;
pub mod row;
pub mod run;
pub mod schemes;
pub mod shard;
pub mod signature;
pub mod store;
pub mod sweep;
pub mod text;
mod usage;
pub mod view;

pub use cell::{Cell, Game, GameCell};
pub use definition::{Check, Claim, Definition, Part, Region};
pub use program::program;
pub use row::Row;
pub use usage::Usage;
