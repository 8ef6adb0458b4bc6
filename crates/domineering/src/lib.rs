//! Domineering, and DOMI, a program that solves it.
//!
//! Use this crate to solve domineering boards, to play the game, or as an example of a game for the generic search. Two
//! players take turns placing dominoes on a board: Vertical places them upright, Horizontal across. A player who cannot
//! move loses (`[Breuker 1998, 2.5.2]`). The solver finds the winner, but not the combinatorial value of a position.
//!
//! ```
//! use domineering::{BoardSize, Player, Winner, solve};
//! use tt::TwoBig1;
//!
//! let board: BoardSize = "6x6".parse()?;
//! let mut table = TwoBig1::<()>::new("64K".parse()?)?;
//! let solution = solve(board, Player::Vertical, &mut table, (), u64::MAX);
//! assert_eq!(solution.winner, Some(Winner::First));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - The rules (`src/rules`) are [`Position`], [`BoardSize`] and who wins.
//! - [`Domi`] is the historic program, on the generic search.
//! - [`best`] is the solver with the fewest nodes. It shares the rules and the tables with DOMI, and not the search.
//! - [`sums`] says who wins a board that is made of smaller ones.

#![forbid(unsafe_code)]

/// The README of the crate, whose example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod best;
mod domi;
mod rules;
pub mod sums;

pub use domi::{Domi, options, solve};
pub use rules::bitboard::Bitboard;
pub use rules::board::{BoardError, BoardSize, Player, UnknownPlayer};
pub use rules::outcome::{Class, Solution};
pub use rules::outlook::Counts;
pub use rules::position::{Move, Position};
pub use search::Winner;
