//! Suggestions for misspelled names.

use crate::help::{ErrorWithHelp, with_help};

/// Returns the name that was probably meant by `name`, if any is similar.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let names = names.into_iter().filter(|_| !name.is_empty());
    names
        .map(|candidate| (strsim::levenshtein(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= candidate.chars().count().div_ceil(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The fewest letters of a part of a name for which names with this part are suggested, and the most such names.
const PART: (usize, usize) = (3, 5);

/// Returns the few names that contain `part`.
fn containing<'a>(part: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let (fewest_letters, most_names) = PART;
    let names: Vec<&str> = names.filter(|name| name.contains(part)).collect();
    if part.len() < fewest_letters || names.len() > most_names { Vec::new() } else { names }
}

/// Returns the error of an unknown name, which suggests the nearest of the known `names` or those that contain it, or
/// else lists all names and `or_else`. `kind` is what has the name.
pub(crate) fn unknown<'a>(
    kind: &str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
    or_else: &str,
) -> ErrorWithHelp {
    suggested(kind, name, names.clone()).unwrap_or_else(|| {
        format!("unknown {kind} `{name}`: expected {}{or_else}", names.collect::<Vec<_>>().join(", ")).into()
    })
}

/// Returns the error of an unknown name, if a name is similar or some contain it.
pub(crate) fn suggested<'a>(
    kind: &str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Option<ErrorWithHelp> {
    let what = format!("unknown {kind} `{name}`");
    let name = name.to_ascii_lowercase();
    if let Some(nearest) = nearest(&name, names.clone()) {
        return Some(with_help(what, did_you_mean(nearest)));
    }
    match containing(&name, names).as_slice() {
        [] => None,
        [one] => Some(with_help(what, did_you_mean(one))),
        [others @ .., last] => Some(with_help(what, did_you_mean(&format!("{} or {last}", others.join(", "))))),
    }
}

/// Returns the help that suggests a name.
pub(crate) fn did_you_mean(name: &str) -> String {
    format!("did you mean {name}?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        assert_eq!(nearest("two-bg1", ["two-big1", "two-deep"]), Some("two-big1"));
        assert_eq!(nearest("random", ["two-big1", "two-deep"]), None);
        assert_eq!(nearest("", ["big"]), None);
    }

    #[test]
    fn names_that_contain_the_name_are_suggested() {
        let names = ["thesis-fig-2.8", "thesis-fig-2.12", "article-fig-2"];
        let error = |name| unknown("experiment", name, names.into_iter(), "").lines();
        assert!(error("fig-2.12").ends_with("thesis-fig-2.12?"));
        assert!(error("thesis").ends_with("thesis-fig-2.8 or thesis-fig-2.12?"));
        assert!(error("2").ends_with("expected thesis-fig-2.8, thesis-fig-2.12, article-fig-2"));
    }
}
