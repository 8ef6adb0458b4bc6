//! The algorithm: alpha-beta with a transposition table, as printed in `[Breuker 1998, Figure 2.7]`.

use tt::{Bound, Key, Payload as _, Record, Score, Stored};

use crate::moves::sort_by_rank;
use crate::{
    BoundUse, ChosenOptions, Expansion, Game, GameTable, INFINITY, Observer, PackedMoves, Ranked, Search, Window,
    options,
};

/// The value of a node before its first move is searched, which is less than every score.
pub(crate) const UNSEARCHED: Score = Score::MIN;

/// A node when its moves have been searched.
struct Node {
    ply: u32,
    depth: u8,
    /// The depth without an extension.
    nominal_depth: u8,
    /// A value at or below this alpha is an upper bound, because the children were searched with this alpha.
    old_alpha: Score,
    beta: Score,
    /// The window before the table narrowed it.
    window: (Score, Score),
    /// The number of nodes before this one.
    size_before: u64,
    /// The number of moves that were searched before the best one, if a policy reads it.
    move_index: u8,
}

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Searches a node. The numbers in the comments are the steps of Figure 2.7. If the search is stopped, the result
    /// is meaningless.
    #[expect(
        clippy::too_many_lines,
        reason = "the loop over the moves as a function costs 1 to 3 % of the instructions"
    )]
    pub(crate) fn alpha_beta(&mut self, ply: u32, depth: u8, mut alpha: Score, mut beta: Score) -> Score {
        if self.nodes >= self.max_nodes || self.observer.wants_stop() || C::IN_TEAM && self.is_team_over() {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;
        let (size_before, window) = (self.size, (alpha, beta));
        self.size += 1;
        self.observer.node(ply);
        if G::KEEPS_LINES {
            self.lines.enter(ply as usize);
        }
        if self.measures_lines() {
            self.enter_measured(ply);
        }
        if self.follows_draws() {
            self.enter_followed(ply);
        }

        // 0. The path to this position may have ended the game.
        if let Some(value) = self.game.outcome(ply) {
            if self.follows_draws() {
                self.reach_back(ply);
            }
            return checked::<G>(value);
        }

        // 1. Probe the table. If the record is deep enough, its score ends the node or narrows the window.
        self.observer.will_look_up(ply, depth, window);
        let (mut known, mut second) = self.retrieve(ply, depth);
        if C::ANY && self.options.has(options::REFUSE_ILLEGAL) {
            (known, second) = self.without_illegal(ply, (known, second));
        }
        let is_usable = !(self.options.has(options::QUIESCENCE_TABLE_EVALUATES) && self.quiescence > 0);
        if is_usable && let Some(value) = self.ended_by(known, ply, depth, &mut alpha, &mut beta) {
            self.ended_by_score(depth);
            return value;
        }
        if second.is_some()
            && is_usable
            && let Some(value) = self.ended_by_second(second, ply, depth, &mut alpha, &mut beta)
        {
            self.ended_by_score(depth);
            return value;
        }
        if self.simulates_paths()
            && let Some(value) = self.ended_by_simulation(ply, depth, (alpha, beta), &mut known)
        {
            return value;
        }
        let old_alpha = if self.options.has(options::OLD_ALPHA_PRINTED) { window.0 } else { alpha };
        // The depth of the record stays that of the parent's choice.
        let nominal_depth = depth;
        let extended = self.may_extend() && depth > 0 && self.is_extended(ply, depth, (alpha, beta));
        let depth = depth + u8::from(extended);

        // 2. Evaluate a leaf, and search its noisy moves if it is not quiet.
        if depth == 0 {
            if G::HAS_HORIZON {
                self.observer.was_not_interior(known.is_some(), false);
            }
            if self.options.has(options::HORIZON_TWICE) && self.quiescence == 0 {
                self.nodes += 1;
                self.size += 1;
            }
            return self.leaf(ply, alpha, beta, known, second, size_before);
        }

        // 3. Search the moves of the refutation table and the transposition table before generating the others.
        let mut best_value = UNSEARCHED;
        // Before the call, `C::ANY` keeps what follows from being compiled for plain searches.
        if C::ANY && self.tries_transpositions(ply, depth) {
            let node = Node { ply, depth, nominal_depth, old_alpha, beta, window, size_before, move_index: 0 };
            if let Some(value) = self.end_by_transposition(&node) {
                return value;
            }
        }
        let (mut best_move, mut move_index) = (None, 0);
        let suggested = self.suggestions(ply, known);
        let of_second = second.and_then(|record| record.payload.best()).filter(|&mv| !suggested.contains(&Some(mv)));
        // Most nodes have no such move, and skipping the loop is cheaper than entering it.
        if suggested != [None; 2] {
            let [first, other] = suggested;
            for mv in [first, other.filter(|_| other != first)] {
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
        if let Some(mv) = of_second
            && best_value < beta
        {
            self.search_second(mv, ply, depth, (&mut alpha, beta), &mut best_value, &mut best_move);
            if self.stopped {
                return self.stop(ply, best_move, best_value);
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
                    self.decide(ply, score, by);
                    // The move is not stored: a decided position is never searched, so its move is never read.
                    (best_value, best_move) = (checked::<G>(score), None);
                }
                Expansion::Children => {
                    // 5. Search the children in order until one reaches beta. While a child is searched, prefetch the
                    // buckets of the next.
                    let mut in_order = self.moves.lead();
                    if C::IN_TEAM && self.options.reorders(depth) {
                        in_order = self.reorder(first, best_value != UNSEARCHED);
                    }
                    let deferred = self.deferred.len();
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
                        if suggested.contains(&Some(mv)) || of_second == Some(mv) {
                            continue;
                        }
                        if C::IN_TEAM && best_value != UNSEARCHED && self.is_searched_elsewhere(mv, depth) {
                            self.deferred.push(mv);
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
                    if C::IN_TEAM && self.deferred.len() > deferred {
                        self.search_deferred(deferred, ply, depth, (alpha, beta), &mut best_value, &mut best_move);
                        if self.stopped {
                            return self.stop(ply, best_move, best_value);
                        }
                    }
                }
            }
            if self.table.reads_move_index() {
                move_index = self.move_index(best_move, [suggested[0], suggested[1], of_second], first);
            }
            self.moves.end(first);
        } else {
            // Otherwise no move is known, which the compiler does not see.
            if C::ANY || G::KEEPS_LINES || T::Payload::BITS > 0 {
                let of_table = known.and_then(|record| record.payload.best());
                self.observer.known_move_sufficed(of_table.is_some() && of_table == best_move);
            }
            if self.table.reads_move_index() {
                let (before, none) = ([suggested[0], suggested[1], of_second], self.moves.last());
                move_index = self.move_index(best_move, before, none);
            }
        }
        // 6. Offer the result to the table.
        let node = Node { ply, depth, nominal_depth, old_alpha, beta, window, size_before, move_index };
        self.end(&node, best_value, best_move)
    }

    /// Notifies the observer of a node that a score from the table has ended.
    #[inline(always)]
    fn ended_by_score(&mut self, depth: u8) {
        if G::HAS_HORIZON && depth == 0 {
            self.observer.was_not_interior(true, true);
        }
    }

    /// Sets the line of a node whose value the game knows.
    #[inline(always)]
    fn decide(&mut self, ply: u32, score: Score, by: G::Move) {
        if G::KEEPS_LINES {
            self.lines.decided(ply as usize, by);
        }
        if ply == 0 {
            self.best = Some((by, score));
        }
    }

    /// Ends a node by an enhanced transposition cut-off, if there is one, and returns its value.
    #[cold]
    #[inline(never)]
    fn end_by_transposition(&mut self, node: &Node) -> Option<Score> {
        let (mv, value) = self.find_cutoff(node.ply, node.depth, node.beta)?;
        Some(self.end(node, value, Some(mv)))
    }

    /// Offers the result of a node to the table, and returns its value.
    #[inline(always)]
    fn end(&mut self, node: &Node, mut best_value: Score, best_move: Option<G::Move>) -> Score {
        let &Node { ply, depth, nominal_depth, old_alpha, beta, window, size_before, move_index } = node;
        let has_failed_low = best_value <= old_alpha;
        let is_learnt = !(self.options.has(options::HISTORY_ABOVE_ALPHA) && has_failed_low && ply > 0);
        if let Some(best) = best_move
            && is_learnt
        {
            self.game.learn(ply, depth, best);
        }
        if self.options.has(options::PV_TABLE) && !has_failed_low && best_value < beta {
            self.keep_variation(ply, best_move);
        }
        let bound = if has_failed_low {
            if best_value <= G::LOWEST { Bound::Exact } else { Bound::Upper }
        } else if best_value >= beta {
            if best_value >= G::HIGHEST { Bound::Exact } else { Bound::Lower }
        } else {
            Bound::Exact
        };
        if self.options.has(options::FAIL_HARD) {
            best_value = best_value.clamp(window.0, window.1);
        }
        let record = Record {
            payload: match best_move {
                _ if self.options.has(options::NO_FAIL_LOW_MOVE) && has_failed_low => T::Payload::NONE,
                Some(_) if G::KEEPS_LINES => {
                    let line = self.lines.best(ply as usize);
                    T::Payload::from_line(&line[..line.len().min(self.stored_moves)])
                }
                best => T::Payload::from_line(best.as_slice()),
            },
            score: G::score_to_table(best_value, ply),
            bound: if self.is_score_of_path(ply) { Bound::None } else { bound },
            depth: if self.measures_lines() { self.measured(ply) } else { nominal_depth },
            nodes: u32::try_from(self.size - size_before).unwrap_or(u32::MAX),
            is_pv: beta > old_alpha + 1,
            user: if self.has_components() { self.components(ply, depth > nominal_depth) } else { move_index },
        };
        let key = self.key(nominal_depth);
        let stored = self.store(key, record);
        self.observer.store(&*self.game, key, &record.without_payload(), stored);
        if self.simulates_paths() {
            self.store_on_any_path(record);
        }
        if ply == 0 && best_move.is_some() {
            self.best = best_move.map(|best| (best, best_value));
        }
        best_value
    }

    /// Offers the record of the position with this [key](Self::key) to the table.
    #[inline(always)]
    pub(crate) fn store(&mut self, key: Key, record: Record<T::Payload>) -> Stored {
        if C::ANY {
            self.identification.tell(0, &mut self.table);
        }
        self.table.store(key, record)
    }

    /// Ends a node of a stopped search. At the root, the best move found so far is kept.
    #[cold]
    fn stop(&mut self, ply: u32, best_move: Option<G::Move>, best_value: Score) -> Score {
        if ply == 0 {
            self.best = best_move.map(|best| (best, best_value));
        }
        0
    }

    /// Searches only the `wanted` moves of the root. This neither uses nor changes the record of the root in the table.
    pub(crate) fn part_of_root(&mut self, wanted: &[G::Move], depth: u8, mut alpha: Score, beta: Score) -> Score {
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
        if self.follows_draws() {
            self.enter_followed(0);
        }
        if let Some(value) = self.game.outcome(0) {
            return checked::<G>(value);
        }
        if depth == 0 {
            return self.leaf(0, alpha, beta, None, None, self.size - 1);
        }

        // A game need not list moves that are no better than others, or the moves of a decided position. The wanted
        // moves are searched nevertheless.
        let first = self.moves.begin();
        if let Expansion::Over(value) = self.game.expand(0, &mut self.moves) {
            self.moves.end(first);
            return checked::<G>(value);
        }
        let listed = |&mv| self.moves.iter().find(|child| child.mv == mv).map_or(i32::MIN, |child| child.rank);
        let mut children: Vec<_> = wanted.iter().map(|mv| Ranked { mv: *mv, rank: listed(mv) }).collect();
        sort_by_rank(&mut children);
        self.moves.end(first);

        let (mut best_value, mut best_move) = (UNSEARCHED, None);
        for Ranked { mv, .. } in children {
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
        let mut of_table = known.and_then(|record| record.payload.best());
        if self.options.has(options::PV_TABLE) && of_table.is_none() {
            of_table = self.variation().first().copied();
        }
        if !G::KEEPS_LINES {
            return [None, of_table];
        }
        let (refutation, of_ancestor) = self.lines.suggestions(ply as usize);
        let refutation = refutation.filter(|_| !self.options.has(options::NO_REFUTATIONS));
        if known.is_none() && of_table.is_none() && of_ancestor.is_some() {
            self.observer.guided();
            return [refutation, of_ancestor];
        }
        if self.options.has(options::REFUTATION_SECOND) { [of_table, refutation] } else { [refutation, of_table] }
    }

    /// Updates the best move and value with `mv` if it is the best so far.
    #[inline]
    pub(crate) fn compare(
        &mut self,
        mv: G::Move,
        value: Score,
        ply: u32,
        best_value: &mut Score,
        best_move: &mut Option<G::Move>,
    ) {
        if G::KEEPS_LINES && ply == 0 {
            self.end_root_move(mv, value);
        }
        if self.measures_lines() {
            self.extend_measured(ply);
        }
        if value > *best_value {
            *best_value = value;
            *best_move = Some(mv);
            if G::KEEPS_LINES {
                self.lines.found(ply as usize, mv);
            }
        }
    }

    /// Keeps the refutation of a root move, and passes the result of the move to the game.
    #[cold]
    #[inline(never)]
    fn end_root_move(&mut self, mv: G::Move, value: Score) {
        self.lines.refute(mv, self.options.has(options::REFUTATION_WHOLE));
        if self.options.has(options::COMPONENTS) {
            self.mark_principal_variation(mv);
        }
        let nodes = self.nodes - self.nodes_before_move;
        self.nodes_before_move = self.nodes;
        self.game.learn_root(mv, value, nodes);
    }

    /// Returns the value of the position after `mv`, for the player who makes the move.
    #[inline(always)]
    pub(crate) fn child(&mut self, mv: G::Move, ply: u32, depth: u8, alpha: Score, beta: Score, first: bool) -> Score {
        if G::KEEPS_LINES {
            self.lines.descend(ply as usize, mv, self.options.has(options::REFUTATION_KILLERS));
        }
        let undo = self.game.play(mv);
        let shared = (C::IN_TEAM && self.options.may_defer(depth)).then(|| self.key(depth - 1));
        if let Some(key) = shared {
            self.options.begin(key, depth);
        }
        let value = if first || self.window == Window::Full {
            -self.alpha_beta(ply + 1, depth - 1, -beta, -alpha)
        } else {
            let value = -self.alpha_beta(ply + 1, depth - 1, -alpha - 1, -alpha);
            if self.follows_draws() {
                self.follow_child(ply);
            }
            if alpha < value && value < beta && !self.stopped {
                let low = match self.bound_use {
                    BoundUse::CutOff => alpha,
                    BoundUse::Narrow if self.options.has(options::RE_SEARCH_FROM_ALPHA) => alpha,
                    BoundUse::Narrow => value,
                };
                -self.alpha_beta(ply + 1, depth - 1, -beta, -low)
            } else {
                value
            }
        };
        if self.follows_draws() {
            self.follow_child(ply);
        }
        if let Some(key) = shared {
            self.options.end(key, depth);
        }
        self.game.undo(mv, undo);
        value
    }
}

/// Checks that a value returned by the game can be negated.
#[inline]
pub(crate) fn checked<G: Game>(value: Score) -> Score {
    debug_assert!((G::LOWEST..=G::HIGHEST).contains(&value), "{value} is outside of {}..={}", G::LOWEST, G::HIGHEST);
    assert!(value >= -INFINITY, "a value of {value} has no negation");
    value
}
