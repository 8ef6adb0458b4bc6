//! Pages: reports as Markdown, HTML and CSV, and the ledger of all claims.

pub mod csv;
pub mod glossary;
pub mod html;
pub mod ledger;
pub mod page;
pub mod readings;
pub mod topics;

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

/// Writes rows, pictures and a page into `dir`, which is created if missing, and returns these files.
///
/// Each file is replaced atomically.
///
/// # Errors
///
/// A file cannot be written.
pub fn write_files(report: &Report<'_>, dir: &Path) -> Result<Vec<PathBuf>> {
    let name = &report.definition.stem();
    let mut rows_as_csv = Vec::new();
    csv::write(&report.definition.name, &report.rows, &mut rows_as_csv)?;
    let mut contents = vec![(format!("{name}.csv"), rows_as_csv)];
    let pictures = report.pictures.iter();
    contents.extend(pictures.map(|picture| (format!("{}.svg", picture.stem), picture.svg.clone().into_bytes())));
    if !report.rows.is_empty() {
        contents.push((format!("{name}.md"), page::page(report)?.into_bytes()));
    }
    files::make_directory(dir, OTHER_DIRECTORY)?;
    contents.iter().map(|(name, bytes)| files::write(&dir.join(name), bytes, OTHER_DIRECTORY)).collect()
}
