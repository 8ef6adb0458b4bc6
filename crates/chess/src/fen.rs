//! Reading and writing positions as FEN.

use crate::castling::{Castling, WAYS};
use crate::keys::Keys;
use crate::piece::{Colour, Kind, Piece};
use crate::position::{Position, SetUp};
use crate::square::Square;

/// Why a text is no position, or none that a game can reach.
///
/// ```
/// let error = chess::Position::from_fen("8/8 w").unwrap_err();
/// assert_eq!(error.to_string(), "column 4: there are only 2 ranks");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {what}")]
pub struct FenError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: String,
}

/// Why no game can reach a position: a player has more promoted pieces than missing pawns.
///
/// ```
/// let position = chess::Position::from_fen("4k3/pppppppp/8/8/8/8/8/RRR1K3 w - - 0 1").unwrap();
/// assert_eq!(position.check_reachable(), Ok(()));
/// let position = chess::Position::from_fen("rrr1k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1").unwrap();
/// let error = position.check_reachable().unwrap_err();
/// assert_eq!(error.to_string(), "Black has 8 pawns and at least 1 promoted piece; a player starts with eight pawns");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{colour} has {} and at least {}; a player starts with eight pawns",
    plural(*pawns as usize, "pawn"),
    plural(*promoted as usize, "promoted piece")
)]
pub struct TooManyPromoted {
    /// The player.
    pub colour: Colour,
    /// The player's pawns.
    pub pawns: u32,
    /// The player's pieces beyond those at the beginning of a game.
    pub promoted: u32,
}

/// The most men of a player, on which the bounds of the evaluation rest.
pub(crate) const MOST_MEN: usize = 16;

/// A field of the text and the column where it begins.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    column: usize,
}

impl Field<'_> {
    fn error<T>(self, what: impl Into<String>) -> Result<T, FenError> {
        self.error_at(0, what)
    }

    fn error_at<T>(self, offset: usize, what: impl Into<String>) -> Result<T, FenError> {
        Err(FenError { column: self.column + offset, what: what.into() })
    }
}

impl Position {
    /// The position at the beginning of a game.
    pub const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// Reads a position, hashed with numbers from the default seed.
    ///
    /// The two counts at the end may be missing, as in EPD. A square for a capture *en passant* is remembered only if
    /// such a capture is legal.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let fine = Position::from_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")?;
    /// assert_eq!(fine.count_legal_moves(), 3);
    /// let error = Position::from_fen("8/k7/3p4/p2P1x2/P2P1P2/8/8/K7 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "column 14: `x` is no piece; the pieces are PNBRQK and pnbrqk");
    /// # Ok::<(), chess::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not a FEN, or the position is impossible: a player without a king or with two, more than eight pawns
    /// or 16 men, pawns on the first or last rank, castling rights without king and rook at home, an *en passant*
    /// square that no pawn has passed, a player in check who is not to move, or a check by more than two pieces.
    ///
    /// Other positions that no game reaches are accepted: see [`check_reachable`](Self::check_reachable).
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::from_fen_with(fen, Keys::new(zobrist::DEFAULT_SEED))
    }

    /// As [`from_fen`](Self::from_fen), hashed with these numbers.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn from_fen_with(fen: &str, keys: Keys) -> Result<Self, FenError> {
        let fields = fields(fen);
        if fields.len() > 6 {
            return fields[6].error("there is more than the six fields of a FEN");
        }
        let end = Field { text: "", column: fen.chars().count() + 1 };
        let field = |index: usize, what: &str| match fields.get(index) {
            Some(&field) => Ok(field),
            None => end.error(format!("{what} is missing")),
        };
        let placement = field(0, "the placement of the pieces")?;
        let board = read_board(placement)?;
        let side = field(1, "the player to move (w or b)")?;
        let to_move = match side.text {
            "w" => Colour::White,
            "b" => Colour::Black,
            other => return side.error(format!("invalid side to move `{other}`: expected w or b")),
        };
        let castling_field = field(2, "the castling rights")?;
        let castling = read_castling(castling_field, &board)?;
        let en_passant_field = field(3, "the en passant square")?;
        let en_passant = read_en_passant(en_passant_field, &board, to_move)?;
        let count = |index: usize, default: u16| match fields.get(index) {
            None => Ok(default),
            Some(field) if field.text.bytes().all(|byte| byte.is_ascii_digit()) => match field.text.parse() {
                Ok(count) => Ok(count),
                Err(_) => field.error(format!("`{}` is too large", field.text)),
            },
            Some(field) => field.error(format!("`{}` is no number of moves", field.text)),
        };
        let given = SetUp { board, to_move, castling, en_passant, reversible: count(4, 0)?, full_moves: count(5, 1)? };
        let position = Self::set_up(&given, keys);
        position.check_possible(placement, side)?;
        Ok(position)
    }

    /// What the squares alone do not say.
    fn check_possible(&self, placement: Field<'_>, side: Field<'_>) -> Result<(), FenError> {
        let them = !self.to_move();
        if !self.attackers(self.king(them), self.to_move(), self.occupied()).is_empty() {
            return side.error(format!("{them} is in check and not to move"));
        }
        if self.checkers().len() > 2 {
            return placement.error(format!("{} is in check by more than two pieces", self.to_move()));
        }
        Ok(())
    }

    /// Checks that neither player has more promoted pieces than missing pawns.
    ///
    /// [`from_fen`](Self::from_fen) accepts such positions, because problems and test suites have them and they can be
    /// searched. A position that passes the check need not be reachable: only the men are counted.
    ///
    /// ```
    /// use chess::{Colour, Position, TooManyPromoted};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1")?;
    /// let error = position.check_reachable().unwrap_err();
    /// assert_eq!(error, TooManyPromoted { colour: Colour::White, pawns: 8, promoted: 1 });
    /// assert_eq!(Position::start().check_reachable(), Ok(()));
    /// # Ok::<(), chess::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A player has too many promoted pieces.
    pub fn check_reachable(&self) -> Result<(), TooManyPromoted> {
        for colour in Colour::BOTH {
            let [pawns, knights, bishops, rooks, queens, _] = Kind::ALL.map(|kind| self.pieces(colour, kind).len());
            let beyond = |number: u32, at_first: u32| number.saturating_sub(at_first);
            let promoted = beyond(knights, 2) + beyond(bishops, 2) + beyond(rooks, 2) + beyond(queens, 1);
            if pawns + promoted > 8 {
                return Err(TooManyPromoted { colour, pawns, promoted });
            }
        }
        Ok(())
    }

    /// The position as FEN. The *en passant* square is written only if such a capture is legal.
    #[must_use]
    pub fn to_fen(&self) -> String {
        format!("{} {} {}", self.to_epd(), self.reversible_moves(), self.move_number())
    }

    /// The first four fields of the FEN, with which an EPD begins.
    #[must_use]
    pub fn to_epd(&self) -> String {
        let mut text = String::with_capacity(80);
        for rank in (0..8).rev() {
            let mut empty = 0_u8;
            for file in 0..8 {
                match Square::at(file, rank).and_then(|square| self.piece_on(square)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text.push(char::from(b'0' + empty));
                        }
                        empty = 0;
                        text.push(piece.letter());
                    }
                }
            }
            if empty > 0 {
                text.push(char::from(b'0' + empty));
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text.push_str(if self.to_move() == Colour::White { " w " } else { " b " });
        text += &self.castling().to_string();
        text.push(' ');
        match self.en_passant() {
            Some(square) => text += &square.to_string(),
            None => text.push('-'),
        }
        text
    }
}

/// The fields between blanks, with the column of each.
fn fields(text: &str) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    let mut column = 1;
    for part in text.split(char::is_whitespace) {
        if !part.is_empty() {
            fields.push(Field { text: part, column });
        }
        column += part.chars().count() + 1;
    }
    fields
}

fn read_board(field: Field<'_>) -> Result<[Option<Piece>; 64], FenError> {
    let mut board = [None; 64];
    let (mut file, mut rank) = (0, 7);
    for (offset, letter) in field.text.chars().enumerate() {
        match letter {
            '/' if file < 8 => return field.error_at(offset, format!("rank {} has only {file} squares", rank + 1)),
            '/' if rank == 0 => return field.error_at(offset, "there are more than eight ranks"),
            '/' => (file, rank) = (0, rank - 1),
            '1'..='8' => file += letter as u8 - b'0',
            _ => {
                let Some(piece) = Piece::from_letter(letter) else {
                    return field.error_at(offset, format!("`{letter}` is no piece; the pieces are PNBRQK and pnbrqk"));
                };
                if piece.kind() == Kind::Pawn && (rank == 0 || rank == 7) {
                    return field.error_at(offset, format!("a pawn cannot stand on rank {}", rank + 1));
                }
                if let Some(square) = Square::at(file, rank) {
                    board[square.index()] = Some(piece);
                }
                file += 1;
            }
        }
        if file > 8 {
            return field.error_at(offset, format!("rank {} has more than eight squares", rank + 1));
        }
    }
    let end = field.text.chars().count();
    if file < 8 {
        return field.error_at(end, format!("rank {} has only {file} squares", rank + 1));
    }
    if rank > 0 {
        return field.error_at(end, format!("there are only {} ranks", 8 - rank));
    }
    for colour in Colour::BOTH {
        check_men(field, &board, colour)?;
    }
    Ok(board)
}

/// One king, and no more pawns and men than a player starts with.
fn check_men(field: Field<'_>, board: &[Option<Piece>; 64], colour: Colour) -> Result<(), FenError> {
    let count = |kind| board.iter().filter(|piece| **piece == Some(Piece::new(colour, kind))).count();
    let counts = Kind::ALL.map(count);
    let [pawns, .., kings] = counts;
    let men: usize = counts.iter().sum();
    if kings != 1 {
        return field.error(format!("{colour} has {} instead of one", plural(kings, "king")));
    }
    if pawns > 8 {
        return field.error(format!("{colour} has {}; there are at most eight", plural(pawns, "pawn")));
    }
    if men > MOST_MEN {
        return field.error(format!("{colour} has {men} men; there are at most {MOST_MEN}"));
    }
    Ok(())
}

fn plural(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}"),
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

fn read_castling(field: Field<'_>, board: &[Option<Piece>; 64]) -> Result<Castling, FenError> {
    let mut rights = Castling::empty();
    if field.text == "-" {
        return Ok(rights);
    }
    for (offset, letter) in field.text.chars().enumerate() {
        let Some(way) = WAYS.iter().find(|way| way.letter == letter) else {
            return field.error_at(offset, format!("`{letter}` is no castling right; write letters of KQkq, or -"));
        };
        if rights.contains(way.right) {
            return field.error_at(offset, format!("the castling right {letter} is given twice"));
        }
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        for (square, kind) in [(way.king.0, Kind::King), (way.rook.0, Kind::Rook)] {
            if board[square.index()] != Some(Piece::new(colour, kind)) {
                let name = if kind == Kind::King { "king" } else { "rook" };
                return field
                    .error_at(offset, format!("the castling right {letter} needs {colour}'s {name} on {square}"));
            }
        }
        rights |= way.right;
    }
    Ok(rights)
}

fn read_en_passant(field: Field<'_>, board: &[Option<Piece>; 64], to_move: Colour) -> Result<Option<Square>, FenError> {
    if field.text == "-" {
        return Ok(None);
    }
    let Ok(square) = field.text.parse::<Square>() else {
        return field.error(format!("`{}` is no square; write one, or -", field.text));
    };
    let rank = to_move.rank(5);
    if square.rank() != rank {
        return field.error(format!("with {to_move} to move, an en passant square lies on rank {}", rank + 1));
    }
    let forward = to_move.forward();
    let passed = Some(Piece::new(!to_move, Kind::Pawn));
    let (pawn, origin) = (square.offset(-forward), square.offset(forward));
    if board[pawn.index()] != passed || board[square.index()].is_some() || board[origin.index()].is_some() {
        return field.error(format!("no pawn can have passed over {square}"));
    }
    Ok(Some(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(fen: &str) -> String {
        Position::from_fen(fen).unwrap_err().to_string()
    }

    #[test]
    fn positions_are_read_and_written() {
        for fen in [
            Position::START,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 7 93",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        ] {
            assert_eq!(Position::from_fen(fen).unwrap().to_fen(), fen);
        }
        let short = Position::from_fen("  4k3/8/8/8/8/8/8/4K2R   w K -").unwrap();
        assert_eq!(short.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    }

    #[test]
    fn an_en_passant_square_counts_only_if_the_capture_is_legal() {
        let en_passant = |fen: &str| Position::from_fen(fen).unwrap().en_passant().map(|square| square.to_string());
        assert_eq!(en_passant("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), None);
        assert_eq!(en_passant("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").as_deref(), Some("e3"));
        // Both pawns leave the rank on which the king stands with a rook.
        assert_eq!(en_passant("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"), None);
        let with = Position::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").unwrap();
        let without = Position::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").unwrap();
        assert_eq!(with.key(), without.key());
    }

    #[test]
    fn promoted_pieces_without_missing_pawns_can_be_searched_and_are_not_reachable() {
        let check = |fen| Position::from_fen(fen).unwrap().check_reachable();
        for fen in [
            Position::START,
            "qQ4B1/1rRQ2Qq/1k3b1b/1q2Qq1Q/R2nNn2/1qq2BK1/2qqQQ1r/q1NQ1Q2 b - - 0 1",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        ] {
            assert_eq!(check(fen), Ok(()), "{fen}");
        }
        let (white, black) = (Colour::White, Colour::Black);
        for (fen, colour, pawns, promoted) in [
            ("kqq5/pppppppp/8/8/8/8/8/K7 w - - 0 1", black, 8, 1),
            ("k7/8/8/8/8/8/PPPPPPP1/KQQQ4 w - - 0 1", white, 7, 2),
            ("k7/8/8/8/8/5NNN/5BBB/KQ3RRR w - - 0 1", white, 0, 3),
            ("k7/8/8/8/8/8/QQQQQQQ1/KQQQQQQQ b - - 0 1", white, 0, 13),
        ] {
            let expected = if pawns + promoted > 8 { Err(TooManyPromoted { colour, pawns, promoted }) } else { Ok(()) };
            assert_eq!(check(fen), expected, "{fen}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_column() {
        assert_eq!(error(""), "column 1: the placement of the pieces is missing");
        assert_eq!(error("8/8"), "column 4: there are only 2 ranks");
        assert_eq!(error("7/8/8/8/8/8/8/8 w - -"), "column 2: rank 8 has only 7 squares");
        assert_eq!(error("88/8/8/8/8/8/8/8 w - -"), "column 2: rank 8 has more than eight squares");
        assert_eq!(error("8/8/8/8/8/8/8/8/8 w - -"), "column 16: there are more than eight ranks");
        assert_eq!(error("k6P/8/8/8/8/8/8/K7 w - - 0 1"), "column 3: a pawn cannot stand on rank 8");
        assert_eq!(error("8/8/8/8/8/8/8/K7 w - - 0 1"), "column 1: Black has no king instead of one");
        assert_eq!(error("kk6/8/8/8/8/8/8/K7 w - - 0 1"), "column 1: Black has 2 kings instead of one");
        assert!(error("k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1").contains("9 pawns"));
        assert!(error("kqqqqqqq/qqqqqqqq/q7/8/8/8/8/K7 w - - 0 1").contains("Black has 17 men"));
        assert_eq!(error("4k3/8/8/8/8/8/8/4K3 x - - 0 1"), "column 21: invalid side to move `x`: expected w or b");
        assert!(error("4k3/8/8/8/8/8/8/4K3 w K - 0 1").contains("needs White's rook on h1"));
        assert!(error("4k3/8/8/8/8/8/8/5K1R w K - 0 1").contains("needs White's king on e1"));
        assert!(error("4k3/8/8/8/8/8/8/4K2R w KK - 0 1").starts_with("column 25: the castling right K is given twice"));
        assert!(error("4k3/8/8/8/8/8/8/4K2R w X - 0 1").contains("no castling right"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - e3 0 1").contains("rank 6"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - e6 0 1").contains("no pawn can have passed over e6"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - e9 0 1").contains("no square"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - - x 1").contains("no number of moves"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - - 99999 1").contains("too large"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 1 1").contains("more than the six fields"));
        assert_eq!(error("4k3/8/8/8/8/8/8/4K2r b - - 0 1"), "column 22: White is in check and not to move");
        assert!(error("4k3/4r3/8/8/1b6/3n4/8/4K3 w - - 0 1").contains("more than two pieces"));
    }
}
