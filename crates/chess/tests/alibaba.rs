//! ALIBABA plays chess: it mates, sees draws, solves problems, and visits the nodes that it visited before.
//!
//! If a change of the counts is intended, run `INSTA_UPDATE=always cargo test -p chess --test alibaba`, and say in the
//! commit what moved and why.

use std::fmt::Write;

use chess::alibaba::{self, Alibaba, Best, Lines, MATE};
use chess::{Epd, Move, Position, pgn};
use search::{Iteration, Outcome, Payload};
use tt::{Audited, Positions, Scheme, Statistics, Table, TranspositionTable};

fn positions(text: &str) -> Positions {
    text.parse().unwrap()
}

fn table<P>(size: &str) -> TranspositionTable<Scheme, P>
where
    P: Copy + Default + bytemuck::Zeroable,
    TranspositionTable<Scheme, P>: Table,
{
    TranspositionTable::new(positions(size), Scheme::TwoBig1).unwrap()
}

/// The last outcome and all iterations.
fn search<T: Table<Payload: Payload<Move>>>(
    position: &Position,
    table: &mut T,
    depth: u8,
) -> (Outcome<Move>, Vec<Iteration<Move>>) {
    let mut iterations = Vec::new();
    let mut game = Alibaba::new(position.clone());
    let outcome = alibaba::search(&mut game, table, (), depth, u64::MAX, |iteration, _| iterations.push(*iteration));
    assert_eq!(game.position(), position, "the search takes its moves back");
    (outcome, iterations)
}

fn fen(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

#[test]
fn mates_are_found_and_counted() {
    for (position, depth, mate) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 2, 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4, 2),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 6, 3),
        ("8/8/8/8/8/1k6/8/K6r w - - 0 1", 1, 0),
    ] {
        let (outcome, _) = search(&fen(position), &mut table::<Best>("64K"), depth);
        if mate == 0 {
            assert_eq!(outcome.score, -MATE, "{position}");
            assert_eq!(outcome.best, None, "{position}");
        } else {
            assert_eq!(outcome.score, MATE - (2 * mate - 1), "{position}");
            assert_eq!(alibaba::mate_in(outcome.score), Some(i32::from(mate)), "{position}");
        }
    }
    assert_eq!(alibaba::mate_in(-MATE + 4), Some(-2));
    assert_eq!(alibaba::mate_in(500), None);
}

#[test]
fn draws_are_seen() {
    let stalemate = fen("k7/2Q5/8/8/8/8/8/K7 b - - 0 1");
    assert!(stalemate.is_stalemate());
    assert_eq!(search(&stalemate, &mut table::<Best>("8K"), 1).0.score, 0);
    // White is a queen down, and checks for ever: the third repetition is within the search.
    let game =
        &pgn::read("[FEN \"6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1\"]\n1. Qe8+ Kh7 2. Qh5+ Kg8 3. Qe8+ Kh7 *").unwrap()[0];
    let last = game.positions().last().unwrap().0;
    assert_eq!(search(&last, &mut table::<Best>("8K"), 4).0.score, 0);
    let fifty = fen("8/8/8/8/8/1k6/1r6/K7 w - - 98 90");
    assert!(search(&fifty, &mut table::<Best>("8K"), 3).0.score <= 0);
}

#[test]
fn an_audit_changes_nothing() {
    let position = fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let plain = search(&position, &mut table::<Best>("1K"), 4);
    let mut audited = Audited::new(table::<Best>("1K"));
    assert_eq!(search(&position, &mut audited, 4), plain);
    assert!(audited.audit().positions > 1024);
}

#[test]
fn lines_of_one_move_are_best_moves() {
    let position = fen("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    assert_eq!(search(&position, &mut table::<Lines<1>>("8K"), 5), search(&position, &mut table::<Best>("8K"), 5));
}

#[test]
fn the_game_is_watched() {
    let mut statistics = Statistics::default();
    let mut game = Alibaba::new(Position::start());
    let outcome = alibaba::search(&mut game, &mut table::<Best>("8K"), &mut statistics, 5, u64::MAX, |_, _| {});
    assert!(statistics.look_ups > 10_000 && statistics.hits > 500 && statistics.cutoffs > 300, "{statistics:?}");
    assert!(!outcome.stopped);
    let limited =
        alibaba::search(&mut Alibaba::new(Position::start()), &mut table::<Best>("8K"), (), 5, 2_000, |_, _| {});
    assert!(limited.stopped && limited.best.is_some(), "the last iteration that ended says what to play");
}

/// How many positions of a suite are solved at a depth.
fn solved(suite: &str, depth: u8) -> String {
    let mut table = table::<Best>("64K");
    let (mut solved, mut all, mut nodes) = (0, 0, 0);
    for line in suite.lines().filter(|line| !line.trim().is_empty()) {
        let epd = Epd::read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        table.clear();
        let (outcome, iterations) = search(&epd.position, &mut table, depth);
        nodes += iterations.iter().map(|iteration| iteration.outcome.nodes).sum::<u64>();
        all += 1;
        solved += u32::from(epd.moves("bm").unwrap().contains(&outcome.best.unwrap()));
    }
    format!("{solved} of {all} at {depth} ply, {nodes} nodes")
}

#[test]
fn suites() {
    let mut text = String::new();
    writeln!(text, "Win at Chess: {}", solved(include_str!("../../../testsets/suites/wacnew.epd"), 4)).unwrap();
    writeln!(text, "Bratko-Kopec: {}", solved(include_str!("../../../testsets/suites/bratko-kopec.epd"), 5)).unwrap();
    insta::assert_snapshot!(text);
}

#[test]
fn nodes_by_depth() {
    let mut text = String::new();
    for line in include_str!("../../../testsets/suites/bratko-kopec.epd").lines().take(6) {
        let epd = Epd::read(line).unwrap();
        let mut table = table::<Best>("8K");
        let mut game = Alibaba::new(epd.position.clone());
        writeln!(text, "{}", epd.operand("id").unwrap()).unwrap();
        alibaba::search(&mut game, &mut table, (), 6, u64::MAX, |iteration, line| {
            assert_eq!(line.first().copied(), iteration.outcome.best);
            let Iteration { depth, outcome, failures } = iteration;
            let mv = epd.position.to_san(outcome.best.unwrap());
            writeln!(text, "  {depth} {mv:<6} {:>6} {:>8} nodes, {failures} failures", outcome.score, outcome.nodes)
                .unwrap();
        });
    }
    insta::assert_snapshot!(text);
}
