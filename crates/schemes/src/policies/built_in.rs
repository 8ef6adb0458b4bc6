//! The policies of the thesis's schemes, selected at run time.

use tt::policies::{Big, Deep, New, OneLevel, TwoLevel};
use tt::{Decision, Policy, Worth};

use super::Old;

/// The policy of a [`Scheme`](crate::Scheme) of the thesis, selected at run time.
///
/// Unlike [`Scheme`](crate::Scheme), it excludes techniques and custom schemes, so a table never calls the policy
/// through a function pointer.
///
/// ```
/// use schemes::Scheme;
/// use schemes::policies::BuiltIn;
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
            Self::Deep => OneLevel(Deep).decide(resident, candidate),
            Self::New => OneLevel(New).decide(resident, candidate),
            Self::Old => OneLevel(Old).decide(resident, candidate),
            Self::Big => OneLevel(Big).decide(resident, candidate),
            Self::TwoDeep => TwoLevel(Deep).decide(resident, candidate),
            Self::TwoBig => TwoLevel(Big).decide(resident, candidate),
        }
    }
}

/// For the policies with one level.
impl Policy<1> for BuiltIn {
    #[inline(always)]
    fn victim(self, [resident]: &[Worth; 1], candidate: Worth) -> Decision {
        match self {
            Self::Deep | Self::TwoDeep => OneLevel(Deep).decide(*resident, candidate),
            Self::New => OneLevel(New).decide(*resident, candidate),
            Self::Old => OneLevel(Old).decide(*resident, candidate),
            Self::Big | Self::TwoBig => OneLevel(Big).decide(*resident, candidate),
        }
    }
}

/// For the policies with two levels.
impl Policy<2> for BuiltIn {
    #[inline(always)]
    fn victim(self, [first, _]: &[Worth; 2], candidate: Worth) -> Decision {
        if self == Self::TwoDeep {
            TwoLevel(Deep).decide(*first, candidate)
        } else {
            TwoLevel(Big).decide(*first, candidate)
        }
    }

    #[inline(always)]
    fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
        if self == Self::TwoDeep {
            TwoLevel(Deep).decide(residents[0], candidate)
        } else {
            TwoLevel(Big).decide(residents[0], candidate)
        }
    }
}
