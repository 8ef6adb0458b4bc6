//! Names that a user got wrong, and the ones that were probably meant.

use anyhow::Error;

/// The name that `name` is most probably a misspelling of, if any is near.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let names = names.into_iter().filter(|_| !name.is_empty());
    names
        .map(|candidate| (strsim::levenshtein(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= candidate.chars().count().div_ceil(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The complaint about the name of a test set that there is not: the nearest one, or else all `names` and what may
/// stand in their place.
pub(crate) fn unknown_set<'a>(name: &str, names: impl Iterator<Item = &'a str> + Clone, or_else: &str) -> Error {
    match nearest(name, names.clone()) {
        Some(nearest) => Error::msg(format!("unknown test set `{name}`; did you mean {nearest}?")),
        None => {
            let names = names.collect::<Vec<_>>().join(", ");
            Error::msg(format!("unknown test set `{name}`; there are {names}{or_else}"))
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
