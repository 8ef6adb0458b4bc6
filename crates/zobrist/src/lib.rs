//! Zobrist keys for game positions, and formulas for the cost of key collisions.
//!
//! Use this crate if you write a game-tree search and need keys for a transposition table, a repetition check or an
//! opening book. It generates the [random numbers](Numbers) of a game, which are the same in every release, and
//! provides [keys](Key) of 64 bits that are updated by exclusive-or when a move is made. The [`collisions`]
//! module computes how wide the keys must be, and how many errors to expect from keys of a given width.
//!
//! Do not use this crate as a general-purpose hasher, or where an adversary chooses the positions: anyone who knows the
//! numbers can construct two positions with the same key. If every position fits into 64 bits, you do not need random
//! numbers; [`Key::mixed`] turns such a position into a key. To read keys that another program wrote, you need that
//! program's numbers.
//!
#![cfg_attr(all(feature = "collisions", feature = "numbers"), doc = "```")]
#![cfg_attr(not(all(feature = "collisions", feature = "numbers")), doc = "```ignore")]
//! use zobrist::collisions::{self, KeySpace};
//! use zobrist::{DEFAULT_SEED, Key, Numbers};
//!
//! // One number for each colour of stone on each of nine squares, and one for the side to move.
//! let numbers = Numbers::generate(DEFAULT_SEED, 2 * 9 + 1);
//! let stone = |colour: usize, square: usize| numbers[9 * colour + square];
//! let side_to_move = numbers[18];
//!
//! let mut key = Key::default();
//! key ^= stone(0, 4) ^ side_to_move;
//! key ^= stone(1, 0) ^ side_to_move;
//!
//! // The order of the moves does not matter ...
//! assert_eq!(key, stone(1, 0) ^ stone(0, 4));
//! // ... and applying the same numbers again undoes a move.
//! key ^= stone(1, 0) ^ side_to_move;
//! key ^= stone(0, 4) ^ side_to_move;
//! assert_eq!(key, Key::default());
//!
//! // Among 100 million positions with 64-bit keys, the probability that any two share a key is 0.03 %.
//! let p = collisions::approximate_probability_of_error(100_000_000, KeySpace::bits(64));
//! assert!((p - 0.000_271).abs() < 0.000_001);
//! ```
//!
//! # Features
//!
//! No feature is enabled by default. The crate then has [`Key`] and [`Combine`], and depends on nothing. It never needs
//! the standard library.
//!
//! - `numbers`: [`Numbers`] and [`DEFAULT_SEED`], with `rand_chacha` and an allocator.
//! - `collisions`: the module [`collisions`], with `libm`.
//!
//! # Sources
//!
//! The terminology follows D.M. Breuker, *Memory versus Search in Games* (thesis, Universiteit Maastricht, 1998),
//! sections 2.3.1 and 2.4.2. The method was introduced by A.L. Zobrist, *A New Hashing Method with Application for Game
//! Playing* (1970).

#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

/// The README of the crate, whose example is tested.
#[cfg(all(doctest, feature = "numbers"))]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(feature = "numbers")]
extern crate alloc;

#[cfg(feature = "numbers")]
mod bch;
#[cfg(feature = "collisions")]
pub mod collisions;
mod key;
#[cfg(feature = "numbers")]
mod numbers;

pub use key::{Combine, Key};
#[cfg(feature = "numbers")]
pub use numbers::{DEFAULT_SEED, Numbers};
