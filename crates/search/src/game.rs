//! The interface between the search and a game.

use tt::{Key, Score};

use crate::{Aspects, DrawKey, INFINITY, Moves};

/// The result of expanding a position.
///
/// ```
/// use search::{Expansion, Moves};
///
/// /// A move takes one or two of a heap. The player who takes the last one wins.
/// fn expand(heap: u8, moves: &mut Moves<u8>) -> Expansion<u8> {
///     match heap {
///         0 => return Expansion::Over(-1),
///         1 | 2 => return Expansion::Decided { score: 1, by: heap },
///         _ => [1, 2].into_iter().for_each(|take| moves.push(take, 0)),
///     }
///     Expansion::Children
/// }
///
/// assert_eq!(expand(2, &mut Moves::new()), Expansion::Decided { score: 1, by: 2 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion<M> {
    /// The listed children must be searched.
    Children,
    /// The moves determine the value without a search of the children. The search stores the value in the table.
    Decided {
        /// The value.
        score: Score,
        /// The move that proves the value and should be played: the winning move, or any move if all moves have the
        /// same value.
        by: M,
    },
    /// The game is over, with this value by the rules. The search does not store it in the table.
    Over(Score),
}

/// How to evaluate a leaf.
///
/// ```
/// use search::{Leaf, Moves};
///
/// /// Lists the captures of a leaf, given the values of the pieces that can be captured.
/// fn expand_leaf(victims: &[i32], moves: &mut Moves<usize>) -> Leaf {
///     victims.iter().enumerate().for_each(|(index, &value)| moves.push(index, value));
///     if moves.is_empty() { Leaf::Quiet } else { Leaf::Noisy }
/// }
///
/// assert_eq!(expand_leaf(&[], &mut Moves::new()), Leaf::Quiet);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The value of the leaf is its evaluation.
    Quiet,
    /// The value of the leaf is the maximum of its evaluation and the values of the listed children.
    Noisy,
    /// The value of the leaf is the maximum of the values of the listed children, because the evaluation is not
    /// reliable: the side to move is, for example, in check.
    Forced,
    /// The game is over, with this value by the rules.
    Over(Score),
}

/// A full position, encoded by the game so that different positions have different encodings.
pub type Whole = Box<[u8]>;

/// A position of a two-player zero-sum game with perfect information.
///
/// All scores are given for the player to move. [`play`](Self::play) makes a move, and [`undo`](Self::undo) undoes it.
/// The module [`conformance`](crate::conformance) checks that an implementation satisfies the contract of this trait.
///
/// ```
/// use search::{Expansion, Game, Moves, Score, Search};
/// use tt::Key;
///
/// /// A number that a move increases by one or two. The player who reaches ten wins.
/// struct Race(u8, [Key; 1]);
///
/// impl Race {
///     fn to(number: u8) -> Self {
///         Self(number, [Key::mixed(u64::from(number))])
///     }
/// }
///
/// impl Game for Race {
///     type Move = u8;
///     type Undo = ();
///
///     fn keys(&self) -> &[Key] {
///         &self.1
///     }
///
///     fn play(&mut self, step: u8) {
///         *self = Self::to(self.0 + step);
///     }
///
///     fn undo(&mut self, step: u8, (): ()) {
///         *self = Self::to(self.0 - step);
///     }
///
///     fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
///         if self.0 == 10 {
///             return Expansion::Over(-1);
///         }
///         (1..=(10 - self.0).min(2)).for_each(|step| moves.push(step, 0));
///         Expansion::Children
///     }
///
///     fn evaluate(&self) -> Score {
///         0
///     }
/// }
///
/// assert_eq!(Search::new(&mut Race::to(0), &mut ()).run(10).best, Some(1));
/// ```
pub trait Game {
    /// A move.
    type Move: Copy + PartialEq;
    /// The data that [`undo`](Self::undo) needs to undo a move.
    type Undo;

    /// Whether the search maintains principal variations and a refutation table, which has a small cost at every node.
    const KEEPS_LINES: bool = false;
    /// Whether searches reach depth 0 before the game is over. A game that is always searched to its end sets this to
    /// false, so that its searches do not notify their observers of leaves.
    const HAS_HORIZON: bool = true;
    /// The lowest value that a position can have, which must be at least `-INFINITY`. An upper bound equal to it is
    /// exact.
    const LOWEST: Score = -INFINITY;
    /// The highest value that a position can have. A lower bound equal to it is exact.
    const HIGHEST: Score = INFINITY;
    /// The value of a drawn position, if leaves can have the same value because they are balanced. Only
    /// [`PROVED_DRAWS`](crate::options::PROVED_DRAWS) uses it.
    const DRAW: Option<Score> = None;

    /// Returns the keys of the position. The search probes the table with each key in turn until it finds a record.
    ///
    /// The first key is the position's own, under which the search stores its result. The other keys are those of
    /// reflections of the position, which have the same value. A record found under such a key provides a score, but
    /// not a move.
    ///
    /// As far as 64 bits allow, different positions must have different keys. Keys must be distributed over all bits: a
    /// table selects the bucket by some bits and verifies others, so it cannot distinguish small numbers, for example.
    /// Use `zobrist::Numbers`, or [`Key::mixed`] if a position fits into 64 bits.
    fn keys(&self) -> &[Key];

    /// Returns the full position, reflected as for key number `reflection`, in an encoding that is different for
    /// different positions.
    ///
    /// An [`Auditor`](crate::Auditor), [`conformance`](crate::conformance), and searches with the options
    /// [`KEYS_RANDOM`](crate::options::KEYS_RANDOM), [`KEYS_BCH`](crate::options::KEYS_BCH),
    /// [`KEYS_SUM`](crate::options::KEYS_SUM) or [`WHOLE_POSITIONS`](crate::options::WHOLE_POSITIONS) call this
    /// method. By default, there is no encoding; then an audit and these options panic. All encodings of a game have
    /// the same length, which is at most 47 bytes for the last option.
    fn whole(&self, reflection: usize) -> Option<Whole> {
        let _ = reflection;
        None
    }

    /// Returns what only some options ask of a position. By default, the game supports none of these options; then
    /// their searches are plain.
    #[inline]
    fn aspects(&self) -> Option<&dyn Aspects> {
        None
    }

    /// Returns what the rules about draws add to the keys of the position, if no line below it is longer than `reach`
    /// plies before the leaves. As far as 64 bits allow, positions with the same keys and the same addition have the
    /// same value, except that a [decided](Self::is_decided_in_time) one may be drawn.
    ///
    /// Only a search with the option [`DRAW_KEYS`](crate::options::DRAW_KEYS) calls this method. By default, nothing
    /// is added, for a game whose draws depend on nothing but the position.
    #[inline]
    fn draw_key(&self, reach: u32) -> DrawKey {
        let _ = reach;
        DrawKey::default()
    }

    /// Returns whether the win or loss that `score` announces comes before the [clock](Aspects::clock) ends the game in
    /// a draw. `score` is one for the table, relative to this position. Returns `None` if it announces neither.
    ///
    /// Only a search with the option [`DRAW_KEYS`](crate::options::DRAW_KEYS) calls this method. By default, no
    /// score announces a win or a loss that a clock could prevent.
    #[inline]
    fn is_decided_in_time(&self, score: Score) -> Option<bool> {
        let _ = score;
        None
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Undoes the last move.
    fn undo(&mut self, mv: Self::Move, undo: Self::Undo);

    /// Returns the value of the position if the path to it ended the game, for example by a repetition. The search
    /// calls this method first at every node.
    #[inline]
    fn outcome(&self, ply: u32) -> Option<Score> {
        let _ = ply;
        None
    }

    /// Lists the children to search with their ranks, or returns the value of the position if it is known without them.
    ///
    /// The search enters the children by descending rank, and children of equal rank in the order in which they are
    /// listed. A game may omit children that cannot be better than others, but must list at least one child. If the
    /// result is not [`Expansion::Children`], the search ignores the listed children. `ply` is the distance from the
    /// root, for values that depend on it.
    ///
    /// The root (`ply` 0) can be any position. Below the root, the position is always the result of a move that was
    /// listed or is [legal](Self::is_legal), so an implementation need not handle other positions. At `ply` 1, it can
    /// also be the result of a root move that was set by [`Search::set_root_moves`](crate::Search::set_root_moves).
    fn expand(&mut self, ply: u32, moves: &mut Moves<Self::Move>) -> Expansion<Self::Move>;

    /// Calls `visit` with each of the [`keys`](Self::keys) that the position will have after `mv`.
    ///
    /// The search uses them to prefetch buckets of the table. The default implementation does nothing, which disables
    /// prefetching.
    ///
    /// The search prefetches one child ahead: before a child is searched, it fetches the buckets of the next sibling,
    /// and before the first child, its own as well. When a move is played it would be too late, because its buckets are
    /// probed at once. With a table of 2048K positions, this made searches of a board game with cheap nodes 1.4 to 1.6
    /// times as fast.
    #[inline]
    fn keys_after(&self, mv: Self::Move, visit: impl FnMut(Key)) {
        let _ = (mv, visit);
    }

    /// Returns a static evaluation of the position.
    fn evaluate(&self) -> Score;

    /// Returns how to evaluate a leaf with the given evaluation, and lists the children to search, which are leaves
    /// themselves.
    ///
    /// Only values inside the window `(alpha, beta)` matter. If neither the evaluation nor the value can exceed alpha,
    /// a game may return [`Leaf::Quiet`] without listing children. The search then only assumes that the value is at
    /// most alpha, unless it [narrows windows](crate::BoundUse::Narrow).
    ///
    /// By default, all leaves are quiet.
    #[inline]
    fn expand_leaf(
        &mut self,
        ply: u32,
        evaluation: Score,
        window: (Score, Score),
        moves: &mut Moves<Self::Move>,
    ) -> Leaf {
        let _ = (ply, evaluation, window, moves);
        Leaf::Quiet
    }

    /// Prepares move-ordering data for an iteration to this depth. The default implementation does nothing.
    #[inline]
    fn begin_iteration(&mut self, depth: u8) {
        let _ = depth;
    }

    /// Updates move-ordering data, such as a history table, with the best move of this position. `depth` is the search
    /// depth in plies.
    ///
    /// The update may only affect the order of moves.
    #[inline]
    fn learn(&mut self, ply: u32, depth: u8, best: Self::Move) {
        let _ = (ply, depth, best);
    }

    /// Updates move-ordering data with the result of a move at the root: its value, which may be a bound, and the
    /// number of nodes of its search. It is called once for each search of a root move, if the game [keeps
    /// lines](Self::KEEPS_LINES).
    ///
    /// The update may only affect the order of moves.
    #[inline]
    fn learn_root(&mut self, mv: Self::Move, value: Score, nodes: u64) {
        let _ = (mv, value, nodes);
    }

    /// Converts a score at distance `ply` from the root to a score for the table. Override it if scores depend on the
    /// distance.
    #[inline]
    fn score_to_table(score: Score, ply: u32) -> Score {
        let _ = ply;
        score
    }

    /// Converts a score from the table; the inverse of [`score_to_table`](Self::score_to_table).
    #[inline]
    fn score_from_table(score: Score, ply: u32) -> Score {
        let _ = ply;
        score
    }

    /// Returns whether `mv`, a move from the table, is legal, so that the search may search it before it calls
    /// [`expand`](Self::expand).
    ///
    /// Because of a type-1 error, the move can belong to another position. By default, the move is legal if
    /// [`expand`](Self::expand) lists it.
    fn is_legal(&mut self, mv: Self::Move) -> bool {
        let mut moves = Moves::new();
        matches!(self.expand(0, &mut moves), Expansion::Children) && moves.iter().any(|child| child.mv == mv)
    }
}
