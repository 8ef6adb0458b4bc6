//! Compares traces with the search that they record, and with a simple model of a table.

mod book;
mod every_scheme;
mod page;

use std::collections::BTreeMap;

use domineering::Player;
use schemes::policies::Custom;
use schemes::{Positions, Scheme, TranspositionTable, UsedSlot};
use search::{GameTable, HitSize, Search, Statistics};
use tt::{Bound, Decision, Inspect as _, Policy, Record, Score, Stored, Worth};

use crate::game::{ShownGame, Start};
use crate::trace::{EventKind, ShownRecord, TraceEvent};
use crate::{Counters, Limits, SearchCount, Trace, TraceError, TracedGame, TracedTable, count, record};

fn domineering(board: &str) -> TracedGame {
    TracedGame::domineering(board.parse().unwrap(), Player::Vertical).unwrap()
}

fn connect_four(board: &str, line: &str) -> TracedGame {
    TracedGame::connect_four(board.parse().unwrap(), line).unwrap()
}

fn tic_tac_toe(line: &str) -> TracedGame {
    TracedGame::tic_tac_toe(line).unwrap()
}

fn with(scheme: Scheme, positions: u64) -> TracedTable {
    TracedTable { scheme, positions: Positions::new(positions).unwrap() }
}

/// Searches of every game, to the end and to a smaller depth, in which bounds narrow windows and moves are tried first.
fn searches() -> Vec<(TracedGame, Limits)> {
    let whole = Limits { events: 100_000, ..Limits::default() };
    let to = |depth| Limits { depth: Some(depth), ..whole };
    vec![
        (domineering("4x4"), whole),
        (domineering("2x5"), whole),
        (TracedGame::domineering("4x5".parse().unwrap(), Player::Horizontal).unwrap(), whole),
        (domineering("5x5"), to(3)),
        (connect_four("4x4", "2233"), whole),
        (connect_four("4x5", "33"), to(6)),
        (connect_four("2x4", ""), whole),
        (tic_tac_toe(""), whole),
        (tic_tac_toe("b2 a1"), whole),
        (tic_tac_toe(""), to(5)),
    ]
}

/// Techniques of each width.
const TECHNIQUES: [&str; 5] = ["deep+strict", "two-big1+same-deeper+mul-high", "stockfish-18", "depth-4", "fifo-4"];

const SIZES: [u64; 3] = [4, 16, 64];

fn every_search(mut check: impl FnMut(&TracedGame, Option<TracedTable>, Limits)) {
    for (game, limits) in searches() {
        check(&game, None, limits);
        let techniques = TECHNIQUES.iter().map(|name| name.parse().expect("the name of a technique"));
        for scheme in Scheme::ALL.iter().copied().chain(techniques) {
            SIZES.into_iter().for_each(|size| check(&game, Some(with(scheme, size)), limits));
        }
    }
}

/// What a slot holds, in a form that can be compared: bound, score, depth, nodes, the second bound and the note.
type Kept = (Bound, Score, u8, u32, Option<(Bound, Score, u8)>, String);

/// The search without recording.
#[derive(Default)]
struct Untraced {
    score: Score,
    nodes: u64,
    statistics: Statistics,
    slots: BTreeMap<usize, Kept>,
}

impl Untraced {
    fn new(game: &TracedGame, table: Option<TracedTable>, limits: Limits) -> Self {
        match &game.start {
            Start::Domineering(start) => Self::run(start.clone(), table, limits),
            Start::ConnectFour(start) => Self::run(start.clone(), table, limits),
            Start::TicTacToe(start) => Self::run(start.clone(), table, limits),
        }
    }

    fn run<G: ShownGame>(mut game: G, table: Option<TracedTable>, limits: Limits) -> Self {
        let Some(TracedTable { scheme, positions }) = table else {
            return Self::with_table(&mut game, (), HitSize::One, limits);
        };
        let mut table = TranspositionTable::<G::Kept>::new(positions.into(), scheme).unwrap();
        let hit_size = HitSize::counting(scheme.counts_stored_nodes());
        let searched = Self::with_table(&mut game, &mut table, hit_size, limits);
        let known = |UsedSlot { slot, record, second, note, .. }: UsedSlot<Record<G::Kept>>| {
            let also = second.map(|second| (second.bound, second.score, second.depth));
            (slot, (record.bound, record.score, record.depth, record.nodes, also, note))
        };
        let slots: BTreeMap<_, _> = table.used_slots().into_iter().map(known).collect();
        assert_eq!(slots.len() as u64, table.fill());
        Self { slots, ..searched }
    }

    fn with_table<G: ShownGame>(game: &mut G, table: impl GameTable<G>, hit_size: HitSize, limits: Limits) -> Self {
        let mut statistics = Statistics::default();
        let depth = limits.depth.unwrap_or_else(|| game.full_depth());
        let search = Search::new(game, table).as_printed().hit_size(hit_size);
        let outcome = search.observed_by(&mut statistics).max_nodes(limits.nodes).run(depth);
        Self { score: outcome.score, nodes: outcome.nodes, statistics, slots: BTreeMap::new() }
    }
}

#[test]
fn the_recorded_search_is_the_search() {
    let mut lost_hits = 0;
    every_search(|game, table, limits| {
        let trace = record(game, table, limits).unwrap();
        let totals = trace.totals();
        let Untraced { score, nodes, statistics, .. } = Untraced::new(game, table, limits);
        assert_eq!((trace.score(), totals.nodes), (Some(score), nodes), "{game} {table:?}");
        let counts = if table.is_some() { statistics } else { Statistics::default() };
        let counted = SearchCount { score: Some(score), nodes, statistics: counts };
        assert_eq!(count(game, table, limits), Ok(counted), "{game} {table:?}");
        assert_eq!((trace.cut_at(), trace.stopped_at()), (None, None));
        if table.is_none() {
            return assert_eq!(totals, Counters { nodes, ..Counters::default() });
        }
        let Statistics { look_ups, hits, cutoffs, kept, demoted, collisions, .. } = statistics;
        assert_eq!((totals.probes, totals.hits, totals.cut_offs), (look_ups, hits, cutoffs), "{game} {table:?}");
        assert_eq!((totals.stores, totals.lost), (statistics.stores(), collisions), "{game} {table:?}");
        assert_eq!((totals.rejections, totals.demotions), (kept, demoted), "{game} {table:?}");
        assert_eq!(totals.replacements + totals.rejections, totals.lost);
        lost_hits += totals.lost_hits;
    });
    assert!(lost_hits > 1000, "{lost_hits}");
}

#[test]
fn the_counts_are_those_of_the_programs_that_solve() {
    let mut table = TranspositionTable::<()>::new("32".parse().unwrap(), Scheme::TwoBig1).unwrap();
    let solution = domineering::solve("5x5".parse().unwrap(), Player::Vertical, &mut table, (), u64::MAX);
    let trace = record(&domineering("5x5"), Some(with(Scheme::TwoBig1, 32)), Limits::default()).unwrap();
    assert_eq!(trace.totals().nodes, solution.nodes);
    // As the example `tic_tac_toe` of the crate `search` prints it.
    assert_eq!(record(&tic_tac_toe(""), None, Limits::default()).unwrap().totals().nodes, 1577);
}

/// A record of a position in the model, whose buckets are lists.
#[derive(Clone, Debug, PartialEq)]
struct Held {
    cells: String,
    score: Score,
    bound: Bound,
    depth: u8,
    nodes: u32,
}

impl Held {
    fn worth(&self) -> Worth {
        Worth { depth: self.depth, nodes: self.nodes, age: 0, bound: self.bound, ..Worth::default() }
    }

    fn is(&self, slot: &ShownRecord, trace: &Trace) -> bool {
        let &ShownRecord { position, bound, score, depth, nodes, .. } = slot;
        let cells = &trace.positions[position].cells;
        (&self.cells, self.bound, self.score, self.depth, self.nodes) == (cells, bound, score, depth, nodes)
    }
}

/// A table of lists, and everything that was ever offered to it.
struct Model {
    scheme: Scheme,
    buckets: Vec<Vec<Held>>,
    /// The last record of each position that was offered, and the step at which it was lost, if it was.
    offered: BTreeMap<String, (Held, Option<usize>)>,
}

impl Model {
    fn new(table: TracedTable) -> Self {
        let buckets = table.positions.get() as usize / table.scheme.width();
        Self { scheme: table.scheme, buckets: vec![Vec::new(); buckets], offered: BTreeMap::new() }
    }

    fn holds(&self, cells: &str) -> bool {
        self.buckets.iter().flatten().any(|held| held.cells == cells)
    }

    fn store(&mut self, bucket: usize, new: Held, step: usize) -> Stored {
        let places = &mut self.buckets[bucket];
        let width = self.scheme.width();
        let mut lost = None;
        let stored = if let Some(held) = places.iter_mut().find(|held| held.cells == new.cells) {
            *held = new.clone();
            Stored::Same { updated: true }
        } else if places.is_empty() {
            places.push(new.clone());
            Stored::Fresh
        } else {
            let worths: Vec<_> = places.iter().map(Held::worth).collect();
            match self.scheme.decide(&worths, new.worth()) {
                Decision::Keep => {
                    lost = Some(new.cells.clone());
                    Stored::Kept
                }
                Decision::ReplaceAny => unreachable!("no traced scheme decides so"),
                Decision::Replace(i) if i == places.len() => {
                    places.push(new.clone());
                    Stored::Fresh
                }
                Decision::Replace(i) => {
                    lost = Some(std::mem::replace(&mut places[i], new.clone()).cells);
                    Stored::Replaced
                }
                Decision::Demote => {
                    places.insert(0, new.clone());
                    lost = (places.len() > width).then(|| places.pop().unwrap().cells);
                    Stored::Demoted { lost: lost.is_some() }
                }
            }
        };
        self.offered.insert(new.cells.clone(), (new, None));
        if let Some(lost) = lost {
            self.offered.get_mut(&lost).unwrap().1 = Some(step);
        }
        stored
    }

    /// Returns whether the trace shows these buckets after the first `steps` events.
    fn is_shown(&self, trace: &Trace, steps: usize) -> bool {
        let width = self.scheme.width();
        let mut slots = vec![None; self.buckets.len() * width];
        for change in trace.events[..steps].iter().flat_map(|event| &event.changes) {
            slots[change.slot] = change.resident.as_ref();
        }
        self.buckets.iter().zip(slots.chunks(width)).all(|(held, slots)| {
            let slots: Vec<_> = slots.iter().take_while(|slot| slot.is_some()).flatten().collect();
            held.len() == slots.len() && held.iter().zip(slots).all(|(held, slot)| held.is(slot, trace))
        })
    }
}

/// Returns the record that a store event offers, from the change or from the lost position of the event.
fn offered<'a>(event: &'a TraceEvent, trace: &Trace) -> Option<&'a ShownRecord> {
    let position = trace.nodes[event.node].position;
    let stored = event.changes.iter().filter_map(|change| change.resident.as_ref());
    stored.chain(&event.lost).find(|resident| resident.position == position)
}

fn is_store(kind: EventKind) -> bool {
    use EventKind::{Demoted, Free, Rejected, Replaced, Same};
    [Free, Same, Replaced, Rejected, Demoted].contains(&kind)
}

/// Returns the reflections of the board under which the game looks up a position.
fn reflections(trace: &Trace, cells: &str) -> Vec<String> {
    let (rows, columns) = (trace.rows as usize, trace.columns as usize);
    let cells: Vec<char> = cells.chars().collect();
    let read = |square: &dyn Fn(usize, usize) -> (usize, usize)| -> String {
        let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        squares.map(|(row, column)| square(row, column)).map(|(row, column)| cells[row * columns + column]).collect()
    };
    let (last_row, last_column) = (rows - 1, columns - 1);
    let mut all = vec![read(&|row, column| (row, column)), read(&|row, column| (row, last_column - column))];
    if trace.game.starts_with("Connect") {
        return all;
    }
    all.push(read(&|row, column| (last_row - row, column)));
    all.push(read(&|row, column| (last_row - row, last_column - column)));
    if trace.game.starts_with("Tic") {
        all.push(read(&|row, column| (column, row)));
        all.push(read(&|row, column| (last_column - column, row)));
        all.push(read(&|row, column| (column, last_row - row)));
        all.push(read(&|row, column| (last_column - column, last_row - row)));
    }
    all
}

/// Returns whether a record would end a node.
fn ends(held: &Held, depth: u8, alpha: Score, beta: Score) -> bool {
    held.depth >= depth
        && match held.bound {
            Bound::Exact => true,
            Bound::Lower => held.score >= beta,
            Bound::Upper => held.score <= alpha,
            _ => false,
        }
}

/// Compares every event with the model, and then the tables of all steps again, from the last to the first.
#[test]
fn tables_and_lost_hits_are_those_of_a_slow_model() {
    let mut useless = 0;
    every_search(|game, table, limits| {
        let Some(table) = table else { return };
        let trace = record(game, Some(table), limits).unwrap();
        let mut model = Model::new(table);
        let mut states = vec![model.buckets.clone()];
        let (mut lost_hits, mut lost_cut_offs) = (0, 0);
        for (step, event) in (1..).zip(&trace.events) {
            let node = &trace.nodes[event.node];
            let cells = &trace.positions[node.position].cells;
            let known = reflections(&trace, cells);
            let at = || format!("{game} {table:?}, step {step}: {}", event.text);
            match event.kind {
                EventKind::Miss => assert!(known.iter().all(|cells| !model.offered.contains_key(cells)), "{}", at()),
                EventKind::Hit | EventKind::CutOff => assert!(known.iter().any(|cells| model.holds(cells)), "{}", at()),
                EventKind::LostHit => {
                    assert!(known.iter().all(|cells| !model.holds(cells)), "{}", at());
                    let missed = event.missed.unwrap();
                    let stored = &trace.positions[missed.position].cells;
                    assert!(known.contains(stored), "{}", at());
                    let (held, lost) = &model.offered[stored];
                    assert_eq!(*lost, Some(missed.step), "{}", at());
                    assert_eq!(missed.rejected, trace.events[missed.step - 1].kind == EventKind::Rejected, "{}", at());
                    assert_eq!(missed.cut_off, ends(held, node.depth, node.alpha, node.beta), "{}", at());
                    lost_hits += 1;
                    lost_cut_offs += u64::from(missed.cut_off);
                    useless += u64::from(!missed.cut_off);
                }
                kind if is_store(kind) => {
                    // A position may be stored again with what is known of it already: then nothing changes.
                    if let Some(&ShownRecord { score, bound, depth, nodes, .. }) = offered(event, &trace) {
                        let new = Held { cells: cells.clone(), score, bound, depth, nodes };
                        let expected = match model.store(event.buckets[0], new, step) {
                            Stored::Fresh => EventKind::Free,
                            Stored::Same { .. } => EventKind::Same,
                            Stored::Replaced => EventKind::Replaced,
                            Stored::Kept | Stored::Ignored => EventKind::Rejected,
                            Stored::Demoted { .. } => EventKind::Demoted,
                        };
                        assert_eq!(kind, expected, "{}", at());
                    } else {
                        assert_eq!(kind, EventKind::Same, "{}", at());
                    }
                }
                _ => {}
            }
            states.push(model.buckets.clone());
        }
        let totals = trace.totals();
        assert_eq!((totals.lost_hits, totals.lost_cut_offs), (lost_hits, lost_cut_offs), "{game} {table:?}");

        let stride = 1 + trace.steps() / 50;
        for step in (0..=trace.steps()).rev().step_by(stride) {
            model.buckets.clone_from(&states[step]);
            assert!(model.is_shown(&trace, step), "{game} {table:?}, step {step}");
        }
    });
    assert!(useless > 0, "some positions are lost that were searched less deep");
}

/// Nodes form a tree in the order of the search, the value of each follows from those of its children, and the totals
/// are the sums of what the events add.
#[test]
fn values_follow_from_the_children() {
    use crate::trace::End;
    every_search(|game, table, limits| {
        let trace = record(game, table, limits).unwrap();
        let mut best = vec![None; trace.nodes.len()];
        for (number, node) in trace.nodes.iter().enumerate().rev() {
            let (value, end) = (node.value.unwrap(), node.end.unwrap());
            match end {
                End::Searched | End::Beta => assert_eq!(best[number], Some(value), "{game} {table:?}"),
                _ => assert_eq!(best[number], None, "{game} {table:?}"),
            }
            assert_eq!(end == End::Beta, [End::Searched, End::Beta].contains(&end) && value >= node.beta);
            assert!(node.alpha < node.beta && node.enter <= node.leave.unwrap());
            if let Some(parent) = node.parent {
                let above = &trace.nodes[parent];
                assert!(parent < number && above.enter < node.enter && node.leave <= above.leave);
                assert_eq!((above.ply + 1, above.depth - 1), (node.ply, node.depth));
                best[parent] = best[parent].max(Some(-value));
            }
        }
        assert_eq!(trace.nodes.len() as u64, trace.totals().nodes);
        let mut counted = Counters::default();
        trace.events.iter().flat_map(|event| &event.adds).for_each(|&counter| counted.add(counter));
        assert_eq!(counted, trace.totals());
    });
}

#[test]
fn limits_are_kept_and_told() {
    let game = connect_four("4x4", "");
    let table = Some(with(Scheme::Deep, 16));
    let long = record(&game, table, Limits { events: 300, ..Limits::default() }).unwrap();
    assert_eq!((long.steps(), long.cut_at(), long.stopped_at()), (300, Some(300), None));
    assert_eq!(long.totals().nodes, Untraced::new(&game, table, Limits::default()).nodes, "the search goes on");
    let notice = "The trace is cut at 300 events.";
    assert!(long.text().contains(notice) && long.html().contains(notice) && long.json().contains("\"cut_at\":300"));

    let short = record(&game, table, Limits { nodes: 100, ..Limits::default() }).unwrap();
    assert_eq!((short.score(), short.cut_at(), short.stopped_at()), (None, None, Some(100)));
    assert_eq!(short.totals().nodes, 100);
    let notice = "The search was stopped at 100 nodes";
    assert!(short.text().contains(notice) && short.html().contains(notice));
    // What is recorded does not depend on how much more follows.
    let (long, short) = (long.text(), short.text());
    let head = |text: &str| text.lines().skip_while(|line| !line.is_empty()).take(100).collect::<Vec<_>>().join("\n");
    assert_eq!(head(&long), head(&short));

    let all = record(&game, table, Limits { events: usize::MAX, ..Limits::default() }).unwrap().steps();
    for (events, cut_at) in [(all, None), (all - 1, Some(all - 1))] {
        assert_eq!(record(&game, table, Limits { events, ..Limits::default() }).unwrap().cut_at(), cut_at);
    }
}

#[test]
fn what_cannot_be_recorded_is_refused() {
    let game = tic_tac_toe("");
    for size in [1, 2, 128, 1 << 40] {
        let table = with(Scheme::Deep, size);
        let error = record(&game, Some(table), Limits::default()).unwrap_err();
        assert_eq!(error, TraceError::Positions { positions: table.positions });
        assert!(error.to_string().contains("4 to 64"));
    }
    let none = |limits| record(&game, None, limits).unwrap_err();
    assert_eq!(none(Limits { events: 0, ..Limits::default() }), TraceError::NoEvents);
    assert_eq!(none(Limits { nodes: 0, ..Limits::default() }), TraceError::NoNodes);
    #[derive(Clone, Copy)]
    struct Wide;
    impl<const W: usize> Policy<W> for Wide {
        fn victim(self, _: &[Worth; W], _: Worth) -> Decision {
            Decision::Demote
        }
    }
    let custom = |custom| with(Scheme::Custom(custom), 4);
    for wide in [Custom::new::<5>("wide", Wide), Custom::new::<8>("wide", Wide)] {
        assert!(matches!(record(&game, Some(custom(wide)), Limits::default()), Err(TraceError::Table(_))));
    }
    // A custom scheme is recorded like the others.
    for wide in [Custom::new::<1>("wide", Wide), Custom::new::<4>("wide", Wide)] {
        let trace = record(&game, Some(custom(wide)), Limits::default()).unwrap();
        assert_eq!(trace.totals().nodes, Untraced::new(&game, Some(custom(wide)), Limits::default()).nodes);
        assert!(["wide puts P", "wide evicts P"].iter().any(|words| trace.text().contains(words)));
    }
}

#[test]
fn searches_without_moves_are_recorded_too() {
    // The game is over, or its depth is 0.
    for (game, depth, kind) in [
        (domineering("1x1"), None, EventKind::Over),
        (tic_tac_toe("a1 b1 a2 b2 a3"), None, EventKind::Over),
        (tic_tac_toe(""), Some(0), EventKind::Leaf),
        (domineering("4x4"), Some(0), EventKind::Leaf),
    ] {
        let trace = record(&game, Some(with(Scheme::New, 4)), Limits { depth, ..Limits::default() }).unwrap();
        assert_eq!(trace.events.iter().map(|event| event.kind).collect::<Vec<_>>(), [EventKind::Miss, kind], "{game}");
        assert!(trace.events.iter().all(|event| event.changes.is_empty()));
    }
}

/// The only search with a full snapshot. It is small, and it loses hits that the same search with two levels does not
/// lose.
#[test]
fn a_tiny_search_as_text_and_json() {
    let game = domineering("2x7");
    let mut trace = record(&game, Some(with(Scheme::Deep, 4)), Limits::default()).unwrap();
    trace.compare_with(&record(&game, Some(with(Scheme::TwoDeep, 4)), Limits::default()).unwrap());
    trace.compare_with(&record(&game, None, Limits::default()).unwrap());
    insta::assert_snapshot!("tiny.txt", trace.text());
    let json: serde_json::Value = serde_json::from_str(&trace.json()).unwrap();
    insta::assert_snapshot!("tiny.json", serde_json::to_string_pretty(&json).unwrap());
}
