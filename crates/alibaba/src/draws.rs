//! What the rules about draws make of a position besides its pieces: the halfmove clock, and the positions of the game.

use chess::{FIFTY_MOVES, Position};
use search::options::DRAW_KEYS;
use search::{ChosenOptions, DrawKey, SearchOption};
use tt::{Key, Score};

use super::mate::plies_to_mate;
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
///     assert_eq!(alibaba::mate_in(outcome.score).is_some(), is_mate);
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

/// What the search has to know of the game before the root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayedGame {
    /// The set of the positions whose next occurrence is a draw; 0 if there are none.
    repeated: u64,
    /// [`Position::plies`] of the root.
    plies: u32,
}

impl PlayedGame {
    pub(super) fn before(root: &Position) -> Self {
        Self { repeated: root.repeated(), plies: root.plies() }
    }

    #[inline]
    pub(super) fn draw_key(self, position: &Position, reach: u32) -> DrawKey {
        let clock = position.halfmove_clock();
        // After a capture or a pawn move, no position of the game can recur.
        let can_recur = self.repeated != 0 && clock > position.plies() - self.plies;
        DrawKey {
            of_history: if can_recur { self.repeated } else { 0 },
            of_clock: if clock + reach + FORCED >= FIFTY_MOVES { Key::mixed(u64::from(clock) + 1).0 } else { 0 },
        }
    }
}

/// Returns whether the mate that a score announces comes before the fifty-move rule ends the game; `None` if the score
/// announces no mate. A mate on the last ply counts.
#[inline]
pub(super) fn is_mate_in_time(position: &Position, score: Score) -> Option<bool> {
    plies_to_mate(score).map(|plies| position.halfmove_clock() as i32 + plies <= FIFTY_MOVES as i32)
}
