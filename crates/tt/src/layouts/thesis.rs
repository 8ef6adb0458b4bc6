//! The layout of the thesis: every component of `[Breuker 1998, 2.3.2]` and the stamp of 2.7.1.

use core::marker::PhantomData;

use crate::payload::bits;
use crate::{Bound, Layout, MAX_NODES, Payload, Record, Score, Worth};

/// A position in 16 bytes, with a payload of up to 16 bits.
///
/// ```text
/// word 0    bits 16..64  the high 48 bits of the key
///                 8..16  depth
///                  0..8  generation: the number of stamps when the position was stored, modulo 256
/// word 1    bits 48..64  payload
///                32..48  score
///                 2..32  nodes; 0 if the slot is free
///                  0..2  bound
/// ```
///
/// The size of a slot is a power of two, so buckets never straddle cache lines.
///
/// ```
/// use tt::layouts::Thesis;
/// use tt::{Bound, Layout, Record};
///
/// let record = Record { payload: 796_u16, bound: Bound::Upper, depth: 6, nodes: 812, ..Record::default() };
/// let words = Thesis::pack(0x9d39_247e_3377_6d41, &record, 7);
/// assert_eq!(words[0], 0x9d39_247e_3377_0607);
/// assert_eq!(Thesis::<u16>::record(&words), record);
/// ```
///
/// A larger payload is an error when the program is compiled:
///
/// ```compile_fail,E0080
/// use tt::layouts::Thesis;
/// use tt::{Bound, Layout, Record};
///
/// let record = Record { payload: 796_u32, bound: Bound::Upper, depth: 6, nodes: 812, ..Record::default() };
/// // error: a payload of more than 16 bits needs the layout `WideThesis`
/// let words = Thesis::pack(0x9d39_247e_3377_6d41, &record, 7);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Thesis<P>(PhantomData<P>);

/// A position in 32 bytes, with a payload of up to 128 bits: [`Thesis`] followed by two words of payload.
///
/// ```
/// use tt::layouts::WideThesis;
/// use tt::{Bound, Layout, Record};
///
/// let record = Record { payload: u64::MAX, bound: Bound::Exact, depth: 1, nodes: 2, ..Record::default() };
/// assert_eq!(WideThesis::<u64>::record(&WideThesis::pack(1, &record, 0)), record);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WideThesis<P>(PhantomData<P>);

const KEY_BITS: u32 = 48;
const KEY: u64 = !0 << (64 - KEY_BITS);
const DEPTH_SHIFT: u32 = 8;
const BOUND_BITS: u32 = 2;
const SCORE_SHIFT: u32 = 32;
const PAYLOAD_SHIFT: u32 = 48;

/// The node counts that fit between the bound and the score.
const _: () = assert!(MAX_NODES as u64 == (1 << (SCORE_SHIFT - BOUND_BITS)) - 1);

#[inline]
fn pack<P>(check: u64, record: &Record<P>, generation: u8, payload: u16) -> [u64; 2] {
    // 0 nodes would mean a free slot.
    let nodes = record.nodes.clamp(1, MAX_NODES);
    [
        check & KEY | u64::from(record.depth) << DEPTH_SHIFT | u64::from(generation),
        u64::from(nodes) << BOUND_BITS
            | u64::from(record.bound.number())
            | u64::from(record.score as u16) << SCORE_SHIFT
            | u64::from(payload) << PAYLOAD_SHIFT,
    ]
}

#[inline]
fn nodes(word: u64) -> u32 {
    word as u32 >> BOUND_BITS
}

#[inline]
fn depth(word: u64) -> u8 {
    (word >> DEPTH_SHIFT) as u8
}

#[inline]
fn record<P>(tag: u64, work: u64, payload: P) -> Record<P> {
    Record {
        payload,
        score: (work >> SCORE_SHIFT) as Score,
        bound: Bound::from_number(work),
        depth: depth(tag),
        nodes: nodes(work),
        is_pv: false,
        user: 0,
    }
}

#[inline]
fn worth(tag: u64, work: u64, generation: u8) -> Worth {
    let age = generation.wrapping_sub(tag as u8);
    Worth { depth: depth(tag), nodes: nodes(work), age, bound: Bound::from_number(work), ..Worth::default() }
}

impl<P: Payload> Layout for Thesis<P> {
    type Record = Record<P>;
    type Words = [u64; 2];
    type Extra = ();
    const KEY_BITS: u32 = KEY_BITS;

    #[inline]
    fn pack(check: u64, record: &Record<P>, generation: u8) -> [u64; 2] {
        const { assert!(P::BITS <= 16, "a payload of more than 16 bits needs the layout `WideThesis`") };
        pack(check, record, generation, bits(record.payload) as u16)
    }

    #[inline]
    fn is_free(words: &[u64; 2]) -> bool {
        nodes(words[1]) == 0
    }

    #[inline]
    fn check(words: &[u64; 2]) -> u64 {
        words[0] & KEY
    }

    #[inline]
    fn record(words: &[u64; 2]) -> Record<P> {
        record(words[0], words[1], P::from_bits((words[1] >> PAYLOAD_SHIFT).into()))
    }

    #[inline]
    fn worth(words: &[u64; 2], generation: u8) -> Worth {
        worth(words[0], words[1], generation)
    }

    #[inline]
    fn worth_of(record: &Record<P>) -> Worth {
        Worth::of(record)
    }

    #[inline]
    fn with_payload(to: [u64; 2], old: &[u64; 2], new: &[u64; 2]) -> [u64; 2] {
        const PAYLOAD: u64 = !0 << PAYLOAD_SHIFT;
        let payload = Self::record(new).payload.keeping(Self::record(old).payload);
        [to[0], to[1] & !PAYLOAD | (bits(payload) as u64) << PAYLOAD_SHIFT]
    }

    #[inline]
    fn refreshed(words: [u64; 2], generation: u8) -> [u64; 2] {
        [words[0] & !0xff | u64::from(generation), words[1]]
    }

    #[inline]
    fn shallower(words: [u64; 2]) -> [u64; 2] {
        [words[0] - (1 << DEPTH_SHIFT), words[1]]
    }
}

impl<P: Payload> Layout for WideThesis<P> {
    type Record = Record<P>;
    type Words = [u64; 4];
    type Extra = ();
    const KEY_BITS: u32 = KEY_BITS;

    #[inline]
    fn pack(check: u64, record: &Record<P>, generation: u8) -> [u64; 4] {
        const { assert!(P::BITS <= 128, "a payload has at most 128 bits") };
        let [tag, work] = pack(check, record, generation, 0);
        let payload = bits(record.payload);
        [tag, work, payload as u64, (payload >> 64) as u64]
    }

    #[inline]
    fn is_free(words: &[u64; 4]) -> bool {
        nodes(words[1]) == 0
    }

    #[inline]
    fn check(words: &[u64; 4]) -> u64 {
        words[0] & KEY
    }

    #[inline]
    fn record(words: &[u64; 4]) -> Record<P> {
        record(words[0], words[1], P::from_bits(u128::from(words[3]) << 64 | u128::from(words[2])))
    }

    #[inline]
    fn worth(words: &[u64; 4], generation: u8) -> Worth {
        worth(words[0], words[1], generation)
    }

    #[inline]
    fn worth_of(record: &Record<P>) -> Worth {
        Worth::of(record)
    }

    #[inline]
    fn with_payload(to: [u64; 4], old: &[u64; 4], new: &[u64; 4]) -> [u64; 4] {
        let payload = bits(Self::record(new).payload.keeping(Self::record(old).payload));
        [to[0], to[1], payload as u64, (payload >> 64) as u64]
    }

    #[inline]
    fn refreshed(words: [u64; 4], generation: u8) -> [u64; 4] {
        [words[0] & !0xff | u64::from(generation), words[1], words[2], words[3]]
    }

    #[inline]
    fn shallower(words: [u64; 4]) -> [u64; 4] {
        [words[0] - (1 << DEPTH_SHIFT), words[1], words[2], words[3]]
    }
}
