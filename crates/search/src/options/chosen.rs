//! The options of a search, known when the program is compiled or chosen at run time.

use tt::Key;

use super::option::SearchOption;
use super::set::{OptionSet, OptionTables};

/// The options of a [`Search`](crate::Search): known when the program is compiled, or chosen at run time.
///
/// The compiler removes every option from a search with [`Plain`], so that a plain search is as fast as if there were
/// no options.
///
/// ```
/// use search::{ChosenOptions, Plain, CoreOptions, options};
///
/// assert!(!Plain.has(options::MTD));
/// assert!(CoreOptions::find("mtd").unwrap().has(options::MTD));
/// ```
pub trait ChosenOptions: Copy {
    /// Whether there may be options. Code behind this constant does not exist in a plain search.
    const ANY: bool = true;

    /// Returns whether the search does what this option describes.
    fn has(self, option: SearchOption) -> bool;

    /// Returns the seed of the keys that [`KEYS_RANDOM`](crate::options::KEYS_RANDOM) and similar options compute.
    fn key_seed(self) -> u64;

    /// Whether other threads search the same position; see [`Team`](crate::Team). The other methods are called only if
    /// they do.
    const IN_TEAM: bool = false;

    /// Returns whether another thread has stopped the search.
    #[inline]
    fn is_over(self) -> bool {
        false
    }

    /// Returns whether to put off moves that another thread is searching, in a position that is searched to `depth`
    /// plies.
    #[inline]
    fn may_defer(self, depth: u8) -> bool {
        let _ = depth;
        false
    }

    /// Returns whether a thread is searching the position with this key to `depth` plies.
    #[inline]
    fn is_searched(self, key: Key, depth: u8) -> bool {
        let _ = (key, depth);
        false
    }

    /// Notifies the other threads that this thread begins to search a position.
    #[inline]
    fn begin(self, key: Key, depth: u8) {
        let _ = (key, depth);
    }

    /// Notifies the other threads that this thread has searched a position.
    #[inline]
    fn end(self, key: Key, depth: u8) {
        let _ = (key, depth);
    }

    /// Returns whether this thread searches the moves of a position that is searched to `depth` plies in another order.
    #[inline]
    fn reorders(self, depth: u8) -> bool {
        let _ = depth;
        false
    }

    /// Puts the moves after the first one of a position into the order in which this thread searches them.
    #[inline]
    fn reorder<M>(self, others: &mut [M]) {
        let _ = others;
    }

    /// Returns the depth of the next iteration of this thread, after one to `before` plies; 0 is none. It is greater
    /// than `before`, unless that is `u8::MAX`.
    #[inline]
    fn next_depth(self, before: u8) -> u8 {
        before.saturating_add(1)
    }
}

/// No options, known when the program is compiled.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Plain, Search, CoreOptions};
///
/// let mut game = Nim::new(9);
/// let plain = Search::new(&mut game, &mut ()).with_options(Plain).run(9);
/// assert_eq!(plain, Search::new(&mut game, &mut ()).with_options(CoreOptions::PLAIN).run(9));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain;

impl ChosenOptions for Plain {
    const ANY: bool = false;

    #[inline(always)]
    fn has(self, _: SearchOption) -> bool {
        false
    }

    #[inline(always)]
    fn key_seed(self) -> u64 {
        0
    }
}

/// The seed of computed keys is 0; [`Seeded`] has another one.
impl<T: OptionTables> ChosenOptions for OptionSet<T> {
    #[inline]
    fn has(self, option: SearchOption) -> bool {
        self.implies(option)
    }

    #[inline]
    fn key_seed(self) -> u64 {
        0
    }
}

/// Options with a seed of computed keys.
///
/// ```
/// use search::{ChosenOptions, CoreOptions, Seeded, options};
///
/// let set = CoreOptions::find("keys-bch").expect("a valid name");
/// let seeded = Seeded { options: set, key_seed: 1970 };
/// assert!(seeded.has(options::KEYS_BCH) && seeded.key_seed() == 1970 && set.key_seed() == 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seeded<C> {
    /// The options.
    pub options: C,
    /// The seed.
    pub key_seed: u64,
}

impl<C: ChosenOptions> ChosenOptions for Seeded<C> {
    #[inline]
    fn has(self, option: SearchOption) -> bool {
        self.options.has(option)
    }

    #[inline]
    fn key_seed(self) -> u64 {
        self.key_seed
    }
}
