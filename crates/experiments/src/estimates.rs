//! Rough estimates of the nodes of a cell, to run the longest cells first and to show the time that is left.

use std::collections::BTreeMap;

use crate::{Cell, GameCell, Row};

/// Estimates of the nodes of cells before they are run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Estimates {
    /// Earlier searches of the same position with the same table, whatever the seed.
    alike: BTreeMap<Cell, Mean>,
    /// Earlier searches of the same position.
    earlier: BTreeMap<GameCell, Mean>,
}

/// The logarithms of nodes: their sum and number.
#[derive(Clone, Copy, Debug, Default)]
struct Mean(f64, u32);

impl Mean {
    fn add(&mut self, nodes: u64) {
        *self = Self(self.0 + libm::log(nodes as f64), self.1 + 1);
    }

    fn geometric(self) -> u64 {
        libm::exp(self.0 / f64::from(self.1)).round() as u64
    }
}

impl Estimates {
    /// Estimates from earlier rows, and from printed figures where there are no rows.
    pub(crate) fn new<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Self {
        let (mut alike, mut earlier) = (BTreeMap::<_, Mean>::new(), BTreeMap::<_, Mean>::new());
        for row in rows.into_iter().filter(|row| row.is_complete()) {
            alike.entry(Cell { seed: 0, ..row.cell.clone() }).or_default().add(row.nodes);
            earlier.entry(row.cell.game.clone()).or_default().add(row.nodes);
        }
        Self { alike, earlier }
    }

    /// Returns the geometric mean of earlier searches of the same position, with the same table if there are any, or
    /// else the nodes that were printed; `None` if nothing is known.
    pub(crate) fn nodes(&self, cell: &Cell) -> Option<u64> {
        let alike = self.alike.get(&Cell { seed: 0, ..cell.clone() });
        if let Some(mean) = alike.or_else(|| self.earlier.get(&cell.game)) {
            return Some(mean.geometric());
        }
        cell.game.printed_nodes()
    }
}

#[cfg(test)]
mod tests {
    use domineering::Winner;

    use super::*;

    #[test]
    fn earlier_rows_come_before_printed_figures() {
        let cell = |board: &str| -> Cell {
            format!("domineering board={board} first=vertical scheme=none parts=all seed=1").parse().unwrap()
        };
        let printed = Estimates::new([]);
        assert_eq!(printed.nodes(&cell("7x7")), Some(408_260));
        assert_eq!(printed.nodes(&cell("6x7")), Some(151_130));
        assert_eq!(printed.nodes(&cell("9x9")), None);
        let row = |nodes, winner: Option<Winner>| Row {
            cell: cell("9x9"),
            nodes,
            ending: winner.into(),
            statistics: tt::Statistics::default(),
            guided: 0,
            seconds: 0.0,
        };
        let rows = [row(100, Some(Winner::First)), row(10_000, Some(Winner::First)), row(7, None)];
        let estimates = Estimates::new(&rows);
        assert_eq!(estimates.nodes(&cell("9x9")), Some(1_000));
        let mut other = cell("9x9");
        other.parts = tt::Parts::MOVE;
        assert_eq!(estimates.nodes(&other), Some(1_000), "of the same board with another table");
        let mut alike = rows[0].clone();
        alike.cell = Cell { seed: 5, ..other.clone() };
        assert_eq!(Estimates::new(rows.iter().chain([&alike])).nodes(&other), Some(100));
    }
}
