//! Checks repetitions and the fifty-move rule against a list of the previous positions.

use chess::Position;

/// Plays moves in UCI notation and checks after each move how often the position occurred before.
fn check_repetitions(position: &mut Position, moves: &str, expected: &[u32]) {
    let moves: Vec<&str> = moves.split_whitespace().collect();
    assert_eq!(moves.len(), expected.len());
    for (mv, &expected) in moves.iter().zip(expected) {
        position.play(position.parse_uci(mv).unwrap());
        assert_eq!(position.repetitions(), expected, "after {mv}: {}", position.to_fen());
        assert_eq!(position.is_threefold_repetition(), expected >= 2, "after {mv}: {}", position.to_fen());
    }
}

#[test]
fn the_third_occurrence_is_the_third_repetition() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ";
    let mut position = Position::start();
    assert_eq!(position.repetitions(), 0);
    check_repetitions(&mut position, &there_and_back.repeat(2), &[0, 0, 0, 1, 1, 1, 1, 2]);
    // A fourth occurrence is also a repetition.
    check_repetitions(&mut position, there_and_back, &[2, 2, 2, 3]);
    // After a pawn move, no earlier position can occur again.
    check_repetitions(&mut position, "e2e4 e7e5", &[0, 0]);
    check_repetitions(&mut position, there_and_back, &[0, 0, 0, 1]);
}

#[test]
fn the_same_pieces_with_other_rights_are_another_position() {
    // The rook's first move removes a castling right.
    let mut position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    let there_and_back = "h1h2 e8d8 h2h1 d8e8 ";
    check_repetitions(&mut position, &there_and_back.repeat(3), &[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
    // Losing the right to capture en passant also makes a different position.
    let mut position = Position::from_fen("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1").unwrap();
    let there_and_back = "e8d8 e1d1 d8e8 d1e1 ";
    check_repetitions(&mut position, "e2e4", &[0]);
    check_repetitions(&mut position, &there_and_back.repeat(2), &[0, 0, 0, 0, 1, 1, 1, 1]);
}

#[test]
fn the_same_pieces_with_the_other_player_to_move_are_another_position() {
    // White loses a tempo: after five plies the position is the initial one, but with Black to move.
    let mut position = Position::from_fen("8/8/4k3/8/8/8/8/K7 w - - 0 1").unwrap();
    check_repetitions(&mut position, "a1b1 e6e7 b1b2 e7e6 b2a1", &[0; 5]);
    check_repetitions(&mut position, "e6e7 a1b1 e7e6 b1a1", &[0, 0, 0, 1]);
}

#[test]
fn positions_before_the_initial_one_are_unknown() {
    let mut position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 60 90").unwrap();
    assert_eq!((position.repetitions(), position.is_threefold_repetition()), (0, false));
    check_repetitions(&mut position, "h1h2 e8d8 h2h1 d8e8", &[0, 0, 0, 1]);
}

#[test]
fn repetitions_are_those_of_a_list_in_random_games() {
    let mut state = 1_u64;
    let mut most = 0;
    for game in 0..40 {
        let mut position = Position::from_fen("r3k3/8/8/8/8/8/4P3/4K2R w Kq - 0 1").unwrap();
        let mut before: Vec<String> = Vec::new();
        let mut undos = Vec::new();
        for _ in 0..80 {
            let text = position.to_epd();
            let expected = before.iter().filter(|known| **known == text).count() as u32;
            assert_eq!(position.repetitions(), expected, "game {game}: {}", position.to_fen());
            assert_eq!(position.is_threefold_repetition(), expected >= 2, "game {game}: {}", position.to_fen());
            most = most.max(expected);
            before.push(text);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // The last moves in the list are king moves, so positions are likely to repeat.
            let mv = moves[moves.len() - 1 - (state >> 33) as usize % moves.len().min(2)];
            undos.push((mv, position.play(mv)));
        }
        while let Some((mv, undo)) = undos.pop() {
            position.undo(mv, undo);
            let text = position.to_epd();
            let plies = undos.len();
            let expected = before[..plies].iter().filter(|known| **known == text).count() as u32;
            assert_eq!(position.repetitions(), expected, "game {game} after undo: {}", position.to_fen());
        }
    }
    assert!(most >= 2, "no position occurred three times");
}

#[test]
fn fifty_moves_of_each_player_without_a_capture_or_a_pawn_move_are_a_draw() {
    let mut position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K2R w - - 98 90").unwrap();
    let play = |position: &mut Position, mv: &str| {
        let mv = position.parse_uci(mv).unwrap();
        position.play(mv);
        (position.halfmove_clock(), position.is_fifty_moves())
    };
    assert_eq!(play(&mut position, "h1h2"), (99, false));
    assert_eq!(play(&mut position, "e8d8"), (100, true));
    assert_eq!(play(&mut position, "h2h1"), (101, true));
    assert_eq!(play(&mut position, "d8e8"), (102, true));
    assert_eq!(play(&mut position, "e2e3"), (0, false));
}
