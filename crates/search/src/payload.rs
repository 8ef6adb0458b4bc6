//! How moves become what a table keeps.

use crate::Line;

/// What a table keeps of the moves of a game with moves `M`.
///
/// `()` keeps no move, so any game can be searched with a table of values alone. A game whose best moves are worth
/// remembering implements this for a compact form of them, of which `default()` means that there is no move.
///
/// ```
/// use search::Payload;
///
/// #[derive(Clone, Copy, Default, PartialEq, Eq)]
/// struct Packed(u8);
///
/// /// Squares, numbered from 0.
/// impl Payload<u8> for Packed {
///     fn from_line(line: &[u8]) -> Self {
///         Self(line.first().map_or(0, |square| square + 1))
///     }
///
///     fn best(self) -> Option<u8> {
///         self.0.checked_sub(1)
///     }
/// }
///
/// assert_eq!(Packed::from_line(&[7, 3]).best(), Some(7));
/// assert_eq!(Packed::default().best(), None);
/// ```
pub trait Payload<M>: Copy + Default {
    /// Packs the best move found, if any, and of what follows it as much as there is room for.
    ///
    /// What follows is known for a game that [keeps lines](crate::Game::KEEPS_LINES).
    fn from_line(line: &[M]) -> Self;

    /// The move to try first.
    fn best(self) -> Option<M>;

    /// All moves that were packed, the best first.
    #[inline]
    fn line(self) -> Line<M> {
        self.best().into_iter().collect()
    }
}

impl<M> Payload<M> for () {
    #[inline]
    fn from_line(_: &[M]) -> Self {}

    #[inline]
    fn best(self) -> Option<M> {
        None
    }
}
