//! The rows that a claim is judged by, and the searches among them that it is about.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;

use anyhow::Result;
use schemes::{Positions, Scheme};

use crate::claims::RowsOf;
use crate::numbers::board_summary::BoardSummary;
use crate::numbers::observations::{Group, Observations, Setting, Variant};
use crate::numbers::printed_boards::published;
use crate::numbers::printed_boards::{Compared, compare};
use crate::numbers::set_means::SetMean;
use experiments::cell::{Cell, GameKind};
use experiments::definition::Definition;
use experiments::readings::{PRESETS, Reading, Readings};
use experiments::row::Row;
use experiments::row::check_sums;

/// The rows of an experiment under one reading of the sources.
pub(super) struct Data {
    /// The name of the experiment.
    pub(super) name: String,
    game: GameKind,
    pub(super) readings: Readings,
    /// The name of the readings; `None` for the defaults.
    pub(super) reading: Option<String>,
    pub(super) rows: Vec<Row>,
    pub(super) all: Observations,
    pub(super) boards: Vec<Compared>,
    pub(super) means: Vec<SetMean>,
}

impl Data {
    /// Returns the data of every reading that the rows have: first that of the experiment, even if it has no rows.
    pub(super) fn each(definition: &Definition, rows: &[Row]) -> Result<Vec<Self>> {
        check_sums(rows.iter())?;
        let mut found: BTreeMap<Readings, Vec<Row>> = BTreeMap::from([(Readings::default(), Vec::new())]);
        for row in definition.shown_rows(rows).into_owned() {
            let (readings, scheme, search) = Readings::of(row.cell.scheme, row.cell.search);
            let cell = Cell { scheme, search, ..row.cell.clone() };
            found.entry(readings).or_default().push(Row { cell, ..row });
        }
        // A search without a table is the same however the table is read.
        let without = |row: &&Row| row.cell.scheme.is_none();
        let without: Vec<Row> = found[&Readings::default()].iter().filter(without).cloned().collect();
        for (readings, rows) in found.iter_mut().filter(|(readings, _)| !readings.is_default()) {
            if readings.each().all(Reading::is_of_table) {
                rows.extend(without.iter().cloned());
            }
        }
        let under = |(readings, rows): (Readings, Vec<Row>)| {
            let name = if readings.is_default() { definition.reading_name() } else { Some(readings.name()) };
            let readings = definition.readings().and(&readings)?;
            Self::of(definition, (readings, name), rows)
        };
        found.into_iter().map(under).collect()
    }

    /// Returns the data of rows with the schemes and searches that the definition names.
    fn of(definition: &Definition, (readings, reading): (Readings, Option<String>), rows: Vec<Row>) -> Result<Self> {
        let (shown, printed) = (definition.shown(), published(definition)?);
        let boards = compare(&BoardSummary::of(&shown, &rows), printed.as_ref()).into_values().flatten().collect();
        let all = Observations::of(&rows, &shown.depths(&rows));
        let (name, game) = (definition.name.clone(), definition.game);
        Ok(Self { name, game, readings, reading, all, boards, means: SetMean::all(&rows)?, rows })
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
    /// Returns the data of another experiment under the [same reading](partner).
    pub(super) fn elsewhere(&self, name: &'static str) -> Result<Rc<Data>> {
        let mut known = self.lab.known.borrow_mut();
        if let Some(known) = known.get(name) {
            return Ok(Rc::clone(known));
        }
        let definition = partner(self.game, &self.readings, name)?;
        let rows = (self.lab.others)(&definition);
        let data = Rc::new(Data::each(&definition, &rows)?.swap_remove(0));
        known.insert(name, Rc::clone(&data));
        Ok(data)
    }
}

/// Returns the experiment that one of this game is compared with, under the same readings. In another game, a preset
/// stands for the best supported readings of that game, and other readings say nothing.
pub(super) fn partner(game: GameKind, readings: &Readings, name: &str) -> Result<Definition> {
    let partner = Definition::find(name)?;
    if partner.game == game {
        return partner.with_readings(readings);
    }
    let is_answered = |answer: Reading| readings.each().any(|one| one == answer);
    let is_preset = PRESETS.iter().any(|preset| preset.answers().each().all(is_answered));
    let best =
        partner.reported_under.first().filter(|_| is_preset).map_or(Ok(Readings::default()), |best| best.parse());
    partner.with_readings(&best?)
}

/// The rows of other experiments, as far as claims have asked for them.
pub(super) struct Lab<'l> {
    others: RowsOf<'l>,
    known: RefCell<BTreeMap<&'static str, Rc<Data>>>,
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
