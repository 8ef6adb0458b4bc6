//! Compares the claims of publications with our rows.
//!
//! `list` reads the claims: what each source says, word for word. `judges` has how each is judged, and `thresholds` the
//! rule that turns words such as "about" and "much" into a range. `data` selects searches, `ratios`, `sizes`, `counts`
//! and `boards` measure them, and `judgement` finds verdicts; `pairs` has the bounds of several comparisons at once,
//! and `open` says what would decide a claim that is undecided.

mod boards;
mod claim;
mod counts;
mod data;
mod judgement;
mod judges;
mod list;
mod of_definition;
mod open;
mod pairs;
mod printed;
mod ratios;
mod recorded;
mod sizes;
mod thresholds;
mod verdict;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;

use experiments::definition::Definition;
use experiments::readings::PRESETS;
use experiments::row::Row;
use stats::Estimate;

pub use claim::{Claim, Source};
pub use verdict::{Agreement, Verdict};

pub(super) use open::times;

use claim::Judge;
pub(crate) use recorded::verdicts as recorded_verdicts;

use data::{Data, Here, Lab, partner};
use judgement::Judgement;
use of_definition::of_definition;
pub(crate) use printed::judge as judge_print;

/// Returns the rows of an experiment, for claims that compare two experiments.
pub type RowsOf<'a> = &'a dyn Fn(&Definition) -> Vec<Row>;

/// Returns every claim, in the order of the sources.
pub fn all() -> impl Iterator<Item = &'static Claim> {
    list::ALL.iter()
}

/// Returns the claims that are judged in an experiment.
pub fn judged_in(experiment: &str) -> impl Iterator<Item = &'static Claim> {
    all().filter(move |claim| claim.is_judged_in(experiment))
}

/// Returns the built-in experiments whose rows the claims of these experiments are compared with.
#[must_use]
pub fn compared_with(definitions: &[Definition]) -> Vec<Definition> {
    let with = |definition: &'_ Definition| {
        let names = judged_in(&definition.name).flat_map(|claim| &claim.with);
        // A test finds every name.
        names.filter_map(|name| partner(definition.game, &definition.readings(), name).ok()).collect::<Vec<_>>()
    };
    let all = definitions.iter().flat_map(with).map(|partner| (partner.stem(), partner));
    all.collect::<BTreeMap<String, Definition>>().into_values().collect()
}

/// A claim, and how the rows of an experiment compare with it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The claim.
    pub claim: &'static Claim,
    /// The experiment; `None` if the claim needs no search.
    pub experiment: Option<String>,
    /// How our rows compare with it.
    pub verdict: Verdict,
    /// What was measured, and where it has to lie, in words.
    pub evidence: String,
    /// If it is undecided: why, and what would decide it, in words.
    pub open: Option<String>,
    /// Where the measured number lies: below the claimed range, in it, or above it.
    pub(crate) place: Option<Ordering>,
    /// The measured number, if it is one.
    pub(crate) measured: Option<Estimate>,
    /// The smallest error at which the intervals decide the same, adjusted for the number of claims of the experiment
    /// (`[Holm 1979]`); 1 for an undecided claim, and `None` if no interval decides.
    pub p_value: Option<f64>,
    /// The same for the claim alone.
    pub(crate) p_alone: Option<f64>,
    /// The reading of the sources that the rows follow, such as `domi-1998`; `None` for the defaults, and for several.
    pub reading: Option<String>,
    /// If it was judged under several readings: the judgement under each, the one that counts first.
    pub under: Vec<Self>,
    /// If the rows are those of a quick part, what is smaller in it, in words. The verdict is about these rows, and
    /// not about the publication.
    pub quick: Option<String>,
}

impl Judged {
    fn of(claim: &'static Claim, experiment: Option<String>, judgement: Judgement) -> Self {
        let Judgement { verdict, evidence, open, place, measured, .. } = judgement;
        Self {
            claim,
            experiment,
            verdict,
            evidence,
            open,
            place,
            measured,
            p_value: None,
            p_alone: None,
            reading: None,
            under: Vec::new(),
            quick: None,
        }
    }

    /// Returns whether its searches were made.
    #[must_use]
    pub fn is_tried(&self) -> bool {
        self.verdict != Verdict::NotSearched
    }

    /// Returns whether the source speaks of this experiment, or of its arithmetic.
    #[must_use]
    pub fn is_of_source(&self) -> bool {
        self.experiment.as_deref().is_none_or(|name| self.claim.experiments.iter().any(|one| one == name))
    }

    /// Returns the name of the reading, or `default`.
    #[must_use]
    pub fn reading_name(&self) -> &str {
        self.reading.as_deref().unwrap_or("default")
    }

    /// Takes the verdict back, as if the searches had not been made.
    pub(super) fn withdraw(&mut self) {
        *self = Self::of(self.claim, self.experiment.take(), Judgement::nothing());
    }

    /// Adds a note to the evidence, and says whether the rows are those of a quick part.
    pub(super) fn note(&mut self, note: &str, quick: Option<&str>) {
        self.evidence += note;
        self.quick = quick.map(str::to_owned);
        self.under.iter_mut().for_each(|one| one.note(note, quick));
    }

    /// Returns the verdict of the recorded full part, if these rows are those of a quick part.
    #[must_use]
    pub fn recorded(&self) -> Option<Verdict> {
        self.recorded_in(self.experiment.as_deref().filter(|_| self.quick.is_some())?)
    }

    /// Returns the verdict of the recorded full part of an experiment, which is that over all of its readings.
    pub(crate) fn recorded_in(&self, experiment: &str) -> Option<Verdict> {
        recorded::verdict(&self.claim.name, experiment).filter(|_| self.reading.is_none())
    }

    /// Returns what was measured and, if that does not decide the claim, why and what would.
    #[must_use]
    pub fn evidence_text(&self) -> String {
        let open = self.open.as_ref().map(|open| format!(". Open: {open}")).unwrap_or_default();
        format!("{}{open}", self.evidence)
    }

    /// Returns whether intervals decide the claim, so that it has a p-value that means something.
    #[must_use]
    pub fn is_decided_by_intervals(&self) -> bool {
        self.p_value.is_some() && matches!(self.verdict, Verdict::Agrees | Verdict::Differs)
    }

    /// Returns the verdict corrected for the other claims of the experiment: `Undecided` if it holds for the claim
    /// alone.
    #[must_use]
    pub fn corrected(&self) -> Verdict {
        let is_alone = self.is_decided_by_intervals() && self.p_value.is_some_and(|p| p > FAMILY_ERROR);
        if is_alone { Verdict::Undecided } else { self.verdict }
    }

    /// Returns the verdict in words, with its p-value: `agrees (adjusted p = 0.012)`, or for a quick part
    /// `quick: agrees (adjusted p = 0.012; full: differs)`. A p-value above 0.05 says that the verdict holds for the
    /// claim alone, but not together with those on the other claims of the experiment.
    #[must_use]
    pub fn verdict_text(&self) -> String {
        let (verdict, notes) = self.verdict_and_notes();
        if notes.is_empty() { verdict } else { format!("{verdict} ({notes})") }
    }

    /// Returns the verdict, `agrees` or `quick: agrees`, and the notes on it, which may be empty.
    pub(super) fn verdict_and_notes(&self) -> (String, String) {
        let p_value = self.p_value.filter(|_| self.is_decided_by_intervals()).map(p_text);
        let full = self.recorded().map(|full| format!("full: {full}"));
        let notes: Vec<String> = [p_value, full].into_iter().flatten().collect();
        let quick = if self.quick.is_some() { "quick: " } else { "" };
        (format!("{quick}{}", self.verdict), notes.join("; "))
    }
}

/// Judges every claim of an experiment by its rows, and by the rows of the experiments that claims compare it with.
///
/// # Errors
///
/// The definition names printed figures that do not exist, or a sum of nodes overflows.
pub fn judge(definition: &Definition, rows: &[Row], others: RowsOf<'_>) -> Result<Vec<Judged>> {
    let each = Data::each(definition, rows)?;
    // A comparison with another experiment is made under the same reading.
    let labs: Vec<Lab<'_>> = each.iter().map(|_| Lab::new(others)).collect();
    let judged: Vec<&Claim> = judged_in(&definition.name).chain(of_definition(definition)).collect();
    let mut under_each = vec![Vec::new(); judged.len()];
    for (data, lab) in each.iter().zip(&labs) {
        let here = Here { data, lab };
        let found = judged.iter().map(|claim| claim.judge.of_rows(&here)).collect::<Result<Vec<Judgement>>>()?;
        let p_values = family(&found);
        for ((found, (p_alone, p_value)), (claim, under)) in
            found.into_iter().zip(p_values).zip(judged.iter().zip(&mut under_each))
        {
            let one = Judged::of(claim, Some(definition.name.clone()), found);
            under.push(Judged { p_value, p_alone, reading: data.reading.clone(), ..one });
        }
    }
    Ok(under_each.into_iter().filter_map(over_readings).collect())
}

/// Returns the p-value of each claim alone, and adjusted for their number. The claims of an experiment are a family.
fn family(found: &[Judgement]) -> Vec<(Option<f64>, Option<f64>)> {
    let alone: Vec<Option<f64>> = found.iter().map(Judgement::p_value).collect();
    let mut adjusted = stats::holm(&alone.iter().copied().flatten().collect::<Vec<_>>()).into_iter();
    alone.into_iter().map(|one| (one, one.and_then(|_| adjusted.next()))).collect()
}

/// Combines the verdicts on one claim in one experiment under several readings of the sources.
///
/// The verdict is that of a [preset](experiments::readings::PRESETS), the best supported reading, or else that of the
/// defaults, unless two readings contradict each other: one agrees where another one differs, or the claimed number
/// lies between those of two readings, one of which differs. A claim that differs under the first reading is undecided
/// if it is undecided under another one.
pub(super) fn over_readings(mut judged: Vec<Judged>) -> Option<Judged> {
    judged.sort_by_key(|one| !one.is_tried());
    let tried = judged.iter().filter(|one| one.is_tried()).count();
    if tried <= 1 {
        return judged.into_iter().next();
    }
    judged.truncate(tried);
    let is_preset = |one: &Judged| PRESETS.iter().any(|preset| Some(preset.name.as_str()) == one.reading.as_deref());
    judged.sort_by_key(|one| (!is_preset(one), one.reading.is_some()));
    let has = |verdict| judged.iter().any(|one| [verdict, Verdict::DependsOnReading].contains(&one.verdict));
    let lies = |place| judged.iter().any(|one| one.place == Some(place));
    let is_between = lies(Ordering::Less) && lies(Ordering::Greater);
    let is_open = has(Verdict::Differs) && (has(Verdict::Agrees) || is_between);
    let evidence = judged.iter().map(|one| format!("{}: {}, {}", one.reading_name(), one.verdict, one.evidence));
    let evidence = evidence.collect::<Vec<_>>().join("; ");
    let first = judged.first()?.clone();
    // A sentence is not refuted while one of its readings is open.
    let undecided = judged.iter().find(|one| one.verdict == Verdict::Undecided);
    let decisive = undecided.filter(|_| first.verdict == Verdict::Differs).unwrap_or(&first);
    let (verdict, p_value, p_alone) = match is_open {
        true => (Verdict::DependsOnReading, None, None),
        false => (decisive.verdict, decisive.p_value, decisive.p_alone),
    };
    let open = decisive.open.clone().filter(|_| verdict == Verdict::Undecided);
    Some(Judged { verdict, evidence, open, p_value, p_alone, reading: None, under: judged, ..first })
}

/// Judges the claims that need no search.
pub(super) fn computed() -> Vec<Judged> {
    let judged = all().filter_map(|claim| match claim.judge {
        Judge::Arithmetic(compute) => Some(Judged::of(claim, None, compute())),
        Judge::Rows(_) | Judge::Beside(_) | Judge::Ratio(..) => None,
    });
    judged.collect()
}

/// The probability of a wrong verdict among those of an experiment that hold together.
pub(crate) const FAMILY_ERROR: f64 = 0.05;

/// Formats an adjusted p-value: `adjusted p = 0.012`, `adjusted p < 0.001`, or
/// `for this claim alone, adjusted p = 0.21`.
fn p_text(p: f64) -> String {
    let alone = if p > FAMILY_ERROR { "for this claim alone, " } else { "" };
    let number = if p < 0.001 { "< 0.001".to_owned() } else { format!("= {p:.*}", if p < 0.1 { 3 } else { 2 }) };
    format!("{alone}adjusted p {number}")
}

/// Says how many claims were not searched, if any; `is_quick` says that `--full` may search them.
#[must_use]
pub fn untried(judged: &[Judged], is_quick: bool) -> Option<String> {
    let number = judged.iter().filter(|one| !one.is_tried()).count();
    let claims = if number == 1 { "claim needs" } else { "claims need" };
    let hint = if is_quick { " (try --full)" } else { "" };
    (number > 0).then(|| format!("{number} {claims} searches that were not run{hint}."))
}

/// Prints the claims and their verdicts; `quick` says that the rows are those of a quick part.
///
/// # Errors
///
/// `out` cannot be written to.
pub fn print(judged: &[Judged], quick: Option<&str>, out: &mut dyn Write) -> Result<()> {
    if judged.is_empty() {
        return Ok(());
    }
    let note = quick.map(|note| format!(" ({note})")).unwrap_or_default();
    writeln!(out, "\nclaims{note}")?;
    for one in judged.iter().filter(|one| one.is_tried()) {
        writeln!(out, "\"{}\"", one.claim.short_quote())?;
        writeln!(out, "  {}: {}", one.verdict_text(), one.evidence_text())?;
    }
    if let Some(untried) = untried(judged, quick.is_some()) {
        writeln!(out, "{untried}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
