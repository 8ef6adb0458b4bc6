//! The lines and words of a PGN text.

use std::io::{self, BufRead, ErrorKind};
use std::ops::Range;

use crate::text::is_space;

use super::PgnError;

/// The characters that end a word, besides whitespace.
const DELIMITERS: &str = "{}()[];$*";

/// The characters of annotations in words of their own, such as `!?` and `+-`.
const GLYPHS: &str = "!?+-–—−=/\\#∞±∓⩲⩱□⨀";

/// A place in the text, for error messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Location {
    pub(super) line: usize,
    column: usize,
}

impl Location {
    pub(super) fn error(self, what: impl Into<String>) -> PgnError {
        PgnError::Game { line: self.line, column: self.column, what: what.into() }
    }
}

/// A part of the moves of a game. A range is one of the current line.
#[derive(Debug)]
pub(super) enum Token {
    /// The end of the text.
    End,
    /// The start of a tag, which is not consumed.
    Tag,
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// `]`, `}`, or a `[` that does not start a tag; not consumed.
    Stray(char),
    /// A move number, and whether dots follow it.
    Number(u32, bool),
    /// A result, in the usual spelling.
    Result(&'static str),
    /// A move, or what is in place of one.
    Move(Range<usize>),
    /// A move that changes only the side to move, in the notation of other programs.
    Null(Range<usize>),
    /// An annotation, or dots.
    Skipped,
}

/// A text that is read line by line.
#[derive(Debug)]
pub(super) struct Lexer<R> {
    reader: R,
    /// The bytes of the line.
    bytes: Vec<u8>,
    /// The line without its end.
    line: String,
    /// The offset of the next character in the line.
    at: usize,
    /// The number of characters before it.
    column: usize,
    number: usize,
    /// Whether the last line ended with CR, so that an LF is a part of its end.
    after_cr: bool,
    is_over: bool,
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(reader: R) -> Self {
        let (bytes, line) = (Vec::new(), String::new());
        Self { reader, bytes, line, at: 0, column: 0, number: 0, after_cr: false, is_over: false }
    }

    /// Moves to the next line. Returns whether there is one.
    pub(super) fn next_line(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        (self.at, self.column, self.is_over) = (0, 0, true);
        loop {
            let read = match self.reader.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                read => read?,
            };
            if read.is_empty() {
                break;
            }
            self.is_over = false;
            if std::mem::take(&mut self.after_cr) && read[0] == b'\n' {
                self.reader.consume(1);
                self.is_over = true;
                continue;
            }
            let end = read.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            self.bytes.extend_from_slice(&read[..end.unwrap_or(read.len())]);
            self.after_cr = end.is_some_and(|end| read[end] == b'\r');
            let consumed = end.map_or(read.len(), |end| end + 1);
            self.reader.consume(consumed);
            if end.is_some() {
                break;
            }
        }
        self.line.clear();
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => self.line.push_str(text),
            Err(_) => self.line = latin_1(&self.bytes),
        }
        self.number += 1;
        // A byte-order mark is in no column.
        self.at = self.line.len() - self.line.trim_start_matches('\u{feff}').len();
        Ok(!self.is_over)
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn location(&self) -> Location {
        Location { line: self.number.max(1), column: self.column + 1 }
    }

    /// Returns the rest of the line.
    pub(super) fn rest(&self) -> &str {
        &self.line[self.at..]
    }

    /// Returns whether only blanks precede the rest of the line.
    pub(super) fn is_at_start(&self) -> bool {
        self.line[..self.at].chars().all(is_space)
    }

    pub(super) fn text(&self, range: Range<usize>) -> &str {
        &self.line[range]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Consumes bytes of the line.
    pub(super) fn skip(&mut self, bytes: usize) -> Range<usize> {
        let start = self.at;
        self.column += self.line[start..start + bytes].chars().count();
        self.at += bytes;
        start..self.at
    }

    /// Consumes the next character, if it is this one.
    pub(super) fn skip_char(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.skip(wanted.len_utf8());
        }
        is_next
    }

    fn skip_while(&mut self, is_part: impl Fn(char) -> bool) -> Range<usize> {
        let rest = self.rest();
        self.skip(rest.find(|c| !is_part(c)).unwrap_or(rest.len()))
    }

    /// Skips whitespace, comments, and lines that start with the escape character `%`.
    pub(super) fn skip_trivia(&mut self) -> Result<(), PgnError> {
        loop {
            self.skip_while(is_space);
            match self.peek() {
                Some('{') => self.skip_comment()?,
                Some('%') if self.column > 0 => return Ok(()),
                None | Some(';' | '%') => {
                    if !self.next_line()? {
                        return Ok(());
                    }
                }
                Some(_) => return Ok(()),
            }
        }
    }

    /// Skips a comment. Comments are not nested, so one may contain an opening brace.
    ///
    /// An opening brace after a move number, or a line that is a tag, shows that the comment was not closed: otherwise,
    /// the moves up to the end of the next comment would be taken for a part of it.
    fn skip_comment(&mut self) -> Result<(), PgnError> {
        let opened = self.location();
        self.skip(1);
        let mut has_number = false;
        loop {
            let brace = self.rest().find(['{', '}']);
            let text = &self.rest()[..brace.unwrap_or(self.rest().len())];
            has_number |= text.split(is_space).any(begins_with_move_number);
            let is_open = match brace {
                Some(end) => {
                    let is_end = self.rest()[end..].starts_with('}');
                    self.skip(end + 1);
                    if is_end {
                        return Ok(());
                    }
                    !has_number
                }
                None => {
                    let is_tag = |line: &str| tag_name(line).is_some() && line.ends_with(']');
                    self.next_line()? && !is_tag(self.rest().trim_matches(is_space))
                }
            };
            if !is_open {
                return Err(opened.error("unclosed comment: expected }"));
            }
        }
    }

    /// Returns the name of the tag that starts here, if one does.
    pub(super) fn tag_name(&self) -> Option<&str> {
        tag_name(self.rest())
    }

    /// Consumes the next token. The next character is the first one of a token.
    pub(super) fn token(&mut self) -> Token {
        let Some(first) = self.peek() else { return Token::End };
        match first {
            // A tag that is not valid is an error of the game that it begins.
            '[' if self.is_at_start() || self.tag_name().is_some() => return Token::Tag,
            '[' | ']' | '}' => return Token::Stray(first),
            '(' | ')' | '*' => {
                self.skip(1);
                return match first {
                    '(' => Token::Open,
                    ')' => Token::Close,
                    _ => Token::Result("*"),
                };
            }
            '$' => {
                self.skip(1);
                self.word();
                return Token::Skipped;
            }
            _ => {}
        }
        if let Some((length, result)) = result(self.rest()) {
            self.skip(length);
            return Token::Result(result);
        }
        let word = &self.rest()[..self.word_length()];
        let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let after_dots = numbered.trim_start_matches(['.', '…']);
        let digits = &word[..word.len() - numbered.len()];
        let has_dots = after_dots.len() < numbered.len();
        let length = word.len() - after_dots.len();
        if has_dots && digits.is_empty() {
            self.skip(length);
            return Token::Skipped;
        }
        // `00` is castling. Positions from problems may be at move 0.
        let is_number = !digits.starts_with('0') || digits == "0" && has_dots;
        if let Ok(number) = digits.parse()
            && is_number
            && (has_dots || after_dots.is_empty())
        {
            self.skip(length);
            return Token::Number(number, has_dots);
        }
        let is_annotation = word == "e.p." || word.chars().all(|c| GLYPHS.contains(c)) && !word.starts_with("--");
        let plain = word.trim_end_matches(['!', '?', '+', '#']);
        let is_null = word.starts_with("--") || matches!(plain, "Z0" | "0000" | "@@@@");
        let length = without_result(word);
        let word = self.skip(length);
        if is_annotation {
            Token::Skipped
        } else if is_null {
            Token::Null(word)
        } else {
            Token::Move(word)
        }
    }

    /// Returns the place in the line, to [go back](Self::go_back) to it.
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.at, self.column)
    }

    pub(super) fn go_back(&mut self, mark: (usize, usize)) {
        (self.at, self.column) = mark;
    }

    /// Returns the next word of the line, after whitespace and dots.
    pub(super) fn next_word(&self) -> &str {
        let rest = self.rest().trim_start_matches(|c| is_space(c) || matches!(c, '.' | '…'));
        &rest[..rest.find(is_delimiter).unwrap_or(rest.len())]
    }

    fn word_length(&self) -> usize {
        self.rest().find(is_delimiter).unwrap_or(self.rest().len())
    }

    /// Consumes the characters up to the next whitespace or delimiter.
    fn word(&mut self) -> Range<usize> {
        self.skip(self.word_length())
    }

    /// Consumes the name of a tag, and returns it.
    pub(super) fn name(&mut self) -> &str {
        let name = self.skip_while(|c| !is_delimiter(c) && c != '"');
        &self.line[name]
    }

    /// Consumes the value of a tag after its first quotation mark, with the last one, and returns the value. The next
    /// character should be the closing bracket, possibly on another line. `None` if there is no other quotation mark.
    ///
    /// The value ends with a quotation mark before a closing bracket; other ones are a part of it, although they should
    /// be escaped.
    pub(super) fn value(&mut self) -> Option<String> {
        let rest = self.rest();
        let mut value = String::new();
        let mut characters = rest.char_indices();
        let mut end = None;
        while let Some((at, c)) = characters.next() {
            let after = &rest[at + c.len_utf8()..];
            match c {
                '"' if after.trim_start_matches(is_space).starts_with(']') => {
                    end = Some(at);
                    break;
                }
                '\\' if after.starts_with(['"', '\\']) => value.extend(characters.next().map(|(_, c)| c)),
                _ => value.push(c),
            }
        }
        let end = end.or_else(|| {
            // The bracket is missing or on another line, or a backslash that was not escaped ends the value.
            let line = rest.trim_end_matches(is_space);
            let before = line.strip_suffix(']').unwrap_or(line).trim_end_matches(is_space).strip_suffix('"')?;
            value = before.to_owned();
            Some(before.len())
        })?;
        // A bracket is missing, and the next tag would be a part of the value.
        let has_tag = rest[..end].match_indices('[').any(|(at, _)| tag_name(&rest[at..end]).is_some());
        self.skip(end + 1);
        (!has_tag).then_some(value)
    }

    /// Moves to the next tag that begins a game, after an error. If the error is in a tag, the other tags of its game
    /// are skipped.
    pub(super) fn skip_to_tags(&mut self, mut is_in_tags: bool) -> io::Result<()> {
        let mut is_whole_line = self.is_at_start();
        while !self.is_over {
            let rest = self.rest();
            let line = rest.trim_start_matches(is_space);
            let is_escaped = is_whole_line && rest.starts_with('%');
            if is_in_tags && is_whole_line {
                is_in_tags = is_escaped
                    || line.is_empty()
                    || line.starts_with('[') && !tag_name(line).is_some_and(|name| name.eq_ignore_ascii_case("Event"));
            }
            let is_tag = |&(at, _): &(usize, _)| tag_name(&rest[at..]).is_some();
            let tag = rest.match_indices('[').find(is_tag).filter(|_| !is_in_tags && !is_escaped);
            if let Some((at, _)) = tag {
                self.skip(at);
                return Ok(());
            }
            self.next_line()?;
            is_whole_line = true;
        }
        Ok(())
    }
}

fn is_delimiter(c: char) -> bool {
    is_space(c) || DELIMITERS.contains(c)
}

/// Returns the name of the tag at the start of a text, if there is one.
fn tag_name(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('[')?.trim_start_matches(is_space);
    let name = &inner[..inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inner.len())];
    let is_tag = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && inner[name.len()..].trim_start_matches(is_space).starts_with('"');
    is_tag.then_some(name)
}

/// Returns whether a word is a move number, or begins with one: `12.` or `12.Nf3`, but not `0.3`.
fn begins_with_move_number(word: &str) -> bool {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < word.len()
        && after.strip_prefix('.').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the length of a word without the result that ends it, as in `Qh5#1-0`.
fn without_result(word: &str) -> usize {
    let results = ["1-0", "0-1", "1/2-1/2", "½-½"];
    let before = results.iter().filter_map(|result| word.strip_suffix(result));
    before.map(str::len).find(|&length| length > 0).unwrap_or(word.len())
}

/// Returns the length of the result at the start of a text and its usual spelling, if there is one. Its halves may be
/// separated by blanks, and a draw may be written as half a result.
fn result(text: &str) -> Option<(usize, &'static str)> {
    const POINTS: [(&str, u8); 5] = [("1/2", 1), ("½", 1), ("0.5", 1), ("1", 2), ("0", 0)];
    let half = |text: &'_ str| {
        let (written, points) = POINTS.into_iter().find(|(written, _)| text.starts_with(written))?;
        Some((written, points, text.len() - written.len()))
    };
    let ends = |rest: usize| text[text.len() - rest..].chars().next().is_none_or(is_delimiter);
    let (written, first, rest) = half(text)?;
    let after = text[text.len() - rest..].trim_start_matches(is_space).strip_prefix(['-', '–', '—', '−']);
    let second = after.and_then(|after| half(after.trim_start_matches(is_space))).filter(|&(.., rest)| ends(rest));
    let (result, rest) = match second {
        Some((_, second, rest)) => match (first, second) {
            (2, 0) => ("1-0", rest),
            (0, 2) => ("0-1", rest),
            (1, 1) => ("1/2-1/2", rest),
            _ => return None,
        },
        None if matches!(written, "1/2" | "½") && ends(rest) => ("1/2-1/2", rest),
        None => return None,
    };
    Some((text.len() - rest, result))
}

/// Decodes Latin-1. The byte-order mark is that of UTF-8, which may precede such a line.
fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect::<String>().replace("ï»¿", "\u{feff}")
}
