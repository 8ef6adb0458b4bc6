//! Every scheme can be traced, and the events show what its table contains.

use std::collections::BTreeMap;

use schemes::Technique;

use super::*;

/// All base schemes, and an option for each layout and index.
fn schemes() -> Vec<Scheme> {
    let options = ["log-nodes", "integrated", "two-bounds", "components", "mul-high", "prime", "memory"];
    let with_options = options.iter().map(|option| format!("two-big1+{option}"));
    let bases = Technique::BASES.iter().map(|(name, _)| (*name).to_owned());
    let others = bases
        .chain(with_options)
        .chain(["depth-4+compact".to_owned()])
        .map(|name| name.parse().expect("the name of a scheme"));
    Scheme::ALL.iter().copied().chain(others).collect()
}

/// Replays the changes of all events.
fn replayed(trace: &Trace) -> BTreeMap<usize, Kept> {
    let mut slots = BTreeMap::new();
    for change in trace.events.iter().flat_map(|event| &event.changes) {
        match &change.resident {
            None => _ = slots.remove(&change.slot),
            Some(held) => {
                let also = held.also.as_ref().map(|also| (also.bound, also.score, also.depth));
                let kept = (held.bound, held.score, held.depth, held.nodes, also, held.note.clone());
                slots.insert(change.slot, kept);
            }
        }
    }
    slots
}

#[test]
fn the_events_of_every_scheme_lead_to_the_content_of_its_table() {
    let limits = Limits { events: usize::MAX, ..Limits::default() };
    let mut moved_by_hits = 0;
    for game in [domineering("4x4"), tic_tac_toe(""), connect_four("4x4", "2233"), connect_four("4x5", "33")] {
        // The larger board is searched less deep.
        let limits = Limits { depth: game.to_string().contains("4x5").then_some(6), ..limits };
        for scheme in schemes() {
            for size in SIZES {
                let table = with(scheme, size);
                if TranspositionTable::<()>::new(table.positions.into(), scheme).is_err() {
                    assert!(matches!(record(&game, Some(table), limits), Err(TraceError::Table(_))), "{scheme} {size}");
                    continue;
                }
                let trace = record(&game, Some(table), limits).unwrap();
                let Untraced { score, nodes, slots, .. } = Untraced::new(&game, Some(table), limits);
                let at = || format!("{game}, {scheme}, {size}");
                assert_eq!((trace.score(), trace.totals().nodes), (Some(score), nodes), "{}", at());
                if scheme.has_size() {
                    assert_eq!(replayed(&trace), slots, "{}", at());
                } else {
                    // The slots of a table without a size are numbered as positions arrive.
                    let sorted = |slots: BTreeMap<usize, Kept>| {
                        let mut all: Vec<_> = slots.into_values().collect();
                        all.sort_by_key(|kept| format!("{kept:?}"));
                        all
                    };
                    assert_eq!(sorted(replayed(&trace)), sorted(slots), "{}", at());
                    assert_eq!(trace.totals().lost, 0);
                }
                check(&trace, &at());
                let is_hit = |event: &&TraceEvent| matches!(event.kind, EventKind::Hit | EventKind::CutOff);
                moved_by_hits += trace.events.iter().filter(is_hit).filter(|event| !event.changes.is_empty()).count();
            }
        }
    }
    assert!(moved_by_hits > 100, "LRU, SIEVE and S3-FIFO remember hits: {moved_by_hits}");
}

/// Checks what holds for every table: a hit finds the position where it is, a store says where it is now, and no slot
/// contains a position that is said to be lost.
fn check(trace: &Trace, at: &str) {
    let shape = trace.table.as_ref().unwrap();
    assert_eq!(shape.buckets * shape.width, shape.positions, "{at}");
    if !shape.unbounded {
        assert_eq!(shape.sections.iter().map(|section| section.groups).sum::<usize>(), shape.buckets, "{at}");
    }
    let mut slots: Vec<Option<&ShownRecord>> = vec![None; shape.positions];
    for (step, event) in (1..).zip(&trace.events) {
        let at = || format!("{at}, step {step}: {}", event.text);
        event.changes.iter().for_each(|change| slots[change.slot] = change.resident.as_ref());
        assert!(event.buckets.iter().all(|&bucket| bucket < shape.buckets), "{}", at());
        let holds = |position: usize| slots.iter().flatten().any(|held| held.position == position);
        let position = trace.nodes[event.node].position;
        match event.kind {
            EventKind::Hit | EventKind::CutOff => {
                assert!(!event.found.is_empty(), "{}", at());
                let known = reflections(trace, &trace.positions[position].cells);
                let is_known = |slot: &usize| known.contains(&trace.positions[slots[*slot].unwrap().position].cells);
                assert!(event.found.iter().all(is_known), "{}", at());
            }
            EventKind::Rejected => assert!(!holds(position) && event.lost[0].position == position, "{}", at()),
            kind if is_store(kind) => {
                assert!(holds(position), "{}", at());
                assert!(event.lost.iter().all(|lost| !holds(lost.position)), "{}", at());
                assert!(kind != EventKind::Free || event.lost.is_empty(), "{}", at());
            }
            _ => {}
        }
    }
}

#[test]
fn structures_are_named_and_explained() {
    let limits = Limits { events: 5_000, ..Limits::default() };
    for (scheme, words) in [
        ("thompson", &["slot 0 of table 1 and slot 0 of table 2", "8 slots in table 1"][..]),
        ("chained-deep", &["list 3", "next: slot "]),
        ("overflow-table", &["of the overflow area", "8 slots in the table"]),
        ("overflow-tree", &["node 0 of the tree", "\"note\":\"root\"", "left of node "]),
        ("probing-2", &["slots "]),
        ("sieve-4", &["\"note\":\"visited\"", "hand", "The table marks it: visited"]),
        ("s3-fifo-4", &["\"note\":\"small\"", "\"note\":\"main\"", "found 1x"]),
        ("lru-4", &["The hit moves it to the first slot of bucket"]),
        ("unbounded", &["not found in the table", "A slot for every position"]),
    ] {
        let trace = record(&tic_tac_toe(""), Some(with(scheme.parse().unwrap(), 16)), limits).unwrap();
        let all = trace.json() + &trace.html();
        for word in words {
            assert!(all.contains(word), "{scheme}: {word}");
        }
    }
}
