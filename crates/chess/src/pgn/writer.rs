//! Printing games as PGN.

use std::fmt::Write as _;

use crate::piece::Colour;
use crate::position::Position;

use super::PgnGame;

/// The most characters of a line of moves.
const WIDTH: usize = 80;

impl PgnGame {
    /// Returns the game as PGN: its tags, its moves in SAN with lines of at most 80 characters, and the result.
    ///
    /// If the initial position is not the starting position and there is no tag `FEN`, the tags `SetUp` and `FEN` are
    /// added. The caller provides all other tags: other programs expect `Event`, `Site`, `Date`, `Round`, `White`,
    /// `Black` and `Result`, in this order.
    ///
    /// ```
    /// let text = "[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";
    /// let games = chess::pgn::read(text)?;
    /// assert_eq!(games[0].to_pgn(), text);
    /// # Ok::<(), chess::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn to_pgn(&self) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            // A tag is on one line. Writing to a string cannot fail.
            let _ = writeln!(text, "[{name} \"{}\"]", value.replace(char::is_control, " "));
        };
        self.tags.iter().for_each(|(name, value)| tag(name, value));
        let fen = self.start.to_fen();
        if self.tag("FEN").is_none() && fen != Position::START {
            tag("SetUp", "1");
            tag("FEN", &fen);
        }
        let mut width = 0;
        text.push('\n');
        for word in self.words() {
            if width > 0 && width + 1 + word.len() > WIDTH {
                text.push('\n');
                width = 0;
            }
            if width > 0 {
                text.push(' ');
                width += 1;
            }
            text.push_str(&word);
            width += word.len();
        }
        text.push_str("\n\n");
        text
    }

    /// Returns move numbers, moves and the result.
    fn words(&self) -> Vec<String> {
        let mut position = self.start.without_history();
        let mut words = Vec::new();
        for &mv in &self.moves {
            let number = position.fullmove_number();
            match position.to_move() {
                Colour::White => words.push(format!("{number}.")),
                Colour::Black if words.is_empty() => words.push(format!("{number}...")),
                Colour::Black => {}
            }
            words.push(position.to_san(mv));
            position.play(mv);
        }
        words.push(self.result.clone());
        words
    }
}

#[cfg(test)]
mod tests {
    use crate::pgn::{PgnGame, read};

    #[test]
    fn games_are_read_as_they_were_written() {
        let collection = include_str!("../../../../testsets/middlegame/vsb-1994.pgn");
        let odd = "[White \"A \\\"B\\\" \\\\ C\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 3 60\"]\n60... Kd7 61. a8=N *";
        for text in [collection, odd, "*", "1. e4 1-0 1. d4 d5 1/2-1/2"] {
            let games = read(text).unwrap();
            let written: String = games.iter().map(PgnGame::to_pgn).collect();
            assert!(written.lines().all(|line| line.len() <= 80 || line.starts_with('[')), "{written}");
            let again = read(&written).unwrap();
            assert_eq!(games.len(), again.len());
            for (game, again) in games.iter().zip(&again) {
                assert_eq!((&game.tags, &game.start), (&again.tags, &again.start));
                assert_eq!((&game.moves, &game.result), (&again.moves, &again.result));
            }
        }
    }

    #[test]
    fn another_initial_position_is_a_tag() {
        let mut game =
            read("[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 7 31\"]\n31... Ke7 32. O-O-O 1/2-1/2").unwrap().remove(0);
        game.tags = vec![("Event".to_owned(), "two\nlines".to_owned())];
        assert_eq!(
            game.to_pgn(),
            "[Event \"two lines\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 7 31\"]\n\n\
             31... Ke7 32. O-O-O 1/2-1/2\n\n"
        );
    }
}
