//! A digest of numbers and of rows.

use anyhow::Result;
use programs::Audit;
use programs::Winner;

use crate::fnv::{FNV_1A, fnv_1a, fnv_1a_on};
use crate::row::{Examined, Searched, Statistics};
use crate::run::{self, Nodes};
use crate::{Cell, Row};

/// 64-bit FNV-1a of numbers, eight bytes each, the lowest first.
#[derive(Clone, Copy)]
pub(super) struct Digest(u64);

impl Digest {
    /// Begins with a text.
    pub(super) fn new(text: &[u8]) -> Self {
        Self(fnv_1a_on(FNV_1A, text))
    }

    pub(super) fn add(&mut self, number: u64) {
        self.0 = fnv_1a_on(self.0, &number.to_le_bytes());
    }

    /// Adds everything that makes two rows differ, except what the rows of earlier programs lack: the nodes above the
    /// horizon and the best moves. With them, every signature would change.
    fn add_row(&mut self, row: &Row) {
        let Row { cell: _, nodes, ref ending, statistics, guided, interior: _, ref examined, seconds: _ } = *row;
        let searches = ending.searches();
        let Statistics { look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, collisions, fill } = statistics;
        let winner = match ending.winner() {
            None => 0,
            Some(Winner::First) => 1,
            Some(Winner::Second) => 2,
        };
        for number in [
            nodes,
            winner,
            guided,
            look_ups,
            hits,
            cutoffs,
            fresh,
            same,
            replaced,
            kept,
            demoted,
            collisions,
            fill,
            searches.len() as u64,
        ] {
            self.add(number);
        }
        for &Searched { position, depth, nodes, score, best: _ } in searches {
            for number in [u64::from(position), u64::from(depth), nodes, i64::from(score) as u64] {
                self.add(number);
            }
        }
        // Plain searches have none.
        examined.iter().for_each(|one| self.add_examined(one));
    }

    fn add_examined(&mut self, examined: &Examined) {
        let Examined { position, depth, score, ref best, audit, injected } = *examined;
        let Audit { type_1_errors, collisions, positions, absent_probes, residents } = audit;
        let best = best.as_ref().map_or(0, |best| fnv_1a(best));
        let search = [u64::from(position), u64::from(depth), i64::from(score) as u64, best, injected];
        for number in search.into_iter().chain([type_1_errors, collisions, positions, absent_probes, residents]) {
            self.add(number);
        }
    }

    /// Runs the cells, and adds their rows.
    pub(super) fn add_searches(&mut self, cells: &[Cell]) -> Result<()> {
        let nodes = Nodes::default();
        cells.iter().try_for_each(|cell| {
            self.add_row(&run::run(cell, u64::MAX, &nodes)?);
            Ok(())
        })
    }

    /// Returns all bits.
    pub(super) fn number(self) -> u64 {
        self.0
    }

    /// Returns all bits but the highest: SQLite has no unsigned integers.
    pub(super) fn signature(self) -> u64 {
        self.0 >> 1
    }
}
