//! The searches of the playground, a page on which a reader steps through the same search with two tables.
//!
//! Use this crate in a browser only: `cargo xtask playground` compiles it to WebAssembly and writes one HTML file,
//! which needs no other file and no network. A Rust program calls [`walkthrough`] directly.
//!
//! The page asks in JSON, and [`answer`] answers in JSON. It needs no other function: the page keeps all state, so each
//! answer depends only on its question.
//!
//! ```
//! let question = r#"{"ask":"count","game":"tic-tac-toe-3","scheme":"two-deep","positions":4,"max_nodes":1000000}"#;
//! assert!(playground::answer(question).contains(r#""nodes":53"#));
//! let error = playground::answer("{}");
//! assert_eq!(error, r#"{"error":"the page asks for something unknown: missing field `ask` at line 1 column 2"}"#);
//! ```

#![cfg_attr(not(target_family = "wasm"), forbid(unsafe_code))]

#[cfg(target_family = "wasm")]
mod exports;
mod menu;

use schemes::{Positions, Scheme};
use serde::{Deserialize, Serialize};
use tt::Score;
use walkthrough::{Limits, TraceError, TracedTable, count, record};

/// The steps that a trace has at most, and the nodes of its search, each of which has a step. The whole search is
/// counted apart from its trace.
const MAX_STEPS: usize = 3_000;

/// What the page asks.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Question {
    /// What the reader can choose.
    Menu,
    /// The counts of a whole search.
    Count {
        #[serde(flatten)]
        search: Chosen,
        max_nodes: u64,
    },
    /// The steps of a search, as [`walkthrough::Trace::json`] writes them.
    Trace {
        #[serde(flatten)]
        search: Chosen,
    },
}

/// A search that the reader has chosen.
#[derive(Deserialize)]
struct Chosen {
    /// The name of a game of the menu.
    game: String,
    /// The name of a scheme, or `none`.
    scheme: String,
    positions: u64,
}

/// The counts of a whole search.
#[derive(Serialize)]
struct Counts {
    /// Null if the search was stopped.
    score: Option<Score>,
    nodes: u64,
    probes: u64,
    hits: u64,
    cut_offs: u64,
    stores: u64,
    lost: u64,
}

#[derive(Debug, thiserror::Error)]
enum PlaygroundError {
    #[error("the page asks for something unknown: {0}")]
    Question(#[from] serde_json::Error),
    #[error("unknown game `{0}`")]
    Game(String),
    #[error("unknown replacement scheme `{0}`")]
    Scheme(String),
    #[error(transparent)]
    Table(#[from] tt::TableError),
    #[error(transparent)]
    Trace(#[from] TraceError),
}

/// Answers a question of the page.
#[must_use]
pub fn answer(question: &str) -> String {
    let answer = serde_json::from_str(question).map_err(PlaygroundError::from).and_then(|question| match question {
        Question::Menu => Ok(serde_json::to_string(&menu::menu())?),
        Question::Count { search, max_nodes } => Ok(serde_json::to_string(&search.count(max_nodes)?)?),
        Question::Trace { search } => search.trace(),
    });
    answer.unwrap_or_else(|error| serde_json::json!({ "error": error.to_string() }).to_string())
}

impl Chosen {
    fn count(&self, max_nodes: u64) -> Result<Counts, PlaygroundError> {
        let (game, depth) = menu::game(&self.game)?;
        let counted = count(&game, self.table()?, Limits { depth, nodes: max_nodes, ..Limits::default() })?;
        let statistics = counted.statistics;
        Ok(Counts {
            score: counted.score,
            nodes: counted.nodes,
            probes: statistics.look_ups,
            hits: statistics.hits,
            cut_offs: statistics.cutoffs,
            stores: statistics.stores(),
            lost: statistics.collisions,
        })
    }

    fn trace(&self) -> Result<String, PlaygroundError> {
        let (game, depth) = menu::game(&self.game)?;
        let limits = Limits { depth, events: MAX_STEPS, nodes: MAX_STEPS as u64 };
        Ok(record(&game, self.table()?, limits)?.json())
    }

    fn table(&self) -> Result<Option<TracedTable>, PlaygroundError> {
        if self.scheme == menu::NO_TABLE {
            return Ok(None);
        }
        let scheme: Scheme = self.scheme.parse().map_err(|_| PlaygroundError::Scheme(self.scheme.clone()))?;
        Ok(Some(TracedTable { scheme, positions: Positions::new(self.positions)? }))
    }
}

#[cfg(test)]
mod tests;
