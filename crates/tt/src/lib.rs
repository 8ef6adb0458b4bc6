//! Transposition tables with exchangeable replacement schemes.
//!
//! Use this crate if you write a game-tree search and want it to recognise positions that it has seen: it gives a
//! table of compact entries, fast enough for an engine, in which *which position has to go* is a type of your choice.
//! Use it to study tables, too: parts of the information can be [hidden](Masked), every answer can be
//! [audited](Audited). It knows no game; what it keeps of your moves is an opaque payload. If you need a map that
//! forgets nothing, use a hash map. If several threads must share one table, this crate does not serve you yet.
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
//! [`Table`] is what a search needs; [`TranspositionTable`] is the real one. [`Replacement`] is what a scheme has to
//! answer; [`schemes`] holds Breuker's seven and [`Scheme`] names them at run time. Sizes are counted in
//! [`Positions`]. Keys must be [spread over all 64 bits](Table#keys).

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
/// BIG1: keeps the position with the bigger subtree, a table hit counting as one node.
pub type Big1 = schemes::OneLevel<schemes::Big1>;
/// BIGALL: keeps the position with the bigger subtree, a table hit counting as all the nodes it stands for.
pub type BigAll = schemes::OneLevel<schemes::BigAll>;
/// TWODEEP: DEEP above NEW.
pub type TwoDeep = schemes::TwoLevel<schemes::Deep>;
/// TWOBIG1: BIG1 above NEW; the scheme that the thesis recommends.
pub type TwoBig1 = schemes::TwoLevel<schemes::Big1>;
