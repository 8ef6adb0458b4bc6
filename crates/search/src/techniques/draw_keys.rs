//! The option [`DRAW_KEYS`]: a record is used only where the rules about draws leave its score true. Few searches have
//! it, and the others should not be longer for it.

use tt::{Bound, Key, Record, Score};

use crate::options::DRAW_KEYS;
use crate::{ChosenOptions, Game, GameTable, Observer, Search};

/// What the rules about draws add to the keys of a position, by exclusive-or. Both parts are 0 where only the position
/// itself decides its value.
///
/// ```
/// use search::DrawKey;
///
/// assert_eq!(DrawKey { of_history: 5, of_clock: 3 }.both(), 6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawKey {
    /// Identifies the earlier positions of the game whose next occurrence is a draw, if any of them can recur.
    pub of_history: u64,
    /// Identifies the [clock](crate::Aspects::clock), if it can reach the limit within the depth of the search.
    pub of_clock: u64,
}

impl DrawKey {
    /// Returns both parts together.
    #[inline]
    #[must_use]
    pub fn both(self) -> u64 {
        self.of_history ^ self.of_clock
    }
}

/// Returns what remains of a bound whose decisive score is no longer reached before a draw. A draw is worse for the
/// winner and better for the loser, so one half of the bound holds.
///
/// ```
/// use search::after_draw;
/// use tt::Bound;
///
/// assert_eq!(after_draw(Bound::Exact, 29_990), Bound::Upper);
/// assert_eq!(after_draw(Bound::Lower, 29_990), Bound::None);
/// ```
#[must_use]
pub fn after_draw(bound: Bound, score: Score) -> Bound {
    match (bound, score > 0) {
        (Bound::Exact | Bound::Upper, true) => Bound::Upper,
        (Bound::Exact | Bound::Lower, false) => Bound::Lower,
        _ => Bound::None,
    }
}

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Returns what the rules about draws add to the keys of the position if it is searched to `depth` plies.
    #[inline(always)]
    pub(crate) fn draw_key(&self, depth: u8) -> DrawKey {
        if !(C::ANY && self.options.has(DRAW_KEYS)) {
            return DrawKey::default();
        }
        // An extended line has at most twice the depth.
        let reach = u32::from(depth) << u32::from(self.may_extend());
        self.game.draw_key(reach)
    }

    /// Returns the bound of a stored record, as far as it holds at the present clock.
    #[inline(always)]
    pub(crate) fn bound_before_draw(&self, record: &Record<T::Payload>, draws: DrawKey) -> Bound {
        // The clock in the key is that of the record.
        if C::ANY
            && self.options.has(DRAW_KEYS)
            && draws.of_clock == 0
            && self.game.is_decided_in_time(record.score) == Some(false)
        {
            return after_draw(record.bound, record.score);
        }
        record.bound
    }

    /// Returns the record of a position at any clock, if the clock is part of its key. Its move is worth a try, and its
    /// score holds if it decides the game in time.
    #[inline(always)]
    pub(crate) fn known_at_any_clock(&mut self, ply: u32, draws: DrawKey) -> Option<Record<T::Payload>> {
        if draws.of_clock == 0 { None } else { self.decisive_at_any_clock(ply, draws.of_history) }
    }

    #[cold]
    #[inline(never)]
    fn decisive_at_any_clock(&mut self, ply: u32, of_history: u64) -> Option<Record<T::Payload>> {
        let key = Key(self.game.keys()[0].0 ^ of_history);
        let mut record = self.known(key)?;
        self.table.hit(key);
        record.bound = match self.game.is_decided_in_time(record.score) {
            None => Bound::None,
            Some(false) => after_draw(record.bound, record.score),
            Some(true) => record.bound,
        };
        record.score = G::score_from_table(record.score, ply);
        Some(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A decided score can become any score between a draw and itself.
    #[test]
    fn what_remains_of_a_bound_holds_for_every_value_that_a_draw_makes_possible() {
        let allows = |bound: Bound, score: Score, value: Score| match bound {
            Bound::Exact => value == score,
            Bound::Lower => value >= score,
            Bound::Upper => value <= score,
            Bound::None => true,
        };
        for (bound, score) in [Bound::Exact, Bound::Lower, Bound::Upper].into_iter().flat_map(|b| [(b, 5), (b, -5)]) {
            let left = after_draw(bound, score);
            for value in (-9..=9).filter(|&value| allows(bound, score, value)) {
                let drawn = if value * score > 0 { 0 } else { value };
                assert!(allows(left, score, value) && allows(left, score, drawn), "{bound:?} {score}: {value}");
            }
        }
    }
}
