//! Records a search by wrapping its game and its table and by observing it.
//!
//! The game, the table and the observer report to one [`Log`]. They do not change any result, so the search visits the
//! same nodes as without recording.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use schemes::Found;
use schemes::{TranspositionTable, UsedSlot};
use search::{Expansion, Game, Hit, Leaf, Moves, ObservedPosition, Observer, PackedMoves, Score};
use tt::{Inspect, Key, Record, Stored, Table};

use crate::game::ShownGame;
use crate::log::Log;
use crate::state::{self, Probed};
use crate::trace::{Also, End, EventKind, ShownRecord};

/// A wrapper for a game that reports moves, and the results of expanding and evaluating positions.
pub(crate) struct RecordedGame<'a, G> {
    pub(crate) game: G,
    pub(crate) log: &'a RefCell<Log>,
}

impl<G: ShownGame> Game for RecordedGame<'_, G> {
    type Move = G::Move;
    type Undo = G::Undo;

    const LOWEST: Score = G::LOWEST;
    const HIGHEST: Score = G::HIGHEST;

    fn keys(&self) -> &[Key] {
        self.game.keys()
    }

    fn play(&mut self, mv: G::Move) -> G::Undo {
        let (name, squares) = (self.game.name(mv), self.game.squares(mv));
        let undo = self.game.play(mv);
        self.log.borrow_mut().play(&self.game, name, squares);
        undo
    }

    fn undo(&mut self, mv: G::Move, undo: G::Undo) {
        self.game.undo(mv, undo);
        self.log.borrow_mut().undo();
    }

    fn expand(&mut self, ply: u32, moves: &mut Moves<G::Move>) -> Expansion<G::Move> {
        let expansion = self.game.expand(ply, moves);
        let mut log = self.log.borrow_mut();
        match expansion {
            Expansion::Children => {}
            Expansion::Decided { score, by } => log.decided(score, &self.game.name(by)),
            Expansion::Over(score) => log.end(score, End::Over, EventKind::Over, "is the end of the game"),
        }
        expansion
    }

    fn keys_after(&self, mv: G::Move, visit: impl FnMut(Key)) {
        self.game.keys_after(mv, visit);
    }

    fn evaluate(&self) -> Score {
        self.game.evaluate()
    }

    fn expand_leaf(&mut self, ply: u32, evaluation: Score, window: (Score, Score), moves: &mut Moves<G::Move>) -> Leaf {
        let leaf = self.game.expand_leaf(ply, evaluation, window, moves);
        debug_assert_eq!(leaf, Leaf::Quiet, "the leaves of these games are quiet");
        let mut log = self.log.borrow_mut();
        debug_assert_eq!((log.top().alpha, log.top().beta), window, "the window of a node follows from its parent's");
        log.end(evaluation, End::Leaf, EventKind::Leaf, "is a leaf at depth 0 and is evaluated");
        leaf
    }

    fn begin_iteration(&mut self, depth: u8) {
        self.game.begin_iteration(depth);
    }

    fn learn(&mut self, ply: u32, depth: u8, best: G::Move) {
        self.game.learn(ply, depth, best);
    }

    fn score_to_table(score: Score, ply: u32) -> Score {
        G::score_to_table(score, ply)
    }

    fn score_from_table(score: Score, ply: u32) -> Score {
        G::score_from_table(score, ply)
    }

    fn is_legal(&mut self, mv: G::Move) -> bool {
        self.game.is_legal(mv)
    }
}

/// A wrapper for a table, or for no table, that reports probes and stores.
pub(crate) struct RecordedTable<'a, G: ShownGame> {
    pub(crate) table: Option<TranspositionTable<G::Kept>>,
    /// The game at the root position, which provides the names of moves.
    pub(crate) root: G,
    pub(crate) log: &'a RefCell<Log>,
}

impl<G: ShownGame> RecordedTable<'_, G> {
    /// Returns a record as it is shown, for the position with this number.
    fn resident(&self, record: &Record<G::Kept>, position: usize) -> ShownRecord {
        ShownRecord {
            position,
            bound: record.bound,
            score: record.score,
            depth: record.depth,
            nodes: record.nodes,
            best: record.payload.best().map(|best| self.root.name(best)),
            also: None,
            note: String::new(),
        }
    }

    /// Returns what the table shows after an operation on a key: all slots, or only the position if the table has no
    /// size.
    fn shown(&self, key: Key) -> Vec<state::ShownSlot> {
        let Some(table) = &self.table else { return Vec::new() };
        if !table.scheme().has_size() {
            let shown = |record| state::ShownSlot {
                slot: 0,
                identity: table.identity(key),
                resident: self.resident(&record, usize::MAX),
            };
            return table.probe(key).map(shown).into_iter().collect();
        }
        let shown = |used: UsedSlot<Record<G::Kept>>| {
            let also = used.second.map(|second| Also::from(&self.resident(&second, usize::MAX)));
            let resident = ShownRecord { also, note: used.note, ..self.resident(&used.record, usize::MAX) };
            state::ShownSlot { slot: used.slot, identity: used.identity, resident }
        };
        table.used_slots().into_iter().map(shown).collect()
    }
}

impl<G: ShownGame> Table for RecordedTable<'_, G> {
    type Payload = G::Kept;

    fn probe(&self, key: Key) -> Option<Record<G::Kept>> {
        self.probe_both(key).map(|(record, _)| record)
    }

    fn probe_both(&self, key: Key) -> Option<Found<G::Kept>> {
        let table = self.table.as_ref()?;
        let found = table.probe_both(key);
        let resident = |record: &Record<G::Kept>| self.resident(record, usize::MAX);
        self.log.borrow_mut().probed.push(Probed {
            identity: table.identity(key),
            slots: table.slots_of(key),
            found: found.as_ref().map(|(record, second)| (resident(record), second.as_ref().map(resident))),
        });
        found
    }

    fn store(&mut self, key: Key, record: Record<G::Kept>) -> Stored {
        let mut log = self.log.borrow_mut();
        let new = self.resident(&record, log.top().position);
        let Some(table) = &mut self.table else {
            log.stored(None, new, Stored::Ignored, Vec::new());
            return Stored::Ignored;
        };
        let probed = Probed { identity: table.identity(key), slots: table.slots_of(key), found: None };
        let stored = table.store(key, record);
        log.stored(Some(probed), new, stored, self.shown(key));
        stored
    }

    fn reads_move_index(&self) -> bool {
        self.table.as_ref().is_some_and(Table::reads_move_index)
    }

    fn identify(&mut self, encoding: &[u8]) {
        if let Some(table) = &mut self.table {
            table.identify(encoding);
        }
    }

    fn prefetch(&self, key: Key) {
        if let Some(table) = &self.table {
            table.prefetch(key);
        }
    }

    fn hit(&mut self, key: Key) {
        if let Some(table) = &mut self.table {
            table.hit(key);
            let shown = self.shown(key);
            self.log.borrow_mut().after_hit = shown;
        }
    }
}

/// An observer that reports the nodes and the look-ups of the search, and stops it on request.
pub(crate) struct LogObserver<'a> {
    pub(crate) log: &'a RefCell<Log>,
    pub(crate) stop: &'a AtomicBool,
}

impl Observer for LogObserver<'_> {
    fn wants_stop(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn node(&mut self, ply: u32) {
        self.log.borrow_mut().enter(ply);
    }

    fn look_up<P: ObservedPosition>(&mut self, _: &P, _: &[Key], found: Option<&Hit>) {
        let mut log = self.log.borrow_mut();
        debug_assert_eq!(found.is_some(), log.probed.last().is_some_and(|last| last.found.is_some()));
        log.looked_up();
    }

    fn cutoff(&mut self) {
        debug_assert!(self.log.borrow_mut().top().value.is_some(), "the record was seen to end the node");
    }
}
