//! Concept *Old*: prefer the oldest position.

use tt::Worth;
use tt::policies::Concept;

/// Always prefers the resident. This concept is a control for experiments, not for practical use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Old;

impl Concept for Old {
    #[inline]
    fn prefers(self, _: Worth, _: Worth) -> bool {
        false
    }
}
