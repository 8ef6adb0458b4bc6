//! Claims and their verdicts in JSON output.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use crate::claims::{Claim, Judged, Verdict};

/// A claim of a publication and its verdict in each experiment.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JudgedClaim<'a> {
    #[serde(flatten)]
    pub(super) claim: &'static Claim,
    /// One for each experiment in which the claim is judged.
    pub(super) verdicts: Vec<VerdictHere<'a>>,
    /// The verdicts on the numbers that the source prints, by experiment.
    pub(super) printed: Vec<VerdictHere<'a>>,
}

/// A claim of a publication and its verdict in one experiment.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClaimHere<'a> {
    #[serde(flatten)]
    claim: &'static Claim,
    #[serde(flatten)]
    verdict: VerdictHere<'a>,
}

impl<'a> ClaimHere<'a> {
    /// Returns the claim that was judged, with the verdict.
    #[must_use]
    pub fn of(judged: &'a Judged) -> Self {
        Self { claim: judged.claim, verdict: VerdictHere::of(judged) }
    }
}

/// The verdict in one experiment.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct VerdictHere<'a> {
    /// Name of the experiment that measures it. null if it needs no search.
    experiment: Option<&'a str>,
    /// Whether the source does not speak of this experiment.
    beyond: bool,
    /// How the rows compare with the claim.
    #[schemars(schema_with = "verdicts")]
    verdict: &'static str,
    /// What was measured, in words.
    evidence: &'a str,
    /// For an undecided claim: why, and what would decide it. Otherwise null.
    open: Option<&'a str>,
    /// The smallest error at which the intervals decide the same, adjusted for the claims of the experiment by Holm's
    /// method; 1 for an undecided claim, null if no interval decides.
    #[schemars(range(min = 0, max = 1))]
    p_value: Option<f64>,
    /// The readings that the rows follow. Empty for the defaults alone.
    readings: Vec<UnderReading<'a>>,
    /// Whether the rows are those of a quick part, so that the verdict is not one on the publication.
    quick: bool,
    /// The verdict of the recorded full part, if the rows are those of a quick part.
    #[schemars(schema_with = "verdicts_or_null")]
    recorded: Option<&'static str>,
}

impl<'a> VerdictHere<'a> {
    pub(super) fn of(one: &'a Judged) -> Self {
        let under = if one.reading.is_some() && one.under.is_empty() { std::slice::from_ref(one) } else { &one.under };
        Self {
            experiment: one.experiment.as_deref(),
            beyond: !one.is_of_source(),
            verdict: one.verdict.key(),
            evidence: &one.evidence,
            open: one.open.as_deref(),
            p_value: one.p_value,
            readings: under.iter().map(UnderReading::of).collect(),
            quick: one.quick.is_some(),
            recorded: one.recorded().map(Verdict::key),
        }
    }
}

/// A reading of what the sources leave open, and the verdict under it.
#[derive(Debug, Serialize, JsonSchema)]
struct UnderReading<'a> {
    /// The reading, such as `depth=longest-line`, or `default`.
    reading: &'a str,
    /// How the rows compare with the claim.
    #[schemars(schema_with = "verdicts")]
    verdict: &'static str,
    /// What was measured, in words.
    evidence: &'a str,
    /// For an undecided claim: why, and what would decide it. Otherwise null.
    open: Option<&'a str>,
}

impl<'a> UnderReading<'a> {
    fn of(one: &'a Judged) -> Self {
        let (reading, verdict) = (one.reading_name(), one.verdict.key());
        Self { reading, verdict, evidence: &one.evidence, open: one.open.as_deref() }
    }
}

fn verdicts(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": Verdict::ALL.map(Verdict::key) })
}

fn verdicts_or_null(_: &mut SchemaGenerator) -> Schema {
    let keys = Verdict::ALL.map(Verdict::key).into_iter().map(Some).chain([None]);
    json_schema!({ "enum": keys.collect::<Vec<_>>() })
}
