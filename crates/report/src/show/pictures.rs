//! Which pictures an experiment has, and what they say.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use experiments::definition::{Definition, ReportKind};
use schemes::Positions;

use crate::numbers::board_summary::{BoardConfiguration, Seeds};
use crate::numbers::effects::{Effects, Varied};
use crate::numbers::observations::{Group, Variant};
use crate::numbers::printed_boards::published;
use crate::numbers::printed_boards::{Compared, compare, printed_nodes};
use crate::numbers::totals::Totals;
use crate::show::board_tables::setting_text;
use crate::show::drawing::{self, Across, Bar, Curve, Curves, Printed, RatioRow, RowMark, Upward, Words};
use crate::show::picture::Picture;
use stats::Estimand;

/// Curves that differ by no more than this at most table sizes cannot be told apart on an axis from zero.
const CLOSE: f64 = 1.1;

/// With more curves than this, the points above a single place cannot be told apart.
const MOST_POINTS: usize = 8;

/// Returns the pictures of an experiment: the main one first, then the effect sizes of its schemes, then the others.
///
/// # Errors
///
/// Printed figures cannot be read, or there is nothing to draw.
pub(crate) fn pictures(definition: &Definition, totals: &Totals, effects: Option<&Effects>) -> Result<Vec<Picture>> {
    let effects = effects.filter(|effects| {
        matches!(effects.varied, Varied::Schemes | Varied::Searches) && definition.kind != ReportKind::Boards
    });
    let places = if definition.kind == ReportKind::Depths { totals.groups.len() } else { totals.sizes.len() };
    if let Some(effects) = effects.filter(|_| places == 1 && totals.variants.len() > MOST_POINTS) {
        return Ok(vec![schemes(definition, totals, effects)?]);
    }
    let mut pictures = match definition.kind {
        ReportKind::Means | ReportKind::Techniques | ReportKind::Match => Vec::new(),
        ReportKind::Boards => boards(definition, totals)?,
        ReportKind::Sizes | ReportKind::Loads => by_size(definition, totals)?,
        ReportKind::Depths => by_depth(definition, totals)?,
    };
    // The last one shows the deepest searches.
    if !pictures.is_empty() {
        pictures.rotate_right(1);
    }
    if let Some(effects) = effects {
        pictures.insert(pictures.len().min(1), schemes(definition, totals, effects)?);
    }
    Ok(pictures)
}

/// Ours divided by the printed nodes, for each board.
fn boards(definition: &Definition, totals: &Totals) -> Result<Vec<Picture>> {
    // At most one setting is that of the printed nodes.
    for (setting, boards) in compare(&totals.boards, published(definition)?.as_ref()) {
        let row = |one: &Compared| {
            let (ratio, is_exact) = (one.ratio()?, one.is_exact());
            Some(RatioRow {
                name: one.board.to_string(),
                ratio: Bar { low: ratio, mean: ratio, high: ratio },
                text: if is_exact { "1".to_owned() } else { format!("{ratio:.3}") },
                mark: if is_exact { RowMark::Exact } else { RowMark::Other },
            })
        };
        let rows: Vec<RatioRow> = boards.iter().filter_map(row).collect();
        if rows.is_empty() {
            continue;
        }
        let seeds: Seeds = boards.iter().map(|one| one.ours.seeds).collect();
        let seeds = if seeds.are_several() { format!(", means over {seeds}") } else { String::new() };
        let left_out = match boards.len() - rows.len() {
            0 => String::new(),
            number => format!(" Left out: {number} not finished or not published."),
        };
        let near = rows.iter().filter(|row| (0.8..=1.25).contains(&row.ratio.mean)).count();
        let subtitle = format!(
            "{near} of {} boards are within a quarter of the published nodes. {}{seeds}.{left_out} Published in: {}.",
            rows.len(),
            setting_text(setting, totals.common.names),
            definition.citation()
        );
        let words = Words { title: definition.title.clone(), subtitle };
        let svg = drawing::boards(&words, &rows)?;
        return Ok(vec![Picture { stem: definition.name.clone(), svg, caption: words.subtitle }]);
    }
    Ok(Vec::new())
}

/// Nodes against table size, a picture for each group.
fn by_size(definition: &Definition, totals: &Totals) -> Result<Vec<Picture>> {
    let mut pictures = Vec::new();
    for &group in &totals.groups {
        let nodes = curves(totals, |variant| {
            let point = |&size: &Positions| {
                let nodes = totals.nodes(variant, Some(size), group)?;
                Some((size.get(), nodes.known().map(Bar::from)))
            };
            totals.sizes.iter().filter_map(point).collect()
        });
        let columns: Vec<(u64, Option<Positions>, Group)> =
            totals.sizes.iter().map(|&size| (size.get(), Some(size), group)).collect();
        let printed = totals.sizes.iter().find_map(|&size| printed(totals, group, size));
        let shown = Shown {
            across: Across::Size,
            upward: Upward::Nodes,
            nodes,
            columns,
            printed,
            has_several_references: false,
        };
        let what = format!("Nodes {}", totals.heading_of(group));
        pictures.extend(shown.picture(definition, totals, &what, &group.stem())?);
    }
    Ok(pictures)
}

/// Returns the printed nodes of a board, which are those of one scheme and one size.
fn printed(totals: &Totals, group: Group, size: Positions) -> Option<Printed> {
    let Group::Board(board) = group else { return None };
    totals.variants.iter().find_map(|&Variant { search, scheme, parts, .. }| {
        let configuration = BoardConfiguration { board, search, parts, scheme, positions: Some(size) };
        let nodes = printed_nodes(&totals.boards, &configuration)?;
        Some(Printed { scheme, positions: size.get(), nodes })
    })
}

/// Nodes against depth, or relative to no table where that was searched as deep; a picture for each size.
fn by_depth(definition: &Definition, totals: &Totals) -> Result<Vec<Picture>> {
    let mut pictures = Vec::new();
    // A ratio needs both of its numbers, at every depth.
    let none = |variant: Variant| {
        let is_known = |none: &Variant| totals.groups.iter().all(|&group| totals.known(*none, None, group).is_some());
        totals.without_table(variant).filter(is_known)
    };
    let references: Option<BTreeMap<Variant, Variant>> =
        totals.variants.iter().map(|&variant| Some((variant, none(variant)?))).collect();
    let all: BTreeSet<&Variant> = references.iter().flat_map(BTreeMap::values).collect();
    let has_several_references = all.len() > 1;
    for &size in &totals.sizes {
        let nodes = curves(totals, |variant| {
            let point = |&group: &Group| {
                let Group::Ply(depth) = group else { return None };
                let nodes = totals.known(variant, Some(size), group).map(Bar::from);
                let bar = match &references {
                    Some(references) => nodes
                        .zip(totals.known(references[&variant], None, group))
                        .map(|(bar, none)| bar.over(none.mean)),
                    None => nodes,
                };
                Some((u64::from(depth), bar))
            };
            totals.groups.iter().filter_map(point).collect()
        });
        let column = |&group: &Group| {
            let Group::Ply(depth) = group else { return None };
            Some((u64::from(depth), Some(size), group))
        };
        let columns = totals.groups.iter().filter_map(column).collect();
        let upward = if references.is_some() { Upward::Benefit } else { Upward::Nodes };
        let shown = Shown { across: Across::Depth, upward, nodes, columns, printed: None, has_several_references };
        let what = format!("Nodes on {}, table of {size} positions", totals.heading());
        pictures.extend(shown.picture(definition, totals, &what, &size.to_string())?);
    }
    Ok(pictures)
}

/// What a picture may show: nodes, or ratios if the nodes are too close to each other.
struct Shown {
    across: Across,
    upward: Upward<'static>,
    nodes: Vec<Curve>,
    /// Where each point of a curve comes from.
    columns: Vec<(u64, Option<Positions>, Group)>,
    printed: Option<Printed>,
    /// Whether the numbers are relative to several searches without a table, so that their ratios say little.
    has_several_references: bool,
}

impl Shown {
    fn picture(self, definition: &Definition, totals: &Totals, what: &str, stem: &str) -> Result<Option<Picture>> {
        if self.nodes.iter().all(Curve::is_empty) {
            return Ok(None);
        }
        let ratios = if self.are_close() && !self.has_several_references { self.ratios(totals) } else { None };
        let is_single = totals.are_single_searches(definition.game);
        let (upward, curves, what, bars) = match &ratios {
            Some((best, curves)) => {
                let bars = if is_single { SINGLE } else { " Bars: individual 95 % intervals." };
                (Upward::Ratio(best), curves.clone(), format!("{what}, relative to {best}"), bars)
            }
            None if is_single => (self.upward, self.nodes.clone(), what.to_owned(), SINGLE),
            None if totals.seeds.are_several() => {
                (self.upward, self.nodes.clone(), what.to_owned(), " Bars: range over the key seeds.")
            }
            None => (self.upward, self.nodes.clone(), what.to_owned(), ""),
        };
        let left_out = match curves.iter().map(Curve::gaps).sum::<usize>() {
            0 => String::new(),
            number => format!(" Left out: {number} not finished or not searched."),
        };
        let found = self.found().unwrap_or_default();
        let common = totals.common.sentence();
        let subtitle = format!("{found}{what}.{common}{bars}{left_out} {}.", definition.credit());
        let words = Words { title: definition.title.clone(), subtitle };
        let printed = self.printed.filter(|_| upward == Upward::Nodes);
        let svg = Curves { across: self.across, upward, words: &words, curves: &curves, printed }.draw()?;
        Ok(Some(Picture { stem: format!("{}-{stem}", definition.name), svg, caption: words.subtitle }))
    }

    /// Returns the greatest number at one size or depth divided by the smallest one, if several variants have a table.
    fn spread(&self, column: u64) -> Option<f64> {
        let with_table = self.nodes.iter().filter(|curve| curve.scheme.is_some());
        let at_place = with_table.filter_map(|curve| curve.points.iter().find(|(at, _)| *at == column)?.1);
        let means: Vec<f64> = at_place.map(|bar| bar.mean).collect();
        let (least, most) = (means.iter().copied().reduce(f64::min)?, means.iter().copied().reduce(f64::max)?);
        (means.len() > 1 && least > 0.0).then_some(most / least)
    }

    fn are_close(&self) -> bool {
        let spreads: Vec<f64> = self.columns.iter().filter_map(|column| self.spread(column.0)).collect();
        let close = spreads.iter().filter(|&&spread| spread <= CLOSE).count();
        !spreads.is_empty() && 2 * close >= spreads.len()
    }

    /// How much the choice matters, at the first size or depth and at the last one.
    fn found(&self) -> Option<String> {
        let spreads: Vec<(u64, f64)> =
            self.columns.iter().filter_map(|column| Some((column.0, self.spread(column.0)?))).collect();
        let name = |column: u64| match self.across {
            Across::Size => {
                Positions::new(column).map_or_else(|_| column.to_string(), |size| format!("{size} positions"))
            }
            Across::Depth => format!("{column} ply"),
            Across::Load(_) => format!("load {}", column as f64 / 1_000.0),
        };
        let more = |spread: f64| match 100.0 * (spread - 1.0) {
            percent if percent < 0.05 => "the same nodes".to_owned(),
            percent if percent < 10.0 => format!("{percent:.1} % more nodes"),
            percent if percent < 100.0 => format!("{percent:.0} % more nodes"),
            _ => format!("{spread:.1} times the nodes"),
        };
        let at = if self.across == Across::Size { "with" } else { "at" };
        let part = |&(column, spread): &(u64, f64)| format!("{} {at} {}", more(spread), name(column));
        match spreads.as_slice() {
            [] => None,
            [one] => Some(format!("Worst against best: {}. ", part(one))),
            [first, .., last] => Some(format!("Worst against best: {}, {}. ", part(first), part(last))),
        }
    }

    /// Returns the curves relative to the variant with the fewest nodes over all columns, and its name.
    fn ratios(&self, totals: &Totals) -> Option<(String, Vec<Curve>)> {
        let finished = |variant: Variant| {
            let nodes = |&(_, size, group): &(u64, Option<Positions>, Group)| totals.known(variant, size, group);
            let logarithms: Option<Vec<f64>> =
                self.columns.iter().map(|column| Some(libm::log(nodes(column)?.mean))).collect();
            Some((variant, logarithms?.iter().sum::<f64>()))
        };
        let with_table = || totals.variants.iter().copied().filter(|variant| variant.scheme.is_some());
        let (best, _) = with_table().filter_map(finished).min_by(|a, b| a.1.total_cmp(&b.1))?;
        let all = curves(totals, |variant| {
            if variant.scheme.is_none() {
                return Vec::new();
            }
            let point = |&(column, size, group): &(u64, Option<Positions>, Group)| {
                totals.nodes(variant, size, group)?;
                let known = totals.known(variant, size, group);
                Some((
                    column,
                    known.and_then(|_| totals.ratio(variant, best, size, group)).map(|ratio| Bar::from(&ratio)),
                ))
            };
            self.columns.iter().filter_map(point).collect()
        });
        Some((totals.short_label(best), all.into_iter().filter(|curve| !curve.points.is_empty()).collect()))
    }
}

/// What a picture without bars says.
const SINGLE: &str = " Each point is a single search, so there are no intervals.";

/// Returns a curve for every variant.
fn curves(totals: &Totals, points: impl Fn(Variant) -> Vec<(u64, Option<Bar>)>) -> Vec<Curve> {
    let by_scheme = totals.is_by_scheme();
    let without_table = totals.variants.iter().filter(|variant| variant.scheme.is_none()).count();
    let curve = |(number, &variant): (usize, &Variant)| {
        let is_named = !by_scheme && (variant.scheme.is_some() || without_table > 1 && variant != Variant::NO_TABLE);
        let name = is_named.then(|| (totals.short_label(variant), number));
        Curve { scheme: variant.scheme, name, points: points(variant) }
    };
    totals.variants.iter().enumerate().map(curve).collect()
}

/// Returns the effect sizes of the schemes.
fn schemes(definition: &Definition, totals: &Totals, effects: &Effects) -> Result<Picture> {
    let row = |effect: &crate::numbers::effects::Effect| RatioRow {
        name: totals.short_label(effect.variant),
        ratio: Bar::from(&effect.ratio),
        text: if Some(effect) == effects.all.first() { "1".to_owned() } else { effect.ratio.text() },
        mark: RowMark::Plain,
    };
    let rows: Vec<RatioRow> = effects.all.iter().map(row).collect();
    let interval =
        if totals.are_single_searches(definition.game) { SINGLE } else { " Bars: individual 95 % intervals." };
    let mean = if effects.sizes.len() * effects.groups.len() > 1 { " (geometric mean)" } else { "" };
    let about = if effects.estimand == Estimand::Games { " in a typical game" } else { "" };
    let what = effects.varied.noun();
    let common = totals.common.sentence();
    let subtitle = format!(
        "Nodes relative to the best {what}{about} {}{mean}.{common}{interval} {}.",
        effects.scope(),
        definition.credit()
    );
    let words = Words { title: format!("{}: effect sizes", definition.title), subtitle };
    let svg = drawing::forest(&words, &rows, &format!("nodes relative to the best {what}"))?;
    Ok(Picture { stem: format!("{}-schemes", definition.name), svg, caption: words.subtitle })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{definition, rows_of_schemes};

    /// Draws searches at 7 ply by scheme, size, and the nodes of each of six positions.
    fn drawn(all: &[(&str, &str, [u64; 6])]) -> Vec<Picture> {
        let definition = definition("thesis-fig-2.8");
        let totals = Totals::of(&definition, &rows_of_schemes("between=clear", all));
        pictures(&definition, &totals, Effects::against_best(&totals.each).as_ref()).unwrap()
    }

    #[test]
    fn curves_close_to_each_other_are_drawn_as_ratios() {
        let (even, more) = ([100; 6], [104, 105, 106, 104, 105, 106]);
        let close = [("two-big1", "8K", even), ("deep", "8K", more), ("two-big1", "16K", even), ("deep", "16K", even)];
        let pictures = drawn(&close);
        let [main, effects, ..] = pictures.as_slice() else { panic!("{}", pictures.len()) };
        assert!(main.svg.contains(">nodes relative to TwoBig1<"), "{}", main.svg);
        assert!(
            main.caption.starts_with("Worst against best: 5.0 % more nodes with 8K positions, the same nodes with")
        );
        assert!(main.caption.contains("relative to TwoBig1. Bars: individual 95 % intervals."), "{}", main.caption);
        assert_eq!(effects.stem, "thesis-fig-2.8-schemes");
        assert!(effects.caption.contains("at 7 ply, with tables of 8K to 16K positions"), "{}", effects.caption);

        let apart = [("two-big1", "8K", even), ("deep", "8K", [200; 6])];
        let main = &drawn(&apart)[0];
        assert!(main.svg.contains(">nodes<") && main.caption.starts_with("Worst against best: 2.0 times the nodes"));
    }
}
