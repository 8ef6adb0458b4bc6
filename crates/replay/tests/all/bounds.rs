//! The clairvoyant bounds against all possible choices, Belady's rule and every scheme.

use proptest::prelude::*;
use replay::Clairvoyant;
use schemes::{Request, RequestKind, Scheme, TranspositionTable};
use tt::{Inspect as _, Key, Record};

use crate::streams::streams;

/// Returns the most nodes that a bucket of `width` slots can save, by trying everything that it can do.
fn by_trial(requests: &[Request], width: usize, bucket: &mut Vec<Key>) -> u64 {
    let Some((request, rest)) = requests.split_first() else { return 0 };
    let is_held = bucket.contains(&request.key);
    let saved = if is_held { request.saved() } else { 0 };
    let mut best = by_trial(rest, width, bucket);
    let enters = matches!(request.kind, RequestKind::Store | RequestKind::Useful);
    if enters && !is_held {
        if bucket.len() < width {
            bucket.push(request.key);
            best = best.max(by_trial(rest, width, bucket));
            bucket.pop();
        } else {
            for slot in 0..width {
                let victim = std::mem::replace(&mut bucket[slot], request.key);
                best = best.max(by_trial(rest, width, bucket));
                bucket[slot] = victim;
            }
        }
    }
    saved + best
}

/// Returns the number of useful requests that a table keeps by the rule of `[Belady 1966]`: of the positions in the
/// table and the new one, the one goes that is needed last.
fn by_belady(requests: &[Request], capacity: usize) -> u64 {
    let mut held: Vec<Key> = Vec::new();
    let mut kept = 0;
    for (time, request) in requests.iter().enumerate().filter(|(_, request)| request.kind != RequestKind::Probe) {
        let is_held = held.contains(&request.key);
        kept += u64::from(is_held && request.is_useful());
        if !is_held {
            held.push(request.key);
        }
        // A position that is stored again before it is needed need not be kept.
        let next = |key: Key| {
            let later = requests[time + 1..].iter().position(|next| next.key == key && next.kind != RequestKind::Probe);
            later.filter(|&later| requests[time + 1 + later].is_useful()).unwrap_or(usize::MAX)
        };
        if held.len() > capacity {
            let last = (0..held.len()).max_by_key(|&slot| next(held[slot])).unwrap();
            held.swap_remove(last);
        }
    }
    kept
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_exact_bound_is_the_best_of_all_choices(stream in streams(12, 5), width in 1..=3_usize) {
        let best = by_trial(&stream, width, &mut Vec::new());
        let clairvoyant = Clairvoyant::new(&stream);
        prop_assert_eq!(clairvoyant.exact(width, |_| 0), best);
        prop_assert!(clairvoyant.full(width as u64) >= best);
        prop_assert!(clairvoyant.all() >= clairvoyant.full(width as u64));
    }

    #[test]
    fn with_equal_costs_the_exact_bound_is_beladys(stream in streams(200, 12), width in 1..=6_usize) {
        let unit = |request: Request| match request.kind {
            RequestKind::Useful | RequestKind::UsefulLeaf => {
                let record = Record { nodes: 2, ..request.record() };
                Request::useful(request.key, record, request.needed(), (-9, -8), true)
            }
            _ => request,
        };
        let stream: Vec<_> = stream.into_iter().map(unit).collect();
        prop_assert_eq!(Clairvoyant::new(&stream).exact(width, |_| 0), by_belady(&stream, width));
    }

    #[test]
    fn no_scheme_saves_more_than_the_bounds(stream in streams(300, 30), log2 in 3..5_u32) {
        let clairvoyant = Clairvoyant::new(&stream);
        let schemes = ["deep", "new", "old", "big1", "two-deep", "two-big1", "depth-2", "size-4", "lru-8", "ethereal"];
        for scheme in schemes.map(|name| name.parse::<Scheme>().unwrap()) {
            let size = if scheme.width() == 3 { 24 } else { 1 << log2 };
            let mut table = TranspositionTable::<()>::new(tt::Size::Positions(size), scheme).unwrap();
            let saved = clairvoyant.all() - table.replay(&stream).lost_nodes;
            let exact = clairvoyant.exact(scheme.width(), |key| table.identity(key).bucket);
            prop_assert!(saved <= exact, "{}: {} of {}", scheme, saved, exact);
            prop_assert!(exact <= clairvoyant.full(table.capacity()), "{}", scheme);
        }
    }

    #[test]
    fn more_room_saves_no_fewer_nodes(stream in streams(300, 30)) {
        let clairvoyant = Clairvoyant::new(&stream);
        let exact: Vec<_> = (1..=30).map(|width| clairvoyant.exact(width, |_| 0)).collect();
        prop_assert!(exact.is_sorted());
        prop_assert_eq!(exact[29], clairvoyant.all());
        prop_assert_eq!(clairvoyant.exact(1, |key| key.0), clairvoyant.all());
    }
}
