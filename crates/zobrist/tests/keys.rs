//! Keys and random numbers: what stays the same in every release, and properties that always hold.

use std::collections::BTreeSet;

use proptest::prelude::*;
use zobrist::{Combine, DEFAULT_SEED, Key, Numbers};

/// The published key stream of `ChaCha20` for a zero key (RFC 8439, A.1, test vector 1) begins with 76 b8 e0 ad a0 f1
/// 3d 90 40 5d 6a e5 53 86 bd 28.
#[test]
fn seed_zero_is_the_published_key_stream() {
    let numbers = Numbers::generate(0, 2);
    assert_eq!(numbers[..], [Key(0x903d_f1a0_ade0_b876), Key(0x28bd_8653_e56a_5d40)]);
}

/// Generated from the default seed with another implementation, `OpenSSL`. A release must not change these numbers.
#[test]
fn the_default_numbers_are_stable() {
    let numbers = Numbers::generate(DEFAULT_SEED, 781);
    let first = [
        Key(0x321a_1002_7968_ed7c),
        Key(0x0a89_0d84_929b_b0a5),
        Key(0x3552_a907_cab2_d822),
        Key(0xf15f_adf5_10bc_b012),
        Key(0x1ff7_b88d_7aa6_e651),
        Key(0x0b75_d637_30f0_d99a),
    ];
    assert_eq!(numbers[..6], first);
    assert_eq!(numbers[780], Key(0x33b4_833d_6d58_cad0));
}

#[test]
fn numbers_are_distinct_and_not_zero() {
    for seed in [0, 1, DEFAULT_SEED, u64::MAX] {
        let numbers = Numbers::generate(seed, 10_000);
        let distinct: BTreeSet<_> = numbers.iter().copied().collect();
        assert_eq!(distinct.len(), 10_000);
        assert!(!distinct.contains(&Key::default()));
    }
}

/// A release must not change these numbers.
#[test]
fn the_numbers_of_the_code_are_stable() {
    let numbers = Numbers::bch(DEFAULT_SEED, 781);
    assert_eq!(numbers[..2], [Key(0x8b06_7271_80f0_1900), Key(0xffbb_a607_4bb8_3f7b)]);
    assert_eq!(numbers[780], Key(0x729f_8f41_ecd6_b6c4));
}

/// If no two pairs have the same sum, no four numbers cancel out. Neither do random ones; six or more are too many to
/// try all.
#[test]
fn few_numbers_of_the_code_cancel_out() {
    fn check(count: usize) {
        let numbers = Numbers::bch(3, count);
        let mut sums = BTreeSet::from([Key::default()]);
        for second in 0..count {
            assert!(sums.insert(numbers[second]), "a pair and one number");
        }
        for second in 0..count {
            assert!((0..second).all(|first| sums.insert(numbers[first] ^ numbers[second])), "a pair");
        }
    }
    check(781);
    (0..9).for_each(check);
}

#[test]
fn every_bit_of_a_number_varies() {
    let numbers = Numbers::bch(DEFAULT_SEED, 781);
    for bit in 0..64 {
        let ones = numbers.iter().filter(|number| number.0 >> bit & 1 == 1).count();
        assert!((300..480).contains(&ones), "bit {bit}: {ones} of 781");
    }
}

#[test]
#[should_panic(expected = "fewer than 2^20")]
fn a_code_has_a_limited_length() {
    let _ = Numbers::bch(1, 1 << 20);
}

/// The first numbers of the reference implementation (`splitmix64.c`) for the seed 1234567. Each step adds the golden
/// ratio to the state.
#[test]
fn mixed_keys_are_those_of_the_reference() {
    let published = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    let state = |i: u64| 1_234_567_u64.wrapping_add(i.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    assert_eq!([0, 1, 2, 3, 4].map(|i| Key::mixed(state(i)).0), published);
}

#[test]
fn keys_are_printed_in_full() {
    assert_eq!(format!("{:?}", Key(0x1234)), "Key(0x0000000000001234)");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fewer_numbers_are_a_prefix_of_more(seed: u64, few in 0_usize..200, more in 0_usize..200) {
        let many = Numbers::generate(seed, few + more);
        let few = Numbers::generate(seed, few);
        prop_assert_eq!(&few[..], &many[..few.len()]);
    }

    /// A key that is updated feature by feature is the key from scratch, however the numbers are made and combined.
    #[test]
    fn updated_keys_are_those_from_scratch(
        seed: u64,
        steps in prop::collection::vec((0_usize..40, 0_usize..40), 1..60),
    ) {
        let families = [Numbers::generate(seed, 40), Numbers::bch(seed, 40)];
        for (numbers, combination) in families.iter().flat_map(|f| [(f, Combine::Xor), (f, Combine::Sum)]) {
            let mut present = BTreeSet::new();
            let mut key = Key::default();
            for &(from, to) in &steps {
                // A move: one feature goes, and another one comes.
                if present.remove(&from) {
                    key = combination.remove(key, numbers[from]);
                }
                if present.insert(to) {
                    key = combination.insert(key, numbers[to]);
                }
                let insert = |key, &feature: &usize| combination.insert(key, numbers[feature]);
                prop_assert_eq!(key, present.iter().rev().fold(Key::default(), insert));
            }
        }
    }

    /// Sets of fewer numbers than the distance have different keys.
    #[test]
    fn close_positions_have_different_keys(seed: u64, set in prop::collection::btree_set(0_usize..781, 1..14)) {
        let numbers = Numbers::bch(seed, 781);
        prop_assert!(set.len() < Numbers::bch_distance(781) as usize);
        prop_assert_ne!(set.iter().fold(Key::default(), |key, &feature| key ^ numbers[feature]), Key(0));
    }

    /// Every step of the function can be inverted, so no two values share a key.
    #[test]
    fn mixed_keys_are_unmixed(value: u64) {
        let mut z = Key::mixed(value).0;
        z ^= z >> 31 ^ z >> 62;
        z = z.wrapping_mul(0x3196_42b2_d24d_8ec3);
        z ^= z >> 27 ^ z >> 54;
        z = z.wrapping_mul(0x96de_1b17_3f11_9089);
        z ^= z >> 30 ^ z >> 60;
        prop_assert_eq!(z.wrapping_sub(0x9e37_79b9_7f4a_7c15), value);
    }
}
