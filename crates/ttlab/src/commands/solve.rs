//! `ttlab solve`: a board of domineering, a position of Connect Four, or a test set.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use domineering::BoardSize;
use tt::{Positions, Scheme};

use crate::connect_four::{self as connect_four_task, Mode};
use crate::progress::{Spinner, TICK};
use crate::solve::{self, Task};
use experiments::definition::First;
use experiments::run::Nodes;
use experiments::{Game, Usage, connect_four_set, files};

use super::arguments::{
    Format, Notes, SchemeArg, TableArgs, boards, check_moves, connect_four_boards, nodes, number, print, print_json,
    scheme_and_size, schemes, sizes,
};
use super::{help, help_on};

const DOMINEERING_EXAMPLES: &str = "\
With --first v or h the outcome is who wins. With --first both it is the class of the board: 1 (whoever moves first \
wins), 2 (whoever moves second), V (Vertical) or H (Horizontal); the nodes are those of both searches together. A \
square board is solved once even then, Vertical first, since there Horizontal first is the same by symmetry.

Examples:
  ttlab solve domineering 8x8 --first v --scheme two-big1 --positions 2048K
  ttlab solve domineering 4x7 --first both --format json";

#[derive(Subcommand)]
pub(super) enum Solve {
    /// Who wins domineering on an empty board
    #[command(after_help = help(DOMINEERING_EXAMPLES))]
    Domineering(SolveDomineering),
    /// The score of a position of Connect Four, or those of a test set
    #[command(after_help = help_on(CONNECT_FOUR_EXAMPLES, "something failed (a wrong score, too)"))]
    ConnectFour(SolveConnectFour),
}

#[derive(Args)]
pub(super) struct SolveDomineering {
    /// The board as rows x columns, like 8x8
    #[arg(value_parser = boards(), hide_possible_values = true)]
    board: BoardSize,
    /// Who moves first
    #[arg(long, value_name = "WHO", default_value = "v")]
    first: FirstArg,
    #[command(flatten)]
    table: TableArgs,
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

const CONNECT_FOUR_EXAMPLES: &str = "\
Moves are written as columns from 1: 44455 is a stone in the fourth column, another one on it, and so on. The score is \
for the player to move: 0 for a draw, otherwise the number of stones that the winner has left, the winning one \
included; negative if the player to move loses.

Examples:
  ttlab solve connect-four 44455
  ttlab solve connect-four 44455 --mode lab --scheme deep --positions 64K
  ttlab solve connect-four --board 5x5
  ttlab solve connect-four --file testsets/connect-four/Test_L3_R1 --weak
  ttlab solve connect-four --file testsets/connect-four/Test_L1_R2 --first 300

A position that is not solved within --max-nodes is an answer, and in a file an error.";

#[derive(Args)]
pub(super) struct SolveConnectFour {
    /// The moves that lead to the position; the empty board if there are none
    #[arg(default_value = "", hide_default_value = true)]
    moves: String,
    /// Solve the positions of a file, a line of moves and a score each, and check the scores
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "moves", value_hint = ValueHint::FilePath)]
    file: Vec<PathBuf>,
    /// Only the first N positions of each file
    #[arg(long, value_name = "N", requires = "file")]
    #[arg(value_parser = number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    first: Option<usize>,
    /// Only who wins, not how soon
    #[arg(long)]
    weak: bool,
    /// The solver
    #[arg(long, default_value = "best")]
    mode: Mode,
    /// The board as rows x columns
    #[arg(long, default_value = "6x7", value_parser = connect_four_boards(), hide_possible_values = true)]
    board: connect_four::BoardSize,
    /// The replacement scheme of lab mode; `none` searches without a table [default: two-big1]
    #[arg(long, value_parser = schemes())]
    scheme: Option<SchemeArg>,
    /// The size of the table of lab mode [default: 1024K]
    #[arg(long, value_name = "SIZE", value_parser = sizes(), hide_possible_values = true)]
    positions: Option<Positions>,
    /// The seed of the keys of lab mode [default: 1970]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX), allow_negative_numbers = true)]
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

pub(super) fn run(solve: &Solve, notes: Notes) -> Result<()> {
    match solve {
        Solve::Domineering(arguments) => run_domineering(arguments, notes),
        Solve::ConnectFour(arguments) => run_connect_four(arguments, notes),
    }
}

fn run_domineering(arguments: &SolveDomineering, notes: Notes) -> Result<()> {
    let (scheme, positions) = arguments.table.scheme_and_size(Game::Domineering)?;
    if scheme.is_none() && arguments.audit {
        return Err(Usage::error("--scheme none has no table to audit; leave --audit out"));
    }
    let task = Task {
        board: arguments.board,
        first: match arguments.first {
            FirstArg::V => First::Vertical,
            FirstArg::H => First::Horizontal,
            FirstArg::Both => First::Both,
        },
        scheme,
        positions,
        seed: arguments.table.seed,
        max_nodes: arguments.max_nodes.unwrap_or(u64::MAX),
        audit: arguments.audit,
    };
    let solved = with_spinner(notes, |nodes| solve::solve(task, nodes))?;
    match arguments.format {
        Format::Text => print(solved.to_text()),
        Format::Json => print_json(&solved.to_json()),
    }
}

fn run_connect_four(arguments: &SolveConnectFour, notes: Notes) -> Result<()> {
    let SolveConnectFour { mode, weak, board, scheme, positions, seed, plain, .. } = *arguments;
    if mode != Mode::Lab && (scheme.is_some() || positions.is_some() || seed.is_some() || plain) {
        return Err(Usage::error(
            "only --mode lab has --scheme, --positions, --seed and --plain; add it, or leave them out",
        ));
    }
    let scheme = scheme.unwrap_or(SchemeArg(Some(Scheme::TwoBig1)));
    let (scheme, positions) = scheme_and_size(scheme, positions, Game::ConnectFour)?;
    let task = connect_four_task::Task {
        board,
        mode,
        weak,
        scheme,
        positions,
        seed: seed.unwrap_or(zobrist::DEFAULT_SEED),
        plain,
        max_nodes: arguments.max_nodes.unwrap_or(u64::MAX),
    };
    if arguments.file.is_empty() {
        check_moves(board, &arguments.moves)?;
        let solved = with_spinner(notes, |_| connect_four_task::solve(task, &arguments.moves))?;
        return match arguments.format {
            Format::Text => print(solved.to_text()),
            Format::Json => print_json(&solved.to_json()),
        };
    }
    if board != connect_four_set::standard() {
        return Err(Usage::error("the lines of a file are of the board 6x7; leave --board out"));
    }
    for (number, path) in arguments.file.iter().enumerate() {
        let name = path.display().to_string();
        let text = files::read_text(path)?;
        let mut lines = connect_four_set::read(&text).with_context(|| name.clone())?;
        lines.truncate(arguments.first.unwrap_or(usize::MAX));
        let mut before = 0;
        let checked = with_spinner(notes, |nodes| {
            connect_four_task::check(task, &name, &lines, |_, so_far| {
                nodes.add(so_far - before);
                before = so_far;
            })
        })?;
        match arguments.format {
            Format::Text => {
                if number == 0 {
                    print(format_args!("{}\n", connect_four_task::Checked::HEADER))?;
                }
                print(format_args!("{}\n", checked.to_text()))?;
            }
            Format::Json => print_json(&checked.to_json())?,
        }
    }
    Ok(())
}

/// Does the work in a thread of its own and shows meanwhile how far it is.
fn with_spinner<T: Send>(notes: Notes, work: impl FnOnce(&Nodes) -> Result<T> + Send) -> Result<T> {
    let nodes = Nodes::default();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| sender.send(work(&nodes)));
        let mut spinner = Spinner::new(notes.progress);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(done) => return done,
                Err(RecvTimeoutError::Timeout) => spinner.show(nodes.so_far()),
                Err(RecvTimeoutError::Disconnected) => return Err(anyhow!("the search ended without an outcome")),
            }
        }
    })
}
