//! Checks that the parsers never panic, and that accepted positions round-trip.

use chess::pgn::{self, Games, PgnGame};
use chess::{Epd, Keys, Position};
use proptest::prelude::*;

const STARTS: [&str; 3] = [
    Position::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
];

/// Generates nearly valid texts, with some characters changed, removed or inserted.
fn damaged(texts: &'static [&'static str], letters: &'static str) -> impl Strategy<Value = String> {
    let letters: Vec<char> = letters.chars().collect();
    let change = (any::<prop::sample::Index>(), 0..3_u8, prop::sample::select(letters));
    (prop::sample::select(texts), prop::collection::vec(change, 0..4)).prop_map(|(text, changes)| {
        let mut text: Vec<char> = text.chars().collect();
        for (at, how, letter) in changes {
            let at = at.index(text.len().max(1));
            match how {
                0 if at < text.len() => text[at] = letter,
                1 if at < text.len() => _ = text.remove(at),
                _ => text.insert(at.min(text.len()), letter),
            }
        }
        text.into_iter().collect()
    })
}

const GAMES: [&str; 2] = [
    "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 {a} e5 $2 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 a6 1-0\n",
    "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 60\"]\n60. a8=Q+ Kd7 ; x\n% y\n0-1",
];

const LINES: [&str; 3] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 12 34 bm O-O e5f7; id \"x; y\";",
    "4k3/8/8/8/8/8/4P3/R3K3 b Q - hmvc 3; fmvn 7; am Kd8",
    "4k3/8/8/8/8/8/4P3/R3K3 b Q - 3 7",
];

/// Checks that games round-trip, and that a game is read whatever precedes it.
fn check_games(bytes: &[u8]) {
    let read = |bytes: &[u8]| Games::new(bytes, &Keys::new(7)).collect::<Vec<_>>();
    for game in read(bytes).into_iter().flatten() {
        let written = pgn::read_with(&game.to_pgn(), game.start.keys()).unwrap();
        assert_eq!((written.len(), &written[0].moves, &written[0].start), (1, &game.moves, &game.start));
        assert_eq!(game.positions().count(), game.moves.len() + 1);
    }
    let after = read(&[bytes, b"\n\n[Event \"last\"]\n\n1. e4 e5 *\n"].concat());
    let last: &PgnGame = after.last().unwrap().as_ref().unwrap();
    assert_eq!(
        (last.tag("Event"), last.moves.len(), &last.start),
        (Some("last"), 2, &Position::start_with(Keys::new(7)))
    );
}

proptest! {
    #[test]
    fn damaged_positions(fen in damaged(&STARTS, "/12345678pnbrqkPNBRQKw-b aehé\u{0}")) {
        if let Ok(position) = Position::from_fen(&fen) {
            prop_assert_eq!(Position::from_fen(&position.to_fen()).unwrap(), position.clone());
            prop_assert!(position.legal_moves().len() <= 218);
        }
    }

    #[test]
    fn damaged_games(text in damaged(&GAMES, "{}()[]\"$;%*.\r\n é1eN")) {
        check_games(text.as_bytes());
    }

    #[test]
    fn damaged_lines(line in damaged(&LINES, "/12345678pnbrqkPNBRQKw-;\" aehmvcé\u{0}")) {
        if let Ok(epd) = Epd::read(&line) {
            for (name, _) in &epd.operations {
                prop_assert!(name.starts_with(char::is_alphabetic));
            }
            prop_assert_eq!(Position::from_fen(&epd.position.to_fen()).unwrap(), epd.position);
        }
        if let Ok(position) = Position::from_fen(&line) {
            prop_assert_eq!(Epd::read(&line).map(|epd| epd.position), Ok(position), "a FEN is a line of its own");
        }
    }

    #[test]
    fn any_text(text in "\\PC{0,60}") {
        let _ = Position::from_fen(&text);
        let _ = Epd::read(&text);
        let _ = pgn::read(&text);
        let start = Position::start();
        let _ = start.parse_san(&text);
        let _ = start.parse_uci(&text);
    }

    #[test]
    fn any_move(text in "[KQRBNPa-h1-8xO0=+#!?.\\-]{0,8}") {
        for fen in STARTS {
            let position = Position::from_fen(fen).unwrap();
            if let Ok(mv) = position.parse_san(&text) {
                prop_assert!(position.legal_moves().contains(&mv));
            }
            if let Ok(mv) = position.parse_uci(&text) {
                prop_assert!(position.legal_moves().contains(&mv));
            }
        }
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_games(&bytes);
    }
}
