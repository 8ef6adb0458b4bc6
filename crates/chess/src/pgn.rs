//! Reading games as people write them down (PGN).
//!
//! Comments, variations and annotations are skipped; tags are kept. A byte-order mark, either kind of line end, several
//! games one after another and text in Latin-1 are all understood.

use std::borrow::Cow;

use crate::fen::FenError;
use crate::keys::Keys;
use crate::mv::Move;
use crate::position::Position;
use crate::san::MoveError;

/// A game.
///
/// ```
/// let games = chess::pgn::read("[White \"Morphy, Paul\"]\n\n1. e4 e5 2. Nf3 1-0")?;
/// assert_eq!(games[0].tag("White"), Some("Morphy, Paul"));
/// assert_eq!((games[0].moves.len(), games[0].result.as_str()), (3, "1-0"));
/// # Ok::<(), chess::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The tags in order.
    pub tags: Vec<(String, String)>,
    /// The position that it began with.
    pub start: Position,
    /// The moves of the game, without variations.
    pub moves: Vec<Move>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The line of the text on which it begins, from 1.
    pub line: usize,
}

/// Why a text is no game, and where.
///
/// ```
/// let error = chess::pgn::read("1. e4 e5\n2. Ke3 *").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 4: move 2 of White: `Ke3` is not legal here");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: String,
}

impl Game {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Every position of the game, the first one included, with the move that was played there.
    ///
    /// A position knows those before it as far as they can be repeated: back to the last capture or pawn move.
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

/// Reads every game of a text, its positions hashed with numbers from the default seed.
///
/// ```
/// let games = chess::pgn::read("1. e4 e5 * 1. d4 d5 (1... Nf6) 2. c4 {a comment} 1/2-1/2")?;
/// assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [2, 3]);
/// # Ok::<(), chess::pgn::PgnError>(())
/// ```
///
/// # Errors
///
/// A move is unreadable, not legal or ambiguous, a comment, variation or tag is not closed, or a position that a game
/// begins with is wrong.
pub fn read(text: &str) -> Result<Vec<Game>, PgnError> {
    read_with(text, &Keys::new(zobrist::DEFAULT_SEED))
}

/// As [`read`], hashed with these numbers.
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
/// As there.
pub fn read_with(text: &str, keys: &Keys) -> Result<Vec<Game>, PgnError> {
    Games::new(text, keys).collect()
}

/// As [`read`], of bytes: UTF-8, or else Latin-1.
///
/// ```
/// // In Latin-1 this byte is a letter; in UTF-8 it is nothing.
/// let games = chess::pgn::read_bytes(b"[White \"Gr\xfcnfeld\"] 1. d4 *")?;
/// assert_eq!(games[0].tag("White"), Some("Grünfeld"));
/// # Ok::<(), chess::pgn::PgnError>(())
/// ```
///
/// # Errors
///
/// As there.
pub fn read_bytes(bytes: &[u8]) -> Result<Vec<Game>, PgnError> {
    read(&decode(bytes))
}

/// The text of bytes: UTF-8, or else Latin-1.
///
/// ```
/// assert_eq!(chess::pgn::decode(b"Gr\xfcnfeld"), "Grünfeld");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into(),
    }
}

/// Reads the games of a text one at a time, so that a large collection need not be in memory as a whole. It ends after
/// the first error; [`read`] lists the errors.
///
/// ```
/// let mut games = chess::pgn::Games::new("1. e4 e5 * 1. d4 d5 * 1. Ke3", &chess::Keys::new(7));
/// assert_eq!(games.next().unwrap()?.moves.len(), 2);
/// assert_eq!(games.next().unwrap()?.moves.len(), 2);
/// assert!(games.next().unwrap().is_err() && games.next().is_none());
/// # Ok::<(), chess::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct Games<'a>(Option<Reader<'a>>);

impl<'a> Games<'a> {
    /// The games of `text`, hashed with these numbers.
    #[must_use]
    pub fn new(text: &'a str, keys: &Keys) -> Self {
        Self(Some(Reader::new(text.strip_prefix('\u{feff}').unwrap_or(text), keys)))
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let reader = self.0.as_mut()?;
        let read = reader.skip_nothing().and_then(|()| reader.peek().map(|_| reader.game()).transpose());
        if !matches!(read, Ok(Some(_))) {
            self.0 = None;
        }
        read.transpose()
    }
}

#[derive(Debug)]
struct Reader<'a> {
    text: &'a str,
    /// What most games begin with.
    start: Position,
    /// The byte that is read next.
    at: usize,
    line: usize,
    /// The byte where the line began.
    line_start: usize,
}

/// A place in the text, to point at when something is wrong there.
#[derive(Clone, Copy)]
struct Place<'a> {
    line: usize,
    /// The line up to there: its letters are counted only if something is wrong, or a long line would take for ever.
    before: &'a str,
}

impl Place<'_> {
    fn error<T>(self, what: impl Into<String>) -> Result<T, PgnError> {
        Err(PgnError { line: self.line, column: self.before.chars().count() + 1, what: what.into() })
    }
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, keys: &Keys) -> Self {
        Self { text, start: Position::start_with(keys.clone()), at: 0, line: 1, line_start: 0 }
    }

    fn place(&self) -> Place<'a> {
        Place { line: self.line, before: &self.text[self.line_start..self.at] }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        // A line ends with CR LF, LF, or a CR alone.
        if letter == '\n' || letter == '\r' && self.peek() != Some('\n') {
            self.line += 1;
            self.line_start = self.at;
        }
        Some(letter)
    }

    fn skip_line(&mut self) {
        while self.peek().is_some_and(|letter| letter != '\n' && letter != '\r') {
            self.next();
        }
    }

    /// Blanks, comments, and lines that an escape sign begins.
    fn skip_nothing(&mut self) -> Result<(), PgnError> {
        while let Some(letter) = self.peek() {
            let place = self.place();
            match letter {
                '{' => {
                    while self.next().is_some_and(|letter| letter != '}') {}
                    if !self.text[..self.at].ends_with('}') {
                        return place.error("a comment is not closed; it ends with }");
                    }
                }
                ';' => self.skip_line(),
                '%' if place.before.is_empty() => self.skip_line(),
                _ if letter.is_whitespace() => _ = self.next(),
                _ => break,
            }
        }
        Ok(())
    }

    /// Letters up to the next blank or sign that ends a word.
    fn word(&mut self) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(|letter| !letter.is_whitespace() && !"{}()[];$".contains(letter)) {
            self.next();
        }
        &self.text[start..self.at]
    }

    fn game(&mut self) -> Result<Game, PgnError> {
        let line = self.line;
        let mut tags = Vec::new();
        let mut start = self.start.clone();
        while self.peek() == Some('[') {
            let (place, name, value) = self.tag()?;
            if name.eq_ignore_ascii_case("FEN") {
                start = Position::from_fen_with(&value, self.start.keys().clone())
                    .map(|start| start.without_history())
                    .or_else(|error: FenError| place.error(format!("the FEN of the game, {error}")))?;
            }
            tags.push((name, value));
            self.skip_nothing()?;
        }
        let (moves, result) = self.moves(start.clone())?;
        Ok(Game { tags, start, moves, result, line })
    }

    /// A tag, with the place of its value.
    fn tag(&mut self) -> Result<(Place<'a>, String, String), PgnError> {
        let opened = self.place();
        self.next();
        self.skip_nothing()?;
        let name = self.word().to_owned();
        self.skip_nothing()?;
        let place = self.place();
        if name.is_empty() || self.next() != Some('"') {
            return opened.error("a tag reads [Name \"value\"]");
        }
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') => break,
                Some('\\') => value.extend(self.next()),
                Some('\n' | '\r') | None => return place.error("the value of a tag is not closed; it ends with \""),
                Some(letter) => value.push(letter),
            }
        }
        self.skip_nothing()?;
        if self.next() != Some(']') {
            return opened.error("a tag is not closed; it ends with ]");
        }
        Ok((place, name, value))
    }

    /// The moves of a game up to its result, or to where the next game or the text begins or ends.
    fn moves(&mut self, mut position: Position) -> Result<(Vec<Move>, String), PgnError> {
        let mut moves = Vec::new();
        // Where each variation that is open began.
        let mut variations: Vec<Place> = Vec::new();
        loop {
            self.skip_nothing()?;
            let place = self.place();
            match self.peek() {
                None | Some('[') => match variations.last() {
                    Some(opened) => return opened.error("a variation is not closed; it ends with )"),
                    None => return Ok((moves, "*".to_owned())),
                },
                Some('(') => {
                    self.next();
                    variations.push(place);
                }
                Some(')') => {
                    self.next();
                    if variations.pop().is_none() {
                        return place.error("there is no variation for this ) to close");
                    }
                }
                Some('$') => {
                    self.next();
                    self.word();
                }
                Some(letter @ (']' | '}')) => return place.error(format!("`{letter}` closes nothing")),
                Some(_) => {
                    let word = self.word();
                    if !variations.is_empty() {
                        continue;
                    }
                    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" | "½" | "*") {
                        let result = if matches!(word, "1/2" | "½-½" | "½") { "1/2-1/2" } else { word };
                        return Ok((moves, result.to_owned()));
                    }
                    // A number and its dots may stand before the move without a blank.
                    let numbered = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
                    let after_dots = numbered.trim_start_matches(['.', '…']);
                    let text =
                        if numbered.len() < word.len() && after_dots.len() < numbered.len() || numbered.is_empty() {
                            after_dots
                        } else {
                            word.trim_start_matches(['.', '…'])
                        };
                    if matches!(text, "--" | "Z0") {
                        return place.error(format!("`{text}` is a null move, which no game has"));
                    }
                    if text.is_empty() || text.trim_matches(['!', '?', '+', '-', '=', '/', '∞', '±', '∓']).is_empty()
                    {
                        continue;
                    }
                    if text == "e.p." {
                        continue;
                    }
                    let end = self.line_start + place.before.len() + word.len() - text.len();
                    let before = &self.text[self.line_start..end];
                    let mv = position.read_san(text).or_else(|error: MoveError| {
                        let number = position.move_number();
                        Place { before, ..place }.error(format!("move {number} of {}: {error}", position.to_move()))
                    })?;
                    position.play(mv);
                    moves.push(mv);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sans(game: &Game) -> String {
        let moves = game.positions().filter_map(|(position, mv)| Some(position.to_san(mv?)));
        moves.collect::<Vec<_>>().join(" ")
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn games_are_read_as_people_write_them() {
        let text = [
            "\u{feff}[Event \"A \\\"B\\\"\"]",
            "[Result \"1-0\"]",
            "",
            "1. e4! {best} e5 $1 (1... c5 2. Nf3 (2. c3)) 2.Nf3 Nc6; to the end",
            "% escaped",
            "3. Bb5 a6?! 1-0",
            "",
            "[Event \"C\"]",
            "",
            "1.d4 d5 ½-½",
            "*",
        ];
        let text = text.join("\r\n");
        let games = read(&text).unwrap();
        assert_eq!(games.len(), 3);
        assert_eq!(sans(&games[0]), "e4 e5 Nf3 Nc6 Bb5 a6");
        assert_eq!(games[0].tag("Event"), Some("A \"B\""));
        assert_eq!((games[0].result.as_str(), games[0].line), ("1-0", 1));
        assert_eq!((sans(&games[1]).as_str(), games[1].result.as_str(), games[1].line), ("d4 d5", "1/2-1/2", 8));
        assert_eq!((games[2].moves.len(), games[2].result.as_str()), (0, "*"));
        assert!(read("").unwrap().is_empty());
        assert_eq!(sans(&read("1.e4 1...e5 2.Nf3").unwrap()[0]), "e4 e5 Nf3");
        assert_eq!(sans(&read("1.e4\re5\r2.Nf3").unwrap()[0]), "e4 e5 Nf3");
    }

    /// It would take minutes if each word looked back over the whole line.
    #[test]
    fn long_lines_are_read_in_one_pass() {
        let text = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(20_000);
        let error = error(&format!("{text}Hmm"));
        assert!(error.starts_with("line 1, column 440001: "), "{error}");
        assert_eq!(super::read(&"(".repeat(400_000)).unwrap_err().column, 400_000);
    }

    #[test]
    fn games_may_begin_anywhere() {
        let games = read("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 60\"]\n60. a8=Q+ Kd7 0-1").unwrap();
        assert_eq!(sans(&games[0]), "a8=Q+ Kd7");
        assert_eq!(games[0].positions().last().unwrap().0.move_number(), 61);
    }

    #[test]
    fn other_encodings_are_understood() {
        let games = read_bytes(b"[White \"M\xfcller\"]\n1. e4 *").unwrap();
        assert_eq!(games[0].tag("White"), Some("Müller"));
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(error("1. e4 e5\n2. Ke3 *"), "line 2, column 4: move 2 of White: `Ke3` is not legal here");
        assert_eq!(
            error("1.e4 Hmm"),
            "line 1, column 6: move 1 of Black: `Hmm` is no move; write one like Nf3, exd5, O-O or e8=Q"
        );
        assert_eq!(error("1. e4 {x"), "line 1, column 7: a comment is not closed; it ends with }");
        assert_eq!(error("1. e4 (1. d4"), "line 1, column 7: a variation is not closed; it ends with )");
        assert_eq!(error("1. e4 -- 2. d4 *"), "line 1, column 7: `--` is a null move, which no game has");
        assert_eq!(error("1. e4 Z0"), "line 1, column 7: `Z0` is a null move, which no game has");
        assert!(error("1. e4 )").contains("no variation"));
        assert!(error("1. e4 ]").contains("closes nothing"));
        assert!(error("[Event x]").contains("a tag reads"));
        assert!(error("[Event \"x\n\"]").contains("not closed"));
        assert!(error("[Event \"x\"\n1. e4").contains("a tag is not closed"));
        assert!(error("[FEN \"8/8 w - -\"]\n").contains("the FEN of the game, column 4"));
    }

    #[test]
    fn whole_collections_are_read() {
        let games = read_bytes(include_bytes!("../../../testsets/middlegame/vsb-1994.pgn")).unwrap();
        assert_eq!(games.len(), 6);
        let endgames = read_bytes(include_bytes!("../../../testsets/endgame/classic-endgames.pgn")).unwrap();
        assert_eq!(endgames.len(), 16);
    }
}
