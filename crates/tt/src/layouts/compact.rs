//! A position in 8 bytes, as in many of today's engines.

use core::marker::PhantomData;

use crate::payload::bits;
use crate::{Bound, Layout, Payload, Record, Score, Worth};

/// A position in 8 bytes, with 16 bits of the key and a payload of up to 16 bits. Eight fit into a cache line.
///
/// ```text
/// bits 48..64  the high 16 bits of the key
///      40..48  depth, at most 254, plus one; 0 if the slot is free
///      34..40  generation: the number of stamps when the position was stored, modulo 64
///      32..34  bound
///      16..32  score
///       0..16  payload
/// ```
///
/// The number of nodes is not stored: it is 1 in every record. A depth of 255 is stored as 254. With 16 bits, about one
/// look-up in 2^16 / `W` finds another position in a full bucket of `W` slots, so a search must check a stored move
/// before it plays it.
///
/// ```
/// use tt::layouts::Compact;
/// use tt::{Bound, Layout, Record};
///
/// let record = Record { payload: 796_u16, score: -35, bound: Bound::Upper, depth: 6, ..Record::default() };
/// let word = Compact::pack(0x9d39_247e_3377_6d41, &record, 7);
/// assert_eq!(Compact::<u16>::record(&word), record);
/// assert_eq!(Compact::<u16>::check(&word), 0x9d39_0000_0000_0000);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Compact<P>(PhantomData<P>);

const KEY_BITS: u32 = 16;
const KEY: u64 = !0 << (64 - KEY_BITS);
const DEPTH_SHIFT: u32 = 40;
const GENERATION_SHIFT: u32 = 34;
const GENERATION: u64 = 0x3f;
const BOUND_SHIFT: u32 = 32;
const SCORE_SHIFT: u32 = 16;
const PAYLOAD: u64 = 0xffff;

impl<P: Payload> Layout for Compact<P> {
    type Record = Record<P>;
    type Words = u64;
    type Extra = ();
    const KEY_BITS: u32 = KEY_BITS;

    #[inline]
    fn pack(check: u64, record: &Record<P>, generation: u8) -> u64 {
        const { assert!(P::BITS <= 16, "a payload of more than 16 bits needs another layout") };
        check & KEY
            | (u64::from(record.depth.min(254)) + 1) << DEPTH_SHIFT
            | (u64::from(generation) & GENERATION) << GENERATION_SHIFT
            | u64::from(record.bound.number()) << BOUND_SHIFT
            | u64::from(record.score as u16) << SCORE_SHIFT
            | bits(record.payload) as u64
    }

    #[inline]
    fn is_free(&word: &u64) -> bool {
        word >> DEPTH_SHIFT & 0xff == 0
    }

    #[inline]
    fn check(&word: &u64) -> u64 {
        word & KEY
    }

    #[inline]
    fn record(&word: &u64) -> Record<P> {
        Record {
            payload: P::from_bits((word & PAYLOAD).into()),
            score: (word >> SCORE_SHIFT) as Score,
            bound: Bound::from_number(word >> BOUND_SHIFT),
            depth: ((word >> DEPTH_SHIFT) as u8).wrapping_sub(1),
            ..Record::default()
        }
    }

    #[inline]
    fn worth(word: &u64, generation: u8) -> Worth {
        let Record { depth, bound, .. } = Self::record(word);
        let age = (u64::from(generation).wrapping_sub(word >> GENERATION_SHIFT) & GENERATION) as u8;
        Worth { depth, nodes: 1, age, bound, ..Worth::default() }
    }

    #[inline]
    fn worth_of(record: &Record<P>) -> Worth {
        Worth { depth: record.depth.min(254), nodes: 1, age: 0, bound: record.bound, ..Worth::default() }
    }

    #[inline]
    fn with_payload(to: u64, old: &u64, new: &u64) -> u64 {
        let payload = Self::record(new).payload.keeping(Self::record(old).payload);
        to & !PAYLOAD | bits(payload) as u64
    }

    #[inline]
    fn refreshed(word: u64, generation: u8) -> u64 {
        word & !(GENERATION << GENERATION_SHIFT) | (u64::from(generation) & GENERATION) << GENERATION_SHIFT
    }

    #[inline]
    fn shallower(word: u64) -> u64 {
        word - (1 << DEPTH_SHIFT)
    }
}
