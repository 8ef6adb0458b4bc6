//! The interface of layouts, which pack a record into words of memory.

use crate::{Words, Worth};

/// How a position is packed into a slot.
///
/// A layout decides which parts of a record are stored, with how many bits, and how many bits of the key verify that
/// the slot holds a position. The module [`layouts`](crate::layouts) contains the layouts of this crate.
///
/// A layout must obey these rules:
///
/// - A slot whose words are all zero is free, so no record is packed into words that are all zero. With
///   [`Thesis`](crate::layouts::Thesis), for example, the number of nodes is never zero.
/// - In a [`Shared`](crate::Shared) table with the guard [`Xor`](crate::Xor), which is the default, the eight highest
///   bits of the first word are the eight highest bits of `check`. Otherwise no position is ever found. The guard
///   [`Checksum`](crate::Checksum) has no such rule, nor do tables that are not shared.
/// - A depth that does not fit saturates, in [`pack`](Self::pack) and in [`worth_of`](Self::worth_of) alike, so that a
///   policy sees the same before and after the record is stored.
///
/// ```
/// use tt::policies::{New, OneLevel};
/// use tt::{Bound, Buckets, Key, Layout, LowBits, Worth};
///
/// /// A winner, in the two low bits of a word, and 62 bits of the key.
/// struct Winner;
///
/// impl Layout for Winner {
///     type Record = bool;
///     type Words = u64;
///     type Extra = ();
///     const KEY_BITS: u32 = 62;
///
///     fn pack(check: u64, &first: &bool, _: u8) -> u64 {
///         check & !3 | if first { 1 } else { 2 }
///     }
///
///     fn is_free(&word: &u64) -> bool {
///         word == 0
///     }
///
///     fn check(word: &u64) -> u64 {
///         word & !3
///     }
///
///     fn record(word: &u64) -> bool {
///         word & 3 == 1
///     }
///
///     fn worth(_: &u64, _: u8) -> Worth {
///         Worth { depth: 0, nodes: 1, age: 0, bound: Bound::Exact, ..Worth::default() }
///     }
///
///     fn worth_of(_: &bool) -> Worth {
///         Self::worth(&0, 0)
///     }
/// }
///
/// let mut table = Buckets::<Winner, OneLevel<New>, 1, LowBits>::new("1K".parse()?)?;
/// table.put(Key::mixed(1), &false);
/// assert_eq!((table.get(Key::mixed(1)), table.get(Key::mixed(2))), (Some(false), None));
/// # Ok::<(), tt::TableError>(())
/// ```
pub trait Layout {
    /// The record that is stored.
    type Record: Copy;
    /// The words of a slot.
    type Words: Words;
    /// The number of key bits that are stored and compared.
    const KEY_BITS: u32;
    /// Whether the layout stores [`Record::is_pv`](crate::Record::is_pv).
    const STORES_PV: bool = false;
    /// Whether the layout stores [`Record::user`](crate::Record::user).
    const STORES_USER: bool = false;
    /// What identifies a position besides its key: `()` in all layouts of this crate. A layout that stores whole
    /// positions, which verify a record without any risk, names their type.
    type Extra: Copy + Default + Send + Sync;

    /// Packs a record. `check` verifies the position: the layout stores its [`KEY_BITS`](Self::KEY_BITS) highest bits.
    fn pack(check: u64, record: &Self::Record, generation: u8) -> Self::Words;

    /// Returns whether the slot is free.
    fn is_free(words: &Self::Words) -> bool;

    /// Returns the stored bits of `check`; all others are zero.
    fn check(words: &Self::Words) -> u64;

    /// Returns the record of a slot that is not free.
    fn record(words: &Self::Words) -> Self::Record;

    /// Returns what a policy can see of a slot that is not free.
    fn worth(words: &Self::Words, generation: u8) -> Worth;

    /// Returns what a policy can see of a record before it is packed.
    fn worth_of(record: &Self::Record) -> Worth;

    /// Returns whether the stored bits are those of this check. A free slot may match, too.
    #[inline]
    fn matches(words: &Self::Words, check: u64) -> bool {
        (Self::check(words) ^ check) >> (64 - Self::KEY_BITS) == 0
    }

    /// Returns whether the slot holds the position with this check.
    #[inline]
    fn holds(words: &Self::Words, check: u64) -> bool {
        Self::matches(words, check) && !Self::is_free(words)
    }

    /// Returns a second record of the same position, if the layout keeps two, such as one for each bound.
    #[inline]
    fn second(words: &Self::Words) -> Option<Self::Record> {
        let _ = words;
        None
    }

    /// Overwrites a slot with a new record of the same position, and returns the words to store. A layout that keeps
    /// two records keeps the one that the new record does not replace.
    #[inline]
    fn overwrite(old: &Self::Words, new: Self::Words) -> Self::Words {
        let _ = old;
        new
    }

    /// Returns `to` with the payload of `new` that [keeps](crate::Payload::keeping) what it lacks from `old`: `to` is a
    /// new record that keeps the old move, or the old record, which takes the new move. A layout without payload
    /// returns `to`, which is the default.
    #[inline]
    fn with_payload(to: Self::Words, old: &Self::Words, new: &Self::Words) -> Self::Words {
        let _ = (old, new);
        to
    }

    /// Returns what identifies the position with this encoding besides its key. By default, nothing does.
    #[inline]
    fn extra(encoding: &[u8]) -> Self::Extra {
        let _ = encoding;
        Self::Extra::default()
    }

    /// Returns the words of a new record with what identifies its position besides the key. By default, it is not
    /// stored.
    #[inline]
    fn with_extra(words: Self::Words, extra: &Self::Extra) -> Self::Words {
        let _ = extra;
        words
    }

    /// Returns whether the words of the same [check](Self::holds) may belong to this position. They always do by
    /// default.
    #[inline]
    fn is_of(words: &Self::Words, extra: &Self::Extra) -> bool {
        let _ = (words, extra);
        true
    }

    /// Returns the words with the generation of the present search.
    #[inline]
    fn refreshed(words: Self::Words, generation: u8) -> Self::Words {
        let _ = generation;
        words
    }

    /// Returns the words of a slot that is at least one ply deep with one ply less, for [`Policy::ages`]. A layout
    /// without depths returns the words unchanged, which is the default.
    ///
    /// [`Policy::ages`]: crate::Policy::ages
    #[inline]
    fn shallower(words: Self::Words) -> Self::Words {
        words
    }
}
