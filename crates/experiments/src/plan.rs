//! The plan of a sweep: its cells, which of them are done, and estimates for the others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::Result;
use domineering::BoardSize;
use programs::SearchOptions;
use tt::{Positions, Scheme};

use crate::cell::scheme_name;
use crate::estimates::Estimates;
use crate::games::SolverKind;
use crate::readings::Readings;
use crate::run;
use crate::schemes::every;
use crate::shard::{Repeated, Shard};
use crate::signature::Signatures;
use crate::store::Store;
use crate::text::with_help;
use crate::{Cell, Definition, Row, Usage, program};

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
}

impl Options {
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
#[derive(Clone, Debug, Default)]
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
    pub boards: Vec<BoardSize>,
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
        let Self { schemes, added, searches, positions, boards, readings, depths } = self;
        schemes.is_empty()
            && added.is_empty()
            && searches.is_empty()
            && positions.is_empty()
            && boards.is_empty()
            && readings.is_default()
            && depths.is_empty()
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

/// A cell of a sweep before it runs, or several that differ only by their key seeds.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The cell, or the first one.
    pub cell: Cell,
    /// The number of cells; 1 in a plan of at most [`Plan::LISTED`] cells.
    pub seeds: u64,
    /// The difference between two successive seeds.
    pub step: u64,
    /// The state.
    pub state: CellState,
    /// The estimated nodes; `None` if there is nothing to estimate from.
    pub estimate: Option<u64>,
    /// The nodes of its row, if there is one: those of the search, or the limit that it stopped at.
    pub nodes: Option<u64>,
    /// Whether that search was finished.
    pub is_complete: bool,
}

impl Planned {
    /// Returns an entry for each cell.
    pub(crate) fn each(self) -> impl Iterator<Item = Self> {
        let number = self.seeds;
        (0..number).map(move |number| Self { cell: self.cell.repetition(number * self.step), seeds: 1, ..self.clone() })
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

/// The cells of every experiment, and the signatures that their rows carry.
pub(crate) struct Selection<'a> {
    /// Each cell also represents its [repetitions](Cell::repetitions).
    pub(crate) experiments: Vec<(&'a Definition, BTreeSet<Cell>)>,
    pub(crate) signatures: Signatures,
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
    /// if they are in the same state.
    pub const LISTED: usize = 100_000;

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
}

pub(crate) fn select(options: &Options) -> Result<Selection<'_>> {
    let mut experiments = Vec::new();
    let mut all = BTreeSet::new();
    for definition in &options.definitions {
        let part = if options.full { &definition.full } else { &definition.quick };
        let cells: BTreeSet<Cell> = part.cells(1).into_iter().collect();
        let is_allowed = |cell: &&Cell| definition.is_selected(cell, &options.filter);
        let allowed: BTreeSet<Cell> = cells.iter().filter(is_allowed).cloned().collect();
        all.extend(cells.iter().map(|cell| definition.shown_cell(cell)));
        if !allowed.is_empty() {
            experiments.push((definition, allowed));
        }
    }
    if let Some(nothing) = nothing_like(&options.filter, &all) {
        return Err(Usage::error(nothing));
    }
    if experiments.is_empty() {
        return Err(Usage::error(with_help("no cell matches all filters", "remove one of them")));
    }
    let part =
        |definition: &Definition| if options.full { definition.full.cells(1) } else { definition.quick.cells(1) };
    let compared: Vec<Cell> = options.compared.iter().flat_map(part).collect();
    let signatures = Signatures::of(experiments.iter().flat_map(|(_, cells)| cells).chain(&compared))?;
    Ok(Selection { experiments, signatures })
}

/// Returns what is wrong with a filter if one of its values occurs in none of the cells.
fn nothing_like(filter: &Filter, cells: &BTreeSet<Cell>) -> Option<String> {
    fn stranger<T: Ord + ToString>(name: &str, asked: Vec<T>, there: &BTreeSet<T>) -> Option<String> {
        let stranger = asked.into_iter().find(|value| !there.contains(value))?.to_string();
        let there: Vec<String> = there.iter().map(ToString::to_string).collect();
        Some(if there.is_empty() {
            nothing_of(name)
        } else {
            format!("no cell has the {name} {stranger}: expected one of {}", there.join(", "))
        })
    }
    fn nothing_of(name: &str) -> String {
        let noun = if name == "positions" { "table" } else { name };
        format!("invalid option --{name}: no cell of these experiments has a {noun}")
    }
    let schemes = filter.schemes.iter().map(|&scheme| scheme_name(scheme)).collect();
    let has_depth = || cells.iter().any(|cell| cell.game.depth().is_some());
    let positions = cells.iter().filter_map(|cell| cell.positions).collect();
    stranger("scheme", schemes, &cells.iter().map(|cell| scheme_name(cell.scheme)).collect())
        .or_else(|| stranger("search", filter.searches.clone(), &cells.iter().map(|cell| cell.search).collect()))
        .or_else(|| stranger("positions", filter.positions.clone(), &positions))
        .or_else(|| {
            stranger("board", filter.boards.clone(), &cells.iter().filter_map(|cell| cell.game.board()).collect())
        })
        // Depths that the experiment does not list are allowed.
        .or_else(|| (!filter.depths.is_empty() && !has_depth()).then(|| nothing_of("depth")))
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

pub(crate) fn planned(options: &Options, selection: &Selection<'_>, found: &StoredRows) -> Vec<Planned> {
    let StoredRows { rows, estimates, .. } = found;
    let cells = selection.experiments.iter().flat_map(|(_, cells)| cells).cloned().collect();
    let mut planned = Vec::new();
    for Repeated { cell: first, count, step } in options.shard.of(cells, options.seeds) {
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
                // The cell of a row does not have the positions of its set.
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

/// Returns whether a search with the limit `max_nodes` would not add anything to `row`.
pub(crate) fn is_enough(row: &Row, max_nodes: u64) -> bool {
    row.is_complete() || row.nodes >= max_nodes
}

/// Returns the number of cells.
pub(crate) fn count<'p>(planned: impl IntoIterator<Item = &'p Planned>) -> usize {
    let count: u64 = planned.into_iter().map(|planned| planned.seeds).sum();
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// See [`Plan::expected`].
pub(crate) fn expected(plan: &[Planned]) -> Option<u64> {
    let mut to_run = plan.iter().filter(|planned| planned.state != CellState::Done);
    to_run.try_fold(0_u64, |sum, planned| sum.checked_add(planned.estimate?.checked_mul(planned.seeds)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{options, row};

    fn cells() -> BTreeSet<Cell> {
        let all = Definition::all().unwrap();
        all.iter().flat_map(|definition| definition.full.cells(3)).collect()
    }

    /// Cells that differ by their seeds are counted and not made: billions of them take no longer than one.
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
        let found = StoredRows { estimates: Estimates::new(rows.values()), rows, ..StoredRows::default() };
        let whole = planned(&Options { seeds, ..options() }, &selection, &found);
        assert_eq!((count(&whole), whole.len()), (expected, cells.len() + 3));
        let of_first: Vec<(u64, u64, CellState)> = whole
            .iter()
            .filter(|planned| Cell { seed: first.seed, ..planned.cell.clone() } == **first)
            .map(|planned| (planned.cell.seed - first.seed, planned.seeds, planned.state))
            .collect();
        let partial = CellState::Partial(7);
        let missing = CellState::Missing;
        assert_eq!(of_first, [(0, 5, missing), (5, 1, partial), (6, 999_993, missing), (999_999, 1, partial)]);

        let shards = (1..=7).map(|index| Options { seeds, shard: Shard { index, count: 7 }, ..options() });
        let shards: Vec<Vec<Planned>> = shards.map(|options| planned(&options, &selection, &found)).collect();
        assert_eq!(shards.iter().map(count).sum::<usize>(), expected);
        let partial: usize = shards.iter().flatten().filter(|planned| planned.state == CellState::Partial(7)).count();
        assert_eq!(partial, 2, "each row is in one shard");
    }

    #[test]
    fn a_command_has_the_options() {
        let mut options = options();
        assert_eq!(options.command("x"), "ttlab sweep x");
        options.full = true;
        options.seeds = 3;
        options.max_nodes = 2_000_000_000;
        options.filter.schemes = vec![None, Some(Scheme::TwoBig1)];
        options.filter.boards = vec!["6x7".parse().unwrap()];
        let rest = "--full --scheme none,two-big1 --board 6x7 --seeds 3 --max-nodes 2G";
        assert_eq!(options.command("x"), format!("ttlab sweep x {rest}"));
        for (added, text) in [(vec![Scheme::Old, Scheme::New], "old,new"), (every(), "all")] {
            options.filter.added = added;
            assert!(options.command("x").contains(&format!(" --scheme none,two-big1 --add-scheme {text} --board")));
        }
    }

    #[test]
    fn filters_combine() {
        let filter = Filter {
            schemes: vec![Some(Scheme::New), Some(Scheme::Deep)],
            added: Vec::new(),
            searches: vec![SearchOptions::PLAIN],
            readings: Readings::default(),
            positions: vec!["256K".parse().unwrap()],
            boards: vec!["8x8".parse().unwrap()],
            depths: Vec::new(),
        };
        assert_eq!(cells().iter().filter(|cell| filter.allows(cell)).count(), 2 * 2 * 3);
        assert_eq!(cells().iter().filter(|cell| Filter::default().allows(cell)).count(), cells().len());
    }
}
