//! `ttlab output-schema`: the JSON schema of all JSON output, which is docs/src/ttlab-output.schema.json.

use anyhow::Result;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use super::printing::print;
use super::{bench, compare, fit, merge, readings, report, scan, schemes, sweep, testset};
use crate::{analyse, chess_match, doctor, perft, replay, solve};

const TITLE: &str = "Output of ttlab --format json";
const DESCRIPTION: &str =
    "One definition for each command. Node counts and signatures are integers and may exceed 2^53.";

/// The types that commands print.
const OUTPUTS: &[fn(&mut SchemaGenerator) -> Schema] = &[
    reference::<sweep::SweepReport<'_>>,
    reference::<sweep::ExperimentList<'_>>,
    reference::<sweep::VerifiedRows>,
    reference::<sweep::DryRun>,
    reference::<merge::MergedRows>,
    reference::<report::WrittenReport>,
    reference::<report::JudgedClaims<'_>>,
    reference::<testset::ExtractedSet<'_>>,
    reference::<solve::domineering::BoardResult>,
    reference::<solve::connect_four::output::PositionResult<'_>>,
    reference::<solve::connect_four::output::FileResult<'_>>,
    reference::<analyse::ChessAnalysis>,
    reference::<chess_match::report::MatchResult>,
    reference::<perft::PerftCounts<'_>>,
    reference::<doctor::DoctorReport<'_>>,
    reference::<bench::BenchCounts>,
    reference::<bench::RowSignatures>,
    reference::<replay::ReplayedTrace<'_>>,
    reference::<replay::means::ReplayedTraces<'_>>,
    reference::<scan::ScanReport<'_>>,
    reference::<walkthrough::Trace>,
    reference::<compare::Compared<'_>>,
    reference::<fit::FitReport>,
    reference::<readings::OpenQuestions>,
    reference::<schemes::SchemeLists>,
];

/// Adds the definition of a type, and returns a reference to it.
fn reference<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

pub(super) fn run() -> Result<()> {
    print(format_args!("{:#}\n", Value::from(schema())))
}

fn schema() -> Schema {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let outputs: Vec<Schema> = OUTPUTS.iter().map(|reference| reference(&mut generator)).collect();
    let mut schema = json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "description": DESCRIPTION,
        "anyOf": outputs,
        "$defs": generator.take_definitions(true),
    });
    Finished.transform(&mut schema);
    schema
}

/// Forbids members that are not listed, and makes one line of each description.
struct Finished;

impl Transform for Finished {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(Value::String(description)) = schema.get_mut("description") {
            *description = description.replace('\n', " ");
        }
        if schema.get("properties").is_some() {
            // The members of an alternative belong to the whole object.
            if let Some(Value::Array(alternatives)) = schema.get_mut("oneOf") {
                let alternatives = alternatives.iter_mut().filter_map(|one| <&mut Schema>::try_from(one).ok());
                alternatives.for_each(|one| transform_subschemas(self, one));
                schema.insert("unevaluatedProperties".to_owned(), false.into());
                return;
            }
            schema.insert("additionalProperties".to_owned(), false.into());
        }
        transform_subschemas(self, schema);
    }
}
