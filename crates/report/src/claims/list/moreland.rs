//! The page about the main transposition table `[Moreland 2001]`.

use schemes::Parts;

use super::thresholds::BELOW_ONE;
use super::{Claim, judgement};
use crate::claims::claim::claims;

pub(super) const CLAIMS: &[Claim] = claims! {
    "moreland-the-move-is-more-important", Moreland "A multi-purpose data structure" {
        quote: "Eliminating duplicate work is a fine feature of a transposition table, but in normal middlegame \
            positions, another use of the table is more important.",
        reading: "In middle games, the move alone needs fewer nodes than the score alone, on average \
            over the sizes. The other use is to search the stored move first.",
        note: "The thesis concludes the opposite (2.7.2): that the score is more important than the move.",
        would_change: "A search that orders moves by nothing but the move of the table: here, captures, refutations \
            and the history of moves order them, too.",
        experiments: ["thesis-fig-2.13"],
        beyond: ["sampled-middle-games-parts"],
        judge: |data| judgement::on_average(data.all().nodes_with_parts(Parts::MOVE, Parts::SCORE), BELOW_ONE),
    }
};
