//! The search: what it keeps from node to node and from search to search, and iterations of increasing depth.

use ::search::{ChosenOptions, Member, Observer, Outcome, Plain};
use chess::{EarlierPositions, Move, Position};
use tt::Table;

use crate::draws::Reversible;
use crate::evaluation::Evaluator;
use crate::history::{History, PieceTo};
use crate::payload::Stores;
use crate::reductions::Reductions;
use crate::score::INFINITY;
use crate::technique::{Chosen, StandardTechniques, Techniques};

/// No line is longer. Deeper positions are evaluated.
pub(crate) const MAX_PLY: usize = 120;

/// The greatest depth of an iteration.
pub const MAX_DEPTH: u8 = 100;

/// What the search knows of a position on the path from the root.
#[derive(Clone, Debug)]
pub(crate) struct PathNode {
    /// The move that was played from here.
    pub(crate) played: PieceTo,
    pub(crate) in_check: bool,
    /// The corrected static evaluation, unless the player is in check.
    pub(crate) evaluation: Option<i32>,
    pub(crate) killers: [Option<Move>; 2],
    /// The move that is not tried, to see whether others are as good.
    pub(crate) excluded: Option<Move>,
    /// The double extensions on the path.
    pub(crate) doubles: u8,
    /// The best line from here.
    pub(crate) line: Vec<Move>,
}

impl PathNode {
    const EMPTY: Self = Self {
        played: PieceTo::NONE,
        in_check: false,
        evaluation: None,
        killers: [None; 2],
        excluded: None,
        doubles: 0,
        line: Vec::new(),
    };
}

/// What a program remembers from one search of a game to the next, beside its table.
///
/// ```
/// use engine::{ChessMemory, ChessSearch};
///
/// let (start, mut memory) = (chess::Position::start(), ChessMemory::new(&chess::Position::start()));
/// let mut table = tt::PrivateEngineTable::<tt::MoveAndEvaluation>::new(tt::Size::mib(1))?;
/// let outcome = ChessSearch::new(&start, &mut memory, &mut table).deepen(5, |_, _, _| {});
/// assert!(outcome.best.is_some_and(|best| start.is_legal(best)));
/// # Ok::<(), tt::TableError>(())
/// ```
pub struct ChessMemory {
    pub(crate) history: History,
    pub(crate) frames: Box<[PathNode]>,
    pub(crate) reversible: Reversible,
    pub(crate) reductions: Reductions,
    evaluator: Evaluator,
}

impl ChessMemory {
    /// Creates the memory of a program that has learnt nothing. Its searches are of positions whose keys have the same
    /// seed as that of `position`.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self {
            history: History::new(),
            frames: vec![PathNode::EMPTY; MAX_PLY + 4].into(),
            reversible: Reversible::new(position.keys()),
            reductions: Reductions::new(),
            evaluator: Evaluator::new(),
        }
    }

    /// Forgets what was learnt, for another game.
    pub fn clear(&mut self) {
        self.history.clear();
    }
}

/// One thread of a team.
pub(crate) type Teammate<'a> = Member<'a, Plain>;

/// A search of one position.
///
/// `T` is the table, `C` the choice of [`Techniques`], and `O` observes the search and may stop it.
pub struct ChessSearch<'a, T, C = StandardTechniques, O = ()> {
    /// The team of the threads that search this position, if there are others.
    pub(crate) member: Option<Teammate<'a>>,
    pub(crate) position: Position,
    pub(crate) memory: &'a mut ChessMemory,
    pub(crate) table: T,
    pub(crate) chosen: C,
    pub(crate) observer: O,
    pub(crate) played: EarlierPositions,
    /// The moves that are searched at the root; `None` searches all.
    pub(crate) root_moves: Option<Vec<Move>>,
    /// The moves at the root with the nodes of their subtrees, in the present iteration.
    pub(crate) efforts: Vec<(Move, u64)>,
    /// The depth of the present iteration.
    pub(crate) root_depth: i32,
    /// Until this distance from the root, no null move is tried: a null move is being verified.
    pub(crate) null_from: usize,
    pub(crate) nodes: u64,
    max_nodes: u64,
    pub(crate) stopped: bool,
    /// The score of the first move of the root's line.
    pub(crate) line_score: i32,
    /// The greatest distance from the root.
    pub(crate) deepest: usize,
}

impl<'a, T> ChessSearch<'a, T> {
    /// Creates a search with the standard techniques.
    pub fn new(position: &Position, memory: &'a mut ChessMemory, table: T) -> Self {
        for frame in &mut memory.frames {
            let line = std::mem::take(&mut frame.line);
            *frame = PathNode { line, ..PathNode::EMPTY };
            frame.line.clear();
        }
        Self {
            member: None,
            position: position.clone(),
            memory,
            table,
            chosen: StandardTechniques,
            observer: (),
            played: EarlierPositions::before(position),
            root_moves: None,
            efforts: Vec::new(),
            root_depth: 0,
            null_from: 0,
            nodes: 0,
            max_nodes: u64::MAX,
            stopped: false,
            line_score: 0,
            deepest: 0,
        }
    }
}

impl<'a, T, C, O> ChessSearch<'a, T, C, O> {
    /// Chooses the techniques.
    #[must_use]
    pub fn with_techniques<D: Chosen>(self, chosen: D) -> ChessSearch<'a, T, D, O> {
        self.changed(|_, observer| (chosen, observer))
    }

    /// Notifies an observer, which may stop the search.
    #[must_use]
    pub fn observed_by<P: Observer>(self, observer: P) -> ChessSearch<'a, T, C, P> {
        self.changed(|chosen, _| (chosen, observer))
    }

    /// Returns the same search with other techniques or another observer.
    fn changed<D, P>(self, change: impl FnOnce(C, O) -> (D, P)) -> ChessSearch<'a, T, D, P> {
        let Self { member, position, memory, table, chosen, observer, played, root_moves, efforts, .. } = self;
        let Self { root_depth, null_from, nodes, max_nodes, stopped, line_score, deepest, .. } = self;
        let (chosen, observer) = change(chosen, observer);
        ChessSearch {
            member,
            position,
            memory,
            table,
            chosen,
            observer,
            played,
            root_moves,
            efforts,
            root_depth,
            null_from,
            nodes,
            max_nodes,
            stopped,
            line_score,
            deepest,
        }
    }

    /// Searches as one thread of a team: the search stops with the team, and in a team of the kind
    /// [`Parallel::Abdada`](::search::Parallel::Abdada), moves that other threads are searching are put off.
    #[must_use]
    pub fn in_team<D: ChosenOptions>(self, member: Option<Member<'a, D>>) -> Self {
        Self { member: member.map(|member| member.with(Plain)), ..self }
    }

    /// Sets the node limit of all iterations together. The default is no limit.
    #[must_use]
    pub fn max_nodes(self, max_nodes: u64) -> Self {
        Self { max_nodes, ..self }
    }

    /// Searches only these moves at the root, which have to be legal; `None` searches all.
    ///
    /// # Panics
    ///
    /// Panics if the list is empty.
    pub fn set_root_moves(&mut self, moves: Option<Vec<Move>>) {
        assert!(moves.as_ref().is_none_or(|moves| !moves.is_empty()), "no move to search at the root");
        self.root_moves = moves;
    }

    /// Returns the nodes so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the greatest distance from the root that the last iteration reached, in plies.
    #[must_use]
    pub fn deepest(&self) -> usize {
        self.deepest
    }

    /// Returns the fraction of the nodes of the last iteration that the subtree of a root move took.
    #[must_use]
    pub fn effort(&self, mv: Move) -> f64 {
        let all: u64 = self.efforts.iter().map(|&(_, nodes)| nodes).sum();
        let own = self.efforts.iter().find(|&&(root_move, _)| root_move == mv).map_or(0, |&(_, nodes)| nodes);
        own as f64 / all.max(1) as f64
    }

    /// Returns the principal variation of the last iteration.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        &self.frame(0).line
    }

    /// Returns the table.
    pub fn table(&self) -> &T {
        &self.table
    }

    #[inline]
    pub(crate) fn frame(&self, ply: usize) -> &PathNode {
        &self.memory.frames[ply + 2]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, ply: usize) -> &mut PathNode {
        &mut self.memory.frames[ply + 2]
    }

    /// Returns the moves that led to a node, the last one first.
    #[inline]
    pub(crate) fn path(&self, ply: usize) -> [PieceTo; 2] {
        [self.memory.frames[ply + 1].played, self.memory.frames[ply].played]
    }
}

impl<P: Stores, T: Table<Payload = P>, C: Chosen, O: Observer> ChessSearch<'_, T, C, O> {
    /// Searches to a depth, first with a narrow window around the `expected` score.
    ///
    /// An interrupted iteration has the best move that it had found in its last window, if any, with the score of that
    /// move, which is a bound if it lies outside the window.
    pub fn iteration(&mut self, depth: u8, expected: Option<i16>) -> Outcome<Move> {
        let before = self.nodes;
        let depth = i32::from(depth.clamp(1, MAX_DEPTH));
        self.root_depth = depth;
        self.deepest = 0;
        self.efforts.clear();
        self.memory.evaluator.turn_to(&self.position, self.chosen.has(Techniques::NETWORK));
        self.frame_mut(0).in_check = self.position.in_check();
        self.frame_mut(0).line.clear();
        let narrow = self.chosen.has(Techniques::ASPIRATION) && depth >= 4;
        let score = match expected.filter(|_| narrow) {
            Some(expected) => self.aspiration(depth, expected.into()),
            None => self.node(0, depth, -INFINITY, INFINITY, false),
        };
        let best = self.frame(0).line.first().copied();
        let score = if self.stopped && best.is_some() { self.line_score } else { score };
        Outcome {
            score: score.clamp(-INFINITY, INFINITY) as i16,
            best,
            nodes: self.nodes - before,
            stopped: self.stopped,
        }
    }

    /// Searches with a narrow window, and with wider ones until the score lies inside.
    fn aspiration(&mut self, depth: i32, expected: i32) -> i32 {
        let mut delta = 16;
        let (mut alpha, mut beta) = ((expected - delta).max(-INFINITY), (expected + delta).min(INFINITY));
        let mut reduced = depth;
        loop {
            let score = self.node(0, reduced, alpha, beta, false);
            if self.stopped {
                return score;
            }
            if score <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - delta).max(-INFINITY);
                reduced = depth;
            } else if score >= beta {
                beta = (score + delta).min(INFINITY);
                reduced = (reduced - 1).max(depth - 3).max(1);
            } else {
                return score;
            }
            delta += delta / 2 + 4;
            if delta > 600 {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }

    /// Searches to increasing depths up to `depth`, and calls `hear` with each completed depth, its outcome and its
    /// principal variation. A thread of a team may skip depths.
    ///
    /// If the search is stopped, the score is that of the last complete depth, if there is one, and the move may be a
    /// better one.
    pub fn deepen(mut self, depth: u8, mut hear: impl FnMut(u8, &Outcome<Move>, &[Move])) -> Outcome<Move> {
        let mut last: Option<Outcome<Move>> = None;
        let mut reached = 0;
        while reached < depth {
            reached = self.member.map_or(reached + 1, |member| member.next_depth(reached)).min(depth);
            let outcome = self.iteration(reached, last.map(|last| last.score));
            if outcome.stopped {
                // It has searched the best move of the last iteration first.
                let best = outcome.best.or(last.and_then(|last| last.best));
                return Outcome { best, nodes: self.nodes, stopped: true, ..last.unwrap_or(outcome) };
            }
            hear(reached, &outcome, self.line());
            last = Some(outcome);
        }
        let last = last.unwrap_or(Outcome { score: 0, best: None, nodes: 0, stopped: false });
        Outcome { nodes: self.nodes, ..last }
    }

    /// Counts a node. Returns false if the search has to stop.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) -> bool {
        let is_over = self.nodes.is_multiple_of(64) && self.member.is_some_and(ChosenOptions::is_over);
        if self.stopped || self.nodes >= self.max_nodes || is_over || self.observer.wants_stop() {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        self.observer.node(ply as u32);
        true
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn play(&mut self, ply: usize, mv: Move) -> chess::Undo {
        let played = PieceTo::of(&self.position, mv);
        self.memory.evaluator.play(&self.position, mv, self.chosen.has(Techniques::NETWORK));
        let undo = self.position.play(mv);
        if self.chosen.has(Techniques::PREFETCH) {
            self.table.prefetch(self.position.key());
        }
        self.frame_mut(ply).played = played;
        let in_check = self.position.in_check();
        let doubles = self.frame(ply).doubles;
        let below = self.frame_mut(ply + 1);
        (below.in_check, below.doubles) = (in_check, doubles);
        undo
    }

    #[inline]
    pub(crate) fn undo(&mut self, mv: Move, undo: chess::Undo) {
        self.position.undo(mv, undo);
        self.memory.evaluator.undo(self.chosen.has(Techniques::NETWORK));
    }

    /// Returns the static evaluation without corrections.
    #[inline]
    pub(crate) fn evaluate(&self) -> i32 {
        self.memory.evaluator.value(&self.position, self.chosen.has(Techniques::NETWORK))
    }
}
