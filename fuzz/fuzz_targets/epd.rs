//! Checks that any text is parsed as an EPD or rejected with an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(epd) = chess::Epd::read(text) {
        let _ = (epd.moves("bm"), epd.moves("am"));
    }
});
