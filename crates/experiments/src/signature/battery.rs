//! The decisions of a scheme: its answers to a fixed battery of calls.

use std::sync::LazyLock;

use schemes::Scheme;
use tt::{Bound, Decision, MAX_NODES, OnHit, Policy, Same, Worth};
use zobrist::Numbers;

use super::VERSION;
use super::digest::Digest;

/// Returns the digest of a scheme's answers to a fixed battery of calls: its width, what it decides with every number
/// of residents up to that, what it does with the same position again, and what a hit counts and changes.
#[must_use]
pub fn decisions(scheme: Scheme) -> u64 {
    let mut digest = Digest::new(b"");
    digest.add(scheme.width() as u64);
    let mut worths = WORTHS.iter().copied();
    for residents in 1..=scheme.width().min(MAX_WIDTH) {
        let mut bucket = [CANDIDATE; MAX_WIDTH];
        for _ in 0..CALLS {
            bucket[..residents].fill_with(|| worths.next().unwrap_or(CANDIDATE));
            let candidate = Worth { age: 0, ..worths.next().unwrap_or(CANDIDATE) };
            digest.add(match scheme.decide(&bucket[..residents], candidate) {
                Decision::Keep => 0,
                Decision::Demote => 1,
                Decision::Replace(slot) => 2 + slot as u64,
                Decision::ReplaceAny => u64::MAX,
            });
        }
    }
    let policy = scheme.policy();
    for pair in WORTHS[..2 * CALLS].chunks_exact(2) {
        digest.add(match Policy::<MAX_WIDTH>::same(policy, pair[0], Worth { age: 0, ..pair[1] }) {
            Same::Keep => 0,
            Same::Overwrite => 1,
            Same::OverwriteKeepingPayload => 2,
            Same::KeepTakingPayload => 3,
            Same::Compete => 4,
        });
    }
    for stored in [0, 1, 2, 3, 10, 1_000, MAX_NODES - 1, MAX_NODES] {
        let hit_size = if scheme.counts_stored_nodes() { stored } else { 1 };
        digest.add(u64::from(hit_size));
    }
    let ages = || WORTHS[..CALLS].iter().map(|&worth| Policy::<MAX_WIDTH>::ages(policy, worth));
    if ages().any(|ages| ages) {
        ages().for_each(|ages| digest.add(ages.into()));
    }
    let on_hit = Policy::<MAX_WIDTH>::on_hit(policy);
    if on_hit != OnHit::Nothing {
        digest.add(on_hit as u64);
    }
    digest.number()
}

/// The most slots of a bucket.
const MAX_WIDTH: usize = 8;

/// The calls of `decide` with each number of residents.
const CALLS: usize = 2_000;

/// Used where the list of draws has ended.
const CANDIDATE: Worth = Worth { depth: 1, nodes: 1, age: 0, bound: Bound::Exact, is_pv: false, user: 0 };

/// The worth of residents and candidates, drawn from a few values, so that ties are frequent.
static WORTHS: LazyLock<Vec<Worth>> = LazyLock::new(|| {
    const DEPTHS: [u8; 12] = [0, 1, 2, 3, 3, 4, 5, 6, 8, 13, 60, 255];
    const NODES: [u32; 12] = [1, 2, 3, 9, 10, 10, 11, 100, 101, 5_000, MAX_NODES - 1, MAX_NODES];
    const AGES: [u8; 12] = [0, 0, 0, 0, 0, 1, 1, 2, 3, 5, 40, 255];
    const BOUNDS: [Bound; 3] = [Bound::Lower, Bound::Upper, Bound::Exact];
    let draws = (1..=MAX_WIDTH).map(|residents| CALLS * (residents + 1)).sum();
    let worth = |number: &zobrist::Key| {
        let pick = |shift: u32, len: usize| (number.0 >> shift) as usize % len;
        let (depth, nodes) = (DEPTHS[pick(0, DEPTHS.len())], NODES[pick(16, NODES.len())]);
        Worth {
            depth,
            nodes,
            age: AGES[pick(32, AGES.len())],
            bound: BOUNDS[pick(48, BOUNDS.len())],
            is_pv: pick(55, 2) == 1,
            user: pick(56, 40) as u8,
        }
    };
    Numbers::generate(u64::from(VERSION), draws).iter().map(worth).collect()
});
