//! The search of a node above the horizon, in numbered steps.

use ::search::{ChosenOptions as _, Observer};
use chess::Move;
use smallvec::SmallVec;
use tt::{Bound, Table};

use crate::draws;
use crate::exchange;
use crate::history::{History, PieceTo};
use crate::payload::Stores;
use crate::picker::{Hints, Picker, Stage, is_quiet};
use crate::record::Finding;
use crate::score::{DRAW, INFINITY, MATE, MATES, MOST, is_mate};
use crate::search::{ChessSearch, MAX_PLY};
use crate::technique::{Chosen, Techniques};

impl<P: Stores, T: Table<Payload = P>, C: Chosen, O: Observer> ChessSearch<'_, T, C, O> {
    /// Returns the score of the present position, `ply` plies below the root, from a search to `depth` plies: exact if
    /// it is between alpha and beta, and otherwise a bound. `is_cut` says that a score of at least beta is expected.
    #[expect(clippy::too_many_lines, reason = "the steps are read from first to last")]
    pub(crate) fn node(&mut self, ply: usize, mut depth: i32, mut alpha: i32, mut beta: i32, is_cut: bool) -> i32 {
        // Step 1. Extend checks; at the horizon, continue with quiescence.
        let is_root = ply == 0;
        let in_check = self.frame(ply).in_check;
        if in_check && !is_root && self.chosen.has(Techniques::CHECK_EXTENSIONS) {
            depth += 1;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(ply, alpha, beta);
        }

        // Step 2. Count the node, or stop.
        if !self.enter(ply) {
            return DRAW;
        }
        let is_pv = beta - alpha > 1;
        self.deepest = self.deepest.max(ply);
        if is_pv {
            self.frame_mut(ply).line.clear();
        }

        // Step 3. Draws, and mates that are already found.
        if !is_root {
            if draws::is_draw(&self.position, ply, self.chosen.has(Techniques::DEAD_DRAWS)) {
                return DRAW;
            }
            if alpha < DRAW
                && self.chosen.has(Techniques::UPCOMING_REPETITION)
                && self.position.halfmove_clock() >= 3
                && self.memory.reversible.can_repeat(&self.position, ply)
            {
                alpha = DRAW;
                if alpha >= beta {
                    return alpha;
                }
            }
            if self.chosen.has(Techniques::MATE_DISTANCE) {
                alpha = alpha.max(ply as i32 - MATE);
                beta = beta.min(MATE - ply as i32 - 1);
                if alpha >= beta {
                    return alpha;
                }
            }
        }

        // Step 4. The table.
        let excluded = self.frame(ply).excluded;
        let known = self.look_up(ply, depth, (alpha, beta), excluded.is_none());
        let cuts_off = !is_pv || !is_root && self.chosen.has(Techniques::PV_CUTOFFS);
        if cuts_off && excluded.is_none() && known.decides(depth, alpha, beta) {
            self.observer.cutoff();
            return known.score;
        }
        let was_pv = is_pv || known.is_pv;
        let is_table_capture = known.best.is_some_and(|mv| !is_quiet(&self.position, mv));

        // Step 5. The static evaluation, corrected by what searches found, and by the score of the record.
        let mut raw = None;
        let mut evaluation = -INFINITY;
        if in_check {
            self.frame_mut(ply).evaluation = None;
        } else if excluded.is_some() {
            evaluation = self.frame(ply).evaluation.unwrap_or_default();
        } else {
            let value = known.evaluation.unwrap_or_else(|| self.evaluate());
            raw = Some(value);
            evaluation = self.corrected(value);
            self.frame_mut(ply).evaluation = Some(evaluation);
            if self.chosen.has(Techniques::TABLE_EVALUATION) {
                evaluation = known.improve(evaluation);
            }
        }
        let before = if ply >= 2 { self.frame(ply - 2).evaluation } else { None };
        let is_improving = self.chosen.has(Techniques::IMPROVING)
            && !in_check
            && before.is_some_and(|before| self.frame(ply).evaluation > Some(before));

        // Step 6. Prune the node by its evaluation.
        if !is_pv && !in_check && excluded.is_none() && beta.abs() < MATES {
            // Reverse futility. `[Heinz 1998]`
            let margin = 90 * (depth - i32::from(is_improving));
            if self.chosen.has(Techniques::REVERSE_FUTILITY) && depth <= 8 && evaluation - margin >= beta {
                return if is_mate(evaluation) { beta } else { i32::midpoint(evaluation, beta) };
            }
            // Razoring. `[Heinz 1998]`
            if self.chosen.has(Techniques::RAZORING) && depth <= 3 && evaluation + 250 + 250 * depth * depth < alpha {
                let score = self.quiescence(ply, alpha, alpha + 1);
                if self.stopped || score <= alpha {
                    return score;
                }
            }
            // Null move. `[Donninger 1993]`
            if self.chosen.has(Techniques::NULL_MOVE)
                && depth >= 3
                && evaluation >= beta
                && ply >= self.null_from
                && self.memory.frames[ply + 1].played != PieceTo::NONE
                && draws::has_pieces(&self.position)
                && let Some(score) = self.null_move(ply, depth, beta, evaluation)
            {
                return score;
            }
            // ProbCut. `[Buro 1995]`
            if self.chosen.has(Techniques::PROBCUT)
                && depth >= 5
                && let Some(score) = self.probcut(ply, depth, beta, is_cut, &known, raw)
            {
                return score;
            }
        }

        // Step 7. Internal iterative reduction: without a move to try first, the node is worth less.
        if self.chosen.has(Techniques::IIR) && depth >= 4 && known.best.is_none() && excluded.is_none() {
            depth -= 1;
        }

        // Step 8. Try the moves in order.
        let path = self.path(ply);
        let counter =
            if self.chosen.has(Techniques::COUNTER_MOVES) { self.memory.history.counter(path[0]) } else { None };
        let killers = if self.chosen.has(Techniques::KILLERS) { self.frame(ply).killers } else { [None; 2] };
        let mut picker = Picker::all(Hints { of_table: known.best, known: [killers[0], killers[1], counter], path });
        self.frame_mut(ply + 1).killers = [None; 2];
        let player = self.position.to_move();
        let (mut best_score, mut best, mut bound) = (-INFINITY, None, Bound::Upper);
        let mut tried = 0;
        let (mut quiets, mut captures) = (SmallVec::<[Move; 64]>::new(), SmallVec::<[Move; 32]>::new());
        let may_defer = self.member.is_some_and(|member| member.may_defer(depth as u8)) && excluded.is_none();
        let mut deferred = SmallVec::<[(Move, Stage); 8]>::new();
        loop {
            let next = picker.next(&self.position, &self.memory.history, self.chosen);
            let is_put_off = next.is_none();
            let Some((mv, stage)) = next.or_else(|| deferred.pop()) else { break };
            if Some(mv) == excluded || is_root && !self.is_root_move(mv) {
                continue;
            }
            // Another thread is searching the move: try the others first (ABDADA, `[Weill 1996]`).
            if may_defer && !is_put_off && tried > 0 && self.is_searched_elsewhere(mv, depth) {
                deferred.insert(0, (mv, stage));
                continue;
            }
            tried += 1;
            let is_quiet = is_quiet(&self.position, mv);
            let rank = if is_quiet {
                self.memory.history.quiet(player, path).of(&self.position, mv, self.chosen)
            } else if self.chosen.has(Techniques::CAPTURE_HISTORY) {
                self.memory.history.capture(&self.position, mv)
            } else {
                0
            };
            let scale = self.memory.reductions.of(depth, tried);

            // Step 9. Prune the move near the horizon.
            if !is_root && best_score > -MATES && draws::has_pieces(&self.position) {
                let reduced = (depth - scale / 1024).max(1);
                if is_quiet {
                    if self.chosen.has(Techniques::LATE_MOVE_PRUNING)
                        && !is_pv
                        && tried > (3 + depth * depth) / (2 - i32::from(is_improving))
                    {
                        picker.skip_quiet();
                    }
                    if self.chosen.has(Techniques::FUTILITY)
                        && !in_check
                        && reduced <= 7
                        && evaluation + 120 + 90 * reduced <= alpha
                        && !picker.checks(&self.position).has(&self.position, mv)
                    {
                        continue;
                    }
                    if self.chosen.has(Techniques::HISTORY_PRUNING)
                        && stage == Stage::Quiet
                        && reduced <= 4
                        && rank < -4_000 * depth
                    {
                        picker.skip_quiet();
                        continue;
                    }
                }
                let margin = if is_quiet { -25 * reduced * reduced } else { -90 * depth };
                if self.chosen.has(Techniques::EXCHANGE_PRUNING)
                    && depth <= 9
                    && !matches!(stage, Stage::Table | Stage::GoodNoisy)
                    && !exchange::wins(&self.position, mv, margin)
                {
                    continue;
                }
            }

            // Step 10. Extend the move of the table if no other is nearly as good. `[Anantharaman 1990]`
            let mut extension = 0;
            if self.chosen.has(Techniques::SINGULAR_EXTENSIONS)
                && !is_root
                && stage == Stage::Table
                && depth >= 6
                && excluded.is_none()
                && known.depth >= depth - 3
                && known.bound.is_lower()
                && !is_mate(known.score)
                && ply < 2 * self.root_depth as usize
            {
                let lower = known.score - 2 * depth;
                self.frame_mut(ply).excluded = Some(mv);
                let score = self.node(ply, (depth - 1) / 2, lower - 1, lower, is_cut);
                self.frame_mut(ply).excluded = None;
                if self.stopped {
                    return DRAW;
                }
                if score < lower {
                    extension = 1;
                    let is_clear = !is_pv && score < lower - 20 && self.frame(ply).doubles < 6;
                    if is_clear && self.chosen.has(Techniques::DOUBLE_EXTENSIONS) {
                        extension = 2;
                    }
                } else if self.chosen.has(Techniques::MULTI_CUT) && lower >= beta {
                    return lower;
                } else if self.chosen.has(Techniques::NEGATIVE_EXTENSIONS) && (known.score >= beta || is_cut) {
                    extension = -1;
                }
            }

            // Step 11. Play the move.
            let nodes_before = self.nodes;
            let undo = self.play(ply, mv);
            if extension == 2 {
                self.frame_mut(ply + 1).doubles += 1;
            }
            let child = may_defer.then(|| self.position.key());
            if let (Some(child), Some(member)) = (child, self.member) {
                member.begin(child, depth as u8);
            }
            let gives_check = self.frame(ply + 1).in_check;
            let deep = depth - 1 + extension;
            let mut score = -INFINITY;

            // Step 12. Reduce late moves: search them with a minimal window and less deeply first.
            let is_late = tried > 1 + 2 * i32::from(is_root)
                && depth >= 2
                && self.chosen.has(Techniques::LATE_MOVE_REDUCTIONS)
                && (is_quiet || stage == Stage::BadNoisy);
            if is_late {
                let mut reduction = scale;
                reduction -= 1024 * i32::from(is_pv);
                reduction -= 1024 * i32::from(gives_check);
                reduction -= 1024 * i32::from(stage == Stage::Known);
                reduction += 1024 * i32::from(is_cut);
                reduction += 512 * i32::from(self.chosen.has(Techniques::IMPROVING) && !is_improving);
                if self.chosen.has(Techniques::MOVE_REDUCTIONS) {
                    reduction += 1024 * i32::from(is_table_capture);
                }
                if self.chosen.has(Techniques::PV_REDUCTIONS) {
                    reduction -= 1024 * i32::from(was_pv);
                }
                if self.chosen.has(Techniques::HISTORY_REDUCTIONS) {
                    reduction -= rank / 10;
                }
                let shallow = (deep - reduction / 1024).clamp(1, deep.max(1));
                score = -self.node(ply + 1, shallow, -alpha - 1, -alpha, true);
                if score > alpha && shallow < deep {
                    score = -self.node(ply + 1, deep, -alpha - 1, -alpha, !is_cut);
                }
            } else if !is_pv || tried > 1 {
                // Step 13. Search the other moves with a minimal window.
                score = -self.node(ply + 1, deep, -alpha - 1, -alpha, !is_cut);
            }

            // Step 14. Search the first move of a PV node, and those that are better, with the whole window.
            if is_pv && (tried == 1 || score > alpha) {
                score = -self.node(ply + 1, deep, -beta, -alpha, false);
            }
            self.undo(mv, undo);
            if let (Some(child), Some(member)) = (child, self.member) {
                member.end(child, depth as u8);
            }
            if self.stopped {
                return DRAW;
            }
            if is_root {
                self.add_effort(mv, self.nodes - nodes_before);
            }

            // Step 15. Compare the score with the best one.
            if score > best_score {
                best_score = score;
                if score > alpha || is_root && tried == 1 {
                    best = Some(mv);
                    if is_pv {
                        self.extend_line(ply, mv);
                    }
                    if is_pv && is_root {
                        self.line_score = score;
                    }
                } else if best.is_none() && self.chosen.has(Techniques::FAIL_LOW_MOVE) {
                    best = Some(mv);
                }
                if score > alpha {
                    bound = Bound::Exact;
                    if score >= beta {
                        bound = Bound::Lower;
                        self.learn(ply, depth, mv, is_quiet, &quiets, &captures);
                        break;
                    }
                    alpha = score;
                }
            }
            if is_quiet {
                quiets.push(mv);
            } else {
                captures.push(mv);
            }
        }

        // Step 16. Without a legal move, the game is over.
        if tried == 0 {
            return match excluded {
                Some(_) => alpha,
                None if in_check => ply as i32 - MATE,
                None => DRAW,
            };
        }

        // Step 17. Learn how wrong the evaluation was, and store the result.
        if excluded.is_none() && !(is_root && self.root_moves.is_some()) {
            if let Some(evaluation) = self.frame(ply).evaluation
                && self.chosen.has(Techniques::CORRECTION_HISTORY)
                && best.is_none_or(|mv| is_quiet(&self.position, mv))
                && !is_mate(best_score)
                && !(bound == Bound::Lower && best_score <= evaluation)
                && !(bound == Bound::Upper && best_score >= evaluation)
            {
                let structure = History::structure(&self.position);
                self.memory.history.learn_correction(structure, best_score - raw.unwrap_or(evaluation), depth);
            }
            let kept = if self.chosen.has(Techniques::KEEP_MOVE) { known.best } else { None };
            let stored = best.or(kept);
            let finding = Finding { best: stored, score: best_score, bound, depth, evaluation: raw, is_pv: was_pv };
            self.store(&known, ply, &finding);
        }
        best_score
    }

    /// Lets the opponent move twice in a row. Returns a score if even then beta is reached.
    fn null_move(&mut self, ply: usize, depth: i32, beta: i32, evaluation: i32) -> Option<i32> {
        let reduced = depth - 3 - depth / 3 - ((evaluation - beta) / 200).clamp(0, 3);
        self.frame_mut(ply).played = PieceTo::NONE;
        let doubles = self.frame(ply).doubles;
        let below = self.frame_mut(ply + 1);
        (below.in_check, below.doubles) = (false, doubles);
        let undo = self.position.play_null();
        let score = -self.node(ply + 1, reduced, -beta, 1 - beta, false);
        self.position.undo_null(undo);
        if self.stopped || score < beta {
            return self.stopped.then_some(DRAW);
        }
        let score = if score >= MATES { beta } else { score };
        if depth < 14 || !self.chosen.has(Techniques::NULL_VERIFICATION) || self.null_from > 0 {
            return Some(score);
        }
        // Verify the cut-off by a search in which this player may not pass. `[Tabibi and Netanyahu 2002]`
        self.null_from = ply + (3 * reduced.max(1) / 4) as usize;
        let verified = self.node(ply, reduced.max(1), beta - 1, beta, false);
        self.null_from = 0;
        (self.stopped || verified >= beta).then_some(score)
    }

    /// Tries whether a capture exceeds beta by a margin in a search that is four plies less deep.
    fn probcut(
        &mut self,
        ply: usize,
        depth: i32,
        beta: i32,
        is_cut: bool,
        known: &crate::record::Recalled,
        raw: Option<i32>,
    ) -> Option<i32> {
        let higher = beta + 180;
        if known.found && known.depth >= depth - 3 && known.score < higher {
            return None;
        }
        let evaluation = self.frame(ply).evaluation.unwrap_or(-MOST);
        let of_table = known.best.filter(|&mv| !is_quiet(&self.position, mv));
        let mut picker = Picker::noisy(of_table, higher - evaluation);
        while let Some((mv, stage)) = picker.next(&self.position, &self.memory.history, self.chosen) {
            if stage == Stage::Table && !exchange::wins(&self.position, mv, higher - evaluation) {
                continue;
            }
            let undo = self.play(ply, mv);
            let mut score = -self.quiescence(ply + 1, -higher, 1 - higher);
            if score >= higher {
                score = -self.node(ply + 1, depth - 4, -higher, 1 - higher, !is_cut);
            }
            self.undo(mv, undo);
            if self.stopped {
                return Some(DRAW);
            }
            if score >= higher {
                let (bound, depth) = (Bound::Lower, depth - 3);
                let finding = Finding { best: Some(mv), score, bound, depth, evaluation: raw, is_pv: false };
                self.store(known, ply, &finding);
                return Some(score);
            }
        }
        None
    }

    /// Learns from a cut-off by `mv`, before which other moves were tried in vain.
    fn learn(&mut self, ply: usize, depth: i32, mv: Move, is_quiet: bool, quiets: &[Move], captures: &[Move]) {
        let bonus = (16 * depth * depth).min(1_600);
        let path = self.path(ply);
        let player = self.position.to_move();
        if is_quiet {
            let killers = &mut self.frame_mut(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.memory.history.learn_counter(path[0], mv);
            for (quiet, bonus) in quiets.iter().map(|&quiet| (quiet, -bonus)).chain([(mv, bonus)]) {
                self.memory.history.learn_quiet(player, quiet, bonus);
                let now = PieceTo::of(&self.position, quiet);
                for earlier in path {
                    self.memory.history.learn_continuation(earlier, now, bonus);
                }
            }
        } else {
            self.memory.history.learn_capture(&self.position, mv, bonus);
        }
        for &capture in captures {
            self.memory.history.learn_capture(&self.position, capture, -bonus);
        }
    }

    /// Returns whether another thread is searching the position after a move.
    #[cold]
    fn is_searched_elsewhere(&self, mv: Move, depth: i32) -> bool {
        let child = self.position.key_after(mv);
        child.is_some_and(|child| self.member.is_some_and(|member| member.is_searched(child, depth as u8)))
    }

    /// Returns the static evaluation with what searches of similar positions found.
    #[inline]
    pub(crate) fn corrected(&self, evaluation: i32) -> i32 {
        if !self.chosen.has(Techniques::CORRECTION_HISTORY) {
            return evaluation;
        }
        let correction = self.memory.history.correction(History::structure(&self.position));
        (evaluation + correction).clamp(-MOST, MOST)
    }

    /// Puts a move before the best line of its child.
    pub(crate) fn extend_line(&mut self, ply: usize, mv: Move) {
        let [own, child] = &mut self.memory.frames[ply + 2..=ply + 3] else { return };
        own.line.clear();
        own.line.push(mv);
        own.line.extend_from_slice(&child.line);
    }

    fn is_root_move(&self, mv: Move) -> bool {
        self.root_moves.as_ref().is_none_or(|moves| moves.contains(&mv))
    }

    fn add_effort(&mut self, mv: Move, nodes: u64) {
        match self.efforts.iter_mut().find(|(root_move, _)| *root_move == mv) {
            Some((_, effort)) => *effort += nodes,
            None => self.efforts.push((mv, nodes)),
        }
    }
}
