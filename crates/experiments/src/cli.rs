//! The commands, their arguments, and how errors are told: one line, and a code.

mod report;

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use anyhow::{Context, Result, anyhow};
use chess::{Colour, Keys, Position, pgn};
use clap::error::ErrorKind;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use domineering::Board;
use serde_json::json;
use tracing_subscriber::EnvFilter;
use tt::{Positions, Scheme};

use experiments::cell::{Between, read_scheme};
use experiments::connect_four::{self as connect_four_task, Mode};
use experiments::definition::First;
use experiments::own::Own;
use experiments::perft::Perft;
use experiments::progress::{Spinner, TICK};
use experiments::run::Nodes;
use experiments::sets::Set;
use experiments::solve::{self, Task};
use experiments::sweep::{self, Filter, Options, Shard};
use experiments::testset::{self, Phase, Rule, Side, Taken};
use experiments::{Definition, Usage, analyse, bench, lines, merge, play, uci};

/// A laboratory for transposition tables: it runs experiments with replacement schemes and shows what it finds beside
/// what was published.
#[derive(Parser)]
#[command(name = "ttlab", version, after_help = EXAMPLES, max_term_width = 120, arg_required_else_help = true)]
struct Cli {
    /// Log to standard error: what is finished (-v), and what is begun (-vv). `RUST_LOG`, if set, says it in detail
    /// instead
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
    #[command(subcommand)]
    command: Command,
}

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
    #[command(after_help = SWEEP_EXAMPLES)]
    Sweep(Sweep),
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
    #[command(after_help = MERGE_EXAMPLES)]
    Merge(Merge),
    /// Solve a board of domineering or a position of Connect Four
    #[command(subcommand)]
    Solve(Solve),
    /// Play Connect Four in the terminal, with the score of every column shown
    #[command(after_help = PLAY_EXAMPLES)]
    Play(Play),
    /// Count the positions that chess moves lead to, to test and time the move generator
    #[command(after_help = PERFT_EXAMPLES)]
    Perft(PerftArgs),
    /// Play chess: speak the Universal Chess Interface on standard input and output
    ///
    /// For a graphical interface or a match runner: the engine is ALIBABA. Options: Hash (MiB), Clear Hash, Scheme,
    /// Parts (of the table that are used) and Seed (of the keys).
    Uci,
    /// Search a chess position, depth by depth
    #[command(after_help = ANALYSE_EXAMPLES)]
    Analyse(Analyse),
    /// Make a test set from the games of a PGN file: positions by move, side and material, as CSV
    #[command(after_help = TESTSET_EXAMPLES)]
    Testset(Testset),
    /// Print the signature: one node count over all games and schemes
    ///
    /// It is the total of the nodes of a fixed list of searches. It is the same on every machine, and changes when any
    /// change of the program changes node counts. The last line of the text is `Bench: NUMBER`.
    Bench(Bench),
}

const SWEEP_EXAMPLES: &str = "\
Results are kept in the database and not computed again. A sweep can be killed at any moment: the same command goes on
from the cells that are finished. Rows of another version of the node counts stay in the database and are not used.

Examples:
  ttlab sweep                                          the quick part of every experiment
  ttlab sweep thesis-fig-2.12 --full --jobs 4          one of them as it was published
  ttlab sweep ./mine.toml --db mine.sqlite --out mine  an experiment of your own
  ttlab sweep --scheme two-big1,deep --positions 8K --seeds 20
  ttlab sweep --shard 2/3 --db b.sqlite                a third of the work; join the parts with `ttlab merge`
  ttlab sweep --pgn my.pgn --from-move 15 --player Me  positions of your own games

Exit codes: 0 all went well, 1 something failed, 2 the command makes no sense.";

#[derive(Args)]
struct Sweep {
    /// Experiments by name, or the paths of TOML files; all that the program knows if there is none
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Run the experiments as they were published, not their quick parts
    #[arg(long)]
    full: bool,
    /// List the experiments and run nothing
    #[arg(long)]
    list: bool,
    /// List the cells, their state and their estimated nodes, and run nothing
    #[arg(long)]
    dry_run: bool,
    /// Cells that run side by side [default: as many as cores and memory allow]
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
    /// The database of results
    #[arg(long, value_name = "FILE", default_value = "results/ttlab.sqlite")]
    db: PathBuf,
    /// The folder for tables and pictures [default: results, or results/full with --full]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Run one share of the cells, like 2/3
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// Give a cell up after so many nodes, like 10M (K, M and G are thousands, millions and billions)
    #[arg(long, value_name = "N", value_parser = nodes)]
    max_nodes: Option<u64>,
    /// Repeat each cell with N key seeds
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    seeds: u64,
    /// Only these replacement schemes; `none` is the search without a table
    #[arg(long, value_name = "SCHEME", value_delimiter = ',', value_parser = scheme)]
    scheme: Vec<SchemeArg>,
    /// Only these table sizes, like 8K,64K
    #[arg(long, value_name = "SIZE", value_delimiter = ',')]
    positions: Vec<Positions>,
    /// Only these boards, like 6x7,7x7
    #[arg(long, value_name = "BOARD", value_delimiter = ',')]
    board: Vec<Board>,
    /// Search to these depths instead of those of the experiment; for games whose searches have one
    #[arg(long, value_name = "PLIES", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=100))]
    depth: Vec<u8>,
    /// Search positions of these games instead of a known experiment
    ///
    /// Every scheme is tried with tables of 8K, 64K and 512K positions at 5 plies, unless --scheme, --positions and
    /// --depth say otherwise.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["names", "full", "board"], help_heading = "Your own games")]
    pgn: Option<PathBuf>,
    /// What happens to the table between two positions of a game
    #[arg(long, value_name = "WHAT", requires = "pgn", default_value = "clear", help_heading = "Your own games")]
    between: BetweenArg,
    #[command(flatten)]
    rule: RuleArgs,
}

/// Which positions of games are taken.
#[derive(Args)]
#[command(next_help_heading = "Which positions of the games")]
struct RuleArgs {
    /// The first move whose positions are taken [default: 1]
    #[arg(long, value_name = "N")]
    from_move: Option<u32>,
    /// Who is to move [default: both]
    #[arg(long, conflicts_with = "player")]
    side: Option<SideArg>,
    /// The player who is to move, by a part of the name in the tags
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// How much material is on the board [default: any]
    #[arg(long)]
    phase: Option<Phase>,
    /// Only these games, by their number from 1, like 1,5,6 [default: all]
    #[arg(long, value_name = "N", value_delimiter = ',')]
    games: Vec<usize>,
}

impl RuleArgs {
    fn is_empty(&self) -> bool {
        let Self { from_move, side, player, phase, games } = self;
        from_move.is_none() && side.is_none() && player.is_none() && phase.is_none() && games.is_empty()
    }

    fn rule(&self) -> Rule {
        let side = match (&self.player, self.side.unwrap_or(SideArg::Both)) {
            (Some(name), _) => Side::Player(name.clone()),
            (None, SideArg::White) => Side::Colour(Colour::White),
            (None, SideArg::Black) => Side::Colour(Colour::Black),
            (None, SideArg::Both) => Side::Both,
        };
        let (from_move, phase) = (self.from_move.unwrap_or(1), self.phase.unwrap_or(Phase::Any));
        Rule { from_move, side, phase, games: self.games.clone() }
    }

    /// As they are written on a command line.
    fn to_text(&self) -> String {
        let Self { from_move, side, player, phase, games } = self;
        let name = |value: Option<clap::builder::PossibleValue>| value.map(|value| value.get_name().to_owned());
        let games: Vec<String> = games.iter().map(ToString::to_string).collect();
        [
            ("--from-move", from_move.map(|number| number.to_string())),
            ("--side", side.and_then(|side| name(side.to_possible_value()))),
            ("--player", player.as_ref().map(|player| quoted(player))),
            ("--phase", phase.and_then(|phase| name(phase.to_possible_value()))),
            ("--games", Some(games.join(",")).filter(|games| !games.is_empty())),
        ]
        .into_iter()
        .filter_map(|(option, value)| Some(format!(" {option} {}", value?)))
        .collect()
    }
}

/// As a shell takes it for one word.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// What happens to the table between two positions.
#[derive(Clone, Copy, ValueEnum)]
enum BetweenArg {
    /// It is cleared: the search of a position knows nothing of another one
    Clear,
    /// Its positions are stamped: they help, and give way first
    Stamp,
}

const MERGE_EXAMPLES: &str = "\
Inputs are never changed. If the output exists, its rows stay and the others are added. Two results of the same cell
that differ are an error, and then nothing is written.

Example:
  ttlab merge a.sqlite b.sqlite c.sqlite -o results/ttlab.sqlite";

#[derive(Args)]
struct Merge {
    /// The databases to join
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,
    /// The database to write to
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

const SOLVE_EXAMPLES: &str = "\
With --first v or h the outcome is who wins. With --first both it is the class of the board: 1 (whoever moves first
wins), 2 (whoever moves second), V (Vertical) or H (Horizontal); the nodes are those of both searches together. A square
board is solved once even then, Vertical first, since there Horizontal first is the same by symmetry.

Examples:
  ttlab solve domineering 8x8 --first v --scheme two-big1 --positions 2048K
  ttlab solve domineering 4x7 --first both --format json";

#[derive(Subcommand)]
enum Solve {
    /// Who wins domineering on an empty board
    #[command(after_help = SOLVE_EXAMPLES)]
    Domineering(SolveDomineering),
    /// The score of a position of Connect Four, or those of a test set
    #[command(after_help = SOLVE_CONNECT_FOUR_EXAMPLES)]
    ConnectFour(SolveConnectFour),
}

#[derive(Args)]
struct SolveDomineering {
    /// The board as rows x columns, like 8x8
    board: Board,
    /// Who moves first
    #[arg(long, value_name = "WHO", default_value = "v")]
    first: FirstArg,
    /// The replacement scheme; `none` searches without a table
    #[arg(long, default_value = "two-big1", value_parser = scheme)]
    scheme: SchemeArg,
    /// The size of the table [default: 2048K]
    #[arg(long, value_name = "SIZE")]
    positions: Option<Positions>,
    /// The seed of the keys
    #[arg(long, value_name = "N", default_value_t = zobrist::DEFAULT_SEED)]
    seed: u64,
    /// Give each search up after so many nodes, like 10M (K, M and G are thousands, millions and billions)
    #[arg(long, value_name = "N", value_parser = nodes)]
    max_nodes: Option<u64>,
    /// Check the table against the whole positions: count type-1 errors, and the positions that had to be stored
    #[arg(long)]
    audit: bool,
    /// How to print the outcome
    #[arg(long, default_value = "text")]
    format: Format,
}

const SOLVE_CONNECT_FOUR_EXAMPLES: &str = "\
Moves are written as columns from 1: 44455 is a stone in the fourth column, another one on it, and so on. The score is
for the player to move: 0 for a draw, otherwise the number of stones that the winner has left, the winning one included;
negative if the player to move loses.

Examples:
  ttlab solve connect-four 44455
  ttlab solve connect-four 44455 --mode lab --scheme deep --positions 64K
  ttlab solve connect-four --board 5x5
  ttlab solve connect-four --file testsets/connect-four/Test_L3_R1 --mode tutorial
  ttlab solve connect-four --file testsets/connect-four/Test_L1_R2 --first 300

A position that is not solved within --max-nodes is an answer, and in a file an error.

Exit codes: 0 all went well, 1 something failed (a wrong score, too), 2 the command makes no sense.";

#[derive(Args)]
struct SolveConnectFour {
    /// The moves that lead to the position; the empty board if there are none
    #[arg(default_value = "", hide_default_value = true)]
    moves: String,
    /// Solve the positions of a file, a line of moves and a score each, and check the scores
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "moves")]
    file: Vec<PathBuf>,
    /// Only the first N positions of each file
    #[arg(long, value_name = "N", requires = "file", value_parser = jobs)]
    first: Option<usize>,
    /// Only who wins, not how soon
    #[arg(long)]
    weak: bool,
    /// The solver
    #[arg(long, default_value = "best")]
    mode: Mode,
    /// The board as columns x rows
    #[arg(long, default_value = "7x6")]
    board: connect_four::Board,
    /// The replacement scheme of lab mode; `none` searches without a table [default: two-big1]
    #[arg(long, value_parser = scheme)]
    scheme: Option<SchemeArg>,
    /// The size of the table of lab mode [default: 1024K]
    #[arg(long, value_name = "SIZE")]
    positions: Option<Positions>,
    /// The seed of the keys of lab mode [default: 1970]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// In lab mode, try every column from the centre, looked up under one key, as the tutorial does
    #[arg(long)]
    plain: bool,
    /// Give a position up after so many nodes, like 10M (K, M and G are thousands, millions and billions)
    #[arg(long, value_name = "N", value_parser = nodes)]
    max_nodes: Option<u64>,
    /// How to print the outcome
    #[arg(long, default_value = "text")]
    format: Format,
}

const PLAY_EXAMPLES: &str = "\
Examples:
  ttlab play connect-four
  ttlab play connect-four 444 --second";

#[derive(Args)]
struct Play {
    /// The game
    game: PlayArg,
    /// The moves that were played before, as columns from 1
    #[arg(default_value = "", hide_default_value = true)]
    moves: String,
    /// The board as columns x rows
    #[arg(long, default_value = "7x6")]
    board: connect_four::Board,
    /// Play the second player, o
    #[arg(long)]
    second: bool,
    /// How many nodes the scores of a position may take; if they take more, they are shown as ?
    #[arg(long, value_name = "N", value_parser = nodes, default_value = "100M")]
    max_nodes: u64,
}

/// What can be played.
#[derive(Clone, Copy, ValueEnum)]
enum PlayArg {
    /// Connect Four
    ConnectFour,
}

const ANALYSE_EXAMPLES: &str = "\
Examples:
  ttlab analyse --depth 8
  ttlab analyse '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1' --depth 20 --scheme two-big1 --positions 64K";

#[derive(Args)]
struct Analyse {
    /// The position as FEN; the beginning of a game if there is none
    #[arg(default_value = Position::START, hide_default_value = true)]
    fen: String,
    /// How many plies to search
    #[arg(long, value_name = "N", default_value = "7", value_parser = clap::value_parser!(u8).range(1..=100))]
    depth: u8,
    /// The replacement scheme; `none` searches without a table
    #[arg(long, default_value = "two-big1", value_parser = scheme)]
    scheme: SchemeArg,
    /// The size of the table [default: 1024K]
    #[arg(long, value_name = "SIZE")]
    positions: Option<Positions>,
    /// The seed of the keys
    #[arg(long, value_name = "N", default_value_t = zobrist::DEFAULT_SEED)]
    seed: u64,
    /// Give the search up after so many nodes, like 10M (K, M and G are thousands, millions and billions)
    #[arg(long, value_name = "N", value_parser = nodes)]
    max_nodes: Option<u64>,
    /// How to print what is found
    #[arg(long, default_value = "text")]
    format: Format,
}

const TESTSET_EXAMPLES: &str = "\
Points are 1 for a pawn, 3.25 for a knight or bishop, 5 for a rook, 9 for a queen. A position is taken if a move was
played there.

Examples:
  ttlab testset testsets/middlegame/vsb-1994.pgn --from-move 15 --player Kasparov --phase middle-game --name euwe94
  ttlab testset testsets/endgame/rabinovich-romanovsky-1934.pgn --side white --phase endgame --name rabrom34
  ttlab testset my.pgn --from-move 20 -o mine.csv";

#[derive(Args)]
struct Testset {
    /// The files of games; their numbers go on from one to the next
    #[arg(value_name = "PGN", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    rule: RuleArgs,
    /// What the games are called [default: the name of the first file]
    #[arg(long)]
    name: Option<String>,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideArg {
    /// White
    White,
    /// Black
    Black,
    /// Either
    Both,
}

const PERFT_EXAMPLES: &str = "\
Examples:
  ttlab perft --depth 6
  ttlab perft --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' --depth 5 --divide";

#[derive(Args)]
struct PerftArgs {
    /// The position [default: the beginning of a game]
    #[arg(long, default_value = Position::START, hide_default_value = true)]
    fen: String,
    /// How many moves to look ahead
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Print the count below each move
    #[arg(long)]
    divide: bool,
    /// Make every move, those of the last ply too, instead of counting them
    #[arg(long)]
    each_leaf: bool,
    /// How to print the counts
    #[arg(long, default_value = "text")]
    format: Format,
}

#[derive(Args)]
struct Bench {
    /// How to print the signature
    #[arg(long, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// To read
    Text,
    /// One JSON object on one line
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
enum FirstArg {
    /// Vertical
    #[value(alias = "vertical")]
    V,
    /// Horizontal
    #[value(alias = "horizontal")]
    H,
    /// Either in turn
    Both,
}

/// A scheme, or none: in a type of its own, since clap takes an `Option` for an argument that may be left out.
#[derive(Clone, Copy)]
struct SchemeArg(Option<Scheme>);

fn scheme(text: &str) -> Result<SchemeArg, String> {
    read_scheme(text).map(SchemeArg).map_err(|error| error.to_string())
}

fn jobs(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&jobs| jobs > 0).ok_or_else(|| "give a number of at least 1".to_owned())
}

/// A number of nodes with the decimal K, M or G: nodes are counted in thousands, positions in 1024s.
fn nodes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "" => Some(1),
        "k" | "K" => Some(1_000),
        "m" | "M" => Some(1_000_000),
        "g" | "G" => Some(1_000_000_000_u64),
        _ => None,
    };
    let number = digits.parse::<u64>().ok().filter(|&number| number > 0);
    factor
        .and_then(|factor| number?.checked_mul(factor))
        .ok_or_else(|| "write a number of nodes like 500000, 500K or 10M".to_owned())
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
    log(cli.verbose);
    let done = match &cli.command {
        Command::Sweep(arguments) => run_sweep(arguments, cli.verbose),
        Command::Report(arguments) => report::report(arguments, commit().as_deref()),
        Command::Claims(arguments) => report::claims(arguments),
        Command::Export(arguments) => report::export(arguments),
        Command::Merge(arguments) => run_merge(arguments),
        Command::Solve(Solve::Domineering(arguments)) => run_solve(arguments),
        Command::Solve(Solve::ConnectFour(arguments)) => run_solve_connect_four(arguments),
        Command::Play(arguments) => run_play(arguments),
        Command::Uci => uci::run(io::stdin().lock(), io::stdout()),
        Command::Analyse(arguments) => run_analyse(arguments),
        Command::Testset(arguments) => run_testset(arguments),
        Command::Perft(arguments) => run_perft(arguments),
        Command::Bench(arguments) => run_bench(arguments),
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

/// Logs go to standard error, and there are none unless asked for.
fn log(verbose: u8) {
    let level = match verbose {
        0 => "off",
        1 => "info",
        _ => "debug",
    };
    let filter = match std::env::var("RUST_LOG") {
        Ok(filter) if !filter.is_empty() => EnvFilter::new(filter),
        _ => EnvFilter::new(level),
    };
    // https://no-color.org
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colours = io::stderr().is_terminal() && !plain;
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(colours).without_time().init();
}

fn run_sweep(arguments: &Sweep, verbose: u8) -> Result<()> {
    if arguments.pgn.is_none() && !arguments.rule.is_empty() {
        return Err(Usage::error("a rule that takes positions needs games to take them of: give --pgn FILE"));
    }
    let mut definitions = if let Some(games) = &arguments.pgn {
        vec![own(games, arguments)?]
    } else if arguments.names.is_empty() {
        Definition::all()?
    } else {
        arguments.names.iter().map(|name| Definition::find(name)).collect::<Result<Vec<_>>>()?
    };
    definitions = definitions.into_iter().map(|definition| definition.with_depths(&arguments.depth)).collect();
    let mut seen = std::collections::BTreeMap::new();
    definitions.retain(|definition| seen.insert(definition.argument.clone(), definition.name.clone()).is_none());
    if let Some(name) = seen.values().find(|name| seen.values().filter(|other| other == name).count() > 1) {
        let what = format!("two experiments are called `{name}`, and would write the same files; rename one of them");
        return Err(Usage::error(what));
    }
    let mut out = io::stdout().lock();
    if arguments.list {
        return sweep::list(&definitions, &mut out);
    }
    let options = Options {
        definitions,
        full: arguments.full,
        seeds: arguments.seeds,
        filter: Filter {
            schemes: arguments.scheme.iter().map(|scheme| scheme.0).collect(),
            positions: arguments.positions.clone(),
            boards: arguments.board.clone(),
            depths: arguments.depth.clone(),
        },
        shard: arguments.shard,
        max_nodes: arguments.max_nodes.unwrap_or(u64::MAX),
        jobs: arguments.jobs,
        db: arguments.db.clone(),
        commit: commit(),
        out: arguments.out.clone().unwrap_or_else(|| if arguments.full { "results/full" } else { "results" }.into()),
        // A bar and a log would write over each other.
        progress: verbose == 0 && std::env::var_os("RUST_LOG").is_none_or(|filter| filter == OsStr::new("")),
    };
    if arguments.dry_run { sweep::dry_run(&options, &mut out) } else { sweep::sweep(&options, &mut out) }
}

/// The experiment on a user's own games.
fn own(games: &Path, arguments: &Sweep) -> Result<Definition> {
    let (taken, _) = take(&[games.to_owned()], None, &arguments.rule)?;
    let name = stem(games);
    let between = match arguments.between {
        BetweenArg::Clear => Between::Clear,
        BetweenArg::Stamp => Between::Stamp,
    };
    let stamp = if between == Between::Stamp { " --between stamp" } else { "" };
    let own = Own {
        argument: format!("--pgn {}{stamp}{}", quoted(&games.to_string_lossy()), arguments.rule.to_text()),
        set: Set::own(&name, &taken),
        name,
        between,
        schemes: arguments.scheme.iter().map(|scheme| scheme.0).collect(),
        positions: arguments.positions.clone(),
    };
    own.definition()
}

fn run_merge(arguments: &Merge) -> Result<()> {
    let merged = merge::merge(&arguments.inputs, &arguments.output)?;
    let output = arguments.output.display();
    writeln!(io::stdout(), "{} rows read, {} rows in {output}", merged.read, merged.kept)?;
    Ok(())
}

fn refuse_size_without_table(scheme: Option<Scheme>, positions: Option<Positions>) -> Result<()> {
    match (scheme, positions) {
        (None, Some(positions)) => {
            Err(Usage::error(format!("--scheme none has no table to give {positions} positions to")))
        }
        _ => Ok(()),
    }
}

fn run_solve(arguments: &SolveDomineering) -> Result<()> {
    let SchemeArg(scheme) = arguments.scheme;
    refuse_size_without_table(scheme, arguments.positions)?;
    if scheme.is_none() && arguments.audit {
        return Err(Usage::error("--scheme none has no table to audit"));
    }
    let task = Task {
        board: arguments.board,
        first: match arguments.first {
            FirstArg::V => First::Vertical,
            FirstArg::H => First::Horizontal,
            FirstArg::Both => First::Both,
        },
        scheme,
        positions: arguments.positions.map_or_else(|| "2048K".parse(), Ok)?,
        seed: arguments.seed,
        max_nodes: arguments.max_nodes.unwrap_or(u64::MAX),
        audit: arguments.audit,
    };
    let solved = with_spinner(|nodes| solve::solve(task, nodes))?;
    match arguments.format {
        Format::Text => write!(io::stdout(), "{}", solved.to_text())?,
        Format::Json => writeln!(io::stdout(), "{}", solved.to_json())?,
    }
    Ok(())
}

fn run_solve_connect_four(arguments: &SolveConnectFour) -> Result<()> {
    let SolveConnectFour { mode, weak, board, scheme, positions, seed, plain, .. } = *arguments;
    if mode != Mode::Lab && (scheme.is_some() || positions.is_some() || seed.is_some() || plain) {
        return Err(Usage::error("only --mode lab has --scheme, --positions, --seed and --plain"));
    }
    let SchemeArg(scheme) = scheme.unwrap_or(SchemeArg(Some(Scheme::TwoBig1)));
    refuse_size_without_table(scheme, positions)?;
    let task = connect_four_task::Task {
        board,
        mode,
        weak,
        scheme,
        positions: positions.map_or_else(|| "1024K".parse(), Ok)?,
        seed: seed.unwrap_or(zobrist::DEFAULT_SEED),
        plain,
        max_nodes: arguments.max_nodes.unwrap_or(u64::MAX),
    };
    if arguments.file.is_empty() {
        connect_four::Position::read(board, &arguments.moves).map_err(|error| Usage::error(error.to_string()))?;
        let solved = with_spinner(|_| connect_four_task::solve(task, &arguments.moves))?;
        match arguments.format {
            Format::Text => write!(io::stdout(), "{}", solved.to_text())?,
            Format::Json => writeln!(io::stdout(), "{}", solved.to_json())?,
        }
        return Ok(());
    }
    if board != lines::standard() {
        return Err(Usage::error("the lines of a file are of the board 7x6"));
    }
    for (number, path) in arguments.file.iter().enumerate() {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let mut lines = lines::read(&text).with_context(|| name.clone())?;
        lines.truncate(arguments.first.unwrap_or(usize::MAX));
        let mut before = 0;
        let checked = with_spinner(|nodes| {
            connect_four_task::check(task, &name, &lines, |_, so_far| {
                nodes.add(so_far - before);
                before = so_far;
            })
        })?;
        match arguments.format {
            Format::Text => {
                if number == 0 {
                    writeln!(io::stdout(), "{}", connect_four_task::Checked::HEADER)?;
                }
                writeln!(io::stdout(), "{}", checked.to_text())?;
            }
            Format::Json => writeln!(io::stdout(), "{}", checked.to_json())?,
        }
    }
    Ok(())
}

fn run_play(arguments: &Play) -> Result<()> {
    let PlayArg::ConnectFour = arguments.game;
    connect_four::Position::read(arguments.board, &arguments.moves).map_err(|error| Usage::error(error.to_string()))?;
    let options = play::Options {
        board: arguments.board,
        moves: arguments.moves.clone(),
        person: if arguments.second { connect_four::Player::Second } else { connect_four::Player::First },
        max_nodes: arguments.max_nodes,
    };
    play::play(&options, io::stdin().lock(), io::stdout().lock())
}

/// Does the work in a thread of its own and shows meanwhile how far it is.
fn with_spinner<T: Send>(work: impl FnOnce(&Nodes) -> Result<T> + Send) -> Result<T> {
    let nodes = Nodes::default();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| sender.send(work(&nodes)));
        let mut spinner = Spinner::new();
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(done) => return done,
                Err(RecvTimeoutError::Timeout) => spinner.show(nodes.so_far()),
                Err(RecvTimeoutError::Disconnected) => return Err(anyhow!("the search ended without an outcome")),
            }
        }
    })
}

fn run_analyse(arguments: &Analyse) -> Result<()> {
    let SchemeArg(scheme) = arguments.scheme;
    refuse_size_without_table(scheme, arguments.positions)?;
    let position = Position::from_fen_with(&arguments.fen, Keys::new(arguments.seed))
        .map_err(|error| Usage::error(format!("the FEN: {error}")))?;
    let task = analyse::Task {
        position,
        depth: arguments.depth,
        scheme,
        positions: arguments.positions.map_or_else(|| "1024K".parse(), Ok)?,
        max_nodes: arguments.max_nodes.unwrap_or(u64::MAX),
    };
    let text = arguments.format == Format::Text;
    let mut out = io::stdout().lock();
    let mut failed = None;
    if text {
        write!(out, "{}{}", task.position, analyse::HEADER)?;
    }
    let analysis = analyse::analyse(&task, |iteration| {
        if text && failed.is_none() {
            failed = writeln!(out, "{}", iteration.to_text()).err();
        }
    })?;
    failed.map_or(Ok(()), Err)?;
    match arguments.format {
        Format::Text => writeln!(out, "{}", analysis.to_text())?,
        Format::Json => writeln!(out, "{}", analysis.to_json())?,
    }
    Ok(())
}

fn run_testset(arguments: &Testset) -> Result<()> {
    let (taken, games) = take(&arguments.files, arguments.name.as_deref(), &arguments.rule)?;
    match &arguments.output {
        None => testset::write(&taken, io::stdout().lock())?,
        Some(path) => {
            let mut bytes = Vec::new();
            testset::write(&taken, &mut bytes)?;
            std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    eprintln!("{} positions of {games} games", taken.len());
    Ok(())
}

/// The positions of the games in these files, and how many games there are.
fn take(files: &[PathBuf], name: Option<&str>, rule: &RuleArgs) -> Result<(Vec<Taken>, usize)> {
    let mut games = Vec::new();
    for path in files {
        let file = path.display();
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {file}"))?;
        games.extend(pgn::read_bytes(&bytes).with_context(|| file.to_string())?);
    }
    let of = files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
    let stem = stem(files.first().map_or(Path::new(""), PathBuf::as_path));
    let taken = testset::take(name.unwrap_or(&stem), &games, &rule.rule()).with_context(|| of.clone())?;
    if taken.is_empty() {
        return Err(anyhow!("{of}: {} games, and the rule takes no position of them", games.len()));
    }
    Ok((taken, games.len()))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn run_perft(arguments: &PerftArgs) -> Result<()> {
    let position = Position::from_fen(&arguments.fen).map_err(|error| Usage::error(format!("the FEN: {error}")))?;
    let perft = Perft::count(position, arguments.depth, arguments.each_leaf);
    match arguments.format {
        Format::Text => write!(io::stdout(), "{}", perft.to_text(arguments.divide))?,
        Format::Json => writeln!(io::stdout(), "{}", perft.to_json())?,
    }
    Ok(())
}

fn run_bench(arguments: &Bench) -> Result<()> {
    let bench = bench::bench().context("cannot run the bench")?;
    let (signature, seconds) = (bench.signature(), bench.seconds);
    let speed = (signature as f64 / seconds.max(1e-9)) as u64;
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Text => {
            for (game, nodes) in bench.games {
                writeln!(out, "{:<14}{nodes} nodes", game.name())?;
            }
            writeln!(out, "{seconds:.2} s, {:.1} million nodes/s", speed as f64 / 1e6)?;
            writeln!(out, "Bench: {signature}")?;
        }
        Format::Json => {
            let games: serde_json::Map<String, serde_json::Value> =
                bench.games.iter().map(|(game, nodes)| (game.name().to_owned(), json!(nodes))).collect();
            let object = json!({
                "bench": signature, "games": games, "seconds": seconds, "nodes_per_second": speed,
            });
            writeln!(out, "{object}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn numbers_of_nodes() {
        assert_eq!(nodes("10M"), Ok(10_000_000));
        assert_eq!(nodes("500k"), Ok(500_000));
        assert_eq!(nodes("7"), Ok(7));
        for text in ["", "0", "M", "-1", "1.5M", "10T", "99999999999G", "1â"] {
            assert!(nodes(text).unwrap_err().contains("10M"), "{text}");
        }
    }
}
