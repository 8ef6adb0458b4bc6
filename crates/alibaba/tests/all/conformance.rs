//! Checks that chess satisfies the contract of `search::Game`.

use alibaba::Alibaba;
use chess::Position;
use search::conformance;

#[test]
fn chess_conforms() {
    for (seed, fen) in [
        (1, Position::START),
        (2, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        (3, "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
        (4, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"),
    ] {
        conformance::check(&Alibaba::new(Position::from_fen(fen).unwrap()), 10, seed);
    }
}
