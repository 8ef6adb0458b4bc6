//! What several commands take, and how it is read.

use anyhow::Result;
use clap::ValueEnum;
use tt::{Positions, Scheme};

use experiments::Usage;
use experiments::cell::read_scheme;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// To read
    Text,
    /// One JSON object on one line
    Json,
}

/// A scheme, or none: in a type of its own, since clap takes an `Option` for an argument that may be left out.
#[derive(Clone, Copy)]
pub(super) struct SchemeArg(pub(super) Option<Scheme>);

pub(super) fn scheme(text: &str) -> Result<SchemeArg, String> {
    read_scheme(text).map(SchemeArg).map_err(|error| error.to_string())
}

pub(super) fn jobs(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&jobs| jobs > 0).ok_or_else(|| "give a number of at least 1".to_owned())
}

/// A number of nodes with the decimal K, M or G: nodes are counted in thousands, positions in 1024s.
pub(super) fn nodes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "" => Some(1),
        "k" | "K" => Some(1_000),
        "m" | "M" => Some(1_000_000),
        "g" | "G" => Some(1_000_000_000_u64),
        _ => None,
    };
    let number = digits.parse::<u64>().ok().filter(|&number| number > 0);
    factor
        .and_then(|factor| number?.checked_mul(factor))
        .ok_or_else(|| "write a number of nodes like 500000, 500K or 10M".to_owned())
}

pub(super) fn refuse_size_without_table(scheme: Option<Scheme>, positions: Option<Positions>) -> Result<()> {
    match (scheme, positions) {
        (None, Some(positions)) => {
            Err(Usage::error(format!("--scheme none has no table to give {positions} positions to")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_nodes() {
        assert_eq!(nodes("10M"), Ok(10_000_000));
        assert_eq!(nodes("500k"), Ok(500_000));
        assert_eq!(nodes("7"), Ok(7));
        for text in ["", "0", "M", "-1", "1.5M", "10T", "99999999999G", "1â"] {
            assert!(nodes(text).unwrap_err().contains("10M"), "{text}");
        }
    }
}
