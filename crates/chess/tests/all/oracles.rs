//! Compares the rules with two other libraries on the positions of random games.

use std::collections::BTreeSet;

use chess::{Keys, Position};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use zobrist::Numbers;

/// Initial positions. Random games from the starting position rarely reach such positions.
const STARTS: [&str; 8] = [
    Position::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/PPP1kbnq/8/8/8/8/ppp1KBNQ/8 w - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4KB2 b - d3 0 1",
];

#[test]
fn a_hundred_thousand_positions() {
    let mut positions = 0;
    let mut game = 0;
    let mut seen = [0_u32; 4];
    while positions < 100_000 {
        positions += play(STARTS[game as usize % STARTS.len()], game, &mut seen);
        game += 1;
    }
    let [checks, mates, stalemates, dead] = seen;
    assert!(checks > 1000 && mates > 10 && stalemates > 5 && dead > 10, "{seen:?} in {game} games");
}

/// Plays a random game, compares every position, and returns the number of positions.
fn play(start: &str, seed: u64, seen: &mut [u32; 4]) -> u32 {
    let dice = Numbers::generate(seed, 300);
    let mut ours = Position::from_fen_with(start, Keys::new(seed)).unwrap();
    let mut shak: Chess = start.parse::<shakmaty::fen::Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    let mut cozy: cozy_chess::Board = start.parse().unwrap();
    for ply in 0..dice.len() {
        let legal = ours.legal_moves();
        compare(&ours, &legal, &shak, &cozy, seen);
        if legal.is_empty() {
            return ply as u32 + 1;
        }
        let mv = legal[(dice[ply].0 % legal.len() as u64) as usize];
        let uci: UciMove = mv.to_string().parse().unwrap();
        let theirs = uci.to_move(&shak).unwrap();
        let san = ours.to_san(mv);
        assert_eq!(san, SanPlus::from_move(shak.clone(), theirs).to_string(), "{ours:?}");
        assert_eq!(ours.parse_san(&san), Ok(mv), "{ours:?}");
        let of_cozy = cozy_chess::util::parse_uci_move(&cozy, &mv.to_string()).unwrap();

        let before = ours.clone();
        let undo = ours.play(mv);
        ours.undo(mv, undo);
        assert_eq!(ours, before, "{mv} undone");
        ours.play(mv);
        shak.play_unchecked(theirs);
        cozy.play_unchecked(of_cozy);
    }
    dice.len() as u32
}

fn compare(ours: &Position, legal: &[chess::Move], shak: &Chess, cozy: &cozy_chess::Board, seen: &mut [u32; 4]) {
    let fen = ours.to_fen();
    assert_eq!(fen, shakmaty::fen::Fen::from_position(shak, EnPassantMode::Legal).to_string());
    assert_eq!(Position::from_fen_with(&fen, ours.keys().clone()).unwrap().key(), ours.key(), "{fen}");

    let texts: BTreeSet<String> = legal.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), legal.len(), "{fen}: duplicate move");
    assert_eq!(legal.len() as u64, ours.count_legal_moves(), "{fen}");
    let of_shak: BTreeSet<String> =
        shak.legal_moves().iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect();
    assert_eq!(texts, of_shak, "{fen}");
    let mut of_cozy = 0;
    cozy.generate_moves(|moves| {
        of_cozy += moves.len();
        false
    });
    assert_eq!(of_cozy, legal.len(), "{fen}");
    let mut noisy = Vec::new();
    ours.each_noisy_move(|mv| noisy.push(mv));
    let expected: Vec<_> = legal
        .iter()
        .copied()
        .filter(|mv| ours.piece_on(mv.to()).is_some() || mv.is_en_passant() || mv.promotion().is_some())
        .collect();
    assert_eq!(noisy, expected, "{fen}");
    assert!(legal.iter().all(|&mv| ours.is_legal(mv)), "{fen}");

    assert_eq!(ours.in_check(), shak.is_check(), "{fen}");
    assert_eq!(ours.in_check(), !cozy.checkers().is_empty(), "{fen}");
    assert_eq!(ours.is_checkmate(), shak.is_checkmate(), "{fen}");
    assert_eq!(ours.is_stalemate(), shak.is_stalemate(), "{fen}");
    assert_eq!(ours.is_insufficient_material(), shak.is_insufficient_material(), "{fen}");
    assert_eq!(ours.is_fifty_moves(), shak.halfmoves() >= 100, "{fen}");
    let verdicts = [ours.in_check(), ours.is_checkmate(), ours.is_stalemate(), ours.is_insufficient_material()];
    for (count, verdict) in seen.iter_mut().zip(verdicts) {
        *count += u32::from(verdict);
    }
}
