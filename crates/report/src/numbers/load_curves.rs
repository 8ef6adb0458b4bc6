//! Memory pressure: nodes relative to a table that loses nothing, over the load of the table.
//!
//! The *load* of a search is the number of distinct positions that it offers, per position of room. The table that
//! loses nothing counts the distinct positions: those that it stored in a free slot.

use std::collections::{BTreeMap, BTreeSet};

use experiments::definition::Definition;
use experiments::row::Row;
use schemes::{Positions, Scheme, TranspositionTable};
use stats::Estimate;
use tt::Inspect;

use crate::numbers::names::scheme_label;
use crate::numbers::observations::{Group, Variant};
use crate::numbers::totals::Totals;

/// The table that loses nothing.
pub(crate) const UNBOUNDED: &str = "unbounded";

/// What the load is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoadPer {
    /// The positions that the table has room for.
    Positions,
    /// The positions of 16 bytes that the memory of the table has room for.
    Bytes,
}

/// The nodes with a table of one size.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// The load of the positions.
    load: f64,
    /// The load of the bytes; `None` if the bytes are not known.
    load_of_bytes: Option<f64>,
    /// The nodes relative to the table that loses nothing.
    ratio: Estimate,
}

/// The nodes of a scheme over the load, on the searches of a group.
#[derive(Clone, Debug)]
pub(crate) struct LoadCurve {
    pub(crate) group: Group,
    pub(crate) scheme: Scheme,
    /// The number of distinct positions that a search offers.
    pub(crate) offered: f64,
    /// By table size, the largest first: the load ascends.
    pub(crate) points: Vec<Point>,
}

impl LoadCurve {
    /// Returns the nodes at a load, relative to the table that loses nothing; `None` outside the loads that were
    /// searched. Between two sizes, the logarithm of the nodes is interpolated linearly over that of the load.
    pub(crate) fn at(&self, room: LoadPer, load: f64) -> Option<Estimate> {
        let loads: Vec<(f64, &Estimate)> = self.over(room).collect();
        let pair = loads.windows(2).find(|pair| pair[0].0 <= load && load <= pair[1].0)?;
        let part = libm::log(load / pair[0].0) / libm::log(pair[1].0 / pair[0].0);
        Some(Estimate::combine(&[pair[0].1, pair[1].1], |ratios| {
            libm::exp((1.0 - part) * libm::log(ratios[0]) + part * libm::log(ratios[1]))
        }))
    }

    /// Returns the loads that are known, and the nodes at them.
    pub(crate) fn over(&self, room: LoadPer) -> impl Iterator<Item = (f64, &Estimate)> {
        let of = move |point: &Point| if room == LoadPer::Positions { Some(point.load) } else { point.load_of_bytes };
        self.points.iter().filter_map(move |point| Some((of(point)?, &point.ratio)))
    }
}

/// Returns the curves of all schemes that were searched with the plain search, in the order of the definition.
pub(crate) fn curves(definition: &Definition, rows: &[Row], totals: &Totals) -> Vec<LoadCurve> {
    let Ok(unbounded) = UNBOUNDED.parse::<Scheme>() else { return Vec::new() };
    let reference = Variant { scheme: Some(unbounded), ..Variant::NO_TABLE };
    let mut all = Vec::new();
    for (group, offered) in offered(rows, unbounded, &definition.depths(rows)) {
        for &variant in &totals.variants {
            let Some(scheme) = variant.scheme.filter(|scheme| *scheme != unbounded) else { continue };
            if variant != (Variant { scheme: Some(scheme), ..Variant::NO_TABLE }) {
                continue;
            }
            let point = |&size: &Positions| {
                let capacity = capacity(scheme, size)?;
                let is_of_bytes = is_of_memory(scheme) || is_of_16_bytes(scheme, size);
                Some(Point {
                    load: offered / capacity,
                    load_of_bytes: is_of_bytes.then(|| offered / size.get() as f64),
                    ratio: totals.ratio(variant, reference, Some(size), group)?,
                })
            };
            all.push(LoadCurve {
                group,
                scheme,
                offered,
                points: totals.sizes.iter().rev().filter_map(point).collect(),
            });
        }
    }
    all
}

/// Returns the number of positions that a table has room for.
fn capacity(scheme: Scheme, size: Positions) -> Option<f64> {
    Some(TranspositionTable::<()>::new(size.into(), scheme).ok()?.capacity() as f64)
}

/// Returns whether a table of this size has as many positions in the memory of as many positions of 16 bytes.
fn is_of_16_bytes(scheme: Scheme, size: Positions) -> bool {
    let in_memory = format!("{scheme}+memory").parse::<Scheme>().ok().and_then(|scheme| capacity(scheme, size));
    match (capacity(scheme, size), in_memory) {
        (Some(one), Some(other)) => (one / other - 1.0).abs() < 0.01,
        // A scheme that is not compared in equal memory has the layout of the thesis.
        _ => true,
    }
}

/// Returns how many distinct positions a search offers, by group.
///
/// It is the mean over the nodes, not over the searches: a search with many nodes offers more than one with few, and
/// also counts for more in the sums of nodes. The positions of a row are taken to be in proportion to the nodes of its
/// searches. In a game whose table is kept, positions of earlier searches are not offered again.
fn offered(rows: &[Row], unbounded: Scheme, depths: &BTreeSet<u8>) -> BTreeMap<Group, f64> {
    let mut sums = BTreeMap::<Group, (f64, f64)>::new();
    for row in rows.iter().filter(|row| row.is_complete() && row.cell.scheme == Some(unbounded)) {
        let Some(&(group, _)) = row.cell.game.groups(depths).last() else { continue };
        if !row.cell.search.is_plain() {
            continue;
        }
        let observed = row.cell.game.observed(row.nodes, row.searches(), depths);
        let nodes: Vec<f64> = observed.iter().filter(|one| one.group == group).map(|one| one.nodes as f64).collect();
        let all: f64 = nodes.iter().sum();
        let (positions, weights) = sums.entry(group).or_default();
        for nodes in nodes {
            *positions += nodes * (row.statistics.fresh as f64 * nodes / all);
            *weights += nodes;
        }
    }
    sums.retain(|_, (positions, _)| *positions > 0.0);
    sums.into_iter().map(|(group, (positions, weights))| (group, positions / weights)).collect()
}

/// Returns each scheme once, in the order of their first places.
pub(crate) fn distinct(schemes: impl Iterator<Item = Scheme>) -> Vec<Scheme> {
    let mut distinct: Vec<Scheme> = Vec::new();
    for scheme in schemes {
        if !distinct.contains(&scheme) {
            distinct.push(scheme);
        }
    }
    distinct
}

/// Returns whether a table is compared in equal memory.
pub(crate) fn is_of_memory(scheme: Scheme) -> bool {
    scheme.name().ends_with("+memory")
}

/// Returns the name without the option for equal memory.
pub(crate) fn plain_name(scheme: Scheme) -> String {
    scheme.name().trim_end_matches("+memory").to_owned()
}

/// Returns what a scheme is called in tables and pictures.
pub(crate) fn name(scheme: Scheme) -> String {
    match scheme.name().strip_suffix("+memory") {
        Some(name) => format!("{name}, in equal memory"),
        None => scheme_label(Some(scheme)).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{chess, definition, row_of_positions};

    /// A row of two key seeds at 4 ply, with the nodes of each position and the number of distinct positions.
    fn rows(scheme: &str, size: &str, nodes: &[u64], fresh: u64) -> Vec<Row> {
        let of_seed = |seed| {
            let cell = chess(&format!("depth=4 scheme={scheme} positions={size} seed={seed}"));
            let mut row = row_of_positions(&cell, nodes);
            row.statistics.fresh = fresh;
            row
        };
        [1, 2].map(of_seed).to_vec()
    }

    fn curves_of(rows: &[Row]) -> Vec<LoadCurve> {
        let definition = definition("survey-chess-middle-game");
        curves(&definition, rows, &Totals::of(&definition, rows))
    }

    #[test]
    fn nodes_are_interpolated_between_loads() {
        let (even, half_more, thrice) = ([100; 3], [150; 3], [300; 3]);
        let compact = "depth-4+age-8+compact+memory";
        let all = [
            rows("unbounded", "1K", &even, 3_000),
            rows("unbounded", "256", &even, 3_000),
            rows("new", "1K", &half_more, 0),
            rows("new", "256", &thrice, 0),
            rows(compact, "1K", &half_more, 0),
            rows(compact, "256", &thrice, 0),
        ];
        let curves = curves_of(&all.concat());
        let [new, compact] = curves.as_slice() else { panic!("{curves:?}") };
        let at = |curve: &LoadCurve, room, size: f64| curve.at(room, 1_000.0 / size).map(|ratio| ratio.mean);
        let is = |found: Option<f64>, mean: f64| found.is_some_and(|found| (found - mean).abs() < 1e-9);
        for room in [LoadPer::Positions, LoadPer::Bytes] {
            assert!(is(at(new, room, 1024.0), 1.5) && is(at(new, room, 256.0), 3.0));
            assert!(is(at(new, room, 512.0), 4.5_f64.sqrt()), "half of the way on logarithmic scales");
            assert_eq!((at(new, room, 1025.0), at(new, room, 255.0)), (None, None));
        }
        // Twice as many positions in the same memory.
        assert!(is(at(compact, LoadPer::Positions, 2048.0), 1.5) && is(at(compact, LoadPer::Bytes, 1024.0), 1.5));
        assert_eq!(at(compact, LoadPer::Positions, 511.0), None);
        assert!((new.offered - 1_000.0).abs() < 1e-9);
    }

    #[test]
    fn a_search_with_more_nodes_offers_more_positions() {
        let all = [rows("unbounded", "1K", &[100, 300], 400), rows("new", "1K", &[100, 300], 0)].concat();
        // 100 positions in the first search, and 300 in the second one, which counts three times.
        assert!((curves_of(&all)[0].offered - 250.0).abs() < 1e-9);
        assert!(curves_of(&all[2..]).is_empty(), "without a table that loses nothing, there is no load");
    }

    #[test]
    fn bytes_are_known_where_positions_have_16_or_memory_is_equal() {
        let of = |name: &str| is_of_16_bytes(name.parse().unwrap(), "4K".parse().unwrap());
        assert_eq!(["new", "size-3", "depth-4+compact"].map(of), [true, true, false]);
    }
}
