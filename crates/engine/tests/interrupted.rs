//! An interrupted iteration has the score of the best move that it had found.

mod common;

use engine::{ChessMemory, ChessSearch};
use search::Outcome;
use tt::{MoveAndEvaluation, PrivateEngineTable, Size};

#[test]
fn an_interrupted_iteration_rises_to_the_score_of_the_whole_one() {
    let mut changes = 0;
    for position in common::positions(6) {
        let iteration = |nodes| {
            let table = PrivateEngineTable::<MoveAndEvaluation>::new(Size::Bytes(64 << 10)).unwrap();
            let mut memory = ChessMemory::new(&position);
            ChessSearch::new(&position, &mut memory, table).max_nodes(nodes).iteration(5, None)
        };
        let whole = iteration(u64::MAX);
        let mut before: Option<Outcome<_>> = None;
        for nodes in (1..whole.nodes).step_by(7).chain([whole.nodes - 1]) {
            let outcome = iteration(nodes);
            assert!(outcome.stopped, "{nodes} of {}", whole.nodes);
            if outcome.best.is_none() {
                continue;
            }
            if let Some(before) = before {
                assert_eq!(before.score < outcome.score, before.best != outcome.best, "{before:?} {outcome:?}");
                changes += u32::from(before.score < outcome.score);
            }
            before = Some(outcome);
        }
        let last = before.unwrap();
        assert_eq!((last.best, last.score), (whole.best, whole.score));
    }
    assert!(changes > 0);
}
