//! Books have the scores that a search finds, and are read back as they were written.

use connect_four::book::{Book, BookError, openings};
use connect_four::{BoardSize, Position, Standard, best};

/// Returns the book of a board that is solved at once.
fn small(board: &str, stones: u32) -> Book {
    let board: BoardSize = board.parse().unwrap();
    let mut solver = best::Solver::for_board(board, 12).unwrap();
    let solved = openings(board, stones).into_iter();
    Book::new(board, stones, solved.map(|(_, position)| (position, solver.solve(&position).score.unwrap()))).unwrap()
}

#[test]
fn a_book_has_the_score_of_every_position() {
    for (board, stones) in [("4x4", 6), ("4x5", 4), ("5x4", 5)] {
        let book = small(board, stones);
        let board: BoardSize = board.parse().unwrap();
        let mut solver = best::Solver::for_board(board, 12).unwrap();
        let mut number = 0;
        for fewer in 0..=stones {
            for (moves, position) in openings(board, fewer) {
                let score = solver.solve(&position).score;
                assert_eq!(book.score(&position), score, "{board} {moves}");
                assert_eq!(book.score(&position.mirrored()), score, "{board} {moves}, mirrored");
                assert_eq!(book.score(&Position::read(board, &moves).unwrap()), score);
                number += 1;
            }
        }
        assert_eq!(book.positions(), number);
        let more = openings(board, stones + 1)[0].1;
        assert_eq!(book.score(&more), None);
        assert_eq!(book.score(&Position::<Standard>::default()), None, "another board");
    }
}

#[test]
fn every_damage_of_a_book_is_noticed() {
    let bytes = small("4x4", 2).to_bytes();
    assert!(Book::read(&bytes).is_ok());
    for end in 0..bytes.len() {
        assert!(Book::read(&bytes[..end]).is_err(), "the first {end} bytes");
    }
    for at in 0..bytes.len() {
        for flip in [1, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] ^= flip;
            assert!(Book::read(&changed).is_err(), "byte {at}");
        }
    }
    assert_eq!(Book::read(&[&bytes[..], b"more"].concat()), Err(BookError::Damaged));
}

#[test]
fn a_missing_score_is_an_error() {
    let board: BoardSize = "4x4".parse().unwrap();
    let solved = openings(board, 2).into_iter().skip(1).map(|(_, position)| (position, 0));
    assert_eq!(Book::new(board, 2, solved), Err(BookError::Missing { stones: 2 }));
}
