//! Verdicts of measured numbers, and the evidence in words.

use stats::{Estimate, Interval};
use tt::Scheme;

use super::pairs::simultaneous;
use super::ratios::{Comparison, Doubling};
use super::thresholds::{BELOW_ONE, Range, SAME, Side};
use super::verdict::Verdict;
use experiments::text::counted;

/// A verdict, and what was measured, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Judgement {
    pub(super) verdict: Verdict,
    pub(super) evidence: String,
}

impl Judgement {
    pub(super) fn new(verdict: Verdict, evidence: impl Into<String>) -> Self {
        Self { verdict, evidence: evidence.into() }
    }

    /// The searches that the claim is about were not made.
    pub(super) fn nothing() -> Self {
        Self::new(Verdict::NotSearched, "nothing to compare")
    }

    /// The verdict on exact facts, such as the outcomes of boards: one exception refutes the claim.
    pub(super) fn exact(holds: bool, evidence: impl Into<String>) -> Self {
        Self::new(if holds { Verdict::Agrees } else { Verdict::Differs }, evidence)
    }

    /// Appends the range that was claimed.
    fn claimed(mut self, range: impl std::fmt::Display) -> Self {
        if self.verdict != Verdict::NotSearched {
            self.evidence += &format!(" (claimed: {range})");
        }
        self
    }
}

/// The verdict on a number in a range.
fn verdict_of(range: Range, measured: &Estimate) -> Verdict {
    match measured.interval().map(|interval| range.side(interval)) {
        None => Verdict::SingleRun,
        Some(Side::Inside) => Verdict::Agrees,
        Some(Side::Outside) => Verdict::Differs,
        Some(Side::Open) => Verdict::Undecided,
    }
}

/// Judges a number by a range.
pub(super) fn number(measured: Option<Estimate>, range: Range, what: &str) -> Judgement {
    measured.map_or_else(Judgement::nothing, |measured| {
        Judgement::new(verdict_of(range, &measured), format!("{what} {}", range.text_of(&measured))).claimed(range)
    })
}

/// Judges the mean over all places. It must not be contradicted at any of them.
pub(super) fn on_average(comparison: Option<Comparison>, range: Range) -> Judgement {
    let Some(comparison) = comparison else { return Judgement::nothing() };
    let places = comparison.places();
    let sides = simultaneous(&places).into_iter().flatten().map(|bound| range.side(bound));
    let (inside, outside) = sides.fold((0, 0), |(inside, outside), side| match side {
        Side::Inside => (inside + 1, outside),
        Side::Outside => (inside, outside + 1),
        Side::Open => (inside, outside),
    });
    let verdict = match verdict_of(range, &comparison.mean) {
        Verdict::Agrees if outside > 0 => Verdict::Undecided,
        Verdict::Differs if inside > 0 => Verdict::Undecided,
        verdict => verdict,
    };
    let evidence =
        format!("{} times the nodes; {}", comparison.mean.text(), contradicted(verdict, places.len(), outside));
    Judgement::new(verdict, evidence).claimed(range)
}

/// Judges each pair: a conjunction. The bounds of the pairs hold together, and so do those of the places.
pub(super) fn each_pair(comparison: Option<Comparison>, range: Range) -> Judgement {
    let Some(comparison) = comparison else { return Judgement::nothing() };
    let pairs = &comparison.pairs;
    let bounds = simultaneous(&pairs.iter().map(|pair| &pair.mean).collect::<Vec<_>>());
    let sides: Option<Vec<Side>> = bounds.iter().map(|bound| bound.map(|bound| range.side(bound))).collect();
    let places = comparison.places();
    let at_places = simultaneous(&places).into_iter().flatten();
    let against = at_places.filter(|bound| range.side(*bound) == Side::Outside).count();
    let verdict = match &sides {
        None => Verdict::SingleRun,
        Some(sides) if sides.contains(&Side::Outside) => Verdict::Differs,
        Some(sides) if sides.contains(&Side::Open) || against > 0 || !comparison.missing.is_empty() => {
            Verdict::Undecided
        }
        Some(_) => Verdict::Agrees,
    };
    let margin = |index: usize| match bounds[index] {
        Some(Interval { low, high }) => range.margin(low).min(range.margin(high)),
        None => range.margin(pairs[index].mean.mean),
    };
    let strongest = (0..pairs.len()).min_by(|&one, &other| margin(one).total_cmp(&margin(other)));
    let Some(strongest) = strongest else { return Judgement::nothing() };
    let mut evidence = format!("{} {}", pairs[strongest].name, bounded(&pairs[strongest].mean, bounds[strongest]));
    if pairs.len() > 1 {
        let of = |side| sides.iter().flatten().filter(|one| **one == side).count();
        let counts = [(of(Side::Inside), "inside"), (of(Side::Open), "open"), (of(Side::Outside), "outside")];
        let counts: Vec<String> = counts
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, side)| format!("{number} {side}"))
            .collect();
        let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
        evidence = format!("strongest of {} pairs: {evidence}{counts}", pairs.len());
    }
    evidence += &format!("; {}", contradicted(verdict, places.len(), against));
    if !comparison.missing.is_empty() {
        evidence += &format!("; not searched: {}", comparison.missing.join(", "));
    }
    Judgement::new(verdict, evidence).claimed(range)
}

/// Judges the negation of "no scheme is better": whether one of the pairs is certainly below one.
pub(super) fn some_pair(comparison: Option<Comparison>) -> Judgement {
    let Some(comparison) = comparison else { return Judgement::nothing() };
    let pairs = &comparison.pairs;
    let bounds = simultaneous(&pairs.iter().map(|pair| &pair.mean).collect::<Vec<_>>());
    let best = (0..pairs.len()).min_by(|&one, &other| pairs[one].mean.mean.total_cmp(&pairs[other].mean.mean));
    let Some(best) = best else { return Judgement::nothing() };
    let sides: Option<Vec<Side>> = bounds.iter().map(|bound| bound.map(|bound| BELOW_ONE.side(bound))).collect();
    let verdict = match sides {
        None => Verdict::SingleRun,
        Some(sides) if sides.contains(&Side::Inside) => Verdict::Agrees,
        Some(sides) if !sides.contains(&Side::Open) && comparison.missing.is_empty() => Verdict::Differs,
        Some(_) => Verdict::Undecided,
    };
    let evidence = format!(
        "best of {}: {} {}",
        counted(pairs.len(), "pair"),
        pairs[best].name,
        bounded(&pairs[best].mean, bounds[best])
    );
    Judgement::new(verdict, evidence).claimed(format_args!("{BELOW_ONE} for one of them"))
}

/// Judges whether most places lie below one.
pub(super) fn most(comparison: Option<Comparison>) -> Judgement {
    let Some(comparison) = comparison else { return Judgement::nothing() };
    let number = comparison.places().len();
    let part = comparison
        .statistic(|ratios| ratios.iter().filter(|ratio| BELOW_ONE.has(**ratio)).count() as f64 / ratios.len() as f64);
    let count = |part: f64| (part * number as f64).round();
    let interval = part.percentiles(Estimate::LEVEL);
    let range = interval.map(|Interval { low, high }| format!(" [{}, {}]", count(low), count(high)));
    // More than half of them.
    let verdict = match interval {
        None => Verdict::SingleRun,
        Some(Interval { low, .. }) if low > 0.5 => Verdict::Agrees,
        Some(Interval { high, .. }) if high <= 0.5 => Verdict::Differs,
        Some(_) => Verdict::Undecided,
    };
    let evidence = format!(
        "in {}{} of {}; {} times the nodes on average",
        count(part.mean),
        range.unwrap_or_default(),
        counted(number, "place"),
        comparison.mean.text()
    );
    Judgement::new(verdict, evidence).claimed(format_args!("{BELOW_ONE} in most of them"))
}

/// Judges whether curves have the same shape: by what factor the ratio at a place differs from the mean ratio.
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
        counted(comparison.places().len(), "place"),
        shape.text()
    );
    // The factor is at least 1.
    Judgement::new(verdict_of(SAME, &shape), evidence).claimed(SAME)
}

/// Judges the mean effect of a doubling of the table.
pub(super) fn doubled(doubling: Option<Doubling>, range: Range) -> Judgement {
    doubling.map_or_else(Judgement::nothing, |Doubling { mean, steps }| {
        let evidence =
            format!("twice the table size needs {} times the nodes; {}", mean.text(), counted(steps, "step"));
        Judgement::new(verdict_of(range, &mean), evidence).claimed(range)
    })
}

/// Judges one number divided by another; `words` say what each is, and how to write it.
pub(super) fn quotient(ours: Option<Estimate>, theirs: Option<Estimate>, range: Range, words: [&str; 2]) -> Judgement {
    let (Some(ours), Some(theirs)) = (ours, theirs) else { return Judgement::nothing() };
    let [here, there] = [(&ours, words[0]), (&theirs, words[1])].map(|(one, word)| format!("{:.3} {word}", one.mean));
    let quotient = ours.over(&theirs);
    let evidence = format!("{here}; {there}; quotient {}", quotient.text());
    Judgement::new(verdict_of(range, &quotient), evidence).claimed(range)
}

/// Judges whether all parts of a claim hold.
pub(super) fn all(parts: Vec<Judgement>) -> Judgement {
    let has = |verdict| parts.iter().any(|part| part.verdict == verdict);
    let decisive = [
        Verdict::Differs,
        Verdict::NotSearched,
        Verdict::SingleRun,
        Verdict::DependsOnReading,
        Verdict::Undecided,
        Verdict::Agrees,
    ];
    let verdict = decisive.into_iter().find(|&verdict| has(verdict)).unwrap_or(Verdict::NotSearched);
    if verdict == Verdict::NotSearched {
        return Judgement::nothing();
    }
    let evidence: Vec<String> = parts.into_iter().map(|part| part.evidence).collect();
    Judgement::new(verdict, evidence.join("; "))
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
    let all: Vec<&Estimate> = found.iter().flatten().collect();
    let sides: Vec<Option<Side>> =
        simultaneous(&all).into_iter().map(|bound| bound.map(|bound| BELOW_ONE.side(bound))).collect();
    if sides.is_empty() {
        return Judgement::nothing();
    }
    let (mut same, mut opposite, mut open) = (0, 0, 0);
    for pair in sides.chunks_exact(2) {
        match pair {
            [Some(Side::Inside), Some(Side::Inside)] | [Some(Side::Outside), Some(Side::Outside)] => same += 1,
            [Some(Side::Inside), Some(Side::Outside)] | [Some(Side::Outside), Some(Side::Inside)] => opposite += 1,
            _ => open += 1,
        }
    }
    let verdict = match (same, opposite, open) {
        _ if sides.contains(&None) => Verdict::SingleRun,
        (_, 1.., _) => Verdict::Differs,
        (_, _, 0) => Verdict::Agrees,
        _ => Verdict::Undecided,
    };
    let evidence = format!(
        "of {}, {same} are in the same order in both, {opposite} in the opposite order, and {open} are undecided",
        counted(found.len(), "scheme pair")
    );
    Judgement::new(verdict, evidence)
}

/// Formats a number with a bound.
fn bounded(measured: &Estimate, bound: Option<Interval>) -> String {
    let bound = bound.map(|Interval { low, high }| format!(" [{low:.3}, {high:.3}]")).unwrap_or_default();
    format!("{:.3}{bound}", measured.mean)
}

/// Says how many places contradict a claim. Single runs cannot.
fn contradicted(verdict: Verdict, places: usize, against: usize) -> String {
    let places = counted(places, "place");
    match (verdict, against) {
        (Verdict::SingleRun, _) => format!("{places} with a single run each"),
        (_, 0) => format!("{places}, none contradicts"),
        (_, 1) => format!("{places}, 1 contradicts"),
        (_, number) => format!("{places}, {number} contradict"),
    }
}
