//! What a scheme decides: the policy of its origin.

use tt::{Decision, OnHit, Policy, Same, Worth};

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

    /// Returns whether the scheme reads whether positions were PV nodes, or the index of their best moves.
    #[inline]
    #[must_use]
    pub fn reads_pv_or_move_index(self) -> bool {
        match self {
            Self::Technique(technique) => technique.kind().policy.reads_pv_or_move_index(),
            Self::Custom(custom) => custom.reads_move_index(),
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

    #[inline]
    fn same(self, resident: Worth, candidate: Worth) -> Same {
        self.same(resident, candidate)
    }

    #[inline]
    fn ages(self, resident: Worth) -> bool {
        self.ages(resident)
    }

    #[inline]
    fn reads_move_index(self) -> bool {
        self.reads_pv_or_move_index()
    }

    #[inline]
    fn on_hit(self) -> OnHit {
        self.on_hit()
    }
}
