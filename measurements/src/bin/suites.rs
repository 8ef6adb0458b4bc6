//! Counts the positions of a test suite that the chess program solves: `suites FILE [NODES [WITHOUT]]`.
//!
//! `FILE` has a position in EPD on each line, with the best moves (`bm`) or the moves to avoid (`am`). The program
//! searches each position with `NODES` nodes (1,000,000 unless given) and an empty table of 16 MiB, and solves it if
//! the move that it would play is one of the best ones. The positions that are not solved are printed. `WITHOUT` are
//! techniques that are switched off, separated by commas.

#![forbid(unsafe_code)]

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use chess::{Epd, Move};
use engine::{ChessMemory, ChessSearch, MAX_DEPTH, Techniques};
use tt::{MoveAndEvaluation, PrivateEngineTable, Size};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "usage: suites FILE [NODES [WITHOUT]]";
    let path = arguments.first().expect(usage);
    let nodes = arguments.get(1).map_or(1_000_000, |nodes| nodes.parse().expect(usage));
    let without = arguments.get(2).map_or(Techniques::empty(), |names| names.parse().expect("names of techniques"));
    let techniques = Techniques::STANDARD.difference(without);
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let positions: Vec<Epd> = lines
        .map(|(number, line)| Epd::read(line).unwrap_or_else(|error| panic!("{path}:{}: {error}", number + 1)))
        .collect();
    let (next, solved) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(epd) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
            let played = played(epd, nodes, techniques);
            if is_solved(epd, played) {
                solved.fetch_add(1, Ordering::Relaxed);
            } else {
                let id = epd.operand("id").unwrap_or_default();
                println!("{id}: {}", played.map_or_else(String::new, |mv| epd.position.to_san(mv)));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
    println!("{path}: {} of {} solved with {nodes} nodes each", solved.into_inner(), positions.len());
}

/// Returns the move that the program plays.
fn played(epd: &Epd, nodes: u64, techniques: Techniques) -> Option<Move> {
    let mut memory = ChessMemory::new(&epd.position);
    let table = PrivateEngineTable::<MoveAndEvaluation>::new(Size::mib(16)).expect("16 MiB of memory");
    let search = ChessSearch::new(&epd.position, &mut memory, table).max_nodes(nodes);
    let outcome = if techniques == Techniques::STANDARD {
        search.deepen(MAX_DEPTH, |_, _, _| {})
    } else {
        search.with_techniques(techniques).deepen(MAX_DEPTH, |_, _, _| {})
    };
    outcome.best
}

/// Returns whether a move is one of the best ones, and none to avoid.
fn is_solved(epd: &Epd, played: Option<Move>) -> bool {
    let moves = |name| epd.moves(name).unwrap_or_else(|error| panic!("{}: {error}", epd.position.to_fen()));
    let (best, avoided) = (moves("bm"), moves("am"));
    played.is_some_and(|mv| (best.is_empty() || best.contains(&mv)) && !avoided.contains(&mv))
}
