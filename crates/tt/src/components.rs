//! The additional components of a stored position.

use crate::Hints;

/// The additional components of `[Breuker 1998, 2.7.3]` that a table stores with a position if its
/// layout has room for them.
///
/// The date is the [age](crate::Worth::age), the additional bound has another layout,
/// and a draw is a score.
///
/// ```
/// use tt::Components;
///
/// let near = Components { from_root: 2, ..Components::default() };
/// let principal = Components { principal: true, ..near };
/// assert_eq!(Components::from_bits(principal.to_bits()), principal);
/// assert_eq!(Components::from_bits(Components { from_root: 200, ..near }.to_bits()).from_root, 31);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Components {
    /// The distance from the root in plies, called *depth* in the thesis. Distances above 31 are stored as 31.
    pub from_root: u8,
    /// Whether the position is on the principal variation of a child of the root.
    pub principal: bool,
    /// Whether the search was extended at the position.
    pub extended: bool,
    /// What policies can use besides. Other layouts store it.
    pub hints: Hints,
}

impl Components {
    /// The number of bits: 5 for the distance and 1 for each flag.
    pub const BITS: u32 = 7;

    const MAX_FROM_ROOT: u8 = 31;

    /// Returns the components as a number of [`BITS`](Self::BITS) bits, without the hints.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u8 {
        let from_root = if self.from_root < Self::MAX_FROM_ROOT { self.from_root } else { Self::MAX_FROM_ROOT };
        from_root | (self.principal as u8) << 5 | (self.extended as u8) << 6
    }

    /// Returns the components whose number is in the low bits, with no hints.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self {
            from_root: bits & Self::MAX_FROM_ROOT,
            principal: bits >> 5 & 1 != 0,
            extended: bits >> 6 & 1 != 0,
            hints: Hints::NONE,
        }
    }
}
