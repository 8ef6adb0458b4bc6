//! Checks that any bytes are parsed as games or rejected with errors, that games round-trip, and that a game is parsed
//! whatever precedes it.
#![no_main]

use chess::Keys;
use chess::pgn::{Games, PgnGame};
use libfuzzer_sys::fuzz_target;

const LAST: &[u8] = b"\n\n[Event \"last\"]\n\n1. e4 e5 *\n";

fuzz_target!(|bytes: &[u8]| {
    let keys = Keys::new(1);
    let read = |bytes: &[u8]| Games::new(bytes, &keys).collect::<Vec<_>>();
    for game in read(bytes).into_iter().flatten() {
        assert_eq!(game.positions().count(), game.moves.len() + 1);
        let again: Vec<PgnGame> = read(game.to_pgn().as_bytes()).into_iter().map(Result::unwrap).collect();
        assert_eq!(again.len(), 1);
        assert_eq!((&again[0].moves, &again[0].start), (&game.moves, &game.start));
    }
    let after = read(&[bytes, LAST].concat());
    let last = after.last().unwrap().as_ref().unwrap();
    assert_eq!((last.tag("Event"), last.moves.len()), (Some("last"), 2));
    assert_eq!(last.start, chess::Position::start_with(keys.clone()));
});
