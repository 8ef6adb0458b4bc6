//! The clock: how much of the time that is left the engine spends on a move.

use std::time::Duration;

/// A move takes one of so many equal parts of the time that is left.
const PARTS: u32 = 20;
/// For how many moves the engine reserves the time that they are expected to lose.
const MOVES: u32 = 60;
/// How often all of the overhead may be lost in addition.
const DELAYS: u32 = 4;
/// A move may lose so much, even if the option `Move Overhead` is less.
const LEAST_DELAY: Duration = Duration::from_millis(5);

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
}

/// The clock of a player, and the time that is lost between the engine and the clock.
///
/// `Move Overhead` says how much a move may lose, usually much more than it does. If the engine reserved the overhead
/// of all future moves, it would have no time left in a fast game. So it measures the loss.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    /// The mean time that a move loses; `None` before the first measurement.
    loss: Option<Duration>,
    /// What the clock would show at the next move if no time was lost.
    expected: Option<Duration>,
}

impl Clock {
    /// Begins a move with `time` left on the clock, and returns the limits of its search.
    pub(super) fn begin(
        &mut self,
        time: Duration,
        increment: Duration,
        moves_to_go: Option<u64>,
        overhead: Duration,
    ) -> Time {
        let delay = overhead.max(LEAST_DELAY);
        let mut loss = self.loss.unwrap_or(delay / 4);
        if let Some(expected) = self.expected {
            loss = (loss * 3 + expected.saturating_sub(time)) / 4;
            self.loss = Some(loss);
        }
        self.expected = Some(time + increment);
        let moves = moves_to_go.map_or(u32::MAX, |moves| moves.try_into().unwrap_or(u32::MAX));
        let reserve = delay * DELAYS.min(moves.saturating_add(1)) + loss.saturating_sub(increment) * MOVES.min(moves);
        let part = time.saturating_sub(reserve) / PARTS.min(moves);
        let increment = increment.saturating_sub(loss);
        let share = part + increment;
        // Below the reserve, a move takes less than its increment, so that the reserve grows again.
        let most = if part.is_zero() { share / 2 } else { part * 2 + increment };
        // The increment is added after the move, and some time must be left for the next move.
        let usable = time.saturating_sub(overhead);
        let limit = if moves == 1 { usable * 4 / 5 } else { usable / 2 };
        let at_least = Duration::from_millis(1);
        Time { most: most.min(limit).max(at_least), enough: Some((share / 2).min(most).min(limit)) }
    }

    /// Ends the move after the engine has used `spent` of the clock.
    pub(super) fn end(&mut self, spent: Duration) {
        self.expected = self.expected.map(|expected| expected.saturating_sub(spent));
    }

    /// Forgets the last move: the next one does not follow it on the same clock.
    pub(super) fn pause(&mut self) {
        self.expected = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    /// A time control: the time, the increment, and after how many moves the time is added again.
    #[derive(Clone, Copy, Debug)]
    struct Control(u64, u64, Option<u64>);

    const CONTROLS: [Control; 7] = [
        Control(1_000, 0, None),
        Control(2_000, 0, None),
        Control(100, 0, None),
        Control(1_000, 10, None),
        Control(10_000, 100, None),
        Control(60_000, 0, None),
        Control(60_000, 0, Some(40)),
    ];

    /// How long a search takes: `percent` of the least time, but never more than the most. One ply takes 0.3 ms.
    fn searched(limits: Time, percent: u32) -> Duration {
        let enough = limits.enough.unwrap();
        if enough.is_zero() { Duration::from_micros(300) } else { (enough * percent / 100).min(limits.most) }
    }

    /// Plays `moves` moves, of which number `n` takes `percent(n)` of the least time and loses `lost(n)`. Returns what
    /// is left after each, up to the loss on time.
    fn play(
        Control(time, increment, period): Control,
        overhead: u64,
        moves: u32,
        percent: impl Fn(u32) -> u32,
        lost: impl Fn(u32) -> Duration,
    ) -> Vec<Duration> {
        let (mut clock, mut left) = (Clock::default(), ms(time));
        let mut after = Vec::new();
        for number in 0..moves {
            let moves_to_go = period.map(|period| period - u64::from(number) % period);
            let spent = searched(clock.begin(left, ms(increment), moves_to_go, ms(overhead)), percent(number));
            clock.end(spent);
            let Some(rest) = left.checked_sub(spent + lost(number)) else { break };
            left = rest + ms(increment) + ms(if moves_to_go == Some(1) { time } else { 0 });
            after.push(left);
        }
        after
    }

    /// Searches end between the least time and four times as much.
    fn usual(number: u32) -> u32 {
        [100, 140, 200, 280][number as usize % 4]
    }

    #[test]
    fn no_game_is_lost_on_time() {
        const MOVES: u32 = 80;
        for control in CONTROLS {
            let Control(time, increment, period) = control;
            let granted = period.map_or(time, |period| time * u64::from(MOVES).div_ceil(period));
            // Half of the time on the clock is lost: with much more, no engine would survive.
            let worst = (ms(granted) + ms(increment) * MOVES) / MOVES / 2;
            for overhead in [0, 30, 100] {
                for most in [0, 1, 2, 4].map(|part| worst * part / 4) {
                    let most = most.min(ms(overhead.max(5)));
                    for thorough in [true, false] {
                        let percent = |number| if thorough { 400 } else { usual(number) };
                        let steady = play(control, overhead, MOVES, percent, |_| most);
                        assert_eq!(
                            steady.len(),
                            MOVES as usize,
                            "{control:?} {overhead} {most:?} {thorough}: {steady:?}"
                        );
                    }
                }
                // Some moves lose all of the overhead.
                let rarely = |number: u32| ms(if number % 16 == 15 { overhead } else { 0 });
                if MOVES / 16 * overhead as u32 <= granted as u32 / 2 {
                    let delayed = play(control, overhead, MOVES, usual, rarely);
                    assert_eq!(delayed.len(), MOVES as usize, "{control:?} {overhead}: {delayed:?}");
                }
            }
        }
    }

    #[test]
    fn the_clock_is_used() {
        for control in CONTROLS {
            let Control(time, increment, period) = control;
            let enough = if time == 100 { 15 } else { 60 };
            if period.is_none() {
                let left = play(control, 30, 40, usual, |_| ms(1))[39];
                let granted = ms(time) + ms(increment) * 40;
                let used = 100 - left.as_millis() * 100 / granted.as_millis();
                assert!(used >= enough && used <= 90, "{control:?}: {used} %");
            }
        }
        let left = play(Control(60_000, 0, Some(40)), 30, 40, usual, |_| ms(1))[39] - ms(60_000);
        assert!(left < ms(6_000), "{left:?} left at the time control");
    }

    #[test]
    fn no_move_takes_more_than_is_left() {
        for time in (0..2_000).map(ms) {
            for moves_to_go in [None, Some(1), Some(2), Some(40), Some(u64::MAX)] {
                let limits = Clock::default().begin(time, ms(10), moves_to_go, ms(30));
                let reserve = (time / 2).min(ms(30));
                assert!(limits.most <= ms(1) || limits.most + reserve <= time, "{time:?}, {moves_to_go:?}: {limits:?}");
            }
        }
    }

    /// Otherwise, the clock would stay just above zero, and one slow move would lose the game.
    #[test]
    fn a_reserve_that_was_used_grows_again() {
        for time in (0..120).map(ms) {
            let limits = Clock::default().begin(time, ms(10), None, ms(30));
            assert!(limits.most <= ms(5) && limits.enough.unwrap() <= limits.most, "{time:?}: {limits:?}");
        }
        let left = play(Control(60, 10, None), 30, 200, |_| 400, |_| ms(2));
        assert!(left.len() == 200 && left[199] > ms(90), "{left:?}");
    }

    #[test]
    fn only_moves_of_one_game_show_how_much_time_is_lost() {
        let mut clock = Clock::default();
        let begin = |clock: &mut Clock, time| clock.begin(ms(time), ms(0), None, ms(30));
        begin(&mut clock, 1_000);
        clock.end(ms(100));
        // Between a quarter of the overhead and the 10 ms that were lost.
        let loss = Some((ms(30) / 4 * 3 + ms(10)) / 4);
        begin(&mut clock, 890);
        assert_eq!(clock.loss, loss);
        clock.pause();
        begin(&mut clock, 200);
        assert_eq!(clock.loss, loss);
        clock.end(ms(10));
        // The clock was set.
        begin(&mut clock, 60_000);
        assert_eq!(clock.loss, loss.map(|loss| loss * 3 / 4));
    }
}
