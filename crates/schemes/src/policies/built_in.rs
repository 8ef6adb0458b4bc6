//! The policies of the thesis's schemes, selected at run time.

use tt::policies::{OneLevel, TwoLevel};

use super::AnyConcept;

/// The policy of a [`Scheme`](crate::Scheme) of the thesis: a type whose width the compiler knows, with a concept that
/// is selected at run time.
///
/// A search that is compiled for both policies calls no policy through a pointer, unlike with
/// [`AnyPolicy`](super::AnyPolicy), which includes techniques and custom schemes.
///
/// ```
/// use schemes::policies::{AnyConcept, BuiltIn};
/// use schemes::Scheme;
/// use tt::policies::{OneLevel, TwoLevel};
///
/// assert!(matches!(Scheme::TwoDeep.built_in(), Some(BuiltIn::Two(TwoLevel(AnyConcept::Deep)))));
/// // The search counts hits differently.
/// assert!(matches!(Scheme::BigAll.built_in(), Some(BuiltIn::One(OneLevel(AnyConcept::Big)))));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum BuiltIn {
    /// One position in each bucket.
    One(OneLevel<AnyConcept>),
    /// Two positions in each bucket.
    Two(TwoLevel<AnyConcept>),
}
