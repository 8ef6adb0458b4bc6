//! Playing games in a terminal: the board, a prompt, and the program on the other side.
//!
//! Each game has its own file. This file contains what they share: the commands, undo, and the spinner.

mod connect_four;
mod domineering;

use std::io::{BufRead, Write};

use anyhow::Result;

pub(crate) use self::connect_four::ConnectFour;
pub(crate) use self::domineering::Domineering;

use crate::progress::with_spinner;
use experiments::run::Nodes;
use experiments::text::counted;

/// The commands of every game.
const COMMANDS: &str = "  h   hint: show the move that the program would play
  u   undo your last move
  n   start a new game
  q   quit
  ?   show this help";

/// A game that can be played against the program.
pub(crate) trait Opponent: Send {
    /// A position, with what is needed to draw it.
    type Position: Clone + Send + Sync;

    /// Returns the position at the start.
    fn start(&self) -> Self::Position;

    /// Returns a line that says who plays what.
    fn introduction(&self) -> String;

    /// Returns how to enter a move, and a line for each command of this game alone.
    fn help(&self) -> String;

    /// Returns the board as lines of text.
    fn draw(&self, position: &Self::Position) -> String;

    /// Returns the result, if the game is over.
    fn result(&self, position: &Self::Position) -> Option<&'static str>;

    /// Returns whether the person is to move.
    fn is_persons_turn(&self, position: &Self::Position) -> bool;

    /// Returns the position after the move `text`.
    ///
    /// # Errors
    ///
    /// The move is illegal, or `text` is not a move; the error says why.
    fn read(&self, position: &Self::Position, text: &str) -> Result<Self::Position, String>;

    /// Returns the program's move in words, and the position after it. This may take seconds. `nodes` counts the
    /// search, here and below.
    fn reply(&mut self, position: &Self::Position, nodes: &Nodes) -> (String, Self::Position);

    /// Returns the move that the program would play for the person. This may take seconds.
    fn hint(&mut self, position: &Self::Position, nodes: &Nodes) -> String;

    /// Returns the answer to the command `scores`. This may take seconds.
    fn scores(&mut self, position: &Self::Position, nodes: &Nodes) -> String;
}

/// Plays games until `input` ends or the person quits. With `progress`, a spinner on a terminal shows long searches.
///
/// # Errors
///
/// `input` or `out` fails, or a thread for the search cannot be started.
pub(crate) fn play<O: Opponent>(
    opponent: &mut O,
    mut input: impl BufRead,
    mut out: impl Write,
    progress: bool,
) -> Result<()> {
    let mut game = vec![opponent.start()];
    writeln!(out, "{} Type ? for help.", opponent.introduction())?;
    loop {
        let position = game[game.len() - 1].clone();
        write!(out, "\n{}", opponent.draw(&position))?;
        out.flush()?;
        let result = opponent.result(&position);
        if let Some(result) = result {
            writeln!(out, "{result}")?;
        } else if !opponent.is_persons_turn(&position) {
            let (text, after) = with_spinner(progress, |nodes| opponent.reply(&position, nodes))?;
            writeln!(out, "{text}")?;
            game.push(after);
            continue;
        }
        // Prompt until the position changes.
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                writeln!(out)?;
                return Ok(());
            }
            let line = String::from_utf8_lossy(&line).trim().to_lowercase();
            let answer = match line.as_str() {
                "" => continue,
                "q" | "quit" => return Ok(()),
                "n" | "new" => {
                    game.truncate(1);
                    break;
                }
                "u" | "undo" => {
                    // A move of the person that ended the game has no reply.
                    let moves = if opponent.is_persons_turn(&position) { 2 } else { 1 };
                    if game.len() > moves {
                        game.truncate(game.len() - moves);
                        break;
                    }
                    "There is no move to undo.".to_owned()
                }
                "?" | "help" => format!("{}\n{COMMANDS}", opponent.help()),
                _ if result.is_some() => "The game is over. Type u, n or q.".to_owned(),
                "h" | "hint" => with_spinner(progress, |nodes| opponent.hint(&position, nodes))?,
                "s" | "scores" => with_spinner(progress, |nodes| opponent.scores(&position, nodes))?,
                text => match opponent.read(&position, text) {
                    Ok(after) => {
                        game.push(after);
                        break;
                    }
                    Err(why) => format!("{why} Type ? for help."),
                },
            };
            writeln!(out, "{answer}")?;
        }
    }
}

/// Returns the note for a move that was chosen although the position was not solved.
fn guess(max_nodes: u64) -> String {
    format!("a guess: the position was not solved within {}", counted(max_nodes, "node"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays with `input` and returns the output.
    pub(super) fn played(opponent: &mut impl Opponent, input: &str) -> String {
        let mut out = Vec::new();
        play(opponent, input.as_bytes(), &mut out, false).unwrap();
        String::from_utf8(out).unwrap()
    }
}
