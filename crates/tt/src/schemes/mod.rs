//! Breuker's seven replacement schemes, which are built from four concepts (`[Breuker 1998, 2.7.1]`).
//!
//! A *concept* is a preference rule that decides which of two positions to keep: [`Deep`], [`New`], [`Old`] or [`Big`].
//! The number of *levels* is the number of positions per bucket: [`OneLevel`] or [`TwoLevel`]. A scheme combines a
//! concept with a number of levels. [`Scheme`] selects a scheme at run time.

mod big;
mod custom;
mod deep;
mod levels;
mod new;
mod old;

pub use big::Big;
pub use custom::Custom;
pub use deep::Deep;
pub use levels::{OneLevel, TwoLevel};
pub use new::New;
pub use old::Old;

use std::fmt;
use std::str::FromStr;

use crate::{Decision, OnHit, Policy, Same, Worth};
use levels::{one_level, two_level};

/// A preference rule that decides which of two positions to keep.
///
/// ```
/// use tt::schemes::{Concept, Deep};
/// use tt::{Bound, Worth};
///
/// let shallow = Worth { depth: 3, nodes: 900, age: 0, bound: Bound::Exact };
/// let deep = Worth { depth: 4, nodes: 20, ..shallow };
/// assert!(Deep.prefers(deep, shallow) && !Deep.prefers(shallow, deep));
/// ```
pub trait Concept: Copy {
    /// Returns whether to keep `candidate` instead of `resident`.
    fn prefers(self, candidate: Worth, resident: Worth) -> bool;
}

/// A replacement scheme selected at run time: one of this crate, or a [`Custom`] one.
///
/// If the scheme is fixed, use a table whose policy is a type, such as [`TwoBig1`](crate::TwoBig1), which saves a
/// branch for each store. If speed matters, compile the search for [`BuiltIn`], which [`built_in`](Self::built_in)
/// returns.
///
/// ```
/// use tt::Scheme;
///
/// let scheme: Scheme = "two-big1".parse()?;
/// assert_eq!(scheme, Scheme::TwoBig1);
/// assert_eq!(scheme.to_string(), "two-big1");
/// # Ok::<(), tt::UnknownScheme>(())
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
    /// TWODEEP: two levels. The first slot follows DEEP, and the second stores what the first gives up or rejects.
    TwoDeep,
    /// TWOBIG1: two levels. The first slot follows BIG1, and the second stores what the first gives up or rejects. The
    /// thesis recommends this scheme.
    TwoBig1,
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
        match self {
            Self::Deep => "deep",
            Self::New => "new",
            Self::Old => "old",
            Self::Big1 => "big1",
            Self::BigAll => "big-all",
            Self::TwoDeep => "two-deep",
            Self::TwoBig1 => "two-big1",
            Self::Custom(custom) => custom.name(),
        }
    }

    /// Returns the name as the figures of the thesis write it, or the name of a custom scheme.
    ///
    /// ```
    /// assert_eq!(tt::Scheme::TwoBig1.label(), "TwoBig1");
    /// ```
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Deep => "Deep",
            Self::New => "New",
            Self::Old => "Old",
            Self::Big1 => "Big1",
            Self::BigAll => "BigAll",
            Self::TwoDeep => "TwoDeep",
            Self::TwoBig1 => "TwoBig1",
            Self::Custom(custom) => custom.name(),
        }
    }

    /// Returns the scheme as a [`BuiltIn`], or `None` for a custom scheme.
    #[must_use]
    pub fn built_in(self) -> Option<BuiltIn> {
        Some(match self {
            Self::Deep => BuiltIn::Deep,
            Self::New => BuiltIn::New,
            Self::Old => BuiltIn::Old,
            Self::Big1 | Self::BigAll => BuiltIn::Big,
            Self::TwoDeep => BuiltIn::TwoDeep,
            Self::TwoBig1 => BuiltIn::TwoBig,
            Self::Custom(_) => return None,
        })
    }

    /// Returns the number of slots of a bucket.
    #[must_use]
    pub fn width(self) -> usize {
        match self {
            Self::Custom(custom) => custom.width(),
            Self::TwoDeep | Self::TwoBig1 => 2,
            _ => 1,
        }
    }

    /// Returns whether a table hit adds all nodes of the stored subtree to the size of the parent's subtree, as in
    /// BIGALL, instead of one node.
    #[must_use]
    pub fn counts_stored_nodes(self) -> bool {
        self == Self::BigAll
    }

    /// Decides about a candidate in a bucket with 1 to [`width`](Self::width) other positions, like
    /// [`Policy::victim`] and [`Policy::place`].
    ///
    /// # Panics
    ///
    /// Panics if there are no residents.
    #[inline]
    #[must_use]
    pub fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
        match (self.built_in(), self) {
            (Some(built_in), _) => built_in.decide(residents[0], candidate),
            (None, Self::Custom(custom)) => custom.decide(residents, candidate),
            (None, _) => Decision::Keep,
        }
    }

    /// Decides what happens when a position is stored that is already in the bucket, like [`Policy::same`].
    #[inline]
    #[must_use]
    pub fn same(self, resident: Worth, candidate: Worth) -> Same {
        if let Self::Custom(custom) = self { custom.same(resident, candidate) } else { Same::Overwrite }
    }

    /// Returns what a hit changes, like [`Policy::on_hit`].
    #[inline]
    #[must_use]
    pub fn on_hit(self) -> OnHit {
        if let Self::Custom(custom) = self { custom.on_hit() } else { OnHit::Nothing }
    }
}

/// In a bucket of `W` slots, which must be the scheme's [`width`](Scheme::width).
impl<const W: usize> Policy<W> for Scheme {
    #[inline]
    fn victim(self, residents: &[Worth; W], candidate: Worth) -> Decision {
        self.decide(residents, candidate)
    }

    #[inline]
    fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
        self.decide(residents, candidate)
    }

    #[inline]
    fn same(self, resident: Worth, candidate: Worth) -> Same {
        self.same(resident, candidate)
    }

    #[inline]
    fn on_hit(self) -> OnHit {
        self.on_hit()
    }
}

/// The policy of a [`Scheme`] of this crate, selected at run time.
///
/// Unlike [`Scheme`], it excludes custom schemes, so a table never calls the policy through a function pointer.
///
/// ```
/// use tt::Scheme;
/// use tt::schemes::BuiltIn;
///
/// assert_eq!(Scheme::TwoDeep.built_in(), Some(BuiltIn::TwoDeep));
/// assert_eq!(Scheme::BigAll.built_in(), Some(BuiltIn::Big), "the search counts hits differently");
/// assert_eq!(BuiltIn::TwoDeep.width(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// One level of [`Deep`].
    Deep,
    /// One level of [`New`].
    New,
    /// One level of [`Old`].
    Old,
    /// One level of [`Big`].
    Big,
    /// Two levels of [`Deep`].
    TwoDeep,
    /// Two levels of [`Big`].
    TwoBig,
}

impl BuiltIn {
    /// Returns the number of slots of a bucket.
    #[must_use]
    pub fn width(self) -> usize {
        match self {
            Self::TwoDeep | Self::TwoBig => 2,
            _ => 1,
        }
    }

    #[inline(always)]
    fn decide(self, resident: Worth, candidate: Worth) -> Decision {
        match self {
            Self::Deep => one_level(Deep, resident, candidate),
            Self::New => one_level(New, resident, candidate),
            Self::Old => one_level(Old, resident, candidate),
            Self::Big => one_level(Big, resident, candidate),
            Self::TwoDeep => two_level(Deep, resident, candidate),
            Self::TwoBig => two_level(Big, resident, candidate),
        }
    }
}

/// For the policies with one level.
impl Policy<1> for BuiltIn {
    #[inline(always)]
    fn victim(self, [resident]: &[Worth; 1], candidate: Worth) -> Decision {
        match self {
            Self::Deep | Self::TwoDeep => one_level(Deep, *resident, candidate),
            Self::New => one_level(New, *resident, candidate),
            Self::Old => one_level(Old, *resident, candidate),
            Self::Big | Self::TwoBig => one_level(Big, *resident, candidate),
        }
    }
}

/// For the policies with two levels.
impl Policy<2> for BuiltIn {
    #[inline(always)]
    fn victim(self, [first, _]: &[Worth; 2], candidate: Worth) -> Decision {
        if self == Self::TwoDeep { two_level(Deep, *first, candidate) } else { two_level(Big, *first, candidate) }
    }

    #[inline(always)]
    fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
        if self == Self::TwoDeep {
            two_level(Deep, residents[0], candidate)
        } else {
            two_level(Big, residents[0], candidate)
        }
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
/// use tt::Scheme;
///
/// let error = "biggest".parse::<Scheme>().unwrap_err();
/// assert_eq!(error.name, "biggest");
/// assert!(error.to_string().contains("expected one of deep, new, old"));
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
            .ok_or_else(|| UnknownScheme { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bound;

    const SMALL: Worth = Worth { depth: 5, nodes: 10, age: 0, bound: Bound::Exact };
    const LARGE: Worth = Worth { depth: 3, nodes: 20, ..SMALL };

    fn one(scheme: Scheme, resident: Worth, candidate: Worth) -> Decision {
        scheme.decide(&[resident], candidate)
    }

    #[test]
    fn one_level_schemes_follow_their_concept() {
        use Decision::{Keep, Replace};
        assert_eq!(one(Scheme::Deep, SMALL, LARGE), Keep);
        assert_eq!(one(Scheme::Deep, LARGE, SMALL), Replace(0));
        assert_eq!(one(Scheme::Deep, SMALL, SMALL), Replace(0), "the candidate wins a tie");
        assert_eq!(one(Scheme::New, SMALL, LARGE), Replace(0));
        assert_eq!(one(Scheme::Old, SMALL, LARGE), Keep);
        for big in [Scheme::Big1, Scheme::BigAll] {
            assert_eq!(one(big, SMALL, LARGE), Replace(0));
            assert_eq!(one(big, LARGE, SMALL), Keep);
            assert_eq!(one(big, SMALL, SMALL), Replace(0), "the candidate wins a tie");
        }
    }

    #[test]
    fn a_two_level_scheme_always_stores_and_keeps_the_preferred_position_first() {
        use Decision::{Demote, Replace};
        for residents in [&[SMALL][..], &[SMALL, LARGE][..]] {
            assert_eq!(Scheme::TwoDeep.decide(residents, LARGE), Replace(1));
            assert_eq!(Scheme::TwoBig1.decide(residents, LARGE), Demote);
            assert_eq!(Scheme::TwoDeep.decide(residents, SMALL), Demote, "equal depths shift");
        }
    }

    #[test]
    fn a_stamped_position_is_always_replaced() {
        let stamped = Worth { age: 1, depth: 99, nodes: 99, ..SMALL };
        for &scheme in Scheme::ALL {
            let residents = &[stamped, SMALL][..scheme.width()];
            assert_eq!(scheme.decide(residents, SMALL), Decision::Replace(0), "{scheme}");
        }
    }

    #[test]
    fn schemes_and_their_policies_agree() {
        for &scheme in Scheme::ALL {
            let built_in = scheme.built_in().unwrap();
            assert_eq!(scheme.width(), built_in.width());
            for (resident, candidate) in [(SMALL, LARGE), (LARGE, SMALL), (Worth { age: 1, ..SMALL }, LARGE)] {
                let expected = scheme.decide(&[resident; 2][..scheme.width()], candidate);
                if scheme.width() == 1 {
                    assert_eq!(Policy::<1>::victim(built_in, &[resident], candidate), expected, "{scheme}");
                } else {
                    assert_eq!(Policy::<2>::victim(built_in, &[resident; 2], candidate), expected, "{scheme}");
                    assert_eq!(Policy::<2>::place(built_in, &[resident], candidate), expected, "{scheme}");
                }
            }
        }
    }

    #[test]
    fn names_round_trip() {
        for &scheme in Scheme::ALL {
            assert_eq!(scheme.name().parse(), Ok(scheme));
        }
        assert_eq!("TwoBIG1".parse(), Ok(Scheme::TwoBig1));
        assert!("biggest".parse::<Scheme>().unwrap_err().to_string().contains("two-big1"));
    }
}
