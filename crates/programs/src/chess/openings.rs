//! Random openings for games between programs.

use std::sync::atomic::AtomicBool;

use chess::{Keys, Position};
use schemes::Scheme;
use tt::{Key, Score, Size, TableError};

use super::versus::{Opening, SideProgram};
use super::{Analyser, AnalyserSettings};
use crate::options::SearchOptions;

/// The number of random moves.
const PLIES: usize = 8;

/// The greatest advantage of either player, in hundredths of a pawn.
const LEVEL: Score = 50;

/// The depth of the search that finds the advantage.
const DEPTH: u8 = 4;

/// Numbers of `SplitMix64`.
struct Random(u64);

impl Random {
    /// Returns a number below `below`.
    fn below(&mut self, below: usize) -> usize {
        let number = Key::mixed(self.0).0;
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((u128::from(number) * below as u128) >> 64) as usize
    }
}

/// Returns an opening of eight random legal moves, after which no player has an advantage of more than half a pawn in a
/// search to 4 plies. It depends on the seed alone; the keys of its position do not change it.
///
/// ```
/// use programs::chess::random_opening;
///
/// let [one, same, other] = [(1, 5), (1, 6), (2, 5)].map(|(seed, keys)| {
///     random_opening(seed, chess::Keys::new(keys)).expect("a small table is allocated")
/// });
/// assert_eq!((one.moves.len(), &one.moves), (8, &same.moves));
/// assert_ne!(one.moves, other.moves);
/// ```
///
/// # Errors
///
/// The table of the search cannot be allocated.
pub fn random_opening(seed: u64, keys: Keys) -> Result<Opening, TableError> {
    let start = Position::start_with(keys);
    let mut random = Random(Key::mixed(seed).0);
    let (program, scheme) = (SideProgram::Alibaba(SearchOptions::PLAIN), Some(Scheme::TwoDeep));
    let mut analyser = Analyser::new(AnalyserSettings { program, scheme, size: Size::Positions(4096), key_seed: 0 })?;
    loop {
        let mut position = Position::start();
        let mut moves = Vec::new();
        while moves.len() < PLIES {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(legal.len())];
            position.play(mv);
            moves.push(mv);
        }
        if is_level(&position, &mut analyser) {
            return Ok(Opening { start, moves });
        }
    }
}

/// Returns whether no player has an advantage, nor has mated.
fn is_level(position: &Position, analyser: &mut Analyser) -> bool {
    analyser.clear_table();
    let never = AtomicBool::new(false);
    let outcome = analyser.analyse(position, DEPTH, u64::MAX, &never, &mut |_, _, _, _| false).outcome;
    outcome.best.is_some() && outcome.score.abs() <= LEVEL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_below_their_limit() {
        let mut random = Random(7);
        let drawn: Vec<usize> = (0..1_000).map(|_| random.below(20)).collect();
        assert!((0..20).all(|number| (20..90).contains(&drawn.iter().filter(|&&one| one == number).count())));
    }
}
