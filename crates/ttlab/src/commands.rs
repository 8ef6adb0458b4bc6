//! The commands of `ttlab`. The arguments of each command are in a separate file.

mod arguments;
mod bench;
mod book;
mod broken_pipe;
mod chess;
mod chess_match;
mod claims;
mod compare;
mod completions;
mod definitions;
mod doctor;
mod export;
mod fit;
mod games;
mod man;
mod merge;
mod output_schema;
mod play;
mod printing;
mod program;
mod readings;
mod replay;
mod report;
mod scan;
mod schemes;
mod solve;
mod sweep;
mod testset;
mod trace;
mod trace_record;

use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use anyhow::Result;
use clap::error::ErrorKind;
use clap::{ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};
use tracing::Level;

use experiments::help::with_help;
use experiments::{Usage, program};

use crate::error::{conversation, failed};
use crate::{interrupt, uci};
use printing::{Notes, unwritten};

/// A laboratory for transposition tables: runs experiments with replacement schemes and compares the results with
/// published ones
#[derive(Parser)]
#[command(name = "ttlab", version, after_help = help(EXAMPLES), max_term_width = 120, arg_required_else_help = true)]
struct Cli {
    /// Print every table, and log completed cells (-v) and started cells (-vv) to standard error
    #[arg(short, long, global = true, action = ArgAction::Count, display_order = LAST)]
    verbose: u8,
    /// Print only errors to standard error: no progress, no notes, no list of written files
    #[arg(short, long, global = true, display_order = LAST)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command are listed after those of the command itself.
const LAST: usize = 900;

/// The name of the program, as the examples of the help texts have it.
const NAME: &str = "ttlab";

const EXAMPLES: &str = "\
Examples:
  ttlab sweep                            run the quick part of every experiment
  ttlab sweep thesis-fig-2.8 --dry-run   show how long an experiment would take
  ttlab report                           write all results to one HTML file
  ttlab claims                           check the published claims
  ttlab solve domineering 8x8 --first v  find who wins if Vertical moves first
  ttlab analyse --depth 14               search the start position of chess
  ttlab uci                              run as an engine in a chess program
  ttlab bench                            check the node counts of this program";

#[derive(Subcommand)]
enum Command {
    /// Run experiments and compare their results with published ones
    ///
    /// An experiment compares transposition tables: it runs the same searches with different replacement schemes and
    /// table sizes and counts nodes. It consists of cells. A cell is one search, or one series of searches, with fixed
    /// positions, scheme, table size and key seed. The result of a cell is a row in the database.
    ///
    /// A sweep runs the cells that have no row yet. To resume an interrupted sweep, run the same command again. Rows of
    /// other versions of a game or a scheme are kept, but not used.
    ///
    /// Every experiment has a full part, as published, and a quick part, with smaller tables and shallower searches. By
    /// default a sweep runs the quick parts. Without names it prints one line for each experiment and writes an HTML
    /// report; with names or -v it prints all tables.
    #[command(after_help = help(sweep::EXAMPLES))]
    Sweep(sweep::SweepArgs),
    /// Vary the numbers of a scheme, such as the weight of age, and find the point with the fewest nodes
    #[command(after_help = help(scan::EXAMPLES))]
    Scan(scan::ScanArgs),
    /// Write the results in a database as one self-contained HTML file
    #[command(after_help = help(report::REPORT_EXAMPLES))]
    Report(report::ReportArgs),
    /// Print each published claim with our measurement and a verdict
    #[command(after_help = help(claims::EXAMPLES))]
    Claims(claims::Claims),
    /// Compare two schemes, readings or databases: ratio, interval and p-value
    #[command(after_help = help(compare::EXAMPLES))]
    Compare(compare::Compare),
    /// Write the results in a database as CSV
    #[command(after_help = help(export::EXAMPLES))]
    Export(export::Export),
    /// Merge databases of results into one
    #[command(after_help = help(merge::EXAMPLES))]
    Merge(merge::Merge),
    /// Solve a board of domineering or a position of Connect Four
    #[command(subcommand)]
    Solve(solve::Solve),
    /// Play domineering or Connect Four against the program, in the terminal
    #[command(subcommand)]
    Play(play::Play),
    /// Compute or check an opening book
    #[command(subcommand)]
    Book(book::BookOf),
    /// Record a small search step by step, as a web page that shows every table operation
    #[command(subcommand)]
    Trace(trace::Traced),
    /// Record the table requests of a search, to replay them with other tables
    #[command(subcommand)]
    TraceRecord(trace_record::TraceRecord),
    /// Replay the table requests of a search with other tables, and compare them with the best possible one
    #[command(after_help = help(replay::EXAMPLES))]
    Replay(replay::Replay),
    /// Count the leaves of the chess move tree, to test and time the move generator
    #[command(after_help = help(chess::PERFT_EXAMPLES))]
    Perft(chess::PerftArgs),
    /// Run the chess engine with the Universal Chess Interface (UCI)
    ///
    /// For chess programs and match runners. UCI options: `Program` (`engine`, the strongest program, or `alibaba`,
    /// that of the experiments), `Hash` (MiB), `Clear Hash`, `Threads`, `Scheme` (`none` searches without a table),
    /// `Parts` (the parts of a record that are used), `Seed` (of the Zobrist keys), `MultiPV`, `Ponder` and
    /// `Move Overhead` (milliseconds lost per move outside the search). The engine rejects invalid values with an
    /// `info string`. It supports all limits of `go`. `go perft N` counts leaves by move, and `d` prints the position.
    ///
    /// `SaveHash` writes the table to the file `HashFile`, and `LoadHash` reads it into a table of the same options.
    /// With `NeverClearHash`, `ucinewgame` keeps the table.
    ///
    /// `ttlab` without arguments does the same, unless its input is a terminal or empty.
    ///
    /// At the end of the input, the engine finishes searches that have a limit. It quits if standard output is closed.
    #[command(after_help = help(uci::EXAMPLES))]
    Uci,
    /// Search a chess position, depth by depth
    #[command(after_help = help(chess::ANALYSE_EXAMPLES))]
    Analyse(chess::Analyse),
    /// Play chess games between two schemes or searches, and print the difference in Elo
    ///
    /// The games show how much a difference in nodes is worth. Each side has its own table, which it keeps during
    /// a game unless --between says otherwise.
    #[command(after_help = help(chess_match::EXAMPLES))]
    Match(chess_match::MatchArgs),
    /// Extract a test set from PGN games: positions by move number, side and material, as CSV
    #[command(after_help = help(testset::EXAMPLES))]
    Testset(testset::Testset),
    /// Print the signature of the node counts, and compare it with the committed one
    ///
    /// The signature is the total number of nodes of a fixed list of searches. It is the same on every machine, and
    /// changes if a change of the program affects one of these searches. The committed signature is that of
    /// testsets/bench-signature.txt when the program was built. The text output has a line `Bench: NUMBER`,
    /// and ends with a line for OpenBench: `NUMBER nodes NUMBER nps`. All searches run in one thread.
    #[command(after_help = help_on("", "error or different signature"))]
    Bench(bench::BenchArgs),
    /// Check this machine and report problems
    #[command(after_help = help_on(doctor::EXAMPLES, "problem found"))]
    Doctor(doctor::Doctor),
    /// List the replacement schemes and their options
    #[command(after_help = help(schemes::EXAMPLES))]
    Schemes(schemes::Schemes),
    /// List what the sources leave open, and the readings that a search can follow
    #[command(after_help = help(readings::EXAMPLES))]
    Readings(readings::ReadingsArgs),
    /// Find the readings that best reproduce the published node counts
    #[command(after_help = help(fit::EXAMPLES))]
    Fit(fit::FitArgs),
    /// Print a shell completion script
    #[command(after_help = help(completions::EXAMPLES))]
    Completions(completions::Completions),
    /// Print the JSON schema of all JSON output
    #[command(hide = true, after_help = help(""))]
    OutputSchema {
        /// Print the schema of the text that `ttlab export --lines` writes instead
        #[arg(long)]
        rows: bool,
    },
    /// Print a manual page, or write those of all commands to a directory
    #[command(after_help = help(man::EXAMPLES))]
    Man(man::ManArgs),
}

/// Returns the text below the arguments: `text` and the exit codes.
fn help(text: &str) -> String {
    help_on(text, "error")
}

/// Does the same with `failure` as the meaning of exit code 1.
fn help_on(text: &str, failure: &str) -> String {
    let codes = format!("Exit codes: 0 success, 1 {failure}, 2 usage error, 128 + N ended by signal N.");
    if text.is_empty() { codes } else { format!("{text}\n\n{codes}") }
}

/// Runs `ttlab` with the command line of this process and returns the exit code.
///
/// A program with custom schemes [registers](experiments::scheme_list::register) them first.
pub fn run() -> ExitCode {
    let cli = match parse() {
        Ok(cli) => cli,
        Err(error) if is_help(error.kind()) => {
            let printed = error.print().map_err(unwritten);
            return printed.map_or_else(|error| failed(&error), |()| code(error.exit_code()));
        }
        Err(error) => {
            // If standard error is closed, only the exit code is left.
            let _ = error.print();
            return ExitCode::from(2);
        }
    };
    // Clap does not notice the conflict between an option before the command and one after it.
    if cli.quiet && cli.verbose > 0 {
        return failed(&Usage::error(with_help("--quiet cannot be used with --verbose", "remove one of them")));
    }
    log(cli.verbose);
    let notes = Notes {
        lines: !cli.quiet,
        // A progress bar and a log would overwrite each other.
        progress: !cli.quiet && cli.verbose == 0,
        verbose: cli.verbose,
    };
    // In a conversation, signals end the program at once.
    if !matches!(cli.command, Command::Uci | Command::Play(_))
        && let Err(error) = interrupt::handle()
    {
        notes.say(format_args!("{error:#}: Ctrl-C ends the program without results"));
    }
    let done = match &cli.command {
        Command::Sweep(arguments) => printed(!arguments.runs_cells(), || sweep::run(arguments, notes)),
        Command::Scan(arguments) => printed(arguments.is_only_printed(), || scan::run(arguments, notes)),
        Command::Report(arguments) => report::report(arguments, commit().as_deref(), notes),
        Command::Claims(arguments) => printed(true, || claims::run(arguments, notes)),
        Command::Export(arguments) => export::run(arguments, notes),
        Command::Merge(arguments) => merge::run(arguments, notes),
        Command::Solve(arguments) => printed(true, || solve::run(arguments, notes)),
        Command::Play(arguments) => printed(true, || play::run(arguments, notes).map_err(conversation)),
        Command::Book(arguments) => printed(false, || book::run(arguments, notes)),
        Command::Trace(arguments) => trace::run(arguments, notes),
        Command::TraceRecord(arguments) => trace_record::run(arguments, notes),
        Command::Replay(arguments) => printed(true, || replay::run(arguments, notes)),
        Command::Uci => uci::run().map_err(conversation),
        Command::Analyse(arguments) => printed(true, || chess::run_analyse(arguments, notes)),
        Command::Match(arguments) => printed(arguments.is_only_printed(), || chess_match::run(arguments, notes)),
        Command::Testset(arguments) => testset::run(arguments, notes),
        Command::Perft(arguments) => printed(true, || chess::run_perft(arguments, notes)),
        Command::Bench(arguments) => printed(true, || bench::run(arguments, notes)),
        Command::Doctor(arguments) => printed(true, || doctor::run(arguments)),
        Command::Schemes(arguments) => printed(true, || schemes::run(arguments)),
        Command::Readings(arguments) => printed(true, || readings::run(arguments)),
        Command::Fit(arguments) => fit::run(arguments, notes),
        Command::Compare(arguments) => printed(true, || compare::run(arguments, notes)),
        Command::Completions(arguments) => completions::run(arguments, Cli::command()),
        Command::OutputSchema { rows } => output_schema::run(*rows),
        Command::Man(arguments) => man::run(arguments, Cli::command(), notes),
    };
    done.map_or_else(|error| failed(&error), |()| ExitCode::SUCCESS)
}

/// Runs a command. If the printed output `is_all` that it does, it ends with the reader of the output. Other commands
/// write files, and `uci` notices a closed output itself.
fn printed(is_all: bool, run: impl FnOnce() -> Result<()>) -> Result<()> {
    if is_all {
        broken_pipe::end_with_reader();
    }
    run()
}

/// Reads the command line. Help texts and errors call the program what the user typed.
fn parse() -> Result<Cli, clap::Error> {
    if is_started_as_engine() {
        return Ok(Cli { verbose: 0, quiet: false, command: Command::Uci });
    }
    let mut command = Cli::command().bin_name(program());
    if program() != NAME {
        command = with_program(command);
    }
    Cli::from_arg_matches(&command.try_get_matches()?)
}

/// Returns whether the program was started as chess programs start an engine: without arguments, and with commands as
/// its input. At a terminal, and without input (`ttlab < /dev/null`), it prints its help.
fn is_started_as_engine() -> bool {
    let input = io::stdin();
    let has_arguments = std::env::args_os().len() > 1;
    !has_arguments && !input.is_terminal() && input.lock().fill_buf().map_or(true, |start| !start.is_empty())
}

/// Returns a command whose examples call the program what the user typed.
fn with_program(command: clap::Command) -> clap::Command {
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let command = names.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_program));
    let renamed = command.get_after_help().map(|help| {
        let help = help.to_string();
        help.replace(&format!("\n  {NAME} "), &format!("\n  {} ", program()))
    });
    match renamed {
        Some(help) => command.after_help(help),
        None => command,
    }
}

/// Returns the commit that the program was built from, if the environment variable `TTLAB_COMMIT` is set.
fn commit() -> Option<String> {
    std::env::var("TTLAB_COMMIT").ok().filter(|commit| !commit.is_empty())
}

fn is_help(kind: ErrorKind) -> bool {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    matches!(kind, DisplayHelp | DisplayHelpOnMissingArgumentOrSubcommand | DisplayVersion)
}

fn code(code: i32) -> ExitCode {
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

/// Starts logging to standard error, if it is wanted.
fn log(verbose: u8) {
    let level = match verbose {
        0 => return,
        1 => Level::INFO,
        _ => Level::DEBUG,
    };
    let colours = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_ansi(colours).without_time().init();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_help_lists_exit_codes_and_its_examples_fit_80_columns() {
        fn check(command: &clap::Command) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let name = command.get_name();
            assert!(command.has_subcommands() || help.contains("Exit codes: 0 success, 1 "), "{name}: {help}");
            // Wrapped prose can be read; a wrapped command cannot be copied.
            let wide = help.lines().find(|line| line.starts_with(' ') && line.chars().count() > 80);
            assert_eq!(wide, None, "{name}");
            command.get_subcommands().for_each(check);
        }
        let mut command = Cli::command().disable_help_subcommand(true);
        command.build();
        check(&command);
    }
}
