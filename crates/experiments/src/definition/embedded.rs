//! The definitions that are part of the program: the files of `definitions/`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, File, include_dir};

use super::Placement;
use crate::help::{ErrorWithHelp, with_help};
use crate::{program, suggestions};

/// Cargo does not notice a new file: a test compares the list with the directory.
static DIRECTORY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/definitions");

/// The name and the text of every definition, in the order of the names.
pub(super) static EMBEDDED: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    let read = |file: &'static File<'_>| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?));
    let mut all: Vec<_> = DIRECTORY.files().filter_map(read).collect();
    all.sort_by_cached_key(|(name, _)| natural(name));
    all
});

/// A name that stands for several experiments. A sweep without names does not run them.
#[derive(Default)]
struct Group {
    /// The default number of key seeds.
    seeds: u64,
    names: Vec<&'static str>,
}

static GROUPS: LazyLock<BTreeMap<String, Group>> = LazyLock::new(|| {
    let placement = |text| toml::from_str::<Placement>(text).expect("a test reads every definition");
    let mut all: Vec<(&str, Placement)> = EMBEDDED.iter().map(|&(name, text)| (name, placement(text))).collect();
    all.sort_by_key(|(_, placement)| placement.order);
    let mut groups = BTreeMap::<String, Group>::new();
    for (name, placement) in all {
        for member in placement.groups() {
            let group = groups.entry(member.to_owned()).or_default();
            group.names.push(name);
            if placement.group.as_deref() == Some(member) {
                group.seeds = group.seeds.max(placement.seeds);
            }
        }
    }
    groups
});

/// Returns a key that sorts names as people do: `fig-2.9` before `fig-2.10`.
fn natural(name: &str) -> Vec<(char, u64)> {
    let mut key: Vec<(char, u64)> = Vec::new();
    for letter in name.chars() {
        match (letter.to_digit(10), key.last_mut()) {
            (Some(digit), Some(('0', number))) => *number = 10 * *number + u64::from(digit),
            (Some(digit), _) => key.push(('0', u64::from(digit))),
            (None, _) => key.push((letter, 0)),
        }
    }
    key
}

/// Returns the names of the experiments of a group, and their number of key seeds; `None` if there is no such group.
pub(super) fn group(name: &str) -> Option<(u64, &'static [&'static str])> {
    GROUPS.get(name).map(|group| (group.seeds, group.names.as_slice()))
}

/// Returns the names of all groups.
pub(super) fn groups() -> impl Iterator<Item = &'static str> + Clone {
    GROUPS.keys().map(String::as_str)
}

/// Returns the text of the definition of this name.
pub(super) fn find(name: &str) -> Option<&'static str> {
    EMBEDDED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Returns the names of all definitions.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    EMBEDDED.iter().map(|(name, _)| *name)
}

/// Returns the error of an unknown name, which suggests the nearest one, or else says how to list all.
pub(super) fn unknown(name: &str) -> ErrorWithHelp {
    suggestions::suggested("experiment", name, names().chain(groups())).unwrap_or_else(|| {
        let what =
            format!("unknown experiment `{name}`: expected an experiment, a group, or a file that ends in .toml");
        with_help(what, format!("run `{} sweep --list` to list them", program()))
    })
}
