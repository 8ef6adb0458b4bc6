//! The algorithm: alpha-beta with a transposition table, as printed in `[Breuker 1998, Figure 2.7]`.

use tt::{Bound, Hints, Payload as _, Record, Score, Table};

use crate::{
    BoundUse, ChosenOptions, Expansion, Game, Hit, HitSize, INFINITY, Leaf, Observer, PackedMoves, Ranked, RootHit,
    Search, SearchOption, Window,
};

/// The value of a node before its first move is searched, which is less than every score.
pub(crate) const UNSEARCHED: Score = Score::MIN;

/// The record of a position, and a second one if the table has one.
type Known<P> = (Option<Record<P>>, Option<Record<P>>);

impl<G, T, O, C> Search<'_, G, T, O, C>
where
    G: Game,
    T: Table<Payload: PackedMoves<G::Move>>,
    O: Observer,
    C: ChosenOptions,
{
    /// Searches a node. The numbers in the comments are the steps of Figure 2.7. If the search is stopped, the result
    /// is meaningless.
    pub(crate) fn alpha_beta(&mut self, ply: u32, depth: u8, mut alpha: Score, mut beta: Score) -> Score {
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
        let (known, second) = self.retrieve(ply);
        if let Some(value) = self.ended_by(known, ply, depth, &mut alpha, &mut beta) {
            return value;
        }
        if second.is_some()
            && let Some(value) = self.ended_by_second(second, ply, depth, &mut alpha, &mut beta)
        {
            return value;
        }
        // A value at or below this alpha is an upper bound, because the children were searched with this alpha.
        let old_alpha = alpha;
        // The depth of the record stays that of the parent's choice.
        let nominal_depth = depth;
        let extended = self.may_extend() && depth > 0 && self.is_extended(ply, (alpha, beta));
        let depth = depth + u8::from(extended);

        // 2. Evaluate a leaf, and search its noisy moves if it is not quiet.
        if depth == 0 {
            return self.leaf(ply, alpha, beta, known, second);
        }

        // 3. Search the moves of the refutation table and the transposition table before generating the others.
        let mut best_value = UNSEARCHED;
        let (mut best_move, mut hints) = (None, Hints::NONE);
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
                    // buckets of the next.
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
                        if suggested.contains(&Some(mv)) || of_second == Some(mv) {
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
            if self.table.uses_hints() {
                hints = self.hints(best_move, [suggested[0], suggested[1], of_second], first, beta > old_alpha + 1);
            }
            self.moves.end(first);
        } else if self.table.uses_hints() {
            let (before, none) = ([suggested[0], suggested[1], of_second], self.moves.last());
            hints = self.hints(best_move, before, none, beta > old_alpha + 1);
        }
        if let Some(best) = best_move {
            self.game.learn(ply, depth, best);
        }

        // 6. Offer the result to the table.
        let bound = if best_value <= old_alpha {
            if best_value <= G::LOWEST { Bound::Exact } else { Bound::Upper }
        } else if best_value >= beta {
            if best_value >= G::HIGHEST { Bound::Exact } else { Bound::Lower }
        } else {
            Bound::Exact
        };
        let record = Record {
            payload: match best_move {
                Some(_) if G::KEEPS_LINES => T::Payload::from_line(self.lines.best(at)),
                best => T::Payload::from_line(best.as_slice()),
            },
            score: G::score_to_table(best_value, ply),
            bound,
            depth: nominal_depth,
            nodes: u32::try_from(self.size - size_before).unwrap_or(u32::MAX),
        };
        let stored = if self.has_components() || self.table.uses_hints() {
            self.offer(ply, record, extended, hints)
        } else {
            self.table.store(self.game.keys()[0], record)
        };
        self.observer.store(&*self.game, &record.without_payload(), stored);
        if ply == 0 && best_move.is_some() {
            self.best = best_move.map(|best| (best, best_value));
        }
        best_value
    }

    /// Returns the score of a record if it is deep enough to end the node. Otherwise, narrows the window if bounds do.
    #[inline(always)]
    pub(crate) fn ended_by(
        &mut self,
        record: Option<Record<T::Payload>>,
        ply: u32,
        depth: u8,
        alpha: &mut Score,
        beta: &mut Score,
    ) -> Option<Score> {
        let record = record.filter(|record| record.depth >= depth && record.bound != Bound::None)?;
        if ply == 0 && !self.root_may_use(&record, *alpha, *beta) {
            return None;
        }
        let window = (*alpha, *beta);
        if record.bound == Bound::Exact {
            return Some(self.cut_off(ply, &record));
        } else if record.bound == Bound::Lower {
            *alpha = (*alpha).max(record.score);
        } else {
            *beta = (*beta).min(record.score);
        }
        if *alpha >= *beta {
            return Some(self.cut_off(ply, &record));
        }
        if self.bound_use == BoundUse::CutOff {
            (*alpha, *beta) = window;
        }
        None
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
        let narrows = (record.bound == Bound::Lower && record.score < beta)
            || (record.bound == Bound::Upper && record.score > alpha);
        best.is_some() || narrows
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
        if let Some(value) = self.game.outcome(0) {
            return checked::<G>(value);
        }
        if depth == 0 {
            return self.leaf(0, alpha, beta, None, None);
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
        let refutation = refutation.filter(|_| !self.options.has(SearchOption::NoRefutations));
        if known.is_none() && of_ancestor.is_some() {
            self.observer.guided();
            return [refutation, of_ancestor];
        }
        [refutation, of_table]
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
            self.lines.refute(mv);
            if self.options.has(SearchOption::OfferComponents) {
                self.mark_principal_variation(mv);
            }
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
    fn leaf(
        &mut self,
        ply: u32,
        mut alpha: Score,
        beta: Score,
        known: Option<Record<T::Payload>>,
        second: Option<Record<T::Payload>>,
    ) -> Score {
        let evaluation = checked::<G>(self.game.evaluate());
        let evaluation =
            if self.options.has(SearchOption::ProvedDraws) { Self::not_drawn(evaluation) } else { evaluation };
        let evaluation = match self.bound_use {
            BoundUse::CutOff => evaluation,
            BoundUse::Narrow => Self::confine(Self::confine(evaluation, known), second),
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
    pub(crate) fn child(&mut self, mv: G::Move, ply: u32, depth: u8, alpha: Score, beta: Score, first: bool) -> Score {
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

    /// Returns what the table knows of the position, or else of a reflection of it, without its moves.
    #[inline(always)]
    fn retrieve(&mut self, ply: u32) -> Known<T::Payload> {
        let game = &*self.game;
        let proved_draws = self.options.has(SearchOption::ProvedDraws);
        for (reflection, &key) in game.keys().iter().enumerate() {
            if let Some((record, second)) = self.table.probe_both(key) {
                self.table.hit(key);
                self.observer.look_up(game, Some(&Hit { reflection, key, record: record.without_payload() }));
                let seen = |mut record: Record<T::Payload>| {
                    if reflection > 0 {
                        record.payload = T::Payload::NONE;
                    }
                    debug_assert!(record.score >= -INFINITY, "a stored score of {} has no negation", record.score);
                    record.score = G::score_from_table(record.score, ply);
                    if proved_draws && G::DRAW == Some(record.score) {
                        record.depth = u8::MAX;
                    }
                    record
                };
                let record = seen(record);
                if G::KEEPS_LINES {
                    self.lines.remember(ply as usize, &record.payload.line());
                }
                return (Some(record), second.map(seen));
            }
        }
        self.observer.look_up(game, None);
        (None, None)
    }

    /// Ends a node with the score from the table, and adds the size of the subtree that the score replaces.
    #[inline]
    fn cut_off(&mut self, ply: u32, record: &Record<T::Payload>) -> Score {
        if G::KEEPS_LINES {
            self.lines.cut_off(ply as usize);
        }
        if self.hit_size == HitSize::Stored {
            self.size += u64::from(record.nodes) - 1;
        }
        self.observer.cutoff();
        record.score
    }

    /// Limits the evaluation of a leaf by the bound in the table.
    #[inline]
    fn confine(value: Score, known: Option<Record<T::Payload>>) -> Score {
        let Some(record) = known else { return value };
        if record.bound == Bound::Upper {
            value.min(record.score)
        } else if record.bound == Bound::Lower {
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
