//! The search with a minimal window.

use std::ops::ControlFlow::{self, Break, Continue};

use num_traits::{PrimInt as _, Zero as _};
use search::Turns;
use tt::Bound;

use super::node::Node;
use super::resources::Resources;
use super::table::PositionKey;
use super::{Solver, dead};
use crate::slot::Bounds;
use crate::{Position, Shape};

/// Positions with at most this many free squares are looked up only when they are entered, and under keys that do not
/// recognize others with the same score, because searching such a position again costs less.
const FEW_FREE: u32 = 15;

impl<S: Shape, R: Resources<S::Bits>> Solver<S, R> {
    /// Determines whether the score is higher than `threshold`. Returns a lower bound of the score if it is, and an
    /// upper bound otherwise.
    pub(super) fn search(&mut self, node: &Node<S>, threshold: i32) -> i32 {
        if self.nodes == self.max_nodes && !self.take_more() || R::IN_TEAM && self.is_decided() {
            self.stopped = true;
            return 0;
        }
        self.nodes += 1;
        if node.lowest > threshold {
            return node.lowest;
        }
        if node.highest <= threshold {
            return node.highest;
        }
        let first = self.children.len();
        let (Break(score) | Continue(score)) = self.search_from(node, threshold, first);
        self.children.truncate(first);
        score
    }

    /// Does the same for a node that is not decided by its bounds. The children of the node are listed from `first`.
    #[inline(always)]
    fn search_from(&mut self, node: &Node<S>, threshold: i32, first: usize) -> ControlFlow<i32, i32> {
        // 1. Expand the node. If no move wins by force, a win takes at least two more moves.
        let free = node.position.free();
        let size_before = self.nodes + self.resources.added();
        let mut best = i32::MIN;
        let key = node.key;
        if free > FEW_FREE {
            // The bucket was prefetched when the node was listed, but searches of its siblings may have taken it out of
            // the cache. They are short if few squares are free.
            self.resources.prefetch(key);
        }
        self.expand(node, threshold, &mut best)?;
        let mut bounds = Bounds { lowest: node.lowest, highest: node.highest.min((free as i32 - 3) / 2), nodes: 0 };
        if bounds.highest <= threshold {
            return Break(bounds.highest);
        }

        // 2. Check whether claims decide the node or some of its children. Meanwhile, the bucket of the node is read.
        self.claim(first, threshold, &mut best)?;

        // 3. Probe the table for the node.
        if let Some(known) = self.resources.get(key) {
            bounds.lowest = bounds.lowest.max(known.lowest);
            bounds.highest = bounds.highest.min(known.highest);
            let is_above = bounds.lowest > threshold;
            if is_above || bounds.highest <= threshold {
                self.resources.cut_off(key, known.nodes.saturating_sub(1));
                return Break(if is_above { bounds.lowest } else { bounds.highest });
            }
        }

        // 4. Probe the table for the children.
        self.look_ahead(first, threshold, &mut best)?;
        if self.children.len() == first {
            return Break(best);
        }

        // 5. Search the children that are left, one after the other.
        let searched =
            if R::IN_TEAM { self.share(first, free as i32, threshold) } else { self.search_children(first, threshold) };
        if self.stopped {
            return Break(0);
        }
        best = best.max(searched);
        let found = if best > threshold {
            bounds.lowest = bounds.lowest.max(best);
            Bound::Lower
        } else {
            bounds.highest = bounds.highest.min(best);
            Bound::Upper
        };
        bounds.nodes = self.nodes + self.resources.added() - size_before;
        self.resources.put(key, &bounds, free, found);
        Continue(best)
    }

    /// Lists the children of a node after all forced moves. If the game is decided by then, the child is not listed: it
    /// decides the node, or its score is compared with `best`.
    #[inline(always)]
    fn expand(&mut self, node: &Node<S>, threshold: i32, best: &mut i32) -> ControlFlow<i32> {
        for i in 0..self.columns.len() {
            let square = node.moves & self.columns[i];
            if square.is_zero() {
                continue;
            }
            let mut child = node.after(square);
            // A stone below an own threat allows the opponent to occupy the threat.
            let gives_up_threat = !(node.own_threats & square.unsigned_shl(1)).is_zero();
            child.rank = child.their_threats.count_ones() as i32 - i32::from(gives_up_threat);
            match child.play_forced() {
                Some(score) if score > threshold => return Break(score),
                Some(score) => *best = (*best).max(score),
                None => self.children.push(child),
            }
        }
        Continue(())
    }

    /// Bounds the scores of the children by claims, sorts the children by descending rank, and prefetches their
    /// buckets.
    #[inline(always)]
    fn claim(&mut self, first: usize, threshold: i32, best: &mut i32) -> ControlFlow<i32> {
        let mut last = first;
        for i in first..self.children.len() {
            let child = &mut self.children[i];
            child.bound();
            if is_decided(child, threshold, best)? {
                continue;
            }
            let (position, rank) = (child.position, child.rank);
            self.children[i].key = self.prefetch(&position);
            let mut index = last;
            while index > first && self.children[index - 1].rank < rank {
                index -= 1;
            }
            if index < i {
                let child = self.children[i];
                self.children.copy_within(index..last, index + 1);
                self.children[index] = child;
            }
            last += 1;
        }
        self.children.truncate(last);
        if last == first { Break(*best) } else { Continue(()) }
    }

    /// Looks up the children in the table.
    #[inline]
    fn look_ahead(&mut self, first: usize, threshold: i32, best: &mut i32) -> ControlFlow<i32> {
        let mut last = first;
        for i in first..self.children.len() {
            let child = &mut self.children[i];
            if child.position.free() > FEW_FREE
                && let Some(known) = self.resources.get(child.key)
            {
                child.lowest = child.lowest.max(known.lowest);
                child.highest = child.highest.min(known.highest);
                let decided = is_decided(child, threshold, best);
                if decided != Continue(false) {
                    self.resources.cut_off(child.key, known.nodes);
                }
                if decided? {
                    continue;
                }
            }
            if last < i {
                self.children[last] = self.children[i];
            }
            last += 1;
        }
        self.children.truncate(last);
        Continue(())
    }

    /// Searches children until one is better than `threshold`. Returns the highest score.
    #[inline(always)]
    fn search_children(&mut self, first: usize, threshold: i32) -> i32 {
        let mut best = i32::MIN;
        for i in first..self.children.len() {
            let child = self.children[i];
            best = best.max(self.search_child(&child, threshold));
            if self.stopped || best > threshold {
                break;
            }
        }
        best
    }

    #[inline(always)]
    fn search_child(&mut self, child: &Node<S>, threshold: i32) -> i32 {
        if child.same_player { self.search(child, threshold) } else { -self.search(child, -threshold - 1) }
    }

    /// Searches children like [`search_children`](Self::search_children), but those that other threads are searching
    /// last.
    fn share(&mut self, first: usize, free: i32, threshold: i32) -> i32 {
        self.resources.reorder(free, &mut self.children[first + 1..]);
        if !self.resources.may_defer(free) {
            return self.search_children(first, threshold);
        }
        let mut best = i32::MIN;
        let mut turns = Turns::new(self.children.len() - first);
        while let Some(i) = turns.next(|i| self.resources.is_searched(self.children[first + i].key)) {
            let child = self.children[first + i];
            self.resources.begin(child.key);
            best = best.max(self.search_child(&child, threshold));
            self.resources.end(child.key);
            if self.stopped || best > threshold {
                break;
            }
        }
        best
    }

    /// Returns the key of a position and prefetches its bucket.
    #[inline]
    fn prefetch(&self, position: &Position<S>) -> PositionKey<S> {
        let key = self.key(position);
        self.resources.prefetch(key);
        key
    }

    /// Returns the key of a position. If many squares are free, it is also the key of the mirror image and of all
    /// positions that differ only in dead stones.
    #[inline]
    pub(super) fn key(&self, position: &Position<S>) -> PositionKey<S> {
        let bits = self.shape.bits();
        if position.free() <= FEW_FREE {
            return self.resources.key(position.key(), bits);
        }
        let code = dead::recolour(position) + position.occupied();
        let code = if self.symmetric { code.min(self.shape.mirrored(code)) } else { code };
        self.resources.key(code, bits)
    }
}

/// Returns whether a child is known to be no better than `threshold`, and raises `best` to its bound. If the child is
/// known to be better, it decides the node.
#[inline(always)]
fn is_decided<S: Shape>(child: &Node<S>, threshold: i32, best: &mut i32) -> ControlFlow<i32, bool> {
    let (lowest, highest) = child.bounds_in_parent();
    if lowest > threshold {
        return Break(lowest);
    }
    let is_decided = highest <= threshold;
    if is_decided {
        *best = (*best).max(highest);
    }
    Continue(is_decided)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::BoardSize;
    use crate::best::exhaustive::scores;

    /// Boards with more and with fewer free squares than [`FEW_FREE`].
    #[test]
    fn positions_with_the_same_key_have_the_same_score_and_number_of_free_squares() {
        for text in ["3x6", "6x3"] {
            let board: BoardSize = text.parse().unwrap();
            let mut solver = Solver::for_board(board, 10).unwrap();
            solver.symmetric = true;
            let scores = scores(board);
            let mut known = HashMap::new();
            let mut shared = [0; 2];
            for (&(own, occupied), &score) in &scores {
                let position = Position::from_stones(board, own, occupied);
                let found = (score, position.free());
                let first = *known.entry(solver.key(&position)).or_insert(found);
                assert_eq!(first, found, "{position:?}");
                shared[usize::from(position.free() > FEW_FREE)] += 1;
            }
            assert!(known.len() < scores.len() && shared.iter().all(|&positions| positions > 1), "{text}: {shared:?}");
        }
    }
}
