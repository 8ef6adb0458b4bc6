//! The layout of the thesis with additional components.

use std::marker::PhantomData;

use tt::{Components, Layout, Payload, Record, Worth};

use tt::layouts::Thesis;

/// A position in 16 bytes with [`Components`], which take the place of 8 bits of the key: [`Thesis`] with the
/// components in bits 16 to 24 of word 0.
///
/// A new record of a position that is principal in the same search stays principal.
///
/// ```
/// use schemes::layouts::WithComponents;
/// use tt::{Bound, Components, Layout, Record};
///
/// let record = Record { payload: 796_u16, score: -35, bound: Bound::Upper, depth: 6, nodes: 1_200 };
/// let components = Components { from_root: 3, extended: true, ..Components::default() };
/// let words = WithComponents::<u16>::with_components(WithComponents::pack(!0, &record, 7), components);
/// assert_eq!(WithComponents::<u16>::record(&words), record);
/// assert_eq!(WithComponents::<u16>::components(&words), components);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WithComponents<P>(PhantomData<P>);

const KEY_BITS: u32 = 40;
const KEY: u64 = !0 << (64 - KEY_BITS);
const SHIFT: u32 = 16;

impl<P: Payload> Layout for WithComponents<P> {
    type Record = Record<P>;
    type Words = [u64; 2];
    const KEY_BITS: u32 = KEY_BITS;
    const HAS_COMPONENTS: bool = true;

    fn pack(check: u64, record: &Record<P>, generation: u8) -> [u64; 2] {
        Thesis::pack(check & KEY, record, generation)
    }

    fn is_free(words: &[u64; 2]) -> bool {
        Thesis::<P>::is_free(words)
    }

    fn check(words: &[u64; 2]) -> u64 {
        words[0] & KEY
    }

    fn record(words: &[u64; 2]) -> Record<P> {
        Thesis::record(words)
    }

    fn worth(words: &[u64; 2], generation: u8) -> Worth {
        Thesis::<P>::worth(words, generation)
    }

    fn worth_of(record: &Record<P>) -> Worth {
        Thesis::worth_of(record)
    }

    fn overwrite(old: &[u64; 2], new: [u64; 2]) -> [u64; 2] {
        let is_same_search = old[0] as u8 == new[0] as u8;
        let principal = is_same_search && Self::components(old).principal;
        let components = Self::components(&new);
        Self::with_components(new, Components { principal: principal || components.principal, ..components })
    }

    fn with_payload(to: [u64; 2], old: &[u64; 2], new: &[u64; 2]) -> [u64; 2] {
        Thesis::<P>::with_payload(to, old, new)
    }

    fn refreshed(words: [u64; 2], generation: u8) -> [u64; 2] {
        Thesis::<P>::refreshed(words, generation)
    }

    #[inline]
    fn shallower(words: [u64; 2]) -> [u64; 2] {
        Thesis::<P>::shallower(words)
    }

    fn components(words: &[u64; 2]) -> Components {
        Components::from_bits((words[0] >> SHIFT) as u8)
    }

    fn with_components(words: [u64; 2], components: Components) -> [u64; 2] {
        [words[0] & !(0xff << SHIFT) | u64::from(components.to_bits()) << SHIFT, words[1]]
    }
}
