//! Which scheme is best in chess `[Breuker 1998, 2.7.1 and 2.8]`.

use ::schemes::Scheme;

use super::Judge::{Beside, Rows};
use super::judgement::{each_pair, most, number, on_average, quotient, some_pair};
use super::thresholds::{BELOW_ONE, MUCH, SAME, Unit, more_than, saving_between};
use super::{
    Big1, BigAll, Comparison, Data, Deep, Judgement, Judges, New, ONE_LEVEL, Old, RIVALS, RIVALS_IN_DOMINEERING,
    TWO_LEVELS, TwoBig1, TwoDeep,
};
use stats::Estimate;

pub(super) const JUDGES: Judges = &[
    (&["old-uses-by-far-more-nodes"], Rows(|data| each_pair(data.at(&[7]).nodes(&without(Old), &[Old]), MUCH))),
    (&["best-and-worst-at-8K"], Rows(|data| best_and_worst(data, Old))),
    (&["article-best-and-worst-at-8K"], Rows(|data| best_and_worst(data, New))),
    (
        &[
            "two-levels-outperform-one",
            "8-ply-conclusions-are-those-of-7-ply",
            "article-two-levels-outperform-one",
            "article-two-levels-over-any-one-level",
        ],
        Rows(|data| each_pair(data.deepest().nodes(TWO_LEVELS, ONE_LEVEL), BELOW_ONE)),
    ),
    (&["two-big1-better-than-two-deep"], Rows(|data| most(data.deepest().nodes(&[TwoBig1], &[TwoDeep])))),
    (
        &["old-and-new-are-worse"],
        Rows(|data| each_pair(data.deepest().nodes(&[Big1, BigAll, Deep], &[New, Old]), BELOW_ONE)),
    ),
    (&["big1-and-big-all-are-alike"], Rows(|data| each_pair(data.deepest().nodes(&[Big1], &[BigAll]), SAME))),
    (&["two-deep-saves-5-to-10-percent", "article-two-deep-saves-5-to-10-percent"], Rows(two_deep_saves)),
    (
        &["clear-winner-at-16K"],
        Rows(|data| each_pair(data.at(&[7]).with(&["16K"]).nodes(&[TwoBig1], RIVALS), BELOW_ONE)),
    ),
    (
        &["wiki-recent-entries-are-searched-again"],
        Rows(|data| each_pair(data.at(&[7]).with(&["8K"]).nodes(&[New], &[Old]), BELOW_ONE)),
    ),
    (&["big-better-on-one-level"], Rows(|data| each_pair(data.deepest().nodes(&[Big1, BigAll], &[Deep]), BELOW_ONE))),
    (&["memory-of-big-does-not-matter"], Rows(in_equal_memory)),
    (&["big-better-on-two-levels"], Rows(|data| each_pair(data.deepest().nodes(&[TwoBig1], &[TwoDeep]), BELOW_ONE))),
    (
        &["most-transpositions-are-local"],
        Beside(|here| {
            let is_sampled = here.name == "sampled-middle-games";
            let without = here.elsewhere(if is_sampled { "sampled-middle-games-table" } else { "thesis-fig-2.10" })?;
            Ok(saved_by_the_last(here, &without))
        }),
    ),
    (&["article-subtree-nodes-are-a-better-estimate"], Rows(|data| each_pair(big_per_deep(data), BELOW_ONE))),
    (
        &["trees-vary-more-in-middle-games"],
        Beside(|here| {
            let of = |data: &Data, stream| data.at(&[7]).with(&["1024K"]).variation(TwoBig1, stream);
            let there = of(here.elsewhere("thesis-fig-2.8")?.as_ref(), 1);
            Ok(quotient(of(here, 0), there, BELOW_ONE, ["is the variation of endgames", "of middle games"]))
        }),
    ),
    (&["big-and-deep-alike-in-endgames"], Rows(|data| each_pair(big_per_deep(data), SAME))),
    (
        &["deep-is-not-best", "article-deep-is-not-best"],
        Rows(|data| some_pair(data.deepest().nodes(&without(Deep), &[Deep]))),
    ),
    (
        &["two-big1-is-best"],
        Rows(|data| {
            let is_board = !data.boards.is_empty();
            let rivals = if is_board { RIVALS_IN_DOMINEERING } else { RIVALS };
            each_pair(data.deepest().nodes(&[TwoBig1], rivals), BELOW_ONE)
        }),
    ),
];

/// Compares TwoBig1 with each other scheme, and each other scheme with the worst, at 7 ply with 8K positions.
fn best_and_worst(data: &Data, worst: Scheme) -> Judgement {
    let searches = data.at(&[7]).with(&["8K"]);
    let others: Vec<Scheme> = RIVALS.iter().copied().filter(|&scheme| scheme != worst).collect();
    let better = searches.nodes(&others, &[worst]);
    each_pair(searches.nodes(&[TwoBig1], RIVALS).map(|best| best.and(better)), BELOW_ONE)
}

/// Compares TwoDeep with Deep in small tables.
fn two_deep_saves(data: &Data) -> Judgement {
    let searches = data.deepest().with(&["8K", "16K", "32K", "64K"]);
    on_average(searches.nodes(&[TwoDeep], &[Deep]), saving_between(5.0, 10.0))
}

/// Divides what New saves at 7 ply with a table of the last positions by what it saves with one that has nearly all.
fn saved_by_the_last(here: &Data, without: &Data) -> Judgement {
    let nodes = |size| Some(here.at(&[7]).with(&[size]).nodes_per_no_table_of(New, without)?.mean);
    let (Some(few), Some(many)) = (nodes("8K"), nodes("1024K")) else { return Judgement::nothing() };
    let share = Estimate::combine(&[&few, &many], |nodes| (1.0 - nodes[0]) / (1.0 - nodes[1]));
    number(Some(share), more_than(0.5, Unit::One), "of the saving with 1024K positions:")
}

/// Divides the nodes of TwoBig1 per nodes of TwoDeep by what a quarter more positions leaves of the nodes.
fn in_equal_memory(data: &Data) -> Judgement {
    let nodes = data.deepest().nodes(&[TwoBig1], &[TwoDeep]).map(|found| found.mean);
    let more = data.deepest().doubling(&[TwoDeep], 0).map(|doubling| doubling.mean.power(libm::log2(1.25)));
    quotient(nodes, more, BELOW_ONE, ["times the nodes of TwoDeep", "times the nodes with a quarter more positions"])
}

/// Returns the schemes without one of them.
fn without(scheme: Scheme) -> Vec<Scheme> {
    Scheme::ALL.iter().copied().filter(|&other| other != scheme).collect()
}

/// Compares the concept Big with the concept Deep, on one level and on two.
fn big_per_deep(data: &Data) -> Option<Comparison> {
    let searches = data.deepest();
    let two_levels = searches.nodes(&[TwoBig1], &[TwoDeep]);
    match searches.nodes(&[Big1, BigAll], &[Deep]) {
        Some(one_level) => Some(one_level.and(two_levels)),
        None => two_levels,
    }
}
