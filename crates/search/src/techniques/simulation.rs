//! Scores that were found on another path: the treatment of the graph-history interaction by `[Kishimoto and Müller
//! 2004]`. Few searches have it, and the others should not be longer for it.
//!
//! A record is stored twice: for the position on its path, and for the position on any path. The score of the second
//! one is used only if a simulated search confirms it on the present path (`[Kawano 1996]`). At the nodes of the player
//! who is said to be well off, such a search plays only the moves that the table has; at those of the opponent, it
//! plays all moves.

use tt::{Bound, Key, Payload as _, Record, Score};

use crate::options::SIMULATE_PATHS;
use crate::{ChosenOptions, Expansion, Game, GameTable, Observer, PackedMoves, Search};

/// A statement about the value of a node.
#[derive(Clone, Copy)]
enum Claim {
    AtLeast(Score),
    AtMost(Score),
}

impl Claim {
    fn holds(self, value: Score) -> bool {
        match self {
            Self::AtLeast(limit) => value >= limit,
            Self::AtMost(limit) => value <= limit,
        }
    }

    /// Returns the same statement about a child, whose value is the opponent's.
    fn of_child(self) -> Self {
        match self {
            Self::AtLeast(limit) => Self::AtMost(-limit),
            Self::AtMost(limit) => Self::AtLeast(-limit),
        }
    }

    /// Returns what a record says about the statement; `None` if it does not decide it.
    fn decided_by(self, bound: Bound, score: Score) -> Option<bool> {
        let holds = self.holds(score);
        let is_decisive = match (bound, self) {
            (Bound::Exact, _) => true,
            (Bound::Lower, Self::AtLeast(_)) | (Bound::Upper, Self::AtMost(_)) => holds,
            (Bound::Lower, Self::AtMost(_)) | (Bound::Upper, Self::AtLeast(_)) => !holds,
            (Bound::None, _) => false,
        };
        is_decisive.then_some(holds)
    }
}

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Returns whether scores from other paths are used after a simulated search.
    #[inline(always)]
    pub(crate) fn simulates_paths(&self) -> bool {
        C::ANY && self.options.has(SIMULATE_PATHS)
    }

    /// Returns the key of the position on any path.
    fn key_on_any_path(&mut self) -> Key {
        Key(self.key(0).0 ^ self.key_of_path())
    }

    /// Returns what the table knows of the position on any path.
    fn retrieve_on_any_path(&mut self, ply: u32) -> Option<Record<T::Payload>> {
        let key = self.key_on_any_path();
        let mut record = self.known(key)?;
        self.table.hit(key);
        record.score = G::score_from_table(record.score, ply);
        Some(record)
    }

    /// Ends a node by the score of a record from another path, if it would end the node and is confirmed on this path.
    /// Otherwise, the record has a move to try first if that of this path has none.
    #[cold]
    #[inline(never)]
    pub(crate) fn ended_by_simulation(
        &mut self,
        ply: u32,
        depth: u8,
        (alpha, beta): (Score, Score),
        known: &mut Option<Record<T::Payload>>,
    ) -> Option<Score> {
        let record = self.retrieve_on_any_path(ply)?;
        let is_usable = ply > 0 && depth > 0 && self.is_deep_enough(&record, depth);
        let (is_low, is_high) = (record.score <= alpha, record.score >= beta);
        let found = match record.bound {
            _ if !is_usable => None,
            Bound::Lower | Bound::Exact if is_high => Some((beta, Bound::Lower)),
            Bound::Upper | Bound::Exact if is_low => Some((alpha, Bound::Upper)),
            Bound::Exact => Some((record.score, Bound::Exact)),
            _ => None,
        };
        if let Some((value, bound)) = found
            && (bound == Bound::Upper || self.is_confirmed(ply, depth, Claim::AtLeast(value)))
            && (bound == Bound::Lower || self.is_confirmed(ply, depth, Claim::AtMost(value)))
        {
            let key = self.key(depth);
            let score = G::score_to_table(value, ply);
            self.store(key, Record { score, bound, depth, ..record });
            self.observer.cutoff();
            return Some(value);
        }
        if known.is_none() {
            if G::KEEPS_LINES {
                self.lines.remember(ply as usize, &record.payload.line());
            }
            *known = Some(Record { bound: Bound::None, ..record });
        }
        None
    }

    /// Stores the record of a node for the position on any path.
    #[cold]
    #[inline(never)]
    pub(crate) fn store_on_any_path(&mut self, record: Record<T::Payload>) {
        let key = self.key_on_any_path();
        self.store(key, record);
    }

    /// Returns whether a simulated search of a node confirms a claim about its value. Its nodes count like others.
    fn is_confirmed(&mut self, ply: u32, depth: u8, claim: Claim) -> bool {
        if let Some(value) = self.game.outcome(ply) {
            return claim.holds(value);
        }
        let key = self.key(depth);
        let known = self.known(key);
        if let Some(record) = known
            && self.is_deep_enough(&record, depth)
            && let Some(is_true) = claim.decided_by(record.bound, G::score_from_table(record.score, ply))
        {
            return is_true;
        }
        if depth == 0 {
            let (alpha, beta) = match claim {
                Claim::AtLeast(limit) => (limit - 1, limit),
                Claim::AtMost(limit) => (limit, limit + 1),
            };
            return claim.holds(self.leaf(ply, alpha, beta, None, None, self.size - 1));
        }
        if let Claim::AtLeast(_) = claim {
            let of_path = known.and_then(|record| record.payload.best());
            let best = of_path.or_else(|| self.retrieve_on_any_path(ply)?.payload.best());
            return best.is_some_and(|mv| self.game.is_legal(mv) && self.is_confirmed_after(mv, ply, depth, claim));
        }
        let (first, size_before) = (self.moves.begin(), self.size - 1);
        let is_true = match self.game.expand(ply, &mut self.moves) {
            Expansion::Over(score) | Expansion::Decided { score, .. } => claim.holds(score),
            Expansion::Children => {
                let mut children = first..self.moves.last();
                children.all(|place| {
                    self.moves.at(place).is_some_and(|child| self.is_confirmed_after(child.mv, ply, depth, claim))
                })
            }
        };
        self.moves.end(first);
        if is_true && let Claim::AtMost(limit) = claim {
            let nodes = u32::try_from(self.size - size_before).unwrap_or(u32::MAX);
            let (payload, score) = (T::Payload::NONE, G::score_to_table(limit, ply));
            self.store(key, Record { payload, score, bound: Bound::Upper, depth, nodes, ..Record::default() });
        }
        is_true
    }

    /// Returns whether a claim about a node is confirmed by the position after a move.
    fn is_confirmed_after(&mut self, mv: G::Move, ply: u32, depth: u8, claim: Claim) -> bool {
        if self.nodes >= self.max_nodes || self.observer.wants_stop() {
            self.stopped = true;
            return false;
        }
        let undo = self.game.play(mv);
        self.nodes += 1;
        self.size += 1;
        self.observer.node(ply + 1);
        if G::KEEPS_LINES {
            self.lines.enter(ply as usize + 1);
        }
        let is_true = self.is_confirmed(ply + 1, depth - 1, claim.of_child());
        self.game.undo(mv, undo);
        is_true && !self.stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_decides_what_holds_for_every_value_that_it_allows() {
        const VALUES: std::ops::RangeInclusive<Score> = -4..=4;
        for (bound, score, limit) in [Bound::Exact, Bound::Lower, Bound::Upper]
            .into_iter()
            .flat_map(|bound| (-3..=3).flat_map(move |score| (-3..=3).map(move |limit| (bound, score, limit))))
        {
            let allowed = VALUES.filter(|value| match bound {
                Bound::Exact => *value == score,
                Bound::Lower => *value >= score,
                _ => *value <= score,
            });
            for claim in [Claim::AtLeast(limit), Claim::AtMost(limit)] {
                let mut answers: Vec<bool> = allowed.clone().map(|value| claim.holds(value)).collect();
                answers.dedup();
                let decided = <[bool; 1]>::try_from(answers).ok().map(|[answer]| answer);
                assert_eq!(claim.decided_by(bound, score), decided, "{bound:?} {score}, limit {limit}");
            }
        }
        assert_eq!(Claim::AtLeast(0).decided_by(Bound::None, 5), None);
    }
}
