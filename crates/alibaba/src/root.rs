//! The order of the moves at the root, which the sources describe in part: "the root moves are also ordered during the
//! iterative-deepening search processes" (`[Breuker 1998, 2.5.1]`).

use std::cmp::Reverse;

use chess::Move;
use search::ChosenOptions;
use tt::Score;

use super::options;

/// What the search has learnt about the moves of the root.
#[derive(Clone, Debug, Default)]
pub(super) struct RootMoves {
    /// The moves that were best, the most recent first.
    best: Vec<Move>,
    /// The moves of the previous iteration in the order of an option.
    previous: Vec<Searched>,
    /// The moves of the present iteration in the order in which they were first searched.
    present: Vec<Searched>,
}

/// A move of the root that an iteration has searched.
#[derive(Clone, Copy, Debug)]
struct Searched {
    mv: Move,
    /// The value of its latest search.
    score: Score,
    /// The nodes of all its searches.
    nodes: u64,
}

impl RootMoves {
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    pub(super) fn found_best(&mut self, mv: Move) {
        self.best.retain(|&known| known != mv);
        self.best.insert(0, mv);
    }

    pub(super) fn searched(&mut self, mv: Move, score: Score, nodes: u64) {
        match self.present.iter_mut().find(|known| known.mv == mv) {
            Some(known) => (known.score, known.nodes) = (score, known.nodes + nodes),
            None => self.present.push(Searched { mv, score, nodes }),
        }
    }

    /// Orders the moves of the iteration that has ended. Moves with equal scores or nodes keep their order. An
    /// iteration that the table ended at the root has no moves, and changes nothing.
    pub(super) fn begin_iteration(&mut self, options: impl ChosenOptions) {
        if self.present.is_empty() {
            return;
        }
        self.previous = std::mem::take(&mut self.present);
        self.sort(options.has(options::ROOT_BY_SCORE));
    }

    /// One sort for both keys: it is compiled once, and not for every type of options.
    fn sort(&mut self, by_score: bool) {
        let key = |searched: &Searched| if by_score { searched.score.into() } else { searched.nodes as i64 };
        self.previous.sort_by_key(|searched| Reverse(key(searched)));
    }

    /// Returns the place of a move among those that come first, or `None` if its place is that of any other node.
    pub(super) fn place(&self, mv: Move, options: impl ChosenOptions) -> Option<usize> {
        if options.has(options::ROOT_BY_SCORE) || options.has(options::ROOT_BY_SIZE) {
            if self.best.first() == Some(&mv) {
                return Some(0);
            }
            return self.previous.iter().position(|known| known.mv == mv).map(|place| place + 1);
        }
        self.best.iter().position(|&known| known == mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;
    use options::AlibabaOptions;
    use search::Plain;

    /// Returns the order of the first four moves of the start position after an iteration that searched three of them.
    /// The last of these was the best.
    fn order(options: impl ChosenOptions) -> Vec<usize> {
        let moves = &Position::start().legal_moves()[..4];
        let mut root = RootMoves::default();
        root.begin_iteration(options);
        for (index, score, nodes) in [(1, 10, 40), (2, 10, 30), (3, 30, 50), (2, 10, 30)] {
            root.searched(moves[index], score, nodes);
        }
        root.found_best(moves[3]);
        // The second time, there is nothing new.
        root.begin_iteration(options);
        root.begin_iteration(options);
        let mut order: Vec<_> = (0..4).collect();
        order.sort_by_key(|&index| root.place(moves[index], options).unwrap_or(usize::MAX));
        root.forget();
        assert!(moves.iter().all(|&mv| root.place(mv, options).is_none()));
        order
    }

    #[test]
    fn root_moves_are_ordered_by_what_the_previous_iteration_found() {
        assert_eq!(order(Plain), [3, 0, 1, 2], "the best move, and the others as they are listed");
        let order_with = |option| order(AlibabaOptions::find(option).unwrap());
        assert_eq!(order_with("root-by-score"), [3, 1, 2, 0], "equal scores in the order in which they were searched");
        assert_eq!(order_with("root-by-size"), [3, 2, 1, 0], "the nodes of both searches are added");
    }
}
