//! The score and its bound as one number.

use std::marker::PhantomData;

use tt::bits;
use tt::{Bound, Layout, MAX_NODES, Payload, Record, Score, Worth};

use tt::layouts::Thesis;

/// A position in 16 bytes whose score and bound are one number: the layout [`Thesis`] with *integrated bounds and
/// values* (`[Beal 1995]`; `[CPW, Transposition Table]`: "Score, either with Integrated Bound and Value or otherwise
/// with Type of Node").
///
/// ```text
/// word 0    bits 16..64  the high 48 bits of the key
///                 8..16  depth
///                  0..8  generation: the number of stamps when the position was stored, modulo 256
/// word 1    bits 48..64  payload
///                30..48  the number
///                 0..30  nodes; 0 if the slot is free
/// ```
///
/// For a score *n*, the number is 4*n* if the score is exact, 4*n* - 1 if it is an upper bound and 4*n* + 1 if it is a
/// lower bound. The number 4*n* + 2 means that *n* is not a score of the position. A lower bound is thus greater than
/// the exact score, which is greater than the upper bound, and the negative number of a bound is the number of the
/// bound for the opponent. The number needs 18 bits, as many as a score and a bound side by side, so that the layout
/// stores the same as [`Thesis`] in the same memory.
///
/// ```
/// use schemes::layouts::Integrated;
/// use tt::{Bound, Layout, Record};
///
/// let record = Record { payload: 796_u16, bound: Bound::Upper, depth: 6, nodes: 1_200, ..Record::default() };
/// let words = Integrated::pack(0x9d39_247e_3377_6d41, &record, 7);
/// assert_eq!(Integrated::<u16>::record(&words), record);
/// assert_eq!(Integrated::<u16>::number(-35, Bound::Upper), -141);
/// assert_eq!(Integrated::<u16>::number(35, Bound::Lower), 141);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Integrated<P>(PhantomData<P>);

const NUMBER: u32 = 30;
const NUMBER_BITS: u32 = 18;
const PAYLOAD: u32 = 48;

const _: () = assert!(MAX_NODES as u64 == (1 << NUMBER) - 1 && NUMBER + NUMBER_BITS == PAYLOAD);

impl<P> Integrated<P> {
    /// Returns the number of a score and its bound.
    #[inline]
    #[must_use]
    pub const fn number(score: Score, bound: Bound) -> i32 {
        let of_bound = match bound {
            Bound::Upper => -1,
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::None => 2,
        };
        4 * score as i32 + of_bound
    }

    /// Returns the score and the bound of a [`number`](Self::number).
    #[inline]
    #[must_use]
    pub const fn score_and_bound(number: i32) -> (Score, Bound) {
        // The nearest multiple of 4, which is the next one above an upper bound.
        let score = (number + 1) >> 2;
        let bound = match number - 4 * score {
            -1 => Bound::Upper,
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::None,
        };
        (score as Score, bound)
    }
}

impl<P: Payload> Layout for Integrated<P> {
    type Record = Record<P>;
    type Words = [u64; 2];
    type Extra = ();
    const KEY_BITS: u32 = <Thesis<P> as Layout>::KEY_BITS;

    #[inline]
    fn pack(check: u64, record: &Record<P>, generation: u8) -> [u64; 2] {
        let [tag, _] = Thesis::pack(check, record, generation);
        let number = Self::number(record.score, record.bound) as u64 & ((1 << NUMBER_BITS) - 1);
        let nodes = record.nodes.clamp(1, MAX_NODES);
        [tag, u64::from(nodes) | number << NUMBER | (bits(record.payload) as u64) << PAYLOAD]
    }

    #[inline]
    fn is_free(words: &[u64; 2]) -> bool {
        words[1] as u32 & MAX_NODES == 0
    }

    #[inline]
    fn check(words: &[u64; 2]) -> u64 {
        Thesis::<P>::check(words)
    }

    #[inline]
    fn record(words: &[u64; 2]) -> Record<P> {
        let word = words[1];
        // The shifts extend the sign.
        let number = (word << (64 - PAYLOAD)) as i64 >> (64 - NUMBER_BITS);
        let (score, bound) = Self::score_and_bound(number as i32);
        let payload = P::from_bits((word >> PAYLOAD).into());
        Record {
            payload,
            score,
            bound,
            depth: (words[0] >> 8) as u8,
            nodes: word as u32 & MAX_NODES,
            ..Record::default()
        }
    }

    #[inline]
    fn worth(words: &[u64; 2], generation: u8) -> Worth {
        let Record { depth, nodes, bound, .. } = Self::record(words);
        Worth { depth, nodes, age: generation.wrapping_sub(words[0] as u8), bound, ..Worth::default() }
    }

    #[inline]
    fn worth_of(record: &Record<P>) -> Worth {
        Thesis::<P>::worth_of(record)
    }

    #[inline]
    fn with_payload(to: [u64; 2], old: &[u64; 2], new: &[u64; 2]) -> [u64; 2] {
        Thesis::<P>::with_payload(to, old, new)
    }

    #[inline]
    fn refreshed(words: [u64; 2], generation: u8) -> [u64; 2] {
        Thesis::<P>::refreshed(words, generation)
    }

    #[inline]
    fn shallower(words: [u64; 2]) -> [u64; 2] {
        Thesis::<P>::shallower(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_has_the_properties_of_the_scale() {
        for score in [Score::MIN, -8_192, -1, 0, 1, 35, Score::MAX] {
            for bound in Bound::ALL {
                let number = Integrated::<()>::number(score, bound);
                assert_eq!(Integrated::<()>::score_and_bound(number), (score, bound));
                let record = Record { payload: 9_u16, score, bound, depth: 7, nodes: MAX_NODES, ..Record::default() };
                assert_eq!(Integrated::<u16>::record(&Integrated::pack(!0, &record, 3)), record);
            }
            let [upper, exact, lower] = [Bound::Upper, Bound::Exact, Bound::Lower]
                .map(|bound| i64::from(Integrated::<()>::number(score, bound)));
            assert!(upper < exact && exact < lower);
            if score > Score::MIN {
                let of_opponent = [Bound::Lower, Bound::Exact, Bound::Upper];
                let negated = of_opponent.map(|bound| -i64::from(Integrated::<()>::number(-score, bound)));
                assert_eq!([upper, exact, lower], negated);
            }
        }
    }
}
