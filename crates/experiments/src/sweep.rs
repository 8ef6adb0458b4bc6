//! Running experiments: which cells, in which order, side by side, and where the rows go.
//!
//! A sweep can be killed at any moment: a finished cell is stored at once, and the same command goes on from there. It
//! can be cut into [shards](Shard). Several programs may write to one database, but they do not share out the work
//! between them: give each its shard.
//!
//! While another program keeps the database from being written, be it by reading, finished cells are kept in memory and
//! others are run. After the last one the sweep waits for that program, at most for a day.
//!
//! A cell that fails, for want of memory or by a bug, ends no other: see [`Done::failed`].

mod unstored;
mod work;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use domineering::BoardSize;
use serde_json::{Value, json};
use tt::{Positions, Scheme};

use crate::cell::{fnv_1a, scheme_name};
use crate::estimate::Estimates;
use crate::report::ledger::Entry;
use crate::report::{Provenance, Report, check_sums, is_file_of};
use crate::results::repeated;
use crate::run::{self, Nodes};
use crate::signature::{Signatures, Solver};
use crate::store::Store;
use crate::stored::no_database;
use crate::words::{counted, printable};
use crate::{Cell, Definition, Row, Usage, files, machine, parallel};

/// What a user may do about a folder that cannot be had or written in.
const OTHER_FOLDER: &str = "choose another with --out";

/// What a sweep is to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// The experiments.
    pub definitions: Vec<Definition>,
    /// Whether to run their full parts instead of the quick ones.
    pub full: bool,
    /// How many key seeds each cell is repeated with.
    pub seeds: u64,
    /// Which of their cells.
    pub filter: Filter,
    /// Which share of these.
    pub shard: Shard,
    /// Whether cells with a row are run again, too.
    pub again: bool,
    /// The most nodes of a cell.
    pub max_nodes: u64,
    /// Cells that run side by side; `None` for what cores and memory allow.
    pub jobs: Option<usize>,
    /// The database.
    pub db: PathBuf,
    /// The commit that the program was built of, for the journal of the database.
    pub commit: Option<String>,
    /// The folder for tables and pictures.
    pub out: PathBuf,
    /// Whether a progress bar may be shown.
    pub progress: bool,
    /// Whether lines on standard error may say what happens.
    pub notes: bool,
}

impl Options {
    /// The command as the journal of a database keeps it: with every experiment that was asked for.
    fn journal_command(&self) -> String {
        let names: Vec<&str> = self.definitions.iter().map(|definition| definition.argument.as_str()).collect();
        let is_all = Definition::all().is_ok_and(|all| all.iter().map(|one| one.argument.as_str()).eq(names.clone()));
        self.command(&if is_all { String::new() } else { names.join(" ") })
    }

    /// The command that gives the rows of an experiment: without what changes none of them. `name` is its name or path.
    #[must_use]
    pub fn command(&self, name: &str) -> String {
        fn list<T: ToString>(values: impl Iterator<Item = T>) -> String {
            values.map(|value| value.to_string()).collect::<Vec<_>>().join(",")
        }
        let Filter { schemes, positions, boards, depths } = &self.filter;
        let mut command = format!("cargo xtask sweep {name}").trim_end().to_owned();
        command += if self.full { " --full" } else { "" };
        for (option, values) in [
            (" --scheme ", list(schemes.iter().map(|&scheme| scheme_name(scheme)))),
            (" --positions ", list(positions.iter())),
            (" --board ", list(boards.iter())),
            (" --depth ", list(depths.iter())),
            (" --shard ", list(Some(self.shard).filter(|&shard| shard != Shard::WHOLE).iter())),
            (" --seeds ", list(Some(self.seeds).filter(|&seeds| seeds > 1).iter())),
            (" --max-nodes ", list(Some(self.max_nodes).filter(|&nodes| nodes < u64::MAX).map(short).iter())),
        ] {
            if !values.is_empty() {
                command += option;
                command += &values;
            }
        }
        command
    }

    /// No file of a report may be the database, or a file that an experiment was read from.
    fn check_outputs(&self) -> Result<()> {
        let files = self.definitions.iter().flat_map(|definition| &definition.files);
        let inputs: Vec<&Path> = files.chain([&self.db]).map(PathBuf::as_path).collect();
        let is_written = |file: &str| self.definitions.iter().any(|one| is_file_of(&one.name, file));
        files::check_outputs(&inputs, &self.out, is_written, OTHER_FOLDER)
    }

    /// A line on standard error, where one that cannot be written harms nothing.
    fn note(&self, line: fmt::Arguments<'_>) {
        if self.notes {
            let _ = writeln!(std::io::stderr(), "{}", printable(&line.to_string()));
        }
    }

    fn note_others(&self, others: &Others) {
        let rows: usize = others.values().sum();
        if rows > 0 {
            let each: Vec<String> = others
                .iter()
                .map(|(&(solver, scheme), rows)| format!("{rows} of {solver} with {}", scheme_name(scheme)))
                .collect();
            self.note(format_args!(
                "{}: {} of other versions of a game or a scheme are kept and not used ({})",
                self.db.display(),
                counted(rows, "row"),
                each.join(", ")
            ));
        }
    }
}

/// A number of nodes as the command line takes it: 2000000 is 2M.
fn short(nodes: u64) -> String {
    let unit = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "K")].into_iter();
    unit.filter(|&(unit, _)| nodes > 0 && nodes.is_multiple_of(unit))
        .map(|(unit, letter)| format!("{}{letter}", nodes / unit))
        .next()
        .unwrap_or_else(|| nodes.to_string())
}

/// Which cells of an experiment are run; an empty list allows every value.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The schemes.
    pub schemes: Vec<Option<Scheme>>,
    /// The sizes; a cell without a table has none.
    pub positions: Vec<Positions>,
    /// The boards.
    pub boards: Vec<BoardSize>,
    /// The depths, if they are not those of the experiment: see [`Definition::with_depths`].
    pub depths: Vec<u8>,
}

impl Filter {
    /// Whether `cell` is to be run.
    #[must_use]
    pub fn allows(&self, cell: &Cell) -> bool {
        (self.schemes.is_empty() || self.schemes.contains(&cell.scheme))
            && (self.positions.is_empty() || self.allows_size(cell))
            && (self.boards.is_empty() || cell.game.board().is_some_and(|board| self.boards.contains(&board)))
            && (self.depths.is_empty() || cell.game.depth().is_some())
    }

    /// Whether everything is allowed.
    #[must_use]
    pub fn is_none(&self) -> bool {
        let Self { schemes, positions, boards, depths } = self;
        schemes.is_empty() && positions.is_empty() && boards.is_empty() && depths.is_empty()
    }

    /// A search without a table has no size, and is the same at all of them: it takes part if it is asked for by name.
    fn allows_size(&self, cell: &Cell) -> bool {
        let named = || cell.scheme.is_none() && self.schemes.contains(&None);
        cell.positions.map_or_else(named, |size| self.positions.contains(&size))
    }
}

/// One share of the cells of a sweep: number `index` of `count`, from 1 on.
///
/// ```
/// use experiments::sweep::Shard;
///
/// let shard: Shard = "2/3".parse()?;
/// assert_eq!(shard.to_string(), "2/3");
/// assert!("0/3".parse::<Shard>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// This share of `cells`, each of which is repeated with so many key seeds. The shares have no cell in common, and
    /// together they are all; so that they take about as long as each other, cells that are alike are spread over them.
    #[must_use]
    pub fn of(self, cells: BTreeSet<Cell>, seeds: u64) -> Vec<Repeated> {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_by_cached_key(|cell| (cell.shuffled(), cell.to_string()));
        let (index, step) = (self.index as u64 - 1, self.count as u64);
        let mut before = 0_u64;
        let of_cell = |cell: Cell| {
            let repetitions = cell.repetitions(seeds);
            let first = (index + step - before % step) % step;
            before += repetitions;
            (first < repetitions).then(|| {
                let count = (repetitions - first).div_ceil(step);
                Repeated { cell: cell.repetition(first), count, step }
            })
        };
        cells.into_iter().filter_map(of_cell).collect()
    }
}

/// A cell and others that differ from it by their key seeds alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The first of them.
    pub cell: Cell,
    /// How many they are.
    pub count: u64,
    /// What lies between two seeds.
    pub step: u64,
}

impl Repeated {
    /// Each of them.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.count).map(|number| self.cell.repetition(number * self.step))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (index, count) = text.split_once('/')?;
            let shard = Self { index: index.parse().ok()?, count: count.parse().ok()? };
            (1..=shard.count).contains(&shard.index).then_some(shard)
        };
        read().ok_or_else(|| format!("`{text}` is no share; write like 2/3 for the second of three"))
    }
}

/// How far a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// There is a row, and no search is needed.
    Done,
    /// A search stopped at a limit of this many nodes, and the limit is higher now.
    Partial(u64),
    /// There is a row, and the cell is run again.
    Again,
    /// There is no row.
    Missing,
}

impl State {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Partial(_) => "partial",
            Self::Again => "again",
            Self::Missing => "missing",
        }
    }
}

/// A cell of a sweep before it runs, or several that differ by their key seeds alone.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The cell, or the first one.
    pub cell: Cell,
    /// How many cells they are. They are told apart in a plan of no more than [`Plan::LISTED`].
    pub seeds: u64,
    /// What lies between two of their seeds.
    pub step: u64,
    /// How far it is.
    pub state: State,
    /// How many nodes it will take, as far as anything is known.
    pub estimate: Option<u64>,
    /// The nodes of its row, if there is one: those that it took, or the limit that it stopped at.
    pub nodes: Option<u64>,
    /// Whether that search ended by itself.
    pub is_complete: bool,
}

impl Planned {
    /// Every cell by itself.
    fn each(self) -> impl Iterator<Item = Self> {
        let number = self.seeds;
        (0..number).map(move |number| Self { cell: self.cell.repetition(number * self.step), seeds: 1, ..self.clone() })
    }
}

/// What a sweep would do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The cells, in order.
    pub cells: Vec<Planned>,
}

/// What a sweep did.
#[derive(Clone, Debug)]
pub struct Done {
    /// Cells that were run.
    pub run: usize,
    /// Cells whose rows were there already.
    pub taken: usize,
    /// Nodes of the cells that were run.
    pub nodes: u64,
    /// How long that took.
    pub seconds: f64,
    /// The database.
    pub db: PathBuf,
    /// The files that were written besides.
    pub files: Vec<PathBuf>,
    /// Rows of these experiments that were run again and differ from those that they replaced.
    pub changed: usize,
    /// Rows of the database that are of another version of the counts.
    pub others: Others,
    /// Cells that failed; the others were run nevertheless, and are stored.
    pub failed: Vec<Failed>,
    /// What became of each experiment.
    pub experiments: Vec<Reported>,
    /// Their tables, to read.
    pub tables: String,
}

/// A cell that could not be run.
#[derive(Clone, Debug)]
pub struct Failed {
    /// The cell.
    pub cell: Cell,
    /// Its text, and what went wrong.
    pub error: String,
}

/// An experiment, as far as its rows tell.
#[derive(Clone, Debug)]
pub struct Reported {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// How many rows there are.
    pub rows: usize,
    /// How many cells of it have none yet.
    pub missing: usize,
    /// What became of its claims; of none, if there is no row.
    pub claims: Vec<Entry>,
}

/// The cells of every experiment, and the signatures that their rows carry.
struct Selection<'a> {
    /// Every cell stands for its [repetitions](Cell::repetitions), too.
    experiments: Vec<(&'a Definition, BTreeSet<Cell>)>,
    signatures: Signatures,
}

/// Rows by cell.
type Rows = BTreeMap<Cell, Row>;

/// How many rows are of another version of a solver with a scheme.
pub type Others = BTreeMap<(Solver, Option<Scheme>), usize>;

/// What a database says of a selection.
#[derive(Default)]
struct Found {
    rows: Rows,
    others: Others,
    /// From all rows, whatever their version.
    estimates: Estimates,
}

/// Two lines for each experiment.
#[must_use]
pub fn list(definitions: &[Definition]) -> String {
    let mut text = String::new();
    for Definition { name, title, cites, quick, full, .. } in definitions {
        let (quick, full) = (quick.cells(1).len(), full.cells(1).len());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<18} {quick:>4} cells quick, {full:>4} full   {title}");
        let _ = writeln!(text, "{:<18} {cites}", "");
    }
    text
}

/// The experiments as a JSON object.
#[must_use]
pub fn list_json(definitions: &[Definition]) -> Value {
    let experiment = |definition: &Definition| {
        let Definition { name, title, cites, question, game, quick, full, claims, .. } = definition;
        json!({
            "name": name,
            "title": title,
            "cites": cites,
            "question": question,
            "game": game.name(),
            "quick_cells": quick.cells(1).len(),
            "full_cells": full.cells(1).len(),
            "claims": claims.iter().map(|claim| &claim.says).collect::<Vec<_>>(),
        })
    };
    json!({ "experiments": definitions.iter().map(experiment).collect::<Vec<_>>() })
}

/// Says what a sweep would do, and runs nothing.
///
/// # Errors
///
/// The options leave no cell, or the database cannot be read.
pub fn plan(options: &Options) -> Result<Plan> {
    let selection = select(options)?;
    let found = match Store::open(&options.db)? {
        Some(store) => stored_rows(&store, &selection)?,
        None => Found { estimates: Estimates::new([]), ..Found::default() },
    };
    options.note_others(&found.others);
    let plan = Plan { cells: planned(options, &selection, &found) };
    let is_listed = plan.count(|_| true) <= Plan::LISTED;
    Ok(if is_listed { Plan { cells: plan.cells.into_iter().flat_map(Planned::each).collect() } } else { plan })
}

impl Plan {
    /// The most cells of a plan that lists each of them. In larger ones those that differ by their key seeds alone
    /// share an entry, as far as they are in the same state.
    pub const LISTED: usize = 100_000;

    /// How many cells are as far as this.
    fn count(&self, wanted: fn(State) -> bool) -> usize {
        count(self.cells.iter().filter(|planned| wanted(planned.state)))
    }

    /// How many cells are done, partly done, and not begun.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        [
            self.count(|state| state == State::Done),
            self.count(|state| matches!(state, State::Partial(_))),
            self.count(|state| state == State::Missing),
        ]
    }

    /// The cells that are to be run.
    pub fn to_run(&self) -> impl Iterator<Item = &Planned> {
        self.cells.iter().filter(|planned| planned.state != State::Done)
    }

    /// The bytes of the largest table that is to be used.
    #[must_use]
    pub fn largest_table(&self) -> u64 {
        self.cells.iter().map(|planned| run::table_bytes(&planned.cell)).max().unwrap_or(0)
    }

    /// A line for each cell, and a total.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for Planned { cell, seeds, step, state, estimate, nodes, is_complete } in &self.cells {
            let shown = match (nodes, estimate) {
                (Some(nodes), _) if *is_complete => nodes.to_string(),
                (Some(nodes), None) => format!("> {nodes}"),
                (_, Some(estimate)) => format!("~ {estimate}"),
                (None, None) => "unknown".to_owned(),
            };
            // Writing to a string cannot fail.
            let _ = write!(text, "{:<8} {shown:>14}  {cell}", state.name());
            let _ = match (seeds, step) {
                (1, _) => writeln!(text),
                (_, 1) => writeln!(text, " and {}", counted(seeds - 1, "further seed")),
                _ => writeln!(text, " and {}, {step} apart", counted(seeds - 1, "further seed")),
            };
        }
        let [done, partial, missing] = self.counts();
        let to_go = expected(&self.cells).map_or("an unknown number of".to_owned(), |nodes| format!("about {nodes}"));
        let cells = counted(self.count(|_| true), "cell");
        let again = match self.count(|state| state == State::Again) {
            0 => String::new(),
            again => format!(", {again} again"),
        };
        let _ =
            writeln!(text, "{cells}: {done} done, {partial} partial, {missing} missing{again}; {to_go} nodes to go");
        text
    }

    /// The same as a JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let cell = |planned: &Planned| {
            let Planned { cell, seeds, step, state, estimate, nodes, is_complete } = planned;
            json!({
                "cell": cell.to_string(), "seeds": seeds, "seed_step": step, "state": state.name(), "nodes": nodes,
                "complete": is_complete, "estimate": estimate,
            })
        };
        let [done, partial, missing] = self.counts();
        json!({
            "cells": self.cells.iter().map(cell).collect::<Vec<_>>(),
            "done": done,
            "partial": partial,
            "missing": missing,
            "again": self.count(|state| state == State::Again),
            "nodes_to_go": expected(&self.cells),
            "largest_table_bytes": self.largest_table(),
        })
    }
}

/// Runs the cells that are not done yet, stores their rows, and reports every experiment.
///
/// # Errors
///
/// The options leave no cell; the database or the folder cannot be used; a thread cannot be had. What was stored so far
/// stays. Cells that fail are no such error, but are [listed](Done::failed).
pub fn sweep(options: &Options) -> Result<Done> {
    let selection = select(options)?;
    options.check_outputs()?;
    let store = Store::create(&options.db)?;
    let before = stored_rows(&store, &selection)?;
    options.note_others(&before.others);
    let mut plan = planned(options, &selection, &before);
    let planned = count(&plan);
    plan.retain(|planned| planned.state != State::Done);
    // Better now than after hours of work.
    files::make_folder(&options.out, OTHER_FOLDER)?;
    files::check_folder(&options.out, OTHER_FOLDER)?;

    let store = Arc::new(Mutex::new(store));
    if !plan.is_empty() {
        let (command, commit, machine) = (options.journal_command(), options.commit.as_deref(), machine::describe());
        let begin = |store: &mut Store| {
            store.check_writable()?;
            store.begin_run(&command, commit, &machine)
        };
        unstored::persistently(&store, |line| options.note(format_args!("{line}")), begin)?;
        // The longest first, so that no long one is left for the end; those of which nothing is known may be long.
        plan.sort_by_key(|planned| std::cmp::Reverse(planned.estimate.unwrap_or(u64::MAX)));
    }
    let started = Instant::now();
    let again: Vec<Cell> =
        plan.iter().filter(|planned| planned.state == State::Again).map(|planned| planned.cell.clone()).collect();
    let executed = work::execute(options, plan, |cell| selection.signatures.get(cell), &store, run::run)?;
    lock(&store).set_patience(Store::PATIENCE)?;
    let (cells, nodes, failed) = (executed.run, executed.nodes, executed.failed);
    let taken = planned - cells - failed.len();
    let seconds = started.elapsed().as_secs_f64();
    options.note(format_args!(
        "{} run and {taken} taken from {}: {nodes} nodes in {seconds:.1} s ({:.1} million a second)",
        counted(cells, "cell"),
        options.db.display(),
        nodes as f64 / seconds.max(1e-9) / 1e6
    ));

    let Found { rows, others, .. } = stored_rows(&lock(&store), &selection)?;
    let is_changed = |cell: &&Cell| {
        let rows = before.rows.get(*cell).zip(rows.get(*cell));
        rows.is_some_and(|(before, after)| !after.agrees_with(before))
    };
    let changed = again.iter().filter(is_changed).count();
    if !again.is_empty() {
        let number = counted(again.len(), "row");
        options.note(format_args!("{changed} of {number} differ from those that they replaced"));
    }
    let mut done = Done {
        run: cells,
        taken,
        nodes,
        seconds,
        db: options.db.clone(),
        files: Vec::new(),
        changed,
        others,
        failed,
        experiments: Vec::new(),
        tables: String::new(),
    };
    done.report(options, &selection, &rows)?;
    if done.missing() > 0 {
        options.note(format_args!("without a row yet: {} of these experiments", counted(done.missing(), "cell")));
    }
    Ok(done)
}

impl Done {
    /// How many cells of these experiments have no row yet.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.experiments.iter().map(|reported| reported.missing).sum()
    }

    /// Writes the files of every experiment, and adds what they came to.
    fn report(&mut self, options: &Options, selection: &Selection<'_>, rows: &Rows) -> Result<()> {
        // The cell knows the positions of a set, which a database does not.
        let of_cell = |cell: &Cell| -> Vec<Row> {
            let row = |row: &Row| Row { cell: Cell { seed: row.cell.seed, ..cell.clone() }, ..row.clone() };
            repeated(rows, cell, options.seeds).map(row).collect()
        };
        let others = |definition: &Definition| {
            let part = if options.full { &definition.full } else { &definition.quick };
            part.cells(1).iter().filter(|cell| options.filter.allows(cell)).flat_map(of_cell).collect()
        };
        let mut tables = Vec::new();
        for (definition, cells) in &selection.experiments {
            let of_this: Vec<Row> = cells.iter().flat_map(of_cell).collect();
            let cells: u64 = cells.iter().map(|cell| cell.repetitions(options.seeds)).sum();
            let cells = usize::try_from(cells).unwrap_or(usize::MAX);
            let (name, title) = (definition.name.clone(), definition.title.clone());
            let (rows, missing) = (of_this.len(), cells - of_this.len());
            let mut claims = Vec::new();
            if rows > 0 {
                let provenance = Provenance {
                    command: options.command(&definition.argument),
                    is_full: options.full && options.filter.is_none() && rows == definition.full.cells(1).len(),
                    cells,
                };
                let report = Report::of(definition, of_this, provenance, &others)?;
                let written = report
                    .write_files(&options.out)
                    .with_context(|| format!("cannot write the report of {name} to {}", options.out.display()))?;
                self.files.extend(written);
                report.print(&mut tables)?;
                tables.push(b'\n');
                claims = report.entries();
            }
            self.experiments.push(Reported { name, title, rows, missing, claims });
        }
        self.tables = String::from_utf8_lossy(&tables).into_owned();
        Ok(())
    }

    /// Where the database and the files are, one a line.
    #[must_use]
    pub fn written(&self) -> String {
        let files = std::iter::once(&self.db).chain(&self.files);
        files.map(|file| format!("written: {}\n", file.display())).collect()
    }

    /// Everything as a JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let experiment = |reported: &Reported| {
            let Reported { name, title, rows, missing, claims } = reported;
            let claims: Vec<Value> = claims.iter().map(Entry::to_json).collect();
            json!({ "name": name, "title": title, "rows": rows, "missing": missing, "claims": claims })
        };
        let failed = |Failed { cell, error }: &Failed| json!({ "cell": cell.to_string(), "error": error });
        let path = |path: &PathBuf| path.display().to_string();
        json!({
            "cells_run": self.run,
            "cells_taken": self.taken,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "database": path(&self.db),
            "files": self.files.iter().map(path).collect::<Vec<_>>(),
            "rows_changed": self.changed,
            "rows_of_other_versions": self.others.values().sum::<usize>(),
            "failed": self.failed.iter().map(failed).collect::<Vec<_>>(),
            "experiments": self.experiments.iter().map(experiment).collect::<Vec<_>>(),
        })
    }
}

fn select(options: &Options) -> Result<Selection<'_>> {
    let mut experiments = Vec::new();
    let mut all = BTreeSet::new();
    for definition in &options.definitions {
        let part = if options.full { &definition.full } else { &definition.quick };
        let cells: BTreeSet<Cell> = part.cells(1).into_iter().collect();
        let allowed: BTreeSet<Cell> = cells.iter().filter(|cell| options.filter.allows(cell)).cloned().collect();
        all.extend(cells);
        if !allowed.is_empty() {
            experiments.push((definition, allowed));
        }
    }
    if let Some(nothing) = nothing_like(&options.filter, &all) {
        return Err(Usage::error(nothing));
    }
    if experiments.is_empty() {
        return Err(Usage::error(
            "the filters leave no cell: none has all of what they ask for; leave one of them out".to_owned(),
        ));
    }
    // Claims may compare an experiment with one of another game.
    let mut compared = Vec::new();
    for name in options.definitions.iter().flat_map(Definition::compared_with) {
        let definition = Definition::find(name)?;
        compared.extend(if options.full { definition.full.cells(1) } else { definition.quick.cells(1) });
    }
    let signatures = Signatures::of(experiments.iter().flat_map(|(_, cells)| cells).chain(&compared))?;
    Ok(Selection { experiments, signatures })
}

/// What is wrong with a filter that asks for something that no cell has.
fn nothing_like(filter: &Filter, cells: &BTreeSet<Cell>) -> Option<String> {
    fn stranger<T: Ord + ToString>(name: &str, asked: Vec<T>, there: &BTreeSet<T>) -> Option<String> {
        let stranger = asked.into_iter().find(|value| !there.contains(value))?.to_string();
        let there: Vec<String> = there.iter().map(ToString::to_string).collect();
        Some(if there.is_empty() {
            nothing_of(name)
        } else {
            format!("no cell has the {name} {stranger}; there are {}", there.join(", "))
        })
    }
    fn nothing_of(name: &str) -> String {
        let noun = if name == "positions" { "table" } else { name };
        format!("no cell of these experiments has a {noun}; leave --{name} out")
    }
    let schemes = filter.schemes.iter().map(|&scheme| scheme_name(scheme)).collect();
    let has_depth = || cells.iter().any(|cell| cell.game.depth().is_some());
    let positions = cells.iter().filter_map(|cell| cell.positions).collect();
    stranger("scheme", schemes, &cells.iter().map(|cell| scheme_name(cell.scheme)).collect())
        .or_else(|| stranger("positions", filter.positions.clone(), &positions))
        .or_else(|| {
            stranger("board", filter.boards.clone(), &cells.iter().filter_map(|cell| cell.game.board()).collect())
        })
        // Other depths than those listed are searched.
        .or_else(|| (!filter.depths.is_empty() && !has_depth()).then(|| nothing_of("depth")))
}

/// The rows that were stored by this version of the counts, and how many by each other one.
fn stored_rows(store: &Store, selection: &Selection<'_>) -> Result<Found> {
    let all = store.all()?;
    let estimates = Estimates::new(all.iter().map(|signed| &signed.row));
    let (mut rows, mut others) = (Rows::new(), Others::new());
    for signed in all {
        let cell = &signed.row.cell;
        match selection.signatures.get(cell) {
            Some(signature) if signature == signed.signature => _ = rows.insert(cell.clone(), signed.row),
            Some(_) => *others.entry((Solver::of(cell), cell.scheme)).or_default() += 1,
            None => {}
        }
    }
    Ok(Found { rows, others, estimates })
}

fn planned(options: &Options, selection: &Selection<'_>, found: &Found) -> Vec<Planned> {
    let Found { rows, estimates, .. } = found;
    let cells = selection.experiments.iter().flat_map(|(_, cells)| cells).cloned().collect();
    let mut planned = Vec::new();
    for Repeated { cell: first, count, step } in options.shard.of(cells, options.seeds) {
        let estimate = estimates.nodes(&first);
        let add = |planned: &mut Vec<Planned>, cell: Cell, seeds: u64, row: Option<&Row>| {
            let state = match row {
                None => State::Missing,
                Some(_) if options.again => State::Again,
                Some(row) if is_enough(row, options.max_nodes) => State::Done,
                Some(row) => State::Partial(row.nodes),
            };
            let least = row.map_or(0, |row| row.nodes);
            let known = row.filter(|row| row.is_complete()).map(|row| row.nodes);
            let estimate = known.or(estimate).map(|nodes| nodes.max(least).min(options.max_nodes));
            // Whatever the game, a cell does not exceed its limit.
            let limit = Some(options.max_nodes).filter(|&nodes| nodes < u64::MAX);
            let (nodes, is_complete) = (row.map(|row| row.nodes), row.is_some_and(Row::is_complete));
            planned.push(Planned { cell, seeds, step, state, estimate: estimate.or(limit), nodes, is_complete });
        };
        let mut next = 0;
        for row in rows.range(&first..=&first.repetition((count - 1) * step)).map(|(_, row)| row) {
            let offset = row.cell.seed - first.seed;
            if offset.is_multiple_of(step) {
                let place = offset / step;
                if next < place {
                    add(&mut planned, first.repetition(next * step), place - next, None);
                }
                // The cell of a row does not know the positions of a set.
                add(&mut planned, first.repetition(offset), 1, Some(row));
                next = place + 1;
            }
        }
        if next < count {
            add(&mut planned, first.repetition(next * step), count - next, None);
        }
    }
    planned.sort_by(|a, b| a.cell.cmp(&b.cell));
    planned
}

/// Whether a search to `max_nodes` would find nothing that `row` does not say.
fn is_enough(row: &Row, max_nodes: u64) -> bool {
    row.is_complete() || row.nodes >= max_nodes
}

/// How many cells these are.
fn count<'p>(planned: impl IntoIterator<Item = &'p Planned>) -> usize {
    let count: u64 = planned.into_iter().map(|planned| planned.seeds).sum();
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// Estimated nodes of all that is to be run, if all can be estimated and the sum is a number of 64 bits.
fn expected(plan: &[Planned]) -> Option<u64> {
    let mut to_run = plan.iter().filter(|planned| planned.state != State::Done);
    to_run.try_fold(0_u64, |sum, planned| sum.checked_add(planned.estimate?.checked_mul(planned.seeds)?))
}

/// What a verification did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Rows that were there to choose from.
    pub rows: usize,
    /// Rows whose cells were run again.
    pub verified: usize,
    /// Nodes of these cells.
    pub nodes: u64,
}

/// Which rows are verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// How many.
    pub number: usize,
    /// Another seed chooses others; by default the number of rows is the seed.
    pub seed: Option<u64>,
}

/// Runs the cells of some rows again and compares every count. The database is not changed.
///
/// The rows are drawn from those of the cells that `options` select; a row with more nodes than `options.max_nodes` is
/// left out. The same rows and the same seed give the same sample.
///
/// # Errors
///
/// A row differs from what is counted now: the error names the first such cell and both counts. Or the options leave no
/// row, or the database cannot be read.
pub fn verify(options: &Options, sample: Sample) -> Result<Verified> {
    let selection = select(options)?;
    let store = Store::open(&options.db)?.with_context(|| no_database(&options.db, ""))?;
    let Found { rows, others, .. } = stored_rows(&store, &selection)?;
    options.note_others(&others);
    let cells = selection.experiments.iter().flat_map(|(_, cells)| cells).cloned().collect();
    let row = |cell: Cell| rows.get(&cell).map(|row| (cell, row));
    let cells =
        options.shard.of(cells, options.seeds).into_iter().flat_map(|repeated| repeated.cells().collect::<Vec<_>>());
    let mut known: Vec<(Cell, &Row)> = cells.filter_map(row).collect();
    known.retain(|(_, row)| row.nodes <= options.max_nodes);
    if known.is_empty() {
        bail!("{} has no rows of these cells to verify", options.db.display());
    }
    let number_of_rows = known.len();
    let seed = sample.seed.unwrap_or(number_of_rows as u64);
    known.sort_by_cached_key(|(cell, _)| (fnv_1a(&format!("{seed} {cell}")), cell.clone()));
    known.truncate(sample.number);
    // The longest first, so that none is left for the end.
    known.sort_by(|(a, long), (b, short)| short.nodes.cmp(&long.nodes).then_with(|| a.cmp(b)));
    check_sums(known.iter().map(|(_, row)| *row))?;
    let expected: u64 = known.iter().map(|(_, row)| row.nodes).sum();
    options.note(format_args!(
        "{} of {} to verify: {}",
        known.len(),
        counted(number_of_rows, "row"),
        counted(expected, "node")
    ));
    let largest = known.iter().map(|(cell, _)| run::table_bytes(cell)).max().unwrap_or(0);
    let jobs = options.jobs.unwrap_or_else(|| jobs_for(largest)).min(known.len());
    let nodes = Nodes::default();
    let difference = |(cell, stored): &(Cell, &Row)| -> Result<Option<String>> {
        let limit = if stored.is_complete() { u64::MAX } else { stored.nodes };
        let counted = run::run(cell, limit, &nodes)?;
        tracing::info!(%cell, found = counted.outcome(), seconds = counted.seconds, "verified");
        Ok(stored.difference(&counted).map(|difference| format!("{cell}: {difference}")))
    };
    let found = parallel::map_with(jobs, &known, difference).into_iter().collect::<Result<Vec<_>>>()?;
    let differences: Vec<String> = found.into_iter().flatten().collect();
    if let Some(first) = differences.first() {
        bail!(
            "{} of {} in {} differ from what this program counts: {first} (stored and counted)",
            differences.len(),
            counted(known.len(), "row"),
            options.db.display()
        );
    }
    Ok(Verified { rows: number_of_rows, verified: known.len(), nodes: nodes.so_far() })
}

impl Verified {
    /// A line to read.
    #[must_use]
    pub fn to_text(self) -> String {
        let Self { rows, verified, nodes } = self;
        format!("verified: {verified} of {} agree in every count ({})\n", counted(rows, "row"), counted(nodes, "node"))
    }

    /// One object.
    #[must_use]
    pub fn to_json(self) -> Value {
        json!({ "rows": self.rows, "verified": self.verified, "nodes": self.nodes })
    }
}

/// A worker that panicked has left the database as it was: a transaction is rolled back.
fn lock(store: &Mutex<Store>) -> std::sync::MutexGuard<'_, Store> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As many as there are cores, unless the tables would take more than half of the free memory.
pub(crate) fn jobs_for(largest_table: u64) -> usize {
    let memory = machine::memory().filter(|_| largest_table > 0);
    let fitting = memory.map_or(u64::MAX, |room| room.available / 2 / largest_table);
    machine::usable_cores().min(usize::try_from(fitting).unwrap_or(usize::MAX)).max(1)
}

fn default_jobs(options: &Options, plan: &[Planned], cells: usize) -> usize {
    let cores = machine::usable_cores();
    let largest = plan.iter().map(|planned| run::table_bytes(&planned.cell)).max().unwrap_or(0);
    let jobs = jobs_for(largest);
    if jobs < cores && jobs < cells {
        let mebibytes = largest >> 20;
        options
            .note(format_args!("{jobs} of {cores} cores are used: the largest table takes {mebibytes} MiB of memory"));
    }
    jobs
}

#[cfg(test)]
mod tests {
    use domineering::Winner;

    use super::*;

    fn cells() -> BTreeSet<Cell> {
        let all = Definition::all().unwrap();
        all.iter().flat_map(|definition| definition.full.cells(3)).collect()
    }

    #[test]
    fn shards_are_a_partition() {
        let all = Definition::all().unwrap();
        let firsts: BTreeSet<Cell> = all.iter().flat_map(|definition| definition.full.cells(1)).collect();
        let cells = cells();
        for count in [1, 2, 3, 7, 40] {
            let shard = |index| Shard { index, count }.of(firsts.clone(), 3);
            let shards: Vec<Vec<Cell>> =
                (1..=count).map(|index| shard(index).iter().flat_map(Repeated::cells).collect()).collect();
            assert_eq!(shards.iter().map(Vec::len).sum::<usize>(), cells.len());
            assert_eq!(shards.concat().into_iter().collect::<BTreeSet<_>>(), cells);
            let (least, most) = (shards.iter().map(Vec::len).min(), shards.iter().map(Vec::len).max());
            assert!(most.unwrap() - least.unwrap() <= 1);
        }
    }

    fn options() -> Options {
        Options {
            definitions: Vec::new(),
            full: false,
            seeds: 1,
            filter: Filter::default(),
            shard: Shard::WHOLE,
            again: false,
            max_nodes: u64::MAX,
            jobs: Some(2),
            db: "a.sqlite".into(),
            commit: None,
            out: "out".into(),
            progress: false,
            notes: false,
        }
    }

    /// A row that was never searched.
    fn row(cell: &Cell, nodes: u64, winner: Option<Winner>) -> Row {
        let (cell, searches, statistics) = (cell.clone(), Vec::new(), tt::Statistics::default());
        Row { cell, nodes, winner, searches, statistics, guided: 0, seconds: 0.0 }
    }

    /// Cells that differ by their seeds are counted and not made: thousands of millions of them take no longer than
    /// one.
    #[test]
    fn a_plan_with_many_seeds_is_small() {
        let all = Definition::all().unwrap();
        let experiments: Vec<(&Definition, BTreeSet<Cell>)> =
            all.iter().map(|one| (one, one.full.cells(1).into_iter().collect())).collect();
        let selection = Selection { experiments, signatures: Signatures::default() };
        let cells: BTreeSet<&Cell> = selection.experiments.iter().flat_map(|(_, cells)| cells).collect();
        let seeds = 1_000_000;
        let expected: usize = cells.iter().map(|cell| cell.repetitions(seeds) as usize).sum();
        let first = cells.iter().find(|cell| cell.scheme.is_some()).unwrap();
        let rows: Rows = [5, 999_999]
            .map(|number| row(&first.repetition(number), 7, None))
            .map(|row| (row.cell.clone(), row))
            .into();
        let found = Found { estimates: Estimates::new(rows.values()), rows, ..Found::default() };
        let whole = planned(&Options { seeds, ..options() }, &selection, &found);
        assert_eq!((count(&whole), whole.len()), (expected, cells.len() + 3));
        let of_first: Vec<(u64, u64, State)> = whole
            .iter()
            .filter(|planned| Cell { seed: first.seed, ..planned.cell.clone() } == **first)
            .map(|planned| (planned.cell.seed - first.seed, planned.seeds, planned.state))
            .collect();
        let partial = State::Partial(7);
        let missing = State::Missing;
        assert_eq!(of_first, [(0, 5, missing), (5, 1, partial), (6, 999_993, missing), (999_999, 1, partial)]);

        let shards = (1..=7).map(|index| Options { seeds, shard: Shard { index, count: 7 }, ..options() });
        let shards: Vec<Vec<Planned>> = shards.map(|options| planned(&options, &selection, &found)).collect();
        assert_eq!(shards.iter().map(count).sum::<usize>(), expected);
        let partial: usize = shards.iter().flatten().filter(|planned| planned.state == State::Partial(7)).count();
        assert_eq!(partial, 2, "each row is in one shard");
        let text = Plan { cells: shards[0].clone() }.to_text();
        assert!(text.contains(" and 142,856 further seeds, 7 apart\n"), "{}", &text[..1000]);
    }

    #[test]
    fn a_cell_that_fails_ends_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.sqlite");
        let store = Arc::new(Mutex::new(Store::create(&path).unwrap()));
        let first: Cell =
            "domineering board=4x4 first=vertical scheme=deep positions=1K parts=all seed=0".parse().unwrap();
        let plan = vec![Planned {
            cell: first.clone(),
            seeds: 40,
            step: 1,
            state: State::Missing,
            estimate: None,
            nodes: None,
            is_complete: false,
        }];
        let run = |cell: &Cell, _: u64, _: &run::Nodes| match cell.seed {
            3 => panic!("a bug with {}", cell.seed),
            4 => Err(anyhow::anyhow!("no memory").context(cell.to_string())),
            seed => Ok(row(cell, seed, Some(Winner::First))),
        };
        for again in [false, true] {
            let executed = work::execute(&options(), plan.clone(), |_| Some(7), &store, run).unwrap();
            assert_eq!(executed.run, if again { 0 } else { 38 });
            let mut failed: Vec<String> = executed.failed.into_iter().map(|failed| failed.error).collect();
            failed.sort();
            let errors = ["the program panicked: a bug with 3; this is a bug, please report it", "no memory"];
            assert_eq!(failed, [3, 4].map(|seed| format!("{}: {}", first.repetition(seed), errors[seed as usize - 3])));
            let seeds: Vec<u64> = lock(&store).rows(7).unwrap().into_keys().map(|cell| cell.seed).collect();
            assert_eq!(seeds, (0..40).filter(|seed| ![3, 4].contains(seed)).collect::<Vec<_>>());
        }
    }

    /// The reader goes away when all cells have been run, so that none waits for it.
    #[test]
    fn a_reader_stops_no_cell() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.sqlite");
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
            Ok(row(cell, 1, Some(Winner::First)))
        };
        let cell = "domineering board=4x4 first=vertical scheme=deep positions=1K parts=all seed=0".parse().unwrap();
        let (state, estimate, nodes) = (State::Missing, None, None);
        let plan = vec![Planned { cell, seeds: 5, step: 1, state, estimate, nodes, is_complete: false }];
        let executed = work::execute(&Options { jobs: Some(1), ..options() }, plan, |_| Some(7), &store, run).unwrap();
        assert_eq!((executed.run, lock(&store).rows(7).unwrap().len()), (5, 5));
    }

    #[test]
    fn a_command_says_what_was_asked_for() {
        let mut options = options();
        assert_eq!(options.command("x"), "cargo xtask sweep x");
        options.full = true;
        options.seeds = 3;
        options.max_nodes = 2_000_000_000;
        options.filter.schemes = vec![None, Some(Scheme::TwoBig1)];
        options.filter.boards = vec!["6x7".parse().unwrap()];
        let rest = "--full --scheme none,two-big1 --board 6x7 --seeds 3 --max-nodes 2G";
        assert_eq!(options.command("x"), format!("cargo xtask sweep x {rest}"));
    }

    #[test]
    fn shares_are_read_and_refused() {
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        for text in ["", "1", "0/1", "2/1", "1/0", "-1/2", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().unwrap_err().contains("like 2/3"), "{text}");
        }
    }

    #[test]
    fn filters_combine() {
        let filter = Filter {
            schemes: vec![Some(Scheme::New), Some(Scheme::Deep)],
            positions: vec!["256K".parse().unwrap()],
            boards: vec!["8x8".parse().unwrap()],
            depths: Vec::new(),
        };
        assert_eq!(cells().iter().filter(|cell| filter.allows(cell)).count(), 2 * 3);
        assert_eq!(cells().iter().filter(|cell| Filter::default().allows(cell)).count(), cells().len());
    }
}
