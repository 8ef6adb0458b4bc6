//! The table of a cell in words: the replacement scheme, the options of the search, and the parts of the table that the
//! search uses.

use anyhow::{Context, Error, Result};
use programs::{SearchOption, SearchOptions};
use tt::{Parts, Scheme, Technique};

use crate::names::{did_you_mean, nearest, unknown};
use crate::text::with_help;
use crate::{program, schemes};

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
    if let Some(option) = name.split('+').skip(1).find(|option| !is_option(option)) {
        let options = Technique::OPTIONS.iter().map(|(option, _)| *option);
        return Err(Error::msg(unknown("option of a scheme", option, options, "")));
    }
    if name.contains('+') && schemes::find(name.split('+').next().unwrap_or_default()).is_some() {
        let what =
            format!("invalid options of the scheme `{name}`: they are in another order, or do not fit the scheme");
        return Err(Error::msg(with_help(what, format!("run `{} schemes` to list the options in order", program()))));
    }
    let all = schemes::all();
    let names = all.iter().map(|scheme| scheme.name()).chain(["none"]);
    let bases = Technique::BASES.iter().map(|(base, _)| *base);
    Err(Error::msg(match nearest(&name.to_ascii_lowercase(), names.clone().chain(bases)) {
        Some(nearest) => with_help(format!("unknown replacement scheme `{name}`"), did_you_mean(nearest)),
        None => with_help(
            format!("unknown replacement scheme `{name}`: expected {}", names.collect::<Vec<_>>().join(", ")),
            format!("run `{} schemes` to list more schemes, and options", program()),
        ),
    }))
}

fn is_option(word: &str) -> bool {
    Technique::OPTIONS.iter().any(|(option, _)| *option == word)
}

/// Reads the names of search options, joined by `+`, or `plain`.
///
/// # Errors
///
/// A name is unknown, or the options cannot be combined. The error suggests the nearest name, or the order of a valid
/// one.
pub fn read_search(name: &str) -> Result<SearchOptions> {
    if let Some(options) = SearchOptions::find(name) {
        return Ok(options);
    }
    let mut options = SearchOptions::PLAIN;
    for word in name.split('+') {
        let Some(option) = SearchOption::find(word) else {
            let names = ["plain"].into_iter().chain(SearchOption::ALL.iter().map(|option| option.name()));
            if word == "plain" {
                let what = format!("invalid search `{name}`: plain cannot be combined with options");
                return Err(Error::msg(with_help(what, "remove plain")));
            }
            return Err(Error::msg(unknown("search option", word, names, "")));
        };
        options = options.with(option).map_err(|other| {
            let (one, other) = (other.name(), option.name());
            Error::msg(format!("invalid search `{name}`: {one} and {other} cannot be combined"))
        })?;
    }
    let what = format!("invalid search `{name}`: the options are in another order");
    Err(Error::msg(with_help(what, did_you_mean(&options.to_string()))))
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
