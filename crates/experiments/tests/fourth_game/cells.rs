//! Nim: heaps, solved by the generic search. A heap is a board with one row.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use anyhow::Result;
use programs::nim::NimJob;
use programs::{Job, SearchOptions, Searched};
use serde::Deserialize;
use schemes::{Parts, Positions, Scheme};

use super::{
    CellSource, Configuration, FieldError, Frozen, GameCell, GameKind, GamePart, Group, GroupKind, Item, Observed,
    OptionUse, PartContext, PartFields, Profile, SolverKind, SolverProfile, Tables, TextFields, bench_cell, plain, some,
};
use crate::Cell;
use crate::board::Board;
use crate::report_kind::ReportKind;
use crate::string_fields::read_list;

pub(super) const GAME: Profile = Profile {
    name: "nim",
    title: "Nim",
    sums: GroupKind::Board,
    kinds: &[ReportKind::Sizes],
    can_stamp: false,
    options: &[OptionUse::StoredMoves],
    csv_columns: &["board"],
    default_positions: "64",
    speed_test: ("nim heap=21 scheme=two-big1 positions=64 parts=all seed=1970", 10_000),
    bench_cells,
};

pub(super) const LAB: SolverProfile = SolverProfile {
    name: GAME.name,
    game: GameKind::Nim,
    has_table: true,
    read: |fields| Ok(NimCell::read(fields)?.into()),
    frozen_without_table: || Ok(vec![NimCell { heap: 9 }.into()]),
    frozen_with_table: || Ok(vec![Frozen::new(NimCell { heap: 12 }, "16", Parts::all(), 0)]),
};

/// A heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NimCell {
    /// Its size.
    pub heap: u8,
}

impl From<NimCell> for GameCell {
    fn from(cell: NimCell) -> Self {
        Self::Nim(cell)
    }
}

impl NimCell {
    fn read(fields: &TextFields<'_>) -> Result<Self> {
        Ok(Self { heap: fields.get("heap")?.parse()? })
    }

    fn group(self) -> Group {
        Group::Board(Board { rows: 1, columns: self.heap })
    }
}

impl Configuration for NimCell {
    fn solver(&self) -> SolverKind {
        SolverKind::Nim
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " heap={}", self.heap)
    }

    fn job(&self, _: u64) -> Result<Job> {
        Ok(NimJob { heap: self.heap }.into())
    }

    fn csv(&self) -> Vec<(&'static str, String)> {
        vec![("board", format!("1x{}", self.heap))]
    }

    fn observed(&self, nodes: u64, _: &[Searched], _: &BTreeSet<u8>) -> Vec<Observed> {
        vec![Observed { group: self.group(), item: Item::alone(0), nodes }]
    }

    fn groups(&self, _: &BTreeSet<u8>) -> Vec<(Group, Option<u8>)> {
        vec![(self.group(), None)]
    }

    fn board(&self) -> Option<Board> {
        Some(Board { rows: 1, columns: self.heap })
    }
}

/// Heaps to solve.
#[derive(Clone, Debug)]
pub struct NimPart {
    /// The sizes.
    pub heaps: Vec<u8>,
}

impl CellSource for NimPart {
    fn cells(&self, _: Option<Scheme>) -> Vec<GameCell> {
        self.heaps.iter().map(|&heap| NimCell { heap }.into()).collect()
    }
}

/// The fields of a definition.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Fields {
    heaps: Vec<u8>,
    // The search and the table, as in every game.
    #[serde(default = "plain", deserialize_with = "read_list")]
    searches: Vec<SearchOptions>,
    #[serde(deserialize_with = "read_list")]
    schemes: Vec<Option<Scheme>>,
    #[serde(deserialize_with = "read_list")]
    positions: Vec<Positions>,
    #[serde(deserialize_with = "read_list")]
    parts: Vec<Parts>,
}

impl PartFields for Fields {
    fn part(self, _: &PartContext<'_>, _: &mut Vec<PathBuf>) -> Result<(GamePart, Tables), FieldError> {
        let Self { heaps, searches, schemes, positions, parts } = self;
        some("heaps", &heaps)?;
        let (also, readings) = (Vec::new(), Vec::new());
        Ok((GamePart::Nim(NimPart { heaps }), Tables { searches, also, readings, schemes, positions, parts }))
    }
}

fn bench_cells() -> Result<Vec<Cell>> {
    Scheme::ALL.iter().map(|&scheme| bench_cell(NimCell { heap: 15 }, Some(scheme), "16", Parts::all())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Definition;
    use crate::plan::Filter;
    use crate::row::Winner;
    use crate::run::{self, Nodes};

    const DEFINITION: &str = r#"
title = "Heaps"
ours = true
question = "Does a table help?"
game = "nim"
between-searches = "clear"
kind = "sizes"
prose = "Heaps of Nim."
claims = ["two-big1/none below 1"]
[quick]
heaps = [7, 8]
schemes = ["none", "two-big1"]
positions = ["16"]
parts = ["all"]
"#;

    #[test]
    fn a_definition_is_run_and_has_winners_and_boards() {
        let definition = Definition::read("heaps", "heaps.toml", DEFINITION).unwrap();
        let nodes = Nodes::default();
        let run = |cell: Cell| run::run_with(&cell, 10_000, &nodes, false).unwrap();
        let rows: Vec<_> = definition.quick.cells(1).into_iter().map(run).collect();
        assert_eq!(rows.len(), 4);
        for one in rows {
            // A heap that is a multiple of four is lost.
            let is_lost = one.row.cell.to_string().contains("heap=8");
            assert_eq!(one.row.winner(), Some(if is_lost { Winner::Second } else { Winner::First }));
            assert!(is_lost || one.best.is_some_and(|best| best.to_string() == "3"));
            let of_heap = |columns| Filter { boards: vec![Board { rows: 1, columns }], ..Filter::default() };
            assert!(definition.is_selected(&one.row.cell, &of_heap(if is_lost { 8 } else { 7 })));
            assert!(!definition.is_selected(&one.row.cell, &of_heap(9)));
        }
    }
}
