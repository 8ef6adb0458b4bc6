//! Positions with operations (EPD), the format of test suites.

use crate::fen::{FenError, Field, fields};
use crate::keys::Keys;
use crate::mv::Move;
use crate::position::Position;
use crate::san::{MoveError, is_move};
use crate::text::is_space;

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
    /// The position. Its halfmove clock and fullmove number follow the first four fields, as in a FEN, or are those of
    /// the operations `hmvc` and `fmvn`.
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
    /// Parses a line in EPD or FEN, or a FEN with operations. The position's key uses numbers from the default seed.
    ///
    /// Operations begin with a letter, so that the halfmove clock and the fullmove number of a FEN are not operations.
    ///
    /// ```
    /// let epd = chess::Epd::read("4k3/8/8/8/8/8/8/4K2R w K - 12 34 bm O-O;")?;
    /// assert_eq!(epd.position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 12 34");
    /// assert_eq!(epd.moves("bm")?[0].to_string(), "e1g1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the line does not start with the first four fields of a FEN, if the position is impossible,
    /// if a halfmove clock or a fullmove number is not valid or occurs twice with different values, if the name of an
    /// operation does not begin with a letter, or if a quotation mark is not closed.
    pub fn read(line: &str) -> Result<Self, EpdError> {
        Self::read_with(line, Keys::new(zobrist::DEFAULT_SEED))
    }

    /// Parses a line like [`read`](Self::read), but uses `keys` for the position's key.
    ///
    /// # Errors
    ///
    /// See [`read`](Self::read).
    pub fn read_with(line: &str, keys: Keys) -> Result<Self, EpdError> {
        let end = Field { text: "", column: line.chars().count() + 1 };
        let mut fields = fields(line);
        // The counters of a FEN: they do not begin like an operation.
        let is_counter =
            |field: &&Field<'_>| !field.text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '"' | ';'));
        let counters = fields.get(4).filter(is_counter).map_or(0, |_| (fields.len() - 4).min(2));
        let split = fields.get(4 + counters).map_or(line.len(), |next| offset(line, next.column));
        let operations = parse_operations(line, split)?;
        let count = |index: usize, name: &str| {
            let counter = fields[..].get(4 + index).copied().filter(|_| index < counters);
            let operation = operations.iter().find(|operation| operation[0].text == name);
            let operand = operation.map(|words| {
                let after = words[0].column + name.len();
                words.get(1).map_or(Field { text: "", column: after }, Word::field)
            });
            match (counter, operand) {
                (Some(counter), Some(operand)) if counter.text != operand.text => {
                    operand.error(format!("{name} {} contradicts {}", operand.text, counter.text))
                }
                _ => Ok(counter.or(operand)),
            }
        };
        let counts = [count(0, "hmvc")?, count(1, "fmvn")?];
        fields.truncate(4);
        let position = Position::from_fields(&fields, end, counts, keys)?;
        let texts = |words: Vec<Word>| {
            let mut texts = words.into_iter().map(|word| word.text);
            (texts.next().unwrap_or_default(), texts.collect())
        };
        Ok(Self { position, operations: operations.into_iter().map(texts).collect() })
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

    /// Parses the operands of an operation as moves, such as `bm` (best moves) or `am` (moves to avoid). Moves are in
    /// SAN or in UCI notation, and may be separated by commas.
    ///
    /// # Errors
    ///
    /// Returns an error if an operand is not a legal move.
    pub fn moves(&self, name: &str) -> Result<Vec<Move>, MoveError> {
        let read = |text: &String| {
            let text = text.trim_end_matches(',');
            // Both notations agree on moves of pawns.
            self.position.parse_san(text).or_else(|error| self.position.parse_uci(text).map_err(|_| error))
        };
        self.operands(name).iter().map(read).collect()
    }
}

/// A word of an operation, without quotation marks.
#[derive(Debug)]
struct Word {
    text: String,
    column: usize,
    is_quoted: bool,
}

impl Word {
    fn field(&self) -> Field<'_> {
        Field { text: &self.text, column: self.column }
    }

    /// Returns whether this is the name of an operation after moves that no semicolon ended.
    fn begins_operation(&self) -> bool {
        const NAMES: [&str; 9] = ["am", "bm", "dm", "id", "ce", "pv", "acd", "hmvc", "fmvn"];
        !self.is_quoted && NAMES.contains(&self.text.as_str()) && !is_move(&self.text)
    }
}

/// Returns the byte offset of a column.
fn offset(line: &str, column: usize) -> usize {
    line.char_indices().nth(column - 1).map_or(line.len(), |(at, _)| at)
}

/// Parses operations: words up to a semicolon, the first of which is a name.
fn parse_operations(line: &str, start: usize) -> Result<Vec<Vec<Word>>, EpdError> {
    let mut operations: Vec<Vec<Word>> = Vec::new();
    let mut words: Vec<Word> = Vec::new();
    let mut word: Option<Word> = None;
    let mut quoted_at = None;
    let first_column = line[..start].chars().count() + 1;
    // A semicolon after the line ends the last operation.
    let letters = line[start..].chars().chain([';']);
    for (column, letter) in (first_column..).zip(letters) {
        match (quoted_at, letter) {
            (None, '"') => {
                quoted_at = Some(column);
                word.get_or_insert(Word { text: String::new(), column, is_quoted: true }).is_quoted = true;
            }
            (Some(_), '"') => quoted_at = None,
            (None, letter) if letter == ';' || is_space(letter) => {
                if let Some(word) = word.take() {
                    let is_of_moves = words.first().is_some_and(|name| matches!(name.text.as_str(), "am" | "bm"));
                    if is_of_moves && word.begins_operation() {
                        operations.push(std::mem::take(&mut words));
                    }
                    words.push(word);
                }
                if letter == ';' && !words.is_empty() {
                    operations.push(std::mem::take(&mut words));
                }
            }
            (_, letter) => {
                word.get_or_insert(Word { text: String::new(), column, is_quoted: false }).text.push(letter);
            }
        }
    }
    if let Some(column) = quoted_at {
        return Err(EpdError::Operation { column, what: "unclosed quotation mark".to_owned() });
    }
    for name in operations.iter().map(|operation| &operation[0]) {
        if name.is_quoted || !name.text.starts_with(char::is_alphabetic) {
            let what = format!("invalid operation `{}`: expected a name that begins with a letter", name.text);
            return Err(EpdError::Operation { column: name.column, what });
        }
    }
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
    fn counters_are_those_of_a_fen() {
        let fen = |rest: &str| Epd::read(&format!("{KINGS}{rest}")).map(|epd| epd.position.to_fen());
        for (rest, counters) in [
            ("", "0 1"),
            (" 12", "12 1"),
            (" 12 34", "12 34"),
            (" 12 34 ", "12 34"),
            (" 12 34 bm Kd1; id \"x\";", "12 34"),
            (" bm Kd1; hmvc 12; fmvn 34", "12 34"),
            (" 12 34 hmvc 12; fmvn 34;", "12 34"),
            ("\u{1a}", "0 1"),
        ] {
            assert_eq!(fen(rest), Ok(format!("{KINGS} {counters}")), "{rest}");
        }
        let epd = Epd::read(&format!("\u{feff}{KINGS} 12 34 bm Kd1 Ke2; id \"x\";")).unwrap();
        assert_eq!((epd.operands("bm"), epd.operand("id")), (&["Kd1".to_owned(), "Ke2".to_owned()][..], Some("x")));
        assert_eq!(epd.operations.len(), 2);
    }

    #[test]
    fn moves_may_be_written_in_other_ways() {
        let epd = |operations: &str| Epd::read(&format!("4k3/8/8/8/8/8/4P3/R3K2R w KQ - {operations}")).unwrap();
        let moves = |operations: &str, name: &str| {
            epd(operations).moves(name).map(|moves| moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(moves("bm e1g1 a1a8, e2e4 e3;", "bm").unwrap(), "e1g1 a1a8 e2e4 e2e3");
        let two = "bm O-O O-O-O am Ra2 id \"bm am\"";
        assert_eq!((moves(two, "bm").unwrap(), moves(two, "am").unwrap()), ("e1g1 e1c1".into(), "a1a2".into()));
        assert_eq!(epd(two).operand("id"), Some("bm am"));
        assert_eq!(moves("bm Kg1;", "bm").unwrap_err().to_string(), "illegal move `Kg1`");
        assert_eq!(epd("c0 bm am").operands("c0"), ["bm", "am"]);
    }
}
