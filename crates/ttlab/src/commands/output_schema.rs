//! `ttlab output-schema`: the JSON schema of all JSON output, which is docs/src/ttlab-output.schema.json, and the
//! schema of rows as text, docs/src/ttlab-rows.schema.json.

use ::report::replayed;
use anyhow::Result;
use experiments::store::lines_schema;
use experiments::sweep::Verified;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::printing::print;
use super::{bench, claims, compare, fit, merge, readings, report, scan, schemes, sweep, testset};
use crate::{analyse, book, chess_match, doctor, perft, solve};

const TITLE: &str = "Output of ttlab --format json";
const DESCRIPTION: &str =
    "One definition for each command. Node counts and signatures are integers and may exceed 2^53.";

/// Adds the definition of a type, and returns a reference to it.
type Add = fn(&mut SchemaGenerator) -> Schema;

/// The types that commands print, and the names of their definitions.
const OUTPUTS: &[(&str, Add)] = &[
    ("sweep", reference::<sweep::SweepReport<'_>>),
    ("sweep-list", reference::<sweep::ExperimentList<'_>>),
    ("sweep-verify", reference::<Verified>),
    ("sweep-dry-run", reference::<sweep::DryRun<'_>>),
    ("merge", reference::<merge::MergedRows>),
    ("report", reference::<report::WrittenReport>),
    ("claims", reference::<claims::JudgedClaims<'_>>),
    ("testset", reference::<testset::ExtractedSet<'_>>),
    ("solve-domineering", reference::<solve::domineering::BoardResult>),
    ("solve-domineering-classes", reference::<solve::classes::Classes>),
    ("solve-connect-four", reference::<solve::connect_four::output::SolvedPosition>),
    ("solve-connect-four-file", reference::<solve::connect_four::output::Checked>),
    ("book-connect-four", reference::<book::FinishedBook>),
    ("analyse", reference::<analyse::ChessAnalysis>),
    ("match", reference::<chess_match::report::MatchResult>),
    ("perft", reference::<perft::Perft>),
    ("doctor", reference::<doctor::DoctorReport<'_>>),
    ("bench", reference::<bench::BenchCounts>),
    ("bench-rows", reference::<bench::RowSignatures>),
    ("replay", reference::<replayed::ReplayReport>),
    ("replay-means", reference::<replayed::ReplayMeans<'_>>),
    ("scan", reference::<scan::ScanReport<'_>>),
    ("trace", reference::<walkthrough::Trace>),
    ("compare", reference::<compare::Compared<'_>>),
    ("fit", reference::<fit::FitReport>),
    ("questions", reference::<readings::OpenQuestions>),
    ("schemes", reference::<schemes::SchemeLists>),
];

fn reference<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

pub(super) fn run(rows: bool) -> Result<()> {
    print(format_args!("{:#}\n", if rows { lines_schema() } else { Value::from(schema()) }))
}

fn schema() -> Schema {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let outputs: Map<_, _> =
        OUTPUTS.iter().map(|(name, add)| ((*name).to_owned(), add(&mut generator).into())).collect();
    let of_commands: Vec<_> = OUTPUTS.iter().map(|(name, _)| json!({ "$ref": format!("#/$defs/{name}") })).collect();
    let mut definitions = generator.take_definitions(true);
    definitions.extend(outputs);
    let mut schema = json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "description": DESCRIPTION,
        "anyOf": of_commands,
        "$defs": definitions,
    });
    Finished.transform(&mut schema);
    schema
}

/// Forbids members that are not listed, and makes one line of each description.
struct Finished;

impl Transform for Finished {
    fn transform(&mut self, schema: &mut Schema) {
        // Types that are also read say what is read.
        schema.remove("default");
        schema.remove("readOnly");
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
