//! The ledger: every claim of the sources that is judged, with a verdict for each experiment.
//!
//! A claim that needs no search is judged by arithmetic instead. The claims of one experiment are a family: their
//! verdicts are computed from the same draws.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;

use crate::claims::{self, Agreement, Claim, FAMILY_ERROR, Judged, Source, Verdict};
use crate::pages::standing::{self, Entry, Standing};
use crate::pages::verdicts::{JudgedClaim, VerdictHere};
use crate::report::Report;
use crate::show::block::{markdown_cell, markdown_code};
use experiments::definition::stem;
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
    fn together(&self) -> String {
        let (are_decided, p_values): (Vec<bool>, Vec<f64>) =
            self.verdicts().filter_map(|one| Some((one.is_decided_by_intervals(), one.p_alone?))).unzip();
        let adjusted = stats::benjamini_yekutieli(&p_values);
        let decided = are_decided.iter().filter(|is_decided| **is_decided).count();
        let remain =
            are_decided.iter().zip(adjusted).filter(|(is_decided, p)| **is_decided && *p <= FAMILY_ERROR).count();
        format!(
            "Of the {decided} verdicts that intervals decide, {remain} hold together with all others of this page: at \
             most 5 % of them are expected to be wrong, however they depend on each other (`[Benjamini and Yekutieli \
             2001]`)"
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

    /// Returns the section that lists what is confirmed, refuted, mixed and open.
    fn groups(&self) -> String {
        let mut page = format!(
            "\n## What is confirmed, refuted and open\n\nA claim is judged on its source's own game and positions \
             first. It is *confirmed* if it agrees with an experiment there and differs from none, and *refuted* if it \
             is the other way round. It is *mixed* if experiments or readings contradict each other, and *open* if no \
             experiment decides it. What other games and positions say is listed after it, and changes nothing: the \
             source does not speak of them. A verdict that holds for its claim alone, but not together with those on \
             the other claims of the experiment, does not count.\n\n{}.\n\n{}.\n",
            self.domains(),
            self.together()
        );
        let list = |page: &mut String, standing: Standing, of: Vec<(&Entry, bool)>| {
            let link = |(entry, is_marked): (&Entry, bool)| {
                let star = if is_marked { "\\*" } else { "" };
                format!("[{}](#{}){star}", entry.claim.name, anchor_of(&entry.claim.name))
            };
            let number = of.len();
            let links: Vec<String> = of.into_iter().map(link).collect();
            let links = if links.is_empty() { "none".to_owned() } else { links.join(", ") };
            *page += &format!("\n**{} ({number}):** {links}\n", standing.name());
        };
        page += "\n### On the sources' own positions\n\nVerdicts over one to six games are about these games, and not \
                 about all.\n";
        for standing in Standing::ALL {
            let of = self.0.iter().filter(|entry| entry.has_own() && entry.standing() == standing);
            list(&mut page, standing, of.map(|entry| (entry, false)).collect());
        }
        page += "\n### In other games and positions\n\nA star (\\*) marks those that are not decided in the same way \
                 on the source's own positions.\n";
        for standing in Standing::ALL {
            let of = self.0.iter().filter(|entry| entry.elsewhere() == Some(standing));
            list(&mut page, standing, of.map(|entry| (entry, entry.standing() != standing)).collect());
        }
        page
    }

    /// Returns the list as a Markdown page that `command` prints. It links to the pages of the experiments named in
    /// `pages`, which are in the same directory.
    #[must_use]
    pub fn page(&self, command: &str, pages: &[String]) -> String {
        let mut page = format!(
            "# Every claim and its verdict\n\n{}.\n\nA claim is quoted word for word. The *reading* says what has to \
             hold of our rows. Each claim is judged in one or more experiments; the source does not \
             mention those marked *beyond*. The intervals are 95 % intervals over positions and \
             key seeds; those of claims that compare schemes pair by pair, even one pair, have ends that are each \
             exceeded with a probability of 5 % ([how the verdicts are \
             found](../methods.md#how-nodes-are-compared)). *p* says whether the verdict also holds with those on all \
             other claims of the experiment: at most 0.05, by Holm's method.\n",
            self.summary()
        );
        page += &self.groups();
        for (section, entries) in self.sections() {
            page += &format!("\n## {section}\n");
            for Entry { claim, verdicts, printed } in entries {
                page += &format!(
                    "\n### {}\n\n> \u{201c}{}\u{201d}\n\n*Reading:* {}\n",
                    claim.name,
                    markdown_cell(&claim.quote),
                    markdown_cell(&claim.reading)
                );
                if !claim.note.is_empty() {
                    page += &format!("\n*Note:* {}\n", markdown_cell(&claim.note));
                }
                if let Some(would_change) = would_change(claim, verdicts) {
                    page += &format!("\n*What would change it:* {}\n", markdown_cell(would_change));
                }
                page += "\n| Experiment | Verdict | Measured here |\n|---|---|---|\n";
                for one in verdicts {
                    let link = |name: &str, file: Option<String>| match file.filter(|file| pages.contains(file)) {
                        Some(file) => format!("[{}]({file}.md)", markdown_cell(name)),
                        None => markdown_cell(name),
                    };
                    let name = link(&experiment_name(one), one.experiment.clone());
                    let evidence = if one.under.is_empty() { one.evidence_text() } else { String::new() };
                    page += &format!("| {name} | {} | {} |\n", one.verdict_text(), markdown_cell(&evidence));
                    for under in &one.under {
                        let file = one.experiment.as_ref().map(|name| stem(name, under.reading.as_deref()));
                        let name = link(&format!("under {}", under.reading_name()), file);
                        let evidence = markdown_cell(&under.evidence_text());
                        page += &format!("| … {name} | {} | {evidence} |\n", under.verdict_text());
                    }
                }
                for one in printed {
                    let evidence = markdown_cell(&one.evidence);
                    page += &format!("| {} | {} | {evidence} |\n", in_print(one), one.verdict);
                }
                if !claim.contradicts_print.is_empty() {
                    page +=
                        &format!("\n*Printed numbers contradict it:* {}\n", markdown_cell(&claim.contradicts_print));
                }
            }
        }
        page + &format!("\nReproduce with {}.\n", markdown_code(command))
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

/// Returns the anchor of the heading of a claim in the book.
fn anchor_of(claim: &str) -> String {
    claim.to_lowercase().replace('.', "")
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

    /// Says what is confirmed, refuted, mixed and open, with the claims that say so.
    const SUMMARY: &str = include_str!("../../../../docs/src/results/index.md");

    #[test]
    fn the_summary_of_the_book_says_what_the_verdicts_say() {
        let recorded: Vec<_> = claims::recorded_verdicts().collect();
        let groups = Standing::ALL.map(|standing| (standing.name().to_owned(), standing, true));
        let elsewhere = [Standing::Confirmed, Standing::Refuted]
            .map(|standing| (format!("{} elsewhere", standing.name()), standing, false));
        for (name, standing, is_of_source) in groups.into_iter().chain(elsewhere) {
            let (_, rest) = SUMMARY.split_once(&format!("- **{name}**")).expect("a group");
            let text = rest.split("\n- **").next().unwrap().split("\n\n").next().unwrap();
            let named: Vec<&str> =
                text.split("(claims.md#").skip(1).map(|link| link.split(')').next().unwrap()).collect();
            assert!(!named.is_empty(), "{name}");
            for anchor in named {
                let claim = claims::all().find(|claim| anchor_of(&claim.name) == anchor);
                let claim = claim.unwrap_or_else(|| panic!("{anchor} is no claim"));
                let is_here =
                    |experiment: &&str| experiment.is_empty() || claim.experiments.iter().any(|one| one == experiment);
                let of_claim = recorded
                    .iter()
                    .filter(|(name, experiment, _)| *name == claim.name && is_here(experiment) == is_of_source);
                assert_eq!(Standing::of(of_claim.map(|(.., [_, corrected])| *corrected)), standing, "{anchor}, {name}");
            }
        }
    }

    #[test]
    fn the_readme_counts_the_claims() {
        let recorded: Vec<_> = claims::recorded_verdicts().collect();
        let claims: BTreeSet<&str> = recorded.iter().map(|(claim, ..)| *claim).collect();
        let readme = include_str!("../../../../README.md").split_whitespace().collect::<Vec<_>>().join(" ");
        let counted = format!("quotes {} claims and gives {} verdicts", claims.len(), recorded.len());
        assert!(readme.contains(&counted), "README.md does not say that the list {counted}");
    }

    #[test]
    fn a_bar_in_a_quote_does_not_begin_a_column() {
        let page = Ledger::of(&[]).page("x", &[]);
        assert!(page.contains("Different 32 bit keys \\| 4.29e9"), "{page}");
        assert!(page.contains("\n| arithmetic | agrees | 4.295e9 |\n"), "{page}");
    }

    #[test]
    fn sections_are_in_order() {
        let mut sections = ["2.7.1", "2.10", "2.3.2", "part 7"];
        sections.sort_by_key(|section| section_key(section));
        assert_eq!(sections, ["part 7", "2.3.2", "2.7.1", "2.10"]);
    }
}
