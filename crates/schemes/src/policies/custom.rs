//! User-defined replacement schemes that are selected at run time.

use tt::{Decision, OnHit, Policy, Same, Worth};

use crate::uncompared::Uncompared;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Custom {
    name: &'static str,
    policy: Uncompared<&'static dyn Erased>,
}

impl Custom {
    /// Creates a custom scheme with a name. The memory of both is never freed.
    #[must_use]
    pub fn new<const W: usize>(name: impl Into<String>, policy: impl Policy<W> + Send + Sync + 'static) -> Self {
        Self { name: name.into().leak(), policy: Uncompared(Box::leak(Box::new(OfWidth(policy)))) }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Returns the number of slots of a bucket.
    #[must_use]
    pub fn width(self) -> usize {
        self.policy().width()
    }

    pub(crate) fn policy(self) -> &'static dyn Erased {
        self.policy.0
    }
}

/// [`Policy`] without generics. A bucket with as many residents as the [width](Self::width) is full.
pub(crate) trait Erased: Send + Sync {
    fn width(&self) -> usize;
    fn decide(&self, residents: &[Worth], candidate: Worth) -> Decision;
    fn same(&self, resident: Worth, candidate: Worth) -> Same;
    fn ages(&self, resident: Worth) -> bool;
    fn reads_move_index(&self) -> bool;
    fn on_hit(&self) -> OnHit;
}

/// A policy for buckets of `W` slots.
struct OfWidth<R, const W: usize>(R);

impl<const W: usize, R: Policy<W> + Send + Sync> Erased for OfWidth<R, W> {
    fn width(&self) -> usize {
        W
    }

    fn decide(&self, residents: &[Worth], candidate: Worth) -> Decision {
        match residents.try_into() {
            Ok(full) => self.0.victim(full, candidate),
            Err(_) => self.0.place(residents, candidate),
        }
    }

    fn same(&self, resident: Worth, candidate: Worth) -> Same {
        self.0.same(resident, candidate)
    }

    fn ages(&self, resident: Worth) -> bool {
        self.0.ages(resident)
    }

    fn reads_move_index(&self) -> bool {
        self.0.reads_move_index()
    }

    fn on_hit(&self) -> OnHit {
        self.0.on_hit()
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
        let policy = scheme.policy();
        assert_eq!((scheme.width(), Policy::<4>::on_hit(policy)), (4, OnHit::Refresh));
        assert!(Policy::<4>::reads_move_index(policy));
        assert_eq!(scheme.decide(&[worth; 3], worth), Decision::Replace(2));
        assert_eq!(scheme.decide(&[worth; 4], worth), Decision::Replace(3));
        assert_eq!(Policy::<4>::same(policy, worth, worth), Same::Keep);
        assert_eq!(Policy::<4>::same(policy, worth, Worth { depth: 4, ..worth }), Same::Overwrite);
        assert_eq!([3, 4].map(|depth| Policy::<4>::ages(policy, Worth { depth, ..worth })), [true, false]);
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
        assert!(Scheme::Custom(a).built_in().is_none());
    }
}
