//! Moves.

use std::fmt;

use crate::piece::Kind;
use crate::square::Square;

/// A move: from where, to where, and what is special about it. Who moves what follows from the position.
///
/// Castling is the king's move, e1 to g1 for instance. Moves print as UCI writes them.
///
/// ```
/// use chess::Position;
///
/// let position = Position::start();
/// let mv = position.read_uci("e2e4")?;
/// assert_eq!((mv.from().to_string(), mv.to().to_string()), ("e2".into(), "e4".into()));
/// assert_eq!(mv.to_string(), "e2e4");
/// # Ok::<(), chess::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    Nothing,
    DoubleStep,
    EnPassant,
    Castling,
    Promotion(Kind),
}

impl Move {
    const NOTHING: u16 = 0;
    const DOUBLE_STEP: u16 = 1 << 12;
    const EN_PASSANT: u16 = 2 << 12;
    const CASTLING: u16 = 3 << 12;
    /// Four kinds follow: queen, rook, bishop, knight.
    const PROMOTION: u16 = 4 << 12;

    #[inline]
    fn build(from: Square, to: Square, special: u16) -> Self {
        Self(special | (to.index() as u16) << 6 | from.index() as u16)
    }

    #[inline]
    pub(crate) fn plain(from: Square, to: Square) -> Self {
        Self::build(from, to, Self::NOTHING)
    }

    #[inline]
    pub(crate) fn double_step(from: Square, to: Square) -> Self {
        Self::build(from, to, Self::DOUBLE_STEP)
    }

    #[inline]
    pub(crate) fn en_passant(from: Square, to: Square) -> Self {
        Self::build(from, to, Self::EN_PASSANT)
    }

    #[inline]
    pub(crate) fn castling(from: Square, to: Square) -> Self {
        Self::build(from, to, Self::CASTLING)
    }

    /// The four promotions, in the order of [`Kind::PROMOTIONS`].
    #[inline]
    pub(crate) fn promotions(from: Square, to: Square) -> [Self; 4] {
        std::array::from_fn(|i| Self::build(from, to, Self::PROMOTION + ((i as u16) << 12)))
    }

    /// Where it starts.
    #[inline]
    #[must_use]
    pub fn from(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    /// Where it ends.
    #[inline]
    #[must_use]
    pub fn to(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8)
    }

    #[inline]
    pub(crate) fn special(self) -> Special {
        match self.0 & 0xf000 {
            Self::NOTHING => Special::Nothing,
            Self::DOUBLE_STEP => Special::DoubleStep,
            Self::EN_PASSANT => Special::EnPassant,
            Self::CASTLING => Special::Castling,
            promotion => Special::Promotion(Kind::PROMOTIONS[(promotion >> 12 & 3) as usize]),
        }
    }

    /// What a pawn becomes, if it becomes something.
    #[inline]
    #[must_use]
    pub fn promotion(self) -> Option<Kind> {
        match self.special() {
            Special::Promotion(kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether the king castles.
    #[inline]
    #[must_use]
    pub fn is_castling(self) -> bool {
        self.special() == Special::Castling
    }

    /// The move as a number that is never zero, since no move ends where it starts.
    #[inline]
    pub(crate) fn bits(self) -> u16 {
        self.0
    }

    /// The move of these [`bits`](Self::bits).
    #[inline]
    pub(crate) fn from_bits(bits: u16) -> Option<Self> {
        (bits != 0).then_some(Self(bits))
    }

    /// Whether a pawn captures another *en passant*.
    #[inline]
    #[must_use]
    pub fn is_en_passant(self) -> bool {
        self.special() == Special::EnPassant
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
