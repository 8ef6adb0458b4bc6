//! Titles of pictures of curves: they state the result.

use schemes::Scheme;

use crate::numbers::effects::Varied;
use crate::numbers::observations::{Group, Variant};
use crate::show::drawing::{Across, Bar};
use crate::show::plot::{Place, Plot, Points, Reference, plies, title_of};

impl Plot<'_> {
    /// Returns the place in words: `with 8K positions` or `at 7 plies`.
    fn at(&self, place: Place) -> String {
        if self.across == Across::Depth {
            plies(&format!("at {}", place.group))
        } else {
            format!("with {} positions", place.size)
        }
    }

    /// Returns titles that state the result, the best one first.
    pub(super) fn titles(&self, reference: &Reference, all: &[Points], finding: &str) -> Vec<String> {
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
        let nodes = format!("the nodes of {board} {}", self.definition.game.title());
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
    fn saved(&self, all: &[Points]) -> Vec<String> {
        let Some(last) = self.places.last().copied() else { return Vec::new() };
        let mut known: Vec<(Variant, f64)> =
            all.iter().filter_map(|(variant, bars)| Some((*variant, (*bars.last()?)?.mean))).collect();
        known.sort_by(|one, other| one.1.total_cmp(&other.1));
        let saved = |ratio: f64| format!("{:.0} %", 100.0 * (1.0 - ratio));
        let at = if self.places.len() > 1 { format!(" {}", self.at(last)) } else { String::new() };
        match known.as_slice() {
            [] => Vec::new(),
            [(_, ratio)] => {
                let at = if self.across == Across::Depth { at } else { String::new() };
                vec![format!("A table of {} positions saves {} of the nodes{at}", last.size, saved(*ratio))]
            }
            [(best, ratio), .., (worst, most)] => {
                let rest = match *most {
                    most if most > 1.0 => format!("needs {} % more", percent(most)),
                    most => saved(most),
                };
                let one = if self.is_by_parts() { "one with " } else { "" };
                let (best, worst) = (self.subject(*best), self.label(*worst));
                let best = format!("{best} saves {} of the nodes{at}", saved(*ratio));
                vec![format!("{best}, {one}{worst} {rest}"), best]
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
