//! The policies of the thesis's schemes, selected at run time.

use super::{Big, Deep, New, Old, one_level, two_level};
use crate::{Decision, Policy, Worth};

/// The policy of a [`Scheme`](crate::Scheme) of the thesis, selected at run time.
///
/// Unlike [`Scheme`](crate::Scheme), it excludes techniques and custom schemes, so a table never calls the policy
/// through a function pointer.
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
    pub(crate) fn decide(self, resident: Worth, candidate: Worth) -> Decision {
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
