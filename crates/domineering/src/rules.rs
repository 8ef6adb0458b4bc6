//! The rules: boards, positions, moves, and who wins.

pub(crate) mod bitboard;
pub(crate) mod board;
pub(crate) mod outcome;
pub(crate) mod outlook;
pub(crate) mod position;
