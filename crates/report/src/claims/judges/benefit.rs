//! What a table saves `[Breuker 1998, 2.3.2 and 2.7.1]`.

use std::collections::BTreeMap;

use ::schemes::{Parts, Scheme};
use experiments::text::counted;

use super::Judge::{Arithmetic, Beside, Rows};
use super::judgement::{each_pair, on_average, quotient};
use super::thresholds::{ABOVE_ONE, BELOW_ONE, MUCH, Range, Unit, about, at_least};
use super::{Comparison, Data, Judgement, Judges, TwoBig1};
use crate::claims::Verdict;

pub(super) const JUDGES: Judges = &[
    (&["a-deep-search-finds-the-move"], Rows(find_the_move)),
    (
        &["blocked-pawns"],
        Beside(|here| {
            let nodes =
                |data: &Data| data.at(&[8]).with(&["64K"]).nodes_per_no_table(&[TwoBig1]).map(|found| found.mean);
            let there = nodes(here.elsewhere("thesis-fig-2.13")?.as_ref());
            Ok(quotient(nodes(here), there, BELOW_ONE, ["times the nodes", "in the middle game"]))
        }),
    ),
    (
        &["minimal-tree-of-33-ply"],
        Arithmetic(|| {
            let nodes = minimal_tree() as f64;
            Judgement::exact(about(9e11, 1e11).has(nodes), format!("{nodes:.3e} nodes"))
        }),
    ),
    (
        &["cray-blitz-searches-a-200000th"],
        Arithmetic(|| {
            let factor = minimal_tree() as f64 / 4e6;
            Judgement::exact(factor > 200_000.0, format!("a factor of {factor:.0}"))
        }),
    ),
    (
        &["moves-save-half"],
        Rows(|data| on_average(data.all().nodes_with_parts(Parts::SCORE, Parts::all()), at_least(2.0, Unit::One))),
    ),
    (&["a-3-ply-search-is-longer"], Rows(|data| each_pair(data.at(&[3]).nodes_per_no_table(&[TwoBig1]), ABOVE_ONE))),
    (
        &["article-a-3-ply-search-is-longer"],
        Rows(|data| each_pair(data.at(&[3]).nodes_per_no_table(Scheme::ALL).map(searched), ABOVE_ONE)),
    ),
    (&["advantageous-over-3-ply"], Rows(|data| at_each_depth(data, &[4, 5, 6, 7], BELOW_ONE))),
    (
        &["article-advantageous-over-3-ply"],
        Rows(|data| {
            let found = data.at(&[4, 5, 6, 7, 8]).nodes_per_no_table(Scheme::ALL);
            each_pair(found.map(searched).map(Comparison::case_by_case), BELOW_ONE)
        }),
    ),
    (&["half-of-the-nodes-from-6-ply"], Rows(|data| at_each_depth(data, &[6, 7], about(0.5, 0.1).only()))),
    (&["considerably-less-in-domineering"], Rows(|data| on_average(data.all().nodes_per_no_table(&[TwoBig1]), MUCH))),
];

/// Leaves out the schemes that the experiment does not have: those of Figure 3 of the article are one.
fn searched(found: Comparison) -> Comparison {
    found.without_missing()
}

/// Judges at each depth what a table leaves of the nodes.
fn at_each_depth(data: &Data, depths: &[u8], range: Range) -> Judgement {
    each_pair(data.at(depths).nodes_per_no_table(&[TwoBig1]).map(Comparison::case_by_case), range)
}

/// Returns the smallest tree that proves a value, with 5 moves in each position and 33 plies `[Breuker 1998, 2.3.2]`.
fn minimal_tree() -> u64 {
    5_u64.pow(33 / 2) + 5_u64.pow(33_u32.div_ceil(2)) - 1
}

/// Judges from which depth on searches play Kb1, and at which depth they see what it wins.
fn find_the_move(data: &Data) -> Judgement {
    const PRINTED: u8 = 24;
    let found = [data.best_from("a1b1", PRINTED), data.steepest_rise(PRINTED)];
    if found.iter().any(BTreeMap::is_empty) {
        return Judgement::nothing();
    }
    let verdict = match found.each_ref().map(|depths| depths.keys().all(|&depth| depth >= PRINTED)) {
        [true, true] => Verdict::Agrees,
        [false, false] => Verdict::Differs,
        _ => Verdict::DependsOnReading,
    };
    let [best, rises] = found.map(|depths| {
        let depths = depths.into_iter().map(|(depth, runs)| format!("{depth} ply in {}", counted(runs, "run")));
        depths.collect::<Vec<_>>().join(", ")
    });
    let evidence = format!("Kb1 stays the best move from: {best}; the value rises most at: {rises} (claimed: 24 ply)");
    Judgement::counted(verdict, evidence)
}
