//! Proofs of the winner of a position without search.

use search::{ChosenOptions, Observer};
use tt::Table;

use super::packing;
use super::state::State;
use super::technique::Techniques;
use super::{FAR, Search};
use crate::rules::bitboard::Bitboard;

/// For a player who has just moved, a packing is tried only if the bands lack at most this many dominoes: it is tried
/// for every child, and seldom makes up for more.
const WORTH_PACKING: u32 = 1;

impl<S: Bitboard, T: Table<Payload = ()>, O: Observer, C: ChosenOptions> Search<S, T, O, C> {
    /// Returns whether the player to move wins, if a packing, bands or values prove it.
    pub(super) fn prove(&mut self, state: &State<S>, lacks: &mut [u32; 2]) -> Option<bool> {
        // A player who is to move wins more often than one who has just moved.
        let winner = [state.mover, 1 - state.mover].into_iter().find(|&player| self.is_proved(state, player, lacks));
        winner.map(|winner| winner == state.mover)
    }

    /// Returns whether a packing, bands or values prove that a player wins. `lacks` is what each player lacked for a
    /// proof before the last move, and is updated. A player who lacked much is assumed to lack one less.
    #[inline]
    pub(super) fn is_proved(&mut self, state: &State<S>, player: usize, lacks: &mut [u32; 2]) -> bool {
        let techniques = self.settings.techniques;
        let values = &mut self.knowledge.components.values;
        let is_mover = player == state.mover;
        if state.empty[0] == S::NONE {
            return values.is_win(state.value, state.mover) == is_mover;
        }
        if lacks[player] > FAR {
            lacks[player] -= 1;
            return false;
        }
        let (view, empty, offer) = (&self.views.of[player], state.empty[player], values.offer(state.value, player));
        let mut lack = u32::MAX;
        let mut may_pack = techniques.contains(Techniques::PACKING);
        // Bands prove more than packings, and in less time.
        if techniques.contains(Techniques::BANDS) {
            let bands = &mut self.knowledge.bands[if view.board.is_square() { 0 } else { player }];
            let gain = bands.gain(view, empty, offer, is_mover);
            lack = (i32::from(is_mover) - gain).max(0) as u32;
            may_pack &= lack > 0 && (is_mover || lack <= WORTH_PACKING);
        }
        if may_pack {
            lack = lack.min(packing::lack(view, empty, is_mover, offer, techniques));
        }
        lacks[player] = lack;
        lack == 0
    }
}
