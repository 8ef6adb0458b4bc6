//! Finds what was written by hand beside an experiment or a claim and does not follow from its rows.

use anyhow::Result;

use crate::claims::{Judged, Verdict};
use crate::pages::ledger::{Ledger, would_change};
use crate::pages::page;
use crate::report::Report;

/// The beginning of what a verdict says about what would decide it.
const OPEN: &str = ". Open: ";

/// Returns a line for each number of the findings of an experiment, or of what would change a verdict, that is not
/// among the numbers made from the rows, and for each undecided verdict that does not say what would decide it.
///
/// # Errors
///
/// Out of memory.
pub fn complaints(reports: &[&Report<'_>], ledger: &Ledger) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for report in reports.iter().filter(|one| one.shows_findings()) {
        let page = page::page(report, None)?;
        let name = &report.definition.name;
        let missing = missing(&report.definition.findings, &tables(&page));
        complaints.extend(
            missing.into_iter().map(|number| format!("{name}: the findings name {number}, which no table has")),
        );
    }
    for entry in ledger.entries() {
        let each = || entry.verdicts.iter().chain(entry.verdicts.iter().flat_map(|one| &one.under));
        let evidence = each().chain(&entry.printed).map(Judged::evidence_text).collect::<Vec<_>>().join("\n");
        let name = &entry.claim.name;
        let remedy = would_change(entry.claim, &entry.verdicts).unwrap_or_default();
        let missing = missing(remedy, &evidence);
        complaints.extend(
            missing.into_iter().map(|number| format!("{name}: what would change it names {number}, not measured")),
        );
        let is_silent = |one: &&Judged| {
            let evidence = one.evidence_text();
            let open = evidence.split_once(OPEN).map_or(0, |(_, open)| open.len());
            one.verdict == Verdict::Undecided && one.is_tried() && one.under.is_empty() && open <= 20
        };
        let silent = each().filter(is_silent).map(|one| one.experiment.as_deref().unwrap_or_default());
        complaints.extend(silent.map(|experiment| format!("{name}: nothing says what decides it in {experiment}")));
    }
    Ok(complaints)
}

/// Returns the numbers with decimals of a text that the tables do not have. A label such as `Figure 2.8` is not a
/// number.
fn missing<'t>(text: &'t str, tables: &str) -> Vec<&'t str> {
    let is_label = |at| ["Figure ", "Figures ", "Table "].iter().any(|label| text[..at].ends_with(label));
    let is_missing = |&(at, number): &(usize, &str)| !is_label(at) && !tables.contains(number);
    decimals(text).into_iter().filter(is_missing).map(|(_, number)| number).collect()
}

/// Returns the tables and the blocks of code of a page.
fn tables(page: &str) -> String {
    let mut is_code = false;
    let is_of_table = |line: &&str| {
        is_code ^= line.starts_with("```");
        is_code || line.starts_with('|')
    };
    page.lines().filter(is_of_table).collect::<Vec<_>>().join("\n")
}

/// Returns the numbers with decimals, and where they begin.
fn decimals(text: &str) -> Vec<(usize, &str)> {
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()) {
        let rest = &text[at + start..];
        let length = rest.find(|c| !is_of_number(c)).unwrap_or(rest.len());
        let number = rest[..length].trim_end_matches('.');
        found.extend(number.contains('.').then_some((at + start, number)));
        at += start + length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_text_that_no_table_has() {
        let missing = |text| missing(text, "| 0.98 [0.97, 1.00] |");
        assert_eq!(missing("As in Figure 2.8, 0.98 [0.97, 1.01] of 240 positions."), ["1.01"]);
        assert_eq!(missing("Half of 7.5 GB."), ["7.5"]);
    }

    #[test]
    fn tables_of_a_page() {
        assert_eq!(tables("a 0.1\n| 0.2 |\n```text\n0.3\n```\nb"), "| 0.2 |\n```text\n0.3");
    }
}
