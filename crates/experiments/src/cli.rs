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
mod report;
mod solve;
mod sweep;
mod testset;

use std::io;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::error::ErrorKind;
use clap::{ArgAction, CommandFactory, Parser, Subcommand};
use tracing_subscriber::EnvFilter;

use experiments::{Usage, uci};

use arguments::Notes;

/// A laboratory for transposition tables: it runs experiments with replacement schemes and shows what it finds beside
/// what was published.
#[derive(Parser)]
#[command(name = "ttlab", version, after_help = EXAMPLES, max_term_width = 120, arg_required_else_help = true)]
struct Cli {
    /// Log to standard error: what is finished (-v), and what is begun (-vv). `RUST_LOG`, if set, says it in detail
    /// instead
    #[arg(short, long, global = true, action = ArgAction::Count, display_order = LAST)]
    verbose: u8,
    /// Say nothing on standard error but errors: no progress, no notes, no list of the files written
    #[arg(short, long, global = true, conflicts_with = "verbose", display_order = LAST)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

/// What every command takes is listed after what it takes alone.
const LAST: usize = 900;

const EXAMPLES: &str = "\
Examples:
  ttlab sweep                                   the quick part of every experiment
  ttlab sweep thesis-table-2.1 --full --dry-run what the whole of one would take
  ttlab report                                  what the sweeps found, as one HTML file
  ttlab claims                                  what the sources claim, and whether it holds
  ttlab solve domineering 8x8 --first v         who wins when Vertical begins
  ttlab analyse --depth 8                       what to play at the beginning of a game of chess
  ttlab uci                                     an engine for a chess program
  ttlab bench                                   one number that changes when node counts do

Exit codes: 0 all went well, 1 something failed, 2 the command makes no sense.";

#[derive(Subcommand)]
enum Command {
    /// Run experiments and show their figures beside the published ones
    #[command(after_help = sweep::EXAMPLES)]
    Sweep(sweep::Sweep),
    /// Write what is in a database of results as one HTML file, to read and to pass on
    #[command(after_help = report::REPORT_EXAMPLES)]
    Report(report::Report),
    /// Print every claim of the sources beside what the rows of a database say of it
    #[command(after_help = report::CLAIMS_EXAMPLES)]
    Claims(report::Claims),
    /// Write the rows of a database as comma-separated values
    #[command(after_help = report::EXPORT_EXAMPLES)]
    Export(report::Export),
    /// Join databases of results
    #[command(after_help = merge::EXAMPLES)]
    Merge(merge::Merge),
    /// Solve a board of domineering or a position of Connect Four
    #[command(subcommand)]
    Solve(solve::Solve),
    /// Play Connect Four in the terminal, with the score of every column shown
    #[command(after_help = play::EXAMPLES)]
    Play(play::Play),
    /// Count the positions that chess moves lead to, to test and time the move generator
    #[command(after_help = chess::PERFT_EXAMPLES)]
    Perft(chess::PerftArgs),
    /// Play chess: speak the Universal Chess Interface on standard input and output
    ///
    /// For a graphical interface or a match runner: the engine is ALIBABA. Options: Hash (MiB), Clear Hash, Scheme,
    /// Parts (of the table that are used) and Seed (of the keys).
    Uci,
    /// Search a chess position, depth by depth
    #[command(after_help = chess::ANALYSE_EXAMPLES)]
    Analyse(chess::Analyse),
    /// Make a test set from the games of a PGN file: positions by move, side and material, as CSV
    #[command(after_help = testset::EXAMPLES)]
    Testset(testset::Testset),
    /// Print the signature: one node count over all games and schemes
    ///
    /// It is the total of the nodes of a fixed list of searches. It is the same on every machine, and changes when any
    /// change of the program changes node counts. The last line of the text is `Bench: NUMBER`.
    Bench(bench::Bench),
    /// Say what this machine offers a sweep, and what is wrong
    #[command(after_help = doctor::EXAMPLES)]
    Doctor(doctor::Doctor),
    /// Print a script with which a shell completes the arguments of `ttlab`
    #[command(after_help = completions::EXAMPLES)]
    Completions(completions::Completions),
    /// Print the manual page, or write those of all commands
    #[command(after_help = man::EXAMPLES)]
    Man(man::Pages),
}

/// Reads the command line and does what it says.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.kind() == ErrorKind::ValueValidation => {
            // The first line says everything.
            eprintln!("{}", error.to_string().lines().next().unwrap_or_default());
            return ExitCode::from(2);
        }
        Err(error) => error.exit(),
    };
    log(cli.verbose, cli.quiet);
    let notes = Notes {
        lines: !cli.quiet,
        // A bar and a log would write over each other.
        progress: !cli.quiet && cli.verbose == 0 && logs().is_none(),
    };
    let done = match &cli.command {
        Command::Sweep(arguments) => sweep::run(arguments, notes),
        Command::Report(arguments) => report::report(arguments, commit().as_deref(), notes),
        Command::Claims(arguments) => report::claims(arguments, notes),
        Command::Export(arguments) => report::export(arguments),
        Command::Merge(arguments) => merge::run(arguments),
        Command::Solve(arguments) => solve::run(arguments, notes),
        Command::Play(arguments) => play::run(arguments),
        Command::Uci => uci::run(io::stdin().lock(), io::stdout()),
        Command::Analyse(arguments) => chess::run_analyse(arguments),
        Command::Testset(arguments) => testset::run(arguments, notes),
        Command::Perft(arguments) => chess::run_perft(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Doctor(arguments) => doctor::run(arguments),
        Command::Completions(arguments) => completions::run(arguments, Cli::command()),
        Command::Man(arguments) => man::run(arguments, Cli::command(), notes),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read our output has read enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

/// The commit that the program was built of, as whoever built and started it says.
fn commit() -> Option<String> {
    std::env::var("TTLAB_COMMIT").ok().filter(|commit| !commit.is_empty())
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe))
}

/// What is to be logged, in detail.
fn logs() -> Option<String> {
    std::env::var("RUST_LOG").ok().filter(|filter| !filter.is_empty())
}

/// Logs go to standard error, and there are none unless asked for.
fn log(verbose: u8, quiet: bool) {
    let level = match verbose {
        0 => "off",
        1 => "info",
        _ => "debug",
    };
    let filter = EnvFilter::new(logs().filter(|_| !quiet).as_deref().unwrap_or(level));
    let colours = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(colours).without_time().init();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
