//! Secondary ageing: an old record that stays although a new one of the same position was offered becomes shallower.

use crate::{Bound, Policy, Worth};

/// A policy with *secondary ageing*: whenever a new record is rejected in favour of the old one of the same position,
/// the old one loses one ply of its depth, provided that it is at least 5 plies deep and not exact.
///
/// Stockfish ages decisive scores only (wins and losses). A policy does not see scores, so this one ages all of them.
///
/// A record that is much deeper than the search needs, and whose bound does not end the node, would otherwise stay, and
/// the result of the search would be lost each time (issue 5023 of Stockfish).
///
/// ```
/// use tt::layouts::Thesis;
/// use tt::schemes::{Ageing, Weighted};
/// use tt::{Bound, Buckets, Key, MulHigh, Record, Table};
///
/// let policy = Ageing(Weighted::STOCKFISH_18);
/// let mut table = Buckets::<Thesis<()>, _, 3, MulHigh>::with_policy("3".parse()?, policy)?;
/// let record = |depth| Record { payload: (), score: 0, bound: Bound::Lower, depth, nodes: 1 };
/// table.store(Key(1), record(20));
/// table.store(Key(1), record(9));
/// assert_eq!(table.probe(Key(1)), Some(record(19)));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ageing<R>(pub R);

/// The least depth of a record that ages, in plies.
const LEAST_DEPTH: u8 = 5;

/// Returns whether an old record of this worth loses a ply when it stays.
#[inline]
pub(crate) fn ages(resident: Worth) -> bool {
    resident.depth >= LEAST_DEPTH && resident.bound != Bound::Exact
}

impl<const W: usize, R: Policy<W>> Policy<W> for Ageing<R> {
    forward!(0: victim place choose same uses_hints on_hit);

    #[inline]
    fn ages(self, resident: Worth) -> bool {
        ages(resident)
    }
}
