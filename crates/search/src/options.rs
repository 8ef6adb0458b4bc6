//! Named options of a search: techniques of the literature that the printed algorithm does not have.

use std::fmt;

/// A technique that changes a search, with a name such as `mtd`.
///
/// ```
/// use search::SearchOption;
///
/// let named = SearchOption::ALL.iter().find(|option| option.name() == "mtd");
/// assert_eq!(named, Some(&SearchOption::Mtd));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum SearchOption {
    /// `mtd`: every iteration is an MTD(f), a sequence of searches with zero-width windows that [`iteration`] starts at
    /// the value of the previous iteration (`[Plaat 1995]`). It replaces aspiration windows.
    ///
    /// [`iteration`]: crate::iteration
    Mtd,
    /// `cut-off-only`: a bound from the table causes a cut-off or is ignored; see [`BoundUse::CutOff`].
    ///
    /// [`BoundUse::CutOff`]: crate::BoundUse::CutOff
    CutOffOnly,
}

use SearchOption::{CutOffOnly, Mtd};

impl SearchOption {
    /// All options, in the order in which a name has them.
    pub const ALL: &[Self] = &[Mtd, CutOffOnly];

    /// Returns the name: lower-case letters, digits and hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mtd => "mtd",
            CutOffOnly => "cut-off-only",
        }
    }

    /// Returns what the option does, in one line.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Mtd => "MTD(f): zero-width windows around the previous value find the value",
            CutOffOnly => "a bound from the table cuts off or is ignored: it does not narrow the window",
        }
    }

    /// Returns whether the two options cannot be combined.
    #[must_use]
    pub const fn excludes(self, other: Self) -> bool {
        self as u8 == other as u8
    }

    /// Returns the bit of the option in a set.
    const fn bit(self) -> u32 {
        1 << self as u8
    }
}

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
pub struct SearchOptions(u32);

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

    /// Returns the options, in order.
    pub fn iter(self) -> impl Iterator<Item = SearchOption> {
        SearchOption::ALL.iter().copied().filter(move |&option| self.contains(option))
    }

    /// Returns the set with this name, or `None` if there is none.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        if name == "plain" {
            return Some(Self::PLAIN);
        }
        let known = |word: &str| SearchOption::ALL.iter().copied().find(|option| option.name() == word);
        let options = name.split('+').try_fold(Self::PLAIN, |set, word| set.with(known(word)?).ok())?;
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

/// The options of a [`Search`](crate::Search): known when the program is compiled, or chosen at run time.
///
/// The compiler removes every option from a search with [`Plain`], so that a plain search is as fast as if there were
/// no options.
///
/// ```
/// use search::{ChosenOptions, Plain, SearchOption, SearchOptions};
///
/// assert!(!Plain.has(SearchOption::Mtd));
/// assert!(SearchOptions::find("mtd").unwrap().has(SearchOption::Mtd));
/// ```
pub trait ChosenOptions: Copy {
    /// Returns whether the search does what this option describes.
    fn has(self, option: SearchOption) -> bool;
}

/// No options, known when the program is compiled.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Plain, Search, SearchOptions};
///
/// let mut game = Nim::new(9);
/// let plain = Search::new(&mut game, &mut ()).with_options(Plain).run(9);
/// assert_eq!(plain, Search::new(&mut game, &mut ()).with_options(SearchOptions::PLAIN).run(9));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plain;

impl ChosenOptions for Plain {
    #[inline(always)]
    fn has(self, _: SearchOption) -> bool {
        false
    }
}

impl ChosenOptions for SearchOptions {
    #[inline]
    fn has(self, option: SearchOption) -> bool {
        self.contains(option)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns every set of options that can be combined.
    fn sets() -> Vec<SearchOptions> {
        let mut sets = vec![SearchOptions::PLAIN];
        for &option in SearchOption::ALL {
            let with: Vec<_> = sets.iter().filter_map(|set| set.with(option).ok()).collect();
            sets.extend(with);
        }
        sets
    }

    #[test]
    fn every_set_has_one_name() {
        assert!(SearchOption::ALL.is_sorted(), "the order is that of the bits");
        for set in sets() {
            assert_eq!(SearchOptions::find(&set.to_string()), Some(set));
            assert!(set.iter().all(|option| set.has(option) && !Plain.has(option)));
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
