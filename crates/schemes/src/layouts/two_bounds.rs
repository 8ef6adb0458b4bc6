//! Both bounds of a score in one position, each with its own depth.

use std::marker::PhantomData;

use tt::bits;
use tt::{Bound, Layout, Payload, Record, Score, Worth};

use super::log_nodes::{nodes, work};

/// A position in 16 bytes that keeps a lower and an upper bound, each with its depth (`[Plaat 1996]`; Fruit).
///
/// ```text
/// word 0    bits 16..64  the high 48 bits of the key
///                 8..16  depth of the lower bound, plus one; 0 if there is none
///                  0..8  generation: the number of stamps when the position was stored, modulo 256
/// word 1    bits 56..64  depth of the upper bound, plus one; 0 if there is none
///                51..56  one plus the binary logarithm of the nodes; 0 if the slot is free
///                48..51  unused
///                32..48  payload
///                16..32  upper bound
///                 0..16  lower bound
/// ```
///
/// A new bound replaces the old one of its kind, and the other one stays unless it contradicts the new one. An exact
/// score replaces both, and a record without a score neither. Depths of 255 are stored as 254. A position without a
/// score has neither a score nor a depth: both are 0 in its record.
///
/// ```
/// use schemes::layouts::TwoBounds;
/// use tt::policies::{New, OneLevel};
/// use tt::{Bound, Buckets, Key, Record, Table};
///
/// let mut table = Buckets::<TwoBounds<()>, OneLevel<New>, 1>::new("1".parse()?)?;
/// let record = |score, bound, depth| Record { payload: (), score, bound, depth, ..Record::default() };
/// table.store(Key(1), record(-5, Bound::Lower, 9));
/// table.store(Key(1), record(20, Bound::Upper, 4));
/// let (first, second) = table.probe_both(Key(1)).expect("it was just stored");
/// assert_eq!((first.score, first.depth), (-5, 9));
/// assert_eq!(second.map(|second| (second.score, second.depth)), Some((20, 4)));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TwoBounds<P>(PhantomData<P>);

const KEY_BITS: u32 = 48;
const KEY: u64 = !0 << (64 - KEY_BITS);
const LOWER_DEPTH: u32 = 8;
const UPPER_DEPTH: u32 = 56;
const WORK: u32 = 51;
const PAYLOAD: u32 = 32;
const UPPER: u32 = 16;

/// A bound with its depth plus one, which is 0 if there is no bound.
type Side = (Score, u8);

impl<P: Payload> TwoBounds<P> {
    fn sides(words: &[u64; 2]) -> [Side; 2] {
        let [tag, work] = *words;
        [(work as Score, (tag >> LOWER_DEPTH) as u8), ((work >> UPPER) as Score, (work >> UPPER_DEPTH) as u8)]
    }

    /// Returns the words with these bounds instead of their own.
    fn with_sides([tag, work]: [u64; 2], [lower, upper]: [Side; 2]) -> [u64; 2] {
        let bounds = u64::from(lower.0 as u16) | u64::from(upper.0 as u16) << UPPER | u64::from(upper.1) << UPPER_DEPTH;
        let others = 0xffff << PAYLOAD | 0x1f << WORK;
        [tag & !(0xff << LOWER_DEPTH) | u64::from(lower.1) << LOWER_DEPTH, work & others | bounds]
    }

    fn payload(words: &[u64; 2]) -> P {
        P::from_bits((words[1] >> PAYLOAD & 0xffff).into())
    }

    fn side_record(words: &[u64; 2], (score, depth): Side, bound: Bound) -> Option<Record<P>> {
        let nodes = nodes(words[1] >> WORK & 0x1f);
        (depth > 0).then(|| Record {
            payload: Self::payload(words),
            score,
            bound,
            depth: depth - 1,
            nodes,
            ..Record::default()
        })
    }
}

impl<P: Payload> Layout for TwoBounds<P> {
    type Record = Record<P>;
    type Words = [u64; 2];
    type Extra = ();
    const KEY_BITS: u32 = KEY_BITS;

    #[inline]
    fn pack(check: u64, record: &Record<P>, generation: u8) -> [u64; 2] {
        const { assert!(P::BITS <= 16, "a payload of more than 16 bits needs another layout") };
        let side = (record.score, record.depth.min(254) + 1);
        let lower = if record.bound.is_lower() { side } else { (0, 0) };
        let upper = if record.bound.is_upper() { side } else { (0, 0) };
        let words = [
            check & KEY | u64::from(generation),
            (bits(record.payload) as u64) << PAYLOAD | work(record.nodes) << WORK,
        ];
        Self::with_sides(words, [lower, upper])
    }

    #[inline]
    fn is_free(words: &[u64; 2]) -> bool {
        words[1] >> WORK & 0x1f == 0
    }

    #[inline]
    fn check(words: &[u64; 2]) -> u64 {
        words[0] & KEY
    }

    /// The deeper of the two bounds, or the exact score.
    #[inline]
    fn record(words: &[u64; 2]) -> Record<P> {
        let [lower, upper] = Self::sides(words);
        if lower == upper && lower.1 > 0 {
            return Record { bound: Bound::Exact, ..Self::side_record(words, lower, Bound::Lower).expect("a bound") };
        }
        let (side, bound) = if lower.1 >= upper.1 { (lower, Bound::Lower) } else { (upper, Bound::Upper) };
        let nodes = nodes(words[1] >> WORK & 0x1f);
        let none = Record {
            payload: Self::payload(words),
            score: 0,
            bound: Bound::None,
            depth: 0,
            nodes,
            ..Record::default()
        };
        Self::side_record(words, side, bound).unwrap_or(none)
    }

    #[inline]
    fn second(words: &[u64; 2]) -> Option<Record<P>> {
        let [lower, upper] = Self::sides(words);
        if lower == upper {
            None
        } else if lower.1 >= upper.1 {
            Self::side_record(words, upper, Bound::Upper)
        } else {
            Self::side_record(words, lower, Bound::Lower)
        }
    }

    #[inline]
    fn worth(words: &[u64; 2], generation: u8) -> Worth {
        let Record { depth, bound, nodes, .. } = Self::record(words);
        Worth { depth, nodes, age: generation.wrapping_sub(words[0] as u8), bound, ..Worth::default() }
    }

    #[inline]
    fn worth_of(record: &Record<P>) -> Worth {
        // A depth is that of a bound.
        let depth = if record.bound == Bound::None { 0 } else { record.depth.min(254) };
        Worth { depth, nodes: nodes(work(record.nodes)), age: 0, bound: record.bound, ..Worth::default() }
    }

    #[inline]
    fn overwrite(old: &[u64; 2], new: [u64; 2]) -> [u64; 2] {
        let ([old_lower, old_upper], [lower, upper]) = (Self::sides(old), Self::sides(&new));
        // A bound that contradicts the new one is of a search that saw something else.
        let keeps = |old: Side, contradicts: bool| if old.1 > 0 && !contradicts { old } else { (0, 0) };
        let sides = match (lower.1 > 0, upper.1 > 0) {
            (true, true) => [lower, upper],
            (true, false) => [lower, keeps(old_upper, old_upper.0 < lower.0)],
            (false, true) => [keeps(old_lower, old_lower.0 > upper.0), upper],
            (false, false) => [old_lower, old_upper],
        };
        Self::with_sides(new, sides)
    }

    #[inline]
    fn with_payload(to: [u64; 2], old: &[u64; 2], new: &[u64; 2]) -> [u64; 2] {
        let payload = Self::payload(new).keeping(Self::payload(old));
        [to[0], to[1] & !(0xffff << PAYLOAD) | (bits(payload) as u64) << PAYLOAD]
    }

    #[inline]
    fn refreshed(words: [u64; 2], generation: u8) -> [u64; 2] {
        [words[0] & !0xff | u64::from(generation), words[1]]
    }

    /// Takes the ply off the deeper bound, or off both bounds of an exact score.
    #[inline]
    fn shallower(words: [u64; 2]) -> [u64; 2] {
        let [mut lower, mut upper] = Self::sides(&words);
        // A depth is stored plus one.
        let less = |depth: u8| (depth - 1).max(1);
        let is_exact = lower == upper;
        let (lower_depth, upper_depth) = (lower.1, upper.1);
        if lower_depth >= upper_depth {
            lower.1 = less(lower_depth);
        }
        if is_exact || lower_depth < upper_depth {
            upper.1 = less(upper_depth);
        }
        Self::with_sides(words, [lower, upper])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_sees_the_same_before_and_after_a_record_is_packed() {
        for bound in Bound::ALL {
            let record = Record { payload: 9_u16, score: 5, bound, depth: 7, nodes: 64, ..Record::default() };
            let words = TwoBounds::pack(0, &record, 3);
            assert_eq!(TwoBounds::<u16>::worth(&words, 3), TwoBounds::worth_of(&record));
            let stored = TwoBounds::<u16>::record(&words);
            let without_score = Record { score: 0, depth: 0, ..record };
            assert_eq!(stored, if bound == Bound::None { without_score } else { record });
        }
    }
}
