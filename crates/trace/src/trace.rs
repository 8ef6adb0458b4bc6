//! What is recorded of a search, and what the table looked like at each step.

use serde::{Serialize, Serializer};
use tt::{Bound, Score};

/// The record of a search with a table, from [`record`](crate::record).
///
/// A trace is a list of *events*: a position is looked up, decided or stored. *Step* `n` is the moment after the first
/// `n` events; step 0 is the start, with an empty table.
///
/// ```
/// use domineering::Player;
/// use trace::{Game, Limits, TableSpec, record};
///
/// let game = Game::domineering("4x4".parse()?, Player::Vertical)?;
/// let table = TableSpec { scheme: tt::Scheme::Deep, positions: "4".parse()? };
/// let trace = record(&game, Some(table), Limits::default())?;
/// assert_eq!(trace.counters_at(0).nodes, 0);
/// assert_eq!(trace.counters_at(trace.steps()), trace.totals());
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
    /// The limit of events, if it was reached.
    pub(crate) cut_at: Option<usize>,
    /// The limit of nodes, if it was reached.
    pub(crate) stopped_at: Option<u64>,
    /// The value of the root, unless the search was stopped.
    pub(crate) score: Option<Score>,
    /// The best move at the root.
    pub(crate) best: Option<String>,
    pub(crate) totals: Counters,
    pub(crate) counters: Vec<Label>,
    pub(crate) comparison: Vec<Compared>,
    pub(crate) positions: Vec<BoardSize>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) events: Vec<Event>,
}

/// The table of a trace.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TableShape {
    /// The scheme as it is written on a command line, and as the thesis prints it.
    pub(crate) scheme: String,
    pub(crate) label: String,
    pub(crate) rule: String,
    pub(crate) positions: usize,
    pub(crate) entries: usize,
    pub(crate) levels: usize,
}

/// What counters of several traces are listed under.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Compared {
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
pub(crate) struct BoardSize {
    pub(crate) cells: String,
    /// The number of the player to move.
    pub(crate) mover: usize,
}

/// A node of the tree. Nodes are numbered in the order in which the search enters them.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Node {
    pub(crate) parent: Option<usize>,
    /// The move that leads here, and its squares; none at the root.
    #[serde(rename = "move")]
    pub(crate) mv: Option<String>,
    pub(crate) squares: Vec<u32>,
    pub(crate) ply: u32,
    pub(crate) position: usize,
    pub(crate) depth: u8,
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// The step at which the search enters the node, and the one at which it leaves it.
    pub(crate) enter: usize,
    pub(crate) leave: Option<usize>,
    pub(crate) value: Option<Score>,
    #[serde(serialize_with = "bound_name")]
    pub(crate) bound: Bound,
    /// How the node ended.
    pub(crate) end: Option<End>,
    /// The position had been stored, and the table had lost it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) lost_hit: bool,
}

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum End {
    /// All its children were searched.
    Searched,
    /// A child reached beta, and the others were skipped.
    Beta,
    /// The table answered.
    Table,
    /// A look at the moves decided it.
    Decided,
    /// The game is over.
    Over,
    /// The depth ended.
    Leaf,
}

/// One step of the search.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Event {
    pub(crate) node: usize,
    pub(crate) kind: Kind,
    pub(crate) text: String,
    /// The counters that the event adds one to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) adds: Vec<Counter>,
    /// The entries looked at, in this order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) entries: Vec<usize>,
    /// The slot in which the position was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) found: Option<usize>,
    /// The slots that change, and what they hold afterwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) changes: Vec<Change>,
    /// What is lost by the event: a position that was replaced, or the new one, which was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lost: Option<Resident>,
    /// Why a position that was stored before is not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) missed: Option<Missed>,
}

/// What an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// A node is entered without a table to ask.
    Enter,
    /// The position is looked up and was never stored.
    Miss,
    /// The position is looked up and was lost.
    LostHit,
    /// The position is found and searched all the same.
    Hit,
    /// The position is found, and the score ends the node.
    CutOff,
    /// The moves decide the node.
    Decided,
    /// The game is over.
    Over,
    /// The node is evaluated.
    Leaf,
    /// The value of a node is known, without a table to store it.
    Value,
    /// A position takes a free slot.
    Free,
    /// A position that the table holds is stored again.
    Same,
    /// A position replaces another.
    Replaced,
    /// A position is not stored.
    Refused,
    /// A position takes the first level, and the resident moves down.
    Demoted,
}

/// A slot that changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Change {
    pub(crate) slot: usize,
    pub(crate) resident: Option<Resident>,
}

/// A position in a slot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Resident {
    pub(crate) position: usize,
    #[serde(serialize_with = "bound_name")]
    pub(crate) bound: Bound,
    pub(crate) score: Score,
    pub(crate) depth: u8,
    /// Nodes of its subtree.
    pub(crate) nodes: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) best: Option<String>,
}

fn bound_name<S: Serializer>(bound: &Bound, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match *bound {
        Bound::EXACT => "exact",
        Bound::LOWER => "lower",
        Bound::UPPER => "upper",
        _ => "none",
    })
}

/// How a position was lost that is looked up now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Missed {
    /// The position that was stored: the one looked up or a reflection of it.
    pub(crate) position: usize,
    /// The step at which it was lost, and the position that it lost against.
    pub(crate) step: usize,
    pub(crate) to: usize,
    /// Whether it was refused, and not replaced later.
    pub(crate) refused: bool,
    /// Whether its score would have ended the node.
    pub(crate) cut_off: bool,
}

macro_rules! counters {
    ($($(#[doc = $doc:literal])* $field:ident, $variant:ident, $name:literal, $meaning:literal;)*) => {
        /// What was counted up to a step.
        ///
        /// ```
        /// let counters = trace::Counters { probes: 10, hits: 4, ..Default::default() };
        /// assert!(counters.hits < counters.probes);
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
        pub struct Counters {
            $($(#[doc = $doc])* pub $field: u64,)*
        }

        /// One of the counters.
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

            /// Every counter with its value.
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
    /// Probes that missed although the position had been stored or offered: the table had lost it.
    lost_hits, LostHits, "Lost hits", "probes that missed because the table had lost the position";
    /// Lost hits whose score would have ended the node.
    lost_cut_offs, LostCutOffs, "Lost cut-offs", "lost hits whose score would have ended the node";
    /// Positions offered to the table.
    stores, Stores, "Stores", "positions offered to the table";
    /// Positions lost: replaced or refused.
    lost, Lost, "Positions lost", "positions replaced or refused";
    /// Residents that were thrown out of the table.
    replacements, Replacements, "Replacements", "residents thrown out of the table";
    /// New positions that were not stored.
    refusals, Refusals, "Refusals", "new positions that were not stored";
    /// Stores that took the first level and moved a resident down.
    demotions, Demotions, "Demotions", "stores that took the first level and moved a resident down";
}

/// What a slot of the table holds at some step, from [`Trace::table_at`].
///
/// ```
/// # use domineering::Player;
/// # use trace::{Game, Limits, TableSpec, record};
/// let game = Game::domineering("2x5".parse()?, Player::Vertical)?;
/// let table = TableSpec { scheme: tt::Scheme::New, positions: "16".parse()? };
/// let trace = record(&game, Some(table), Limits::default())?;
/// let root = trace.table_at(trace.steps()).into_iter().flatten().find(|slot| slot.cells == "..........").unwrap();
/// assert_eq!((root.bound, u64::from(root.nodes)), (tt::Bound::EXACT, trace.totals().nodes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot<'a> {
    /// The position, row by row from the top: `.` is a free square, `#` a covered one, `X` and `O` are stones.
    pub cells: &'a str,
    /// How `score` is to be read.
    pub bound: Bound,
    /// The value found, for the player to move.
    pub score: Score,
    /// Depth in plies to which the position was searched.
    pub depth: u8,
    /// Nodes of its subtree.
    pub nodes: u32,
}

impl Trace {
    /// Returns the number of events that were recorded.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.events.len()
    }

    /// Returns the limit of events, if the search went on after it without being recorded.
    #[must_use]
    pub fn cut_at(&self) -> Option<usize> {
        self.cut_at
    }

    /// Returns the limit of nodes, if the search was stopped by it.
    #[must_use]
    pub fn stopped_at(&self) -> Option<u64> {
        self.stopped_at
    }

    /// Returns the value of the root for the player to move; `None` if the search was stopped.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.score
    }

    /// Returns the counters at the end of the search, including what was no longer recorded.
    #[must_use]
    pub fn totals(&self) -> Counters {
        self.totals
    }

    /// Returns the counters at a step; those of the last step for every later one.
    #[must_use]
    pub fn counters_at(&self, step: usize) -> Counters {
        let mut counters = Counters::default();
        let events = self.events.iter().take(step);
        events.flat_map(|event| &event.adds).for_each(|&counter| counters.add(counter));
        counters
    }

    /// Returns every slot of the table at a step, entry by entry, the first level of each first; those of the last step
    /// for every later one.
    #[must_use]
    pub fn table_at(&self, step: usize) -> Vec<Option<Slot<'_>>> {
        let mut slots = vec![None; self.table.as_ref().map_or(0, |table| table.positions)];
        for change in self.events.iter().take(step).flat_map(|event| &event.changes) {
            slots[change.slot] = change.resident.as_ref();
        }
        let shown = |resident: &Resident| {
            let &Resident { bound, score, depth, nodes, .. } = resident;
            Slot { cells: self.positions[resident.position].cells.as_str(), bound, score, depth, nodes }
        };
        slots.into_iter().map(|slot| slot.map(shown)).collect()
    }

    /// Adds the final counters of `other` to those that this trace compares itself with.
    ///
    /// A comparison says something if `other` is a trace of the same game to the same depth.
    ///
    /// ```
    /// use domineering::Player;
    /// use trace::{Game, Limits, TableSpec, record};
    ///
    /// let game = Game::domineering("4x4".parse()?, Player::Vertical)?;
    /// let table = |scheme| TableSpec { scheme, positions: tt::Positions::new(16).unwrap() };
    /// let mut trace = record(&game, Some(table(tt::Scheme::TwoDeep)), Limits::default())?;
    /// trace.compare_with(&record(&game, Some(table(tt::Scheme::Deep)), Limits::default())?);
    /// assert!(trace.text().contains("deep, 16 positions"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compare_with(&mut self, other: &Trace) {
        self.comparison.push(other.compared());
    }

    /// What another trace lists of this one.
    pub(crate) fn compared(&self) -> Compared {
        Compared { name: self.table_name(), stopped_at: self.stopped_at, totals: self.totals }
    }

    /// The table in a few words.
    pub(crate) fn table_name(&self) -> String {
        match &self.table {
            None => "no table".to_owned(),
            Some(table) => format!("{}, {} positions", table.scheme, table.positions),
        }
    }

    /// Writes the whole trace as JSON.
    ///
    /// The object has the description of the search, the `totals`, and the lists `positions`, `nodes` and `events`.
    /// Their members refer to each other by number, counted from 0. An event has its `node`, its `kind`, the sentence
    /// `text`, and, where they apply: `adds` (the counters that grow by one), `entries` (those looked at), `found` (the
    /// slot of a hit), `changes` (slots, and what they hold afterwards), `lost` (what the event throws away) and
    /// `missed` (when the position was lost that is not found). Slot `n` is level `n % levels` of entry `n / levels`.
    #[must_use]
    pub fn json(&self) -> String {
        // Maps have strings for keys, and no member can fail.
        serde_json::to_string(self).expect("a trace can be written as JSON")
    }
}
