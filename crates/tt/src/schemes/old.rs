//! Concept *Old*: the first position examined is worth more.

use super::Concept;
use crate::Worth;

/// Prefers the resident, always; a control rather than a scheme to use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Old;

impl Concept for Old {
    #[inline]
    fn prefers(self, _: Worth, _: Worth) -> bool {
        false
    }
}
