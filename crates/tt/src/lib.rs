//! Transposition tables that are built from parts: a layout, an index, and a policy that decides which position stays.
//!
//! Use this crate if you write a game-tree search that should recognise positions it has searched before. It provides
//! compact tables that are fast enough for an engine and whose parts are type parameters. You can also use it to
//! study transposition tables: [`Masked`] hides parts of the stored information. A table does not depend on a game; it
//! stores your moves as an opaque [`Payload`].
//!
//! A transposition table may discard any position. If you need a map that keeps everything, use a hash map. Threads
//! can [share](Shared) a table.
//!
//! ```
//! use tt::{Bound, Key, Record, Table, TwoBig1};
//!
//! let mut table = TwoBig1::<u16>::new("64K".parse()?)?;
//! let key = Key(0x9d39_247e_3377_6d41);
//! table.store(key, Record { payload: 0x0c1c, score: 30, bound: Bound::Lower, depth: 5, nodes: 812 });
//!
//! let found = table.probe(key).expect("it was just stored");
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
//! - A [`Policy`] decides which position of a bucket to replace; see [`schemes`]. Implement it to define your own.
//! - An [`Index`] selects the bucket of a key: [`LowBits`], [`MulHigh`], [`Modulo`],
//!   [`Remainder`] or [`Multiply`].
//!
//! [`Shared<L, R, W, I, G>`](Shared) has the same parts and is used by several threads. A [`Guard`] detects records
//! that two threads mixed. A shared table can be [saved](Shared::save), or kept [in a file](Shared::in_file) that
//! outlives the process.
//!
//! The tables of the thesis have names, such as [`TwoBig1`]. [`TranspositionTable`] selects the scheme at run time.

#![deny(unsafe_code)]

mod admit;
mod any_table;
mod buckets;
mod components;
mod counted;
mod error;
mod false_hits;
mod file_format;
mod guard;
mod index;
mod layout;
pub mod layouts;
mod masked;
mod memory;
mod payload;
mod policy;
mod positions;
mod record;
mod replay;
mod scheme;
pub mod schemes;
mod shared;
mod size;
mod slot_view;
mod slots;
mod statistics;
mod table;
pub mod tables;
mod technique;
mod technique_table;
mod transposition_table;
mod whole;

pub use buckets::Buckets;
pub use components::Components;
pub use counted::Counted;
pub use error::TableError;
pub use false_hits::FalseHits;
pub use file_format::{Contents, FileError};
pub use guard::{Checksum, Guard, SingleWord, Xor};
pub use index::{Index, LowBits, Modulo, MulHigh, Multiply, PerSide, Remainder, Truncated};
pub use layout::{Layout, Words};
pub use masked::{Masked, Parts};
pub use memory::Pages;
pub use payload::{MoveAndEvaluation, Payload};
pub use policy::{Decision, OnHit, Policy, Same};
pub use positions::Positions;
pub use record::{Bound, Hints, Identity, MAX_NODES, Record, Resident, Score, Worth};
pub use replay::{Replayed, Request, RequestKind};
pub use scheme::{Scheme, UnknownScheme};
pub use shared::Shared;
pub use size::Size;
pub use slot_view::{Section, UsedSlot};
pub use statistics::Statistics;
pub use table::{Found, Inspect, Maintain, Stored, Table};
pub use technique::{Parameter, Technique};
pub use transposition_table::TranspositionTable;
pub use whole::WholePosition;
pub use zobrist::Key;

use layouts::Thesis;
use schemes::{OneLevel, TwoLevel};

/// The table of DEEP, which keeps the position with the deeper subtree.
pub type Deep<P> = Buckets<Thesis<P>, OneLevel<policies::Deep>, 1>;
/// The table of NEW, which keeps the newest position.
pub type New<P> = Buckets<Thesis<P>, OneLevel<policies::New>, 1>;
/// The table of OLD, which keeps the oldest position.
pub type Old<P> = Buckets<Thesis<P>, OneLevel<schemes::policies::Old>, 1>;
/// The table of BIG1 and BIGALL, which keep the position with the bigger subtree.
pub type Big1<P> = Buckets<Thesis<P>, OneLevel<policies::Big>, 1>;
/// The table of TWODEEP. The first slot follows DEEP, and the second stores what the first evicts or rejects.
pub type TwoDeep<P> = Buckets<Thesis<P>, TwoLevel<policies::Deep>, 2>;
/// The table of TWOBIG1, [`TwoLevel`] of [`Big`](policies::Big). The first slot follows BIG1, and the
/// second stores what the first evicts or rejects. The thesis recommends this scheme.
pub type TwoBig1<P> = Buckets<Thesis<P>, TwoLevel<policies::Big>, 2>;
