//! The rows of a database, by experiment.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use programs::SearchOptions;
use schemes::{Positions, Scheme};

use crate::custom_games::CustomGames;
use crate::games::ChessCell;
use crate::help::with_help;
use crate::plan::{Filter, Options};
use crate::row::repeated;
use crate::signature::Signatures;
use crate::store::{Run, Store, no_database};
use crate::sweep::{Provenance, Results};
use crate::{Cell, Definition, Row, program, scheme_list};

/// The most seeds that a sweep repeats a cell with.
const MOST_SEEDS: u64 = 10_000;

/// Which rows of each experiment are shown.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The full part or the quick one; by default the full part if it is complete, and otherwise the quick part.
    pub full: Option<bool>,
    /// The number of key seeds; by default all of them.
    pub seeds: Option<u64>,
    /// The depths, if they replace those of the experiment.
    pub depths: Vec<u8>,
}

/// The rows of a database with current signatures.
#[derive(Debug)]
pub struct View {
    path: PathBuf,
    wanted: Wanted,
    definitions: Vec<Definition>,
    /// The options of commands besides the names of the definitions.
    filter: Filter,
    rows: BTreeMap<Cell, Row>,
    /// The custom schemes that have rows.
    custom: Vec<Scheme>,
    seeds: u64,
    /// The sweeps that made the rows.
    pub runs: Vec<Run>,
    /// Rows with other signatures, which are not shown.
    pub others: usize,
}

impl View {
    /// Reads the database at `path`.
    ///
    /// # Errors
    ///
    /// The database does not exist or cannot be read.
    pub fn open(path: &Path, definitions: Vec<Definition>, wanted: Wanted) -> Result<Self> {
        let store = Store::open(path)?.ok_or_else(|| no_database(path, "--full"))?;
        let (mut rows, mut others) = (BTreeMap::new(), 0);
        let all = store.all()?;
        let signatures = Signatures::of(all.iter().map(|signed| &signed.row.cell))?;
        for signed in all {
            if signatures.is_valid(&signed.row.cell, signed.signature) {
                rows.insert(signed.row.cell.clone(), signed.row);
            } else {
                others += 1;
            }
        }
        let offset = |cell: &Cell| cell.seed.checked_sub(zobrist::DEFAULT_SEED).filter(|&offset| offset < MOST_SEEDS);
        let seeds = rows.keys().filter_map(offset).max().map_or(1, |offset| offset + 1);
        let seeds = wanted.seeds.unwrap_or(seeds);
        let (path, runs) = (path.to_owned(), store.runs()?);
        let there: BTreeSet<Scheme> = rows.keys().filter_map(|cell| cell.scheme).collect();
        let is_custom = |scheme: &Scheme| scheme.built_in().is_none() && there.contains(scheme);
        let custom = scheme_list::all().into_iter().filter(is_custom).collect();
        let (depths, filter) = (wanted.depths.clone(), Filter::default());
        let mut view = Self { path, wanted, definitions: Vec::new(), filter, rows, custom, seeds, runs, others };
        view.set_depths(definitions, &depths)?;
        Ok(view)
    }

    /// Shows these experiments, with searches to other depths unless there are none.
    ///
    /// # Errors
    ///
    /// A reading cannot be combined with an experiment, which is checked when a definition is read.
    pub fn set_depths(&mut self, definitions: Vec<Definition>, depths: &[u8]) -> Result<()> {
        depths.clone_into(&mut self.wanted.depths);
        depths.clone_into(&mut self.filter.depths);
        self.definitions.clear();
        for definition in definitions.into_iter().map(|definition| definition.with_depths(depths)) {
            let reported = definition.reported()?;
            let reported: Vec<_> = reported.into_iter().filter(|one| self.has_all(one)).collect();
            self.definitions.push(definition);
            self.definitions.extend(reported);
        }
        Ok(())
    }

    /// Returns the depths of all rows with a scheme and search options, in games that are not solved.
    #[must_use]
    pub fn searched_depths(&self, scheme: Option<Scheme>, search: SearchOptions) -> BTreeSet<u8> {
        let has_both = |cell: &&Cell| cell.scheme == scheme && cell.search == search;
        self.rows.keys().filter(has_both).filter_map(|cell| cell.game.depth()).collect()
    }

    /// Returns whether every cell of the part that is shown has a row, with the default key seed.
    fn has_all(&self, definition: &Definition) -> bool {
        let part = if self.shows_full(definition) { &definition.full } else { &definition.quick };
        part.each_cell().all(|cell| self.rows.contains_key(&cell))
    }

    /// Adds the experiment on custom games, with the schemes and sizes that have rows. Its depths are the wanted ones,
    /// or else those that have rows.
    ///
    /// # Errors
    ///
    /// The database does not have rows of these positions.
    pub fn add_own(&mut self, own: CustomGames) -> Result<()> {
        let is_meant = |cell: &&Cell| {
            // A search without a table leaves nothing for the next one, so `between` does not matter.
            let is_of = |game: &ChessCell| game.between == own.between || cell.scheme.is_none();
            cell.game.chess().is_some_and(|game| game.set == own.set && is_of(game))
        };
        let cells: Vec<&Cell> = self.rows.keys().filter(is_meant).collect();
        let mut schemes: BTreeSet<Option<Scheme>> = cells.iter().map(|cell| cell.scheme).collect();
        let positions: BTreeSet<Positions> = cells.iter().filter_map(|cell| cell.positions).collect();
        let depths: BTreeSet<u8> = cells.iter().filter_map(|cell| cell.game.depth()).collect();
        let searches: BTreeSet<SearchOptions> = cells.iter().map(|cell| cell.search).collect();
        let searches: Vec<SearchOptions> = searches.into_iter().collect();
        if cells.is_empty() {
            let (path, argument) = (self.path.display(), &own.argument);
            bail!(with_help(
                format_args!("{path} does not have rows of these positions"),
                format_args!("use the options of their sweep, or run `{} sweep {argument} --db {path}`", program()),
            ));
        }
        // No table first, then the schemes of the thesis from the best one on, then all others.
        let mut ordered: Vec<Option<Scheme>> =
            [None].into_iter().chain(scheme_list::all().into_iter().rev().map(Some)).collect();
        ordered.retain(|scheme| schemes.remove(scheme));
        ordered.extend(schemes);
        self.filter = Filter {
            schemes: ordered,
            searches: if searches == [SearchOptions::PLAIN] { Vec::new() } else { searches.clone() },
            positions: positions.into_iter().collect(),
            depths: if self.wanted.depths.is_empty() {
                depths.into_iter().collect()
            } else {
                self.wanted.depths.clone()
            },
            ..Filter::default()
        };
        // Such an experiment has one part, which is run without --full.
        self.wanted.full = Some(false);
        let Filter { schemes, positions, depths, .. } = self.filter.clone();
        self.definitions.push(
            CustomGames { schemes, positions, ..own }.definition()?.with_depths(&depths).with_searches(&searches),
        );
        Ok(())
    }

    /// Returns the experiments, and those under [other readings](Definition::reported_under) that have all rows.
    #[must_use]
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// Returns the number of key seeds that are shown of cells. If all of them have a row with the default seed, a
    /// further seed must have all of them, too: another experiment may have repeated a few of them.
    fn seeds_of(&self, cells: &[Cell]) -> u64 {
        let has_all = |offset: &u64| {
            let repeated = cells.iter().filter(|cell| cell.repetitions(offset + 1) > *offset);
            repeated.map(|cell| cell.repetition(*offset)).all(|cell| self.rows.contains_key(&cell))
        };
        if has_all(&0) { (1..self.seeds).take_while(has_all).count() as u64 + 1 } else { self.seeds }
    }

    /// Returns the rows that are shown of an experiment.
    #[must_use]
    pub fn results<'a>(&self, definition: &'a Definition) -> Results<'a> {
        let (rows, is_full) = self.rows_of(definition);
        let provenance = self.provenance(definition, &rows, is_full);
        let missing = provenance.cells.saturating_sub(rows.len());
        Results { definition, rows, missing, provenance }
    }

    /// Returns the number of rows, of all experiments.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.rows.len()
    }

    /// Returns the path of the database.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether there are rows of custom positions.
    #[must_use]
    pub fn has_own(&self) -> bool {
        let is_own = |cell: &Cell| cell.game.chess().is_some_and(|game| game.set.is_empty());
        self.rows.keys().any(is_own)
    }

    /// Returns whether there are rows of the quick parts of the experiments.
    #[must_use]
    pub fn has_quick(&self) -> bool {
        let mut cells = self.definitions.iter().flat_map(|definition| definition.quick.cells(1));
        cells.any(|cell| repeated(&self.rows, cell, self.seeds).next().is_some())
    }

    /// Returns the number of rows that belong to none of the experiments.
    #[must_use]
    pub fn strangers(&self) -> usize {
        let definitions = self.definitions.iter().map(|definition| definition.clone().with_schemes(&self.custom));
        let parts = definitions.flat_map(|definition| [definition.full, definition.quick]);
        let known: BTreeSet<Cell> = parts.flat_map(|part| part.cells(1)).collect();
        let home = |cell: &Cell| Cell { seed: zobrist::DEFAULT_SEED, ..cell.clone() };
        self.rows.keys().filter(|cell| !known.contains(&home(cell))).count()
    }

    /// Returns whether the full part of an experiment is shown, and not the quick one.
    fn shows_full(&self, definition: &Definition) -> bool {
        let has = |cell: &Cell| self.rows.contains_key(cell);
        let is_complete = || definition.full.cells(1).iter().all(has);
        self.wanted.full.unwrap_or_else(|| is_complete() || !definition.quick.cells(1).iter().any(has))
    }

    /// Returns the rows that are shown of an experiment, and whether they are of the full part.
    fn rows_of(&self, definition: &Definition) -> (Vec<Row>, bool) {
        let full = self.shows_full(definition);
        // Sweeps add custom schemes to those of the experiment.
        let with_custom = definition.clone().with_schemes(&self.custom);
        let part = if full { with_custom.full } else { with_custom.quick };
        let cells = part.cells(1);
        let seeds = self.seeds_of(&cells);
        (cells.into_iter().flat_map(|cell| repeated(&self.rows, cell, seeds)).collect(), full)
    }

    fn provenance(&self, definition: &Definition, rows: &[Row], is_full: bool) -> Provenance {
        let first = zobrist::DEFAULT_SEED;
        let seeds = rows.iter().map(|row| row.cell.seed.wrapping_sub(first)).max().unwrap_or(0) + 1;
        let limit = rows.iter().filter(|row| !row.is_complete()).map(|row| row.nodes).max();
        let mut filter = self.filter.clone();
        let shown: BTreeSet<_> = rows.iter().map(|row| definition.shown_cell(&row.cell).scheme).collect();
        if shown.iter().flatten().any(|scheme| self.custom.contains(scheme)) {
            filter.schemes = shown.into_iter().collect();
        }
        let options = Options {
            full: is_full,
            seeds,
            filter,
            max_nodes: limit.unwrap_or(u64::MAX),
            ..Options::of(Vec::new(), self.path.clone())
        };
        let part = if is_full { &definition.full } else { &definition.quick };
        let cells = part.count_cells(seeds);
        // The findings are about the recorded key seeds, or the first one.
        let has_usual_seeds = self.wanted.seeds.is_none_or(|seeds| seeds == 1);
        let is_whole = is_full && self.wanted.depths.is_empty() && has_usual_seeds && rows.len() == cells;
        let reading = definition.reading_name().map(|name| format!(" --reading {name}")).unwrap_or_default();
        Provenance {
            command: options.command(&definition.argument) + &reading,
            is_full: is_whole,
            is_quick: !is_full,
            cells,
        }
    }
}
