//! The commands, and how errors are told: one line, and a code. Each command's arguments stand in a file of its own.

mod arguments;
mod bench;
mod chess;
mod completions;
mod doctor;
mod games;
mod man;
mod merge;
mod play;
mod reader;
mod report;
mod solve;
mod sweep;
mod testset;
mod trace;

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use anyhow::anyhow;
use clap::builder::Styles;
use clap::error::ErrorKind;
use clap::{ArgAction, CommandFactory, Parser, Subcommand};
use tracing::Level;

use experiments::Usage;
use experiments::text::printable;

use crate::uci;

use arguments::{Notes, unwritten};

/// A laboratory for transposition tables: it runs experiments with replacement schemes and shows what it finds beside
/// what was published.
#[derive(Parser)]
#[command(name = "ttlab", version, after_help = help(EXAMPLES), max_term_width = 120, arg_required_else_help = true)]
struct Cli {
    /// Print the tables of all experiments, and log completed cells (-v) and started cells (-vv) to standard error
    #[arg(short, long, global = true, action = ArgAction::Count, display_order = LAST)]
    verbose: u8,
    /// Say nothing on standard error but errors: no progress, no notes, no list of the files written
    #[arg(short, long, global = true, display_order = LAST)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

/// What every command takes is listed after what it takes alone.
const LAST: usize = 900;

const EXAMPLES: &str = "\
Examples:
  ttlab sweep                            the quick part of every experiment
  ttlab sweep thesis-fig-2.8 --dry-run   what one of them would take
  ttlab report                           what the sweeps found, as one HTML file
  ttlab claims                           what the sources claim, and if it holds
  ttlab solve domineering 8x8 --first v  who wins when Vertical begins
  ttlab analyse --depth 8                what to play first in a game of chess
  ttlab uci                              an engine for a chess program
  ttlab bench                            one number that sums up node counts";

#[derive(Subcommand)]
enum Command {
    /// Run experiments and show their figures beside the published ones
    #[command(after_help = help(sweep::EXAMPLES))]
    Sweep(sweep::Sweep),
    /// Write what is in a database of results as one HTML file, to read and to pass on
    #[command(after_help = help(report::REPORT_EXAMPLES))]
    Report(report::Report),
    /// Print every claim of the sources beside what the rows of a database say of it
    #[command(after_help = help(report::CLAIMS_EXAMPLES))]
    Claims(report::Claims),
    /// Write the rows of a database as comma-separated values
    #[command(after_help = help(report::EXPORT_EXAMPLES))]
    Export(report::Export),
    /// Join databases of results
    #[command(after_help = help(merge::EXAMPLES))]
    Merge(merge::Merge),
    /// Solve a board of domineering or a position of Connect Four
    #[command(subcommand)]
    Solve(solve::Solve),
    /// Play domineering or Connect Four against the program, in the terminal
    #[command(subcommand)]
    Play(play::Play),
    /// Record a small search step by step, as a web page that shows what the table does
    #[command(subcommand)]
    Trace(trace::Traced),
    /// Count the positions that chess moves lead to, to test and time the move generator
    #[command(after_help = help(chess::PERFT_EXAMPLES))]
    Perft(chess::PerftArgs),
    /// Play chess: speak the Universal Chess Interface on standard input and output
    ///
    /// For a graphical interface or a match runner: the engine is ALIBABA. Options: Hash (MiB), Clear Hash, Scheme
    /// (`none` searches without a table), Parts (of the table that are used), Seed (of the keys), `MultiPV`, Ponder and
    /// Move Overhead (milliseconds that a move costs beside the search). A value outside the announced range is refused
    /// with an `info string`. All limits of `go` are supported; `go perft N` counts leaves by move, and `d` prints the
    /// position.
    ///
    /// At the end of the input, searches with a limit are finished. If standard output is closed, the engine ends.
    #[command(after_help = help(uci::EXAMPLES))]
    Uci,
    /// Search a chess position, depth by depth
    #[command(after_help = help(chess::ANALYSE_EXAMPLES))]
    Analyse(chess::Analyse),
    /// Make a test set from the games of a PGN file: positions by move, side and material, as CSV
    #[command(after_help = help(testset::EXAMPLES))]
    Testset(testset::Testset),
    /// Print the signature: one node count over all games and schemes
    ///
    /// It is the total of the nodes of a fixed list of searches. It is the same on every machine, and changes when any
    /// change of the program changes node counts. The last line of the text is `Bench: NUMBER`.
    #[command(after_help = help(""))]
    Bench(bench::Bench),
    /// Say what this machine offers a sweep, and what is wrong
    #[command(after_help = help_on(doctor::EXAMPLES, "there is a problem"))]
    Doctor(doctor::Doctor),
    /// Print a script with which a shell completes the arguments of `ttlab`
    #[command(after_help = help(completions::EXAMPLES))]
    Completions(completions::Completions),
    /// Print a manual page, or write those of all commands
    #[command(after_help = help(man::EXAMPLES))]
    Man(man::Pages),
}

impl Command {
    /// Whether nothing but what it prints comes of the command, so that it is of no use once nobody reads that.
    fn is_only_printed(&self) -> bool {
        match self {
            Self::Claims(_)
            | Self::Solve(_)
            | Self::Play(_)
            | Self::Perft(_)
            | Self::Analyse(_)
            | Self::Bench(_)
            | Self::Doctor(_) => true,
            Self::Sweep(arguments) => !arguments.runs_cells(),
            // Rows and files stay, and `uci` listens to its input.
            Self::Report(_)
            | Self::Export(_)
            | Self::Merge(_)
            | Self::Testset(_)
            | Self::Trace(_)
            | Self::Uci
            | Self::Completions(_)
            | Self::Man(_) => false,
        }
    }
}

/// What stands below the arguments: `text`, and the exit codes.
fn help(text: &str) -> String {
    help_on(text, "something failed")
}

/// The same where `failure` says what exit code 1 means.
fn help_on(text: &str, failure: &str) -> String {
    let codes = format!("Exit codes: 0 all went well, 1 {failure}, 2 the command makes no sense.");
    if text.is_empty() { codes } else { format!("{text}\n\n{codes}") }
}

/// Runs `ttlab`: reads the command line of this process, does what it says, and returns the exit code.
///
/// A program that [registers](experiments::schemes::register) schemes of its own calls it afterwards.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if is_help(error.kind()) => {
            let printed = error.print().map_err(unwritten);
            return printed.map_or_else(|error| failed(&error), |()| code(error.exit_code()));
        }
        Err(error) => {
            // If standard error is closed, nobody reads it.
            let _ = error.print();
            return ExitCode::from(2);
        }
    };
    // Clap misses it if one stands before the command and one behind.
    if cli.quiet && cli.verbose > 0 {
        return failed(&Usage::error("--quiet and --verbose exclude each other; leave one of them out"));
    }
    log(cli.verbose);
    let notes = Notes {
        lines: !cli.quiet,
        // A bar and a log would write over each other.
        progress: !cli.quiet && cli.verbose == 0,
        verbose: cli.verbose,
    };
    if cli.command.is_only_printed() {
        reader::end_with_it();
    }
    let done = match &cli.command {
        Command::Sweep(arguments) => sweep::run(arguments, notes),
        Command::Report(arguments) => report::report(arguments, commit().as_deref(), notes),
        Command::Claims(arguments) => report::claims(arguments, notes),
        Command::Export(arguments) => report::export(arguments),
        Command::Merge(arguments) => merge::run(arguments),
        Command::Solve(arguments) => solve::run(arguments, notes),
        Command::Play(arguments) => play::run(arguments).map_err(conversation),
        Command::Trace(arguments) => trace::run(arguments, notes),
        Command::Uci => uci::run().map_err(conversation),
        Command::Analyse(arguments) => chess::run_analyse(arguments),
        Command::Testset(arguments) => testset::run(arguments, notes),
        Command::Perft(arguments) => chess::run_perft(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Doctor(arguments) => doctor::run(arguments),
        Command::Completions(arguments) => completions::run(arguments, Cli::command()),
        Command::Man(arguments) => man::run(arguments, Cli::command(), notes),
    };
    done.map_or_else(|error| failed(&error), |()| ExitCode::SUCCESS)
}

/// What to do if standard input or output fails a command that uses both.
fn conversation(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<io::Error>() {
        Some(failed) if failed.kind() != io::ErrorKind::BrokenPipe => {
            anyhow!("standard input or output: {error}; check where they lead to")
        }
        _ => error,
    }
}

/// The commit that the program was built of, as whoever built and started it says.
fn commit() -> Option<String> {
    std::env::var("TTLAB_COMMIT").ok().filter(|commit| !commit.is_empty())
}

fn is_help(kind: ErrorKind) -> bool {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    matches!(kind, DisplayHelp | DisplayHelpOnMissingArgumentOrSubcommand | DisplayVersion)
}

/// Tells an error, and says how the program ends.
fn failed(error: &anyhow::Error) -> ExitCode {
    // Whoever read our output has read enough.
    if is_broken_pipe(error) {
        return ExitCode::SUCCESS;
    }
    complain(&format!("{error:#}"));
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

fn code(code: i32) -> ExitCode {
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

/// One line on standard error; if that cannot be written, nobody is there to be told.
fn complain(what: &str) {
    let styles = Styles::styled();
    let style = styles.get_error();
    let line = what.split_whitespace().collect::<Vec<_>>().join(" ");
    let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {}", printable(&line));
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe))
}

/// Logs go to standard error, and there are none unless asked for.
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
    fn every_help_says_how_the_command_may_end_and_fits_a_terminal() {
        fn check(command: &clap::Command) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let name = command.get_name();
            assert!(command.has_subcommands() || help.contains("Exit codes: 0 all went well, 1 "), "{name}: {help}");
            // A terminal breaks a line of prose well, and a command so that it cannot be copied.
            let wide = help.lines().find(|line| line.starts_with(' ') && line.chars().count() > 80);
            assert_eq!(wide, None, "{name}");
            command.get_subcommands().for_each(check);
        }
        let mut command = Cli::command().disable_help_subcommand(true);
        command.build();
        check(&command);
    }
}
