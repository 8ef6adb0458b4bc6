//! Checks the operations of a shared table in all orders of the steps of its threads.
//!
//! Loom runs a test once for each order of loads and stores that the memory model of Rust allows, including loads that
//! return old values, with a bound on the number of preemptions. Shuttle runs it in many random orders, which is
//! possible for more operations.

use super::tests::{Anywhere, ToFront};
use super::*;
use crate::guard::{Checksum, SingleWord, SpareBits, protocol::Protocol};
use crate::layouts::{Compact, TenBytes, Thesis, WideThesis};
use crate::{Bound, Score};
use crate::{
    policies,
    policies::{OneLevel, TwoLevel, Weighted},
};

impl Atom for loom::sync::atomic::AtomicU64 {
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    fn set(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

impl Atom for shuttle::sync::atomic::AtomicU64 {
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    fn set(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

/// Does without a guard, to show that the models find torn records.
#[derive(Clone, Copy, Debug, Default)]
struct Unguarded;

impl Guard for Unguarded {}

impl Protocol for Unguarded {
    const NAME: &'static str = "none";
    type Bucket<S: Words, const W: usize> = [S::Atoms; W];

    fn bucket_words<S: Words, const W: usize>(bucket: &[S::Atoms; W]) -> BucketWords<'_, AtomicU64> {
        BucketWords { slots: S::flattened(bucket), sum: &[] }
    }

    fn read<S: Words, const W: usize>(bucket: BucketWords<'_, impl Atom>) -> [S; W] {
        std::array::from_fn(|slot| S::from_fn(|number| bucket.slots[slot * S::LEN + number].get()))
    }

    fn write<S: Words>(bucket: BucketWords<'_, impl Atom>, slot: usize, words: &S) {
        (0..S::LEN).for_each(|number| bucket.slots[slot * S::LEN + number].set(words.word(number)));
    }
}

/// The words of a bucket of `W` slots, and one for a checksum.
struct Model<A>(Vec<A>);

impl<A> Model<A> {
    fn new<L: Layout, const W: usize>(atom: impl Fn() -> A) -> Self {
        Self((0..W * L::Words::LEN + 1).map(|_| atom()).collect())
    }

    fn words(&self) -> BucketWords<'_, A> {
        let (sum, slots) = self.0.split_last().expect("it has at least one word");
        BucketWords { slots, sum: std::slice::from_ref(sum) }
    }
}

/// Returns a record that belongs to a key and a version.
fn record(key: u64, version: u16) -> Record<u16> {
    let mixed = Key::mixed(key << 16 | u64::from(version)).0;
    let (score, depth, nodes) = (mixed as Score, (mixed >> 18) as u8 & 0x7f, (mixed >> 34) as u32 & 0xffff | 1);
    Record { payload: version, score, bound: Bound::Exact, depth, nodes, ..Record::default() }
}

fn sought<L: Layout<Extra = ()>>(key: u64) -> Sought<'static, L> {
    Sought { check: Key::mixed(key).0, extra: &() }
}

/// The number of stamps when a version is stored.
fn generation(version: u16) -> u8 {
    version as u8 & 3
}

fn store<L, R, const W: usize, G>(bucket: BucketWords<'_, impl Atom>, policy: R, key: u64, version: u16)
where
    L: Layout<Record = Record<u16>, Extra = ()>,
    R: Policy<W>,
    G: Guard,
{
    let record = record(key, version);
    let slot = || usize::from(version) % W;
    put::<L, R, W, G>(bucket, sought(key), &record, generation(version), policy, slot);
}

/// Looks up a position, checks that its record was stored like this, and changes the bucket as the policy does after a
/// hit.
fn look_up<L, R, const W: usize, G>(bucket: BucketWords<'_, impl Atom>, policy: R, key: u64) -> bool
where
    L: Layout<Record = Record<u16>, Extra = ()>,
    R: Policy<W>,
    G: Guard,
{
    let check = sought::<L>(key).check;
    let Some(words) = G::find::<L, W>(bucket, check) else { return false };
    let (found, nodes) = (L::record(&words), L::record(&words).nodes);
    let expected = Record { nodes, ..record(key, found.payload) };
    assert!(found == expected && (nodes == 1 || nodes == record(key, found.payload).nodes), "torn: {found:?}");
    change_slots::<L, W, G, ()>(bucket, |slots| (after_hit::<L, W>(slots, check, policy.on_hit(), 7), ()));
    true
}

/// Two threads store two records in one bucket and look them up, in all orders.
fn all_orders<L, R, const W: usize, G>(policy: R)
where
    L: Layout<Record = Record<u16>, Extra = ()>,
    R: Policy<W> + Send + Sync + 'static,
    G: Guard,
{
    use loom::sync::{Arc, atomic::AtomicU64};
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    // One position with two records, and two positions.
    for keys in [[1, 1], [1, 2]] {
        model.check(move || {
            let bucket = Arc::new(Model::new::<L, W>(|| AtomicU64::new(0)));
            let other = Arc::clone(&bucket);
            let thread = loom::thread::spawn(move || {
                store::<L, R, W, G>(other.words(), policy, keys[0], 3);
            });
            store::<L, R, W, G>(bucket.words(), policy, keys[1], 4);
            look_up::<L, R, W, G>(bucket.words(), policy, keys[0]);
            thread.join().unwrap();
            let found = keys.iter().filter(|&&key| look_up::<L, R, W, G>(bucket.words(), policy, key)).count();
            // A bucket that is torn for good is used again.
            store::<L, R, W, G>(bucket.words(), policy, 5, 5);
            assert!(
                found > 0 || look_up::<L, R, W, G>(bucket.words(), policy, 5),
                "a bucket without positions took none"
            );
        });
    }
}

#[test]
fn loom_checks_each_record_by_itself() {
    all_orders::<Thesis<u16>, _, 1, Xor>(OneLevel(policies::New));
    all_orders::<Thesis<u16>, _, 1, Xor>(OneLevel(policies::Deep));
    all_orders::<Thesis<u16>, _, 1, Xor>(OneLevel(policies::New));
    all_orders::<WideThesis<u16>, _, 1, Xor>(OneLevel(policies::New));
}

#[test]
fn loom_checks_two_levels() {
    all_orders::<Thesis<u16>, _, 2, Xor>(TwoLevel(policies::Big));
    all_orders::<Thesis<u16>, _, 2, Xor>(TwoLevel(policies::Deep));
}

#[test]
fn loom_checks_policies_without_a_preference() {
    all_orders::<Thesis<u16>, _, 2, Xor>(ToFront);
    all_orders::<Thesis<u16>, _, 2, Xor>(Anywhere);
}

#[test]
fn loom_checks_ages_and_hits_that_refresh() {
    let refreshing = Weighted { refreshes: true, ..Weighted::STOCKFISH_18 };
    all_orders::<Thesis<u16>, _, 2, Xor>(refreshing);
    all_orders::<Thesis<u16>, _, 2, Checksum>(refreshing);
    all_orders::<Compact<u16>, _, 2, SingleWord>(refreshing);
}

#[test]
fn loom_checks_checksums() {
    all_orders::<Thesis<u16>, _, 1, Checksum>(OneLevel(policies::New));
    all_orders::<Thesis<u16>, _, 2, Checksum>(TwoLevel(policies::Big));
    all_orders::<TenBytes<u16>, _, 3, SpareBits>(Weighted::default());
}

#[test]
fn loom_checks_single_words() {
    all_orders::<Compact<u16>, _, 2, SingleWord>(ToFront);
    all_orders::<Compact<u16>, _, 1, SingleWord>(OneLevel(policies::Deep));
}

#[test]
#[should_panic(expected = "torn")]
fn loom_finds_torn_records_without_a_guard() {
    all_orders::<Thesis<u16>, _, 1, Unguarded>(OneLevel(policies::New));
}

/// Three threads store and look up several positions in one bucket, in random orders.
fn random_orders<L, R, const W: usize, G>(policy: R)
where
    L: Layout<Record = Record<u16>, Extra = ()>,
    R: Policy<W> + Send + Sync + 'static,
    G: Guard,
{
    use shuttle::sync::{Arc, atomic::AtomicU64};
    let run = move || {
        let bucket = Arc::new(Model::new::<L, W>(|| AtomicU64::new(0)));
        let threads: Vec<_> = (0..3_u16)
            .map(|thread| {
                let bucket = Arc::clone(&bucket);
                shuttle::thread::spawn(move || {
                    for step in 0..4 {
                        let key = u64::from(thread + step) % 3;
                        store::<L, R, W, G>(bucket.words(), policy, key, 16 * thread + step);
                        look_up::<L, R, W, G>(bucket.words(), policy, (key + 1) % 3);
                    }
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    };
    shuttle::check_random(run, 2_000);
    shuttle::check_pct(run, 2_000, 3);
}

/// Not with the guard `SpareBits`: of so many torn buckets, a checksum of 16 bits passes some.
#[test]
fn shuttle_finds_no_torn_record() {
    random_orders::<Thesis<u16>, _, 1, Xor>(OneLevel(policies::New));
    random_orders::<Thesis<u16>, _, 2, Xor>(TwoLevel(policies::Big));
    random_orders::<WideThesis<u16>, _, 4, Xor>(ToFront);
    random_orders::<Thesis<u16>, _, 3, Checksum>(ToFront);
    random_orders::<Compact<u16>, _, 8, SingleWord>(Anywhere);
}

#[test]
#[should_panic(expected = "torn")]
fn shuttle_finds_torn_records_without_a_guard() {
    random_orders::<Thesis<u16>, _, 1, Unguarded>(OneLevel(policies::New));
}
