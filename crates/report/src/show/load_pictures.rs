//! Pictures of the nodes over the load of the table.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use anyhow::Result;
use experiments::definition::Definition;
use experiments::row::Row;
use schemes::Scheme;

use crate::numbers::load_curves::{LoadCurve, LoadPer, UNBOUNDED, curves, is_of_memory, name, plain_name};
use crate::numbers::observations::Group;
use crate::numbers::totals::Totals;
use crate::show::drawing::{Across, Bar, Curve, Curves, Upward, Words};
use crate::show::picture::Picture;

/// Returns the curves of a picture, if they were searched: more than these hide each other.
fn names_in(room: LoadPer) -> &'static [&'static str] {
    match room {
        LoadPer::Positions => &["new", "deep", "two-big1", "random-4", "depth-4+age-8", "size-4"],
        LoadPer::Bytes => &[
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

/// Draws the nodes over the load, a picture for each group, and a further one in equal memory if tables with other
/// positions than those of 16 bytes were searched; none if there is no table that loses nothing.
pub(crate) fn pictures(definition: &Definition, rows: &[Row], totals: &Totals) -> Result<Vec<Picture>> {
    let all = curves(definition, rows, totals);
    let groups: BTreeSet<Group> = all.iter().map(|curve| curve.group).collect();
    let mut pictures = Vec::new();
    for group in groups {
        let of_group: Vec<&LoadCurve> = all.iter().filter(|curve| curve.group == group).collect();
        for room in [LoadPer::Positions, LoadPer::Bytes] {
            let shown = shown(&of_group, room);
            if shown.is_empty() {
                continue;
            }
            let (what, stem) = match room {
                LoadPer::Positions => ("per position of room", ""),
                LoadPer::Bytes => ("per 16 bytes of memory", "-bytes"),
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

/// Returns the curves of a picture, in the order of [`names_in`]: in equal memory, none if it would show only tables
/// that are in the other picture too.
fn shown<'a>(of_group: &[&'a LoadCurve], room: LoadPer) -> Vec<&'a LoadCurve> {
    let mut shown: Vec<&LoadCurve> = Vec::new();
    for name in names_in(room) {
        let is_meant = |curve: &&&LoadCurve| curve.scheme.name() == *name && curve.over(room).next().is_some();
        shown.extend(of_group.iter().find(is_meant));
    }
    match room {
        LoadPer::Bytes if !shown.iter().any(|curve| is_of_memory(curve.scheme)) => Vec::new(),
        LoadPer::Positions if shown.is_empty() => {
            let has_points = |curve: &&LoadCurve| !curve.points.is_empty();
            of_group.iter().copied().filter(has_points).take(names_in(room).len()).collect()
        }
        _ => shown,
    }
}

/// Returns the curves as they are drawn. A scheme of the thesis has its mark; the others have marks that are left. A
/// scheme that is in both pictures has the same mark in both.
fn drawn(shown: &[&LoadCurve], room: LoadPer) -> Vec<Curve> {
    let lists = [LoadPer::Positions, LoadPer::Bytes].map(names_in);
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
        let name = || if room == LoadPer::Bytes { plain_name(curve.scheme) } else { name(curve.scheme) };
        let name = mark(curve.scheme).map(|number| (name(), number));
        let thousandths = |load: f64| libm::round(1_000.0 * load).max(1.0) as u64;
        let points = curve.over(room).map(|(load, ratio)| (thousandths(load), Some(Bar::from(ratio))));
        Curve { scheme: Some(curve.scheme), name, points: points.collect() }
    };
    shown.iter().map(curve).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_differ() {
        let curve = |name: &str| LoadCurve {
            group: Group::Ply(4),
            scheme: name.parse().unwrap(),
            offered: 1.0,
            points: Vec::new(),
        };
        let mut of_size_4 = BTreeSet::new();
        for (room, others) in [(LoadPer::Positions, 3), (LoadPer::Bytes, 5)] {
            let names = names_in(room);
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
