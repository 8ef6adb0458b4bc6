//! Where an experiment stands among the others.

use std::collections::BTreeSet;

use schemes::Scheme;
use serde::Deserialize;

use super::{Definition, ReportKind};

/// Where an experiment stands among the others.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Placement {
    /// The question that it answers; by default, the one that its form suggests.
    pub topic: Option<Topic>,
    /// Whether reports show it before the others of its topic.
    pub first_in_topic: bool,
    /// The group that it belongs to. A sweep without names does not run it then.
    pub group: Option<String>,
    /// Further groups.
    pub also_in: Vec<String>,
    /// What tables of its groups call it; by default, the game.
    pub short_title: Option<String>,
    /// The default number of key seeds of the group.
    pub seeds: u64,
    /// The order in its groups.
    pub order: u32,
}

impl Default for Placement {
    fn default() -> Self {
        let (topic, first_in_topic) = (None, false);
        Self { topic, first_in_topic, group: None, also_in: Vec::new(), short_title: None, seeds: 1, order: 0 }
    }
}

impl Placement {
    /// Returns the names of the groups.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &str> {
        self.group.iter().chain(&self.also_in).map(String::as_str)
    }
}

/// A question that several experiments answer. The order is that of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    /// What makes a chess program play better?
    Play,
    /// Everything else.
    Other,
}

impl Topic {
    /// Returns the question that the form of an experiment suggests.
    fn by_form(definition: &Definition) -> Self {
        let part = &definition.full;
        let with_table: BTreeSet<Scheme> = part.all_schemes().flatten().collect();
        let without = part.all_schemes().any(|scheme| scheme.is_none());
        match definition.kind {
            ReportKind::Means => Self::Printed,
            ReportKind::Techniques | ReportKind::Match => Self::Play,
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
            Self::Play => "Which table and which techniques does a strong program need?",
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
            Self::Play => "question-play",
            Self::Other => "question-other",
        }
    }
}

impl Definition {
    /// Returns the question that it answers.
    #[must_use]
    pub fn topic(&self) -> Topic {
        self.placement.topic.unwrap_or_else(|| Topic::by_form(self))
    }

    /// Returns what tables of its groups call it.
    #[must_use]
    pub fn short_title(&self) -> &str {
        self.placement.short_title.as_deref().unwrap_or_else(|| self.game.title())
    }

    /// Returns whether it is one of a group: a sweep without names does not run it.
    #[must_use]
    pub fn is_on_request(&self) -> bool {
        self.placement.group.is_some()
    }

    /// Returns whether it is one of this group.
    #[must_use]
    pub fn is_in(&self, group: &str) -> bool {
        self.placement.groups().any(|one| one == group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_answers_a_question() {
        for definition in Definition::all().unwrap() {
            assert!(definition.placement.topic.is_some_and(|topic| topic != Topic::Other), "{}", definition.name);
        }
        let by_form = |name: &str| Topic::by_form(&Definition::find(name).unwrap());
        let names =
            ["thesis-fig-2.13", "thesis-fig-2.10", "domineering-without-table", "tutorial-table", "article-fig-1"];
        let topics = [Topic::Parts, Topic::Benefit, Topic::Benefit, Topic::Printed, Topic::Schemes];
        assert_eq!(names.map(by_form), topics);
    }

    #[test]
    fn a_group_has_its_members_in_order_and_the_seeds_of_its_own() {
        let (seeds, names) = Definition::group("forensics").unwrap();
        assert_eq!((seeds, names.len(), names[0], names[11]), (1, 12, "forensics-table-2", "readings-domineering"));
        assert_eq!(Definition::group("readings").unwrap(), (5, &["readings-chess", "readings-domineering"][..]));
        assert_eq!(Definition::group("remarks").unwrap().1[4], "hits-by-depth");
        assert_eq!(Definition::groups().count(), 12);
        assert!(Definition::find("hits-by-depth").unwrap().is_in("forensics"));
    }
}
