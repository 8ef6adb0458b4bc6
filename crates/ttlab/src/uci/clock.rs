//! The clock: how much of the time that is left the engine spends on a move.

use std::time::Duration;

/// How many moves the clock must last by default.
const MOVES_TO_GO: u64 = 30;

/// How long a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Time {
    /// The search ends after this long.
    pub(super) most: Duration,
    /// No iteration begins after this long: for moves on a game clock.
    pub(super) enough: Option<Duration>,
}

impl Time {
    /// Returns the limits for `movetime`.
    pub(super) fn of_move(time: Duration, overhead: Duration) -> Self {
        Self { most: time.saturating_sub(overhead).max(time / 2), enough: None }
    }

    /// Returns the limits for a move with `time` left on the clock.
    ///
    /// The overhead of all future moves is reserved. Otherwise, if the overhead is greater than the increment, the
    /// engine would lose on time.
    pub(super) fn of_clock(time: Duration, increment: Duration, moves_to_go: Option<u64>, overhead: Duration) -> Self {
        let moves = moves_to_go.map_or(MOVES_TO_GO, |moves| moves.min(MOVES_TO_GO)) as u32;
        let share = (time + increment * (moves - 1)).saturating_sub(overhead * (moves + 1)) / moves;
        // The increment is added after the move, and some time must be left for the next move.
        let usable = time.saturating_sub(overhead);
        let limit = if moves == 1 { usable * 4 / 5 } else { usable / 2 };
        let at_least = Duration::from_millis(1);
        Self { most: (share * 2).min(limit).max(at_least), enough: Some((share / 2).min(limit)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(30);

    #[test]
    fn the_clock_lasts_for_the_game() {
        for time in 1..2000 {
            let time = Duration::from_millis(time);
            let budget = Time::of_clock(time, Duration::from_millis(10), None, OVERHEAD);
            let reserve = (time / 2).min(OVERHEAD);
            assert!(budget.most <= Duration::from_millis(1) || budget.most + reserve <= time, "{time:?}: {budget:?}");
        }
        // A hundred moves that take all their time, with more overhead than increment.
        let (increment, latency) = (Duration::from_millis(10), Duration::from_millis(15));
        let mut time = Duration::from_secs(1);
        for number in 0..100 {
            let spent = Time::of_clock(time, increment, None, OVERHEAD).most + latency;
            assert!(spent < time, "move {number}");
            time = time - spent + increment;
        }
    }
}
