//! Lines of play: principal variations, the refutation table, and lines that the table has stored for ancestors of a
//! node.

use smallvec::SmallVec;

/// A sequence of moves.
pub type Line<M> = SmallVec<[M; 8]>;

/// The lines that the search maintains. It is empty for a game that does not keep lines.
#[derive(Clone, Debug)]
pub(crate) struct Variations<M> {
    /// The nodes on the current path, by distance from the root.
    nodes: Vec<NodeLines<M>>,
    /// The refutation table: for each root move, the best line that starts with it (`[Akl and Newborn 1977]`).
    refutations: Vec<Line<M>>,
}

/// The lines of the last node searched at a given distance from the root.
#[derive(Clone, Debug)]
struct NodeLines<M> {
    /// The best line found from the node.
    best: Vec<M>,
    /// The line that the table has stored for the position.
    remembered: Vec<M>,
    /// The known lines that lead to the position.
    following: Following,
}

/// The known lines that lead to a position, if any.
#[derive(Clone, Copy, Debug, Default)]
struct Following {
    /// The index of a refutation. The next move of the line is the one at index `ply`.
    refutation: Option<usize>,
    /// The distance from the root of the ancestor whose stored line leads here, and the index of the line's next move.
    remembered: Option<(usize, usize)>,
}

impl<M: Copy + PartialEq> Variations<M> {
    pub(crate) fn new() -> Self {
        Self { nodes: Vec::new(), refutations: Vec::new() }
    }

    /// Enters a node and clears its lines.
    pub(crate) fn enter(&mut self, ply: usize) {
        // `descend` also accesses the child of this node.
        if self.nodes.len() < ply + 2 {
            let empty = || NodeLines { best: Vec::new(), remembered: Vec::new(), following: Following::default() };
            self.nodes.resize_with(ply + 2, empty);
        }
        let node = &mut self.nodes[ply];
        node.best.clear();
        node.remembered.clear();
    }

    /// Sets the line that the table has stored for the node.
    pub(crate) fn remember(&mut self, ply: usize, line: &[M]) {
        self.nodes[ply].remembered.extend_from_slice(line);
    }

    /// Returns the move from the refutation table and the move from the stored line of an ancestor.
    pub(crate) fn suggestions(&self, ply: usize) -> (Option<M>, Option<M>) {
        let Following { refutation, remembered } = self.nodes[ply].following;
        let refutation = refutation.and_then(|root| self.refutations[root].get(ply));
        let remembered = remembered.and_then(|(at, next)| self.nodes[at].remembered.get(next));
        (refutation.copied(), remembered.copied())
    }

    /// Determines which lines the child after `mv` follows. Called before `mv` is played. With `killers`, a refutation
    /// is followed after other moves, too.
    pub(crate) fn descend(&mut self, ply: usize, mv: M, killers: bool) {
        let Following { refutation, remembered } = self.nodes[ply].following;
        self.nodes[ply + 1].following = Following {
            refutation: if ply == 0 {
                self.refutations.iter().position(|line| line[0] == mv)
            } else {
                refutation.filter(|&root| killers || self.refutations[root].get(ply) == Some(&mv))
            },
            // The line stored for the node itself takes precedence over that of an ancestor.
            remembered: match self.nodes[ply].remembered.first() {
                Some(&first) => (first == mv).then_some((ply, 1)),
                None => remembered
                    .filter(|&(at, next)| self.nodes[at].remembered.get(next) == Some(&mv))
                    .map(|(at, next)| (at, next + 1)),
            },
        };
    }

    /// Sets the best line of a node to `mv`, followed by the best line of the child.
    pub(crate) fn found(&mut self, ply: usize, mv: M) {
        let (here, below) = self.nodes.split_at_mut(ply + 1);
        let best = &mut here[ply].best;
        best.clear();
        best.push(mv);
        if let Some(below) = below.first() {
            best.extend_from_slice(&below.best);
        }
    }

    /// Sets the best line of a node to `mv` alone, which decides the node without a search.
    pub(crate) fn decided(&mut self, ply: usize, mv: M) {
        let best = &mut self.nodes[ply].best;
        best.clear();
        best.push(mv);
    }

    /// Sets the best line of a node to the line from the table, after a cut-off by the table.
    pub(crate) fn cut_off(&mut self, ply: usize) {
        let node = &mut self.nodes[ply];
        std::mem::swap(&mut node.best, &mut node.remembered);
    }

    /// Replaces the best line of a node.
    pub(crate) fn replace(&mut self, ply: usize, line: &[M]) {
        if let Some(node) = self.nodes.get_mut(ply) {
            node.best.clear();
            node.best.extend_from_slice(line);
        }
    }

    /// Updates the refutation of a root move after its search. If it is to stay `whole`, it is not replaced by its own
    /// beginning.
    pub(crate) fn refute(&mut self, mv: M, whole: bool) {
        let mut line = Line::new();
        line.push(mv);
        if let Some(below) = self.nodes.get(1) {
            line.extend_from_slice(&below.best);
        }
        match self.refutations.iter_mut().find(|known| known[0] == mv) {
            Some(known) if whole && known.starts_with(&line) => {}
            Some(known) => *known = line,
            None => self.refutations.push(line),
        }
    }

    /// Returns the best line found from a node.
    pub(crate) fn best(&self, ply: usize) -> &[M] {
        self.nodes.get(ply).map_or(&[], |node| &node.best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns lines whose moves are letters, with the nodes up to distance 3 entered.
    fn entered() -> Variations<char> {
        let mut lines = Variations::new();
        (0..=3).for_each(|ply| lines.enter(ply));
        lines
    }

    #[test]
    fn the_best_line_grows_from_its_end() {
        let mut lines = entered();
        assert_eq!((lines.best(0), lines.best(9)), (&[][..], &[][..]));
        for (ply, mv) in [(2, 'c'), (1, 'b'), (0, 'a')] {
            lines.found(ply, mv);
        }
        assert_eq!(lines.best(0), ['a', 'b', 'c']);
        assert_eq!(lines.best(1), ['b', 'c']);
        // A better move below another child does not change the line until that child is the best one.
        lines.enter(1);
        assert!(lines.best(1).is_empty(), "entering a node clears its line");
        lines.enter(2);
        lines.found(1, 'y');
        assert_eq!(lines.best(0), ['a', 'b', 'c']);
        lines.found(0, 'x');
        assert_eq!(lines.best(0), ['x', 'y']);
    }

    #[test]
    fn a_move_that_decides_ends_the_line() {
        let mut lines = entered();
        lines.found(2, 'c');
        lines.found(1, 'b');
        lines.decided(1, 'w');
        assert_eq!(lines.best(1), ['w']);
        lines.found(0, 'a');
        assert_eq!(lines.best(0), ['a', 'w']);
    }

    #[test]
    fn a_cut_off_by_the_table_ends_the_line_with_the_line_from_the_table() {
        let mut lines = entered();
        lines.remember(1, &['b', 'c']);
        lines.cut_off(1);
        assert_eq!(lines.best(1), ['b', 'c']);
        lines.found(0, 'a');
        assert_eq!(lines.best(0), ['a', 'b', 'c']);
        // The table may have a score without a move.
        lines.enter(1);
        lines.cut_off(1);
        lines.found(0, 'z');
        assert_eq!(lines.best(0), ['z']);
    }

    /// Returns the suggestions after `moves` from the root, if the table has no lines below the root.
    fn suggested_after(lines: &mut Variations<char>, moves: &[char]) -> (Option<char>, Option<char>) {
        for (ply, &mv) in moves.iter().enumerate() {
            if ply > 0 {
                lines.enter(ply);
            }
            lines.descend(ply, mv, false);
        }
        lines.enter(moves.len());
        lines.suggestions(moves.len())
    }

    #[test]
    fn each_root_move_keeps_its_refutation() {
        let mut lines = entered();
        assert_eq!(lines.suggestions(0), (None, None));
        for (root, reply, answer) in [('a', 'b', 'c'), ('x', 'y', 'z')] {
            lines.enter(1);
            lines.enter(2);
            lines.found(2, answer);
            lines.found(1, reply);
            lines.refute(root, false);
        }
        // The next iteration.
        lines.enter(0);
        for (moves, suggested) in [
            (&[][..], None),
            (&['a'], Some('b')),
            (&['x'], Some('y')),
            (&['q'], None),
            (&['a', 'b'], Some('c')),
            (&['x', 'y'], Some('z')),
            // After a different move, the line is no longer followed.
            (&['a', 'y'], None),
            (&['a', 'q', 'c'], None),
            (&['a', 'b', 'c'], None),
        ] {
            assert_eq!(suggested_after(&mut lines, moves), (suggested, None), "{moves:?}");
        }
        // Searching a root move again changes its refutation, but not those of other moves.
        lines.enter(1);
        lines.found(1, 'n');
        lines.refute('a', false);
        assert_eq!(suggested_after(&mut lines, &['a']).0, Some('n'));
        assert_eq!(suggested_after(&mut lines, &['a', 'b']).0, None);
        assert_eq!(suggested_after(&mut lines, &['x']).0, Some('y'));
        // A root move without a reply has no refutation.
        lines.enter(1);
        lines.refute('a', false);
        assert_eq!(suggested_after(&mut lines, &['a']), (None, None));
    }

    #[test]
    fn the_line_of_an_ancestor_is_followed_until_another_move_or_another_line() {
        let mut lines = entered();
        for (moves, suggested) in [
            (&['a'][..], Some('b')),
            (&['x'], None),
            (&['a', 'b'], Some('c')),
            (&['a', 'x'], None),
            (&['x', 'b'], None),
            (&['a', 'b', 'c'], None),
        ] {
            lines.enter(0);
            lines.remember(0, &['a', 'b', 'c']);
            assert_eq!(lines.suggestions(0), (None, None), "a node's own line is not an ancestor's");
            assert_eq!(suggested_after(&mut lines, moves), (None, suggested), "{moves:?}");
        }
        // The line stored for the node itself takes precedence.
        lines.descend(0, 'a', false);
        lines.enter(1);
        lines.remember(1, &['x', 'y']);
        lines.descend(1, 'b', false);
        assert_eq!(lines.suggestions(2), (None, None));
        lines.descend(1, 'x', false);
        assert_eq!(lines.suggestions(2), (None, Some('y')));
        // A line of one move has no suggestion for the child.
        lines.enter(1);
        lines.remember(1, &['x']);
        lines.descend(1, 'x', false);
        assert_eq!(lines.suggestions(2), (None, None));
    }

    #[test]
    fn other_readings_of_the_refutation_table() {
        let mut lines = entered();
        lines.found(2, 'c');
        lines.found(1, 'b');
        lines.refute('a', true);
        // The table cuts the line off.
        lines.enter(1);
        lines.found(1, 'b');
        lines.refute('a', true);
        assert_eq!(suggested_after(&mut lines, &['a', 'b']).0, Some('c'), "the line is whole");
        lines.refute('a', false);
        lines.enter(1);
        assert_eq!(suggested_after(&mut lines, &['a', 'b']).0, None);

        let mut lines = entered();
        lines.found(2, 'c');
        lines.found(1, 'b');
        lines.refute('a', false);
        lines.descend(0, 'a', true);
        lines.enter(1);
        lines.descend(1, 'x', true);
        lines.enter(2);
        assert_eq!(lines.suggestions(2).0, Some('c'), "after another move");
    }
}
