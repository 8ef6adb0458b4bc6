//! What a scheme decides: the policy of its origin.

use tt::{Components, Decision, OnHit, Policy, Same, Worth};

use super::{Origin, Scheme};

impl Scheme {
    /// Decides about a candidate in a bucket with 1 to [`width`](Self::width) other positions, like
    /// [`Policy::victim`] and [`Policy::place`].
    ///
    /// # Panics
    ///
    /// Panics if there are no residents.
    #[inline]
    #[must_use]
    pub fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
        match self.origin() {
            Origin::Thesis(built_in) => built_in.decide(residents[0], candidate),
            Origin::Technique(technique) => technique.decide(residents, candidate),
            Origin::Custom(custom) => custom.decide(residents, candidate),
        }
    }

    /// Decides what happens when a position is stored that is already in the bucket, like [`Policy::same`].
    #[inline]
    #[must_use]
    pub fn same(self, resident: Worth, candidate: Worth) -> Same {
        match self {
            Self::Technique(technique) => technique.same(resident, candidate),
            Self::Custom(custom) => custom.same(resident, candidate),
            _ => Same::Overwrite,
        }
    }

    /// Returns whether an old record of the same position that stays loses a ply, like [`Policy::ages`].
    #[inline]
    #[must_use]
    pub fn ages(self, resident: Worth) -> bool {
        match self {
            Self::Technique(technique) => technique.kind().policy.ages_at(resident),
            Self::Custom(custom) => custom.ages(resident),
            _ => false,
        }
    }

    /// Returns whether the scheme reads hints, like [`Policy::uses_hints`].
    #[inline]
    #[must_use]
    pub fn uses_hints(self) -> bool {
        match self {
            Self::Technique(technique) => technique.kind().policy.reads_hints(),
            Self::Custom(custom) => custom.uses_hints(),
            _ => false,
        }
    }

    /// Returns what a hit changes, like [`Policy::on_hit`].
    #[inline]
    #[must_use]
    pub fn on_hit(self) -> OnHit {
        match self {
            Self::Technique(technique) => technique.on_hit(),
            Self::Custom(custom) => custom.on_hit(),
            _ => OnHit::Nothing,
        }
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

    fn choose(self, residents: &[(Worth, Components)], candidate: (Worth, Components)) -> Decision {
        match self {
            Self::Custom(custom) => custom.choose(residents, candidate),
            _ => {
                let mut worths = [candidate.0; W];
                worths.iter_mut().zip(residents).for_each(|(worth, resident)| *worth = resident.0);
                self.decide(&worths[..residents.len()], candidate.0)
            }
        }
    }

    #[inline]
    fn same(self, resident: Worth, candidate: Worth) -> Same {
        self.same(resident, candidate)
    }

    #[inline]
    fn ages(self, resident: Worth) -> bool {
        self.ages(resident)
    }

    #[inline]
    fn uses_hints(self) -> bool {
        self.uses_hints()
    }

    #[inline]
    fn on_hit(self) -> OnHit {
        self.on_hit()
    }
}
