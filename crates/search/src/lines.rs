//! Lines of play that a search has found and follows again: principal variations, the refutation of each root move,
//! and what the table remembers of an ancestor.

use smallvec::SmallVec;

/// Moves to be played one after another.
pub type Line<M> = SmallVec<[M; 8]>;

/// What the search keeps of lines. It stays empty for a game that wants none.
#[derive(Clone, Debug)]
pub(crate) struct Lines<M> {
    /// By distance from the root: the best line found below the node that was searched there last.
    best: Vec<Line<M>>,
    /// For each root move the line that was found best after it, itself included (`[Akl and Newborn 1977]`).
    refutations: Vec<Line<M>>,
    /// By distance from the root: the line that the table knew of the position there.
    remembered: Vec<Line<M>>,
    /// By distance from the root: which lines lead to the position there.
    following: Vec<Following>,
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
        Self { best: Vec::new(), refutations: Vec::new(), remembered: Vec::new(), following: Vec::new() }
    }

    /// Begins a node: nothing has been found below it.
    pub(crate) fn enter(&mut self, ply: usize) {
        if self.best.len() <= ply {
            self.best.resize_with(ply + 1, Line::new);
            self.remembered.resize_with(ply + 1, Line::new);
            self.following.resize_with(ply + 1, Following::default);
        }
        self.best[ply].clear();
        self.remembered[ply].clear();
    }

    /// Notes what the table knows of the node.
    pub(crate) fn remember(&mut self, ply: usize, line: Line<M>) {
        self.remembered[ply] = line;
    }

    /// The move of the refutation table, and one that an ancestor's line suggests.
    pub(crate) fn suggestions(&self, ply: usize) -> (Option<M>, Option<M>) {
        let Following { refutation, remembered } = self.following[ply];
        let refutation = refutation.and_then(|root| self.refutations[root].get(ply));
        let remembered = remembered.and_then(|(at, next)| self.remembered[at].get(next));
        (refutation.copied(), remembered.copied())
    }

    /// Before `mv` is played at a node: which lines its child follows.
    pub(crate) fn descend(&mut self, ply: usize, mv: M) {
        let Following { refutation, remembered } = self.following[ply];
        let next = Following {
            refutation: if ply == 0 {
                self.refutations.iter().position(|line| line[0] == mv)
            } else {
                refutation.filter(|&root| self.refutations[root].get(ply) == Some(&mv))
            },
            // What the node itself is remembered by is fresher than what an ancestor is.
            remembered: if self.remembered[ply].is_empty() {
                let on_line = |&(at, next): &(usize, usize)| self.remembered[at].get(next) == Some(&mv);
                remembered.filter(on_line).map(|(at, next)| (at, next + 1))
            } else {
                (self.remembered[ply][0] == mv).then_some((ply, 1))
            },
        };
        if self.following.len() <= ply + 1 {
            self.following.push(next);
        } else {
            self.following[ply + 1] = next;
        }
    }

    /// `mv` is the best so far, followed by what was found best below it.
    pub(crate) fn found(&mut self, ply: usize, mv: M) {
        let (here, below) = self.best.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        if let Some(below) = below.first() {
            here[ply].extend_from_slice(below);
        }
    }

    /// The node ends with a score of the table, and with the line that goes with it.
    pub(crate) fn cut_off(&mut self, ply: usize) {
        let line = std::mem::take(&mut self.remembered[ply]);
        self.best[ply] = line;
    }

    /// A root move has been searched: what was found best after it refutes it.
    pub(crate) fn refute(&mut self, mv: M) {
        let mut line = Line::new();
        line.push(mv);
        if let Some(below) = self.best.get(1) {
            line.extend_from_slice(below);
        }
        match self.refutations.iter_mut().find(|known| known[0] == mv) {
            Some(known) => *known = line,
            None => self.refutations.push(line),
        }
    }

    /// The best line found at a node.
    pub(crate) fn best(&self, ply: usize) -> &[M] {
        self.best.get(ply).map_or(&[], |line| line)
    }
}
