//! The tables of groups of experiments, which compare their experiments.

use experiments::Definition;

use super::Report;
use super::block::Block;
use super::{components, forensics, hypotheses, key_bits, techniques};

/// A group, and the function that makes its tables.
type Group = (&'static str, fn(&[Report<'_>]) -> Vec<Block>);

const GROUPS: &[Group] = &[
    ("techniques", techniques::tables),
    ("key-bits", key_bits::tables),
    ("additional-components", components::tables),
    ("readings", techniques::readings),
    ("forensics", |reports| [forensics::tables(reports), hypotheses::tables(reports)].concat()),
];

/// Returns the tables of every group whose experiments are among the reports.
#[must_use]
pub fn tables(reports: &[Report<'_>]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (name, tables) in GROUPS {
        let of_group = Definition::group(name).map_or(&[][..], |(_, names)| names);
        let is_member = |report: &&Report<'_>| of_group.contains(&report.definition.name.as_str());
        let members: Vec<Report<'_>> = reports.iter().filter(is_member).cloned().collect();
        if !members.is_empty() {
            blocks.extend(tables(&members));
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_has_tables() {
        assert!(Definition::groups().eq(GROUPS.iter().map(|(name, _)| *name)));
    }
}
