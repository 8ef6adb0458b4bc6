//! The transposition table proper: entries in memory, and a scheme that rules them.

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
/// Its size is a number of *positions*, so a scheme with two positions per entry has half the entries and takes one
/// bit less of the key for its index. Keys must be [spread over all 64 bits](Table#keys). A position takes 16 bytes if
/// the payload takes at most two; see the book for the layout. A new table costs nothing until it is used: its memory
/// is zeroed page by page when first touched.
///
/// # Panics
///
/// [`store`](Table::store) panics if the scheme decides to replace a place that its entries do not have.
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
    places: Slots<Entry<P>>,
    /// Number of entries less one.
    index_mask: u64,
    /// Number of the current search, modulo 256. Positions of another generation are stamped.
    generation: u8,
}

impl<R: Replacement, P: Copy + Default + Zeroable> TranspositionTable<R, P> {
    /// An empty table of `positions` positions in pages of the usual size.
    ///
    /// # Errors
    ///
    /// The size is smaller than an entry of the scheme, the scheme's width is invalid, or the memory cannot be
    /// allocated.
    pub fn new(positions: Positions, scheme: R) -> Result<Self, TableError> {
        Self::with_pages(positions, scheme, Pages::Default)
    }

    /// An empty table in pages of the given size.
    ///
    /// ```
    /// use tt::{Deep, Pages, TranspositionTable};
    ///
    /// let size = "1073741824G".parse()?;
    /// let error = TranspositionTable::<_, u16>::with_pages(size, Deep::default(), Pages::Huge).unwrap_err();
    /// assert!(error.to_string().contains("more than the address space holds"));
    /// # Ok::<(), tt::TableError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_pages(positions: Positions, scheme: R, pages: Pages) -> Result<Self, TableError> {
        const { Entry::<P>::FITS_CACHE_LINES };
        let width = scheme.width();
        if !width.is_power_of_two() || width > MAX_WIDTH {
            return Err(TableError::Width { width });
        }
        if positions.get() < width as u64 {
            return Err(TableError::SmallerThanAnEntry { positions, width });
        }
        let places = usize::try_from(positions.get())
            .map_err(|_| too_large())
            .and_then(|len| Slots::new(len, width, pages))
            .map_err(|error| TableError::OutOfMemory {
                positions,
                bytes: u128::from(positions.get()) * size_of::<Entry<P>>() as u128,
                reason: error.to_string(),
            })?;
        Ok(Self { scheme, places, index_mask: positions.get() / width as u64 - 1, generation: 0 })
    }

    /// Number of entries: positions divided by the scheme's width.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.index_mask + 1
    }

    /// How many low bits of a key choose the entry.
    #[must_use]
    pub fn index_bits(&self) -> u32 {
        self.index_mask.count_ones()
    }

    /// Number of positions that there is room for.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        self.places.len() as u64
    }

    /// Number of positions stored, counted by a pass over the table.
    #[must_use]
    pub fn fill(&self) -> u64 {
        self.places.iter().filter(|place| !place.is_free()).count() as u64
    }

    /// Returns how much of the table the current search has filled, in permille, as UCI's `hashfull` asks for it.
    ///
    /// Positions stored before the last [`stamp`](Table::stamp) do not count, unless 256 stamps make them look new (see
    /// [`Worth::age`]). The first 1,000 places are sampled, or all of a smaller table. Since keys are spread over all
    /// bits, the standard error of the sample is at most 16 permille.
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
        let sample = &self.places[..SAMPLE.min(self.places.len())];
        let current = |place: &&Entry<P>| !place.is_free() && place.generation() == self.generation;
        (sample.iter().filter(current).count() * 1000 / sample.len()) as u32
    }

    /// Returns the positions that the table holds, entry by entry, the first level of each first.
    ///
    /// It passes over the whole table and changes nothing. Use it to look at a small table or to test one.
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
        self.places.iter().enumerate().filter(|(_, place)| !place.is_free()).map(move |(index, place)| {
            let entry = (index / width) as u64;
            Resident {
                entry,
                level: index % width,
                key: Key(place.key().0 | entry),
                age: place.worth(self.generation).age,
                record: place.record(),
            }
        })
    }

    /// The scheme that the table follows.
    #[must_use]
    pub fn scheme(&self) -> R {
        self.scheme
    }

    /// Index of the first place of the entry that `key` belongs to.
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
        self.places[start..start + self.scheme.width()].iter().find(|place| place.holds(key)).map(Entry::record)
    }

    #[inline(always)]
    fn store(&mut self, key: Key, record: Record<P>) -> Stored {
        // A free place has 0 nodes.
        let record = Record { nodes: record.nodes.clamp(1, MAX_NODES), ..record };
        let start = self.entry(key);
        let places = &mut self.places[start..start + self.scheme.width()];
        let new = Entry::new(key, &record, self.generation);
        let candidate = Worth { depth: record.depth, nodes: record.nodes, age: 0, bound: record.bound };

        // The places in use come first, since none is ever freed alone.
        let mut residents = [candidate; MAX_WIDTH];
        let mut used = 0;
        for place in &mut *places {
            if place.is_free() {
                break;
            }
            let resident = place.worth(self.generation);
            if place.holds(key) {
                let updated = self.scheme.update(resident, candidate);
                if updated {
                    *place = new;
                }
                return Stored::Same { updated };
            }
            residents[used] = resident;
            used += 1;
        }
        let residents = &residents[..used];
        if residents.is_empty() {
            places[0] = new;
            self.places.note(start);
            return Stored::Fresh;
        }
        match self.scheme.decide(residents, candidate) {
            Decision::Keep => Stored::Kept,
            Decision::Replace(i) => {
                assert!(i <= residents.len(), "place {i} of an entry with {} residents", residents.len());
                places[i] = new;
                if i == residents.len() { Stored::Fresh } else { Stored::Replaced }
            }
            Decision::Demote => {
                let used = residents.len().min(places.len() - 1);
                places.copy_within(..used, 1);
                places[0] = new;
                Stored::Demoted { lost: residents.len() == places.len() }
            }
        }
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        self.places.prefetch(self.entry(key));
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
        self.places.clear();
        self.generation = 0;
    }
}

impl<R: Replacement + std::fmt::Debug, P> std::fmt::Debug for TranspositionTable<R, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("scheme", &self.scheme)
            .field("positions", &self.places.len())
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

    /// Keys of one entry: equal low bits, different high ones.
    fn rival(i: u64) -> Key {
        Key(i << 48 | 5)
    }

    #[test]
    fn what_is_stored_comes_back_whole() {
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

    /// A move without a score in the first place of an entry once looked like a free place in front of a used one.
    #[test]
    fn a_position_without_a_score_takes_its_place() {
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
        assert_eq!(table.store(rival(1), record(3, 1)), Stored::Fresh, "into the free second place");
        assert_eq!(table.store(rival(2), record(2, 1)), Stored::Replaced);
        assert_eq!(table.probe(rival(1)), None);
        assert_eq!(table.store(rival(3), record(4, 1)), Stored::Demoted { lost: true });
        assert_eq!(table.probe(rival(2)), None, "lost from the second place");
        assert!(table.probe(rival(0)).is_some() && table.probe(rival(3)).is_some());
        assert_eq!(table.store(rival(0), record(9, 1)), Stored::Same { updated: true }, "updated where it stands");
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
            assert_eq!(u32::from(table.places[5].worth(table.generation).age), stamps % 256);
        }
        table.store(rival(1), record(1, 1));
        assert_eq!(table.places[5].worth(table.generation).age, 0);
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
        assert_eq!((table.fill(), table.hashfull()), (2048, 500), "every first place");
        table.stamp();
        assert_eq!((table.fill(), table.hashfull()), (2048, 0));
        // A quarter of the entries of the sample, in which the stamped position is overwritten.
        for index in 0..125 {
            table.store(Key(1 << 60 | index), record(1, 1));
        }
        // Not in the sample.
        table.store(Key(500), record(1, 1));
        assert_eq!((table.fill(), table.hashfull()), (2048, 125));
        table.clear();
        assert_eq!(table.hashfull(), 0, "a free place is of no search");
    }

    #[test]
    fn impossible_tables_are_refused() {
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
