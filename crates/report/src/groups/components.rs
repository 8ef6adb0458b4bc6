//! The table of the additional components: the nodes with each relative to the same table and search without it.

use std::collections::BTreeMap;

use crate::numbers::effects::{Effect, Effects};
use crate::numbers::observations::Variant;
use crate::numbers::totals::Totals;
use crate::report::Report;
use crate::show::block::Block;
use experiments::Cell;
use experiments::cell::SearchOptions;
use experiments::row::Row;
use schemes::{Parts, Scheme};

/// A table and a search: their names.
type Named = (&'static str, &'static str);

/// A component: its name, the search with it, and the one without it; at equal numbers of positions, and in equal
/// memory.
struct Component {
    name: &'static str,
    positions: (Named, Named),
    memory: Option<(Named, Named)>,
}

const fn component(name: &'static str, with: Named, without: Named) -> Component {
    Component { name, positions: (with, without), memory: None }
}

impl Component {
    const fn in_memory(self, with: Named, without: Named) -> Self {
        Self { memory: Some((with, without)), ..self }
    }
}

const PLAIN: Named = ("two-big1", "plain");
const PLAIN_MEMORY: Named = ("two-big1+mul-high", "plain");
const UNDATED: Named = ("two-big1", "date-none");
const UNDATED_MEMORY: Named = ("two-big1+mul-high", "date-none");
const BOUNDS: Named = ("two-big1+two-bounds", "plain");

/// The components in the order of `[Breuker 1998, 2.7.3]`.
const COMPONENTS: &[Component] = &[
    component("date, 1 bit", PLAIN, UNDATED).in_memory(PLAIN_MEMORY, UNDATED_MEMORY),
    component("date, 8 bits", ("two-big1+date", "plain"), UNDATED)
        .in_memory(("two-big1+date+mul-high+memory", "plain"), UNDATED_MEMORY),
    component("date, 8 bits instead of 1", ("two-big1+date", "plain"), PLAIN)
        .in_memory(("two-big1+date+mul-high+memory", "plain"), PLAIN_MEMORY),
    component("date in conversions, 1 bit", ("two-big1", "date-conversions"), UNDATED)
        .in_memory(("two-big1+mul-high", "date-conversions"), UNDATED_MEMORY),
    component("date in conversions, 8 bits", ("two-big1+date", "date-conversions"), UNDATED)
        .in_memory(("two-big1+date+mul-high+memory", "date-conversions"), UNDATED_MEMORY),
    component("depth from the root, with size", ("two-big1+near-root", "components"), PLAIN)
        .in_memory(("two-big1+near-root+mul-high+memory", "components"), PLAIN_MEMORY),
    component("depth from the root, with depth", ("two-deep+near-root", "components"), ("two-deep", "plain"))
        .in_memory(("two-deep+near-root+mul-high+memory", "components"), ("two-deep+mul-high", "plain")),
    component("extension: none recorded", ("two-big1", "extend-checks-in-window"), PLAIN)
        .in_memory(("two-big1+mul-high", "extend-checks-in-window"), PLAIN_MEMORY),
    component(
        "extension: flag",
        ("two-big1+components", "extend-checks-in-window+extension-flag"),
        ("two-big1", "extend-checks-in-window"),
    )
    .in_memory(
        ("two-big1+mul-high+components+memory", "extend-checks-in-window+extension-flag"),
        ("two-big1+mul-high", "extend-checks-in-window"),
    ),
    component("principal", ("two-big1+principal", "components"), PLAIN)
        .in_memory(("two-big1+principal+mul-high+memory", "components"), PLAIN_MEMORY),
    component("refutation table", PLAIN, ("two-big1", "no-refutations"))
        .in_memory(PLAIN_MEMORY, ("two-big1+mul-high", "no-refutations")),
    component(
        "refutation table in the table",
        ("two-big1+principal", "components+no-refutations"),
        ("two-big1", "no-refutations"),
    )
    .in_memory(
        ("two-big1+principal+mul-high+memory", "components+no-refutations"),
        ("two-big1+mul-high", "no-refutations"),
    ),
    component("draw", ("two-big1", "proved-draws"), PLAIN)
        .in_memory(("two-big1+mul-high", "proved-draws"), PLAIN_MEMORY),
    component("additional bound", BOUNDS, ("two-big1+log-nodes", "plain")).in_memory(BOUNDS, PLAIN),
];

/// Compares each component with the same table and search without it, in the deepest searches of each experiment, over
/// all table sizes: at equal numbers of positions, in equal memory, and how many searches have another score.
#[must_use]
pub(super) fn tables(reports: &[Report<'_>]) -> Vec<Block> {
    let totals: Vec<Totals> = reports.iter().map(|report| Totals::of(report.definition, &report.rows)).collect();
    let mut rows = Vec::new();
    let mut scope = vec![None; reports.len()];
    for component in COMPONENTS {
        let mut row = Vec::new();
        for (column, (report, totals)) in reports.iter().zip(&totals).enumerate() {
            let mut effect = |(with, without): (Named, Named)| {
                let effects = Effects::between(&totals.each, variant(with)?, variant(without)?)?;
                scope[column].get_or_insert_with(|| effects.scope());
                effects.all.into_iter().next()
            };
            row.push(text(effect(component.positions)));
            row.push(text(component.memory.and_then(effect)));
            row.push(scores(&report.rows, component.positions));
        }
        if row.iter().any(|text| !text.is_empty()) {
            rows.push((component.name, row));
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let heads = |report: &Report<'_>| {
        ["positions", "memory", "% scores"].map(|of| format!("{}, {of}", report.definition.short_title()))
    };
    let heads: Vec<String> = reports.iter().flat_map(heads).collect();
    // In most games no component changes a score.
    let is_shown =
        |column: &usize| rows.iter().any(|(_, row)| !row[*column].is_empty() && !row[*column].starts_with("0.0 "));
    let shown: Vec<usize> = (0..heads.len()).filter(is_shown).collect();
    let part = |all: &[String]| shown.iter().map(|&column| all[column].clone()).collect::<Vec<String>>();
    let caption = "nodes with a component relative to those without it [individual 95 % interval]";
    let rows = rows.iter().map(|(name, row)| (*name, part(row)));
    let mut blocks = vec![Block::matrix(caption, part(&heads), rows)];
    for (report, scope) in reports.iter().zip(scope) {
        blocks.extend(scope.map(|scope| Block::Note(format!("{}: {scope}.", report.definition.short_title()))));
    }
    blocks.push(Block::Note(
        "positions: with equal numbers of positions. memory: with fewer positions by the bits that the component\n\
         adds to 128. scores: the searches whose score at the root differs, at equal numbers of positions, with\n\
         Wilson's interval."
            .to_owned(),
    ));
    blocks
}

fn variant((scheme, search): Named) -> Option<Variant> {
    let scheme: Scheme = scheme.parse().ok()?;
    Some(Variant { search: SearchOptions::find(search)?, scheme: Some(scheme), ..Variant::NO_TABLE })
}

fn text(effect: Option<Effect>) -> String {
    effect.map(|effect| effect.ratio.text()).unwrap_or_default()
}

/// Returns how many searches have another score with a component than without it, in percent.
fn scores(rows: &[Row], (with, without): (Named, Named)) -> String {
    let (Some(with), Some(without)) = (variant(with), variant(without)) else { return String::new() };
    let of = |wanted: Variant| {
        let is_wanted = move |row: &&Row| {
            let Cell { search, scheme, parts, .. } = row.cell;
            row.is_complete() && (search, scheme, parts) == (wanted.search, wanted.scheme, Parts::all())
        };
        rows.iter().filter(is_wanted)
    };
    let key = |cell: &Cell| Cell { search: SearchOptions::PLAIN, scheme: None, ..cell.clone() };
    let known: BTreeMap<Cell, &Row> = of(without).map(|row| (key(&row.cell), row)).collect();
    let (mut searches, mut others) = (0, 0);
    for row in of(with) {
        let Some(without) = known.get(&key(&row.cell)) else { continue };
        for (ours, theirs) in row.searches().iter().zip(without.searches()) {
            searches += 1;
            others += u64::from(ours.score != theirs.score);
        }
    }
    stats::percent_of(others, searches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_component_is_named_correctly_and_searched_in_chess() {
        let definition = crate::samples::definition("additional-components-chess");
        for part in [&definition.quick, &definition.full] {
            let cells = part.cells(1);
            for component in COMPONENTS {
                let (with, without) = component.positions;
                let (in_memory, reference) = component.memory.unwrap();
                for named in [with, without, in_memory, reference] {
                    let Some(variant) = variant(named) else { panic!("{named:?} is not a variant") };
                    let is_such = |cell: &Cell| (cell.search, cell.scheme) == (variant.search, variant.scheme);
                    assert!(cells.iter().any(is_such), "{named:?} is not searched");
                }
            }
        }
    }
}
