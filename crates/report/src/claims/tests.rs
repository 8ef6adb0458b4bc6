//! Tests of every kind of judgement, on synthetic rows.

use experiments::row::{Statistics, Winner};
use schemes::{Parts, Scheme};

use super::judgement::{doubled, each_pair, most, number, on_average, quotient, same_order, same_shape, some_pair};
use super::thresholds::{
    ABOVE_ONE, BELOW_ONE, HARDLY_ANY, MUCH, Range, SAME, TENS, Unit, about, less_than, more_than, percent,
    saving_between,
};
use super::*;
use crate::samples::{self, definition, row, row_of_positions};
use experiments::cell::Cell;
use experiments::row::{Ending, InteriorNodes, Searched};

use Scheme::{Deep, New, Old, TwoBig1};
use Verdict::{Agrees, DependsOnReading, Differs, NotSearched, SingleRun, Undecided};

const W: Option<Winner> = Some(Winner::First);

/// What becomes of these rows of chess, and of rows in another experiment.
fn judged(rows: &[Row], others: &[Row], judge: impl Fn(&Here<'_>) -> Judgement) -> (Verdict, String) {
    let others = |_: &Definition| others.to_vec();
    let lab = Lab::new(&others);
    let data = Data::each(&definition("thesis-fig-2.9"), rows).unwrap().remove(0);
    let Judgement { verdict, evidence, .. } = judge(&Here { data: &data, lab: &lab });
    (verdict, evidence)
}

/// A run of chess, with the nodes of six positions.
fn run(scheme: &str, size: &str, depth: u8, nodes: [u64; 6]) -> Row {
    let cell = samples::chess(&format!("depth={depth} scheme={scheme} positions={size}"));
    let statistics = Statistics { hits: 100, cutoffs: 60, ..Statistics::default() };
    Row { statistics, guided: 1, ..row_of_positions(&cell, &nodes) }
}

/// Rows of chess at 7 ply, by scheme, size and the nodes of six positions.
fn chess(rows: &[(&str, &str, [u64; 6])], judge: impl Fn(&Here<'_>) -> Judgement) -> (Verdict, String) {
    let rows: Vec<Row> = rows.iter().map(|&(scheme, size, nodes)| run(scheme, size, 7, nodes)).collect();
    judged(&rows, &[], judge)
}

/// TwoBig1 with these nodes, and Deep with 100 for each position.
fn two_schemes(nodes: [u64; 6], range: Range) -> (Verdict, String) {
    let rows = [("two-big1", "8K", nodes), ("deep", "8K", [100; 6])];
    let [one, other] = [on_average, each_pair]
        .map(|judge| chess(&rows, |here| judge(here.at(&[7]).nodes(&[TwoBig1], &[Deep]), range)));
    assert_eq!(one.0, other.0, "one pair in one case: {} and {}", one.1, other.1);
    one
}

#[test]
fn an_interval_decides() {
    let (found, evidence) = two_schemes([93, 91, 94, 92, 95, 90], BELOW_ONE);
    assert_eq!(found, Agrees, "{evidence}");
    assert!(evidence.starts_with("0.925 [0.9"), "{evidence}");
    assert!(evidence.ends_with("1 case, none contradicts (claimed: less than 1)"), "{evidence}");
    assert_eq!(two_schemes([110, 111, 112, 113, 114, 115], BELOW_ONE).0, Differs);
    assert_eq!(two_schemes([80, 80, 80, 120, 120, 119], BELOW_ONE).0, Undecided);
    assert_eq!(two_schemes([99, 100, 101, 100, 99, 100], SAME).0, Agrees);
    assert_eq!(two_schemes([80; 6], SAME).0, Differs);
    assert_eq!(two_schemes([99, 150, 101, 100, 99, 100], SAME).0, Undecided, "the interval is wide");
    assert_eq!(two_schemes([100; 6], BELOW_ONE).0, Differs, "a tie is not below one");
    assert_eq!(two_schemes([110; 6], ABOVE_ONE).0, Agrees);
}

#[test]
fn no_rows_decide_nothing() {
    let nothing = (NotSearched, "nothing to compare".to_owned());
    assert_eq!(chess(&[], |here| on_average(here.all().nodes(&[TwoBig1], &[Deep]), BELOW_ONE)), nothing);
    let rows = [("new", "8K", [1; 6])];
    assert_eq!(chess(&rows, |here| each_pair(here.all().nodes(&[TwoBig1], &[Deep]), BELOW_ONE)), nothing);
}

#[test]
fn a_place_that_contradicts_leaves_it_open() {
    let rows = [
        ("two-big1", "8K", [50; 6]),
        ("deep", "8K", [100; 6]),
        ("two-big1", "16K", [110; 6]),
        ("deep", "16K", [100; 6]),
    ];
    for judge in [on_average, each_pair] {
        let (verdict, evidence) = chess(&rows, |here| judge(here.all().nodes(&[TwoBig1], &[Deep]), BELOW_ONE));
        assert_eq!(verdict, Undecided, "{evidence}");
        assert!(evidence.contains("2 cases, 1 contradicts"), "{evidence}");
    }
}

/// A scheme that is better than the mean of the others is not better than each of them.
#[test]
fn the_strongest_rival_decides() {
    let rows = [("two-big1", "8K", [100; 6]), ("deep", "8K", [95; 6]), ("old", "8K", [300; 6])];
    let best = |rivals: &'static [Scheme]| {
        chess(&rows, move |here| each_pair(here.all().nodes(&[TwoBig1], rivals), BELOW_ONE))
    };
    let (verdict, evidence) = best(&[Deep, Old]);
    assert_eq!(verdict, Differs, "{evidence}");
    assert!(
        evidence.starts_with("least favourable of 2 pairs: TwoBig1/Deep 1.053 [1.053, 1.053]: 1 inside, 1 outside")
    );
    assert_eq!(chess(&rows, |here| on_average(here.all().nodes(&[TwoBig1], &[Deep, Old]), BELOW_ONE)).0, Undecided);
    assert_eq!(best(&[Old]).0, Agrees);
    let (verdict, evidence) = best(&[Old, New]);
    assert_eq!(verdict, Undecided, "one of them was not searched");
    assert!(evidence.contains("not searched: TwoBig1/New"), "{evidence}");
}

#[test]
fn not_best_needs_one_better_scheme() {
    let rows = |deep| [("two-big1", "8K", [100; 6]), ("deep", "8K", [deep; 6]), ("old", "8K", [200; 6])];
    let not_best = |deep| chess(&rows(deep), |here| some_pair(here.all().nodes(&[TwoBig1, Old], &[Deep])));
    assert_eq!(not_best(110).0, Agrees);
    assert_eq!(not_best(90).0, Differs);
}

#[test]
fn a_single_run_has_no_verdict() {
    let cell = |scheme, size| {
        format!("domineering board=8x8 first=vertical scheme={scheme} positions={size} parts=all seed=1")
    };
    let rows = [
        row(&cell("two-big1", "8K"), 50, W),
        row(&cell("two-deep", "8K"), 40, W),
        row(&cell("big1", "8K"), 100, W),
        row(&cell("deep", "8K"), 200, W),
        row(&cell("new", "8K"), 400, W),
        row(&cell("deep", "4K"), 10, W),
    ];
    let found = judge(&definition("thesis-fig-2.12"), &rows, &|_| Vec::new()).unwrap();
    let of = |name: &str| {
        let one = found.iter().find(|one| one.claim.name == name).unwrap();
        (one.verdict, one.evidence.as_str())
    };
    let (verdict, evidence) = of("domineering-two-levels-much-better");
    assert_eq!(verdict, SingleRun);
    assert!(evidence.starts_with("least favourable of 6 pairs: TwoBig1/Big1 0.500; 6 cases with a single run each"));
    assert_eq!(of("big-better-than-deep-in-domineering").0, SingleRun);
    assert_eq!(of("doubling-reduces-the-tree").0, SingleRun);
    assert_eq!(of("domineering-more-pronounced-than-chess").0, NotSearched);
}

/// Rows with an option that is a reading of the sources are judged apart.
#[test]
fn readings_that_contradict_each_other_are_told() {
    let cell = |scheme: &str, search: &str, seed: u64| {
        let table = format!("scheme={scheme} positions=256K parts=all");
        format!("domineering board=8x8 first=vertical search={search} {table} seed={seed}")
    };
    let rows = |big: u64, search: &str| {
        let all = [("big1", big), ("deep", 100), ("two-big1", big), ("two-deep", 100)];
        let row = |(scheme, nodes): (&str, u64), seed| {
            let cell = cell(scheme, search, seed).replace("search=plain ", "");
            row(&cell, nodes + seed, W)
        };
        all.into_iter().flat_map(|one| [1, 2, 3].map(|seed| row(one, seed))).collect::<Vec<Row>>()
    };
    let verdict = |longest: u64| {
        let rows = [rows(120, "plain"), rows(longest, "depth-longest-line")].concat();
        let found = judge(&definition("readings-domineering"), &rows, &|_| Vec::new()).unwrap();
        let one = found.iter().find(|one| one.claim.name == "big-better-than-deep-in-domineering").unwrap();
        assert!(!one.is_of_source() && one.evidence.contains("; depth=longest-line: "), "{}", one.evidence);
        let under = one.under.iter().map(|one| (one.reading_name().to_owned(), one.verdict));
        (one.verdict, under.collect::<Vec<_>>())
    };
    let longest = || "depth=longest-line".to_owned();
    assert_eq!(verdict(80), (DependsOnReading, vec![("default".to_owned(), Differs), (longest(), Agrees)]));
    assert_eq!(verdict(130).0, Differs);
}

#[test]
fn spreads_are_measured() {
    let rows = [("two-big1", "8K", [100; 6]), ("deep", "8K", [120; 6]), ("old", "8K", [110; 6])];
    let spread = |range| chess(&rows, move |here| number(here.all().spread(), range, "more nodes:"));
    assert_eq!(spread(percent(20.0)), (Agrees, "more nodes: 20.0 [20.0, 20.0] % (claimed: 18.2 to 22 %)".into()));
    assert_eq!(spread(percent(3.0).only()).0, Differs);
}

#[test]
fn most_places_are_counted() {
    let cases = |nodes: [u64; 3]| {
        let sizes = ["8K", "16K", "32K"].into_iter().zip(nodes);
        sizes.flat_map(|(size, nodes)| [("two-big1", size, [nodes; 6]), ("deep", size, [100; 6])]).collect::<Vec<_>>()
    };
    let rows = cases([50, 50, 110]);
    let (verdict, evidence) = chess(&rows, |here| most(here.all().nodes(&[TwoBig1], &[Deep])));
    assert_eq!((verdict, evidence.starts_with("in 2 [2, 2] of 3 cases; ")), (Agrees, true), "{evidence}");
    assert_eq!(chess(&rows, |here| most(here.all().nodes(&[Deep], &[TwoBig1]))).0, Differs);
}

#[test]
fn a_doubling_is_the_mean_of_the_steps() {
    let rows = [("deep", "8K", [100; 6]), ("deep", "16K", [50; 6]), ("deep", "64K", [50; 6])];
    let (verdict, evidence) = chess(&rows, |here| doubled(here.all().doubling(&[Deep], 0), BELOW_ONE));
    assert_eq!(verdict, Agrees);
    assert!(evidence.starts_with("twice the table size needs 0.794 [0.794, 0.794] times the nodes; 2 steps"));
}

#[test]
fn a_ply_more_is_compared_with_a_smaller_table() {
    let rows = [run("deep", "16K", 6, [100; 6]), run("deep", "64K", 7, [400; 6]), run("deep", "16K", 7, [500; 6])];
    let deepening =
        |table| judged(&rows, &[], |here| on_average(here.all().deepening(&[Some(Deep)], table), about(4.0, 1.0)));
    let (verdict, evidence) = deepening(4);
    assert_eq!((verdict, evidence.starts_with("4.000 [4.000, 4.000] times")), (Agrees, true), "{evidence}");
    assert_eq!((deepening(1).0, deepening(3).0), (Differs, NotSearched));
}

#[test]
fn orders_of_schemes_are_compared() {
    let order = |other: u64| {
        let rows = |deep| [run("two-big1", "8K", 7, [100; 6]), run("deep", "8K", 7, [deep; 6])];
        judged(&rows(120), &rows(other), |here| {
            let there = here.elsewhere("thesis-fig-2.8").unwrap();
            same_order(|one, other| [here.data, &there].map(|data| data.all().nodes(&[one], &[other])))
        })
    };
    let (verdict, evidence) = order(110);
    assert_eq!(verdict, Agrees, "{evidence}");
    assert!(evidence.starts_with("of 1 scheme pair, 1 are in the same order"), "{evidence}");
    assert_eq!((order(90).0, order(101).0), (Differs, Agrees));
}

#[test]
fn curves_of_one_shape_may_lie_apart() {
    let rows = |small, large| [run("deep", "8K", 7, [small; 6]), run("deep", "16K", 7, [large; 6])];
    let shape = |other: [Row; 2]| {
        judged(&rows(200, 100), &other, |here| {
            same_shape(here.all().nodes_per(&here.elsewhere("thesis-fig-2.8").unwrap().all()))
        })
    };
    let (verdict, evidence) = shape(rows(400, 200));
    assert_eq!((verdict, evidence.contains("differ from it by a factor of 1.000 [1.000, 1.000]")), (Agrees, true));
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
    let (one, other) = ("vsb-1994", "rabinovich-romanovsky");
    let against = |there: &[Row]| {
        judged(&[of(one, "deep", 50)], there, |here| {
            on_average(here.all().nodes_per(&here.elsewhere("thesis-fig-2.8").unwrap().all()), BELOW_ONE)
        })
    };
    assert_eq!(against(&[of(one, "deep", 100)]).0, Agrees);
    assert_eq!(against(&[of(other, "deep", 100)]), (NotSearched, "nothing to compare".into()));
    // Each set with itself: 1/2 and 2/1, though the first rows of the two sets would give 50 to 800.
    let rows = [of(one, "two-big1", 50), of(other, "deep", 800), of(one, "deep", 100), of(other, "two-big1", 400)];
    let (verdict, evidence) = judged(&rows, &[], |here| on_average(here.all().nodes(&[TwoBig1], &[Deep]), BELOW_ONE));
    assert_eq!((verdict, evidence.starts_with("0.500 [0.500, 0.500] times")), (Agrees, true), "{evidence}");
}

#[test]
fn the_values_of_each_position_rise_by_themselves() {
    let one = run("deep", "8K", 3, [1; 6]);
    let searched = |(position, depth, score)| Searched { position, depth, nodes: 1, score, best: None };
    let scores = [(0, 1, 0), (0, 2, 50), (0, 3, 60), (1, 1, 0), (1, 2, 0), (1, 3, -20)];
    let row = Row { ending: Ending::Searched(scores.map(searched).to_vec()), ..one };
    let data = Data::each(&definition("thesis-fig-2.6"), &[row]).unwrap().remove(0);
    assert_eq!(data.steepest_rise(3).into_iter().collect::<Vec<_>>(), [(2, 1)]);
}

#[test]
fn a_move_stays_the_best_one_from_a_depth_on() {
    let searched = |(depth, best): (u8, &str)| {
        let best = Some(best.parse().unwrap());
        Searched { position: 0, depth, nodes: 1, score: 0, best }
    };
    let moves = [(1, "a1b1"), (2, "a1a2"), (3, "a1b1"), (4, "a1b1")];
    let row = Row { ending: Ending::Searched(moves.map(searched).to_vec()), ..run("deep", "8K", 4, [1; 6]) };
    let data = Data::each(&definition("thesis-fig-2.6"), &[row]).unwrap().remove(0);
    assert_eq!(data.best_from("a1b1", 4).into_iter().collect::<Vec<_>>(), [(3, 1)]);
    assert!(data.best_from("a1b1", 5).is_empty() && data.best_from("a1a2", 4).is_empty());
}

#[test]
fn nodes_above_the_horizon_are_judged_if_they_were_counted() {
    let interior = InteriorNodes { nodes: 100, hits: 30, cutoffs: 20, table_moves: 50, generated: 28 };
    let older = run("two-big1", "8K", 7, [1; 6]);
    let row = Row { interior: Some(interior), ..older.clone() };
    let verdicts = |rows: &[Row]| {
        let judges: [fn(&Here<'_>) -> Judgement; 3] = [
            |here| here.all().found_by_depth(percent(30.0)),
            |here| here.all().generated_by_depth(percent(35.0).only()),
            |here| here.all().most_found(more_than(0.9, Unit::Percent)),
        ];
        judges.map(|judge| judged(rows, &[], judge).0)
    };
    assert_eq!(verdicts(std::slice::from_ref(&row)), [Agrees, Agrees, Undecided]);
    assert_eq!(verdicts(std::slice::from_ref(&older)), [NotSearched; 3]);
    let deeper = Row { interior: None, ..run("two-big1", "8K", 6, [1; 6]) };
    assert_eq!(verdicts(&[row, deeper]), [NotSearched, NotSearched, Undecided]);
}

#[test]
fn both_bounds_are_compared_with_upper_bounds() {
    let solved = |bounds: &str, nodes: [u64; 4]| {
        let cell =
            format!("connect-four-tutorial set=end-easy sample=4 window=weak{bounds} scheme=none parts=all seed=1970");
        let searched = |(position, nodes)| Searched { position, depth: 0, nodes, score: 1, best: None };
        Row { ending: Ending::Searched((0..).zip(nodes).map(searched).collect()), ..row(&cell, 1, None) }
    };
    let verdict = |both| {
        let rows = [solved("", [100; 4]), solved(" bounds=both", both)];
        let found = judge(&definition("tutorial-bounds"), &rows, &|_| Vec::new()).unwrap();
        (found[0].verdict, found[0].evidence.clone())
    };
    assert_eq!(verdict([95, 96, 97, 98]).0, Agrees);
    let (found, evidence) = verdict([50, 51, 52, 53]);
    assert_eq!(found, Differs);
    assert!(evidence.starts_with("both/upper bounds at End-Easy, weak 0.515 ["), "{evidence}");
}

/// Keys that only one of two schemes was searched with tell nothing of their difference.
#[test]
fn seeds_are_compared_with_themselves() {
    let with_seed = |scheme: &str, seed: u64, nodes: u64| {
        let row = run(scheme, "8K", 7, [nodes; 6]);
        Row { cell: Cell { seed, ..row.cell.clone() }, ..row }
    };
    let rows = [with_seed("two-big1", 1, 90), with_seed("two-big1", 2, 300), with_seed("deep", 1, 100)];
    let (verdict, evidence) = judged(&rows, &[], |here| on_average(here.all().nodes(&[TwoBig1], &[Deep]), BELOW_ONE));
    assert_eq!((verdict, evidence.starts_with("0.900 [0.900, 0.900] times")), (Agrees, true), "{evidence}");
}

#[test]
fn a_range_of_percents_is_that_of_the_source() {
    let verdict = |nodes| two_schemes([nodes; 6], saving_between(5.0, 10.0)).0;
    assert_eq!([96, 93, 89].map(verdict), [Differs, Agrees, Differs]);
    assert_eq!([91, 89].map(|nodes| two_schemes([nodes; 6], MUCH).0), [Differs, Agrees]);
}

/// The source names no depth, so a number that holds at some depths depends on the reading.
#[test]
fn hits_are_judged_at_every_depth() {
    let mut rows = [run("two-big1", "8K", 6, [100; 6]), run("two-big1", "8K", 7, [100; 6])];
    let hits = |rows: &[Row], range| judged(rows, &[], move |here| here.all().hits_by_depth(Parts::all(), range));
    let (verdict, evidence) = hits(&rows, TENS);
    assert_eq!(verdict, Agrees);
    let text = "17 at 6 ply, 17 at 7 ply hits in the search of a position; at 6, 7 ply as claimed (5 to 200)";
    assert_eq!(evidence, text);
    assert_eq!(hits(&rows, about(4.0, 1.0)).0, Differs);
    rows[1].statistics.hits = 1_500;
    let (verdict, evidence) = hits(&rows, TENS);
    assert_eq!((verdict, evidence.contains("250 at 7 ply")), (DependsOnReading, true), "{evidence}");
    assert_eq!(hits(&rows[..0], TENS).0, NotSearched);
}

/// The source names no depth, so a part that holds at some depths depends on the reading.
#[test]
fn cut_offs_are_judged_at_every_depth() {
    let rows = [run("two-big1", "8K", 6, [1; 6]), run("two-big1", "8K", 7, [1; 6])];
    let with = |cutoffs| {
        let mut rows = rows.clone();
        rows[1].statistics.cutoffs = cutoffs;
        judged(&rows, &[], |here| here.all().cut_offs_by_depth(percent(50.0)))
    };
    let (verdict, evidence) = with(50);
    assert_eq!(verdict, DependsOnReading);
    assert!(evidence.starts_with("60 % at 6 ply, 50 % at 7 ply of the hits; at 7 ply as claimed"), "{evidence}");
    assert_eq!(with(90).0, Differs);
}

#[test]
fn cut_offs_of_parts_are_compared_run_by_run() {
    let of = |parts: &str, cutoffs| {
        let row = run("two-big1", "8K", 7, [1; 6]);
        let cell = row.cell.to_string().replace("parts=all", &format!("parts={parts}"));
        Row { cell: cell.parse().unwrap(), statistics: Statistics { cutoffs, ..row.statistics }, ..row }
    };
    let rows = [of("score", 100), of("bounds", 98), of("exact", 1)];
    let verdict = |parts, range| judged(&rows, &[], |here| here.all().cut_offs_with(parts, Parts::SCORE, range)).0;
    assert_eq!((verdict(Parts::BOUNDS, SAME), verdict(Parts::EXACT, HARDLY_ANY)), (Agrees, Agrees));
    assert_eq!((verdict(Parts::EXACT, SAME), verdict(Parts::MOVE, SAME)), (Differs, NotSearched));
}

#[test]
fn guided_nodes_are_those_of_longer_lines() {
    let row = run("two-big1", "8K", 7, [100; 6]);
    let guided = |rows: &[Row]| judged(rows, &[], |here| here.all().guided(less_than(0.001, Unit::Percent)));
    assert_eq!(guided(std::slice::from_ref(&row)).0, NotSearched);
    let of_game = |game: u16, nodes: u64| {
        let cell = row.cell.to_string().replace("line=1", "line=5").replace("game=1", &format!("game={game}"));
        Row { cell: cell.parse().unwrap(), nodes, ..row.clone() }
    };
    assert_eq!(guided(&[of_game(1, 600)]).0, Differs, "1 of 600");
    let (verdict, evidence) = guided(&[of_game(1, 600), of_game(2, 3_400)]);
    assert_eq!(verdict, Agrees, "2 of 4,000 in the run of both games: {evidence}");
    assert!(evidence.ends_with(" in 1 of 1 run"), "{evidence}");
}

#[test]
fn a_quotient_has_the_draws_of_both() {
    let rows = [
        run("two-big1", "8K", 7, [100; 6]),
        run("deep", "8K", 7, [120; 6]),
        run("two-big1", "8K", 6, [100; 6]),
        run("deep", "8K", 6, [140; 6]),
    ];
    let found = judged(&rows, &[], |here| {
        quotient(here.at(&[7]).spread(), here.at(&[6]).spread(), BELOW_ONE, ["at 7 ply", "at 6 ply"])
    });
    let text = "0.200 at 7 ply; 0.400 at 6 ply; quotient 0.500 [0.500, 0.500] (claimed: less than 1)";
    assert_eq!(found, (Agrees, text.into()));
}

/// The verdicts on boards of Table 2.1.
fn boards(cells: &[(&str, u64, Winner)]) -> Vec<(&'static str, Verdict, String)> {
    let row = |&(board, nodes, winner): &(&str, u64, Winner)| {
        let cell =
            format!("domineering board={board} first=vertical scheme=two-big1 positions=2048K parts=all seed=1970");
        row(&cell, nodes, Some(winner))
    };
    let rows: Vec<Row> = cells.iter().map(row).collect();
    let found = judge(&definition("thesis-table-2.1"), &rows, &|_| Vec::new()).unwrap();
    found.into_iter().map(|one| (one.claim.name.as_str(), one.verdict, one.evidence)).collect()
}

#[test]
fn boards_are_named_where_a_claim_fails() {
    let found = boards(&[("5x5", 604, Winner::Second), ("4x4", 400, Winner::Second), ("3x3", 1, Winner::First)]);
    let of = |name: &str| found.iter().find(|one| one.0 == name).map(|one| (one.1, one.2.as_str())).unwrap();
    assert_eq!(of("outcomes-of-table-2.1"), (Differs, "as claimed on 1 of 2 boards; not on 4x4"));
    assert_eq!(of("only-5x5-is-won-by-the-second-player"), (Differs, "as claimed on 2 of 3 boards; not on 4x4"));
    assert_eq!(of("standard-domineering-is-a-first-player-win").0, NotSearched);
    assert_eq!(of("growth-is-always-exponential").0, NotSearched);
}

#[test]
fn growth_is_exponential_or_not() {
    let growth = |nodes: fn(u32) -> u32| {
        let names: Vec<String> = (3..8).map(|n| format!("{n}x{n}")).collect();
        let cells: Vec<(&str, u64, Winner)> =
            names.iter().zip(3..).map(|(name, n)| (name.as_str(), u64::from(nodes(n)), Winner::First)).collect();
        let found = boards(&cells);
        let one = found.into_iter().find(|one| one.0 == "growth-is-always-exponential").unwrap();
        (one.1, one.2)
    };
    let (verdict, evidence) = growth(|n| 5_u32.pow(n));
    assert_eq!(verdict, Agrees);
    assert!(evidence.ends_with("factor for one more column: n×n 5.0"), "{evidence}");
    let (verdict, evidence) = growth(|n| n.pow(6));
    assert_eq!((verdict, evidence.ends_with("(closer to a power law)")), (Differs, true), "{evidence}");
}

#[test]
fn a_verdict_is_printed_above_its_evidence() {
    let cell = "domineering board=5x5 first=vertical scheme=two-big1 positions=2048K parts=all seed=1970";
    let rows = [row(cell, 604, Some(Winner::Second))];
    let found = judge(&definition("thesis-table-2.1"), &rows, &|_| Vec::new()).unwrap();
    let mut out = Vec::new();
    print(&found, None, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.starts_with("\nclaims\n\"The second column gives"), "{text}");
    assert!(text.contains("\n  agrees: as claimed on 1 of 1 board\n"), "{text}");
    assert!(text.ends_with("claims need searches that were not run.\n"), "{text}");
}

/// The quick part does not pronounce on a publication.
#[test]
fn a_quick_verdict_is_shown_beside_the_recorded_one() {
    let cell = "domineering board=5x5 first=vertical scheme=two-big1 positions=2048K parts=all seed=1970";
    let rows = [row(cell, 604, Some(Winner::Second))];
    let found = judge(&definition("thesis-table-2.1"), &rows, &|_| Vec::new()).unwrap();
    let mut one = found.into_iter().find(|one| one.claim.name == "only-5x5-is-won-by-the-second-player").unwrap();
    assert_eq!((one.verdict_text(), one.recorded()), ("agrees".to_owned(), None));
    one.quick = Some("quick part: smaller boards than published".to_owned());
    one.verdict = Differs;
    assert_eq!((one.verdict_text().as_str(), one.recorded()), ("quick: differs (full: agrees)", Some(Agrees)));
    one.experiment = Some("mine".to_owned());
    assert_eq!(one.verdict_text(), "quick: differs");
}
