//! Domineering, and DOMI, a program that solves it.
//!
//! Use this crate to solve domineering boards, to play the game, or as an example of a game for the generic search. Two
//! players take turns placing dominoes on a board: Vertical places them upright, Horizontal across. A player who cannot
//! move loses (`[Breuker 1998, 2.5.2]`). The solver finds the winner, but not the combinatorial value of a position.
//!
//! ```
//! use domineering::{BoardSize, Player, Winner, solve};
//! use schemes::{Scheme, TranspositionTable};
//!
//! let board: BoardSize = "6x6".parse()?;
//! let mut table = TranspositionTable::<()>::new("64K".parse()?, Scheme::TwoBig1)?;
//! let solution = solve(board, Player::Vertical, &mut table, (), u64::MAX);
//! assert_eq!(solution.winner, Some(Winner::First));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod best;
mod bitboard;
mod board;
mod outlook;
mod position;
mod solve;

pub use bitboard::Bitboard;
pub use board::{BoardError, BoardSize, Player, UnknownPlayer};
pub use outlook::Counts;
pub use position::{Move, Position};
pub use search::Winner;
pub use solve::{Class, Domi, Solution, solve};
