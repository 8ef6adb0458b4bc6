//! Dividing the cells of a sweep into shards for several machines.

use std::fmt;
use std::str::FromStr;

use crate::Cell;

/// One part of the cells of a sweep: number `index` of `count`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    pub(crate) index: usize,
    pub(crate) count: usize,
}

impl Shard {
    /// All cells.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Returns this part of `cells`, each repeated with `seeds` key seeds, in the same order. Every cell is in exactly
    /// one of the shards. Similar cells are spread over the shards, so that the shards take about the same time.
    ///
    /// `cells` returns the same cells each time: there can be too many to keep them.
    pub fn of<'a, C>(self, cells: impl Fn() -> C, seeds: u64) -> impl Iterator<Item = Repeated> + 'a
    where
        C: Iterator<Item = Cell> + 'a,
    {
        let (index, step) = (self.index as u64 - 1, self.count as u64);
        let firsts = (self != Self::WHOLE).then(|| {
            let of_cell = |(at, cell): (u32, Cell)| (cell.shuffled(), at, cell.repetitions(seeds));
            let mut shuffled: Vec<(u64, u32, u64)> = (0..).zip(cells()).map(of_cell).collect();
            shuffled.sort_unstable();
            let mut firsts = vec![0; shuffled.len()];
            let mut before = 0_u64;
            for (_, at, repetitions) in shuffled {
                firsts[at as usize] = (index + step - before % step) % step;
                before += repetitions;
            }
            firsts
        });
        cells().enumerate().filter_map(move |(at, cell)| {
            let (repetitions, first) = (cell.repetitions(seeds), firsts.as_ref().map_or(0, |firsts| firsts[at]));
            (first < repetitions).then(|| {
                let count = (repetitions - first).div_ceil(step);
                Repeated { cell: cell.repetition(first), count, step }
            })
        })
    }
}

/// A cell and others that differ from it by their key seeds alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The first cell.
    pub cell: Cell,
    /// The number of cells.
    pub count: u64,
    /// The difference between two successive seeds.
    pub step: u64,
}

impl Repeated {
    /// Returns each cell.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.count).map(|number| self.cell.repetition(number * self.step))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (index, count) = text.split_once('/')?;
            let shard = Self { index: index.parse().ok()?, count: count.parse().ok()? };
            (shard.index > 0 && shard.count > 0).then_some(shard)
        };
        match read() {
            Some(Self { index, count }) if index > count => {
                Err(format!("invalid shard `{text}`: expected I/N with I from 1 to N"))
            }
            Some(shard) => Ok(shard),
            None => Err(format!("invalid shard `{text}`: expected I/N, e.g. 2/3")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Definition;

    #[test]
    fn shards_are_a_partition() {
        // Both have searches without a table, and some cells in common.
        let all = ["thesis-fig-2.10", "thesis-fig-2.13"].map(|name| Definition::find(name).unwrap());
        let firsts: BTreeSet<Cell> = all.iter().flat_map(|definition| definition.full.cells(1)).collect();
        let cells: BTreeSet<Cell> = all.iter().flat_map(|definition| definition.full.cells(3)).collect();
        for count in [1, 2, 3, 7, 40] {
            let shard = |index| Shard { index, count }.of(|| firsts.iter().cloned(), 3);
            let shards: Vec<Vec<Cell>> = (1..=count)
                .map(|index| shard(index).flat_map(|repeated| repeated.cells().collect::<Vec<_>>()).collect())
                .collect();
            assert_eq!(shards.iter().map(Vec::len).sum::<usize>(), cells.len());
            assert_eq!(shards.concat().into_iter().collect::<BTreeSet<_>>(), cells);
            let (least, most) = (shards.iter().map(Vec::len).min(), shards.iter().map(Vec::len).max());
            assert!(most.unwrap() - least.unwrap() <= 1);
        }
    }

    #[test]
    fn invalid_shards_are_refused() {
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        assert_eq!("2/3".parse::<Shard>().unwrap().to_string(), "2/3");
        for text in ["", "1", "0/1", "1/0", "-1/2", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().unwrap_err().contains("expected I/N"), "{text}");
        }
        assert!("3/2".parse::<Shard>().is_err());
    }
}
