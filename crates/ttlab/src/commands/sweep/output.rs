//! The JSON output of `ttlab sweep`.

use std::path::{Path, PathBuf};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use ::report::Report;
use ::report::claims::judged_in;
use ::report::pages::verdicts::ClaimHere;
use ::report::show::compare::BySeeds;
use experiments::plan::{CellState, Plan, Planned};
use experiments::sweep::{Done, Failed, Results};
use experiments::{Definition, GameKind};

use crate::forecast::Forecast;

/// Output of `ttlab sweep`.
#[derive(Serialize, JsonSchema)]
pub(in crate::commands) struct SweepReport<'a> {
    /// Cells that were searched by this command.
    cells_run: usize,
    /// Cells whose rows were already in the database.
    cells_reused: usize,
    /// Nodes visited in the cells that were searched.
    nodes: u64,
    /// Wall-clock time of these searches, in seconds.
    seconds: f64,
    /// Path of the database.
    database: String,
    /// Paths of the other files that were written: pages, pictures and CSV files.
    files: Vec<String>,
    /// Rows that `--again` replaced with rows of other counts.
    rows_changed: usize,
    /// Rows of the database that this program does not use, for example because another version of a scheme counted
    /// them.
    rows_of_other_versions: usize,
    /// Cells that failed. The other cells were run and stored.
    failed: &'a [Failed],
    /// With `--until-decided`: what the key seeds decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    decisions: Option<Decisions>,
    /// The experiments, in the order of the command line.
    experiments: Vec<SweptExperiment<'a>>,
}

/// The rows and claims of an experiment.
#[derive(Serialize, JsonSchema)]
struct SweptExperiment<'a> {
    /// Name of the experiment.
    name: &'a str,
    /// Title of the experiment.
    title: &'a str,
    /// Selected cells of the experiment that have a row.
    rows: usize,
    /// Selected cells of the experiment that have no row yet.
    missing: usize,
    /// The claims of the experiment. Empty if no cell of the experiment has a row.
    claims: Vec<ClaimHere<'a>>,
}

impl<'a> SweepReport<'a> {
    pub(super) fn of(
        done: &'a Done<'a>,
        reports: &'a [Report<'a>],
        db: &Path,
        files: &[PathBuf],
        decisions: Option<Decisions>,
    ) -> Self {
        let experiment = |results: &'a Results<'a>| {
            let Results { definition, rows, missing, .. } = results;
            let report = reports.iter().find(|report| report.definition.name == definition.name);
            let claims = report.into_iter().flat_map(|report| &report.judged).map(ClaimHere::of).collect();
            SweptExperiment {
                name: &definition.name,
                title: &definition.title,
                rows: rows.len(),
                missing: *missing,
                claims,
            }
        };
        Self {
            cells_run: done.run,
            cells_reused: done.taken,
            nodes: done.nodes,
            seconds: done.seconds,
            database: db.display().to_string(),
            files: files.iter().map(|file| file.display().to_string()).collect(),
            rows_changed: done.changed,
            rows_of_other_versions: done.others.values().sum(),
            failed: &done.failed,
            decisions,
            experiments: done.results.iter().map(experiment).collect(),
        }
    }
}

/// What the key seeds decide.
#[derive(Serialize, JsonSchema)]
pub(super) struct Decisions {
    /// Key seeds of each cell.
    seeds: u64,
    /// The level of the intervals, which rises from look to look.
    level: f64,
    /// Every comparison.
    comparisons: Vec<Decision>,
}

/// A scheme or search relative to the first one, in one case: a size with a depth or board.
#[derive(Serialize, JsonSchema)]
struct Decision {
    /// Name of the experiment.
    experiment: String,
    /// What is compared.
    comparison: String,
    /// Geometric mean of the ratios of nodes.
    ratio: f64,
    /// The interval over other key seeds on the same positions.
    interval: Option<[f64; 2]>,
    /// Whether the interval excludes equality or lies within the margin of `--within`.
    is_decided: bool,
}

impl Decisions {
    /// Returns the decisions about each experiment.
    pub(super) fn of(all: &[(String, Vec<BySeeds>)], level: f64, seeds: u64) -> Self {
        let decision = |experiment: &String, BySeeds { name, ratio, is_decided }: &BySeeds| Decision {
            experiment: experiment.clone(),
            comparison: name.clone(),
            ratio: ratio.mean,
            interval: ratio.interval_at(level).map(|interval| [interval.low, interval.high]),
            is_decided: *is_decided,
        };
        let comparisons = all.iter().flat_map(|(name, all)| all.iter().map(move |one| decision(name, one)));
        Self { seeds, level, comparisons: comparisons.collect() }
    }
}

/// Output of `ttlab sweep --list`.
#[derive(Serialize, JsonSchema)]
pub(in crate::commands) struct ExperimentList<'a> {
    /// The experiments.
    experiments: Vec<ListedExperiment<'a>>,
}

/// An experiment that can be run.
#[derive(Serialize, JsonSchema)]
struct ListedExperiment<'a> {
    /// Name of the experiment.
    name: &'a str,
    /// Title of the experiment.
    title: &'a str,
    /// Where the result was published.
    cites: String,
    /// The question that the experiment answers.
    question: &'a str,
    /// The game.
    #[schemars(schema_with = "games")]
    game: &'static str,
    /// Cells of the quick part, with one key seed.
    quick_cells: usize,
    /// Cells of the full part, with one key seed.
    full_cells: usize,
    /// The claims that the experiment checks, word for word.
    claims: Vec<&'static str>,
}

impl<'a> ExperimentList<'a> {
    pub(super) fn of(definitions: &'a [Definition]) -> Self {
        let experiment = |definition: &'a Definition| {
            let Definition { name, title, question, game, quick, full, .. } = definition;
            ListedExperiment {
                name,
                title,
                cites: definition.citation(),
                question,
                game: game.name(),
                quick_cells: quick.count_cells(1),
                full_cells: full.count_cells(1),
                claims: judged_in(name).map(|claim| claim.quote.as_str()).collect(),
            }
        };
        Self { experiments: definitions.iter().map(experiment).collect() }
    }
}

fn games(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": GameKind::ALL.map(GameKind::name) })
}

/// Output of `ttlab sweep --dry-run`.
#[derive(Serialize, JsonSchema)]
pub(in crate::commands) struct DryRun<'a> {
    /// The cells, in the order in which the experiments list them.
    cells: &'a [Planned],
    /// Cells in state `done`.
    done: usize,
    /// Cells in state `partial`.
    partial: usize,
    /// Cells in state `missing`.
    missing: usize,
    /// Cells in state `again`.
    again: usize,
    /// Estimated nodes of all cells that will be run. null if one of them has no estimate.
    nodes_to_go: Option<u64>,
    /// Estimated seconds on this machine, from a short measurement of the speed. null if a cell has no estimate.
    seconds: Option<f64>,
    /// Number of parallel jobs that the estimate assumes.
    jobs: usize,
    /// Size of the largest table among the cells, in bytes.
    largest_table_bytes: u64,
}

impl<'a> DryRun<'a> {
    pub(super) fn of(plan: &'a Plan, forecast: &Forecast) -> Self {
        let [done, partial, missing] = plan.counts();
        Self {
            cells: &plan.cells,
            done,
            partial,
            missing,
            again: plan.count(|state| state == CellState::Again),
            nodes_to_go: plan.expected(),
            seconds: forecast.known_seconds(),
            jobs: forecast.jobs,
            largest_table_bytes: plan.largest_table(),
        }
    }
}
