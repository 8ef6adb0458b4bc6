//! How moves become what a table keeps.

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
///     fn from_best(best: Option<u8>) -> Self {
///         Self(best.map_or(0, |square| square + 1))
///     }
///
///     fn best(self) -> Option<u8> {
///         self.0.checked_sub(1)
///     }
/// }
///
/// assert_eq!(Packed::from_best(Some(7)).best(), Some(7));
/// assert_eq!(Packed::default().best(), None);
/// ```
pub trait Payload<M>: Copy + Default {
    /// Packs the best move found, if any.
    fn from_best(best: Option<M>) -> Self;

    /// The move to try first.
    fn best(self) -> Option<M>;
}

impl<M> Payload<M> for () {
    #[inline]
    fn from_best(_: Option<M>) -> Self {}

    #[inline]
    fn best(self) -> Option<M> {
        None
    }
}
