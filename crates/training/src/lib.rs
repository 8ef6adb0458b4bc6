//! Where the numbers of the program's evaluation come from: its own games.
//!
//! Use this crate to train the evaluation of the crate `engine` again, or to read how it was done. A recipe has three
//! steps:
//!
//! 1. [`play`] plays games of the program against itself, from random openings, and keeps the quiet positions as
//!    [`TrainingSample`]s, with the score of the search and the result of the game.
//! 2. [`tune`] fits the piece-square values to the results.
//! 3. A [`Network`] is trained on a mixture of scores and results, batch by batch: each sample adds to a [`Gradient`],
//!    and an [`Optimizer`] takes a step.
//!
//! All of it depends on seeds and counts alone. It opens no file, starts no thread and has no clock: the programs
//! `training_games`, `tune` and `train_network` of the package `measurements` do.
//!
//! ```
//! use training::{Recipe, play, tune};
//!
//! let samples: Vec<_> = (0..4).flat_map(|seed| play(seed, &Recipe { nodes: 300, ..Recipe::default() })).collect();
//! let tuned = tune(&samples, 10, |_, _| {});
//! assert_eq!(tuned.weights.len(), 6);
//! ```
//!
//! The trainer and the network are our own, although crates such as `noru` exist: the gradients of fixed parts of a
//! batch are summed, so that any number of threads trains the same network, and the compiler finds the vector
//! instructions without `unsafe`.

#![forbid(unsafe_code)]

mod file;
mod games;
mod network;
mod random;
mod sample;
mod tuner;

pub use file::{read_game, write_game};
pub use games::{Recipe, play};
pub use network::{GROUPS, Gradient, HIDDEN, INPUTS, Network, Optimizer, SCALE};
pub use random::RandomNumbers;
pub use sample::{SampleError, TrainingSample};
pub use tuner::{Tuned, tune};
