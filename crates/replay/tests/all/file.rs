//! The file format: round trips, and damaged files.

use proptest::prelude::*;
use replay::RequestTrace;
use schemes::Request;
use tt::{Bound, Key, Record};

use crate::streams::streams;

fn sample() -> RequestTrace {
    let record = Record { score: -7, bound: Bound::Upper, depth: 5, nodes: 812, ..Record::default() };
    let requests = vec![Request::store(Key(9), record), Request::useful(Key(9), record, 5, (-6, -5), true)];
    let header = [("board", "4x4"), ("game", "domino=tiling")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    RequestTrace { header: header.into(), requests }
}

#[test]
fn every_truncated_file_is_an_error() {
    let bytes = sample().to_bytes();
    for len in 0..bytes.len() {
        let error = RequestTrace::from_bytes(&bytes[..len]).unwrap_err();
        assert!(error.offset <= len, "{len}: {error}");
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(RequestTrace::from_bytes(&longer).is_err());
}

#[test]
fn every_changed_byte_is_an_error() {
    let bytes = sample().to_bytes();
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << bit;
            let error = RequestTrace::from_bytes(&changed).unwrap_err();
            assert!(error.offset <= bytes.len(), "{place}: {error}");
        }
    }
}

#[test]
fn invalid_content_with_a_right_checksum_is_an_error_that_names_its_offset() {
    let bytes = sample().to_bytes();
    let header = 12;
    let first = bytes.len() - 4 - 2 * Request::BYTES;
    for (place, value, offset) in [
        (header, b'\xff', header),
        (header + 5, b'-', header),
        (first + 18, 9, first),
        (first + Request::BYTES + 21, 4, first + Request::BYTES),
        (first + 22, 1, first),
    ] {
        let mut changed = bytes.clone();
        changed[place] = value;
        let end = changed.len() - 4;
        let checksum = crc32fast::hash(&changed[..end]);
        changed[end..].copy_from_slice(&checksum.to_le_bytes());
        let error = RequestTrace::from_bytes(&changed).unwrap_err();
        assert_eq!(error.offset, offset, "{place}: {error}");
    }
}

proptest! {
    #[test]
    fn traces_round_trip(requests in streams(100, 20), name in "[a-z]{1,9}", value in "[^\n]{0,9}") {
        let trace = RequestTrace { header: [(name, value)].into(), requests };
        prop_assert_eq!(RequestTrace::from_bytes(&trace.to_bytes()), Ok(trace));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut with_magic = sample().to_bytes()[..8].to_vec();
        with_magic.extend(&bytes);
        prop_assert!(RequestTrace::from_bytes(&bytes).is_err());
        prop_assert!(RequestTrace::from_bytes(&with_magic).is_err());
    }
}
