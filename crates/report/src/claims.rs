//! Compares the claims of publications with our rows.
//!
//! `list` has the claims: what each source says, word for word, and the function that judges it. `thresholds` has the
//! rule that turns words such as "about" and "much" into a range. `data` selects searches, `ratios`, `sizes`, `counts`
//! and `boards` measure them, and `judgement` finds verdicts; `pairs` has the bounds of several comparisons at once.

mod boards;
mod claim;
mod counts;
mod data;
mod judgement;
mod list;
mod pairs;
mod ratios;
mod recorded;
mod sizes;
mod thresholds;
mod verdict;

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::Result;

use super::RowsOf;
use experiments::definition::Definition;
use experiments::row::Row;

pub use claim::{Claim, Source};
pub use verdict::{Agreement, Verdict};

use claim::Judge;
use data::{Data, Here, Lab};
use judgement::Judgement;

/// Returns every claim, in the order of the sources.
pub fn all() -> impl Iterator<Item = &'static Claim> {
    list::ALL.iter().flat_map(|claims| claims.iter())
}

/// Returns the claims that are judged in an experiment.
pub fn judged_in(experiment: &str) -> impl Iterator<Item = &'static Claim> {
    all().filter(move |claim| claim.is_judged_in(experiment))
}

/// Returns the built-in experiments whose rows the claims of these experiments are compared with.
#[must_use]
pub fn compared_with(definitions: &[Definition]) -> Vec<Definition> {
    let claims = definitions.iter().flat_map(|definition| judged_in(&definition.name));
    let names: BTreeSet<&str> = claims.flat_map(|claim| claim.with.iter().copied()).collect();
    // A test finds every name.
    names.into_iter().filter_map(|name| Definition::find(name).ok()).collect()
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
    /// The readings of the sources under which it was judged, if the rows have several, with their verdicts.
    pub readings: Vec<(String, Verdict)>,
    /// If the rows are those of a quick part, what is smaller in it, in words. The verdict is about these rows, and
    /// not about the publication.
    pub quick: Option<String>,
}

impl Judged {
    /// Whether its searches were made.
    #[must_use]
    pub fn is_tried(&self) -> bool {
        self.verdict != Verdict::NotSearched
    }

    /// Whether the source speaks of this experiment, or of its arithmetic.
    #[must_use]
    pub fn is_of_source(&self) -> bool {
        self.experiment.as_deref().is_none_or(|name| self.claim.places.contains(&name))
    }

    /// Returns the verdict of the recorded full part, if these rows are those of a quick part.
    #[must_use]
    pub fn recorded(&self) -> Option<Verdict> {
        let experiment = self.experiment.as_deref().filter(|_| self.quick.is_some())?;
        recorded::verdict(self.claim.name, experiment)
    }

    /// Returns the verdict in words: `agrees`, or for a quick part `quick: agrees (full: differs)`.
    #[must_use]
    pub fn verdict_text(&self) -> String {
        match (&self.quick, self.recorded()) {
            (None, _) => self.verdict.to_string(),
            (Some(_), None) => format!("quick: {}", self.verdict),
            (Some(_), Some(full)) => format!("quick: {} (full: {full})", self.verdict),
        }
    }
}

/// Judges every claim of an experiment by its rows, and by the rows of the experiments that claims compare it with.
///
/// # Errors
///
/// The definition names printed figures that do not exist, or a sum of nodes overflows.
pub fn judge(definition: &Definition, rows: &[Row], others: RowsOf<'_>) -> Result<Vec<Judged>> {
    let lab = Lab::new(others);
    let readings = Data::readings(definition, rows)?;
    let judged = judged_in(&definition.name).filter_map(|claim| match claim.judge {
        Judge::Rows(judge) => Some((claim, judge)),
        Judge::Arithmetic(_) => None,
    });
    let judged = judged.map(|(claim, judge)| {
        let of_reading = |data: &Data| Ok((data.reading.clone(), judge(&Here { data, lab: &lab })?));
        let found = readings.iter().map(of_reading).collect::<Result<Vec<_>>>()?;
        Ok(over_readings(claim, &definition.name, &found))
    });
    judged.collect()
}

/// Combines the judgements of one claim under several readings, of which the first is the default.
fn over_readings(claim: &'static Claim, experiment: &str, found: &[(String, Judgement)]) -> Judged {
    let tried = |(_, one): &&(String, Judgement)| one.verdict != Verdict::NotSearched;
    let several = found.iter().filter(tried).count() > 1;
    let has = |verdict| found.iter().any(|(_, one)| one.verdict == verdict);
    let name = |reading: &str| if reading.is_empty() { "default".to_owned() } else { reading.to_owned() };
    let (mut verdict, mut evidence) =
        found.first().map_or((Verdict::NotSearched, String::new()), |(_, one)| (one.verdict, one.evidence.clone()));
    let mut readings = Vec::new();
    if several {
        let all: Vec<String> = found
            .iter()
            .filter(tried)
            .map(|(reading, one)| format!("{}: {}, {}", name(reading), one.verdict, one.evidence))
            .collect();
        evidence = all.join("; ");
        readings = found.iter().filter(tried).map(|(reading, one)| (name(reading), one.verdict)).collect();
    }
    if has(Verdict::Agrees) && has(Verdict::Differs) {
        verdict = Verdict::DependsOnReading;
    }
    Judged { claim, experiment: Some(experiment.to_owned()), verdict, evidence, readings, quick: None }
}

/// Judges the claims that need no search.
pub(super) fn computed() -> Vec<Judged> {
    let judged = all().filter_map(|claim| match claim.judge {
        Judge::Arithmetic(compute) => {
            let Judgement { verdict, evidence } = compute();
            Some(Judged { claim, experiment: None, verdict, evidence, readings: Vec::new(), quick: None })
        }
        Judge::Rows(_) => None,
    });
    judged.collect()
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
        writeln!(out, "  {}: {}", one.verdict_text(), one.evidence)?;
    }
    if let Some(untried) = untried(judged, quick.is_some()) {
        writeln!(out, "{untried}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
