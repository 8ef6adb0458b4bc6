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
/// let components = Components { from_root: 3, extended: true, ..Components::default() };
/// let record = Record { bound: Bound::Upper, depth: 6, user: components.to_bits(), ..Record::<u16>::default() };
/// assert_eq!(WithComponents::record(&WithComponents::pack(!0, &record, 7)), record);
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
    const STORES_USER: bool = true;
    type Extra = ();

    fn pack(check: u64, record: &Record<P>, generation: u8) -> [u64; 2] {
        with_user(Thesis::pack(check & KEY, record, generation), record.user)
    }

    fn is_free(words: &[u64; 2]) -> bool {
        Thesis::<P>::is_free(words)
    }

    fn check(words: &[u64; 2]) -> u64 {
        words[0] & KEY
    }

    fn record(words: &[u64; 2]) -> Record<P> {
        Record { user: user(words), ..Thesis::record(words) }
    }

    fn worth(words: &[u64; 2], generation: u8) -> Worth {
        Worth { user: user(words), ..Thesis::<P>::worth(words, generation) }
    }

    fn worth_of(record: &Record<P>) -> Worth {
        Worth { user: record.user, ..Thesis::worth_of(record) }
    }

    fn overwrite(old: &[u64; 2], new: [u64; 2]) -> [u64; 2] {
        let is_same_search = old[0] as u8 == new[0] as u8;
        match [old, &new].map(|words| Components::of(user(words))) {
            [Some(Components { principal: true, .. }), Some(components)] if is_same_search => {
                with_user(new, Components { principal: true, ..components }.to_bits())
            }
            _ => new,
        }
    }

    fn with_payload(to: [u64; 2], old: &[u64; 2], new: &[u64; 2]) -> [u64; 2] {
        Thesis::<P>::with_payload(to, old, new)
    }

    fn refreshed(words: [u64; 2], generation: u8) -> [u64; 2] {
        Thesis::<P>::refreshed(words, generation)
    }

    fn shallower(words: [u64; 2]) -> [u64; 2] {
        Thesis::<P>::shallower(words)
    }
}

fn user(words: &[u64; 2]) -> u8 {
    (words[0] >> SHIFT) as u8
}

fn with_user(words: [u64; 2], user: u8) -> [u64; 2] {
    [words[0] & !(0xff << SHIFT) | u64::from(user) << SHIFT, words[1]]
}
