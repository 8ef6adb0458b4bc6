//! `ttlab sweep`: experiments, those that are known and on games of a user's own.

mod plan;
mod summary;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueHint};
use domineering::BoardSize;
use tt::{Positions, Scheme};

use ::report::ledger::Entry;
use ::report::{Report, is_file_of};
use experiments::cell::scheme_name;
use experiments::custom_games::CustomGames;
use experiments::plan::{Filter, Options, Others};
use experiments::shard::Shard;
use experiments::sweep::{Done, Event, Failed, Results, Sample, Sweep as Selected, Verified};
use experiments::text::counted;
use experiments::{Definition, Usage, files};
use serde_json::{Value, json};

use crate::progress::{Progress, Waiting};

use super::arguments::{
    Format, Notes, SchemeArg, boards, experiments, nodes, number, print, print_json, schemes, sizes,
};
use super::games::OwnGames;
use super::{commit, report};

pub(super) const EXAMPLES: &str = "\
Results are kept in the database and not computed again. A sweep can be killed at any moment: the same command goes on \
from the cells that are finished. Rows of another version of a game or a scheme stay in the database and are not used.

Positions of your own games are searched with every scheme and tables of 8K, 64K and 512K positions to 5 plies, unless \
--scheme, --positions and --depth say otherwise.

Examples:
  ttlab sweep                                  the quick part of every one
  ttlab sweep thesis-fig-2.12 --full --jobs 4  one as it was published
  ttlab sweep ./mine.toml --db mine.sqlite     an experiment of your own
  ttlab sweep --scheme two-big1,deep --positions 8K --seeds 20
  ttlab sweep thesis-fig-2.12 --verify 5       is what is stored still counted?
  ttlab sweep --shard 2/3 --db b.sqlite        a third; `ttlab merge` joins them
  ttlab sweep --pgn my.pgn --from-move 15      positions of your own games";

#[derive(Args)]
pub(super) struct Sweep {
    /// Experiments by name, or the paths of TOML files; all that the program knows if there is none
    #[arg(value_name = "NAME", value_parser = experiments(), hide_possible_values = true)]
    names: Vec<String>,
    /// Run the experiments as they were published, not their quick parts
    #[arg(long)]
    full: bool,
    /// List the experiments and run nothing
    #[arg(long)]
    list: bool,
    /// List the cells, their state and their estimated nodes, and run nothing
    #[arg(long, conflicts_with = "list")]
    dry_run: bool,
    /// Run the cells again that have a row, and replace the rows
    #[arg(long, conflicts_with = "list")]
    again: bool,
    /// Run the cells of N stored rows again, drawn at random, and compare every count; change nothing
    ///
    /// A difference is an error that names the cell and both counts. `--max-nodes` leaves out rows with more nodes.
    #[arg(long, value_name = "N", conflicts_with_all = ["list", "dry_run", "again"])]
    #[arg(value_parser = number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    verify: Option<usize>,
    /// The seed by which `--verify` draws rows [default: the number of rows]
    #[arg(long, value_name = "N", requires = "verify")]
    #[arg(value_parser = number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    verify_seed: Option<u64>,
    /// Cells that run side by side [default: as many as cores and memory allow]
    #[arg(long, value_name = "N", value_parser = number(1..=MOST_JOBS), allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// The database of results
    #[arg(long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    db: PathBuf,
    /// The folder for tables and pictures [default: results, or results/full with --full]
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Run one share of the cells, like 2/3
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// Give a cell up after so many nodes, like 10M (K, M and G are thousands, millions and billions)
    #[arg(long, value_name = "N", value_parser = nodes)]
    max_nodes: Option<u64>,
    /// Repeat each cell with N key seeds
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = number::<u64>(1..=10_000), allow_negative_numbers = true)]
    seeds: u64,
    /// Only these replacement schemes; `none` is the search without a table
    #[arg(long, value_name = "SCHEME", value_delimiter = ',', value_parser = schemes())]
    scheme: Vec<SchemeArg>,
    /// Only these table sizes, like 8K,64K
    #[arg(long, value_name = "SIZE", value_delimiter = ',', value_parser = sizes(), hide_possible_values = true)]
    positions: Vec<Positions>,
    /// Only these boards, like 6x7,7x7
    #[arg(long, value_name = "BOARD", value_delimiter = ',', value_parser = boards(), hide_possible_values = true)]
    #[arg(conflicts_with = "pgn")]
    board: Vec<BoardSize>,
    /// Search to these depths instead of those of the experiment; for games whose searches have one
    #[arg(long, value_name = "PLIES", value_delimiter = ',')]
    #[arg(value_parser = number::<u8>(1..=100), allow_negative_numbers = true)]
    depth: Vec<u8>,
    /// How to print what is found
    #[arg(long, default_value = "text")]
    format: Format,
    #[command(flatten)]
    games: OwnGames,
}

impl Sweep {
    /// Whether rows come of it.
    pub(super) fn runs_cells(&self) -> bool {
        !self.list && !self.dry_run
    }
}

/// More threads than any machine has cores.
const MOST_JOBS: usize = 4096;

/// Where results are kept if nothing is said.
pub(super) const DATABASE: &str = "results/ttlab.sqlite";

/// What a user may do about a folder that cannot be had or written in.
const OTHER_FOLDER: &str = "choose another with --out";

pub(super) fn run(arguments: &Sweep, notes: Notes) -> Result<()> {
    let definitions = match arguments.games.own()? {
        Some(own) => {
            let schemes = arguments.scheme.iter().map(|scheme| scheme.0).collect();
            vec![CustomGames { schemes, positions: arguments.positions.clone(), ..own }.definition()?]
        }
        None => definitions(&arguments.names)?,
    };
    // A custom scheme that is asked for takes part in every experiment.
    let is_custom = |scheme: &Scheme| scheme.built_in().is_none();
    let custom: Vec<Scheme> = arguments.scheme.iter().filter_map(|scheme| scheme.0).filter(is_custom).collect();
    let definitions: Vec<Definition> = definitions
        .into_iter()
        .map(|definition| definition.with_depths(&arguments.depth).with_schemes(&custom))
        .collect();
    let text = arguments.format == Format::Text;
    if arguments.list {
        return if text { print(plan::list(&definitions)) } else { print_json(&plan::list_json(&definitions)) };
    }
    let options = Options {
        definitions,
        full: arguments.full,
        seeds: arguments.seeds,
        filter: Filter {
            schemes: arguments.scheme.iter().map(|scheme| scheme.0).collect(),
            positions: arguments.positions.clone(),
            boards: arguments.board.clone(),
            depths: arguments.depth.clone(),
        },
        shard: arguments.shard,
        again: arguments.again,
        max_nodes: arguments.max_nodes.unwrap_or(u64::MAX),
        jobs: arguments.jobs,
        db: arguments.db.clone(),
        commit: commit(),
    };
    let selected = Selected::new(&options)?;
    if arguments.dry_run {
        let plan = selected.plan()?;
        note_others(&options, &plan.others, notes);
        return if text { print(plan::text(&plan)) } else { print_json(&plan::json(&plan)) };
    }
    let display = Display { notes, options: &options, progress: RefCell::new(None) };
    let hear = |event| display.hear(event);
    if let Some(number) = arguments.verify {
        let verified = selected.verify(Sample { number, seed: arguments.verify_seed }, &hear)?;
        return if text { print(verified_text(verified)) } else { print_json(&verified_json(verified)) };
    }
    let out = arguments.out.clone().unwrap_or_else(|| if arguments.full { "results/full" } else { "results" }.into());
    check_outputs(&options, &out)?;
    // Better now than after hours of work.
    files::make_folder(&out, OTHER_FOLDER)?;
    files::check_folder(&out, OTHER_FOLDER)?;
    let done = selected.run(&hear)?;
    let waiting = Waiting::new("writing reports", notes.progress);
    let (reports, mut files) = write_reports(&done, &out)?;
    let is_brief = arguments.names.is_empty() && !arguments.games.is_given() && notes.verbose == 0;
    let page = out.join("report.html");
    if is_brief {
        report::write_page(&options.db, options.definitions.clone(), options.full, &page)?;
        files.push(page.clone());
    }
    drop(waiting);
    if text && is_brief {
        print(summary::text(&done, &reports, options.full, &page))?;
    } else if text {
        let mut tables = Vec::new();
        for report in &reports {
            report.print(&mut tables)?;
            tables.push(b'\n');
        }
        print(String::from_utf8_lossy(&tables))?;
        let files = std::iter::once(&options.db).chain(&files);
        files.for_each(|file| notes.say(format_args!("written: {}", file.display())));
    } else {
        print_json(&done_json(&done, &reports, &options.db, &files))?;
    }
    match done.failed.as_slice() {
        [] => Ok(()),
        [first] => Err(anyhow!("1 cell failed, and every other one is stored: {}", first.error)),
        all @ [first, ..] => {
            let number = counted(all.len(), "cell");
            Err(anyhow!("{number} failed, and every other one is stored; the first failed: {}", first.error))
        }
    }
}

/// No file of a report may be the database, or a file that an experiment was read from.
fn check_outputs(options: &Options, out: &Path) -> Result<()> {
    let files = options.definitions.iter().flat_map(|definition| &definition.files);
    let inputs: Vec<&Path> = files.chain([&options.db]).map(PathBuf::as_path).collect();
    let is_written = |file: &str| {
        file.eq_ignore_ascii_case("report.html") || options.definitions.iter().any(|one| is_file_of(&one.name, file))
    };
    files::check_outputs(&inputs, out, is_written, OTHER_FOLDER)
}

/// What a sweep says, on standard error.
struct Display<'a> {
    notes: Notes,
    options: &'a Options,
    progress: RefCell<Option<Progress>>,
}

impl Display<'_> {
    fn hear(&self, event: Event) {
        let mut progress = self.progress.borrow_mut();
        match (event, progress.as_mut()) {
            (Event::Begun { cells, nodes }, _) => *progress = Some(Progress::new(cells, nodes, self.notes.progress)),
            (Event::Nodes(nodes), Some(progress)) => progress.show(nodes),
            (Event::Ended { estimate, nodes }, Some(progress)) => progress.finish_cell(estimate, nodes),
            (Event::Over, Some(shown)) => {
                shown.clear();
                *progress = None;
            }
            (Event::Note(line), Some(progress)) => progress.aside(|| self.notes.say(format_args!("{line}"))),
            (Event::Note(line), None) => self.notes.say(format_args!("{line}")),
            (Event::Others(others), _) => note_others(self.options, &others, self.notes),
            (Event::Nodes(_) | Event::Ended { .. } | Event::Over, None) => {}
        }
    }
}

fn note_others(options: &Options, others: &Others, notes: Notes) {
    let rows: usize = others.values().sum();
    if rows > 0 {
        let each: Vec<String> = others
            .iter()
            .map(|(&(solver, scheme), rows)| format!("{rows} of {solver} with {}", scheme_name(scheme)))
            .collect();
        notes.say(format_args!(
            "{}: {} of other versions of a game or a scheme are kept and not used ({})",
            options.db.display(),
            counted(rows, "row"),
            each.join(", ")
        ));
    }
}

/// Writes the files of every experiment that there are rows of.
fn write_reports<'a>(done: &Done<'a>, out: &Path) -> Result<(Vec<Report<'a>>, Vec<PathBuf>)> {
    let others = |definition: &Definition| done.rows_of(definition);
    let (mut reports, mut files) = (Vec::new(), Vec::new());
    for results in done.results.iter().filter(|results| !results.rows.is_empty()) {
        let report = Report::of(results.clone(), &others)?;
        let written = report.write_files(out);
        files.extend(
            written.with_context(|| {
                format!("cannot write the report of {} to {}", results.definition.name, out.display())
            })?,
        );
        reports.push(report);
    }
    Ok((reports, files))
}

fn done_json(done: &Done<'_>, reports: &[Report<'_>], db: &Path, files: &[PathBuf]) -> Value {
    let experiment = |results: &Results<'_>| {
        let Results { definition, rows, missing, .. } = results;
        let report = reports.iter().find(|report| report.definition.name == definition.name);
        let claims: Vec<Value> = report.map(Report::entries).unwrap_or_default().iter().map(Entry::to_json).collect();
        json!({
            "name": definition.name, "title": definition.title, "rows": rows.len(), "missing": missing,
            "claims": claims,
        })
    };
    let failed = |Failed { cell, error }: &Failed| json!({ "cell": cell.to_string(), "error": error });
    json!({
        "cells_run": done.run,
        "cells_taken": done.taken,
        "nodes": done.nodes,
        "seconds": done.seconds,
        "database": db.display().to_string(),
        "files": files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>(),
        "rows_changed": done.changed,
        "rows_of_other_versions": done.others.values().sum::<usize>(),
        "failed": done.failed.iter().map(failed).collect::<Vec<_>>(),
        "experiments": done.results.iter().map(experiment).collect::<Vec<_>>(),
    })
}

fn verified_text(Verified { rows, verified, nodes }: Verified) -> String {
    format!("verified: {verified} of {} agree in every count ({})\n", counted(rows, "row"), counted(nodes, "node"))
}

fn verified_json(Verified { rows, verified, nodes }: Verified) -> Value {
    json!({ "rows": rows, "verified": verified, "nodes": nodes })
}

/// The experiments of these names, each once; all that the program knows if there is none.
pub(super) fn definitions(names: &[String]) -> Result<Vec<Definition>> {
    if names.is_empty() {
        return Definition::all();
    }
    let mut definitions = names.iter().map(|name| Definition::find(name)).collect::<Result<Vec<_>>>()?;
    let mut seen = BTreeMap::new();
    // Not every file system tells capitals from small letters.
    definitions.retain(|definition| seen.insert(definition.argument.clone(), definition.name.to_lowercase()).is_none());
    match seen.values().find(|name| seen.values().filter(|other| other == name).count() > 1) {
        None => Ok(definitions),
        Some(name) => Err(Usage::error(format!(
            "two experiments are called `{name}`, and would write the same files; rename one of them"
        ))),
    }
}
