//! Moves that one threat of the opponent refutes together, so that they need no nodes.
//!
//! `best/packing.rs` contains the proof.

use search::{ChosenOptions, Observer};
use tt::Table;

use super::packing;
use super::state::State;
use super::technique::Techniques;
use super::{FAR, Search};
use crate::bitboard::Bitboard;

impl<S: Bitboard, T: Table<Payload = ()>, O: Observer, C: ChosenOptions> Search<S, T, O, C> {
    /// Returns those of the `moves` that no threat refutes. Looks for threats only if the player to move seems to lose.
    pub(super) fn not_refuted(&self, state: &State<S>, mut moves: S, lacks: [u32; 2]) -> S {
        let (own, other) = (state.mover, 1 - state.mover);
        let techniques = self.settings.techniques;
        if !self.uses(Techniques::PACKING) || lacks[other] > FAR || lacks[other] > lacks[own] {
            return moves;
        }
        let (view, empty) = (&self.views.of[other], state.empty[other]);
        packing::needed_squares(view, empty, false, techniques, |squares| moves &= self.touching(squares, own));
        let outlook = view.outlook(empty);
        let mut replies = outlook.moves & !outlook.safe_moves;
        while replies != S::NONE && moves != S::NONE {
            let reply = S::square(replies.lowest());
            let reply = reply | view.along.after(reply);
            packing::needed_squares(view, empty & !reply, true, techniques, |squares| {
                moves &= self.touching(squares | reply, own);
            });
            replies = replies.without_lowest();
        }
        moves
    }

    /// Returns the dominoes of a player, by their upper squares, that cover one of these squares of the opponent's view.
    fn touching(&self, mut squares: S, player: usize) -> S {
        let opponent = &self.views.of[1 - player];
        let mut own = S::NONE;
        while squares != S::NONE {
            own |= S::square(opponent.turned(squares.lowest()));
            squares = squares.without_lowest();
        }
        own | self.views.of[player].along.before(own)
    }
}
