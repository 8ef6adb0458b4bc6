//! Mates within the depth of a search are found if nothing is pruned or reduced without proof.

use chess::{MATE, Position};
use engine::{ChessMemory, ChessSearch, Techniques};

/// Positions and the moves that the player needs to mate.
const MATES: [(&str, u8); 3] = [
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("2R5/K5P1/8/8/1k6/8/8/8 w - - 0 1", 3),
];

#[test]
fn every_mate_within_the_depth_is_found() {
    for (fen, moves) in MATES {
        let position = Position::from_fen(fen).unwrap();
        let mut table = tt::PrivateEngineTable::<tt::MoveAndEvaluation>::new(tt::Size::mib(1)).unwrap();
        let mut memory = ChessMemory::new(&position);
        let search = ChessSearch::new(&position, &mut memory, &mut table);
        let exact = search.with_techniques(Techniques::STANDARD.difference(Techniques::SELECTIVE));
        let plies = 2 * moves - 1;
        let outcome = exact.deepen(plies, |_, _, _| {});
        assert_eq!(i32::from(outcome.score), i32::from(MATE) - i32::from(plies), "{fen}");
    }
}
