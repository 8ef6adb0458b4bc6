//! The table of a cell in words: the replacement scheme, and the parts of the table that the search uses.

use anyhow::{Context, Error, Result};
use tt::{Parts, Scheme};

use crate::names::unknown;
use crate::schemes;

/// Returns the name of a scheme, or `none` for the search without a table.
#[must_use]
pub fn scheme_name(scheme: Option<Scheme>) -> &'static str {
    scheme.map_or("none", Scheme::name)
}

/// Reads the name of a scheme, or `none` for a search without a table.
///
/// # Errors
///
/// The name is unknown. The error suggests the nearest one.
pub fn read_scheme(name: &str) -> Result<Option<Scheme>> {
    if name.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    if let Some(scheme) = schemes::find(name) {
        return Ok(Some(scheme));
    }
    let all = schemes::all();
    let names = all.iter().map(|scheme| scheme.name()).chain(["none"]);
    Err(Error::msg(unknown("replacement scheme", name, names, "")))
}

const PART_NAMES: [(Parts, &str); 5] = [
    (Parts::all(), "all"),
    (Parts::SCORE, "score"),
    (Parts::MOVE, "move"),
    (Parts::EXACT, "exact"),
    (Parts::BOUNDS, "bounds"),
];

/// Returns the parts of a table as words joined by `+`: `all`, `score`, `move+bounds`.
#[must_use]
pub fn parts_name(parts: Parts) -> String {
    let mut left = parts;
    let mut names = Vec::new();
    for (part, name) in PART_NAMES {
        if left.contains(part) {
            left.remove(part);
            names.push(name);
        }
    }
    if names.is_empty() { "none".to_owned() } else { names.join("+") }
}

/// Reads what [`parts_name`] writes.
///
/// # Errors
///
/// A word is not a part of a table.
pub fn read_parts(text: &str) -> Result<Parts> {
    if text == "none" {
        return Ok(Parts::empty());
    }
    text.split('+').try_fold(Parts::empty(), |sum, word| {
        let part = PART_NAMES.iter().find(|(_, name)| *name == word).map(|(part, _)| *part);
        let part = part.with_context(|| {
            format!("unknown part of a table `{word}`: expected all, score, move, exact, bounds or none")
        })?;
        Ok(sum | part)
    })
}
