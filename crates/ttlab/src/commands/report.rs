//! `ttlab report`: the results in a database.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Args, ValueHint};
use schemars::JsonSchema;
use serde::Serialize;

use crate::progress::Waiting;
use experiments::custom_games::CustomGames;
use experiments::help::{ErrorWithHelp, with_help};
use experiments::plan::Options;
use experiments::row::Row;
use experiments::store::RECORDED;
use experiments::text::counted;
use experiments::view::{View, Wanted};
use experiments::{Definition, Usage, files, parallel, program};
use report::pages::complaints::complaints;
use report::pages::ledger::Ledger;
use report::pages::{self, blocks, html, is_file_of};

use super::arguments::{Format, experiments, number};
use super::definitions::{DATABASE, all_definitions};
use super::games::OwnGames;
use super::printing::{Notes, print, print_json};

/// Which database and which of its rows are read.
#[derive(Args, Clone)]
pub(super) struct RowsArgs {
    /// Experiments or groups: names, or paths of TOML files [default: all with complete results]
    #[arg(value_name = "NAME", value_parser = experiments(), hide_possible_values = true)]
    pub(super) names: Vec<String>,
    /// Database of results, or rows as text; a name that ends in .gz is decompressed with gzip
    #[arg(long, value_name = "FILE", default_value = DATABASE, value_hint = ValueHint::FilePath)]
    pub(super) db: PathBuf,
    /// Use the full parts [default: the full part if it is complete, otherwise the quick part]
    #[arg(long)]
    full: bool,
    /// Use the results of N key seeds [default: all]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=10_000))]
    #[arg(allow_negative_numbers = true)]
    seeds: Option<u64>,
    /// Use searches to these depths instead of those of the experiment
    #[arg(long, value_name = "PLIES", value_delimiter = ',', value_parser = number::<u8>(1..=100))]
    #[arg(allow_negative_numbers = true)]
    depth: Vec<u8>,
}

impl RowsArgs {
    /// Returns a command line that reads the same rows; `name` may include options.
    fn command(&self, name: &str) -> String {
        let mut command = format!("{} {name}", program());
        self.names.iter().for_each(|name| command += &format!(" {name}"));
        command += &format!(" --db {}", self.db.display());
        command += if self.full { " --full" } else { "" };
        if let Some(seeds) = self.seeds {
            command += &format!(" --seeds {seeds}");
        }
        if !self.depth.is_empty() {
            let depths: Vec<String> = self.depth.iter().map(u8::to_string).collect();
            command += &format!(" --depth {}", depths.join(","));
        }
        command
    }

    /// Returns notes about the rows: how many were ignored, and how many key seeds are missing.
    pub(super) fn notes(&self, stored: &View, reports: &[report::Report<'_>]) -> Vec<String> {
        let ignored = (stored.others > 0).then(|| {
            let (db, others) = (self.db.display(), counted(stored.others, "row"));
            format!("{db}: ignored {others} of other program versions")
        });
        let shown = reports.iter().filter(|one| !self.names.is_empty() || !one.is_incomplete());
        let mut seeds = BTreeMap::<&str, u64>::new();
        for (report, number) in shown.filter_map(|report| Some((report, number_of_seeds(&report.rows)?))) {
            // An experiment under a reading has the same name.
            let least = seeds.entry(&report.definition.name).or_insert(number);
            *least = number.min(*least);
        }
        let seeds: Vec<u64> = seeds.into_values().collect();
        ignored.into_iter().chain(fewer_seeds(&self.db, self.seeds, &seeds)).collect()
    }

    /// Returns whether there are options that need an experiment.
    pub(super) fn chooses(&self) -> bool {
        self.full || self.seeds.is_some() || !self.depth.is_empty()
    }

    /// Returns the same arguments; with the full parts of the repository if there are no results of sweeps.
    pub(super) fn or_recorded(&self, notes: Notes) -> Self {
        let is_missing = self.db == Path::new(DATABASE) && !self.db.exists();
        if !(is_missing && self.full && Path::new(RECORDED).exists()) {
            return self.clone();
        }
        notes.say(format_args!("no {DATABASE}: reading {RECORDED}"));
        Self { db: PathBuf::from(RECORDED), ..self.clone() }
    }

    pub(super) fn definitions(&self) -> Result<Vec<Definition>> {
        all_definitions(&self.names)
    }

    pub(super) fn open_with(&self, definitions: Vec<Definition>) -> Result<View> {
        let wanted = Wanted { full: self.full.then_some(true), seeds: self.seeds, depths: self.depth.clone() };
        View::open(&self.db, definitions, wanted)
    }
}

/// Returns the number of key seeds of searches with tables; `None` if there are none, so that keys do not matter.
fn number_of_seeds<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Option<u64> {
    let with_table = rows.into_iter().filter(|row| row.cell.scheme.is_some());
    let seeds: BTreeSet<u64> = with_table.map(|row| row.cell.seed).collect();
    (!seeds.is_empty()).then_some(seeds.len() as u64)
}

/// Says that experiments have fewer key seeds than were asked for; `stored` has their numbers.
pub(super) fn fewer_seeds(db: &Path, wanted: Option<u64>, stored: &[u64]) -> Option<String> {
    let wanted = wanted?;
    let fewer = stored.iter().copied().filter(|number| *number < wanted);
    let (least, most) = (fewer.clone().min()?, fewer.clone().max()?);
    let seeds = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let (db, experiments) = (db.display(), counted(stored.len(), "experiment"));
    Some(format!("{db} has only {seeds} of {wanted} key seeds, for {} of {experiments}", fewer.count()))
}

/// Returns the reports of the experiments with rows. With `all`, experiments without rows have an empty report.
pub(super) fn reports(stored: &View, all: bool) -> Result<Vec<report::Report<'_>>> {
    let others = |definition: &Definition| stored.results(definition).rows;
    let report = |definition| {
        let results = stored.results(definition);
        (all || !results.rows.is_empty()).then(|| report::Report::of(results, &others))
    };
    // They are independent, and each takes a while.
    parallel::map(stored.definitions(), report).into_iter().flatten().collect()
}

pub(super) const REPORT_EXAMPLES: &str = "\
The report shows results that `ttlab sweep` has stored. It runs no search.

Examples:
  ttlab report                                   all stored results
  ttlab report thesis-fig-2.12 --out fig.html    one experiment
  ttlab report --db all.sqlite --pictures pics   also write the pictures
  ttlab report --db all.sqlite --full --pages d  write Markdown pages
  ttlab report --pgn my.pgn --player Me          results of a sweep with --pgn";

/// The arguments of `ttlab report`.
#[derive(Args)]
pub(super) struct ReportArgs {
    #[command(flatten)]
    source: RowsArgs,
    /// HTML file to write [default: results/report.html, or none with --pages]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Also write the pictures to this directory, as SVG files
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pictures: Option<PathBuf>,
    /// Also write the pictures as PNG files; requires `cargo run --release -p ttlab --features png`
    #[arg(long, requires = "pictures")]
    png: bool,
    /// Write Markdown pages, pictures and CSV files to this directory; an HTML file only with --out
    #[arg(long, value_name = "DIR", conflicts_with = "pictures", value_hint = ValueHint::DirPath)]
    pages: Option<PathBuf>,
    /// Print the tables of groups of experiments, such as `survey`, instead of writing an HTML file
    #[arg(long, conflicts_with_all = ["out", "pages", "pgn"])]
    tables: bool,
    /// Output format of the list of written files
    #[arg(long, default_value = "text")]
    format: Format,
    #[command(flatten)]
    games: OwnGames,
}

impl ReportArgs {
    /// Returns the HTML file that is written, if one is.
    fn html(&self) -> Option<&Path> {
        let default = || self.pages.is_none().then_some(Path::new("results/report.html"));
        self.out.as_deref().or_else(default)
    }
}

/// Output of `ttlab report`.
#[derive(Serialize, JsonSchema)]
pub(super) struct WrittenReport {
    /// Paths of the files that were written.
    files: Vec<String>,
    /// Rows of the database that this program does not use, for example because another version of a scheme counted
    /// them.
    rows_of_other_versions: usize,
}

/// The name of the file with the verdicts on all claims.
const VERDICTS: &str = "claims.csv";

/// Writes the HTML report of a sweep, which is done with `command`.
pub(super) fn write_page(options: &Options, reports: &[report::Report<'_>], command: &str, path: &Path) -> Result<()> {
    // For what the page says about the database. The rows are those of the reports.
    let stored = View::open(&options.db, options.definitions.clone(), Wanted::default())?;
    let page = html::page(&stored, reports, &Ledger::of(reports), &[], command, options.commit.as_deref())?;
    files::write(path, page.as_bytes(), OTHER).map(drop)
}

/// Advice for a file that cannot be written.
const OTHER: &str = "choose another file with --out";
const OTHER_PAGES: &str = "choose another directory with --pages";

pub(super) fn report(arguments: &ReportArgs, commit: Option<&str>, notes: Notes) -> Result<()> {
    let (own, unreadable) = arguments.games.own(notes)?.unzip();
    report_games(arguments, own, commit, notes)?;
    unreadable.unwrap_or_default().check()
}

/// Writes the report of experiments, or that of `own` games.
fn report_games(arguments: &ReportArgs, own: Option<CustomGames>, commit: Option<&str>, notes: Notes) -> Result<()> {
    let source = &arguments.source.or_recorded(notes);
    let argument = own.as_ref().map(|own| own.argument.clone());
    let definitions = if own.is_some() { Vec::new() } else { source.definitions()? };
    check_outputs(arguments, &definitions, own.as_ref())?;
    let waiting = Waiting::new("writing the report", notes.progress);
    let mut stored = source.open_with(definitions)?;
    let command = match own {
        None => source.command("report"),
        Some(own) => {
            let command = source.command(&format!("report {}", own.argument));
            stored.add_own(own)?;
            command
        }
    };
    let mut reports = reports(&stored, arguments.pages.is_some())?;
    let is_of_all = source.names.is_empty() && argument.is_none();
    let incomplete = if is_of_all { withdraw_incomplete(&mut reports) } else { Vec::new() };
    if reports.iter().all(|report| report.rows.is_empty()) {
        bail!(nothing(source, &stored, argument.is_some()));
    }
    let said = source.notes(&stored, &reports);
    let say = || said.iter().for_each(|line| notes.say(format_args!("{line}")));
    if arguments.tables {
        let text = ::report::groups::text(&reports)?;
        write_pictures(arguments, &reports)?;
        drop(waiting);
        if text.is_empty() {
            return Err(Usage::error(with_help(
                "invalid option --tables: these experiments are not of a group that has tables",
                format!("run `{} sweep --list` to list the groups", program()),
            )));
        }
        say();
        return print(text);
    }
    let ledger = Ledger::of(&reports);
    let mut files = Vec::new();
    if let Some(dir) = &arguments.pages {
        files = write_pages(source, argument.as_deref(), &reports, &ledger, dir, notes)?;
    }
    if let Some(out) = arguments.html() {
        reports.retain(|one| !(one.rows.is_empty() || !incomplete.is_empty() && one.is_incomplete()));
        // Those over all experiments are shown by their groups alone.
        let tables = if is_of_all { Vec::new() } else { ::report::groups::tables(&reports) };
        let page = html::page(&stored, &reports, &ledger, &tables, &command, commit)?;
        files::make_directory_of(out, OTHER)?;
        files.push(files::write(out, page.as_bytes(), OTHER)?);
        files.extend(write_pictures(arguments, &reports)?);
    }
    drop(waiting);
    say();
    note_left_out(&incomplete, notes);
    let files = files.iter().map(|file| file.display().to_string());
    match arguments.format {
        Format::Json => print_json(&WrittenReport { files: files.collect(), rows_of_other_versions: stored.others }),
        Format::Text => {
            files.for_each(|file| notes.say(format_args!("written: {file}")));
            Ok(())
        }
    }
}

/// Takes back the verdicts of the experiments with some of their rows, if there are complete ones, and returns their
/// names: experiments share cells, and a finding from the rows that another experiment needed would mislead.
pub(super) fn withdraw_incomplete<'a>(reports: &mut [report::Report<'a>]) -> Vec<&'a str> {
    if !reports.iter().any(report::Report::has_all_cells) {
        return Vec::new();
    }
    let incomplete = reports.iter_mut().filter(|one| one.is_incomplete());
    let withdraw = |one: &mut report::Report<'a>| {
        one.withdraw_verdicts();
        one.definition.name.as_str()
    };
    incomplete.map(withdraw).collect()
}

/// Says which experiments were left out.
pub(super) fn note_left_out(incomplete: &[&str], notes: Notes) {
    if !incomplete.is_empty() {
        let (what, names) = (counted(incomplete.len(), "incomplete experiment"), incomplete.join(", "));
        notes.say(format_args!(
            "left out: {what}, of which some cells have no row: {names}\nhelp: name them to show them"
        ));
    }
}

/// Returns the error for a database without results of the experiments.
fn nothing(source: &RowsArgs, stored: &View, is_own: bool) -> ErrorWithHelp {
    let (db, program) = (source.db.display(), program());
    let names = source.names.iter().map(|name| format!("{name} ")).collect::<String>();
    let others = match stored.others {
        0 => String::new(),
        others => format!("; {} of other program versions ignored", counted(others, "row")),
    };
    if source.full && stored.has_quick() {
        return with_help(
            format!("{db} has no results of the full parts of these experiments, only of the quick parts{others}"),
            format!("remove --full, or run `{program} sweep {names}--full --db {db}`"),
        );
    }
    let full = if source.full { "--full " } else { "" };
    let games = if !is_own && stored.has_own() { ", or use --pgn to report your own games" } else { "" };
    with_help(
        format!("{db} has no results of these experiments{others}"),
        format!("run `{program} sweep {names}{full}--db {db}`{games}"),
    )
}

/// Checks that no written file is the database or a file that an experiment is read from.
fn check_outputs(arguments: &ReportArgs, definitions: &[Definition], own: Option<&CustomGames>) -> Result<()> {
    let ReportArgs { source, pictures, pages, .. } = arguments;
    let files = definitions.iter().flat_map(|definition| &definition.files).chain(own.map(|own| &own.file));
    let inputs: Vec<&Path> = files.chain([&source.db]).map(PathBuf::as_path).collect();
    let reported = definitions.iter().map(Definition::reported).collect::<Result<Vec<_>>>()?.concat();
    let names = definitions.iter().chain(&reported).map(Definition::stem).chain(own.map(|own| own.name.clone()));
    let names: Vec<String> = names.collect();
    let is_of_report = |file: &str| names.iter().any(|name| is_file_of(name, file));
    if let Some(pages) = pages {
        let is_part = |file: &str| blocks::names().any(|name| is_file_of(name, file));
        let is_written = |file: &str| is_of_report(file) || is_part(file) || file.eq_ignore_ascii_case(VERDICTS);
        files::check_outputs(&inputs, pages, is_written, OTHER_PAGES)?;
    }
    if let Some(out) = arguments.html() {
        files::check_output(inputs.iter().copied(), out, OTHER)?;
    }
    match pictures {
        Some(pictures) => {
            files::check_outputs(&inputs, pictures, is_of_report, "choose another directory with --pictures")
        }
        None => Ok(()),
    }
}

/// Writes the pictures if a directory is given.
fn write_pictures(arguments: &ReportArgs, reports: &[report::Report<'_>]) -> Result<Vec<PathBuf>> {
    let Some(dir) = &arguments.pictures else { return Ok(Vec::new()) };
    let pictures = reports.iter().flat_map(|report| &report.pictures);
    pictures.map(|picture| picture.write_files(dir, arguments.png)).collect::<Result<Vec<_>>>().map(|all| all.concat())
}

/// Writes the pages of the complete experiments: the page of an incomplete one could mislead. Warns of what was written
/// by hand and does not follow from the rows.
fn write_pages(
    source: &RowsArgs,
    own: Option<&str>,
    reports: &[report::Report<'_>],
    ledger: &Ledger,
    dir: &Path,
    notes: Notes,
) -> Result<Vec<PathBuf>> {
    let RowsArgs { names, db, .. } = source;
    let whole: Vec<&report::Report<'_>> = reports.iter().filter(|one| one.rows.len() == one.provenance.cells).collect();
    if whole.is_empty() {
        let db = db.display();
        let sweep = source.command(&["sweep"].into_iter().chain(own).collect::<Vec<_>>().join(" "));
        bail!(with_help(
            format!("no experiment is complete in {db}"),
            format!("run `{sweep} --dry-run` to list what is missing")
        ));
    }
    let write = |report: &&::report::Report<'_>| {
        let of_one = RowsArgs { names: vec![report.definition.argument.clone()], ..source.clone() };
        // `export` does not take games of the user.
        pages::write_files(report, dir, own.is_none().then(|| of_one.command("export")).as_deref())
    };
    let mut files = whole.iter().map(write).collect::<Result<Vec<_>>>()?.concat();
    let rows: Vec<_> = whole.iter().map(|report| (report.definition, report.rows.as_slice())).collect();
    for (name, markdown) in blocks::of(&rows) {
        files.push(files::write(&dir.join(format!("{name}.md")), markdown.as_bytes(), OTHER_PAGES)?);
    }
    if names.is_empty() && own.is_none() {
        files.push(files::write(&dir.join(VERDICTS), ledger.csv().as_bytes(), OTHER_PAGES)?);
        for line in complaints(&whole, ledger)? {
            notes.say(format_args!("warning: {line}"));
        }
    }
    Ok(files)
}
