//! `ttlab solve`: domineering boards, and Connect Four positions or test sets.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result};
use clap::builder::{NonEmptyStringValueParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use domineering::BoardSize;
use domineering::best::Techniques;
use schemes::{Positions, Scheme};

use crate::interrupt;
use crate::progress::{with_spinner, with_state};
use crate::solve::classes::{BoardProgress, ClassesTask, classify};
use crate::solve::connect_four::{self as connect_four_task, ConnectFourProgram};
use crate::solve::domineering::{self as domineering_task, DomineeringSolver, DomineeringTask};
use experiments::cell::{SearchOptions, options};
use experiments::definition::First;
use experiments::help::with_help;
use experiments::readings::Readings;
use experiments::{GameKind, Usage, connect_four_set, files, machine};
use programs::Parallel;

use super::arguments::{
    Format, SchemeArg, TableArgs, ThreadArgs, boards, check_moves, check_search, check_shared, connect_four_boards,
    nodes, note_without_effect, number, parse_or_help, scheme_and_size, schemes, searches, sizes,
};
use super::printing::{Notes, print, print_json};
use super::program::requires;
use super::sweep::MOST_JOBS;
use super::{help, help_on};

const DOMINEERING_EXAMPLES: &str = "\
With --first v or h the result is the winner. With --first both it is the class of the board: 1 (the first player \
wins), 2 (the second player wins), V (Vertical wins) or H (Horizontal wins), and the nodes of both searches are added. \
Square boards are solved only once, with Vertical first: by symmetry, the result with Horizontal first is the same.

Examples:
  ttlab solve domineering 8x8 --first v --scheme two-big1 --positions 2048K
  ttlab solve domineering 4x7 --first both --format json
  ttlab solve domineering 8x8 --threads 2
  ttlab solve domineering 8x8 --table-file d8.tt
  ttlab solve domineering 8x9 --program best --first h
  ttlab solve domineering --classes 2..12x2..20";

#[derive(Subcommand)]
pub(super) enum Solve {
    /// Find the winner of domineering on an empty board
    #[command(after_help = help(DOMINEERING_EXAMPLES))]
    Domineering(SolveDomineering),
    /// Find the score of a Connect Four position, or check a test set
    #[command(after_help = help_on(CONNECT_FOUR_EXAMPLES, "error or wrong score in a file"))]
    ConnectFour(SolveConnectFour),
}

#[derive(Args)]
pub(super) struct SolveDomineering {
    /// Board as rows x columns, such as 8x8
    #[arg(value_parser = boards::<BoardSize>(), hide_possible_values = true, required_unless_present = "classes")]
    board: Option<BoardSize>,
    /// Print the classes of many boards: by a proof, as the sum of two smaller boards, or by a search
    ///
    /// Rows x columns, each a number or a range. The best program searches boards of up to 128 squares; larger ones
    /// are only looked up as sums.
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = parse_or_help::<BoardRanges>)]
    #[arg(conflicts_with_all = NOT_WITH_CLASSES)]
    classes: Option<BoardRanges>,
    /// Program [default: historic; with --classes, best]
    #[arg(long)]
    program: Option<DomineeringProgram>,
    /// Player who moves first
    #[arg(long, value_name = "WHO", default_value = "v")]
    first: FirstArg,
    #[command(flatten)]
    table: TableArgs,
    /// Historic program: options of the search, joined by `+`; `ttlab schemes` lists them [default: plain]
    #[arg(long, value_name = "OPTIONS", value_parser = searches(), hide_possible_values = true)]
    search: Option<SearchOptions>,
    /// Historic program: readings of what the sources leave open, or a preset, such as domi-1998 (see `ttlab readings`)
    #[arg(long, value_name = "QUESTION=ANSWER,...", value_parser = parse_or_help::<Readings>)]
    reading: Vec<Readings>,
    /// Stop each search after N nodes, such as 10M (K, M and G: thousand, million, billion) [default: none; with
    /// --classes, 70K]
    #[arg(long, value_name = "N", value_parser = nodes)]
    max_nodes: Option<u64>,
    /// With --classes: number of boards solved at once [default: all cores]
    #[arg(long, value_name = "N", value_parser = number(1..=MOST_JOBS), allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Check table hits against the full positions, to count type-1 errors and stored positions
    #[arg(long)]
    audit: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Best program: techniques to switch off, to measure their effect
    #[arg(long, value_name = "TECHNIQUES", value_parser = techniques())]
    #[arg(hide_possible_values = true, long_help = without_help())]
    without: Option<Techniques>,
    /// Keep the table in this file, and resume an earlier run that used it
    ///
    /// The file belongs to one search and one version of the program. Do not shorten it while the command runs: the
    /// operating system would kill the command.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    table_file: Option<PathBuf>,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

/// The options that are for one board.
const NOT_WITH_CLASSES: [&str; 9] =
    ["board", "first", "search", "reading", "audit", "threads", "table_file", "memory", "parallel"];

/// The node limit of each search of `--classes`.
const CLASS_NODES: u64 = 70_000;

/// The sides of boards: numbers of rows and of columns.
#[derive(Clone, Debug)]
struct BoardRanges {
    rows: RangeInclusive<u32>,
    columns: RangeInclusive<u32>,
}

/// The longest side of a board of `--classes`.
const LONGEST_SIDE: u32 = 100;

impl FromStr for BoardRanges {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let range = |text: &str| -> Option<RangeInclusive<u32>> {
            let (first, last) = text.split_once("..").unwrap_or((text, text));
            let range = first.parse().ok()?..=last.parse().ok()?;
            (!range.is_empty() && *range.start() >= 1 && *range.end() <= LONGEST_SIDE).then_some(range)
        };
        let ranges = text.split_once('x').and_then(|(rows, columns)| Some((range(rows)?, range(columns)?)));
        let (rows, columns) = ranges.with_context(|| {
            format!("expected ROWSxCOLUMNS, each a number or a range from 1 to {LONGEST_SIDE}, such as 2..8x2..30")
        })?;
        Ok(Self { rows, columns })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DomineeringProgram {
    /// The solver with the fewest nodes
    Best,
    /// DOMI on the generic search, with its node counts
    Historic,
}

/// Returns the parser of `--without`.
fn techniques() -> impl TypedValueParser<Value = Techniques> {
    NonEmptyStringValueParser::new().try_map(|text| text.parse::<Techniques>())
}

/// Returns the help of `--without`, which explains each technique.
fn without_help() -> String {
    let lines = Techniques::NAMES.iter().map(|(name, meaning)| format!("\n  {name:<14}{meaning}"));
    format!(
        "Best program: techniques to switch off, separated by commas, to measure their effect:{}",
        lines.collect::<String>()
    )
}

#[derive(Clone, Copy, ValueEnum)]
enum FirstArg {
    /// Vertical
    #[value(alias = "vertical")]
    V,
    /// Horizontal
    #[value(alias = "horizontal")]
    H,
    /// Both, one after the other
    Both,
}

const CONNECT_FOUR_EXAMPLES: &str = "\
Moves are columns from 1, and from a after the ninth: 44455 means three stones in column 4, then two in column 5; the \
players take turns. The score is from the point of view of the player to move. It is 0 for a draw. Otherwise it is \
the number of stones that the winner has left, including the winning one, and it is negative if the player to move \
loses.

Examples:
  ttlab solve connect-four 44455
  ttlab solve connect-four 44455 --program lab --scheme deep --positions 64K
  ttlab solve connect-four --board 5x5
  ttlab solve connect-four --file testsets/connect-four/Test_L3_R1 --weak
  ttlab solve connect-four --file testsets/connect-four/Test_L1_R2 --first 300
  ttlab solve connect-four 4445 --threads 2
  ttlab solve connect-four --table-file c4.tt

The empty board takes about 50 million nodes. If --max-nodes is reached, the result is \
`not solved`; with --file it is an error.";

#[derive(Args)]
pub(super) struct SolveConnectFour {
    /// Moves that lead to the position [default: the empty board]
    #[arg(default_value = "", hide_default_value = true)]
    moves: String,
    /// Solve the positions of a file and check their scores; lines are like `44455 -3`
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "moves", value_hint = ValueHint::FilePath)]
    file: Vec<PathBuf>,
    /// Use only the first N positions of each file
    #[arg(long, value_name = "N", requires = "file")]
    #[arg(value_parser = number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    first: Option<usize>,
    /// Find only the winner, not the score
    #[arg(long)]
    weak: bool,
    /// Program
    #[arg(long, default_value = "best")]
    program: ConnectFourProgram,
    /// Board as rows x columns
    #[arg(long, default_value = "6x7", value_parser = connect_four_boards::<u128>(), hide_possible_values = true)]
    board: connect_four::BoardSize<u128>,
    /// Program `lab`: replacement scheme (`ttlab schemes` lists them), or `none` for no table [default: two-big1]
    #[arg(long, value_parser = schemes(), hide_possible_values = true)]
    scheme: Option<SchemeArg>,
    /// Program `lab`: options of the search, joined by `+`; `ttlab schemes` lists them [default: plain]
    #[arg(long, value_name = "OPTIONS", value_parser = searches(), hide_possible_values = true)]
    search: Option<SearchOptions>,
    /// Program `lab`: table size in positions [default: 1024K]
    #[arg(long, value_name = "SIZE", value_parser = sizes::<Positions>(), hide_possible_values = true)]
    positions: Option<Positions>,
    /// Program `lab`: seed of the Zobrist keys [default: 1970]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Program `lab`: try columns from the centre outwards and ignore mirrored positions, as the tutorial does
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Stop each search after N nodes, such as 10M (K, M and G: thousand, million, billion)
    #[arg(long, value_name = "N", value_parser = nodes)]
    max_nodes: Option<u64>,
    /// Keep the table in this file, and resume an earlier run that used it
    ///
    /// The file belongs to one search and one version of the program. Do not shorten it while the command runs: the
    /// operating system would kill the command.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    table_file: Option<PathBuf>,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) fn run(solve: &Solve, notes: Notes) -> Result<()> {
    match solve {
        Solve::Domineering(arguments) => run_domineering(arguments, notes),
        Solve::ConnectFour(arguments) => run_connect_four(arguments, notes),
    }
}

fn run_classes(arguments: &SolveDomineering, ranges: &BoardRanges, notes: Notes) -> Result<()> {
    let DomineeringSolver::Best { without } = solver(arguments)? else {
        return Err(requires("--classes", "--program", "best"));
    };
    let max_nodes = arguments.max_nodes.unwrap_or(CLASS_NODES);
    let (scheme, positions) = arguments.table.sized_for(GameKind::Domineering, Scheme::TwoBig1, max_nodes)?;
    let task = ClassesTask {
        rows: ranges.rows.clone(),
        columns: ranges.columns.clone(),
        without,
        scheme,
        positions,
        seed: arguments.table.seed,
        max_nodes,
        jobs: arguments.jobs.unwrap_or_else(machine::usable_cores),
    };
    let progress = BoardProgress::default();
    let classes = with_state(notes.progress, |elapsed| progress.state(elapsed), || classify(&task, &progress))??;
    match arguments.format {
        Format::Text => print(classes.to_text()),
        Format::Json => print_json(&classes),
    }
}

fn run_domineering(arguments: &SolveDomineering, notes: Notes) -> Result<()> {
    if let Some(ranges) = &arguments.classes {
        return run_classes(arguments, ranges, notes);
    }
    // clap does not require what a board conflicts with.
    if arguments.jobs.is_some() {
        return Err(Usage::error(with_help("--jobs requires --classes", "use --threads, or remove --jobs")));
    }
    let board = arguments.board.context("a board is required without --classes")?;
    let first = match arguments.first {
        FirstArg::V => First::Vertical,
        FirstArg::H => First::Horizontal,
        FirstArg::Both => First::Both,
    };
    let solver = solver(arguments)?;
    let (game, default, search) = (GameKind::Domineering, Scheme::TwoBig1, arguments.search.unwrap_or_default());
    let (scheme, positions, search) = arguments.table.chosen(game, default, search, &arguments.reading, notes)?;
    // Who moves first is said on the command line.
    let others = search.iter().filter(|option| *option != options::OTHER_FIRST_ON_SQUARES);
    let search = others.fold(SearchOptions::PLAIN, |all, option| all.with(option).unwrap_or(all));
    if scheme.is_none() && arguments.audit {
        return Err(Usage::error(with_help(
            "--audit cannot be used with --scheme none: there is no table",
            "remove --audit",
        )));
    }
    let threads = arguments.threads.chosen_or(Parallel::Abdada);
    let shared = [("--table-file", arguments.table_file.is_some()), ("--threads", threads.number > 1)];
    for (option, _) in shared.into_iter().filter(|(_, is_used)| *is_used) {
        check_shared(option, scheme, search, arguments.audit)?;
    }
    if arguments.table_file.is_some() && first.players(board).len() > 1 {
        return Err(Usage::error(with_help(
            "--table-file cannot be used with --first both: each search needs its own file",
            "use --first v or --first h",
        )));
    }
    if arguments.table_file.is_some() {
        interrupt::advise(interrupt::RESUME);
    }
    let task = DomineeringTask {
        solver,
        board,
        first,
        scheme,
        search,
        positions,
        seed: arguments.table.seed,
        max_nodes: arguments.max_nodes.unwrap_or(u64::MAX),
        audit: arguments.audit,
        threads,
        table_file: arguments.table_file.clone(),
    };
    let solved = with_spinner(notes.progress, |nodes| domineering_task::solve(task, nodes))??;
    match arguments.format {
        Format::Text => print(solved.to_text()),
        Format::Json => print_json(&solved.output()),
    }
}

/// Returns the solver, if the other options fit it.
fn solver(arguments: &SolveDomineering) -> Result<DomineeringSolver> {
    let default = if arguments.classes.is_some() { DomineeringProgram::Best } else { DomineeringProgram::Historic };
    if arguments.program.unwrap_or(default) == DomineeringProgram::Historic {
        return match arguments.without {
            None => Ok(DomineeringSolver::Domi),
            Some(_) => Err(requires("--without", "--program", "best")),
        };
    }
    let of_historic = [
        ("--search", arguments.search.is_some()),
        ("--reading", !arguments.reading.is_empty()),
        ("--audit", arguments.audit),
    ];
    match of_historic.into_iter().find(|(_, is_given)| *is_given) {
        None => Ok(DomineeringSolver::Best { without: arguments.without.unwrap_or(Techniques::empty()) }),
        Some((option, _)) => Err(requires(option, "--program", "historic")),
    }
}

fn run_connect_four(arguments: &SolveConnectFour, notes: Notes) -> Result<()> {
    let SolveConnectFour { program, weak, board, scheme, search, positions, seed, plain, .. } = *arguments;
    let is_of_lab = scheme.is_some() || search.is_some() || positions.is_some() || seed.is_some() || plain;
    if program != ConnectFourProgram::Lab && is_of_lab {
        return Err(Usage::error(with_help(
            "--scheme, --search, --positions, --seed and --plain require --program lab",
            "add --program lab, or remove these options",
        )));
    }
    let threads = arguments.threads.chosen_or(Parallel::Abdada);
    if program != ConnectFourProgram::Best && threads.number > 1 {
        return Err(Usage::error(with_help(
            "--threads requires --program best: the other programs need reproducible node counts",
            "remove --threads, or --program",
        )));
    }
    let error = |why: &str, help| Err(Usage::error(with_help(format!("--table-file {why}"), help)));
    match &arguments.table_file {
        Some(_) if program != ConnectFourProgram::Best => {
            return error("requires --program best", "remove --table-file, or --program");
        }
        Some(_) if !arguments.file.is_empty() => {
            return error("cannot be used with --file: each search needs its own file", "remove --file");
        }
        _ => {}
    }
    let scheme = scheme.unwrap_or(SchemeArg(Some(Scheme::TwoBig1)));
    let (scheme, positions) = scheme_and_size(scheme, positions, GameKind::ConnectFour)?;
    let search = search.unwrap_or_default();
    check_search(search)?;
    note_without_effect(GameKind::ConnectFour, scheme, search, notes);
    let task = connect_four_task::ConnectFourTask {
        board,
        program,
        weak,
        scheme,
        search,
        positions,
        seed: seed.unwrap_or(zobrist::DEFAULT_SEED),
        plain,
        max_nodes: arguments.max_nodes.unwrap_or(u64::MAX),
        threads,
    };
    if arguments.file.is_empty() {
        check_moves(board, &arguments.moves)?;
        let file = arguments.table_file.as_deref();
        if file.is_some() {
            interrupt::advise(interrupt::RESUME);
        }
        let solved =
            with_spinner(notes.progress, |nodes| connect_four_task::solve(task, &arguments.moves, file, nodes))??;
        return match arguments.format {
            Format::Text => print(solved.to_text()),
            Format::Json => print_json(&solved),
        };
    }
    if board != connect_four_set::standard() {
        return Err(Usage::error(with_help(
            format!("--file cannot be used with --board {board}: test sets are for {}", connect_four_set::standard()),
            "remove --board",
        )));
    }
    check_files(arguments, task, notes)
}

/// Solves the positions of files and checks their scores.
fn check_files(arguments: &SolveConnectFour, task: connect_four_task::ConnectFourTask, notes: Notes) -> Result<()> {
    for (number, path) in arguments.file.iter().enumerate() {
        let name = path.display().to_string();
        let text = files::read_text(path)?;
        let mut lines = connect_four_set::read(&text).with_context(|| name.clone())?;
        lines.truncate(arguments.first.unwrap_or(usize::MAX));
        let checked = with_spinner(notes.progress, |nodes| connect_four_task::check(task, &name, &lines, nodes))??;
        match arguments.format {
            Format::Text => {
                if number == 0 {
                    print(format_args!("{}\n", connect_four_task::output::Checked::HEADER))?;
                }
                print(format_args!("{}\n", checked.to_text()))?;
            }
            Format::Json => print_json(&checked)?,
        }
    }
    Ok(())
}
