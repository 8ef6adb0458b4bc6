//! Moves that one threat of the opponent refutes together, so that they need no nodes.
//!
//! `best/packing.rs` contains the proof.

use search::{ChosenOptions, Observer};
use tt::Table;

use super::offer::Offer;
use super::packing;
use super::state::State;
use super::technique::Techniques;
use super::{FAR, Search};
use crate::rules::bitboard::Bitboard;

/// Threats are not looked for if at most this many moves are left, because it costs less to examine those.
const FEW: u32 = 1;

impl<S: Bitboard, T: Table<Payload = ()>, O: Observer, C: ChosenOptions> Search<S, T, O, C> {
    /// Returns those of the `moves` that no threat refutes. Looks for threats only if the player to move seems to lose.
    pub(super) fn not_refuted(&self, state: &State<S>, moves: S, offer: Offer, lacks: [u32; 2]) -> S {
        let (own, other) = (state.mover, 1 - state.mover);
        let techniques = self.settings.techniques;
        if !self.uses(Techniques::PACKING) || lacks[other] > FAR || lacks[other] > lacks[own] || moves.count() <= FEW {
            return moves;
        }
        let (view, empty) = (&self.views.of[other], state.empty[other]);
        // The moves as the opponent sees them: dominoes in rows, identified by their left squares.
        let mut left = self.views.of[own].turned_set(moves);
        packing::needed_squares(view, empty, false, offer, techniques, |squares| {
            left &= squares | view.across.before(squares);
        });
        let outlook = view.outlook(empty);
        let mut replies = outlook.moves & !outlook.safe_moves;
        while replies != S::NONE && left.count() > FEW {
            let reply = S::square(replies.lowest());
            let reply = reply | view.along.after(reply);
            packing::needed_squares(view, empty & !reply, true, offer, techniques, |squares| {
                let squares = squares | reply;
                left &= squares | view.across.before(squares);
            });
            replies = replies.without_lowest();
        }
        view.turned_set(left)
    }
}
