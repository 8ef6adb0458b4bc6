//! A claim of a definition: how the nodes of two schemes compare.

use std::str::FromStr;

use anyhow::{Error, Result, bail};
use schemes::Scheme;
use serde::{Deserialize, Deserializer, de};

use crate::help::{shown, with_help};
use crate::table_text::read_scheme;

/// The form of a claim.
const FORM: &str = "expected SCHEME/SCHEME below NUMBER, or above NUMBER, such as two-big1/deep below 0.95";

/// A claim that the nodes with one scheme, divided by those with another one or without a table, are below or above a
/// number.
#[derive(Clone, Debug, PartialEq)]
pub struct RatioClaim {
    /// The claim as it was written.
    pub text: String,
    /// The scheme whose nodes are divided.
    pub scheme: Scheme,
    /// The scheme whose nodes they are divided by; `None` for a search without a table.
    pub than: Option<Scheme>,
    /// Whether the ratio is below the limit, and not above it.
    pub is_below: bool,
    /// The limit.
    pub limit: f64,
}

impl FromStr for RatioClaim {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let invalid = || with_help(format_args!("invalid claim `{text}`"), FORM);
        let words: Vec<&str> = text.split_whitespace().collect();
        let [pair, side, limit] = words[..] else { bail!(invalid()) };
        let is_below = match side {
            "below" => true,
            "above" => false,
            _ => bail!(invalid()),
        };
        let limit = limit.parse().ok().filter(|limit: &f64| limit.is_finite() && *limit > 0.0).ok_or_else(invalid)?;
        let (scheme, than) = pair.split_once('/').ok_or_else(invalid)?;
        let scheme = read_scheme(scheme)?.ok_or_else(invalid)?;
        Ok(Self { text: text.to_owned(), scheme, than: read_scheme(than)?, is_below, limit })
    }
}

impl<'de> Deserialize<'de> for RatioClaim {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|error: Error| de::Error::custom(shown(&error)))
    }
}
