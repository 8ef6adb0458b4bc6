//! Running the cells of experiments in parallel, and storing their rows.
//!
//! A sweep can be killed at any moment: a finished cell is stored at once, and the same command resumes. It can be
//! divided into [shards](crate::shard::Shard). Several programs may write to one database, but they do not divide the
//! work between them: give each its own shard.
//!
//! While another program blocks the database, by writing or by reading, finished cells are kept in memory and more
//! cells are run. After the last cell, the sweep waits for that program for at most a day.
//!
//! A cell that fails, out of memory or because of a bug, does not stop the others: see [`Done::failed`].

mod unstored;
mod work;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Result, bail};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::cell::without_effect;
use crate::estimates::Estimates;
use crate::fnv::fnv_1a;
use crate::help::{ErrorWithHelp, with_help};
use crate::plan::{
    CellState, Options, Others, Plan, Planned, Rows, Selected, Selection, StoredRows, count, planned, select,
    stored_rows,
};
use crate::row::{check_sums, repeated};
use crate::run::{self, Nodes};
use crate::store::{Store, no_database};
use crate::text::{self, counted};
use crate::{Cell, Definition, Row, machine, parallel};

/// What a sweep reports while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Cells will be run.
    Begun {
        /// The number of cells.
        cells: usize,
        /// Their estimated nodes, if they can be estimated.
        nodes: Option<u64>,
    },
    /// The nodes visited so far.
    Nodes(u64),
    /// A cell ended.
    Ended {
        /// Its estimated nodes.
        estimate: u64,
        /// Its nodes.
        nodes: u64,
    },
    /// Finished cells that are not stored yet, because another program uses the database.
    Waiting(usize),
    /// No cell is running.
    Over,
    /// A line for the user.
    Note(String),
    /// The database has rows with other signatures, which are not used.
    Others(Others),
}

/// Receives the events of a sweep.
pub type Listener<'a> = &'a dyn Fn(Event);

/// The cells that options select.
pub struct Sweep<'a> {
    options: &'a Options,
    selection: Selection<'a>,
}

/// The result of a sweep.
#[derive(Clone, Debug)]
pub struct Done<'a> {
    /// Cells that were run.
    pub run: usize,
    /// Cells that had a row already.
    pub taken: usize,
    /// Nodes of the cells that were run.
    pub nodes: u64,
    /// The time that they took.
    pub seconds: f64,
    /// Rows of these experiments that were run again and differ from the rows that they replaced.
    pub changed: usize,
    /// Rows of the database with other signatures.
    pub others: Others,
    /// Cells that failed. The others were run and stored.
    pub failed: Vec<Failed>,
    /// The rows of each experiment.
    pub results: Vec<Results<'a>>,
    options: &'a Options,
    rows: Rows,
}

/// The rows of an experiment.
#[derive(Clone, Debug)]
pub struct Results<'a> {
    /// The experiment.
    pub definition: &'a Definition,
    /// Its rows.
    pub rows: Vec<Row>,
    /// The number of its cells that do not have a row.
    pub missing: usize,
    /// How the rows were made.
    pub provenance: Provenance,
}

/// How the rows of an experiment were made.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The command that makes the rows.
    pub command: String,
    /// Whether they are all the rows of the full part.
    pub is_full: bool,
    /// Whether the quick part was selected.
    pub is_quick: bool,
    /// The number of cells that the command selects.
    pub cells: usize,
}

/// A cell that failed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Failed {
    /// The cell's configuration as text, as in the column `cell` of the database.
    #[serde(serialize_with = "text::serialize")]
    #[schemars(with = "String")]
    pub cell: Cell,
    /// Why the cell failed, for example for lack of memory.
    #[serde(serialize_with = "on_one_line")]
    #[schemars(with = "String")]
    pub error: ErrorWithHelp,
}

fn on_one_line<S: Serializer>(error: &ErrorWithHelp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&error.on_one_line())
}

/// Output of `ttlab sweep --verify N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Verified {
    /// Stored rows of the selected cells.
    pub rows: usize,
    /// Rows whose cells were run again and gave the same counts.
    pub verified: usize,
    /// Nodes visited in the cells that were run again.
    pub nodes: u64,
}

/// Which rows are verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of rows.
    pub number: usize,
    /// The seed of the draw; by default the number of rows that it is drawn from.
    pub seed: Option<u64>,
}

impl<'a> Sweep<'a> {
    /// Selects the cells.
    ///
    /// # Errors
    ///
    /// No cell matches the options.
    pub fn new(options: &'a Options) -> Result<Self> {
        Ok(Self { options, selection: select(options)? })
    }

    /// Returns the plan of the sweep, without running it.
    ///
    /// # Errors
    ///
    /// The database cannot be read.
    pub fn plan(&self) -> Result<Plan> {
        let found = match Store::open(&self.options.db)? {
            Some(store) => stored_rows(&store, &self.selection)?,
            None => StoredRows { estimates: Estimates::new([]), ..StoredRows::default() },
        };
        Ok(Plan::new(planned(self.options, &self.selection, &found), found.others))
    }

    /// Runs the cells that are not done, and stores their rows. `listen` receives the progress.
    ///
    /// # Errors
    ///
    /// The database cannot be used, or a thread cannot be started. Rows that were stored remain. Cells that fail are
    /// not an error of the sweep, but are [listed](Done::failed).
    pub fn run(&self, listen: Listener<'_>) -> Result<Done<'a>> {
        let (options, selection) = (self.options, &self.selection);
        let note = |line: String| listen(Event::Note(line));
        let store = Store::create(&options.db)?;
        let before = stored_rows(&store, selection)?;
        listen(Event::Others(before.others.clone()));
        let mut plan = planned(options, selection, &before);
        let planned = count(&plan);
        let chosen: BTreeSet<_> = plan.iter().map(|one| (one.cell.game(), one.cell.scheme, one.cell.search)).collect();
        let has_table = chosen.iter().any(|(_, scheme, _)| scheme.is_some());
        let mut all: BTreeSet<String> =
            chosen.into_iter().flat_map(|(game, scheme, search)| without_effect(game, scheme, search)).collect();
        let (read, unread): (Vec<&Definition>, Vec<&Definition>) =
            selection.experiments.iter().map(|one| one.definition).partition(|one| one.has_readings());
        let readings = &options.filter.readings;
        all.extend(readings.without_effect().filter(|_| !has_table && !read.is_empty()));
        if !unread.is_empty() && !readings.is_default() {
            let names: Vec<&str> = unread.into_iter().map(|definition| definition.name.as_str()).collect();
            let (name, names) = (readings.name(), names.join(", "));
            all.insert(format!("the reading {name} has no effect in {names}: the solver does not have options"));
        }
        all.into_iter().for_each(note);
        plan.retain(|planned| planned.state != CellState::Done);

        let store = Arc::new(Mutex::new(store));
        if !plan.is_empty() {
            let (command, commit, machine) =
                (options.journal_command(), options.commit.as_deref(), machine::describe());
            let begin = |store: &mut Store| {
                store.check_writable()?;
                store.begin_run(&command, commit, &machine)
            };
            unstored::persistently(&store, note, begin)?;
            // The longest first, so that no long cell is left for the end. Cells without an estimate may be long.
            plan.sort_by_key(|planned| std::cmp::Reverse(planned.estimate.unwrap_or(u64::MAX)));
        }
        let started = Instant::now();
        let again: Vec<Cell> = plan
            .iter()
            .filter(|planned| planned.state == CellState::Again)
            .map(|planned| planned.cell.clone())
            .collect();
        let executed = work::execute(options, listen, plan, |cell| selection.signatures.get(cell), &store, run::run)?;
        lock(&store).set_patience(Store::PATIENCE)?;
        let (cells, nodes, failed) = (executed.run, executed.nodes, executed.failed);
        let taken = planned - cells - failed.len();
        let seconds = started.elapsed().as_secs_f64();
        let StoredRows { rows, others, .. } = stored_rows(&lock(&store), selection)?;
        let is_changed = |cell: &&Cell| {
            let rows = before.rows.get(*cell).zip(rows.get(*cell));
            rows.is_some_and(|(before, after)| !after.agrees_with(before))
        };
        let changed = again.iter().filter(is_changed).count();
        if !again.is_empty() {
            let number = counted(again.len(), "row");
            note(format!("{changed} of {number} differ from the rows that they replaced"));
        }
        let results = self.results(&rows);
        let done = Done { run: cells, taken, nodes, seconds, changed, others, failed, results, options, rows };
        if done.missing() > 0 {
            note(format!("{} without a result yet", counted(done.missing(), "cell")));
        }
        Ok(done)
    }

    fn results(&self, rows: &Rows) -> Vec<Results<'a>> {
        let Options { full, seeds, filter, .. } = self.options;
        let results = |selected: &Selected<'a>| {
            let definition = selected.definition;
            let (mut of_this, mut cells) = (Vec::new(), 0);
            for cell in selected.cells() {
                cells += cell.repetitions(*seeds);
                of_this.extend(repeated(rows, cell, *seeds));
            }
            of_this.sort_by(|a: &Row, b| a.cell.cmp(&b.cell));
            let cells = usize::try_from(cells).unwrap_or(usize::MAX);
            let provenance = Provenance {
                command: self.options.command(&definition.argument),
                is_full: *full && filter.is_none() && of_this.len() == definition.full.count_cells(1),
                is_quick: !*full,
                cells,
            };
            Results { definition, missing: cells - of_this.len(), rows: of_this, provenance }
        };
        self.selection.experiments.iter().map(results).collect()
    }

    /// Runs the cells of some rows again and compares every count. The database is not changed.
    ///
    /// The rows are drawn from those of the selected cells without rows of more nodes than [`Options::max_nodes`]. The
    /// same rows and the same seed give the same sample.
    ///
    /// # Errors
    ///
    /// A row differs from the new counts: the error names the first such cell and both counts. Or no row matches, or
    /// the database cannot be read.
    pub fn verify(&self, sample: Sample, listen: Listener<'_>) -> Result<Verified> {
        let (options, selection) = (self.options, &self.selection);
        let store = Store::open(&options.db)?.ok_or_else(|| no_database(&options.db, ""))?;
        let StoredRows { rows, others, .. } = stored_rows(&store, selection)?;
        listen(Event::Others(others));
        let row = |cell: Cell| rows.get(&cell).map(|row| (cell, row));
        let cells = options
            .shard
            .of(|| selection.cells(), options.seeds)
            .flat_map(|repeated| repeated.cells().collect::<Vec<_>>());
        let mut known: Vec<(Cell, &Row)> = cells.filter_map(row).collect();
        known.retain(|(_, row)| row.nodes <= options.max_nodes);
        if known.is_empty() {
            bail!(with_help(
                format_args!("{} does not have rows of these cells to verify", options.db.display()),
                "choose other cells, or run the sweep without --verify first"
            ));
        }
        let number_of_rows = known.len();
        let seed = sample.seed.unwrap_or(number_of_rows as u64);
        known.sort_by_cached_key(|(cell, _)| (fnv_1a(&format!("{seed} {cell}")), cell.clone()));
        known.truncate(sample.number);
        // The longest first, so that no long cell is left for the end.
        known.sort_by(|(a, long), (b, short)| short.nodes.cmp(&long.nodes).then_with(|| a.cmp(b)));
        check_sums(known.iter().map(|(_, row)| *row))?;
        let expected: u64 = known.iter().map(|(_, row)| row.nodes).sum();
        listen(Event::Note(format!(
            "{} of {} to verify: {}",
            known.len(),
            counted(number_of_rows, "row"),
            counted(expected, "node")
        )));
        let largest = known.iter().map(|(cell, _)| run::table_bytes(cell)).max().unwrap_or(0);
        let jobs = options.jobs.unwrap_or_else(|| jobs_for(largest)).min(known.len());
        let nodes = Nodes::default();
        let difference = |(cell, stored): &(Cell, &Row)| -> Result<Option<String>> {
            let limit = if stored.is_complete() { u64::MAX } else { stored.nodes };
            let counted = run::run(cell, limit, &nodes)?;
            tracing::info!(%cell, found = counted.described(), seconds = counted.seconds, "verified");
            Ok(stored.difference(&counted).map(|difference| format!("{cell}: {difference}")))
        };
        let found = parallel::map_with(jobs, &known, difference).into_iter().collect::<Result<Vec<_>>>()?;
        let differences: Vec<String> = found.into_iter().flatten().collect();
        if let Some(first) = differences.first() {
            bail!(with_help(
                format_args!(
                    "{} of {} in {} differ from the counts of this program: {first} (stored and counted)",
                    differences.len(),
                    counted(known.len(), "row"),
                    options.db.display()
                ),
                "replace the rows with --again, or run the program that made them"
            ));
        }
        Ok(Verified { rows: number_of_rows, verified: known.len(), nodes: nodes.so_far() })
    }
}

impl Done<'_> {
    /// Returns the number of cells of these experiments that do not have a row.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.results.iter().map(|results| results.missing).sum()
    }

    /// Returns the rows of an experiment that a claim compares with.
    #[must_use]
    pub fn rows_of(&self, definition: &Definition) -> Vec<Row> {
        let Options { full, seeds, filter, .. } = self.options;
        let part = if *full { &definition.full } else { &definition.quick };
        let cells = part.cells(1).into_iter().filter(|cell| definition.is_selected(cell, filter));
        cells.flat_map(|cell| repeated(&self.rows, cell, *seeds)).collect()
    }
}

/// Locks the database, even if a worker panicked: its transaction is rolled back.
fn lock(store: &Mutex<Store>) -> std::sync::MutexGuard<'_, Store> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the default number of parallel cells: as many as there are cores, unless their tables would take more than
/// half of the free memory.
#[must_use]
pub fn jobs_for(largest_table: u64) -> usize {
    let memory = machine::memory().filter(|_| largest_table > 0);
    let fitting = memory.map_or(u64::MAX, |room| room.available / 2 / largest_table);
    machine::usable_cores().min(usize::try_from(fitting).unwrap_or(usize::MAX)).max(1)
}

fn default_jobs(listen: Listener<'_>, plan: &[Planned], cells: usize) -> usize {
    let cores = machine::usable_cores();
    let largest = plan.iter().map(|planned| run::table_bytes(&planned.cell)).max().unwrap_or(0);
    let jobs = jobs_for(largest);
    if jobs < cores && jobs < cells {
        let mebibytes = largest >> 20;
        listen(Event::Note(format!(
            "using {jobs} of {cores} cores: the largest table takes {mebibytes} MiB of memory"
        )));
    }
    jobs
}

#[cfg(test)]
mod tests {
    use programs::Winner;

    use super::*;
    use crate::samples::options;

    /// A plan of a cell with so many seeds, from seed 0 on.
    fn plan_of(seeds: u64) -> Vec<Planned> {
        let cell = "domineering board=4x4 first=vertical scheme=deep positions=1K parts=all seed=0".parse().unwrap();
        let (other_games, state, estimate, nodes) = (Vec::new(), CellState::Missing, None, None);
        vec![Planned { cell, other_games, seeds, step: 1, state, estimate, nodes, is_complete: false }]
    }

    #[test]
    fn a_cell_that_fails_does_not_stop_the_others() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.sqlite");
        let store = Arc::new(Mutex::new(Store::create(&path).unwrap()));
        let plan = plan_of(40);
        let run = |cell: &Cell, _: u64, _: &run::Nodes| match cell.seed {
            3 => panic!("a bug with {}", cell.seed),
            4 => Err(anyhow::anyhow!("no memory").context(cell.to_string())),
            seed => Ok(Row::new(cell.clone(), seed, Some(Winner::First))),
        };
        for again in [false, true] {
            let executed = work::execute(&options(), &|_| (), plan.clone(), |_| Some(7), &store, run).unwrap();
            assert_eq!(executed.run, if again { 0 } else { 38 });
            let mut failed: Vec<String> = executed.failed.into_iter().map(|failed| failed.error.lines()).collect();
            failed.sort();
            let errors = ["the program panicked: a bug with 3\nhelp: this is a bug, please report it", "no memory"];
            assert_eq!(
                failed,
                [3, 4].map(|seed| format!("{}: {}", plan[0].cell.repetition(seed), errors[seed as usize - 3]))
            );
            let seeds: Vec<u64> = lock(&store).rows(7).unwrap().into_keys().map(|cell| cell.seed).collect();
            assert_eq!(seeds, (0..40).filter(|seed| ![3, 4].contains(seed)).collect::<Vec<_>>());
        }
    }

    /// The reader finishes when all cells have been run, so that none waits for it.
    #[test]
    fn a_reader_does_not_stop_cells() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.sqlite");
        let store = Arc::new(Mutex::new(Store::create(&path).unwrap()));
        let reader = rusqlite::Connection::open(&path).unwrap();
        reader.execute_batch("BEGIN; SELECT * FROM meta").unwrap();
        let reader = Mutex::new((reader, 0));
        let run = move |cell: &Cell, _: u64, _: &run::Nodes| {
            let mut reader = reader.lock().unwrap();
            reader.1 += 1;
            if reader.1 == 5 {
                reader.0.execute_batch("ROLLBACK").unwrap();
            }
            Ok(Row::new(cell.clone(), 1, Some(Winner::First)))
        };
        let options = Options { jobs: Some(1), ..options() };
        let executed = work::execute(&options, &|_| (), plan_of(5), |_| Some(7), &store, run).unwrap();
        assert_eq!((executed.run, lock(&store).rows(7).unwrap().len()), (5, 5));
    }
}
