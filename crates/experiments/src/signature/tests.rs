//! Tests of signatures.

use schemes::policies::Custom;
use tt::policies::{Concept, Deep, OneLevel, TwoLevel};
use tt::{Decision, OnHit, Policy, Same, Worth};

use super::*;
use crate::run::{self, Nodes};

/// DEEP where the resident wins a tie.
#[derive(Clone, Copy, Debug, Default)]
struct StrictlyDeep;

impl Concept for StrictlyDeep {
    fn prefers(self, candidate: Worth, resident: Worth) -> bool {
        candidate.depth > resident.depth
    }
}

/// Each search since a position was stored counts like `weight` plies less.
#[derive(Clone, Copy)]
struct Aging {
    weight: i32,
}

impl Policy<4> for Aging {
    fn victim(self, residents: &[Worth; 4], _: Worth) -> Decision {
        let value = |worth: Worth| i32::from(worth.depth) - self.weight * i32::from(worth.age);
        let victim = (0..residents.len()).min_by_key(|&slot| value(residents[slot]));
        victim.map_or(Decision::Keep, Decision::Replace)
    }
}

fn custom<const W: usize>(policy: impl Policy<W> + Send + Sync + 'static) -> Option<Scheme> {
    Some(Scheme::Custom(Custom::new("custom", policy)))
}

const WITH_TABLE: [SolverKind; 6] = [
    SolverKind::Domineering,
    SolverKind::DomineeringBest,
    SolverKind::Chess,
    SolverKind::ChessBest,
    SolverKind::ConnectFour,
    SolverKind::ConnectFourBest,
];

#[test]
fn another_tie_is_another_scheme_in_every_game() {
    for solver in WITH_TABLE {
        let signature = |scheme| of(solver, scheme).unwrap();
        assert_eq!(signature(custom(OneLevel(Deep))), signature(Some(Scheme::Deep)), "{solver}");
        assert_ne!(signature(custom(OneLevel(StrictlyDeep))), signature(Some(Scheme::Deep)), "{solver}");
        assert_ne!(signature(custom(TwoLevel(StrictlyDeep))), signature(Some(Scheme::TwoDeep)), "{solver}");
    }
}

#[test]
fn another_weight_is_another_scheme_in_every_game() {
    let signatures = |weight| WITH_TABLE.map(|solver| of(solver, custom(Aging { weight })).unwrap());
    let (one, two, four) = (signatures(1), signatures(2), signatures(4));
    assert_eq!(one, signatures(1));
    for i in 0..WITH_TABLE.len() {
        assert!(one[i] != two[i] && two[i] != four[i] && one[i] != four[i], "{}", WITH_TABLE[i]);
    }
}

#[test]
fn decisions_show_what_searches_may_not() {
    #[derive(Clone, Copy)]
    enum Small {
        OldAge,
        ThirdSlot,
        Same,
        OnHit,
    }
    #[derive(Clone, Copy)]
    struct Changed(Aging, Small);
    impl Policy<4> for Changed {
        fn victim(self, residents: &[Worth; 4], candidate: Worth) -> Decision {
            match self.1 {
                Small::OldAge if residents[0].age > 100 => Decision::Replace(0),
                _ => self.0.victim(residents, candidate),
            }
        }
        fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
            match self.1 {
                Small::ThirdSlot if residents.len() == 3 => Decision::Demote,
                _ => self.0.place(residents, candidate),
            }
        }
        fn same(self, resident: Worth, candidate: Worth) -> Same {
            let keeps = matches!(self.1, Small::Same) && candidate.nodes < resident.nodes;
            if keeps { Same::Keep } else { Same::Overwrite }
        }
        fn on_hit(self) -> OnHit {
            if matches!(self.1, Small::OnHit) { OnHit::Refresh } else { OnHit::Nothing }
        }
    }
    let aging = Aging { weight: 1 };
    let scheme = |policy| Scheme::Custom(Custom::new("custom", policy));
    let plain = decisions(Scheme::Custom(Custom::new("custom", aging)));
    for small in [Small::OldAge, Small::ThirdSlot, Small::Same, Small::OnHit] {
        assert_ne!(decisions(scheme(Changed(aging, small))), plain);
    }
}

#[test]
fn another_scheme_changes_no_signature_of_others() {
    let before = Signatures::all().unwrap();
    let scheme = scheme_list::register("one-more", Aging { weight: 3 }).unwrap();
    let after = Signatures::all().unwrap();
    let others = |signatures: &Signatures| {
        signatures.iter().filter(|(_, scheme, _)| scheme.is_none_or(|scheme| scheme.built_in().is_some())).collect()
    };
    let (before, of_others): (Vec<_>, Vec<_>) = (others(&before), others(&after));
    assert_eq!(before, of_others);
    assert_eq!(before.len(), WITH_TABLE.len() * (Scheme::ALL.len() + 1) + 2);
    assert_eq!(after.iter().filter(|one| one.1 == Some(scheme)).count(), WITH_TABLE.len());
    let values: BTreeSet<u64> = before.iter().map(|one| one.2).collect();
    assert_eq!(values.len(), before.len(), "each has its own");
    assert!(values.iter().all(|&signature| i64::try_from(signature).is_ok()));
}

/// An option has signatures of its own, which leaves those of plain searches as they are.
#[test]
fn options_have_signatures_of_their_own() {
    let text = "domineering board=6x7 first=vertical scheme=deep positions=8K parts=all seed=1";
    let plain: Cell = text.parse().unwrap();
    let with: Cell = text.replace("scheme=", "search=cut-off-only scheme=").parse().unwrap();
    let none: Cell = "domineering board=6x7 first=vertical search=mtd scheme=none parts=all seed=1".parse().unwrap();
    let signatures = Signatures::of([&plain, &with, &none]).unwrap();
    assert_eq!(signatures.get(&plain).unwrap(), of(SolverKind::Domineering, Some(Scheme::Deep)).unwrap());
    assert!(signatures.get(&none).is_some_and(|one| one != of(SolverKind::Domineering, None).unwrap()));
    assert_ne!(signatures.get(&with), signatures.get(&plain));
    assert_eq!(signatures.iter().count(), 1);
    assert_eq!(current(&with, 4711), 4711);
}

#[test]
fn the_best_solver_of_connect_four_has_a_signature_of_its_own_table() {
    let signature = of_best_connect_four().unwrap();
    assert_eq!(of_best_connect_four().unwrap(), signature);
    let of_rows = [None, Some(Scheme::Deep)].map(|scheme| of(SolverKind::ConnectFourBest, scheme).unwrap());
    assert!(!of_rows.contains(&signature));
    let nodes: Vec<u64> = team_solutions().map(|solution| solution.unwrap().nodes).collect();
    assert!(nodes.iter().all(|&nodes| nodes > 50) && nodes.iter().sum::<u64>() < 60_000, "{nodes:?}");
}

#[test]
fn searches_are_small_and_end() {
    let mut all = 0;
    for solver in SolverKind::ALL {
        let nodes = Nodes::default();
        for cell in without_table(solver).unwrap().into_iter().chain(with_table(solver, Scheme::Old).unwrap()) {
            assert!(run::run(&cell, 100_000, &nodes).unwrap().is_complete(), "{cell}");
        }
        all += nodes.so_far();
    }
    assert!(all < 300_000, "a sweep computes signatures before it begins, and they take {all} nodes");
}

#[test]
fn former_signatures_lead_to_one_another() {
    let cell = |scheme: &str| -> Cell {
        let text = format!("domineering board=6x7 first=vertical scheme={scheme} positions=8K parts=all seed=1");
        text.parse().unwrap()
    };
    let of_deep: Vec<_> = successors()
        .filter(|one| (one.0, one.1) == (SolverKind::Domineering, "deep"))
        .map(|one| (one.2, one.3))
        .collect();
    let (first, last) = (of_deep[0].0, of_deep[of_deep.len() - 1].1);
    assert_eq!(first, 1_143_471, "the nodes of domineering in the bench before there were signatures of rows");
    assert_eq!(current(&cell("deep"), first), last);
    assert_eq!(current(&cell("deep"), last), last);
    assert_ne!(current(&cell("new"), first), last);
    assert_eq!(current(&cell("deep"), 4711), 4711);
    let chess = |parts: &str| -> Cell {
        let text = "chess set=vsb-1994 game=1 depth=3 between=stamp line=1 scheme=deep positions=1K";
        format!("{text} parts={parts} seed=1").parse().unwrap()
    };
    for (parts, is_stale) in [("all", false), ("move", false), ("score", true), ("exact", true), ("bounds", true)] {
        assert_eq!(current(&chess(parts), 243_356) == 243_356, is_stale, "{parts}");
    }
    assert!(successors().all(|(_, scheme, old, new)| {
        old != new && (scheme == "none" || Scheme::ALL.iter().any(|known| known.name() == scheme))
    }));
}

/// If a scheme or a game was changed on purpose, the rows are run again (`testsets/recorded/README.md`). If no
/// count of a row has changed, for instance since a list of this file has, the lines that this test prints belong
/// at the end of `signature/successors.txt`.
#[test]
fn recorded_rows_are_of_this_version() {
    for recorded in ["full", "seeds"] {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsets/recorded");
        let store = crate::store::Store::open(&root.join(format!("{recorded}.rows"))).unwrap().unwrap();
        let cells = store.cells().unwrap();
        let signatures = Signatures::of(cells.iter().map(|(cell, _)| cell)).unwrap();
        let stale = cells.iter().filter(|(cell, signature)| !signatures.is_valid(cell, *signature));
        let line = |(cell, signature): &(Cell, u64)| {
            let (solver, scheme) = (SolverKind::of(cell), scheme_name(cell.scheme));
            format!("{solver} {scheme} {signature} {}\n", signatures.get(cell).unwrap_or_default())
        };
        let lines: BTreeSet<String> = stale.map(line).collect();
        assert!(lines.is_empty(), "{recorded}: {}", lines.into_iter().collect::<String>());
    }
}
