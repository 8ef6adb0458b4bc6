//! Breuker's seven replacement schemes, which are built from five concepts (`[Breuker 1998, 2.7.1]`).
//!
//! A *concept* is a preference rule that decides which of two positions to keep: [`Deep`], [`New`], [`Old`], [`Big1`]
//! or [`BigAll`]. The number of *levels* is the number of positions per entry: [`OneLevel`] or [`TwoLevel`]. A scheme
//! combines a concept with a number of levels. [`Scheme`] selects a scheme at run time.

mod big;
mod custom;
mod deep;
mod levels;
mod new;
mod old;

pub use big::{Big1, BigAll};
pub use custom::Custom;
pub use deep::Deep;
pub use levels::{OneLevel, TwoLevel};
pub use new::New;
pub use old::Old;

use std::fmt;
use std::str::FromStr;

use crate::{Decision, Replacement, Worth};

/// A preference rule that decides which of two positions to keep.
///
/// ```
/// use tt::schemes::{Concept, Deep};
/// use tt::{Bound, Worth};
///
/// let shallow = Worth { depth: 3, nodes: 900, age: 0, bound: Bound::EXACT };
/// let deep = Worth { depth: 4, nodes: 20, ..shallow };
/// assert!(Deep.prefers(deep, shallow) && !Deep.prefers(shallow, deep));
/// ```
pub trait Concept: Copy + Default {
    /// Returns whether to keep `candidate` instead of `resident`.
    fn prefers(self, candidate: Worth, resident: Worth) -> bool;

    /// See [`Replacement::hit_size`].
    #[inline]
    fn hit_size(self, stored: u32) -> u32 {
        let _ = stored;
        1
    }
}

macro_rules! schemes {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, $scheme:ty;)*) => {
        /// A replacement scheme selected at run time: one of this crate, or a [`Custom`] one.
        ///
        /// It behaves like the type with the same name. Use it if the scheme is an input of the program. If the scheme
        /// is fixed, use the type itself, which saves a branch for each store. If speed matters, compile the search for
        /// [`BuiltIn`], which [`built_in`](Self::built_in) returns.
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
            $($(#[$doc])* $variant,)*
            /// A user-defined scheme. It is not in [`ALL`](Self::ALL), and `FromStr` does not return it.
            Custom(Custom),
        }

        impl Scheme {
            /// All schemes of this crate, in the order of the thesis.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the name in lower case with hyphens, as `FromStr` parses it.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
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
                    $(Self::$variant => stringify!($variant),)*
                    Self::Custom(custom) => custom.name(),
                }
            }

            /// Returns the scheme as a [`BuiltIn`], or `None` for a custom scheme.
            #[must_use]
            pub fn built_in(self) -> Option<BuiltIn> {
                match self {
                    $(Self::$variant => Some(BuiltIn::$variant),)*
                    Self::Custom(_) => None,
                }
            }
        }

        impl Replacement for Scheme {
            #[inline]
            fn width(self) -> usize {
                match self {
                    $(Self::$variant => <$scheme>::default().width(),)*
                    Self::Custom(custom) => custom.width(),
                }
            }

            #[inline]
            fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
                match self {
                    $(Self::$variant => <$scheme>::default().decide(residents, candidate),)*
                    Self::Custom(custom) => custom.decide(residents, candidate),
                }
            }

            #[inline]
            fn update(self, resident: Worth, candidate: Worth) -> bool {
                match self {
                    $(Self::$variant => <$scheme>::default().update(resident, candidate),)*
                    Self::Custom(custom) => custom.update(resident, candidate),
                }
            }

            #[inline]
            fn hit_size(self, stored: u32) -> u32 {
                match self {
                    $(Self::$variant => <$scheme>::default().hit_size(stored),)*
                    Self::Custom(custom) => custom.hit_size(stored),
                }
            }
        }

        /// A [`Scheme`] of this crate, selected at run time.
        ///
        /// Unlike [`Scheme`], it excludes custom schemes, so a table never calls the scheme through a function pointer.
        ///
        /// ```
        /// use tt::schemes::BuiltIn;
        /// use tt::{Replacement, Scheme};
        ///
        /// assert_eq!(Scheme::TwoDeep.built_in(), Some(BuiltIn::TwoDeep));
        /// assert_eq!(BuiltIn::TwoDeep.width(), 2);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum BuiltIn {
            $($(#[$doc])* $variant,)*
        }

        impl Replacement for BuiltIn {
            #[inline]
            fn width(self) -> usize {
                match self {
                    $(Self::$variant => <$scheme>::default().width(),)*
                }
            }

            #[inline(always)]
            fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
                match self {
                    $(Self::$variant => <$scheme>::default().decide(residents, candidate),)*
                }
            }

            #[inline]
            fn update(self, resident: Worth, candidate: Worth) -> bool {
                match self {
                    $(Self::$variant => <$scheme>::default().update(resident, candidate),)*
                }
            }

            #[inline]
            fn hit_size(self, stored: u32) -> u32 {
                match self {
                    $(Self::$variant => <$scheme>::default().hit_size(stored),)*
                }
            }
        }
    };
}

schemes! {
    /// DEEP: keeps the position with the deeper subtree.
    Deep, "deep", OneLevel<Deep>;
    /// NEW: keeps the newest position.
    New, "new", OneLevel<New>;
    /// OLD: keeps the oldest position.
    Old, "old", OneLevel<Old>;
    /// BIG1: keeps the position with the bigger subtree. A table hit counts as one node.
    Big1, "big1", OneLevel<Big1>;
    /// BIGALL: keeps the position with the bigger subtree. A table hit counts as all nodes of the stored subtree.
    BigAll, "big-all", OneLevel<BigAll>;
    /// TWODEEP: two levels. The first slot follows DEEP, and the second stores what the first gives up or rejects.
    TwoDeep, "two-deep", TwoLevel<Deep>;
    /// TWOBIG1: two levels. The first slot follows BIG1, and the second stores what the first gives up or rejects. The
    /// thesis recommends this scheme.
    TwoBig1, "two-big1", TwoLevel<Big1>;
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

    const SMALL: Worth = Worth { depth: 5, nodes: 10, age: 0, bound: Bound::EXACT };
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
    fn only_big_all_counts_a_hit_as_more_than_one_node() {
        for &scheme in Scheme::ALL {
            assert_eq!(scheme.hit_size(77), if scheme == Scheme::BigAll { 77 } else { 1 }, "{scheme}");
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
