//! Options that identify a position by its encoding: other keys than those of the game, and tables that store whole
//! positions. Few searches have any, and the code of the others should not be longer because of them.

use tt::{Key, Record, Table};
use zobrist::{Combine, Numbers};

use crate::options::{CLOCK_SLOTS, KEYS_BCH, KEYS_RANDOM, KEYS_SUM, SIDE_BIT, WHOLE_POSITIONS};
use crate::{Aspects, ChosenOptions, Game, GameTable, Observer, Search};

/// What identifies the position of a node: a key for each reflection and, if the table stores them, whole positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Identification {
    /// A number for each bit of an encoding.
    numbers: Option<Numbers>,
    pub(crate) keys: Vec<Key>,
    /// The encodings of the position under its keys.
    wholes: Vec<crate::Whole>,
}

impl Identification {
    /// Tells a table that stores whole positions the one whose key is number `reflection`.
    #[inline(always)]
    pub(crate) fn tell(&self, reflection: usize, table: &mut impl Table) {
        if let Some(encoding) = self.wholes.get(reflection) {
            table.identify(encoding);
        }
    }
}

impl<G: Game, T: GameTable<G>, O: Observer, C: ChosenOptions> Search<'_, G, T, O, C> {
    /// Identifies the position under its keys, up to this number of them, if the keys of the game do not. Returns
    /// whether they do not.
    #[inline(always)]
    pub(crate) fn identify_if_needed(&mut self, count: usize) -> bool {
        let is_needed = C::ANY
            && (self.has_computed_keys()
                || self.options.has(SIDE_BIT)
                || self.options.has(CLOCK_SLOTS)
                || self.options.has(WHOLE_POSITIONS)
                || self.has_keys_of_path());
        if is_needed {
            self.identify(count);
        }
        is_needed
    }

    #[inline(always)]
    fn has_computed_keys(&self) -> bool {
        self.options.has(KEYS_RANDOM) || self.options.has(KEYS_BCH) || self.options.has(KEYS_SUM)
    }

    /// Returns the key of the position itself, which is searched to `depth` plies.
    #[inline(always)]
    pub(crate) fn key(&mut self, depth: u8) -> Key {
        let key = if self.identify_if_needed(1) { self.identification.keys[0] } else { self.game.keys()[0] };
        Key(key.0 ^ self.draw_key(depth).both())
    }

    /// Computes what identifies the position under its first keys.
    ///
    /// # Panics
    ///
    /// Panics if an option needs the encoding of whole positions and the game has none, or if whole positions are
    /// stored and the encoding is too long.
    #[cold]
    #[inline(never)]
    fn identify(&mut self, count: usize) {
        let mut keys = std::mem::take(&mut self.identification.keys);
        keys.clear();
        keys.extend(self.game.keys().iter().take(count));
        self.identification.wholes.clear();
        let of_path = if self.has_keys_of_path() { self.key_of_path() } else { 0 };
        for (reflection, key) in keys.iter_mut().enumerate() {
            if self.has_computed_keys() || self.options.has(WHOLE_POSITIONS) {
                let encoding = self.game.whole(reflection).expect("the option needs `Game::whole`");
                if self.has_computed_keys() {
                    *key = self.computed_key(&encoding);
                }
                if self.options.has(WHOLE_POSITIONS) {
                    self.identification.wholes.push(encoding);
                }
            }
            key.0 ^= of_path;
            if self.options.has(CLOCK_SLOTS) {
                *key = self.with_clock_slot(*key);
            }
            if self.options.has(SIDE_BIT) {
                key.0 = key.0 & !1 | u64::from(self.game.aspects().is_some_and(Aspects::is_second_to_move));
            }
        }
        self.identification.keys = keys;
    }

    /// Returns the combination of the numbers of all bits that are set.
    fn computed_key(&mut self, encoding: &[u8]) -> Key {
        let (seed, count) = (self.options.key_seed(), 8 * encoding.len());
        let is_bch = self.options.has(KEYS_BCH);
        let combine = if self.options.has(KEYS_SUM) { Combine::Sum } else { Combine::Xor };
        let generate = || if is_bch { Numbers::bch(seed, count) } else { Numbers::generate(seed, count) };
        let numbers = self.identification.numbers.get_or_insert_with(generate).as_slice();
        let is_set = |bit: usize| encoding[bit / 8] >> (bit % 8) & 1 != 0;
        let set = (0..count).filter(|&bit| is_set(bit));
        set.fold(Key::default(), |key, bit| combine.insert(key, numbers[bit]))
    }

    /// Returns what the table knows of the position itself, under this [key](Self::key) or another.
    #[inline(always)]
    pub(crate) fn known(&mut self, key: Key) -> Option<Record<T::Payload>> {
        if C::ANY {
            self.identification.tell(0, &mut self.table);
        }
        self.table.probe_both(key).map(|(record, _)| record)
    }
}
