//! Zobrist hashing of game positions, and the mathematics of what its collisions cost.
//!
//! Use this crate if you write a game-tree search and need keys for a transposition table, a repetition check or an
//! opening book: it gives the [random numbers](Numbers) of a game, the same in every release, and [keys](Key) of 64 or
//! 128 bits that a move updates by exclusive-or. Use its [`collisions`] module if you have to decide how wide those
//! keys must be, or what a key of a given width costs. Do not use it as a general hasher, nor where an opponent may
//! choose the positions: whoever knows the numbers can build two positions with one key. If your positions fit into 64
//! bits as they are, you need no random numbers, and [`Key::mixed`] makes keys of them. If you must read keys that
//! another program wrote, you need that program's numbers.
//!
//! ```
//! use zobrist::collisions::{self, Distinguishable};
//! use zobrist::{DEFAULT_SEED, Key, Numbers};
//!
//! // Two kinds of stones on nine squares, and one number for the side to move.
//! let numbers = Numbers::<u64>::generate(DEFAULT_SEED, 2 * 9 + 1);
//! let stone = |kind: usize, square: usize| numbers[9 * kind + square];
//! let side_to_move = numbers[18];
//!
//! let mut key = Key::default();
//! key ^= stone(0, 4) ^ side_to_move;
//! key ^= stone(1, 0) ^ side_to_move;
//!
//! // The order of the moves does not matter ...
//! assert_eq!(key, stone(1, 0) ^ stone(0, 4));
//! // ... and what took a move forth takes it back.
//! key ^= stone(1, 0) ^ side_to_move;
//! key ^= stone(0, 4) ^ side_to_move;
//! assert_eq!(key, Key::default());
//!
//! // A hundred million positions fit into 64 bits with a probability of 0.03 % that any two share a key.
//! let p = collisions::probability_of_error(100_000_000, Distinguishable::bits(64));
//! assert!((p - 0.000_271).abs() < 0.000_001);
//! ```
//!
//! The names are those of D.M. Breuker, *Memory versus Search in Games* (thesis, Universiteit Maastricht, 1998),
//! sections 2.3.1 and 2.4.2. The method is that of A.L. Zobrist, *A New Hashing Method with Application for Game
//! Playing* (1970).

#![forbid(unsafe_code)]

pub mod collisions;
mod key;
mod numbers;

pub use key::{Key, Word};
pub use numbers::{DEFAULT_SEED, Numbers};
