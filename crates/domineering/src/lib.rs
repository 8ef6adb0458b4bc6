//! Domineering, and the program DOMI that solves it.
//!
//! Use this crate to solve domineering boards, to play with the rules, or as an example of a game on the generic
//! search. Two players lay dominoes on a board in turn, Vertical upright and Horizontal across; who cannot move loses
//! (`[Breuker 1998, 2.5.2]`). This crate does not do combinatorial game theory: it says who wins, not by how much.
//!
//! ```
//! use domineering::{Board, Player, Winner, solve};
//! use tt::{Scheme, TranspositionTable};
//!
//! let board: Board = "6x6".parse()?;
//! let mut table = TranspositionTable::<_, ()>::new("64K".parse()?, Scheme::TwoBig1)?;
//! let solution = solve(board, Player::Vertical, &mut table, (), u64::MAX);
//! assert_eq!(solution.winner, Some(Winner::First));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod board;
mod lines;
mod outlook;
mod position;
mod solve;

pub use board::{Board, BoardError, Player};
pub use lines::Squares;
pub use position::{Counts, Move, Position};
pub use solve::{Class, Solution, Winner, solve, solve_seeded};
