//! Transposition tables with configurable replacement schemes.
//!
//! Use this crate if you write a game-tree search that should recognise positions it has searched before. It provides a
//! compact table that is fast enough for an engine and whose replacement scheme is a type parameter. You can also use
//! it to study transposition tables: [`Masked`] hides parts of the stored information, and [`Audited`] checks every
//! answer. The table does not depend on a game; it stores your moves as an opaque payload.
//!
//! A transposition table may discard any position. If you need a map that keeps all entries, use a hash map. Sharing
//! one table between threads is not supported.
//!
//! ```
//! use tt::{Bound, Key, Record, Table, TranspositionTable, TwoBig1};
//!
//! let mut table = TranspositionTable::<_, u16>::new("64K".parse()?, TwoBig1::default())?;
//! let key = Key(0x9d39_247e_3377_6d41);
//! table.store(key, Record { payload: 0x0c1c, score: 30, bound: Bound::LOWER, depth: 5, nodes: 812 });
//!
//! let found = table.probe(key).expect("it was just stored");
//! assert_eq!((found.score, found.bound), (30, Bound::LOWER));
//! # Ok::<(), tt::TableError>(())
//! ```
//!
//! A search uses the trait [`Table`], and [`TranspositionTable`] implements it. The module [`schemes`] contains
//! Breuker's seven replacement schemes, and [`Scheme`] selects one of them at run time. Implement [`Replacement`] to
//! define your own scheme. Table sizes are given in [`Positions`]. Keys must be [distributed over all 64
//! bits](Table#keys).
//!
//! # Terms
//!
//! An *entry* is the unit that a key selects; engines often call it a *bucket*. An entry has one or more *slots*, and
//! each slot holds one *position*. The *residents* are the positions in an entry, and the *candidate* is the position
//! to be stored.

#![deny(unsafe_code)]

mod audited;
mod entry;
mod error;
mod masked;
mod memory;
mod positions;
mod record;
mod replacement;
pub mod schemes;
mod slots;
mod statistics;
mod table;
mod transposition_table;

pub use audited::{Audit, Audited};
pub use error::TableError;
pub use masked::{Masked, Parts};
pub use memory::{Memory, Pages};
pub use positions::Positions;
pub use record::{Bound, MAX_NODES, Record, Resident, Score, Worth};
pub use replacement::{Decision, MAX_WIDTH, OfWidth, Replacement};
pub use schemes::{Scheme, UnknownScheme};
pub use slots::Slots;
pub use statistics::Statistics;
pub use table::{Stored, Table, Whole};
pub use transposition_table::TranspositionTable;
pub use zobrist::Key;

/// DEEP: keeps the position with the deeper subtree.
pub type Deep = schemes::OneLevel<schemes::Deep>;
/// NEW: keeps the newest position.
pub type New = schemes::OneLevel<schemes::New>;
/// OLD: keeps the oldest position.
pub type Old = schemes::OneLevel<schemes::Old>;
/// BIG1: keeps the position with the bigger subtree. A table hit counts as one node.
pub type Big1 = schemes::OneLevel<schemes::Big1>;
/// BIGALL: keeps the position with the bigger subtree. A table hit counts as all nodes of the stored subtree.
pub type BigAll = schemes::OneLevel<schemes::BigAll>;
/// TWODEEP: two levels. The first slot follows DEEP, and the second stores what the first gives up or rejects.
pub type TwoDeep = schemes::TwoLevel<schemes::Deep>;
/// TWOBIG1: two levels. The first slot follows BIG1, and the second stores what the first gives up or rejects. The
/// thesis recommends this scheme.
pub type TwoBig1 = schemes::TwoLevel<schemes::Big1>;
