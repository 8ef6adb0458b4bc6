//! Packing moves into table payloads.

use crate::Line;

/// A table payload that stores moves of type `M`.
///
/// The payload `()` stores no moves, so any game can be searched with a table that only stores scores. To store best
/// moves, implement this trait for a compact representation, whose `default()` must mean that there is no move.
///
/// ```
/// use search::Payload;
///
/// #[derive(Clone, Copy, Default, PartialEq, Eq)]
/// struct Packed(u8);
///
/// /// Moves are squares, numbered from 0.
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
    /// Packs a line: the best move, if there is one, and as many of the following moves as fit.
    ///
    /// The line has more than one move only for a game that [keeps lines](crate::Game::KEEPS_LINES).
    fn from_line(line: &[M]) -> Self;

    /// Returns the best move, which the search tries first.
    fn best(self) -> Option<M>;

    /// Returns all packed moves, starting with the best move.
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
