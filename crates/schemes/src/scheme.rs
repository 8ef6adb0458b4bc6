//! Replacement schemes selected at run time, by name.

use std::fmt;
use std::str::FromStr;

use tt::policies::OneLevel;
use tt::{Decision, Policy, Size, TableError, Worth};

use crate::policies::{AnyConcept, AnyPolicy, AnyTwoLevel, BuiltIn, Custom, Rule};
use crate::technique::{AnyIndex, AnyLayout, IndexKind, Kind, Structure, Technique};

/// A replacement scheme selected at run time: one of this crate, or a [`Custom`] one.
///
/// If the scheme is fixed, use a table whose policy is a type, such as [`TwoBig1`](tt::TwoBig1). If speed matters,
/// compile the search for the policies that [`built_in`](Self::built_in) returns.
///
/// ```
/// use schemes::Scheme;
///
/// let scheme: Scheme = "two-big1".parse()?;
/// assert_eq!(scheme, Scheme::TwoBig1);
/// assert_eq!(scheme.to_string(), "two-big1");
/// # Ok::<(), schemes::UnknownScheme>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scheme {
    /// DEEP: keeps the position with the deeper subtree.
    Deep,
    /// NEW: keeps the newest position.
    New,
    /// OLD: keeps the oldest position.
    Old,
    /// BIG1: keeps the position with the bigger subtree. A table hit counts as one node.
    Big1,
    /// BIGALL: keeps the position with the bigger subtree. A table hit counts as all nodes of the stored subtree.
    BigAll,
    /// TWODEEP: two levels. The first slot follows DEEP, and the second stores what the first evicts or rejects.
    TwoDeep,
    /// TWOBIG1: two levels. The first slot follows BIG1, and the second stores what the first evicts or rejects. The
    /// thesis recommends this scheme.
    TwoBig1,
    /// A kind of table that differs from those of the thesis. It is not in [`ALL`](Self::ALL).
    Technique(Technique),
    /// A user-defined scheme. It is not in [`ALL`](Self::ALL), and `FromStr` does not return it.
    Custom(Custom),
}

impl Scheme {
    /// All schemes of this crate, in the order of the thesis.
    pub const ALL: &[Self] =
        &[Self::Deep, Self::New, Self::Old, Self::Big1, Self::BigAll, Self::TwoDeep, Self::TwoBig1];

    /// Returns the name in lower case with hyphens, as `FromStr` parses it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// Returns the name as the figures of the thesis write it, or the name of another scheme.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.words().1
    }

    /// Returns what a scheme of the thesis does, in a few words, or `None` for other schemes.
    #[must_use]
    pub fn description(self) -> Option<&'static str> {
        self.words().2
    }

    /// Returns the name, the label and the description.
    fn words(self) -> (&'static str, &'static str, Option<&'static str>) {
        match self {
            Self::Deep => ("deep", "Deep", Some("the deeper position stays")),
            Self::New => ("new", "New", Some("the new position stays")),
            Self::Old => ("old", "Old", Some("the old position stays")),
            Self::Big1 => ("big1", "Big1", Some("the position with the bigger subtree stays")),
            Self::BigAll => {
                ("big-all", "BigAll", Some("like Big1, and a table hit counts as all nodes of the stored subtree"))
            }
            Self::TwoDeep => {
                ("two-deep", "TwoDeep", Some("two levels of Deep: the second takes what the first evicts or rejects"))
            }
            Self::TwoBig1 => {
                ("two-big1", "TwoBig1", Some("two levels of Big1: the second takes what the first evicts or rejects"))
            }
            Self::Technique(technique) => (technique.name(), technique.name(), None),
            Self::Custom(custom) => (custom.name(), custom.name(), None),
        }
    }

    /// Returns the policy of a scheme of the thesis, or `None` for other schemes.
    #[must_use]
    pub fn built_in(self) -> Option<BuiltIn> {
        match (self, self.policy().rule) {
            (Self::Technique(_) | Self::Custom(_), _) => None,
            (_, Rule::OneLevel(preference)) => Some(BuiltIn::One(OneLevel(preference.concept))),
            (_, Rule::TwoLevel(preference)) => Some(BuiltIn::Two(AnyTwoLevel(preference.concept))),
            _ => None,
        }
    }

    /// Returns the policy of any scheme.
    #[must_use]
    pub fn policy(self) -> AnyPolicy {
        self.kind().policy
    }

    /// Returns the kind of the scheme's table.
    pub(crate) fn kind(self) -> Kind {
        let one = |concept: AnyConcept| Kind::of_buckets(Rule::OneLevel(concept.into()), 1);
        let two = |concept: AnyConcept| Kind::of_buckets(Rule::TwoLevel(concept.into()), 2);
        match self {
            Self::Deep => one(AnyConcept::Deep),
            Self::New => one(AnyConcept::New),
            Self::Old => one(AnyConcept::Old),
            Self::Big1 => one(AnyConcept::Big),
            Self::BigAll => Kind { counts_stored_nodes: true, ..one(AnyConcept::Big) },
            Self::TwoDeep => two(AnyConcept::Deep),
            Self::TwoBig1 => two(AnyConcept::Big),
            Self::Technique(technique) => technique.kind(),
            Self::Custom(custom) => {
                Kind { index: IndexKind::LowBits, ..Kind::of_buckets(Rule::Custom(custom), custom.width()) }
            }
        }
    }

    /// Decides about a candidate in a bucket with 1 to [`width`](Self::width) other positions, like
    /// [`Policy::victim`] and [`Policy::place`].
    ///
    /// # Panics
    ///
    /// Panics if there are no residents.
    #[must_use]
    pub fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
        fn with<const W: usize>(policy: AnyPolicy, residents: &[Worth], candidate: Worth) -> Decision {
            match residents.try_into() {
                Ok(full) => Policy::<W>::victim(policy, full, candidate),
                Err(_) => Policy::<W>::place(policy, residents, candidate),
            }
        }
        match self.width() {
            1 => with::<1>(self.policy(), residents, candidate),
            2 => with::<2>(self.policy(), residents, candidate),
            3 => with::<3>(self.policy(), residents, candidate),
            4 => with::<4>(self.policy(), residents, candidate),
            _ => with::<8>(self.policy(), residents, candidate),
        }
    }

    /// Returns the number of slots of a bucket, or of probes; 1 if there are neither.
    #[must_use]
    pub fn width(self) -> usize {
        self.kind().width
    }

    /// Returns whether a table hit adds all nodes of the stored subtree to the size of the parent's subtree, as in
    /// BIGALL, instead of one node.
    #[must_use]
    pub fn counts_stored_nodes(self) -> bool {
        self.kind().counts_stored_nodes
    }

    /// Returns whether the scheme reads whether positions were PV nodes, or the index of their best moves.
    #[must_use]
    pub fn reads_pv_or_move_index(self) -> bool {
        self.policy().reads_pv_or_move_index()
    }

    /// Returns the number of bits that a payload can have in a table of this scheme. A technique has a layout of its
    /// own.
    #[must_use]
    pub fn payload_bits(self) -> u32 {
        match self {
            Self::Technique(_) => 16,
            _ => 128,
        }
    }

    /// Returns whether a table of this scheme stores whole positions, with
    /// [`layouts::WithPosition`](crate::layouts::WithPosition).
    #[must_use]
    pub fn stores_positions(self) -> bool {
        self.kind().layout == AnyLayout::WithPosition
    }

    /// Returns whether a table of this scheme stores [components](tt::Components), with
    /// [`layouts::WithComponents`](crate::layouts::WithComponents).
    #[must_use]
    pub fn stores_components(self) -> bool {
        self.kind().layout == AnyLayout::WithComponents
    }

    /// Returns the number of key bits that a table of this scheme verifies. Some tables that do not consist of buckets
    /// store whole keys.
    #[must_use]
    pub fn key_bits(self) -> u32 {
        let kind = self.kind();
        match kind.structure {
            Structure::Buckets | Structure::TwoTables(_) => kind.key_bits.min(kind.layout.key_bits()),
            _ => 64,
        }
    }

    /// Returns whether the lowest bits of a key select its bucket, if the number of buckets is a power of two.
    #[must_use]
    pub fn uses_low_bits(self) -> bool {
        let kind = self.kind();
        let is_low = matches!(kind.index, IndexKind::LowBits | IndexKind::Modulo);
        kind.per_side || is_low && kind.structure != Structure::Unbounded
    }

    /// Checks that a table of this scheme can have this number of positions, before a table is created.
    ///
    /// Most schemes select the bucket by the lowest bits of a key, so the number of buckets is a power of two. The
    /// other schemes allow every number, less the remainder that does not fill a bucket.
    ///
    /// ```
    /// use schemes::Scheme;
    ///
    /// assert!("two-big1+mul-high".parse::<Scheme>()?.check_size(3000).is_ok());
    /// let error = Scheme::TwoBig1.check_size(3000).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid table size of 3000 positions: expected 2K or 4K positions, for example");
    /// # Ok::<(), schemes::UnknownScheme>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TableError::SmallerThanABucket`] or [`TableError::Unsupported`], which names possible sizes.
    pub fn check_size(self, positions: u64) -> Result<(), TableError> {
        let kind = self.kind();
        let (index, width) = match kind.structure {
            Structure::Buckets => (kind.index, kind.width),
            Structure::TwoTables(_) => (kind.index, 2),
            Structure::Overflow(_) => (IndexKind::Modulo, 2),
            _ => (IndexKind::Modulo, kind.width),
        };
        // Two tables are as large as one with twice as many buckets, or with buckets of twice as many positions.
        let width = if kind.per_side { 2 * width } else { width };
        let index = |buckets| AnyIndex::new(index, 64, buckets);
        Size::Positions(positions).index(width, Size::OF_POSITION * width as u64, index).map(drop)
    }

    /// Returns whether a table of this scheme is made of [`Buckets`](tt::Buckets) of [`width`](Self::width) slots: a
    /// position can be only in the bucket of its [`Identity`](tt::Identity), which never holds more positions.
    #[must_use]
    pub fn has_buckets(self) -> bool {
        self.kind().structure == Structure::Buckets
    }

    /// Returns whether a table of this scheme has a size. Otherwise, no position is lost.
    #[must_use]
    pub fn has_size(self) -> bool {
        self.kind().structure != Structure::Unbounded
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An unknown name of a replacement scheme.
///
/// ```
/// use schemes::Scheme;
///
/// assert_eq!("biggest".parse::<Scheme>().unwrap_err().name, "biggest");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown replacement scheme `{name}`: expected one of {}", known())]
pub struct UnknownScheme {
    /// The unknown name.
    pub name: String,
}

fn known() -> String {
    Scheme::ALL.iter().map(|scheme| scheme.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for Scheme {
    type Err = UnknownScheme;

    /// Parses a name that [`Scheme::name`] returns. Case and hyphens are ignored, so `TwoBIG1` is `two-big1`.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let letters = |name: &str| name.replace(['-', '_'], "").to_ascii_lowercase();
        Self::ALL
            .iter()
            .copied()
            .find(|scheme| letters(scheme.name()) == letters(name))
            .or_else(|| Technique::find(name).map(Self::Technique))
            .ok_or_else(|| UnknownScheme { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for &scheme in Scheme::ALL {
            assert_eq!(scheme.name().parse(), Ok(scheme));
        }
        assert_eq!("TwoBIG1".parse(), Ok(Scheme::TwoBig1));
    }

    #[test]
    fn a_scheme_says_what_its_table_is() {
        for (name, payload_bits, key_bits, uses_low_bits, has_buckets) in [
            ("two-big1", 128, 48, true, true),
            ("two-big1+key-56", 16, 56, true, true),
            ("two-big1+mul-high", 16, 48, false, true),
            ("depth-8+compact", 16, 16, true, true),
            ("lru-4", 16, 48, true, true),
            ("chained-deep", 16, 64, true, false),
        ] {
            let scheme: Scheme = name.parse().unwrap();
            assert_eq!((scheme.payload_bits(), scheme.key_bits()), (payload_bits, key_bits), "{name}");
            assert_eq!((scheme.uses_low_bits(), scheme.has_buckets()), (uses_low_bits, has_buckets), "{name}");
        }
    }
}
