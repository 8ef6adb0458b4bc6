//! Tables that are described by a name: a scheme, and how it differs from the tables of the thesis.

mod kind;
mod name;
mod parameter;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

pub(crate) use kind::{AnyIndex, AnyLayout, IndexKind, Kind, Structure};
pub use parameter::Parameter;

use crate::uncompared::Uncompared;

/// A kind of table that differs from those of the thesis, with a name such as `stockfish-18` or `two-big1+same-deeper`.
///
/// A name is a base and options, each introduced by `+`, in the order of [`OPTIONS`](Self::OPTIONS). A base is a scheme
/// of the thesis or one of [`BASES`](Self::BASES). Options that exclude each other, such as `key-16` and `key-32`,
/// cannot be combined.
///
/// ```
/// use schemes::{Scheme, Technique};
///
/// let scheme: Scheme = "two-big1+same-deeper+mul-high".parse()?;
/// assert_eq!(scheme.name(), "two-big1+same-deeper+mul-high");
/// assert!(Technique::BASES.iter().all(|(base, _)| base.parse::<Scheme>().is_ok()));
/// assert!("two-big1+same-often".parse::<Scheme>().is_err());
/// # Ok::<(), schemes::UnknownScheme>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Technique(&'static Spec);

/// In the order of the lists of bases and options.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Spec {
    places: Vec<(usize, u8)>,
    name: String,
    kind: Uncompared<Kind>,
}

impl Technique {
    /// The bases besides the schemes of the thesis, with what they are.
    pub const BASES: &[(&str, &str)] = &[
        (
            "two-tier-deep",
            "Belle's 2 slots: the first keeps the deeper position, the second stores every other candidate",
        ),
        ("two-tier-big1", "2 slots: the first keeps the bigger subtree, the second stores every other candidate"),
        ("fhourstones", "like two-tier-big1, with subtrees compared by powers of two"),
        ("depth-2", "buckets of 2: the shallowest position is replaced"),
        ("depth-3", "buckets of 3: the shallowest position is replaced"),
        ("depth-4", "buckets of 4: the shallowest position is replaced"),
        ("depth-8", "buckets of 8: the shallowest position is replaced"),
        (
            "size-2",
            "buckets of 2: the smallest subtree (by powers of two) is replaced, those of earlier searches first",
        ),
        (
            "size-3",
            "buckets of 3: the smallest subtree (by powers of two) is replaced, those of earlier searches first",
        ),
        (
            "size-4",
            "buckets of 4: the smallest subtree (by powers of two) is replaced, those of earlier searches first",
        ),
        (
            "size-8",
            "buckets of 8: the smallest subtree (by powers of two) is replaced, those of earlier searches first",
        ),
        ("move-index", "1 slot: keeps the position whose best move was searched later"),
        ("two-move-index", "2 slots: the first follows move-index, the second stores what the first evicts or rejects"),
        ("move-index-2", "buckets of 2: the position whose best move was searched earliest is replaced"),
        ("move-index-4", "buckets of 4: the position whose best move was searched earliest is replaced"),
        ("move-index-8", "buckets of 8: the position whose best move was searched earliest is replaced"),
        (
            "stockfish-5",
            "buckets of 4: the shallowest inexact position of earlier searches is replaced, or else the shallowest",
        ),
        (
            "stockfish-16",
            "buckets of 3: the lowest value is replaced: depth minus 8 plies for each search since the last store",
        ),
        ("stockfish-17", "like stockfish-18, with 16 plies for each search"),
        (
            "stockfish-18",
            "like stockfish-16; a new record always overwrites a stamped one of the same position; the engine adds \
             pv-margin-2",
        ),
        ("ethereal", "like stockfish-16, with 4 plies for each search; a hit resets the age of the position"),
        (
            "viridithas",
            "like stockfish-16, with 4 plies; two thirds of the depth suffice to overwrite the same position; the \
             engine adds pv-margin-1",
        ),
        ("crafty-15", "two-deep, as the two tables of Crafty 15 to 19: an older position loses its slot in the first"),
        ("crafty-25", "buckets of 4: the shallowest position of earlier searches is replaced, or else the shallowest"),
        ("fruit", "buckets of 4: the oldest position is replaced, and of equally old ones the shallowest"),
        ("edax", "buckets of 4: the oldest position is replaced, and of equally old ones that with the fewest nodes"),
        ("black-marlin", "1 slot: a candidate needs half the depth of the resident, less for an old resident"),
        (
            "velvet",
            "1 slot: a candidate is stored unless it is inexact and 5 plies shallower than the same position; with the \
             search option `clock-slots`",
        ),
        ("moreland", "1 slot, selected by modulo: a record is replaced by one at least as deep, or if it is stamped"),
        ("moreland-always", "1 slot, selected by modulo: every candidate is stored"),
        ("thompson", "2 tables: one always stores, and the other follows `moreland`; both are written"),
        ("thompson-one", "2 tables: one follows `moreland`, and the other always stores what the first rejects"),
        ("random-2", "buckets of 2: a random position is replaced"),
        ("random-4", "buckets of 4: a random position is replaced"),
        ("random-8", "buckets of 8: a random position is replaced"),
        ("fifo-4", "buckets of 4: the position that was stored first is replaced"),
        ("fifo-8", "buckets of 8: the position that was stored first is replaced"),
        ("lru-4", "buckets of 4: the least recently used position is replaced"),
        ("lru-8", "buckets of 8: the least recently used position is replaced"),
        ("sieve-4", "buckets of 4: SIEVE; a hand goes round and evicts what was not found since it last passed"),
        ("sieve-8", "buckets of 8: SIEVE; a hand goes round and evicts what was not found since it last passed"),
        ("s3-fifo-4", "buckets of 4: S3-FIFO; what is found again moves from a small queue to the main one"),
        ("s3-fifo-8", "buckets of 8: S3-FIFO; what is found again moves from a small queue to the main one"),
        (
            "chained-deep",
            "lists in a pool of fixed size: when it is full, the shallowest position of a list is replaced",
        ),
        ("chained-big1", "lists in a pool of fixed size: when it is full, the smallest subtree of a list is replaced"),
        ("overflow-table", "1 slot keeps the deeper position, and a second table stores what it evicts"),
        ("overflow-tree", "1 slot keeps the deeper position, and a binary tree stores what it evicts"),
        ("probing-2", "2 slots of one array for each position (double hashing): the shallowest position is replaced"),
        ("probing-4", "4 slots of one array for each position (double hashing): the shallowest position is replaced"),
        ("unbounded", "no position is lost: a table without a size limit, for comparison"),
    ];

    /// The options, in the order in which a name has them, with what they change.
    pub const OPTIONS: &[(&str, &str)] = &[
        ("strict", "the resident wins a tie of depths or sizes"),
        ("age-1", "each search since a position was stored subtracts 1 from its value"),
        ("age-2", "each search since a position was stored subtracts 2 from its value"),
        ("age-4", "each search since a position was stored subtracts 4 from its value"),
        ("age-8", "each search since a position was stored subtracts 8 from its value"),
        ("age-bits-1", "ages are kept modulo 2"),
        ("age-bits-2", "ages are kept modulo 4"),
        ("age-bits-5", "ages are kept modulo 32"),
        ("bound-bonus", "an exact score adds 3 to the value of a position, a lower bound 2 and an upper bound 1"),
        ("pv-bonus", "a PV node adds 2 to the value of a position, and to the depth of a record that may overwrite"),
        ("pv-margin-1", "a PV node adds 1 to the depth of a record that may overwrite that of the same position"),
        ("pv-margin-2", "a PV node adds 2 to the depth of a record that may overwrite that of the same position"),
        ("move-bonus", "each move that was searched before the best one adds 1 to the value of a position"),
        ("margin-3", "a candidate that is more than 3 plies shallower than the victim is not stored"),
        ("refresh", "a hit resets the age of the position"),
        (
            "overwrite-margin-3",
            "a record that is more than 3 plies shallower does not overwrite the same position, even a stamped record",
        ),
        ("same-overwrite", "a record always overwrites that of the same position"),
        ("same-compete", "a new record competes with the old one of the same position like any other"),
        ("same-compete-deeper", "a deeper record overwrites that of the same position; otherwise the scheme decides"),
        ("same-deeper", "a shallower record does not overwrite that of the same position"),
        ("same-strictly-deeper", "a record that is not deeper does not overwrite that of the same position"),
        ("same-within-1", "a record that is more than 1 ply shallower does not overwrite that of the same position"),
        ("same-within-2", "a record that is more than 2 plies shallower does not overwrite that of the same position"),
        ("same-within-3", "a record that is more than 3 plies shallower does not overwrite that of the same position"),
        ("same-keep-move", "a record without a move keeps the old move of the same position"),
        ("same-merge", "the deeper score and the newer move of the same position are kept"),
        ("same-ageing", "secondary ageing: an old record that stays loses a ply, if it is 5 plies deep and not exact"),
        ("date", "the position with the oldest date is replaced, with several bits for the date"),
        ("near-root", "a position nearer to the root is preferred"),
        ("principal", "positions of the principal variations of root moves are not overwritten"),
        ("protect-1K", "subtrees of at least 1,024 nodes are overwritten only by larger ones"),
        ("protect-64K", "subtrees of at least 65,536 nodes are overwritten only by larger ones"),
        ("mul-high", "the product of key and size selects the bucket"),
        ("modulo", "the remainder of the key divided by the size selects the bucket"),
        ("prime", "the remainder of the key divided by the largest prime up to the size selects the bucket"),
        ("key-8", "8 bits of the key are verified"),
        ("key-12", "12 bits of the key are verified"),
        ("key-16", "16 bits of the key are verified"),
        ("key-20", "20 bits of the key are verified"),
        ("key-24", "24 bits of the key are verified"),
        ("key-32", "32 bits of the key are verified"),
        ("key-40", "40 bits of the key are verified"),
        ("key-56", "56 bits of the key are verified, in the layout of log-nodes"),
        ("log-nodes", "the nodes are kept as a logarithm, and all 64 bits of the key"),
        ("integrated", "one number holds the score and its bound, and is stored with all nodes and 48 bits of the key"),
        ("two-bounds", "both bounds of a position are kept, each with its depth"),
        ("components", "the additional components are kept, in 8 bits of the key"),
        ("whole", "the whole position is kept and compared, in 64 bytes; for a search with `whole-positions`"),
        ("compact", "a position has 8 bytes: 16 bits of the key, and no nodes"),
        ("packed", "3 positions take 32 bytes: each has 16 bits of the key, and no nodes"),
        ("per-side", "2 tables of half the size, one for each player; with the search option `side-bit`"),
        ("memory", "the table gets as much memory as the given number of 16-byte positions"),
    ];

    /// Returns the technique with this name, or `None` if there is none.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        static KNOWN: Mutex<BTreeMap<String, &'static Spec>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(spec) = known.get(name) {
            return Some(Self(spec));
        }
        let (places, kind) = name::read(name)?;
        let spec: &'static Spec = Box::leak(Box::new(Spec { places, name: name.to_owned(), kind: Uncompared(kind) }));
        known.insert(name.to_owned(), spec);
        Some(Self(spec))
    }

    /// Returns the place of an option among the options of a name, or `None` if there is no such option. Options with
    /// other [numbers](Parameter) than those of [`OPTIONS`](Self::OPTIONS) have the place of the listed ones.
    #[must_use]
    pub fn place_of_option(option: &str) -> Option<(usize, u8)> {
        name::place(option)
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    pub(crate) fn kind(self) -> Kind {
        self.0.kind.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_spelling() {
        for name in ["two-deep+strict+same-merge+modulo+key-16+compact+memory", "deep+key-8", "big-all+memory"] {
            assert_eq!(Technique::find(name).map(Technique::name), Some(name));
        }
        let twice = ["same-compete+same-deeper", "mul-high+modulo", "key-8+key-32", "log-nodes+compact"];
        let others = ["key-8+key-8", "key-8+modulo", "memory+strict", ""];
        for options in twice.iter().chain(&others) {
            assert_eq!(Technique::find(&format!("deep+{options}")), None, "{options}");
        }
        assert_eq!(Technique::find("deep"), None, "a scheme of the thesis");
    }

    #[test]
    fn techniques_have_the_order_of_the_lists() {
        let names = ["deep+strict", "deep+strict+memory", "deep+same-compete", "big1+strict", "depth-8", "unbounded"];
        let techniques = names.map(|name| Technique::find(name).unwrap());
        assert!(techniques.is_sorted(), "{techniques:?}");
    }
}
