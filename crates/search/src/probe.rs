//! Step 1 of the algorithm: what the table knows of a position, and what follows from it.

use tt::{Bound, Key, Payload as _, Record, Score};

use crate::{
    BoundUse, ChosenOptions, Game, GameTable, Hit, HitSize, INFINITY, Observer, PackedMoves, RootHit, Search, options,
};

/// The record of a position, and a second one if the table has one.
pub(crate) type Known<P> = (Option<Record<P>>, Option<Record<P>>);

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Returns what the table knows of the position, or else of a reflection of it, without its moves.
    #[inline(always)]
    pub(crate) fn retrieve(&mut self, ply: u32, depth: u8) -> Known<T::Payload> {
        let draws = self.draw_key(depth);
        let of_any_clock = self.known_at_any_clock(ply, draws);
        let is_identified = self.identify_if_needed(usize::MAX);
        let game = &*self.game;
        let keys = if is_identified { &self.identification.keys } else { game.keys() };
        let proved_draws = self.options.has(options::PROVED_DRAWS);
        for (reflection, key) in keys.iter().enumerate() {
            let key = Key(key.0 ^ draws.both());
            if C::ANY {
                self.identification.tell(reflection, &mut self.table);
            }
            if let Some((record, second)) = self.table.probe_both(key) {
                self.table.hit(key);
                self.observer.look_up(game, keys, Some(&Hit { reflection, key, record: record.without_payload() }));
                let seen = |mut record: Record<T::Payload>| {
                    if reflection > 0 {
                        record.payload = T::Payload::NONE;
                    }
                    debug_assert!(record.score >= -INFINITY, "a stored score of {} has no negation", record.score);
                    record.bound = self.bound_before_draw(&record, draws);
                    record.score = G::score_from_table(record.score, ply);
                    if proved_draws && G::DRAW == Some(record.score) {
                        record.depth = u8::MAX;
                    }
                    record
                };
                let (record, second) = (seen(record), second.map(seen).or(of_any_clock));
                if G::KEEPS_LINES {
                    self.lines.remember(ply as usize, &record.payload.line());
                }
                return (Some(record), second);
            }
        }
        self.observer.look_up(game, keys, None);
        (None, of_any_clock)
    }

    /// Returns the records of a position without those whose move is illegal: they belong to another position
    /// (`[Breuker 1998, 2.4.2]`).
    #[cold]
    #[inline(never)]
    pub(crate) fn without_illegal(&mut self, ply: u32, (first, second): Known<T::Payload>) -> Known<T::Payload> {
        let mut is_illegal = |record: Option<Record<T::Payload>>| {
            record.and_then(|record| record.payload.best()).is_some_and(|mv| !self.game.is_legal(mv))
        };
        let (is_first_refused, is_second_refused) = (is_illegal(first), is_illegal(second));
        if is_first_refused || is_second_refused {
            self.observer.refused();
        }
        let second = second.filter(|_| !is_second_refused);
        if !is_first_refused {
            return (first, second);
        }
        if G::KEEPS_LINES {
            self.lines.enter(ply as usize);
            if let Some(record) = second {
                self.lines.remember(ply as usize, &record.payload.line());
            }
        }
        (second, None)
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
        let record = record.filter(|record| self.is_deep_enough(record, depth) && record.bound != Bound::None)?;
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
            let score = self.cut_off(ply, &record);
            let is_hard = self.options.has(options::FAIL_HARD);
            return Some(if is_hard { score.clamp(window.0, window.1) } else { score });
        }
        if self.bound_use == BoundUse::CutOff {
            (*alpha, *beta) = window;
        }
        None
    }

    /// Returns whether a record can be used at this depth. The length of a line says nothing about that, but a score
    /// that no search can improve is final.
    #[inline(always)]
    pub(crate) fn is_deep_enough(&self, record: &Record<T::Payload>, depth: u8) -> bool {
        if self.measures_lines() {
            record.score >= G::HIGHEST || record.score <= G::LOWEST
        } else if self.options.has(options::EXACT_DEPTH) {
            record.depth == depth
        } else {
            record.depth >= depth
        }
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

    /// Ends a node with the score from the table, and adds the size of the subtree that the score replaces.
    #[inline]
    fn cut_off(&mut self, ply: u32, record: &Record<T::Payload>) -> Score {
        if G::KEEPS_LINES {
            self.lines.cut_off(ply as usize);
            if self.options.has(options::PV_TABLE) && record.bound == Bound::Exact {
                self.complete_line(ply);
            }
        }
        if self.hit_size == HitSize::Stored {
            self.size += u64::from(record.nodes) - 1;
        }
        if self.measures_lines() && self.options.has(options::DEPTH_LONGEST_TABLE_LINE) {
            self.longest[ply as usize] = record.depth;
        }
        self.observer.cutoff();
        record.score
    }
}
