//! Which cells a sweep runs, in which order, and how long they will take.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::Result;
use domineering::BoardSize;
use tt::{Positions, Scheme};

use crate::cell::scheme_name;
use crate::estimates::Estimates;
use crate::run;
use crate::shard::{Repeated, Shard};
use crate::signature::{Signatures, Solver};
use crate::store::Store;
use crate::{Cell, Definition, Row, Usage, program};

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
}

impl Options {
    /// The command as the journal of a database keeps it: with every experiment that was asked for.
    pub(crate) fn journal_command(&self) -> String {
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
        let mut command = format!("{} sweep {name}", program()).trim_end().to_owned();
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
    pub(crate) fn each(self) -> impl Iterator<Item = Self> {
        let number = self.seeds;
        (0..number).map(move |number| Self { cell: self.cell.repetition(number * self.step), seeds: 1, ..self.clone() })
    }
}

/// What a sweep would do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The cells, in order.
    pub cells: Vec<Planned>,
    /// Rows of the database that are of another version of the counts.
    pub others: Others,
}

/// The cells of every experiment, and the signatures that their rows carry.
pub(crate) struct Selection<'a> {
    /// Every cell stands for its [repetitions](Cell::repetitions), too.
    pub(crate) experiments: Vec<(&'a Definition, BTreeSet<Cell>)>,
    pub(crate) signatures: Signatures,
}

/// Rows by cell.
pub(crate) type Rows = BTreeMap<Cell, Row>;

/// How many rows are of another version of a solver with a scheme.
pub type Others = BTreeMap<(Solver, Option<Scheme>), usize>;

/// What a database says of a selection.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) rows: Rows,
    pub(crate) others: Others,
    /// From all rows, whatever their version.
    pub(crate) estimates: Estimates,
}

impl Plan {
    /// The most cells of a plan that lists each of them. In larger ones those that differ by their key seeds alone
    /// share an entry, as far as they are in the same state.
    pub const LISTED: usize = 100_000;

    /// How many cells are as far as this.
    #[must_use]
    pub fn count(&self, wanted: fn(State) -> bool) -> usize {
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

    /// Estimated nodes of all that is to be run, if all can be estimated and the sum is a number of 64 bits.
    #[must_use]
    pub fn expected(&self) -> Option<u64> {
        expected(&self.cells)
    }

    /// The bytes of the largest table that is to be used.
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
pub(crate) fn stored_rows(store: &Store, selection: &Selection<'_>) -> Result<Found> {
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

pub(crate) fn planned(options: &Options, selection: &Selection<'_>, found: &Found) -> Vec<Planned> {
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
pub(crate) fn is_enough(row: &Row, max_nodes: u64) -> bool {
    row.is_complete() || row.nodes >= max_nodes
}

/// How many cells these are.
pub(crate) fn count<'p>(planned: impl IntoIterator<Item = &'p Planned>) -> usize {
    let count: u64 = planned.into_iter().map(|planned| planned.seeds).sum();
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// Estimated nodes of all that is to be run, if all can be estimated and the sum is a number of 64 bits.
pub(crate) fn expected(plan: &[Planned]) -> Option<u64> {
    let mut to_run = plan.iter().filter(|planned| planned.state != State::Done);
    to_run.try_fold(0_u64, |sum, planned| sum.checked_add(planned.estimate?.checked_mul(planned.seeds)?))
}

#[cfg(test)]
mod tests {
    use domineering::Winner;

    use super::*;

    fn cells() -> BTreeSet<Cell> {
        let all = Definition::all().unwrap();
        all.iter().flat_map(|definition| definition.full.cells(3)).collect()
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
    }

    #[test]
    fn a_command_says_what_was_asked_for() {
        let mut options = options();
        assert_eq!(options.command("x"), "ttlab sweep x");
        options.full = true;
        options.seeds = 3;
        options.max_nodes = 2_000_000_000;
        options.filter.schemes = vec![None, Some(Scheme::TwoBig1)];
        options.filter.boards = vec!["6x7".parse().unwrap()];
        let rest = "--full --scheme none,two-big1 --board 6x7 --seeds 3 --max-nodes 2G";
        assert_eq!(options.command("x"), format!("ttlab sweep x {rest}"));
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
