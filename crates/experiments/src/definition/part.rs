//! The parts of a definition: the cells of an experiment.

use std::collections::BTreeSet;

use anyhow::Result;
use programs::SearchOptions;
use schemes::{Parts, Positions, Scheme};

use super::read::FieldPlace;
use crate::Cell;
use crate::cell::check_size;
use crate::games::{Combination, GamePart};
use crate::readings::Readings;

/// A set of cells: every combination of the values that are listed, and of the schemes and searches of each further
/// [`Combination`] with the other values.
#[derive(Clone, Debug)]
pub struct Part {
    /// What is searched.
    pub game: GamePart,
    /// The replacement schemes; `None` is the search without a table, which is run once for all sizes.
    pub schemes: Vec<Option<Scheme>>,
    /// The options of the search.
    pub searches: Vec<SearchOptions>,
    /// Further combinations of schemes and searches.
    pub also: Vec<Combination>,
    /// Whether its schemes are searched under other readings besides their own.
    pub compares_readings: bool,
    /// The sizes of the table.
    pub positions: Vec<Positions>,
    /// Which parts of the table the search uses.
    pub parts: Vec<Parts>,
}

impl Part {
    /// Returns every cell, repeated with `seeds` key seeds from the default one on.
    #[must_use]
    pub fn cells(&self, seeds: u64) -> Vec<Cell> {
        let repeated = |first: Cell| (0..first.repetitions(seeds)).map(move |number| first.repetition(number));
        self.each_cell().flat_map(repeated).collect()
    }

    /// Returns every cell with the default key seed, once. A sweep of a collection of games has millions of them.
    pub fn each_cell(&self) -> impl Iterator<Item = Cell> {
        self.combinations().into_iter().flat_map(|(scheme, search)| {
            // A search without a table has no size and no parts of a table either.
            let (sizes, parts) = match scheme {
                Some(_) => (unique(self.positions.iter().copied().map(Some)), unique(self.parts.iter().copied())),
                None => (vec![None], vec![Parts::all()]),
            };
            let tables: Vec<_> = sizes.iter().flat_map(|&size| parts.iter().map(move |&parts| (size, parts))).collect();
            unique(self.game.cells(scheme)).into_iter().flat_map(move |game| {
                let cell = move |(positions, parts)| Cell {
                    game: game.clone(),
                    search,
                    scheme,
                    positions,
                    parts,
                    seed: zobrist::DEFAULT_SEED,
                };
                tables.clone().into_iter().map(cell)
            })
        })
    }

    /// Returns each scheme with each of its searches once, in order.
    fn combinations(&self) -> Vec<(Option<Scheme>, SearchOptions)> {
        let mut all = Vec::new();
        let own = (&self.schemes, &self.searches);
        for (schemes, searches) in [own].into_iter().chain(self.also.iter().map(|one| (&one.schemes, &one.searches))) {
            for both in searches.iter().flat_map(|&search| schemes.iter().map(move |&scheme| (scheme, search))) {
                if !all.contains(&both) {
                    all.push(both);
                }
            }
        }
        all
    }

    /// Changes the searches and the schemes to these readings.
    pub(super) fn read(&mut self, readings: &Readings) -> Result<()> {
        let own = Combination { schemes: self.schemes.clone(), searches: self.searches.clone() }.under(readings)?;
        (self.schemes, self.searches) = (own.schemes, own.searches);
        for also in &mut self.also {
            *also = also.under(readings)?;
        }
        Ok(())
    }

    /// Adds its schemes and searches under each of these readings.
    pub(super) fn add_readings(&mut self, all: &[Readings]) -> Result<()> {
        let own = Combination { schemes: self.schemes.clone(), searches: self.searches.clone() };
        let (tables, none): (Vec<_>, Vec<_>) = own.schemes.iter().copied().partition(Option::is_some);
        self.compares_readings |= !all.is_empty();
        for readings in all {
            for (schemes, readings) in [(&none, &readings.without_table()), (&tables, readings)] {
                self.also.push(Combination { schemes: schemes.clone(), ..own.clone() }.under(readings)?);
            }
        }
        Ok(())
    }

    /// Returns all schemes, in order, those of further combinations last. A scheme may occur several times.
    pub fn all_schemes(&self) -> impl Iterator<Item = Option<Scheme>> {
        self.schemes.iter().chain(self.also.iter().flat_map(|one| &one.schemes)).copied()
    }

    /// Returns how many cells [`cells`](Self::cells) returns, without making each of them.
    #[must_use]
    pub fn count_cells(&self, seeds: u64) -> usize {
        let count: u64 = self.each_cell().map(|cell| cell.repetitions(seeds)).sum();
        usize::try_from(count).unwrap_or(usize::MAX)
    }

    /// Adds these schemes, if the part searches with tables.
    pub(super) fn add_schemes(&mut self, schemes: &[Scheme]) {
        if self.positions.is_empty() {
            return;
        }
        let is_new = |scheme: &Option<Scheme>| !self.schemes.contains(scheme);
        let new: Vec<_> = schemes.iter().copied().map(Some).filter(is_new).collect();
        self.schemes.extend(new);
    }

    /// Adds these searches, if the solver has options.
    pub(super) fn add_searches(&mut self, searches: &[SearchOptions]) {
        if !self.game.has_options() {
            return;
        }
        let is_new = |search: &SearchOptions| !self.combinations().iter().any(|(_, known)| known == search);
        let new: Vec<_> = searches.iter().copied().filter(is_new).collect();
        self.searches.extend(new);
    }

    /// Checks that there are cells, and that a table of each scheme can have each size.
    pub(super) fn check(&self, section: &'static str) -> Result<(), (FieldPlace, anyhow::Error)> {
        if self.each_cell().next().is_none() {
            let what = anyhow::anyhow!("`{section}` does not have cells: each of its lists needs at least one value");
            return Err((FieldPlace::In(section, ""), what));
        }
        self.check_sizes().map_err(|error| (FieldPlace::In(section, "positions"), error))
    }

    /// Checks that a table of each scheme can have each size.
    pub(super) fn check_sizes(&self) -> Result<()> {
        let mut schemes = self.all_schemes().flatten();
        schemes.try_for_each(|scheme| self.positions.iter().try_for_each(|&size| check_size(scheme, size)))
    }
}

/// Returns the values without those that occurred before.
fn unique<T: Clone + Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut known = BTreeSet::new();
    values.into_iter().filter(|value| known.insert(value.clone())).collect()
}
