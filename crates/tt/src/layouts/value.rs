//! A value and nothing else, for tables beside the transposition table.

use crate::{Bound, Layout, Worth};

/// A value of 16 bits in 8 bytes, with 47 bits of the key. It stores what a program computes from a position, or from a
/// part of it such as the pawns, and would otherwise compute again.
///
/// ```text
/// bits 17..64  the high 47 bits of the key
///          16  1 if the slot is used
///       0..16  value
/// ```
///
/// A value has neither depth nor bound, so only schemes that compare nothing make sense, such as
/// [`New`](crate::policies::New).
///
/// ```
/// use tt::layouts::Value;
/// use tt::policies::{New, OneLevel};
/// use tt::{Buckets, Key, LowBits};
///
/// let mut table = Buckets::<Value, OneLevel<New>, 1, LowBits>::new("1K".parse()?)?;
/// table.put(Key::mixed(8), &-35);
/// assert_eq!((table.get(Key::mixed(8)), table.get(Key::mixed(9))), (Some(-35), None));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Value;

const KEY_BITS: u32 = 47;
const KEY: u64 = !0 << (64 - KEY_BITS);
const USED: u64 = 1 << 16;

/// What a policy sees of every value: nothing that it could compare.
const WORTH: Worth = Worth { depth: 0, nodes: 1, age: 0, bound: Bound::Exact, is_pv: false, user: 0 };

impl Layout for Value {
    type Record = i16;
    type Words = u64;
    type Extra = ();
    const KEY_BITS: u32 = KEY_BITS;

    #[inline]
    fn pack(check: u64, &value: &i16, _: u8) -> u64 {
        check & KEY | USED | u64::from(value as u16)
    }

    #[inline]
    fn is_free(&word: &u64) -> bool {
        word & USED == 0
    }

    #[inline]
    fn check(&word: &u64) -> u64 {
        word & KEY
    }

    #[inline]
    fn record(&word: &u64) -> i16 {
        word as i16
    }

    #[inline]
    fn worth(_: &u64, _: u8) -> Worth {
        WORTH
    }

    #[inline]
    fn worth_of(_: &i16) -> Worth {
        WORTH
    }
}
