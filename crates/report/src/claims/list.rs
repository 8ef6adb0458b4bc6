//! The claims of the publications. `claims/*.toml` has their words and where they are judged, with a file for each
//! source, and [`judges`](super::judges) how.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use experiments::text::read_words;
use serde::Deserialize;

use super::claim::{Claim, Source};
use super::judges;

/// Every claim, in the order of the sources.
pub(super) static ALL: LazyLock<Vec<Claim>> = LazyLock::new(|| Source::ALL.into_iter().flat_map(read).collect());

/// The claims of a source.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Notes that several claims have, which name them.
    #[serde(default)]
    notes: BTreeMap<String, Words>,
    claims: Vec<Claim>,
}

#[derive(Deserialize)]
struct Words(#[serde(deserialize_with = "read_words")] String);

fn read(source: Source) -> Vec<Claim> {
    let File { notes, claims } = toml::from_str(source.claims()).expect("tests read every claim");
    let complete = |claim: Claim| {
        let note = notes.get(&claim.note).map_or(claim.note, |Words(note)| note.clone());
        let judge = judges::all().find(|(name, _)| *name == claim.name).map(|(_, judge)| judge);
        Claim { source, note, judge: judge.expect("tests find a judge of every claim"), ..claim }
    };
    claims.into_iter().map(complete).collect()
}

#[cfg(test)]
mod tests;
