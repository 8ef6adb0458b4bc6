//! Checks that any text is parsed as a position or rejected with an error, and that positions round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(position) = chess::Position::from_fen(text) {
        assert_eq!(chess::Position::from_fen(&position.to_fen()).as_ref(), Ok(&position));
        assert_eq!(position.count_legal_moves(), position.legal_moves().len() as u64);
    }
});
