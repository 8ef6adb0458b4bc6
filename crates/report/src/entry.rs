//! One claim of the ledger.

use serde_json::{Value, json};

use super::claims::Verdict;

/// A claim and its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The experiment that tests it; `None` if it needs no search.
    pub experiment: Option<String>,
    /// Where it was published.
    pub cites: String,
    /// The statement in words.
    pub says: String,
    /// How our rows compare with it.
    pub verdict: Verdict,
    /// What was measured, in words.
    pub evidence: String,
    /// A note that the rows are those of a quick part, if they are.
    pub quick: Option<String>,
}

impl Entry {
    /// Returns the claim as a JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let Self { experiment, cites, says, verdict, evidence, quick: _ } = self;
        json!({
            "experiment": experiment, "cites": cites, "claim": says, "verdict": verdict.key(),
            "evidence": evidence,
        })
    }
}
