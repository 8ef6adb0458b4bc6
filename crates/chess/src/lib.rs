//! The rules of chess, with a fast move generator and incremental Zobrist keys.
//!
//! Use this crate to replay games, and for the rules of a chess program such as that in the crate `alibaba`. It
//! supports standard chess only, not variants. The move generator returns only legal moves, in a fixed and documented
//! order, so that searches visit the same nodes on every machine.
//!
//! ```
//! use chess::{Position, perft};
//!
//! let mut position = Position::from_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")?;
//! assert_eq!(perft(&mut position, 4, false), 43_238);
//! let mv = position.parse_san("Rb1")?;
//! position.play(mv);
//! assert_eq!(position.to_fen(), "8/2p5/3p4/KP5r/5p1k/8/4P1P1/1R6 b - - 1 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It depends on `zobrist` alone: a program that needs only moves does not compile a search and its tables.

#![forbid(unsafe_code)]

/// The README of the crate, whose example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod attacks;
mod castling;
mod check_squares;
mod conversion;
mod earlier_positions;
mod epd;
mod fen;
mod keys;
mod mate;
mod movegen;
mod mv;
pub mod pgn;
mod piece;
mod piece_square;
mod position;
mod san;
mod square;
mod text;

pub use castling::CastlingRights;
pub use check_squares::CheckSquares;
pub use earlier_positions::EarlierPositions;
pub use epd::{Epd, EpdError};
pub use fen::{FenError, TooManyPromoted};
pub use keys::Keys;
pub use mate::{
    MATE, MATES, is_mate_in_time, mate_from_table, mate_in, mate_to_table, plies_to_mate, searched_mate_in,
};
pub use movegen::perft;
pub use mv::Move;
pub use piece::{Colour, Piece, PieceType};
pub use piece_square::material;
pub use position::{FIFTY_MOVES, Position, Undo};
pub use san::MoveError;
pub use square::{Bitboard, Square, SquareError};
