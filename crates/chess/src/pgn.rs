//! Parsing and printing games in PGN.
//!
//! The parser skips comments, variations and annotations, and keeps tags. It accepts a byte-order mark, any line
//! ending, several games in one text, and text in Latin-1.

mod writer;

use std::borrow::Cow;

use crate::fen::FenError;
use crate::keys::Keys;
use crate::mv::Move;
use crate::position::Position;
use crate::san::MoveError;

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

/// An error in a PGN text, with its location.
///
/// ```
/// let error = chess::pgn::read("1. e4 e5\n2. Ke3 *").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 4: move 2 of White: illegal move `Ke3`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The description of the error.
    pub what: String,
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
/// Returns an error if a move is invalid, illegal or ambiguous, if a comment, variation or tag is not closed, or if the
/// initial position of a game is invalid.
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
    Games::new(text, keys).collect()
}

/// Parses all games like [`read`], from bytes in UTF-8 or Latin-1; see [`decode`].
///
/// ```
/// // In Latin-1 this byte is a letter; in UTF-8 it is invalid.
/// let games = chess::pgn::read_bytes(b"[White \"Gr\xfcnfeld\"] 1. d4 *")?;
/// assert_eq!(games[0].tag("White"), Some("Grünfeld"));
/// # Ok::<(), chess::pgn::PgnError>(())
/// ```
///
/// # Errors
///
/// See [`read`].
pub fn read_bytes(bytes: &[u8]) -> Result<Vec<PgnGame>, PgnError> {
    read(&decode(bytes))
}

/// Decodes bytes as UTF-8, or as Latin-1 if they are not valid UTF-8.
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

/// An iterator that parses the games of a text one at a time, so that the games of a large collection need not be in
/// memory at once. It ends after the first error; see [`read`] for the possible errors.
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
    /// Iterates over the games of `text`. The keys of the positions use `keys`.
    #[must_use]
    pub fn new(text: &'a str, keys: &Keys) -> Self {
        Self(Some(Reader::new(text.strip_prefix('\u{feff}').unwrap_or(text), keys)))
    }
}

impl Iterator for Games<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let reader = self.0.as_mut()?;
        let read = reader.skip_trivia().and_then(|()| reader.peek().map(|_| reader.game()).transpose());
        if !matches!(read, Ok(Some(_))) {
            self.0 = None;
        }
        read.transpose()
    }
}

#[derive(Debug)]
struct Reader<'a> {
    text: &'a str,
    /// The starting position, which is the initial position of most games.
    start: Position,
    /// The offset of the next byte.
    at: usize,
    line: usize,
    /// The offset of the first byte of the line.
    line_start: usize,
}

/// A location in the text, for error messages.
#[derive(Clone, Copy)]
struct Location<'a> {
    line: usize,
    /// The text of the line before the location. Its characters are counted only for an error, so that parsing takes
    /// linear time.
    before: &'a str,
}

impl Location<'_> {
    fn error<T>(self, what: impl Into<String>) -> Result<T, PgnError> {
        Err(PgnError { line: self.line, column: self.before.chars().count() + 1, what: what.into() })
    }
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, keys: &Keys) -> Self {
        Self { text, start: Position::start_with(keys.clone()), at: 0, line: 1, line_start: 0 }
    }

    fn location(&self) -> Location<'a> {
        Location { line: self.line, before: &self.text[self.line_start..self.at] }
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

    /// Skips whitespace, comments, and lines that start with the escape character `%`.
    fn skip_trivia(&mut self) -> Result<(), PgnError> {
        while let Some(letter) = self.peek() {
            let location = self.location();
            match letter {
                '{' => {
                    while self.next().is_some_and(|letter| letter != '}') {}
                    if !self.text[..self.at].ends_with('}') {
                        return location.error("unclosed comment: expected }");
                    }
                }
                ';' => self.skip_line(),
                '%' if location.before.is_empty() => self.skip_line(),
                _ if letter.is_whitespace() => _ = self.next(),
                _ => break,
            }
        }
        Ok(())
    }

    /// Returns the characters up to the next whitespace or delimiter.
    fn word(&mut self) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(|letter| !letter.is_whitespace() && !"{}()[];$".contains(letter)) {
            self.next();
        }
        &self.text[start..self.at]
    }

    fn game(&mut self) -> Result<PgnGame, PgnError> {
        let line = self.line;
        let mut tags = Vec::new();
        let mut start = self.start.clone();
        while self.peek() == Some('[') {
            let (location, name, value) = self.tag()?;
            if name.eq_ignore_ascii_case("FEN") {
                start = Position::from_fen_with(&value, self.start.keys().clone())
                    .map(|start| start.without_history())
                    .or_else(|error: FenError| location.error(format!("invalid FEN tag: {error}")))?;
            }
            tags.push((name, value));
            self.skip_trivia()?;
        }
        let (moves, result) = self.moves(start.clone())?;
        Ok(PgnGame { tags, start, moves, result, line })
    }

    /// Parses a tag and returns the location of its value, its name and its value.
    fn tag(&mut self) -> Result<(Location<'a>, String, String), PgnError> {
        let opened = self.location();
        self.next();
        self.skip_trivia()?;
        let name = self.word().to_owned();
        self.skip_trivia()?;
        let location = self.location();
        if name.is_empty() || self.next() != Some('"') {
            return opened.error("invalid tag: expected [Name \"value\"]");
        }
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') => break,
                Some('\\') => value.extend(self.next()),
                Some('\n' | '\r') | None => return location.error("unclosed tag value: expected \""),
                Some(letter) => value.push(letter),
            }
        }
        self.skip_trivia()?;
        if self.next() != Some(']') {
            return opened.error("unclosed tag: expected ]");
        }
        Ok((location, name, value))
    }

    /// Parses the moves of a game up to its result, the start of the next game, or the end of the text.
    fn moves(&mut self, mut position: Position) -> Result<(Vec<Move>, String), PgnError> {
        let mut moves = Vec::new();
        // The locations at which the open variations start.
        let mut variations: Vec<Location> = Vec::new();
        loop {
            self.skip_trivia()?;
            let location = self.location();
            match self.peek() {
                None | Some('[') => match variations.last() {
                    Some(opened) => return opened.error("unclosed variation: expected )"),
                    None => return Ok((moves, "*".to_owned())),
                },
                Some('(') => {
                    self.next();
                    variations.push(location);
                }
                Some(')') => {
                    self.next();
                    if variations.pop().is_none() {
                        return location.error("unexpected `)` outside a variation");
                    }
                }
                Some('$') => {
                    self.next();
                    self.word();
                }
                Some(letter @ (']' | '}')) => return location.error(format!("unexpected `{letter}`")),
                Some(_) => {
                    let word = self.word();
                    if !variations.is_empty() {
                        continue;
                    }
                    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" | "½" | "*") {
                        let result = if matches!(word, "1/2" | "½-½" | "½") { "1/2-1/2" } else { word };
                        return Ok((moves, result.to_owned()));
                    }
                    // A move number and its dots may precede the move without whitespace.
                    let numbered = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
                    let after_dots = numbered.trim_start_matches(['.', '…']);
                    let text =
                        if numbered.len() < word.len() && after_dots.len() < numbered.len() || numbered.is_empty() {
                            after_dots
                        } else {
                            word.trim_start_matches(['.', '…'])
                        };
                    if matches!(text, "--" | "Z0") {
                        return location.error(format!("illegal move `{text}`: null moves are not supported"));
                    }
                    if text.is_empty() || text.trim_matches(['!', '?', '+', '-', '=', '/', '∞', '±', '∓']).is_empty()
                    {
                        continue;
                    }
                    if text == "e.p." {
                        continue;
                    }
                    let end = self.line_start + location.before.len() + word.len() - text.len();
                    let before = &self.text[self.line_start..end];
                    let mv = position.parse_san(text).or_else(|error: MoveError| {
                        let number = position.fullmove_number();
                        Location { before, ..location }.error(format!(
                            "move {number} of {}: {}",
                            position.to_move(),
                            error.shortened()
                        ))
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

    fn sans(game: &PgnGame) -> String {
        let moves = game.positions().filter_map(|(position, mv)| Some(position.to_san(mv?)));
        moves.collect::<Vec<_>>().join(" ")
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn common_variants_are_accepted() {
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

    /// This test would take minutes if the parser scanned the whole line for each word.
    #[test]
    fn long_lines_are_parsed_in_linear_time() {
        let text = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(20_000);
        let error = error(&format!("{text}Hmm"));
        assert!(error.starts_with("line 1, column 440001: "), "{error}");
        assert_eq!(super::read(&"(".repeat(400_000)).unwrap_err().column, 400_000);
    }

    #[test]
    fn games_may_start_at_any_position() {
        let games = read("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 60\"]\n60. a8=Q+ Kd7 0-1").unwrap();
        assert_eq!(sans(&games[0]), "a8=Q+ Kd7");
        assert_eq!(games[0].positions().last().unwrap().0.fullmove_number(), 61);
    }

    #[test]
    fn latin_1_is_accepted() {
        let games = read_bytes(b"[White \"M\xfcller\"]\n1. e4 *").unwrap();
        assert_eq!(games[0].tag("White"), Some("Müller"));
    }

    #[test]
    fn errors_have_locations() {
        assert_eq!(error("1. e4 e5\n2. Ke3 *"), "line 2, column 4: move 2 of White: illegal move `Ke3`");
        assert_eq!(
            error("1.e4 Hmm"),
            "line 1, column 6: move 1 of Black: invalid move `Hmm`: expected a move like Nf3, exd5, O-O or e8=Q"
        );
        assert!(error(&"x".repeat(50)).contains(&format!("invalid move `{}…`: ", "x".repeat(40))));
        assert!(error(&"\u{1}".repeat(50)).contains(&format!("invalid move `{}…`: ", "\u{1}".repeat(8))));
        assert_eq!(error("1. e4 {x"), "line 1, column 7: unclosed comment: expected }");
        assert_eq!(error("1. e4 (1. d4"), "line 1, column 7: unclosed variation: expected )");
        assert_eq!(error("1. e4 -- 2. d4 *"), "line 1, column 7: illegal move `--`: null moves are not supported");
        assert_eq!(error("1. e4 Z0"), "line 1, column 7: illegal move `Z0`: null moves are not supported");
        assert!(error("1. e4 )").contains("unexpected `)`"));
        assert!(error("1. e4 ]").contains("unexpected `]`"));
        assert!(error("[Event x]").contains("invalid tag"));
        assert!(error("[Event \"x\n\"]").contains("unclosed tag value"));
        assert!(error("[Event \"x\"\n1. e4").contains("unclosed tag: expected ]"));
        assert!(error("[FEN \"8/8 w - -\"]\n").contains("invalid FEN tag: column 4"));
    }

    #[test]
    fn whole_collections_are_read() {
        let games = read_bytes(include_bytes!("../../../testsets/middlegame/vsb-1994.pgn")).unwrap();
        assert_eq!(games.len(), 6);
        let endgames = read_bytes(include_bytes!("../../../testsets/endgame/classic-endgames.pgn")).unwrap();
        assert_eq!(endgames.len(), 16);
    }
}
