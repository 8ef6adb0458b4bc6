//! Checks that every scheme, mask and window finds the same value as plain negamax.

use schemes::{Masked, Parts, Scheme, TranspositionTable};
use search::{
    Aspiration, Auditor, BestMove, BoundUse, Expansion, Game, HitSize, Moves, Outcome, PackedMoves, RootHit, Score,
    Search, Statistics, Whole, Window, conformance, iterate,
};
use tt::{Inspect, Key, Size, Table};

use crate::counters::{Counters, negamax};
use crate::watched::Watched;

fn search<T: Table<Payload: PackedMoves<u8>>>(seed: u64, depth: u8, window: Window, table: T) -> Outcome<u8> {
    Search::new(&mut Counters::new(seed), table).window(window).run(depth)
}

const BOUND_USES: [BoundUse; 2] = [BoundUse::CutOff, BoundUse::Narrow];

const WINDOWS: [Window; 2] = [Window::Full, Window::Minimal];

#[test]
fn the_artificial_game_conforms() {
    for seed in 0..4 {
        conformance::check(&Counters::new(seed), 5, seed);
    }
}

#[test]
fn without_a_table() {
    for seed in 0..100 {
        for depth in 1..=6 {
            let value = negamax(&mut Counters::new(seed), depth);
            for window in WINDOWS {
                assert_eq!(search(seed, depth, window, &mut ()).score, value, "seed {seed}, depth {depth}, {window:?}");
            }
        }
    }
}

#[test]
fn every_scheme_and_every_mask() {
    let mut nodes_with = 0;
    let mut nodes_without = 0;
    for seed in 0..100 {
        let depth = 4 + (seed % 4) as u8;
        let value = negamax(&mut Counters::new(seed), depth);
        for window in WINDOWS {
            nodes_without += search(seed, depth, window, &mut ()).nodes;
            for &scheme in Scheme::ALL {
                for (positions, parts) in (0..8).map(|bits| (8 << (bits % 3), Parts::from_bits_truncate(bits))) {
                    let size = Size::Positions(positions);
                    let table = TranspositionTable::<BestMove<u8>>::new(size, scheme).unwrap();
                    let outcome = search(seed, depth, window, &mut Masked::new(table, parts));
                    assert_eq!(outcome.score, value, "seed {seed}, {window:?}, {scheme}, {parts:?}");
                }
                let table = &mut TranspositionTable::<BestMove<u8>>::new("64K".parse().unwrap(), scheme).unwrap();
                let first = search(seed, depth, window, &mut *table);
                assert_eq!(first.score, value, "seed {seed}, {window:?}, {scheme}");
                nodes_with += first.nodes;
                // A second search finds the root or its children in the table.
                let again = Search::new(&mut Counters::new(seed), &mut *table).window(window).as_printed().run(depth);
                assert_eq!((again.score, again.nodes), (value, 1), "seed {seed}, {window:?}, {scheme}");
                assert!(again.best.is_some());
                let again = search(seed, depth, window, table);
                assert_eq!((again.score, again.best.is_some()), (value, true), "seed {seed}, {window:?}, {scheme}");
                assert!((2..=5).contains(&again.nodes), "{}", again.nodes);
            }
        }
    }
    assert!(nodes_with / Scheme::ALL.len() as u64 * 2 < nodes_without, "a table saves nodes: {nodes_with}");
}

#[test]
fn iterations_reach_the_same_value() {
    let aspirations = [1, 2, 50].map(|margin| [Aspiration::Printed(margin), Aspiration::Inclusive(margin)]);
    for seed in 0..100 {
        let depth = 6;
        let value = negamax(&mut Counters::new(seed), depth);
        for window in WINDOWS {
            for aspiration in aspirations.into_iter().flatten().chain([Aspiration::Off]) {
                let mut table =
                    TranspositionTable::<BestMove<u8>>::new("256".parse().unwrap(), Scheme::TwoBig1).unwrap();
                let mut game = Counters::new(seed);
                let mut search = Search::new(&mut game, &mut table).window(window);
                let (mut depths, mut nodes) = (Vec::new(), 0);
                let outcome = iterate(&mut search, depth, aspiration, |iteration, _| {
                    depths.push(iteration.depth);
                    nodes += iteration.outcome.nodes;
                });
                assert_eq!(outcome.score, value, "seed {seed}, {window:?}, {aspiration:?}");
                assert_eq!((depths, outcome.nodes), (vec![1, 2, 3, 4, 5, 6], nodes));
            }
        }
    }
}

/// In this game a position is always searched to the same depth, so every table record agrees with plain negamax.
#[test]
fn the_best_move_is_best_whatever_the_table_holds() {
    for seed in 0..40 {
        let depth = 5;
        let value = negamax(&mut Counters::new(seed), depth);
        let check = |outcome: Outcome<u8>, what: &str| {
            let mut game = Counters::new(seed);
            game.play(outcome.best.unwrap_or_else(|| panic!("no move: seed {seed}, {what}")));
            assert_eq!((-negamax(&mut game, depth - 1), outcome.score), (value, value), "seed {seed}, {what}");
        };
        for (window, bound_use) in WINDOWS.into_iter().flat_map(|window| BOUND_USES.map(|bounds| (window, bounds))) {
            check(search(seed, depth, window, &mut ()), "without a table");
            for (&scheme, bits) in Scheme::ALL.iter().flat_map(|scheme| (0..8).map(move |bits| (scheme, bits))) {
                let parts = Parts::from_bits_truncate(bits);
                let table = TranspositionTable::<BestMove<u8>>::new("1K".parse().unwrap(), scheme).unwrap();
                let mut table = Masked::new(table, parts);
                for (number, root_hit) in [RootHit::Search, RootHit::Search, RootHit::CutOff].into_iter().enumerate() {
                    let mut game = Counters::new(seed);
                    let search = Search::new(&mut game, &mut table).window(window);
                    let outcome = search.bound_use(bound_use).root_hit(root_hit).run(depth);
                    check(outcome, &format!("{window:?}, {bound_use:?}, {scheme}, {parts:?}, search {number}"));
                }
            }
        }
    }
}

#[test]
fn a_search_outside_the_window_gives_a_bound() {
    for seed in 0..50 {
        let value = negamax(&mut Counters::new(seed), 5);
        let within = |alpha, beta| Search::new(&mut Counters::new(seed), &mut ()).run_within(5, alpha, beta).score;
        assert!(
            (value..=value + 1).contains(&within(value + 1, value + 9)) && within(value - 9, value - 1) >= value - 1
        );
        assert_eq!(within(value - 1, value + 1), value);
    }
}

#[test]
fn a_search_stops_at_its_limit() {
    let full = search(1, 7, Window::Full, &mut ()).nodes;
    for limit in [0, 1, 2, 77, full - 1, full, full + 1] {
        let mut game = Counters::new(1);
        let before = game.clone();
        let outcome = Search::new(&mut game, &mut ()).max_nodes(limit).run(7);
        assert_eq!((outcome.nodes, outcome.stopped), (limit.min(full), limit < full));
        assert_eq!(game, before, "a stopped search undoes its moves");
    }
}

#[test]
fn statistics_add_up() {
    for (&scheme, window) in Scheme::ALL.iter().flat_map(|scheme| WINDOWS.map(|window| (scheme, window))) {
        let mut table = TranspositionTable::<BestMove<u8>>::new("32".parse().unwrap(), scheme).unwrap();
        let mut statistics = Statistics::default();
        let mut game = Watched::new(3);
        let search = Search::new(&mut game, &mut table).window(window);
        let outcome = search.observed_by(&mut statistics).run(8);
        assert_eq!(statistics.look_ups, outcome.nodes, "{scheme}: every node probes the table");
        // A node ends with a cut-off by the table, is a leaf, is the end of a game, or is stored.
        let stores = statistics.stores();
        assert_eq!(outcome.nodes, statistics.cutoffs + game.leaves + game.over + stores, "{scheme}");
        assert!(statistics.cutoffs > 0 && statistics.cutoffs <= statistics.hits, "{scheme}");
        // All stored positions that were neither updated nor lost are in the table.
        assert!(statistics.collisions > 0, "{scheme}: the table is small");
        assert_eq!(stores - statistics.same - statistics.collisions, table.fill(), "{scheme}");
    }
}

/// Keys so narrow that different positions share them.
#[derive(Clone, Debug, PartialEq)]
struct Narrow(Counters, [Key; 1]);

impl Narrow {
    fn new(game: Counters) -> Self {
        let key = Key(game.keys[0].0 & 0x3f);
        Self(game, [key])
    }
}

impl Game for Narrow {
    type Move = u8;
    type Undo = ();

    fn keys(&self) -> &[Key] {
        &self.1
    }

    fn whole(&self, reflection: usize) -> Option<Whole> {
        self.0.whole(reflection)
    }

    fn play(&mut self, counter: u8) {
        self.0.play(counter);
        *self = Self::new(self.0.clone());
    }

    fn undo(&mut self, counter: u8, (): ()) {
        self.0.undo(counter, ());
        *self = Self::new(self.0.clone());
    }

    fn expand(&mut self, ply: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
        self.0.expand(ply, moves)
    }

    fn evaluate(&self) -> Score {
        self.0.evaluate()
    }
}

#[test]
fn an_audit_finds_type_1_errors_and_changes_nothing() {
    let table = || TranspositionTable::<BestMove<u8>>::new("64".parse().unwrap(), Scheme::TwoDeep).unwrap();

    let plain = search(5, 8, Window::Full, &mut table());
    let mut audited = table();
    let mut auditor = Auditor::new(&audited);
    let search = Search::new(&mut Counters::new(5), &mut audited).observed_by(&mut auditor).run(8);
    assert_eq!(search, plain);
    let audit = auditor.audit();
    assert_eq!((audit.type_1_errors, audit.positions - audit.collisions), (0, audited.fill()));

    let plain = Search::new(&mut Narrow::new(Counters::new(5)), &mut table()).run(8);
    let mut audited = table();
    let mut auditor = Auditor::new(&audited);
    let mut narrow = Narrow::new(Counters::new(5));
    assert_eq!(Search::new(&mut narrow, &mut audited).observed_by(&mut auditor).run(8), plain);
    assert!(auditor.audit().type_1_errors > 0);
}

#[test]
fn big_all_counts_all_nodes_of_a_hit() {
    // The table is large enough to lose no position, so both schemes visit the same nodes; the stored sizes differ.
    let stored = |scheme: Scheme| {
        let mut table = TranspositionTable::<BestMove<u8>>::new("64K".parse().unwrap(), scheme).unwrap();
        let mut game = Counters::new(5);
        let outcome =
            Search::new(&mut game, &mut table).hit_size(HitSize::counting(scheme.counts_stored_nodes())).run(8);
        (outcome.nodes, table.probe(Counters::new(5).keys[0]).unwrap().nodes)
    };
    let (nodes, size) = stored(Scheme::Big1);
    assert_eq!(u64::from(size), nodes, "one node for each");
    let (same_nodes, all) = stored(Scheme::BigAll);
    assert_eq!(same_nodes, nodes);
    assert!(all > size);
}
