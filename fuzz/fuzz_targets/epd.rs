//! Checks that any text is parsed as an EPD or rejected with an error, and that a FEN is parsed as a FEN.
#![no_main]

use chess::{Epd, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let epd = Epd::read(text);
    if let Ok(epd) = &epd {
        let _ = (epd.moves("bm"), epd.moves("am"));
        assert!(epd.operations.iter().all(|(name, _)| name.starts_with(char::is_alphabetic)));
        assert_eq!(Position::from_fen(&epd.position.to_fen()).as_ref(), Ok(&epd.position));
    }
    if let Ok(position) = Position::from_fen(text) {
        assert_eq!(epd.map(|epd| epd.position), Ok(position));
    }
});
