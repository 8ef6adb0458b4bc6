//! The recorder, on a small game.

use replay::{Recorded, RequestRecorder};
use schemes::{Replayed, RequestKind, TranspositionTable};
use search::{Search, Statistics};
use tt::Inspect as _;

#[expect(unreachable_pub, reason = "the file is for examples")]
mod nim {
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../search/doc/nim.rs.inc"));
}

/// Returns the requests of a search of 18 matches, the statistics of its table, and the positions in it.
fn record() -> (Recorded, Statistics, u64) {
    let mut recorder = RequestRecorder::new(1_000_000);
    let mut statistics = Statistics::default();
    let mut table = TranspositionTable::<()>::unbounded();
    let mut game = nim::Nim::new(18);
    let nodes = Search::new(&mut game, &mut table).observed_by((&mut recorder, &mut statistics)).run(18).nodes;
    let recorded = recorder.finish().unwrap();
    assert_eq!(recorded.nodes, nodes);
    (recorded, statistics, table.fill())
}

#[test]
fn requests_are_those_that_statistics_count() {
    let (recorded, statistics, fill) = record();
    let count = |is: fn(RequestKind) -> bool| recorded.requests.iter().filter(|one| is(one.kind)).count() as u64;
    assert_eq!(count(|kind| kind != RequestKind::Store), statistics.look_ups);
    assert_eq!(count(|kind| matches!(kind, RequestKind::Useful | RequestKind::UsefulLeaf)), statistics.cutoffs);
    assert_eq!(recorded.positions, fill);
    assert!(statistics.cutoffs > 0);
}

#[test]
fn a_replay_without_a_limit_repeats_the_search() {
    let (recorded, statistics, fill) = record();
    let mut table = TranspositionTable::<()>::unbounded();
    let Replayed { look_ups, hits, kept, lost, lost_nodes, .. } = table.replay(&recorded.requests);
    assert_eq!((look_ups, hits, kept), (statistics.look_ups, statistics.hits, statistics.cutoffs));
    assert_eq!((lost, lost_nodes, table.fill()), (0, 0, fill));
}

#[test]
fn a_recorder_that_is_full_stops_the_search() {
    let mut recorder = RequestRecorder::new(20);
    let outcome =
        Search::new(&mut nim::Nim::new(18), TranspositionTable::<()>::unbounded()).observed_by(&mut recorder).run(18);
    assert!(outcome.stopped);
    assert_eq!(recorder.finish(), None);
}

#[test]
fn two_recordings_are_equal() {
    assert_eq!(record().0, record().0);
}
