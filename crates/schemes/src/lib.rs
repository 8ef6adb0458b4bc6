//! The tables of a laboratory: every replacement scheme by name, and the data structures that it may need.
//!
//! Use this crate to compare schemes of the crate `tt` with each other at run time, and with the schemes of the thesis,
//! of older programs and of textbooks. An engine needs only `tt`.
//!
//! ```
//! use schemes::{Scheme, TranspositionTable};
//! use tt::{Bound, Key, Record, Table};
//!
//! let scheme: Scheme = "two-big1+same-merge+mul-high".parse()?;
//! let mut table = TranspositionTable::<u16>::new("64K".parse()?, scheme)?;
//! let record = Record { payload: 0x0c1c, score: 30, bound: Bound::Lower, depth: 5, nodes: 812, ..Record::default() };
//! table.store(Key::mixed(1), record);
//! assert_eq!(table.probe(Key::mixed(1)), Some(record));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - A [`Scheme`] is a name, and [`TranspositionTable`] has the table of any scheme behind a pointer.
//! - A [`Technique`] combines a policy with a layout, an index, and a data structure, such as lists or a tree.
//! - [`Masked`] hides parts of the stored information, and [`FalseHits`] adds errors.
//! - [`Request`]s of a recorded search are [replayed](TranspositionTable::replay) without the search.
//!
//! # Why two crates
//!
//! When everything was in `tt`, 56 % of it served names of schemes and single experiments. An engine that depends on
//! `tt` alone compiles a fifth of that code. Tests of every crate may use `schemes`.

#![forbid(unsafe_code)]

mod any_table;
mod false_hits;
mod handle;
mod in_buckets;
pub mod layouts;
mod masked;
mod modulo;
pub mod policies;
mod positions;
mod replay;
mod scheme;
mod scheme_table;
mod slot_view;
mod tables;
mod technique;
mod transposition_table;
mod uncompared;
mod unfit;
mod with_evaluations;
mod wrapper;

pub use false_hits::FalseHits;
pub use masked::{Masked, Parts};
pub use modulo::Modulo;
pub use positions::Positions;
pub use replay::{Replayed, Request, RequestKind};
pub use scheme::{Scheme, UnknownScheme};
pub use slot_view::{Section, UsedSlot};
pub use technique::{Parameter, Technique};
pub use transposition_table::TranspositionTable;
pub use with_evaluations::EvaluationTable;
pub use wrapper::Found;
