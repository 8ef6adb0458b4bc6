//! The experiments that a command names, and the database that it reads by default.

use std::collections::BTreeMap;

use anyhow::Result;

use experiments::help::with_help;
use experiments::{Definition, Usage};

/// The default database.
pub(super) const DATABASE: &str = "results/ttlab.sqlite";

/// Returns the experiments with these names, and those of groups with these names, each once. Without names, returns
/// the built-in experiments that are not run on request only.
pub(super) fn definitions(names: &[String]) -> Result<Vec<Definition>> {
    let definitions = all_definitions(names)?;
    let is_wanted = |definition: &Definition| !names.is_empty() || !definition.is_on_request();
    Ok(definitions.into_iter().filter(is_wanted).collect())
}

/// Returns the experiments with these names, and those of groups with these names, each once, or all built-in
/// experiments.
pub(super) fn all_definitions(names: &[String]) -> Result<Vec<Definition>> {
    if names.is_empty() {
        return Definition::all();
    }
    let of_name = |name: &String| -> Vec<String> {
        match Definition::group(name) {
            Some((_, names)) => names.iter().map(|&name| name.to_owned()).collect(),
            None => vec![name.clone()],
        }
    };
    let names = names.iter().flat_map(of_name);
    let mut definitions = names.map(|name| Definition::find(&name)).collect::<Result<Vec<_>>>()?;
    let mut seen = BTreeMap::new();
    // Some file systems ignore case.
    definitions.retain(|definition| seen.insert(definition.argument.clone(), definition.name.to_lowercase()).is_none());
    match seen.values().find(|name| seen.values().filter(|other| other == name).count() > 1) {
        None => Ok(definitions),
        Some(name) => Err(Usage::error(with_help(
            format!("two experiments have the name `{name}` and would write the same files"),
            "rename one of the files",
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sweep_ends_in_one_screen() {
        // One line for each experiment, at most ten lines around them, and at most 40 in all.
        assert!(definitions(&[]).unwrap().len() <= 30);
    }
}
