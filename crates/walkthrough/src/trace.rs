//! The recorded events of a search, and the contents of the table at each step.

use serde::{Serialize, Serializer};
use tt::{Bound, Score};

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
#[derive(Clone, Debug, Serialize)]
pub struct Trace {
    pub(crate) format: u32,
    pub(crate) game: String,
    pub(crate) players: [&'static str; 2],
    pub(crate) scores: &'static str,
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    pub(crate) row_names: Vec<String>,
    pub(crate) column_names: Vec<String>,
    pub(crate) table: Option<TableShape>,
    /// Depth of the search in plies.
    pub(crate) depth: u8,
    /// The limit of events, if the search reached it.
    pub(crate) cut_at: Option<usize>,
    /// The nodes of a search that was stopped, by its limit or on request.
    pub(crate) stopped_at: Option<u64>,
    /// The value of the root, unless the search was stopped.
    pub(crate) score: Option<Score>,
    /// The best move at the root.
    pub(crate) best: Option<String>,
    pub(crate) totals: Counters,
    pub(crate) counters: Vec<Label>,
    pub(crate) comparison: Vec<ComparedTable>,
    pub(crate) positions: Vec<Visited>,
    pub(crate) nodes: Vec<TraceNode>,
    pub(crate) events: Vec<TraceEvent>,
}

/// The table of a trace.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TableShape {
    /// The name of the scheme on the command line.
    pub(crate) scheme: String,
    /// The name of the scheme in texts.
    pub(crate) label: String,
    pub(crate) rule: String,
    /// The number of slots; of a table without a size, those that are used at the end.
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
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SectionShape {
    /// The name of a group, such as `bucket`.
    pub(crate) unit: &'static str,
    /// The name of the section; empty if it is the only one.
    pub(crate) name: String,
    /// The number of its groups.
    pub(crate) groups: usize,
}

/// A trace whose counters are compared with those of other traces.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ComparedTable {
    pub(crate) name: String,
    pub(crate) stopped_at: Option<u64>,
    pub(crate) totals: Counters,
}

/// The name and the explanation of a counter.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Label {
    pub(crate) key: Counter,
    pub(crate) name: &'static str,
    pub(crate) meaning: &'static str,
}

/// A position that the search visited.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Visited {
    pub(crate) cells: String,
    /// The number of the player to move.
    pub(crate) mover: usize,
}

/// A node of the tree. Nodes are numbered in the order in which the search enters them.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TraceNode {
    pub(crate) parent: Option<usize>,
    /// The move that leads to the node; `None` at the root.
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
    /// The squares that the move covers.
    pub(crate) squares: Vec<u32>,
    pub(crate) ply: u32,
    pub(crate) position: usize,
    pub(crate) depth: u8,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// The step at which the search enters the node.
    pub(crate) enter: usize,
    /// The step at which the search leaves the node.
    pub(crate) leave: Option<usize>,
    pub(crate) value: Option<Score>,
    #[serde(serialize_with = "bound_name")]
    pub(crate) bound: Bound,
    /// How the node ended.
    pub(crate) end: Option<End>,
    /// Whether the position was offered to the table before and lost.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) lost_hit: bool,
}

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TraceEvent {
    pub(crate) node: usize,
    pub(crate) kind: EventKind,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SlotChange {
    pub(crate) slot: usize,
    pub(crate) resident: Option<ShownRecord>,
}

/// A position in a slot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ShownRecord {
    pub(crate) position: usize,
    #[serde(serialize_with = "bound_name")]
    pub(crate) bound: Bound,
    pub(crate) score: Score,
    pub(crate) depth: u8,
    /// Nodes of its subtree.
    pub(crate) nodes: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) best: Option<String>,
    /// The second record of the slot, if the table keeps two of a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) also: Option<Also>,
    /// What the table knows of the slot beside the record, such as `visited`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) note: String,
}

/// The second record of a slot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Also {
    #[serde(serialize_with = "bound_name")]
    pub(crate) bound: Bound,
    pub(crate) score: Score,
    pub(crate) depth: u8,
}

impl From<&ShownRecord> for Also {
    fn from(&ShownRecord { bound, score, depth, .. }: &ShownRecord) -> Self {
        Self { bound, score, depth }
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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

macro_rules! counters {
    ($($(#[doc = $doc:literal])* $field:ident, $variant:ident, $name:literal, $meaning:literal;)*) => {
        /// The counts of table operations up to a step.
        ///
        /// ```
        /// let counters = walkthrough::Counters { probes: 10, hits: 4, ..Default::default() };
        /// assert!(counters.hits < counters.probes);
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
        pub struct Counters {
            $($(#[doc = $doc])* pub $field: u64,)*
        }

        /// A counter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub(crate) enum Counter {
            $($variant,)*
        }

        impl Counters {
            pub(crate) fn add(&mut self, counter: Counter) {
                match counter {
                    $(Counter::$variant => self.$field += 1,)*
                }
            }

            /// Iterates over all counters with their values.
            pub(crate) fn all(&self) -> impl Iterator<Item = (&'static str, u64)> + use<> {
                [$(($name, self.$field),)*].into_iter()
            }
        }

        pub(crate) fn labels() -> Vec<Label> {
            vec![$(Label { key: Counter::$variant, name: $name, meaning: $meaning },)*]
        }
    };
}

counters! {
    /// Nodes visited.
    nodes, Nodes, "Nodes", "calls of the search function";
    /// Positions looked up in the table.
    probes, Probes, "Probes", "positions looked up in the table";
    /// Probes that found the position.
    hits, Hits, "Hits", "probes that found the position";
    /// Hits whose score ended the node.
    cut_offs, CutOffs, "Cut-offs", "hits whose score ended the node";
    /// Probes that missed although the position was offered to the table before.
    lost_hits, LostHits, "Lost hits", "probes that missed because the table had lost the position";
    /// Lost hits whose score would have ended the node.
    lost_cut_offs, LostCutOffs, "Lost cut-offs", "lost hits whose score would have ended the node";
    /// Positions offered to the table.
    stores, Stores, "Stores", "positions offered to the table";
    /// Positions lost: replaced or rejected.
    lost, Lost, "Positions lost", "positions replaced or rejected";
    /// Residents that were replaced.
    replacements, Replacements, "Replacements", "residents evicted from the table";
    /// New positions that were not stored.
    rejections, Rejections, "Rejections", "new positions that were not stored";
    /// Stores that took the first slot and moved a resident down.
    demotions, Demotions, "Demotions", "stores that took the first slot and moved a resident down";
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
