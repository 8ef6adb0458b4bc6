//! Readings: what the sources leave open about the original programs, and the admissible alternatives.
//!
//! Every reading but the default is an option of the search or of the scheme, so that a row records it. A [`Readings`]
//! has an answer to every question; a [preset](PRESETS) is one that has a name.

mod questions;

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result};
use programs::{SearchOption, SearchOptions};
use schemes::Scheme;

use crate::help::with_help;
use crate::program;
use crate::suggestions::unknown;
use crate::table_text::{in_order, read_scheme, scheme_name};

pub use questions::QUESTIONS;

/// A question that the sources leave open.
#[derive(Debug)]
pub struct Question {
    /// The name, such as `depth`.
    pub name: &'static str,
    /// What is open.
    pub open: &'static str,
    /// The sentence that leaves it open, word for word.
    pub quote: &'static str,
    /// Where the sentence is.
    pub source: &'static str,
    /// The answers. The first one is the default of this laboratory.
    pub answers: &'static [Answer],
}

/// An answer to a [`Question`].
#[derive(Debug)]
pub struct Answer {
    /// The name, such as `longest-line`.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    change: Change,
}

impl Answer {
    /// Returns the option of the search that records it, if one does.
    #[must_use]
    pub fn search_option(&self) -> Option<SearchOption> {
        if let Change::Search(option) = self.change { Some(option) } else { None }
    }

    /// Returns the option of a scheme that records it, if one does.
    #[must_use]
    pub fn scheme_option(&self) -> Option<&'static str> {
        if let Change::Scheme(option) = self.change { Some(option) } else { None }
    }
}

/// What an answer changes.
#[derive(Clone, Copy, Debug)]
enum Change {
    Nothing,
    Search(SearchOption),
    /// An option of every scheme.
    Scheme(&'static str),
}

/// A question with the answer that was chosen, such as `depth=longest-line`.
///
/// ```
/// use experiments::readings::Reading;
///
/// let reading: Reading = "depth=longest-line".parse()?;
/// assert_eq!(reading.to_string(), "depth=longest-line");
/// assert!("depth=deepest".parse::<Reading>().unwrap_err().to_string().contains("longest-line"));
/// # Ok::<(), anyhow::Error>(())
/// ```
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
        match self.answer.change {
            Change::Nothing => Ok((scheme, search)),
            Change::Search(option) if search.contains(option) => Ok((scheme, search)),
            Change::Search(option) => match search.with(option) {
                Ok(search) => Ok((scheme, search)),
                Err(other) => {
                    let what = format!("the reading {self} cannot be combined with {}", other.name());
                    Err(Error::new(with_help(what, "choose one of them")))
                }
            },
            Change::Scheme(option) => {
                let with_option = scheme.map(|scheme| with_option(scheme, option)).transpose();
                let scheme = with_option.with_context(|| format!("the reading {self}"))?;
                Ok((scheme, search))
            }
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
        match self.answer.change {
            Change::Nothing => false,
            Change::Scheme(_) => true,
            Change::Search(option) => option.needs_table(),
        }
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
        matches!(self.answer.change, Change::Nothing)
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
        let answers = || question.answers.iter().map(|answer| answer.name);
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
///
/// ```
/// use experiments::readings::Readings;
///
/// let readings: Readings = "history=none,quiescence=never".parse()?;
/// assert_eq!(readings.to_string(), "quiescence=never,history=none");
/// assert!("quiescence=before-generation".parse::<Readings>()?.is_default());
/// assert!("history=none,history=kept".parse::<Readings>().is_err());
/// # Ok::<(), anyhow::Error>(())
/// ```
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
        PRESETS.iter().find(is_same).map_or_else(|| self.to_string(), |preset| preset.name.to_owned())
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
        let of_scheme = self.each().filter(|reading| matches!(reading.answer.change, Change::Scheme(_)));
        of_scheme.map(|reading| format!("the reading {reading} has no effect without a table"))
    }

    /// Returns which readings a scheme and options of a search follow, and both without them.
    #[must_use]
    pub fn of(scheme: Option<Scheme>, search: SearchOptions) -> (Self, Option<Scheme>, SearchOptions) {
        let mut readings = Self::default();
        let mut rest = SearchOptions::PLAIN;
        for option in search.iter() {
            let is_meant = |one: &Reading| matches!(one.answer.change, Change::Search(other) if other == option);
            match Reading::all().find(is_meant) {
                Some(reading) => readings = readings.with(reading),
                // A part of a set can be combined.
                None => rest = rest.with(option).unwrap_or(rest),
            }
        }
        let name = scheme.map_or("", Scheme::name);
        let mut words = Vec::new();
        for word in name.split('+') {
            let is_meant = |one: &Reading| matches!(one.answer.change, Change::Scheme(other) if other == word);
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
#[derive(Debug)]
pub struct Preset {
    /// The name, such as `alibaba-1994`.
    pub name: &'static str,
    /// The program.
    pub program: &'static str,
    /// The readings, as [`Readings`] reads them.
    pub readings: &'static str,
}

/// The reading of both presets of ALIBABA.
const ALIBABA: &str = "same-position=compete-deeper,quiescence=never,history=none";

/// The presets.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "domi-1998",
        program: "DOMI, by the boards of Table 2.1 in the thesis",
        readings: "safe-moves=counted,equal-moves=by-columns,first-on-squares=horizontal",
    },
    Preset { name: "alibaba-1994", program: "ALIBABA, by Tables 1 to 3 of the article", readings: ALIBABA },
    Preset {
        name: "alibaba-1998",
        program: "ALIBABA, the same reading, which the savings of Figures 2.13 and 2.14 in the thesis confirm",
        readings: ALIBABA,
    },
];

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
        let names = QUESTIONS.iter().map(|question| question.name).chain(PRESETS.iter().map(|preset| preset.name));
        question.or(preset).ok_or_else(|| Error::new(unknown("question or preset", name, names, "")))
    }
}

/// Returns the question with this name.
///
/// # Errors
///
/// There is none. The error suggests the nearest one.
pub fn question(name: &str) -> Result<&'static Question> {
    let names = QUESTIONS.iter().map(|question| question.name);
    let found = QUESTIONS.iter().find(|question| question.name == name);
    found.ok_or_else(|| Error::new(unknown("question", name, names, "")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::help::shown;
    use crate::table_text::read_search;

    #[test]
    fn every_answer_can_be_chosen_and_is_recorded() {
        let mut seen = BTreeSet::new();
        for question in QUESTIONS {
            assert!(question.answers.len() > 1, "{}", question.name);
            for (index, answer) in question.answers.iter().enumerate() {
                let reading: Reading = format!("{}={}", question.name, answer.name).parse().unwrap();
                for scheme in Scheme::ALL.iter().copied().map(Some).chain([None]) {
                    let (changed, search) = reading.apply(scheme, SearchOptions::PLAIN).unwrap();
                    let is_default = (changed, search) == (scheme, SearchOptions::PLAIN);
                    let is_of_scheme = matches!(answer.change, Change::Scheme(_)) && scheme.is_none();
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
        assert!(shown(&read("history=kept").apply(None, search).unwrap_err()).contains("history-none"));
        let error = |text: &str| shown(&text.parse::<Reading>().unwrap_err());
        assert!(error("depth").contains("QUESTION=ANSWER"));
        assert!(error("dept=longest-line").contains("depth"));
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
        for preset in PRESETS {
            let readings: Readings = preset.name.parse().unwrap();
            assert_eq!(readings.to_string(), preset.readings, "in the order of the questions");
            assert_eq!(readings, preset.answers());
            assert!(!readings.is_default() && question(preset.name).is_err());
            assert!(matches!(preset.name.parse(), Ok(QuestionOrPreset::Preset(found)) if found.name == preset.name));
        }
        assert!(matches!("depth".parse(), Ok(QuestionOrPreset::Question(found)) if found.name == "depth"));
        assert!(shown(&"domi-1989".parse::<QuestionOrPreset>().unwrap_err()).contains("domi-1998"));
    }

    /// The extracts have no italics.
    #[test]
    fn every_sentence_is_in_the_extract_of_its_source() {
        let words = |text: &str| text.replace('*', "").split_whitespace().collect::<Vec<_>>().join(" ");
        let extract = include_str!("../../../testsets/published/quotes/breuker-1998.txt");
        for Question { name, quote, source, .. } in QUESTIONS {
            let section = source.strip_prefix("Breuker 1998, ").and_then(|rest| rest.split(' ').next()).unwrap();
            let (_, rest) = extract.split_once(&format!("\n[{section}]\n")).unwrap();
            let sentences = words(rest.split("\n[").next().unwrap());
            assert!(sentences.contains(&words(quote)), "{name}: {quote}");
        }
    }
}
