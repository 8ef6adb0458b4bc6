//! `ttlab sweep`: runs experiments, built-in or on your own games.

mod output;
mod plan;
mod summary;
mod until_decided;

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueHint};
use console::Term;
use schemes::{Positions, Scheme};

use ::report::Report;
use ::report::pages::{self, is_file_of};
use experiments::board::Board;
use experiments::cell::{SearchOptions, scheme_name};
use experiments::custom_games::CustomGames;
use experiments::plan::{Filter, Options, Others};
use experiments::readings::Readings;
use experiments::run::Nodes;
use experiments::shard::Shard;
use experiments::sweep::{Done, Event, Results, Sample, Sweep};
use experiments::text::{counted, grouped, speed};
use experiments::{Definition, Usage, files, parallel};

use crate::forecast::Forecast;
use crate::interrupt;
use crate::progress::{Progress, Waiting};

use super::arguments::{
    Format, SchemeArg, SchemeChoice, boards, experiments, nodes, number, parse, parse_or_help, readings,
    scheme_choices, schemes, searches, sizes,
};
use super::definitions::{DATABASE, definitions};
use super::games::{OwnGames, Unreadable};
use super::printing::{Notes, print, print_json};
use super::{commit, report};
use output::Decisions;
pub(super) use output::{DryRun, ExperimentList, SweepReport};

pub(super) const EXAMPLES: &str = "\
With --pgn, the sweep searches positions of your own games with every scheme, tables of 8K, 64K and 512K positions, \
and 5 plies. Change this with --scheme, --positions and --depth.

Examples:
  ttlab sweep                                  quick parts of all experiments
  ttlab sweep thesis-fig-2.12 --full --jobs 4  an experiment as published
  ttlab sweep ./mine.toml --db mine.sqlite     your own experiment
  ttlab sweep --scheme two-big1,deep --positions 8K --seeds 20
  ttlab sweep thesis-fig-2.12 --until-decided  add seeds until schemes differ
  ttlab sweep thesis-fig-2.12 --verify 5       check 5 stored rows
  ttlab sweep --shard 2/3 --db b.sqlite        a third; see `ttlab merge`
  ttlab sweep --pgn my.pgn --from-move 15      positions of your own games";

#[derive(Args)]
pub(super) struct SweepArgs {
    /// Experiments or groups: names, or paths of TOML files [default: the experiments that `--list` lists]
    #[arg(value_name = "NAME", value_parser = experiments(), hide_possible_values = true)]
    names: Vec<String>,
    /// Run the full parts, as published, instead of the quick parts
    #[arg(long)]
    full: bool,
    /// List the experiments, without running them
    #[arg(long)]
    list: bool,
    /// List the cells with their states and estimates, and estimate the time, without running them
    #[arg(long, conflicts_with = "list")]
    dry_run: bool,
    /// Run all cells, including those that have a row, and replace the rows
    #[arg(long, conflicts_with = "list")]
    again: bool,
    /// Run the cells of N random rows again and compare all counts, without changing the database
    ///
    /// A difference is an error that names the cell and both counts. `--max-nodes` excludes rows with more nodes.
    #[arg(long, value_name = "N", conflicts_with_all = ["list", "dry_run", "again"])]
    #[arg(value_parser = number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    verify: Option<usize>,
    /// Random seed for `--verify` [default: the number of rows]
    #[arg(long, value_name = "N", requires = "verify")]
    #[arg(value_parser = number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    verify_seed: Option<u64>,
    /// Number of parallel jobs [default: as many as cores and memory allow]
    #[arg(long, alias = "threads", value_name = "N", value_parser = number(1..=MOST_JOBS))]
    #[arg(allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Database of results
    #[arg(long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    db: PathBuf,
    /// Directory for pages, pictures and CSV files [default: results, or results/full with --full]
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Run only shard I of N, which contains one Nth of the cells
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = parse::<Shard>)]
    shard: Shard,
    /// Node limit per cell, such as 10M (K, M and G: thousand, million, billion)
    #[arg(long, value_name = "N", value_parser = nodes)]
    max_nodes: Option<u64>,
    /// Run each cell with N different seeds of the Zobrist keys [default: 1; 5 for groups such as `techniques`]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = number::<u64>(1..=10_000), allow_negative_numbers = true)]
    seeds: Option<u64>,
    /// Add key seeds until every comparison with the first scheme is decided, up to --seeds [default: 32]
    ///
    /// The number of seeds doubles after each look at the results. The intervals cover other key seeds on the same
    /// positions. Their confidence level rises from look to look, so that all looks together have a level of 95 %. A
    /// comparison is decided if its interval excludes a ratio of 1, or lies within --within of it. With --dry-run, the
    /// cells of the first look are listed.
    #[arg(long, conflicts_with_all = ["list", "again", "verify"])]
    until_decided: bool,
    /// With --until-decided: the largest difference that does not matter, such as 1%
    #[arg(long, value_name = "PERCENT", default_value = "1%", value_parser = until_decided::margin)]
    #[arg(requires = "until_decided", conflicts_with_all = ["list", "again", "verify"])]
    within: f64,
    /// Run only these replacement schemes (`ttlab schemes` lists them); `none` is the search without a table
    #[arg(long, value_name = "SCHEME", value_delimiter = ',', value_parser = schemes(), hide_possible_values = true)]
    scheme: Vec<SchemeArg>,
    /// Also run these schemes, which the experiment need not contain; `all` means every scheme in `ttlab schemes`
    #[arg(long, value_name = "SCHEME", value_delimiter = ',')]
    #[arg(value_parser = scheme_choices(), hide_possible_values = true)]
    add_scheme: Vec<SchemeChoice>,
    /// Run only these options of the search, such as plain,mtd; `ttlab schemes` lists them
    #[arg(long, value_name = "OPTIONS", value_delimiter = ',', value_parser = searches(), hide_possible_values = true)]
    search: Vec<SearchOptions>,
    /// Run only these table sizes, such as 8K,64K
    #[arg(
        long, value_name = "SIZE", value_delimiter = ',',
        value_parser = sizes::<Positions>(), hide_possible_values = true
    )]
    positions: Vec<Positions>,
    /// Run only these boards, such as 6x7,7x7
    #[arg(long, value_name = "BOARD", value_delimiter = ',', value_parser = boards::<Board>())]
    #[arg(hide_possible_values = true)]
    #[arg(conflicts_with = "pgn")]
    board: Vec<Board>,
    /// Readings of what the sources leave open, such as depth=longest-line, or a preset; `ttlab readings` lists them
    #[arg(long, value_name = "QUESTION=ANSWER,...", value_parser = parse_or_help::<Readings>)]
    reading: Vec<Readings>,
    /// Search to these depths instead of those of the experiment, in games with a search depth
    #[arg(long, value_name = "PLIES", value_delimiter = ',')]
    #[arg(value_parser = number::<u8>(1..=100), allow_negative_numbers = true)]
    depth: Vec<u8>,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
    #[command(flatten)]
    games: OwnGames,
}

impl SweepArgs {
    /// Returns the experiments, and the games that cannot be read.
    fn definitions(&self, notes: Notes) -> Result<(Vec<Definition>, Unreadable)> {
        let (definitions, unreadable) = match self.games.own(notes)? {
            Some((own, unreadable)) => {
                let schemes = self.scheme.iter().map(|scheme| scheme.0).collect();
                let own = CustomGames { schemes, positions: self.positions.clone(), ..own };
                (vec![own.definition()?], unreadable)
            }
            None => (definitions(&self.names)?, Unreadable::default()),
        };
        // A custom scheme takes part in every experiment.
        let custom = self.scheme.iter().filter_map(|scheme| scheme.0).filter(|scheme| scheme.built_in().is_none());
        let added: Vec<Scheme> = custom.chain(SchemeChoice::schemes(&self.add_scheme)).collect();
        let with_options = |definition: Definition| {
            definition.with_depths(&self.depth).with_schemes(&added).with_searches(&self.search)
        };
        let definitions = definitions.into_iter().map(with_options);
        let chosen = readings(&self.reading)?;
        let read = definitions.map(|definition| definition.with_readings(&chosen)?.with_checked_sizes());
        let read = read.collect::<Result<Vec<_>>>().map_err(|error| Usage::error(&error))?;
        Ok((read, unreadable))
    }

    /// Returns what to run.
    fn options(&self, definitions: Vec<Definition>) -> Result<Options> {
        until_decided::check(self)?;
        Ok(Options {
            subcommand: "sweep",
            compared: ::report::claims::compared_with(&definitions),
            definitions,
            full: self.full,
            seeds: if self.until_decided { 2 } else { self.seeds.unwrap_or_else(|| self.default_seeds()) },
            filter: Filter {
                schemes: self.scheme.iter().map(|scheme| scheme.0).collect(),
                added: SchemeChoice::schemes(&self.add_scheme),
                searches: self.search.clone(),
                positions: self.positions.clone(),
                boards: self.board.clone(),
                readings: readings(&self.reading)?,
                depths: self.depth.clone(),
            },
            shard: self.shard,
            again: self.again,
            max_nodes: self.max_nodes.unwrap_or(u64::MAX),
            jobs: self.jobs,
            db: self.db.clone(),
            commit: commit(),
            nodes: Nodes::default(),
        })
    }

    /// Returns the command without options that change neither rows nor files.
    fn command(&self, options: &Options) -> String {
        let mut command = format!("{} --db {}", options.command(&self.names.join(" ")), options.db.display());
        if let Some(out) = &self.out {
            command += &format!(" --out {}", out.display());
        }
        command
    }

    /// Returns the number of key seeds of the groups that are named, or 1.
    fn default_seeds(&self) -> u64 {
        let of_groups = self.names.iter().filter_map(|name| Definition::group(name));
        of_groups.map(|(seeds, _)| seeds).max().unwrap_or(1)
    }

    /// Returns whether the command runs cells.
    pub(super) fn runs_cells(&self) -> bool {
        !self.list && !self.dry_run
    }
}

/// The greatest number of jobs, more than any machine has cores.
pub(super) const MOST_JOBS: usize = 4096;

/// Advice for a directory that cannot be created or written to.
pub(super) const OTHER_DIRECTORY: &str = "choose another directory with --out";

/// The same if the database is in this directory.
const OTHER_PLACES: &str = "choose another directory with --out, and another database with --db";

pub(super) fn run(arguments: &SweepArgs, notes: Notes) -> Result<()> {
    let (definitions, unreadable) = arguments.definitions(notes)?;
    run_definitions(arguments, definitions, notes)?;
    unreadable.check()
}

fn run_definitions(arguments: &SweepArgs, definitions: Vec<Definition>, notes: Notes) -> Result<()> {
    let text = arguments.format == Format::Text;
    if arguments.list {
        let groups = if arguments.names.is_empty() { plan::groups() } else { String::new() };
        return if text {
            print(plan::list(&definitions) + &groups)
        } else {
            print_json(&ExperimentList::of(&definitions))
        };
    }
    let options = arguments.options(definitions)?;
    let selected = Sweep::new(&options)?;
    if arguments.dry_run {
        until_decided::note_first_look(arguments, &options, notes);
        return print_plan(&selected, &options, notes, arguments.format);
    }
    let display = Display { notes, options: &options, progress: RefCell::new(None) };
    let hear = |event| display.hear(event);
    if let Some(number) = arguments.verify {
        let verified = selected.verify(Sample { number, seed: arguments.verify_seed }, &hear)?;
        return if text { print(plan::verified(verified)) } else { print_json(&verified) };
    }
    let out = arguments.out.clone().unwrap_or_else(|| if arguments.full { "results/full" } else { "results" }.into());
    check_outputs(&options, &out)?;
    note_cost(&selected, &options, notes)?;
    // Now rather than after hours of work.
    let is_new = !out.exists();
    let other = if options.db.starts_with(&out) { OTHER_PLACES } else { OTHER_DIRECTORY };
    files::make_directory(&out, other)?;
    files::check_directory(&out, other)?;
    interrupt::explain_sweep(&options.db, 0);
    if arguments.until_decided {
        drop(selected);
        return until_decided::run(arguments, options.clone(), &out, notes);
    }
    let done = selected.run(&hear).inspect_err(|_| {
        if is_new {
            // A directory with files is not removed.
            let _ = fs::remove_dir(&out);
        }
    })?;
    if !(text && is_brief(arguments, notes)) {
        note_work(&done, &options.db, notes);
    }
    write(arguments, &options, &done, &out, notes, None)?;
    failures(&done)
}

/// Prints the cells and the expected time.
pub(super) fn print_plan(selected: &Sweep<'_>, options: &Options, notes: Notes, format: Format) -> Result<()> {
    let waiting = Waiting::new("estimating", notes.progress);
    let plan = selected.plan()?;
    note_others(options, &plan.others, notes);
    let forecast = Forecast::measured(options, &plan)?;
    drop(waiting);
    match format {
        Format::Json => print_json(&DryRun::of(&plan, &forecast)),
        Format::Text => print(plan::text(&plan, &forecast, notes.verbose > 0)),
    }
}

/// Returns whether the sweep ends in a line for each experiment instead of tables.
fn is_brief(arguments: &SweepArgs, notes: Notes) -> bool {
    arguments.names.is_empty() && !arguments.games.is_given() && notes.verbose == 0
}

/// The nodes from which on a sweep says beforehand how long it will take: half a minute of one core.
const LONG: u64 = 300_000_000;

/// The depth in plies from which on a search of the middle game can take minutes.
const DEEP: u8 = 9;

/// Prints how long a long sweep will take.
pub(super) fn note_cost(selected: &Sweep<'_>, options: &Options, notes: Notes) -> Result<()> {
    if !notes.lines {
        return Ok(());
    }
    let plan = selected.plan()?;
    if plan.expected().is_some_and(|nodes| nodes >= LONG) {
        let _waiting = Waiting::new("estimating", notes.progress);
        let forecast = Forecast::measured(options, &plan)?;
        notes.say(format_args!("running {}: {}", counted(forecast.cells, "cell"), forecast.to_text()));
    } else if options.filter.depths.iter().any(|&depth| depth >= DEEP)
        && plan.to_run().any(|planned| planned.estimate.is_none())
    {
        notes.say(format_args!(
            "running to depths without an estimate of nodes and time\n\
             help: --max-nodes limits each search, and --dry-run lists the cells without running them"
        ));
    }
    Ok(())
}

/// Prints how many cells were run, and how fast.
pub(super) fn note_work(done: &Done<'_>, db: &Path, notes: Notes) {
    let cells = format!("ran {}, reused {} from {}", counted(done.run, "cell"), done.taken, db.display());
    if done.nodes == 0 {
        return notes.say(format_args!("{cells}"));
    }
    let speed = speed(done.nodes as f64 / done.seconds.max(1e-9));
    notes.say(format_args!("{cells}: {} nodes in {:.1} s ({speed})", grouped(done.nodes), done.seconds));
}

/// Writes the files of a sweep and prints its results; `decisions` is what `--until-decided` found.
fn write(
    arguments: &SweepArgs,
    options: &Options,
    done: &Done<'_>,
    out: &Path,
    notes: Notes,
    decisions: Option<Decisions>,
) -> Result<()> {
    let waiting = Waiting::new("writing reports", notes.progress);
    let (reports, mut written) = write_reports(done, out)?;
    let is_group = Definition::are_of_groups(&arguments.names, &options.definitions);
    if let Some((name, text)) = ::report::groups::recorded(&reports)?.filter(|_| is_group) {
        let file = out.join(name);
        written.push(files::write(&file, text.as_bytes(), OTHER_DIRECTORY)?);
    }
    let is_brief = is_brief(arguments, notes);
    let page = out.join("report.html");
    if is_brief {
        report::write_page(options, &reports, &arguments.command(options), &page)?;
        written.push(page.clone());
    }
    drop(waiting);
    if arguments.format == Format::Json {
        return print_json(&SweepReport::of(done, &reports, &options.db, &written, decisions));
    }
    if is_brief {
        let columns = Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
        return print(summary::text(done, &reports, options.full, &page, columns));
    }
    // A group has too many tables for a terminal. Its pages have them all.
    if !is_group || notes.verbose > 0 {
        let mut tables = Vec::new();
        for report in &reports {
            report.print(&mut tables)?;
            tables.push(b'\n');
        }
        print(String::from_utf8_lossy(&tables))?;
    }
    if is_group {
        print(::report::groups::text(&reports)?)?;
    }
    std::iter::once(&options.db)
        .chain(&written)
        .for_each(|file| notes.say(format_args!("written: {}", file.display())));
    Ok(())
}

/// Returns an error if a cell failed.
pub(super) fn failures(done: &Done<'_>) -> Result<()> {
    let Some(first) = done.failed.first() else { return Ok(()) };
    let number = counted(done.failed.len(), "cell");
    let which = if done.failed.len() == 1 { "" } else { "; the first error" };
    Err(anyhow!("{number} failed, all others are stored{which}: {}", first.error))
}

/// Checks that no written file is the database or a file that an experiment is read from.
fn check_outputs(options: &Options, out: &Path) -> Result<()> {
    let files = options.definitions.iter().flat_map(|definition| &definition.files);
    let inputs: Vec<&Path> = files.chain([&options.db]).map(PathBuf::as_path).collect();
    let is_written = |file: &str| {
        let of_all = ["report.html", ::report::groups::RECORDED];
        of_all.iter().any(|one| file.eq_ignore_ascii_case(one))
            || options.definitions.iter().any(|one| is_file_of(&one.stem(), file))
    };
    files::check_outputs(&inputs, out, is_written, OTHER_DIRECTORY)
}

/// Prints the notes and the progress of a sweep on standard error.
pub(super) struct Display<'a> {
    pub(super) notes: Notes,
    pub(super) options: &'a Options,
    pub(super) progress: RefCell<Option<Progress>>,
}

impl Display<'_> {
    pub(super) fn hear(&self, event: Event) {
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
            (Event::Waiting(cells), _) => interrupt::explain_sweep(&self.options.db, cells),
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
            "{}: ignored {} of other versions of a game or a scheme ({})",
            options.db.display(),
            counted(rows, "row"),
            each.join(", ")
        ));
    }
}

/// Writes the files of every experiment with rows.
fn write_reports<'a>(done: &Done<'a>, out: &Path) -> Result<(Vec<Report<'a>>, Vec<PathBuf>)> {
    let others = |definition: &Definition| done.rows_of(definition);
    let with_rows: Vec<&Results<'_>> = done.results.iter().filter(|results| !results.rows.is_empty()).collect();
    let write = |results: &&Results<'a>| {
        let report = Report::of((*results).clone(), &others)?;
        let written = pages::write_files(&report, out, None)
            .with_context(|| format!("cannot write the report of {} to {}", results.definition.name, out.display()))?;
        Ok((report, written))
    };
    // They are independent, and each takes a while.
    let written: Vec<(Report<'a>, Vec<PathBuf>)> =
        parallel::map(&with_rows, write).into_iter().collect::<Result<_>>()?;
    let (reports, files): (Vec<_>, Vec<_>) = written.into_iter().unzip();
    Ok((reports, files.concat()))
}
