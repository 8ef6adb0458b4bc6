//! Moves.

use std::fmt;

use crate::piece::PieceType;
use crate::square::Square;

/// A move: origin, destination and type. The piece that moves follows from the position.
///
/// Castling is represented as the king's move, for example e1 to g1. Moves are printed in UCI notation.
///
/// ```
/// use chess::Position;
///
/// let position = Position::start();
/// let mv = position.parse_uci("e2e4")?;
/// assert_eq!((mv.from().to_string(), mv.to().to_string()), ("e2".into(), "e4".into()));
/// assert_eq!(mv.to_string(), "e2e4");
/// # Ok::<(), chess::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// The type of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveType {
    Normal,
    DoublePush,
    EnPassant,
    Castling,
    Promotion(PieceType),
}

impl Move {
    /// The bits that tell the type.
    const TYPE: u16 = 0xf000;
    const NORMAL: u16 = 0;
    const DOUBLE_PUSH: u16 = 1 << 12;
    const EN_PASSANT: u16 = 2 << 12;
    const CASTLING: u16 = 3 << 12;
    /// The first of four values, for a queen, rook, bishop and knight.
    const PROMOTION: u16 = 4 << 12;

    #[inline]
    fn build(from: Square, to: Square, move_type: u16) -> Self {
        Self(move_type | (to.index() as u16) << 6 | from.index() as u16)
    }

    #[inline]
    pub(crate) fn normal(from: Square, to: Square) -> Self {
        Self::build(from, to, Self::NORMAL)
    }

    #[inline]
    pub(crate) fn double_push(from: Square, to: Square) -> Self {
        Self::build(from, to, Self::DOUBLE_PUSH)
    }

    #[inline]
    pub(crate) fn en_passant(from: Square, to: Square) -> Self {
        Self::build(from, to, Self::EN_PASSANT)
    }

    #[inline]
    pub(crate) fn castling(from: Square, to: Square) -> Self {
        Self::build(from, to, Self::CASTLING)
    }

    /// Returns the four promotions, in the order of [`PieceType::PROMOTIONS`].
    #[inline]
    pub(crate) fn promotions(from: Square, to: Square) -> [Self; 4] {
        std::array::from_fn(|i| Self::build(from, to, Self::PROMOTION + ((i as u16) << 12)))
    }

    /// Returns the origin square.
    #[inline]
    #[must_use]
    pub fn from(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    /// Returns the destination square.
    #[inline]
    #[must_use]
    pub fn to(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8)
    }

    #[inline]
    pub(crate) fn move_type(self) -> MoveType {
        match self.0 & Self::TYPE {
            Self::NORMAL => MoveType::Normal,
            Self::DOUBLE_PUSH => MoveType::DoublePush,
            Self::EN_PASSANT => MoveType::EnPassant,
            Self::CASTLING => MoveType::Castling,
            promotion => MoveType::Promotion(PieceType::PROMOTIONS[(promotion >> 12 & 3) as usize]),
        }
    }

    /// Returns the piece type to which a pawn promotes, or `None` if the move is not a promotion.
    #[inline]
    #[must_use]
    pub fn promotion(self) -> Option<PieceType> {
        (self.0 >= Self::PROMOTION).then(|| PieceType::PROMOTIONS[(self.0 >> 12 & 3) as usize])
    }

    /// Returns whether the move is castling.
    #[inline]
    #[must_use]
    pub fn is_castling(self) -> bool {
        self.0 & Self::TYPE == Self::CASTLING
    }

    /// Returns whether the move changes nothing but its two squares.
    #[inline]
    pub(crate) fn only_moves(self) -> bool {
        self.0 & Self::TYPE <= Self::DOUBLE_PUSH
    }

    /// Returns the move as a number, which is never zero because origin and destination differ.
    #[inline]
    #[must_use]
    pub fn bits(self) -> u16 {
        self.0
    }

    /// Returns the move for these [`bits`](Self::bits), or `None` if they are zero.
    #[inline]
    #[must_use]
    pub fn from_bits(bits: u16) -> Option<Self> {
        (bits != 0).then_some(Self(bits))
    }

    /// Returns whether the move is an en passant capture.
    #[inline]
    #[must_use]
    pub fn is_en_passant(self) -> bool {
        self.0 & Self::TYPE == Self::EN_PASSANT
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let promotion = self.promotion().map(|kind| kind.letter().to_string()).unwrap_or_default();
        f.pad(&format!("{}{}{promotion}", self.from(), self.to()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
