//! Stores the nodes of a subtree as a logarithm of 5 bits, and more bits of the key in the space that this saves.

use std::marker::PhantomData;

use tt::bits;
use tt::layouts::Thesis;
use tt::{Bound, Layout, MAX_NODES, Payload, Record, Score, Worth};

/// A position in 16 bytes with all 64 bits of the key and the binary logarithm of its nodes, an idea of Fhourstones,
/// which stores it in 6 bits.
///
/// ```text
/// word 0    bits  0..64  the key
/// word 1    bits 48..64  payload
///                32..48  score
///                24..32  number of the search
///                16..24  depth
///                 8..16  generation: the number of stamps when the position was stored, modulo 256
///                     7  1 if the position was a PV node
///                  2..7  one plus the binary logarithm of the nodes; 0 if the slot is free
///                  0..2  bound
/// ```
///
/// ```
/// use schemes::layouts::LogNodes;
/// use tt::{Bound, Layout, Record};
///
/// let record = Record { payload: 796_u16, bound: Bound::Upper, depth: 6, nodes: 1_200, ..Record::default() };
/// let words = LogNodes::pack(0x9d39_247e_3377_6d41, &record, 7);
/// assert_eq!(LogNodes::<u16>::record(&words), Record { nodes: 1_024, ..record });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LogNodes<P>(PhantomData<P>);

const USER: u32 = 24;
const DEPTH: u32 = 16;
const GENERATION: u32 = 8;
const PV: u32 = 7;
const WORK: u32 = 2;
const SCORE: u32 = 32;
const PAYLOAD: u32 = 48;

/// Returns the number that is stored for a number of nodes: one plus its binary logarithm.
#[inline]
pub(super) fn work(nodes: u32) -> u64 {
    u64::from(1 + nodes.clamp(1, MAX_NODES).ilog2())
}

/// Returns the number of nodes for which [`work`] is stored.
#[inline]
pub(super) fn nodes(work: u64) -> u32 {
    1 << (work.max(1) - 1)
}

impl<P: Payload> Layout for LogNodes<P> {
    type Record = Record<P>;
    type Words = [u64; 2];
    type Extra = ();
    const KEY_BITS: u32 = 64;
    const STORES_PV: bool = true;
    const STORES_USER: bool = true;

    #[inline]
    fn pack(check: u64, record: &Record<P>, generation: u8) -> [u64; 2] {
        const { assert!(P::BITS <= 16, "a payload of more than 16 bits needs another layout") };
        let parts = u64::from(record.bound.number())
            | work(record.nodes) << WORK
            | u64::from(record.is_pv) << PV
            | u64::from(record.user) << USER
            | u64::from(generation) << GENERATION
            | u64::from(record.depth) << DEPTH
            | u64::from(record.score as u16) << SCORE
            | (bits(record.payload) as u64) << PAYLOAD;
        [check, parts]
    }

    #[inline]
    fn is_free(words: &[u64; 2]) -> bool {
        words[1] == 0
    }

    #[inline]
    fn check(words: &[u64; 2]) -> u64 {
        words[0]
    }

    #[inline]
    fn record(words: &[u64; 2]) -> Record<P> {
        let word = words[1];
        Record {
            payload: P::from_bits((word >> PAYLOAD).into()),
            score: (word >> SCORE) as Score,
            bound: Bound::from_number(word),
            depth: (word >> DEPTH) as u8,
            nodes: nodes(word >> WORK & 0x1f),
            is_pv: word >> PV & 1 != 0,
            user: (word >> USER) as u8,
        }
    }

    #[inline]
    fn worth(words: &[u64; 2], generation: u8) -> Worth {
        let age = generation.wrapping_sub((words[1] >> GENERATION) as u8);
        Worth { age, ..Self::worth_of(&Self::record(words)) }
    }

    #[inline]
    fn worth_of(record: &Record<P>) -> Worth {
        let &Record { is_pv, user, .. } = record;
        Worth { nodes: nodes(work(record.nodes)), is_pv, user, ..Worth::of(record) }
    }

    #[inline]
    fn with_payload(to: [u64; 2], old: &[u64; 2], new: &[u64; 2]) -> [u64; 2] {
        Thesis::<P>::with_payload(to, old, new)
    }

    #[inline]
    fn refreshed(words: [u64; 2], generation: u8) -> [u64; 2] {
        [words[0], words[1] & !(0xff << GENERATION) | u64::from(generation) << GENERATION]
    }

    #[inline]
    fn shallower(words: [u64; 2]) -> [u64; 2] {
        [words[0], words[1] - (1 << DEPTH)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layouts::TwoBounds;

    #[test]
    fn nodes_saturate() {
        fn stored<L: Layout<Record = Record<()>>>(nodes: u32) -> u32 {
            let record = Record { payload: (), score: 0, bound: Bound::Lower, depth: 3, nodes, ..Record::default() };
            let stored = L::record(&L::pack(0, &record, 0)).nodes;
            assert_eq!(L::worth_of(&record).nodes, stored);
            stored
        }
        let most = 1 << 29;
        for (nodes, log) in [(0, 1), (1, 1), (3, 2), (MAX_NODES, most), (MAX_NODES + 1, most), (u32::MAX, most)] {
            assert_eq!((stored::<LogNodes<()>>(nodes), stored::<TwoBounds<()>>(nodes)), (log, log), "{nodes}");
        }
    }
}
