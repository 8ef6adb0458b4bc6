//! Named options of a search: techniques of the literature that the printed algorithm does not have.

use std::fmt;

/// A technique that changes a search, with a name such as `mtd`.
///
/// ```
/// use search::SearchOption;
///
/// assert_eq!(SearchOption::find("mtd"), Some(SearchOption::Mtd));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum SearchOption {
    /// `mtd`: every iteration is an MTD(f), a sequence of searches with zero-width windows that [`iteration`] starts at
    /// the value of the previous iteration (`[Plaat 1995]`). It replaces aspiration windows.
    ///
    /// [`iteration`]: crate::iteration
    Mtd,
    /// `etc-1`: enhanced transposition cut-offs at nodes more than one ply from the leaves. If a bound in the table for
    /// a child reaches beta, the node ends before a child is entered (`[Plaat 1996]`). The root is searched.
    Etc1,
    /// `etc-2`: like [`Etc1`](Self::Etc1), at nodes more than two plies from the leaves, as Plaat et al. recommend.
    Etc2,
    /// `etc-3`: like [`Etc1`](Self::Etc1), at nodes more than three plies from the leaves.
    Etc3,
    /// `pv-table`: a separate table stores the lines of nodes with exact values (`[Hyatt 2014]`). A node that an exact
    /// score from the table ends takes its line from there, and a node without a stored move searches the first move of
    /// the line first.
    PvTable,
    /// `refuse-illegal`: a record whose move is illegal in the position is refused with its score, because it belongs
    /// to another position (`[Breuker 1998, 2.4.2]`). The plain search ignores only the move. The move of a reflected
    /// position is not known.
    RefuseIllegal,
    /// `moreland`: the functions `ProbeHash` and `RecordHash` of `[Moreland 2001]`: the options [`FailHard`],
    /// [`CutOffOnly`], [`NoFailLowMove`] and [`StoreLeaves`] together. For his replacement and index, combine it with
    /// the schemes `moreland` or `moreland-always`.
    ///
    /// [`FailHard`]: Self::FailHard
    /// [`CutOffOnly`]: Self::CutOffOnly
    /// [`NoFailLowMove`]: Self::NoFailLowMove
    /// [`StoreLeaves`]: Self::StoreLeaves
    Moreland,
    /// `fail-hard`: a node returns and stores alpha instead of a lower value, and beta instead of a higher one. The
    /// plain search is fail-soft: it returns and stores the bound that it has found.
    FailHard,
    /// `cut-off-only`: a bound from the table causes a cut-off or is ignored; see [`BoundUse::CutOff`].
    ///
    /// [`BoundUse::CutOff`]: crate::BoundUse::CutOff
    CutOffOnly,
    /// `no-fail-low-move`: a node whose value is not above alpha is stored without a move (`[Moreland 2001]`). The
    /// plain search stores the move with the highest bound.
    NoFailLowMove,
    /// `store-leaves`: the nodes at the horizon are stored with the depth 0 (`[Moreland 2001]`).
    StoreLeaves,
    /// `store-quiescence`: the nodes at the horizon and in quiescence are stored with the depth 0, with the best move,
    /// which a quiescence search then searches first. The thesis stores nothing there (`[Breuker 1998, 2.5.1]`).
    StoreQuiescence,
    /// `audit`: every hit is compared with the full position, see [`Auditor`](crate::Auditor). It changes no count.
    Audit,
    /// `false-hits-none`: the results at the root are recorded as with false hits, of which there are none.
    FalseHitsNone,
    /// `false-hits-1000000`: one in a million probes of absent positions finds another position, see
    /// [`FalseHits`](tt::FalseHits).
    FalseHits1000000,
    /// `false-hits-100000`: as [`FalseHits1000000`](Self::FalseHits1000000), one in 100,000.
    FalseHits100000,
    /// `false-hits-10000`: as [`FalseHits1000000`](Self::FalseHits1000000), one in 10,000.
    FalseHits10000,
    /// `false-hits-1000`: as [`FalseHits1000000`](Self::FalseHits1000000), one in 1,000.
    FalseHits1000,
    /// `false-hits-100`: as [`FalseHits1000000`](Self::FalseHits1000000), one in 100.
    FalseHits100,
    /// `false-hits-10`: as [`FalseHits1000000`](Self::FalseHits1000000), one in 10.
    FalseHits10,
    /// `date-none`: the table is neither cleared nor stamped between two positions.
    DateNone,
    /// `date-conversions`: the table is stamped between two positions only if a conversion move was played, after which
    /// no earlier position can occur again (`[Breuker 1998, footnote 31]`).
    DateConversions,
    /// `components`: the table gets the distance from the root and a flag for extensions with each record, and the
    /// positions of the principal variations of root moves are marked (`[Breuker 1998, 2.7.3]`).
    OfferComponents,
    /// `no-refutations`: the search does not use its refutation table.
    NoRefutations,
    /// `extend-checks`: a node whose position [deserves it](crate::Game::wants_extension) is searched one ply deeper.
    ExtendChecks,
    /// `extend-checks-in-window`: as [`ExtendChecks`](Self::ExtendChecks), if the value may be inside of the window.
    ExtendChecksInWindow,
    /// `extension-flag`: the table has a flag whether a position was extended. A position in the table is extended if
    /// it was extended before (`[Breuker 1998, 2.7.3]`).
    ExtensionFlag,
    /// `proved-draws`: a leaf never has the [value of a draw](crate::Game::DRAW), so that a score of a draw is that of
    /// a drawn position. Such a score in the table is used at every depth (`[Breuker 1998, 2.7.3]`).
    ProvedDraws,
    /// `keys-random`: the keys are not those of the game. Each bit of the [whole position](crate::Game::whole) has a
    /// random number, and the key is the exclusive-or of those of the bits that are set. It is the reference of the
    /// next two options.
    KeysRandom,
    /// `keys-bch`: as [`KeysRandom`](Self::KeysRandom), with numbers from a BCH code, so that positions with few
    /// different bits have different keys (`[Warnock and Wendroff 1988]`).
    KeysBch,
    /// `keys-sum`: as [`KeysRandom`](Self::KeysRandom), with the sum of the numbers instead of the exclusive-or.
    KeysSum,
    /// `side-bit`: the lowest bit of each key says [who is to move](crate::Game::is_second_to_move). A table whose
    /// index is the low bits has a half for each player, as if there were two tables (`[Breuker 1998, 2.4.1]`).
    SideBit,
    /// `whole-positions`: the table gets the whole position with each key, so that it can compare positions
    /// (`[Breuker 1998, 2.4.2]`). Only schemes with the option `whole` do.
    WholePositions,
}

use SearchOption::{
    Audit, CutOffOnly, DateConversions, DateNone, Etc1, Etc2, Etc3, ExtendChecks, ExtendChecksInWindow, ExtensionFlag,
    FailHard, FalseHits10, FalseHits100, FalseHits1000, FalseHits10000, FalseHits100000, FalseHits1000000,
    FalseHitsNone, KeysBch, KeysRandom, KeysSum, Moreland, Mtd, NoFailLowMove, NoRefutations, OfferComponents,
    ProvedDraws, PvTable, RefuseIllegal, SideBit, StoreLeaves, StoreQuiescence, WholePositions,
};

/// What [`SearchOption::Moreland`] consists of.
const OF_MORELAND: u64 = FailHard.bit() | CutOffOnly.bit() | NoFailLowMove.bit() | StoreLeaves.bit();

impl SearchOption {
    /// All options, in the order in which a name has them.
    pub const ALL: &[Self] = &[
        Mtd,
        Etc1,
        Etc2,
        Etc3,
        PvTable,
        RefuseIllegal,
        Moreland,
        FailHard,
        CutOffOnly,
        NoFailLowMove,
        StoreLeaves,
        StoreQuiescence,
        Audit,
        FalseHitsNone,
        FalseHits1000000,
        FalseHits100000,
        FalseHits10000,
        FalseHits1000,
        FalseHits100,
        FalseHits10,
        DateNone,
        DateConversions,
        OfferComponents,
        NoRefutations,
        ExtendChecks,
        ExtendChecksInWindow,
        ExtensionFlag,
        ProvedDraws,
        KeysRandom,
        KeysBch,
        KeysSum,
        SideBit,
        WholePositions,
    ];

    /// Returns the option with this name, or `None` if there is none.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|option| option.name() == name)
    }

    /// Returns the name: lower-case letters, digits and hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.described().0
    }

    /// Returns what the option does, in one line.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.described().1
    }

    const fn described(self) -> (&'static str, &'static str) {
        match self {
            Mtd => ("mtd", "MTD(f): zero-width windows around the previous value find the value"),
            Etc1 => ("etc-1", "enhanced transposition cut-offs more than one ply from the leaves"),
            Etc2 => ("etc-2", "enhanced transposition cut-offs more than two plies from the leaves"),
            Etc3 => ("etc-3", "enhanced transposition cut-offs more than three plies from the leaves"),
            PvTable => ("pv-table", "a separate table keeps the lines of exact nodes"),
            RefuseIllegal => ("refuse-illegal", "a record with an illegal move is refused, not only its move"),
            Moreland => ("moreland", "fail-hard+cut-off-only+no-fail-low-move+store-leaves"),
            FailHard => ("fail-hard", "values are limited to the window"),
            CutOffOnly => ("cut-off-only", "a bound from the table cuts off or is ignored"),
            NoFailLowMove => ("no-fail-low-move", "a node that fails low is stored without a move"),
            StoreLeaves => ("store-leaves", "nodes at the horizon are stored"),
            StoreQuiescence => ("store-quiescence", "nodes at the horizon and in quiescence are stored"),
            Audit => ("audit", "hits are compared with the full position, and false hits are counted"),
            FalseHitsNone => ("false-hits-none", "the root's move and score are recorded, without false hits"),
            FalseHits1000000 => {
                ("false-hits-1000000", "one in 1,000,000 probes of absent positions finds another position")
            }
            FalseHits100000 => {
                ("false-hits-100000", "one in 100,000 probes of absent positions finds another position")
            }
            FalseHits10000 => ("false-hits-10000", "one in 10,000 probes of absent positions finds another position"),
            FalseHits1000 => ("false-hits-1000", "one in 1,000 probes of absent positions finds another position"),
            FalseHits100 => ("false-hits-100", "one in 100 probes of absent positions finds another position"),
            FalseHits10 => ("false-hits-10", "one in 10 probes of absent positions finds another position"),
            DateNone => ("date-none", "positions of earlier searches do not age"),
            DateConversions => {
                ("date-conversions", "positions of earlier searches age when a capture or a pawn move is played")
            }
            OfferComponents => {
                ("components", "the table gets the distance from the root, and principal variations are marked")
            }
            NoRefutations => ("no-refutations", "the search does not use its refutation table"),
            ExtendChecks => ("extend-checks", "a position in check is searched one ply deeper"),
            ExtendChecksInWindow => (
                "extend-checks-in-window",
                "a position in check is searched one ply deeper if its value is near the window",
            ),
            ExtensionFlag => ("extension-flag", "a position in the table is extended if it was extended before"),
            ProvedDraws => ("proved-draws", "a stored score of a drawn position is used at every depth"),
            KeysRandom => ("keys-random", "keys are computed from whole positions, by random numbers"),
            KeysBch => ("keys-bch", "keys are computed from whole positions, by numbers of a BCH code"),
            KeysSum => ("keys-sum", "keys are computed from whole positions, as sums of random numbers"),
            SideBit => ("side-bit", "each player has a half of a table that is indexed by low bits"),
            WholePositions => ("whole-positions", "the table gets whole positions; for schemes with `whole`"),
        }
    }

    /// Returns whether the option changes only what a search does with its table. Without a table, it has no effect.
    ///
    /// ```
    /// use search::SearchOption;
    ///
    /// assert!(SearchOption::CutOffOnly.needs_table());
    /// assert!(!SearchOption::FailHard.needs_table());
    /// ```
    #[must_use]
    pub const fn needs_table(self) -> bool {
        !matches!(
            self,
            Mtd | PvTable | Moreland | FailHard | NoRefutations | ExtendChecks | ExtendChecksInWindow | ProvedDraws
        )
    }

    /// Returns whether the two options cannot be combined.
    #[must_use]
    pub const fn excludes(self, other: Self) -> bool {
        // Of each set a search has at most one.
        const ALTERNATIVES: [u64; 11] = [
            Etc1.bit() | Etc2.bit() | Etc3.bit(),
            StoreLeaves.bit() | StoreQuiescence.bit(),
            Moreland.bit() | FailHard.bit(),
            Moreland.bit() | CutOffOnly.bit(),
            Moreland.bit() | NoFailLowMove.bit(),
            Moreland.bit() | StoreLeaves.bit() | StoreQuiescence.bit(),
            FalseHitsNone.bit()
                | FalseHits1000000.bit()
                | FalseHits100000.bit()
                | FalseHits10000.bit()
                | FalseHits1000.bit()
                | FalseHits100.bit()
                | FalseHits10.bit(),
            DateNone.bit() | DateConversions.bit(),
            ExtendChecks.bit() | ExtendChecksInWindow.bit(),
            KeysRandom.bit() | KeysBch.bit() | KeysSum.bit(),
            // The flag is looked up by key.
            WholePositions.bit() | ExtensionFlag.bit(),
        ];
        let both = self.bit() | other.bit();
        let mut index = 0;
        while index < ALTERNATIVES.len() {
            if both & ALTERNATIVES[index] == both {
                return true;
            }
            index += 1;
        }
        self as u8 == other as u8
    }

    /// Returns the bit of the option in a set.
    const fn bit(self) -> u64 {
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
pub struct SearchOptions(u64);

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
