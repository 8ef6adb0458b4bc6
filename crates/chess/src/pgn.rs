//! Parsing and printing games in PGN.
//!
//! The parser skips comments, variations and annotations, and keeps tags. It accepts several games in one text, also of
//! concatenated files with a byte-order mark each, any line ending, and lines in Latin-1.
//!
//! A game that cannot be parsed is an error, and the parser continues with the next game. Games of other variants than
//! standard chess are such errors, and so are games with null moves. A game ends with its result; what follows up to
//! the next tag or move is skipped.

mod lexer;
mod reader;
mod writer;

use std::io::{self, BufRead};

use crate::keys::Keys;
use crate::mv::Move;
use crate::position::Position;

use reader::Reader;

/// A game with its tags and moves.
///
/// ```
/// let games = chess::pgn::read("[White \"Morphy, Paul\"]\n\n1. e4 e5 2. Nf3 1-0")?;
/// assert_eq!(games[0].tag("White"), Some("Morphy, Paul"));
/// assert_eq!((games[0].moves.len(), games[0].result.as_str()), (3, "1-0"));
/// # Ok::<(), chess::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// The names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// The initial position.
    pub start: Position,
    /// The moves of the game, without variations.
    pub moves: Vec<Move>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The line of the text on which the game starts, from 1.
    pub line: usize,
}

/// An error in a PGN text.
///
/// ```
/// let error = chess::pgn::read("1. e4 e5\n2. Ke3 *").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 4: move 2 of White: illegal move `Ke3`");
/// ```
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// A game cannot be parsed. The other games of the text can be.
    #[error("line {line}, column {column}: {what}")]
    Game {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// The description of the error.
        what: String,
    },
    /// The rest of the text cannot be read.
    #[error("cannot read the games: {0}")]
    Read(#[from] io::Error),
}

impl PgnGame {
    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Iterates over the positions of the game, each with the move that was played in it. The last position has no
    /// move.
    ///
    /// The history of each position goes back to the last capture or pawn move, which is as far as it can be repeated.
    ///
    /// ```
    /// let games = chess::pgn::read("1. e4 e5 2. Nf3 *")?;
    /// let positions: Vec<_> = games[0].positions().collect();
    /// assert_eq!(positions.len(), 4);
    /// assert_eq!(positions[2].0.to_san(positions[2].1.unwrap()), "Nf3");
    /// # Ok::<(), chess::pgn::PgnError>(())
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = (Position, Option<Move>)> {
        let mut position = self.start.clone();
        let moves = self.moves.iter().copied().map(Some).chain([None]);
        moves.map(move |mv| {
            let here = position.with_needed_history();
            if let Some(mv) = mv {
                position.play(mv);
            }
            (here, mv)
        })
    }
}

/// Parses all games of a text. The keys of the positions use numbers from the default seed.
///
/// ```
/// let games = chess::pgn::read("1. e4 e5 * 1. d4 d5 (1... Nf6) 2. c4 {a comment} 1/2-1/2")?;
/// assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [2, 3]);
/// # Ok::<(), chess::pgn::PgnError>(())
/// ```
///
/// # Errors
///
/// Returns an error if a move is invalid, illegal, ambiguous or a null move, if a comment, variation or tag is not
/// closed, if the initial position of a game is invalid, or if a tag `Variant` does not name standard chess.
pub fn read(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    read_with(text, &Keys::new(zobrist::DEFAULT_SEED))
}

/// Parses all games of a text like [`read`], but uses `keys` for the keys of the positions.
///
/// ```
/// let keys = chess::Keys::new(7);
/// let games = chess::pgn::read_with("1. e4 *", &keys)?;
/// assert_eq!(games[0].start.keys(), &keys);
/// # Ok::<(), chess::pgn::PgnError>(())
/// ```
///
/// # Errors
///
/// See [`read`].
pub fn read_with(text: &str, keys: &Keys) -> Result<Vec<PgnGame>, PgnError> {
    Games::new(text.as_bytes(), keys).collect()
}

/// An iterator that reads and parses games one at a time, so that the games of a large collection need not be in memory
/// at once.
///
/// After a [`PgnError::Game`], it continues with the next game: the one after the end of the damaged game if that can
/// be found, or else the next one that has tags. It ends after a [`PgnError::Read`].
///
/// ```
/// use chess::pgn::{Games, PgnError};
///
/// let text = "1. e4 e5 * 1. Ke3 * 1. d4 d5 2. c4 *";
/// let mut games = Games::new(text.as_bytes(), &chess::Keys::new(7));
/// assert_eq!(games.next().unwrap()?.moves.len(), 2);
/// assert!(matches!(games.next(), Some(Err(PgnError::Game { line: 1, column: 15, .. }))));
/// assert_eq!(games.next().unwrap()?.moves.len(), 3);
/// assert!(games.next().is_none());
/// # Ok::<(), PgnError>(())
/// ```
#[derive(Debug)]
pub struct Games<R>(Option<Reader<R>>);

impl<R: BufRead> Games<R> {
    /// Reads games from `reader`, such as a file or the bytes of a text. The keys of the positions use `keys`.
    #[must_use]
    pub fn new(reader: R, keys: &Keys) -> Self {
        Self(Some(Reader::new(reader, keys)))
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.0.as_mut()?.next_game();
        if matches!(read, Ok(None) | Err(PgnError::Read(_))) {
            self.0 = None;
        }
        read.transpose()
    }
}

#[cfg(test)]
mod tests;
