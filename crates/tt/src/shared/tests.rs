//! Stress tests: as many threads as processors use a few buckets.

use std::collections::HashSet;
use std::sync::Barrier;
use std::thread;

use super::*;
use crate::guard::{Checksum, SingleWord, SpareBits};
use crate::layouts::{Compact, Engine, TenBytes, Thesis, WideThesis};
use crate::{Bound, Decision, MulHigh, Score, Worth};
use crate::{
    policies,
    policies::{OneLevel, TwoLevel},
};

const KEYS: u64 = 16;

/// Stores a position in any slot of a full bucket.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Anywhere;

impl<const W: usize> Policy<W> for Anywhere {
    fn victim(self, _: &[Worth; W], _: Worth) -> Decision {
        Decision::ReplaceAny
    }
}

/// Moves a position to the first slot when it is stored or found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ToFront;

impl<const W: usize> Policy<W> for ToFront {
    fn victim(self, _: &[Worth; W], _: Worth) -> Decision {
        Decision::Demote
    }

    fn place(self, _: &[Worth], _: Worth) -> Decision {
        Decision::Demote
    }

    fn on_hit(self) -> OnHit {
        OnHit::MoveToFront
    }
}

/// Returns a record that belongs to a key and a version. A mixture of two records belongs to none.
fn record(key: u64, version: u16) -> Record<u16> {
    let mixed = Key::mixed(key << 16 | u64::from(version)).0;
    Record {
        payload: version,
        score: mixed as Score,
        bound: Bound::from_number(mixed >> 16),
        depth: (mixed >> 18) as u8 & 0x7f,
        nodes: (mixed >> 34) as u32 & 0xffff | 1,
        ..Record::default()
    }
}

/// Lets threads store and look up positions at random. Returns the number of positions found, and of torn slots seen.
fn stress<L, R, const W: usize, G>(policy: R, buckets: u64) -> (u64, u64)
where
    L: Layout<Record = Record<u16>>,
    R: Policy<W> + Send + Sync,
    G: Guard,
{
    const STEPS: u64 = if cfg!(miri) { 50 } else { 1_000_000 };
    let size = Size::Positions(buckets * W as u64);
    let table = &Shared::<L, R, W, MulHigh, G>::with_policy(size, policy).unwrap();
    let checks: &HashSet<u64> = &(0..KEYS).map(|key| table.identity(Key::mixed(key)).check).collect();
    let threads = thread::available_parallelism().map_or(2, |threads| threads.get().max(2)) as u64;
    let start = &Barrier::new(threads as usize);
    let run = |thread: u64| {
        start.wait();
        let (mut found, mut torn) = (0, 0);
        for step in 0..STEPS {
            let dice = Key::mixed(thread << 32 | step).0;
            let (key, version) = (dice % KEYS, (dice >> 16) as u16);
            let mut shared = table;
            if dice >> 63 == 0 {
                shared.store(Key::mixed(key), record(key, version));
            } else if let Some(stored) = table.get(Key::mixed(key)) {
                found += 1;
                let expected = record(key, stored.payload);
                // Some layouts store fewer components.
                assert_eq!(
                    (stored.score, stored.bound, stored.depth),
                    (expected.score, expected.bound, expected.depth)
                );
                assert!(stored.nodes == 1 || stored.nodes == expected.nodes);
                shared.hit(Key::mixed(key));
            }
            let raw = table.bucket((dice % buckets) as usize);
            // No slot is emptied again. A slot that is filled after this line may be read or not.
            let was_used = raw.slots.iter().chain(raw.sum).any(|word| word.get() != 0);
            let slots = G::read::<L::Words, W>(raw);
            torn += slots.iter().filter(|slot| !L::is_free(slot) && !checks.contains(&L::check(slot))).count() as u64;
            torn += u64::from(was_used && slots.iter().all(|slot| L::is_free(slot)));
        }
        (found, torn)
    };
    thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        started
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .fold((0, 0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1))
    })
}

#[test]
fn no_torn_record_is_found() {
    let counts = [
        ("Thesis, DEEP", stress::<Thesis<u16>, _, 1, Xor>(OneLevel(policies::Deep), 8)),
        ("Thesis, NEW", stress::<Thesis<u16>, _, 1, Xor>(OneLevel(policies::New), 64)),
        ("Thesis, TWOBIG1", stress::<Thesis<u16>, _, 2, Xor>(TwoLevel(policies::Big), 4)),
        ("Thesis, to front", stress::<Thesis<u16>, _, 4, Xor>(ToFront, 4)),
        ("Engine, anywhere", stress::<Engine<u16>, _, 4, Xor>(Anywhere, 2)),
        ("WideThesis, NEW", stress::<WideThesis<u16>, _, 1, Xor>(OneLevel(policies::New), 16)),
        ("Thesis, TWOBIG1, checksum", stress::<Thesis<u16>, _, 2, Checksum>(TwoLevel(policies::Big), 8)),
        ("WideThesis, NEW, checksum", stress::<WideThesis<u16>, _, 1, Checksum>(OneLevel(policies::New), 16)),
    ];
    for (what, (found, torn)) in counts {
        println!("{what}: {found} found, {torn} torn");
        assert!(found > 0, "{what}");
    }
    let (found, torn) = stress::<Compact<u16>, _, 8, SingleWord>(ToFront, 1);
    assert!(found > 0 && torn == 0, "{torn} torn words");
}

/// Writes each possible mixture of two records to a slot.
fn tear<L: Layout<Record = Record<u16>>, const W: usize, G: Guard>(of_same_key: bool) {
    let table = Shared::<L, Anywhere, W, MulHigh, G>::new(Size::Positions(W as u64)).unwrap();
    let BucketWords { slots, sum } = table.bucket(0);
    let atoms: Vec<&AtomicU64> = slots.iter().chain(sum.first()).collect();
    let words = atoms.len();
    let image = |key: u64, version| {
        table.clear();
        table.put(Key::mixed(key), &record(key, version));
        atoms.iter().map(|atom| atom.get()).collect::<Vec<_>>()
    };
    for version in 0..100_u16 {
        let other = u64::from(!of_same_key);
        // The payloads differ in the high bits, then in the low ones.
        let number = |bit| if version % 2 == 0 { (version + bit) << 8 } else { version + bit };
        let (first, second) = (image(0, number(0)), image(other, number(1)));
        for mixture in 1..(1 << words) - 1 {
            let word = |number: usize| if mixture >> number & 1 == 0 { first[number] } else { second[number] };
            (0..words).for_each(|number| atoms[number].set(word(number)));
            let is_whole = |image: &[u64]| (0..words).all(|number| word(number) == image[number]);
            if !is_whole(&first) && !is_whole(&second) {
                assert_eq!((table.get(Key::mixed(0)), table.get(Key::mixed(other))), (None, None), "{mixture:b}");
                table.put(Key::mixed(0), &record(0, 9));
                assert_eq!(table.get(Key::mixed(0)).map(|record| record.payload), Some(9), "a torn slot is used again");
            }
        }
    }
}

#[test]
fn all_mixtures_of_two_records_are_noticed() {
    for of_same_key in [false, true] {
        tear::<Thesis<u16>, 1, Xor>(of_same_key);
        tear::<Engine<u16>, 1, Xor>(of_same_key);
        tear::<WideThesis<u16>, 1, Xor>(of_same_key);
        tear::<Thesis<u16>, 1, Checksum>(of_same_key);
        tear::<WideThesis<u16>, 1, Checksum>(of_same_key);
        tear::<TenBytes<u16>, 3, SpareBits>(of_same_key);
    }
}

/// Of two buckets whose words are mixed, a checksum of 16 bits passes one in 65,536.
#[test]
#[cfg_attr(miri, ignore = "it takes hours")]
fn a_torn_bucket_of_small_positions_rarely_passes() {
    const PAIRS: u64 = 400_000;
    let table = Shared::<TenBytes<u16>, Anywhere, 3, MulHigh, SpareBits>::new(Size::Positions(3)).unwrap();
    let words = table.bucket(0).slots;
    let image = |key: u64, version| {
        words.iter().for_each(|word| word.set(0));
        table.put(Key::mixed(key), &record(key, version));
        [words[0].get(), words[3].get()]
    };
    let passes = |pair: &u64| {
        let ([word, _], [_, keys]) = (image(*pair, 1), image(pair + PAIRS, 2));
        words[0].set(word);
        words[3].set(keys);
        table.get(Key::mixed(pair + PAIRS)).is_some()
    };
    let passed = (0..PAIRS).filter(passes).count();
    assert!((1..=20).contains(&passed), "{passed} passed, and 6 are expected");
}
