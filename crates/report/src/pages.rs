//! Pages: reports as Markdown, HTML and CSV, and the ledger of all claims.

pub mod blocks;
pub mod complaints;
pub mod csv;
mod elements;
pub mod glossary;
pub mod html;
pub mod ledger;
mod ledger_html;
pub mod overview;
pub mod page;
pub mod readings;
mod standing;
pub mod topics;
pub mod verdicts;

use std::path::{Path, PathBuf};

use anyhow::Result;
use experiments::files;

use crate::report::Report;
use crate::show::picture::OTHER_DIRECTORY;

/// Returns whether the report of the experiment `name` may write a file called `file`.
///
/// ```
/// use report::pages::is_file_of;
///
/// assert!(is_file_of("fig-1", "fig-1.csv") && is_file_of("fig-1", "fig-1-8x8.svg"));
/// assert!(!is_file_of("fig-1", "fig-1.sqlite") && !is_file_of("fig-1", "fig-12.csv"));
/// ```
#[must_use]
pub fn is_file_of(name: &str, file: &str) -> bool {
    // Some file systems ignore case.
    let (name, file) = (name.to_lowercase(), file.to_lowercase());
    file.strip_prefix(&name).is_some_and(|rest| {
        let is_picture = rest.ends_with(".svg") || rest.ends_with(".png");
        matches!(rest, ".csv" | ".md") || is_picture && rest.starts_with(['.', '-'])
    })
}

/// Writes pictures, a page and the rows into `dir`, which is created if missing, and returns these files. If there is a
/// command `export` that prints the rows, the page names it, and they are not written.
///
/// Each file is replaced atomically.
///
/// # Errors
///
/// A file cannot be written.
pub fn write_files(report: &Report<'_>, dir: &Path, export: Option<&str>) -> Result<Vec<PathBuf>> {
    let name = &report.definition.stem();
    let mut contents = Vec::new();
    if export.is_none() {
        let mut rows_as_csv = Vec::new();
        csv::write([(report.definition.name.as_str(), report.rows.as_slice())], &mut rows_as_csv)?;
        contents.push((format!("{name}.csv"), rows_as_csv));
    }
    let pictures = report.pictures.iter();
    contents.extend(pictures.map(|picture| (format!("{}.svg", picture.stem), picture.svg.clone().into_bytes())));
    if !report.rows.is_empty() {
        contents.push((format!("{name}.md"), page::page(report, export)?.into_bytes()));
    }
    files::make_directory(dir, OTHER_DIRECTORY)?;
    contents.iter().map(|(name, bytes)| files::write(&dir.join(name), bytes, OTHER_DIRECTORY)).collect()
}
