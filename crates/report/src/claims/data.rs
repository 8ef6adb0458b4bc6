//! The rows that a claim is judged by, and the searches among them that it is about.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::rc::Rc;

use anyhow::Result;
use tt::{Positions, Scheme};

use super::super::RowsOf;
use super::super::comparison::{Compared, compare};
use super::super::means::SetMean;
use super::super::observations::{Group, Observations, Setting, Variant};
use super::super::summary::BoardSummary;
use super::super::{check_sums, published};
use experiments::cell::Cell;
use experiments::definition::Definition;
use experiments::readings::{Reading, Readings};
use experiments::row::Row;

/// The rows of an experiment under one reading of the sources.
pub(super) struct Data {
    /// The name of the experiment.
    pub(super) name: String,
    /// The reading, such as `depth=longest-line`; empty if it is the default.
    pub(super) reading: String,
    pub(super) rows: Vec<Row>,
    pub(super) all: Observations,
    pub(super) boards: Vec<Compared>,
    pub(super) means: Vec<SetMean>,
}

impl Data {
    /// Returns the data of every reading that the rows have: the default first, even if it has no rows.
    pub(super) fn readings(definition: &Definition, rows: &[Row]) -> Result<Vec<Self>> {
        check_sums(rows.iter())?;
        let mut found: BTreeMap<String, Vec<Row>> = BTreeMap::from([(String::new(), Vec::new())]);
        let mut of_table = BTreeSet::new();
        for row in rows {
            let (chosen, scheme, search) = Readings::of(row.cell.scheme, row.cell.search);
            let name = if chosen.is_default() { String::new() } else { chosen.to_string() };
            if !name.is_empty() && chosen.each().all(Reading::is_of_table) {
                of_table.insert(name.clone());
            }
            let cell = Cell { scheme, search, ..row.cell.clone() };
            found.entry(name).or_default().push(Row { cell, ..row.clone() });
        }
        // A search without a table is the same however the table is read.
        let without = |row: &&Row| row.cell.scheme.is_none();
        let without: Vec<Row> = found[""].iter().filter(without).cloned().collect();
        for name in of_table {
            found.entry(name).or_default().extend(without.iter().cloned());
        }
        found.into_iter().map(|(reading, rows)| Self::of(definition, reading, rows)).collect()
    }

    fn of(definition: &Definition, reading: String, rows: Vec<Row>) -> Result<Self> {
        let printed = published(definition)?;
        let boards = compare(&BoardSummary::of(definition, &rows), printed.as_ref()).into_values().flatten().collect();
        let all = Observations::of(&rows, &definition.depths(&rows));
        Ok(Self { name: definition.name.clone(), reading, all, boards, means: SetMean::all(&rows)?, rows })
    }

    /// Returns all searches.
    pub(super) fn all(&self) -> Searches<'_> {
        Searches { data: self, depths: Vec::new(), sizes: Vec::new() }
    }

    /// Returns the searches to these depths.
    pub(super) fn at(&self, depths: &[u8]) -> Searches<'_> {
        Searches { depths: depths.to_vec(), ..self.all() }
    }

    /// Returns the deepest searches, if searches have a depth.
    pub(super) fn deepest(&self) -> Searches<'_> {
        Searches { depths: self.all.deepest().into_iter().collect(), ..self.all() }
    }
}

/// The data that a claim is judged by.
pub(super) struct Here<'h> {
    pub(super) data: &'h Data,
    pub(super) lab: &'h Lab<'h>,
}

impl Deref for Here<'_> {
    type Target = Data;

    fn deref(&self) -> &Data {
        self.data
    }
}

impl Here<'_> {
    /// Returns the data of another experiment under the same reading.
    pub(super) fn elsewhere(&self, name: &'static str) -> Result<Rc<Data>> {
        let key = (name, self.reading.clone());
        if let Some(known) = self.lab.known.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let definition = Definition::find(name)?;
        let rows = (self.lab.others)(&definition);
        let of_reading = Data::readings(&definition, &rows)?.into_iter().find(|one| one.reading == key.1);
        let data = Rc::new(match of_reading {
            Some(data) => data,
            None => Data::of(&definition, key.1.clone(), Vec::new())?,
        });
        self.lab.known.borrow_mut().insert(key, Rc::clone(&data));
        Ok(data)
    }
}

/// The rows of other experiments, as far as claims have asked for them.
pub(super) struct Lab<'l> {
    others: RowsOf<'l>,
    known: RefCell<BTreeMap<(&'static str, String), Rc<Data>>>,
}

impl<'l> Lab<'l> {
    pub(super) fn new(others: RowsOf<'l>) -> Self {
        Self { others, known: RefCell::default() }
    }
}

/// Some searches of an experiment.
#[derive(Clone)]
pub(super) struct Searches<'d> {
    pub(super) data: &'d Data,
    /// All depths if it is empty.
    depths: Vec<u8>,
    /// All table sizes if it is empty.
    sizes: Vec<Positions>,
}

impl Searches<'_> {
    /// Returns those with tables of these sizes.
    ///
    /// # Panics
    ///
    /// Panics if one of them is not a size, which the tests exclude.
    pub(super) fn with(self, sizes: &[&str]) -> Self {
        let sizes = sizes.iter().map(|size| size.parse().expect("a size")).collect();
        Self { sizes, ..self }
    }

    fn has(&self, depth: Option<u8>, size: Option<Positions>) -> bool {
        depth.is_none_or(|depth| self.depths.is_empty() || self.depths.contains(&depth))
            && size.is_none_or(|size| self.sizes.is_empty() || self.sizes.contains(&size))
    }

    /// Returns their settings: plain searches with the schemes of the sources.
    pub(super) fn settings(&self) -> impl Iterator<Item = Setting> {
        self.data.all.settings().copied().filter(|setting| {
            let depth = if let Group::Ply(depth) = setting.group { Some(depth) } else { None };
            let Variant { search, scheme, .. } = setting.variant;
            let is_published = scheme.is_none_or(|scheme| Scheme::ALL.contains(&scheme));
            search.is_plain() && is_published && self.has(depth, setting.positions)
        })
    }

    /// Returns the finished runs with a table.
    pub(super) fn runs(&self) -> impl Iterator<Item = &Row> {
        self.data.rows.iter().filter(|row| {
            let is_published = row.cell.scheme.is_some_and(|scheme| Scheme::ALL.contains(&scheme));
            let is_meant = is_published && row.cell.search.is_plain();
            row.is_complete() && is_meant && self.has(row.cell.game.depth(), row.cell.positions)
        })
    }
}
