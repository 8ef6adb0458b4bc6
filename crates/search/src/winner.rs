//! The winner of a game that is solved.

/// The winner under perfect play, of a game without draws.
///
/// ```
/// use search::Winner;
///
/// assert!(Winner::First < Winner::Second);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Winner {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
}
