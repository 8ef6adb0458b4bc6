//! An experiment as a page of the book: what was asked, how it was run, pictures, tables, verdicts.

use std::fmt::Write;

use anyhow::Result;

use super::claims::{Judged, untried};
use super::grouped;
use crate::definition::Definition;
use crate::results::Row;

/// By what the rows of a report were made.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The command that makes them.
    pub command: String,
    /// The bench signature of the game: another one would give other counts.
    pub signature: u64,
    /// Whether they are those of the full part, no more and no fewer.
    pub is_full: bool,
}

/// The page as Markdown. `tables` is what a terminal shows, `files` are the names of the files beside it.
///
/// # Errors
///
/// Never but for lack of memory.
pub fn page(
    definition: &Definition,
    rows: &[Row],
    tables: &str,
    judged: &[Judged<'_>],
    files: &[String],
    provenance: &Provenance,
) -> Result<String> {
    let mut page = String::new();
    let Definition { name, title, cites, question, prose, .. } = definition;
    writeln!(page, "# {title}\n\n{cites}. {question}\n")?;
    for file in files.iter().filter(|file| file.ends_with(".svg")) {
        let stem = file.trim_end_matches(".svg").trim_start_matches(name.as_str()).trim_start_matches('-');
        let of = if stem.is_empty() { String::new() } else { format!(", {stem}") };
        writeln!(page, "![{title}{of}]({file})\n")?;
    }
    writeln!(page, "```text\n{}\n```\n", tables.trim())?;
    if !judged.is_empty() {
        writeln!(page, "| Claim | Verdict | In our rows |\n|---|---|---|")?;
        for one in judged.iter().filter(|one| one.is_tried()) {
            let cites = one.claim.cites.as_ref().map(|cites| format!(" ({cites})")).unwrap_or_default();
            writeln!(page, "| {}{cites} | {} | {} |", one.claim.says, one.verdict, one.evidence)?;
        }
        writeln!(page)?;
        if let Some(untried) = untried(judged) {
            writeln!(page, "{untried}\n")?;
        }
    }
    if !prose.trim().is_empty() {
        writeln!(page, "{}\n", prose.trim())?;
    }
    if provenance.is_full && !definition.findings.trim().is_empty() {
        writeln!(page, "{}\n", definition.findings.trim())?;
    }
    let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
    let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
    writeln!(
        page,
        "Made by `{}` at signature {} of the game: {} cells, {} nodes, {} of one core. Every row: \
         [{name}.csv]({name}.csv).",
        provenance.command,
        provenance.signature,
        rows.len(),
        grouped(nodes),
        duration(seconds)
    )?;
    Ok(page)
}

/// Seconds, or minutes where there are many of them.
fn duration(seconds: f64) -> String {
    if seconds < 120.0 { format!("{seconds:.1} seconds") } else { format!("{:.0} minutes", seconds / 60.0) }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{definition, row};
    use super::*;

    #[test]
    fn a_page_says_what_was_asked_found_and_run() {
        let definition = definition("thesis-fig-2.12");
        let cell = "domineering board=6x7 first=vertical scheme=new positions=8K parts=all seed=1";
        let rows = [row(cell, 1234, None)];
        let provenance = Provenance { command: "ttlab sweep x".to_owned(), signature: 7, is_full: false };
        let judged = super::super::claims::judge(&definition, &rows).unwrap();
        let files = ["thesis-fig-2.12-6x7.svg".to_owned(), "thesis-fig-2.12.csv".to_owned()];
        let page = page(&definition, &rows, "a table\n", &judged, &files, &provenance).unwrap();
        assert!(page.starts_with("# Replacement schemes in domineering\n\nBreuker 1998"), "{page}");
        assert!(page.contains("](thesis-fig-2.12-6x7.svg)") && page.contains("```text\na table\n```"), "{page}");
        assert!(page.contains("claims are about searches that were not made here"), "{page}");
        assert!(
            page.contains("Made by `ttlab sweep x` at signature 7 of the game: 1 cells, 1,234 nodes, 0.2 seconds"),
            "{page}"
        );
        assert_eq!(duration(7200.0), "120 minutes");
    }
}
