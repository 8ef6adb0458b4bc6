//! Conversion moves: moves after which no earlier position can occur again.

use crate::{Colour, Position};

impl Position {
    /// Returns whether a conversion move was played between an earlier position of the game and this one: a capture, a
    /// pawn move, or a move that loses castling rights. No position before such a move can occur after it.
    ///
    /// The halfmove clocks and the fullmove numbers of both positions must be right.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let start = Position::start();
    /// let after = |moves: &[&str]| {
    ///     let mut position = start.clone();
    ///     moves.iter().for_each(|text| _ = position.play(position.parse_uci(text).expect("legal")));
    ///     position
    /// };
    /// assert!(!after(&["g1f3", "g8f6"]).is_converted_since(&start));
    /// assert!(after(&["e2e4", "g8f6"]).is_converted_since(&start), "a pawn move");
    /// let knights = after(&["g1f3", "g8f6"]);
    /// assert!(after(&["g1f3", "g8f6", "h1g1"]).is_converted_since(&knights), "castling rights");
    /// ```
    #[must_use]
    pub fn is_converted_since(&self, earlier: &Self) -> bool {
        let plies = |position: &Self| 2 * position.fullmove_number() + u32::from(position.to_move() == Colour::Black);
        let between = plies(self).saturating_sub(plies(earlier));
        self.halfmove_clock() < between || self.castling_rights() != earlier.castling_rights()
    }
}
