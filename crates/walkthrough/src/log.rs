//! The log of a recorded search: the nodes, the events and the state of the table after each of them.

use std::collections::BTreeMap;

use schemes::Scheme;
use search::Score;
use tt::{Bound, Stored};

use crate::counters::{Counter, Counters};
use crate::game::ShownGame;
use crate::sentences;
use crate::state::{Probed, ShownSlot, TableState, Update};
use crate::trace::{End, EventKind, Missed, ShownRecord, TraceEvent, TraceNode, Visited};
use crate::uses::RecordUse;

/// The state of the recording.
pub(crate) struct Log {
    pub(crate) positions: Vec<Visited>,
    pub(crate) nodes: Vec<TraceNode>,
    pub(crate) events: Vec<TraceEvent>,
    pub(crate) totals: Counters,
    /// The maximum number of events to record.
    max_events: usize,
    /// The number of events so far.
    steps: usize,
    /// The scheme and the state of the table.
    pub(crate) table: Option<(Scheme, TableState)>,
    players: [&'static str; 2],
    /// The nodes on the path from the root to the current node.
    path: Vec<Frame>,
    /// The number of moves played.
    played: usize,
    /// The position that the search is about to enter.
    arrival: Arrival,
    depth: u8,
    window: (Score, Score),
    /// The numbers of the visited positions, by board and player to move.
    numbers: BTreeMap<(String, usize), usize>,
    /// The look-ups since the current node was entered.
    pub(crate) probed: Vec<Probed>,
    /// What the table shows after it was told of a hit.
    pub(crate) after_hit: Vec<ShownSlot>,
}

/// A node on the path from the root.
pub(crate) struct Frame {
    /// The number of the node, unless it is not recorded because the limit of events was reached.
    node: Option<usize>,
    pub(crate) position: usize,
    mover: usize,
    depth: u8,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// The best value of the children so far, with the move.
    best: Option<(Score, String)>,
    /// The value of the node for its parent, once it is known.
    pub(crate) value: Option<Score>,
    mv: Option<String>,
    decided: bool,
}

#[derive(Default)]
struct Arrival {
    mv: Option<String>,
    squares: Vec<u32>,
    pub(crate) position: usize,
    mover: usize,
}

impl Log {
    /// Creates a log for a search of `game`, at its root position, to `depth` plies.
    pub(crate) fn new<G: ShownGame>(game: &G, table: Option<(Scheme, TableState)>, depth: u8, events: usize) -> Self {
        let mut log = Self {
            positions: Vec::new(),
            nodes: Vec::new(),
            events: Vec::new(),
            totals: Counters::default(),
            max_events: events,
            steps: 0,
            table,
            players: G::PLAYERS,
            path: Vec::new(),
            played: 0,
            arrival: Arrival::default(),
            depth,
            window: (G::LOWEST, G::HIGHEST),
            numbers: BTreeMap::new(),
            probed: Vec::new(),
            after_hit: Vec::new(),
        };
        log.arrive(game, None, Vec::new());
        log
    }

    /// Returns whether some events were not recorded.
    pub(crate) fn is_cut(&self) -> bool {
        self.steps > self.events.len()
    }

    /// Returns whether the next event is recorded.
    fn records(&self) -> bool {
        self.steps < self.max_events
    }

    fn arrive<G: ShownGame>(&mut self, game: &G, mv: Option<String>, squares: Vec<u32>) {
        let (cells, mover) = (game.cells(), game.mover());
        let next = self.numbers.len();
        let position = *self.numbers.entry((cells.clone(), mover)).or_insert(next);
        if position == self.positions.len() && self.records() {
            self.positions.push(Visited { cells, mover });
        }
        self.arrival = Arrival { mv, squares, position, mover };
    }

    pub(crate) fn play<G: ShownGame>(&mut self, game: &G, mv: String, squares: Vec<u32>) {
        self.played += 1;
        self.arrive(game, Some(mv), squares);
    }

    /// Records that a move is undone. The node after the move has a value, unless the search was stopped.
    pub(crate) fn undo(&mut self) {
        let child = self.path.drain(self.played..).next();
        self.played -= 1;
        let Some((child, parent)) = child.zip(self.path.last_mut()) else { return };
        let (Some(value), Some(mv)) = (child.value, child.mv) else { return };
        if parent.best.as_ref().is_none_or(|(best, _)| -value > *best) {
            parent.best = Some((-value, mv));
        }
    }

    /// Records that a node is entered.
    ///
    /// The window of a child follows from the window of its parent and the best value so far.
    pub(crate) fn enter(&mut self, ply: u32) {
        let (depth, (alpha, beta)) = match self.path.last() {
            None => (self.depth, self.window),
            Some(parent) => {
                let alpha = parent.best.as_ref().map_or(parent.alpha, |(best, _)| parent.alpha.max(*best));
                (parent.depth - 1, (-parent.beta, -alpha))
            }
        };
        let Arrival { mv, squares, position, mover } = std::mem::take(&mut self.arrival);
        let mut node = None;
        if self.records() {
            node = Some(self.nodes.len());
            self.nodes.push(TraceNode {
                parent: self.path.last().and_then(|parent| parent.node),
                mv: mv.clone(),
                squares,
                ply,
                position,
                depth,
                alpha,
                beta,
                enter: self.steps + 1,
                leave: None,
                value: None,
                bound: Bound::None,
                end: None,
                lost_hit: false,
            });
        }
        let (best, value, decided) = (None, None, false);
        self.path.push(Frame { node, position, mover, depth, alpha, beta, best, value, mv, decided });
        self.probed.clear();
    }

    pub(crate) fn top(&mut self) -> &mut Frame {
        self.path.last_mut().expect("the search reports what happens at a node after it has entered the node")
    }

    /// Counts an event, and records it if there is room.
    fn push(&mut self, event: impl FnOnce(&Self) -> TraceEvent, adds: &[Counter]) {
        adds.iter().for_each(|&counter| self.totals.add(counter));
        if self.records() {
            let event = TraceEvent { adds: adds.to_vec(), ..event(self) };
            self.events.push(event);
        }
        self.steps += 1;
    }

    /// Returns an event at the current node.
    fn event(&self, kind: EventKind, text: String) -> TraceEvent {
        let node = self.path.last().and_then(|frame| frame.node).unwrap_or_default();
        TraceEvent {
            node,
            kind,
            text,
            adds: Vec::new(),
            buckets: Vec::new(),
            found: Vec::new(),
            changes: Vec::new(),
            lost: Vec::new(),
            missed: None,
        }
    }

    /// Records that the next event gives the current node its value.
    fn leave(&mut self, value: Score, bound: Bound, end: End) {
        let (step, records) = (self.steps + 1, self.records());
        let frame = self.top();
        frame.value = Some(value);
        if let Some(node) = frame.node.filter(|_| records) {
            let node = &mut self.nodes[node];
            (node.leave, node.value, node.bound, node.end) = (Some(step), Some(value), bound, Some(end));
        }
    }

    /// Returns a text of the next event; an empty one if the event is not recorded, because texts take time.
    fn text(&self, text: impl FnOnce(&Self) -> String) -> String {
        if self.records() { text(self) } else { String::new() }
    }

    /// Describes how the search reached the current node.
    fn way(&self) -> String {
        let Some(frame) = self.path.last() else { return String::new() };
        let position = sentences::position(frame.position);
        match (&frame.mv, self.path.len().checked_sub(2).map(|parent| &self.path[parent])) {
            (Some(mv), Some(parent)) => {
                format!("{} plays {mv}, which leads to {position}.", self.players[parent.mover])
            }
            _ => format!("The search begins at {position}, where {} is to move.", self.players[frame.mover]),
        }
    }

    /// Records that the current position was looked up under the probed keys. If it was found, the last of these keys
    /// found it.
    pub(crate) fn looked_up(&mut self) {
        let probed = std::mem::take(&mut self.probed);
        let Some((_, table)) = &self.table else {
            let text = self.text(Self::way);
            return self.push(|log| log.event(EventKind::Enter, text), &[Counter::Nodes]);
        };
        let buckets = table.places.groups(probed.iter().flat_map(|probed| probed.slots.iter().copied()));
        let looked = self.text(|_| table.places.list(&buckets));
        match probed.last().and_then(|probed| Some((probed, probed.found.clone()?))) {
            Some((last, found)) => self.hit(last, found, buckets, &looked),
            None => self.miss(&probed, buckets, &looked),
        }
    }

    fn miss(&mut self, probed: &[Probed], buckets: Vec<usize>, looked: &str) {
        let lost = self.table.as_ref().and_then(|(_, table)| table.lost(probed));
        let (depth, position) = (self.top().depth, self.top().position);
        let Some((resident, loss)) = lost else {
            let text = self.text(|log| format!("{} Miss: not found in {looked}, and never stored before.", log.way()));
            let event = |log: &Self| TraceEvent { buckets, ..log.event(EventKind::Miss, text) };
            return self.push(event, &[Counter::Nodes, Counter::Probes]);
        };
        let window = (self.top().alpha, self.top().beta);
        let missed = Missed {
            position: resident.position,
            step: loss.step,
            to: loss.to,
            rejected: loss.rejected,
            cut_off: RecordUse::of(&resident, depth, window) == RecordUse::CutOff,
        };
        if let Some(node) = self.top().node {
            self.nodes[node].lost_hit = true;
        }
        let text = self.text(|log| format!("{} {}", log.way(), sentences::missed(&missed, position, looked)));
        let lost = vec![resident];
        let event =
            |log: &Self| TraceEvent { buckets, missed: Some(missed), lost, ..log.event(EventKind::LostHit, text) };
        let adds = [Counter::Nodes, Counter::Probes, Counter::LostHits, Counter::LostCutOffs];
        self.push(event, if missed.cut_off { &adds } else { &adds[..3] });
    }

    fn hit(
        &mut self,
        probed: &Probed,
        (mut first, mut second): (ShownRecord, Option<ShownRecord>),
        buckets: Vec<usize>,
        looked: &str,
    ) {
        let (shown, way) = (std::mem::take(&mut self.after_hit), self.text(Self::way));
        let (depth, position) = (self.top().depth, self.top().position);
        let window = (self.top().alpha, self.top().beta);
        let records = self.records();
        let (_, table) = self.table.as_mut().expect("a table found the position");
        let number = table.number(probed.identity).unwrap_or(position);
        let before = table.slots_of(probed);
        let update = table.update(probed.identity, number, shown);
        let found = table.slots_of(probed);
        first.position = number;
        second.iter_mut().for_each(|second| second.position = number);
        let (usefulness, by_second) = RecordUse::of_both(&first, second.as_ref(), depth, window);
        let sentence = sentences::HitSentence {
            places: &table.places,
            before: &before,
            found: &found,
            note: found.first().and_then(|&slot| table.at(slot)).map_or("", |resident| resident.note.as_str()),
            is_changed: !update.changes.is_empty(),
            position,
            first: &first,
            second: second.as_ref(),
            depth,
            window,
            usefulness,
            looked,
        };
        let text = if records { format!("{way} {}", sentence.sentences()) } else { String::new() };
        let mut adds = vec![Counter::Nodes, Counter::Probes, Counter::Hits];
        let mut kind = EventKind::Hit;
        match usefulness {
            RecordUse::CutOff => {
                adds.push(Counter::CutOffs);
                kind = EventKind::CutOff;
                let resident = second.filter(|_| by_second).unwrap_or(first);
                self.leave(resident.score, resident.bound, End::Table);
            }
            RecordUse::Narrows(alpha, beta) => {
                let frame = self.top();
                (frame.alpha, frame.beta) = (alpha, beta);
            }
            RecordUse::TooShallow | RecordUse::Nothing => {}
        }
        let event = |log: &Self| TraceEvent { buckets, found, changes: update.changes, ..log.event(kind, text) };
        self.push(event, &adds);
    }

    /// Records that the current node ends without children.
    pub(crate) fn end(&mut self, score: Score, end: End, kind: EventKind, what: &str) {
        let position = self.top().position;
        let text = self.text(|_| {
            let value = sentences::signed(score);
            format!("{} {what}: value {value}. It is not stored.", sentences::position(position))
        });
        self.leave(score, Bound::Exact, end);
        self.push(|log| log.event(kind, text), &[]);
    }

    /// Records that the moves decide the current node. Its result is stored next.
    pub(crate) fn decided(&mut self, score: Score, by: &str) {
        let frame = self.top();
        frame.decided = true;
        let position = frame.position;
        let text = self.text(|_| {
            let value = sentences::signed(score);
            format!("{} needs no search: {by} decides it, with value {value}.", sentences::position(position))
        });
        self.push(|log| log.event(EventKind::Decided, text), &[]);
    }

    /// Records that the value of the current node was offered to the table, under the key of `probed`, and what the
    /// table shows afterwards.
    pub(crate) fn stored(&mut self, probed: Option<Probed>, new: ShownRecord, what: Stored, shown: Vec<ShownSlot>) {
        let frame = self.top();
        let (beta, decided, best) = (frame.beta, frame.decided, frame.best.clone());
        let end = match decided {
            true => End::Decided,
            false if new.score >= beta => End::Beta,
            false => End::Searched,
        };
        let result = self.text(|_| sentences::result(&new, end, best.map(|(_, mv)| mv), beta));
        self.leave(new.score, new.bound, end);
        let (step, records) = (self.steps + 1, self.records());
        let Some(((scheme, table), probed)) = self.table.as_mut().zip(probed) else {
            return self.push(|log| log.event(EventKind::Value, result), &[]);
        };
        let before = table.residents(&probed.slots);
        let update = table.update(probed.identity, new.position, shown);
        let winner = before.first().map(|first| first.position);
        table.offer(probed.identity, &new, step, winner, &update);
        let slots = probed.slots.iter().chain(&update.taken).copied();
        let buckets = table.places.groups(slots);
        let (scheme, places) = (*scheme, &table.places);
        let sentence = sentences::StoreSentence {
            scheme,
            places,
            buckets: &buckets,
            new: &new,
            before: &before,
            what,
            update: &update,
        };
        let text = if records { format!("{result} {}.", sentence.sentence()) } else { String::new() };

        let rejected = update.taken.is_empty();
        let demoted = matches!(what, Stored::Demoted { .. }) && (places.width > 1 || places.sections.len() > 1);
        let kind = match what {
            _ if rejected => EventKind::Rejected,
            Stored::Demoted { .. } if demoted => EventKind::Demoted,
            _ if !update.out.is_empty() => EventKind::Replaced,
            _ if update.was_stored => EventKind::Same,
            _ => EventKind::Free,
        };
        let adds = counters(&update, demoted);
        let lost = if rejected { vec![new] } else { update.out.into_iter().map(|(_, resident)| resident).collect() };
        self.push(|log| TraceEvent { buckets, changes: update.changes, lost, ..log.event(kind, text) }, &adds);
    }
}

/// Returns what a store adds to the counters.
fn counters(update: &Update, demoted: bool) -> Vec<Counter> {
    let mut adds = vec![Counter::Stores];
    if update.taken.is_empty() {
        adds.extend([Counter::Lost, Counter::Rejections]);
    }
    for _ in &update.out {
        adds.extend([Counter::Lost, Counter::Replacements]);
    }
    if demoted {
        adds.push(Counter::Demotions);
    }
    adds
}
