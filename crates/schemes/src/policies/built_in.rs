//! The policies of the thesis's schemes, selected at run time.

use tt::policies::{Big, Deep, OneLevel, TwoLevel};
use tt::{Decision, Policy, Worth};

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
/// use tt::policies::OneLevel;
///
/// assert!(matches!(Scheme::TwoDeep.built_in(), Some(BuiltIn::Two(_))));
/// // The search counts hits differently.
/// assert!(matches!(Scheme::BigAll.built_in(), Some(BuiltIn::One(OneLevel(AnyConcept::Big)))));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum BuiltIn {
    /// One position in each bucket.
    One(OneLevel<AnyConcept>),
    /// Two positions in each bucket.
    Two(AnyTwoLevel),
}

/// [`TwoLevel`] with a concept that is selected at run time. It branches on the concept before it decides, which takes
/// fewer instructions than a branch within the decision.
///
/// ```
/// use schemes::policies::{AnyConcept, AnyTwoLevel};
/// use tt::{Decision, Policy, Worth};
///
/// let worth = |depth| Worth { depth, ..Worth::default() };
/// assert_eq!(AnyTwoLevel(AnyConcept::Deep).place(&[worth(5)], worth(6)), Decision::Demote);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AnyTwoLevel(pub AnyConcept);

impl AnyTwoLevel {
    #[inline(always)]
    fn decide(self, resident: Worth, candidate: Worth) -> Decision {
        match self.0 {
            AnyConcept::Deep => TwoLevel(Deep).decide(resident, candidate),
            AnyConcept::Big => TwoLevel(Big).decide(resident, candidate),
            concept => TwoLevel(concept).decide(resident, candidate),
        }
    }
}

impl Policy<2> for AnyTwoLevel {
    #[inline(always)]
    fn victim(self, [resident, _]: &[Worth; 2], candidate: Worth) -> Decision {
        self.decide(*resident, candidate)
    }

    #[inline(always)]
    fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
        self.decide(residents[0], candidate)
    }
}
