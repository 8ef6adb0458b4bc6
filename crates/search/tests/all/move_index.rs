//! Checks what a search passes to policies: when the best move was searched, and whether the window was open; and whole
//! positions.

use std::cmp::Reverse;
use std::collections::HashMap;

use search::{BestMove, CoreOptions, Expansion, Game, Leaf, Moves, PackedMoves, Score, Search, Whole, Window};
use tt::{Bound, Components, Key, Record, Stored, Table};

type Packed = BestMove<u8>;

/// A tree without an end in which every position has five moves, with ranks and scores from the path to it.
struct Endless {
    path: Vec<u64>,
    keys: [Key; 1],
    /// A leaf less than so many plies from the root has noisy moves.
    noisy_before: u32,
}

const MOVES: u8 = 5;

fn rank(position: u64, mv: u8) -> i32 {
    (Key::mixed(position ^ u64::from(mv) << 50).0 % 4) as i32
}

/// Returns the moves of a position in the order in which a search without a table searches them.
fn in_order(position: u64) -> Vec<u8> {
    let mut moves: Vec<u8> = (0..MOVES).collect();
    moves.sort_by_key(|&mv| Reverse(rank(position, mv)));
    moves
}

impl Endless {
    fn new() -> Self {
        Self { path: vec![1], keys: [Key::mixed(1)], noisy_before: 0 }
    }

    fn position(&self) -> u64 {
        *self.path.last().expect("the root")
    }
}

impl Game for Endless {
    type Move = u8;
    type Undo = ();

    fn keys(&self) -> &[Key] {
        &self.keys
    }

    fn play(&mut self, mv: u8) {
        self.path.push(self.position() * 8 + u64::from(mv));
        self.keys = [Key::mixed(self.position())];
    }

    fn undo(&mut self, _: u8, (): ()) {
        self.path.pop();
        self.keys = [Key::mixed(self.position())];
    }

    fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
        let position = self.position();
        (0..MOVES).for_each(|mv| moves.push(mv, rank(position, mv)));
        moves.sort();
        Expansion::Children
    }

    fn evaluate(&self) -> Score {
        (Key::mixed(self.position() ^ 1 << 60).0 % 2001) as Score - 1000
    }

    fn expand_leaf(&mut self, ply: u32, _: Score, _: (Score, Score), moves: &mut Moves<u8>) -> Leaf {
        if ply >= self.noisy_before {
            return Leaf::Quiet;
        }
        let position = self.position();
        (0..MOVES).for_each(|mv| moves.push(mv, rank(position, mv)));
        Leaf::Noisy
    }

    fn is_legal(&mut self, mv: u8) -> bool {
        mv < MOVES
    }

    fn whole(&self, _: usize) -> Option<Whole> {
        Some(encoding(self.position()))
    }
}

fn encoding(position: u64) -> Whole {
    position.to_le_bytes().into_iter().collect()
}

/// A table that keeps what is stored in it in order, and returns the same move for every position, without a score.
struct Recorder {
    suggested: Option<u8>,
    stored: Vec<(Key, Record<Packed>)>,
    /// The encoding that was told last, at each store.
    wholes: Vec<Vec<u8>>,
    whole: Vec<u8>,
}

impl Recorder {
    fn new(suggested: Option<u8>) -> Self {
        Self { suggested, stored: Vec::new(), wholes: Vec::new(), whole: Vec::new() }
    }
}

impl Table for Recorder {
    type Payload = Packed;

    fn probe(&self, _: Key) -> Option<Record<Packed>> {
        let payload = Packed::from_line(&[self.suggested?]);
        Some(Record { payload, score: 0, bound: Bound::None, depth: 0, ..Record::default() })
    }

    fn store(&mut self, key: Key, record: Record<Packed>) -> Stored {
        self.wholes.push(self.whole.clone());
        self.stored.push((key, record));
        Stored::Fresh
    }

    fn reads_move_index(&self) -> bool {
        true
    }

    fn identify(&mut self, encoding: &[u8]) {
        self.whole = encoding.to_vec();
    }
}

/// Returns all positions up to a depth, by their keys.
fn positions(depth: u32) -> HashMap<Key, u64> {
    let mut all = vec![1];
    let mut last = all.clone();
    for _ in 0..depth {
        last = last.iter().flat_map(|position| (0..MOVES).map(move |mv| position * 8 + u64::from(mv))).collect();
        all.extend(&last);
    }
    all.into_iter().map(|position| (Key::mixed(position), position)).collect()
}

fn run(suggested: Option<u8>, window: Window) -> Vec<(u64, Record<Packed>)> {
    const DEPTH: u8 = 5;
    let mut table = Recorder::new(suggested);
    Search::new(&mut Endless::new(), &mut table).window(window).run(DEPTH);
    let positions = positions(DEPTH.into());
    table.stored.into_iter().map(|(key, record)| (positions[&key], record)).collect()
}

#[test]
fn the_index_is_the_place_in_the_order_of_the_search() {
    for window in [Window::Full, Window::Minimal] {
        for suggested in [None, Some(0), Some(3), Some(MOVES)] {
            let stored = run(suggested, window);
            let mut seen = [0; MOVES as usize];
            for (position, record) in stored {
                let best = record.payload.best().expect("every position has a best move");
                let mut order = in_order(position);
                // A legal move of the table is searched first.
                if let Some(first) = suggested.filter(|&mv| mv < MOVES) {
                    order.retain(|&mv| mv != first);
                    order.insert(0, first);
                }
                let index = order.iter().position(|&mv| mv == best).unwrap();
                assert_eq!(usize::from(record.user), index, "{position} {order:?} {record:?}");
                seen[index] += 1;
            }
            assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
        }
    }
}

#[test]
fn a_position_is_a_pv_node_if_its_window_was_open() {
    let minimal = run(None, Window::Minimal);
    let (_, root) = minimal.last().unwrap();
    assert!(root.bound == Bound::Exact && root.is_pv, "the root is stored last");
    // Between the bounds of a minimal window there is no score.
    assert!(minimal.iter().all(|(_, record)| record.bound != Bound::Exact || record.is_pv));
    let pv_nodes = minimal.iter().filter(|(_, record)| record.is_pv).count();
    assert!(pv_nodes * 4 < minimal.len(), "{pv_nodes} of {}", minimal.len());
    let full = run(None, Window::Full);
    assert!(full.iter().filter(|(_, record)| record.is_pv).count() * 4 > full.len() * 3);
}

#[test]
fn a_table_is_told_whole_positions() {
    const DEPTH: u8 = 4;
    let positions = positions(DEPTH.into());
    for is_wanted in [false, true] {
        let mut table = Recorder::new(None);
        let options = if is_wanted { "whole-positions" } else { "cut-off-only" };
        let options = CoreOptions::find(options).expect("a valid name");
        Search::new(&mut Endless::new(), &mut table).with_options(options).run(DEPTH);
        assert!(!table.stored.is_empty());
        for ((key, _), whole) in table.stored.iter().zip(table.wholes) {
            let own = if is_wanted { encoding(positions[key]).to_vec() } else { Vec::new() };
            assert_eq!(whole, own);
        }
    }
}

#[test]
fn leaves_and_quiescence_are_stored_with_their_move_index() {
    const DEPTH: u8 = 3;
    let positions = positions(5);
    for (name, noisy_before) in [("store-leaves", 0), ("store-leaves", 4), ("store-quiescence", 5)] {
        let mut table = Recorder::new(None);
        let mut game = Endless { noisy_before, ..Endless::new() };
        let options = CoreOptions::find(name).expect("a valid name");
        Search::new(&mut game, &mut table).with_options(options).window(Window::Minimal).run(DEPTH);
        let (mut below_horizon, mut later, mut open) = (0, 0, 0);
        for (key, record) in &table.stored {
            let position = positions[key];
            // A move appends a digit in base 8 to the 1 of the root.
            let distance = position.ilog(8);
            let index = record.payload.best().and_then(|best| in_order(position).iter().position(|&mv| mv == best));
            assert_eq!(usize::from(record.user), index.unwrap_or(0), "{name} {position}");
            if record.depth == 0 {
                below_horizon += usize::from(distance > DEPTH.into());
                later += usize::from(record.user > 0);
                open += usize::from(record.is_pv);
            }
        }
        let mut with_components = Recorder::new(None);
        let options = CoreOptions::find(&format!("{name}+components")).expect("a valid name");
        Search::new(&mut game, &mut with_components).with_options(options).window(Window::Minimal).run(DEPTH);
        for (key, record) in &with_components.stored {
            let from_root = Components::of(record.user).map(|components| u32::from(components.from_root));
            assert_eq!(from_root, Some(positions[key].ilog(8)), "{name}");
        }
        assert!(table.stored.iter().any(|(_, record)| record.depth == 0) && open > 0, "{name}");
        assert_eq!(below_horizon > 0, name == "store-quiescence");
        assert_eq!(later > 0, noisy_before > 3, "{name} {noisy_before}");
    }
}
