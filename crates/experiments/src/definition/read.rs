//! Reading the TOML of a definition, with errors that name file, line and column.
//!
//! A file is read twice: first its `game` alone, and then all of it, with the type that the game has for the fields of
//! its parts.

use std::path::Path;

use anyhow::Result;
use serde::{Deserialize, Deserializer, de};
use toml::de::DeTable;

use super::{Definition, Part, Placement, RatioClaim, ReportKind, Topic};
use crate::between::Between;
use crate::games::{GameKind, PartContext, PartFields, Tables, WithFields};
use crate::help::ErrorWithHelp;
use crate::suggestions::{did_you_mean, nearest};
use crate::text::is_unprintable;

/// The text of a definition, and where it comes from.
pub(crate) struct DefinitionText<'a> {
    pub(super) name: &'a str,
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

/// What has to be known before the rest can be read.
#[derive(Deserialize)]
struct GameOnly {
    game: GameKind,
}

/// A definition as its file has it, with the fields of a game.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Raw<F> {
    #[serde(deserialize_with = "one_line")]
    title: String,
    #[serde(default, deserialize_with = "one_line")]
    cites: String,
    #[serde(default)]
    ours: bool,
    #[serde(deserialize_with = "one_line")]
    question: String,
    game: GameKind,
    between_searches: Between,
    kind: ReportKind,
    published: Option<String>,
    quick: F,
    full: Option<F>,
    #[serde(deserialize_with = "some_lines")]
    prose: String,
    #[serde(default, deserialize_with = "some_lines")]
    findings: String,
    #[serde(default)]
    reported_under: Vec<String>,
    #[serde(default)]
    claims: Vec<RatioClaim>,
    topic: Option<Topic>,
    #[serde(default)]
    first_in_topic: bool,
    group: Option<String>,
    #[serde(default)]
    also_in: Vec<String>,
    #[serde(default, deserialize_with = "some_line")]
    short_title: Option<String>,
    #[serde(default = "one_seed")]
    seeds: u64,
    #[serde(default)]
    order: u32,
}

fn one_seed() -> u64 {
    1
}

impl DefinitionText<'_> {
    pub(super) fn read(&self) -> Result<Definition> {
        let GameOnly { game } = toml::from_str(self.text).map_err(|error| self.refused(&error))?;
        let definition = game.with_fields(self)?;
        definition.check().map_err(|(place, error)| self.at(place, &error))?;
        Ok(definition)
    }

    /// Adds the file and the position of a place to an error.
    fn at(&self, place: FieldPlace, error: &anyhow::Error) -> anyhow::Error {
        let ErrorWithHelp { what, help: helps } = ErrorWithHelp::of(error);
        self.error(place.find(self.text), &what, helps)
    }

    /// Returns an error of serde with file, line, column and cause, and as help the name that was probably meant.
    fn refused(&self, error: &toml::de::Error) -> anyhow::Error {
        // An error of serde has only a text.
        let ErrorWithHelp { what, help: mut helps } = ErrorWithHelp::read(error.message());
        if helps.is_empty() {
            // serde lists the known names in backquotes, after the unknown one.
            let mut quoted = what.split('`').skip(1).step_by(2);
            let meant = quoted.next().filter(|_| what.starts_with("unknown")).and_then(|name| nearest(name, quoted));
            let see = || "see docs/src/experiments.md for a complete definition".to_owned();
            helps.push(meant.map_or_else(see, did_you_mean));
        }
        self.error(error.span().map(|span| span.start), &what, helps)
    }

    /// Returns an error about the text at this byte.
    fn error(&self, start: Option<usize>, what: &str, helps: Vec<String>) -> anyhow::Error {
        let position = start.map(|start| position(self.text, start)).unwrap_or_default();
        let what = format!("{}{position}: {what}", self.file);
        ErrorWithHelp { what, help: helps }.into()
    }
}

impl WithFields for DefinitionText<'_> {
    type Output = Result<Definition>;

    /// Reads a definition whose parts have these fields.
    fn call<F: PartFields>(&self) -> Result<Definition> {
        let raw: Raw<F> = toml::from_str(self.text).map_err(|error| self.refused(&error))?;
        let directory = Path::new(self.file).parent().unwrap_or(Path::new(""));
        let context = PartContext { kind: raw.kind, between: raw.between_searches, directory };
        let mut files = Vec::new();
        let mut part = |fields: F, section| {
            let (game, Tables { searches, also, readings, schemes, positions, parts }) = fields
                .part(&context, &mut files)
                .map_err(|(field, error)| self.at(FieldPlace::In(section, field), &error))?;
            let mut part = Part { game, searches, schemes, also, compares_readings: false, positions, parts };
            part.add_readings(&readings).map_err(|error| self.at(FieldPlace::In(section, "readings"), &error))?;
            anyhow::Ok(part)
        };
        let quick = part(raw.quick, "quick")?;
        let full = raw.full.map(|fields| part(fields, "full")).transpose()?;
        let full_depth = full.as_ref().and_then(|full| full.game.depths().iter().copied().max());
        let full = full.unwrap_or_else(|| quick.clone());
        let Raw { topic, first_in_topic, group, also_in, short_title, seeds, order, .. } = raw;
        let placement = Placement { topic, first_in_topic, group, also_in, short_title, seeds, order };
        Ok(Definition {
            name: self.name.to_owned(),
            argument: self.name.to_owned(),
            files,
            title: raw.title,
            cites: raw.cites,
            ours: raw.ours,
            question: raw.question,
            game: raw.game,
            between_searches: raw.between_searches,
            kind: raw.kind,
            published: raw.published,
            quick,
            full,
            full_depth,
            prose: raw.prose,
            findings: raw.findings,
            claims: raw.claims,
            placement,
            reported_under: raw.reported_under,
            read: None,
        })
    }
}

/// A place in a definition that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldPlace {
    /// A field of a section, or the section itself if the field is empty; a field of no section if the section is.
    In(&'static str, &'static str),
}

impl FieldPlace {
    /// Returns where in the text the field begins, or else what it would be in.
    fn find(self, text: &str) -> Option<usize> {
        let whole = DeTable::parse(text).ok()?;
        let whole = whole.get_ref();
        let (around, inside, field) = match self {
            Self::In("", field) => (None, Some(whole), field),
            Self::In(section, field) => {
                let (key, value) = whole.get_key_value(section)?;
                (Some(key.span()), value.get_ref().as_table(), field)
            }
        };
        let field = inside.and_then(|table| table.get_key_value(field)).map(|(key, _)| key.span());
        field.or(around).map(|span| span.start)
    }
}

/// Returns `:LINE:COLUMN` of a byte of the text.
fn position(text: &str, start: usize) -> String {
    let before = text.get(..start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    format!(":{line}:{column}")
}

/// Reads a text without control characters, which is safe on terminals and in pictures.
fn one_line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    without(deserializer, is_unprintable)
}

fn some_line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    one_line(deserializer).map(Some)
}

/// Reads a text without control characters other than line ends and tabs.
fn some_lines<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    without(deserializer, |c| is_unprintable(c) && !matches!(c, '\n' | '\r' | '\t'))
}

fn without<'de, D: Deserializer<'de>>(deserializer: D, is_bad: fn(char) -> bool) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.chars().find(|&c| is_bad(c)) {
        None => Ok(text),
        Some(bad) => {
            Err(de::Error::custom(format!("the control character {} is not allowed here", bad.escape_unicode())))
        }
    }
}
