//! Records small searches step by step, to show how a transposition table works.
//!
//! Use this crate to teach or to study replacement schemes: [`record`] runs a search of a small game with a table of a
//! few positions, and records every probe, store and replacement with its reason. A [`Trace`] can be written as a web
//! page that shows the search step by step ([`Trace::html`]), as an indented tree ([`Trace::text`]) or as data
//! ([`Trace::json`]). The search is that of the crate `search`, [as printed](search::Search::as_printed) in the thesis,
//! with a table of the crate `tt`. It visits the same nodes as without recording. [`count`] runs the search without
//! recording it, with a table of any size.
//!
//! A *lost hit* is a probe that misses although the position was offered to the table before: the table replaced the
//! position or rejected it. Replacement schemes differ in the hits that they lose.
//!
//! ```
//! use schemes::Scheme;
//! use walkthrough::{TracedGame, Limits, TracedTable, record};
//!
//! let game = TracedGame::tic_tac_toe("a1")?;
//! let positions = schemes::Positions::new(4)?;
//! let limits = Limits { depth: Some(3), ..Limits::default() };
//! let with = |scheme| record(&game, Some(TracedTable { scheme, positions }), limits);
//! let traces = [with(Scheme::New)?, with(Scheme::Deep)?, with(Scheme::TwoDeep)?];
//! assert_eq!(traces.each_ref().map(|trace| trace.totals().lost_hits), [3, 2, 0]);
//! assert_eq!(traces.each_ref().map(|trace| trace.totals().nodes), [67, 60, 53]);
//!
//! let page = traces[0].html();
//! assert!(page.starts_with("<!DOCTYPE html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

/// The README and pages of the book, whose examples are tested.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/src/which-table.md")]
#[doc = include_str!("../../../docs/src/threads.md")]
struct Book;

mod count;
mod counters;
mod game;
mod html;
mod log;
mod places;
mod recorder;
mod sentences;
mod state;
mod text;
/// The game of the tutorial.
#[path = "../../search/examples/tic_tac_toe/game.rs"]
mod tic_tac_toe;
mod trace;
mod uses;
mod words;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use schemes::{Positions, Scheme, Section, TranspositionTable};
use search::{HitSize, Search};
use tt::{Inspect, TableError};

pub use count::{SearchCount, count};
pub use counters::Counters;
pub use game::TracedGame;
pub use trace::Trace;

use game::{ShownGame, Start};
use log::Log;
use places::Places;
use recorder::{LogObserver, RecordedGame, RecordedTable};
use state::TableState;
use trace::{SectionShape, TableShape};

/// The smallest table that can be recorded.
pub const MIN_POSITIONS: u64 = 4;
/// The largest table that can be recorded. It is limited because the page draws every slot.
pub const MAX_POSITIONS: u64 = 64;

/// The table of a recorded search.
///
/// ```
/// let table = walkthrough::TracedTable { scheme: "two-deep".parse()?, positions: "16".parse()? };
/// assert_eq!(table.positions.get(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracedTable {
    /// The replacement scheme.
    pub scheme: Scheme,
    /// The size, from [`MIN_POSITIONS`] to [`MAX_POSITIONS`].
    pub positions: Positions,
}

/// The limits of a search and of its recording.
///
/// ```
/// use domineering::Player;
/// use walkthrough::{TracedGame, Limits, record};
///
/// let game = TracedGame::domineering("4x4".parse()?, Player::Vertical)?;
/// let limits = Limits { events: 50, ..Limits::default() };
/// let trace = record(&game, None, limits)?;
/// assert_eq!((trace.steps(), trace.cut_at()), (50, Some(50)));
/// assert!(trace.totals().nodes > 50, "the counters are those of the whole search");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The depth of the search in plies. `None` means to the end of the game.
    pub depth: Option<u8>,
    /// The maximum number of events to record. After that, the search continues without recording, to complete the
    /// final counters.
    pub events: usize,
    /// The maximum number of nodes to visit before the search is stopped.
    pub nodes: u64,
}

impl Default for Limits {
    /// Returns limits of 5,000 events and 200,000 nodes, without a limit of depth. With these limits, the page is
    /// smaller than 5 MB.
    fn default() -> Self {
        Self { depth: None, events: 5_000, nodes: 200_000 }
    }
}

/// An error that prevents a search from being recorded.
///
/// ```
/// use walkthrough::{TracedGame, Limits, TracedTable, TraceError, record};
///
/// let table = TracedTable { scheme: schemes::Scheme::Deep, positions: "1K".parse()? };
/// let error = record(&TracedGame::tic_tac_toe("")?, Some(table), Limits::default()).unwrap_err();
/// assert_eq!(error, TraceError::Positions { positions: table.positions });
/// assert_eq!(error.to_string(), "1K positions: a recorded table has 4 to 64 positions");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceError {
    /// The table is too small or too large.
    #[error("{positions} positions: a recorded table has {MIN_POSITIONS} to {MAX_POSITIONS} positions")]
    Positions {
        /// The requested number of positions.
        positions: Positions,
    },
    /// The table cannot be created.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The limit of events is 0.
    #[error("0 events: a trace has at least 1 event")]
    NoEvents,
    /// The limit of nodes is 0.
    #[error("0 nodes: a search visits at least 1 node")]
    NoNodes,
    /// The board is too large to be drawn.
    #[error("{board}: {squares} squares; a recorded board has at most {max} squares", max = TracedGame::MAX_SQUARES)]
    BoardSize {
        /// The requested board.
        board: String,
        /// The number of squares of the board.
        squares: u32,
    },
    /// The moves of Connect Four do not lead to a position that can be searched.
    #[error("invalid line of Connect Four: {0}")]
    ConnectFour(#[from] connect_four::MovesError),
    /// The moves of tic-tac-toe do not lead to a position that can be searched.
    #[error("invalid line of tic-tac-toe: `{word}`, move {number}: {problem}")]
    TicTacToe {
        /// The word.
        word: String,
        /// The number of the word, from 1.
        number: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
}

/// Describes the replacement rule of a scheme, as the predicate of a sentence.
///
/// ```
/// assert_eq!(walkthrough::rule(schemes::Scheme::New), "always keeps the new position");
/// ```
#[must_use]
pub fn rule(scheme: Scheme) -> String {
    sentences::rule(scheme)
}

/// Searches `game` with `table`, or without a table, and records the steps of the search.
///
/// The same arguments give the same trace on every machine.
///
/// ```
/// use walkthrough::{TracedGame, Limits, TracedTable, record};
///
/// let game = TracedGame::tic_tac_toe("b2")?;
/// let table = TracedTable { scheme: schemes::Scheme::TwoBig1, positions: "32".parse()? };
/// let trace = record(&game, Some(table), Limits::default())?;
/// assert_eq!(trace.score(), Some(0));
/// assert!(trace.totals().nodes < record(&game, None, Limits::default())?.totals().nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the table has fewer than [`MIN_POSITIONS`] or more than [`MAX_POSITIONS`] positions, if a bucket
/// of its scheme does not fit into it, or if a limit is 0.
pub fn record(game: &TracedGame, table: Option<TracedTable>, limits: Limits) -> Result<Trace, TraceError> {
    record_until(&AtomicBool::new(false), game, table, limits)
}

/// Does the same as [`record`], until `stop` is set: then the trace is that of the search so far.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use walkthrough::{TracedGame, Limits, record_until};
///
/// let trace = record_until(&AtomicBool::new(true), &TracedGame::tic_tac_toe("")?, None, Limits::default())?;
/// assert_eq!((trace.score(), trace.stopped_at()), (None, Some(trace.totals().nodes)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As for [`record`].
pub fn record_until(
    stop: &AtomicBool,
    game: &TracedGame,
    table: Option<TracedTable>,
    limits: Limits,
) -> Result<Trace, TraceError> {
    if let Some(TracedTable { positions, .. }) = table
        && !(MIN_POSITIONS..=MAX_POSITIONS).contains(&positions.get())
    {
        return Err(TraceError::Positions { positions });
    }
    if limits.events == 0 {
        return Err(TraceError::NoEvents);
    }
    if limits.nodes == 0 {
        return Err(TraceError::NoNodes);
    }
    match &game.start {
        Start::Domineering(start) => run(stop, game, start, table, limits),
        Start::ConnectFour(start) => run(stop, game, start, table, limits),
        Start::TicTacToe(start) => run(stop, game, start, table, limits),
    }
}

fn run<G: ShownGame>(
    stop: &AtomicBool,
    game: &TracedGame,
    start: &G,
    table: Option<TracedTable>,
    limits: Limits,
) -> Result<Trace, TraceError> {
    let depth = limits.depth.unwrap_or_else(|| start.full_depth());
    let real = table.map(|table| TranspositionTable::new(table.positions.into(), table.scheme)).transpose()?;
    let state = real.as_ref().map(|real| {
        let (sections, width) = (real.sections(), real.slots_per_group());
        let places = Places { sections, width, is_unbounded: !real.scheme().has_size() };
        (real.scheme(), TableState::new(places, real.capacity() as usize))
    });
    let log = RefCell::new(Log::new(start, state, depth, limits.events));
    let mut recorded = RecordedGame { game: start.clone(), log: &log };
    let mut recorded_table = RecordedTable { table: real, root: start.clone(), log: &log };
    let hit_size = table.map_or(HitSize::One, |table| HitSize::counting(table.scheme.counts_stored_nodes()));
    let search = Search::new(&mut recorded, &mut recorded_table).as_printed().hit_size(hit_size);
    let outcome = search.observed_by(LogObserver { log: &log, stop }).max_nodes(limits.nodes).run(depth);

    let log = log.into_inner();
    let shape = log.table.as_ref().map(|(scheme, state)| shape(*scheme, state));
    let cut_at = log.is_cut().then_some(limits.events);
    Ok(Trace {
        format: 2,
        game: game.to_string(),
        players: G::PLAYERS,
        scores: G::SCORES,
        rows: start.size().0,
        columns: start.size().1,
        row_names: start.row_names(),
        column_names: start.column_names(),
        table: shape,
        depth,
        cut_at,
        stopped_at: outcome.stopped.then_some(outcome.nodes),
        score: (!outcome.stopped).then_some(outcome.score),
        best: outcome.best.map(|best| start.name(best)),
        totals: log.totals,
        counters: counters::labels(),
        comparison: Vec::new(),
        positions: log.positions,
        nodes: log.nodes,
        events: log.events,
    })
}

fn shape(scheme: Scheme, state: &TableState) -> TableShape {
    let places = &state.places;
    let sections = places.sections.iter().map(|Section { unit, name, groups }| SectionShape {
        unit,
        name: name.to_string(),
        groups: *groups,
    });
    TableShape {
        scheme: scheme.name().to_owned(),
        label: scheme.label().to_owned(),
        rule: sentences::rule(scheme),
        positions: state.len(),
        buckets: state.len() / places.width,
        width: places.width,
        sections: sections.collect(),
        unbounded: places.is_unbounded,
        summary: places.summary(),
    }
}
