//! The search of a trace without its recording.

use schemes::TranspositionTable;
use search::{GameTable, HitSize, Score, Search, Statistics};

use crate::game::{ShownGame, Start};
use crate::{Limits, TraceError, TracedGame, TracedTable};

/// What a search counts, as returned by [`count`].
///
/// ```
/// use walkthrough::{Limits, TracedGame, count};
///
/// let limits = Limits { nodes: 100, ..Limits::default() };
/// let stopped = count(&TracedGame::tic_tac_toe("")?, None, limits)?;
/// assert_eq!((stopped.score, stopped.nodes), (None, 100));
/// # Ok::<(), walkthrough::TraceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchCount {
    /// The value of the root for the player to move; `None` if the search was stopped by its limit of nodes.
    pub score: Option<Score>,
    /// The nodes visited.
    pub nodes: u64,
    /// The operations of the table; all zero without a table.
    pub statistics: Statistics,
}

/// Searches `game` with `table` of any size, or without a table, and records nothing. The search is that of
/// [`record`](crate::record), and much faster.
///
/// ```
/// use walkthrough::{Limits, TracedGame, TracedTable, count, record};
///
/// let game = TracedGame::connect_four("4x4".parse()?, "")?;
/// let small = TracedTable { scheme: schemes::Scheme::Deep, positions: "64".parse()? };
/// let counted = count(&game, Some(small), Limits::default())?;
/// assert_eq!(counted.nodes, record(&game, Some(small), Limits::default())?.totals().nodes);
///
/// let large = TracedTable { positions: "64K".parse()?, ..small };
/// assert!(count(&game, Some(large), Limits::default())?.nodes < counted.nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the scheme does not support the size, or if the limit of nodes is 0.
pub fn count(game: &TracedGame, table: Option<TracedTable>, limits: Limits) -> Result<SearchCount, TraceError> {
    if limits.nodes == 0 {
        return Err(TraceError::NoNodes);
    }
    match &game.start {
        Start::Domineering(start) => of_game(start.clone(), table, limits),
        Start::ConnectFour(start) => of_game(start.clone(), table, limits),
        Start::TicTacToe(start) => of_game(start.clone(), table, limits),
    }
}

fn of_game<G: ShownGame>(mut game: G, table: Option<TracedTable>, limits: Limits) -> Result<SearchCount, TraceError> {
    let Some(TracedTable { scheme, positions }) = table else {
        let counted = search(&mut game, (), HitSize::One, limits);
        return Ok(SearchCount { statistics: Statistics::default(), ..counted });
    };
    let mut table = TranspositionTable::<G::Kept>::new(positions.into(), scheme)?;
    Ok(search(&mut game, &mut table, HitSize::counting(scheme.counts_stored_nodes()), limits))
}

fn search<G: ShownGame>(game: &mut G, table: impl GameTable<G>, hit_size: HitSize, limits: Limits) -> SearchCount {
    let mut statistics = Statistics::default();
    let depth = limits.depth.unwrap_or_else(|| game.full_depth());
    let search = Search::new(game, table).as_printed().hit_size(hit_size);
    let outcome = search.observed_by(&mut statistics).max_nodes(limits.nodes).run(depth);
    SearchCount { score: (!outcome.stopped).then_some(outcome.score), nodes: outcome.nodes, statistics }
}
