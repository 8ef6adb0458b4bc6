//! Probes that find another position, as often as they are asked to.

use schemes::{FalseHits, Scheme, TranspositionTable};
use tt::{Bound, Inspect, Key, Maintain, Record, Table};

const PROBES: u64 = 40_000;

/// Stores 64 positions and probes `PROBES` others; returns the numbers of the probes that found something, and the
/// score found, which is the number of the position that was stored.
fn found(one_in: u64, seed: u64, scheme: &str) -> Vec<(u64, i16)> {
    let rule = FalseHits::one_in(one_in, seed);
    let table = TranspositionTable::<()>::new("16".parse().unwrap(), scheme.parse().unwrap()).unwrap();
    let mut table = table.with_false_hits(&rule);
    for number in 0..64 {
        let record = Record { payload: (), score: number, bound: Bound::Exact, depth: 1, ..Record::default() };
        table.store(Key::mixed(number as u64), record);
    }
    let probe = |number| Some((number, table.probe(Key::mixed(1_000 + number))?.score));
    let found: Vec<_> = (0..PROBES).filter_map(probe).collect();
    assert_eq!(rule.count(), found.len() as u64);
    found
}

#[test]
fn the_rate_and_the_seed_select_the_probes() {
    for scheme in ["new", "two-big1", "depth-4"] {
        assert_eq!(found(0, 1, scheme), []);
        assert_eq!(found(1, 1, scheme).len() as u64, PROBES);
        let once = found(100, 1, scheme);
        // 400 are expected, with a standard deviation of 20.
        assert!((320..480).contains(&once.len()), "{scheme}: {}", once.len());
        assert_eq!(found(100, 1, scheme), once);
        assert_ne!(found(100, 2, scheme), once);
        let scores: std::collections::BTreeSet<_> = found(1, 1, scheme).iter().map(|&(_, score)| score).collect();
        assert_eq!(scores.len(), 16, "every resident answers: {scheme}");
    }
}

#[test]
fn stored_positions_are_found_as_before() {
    for &scheme in Scheme::ALL {
        let rule = FalseHits::one_in(1, 0);
        let new = || TranspositionTable::<()>::new("64".parse().unwrap(), scheme).unwrap();
        let (mut plain, mut misled) = (new(), new().with_false_hits(&rule));
        for number in 0..500_u64 {
            let record =
                Record { payload: (), score: 0, bound: Bound::Exact, depth: number as u8, ..Record::default() };
            let key = Key::mixed(number % 100);
            assert_eq!(plain.store(key, record), misled.store(key, record));
            let key = Key::mixed(number * number % 100);
            if let Some(found) = plain.probe(key) {
                assert_eq!(misled.probe(key), Some(found), "{scheme}");
            }
        }
        assert_eq!((plain.fill(), plain.hashfull()), (misled.fill(), misled.hashfull()));
        misled.clear();
        assert_eq!(misled.probe(Key::mixed(1)), None);
    }
}
