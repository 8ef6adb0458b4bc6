//! The opponent in Connect Four, who proves a move or estimates it.

use connect_four::BoardSize;
use programs::Nodes;
use programs::connect_four::{ComputerPlayer, analyse};

const MIDDLE: &str = "52753311433677442422121";

#[test]
fn both_solvers_of_a_player_prove_moves_and_scores() {
    let board: BoardSize<u128> = "6x7".parse().unwrap();
    let nodes = Nodes::default();
    let mut player = ComputerPlayer::new(board, 1_000_000).unwrap();
    let expected = analyse(board, MIDDLE, false, u64::MAX, &Nodes::default()).unwrap().unwrap();
    let chosen = player.choose(MIDDLE, &nodes).unwrap();
    assert!(expected.best().any(|column| column == chosen.column) && chosen.is_proved);
    assert_eq!((chosen.lowest, chosen.highest), (8, 8));
    assert!(nodes.so_far() > 0);
    let known: Vec<_> = expected.scores.into_iter().map(|score| score.map(|score| (score, score))).collect();
    assert_eq!(player.bounds(MIDDLE, &nodes).unwrap(), known);

    let mut player = ComputerPlayer::new("4x4".parse().unwrap(), 100_000).unwrap();
    assert_eq!(player.bounds("", &nodes).unwrap(), [Some((0, 0)); 4], "mirrored columns have the same score");
    assert!(player.choose("", &nodes).unwrap().is_proved);

    let endgame = "1234567812345678876543218765432112345678123456788765";
    let mut player = ComputerPlayer::new("8x8".parse().unwrap(), 100_000).unwrap();
    let chosen = player.choose(endgame, &nodes).unwrap();
    assert!((chosen.lowest, chosen.highest, chosen.is_proved) == (0, 0, true));
    assert_eq!(player.bounds(endgame, &nodes).unwrap()[chosen.column as usize], Some((0, 0)));
}

#[test]
fn a_position_that_is_too_hard_is_estimated() {
    let nodes = Nodes::default();
    let board: BoardSize<u128> = "6x7".parse().unwrap();
    let mut player = ComputerPlayer::new(board, 20_000).unwrap();
    let chosen = player.choose("", &nodes).unwrap();
    assert_eq!((chosen.column, chosen.is_proved), (3, false));
    assert!(chosen.lowest < chosen.highest && chosen.plies > 0);
    assert!(player.bounds("", &nodes).unwrap().into_iter().all(|bounds| bounds.is_some_and(|(low, high)| low < high)));
    // A win at the next move is found with any limit, and so is the only move that does not lose at once.
    for (limit, moves, column) in [(1, "445566", None), (1, "44556", None), (100, "112233", Some(3))] {
        let mut player = ComputerPlayer::new(board, limit).unwrap();
        let chosen = player.choose(moves, &nodes).unwrap();
        assert!(column.is_none_or(|column| column == chosen.column), "{moves}: {chosen:?}");
    }
}
