//! Compares the buckets of every technique with a second implementation: lists of positions and rules, read from the
//! name of the technique, that share no code with the policies, layouts and indices.
//!
//! The file is long because the rules of all techniques read from one name share its parts.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use proptest::prelude::*;
use schemes::{Found, Scheme, Technique, TranspositionTable};
use tt::{Bound, Inspect, Key, MAX_NODES, Maintain, Record, Score, Size, Stored, Table, TableError};

use crate::common::{Action, Model, action, agree, any_record, small_record};
use crate::models::mixed_keys;

/// The options about additional components, which have tests of their own.
const OF_COMPONENTS: [&str; 4] = ["date", "near-root", "principal", "components"];

/// `whole.rs` tests the option that needs whole positions.
const OF_POSITIONS: &str = "whole";

/// Options that set a parameter of the weighted policies.
const OF_WEIGHTS: [&str; 7] = ["age-", "bound-bonus", "pv-", "move-bonus", "margin-", "refresh", "overwrite-margin-"];

/// A bound with its depth.
type Side = Option<(Score, u8)>;

/// The scores of a position.
#[derive(Clone, Copy)]
enum Scores {
    One { score: Score, bound: Bound, depth: u8 },
    Two { lower: Side, upper: Side },
}

#[derive(Clone, Copy)]
struct Position {
    key: Key,
    payload: u16,
    nodes: u32,
    scores: Scores,
    is_pv: bool,
    user: u8,
    stored_at: usize,
}

/// What a rule sees of a position.
#[derive(Clone, Copy)]
struct Seen {
    depth: i32,
    nodes: u32,
    age: i32,
    bound: Bound,
    move_index: i32,
    is_pv: bool,
}

/// What a rule decides.
enum Verdict {
    Reject,
    /// The position with this number goes, or none if it is the number of positions.
    Over(usize),
    /// The candidate is the first position, and the last one of a full bucket goes.
    First,
}

/// What happens to the old record of the same position.
enum Again {
    Stays,
    StaysWithNewMove,
    Goes,
    GoesWithoutMove,
    Competes,
}

struct Buckets {
    base: String,
    options: BTreeSet<String>,
    width: usize,
    /// The bits of a key that are verified.
    verified: u64,
    buckets: Vec<Vec<Position>>,
    stamps: usize,
}

impl Buckets {
    fn new(name: &str, positions: usize) -> Self {
        let mut words = name.split('+').map(str::to_owned);
        let base = words.next().expect("a base");
        let options: BTreeSet<_> = words.collect();
        let width = match base.as_str() {
            base if of_three(base) => 3,
            "stockfish-5" | "crafty-25" | "fruit" | "edax" => 4,
            "two-deep" | "two-big1" | "two-move-index" | "two-tier-deep" | "two-tier-big1" | "fhourstones"
            | "crafty-15" => 2,
            other => other.rsplit('-').next().and_then(|word| word.parse().ok()).unwrap_or(1),
        };
        let slots = match () {
            () if !options.contains("memory") => positions,
            () if options.contains("compact") => 2 * positions,
            // 3 of them take the memory of 2 others.
            () if options.contains("packed") => positions / 2 * 3,
            () => positions,
        };
        let mut model = Self { base, options, width, verified: 0, buckets: Vec::new(), stamps: 0 };
        let sides = model.sides();
        let mut number = slots / sides / width;
        if model.index() == "low-bits" {
            number = 1 << number.ilog2();
        }
        number *= sides;
        model.buckets = vec![Vec::new(); number];
        model.verified = model.verified_bits().map(|bit| 1 << bit).sum();
        model
    }

    fn has(&self, option: &str) -> bool {
        self.options.contains(option)
    }

    fn index(&self) -> &'static str {
        match self.base.as_str() {
            _ if self.has("mul-high") => "mul-high",
            _ if self.has("modulo") => "modulo",
            _ if self.has("prime") => "prime",
            "moreland" | "moreland-always" => "modulo",
            _ if self.width == 3 => "mul-high",
            _ => "low-bits",
        }
    }

    fn sides(&self) -> usize {
        if self.has("per-side") { 2 } else { 1 }
    }

    /// Returns the key that a table looks up: that of one of two tables does not end with the bit that selects it.
    fn inner(&self, key: Key) -> Key {
        if !self.has("per-side") {
            return key;
        }
        // The lowest bit moves to bit 31, and those above it down by one.
        let moved = (1..32).map(|bit| (key.0 >> bit & 1) << (bit - 1)).sum::<u64>();
        Key(key.0 & !0 << 32 | moved | (key.0 & 1) << 31)
    }

    fn bucket_of(&self, key: Key) -> usize {
        let number = self.buckets.len() / self.sides();
        let (first, key) = (number * (key.0 % self.sides() as u64) as usize, self.inner(key));
        let bucket = match self.index() {
            "mul-high" => (u128::from(key.0) * number as u128 / (1 << 64)) as usize,
            "modulo" => (key.0 % number as u64) as usize,
            "prime" => {
                let divisors = |number: &usize| (1..=*number).filter(|divisor| number.is_multiple_of(*divisor)).count();
                let prime = (1..=number).rev().find(|number| divisors(number) == 2);
                (key.0 % prime.unwrap_or(1) as u64) as usize
            }
            _ => (0..number.ilog2()).map(|bit| (key.0 >> bit & 1) << bit).sum::<u64>() as usize,
        };
        first + bucket
    }

    /// Returns the bits of a key that are verified.
    fn verified_bits(&self) -> impl Iterator<Item = u32> + use<> {
        let of_layout = match () {
            () if self.has("compact") || self.has("packed") => 16,
            () if self.is_log_nodes() => 64,
            () => 48,
        };
        let of_option = self.options.iter().find_map(|option| option.strip_prefix("key-")?.parse().ok());
        let bits: Vec<u32> = if self.index() == "mul-high" {
            (0..48).rev().chain((48..64).rev()).collect()
        } else {
            (0..64).rev().collect()
        };
        bits.into_iter().take(of_layout.min(of_option.unwrap_or(64)))
    }

    fn is_same(&self, a: Key, b: Key) -> bool {
        (self.inner(a) ^ self.inner(b)).0 & self.verified == 0
    }

    /// Returns the position that the layout makes of a record.
    fn position(&self, key: Key, record: Record<u16>) -> Position {
        let nodes = record.nodes.clamp(1, MAX_NODES);
        let power = (0..30).rev().map(|log| 1 << log).find(|&power| power <= nodes).expect("at least 1");
        let nodes = match () {
            () if self.has("compact") || self.has("packed") => 1,
            () if self.is_log_nodes() || self.has("two-bounds") => power,
            () => nodes,
        };
        let is_short = ["compact", "two-bounds", "packed"].iter().any(|option| self.has(option));
        let depth = if is_short { record.depth.min(254) } else { record.depth };
        let Record { payload, score, bound, .. } = record;
        let scores = if self.has("two-bounds") {
            let side = Some((score, depth));
            Scores::Two {
                lower: side.filter(|_| matches!(bound, Bound::Lower | Bound::Exact)),
                upper: side.filter(|_| matches!(bound, Bound::Upper | Bound::Exact)),
            }
        } else {
            Scores::One { score, bound, depth }
        };
        let is_pv = record.is_pv && (self.is_log_nodes() || self.has("packed"));
        let user = if self.is_log_nodes() { record.user } else { 0 };
        Position { key, payload, nodes, scores, is_pv, user, stored_at: self.stamps }
    }

    /// Returns whether the layout is the one that stores the move index.
    fn is_log_nodes(&self) -> bool {
        let is_by_name = self.has("log-nodes") || self.has("key-56") || self.base == "fhourstones";
        !self.has("packed") && (is_by_name || reads_pv_or_move_index(&self.base, &self.options))
    }

    fn number(&self, option: &str) -> Option<i32> {
        self.options.iter().find_map(|known| known.strip_prefix(option)?.parse().ok())
    }

    /// Returns the position of a weighted policy that is worth least, if an option changes what a position is worth.
    fn least_by_weights(&self, residents: &[Seen]) -> usize {
        // The weights of depth, of the logarithm of the nodes, of the age, of a stamp, and of the move index.
        let (depth, nodes, age, stamp, index) = match self.base.as_str() {
            "crafty-25" => (1, 0, 0, 1024, 0),
            "fruit" => (1, 0, 256, 0, 0),
            "edax" => (1, 256, 65_536, 0, 0),
            "stockfish-16" | "stockfish-18" => (1, 0, 8, 0, 0),
            "stockfish-17" => (1, 0, 16, 0, 0),
            "ethereal" | "viridithas" => (1, 0, 4, 0, 0),
            base if base.starts_with("size-") => (0, 1, 0, 1024, 0),
            base if base.starts_with("move-index-") => (0, 0, 0, 1024, 1),
            _ => (1, 0, 0, 0, 0),
        };
        let age = self.number("age-").unwrap_or(age);
        let index = if self.has("move-bonus") { 1 } else { index };
        least(residents, |seen| {
            let of_bound = match seen.bound {
                Bound::Exact if self.has("bound-bonus") => 3,
                Bound::Lower if self.has("bound-bonus") => 2,
                Bound::Upper if self.has("bound-bonus") => 1,
                _ => 0,
            };
            let of_pv = if seen.is_pv && self.has("pv-bonus") { 2 } else { 0 };
            let of_age = age * seen.age + if seen.age > 0 { stamp } else { 0 };
            depth * seen.depth + nodes * log(seen) as i32 + index * seen.move_index + of_bound + of_pv - of_age
        })
    }

    fn seen(&self, position: &Position) -> Seen {
        let (Record { depth, nodes, bound, .. }, _) = records(position);
        let modulus = match () {
            () if self.has("compact") => 64,
            () if self.has("packed") => 32,
            () => 256,
        };
        let age = ((self.stamps - position.stored_at) % modulus) as i32;
        let (move_index, is_pv) = (position.user.into(), position.is_pv);
        Seen { depth: depth.into(), nodes, age, bound, move_index, is_pv }
    }

    /// Returns what a policy sees of a resident, whose age may have fewer bits than the table stores.
    fn seen_by_policy(&self, position: &Position) -> Seen {
        let seen = self.seen(position);
        Seen { age: self.number("age-bits-").map_or(seen.age, |bits| seen.age % (1 << bits)), ..seen }
    }

    fn again(&self, old: Seen, new: Seen) -> Again {
        let is_old = old.age > 0;
        let is_rule = |option: &&String| option.starts_with("same-") && *option != "same-ageing";
        let option = self.options.iter().find(is_rule);
        let goes_if = |condition| if condition { Again::Goes } else { Again::Stays };
        match option.map(String::as_str) {
            Some("same-compete-deeper") if new.depth > old.depth => return Again::Goes,
            Some("same-compete" | "same-compete-deeper") => return Again::Competes,
            Some("same-overwrite") => return Again::Goes,
            Some("same-deeper") => return goes_if(is_old || new.depth >= old.depth),
            Some("same-strictly-deeper") => return goes_if(is_old || new.depth > old.depth),
            Some("same-within-1") => return goes_if(is_old || new.depth >= old.depth - 1),
            Some("same-within-2") => return goes_if(is_old || new.depth >= old.depth - 2),
            Some("same-within-3") => return goes_if(is_old || new.depth >= old.depth - 3),
            Some("same-keep-move") => return Again::GoesWithoutMove,
            Some("same-merge") if is_old || new.depth >= old.depth => return Again::GoesWithoutMove,
            Some("same-merge") => return Again::StaysWithNewMove,
            _ => {}
        }
        let of_pv = match () {
            () if !new.is_pv => 0,
            () if self.has("pv-bonus") || self.has("pv-margin-2") => 2,
            () => i32::from(self.has("pv-margin-1")),
        };
        let new = Seen { depth: 255.min(new.depth + of_pv), ..new };
        let is_exact = new.bound == Bound::Exact;
        let margin = self.number("overwrite-margin-");
        let is_close = |plies: i32| new.depth >= old.depth - margin.unwrap_or(plies);
        match self.base.as_str() {
            "moreland" => goes_if(is_old || new.depth >= old.depth),
            "stockfish-16" if is_exact || is_close(3) => Again::GoesWithoutMove,
            "stockfish-17" | "stockfish-18" if is_exact || is_close(3) || is_old => Again::GoesWithoutMove,
            "stockfish-16" | "stockfish-17" | "stockfish-18" => Again::StaysWithNewMove,
            "ethereal" if !is_exact && !is_close(2) => Again::Stays,
            "viridithas" => {
                let of = |bound| match bound {
                    Bound::Exact => 3,
                    Bound::Lower => 2,
                    Bound::Upper => 1,
                    Bound::None => 0,
                };
                let newly_exact = is_exact && old.bound != Bound::Exact;
                let priority = 3 * (new.depth + of(new.bound) + old.age * old.age / 4);
                let is_enough = priority >= 2 * (old.depth + of(old.bound));
                if newly_exact || margin.map_or(is_enough, is_close) { Again::GoesWithoutMove } else { Again::Stays }
            }
            "ethereal" => Again::GoesWithoutMove,
            "black-marlin" if margin.is_none() => goes_if(half_is_enough(old, new)),
            "velvet" => goes_if(is_exact || is_close(4)),
            _ => goes_if(margin.is_none_or(is_close)),
        }
    }

    /// Returns a position that stays, with secondary ageing if there is some.
    fn aged(&self, old: Position) -> Position {
        let (Record { depth, bound, .. }, _) = records(&old);
        if !self.has("same-ageing") || depth < 5 || bound == Bound::Exact {
            return old;
        }
        let less = |side: (Score, u8)| (side.0, side.1 - 1);
        let scores = match old.scores {
            Scores::One { score, bound, depth } => Scores::One { score, bound, depth: depth - 1 },
            Scores::Two { lower, upper } if bound == Bound::Lower => Scores::Two { lower: lower.map(less), upper },
            Scores::Two { lower, upper } => Scores::Two { lower, upper: upper.map(less) },
        };
        Position { scores, ..old }
    }

    fn decide(&self, residents: &[Seen], new: Seen) -> Verdict {
        let verdict = self.decide_by_rule(residents, new);
        let least = match () {
            () if self.has("protect-1K") => 1_024,
            () if self.has("protect-64K") => 65_536,
            () => return verdict,
        };
        let lost = match verdict {
            Verdict::Over(slot) if residents.len() == self.width => slot,
            Verdict::First if residents.len() == self.width => self.width - 1,
            _ => return verdict,
        };
        let may_go = |old: &Seen| old.age > 0 || old.nodes < least || old.nodes < new.nodes;
        if may_go(&residents[lost]) {
            return verdict;
        }
        residents.iter().rposition(may_go).map_or(Verdict::Reject, Verdict::Over)
    }

    fn decide_by_rule(&self, residents: &[Seen], new: Seen) -> Verdict {
        let free = (residents.len() < self.width).then_some(residents.len());
        let first = residents[0];
        let prefers = |of_old: u32, of_new: u32| {
            first.age > 0 || if self.has("strict") { of_new > of_old } else { of_new >= of_old }
        };
        let deeper = prefers(first.depth as u32, new.depth as u32);
        let bigger = prefers(first.nodes, new.nodes);
        let later = prefers(first.move_index as u32, new.move_index as u32);
        let one = |preferred| if preferred { Verdict::Over(0) } else { Verdict::Reject };
        let tiers = |preferred| if preferred { Verdict::Over(0) } else { Verdict::Over(1) };
        let shifts = |preferred| if preferred && first.age == 0 { Verdict::First } else { tiers(preferred) };
        if self.options.iter().any(|option| is_of_weights(option)) && (free.is_none() || self.width == 1) {
            let (victim, margin) = (self.least_by_weights(residents), self.number("margin-"));
            return match self.base.as_str() {
                _ if margin.is_some_and(|plies| new.depth < residents[victim].depth - plies) => Verdict::Reject,
                "black-marlin" if margin.is_none() => one(half_is_enough(first, new)),
                _ => Verdict::Over(victim),
            };
        }
        match self.base.as_str() {
            "deep" | "moreland" => one(deeper),
            "big1" | "big-all" => one(bigger),
            "new" | "moreland-always" | "velvet" => one(true),
            "old" => one(first.age > 0),
            "move-index" => one(later),
            "two-move-index" => shifts(later),
            "two-deep" | "crafty-15" => shifts(deeper),
            "two-big1" => shifts(bigger),
            "two-tier-deep" => tiers(deeper),
            "two-tier-big1" | "fhourstones" => tiers(bigger),
            "black-marlin" => one(half_is_enough(first, new)),
            "fifo-4" | "fifo-8" | "lru-4" | "lru-8" => Verdict::First,
            _ if free.is_some() => Verdict::Over(residents.len()),
            "stockfish-5" => Verdict::Over(residents.iter().enumerate().skip(1).fold(0, |best, (slot, seen)| {
                let victim = residents[best];
                let c1 = if victim.age == 0 { 2 } else { 0 };
                let c2 = if seen.age == 0 || seen.bound == Bound::Exact { -2 } else { 0 };
                let c3 = if seen.depth < victim.depth { 1 } else { 0 };
                if c1 + c2 + c3 > 0 { slot } else { best }
            })),
            "crafty-25" => Verdict::Over(least(residents, |seen| (seen.age == 0, seen.depth))),
            "fruit" => Verdict::Over(least(residents, |seen| (Reverse(seen.age), seen.depth))),
            "edax" => Verdict::Over(least(residents, |seen| (Reverse(seen.age), log(seen), seen.depth))),
            "stockfish-16" | "stockfish-18" => Verdict::Over(least(residents, |seen| seen.depth - 8 * seen.age)),
            "stockfish-17" => Verdict::Over(least(residents, |seen| seen.depth - 16 * seen.age)),
            "ethereal" | "viridithas" => Verdict::Over(least(residents, |seen| seen.depth - 4 * seen.age)),
            base if base.starts_with("depth-") => Verdict::Over(least(residents, |seen| seen.depth)),
            base if base.starts_with("size-") => Verdict::Over(least(residents, |seen| (seen.age == 0, log(seen)))),
            base if base.starts_with("move-index-") => {
                Verdict::Over(least(residents, |seen| (seen.age == 0, seen.move_index)))
            }
            base => unreachable!("no rule for {base}"),
        }
    }
}

/// Returns whether an engine has buckets of 3.
fn of_three(base: &str) -> bool {
    ["stockfish-16", "stockfish-17", "stockfish-18", "ethereal", "viridithas"].contains(&base)
}

/// Returns whether an option sets a parameter of the weighted policies.
fn is_of_weights(option: &str) -> bool {
    OF_WEIGHTS.iter().any(|start| option.starts_with(start))
}

/// Returns whether a policy reads PV nodes or the index of the best move.
fn reads_pv_or_move_index(base: &str, options: &BTreeSet<String>) -> bool {
    let options_of_it = ["pv-bonus", "pv-margin-1", "pv-margin-2", "move-bonus"];
    base.contains("move-index") || options_of_it.iter().any(|option| options.contains(*option))
}

/// Returns the binary logarithm of the nodes.
fn log(seen: &Seen) -> usize {
    (1..32).find(|&log| seen.nodes >> log == 0).expect("at most 31 bits") - 1
}

fn least<K: Ord>(residents: &[Seen], key: impl Fn(&Seen) -> K) -> usize {
    (0..residents.len()).min_by_key(|&slot| key(&residents[slot])).expect("not empty")
}

/// The rule of Black Marlin.
fn half_is_enough(old: Seen, new: Seen) -> bool {
    let of = |bound| i32::from(matches!(bound, Bound::Exact | Bound::Lower));
    2 * (new.depth + of(new.bound)) + old.age + 1 >= old.depth + of(old.bound)
}

/// Returns the records of a position, the deeper one first.
fn records(position: &Position) -> Found<u16> {
    let &Position { payload, nodes, scores, is_pv, user, .. } = position;
    let record = |bound| move |(score, depth)| Record { payload, score, bound, depth, nodes, is_pv, user };
    let (lower, upper) = match scores {
        Scores::One { score, bound, depth } => return (record(bound)((score, depth)), None),
        Scores::Two { lower, upper } => (lower, upper),
    };
    match (lower, upper) {
        (None, None) => (record(Bound::None)((0, 0)), None),
        (Some(side), None) => (record(Bound::Lower)(side), None),
        (None, Some(side)) => (record(Bound::Upper)(side), None),
        (Some(a), Some(b)) if a == b => (record(Bound::Exact)(a), None),
        (Some(a), Some(b)) if a.1 >= b.1 => (record(Bound::Lower)(a), Some(record(Bound::Upper)(b))),
        (Some(a), Some(b)) => (record(Bound::Upper)(b), Some(record(Bound::Lower)(a))),
    }
}

/// Returns what is kept of both positions: each bound that is not replaced and does not contradict the new one.
fn merged(old: &Position, new: Position) -> Position {
    let (Scores::Two { lower, upper }, Scores::Two { lower: new_lower, upper: new_upper }) = (old.scores, new.scores)
    else {
        return new;
    };
    let scores = match (new_lower, new_upper) {
        (None, None) => Scores::Two { lower, upper },
        (Some(_), Some(_)) => new.scores,
        (Some(at_least), None) => {
            Scores::Two { lower: new_lower, upper: upper.filter(|at_most| at_most.0 >= at_least.0) }
        }
        (None, Some(at_most)) => {
            Scores::Two { lower: lower.filter(|at_least| at_most.0 >= at_least.0), upper: new_upper }
        }
    };
    Position { scores, ..new }
}

impl Model for Buckets {
    fn store(&mut self, key: Key, record: Record<u16>) -> Stored {
        let index = self.bucket_of(key);
        let bucket = &self.buckets[index];
        let new = self.position(key, record);
        let of_new = self.seen(&new);
        let copies: Vec<bool> = bucket.iter().map(|old| self.is_same(old.key, key)).collect();
        // A position competes with each of its copies, until one is overwritten.
        for slot in (0..bucket.len()).filter(|&slot| copies[slot]) {
            let old = self.buckets[index][slot];
            let payload = if new.payload == 0 { old.payload } else { new.payload };
            let written = match self.again(self.seen_by_policy(&old), of_new) {
                Again::Competes => None,
                Again::Stays => Some((self.aged(old), false)),
                Again::StaysWithNewMove => Some((Position { payload, ..self.aged(old) }, false)),
                Again::Goes => Some((merged(&old, new), true)),
                Again::GoesWithoutMove => Some((Position { payload, ..merged(&old, new) }, true)),
            };
            if let Some((position, updated)) = written {
                let bucket = &mut self.buckets[index];
                bucket[slot] = position;
                if updated && self.base.starts_with("lru") {
                    bucket[..=slot].rotate_right(1);
                }
                return Stored::Same { updated };
            }
        }
        if bucket.is_empty() {
            self.buckets[index].push(new);
            return Stored::Fresh;
        }
        let mut bucket = bucket.clone();
        let seen: Vec<Seen> = bucket.iter().map(|position| self.seen_by_policy(position)).collect();
        let is_full = bucket.len() == self.width;
        let stored = match self.decide(&seen, of_new) {
            Verdict::Reject if copies.contains(&true) => Stored::Same { updated: false },
            Verdict::Reject => Stored::Kept,
            Verdict::Over(slot) if slot == bucket.len() => {
                bucket.push(new);
                Stored::Fresh
            }
            Verdict::Over(slot) => {
                bucket[slot] = new;
                if copies[slot] { Stored::Same { updated: true } } else { Stored::Replaced }
            }
            Verdict::First => {
                bucket.insert(0, new);
                bucket.truncate(self.width);
                let is_copy_lost = is_full && copies[self.width - 1];
                if is_copy_lost { Stored::Same { updated: true } } else { Stored::Demoted { lost: is_full } }
            }
        };
        self.buckets[index] = bucket;
        stored
    }

    fn probe(&self, key: Key) -> Option<Found<u16>> {
        self.buckets[self.bucket_of(key)].iter().find(|position| self.is_same(position.key, key)).map(records)
    }

    fn hit(&mut self, key: Key) {
        let index = self.bucket_of(key);
        let Some(slot) = self.buckets[index].iter().position(|position| self.is_same(position.key, key)) else {
            return;
        };
        let (stamps, refreshes) = (self.stamps, self.base == "ethereal" || self.has("refresh"));
        let bucket = &mut self.buckets[index];
        if self.base.starts_with("lru") {
            let position = bucket.remove(slot);
            bucket.insert(0, position);
        } else if refreshes {
            bucket[slot].stored_at = stamps;
        }
    }

    fn stamp(&mut self, times: usize) {
        self.stamps += times;
    }

    fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
    }

    fn fill(&self) -> usize {
        self.buckets.iter().map(Vec::len).sum()
    }

    fn hashfull(&self) -> usize {
        assert!(self.buckets.len() * self.width <= 1000, "the sample is the whole table");
        let of_side = |buckets: &[Vec<Position>]| {
            let current = buckets.iter().flatten().filter(|position| self.seen(position).age == 0);
            current.count() * 1000 / (buckets.len() * self.width)
        };
        let sides = self.buckets.chunks(self.buckets.len() / self.sides());
        sides.map(of_side).sum::<usize>() / self.sides()
    }
}

/// Returns the bases that are built of buckets and choose no slot at random. The others have tests of their own.
fn bases() -> Vec<&'static str> {
    let of_thesis = Scheme::ALL.iter().map(|scheme| scheme.name());
    let others = Technique::BASES.iter().map(|(base, _)| *base);
    let has_buckets = |base: &str| base.parse::<Scheme>().unwrap().has_buckets();
    of_thesis.chain(others).filter(|base| has_buckets(base) && !base.starts_with("random")).collect()
}

/// Returns the options that the model knows, in the order of a name.
fn options() -> Vec<&'static str> {
    let all = Technique::OPTIONS.iter().map(|(option, _)| *option);
    all.filter(|option| !OF_COMPONENTS.contains(option) && *option != OF_POSITIONS).collect()
}

/// Returns whether a name can have another option.
fn fits(name: &str, option: &str) -> bool {
    format!("{name}+{option}").parse::<Scheme>().is_ok()
}

fn agrees(name: &str, positions: usize, actions: &[Action]) -> Result<(), TestCaseError> {
    let scheme: Scheme = name.parse().unwrap();
    let table = TranspositionTable::<u16>::new(Size::Positions(positions as u64), scheme).unwrap();
    let model = Buckets::new(name, positions);
    prop_assert_eq!(table.capacity() as usize, model.buckets.len() * model.width, "{}", name);
    agree(name, model, table, actions, &mixed_keys())
}

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let record = prop_oneof![small_record(), any_record()];
    prop::collection::vec(action(mixed_keys(), record), 1..300)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_base_agrees_with_the_model(log in 4..7_u32, actions in actions()) {
        for base in bases() {
            agrees(base, 1 << log, &actions)?;
        }
    }

    #[test]
    fn every_option_agrees_with_the_model(
        log in 4..7_u32,
        base in prop::sample::select(bases()),
        actions in actions(),
    ) {
        for option in options().into_iter().filter(|option| fits(base, option)) {
            agrees(&format!("{base}+{option}"), 1 << log, &actions)?;
        }
    }

    #[test]
    fn every_number_of_a_parameter_agrees_with_the_model(
        log in 3..6_u32,
        base in prop::sample::select(bases().into_iter().filter(|base| fits(base, "age-1")).collect::<Vec<_>>()),
        number in 0..=20_u8,
        actions in actions(),
    ) {
        for option in ["age", "margin", "overwrite-margin"] {
            agrees(&format!("{base}+{option}-{number}"), 1 << log, &actions)?;
        }
    }

    #[test]
    fn combined_options_agree_with_the_model(
        log in 4..7_u32,
        base in prop::sample::select(bases()),
        choices in prop::collection::vec(prop::sample::subsequence(options(), 1..10), 20),
        actions in actions(),
    ) {
        for options in choices {
            let add = |name: String, option| if fits(&name, option) { format!("{name}+{option}") } else { name };
            agrees(&options.into_iter().fold(base.to_owned(), add), 1 << log, &actions)?;
        }
    }
}

#[test]
fn every_base_has_its_options() {
    let fitting = |base: &str| options().into_iter().filter(|option| fits(base, option)).count();
    let number = bases().into_iter().map(fitting).sum::<usize>();
    assert_eq!((bases().len(), options().len(), number), (41, 47, 1_436));
}

fn record(depth: u8) -> Record<u16> {
    Record { payload: 1, score: 0, bound: Bound::Exact, depth, ..Record::default() }
}

#[test]
fn a_random_table_replaces_every_slot_equally_often() {
    const ROUNDS: u64 = 8_000;
    for width in [2, 4, 8] {
        let scheme: Scheme = format!("random-{width}").parse().unwrap();
        let run = |table: &mut TranspositionTable<u16>| {
            let mut replaced = vec![0; width];
            let mut residents: Vec<u64> = (0..width as u64).collect();
            for &number in &residents {
                assert_eq!(table.store(Key::mixed(number), record(1)), Stored::Fresh);
            }
            for number in width as u64..ROUNDS {
                assert_eq!(table.store(Key::mixed(number), record(number as u8)), Stored::Replaced);
                let lost: Vec<usize> =
                    (0..width).filter(|&slot| table.probe(Key::mixed(residents[slot])).is_none()).collect();
                assert_eq!(lost.len(), 1, "one resident is lost");
                assert_eq!(table.probe(Key::mixed(number)), Some(record(number as u8)));
                residents[lost[0]] = number;
                replaced[lost[0]] += 1;
            }
            let positions = table.residents();
            assert!(
                positions
                    .iter()
                    .zip(&residents)
                    .all(|(position, &number)| { position.identity == table.identity(Key::mixed(number)) })
            );
            replaced
        };
        let new = || TranspositionTable::<u16>::new(Size::Positions(width as u64), scheme).unwrap();
        let mut table = new();
        let replaced = run(&mut table);
        // A deviation of 5 standard deviations.
        let (expected, limit) = (ROUNDS as f64 / width as f64, 5.0 * (ROUNDS as f64 / width as f64).sqrt());
        assert!(replaced.iter().all(|&times| (f64::from(times) - expected).abs() < limit), "{replaced:?}");
        assert_eq!(run(&mut new()), replaced, "equal runs are equal");
        table.clear();
        assert_eq!(run(&mut table), replaced, "a cleared table starts from the beginning");
    }
}

proptest! {
    /// The model cannot know which position goes, but it knows everything else.
    #[test]
    fn random_tables_lose_one_position_of_the_bucket(
        width in prop::sample::select(vec![2_usize, 4, 8]),
        compete in any::<bool>(),
        actions in actions(),
    ) {
        let name = format!("random-{width}{}", if compete { "+same-compete" } else { "" });
        let new = || TranspositionTable::<u16>::new(Size::Positions(2 * width as u64), name.parse().unwrap()).unwrap();
        let (mut table, mut twin) = (new(), new());
        for action in actions {
            match action {
                Action::Store(key, record) => {
                    let before = table.residents();
                    let stored = table.store(key, record);
                    prop_assert_eq!(twin.store(key, record), stored);
                    let after = table.residents();
                    let new = after.iter().filter(|position| !before.contains(position)).count();
                    prop_assert!(new <= 1, "only the candidate is new");
                    prop_assert_eq!(after.len() - before.len(), usize::from(stored == Stored::Fresh));
                    let identity = table.identity(key);
                    let bucket = before.iter().filter(|position| position.identity.bucket == identity.bucket);
                    let in_bucket = bucket.count();
                    let copies = before.iter().filter(|position| position.identity == identity).count();
                    let copies_after = after.iter().filter(|position| position.identity == identity).count();
                    match stored {
                        Stored::Fresh => prop_assert!(in_bucket < width && (compete || copies == 0)),
                        Stored::Replaced => prop_assert!(in_bucket == width && copies_after == copies + 1),
                        Stored::Same { updated: true } => prop_assert!(copies > 0 && copies_after == copies),
                        _ => prop_assert!(false, "{stored:?}"),
                    }
                    if !compete || copies == 0 {
                        let nodes = record.nodes.clamp(1, MAX_NODES);
                        let kept = Record { nodes, is_pv: false, user: 0, ..record };
                        prop_assert_eq!(table.probe(key), Some(kept));
                    }
                }
                Action::Hit(key) => table.hit(key),
                Action::Stamp(times) => (0..times).for_each(|_| { table.stamp(); twin.stamp(); }),
                Action::Clear => { table.clear(); twin.clear(); }
            }
        }
        prop_assert_eq!(table.residents(), twin.residents());
    }
}

#[test]
fn a_number_of_positions_is_exact_or_an_error() {
    let new = |positions, name: &str| {
        let scheme = name.parse().unwrap();
        TranspositionTable::<u16>::new(Size::Positions(positions), scheme).map(|table| table.capacity())
    };
    let check = |positions, name: &str| {
        let scheme: Scheme = name.parse().unwrap();
        scheme.check_size(positions)
    };
    for name in ["depth-4", "two-deep+strict", "thompson"] {
        assert_eq!(new(2048, name), Ok(2048), "{name}");
        assert_eq!(check(2048, name), Ok(()), "{name}");
        let error = TableError::Unsupported { size: Size::Positions(3000), below: 2048, above: 4096 };
        assert_eq!(new(3000, name), Err(error.clone()), "{name}");
        assert_eq!(check(3000, name), Err(error), "{name}");
        assert!(matches!(new(u64::MAX, name), Err(TableError::Unsupported { .. })), "{name}");
    }
    for name in [
        "depth-4+modulo",
        "depth-3",
        "chained-deep",
        "overflow-tree",
        "overflow-table",
        "probing-4",
        "sieve-8",
        "s3-fifo-4",
        "moreland",
    ] {
        assert_eq!(new(3000, name), Ok(3000), "{name}");
        assert_eq!(check(3000, name), Ok(()), "{name}");
    }
    for name in ["depth-4", "thompson", "overflow-table", "probing-2"] {
        let size = Size::Positions(1);
        assert!(matches!(new(1, name), Err(TableError::SmallerThanABucket { size: of, .. }) if of == size), "{name}");
        assert!(matches!(check(1, name), Err(TableError::SmallerThanABucket { .. })), "{name}");
    }
}
