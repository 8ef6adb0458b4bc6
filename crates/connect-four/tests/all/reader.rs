//! Parsing of valid and invalid moves.

use connect_four::{BoardSize, MovesError, Position};
use proptest::prelude::*;

fn error(moves: &str) -> MovesError {
    moves.parse::<Position>().unwrap_err()
}

#[test]
fn errors_name_the_character() {
    assert_eq!(error("4458"), MovesError::NoColumn { character: '8', index: 4, columns: 7 });
    assert_eq!(error("0"), MovesError::NoColumn { character: '0', index: 1, columns: 7 });
    assert_eq!(error("44 5"), MovesError::NoColumn { character: ' ', index: 3, columns: 7 });
    assert_eq!(error("4é5"), MovesError::NoColumn { character: 'é', index: 2, columns: 7 });
    assert_eq!(error("4444444"), MovesError::Full { character: '4', index: 7 });
    assert_eq!(error("1212121"), MovesError::Won { character: '1', index: 7 });
    assert!(error("12121211").to_string().contains("character 7"));
}

#[test]
fn moves_are_played() {
    let position: Position = "44455".parse().unwrap();
    assert_eq!(position.to_string(), ".......\n.......\n.......\n...x...\n...ox..\n...xo..\n");
    assert_eq!("".parse::<Position>().unwrap(), Position::default());
}

#[test]
fn columns_after_the_ninth_are_letters() {
    let board: BoardSize = "4x12".parse().unwrap();
    let position = Position::read(board, "9abc").unwrap();
    assert_eq!(position.to_string().lines().last(), Some("........xoxo"));
    assert_eq!(Position::read(board, "d").unwrap_err(), MovesError::NoColumn { character: 'd', index: 1, columns: 12 });
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,60}", columns in 0_u32..40, rows in 0_u32..70) {
        if let Ok(board) = <BoardSize>::new(rows, columns)
            && let Err(error) = Position::read(board, &text)
        {
            let (MovesError::NoColumn { character, index, .. }
            | MovesError::Full { character, index }
            | MovesError::Won { character, index }) = error;
            prop_assert_eq!(text.chars().nth(index - 1), Some(character));
        }
    }

    #[test]
    fn no_digits_panic(text in "[1-7]{0,50}") {
        match text.parse::<Position>() {
            Ok(position) => {
                prop_assert_eq!(position.moves() as usize, text.len());
                prop_assert!(!position.has_four_in_a_row());
            }
            Err(MovesError::NoColumn { .. }) => prop_assert!(false, "every digit is a column"),
            Err(MovesError::Full { index, .. } | MovesError::Won { index, .. }) => {
                prop_assert!(text[..index - 1].parse::<Position>().is_ok());
            }
        }
    }

    #[test]
    fn no_board_size_panics(text in "\\PC{0,12}") {
        let long = text.parse::<BoardSize<u128>>();
        prop_assert!(long.is_ok() || text.parse::<BoardSize>().is_err());
    }
}
