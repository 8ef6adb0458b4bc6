//! Checks that ALIBABA finds mates and draws, solves problems, and visits the same number of nodes as before.
//!
//! If you intend to change the node counts, run `INSTA_UPDATE=always cargo test -p alibaba --test all alibaba::`, and
//! describe the change and its reason in the commit message.

use std::fmt::Write;

use alibaba::{Alibaba, Best, Lines};
use chess::{Epd, MATE, Move, Position, pgn};
use schemes::{Masked, Parts, Scheme, TranspositionTable};
use search::{Aspiration, Auditor, Iteration, Outcome, PackedMoves, Search, Statistics, Window, iterate};
use tt::layouts::WideThesis;
use tt::policies::{Big, TwoLevel};
use tt::{Buckets, Maintain, Size, Table, TwoBig1};

fn positions(text: &str) -> Size {
    text.parse().unwrap()
}

fn table(size: &str) -> TwoBig1<Best> {
    TwoBig1::new(positions(size)).unwrap()
}

/// Returns the last outcome and all iterations.
fn search<T: Table<Payload: PackedMoves<Move>>>(
    position: &Position,
    table: &mut T,
    depth: u8,
) -> (Outcome<Move>, Vec<Iteration<Move>>) {
    let mut iterations = Vec::new();
    let mut game = Alibaba::new(position.clone());
    let outcome = alibaba::deepen(Search::new(&mut game, table), depth, |iteration, _| iterations.push(*iteration));
    assert_eq!(game.position(), position, "the search undoes its moves");
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
        let (outcome, _) = search(&fen(position), &mut table("64K"), depth);
        if mate == 0 {
            assert_eq!(outcome.score, -MATE, "{position}");
            assert_eq!(outcome.best, None, "{position}");
        } else {
            assert_eq!(outcome.score, MATE - (2 * mate - 1), "{position}");
            assert_eq!(chess::mate_in(outcome.score), Some(i32::from(mate)), "{position}");
        }
    }
    assert_eq!(chess::mate_in(-MATE + 4), Some(-2));
    assert_eq!(chess::mate_in(500), None);
}

#[test]
fn draws_are_seen() {
    let stalemate = fen("k7/2Q5/8/8/8/8/8/K7 b - - 0 1");
    assert!(stalemate.is_stalemate());
    assert_eq!(search(&stalemate, &mut table("8K"), 1).0.score, 0);
    // White is a queen down and has a perpetual check; the search reaches the third repetition.
    let game =
        &pgn::read("[FEN \"6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1\"]\n1. Qe8+ Kh7 2. Qh5+ Kg8 3. Qe8+ Kh7 *").unwrap()[0];
    let last = game.positions().last().unwrap().0;
    assert_eq!(search(&last, &mut table("8K"), 4).0.score, 0);
}

#[test]
fn the_fifty_move_rule_is_seen() {
    // One move before the draw, only the pawn move wins.
    let before = |clock: u32| fen(&format!("6k1/8/8/8/8/P7/8/K6Q w - - {clock} 100"));
    let (outcome, _) = search(&before(99), &mut table("64K"), 3);
    assert_eq!(outcome.best.unwrap().to_string(), "a3a4");
    assert!(outcome.score > 500, "{outcome:?}");
    // With a rook and no pawn, every move leads to a draw.
    let (outcome, _) = search(&fen("6k1/8/8/8/8/8/8/K6R w - - 99 100"), &mut table("64K"), 3);
    assert_eq!(outcome.score, 0);
    // A mate with the last move counts; a mate one move later is too late.
    let (outcome, _) = search(&fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 100"), &mut table("64K"), 3);
    assert_eq!((outcome.best.unwrap().to_string().as_str(), outcome.score), ("a1a8", MATE - 1));
    for (clock, score) in [(0, MATE - 3), (97, MATE - 3), (98, 0), (99, 0)] {
        let position = fen(&format!("k7/8/2K5/8/8/8/8/7R w - - {clock} 100"));
        let (outcome, _) = search(&position, &mut table("64K"), 4);
        assert_eq!(outcome.score, score, "{clock}");
    }
    // At the root the game continues, because a player must claim the draw.
    let (outcome, _) = search(&fen("6k1/8/8/8/8/8/8/K6Q w - - 100 100"), &mut table("64K"), 1);
    assert!(outcome.best.is_some());
}

#[test]
fn positions_with_too_many_queens_are_searched() {
    for text in ["qqqqqqqk/qqqqqqqq/8/8/8/P7/1P6/K7 b - - 0 1", "6bk/6pp/8/8/8/8/QQQQQ3/KQQQQQQQ w - - 0 1"] {
        let position = fen(text);
        assert!(position.check_reachable().is_err(), "{text}");
        let (outcome, _) = search(&position, &mut table("8K"), 1);
        assert!(outcome.score.abs() <= MATE && outcome.best.is_some(), "{text}: {outcome:?}");
        // No evaluation is a mate score.
        assert_eq!(chess::mate_in(position.value()), None, "{text}");
    }
}

#[test]
fn an_audit_changes_nothing() {
    let position = fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let plain = search(&position, &mut table("1K"), 4);
    let mut table = table("1K");
    let mut auditor = Auditor::new(&table);
    let mut game = Alibaba::new(position);
    let search = Search::new(&mut game, &mut table).observed_by(&mut auditor);
    assert_eq!(alibaba::deepen(search, 4, |_, _| {}), plain.0);
    assert!(auditor.audit().positions > 1024);
}

#[test]
fn lines_of_one_move_are_best_moves() {
    let position = fen("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    let mut table = Buckets::<WideThesis<Lines>, TwoLevel<Big>, 2>::new(positions("8K")).unwrap();
    let mut search = |moves: usize| {
        table.clear();
        let mut game = Alibaba::new(position.clone());
        let outcome = alibaba::deepen(Search::new(&mut game, &mut table).stored_moves(moves), 5, |_, _| {});
        (outcome, table.residents().map(|resident| resident.record.payload.line().len()).max())
    };
    let outcome = self::search(&position, &mut self::table("8K"), 5).0;
    assert_eq!(search(1), (outcome, Some(1)));
    assert_eq!(search(3).1, Some(3));
}

#[test]
fn statistics_add_up() {
    let (outcome, iterations) = search(&Position::start(), &mut table("8K"), 5);
    let mut statistics = Statistics::default();
    let mut kept = table("8K");
    let mut game = Alibaba::new(Position::start());
    let watched = alibaba::deepen(Search::new(&mut game, &mut kept).observed_by(&mut statistics), 5, |_, _| {});
    assert_eq!(watched, outcome, "observing changes nothing");
    assert_eq!(outcome.nodes, iterations.iter().map(|iteration| iteration.outcome.nodes).sum::<u64>());
    // No position occurs for the third time within five plies, so every node probes the table.
    assert_eq!(statistics.look_ups, outcome.nodes);
    // All stored positions that were neither updated nor lost are in the table.
    assert_eq!(statistics.stores() - statistics.same - statistics.collisions, kept.fill());
    assert!(statistics.cutoffs > 0 && statistics.cutoffs <= statistics.hits, "{statistics:?}");
    assert!(!outcome.stopped);
    let limited = alibaba::deepen(
        Search::new(&mut Alibaba::new(Position::start()), &mut table("8K")).max_nodes(2_000),
        5,
        |_, _| {},
    );
    assert!(limited.stopped && limited.best.is_some(), "the last completed iteration has a best move");
}

/// Searches like a playing engine.
fn think<T: Table<Payload: PackedMoves<Move>>>(position: &Position, table: &mut T, depth: u8) -> Outcome<Move> {
    let mut game = Alibaba::new(position.clone());
    let mut search = Search::new(&mut game, table).window(Window::Minimal);
    iterate(&mut search, depth, Aspiration::Inclusive(alibaba::ASPIRATION), |_, _| {})
}

#[test]
fn the_best_move_is_played_whatever_the_table_holds() {
    // Positions in which the same moves are best at every depth.
    let known = [
        ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1", "f3f7"),
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8"),
        ("8/8/8/8/8/6k1/4q3/7K b - - 0 1", "e2g2 e2f1 e2e1 e2d1 e2h2"),
        // A promotion, a fork by an underpromotion with check, and a hanging queen.
        ("8/P7/8/8/8/k7/8/4K3 w - - 0 1", "a7a8q"),
        ("8/q1P5/3k4/8/8/8/8/7K w - - 0 1", "c7c8n"),
        ("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8"),
        // A mate in two by a sacrifice. The bound of a pruned quiet leaf must not hide it.
        ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "h6h7"),
        // Only the pawn move avoids a draw by the fifty-move rule.
        ("6k1/8/8/8/8/P7/8/K6Q w - - 99 100", "a3a4"),
    ];
    let masks = (0..8).map(Parts::from_bits_truncate);
    for (parts, &scheme) in masks.flat_map(|parts| Scheme::ALL.iter().map(move |scheme| (parts, scheme))) {
        // All positions share one table, because the records of one position must not affect another.
        let small = TranspositionTable::<Best>::new(positions("1K"), scheme).unwrap();
        let mut table = Masked::new(small, parts);
        for (text, best) in known {
            for depth in [3, 3, 1, 2] {
                let outcome = think(&fen(text), &mut table, depth);
                let played = outcome.best.unwrap().to_string();
                assert!(
                    best.contains(&played),
                    "expected {best}, got {played}: {text}, depth {depth}, {scheme}, {parts:?}"
                );
                table.stamp();
            }
        }
    }
}

#[test]
fn a_mate_that_was_found_is_played_to_its_end() {
    for (text, mate) in [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
    ] {
        for &scheme in Scheme::ALL {
            let mut table = TranspositionTable::<Best>::new(positions("64K"), scheme).unwrap();
            let mut position = fen(text);
            let plies = 2 * mate - 1;
            for left in (1..=plies).rev() {
                // The reply was expected, so the table contains the position.
                let outcome = think(&position, &mut table, left as u8 + 1);
                let score = if left % 2 == 1 { MATE - left } else { left - MATE };
                assert_eq!(outcome.score, score, "{scheme}: {}", position.to_fen());
                position.play(outcome.best.unwrap());
                table.stamp();
            }
            assert!(position.is_checkmate(), "{scheme}: {}", position.to_fen());
        }
    }
}

/// Parses the positions of a suite.
fn suite(text: &str) -> Vec<Epd> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| Epd::read(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

const WIN_AT_CHESS: &str = include_str!("../../../../testsets/suites/wacnew.epd");
const BRATKO_KOPEC: &str = include_str!("../../../../testsets/suites/bratko-kopec.epd");

fn is_solved(epd: &Epd, outcome: &Outcome<Move>) -> bool {
    epd.moves("bm").unwrap().contains(&outcome.best.unwrap())
}

/// Describes how many positions of a suite are solved at a depth.
fn solved(text: &str, depth: u8) -> String {
    let mut table = table("64K");
    let (mut solved, mut all, mut nodes) = (0, 0, 0);
    for epd in suite(text) {
        table.clear();
        let (outcome, iterations) = search(&epd.position, &mut table, depth);
        nodes += iterations.iter().map(|iteration| iteration.outcome.nodes).sum::<u64>();
        all += 1;
        solved += u32::from(is_solved(&epd, &outcome));
    }
    format!("{solved} of {all} at {depth} ply, {nodes} nodes")
}

#[test]
fn suites() {
    let mut text = String::new();
    writeln!(text, "Win at Chess: {}", solved(WIN_AT_CHESS, 4)).unwrap();
    writeln!(text, "Bratko-Kopec: {}", solved(BRATKO_KOPEC, 5)).unwrap();
    insta::assert_snapshot!(text);
}

#[test]
fn a_table_that_is_kept_solves_as_many_positions_as_one_that_is_cleared() {
    let mut text = String::new();
    for (name, suite, depth) in [("Win at Chess", suite(WIN_AT_CHESS), 3), ("Bratko-Kopec", suite(BRATKO_KOPEC), 4)] {
        let mut table = table("256K");
        let mut pass = |between: fn(&mut TwoBig1<Best>)| {
            let solved = suite.iter().filter(|epd| {
                between(&mut table);
                is_solved(epd, &think(&epd.position, &mut table, depth))
            });
            solved.count()
        };
        let cleared = pass(Maintain::clear);
        // The first pass starts with the last position in the table, the second with all positions that fit.
        let (kept, again) = (pass(Maintain::stamp), pass(Maintain::stamp));
        let without = suite.iter().filter(|epd| is_solved(epd, &think(&epd.position, &mut (), depth))).count();
        assert!(kept >= cleared && again >= cleared, "{name}: {cleared}, {kept}, {again}");
        assert!(cleared >= without, "{name}: {cleared}, and {without} without a table");
        let solved = format!("{without} without a table, {cleared} cleared, {kept} kept, {again} again");
        writeln!(text, "{name}, {} positions at {depth} ply: {solved}", suite.len()).unwrap();
    }
    insta::assert_snapshot!(text);
}

#[test]
fn nodes_by_depth() {
    let mut text = String::new();
    for line in BRATKO_KOPEC.lines().take(6) {
        let epd = Epd::read(line).unwrap();
        let mut table = table("8K");
        let mut game = Alibaba::new(epd.position.clone());
        writeln!(text, "{}", epd.operand("id").unwrap()).unwrap();
        alibaba::deepen(Search::new(&mut game, &mut table), 6, |iteration, line| {
            assert_eq!(line.first().copied(), iteration.outcome.best);
            let Iteration { depth, outcome, failures } = iteration;
            let mv = epd.position.to_san(outcome.best.unwrap());
            writeln!(text, "  {depth} {mv:<6} {:>6} {:>8} nodes, {failures} failures", outcome.score, outcome.nodes)
                .unwrap();
        });
    }
    insta::assert_snapshot!(text);
}
