//! The commands `position` and `d`: setting up a position, and printing it.

use chess::{Keys, Move, Piece, Position, Square};

/// A position as sent by the client, to set it up again with other keys.
#[derive(Clone, Default)]
pub(super) struct Described {
    /// `None` is the start of a game.
    fen: Option<String>,
    moves: Vec<Move>,
}

impl Described {
    /// Reads the words of a `position` command.
    ///
    /// # Errors
    ///
    /// A message that names the invalid word.
    pub(super) fn read(words: &str, keys: &Keys) -> Result<(Self, Position), String> {
        let mut words = words.split_whitespace();
        let fen = match words.next() {
            Some("startpos") => None,
            Some("fen") => {
                let mut fields = Vec::new();
                while let Some(field) = words.clone().next().filter(|&field| field != "moves") {
                    fields.push(field);
                    words.next();
                }
                Some(fields.join(" "))
            }
            _ => return Err("position: expected startpos, or fen and its fields".to_owned()),
        };
        let mut described = Self { fen, moves: Vec::new() };
        let mut position = described.set_up(keys)?;
        if let Some(word) = words.next().filter(|&word| word != "moves") {
            return Err(format!("position: expected moves, found `{word}`"));
        }
        for word in words {
            let mv = position.parse_uci(word).map_err(|error| format!("position moves: {error}"))?;
            position.play(mv);
            described.moves.push(mv);
        }
        Ok((described, position))
    }

    /// Sets the position up.
    ///
    /// # Errors
    ///
    /// The FEN is invalid.
    pub(super) fn set_up(&self, keys: &Keys) -> Result<Position, String> {
        let mut position = match &self.fen {
            None => Position::start_with(keys.clone()),
            Some(fen) => {
                Position::from_fen_with(fen, keys.clone()).map_err(|error| format!("position fen: {error}"))?
            }
        };
        for &mv in &self.moves {
            position.play(mv);
        }
        Ok(position)
    }
}

/// Returns the board, the FEN and the key.
pub(super) fn picture(position: &Position) -> String {
    let rule = " +---+---+---+---+---+---+---+---+\n";
    let mut text = format!("\n{rule}");
    for rank in (0..8).rev() {
        for file in 0..8 {
            let piece = Square::at(file, rank).and_then(|square| position.piece_on(square));
            text += &format!(" | {}", piece.map_or(' ', Piece::letter));
        }
        text += &format!(" | {}\n{rule}", rank + 1);
    }
    let files: String = ('a'..='h').map(|file| format!("   {file}")).collect();
    format!("{text}{files}\n\nFen: {}\nKey: {:016X}", position.to_fen(), position.key().0)
}
