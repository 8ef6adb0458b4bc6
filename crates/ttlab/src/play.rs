//! Playing games in a terminal: the board, a prompt, and the program on the other side.
//!
//! Each game has a file of its own. What they share is here: the commands, taking moves back, and the note that the
//! program is thinking.

mod connect_four;
mod domineering;

use std::io::{BufRead, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};

pub(crate) use self::connect_four::ConnectFour;
pub(crate) use self::domineering::Domineering;

use experiments::text::grouped;

/// How long the program is silent before it says that it is thinking.
const PATIENCE: Duration = Duration::from_secs(2);

/// The commands of every game.
const COMMANDS: &str = "  h   hint: show the move that the program would play
  u   undo: take your last move back
  n   new: start the game again
  q   quit
  ?   show this help";

/// A game that can be played against the program.
pub(crate) trait Opponent: Send {
    /// A position, with everything that is needed to draw it.
    type Position: Clone + Send + Sync;

    /// The position at the start.
    fn start(&self) -> Self::Position;

    /// Who plays what, in one line.
    fn introduction(&self) -> String;

    /// How to write a move, and the commands that only this game has: a line for each.
    fn help(&self) -> String;

    /// The board as lines of text.
    fn draw(&self, position: &Self::Position) -> String;

    /// How the game ended, if it is over.
    fn result(&self, position: &Self::Position) -> Option<&'static str>;

    /// Whether the person is to move.
    fn is_persons_turn(&self, position: &Self::Position) -> bool;

    /// The position after the move that `text` names.
    ///
    /// # Errors
    ///
    /// The move is not legal, or `text` is not a move; the error says why.
    fn read(&self, position: &Self::Position, text: &str) -> Result<Self::Position, String>;

    /// The program's move: what it says about the move, and the position after it. This may take seconds.
    fn reply(&mut self, position: &Self::Position) -> (String, Self::Position);

    /// The move that the program would play for the person. This may take seconds.
    fn hint(&mut self, position: &Self::Position) -> String;

    /// The answer to a command that only this game has. This may take seconds.
    fn scores(&mut self, position: &Self::Position) -> String;
}

/// Plays games until `input` ends or the person quits.
///
/// # Errors
///
/// `input` or `out` fails, or the program cannot start a thread to think in.
pub(crate) fn play<O: Opponent>(opponent: &mut O, input: impl BufRead, out: impl Write) -> Result<()> {
    play_within(PATIENCE, opponent, input, out)
}

fn play_within<O: Opponent>(
    patience: Duration,
    opponent: &mut O,
    mut input: impl BufRead,
    mut out: impl Write,
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
            let (text, after) = think(patience, &mut out, || opponent.reply(&position))?;
            writeln!(out, "{text}")?;
            game.push(after);
            continue;
        }
        // Prompts until the position changes.
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
                    // The last move alone if it was the person's, because it ended the game.
                    let moves = if opponent.is_persons_turn(&position) { 2 } else { 1 };
                    if game.len() > moves {
                        game.truncate(game.len() - moves);
                        break;
                    }
                    "There is no move to undo.".to_owned()
                }
                "?" | "help" => format!("{}\n{COMMANDS}", opponent.help()),
                _ if result.is_some() => "The game is over: type u, n or q.".to_owned(),
                "h" | "hint" => think(patience, &mut out, || opponent.hint(&position))?,
                "s" | "scores" => think(patience, &mut out, || opponent.scores(&position))?,
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

/// Runs `work` in a thread, and says so if it takes long.
fn think<T: Send>(patience: Duration, out: &mut impl Write, work: impl FnOnce() -> T + Send) -> Result<T> {
    thread::scope(|scope| {
        let (finished, is_finished) = mpsc::channel::<()>();
        let work = move || {
            let _finished = finished;
            work()
        };
        let thread = thread::Builder::new().spawn_scoped(scope, work).context("cannot start a thread to think in")?;
        if is_finished.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
            writeln!(out, "Thinking ...")?;
            out.flush()?;
        }
        thread.join().map_err(|_| anyhow!("the search failed"))
    })
}

/// What is said of a move that was chosen without solving the position.
fn guess(max_nodes: u64) -> String {
    format!("a guess: the position is not solved within {} nodes", grouped(max_nodes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays with `input` and returns what is printed.
    pub(super) fn played(opponent: &mut impl Opponent, input: &str) -> String {
        let mut out = Vec::new();
        play(opponent, input.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn thinking_is_announced_when_it_takes_long() {
        let mut out = Vec::new();
        assert_eq!(think(PATIENCE, &mut out, || 7).unwrap(), 7);
        assert!(out.is_empty());
        let slow = || thread::sleep(Duration::from_millis(50));
        think(Duration::from_millis(1), &mut out, slow).unwrap();
        assert_eq!(out, b"Thinking ...\n");
    }
}
