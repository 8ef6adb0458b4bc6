//! The additional components of a stored position.

/// The additional components of `[Breuker 1998, 2.7.3]`, as a search stores them in
/// [`Record::user`](crate::Record::user).
///
/// The date is the [age](crate::Worth::age), the additional bound has another layout,
/// and a draw is a score.
///
/// ```
/// use tt::Components;
///
/// let near = Components { from_root: 2, ..Components::default() };
/// let principal = Components { principal: true, ..near };
/// assert_eq!(Components::of(principal.to_bits()), Some(principal));
/// assert_eq!(Components::of(0), None, "a record without components, or a layout that does not store them");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Components {
    /// The distance from the root in plies, called *depth* in the thesis. Distances above 31 are stored as 31.
    pub from_root: u8,
    /// Whether the position is on the principal variation of a child of the root.
    pub principal: bool,
    /// Whether the search was extended at the position.
    pub extended: bool,
}

impl Components {
    const MAX_FROM_ROOT: u8 = 31;
    /// The bit that says that the others are components.
    const PRESENT: u8 = 1 << 7;

    /// Returns the components as a number, which is not 0: 5 bits for the distance and 1 for each flag.
    #[inline]
    #[must_use]
    pub fn to_bits(self) -> u8 {
        let from_root = self.from_root.min(Self::MAX_FROM_ROOT);
        Self::PRESENT | from_root | u8::from(self.principal) << 5 | u8::from(self.extended) << 6
    }

    /// Returns the components that [`to_bits`](Self::to_bits) returned as a number; `None` if it is of something else.
    #[inline]
    #[must_use]
    pub fn of(bits: u8) -> Option<Self> {
        (bits & Self::PRESENT != 0).then_some(Self {
            from_root: bits & Self::MAX_FROM_ROOT,
            principal: bits >> 5 & 1 != 0,
            extended: bits >> 6 & 1 != 0,
        })
    }
}
