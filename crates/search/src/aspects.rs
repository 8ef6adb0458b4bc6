//! What only some options ask of a position.

use tt::Score;

/// What only some [options](crate::options) ask of a position. All methods have defaults.
///
/// ```
/// use search::Aspects;
///
/// struct Heap {
///     moves: u32,
/// }
///
/// impl Aspects for Heap {
///     fn is_second_to_move(&self) -> bool {
///         self.moves % 2 == 1
///     }
/// }
///
/// assert!(Heap { moves: 3 }.is_second_to_move());
/// assert_eq!(Heap { moves: 3 }.clock(), 0);
/// ```
pub trait Aspects {
    /// Returns whether the second player is to move.
    ///
    /// Only a search with the option [`SIDE_BIT`](crate::options::SIDE_BIT) calls this method. By default, the first
    /// player is always to move.
    fn is_second_to_move(&self) -> bool {
        false
    }

    /// Returns the number of moves of both players since the last one after which no earlier position can recur.
    ///
    /// Only a search with the option [`CLOCK_KEYS`](crate::options::CLOCK_KEYS) or
    /// [`CLOCK_SLOTS`](crate::options::CLOCK_SLOTS) calls this method. By default, it is always 0.
    fn clock(&self) -> u32 {
        0
    }

    /// Returns a number for what the value of the position depends on besides the position itself, such as the earlier
    /// positions that can recur and how often each of them has occurred. As far as 64 bits allow, it is the same if and
    /// only if that is the same.
    ///
    /// Only a search with the option [`PATH_KEYS`](crate::options::PATH_KEYS) calls this method. By default, it is
    /// always 0, for a game without repetitions.
    fn path(&self) -> u64 {
        0
    }

    /// Returns the distance in plies to the earliest position on which [`Game::outcome`](crate::Game::outcome) depends.
    /// In a repetition, that is the earliest occurrence of the position. Without an outcome, the number means nothing.
    ///
    /// Only a search with the option [`NO_PATH_SCORES`](crate::options::NO_PATH_SCORES) calls this method. By default,
    /// the outcome depends on the whole path.
    fn outcome_span(&self) -> u32 {
        u32::MAX
    }

    /// Returns whether the search should extend this position by one ply, for example because of a check. If a window
    /// is given, returns true only if the value may be inside it. By default, returns false.
    ///
    /// Only a search with an [option](crate::options::EXTEND_CHECKS) for it extends positions.
    fn wants_extension(&self, window: Option<(Score, Score)>) -> bool {
        let _ = window;
        false
    }
}
