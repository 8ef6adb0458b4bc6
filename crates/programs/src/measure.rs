//! Measuring searches: nodes, results, and what happened to the table.

use std::sync::atomic::{AtomicU64, Ordering};

use ::chess::alibaba::{Best, Lines};
use ::connect_four::lab::Square;
use ::domineering::{BoardSize, Player, Winner};
use bytemuck::Zeroable;
use search::Observer;
use tt::{
    Audit, Audited, Masked, OfWidth, Pages, Parts, Positions, Replacement, Scheme, Score, Statistics, Stored,
    TranspositionTable,
};

use crate::{Error, chess, connect_four, domineering};

/// What is searched.
#[derive(Clone, Debug)]
pub enum Job {
    /// An empty board of domineering is solved by DOMI.
    Domineering {
        /// The board.
        board: BoardSize,
        /// Who moves first.
        first: Player,
        /// The seed of the keys.
        seed: u64,
    },
    /// Positions of Connect Four are solved one after another by the generic search, each with an empty table.
    ConnectFour {
        /// The positions.
        positions: Vec<::connect_four::Position>,
        /// The seed of the keys.
        seed: u64,
    },
    /// The same by the tutorial's solver, which has a table of its own.
    Tutorial {
        /// The positions.
        positions: Vec<::connect_four::Position>,
        /// Whether only the winner is asked for.
        weak: bool,
    },
    /// Positions of chess are searched one after another by ALIBABA.
    Chess {
        /// The positions, with their keys.
        positions: Vec<::chess::Position>,
        /// Plies.
        depth: u8,
        /// Whether the table is stamped between two positions; otherwise it is cleared.
        stamp: bool,
        /// Moves of a line that the table keeps: 1 to 5.
        line: u8,
    },
}

/// The table of a search.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The replacement scheme.
    pub scheme: Scheme,
    /// The size.
    pub positions: Positions,
    /// The parts of the table that the search uses.
    pub parts: Parts,
    /// Whether the table is checked against the whole positions: the nodes are the same, and it takes several times as
    /// long and much more memory.
    pub audited: bool,
}

/// What came of a job.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Nodes visited.
    pub nodes: u64,
    /// Who wins, in domineering; `None` if the search stopped at its limit.
    pub winner: Option<Winner>,
    /// One for each position and depth, in order. Empty if the search stopped at its limit, and in domineering.
    pub searches: Vec<Searched>,
    /// The seconds of the clock between the beginning and the end of the search.
    pub seconds: f64,
    /// What happened to the table.
    pub statistics: Statistics,
    /// Nodes whose position was not found, and whose first move was that of a line that an ancestor was found with.
    pub guided: u64,
    /// What an audited table found.
    pub audit: Audit,
}

/// What one search of a test position found at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The number of the position in its game, from 0.
    pub position: u16,
    /// Plies.
    pub depth: u8,
    /// Nodes of this depth and of those before: of a search to this depth.
    pub nodes: u64,
    /// The value, for the player to move.
    pub score: Score,
}

/// Seconds since a moment that stays the same.
pub type Clock<'a> = &'a dyn Fn() -> f64;

/// Counts the nodes of several searches together, for whoever wants to see them grow.
///
/// It lags behind by up to [`Nodes::STEP`] nodes a search.
///
/// ```
/// use programs::Nodes;
///
/// assert_eq!(Nodes::default().so_far(), 0);
/// ```
#[derive(Debug, Default)]
pub struct Nodes(AtomicU64);

impl Nodes {
    /// How many nodes a search visits before it says so: rarely enough to cost nothing.
    pub const STEP: u64 = 1 << 16;

    /// The nodes that were reported so far.
    pub fn so_far(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Counts `nodes` more.
    pub fn add(&self, nodes: u64) {
        self.0.fetch_add(nodes, Ordering::Relaxed);
    }
}

/// Observes one search: what happens to the table, and how far it is.
pub(crate) struct Watch<'a> {
    pub(crate) statistics: Statistics,
    nodes: u64,
    guided: u64,
    pub(crate) reported: &'a Nodes,
}

impl Observer for Watch<'_> {
    #[inline]
    fn node(&mut self, ply: u32) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Nodes::STEP) {
            self.reported.add(Nodes::STEP);
        }
        self.statistics.node(ply);
    }

    #[inline]
    fn look_up(&mut self, found: Option<usize>) {
        self.statistics.look_up(found);
    }

    #[inline]
    fn cutoff(&mut self) {
        self.statistics.cutoff();
    }

    #[inline]
    fn guided(&mut self) {
        self.guided += 1;
    }

    #[inline]
    fn store(&mut self, stored: Stored) {
        Observer::store(&mut self.statistics, stored);
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.reported.add(self.nodes % Nodes::STEP);
    }
}

/// A job for whatever table.
pub(crate) trait Searches {
    /// What the table keeps with a position.
    type Payload: Copy + Default + PartialEq;

    /// Searches with an empty table, and gives up before more than `max_nodes` nodes are visited.
    fn search<T: tt::Table<Payload = Self::Payload>>(
        &self,
        table: &mut T,
        max_nodes: u64,
        watch: &mut Watch<'_>,
    ) -> Found;
}

/// What came out.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) nodes: u64,
    pub(crate) winner: Option<Winner>,
    pub(crate) searches: Vec<Searched>,
}

/// Searches from an empty table, and gives up before it visits more than `max_nodes` nodes, which are added to `nodes`
/// on the way.
///
/// # Errors
///
/// The table cannot be allocated.
pub fn run(
    job: &Job,
    table: Option<Table>,
    max_nodes: u64,
    nodes: &Nodes,
    clock: Clock<'_>,
) -> Result<Measured, Error> {
    let watch = Watch { statistics: Statistics::default(), nodes: 0, guided: 0, reported: nodes };
    let mut task = Task { table, max_nodes, clock, seconds: 0.0, watch, audit: Audit::default() };
    let Found { nodes, winner, searches } = task.run(job)?;
    let Task { seconds, audit, .. } = task;
    let Watch { statistics, guided, .. } = task.watch;
    Ok(Measured { nodes, winner, searches, seconds, statistics, guided, audit })
}

/// A job that is run.
struct Task<'a> {
    table: Option<Table>,
    max_nodes: u64,
    clock: Clock<'a>,
    seconds: f64,
    watch: Watch<'a>,
    audit: Audit,
}

impl Task<'_> {
    fn run(&mut self, job: &Job) -> Result<Found, Error> {
        let Some(table) = self.table else { return self.without_table(job) };
        match job {
            &Job::Domineering { board, first, seed } => {
                self.of_width(&domineering::Empty { board, first, seed }, table)
            }
            Job::ConnectFour { positions, seed } => {
                self.of_width(&connect_four::Sample::<Square>::new(positions, *seed), table)
            }
            Job::Tutorial { positions, weak } => self.tutorial(positions, *weak),
            &Job::Chess { ref positions, depth, stamp, line } => match line {
                1 => self.of_width(&chess::Sequence::<Best>::new(positions, depth, stamp), table),
                // Longer lines are for one experiment alone, and are not worth compiling for each width.
                2 => self.with(&chess::Sequence::<Lines<2>>::new(positions, depth, stamp), table),
                3 => self.with(&chess::Sequence::<Lines<3>>::new(positions, depth, stamp), table),
                4 => self.with(&chess::Sequence::<Lines<4>>::new(positions, depth, stamp), table),
                _ => self.with(&chess::Sequence::<Lines<5>>::new(positions, depth, stamp), table),
            },
        }
    }

    fn without_table(&mut self, job: &Job) -> Result<Found, Error> {
        Ok(match job {
            &Job::Domineering { board, first, seed } => self.timed(&domineering::Empty { board, first, seed }, &mut ()),
            Job::ConnectFour { positions, seed } => {
                self.timed(&connect_four::Sample::<()>::new(positions, *seed), &mut ())
            }
            Job::Tutorial { positions, weak } => self.tutorial(positions, *weak)?,
            &Job::Chess { ref positions, depth, stamp, .. } => {
                self.timed(&chess::Sequence::<()>::new(positions, depth, stamp), &mut ())
            }
        })
    }

    fn tutorial(&mut self, positions: &[::connect_four::Position], weak: bool) -> Result<Found, Error> {
        let begun = (self.clock)();
        let found = connect_four::tutorial(positions, weak, self.max_nodes, self.watch.reported)?;
        self.seconds = (self.clock)() - begun;
        Ok(found)
    }

    /// Searches. Counting what is in the table afterwards takes no part of the time.
    fn timed<J: Searches, T: tt::Table<Payload = J::Payload>>(&mut self, job: &J, table: &mut T) -> Found {
        let begun = (self.clock)();
        let found = job.search(table, self.max_nodes, &mut self.watch);
        self.seconds = (self.clock)() - begun;
        found
    }

    /// The search is faster with a table that knows the width of its entries when it is compiled.
    fn of_width<J>(&mut self, job: &J, table: Table) -> Result<Found, Error>
    where
        J: Searches<Payload: Zeroable>,
    {
        let built_in = table.scheme.built_in();
        if table.audited || table.parts != Parts::all() {
            self.with(job, table)
        } else if let Some(one) = built_in.and_then(OfWidth::<1, _>::new) {
            self.plain(job, one, table.positions)
        } else if let Some(two) = built_in.and_then(OfWidth::<2, _>::new) {
            self.plain(job, two, table.positions)
        } else {
            self.with(job, table)
        }
    }

    fn plain<J, R>(&mut self, job: &J, scheme: R, positions: Positions) -> Result<Found, Error>
    where
        J: Searches<Payload: Zeroable>,
        R: Replacement,
    {
        let mut table = TranspositionTable::<_, J::Payload>::with_pages(positions, scheme, Pages::Huge)?;
        let found = self.timed(job, &mut table);
        self.watch.statistics.fill = table.fill();
        Ok(found)
    }

    /// Masked, and audited if that is asked for.
    fn with<J>(&mut self, job: &J, Table { scheme, positions, parts, audited }: Table) -> Result<Found, Error>
    where
        J: Searches<Payload: Zeroable>,
    {
        let table = TranspositionTable::<_, J::Payload>::with_pages(positions, scheme, Pages::Huge)?;
        if audited {
            let mut table = Masked::new(Audited::new(table), parts);
            let found = self.timed(job, &mut table);
            self.audit = table.get_ref().audit();
            self.watch.statistics.fill = table.get_ref().get_ref().fill();
            Ok(found)
        } else {
            let mut table = Masked::new(table, parts);
            let found = self.timed(job, &mut table);
            self.watch.statistics.fill = table.get_ref().fill();
            Ok(found)
        }
    }
}
