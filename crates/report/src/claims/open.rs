//! Why a claim is undecided, and what would decide it.

use stats::{Estimate, Interval, Unit};

use super::ratios::{Comparison, Pair};
use super::thresholds::Range;
use super::verdict::Verdict;

/// A number that would need more than this many times as many units lies at the limit itself.
const MOST: f64 = 100.0;

/// What narrows an interval enough to decide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Needed {
    /// How many times as many units, if the number stays as it is.
    pub(super) factor: f64,
    /// The end of the range that the interval has to leave.
    limit: f64,
    middle: f64,
    /// The verdict then.
    pub(super) would: Verdict,
}

impl Needed {
    /// Returns what an interval needs to lie on one side of the nearest end of a range; `None` if it does already.
    pub(super) fn of(range: Range, interval: Interval) -> Option<Self> {
        let middle = interval.middle();
        let distance = |limit: f64| {
            let ratio = if middle > 0.0 { libm::log(limit / middle) } else { limit - middle };
            ratio.abs()
        };
        let limit = range.ends().min_by(|one, other| distance(*one).total_cmp(&distance(*other)))?;
        let would = if range.has(middle) { Verdict::Agrees } else { Verdict::Differs };
        interval.more(limit).map(|factor| Self { factor, limit, middle, would })
    }

    /// Says what would decide about a number with these units.
    fn text(self, range: Range, number: f64, units: &[(Unit, usize)]) -> String {
        let [middle, limit, mean] = [self.middle, self.limit, number].map(|number| range.number(number));
        // Intervals that are corrected for bias are not centred on the number.
        let number = if middle == mean { "number" } else { "middle of the interval" };
        if self.factor > MOST {
            let state = if middle == limit {
                format!("itself is the limit {limit}")
            } else {
                format!("itself, {middle}, is too near the limit {limit}")
            };
            return format!("the {number} {state}: more than {MOST} times as many {} would be needed", names(units));
        }
        let shown = match self.would {
            Verdict::Agrees => "agree",
            _ => "differ",
        };
        format!(
            "{} would decide (it would {shown}) if the {number} stayed at {middle}; the limit is {limit}",
            times(self.factor, units)
        )
    }
}

/// Says what a number with an interval needs; empty if nothing is open.
pub(super) fn number(range: Range, measured: &Estimate) -> String {
    let needed = measured.interval().and_then(|interval| Needed::of(range, interval));
    needed.map(|needed| needed.text(range, measured.mean, &measured.units())).unwrap_or_default()
}

/// Says what the pairs of a comparison need, of which `bounds` hold together, and `against` cases contradict.
pub(super) fn pairs(range: Range, comparison: &Comparison, bounds: &[Option<Interval>], against: usize) -> String {
    let mut reasons = Vec::new();
    if !comparison.missing.is_empty() {
        reasons.push("the pairs that were not searched have to be searched".to_owned());
    }
    let open = open_pairs(range, &comparison.pairs, bounds);
    // One pair outside is enough to contradict; to agree, all of them have to be inside.
    let first = |would| {
        let meant = open.iter().filter(|(_, needed)| needed.would == would);
        meant.min_by(|(_, one), (_, other)| one.factor.total_cmp(&other.factor))
    };
    let last = open.iter().max_by(|(_, one), (_, other)| one.factor.total_cmp(&other.factor));
    if let Some((pair, needed)) = first(Verdict::Differs).or(last) {
        reasons.push(of_pair(range, pair, *needed, open.len(), comparison.pairs.len()));
    }
    if against > 0 {
        reasons.push(contradicting(against));
    }
    reasons.join("; ")
}

/// Says what one of the pairs needs to be certainly inside.
pub(super) fn one_pair(range: Range, comparison: &Comparison, bounds: &[Option<Interval>]) -> String {
    if !comparison.missing.is_empty() {
        return "the pairs that were not searched have to be searched".to_owned();
    }
    let open = open_pairs(range, &comparison.pairs, bounds);
    let inside = open.iter().filter(|(_, needed)| needed.would == Verdict::Agrees);
    let least = inside.min_by(|(_, one), (_, other)| one.factor.total_cmp(&other.factor));
    let most = open.iter().max_by(|(_, one), (_, other)| one.factor.total_cmp(&other.factor));
    let reason = least.or(most).map(|(pair, needed)| of_pair(range, pair, *needed, open.len(), comparison.pairs.len()));
    reason.unwrap_or_default()
}

fn open_pairs<'p>(range: Range, pairs: &'p [Pair], bounds: &[Option<Interval>]) -> Vec<(&'p Pair, Needed)> {
    let needed = pairs.iter().zip(bounds).filter_map(|(pair, bound)| Some((pair, Needed::of(range, (*bound)?)?)));
    needed.collect()
}

fn of_pair(range: Range, pair: &Pair, needed: Needed, open: usize, of: usize) -> String {
    let text = needed.text(range, pair.mean.mean, &pair.mean.units());
    if of == 1 { text } else { format!("{open} of {of} pairs open; of {}, {text}", pair.name) }
}

/// Says that cases contradict the claim, which is true of any number of searches.
pub(super) fn contradicting(against: usize) -> String {
    let cases = if against == 1 { "1 case contradicts".to_owned() } else { format!("{against} cases contradict") };
    format!("{cases} the mean: more searches would not change that, only a claim about each case could be decided")
}

/// Says what a part of the cases needs to be more or less than half of them.
pub(super) fn half(part: &Estimate, cases: usize) -> String {
    let Some(Interval { low, high }) = part.percentiles(Estimate::LEVEL) else { return String::new() };
    let distance = part.mean - 0.5;
    let half = if distance > 0.0 { part.mean - low } else { high - part.mean };
    if distance == 0.0 {
        return format!("half of the {cases} cases is the limit itself: other table sizes between these would decide");
    }
    // The part moves in steps, so this is rough.
    let factor = libm::pow(half / distance, 2.0).max(1.1);
    let shown = if distance > 0.0 { "agree" } else { "differ" };
    format!("{} would decide (it would {shown}) if the part of the cases stayed", times(factor, &part.units()))
}

/// Says what the orders of pairs of schemes in two cases need.
pub(super) fn orders(open: &[[(Interval, &Estimate); 2]]) -> String {
    let below_one = super::thresholds::BELOW_ONE;
    let needed = |pair: &[(Interval, &Estimate); 2]| {
        let sides = pair.map(|(interval, _)| Needed::of(below_one, interval));
        let factor = sides.iter().flatten().map(|needed| needed.factor).fold(1.0, f64::max);
        let is_same = pair[0].0.middle() < 1.0 && pair[1].0.middle() < 1.0
            || pair[0].0.middle() > 1.0 && pair[1].0.middle() > 1.0;
        (is_same, factor)
    };
    let all: Vec<(bool, f64)> = open.iter().map(needed).collect();
    let opposite = all.iter().filter(|(is_same, _)| !is_same).map(|(_, factor)| *factor).min_by(f64::total_cmp);
    let most = all.iter().map(|(_, factor)| *factor).max_by(f64::total_cmp).unwrap_or(1.0);
    let units = open.first().map(|pair| pair[0].1.units()).unwrap_or_default();
    let (factor, shown) = opposite.map_or((most, "agree"), |factor| (factor, "differ"));
    if factor > MOST {
        return format!(
            "a ratio of two schemes itself is nearly 1: more than {MOST} times as many {} would be needed",
            names(&units)
        );
    }
    format!("{} would decide (it would {shown}) if the ratios of the schemes stayed", times(factor, &units))
}

/// Formats a factor: `about 3.2 times as many games (20 instead of 6)`.
pub(crate) fn times(factor: f64, units: &[(Unit, usize)]) -> String {
    let text = if factor < 9.95 { format!("{:.1}", (factor * 10.0).ceil() / 10.0) } else { format!("{factor:.0}") };
    let numbers = match units {
        [(_, number)] => format!(" ({:.0} instead of {number})", (factor * *number as f64).ceil()),
        _ => String::new(),
    };
    format!("about {text} times as many {}{numbers}", names(units))
}

/// Returns `games and key seeds`.
fn names(units: &[(Unit, usize)]) -> String {
    let name = |(unit, _): &(Unit, usize)| match unit {
        Unit::Games => "games",
        Unit::Positions => "positions",
        Unit::Seeds => "key seeds",
    };
    let mut names: Vec<&str> = units.iter().map(name).collect();
    names.dedup();
    names.join(" and ")
}

#[cfg(test)]
mod tests {
    use super::super::thresholds::{BELOW_ONE, SAME};
    use super::*;

    fn interval(low: f64, high: f64) -> Interval {
        Interval { low, high }
    }

    #[test]
    fn the_nearest_end_decides() {
        // The middle is 1/1.05; the ends are 10 % away from it.
        let needed = Needed::of(BELOW_ONE, interval(1.0 / 1.155, 1.1 / 1.05)).unwrap();
        let right = libm::pow(libm::log(1.1) / libm::log(1.05), 2.0);
        assert!((needed.factor - right).abs() < 1e-9 && needed.would == Verdict::Agrees, "{needed:?}");
        // An interval around both ends of the range: the middle is nearer to the upper one.
        let wide = Needed::of(SAME, interval(0.8, 1.3)).unwrap();
        assert_eq!((wide.limit, wide.would), (1.05, Verdict::Agrees));
        assert_eq!(Needed::of(SAME, interval(0.99, 1.3)).unwrap().would, Verdict::Differs);
        assert_eq!((Needed::of(SAME, interval(1.1, 1.3)), Needed::of(SAME, interval(0.96, 1.04))), (None, None));
    }

    /// With so many more units, the interval ends at the limit: a slow check of the formula with other samples.
    #[test]
    fn the_factor_is_that_of_a_larger_sample() {
        let measured = |copies: usize| {
            let counts: Vec<(u64, u64)> = (0..60 * copies as u64).map(|i| (900 + i * 37 % 241, 1_000)).collect();
            let design = stats::Design::independent(1, counts.len());
            stats::ratios(&[stats::Pairs::new(design, counts)], 0).unwrap().mean
        };
        let limit = super::super::thresholds::less_than(1.035, super::super::thresholds::Unit::One);
        let small = measured(1);
        let Needed { factor, would, .. } = Needed::of(limit, small.interval().unwrap()).unwrap();
        assert_eq!(would, Verdict::Agrees);
        assert!(factor > 1.0 && factor < 20.0, "{factor}");
        let copies = libm::ceil(1.3 * factor) as usize;
        assert!(Needed::of(limit, measured(copies).interval().unwrap()).is_none(), "{factor}");
        let text = number(limit, &small);
        assert!(text.starts_with("about ") && text.contains(" times as many positions ("), "{text}");
        assert!(text.contains("instead of 60) would decide (it would agree) if the number stayed at"), "{text}");
        assert_eq!(number(BELOW_ONE, &Estimate::exact(0.9)), "", "a single run");
    }

    #[test]
    fn a_number_at_the_limit_is_called_so() {
        let needed = Needed::of(BELOW_ONE, interval(0.8, 1.25)).unwrap();
        let text = needed.text(BELOW_ONE, 1.0, &[(Unit::Games, 6), (Unit::Seeds, 5)]);
        assert_eq!(
            text,
            "the number itself is the limit 1: more than 100 times as many games and key seeds would be needed"
        );
        assert_eq!(times(3.16, &[(Unit::Games, 6)]), "about 3.2 times as many games (19 instead of 6)");
        assert_eq!(times(40.2, &[]), "about 40 times as many ");
    }
}
