//! MTD(f): the value of the root by searches with zero-width windows.

use tt::Score;

use crate::{ChosenOptions, Game, GameTable, Iteration, Observer, Outcome, Search};

/// Finds the value of the root by MTD(f) (`[Plaat 1995]`): a sequence of searches with zero-width windows.
///
/// Each search returns a bound, and the next window is at that bound, until the lower bound meets the upper bound. The
/// first window is at `guess`, limited to `range`. The better the guess, the fewer searches. The table keeps what one
/// search has found for the next; without a table, MTD(f) visits most nodes again. The value is limited to `range`, so
/// `(-1, 1)` asks only for the winner of a game whose draws score 0.
///
/// A search that fails low finds no best move. The best move, and the [line](Search::line), are those of the last
/// search that failed high, or those of the last search if none did. `failures` of the result is the number of
/// searches after the first one.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Search, mtd};
/// use tt::TwoBig1;
///
/// let mut table = TwoBig1::<()>::new("1K".parse()?)?;
/// let mut game = Nim::new(21);
/// let found = mtd(&mut Search::new(&mut game, &mut table), 21, 0, (-1, 1));
/// assert_eq!((found.outcome.score, found.outcome.best), (1, Some(1)));
/// # Ok::<(), tt::TableError>(())
/// ```
///
/// # Panics
///
/// Panics unless `-INFINITY <= range.0 < range.1`.
pub fn mtd<G, T, O, C>(
    search: &mut Search<'_, G, T, O, C>,
    depth: u8,
    guess: Score,
    range: (Score, Score),
) -> Iteration<G::Move>
where
    G: Game,
    T: GameTable<G>,
    O: Observer,
    C: ChosenOptions,
{
    let (mut low, mut high) = range;
    assert!(low < high, "the range from {low} to {high} is empty");
    let mut value = guess.clamp(low, high);
    let (mut nodes, mut searches) = (0, 0);
    let (mut best, mut of_last) = (None, None);
    let mut line = Vec::new();
    loop {
        let beta = if value == low { low + 1 } else { value };
        let outcome = search.run_within(depth, beta - 1, beta);
        nodes += outcome.nodes;
        searches += 1;
        of_last = outcome.best.or(of_last);
        let failed_high = outcome.score >= beta;
        if failed_high && !outcome.stopped {
            best = outcome.best.or(best);
            line.clear();
            line.extend_from_slice(search.line());
        }
        if outcome.stopped {
            let (score, best) = if best.is_some() { (low, best) } else { (outcome.score, of_last) };
            let outcome = Outcome { score, best, nodes, stopped: true };
            return Iteration { depth, outcome, failures: searches - 1 };
        }
        // A table can contain results of deeper searches, which contradict each other: the bounds may then cross.
        value = outcome.score.clamp(range.0, range.1);
        if failed_high {
            low = value;
        } else {
            high = value;
        }
        if low >= high {
            if !failed_high && best.is_some() {
                search.lines.replace(0, &line);
            }
            let outcome = Outcome { score: value, nodes, best: best.or(of_last), stopped: false };
            return Iteration { depth, outcome, failures: searches - 1 };
        }
    }
}
