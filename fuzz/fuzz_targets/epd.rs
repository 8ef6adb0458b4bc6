//! Any text is an EPD or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(epd) = chess::Epd::read(text) {
        let _ = (epd.moves("bm"), epd.moves("am"));
    }
});
