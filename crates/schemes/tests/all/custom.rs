//! Schemes of other crates, which are selected at run time like ours.

use schemes::policies::Custom;
use schemes::{Scheme, TranspositionTable};
use tt::{Bound, Decision, Inspect, OnHit, Pages, Policy, Same, Size, TableError, Worth};

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
