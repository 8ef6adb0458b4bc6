//! The form of the report of an experiment.

use serde::Deserialize;

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReportKind {
    /// A row for every board and a number for every scheme and size; both first players are added up.
    Boards,
    /// A curve for every scheme over the sizes of the table, one picture for every board or depth.
    Sizes,
    /// A curve for every scheme over the load of the table: nodes relative to a table that loses nothing.
    Loads,
    /// A row for every scheme and a number for every depth.
    Depths,
    /// The table of the Connect Four tutorial: a row for every test set.
    Means,
    /// A row for every set of techniques of a program: its nodes beside those of the first set.
    Techniques,
    /// A row for every variant: the results of its games against the base.
    Match,
}

impl ReportKind {
    /// Returns the name, as definitions write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Boards => "boards",
            Self::Sizes => "sizes",
            Self::Loads => "loads",
            Self::Depths => "depths",
            Self::Means => "means",
            Self::Techniques => "techniques",
            Self::Match => "match",
        }
    }
}
