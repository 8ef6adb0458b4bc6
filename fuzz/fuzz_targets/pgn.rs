//! Checks that any bytes are parsed as games or rejected with an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(games) = chess::pgn::read_bytes(bytes) {
        for game in games {
            assert_eq!(game.positions().count(), game.moves.len() + 1);
        }
    }
});
