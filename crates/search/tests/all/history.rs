//! Scores that depend on the path to a position: what a table makes of them, and the options that cure it.

mod graph {
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/graph.rs.inc"));
}

use graph::Graph;
use schemes::{Scheme, TranspositionTable};
use search::{
    Aspects, Aspiration, BestMove, ChosenOptions, CoreOptions, Game, Hit, ObservedPosition, Observer, PackedMoves,
    Score, Search, Window, iterate,
};
use tt::{Bound, Key, Record, Stored, Table};

const GRAPHS: u64 = 60;
const DEPTH: u8 = 8;

/// The values of all iterations.
fn values(
    seed: u64,
    table: impl Table<Payload: PackedMoves<u8>>,
    options: impl ChosenOptions,
    window: Window,
    observer: impl Observer,
) -> Vec<Score> {
    let mut game = Graph::new(24, seed);
    let mut values = Vec::new();
    let mut search = Search::new(&mut game, table).with_options(options).window(window).observed_by(observer);
    iterate(&mut search, DEPTH, Aspiration::Inclusive(3), |iteration, _| values.push(iteration.outcome.score));
    values
}

fn table() -> TranspositionTable<BestMove<u8>> {
    TranspositionTable::new("256".parse().unwrap(), Scheme::TwoBig1).unwrap()
}

fn options(name: &str) -> CoreOptions {
    CoreOptions::find(name).expect("a valid name")
}

/// Returns the number of values that differ from those by definition.
fn wrong(name: &str, window: Window) -> usize {
    let of_graph = |seed| {
        let found = values(seed, table(), options(name), window, ());
        let mut game = Graph::new(24, seed);
        (1..=DEPTH).zip(found).filter(|&(depth, found)| game.value(depth) != found).count()
    };
    (0..GRAPHS).map(of_graph).sum()
}

#[test]
fn a_search_without_a_table_finds_the_value_by_definition() {
    for (seed, window) in (0..GRAPHS).flat_map(|seed| [Window::Full, Window::Minimal].map(|window| (seed, window))) {
        let mut game = Graph::new(24, seed);
        let expected: Vec<_> = (1..=DEPTH).map(|depth| game.value(depth)).collect();
        let found = values(seed, (), CoreOptions::PLAIN, window, ());
        assert_eq!(found, expected, "graph {seed}");
    }
}

#[test]
fn a_table_gives_wrong_values_and_the_path_in_the_key_does_not() {
    for window in [Window::Full, Window::Minimal] {
        let [plain, same_depth, no_scores, path, simulated] = [
            "plain",
            "exact-depth",
            "exact-depth+no-path-scores",
            "exact-depth+path-keys",
            "exact-depth+simulate-paths",
        ]
        .map(|name| wrong(name, window));
        assert!(plain > same_depth && same_depth > no_scores, "{plain} {same_depth} {no_scores}");
        assert_eq!((path, simulated), (0, 0));
    }
}

#[test]
fn children_in_the_table_are_identified_by_their_path_too() {
    assert!(wrong("etc-1", Window::Full) > 0);
    assert_eq!(wrong("etc-1+exact-depth+path-keys", Window::Full), 0);
    assert_eq!(wrong("etc-1+exact-depth+simulate-paths", Window::Full), 0);
}

/// Counts the records with and without a score.
#[derive(Default)]
struct Counted {
    scores: u32,
    without: u32,
}

impl Observer for Counted {
    fn store<P: ObservedPosition>(&mut self, _: &P, _: Key, record: &Record<()>, _: Stored) {
        if record.bound == Bound::None {
            self.without += 1;
        } else {
            self.scores += 1;
        }
    }
}

#[test]
fn scores_of_paths_are_stored_as_moves_alone() {
    let count = |name: &str| {
        let mut counted = Counted::default();
        (0..GRAPHS).for_each(|seed| {
            values(seed, table(), options(name), Window::Full, &mut counted);
        });
        (counted.scores > 0, counted.without > 0)
    };
    assert_eq!(count("exact-depth"), (true, false));
    assert_eq!(count("exact-depth+no-path-scores"), (true, true));
}

/// Notes whether a record was found at a smaller depth than its own and ended the node.
#[derive(Default)]
struct Depths {
    depth: u8,
    found: u8,
    deeper: u32,
    equal: u32,
}

impl Observer for Depths {
    fn will_look_up(&mut self, _: u32, depth: u8, _: (Score, Score)) {
        self.depth = depth;
    }

    fn look_up<P: ObservedPosition>(&mut self, _: &P, _: &[Key], found: Option<&Hit>) {
        self.found = found.map_or(0, |hit| hit.record.depth);
    }

    fn cutoff(&mut self) {
        if self.found > self.depth {
            self.deeper += 1;
        } else {
            self.equal += 1;
        }
    }
}

#[test]
fn a_record_of_another_depth_ends_no_node() {
    for (name, mixes) in [("plain", true), ("exact-depth", false)] {
        let mut depths = Depths::default();
        (0..GRAPHS).for_each(|seed| {
            values(seed, table(), options(name), Window::Minimal, &mut depths);
        });
        assert!((depths.deeper > 0) == mixes && depths.equal > 0, "{name}: {} {}", depths.deeper, depths.equal);
    }
}

/// Returns the key under which a search looks up a position with this key and this clock.
fn key_of_a_still_game(key: Key, clock: u32, name: &str) -> Key {
    struct Keys(Vec<Key>);
    impl Observer for Keys {
        fn look_up<P: ObservedPosition>(&mut self, _: &P, keys: &[Key], _: Option<&Hit>) {
            self.0.push(keys[0]);
        }
    }
    impl Aspects for Still {
        fn clock(&self) -> u32 {
            self.1
        }
    }
    /// A corridor: each position is the only one, and the clock is what it is set to.
    struct Still([Key; 1], u32);
    impl Game for Still {
        type Move = u8;
        type Undo = ();
        fn keys(&self) -> &[Key] {
            &self.0
        }
        fn aspects(&self) -> Option<&dyn Aspects> {
            Some(self)
        }
        fn play(&mut self, _: u8) {}
        fn undo(&mut self, _: u8, (): ()) {}
        fn expand(&mut self, _: u32, _: &mut search::Moves<u8>) -> search::Expansion<u8> {
            search::Expansion::Over(0)
        }
        fn evaluate(&self) -> Score {
            0
        }
    }
    let mut keys = Keys(Vec::new());
    let mut game = Still([key], clock);
    Search::new(&mut game, ()).with_options(options(name)).observed_by(&mut keys).run(1);
    keys.0[0]
}

#[test]
fn the_clock_is_in_the_key_from_the_fourteenth_ply() {
    let key = |clock, name: &str| key_of_a_still_game(Key(1 << 20), clock, name);
    assert!((0..14).all(|clock| key(clock, "clock-keys") == Key(1 << 20)));
    let steps: Vec<Key> = (0..100).map(|clock| key(clock, "clock-keys")).collect();
    let mut different = steps.clone();
    different.dedup();
    assert_eq!(different.len(), 1 + 11);
    assert!(steps[14] == steps[21] && steps[21] != steps[22]);
    assert!((0..100).all(|clock| key(clock, "plain") == Key(1 << 20)));
}

#[test]
fn the_clock_selects_a_slot_upwards_or_downwards() {
    let slot = |key, clock| key_of_a_still_game(Key(key), clock, "clock-slots");
    for clock in 0..100 {
        let step = u64::from(clock / 16);
        assert_eq!(slot(1 << 20 | 5, clock), Key(1 << 20 | (1 + step)), "{clock}");
        assert_eq!(slot(1 << 40 | 5, clock), Key(1 << 40 | (7 - step)), "{clock}");
    }
}

/// The number of a path is that of its positions, in any order.
#[test]
fn the_order_of_the_path_does_not_matter() {
    let path = |line: &[u8]| {
        let mut game = Graph::new(24, 1);
        line.iter().for_each(|&to| game.play(to));
        (game.keys()[0], game.path(), game.clock())
    };
    assert_eq!(path(&[2, 3, 5]), path(&[3, 2, 5]));
    assert_ne!(path(&[2, 3, 5]).1, path(&[2, 7, 5]).1);
    assert_ne!(path(&[2, 3, 5]).1, path(&[3, 5]).1);
}
