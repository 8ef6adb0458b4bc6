//! Positions with operations (EPD), the format of test suites.

use crate::fen::FenError;
use crate::keys::Keys;
use crate::mv::Move;
use crate::position::Position;
use crate::san::MoveError;

/// A position with its EPD operations.
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
    /// The position. The operations `hmvc` and `fmvn`, if present, set the halfmove clock and the fullmove number.
    pub position: Position,
    /// The operations in order. Each has a name and operands, without quotation marks.
    pub operations: Vec<(String, Vec<String>)>,
}

/// An invalid EPD line.
///
/// ```
/// let error = chess::Epd::read("8/8/8/8/8/8/8/8 w - - bm Qd1+;").unwrap_err();
/// assert!(matches!(error, chess::EpdError::Position(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The position is invalid.
    #[error("{0}")]
    Position(#[from] FenError),
    /// An operation is invalid.
    #[error("column {column}: {what}")]
    Operation {
        /// The column at which the error starts, in characters from 1.
        column: usize,
        /// The description of the error.
        what: String,
    },
}

impl Epd {
    /// Parses a line. The position's key uses numbers from the default seed.
    ///
    /// # Errors
    ///
    /// Returns an error if the line does not start with the first four fields of a FEN, if the position is impossible,
    /// or if a quotation mark is not closed.
    pub fn read(line: &str) -> Result<Self, EpdError> {
        Self::read_with(line, Keys::new(zobrist::DEFAULT_SEED))
    }

    /// Parses a line like [`read`](Self::read), but uses `keys` for the position's key.
    ///
    /// # Errors
    ///
    /// See [`read`](Self::read).
    pub fn read_with(line: &str, keys: Keys) -> Result<Self, EpdError> {
        let split = end_of_fields(line, 4);
        let operations = parse_operations(line, split)?;
        let count = |name: &str, default: &str| {
            let operation = operations.iter().find(|(known, _)| known == name);
            operation.and_then(|(_, operands)| operands.first()).map_or(default, String::as_str).to_owned()
        };
        let fen = format!("{} {} {}", &line[..split], count("hmvc", "0"), count("fmvn", "1"));
        Ok(Self { position: Position::from_fen_with(&fen, keys)?, operations })
    }

    /// Returns the first operand of an operation.
    #[must_use]
    pub fn operand(&self, name: &str) -> Option<&str> {
        self.operands(name).first().map(String::as_str)
    }

    /// Returns all operands of an operation, or an empty slice if the operation is missing.
    #[must_use]
    pub fn operands(&self, name: &str) -> &[String] {
        self.operations.iter().find(|(known, _)| known == name).map_or(&[], |(_, operands)| operands)
    }

    /// Parses the operands of an operation as moves, such as `bm` (best moves) or `am` (moves to avoid).
    ///
    /// # Errors
    ///
    /// Returns an error if an operand is not a legal move.
    pub fn moves(&self, name: &str) -> Result<Vec<Move>, MoveError> {
        self.operands(name).iter().map(|text| self.position.parse_san(text)).collect()
    }
}

/// Returns the byte offset at which the first `count` fields end.
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

fn parse_operations(line: &str, start: usize) -> Result<Vec<(String, Vec<String>)>, EpdError> {
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
        let what = "unclosed quotation mark".to_owned();
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
    fn operations_are_parsed() {
        let epd = Epd::read(&format!(r#"{KINGS} bm Kd1 Ke2; id "a; b"; c0 ""; hmvc 7; fmvn 40"#)).unwrap();
        assert_eq!(epd.operands("bm"), ["Kd1", "Ke2"]);
        assert_eq!(epd.operand("id"), Some("a; b"));
        assert_eq!(epd.operand("c0"), Some(""));
        assert_eq!(epd.position.to_fen(), "4k3/8/8/8/8/8/8/4K3 w - - 7 40");
        assert!(Epd::read(KINGS).unwrap().operations.is_empty());
        assert!(Epd::read(&format!("{KINGS} ;;; ")).unwrap().operations.is_empty());
    }

    #[test]
    fn errors_have_columns() {
        let error = Epd::read(&format!("{KINGS} id \"x")).unwrap_err();
        assert_eq!(error.to_string(), "column 30: unclosed quotation mark");
        assert!(Epd::read("").is_err() && Epd::read("8/8 w - - bm e4;").is_err());
        let epd = Epd::read(&format!("{KINGS} bm Ke3;")).unwrap();
        assert!(epd.moves("bm").is_err());
    }
}
