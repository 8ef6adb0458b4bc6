//! Replay against a slow model.

use proptest::prelude::*;
use schemes::{Replayed, Request, RequestKind, Scheme, TranspositionTable};
use tt::{Bound, Inspect as _, Record, Table as _};

use crate::streams::streams;

/// Replays on a list of positions, of which each bucket has one.
fn model(
    requests: &[Request],
    table: &TranspositionTable<()>,
    replaces: impl Fn(Record<()>, Record<()>) -> bool,
) -> Replayed {
    let mut replayed = Replayed::default();
    let mut list: Vec<(Request, u64)> = Vec::new();
    for request in requests {
        let bucket = table.identity(request.key).bucket;
        replayed.requests += 1;
        if request.kind != RequestKind::Store {
            let found = list.iter().find(|(resident, _)| resident.key == request.key).map(|(one, _)| one.record());
            replayed.look_ups += 1;
            replayed.hits += u64::from(found.is_some());
            if request.kind == RequestKind::Probe {
                continue;
            }
            // In these streams, a record ends every node that does not need a greater depth, unless it has another
            // score or bound.
            let recorded = request.record();
            let is_kept = found.is_some_and(|found| {
                found.depth >= request.needed() && (found.score, found.bound) == (recorded.score, recorded.bound)
            });
            if is_kept {
                replayed.kept += 1;
                continue;
            }
            replayed.lost += 1;
            replayed.lost_nodes += u64::from(recorded.nodes) - 1;
            if request.kind == RequestKind::UsefulLeaf {
                continue;
            }
        }
        match list.iter_mut().find(|(_, other)| *other == bucket) {
            None => list.push((*request, bucket)),
            Some((resident, _)) => {
                if resident.key == request.key || replaces(resident.record(), request.record()) {
                    *resident = *request;
                }
            }
        }
    }
    replayed
}

/// Replays by single calls of the table, and returns the nodes lost.
fn one_by_one(requests: &[Request], table: &mut TranspositionTable<u16>) -> u64 {
    let mut lost = 0;
    for request in requests {
        let record = request.record();
        let offered = Record {
            payload: 0,
            score: record.score,
            bound: record.bound,
            depth: record.depth,
            nodes: record.nodes,
            ..Record::default()
        };
        let found = table.probe_both(request.key).filter(|_| request.kind != RequestKind::Store);
        if found.is_some() {
            table.hit(request.key);
        }
        let records = found.into_iter().flat_map(|(first, second)| [Some(first), second]).flatten();
        // The windows of these streams.
        let (alpha, beta) = match record.bound {
            Bound::Lower => (record.score - 2, record.score - 1),
            Bound::Upper => (record.score, record.score + 2),
            _ => (-9, 9),
        };
        let ends = |found: &Record<u16>| match found.bound {
            Bound::None => false,
            Bound::Lower => found.score >= beta,
            Bound::Upper => found.score <= alpha,
            Bound::Exact => true,
        };
        let mut records = records.filter(|found| found.depth >= request.needed() && ends(found));
        let is_kept = records.next().is_some();
        if request.is_useful() && !is_kept {
            lost += request.saved();
        }
        if request.kind == RequestKind::Store || request.kind == RequestKind::Useful && !is_kept {
            table.store(request.key, offered);
        }
    }
    lost
}

/// Schemes that change the table when a position is found, and tables of other structures and layouts.
const OTHERS: [&str; 7] =
    ["lru-4", "ethereal", "sieve-4", "s3-fifo-4", "chained-deep", "two-big1+two-bounds", "depth-4+same-deeper"];

/// The schemes with one slot, and when a candidate replaces the resident.
type Rule = (Scheme, fn(Record<()>, Record<()>) -> bool);

const RULES: [Rule; 4] = [
    (Scheme::New, |_, _| true),
    (Scheme::Old, |_, _| false),
    (Scheme::Deep, |resident, candidate| candidate.depth >= resident.depth),
    (Scheme::Big1, |resident, candidate| candidate.nodes >= resident.nodes),
];

proptest! {
    #[test]
    fn a_replay_does_what_a_list_does(stream in streams(300, 30), log2 in 0..5_u32, part in 1..50_usize) {
        for (scheme, replaces) in RULES {
            let mut table = TranspositionTable::<()>::new(tt::Size::Positions(1 << log2), scheme).unwrap();
            let expected = model(&stream, &table, replaces);
            let mut replayed = Replayed::default();
            stream.chunks(part).for_each(|chunk| replayed += table.replay(chunk));
            prop_assert_eq!(replayed, expected, "{}", scheme);
        }
    }

    #[test]
    fn a_replay_does_what_single_calls_do(stream in streams(300, 30)) {
        for scheme in OTHERS.map(|name| name.parse::<Scheme>().unwrap()) {
            let new = || TranspositionTable::<u16>::new("16".parse().unwrap(), scheme).unwrap();
            let (mut batch, mut single) = (new(), new());
            prop_assert_eq!(batch.replay(&stream).lost_nodes, one_by_one(&stream, &mut single), "{}", scheme);
            for request in &stream {
                prop_assert_eq!(batch.probe_both(request.key), single.probe_both(request.key), "{}", scheme);
            }
        }
    }

    #[test]
    fn a_table_without_a_limit_loses_nothing(stream in streams(300, 30)) {
        let mut table = TranspositionTable::<u16>::unbounded();
        let replayed = table.replay(&stream);
        let useful = stream.iter().filter(|request| request.is_useful()).count() as u64;
        prop_assert_eq!((replayed.kept, replayed.lost, replayed.lost_nodes), (useful, 0, 0));
    }
}

#[test]
fn a_record_of_the_position_that_does_not_end_the_node_is_lost() {
    let record = Record { score: 5, bound: Bound::Lower, depth: 4, nodes: 11, ..Record::default() };
    let key = tt::Key::mixed(1);
    let useful = |needed, window| Request::useful(key, record, needed, window, false);
    for (bound, depth, score, is_kept) in [
        (Bound::Lower, 4, 5, true),
        (Bound::Lower, 4, 4, false),
        (Bound::Lower, 3, 5, false),
        (Bound::Upper, 4, 5, false),
        (Bound::Upper, 4, 0, true),
        (Bound::Exact, 9, 2, true),
        (Bound::None, 9, 9, false),
    ] {
        let stored = Record { bound, depth, score, ..record };
        let mut table = TranspositionTable::<()>::new("4".parse().unwrap(), Scheme::New).unwrap();
        let replayed = table.replay(&[Request::store(key, stored), useful(4, (0, 5))]);
        assert_eq!(replayed.kept == 1, is_kept, "{stored:?}");
        assert_eq!(replayed.lost_nodes, if is_kept { 0 } else { 10 }, "{stored:?}");
    }
}
