//! The cells that the options of a sweep select. They are made one after another: a collection of games has millions.

use std::collections::BTreeSet;

use anyhow::Result;
use programs::SearchOptions;
use schemes::Positions;

use super::{Filter, Options};
use crate::board::Board;
use crate::cell::scheme_name;
use crate::help::with_help;
use crate::signature::Signatures;
use crate::{Cell, Definition, Usage};

/// The cells of every experiment, and the signatures that their rows carry.
pub(crate) struct Selection<'a> {
    /// The experiments that have cells.
    pub(crate) experiments: Vec<Selected<'a>>,
    pub(crate) signatures: Signatures,
}

/// The cells of an experiment that options select.
pub(crate) struct Selected<'a> {
    pub(crate) definition: &'a Definition,
    full: bool,
    filter: &'a Filter,
}

impl<'a> Selected<'a> {
    pub(crate) fn new(definition: &'a Definition, options: &'a Options) -> Self {
        Self { definition, full: options.full, filter: &options.filter }
    }

    /// Returns the cells of the part, whether they are selected or not.
    fn all_cells(&self) -> impl Iterator<Item = Cell> {
        let part = if self.full { &self.definition.full } else { &self.definition.quick };
        part.each_cell()
    }

    /// Returns the cells, in any order; each also represents its [repetitions](Cell::repetitions).
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> {
        self.all_cells().filter(|cell| self.definition.is_selected(cell, self.filter))
    }
}

impl Selection<'_> {
    /// Returns the cells of all experiments, each once. Those of one experiment are made one after another: there can
    /// be millions.
    pub(crate) fn cells(&self) -> Box<dyn Iterator<Item = Cell> + '_> {
        match self.experiments.as_slice() {
            [one] => Box::new(one.cells()),
            all => Box::new(all.iter().flat_map(Selected::cells).collect::<BTreeSet<Cell>>().into_iter()),
        }
    }
}

pub(crate) fn select(options: &Options) -> Result<Selection<'_>> {
    let all = || options.definitions.iter().map(|definition| Selected::new(definition, options));
    if !options.filter.is_none() {
        let mut there = Values::default();
        for one in all() {
            one.all_cells().for_each(|cell| there.add(&one.definition.shown_cell(&cell)));
        }
        if let Some(nothing) = there.nothing_like(&options.filter) {
            return Err(Usage::error(nothing));
        }
    }
    let experiments: Vec<_> = all().filter(|one| one.cells().next().is_some()).collect();
    if experiments.is_empty() {
        return Err(Usage::error(with_help("no cell matches all filters", "remove one of them")));
    }
    let everything = Filter::default();
    let compared = options.compared.iter().map(|one| Selected { filter: &everything, ..Selected::new(one, options) });
    let compared: Vec<_> = compared.collect();
    let signatures = Signatures::of(experiments.iter().chain(&compared).flat_map(Selected::cells))?;
    Ok(Selection { experiments, signatures })
}

/// What occurs in cells, by the option that selects it.
#[derive(Default)]
struct Values {
    schemes: BTreeSet<&'static str>,
    searches: BTreeSet<SearchOptions>,
    positions: BTreeSet<Positions>,
    boards: BTreeSet<Board>,
    have_depths: bool,
}

impl Values {
    fn add(&mut self, cell: &Cell) {
        self.schemes.insert(scheme_name(cell.scheme));
        self.searches.insert(cell.search);
        self.positions.extend(cell.positions);
        self.boards.extend(cell.game.board());
        self.have_depths |= cell.game.depth().is_some();
    }

    /// Returns what is wrong with a filter if one of its values does not occur.
    fn nothing_like(&self, filter: &Filter) -> Option<String> {
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
        stranger("scheme", schemes, &self.schemes)
            .or_else(|| stranger("search", filter.searches.clone(), &self.searches))
            .or_else(|| stranger("positions", filter.positions.clone(), &self.positions))
            .or_else(|| stranger("board", filter.boards.clone(), &self.boards))
            // Depths that the experiment does not list are allowed.
            .or_else(|| (!filter.depths.is_empty() && !self.have_depths).then(|| nothing_of("depth")))
    }
}
