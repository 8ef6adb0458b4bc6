//! Readings: what the sources leave open about the original programs, and the admissible alternatives.
//!
//! `readings.toml` has all of them. Every reading but the default is an option of the search or of the scheme, so that
//! a row records it. A [`Readings`] has an answer to every question; a [preset](PRESETS) is one that has a name.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use anyhow::{Context, Error, Result};
use programs::{SearchOption, SearchOptions};
use schemars::JsonSchema;
use schemes::Scheme;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::help::with_help;
use crate::program;
use crate::suggestions::unknown;
use crate::table_text::{in_order, read_scheme, scheme_name};
use crate::text::read_words;

/// Everything that the sources leave open and that changes a count.
pub static QUESTIONS: LazyLock<Vec<Question>> = LazyLock::new(|| read().questions);

/// Readings that have a name.
pub static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| read().presets);

/// What `readings.toml` has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    questions: Vec<Question>,
    presets: Vec<Preset>,
}

fn read() -> File {
    toml::from_str(include_str!("readings.toml")).expect("tests read the file")
}

/// A question that the sources leave open.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The name, such as `depth`.
    pub name: String,
    /// What is open.
    pub open: String,
    /// The sentence that leaves it open, word for word.
    #[serde(deserialize_with = "read_words")]
    pub quote: String,
    /// Where the sentence is.
    pub source: String,
    /// The answers. The first one is the default of this laboratory.
    pub answers: Vec<Answer>,
}

/// An answer to a question. The default answer changes nothing.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The name, such as `longest-line`.
    pub name: String,
    /// What it means.
    #[serde(rename(serialize = "description"))]
    pub meaning: String,
    /// The option of the search that records it, if one does.
    #[serde(default, deserialize_with = "read_option", skip_serializing)]
    #[schemars(skip)]
    pub search: Option<SearchOption>,
    /// The option of every scheme that records it, if one does.
    #[serde(skip_serializing)]
    pub scheme: Option<String>,
}

impl Answer {
    fn is_default(&self) -> bool {
        self.search.is_none() && self.scheme.is_none()
    }
}

fn read_option<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SearchOption>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let option = SearchOptions::option(&name);
    option.map(Some).ok_or_else(|| de::Error::custom(format!("unknown search option `{name}`")))
}

/// A question with the answer that was chosen, such as `depth=longest-line`.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The question.
    pub question: &'static Question,
    /// The answer.
    pub answer: &'static Answer,
}

impl Reading {
    /// Returns a scheme and options of a search with this reading. A search without a table has no scheme to change.
    ///
    /// # Errors
    ///
    /// The reading cannot be combined with the scheme or with an option of the search.
    pub fn apply(self, scheme: Option<Scheme>, search: SearchOptions) -> Result<(Option<Scheme>, SearchOptions)> {
        let with_option = |scheme| self.answer.scheme.as_ref().map_or(Ok(scheme), |option| with_option(scheme, option));
        let scheme = scheme.map(with_option).transpose().with_context(|| format!("the reading {self}"))?;
        match self.answer.search.filter(|&option| !search.contains(option)) {
            None => Ok((scheme, search)),
            Some(option) => match search.with(option) {
                Ok(search) => Ok((scheme, search)),
                Err(other) => {
                    let what = format!("the reading {self} cannot be combined with {}", other.name());
                    Err(Error::new(with_help(what, "choose one of them")))
                }
            },
        }
    }
}

/// Returns a scheme with one more option.
fn with_option(scheme: Scheme, option: &str) -> Result<Scheme> {
    let mut words = scheme.name().split('+');
    let base = words.next().unwrap_or_default();
    let name = [&[base], &in_order(words.chain([option]))[..]].concat().join("+");
    read_scheme(&name)?.with_context(|| format!("{} has no option", scheme_name(Some(scheme))))
}

impl Reading {
    /// Returns whether it concerns the table alone, so that searches without a table are the same under it.
    #[must_use]
    pub fn is_of_table(self) -> bool {
        self.answer.scheme.is_some() || self.answer.search.is_some_and(SearchOption::needs_table)
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.question.name, self.answer.name)
    }
}

impl Question {
    /// Returns the question with each of its answers, the default first.
    pub fn readings(&'static self) -> impl Iterator<Item = Reading> {
        self.answers.iter().map(move |answer| Reading { question: self, answer })
    }
}

impl Reading {
    /// Returns whether it is the default of this laboratory.
    #[must_use]
    pub fn is_default(self) -> bool {
        self.answer.is_default()
    }

    /// Returns every reading that is not a default, question by question.
    pub fn all() -> impl Iterator<Item = Self> {
        QUESTIONS.iter().flat_map(Question::readings).filter(|reading| !reading.is_default())
    }

    /// Returns the place of the question in the list, and that of the answer.
    fn rank(self) -> (Option<usize>, Option<usize>) {
        let question = QUESTIONS.iter().position(|question| question.name == self.question.name);
        (question, self.question.answers.iter().position(|answer| answer.name == self.answer.name))
    }
}

impl PartialEq for Reading {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Reading {}

impl PartialOrd for Reading {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reading {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl FromStr for Reading {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let Some((name, answer)) = text.split_once('=') else {
            let what =
                format!("invalid reading `{text}`: expected QUESTION=ANSWER, such as depth=longest-line, or a preset");
            return Err(Error::new(with_help(what, format!("run `{} readings` to list them", program()))));
        };
        let question = question(name)?;
        let answers = || question.answers.iter().map(|answer| answer.name.as_str());
        let found = question.answers.iter().find(|one| one.name == answer);
        let answer = found.ok_or_else(|| {
            let what =
                format!("unknown answer to {name} `{answer}`: expected {}", answers().collect::<Vec<_>>().join(", "));
            Error::new(with_help(what, format!("run `{} readings {name}` to read what they mean", program())))
        })?;
        Ok(Self { question, answer })
    }
}

/// Answers to some questions, such as `quiescence=never,history=none`; to the others, the default.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Readings(Vec<Reading>);

impl Readings {
    /// Returns whether every answer is the default.
    #[must_use]
    pub fn is_default(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the answers that are not the default, in the order of [`QUESTIONS`].
    pub fn each(&self) -> impl Iterator<Item = Reading> {
        self.0.iter().copied()
    }

    /// Returns the name of the [preset](PRESETS) that is the same, or else every answer.
    #[must_use]
    pub fn name(&self) -> String {
        let is_same = |preset: &&Preset| preset.readings.parse::<Self>().is_ok_and(|other| other == *self);
        PRESETS.iter().find(is_same).map_or_else(|| self.to_string(), |preset| preset.name.clone())
    }

    /// Returns those that change a search without a table.
    #[must_use]
    pub fn without_table(&self) -> Self {
        Self(self.each().filter(|reading| !reading.is_of_table()).collect())
    }

    /// Returns these readings with one answer given or changed.
    #[must_use]
    pub fn with(&self, reading: Reading) -> Self {
        let others = self.each().filter(|other| other.question.name != reading.question.name);
        let mut all: Vec<Reading> = others.chain((!reading.is_default()).then_some(reading)).collect();
        all.sort();
        Self(all)
    }

    /// Returns these readings together with others.
    ///
    /// # Errors
    ///
    /// Both answer the same question, differently.
    pub fn and(&self, others: &Self) -> Result<Self> {
        others.each().try_fold(self.clone(), |all, reading| {
            match all.each().find(|other| other.question.name == reading.question.name && *other != reading) {
                Some(other) => Err(same_question(other, reading)),
                None => Ok(all.with(reading)),
            }
        })
    }

    /// Returns a scheme and options of a search with these readings.
    ///
    /// # Errors
    ///
    /// One of them cannot be combined with the scheme or with an option of the search.
    pub fn apply(&self, scheme: Option<Scheme>, search: SearchOptions) -> Result<(Option<Scheme>, SearchOptions)> {
        self.each().try_fold((scheme, search), |(scheme, search), reading| reading.apply(scheme, search))
    }

    /// Returns which readings change nothing in a search without a table, as sentences without a full stop. A reading
    /// that is an option of the search is not among them: see [`without_effect`](crate::cell::without_effect).
    pub fn without_effect(&self) -> impl Iterator<Item = String> {
        let of_scheme = self.each().filter(|reading| reading.answer.scheme.is_some());
        of_scheme.map(|reading| format!("the reading {reading} has no effect without a table"))
    }

    /// Returns which readings a scheme and options of a search follow, and both without them.
    #[must_use]
    pub fn of(scheme: Option<Scheme>, search: SearchOptions) -> (Self, Option<Scheme>, SearchOptions) {
        let mut readings = Self::default();
        let mut rest = SearchOptions::PLAIN;
        for option in search.iter() {
            let is_meant = |one: &Reading| one.answer.search == Some(option);
            match Reading::all().find(is_meant) {
                Some(reading) => readings = readings.with(reading),
                // A part of a set can be combined.
                None => rest = rest.with(option).unwrap_or(rest),
            }
        }
        let name = scheme.map_or("", Scheme::name);
        let mut words = Vec::new();
        for word in name.split('+') {
            let is_meant = |one: &Reading| one.answer.scheme.as_deref() == Some(word);
            match Reading::all().find(is_meant) {
                Some(reading) => readings = readings.with(reading),
                None => words.push(word),
            }
        }
        let without = scheme.and_then(|scheme| read_scheme(&words.join("+")).ok().flatten().or(Some(scheme)));
        (readings, without, rest)
    }
}

impl fmt::Display for Readings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.each().map(|reading| reading.to_string()).collect();
        f.pad(&if names.is_empty() { "default".to_owned() } else { names.join(",") })
    }
}

impl FromStr for Readings {
    type Err = Error;

    /// Reads answers and presets, separated by commas. An answer overrides that of a preset before it.
    fn from_str(text: &str) -> Result<Self> {
        let (mut all, mut given) = (Self::default(), Vec::<Reading>::new());
        for word in text.split(',').filter(|word| *word != "default") {
            if let Some(preset) = PRESETS.iter().find(|preset| preset.name == word) {
                all = all.and(&preset.readings.parse()?)?;
                continue;
            }
            let reading: Reading = word.parse()?;
            if let Some(&other) = given.iter().find(|other| other.question.name == reading.question.name) {
                return Err(same_question(other, reading));
            }
            given.push(reading);
            all = all.with(reading);
        }
        Ok(all)
    }
}

fn same_question(one: Reading, other: Reading) -> Error {
    Error::new(with_help(format!("{one} and {other} answer the same question"), "choose one of them"))
}

/// Readings with a name, after the program that they come closest to.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// The name, such as `alibaba-1994`.
    pub name: String,
    /// The program.
    #[serde(rename(serialize = "description"))]
    pub program: String,
    /// The readings, as [`Readings`] reads them.
    pub readings: String,
}

impl Preset {
    /// Returns its answers.
    ///
    /// # Panics
    ///
    /// Panics if a name in [`Self::readings`] is unknown, which a test rules out.
    #[must_use]
    pub fn answers(&self) -> Readings {
        self.readings.parse().expect("names of answers")
    }
}

/// What has a name here: a question or a preset.
#[derive(Clone, Copy, Debug)]
pub enum QuestionOrPreset {
    /// A question.
    Question(&'static Question),
    /// A preset.
    Preset(&'static Preset),
}

impl FromStr for QuestionOrPreset {
    type Err = Error;

    /// Finds the question or the preset with this name. The error suggests the nearest one.
    fn from_str(name: &str) -> Result<Self> {
        let question = QUESTIONS.iter().find(|question| question.name == name).map(Self::Question);
        let preset = PRESETS.iter().find(|preset| preset.name == name).map(Self::Preset);
        let presets = PRESETS.iter().map(|preset| preset.name.as_str());
        let names = QUESTIONS.iter().map(|question| question.name.as_str()).chain(presets);
        question.or(preset).ok_or_else(|| Error::new(unknown("question or preset", name, names, "")))
    }
}

/// Returns the question with this name.
///
/// # Errors
///
/// There is none. The error suggests the nearest one.
pub fn question(name: &str) -> Result<&'static Question> {
    let names = QUESTIONS.iter().map(|question| question.name.as_str());
    let found = QUESTIONS.iter().find(|question| question.name == name);
    found.ok_or_else(|| Error::new(unknown("question", name, names, "")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::table_text::read_search;

    #[test]
    fn every_answer_can_be_chosen_and_is_recorded() {
        let mut seen = BTreeSet::new();
        for question in QUESTIONS.iter() {
            assert!(question.answers.len() > 1, "{}", question.name);
            for (index, answer) in question.answers.iter().enumerate() {
                let reading: Reading = format!("{}={}", question.name, answer.name).parse().unwrap();
                for scheme in Scheme::ALL.iter().copied().map(Some).chain([None]) {
                    let (changed, search) = reading.apply(scheme, SearchOptions::PLAIN).unwrap();
                    let is_default = (changed, search) == (scheme, SearchOptions::PLAIN);
                    let is_of_scheme = answer.scheme.is_some() && scheme.is_none();
                    assert_eq!(is_default, index == 0 || is_of_scheme, "{reading}");
                    assert_eq!(reading.apply(changed, search).unwrap(), (changed, search), "{reading}: twice");
                    if !is_default {
                        assert!(seen.insert((changed, search)), "{reading}: as another one");
                    }
                }
            }
        }
    }

    #[test]
    fn readings_that_exclude_each_other_are_errors() {
        let read = |text: &str| text.parse::<Reading>().unwrap();
        let (_, search) = read("history=none").apply(None, SearchOptions::PLAIN).unwrap();
        assert!(read("history=kept").apply(None, search).unwrap_err().to_string().contains("history-none"));
    }

    #[test]
    fn readings_are_found_again() {
        let scheme = Some(Scheme::TwoBig1);
        for reading in Reading::all() {
            let (changed, search) = reading.apply(scheme, SearchOptions::PLAIN).unwrap();
            let found = Readings::of(changed, search);
            assert_eq!(found, (Readings::default().with(reading), scheme, SearchOptions::PLAIN), "{reading}");
        }
        let two: Readings = "same-position=compete,history=none".parse().unwrap();
        let (changed, search) = two.apply(scheme, read_search("mtd").unwrap()).unwrap();
        assert_eq!(Readings::of(changed, search), (two, scheme, read_search("mtd").unwrap()));
    }

    #[test]
    fn presets_can_be_read_and_have_names_of_their_own() {
        let read = |text: &str| text.parse::<Readings>().unwrap().to_string();
        assert_eq!(read("alibaba-1994,history=per-root"), "same-position=compete-deeper,quiescence=never");
        assert!("history=none,history=per-root".parse::<Readings>().is_err());
        for preset in PRESETS.iter() {
            let readings: Readings = preset.name.parse().unwrap();
            assert_eq!(readings.to_string(), preset.readings, "in the order of the questions");
            assert_eq!(readings, preset.answers());
            assert!(!readings.is_default() && question(&preset.name).is_err());
            assert!(matches!(preset.name.parse(), Ok(QuestionOrPreset::Preset(found)) if found.name == preset.name));
        }
        assert!(matches!("depth".parse(), Ok(QuestionOrPreset::Question(found)) if found.name == "depth"));
    }

    /// The extracts have no italics.
    #[test]
    fn every_sentence_is_in_the_extract_of_its_source() {
        let words = |text: &str| text.replace('*', "").split_whitespace().collect::<Vec<_>>().join(" ");
        let extract = include_str!("../../../testsets/published/quotes/breuker-1998.txt");
        for Question { name, quote, source, .. } in QUESTIONS.iter() {
            let section = source.strip_prefix("Breuker 1998, ").and_then(|rest| rest.split(' ').next()).unwrap();
            let (_, rest) = extract.split_once(&format!("\n[{section}]\n")).unwrap();
            let sentences = words(rest.split("\n[").next().unwrap());
            assert!(sentences.contains(&words(quote)), "{name}: {quote}");
        }
    }
}
