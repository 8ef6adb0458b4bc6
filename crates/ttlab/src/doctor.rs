//! Checks of the machine: what it offers a sweep, what is wrong, and what to do about it.

mod facts;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::Result;
use indicatif::BinaryBytes;
use schemars::JsonSchema;
use serde::Serialize;

use experiments::files;
use experiments::help::ErrorWithHelp;
use experiments::machine::{self, Room};
use experiments::plan::{Options, Plan};
use experiments::run;
use experiments::signature::Signatures;
use experiments::store::Store;
use experiments::sweep::Sweep;
use experiments::text::{counted, grouped};
use experiments::{Definition, bench};

use self::facts::{Facts, Outlook};
use crate::error::explained;
use crate::forecast::{Forecast, Speeds, speeds};

/// The committed signature, when this program was built.
const COMMITTED: &str = include_str!("../../../testsets/bench-signature.txt");

/// The size of the table whose pages are checked, as large as those of the experiments.
const TABLE: u64 = 64 << 20;

/// Less free disk space than this is worth a note. A sweep of all experiments takes about ten megabytes.
const LITTLE_SPACE: u64 = 1 << 30;

/// Less free disk space than this is a problem.
const NO_SPACE: u64 = 32 << 20;

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(crate) enum Level {
    /// There is nothing to do.
    Ok,
    /// Something could be better.
    Note,
    /// Something has to be fixed: a sweep would fail or give wrong results.
    Problem,
}

impl Level {
    /// Returns the name.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Note => "note",
            Self::Problem => "problem",
        }
    }
}

/// A check of `ttlab doctor`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Check {
    #[serde(flatten)]
    facts: Facts,
    /// How it went.
    pub(crate) level: Level,
    /// The result in words.
    pub(crate) says: String,
    /// What to do about it. null if there is nothing to do, or if `says` contains it.
    pub(crate) hint: Option<String>,
}

impl Check {
    fn new(says: impl Into<String>, facts: Facts) -> Self {
        Self { level: Level::Ok, says: says.into(), hint: None, facts }
    }

    fn with(self, level: Level, hint: impl Into<String>) -> Self {
        Self { level, hint: Some(hint.into()), ..self }
    }

    fn note(self, hint: impl Into<String>) -> Self {
        self.with(Level::Note, hint)
    }

    fn problem(self, hint: impl Into<String>) -> Self {
        self.with(Level::Problem, hint)
    }

    /// Returns a line without the level.
    #[must_use]
    pub(crate) fn to_text(&self) -> String {
        let hint = self.hint.as_ref().map(|hint| format!("; {hint}")).unwrap_or_default();
        let name = serde_json::to_value(&self.facts).unwrap_or_default();
        format!("{:<13} {}{hint}", name["check"].as_str().unwrap_or_default(), self.says)
    }
}

/// Output of `ttlab doctor`. It is printed even if there is a problem, and the exit code is 1 then.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DoctorReport<'a> {
    /// Checks with level `problem`.
    pub(crate) problems: usize,
    /// Checks with level `note`.
    notes: usize,
    /// The checks, in order.
    checks: &'a [Check],
}

impl<'a> DoctorReport<'a> {
    /// Counts the problems and notes of these checks.
    pub(crate) fn of(checks: &'a [Check]) -> Self {
        let count = |level| checks.iter().filter(|check| check.level == level).count();
        Self { problems: count(Level::Problem), notes: count(Level::Note), checks }
    }
}

/// Checks the machine, the database of `options` and, if `wanted`, what a sweep with `options` would need. Calls
/// `found` after each check.
///
/// # Errors
///
/// The options select no cell, or there is not enough memory for a small table.
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
    let speeds = speeds(|_| true)?;
    add(speed(&speeds));
    add(terminal());
    if wanted {
        // An error of the database is reported by its own check.
        add(match Sweep::new(options).and_then(|sweep| sweep.plan()) {
            Ok(plan) => outlook(options, &plan, &speeds, memory),
            Err(error) if error.is::<experiments::Usage>() => return Err(error),
            Err(error) => Check::new(format!("unknown: {}", explained(&error).what), Facts::Sweep { outlook: None })
                .problem("fix the problems above"),
        });
    }
    Ok(checks)
}

fn version() -> Check {
    let version = env!("CARGO_PKG_VERSION");
    let optimized = !cfg!(debug_assertions);
    let check = |says| Check::new(says, Facts::Version { version, optimized });
    if optimized {
        check(format!("ttlab {version}, optimized"))
    } else {
        check(format!("ttlab {version}, not optimized: several times slower"))
            .note("`cargo xtask sweep` builds an optimized program; the node counts are the same")
    }
}

fn processor() -> Check {
    let (model, architecture) = (machine::processor(), std::env::consts::ARCH);
    let says = format!("{}, {architecture}", model.as_deref().unwrap_or("unknown"));
    Check::new(says, Facts::Processor { model, architecture })
}

fn cores() -> Check {
    let (cores, usable) = (machine::cores(), machine::usable_cores());
    let check = |says| Check::new(says, Facts::Cores { cores, usable });
    match cores {
        None => check(format!("{usable} usable by this process, total unknown")),
        Some(cores) if cores > usable => check(format!("{cores}, of which this process can use {usable}"))
            .note("a sweep runs one job per usable core; an affinity mask or a control group excludes the others"),
        Some(cores) => check(format!("{cores}, all usable by this process")),
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
    for (names, what) in [(&used, "used"), (&idle, "available but not used"), (&absent, "not available")] {
        if !names.is_empty() {
            parts.push(format!("{names} {what}"));
        }
    }
    let says = if parts.is_empty() { "unknown for this architecture".to_owned() } else { parts.join("; ") };
    let check = Check::new(says, Facts::Instructions { features: all });
    if idle.is_empty() {
        check
    } else {
        check.note("`cargo xtask sweep` builds for this processor; the node counts are the same")
    }
}

fn huge_pages() -> Check {
    const HINT: &str = "as root, run `echo madvise > /sys/kernel/mm/transparent_hugepage/enabled`";
    let (mode, got) = (machine::huge_pages(), machine::huge_pages_of_a_table(TABLE));
    let huge_bytes = got.as_ref().ok().copied().flatten();
    let check =
        |says: String| Check::new(says, Facts::HugePages { mode: mode.clone(), table_bytes: TABLE, huge_bytes });
    let table = BinaryBytes(TABLE);
    match (mode.as_deref(), got) {
        (_, Err(error)) => check(format!("cannot allocate a table of {table}: {error}")).problem("free memory"),
        (None, _) => check("unknown on this system".to_owned()),
        (Some("never"), _) => check("disabled: searches with large tables are slower".to_owned()).note(HINT),
        (Some(mode), Ok(None)) => check(format!("{mode}; unknown for a table of {table}")),
        (Some(mode), Ok(Some(got))) => {
            let check = check(format!("{mode}; {} of a table of {table} use them", BinaryBytes(got)));
            if got >= TABLE / 2 {
                check
            } else {
                check.note("memory is fragmented; running `echo 1 > /proc/sys/vm/compact_memory` as root may help")
            }
        }
    }
}

/// Returns the bytes of the largest table of any built-in experiment.
fn largest_table() -> Result<u64> {
    let all = Definition::all()?;
    let cells = all.iter().flat_map(|definition| [&definition.quick, &definition.full]).flat_map(|part| part.cells(1));
    Ok(cells.map(|cell| run::table_bytes(&cell)).max().unwrap_or(0))
}

fn memory_for_tables(memory: Option<Room>, largest: u64) -> Check {
    let facts = Facts::Memory {
        total_bytes: memory.map(|room| room.total),
        available_bytes: memory.map(|room| room.available),
        largest_table_bytes: largest,
    };
    let table = format!("the largest table of a built-in experiment takes {}", BinaryBytes(largest));
    let Some(Room { total, available }) = memory else {
        return Check::new(format!("unknown; {table}"), facts);
    };
    let says = format!("{}, {} available; {table}", BinaryBytes(total), BinaryBytes(available));
    let check = Check::new(says, facts);
    if available < largest {
        check.problem("free memory, or exclude large tables with --positions")
    } else if available / 2 < largest.saturating_mul(machine::usable_cores() as u64) {
        check.note("a sweep with such tables runs fewer jobs than there are cores")
    } else {
        check
    }
}

/// Returns the innermost existing directory around `path`.
fn directory_of(path: &Path) -> PathBuf {
    let is_current = |directory: &Path| directory.as_os_str().is_empty();
    let above = path.ancestors().skip(1).map(|one| if is_current(one) { Path::new(".") } else { one });
    above.into_iter().find(|directory| directory.exists()).unwrap_or(Path::new(".")).to_owned()
}

fn disk(db: &Path) -> Check {
    let directory = directory_of(db);
    let free = machine::free_space(&directory);
    let facts = Facts::Disk { folder: directory.display().to_string(), free_bytes: free };
    let where_to = db.display();
    let Some(free) = free else {
        return Check::new(format!("free space for {where_to} unknown"), facts);
    };
    let check = Check::new(format!("{} free for {where_to}", BinaryBytes(free)), facts);
    match free {
        ..NO_SPACE => check.problem("free disk space, or choose another disk with --db"),
        NO_SPACE..LITTLE_SPACE => check.note("a long sweep stops when the disk is full; finished cells are kept"),
        _ => check,
    }
}

/// Returns the committed signature, if its file had a number when this program was built.
pub(crate) fn committed_signature() -> Option<u64> {
    read_signature(COMMITTED)
}

fn read_signature(text: &str) -> Option<u64> {
    text.split_whitespace().last()?.parse().ok()
}

fn signature(counted: u64, committed: &str) -> Check {
    let expected = read_signature(committed);
    let check = |says| Check::new(says, Facts::Signature { counted, expected });
    match expected {
        Some(expected) if expected == counted => check(format!("{counted}, as in testsets/bench-signature.txt")),
        Some(expected) => check(format!("{counted}, expected {expected} as in testsets/bench-signature.txt"))
            .problem("node counts differ from the committed ones; rebuild from a clean checkout"),
        None => check(format!("{counted}; testsets/bench-signature.txt had no number when this program was built"))
            .problem("rebuild from a clean checkout"),
    }
}

/// The schema of a database, and numbers of its rows.
#[derive(Clone, Copy)]
struct Rows {
    schema: &'static str,
    ours: u64,
    others: u64,
}

fn database(path: &Path) -> Check {
    let shown = path.display().to_string();
    let check = |says: String, exists: bool, is_writable: bool, rows: Option<Rows>| {
        let facts = Facts::Database {
            path: shown.clone(),
            exists,
            writable: is_writable,
            schema: rows.map(|rows| rows.schema),
            rows: rows.map(|rows| rows.ours),
            rows_of_other_versions: rows.map(|rows| rows.others),
        };
        Check::new(says, facts)
    };
    let failed = |before: &str, error: &anyhow::Error, exists: bool, rows: Option<Rows>| {
        let ErrorWithHelp { what, help: helps } = explained(error);
        let check = check(format!("{before}{what}"), exists, false, rows);
        Check { level: Level::Problem, hint: (!helps.is_empty()).then(|| helps.join("; ")), ..check }
    };
    let mut store = match Store::open(path) {
        Ok(Some(store)) => store,
        Ok(None) => {
            return match files::check_directory(&directory_of(path), "choose another database with --db") {
                Ok(()) => check(format!("{shown} does not exist yet; a sweep creates it"), false, true, None),
                Err(error) => failed(&format!("{shown} does not exist and cannot be created: "), &error, false, None),
            };
        }
        Err(error) => return failed("", &error, true, None),
    };
    let read = || {
        let cells = store.cells()?;
        let signatures = Signatures::of(cells.iter().map(|(cell, _)| cell))?;
        anyhow::Ok((cells, signatures))
    };
    let (cells, signatures) = match read() {
        Ok(read) => read,
        Err(error) => return failed("", &error, true, None),
    };
    let mut rows = Rows { schema: store.schema(), ours: 0, others: 0 };
    for (cell, signature) in cells {
        *(if signatures.is_valid(&cell, signature) { &mut rows.ours } else { &mut rows.others }) += 1;
    }
    let Rows { schema, ours, others } = rows;
    let says =
        format!("{shown}: schema {schema}, {} of this version, {others} of other versions", counted(ours, "row"));
    match store.try_write() {
        Err(error) => failed(&format!("{says}; "), &error, true, Some(rows)),
        Ok(()) if others == 0 => check(says, true, true, Some(rows)),
        Ok(()) => check(says, true, true, Some(rows))
            .note("rows of other versions are kept but not used; a sweep runs their cells again"),
    }
}

fn speed(speeds: &Speeds) -> Check {
    let shown: Vec<String> = speeds.iter().map(|(game, speed)| format!("{} {:.1}", game.name(), speed / 1e6)).collect();
    let says = format!("million nodes/s per core: {}", shown.join(", "));
    let nodes_per_second = speeds.iter().map(|(game, speed)| (game.name(), speed.round() as u64)).collect();
    Check::new(says, Facts::Speed { nodes_per_second })
}

fn terminal() -> Check {
    let colours = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let (stdout, stderr) = (io::stdout().is_terminal(), io::stderr().is_terminal());
    let progress =
        if stderr { "progress is shown" } else { "no progress display, because standard error is not a terminal" };
    let colour = match (colours, no_color) {
        (true, _) => "coloured messages",
        (false, true) => "no colours, because NO_COLOR is set",
        (false, false) => "no colours",
    };
    Check::new(format!("{progress}; {colour}"), Facts::Terminal { stdout, stderr, colours, no_color })
}

/// Checks what the sweep would need.
fn outlook(options: &Options, plan: &Plan, speeds: &Speeds, memory: Option<Room>) -> Check {
    let forecast = Forecast::new(options, plan, speeds);
    let Forecast { cells: to_run, jobs, largest_table: largest, nodes, unknown, .. } = forecast;
    let cells = plan.count(|_| true);
    let outlook = Outlook {
        cells,
        to_run,
        jobs,
        largest_table_bytes: largest,
        nodes: nodes.filter(|_| unknown == 0),
        seconds: forecast.known_seconds(),
        cells_without_estimate: unknown,
    };
    let mut says = format!("{}, {} to run", counted(cells, "cell"), grouped(to_run as u64));
    if to_run > 0 {
        says += &format!(": {}; the largest table takes {}", forecast.to_text(), BinaryBytes(largest));
    }
    let check = Check::new(says, Facts::Sweep { outlook: Some(outlook) });
    if memory.is_some_and(|room| room.available < largest) {
        check.problem("not enough memory for the largest table: free memory, or choose smaller tables with --positions")
    } else if unknown > 0 {
        check.note("set a limit with --max-nodes; after a first run there are estimates for similar cells")
    } else {
        check
    }
}
