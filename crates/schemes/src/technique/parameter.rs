//! The numbers in the names of techniques, such as the 8 of `depth-4+age-8`.

use std::fmt;

use tt::policies::{RequiredDepth, Weighted};

use super::Technique;
use crate::policies::Rule;

/// A number that a [`Weighted`] policy depends on, and that an option of a [`Technique`] sets.
///
/// [`Technique::OPTIONS`] lists a few values of each. A name may have any number from 0 to 255.
///
/// ```
/// use schemes::{Parameter, Technique};
///
/// let engine = Technique::find("stockfish-18").expect("a scheme of the list");
/// assert_eq!((engine.parameter(Parameter::Age), engine.parameter(Parameter::Margin)), (Some(8), Some(3)));
/// let other = engine.with_parameter(Parameter::Age, 12).expect("a weight");
/// assert_eq!(other.name(), "stockfish-18+age-12");
/// assert_eq!(other.with_parameter(Parameter::Age, 8), Some(engine));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parameter {
    /// What each search since a position was stored subtracts from its value: `age-N`.
    Age,
    /// How much shallower a record may be to overwrite that of the same position, in plies: `overwrite-margin-N`.
    Margin,
    /// How much shallower than the victim a candidate may be to be stored, in plies: `margin-N`.
    StoreMargin,
    /// What a PV node adds to the depth of a record that may overwrite that of the same position: `pv-margin-N`.
    PvMargin,
}

impl Parameter {
    /// Every parameter.
    pub const ALL: [Self; 4] = [Self::Age, Self::Margin, Self::StoreMargin, Self::PvMargin];

    /// Returns the option without its number, such as `age`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Age => "age",
            Self::Margin => "overwrite-margin",
            Self::StoreMargin => "margin",
            Self::PvMargin => "pv-margin",
        }
    }

    /// Reads an option.
    pub(super) fn read(option: &str) -> Option<(Self, u8)> {
        let number = |parameter: Self| {
            let digits = option.strip_prefix(parameter.name())?.strip_prefix('-')?;
            // A name has one spelling.
            let number = digits.parse().ok().filter(|number: &u8| number.to_string() == digits)?;
            Some((parameter, number))
        };
        Self::ALL.into_iter().find_map(number)
    }

    /// Returns the number of a policy; `None` if another rule takes its place.
    fn of(self, weighted: Weighted) -> Option<u8> {
        let within = |depth| if let RequiredDepth::Within(plies) = depth { Some(plies) } else { None };
        match self {
            Self::Age => weighted.age.try_into().ok(),
            Self::Margin => within(weighted.overwrites),
            Self::StoreMargin => within(weighted.replaces),
            Self::PvMargin => Some(weighted.pv_margin),
        }
    }

    /// Sets the number of a policy; `None` if it would have no effect.
    pub(super) fn set(self, weighted: &mut Weighted, number: u8) -> Option<()> {
        match self {
            Self::Age => weighted.age = number.into(),
            Self::Margin => weighted.overwrites = RequiredDepth::Within(number),
            Self::StoreMargin => weighted.replaces = RequiredDepth::Within(number),
            // Every record overwrites the old one.
            Self::PvMargin if weighted.overwrites == RequiredDepth::Any => return None,
            Self::PvMargin => weighted.pv_margin = number,
        }
        Some(())
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Technique {
    /// Returns the number of a parameter. `None` if the scheme does not have it, or has another rule instead: every
    /// record of the same position overwrites in `depth-4`, so there is no [margin](Parameter::Margin).
    #[must_use]
    pub fn parameter(self, parameter: Parameter) -> Option<u8> {
        let policy = self.kind().policy;
        match policy.rule {
            // The rule for the same position replaces that of the policy.
            Rule::Weighted(_) if parameter == Parameter::Margin && policy.same.is_some() => None,
            Rule::Weighted(weighted) => parameter.of(weighted),
            _ => None,
        }
    }

    /// Returns the scheme with another number. `None` if it does not have the parameter.
    ///
    /// The name has no option that sets the number that the scheme has without it.
    #[must_use]
    pub fn with_parameter(self, parameter: Parameter, number: u8) -> Option<Self> {
        let is_other = |word: &&str| Parameter::read(word).is_none_or(|(of, _)| of != parameter);
        let words: Vec<&str> = self.name().split('+').filter(is_other).collect();
        let without = Self::find(&words.join("+"));
        if let Some(without) = without.filter(|without| without.parameter(parameter) == Some(number)) {
            return Some(without);
        }
        let option = format!("{parameter}-{number}");
        // At the only place where the name is valid.
        (1..=words.len()).find_map(|at| {
            let (before, after) = words.split_at(at);
            Self::find(&[before, &[&option], after].concat().join("+"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(name: &str) -> Technique {
        Technique::find(name).unwrap_or_else(|| panic!("no {name}"))
    }

    #[test]
    fn every_number_has_one_name() {
        for name in ["depth-4+age-0", "depth-4+age-255", "stockfish-18+overwrite-margin-0", "edax+margin-17"] {
            assert_eq!(find(name).name(), name);
        }
        for name in ["depth-4+age-08", "depth-4+age-256", "depth-4+age--1", "depth-4+age-", "deep+age-3"] {
            assert_eq!(Technique::find(name), None, "{name}");
        }
        for name in ["depth-4+age-3+age-4", "stockfish-18+overwrite-margin-2+same-deeper", "depth-4+pv-margin-3"] {
            assert_eq!(Technique::find(name), None, "{name}");
        }
    }

    #[test]
    fn a_parameter_is_changed_where_the_name_has_it() {
        let base = find("depth-4+age-8+refresh+key-16+memory");
        let names = [
            (Parameter::Age, 3, "depth-4+age-3+refresh+key-16+memory"),
            (Parameter::Age, 0, "depth-4+refresh+key-16+memory"),
            (Parameter::Margin, 2, "depth-4+age-8+refresh+overwrite-margin-2+key-16+memory"),
            (Parameter::StoreMargin, 9, "depth-4+age-8+margin-9+refresh+key-16+memory"),
        ];
        for (parameter, number, name) in names {
            let changed = base.with_parameter(parameter, number).unwrap();
            assert_eq!((changed.name(), changed.parameter(parameter)), (name, Some(number)));
        }
        assert_eq!(base.parameter(Parameter::Margin), None, "every record overwrites");
        assert_eq!(base.with_parameter(Parameter::PvMargin, 1), None);
        assert_eq!(find("lru-4").with_parameter(Parameter::Age, 1), None);
        assert_eq!(find("stockfish-18+same-deeper").with_parameter(Parameter::Margin, 1), None);
        assert_eq!(find("stockfish-18+same-deeper").parameter(Parameter::Margin), None);
    }

    #[test]
    fn numbers_have_an_order() {
        let names = ["depth-4", "depth-4+age-0", "depth-4+age-2", "depth-4+age-3", "depth-4+age-10", "depth-4+refresh"];
        assert!(names.map(find).is_sorted());
    }
}
