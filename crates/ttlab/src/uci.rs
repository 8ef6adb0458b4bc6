//! A chess program as an engine: the Universal Chess Interface on standard input and output.
//!
//! One thread reads commands, one runs the loop of the engine, one searches, and one waits until standard output is
//! closed. The loop prints the best move, so no search is running when the client reads it. `stop` ends a search at its
//! next node. The engine answers an invalid command with an `info string` and changes nothing. It quits at `quit`, at
//! the end of the input, and when standard output is closed.

mod clock;
mod command;
mod described;
mod engine;
mod go;
mod hash_file;
mod options;
mod output;
mod running;
mod think;

pub(crate) use engine::run;

/// Examples for the help text.
pub(crate) const EXAMPLES: &str = "\
Examples:
  printf 'go depth 6\\n' | ttlab uci                      best move at depth 6
  printf 'go perft 5\\n' | ttlab uci                      perft by move
  fastchess -engine cmd=ttlab option.Scheme=size-4 ...   a match";
