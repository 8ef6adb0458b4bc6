//! Checks the options of the search: each finds the value that a plain search finds, where theory says so.

use schemes::{Scheme, TranspositionTable};
use search::{
    Aspiration, BestMove, BoundUse, CoreOptions, Game, Observer, PackedMoves, Search, SearchOption, Window, iterate,
    iteration, mtd, options,
};
use tt::{Bound, Key, Record, Stored, Table};

use crate::counters::{Counters, negamax};
use crate::watched::Watched;

const WINDOWS: [Window; 2] = [Window::Full, Window::Minimal];

fn table(positions: &str, scheme: Scheme) -> TranspositionTable<BestMove<u8>> {
    TranspositionTable::new(positions.parse().unwrap(), scheme).unwrap()
}

/// Returns the options that change a search without a game's help.
fn techniques() -> impl Iterator<Item = SearchOption> {
    CoreOptions::all().filter(|&option| option <= options::STORE_QUIESCENCE)
}

/// Returns every set of these options that can be combined.
fn sets() -> Vec<CoreOptions> {
    let mut sets = vec![CoreOptions::PLAIN];
    for option in techniques() {
        let with: Vec<_> = sets.iter().filter_map(|set| set.with(option).ok()).collect();
        sets.extend(with);
    }
    sets
}

/// In the artificial game a position is always searched to the same depth, so that no record contradicts negamax.
#[test]
fn options_find_the_value_and_a_best_move() {
    let few: Vec<_> = sets().into_iter().filter(|set| set.iter().count() <= 2).collect();
    let many = sets().into_iter().filter(|set| set.iter().count() > 2).step_by(61);
    for (number, set) in (0..).zip(few.into_iter().chain(many)) {
        for seed in 0..4 {
            let depth = 4 + (seed % 2) as u8;
            let value = negamax(&mut Counters::new(seed), depth);
            let positions = ["8", "64", "4K"][(number + seed as usize) % 3];
            for window in WINDOWS {
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

/// Options that are meant to save nodes do so, and all of them do something.
#[test]
fn every_option_has_an_effect() {
    let nodes = |options: CoreOptions| -> u64 {
        let of_seed = |seed| {
            let (mut game, mut table) = (Counters::new(seed), table("64", Scheme::TwoBig1));
            let search = Search::new(&mut game, &mut table).window(Window::Minimal).with_options(options);
            iterate(&mut search.as_printed(), 6, Aspiration::Off, |_, _| {}).nodes
        };
        (0..40).map(of_seed).sum()
    };
    let plain = nodes(CoreOptions::PLAIN);
    for option in techniques() {
        let with = nodes(CoreOptions::PLAIN.with(option).unwrap());
        if option == options::REFUSE_ILLEGAL {
            // Without key collisions no stored move is illegal.
            assert_eq!(with, plain);
        } else if [options::ETC_1, options::ETC_2].contains(&option) {
            assert!(with < plain, "{option:?}: {with}, {plain}");
        } else {
            assert_ne!(with, plain, "{option:?}");
        }
    }
}

#[test]
fn a_record_with_an_illegal_move_is_refused_with_its_score() {
    for (options, expected) in [("plain", 99), ("refuse-illegal", negamax(&mut Counters::new(2), 4))] {
        let mut table = table("1K", Scheme::Deep);
        let mut game = Counters::new(2);
        // Every position after the first move has a record of another position, whose move does not exist here.
        for mv in 0..4 {
            game.play(mv);
            let record = Record {
                payload: BestMove::from_line(&[9]),
                score: -99,
                bound: Bound::Exact,
                depth: 9,
                ..Record::default()
            };
            table.store(game.keys()[0], record);
            game.undo(mv, ());
        }
        let mut refused = Refused(0);
        let options = CoreOptions::find(options).unwrap();
        let search = Search::new(&mut game, &mut table).with_options(options).observed_by(&mut refused);
        let score = search.as_printed().run(4).score;
        assert_eq!(score, expected, "{options}");
        assert_eq!(refused.0 > 0, !options.is_plain());
    }
}

/// Two tables can have records of different positions: one with an illegal move says nothing of the other.
#[test]
fn each_record_is_refused_for_its_own_move() {
    let record = |line: &[u8], score| {
        let payload = BestMove::from_line(line);
        Record { payload, score, bound: Bound::Exact, depth: 9, ..Record::default() }
    };
    let options = CoreOptions::find("refuse-illegal").unwrap();
    for (records, expected) in [
        ([record(&[9], -99), record(&[], -7)], 7),
        ([record(&[], -7), record(&[9], -99)], 7),
        ([record(&[9], -99), record(&[9], -7)], negamax(&mut Counters::new(2), 2)),
    ] {
        let mut game = Counters::new(2);
        let table = TwoRecords { root: game.keys()[0], records };
        let score = Search::new(&mut game, table).with_options(options).as_printed().run(2).score;
        assert_eq!(score, expected, "{records:?}");
    }
}

/// A table with two records of each position but the root.
struct TwoRecords {
    root: Key,
    records: [Record<BestMove<u8>>; 2],
}

impl Table for TwoRecords {
    type Payload = BestMove<u8>;

    fn probe(&self, key: Key) -> Option<Record<BestMove<u8>>> {
        (key != self.root).then_some(self.records[0])
    }

    fn probe_both(&self, key: Key) -> Option<(Record<BestMove<u8>>, Option<Record<BestMove<u8>>>)> {
        self.probe(key).map(|first| (first, Some(self.records[1])))
    }

    fn store(&mut self, _: Key, _: Record<BestMove<u8>>) -> Stored {
        Stored::Kept
    }
}

/// Counts refused records.
struct Refused(u32);

impl Observer for Refused {
    fn refused(&mut self) {
        self.0 += 1;
    }
}

#[test]
fn mtd_finds_the_value_from_every_guess() {
    for seed in 0..16 {
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
    let options = CoreOptions::find("mtd").unwrap();
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
    let options = CoreOptions::find("cut-off-only").unwrap();
    let mut differs = false;
    for seed in 0..20 {
        let nodes = |options: CoreOptions, bound_use: Option<BoundUse>| {
            let (mut game, mut table) = (Counters::new(seed), table("64", Scheme::New));
            let search = Search::new(&mut game, &mut table).with_options(options).as_printed();
            let mut search = match bound_use {
                Some(bound_use) => search.bound_use(bound_use),
                None => search,
            };
            search.run(6).nodes
        };
        let option = nodes(options, None);
        assert_eq!(option, nodes(CoreOptions::PLAIN, Some(BoundUse::CutOff)));
        differs |= option != nodes(CoreOptions::PLAIN, None);
    }
    assert!(differs, "narrowed windows change nodes");
}

#[test]
fn a_game_that_keeps_lines_learns_about_its_root_moves() {
    for (seed, depth) in [0, 3].into_iter().flat_map(|seed| (2..=5).map(move |depth| (seed, depth))) {
        let mut game = Watched::new(seed);
        let outcome = Search::new(&mut game, ()).window(Window::Minimal).run(depth);
        let noted = game.noted;
        assert_eq!(noted.iter().map(|&(_, _, nodes)| nodes).sum::<u64>() + 1, outcome.nodes, "and the root itself");
        let best = noted.iter().find(|&&(counter, ..)| Some(counter) == outcome.best).unwrap();
        assert_eq!((noted.len(), best.1), (4, outcome.score));
    }
}
