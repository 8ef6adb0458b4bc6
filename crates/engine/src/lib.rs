//! The strong chess program of this workspace: a search of today whose techniques are switches, over any table.
//!
//! Use this crate to play or analyse chess, or to measure what a table or a technique is worth in a modern program. For
//! the program of the historic experiments, use the crate `alibaba`.
//!
//! ```
//! use engine::{ChessMemory, ChessSearch};
//!
//! let position = chess::Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")?;
//! let mut table = tt::PrivateEngineTable::<tt::MoveAndEvaluation>::new(tt::Size::mib(1))?;
//! let mut memory = ChessMemory::new(&position);
//! let outcome = ChessSearch::new(&position, &mut memory, &mut table).deepen(4, |_, _, _| {});
//! assert_eq!(outcome.best.map(|best| best.to_string()).as_deref(), Some("a1a8"));
//! assert_eq!(i32::from(outcome.score), i32::from(chess::MATE) - 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Null moves, exchanges and static evaluations are chess, so the program does not use the search of the crate
//! `search`, but shares its observers, node limits and teams of threads, and the rules and mate scores of `chess`. One
//! function with numbered steps can be read from first to last, and a technique that is switched off at compile time
//! costs nothing.

#![forbid(unsafe_code)]

/// The chapter about the program, whose example is tested.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/engine.md")]
struct Chapter;

mod draws;
mod evaluation;
mod exchange;
mod history;
mod node;
mod payload;
mod picker;
mod quiescence;
mod record;
mod reductions;
mod score;
mod search;
mod technique;

pub use evaluation::evaluate;
pub use payload::Stores;
pub use search::{ChessMemory, ChessSearch, MAX_DEPTH};
pub use technique::{Chosen, StandardTechniques, TechniqueError, Techniques};
