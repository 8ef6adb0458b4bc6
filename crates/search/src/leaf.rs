//! Step 2 of the algorithm: the value of a leaf, by its evaluation or by quiescence, a search of its noisy moves.

use tt::{Bound, Record, Score};

use crate::alpha_beta::checked;
use crate::{BoundUse, ChosenOptions, Game, GameTable, INFINITY, Leaf, Observer, PackedMoves, Ranked, Search, options};

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Returns the value of a leaf: its evaluation, or the value of searching its noisy moves.
    #[inline(always)]
    pub(crate) fn leaf(
        &mut self,
        ply: u32,
        mut alpha: Score,
        beta: Score,
        known: Option<Record<T::Payload>>,
        second: Option<Record<T::Payload>>,
        size_before: u64,
    ) -> Score {
        let window = (alpha, beta);
        let mut best_move = None;
        let evaluation = checked::<G>(self.game.evaluate());
        let evaluation = if self.options.has(options::PROVED_DRAWS) { Self::not_drawn(evaluation) } else { evaluation };
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
            if self.options.has(options::STORE_QUIESCENCE)
                && let Some(best) = known.and_then(|record| record.payload.best())
            {
                self.moves.bring_forward(best);
            }
            let mut next = first;
            while best_value < beta
                && let Some(Ranked { mv, .. }) = self.moves.at(next)
            {
                next += 1;
                alpha = alpha.max(best_value);
                let undo = self.game.play(mv);
                if self.counts_quiescence() {
                    self.quiescence += 1;
                }
                let value = -self.alpha_beta(ply + 1, 0, -beta, -alpha);
                if self.follows_draws() {
                    self.follow_child(ply);
                }
                if self.counts_quiescence() {
                    self.quiescence -= 1;
                }
                self.game.undo(mv, undo);
                if self.stopped {
                    return 0;
                }
                if value > best_value {
                    best_value = value;
                    best_move = Some(mv);
                }
            }
            if self.options.has(options::FAIL_HARD) {
                best_value = best_value.clamp(window.0, window.1);
            }
        }
        if self.stores_leaf() && !matches!(leaf, Leaf::Over(_)) {
            let result = if leaf == Leaf::Quiet { (evaluation, None) } else { (best_value, best_move) };
            self.store_leaf(ply, result, leaf == Leaf::Quiet, window, size_before, first);
        }
        self.moves.end(first);
        best_value
    }

    /// Returns whether an option distinguishes the horizon from the nodes below it.
    #[inline(always)]
    fn counts_quiescence(&self) -> bool {
        self.options.has(options::STORE_LEAVES)
            || self.options.has(options::QUIESCENCE_TABLE_EVALUATES)
            || self.options.has(options::HORIZON_TWICE)
    }

    /// Returns whether an option says that a leaf is stored.
    #[inline(always)]
    fn stores_leaf(&self) -> bool {
        C::ANY
            && (self.options.has(options::STORE_QUIESCENCE)
                || self.options.has(options::STORE_LEAVES) && self.quiescence == 0)
    }

    /// Stores a leaf with the depth 0. The list of its moves, in the order of the search, starts at index `first`.
    ///
    /// A value at or below alpha says only that the value is not above alpha, because the game may have left out what
    /// cannot reach alpha. The evaluation of a leaf that is quiet for every window is its value.
    #[cold]
    #[inline(never)]
    fn store_leaf(
        &mut self,
        ply: u32,
        (value, best_move): (Score, Option<G::Move>),
        is_quiet: bool,
        (alpha, beta): (Score, Score),
        size_before: u64,
        first: usize,
    ) {
        let user = match self.table.reads_move_index() {
            _ if self.has_components() => self.components(ply, false),
            true => self.move_index(best_move, [None; 3], first),
            false => 0,
        };
        let is_exact = is_quiet && {
            let first = self.moves.begin();
            let leaf = self.game.expand_leaf(ply, value, (-INFINITY, INFINITY), &mut self.moves);
            self.moves.end(first);
            leaf == Leaf::Quiet
        };
        let has_failed_low = value <= alpha && !is_exact;
        let bound = match value {
            _ if self.is_score_of_path(ply) => Bound::None,
            _ if is_exact => Bound::Exact,
            _ if has_failed_low => Bound::Upper,
            _ if value >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        let best_move = best_move.filter(|_| !(has_failed_low && self.options.has(options::NO_FAIL_LOW_MOVE)));
        let record = Record {
            payload: T::Payload::from_line(best_move.as_slice()),
            score: G::score_to_table(if has_failed_low { alpha } else { value }, ply),
            bound,
            depth: 0,
            nodes: u32::try_from(self.size - size_before).unwrap_or(u32::MAX),
            is_pv: beta > alpha + 1,
            user,
        };
        let key = self.key(0);
        let stored = self.store(key, record);
        self.observer.store(&*self.game, key, &record.without_payload(), stored);
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
