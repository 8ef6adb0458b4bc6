//! Sets of options.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use super::option::SearchOption;
use super::{ALL, MORELAND, OF_MORELAND};

/// The [tables](crate::option_table) whose options a [set](OptionSet) can have.
///
/// ```
/// use search::{OptionSet, OptionTables, SearchOption, options};
///
/// mod own {
///     search::option_table! {
///         100 LARGEST_FIRST "largest-first" "the largest number is taken first";
///
///         alternatives {}
///     }
/// }
///
/// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Tables;
///
/// impl OptionTables for Tables {
///     const TABLES: &[&[SearchOption]] = &[options::ALL, own::ALL];
/// }
///
/// let set = OptionSet::<Tables>::find("mtd+largest-first").expect("a valid name");
/// assert!(set.contains(own::LARGEST_FIRST) && set.contains(options::MTD));
/// ```
pub trait OptionTables: Copy + fmt::Debug + Default + Ord + Hash {
    /// The tables.
    const TABLES: &'static [&'static [SearchOption]];
}

/// The table of the search itself.
///
/// ```
/// use search::{OfSearch, OptionTables as _, options};
///
/// assert_eq!(OfSearch::TABLES, [options::ALL]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OfSearch;

impl OptionTables for OfSearch {
    const TABLES: &'static [&'static [SearchOption]] = &[ALL];
}

/// A set of options of the search itself.
pub type CoreOptions = OptionSet<OfSearch>;

/// A set of [`SearchOption`]s. The empty set is the plain search.
///
/// Its name consists of the names of the options, joined by `+`, in their order. The name of the empty set is `plain`.
///
/// ```
/// use search::{CoreOptions, options};
///
/// let set = CoreOptions::find("mtd+cut-off-only").expect("a valid name");
/// assert!(set.contains(options::MTD));
/// assert_eq!(set.to_string(), "mtd+cut-off-only");
/// assert_eq!(CoreOptions::find("plain"), Some(CoreOptions::PLAIN));
/// // A set has one name.
/// assert_eq!(CoreOptions::find("cut-off-only+mtd"), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionSet<T> {
    bits: u128,
    tables: PhantomData<T>,
}

impl<T: OptionTables> OptionSet<T> {
    /// The search without options.
    pub const PLAIN: Self = Self::of(0);

    const fn of(bits: u128) -> Self {
        Self { bits, tables: PhantomData }
    }

    /// Returns all options that a set can have, in order.
    pub fn all() -> impl Iterator<Item = SearchOption> {
        Self::of(u128::MAX).iter()
    }

    /// Returns the option with this name, or `None` if there is none.
    #[must_use]
    pub fn option(name: &str) -> Option<SearchOption> {
        T::TABLES.iter().copied().flatten().copied().find(|option| option.name() == name)
    }

    /// Returns whether there are no options.
    #[must_use]
    pub const fn is_plain(self) -> bool {
        self.bits == 0
    }

    /// Returns whether the set contains an option.
    #[must_use]
    pub const fn contains(self, option: SearchOption) -> bool {
        self.bits & option.bit() != 0
    }

    /// Returns whether the set contains an option, or one that consists of it and others.
    #[inline]
    pub(crate) const fn implies(self, option: SearchOption) -> bool {
        let of_moreland = if self.contains(MORELAND) { OF_MORELAND } else { 0 };
        (self.bits | of_moreland) & option.bit() != 0
    }

    /// Returns the set with one more option, or as error an option of the set that [excludes](SearchOption::excludes)
    /// it.
    ///
    /// # Errors
    ///
    /// The set contains an option that excludes this one.
    pub fn with(self, option: SearchOption) -> Result<Self, SearchOption> {
        match self.iter().find(|other| other.excludes(option)) {
            Some(other) => Err(other),
            None => Ok(Self::of(self.bits | option.bit())),
        }
    }

    /// Returns the options that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self::of(self.bits & other.bits)
    }

    /// Returns the options that are not in the other set.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self::of(self.bits & !other.bits)
    }

    /// Returns the options, in order.
    pub fn iter(self) -> impl Iterator<Item = SearchOption> {
        let named = |bit: u128| T::TABLES.iter().copied().flatten().copied().find(|option| option.bit() == bit);
        (0..u128::BITS).map(|number| 1 << number).filter(move |bit| self.bits & bit != 0).filter_map(named)
    }

    /// Returns the set with this name, or `None` if there is none.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        if name == "plain" {
            return Some(Self::PLAIN);
        }
        let add = |set: Self, word| set.with(Self::option(word)?).ok();
        let options = name.split('+').try_fold(Self::PLAIN, add)?;
        (options.to_string() == name).then_some(options)
    }
}

impl<T: OptionTables> fmt::Display for OptionSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_plain() {
            return f.pad("plain");
        }
        let names: Vec<&str> = self.iter().map(SearchOption::name).collect();
        f.pad(&names.join("+"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ChosenOptions as _, Plain};

    #[test]
    fn sets_are_split_into_what_they_share_and_the_rest() {
        let set = |name| CoreOptions::find(name).unwrap();
        let (one, other) = (set("mtd+cut-off-only"), set("cut-off-only+exact-depth"));
        assert_eq!(one.intersection(other), set("cut-off-only"));
        assert_eq!((one.difference(other), other.difference(one)), (set("mtd"), set("exact-depth")));
        assert_eq!(one.difference(one), CoreOptions::PLAIN);
    }

    #[test]
    fn a_set_has_its_options_and_what_they_consist_of() {
        for option in CoreOptions::all() {
            let set = CoreOptions::PLAIN.with(option).unwrap();
            assert!(set.has(option) && !Plain.has(option) && set.iter().eq([option]), "{option:?}");
            let is_of_moreland = OF_MORELAND & option.bit() != 0;
            let moreland = CoreOptions::PLAIN.with(MORELAND).unwrap();
            assert_eq!(moreland.has(option), is_of_moreland || option == MORELAND);
        }
    }
}
