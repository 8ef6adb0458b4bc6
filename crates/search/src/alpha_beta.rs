//! The search: alpha-beta with a transposition table, as printed in `[Breuker 1998, Figure 2.7]`.

use tt::{Bound, Record, Score, Table};

use crate::lines::Lines;
use crate::{Expansion, Game, Leaf, Moves, Observer, Payload, Ranked};

/// An upper bound of all scores. Its negation is a lower bound.
pub const INFINITY: Score = Score::MAX;

/// The value of a node before its first move is searched, which is less than every score.
const UNSEARCHED: Score = Score::MIN;

/// The search window for all children except the first.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Search, Window};
///
/// // Both find the same value, but visit different nodes.
/// let mut nodes = [Window::Full, Window::Minimal].map(|window| {
///     let outcome = Search::new(&mut Nim::new(9), &mut ()).window(window).run(9);
///     assert_eq!(outcome.score, 1);
///     outcome.nodes
/// });
/// assert_ne!(nodes[0], nodes[1]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Window {
    /// The full window, as in plain alpha-beta.
    #[default]
    Full,
    /// A minimal window, followed by a re-search with the full window if the value is inside that window, as in
    /// principal-variation search. This is NegaScout (`[Reinefeld 1989]`), except that a child whose value is inside
    /// the window is always searched again. Reinefeld omits the re-search near the horizon, because he assumes that
    /// leaves have exact values. Bounds from the table violate this assumption.
    Minimal,
}

/// How the search uses a bound from the table.
///
/// A bound that does not cause a cut-off still limits the value of a node. The thesis therefore narrows the window to
/// the bound, which saves nodes. But the bound may come from a deeper search, and the window of the parent is not
/// narrowed. A value that is exact for the narrowed window is then only a bound for the parent, which can mistake it
/// for an exact score, store it as such, and choose its move by it.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{BoundUse, Search};
///
/// let mut table = tt::TranspositionTable::<_, ()>::new("64".parse()?, tt::Scheme::TwoBig1)?;
/// let outcome = Search::new(&mut Nim::new(9), &mut table).bound_use(BoundUse::Narrow).run(9);
/// assert_eq!((outcome.score, outcome.best), (1, Some(1)));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoundUse {
    /// A bound causes a cut-off or is ignored. A score that is stored as exact is always the exact result of a search.
    #[default]
    CutOff,
    /// As printed (`[Breuker 1998, Figure 2.7]`): a bound from the table narrows the window and limits the evaluation
    /// of a leaf, and a bound found with a minimal window narrows the window of the re-search.
    Narrow,
}

/// How the search handles a table hit at the root that could cause a cut-off.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// # #[derive(Clone, Copy, Default, bytemuck::Zeroable)]
/// # #[repr(transparent)]
/// # struct Best(u8);
/// # impl search::Payload<u8> for Best {
/// #     fn from_line(line: &[u8]) -> Self { Self(line.first().copied().unwrap_or(0)) }
/// #     fn best(self) -> Option<u8> { (self.0 > 0).then_some(self.0) }
/// # }
/// use search::{RootHit, Search};
///
/// let mut table = tt::TranspositionTable::<_, Best>::new("64".parse()?, tt::Scheme::TwoBig1)?;
/// let mut game = Nim::new(21);
/// let mut search = Search::new(&mut game, &mut table).root_hit(RootHit::CutOff);
/// search.run(21);
/// // The second search answers from the table.
/// let again = search.run(21);
/// assert_eq!((again.best, again.nodes), (Some(1), 1));
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RootHit {
    /// Always search the root. The search then detects draws by repetition after a root move, even if the table has a
    /// score for the root.
    #[default]
    Search,
    /// Return the score and the move from the table, as at every other node. If the table has no legal move, search the
    /// root.
    CutOff,
}

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

/// A search of one position.
///
/// ```
/// # use search::{Expansion, Game, Moves, Score, Whole};
/// # struct Coin;
/// # impl Game for Coin {
/// #     type Move = Score;
/// #     type Undo = ();
/// #     fn keys(&self) -> &[tt::Key] { &[tt::Key(1)] }
/// #     fn whole(&self, _: usize) -> Whole { [].into() }
/// #     fn play(&mut self, _: Score) {}
/// #     fn undo(&mut self, _: Score, (): ()) {}
/// #     fn expand(&mut self, _: u32, _: &mut Moves<Score>) -> Expansion<Score> { Expansion::Over(5) }
/// #     fn evaluate(&self) -> Score { 5 }
/// # }
/// # let mut game = Coin;
/// use search::{Search, Window};
///
/// let mut statistics = tt::Statistics::default();
/// let outcome = Search::new(&mut game, &mut ())
///     .observed_by(&mut statistics)
///     .window(Window::Minimal)
///     .max_nodes(1_000_000)
///     .run(8);
/// assert_eq!((outcome.score, outcome.nodes, outcome.stopped), (5, 1, false));
/// assert_eq!(statistics.look_ups, 1);
/// ```
pub struct Search<'a, G: Game, T, O = ()> {
    game: &'a mut G,
    table: &'a mut T,
    observer: O,
    window: Window,
    bound_use: BoundUse,
    root_hit: RootHit,
    /// The moves to search at the root; `None` means all moves.
    root_moves: Option<Vec<G::Move>>,
    max_nodes: u64,
    nodes: u64,
    /// A counter like `nodes`, except that a cut-off by the table adds the number of nodes that the table returns. Its
    /// differences are the subtree sizes that replacement schemes compare.
    size: u64,
    /// The best root move so far, and its value.
    best: Option<(G::Move, Score)>,
    lines: Lines<G::Move>,
    /// The children of all nodes on the path from the root to the current node.
    moves: Moves<G::Move>,
    stopped: bool,
}

impl<'a, G: Game, T: Table> Search<'a, G, T> {
    /// Creates a search of the current position of `game`, with plain alpha-beta, [`BoundUse::CutOff`],
    /// [`RootHit::Search`] and no node limit.
    pub fn new(game: &'a mut G, table: &'a mut T) -> Self {
        Self {
            game,
            table,
            observer: (),
            window: Window::Full,
            bound_use: BoundUse::default(),
            root_hit: RootHit::default(),
            root_moves: None,
            max_nodes: u64::MAX,
            nodes: 0,
            size: 0,
            best: None,
            lines: Lines::new(),
            moves: Moves::new(),
            stopped: false,
        }
    }
}

impl<'a, G: Game, T: Table, O> Search<'a, G, T, O> {
    /// Sets the observer, which is notified of the steps of the search.
    #[must_use]
    pub fn observed_by<P: Observer>(self, observer: P) -> Search<'a, G, T, P> {
        Search {
            observer,
            game: self.game,
            table: self.table,
            window: self.window,
            bound_use: self.bound_use,
            root_hit: self.root_hit,
            root_moves: self.root_moves,
            max_nodes: self.max_nodes,
            nodes: self.nodes,
            size: self.size,
            best: self.best,
            lines: self.lines,
            moves: self.moves,
            stopped: self.stopped,
        }
    }

    /// Selects the options of the printed algorithm that are not the defaults: [`BoundUse::Narrow`] and
    /// [`RootHit::CutOff`].
    #[must_use]
    pub fn as_printed(self) -> Self {
        self.bound_use(BoundUse::Narrow).root_hit(RootHit::CutOff)
    }

    /// Sets how the search uses bounds from the table.
    #[must_use]
    pub fn bound_use(mut self, bound_use: BoundUse) -> Self {
        self.bound_use = bound_use;
        self
    }

    /// Sets how the search handles a table hit at the root.
    #[must_use]
    pub fn root_hit(mut self, root_hit: RootHit) -> Self {
        self.root_hit = root_hit;
        self
    }

    /// Sets the search window for all children except the first.
    #[must_use]
    pub fn window(mut self, window: Window) -> Self {
        self.window = window;
        self
    }

    /// Sets the node limit, which applies to all runs of this search together.
    #[must_use]
    pub fn max_nodes(mut self, nodes: u64) -> Self {
        self.max_nodes = nodes;
        self
    }

    /// Restricts the search at the root to `moves`, which must be legal. `None` removes the restriction.
    ///
    /// A restricted search neither uses nor changes the table's record of the root.
    ///
    /// # Panics
    ///
    /// Panics if `moves` is an empty list.
    pub fn set_root_moves(&mut self, moves: Option<Vec<G::Move>>) {
        assert!(moves.as_ref().is_none_or(|moves| !moves.is_empty()), "no root move to search");
        self.root_moves = moves;
    }
}

impl<G, T, O> Search<'_, G, T, O>
where
    G: Game,
    T: Table<Payload: Payload<G::Move>>,
    O: Observer,
{
    /// Searches the root to a depth of `depth` plies.
    pub fn run(&mut self, depth: u8) -> Outcome<G::Move> {
        self.run_within(depth, G::LOWEST, G::HIGHEST)
    }

    /// Searches the root to a depth of `depth` plies with the window from `alpha` to `beta`.
    ///
    /// A score of at most `alpha` is an upper bound of the value (the search fails low), and a score of at least `beta`
    /// is a lower bound (the search fails high). The outcome counts only the nodes of this run.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
    /// # use nim::Nim;
    /// use search::Search;
    ///
    /// // Determine whether the value is greater than 0. The scores are bounds.
    /// assert!(Search::new(&mut Nim::new(6), &mut ()).run_within(6, 0, 1).score >= 1);
    /// assert!(Search::new(&mut Nim::new(8), &mut ()).run_within(8, 0, 1).score <= 0);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics unless `-INFINITY <= alpha < beta`, or if the game returns a value below `-INFINITY`, which has no
    /// negation.
    pub fn run_within(&mut self, depth: u8, alpha: Score, beta: Score) -> Outcome<G::Move> {
        const { assert!(-INFINITY <= G::LOWEST && G::LOWEST < G::HIGHEST, "a game needs at least two values") };
        assert!(-INFINITY <= alpha && alpha < beta, "the window ({alpha}, {beta}) is empty or below {}", -INFINITY);
        let before = self.nodes;
        self.best = None;
        self.stopped = false;
        self.moves.end(0);
        if G::KEEPS_LINES {
            self.lines.enter(0);
        }
        let score = match self.root_moves.take() {
            None => self.alpha_beta(0, depth, alpha, beta),
            Some(moves) => {
                let score = self.part_of_root(&moves, depth, alpha, beta);
                self.root_moves = Some(moves);
                score
            }
        };
        let best = self.best;
        Outcome {
            score: best.filter(|_| self.stopped).map_or(score, |(_, value)| value),
            best: best.map(|(mv, _)| mv),
            nodes: self.nodes - before,
            stopped: self.stopped,
        }
    }

    /// Returns the best line that the last run found. It is empty if the game does not [keep lines](Game::KEEPS_LINES).
    ///
    /// A line that leads to a cut-off by the table ends with the moves that the table stores for that position.
    #[must_use]
    pub fn line(&self) -> &[G::Move] {
        self.lines.best(0)
    }

    /// Returns the game that is searched, at the root position.
    pub fn game(&self) -> &G {
        self.game
    }

    /// Returns the table that the search uses.
    pub fn table(&self) -> &T {
        self.table
    }

    /// Searches a node. The numbers in the comments are the steps of Figure 2.7. If the search is stopped, the result
    /// is meaningless.
    fn alpha_beta(&mut self, ply: u32, depth: u8, mut alpha: Score, mut beta: Score) -> Score {
        if self.nodes >= self.max_nodes || self.observer.wants_stop() {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;
        let size_before = self.size;
        self.size += 1;
        self.observer.node(ply);
        let at = ply as usize;
        if G::KEEPS_LINES {
            self.lines.enter(at);
        }

        // 0. The path to this position may have ended the game.
        if let Some(value) = self.game.outcome(ply) {
            return checked::<G>(value);
        }

        // 1. Probe the table. If the record is deep enough, its score ends the node or narrows the window.
        let known = self.retrieve(ply);
        if let Some(record) = known
            && record.depth >= depth
            && !record.bound.is_empty()
            && (ply > 0 || self.root_may_use(&record, alpha, beta))
        {
            let window = (alpha, beta);
            if record.bound == Bound::EXACT {
                return self.cut_off(ply, &record);
            } else if record.bound == Bound::LOWER {
                alpha = alpha.max(record.score);
            } else {
                beta = beta.min(record.score);
            }
            if alpha >= beta {
                return self.cut_off(ply, &record);
            }
            if self.bound_use == BoundUse::CutOff {
                (alpha, beta) = window;
            }
        }
        // A value at or below this alpha is an upper bound, because the children were searched with this alpha.
        let old_alpha = alpha;

        // 2. Evaluate a leaf, and search its noisy moves if it is not quiet.
        if depth == 0 {
            return self.leaf(ply, alpha, beta, known);
        }

        // 3. Search the moves of the refutation table and the transposition table before generating the others.
        let mut best_value = UNSEARCHED;
        let mut best_move = None;
        let suggested = self.suggestions(ply, known);
        // Most nodes have no such move, and skipping the loop is cheaper than entering it.
        if suggested != [None; 2] {
            let [first, second] = suggested;
            for mv in [first, second.filter(|_| second != first)] {
                let Some(mv) = mv.filter(|&mv| self.game.is_legal(mv)) else { continue };
                alpha = alpha.max(best_value);
                let value = self.child(mv, ply, depth, alpha, beta, best_value == UNSEARCHED);
                if self.stopped {
                    return self.stop(ply, best_move, best_value);
                }
                self.compare(mv, value, ply, &mut best_value, &mut best_move);
                if best_value >= beta {
                    break;
                }
            }
        }

        // 4. Generate the moves. There may be none, or it may be unnecessary to search any.
        if best_value < beta {
            let first = self.moves.begin();
            match self.game.expand(ply, &mut self.moves) {
                Expansion::Over(value) => {
                    self.moves.end(first);
                    return checked::<G>(value);
                }
                Expansion::Decided { score, by } => {
                    best_value = checked::<G>(score);
                    // It is not stored: a decided position is never searched, so its move is never read.
                    best_move = None;
                    if G::KEEPS_LINES {
                        self.lines.decided(at, by);
                    }
                    if ply == 0 {
                        self.best = Some((by, score));
                    }
                }
                Expansion::Children => {
                    // 5. Search the children in order until one reaches beta. While a child is searched, prefetch the
                    // table entries of the next.
                    let mut in_order = self.moves.lead();
                    let last = self.moves.last();
                    assert!(first < last, "children were announced and none listed");
                    self.fetch(self.moves.at(first));
                    for place in first..last {
                        if place == in_order {
                            self.moves.sort_from(place);
                            in_order = last;
                        }
                        let Some(Ranked { mv, .. }) = self.moves.at(place) else { break };
                        if place + 1 < in_order {
                            self.fetch(self.moves.at(place + 1));
                        }
                        if suggested.contains(&Some(mv)) {
                            continue;
                        }
                        alpha = alpha.max(best_value);
                        let value = self.child(mv, ply, depth, alpha, beta, best_value == UNSEARCHED);
                        if self.stopped {
                            return self.stop(ply, best_move, best_value);
                        }
                        self.compare(mv, value, ply, &mut best_value, &mut best_move);
                        if value >= beta {
                            break;
                        }
                    }
                }
            }
            self.moves.end(first);
        }
        if let Some(best) = best_move {
            self.game.learn(ply, depth, best);
        }

        // 6. Offer the result to the table.
        let bound = if best_value <= old_alpha {
            if best_value <= G::LOWEST { Bound::EXACT } else { Bound::UPPER }
        } else if best_value >= beta {
            if best_value >= G::HIGHEST { Bound::EXACT } else { Bound::LOWER }
        } else {
            Bound::EXACT
        };
        let record = Record {
            payload: match best_move {
                Some(_) if G::KEEPS_LINES => T::Payload::from_line(self.lines.best(at)),
                best => T::Payload::from_line(best.as_slice()),
            },
            score: G::score_to_table(best_value, ply),
            bound,
            depth,
            nodes: u32::try_from(self.size - size_before).unwrap_or(u32::MAX),
        };
        let game = &*self.game;
        self.table.identify(|| game.whole(0));
        let stored = self.table.store(game.keys()[0], record);
        self.observer.store(stored);
        if ply == 0 && best_move.is_some() {
            self.best = best_move.map(|best| (best, best_value));
        }
        best_value
    }

    /// Ends a node of a stopped search. At the root, the best move found so far is kept.
    #[cold]
    fn stop(&mut self, ply: u32, best_move: Option<G::Move>, best_value: Score) -> Score {
        if ply == 0 {
            self.best = best_move.map(|best| (best, best_value));
        }
        0
    }

    /// Returns whether the root may use a record. A record that ends the search must contain a legal move, which
    /// becomes the best move.
    #[cold]
    fn root_may_use(&mut self, record: &Record<T::Payload>, alpha: Score, beta: Score) -> bool {
        if self.root_hit == RootHit::Search {
            return false;
        }
        let best = record.payload.best().filter(|&best| self.game.is_legal(best));
        self.best = best.map(|best| (best, record.score));
        let narrows = (record.bound == Bound::LOWER && record.score < beta)
            || (record.bound == Bound::UPPER && record.score > alpha);
        best.is_some() || narrows
    }

    /// Searches only the `wanted` moves of the root. This neither uses nor changes the record of the root in the table.
    fn part_of_root(&mut self, wanted: &[G::Move], depth: u8, mut alpha: Score, beta: Score) -> Score {
        if self.nodes >= self.max_nodes || self.observer.wants_stop() {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;
        self.size += 1;
        self.observer.node(0);
        if G::KEEPS_LINES {
            self.lines.enter(0);
        }
        if let Some(value) = self.game.outcome(0) {
            return checked::<G>(value);
        }
        if depth == 0 {
            return self.leaf(0, alpha, beta, None);
        }

        // A game need not list moves that are no better than others, or the moves of a decided position. The wanted
        // moves are searched nevertheless.
        let first = self.moves.begin();
        if let Expansion::Over(value) = self.game.expand(0, &mut self.moves) {
            self.moves.end(first);
            return checked::<G>(value);
        }
        let listed = |mv: &G::Move| self.moves.iter().find(|child| child.mv == *mv).map(|child| child.rank);
        let mut children: Vec<_> = wanted.iter().map(|mv| (listed(mv), *mv)).collect();
        children.sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        self.moves.end(first);

        let (mut best_value, mut best_move) = (UNSEARCHED, None);
        for (_, mv) in children {
            alpha = alpha.max(best_value);
            let value = self.child(mv, 0, depth, alpha, beta, best_value == UNSEARCHED);
            if self.stopped {
                return self.stop(0, best_move, best_value);
            }
            self.compare(mv, value, 0, &mut best_value, &mut best_move);
            if best_value >= beta {
                break;
            }
        }
        self.best = best_move.map(|best| (best, best_value));
        if let Some(best) = best_move {
            self.game.learn(0, depth, best);
        }
        best_value
    }

    #[inline]
    fn fetch(&self, child: Option<Ranked<G::Move>>) {
        if let Some(child) = child {
            self.game.keys_after(child.mv, |key| self.table.prefetch(key));
        }
    }

    /// Returns the moves to try first: the move of the refutation table, then the move of the transposition table or,
    /// if there is none, that of an ancestor's line.
    ///
    /// A move can be illegal because of a type-1 error: it may belong to another position with the same key.
    #[inline]
    fn suggestions(&mut self, ply: u32, known: Option<Record<T::Payload>>) -> [Option<G::Move>; 2] {
        let of_table = known.and_then(|record| record.payload.best());
        if !G::KEEPS_LINES {
            return [None, of_table];
        }
        let (refutation, of_ancestor) = self.lines.suggestions(ply as usize);
        if known.is_none() && of_ancestor.is_some() {
            self.observer.guided();
            return [refutation, of_ancestor];
        }
        [refutation, of_table]
    }

    /// Updates the best move and value with `mv` if it is the best so far.
    #[inline]
    fn compare(
        &mut self,
        mv: G::Move,
        value: Score,
        ply: u32,
        best_value: &mut Score,
        best_move: &mut Option<G::Move>,
    ) {
        if G::KEEPS_LINES && ply == 0 {
            self.lines.refute(mv);
        }
        if value > *best_value {
            *best_value = value;
            *best_move = Some(mv);
            if G::KEEPS_LINES {
                self.lines.found(ply as usize, mv);
            }
        }
    }

    /// Returns the value of a leaf: its evaluation, or the value of searching its noisy moves.
    #[inline(always)]
    fn leaf(&mut self, ply: u32, mut alpha: Score, beta: Score, known: Option<Record<T::Payload>>) -> Score {
        let evaluation = checked::<G>(self.game.evaluate());
        let evaluation = match self.bound_use {
            BoundUse::CutOff => evaluation,
            BoundUse::Narrow => Self::confine(evaluation, known),
        };
        let first = self.moves.begin();
        let leaf = self.game.expand_leaf(ply, evaluation, (alpha, beta), &mut self.moves);
        let mut best_value = match leaf {
            // The game may have left out what cannot reach alpha: then the value is not above alpha, and no more is
            // known.
            Leaf::Quiet if self.bound_use == BoundUse::CutOff => evaluation.max(alpha),
            Leaf::Quiet | Leaf::Noisy => evaluation,
            Leaf::Forced => -INFINITY,
            Leaf::Over(value) => checked::<G>(value),
        };
        if matches!(leaf, Leaf::Noisy | Leaf::Forced) {
            self.moves.sort();
            let mut next = first;
            while best_value < beta
                && let Some(Ranked { mv, .. }) = self.moves.at(next)
            {
                next += 1;
                alpha = alpha.max(best_value);
                let undo = self.game.play(mv);
                let value = -self.alpha_beta(ply + 1, 0, -beta, -alpha);
                self.game.undo(mv, undo);
                if self.stopped {
                    return 0;
                }
                best_value = best_value.max(value);
            }
        }
        self.moves.end(first);
        best_value
    }

    /// Returns the value of the position after `mv`, for the player who makes the move.
    #[inline(always)]
    fn child(&mut self, mv: G::Move, ply: u32, depth: u8, alpha: Score, beta: Score, first: bool) -> Score {
        if G::KEEPS_LINES {
            self.lines.descend(ply as usize, mv);
        }
        let undo = self.game.play(mv);
        let value = if first || self.window == Window::Full {
            -self.alpha_beta(ply + 1, depth - 1, -beta, -alpha)
        } else {
            let value = -self.alpha_beta(ply + 1, depth - 1, -alpha - 1, -alpha);
            if alpha < value && value < beta && !self.stopped {
                let low = match self.bound_use {
                    BoundUse::CutOff => alpha,
                    BoundUse::Narrow => value,
                };
                -self.alpha_beta(ply + 1, depth - 1, -beta, -low)
            } else {
                value
            }
        };
        self.game.undo(mv, undo);
        value
    }

    /// Returns the record of the position, or else that of a reflection of it, without its moves.
    #[inline]
    fn retrieve(&mut self, ply: u32) -> Option<Record<T::Payload>> {
        let game = &*self.game;
        for (reflection, &key) in game.keys().iter().enumerate() {
            self.table.identify(|| game.whole(reflection));
            if let Some(mut record) = self.table.probe(key) {
                if reflection > 0 {
                    record.payload = T::Payload::default();
                }
                debug_assert!(record.score >= -INFINITY, "a stored score of {} has no negation", record.score);
                record.score = G::score_from_table(record.score, ply);
                if G::KEEPS_LINES {
                    self.lines.remember(ply as usize, &record.payload.line());
                }
                self.observer.look_up(Some(reflection));
                return Some(record);
            }
        }
        self.observer.look_up(None);
        None
    }

    /// Ends a node with the score from the table, and adds the size of the subtree that the score replaces.
    #[inline]
    fn cut_off(&mut self, ply: u32, record: &Record<T::Payload>) -> Score {
        if G::KEEPS_LINES {
            self.lines.cut_off(ply as usize);
        }
        self.size = self.size - 1 + u64::from(self.table.hit_size(record));
        self.observer.cutoff();
        record.score
    }

    /// Limits the evaluation of a leaf by the bound in the table.
    #[inline]
    fn confine(value: Score, known: Option<Record<T::Payload>>) -> Score {
        let Some(record) = known else { return value };
        if record.bound == Bound::UPPER {
            value.min(record.score)
        } else if record.bound == Bound::LOWER {
            value.max(record.score)
        } else {
            value
        }
    }
}

/// Checks that a value returned by the game can be negated.
#[inline]
fn checked<G: Game>(value: Score) -> Score {
    debug_assert!((G::LOWEST..=G::HIGHEST).contains(&value), "{value} is outside of {}..={}", G::LOWEST, G::HIGHEST);
    assert!(value >= -INFINITY, "a value of {value} has no negation");
    value
}
