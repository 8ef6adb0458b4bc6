//! The index of the best move, for policies that read it.

use crate::{Game, Search};

impl<G: Game, T, O, C> Search<'_, G, T, O, C> {
    /// Returns the number of moves that were searched before the best one, at most 127. The moves in `before` were
    /// searched before those of the list that starts at index `first`.
    #[cold]
    #[inline(never)]
    pub(crate) fn move_index(&mut self, best: Option<G::Move>, before: [Option<G::Move>; 3], first: usize) -> u8 {
        let mut index = 0;
        for (place, mv) in before.into_iter().enumerate() {
            let Some(mv) = mv.filter(|&mv| !before[..place].contains(&Some(mv)) && self.game.is_legal(mv)) else {
                continue;
            };
            if best == Some(mv) {
                return index;
            }
            index += 1;
        }
        let list = (first..self.moves.last()).filter_map(|place| self.moves.at(place).map(|child| child.mv));
        let place = list.filter(|&mv| !before.contains(&Some(mv))).position(|mv| best == Some(mv));
        place.map_or(0, |place| (usize::from(index) + place).min(127) as u8)
    }
}
