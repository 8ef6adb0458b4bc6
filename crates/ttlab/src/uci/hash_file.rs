//! The table in a file: the options `SaveHash` and `LoadHash`.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use chess::{Keys, Position};
use experiments::cell::{parts_name, scheme_name};
use experiments::help::with_help;
use experiments::signature::{self, SolverKind};
use experiments::table_file;
use programs::chess::{Player, Program};
use tt::Contents;

use super::options::Settings;

/// Writes the table of a player to a file. A program that is killed leaves the old file or the new one.
///
/// # Errors
///
/// There is nothing to save, or the file cannot be written. Then it does not change.
pub(super) fn save(path: &Path, settings: Settings, keys: &Keys, player: &Player) -> Result<()> {
    with_contents(settings, keys, |contents| {
        if player.fill() == 0 {
            bail!(with_help("cannot save the table: it is empty", "search a position first"));
        }
        table_file::save(path, |file| player.save_table(contents, file))
    })
}

/// Replaces the table of a player by that of a file.
///
/// # Errors
///
/// The file cannot be read, is damaged, or contains another table. Then the table does not change.
pub(super) fn load(path: &Path, settings: Settings, keys: &Keys, player: &mut Player) -> Result<()> {
    with_contents(settings, keys, |contents| {
        let help = "set Program, Hash, Scheme, Parts and Seed as they were, and Threads to 1 or to more as it was";
        table_file::restore(path, help, |file| player.restore_table(contents, file))
    })
}

/// Calls `of` with what the table means.
fn with_contents(settings: Settings, keys: &Keys, of: impl FnOnce(Contents<'_>) -> Result<()>) -> Result<()> {
    let Settings { program, scheme, parts, seed, .. } = settings;
    let Some(scheme) = scheme else {
        return Err(anyhow!(with_help("the scheme none has no table to save or load", "set Scheme to another one")));
    };
    let version = match program {
        Program::Best => signature::of_engine(scheme)?,
        Program::Historic => signature::of(SolverKind::Chess, Some(scheme))?,
    };
    let (name, scheme, parts) = (program.chess_name(), scheme_name(Some(scheme)), parts_name(parts));
    let text = format!("chess program={name} scheme={scheme} parts={parts} seed={seed}");
    of(Contents { text: &text, keys: Position::start_with(keys.clone()).key(), version })
}
