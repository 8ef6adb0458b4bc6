//! What the checks of `ttlab doctor` find, as values.

use std::collections::BTreeMap;

use experiments::machine::Instructions;
use schemars::JsonSchema;
use serde::Serialize;

/// What was checked, and the result as values.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "check", content = "facts", rename_all = "kebab-case")]
#[schemars(inline)]
pub(super) enum Facts {
    /// The program.
    Version {
        /// Version of `ttlab`.
        version: &'static str,
        /// Whether `ttlab` was built with optimizations.
        optimized: bool,
    },
    /// The processor.
    Processor {
        /// Model name. null if unknown.
        model: Option<String>,
        /// Architecture, for example `x86_64`.
        architecture: &'static str,
    },
    /// The cores.
    Cores {
        /// Logical processors of the machine. null if unknown.
        cores: Option<usize>,
        /// Logical processors that this process may use.
        usable: usize,
    },
    /// The instructions of the processor.
    Instructions {
        /// Instruction sets that make a search faster. Empty if none of them is optional on this architecture, or if
        /// nothing is known.
        features: Vec<Instructions>,
    },
    /// Transparent huge pages.
    HugePages {
        /// The setting. null if unknown.
        #[schemars(extend("enum" = ["always", "madvise", "never", null]))]
        mode: Option<String>,
        /// Size of the table that was allocated for this check, in bytes.
        table_bytes: u64,
        /// Part of that table in huge pages, in bytes. null if unknown.
        huge_bytes: Option<u64>,
    },
    /// The memory.
    Memory {
        /// Memory of the machine, in bytes. null if unknown.
        total_bytes: Option<u64>,
        /// Memory that is available, in bytes. null if unknown.
        available_bytes: Option<u64>,
        /// Largest table of any built-in experiment, in bytes.
        largest_table_bytes: u64,
    },
    /// The disk of the database.
    Disk {
        /// The directory that was checked.
        folder: String,
        /// Free space there, in bytes. null if unknown.
        free_bytes: Option<u64>,
    },
    /// The bench signature.
    Signature {
        /// The bench signature of this program.
        counted: u64,
        /// The bench signature that its source was committed with. null if there was none.
        expected: Option<u64>,
    },
    /// The database.
    Database {
        /// Path of the database.
        path: String,
        /// Whether the file exists.
        exists: bool,
        /// Whether the file can be written or, if it does not exist, created.
        writable: bool,
        /// Version of its schema. null if it cannot be read.
        schema: Option<&'static str>,
        /// Rows that this program can use. null if the database cannot be read.
        rows: Option<u64>,
        /// Rows that this program does not use. null if the database cannot be read.
        rows_of_other_versions: Option<u64>,
    },
    /// The speed of short searches.
    Speed {
        /// The games, each with the nodes per second of one core.
        nodes_per_second: BTreeMap<&'static str, u64>,
    },
    /// The terminal.
    Terminal {
        /// Whether standard output is a terminal.
        stdout: bool,
        /// Whether standard error is a terminal.
        stderr: bool,
        /// Whether messages are coloured.
        colours: bool,
        /// Whether `NO_COLOR` is set.
        no_color: bool,
    },
    /// The sweep that the command line selects.
    Sweep {
        #[serde(flatten)]
        outlook: Option<Outlook>,
    },
}

/// What a sweep needs. Empty if it cannot be planned.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Outlook {
    /// Cells of the sweep.
    pub(super) cells: usize,
    /// Cells that have no complete row.
    pub(super) to_run: usize,
    /// Cells that would run in parallel.
    pub(super) jobs: usize,
    /// Largest table of the sweep, in bytes.
    pub(super) largest_table_bytes: u64,
    /// Estimated nodes of the cells to run. null if one of them has no estimate.
    pub(super) nodes: Option<u64>,
    /// Estimated wall-clock time, in seconds. null if a cell has no estimate.
    pub(super) seconds: Option<f64>,
    /// Cells to run without an estimate.
    pub(super) cells_without_estimate: usize,
}
