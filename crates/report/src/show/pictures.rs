//! Which pictures an experiment has, and what they say.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use experiments::definition::{Definition, ReportKind};
use experiments::text::counted;
use schemes::{Positions, Scheme};

use crate::numbers::board_summary::Seeds;
use crate::numbers::effects::{Effect, Effects, Varied};
use crate::numbers::observations::{Group, Variant};
use crate::numbers::printed_boards::{Compared, compare, published};
use crate::numbers::totals::Totals;
use crate::show::block::capitalised;
use crate::show::board_tables::setting_text;
use crate::show::drawing::{self, Across, Bar, Curve, Curves, MOST_CURVES, RatioRow, RowMark, Upward, Words};
use crate::show::finding::fewest;
use crate::show::picture::Picture;
use stats::Estimand;

/// The most rows of a picture: more do not fit a screen.
const MOST_ROWS: usize = 14;

/// With more curves than this, the points above a single place cannot be told apart.
const MOST_POINTS: usize = 8;

/// Returns the pictures of an experiment: the main one first, then the effect sizes of its schemes, then the others.
/// `finding` is what the experiment found.
///
/// # Errors
///
/// Printed figures cannot be read, or there is nothing to draw.
pub(crate) fn pictures(
    definition: &Definition,
    totals: &Totals,
    effects: Option<&Effects>,
    finding: &str,
) -> Result<Vec<Picture>> {
    let all = effects;
    let effects = effects.filter(|effects| {
        matches!(effects.varied, Varied::Schemes | Varied::Searches) && definition.kind != ReportKind::Boards
    });
    let places = if definition.kind == ReportKind::Depths { totals.groups.len() } else { totals.sizes.len() };
    // Only some of many variants can be drawn as curves; the rows of the effect sizes have them all.
    let are_many = places == 1 && totals.variants.len() > MOST_POINTS || totals.variants.len() > 3 * MOST_CURVES;
    if let Some(effects) = effects.filter(|_| are_many) {
        return Ok(vec![schemes(definition, totals, effects)?]);
    }
    let mut pictures = match definition.kind {
        ReportKind::Means | ReportKind::Techniques | ReportKind::Match => Vec::new(),
        ReportKind::Boards => boards(definition, totals)?,
        ReportKind::Sizes | ReportKind::Loads => by_size(definition, totals, all, finding)?,
        ReportKind::Depths => by_depth(definition, totals, all, finding)?,
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
        let near = rows.iter().filter(|row| (0.8..=1.25).contains(&row.ratio.mean)).count();
        let exact = rows.iter().filter(|row| row.mark == RowMark::Exact).count();
        let near = format!("{near} of {} need within a quarter of the published nodes", counted(rows.len(), "board"));
        let note =
            format!("{}{seeds}.{}", setting_text(setting, totals.common.names), left_out(boards.len() - rows.len()));
        let words = Words::new(definition, &[format!("{near}, {exact} of them exactly as many"), near], note);
        let svg = drawing::boards(&words, &rows)?;
        return Ok(vec![Picture { stem: definition.name.clone(), svg, caption: words.caption() }]);
    }
    Ok(Vec::new())
}

/// Returns a sentence about numbers that are missing, with a space before it.
fn left_out(number: usize) -> String {
    if number == 0 {
        String::new()
    } else {
        format!(" Left out: {number} not finished, not searched or not published.")
    }
}

/// Nodes against table size, a picture for each group.
fn by_size(definition: &Definition, totals: &Totals, effects: Option<&Effects>, finding: &str) -> Result<Vec<Picture>> {
    let mut pictures = Vec::new();
    for &group in &totals.groups {
        let place = |&size: &Positions| Place { at: size.get(), size, group };
        let plot = Plot {
            definition,
            totals,
            effects,
            across: Across::Size,
            places: totals.sizes.iter().map(place).collect(),
            what: totals.heading_of(group),
            stem: group.stem(),
        };
        pictures.extend(plot.picture(finding)?);
    }
    Ok(pictures)
}

/// Nodes against depth, a picture for each size.
fn by_depth(
    definition: &Definition,
    totals: &Totals,
    effects: Option<&Effects>,
    finding: &str,
) -> Result<Vec<Picture>> {
    let mut pictures = Vec::new();
    for &size in &totals.sizes {
        let place = |&group: &Group| match group {
            Group::Ply(depth) => Some(Place { at: u64::from(depth), size, group }),
            _ => None,
        };
        let plot = Plot {
            definition,
            totals,
            effects,
            across: Across::Depth,
            places: totals.groups.iter().filter_map(place).collect(),
            what: format!("on {}, with a table of {size} positions", totals.heading()),
            stem: size.to_string(),
        };
        pictures.extend(plot.picture(finding)?);
    }
    Ok(pictures)
}

/// Where the points of curves are from left to right, and where they come from.
#[derive(Clone, Copy)]
struct Place {
    at: u64,
    size: Positions,
    group: Group,
}

/// What the nodes of a variant are divided by.
enum Reference {
    /// The variant with the fewest nodes.
    Best(Variant),
    /// For each variant, the search without a table.
    NoTable(BTreeMap<Variant, Variant>),
    /// Nothing: too few searches are finished.
    One,
}

/// A variant, and its number at each place.
type Points = (Variant, Vec<Option<Bar>>);

/// A picture of curves, before it is decided which ones.
struct Plot<'a> {
    definition: &'a Definition,
    totals: &'a Totals,
    effects: Option<&'a Effects>,
    across: Across,
    places: Vec<Place>,
    /// What was searched.
    what: String,
    stem: String,
}

impl Plot<'_> {
    fn picture(&self, finding: &str) -> Result<Option<Picture>> {
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

    fn label(&self, variant: Variant) -> String {
        match self.effects {
            Some(effects) if variant.scheme.is_some() && matches!(effects.varied, Varied::Parts | Varied::Lines) => {
                effects.label(variant, self.totals.common.names)
            }
            _ => self.totals.short_label(variant),
        }
    }

    fn is_by_parts(&self) -> bool {
        self.effects.is_some_and(|effects| effects.varied == Varied::Parts)
    }

    /// Returns the variant as the subject of a title.
    fn subject(&self, variant: Variant) -> String {
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

    /// Returns the place in words: `with 8K positions` or `at 7 plies`.
    fn at(&self, place: Place) -> String {
        if self.across == Across::Depth {
            plies(&format!("at {}", place.group))
        } else {
            format!("with {} positions", place.size)
        }
    }

    /// Returns titles that state the result, the best one first.
    fn titles(&self, reference: &Reference, all: &[Points], finding: &str) -> Vec<String> {
        let mut titles = Vec::new();
        match reference {
            Reference::Best(best) => {
                titles.extend(self.two_slots(all));
                titles.extend(self.spread(*best, all));
            }
            Reference::NoTable(_) => titles.extend(self.saved(all)),
            Reference::One => titles.extend(self.growth(all)),
        }
        let is_of_lines = self.effects.is_some_and(|effects| effects.varied == Varied::Lines);
        titles.insert(if is_of_lines { 0 } else { titles.len() }, title_of(finding));
        titles
    }

    /// What buckets of two slots save on a board: TwoBig1 and TwoDeep beside Big1 and Deep.
    fn two_slots(&self, all: &[Points]) -> Option<String> {
        let Some(Place { group: Group::Board(board), .. }) = self.places.first().copied() else { return None };
        let of = |scheme: Scheme| all.iter().find(|(variant, _)| variant.scheme == Some(scheme)).map(|(_, bars)| bars);
        let [two_big1, two_deep, big1, deep] =
            [of(Scheme::TwoBig1)?, of(Scheme::TwoDeep)?, of(Scheme::Big1)?, of(Scheme::Deep)?];
        let ratio = |place: usize| {
            let mean = |bars: &[Option<Bar>]| Some(bars[place]?.mean);
            Some(libm::sqrt(mean(two_big1)? * mean(two_deep)? / (mean(big1)? * mean(deep)?)))
        };
        let ratios: Vec<f64> = (0..self.places.len()).map(ratio).collect::<Option<_>>()?;
        let (least, most) =
            (ratios.iter().copied().fold(f64::INFINITY, f64::min), ratios.iter().copied().fold(0.0, f64::max));
        let nodes = format!("the nodes of {board} domineering");
        if least > 0.4 && most < 0.6 {
            return Some(format!("Two slots per bucket halve {nodes}"));
        }
        let [most_saved, least_saved] = [least, most].map(|ratio| 100.0 * (1.0 - ratio));
        (least_saved > 0.5)
            .then(|| format!("Two slots per bucket save {least_saved:.0} to {most_saved:.0} % of {nodes}"))
    }

    /// How many more nodes the worst variant needs than the best one, at the first place and at the last one.
    fn spread(&self, best: Variant, all: &[Points]) -> Vec<String> {
        let worst = |number: usize| {
            let bars = all.iter().filter_map(|(variant, bars)| Some((*variant, bars[number]?)));
            bars.max_by(|one, other| one.1.mean.total_cmp(&other.1.mean))
        };
        let is_measured = |bar: &Bar| bar.mean >= SAME && (bar.low > 1.0 || bar.low == bar.high);
        let variants = if self.totals.is_by_scheme() { "schemes" } else { "variants" };
        let bars = || all.iter().flat_map(|(_, bars)| bars.iter().flatten());
        if !bars().any(is_measured) {
            let most = bars().max_by(|one, other| one.mean.total_cmp(&other.mean));
            return most.map_or(Vec::new(), |most| {
                vec![match most.mean {
                    ratio if ratio < SAME => format!("All {variants} need the same number of nodes (within 0.05 %)"),
                    ratio => format!("No measurable difference between the {variants}: at most {} %", percent(ratio)),
                }]
            });
        }
        let best = self.label(best);
        let start = |one: Variant, bar: Bar| match bar.mean {
            ratio if ratio < 2.0 => format!("{} needs {} % more nodes than {best}", self.subject(one), percent(ratio)),
            ratio => format!("{} needs {ratio:.1} times the nodes of {best}", self.subject(one)),
        };
        let [(first, from), .., (last, to)] = self.places.iter().zip(0..).collect::<Vec<_>>()[..] else {
            return worst(0).map(|(one, bar)| start(one, bar)).into_iter().collect();
        };
        let (Some((one, bar)), Some((other, least))) = (worst(from), worst(to)) else { return Vec::new() };
        if bar.mean < SAME {
            return vec![format!("{} {}", start(other, least), self.at(*last))];
        }
        let end = match least.mean {
            ratio if ratio < SAME => "all need as many".to_owned(),
            ratio if ratio < 1.1 && one != other => format!("all are within {} %", percent(ratio)),
            ratio if ratio < 2.0 => format!("{} % more", percent(ratio)),
            ratio => format!("{ratio:.1} times"),
        };
        let end = if one == other || least.mean < 1.1 { end } else { format!("{} needs {end}", self.label(other)) };
        let start = format!("{} {}", start(one, bar), self.at(*first));
        let at = self.at(*last);
        vec![format!("{start}, and {} {end}", at.trim_end_matches(" positions")), start]
    }

    /// What tables save at the last place.
    fn saved(&self, all: &[Points]) -> Option<String> {
        let last = *self.places.last()?;
        let mut known: Vec<(Variant, f64)> =
            all.iter().filter_map(|(variant, bars)| Some((*variant, (*bars.last()?)?.mean))).collect();
        known.sort_by(|one, other| one.1.total_cmp(&other.1));
        let saved = |ratio: f64| format!("{:.0} %", 100.0 * (1.0 - ratio));
        let at = if self.across == Across::Depth { format!(" {}", self.at(last)) } else { String::new() };
        match known.as_slice() {
            [] => None,
            [(_, ratio)] => {
                Some(format!("A table of {} positions saves {} of the nodes{at}", last.size, saved(*ratio)))
            }
            [(best, ratio), .., (worst, most)] => {
                let rest = match *most {
                    most if most > 1.0 => format!("needs {} % more", percent(most)),
                    most => saved(most),
                };
                let one = if self.is_by_parts() { "one with " } else { "" };
                let (best, worst) = (self.subject(*best), self.label(*worst));
                Some(format!("{best} saves {} of the nodes{at}, {one}{worst} {rest}", saved(*ratio)))
            }
        }
    }

    /// How the nodes of a single variant grow.
    fn growth(&self, all: &[Points]) -> Option<String> {
        let [(variant, bars)] = all else { return None };
        let known: Vec<(Place, f64)> =
            self.places.iter().zip(bars).filter_map(|(place, bar)| Some((*place, (*bar)?.mean))).collect();
        let [(first, least), .., (last, most)] = known.as_slice() else { return None };
        let name = self.label(*variant);
        Some(if self.across == Across::Depth {
            let each = libm::pow(most / least, 1.0 / (last.at - first.at) as f64);
            format!("Each ply multiplies the nodes of {name} by about {each:.1}")
        } else {
            let more = percent(least / most);
            format!("{name} with {} positions needs {more} % more nodes than with {}", first.size, last.size)
        })
    }
}

/// Ratios below this are printed as equal.
const SAME: f64 = 1.0005;

/// Returns how many percent more than 1 a ratio is, with two digits.
fn percent(ratio: f64) -> String {
    let percent = 100.0 * (ratio - 1.0);
    if percent < 9.95 { format!("{percent:.1}") } else { format!("{percent:.0}") }
}

/// Returns a text about depths, which are numbers of plies.
fn plies(text: &str) -> String {
    text.replace(" ply", " plies")
}

/// Returns a finding as a title: the note says on what.
fn title_of(finding: &str) -> String {
    let words = finding.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")).map_or(finding, |(words, _)| words);
    capitalised(words)
}

/// Returns at most [`MOST_ROWS`], those with the fewest nodes and the last one, and a sentence about the others.
fn shortened(mut rows: Vec<RatioRow>) -> (Vec<RatioRow>, String) {
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

/// What a picture says about its bars.
const SINGLE: &str = " Each point is a single search, so there are no intervals.";
const BARS: &str = " Bars: individual 95 % intervals.";

/// Returns the effect sizes of the schemes.
fn schemes(definition: &Definition, totals: &Totals, effects: &Effects) -> Result<Picture> {
    let labels: Vec<String> = effects.all.iter().map(|effect| totals.short_label(effect.variant)).collect();
    // What all names begin with is said once.
    let shared = labels[0].split_once(", ").map_or("", |(shared, _)| shared);
    let shared = format!("{shared}, ");
    let is_shared = labels.len() > 1 && labels.iter().all(|label| label.starts_with(&shared));
    let row = |(effect, label): (&Effect, &String)| RatioRow {
        name: if is_shared { label[shared.len()..].to_owned() } else { label.clone() },
        ratio: Bar::from(&effect.ratio),
        text: if Some(effect) == effects.all.first() { "1".to_owned() } else { effect.ratio.text() },
        mark: RowMark::Plain,
    };
    let (rows, fewer) = shortened(effects.all.iter().zip(&labels).map(row).collect());
    let all_with = if is_shared { format!(" All with {}.", shared.trim_end_matches(", ")) } else { String::new() };
    let interval = if totals.are_single_searches(definition.game) { SINGLE } else { BARS };
    let mean = if effects.sizes.len() * effects.groups.len() > 1 { " (geometric mean)" } else { "" };
    let about = if effects.estimand == Estimand::Games { " in a typical game" } else { "" };
    let what = effects.varied.noun();
    let common = totals.common.sentence();
    let note = plies(&format!(
        "Nodes relative to the best {what}{about} {}{mean}.{common}{all_with}{interval}{fewer}",
        effects.scope()
    ));
    let (first, last) = (&rows[0].name, &rows[rows.len() - 1]);
    let more = format!("needs {:.2} times", last.ratio.mean);
    let short = format!("{first} needs the fewest nodes; {} {more} as many", last.name);
    let shorter = format!("The worst {what} {more} the nodes of the best one");
    let found = fewest(effects, totals.common.names).map(|found| title_of(&found));
    let titles: Vec<String> = found.into_iter().chain((!is_shared).then_some(short)).chain([shorter]).collect();
    let words = Words::new(definition, &titles, note);
    let svg = drawing::forest(&words, &rows, &format!("nodes relative to the best {what}"))?;
    Ok(Picture { stem: format!("{}-schemes", definition.name), svg, caption: words.caption() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{definition, rows_of_schemes};

    /// Draws searches at 7 ply by scheme, size, and the nodes of each of six positions.
    fn drawn(all: &[(&str, &str, [u64; 6])]) -> Vec<Picture> {
        let definition = definition("thesis-fig-2.8");
        let totals = Totals::of(&definition, &rows_of_schemes("between=clear", all));
        pictures(&definition, &totals, Effects::against_best(&totals.each).as_ref(), "found (7 ply)").unwrap()
    }

    #[test]
    fn curves_are_drawn_as_differences_and_the_title_states_them() {
        let (even, more) = ([100; 6], [104, 105, 106, 104, 105, 106]);
        let close = [("two-big1", "8K", even), ("deep", "8K", more), ("two-big1", "16K", even), ("deep", "16K", even)];
        let pictures = drawn(&close);
        let [main, effects, ..] = pictures.as_slice() else { panic!("{}", pictures.len()) };
        assert!(main.svg.contains(">more nodes than TwoBig1<"), "{}", main.svg);
        let title = "Deep needs 5.0 % more nodes than TwoBig1 with 8K positions, and with 16K all need as many. ";
        assert!(main.caption.starts_with(title), "{}", main.caption);
        assert!(main.caption.contains("relative to TwoBig1. Bars: individual 95 % intervals."), "{}", main.caption);
        assert_eq!(effects.stem, "thesis-fig-2.8-schemes");
        assert!(
            effects.caption.starts_with("TwoBig1 needs the fewest nodes; Deep needs 2.5 % more. Nodes relative to the best scheme at 7 plies, with tables of 8K to")
        );

        let apart = [("two-big1", "8K", even), ("deep", "8K", [200; 6])];
        let title = "Deep needs 2.0 times the nodes of TwoBig1. ";
        assert!(drawn(&apart)[0].caption.starts_with(title));
        let same = [("two-big1", "8K", even), ("deep", "8K", even)];
        assert!(drawn(&same)[0].caption.starts_with("All schemes need the same number of nodes (within 0.05 %). "));
    }

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
