//! What a search passes to the table about a result, for policies that use it.

use tt::Hints;

use crate::{Game, Search};

impl<G: Game, T, O, C> Search<'_, G, T, O, C> {
    /// Returns what a policy may want to know about a result: when its move was searched, and whether the window was
    /// open. The moves in `before` were searched before those of the list that starts at index `first`.
    #[cold]
    #[inline(never)]
    pub(crate) fn hints(
        &mut self,
        best: Option<G::Move>,
        before: [Option<G::Move>; 3],
        first: usize,
        is_open: bool,
    ) -> Hints {
        let mut index = 0;
        for (place, mv) in before.into_iter().enumerate() {
            let Some(mv) = mv.filter(|&mv| !before[..place].contains(&Some(mv)) && self.game.is_legal(mv)) else {
                continue;
            };
            if best == Some(mv) {
                return Hints::new(index, is_open);
            }
            index += 1;
        }
        let list = (first..self.moves.last()).filter_map(|place| self.moves.at(place).map(|child| child.mv));
        let place = list.filter(|&mv| !before.contains(&Some(mv))).position(|mv| best == Some(mv));
        Hints::new(place.map_or(0, |place| index + place), is_open)
    }
}
