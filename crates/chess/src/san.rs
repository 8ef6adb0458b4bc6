//! Reading and writing moves: the algebraic notation of books (SAN) and that of programs (UCI).

use crate::mv::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::square::Square;

/// Why a text is no move of a position.
///
/// ```
/// let error = chess::Position::start().read_san("Nd5").unwrap_err();
/// assert_eq!(error.to_string(), "`Nd5` is not legal here");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It is written like no move.
    #[error("`{0}` is no move; write one like Nf3, exd5, O-O or e8=Q")]
    Unreadable(String),
    /// No legal move is written so.
    #[error("`{0}` is not legal here")]
    Illegal(String),
    /// Several legal moves fit.
    #[error("`{text}` may be {first} or {second}; say from which file or rank")]
    Ambiguous {
        /// What was written.
        text: String,
        /// A move that fits.
        first: Move,
        /// Another one.
        second: Move,
    },
    /// It is written like no move of the UCI protocol.
    #[error("`{0}` is no move; write one like e2e4 or e7e8q")]
    UnreadableUci(String),
}

/// What the text of a move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    Castling { king_side: bool },
    Plain { kind: Kind, file: Option<u8>, rank: Option<u8>, to: Square, promotion: Option<Kind> },
}

impl Position {
    /// Reads a move in algebraic notation.
    ///
    /// Signs of check, mate and praise may be there or not, and nothing else depends on them; castling is written with
    /// letters or with zeros; the sign of capture and that of promotion may be missing.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let position = Position::from_fen("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1")?;
    /// assert_eq!(position.read_san("O-O-O")?.to_string(), "e1c1");
    /// assert_eq!(position.read_san("a8=N!?")?.to_string(), "a7a8n");
    /// assert!(position.read_san("a8").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// It is no move, none that is legal, or may be several.
    pub fn read_san(&self, text: &str) -> Result<Move, MoveError> {
        let pattern = read_pattern(text).ok_or_else(|| MoveError::Unreadable(text.to_owned()))?;
        let us = self.to_move();
        let kind = match pattern {
            Pattern::Castling { .. } => Kind::King,
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

    /// A legal move in algebraic notation.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let position = Position::from_fen("r4bk1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1")?;
    /// let mv = position.read_uci("a1a8")?;
    /// assert_eq!(position.to_san(mv), "Rxa8");
    /// assert_eq!(position.to_san(position.read_uci("a1d1")?), "Rad1");
    /// assert_eq!(position.to_san(position.read_uci("e1e8")?), "Re8");
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
        let kind = self.piece_on(from).expect("a piece moves").kind();
        let captures = self.piece_on(to).is_some() || mv.is_en_passant();
        let mut text = String::new();
        if kind == Kind::Pawn {
            if captures {
                text.push(char::from(b'a' + from.file()));
            }
        } else {
            text.push(kind.letter().to_ascii_uppercase());
            let (mut others, mut same_file, mut same_rank) = (false, false, false);
            let rivals = self.pieces(self.to_move(), kind) & !from.set();
            self.each_legal_move_of(rivals, |rival| {
                if rival.to() == to && !rival.is_castling() {
                    others = true;
                    same_file |= rival.from().file() == from.file();
                    same_rank |= rival.from().rank() == from.rank();
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

    /// Reads a move as UCI writes it: from where, to where, and what a pawn becomes.
    ///
    /// # Errors
    ///
    /// It is no move, or not a legal one.
    pub fn read_uci(&self, text: &str) -> Result<Move, MoveError> {
        let unreadable = || MoveError::UnreadableUci(text.to_owned());
        let square = |range| text.get(range).and_then(|part: &str| part.parse::<Square>().ok());
        let (from, to) = (square(0..2).ok_or_else(unreadable)?, square(2..4).ok_or_else(unreadable)?);
        let promotion = match &text[4..] {
            "" => None,
            "q" => Some(Kind::Queen),
            "r" => Some(Kind::Rook),
            "b" => Some(Kind::Bishop),
            "n" => Some(Kind::Knight),
            _ => return Err(unreadable()),
        };
        let mut found = None;
        self.each_legal_move_of(from.set(), |mv| {
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

fn read_pattern(text: &str) -> Option<Pattern> {
    let text = text.trim_end_matches(['!', '?']).trim_end_matches(['+', '#']).trim_end_matches(['!', '?']);
    match text {
        "O-O" | "0-0" | "o-o" => return Some(Pattern::Castling { king_side: true }),
        "O-O-O" | "0-0-0" | "o-o-o" => return Some(Pattern::Castling { king_side: false }),
        _ => {}
    }
    if !text.is_ascii() {
        return None;
    }
    let text = text.strip_suffix("e.p.").map_or(text, str::trim_end);
    let (kind, rest) = match text.chars().next()? {
        letter @ ('N' | 'B' | 'R' | 'Q' | 'K' | 'P') => (Kind::from_letter(letter)?, &text[1..]),
        _ => (Kind::Pawn, text),
    };
    let (rest, promotion) = match rest.chars().last()? {
        letter @ ('N' | 'B' | 'R' | 'Q') if kind == Kind::Pawn => {
            (rest[..rest.len() - 1].trim_end_matches('='), Kind::from_letter(letter))
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
    fn every_legal_move_is_read_back() {
        for fen in [
            Position::START,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "8/8/8/Q6Q/8/1k6/8/K6Q w - - 0 1",
        ] {
            let position = position(fen);
            for mv in position.legal_moves() {
                assert_eq!(position.read_san(&position.to_san(mv)), Ok(mv));
                assert_eq!(position.read_uci(&mv.to_string()), Ok(mv));
            }
        }
    }

    #[test]
    fn origins_are_named_where_needed() {
        let queens = position("8/8/8/Q6Q/8/1k6/8/K6Q w - - 0 1");
        let san = |uci: &str| queens.to_san(queens.read_uci(uci).unwrap());
        assert_eq!(san("h5e2"), "Qe2");
        assert_eq!(san("a5e5"), "Qae5");
        assert_eq!(san("h5e5"), "Qhe5");
        assert_eq!(san("h1h4"), "Q1h4");
    }

    #[test]
    fn habits_of_writers_are_understood() {
        let start = Position::start();
        for text in ["Nf3", "Nf3!", "Nf3+", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nf3#?!"] {
            assert_eq!(start.read_san(text).unwrap().to_string(), "g1f3", "{text}");
        }
        for text in ["e4", "Pe4", "e2e4", "e2-e4"] {
            assert_eq!(start.read_san(text).unwrap().to_string(), "e2e4", "{text}");
        }
        let capture = position("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
        for text in ["exf6", "ef6", "exf6 e.p.", "e5xf6"] {
            assert_eq!(capture.read_san(text).unwrap().to_string(), "e5f6", "{text}");
        }
        let promotion = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        for text in ["a8=Q+", "a8Q", "a8=Q"] {
            assert_eq!(promotion.read_san(text).unwrap().to_string(), "a7a8q", "{text}");
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let start = Position::start();
        for text in ["", "x", "Nf9", "Nf", "O-O-O-O", "e", "♘f3", "Zf3", "e2e", "=Q", "+", "Nxxxf"] {
            assert!(matches!(start.read_san(text), Err(MoveError::Unreadable(_))), "{text}");
            assert!(start.read_uci(text).is_err(), "{text}");
        }
        assert_eq!(start.read_san("e5"), Err(MoveError::Illegal("e5".into())));
        assert_eq!(start.read_san("O-O"), Err(MoveError::Illegal("O-O".into())));
        assert!(start.read_uci("e2e5").is_err() && start.read_uci("e2e4q").is_err() && start.read_uci("éé").is_err());
        let rooks = position("6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1");
        assert_eq!(
            rooks.read_san("Rd1").unwrap_err().to_string(),
            "`Rd1` may be a1d1 or e1d1; say from which file or rank"
        );
    }
}
