//! Positions with operations (EPD), the form of test suites.

use crate::fen::FenError;
use crate::keys::Keys;
use crate::mv::Move;
use crate::position::Position;
use crate::san::MoveError;

/// A position and what is said of it.
///
/// ```
/// use chess::Epd;
///
/// let line = r#"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";"#;
/// let epd = Epd::read(line)?;
/// assert_eq!(epd.operand("id"), Some("BK.01"));
/// assert_eq!(epd.moves("bm")?[0].to_string(), "d6d1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position; counts of moves come from the operations `hmvc` and `fmvn`, if they are there.
    pub position: Position,
    /// Every operation in order: its name, and its operands without their quotation marks.
    pub operations: Vec<(String, Vec<String>)>,
}

/// Why a line is no EPD.
///
/// ```
/// let error = chess::Epd::read("8/8/8/8/8/8/8/8 w - - bm Qd1+;").unwrap_err();
/// assert!(matches!(error, chess::EpdError::Position(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The position is wrong.
    #[error("{0}")]
    Position(#[from] FenError),
    /// An operation is wrong.
    #[error("column {column}: {what}")]
    Operation {
        /// Where it begins, in characters from 1.
        column: usize,
        /// What is wrong with it.
        what: String,
    },
}

impl Epd {
    /// Reads a line, hashed with numbers from the default seed.
    ///
    /// # Errors
    ///
    /// The position is no FEN of four fields or is impossible, or a quotation mark is not closed.
    pub fn read(line: &str) -> Result<Self, EpdError> {
        Self::read_with(line, Keys::new(zobrist::DEFAULT_SEED))
    }

    /// As [`read`](Self::read), hashed with these numbers.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn read_with(line: &str, keys: Keys) -> Result<Self, EpdError> {
        let split = end_of_fields(line, 4);
        let operations = read_operations(line, split)?;
        let count = |name: &str, default: &str| {
            let operation = operations.iter().find(|(known, _)| known == name);
            operation.and_then(|(_, operands)| operands.first()).map_or(default, String::as_str).to_owned()
        };
        let fen = format!("{} {} {}", &line[..split], count("hmvc", "0"), count("fmvn", "1"));
        Ok(Self { position: Position::from_fen_with(&fen, keys)?, operations })
    }

    /// The first operand of an operation.
    #[must_use]
    pub fn operand(&self, name: &str) -> Option<&str> {
        self.operands(name).first().map(String::as_str)
    }

    /// All operands of an operation; none if it is not there.
    #[must_use]
    pub fn operands(&self, name: &str) -> &[String] {
        self.operations.iter().find(|(known, _)| known == name).map_or(&[], |(_, operands)| operands)
    }

    /// The operands of an operation as moves: of `bm`, the best ones, or `am`, those to avoid.
    ///
    /// # Errors
    ///
    /// One of them is not legal.
    pub fn moves(&self, name: &str) -> Result<Vec<Move>, MoveError> {
        self.operands(name).iter().map(|text| self.position.read_san(text)).collect()
    }
}

/// The byte where the first `count` fields end.
fn end_of_fields(line: &str, count: usize) -> usize {
    let (mut seen, mut inside) = (0, false);
    for (at, letter) in line.char_indices() {
        if letter.is_whitespace() {
            if inside && seen == count {
                return at;
            }
            inside = false;
        } else if !inside {
            inside = true;
            seen += 1;
        }
    }
    line.len()
}

fn read_operations(line: &str, start: usize) -> Result<Vec<(String, Vec<String>)>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted_at = None;
    let column = |at: usize| line[..at].chars().count() + 1;
    let mut finish = |words: &mut Vec<String>| {
        if !words.is_empty() {
            let name = words.remove(0);
            operations.push((name, std::mem::take(words)));
        }
    };
    for (at, letter) in line[start..].char_indices() {
        match (quoted_at, letter) {
            (None, '"') => {
                quoted_at = Some(start + at);
                word.get_or_insert_default();
            }
            (Some(_), '"') => quoted_at = None,
            (None, ';') => {
                words.extend(word.take());
                finish(&mut words);
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(at) = quoted_at {
        let what = "a quotation mark is not closed".to_owned();
        return Err(EpdError::Operation { column: column(at), what });
    }
    words.extend(word);
    finish(&mut words);
    Ok(operations)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    #[test]
    fn operations_are_read() {
        let epd = Epd::read(&format!(r#"{KINGS} bm Kd1 Ke2; id "a; b"; c0 ""; hmvc 7; fmvn 40"#)).unwrap();
        assert_eq!(epd.operands("bm"), ["Kd1", "Ke2"]);
        assert_eq!(epd.operand("id"), Some("a; b"));
        assert_eq!(epd.operand("c0"), Some(""));
        assert_eq!(epd.position.to_fen(), "4k3/8/8/8/8/8/8/4K3 w - - 7 40");
        assert!(Epd::read(KINGS).unwrap().operations.is_empty());
        assert!(Epd::read(&format!("{KINGS} ;;; ")).unwrap().operations.is_empty());
    }

    #[test]
    fn errors_say_where() {
        let error = Epd::read(&format!("{KINGS} id \"x")).unwrap_err();
        assert_eq!(error.to_string(), "column 30: a quotation mark is not closed");
        assert!(Epd::read("").is_err() && Epd::read("8/8 w - - bm e4;").is_err());
        let epd = Epd::read(&format!("{KINGS} bm Ke3;")).unwrap();
        assert!(epd.moves("bm").is_err());
    }
}
