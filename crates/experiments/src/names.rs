//! Suggestions for misspelled names.

use anyhow::Error;

/// Returns the name that was probably meant by `name`, if any is similar.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let names = names.into_iter().filter(|_| !name.is_empty());
    names
        .map(|candidate| (strsim::levenshtein(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= candidate.chars().count().div_ceil(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the error of an unknown test set, which suggests the nearest name, or else lists `names` and `or_else`.
pub(crate) fn unknown_set<'a>(name: &str, names: impl Iterator<Item = &'a str> + Clone, or_else: &str) -> Error {
    match nearest(name, names.clone()) {
        Some(nearest) => Error::msg(format!("unknown test set `{name}`; did you mean {nearest}?")),
        None => {
            let names = names.collect::<Vec<_>>().join(", ");
            Error::msg(format!("unknown test set `{name}`: expected {names}{or_else}"))
        }
    }
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
}
