//! The plan of a sweep: its cells, which of them are done, and estimates for the others.

mod selection;
#[cfg(test)]
mod tests;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use programs::{Nodes, SearchOptions};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use schemes::{Positions, Scheme};
use serde::{Serialize, Serializer};

use crate::board::Board;
use crate::cell::scheme_name;
use crate::estimates::Estimates;
use crate::games::SolverKind;
use crate::readings::Readings;
use crate::run;
use crate::scheme_list::every;
use crate::shard::{Repeated, Shard};
use crate::store::Store;
use crate::text;
use crate::{Cell, Definition, Row, program};

pub(crate) use selection::{Selected, Selection, select};

/// The options of a sweep.
#[derive(Clone, Debug)]
pub struct Options {
    /// The command that runs the cells, such as `sweep`, for texts that say how rows were made.
    pub subcommand: &'static str,
    /// The experiments.
    pub definitions: Vec<Definition>,
    /// Experiments that are not run, but whose rows reports of the others need.
    pub compared: Vec<Definition>,
    /// Whether to run their full parts instead of the quick ones.
    pub full: bool,
    /// The number of key seeds that each cell is repeated with.
    pub seeds: u64,
    /// Which of their cells are run.
    pub filter: Filter,
    /// Which part of these cells is run.
    pub shard: Shard,
    /// Whether cells that have a row are run again.
    pub again: bool,
    /// The node limit of each cell.
    pub max_nodes: u64,
    /// The number of cells that run in parallel; `None` for as many as cores and memory allow.
    pub jobs: Option<usize>,
    /// The database.
    pub db: PathBuf,
    /// The commit that the program was built from, for the journal of the database.
    pub commit: Option<String>,
    /// Counts the nodes, and can cancel the sweep.
    pub nodes: Nodes,
}

impl Options {
    /// Returns the options of a sweep that runs all cells of the quick parts once.
    #[must_use]
    pub fn of(definitions: Vec<Definition>, db: PathBuf) -> Self {
        Self {
            subcommand: "sweep",
            definitions,
            compared: Vec::new(),
            full: false,
            seeds: 1,
            filter: Filter::default(),
            shard: Shard::WHOLE,
            again: false,
            max_nodes: u64::MAX,
            jobs: None,
            db,
            commit: None,
            nodes: Nodes::default(),
        }
    }

    /// Returns the command for the journal of the database: with every experiment that was selected.
    pub(crate) fn journal_command(&self) -> String {
        let names: Vec<&str> = self.definitions.iter().map(|definition| definition.argument.as_str()).collect();
        let is_all = Definition::all().is_ok_and(|all| {
            let by_default = all.iter().filter(|one| !one.is_on_request()).map(|one| one.argument.as_str());
            by_default.eq(names.iter().copied())
        });
        self.command(&if is_all { String::new() } else { names.join(" ") })
    }

    /// Returns the command that makes the rows of an experiment, without options that do not change them. `name` is its
    /// name or path.
    #[must_use]
    pub fn command(&self, name: &str) -> String {
        fn list<T: ToString>(values: impl Iterator<Item = T>) -> String {
            values.map(|value| value.to_string()).collect::<Vec<_>>().join(",")
        }
        let Filter { schemes, added, searches, positions, boards, readings, depths } = &self.filter;
        let added = if *added == every() { "all".to_owned() } else { list(added.iter().map(|scheme| scheme.name())) };
        let mut command = format!("{} {} {name}", program(), self.subcommand).trim_end().to_owned();
        command += if self.full { " --full" } else { "" };
        for (option, values) in [
            (" --scheme ", list(schemes.iter().map(|&scheme| scheme_name(scheme)))),
            (" --add-scheme ", added),
            (" --search ", list(searches.iter())),
            (" --positions ", list(positions.iter())),
            (" --board ", list(boards.iter())),
            (" --reading ", list(Some(readings).filter(|readings| !readings.is_default()).map(Readings::name).iter())),
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
}

/// Formats a number of nodes as the command line accepts it: 2000000 is 2M.
fn short(nodes: u64) -> String {
    let unit = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "K")].into_iter();
    unit.filter(|&(unit, _)| nodes > 0 && nodes.is_multiple_of(unit))
        .map(|(unit, letter)| format!("{}{letter}", nodes / unit))
        .next()
        .unwrap_or_else(|| nodes.to_string())
}

/// Which cells of an experiment are run. An empty list allows every value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The schemes.
    pub schemes: Vec<Option<Scheme>>,
    /// Schemes besides those of the experiment: see [`Definition::with_schemes`].
    pub added: Vec<Scheme>,
    /// The options of the search.
    pub searches: Vec<SearchOptions>,
    /// The sizes; a cell without a table has none.
    pub positions: Vec<Positions>,
    /// The boards.
    pub boards: Vec<Board>,
    /// The readings, if they replace the defaults: see [`Definition::with_readings`].
    pub readings: Readings,
    /// The depths, if they replace those of the experiment: see [`Definition::with_depths`].
    pub depths: Vec<u8>,
}

impl Filter {
    /// Returns whether the filter allows `cell`, as its experiment [names it](Definition::shown).
    #[must_use]
    pub fn allows(&self, cell: &Cell) -> bool {
        let is_added = || cell.scheme.is_some_and(|scheme| self.added.contains(&scheme));
        (self.schemes.is_empty() || self.schemes.contains(&cell.scheme) || is_added())
            && (self.searches.is_empty() || self.searches.contains(&cell.search))
            && (self.positions.is_empty() || self.allows_size(cell))
            && (self.boards.is_empty() || cell.game.board().is_some_and(|board| self.boards.contains(&board)))
            && (self.depths.is_empty() || cell.game.depth().is_some())
    }

    /// Returns whether the filter allows every cell.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// A search without a table does not have a size, and is the same at all sizes: it is allowed if its scheme is
    /// named.
    fn allows_size(&self, cell: &Cell) -> bool {
        let named = || cell.scheme.is_none() && self.schemes.contains(&None);
        cell.positions.map_or_else(named, |size| self.positions.contains(&size))
    }
}

/// The state of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellState {
    /// It has a row and is not run.
    Done,
    /// Its search stopped at a limit of this many nodes, and the limit is higher now.
    Partial(u64),
    /// It has a row and is run again.
    Again,
    /// It does not have a row.
    Missing,
}

impl CellState {
    /// Returns the name of the state.
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

/// A cell of a sweep before it runs, or several that differ only by their key seeds and games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Planned {
    /// The cell's configuration as text, as in the column `cell` of the database, or that of the first cell.
    #[serde(serialize_with = "text::serialize")]
    #[schemars(with = "String")]
    pub cell: Cell,
    /// Number of games of the set that this entry stands for. 1, unless the plan has more than 20,000 cells.
    // In order, without that of the cell.
    #[serde(rename = "games", serialize_with = "games")]
    #[schemars(with = "u64")]
    pub other_games: Vec<u16>,
    /// Number of key seeds that this entry stands for, in each game. 1, unless the plan has more than 20,000 cells.
    pub seeds: u64,
    /// Difference between the key seeds of two successive cells of this entry.
    #[serde(rename = "seed_step")]
    pub step: u64,
    /// `done`: has a complete row. `partial`: has a row that stopped at a lower node limit. `missing`: has no row.
    /// `again`: has a row, and `--again` runs the cell again.
    #[serde(serialize_with = "state")]
    #[schemars(schema_with = "states")]
    pub state: CellState,
    /// Nodes that the cell is expected to take. null if there is no estimate.
    pub estimate: Option<u64>,
    /// Nodes of the stored row: those of the search, or the limit that it stopped at. null without a row.
    pub nodes: Option<u64>,
    /// Whether the search of the stored row ended by itself. false without a row.
    #[serde(rename = "complete")]
    pub is_complete: bool,
}

fn games<S: Serializer>(others: &[u16], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(1 + others.len() as u64)
}

fn state<S: Serializer>(state: &CellState, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(state.name())
}

fn states(_: &mut SchemaGenerator) -> Schema {
    let all = [CellState::Done, CellState::Partial(0), CellState::Missing, CellState::Again];
    json_schema!({ "enum": all.map(CellState::name) })
}

impl Planned {
    /// Returns the number of cells.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.games() * self.seeds
    }

    /// Returns the number of games of the set.
    #[must_use]
    pub fn games(&self) -> u64 {
        1 + self.other_games.len() as u64
    }

    /// Returns an entry for each seed.
    pub(crate) fn each(self) -> impl Iterator<Item = Self> {
        let number = self.seeds;
        (0..number).map(move |number| Self { cell: self.cell.repetition(number * self.step), seeds: 1, ..self.clone() })
    }

    /// Returns the entry of one of its games.
    fn of_game(&self, number: u16) -> Option<Self> {
        let is_first = self.cell.game_number() == Some(number);
        if !is_first && self.other_games.binary_search(&number).is_err() {
            return None;
        }
        let cell = self.cell.with_game_number(number)?;
        let Self { seeds, step, state, estimate, nodes, is_complete, .. } = *self;
        Some(Self { cell, other_games: Vec::new(), seeds, step, state, estimate, nodes, is_complete })
    }
}

/// The plan of a sweep.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The cells, in order.
    pub cells: Vec<Planned>,
    /// Rows of the database with other signatures.
    pub others: Others,
}

/// Rows by cell.
pub(crate) type Rows = BTreeMap<Cell, Row>;

/// The number of rows with other signatures, by solver and scheme.
pub type Others = BTreeMap<(SolverKind, Option<Scheme>), usize>;

/// What a database has for a selection.
#[derive(Default)]
pub(crate) struct StoredRows {
    pub(crate) rows: Rows,
    pub(crate) others: Others,
    /// From all rows, with any signature.
    pub(crate) estimates: Estimates,
}

impl Plan {
    /// The most cells of a plan that has an entry for each. In larger plans, successive seeds of a cell share an entry
    /// if they are in the same state, and so do games of a set that have no rows.
    pub const LISTED: usize = 20_000;

    /// Returns how many cells are in a state that is `wanted`.
    #[must_use]
    pub fn count(&self, wanted: fn(CellState) -> bool) -> usize {
        count(self.cells.iter().filter(|planned| wanted(planned.state)))
    }

    /// Returns how many cells are done, partial and missing.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        [
            self.count(|state| state == CellState::Done),
            self.count(|state| matches!(state, CellState::Partial(_))),
            self.count(|state| state == CellState::Missing),
        ]
    }

    /// Returns the cells that will be run.
    pub fn to_run(&self) -> impl Iterator<Item = &Planned> {
        self.cells.iter().filter(|planned| planned.state != CellState::Done)
    }

    /// Returns the estimated nodes of all cells that will be run; `None` if one of them has no estimate, or if the sum
    /// overflows.
    #[must_use]
    pub fn expected(&self) -> Option<u64> {
        expected(&self.cells)
    }

    /// Returns the size of the largest table in bytes.
    #[must_use]
    pub fn largest_table(&self) -> u64 {
        self.cells.iter().map(|planned| run::table_bytes(&planned.cell)).max().unwrap_or(0)
    }

    /// Returns the plan of these cells.
    pub(crate) fn new(cells: Vec<Planned>, others: Others) -> Self {
        let is_listed = count(&cells) <= Self::LISTED;
        let cells = if is_listed { cells.into_iter().flat_map(Planned::each).collect() } else { cells };
        Self { cells, others }
    }
}

/// Returns the entries in order. In a large plan, cells without rows that differ only by their game share one.
pub(crate) fn planned(options: &Options, selection: &Selection<'_>, found: &StoredRows) -> Vec<Planned> {
    let number: u64 = selection.cells().map(|cell| cell.repetitions(options.seeds)).sum();
    let planned = options.shard.of(|| selection.cells(), options.seeds);
    let planned = planned.flat_map(|repeated| of_cell(options, repeated, found));
    let mut cells = if number <= Plan::LISTED as u64 { planned.collect() } else { merged(planned) };
    cells.sort_by(|a, b| a.cell.cmp(&b.cell));
    cells
}

/// Returns an entry for each game of entries that are equally long: all that is searched in a game before the next
/// game, so that a sweep that is interrupted compares the games that it has.
pub(crate) fn by_game<T>(entries: Vec<(Planned, T)>) -> Box<dyn Iterator<Item = (Planned, T)> + Send>
where
    T: Copy + Send + Sync + 'static,
{
    if entries.iter().all(|(planned, _)| planned.other_games.is_empty()) {
        return Box::new(entries.into_iter());
    }
    let number = |planned: &Planned| planned.cell.game_number();
    let (of_games, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(planned, _)| number(planned).is_some());
    let numbers = |(planned, _): &(Planned, T)| planned.other_games.iter().copied().chain(number(planned)).collect();
    let games: BTreeSet<u16> = of_games.iter().flat_map(|entry| -> Vec<u16> { numbers(entry) }).collect();
    let of_games = Arc::new(of_games);
    Box::new(others.into_iter().chain(games.into_iter().flat_map(move |game| {
        let entries = Arc::clone(&of_games);
        (0..entries.len()).filter_map(move |at| Some((entries[at].0.of_game(game)?, entries[at].1)))
    })))
}

/// Returns one entry for cells without rows that differ only by their game.
fn merged(planned: impl Iterator<Item = Planned>) -> Vec<Planned> {
    let mut cells = Vec::new();
    let mut by_first = BTreeMap::new();
    for one in planned {
        match one.cell.with_game_number(0).filter(|_| one.state == CellState::Missing) {
            None => cells.push(one),
            Some(cell) => match by_first.entry((cell, one.seeds, one.step, one.estimate)) {
                Entry::Vacant(entry) => _ = entry.insert(one),
                Entry::Occupied(mut entry) => {
                    entry.get_mut().other_games.extend(one.cell.game_number());
                }
            },
        }
    }
    // A definition may list games in any order.
    by_first.values_mut().for_each(|merged: &mut Planned| merged.other_games.sort_unstable());
    cells.extend(by_first.into_values());
    cells
}

/// Returns the rows with current signatures, and the number of rows with other ones.
pub(crate) fn stored_rows(store: &Store, selection: &Selection<'_>) -> Result<StoredRows> {
    let all = store.all()?;
    let estimates = Estimates::new(all.iter().map(|signed| &signed.row));
    let (mut rows, mut others) = (Rows::new(), Others::new());
    for signed in all {
        let cell = &signed.row.cell;
        match selection.signatures.get(cell) {
            Some(signature) if signature == signed.signature => _ = rows.insert(cell.clone(), signed.row),
            Some(_) => *others.entry((SolverKind::of(cell), cell.scheme)).or_default() += 1,
            None => {}
        }
    }
    Ok(StoredRows { rows, others, estimates })
}

/// Returns the entries of a cell. Successive seeds share an entry if they are in the same state.
fn of_cell(options: &Options, repeated: Repeated, found: &StoredRows) -> Vec<Planned> {
    let StoredRows { rows, estimates, .. } = found;
    let Repeated { cell: first, count, step } = repeated;
    let estimate = estimates.nodes(&first);
    let add = |planned: &mut Vec<Planned>, cell: Cell, seeds: u64, row: Option<&Row>| {
        let state = match row {
            None => CellState::Missing,
            Some(_) if options.again => CellState::Again,
            Some(row) if is_enough(row, options.max_nodes) => CellState::Done,
            Some(row) => CellState::Partial(row.nodes),
        };
        let least = row.map_or(0, |row| row.nodes);
        let known = row.filter(|row| row.is_complete()).map(|row| row.nodes);
        let estimate = known.or(estimate).map(|nodes| nodes.max(least).min(options.max_nodes));
        // A cell does not exceed its limit.
        let limit = Some(options.max_nodes).filter(|&nodes| nodes < u64::MAX);
        let (nodes, is_complete) = (row.map(|row| row.nodes), row.is_some_and(Row::is_complete));
        let (other_games, estimate) = (Vec::new(), estimate.or(limit));
        planned.push(Planned { cell, other_games, seeds, step, state, estimate, nodes, is_complete });
    };
    let mut planned = Vec::new();
    let mut next = 0;
    for row in rows.range(&first..=&first.repetition((count - 1) * step)).map(|(_, row)| row) {
        let offset = row.cell.seed - first.seed;
        if offset.is_multiple_of(step) {
            let place = offset / step;
            if next < place {
                add(&mut planned, first.repetition(next * step), place - next, None);
            }
            // The cell of a row does not have the positions of its set.
            add(&mut planned, first.repetition(offset), 1, Some(row));
            next = place + 1;
        }
    }
    if next < count {
        add(&mut planned, first.repetition(next * step), count - next, None);
    }
    planned
}

/// Returns whether a search with the limit `max_nodes` would not add anything to `row`.
pub(crate) fn is_enough(row: &Row, max_nodes: u64) -> bool {
    row.is_complete() || row.nodes >= max_nodes
}

/// Returns the number of cells.
pub(crate) fn count<'p>(planned: impl IntoIterator<Item = &'p Planned>) -> usize {
    let count: u64 = planned.into_iter().map(Planned::cells).sum();
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// See [`Plan::expected`].
pub(crate) fn expected(plan: &[Planned]) -> Option<u64> {
    let mut to_run = plan.iter().filter(|planned| planned.state != CellState::Done);
    to_run.try_fold(0_u64, |sum, planned| sum.checked_add(planned.estimate?.checked_mul(planned.cells())?))
}
