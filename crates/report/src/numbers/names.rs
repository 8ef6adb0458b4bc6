//! What searches are called: by the options that record them, or by the readings that these options stand for.

use experiments::cell::SearchOptions;
use experiments::definition::Definition;
use experiments::readings::Readings;
use schemes::Scheme;

/// Returns the [label](Scheme::label) of a scheme, or `no table`.
#[must_use]
pub fn scheme_label(scheme: Option<Scheme>) -> &'static str {
    scheme.map_or("no table", Scheme::label)
}

/// Returns the label of a scheme, or `no table`, followed by the options of the search if there are any.
pub(crate) fn variant_label(scheme: Option<Scheme>, search: SearchOptions) -> String {
    let scheme = scheme_label(scheme);
    if search.is_plain() { scheme.to_owned() } else { format!("{scheme}, {search}") }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Names {
    #[default]
    Options,
    Readings,
}

impl Names {
    /// Returns the names for an experiment: by readings if it compares readings.
    pub(crate) fn of(definition: &Definition) -> Self {
        if definition.compares_readings() { Self::Readings } else { Self::Options }
    }

    /// Returns the label of a scheme, or `no table`, and what is special about the search.
    pub(crate) fn label(self, scheme: Option<Scheme>, search: SearchOptions) -> String {
        if self == Self::Options {
            return variant_label(scheme, search);
        }
        let (readings, scheme, rest) = Readings::of(scheme, search);
        let label = variant_label(scheme, rest);
        if readings.is_default() { label } else { format!("{label}, {}", readings.name()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_have_the_names_of_their_presets_and_answers() {
        let label = |names: Names, scheme: &str, search: &str| {
            names.label(Some(scheme.parse().unwrap()), SearchOptions::find(search).unwrap())
        };
        let (compete, search) = ("big1+same-compete", "quiescence-full+history-none");
        assert_eq!(label(Names::Options, compete, search), "big1+same-compete, quiescence-full+history-none");
        assert_eq!(
            label(Names::Readings, compete, search),
            "Big1, same-position=compete,quiescence=never,history=none"
        );
        assert_eq!(label(Names::Readings, "big1+same-compete-deeper", search), "Big1, alibaba-1994");
        assert_eq!(label(Names::Readings, "big1", "mtd"), "Big1, mtd");
        assert_eq!(Names::Readings.label(None, SearchOptions::PLAIN), "no table");
    }

    #[test]
    fn experiments_about_readings_name_them() {
        let of = |name: &str| Names::of(&Definition::find(name).unwrap());
        assert_eq!(["forensics-table-2", "thesis-fig-2.8"].map(of), [Names::Readings, Names::Options]);
    }
}
