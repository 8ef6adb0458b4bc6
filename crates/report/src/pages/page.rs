//! Writes an experiment as a Markdown page: question, finding, pictures, tables, claims.

use std::fmt::Write;

use anyhow::Result;

use crate::claims::{Judged, untried};
use crate::report::Report;
use crate::show::block::capitalised;
use crate::show::block::{markdown_cell, markdown_code, markdown_link, markdown_text, without_tags};
use crate::show::picture::Picture;
use experiments::definition::Definition;
use experiments::text::counted;
use experiments::text::printable;

/// Returns the page; its tables are those of the terminal. It names the command `export` that prints the rows, or links
/// to the file that has them.
///
/// # Errors
///
/// Out of memory.
pub fn page(report: &Report<'_>, export: Option<&str>) -> Result<String> {
    let Definition { question, prose, findings, .. } = report.definition;
    let cites = report.definition.citation();
    let (name, title) = (&report.definition.stem(), report.definition.full_title());
    let mut page = String::new();
    let [title, cites, question] = [&title, &cites, question].map(|text| markdown_text(text));
    writeln!(page, "# {title}\n\n{cites}. {question}\n")?;
    writeln!(page, "**{}.**\n", capitalised(&markdown_text(report.finding())))?;
    for Picture { stem, caption, .. } in &report.pictures {
        let text = markdown_text(&format!("{}: {caption}", report.definition.full_title()));
        writeln!(page, "![{text}]({})\n", markdown_link(&format!("{stem}.svg")))?;
    }
    let mut tables = Vec::new();
    report.tables.iter().try_for_each(|block| block.print(&mut tables))?;
    writeln!(page, "```text\n{}\n```\n", String::from_utf8_lossy(&tables).trim())?;
    if report.judged.iter().any(Judged::is_tried) {
        if let Some(quick) = report.quick_note() {
            writeln!(page, "{}.\n", capitalised(&quick))?;
        }
        writeln!(page, "| Claim | Reading | Verdict | Measured here |\n|---|---|---|---|")?;
        for one in report.judged.iter().filter(|one| one.is_tried()) {
            let beyond = if one.is_of_source() { "" } else { ", beyond the source" };
            let claim = format!("\u{201c}{}\u{201d} ({}{beyond})", one.claim.quote, one.claim.cites());
            let [claim, reading, evidence] =
                [claim.as_str(), &one.claim.reading, &one.evidence_text()].map(markdown_cell);
            writeln!(page, "| {claim} | {reading} | {} | {evidence} |", one.verdict_text())?;
        }
        writeln!(page)?;
    }
    if let Some(untried) = untried(&report.judged, report.quick_note().is_some()) {
        writeln!(page, "{untried}\n")?;
    }
    if !prose.trim().is_empty() {
        writeln!(page, "{}\n", without_tags(prose.trim()))?;
    }
    if report.shows_findings() && !findings.trim().is_empty() {
        writeln!(page, "{}\n", without_tags(findings.trim()))?;
    }
    let (command, made_of) = (markdown_code(&report.provenance.command), report.made_of());
    let rows = match export {
        Some(command) => markdown_code(command).to_string(),
        None => format!("[{}.csv]({})", markdown_text(name), markdown_link(&format!("{name}.csv"))),
    };
    writeln!(page, "Reproduce with {command}: {made_of} Every row: {rows}.")?;
    Ok(printable(&page).into_owned())
}

impl Report<'_> {
    /// Returns how many cells were run, with how many nodes and in what time: the end of a sentence that begins with
    /// the command.
    #[must_use]
    pub fn made_of(&self) -> String {
        let nodes: u64 = self.rows.iter().map(|row| row.nodes).sum();
        let of = if self.has_all_cells() { String::new() } else { format!("{} of ", self.rows.len()) };
        let seconds: f64 = self.rows.iter().map(|row| row.seconds).sum();
        format!(
            "{of}{}, {}, {}.",
            counted(self.provenance.cells.max(self.rows.len()), "cell"),
            counted(nodes, "node"),
            duration(seconds)
        )
    }
}

/// Formats the seconds that all searches took together, as minutes from two minutes on.
fn duration(seconds: f64) -> String {
    if seconds < 120.0 { format!("{seconds:.1} core-seconds") } else { format!("{:.0} core-minutes", seconds / 60.0) }
}

#[cfg(test)]
mod tests {
    use crate::samples::{definition, row};
    use experiments::sweep::{Provenance, Results};

    use super::*;

    #[test]
    fn a_page_says_what_was_asked_found_and_run() {
        let definition = definition("thesis-fig-2.12");
        let cell = "domineering board=6x7 first=vertical scheme=new positions=8K parts=all seed=1";
        let rows = [row(cell, 1234, Some(experiments::row::Winner::First))];
        let provenance = Provenance { command: "ttlab sweep x".to_owned(), is_full: false, is_quick: true, cells: 1 };
        let report =
            Report::of(Results { definition: &definition, rows: rows.to_vec(), missing: 0, provenance }, &|_| {
                Vec::new()
            })
            .unwrap();
        let exported = super::page(&report, Some("ttlab export x")).unwrap();
        assert!(exported.contains("Every row: `ttlab export x`.") && !exported.contains(".csv"), "{exported}");
        let page = page(&report, None).unwrap();
        assert!(page.contains("Every row: [thesis-fig-2.12.csv](thesis-fig-2.12.csv)."), "{page}");
        assert!(page.starts_with("# Replacement schemes in domineering\n\nBreuker 1998"), "{page}");
        assert!(
            page.contains("](thesis-fig-2.12-6x7.svg)") && page.contains("```text\nnodes to solve 6x7, Vertical first"),
            "{page}"
        );
        assert!(page.contains("claims need searches"), "{page}");
        assert!(page.contains("Reproduce with `ttlab sweep x`: 1 cell, 1,234 nodes, 0.2 core-seconds"), "{page}");
        assert_eq!(duration(7200.0), "120 core-minutes");
    }
}
