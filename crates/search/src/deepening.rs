//! Iterative deepening with aspiration windows.

use tt::{Score, Table};

use crate::{Game, INFINITY, Observer, Outcome, Payload, Search};

/// One iteration of iterative deepening.
///
/// ```
/// # use search::{Expansion, Game, Moves, Score, Whole};
/// # struct Nim { heap: u8, key: [tt::Key; 1] }
/// # impl Nim {
/// #     fn new(heap: u8) -> Self { Self { heap, key: [tt::Key(u64::from(heap))] } }
/// # }
/// # impl Game for Nim {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     fn keys(&self) -> &[tt::Key] { &self.key }
/// #     fn whole(&self, _: usize) -> Whole { [self.heap].into() }
/// #     fn play(&mut self, take: u8) { *self = Self::new(self.heap - take); }
/// #     fn undo(&mut self, take: u8, (): ()) { *self = Self::new(self.heap + take); }
/// #     fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion {
/// #         (1..=self.heap.min(3)).for_each(|take| moves.push(take, 0));
/// #         if moves.is_empty() { Expansion::Over(-1) } else { Expansion::Children }
/// #     }
/// #     fn evaluate(&self) -> Score { 0 }
/// # }
///
/// use search::{Iteration, Search, iterate};
///
/// let mut depths = Vec::new();
/// let report = |&Iteration { depth, outcome, .. }: &Iteration<u8>, _: &[u8]| depths.push((depth, outcome.score));
/// iterate(&mut Search::new(&mut Nim::new(3), &mut ()), 3, 1, report);
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

/// Searches one ply deep, then two, up to `depth`; each search but the first expects its value within `aspiration` of
/// the one before (`[Breuker 1998, 2.5.1]`).
///
/// When the value lies outside that window, the search is repeated with the window from minus infinity to the value, or
/// from the value to infinity; should that fail too, with no window at all. Calls `report` after each iteration,
/// with the best line if the game keeps lines. Ends early when the search is stopped; the last outcome then says so.
///
/// The last outcome of a search that was stopped in its first iteration has no move; of one that was stopped later it
/// is that of the last iteration that ended, marked as stopped.
///
/// `aspiration` is in the unit of the game's scores; [`INFINITY`] makes every window infinite.
///
/// ```
/// # use search::{Expansion, Game, Moves, Score, Whole};
/// # struct Nim { heap: u8, key: [tt::Key; 1] }
/// # impl Nim {
/// #     fn new(heap: u8) -> Self { Self { heap, key: [tt::Key(u64::from(heap))] } }
/// # }
/// # impl Game for Nim {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     fn keys(&self) -> &[tt::Key] { &self.key }
/// #     fn whole(&self, _: usize) -> Whole { [self.heap].into() }
/// #     fn play(&mut self, take: u8) { *self = Self::new(self.heap - take); }
/// #     fn undo(&mut self, take: u8, (): ()) { *self = Self::new(self.heap + take); }
/// #     fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion {
/// #         (1..=self.heap.min(3)).for_each(|take| moves.push(take, 0));
/// #         if moves.is_empty() { Expansion::Over(-1) } else { Expansion::Children }
/// #     }
/// #     fn evaluate(&self) -> Score { 0 }
/// # }
///
/// use search::{INFINITY, Search, iterate};
/// use tt::{Deep, TranspositionTable};
///
/// let mut game = Nim::new(21);
/// let mut table = TranspositionTable::<_, ()>::new("1K".parse()?, Deep::default())?;
/// let mut search = Search::new(&mut game, &mut table);
/// let outcome = iterate(&mut search, 21, INFINITY, |_, _| {}).expect("there was an iteration");
/// assert_eq!((outcome.score, outcome.best), (1, Some(1)));
/// # Ok::<(), tt::TableError>(())
/// ```
///
/// # Panics
///
/// Panics unless `aspiration` is positive.
pub fn iterate<G, T, O>(
    search: &mut Search<'_, G, T, O>,
    depth: u8,
    aspiration: Score,
    mut report: impl FnMut(&Iteration<G::Move>, &[G::Move]),
) -> Option<Outcome<G::Move>>
where
    G: Game,
    T: Table<Payload: Payload<G::Move>>,
    O: Observer,
{
    assert!(aspiration > 0, "a window needs room");
    let mut last: Option<Outcome<G::Move>> = None;
    for depth in 1..=depth {
        let mut window = last.map_or((-INFINITY, INFINITY), |last| {
            (last.score.saturating_sub(aspiration).max(-INFINITY), last.score.saturating_add(aspiration))
        });
        let (mut nodes, mut failures) = (0, 0);
        let outcome = loop {
            let outcome = search.run_within(depth, window.0, window.1);
            nodes += outcome.nodes;
            let failed_low = outcome.score <= window.0 && window.0 > -INFINITY;
            let failed_high = outcome.score >= window.1 && window.1 < INFINITY;
            if outcome.stopped || !(failed_low || failed_high) {
                break Outcome { nodes, ..outcome };
            }
            failures += 1;
            window = match failures {
                1 if failed_low => (-INFINITY, outcome.score.max(1 - INFINITY)),
                1 => (outcome.score.min(INFINITY - 1), INFINITY),
                _ => (-INFINITY, INFINITY),
            };
        };
        if outcome.stopped {
            return Some(last.map_or(outcome, |last| Outcome { stopped: true, ..last }));
        }
        report(&Iteration { depth, outcome, failures }, search.line());
        last = Some(outcome);
    }
    last
}
