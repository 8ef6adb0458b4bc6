//! The article `[Breuker 1994]`.

use schemes::Scheme;

use super::thesis_schemes::{best_and_worst, two_deep_saves};
use super::thesis_sizes::{spread_of, spread_shrinks};
use super::thesis_stamping::{cleared, persistent_edge, same_order};
use super::thresholds::{ABOVE_ONE, BELOW_ONE, SAME, Unit, at_least, percent};
use super::{Claim, Comparison, Deep, New, ONE_LEVEL, TWO_LEVELS, big_per_deep, judgement, without};
use crate::claims::claim::claims;

pub(super) const CLAIMS: &[Claim] = claims! {
    "article-nodes-tend-to-constancy", Article "7" {
        quote: "As table size increases, the number of nodes searched tends to constancy. In other words, at some \
            point, possibly before 1024K in our case, no significant gains may be hoped for by increasing table size.",
        reading: "At 7 ply, 1024K positions need the same nodes as 512K (0.95 to 1.05 times).",
        experiments: ["article-fig-1"],
        beyond: ["sampled-middle-games"],
        judge: |data| {
            judgement::doubled(data.at(&[7]).with(&["512K", "1024K"]).doubling(Scheme::ALL, 0), SAME)
        },
    }
    "article-spread-shrinks", Article "7" {
        quote: "As table size increases, the spread between replacement schemes shrinks.",
        reading: "At the deepest search, the spread (by how much the worst scheme exceeds the best) with 512K and \
            1024K positions is less than that with 8K.",
        experiments: ["article-fig-1"],
        beyond: ["sampled-middle-games"],
        judge: |data| spread_shrinks(data),
    }
    "article-spread-of-3-percent-from-512K", Article "7" {
        quote: "For table sizes from 512K upwards, the spread is only around 3%",
        reading: "At 7 ply with 512K and 1024K positions, the worst scheme exceeds the best by at most about 3 % (3.5 \
            %): only 3 % means no more.",
        experiments: ["article-fig-1"],
        beyond: ["sampled-middle-games"],
        judge: |data| spread_of(data, &["512K", "1024K"], percent(3.0).only()),
    }
    "article-spread-of-23-percent-at-8K", Article "7" {
        quote: "whereas the smallest practicable size, 8K, suggests a spread of no less than 23%",
        reading: "At 7 ply with 8K positions, the worst scheme exceeds the best by at least 23 %.",
        experiments: ["article-fig-1"],
        beyond: ["sampled-middle-games"],
        judge: |data| spread_of(data, &["8K"], at_least(0.23, Unit::Percent)),
    }
    "article-best-and-worst-at-8K", Article "7" {
        quote: "between the best (TwoBIG1) and worst (New) scheme.",
        reading: "At 7 ply with 8K positions, TwoBig1 needs fewer nodes than each other scheme, and \
            each other scheme fewer than New.",
        would_change: "Nothing that was tried: Old needs more nodes than New, as in the thesis, which calls Old the \
            worst scheme.",
        experiments: ["article-fig-1"],
        beyond: ["sampled-middle-games"],
        judge: |data| best_and_worst(data, New),
    }
    "article-two-levels-outperform-one", Article "7" {
        quote: "The two-level-table schemes outperform those with one level only.",
        reading: "At 7 ply, each two-level scheme needs fewer nodes than each one-level scheme.",
        experiments: ["article-fig-1"],
        beyond: ["sampled-middle-games"],
        judge: |data| judgement::each_pair(data.deepest().nodes(TWO_LEVELS, ONE_LEVEL), BELOW_ONE),
    }
    "article-two-deep-saves-5-to-10-percent", Article "7" {
        quote: "Our data confirms Ebeling's (1986) statement, based on 10 positions, that TwoDEEP \"reduces search \
            times by 5 to 10% for middle game positions\" when compared with DEEP.",
        reading: "At 7 ply with 8K to 64K positions, TwoDeep needs 0.9 to 0.95 times the nodes of Deep, on average \
            over the sizes. Nodes stand for times.",
        note: "The article names no sizes; the thesis limits the sentence to 8K to 64K. With larger tables the saving \
            cannot be 5 %, because the spread between all schemes is only around 3 % there.",
        would_change: "Fuller tables: the saving grows to 5.1 % with 8K positions. With alibaba-1994 the interval \
            excludes 5 % on average over 8K to 64K.",
        experiments: ["article-fig-1"],
        beyond: ["sampled-middle-games"],
        judge: |data| two_deep_saves(data),
    }
    "article-shapes-are-alike", Article "7" {
        quote: "The shapes of all graphs are highly similar between the Figures 1 and 2.",
        reading: "At 7 ply, the ratio of the stamped to the cleared nodes differs between schemes and sizes by a \
            factor of at most 1.05 (similar).",
        experiments: ["article-fig-2"],
        beyond: ["sampled-middle-games-stamp"],
        with: ["article-fig-1", "sampled-middle-games"],
        judge: |data| judgement::same_shape(data.deepest().nodes_per(&data.elsewhere(cleared(data))?.all())),
    }
    "article-the-order-is-invariant", Article "7" {
        quote: "The relative order of merit of the replacement schemes seems to be invariant for time stamping",
        reading: "At 7 ply, each pair of schemes is certainly in the same order with stamping as without.",
        experiments: ["article-fig-2"],
        beyond: ["sampled-middle-games-stamp"],
        with: ["article-fig-1", "sampled-middle-games"],
        judge: |data| same_order(data, data.elsewhere(cleared(data))?.as_ref()),
    }
    "article-a-persistent-edge", Article "7" {
        quote: "whether one time stamps or clears the transposition tables between moves, TwoBIG1 appears to have a \
            persistent edge.",
        reading: "At 7 ply, TwoBig1 needs fewer nodes than each other scheme, both with stamping and \
            without.",
        experiments: ["article-fig-2"],
        beyond: ["sampled-middle-games-stamp"],
        with: ["article-fig-1", "sampled-middle-games"],
        judge: |data| persistent_edge(data, data.elsewhere(cleared(data))?.as_ref()),
    }
    "article-stamping-has-a-slight-edge", Article "7" {
        quote: "At first sight time stamping seems to have a slight edge.",
        reading: "At 7 ply, stamping needs fewer nodes than clearing, on average over schemes and \
            sizes.",
        note: "The article adds: \"Further research is needed to determine whether this improvement is significant.\"",
        experiments: ["article-fig-2"],
        beyond: ["sampled-middle-games-stamp"],
        with: ["article-fig-1", "sampled-middle-games"],
        judge: |data| {
            let there = data.elsewhere(cleared(data))?;
            judgement::on_average(data.deepest().nodes_per(&there.all()), BELOW_ONE)
        },
    }
    "article-a-3-ply-search-is-longer", Article "7" {
        quote: "When limiting ourselves to a 3-ply search the use of a transposition table with time stamping is \
            counterproductive in that it prolongs the search.",
        reading: "At 3 ply, each scheme that was searched needs more nodes than the search without a table.",
        would_change: "A cost of the table at 3 ply that our search does not have. None of the readings of the \
            refutation table makes a table cost nodes there.",
        experiments: ["article-fig-3", "article-table-3"],
        beyond: ["sampled-middle-games-table"],
        judge: |data| judgement::each_pair(data.at(&[3]).nodes_per_no_table(Scheme::ALL).map(searched), ABOVE_ONE),
    }
    "article-advantageous-over-3-ply", Article "7" {
        quote: "However, it is reassuring that the use of transposition tables is definitely advantageous at more \
            realistic search depths of over 3 ply.",
        reading: "At each depth of more than 3 ply, each scheme that was searched needs fewer nodes than the \
            search without a table.",
        experiments: ["article-fig-3", "article-table-2", "article-table-3"],
        beyond: ["sampled-middle-games-table"],
        judge: |data| {
            let found = data.at(&[4, 5, 6, 7, 8]).nodes_per_no_table(Scheme::ALL);
            judgement::each_pair(found.map(searched).map(Comparison::case_by_case), BELOW_ONE)
        },
    }
    "article-subtree-nodes-are-a-better-estimate", Article "8" {
        quote: "On logical grounds, one is tempted to conclude that the number of nodes of a subtree is a better \
            estimate of the work performed (and therefore potentially to be saved) than the depth of that subtree. \
            The experiments support this logic.",
        reading: "At 7 ply, each of Big1 and BigAll needs fewer nodes than Deep, and TwoBig1 fewer than \
            TwoDeep.",
        experiments: ["article-fig-1"],
        beyond: ["sampled-middle-games"],
        judge: |data| judgement::each_pair(big_per_deep(data), BELOW_ONE),
    }
    "article-two-levels-over-any-one-level", Article "8" {
        quote: "Taken at face value, the results favour a two-level scheme over any one-level scheme.",
        reading: "In the deepest searches, each two-level scheme needs fewer nodes than each one-level \
            scheme.",
        experiments: ["article-table-2", "article-table-3"],
        beyond: ["sampled-middle-games"],
        judge: |data| judgement::each_pair(data.deepest().nodes(TWO_LEVELS, ONE_LEVEL), BELOW_ONE),
    }
    "article-deep-is-not-best", Article "8" {
        quote: "If this is true, it would follow that DEEP, the most widely used scheme, is not best.",
        reading: "In the deepest searches, some scheme needs fewer nodes than Deep.",
        note: "The condition is the sentence before: that the results favour a two-level scheme.",
        experiments: ["article-fig-1", "article-table-2", "article-table-3"],
        beyond: ["sampled-middle-games"],
        judge: |data| judgement::some_pair(data.deepest().nodes(&without(Deep), &[Deep])),
    }
};

/// Leaves out the schemes that the experiment does not have: those of Figure 3 are one.
fn searched(found: Comparison) -> Comparison {
    Comparison { missing: Vec::new(), ..found }
}
