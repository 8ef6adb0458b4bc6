//! Proofs of the winner of a position without search.

use search::{ChosenOptions, Observer};
use tt::Table;

use super::packing;
use super::state::State;
use super::technique::Techniques;
use super::{FAR, Search};
use crate::bitboard::Bitboard;

impl<S: Bitboard, T: Table<Payload = ()>, O: Observer, C: ChosenOptions> Search<S, T, O, C> {
    /// Returns whether the player to move wins, if a packing, bands or values prove it. `lacks` is what each player
    /// lacked for a proof before the last move, and is updated. A player who lacked much is assumed to lack one less.
    #[inline]
    pub(super) fn prove(&mut self, state: &State<S>, lacks: &mut [u32; 2]) -> Option<bool> {
        let techniques = self.settings.techniques;
        let (has_packing, has_bands) = (self.uses(Techniques::PACKING), self.uses(Techniques::BANDS));
        if state.empty[0] == S::NONE {
            return Some(self.knowledge.components.values.is_win(state.value, state.mover));
        }
        if !has_packing && !has_bands {
            return None;
        }
        let offers = self.knowledge.components.values.offers(state.value);
        // A player who is to move wins more often than one who has just moved.
        for player in [state.mover, 1 - state.mover] {
            if lacks[player] > FAR {
                lacks[player] -= 1;
                continue;
            }
            let is_mover = player == state.mover;
            let (view, empty, offer) = (&self.views.of[player], state.empty[player], offers[player]);
            let mut lack = u32::MAX;
            // Bands prove more than packings, and in less time.
            if has_bands {
                let bands = &mut self.knowledge.bands[if view.board.is_square() { 0 } else { player }];
                let gain = (bands.offer(view, empty) + offer).gain(is_mover);
                lack = (i32::from(is_mover) - gain).max(0) as u32;
            }
            if lack > 0 && has_packing {
                lack = lack.min(packing::lack(view, empty, is_mover, offer, techniques));
            }
            lacks[player] = lack;
            if lack == 0 {
                return Some(is_mover);
            }
        }
        None
    }
}
