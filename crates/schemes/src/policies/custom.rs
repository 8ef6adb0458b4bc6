//! User-defined replacement schemes that are selected at run time.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use tt::{Decision, OnHit, Policy, Same, Worth};

/// A user-defined replacement scheme with a name, for [`Scheme::Custom`](crate::Scheme::Custom).
///
/// Two custom schemes are equal if their names are equal.
///
/// ```
/// use schemes::policies::Custom;
/// use schemes::Scheme;
/// use tt::{Bound, Decision, Policy, Worth};
///
/// /// Keeps the position with the smaller subtree.
/// #[derive(Clone, Copy)]
/// struct Small;
///
/// impl Policy<1> for Small {
///     fn victim(self, [resident]: &[Worth; 1], candidate: Worth) -> Decision {
///         if candidate.nodes <= resident.nodes { Decision::Replace(0) } else { Decision::Keep }
///     }
/// }
///
/// let scheme = Scheme::Custom(Custom::new("small", Small));
/// assert_eq!((scheme.to_string(), scheme.width()), ("small".to_owned(), 1));
/// let resident = Worth { depth: 8, nodes: 40, age: 0, bound: Bound::Exact, ..Worth::default() };
/// assert_eq!(scheme.decide(&[resident], Worth { nodes: 39, ..resident }), Decision::Replace(0));
/// ```
#[derive(Clone, Copy)]
pub struct Custom(&'static dyn Erased);

impl Custom {
    /// Creates a custom scheme with a name. The memory of both is never freed.
    #[must_use]
    pub fn new<const W: usize>(name: impl Into<String>, policy: impl Policy<W> + Send + Sync + 'static) -> Self {
        Self(Box::leak(Box::new(Named { name: name.into(), policy })))
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns the number of slots of a bucket.
    #[must_use]
    pub fn width(self) -> usize {
        self.0.width()
    }

    pub(crate) fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
        self.0.decide(residents, candidate)
    }

    pub(crate) fn same(self, resident: Worth, candidate: Worth) -> Same {
        self.0.same(resident, candidate)
    }

    pub(crate) fn ages(self, resident: Worth) -> bool {
        self.0.ages(resident)
    }

    pub(crate) fn reads_move_index(self) -> bool {
        self.0.reads_move_index()
    }

    pub(crate) fn on_hit(self) -> OnHit {
        self.0.on_hit()
    }
}

/// [`Policy`] without generics.
trait Erased: Send + Sync {
    fn name(&self) -> &str;
    fn width(&self) -> usize;
    fn decide(&self, residents: &[Worth], candidate: Worth) -> Decision;
    fn same(&self, resident: Worth, candidate: Worth) -> Same;
    fn ages(&self, resident: Worth) -> bool;
    fn reads_move_index(&self) -> bool;
    fn on_hit(&self) -> OnHit;
}

struct Named<R, const W: usize> {
    name: String,
    policy: R,
}

impl<const W: usize, R: Policy<W> + Send + Sync> Erased for Named<R, W> {
    fn name(&self) -> &str {
        &self.name
    }

    fn width(&self) -> usize {
        W
    }

    fn decide(&self, residents: &[Worth], candidate: Worth) -> Decision {
        match residents.try_into() {
            Ok(full) => self.policy.victim(full, candidate),
            Err(_) => self.policy.place(residents, candidate),
        }
    }

    fn same(&self, resident: Worth, candidate: Worth) -> Same {
        self.policy.same(resident, candidate)
    }

    fn ages(&self, resident: Worth) -> bool {
        self.policy.ages(resident)
    }

    fn reads_move_index(&self) -> bool {
        self.policy.reads_move_index()
    }

    fn on_hit(&self) -> OnHit {
        self.policy.on_hit()
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
    use tt::{Bound, Inspect, Pages, Size, TableError};

    use super::*;
    use crate::{Scheme, TranspositionTable};

    #[derive(Clone, Copy)]
    struct Odd;

    impl<const W: usize> Policy<W> for Odd {
        fn victim(self, _: &[Worth; W], _: Worth) -> Decision {
            Decision::Replace(W - 1)
        }

        fn place(self, residents: &[Worth], _: Worth) -> Decision {
            Decision::Replace(residents.len() - 1)
        }

        fn same(self, resident: Worth, candidate: Worth) -> Same {
            if resident.depth < candidate.depth { Same::Overwrite } else { Same::Keep }
        }

        fn ages(self, resident: Worth) -> bool {
            resident.depth == 3
        }

        fn reads_move_index(self) -> bool {
            true
        }

        fn on_hit(self) -> OnHit {
            OnHit::Refresh
        }
    }

    #[test]
    fn every_call_reaches_the_scheme() {
        let scheme = Scheme::Custom(Custom::new::<4>("odd", Odd));
        let worth = Worth { depth: 3, nodes: 5, age: 0, bound: Bound::Exact, ..Worth::default() };
        assert_eq!((scheme.width(), scheme.reads_pv_or_move_index(), scheme.on_hit()), (4, true, OnHit::Refresh));
        assert_eq!(scheme.decide(&[worth; 3], worth), Decision::Replace(2));
        assert_eq!(scheme.decide(&[worth; 4], worth), Decision::Replace(3));
        assert_eq!(scheme.same(worth, worth), Same::Keep);
        assert_eq!(scheme.same(worth, Worth { depth: 4, ..worth }), Same::Overwrite);
        assert!(scheme.ages(worth) && !scheme.ages(Worth { depth: 4, ..worth }));
    }

    #[test]
    fn custom_schemes_can_be_shared() {
        fn shared<const W: usize>() -> Result<u64, TableError> {
            let (size, scheme) = (Size::Positions(64 * W as u64), Scheme::Custom(Custom::new::<W>("odd", Odd)));
            TranspositionTable::<u16>::shared(size, scheme, Pages::Default).map(|table| table.capacity())
        }
        let all = [shared::<1>(), shared::<2>(), shared::<3>(), shared::<4>(), shared::<8>()];
        assert_eq!(all.map(Result::unwrap), [1, 2, 3, 4, 8].map(|width| 64 * width));
        assert!(matches!(shared::<5>(), Err(TableError::Unfit { .. })));
    }

    #[test]
    fn custom_schemes_are_compared_by_name() {
        let [a, also_a] = [Custom::new::<1>("a", Odd), Custom::new::<2>("a", Odd)];
        let b = Custom::new::<1>("b", Odd);
        assert!(a == also_a && a < b);
        assert!(Scheme::ALL.iter().all(|&scheme| scheme < Scheme::Custom(a) && scheme.built_in().is_some()));
        assert_eq!(Scheme::Custom(a).built_in(), None);
    }
}
