//! Parsing games from the tokens of a text.

use std::io::BufRead;

use crate::keys::Keys;
use crate::position::Position;
use crate::san;

use super::lexer::{Lexer, Location, Token};
use super::{PgnError, PgnGame};

/// The values of the tag `Variant` for standard chess, in lower case and without blanks and hyphens.
const STANDARD: [&str; 13] = [
    "",
    "?",
    "none",
    "standard",
    "standardchess",
    "normal",
    "chess",
    "classical",
    "regular",
    "orthodox",
    "traditional",
    "internationalchess",
    "fromposition",
];

#[derive(Debug)]
pub(super) struct Reader<R> {
    lexer: Lexer<R>,
    /// The starting position, which is the initial position of most games.
    start: Position,
    /// The part of a game that is being parsed, or in which the last error was.
    within: Option<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Tags,
    Moves,
}

impl<R: BufRead> Reader<R> {
    pub(super) fn new(reader: R, keys: &Keys) -> Self {
        Self { lexer: Lexer::new(reader), start: Position::start_with(keys.clone()), within: None }
    }

    /// Parses the next game. After an error, it is the next one that has tags.
    ///
    /// If only the rules of chess are violated, the end of the game is where it seems to be, and the next game need not
    /// have tags.
    pub(super) fn next_game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        if let Some(part) = self.within.take() {
            self.lexer.skip_to_tags(part == Part::Tags)?;
        }
        self.within = Some(Part::Moves);
        self.lexer.skip_trivia()?;
        if self.lexer.is_over() {
            return Ok(None);
        }
        let mut game = PgnGame {
            tags: Vec::new(),
            start: self.start.clone(),
            moves: Vec::new(),
            result: "*".to_owned(),
            line: self.lexer.location().line,
        };
        let mut error = self.tags(&mut game)?;
        self.moves(&mut game, &mut error)?;
        self.within = None;
        error.map_or(Ok(Some(game)), Err)
    }

    /// Parses the tags of a game. Returns an error if a value is not supported.
    fn tags(&mut self, game: &mut PgnGame) -> Result<Option<PgnError>, PgnError> {
        let mut error = None;
        let mut last_line = game.line;
        while self.lexer.peek() == Some('[') {
            let line = self.lexer.location().line;
            // A game without moves and without a result ends at the tags of the next game.
            if let Some(name) = self.lexer.tag_name() {
                let is_event = name.eq_ignore_ascii_case("Event");
                let is_known = game.tag(name).is_some();
                let is_after_blank = line > last_line + 1;
                if is_known && (is_event || is_after_blank) || is_event && is_after_blank {
                    break;
                }
            }
            self.within = Some(Part::Tags);
            let (location, name, value) = self.tag()?;
            let checked = if name.eq_ignore_ascii_case("FEN") {
                let read = Position::from_fen_with(&value, self.start.keys().clone());
                read.map(|start| game.start = start.without_history())
                    .map_err(|error| format!("invalid FEN tag: {error}"))
            } else if name.eq_ignore_ascii_case("Variant") && !is_standard(&value) {
                Err(format!("unsupported variant `{value}`: expected standard chess"))
            } else {
                Ok(())
            };
            if let Err(what) = checked {
                error.get_or_insert(location.error(what));
            }
            game.tags.push((name, value));
            last_line = self.lexer.location().line;
            self.lexer.skip_trivia()?;
        }
        self.within = Some(Part::Moves);
        Ok(error)
    }

    /// Parses a tag and returns the location of its value, its name and its value.
    fn tag(&mut self) -> Result<(Location, String, String), PgnError> {
        let opened = self.lexer.location();
        self.lexer.skip_char('[');
        self.lexer.skip_trivia()?;
        let name = self.lexer.name().to_owned();
        self.lexer.skip_trivia()?;
        let location = self.lexer.location();
        if name.is_empty() || !self.lexer.skip_char('"') {
            return Err(opened.error("invalid tag: expected [Name \"value\"]"));
        }
        let value = self.lexer.value().ok_or_else(|| location.error("unclosed tag value: expected \"]"))?;
        self.lexer.skip_trivia()?;
        if !self.lexer.skip_char(']') {
            return Err(opened.error("unclosed tag: expected ]"));
        }
        Ok((location, name, value))
    }

    /// Parses the moves of a game up to the next game. After an error that is not one of syntax, moves are skipped.
    fn moves(&mut self, game: &mut PgnGame, error: &mut Option<PgnError>) -> Result<(), PgnError> {
        let has_fen = game.tags.iter().any(|(name, _)| name.eq_ignore_ascii_case("FEN"));
        let mut position = game.start.clone();
        // The locations at which the open variations start.
        let mut variations: Vec<Location> = Vec::new();
        // A number without dots, which a move should follow.
        let mut number: Option<(u32, Location)> = None;
        loop {
            self.lexer.skip_trivia()?;
            let location = self.lexer.location();
            let token = self.lexer.token();
            match (&token, variations.last()) {
                (Token::Open, _) => variations.push(location),
                (Token::Close, Some(_)) => _ = variations.pop(),
                (Token::Close, None) => return Err(location.error("unexpected `)` outside a variation")),
                (Token::Stray(letter), _) => return Err(location.error(format!("unexpected `{letter}`"))),
                (Token::End | Token::Tag, Some(opened)) => return Err(opened.error("unclosed variation: expected )")),
                _ => {}
            }
            if !variations.is_empty() {
                continue;
            }
            if let Some((value, location)) = number
                && matches!(token, Token::End | Token::Tag | Token::Result(_) | Token::Number(..))
            {
                let what = format!("unexpected number `{value}`: expected a move after a move number");
                error.get_or_insert(location.error(what));
            }
            match token {
                Token::End | Token::Tag => return Ok(()),
                Token::Result(result) => {
                    game.result = result.to_owned();
                    return self.skip_to_next_game();
                }
                Token::Number(value, has_dots) => {
                    if value > 1 && game.moves.is_empty() && !has_fen {
                        let what =
                            format!("unexpected move number {value}: without a FEN tag, a game starts at move 1");
                        error.get_or_insert(location.error(what));
                    }
                    number = (!has_dots).then_some((value, location));
                }
                Token::Move(word) if error.is_none() => {
                    number = None;
                    match position.parse_san(self.lexer.text(word)) {
                        Ok(mv) => {
                            position.play(mv);
                            game.moves.push(mv);
                        }
                        Err(wrong) => {
                            let (number, player) = (position.fullmove_number(), position.to_move());
                            let what = format!("move {number} of {player}: {}", wrong.shortened());
                            *error = Some(location.error(what));
                        }
                    }
                }
                Token::Null(word) => {
                    let what = format!("illegal move `{}`: null moves are not supported", self.lexer.text(word));
                    error.get_or_insert(location.error(what));
                }
                _ => {}
            }
        }
    }

    /// Skips what follows the result of a game, up to the next tag or move.
    fn skip_to_next_game(&mut self) -> Result<(), PgnError> {
        let mut depth = 0_u32;
        loop {
            self.lexer.skip_trivia()?;
            let before = self.lexer.mark();
            let is_start = match self.lexer.token() {
                Token::End | Token::Tag => return Ok(()),
                Token::Open => {
                    depth += 1;
                    false
                }
                Token::Close => {
                    depth = depth.saturating_sub(1);
                    false
                }
                Token::Stray(letter) => {
                    self.lexer.skip_char(letter);
                    false
                }
                // A number with dots belongs to a move, even if that is not valid.
                Token::Number(_, has_dots) => {
                    let word = self.lexer.next_word();
                    san::is_move(word) || has_dots && word.starts_with(char::is_alphabetic)
                }
                Token::Move(word) => san::is_move(self.lexer.text(word)),
                Token::Result(_) | Token::Null(_) | Token::Skipped => false,
            };
            if is_start && depth == 0 {
                self.lexer.go_back(before);
                return Ok(());
            }
        }
    }
}

/// Returns whether a value of the tag `Variant` means standard chess.
fn is_standard(variant: &str) -> bool {
    let plain = variant.to_lowercase().replace([' ', '-', '_'], "");
    STANDARD.contains(&plain.as_str())
}
