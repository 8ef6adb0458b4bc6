//! The result of a search.

use tt::Score;

/// The result of a search.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Outcome, Search};
///
/// // With 5 on the heap, the winning move is to take one, which leaves a multiple of four.
/// let Outcome { score, best, stopped, .. } = Search::new(&mut Nim::new(5), &mut ()).run(5);
/// assert_eq!((score, best, stopped), (1, Some(1), false));
/// let limited = Search::new(&mut Nim::new(5), &mut ()).max_nodes(3).run(5);
/// assert_eq!((limited.nodes, limited.stopped), (3, true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// The value of the root, or a bound of it if the score is not inside the window. If the search was `stopped`, this
    /// is the value of `best`, and the value of the root may be higher.
    pub score: Score,
    /// The best move at the root.
    ///
    /// It is `None` only if the game is over, if the search depth is 0, or if the search was stopped before it had
    /// searched the first move.
    pub best: Option<M>,
    /// The number of nodes visited.
    pub nodes: u64,
    /// Whether the search was stopped by its node limit or its observer.
    pub stopped: bool,
}
