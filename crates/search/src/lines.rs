//! Lines of play that a search has found and follows again: principal variations, the refutation of each root move,
//! and what the table remembers of an ancestor.

use smallvec::SmallVec;

/// Moves to be played one after another.
pub type Line<M> = SmallVec<[M; 8]>;

/// What the search keeps of lines. It stays empty for a game that wants none.
#[derive(Clone, Debug)]
pub(crate) struct Lines<M> {
    /// By distance from the root.
    nodes: Vec<Node<M>>,
    /// For each root move the line that was found best after it, itself included (`[Akl and Newborn 1977]`).
    refutations: Vec<Line<M>>,
}

/// What is known of the node that was searched last at some distance from the root.
#[derive(Clone, Debug)]
struct Node<M> {
    /// The best line found below it.
    best: Vec<M>,
    /// The line that the table knew of the position.
    remembered: Vec<M>,
    /// Which lines lead to the position.
    following: Following,
}

/// Which lines lead to a position, if any.
#[derive(Clone, Copy, Debug, Default)]
struct Following {
    /// The refutation of this root move, which goes on with its move of number `ply`.
    refutation: Option<usize>,
    /// The line remembered at this distance from the root, which goes on with its move of that number.
    remembered: Option<(usize, usize)>,
}

impl<M: Copy + PartialEq> Lines<M> {
    pub(crate) fn new() -> Self {
        Self { nodes: Vec::new(), refutations: Vec::new() }
    }

    /// Begins a node: nothing has been found below it.
    pub(crate) fn enter(&mut self, ply: usize) {
        // A node says which lines its child follows.
        if self.nodes.len() < ply + 2 {
            let unknown = || Node { best: Vec::new(), remembered: Vec::new(), following: Following::default() };
            self.nodes.resize_with(ply + 2, unknown);
        }
        let node = &mut self.nodes[ply];
        node.best.clear();
        node.remembered.clear();
    }

    /// Notes what the table knows of the node.
    pub(crate) fn remember(&mut self, ply: usize, line: &[M]) {
        self.nodes[ply].remembered.extend_from_slice(line);
    }

    /// The move of the refutation table, and one that an ancestor's line suggests.
    pub(crate) fn suggestions(&self, ply: usize) -> (Option<M>, Option<M>) {
        let Following { refutation, remembered } = self.nodes[ply].following;
        let refutation = refutation.and_then(|root| self.refutations[root].get(ply));
        let remembered = remembered.and_then(|(at, next)| self.nodes[at].remembered.get(next));
        (refutation.copied(), remembered.copied())
    }

    /// Before `mv` is played at a node: which lines its child follows.
    pub(crate) fn descend(&mut self, ply: usize, mv: M) {
        let Following { refutation, remembered } = self.nodes[ply].following;
        self.nodes[ply + 1].following = Following {
            refutation: if ply == 0 {
                self.refutations.iter().position(|line| line[0] == mv)
            } else {
                refutation.filter(|&root| self.refutations[root].get(ply) == Some(&mv))
            },
            // What the node itself is remembered by is fresher than what an ancestor is.
            remembered: match self.nodes[ply].remembered.first() {
                Some(&first) => (first == mv).then_some((ply, 1)),
                None => remembered
                    .filter(|&(at, next)| self.nodes[at].remembered.get(next) == Some(&mv))
                    .map(|(at, next)| (at, next + 1)),
            },
        };
    }

    /// `mv` is the best so far, followed by what was found best below it.
    pub(crate) fn found(&mut self, ply: usize, mv: M) {
        let (here, below) = self.nodes.split_at_mut(ply + 1);
        let best = &mut here[ply].best;
        best.clear();
        best.push(mv);
        if let Some(below) = below.first() {
            best.extend_from_slice(&below.best);
        }
    }

    /// `mv` decides the node, so that nothing below it was searched.
    pub(crate) fn decided(&mut self, ply: usize, mv: M) {
        let best = &mut self.nodes[ply].best;
        best.clear();
        best.push(mv);
    }

    /// The node ends with a score of the table, and with the line that goes with it.
    pub(crate) fn cut_off(&mut self, ply: usize) {
        let node = &mut self.nodes[ply];
        std::mem::swap(&mut node.best, &mut node.remembered);
    }

    /// A root move has been searched: what was found best after it refutes it.
    pub(crate) fn refute(&mut self, mv: M) {
        let mut line = Line::new();
        line.push(mv);
        if let Some(below) = self.nodes.get(1) {
            line.extend_from_slice(&below.best);
        }
        match self.refutations.iter_mut().find(|known| known[0] == mv) {
            Some(known) => *known = line,
            None => self.refutations.push(line),
        }
    }

    /// The best line found at a node.
    pub(crate) fn best(&self, ply: usize) -> &[M] {
        self.nodes.get(ply).map_or(&[], |node| &node.best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of moves that are letters, at a root and its descendants to distance 3.
    fn entered() -> Lines<char> {
        let mut lines = Lines::new();
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
        // A better move below another child leaves the line as it is, until that child is better, too.
        lines.enter(1);
        assert!(lines.best(1).is_empty(), "of a node that is entered nothing is known");
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
    fn a_cut_off_by_the_table_ends_the_line_with_what_the_table_knows() {
        let mut lines = entered();
        lines.remember(1, &['b', 'c']);
        lines.cut_off(1);
        assert_eq!(lines.best(1), ['b', 'c']);
        lines.found(0, 'a');
        assert_eq!(lines.best(0), ['a', 'b', 'c']);
        // The table may know a score and no move.
        lines.enter(1);
        lines.cut_off(1);
        lines.found(0, 'z');
        assert_eq!(lines.best(0), ['z']);
    }

    /// What is suggested after `moves` from the root, none of which the table knows more about.
    fn suggested_after(lines: &mut Lines<char>, moves: &[char]) -> (Option<char>, Option<char>) {
        for (ply, &mv) in moves.iter().enumerate() {
            if ply > 0 {
                lines.enter(ply);
            }
            lines.descend(ply, mv);
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
            lines.refute(root);
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
            // Whoever leaves the line does not come back to it.
            (&['a', 'y'], None),
            (&['a', 'q', 'c'], None),
            (&['a', 'b', 'c'], None),
        ] {
            assert_eq!(suggested_after(&mut lines, moves), (suggested, None), "{moves:?}");
        }
        // A root move that is searched again has a new refutation, and the others keep theirs.
        lines.enter(1);
        lines.found(1, 'n');
        lines.refute('a');
        assert_eq!(suggested_after(&mut lines, &['a']).0, Some('n'));
        assert_eq!(suggested_after(&mut lines, &['a', 'b']).0, None);
        assert_eq!(suggested_after(&mut lines, &['x']).0, Some('y'));
        // A root move without a reply has no refutation.
        lines.enter(1);
        lines.refute('a');
        assert_eq!(suggested_after(&mut lines, &['a']), (None, None));
    }

    #[test]
    fn the_line_of_an_ancestor_is_followed_until_it_is_left_or_the_table_knows_better() {
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
            assert_eq!(lines.suggestions(0), (None, None), "the line of the node itself is not that of an ancestor");
            assert_eq!(suggested_after(&mut lines, moves), (None, suggested), "{moves:?}");
        }
        // What the table knows of the node is fresher.
        lines.descend(0, 'a');
        lines.enter(1);
        lines.remember(1, &['x', 'y']);
        lines.descend(1, 'b');
        assert_eq!(lines.suggestions(2), (None, None));
        lines.descend(1, 'x');
        assert_eq!(lines.suggestions(2), (None, Some('y')));
        // A line of one move says nothing of the child.
        lines.enter(1);
        lines.remember(1, &['x']);
        lines.descend(1, 'x');
        assert_eq!(lines.suggestions(2), (None, None));
    }
}
