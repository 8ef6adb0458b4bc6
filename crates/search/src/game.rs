//! What the search asks of a game.

use tt::{Key, Score, Whole};

use crate::{INFINITY, Moves};

/// What there is to search below a position.
///
/// ```
/// use search::{Expansion, Moves};
///
/// /// One heap, of which one or two are taken; who takes the last one wins.
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
    /// The children listed.
    Children,
    /// Nothing: looking at the moves decided the value, which is remembered like any other.
    Decided {
        /// The value.
        score: Score,
        /// The move that proves it, which is the one to play: the winning move, or any move if all are worth the same.
        by: M,
    },
    /// Nothing: the game is over, and the rules give the value. It is not worth remembering.
    Over(Score),
}

/// What it takes to judge a leaf.
///
/// ```
/// use search::{Leaf, Moves};
///
/// /// What captures gain at a leaf, of pieces that can be captured.
/// fn expand_leaf(victims: &[i32], moves: &mut Moves<usize>) -> Leaf {
///     victims.iter().enumerate().for_each(|(place, &worth)| moves.push(place, worth));
///     if moves.is_empty() { Leaf::Quiet } else { Leaf::Noisy }
/// }
///
/// assert_eq!(expand_leaf(&[], &mut Moves::new()), Leaf::Quiet);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// Nothing more: the evaluation is its value.
    Quiet,
    /// The children listed may be worth more than the evaluation, which the player can have instead.
    Noisy,
    /// The children listed: the position is too restless to be evaluated.
    Forced,
    /// Nothing: the game is over, and the rules give the value.
    Over(Score),
}

/// A two-player zero-sum game with perfect information, at some position, with a player to move.
///
/// Scores are meant for the player to move. A game is changed by [`play`](Self::play) and restored by
/// [`undo`](Self::undo); [`conformance`](crate::conformance) checks that an implementation keeps its promises.
///
/// ```
/// use search::{Expansion, Game, Moves, Score, Search, Whole};
/// use tt::Key;
///
/// /// A number that either player makes larger by one or two; who reaches ten wins.
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
///     fn whole(&self, _: usize) -> Whole {
///         [self.0].into()
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
    /// What [`undo`](Self::undo) needs to take a move back.
    type Undo;

    /// Whether the search keeps lines of play: principal variations and refutations. They cost a little at every node.
    const KEEPS_LINES: bool = false;
    /// The lowest value that a position can have, at least `-INFINITY`; an upper bound equal to it is exact.
    const LOWEST: Score = -INFINITY;
    /// The highest value that a position can have; a lower bound equal to it is exact.
    const HIGHEST: Score = INFINITY;

    /// The keys under which the position is looked up, in this order, until one is found.
    ///
    /// The first is the position's own, under which it is stored. The others are those of its reflections, which have
    /// the same value; a position found under one of them gives a score and never a move.
    ///
    /// Different positions must have different keys, as far as 64 bits allow, and the keys must be spread over all
    /// bits: a table finds its entry by the low bits and verifies the high ones, so that small numbers, for example,
    /// are all the same position to it. Use `zobrist::Numbers`, or [`Key::mixed`] where a position fits into 64 bits.
    fn keys(&self) -> &[Key];

    /// The whole position as reflected for key number `reflection`, encoded so that different positions differ.
    ///
    /// Only a table that audits asks for it.
    fn whole(&self, reflection: usize) -> Whole;

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the move that was played last.
    fn undo(&mut self, mv: Self::Move, undo: Self::Undo);

    /// The value of the position if the way to it ended the game, as a repetition does. Asked before anything else.
    #[inline]
    fn outcome(&self, ply: u32) -> Option<Score> {
        let _ = ply;
        None
    }

    /// Lists the children worth searching with their ranks, or says what the position is worth without them.
    ///
    /// The search enters the children by descending rank, those of equal rank in the order listed. Children that
    /// cannot be better than others may be left out; at least one must be left. If the position turns out to be decided
    /// or over, those listed so far count for nothing. `ply` is the distance from the root, for values that depend on
    /// it.
    ///
    /// The root, `ply` 0, can be any position. Below it the search asks only where a move led that was listed or is
    /// [legal](Self::is_legal): what no such move leads to need not be looked for. At `ply` 1 it may also ask where any
    /// move led that it was told to search by [`Search::set_root_moves`](crate::Search::set_root_moves).
    fn expand(&mut self, ply: u32, moves: &mut Moves<Self::Move>) -> Expansion<Self::Move>;

    /// Calls `visit` with each of the [`keys`](Self::keys) as they will be after `mv`.
    ///
    /// The search has the table fetch them before it needs them. By default there are none, and nothing is fetched.
    #[inline]
    fn keys_after(&self, mv: Self::Move, visit: impl FnMut(Key)) {
        let _ = (mv, visit);
    }

    /// The value of the position as judged without search.
    fn evaluate(&self) -> Score;

    /// Says what it takes to judge a leaf whose evaluation is given, and lists the children that have to be searched:
    /// they are leaves themselves.
    ///
    /// Only values inside the window `(alpha, beta)` matter. A game that sees that the value is not above alpha may
    /// answer [`Leaf::Quiet`], if the evaluation is not above alpha either: a search takes it for no more than that,
    /// unless it [narrows windows](crate::BoundUse::Narrow).
    ///
    /// By default leaves are quiet.
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

    /// Learns that `best` was the best move found in this position, which was searched `depth` plies deep.
    ///
    /// What is learnt may change the order of later moves, and nothing else.
    #[inline]
    fn learn(&mut self, ply: u32, depth: u8, best: Self::Move) {
        let _ = (ply, depth, best);
    }

    /// A score as it is kept in a table, found at distance `ply` from the root; for scores that depend on it.
    #[inline]
    fn score_to_table(score: Score, ply: u32) -> Score {
        let _ = ply;
        score
    }

    /// The reverse of [`score_to_table`](Self::score_to_table).
    #[inline]
    fn score_from_table(score: Score, ply: u32) -> Score {
        let _ = ply;
        score
    }

    /// Whether `mv`, which a table suggests, is legal here and may be searched before [`expand`](Self::expand) is
    /// asked.
    ///
    /// It may come from another position by a type-1 error. By default the move is looked for among those of
    /// [`expand`](Self::expand).
    fn is_legal(&mut self, mv: Self::Move) -> bool {
        let mut moves = Moves::new();
        matches!(self.expand(0, &mut moves), Expansion::Children) && moves.iter().any(|child| child.mv == mv)
    }
}
