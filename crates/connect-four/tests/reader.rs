//! Lines of moves, good and bad.

use connect_four::{Board, LineError, Position};
use proptest::prelude::*;

fn error(line: &str) -> LineError {
    line.parse::<Position>().unwrap_err()
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    assert_eq!(error("4458"), LineError::NoColumn { character: '8', place: 4, columns: 7 });
    assert_eq!(error("0"), LineError::NoColumn { character: '0', place: 1, columns: 7 });
    assert_eq!(error("44 5"), LineError::NoColumn { character: ' ', place: 3, columns: 7 });
    assert_eq!(error("4é5"), LineError::NoColumn { character: 'é', place: 2, columns: 7 });
    assert_eq!(error("4444444"), LineError::Full { character: '4', place: 7 });
    assert_eq!(error("1212121"), LineError::Won { character: '1', place: 7 });
    assert!(error("12121211").to_string().contains("character 7"));
}

#[test]
fn lines_are_played() {
    let position: Position = "44455".parse().unwrap();
    assert_eq!(position.to_string(), ".......\n.......\n.......\n...x...\n...ox..\n...xo..\n");
    assert_eq!("".parse::<Position>().unwrap(), Position::default());
}

#[test]
fn columns_after_the_ninth_are_letters() {
    let board: Board = "12x4".parse().unwrap();
    let position = Position::read(board, "9abc").unwrap();
    assert_eq!(position.to_string().lines().last(), Some("........xoxo"));
    assert_eq!(Position::read(board, "d").unwrap_err(), LineError::NoColumn { character: 'd', place: 1, columns: 12 });
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,60}", columns in 0_u32..40, rows in 0_u32..70) {
        if let Ok(board) = Board::new(columns, rows)
            && let Err(error) = Position::read(board, &text)
        {
            let (LineError::NoColumn { character, place, .. }
            | LineError::Full { character, place }
            | LineError::Won { character, place }) = error;
            prop_assert_eq!(text.chars().nth(place - 1), Some(character));
        }
    }

    #[test]
    fn no_line_of_digits_panics(text in "[1-7]{0,50}") {
        match text.parse::<Position>() {
            Ok(position) => {
                prop_assert_eq!(position.moves() as usize, text.len());
                prop_assert!(!position.line_of_four());
            }
            Err(LineError::NoColumn { .. }) => prop_assert!(false, "every digit is a column"),
            Err(LineError::Full { place, .. } | LineError::Won { place, .. }) => {
                prop_assert!(text[..place - 1].parse::<Position>().is_ok());
            }
        }
    }

    #[test]
    fn no_board_panics(text in "\\PC{0,12}") {
        let _ = text.parse::<Board>();
    }
}
