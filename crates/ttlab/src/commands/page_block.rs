//! `ttlab report --block`: a part of a page of the book.

use anyhow::{Result, bail};
use clap::builder::PossibleValuesParser;
use experiments::Definition;
use experiments::help::with_help;
use experiments::view::View;
use report::pages::blocks::{BLOCKS, PageBlock};

use super::printing::{Notes, print};
use crate::progress::Waiting;

/// Returns the names of the parts.
pub(super) fn block_names() -> PossibleValuesParser {
    PossibleValuesParser::new(BLOCKS.iter().map(|block| block.name))
}

/// Prints a part of a page, from those of the experiments that it can be made from. `open` reads their rows.
pub(super) fn print_block(
    block: &PageBlock,
    definitions: Vec<Definition>,
    open: impl FnOnce(Vec<Definition>) -> Result<View>,
    notes: Notes,
) -> Result<()> {
    let waiting = Waiting::new("reading the rows", notes.progress);
    let stored = open(definitions.into_iter().filter(|definition| block.reads(definition)).collect())?;
    let results: Vec<_> = stored.definitions().iter().map(|definition| stored.results(definition)).collect();
    let text = block.markdown(&results);
    drop(waiting);
    match text {
        Some(text) => print(text),
        None => bail!(with_help(
            format!("{} has no results for the part `{}`", stored.path().display(), block.name),
            format!("for the recorded rows, use the options {}", block.options)
        )),
    }
}
