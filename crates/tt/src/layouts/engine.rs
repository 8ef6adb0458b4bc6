//! A position in 16 bytes for engines: no nodes, but room for a move and a static evaluation.

use core::marker::PhantomData;

use crate::payload::bits;
use crate::{Bound, Layout, Payload, Record, Score, Worth};

/// A position in 16 bytes, with 48 bits of the key and a payload of up to 32 bits: a move and a static evaluation. Four
/// fit into a cache line.
///
/// ```text
/// word 0    bits 16..64  the high 48 bits of the key
///                 8..16  depth
///                  0..8  generation: the number of stamps when the position was stored, modulo 256
/// word 1    bits 32..64  payload
///                16..32  score
///                 8..16  number of the search
///                     3  1 if the position was a PV node
///                     2  1; 0 if the slot is free
///                  0..2  bound
/// ```
///
/// The number of nodes is not stored: it is 1 in every record.
///
/// ```
/// use tt::layouts::Engine;
/// use tt::{Bound, Layout, Record};
///
/// let hint = Record { is_pv: true, user: 9, ..Record::default() };
/// let record = Record { payload: 0x0c1c_ffdd_u32, score: -35, bound: Bound::Upper, depth: 6, ..hint };
/// let words = Engine::pack(0x9d39_247e_3377_6d41, &record, 7);
/// assert_eq!(words, [0x9d39_247e_3377_0607, 0x0c1c_ffdd_ffdd_090e]);
/// assert_eq!(Engine::<u32>::record(&words), record);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Engine<P>(PhantomData<P>);

const KEY_BITS: u32 = 48;
const KEY: u64 = !0 << (64 - KEY_BITS);
const DEPTH_SHIFT: u32 = 8;
const USED: u64 = 1 << 2;
const PV_SHIFT: u32 = 3;
const USER_SHIFT: u32 = 8;
const SCORE_SHIFT: u32 = 16;
const PAYLOAD_SHIFT: u32 = 32;

impl<P: Payload> Layout for Engine<P> {
    type Record = Record<P>;
    type Words = [u64; 2];
    type Extra = ();
    const KEY_BITS: u32 = KEY_BITS;
    const STORES_PV: bool = true;
    const STORES_USER: bool = true;

    #[inline]
    fn pack(check: u64, record: &Record<P>, generation: u8) -> [u64; 2] {
        const { assert!(P::BITS <= 32, "a payload of more than 32 bits needs the layout `WideThesis`") };
        [
            check & KEY | u64::from(record.depth) << DEPTH_SHIFT | u64::from(generation),
            USED | u64::from(record.bound.number())
                | u64::from(record.is_pv) << PV_SHIFT
                | u64::from(record.user) << USER_SHIFT
                | u64::from(record.score as u16) << SCORE_SHIFT
                | (bits(record.payload) as u64) << PAYLOAD_SHIFT,
        ]
    }

    #[inline]
    fn is_free(words: &[u64; 2]) -> bool {
        words[1] == 0
    }

    #[inline]
    fn check(words: &[u64; 2]) -> u64 {
        words[0] & KEY
    }

    #[inline]
    fn record(words: &[u64; 2]) -> Record<P> {
        Record {
            payload: P::from_bits((words[1] >> PAYLOAD_SHIFT).into()),
            score: (words[1] >> SCORE_SHIFT) as Score,
            bound: Bound::from_number(words[1]),
            depth: (words[0] >> DEPTH_SHIFT) as u8,
            nodes: 1,
            is_pv: words[1] >> PV_SHIFT & 1 != 0,
            user: (words[1] >> USER_SHIFT) as u8,
        }
    }

    #[inline]
    fn worth(words: &[u64; 2], generation: u8) -> Worth {
        Worth { age: generation.wrapping_sub(words[0] as u8), ..Self::worth_of(&Self::record(words)) }
    }

    #[inline]
    fn worth_of(record: &Record<P>) -> Worth {
        let &Record { depth, bound, is_pv, user, .. } = record;
        Worth { depth, bound, is_pv, user, ..Worth::default() }
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
