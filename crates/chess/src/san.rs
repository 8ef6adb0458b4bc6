//! Parsing and printing moves in standard algebraic notation (SAN) and in UCI notation.

use crate::mv::Move;
use crate::piece::PieceType;
use crate::position::Position;
use crate::square::Square;

/// An invalid or illegal move.
///
/// ```
/// let error = chess::Position::start().parse_san("Nd5").unwrap_err();
/// assert_eq!(error.to_string(), "illegal move `Nd5`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move in SAN.
    #[error("invalid move `{0}`: expected a move like Nf3, exd5, O-O or e8=Q")]
    Unreadable(String),
    /// The text does not match a legal move.
    #[error("illegal move `{0}`")]
    Illegal(String),
    /// The text matches several legal moves.
    #[error("ambiguous move `{text}`: {first} or {second}")]
    Ambiguous {
        /// The text.
        text: String,
        /// A legal move that matches the text.
        first: Move,
        /// Another legal move that matches the text.
        second: Move,
    },
    /// The text is not a move in UCI notation.
    #[error("invalid move `{0}`: expected a move like e2e4 or e7e8q")]
    UnreadableUci(String),
}

/// The most characters of an invalid move that an error in a PGN text quotes. The text may be a binary file.
const LONGEST: usize = 40;

impl MoveError {
    /// Returns the error with the start of the text, which is printed with at most [`LONGEST`] characters.
    pub(crate) fn shortened(mut self) -> Self {
        let (Self::Unreadable(text) | Self::UnreadableUci(text) | Self::Illegal(text) | Self::Ambiguous { text, .. }) =
            &mut self;
        let mut shown = 0;
        let is_beyond = |&(_, c): &(usize, char)| {
            // A control character is printed as an escape sequence.
            shown += if c.is_control() { c.escape_unicode().len() } else { 1 };
            shown > LONGEST
        };
        if let Some((end, _)) = text.char_indices().find(is_beyond) {
            text.truncate(end);
            text.push('…');
        }
        self
    }
}

/// The parsed text of a move, before it is matched with the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    Castling { king_side: bool },
    Plain { kind: PieceType, file: Option<u8>, rank: Option<u8>, to: Square, promotion: Option<PieceType> },
}

impl Position {
    /// Parses a move in SAN.
    ///
    /// Check, mate and annotation marks are optional and ignored. Castling is written with letters or zeros; its
    /// hyphens, the capture sign and the promotion sign may be missing. The piece of a promotion may be in lower case.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let position = Position::from_fen("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1")?;
    /// assert_eq!(position.parse_san("O-O-O")?.to_string(), "e1c1");
    /// assert_eq!(position.parse_san("a8=N!?")?.to_string(), "a7a8n");
    /// assert!(position.parse_san("a8").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move, or if it does not match exactly one legal move.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let pattern = parse_pattern(text).ok_or_else(|| MoveError::Unreadable(text.to_owned()))?;
        let us = self.to_move();
        let kind = match pattern {
            Pattern::Castling { .. } => PieceType::King,
            Pattern::Plain { kind, .. } => kind,
        };
        let mut found: Option<Move> = None;
        let mut second: Option<Move> = None;
        self.each_legal_move_of(self.pieces(us, kind), |mv| {
            if fits(mv, pattern) {
                if found.is_none() {
                    found = Some(mv);
                } else if second.is_none() {
                    second = Some(mv);
                }
            }
        });
        match (found, second) {
            (Some(mv), None) => Ok(mv),
            (Some(first), Some(second)) => Err(MoveError::Ambiguous { text: text.to_owned(), first, second }),
            (None, _) => Err(MoveError::Illegal(text.to_owned())),
        }
    }

    /// Returns a legal move in SAN.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let position = Position::from_fen("r4bk1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1")?;
    /// let mv = position.parse_uci("a1a8")?;
    /// assert_eq!(position.to_san(mv), "Rxa8");
    /// assert_eq!(position.to_san(position.parse_uci("a1d1")?), "Rad1");
    /// assert_eq!(position.to_san(position.parse_uci("e1e8")?), "Re8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// May panic if the move is not legal.
    #[must_use]
    pub fn to_san(&self, mv: Move) -> String {
        let mut text = self.san_without_check(mv);
        let mut after = self.clone();
        after.play(mv);
        if after.in_check() {
            text.push(if after.has_legal_move() { '+' } else { '#' });
        }
        text
    }

    fn san_without_check(&self, mv: Move) -> String {
        if mv.is_castling() {
            return if mv.to().file() > mv.from().file() { "O-O" } else { "O-O-O" }.to_owned();
        }
        let (from, to) = (mv.from(), mv.to());
        let kind = self.piece_on(from).expect("a piece moves").piece_type();
        let captures = self.piece_on(to).is_some() || mv.is_en_passant();
        let mut text = String::new();
        if kind == PieceType::Pawn {
            if captures {
                text.push(char::from(b'a' + from.file()));
            }
        } else {
            text.push(kind.letter().to_ascii_uppercase());
            let (mut others, mut same_file, mut same_rank) = (false, false, false);
            let candidates = self.pieces(self.to_move(), kind) & !from.bitboard();
            self.each_legal_move_of(candidates, |other| {
                if other.to() == to && !other.is_castling() {
                    others = true;
                    same_file |= other.from().file() == from.file();
                    same_rank |= other.from().rank() == from.rank();
                }
            });
            if others && (!same_file || same_rank) {
                text.push(char::from(b'a' + from.file()));
            }
            if same_file {
                text.push(char::from(b'1' + from.rank()));
            }
        }
        if captures {
            text.push('x');
        }
        text += &to.to_string();
        if let Some(promotion) = mv.promotion() {
            text.push('=');
            text.push(promotion.letter().to_ascii_uppercase());
        }
        text
    }

    /// Parses a move in UCI notation: origin, destination, and the piece type of a promotion.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move, or if the move is not legal.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let unreadable = || MoveError::UnreadableUci(text.to_owned());
        let square = |range| text.get(range).and_then(|part: &str| part.parse::<Square>().ok());
        let (from, to) = (square(0..2).ok_or_else(unreadable)?, square(2..4).ok_or_else(unreadable)?);
        let promotion = match &text[4..] {
            "" => None,
            "q" | "Q" => Some(PieceType::Queen),
            "r" | "R" => Some(PieceType::Rook),
            "b" | "B" => Some(PieceType::Bishop),
            "n" | "N" => Some(PieceType::Knight),
            _ => return Err(unreadable()),
        };
        let mut found = None;
        self.each_legal_move_of(from.bitboard(), |mv| {
            if mv.to() == to && mv.promotion() == promotion {
                found = Some(mv);
            }
        });
        found.ok_or_else(|| MoveError::Illegal(text.to_owned()))
    }
}

fn fits(mv: Move, pattern: Pattern) -> bool {
    match pattern {
        Pattern::Castling { king_side } => mv.is_castling() && (mv.to().file() == 6) == king_side,
        Pattern::Plain { file, rank, to, promotion, .. } => {
            !mv.is_castling()
                && mv.to() == to
                && mv.promotion() == promotion
                && file.is_none_or(|file| mv.from().file() == file)
                && rank.is_none_or(|rank| mv.from().rank() == rank)
        }
    }
}

/// Returns whether a text has the form of a move in SAN.
pub(crate) fn is_move(text: &str) -> bool {
    parse_pattern(text).is_some()
}

fn parse_pattern(text: &str) -> Option<Pattern> {
    let text = text.trim_end_matches(['!', '?']).trim_end_matches(['+', '#']).trim_end_matches(['!', '?']);
    match text {
        "O-O" | "0-0" | "o-o" | "OO" | "00" => return Some(Pattern::Castling { king_side: true }),
        "O-O-O" | "0-0-0" | "o-o-o" | "OOO" | "000" => return Some(Pattern::Castling { king_side: false }),
        _ => {}
    }
    if !text.is_ascii() {
        return None;
    }
    let text = text.strip_suffix("e.p.").map_or(text, str::trim_end);
    let (kind, rest) = match text.chars().next()? {
        letter @ ('N' | 'B' | 'R' | 'Q' | 'K' | 'P') => (PieceType::from_letter(letter)?, &text[1..]),
        _ => (PieceType::Pawn, text),
    };
    let (rest, promotion) = match rest.chars().last()? {
        letter @ ('N' | 'B' | 'R' | 'Q' | 'n' | 'b' | 'r' | 'q') if kind == PieceType::Pawn => {
            (rest[..rest.len() - 1].trim_end_matches('='), PieceType::from_letter(letter))
        }
        _ => (rest, None),
    };
    let to_at = rest.len().checked_sub(2)?;
    let to = rest[to_at..].parse().ok()?;
    let hint = rest[..to_at].trim_end_matches(['x', ':', '-']);
    let (file, rank) = match *hint.as_bytes() {
        [] => (None, None),
        [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
        [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
        _ => return None,
    };
    Some(Pattern::Plain { kind, file, rank, to, promotion })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn every_legal_move_round_trips() {
        for fen in [
            Position::START,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "8/8/8/Q6Q/8/1k6/8/K6Q w - - 0 1",
        ] {
            let position = position(fen);
            for mv in position.legal_moves() {
                assert_eq!(position.parse_san(&position.to_san(mv)), Ok(mv));
                assert_eq!(position.parse_uci(&mv.to_string()), Ok(mv));
            }
        }
    }

    #[test]
    fn ambiguous_moves_are_disambiguated() {
        let queens = position("8/8/8/Q6Q/8/1k6/8/K6Q w - - 0 1");
        let san = |uci: &str| queens.to_san(queens.parse_uci(uci).unwrap());
        assert_eq!(san("h5e2"), "Qe2");
        assert_eq!(san("a5e5"), "Qae5");
        assert_eq!(san("h5e5"), "Qhe5");
        assert_eq!(san("h1h4"), "Q1h4");
    }

    #[test]
    fn common_variants_are_accepted() {
        let start = Position::start();
        for text in ["Nf3", "Nf3!", "Nf3+", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nf3#?!"] {
            assert_eq!(start.parse_san(text).unwrap().to_string(), "g1f3", "{text}");
        }
        for text in ["e4", "Pe4", "e2e4", "e2-e4"] {
            assert_eq!(start.parse_san(text).unwrap().to_string(), "e2e4", "{text}");
        }
        let capture = position("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
        for text in ["exf6", "ef6", "exf6 e.p.", "e5xf6"] {
            assert_eq!(capture.parse_san(text).unwrap().to_string(), "e5f6", "{text}");
        }
        let promotion = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        for text in ["a8=Q+", "a8Q", "a8=Q", "a8=q", "a8q+"] {
            assert_eq!(promotion.parse_san(text).unwrap().to_string(), "a7a8q", "{text}");
        }
        assert_eq!(promotion.parse_uci("a7a8Q").unwrap().to_string(), "a7a8q");
        let castling = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        for (texts, mv) in [(["O-O", "0-0", "OO", "00+"], "e1g1"), (["O-O-O", "0-0-0", "OOO", "000!"], "e1c1")] {
            for text in texts {
                assert_eq!(castling.parse_san(text).unwrap().to_string(), mv, "{text}");
            }
        }
    }

    #[test]
    fn invalid_moves_are_rejected() {
        let start = Position::start();
        for text in ["", "x", "Nf9", "Nf", "O-O-O-O", "e", "♘f3", "Zf3", "e2e", "=Q", "+", "Nxxxf"] {
            assert!(matches!(start.parse_san(text), Err(MoveError::Unreadable(_))), "{text}");
            assert!(start.parse_uci(text).is_err(), "{text}");
        }
        assert_eq!(start.parse_san("e5"), Err(MoveError::Illegal("e5".into())));
        assert_eq!(start.parse_san("O-O"), Err(MoveError::Illegal("O-O".into())));
        assert!(
            start.parse_uci("e2e5").is_err() && start.parse_uci("e2e4q").is_err() && start.parse_uci("éé").is_err()
        );
        let rooks = position("6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1");
        assert_eq!(rooks.parse_san("Rd1").unwrap_err().to_string(), "ambiguous move `Rd1`: a1d1 or e1d1");
    }
}
