//! The classes of many domineering boards: by a proof, as a sum of smaller boards, or by a search.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use domineering::best::Techniques;
use domineering::sums::{KnownBoards, Sides, Sum};
use domineering::{BoardSize, Player};
use schemars::JsonSchema;
use schemes::{Parts, Positions, Scheme};
use serde::Serialize;

use experiments::cell::{SearchOptions, player_name};
use experiments::games::{DomineeringCell, SolverMode};
use experiments::run::{self, Nodes};
use experiments::text::counted;
use experiments::{Cell, parallel};

use super::domineering::winner;

/// The boards to classify, and how to solve them.
#[derive(Clone, Debug)]
pub(crate) struct ClassesTask {
    /// The numbers of rows.
    pub(crate) rows: RangeInclusive<u32>,
    /// The numbers of columns.
    pub(crate) columns: RangeInclusive<u32>,
    /// The techniques that are switched off.
    pub(crate) without: Techniques,
    /// The replacement scheme; `None` for no table.
    pub(crate) scheme: Option<Scheme>,
    /// The size of each table, if there are some.
    pub(crate) positions: Positions,
    /// The seed of the keys.
    pub(crate) seed: u64,
    /// The node limit of each search.
    pub(crate) max_nodes: u64,
    /// How many boards are solved at the same time.
    pub(crate) jobs: usize,
}

/// How far the work is.
#[derive(Debug, Default)]
pub(crate) struct BoardProgress {
    done: AtomicUsize,
    all: AtomicUsize,
}

impl BoardProgress {
    /// Describes how far the work is.
    pub(crate) fn state(&self, elapsed: Duration) -> String {
        let [done, all] = [&self.done, &self.all].map(|count| count.load(Ordering::Relaxed));
        format!("{done} of {} in {} s, smaller ones first", counted(all, "board"), elapsed.as_secs())
    }
}

/// How it is known who wins. The later ones need more work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum How {
    /// A proof without search.
    Proof,
    /// Two smaller boards.
    Sum,
    /// A search.
    Search,
    /// It is not known.
    Open,
}

impl How {
    const ALL: [Self; 4] = [Self::Proof, Self::Sum, Self::Search, Self::Open];

    /// Returns what stands behind a class in the table.
    fn mark(self) -> &'static str {
        match self {
            Self::Proof => "",
            Self::Sum => "+",
            Self::Search => "*",
            Self::Open => "?",
        }
    }
}

/// Who wins a board if one player moves first, and how that is known.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct FirstPlayer {
    /// The player who moves first.
    #[schemars(extend("enum" = ["vertical", "horizontal"]))]
    first: &'static str,
    /// The winner; null if it is not known.
    #[schemars(extend("enum" = ["vertical", "horizontal", null]))]
    winner: Option<&'static str>,
    /// A proof without search, the sum of two smaller boards, a search, or not at all.
    how: How,
    /// Only for a sum: the two boards, as rows x columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<[String; 2]>,
    /// Nodes of the search. null if there was none.
    nodes: Option<u64>,
}

/// A board and who wins it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ClassifiedBoard {
    /// Rows x columns.
    board: String,
    /// `1` the first player wins, `2` the second, `V` Vertical, `H` Horizontal, whoever moves first; two of them if one
    /// winner is known; `?` if none is.
    class: String,
    /// With Vertical to move first, and with Horizontal.
    of: [FirstPlayer; 2],
}

/// Output of `ttlab solve domineering --classes`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Classes {
    /// The game.
    #[schemars(extend("const" = "domineering"))]
    game: &'static str,
    /// The boards, by rows and then by columns.
    boards: Vec<ClassifiedBoard>,
    /// The node limit of each search.
    max_nodes: u64,
    /// Nodes of all searches, also of those for smaller boards.
    nodes: u64,
    /// Wall-clock time in seconds.
    seconds: f64,
    /// How many boards are in a row of the table.
    #[serde(skip)]
    columns: usize,
}

/// Classifies the boards, and the smaller ones of which they could be made.
///
/// # Errors
///
/// There is not enough memory for a table.
pub(crate) fn classify(task: &ClassesTask, progress: &BoardProgress) -> Result<Classes> {
    let started = Instant::now();
    let (less, more) = {
        let (rows, columns) = (*task.rows.end(), *task.columns.end());
        (rows.min(columns), rows.max(columns))
    };
    // A board and the same board turned by 90 degrees are one, and so are the two first players of a square board.
    let boards = (1..=less).flat_map(|side| (side..=more).map(move |other| (side, other)));
    let searched =
        |board: Sides| Player::BOTH.map(|first| (board, first)).into_iter().take(1 + usize::from(board.0 != board.1));
    let mut each: Vec<(Sides, Player)> = boards.flat_map(searched).collect();
    let squares = |((rows, columns), _): &(Sides, Player)| rows * columns;
    each.sort_by_key(squares);
    progress.all.store(each.len(), Ordering::Relaxed);

    let (mut known, mut found) = (KnownBoards::default(), BTreeMap::new());
    // The parts of a board have fewer squares.
    for same in each.chunk_by(|one, other| squares(one) == squares(other)) {
        let look = |&(board, first): &_| {
            let looked = look(task, &known, board, first);
            progress.done.fetch_add(1, Ordering::Relaxed);
            looked
        };
        let looked = parallel::map_with(task.jobs, same, look).into_iter().collect::<Result<Vec<_>>>()?;
        for (&(board, first), (winner, evidence)) in same.iter().zip(looked) {
            winner.into_iter().for_each(|winner| known.add(board, first, winner));
            found.insert((board, first), evidence);
        }
    }
    let (rows, columns): (Vec<u32>, Vec<u32>) = (task.rows.clone().collect(), task.columns.clone().collect());
    let wanted = rows.iter().flat_map(|&rows| columns.iter().map(move |&columns| (rows, columns)));
    Ok(Classes {
        game: "domineering",
        boards: wanted.map(|board| classified(board, &known, &found)).collect(),
        max_nodes: task.max_nodes,
        nodes: found.values().filter_map(|evidence| evidence.nodes).sum(),
        seconds: started.elapsed().as_secs_f64(),
        columns: columns.len(),
    })
}

/// How a winner is known.
#[derive(Clone, Copy)]
struct Evidence {
    how: How,
    parts: Option<[Sides; 2]>,
    nodes: Option<u64>,
}

/// Looks for the winner of a board: by a proof, by a sum, by a search.
fn look(task: &ClassesTask, known: &KnownBoards, board: Sides, first: Player) -> Result<(Option<Player>, Evidence)> {
    let solvable = BoardSize::new(board.0, board.1).ok();
    let by = |how, parts, nodes| Evidence { how, parts, nodes };
    if let Some(board) = solvable {
        let (winner, _) = solve(task, board, first, 1)?;
        if winner.is_some() {
            return Ok((winner, by(How::Proof, None, Some(1))));
        }
    }
    if let Some(Sum { winner, parts }) = known.sum(board, first) {
        return Ok((Some(winner), by(How::Sum, Some(parts), None)));
    }
    let Some(board) = solvable else { return Ok((None, by(How::Open, None, None))) };
    let (winner, nodes) = solve(task, board, first, task.max_nodes)?;
    let how = if winner.is_some() { How::Search } else { How::Open };
    Ok((winner, by(how, None, Some(nodes))))
}

/// Returns the winner, if the search ends in time, and its nodes.
fn solve(task: &ClassesTask, board: BoardSize, first: Player, max_nodes: u64) -> Result<(Option<Player>, u64)> {
    let cell = Cell {
        game: DomineeringCell { mode: SolverMode::Best, board, first, without: task.without }.into(),
        search: SearchOptions::PLAIN,
        scheme: task.scheme,
        positions: task.scheme.map(|_| task.positions),
        parts: Parts::all(),
        seed: task.seed,
    };
    let row = run::run(&cell, max_nodes, &Nodes::default()).with_context(|| format!("cannot solve {board}"))?;
    Ok((winner(first, &row), row.nodes))
}

fn classified(board: Sides, known: &KnownBoards, found: &BTreeMap<(Sides, Player), Evidence>) -> ClassifiedBoard {
    let (rows, columns) = board;
    let (is_turned, searched) = (rows > columns, (rows.min(columns), rows.max(columns)));
    let winners = known.winners(board);
    let of = Player::BOTH.map(|first| {
        let player = if is_turned { first.opponent() } else { first };
        let evidence = found.get(&(searched, player)).unwrap_or(&found[&(searched, Player::Vertical)]);
        let name = |(rows, columns)| if is_turned { format!("{columns}x{rows}") } else { format!("{rows}x{columns}") };
        FirstPlayer {
            first: player_name(first),
            winner: winners.get(first).map(player_name),
            how: evidence.how,
            parts: evidence.parts.map(|parts| parts.map(name)),
            nodes: evidence.nodes,
        }
    });
    ClassifiedBoard { board: format!("{rows}x{columns}"), class: winners.to_string(), of }
}

impl ClassifiedBoard {
    /// Returns what took more work, of the two first players.
    fn how(&self) -> How {
        let [one, other] = &self.of;
        one.how.max(other.how)
    }
}

impl Classes {
    /// Returns the table of classes.
    #[must_use]
    pub(crate) fn to_text(&self) -> String {
        let sides = |board: &ClassifiedBoard| {
            let (rows, columns) = board.board.split_once('x').unwrap_or_default();
            (rows.to_owned(), columns.to_owned())
        };
        let mut text = "    ".to_owned();
        self.boards.iter().take(self.columns).for_each(|board| _ = write!(text, "{:>3} ", sides(board).1));
        for boards in self.boards.chunks(self.columns) {
            text.truncate(text.trim_end_matches(' ').len());
            let _ = write!(text, "\n{:>4}", boards.first().map(sides).unwrap_or_default().0);
            for board in boards {
                let class = if board.class == "?" { "" } else { &board.class };
                let _ = write!(text, "{class:>3}{:<1}", board.how().mark());
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        let count = |how: How| self.boards.iter().filter(|board| board.how() == how).count();
        let [proof, sum, search, open] = How::ALL.map(count);
        let (limit, most) = (counted(self.max_nodes, "node"), BoardSize::MAX_SQUARES);
        let _ = writeln!(
            text,
            "\n\n\
             Rows down, columns across. 1: the first player wins, 2: the second, V: Vertical,\n\
             H: Horizontal, whoever moves first. Two letters: one of the two.\n\n\
             {proof:>4}    by a proof without search\n\
             {sum:>4} +  by the sum of two smaller boards\n\
             {search:>4} *  by a search\n\
             {open:>4} ?  open: {limit} are not enough, or there are more than {most} squares\n\n\
             {} in {:.1} s",
            counted(self.nodes, "node"),
            self.seconds,
        );
        text
    }
}
