//! The questions under which experiments are grouped.

use std::collections::{BTreeMap, BTreeSet};

use experiments::definition::{Definition, ReportKind};
use tt::Scheme;

use crate::report::Report;

/// A question that several experiments answer. The order is that of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// Which replacement scheme needs the fewest nodes?
    Schemes,
    /// What does a table save?
    Benefit,
    /// Is the score or the move worth more?
    Parts,
    /// Do longer lines of moves help?
    Lines,
    /// Do our results equal the printed ones?
    Printed,
    /// How many false hits are there?
    FalseHits,
    /// Everything else.
    Other,
}

/// Experiments that answer another question than their form suggests.
const EXCEPTIONS: [(&str, Topic); 5] = [
    ("thesis-fig-2.6", Topic::Benefit),
    ("fine-70", Topic::Benefit),
    ("cray-blitz-middle-game", Topic::Benefit),
    ("cray-blitz-endgame", Topic::Benefit),
    ("cray-blitz-fine-70", Topic::Benefit),
];

/// The names of experiments of all games that answer another question begin like this.
const FAMILIES: [(&str, Topic); 2] = [("key-bits-", Topic::FalseHits), ("false-hits-", Topic::FalseHits)];

impl Topic {
    /// Returns the question that an experiment answers.
    #[must_use]
    pub fn of(definition: &Definition) -> Self {
        if let Some((_, topic)) = EXCEPTIONS.iter().find(|(name, _)| *name == definition.name) {
            return *topic;
        }
        if let Some((_, topic)) = FAMILIES.iter().find(|(start, _)| definition.name.starts_with(start)) {
            return *topic;
        }
        let part = &definition.full;
        let with_table: BTreeSet<Scheme> = part.all_schemes().flatten().collect();
        let without = part.all_schemes().any(|scheme| scheme.is_none());
        match definition.kind {
            ReportKind::Means => Self::Printed,
            ReportKind::Boards if definition.published.is_some() => Self::Printed,
            _ if part.parts.len() > 1 => Self::Parts,
            _ if part.game.lines().len() > 1 => Self::Lines,
            _ if with_table.len() > 1 => Self::Schemes,
            _ if without && !with_table.is_empty() => Self::Benefit,
            _ => Self::Other,
        }
    }

    /// Returns the question.
    #[must_use]
    pub fn question(self) -> &'static str {
        match self {
            Self::Schemes => "Which replacement scheme needs the fewest nodes?",
            Self::Benefit => "How many nodes does a table save?",
            Self::Parts => "Which is worth more, the stored score or the stored move?",
            Self::Lines => "Does storing several moves instead of one help?",
            Self::Printed => "Who wins, and do the node counts match the published ones?",
            Self::FalseHits => "How many false hits are there, and what do they change?",
            Self::Other => "Other experiments",
        }
    }

    /// Returns the name of the question in links.
    #[must_use]
    pub fn anchor(self) -> &'static str {
        match self {
            Self::Schemes => "question-schemes",
            Self::Benefit => "question-benefit",
            Self::Parts => "question-parts",
            Self::Lines => "question-lines",
            Self::Printed => "question-printed",
            Self::FalseHits => "question-false-hits",
            Self::Other => "question-other",
        }
    }
}

/// Returns reports by the question that they answer.
#[must_use]
pub fn grouped<'r, 'a>(reports: &'r [Report<'a>]) -> BTreeMap<Topic, Vec<&'r Report<'a>>> {
    let mut topics = BTreeMap::<Topic, Vec<&Report<'_>>>::new();
    for report in reports {
        topics.entry(Topic::of(report.definition)).or_default().push(report);
    }
    // The thesis has the most positions, and later experiments are of other games.
    let rank = |report: &&Report<'_>| !report.definition.name.starts_with("thesis-fig");
    topics.values_mut().for_each(|reports| reports.sort_by_key(rank));
    topics
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_answers_a_question() {
        for definition in Definition::all().unwrap() {
            assert_ne!(Topic::of(&definition), Topic::Other, "{}", definition.name);
        }
        let topic = |name: &str| Topic::of(&Definition::find(name).unwrap());
        assert_eq!(topic("thesis-fig-2.13"), Topic::Parts);
        assert_eq!(topic("thesis-fig-2.10"), Topic::Benefit);
        assert_eq!(topic("domineering-without-table"), Topic::Benefit);
        assert_eq!(topic("tutorial-table"), Topic::Printed);
        let (_, names) = Definition::group("key-bits").unwrap();
        assert!(names.iter().all(|name| topic(name) == Topic::FalseHits));
    }
}
