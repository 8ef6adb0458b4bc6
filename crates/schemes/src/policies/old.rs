//! Concept *Old*: prefer the oldest position.

use tt::Worth;
use tt::policies::Concept;

/// Always prefers the resident. This concept is a control for experiments, not for practical use.
///
/// ```
/// use schemes::policies::Old;
/// use tt::policies::Concept;
/// use tt::{Bound, Worth};
///
/// let worth = |depth, nodes| Worth { depth, nodes, age: 0, bound: Bound::Exact, ..Worth::default() };
/// assert!(!Old.prefers(worth(9, 900), worth(1, 1)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Old;

impl Concept for Old {
    #[inline]
    fn prefers(self, _: Worth, _: Worth) -> bool {
        false
    }
}
