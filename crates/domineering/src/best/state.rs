//! Positions, as both players see them, and their keys.

use tt::Key;

use super::technique::Techniques;
use super::values::Value;
use super::view::View;
use crate::rules::bitboard::{Bitboard, Lanes};
use crate::{BoardSize, Player};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<S> {
    /// The empty squares, as Vertical and as Horizontal see them.
    pub(super) empty: [S; 2],
    /// The player to move: 0 is Vertical, 1 is Horizontal.
    pub(super) mover: usize,
    /// The value of components that have been taken off the board.
    pub(super) value: Value,
}

/// The views of both players, and the seed of the keys.
pub(super) struct Views<S> {
    pub(super) of: [View<S>; 2],
    seed: u64,
}

impl<S: Bitboard> Views<S> {
    pub(super) fn new(board: BoardSize, seed: u64) -> Self {
        Self { of: [View::new(board), View::new(board.transposed())], seed }
    }

    /// Returns the empty board.
    pub(super) fn start(&self, first: Player) -> State<S> {
        let all = S::below(self.of[0].board.squares());
        State { empty: [all; 2], mover: usize::from(first == Player::Horizontal), value: Value::ZERO }
    }

    /// Returns the position after a domino whose upper square, as the mover sees it, is `square`.
    #[inline]
    pub(super) fn after(&self, state: &State<S>, square: u32) -> State<S> {
        let (own, other) = (state.mover, 1 - state.mover);
        let columns = self.of[own].board.columns();
        let mut empty = state.empty;
        let domino = S::square(square);
        empty[own] ^= domino | domino << columns;
        let domino = S::square(self.of[own].turned(square));
        empty[other] ^= domino | domino << 1;
        State { empty, mover: other, value: state.value }
    }

    /// Returns the key of a position. Positions that are equivalent for the mover have the same key:
    ///
    /// - Reflected ones, and on a square board those that are turned with the players exchanged.
    /// - Those that differ in private squares. A run in one direction is private if no square of it has an empty
    ///   neighbour in the other direction: only one of the players can use it, for a fixed number of dominoes. All such
    ///   runs together are an integer, in the sense of combinatorial games, that is part of the key instead.
    #[inline]
    pub(super) fn key(&self, state: &State<S>, value: u64, techniques: Techniques) -> Key {
        let view = &self.of[state.mover];
        let mut empty = state.empty[state.mover];
        let mut net = 0;
        if techniques.contains(Techniques::PRIVATE) {
            let (own, their) = (private(empty, &view.along, &view.across), private(empty, &view.across, &view.along));
            empty = empty & !own & !their;
            net = room(own, &view.along) - room(their, &view.across);
        }
        if techniques.contains(Techniques::SYMMETRY) {
            empty = view.least_reflection(empty);
        }
        let side = if view.board.is_square() { 0 } else { state.mover as u64 };
        let [low, high] = empty.words();
        let mut hash = Key::mixed(self.seed ^ (i64::from(net) << 1) as u64 ^ side ^ value).0;
        if S::CAPACITY > 64 {
            hash = Key::mixed(hash ^ high).0;
        }
        Key::mixed(hash ^ low)
    }
}

/// Returns the squares of runs in `along` that have no neighbours in `across`.
#[inline]
fn private<S: Bitboard>(empty: S, along: &Lanes<S>, across: &Lanes<S>) -> S {
    let mut shared = empty & (across.after(empty) | across.before(empty));
    loop {
        let more = empty & (shared | along.after(shared) | along.before(shared));
        if more == shared {
            return empty & !shared;
        }
        shared = more;
    }
}

/// Returns the number of disjoint dominoes along the lanes for which the set has room.
#[inline]
fn room<S: Bitboard>(set: S, lanes: &Lanes<S>) -> i32 {
    if set == S::NONE { 0 } else { (set & !lanes.even_from_first(set)).count() as i32 }
}
