//! The ledger: every claim of the sources that is judged, with a verdict for each experiment.
//!
//! A claim that needs no search is judged by arithmetic instead. The claims of one experiment are a family: their
//! verdicts are computed from the same draws.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;

use crate::claims::{self, Agreement, Claim, FAMILY_ERROR, Judged, Source, Verdict};
use crate::pages::standing::{self, Entry};
use crate::pages::verdicts::{JudgedClaim, VerdictHere};
use crate::report::Report;
use experiments::text::counted;

/// Every claim, in the order of the sources, and those of definitions after them.
#[derive(Clone, Debug)]
pub struct Ledger(Vec<Entry>);

impl Ledger {
    /// Collects the claims of these experiments, and those that need no search.
    #[must_use]
    pub fn of(reports: &[Report<'_>]) -> Self {
        let mut verdicts = BTreeMap::<&str, Vec<Judged>>::new();
        for judged in claims::computed().into_iter().chain(reports.iter().flat_map(|report| report.judged.clone())) {
            verdicts.entry(&judged.claim.name).or_default().push(judged);
        }
        for verdicts in verdicts.values_mut() {
            let mut of_experiments: Vec<Vec<Judged>> = Vec::new();
            for one in verdicts.drain(..) {
                match of_experiments.iter_mut().find(|known| is_of_same_part(&known[0], &one)) {
                    Some(known) => known.push(one),
                    None => of_experiments.push(vec![one]),
                }
            }
            verdicts.extend(of_experiments.into_iter().filter_map(claims::over_readings));
            // A source is judged before what goes beyond it.
            verdicts.sort_by_key(|one| !one.is_of_source());
        }
        let entry = |claim: &'static Claim| Some(Entry::of(claim, verdicts.remove(claim.name.as_str())?));
        let mut entries: Vec<Entry> = claims::all().filter_map(entry).collect();
        // What is left are claims of definitions.
        entries.extend(verdicts.into_values().map(|verdicts| Entry::of(verdicts[0].claim, verdicts)));
        Self(entries)
    }

    /// Leaves out the claims that are not wanted.
    pub fn retain(&mut self, is_wanted: impl Fn(&Claim) -> bool) {
        self.0.retain(|entry| is_wanted(entry.claim));
    }

    /// Returns the claims, in the order of the sources.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// Returns the verdicts of all claims.
    pub fn verdicts(&self) -> impl Iterator<Item = &Judged> {
        self.0.iter().flat_map(|entry| &entry.verdicts)
    }

    /// Returns the number of claims and of verdicts, and the counts by verdict: first those on the publications, then
    /// those of quick parts.
    #[must_use]
    pub fn summary(&self) -> String {
        let count = |is_quick: bool| -> Agreement {
            self.verdicts().filter(|one| one.quick.is_some() == is_quick).map(|one| one.verdict).collect()
        };
        let [full, quick] = [false, true].map(count);
        let quick = if quick.total() == 0 { String::new() } else { format!("; quick parts: {quick}") };
        let computed = self.verdicts().filter(|one| one.experiment.is_none()).count();
        let verdicts = counted(self.verdicts().count(), "verdict");
        let computed = if computed == 0 { String::new() } else { format!(", {computed} of them arithmetic") };
        let decided: Vec<&Judged> = self.verdicts().filter(|one| one.is_decided_by_intervals()).collect();
        let together = decided.iter().filter(|one| one.corrected() == one.verdict).count();
        let together = match decided.len() {
            0 => String::new(),
            all => format!(
                ". Of {} by intervals, {together} {} when corrected for the others of the same experiment",
                counted(all, "verdict"),
                if together == 1 { "remains" } else { "remain" }
            ),
        };
        format!("{}, {verdicts}{computed}: {full}{quick}{together}", counted(self.0.len(), "claim"))
    }

    /// Says where claims are decided, and how; empty if none is.
    #[must_use]
    pub fn domains(&self) -> String {
        standing::domains(&self.0)
    }

    /// Says how many verdicts by intervals hold together with all others of the ledger.
    pub(super) fn together(&self) -> String {
        let (are_decided, p_values): (Vec<bool>, Vec<f64>) =
            self.verdicts().filter_map(|one| Some((one.is_decided_by_intervals(), one.p_alone?))).unzip();
        let adjusted = stats::benjamini_yekutieli(&p_values);
        let decided = are_decided.iter().filter(|is_decided| **is_decided).count();
        let remain =
            are_decided.iter().zip(adjusted).filter(|(is_decided, p)| **is_decided && *p <= FAMILY_ERROR).count();
        format!(
            "Of the {decided} verdicts that intervals decide, {remain} hold together with all others of this list: at \
             most 5 % of them are expected to be wrong, however they depend on each other (Benjamini and Yekutieli \
             2001)"
        )
    }

    /// Returns the claims of each section of a source.
    pub fn sections(&self) -> impl Iterator<Item = (String, Vec<&Entry>)> {
        let mut sections: Vec<(String, Vec<&Entry>)> = Vec::new();
        let mut all: Vec<&Entry> = self.0.iter().collect();
        let rank = |source: Source| Source::ALL.iter().position(|one| *one == source).unwrap_or(Source::ALL.len());
        all.sort_by_key(|entry| (rank(entry.claim.source), section_key(&entry.claim.section)));
        for entry in all {
            let cites = entry.claim.cites();
            match sections.last_mut() {
                Some((last, entries)) if *last == cites => entries.push(entry),
                _ => sections.push((cites, vec![entry])),
            }
        }
        sections.into_iter()
    }

    /// Prints the claims, section by section of the sources.
    ///
    /// # Errors
    ///
    /// `out` cannot be written to.
    pub fn print(&self, out: &mut dyn Write) -> Result<()> {
        for (section, entries) in self.sections() {
            writeln!(out, "{section}\n")?;
            for Entry { claim, verdicts, printed } in entries {
                writeln!(out, "  \"{}\" ({})", claim.short_quote(), claim.name)?;
                writeln!(out, "    Reading: {}", claim.reading)?;
                if !claim.note.is_empty() {
                    writeln!(out, "    Note: {}", claim.note)?;
                }
                if let Some(would_change) = would_change(claim, verdicts) {
                    writeln!(out, "    What would change it: {would_change}")?;
                }
                for one in verdicts {
                    if one.under.is_empty() {
                        writeln!(out, "    {}: {}; {}", experiment_name(one), one.verdict_text(), one.evidence_text())?;
                    } else {
                        writeln!(out, "    {}: {}", experiment_name(one), one.verdict_text())?;
                    }
                    for one in &one.under {
                        writeln!(out, "      {}: {}; {}", one.reading_name(), one.verdict_text(), one.evidence_text())?;
                    }
                }
                for one in printed {
                    writeln!(out, "    {}: {}; {}", in_print(one), one.verdict, one.evidence)?;
                }
                if !claim.contradicts_print.is_empty() {
                    writeln!(out, "    Printed numbers contradict it: {}", claim.contradicts_print)?;
                }
                writeln!(out)?;
            }
        }
        let domains = self.domains();
        if !domains.is_empty() {
            writeln!(out, "{domains}.")?;
        }
        writeln!(out, "{}", self.summary())?;
        Ok(())
    }

    /// Returns every verdict as CSV, for programs that compare other rows with these.
    #[must_use]
    pub fn csv(&self) -> String {
        let line = |one: &Judged| {
            let experiment = one.experiment.as_deref().unwrap_or_default();
            format!("{},{experiment},{},{}\n", one.claim.name, one.verdict.key(), one.corrected().key())
        };
        "claim,experiment,verdict,corrected\n".to_owned() + &self.verdicts().map(line).collect::<String>()
    }

    /// Returns the claims as they are in JSON output.
    pub fn judged_claims(&self) -> impl Iterator<Item = JudgedClaim<'_>> {
        self.0.iter().map(|Entry { claim, verdicts, printed }| JudgedClaim {
            claim,
            verdicts: verdicts.iter().map(VerdictHere::of).collect(),
            printed: printed.iter().map(VerdictHere::of).collect(),
        })
    }
}

/// Returns what would change the verdict of a claim, if one of these verdicts, or that of a reading, differs or depends
/// on the reading.
pub(super) fn would_change<'c>(claim: &'c Claim, verdicts: &[Judged]) -> Option<&'c str> {
    let differs = |one: &Judged| matches!(one.verdict, Verdict::Differs | Verdict::DependsOnReading);
    let is_meant = verdicts.iter().any(|one| differs(one) || one.under.iter().any(differs));
    (is_meant && !claim.would_change.is_empty()).then_some(claim.would_change.as_str())
}

/// Returns whether both were judged in the same part of the same experiment, perhaps under different readings.
fn is_of_same_part(one: &Judged, other: &Judged) -> bool {
    one.experiment == other.experiment && one.quick.is_some() == other.quick.is_some()
}

/// Returns the sort key of a section: numbers in it count as numbers.
fn section_key(section: &str) -> (Vec<u32>, String) {
    (section.split('.').map_while(|part| part.parse().ok()).collect(), section.to_owned())
}

/// Returns the name of an experiment whose printed numbers were judged.
fn in_print(one: &Judged) -> String {
    format!("the printed numbers of {}", one.experiment.as_deref().unwrap_or_default())
}

/// Returns the name of the experiment of a verdict, or `arithmetic`.
fn experiment_name(one: &Judged) -> String {
    match &one.experiment {
        None => "arithmetic".to_owned(),
        Some(name) if one.is_of_source() => name.clone(),
        Some(name) => format!("{name} (beyond)"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::pages::standing::Standing;

    #[test]
    fn arithmetic_is_judged_without_rows() {
        let ledger = Ledger::of(&[]);
        let computed: Vec<(&str, Verdict)> =
            ledger.verdicts().map(|one| (one.claim.name.as_str(), one.verdict)).collect();
        let differing: Vec<&(&str, Verdict)> =
            computed.iter().filter(|(_, verdict)| *verdict != Verdict::Agrees).collect();
        assert_eq!(differing, [&("expected-errors-with-64-bits", Verdict::Differs)]);
        assert_eq!(ledger.summary(), "11 claims, 11 verdicts, 11 of them arithmetic: 10 agree, 1 differs");
        let mut text = Vec::new();
        ledger.print(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("Breuker 1998, 2.4.2\n") && text.contains("arithmetic: agrees; 62 bits\n"), "{text}");
    }

    /// Says what agrees, differs and is undecided, with the claims that say so.
    const SUMMARY: &str = include_str!("../../../../docs/src/findings.md");

    /// Returns what the recorded verdicts on a claim say together, in the experiments of its source or beyond them.
    fn recorded_standing(claim: &Claim, is_of_source: bool) -> Standing {
        let is_here = |experiment: &str| experiment.is_empty() || claim.experiments.iter().any(|one| one == experiment);
        let verdicts = claims::recorded_verdicts()
            .filter(|(name, experiment, _)| *name == claim.name && is_here(experiment) == is_of_source);
        Standing::of(verdicts.map(|(.., [_, corrected])| corrected))
    }

    #[test]
    fn the_summary_of_the_book_says_what_the_verdicts_say() {
        let groups = Standing::ALL.map(|standing| (standing.name().to_owned(), standing, true));
        let elsewhere = [Standing::Agrees, Standing::Differs]
            .map(|standing| (format!("{} elsewhere", standing.name()), standing, false));
        for (name, standing, is_of_source) in groups.into_iter().chain(elsewhere) {
            let (_, rest) = SUMMARY.split_once(&format!("- **{name}**")).expect("a group");
            let text = rest.split("\n- **").next().unwrap().split("\n\n").next().unwrap();
            let links = text.split("(report.html#claim-").skip(1);
            let named: Vec<&str> = links.map(|link| link.split(')').next().unwrap()).collect();
            assert!(!named.is_empty(), "{name}");
            for named in named {
                let claim = claims::all().find(|claim| claim.name == named);
                let claim = claim.unwrap_or_else(|| panic!("{named} is no claim"));
                assert_eq!(recorded_standing(claim, is_of_source), standing, "{named}, {name}");
            }
        }
    }

    #[test]
    fn the_readme_counts_the_claims() {
        let recorded: Vec<_> = claims::recorded_verdicts().collect();
        let claims: BTreeSet<&str> = recorded.iter().map(|(claim, ..)| *claim).collect();
        let readme = include_str!("../../../../README.md").split_whitespace().collect::<Vec<_>>().join(" ");
        let own = || claims::all().map(|claim| Entry::of(claim, Vec::new())).filter(Entry::has_own);
        let [agree, differ, depend, undecided] =
            Standing::ALL.map(|one| own().filter(|entry| recorded_standing(entry.claim, true) == one).count());
        let counted = format!(
            "quotes {} claims and gives {} verdicts: on the sources' own positions, {agree} claims agree with our \
             data, {differ} differ, {depend} depend on the reading or experiment, and {undecided} are undecided or \
             not searched",
            claims.len(),
            recorded.len()
        );
        assert!(readme.contains(&counted), "README.md does not say that the list {counted}");
    }

    #[test]
    fn sections_are_in_order() {
        let mut sections = ["2.7.1", "2.10", "2.3.2", "part 7"];
        sections.sort_by_key(|section| section_key(section));
        assert_eq!(sections, ["part 7", "2.3.2", "2.7.1", "2.10"]);
    }
}
