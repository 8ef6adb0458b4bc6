//! The messages of the readers, in one snapshot. Each begins with the place of the error.

use std::fmt::Write as _;

use chess::{Epd, Position, pgn};

/// Invalid positions.
const FENS: &[&str] = &[
    "",
    "8/8",
    "7/8/8/8/8/8/8/8 w - -",
    "88/8/8/8/8/8/8/8 w - -",
    "8/8/8/8/8/8/8/8/8 w - -",
    "8/k7/3p4/p2P1x2/P2P1P2/8/8/K7 w - - 0 1",
    "k6P/8/8/8/8/8/8/K7 w - - 0 1",
    "8/8/8/8/8/8/8/K7 w - - 0 1",
    "kk6/8/8/8/8/8/8/K7 w - - 0 1",
    "k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1",
    "kqqqqqqq/qqqqqqqq/q7/8/8/8/8/K7 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
    "4k3/8/8/8/8/8/8/5K1R w K - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w X - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - x 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 99999 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1 1",
    "4k3/8/8/8/8/8/8/4K2r b - - 0 1",
    "4k3/4r3/8/8/1b6/3n4/8/4K3 w - - 0 1",
];

/// Invalid lines of test suites.
const EPDS: &[&str] = &[
    "4k3/8/8/8/8/8/8/4K3 w - - id \"x",
    "",
    "8/8 w - - bm e4;",
    "4k3/8/8/8/8/8/8/4K3 w -",
    "4k3/8/8/8/8/8/8/4K3 w  ",
    "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 x;",
    "4k3/8/8/8/8/8/8/4K3 w - - 12 bm Kd1;",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 70000",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1 1",
    "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1; 7 8;",
    "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1; \"id\" x;",
    "4k3/8/8/8/8/8/8/4K3 w - - id \"é\"; hmvc x;",
    "4k3/8/8/8/8/8/8/4K3 w - - fmvn;",
    "4k3/8/8/8/8/8/8/4K3 w - - 12 34 hmvc 13;",
];

/// Invalid games.
const GAMES: &[&str] = &[
    "1. e4 e5\n2. Ke3 *",
    "1.e4 Hmm",
    "1. e4 {x",
    "1. e4 (1. d4",
    "1. e4 -- 2. d4 *",
    "1. e4 Z0",
    "1. e4 )",
    "1. e4 ]",
    "[Event x]",
    "[Event \"x\n\"]",
    "[Event \"x\"\n1. e4",
    "[FEN \"8/8 w - -\"]\n",
];

#[test]
fn messages_name_the_place_and_the_error() {
    let mut text = String::new();
    let mut add = |input: &str, message: String| writeln!(text, "{input:?}\n    {message}").unwrap();
    FENS.iter().for_each(|fen| add(fen, Position::from_fen(fen).unwrap_err().to_string()));
    EPDS.iter().for_each(|line| add(line, Epd::read(line).unwrap_err().to_string()));
    GAMES.iter().for_each(|game| add(game, pgn::read(game).unwrap_err().to_string()));
    insta::assert_snapshot!(text);
}
