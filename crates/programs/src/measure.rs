//! Measuring searches: their nodes, results, and the statistics of the table.

use ::chess::alibaba::{Best, Lines};
use ::connect_four::lab::Square;
use ::connect_four::tutorial::StoredBounds;
use ::domineering::best::BestSolver;
use ::domineering::{BoardSize, Move, Player};
use search::{Audit, Auditor, ChosenOptions, HitSize, InteriorNodes, Plain, SearchOption, SearchOptions, Seeded};
use tt::{
    Buckets, FalseHits, Inspect, Maintain, Masked, Pages, Parts, Positions, Scheme, Statistics, Table,
    TranspositionTable,
};

use crate::examine::{Examined, Examiner};
use crate::watched::{Ending, Found, Limits, Nodes, Progress, Searches, Watch};
use crate::{Error, chess, connect_four, domineering};

/// What is searched.
#[derive(Clone, Debug)]
pub enum Job {
    /// DOMI solves an empty board of domineering.
    Domineering {
        /// The board.
        board: BoardSize,
        /// Who moves first.
        first: Player,
        /// The seed of the keys.
        seed: u64,
    },
    /// The best solver of domineering solves an empty board.
    DomineeringBest(BestSolver),
    /// The generic search solves positions of Connect Four one after another, each with an empty table.
    ConnectFour {
        /// The positions.
        positions: Vec<::connect_four::Position>,
        /// The seed of the keys.
        seed: u64,
    },
    /// The tutorial's solver, which has its own table, solves positions of Connect Four one after another.
    Tutorial {
        /// The positions.
        positions: Vec<::connect_four::Position>,
        /// Whether to find only the winner.
        weak: bool,
        /// The bounds that its table stores.
        bounds: StoredBounds,
    },
    /// ALIBABA searches positions of chess one after another.
    Chess {
        /// The positions, with their keys.
        positions: Vec<::chess::Position>,
        /// Plies.
        depth: u8,
        /// Whether the table is stamped between two positions. Otherwise it is cleared.
        stamp: bool,
        /// Moves of a line that the table keeps: 1 to [`Lines::MAX_MOVES`].
        line: u8,
    },
}

/// The table of a measured search.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredTable {
    /// The replacement scheme.
    pub scheme: Scheme,
    /// The size.
    pub positions: Positions,
    /// The parts of the table that the search uses.
    pub parts: Parts,
    /// Whether the table is checked against full positions. The nodes are the same, but the search takes several times
    /// as long and much more memory.
    pub audited: bool,
    /// The seed of injected false hits and of computed keys, if the options of the search have some.
    pub seed: u64,
}

/// The result of a job.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Nodes visited.
    pub nodes: u64,
    /// How it ended.
    pub ending: Ending,
    /// The seconds of the clock between the beginning and the end of the search.
    pub seconds: f64,
    /// The statistics of the table.
    pub statistics: Statistics,
    /// The positions that the table has room for; 0 without a table. For a table without a limit, those that it holds.
    pub capacity: u64,
    /// Nodes whose position was not found in the table, and whose first move came from the line of an ancestor.
    pub guided: u64,
    /// The best move on a board of domineering, if it is known.
    pub best: Option<Move>,
    /// The nodes above the horizon; `None` of jobs that ignore the options: their solvers do not count them.
    pub interior: Option<InteriorNodes>,
    /// The audit of the table; empty without one.
    pub audit: Audit,
    /// The searches, if the table was audited or had false hits.
    pub examined: Vec<Examined>,
}

/// Returns the seconds since a fixed moment.
pub type Clock<'a> = &'a dyn Fn() -> f64;

/// Runs a job with an empty table, and stops before it visits more than `max_nodes` nodes. They are added to `nodes` on
/// the way. [`Job::Tutorial`] and [`Job::DomineeringBest`] ignore the options, and are not audited.
///
/// # Errors
///
/// The table cannot be allocated.
pub fn run(
    job: &Job,
    table: Option<MeasuredTable>,
    options: SearchOptions,
    max_nodes: u64,
    nodes: &Nodes,
    clock: Clock<'_>,
) -> Result<Measured, Error> {
    let watch = (Statistics::default(), Progress::new(nodes));
    let (audit, examined) = (Audit::default(), Vec::new());
    let mut task = Task { table, options, max_nodes, clock, seconds: 0.0, watch, capacity: 0, audit, examined };
    let Found { nodes, ending, best } = task.run(job)?;
    let Task { seconds, capacity, audit, examined, watch: (statistics, progress), .. } = task;
    let is_counted = !matches!(job, Job::Tutorial { .. } | Job::DomineeringBest(_));
    let interior = is_counted.then(|| progress.interior.nodes(&statistics));
    let guided = progress.guided;
    Ok(Measured { nodes, ending, best, seconds, statistics, capacity, guided, interior, audit, examined })
}

/// Returns the result of some work, and the seconds that it took.
fn timed<T>(clock: Clock<'_>, work: impl FnOnce() -> T) -> (T, f64) {
    let begun = clock();
    let result = work();
    (result, clock() - begun)
}

/// A running job.
struct Task<'a> {
    table: Option<MeasuredTable>,
    options: SearchOptions,
    max_nodes: u64,
    clock: Clock<'a>,
    seconds: f64,
    watch: Watch<'a>,
    capacity: u64,
    audit: Audit,
    examined: Vec<Examined>,
}

impl Task<'_> {
    fn run(&mut self, job: &Job) -> Result<Found, Error> {
        let Some(table) = self.table else { return self.without_table(job) };
        match job {
            &Job::Domineering { board, first, seed } => {
                self.of_width(&domineering::Empty { board, first, seed }, table)
            }
            &Job::DomineeringBest(solver) => self.best_with(solver, table),
            Job::ConnectFour { positions, seed } => {
                self.of_width(&connect_four::Sample::<Square>::new(positions, *seed), table)
            }
            Job::Tutorial { positions, weak, bounds } => self.tutorial(positions, *weak, *bounds),
            &Job::Chess { ref positions, depth, stamp, line } => match line {
                1 => self.of_width(&chess::Sequence::<Best>::new(positions, depth, stamp, line), table),
                // Only one experiment uses longer lines: they are not worth compiling more than once.
                _ => self.with_options(&chess::Sequence::<Lines>::new(positions, depth, stamp, line), table),
            },
        }
    }

    fn without_table(&mut self, job: &Job) -> Result<Found, Error> {
        Ok(match job {
            &Job::Domineering { board, first, seed } => self.bare(&domineering::Empty { board, first, seed }),
            &Job::DomineeringBest(solver) => self.best(solver, (), HitSize::One),
            Job::ConnectFour { positions, seed } => self.bare(&connect_four::Sample::<()>::new(positions, *seed)),
            Job::Tutorial { positions, weak, bounds } => self.tutorial(positions, *weak, *bounds)?,
            &Job::Chess { ref positions, depth, stamp, line } => {
                self.bare(&chess::Sequence::<()>::new(positions, depth, stamp, line))
            }
        })
    }

    fn best(&mut self, solver: BestSolver, table: impl Table<Payload = ()>, hit_size: HitSize) -> Found {
        let limits = Limits { nodes: self.max_nodes, hit_size };
        let solve = || domineering::solve_best(solver, table, limits, &mut self.watch);
        let (found, seconds) = timed(self.clock, solve);
        self.seconds = seconds;
        found
    }

    fn best_with(&mut self, solver: BestSolver, table: MeasuredTable) -> Result<Found, Error> {
        let MeasuredTable { scheme, positions, parts, .. } = table;
        let mut table = Masked::new(TranspositionTable::with_pages(positions.into(), scheme, Pages::Huge)?, parts);
        let found = self.best(solver, &mut table, scheme.into());
        self.measure(&table);
        Ok(found)
    }

    fn tutorial(
        &mut self,
        positions: &[::connect_four::Position],
        weak: bool,
        bounds: StoredBounds,
    ) -> Result<Found, Error> {
        let reported = self.watch.1.reported();
        let solve = || connect_four::tutorial(positions, weak, bounds, self.max_nodes, reported);
        let (found, seconds) = timed(self.clock, solve);
        self.seconds = seconds;
        Ok(found?)
    }

    /// Searches, and measures the time without that of counting the positions in the table afterwards.
    fn search<J: Searches>(
        &mut self,
        job: &J,
        table: impl Table<Payload = J::Payload> + Maintain,
        hit_size: HitSize,
        options: impl ChosenOptions,
    ) -> Found {
        let limits = Limits { nodes: self.max_nodes, hit_size };
        let (found, seconds) = timed(self.clock, || job.search(table, limits, options, &mut self.watch));
        self.seconds = seconds;
        found
    }

    /// Searches without a table.
    fn bare<J: Searches<Payload = ()>>(&mut self, job: &J) -> Found {
        if self.options.is_plain() {
            self.search(job, (), HitSize::One, Plain)
        } else {
            self.search(job, (), HitSize::One, Seeded { options: self.options, key_seed: 0 })
        }
    }

    /// Searches with a table whose width is known at compile time, if there is one: that is faster.
    fn of_width<J: Searches>(&mut self, job: &J, table: MeasuredTable) -> Result<Found, Error> {
        let MeasuredTable { scheme, positions, parts, audited, .. } = table;
        let is_plain = !audited && parts == Parts::all() && self.options.is_plain();
        let built_in = scheme.built_in().filter(|_| is_plain);
        match (built_in, scheme.width()) {
            (Some(policy), 1) => {
                self.plain(job, Buckets::<J::Layout, _, 1>::with_pages(positions.into(), policy, Pages::Huge)?, scheme)
            }
            (Some(policy), 2) => {
                self.plain(job, Buckets::<J::Layout, _, 2>::with_pages(positions.into(), policy, Pages::Huge)?, scheme)
            }
            _ => self.with(job, table),
        }
    }

    fn plain<J: Searches>(
        &mut self,
        job: &J,
        mut table: impl Table<Payload = J::Payload> + Maintain + Inspect,
        scheme: Scheme,
    ) -> Result<Found, Error> {
        let found = self.search(job, &mut table, scheme.into(), Plain);
        self.measure(&table);
        Ok(found)
    }

    fn measure(&mut self, table: &impl Inspect) {
        self.watch.0.fill = table.fill();
        self.capacity = table.capacity();
    }

    /// Searches with a table behind a pointer, which is masked, and audited on request.
    fn with<J: Searches>(&mut self, job: &J, table: MeasuredTable) -> Result<Found, Error> {
        if self.options.is_plain() { self.examined(job, table, Plain) } else { self.with_options(job, table) }
    }

    /// As [`with`](Self::with), with options that are chosen at run time, if any.
    fn with_options<J: Searches>(&mut self, job: &J, table: MeasuredTable) -> Result<Found, Error> {
        self.examined(job, table, Seeded { options: self.options, key_seed: table.seed })
    }

    fn examined<J: Searches>(
        &mut self,
        job: &J,
        table: MeasuredTable,
        options: impl ChosenOptions,
    ) -> Result<Found, Error> {
        let MeasuredTable { scheme, positions, parts, audited, seed } = table;
        let mut table = job.table(positions.into(), scheme)?;
        let one_in = self.options.false_hits();
        let rule = one_in.map(|one_in| FalseHits::one_in(one_in, seed));
        if let Some(rule) = &rule {
            table = table.with_false_hits(rule);
        }
        let mut table = Masked::new(table, parts);
        let audited = audited || self.options.contains(SearchOption::Audit);
        let auditor = audited.then(|| Auditor::new(&table));
        let mut examiner = Examiner::new(&mut self.watch, auditor, rule);
        let limits = Limits { nodes: self.max_nodes, hit_size: scheme.into() };
        let (found, seconds) = timed(self.clock, || job.search(&mut table, limits, options, &mut examiner));
        self.seconds = seconds;
        self.audit = examiner.audit();
        self.examined = examiner.into_examined();
        self.measure(&table);
        Ok(found)
    }
}
