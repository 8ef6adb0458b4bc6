//! A job while it runs: its table, its options, and what is measured of it.

use schemes::policies::BuiltIn;
use schemes::{FalseHits, Masked, Parts, Positions, Scheme};
use search::{Audit, Auditor, ChosenOptions, HitSize, Plain, Seeded};
use tt::{Buckets, Inspect, Maintain, Pages, Table};

use crate::Error;
use crate::examine::{Examined, Examiner};
use crate::options::{self, SearchOptions};
use crate::watched::{JobLimits, JobResult, Searches, StoredAs, Watch};

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

/// Returns the seconds since a fixed moment.
pub type Clock<'a> = &'a dyn Fn() -> f64;

/// A running job.
pub(crate) struct Task<'a> {
    pub(crate) options: SearchOptions,
    pub(crate) max_nodes: u64,
    pub(crate) clock: Clock<'a>,
    pub(crate) seconds: f64,
    pub(crate) watch: Watch<'a>,
    pub(crate) capacity: u64,
    pub(crate) audit: Audit,
    pub(crate) examined: Vec<Examined>,
}

impl Task<'_> {
    /// Runs a solver that is not the generic search, and measures its time.
    pub(crate) fn timed<T>(&mut self, solve: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        let (found, seconds) = timed(self.clock, || solve(&mut self.watch));
        self.seconds = seconds;
        found
    }

    /// Searches, and measures the time without that of counting the positions in the table afterwards.
    fn search<J: Searches>(
        &mut self,
        job: &J,
        table: impl Table<Payload = J::Payload> + Maintain,
        hit_size: HitSize,
        options: impl ChosenOptions,
    ) -> JobResult {
        let limits = JobLimits { nodes: self.max_nodes, hit_size };
        let (found, seconds) = timed(self.clock, || job.search(table, limits, options, &mut self.watch));
        self.seconds = seconds;
        found
    }

    /// Searches without a table.
    pub(crate) fn bare<J: Searches<Payload = ()>>(&mut self, job: &J) -> JobResult {
        if self.options.is_plain() {
            self.search(job, (), HitSize::One, Plain)
        } else {
            self.search(job, (), HitSize::One, Seeded { options: self.options, key_seed: 0 })
        }
    }

    /// Searches with a table whose width is known at compile time, if there is one: that is faster.
    pub(crate) fn of_width<J: Searches>(&mut self, job: &J, table: MeasuredTable) -> Result<JobResult, Error> {
        let MeasuredTable { scheme, positions, parts, audited, .. } = table;
        let is_plain = !audited && parts == Parts::all() && self.options.is_plain();
        match scheme.built_in().filter(|_| is_plain) {
            Some(BuiltIn::One(policy)) => {
                self.plain(job, Buckets::<J::Layout, _, 1>::with_pages(positions.into(), policy, Pages::Huge)?, scheme)
            }
            Some(BuiltIn::Two(policy)) => {
                self.plain(job, Buckets::<J::Layout, _, 2>::with_pages(positions.into(), policy, Pages::Huge)?, scheme)
            }
            None => self.with(job, table),
        }
    }

    fn plain<J: Searches>(
        &mut self,
        job: &J,
        mut table: impl Table<Payload = J::Payload> + Maintain + Inspect,
        scheme: Scheme,
    ) -> Result<JobResult, Error> {
        let found = self.search(job, &mut table, HitSize::counting(scheme.counts_stored_nodes()), Plain);
        self.measure(&table);
        Ok(found)
    }

    /// Measures what the table holds.
    pub(crate) fn measure(&mut self, table: &impl Inspect) {
        self.watch.0.fill = table.fill();
        self.capacity = table.capacity();
    }

    /// Searches with a table behind a pointer, which is masked, and audited on request.
    fn with<J: Searches>(&mut self, job: &J, table: MeasuredTable) -> Result<JobResult, Error> {
        if self.options.is_plain() { self.examined(job, table, Plain) } else { self.with_options(job, table) }
    }

    /// As [`with`](Self::with), with options that are chosen at run time, if any.
    pub(crate) fn with_options<J: Searches>(&mut self, job: &J, table: MeasuredTable) -> Result<JobResult, Error> {
        self.examined(job, table, Seeded { options: self.options, key_seed: table.seed })
    }

    fn examined<J: Searches>(
        &mut self,
        job: &J,
        table: MeasuredTable,
        options: impl ChosenOptions,
    ) -> Result<JobResult, Error> {
        let MeasuredTable { scheme, positions, parts, audited, seed } = table;
        let mut table = J::Stored::table::<J::Payload>(positions.into(), scheme)?;
        let one_in = options::false_hits(self.options);
        let rule = one_in.map(|one_in| FalseHits::one_in(one_in, seed));
        if let Some(rule) = &rule {
            table = table.with_false_hits(rule);
        }
        let mut table = Masked::new(table, parts);
        let audited = audited || self.options.contains(options::AUDIT);
        let auditor = audited.then(|| Auditor::new(&table));
        let mut examiner = Examiner::new(&mut self.watch, auditor, rule);
        let limits = JobLimits { nodes: self.max_nodes, hit_size: HitSize::counting(scheme.counts_stored_nodes()) };
        let (found, seconds) = timed(self.clock, || job.search(&mut table, limits, options, &mut examiner));
        self.seconds = seconds;
        self.audit = examiner.audit();
        self.examined = examiner.into_examined();
        self.measure(&table);
        Ok(found)
    }
}

/// Returns the result of some work, and the seconds that it took.
fn timed<T>(clock: Clock<'_>, work: impl FnOnce() -> T) -> (T, f64) {
    let begun = clock();
    let result = work();
    (result, clock() - begun)
}
