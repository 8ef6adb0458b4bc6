//! Options about scores that depend on the path to a position: draws by repetition and by the clock. Few searches have
//! any, and the others should not be longer for them.

use tt::Key;

use crate::options::{CLOCK_KEYS, NO_PATH_SCORES, PATH_KEYS, SIMULATE_PATHS};
use crate::{Aspects, ChosenOptions, Game, GameTable, Observer, Search};

/// No node on the path.
const NOWHERE: u32 = u32::MAX;

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Returns whether keys contain something of the path.
    #[inline(always)]
    pub(crate) fn has_keys_of_path(&self) -> bool {
        self.options.has(CLOCK_KEYS) || self.options.has(PATH_KEYS) || self.options.has(SIMULATE_PATHS)
    }

    /// Returns what the path adds to the keys of the position, by exclusive-or.
    pub(crate) fn key_of_path(&self) -> u64 {
        if self.options.has(PATH_KEYS) || self.options.has(SIMULATE_PATHS) {
            return Key::mixed(self.game.aspects().map_or(0, Aspects::path)).0;
        }
        // The steps of Stockfish.
        match self.clock() {
            0..14 => 0,
            clock => Key::mixed(u64::from((clock - 14) / 8)).0,
        }
    }

    fn clock(&self) -> u32 {
        self.game.aspects().map_or(0, Aspects::clock)
    }

    /// Returns a key whose lowest bits are those of the clock, for the option
    /// [`CLOCK_SLOTS`](crate::options::CLOCK_SLOTS).
    pub(crate) fn with_clock_slot(&self, key: Key) -> Key {
        // The steps of Velvet, whose first slot holds an evaluation.
        let step = u64::from(self.clock() / 16).min(6);
        let slot = if key.0 >> 40 & 1 == 0 { 1 + step } else { 7 - step };
        Key(key.0 & !7 | slot)
    }

    /// Returns whether the search follows where the draws come from that its values depend on.
    #[inline(always)]
    pub(crate) fn follows_draws(&self) -> bool {
        C::ANY && self.options.has(NO_PATH_SCORES)
    }

    /// Begins a node, whose value depends on nothing yet.
    pub(crate) fn enter_followed(&mut self, ply: u32) {
        // The child of this node may not be entered.
        self.reaches.resize(self.reaches.len().max(ply as usize + 2), NOWHERE);
        self.reaches[ply as usize] = NOWHERE;
        self.reaches[ply as usize + 1] = NOWHERE;
    }

    /// Notes that the path has ended the game at this node.
    #[cold]
    pub(crate) fn reach_back(&mut self, ply: u32) {
        let span = self.game.aspects().map_or(u32::MAX, Aspects::outcome_span);
        self.reaches[ply as usize] = ply.saturating_sub(span);
    }

    /// Notes that the value of a node depends on that of the child that was searched last.
    pub(crate) fn follow_child(&mut self, ply: u32) {
        let ply = ply as usize;
        self.reaches[ply] = self.reaches[ply].min(self.reaches[ply + 1]);
    }

    /// Returns whether the value of the node depends on a position before it.
    #[inline(always)]
    pub(crate) fn is_score_of_path(&self, ply: u32) -> bool {
        self.follows_draws() && self.reaches[ply as usize] < ply
    }
}
