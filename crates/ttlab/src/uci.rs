//! ALIBABA as a chess engine: the Universal Chess Interface on standard input and output.
//!
//! One thread reads commands, one runs the loop of the engine, one searches, and one waits for standard output to be
//! closed. `stop` ends a search at its next node. A command that is invalid is answered with an `info string` and
//! changes nothing. The engine ends at `quit`, at the end of the input, and when nobody reads its output.

mod engine;
mod limits;
mod options;
mod output;
mod think;

pub(crate) use engine::run;

/// Examples for the help of the command.
pub(crate) const EXAMPLES: &str = "\
Examples:
  printf 'go depth 6\\n' | ttlab uci                      best move at 6 plies
  printf 'go perft 5\\n' | ttlab uci                      leaves below each move
  cutechess-cli -engine cmd=ttlab arg=uci proto=uci ...  one side of a match";
