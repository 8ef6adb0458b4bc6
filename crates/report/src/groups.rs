//! The tables of groups of experiments, which compare their experiments.

mod components;
mod engine_effects;
mod evidence;
pub mod forensics;
mod hypotheses;
mod instability;
mod key_bits;
mod other_scores;
pub(crate) mod survey;
mod techniques;

use anyhow::Result;
use experiments::Definition;

use crate::report::Report;
use crate::show::block::Block;
use crate::show::interior;

/// A group, and the function that makes its tables. Of the other groups, the tables of each experiment say everything.
type Group = (&'static str, fn(&[Report<'_>]) -> Vec<Block>);

const GROUPS: &[Group] = &[
    ("techniques", techniques::tables),
    ("survey", survey::tables),
    ("key-bits", key_bits::tables),
    ("additional-components", components::tables),
    ("readings", techniques::readings),
    ("forensics", |reports| {
        [forensics::tables(reports), evidence::tables(reports), hypotheses::tables(reports)].concat()
    }),
    ("remarks", |reports| interior::table(reports.iter().flat_map(|report| &report.rows))),
    ("history", instability::tables),
];

/// The name of the file that [`recorded`] returns.
pub const RECORDED: &str = "readings.csv";

/// Returns the tables of every group whose experiments are among the reports.
#[must_use]
pub fn tables(reports: &[Report<'_>]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (name, tables) in GROUPS {
        let is_member = |report: &&Report<'_>| report.definition.is_in(name);
        let members: Vec<Report<'_>> = reports.iter().filter(is_member).cloned().collect();
        if !members.is_empty() {
            blocks.extend(tables(&members));
        }
    }
    blocks
}

/// Returns the [`tables`] as text, with an empty line after each.
///
/// # Errors
///
/// Never: the text is written to memory.
pub fn text(reports: &[Report<'_>]) -> Result<String> {
    let mut text = Vec::new();
    for block in tables(reports) {
        block.print(&mut text)?;
        text.push(b'\n');
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Returns the file of a group that the book is made from, by name, if the experiments of the group are among the
/// reports.
///
/// # Errors
///
/// Never: the values are written to memory.
pub fn recorded(reports: &[Report<'_>]) -> Result<Option<(&'static str, String)>> {
    let of_group = Definition::group("readings").map_or(&[][..], |(_, names)| names);
    let is_member = |report: &&Report<'_>| of_group.contains(&report.definition.name.as_str());
    let members: Vec<Report<'_>> = reports.iter().filter(is_member).cloned().collect();
    if members.len() < of_group.len() {
        return Ok(None);
    }
    Ok(Some((RECORDED, techniques::readings_csv(&members)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_of_groups() {
        assert!(GROUPS.iter().all(|(name, _)| Definition::group(name).is_some()));
    }
}
