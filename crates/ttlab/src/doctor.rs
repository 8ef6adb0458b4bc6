//! What a machine offers a sweep, and what is wrong with it: one check after another, each with what to do.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use indicatif::{BinaryBytes, HumanDuration};
use serde_json::{Value, json};

use experiments::files;
use experiments::machine::{self, Room};
use experiments::plan::{Options, Plan, Planned};
use experiments::run::{self, Nodes};
use experiments::signature::Signatures;
use experiments::store::{SCHEMA, Store};
use experiments::sweep::{self, Sweep};
use experiments::text::{counted, grouped};
use experiments::{Cell, Definition, Game, bench};

/// The signature that the source of this program counts.
const COMMITTED: &str = include_str!("../../../testsets/bench-signature.txt");

/// The table whose pages are looked at: as large as those of the experiments.
const TABLE: u64 = 64 << 20;

/// Less room on the disk than this is worth a word: a sweep of everything takes some ten megabytes.
const LITTLE_SPACE: u64 = 1 << 30;

/// With less than this a database is soon full.
const NO_SPACE: u64 = 32 << 20;

/// How well something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// Nothing is to be done.
    Ok,
    /// It works, and could be better.
    Note,
    /// A sweep would fail, or be worthless.
    Problem,
}

impl Level {
    /// The word for it.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Note => "note",
            Self::Problem => "problem",
        }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    /// What was looked at, in a word.
    pub(crate) name: &'static str,
    /// How well it is.
    pub(crate) level: Level,
    /// What is there.
    pub(crate) says: String,
    /// What to do, unless all is well.
    pub(crate) hint: Option<String>,
    /// The same for a program.
    pub(crate) facts: Value,
}

impl Check {
    fn new(name: &'static str, says: impl Into<String>, facts: Value) -> Self {
        Self { name, level: Level::Ok, says: says.into(), hint: None, facts }
    }

    fn with(self, level: Level, hint: impl Into<String>) -> Self {
        Self { level, hint: Some(hint.into()), ..self }
    }

    fn note(self, hint: impl Into<String>) -> Self {
        self.with(Level::Note, hint)
    }

    /// A problem of which the words say already what to do.
    fn told_problem(self) -> Self {
        Self { level: Level::Problem, ..self }
    }

    fn problem(self, hint: impl Into<String>) -> Self {
        self.with(Level::Problem, hint)
    }

    /// One line without the level.
    #[must_use]
    pub(crate) fn to_text(&self) -> String {
        let hint = self.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
        format!("{:<13} {}{hint}", self.name, self.says)
    }
}

/// All checks as one object.
#[must_use]
pub(crate) fn to_json(checks: &[Check]) -> Value {
    let count = |level| checks.iter().filter(|check| check.level == level).count();
    let check = |check: &Check| {
        let Check { name, level, says, hint, facts } = check;
        json!({ "check": name, "level": level.name(), "says": says, "hint": hint, "facts": facts })
    };
    json!({
        "problems": count(Level::Problem),
        "notes": count(Level::Note),
        "checks": checks.iter().map(check).collect::<Vec<_>>(),
    })
}

/// Looks at the machine, at the database of `options`, and, if `wanted`, at what the sweep of `options` would need;
/// tells `found` of each check as soon as it is done.
///
/// # Errors
///
/// The options leave no cell, or there is not enough memory for a small table.
pub(crate) fn examine(options: &Options, wanted: bool, mut found: impl FnMut(&Check)) -> Result<Vec<Check>> {
    let mut checks = Vec::new();
    let mut add = |check: Check| {
        found(&check);
        checks.push(check);
    };
    add(version());
    add(processor());
    add(cores());
    add(instructions());
    add(huge_pages());
    let memory = machine::memory();
    add(memory_for_tables(memory, largest_table()?));
    add(disk(&options.db));
    add(signature(bench::bench()?.signature(), COMMITTED));
    add(database(&options.db));
    let speeds = speeds()?;
    add(speed(&speeds));
    add(terminal());
    if wanted {
        // What is wrong with the database has been said.
        add(match Sweep::new(options).and_then(|sweep| sweep.plan()) {
            Ok(plan) => outlook(options, &plan, &speeds, memory),
            Err(error) if error.is::<experiments::Usage>() => return Err(error),
            Err(error) => Check::new("sweep", format!("not known: {error:#}"), json!({})).problem("see above"),
        });
    }
    Ok(checks)
}

fn version() -> Check {
    let version = env!("CARGO_PKG_VERSION");
    let optimized = !cfg!(debug_assertions);
    let check = |says| Check::new("version", says, json!({ "version": version, "optimized": optimized }));
    if optimized {
        check(format!("ttlab {version}, optimized"))
    } else {
        check(format!("ttlab {version}, not optimized, so several times slower"))
            .note("`cargo xtask sweep` builds it optimized; the counts are the same")
    }
}

fn processor() -> Check {
    let (model, architecture) = (machine::processor(), std::env::consts::ARCH);
    let says = format!("{}, {architecture}", model.as_deref().unwrap_or("not known"));
    Check::new("processor", says, json!({ "model": model, "architecture": architecture }))
}

fn cores() -> Check {
    let (cores, usable) = (machine::cores(), machine::usable_cores());
    let check = |says| Check::new("cores", says, json!({ "cores": cores, "usable": usable }));
    match cores {
        None => check(format!("{usable} for this process; how many there are is not known")),
        Some(cores) if cores > usable => check(format!("{cores}, of which this process may use {usable}"))
            .note("a sweep runs so many cells side by side; an affinity mask or a control group holds the rest back"),
        Some(cores) => check(format!("{cores}, all of them for this process")),
    }
}

fn instructions() -> Check {
    let all = machine::instructions();
    let names = |wanted: fn(&machine::Instructions) -> bool| {
        all.iter().filter(|one| wanted(one)).map(|one| one.name).collect::<Vec<_>>().join(", ")
    };
    let (used, idle, absent) =
        (names(|one| one.built), names(|one| one.detected && !one.built), names(|one| !one.detected));
    let mut parts = Vec::new();
    for (names, what) in [(&used, "in use"), (&idle, "there and not in use"), (&absent, "not there")] {
        if !names.is_empty() {
            parts.push(format!("{names} {what}"));
        }
    }
    let says = if parts.is_empty() { "not known for this kind of processor".to_owned() } else { parts.join("; ") };
    let features = all.iter().map(|one| json!({ "name": one.name, "detected": one.detected, "built": one.built }));
    let check = Check::new("instructions", says, json!({ "features": features.collect::<Vec<_>>() }));
    if idle.is_empty() {
        check
    } else {
        check.note("`cargo xtask sweep` builds for this processor; the counts are the same")
    }
}

fn huge_pages() -> Check {
    const HINT: &str = "as root, `echo madvise > /sys/kernel/mm/transparent_hugepage/enabled` lets tables have them";
    let (mode, got) = (machine::huge_pages(), machine::huge_pages_of_a_table(TABLE));
    let facts = json!({ "mode": mode, "table_bytes": TABLE, "huge_bytes": got.as_ref().ok().copied().flatten() });
    let check = |says: String| Check::new("huge-pages", says, facts.clone());
    let table = BinaryBytes(TABLE);
    match (mode.as_deref(), got) {
        (_, Err(error)) => check(format!("cannot allocate a table of {table}: {error}")).problem("free some memory"),
        (None, _) => check("not known on this system".to_owned()),
        (Some("never"), _) => check("never given, so a search in a large table is slower".to_owned()).note(HINT),
        (Some(mode), Ok(None)) => check(format!("{mode}; what a table of {table} got is not known")),
        (Some(mode), Ok(Some(got))) => {
            let check = check(format!("{mode}; a table of {table} got {}", BinaryBytes(got)));
            if got >= TABLE / 2 {
                check
            } else {
                check.note("memory is fragmented: as root, `echo 1 > /proc/sys/vm/compact_memory` may help")
            }
        }
    }
}

/// The bytes of the largest table of any experiment that the program knows.
fn largest_table() -> Result<u64> {
    let all = Definition::all()?;
    let cells = all.iter().flat_map(|definition| [&definition.quick, &definition.full]).flat_map(|part| part.cells(1));
    Ok(cells.map(|cell| run::table_bytes(&cell)).max().unwrap_or(0))
}

fn memory_for_tables(memory: Option<Room>, largest: u64) -> Check {
    let facts = json!({
        "total_bytes": memory.map(|room| room.total),
        "available_bytes": memory.map(|room| room.available),
        "largest_table_bytes": largest,
    });
    let table = format!("the largest table of a known experiment takes {}", BinaryBytes(largest));
    let Some(Room { total, available }) = memory else {
        return Check::new("memory", format!("not known; {table}"), facts);
    };
    let says = format!("{}, {} available; {table}", BinaryBytes(total), BinaryBytes(available));
    let check = Check::new("memory", says, facts);
    if available < largest {
        check.problem("free some, or leave large tables out with --positions")
    } else if available / 2 < largest.saturating_mul(machine::usable_cores() as u64) {
        check.note("a sweep with such tables runs fewer cells side by side than there are cores")
    } else {
        check
    }
}

/// The nearest folder that exists, of those in which `path` lies or would lie.
fn folder_of(path: &Path) -> PathBuf {
    let above =
        path.ancestors().skip(1).map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    above.into_iter().find(|folder| folder.exists()).unwrap_or(Path::new(".")).to_owned()
}

fn disk(db: &Path) -> Check {
    let folder = folder_of(db);
    let free = machine::free_space(&folder);
    let facts = json!({ "folder": folder.display().to_string(), "free_bytes": free });
    let where_to = db.display();
    let Some(free) = free else {
        return Check::new("disk", format!("not known how much is free for {where_to}"), facts);
    };
    let check = Check::new("disk", format!("{} free for {where_to}", BinaryBytes(free)), facts);
    match free {
        ..NO_SPACE => check.problem("free some, or choose another place with --db"),
        NO_SPACE..LITTLE_SPACE => check.note("a long sweep stops when nothing is left, and loses nothing"),
        _ => check,
    }
}

fn signature(counted: u64, committed: &str) -> Check {
    let expected = committed.split_whitespace().last().and_then(|number| number.parse::<u64>().ok());
    let check = |says| Check::new("signature", says, json!({ "counted": counted, "expected": expected }));
    match expected {
        Some(expected) if expected == counted => check(format!("{counted}, as testsets/bench-signature.txt has it")),
        Some(expected) => check(format!("{counted}, and testsets/bench-signature.txt has {expected}")).problem(
            "this program counts other nodes than its source was committed with: build it anew from a clean checkout",
        ),
        None => check(format!("{counted}; testsets/bench-signature.txt held no number when this was built"))
            .problem("write the number there, or build from a clean checkout"),
    }
}

/// Rows of a database.
#[derive(Clone, Copy, Default)]
struct Rows {
    ours: u64,
    others: u64,
}

fn database(path: &Path) -> Check {
    let shown = path.display().to_string();
    let check = |says: String, exists: bool, is_writable: bool, rows: Option<Rows>| {
        let facts = json!({
            "path": shown,
            "exists": exists,
            "writable": is_writable,
            "schema": rows.map(|_| SCHEMA),
            "rows": rows.map(|rows| rows.ours),
            "rows_of_other_versions": rows.map(|rows| rows.others),
        });
        Check::new("database", says, facts)
    };
    let mut store = match Store::open(path) {
        Ok(Some(store)) => store,
        Ok(None) => {
            return match files::check_folder(&folder_of(path), "choose another place with --db") {
                Ok(()) => check(format!("{shown}: none yet; a sweep makes it"), false, true, None),
                Err(error) => {
                    let says = format!("{shown}: none yet, and none can be made: {error:#}");
                    check(says, false, false, None).told_problem()
                }
            };
        }
        Err(error) => return check(format!("{error:#}"), true, false, None).told_problem(),
    };
    let read = || {
        let cells = store.cells()?;
        let signatures = Signatures::of(cells.iter().map(|(cell, _)| cell))?;
        anyhow::Ok((cells, signatures))
    };
    let (cells, signatures) = match read() {
        Ok(read) => read,
        Err(error) => return check(format!("{error:#}"), true, false, None).told_problem(),
    };
    let mut rows = Rows::default();
    for (cell, signature) in cells {
        *(if signatures.is_valid(&cell, signature) { &mut rows.ours } else { &mut rows.others }) += 1;
    }
    let Rows { ours, others } = rows;
    let says = format!("{shown}: schema {SCHEMA}, {} of this version and {others} of others", counted(ours, "row"));
    match store.try_write() {
        Err(error) => check(format!("{says}; {error:#}"), true, false, Some(rows)).told_problem(),
        Ok(()) if others == 0 => check(says, true, true, Some(rows)),
        Ok(()) => check(says, true, true, Some(rows))
            .note("those of others are kept and not used: a sweep runs their cells anew"),
    }
}

/// A search of each game that takes a moment, with a table as large as those of its experiments.
const SHORT: [(Game, &str, u64); 3] = [
    (
        Game::Domineering,
        "domineering board=8x8 first=vertical scheme=two-big1 positions=1024K parts=all seed=1970",
        2_000_000,
    ),
    (
        Game::Chess,
        "chess set=vsb-1994 game=1 depth=8 between=clear line=1 scheme=two-big1 positions=1024K parts=all seed=1970",
        1_000_000,
    ),
    (
        Game::ConnectFour,
        "connect-four set=middle-medium sample=1000 scheme=two-big1 positions=1024K parts=all seed=1970",
        2_000_000,
    ),
];

/// Nodes a second on one core, measured by a short search of each game.
type Speeds = BTreeMap<Game, f64>;

fn speeds() -> Result<Speeds> {
    let speed = |&(game, cell, max_nodes): &(Game, &str, u64)| {
        let cell: Cell = cell.parse()?;
        let row = run::run(&cell, max_nodes, &Nodes::default())?;
        Ok((game, row.nodes as f64 / row.seconds.max(1e-9)))
    };
    SHORT.iter().map(speed).collect()
}

fn speed(speeds: &Speeds) -> Check {
    let shown: Vec<String> = speeds.iter().map(|(game, speed)| format!("{} {:.1}", game.name(), speed / 1e6)).collect();
    let says = format!("million nodes/s of a core: {}", shown.join(", "));
    let facts: serde_json::Map<String, Value> =
        speeds.iter().map(|(game, speed)| (game.name().to_owned(), json!(speed.round() as u64))).collect();
    Check::new("speed", says, json!({ "nodes_per_second": facts }))
}

fn terminal() -> Check {
    let colours = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let (out, err) = (io::stdout().is_terminal(), io::stderr().is_terminal());
    let progress = if err { "progress is shown" } else { "no progress is shown, as standard error is no terminal" };
    let colour = match (colours, no_color) {
        (true, _) => "messages in colour",
        (false, true) => "no colours, as NO_COLOR is set",
        (false, false) => "no colours",
    };
    let facts = json!({ "stdout": out, "stderr": err, "colours": colours, "no_color": no_color });
    Check::new("terminal", format!("{progress}; {colour}"), facts)
}

/// What the sweep would need.
fn outlook(options: &Options, plan: &Plan, speeds: &Speeds, memory: Option<Room>) -> Check {
    let largest = plan.largest_table();
    let jobs = options.jobs.unwrap_or_else(|| sweep::jobs_for(largest)).min(plan.to_run().count().max(1));
    let to_run = plan.to_run().count();
    let seconds = |planned: &Planned| {
        let speed = speeds.get(&planned.cell.game()).copied().unwrap_or(1.0);
        planned.estimate.map(|nodes| nodes as f64 / speed)
    };
    let known: Vec<f64> = plan.to_run().filter_map(seconds).collect();
    let estimates = plan.to_run().filter_map(|planned| planned.estimate);
    let nodes = estimates.fold(0, |nodes: u64, estimate| nodes.saturating_add(estimate));
    let unknown = to_run - known.len();
    // No cell is divided.
    let longest = known.iter().copied().fold(0.0, f64::max);
    let time = (known.iter().sum::<f64>() / jobs as f64).max(longest);
    let facts = json!({
        "cells": plan.cells.len(),
        "to_run": to_run,
        "jobs": jobs,
        "largest_table_bytes": largest,
        "nodes": if unknown == 0 { Some(nodes) } else { None },
        "seconds": if unknown == 0 { Some(time) } else { None },
        "cells_without_estimate": unknown,
    });
    let mut says = format!("{}, {to_run} of them to run", counted(plan.cells.len(), "cell"));
    if to_run > 0 {
        let duration = HumanDuration(Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX));
        let cores = counted(jobs, "core");
        says += &format!("; the largest table takes {}; ", BinaryBytes(largest));
        says += &match unknown {
            0 => format!("about {} nodes, {duration} on {cores}", grouped(nodes)),
            _ if known.is_empty() => "nothing is known of their nodes".to_owned(),
            _ => format!(
                "about {} nodes, {duration} on {cores}, and nothing is known of {}",
                grouped(nodes),
                counted(unknown, "cell")
            ),
        };
    }
    let check = Check::new("sweep", says, facts);
    if memory.is_some_and(|room| room.available < largest) {
        check.problem("there is not enough memory for such a table: free some, or use smaller ones with --positions")
    } else if unknown > 0 {
        check.note("--max-nodes sets a limit; what has been run once tells of what is like it")
    } else {
        check
    }
}
