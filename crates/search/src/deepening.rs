//! Iterative deepening with aspiration windows.

use tt::{Score, Table};

use crate::{Game, Observer, Outcome, Payload, Search};

/// One iteration of iterative deepening.
///
/// ```
/// # use search::{Expansion, Game, Moves, Score, Whole};
/// # struct Nim { heap: u8, key: [tt::Key; 1] }
/// # impl Nim {
/// #     fn new(heap: u8) -> Self { Self { heap, key: [tt::Key::mixed(u64::from(heap))] } }
/// # }
/// # impl Game for Nim {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     fn keys(&self) -> &[tt::Key] { &self.key }
/// #     fn whole(&self, _: usize) -> Whole { [self.heap].into() }
/// #     fn play(&mut self, take: u8) { *self = Self::new(self.heap - take); }
/// #     fn undo(&mut self, take: u8, (): ()) { *self = Self::new(self.heap + take); }
/// #     fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
/// #         (1..=self.heap.min(3)).for_each(|take| moves.push(take, 0));
/// #         if moves.is_empty() { Expansion::Over(-1) } else { Expansion::Children }
/// #     }
/// #     fn evaluate(&self) -> Score { 0 }
/// # }
///
/// use search::{Aspiration, Iteration, Search, iterate};
///
/// let mut depths = Vec::new();
/// let report = |&Iteration { depth, outcome, .. }: &Iteration<_>, _: &_| depths.push((depth, outcome.score));
/// iterate(&mut Search::new(&mut Nim::new(3), &mut ()), 3, Aspiration::Off, report);
/// // One ply deep, what is left of the heap is not looked at.
/// assert_eq!(depths, [(1, 0), (2, 1), (3, 1)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration<M> {
    /// Depth in plies.
    pub depth: u8,
    /// What was found; its nodes include those of searches that had to be repeated.
    pub outcome: Outcome<M>,
    /// How often the value fell outside the window and the search was repeated.
    pub failures: u32,
}

/// Which values an iteration expects, and what follows when the value lies elsewhere.
///
/// The first iteration expects nothing: its window is the game's whole range. A margin is in the unit of the game's
/// scores, and positive.
///
/// ```
/// # use search::{Expansion, Game, Moves, Score, Whole};
/// # struct Nim { heap: u8, key: [tt::Key; 1] }
/// # impl Nim {
/// #     fn new(heap: u8) -> Self { Self { heap, key: [tt::Key::mixed(u64::from(heap))] } }
/// # }
/// # impl Game for Nim {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     fn keys(&self) -> &[tt::Key] { &self.key }
/// #     fn whole(&self, _: usize) -> Whole { [self.heap].into() }
/// #     fn play(&mut self, take: u8) { *self = Self::new(self.heap - take); }
/// #     fn undo(&mut self, take: u8, (): ()) { *self = Self::new(self.heap + take); }
/// #     fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
/// #         (1..=self.heap.min(3)).for_each(|take| moves.push(take, 0));
/// #         if moves.is_empty() { Expansion::Over(-50) } else { Expansion::Children }
/// #     }
/// #     fn evaluate(&self) -> Score { 0 }
/// # }
///
/// use search::{Aspiration, Iteration, Search, iterate};
///
/// // Four plies deep the win is seen, 50 above what the iteration before found.
/// for (aspiration, expected) in [(Aspiration::Off, 0), (Aspiration::Inclusive(10), 1), (Aspiration::Printed(10), 2)] {
///     let mut failures = 0;
///     let report = |iteration: &Iteration<_>, _: &_| failures += iteration.failures;
///     iterate(&mut Search::new(&mut Nim::new(6), &mut ()), 4, aspiration, report);
///     assert_eq!(failures, expected, "{aspiration:?}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspiration {
    /// Every window is the game's whole range.
    Off,
    /// The value of the iteration before, plus and minus the margin. If the value turns out to be `v` or more, the
    /// search is repeated from `v - 1` up; if it is `v` or less, from `v + 1` down. So a bound that is the value, as
    /// it is with most mates, needs one repetition. A second failure is repeated with the whole range.
    Inclusive(Score),
    /// As [`Inclusive`](Self::Inclusive), but repeated from `v` up or down, which leaves out `v` itself
    /// (`[Breuker 1998, 2.5.1]`).
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

/// Searches one ply deep, then two, up to `depth`, and calls `report` after each iteration.
///
/// Stops early when the search is stopped. Returns what the last completed iteration found, marked as stopped if
/// another one was begun; without a completed one, what the first found until then. The nodes are those of all
/// iterations together, the one that was not completed included.
///
/// ```
/// # use search::{Expansion, Game, Moves, Score, Whole};
/// # struct Nim { heap: u8, key: [tt::Key; 1] }
/// # impl Nim {
/// #     fn new(heap: u8) -> Self { Self { heap, key: [tt::Key::mixed(u64::from(heap))] } }
/// # }
/// # impl Game for Nim {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     fn keys(&self) -> &[tt::Key] { &self.key }
/// #     fn whole(&self, _: usize) -> Whole { [self.heap].into() }
/// #     fn play(&mut self, take: u8) { *self = Self::new(self.heap - take); }
/// #     fn undo(&mut self, take: u8, (): ()) { *self = Self::new(self.heap + take); }
/// #     fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
/// #         (1..=self.heap.min(3)).for_each(|take| moves.push(take, 0));
/// #         if moves.is_empty() { Expansion::Over(-1) } else { Expansion::Children }
/// #     }
/// #     fn evaluate(&self) -> Score { 0 }
/// # }
///
/// use search::{Aspiration, Search, iterate};
/// use tt::{Deep, TranspositionTable};
///
/// let mut game = Nim::new(21);
/// let mut table = TranspositionTable::<_, ()>::new("1K".parse()?, Deep::default())?;
/// let mut search = Search::new(&mut game, &mut table);
/// let outcome = iterate(&mut search, 21, Aspiration::Off, |_, _| {});
/// assert_eq!((outcome.score, outcome.best), (1, Some(1)));
/// # Ok::<(), tt::TableError>(())
/// ```
///
/// # Panics
///
/// Panics if `depth` is 0 or the margin is not positive.
pub fn iterate<'a, G, T, O>(
    search: &mut Search<'a, G, T, O>,
    depth: u8,
    aspiration: Aspiration,
    mut report: impl FnMut(&Iteration<G::Move>, &Search<'a, G, T, O>),
) -> Outcome<G::Move>
where
    G: Game,
    T: Table<Payload: Payload<G::Move>>,
    O: Observer,
{
    assert!(depth > 0, "the first iteration is one ply deep");
    let mut all_nodes = 0;
    let mut last: Option<Outcome<G::Move>> = None;
    for depth in 1..=depth {
        let iteration = iteration(search, depth, aspiration, last.map(|last| last.score));
        let outcome = iteration.outcome;
        all_nodes += outcome.nodes;
        if outcome.stopped {
            return Outcome { nodes: all_nodes, stopped: true, ..last.unwrap_or(outcome) };
        }
        report(&iteration, search);
        last = Some(outcome);
    }
    Outcome { nodes: all_nodes, ..last.expect("there is an iteration") }
}

/// Searches one depth until the value lies inside the window, which is laid around the `expected` value: one step of
/// [`iterate`], for callers that decide between the steps.
///
/// ```
/// # use search::{Expansion, Game, Moves, Score, Whole};
/// # struct Nim { heap: u8, key: [tt::Key; 1] }
/// # impl Nim {
/// #     fn new(heap: u8) -> Self { Self { heap, key: [tt::Key::mixed(u64::from(heap))] } }
/// # }
/// # impl Game for Nim {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     fn keys(&self) -> &[tt::Key] { &self.key }
/// #     fn whole(&self, _: usize) -> Whole { [self.heap].into() }
/// #     fn play(&mut self, take: u8) { *self = Self::new(self.heap - take); }
/// #     fn undo(&mut self, take: u8, (): ()) { *self = Self::new(self.heap + take); }
/// #     fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
/// #         (1..=self.heap.min(3)).for_each(|take| moves.push(take, 0));
/// #         if moves.is_empty() { Expansion::Over(-1) } else { Expansion::Children }
/// #     }
/// #     fn evaluate(&self) -> Score { 0 }
/// # }
///
/// use search::{Aspiration, Search, iteration};
///
/// // The best move, and the best of the others.
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
pub fn iteration<G, T, O>(
    search: &mut Search<'_, G, T, O>,
    depth: u8,
    aspiration: Aspiration,
    expected: Option<Score>,
) -> Iteration<G::Move>
where
    G: Game,
    T: Table<Payload: Payload<G::Move>>,
    O: Observer,
{
    assert!(aspiration.margin().is_none_or(|margin| margin > 0), "{aspiration:?}: the margin must be positive");
    let (lowest, highest) = (G::LOWEST, G::HIGHEST);
    // At the end of the range there is room for a window all the same.
    let window = |low: Score, high: Score| {
        let low = low.clamp(lowest, highest - 1);
        (low, high.clamp(low + 1, highest))
    };
    let mut now = match (expected, aspiration.margin()) {
        (Some(value), Some(margin)) => window(value.saturating_sub(margin), value.saturating_add(margin)),
        _ => (lowest, highest),
    };
    let beyond = Score::from(matches!(aspiration, Aspiration::Inclusive(_)));
    let (mut nodes, mut failures) = (0, 0);
    let mut best = None;
    loop {
        let outcome = search.run_within(depth, now.0, now.1);
        nodes += outcome.nodes;
        // A repeated search may be stopped before its first move; then the move of the one before is known.
        best = outcome.best.or(best);
        let failed_low = outcome.score <= now.0 && now.0 > lowest;
        let failed_high = outcome.score >= now.1 && now.1 < highest;
        if outcome.stopped || !(failed_low || failed_high) {
            return Iteration { depth, outcome: Outcome { nodes, best, ..outcome }, failures };
        }
        failures += 1;
        now = match failures {
            1 if failed_low => window(lowest, outcome.score.saturating_add(beyond)),
            1 => window(outcome.score.saturating_sub(beyond), highest),
            _ => (lowest, highest),
        };
    }
}
