//! Verdicts of measured numbers, and the evidence in words.

use std::cmp::Ordering;

use schemes::Scheme;
use stats::{Estimate, Interval};

use super::open;
use super::pairs::simultaneous;
use super::ratios::{Comparison, Doubling, Pair};
use super::thresholds::{BELOW_ONE, Range, SAME, Side};
use super::verdict::Verdict;
use experiments::text::counted;

/// The verdict of intervals at a level, such as 0.95.
type AtLevel = Box<dyn Fn(f64) -> Verdict>;

/// A verdict, and what was measured, in words.
pub(super) struct Judgement {
    /// The verdict of 95 % intervals.
    pub(super) verdict: Verdict,
    pub(super) evidence: String,
    /// If it is undecided: why, and what would decide it.
    pub(super) open: Option<String>,
    /// Where the measured number lies: below the claimed range, in it, or above it. `None` for several numbers.
    pub(super) place: Option<Ordering>,
    /// The measured number, if it is one.
    pub(super) measured: Option<Estimate>,
    /// `None` if it does not depend on intervals.
    at: Option<AtLevel>,
}

impl Judgement {
    /// Returns the verdict of intervals. `open` says what would decide it if they do not.
    pub(super) fn new(
        at: impl Fn(f64) -> Verdict + 'static,
        evidence: impl Into<String>,
        open: impl Into<String>,
    ) -> Self {
        let verdict = at(Estimate::LEVEL);
        let open = (verdict == Verdict::Undecided).then(|| open.into());
        Self { verdict, evidence: evidence.into(), open, place: None, measured: None, at: Some(Box::new(at)) }
    }

    /// Returns the verdict on numbers without intervals.
    pub(super) fn counted(verdict: Verdict, evidence: impl Into<String>) -> Self {
        debug_assert!(verdict != Verdict::Undecided, "an undecided claim says why");
        Self { verdict, evidence: evidence.into(), open: None, place: None, measured: None, at: None }
    }

    /// Numbers without intervals that do not decide; `open` says what would.
    pub(super) fn undecided(evidence: impl Into<String>, open: impl Into<String>) -> Self {
        let (evidence, open) = (evidence.into(), Some(open.into()));
        Self { verdict: Verdict::Undecided, evidence, open, place: None, measured: None, at: None }
    }

    /// Returns the verdict of intervals at another level.
    fn at(&self, level: f64) -> Verdict {
        self.at.as_ref().map_or(self.verdict, |at| at(level))
    }

    /// Returns the smallest error at which the intervals give the same verdict, but at least
    /// [`LEAST_P`](Self::LEAST_P); 1 if they decide nothing. `None` if the verdict does not depend on intervals.
    pub(super) fn p_value(&self) -> Option<f64> {
        let is_same = |error: f64| self.at(1.0 - error) == self.verdict;
        match self.verdict {
            _ if self.at.is_none() => None,
            Verdict::Undecided => Some(1.0),
            Verdict::Agrees | Verdict::Differs if is_same(Self::LEAST_P) => Some(Self::LEAST_P),
            Verdict::Agrees | Verdict::Differs => {
                let (mut least, mut enough) = (Self::LEAST_P, 1.0 - Estimate::LEVEL);
                // Each step halves the logarithm of their ratio: the result is at most 2 % too large.
                for _ in 0..9 {
                    let middle = (least * enough).sqrt();
                    *(if is_same(middle) { &mut enough } else { &mut least }) = middle;
                }
                Some(enough)
            }
            Verdict::DependsOnReading | Verdict::SingleRun | Verdict::NotSearched => None,
        }
    }

    /// The smallest p-value that is distinguished from smaller ones.
    pub(super) const LEAST_P: f64 = 1e-4;

    /// The searches that the claim is about were not made.
    pub(super) fn nothing() -> Self {
        Self::counted(Verdict::NotSearched, "nothing to compare")
    }

    /// Returns the verdict on exact facts, such as the outcomes of boards: one exception refutes the claim.
    pub(super) fn exact(holds: bool, evidence: impl Into<String>) -> Self {
        Self::counted(if holds { Verdict::Agrees } else { Verdict::Differs }, evidence)
    }

    /// Appends the range that was claimed.
    fn claimed(mut self, range: impl std::fmt::Display) -> Self {
        if self.verdict != Verdict::NotSearched {
            self.evidence += &format!(" (claimed: {range})");
        }
        self
    }
}

/// Returns the verdict on a number in a range.
fn verdict_of(range: Range, measured: &Estimate, level: f64) -> Verdict {
    match measured.interval_at(level).map(|interval| range.side(interval)) {
        None => Verdict::SingleRun,
        Some(Side::Inside) => Verdict::Agrees,
        Some(Side::Outside) => Verdict::Differs,
        Some(Side::Open) => Verdict::Undecided,
    }
}

/// Judges a number by a range, with the evidence in words.
fn by_number(range: Range, measured: Estimate, evidence: String) -> Judgement {
    let (open, place) = (open::number(range, &measured), range.place(measured.mean));
    let number = Some(measured.clone());
    let judged = Judgement::new(move |level| verdict_of(range, &measured, level), evidence, open).claimed(range);
    Judgement { place: Some(place), measured: number, ..judged }
}

/// Judges a number by a range.
pub(super) fn number(measured: Option<Estimate>, range: Range, what: &str) -> Judgement {
    measured.map_or_else(Judgement::nothing, |measured| {
        let evidence = format!("{what} {}", range.text_of(&measured));
        by_number(range, measured, evidence)
    })
}

/// Judges the mean over all cases. It must not be contradicted at any of them.
pub(super) fn on_average(comparison: Option<Comparison>, range: Range) -> Judgement {
    let Some(comparison) = comparison else { return Judgement::nothing() };
    let (mean, cases) = (comparison.mean.text(), comparison.cases().len());
    let about = comparison.about_mean();
    let (of_mean, place) = (open::number(range, &comparison.mean), range.place(comparison.mean.mean));
    let at = move |level| {
        let bounds = simultaneous(&comparison.cases(), level);
        let count = |range: Range, side| bounds.iter().flatten().filter(|bound| range.side(**bound) == side).count();
        let (inside, outside) = (count(range, Side::Inside), count(range.of_case(), Side::Outside));
        let verdict = match verdict_of(range, &comparison.mean, level) {
            Verdict::Agrees if outside > 0 => Verdict::Undecided,
            Verdict::Differs if inside > 0 => Verdict::Undecided,
            verdict => verdict,
        };
        (verdict, inside, outside)
    };
    let (verdict, inside, outside) = at(Estimate::LEVEL);
    // A mean that is decided is contradicted by cases on the other side.
    let open = if of_mean.is_empty() { open::contradicting(outside.min(inside).max(1)) } else { of_mean };
    let evidence = format!("{mean} times the nodes{about}; {}", contradicted(verdict, cases, outside));
    let judged = Judgement::new(move |level| at(level).0, evidence, open).claimed(range);
    Judgement { place: Some(place), ..judged }
}

/// Judges each pair: a conjunction. It is confirmed if each pair has an interval of its own in the range
/// (`[Berger 1982]`), and contradicted by a pair whose interval is outside where the intervals of all pairs hold
/// together.
pub(super) fn each_pair(comparison: Option<Comparison>, range: Range) -> Judgement {
    let Some(comparison) = comparison else { return Judgement::nothing() };
    let Pairwise { bounds, sides, against, verdict } = Pairwise::of(&comparison, range, Estimate::LEVEL);
    let (pairs, cases) = (&comparison.pairs, comparison.cases().len());
    let margin = |index: usize| match bounds[index] {
        Some(Interval { low, high }) => range.margin(low).min(range.margin(high)),
        None => range.margin(pairs[index].mean.mean),
    };
    let strongest = (0..pairs.len()).min_by(|&one, &other| margin(one).total_cmp(&margin(other)));
    let Some(strongest) = strongest else { return Judgement::nothing() };
    let Pair { name, mean, .. } = &pairs[strongest];
    let about = comparison.about_pair(&pairs[strongest]);
    let mut evidence = format!("{name} {}{about}", bounded(mean, bounds[strongest]));
    if pairs.len() > 1 {
        let of = |side| sides.iter().flatten().filter(|one| **one == side).count();
        let counts = [(of(Side::Inside), "inside"), (of(Side::Open), "open"), (of(Side::Outside), "outside")];
        let counts: Vec<String> = counts
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, side)| format!("{number} {side}"))
            .collect();
        let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
        evidence = format!("least favourable of {} pairs: {evidence}{counts}", pairs.len());
    }
    evidence += &format!("; {}", contradicted(verdict, cases, against));
    if !comparison.missing.is_empty() {
        evidence += &format!("; not searched: {}", comparison.missing.join(", "));
    }
    let open = open::pairs(range, &comparison, &bounds, against);
    Judgement::new(move |level| Pairwise::of(&comparison, range, level).verdict, evidence, open).claimed(range)
}

/// Every pair of a comparison at a level.
struct Pairwise {
    /// The interval of each pair: its own, or the one that holds together with those of all pairs if its own is
    /// outside.
    bounds: Vec<Option<Interval>>,
    sides: Option<Vec<Side>>,
    /// The cases that contradict the claim.
    against: usize,
    verdict: Verdict,
}

impl Pairwise {
    fn of(comparison: &Comparison, range: Range, level: f64) -> Self {
        let means: Vec<&Estimate> = comparison.pairs.iter().map(|pair| &pair.mean).collect();
        let (alone, together) = (one_sided(&means, level), simultaneous(&means, level));
        let bound = |(alone, together): (Option<Interval>, Option<Interval>)| match range.side(alone?) {
            Side::Outside => together,
            Side::Inside | Side::Open => alone,
        };
        let bounds: Vec<Option<Interval>> = alone.into_iter().zip(together).map(bound).collect();
        let sides: Option<Vec<Side>> = bounds.iter().map(|bound| bound.map(|bound| range.side(bound))).collect();
        let of_cases = simultaneous(&comparison.cases(), level).into_iter().flatten();
        let against = of_cases.filter(|bound| range.of_case().side(*bound) == Side::Outside).count();
        let verdict = match &sides {
            None => Verdict::SingleRun,
            Some(sides) if sides.contains(&Side::Outside) => Verdict::Differs,
            Some(sides) if sides.contains(&Side::Open) || against > 0 || !comparison.missing.is_empty() => {
                Verdict::Undecided
            }
            Some(_) => Verdict::Agrees,
        };
        Self { bounds, sides, against, verdict }
    }
}

/// Returns intervals each end of which is beyond the true number with a probability of 1 - level.
fn one_sided(means: &[&Estimate], level: f64) -> Vec<Option<Interval>> {
    means.iter().map(|mean| mean.interval_at(2.0 * level - 1.0)).collect()
}

/// Returns on which side of one each interval lies.
fn sides_of_one(bounds: Vec<Option<Interval>>) -> Vec<Option<Side>> {
    bounds.into_iter().map(|bound| bound.map(|bound| BELOW_ONE.side(bound))).collect()
}

/// Judges the negation of "no scheme is better": whether one of the pairs is certainly below one. It is confirmed where
/// the intervals of all pairs hold together, and contradicted if each pair has an interval of its own above one.
pub(super) fn some_pair(comparison: Option<Comparison>) -> Judgement {
    let Some(comparison) = comparison else { return Judgement::nothing() };
    let pairs = &comparison.pairs;
    let at_level = simultaneous(&pairs.iter().map(|pair| &pair.mean).collect::<Vec<_>>(), Estimate::LEVEL);
    let highest = |pair: usize| at_level[pair].map_or(pairs[pair].mean.mean, |bound| bound.high);
    let Some(best) = (0..pairs.len()).min_by(|&one, &other| highest(one).total_cmp(&highest(other))) else {
        return Judgement::nothing();
    };
    let evidence = format!(
        "best of {}: {} {}",
        counted(pairs.len(), "pair"),
        pairs[best].name,
        bounded(&pairs[best].mean, at_level[best])
    );
    let open = open::one_pair(BELOW_ONE, &comparison, &at_level);
    let at = move |level| {
        let means: Vec<&Estimate> = comparison.pairs.iter().map(|pair| &pair.mean).collect();
        let (alone, together) = (sides_of_one(one_sided(&means, level)), sides_of_one(simultaneous(&means, level)));
        let is_outside = |side: &Option<Side>| *side == Some(Side::Outside);
        match together.iter().copied().collect::<Option<Vec<Side>>>() {
            None => Verdict::SingleRun,
            Some(sides) if sides.contains(&Side::Inside) => Verdict::Agrees,
            Some(_) if alone.iter().all(is_outside) && comparison.missing.is_empty() => Verdict::Differs,
            Some(_) => Verdict::Undecided,
        }
    };
    Judgement::new(at, evidence, open).claimed(format_args!("{BELOW_ONE} for one of them"))
}

/// Judges whether most cases lie below one.
pub(super) fn most(comparison: Option<Comparison>) -> Judgement {
    let Some(comparison) = comparison else { return Judgement::nothing() };
    let number = comparison.cases().len();
    let part = comparison
        .statistic(|ratios| ratios.iter().filter(|ratio| BELOW_ONE.has(**ratio)).count() as f64 / ratios.len() as f64);
    let count = |part: f64| (part * number as f64).round();
    let interval = part.percentiles(Estimate::LEVEL);
    let range = interval.map(|Interval { low, high }| format!(" [{}, {}]", count(low), count(high)));
    let evidence = format!(
        "in {}{} of {}; {} times the nodes on average",
        count(part.mean),
        range.unwrap_or_default(),
        counted(number, "case"),
        comparison.mean.text()
    );
    let open = open::half(&part, number);
    // More than half of them.
    let at = move |level| match part.percentiles(level) {
        None => Verdict::SingleRun,
        Some(Interval { low, .. }) if low > 0.5 => Verdict::Agrees,
        Some(Interval { high, .. }) if high <= 0.5 => Verdict::Differs,
        Some(_) => Verdict::Undecided,
    };
    Judgement::new(at, evidence, open).claimed(format_args!("{BELOW_ONE} in most of them"))
}

/// Judges whether curves have the same shape: by what factor the ratio of a case differs from the mean ratio.
pub(super) fn same_shape(comparison: Option<Comparison>) -> Judgement {
    let Some(comparison) = comparison else { return Judgement::nothing() };
    let shape = comparison.statistic(|ratios| {
        let logarithms: Vec<f64> = ratios.iter().map(|ratio| libm::log(*ratio)).collect();
        let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
        let squares = logarithms.iter().map(|logarithm| (logarithm - mean) * (logarithm - mean)).sum::<f64>();
        libm::exp((squares / logarithms.len() as f64).sqrt())
    });
    let shape = shape.bias_corrected();
    let evidence = format!(
        "{} times the nodes, the mean of {}; these differ from it by a factor of {}",
        comparison.mean.text(),
        counted(comparison.cases().len(), "case"),
        shape.text()
    );
    // The factor is at least 1.
    let open = open::number(SAME, &shape);
    Judgement::new(move |level| verdict_of(SAME, &shape, level), evidence, open).claimed(SAME)
}

/// Judges the mean effect of a doubling of the table.
pub(super) fn doubled(doubling: Option<Doubling>, range: Range) -> Judgement {
    doubling.map_or_else(Judgement::nothing, |Doubling { mean, steps }| {
        let evidence =
            format!("twice the table size needs {} times the nodes; {}", mean.text(), counted(steps, "step"));
        by_number(range, mean, evidence)
    })
}

/// Judges one number divided by another; `words` say what each is, and how to write it.
pub(super) fn quotient(ours: Option<Estimate>, theirs: Option<Estimate>, range: Range, words: [&str; 2]) -> Judgement {
    let (Some(ours), Some(theirs)) = (ours, theirs) else { return Judgement::nothing() };
    let [here, there] = [(&ours, words[0]), (&theirs, words[1])].map(|(one, word)| format!("{:.3} {word}", one.mean));
    let quotient = ours.over(&theirs);
    let evidence = format!("{here}; {there}; quotient {}", quotient.text());
    by_number(range, quotient, evidence)
}

/// Judges whether all parts of a claim hold.
pub(super) fn all(parts: Vec<Judgement>) -> Judgement {
    let evidence: Vec<String> = parts.iter().map(|part| part.evidence.clone()).collect();
    let open: Vec<String> = parts.iter().filter_map(|part| part.open.clone()).collect();
    let at = move |level| least(parts.iter().map(|part| part.at(level)));
    let judged = Judgement::new(at, evidence.join("; "), open.join("; "));
    if judged.verdict == Verdict::NotSearched { Judgement::nothing() } else { judged }
}

/// Returns the verdict on a conjunction.
fn least(parts: impl Iterator<Item = Verdict>) -> Verdict {
    const DECISIVE: [Verdict; 6] = [
        Verdict::Differs,
        Verdict::NotSearched,
        Verdict::SingleRun,
        Verdict::DependsOnReading,
        Verdict::Undecided,
        Verdict::Agrees,
    ];
    let rank = |verdict: &Verdict| DECISIVE.iter().position(|one| one == verdict);
    parts.min_by_key(rank).unwrap_or(Verdict::NotSearched)
}

/// Judges whether any two schemes are in the same order here and there.
pub(super) fn same_order(compare: impl Fn(Scheme, Scheme) -> [Option<Comparison>; 2]) -> Judgement {
    let mut found = Vec::new();
    for (i, &one) in Scheme::ALL.iter().enumerate() {
        for &other in &Scheme::ALL[..i] {
            if let [Some(here), Some(there)] = compare(one, other) {
                found.push([here.mean, there.mean]);
            }
        }
    }
    if found.is_empty() {
        return Judgement::nothing();
    }
    let (_, [same, opposite, open]) = orders(&found, Estimate::LEVEL);
    let why = what_orders_need(&found);
    let evidence = format!(
        "of {}, {same} are in the same order in both, {opposite} in the opposite order, and {open} are undecided",
        counted(found.len(), "scheme pair")
    );
    Judgement::new(move |level| orders(&found, level).0, evidence, why)
}

/// Says what the pairs need that are undecided.
fn what_orders_need(found: &[[Estimate; 2]]) -> String {
    let all: Vec<&Estimate> = found.iter().flatten().collect();
    let bounds = one_sided(&all, Estimate::LEVEL);
    let is_open = |bound: Interval| BELOW_ONE.side(bound) == Side::Open;
    let open = found.iter().zip(bounds.chunks_exact(2)).filter_map(|([here, there], bounds)| {
        let (here, there) = ((bounds[0]?, here), (bounds[1]?, there));
        (is_open(here.0) || is_open(there.0)).then_some([here, there])
    });
    open::orders(&open.collect::<Vec<_>>())
}

/// Counts the pairs that are in the same order in both cases, in the opposite order, and undecided: a conjunction like
/// that of [`each_pair`].
fn orders(found: &[[Estimate; 2]], level: f64) -> (Verdict, [usize; 3]) {
    let all: Vec<&Estimate> = found.iter().flatten().collect();
    let (alone, together) = (sides_of_one(one_sided(&all, level)), sides_of_one(simultaneous(&all, level)));
    let is_decided = |pair: &[Option<Side>]| !pair.contains(&None) && !pair.contains(&Some(Side::Open));
    let (mut same, mut opposite, mut open) = (0, 0, 0);
    for (alone, together) in alone.chunks_exact(2).zip(together.chunks_exact(2)) {
        if is_decided(together) && together[0] != together[1] {
            opposite += 1;
        } else if is_decided(alone) && alone[0] == alone[1] {
            same += 1;
        } else {
            open += 1;
        }
    }
    let verdict = match (same, opposite, open) {
        _ if together.contains(&None) => Verdict::SingleRun,
        (_, 1.., _) => Verdict::Differs,
        (_, _, 0) => Verdict::Agrees,
        _ => Verdict::Undecided,
    };
    (verdict, [same, opposite, open])
}

/// Formats a number with a bound.
fn bounded(measured: &Estimate, bound: Option<Interval>) -> String {
    let bound = bound.map(|Interval { low, high }| format!(" [{low:.3}, {high:.3}]")).unwrap_or_default();
    format!("{:.3}{bound}", measured.mean)
}

/// Says how many cases contradict a claim. Single runs cannot.
fn contradicted(verdict: Verdict, cases: usize, against: usize) -> String {
    let cases = counted(cases, "case");
    match (verdict, against) {
        (Verdict::SingleRun, _) => format!("{cases} with a single run each"),
        (_, 0) => format!("{cases}, none contradicts"),
        (_, 1) => format!("{cases}, 1 contradicts"),
        (_, number) => format!("{cases}, {number} contradict"),
    }
}
