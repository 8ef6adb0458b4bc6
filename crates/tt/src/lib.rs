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
//! use tt::{Bound, Key, Record, Table, TwoBig1};
//!
//! let mut table = TwoBig1::<u16>::new("64K".parse()?)?;
//! let key = Key(0x9d39_247e_3377_6d41);
//! table.store(key, Record { payload: 0x0c1c, score: 30, bound: Bound::Lower, depth: 5, ..Record::default() });
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
//! - A [`Policy`] decides which position of a bucket to replace; see [`policies`]. Implement it to define your own.
//! - An [`Index`] selects the bucket of a key: [`LowBits`], [`MulHigh`], [`Modulo`],
//!   [`Remainder`] or [`Multiply`].
//!
//! [`Shared<L, R, W, I, G>`](Shared) has the same parts and is used by several threads. A [`Guard`] detects records
//! that two threads mixed. With the feature `files`, a table can be saved, or kept in a file that outlives the process.
//!
//! The usual tables of the thesis have names, such as [`TwoBig1`]. The crate `schemes` of the same workspace selects
//! one of many schemes at run time.
//!
//! # Features
//!
//! - `mmap` (enabled by default): memory that the operating system zeroes when it is first used, and huge pages.
//!   Without it, memory comes from the allocator, and the crate depends on `zobrist` alone.
//! - `files`: tables that are saved and loaded, or kept in files.

#![deny(unsafe_code)]

mod admit;
mod buckets;
mod components;
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
mod statistics;
mod table;
mod words;

pub use buckets::Buckets;
pub use components::Components;
pub use error::TableError;
#[cfg(feature = "files")]
pub use file_error::FileError;
#[cfg(feature = "files")]
pub use file_format::Contents;
pub use guard::{Checksum, Guard, SingleWord, SpareBits, Xor};
pub use index::{Index, LowBits, Modulo, MulHigh, Multiply, Remainder};
pub use layout::Layout;
pub use memory::Pages;
pub use payload::{MoveAndEvaluation, Payload, bits};
pub use policy::{Decision, OnHit, Policy, Same};
pub use record::{Bound, Identity, MAX_NODES, Record, Resident, Score, Worth};
pub use shared::Shared;
pub use size::Size;
pub use statistics::Statistics;
pub use table::{Found, Inspect, Maintain, Stored, Table};
pub use words::Words;
pub use zobrist::Key;

use layouts::{TenBytes, Thesis};
use policies::{OneLevel, TwoLevel, Weighted};

/// The table that is recommended for engines, which threads share: three positions of 10 bytes in 32 bytes, with a move
/// and an evaluation of 16 bits each, say; the depth minus 8 for each search since decides which one is replaced, and a
/// new record without a move keeps the old one.
///
/// ```
/// use tt::{Bound, EngineTable, Key, MoveAndEvaluation, Record, Size};
///
/// let table = EngineTable::<MoveAndEvaluation>::new(Size::mib(16))?;
/// let payload = MoveAndEvaluation { best_move: 0x0c1c, evaluation: -35 };
/// let record = Record { payload, score: 30, bound: Bound::Lower, depth: 5, is_pv: true, ..Record::default() };
/// std::thread::scope(|scope| {
///     scope.spawn(|| table.put(Key::mixed(1), &record));
/// });
/// assert_eq!(table.get(Key::mixed(1)), Some(record));
/// table.stamp();
/// assert_eq!(table.hashfull(), 0, "none is of the present search");
/// # Ok::<(), tt::TableError>(())
/// ```
pub type EngineTable<P> = Shared<TenBytes<P>, Weighted, 3, MulHigh, SpareBits>;
/// The [`EngineTable`] of an engine with one thread, in private memory.
pub type PrivateEngineTable<P> = Buckets<TenBytes<P>, Weighted, 3, MulHigh>;

/// The table of DEEP, which keeps the position with the deeper subtree.
pub type Deep<P> = Buckets<Thesis<P>, OneLevel<policies::Deep>, 1>;
/// The table of NEW, which keeps the newest position.
pub type New<P> = Buckets<Thesis<P>, OneLevel<policies::New>, 1>;
/// The table of BIG1 and BIGALL, which keep the position with the bigger subtree.
pub type Big1<P> = Buckets<Thesis<P>, OneLevel<policies::Big>, 1>;
/// The table of TWODEEP. The first slot follows DEEP, and the second stores what the first evicts or rejects.
pub type TwoDeep<P> = Buckets<Thesis<P>, TwoLevel<policies::Deep>, 2>;
/// The table of TWOBIG1, [`TwoLevel`] of [`Big`](policies::Big). The first slot follows BIG1, and the
/// second stores what the first evicts or rejects. The thesis recommends this scheme.
pub type TwoBig1<P> = Buckets<Thesis<P>, TwoLevel<policies::Big>, 2>;
