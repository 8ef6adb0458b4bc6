//! The question that every replacement scheme answers: which position has to go?

use crate::Worth;

/// What becomes of a candidate that finds other positions in its entry.
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
    /// The residents stay and the candidate is not stored.
    Keep,
    /// The candidate takes place `i`; whatever was there is lost.
    ///
    /// `i` may be the number of residents, which is the first free place, if the entry has one.
    Replace(usize),
    /// The candidate takes the first place and every resident moves one place down; the last place of a full entry
    /// is lost. In an entry of one place that is the resident's, so the candidate replaces it.
    Demote,
}

/// A replacement scheme: chooses which positions of an entry survive a collision (`[Breuker 1998, 2.7.1]`).
///
/// A scheme sees what positions are [worth](Worth), never what they are: no key, no score, no move. It is asked only
/// when the entry holds at least one *other* position; a position that finds its entry empty is stored at once.
///
/// ```
/// use tt::{Bound, Decision, Replacement, Worth};
///
/// /// Gives up an exact score only for another one, whatever the depths.
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
    /// Number of positions per entry: a power of two, at most [`MAX_WIDTH`].
    fn width(self) -> usize;

    /// Decides what happens to `candidate`, whose entry holds `residents`, the first place first.
    ///
    /// There are between 1 and [`width`](Self::width) residents, none of them the candidate's position.
    fn decide(self, residents: &[Worth], candidate: Worth) -> Decision;

    /// Whether a position that is stored already is overwritten by what is newly known of it.
    #[inline]
    fn update(self, resident: Worth, candidate: Worth) -> bool {
        let _ = (resident, candidate);
        true
    }

    /// What a cut-off by a stored position adds to the size of the subtree above it, when that position's own subtree
    /// had `stored` nodes: one node, unless the scheme counts otherwise as BIGALL does.
    #[inline]
    fn hit_size(self, stored: u32) -> u32 {
        let _ = stored;
        1
    }
}

/// A scheme whose width is known at compile time though the scheme is not.
///
/// A table asks for the width at every probe. Where the scheme is chosen at run time, wrap it: the code for each width
/// is then as fast as for a single scheme, and there are few widths.
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
    /// Wraps `scheme`, if its width is `WIDTH`.
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

/// The most positions that an entry can have.
///
/// An entry of more than 64 bytes, such as one of 8 positions of 16 bytes, spans several cache lines:
/// [`Table::prefetch`](crate::Table::prefetch) fetches the first of them, and a probe may wait for the others. With 16
/// bytes a position, widths up to 4 stay within a line.
pub const MAX_WIDTH: usize = 8;
