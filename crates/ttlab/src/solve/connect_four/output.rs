//! What `ttlab solve connect-four` finds.

use schemars::JsonSchema;
use schemes::Positions;
use serde::{Serialize, Serializer};

use super::ConnectFourProgram;
use crate::solve::Shares;

/// Output of `ttlab solve connect-four`, without `--file`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SolvedPosition {
    /// The game.
    #[schemars(extend("const" = "connect-four"))]
    pub(super) game: &'static str,
    /// Rows x columns, for example `6x7`.
    pub(super) board: String,
    /// The moves that lead to the position: one column digit for each move.
    pub(super) moves: String,
    /// The position.
    #[serde(skip)]
    pub(super) picture: String,
    /// Free squares.
    #[serde(skip)]
    pub(super) free: u32,
    pub(super) program: ConnectFourProgram,
    /// Whether only the winner was determined, not the exact score.
    pub(super) weak: bool,
    /// Score for the player to move. null if the solver stopped at the node limit.
    pub(super) score: Option<i32>,
    /// Scores of moves in the columns, from left to right; null in a column that is full. null if their search stopped
    /// at the node limit.
    pub(super) columns: Option<Vec<Option<i32>>>,
    /// Nodes visited for the scores of the columns. null if their search stopped at the node limit.
    pub(super) columns_nodes: Option<u64>,
    /// Wall-clock time of the search for the scores of the columns, in seconds.
    pub(super) columns_seconds: f64,
    /// The best columns, counted from 1. null if `columns` is null.
    pub(super) best: Option<Vec<u32>>,
    /// Nodes visited for the score.
    pub(super) nodes: u64,
    /// Wall-clock time of the search for the score, in seconds.
    pub(super) seconds: f64,
    /// Nodes per second of the search for the score. 0 if no time was measured.
    pub(super) nodes_per_second: u64,
    #[serde(flatten)]
    pub(super) lab: LabSearch,
    /// Only with `--table-file`: the file of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) table_file: Option<String>,
    /// Only with `--table-file`: the nodes of earlier runs with this file. Up to 1,024 of each thread that was killed
    /// are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nodes_before: Option<u64>,
    #[serde(flatten)]
    pub(super) shares: Option<Shares>,
}

/// Output of `ttlab solve connect-four --file`: one object, on a line of its own, for each file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Checked {
    /// The game.
    #[schemars(extend("const" = "connect-four"))]
    pub(super) game: &'static str,
    /// Path of the file.
    pub(super) file: String,
    /// The tutorial's test set that begins with the lines of the file. null if there is none.
    pub(super) test_set: Option<&'static str>,
    pub(super) program: ConnectFourProgram,
    /// Whether only the winner was determined, not the exact score.
    pub(super) weak: bool,
    /// Positions that were solved. Each of them has the score that its line gives.
    pub(super) lines: usize,
    /// Nodes of all positions.
    pub(crate) nodes: u64,
    /// Mean number of nodes for a position.
    pub(super) mean_positions: f64,
    /// The mean that the tutorial prints. null unless the file is a whole test set and the program is `historic`.
    pub(super) printed_mean_positions: Option<f64>,
    /// Mean wall-clock time for a position, in seconds.
    pub(crate) mean_seconds: f64,
    /// Nodes per second. 0 if no time was measured.
    pub(super) positions_per_second: u64,
    #[serde(flatten)]
    pub(super) lab: LabSearch,
}

/// The search of the program `lab`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct LabSearch {
    /// Options of the search, joined by `+`; `plain` without options. null unless the program is `lab`.
    pub(super) search: Option<String>,
    /// Replacement scheme; `none` without a table. null unless the program is `lab`.
    pub(super) scheme: Option<&'static str>,
    /// Size of the table that was asked for, in positions. null without a table, and unless the program is `lab`.
    #[serde(serialize_with = "number")]
    #[schemars(with = "Option<u64>")]
    pub(super) positions: Option<Positions>,
    /// Seed of the keys. null unless the program is `lab`.
    pub(super) seed: Option<u64>,
}

fn number<S: Serializer>(positions: &Option<Positions>, serializer: S) -> Result<S::Ok, S::Error> {
    positions.map(Positions::get).serialize(serializer)
}
