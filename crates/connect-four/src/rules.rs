//! The rules: boards, positions and moves.

pub(crate) mod bits;
pub(crate) mod board;
pub(crate) mod line;
pub(crate) mod position;
