//! Memory pressure: nodes relative to a table that loses nothing, over the load of the table.
//!
//! The *load* of a search is the number of distinct positions that it offers, per position of room. The table that
//! loses nothing counts the distinct positions: those that it stored in a free slot.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use experiments::definition::Definition;
use experiments::row::Row;
use schemes::{Positions, Scheme, TranspositionTable};
use stats::Estimate;
use tt::Inspect;

use super::drawing::{Across, Bar, Curve, Curves, Upward, Words};
use super::observations::{Group, Variant};
use super::totals::Totals;
use super::{Picture, scheme_label};

/// The table that loses nothing.
pub(super) const UNBOUNDED: &str = "unbounded";

/// What the load is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// The positions that the table has room for.
    Positions,
    /// The positions of 16 bytes that the memory of the table has room for.
    Bytes,
}

impl Room {
    /// Returns the curves of a picture, if they were searched: more than these hide each other.
    fn drawn(self) -> &'static [&'static str] {
        match self {
            Self::Positions => &["new", "deep", "two-big1", "random-4", "depth-4+age-8", "size-4"],
            Self::Bytes => &[
                "new",
                "two-big1",
                "depth-4+age-8",
                "size-4",
                "stockfish-18+packed+memory",
                "stockfish-18+compact+memory",
                "depth-4+age-8+compact+memory",
            ],
        }
    }
}

/// The nodes with a table of one size.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The load of the positions.
    load: f64,
    /// The load of the bytes; `None` if the bytes are not known.
    load_of_bytes: Option<f64>,
    /// The nodes relative to the table that loses nothing.
    ratio: Estimate,
}

/// The nodes of a scheme over the load, on the searches of a group.
#[derive(Clone, Debug)]
pub(super) struct LoadCurve {
    pub(super) group: Group,
    pub(super) scheme: Scheme,
    /// The number of distinct positions that a search offers.
    pub(super) offered: f64,
    /// By table size, the largest first: the load ascends.
    points: Vec<Point>,
}

impl LoadCurve {
    /// Returns the nodes at a load, relative to the table that loses nothing; `None` outside the loads that were
    /// searched. Between two sizes, the logarithm of the nodes is interpolated linearly over that of the load.
    pub(super) fn at(&self, room: Room, load: f64) -> Option<Estimate> {
        let loads: Vec<(f64, &Estimate)> = self.over(room).collect();
        let pair = loads.windows(2).find(|pair| pair[0].0 <= load && load <= pair[1].0)?;
        let part = libm::log(load / pair[0].0) / libm::log(pair[1].0 / pair[0].0);
        Some(Estimate::combine(&[pair[0].1, pair[1].1], |ratios| {
            libm::exp((1.0 - part) * libm::log(ratios[0]) + part * libm::log(ratios[1]))
        }))
    }

    /// Returns the loads that are known, and the nodes at them.
    fn over(&self, room: Room) -> impl Iterator<Item = (f64, &Estimate)> {
        let of = move |point: &Point| if room == Room::Positions { Some(point.load) } else { point.load_of_bytes };
        self.points.iter().filter_map(move |point| Some((of(point)?, &point.ratio)))
    }
}

/// Returns the curves of all schemes that were searched with the plain search, in the order of the definition.
pub(super) fn curves(definition: &Definition, rows: &[Row], totals: &Totals) -> Vec<LoadCurve> {
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

/// Draws the nodes over the load, a picture for each group, and a further one in equal memory if tables with other
/// positions than those of 16 bytes were searched; none if there is no table that loses nothing.
pub(super) fn pictures(definition: &Definition, rows: &[Row], totals: &Totals) -> Result<Vec<Picture>> {
    let all = curves(definition, rows, totals);
    let groups: BTreeSet<Group> = all.iter().map(|curve| curve.group).collect();
    let mut pictures = Vec::new();
    for group in groups {
        let of_group: Vec<&LoadCurve> = all.iter().filter(|curve| curve.group == group).collect();
        for room in [Room::Positions, Room::Bytes] {
            let shown = shown(&of_group, room);
            if shown.is_empty() {
                continue;
            }
            let (what, stem) = match room {
                Room::Positions => ("per position of room", ""),
                Room::Bytes => ("per 16 bytes of memory", "-bytes"),
            };
            let subtitle = format!(
                "Nodes {}, relative to a table that loses nothing (unbounded). Load: the distinct positions that the \
                 search offers, {what}. Bars: individual 95 % intervals. {}.",
                totals.heading_of(group),
                definition.credit()
            );
            let words = Words { title: definition.title.clone(), subtitle };
            let curves = drawn(&shown, room);
            let (across, upward) = (Across::Load(what), Upward::Ratio(UNBOUNDED));
            let svg = Curves { across, upward, words: &words, curves: &curves, printed: None }.draw()?;
            let stem = format!("{}-{}{stem}", definition.name, group.stem());
            pictures.push(Picture { stem, svg, caption: words.subtitle });
        }
    }
    Ok(pictures)
}

/// Returns the curves of a picture, in the order of [`Room::drawn`]: in equal memory, none if it would show only tables
/// that are in the other picture too.
fn shown<'a>(of_group: &[&'a LoadCurve], room: Room) -> Vec<&'a LoadCurve> {
    let mut shown: Vec<&LoadCurve> = Vec::new();
    for name in room.drawn() {
        let is_meant = |curve: &&&LoadCurve| curve.scheme.name() == *name && curve.over(room).next().is_some();
        shown.extend(of_group.iter().find(is_meant));
    }
    match room {
        Room::Bytes if !shown.iter().any(|curve| is_of_memory(curve.scheme)) => Vec::new(),
        Room::Positions if shown.is_empty() => {
            let has_points = |curve: &&LoadCurve| !curve.points.is_empty();
            of_group.iter().copied().filter(has_points).take(room.drawn().len()).collect()
        }
        _ => shown,
    }
}

/// Returns the curves as they are drawn. A scheme of the thesis has its mark; the others have marks that are left. A
/// scheme that is in both pictures has the same mark in both.
fn drawn(shown: &[&LoadCurve], room: Room) -> Vec<Curve> {
    let lists = [Room::Positions, Room::Bytes].map(Room::drawn);
    let pictures_with = |scheme: &Scheme| lists.iter().filter(|list| list.contains(&scheme.name())).count();
    let is_shown = |scheme: &Scheme| shown.iter().any(|curve| curve.scheme == *scheme);
    let mut left: Vec<usize> = (0..Scheme::ALL.len()).filter(|&number| !is_shown(&Scheme::ALL[number])).collect();
    left.sort_by_key(|&number| pictures_with(&Scheme::ALL[number]));
    let mut others: Vec<Scheme> = shown.iter().map(|curve| curve.scheme).collect();
    others.retain(|scheme| !Scheme::ALL.contains(scheme));
    others.sort_by_key(|scheme| Reverse(pictures_with(scheme)));
    let mark = |scheme: Scheme| Some(left[others.iter().position(|&other| other == scheme)? % left.len()]);
    let curve = |curve: &&LoadCurve| {
        // The words of a picture in equal memory say so.
        let name = || if room == Room::Bytes { plain_name(curve.scheme) } else { name(curve.scheme) };
        let name = mark(curve.scheme).map(|number| (name(), number));
        let thousandths = |load: f64| libm::round(1_000.0 * load).max(1.0) as u64;
        let points = curve.over(room).map(|(load, ratio)| (thousandths(load), Some(Bar::from(ratio))));
        Curve { scheme: Some(curve.scheme), name, points: points.collect() }
    };
    shown.iter().map(curve).collect()
}

/// Returns each scheme once, in the order of their first places.
pub(super) fn distinct(schemes: impl Iterator<Item = Scheme>) -> Vec<Scheme> {
    let mut distinct: Vec<Scheme> = Vec::new();
    for scheme in schemes {
        if !distinct.contains(&scheme) {
            distinct.push(scheme);
        }
    }
    distinct
}

/// Returns whether a table is compared in equal memory.
fn is_of_memory(scheme: Scheme) -> bool {
    scheme.name().ends_with("+memory")
}

/// Returns the name without the option for equal memory.
pub(super) fn plain_name(scheme: Scheme) -> String {
    scheme.name().trim_end_matches("+memory").to_owned()
}

/// Returns what a scheme is called in tables and pictures.
pub(super) fn name(scheme: Scheme) -> String {
    match scheme.name().strip_suffix("+memory") {
        Some(name) => format!("{name}, in equal memory"),
        None => scheme_label(Some(scheme)).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{definition, row_of_positions};
    use super::*;

    /// A row of two key seeds at 4 ply, with the nodes of each position and the number of distinct positions.
    fn rows(scheme: &str, size: &str, nodes: &[u64], fresh: u64) -> Vec<Row> {
        let of_seed = |seed| {
            let cell = format!(
                "chess set=vsb-1994 game=1 depth=4 between=stamp line=1 scheme={scheme} positions={size} parts=all \
                 seed={seed}"
            );
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
        for room in [Room::Positions, Room::Bytes] {
            assert!(is(at(new, room, 1024.0), 1.5) && is(at(new, room, 256.0), 3.0));
            assert!(is(at(new, room, 512.0), 4.5_f64.sqrt()), "half of the way on logarithmic scales");
            assert_eq!((at(new, room, 1025.0), at(new, room, 255.0)), (None, None));
        }
        // Twice as many positions in the same memory.
        assert!(is(at(compact, Room::Positions, 2048.0), 1.5) && is(at(compact, Room::Bytes, 1024.0), 1.5));
        assert_eq!(at(compact, Room::Positions, 511.0), None);
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

    #[test]
    fn marks_differ() {
        let curve = |name: &str| LoadCurve {
            group: Group::Ply(4),
            scheme: name.parse().unwrap(),
            offered: 1.0,
            points: Vec::new(),
        };
        let mut of_size_4 = BTreeSet::new();
        for (room, others) in [(Room::Positions, 3), (Room::Bytes, 5)] {
            let names = room.drawn();
            let all: Vec<LoadCurve> = names.iter().copied().map(curve).collect();
            let curves = drawn(&all.iter().collect::<Vec<_>>(), room);
            let numbers: Vec<usize> = curves.iter().filter_map(|curve| Some(curve.name.as_ref()?.1)).collect();
            assert_eq!(numbers.len(), others);
            let are_free = numbers.iter().all(|&number| !names.contains(&Scheme::ALL[number].name()));
            assert!(are_free && numbers.iter().collect::<BTreeSet<_>>().len() == others, "{numbers:?}");
            of_size_4.extend(curves.iter().filter_map(|curve| curve.name.clone()).filter(|(name, _)| name == "size-4"));
        }
        assert_eq!(of_size_4.len(), 1, "one mark in both pictures: {of_size_4:?}");
    }
}
