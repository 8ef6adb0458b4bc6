//! What a node asks the table, and what it tells it.

use ::search::{Hit, ObservedPosition, Observer, Whole};
use chess::{Move, Position};
use tt::{Bound, Key, Record, Score, Table};

use crate::draws;
use crate::payload::Stores;
use crate::score::MATE;
use crate::search::ChessSearch;
use crate::technique::{Chosen, Techniques};

/// A position as observers see it.
struct At<'a>(&'a Position);

impl ObservedPosition for At<'_> {
    fn whole(&self, _: usize) -> Option<Whole> {
        Some(self.0.encoding().into())
    }

    fn score_to_table(score: Score, ply: u32) -> Score {
        chess::mate_to_table(score, ply)
    }

    fn score_from_table(score: Score, ply: u32) -> Score {
        chess::mate_from_table(score, ply)
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy)]
pub(crate) struct Recalled {
    /// The key under which the position is stored.
    pub(crate) key: Key,
    /// The nodes of the search before this one.
    nodes_before: u64,
    /// Whether there is a record.
    pub(crate) found: bool,
    /// The best move, which is legal.
    pub(crate) best: Option<Move>,
    /// The score relative to the root, and what it says.
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
    pub(crate) evaluation: Option<i32>,
    pub(crate) is_pv: bool,
}

/// The depth of a quiescence search in the table; a search to depth 1 has 1.
const QUIESCENCE: i32 = 0;

impl Recalled {
    /// Returns whether the record decides a node with this window, which needs a search to `depth` plies.
    #[inline]
    pub(crate) fn decides(&self, depth: i32, alpha: i32, beta: i32) -> bool {
        self.found && self.depth >= depth && self.ends(alpha, beta)
    }

    /// Returns the evaluation, improved by the score of the record.
    #[inline]
    pub(crate) fn improve(&self, evaluation: i32) -> i32 {
        if self.found && self.ends(evaluation - 1, evaluation + 1) { self.score } else { evaluation }
    }

    /// Returns whether the score ends a search with this window, at whatever depth it was found.
    #[inline]
    fn ends(&self, alpha: i32, beta: i32) -> bool {
        self.bound.decides(self.score as Score, (alpha as Score, beta as Score))
    }
}

impl<P: Stores, T: Table<Payload = P>, C: Chosen, O: Observer> ChessSearch<'_, T, C, O> {
    /// Looks up the present position, whose node was just entered, and which will be searched to `depth` plies.
    #[inline]
    pub(crate) fn look_up(&mut self, ply: usize, depth: i32, window: (i32, i32), is_wanted: bool) -> Recalled {
        let mut key = self.position.key();
        if self.chosen.has(Techniques::DRAW_KEYS) {
            key = Key(key.0 ^ draws::salt(self.played, &self.position, depth));
        }
        let mut known = Recalled {
            key,
            nodes_before: self.nodes - 1,
            found: false,
            best: None,
            score: 0,
            bound: Bound::None,
            depth: 0,
            evaluation: None,
            is_pv: false,
        };
        if !is_wanted {
            return known;
        }
        let window = (window.0 as Score, window.1 as Score);
        self.observer.will_look_up(ply as u32, depth.max(0) as u8, window);
        let Some(record) = self.table.probe(key) else {
            self.observer.look_up(&At(&self.position), &[key], None);
            return known;
        };
        let hit = Hit { reflection: 0, key, record: record.without_payload() };
        self.observer.look_up(&At(&self.position), &[key], Some(&hit));
        self.table.hit(key);
        known.found = true;
        known.best = record.payload.best().filter(|&mv| self.position.is_legal(mv));
        known.score = chess::mate_from_table(record.score, ply as u32).into();
        known.bound = record.bound;
        if self.chosen.has(Techniques::DRAW_KEYS) {
            known.bound = draws::bound_in_time(&self.position, record.bound, record.score);
        }
        known.depth = record.depth.into();
        known.is_pv = record.is_pv;
        if self.chosen.has(Techniques::STORED_EVALUATION) {
            known.evaluation = record.payload.evaluation().map(i32::from);
        }
        known
    }

    /// Stores a result.
    #[inline]
    pub(crate) fn store(&mut self, known: &Recalled, ply: usize, finding: &Finding) {
        let &Finding { best, score, bound, depth, evaluation, is_pv } = finding;
        let keeps_deeper = self.chosen.has(Techniques::KEEP_DEEPER);
        if keeps_deeper && known.found && known.depth > depth + 4 && bound != Bound::Exact {
            return;
        }
        let evaluation = evaluation.filter(|_| self.chosen.has(Techniques::STORED_EVALUATION));
        let record = Record {
            payload: P::pack(best, evaluation.map(|evaluation| evaluation as i16)),
            score: chess::mate_to_table(score.clamp(-MATE, MATE) as Score, ply as u32),
            bound,
            depth: depth.max(QUIESCENCE) as u8,
            nodes: u32::try_from(self.nodes - known.nodes_before).unwrap_or(u32::MAX),
            is_pv,
            ..Record::default()
        };
        let stored = self.table.store(known.key, record);
        self.observer.store(&At(&self.position), known.key, &record.without_payload(), stored);
    }
}

/// What a node stores.
#[derive(Clone, Copy)]
pub(crate) struct Finding {
    pub(crate) best: Option<Move>,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
    /// The static evaluation without corrections.
    pub(crate) evaluation: Option<i32>,
    pub(crate) is_pv: bool,
}
