//! Quiescence: below the horizon, only captures and promotions are searched, and every move of a player in check. Its
//! steps are numbered like those of a node.

use ::search::Observer;
use tt::{Bound, Table};

use crate::draws;
use crate::exchange;
use crate::history::PieceTo;
use crate::payload::Stores;
use crate::picker::{Hints, Picker, Stage};
use crate::record::Finding;
use crate::score::{DRAW, INFINITY, MATE, MATES};
use crate::search::{ChessSearch, MAX_PLY};
use crate::technique::{Chosen, Techniques};

/// What a capture may gain besides the captured piece.
const MARGIN: i32 = 150;

impl<P: Stores, T: Table<Payload = P>, C: Chosen, O: Observer> ChessSearch<'_, T, C, O> {
    /// Returns the score of the present position after all captures that matter.
    #[expect(clippy::too_many_lines, reason = "the steps are read from first to last")]
    pub(crate) fn quiescence(&mut self, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        // Step Q1. Count the node, or stop.
        if !self.enter(ply) {
            return DRAW;
        }
        self.deepest = self.deepest.max(ply);
        let is_pv = beta - alpha > 1;
        if is_pv {
            self.frame_mut(ply).line.clear();
        }

        // Step Q2. Draws, and lines that are too long.
        if draws::is_draw(&self.position, ply, self.chosen.has(Techniques::DEAD_DRAWS)) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }

        // Step Q3. The table.
        let known = self.look_up(ply, 0, (alpha, beta), self.chosen.has(Techniques::QUIESCENCE_PROBE));
        let is_decided = !is_pv && known.decides(0, alpha, beta);
        if is_decided {
            self.observer.cutoff();
        }
        if self.chosen.has(Techniques::QUIESCENCE_PROBE) {
            self.observer.was_not_interior(known.found, is_decided);
        }
        if is_decided {
            return known.score;
        }

        // Step Q4. The static evaluation is a lower bound ("stand pat"), because the player need not capture.
        let in_check = self.frame(ply).in_check;
        let mut raw = None;
        let mut best_score = ply as i32 - MATE;
        if !in_check {
            let evaluation = known.evaluation.unwrap_or_else(|| self.evaluate());
            raw = Some(evaluation);
            best_score = self.corrected(evaluation);
            if self.chosen.has(Techniques::TABLE_EVALUATION) {
                best_score = known.improve(best_score);
            }
            if best_score >= beta {
                return best_score;
            }
            alpha = alpha.max(best_score);
        }
        let futility = best_score + MARGIN;

        // Step Q5. Try the captures that lose no material by static exchange, or in check every move.
        let mut picker = if in_check {
            Picker::all(Hints { of_table: known.best, known: [None; 3], path: self.path(ply) })
        } else {
            let is_noisy = |&mv: &chess::Move| !crate::picker::is_quiet(&self.position, mv);
            let threshold = if self.chosen.has(Techniques::QUIESCENCE_EXCHANGES) { 0 } else { -INFINITY };
            Picker::noisy(known.best.filter(is_noisy), threshold)
        };
        let (mut best, mut bound) = (None, Bound::Upper);
        while let Some((mv, stage)) = picker.next(&self.position, &self.memory.history, self.chosen) {
            if in_check && best_score > -MATES {
                // Step Q6. One quiet move that avoids the mate is enough, and captures that lose material are not.
                if stage == Stage::BadNoisy {
                    break;
                }
                picker.skip_quiet();
                if matches!(stage, Stage::Quiet | Stage::Known) {
                    continue;
                }
            }
            // Step Q7. Skip captures that cannot raise the evaluation to alpha.
            if !in_check
                && self.chosen.has(Techniques::QUIESCENCE_FUTILITY)
                && mv.promotion().is_none()
                && futility + exchange::captured(&self.position, mv) <= alpha
            {
                best_score = best_score.max(futility + exchange::captured(&self.position, mv));
                continue;
            }

            // Step Q8. Search the move, and compare its score.
            let undo = self.play(ply, mv);
            let score = -self.quiescence(ply + 1, -beta, -alpha);
            self.undo(mv, undo);
            if self.stopped {
                return DRAW;
            }
            if score <= best_score {
                continue;
            }
            best_score = score;
            if score <= alpha {
                continue;
            }
            best = Some(mv);
            if is_pv {
                self.extend_line(ply, mv);
            }
            if score >= beta {
                bound = Bound::Lower;
                break;
            }
            alpha = score;
        }
        self.frame_mut(ply).played = PieceTo::NONE;

        // Step Q9. Store the node.
        if self.chosen.has(Techniques::QUIESCENCE_STORE) {
            let best = best.or(known.best);
            self.store(&known, ply, &Finding { best, score: best_score, bound, depth: 0, evaluation: raw, is_pv });
        }
        best_score
    }
}
