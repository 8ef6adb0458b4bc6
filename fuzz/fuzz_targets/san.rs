//! Checks that any text is parsed as a legal move or rejected with an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

const POSITION: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fuzz_target!(|text: &str| {
    let position = chess::Position::from_fen(POSITION).unwrap();
    for mv in [position.parse_san(text), position.parse_uci(text)].into_iter().flatten() {
        assert!(position.is_legal(mv));
        assert_eq!(position.parse_san(&position.to_san(mv)), Ok(mv));
    }
});
