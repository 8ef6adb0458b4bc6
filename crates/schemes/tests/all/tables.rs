//! Compares the tables that are not built of buckets with slow models, and all tables with what was stored in them.
//!
//! The file is long because the models of all these tables answer the same test.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use schemes::{Found, Scheme, Technique, TranspositionTable};
use tt::{Bound, Inspect, Key, Maintain, Record, Size, Stored, Table, TableError};

use crate::common::{Action, Model, Position, action, agree, any_record, small_record};
use crate::models::{mixed_keys, same_position};

/// Returns what a table returns that keeps one record of a position.
fn found(position: &Position) -> Found<u16> {
    (position.record, None)
}

/// Returns the permille of slots that hold positions of the current search.
fn permille<'a>(positions: impl Iterator<Item = &'a Position>, stamps: usize, slots: usize) -> usize {
    positions.filter(|position| !position.stamped(stamps)).count() * 1000 / slots
}

/// How a model compares positions.
#[derive(Clone, Copy, Debug)]
struct Order {
    by_nodes: bool,
    strict: bool,
}

impl Order {
    fn rank(self, record: &Record<u16>) -> u32 {
        if self.by_nodes { record.nodes } else { record.depth.into() }
    }

    /// Returns whether the new record replaces the old one.
    fn replaces(self, old: &Position, new: &Position, stamps: usize) -> bool {
        let (of_old, of_new) = (self.rank(&old.record), self.rank(&new.record));
        old.stamped(stamps) || of_new > of_old || of_new == of_old && !self.strict
    }
}

/// The options for the same position of tables that hold no position twice; the first one is none.
const SAME: [&str; 8] = [
    "",
    "same-deeper",
    "same-strictly-deeper",
    "same-within-1",
    "same-within-2",
    "same-within-3",
    "same-keep-move",
    "same-merge",
];

/// Returns a name with an option, which may be empty.
fn with_option(name: &str, option: &str) -> String {
    if option.is_empty() { name.to_owned() } else { format!("{name}+{option}") }
}

const DEEP: Order = Order { by_nodes: false, strict: false };
const BIG: Order = Order { by_nodes: true, strict: false };

/// Lists of positions, the newest first, that are together no longer than a limit.
struct Lists {
    order: Order,
    same: &'static str,
    lists: Vec<Vec<Position>>,
    stamps: usize,
}

impl Model for Lists {
    fn store(&mut self, key: Key, record: Record<u16>) -> Stored {
        let (stamps, order, same, fill) = (self.stamps, self.order, self.same, self.fill());
        let (number, new) = (self.lists.len(), Position::new(key, record, stamps));
        let list = &mut self.lists[(key.0 % number as u64) as usize];
        if let Some(old) = list.iter_mut().find(|old| old.key == key) {
            let (kept, updated) = same_position(same, *old, new, stamps);
            *old = kept;
            return Stored::Same { updated };
        }
        if fill < number {
            list.insert(0, new);
            return Stored::Fresh;
        }
        let rank = |position: &&mut Position| (!position.stamped(stamps), order.rank(&position.record));
        match list.iter_mut().min_by_key(rank) {
            Some(worst) if order.replaces(worst, &new, stamps) => {
                *worst = new;
                Stored::Replaced
            }
            _ => Stored::Kept,
        }
    }

    fn probe(&self, key: Key) -> Option<Found<u16>> {
        self.lists.iter().flatten().find(|position| position.key == key).map(found)
    }

    fn stamp(&mut self, times: usize) {
        self.stamps += times;
    }

    fn clear(&mut self) {
        self.lists.iter_mut().for_each(Vec::clear);
    }

    fn fill(&self) -> usize {
        self.lists.iter().map(Vec::len).sum()
    }

    fn hashfull(&self) -> usize {
        permille(self.lists.iter().flatten(), self.stamps, self.lists.len())
    }
}

/// A list of positions of which no two have the same index, and a list of those that were given up.
struct WithArea {
    order: Order,
    same: &'static str,
    half: usize,
    /// Whether the list is a tree, and not a second table.
    is_tree: bool,
    table: Vec<Position>,
    evicted: Vec<Position>,
    stamps: usize,
}

impl WithArea {
    /// Adds a position to the area, and returns what is lost of the current search.
    fn give_up(&mut self, position: Position) -> Option<Key> {
        let index = |key: Key| (key.0 >> 32) as usize % self.half;
        let place = if self.is_tree {
            self.evicted.iter().position(|old| old.key == position.key)
        } else {
            self.evicted.iter().position(|old| index(old.key) == index(position.key))
        };
        if let Some(place) = place {
            let old = std::mem::replace(&mut self.evicted[place], position);
            return (old.key != position.key).then_some(old.key);
        }
        if self.is_tree && self.evicted.len() == self.half {
            self.evicted.retain(|old| !old.stamped(self.stamps));
        }
        if self.evicted.len() == self.half {
            return Some(position.key);
        }
        self.evicted.push(position);
        None
    }
}

impl Model for WithArea {
    fn store(&mut self, key: Key, record: Record<u16>) -> Stored {
        let (half, stamps) = (self.half as u64, self.stamps);
        let mut new = Position::new(key, record, stamps);
        let Some(place) = self.table.iter().position(|old| old.key.0 % half == key.0 % half) else {
            self.table.push(new);
            return Stored::Fresh;
        };
        let old = self.table[place];
        let was_known = self.probe(key).is_some();
        if old.key == key {
            let (kept, updated) = same_position(self.same, old, new, stamps);
            self.table[place] = kept;
            return Stored::Same { updated };
        }
        if let Some(evicted) = self.evicted.iter_mut().find(|position| position.key == key) {
            let (kept, updated) = same_position(self.same, *evicted, new, stamps);
            if !updated {
                *evicted = kept;
                return Stored::Same { updated: false };
            }
            new = kept;
        }
        if !self.order.replaces(&old, &new, stamps) {
            return match self.give_up(new) {
                None if was_known => Stored::Same { updated: true },
                None => Stored::Fresh,
                Some(lost) if lost == key => Stored::Kept,
                Some(_) => Stored::Replaced,
            };
        }
        self.table[place] = new;
        self.evicted.retain(|position| position.key != key);
        if old.stamped(stamps) {
            return Stored::Replaced;
        }
        match self.give_up(old) {
            None if was_known => Stored::Same { updated: true },
            None => Stored::Demoted { lost: false },
            Some(lost) if lost == old.key => Stored::Replaced,
            Some(_) => Stored::Demoted { lost: true },
        }
    }

    fn probe(&self, key: Key) -> Option<Found<u16>> {
        self.table.iter().chain(&self.evicted).find(|position| position.key == key).map(found)
    }

    fn stamp(&mut self, times: usize) {
        self.stamps += times;
    }

    fn clear(&mut self) {
        self.table.clear();
        self.evicted.clear();
    }

    fn fill(&self) -> usize {
        self.table.len() + self.evicted.len()
    }

    fn hashfull(&self) -> usize {
        permille(self.table.iter().chain(&self.evicted), self.stamps, 2 * self.half)
    }

    /// A store can free more than one slot.
    fn explains(&self, balance: u64, fill: u64) -> bool {
        balance >= fill
    }
}

/// Slots by number, of which each position has some.
struct Probes<const W: usize> {
    same: &'static str,
    number: u64,
    slots: HashMap<u64, Position>,
    stamps: usize,
}

impl<const W: usize> Probes<W> {
    fn slots_of(&self, key: Key) -> Vec<u64> {
        // The first distance from a number of the key on that leads to different slots.
        let at_distance = |distance: u128| -> Vec<u64> {
            let place = |probe| (u128::from(key.0) + probe as u128 * distance) % u128::from(self.number);
            (0..W).map(|probe| place(probe) as u64).collect()
        };
        let distances = (u128::from(key.0 >> 40 | 1)..).map(at_distance);
        let mut different = distances.filter(|slots| slots.iter().collect::<HashSet<_>>().len() == W);
        different.next().expect("a distance of 1 leads to different slots")
    }

    fn slot_with(&self, key: Key) -> Option<u64> {
        self.slots.iter().find(|(_, position)| position.key == key).map(|(&slot, _)| slot)
    }
}

impl<const W: usize> Model for Probes<W> {
    fn store(&mut self, key: Key, record: Record<u16>) -> Stored {
        let new = Position::new(key, record, self.stamps);
        if let Some(slot) = self.slot_with(key) {
            let (kept, updated) = same_position(self.same, self.slots[&slot], new, self.stamps);
            self.slots.insert(slot, kept);
            return Stored::Same { updated };
        }
        let slots = self.slots_of(key);
        if let Some(&free) = slots.iter().find(|slot| !self.slots.contains_key(slot)) {
            self.slots.insert(free, new);
            return Stored::Fresh;
        }
        let depth = |slot: &&u64| self.slots[*slot].record.depth;
        let victim = *slots.iter().min_by_key(depth).expect("at least one probe");
        self.slots.insert(victim, new);
        Stored::Replaced
    }

    fn probe(&self, key: Key) -> Option<Found<u16>> {
        self.slot_with(key).map(|slot| found(&self.slots[&slot]))
    }

    fn stamp(&mut self, times: usize) {
        self.stamps += times;
    }

    fn clear(&mut self) {
        self.slots.clear();
    }

    fn fill(&self) -> usize {
        self.slots.len()
    }

    fn hashfull(&self) -> usize {
        permille(self.slots.values(), self.stamps, self.number as usize)
    }
}

/// Two lists of positions of which no two have the same index: one by depth, and one that always replaces.
struct Pair {
    order: Order,
    /// The option for the same position in the first table.
    same: &'static str,
    /// Whether a position is offered to both, and not only to the second one if the first one keeps its own.
    writes_both: bool,
    half: u64,
    tables: [Vec<Position>; 2],
    stamps: usize,
}

impl Pair {
    fn put(&mut self, table: usize, new: Position) -> Stored {
        let (half, order, stamps) = (self.half, self.order, self.stamps);
        let Some(old) = self.tables[table].iter_mut().find(|old| old.key.0 % half == new.key.0 % half) else {
            self.tables[table].push(new);
            return Stored::Fresh;
        };
        let is_same = same_stored_bits(old.key, new.key);
        let is_deeper = new.record.depth > old.record.depth;
        let competes = match self.same {
            "same-compete" => table == 0,
            "same-compete-deeper" => table == 0 && !is_deeper,
            _ => false,
        };
        if is_same && competes {
            let updated = order.replaces(old, &new, stamps);
            if updated {
                *old = new;
            }
            return Stored::Same { updated };
        }
        if is_same {
            let same = match self.same {
                // The second table always stores, but may keep a move.
                "same-keep-move" | "same-merge" if table == 1 => "same-keep-move",
                _ if table == 1 => "",
                same => same,
            };
            let (kept, updated) = same_position(same, *old, new, stamps);
            // With the key of the new record, which may differ in bits that are not stored.
            *old = if updated { kept } else { Position { key: old.key, ..kept } };
            return Stored::Same { updated };
        }
        if table == 1 || order.replaces(old, &new, stamps) {
            *old = new;
            Stored::Replaced
        } else {
            Stored::Kept
        }
    }
}

/// Returns whether two keys agree in the bits that both tables store.
fn same_stored_bits(a: Key, b: Key) -> bool {
    a.0 >> 16 == b.0 >> 16
}

impl Model for Pair {
    fn store(&mut self, key: Key, record: Record<u16>) -> Stored {
        // The layout of the thesis does not store the others.
        let new = Position::new(key, Record { is_pv: false, user: 0, ..record }, self.stamps);
        let first = self.put(0, new);
        if matches!(first, Stored::Kept | Stored::Same { updated: false }) {
            return self.put(1, new);
        }
        if self.writes_both {
            self.put(1, new);
        }
        first
    }

    fn probe(&self, key: Key) -> Option<Found<u16>> {
        let is_same = |position: &&Position| {
            position.key.0 % self.half == key.0 % self.half && same_stored_bits(position.key, key)
        };
        let mut records = self.tables.iter().filter_map(|table| table.iter().find(is_same)).map(|found| found.record);
        records.next().map(|first| (first, records.next()))
    }

    fn stamp(&mut self, times: usize) {
        self.stamps += times;
    }

    fn clear(&mut self) {
        self.tables = Default::default();
    }

    fn fill(&self) -> usize {
        self.tables.iter().map(Vec::len).sum()
    }

    fn hashfull(&self) -> usize {
        let of = |table: &Vec<Position>| permille(table.iter(), self.stamps, self.half as usize);
        (of(&self.tables[0]) + of(&self.tables[1])) / 2
    }

    /// If both tables are written, a store can fill two slots.
    fn explains(&self, balance: u64, fill: u64) -> bool {
        self.writes_both || balance == fill
    }
}

/// All positions.
#[derive(Default)]
struct Everything {
    same: &'static str,
    positions: Vec<Position>,
    stamps: usize,
}

impl Model for Everything {
    fn store(&mut self, key: Key, record: Record<u16>) -> Stored {
        let new = Position::new(key, record, self.stamps);
        match self.positions.iter_mut().find(|position| position.key == key) {
            Some(old) => {
                let (kept, updated) = same_position(self.same, *old, new, self.stamps);
                *old = kept;
                Stored::Same { updated }
            }
            None => {
                self.positions.push(new);
                Stored::Fresh
            }
        }
    }

    fn probe(&self, key: Key) -> Option<Found<u16>> {
        self.positions.iter().find(|position| position.key == key).map(found)
    }

    fn stamp(&mut self, times: usize) {
        self.stamps += times;
    }

    fn clear(&mut self) {
        self.positions.clear();
    }

    fn fill(&self) -> usize {
        self.positions.len()
    }

    fn hashfull(&self) -> usize {
        0
    }
}

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let record = prop_oneof![small_record(), any_record()];
    prop::collection::vec(action(mixed_keys(), record), 1..400)
}

/// Returns the table with this name.
fn named(name: &str, positions: usize) -> TranspositionTable<u16> {
    TranspositionTable::new(Size::Positions(positions as u64), name.parse().unwrap()).unwrap()
}

/// Returns the names of a base without and with a rule for ties, each with the order of the model.
fn names(base: &str, order: Order) -> [(String, Order); 2] {
    [(base.to_owned(), order), (format!("{base}+strict"), Order { strict: true, ..order })]
}

fn probing_agrees<const W: usize>(positions: usize, actions: &[Action]) -> Result<(), TestCaseError> {
    for same in SAME {
        let model = Probes::<W> { same, number: positions as u64, slots: HashMap::new(), stamps: 0 };
        let name = with_option(&format!("probing-{W}"), same);
        agree(&name, model, named(&name, positions), actions, &mixed_keys())?;
    }
    Ok(())
}

/// Powers of two, and other sizes.
fn sizes(least: usize) -> impl Strategy<Value = usize> {
    prop_oneof![least..100, (least.ilog2()..7).prop_map(|log| 1 << log)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn lists_agree_with_the_model(positions in sizes(1), actions in actions()) {
        for (name, order) in [names("chained-deep", DEEP), names("chained-big1", BIG)].into_iter().flatten() {
            for same in SAME {
                let model = Lists { order, same, lists: vec![Vec::new(); positions], stamps: 0 };
                let name = with_option(&name, same);
                agree(&name, model, named(&name, positions), &actions, &mixed_keys())?;
            }
        }
    }

    #[test]
    fn overflow_areas_agree_with_the_model(positions in sizes(2), actions in actions()) {
        for base in ["overflow-table", "overflow-tree"] {
            for (name, order) in names(base, DEEP) {
                for same in SAME {
                    let (half, is_tree) = (positions / 2, base == "overflow-tree");
                    let (table, evicted) = (Vec::new(), Vec::new());
                    let model = WithArea { order, same, half, is_tree, table, evicted, stamps: 0 };
                    let name = with_option(&name, same);
                    agree(&name, model, named(&name, positions), &actions, &mixed_keys())?;
                }
            }
        }
    }

    #[test]
    fn several_probes_agree_with_the_model(positions in sizes(4), actions in actions()) {
        probing_agrees::<2>(positions, &actions)?;
        probing_agrees::<4>(positions, &actions)?;
    }

    #[test]
    fn two_tables_agree_with_the_model(log in 1..7_u32, actions in actions()) {
        let half = 1 << (log - 1);
        for base in ["thompson", "thompson-one"] {
            let writes_both = base == "thompson";
            let model = |order, same| Pair { order, same, writes_both, half, tables: Default::default(), stamps: 0 };
            for (name, order) in names(base, DEEP) {
                // "Same depth or deeper" holds for the same position, too, unless an option says otherwise.
                agree(&name, model(order, "same-deeper"), named(&name, 1 << log), &actions, &mixed_keys())?;
                for same in SAME.into_iter().skip(1).chain(["same-overwrite", "same-compete", "same-compete-deeper"]) {
                    let name = with_option(&name, same);
                    agree(&name, model(order, same), named(&name, 1 << log), &actions, &mixed_keys())?;
                }
            }
        }
    }

    #[test]
    fn an_unbounded_table_agrees_with_the_model(actions in actions()) {
        for same in SAME {
            let (name, model) = (with_option("unbounded", same), Everything { same, ..Everything::default() });
            agree(&name, model, named(&name, 1), &actions, &mixed_keys())?;
        }
    }
}

#[test]
fn options_for_the_same_position_need_a_meaning() {
    for name in ["sieve-4+same-deeper", "s3-fifo-8+same-keep-move", "chained-deep+same-compete"] {
        assert!(name.parse::<Scheme>().is_err(), "{name}");
    }
    for name in ["probing-4+same-compete-deeper", "overflow-tree+same-compete", "unbounded+same-compete"] {
        assert!(name.parse::<Scheme>().is_err(), "{name}");
    }
    // It would be the same table.
    for name in ["deep+same-overwrite", "overflow-table+same-overwrite", "depth-4+same-overwrite"] {
        assert!(name.parse::<Scheme>().is_err(), "{name}");
    }
    for name in ["moreland+same-overwrite", "stockfish-18+same-overwrite", "thompson-one+same-overwrite"] {
        assert!(name.parse::<Scheme>().is_ok(), "{name}");
    }
}

/// Returns the bases of all tables, without and with options that change what is stored.
fn all_names() -> Vec<String> {
    let bases = || {
        let of_thesis = Scheme::ALL.iter().map(|scheme| scheme.name());
        of_thesis.chain(Technique::BASES.iter().map(|(base, _)| *base))
    };
    let options = [
        "same-compete",
        "same-merge",
        "modulo",
        "prime",
        "log-nodes",
        "integrated",
        "two-bounds",
        "compact",
        "packed",
        "per-side",
        "key-56",
    ];
    let with_options = bases().flat_map(|base| options.map(|option| format!("{base}+{option}")));
    bases().map(str::to_owned).chain(with_options.filter(|name| name.parse::<Scheme>().is_ok())).collect()
}

/// Returns whether every store of a position makes a table forget the older records of the position.
fn forgets(name: &str) -> bool {
    let of_engines = ["stockfish-1", "ethereal", "viridithas", "marlin", "velvet"];
    let keeps = [&["same-", "two-bounds", "thompson", "moreland"][..], &of_engines].concat();
    name == "moreland-always" || !keeps.iter().any(|part| name.contains(part))
}

/// Returns whether a record says what a table returns, except for the payload and the nodes.
fn says(name: &str, record: &Record<u16>, found: &Record<u16>) -> bool {
    let is_two_bounds = name.contains("two-bounds");
    let is_short = is_two_bounds || name.contains("compact") || name.contains("packed");
    let depth = if is_short { record.depth.min(254) } else { record.depth };
    let is_same = (record.score, depth) == (found.score, found.depth);
    match found.bound {
        Bound::None if is_two_bounds => true,
        // A layout of two bounds returns one of an exact score, or an exact score for two equal bounds.
        Bound::Lower if is_two_bounds => is_same && record.bound.is_lower(),
        Bound::Upper if is_two_bounds => is_same && record.bound.is_upper(),
        Bound::Exact if is_two_bounds => is_same && record.bound != Bound::None,
        bound => is_same && record.bound == bound,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever a table returns was stored with that key.
    #[test]
    fn nothing_is_invented(
        log in 4..7_u32,
        actions in prop::collection::vec(action(mixed_keys(), any_record()), 1..400),
    ) {
        // No two of these positions can be confused, not even by 16 bits of the key.
        let distinct: HashMap<Key, Key> = mixed_keys().into_iter().zip((1_000..).map(Key::mixed)).collect();
        for name in all_names() {
            let mut table = named(&name, 1 << log);
            let mut stored: HashMap<Key, Vec<Record<u16>>> = HashMap::new();
            for action in &actions {
                match *action {
                    Action::Store(key, record) => {
                        table.store(distinct[&key], record);
                        stored.entry(distinct[&key]).or_default().push(record);
                    }
                    Action::Hit(key) => table.hit(distinct[&key]),
                    Action::Stamp(times) => (0..times).for_each(|_| table.stamp()),
                    Action::Clear => {
                        table.clear();
                        stored.clear();
                    }
                }
            }
            for &key in distinct.values() {
                let Some((first, second)) = table.probe_both(key) else { continue };
                let Some(records) = stored.get(&key) else {
                    return Err(TestCaseError::fail(format!("{name}: {key:?} was never stored")));
                };
                let oldest = if forgets(&name) { records.len() - 1 } else { 0 };
                for found in [Some(first), second].into_iter().flatten() {
                    prop_assert!(
                        records[oldest..].iter().any(|record| says(&name, record, &found)),
                        "{}: {:?} of {:?}", name, found, records
                    );
                    let is_payload = |record: &Record<u16>| record.payload == found.payload;
                    prop_assert!(records[oldest..].iter().any(is_payload), "{}: {:?} of {:?}", name, found, records);
                }
            }
            prop_assert!(name.starts_with("unbounded") || table.fill() <= 1 << log, "{}: {}", name, table.fill());
        }
    }
}

#[test]
fn data_structures_use_all_of_their_memory() {
    let all = ["chained-deep", "overflow-table", "overflow-tree", "probing-2", "probing-4", "sieve-8", "s3-fifo-4"];
    for name in all {
        let capacity = |bytes| {
            let table = TranspositionTable::<u16>::new(Size::Bytes(bytes), name.parse().unwrap()).unwrap();
            table.capacity()
        };
        // Rounded down to the positions of a set, at most 8.
        let one = capacity(60_000);
        for times in 1..=5 {
            let several = capacity(times * 60_000);
            assert!(
                several.abs_diff(times * one) < 8 * times,
                "{name}: {one}, {several} with {times} times the memory"
            );
        }
    }
}

#[test]
fn impossible_sizes_are_errors() {
    let names = all_names();
    let bounded = names.iter().filter(|name| !name.starts_with("unbounded"));
    for scheme in bounded.map(|name| name.parse::<Scheme>().unwrap()) {
        let error = |size| TranspositionTable::<u16>::new(size, scheme).expect_err("an impossible size");
        let none = error(Size::Positions(0));
        assert_eq!(none, TableError::Zero, "{scheme}");
        assert_eq!(scheme.check_size(0), Err(none), "{scheme}");
        assert!(matches!(error(Size::Bytes(0)), TableError::SmallerThanABucket { .. }), "{scheme}");
        for bytes in [u64::MAX, u64::MAX - 63, 1 << 63, 1 << 62] {
            let error = error(Size::Bytes(bytes));
            assert!(matches!(error, TableError::OutOfMemory { .. }), "{scheme}: {error}");
        }
        for positions in [u64::MAX, 1 << 63, 1 << 60, 1 << 59] {
            let error = error(Size::Positions(positions));
            let is_refused = matches!(error, TableError::OutOfMemory { .. } | TableError::Unsupported { .. });
            assert!(is_refused, "{scheme}: {error}");
        }
    }
    assert_eq!(TableError::Zero.to_string(), "invalid table size 0: expected at least 1 position");
    assert_eq!(Size::Positions(0).to_string(), "0 positions");
}
