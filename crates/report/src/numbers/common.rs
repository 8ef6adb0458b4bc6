//! What all variants of an experiment have in common, which a picture says once instead of in every label.

use experiments::cell::SearchOptions;
use schemes::Scheme;

use crate::numbers::names::Names;
use crate::numbers::names::variant_label;
use crate::numbers::observations::Variant;

/// The scheme and the options of the search that all variants with a table share, if they differ in other options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Common {
    scheme: Option<Scheme>,
    search: SearchOptions,
    /// What the variants are called.
    pub(crate) names: Names,
}

impl Common {
    pub(crate) fn of(variants: &[Variant], names: Names) -> Self {
        let nothing = Self { names, ..Self::default() };
        let with_table = || variants.iter().filter(|variant| variant.scheme.is_some());
        let Some(first) = with_table().next() else { return nothing };
        // The name of a reading covers all of its options.
        if names == Names::Readings || with_table().all(|variant| variant.search == first.search) {
            return nothing;
        }
        Self {
            names,
            scheme: first.scheme.filter(|&scheme| with_table().all(|variant| variant.scheme == Some(scheme))),
            search: with_table().fold(first.search, |shared, variant| shared.intersection(variant.search)),
        }
    }

    /// Returns what tells a variant from the others.
    pub(crate) fn label(self, variant: Variant) -> String {
        if variant.search.intersection(self.search) != self.search {
            return self.names.label(variant.scheme, variant.search);
        }
        let rest = variant.search.difference(self.search);
        if self.scheme.is_some() && variant.scheme == self.scheme {
            rest.to_string()
        } else {
            self.names.label(variant.scheme, rest)
        }
    }

    /// Returns a sentence about what the labels leave out, with a space before it.
    pub(crate) fn sentence(self) -> String {
        match (self.scheme, self.search.is_plain()) {
            (None, true) => String::new(),
            (None, false) => format!(" All with {}.", self.search),
            (Some(_), _) => format!(" All with {}.", variant_label(self.scheme, self.search)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(scheme: &str, search: &str) -> Variant {
        let search = SearchOptions::find(search).unwrap();
        Variant { scheme: Some(scheme.parse().unwrap()), search, ..Variant::NO_TABLE }
    }

    #[test]
    fn labels_leave_out_what_all_share() {
        let [one, other] = ["exact-depth", "cut-off-only+exact-depth"].map(|search| variant("two-big1", search));
        let common = Common::of(&[Variant::NO_TABLE, one, other], Names::Options);
        assert_eq!([one, other].map(|variant| common.label(variant)), ["plain", "cut-off-only"]);
        assert_eq!(common.label(Variant::NO_TABLE), "no table");
        assert_eq!(common.sentence(), " All with TwoBig1, exact-depth.");

        let deep = variant("deep", "exact-depth");
        let common = Common::of(&[one, other, deep], Names::Options);
        assert_eq!([one, deep].map(|variant| common.label(variant)), ["TwoBig1", "Deep"]);
        assert_eq!(common.sentence(), " All with exact-depth.");
        assert_eq!(Common::of(&[one, deep], Names::Options), Common::default(), "the schemes are all that differs");
    }
}
