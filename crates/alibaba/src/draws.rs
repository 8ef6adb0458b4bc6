//! What the rules about draws make of a position besides its pieces: the halfmove clock, and the positions of the game.

use chess::{EarlierPositions, Position};
use search::options::DRAW_KEYS;
use search::{ChosenOptions, DrawKey, SearchOption};

use super::options::DEAD_DRAWS;

/// The options of a program that plays: its scores respect the halfmove clock and the positions of the game
/// ([`DRAW_KEYS`](search::options::DRAW_KEYS)), and it knows that too little material is a draw
/// ([`DEAD_DRAWS`](crate::options::DEAD_DRAWS)).
///
/// ```
/// use alibaba::{Alibaba, Best, Playing};
/// use search::Search;
///
/// let mut table = tt::TwoBig1::<Best>::new("8K".parse()?)?;
/// for (clock, is_mate) in [(0, true), (98, false)] {
///     let position = chess::Position::from_fen(&format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 90"))?;
///     let mut game = Alibaba::new(position).with_options(Playing);
///     let outcome = Search::new(&mut game, &mut table).with_options(Playing).run(7);
///     assert_eq!(chess::mate_in(outcome.score).is_some(), is_mate);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playing;

impl ChosenOptions for Playing {
    #[inline(always)]
    fn has(self, option: SearchOption) -> bool {
        option == DRAW_KEYS || option == DEAD_DRAWS
    }

    #[inline(always)]
    fn key_seed(self) -> u64 {
        0
    }
}

/// How many plies below the horizon do not reset the clock: those of a quiescence search in which both sides are in
/// check by turns.
const FORCED: u32 = 10;

/// Returns what the rules about draws add to the key of a position if no line below it is longer than `reach` plies.
#[inline]
pub(super) fn draw_key(played: EarlierPositions, position: &Position, reach: u32) -> DrawKey {
    DrawKey { of_history: played.of_history(position), of_clock: EarlierPositions::of_clock(position, reach + FORCED) }
}
