//! Iterative deepening with aspiration windows.

use tt::Score;

use crate::techniques::mtd::mtd;
use crate::{ChosenOptions, Game, GameTable, Observer, Outcome, Search, options};

/// One iteration of iterative deepening.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Aspiration, Iteration, Search, iterate};
///
/// let mut depths = Vec::new();
/// let report = |&Iteration { depth, outcome, .. }: &Iteration<_>, _: &_| depths.push((depth, outcome.score));
/// iterate(&mut Search::new(&mut Nim::new(3), &mut ()), 3, Aspiration::Off, report);
/// // At depth 1, the search evaluates the position after the first move as 0.
/// assert_eq!(depths, [(1, 0), (2, 1), (3, 1)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration<M> {
    /// The depth in plies.
    pub depth: u8,
    /// The result. Its nodes include those of repeated searches.
    pub outcome: Outcome<M>,
    /// How often the search failed low or high and was repeated.
    pub failures: u32,
}

/// The aspiration window of an iteration, and how the search is repeated after it fails low or high.
///
/// The window of the first iteration is the game's whole range. A margin is positive and has the unit of the game's
/// scores.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Aspiration, Iteration, Search, iterate};
///
/// // At depth 4 the search finds the win, whose score is 50 higher than that of the previous iteration.
/// for (aspiration, expected) in [(Aspiration::Off, 0), (Aspiration::Inclusive(10), 1), (Aspiration::Printed(10), 2)] {
///     let mut failures = 0;
///     let report = |iteration: &Iteration<_>, _: &_| failures += iteration.failures;
///     iterate(&mut Search::new(&mut Nim::with_score(6, 50), &mut ()), 4, aspiration, report);
///     assert_eq!(failures, expected, "{aspiration:?}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspiration {
    /// Every window is the game's whole range.
    Off,
    /// The window is the value of the previous iteration plus and minus the margin.
    ///
    /// If the search fails high with the bound `v`, it is repeated with a window from `v - 1` to the highest value; if
    /// it fails low, with a window from the lowest value to `v + 1`. If the bound is the true value, as for most mates,
    /// one repetition is enough. After a second failure, the search is repeated with the whole range.
    Inclusive(Score),
    /// Like [`Inclusive`](Self::Inclusive), but the repeated search uses `v` as its lower or upper limit, which
    /// excludes `v` itself (`[Breuker 1998, 2.5.1]`).
    Printed(Score),
}

impl Aspiration {
    fn margin(self) -> Option<Score> {
        match self {
            Self::Off => None,
            Self::Inclusive(margin) | Self::Printed(margin) => Some(margin),
        }
    }
}

/// Searches by iterative deepening, from depth 1 up to `depth` plies, and calls `report` after each iteration.
///
/// Returns the outcome of the last iteration, with the nodes of all iterations. If the search is stopped, returns the
/// outcome of the last completed iteration with `stopped` set; if no iteration was completed, returns the partial
/// outcome of the first one. The nodes include those of the incomplete iteration.
///
/// A thread of a [`Team`](crate::Team) may [skip](ChosenOptions::next_depth) iterations.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Aspiration, Search, iterate};
/// use tt::TwoBig1;
///
/// let mut game = Nim::new(21);
/// let mut table = TwoBig1::<()>::new("1K".parse()?)?;
/// let mut search = Search::new(&mut game, &mut table);
/// let outcome = iterate(&mut search, 21, Aspiration::Off, |_, _| {});
/// assert_eq!((outcome.score, outcome.best), (1, Some(1)));
/// # Ok::<(), tt::TableError>(())
/// ```
///
/// # Panics
///
/// Panics if `depth` is 0 or the margin is not positive.
pub fn iterate<'a, G, T, O, C>(
    search: &mut Search<'a, G, T, O, C>,
    depth: u8,
    aspiration: Aspiration,
    mut report: impl FnMut(&Iteration<G::Move>, &Search<'a, G, T, O, C>),
) -> Outcome<G::Move>
where
    G: Game,
    T: GameTable<G>,
    O: Observer,
    C: ChosenOptions,
{
    assert!(depth > 0, "the depth must be positive");
    let mut all_nodes = 0;
    let mut last: Option<Outcome<G::Move>> = None;
    let mut reached = 0;
    while reached < depth {
        reached = search.options().next_depth(reached).min(depth);
        let iteration = iteration(search, reached, aspiration, last.map(|last| last.score));
        let outcome = iteration.outcome;
        all_nodes += outcome.nodes;
        if outcome.stopped {
            return Outcome { nodes: all_nodes, stopped: true, ..last.unwrap_or(outcome) };
        }
        report(&iteration, search);
        last = Some(outcome);
    }
    Outcome { nodes: all_nodes, ..last.expect("there is at least one iteration") }
}

/// Runs one iteration of [`iterate`], for callers that control the iterations themselves.
///
/// The aspiration window is centred on the `expected` value. The search is repeated until its value is inside the
/// window. With the option [`MTD`](crate::options::MTD), the iteration is an [`mtd`] instead, which starts at the
/// `expected` value, or at 0.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Aspiration, Search, iteration};
///
/// // Search for the best move, and then for the best of the other moves.
/// let (mut game, mut table) = (Nim::new(5), ());
/// let mut search = Search::new(&mut game, &mut table);
/// let best = iteration(&mut search, 5, Aspiration::Off, None).outcome;
/// assert_eq!((best.score, best.best), (1, Some(1)));
/// search.set_root_moves(Some(vec![2, 3]));
/// assert_eq!(iteration(&mut search, 5, Aspiration::Off, None).outcome.score, -1);
/// ```
///
/// # Panics
///
/// Panics if the margin is not positive.
pub fn iteration<G, T, O, C>(
    search: &mut Search<'_, G, T, O, C>,
    depth: u8,
    aspiration: Aspiration,
    expected: Option<Score>,
) -> Iteration<G::Move>
where
    G: Game,
    T: GameTable<G>,
    O: Observer,
    C: ChosenOptions,
{
    assert!(aspiration.margin().is_none_or(|margin| margin > 0), "{aspiration:?}: the margin must be positive");
    search.game.begin_iteration(depth);
    let (lowest, highest) = (G::LOWEST, G::HIGHEST);
    if C::ANY && search.options().has(options::MTD) {
        return mtd(search, depth, expected.unwrap_or(0), (lowest, highest));
    }
    // Clamp the window to the range of values, but keep it non-empty.
    let window = |low: Score, high: Score| {
        let low = low.clamp(lowest, highest - 1);
        (low, high.clamp(low + 1, highest))
    };
    let mut current = match (expected, aspiration.margin()) {
        (Some(value), Some(margin)) => window(value.saturating_sub(margin), value.saturating_add(margin)),
        _ => (lowest, highest),
    };
    let beyond = Score::from(matches!(aspiration, Aspiration::Inclusive(_)));
    let (mut nodes, mut failures) = (0, 0);
    let mut best = None;
    loop {
        let outcome = search.run_within(depth, current.0, current.1);
        nodes += outcome.nodes;
        // If a repeated search is stopped before its first move, keep the best move of the previous search.
        best = outcome.best.or(best);
        let failed_low = outcome.score <= current.0 && current.0 > lowest;
        let failed_high = outcome.score >= current.1 && current.1 < highest;
        if outcome.stopped || !(failed_low || failed_high) {
            return Iteration { depth, outcome: Outcome { nodes, best, ..outcome }, failures };
        }
        failures += 1;
        current = match failures {
            1 if failed_low => window(lowest, outcome.score.saturating_add(beyond)),
            1 => window(outcome.score.saturating_sub(beyond), highest),
            _ => (lowest, highest),
        };
    }
}
