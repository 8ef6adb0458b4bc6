//! Random streams of requests, as a search with a table that loses no position could have made them.

use std::collections::BTreeMap;

use proptest::prelude::*;
use schemes::Request;
use tt::{Bound, Key, Record};

/// One request, before it is known what the table has.
type Draft = (u8, u8, u8, u32, i16, u8);

/// Streams of up to `len` requests about `keys` positions.
pub(crate) fn streams(len: usize, keys: u8) -> impl Strategy<Value = Vec<Request>> {
    let draft = (0..8_u8, 0..keys, 0..4_u8, 1..40_u32, -3..4_i16, 0..4_u8);
    proptest::collection::vec(draft, 1..=len).prop_map(|drafts| stream(&drafts))
}

fn stream(drafts: &[Draft]) -> Vec<Request> {
    let mut table = BTreeMap::new();
    let mut requests = Vec::new();
    for &(kind, key, depth, nodes, score, bound) in drafts {
        let key = Key::mixed(key.into());
        let found: Option<&Record<()>> = table.get(&key.0);
        requests.push(match (kind, found) {
            (0..=2, _) => {
                let bound = Bound::from_number(bound.into());
                let record = Record { score, bound, depth, nodes, ..Record::default() };
                table.insert(key.0, record);
                Request::store(key, record)
            }
            (3..=6, Some(&record)) if record.bound != Bound::None => {
                // The record ends the node.
                let window = match record.bound {
                    Bound::Lower => (record.score - 2, record.score - 1),
                    Bound::Upper => (record.score, record.score + 2),
                    _ => (-9, 9),
                };
                Request::useful(key, Record { nodes, ..record }, record.depth.min(depth), window, kind < 6)
            }
            _ => Request::probe(key),
        });
    }
    requests
}
