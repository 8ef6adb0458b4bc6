//! The tables that are recommended for engines.

use crate::layouts::TenBytes;
use crate::policies::Weighted;
use crate::{Buckets, MulHigh, Shared, SpareBits};

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
