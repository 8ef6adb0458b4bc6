//! Builds the book, with the reports of the recorded rows and the playground beside its pages.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::lab::{self, Cpu};
use crate::{Usage, pages, playground, repo, say};

/// Builds the book with fresh reports and prints where it is.
pub(crate) fn run(args: &[OsString]) -> Result<ExitCode> {
    if !args.is_empty() {
        return Err(Usage::error("unexpected argument of `book`: it takes none"));
    }
    let book = build(&pages::reports(&lab::build(Cpu::Native)?)?)?;
    say(format_args!("written: {}", book.join("index.html").display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the book with the reports in a directory, and returns its directory.
pub(crate) fn build(reports: &Path) -> Result<PathBuf> {
    let book = repo::target()?.join("book");
    let mut mdbook = repo::tool("mdbook");
    mdbook.args(["build", "docs", "--dest-dir"]).arg(&book);
    let metadata = repo::metadata()?;
    // The packages inherit the address of the repository. While it is empty, the book links to none.
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let address = packages.find_map(|package| package["repository"].as_str()).unwrap_or_default();
    if !address.is_empty() {
        mdbook.env("MDBOOK_OUTPUT__HTML__GIT_REPOSITORY_URL", address);
        mdbook.env("MDBOOK_OUTPUT__HTML__EDIT_URL_TEMPLATE", format!("{address}/edit/main/docs/{{path}}"));
    }
    repo::run(&mut mdbook)?;
    for name in pages::report_names() {
        fs::copy(reports.join(name), book.join(name)).with_context(|| format!("cannot copy {name} into the book"))?;
    }
    let page = book.join(playground::PAGE);
    fs::copy(playground::build()?, &page).with_context(|| format!("cannot write {}", page.display()))?;
    Ok(book)
}
