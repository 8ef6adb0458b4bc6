//! Fields of definitions that are written as strings.

use std::str::FromStr;

use anyhow::Result;
use programs::SearchOptions;
use schemes::{Parts, Positions, Scheme};
use serde::{Deserialize, Deserializer, de};

use crate::help::shown;
use crate::readings::Readings;
use crate::table_text::{read_parts, read_scheme, read_search};

/// A value that a definition has as a string.
pub(crate) trait ReadText: Sized {
    fn read_text(text: &str) -> Result<Self>;
}

struct Text<T>(T);

impl<'de, T: ReadText> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        T::read_text(&text).map(Self).map_err(|error| de::Error::custom(shown(&error)))
    }
}

/// Reads a list of strings.
pub(crate) fn read_list<'de, D: Deserializer<'de>, T: ReadText>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Ok(Vec::<Text<T>>::deserialize(deserializer)?.into_iter().map(|text| text.0).collect())
}

impl ReadText for Positions {
    fn read_text(text: &str) -> Result<Self> {
        Ok(Self::from_str(text)?)
    }
}

impl ReadText for Option<Scheme> {
    fn read_text(text: &str) -> Result<Self> {
        read_scheme(text)
    }
}

impl ReadText for SearchOptions {
    fn read_text(text: &str) -> Result<Self> {
        read_search(text)
    }
}

impl ReadText for Readings {
    fn read_text(text: &str) -> Result<Self> {
        text.parse()
    }
}

impl ReadText for Parts {
    fn read_text(text: &str) -> Result<Self> {
        read_parts(text)
    }
}
