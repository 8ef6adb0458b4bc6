//! Components that are taken off the board.
//!
//! A domino can cut off small components. Their values say all about them, so they leave the board and the position
//! keeps the canonical form of their sum instead. Components that cancel each other vanish, and positions whose
//! components look different but have equal values share a key. A move in such a component is an option of the sum.
//!
//! **Integers.** If the sum is an integer, it is as good as a strip of squares that only one player can use: all moves
//! in it are safe, and the search need not try them. Otherwise all options are tried. A player who can win by a move in
//! a component can also win by an option of the canonical form, or by another move on the board: a move that is
//! missing there is dominated by an option, or the opponent can reverse it.

use search::{ChosenOptions, Observer};
use tt::Table;

use super::components::SMALL;
use super::state::State;
use super::technique::Techniques;
use super::{EFFECTS, Search};
use crate::rules::bitboard::Bitboard;

/// Moves from this number on are options of the components that are off the board.
const FIRST_OPTION: u32 = 256;

/// The priority of options, before that of most squares.
const OPTION_PRIORITY: i32 = 40;

/// The effect of a move that changes nothing, as dominoes are ranked.
const NO_EFFECT: i32 = 6;

/// A component stays on the board if a player would have more options than this in the sum.
const MANY: usize = 48;

impl<S: Bitboard, T: Table<Payload = ()>, O: Observer, C: ChosenOptions> Search<S, T, O, C> {
    /// Ranks the moves in components that are off the board, by how much they change what both players are certain of.
    pub(super) fn rank_options(&self, state: &State<S>, ranked: &mut Vec<(i32, u32)>) {
        let values = &self.knowledge.components.values;
        let sum_for_mover = |value| values.certain(value, state.mover) - values.certain(value, 1 - state.mover);
        let before = sum_for_mover(state.value);
        for (number, &option) in (FIRST_OPTION..).zip(values.options(state.value, state.mover)) {
            let effect = NO_EFFECT + sum_for_mover(option) - before;
            ranked.push((-EFFECTS * effect - OPTION_PRIORITY, number));
        }
    }

    /// Returns the position after a move: the square of a domino, or the number of an option.
    #[inline]
    pub(super) fn after(&mut self, state: &State<S>, square: u32) -> State<S> {
        if square >= FIRST_OPTION {
            let options = self.knowledge.components.values.options(state.value, state.mover);
            let value = options[(square - FIRST_OPTION) as usize];
            return State { empty: state.empty, mover: 1 - state.mover, value };
        }
        let mut child = self.views.after(state, square);
        if self.uses(Techniques::VALUES) {
            let domino = state.empty[0] ^ child.empty[0];
            self.settle(&mut child, domino);
        }
        child
    }

    /// Takes the small components next to a domino, which has just been placed, off the board.
    #[inline]
    pub(super) fn settle(&mut self, state: &mut State<S>, domino: S) {
        let view = &self.views.of[0];
        let mut seeds = state.empty[0] & view.neighbours(domino);
        let mut settled = S::NONE;
        while seeds != S::NONE {
            let component = view.component(state.empty[0], S::square(seeds.lowest()), SMALL);
            seeds &= !component;
            if component.count() <= SMALL {
                let value = self.knowledge.components.value_of_component(view, component);
                let values = &mut self.knowledge.components.values;
                let sum = values.sum(state.value, value);
                if [0, 1].iter().all(|&player| values.options(sum, player).len() <= MANY) {
                    (settled, state.value) = (settled | component, sum);
                }
            }
        }
        if settled != S::NONE {
            state.empty[0] ^= settled;
            state.empty[1] ^= view.turned_set(settled);
        }
    }
}
