//! The list of all claims of the sources that can be measured, with their verdicts.
//!
//! Most claims are in the definitions of the experiments. The claims about key collisions need no search. Verdicts use
//! 95 % intervals over positions and key seeds; see [`stats`].

use std::io::Write;

use anyhow::Result;
use serde_json::Value;

pub use super::entry::Entry;

use super::block::{markdown_cell, markdown_code};
use super::claims::{Agreement, Judged, Verdict};
use super::{Report, arithmetic, counted};

impl Report<'_> {
    /// Returns the claims of the experiment with their verdicts.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        let Self { definition, judged, rows, provenance, .. } = self;
        let is_part = rows.len() < provenance.cells;
        let part =
            if is_part { format!("; {} of {} cells were run", rows.len(), provenance.cells) } else { String::new() };
        let quick = self.quick_note();
        let entry = |one: &Judged<'_>| Entry {
            experiment: Some(definition.name.clone()),
            cites: one.claim.cites.as_ref().unwrap_or(&definition.cites).clone(),
            says: one.claim.says.clone(),
            verdict: one.verdict,
            evidence: format!("{}{part}", one.evidence),
            quick: quick.clone(),
        };
        judged.iter().map(entry).collect()
    }
}

/// Every claim, in the order of the experiments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger(Vec<Entry>);

impl Ledger {
    /// Collects the claims of these experiments, and those that need no search.
    #[must_use]
    pub fn of(reports: &[Report<'_>]) -> Self {
        let mut entries = arithmetic::entries();
        for report in reports {
            entries.extend(report.entries());
        }
        Self(entries)
    }

    /// Returns the claims, grouped by experiment.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// Counts the claims by verdict.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        self.0.iter().map(|entry| entry.verdict).collect()
    }

    /// Returns the number of claims, and the counts by verdict.
    #[must_use]
    pub fn summary(&self) -> String {
        // The results of experiments count their own claims, so their sum is less.
        let arithmetic = match self.0.iter().filter(|entry| entry.experiment.is_none()).count() {
            0 => String::new(),
            number => format!(", {number} of them arithmetic"),
        };
        format!("{}{arithmetic}: {}", counted(self.0.len(), "claim"), self.agreement())
    }

    /// Prints the claims, experiment by experiment.
    ///
    /// # Errors
    ///
    /// `out` cannot be written to.
    pub fn print(&self, out: &mut dyn Write) -> Result<()> {
        for group in self.0.chunk_by(|a, b| a.experiment == b.experiment) {
            let (name, cites) = (group[0].experiment.as_deref().unwrap_or("arithmetic"), &group[0].cites);
            let quick = group[0].quick.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
            writeln!(out, "{name} [{cites}]{quick}")?;
            for entry in group {
                let own = if entry.cites == *cites { String::new() } else { format!(" [{}]", entry.cites) };
                writeln!(out, "  {:<13}  {}{own}", entry.verdict, entry.says)?;
                if entry.verdict != Verdict::NotSearched {
                    writeln!(out, "  {:<13}  {}", "", entry.evidence)?;
                }
            }
            writeln!(out)?;
        }
        writeln!(out, "{}", self.summary())?;
        Ok(())
    }

    /// Returns the list as a Markdown page that `command` prints. It links to the pages of the experiments named in
    /// `pages`, which are in the same directory.
    #[must_use]
    pub fn page(&self, command: &str, pages: &[&str]) -> String {
        let mut page = format!(
            "# Every claim and its verdict\n\n{}. Each claim is compared with a 95 % interval over positions and key \
             seeds ([how the verdicts are found](../experiments.md#claims-and-the-ledger)).\n\n",
            self.summary()
        );
        page += "| Claim | Source | Verdict | Measured here |\n|---|---|---|---|\n";
        for Entry { experiment, cites, says, verdict, evidence, quick } in &self.0 {
            let quick = quick.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
            let evidence = &format!("{evidence}{quick}");
            let [says, cites, evidence] = [says, cites, evidence].map(|text| markdown_cell(text));
            let beside = experiment.as_deref().filter(|name| pages.contains(name));
            let cites = beside.map_or_else(|| cites.clone(), |name| format!("[{cites}]({name}.md)"));
            page += &format!("| {says} | {cites} | {verdict} | {evidence} |\n");
        }
        page + &format!("\nReproduce with {}.\n", markdown_code(command))
    }

    /// Returns an array of JSON objects.
    #[must_use]
    pub fn to_json(&self) -> Value {
        self.0.iter().map(Entry::to_json).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_in_an_entry_does_not_begin_a_column() {
        let text = |text: &str| text.to_owned();
        let entry = Entry {
            experiment: None,
            cites: text("Nobody 1998"),
            says: text("|a| is small"),
            verdict: Verdict::Agrees,
            evidence: text("|a| = 1"),
            quick: None,
        };
        let ledger = Ledger(vec![entry]);
        assert_eq!(ledger.summary(), "1 claim, 1 of them arithmetic: 1 agrees");
        let page = ledger.page("x", &[]);
        assert!(page.contains("\n| \\|a\\| is small | Nobody 1998 | agrees | \\|a\\| = 1 |\n"), "{page}");
    }
}
