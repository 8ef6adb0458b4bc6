//! An experiment under one reading of the sources: the same searches and schemes, with other options.

use std::borrow::Cow;

use anyhow::{Context, Result};
use programs::SearchOptions;
use schemes::Scheme;

use super::{Definition, Part};
use crate::plan::Filter;
use crate::readings::Readings;
use crate::{Cell, Row};

/// What [`Definition::with_readings`] changed.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    readings: Readings,
    /// The parts as they are written.
    quick: Part,
    full: Part,
}

/// Returns the name of an experiment with that of its readings, for files.
#[must_use]
pub fn stem(name: &str, reading: Option<&str>) -> String {
    match reading {
        None => name.to_owned(),
        Some(reading) => format!("{name}-{}", reading.replace([',', '='], "-")),
    }
}

impl Definition {
    /// Changes every search and every scheme to these readings, unless the solver does not have options.
    ///
    /// # Errors
    ///
    /// A reading cannot be combined with a scheme or a search of the experiment, or with another reading.
    pub fn with_readings(mut self, readings: &Readings) -> Result<Self> {
        if readings.is_default() || !self.has_readings() {
            return Ok(self);
        }
        let all = self.readings().and(readings)?;
        let [quick, full] = self.as_written().map(Clone::clone);
        for part in [&mut self.quick, &mut self.full] {
            part.read(readings).with_context(|| self.name.clone())?;
        }
        self.read = Some(Box::new(Read { readings: all, quick, full }));
        Ok(self)
    }

    /// Returns whether readings change something in its searches: a solver without options has one way to search.
    pub(crate) fn has_readings(&self) -> bool {
        self.quick.game.has_options()
    }

    /// Returns the readings that every search and every scheme follows.
    #[must_use]
    pub fn readings(&self) -> Readings {
        self.read.as_ref().map(|read| read.readings.clone()).unwrap_or_default()
    }

    /// Returns the name of the readings, such as `domi-1998` or `depth=longest-line`; `None` for the defaults.
    #[must_use]
    pub fn reading_name(&self) -> Option<String> {
        let readings = &self.read.as_ref()?.readings;
        let is_same = |text: &str| text.parse::<Readings>().is_ok_and(|other| other == *readings);
        let reported = self.reported_under.iter().find(|text| is_same(text)).cloned();
        Some(reported.unwrap_or_else(|| readings.name()))
    }

    /// Returns the name of the experiment with that of its readings, for files: `thesis-fig-2.12-domi-1998`.
    #[must_use]
    pub fn stem(&self) -> String {
        stem(&self.name, self.reading_name().as_deref())
    }

    /// Returns the title, with the readings if they are not the defaults.
    #[must_use]
    pub fn full_title(&self) -> String {
        match self.reading_name() {
            None => self.title.clone(),
            Some(reading) => format!("{}, under {reading}", self.title),
        }
    }

    /// Returns the experiment as people read about it: with the schemes and searches that its file names, the readings
    /// being in its name and its title.
    #[must_use]
    pub fn shown(&self) -> Self {
        let [quick, full] = self.as_written().map(Clone::clone);
        Self { name: self.stem(), title: self.full_title(), quick, full, read: None, ..self.clone() }
    }

    /// Returns rows with the schemes and searches that the file of the experiment names. The rows of
    /// [`shown`](Self::shown).
    #[must_use]
    pub fn shown_rows<'r>(&self, rows: &'r [Row]) -> Cow<'r, [Row]> {
        if self.read.is_none() {
            return Cow::Borrowed(rows);
        }
        rows.iter().map(|row| Row { cell: self.shown_cell(&row.cell), ..row.clone() }).collect()
    }

    /// Returns a cell without the readings that every cell of the experiment follows.
    pub(crate) fn shown_cell(&self, cell: &Cell) -> Cell {
        let (scheme, search) = self.without_readings(cell.scheme, cell.search);
        Cell { scheme, search, ..cell.clone() }
    }

    /// Returns whether a filter selects a cell. If the experiment compares readings, a scheme also stands for itself
    /// under each of them: some readings are options of schemes, others of searches.
    pub(crate) fn is_selected(&self, cell: &Cell, filter: &Filter) -> bool {
        let shown = self.shown_cell(cell);
        let without_readings = || {
            let (_, scheme, _) = Readings::of(shown.scheme, shown.search);
            filter.allows(&Cell { scheme, ..shown.clone() })
        };
        filter.allows(&shown) || self.compares_readings() && without_readings()
    }

    fn without_readings(&self, scheme: Option<Scheme>, search: SearchOptions) -> (Option<Scheme>, SearchOptions) {
        let Some(read) = &self.read else { return (scheme, search) };
        let (followed, plain_scheme, plain_search) = Readings::of(scheme, search);
        let others = followed.each().filter(|reading| !read.readings.each().any(|one| one == *reading));
        let others = others.fold(Readings::default(), |others, reading| others.with(reading));
        // What a definition combines with its readings can be combined without them.
        others.apply(plain_scheme, plain_search).unwrap_or((scheme, search))
    }

    /// Returns the quick part and the full one as the file has them.
    fn as_written(&self) -> [&Part; 2] {
        match &self.read {
            Some(read) => [&read.quick, &read.full],
            None => [&self.quick, &self.full],
        }
    }

    /// Returns the experiment under each reading that reports show besides the defaults.
    ///
    /// # Errors
    ///
    /// One of them is unknown or cannot be combined with the experiment, which is checked when a definition is read.
    pub fn reported(&self) -> Result<Vec<Self>> {
        let of = |text: &String| self.clone().with_readings(&text.parse()?);
        self.reported_under.iter().map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_shown_as_its_definition_names_it() {
        let plain = Definition::find("article-table-2").unwrap();
        let read = plain.clone().with_readings(&"alibaba-1998".parse().unwrap()).unwrap();
        assert_eq!(read.stem(), "article-table-2-alibaba-1994", "the name is that in `reported-under`");
        let (ours, theirs) = (plain.full.cells(1), read.full.cells(1));
        assert!(ours.iter().all(|cell| !theirs.contains(cell)));
        let shown: Vec<Cell> = theirs.iter().map(|cell| read.shown_cell(cell)).collect();
        assert_eq!(shown, ours);
        assert_eq!(read.shown().full.cells(1), ours);
        // What is not one of its readings stays.
        let other: Cell = theirs[1].to_string().replace("history-none", "history-none+last-iteration").parse().unwrap();
        assert_eq!(read.shown_cell(&other).search.to_string(), "last-iteration");
    }

    #[test]
    fn a_scheme_stands_for_its_readings_where_readings_are_compared() {
        let two_big1 = Some(Scheme::TwoBig1);
        let filter = Filter { schemes: vec![two_big1], ..Filter::default() };
        let count = |name: &str| {
            let definition = Definition::find(name).unwrap();
            let cells = definition.quick.cells(1);
            let selected: Vec<&Cell> = cells.iter().filter(|cell| definition.is_selected(cell, &filter)).collect();
            (selected.iter().filter(|cell| cell.scheme == two_big1).count(), selected.len())
        };
        assert_eq!(count("forensics-table-2"), (6, 10));
        let (plain, all) = count("readings-domineering");
        assert_eq!(plain, all, "its schemes are listed one by one");
    }

    #[test]
    fn readings_add_up() {
        let one = Definition::find("thesis-fig-2.12").unwrap();
        let one = one.with_readings(&"domi-1998".parse().unwrap()).unwrap();
        let both = one.with_readings(&"depth=longest-line".parse().unwrap()).unwrap();
        assert_eq!(both.stem(), "thesis-fig-2.12-domi-1998-depth-longest-line");
        assert_eq!(both.shown().full.cells(1), Definition::find("thesis-fig-2.12").unwrap().full.cells(1));
    }
}
