//! The recorded events of a search, and the contents of the table at each step.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use tt::{Bound, Score};

use crate::counters::{Counter, Counters, Label};

/// A recorded search, as returned by [`record`](crate::record).
///
/// A trace is a list of *events*, for example that a position is looked up, decided or stored. *Step* `n` is the state
/// after the first `n` events; step 0 is the start, with an empty table.
///
/// ```
/// use domineering::Player;
/// use walkthrough::{TracedGame, Limits, TracedTable, record};
///
/// let game = TracedGame::domineering("4x4".parse()?, Player::Vertical)?;
/// let table = TracedTable { scheme: schemes::Scheme::Deep, positions: "4".parse()? };
/// let trace = record(&game, Some(table), Limits::default())?;
/// assert!(trace.totals().lost_hits > 0, "four positions are few");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Trace {
    /// Version of this object.
    #[schemars(extend("const" = 2))]
    pub(crate) format: u32,
    /// What was searched.
    pub(crate) game: String,
    /// The players, the first one first.
    pub(crate) players: [&'static str; 2],
    /// What the scores mean.
    pub(crate) scores: &'static str,
    /// Rows of the board.
    pub(crate) rows: u32,
    /// Columns of the board.
    pub(crate) columns: u32,
    /// Names of the rows, from the top.
    pub(crate) row_names: Vec<String>,
    /// Names of the columns, from the left.
    pub(crate) column_names: Vec<String>,
    /// The table; null for a search without one.
    pub(crate) table: Option<TableShape>,
    /// Depth of the search, in plies.
    pub(crate) depth: u8,
    /// The limit of events, if the search reached it.
    pub(crate) cut_at: Option<usize>,
    /// The nodes of a search that stopped at the limit of nodes or was interrupted.
    pub(crate) stopped_at: Option<u64>,
    /// The value of the root, for the player to move; null if the search was stopped.
    pub(crate) score: Option<Score>,
    /// The best move at the root; null if it is not known.
    pub(crate) best: Option<String>,
    /// The counters at the end.
    pub(crate) totals: Counters,
    /// Every counter, with its name and meaning.
    pub(crate) counters: Vec<Label>,
    /// Searches of the same position with other tables.
    pub(crate) comparison: Vec<ComparedTable>,
    /// The positions, numbered from 0.
    pub(crate) positions: Vec<Visited>,
    /// The nodes of the tree, numbered from 0.
    pub(crate) nodes: Vec<TraceNode>,
    /// The steps of the search, in order.
    pub(crate) events: Vec<TraceEvent>,
}

/// The table of a trace.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TableShape {
    /// The name of the scheme on the command line.
    pub(crate) scheme: String,
    /// The name of the scheme in texts.
    pub(crate) label: String,
    /// The replacement rule in a sentence.
    pub(crate) rule: String,
    /// The table size, in positions; of a table without a size, the slots that are used at the end.
    pub(crate) positions: usize,
    /// The number of groups of slots, such as buckets.
    pub(crate) buckets: usize,
    /// The number of slots of a group.
    pub(crate) width: usize,
    /// The sections of the table, in the order of their groups.
    pub(crate) sections: Vec<SectionShape>,
    /// Whether the table has no size: it grows with every position.
    pub(crate) unbounded: bool,
    /// Which slots there are, in words.
    #[serde(skip)]
    pub(crate) summary: String,
}

/// A section of a table, such as the first of two tables.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SectionShape {
    /// The name of a group, such as `bucket`.
    pub(crate) unit: &'static str,
    /// The name of the section; empty if it is the only one.
    pub(crate) name: String,
    /// The number of its groups.
    pub(crate) groups: usize,
}

/// A trace whose counters are compared with those of other traces.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ComparedTable {
    /// The table.
    pub(crate) name: String,
    /// The limit of nodes, if the search reached it.
    pub(crate) stopped_at: Option<u64>,
    /// The counters at the end.
    pub(crate) totals: Counters,
}

/// A position that the search visited.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Visited {
    /// One character for each square, row by row.
    pub(crate) cells: String,
    /// The number of the player to move, 0 or 1.
    pub(crate) mover: usize,
}

/// A node of the tree. Nodes are numbered in the order in which the search enters them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TraceNode {
    /// Number of the parent; null at the root.
    pub(crate) parent: Option<usize>,
    /// The move that leads to the node; null at the root.
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
    /// The squares that the move covers.
    pub(crate) squares: Vec<u32>,
    /// Plies from the root.
    pub(crate) ply: u32,
    /// Number of the position in `positions`.
    pub(crate) position: usize,
    /// Plies to search below the node.
    pub(crate) depth: u8,
    /// Lower end of the window.
    pub(crate) alpha: Score,
    /// Upper end of the window.
    pub(crate) beta: Score,
    /// The step at which the search enters the node.
    pub(crate) enter: usize,
    /// The step at which the search leaves the node; null if it never does.
    pub(crate) leave: Option<usize>,
    /// The value of the node, for the player to move; null if it is not known.
    pub(crate) value: Option<Score>,
    /// What the value says about the true one.
    #[serde(serialize_with = "bound_name")]
    #[schemars(schema_with = "bound_names")]
    pub(crate) bound: Bound,
    /// How the node ended; null if the search was stopped before.
    pub(crate) end: Option<End>,
    /// Whether the position was offered to the table before and lost; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) lost_hit: bool,
}

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(crate) enum End {
    /// All children were searched.
    Searched,
    /// A child reached beta, and the others were skipped.
    Beta,
    /// A record of the table caused a cut-off.
    Table,
    /// The moves decided the position.
    Decided,
    /// The game is over.
    Over,
    /// The node is a leaf, at depth 0.
    Leaf,
}

/// One step of the search.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TraceEvent {
    /// Number of the node in `nodes`.
    pub(crate) node: usize,
    /// What happens.
    pub(crate) kind: EventKind,
    /// The event in a sentence.
    pub(crate) text: String,
    /// The counters that the event increments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) adds: Vec<Counter>,
    /// The buckets that were probed, in this order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) buckets: Vec<usize>,
    /// The slots in which the position was found: more than one if two tables hold it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) found: Vec<usize>,
    /// The slots that change, and what they hold afterwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) changes: Vec<SlotChange>,
    /// The positions that are lost: residents that were replaced, or the candidate, which was rejected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) lost: Vec<ShownRecord>,
    /// The reason why a position that was offered before is not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) missed: Option<Missed>,
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(crate) enum EventKind {
    /// A node is entered in a search without a table.
    Enter,
    /// The position is looked up and not found, and was never offered to the table.
    Miss,
    /// The position is looked up and not found, because the table lost it.
    LostHit,
    /// The position is found, but must be searched anyway.
    Hit,
    /// The position is found, and its score ends the node.
    CutOff,
    /// The moves decide the position.
    Decided,
    /// The game is over.
    Over,
    /// The node is evaluated.
    Leaf,
    /// The value of a node is known, in a search without a table.
    Value,
    /// A position takes a free slot.
    Free,
    /// A position that is already in the table is stored again.
    Same,
    /// A position replaces another.
    Replaced,
    /// A position is not stored.
    Rejected,
    /// A position takes the first slot, and the resident moves down.
    Demoted,
}

/// A change of a slot.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct SlotChange {
    /// Number of the slot in the table.
    pub(crate) slot: usize,
    /// What the slot holds afterwards; null for nothing.
    pub(crate) resident: Option<ShownRecord>,
}

/// A position in a slot.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ShownRecord {
    /// Number of the position in `positions`.
    pub(crate) position: usize,
    /// What the score says about the true one.
    #[serde(serialize_with = "bound_name")]
    #[schemars(schema_with = "bound_names")]
    pub(crate) bound: Bound,
    /// The stored score, for the player to move.
    pub(crate) score: Score,
    /// Plies searched below the position.
    pub(crate) depth: u8,
    /// Nodes of its subtree.
    pub(crate) nodes: u32,
    /// The stored move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) best: Option<String>,
    /// The second record of the slot, if the table keeps two of a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) also: Option<Also>,
    /// What the table knows of the slot beside the record, such as `visited`; absent if nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) note: String,
}

/// The second record of a slot.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Also {
    /// What the score says about the true one.
    #[serde(serialize_with = "bound_name")]
    #[schemars(schema_with = "bound_names")]
    pub(crate) bound: Bound,
    /// The stored score, for the player to move.
    pub(crate) score: Score,
    /// Plies searched below the position.
    pub(crate) depth: u8,
}

impl From<&ShownRecord> for Also {
    fn from(&ShownRecord { bound, score, depth, .. }: &ShownRecord) -> Self {
        Self { bound, score, depth }
    }
}

fn bound_names(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": ["exact", "lower", "upper", "none"] })
}

fn bound_name<S: Serializer>(bound: &Bound, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match *bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
        _ => "none",
    })
}

/// How a position that is now looked up was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Missed {
    /// The position that was lost: the one that is looked up, or a reflection of it.
    pub(crate) position: usize,
    /// The step at which the position was lost.
    pub(crate) step: usize,
    /// The position that was kept instead.
    pub(crate) to: usize,
    /// Whether the position was rejected when it was offered, instead of being replaced later.
    pub(crate) rejected: bool,
    /// Whether its score would have ended the node.
    pub(crate) cut_off: bool,
}

impl Trace {
    /// Returns the number of events that were recorded.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.events.len()
    }

    /// Returns the limit of events if the search reached it and continued without recording, and `None` otherwise.
    #[must_use]
    pub fn cut_at(&self) -> Option<usize> {
        self.cut_at
    }

    /// Returns the nodes after which the search was stopped, by its limit or on request; `None` if it was not.
    #[must_use]
    pub fn stopped_at(&self) -> Option<u64> {
        self.stopped_at
    }

    /// Returns the value of the root for the player to move; `None` if the search was stopped.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.score
    }

    /// Returns the counters at the end of the search, including operations that were not recorded.
    #[must_use]
    pub fn totals(&self) -> Counters {
        self.totals
    }

    /// Adds the final counters of `other` to the traces with which this trace is compared.
    ///
    /// The comparison is meaningful only if `other` is a trace of the same game with the same depth.
    pub fn compare_with(&mut self, other: &Trace) {
        self.comparison.push(other.compared());
    }

    /// Returns the data of this trace for comparison with another one.
    pub(crate) fn compared(&self) -> ComparedTable {
        ComparedTable { name: self.table_name(), stopped_at: self.stopped_at, totals: self.totals }
    }

    /// Returns a short description of the table.
    pub(crate) fn table_name(&self) -> String {
        match &self.table {
            None => "no table".to_owned(),
            Some(table) => format!("{}, {} positions", table.label, table.positions),
        }
    }

    /// Writes the trace as a JSON object.
    ///
    /// The object contains a description of the search, the `totals`, and the lists `positions`, `nodes` and `events`.
    /// The elements of these lists refer to each other by index, counted from 0. An event has a `node`, a `kind`, a
    /// sentence `text` and, if they apply, these members: `adds` (the counters that are incremented), `buckets` (the
    /// buckets that were probed), `found` (the slots of a hit), `changes` (the slots that change, with their new
    /// contents), `lost` (the positions that are lost) and `missed` (how a position that is not found was lost before).
    /// The `scheme` of the `table` is the name on the command line, such as `two-deep`, and its `label` is the name in
    /// texts, such as `TwoDeep`.
    /// Slot `n` of the table is in bucket `n / width`; what is called a bucket here is a group of slots, whose name is
    /// the `unit` of its section.
    #[must_use]
    pub fn json(&self) -> String {
        // Maps have strings for keys, and no member can fail.
        serde_json::to_string(self).expect("a trace can be written as JSON")
    }
}
