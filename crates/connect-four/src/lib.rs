//! Connect Four: the rules, the solver of a well-known tutorial, and a much faster one.
//!
//! Use this crate to solve Connect Four, on the board of the shops or on any whose columns fit 64 bits; to count the
//! nodes that `[Pons, part 7]` counts; or to study transposition tables with a game whose scores are exact. It solves:
//! for a program that plays well on a board too large to solve, it lacks an evaluation.
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
//! - [`best`] solves with as few nodes, and as soon, as we know how.
//! - [`tutorial`] repeats the tutorial's solver, node for node.
//! - [`lab`] is the game for the generic search, with any table, any replacement scheme and keys from a seed.

#![forbid(unsafe_code)]

pub mod best;
mod board;
pub mod lab;
mod line;
mod position;
mod solution;
pub mod tutorial;

pub use board::{Board, BoardError, Fixed, Shape, Standard};
pub use line::LineError;
pub use position::{Player, Position};
pub use solution::{Analysis, Solution, SolverError};
