//! The log of a recorded search: the nodes, the events and the state of the table after each of them.

use std::collections::BTreeMap;

use search::Score;
use tt::{Bound, Identity, Scheme, Stored};

use crate::game::Shown;
use crate::sentences;
use crate::trace::{Change, Counter, Counters, End, Event, Kind, Missed, Node, Resident, Visited};

/// The state of the recording.
pub(crate) struct Log {
    pub(crate) positions: Vec<Visited>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) events: Vec<Event>,
    pub(crate) totals: Counters,
    /// The maximum number of events to record.
    max_events: usize,
    /// The number of events so far.
    steps: usize,
    scheme: Option<Scheme>,
    width: usize,
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
    /// The keys that were probed since the current node was entered.
    pub(crate) probed: Vec<Identity>,
    /// The contents of each slot of the table, with the key of the position.
    slots: Vec<Option<(Identity, Resident)>>,
    /// The last record of each position that was offered to the table, and how it was lost.
    offered: BTreeMap<Identity, (Resident, Option<Loss>)>,
}

/// How a position was lost.
#[derive(Clone, Copy)]
struct Loss {
    step: usize,
    to: usize,
    refused: bool,
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
    pub(crate) fn new<G: Shown>(game: &G, scheme: Option<Scheme>, positions: usize, depth: u8, events: usize) -> Self {
        let mut log = Self {
            positions: Vec::new(),
            nodes: Vec::new(),
            events: Vec::new(),
            totals: Counters::default(),
            max_events: events,
            steps: 0,
            scheme,
            width: scheme.map_or(1, Scheme::width),
            players: G::PLAYERS,
            path: Vec::new(),
            played: 0,
            arrival: Arrival::default(),
            depth,
            window: (G::LOWEST, G::HIGHEST),
            numbers: BTreeMap::new(),
            probed: Vec::new(),
            slots: vec![None; positions],
            offered: BTreeMap::new(),
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

    fn arrive<G: Shown>(&mut self, game: &G, mv: Option<String>, squares: Vec<u32>) {
        let (cells, mover) = (game.cells(), game.mover());
        let next = self.numbers.len();
        let position = *self.numbers.entry((cells.clone(), mover)).or_insert(next);
        if position == self.positions.len() && self.records() {
            self.positions.push(Visited { cells, mover });
        }
        self.arrival = Arrival { mv, squares, position, mover };
    }

    pub(crate) fn play<G: Shown>(&mut self, game: &G, mv: String, squares: Vec<u32>) {
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
            self.nodes.push(Node {
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
    fn push(&mut self, event: impl FnOnce(&Self) -> Event, adds: &[Counter]) {
        adds.iter().for_each(|&counter| self.totals.add(counter));
        if self.records() {
            let event = Event { adds: adds.to_vec(), ..event(self) };
            self.events.push(event);
        }
        self.steps += 1;
    }

    /// Returns an event at the current node.
    fn event(&self, kind: Kind, text: String) -> Event {
        let node = self.path.last().and_then(|frame| frame.node).unwrap_or_default();
        Event {
            node,
            kind,
            text,
            adds: Vec::new(),
            buckets: Vec::new(),
            found: None,
            changes: Vec::new(),
            lost: None,
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
    pub(crate) fn looked_up(&mut self, found: bool) {
        if self.scheme.is_none() {
            let text = self.way();
            return self.push(|log| log.event(Kind::Enter, text), &[Counter::Nodes]);
        }
        let buckets: Vec<usize> = self.probed.iter().map(|identity| identity.bucket as usize).collect();
        let looked = sentences::buckets(&buckets);
        if found {
            self.hit(&buckets, &looked);
        } else {
            self.miss(&buckets, &looked);
        }
    }

    fn miss(&mut self, buckets: &[usize], looked: &str) {
        let lost = self.probed.iter().find_map(|identity| self.offered.get(identity));
        let missed = lost.and_then(|(resident, loss)| Some((resident.clone(), (*loss)?)));
        let (depth, position) = (self.top().depth, self.top().position);
        let Some((resident, loss)) = missed else {
            let text = format!("{} Miss: not found in {looked}, and never stored before.", self.way());
            let event = |log: &Self| Event { buckets: buckets.to_vec(), ..log.event(Kind::Miss, text) };
            return self.push(event, &[Counter::Nodes, Counter::Probes]);
        };
        let window = (self.top().alpha, self.top().beta);
        let missed = Missed {
            position: resident.position,
            step: loss.step,
            to: loss.to,
            refused: loss.refused,
            cut_off: Use::of(&resident, depth, window) == Use::CutOff,
        };
        if let Some(node) = self.top().node {
            self.nodes[node].lost_hit = true;
        }
        let text = format!("{} {}", self.way(), sentences::missed(&missed, position, looked));
        let event = |log: &Self| Event {
            buckets: buckets.to_vec(),
            missed: Some(missed),
            lost: Some(resident),
            ..log.event(Kind::LostHit, text)
        };
        let adds = [Counter::Nodes, Counter::Probes, Counter::LostHits, Counter::LostCutOffs];
        self.push(event, if missed.cut_off { &adds } else { &adds[..3] });
    }

    fn hit(&mut self, buckets: &[usize], looked: &str) {
        let place = self.probed.last().and_then(|&identity| self.slot_of(identity));
        let slot = place.expect("the table found the position in a slot");
        let resident = self.slots[slot].as_ref().map(|(_, resident)| resident.clone()).expect("it holds the position");
        let (depth, position) = (self.top().depth, self.top().position);
        let window = (self.top().alpha, self.top().beta);
        let usefulness = Use::of(&resident, depth, window);
        let place = if self.width > 1 {
            format!("{} of bucket {}", sentences::slot(slot % self.width), slot / self.width)
        } else {
            format!("bucket {slot}")
        };
        let stored = if resident.position == position {
            format!("Hit: {place} holds it")
        } else {
            let reflection = sentences::position(resident.position);
            format!("Hit: {place} holds its reflection {reflection} (looked in {looked})")
        };
        let known = sentences::scored(resident.bound, resident.score);
        let searched = format!("score {known}, searched to depth {}, where depth {depth} is needed", resident.depth);
        let follows = match usefulness {
            Use::CutOff => "The score ends the search of this node: cut-off".to_owned(),
            Use::TooShallow => "The search was too shallow, so the score cannot be used".to_owned(),
            Use::Nothing => {
                format!(
                    "The bound does not narrow the window {}, so the search continues",
                    sentences::window(window.0, window.1)
                )
            }
            Use::Narrows(alpha, beta) => format!("The bound narrows the window to {}", sentences::window(alpha, beta)),
        };
        let best = resident.best.as_ref().filter(|_| usefulness != Use::CutOff && resident.position == position);
        let first = best.map_or_else(String::new, |best| format!(" The stored move {best} is tried first."));
        let text = format!("{} {stored}: {searched}. {follows}.{first}", self.way());
        let mut adds = vec![Counter::Nodes, Counter::Probes, Counter::Hits];
        let mut kind = Kind::Hit;
        match usefulness {
            Use::CutOff => {
                adds.push(Counter::CutOffs);
                kind = Kind::CutOff;
                self.leave(resident.score, resident.bound, End::Table);
            }
            Use::Narrows(alpha, beta) => {
                let frame = self.top();
                (frame.alpha, frame.beta) = (alpha, beta);
            }
            Use::TooShallow | Use::Nothing => {}
        }
        let event = |log: &Self| Event { buckets: buckets.to_vec(), found: Some(slot), ..log.event(kind, text) };
        self.push(event, &adds);
    }

    fn slot_of(&self, identity: Identity) -> Option<usize> {
        let bucket = identity.bucket as usize;
        let holds = |slot: &usize| self.slots[*slot].as_ref().is_some_and(|(held, _)| *held == identity);
        (bucket * self.width..(bucket + 1) * self.width).find(holds)
    }

    /// Records that the current node ends without children.
    pub(crate) fn end(&mut self, score: Score, end: End, kind: Kind, what: &str) {
        let text = format!(
            "{} {what}: value {}. It is not stored.",
            sentences::position(self.top().position),
            sentences::signed(score)
        );
        self.leave(score, Bound::Exact, end);
        self.push(|log| log.event(kind, text), &[]);
    }

    /// Records that the moves decide the current node. Its result is stored next.
    pub(crate) fn decided(&mut self, score: Score, by: &str) {
        let frame = self.top();
        frame.decided = true;
        let text = format!(
            "{} needs no search: {by} decides it, with value {}.",
            sentences::position(frame.position),
            sentences::signed(score)
        );
        self.push(|log| log.event(Kind::Decided, text), &[]);
    }

    /// Records that the value of the current node was offered to the table under `key`.
    pub(crate) fn stored(
        &mut self,
        key: Option<Identity>,
        new: Resident,
        what: Stored,
        after: &[(usize, Identity, Resident)],
    ) {
        let frame = self.top();
        let (beta, decided, best) = (frame.beta, frame.decided, frame.best.clone());
        let end = match decided {
            true => End::Decided,
            false if new.score >= beta => End::Beta,
            false => End::Searched,
        };
        let found = sentences::result(&new, end, best.map(|(_, mv)| mv), beta);
        self.leave(new.score, new.bound, end);
        let Some((scheme, key)) = self.scheme.zip(key) else {
            return self.push(|log| log.event(Kind::Value, found), &[]);
        };

        let bucket = key.bucket as usize;
        let first = bucket * self.width;
        let before: Vec<_> = self.slots[first..first + self.width].iter().flatten().cloned().collect();
        let mut now = vec![None; self.width];
        for (index, held, resident) in after {
            // What was there before keeps the number of its position.
            let same = before.iter().find(|(key, _)| key == held).map(|(_, resident)| resident.position);
            let position = if *held == key { new.position } else { same.unwrap_or(new.position) };
            now[*index] = Some((*held, Resident { position, ..resident.clone() }));
        }
        let holds = |key: Identity| now.iter().position(|slot| slot.as_ref().is_some_and(|(held, _)| *held == key));
        let taken = holds(key);
        let out = before.iter().find(|(held, _)| holds(*held).is_none()).cloned();
        let residents: Vec<_> = before.iter().map(|(_, resident)| resident.clone()).collect();
        let text = sentences::Stored {
            scheme,
            bucket,
            width: self.width,
            new: &new,
            before: &residents,
            what,
            slot: taken,
            out: out.as_ref().map(|(_, resident)| resident),
        };
        let text = format!("{found} {}.", text.sentence());
        let changes: Vec<Change> = (first..)
            .zip(&now)
            .filter(|(slot, held)| self.slots[*slot] != **held)
            .map(|(slot, held)| Change { slot, resident: held.as_ref().map(|(_, resident)| resident.clone()) })
            .collect();
        self.slots[first..first + self.width].clone_from_slice(&now);

        self.offer(key, &new, taken.is_none(), &residents, out.as_ref());
        let demoted = matches!(what, Stored::Demoted { .. }) && self.width > 1;
        let kind = match what {
            Stored::Demoted { .. } if demoted => Kind::Demoted,
            Stored::Replaced | Stored::Demoted { .. } => Kind::Replaced,
            Stored::Kept | Stored::Ignored => Kind::Refused,
            Stored::Same { .. } => Kind::Same,
            Stored::Fresh => Kind::Free,
        };
        let adds = counters(taken.is_none(), out.is_some(), demoted);
        let lost = if taken.is_none() { Some(new) } else { out.map(|(_, resident)| resident) };
        self.push(|log| Event { buckets: vec![bucket], changes, lost, ..log.event(kind, text) }, &adds);
    }

    /// Remembers that `new` was offered, and what was lost: a later probe may miss it.
    fn offer(
        &mut self,
        key: Identity,
        new: &Resident,
        refused: bool,
        before: &[Resident],
        out: Option<&(Identity, Resident)>,
    ) {
        let step = self.steps + 1;
        let winner = before.first().map_or(new.position, |first| first.position);
        let loss = refused.then_some(Loss { step, to: winner, refused });
        self.offered.insert(key, (new.clone(), loss));
        if let Some((held, resident)) = out {
            let loss = Loss { step, to: new.position, refused: false };
            self.offered.insert(*held, (resident.clone(), Some(loss)));
        }
    }
}

/// Returns what a store adds to the counters.
fn counters(refused: bool, replaced: bool, demoted: bool) -> Vec<Counter> {
    let mut adds = vec![Counter::Stores];
    if refused {
        adds.extend([Counter::Lost, Counter::Refusals]);
    }
    if replaced {
        adds.extend([Counter::Lost, Counter::Replacements]);
    }
    if demoted {
        adds.push(Counter::Demotions);
    }
    adds
}

/// How a search [as printed](search::Search::as_printed) uses a record of the table at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    CutOff,
    /// Narrows the window to the given one.
    Narrows(Score, Score),
    /// Neither ends the node nor narrows the window.
    Nothing,
    TooShallow,
}

impl Use {
    fn of(resident: &Resident, depth: u8, (alpha, beta): (Score, Score)) -> Self {
        if resident.depth < depth || resident.bound == Bound::None {
            return Self::TooShallow;
        }
        let (mut low, mut high) = (alpha, beta);
        match resident.bound {
            Bound::Lower => low = low.max(resident.score),
            Bound::Upper => high = high.min(resident.score),
            _ => return Self::CutOff,
        }
        if low >= high {
            Self::CutOff
        } else if (low, high) == (alpha, beta) {
            Self::Nothing
        } else {
            Self::Narrows(low, high)
        }
    }
}
