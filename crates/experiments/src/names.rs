//! Suggestions for misspelled names.

use crate::text::with_help;

/// Returns the name that was probably meant by `name`, if any is similar.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let names = names.into_iter().filter(|_| !name.is_empty());
    names
        .map(|candidate| (strsim::levenshtein(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= candidate.chars().count().div_ceil(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the error of an unknown name, which suggests the nearest of the known `names`, or else lists them and
/// `or_else`. `kind` is what has the name.
pub(crate) fn unknown<'a>(
    kind: &str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
    or_else: &str,
) -> String {
    let what = format!("unknown {kind} `{name}`");
    match nearest(&name.to_ascii_lowercase(), names.clone()) {
        Some(nearest) => with_help(what, did_you_mean(nearest)),
        None => format!("{what}: expected {}{or_else}", names.collect::<Vec<_>>().join(", ")),
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
}
