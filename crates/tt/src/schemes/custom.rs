//! User-defined replacement schemes that are selected at run time.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::{Decision, Replacement, Worth};

/// A user-defined replacement scheme with a name, for [`Scheme::Custom`](crate::Scheme::Custom).
///
/// Two custom schemes are equal if their names are equal.
///
/// ```
/// use tt::schemes::Custom;
/// use tt::{Bound, Decision, Replacement, Scheme, Worth};
///
/// /// Keeps the position with the smaller subtree.
/// #[derive(Clone, Copy)]
/// struct Small;
///
/// impl Replacement for Small {
///     fn width(self) -> usize {
///         1
///     }
///
///     fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
///         if candidate.nodes <= residents[0].nodes { Decision::Replace(0) } else { Decision::Keep }
///     }
/// }
///
/// let scheme = Scheme::Custom(Custom::new("small", Small));
/// assert_eq!(scheme.to_string(), "small");
/// let resident = Worth { depth: 8, nodes: 40, age: 0, bound: Bound::EXACT };
/// assert_eq!(scheme.decide(&[resident], Worth { nodes: 39, ..resident }), Decision::Replace(0));
/// ```
#[derive(Clone, Copy)]
pub struct Custom(&'static dyn Erased);

impl Custom {
    /// Creates a custom scheme with a name. The memory of both is never freed.
    #[must_use]
    pub fn new(name: impl Into<String>, scheme: impl Replacement + Send + Sync + 'static) -> Self {
        Self(Box::leak(Box::new(Named { name: name.into(), scheme })))
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

impl Replacement for Custom {
    fn width(self) -> usize {
        self.0.width()
    }

    fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
        self.0.decide(residents, candidate)
    }

    fn update(self, resident: Worth, candidate: Worth) -> bool {
        self.0.update(resident, candidate)
    }

    fn hit_size(self, stored: u32) -> u32 {
        self.0.hit_size(stored)
    }
}

/// A type-erased [`Replacement`] with a name.
trait Erased: Send + Sync {
    fn name(&self) -> &str;
    fn width(&self) -> usize;
    fn decide(&self, residents: &[Worth], candidate: Worth) -> Decision;
    fn update(&self, resident: Worth, candidate: Worth) -> bool;
    fn hit_size(&self, stored: u32) -> u32;
}

struct Named<R> {
    name: String,
    scheme: R,
}

impl<R: Replacement + Send + Sync> Erased for Named<R> {
    fn name(&self) -> &str {
        &self.name
    }

    fn width(&self) -> usize {
        self.scheme.width()
    }

    fn decide(&self, residents: &[Worth], candidate: Worth) -> Decision {
        self.scheme.decide(residents, candidate)
    }

    fn update(&self, resident: Worth, candidate: Worth) -> bool {
        self.scheme.update(resident, candidate)
    }

    fn hit_size(&self, stored: u32) -> u32 {
        self.scheme.hit_size(stored)
    }
}

impl PartialEq for Custom {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Custom {}

impl PartialOrd for Custom {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Custom {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl Hash for Custom {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Custom").field(&self.name()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bound, Scheme};

    /// Overrides every default of the trait.
    #[derive(Clone, Copy)]
    struct Odd(usize);

    impl Replacement for Odd {
        fn width(self) -> usize {
            self.0
        }

        fn decide(self, residents: &[Worth], _: Worth) -> Decision {
            Decision::Replace(residents.len() - 1)
        }

        fn update(self, resident: Worth, candidate: Worth) -> bool {
            resident.depth < candidate.depth
        }

        fn hit_size(self, stored: u32) -> u32 {
            stored + 7
        }
    }

    #[test]
    fn every_call_reaches_the_scheme() {
        let scheme = Scheme::Custom(Custom::new("odd", Odd(4)));
        let worth = Worth { depth: 3, nodes: 5, age: 0, bound: Bound::EXACT };
        assert_eq!((scheme.width(), scheme.hit_size(1)), (4, 8));
        assert_eq!(scheme.decide(&[worth; 3], worth), Decision::Replace(2));
        assert!(!scheme.update(worth, worth) && scheme.update(worth, Worth { depth: 4, ..worth }));
    }

    #[test]
    fn custom_schemes_are_compared_by_name() {
        let [a, also_a, b] = [("a", 1), ("a", 2), ("b", 1)].map(|(name, width)| Custom::new(name, Odd(width)));
        assert!(a == also_a && a < b);
        assert!(Scheme::ALL.iter().all(|&scheme| scheme < Scheme::Custom(a) && scheme.built_in().is_some()));
        assert_eq!(Scheme::Custom(a).built_in(), None);
    }
}
