//! A claim of a publication: its words, our reading of them, and how it is judged.

use std::fmt;

use anyhow::Result;
use experiments::text::read_words;
use schemars::JsonSchema;
use schemes::Scheme;
use serde::{Deserialize, Serialize, Serializer};

use super::data::{Data, Here};
use super::judgement::{Judgement, on_average};
use super::thresholds::Range;

/// A publication whose claims are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The thesis `[Breuker 1998]`, chapter 2.
    Thesis,
    /// The article `[Breuker 1994]`.
    Article,
    /// The page about the table `[Moreland 2001]`.
    Moreland,
    /// The Connect Four tutorial `[Pons]`.
    Pons,
    /// The article "Transposition Table" of the chess-programming wiki.
    Wiki,
    /// The definition of an experiment: nothing was published.
    #[default]
    Definition,
}

impl Source {
    /// Every publication, in the order of the ledger.
    pub const ALL: [Self; 5] = [Self::Thesis, Self::Article, Self::Moreland, Self::Pons, Self::Wiki];

    /// Returns the key under which the bibliography lists it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Thesis => "Breuker 1998",
            Self::Article => "Breuker 1994",
            Self::Moreland => "Moreland 2001",
            Self::Pons => "Pons",
            Self::Wiki => "Chess Programming Wiki",
            Self::Definition => "the definition",
        }
    }

    /// Returns its claims as TOML; empty for a definition.
    pub(super) fn claims(self) -> &'static str {
        match self {
            Self::Thesis => include_str!("../../claims/thesis.toml"),
            Self::Article => include_str!("../../claims/article.toml"),
            Self::Moreland => include_str!("../../claims/moreland.toml"),
            Self::Pons => include_str!("../../claims/pons.toml"),
            Self::Wiki => include_str!("../../claims/wiki.toml"),
            Self::Definition => "",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A statement of a publication that rows or arithmetic can confirm or contradict.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all(deserialize = "kebab-case"), deny_unknown_fields)]
pub struct Claim {
    /// The name, which does not change.
    pub name: String,
    /// The publication, as the bibliography lists it.
    #[serde(skip_deserializing)]
    #[schemars(with = "String")]
    pub source: Source,
    /// The section of the publication, such as `2.7.1`.
    pub section: String,
    /// The sentence, word for word.
    #[serde(deserialize_with = "read_words")]
    pub quote: String,
    /// What has to hold of the rows: our reading of the sentence.
    #[serde(deserialize_with = "read_words")]
    pub reading: String,
    /// What else a reader should know. Empty if there is nothing.
    #[serde(default, deserialize_with = "read_words")]
    pub note: String,
    /// For a claim that differs: what would have to be found for the verdict to change. Otherwise empty.
    #[serde(default, deserialize_with = "read_words")]
    pub would_change: String,
    /// The experiments whose printed numbers have to pass our reading.
    #[serde(default, skip_serializing)]
    pub printed: Vec<String>,
    /// If the printed numbers contradict the sentence: how. Otherwise empty.
    #[serde(default, deserialize_with = "read_words")]
    pub contradicts_print: String,
    /// The claim that it repeats in other words. Empty if there is none.
    #[serde(default)]
    pub repeats: String,
    /// The experiments that the source speaks of. Empty if the claim needs no search.
    #[serde(default, skip_serializing)]
    pub experiments: Vec<String>,
    /// Our experiments that the source does not mention, in which the claim is judged as well.
    #[serde(default, skip_serializing)]
    pub beyond: Vec<String>,
    /// The experiments whose rows those are compared with.
    #[serde(default, skip_serializing)]
    pub with: Vec<String>,
    #[serde(skip)]
    pub(super) judge: Judge,
}

/// How a claim is judged.
#[derive(Clone, Copy, Debug)]
pub(super) enum Judge {
    /// By the rows of an experiment.
    Rows(fn(&Data) -> Judgement),
    /// By the rows of an experiment beside those of others.
    Beside(fn(&Here<'_>) -> Result<Judgement>),
    /// By the nodes with a scheme divided by those with another one, or without a table.
    Ratio(Scheme, Option<Scheme>, Range),
    /// By arithmetic.
    Arithmetic(fn() -> Judgement),
}

impl Default for Judge {
    fn default() -> Self {
        Self::Arithmetic(Judgement::nothing)
    }
}

impl Judge {
    /// Judges the rows of an experiment.
    pub(super) fn of_rows(&self, here: &Here<'_>) -> Result<Judgement> {
        Ok(match *self {
            Self::Rows(judge) => judge(here),
            Self::Beside(judge) => judge(here)?,
            Self::Ratio(scheme, Some(than), range) => on_average(here.deepest().nodes(&[scheme], &[than]), range),
            Self::Ratio(scheme, None, range) => on_average(here.deepest().nodes_per_no_table(&[scheme]), range),
            Self::Arithmetic(compute) => compute(),
        })
    }
}

impl Claim {
    /// Returns where it was published: `Breuker 1998, 2.7.1`.
    #[must_use]
    pub fn cites(&self) -> String {
        if self.section.is_empty() { self.source.to_string() } else { format!("{}, {}", self.source, self.section) }
    }

    /// Returns whether it is judged in this experiment.
    #[must_use]
    pub fn is_judged_in(&self, experiment: &str) -> bool {
        self.experiments.iter().chain(&self.beyond).any(|one| one == experiment)
    }

    /// Returns the quote, shortened if it is long.
    #[must_use]
    pub fn short_quote(&self) -> String {
        const MOST: usize = 100;
        if self.quote.chars().count() <= MOST {
            return self.quote.clone();
        }
        let start: String = self.quote.chars().take(MOST).collect();
        let end = start.rfind(' ').unwrap_or(start.len());
        format!("{} …", start[..end].trim_end_matches([',', ';', ':']))
    }
}
