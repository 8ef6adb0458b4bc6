//! Compares the speed of perft with cozy-chess and shakmaty: `cargo bench -p ttlab-chess --bench perft`.
//!
//! Compare only the lines of one group with each other. With bulk counting, the moves of the last ply are counted but
//! not made. Each library is used in its fastest way. cozy-chess updates a key incrementally, like this crate; shakmaty
//! does not.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

const POSITIONS: [(&str, &str, u32); 4] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

fn cozy(board: &cozy_chess::Board, depth: u32, each_leaf: bool) -> u64 {
    let mut leaves = 0;
    if depth == 0 {
        return 1;
    }
    board.generate_moves(|moves| {
        if depth == 1 && !each_leaf {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                leaves += cozy(&after, depth - 1, each_leaf);
            }
        }
        false
    });
    leaves
}

fn shak(position: &Chess, depth: u32, each_leaf: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 && !each_leaf {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for mv in moves {
        let mut after = position.clone();
        after.play_unchecked(mv);
        leaves += shak(&after, depth - 1, each_leaf);
    }
    leaves
}

fn perft(criterion: &mut Criterion) {
    for (each_leaf, how) in [(true, "each leaf"), (false, "bulk")] {
        for (name, fen, depth) in POSITIONS {
            let mut ours = chess::Position::from_fen(fen).unwrap();
            let cozy_board: cozy_chess::Board = fen.parse().unwrap();
            let shak_board: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            let leaves = chess::perft(&mut ours, depth, false);
            assert_eq!(leaves, cozy(&cozy_board, depth, false));
            assert_eq!(leaves, shak(&shak_board, depth, false));
            let mut group = criterion.benchmark_group(format!("{how}, {name}"));
            group.throughput(Throughput::Elements(leaves)).sample_size(10);
            group.bench_function("chess", |bencher| bencher.iter(|| chess::perft(&mut ours, depth, each_leaf)));
            group.bench_function("cozy-chess", |bencher| bencher.iter(|| cozy(&cozy_board, depth, each_leaf)));
            group.bench_function("shakmaty", |bencher| bencher.iter(|| shak(&shak_board, depth, each_leaf)));
            group.finish();
        }
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
