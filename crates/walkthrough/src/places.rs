//! The places of a table: its slots, in groups such as buckets, and their names.

use schemes::Section;

/// The slots of a table.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub(crate) sections: Vec<Section>,
    /// The number of slots of a group.
    pub(crate) width: usize,
    /// Whether the table grows with every position, so that its slots have only the order of their arrival.
    pub(crate) is_unbounded: bool,
}

impl Places {
    /// Returns the group of a slot.
    pub(crate) fn group(&self, slot: usize) -> usize {
        slot / self.width
    }

    /// Returns the different groups of some slots, in the order in which they occur first.
    pub(crate) fn groups(&self, slots: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut groups = Vec::new();
        for group in slots.into_iter().map(|slot| self.group(slot)) {
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups
    }

    /// Returns the name of a group, such as `bucket 3` or `slot 2 of table 1`.
    pub(crate) fn label(&self, mut group: usize) -> String {
        for section in &self.sections {
            if group < section.groups {
                return section.label(group);
            }
            group -= section.groups;
        }
        format!("slot {group}")
    }

    /// Returns the name of a slot, such as `the second slot of bucket 3`.
    pub(crate) fn slot(&self, slot: usize) -> String {
        let group = self.label(self.group(slot));
        if self.width > 1 { format!("{} of {group}", ordinal(slot % self.width)) } else { group }
    }

    /// Names the groups in which a position was sought, as in `bucket 3`, `buckets 3 and 5`, `buckets 1, 2 and 4`.
    pub(crate) fn list(&self, groups: &[usize]) -> String {
        if self.is_unbounded {
            return "the table".to_owned();
        }
        let (plural, texts): (_, Vec<String>) = match self.sections.as_slice() {
            [only] if groups.len() > 1 => {
                (format!("{}s ", only.unit), groups.iter().map(ToString::to_string).collect())
            }
            _ => (String::new(), groups.iter().map(|&group| self.label(group)).collect()),
        };
        match texts.split_last() {
            // Only a list in a pool can have no slot.
            None => "an empty list".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{plural}{} and {last}", others.join(", ")),
        }
    }

    /// Describes the slots of the table, such as `8 buckets of 2 slots each`.
    pub(crate) fn summary(&self) -> String {
        let size =
            if self.width > 1 { format!("of {} slots each", self.width) } else { "of one position each".to_owned() };
        let counted = |section: &Section| count(section.groups as u64, section.unit);
        match self.sections.as_slice() {
            _ if self.is_unbounded => "A slot for every position".to_owned(),
            [only] if only.unit == "slot" => counted(only),
            [only] => format!("{} {size}", counted(only)),
            all => {
                let parts: Vec<_> =
                    all.iter().map(|section| format!("{} in {}", counted(section), section.name)).collect();
                parts.join(", ")
            }
        }
    }
}

/// Returns a number with a noun.
pub(crate) fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Returns a slot of a group in words.
pub(crate) fn ordinal(slot: usize) -> String {
    match slot {
        0 => "the first slot".to_owned(),
        1 => "the second slot".to_owned(),
        other => format!("slot {}", other + 1),
    }
}

#[cfg(test)]
mod tests {
    use schemes::TranspositionTable;

    use super::*;

    fn places(scheme: &str) -> Places {
        let table = TranspositionTable::<()>::new("16".parse().unwrap(), scheme.parse().unwrap()).unwrap();
        Places { sections: table.sections(), width: table.slots_per_group(), is_unbounded: scheme == "unbounded" }
    }

    #[test]
    fn slots_and_groups_have_names() {
        for (scheme, slot, name, groups, list, summary) in [
            ("deep", 3, "bucket 3", &[3][..], "bucket 3", "16 buckets of one position each"),
            ("two-deep", 3, "the second slot of bucket 1", &[1, 0], "buckets 1 and 0", "8 buckets of 2 slots each"),
            ("sieve-4", 6, "slot 3 of set 1", &[0, 1, 2], "sets 0, 1 and 2", "4 sets of 4 slots each"),
            (
                "thompson",
                9,
                "slot 1 of table 2",
                &[1, 9],
                "slot 1 of table 1 and slot 1 of table 2",
                "8 slots in table 1, 8 slots in table 2",
            ),
            (
                "overflow-tree",
                8,
                "node 0 of the tree",
                &[7],
                "slot 7 of the table",
                "8 slots in the table, 8 nodes in the tree",
            ),
            ("chained-deep", 5, "slot 5", &[], "an empty list", "16 slots"),
            ("unbounded", 2, "slot 2", &[2], "the table", "A slot for every position"),
        ] {
            let places = places(scheme);
            assert_eq!(places.slot(slot), name);
            assert_eq!((places.list(groups), places.summary()), (list.to_owned(), summary.to_owned()));
        }
        assert_eq!(places("two-deep").groups([5, 4, 0, 5]), [2, 0]);
    }
}
