//! Transposition tables that are built from parts: a layout, an index, and a policy that decides which position stays.
//!
//! Use this crate if you write a game-tree search that should recognise positions it has searched before. It provides
//! compact tables that are fast enough for an engine and whose parts are type parameters. A table does not depend on a
//! game; it stores your moves as an opaque [`Payload`].
//!
//! A transposition table may discard any position. If you need a map that keeps everything, use a hash map. Threads
//! can [share](Shared) a table.
//!
//! ```
//! use tt::{Bound, EngineTable, Key, MoveAndEvaluation, Record, Size};
//!
//! let table = EngineTable::<MoveAndEvaluation>::new(Size::mib(16))?;
//! let key = Key(0x9d39_247e_3377_6d41);
//! let payload = MoveAndEvaluation { best_move: 0x0c1c, evaluation: -35 };
//! table.put(key, &Record { payload, score: 30, bound: Bound::Lower, depth: 5, ..Record::default() });
//!
//! let found = table.get(key).expect("it was just stored");
//! assert_eq!((found.score, found.bound), (30, Bound::Lower));
//! # Ok::<(), tt::TableError>(())
//! ```
//!
//! A search uses the trait [`Table`]. Keys must be [distributed over all 64 bits](Table#keys). The [`Size`] of a table
//! is a number of positions or an amount of memory.
//!
//! # Terms
//!
//! A key selects a *bucket*, which the thesis calls an *entry*. A bucket has one or more *slots*, and each slot holds
//! one *position*. The *residents* are the positions in a bucket, and the *candidate* is the position to be stored.
//!
//! # Tables
//!
//! [`Buckets<L, R, W, I>`](Buckets) is a table with `W` slots in a bucket. Its parts are exchangeable:
//!
//! - A [`Layout`] packs a record into a slot and says how many bits of the key verify it; see [`layouts`].
//! - A [`Policy`] decides which position of a bucket to replace; see [`policies`]. Implement it to define your own.
//! - An [`Index`] selects the bucket of a key: [`LowBits`], [`MulHigh`] or [`Multiply`].
//!
//! [`Shared<L, R, W, I, G>`](Shared) has the same parts and is used by several threads. A [`Guard`] detects records
//! that two threads mixed. With the feature `files`, a table can be saved, or kept in a file that outlives the process.
//!
//! [`EngineTable`] is the one that is recommended for engines, and [`TwoBig1`] the one of the thesis. The crate
//! `schemes` of the same workspace selects one of many schemes at run time.
//!
//! # Why these parts
//!
//! Programs differ in what they store about a position, how a key selects a bucket, which position they replace, and
//! how they obtain memory. Each part decides one of these, and knows nothing about the others:
//!
//! | Part | Decides | Does not see |
//! |---|---|---|
//! | layout `L` | how a record becomes words, and how many bits of the key verify it | other slots, the bucket |
//! | index `I` | which bucket a key selects, and a number that verifies the key | the record |
//! | policy `R` | which position of a bucket of `W` slots is replaced | keys, scores, moves, memory |
//! | storage, private | where the buckets are | anything but the size of a bucket |
//!
//! - One function without storage, in `admit.rs`, connects them: it takes a bucket and a record and returns what
//!   changes. Tests compare tables of several layouts, indices and widths with a model that stores lists of positions.
//! - The number of slots is a constant of the type, because the compiler unrolls the loops over the slots of a bucket.
//! - A layout has a record type of its own, because a solver keeps other records than a search, such as two bounds.
//!   [`Table`] has the fixed [`Record`] that a search needs.
//! - A policy has no state and no key: the same sequence of stores has the same result in every program, and a single
//!   call is enough to test a policy. The ages of positions are in the table; parameters are fields of the policy.
//! - A probe compares all slots before its first branch. Which slot holds a position is unpredictable, so a branch for
//!   each slot would often be mispredicted. On a table of 1 MiB with two slots in a bucket, overlapping probes take 2.4
//!   nanoseconds instead of 6.9; a probe that waits for the one before takes 12.4 instead of 11.5.
//! - What a search knows besides is a flag and a byte, [`Record::is_pv`] and [`Record::user`]. They replace methods for
//!   single experiments, so that a table that an engine implements has five methods. A byte holds one thing at a time.
//!
//! # Features
//!
//! No feature is enabled by default. The crate then depends on `zobrist` alone and needs no standard library, only an
//! allocator (`no_std` with `alloc`) and atomic integers of 64 bits. It runs on 32-bit systems and in WebAssembly. A
//! size that exceeds the address space is a [`TableError`].
//!
//! - `mmap`: memory from the operating system (`memmap2`) instead of the allocator, and [huge pages](Pages::Huge),
//!   which make probes of a large table faster. On other systems than Unix and Windows, it changes nothing.
//! - `files`: tables that are saved and loaded, or kept in files. It enables `mmap`, and needs the standard library.

#![cfg_attr(not(any(test, feature = "files")), no_std)]
#![deny(unsafe_code)]

extern crate alloc;

/// The README of the crate, whose example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod admit;
mod buckets;
mod components;
mod engine_table;
mod error;
#[cfg(feature = "files")]
mod file_error;
#[cfg(feature = "files")]
mod file_format;
mod guard;
mod index;
mod interface;
mod layout;
pub mod layouts;
mod memory;
mod payload;
pub mod policies;
mod policy;
mod record;
mod shared;
mod size;
mod slots;
mod table;
mod words;

pub use buckets::Buckets;
pub use components::Components;
pub use engine_table::{EngineTable, PrivateEngineTable};
pub use error::TableError;
#[cfg(feature = "files")]
pub use file_error::FileError;
#[cfg(feature = "files")]
pub use file_format::{Contents, is_table_file};
pub use guard::{Checksum, Guard, SingleWord, SpareBits, Xor};
pub use index::{Index, LowBits, MulHigh, Multiply};
pub use layout::Layout;
pub use memory::Pages;
pub use payload::{MoveAndEvaluation, Payload, bits};
pub use policy::{Decision, OnHit, Policy, Same};
pub use record::{Bound, Identity, MAX_NODES, Record, Resident, Score, Worth};
pub use shared::Shared;
pub use size::Size;
pub use table::{Inspect, Maintain, Stored, Table};
pub use words::Words;
pub use zobrist::Key;

use layouts::Thesis;
use policies::TwoLevel;

/// The table of TWOBIG1, [`TwoLevel`] of [`Big`](policies::Big). The first slot follows BIG1, and the
/// second stores what the first evicts or rejects. The thesis recommends this scheme.
pub type TwoBig1<P> = Buckets<Thesis<P>, TwoLevel<policies::Big>, 2>;
