//! Connect Four: the rules, the solver of a well-known tutorial, and a much faster solver.
//!
//! Use this crate to solve Connect Four, on the standard board of 7 columns and 6 rows or on any board of up to 104
//! bits, which include a spare bit for each column; to reproduce the node counts of `[Pons, part 7]`; or to study
//! transposition tables with a game whose scores are exact. The crate has no heuristic evaluation, so it is not suited
//! to playing on boards that are too large to solve.
//!
//! ```
//! use connect_four::{Position, best};
//!
//! let mut solver = best::Solver::new(12)?;
//! let position: Position = "52753311433677442422121".parse()?;
//! assert_eq!(solver.solve(&position).score, Some(8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - The rules (`src/rules`) are [`Position`] and the [`Shape`] of its board.
//! - [`tutorial`] is the historic program: it reproduces the tutorial's solver, node for node.
//! - [`best`] is the fastest solver.
//! - [`book`] has the exact scores of all positions with few stones.
//! - [`lab`] implements the game for the generic search, with any table, any replacement scheme and keys from a seed.

#![forbid(unsafe_code)]

/// The README of the crate, whose example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod best;
pub mod book;
mod budget;
pub mod lab;
mod rules;
mod slot;
mod solution;
pub mod tutorial;

pub use rules::bits::Bits;
pub use rules::board::{BoardError, BoardSize, Fixed, Shape, Standard};
pub use rules::line::MovesError;
pub use rules::position::{Player, Position};
pub use solution::{Analysis, Solution, SolverError};
