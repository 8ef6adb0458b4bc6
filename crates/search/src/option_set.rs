//! Sets of options.

use std::fmt;

use crate::SearchOption;
use crate::SearchOption::{
    FalseHits10, FalseHits100, FalseHits1000, FalseHits10000, FalseHits100000, FalseHits1000000, FalseHitsNone,
    Moreland,
};
use crate::option::OF_MORELAND;

/// A set of [`SearchOption`]s. The empty set is the plain search.
///
/// Its name consists of the names of the options, joined by `+`, in the order of [`SearchOption::ALL`]. The name of the
/// empty set is `plain`.
///
/// ```
/// use search::{SearchOption, SearchOptions};
///
/// let options = SearchOptions::find("mtd+cut-off-only").expect("a valid name");
/// assert!(options.contains(SearchOption::Mtd));
/// assert_eq!(options.to_string(), "mtd+cut-off-only");
/// assert_eq!(SearchOptions::find("plain"), Some(SearchOptions::PLAIN));
/// // A set has one name.
/// assert_eq!(SearchOptions::find("cut-off-only+mtd"), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchOptions(u128);

impl SearchOptions {
    /// The search without options.
    pub const PLAIN: Self = Self(0);

    /// Returns whether there are no options.
    #[must_use]
    pub const fn is_plain(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set contains an option.
    #[must_use]
    pub const fn contains(self, option: SearchOption) -> bool {
        self.0 & option.bit() != 0
    }

    /// Returns whether the set contains an option, or one that consists of it and others.
    #[inline]
    pub(crate) const fn implies(self, option: SearchOption) -> bool {
        let of_moreland = if self.contains(Moreland) { OF_MORELAND } else { 0 };
        (self.0 | of_moreland) & option.bit() != 0
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
            None => Ok(Self(self.0 | option.bit())),
        }
    }

    /// Returns the options that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the options that are not in the other set.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the options, in order.
    pub fn iter(self) -> impl Iterator<Item = SearchOption> {
        SearchOption::ALL.iter().copied().filter(move |&option| self.contains(option))
    }

    /// Returns in how many probes of absent positions one finds another position, or 0 for none; `None` if the options
    /// do not say so.
    ///
    /// ```
    /// use search::SearchOptions;
    ///
    /// let options = SearchOptions::find("false-hits-1000").expect("a valid name");
    /// assert_eq!(options.false_hits(), Some(1_000));
    /// assert_eq!(SearchOptions::PLAIN.false_hits(), None);
    /// ```
    #[must_use]
    pub fn false_hits(self) -> Option<u64> {
        self.iter().find_map(|option| match option {
            FalseHitsNone => Some(0),
            FalseHits1000000 => Some(1_000_000),
            FalseHits100000 => Some(100_000),
            FalseHits10000 => Some(10_000),
            FalseHits1000 => Some(1_000),
            FalseHits100 => Some(100),
            FalseHits10 => Some(10),
            _ => None,
        })
    }

    /// Returns the set with this name, or `None` if there is none.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        if name == "plain" {
            return Some(Self::PLAIN);
        }
        let add = |set: Self, word| set.with(SearchOption::find(word)?).ok();
        let options = name.split('+').try_fold(Self::PLAIN, add)?;
        (options.to_string() == name).then_some(options)
    }
}

impl fmt::Display for SearchOptions {
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

    /// Returns every set of at most three options that can be combined.
    fn sets() -> Vec<SearchOptions> {
        let mut sets = vec![SearchOptions::PLAIN];
        for &option in SearchOption::ALL {
            let few = sets.iter().filter(|set| set.iter().count() < 3);
            let with: Vec<_> = few.filter_map(|set| set.with(option).ok()).collect();
            sets.extend(with);
        }
        sets
    }

    #[test]
    fn sets_are_split_into_what_they_share_and_the_rest() {
        let set = |name| SearchOptions::find(name).unwrap();
        let (one, other) = (set("mtd+cut-off-only"), set("cut-off-only+exact-depth"));
        assert_eq!(one.intersection(other), set("cut-off-only"));
        assert_eq!((one.difference(other), other.difference(one)), (set("mtd"), set("exact-depth")));
        assert_eq!(one.difference(one), SearchOptions::PLAIN);
    }

    #[test]
    fn every_set_has_one_name() {
        assert!(SearchOption::ALL.is_sorted(), "the order is that of the bits");
        for set in sets() {
            assert_eq!(SearchOptions::find(&set.to_string()), Some(set));
            assert!(set.iter().all(|option| set.has(option) && !Plain.has(option)));
            let of_moreland = SearchOption::ALL.iter().filter(|option| OF_MORELAND & option.bit() != 0);
            assert!(
                of_moreland.into_iter().all(|&option| !set.has(Moreland) || set.has(option) != set.contains(option))
            );
        }
        for name in ["", "+", "mtd+", "+mtd", "mtd+mtd", "cut-off-only+mtd", "plain+mtd", "MTD", "mt"] {
            assert_eq!(SearchOptions::find(name), None, "{name}");
        }
    }

    #[test]
    fn exclusion_is_mutual() {
        for (&one, &other) in
            SearchOption::ALL.iter().flat_map(|one| SearchOption::ALL.iter().map(move |other| (one, other)))
        {
            assert_eq!(one.excludes(other), other.excludes(one), "{one:?} {other:?}");
            assert!(one != other || one.excludes(other));
        }
    }

    #[test]
    fn names_are_words() {
        let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        for option in SearchOption::ALL {
            assert!(option.name().chars().all(is_letter) && option.name() != "plain", "{option:?}");
            assert!(option.description().len() < 100 && !option.description().is_empty());
        }
    }
}
