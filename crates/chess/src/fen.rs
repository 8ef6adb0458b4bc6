//! Parsing and printing positions as FEN.

use crate::castling::{CASTLING_MOVES, CastlingRights};
use crate::keys::Keys;
use crate::piece::{Colour, Piece, PieceType};
use crate::position::{Position, SetUp};
use crate::square::Square;
use crate::text::is_space;

/// An error for an invalid FEN, or for a FEN of an impossible position.
///
/// ```
/// let error = chess::Position::from_fen("8/8 w").unwrap_err();
/// assert_eq!(error.to_string(), "column 4: expected 8 ranks, found 2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {what}")]
pub struct FenError {
    /// The column of the error, in characters from 1.
    pub column: usize,
    /// The description of the error.
    pub what: String,
}

/// An unreachable position: a player has more promoted pieces than missing pawns.
///
/// ```
/// let position = chess::Position::from_fen("4k3/pppppppp/8/8/8/8/8/RRR1K3 w - - 0 1").unwrap();
/// assert_eq!(position.check_reachable(), Ok(()));
/// let position = chess::Position::from_fen("rrr1k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1").unwrap();
/// let error = position.check_reachable().unwrap_err();
/// assert_eq!(error.to_string(), "Black has 8 pawns and at least 1 promoted piece, but a player starts with 8 pawns");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{colour} has {} and at least {}, but a player starts with 8 pawns",
    plural(*pawns as usize, "pawn"),
    plural(*promoted as usize, "promoted piece")
)]
pub struct TooManyPromoted {
    /// The player.
    pub colour: Colour,
    /// The number of the player's pawns.
    pub pawns: u32,
    /// The number of the player's pieces in excess of those in the starting position.
    pub promoted: u32,
}

/// The maximum number of pieces of a player, pawns included. The bounds of the evaluation depend on it.
pub(crate) const MAX_PIECES: usize = 16;

/// A field of the text and the column at which it starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'a> {
    pub(crate) text: &'a str,
    pub(crate) column: usize,
}

impl Field<'_> {
    pub(crate) fn error<T>(self, what: impl Into<String>) -> Result<T, FenError> {
        self.error_at(0, what)
    }

    fn error_at<T>(self, offset: usize, what: impl Into<String>) -> Result<T, FenError> {
        Err(FenError { column: self.column + offset, what: what.into() })
    }
}

impl Position {
    /// The starting position as FEN.
    pub const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// Parses a FEN. The position's key uses numbers from the default seed.
    ///
    /// The halfmove clock and the fullmove number may be missing, as in EPD. The en passant square is ignored unless an
    /// en passant capture is legal.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let fine = Position::from_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")?;
    /// assert_eq!(fine.count_legal_moves(), 3);
    /// # Ok::<(), chess::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a FEN, or if the position is impossible because
    ///
    /// - a player does not have exactly one king, or has more than 8 pawns or 16 pieces;
    /// - a pawn is on the first or last rank;
    /// - a castling right requires a king or rook that is not on its original square;
    /// - no pawn can have passed over the en passant square;
    /// - the player who is not to move is in check, or the player to move is in check by more than two pieces.
    ///
    /// Other unreachable positions are accepted; see [`check_reachable`](Self::check_reachable).
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::from_fen_with(fen, Keys::new(zobrist::DEFAULT_SEED))
    }

    /// Parses a FEN like [`from_fen`](Self::from_fen), but uses `keys` for the position's key.
    ///
    /// # Errors
    ///
    /// See [`from_fen`](Self::from_fen).
    pub fn from_fen_with(fen: &str, keys: Keys) -> Result<Self, FenError> {
        let fields = fields(fen);
        if fields.len() > 6 {
            return fields[6].error("unexpected field: a FEN has 6 fields");
        }
        let end = Field { text: "", column: fen.chars().count() + 1 };
        Self::from_fields(&fields, end, [fields.get(4).copied(), fields.get(5).copied()], keys)
    }

    /// Parses the first four fields of a FEN, with a halfmove clock and a fullmove number from elsewhere. `end` is the
    /// end of the text.
    pub(crate) fn from_fields(
        fields: &[Field<'_>],
        end: Field<'_>,
        [clock, number]: [Option<Field<'_>>; 2],
        keys: Keys,
    ) -> Result<Self, FenError> {
        let field = |index: usize, what: &str| match fields.get(index) {
            Some(&field) => Ok(field),
            None => end.error(format!("missing {what}")),
        };
        let placement = field(0, "piece placement")?;
        let board = parse_board(placement)?;
        let side = field(1, "side to move (w or b)")?;
        let to_move = match side.text {
            "w" => Colour::White,
            "b" => Colour::Black,
            other => return side.error(format!("invalid side to move `{other}`: expected w or b")),
        };
        let castling_field = field(2, "castling rights")?;
        let castling = parse_castling(castling_field, &board)?;
        let en_passant_field = field(3, "en passant square")?;
        let en_passant = parse_en_passant(en_passant_field, &board, to_move)?;
        let count = |field: Option<Field<'_>>, what: &str, default: u16| match field {
            None => Ok(default),
            Some(field) if field.text.bytes().all(|byte| byte.is_ascii_digit()) => match field.text.parse() {
                Ok(count) => Ok(count),
                Err(_) if field.text.is_empty() => field.error(format!("missing {what}")),
                Err(_) => field.error(format!("invalid {what} `{}`: at most {} is supported", field.text, u16::MAX)),
            },
            Some(field) => field.error(format!("invalid {what} `{}`: expected a number", field.text)),
        };
        let halfmove_clock = count(clock, "halfmove clock", 0)?;
        let fullmove_number = count(number, "fullmove number", 1)?;
        let given = SetUp { board, to_move, castling, en_passant, halfmove_clock, fullmove_number };
        let position = Self::set_up(&given, keys);
        position.check_possible(placement, side)?;
        Ok(position)
    }

    /// Checks the conditions that involve attacks.
    fn check_possible(&self, placement: Field<'_>, side: Field<'_>) -> Result<(), FenError> {
        let them = !self.to_move();
        if !self.attackers(self.king(them), self.to_move(), self.occupied()).is_empty() {
            return side.error(format!("{them} is in check but not to move"));
        }
        if self.checkers().len() > 2 {
            return placement.error(format!("{} is in check by more than two pieces", self.to_move()));
        }
        Ok(())
    }

    /// Checks that no player has more promoted pieces than missing pawns.
    ///
    /// [`from_fen`](Self::from_fen) accepts positions with too many promoted pieces, because they occur in problems and
    /// test suites and can be searched. A position that passes this check can still be unreachable, because the check
    /// only counts pieces.
    ///
    /// # Errors
    ///
    /// Returns an error if a player has too many promoted pieces.
    pub fn check_reachable(&self) -> Result<(), TooManyPromoted> {
        for colour in Colour::BOTH {
            let [pawns, knights, bishops, rooks, queens, _] =
                PieceType::ALL.map(|kind| self.pieces(colour, kind).len());
            let excess = |number: u32, initial: u32| number.saturating_sub(initial);
            let promoted = excess(knights, 2) + excess(bishops, 2) + excess(rooks, 2) + excess(queens, 1);
            if pawns + promoted > 8 {
                return Err(TooManyPromoted { colour, pawns, promoted });
            }
        }
        Ok(())
    }

    /// Returns the position as FEN. The en passant square is included only if an en passant capture is legal.
    #[must_use]
    pub fn to_fen(&self) -> String {
        format!("{} {} {}", self.to_epd(), self.halfmove_clock(), self.fullmove_number())
    }

    /// Returns the first four fields of the FEN, which are also the first four fields of an EPD.
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
        text += &self.castling_rights().to_string();
        text.push(' ');
        match self.en_passant() {
            Some(square) => text += &square.to_string(),
            None => text.push('-'),
        }
        text
    }
}

/// Splits the text at whitespace into fields with their columns.
pub(crate) fn fields(text: &str) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    let mut column = 1;
    for part in text.split(is_space) {
        if !part.is_empty() {
            fields.push(Field { text: part, column });
        }
        column += part.chars().count() + 1;
    }
    fields
}

fn parse_board(field: Field<'_>) -> Result<[Option<Piece>; 64], FenError> {
    let mut board = [None; 64];
    let (mut file, mut rank) = (0, 7);
    for (offset, letter) in field.text.chars().enumerate() {
        match letter {
            '/' if file < 8 => return field.error_at(offset, too_few_squares(rank, file)),
            '/' if rank == 0 => return field.error_at(offset, "expected 8 ranks, found more"),
            '/' => (file, rank) = (0, rank - 1),
            '1'..='8' => file += letter as u8 - b'0',
            _ => {
                let Some(piece) = Piece::from_letter(letter) else {
                    let what = format!("invalid piece letter `{letter}`: expected one of PNBRQKpnbrqk");
                    return field.error_at(offset, what);
                };
                if piece.piece_type() == PieceType::Pawn && (rank == 0 || rank == 7) {
                    return field.error_at(offset, format!("a pawn cannot be on rank {}", rank + 1));
                }
                if let Some(square) = Square::at(file, rank) {
                    board[square.index()] = Some(piece);
                }
                file += 1;
            }
        }
        if file > 8 {
            return field.error_at(offset, format!("rank {}: expected 8 squares, found more", rank + 1));
        }
    }
    let end = field.text.chars().count();
    if file < 8 {
        return field.error_at(end, too_few_squares(rank, file));
    }
    if rank > 0 {
        return field.error_at(end, format!("expected 8 ranks, found {}", 8 - rank));
    }
    for colour in Colour::BOTH {
        check_pieces(field, &board, colour)?;
    }
    Ok(board)
}

fn too_few_squares(rank: u8, found: u8) -> String {
    format!("rank {}: expected 8 squares, found {found}", rank + 1)
}

/// Checks that a player has one king, and at most as many pawns and pieces as in the starting position.
fn check_pieces(field: Field<'_>, board: &[Option<Piece>; 64], colour: Colour) -> Result<(), FenError> {
    let count = |kind| board.iter().filter(|piece| **piece == Some(Piece::new(colour, kind))).count();
    let counts = PieceType::ALL.map(count);
    let [pawns, .., kings] = counts;
    let pieces: usize = counts.iter().sum();
    if kings != 1 {
        return field.error(format!("{colour} has {}: expected 1", plural(kings, "king")));
    }
    if pawns > 8 {
        return field.error(format!("{colour} has {}: expected at most 8", plural(pawns, "pawn")));
    }
    if pieces > MAX_PIECES {
        return field.error(format!("{colour} has {pieces} pieces: expected at most {MAX_PIECES}"));
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

fn parse_castling(field: Field<'_>, board: &[Option<Piece>; 64]) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::empty();
    if field.text == "-" {
        return Ok(rights);
    }
    for (offset, letter) in field.text.chars().enumerate() {
        let Some(castling) = CASTLING_MOVES.iter().find(|castling| castling.letter == letter) else {
            if matches!(letter.to_ascii_lowercase(), 'a'..='h') {
                return field.error_at(
                    offset,
                    format!(
                        "castling right `{letter}` is one of Chess960, which is not supported: expected KQkq, or -"
                    ),
                );
            }
            return field
                .error_at(offset, format!("invalid castling right `{letter}`: expected letters of KQkq, or -"));
        };
        if rights.contains(castling.right) {
            return field.error_at(offset, format!("duplicate castling right `{letter}`"));
        }
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        for (square, kind) in [(castling.king.0, PieceType::King), (castling.rook.0, PieceType::Rook)] {
            if board[square.index()] != Some(Piece::new(colour, kind)) {
                let name = if kind == PieceType::King { "king" } else { "rook" };
                return field
                    .error_at(offset, format!("castling right `{letter}` needs {colour}'s {name} on {square}"));
            }
        }
        rights |= castling.right;
    }
    Ok(rights)
}

fn parse_en_passant(
    field: Field<'_>,
    board: &[Option<Piece>; 64],
    to_move: Colour,
) -> Result<Option<Square>, FenError> {
    if field.text == "-" {
        return Ok(None);
    }
    let Ok(square) = field.text.parse::<Square>() else {
        return field.error(format!("invalid en passant square `{}`: expected a square, or -", field.text));
    };
    let rank = to_move.rank(5);
    if square.rank() != rank {
        let what = format!("invalid en passant square {square}: expected rank {} with {to_move} to move", rank + 1);
        return field.error(what);
    }
    let forward = to_move.forward();
    let passed = Some(Piece::new(!to_move, PieceType::Pawn));
    let (pawn, origin) = (square.offset(-forward), square.offset(forward));
    if board[pawn.index()] != passed || board[square.index()].is_some() || board[origin.index()].is_some() {
        return field.error(format!("invalid en passant square {square}: no pawn can have passed over it"));
    }
    Ok(Some(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_parsed_and_printed() {
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
        // Both pawns would leave the rank of the king, which exposes it to the rook.
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
}
