//! Pictures of the nodes over the load of the table.

use std::collections::BTreeSet;

use anyhow::Result;
use experiments::definition::Definition;
use experiments::row::Row;
use schemes::Scheme;

use crate::numbers::load_curves::{LoadCurve, LoadPer, curves, is_of_memory};
use crate::numbers::names::scheme_label;
use crate::numbers::observations::Group;
use crate::numbers::totals::Totals;
use crate::show::drawing::{Across, Bar, Curve, Curves, MOST_CURVES, Upward, Words};
use crate::show::picture::Picture;

/// Returns the curves of a picture, if they were searched: more than these hide each other. A scheme that is in both
/// pictures has the same mark in both.
fn names_in(room: LoadPer) -> &'static [&'static str] {
    match room {
        LoadPer::Positions => &["new", "two-big1", "depth-4+age-8", "size-4", "random-4", "deep"],
        LoadPer::Bytes => &["new", "two-big1", "depth-4+age-8", "depth-4+age-8+compact+memory"],
    }
}

/// Returns the name of a scheme; in equal memory, with the bytes of a slot if they are not 16.
fn name(scheme: Scheme) -> String {
    let name = scheme_label(Some(scheme));
    let name = name.strip_suffix("+memory").unwrap_or(name);
    for (layout, bytes) in [("+compact", 8), ("+packed", 10)] {
        if let Some(name) = name.strip_suffix(layout) {
            return format!("{name} ({bytes}-byte slots)");
        }
    }
    name.to_owned()
}

/// Draws the nodes over the load, a picture for each group, and a further one in equal memory if tables with other
/// slots than those of 16 bytes were searched; none if there is no table that loses nothing.
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
                LoadPer::Positions => ("per slot", ""),
                LoadPer::Bytes => ("per 16 bytes of memory", "-bytes"),
            };
            let note = format!(
                "Nodes {}. The unbounded table loses nothing, and counts the distinct positions. Bars: individual \
                 95 % intervals. Not shown: {} other tables.",
                totals.heading_of(group).replace(" ply", " plies"),
                of_group.iter().filter(|curve| curve.over(room).next().is_some()).count() - shown.len()
            );
            let words = Words::new(definition, &titles(&shown, room), note);
            let curves: Vec<Curve> = shown.iter().map(|curve| drawn(curve, room)).collect();
            let (across, upward) = (Across::Load(what), Upward::Excess("an unbounded table"));
            let svg = Curves { across, upward, words: &words, curves: &curves }.draw()?;
            let stem = format!("{}-{}{stem}", definition.name, group.stem());
            pictures.push(Picture { stem, svg, caption: words.caption() });
        }
    }
    Ok(pictures)
}

/// Returns what the best and the worst of the curves need at a high load, if that was searched.
fn titles(shown: &[&LoadCurve], room: LoadPer) -> Vec<String> {
    let at = |load: f64| {
        let known = |curve: &&LoadCurve| Some((name(curve.scheme), curve.at(room, load)?.mean));
        let mut known: Vec<(String, f64)> = shown.iter().map(known).collect::<Option<_>>()?;
        known.sort_by(|one, other| one.1.total_cmp(&other.1));
        let [(best, least), .., (worst, most)] = known.as_slice() else { return None };
        let percent = |ratio: &f64| format!("{:.0} %", 100.0 * (ratio - 1.0));
        let (least, most) = (percent(least), percent(most));
        Some([
            format!("At load {load}, {best} needs {least} more nodes than an unbounded table, and {worst} {most}"),
            format!("At load {load}, {worst} needs {most} more nodes, and {best} {least}"),
        ])
    };
    [10.0, 3.0, 1.0].into_iter().find_map(at).map(Vec::from).unwrap_or_default()
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
            of_group.iter().copied().filter(has_points).take(MOST_CURVES).collect()
        }
        _ => shown,
    }
}

fn drawn(curve: &LoadCurve, room: LoadPer) -> Curve {
    let is_of_thesis = Scheme::ALL.contains(&curve.scheme);
    let thousandths = |load: f64| libm::round(1_000.0 * load).max(1.0) as u64;
    let points = curve.over(room).map(|(load, ratio)| (thousandths(load), Some(Bar::from(ratio))));
    Curve { scheme: Some(curve.scheme), name: (!is_of_thesis).then(|| name(curve.scheme)), points: points.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_of_other_sizes_are_named() {
        let of = |text: &str| name(text.parse().unwrap());
        assert_eq!(of("depth-4+age-8+compact+memory"), "depth-4+age-8 (8-byte slots)");
        assert_eq!(of("stockfish-18+packed+memory"), "stockfish-18 (10-byte slots)");
        assert_eq!(of("new"), "New");
    }
}
