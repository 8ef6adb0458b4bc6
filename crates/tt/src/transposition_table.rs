//! The transposition table: entries in memory, and the replacement scheme that manages them.

use bytemuck::Zeroable;
use zobrist::Key;

use crate::entry::{Entry, KEY};
use crate::memory::too_large;
use crate::{
    Decision, MAX_NODES, MAX_WIDTH, Pages, Positions, Record, Replacement, Resident, Slots, Stored, Table, TableError,
    Worth,
};

/// A transposition table: a linear array of entries with one or more positions each (`[Breuker 1998, 2.5.1]`).
///
/// The size is a number of *positions*, so a scheme with two positions per entry has half as many entries, and its hash
/// index has one bit less. Keys must be [distributed over all 64 bits](Table#keys). With a payload of at most two
/// bytes, a position takes 16 bytes; see the book for the layout. Creating a table is fast, because the operating
/// system zeroes its memory page by page on first access.
///
/// # Panics
///
/// [`store`](Table::store) panics if the scheme returns the index of a slot that does not exist.
///
/// ```
/// use tt::{Positions, TranspositionTable, TwoBig1};
///
/// let table = TranspositionTable::<_, u16>::new(Positions::new(1 << 20)?, TwoBig1::default())?;
/// assert_eq!((table.entries(), table.index_bits()), (1 << 19, 19));
/// # Ok::<(), tt::TableError>(())
/// ```
pub struct TranspositionTable<R, P> {
    scheme: R,
    slots: Slots<Entry<P>>,
    /// The number of entries minus one.
    index_mask: u64,
    /// The number of the current search, modulo 256. Positions of another generation are stamped.
    generation: u8,
}

impl<R: Replacement, P: Copy + Default + Zeroable> TranspositionTable<R, P> {
    /// Creates an empty table with pages of the default size.
    ///
    /// # Errors
    ///
    /// Returns an error if the size is smaller than an entry of the scheme, if the scheme's width is invalid, or if the
    /// memory cannot be allocated.
    pub fn new(positions: Positions, scheme: R) -> Result<Self, TableError> {
        Self::with_pages(positions, scheme, Pages::Default)
    }

    /// Creates an empty table with pages of the given size.
    ///
    /// ```
    /// use tt::{Deep, Pages, TranspositionTable};
    ///
    /// let size = "1073741824G".parse()?;
    /// let error = TranspositionTable::<_, u16>::with_pages(size, Deep::default(), Pages::Huge).unwrap_err();
    /// assert!(error.to_string().contains("the size exceeds the address space"));
    /// # Ok::<(), tt::TableError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`new`](Self::new).
    pub fn with_pages(positions: Positions, scheme: R, pages: Pages) -> Result<Self, TableError> {
        const { Entry::<P>::FITS_CACHE_LINES };
        let width = scheme.width();
        if !width.is_power_of_two() || width > MAX_WIDTH {
            return Err(TableError::Width { width });
        }
        if positions.get() < width as u64 {
            return Err(TableError::SmallerThanAnEntry { positions, width });
        }
        let slots = usize::try_from(positions.get())
            .map_err(|_| too_large())
            .and_then(|len| Slots::new(len, width, pages))
            .map_err(|error| TableError::OutOfMemory {
                positions,
                bytes: u128::from(positions.get()) * size_of::<Entry<P>>() as u128,
                reason: error.to_string(),
            })?;
        Ok(Self { scheme, slots, index_mask: positions.get() / width as u64 - 1, generation: 0 })
    }

    /// Returns the number of entries: the capacity divided by the scheme's width.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.index_mask + 1
    }

    /// Returns the number of low bits of a key that select the entry.
    #[must_use]
    pub fn index_bits(&self) -> u32 {
        self.index_mask.count_ones()
    }

    /// Returns the number of positions that the table can hold.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        self.slots.len() as u64
    }

    /// Returns the number of stored positions. This method reads the whole table.
    #[must_use]
    pub fn fill(&self) -> u64 {
        self.slots.iter().filter(|slot| !slot.is_free()).count() as u64
    }

    /// Returns the fraction of the table that the current search has filled, in permille, as UCI's `hashfull` reports
    /// it.
    ///
    /// Positions stored before the last [`stamp`](Table::stamp) are not counted, unless 256 stamps make them appear new
    /// (see [`Worth::age`]). The result is based on the first 1,000 slots, or on all slots of a smaller table. Since
    /// keys are well distributed, the standard error is at most 16 permille.
    ///
    /// ```
    /// use tt::{Bound, Deep, Key, Record, Table, TranspositionTable};
    ///
    /// let mut table = TranspositionTable::<_, ()>::new("8".parse()?, Deep::default())?;
    /// table.store(Key::mixed(1), Record { payload: (), score: 0, bound: Bound::EXACT, depth: 1, nodes: 1 });
    /// assert_eq!((table.fill(), table.hashfull()), (1, 125));
    /// table.stamp();
    /// assert_eq!((table.fill(), table.hashfull()), (1, 0));
    /// # Ok::<(), tt::TableError>(())
    /// ```
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        const SAMPLE: usize = 1000;
        let sample = &self.slots[..SAMPLE.min(self.slots.len())];
        let current = |slot: &&Entry<P>| !slot.is_free() && slot.generation() == self.generation;
        (sample.iter().filter(current).count() * 1000 / sample.len()) as u32
    }

    /// Returns the positions in the table, ordered by entry and within an entry by level.
    ///
    /// This method reads the whole table. Use it to inspect or test a small table.
    ///
    /// ```
    /// use tt::{Bound, Key, Record, Table, TranspositionTable, TwoDeep};
    ///
    /// let mut table = TranspositionTable::<_, ()>::new("2".parse()?, TwoDeep::default())?;
    /// for (number, depth) in [(1, 3), (2, 5)] {
    ///     table.store(Key::mixed(number), Record { payload: (), score: 0, bound: Bound::EXACT, depth, nodes: 1 });
    /// }
    /// // The deeper position took the first level.
    /// let residents = table.residents().map(|resident| (resident.level, resident.record.depth));
    /// assert!(residents.eq([(0, 5), (1, 3)]));
    /// # Ok::<(), tt::TableError>(())
    /// ```
    pub fn residents(&self) -> impl Iterator<Item = Resident<P>> + '_ {
        let width = self.scheme.width();
        self.slots.iter().enumerate().filter(|(_, slot)| !slot.is_free()).map(move |(index, slot)| {
            let entry = (index / width) as u64;
            Resident {
                entry,
                level: index % width,
                key: Key(slot.key().0 | entry),
                age: slot.worth(self.generation).age,
                record: slot.record(),
            }
        })
    }

    /// Returns the replacement scheme.
    #[must_use]
    pub fn scheme(&self) -> R {
        self.scheme
    }

    /// Returns the index of the first slot of the entry for `key`.
    #[inline]
    fn entry(&self, key: Key) -> usize {
        (key.0 & self.index_mask) as usize * self.scheme.width()
    }
}

impl<R: Replacement, P: Copy + Default + Zeroable> Table for TranspositionTable<R, P> {
    type Payload = P;

    #[inline]
    fn probe(&self, key: Key) -> Option<Record<P>> {
        let start = self.entry(key);
        self.slots[start..start + self.scheme.width()].iter().find(|slot| slot.holds(key)).map(Entry::record)
    }

    #[inline(always)]
    fn store(&mut self, key: Key, record: Record<P>) -> Stored {
        // 0 nodes would mean a free slot.
        let record = Record { nodes: record.nodes.clamp(1, MAX_NODES), ..record };
        let start = self.entry(key);
        let slots = &mut self.slots[start..start + self.scheme.width()];
        let new = Entry::new(key, &record, self.generation);
        let candidate = Worth { depth: record.depth, nodes: record.nodes, age: 0, bound: record.bound };

        // The slots in use come first, since slots are never freed individually.
        let mut residents = [candidate; MAX_WIDTH];
        let mut used = 0;
        for slot in &mut *slots {
            if slot.is_free() {
                break;
            }
            let resident = slot.worth(self.generation);
            if slot.holds(key) {
                let updated = self.scheme.update(resident, candidate);
                if updated {
                    *slot = new;
                }
                return Stored::Same { updated };
            }
            residents[used] = resident;
            used += 1;
        }
        let residents = &residents[..used];
        if residents.is_empty() {
            slots[0] = new;
            self.slots.mark_written(start);
            return Stored::Fresh;
        }
        match self.scheme.decide(residents, candidate) {
            Decision::Keep => Stored::Kept,
            Decision::Replace(i) => {
                assert!(i <= residents.len(), "invalid slot {i} in an entry with {} residents", residents.len());
                slots[i] = new;
                if i == residents.len() { Stored::Fresh } else { Stored::Replaced }
            }
            Decision::Demote => {
                let used = residents.len().min(slots.len() - 1);
                slots.copy_within(..used, 1);
                slots[0] = new;
                Stored::Demoted { lost: residents.len() == slots.len() }
            }
        }
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        self.slots.prefetch(self.entry(key));
    }

    #[inline]
    fn hit_size(&self, record: &Record<P>) -> u32 {
        self.scheme.hit_size(record.nodes)
    }

    #[inline]
    fn distinguished(&self, key: Key) -> Key {
        Key(key.0 & (KEY | self.index_mask))
    }

    fn stamp(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn clear(&mut self) {
        self.slots.clear();
        self.generation = 0;
    }
}

impl<R: Replacement + std::fmt::Debug, P> std::fmt::Debug for TranspositionTable<R, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("scheme", &self.scheme)
            .field("positions", &self.slots.len())
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bound, Scheme};

    fn table(positions: u64, scheme: Scheme) -> TranspositionTable<Scheme, u16> {
        TranspositionTable::new(Positions::new(positions).unwrap(), scheme).unwrap()
    }

    fn record(depth: u8, nodes: u32) -> Record<u16> {
        Record { payload: 0xabcd, score: -3, bound: Bound::UPPER, depth, nodes }
    }

    /// Returns keys of the same entry, which have equal low bits and different high bits.
    fn rival(i: u64) -> Key {
        Key(i << 48 | 5)
    }

    #[test]
    fn records_round_trip() {
        for &scheme in Scheme::ALL {
            let mut table = table(8, scheme);
            for (depth, nodes) in [(0, 1), (1, 2), (255, MAX_NODES)] {
                for bound in [Bound::empty(), Bound::LOWER, Bound::UPPER, Bound::EXACT] {
                    let record = Record { bound, ..record(depth, nodes) };
                    table.store(rival(0), record);
                    assert_eq!(table.probe(rival(0)), Some(record), "{scheme}");
                    assert_eq!(table.probe(rival(1)), None, "{scheme}");
                }
            }
        }
    }

    #[test]
    fn key_zero_is_a_key_like_any_other() {
        let mut table = table(8, Scheme::New);
        assert_eq!(table.probe(Key(0)), None, "an empty table holds no position");
        table.store(Key(0), record(0, 1));
        assert_eq!(table.probe(Key(0)), Some(record(0, 1)));
    }

    #[test]
    fn node_counts_saturate() {
        let mut table = table(8, Scheme::Big1);
        table.store(rival(0), record(1, u32::MAX));
        assert_eq!(table.probe(rival(0)).unwrap().nodes, MAX_NODES);
        assert_eq!(table.store(rival(1), record(1, u32::MAX)), Stored::Replaced, "equal once saturated");
    }

    #[test]
    fn a_position_without_nodes_counts_one() {
        let mut table = table(8, Scheme::Big1);
        assert_eq!(table.store(rival(0), record(1, 0)), Stored::Fresh);
        assert_eq!(table.probe(rival(0)), Some(record(1, 1)));
        assert_eq!(table.store(rival(1), record(1, 0)), Stored::Replaced, "equal: 1 node each");
        assert_eq!(table.fill(), 1);
    }

    /// Regression test: a move without a score in the first slot of an entry used to look like a free slot.
    #[test]
    fn a_position_without_a_score_takes_a_slot() {
        let bare = Record { bound: Bound::empty(), ..record(9, 9) };
        let mut table = table(2, Scheme::TwoDeep);
        assert_eq!(table.store(rival(0), bare), Stored::Fresh);
        assert_eq!(table.store(rival(1), record(1, 1)), Stored::Fresh);
        assert_eq!(table.fill(), 2);
        assert_eq!((table.probe(rival(0)), table.probe(rival(1))), (Some(bare), Some(record(1, 1))));
        assert_eq!(table.store(rival(1), record(2, 1)), Stored::Same { updated: true });
        assert_eq!(table.store(rival(2), bare), Stored::Demoted { lost: true });
        assert_eq!((table.probe(rival(0)), table.probe(rival(1))), (Some(bare), None));
        table.clear();
        assert_eq!((table.fill(), table.probe(rival(0))), (0, None));
    }

    #[test]
    fn a_two_level_entry_shifts_and_overflows() {
        let mut table = table(2, Scheme::TwoDeep);
        assert_eq!((table.entries(), table.capacity()), (1, 2));
        assert_eq!(table.store(rival(0), record(4, 1)), Stored::Fresh);
        assert_eq!(table.store(rival(1), record(3, 1)), Stored::Fresh, "into the free second slot");
        assert_eq!(table.store(rival(2), record(2, 1)), Stored::Replaced);
        assert_eq!(table.probe(rival(1)), None);
        assert_eq!(table.store(rival(3), record(4, 1)), Stored::Demoted { lost: true });
        assert_eq!(table.probe(rival(2)), None, "lost from the second slot");
        assert!(table.probe(rival(0)).is_some() && table.probe(rival(3)).is_some());
        assert_eq!(table.store(rival(0), record(9, 1)), Stored::Same { updated: true }, "updated in its slot");
        assert_eq!(table.probe(rival(0)).unwrap().depth, 9);
        assert_eq!(table.fill(), 2);
    }

    #[test]
    fn residents_are_the_positions_that_a_probe_finds() {
        for &scheme in Scheme::ALL {
            let mut table = table(16, scheme);
            let keys: Vec<_> = (0..60).map(Key::mixed).collect();
            for (number, &key) in keys.iter().enumerate() {
                if number == 40 {
                    table.stamp();
                }
                table.store(key, record(number as u8 % 7, number as u32));
            }
            let residents: Vec<_> = table.residents().collect();
            assert_eq!(residents.len() as u64, table.fill(), "{scheme}");
            let found = keys.iter().filter(|&&key| table.probe(key).is_some()).count();
            assert_eq!(residents.len(), found, "{scheme}");
            for resident in &residents {
                let number = keys.iter().position(|&key| table.distinguished(key) == resident.key).unwrap();
                assert_eq!(resident.entry, keys[number].hash_index(table.index_bits()));
                assert_eq!(resident.age, u8::from(number < 40));
                assert_eq!(table.probe(keys[number]), Some(resident.record));
            }
            assert!(residents.is_sorted_by_key(|resident| (resident.entry, resident.level)));
        }
    }

    #[test]
    fn ages_are_counted_modulo_256() {
        let mut table = table(8, Scheme::Old);
        for _ in 0..200 {
            table.stamp();
        }
        table.store(rival(0), record(9, 9));
        for stamps in 1..=600_u32 {
            table.stamp();
            assert_eq!(u32::from(table.slots[5].worth(table.generation).age), stamps % 256);
        }
        table.store(rival(1), record(1, 1));
        assert_eq!(table.slots[5].worth(table.generation).age, 0);
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = table(8, Scheme::TwoBig1);
        for i in 0..20 {
            table.store(Key(i * 0x0001_0000_0000_0001), record(1, 1));
        }
        assert_eq!(table.fill(), 8);
        table.clear();
        assert_eq!((table.fill(), table.hashfull()), (0, 0));
    }

    #[test]
    fn hashfull_counts_the_positions_of_the_current_search() {
        let mut table = table(4096, Scheme::TwoDeep);
        for index in 0..2048 {
            table.store(Key(index), record(1, 1));
        }
        assert_eq!((table.fill(), table.hashfull()), (2048, 500), "every first slot");
        table.stamp();
        assert_eq!((table.fill(), table.hashfull()), (2048, 0));
        // Overwrite the stamped position in a quarter of the sampled entries.
        for index in 0..125 {
            table.store(Key(1 << 60 | index), record(1, 1));
        }
        // Not in the sample.
        table.store(Key(500), record(1, 1));
        assert_eq!((table.fill(), table.hashfull()), (2048, 125));
        table.clear();
        assert_eq!(table.hashfull(), 0, "free slots do not count");
    }

    #[test]
    fn impossible_tables_are_rejected() {
        let new = |positions: u64, scheme: Scheme| {
            TranspositionTable::<_, u16>::new(Positions::new(positions).unwrap(), scheme).map(drop)
        };
        assert!(new(1, Scheme::Deep).is_ok());
        assert!(matches!(new(1, Scheme::TwoDeep), Err(TableError::SmallerThanAnEntry { width: 2, .. })));
        let error = new(1 << 60, Scheme::Deep).unwrap_err();
        assert!(
            matches!(&error, TableError::OutOfMemory { reason, .. } if error.to_string().contains(reason)),
            "{error}"
        );
    }
}
