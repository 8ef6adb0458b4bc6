//! Curves of the nodes over table sizes or depths, or rows if there is only one of them.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use experiments::definition::Definition;
use schemes::Positions;

use crate::numbers::effects::{Effects, Varied};
use crate::numbers::observations::{Group, Variant};
use crate::numbers::totals::Totals;
use crate::show::block::capitalised;
use crate::show::drawing::{self, Across, Bar, Curve, Curves, MOST_CURVES, RatioRow, RowMark, Upward, Words};
use crate::show::picture::Picture;

/// The most rows of a picture: more do not fit a screen.
const MOST_ROWS: usize = 14;

/// What a picture says about its bars.
pub(super) const SINGLE: &str = " Each point is a single search, so there are no intervals.";
pub(super) const BARS: &str = " Bars: individual 95 % intervals.";

/// Where the points of curves are from left to right, and where they come from.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) at: u64,
    pub(super) size: Positions,
    pub(super) group: Group,
}

/// What the nodes of a variant are divided by.
pub(super) enum Reference {
    /// The variant with the fewest nodes.
    Best(Variant),
    /// For each variant, the search without a table.
    NoTable(BTreeMap<Variant, Variant>),
    /// Nothing: too few searches are finished.
    One,
}

/// A variant, and its number at each place.
pub(super) type Points = (Variant, Vec<Option<Bar>>);

/// A picture of curves, before it is decided which ones.
pub(super) struct Plot<'a> {
    pub(super) definition: &'a Definition,
    pub(super) totals: &'a Totals,
    pub(super) effects: Option<&'a Effects>,
    pub(super) across: Across,
    pub(super) places: Vec<Place>,
    /// What was searched.
    pub(super) what: String,
    pub(super) stem: String,
}

impl Plot<'_> {
    pub(super) fn picture(&self, finding: &str) -> Result<Option<Picture>> {
        let reference = self.reference();
        let all: Vec<Points> = self
            .totals
            .variants
            .iter()
            .filter(|variant| variant.scheme.is_some() || matches!(reference, Reference::One))
            .map(|&variant| (variant, self.bars(variant, &reference)))
            .filter(|(_, points)| points.iter().any(Option::is_some))
            .collect();
        if all.is_empty() {
            return Ok(None);
        }
        let (label, best);
        let (upward, relative) = match &reference {
            Reference::Best(variant) => {
                best = self.label(*variant);
                label = format!(", relative to {best}");
                (Upward::Ratio(&best), label.as_str())
            }
            Reference::NoTable(_) => (Upward::Benefit, ", relative to no table"),
            Reference::One => (Upward::Nodes, ""),
        };
        let bars = match &reference {
            _ if self.totals.are_single_searches(self.definition.game) => SINGLE,
            Reference::One if self.totals.seeds.are_several() => " Bars: range over the key seeds.",
            Reference::One => "",
            _ => BARS,
        };
        let common = self.totals.common.sentence();
        let note = |rest: String| plies(&format!("Nodes {}{relative}.{common}{bars}{rest}", self.what));
        let titles = self.titles(&reference, &all, finding);
        let (svg, words) = if self.places.len() == 1 && upward != Upward::Nodes {
            let rows = all.iter().filter_map(|(variant, bars)| Some(self.row(*variant, (*bars.first()?)?)));
            let (rows, fewer) = shortened(rows.collect());
            let words = Words::new(self.definition, &titles, note(fewer));
            let title = format!("nodes{}", relative.trim_start_matches(','));
            (drawing::forest(&words, &rows, &title)?, words)
        } else {
            let drawn = chosen(&all);
            let fewer = match all.len() - drawn.len() {
                0 => String::new(),
                number => format!(" Not shown: {number} other variants, which lie between these."),
            };
            let curves: Vec<Curve> = drawn.iter().map(|(variant, bars)| self.curve(*variant, bars)).collect();
            let gaps = left_out(curves.iter().map(Curve::gaps).sum());
            let words = Words::new(self.definition, &titles, note(format!("{fewer}{gaps}")));
            (Curves { across: self.across, upward, words: &words, curves: &curves }.draw()?, words)
        };
        let stem = format!("{}-{}", self.definition.name, self.stem);
        Ok(Some(Picture { stem, svg, caption: words.caption() }))
    }

    pub(super) fn label(&self, variant: Variant) -> String {
        match self.effects {
            Some(effects) if variant.scheme.is_some() && matches!(effects.varied, Varied::Parts | Varied::Lines) => {
                effects.label(variant, self.totals.common.names)
            }
            _ => self.totals.short_label(variant),
        }
    }

    pub(super) fn is_by_parts(&self) -> bool {
        self.effects.is_some_and(|effects| effects.varied == Varied::Parts)
    }

    /// Returns the variant as the subject of a title.
    pub(super) fn subject(&self, variant: Variant) -> String {
        let label = self.label(variant);
        if self.is_by_parts() { format!("A table with {label}") } else { label }
    }

    fn row(&self, variant: Variant, ratio: Bar) -> RatioRow {
        let Bar { low, mean, high } = ratio;
        let text = if low < high { format!("{mean:.3} [{low:.3}, {high:.3}]") } else { format!("{mean:.3}") };
        RatioRow { name: self.label(variant), ratio, text, mark: RowMark::Plain }
    }

    fn curve(&self, variant: Variant, bars: &[Option<Bar>]) -> Curve {
        let is_named = !self.totals.is_by_scheme();
        Curve {
            scheme: variant.scheme,
            name: is_named.then(|| self.label(variant)),
            points: self.places.iter().zip(bars).map(|(place, bar)| (place.at, *bar)).collect(),
        }
    }

    /// Returns what is drawn: nodes relative to no table if that was searched at every place, or relative to the
    /// variant with the fewest nodes over all places.
    fn reference(&self) -> Reference {
        let known = |variant: Variant, place: &Place| self.totals.known(variant, Some(place.size), place.group);
        let is_finished = |variant: &Variant| self.places.iter().all(|place| known(*variant, place).is_some());
        let with_table = || self.totals.variants.iter().copied().filter(|variant| variant.scheme.is_some());
        let none = |variant: Variant| Some((variant, self.totals.without_table(variant).filter(is_finished)?));
        // The benefits of schemes are too close to each other to be told apart.
        let are_schemes = self.effects.is_some_and(|effects| effects.varied == Varied::Schemes);
        let references = with_table().map(none).collect::<Option<BTreeMap<_, _>>>();
        if let Some(references) = references.filter(|_| !are_schemes) {
            return Reference::NoTable(references);
        }
        let logarithm = |variant: Variant| -> f64 {
            self.places.iter().filter_map(|place| known(variant, place)).map(|nodes| libm::log(nodes.mean)).sum()
        };
        let finished = with_table().filter(is_finished);
        match finished.min_by(|&one, &other| logarithm(one).total_cmp(&logarithm(other))) {
            Some(best) if with_table().count() > 1 => Reference::Best(best),
            _ => Reference::One,
        }
    }

    /// Returns what is drawn of a variant at each place: its nodes, or a ratio.
    fn bars(&self, variant: Variant, reference: &Reference) -> Vec<Option<Bar>> {
        let bar = |place: &Place| {
            let nodes = self.totals.known(variant, Some(place.size), place.group)?;
            let other = match reference {
                Reference::Best(best) => *best,
                Reference::NoTable(references) => references[&variant],
                Reference::One => return Some(Bar::from(nodes)),
            };
            Some(Bar::from(&self.totals.ratio(variant, other, Some(place.size), place.group)?))
        };
        self.places.iter().map(bar).collect()
    }
}

/// Returns a sentence about numbers that are missing, with a space before it.
pub(super) fn left_out(number: usize) -> String {
    if number == 0 {
        String::new()
    } else {
        format!(" Left out: {number} not finished, not searched or not published.")
    }
}

/// Returns a text about depths, which are numbers of plies.
pub(super) fn plies(text: &str) -> String {
    text.replace(" ply", " plies")
}

/// Returns a finding as a title: the note says on what.
pub(super) fn title_of(finding: &str) -> String {
    let words = finding.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")).map_or(finding, |(words, _)| words);
    capitalised(words)
}

/// Returns at most [`MOST_ROWS`], those with the fewest nodes and the last one, and a sentence about the others.
pub(super) fn shortened(mut rows: Vec<RatioRow>) -> (Vec<RatioRow>, String) {
    rows.sort_by(|one, other| one.ratio.mean.total_cmp(&other.ratio.mean));
    let fewer = rows.len().saturating_sub(MOST_ROWS);
    if fewer == 0 {
        return (rows, String::new());
    }
    rows.drain(MOST_ROWS - 1..MOST_ROWS - 1 + fewer);
    (rows, format!(" Not shown: {fewer} variants between the last two."))
}

/// Returns the variants to draw: of too many, the first one, the best and the worst one at the last place, and some
/// between them.
fn chosen(all: &[Points]) -> Vec<&Points> {
    if all.len() <= MOST_CURVES {
        return all.iter().collect();
    }
    let last = |number: &usize| all[*number].1.iter().rev().find_map(|bar| *bar).map_or(0.0, |bar| bar.mean);
    let mut ranked: Vec<usize> = (1..all.len()).collect();
    ranked.sort_by(|one, other| last(one).total_cmp(&last(other)));
    let steps = MOST_CURVES - 2;
    let mut kept: BTreeSet<usize> = (0..=steps).map(|step| ranked[step * (ranked.len() - 1) / steps]).collect();
    kept.insert(0);
    kept.into_iter().map(|number| &all[number]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_curves_the_ends_and_some_between_are_chosen() {
        let bar = |mean: u32| Some(Bar { low: 1.0, mean: mean.into(), high: 9.0 });
        let all: Vec<Points> = (0..20).map(|number| (Variant::NO_TABLE, vec![bar(number * 7 % 20)])).collect();
        let means: Vec<f64> = chosen(&all).iter().map(|(_, bars)| bars[0].unwrap().mean).collect();
        assert_eq!(means.len(), MOST_CURVES);
        assert!(means[0] == 0.0 && means.contains(&1.0) && means.contains(&19.0), "{means:?}");
        assert_eq!(chosen(&all[..7]).len(), 7);
    }
}
