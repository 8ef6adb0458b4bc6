//! Rough estimates of the nodes of a cell, to run the longest cells first and to show the time that is left.

use std::collections::BTreeMap;

use crate::{Cell, GameCell, Row};

/// The nodes of the recorded full runs: for each game cell, and for searches with and without a table, the geometric
/// mean of the rows.
const RECORDED: &str = include_str!("estimates/recorded.csv");

/// The same for the quick parts, for game cells that are not recorded.
const QUICK: &str = include_str!("estimates/quick.csv");

/// Estimates of the nodes of cells before they are run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Estimates {
    /// Earlier searches of the same position with the same table, whatever the seed.
    alike: BTreeMap<Cell, Mean>,
    /// Earlier searches of the same position.
    earlier: BTreeMap<GameCell, Mean>,
    /// Recorded searches: lines of [`RECORDED`] and [`QUICK`] up to the nodes.
    recorded: BTreeMap<&'static str, u64>,
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
    /// Estimates from earlier rows; where there are none, from the recorded rows, and then from printed figures.
    pub(crate) fn new<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Self {
        let (mut alike, mut earlier) = (BTreeMap::<_, Mean>::new(), BTreeMap::<_, Mean>::new());
        for row in rows.into_iter().filter(|row| row.is_complete()) {
            alike.entry(Cell { seed: 0, ..row.cell.clone() }).or_default().add(row.nodes);
            earlier.entry(row.cell.game.clone()).or_default().add(row.nodes);
        }
        let read = |line: &'static str| line.rsplit_once(',').and_then(|(key, nodes)| Some((key, nodes.parse().ok()?)));
        Self { alike, earlier, recorded: QUICK.lines().chain(RECORDED.lines()).filter_map(read).collect() }
    }

    /// Returns the geometric mean of earlier searches of the same position, with the same table if there are any. If
    /// there are none, returns the nodes that were recorded or printed; `None` if nothing is known.
    pub(crate) fn nodes(&self, cell: &Cell) -> Option<u64> {
        let alike = self.alike.get(&Cell { seed: 0, ..cell.clone() });
        if let Some(mean) = alike.or_else(|| self.earlier.get(&cell.game)) {
            return Some(mean.geometric());
        }
        self.recorded.get(recorded_key(cell).as_str()).copied().or_else(|| cell.game.expected_nodes())
    }
}

/// Returns the part of a line of [`RECORDED`] that identifies a kind of search. Techniques that are switched, the
/// variants of a match and their openings have one estimate: they are many, and change the nodes by a small factor.
fn recorded_key(cell: &Cell) -> String {
    let game = cell.game.to_string();
    let left_out: &[&str] =
        if game.contains(" variant=") { &["variant=", "openings=", "first="] } else { &["with=", "without="] };
    let words = game.split(' ').filter(|word| !left_out.iter().any(|name| word.starts_with(name)));
    let words: Vec<&str> = words.collect();
    format!("{},{}", words.join(" "), if cell.scheme.is_some() { "table" } else { "none" })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use programs::Winner;

    use super::*;
    use crate::Definition;
    use crate::readings::Readings;

    /// Checks that a file of estimates has the means of these rows.
    fn check(name: &str, file: &str, rows: &[Row]) {
        let mut means = BTreeMap::<String, Mean>::new();
        for row in rows.iter().filter(|row| row.is_complete()) {
            means.entry(recorded_key(&row.cell)).or_default().add(row.nodes);
        }
        let lines = means.into_iter().map(|(key, mean)| format!("{key},{}\n", mean.geometric()));
        let expected = format!("game,search,nodes\n{}", lines.collect::<String>());
        if file != expected {
            let written = std::env::temp_dir().join(name);
            std::fs::write(&written, expected).unwrap();
            panic!("the estimates differ from the rows: see {}", written.display());
        }
    }

    /// If the recorded rows have changed, replace `estimates/recorded.csv` by the file that this test writes.
    #[test]
    fn the_estimates_are_those_of_the_recorded_rows() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let recorded = ["full", "survey"].map(|name| root.join(format!("testsets/recorded/{name}.rows")));
        let rows = recorded.iter().flat_map(|path| crate::store::Store::open(path).unwrap().unwrap().all().unwrap());
        let is_default = |row: &Row| Readings::of(row.cell.scheme, row.cell.search).0.is_default();
        let rows: Vec<Row> = rows.map(|signed| signed.row).filter(is_default).collect();
        check("recorded.csv", RECORDED, &rows);
    }

    /// Returns the cells of the quick parts whose searches are not recorded.
    fn quick_cells() -> Vec<Cell> {
        let all = Definition::all().unwrap();
        let cells: BTreeSet<Cell> = all.iter().flat_map(|definition| definition.quick.cells(1)).collect();
        let recorded: BTreeSet<_> =
            RECORDED.lines().filter_map(|line| line.rsplit_once(',')).map(|(key, _)| key).collect();
        cells.into_iter().filter(|cell| !recorded.contains(recorded_key(cell).as_str())).collect()
    }

    /// If node counts have changed, replace `estimates/quick.csv` by the file that this test writes.
    #[test]
    #[ignore = "weekly: runs a part of every experiment"]
    fn the_estimates_are_those_of_the_quick_parts() {
        let run = |cell: Cell| crate::run::run(&cell, u64::MAX, &crate::run::Nodes::default()).unwrap();
        check("quick.csv", QUICK, &quick_cells().into_iter().map(run).collect::<Vec<_>>());
    }

    #[test]
    fn every_quick_part_has_estimates() {
        let estimates = Estimates::new([]);
        for cell in quick_cells() {
            assert!(estimates.nodes(&cell).is_some(), "{cell}");
        }
    }

    #[test]
    fn earlier_rows_come_before_recorded_ones_and_printed_figures() {
        let cell = |board: &str| -> Cell {
            format!("domineering board={board} first=vertical scheme=none parts=all seed=1").parse().unwrap()
        };
        let printed = Estimates::new([]);
        assert_eq!(printed.nodes(&cell("7x7")), Some(6_227_469), "recorded");
        assert_eq!(printed.nodes(&cell("8x9")), Some(35_459_036_755), "printed");
        assert_eq!(printed.nodes(&cell("9x9")), None);
        let row = |nodes, winner: Option<Winner>| Row::new(cell("9x9"), nodes, winner);
        let rows = [row(100, Some(Winner::First)), row(10_000, Some(Winner::First)), row(7, None)];
        let estimates = Estimates::new(&rows);
        assert_eq!(estimates.nodes(&cell("9x9")), Some(1_000));
        let mut other = cell("9x9");
        other.parts = schemes::Parts::MOVE;
        assert_eq!(estimates.nodes(&other), Some(1_000), "of the same board with another table");
        let mut alike = rows[0].clone();
        alike.cell = Cell { seed: 5, ..other.clone() };
        assert_eq!(Estimates::new(rows.iter().chain([&alike])).nodes(&other), Some(100));
    }
}
