//! Checks the options of the search: each finds the value that a plain search finds, where theory says so.

mod counters;

use counters::{Counters, negamax};
use search::{
    Aspiration, BestMove, BoundUse, Game, Search, SearchOption, SearchOptions, Window, iterate, iteration, mtd,
};
use tt::{Scheme, TranspositionTable};

const WINDOWS: [Window; 2] = [Window::Full, Window::Minimal];

fn table(positions: &str, scheme: Scheme) -> TranspositionTable<BestMove<u8>> {
    TranspositionTable::new(positions.parse().unwrap(), scheme).unwrap()
}

/// Returns every set of options that can be combined.
fn sets() -> Vec<SearchOptions> {
    let mut sets = vec![SearchOptions::PLAIN];
    for &option in SearchOption::ALL {
        let with: Vec<_> = sets.iter().filter_map(|set| set.with(option).ok()).collect();
        sets.extend(with);
    }
    sets
}

/// In the artificial game a position is always searched to the same depth, so that no record contradicts negamax.
#[test]
fn every_set_of_options_finds_the_value_and_a_best_move() {
    for seed in 0..16 {
        let depth = 4 + (seed % 3) as u8;
        let value = negamax(&mut Counters::new(seed), depth);
        for (set, window) in sets().into_iter().flat_map(|set| WINDOWS.map(|window| (set, window))) {
            for positions in ["8", "64", "4K"] {
                let (mut game, mut table) = (Counters::new(seed), table(positions, Scheme::TwoBig1));
                let mut search = Search::new(&mut game, &mut table).window(window).with_options(set).as_printed();
                let mut check = |what: &str| {
                    let outcome = iteration(&mut search, depth, Aspiration::Off, None).outcome;
                    assert_eq!(outcome.score, value, "seed {seed}, {set}, {window:?}, {positions}, {what}");
                    let mut game = Counters::new(seed);
                    game.play(outcome.best.expect("the root is searched"));
                    let of_move = -negamax(&mut game, depth - 1);
                    assert_eq!(of_move, value, "seed {seed}, {set}, {window:?}, {positions}, {what}");
                };
                check("first search");
                // The second search finds records that the first one has stored.
                check("second search");
            }
        }
    }
}

#[test]
fn mtd_finds_the_value_from_every_guess() {
    for seed in 0..40 {
        let depth = 5;
        let value = negamax(&mut Counters::new(seed), depth);
        for guess in [value, value - 1, value + 1, 0, -3000, 3000, i16::MIN, i16::MAX] {
            for window in WINDOWS {
                let (mut game, mut table) = (Counters::new(seed), table("256", Scheme::Deep));
                let mut search = Search::new(&mut game, &mut table).window(window);
                let range = (Counters::LOWEST, Counters::HIGHEST);
                let found = mtd(&mut search, depth, guess, range);
                assert_eq!(found.outcome.score, value, "seed {seed}, guess {guess}, {window:?}");
                assert!(guess != value || found.failures == 1, "two bounds confirm a correct guess");
            }
            // Without a table, too.
            let found = mtd(&mut Search::new(&mut Counters::new(seed), ()), depth, guess, (-4000, 4000));
            assert_eq!(found.outcome.score, value);
        }
        for range in
            [(value - 1, value + 1), (value, value + 5), (value - 5, value), (value + 1, value + 9), (-9999, value - 1)]
        {
            let found = mtd(&mut Search::new(&mut Counters::new(seed), ()), depth, 0, range);
            assert_eq!(found.outcome.score, value.clamp(range.0, range.1), "seed {seed}, {range:?}");
        }
    }
}

#[test]
fn mtd_replaces_aspiration_windows() {
    let options = SearchOptions::find("mtd").unwrap();
    for seed in 0..40 {
        let mut game = Counters::new(seed);
        let mut table = table("1K", Scheme::TwoBig1);
        let mut search = Search::new(&mut game, &mut table).with_options(options);
        let mut last = 0;
        let outcome = iterate(&mut search, 6, Aspiration::Printed(1), |iteration, _| {
            let value = negamax(&mut Counters::new(seed), iteration.depth);
            assert_eq!(iteration.outcome.score, value, "seed {seed}, depth {}", iteration.depth);
            last = iteration.depth;
        });
        assert_eq!((last, outcome.score), (6, negamax(&mut Counters::new(seed), 6)));
    }
}

#[test]
fn a_stopped_mtd_says_so() {
    for max_nodes in 0..400 {
        let mut game = Counters::new(1);
        let mut search = Search::new(&mut game, ()).max_nodes(max_nodes);
        let found = mtd(&mut search, 5, 0, (Counters::LOWEST, Counters::HIGHEST)).outcome;
        assert!(found.stopped && found.nodes == max_nodes, "{max_nodes}: {found:?}");
    }
}

#[test]
fn cut_off_only_is_a_use_of_bounds() {
    let options = SearchOptions::find("cut-off-only").unwrap();
    let mut differs = false;
    for seed in 0..20 {
        let nodes = |options: SearchOptions, bound_use: Option<BoundUse>| {
            let (mut game, mut table) = (Counters::new(seed), table("64", Scheme::New));
            let search = Search::new(&mut game, &mut table).with_options(options).as_printed();
            let mut search = match bound_use {
                Some(bound_use) => search.bound_use(bound_use),
                None => search,
            };
            search.run(6).nodes
        };
        let option = nodes(options, None);
        assert_eq!(option, nodes(SearchOptions::PLAIN, Some(BoundUse::CutOff)));
        differs |= option != nodes(SearchOptions::PLAIN, None);
    }
    assert!(differs, "narrowed windows change nodes");
}
