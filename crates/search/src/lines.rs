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
