//! Hits by what they are good for: an exact value, a lower or an upper bound that ends the node, or none of them.

use tt::{Bound, Key, Score};

use crate::{Hit, ObservedPosition, Observer};

/// Look-ups, counted by what the search did with the record that was found.
///
/// The fields from `shallow` to `upper` are disjoint: together they are the look-ups of nodes that found a record.
/// `transpositions` are cut-offs by the record of a child, which is looked up before the child is entered.
///
/// ```
/// use search::Cutoffs;
///
/// let cutoffs = Cutoffs { exact: 1, lower: 5, upper: 3, transpositions: 2, loose: 4, ..Cutoffs::default() };
/// assert_eq!((cutoffs.by_bounds(), cutoffs.total()), (8, 11));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cutoffs {
    /// Records without a score that the node can use: they are too shallow, or only their move is known.
    pub shallow: u64,
    /// Records that are deep enough, whose bound is inside the window.
    pub loose: u64,
    /// Nodes that an exact value ended.
    pub exact: u64,
    /// Nodes that a lower bound ended: it reached beta.
    pub lower: u64,
    /// Nodes that an upper bound ended: it did not exceed alpha.
    pub upper: u64,
    /// Nodes that the upper bound or exact value of a child ended, by the options
    /// [`etc-1`](crate::options::ETC_1) to [`etc-3`](crate::options::ETC_3).
    pub transpositions: u64,
}

impl Cutoffs {
    /// Returns the nodes that a bound of their own record ended.
    #[must_use]
    pub fn by_bounds(&self) -> u64 {
        self.lower + self.upper
    }

    /// Returns all nodes that the table ended.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.exact + self.by_bounds() + self.transpositions
    }
}

/// The look-up that was observed last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Last {
    /// No record was found, or it was counted.
    #[default]
    Nothing,
    /// The record of the node.
    Own { bound: Bound, is_enough: bool, reaches: bool },
    /// The record of a child.
    OfChild,
    /// That of a node at the horizon or below, which is not counted.
    Leaf,
}

/// Counts [`Cutoffs`] as an observer.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs.inc")); }
/// # use nim::Nim;
/// use search::{CutoffCounter, Search, Statistics};
/// use tt::TwoBig1;
///
/// let mut table = TwoBig1::<()>::new("64".parse()?)?;
/// let mut both = (CutoffCounter::default(), Statistics::default());
/// Search::new(&mut Nim::new(21), &mut table).observed_by(&mut both).run(21);
/// let cutoffs = both.0.cutoffs();
/// assert_eq!(cutoffs.total(), both.1.cutoffs);
/// assert_eq!(cutoffs.total() + cutoffs.shallow + cutoffs.loose, both.1.hits);
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CutoffCounter {
    cutoffs: Cutoffs,
    ply: u32,
    depth: u8,
    window: (Score, Score),
    /// Whether the next look-up is that of a node, and not of a child.
    is_announced: bool,
    last: Last,
    omits_leaves: bool,
}

impl CutoffCounter {
    /// Creates a counter of the nodes above the horizon: those with a depth of at least one ply.
    #[must_use]
    pub fn above_horizon() -> Self {
        Self { omits_leaves: true, ..Self::default() }
    }

    /// Returns the counts.
    #[must_use]
    pub fn cutoffs(&self) -> Cutoffs {
        let mut counter = *self;
        counter.settle();
        counter.cutoffs
    }

    /// Counts a record that did not end its node.
    fn settle(&mut self) {
        match std::mem::take(&mut self.last) {
            Last::Own { bound, is_enough: true, .. } if bound != Bound::None => self.cutoffs.loose += 1,
            Last::Own { .. } => self.cutoffs.shallow += 1,
            Last::Nothing | Last::OfChild | Last::Leaf => {}
        }
    }
}

impl Observer for CutoffCounter {
    fn will_look_up(&mut self, ply: u32, depth: u8, window: (Score, Score)) {
        self.settle();
        (self.ply, self.depth, self.window) = (ply, depth, window);
        self.is_announced = true;
    }

    fn look_up<P: ObservedPosition>(&mut self, _: &P, _: &[Key], found: Option<&Hit>) {
        self.settle();
        let is_announced = std::mem::take(&mut self.is_announced);
        let Some(hit) = found else { return };
        if !is_announced {
            self.last = Last::OfChild;
            return;
        }
        if self.omits_leaves && self.depth == 0 {
            self.last = Last::Leaf;
            return;
        }
        let score = P::score_from_table(hit.record.score, self.ply);
        let bound = hit.record.bound;
        let reaches = bound.decides(score, self.window);
        self.last = Last::Own { bound, is_enough: hit.record.depth >= self.depth, reaches };
    }

    fn cutoff(&mut self) {
        let counted = match std::mem::take(&mut self.last) {
            Last::Leaf => return,
            Last::OfChild => &mut self.cutoffs.transpositions,
            Last::Own { bound: Bound::Exact, .. } | Last::Nothing => &mut self.cutoffs.exact,
            // If the observed record is not the one, there is a second one with the other bound.
            Last::Own { bound, is_enough, reaches } if (bound == Bound::Lower) == (is_enough && reaches) => {
                &mut self.cutoffs.lower
            }
            Last::Own { .. } => &mut self.cutoffs.upper,
        };
        *counted += 1;
    }
}
