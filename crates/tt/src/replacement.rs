//! The interface of replacement schemes, which decide which position to replace.

use crate::Worth;

/// The decision of a replacement scheme about a candidate whose entry holds other positions.
///
/// ```
/// use tt::{Bound, Decision, Replacement, Scheme, Worth};
///
/// let shallow = Worth { depth: 3, nodes: 40, age: 0, bound: Bound::EXACT };
/// let deep = Worth { depth: 8, ..shallow };
/// assert_eq!(Scheme::Deep.decide(&[deep], shallow), Decision::Keep);
/// assert_eq!(Scheme::Deep.decide(&[shallow], deep), Decision::Replace(0));
/// assert_eq!(Scheme::TwoDeep.decide(&[shallow, shallow], deep), Decision::Demote);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Keep the residents and do not store the candidate.
    Keep,
    /// Store the candidate in slot `i`, replacing any resident.
    ///
    /// `i` can be the number of residents, which is the index of the first free slot, if the entry is not full.
    Replace(usize),
    /// Store the candidate in the first slot and move every resident down by one slot. If the entry is full, the
    /// position in its last slot is lost. In an entry with one slot, the candidate replaces the resident.
    Demote,
}

/// A replacement scheme, which decides which positions of an entry survive a collision (`[Breuker 1998, 2.7.1]`).
///
/// A scheme sees only the [properties](Worth) of positions, not their keys, scores or moves. The table calls it only if
/// the entry holds at least one other position. If the entry is empty, the table stores the candidate without calling
/// the scheme.
///
/// ```
/// use tt::{Bound, Decision, Replacement, Worth};
///
/// /// Replaces an exact score only with another exact score, whatever the depths.
/// #[derive(Clone, Copy)]
/// struct PreferExact;
///
/// impl Replacement for PreferExact {
///     fn width(self) -> usize {
///         1
///     }
///
///     fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
///         let exact = |worth: Worth| worth.bound == Bound::EXACT;
///         if residents[0].stamped() || exact(candidate) || !exact(residents[0]) {
///             Decision::Replace(0)
///         } else {
///             Decision::Keep
///         }
///     }
/// }
///
/// let worth = |bound| Worth { depth: 3, nodes: 40, age: 0, bound };
/// let [lower, upper, exact] = [Bound::LOWER, Bound::UPPER, Bound::EXACT].map(worth);
/// assert_eq!(PreferExact.decide(&[exact], upper), Decision::Keep);
/// assert_eq!(PreferExact.decide(&[upper], lower), Decision::Replace(0));
///
/// let table = tt::TranspositionTable::<_, u16>::new("8K".parse()?, PreferExact)?;
/// assert_eq!(table.entries(), 8192);
/// # Ok::<(), tt::TableError>(())
/// ```
pub trait Replacement: Copy {
    /// Returns the number of positions per entry, a power of two of at most [`MAX_WIDTH`].
    fn width(self) -> usize;

    /// Decides what to do with `candidate`, whose entry holds `residents` in the order of their slots.
    ///
    /// There are between 1 and [`width`](Self::width) residents. None of them is the same position as the candidate.
    fn decide(self, residents: &[Worth], candidate: Worth) -> Decision;

    /// Returns whether `candidate` overwrites `resident`, the record of the same position. The default is true.
    #[inline]
    fn update(self, resident: Worth, candidate: Worth) -> bool {
        let _ = (resident, candidate);
        true
    }

    /// Returns the number of nodes that a cut-off by a stored position adds to the subtree size of its parent. `stored`
    /// is the subtree size of the stored position.
    ///
    /// The default is one node. BIGALL returns `stored`.
    #[inline]
    fn hit_size(self, stored: u32) -> u32 {
        let _ = stored;
        1
    }
}

/// A wrapper for a scheme that is chosen at run time, which makes its width known at compile time.
///
/// A table uses the width in every probe. With this wrapper, a search needs to be compiled only once for each width,
/// and its probes are as fast as with a scheme that is known at compile time.
///
/// ```
/// use tt::{OfWidth, Replacement, Scheme};
///
/// let scheme = Scheme::TwoDeep;
/// match scheme.width() {
///     1 => println!("{}", OfWidth::<1, _>::new(scheme).unwrap().width()),
///     _ => println!("{}", OfWidth::<2, _>::new(scheme).unwrap().width()),
/// }
/// assert!(OfWidth::<1, _>::new(scheme).is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OfWidth<const WIDTH: usize, R>(R);

impl<const WIDTH: usize, R: Replacement> OfWidth<WIDTH, R> {
    /// Wraps `scheme`, or returns `None` if its width is not `WIDTH`.
    pub fn new(scheme: R) -> Option<Self> {
        (scheme.width() == WIDTH).then_some(Self(scheme))
    }
}

impl<const WIDTH: usize, R: Replacement> Replacement for OfWidth<WIDTH, R> {
    #[inline]
    fn width(self) -> usize {
        WIDTH
    }

    #[inline(always)]
    fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
        self.0.decide(residents, candidate)
    }

    #[inline]
    fn update(self, resident: Worth, candidate: Worth) -> bool {
        self.0.update(resident, candidate)
    }

    #[inline]
    fn hit_size(self, stored: u32) -> u32 {
        self.0.hit_size(stored)
    }
}

/// The maximum number of positions per entry.
///
/// An entry of more than 64 bytes, such as one with 8 positions of 16 bytes, spans several cache lines.
/// [`Table::prefetch`](crate::Table::prefetch) only fetches the first of them, and a probe may have to wait for the
/// others. With positions of 16 bytes, an entry of up to 4 positions fits into one cache line.
pub const MAX_WIDTH: usize = 8;
