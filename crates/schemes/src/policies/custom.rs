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
