//! Chess: searching positions by either program.

mod analysis;
mod engine_job;
mod farthest;
mod openings;
mod pairs;
mod player;
mod together;
pub mod versus;

pub use analysis::{Analysed, Analyser, AnalyserSettings, EvaluationUsage};
pub use engine_job::EngineJob;
pub use farthest::{Completed, Farthest};
pub use openings::random_opening;
pub use pairs::{MatchJob, keys_of_pair, opening_of_pair};
pub use player::{Player, PlayerSearch, PlayerSettings, Program, UnknownProgram, first_ranked};
pub use together::TeamAnalysis;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use alibaba::{Alibaba, Best, Lines, Playing};
use chess::{Move, Position};
use schemes::{EvaluationTable, Masked, Parts, Scheme, TranspositionTable};
use search::{ChosenOptions, Observer, PackedMoves, Parallel, Search, Statistics, Team};
use tt::layouts::{Thesis, WideThesis};
use tt::{Layout, Maintain, Pages, Payload, Record, Score, Size, Table, TableError};

use crate::job::Measurable;
use crate::limit::Limited;
use crate::options::{self, SearchOptions};
use crate::recorder::Recorder;
use crate::task::{MeasuredTable, Task};
use crate::watched::{JobLimits, JobResult, Searched, Searches, StoredAs, Watcher};
use crate::{Error, with_or_without};

/// ALIBABA searches positions one after another.
#[derive(Clone, Debug)]
pub struct ChessJob {
    /// The positions, with their keys.
    pub positions: Vec<Position>,
    /// Plies.
    pub depth: u8,
    /// Whether the table is stamped between two positions. Otherwise it is cleared.
    pub stamp: bool,
    /// Moves of a line that the table keeps: 1 to [`Lines::MAX_MOVES`].
    pub line: u8,
}

impl ChessJob {
    fn sequence<P>(&self) -> Sequence<'_, P> {
        Sequence { job: self, payload: PhantomData }
    }
}

impl Measurable for ChessJob {
    fn with_table(&self, task: &mut Task<'_>, table: MeasuredTable) -> Result<JobResult, Error> {
        match self.line {
            1 => task.of_width(&self.sequence::<Best>(), table),
            // Only one experiment uses longer lines: they are not worth compiling more than once.
            _ => task.with_options(&self.sequence::<Lines>(), table),
        }
    }

    fn without_table(&self, task: &mut Task<'_>) -> Result<JobResult, Error> {
        Ok(task.bare(&self.sequence::<()>()))
    }

    fn record(&self, recorder: &mut Recorder<'_>) -> Option<JobResult> {
        let is_single = self.positions.len() == 1 && self.line == 1;
        is_single.then(|| recorder.search(&self.sequence::<Best>()))
    }
}

/// Searches positions in order with one table, which keeps a `P` with each position.
struct Sequence<'a, P> {
    job: &'a ChessJob,
    payload: PhantomData<P>,
}

/// A payload with the layout of its positions.
trait Kept: PackedMoves<Move> + 'static {
    type Layout: Layout<Record = Record<Self>> + 'static;
    type Stored: StoredAs;
}

impl Kept for () {
    type Layout = Thesis<Self>;
    type Stored = u16;
}

impl Kept for Best {
    type Layout = Thesis<Self>;
    type Stored = u16;
}

impl Kept for Lines {
    type Layout = WideThesis<Self>;
    type Stored = Self;
}

impl StoredAs for Lines {
    fn table<P: Payload>(size: Size, scheme: Scheme) -> Result<TranspositionTable<P, Self>, TableError> {
        TranspositionTable::with_layout::<WideThesis<Self>>(size, scheme, Pages::Huge)
    }
}

impl<P> Sequence<'_, P> {
    /// Returns whether the table is cleared between two positions. Scores with the piece-square values of another root
    /// would be wrong.
    fn clears(&self, options: impl ChosenOptions) -> bool {
        !self.job.stamp || options.has(options::SQUARES_OF_ROOT)
    }

    /// Clears or stamps the table between two positions.
    fn between(&self, before: &Position, after: &Position, table: &mut impl Maintain, options: impl ChosenOptions) {
        if self.clears(options) {
            table.clear();
        } else {
            stamp(before, after, table, options);
        }
    }
}

/// Stamps the table between two positions of a game, unless the options say otherwise.
fn stamp(before: &Position, after: &Position, table: &mut impl Maintain, options: impl ChosenOptions) {
    let is_wanted = if options.has(options::DATE_CONVERSIONS) {
        after.is_converted_since(before)
    } else {
        !options.has(options::DATE_NONE)
    };
    if is_wanted {
        table.stamp();
    }
}

impl<P: Kept> Searches for Sequence<'_, P> {
    type Payload = P;
    type Layout = P::Layout;
    type Stored = P::Stored;

    fn search(
        &self,
        mut table: impl Table<Payload = P> + Maintain,
        limits: JobLimits,
        options: impl ChosenOptions,
        mut watcher: impl Watcher,
    ) -> JobResult {
        let &ChessJob { ref positions, depth, stamp, line } = self.job;
        let mut searches = Vec::new();
        let mut nodes = 0;
        let Some(first) = positions.first() else { return JobResult::searched(nodes, searches) };
        let mut game = Alibaba::new(first.clone()).with_options(options);
        for (number, position) in (0..).zip(positions) {
            if number > 0 {
                self.between(&positions[usize::from(number) - 1], position, &mut table, options);
                watcher.next_position(self.clears(options));
            }
            game.turn_to(position.clone());
            let mut of_position = 0;
            let search = Search::new(&mut game, &mut table).with_options(options).hit_size(limits.hit_size);
            let search = search.stored_moves(line.into());
            let mut results = Vec::new();
            let is_recording = watcher.is_recording();
            let search = search.observed_by(watcher.observer()).max_nodes(limits.nodes - nodes);
            let outcome = alibaba::deepen(search, depth, |iteration, _| {
                let earlier = if options.has(options::LAST_ITERATION) { 0 } else { of_position };
                of_position = earlier + iteration.outcome.nodes;
                // A stamped table contains earlier searches to the full depth, so that the shallower iterations are
                // not those of a shallower search.
                if !stamp || iteration.depth == depth {
                    let (depth, score) = (iteration.depth, iteration.outcome.score);
                    let best = iteration.outcome.best.and_then(|best| best.to_string().parse().ok());
                    searches.push(Searched { position: number, depth, nodes: of_position, score, best });
                    if is_recording {
                        results.push((depth, score, iteration.outcome.best));
                    }
                }
            });
            nodes += of_position;
            if outcome.stopped {
                return JobResult::stopped(limits.nodes);
            }
            for (depth, score, best) in results {
                watcher.searched(number, depth, score, best.map(|best| best.to_string()));
            }
        }
        JobResult::searched(nodes, searches)
    }
}

/// The table of an engine, whose scheme is chosen at run time.
pub type ChessTable = Masked<TranspositionTable<Best>>;

/// Creates a table with these parts in use, in huge pages if the system provides them.
///
/// # Errors
///
/// The table cannot be allocated.
pub fn table(scheme: Scheme, size: Size, parts: Parts) -> Result<ChessTable, TableError> {
    Ok(Masked::new(TranspositionTable::with_pages(size, scheme, Pages::Huge)?, parts))
}

/// The table of the strongest program, which keeps static evaluations where there is room for them.
type EngineTable = Masked<EvaluationTable>;

/// Creates a table of the strongest program; `None` searches without a table.
fn engine_table(scheme: Option<Scheme>, size: Size, parts: Parts) -> Result<EngineTable, TableError> {
    let (scheme, size, parts) = with_or_without(scheme, size, parts);
    Ok(Masked::new(EvaluationTable::with_evaluations(size, scheme, Pages::Huge)?, parts))
}

/// The stack size of a thread that searches: quiescence search may follow captures and checks for thousands of plies.
/// Unused stack takes no memory.
pub const STACK: usize = 64 << 20;

/// Threads put off moves of positions that are searched to this depth or deeper.
const LEAST_DEPTH: u8 = 4;

/// The plies by which every second thread of a lazy team of the strongest program is ahead of the first one.
const AHEAD: u8 = 3;

/// Creates the team of the threads that search a position together.
#[must_use]
pub fn team(program: Program, parallel: Parallel) -> Team {
    let team = Team::new(parallel, LEAST_DEPTH);
    match program {
        Program::Best => team.ahead_by(AHEAD),
        Program::Historic => team,
    }
}

/// Called from time to time with the nodes so far; returns whether to stop the search.
pub type Beat<'a> = &'a mut dyn FnMut(u64) -> bool;

/// Called after each depth with its score, its principal variation and the nodes of all threads so far; returns whether
/// to stop the search.
pub type Hear<'a> = &'a mut dyn FnMut(u8, Score, &[Move], u64) -> bool;

/// Returns the options of a search that plays: these, and those of [`Playing`] that can be combined with them.
#[must_use]
pub fn playing(options: SearchOptions) -> SearchOptions {
    let own = SearchOptions::all().filter(|&option| Playing.has(option));
    own.fold(options, |options, option| options.with(option).unwrap_or(options))
}

/// Returns the moves at the beginning of a line that are legal, each with the position before it: after a type-1 error,
/// a line from the table may be illegal.
pub fn legal_line(start: &Position, line: &[Move]) -> impl Iterator<Item = (Position, Move)> {
    let mut after = start.clone();
    line.iter().map_while(move |&mv| {
        after.is_legal(mv).then(|| {
            let before = after.clone();
            after.play(mv);
            (before, mv)
        })
    })
}

/// Observes the searches of players, analyses, matches and jobs of the engine: it counts the requests to the table if
/// that is wanted, and stops the search. With one type for all of them, each search is compiled once.
type Observed<'s, 'w> = (Option<&'s mut Statistics>, Stops<'w>);

/// What stops a search: a request, and the limit of all threads together.
type Stops<'a> = (Watched<'a>, Option<Limited<'a>>);

/// Stops a search on request, which it looks for at every node, and asks from time to time whether to stop it.
struct Watched<'a> {
    nodes: u64,
    over: bool,
    stop: &'a AtomicBool,
    beat: Beat<'a>,
}

impl<'a> Watched<'a> {
    fn new(stop: &'a AtomicBool, beat: Beat<'a>) -> Self {
        Self { nodes: 0, over: false, stop, beat }
    }

    #[cold]
    fn beat(&mut self) {
        self.over |= (self.beat)(self.nodes);
    }
}

impl Observer for Watched<'_> {
    #[inline]
    fn node(&mut self, _: u32) {
        self.nodes += 1;
    }

    #[inline]
    fn wants_stop(&mut self) -> bool {
        if self.nodes.is_multiple_of(PlayerSearch::STEP) {
            self.beat();
        }
        self.over || self.stop.load(Ordering::Relaxed)
    }
}
