//! Counting cut-offs by the bound that caused them.

use schemes::{Masked, Parts, Scheme, TranspositionTable};
use search::{
    Aspiration, BestMove, BoundUse, CoreOptions, CutoffCounter, Cutoffs, INFINITY, InteriorCounter, PackedMoves as _,
    Search, Statistics, Window, iterate,
};
use tt::{Bound, Record, Table};

use crate::counters::Counters;

type Counted = (CutoffCounter, Statistics);

fn table(scheme: &str) -> TranspositionTable<BestMove<u8>> {
    TranspositionTable::new("64".parse().unwrap(), scheme.parse::<Scheme>().unwrap()).unwrap()
}

fn counts(table: impl Table<Payload = BestMove<u8>>, options: &str, bound_use: BoundUse) -> (Cutoffs, Statistics) {
    let mut counted = Counted::default();
    let mut game = Counters::new(3);
    let mut search = Search::new(&mut game, table).window(Window::Minimal).bound_use(bound_use);
    search = search.root_hit(search::RootHit::CutOff);
    let mut search = search.with_options(CoreOptions::find(options).expect("a valid name")).observed_by(&mut counted);
    iterate(&mut search, 8, Aspiration::Off, |_, _| {});
    (counted.0.cutoffs(), counted.1)
}

#[test]
fn every_hit_and_every_cutoff_is_counted_once() {
    for scheme in ["two-big1", "deep", "two-big1+two-bounds", "two-big1+same-deeper"] {
        for options in ["plain", "mtd", "store-leaves", "cut-off-only"] {
            for bound_use in [BoundUse::CutOff, BoundUse::Narrow] {
                let (cutoffs, statistics) = counts(table(scheme), options, bound_use);
                assert_eq!(cutoffs.total(), statistics.cutoffs, "{scheme} {options}");
                let all = cutoffs.total() + cutoffs.shallow + cutoffs.loose;
                assert_eq!((all, cutoffs.transpositions), (statistics.hits, 0), "{scheme} {options}");
                assert!(cutoffs.lower > 0 && cutoffs.upper > 0 && cutoffs.shallow > 0, "{scheme} {options}");
            }
        }
    }
}

#[test]
fn children_count_for_themselves() {
    let (plain, _) = counts(table("two-big1"), "plain", BoundUse::CutOff);
    let (with, statistics) = counts(table("two-big1"), "etc-1", BoundUse::CutOff);
    assert_eq!(with.total(), statistics.cutoffs);
    assert!(plain.transpositions == 0 && with.transpositions > 0, "{with:?}");
    assert!(with.total() + with.shallow + with.loose < statistics.hits, "the hits of children are not those of nodes");
}

#[test]
fn a_hidden_bound_cuts_nothing_off() {
    let of = |parts| counts(Masked::new(table("two-big1"), parts), "plain", BoundUse::CutOff).0;
    let moves = of(Parts::MOVE);
    assert!(moves.total() == 0 && moves.loose == 0 && moves.shallow > 0);
    let exact = of(Parts::EXACT);
    assert!(exact.by_bounds() == 0 && exact.exact > 0, "{exact:?}");
    let bounds = of(Parts::BOUNDS);
    assert!(bounds.by_bounds() > 0 && bounds.exact == 0, "{bounds:?}");
}

/// A record of the root with each bound and depth, and what it does to a search with the window (-1, 1).
#[test]
fn a_record_does_what_its_bound_says() {
    let one = |bound, score, depth| {
        let mut table = table("two-big1");
        let mut game = Counters::new(3);
        let record =
            Record { payload: BestMove::from_line(&[0_u8]), score, bound, depth, nodes: 9, ..Record::default() };
        table.store(search::Game::keys(&game)[0], record);
        let mut counter = CutoffCounter::default();
        let search = Search::new(&mut game, &mut table).root_hit(search::RootHit::CutOff);
        let outcome = search.observed_by(&mut counter).max_nodes(1).run_within(4, -1, 1);
        assert!(outcome.nodes == 1 && outcome.score < INFINITY);
        counter.cutoffs()
    };
    let none = Cutoffs::default();
    assert_eq!(one(Bound::Exact, 0, 4), Cutoffs { exact: 1, ..none });
    assert_eq!(one(Bound::Lower, 1, 5), Cutoffs { lower: 1, ..none });
    assert_eq!(one(Bound::Upper, -1, 4), Cutoffs { upper: 1, ..none });
    assert_eq!(one(Bound::Lower, 0, 4), Cutoffs { loose: 1, ..none });
    assert_eq!(one(Bound::Upper, 1, 4), Cutoffs { loose: 1, ..none });
    assert_eq!(one(Bound::Exact, 0, 3), Cutoffs { shallow: 1, ..none });
}

/// With two bounds in a record, either of them can end a node.
#[test]
fn the_second_bound_counts_as_itself() {
    let one = |lower: (i16, u8), upper: (i16, u8)| {
        let mut table = table("two-big1+two-bounds");
        let mut game = Counters::new(3);
        for (bound, (score, depth)) in [(Bound::Lower, lower), (Bound::Upper, upper)] {
            let record =
                Record { payload: BestMove::from_line(&[0_u8]), score, bound, depth, nodes: 9, ..Record::default() };
            table.store(search::Game::keys(&game)[0], record);
        }
        let mut counter = CutoffCounter::default();
        let search = Search::new(&mut game, &mut table).root_hit(search::RootHit::CutOff);
        search.observed_by(&mut counter).max_nodes(1).run_within(4, -10, 10);
        counter.cutoffs()
    };
    let none = Cutoffs::default();
    assert_eq!(one((10, 4), (12, 4)), Cutoffs { lower: 1, ..none });
    assert_eq!(one((-12, 4), (-10, 4)), Cutoffs { upper: 1, ..none });
    assert_eq!(one((-12, 1), (-10, 4)), Cutoffs { upper: 1, ..none });
    assert_eq!(one((10, 4), (12, 1)), Cutoffs { lower: 1, ..none });
    assert_eq!(one((-5, 4), (5, 4)), Cutoffs { loose: 1, ..none });
}

#[test]
fn leaves_can_be_omitted() {
    let mut both = (CutoffCounter::default(), CutoffCounter::above_horizon());
    let mut game = Counters::new(3);
    let options = CoreOptions::find("store-leaves").expect("a valid name");
    let mut statistics = (Statistics::default(), InteriorCounter::default());
    let mut table = table("two-big1");
    for depth in 1..=7 {
        let search = Search::new(&mut game, &mut table).with_options(options);
        search.observed_by((&mut both, &mut statistics)).run(depth);
    }
    let interior = statistics.1.nodes(&statistics.0);
    let (all, above) = (both.0.cutoffs(), both.1.cutoffs());
    assert_eq!(above.total(), interior.cutoffs);
    assert_eq!(above.total() + above.shallow + above.loose, interior.hits);
    assert!(above.total() < all.total() && above.total() > 0);
}
