//! Checks that a game satisfies the contract of [`Game`], for the tests of a game.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::mem::discriminant;

use zobrist::{Key, Numbers};

use crate::{Expansion, Game, Leaf, Moves, Score, Whole};

/// The methods that a game must implement in addition to [`Game`] to be checked.
///
/// ```
/// use search::conformance::{Subject, check};
/// use search::{Expansion, Game, Moves, Score};
/// use tt::Key;
///
/// /// A move takes one or two of a heap. The player who takes the last one wins.
/// #[derive(Clone, Debug, PartialEq)]
/// struct Heap(u8, [Key; 1]);
///
/// impl Heap {
///     fn of(stones: u8) -> Self {
///         Self(stones, [Key::mixed(u64::from(stones))])
///     }
/// }
///
/// impl Subject for Heap {
///     fn legal_moves(&self) -> Vec<u8> {
///         (1..=self.0.min(2)).collect()
///     }
///
///     fn rebuilt(&self) -> Self {
///         Self::of(self.0)
///     }
///
///     fn reflected(&self, _: usize) -> Self {
///         self.clone()
///     }
/// }
/// # impl Game for Heap {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     fn keys(&self) -> &[Key] { &self.1 }
/// #     fn play(&mut self, take: u8) { *self = Self::of(self.0 - take); }
/// #     fn undo(&mut self, take: u8, (): ()) { *self = Self::of(self.0 + take); }
/// #     fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
/// #         self.legal_moves().into_iter().for_each(|take| moves.push(take, 0));
/// #         if moves.is_empty() { Expansion::Over(-1) } else { Expansion::Children }
/// #     }
/// #     fn evaluate(&self) -> Score { 0 }
/// # }
///
/// check(&Heap::of(20), 10, 1);
/// ```
pub trait Subject: Game<Move: Debug> + Clone + PartialEq + Debug {
    /// Returns all legal moves, including those that [`Game::expand`] omits. There are none if the game is over.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Returns the same position, with all incremental data computed from scratch.
    fn rebuilt(&self) -> Self;

    /// Returns the position reflected as for key number `reflection`; 0 is the position itself.
    fn reflected(&self, reflection: usize) -> Self;
}

/// Plays `games` random games from `start` and checks the following properties in every position:
///
/// - Undoing a move restores the position completely.
/// - Data that is updated incrementally, such as keys, equals the same data computed from scratch.
/// - The keys of a reflected position are a permutation of the keys of the position, with its own key first. The
///   encoding of the full position is reflected in the same way.
/// - Different positions have different keys, and keys are well distributed both in the high bits, by which a table
///   verifies positions, and in the low bits, by which it selects buckets.
/// - The listed children are legal and distinct, and there is at least one unless the position is decided. The move
///   that decides a position is legal, and so are the moves that a leaf lists.
/// - Every value is between [`Game::LOWEST`] and [`Game::HIGHEST`], and is unchanged after conversion to a table score
///   and back.
/// - In positions that a search can reach below its root, the same children are listed as if the position were the
///   root.
/// - No method panics.
///
/// A game whose moves do not change its key fails at the first move:
///
/// ```should_panic
/// # use search::conformance::Subject;
/// # use search::{Expansion, Game, Moves, Score};
/// # use tt::Key;
/// #[derive(Clone, Debug, PartialEq)]
/// struct Heap(u8, [Key; 1]);
///
/// impl Game for Heap {
///     # type Move = u8;
///     # type Undo = ();
///     # fn keys(&self) -> &[Key] { &self.1 }
///     # fn undo(&mut self, take: u8, (): ()) { self.0 += take; }
///     # fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
///     #     self.legal_moves().into_iter().for_each(|take| moves.push(take, 0));
///     #     if moves.is_empty() { Expansion::Over(-1) } else { Expansion::Children }
///     # }
///     # fn evaluate(&self) -> Score { 0 }
///     fn play(&mut self, take: u8) {
///         self.0 -= take;
///     }
///     // ...
/// }
/// # impl Subject for Heap {
/// #     fn legal_moves(&self) -> Vec<u8> { (1..=self.0.min(2)).collect() }
/// #     fn rebuilt(&self) -> Self { Self(self.0, [Key::mixed(u64::from(self.0))]) }
/// #     fn reflected(&self, _: usize) -> Self { self.clone() }
/// # }
///
/// search::conformance::check(&Heap(20, [Key::mixed(20)]), 1, 1);
/// ```
///
/// # Panics
///
/// Panics if a property does not hold, and prints the position.
pub fn check<G: Subject>(start: &G, games: u64, seed: u64) {
    let mut positions = BTreeMap::new();
    for number in 0..games {
        let mut game = start.clone();
        let mut history = Vec::new();
        let dice = Numbers::generate(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15), 1024);
        // The root can be any position. A search enters other positions only by moves that `is_legal` accepts.
        let mut ply = 0;
        for die in dice.iter() {
            check_position(&mut game, ply);
            check_key(&game, &mut positions);
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[(die.0 % legal.len() as u64) as usize];
            ply = if game.is_legal(mv) { ply + 1 } else { 1 };
            let before = game.clone();
            let undo = game.play(mv);
            assert_ne!(game, before, "{mv:?} does not change the position");
            assert_eq!(game, game.rebuilt(), "after {mv:?}");
            history.push((mv, undo, before));
        }
        while let Some((mv, undo, before)) = history.pop() {
            game.undo(mv, undo);
            assert_eq!(game, before, "undoing {mv:?} does not restore the position");
        }
    }
    check_spread(&positions.keys());
}

/// Checks that no other position has the same key, and that encodings of positions have the same length.
fn check_key<G: Subject>(game: &G, positions: &mut BTreeMap<Key, Option<Whole>>) {
    let (key, whole) = (game.keys()[0], game.whole(0));
    let len = |whole: &Option<Whole>| whole.as_ref().map(|whole| whole.len());
    if let Some(other) = positions.values().next() {
        assert_eq!(len(other), len(&whole), "encodings have different lengths: {game:?}");
    }
    let known = positions.entry(key).or_insert_with(|| whole.clone());
    assert_eq!(*known, whole, "another position has the key {key:?}: {game:?}");
}

/// Checks that keys differ in their 48 high bits, and that their 16 low bits are well distributed.
fn check_spread<'a>(keys: &(impl ExactSizeIterator<Item = &'a Key> + Clone)) {
    let distinct = |bits: fn(u64) -> u64| keys.clone().map(|key| bits(key.0)).collect::<BTreeSet<_>>().len();
    let all = keys.len();
    assert_eq!(
        distinct(|key| key >> 16),
        all,
        "different keys agree in their 48 high bits: keys must be distributed over all bits, see `Game::keys`"
    );
    // For 2^16 random keys, 63 % of all 16-bit numbers would be expected.
    let expected = all.min(1 << 16) / 2;
    let low = distinct(|key| key & 0xffff);
    assert!(
        low >= expected,
        "{all} keys have only {low} different values of their 16 low bits: keys must be distributed over all bits, see \
         `Game::keys`"
    );
}

fn check_value<G: Subject>(game: &G, value: Score, ply: u32) {
    let (lowest, highest) = (G::LOWEST, G::HIGHEST);
    assert!((lowest..=highest).contains(&value), "value {value} is not between {lowest} and {highest}: {game:?}");
    let back = G::score_from_table(G::score_to_table(value, ply), ply);
    assert_eq!(back, value, "`score_from_table` does not restore the value at ply {ply}: {game:?}");
}

fn check_position<G: Subject>(game: &mut G, ply: u32) {
    let before = game.clone();
    let keys = game.keys().to_vec();
    assert!(!keys.is_empty(), "the position has no key: {game:?}");
    assert_eq!(keys, game.rebuilt().keys(), "incremental keys: {game:?}");

    for reflection in 0..keys.len() {
        let reflected = game.reflected(reflection);
        assert_eq!(reflected.keys()[0], keys[reflection], "key of reflection {reflection}: {game:?}");
        assert_eq!(reflected.whole(0), game.whole(reflection), "full position of reflection {reflection}: {game:?}");
        let mut permuted = reflected.keys().to_vec();
        let mut expected = keys.clone();
        permuted.sort();
        expected.sort();
        assert_eq!(permuted, expected, "keys of reflection {reflection}: {game:?}");
    }

    let legal = game.legal_moves();
    let (mut moves, mut root_moves) = (Moves::new(), Moves::new());
    let expansion = game.expand(ply, &mut moves);
    let root_expansion = game.expand(0, &mut root_moves);
    assert_eq!(*game, before, "`expand` changes the position");
    check_value(game, game.evaluate(), ply);
    if let Some(value) = game.outcome(ply) {
        check_value(game, value, ply);
    }
    let (evaluation, mut leaf_moves) = (game.evaluate(), Moves::new());
    if let Leaf::Over(value) = game.expand_leaf(ply, evaluation, (G::LOWEST, G::HIGHEST), &mut leaf_moves) {
        check_value(game, value, ply);
    }
    assert_eq!(*game, before, "`expand_leaf` changes the position");
    for child in leaf_moves.iter() {
        assert!(legal.contains(&child.mv), "`expand_leaf` lists {:?}, which is not legal: {game:?}", child.mv);
    }
    match expansion {
        Expansion::Over(value) => check_value(game, value, ply),
        Expansion::Decided { score, by } => {
            check_value(game, score, ply);
            assert!(legal.contains(&by), "the deciding move {by:?} is not legal: {game:?}");
            if score == G::HIGHEST {
                let undo = game.play(by);
                let value = match game.expand(1, &mut Moves::new()) {
                    Expansion::Over(value) | Expansion::Decided { score: value, .. } => value,
                    Expansion::Children => G::LOWEST,
                };
                game.undo(by, undo);
                assert_eq!(value, G::LOWEST, "{by:?} does not win: {game:?}");
            }
        }
        Expansion::Children => {}
    }
    // Values and ranks may depend on the distance from the root.
    assert_eq!(discriminant(&expansion), discriminant(&root_expansion), "`expand` at ply {ply}: {game:?}");
    if legal.is_empty() {
        assert!(matches!(expansion, Expansion::Over(_)), "`expand` does not report the end of the game: {game:?}");
    }
    let mut visited = Vec::new();
    if matches!(expansion, Expansion::Children) {
        assert!(!moves.is_empty(), "`expand` returned `Children` without listing any: {game:?}");
        for (i, child) in moves.iter().enumerate() {
            assert!(legal.contains(&child.mv), "{:?} is not legal: {game:?}", child.mv);
            assert!(!moves[..i].iter().any(|other| other.mv == child.mv), "{:?} is listed twice: {game:?}", child.mv);
            assert!(game.is_legal(child.mv), "`is_legal` rejects {:?}: {game:?}", child.mv);
            let at_root = root_moves.iter().any(|other| other.mv == child.mv);
            assert!(at_root, "{:?} is listed at ply {ply}, but not at the root: {game:?}", child.mv);
        }
        assert_eq!(moves.len(), root_moves.len(), "number of children at ply {ply}: {game:?}");
    }
    for &mv in &legal {
        visited.clear();
        game.keys_after(mv, |key| visited.push(key));
        let undo = game.play(mv);
        assert_eq!(*game, game.rebuilt(), "after {mv:?}");
        assert!(visited.is_empty() || visited == game.keys(), "`keys_after` is wrong for {mv:?}: {before:?}");
        game.undo(mv, undo);
        assert_eq!(*game, before, "undoing {mv:?} does not restore the position");
    }
}
