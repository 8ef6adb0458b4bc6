//! Checks that a game keeps the promises of [`Game`]: for the tests of every game.

use std::fmt::Debug;
use std::mem::discriminant;

use zobrist::Numbers;

use crate::{Expansion, Game, Moves};

/// What a game has to offer beside [`Game`] to be checked.
///
/// ```
/// use search::conformance::{Subject, check};
/// use search::{Expansion, Game, Moves, Score, Whole};
/// use tt::Key;
///
/// /// Take one or two of a heap; who takes the last one wins.
/// #[derive(Clone, Debug, PartialEq)]
/// struct Heap(u8, [Key; 1]);
///
/// impl Heap {
///     fn of(stones: u8) -> Self {
///         Self(stones, [Key(u64::from(stones))])
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
/// #     fn whole(&self, _: usize) -> Whole { [self.0].into() }
/// #     fn play(&mut self, take: u8) { *self = Self::of(self.0 - take); }
/// #     fn undo(&mut self, take: u8, (): ()) { *self = Self::of(self.0 + take); }
/// #     fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion {
/// #         self.legal_moves().into_iter().for_each(|take| moves.push(take, 0));
/// #         if moves.is_empty() { Expansion::Over(-1) } else { Expansion::Children }
/// #     }
/// #     fn evaluate(&self) -> Score { 0 }
/// # }
///
/// check(&Heap::of(20), 10, 1);
/// ```
pub trait Subject: Game<Move: Debug> + Clone + PartialEq + Debug {
    /// Every legal move, forward cut-offs or not. None if the game is over.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// The same position, made from scratch without any incremental step.
    fn rebuilt(&self) -> Self;

    /// The position reflected as for key number `reflection`; 0 is the position itself.
    fn reflected(&self, reflection: usize) -> Self;
}

/// Plays `games` random games from `start` and checks every position on the way.
///
/// - Taking a move back restores everything.
/// - What is kept incrementally, the keys above all, equals what is computed from scratch.
/// - The keys of a reflected position are the keys of the position, permuted, its own first; the whole position is
///   encoded likewise.
/// - The children listed are legal and different, and there is a child unless the position is decided.
/// - Where a search may come below its root, the same children are listed as if it were the root.
/// - Nothing panics.
///
/// A game whose moves do not reach its key is found out at the first one:
///
/// ```should_panic
/// # use search::conformance::Subject;
/// # use search::{Expansion, Game, Moves, Score, Whole};
/// # use tt::Key;
/// #[derive(Clone, Debug, PartialEq)]
/// struct Heap(u8, [Key; 1]);
///
/// impl Game for Heap {
///     # type Move = u8;
///     # type Undo = ();
///     # fn keys(&self) -> &[Key] { &self.1 }
///     # fn whole(&self, _: usize) -> Whole { [self.0].into() }
///     # fn undo(&mut self, take: u8, (): ()) { self.0 += take; }
///     # fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion {
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
/// #     fn rebuilt(&self) -> Self { Self(self.0, [Key(u64::from(self.0))]) }
/// #     fn reflected(&self, _: usize) -> Self { self.clone() }
/// # }
///
/// search::conformance::check(&Heap(20, [Key(20)]), 1, 1);
/// ```
///
/// # Panics
///
/// Panics with the position at fault when a promise is broken.
pub fn check<G: Subject>(start: &G, games: u64, seed: u64) {
    for number in 0..games {
        let mut game = start.clone();
        let mut history = Vec::new();
        let dice = Numbers::<u64>::generate(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15), 1024);
        // A position that no search would come to can only be the root of one.
        let mut ply = 0;
        for die in &dice {
            check_position(&mut game, ply);
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[(die.0 % legal.len() as u64) as usize];
            ply = if game.is_legal(mv) { ply + 1 } else { 0 };
            let before = game.clone();
            let undo = game.play(mv);
            assert_ne!(game, before, "{mv:?} changes nothing");
            assert_eq!(game, game.rebuilt(), "after {mv:?}");
            history.push((mv, undo, before));
        }
        while let Some((mv, undo, before)) = history.pop() {
            game.undo(mv, undo);
            assert_eq!(game, before, "{mv:?} is not taken back");
        }
    }
}

fn check_position<G: Subject>(game: &mut G, ply: u32) {
    let before = game.clone();
    let keys = game.keys().to_vec();
    assert!(!keys.is_empty(), "no key: {game:?}");
    assert_eq!(keys, game.rebuilt().keys(), "incremental keys: {game:?}");

    for reflection in 0..keys.len() {
        let reflected = game.reflected(reflection);
        assert_eq!(reflected.keys()[0], keys[reflection], "key of reflection {reflection}: {game:?}");
        assert_eq!(reflected.whole(0), game.whole(reflection), "whole of reflection {reflection}: {game:?}");
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
    assert_eq!(*game, before, "expanding changes the position");
    // Values and ranks may depend on the distance from the root.
    assert_eq!(discriminant(&expansion), discriminant(&root_expansion), "{ply} plies from the root: {game:?}");
    if legal.is_empty() {
        assert!(matches!(expansion, Expansion::Over(_)), "the game is over: {game:?}");
    }
    let mut visited = Vec::new();
    if expansion == Expansion::Children {
        assert!(!moves.is_empty(), "children were announced and none listed: {game:?}");
        for (i, child) in moves.iter().enumerate() {
            assert!(legal.contains(&child.mv), "{:?} is not legal: {game:?}", child.mv);
            assert!(!moves[..i].iter().any(|other| other.mv == child.mv), "{:?} is listed twice: {game:?}", child.mv);
            assert!(game.is_legal(child.mv), "{:?} is not recognised as legal: {game:?}", child.mv);
            let at_root = root_moves.iter().any(|other| other.mv == child.mv);
            assert!(at_root, "{:?} is listed {ply} plies from the root, and not at the root: {game:?}", child.mv);
        }
        assert_eq!(moves.len(), root_moves.len(), "{ply} plies from the root: {game:?}");
    }
    for &mv in &legal {
        visited.clear();
        game.keys_after(mv, |key| visited.push(key));
        let undo = game.play(mv);
        assert_eq!(*game, game.rebuilt(), "after {mv:?}");
        assert!(visited.is_empty() || visited == game.keys(), "keys foretold for {mv:?}: {before:?}");
        game.undo(mv, undo);
        assert_eq!(*game, before, "{mv:?} is not taken back");
    }
}
