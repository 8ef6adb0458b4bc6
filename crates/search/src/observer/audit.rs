//! An observer that checks the answers of a table against the full positions.

use std::collections::BTreeMap;
use std::fmt;

use tt::{Identity, Inspect, Key, Record, Stored};

use crate::{Hit, ObservedPosition, Observer, Whole};

/// What an [`Auditor`] counted.
///
/// ```
/// use search::{Audit, Auditor};
///
/// let table = tt::TwoBig1::<()>::new("8K".parse()?)?;
/// assert_eq!(Auditor::new(&table).audit(), Audit::default());
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Hits that returned the record of another position (`[Breuker 1998, 2.4.2]`, "type-1 error").
    pub type_1_errors: u64,
    /// Stores that found the bucket full of other positions, so that one position was lost ("type-2 error",
    /// "collision").
    pub collisions: u64,
    /// The positions that had to be stored: one for each position in the table and one for each collision, as in
    /// footnote 12 of `[Breuker 1998]`. This is the number *M* of the equations in section 2.4.2. If the table is
    /// cleared, the numbers before and after are added.
    pub positions: u64,
    /// Probes of positions that were not in the table: those that found nothing, and the
    /// [type-1 errors](Self::type_1_errors). A node probes the table once for each key of its position, until it finds
    /// a record.
    pub absent_probes: u64,
    /// The positions in the buckets of these probes, added up. With `k` verified bits, each of them is mistaken for the
    /// position with a probability of 2^-k, so this number divided by 2^k is the expected number of type-1 errors. It
    /// is known for a table that consists of [buckets](tt::Buckets).
    pub residents: u64,
}

impl Audit {
    /// Returns the counts since an earlier audit of the same searches.
    ///
    /// # Panics
    ///
    /// Panics if a count of the earlier audit is greater.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let less = |now: u64, before: u64| now.checked_sub(before).expect("an earlier audit has smaller counts");
        Self {
            type_1_errors: less(self.type_1_errors, earlier.type_1_errors),
            collisions: less(self.collisions, earlier.collisions),
            positions: less(self.positions, earlier.positions),
            absent_probes: less(self.absent_probes, earlier.absent_probes),
            residents: less(self.residents, earlier.residents),
        }
    }
}

/// Remembers the full position of every record that a table stores, to count hits that belong to another position.
///
/// The audit changes no answer, so a search visits the same nodes with and without it. It is intended for measurements
/// and takes much more time and memory. Records without a score are audited like all others. Records that the table
/// ignores are not counted.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{Auditor, Search};
/// use tt::TwoBig1;
///
/// let mut table = TwoBig1::<()>::new("16".parse()?)?;
/// let mut auditor = Auditor::new(&table);
/// Search::new(&mut Nim::new(30), &mut table).observed_by(&mut auditor).run(30);
/// assert_eq!(auditor.audit().type_1_errors, 0);
/// assert_eq!(auditor.audit().positions, auditor.audit().collisions + table.fill());
/// # Ok::<(), tt::TableError>(())
/// ```
pub struct Auditor {
    identity: Box<dyn Fn(Key) -> Identity>,
    /// The full position that was last stored under each identity.
    positions: BTreeMap<Identity, Whole>,
    /// The number of positions in each bucket.
    residents: BTreeMap<u64, u64>,
    audit: Audit,
}

impl Auditor {
    /// Creates an observer of searches that use this table, which must be empty.
    #[must_use]
    pub fn new(table: &impl Inspect) -> Self {
        Self {
            identity: table.identities(),
            positions: BTreeMap::new(),
            residents: BTreeMap::new(),
            audit: Audit::default(),
        }
    }

    /// Returns the counts of all searches together.
    #[must_use]
    pub fn audit(&self) -> Audit {
        self.audit
    }

    /// Forgets the stored positions, because the table was cleared. The counts stay.
    ///
    /// Without this call, [`Audit::residents`] includes positions that were cleared. The other counts do not change.
    pub fn cleared(&mut self) {
        self.positions.clear();
        self.residents.clear();
    }

    /// Counts a probe of a position that was not in the table.
    fn probed_absent(&mut self, key: Key) {
        self.audit.absent_probes += 1;
        self.audit.residents += self.residents.get(&(self.identity)(key).bucket).copied().unwrap_or_default();
    }

    /// Returns the full position of a game.
    fn whole(game: &impl ObservedPosition, reflection: usize) -> Whole {
        game.whole(reflection).expect("an audit needs `Game::whole`")
    }
}

/// # Panics
///
/// Panics if the game does not implement [`Game::whole`](crate::Game::whole).
impl Observer for Auditor {
    fn look_up<P: ObservedPosition>(&mut self, game: &P, keys: &[Key], found: Option<&Hit>) {
        let Some(hit) = found else { return keys.iter().for_each(|&key| self.probed_absent(key)) };
        keys.iter().take(hit.reflection).for_each(|&key| self.probed_absent(key));
        let stored = self.positions.get(&(self.identity)(hit.key));
        if stored != Some(&Self::whole(game, hit.reflection)) {
            self.audit.type_1_errors += 1;
            self.probed_absent(hit.key);
        }
    }

    fn store<P: ObservedPosition>(&mut self, game: &P, key: Key, _: &Record<()>, stored: Stored) {
        let is_collision = u64::from(stored.is_collision());
        let is_new = matches!(stored, Stored::Fresh | Stored::Demoted { lost: false });
        self.audit.collisions += is_collision;
        self.audit.positions += u64::from(is_new) + is_collision;
        if is_new {
            *self.residents.entry((self.identity)(key).bucket).or_default() += 1;
        }
        if !matches!(stored, Stored::Kept | Stored::Ignored | Stored::Same { updated: false }) {
            self.positions.insert((self.identity)(key), Self::whole(game, 0));
        }
    }
}

impl fmt::Debug for Auditor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Auditor").field("audit", &self.audit).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use schemes::{Scheme, TranspositionTable};
    use tt::layouts::Thesis;
    use tt::policies::{New, OneLevel};
    use tt::{Bound, Buckets, Decision, Policy, Same, Table, Worth};

    use super::*;
    use crate::{Expansion, Game, Moves, Score};

    /// A position that is nothing but its key.
    struct At([Key; 1]);

    impl Game for At {
        type Move = ();
        type Undo = ();

        fn keys(&self) -> &[Key] {
            &self.0
        }

        fn whole(&self, _: usize) -> Option<Whole> {
            Some(self.0[0].0.to_le_bytes().into())
        }

        fn play(&mut self, (): ()) {}

        fn undo(&mut self, (): (), (): ()) {}

        fn expand(&mut self, _: u32, _: &mut Moves<()>) -> Expansion<()> {
            Expansion::Over(0)
        }

        fn evaluate(&self) -> Score {
            0
        }
    }

    const RECORD: Record<()> =
        Record { payload: (), score: 0, bound: Bound::Exact, depth: 1, nodes: 1, is_pv: false, user: 0 };

    fn store(auditor: &mut Auditor, table: &mut impl Table<Payload = ()>, key: Key) -> Stored {
        let stored = table.store(key, RECORD);
        auditor.store(&At([key]), key, &RECORD, stored);
        stored
    }

    fn probe(auditor: &mut Auditor, table: &impl Table<Payload = ()>, key: Key) {
        let record = table.probe(key).expect("the record is there");
        auditor.look_up(&At([key]), &[key], Some(&Hit { reflection: 0, key, record }));
    }

    #[test]
    fn keys_that_the_table_cannot_distinguish_are_errors() {
        #[derive(Clone, Copy)]
        struct FirstComes;

        impl Policy<1> for FirstComes {
            fn victim(self, _: &[Worth; 1], _: Worth) -> Decision {
                Decision::Keep
            }

            fn same(self, _: Worth, _: Worth) -> Same {
                Same::Keep
            }
        }

        // The keys differ only in a bit that is neither in the index of eight buckets nor among the 48 stored bits.
        let (a, b) = (Key(0xabcd_0000_0000_0003), Key(0xabcd_0000_0000_0103));
        let size = "8".parse().unwrap();
        let mut latest = Buckets::<Thesis<()>, OneLevel<New>, 1>::new(size).unwrap();
        let mut auditor = Auditor::new(&latest);
        store(&mut auditor, &mut latest, a);
        store(&mut auditor, &mut latest, b);
        probe(&mut auditor, &latest, b);
        assert_eq!(auditor.audit().type_1_errors, 0);
        probe(&mut auditor, &latest, a);
        assert_eq!(auditor.audit().type_1_errors, 1, "the record of b");

        let mut first = tt::Buckets::<tt::layouts::Thesis<()>, _, 1>::with_policy(size, FirstComes).unwrap();
        let mut auditor = Auditor::new(&first);
        store(&mut auditor, &mut first, a);
        assert_eq!(store(&mut auditor, &mut first, b), Stored::Same { updated: false });
        probe(&mut auditor, &first, b);
        assert_eq!(auditor.audit().type_1_errors, 1, "the record of a");
    }

    #[test]
    fn probes_of_absent_positions_are_counted_with_the_residents_of_their_buckets() {
        let mut table = TranspositionTable::<()>::new("4".parse().unwrap(), Scheme::TwoDeep).unwrap();
        let mut auditor = Auditor::new(&table);
        let absent = |auditor: &mut Auditor, key| auditor.look_up(&At([key]), &[key], None);
        // Bit 0 selects one of two buckets, and bit 8 is not verified.
        let key = |number: u64| Key(number << 48);
        absent(&mut auditor, key(1));
        assert_eq!((auditor.audit().absent_probes, auditor.audit().residents), (1, 0));
        store(&mut auditor, &mut table, key(1));
        absent(&mut auditor, key(2));
        assert_eq!((auditor.audit().absent_probes, auditor.audit().residents), (2, 1));
        (2..9).for_each(|number| assert!(store(&mut auditor, &mut table, key(number)).is_collision() || number == 2));
        absent(&mut auditor, key(9));
        absent(&mut auditor, key(9) ^ Key(1));
        assert_eq!((auditor.audit().absent_probes, auditor.audit().residents), (4, 3), "full, and empty");
        let before = auditor.audit();
        probe(&mut auditor, &table, key(8));
        assert_eq!(auditor.audit(), before, "a position in the table");
        probe(&mut auditor, &table, key(8) ^ Key(1 << 8));
        let error = Audit { type_1_errors: 1, absent_probes: 1, residents: 2, ..Audit::default() };
        assert_eq!(auditor.audit().since(&before), error, "the absent position was mistaken for another one");
        auditor.cleared();
        absent(&mut auditor, key(9));
        assert_eq!((auditor.audit().absent_probes, auditor.audit().residents), (6, 5));
    }

    #[test]
    fn footnote_12_counts_the_positions_that_had_to_be_stored() {
        for &scheme in Scheme::ALL {
            let mut table = TranspositionTable::<()>::new("4".parse().unwrap(), scheme).unwrap();
            let mut auditor = Auditor::new(&table);
            for i in 0..100_u64 {
                store(&mut auditor, &mut table, Key(i | i << 48));
                store(&mut auditor, &mut table, Key(i | i << 48));
            }
            let audit = auditor.audit();
            assert_eq!(audit.positions - audit.collisions, table.fill(), "{scheme}");
            // OLD rejects each position twice.
            assert_eq!(audit.positions, if scheme == Scheme::Old { 196 } else { 100 }, "{scheme}");
            assert_eq!(audit.type_1_errors, 0, "{scheme}");
        }
    }
}
