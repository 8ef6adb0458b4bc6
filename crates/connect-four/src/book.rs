//! An opening book: the exact scores of all positions with few stones.
//!
//! Computing a book takes hours: solve the [`openings`], in any order and on any number of threads, and pass their
//! scores to [`Book::new`]. The scores of positions with fewer stones follow from them.

use std::collections::{BTreeMap, BTreeSet};

use num_traits::ToPrimitive as _;

use crate::{BoardSize, Position, Shape};

/// The scores of all positions of a board with at most so many stones, except those in which the game is over.
///
/// ```
/// use connect_four::book::{Book, openings};
/// use connect_four::{BoardSize, Position, best};
///
/// let board: BoardSize = "4x4".parse()?;
/// let mut solver = best::Solver::for_board(board, 10)?;
/// let mut score = |position| solver.solve(&position).score.expect("there is no node limit");
/// let book = Book::new(board, 3, openings(board, 3).into_iter().map(|(_, position)| (position, score(position))))?;
/// assert_eq!(book.score(&Position::new(board)), Some(0));
/// let [three, four] = ["123", "1234"].map(|moves| Position::read(board, moves).expect("the moves are legal"));
/// assert_eq!((book.score(&three), book.score(&four)), (Some(score(three)), None));
/// assert_eq!(Book::read(&book.to_bytes())?, book);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    board: BoardSize,
    stones: u32,
    /// The smaller key of each position and its mirror image, in order, and the score.
    scores: Vec<(u64, i8)>,
}

/// Why a book cannot be used.
///
/// ```
/// use connect_four::book::{Book, BookError};
///
/// assert_eq!(Book::read(b"MZ"), Err(BookError::Unreadable));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The bytes are not those of a book.
    #[error("this is not an opening book of Connect Four")]
    Unreadable,
    /// The bytes end too early, or were changed.
    #[error("the book is damaged")]
    Damaged,
    /// An opening has no score.
    #[error("the score of a position with {stones} stones is missing")]
    Missing {
        /// The number of stones of the openings.
        stones: u32,
    },
}

/// The first bytes of a book.
const HEADER: &[u8] = b"Connect Four opening book 1\n";

/// Returns one of each mirrored pair of positions with `stones` stones in which the game is not over, each with moves
/// that lead to it. Neighbours in the list have most moves in common, so that they can share what a table knows.
///
/// ```
/// use connect_four::Standard;
/// use connect_four::book::openings;
///
/// let moves: Vec<String> = openings(Standard::default(), 1).into_iter().map(|(moves, _)| moves).collect();
/// assert_eq!(moves, ["1", "2", "3", "4"]);
/// ```
#[must_use]
pub fn openings<S: Shape>(shape: S, stones: u32) -> Vec<(String, Position<S>)> {
    let mut openings = Vec::new();
    let mut seen = BTreeSet::new();
    let mut path = vec![(String::new(), Position::new(shape))];
    while let Some((moves, position)) = path.pop() {
        if position.final_score().is_some() || !seen.insert(code(&position)) {
            continue;
        }
        if position.moves() == stones {
            openings.push((moves, position));
            continue;
        }
        for column in (0..shape.columns()).rev().filter(|&column| position.can_play(column)) {
            let digit = char::from_digit(column + 1, 36).unwrap_or('?');
            path.push((format!("{moves}{digit}"), position.after(column)));
        }
    }
    openings
}

/// Returns a number that a position shares with its mirror image alone. It is 0 for a position that is in no book.
fn code<S: Shape>(position: &Position<S>) -> u64 {
    position.key().min(position.mirrored_key()).to_u64().unwrap_or(0)
}

impl Book {
    /// Makes the book of a board from the scores of its [`openings`] with `stones` stones.
    ///
    /// # Errors
    ///
    /// The score of an opening is missing.
    pub fn new(
        board: BoardSize,
        stones: u32,
        solved: impl IntoIterator<Item = (Position<BoardSize>, i32)>,
    ) -> Result<Self, BookError> {
        let mut scores: BTreeMap<u64, i8> =
            solved.into_iter().map(|(position, score)| (code(&position), score as i8)).collect();
        for (_, opening) in openings(board, stones) {
            if !scores.contains_key(&code(&opening)) {
                return Err(BookError::Missing { stones });
            }
        }
        for fewer in (0..stones).rev() {
            for (_, position) in openings(board, fewer) {
                let children = (0..board.columns()).filter(|&column| position.can_play(column));
                let of_child = |column| {
                    let child = position.after(column);
                    child.final_score().or_else(|| scores.get(&code(&child)).map(|&score| i32::from(score)))
                };
                let best = children.filter_map(of_child).map(|score| -score).max();
                scores.insert(code(&position), best.ok_or(BookError::Missing { stones })? as i8);
            }
        }
        Ok(Self { board, stones, scores: scores.into_iter().collect() })
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> BoardSize {
        self.board
    }

    /// Returns the largest number of stones of a position in the book.
    #[must_use]
    pub fn stones(&self) -> u32 {
        self.stones
    }

    /// Returns the number of positions, of which a mirrored pair counts once.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.scores.len()
    }

    /// Returns the score of a position, if the book has it.
    #[must_use]
    pub fn score<S: Shape>(&self, position: &Position<S>) -> Option<i32> {
        let shape = position.shape();
        let is_same = (shape.rows(), shape.columns()) == (self.board.rows(), self.board.columns());
        if !is_same || position.moves() > self.stones {
            return None;
        }
        let found = self.scores.binary_search_by_key(&code(position), |&(code, _)| code).ok()?;
        Some(self.scores[found].1.into())
    }

    /// Returns the book as bytes: each position takes the difference of its number to the one before, seven bits in a
    /// byte, and a byte for its score.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEADER.to_vec();
        let sides = [self.board.rows(), self.board.columns(), self.stones].map(|number| number as u8);
        bytes.extend(sides);
        bytes.extend((self.scores.len() as u32).to_le_bytes());
        let mut last = 0;
        for &(code, score) in &self.scores {
            let mut more = code - last;
            while more >= 0x80 {
                bytes.push(more as u8 | 0x80);
                more >>= 7;
            }
            bytes.extend([more as u8, score as u8]);
            last = code;
        }
        bytes.extend(digest(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a book.
    ///
    /// # Errors
    ///
    /// The bytes are not those of a book, or are damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let rest = bytes.strip_prefix(HEADER).ok_or(BookError::Unreadable)?;
        let (all, sum) = bytes.split_last_chunk::<8>().ok_or(BookError::Damaged)?;
        if digest(all) != u64::from_le_bytes(*sum) {
            return Err(BookError::Damaged);
        }
        let (&[rows, columns, stones], rest) = rest.split_first_chunk().ok_or(BookError::Damaged)?;
        let (number, rest) = rest.split_first_chunk().ok_or(BookError::Damaged)?;
        let board = format!("{rows}x{columns}").parse().map_err(|_| BookError::Damaged)?;
        let mut rest = rest[..rest.len() - sum.len()].iter().copied();
        let mut scores = Vec::with_capacity(u32::from_le_bytes(*number) as usize);
        let mut code = 0_u64;
        while let Some(mut byte) = rest.next() {
            let mut shift = 0;
            code += u64::from(byte & 0x7F);
            while byte >= 0x80 {
                shift += 7;
                byte = rest.next().ok_or(BookError::Damaged)?;
                code += u64::from(byte & 0x7F) << shift;
            }
            scores.push((code, rest.next().ok_or(BookError::Damaged)? as i8));
        }
        Ok(Self { board, stones: stones.into(), scores })
    }
}

/// Returns a checksum: 64-bit FNV-1a.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
