//! Every kind of claim, judged by made-up rows.

use domineering::Winner;
use tt::{Scheme, Statistics};

use super::*;
use crate::samples::{definition, row};
use experiments::cell::Cell;
use experiments::row::{Ending, Searched};

const W: Option<Winner> = Some(Winner::First);
use Verdict::{Agrees, Differs, NotSearched, Undecided};

/// What was measured, without what is wanted.
fn bare(evidence: &str) -> String {
    evidence.split(" (claimed").next().unwrap_or_default().to_owned()
}

#[test]
fn what_is_wanted_is_said() {
    let text = |least, most| words(Region { least, most }, 1.0, "");
    assert_eq!(words(Region::default(), 1.0, ""), "less than 1");
    assert_eq!((text(0.0, 0.5).as_str(), text(0.95, 1.05).as_str()), ("at most 0.5", "0.95 to 1.05"));
    assert_eq!(words(Region { least: 0.21, most: 1.0 }, 100.0, " %"), "21 to 100 %");
    assert_eq!(text(1.0, f64::INFINITY), "at least 1");
}

fn figure(rows: &[(&str, &str, u64, bool)]) -> Vec<(Verdict, String)> {
    let rows: Vec<Row> = rows
        .iter()
        .map(|(scheme, size, nodes, whole)| {
            let cell =
                format!("domineering board=6x7 first=vertical scheme={scheme} positions={size} parts=all seed=1");
            row(&cell, *nodes, W.filter(|_| *whole))
        })
        .collect();
    let definition = definition("thesis-fig-2.12");
    judge(&definition, &rows, &|_| Vec::new())
        .unwrap()
        .into_iter()
        .map(|one| (one.verdict, bare(&one.evidence)))
        .collect()
}

#[test]
fn schemes_are_compared_where_both_were_searched() {
    let found = figure(&[
        ("two-big1", "8K", 50, true),
        ("two-deep", "8K", 40, true),
        ("big1", "8K", 100, true),
        ("deep", "8K", 200, true),
        ("deep", "4K", 10, true),
        ("new", "8K", 10, false),
    ]);
    assert_eq!(found[0], (Agrees, "0.316 times the nodes; 4 comparisons, none contradicts it".into()));
    assert_eq!(found[1], (Differs, "1.250 times the nodes; 1 comparison, 1 contradicts it".into()));
    assert_eq!(found[2].0, Agrees);
    assert_eq!(
        found[3],
        (Differs, "twice the table size needs 20.000 times the nodes; 1 step, 1 contradicts it".into())
    );
}

#[test]
fn no_rows_decide_nothing() {
    assert!(figure(&[]).iter().all(|(verdict, _)| *verdict == NotSearched));
    assert!(figure(&[("new", "8K", 10, true)]).iter().all(|(verdict, _)| *verdict == NotSearched));
}

/// What becomes of a claim by these rows, and by others in another experiment.
fn decided(check: Check, beside: Option<Beside>, rows: &[Row], others: &[Row]) -> (Verdict, String) {
    let mut definition = definition("thesis-fig-2.9");
    definition.claims.truncate(1);
    definition.claims[0] =
        Claim { check, depths: vec![7], deepest: false, positions: Vec::new(), beside, ..definition.claims[0].clone() };
    let judged = judge(&definition, rows, &|_| others.to_vec()).unwrap();
    (judged[0].verdict, bare(&judged[0].evidence))
}

/// A run of chess, with the nodes of six positions.
fn run(scheme: &str, size: &str, depth: u8, nodes: [u64; 6]) -> Row {
    let cell = format!(
        "chess set=vsb-1994 game=1 depth={depth} between=stamp line=1 scheme={scheme} positions={size} parts=all \
         seed=1"
    );
    let searched = |(position, nodes)| Searched { position, depth, nodes, score: 0 };
    Row {
        ending: Ending::Searched((0..).zip(nodes).map(searched).collect()),
        statistics: Statistics { hits: 100, cutoffs: 60, ..Statistics::default() },
        guided: 1,
        ..row(&cell, nodes.iter().sum(), None)
    }
}

/// Rows of chess at 7 ply, by scheme, size and the nodes of six positions.
fn chess(check: Check, rows: &[(&str, &str, [u64; 6])]) -> (Verdict, String) {
    let rows: Vec<Row> = rows.iter().map(|&(scheme, size, nodes)| run(scheme, size, 7, nodes)).collect();
    decided(check, None, &rows, &[])
}

fn fewer(ratio: Region) -> Check {
    Check::Nodes { schemes: vec![Some(Scheme::TwoBig1)], than: vec![Some(Scheme::Deep)], ratio, mostly: false }
}

#[test]
fn an_interval_decides() {
    let even = [100; 6];
    let verdict =
        |ours: [u64; 6], region: Region| chess(fewer(region), &[("two-big1", "8K", ours), ("deep", "8K", even)]);
    let less = Region::default();
    let (found, evidence) = verdict([90, 91, 92, 93, 94, 95], less);
    assert_eq!(found, Agrees, "{evidence}");
    assert!(
        evidence.starts_with("0.925 [0.9") && evidence.ends_with("1 comparison, none contradicts it"),
        "{evidence}"
    );
    assert_eq!(verdict([110, 111, 112, 113, 114, 115], less).0, Differs);
    assert_eq!(verdict([80, 80, 80, 120, 120, 119], less).0, Undecided);
    let alike = Region { least: 0.95, most: 1.05 };
    assert_eq!(verdict([99, 100, 101, 100, 99, 100], alike).0, Agrees);
    assert_eq!(verdict([80, 80, 80, 80, 80, 80], alike).0, Differs);
    assert_eq!(verdict([99, 150, 101, 100, 99, 100], alike).0, Undecided, "the interval is wide");
}

#[test]
fn places_that_disagree_leave_it_open() {
    let (low, high, even) = ([50; 6], [110; 6], [100; 6]);
    let rows = [("two-big1", "8K", low), ("deep", "8K", even), ("two-big1", "16K", high), ("deep", "16K", even)];
    let (verdict, evidence) = chess(fewer(Region::default()), &rows);
    assert_eq!((verdict, evidence.ends_with("2 comparisons, 1 contradicts it")), (Undecided, true), "{evidence}");
}

#[test]
fn shares_and_spreads_are_measured() {
    let rows = [("two-big1", "8K", [100; 6]), ("deep", "8K", [120; 6]), ("old", "8K", [110; 6])];
    let spread = |least, most| chess(Check::Spread(Region { least, most }), &rows);
    assert_eq!(
        spread(0.15, 0.25),
        (Agrees, "the worst scheme needs 20.0 [20.0, 20.0] % more nodes than the best".into())
    );
    assert_eq!(spread(0.0, 0.1).0, Differs);
    let cutoffs = chess(Check::Cutoffs(Region { least: 0.4, most: 0.7 }), &rows);
    assert_eq!(cutoffs, (Agrees, "60.0 to 60.0 % of the hits; within the claimed range in 3 of 3 runs".into()));
    assert_eq!(chess(Check::Guided(Region { least: 0.0, most: 0.001 }), &rows).0, NotSearched);
}

#[test]
fn most_places_are_counted() {
    let (low, high, even) = ([50; 6], [110; 6], [100; 6]);
    let rows = [
        ("two-big1", "8K", low),
        ("deep", "8K", even),
        ("two-big1", "16K", low),
        ("deep", "16K", even),
        ("two-big1", "32K", high),
        ("deep", "32K", even),
    ];
    let mostly = |schemes, than| Check::Nodes { schemes, than, ratio: Region::default(), mostly: true };
    let (one, other) = (vec![Some(Scheme::TwoBig1)], vec![Some(Scheme::Deep)]);
    let (verdict, evidence) = chess(mostly(one.clone(), other.clone()), &rows);
    assert_eq!((verdict, evidence.starts_with("in 2 [2, 2] of 3 comparisons; ")), (Agrees, true), "{evidence}");
    assert_eq!(chess(mostly(other, one), &rows).0, Differs);
}

#[test]
fn every_step_to_a_larger_table_can_be_asked_for() {
    let rows = [("deep", "8K", [100; 6]), ("deep", "16K", [50; 6]), ("deep", "32K", [51; 6])];
    let doubling = |each| Check::Doubling { schemes: Vec::new(), ratio: Region::default(), each };
    assert_eq!(chess(doubling(false), &rows).0, Agrees);
    let (verdict, evidence) = chess(doubling(true), &rows);
    assert_eq!((verdict, evidence.ends_with("2 steps, 1 contradicts it")), (Undecided, true), "{evidence}");
}

#[test]
fn a_ply_more_is_compared_with_a_smaller_table() {
    let rows = [run("deep", "16K", 6, [100; 6]), run("deep", "64K", 7, [400; 6]), run("deep", "16K", 7, [500; 6])];
    let deepening = |table| {
        let ratio = Region { least: 3.9, most: 4.1 };
        decided(Check::Deepening { schemes: Vec::new(), table, ratio }, None, &rows, &[])
    };
    assert_eq!(
        deepening(4),
        (Agrees, "4.000 [4.000, 4.000] times the nodes; 1 comparison, none contradicts it".into())
    );
    assert_eq!(deepening(1).0, Differs);
    assert_eq!(deepening(3).0, NotSearched);
}

#[test]
fn orders_of_schemes_are_compared() {
    let order = |other: u64| {
        let rows = |deep| [run("two-big1", "8K", 7, [100; 6]), run("deep", "8K", 7, [deep; 6])];
        decided(Check::OrderAsIn { experiment: "thesis-fig-2.8".into() }, None, &rows(120), &rows(other))
    };
    let (verdict, evidence) = order(110);
    assert_eq!(
        (verdict, evidence.starts_with("of 1 scheme pair, 1 are in the same order")),
        (Agrees, true),
        "{evidence}"
    );
    assert_eq!((order(90).0, order(100).0), (Differs, Undecided));
}

#[test]
fn curves_of_one_shape_may_lie_apart() {
    let rows = |small, large| [run("deep", "8K", 7, [small; 6]), run("deep", "16K", 7, [large; 6])];
    let ratio = Region { least: 1.0, most: 1.05 };
    let shape = |other: [Row; 2]| {
        let check = Check::NodesThanIn { experiment: "thesis-fig-2.8".into(), ratio, shape: true };
        decided(check, None, &rows(200, 100), &other)
    };
    let (verdict, evidence) = shape(rows(400, 200));
    assert_eq!((verdict, evidence.ends_with("differ from it by a factor of 1.000 [1.000, 1.000]")), (Agrees, true));
    assert_eq!(shape(rows(400, 100)).0, Differs);
}

/// A position is known by its set, too: two sets number their games and positions alike.
#[test]
fn positions_of_different_sets_are_not_compared() {
    let of = |set: &str, scheme: &str, nodes: u64| {
        let row = run(scheme, "8K", 7, [nodes; 6]);
        let cell = row.cell.to_string().replace("vsb-1994", set);
        Row { cell: cell.parse().unwrap(), ..row }
    };
    let less_than_there =
        || Check::NodesThanIn { experiment: "thesis-fig-2.8".into(), ratio: Region::default(), shape: false };
    let (one, other) = ("vsb-1994", "rabinovich-romanovsky");
    let against = |there: &[Row]| decided(less_than_there(), None, &[of(one, "deep", 50)], there);
    assert_eq!(against(&[of(one, "deep", 100)]).0, Agrees);
    assert_eq!(against(&[of(other, "deep", 100)]), (NotSearched, "nothing to compare".into()));
    // Each set with itself: 1/2 and 2/1, though the first rows of the two sets would give 50 to 800.
    let rows = [of(one, "two-big1", 50), of(other, "deep", 800), of(one, "deep", 100), of(other, "two-big1", 400)];
    let (verdict, evidence) = decided(fewer(Region::default()), None, &rows, &[]);
    assert_eq!((verdict, evidence.starts_with("0.500 [0.500, 0.500] times")), (Agrees, true), "{evidence}");
}

#[test]
fn the_values_of_each_position_rise_by_themselves() {
    let one = run("deep", "8K", 3, [1; 6]);
    let searched = |position, depth, score| Searched { position, depth, nodes: 1, score };
    let searches = vec![
        searched(0, 1, 0),
        searched(0, 2, 50),
        searched(0, 3, 60),
        searched(1, 1, 0),
        searched(1, 2, 0),
        searched(1, 3, -20),
    ];
    let (verdict, evidence) =
        decided(Check::Rises { at: 2 }, None, &[Row { ending: Ending::Searched(searches), ..one }], &[]);
    assert_eq!((verdict, evidence.as_str()), (Agrees, "the value rises most at 2 ply in 1 of 1 run"));
}

/// Keys that only one of two schemes was searched with tell nothing of their difference.
#[test]
fn seeds_are_compared_with_themselves() {
    let with_seed = |scheme: &str, seed: u64, nodes: u64| {
        let row = run(scheme, "8K", 7, [nodes; 6]);
        Row { cell: Cell { seed, ..row.cell.clone() }, ..row }
    };
    let rows = [with_seed("two-big1", 1, 90), with_seed("two-big1", 2, 300), with_seed("deep", 1, 100)];
    let (verdict, evidence) = decided(fewer(Region::default()), None, &rows, &[]);
    assert_eq!((verdict, evidence.starts_with("0.900 [0.900, 0.900] times")), (Agrees, true), "{evidence}");
}

#[test]
fn a_claim_fails_where_hardly_a_place_speaks_for_it() {
    let rows = [
        ("two-big1", "8K", [93; 6]),
        ("deep", "8K", [100; 6]),
        ("two-big1", "16K", [100; 6]),
        ("deep", "16K", [100; 6]),
    ];
    let region = Region { least: 0.9, most: 0.95 };
    assert_eq!(chess(fewer(region), &rows).0, Undecided);
    assert_eq!(chess(fewer(region), &rows[2..]).0, Differs);
}

#[test]
fn hits_are_counted_by_position() {
    let parts = vec![tt::Parts::all()];
    let hits = |least, most| Check::Hits { parts: parts.clone(), times: Region { least, most } };
    let rows = [("deep", "8K", [100; 6])];
    let evidence = "17 to 17 hits in the search of a position; within the claimed range in 1 of 1 run".to_owned();
    assert_eq!(chess(hits(10.0, 100.0), &rows), (Agrees, evidence));
    assert_eq!(chess(hits(20.0, 100.0), &rows).0, Differs);
}

#[test]
fn a_spread_is_divided_by_one_elsewhere() {
    let rows = [
        run("two-big1", "8K", 7, [100; 6]),
        run("deep", "8K", 7, [120; 6]),
        run("two-big1", "8K", 6, [100; 6]),
        run("deep", "8K", 6, [140; 6]),
    ];
    let beside = |experiment| Beside { experiment, depths: vec![6], positions: Vec::new(), check: None };
    let spread = || Check::Spread(Region { least: 0.4, most: 0.6 });
    let here = decided(spread(), Some(beside(None)), &rows, &[]);
    let text = "a spread of 20.0 %; a spread of 40.0 % at 6 ply; quotient 0.500 [0.500, 0.500]";
    assert_eq!(here, (Agrees, text.into()));
    let there = decided(spread(), Some(beside(Some("thesis-fig-2.8".into()))), &rows, &rows[2..]);
    assert_eq!(there, (Agrees, text.replace("at 6", "in thesis-fig-2.8 at 6")));
}

#[test]
fn growth_is_exponential_or_not() {
    let growth = |nodes: fn(u32) -> f64| {
        let row = |n: u32| {
            let size = "scheme=two-big1 positions=2048K parts=all seed=1970";
            row(&format!("domineering board={n}x{n} first=vertical {size}"), nodes(n) as u64, W)
        };
        let rows: Vec<Row> = (3..8).map(row).collect();
        let mut definition = definition("thesis-table-2.1");
        definition.claims.retain(|claim| matches!(claim.check, Check::ExponentialGrowth {}));
        let judged = judge(&definition, &rows, &|_| Vec::new()).unwrap();
        (judged[0].verdict, judged[0].evidence.clone())
    };
    let text = |rest: &str| format!("exponential in {rest}");
    assert_eq!(
        growth(|n| 5_u32.pow(n).into()),
        (Agrees, text("1 of 1 series, with the printed nodes in 1 of 1; factor for one more column: n×n 5.0"))
    );
    let (verdict, evidence) = growth(|n| n.pow(6).into());
    assert_eq!((verdict, evidence.ends_with("(closer to a power law)")), (Differs, true), "{evidence}");
}

#[test]
fn boards_are_named_where_a_claim_fails() {
    let cells = [("5x5", 604, Winner::Second), ("4x4", 400, Winner::Second), ("3x3", 1, Winner::First)];
    let rows = cells.map(|(board, nodes, winner)| {
        let cell =
            format!("domineering board={board} first=vertical scheme=two-big1 positions=2048K parts=all seed=1970");
        row(&cell, nodes, Some(winner))
    });
    let definition = definition("thesis-table-2.1");
    let found = judge(&definition, &rows, &|_| Vec::new()).unwrap();
    let text: Vec<String> = found.iter().map(|one| bare(&one.evidence)).collect();
    assert_eq!(
        text,
        [
            "as claimed on 1 of 2 boards; not on 4x4",
            "as claimed on 2 of 3 boards; not on 4x4",
            "nothing to compare",
            "as claimed on 2 of 3 boards; not on 4x4",
        ]
    );
    assert_eq!((found[0].verdict, found[1].verdict), (Differs, Undecided));
    let mut out = Vec::new();
    print(&found, None, &mut out).unwrap();
    assert!(String::from_utf8(out).unwrap().contains("\ndiffers       The outcome of every board"));
}
