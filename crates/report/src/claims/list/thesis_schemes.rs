//! Which scheme is best in chess `[Breuker 1998, 2.7.1 and 2.8]`.

use schemes::Scheme;

use super::thresholds::{BELOW_ONE, MUCH, SAME, saving_between};
use super::{
    Big1, BigAll, Claim, Data, Deep, Judgement, New, ONE_LEVEL, Old, RIVALS, RIVALS_IN_DOMINEERING, TWO_LEVELS,
    TwoBig1, TwoDeep, big_per_deep, judgement, without,
};
use crate::claims::claim::claims;

pub(super) const CLAIMS: &[Claim] = claims! {
    "old-uses-by-far-more-nodes", Thesis "2.7.1" {
        quote: "it uses by far more nodes than all other replacement schemes considered",
        reading: "At 7 ply, each other scheme needs at most 0.9 times the nodes of Old (by far), on average over the \
            sizes.",
        would_change: "The readings same-position=compete,quiescence=never,history=none, with which Old keeps the \
            oldest record even of the same position: there, New needs 0.698 times the nodes of Old.",
        experiments: ["thesis-fig-2.8"],
        beyond: ["sampled-middle-games"],
        judge: |data| judgement::each_pair(data.at(&[7]).nodes(&without(Old), &[Old]), MUCH),
    }
    "best-and-worst-at-8K", Thesis "2.7.1" {
        quote: "the best (TwoBIG1) and worst (OLD) scheme",
        reading: "At 7 ply with 8K positions, TwoBig1 needs fewer nodes than each other scheme, and \
            each other scheme fewer than Old.",
        experiments: ["thesis-fig-2.8"],
        beyond: ["sampled-middle-games"],
        judge: |data| best_and_worst(data, Old),
    }
    "two-levels-outperform-one", Thesis "2.7.1" {
        quote: "The two-level-table schemes outperform those with one level only.",
        reading: "In the deepest searches, each two-level scheme needs fewer nodes than each one-level \
            scheme.",
        note: super::CARRIED,
        experiments: ["thesis-fig-2.8", "thesis-8-ply-clear", "thesis-8-ply-stamp", "thesis-fig-2.11"],
        beyond: ["endgame-stand-in", "connect-four-schemes", "sampled-middle-games", "sampled-endgames"],
        judge: |data| judgement::each_pair(data.deepest().nodes(TWO_LEVELS, ONE_LEVEL), BELOW_ONE),
    }
    "two-big1-better-than-two-deep", Thesis "2.7.1" {
        quote: "For most data points, TwoBIG1 is better than TwoDEEP.",
        reading: "In the deepest searches, TwoBig1 needs fewer nodes than TwoDeep at more than half of \
            the sizes.",
        note: super::CARRIED,
        experiments: ["thesis-fig-2.8", "thesis-8-ply-clear", "thesis-8-ply-stamp", "thesis-fig-2.11"],
        beyond: ["endgame-stand-in", "sampled-middle-games", "sampled-endgames"],
        judge: |data| judgement::most(data.deepest().nodes(&[TwoBig1], &[TwoDeep])),
    }
    "old-and-new-are-worse", Thesis "2.7.1" {
        quote: "The schemes OLD and NEW are worse than the other three one-level-table schemes.",
        reading: "In the deepest searches, each of Big1, BigAll and Deep needs fewer nodes than Old and \
            than New.",
        note: super::CARRIED,
        would_change: "Nothing that was tried: in Connect Four, New beats Big and Deep at nearly every size. The \
            sentence is about chess, where no experiment contradicts it.",
        experiments: ["thesis-fig-2.8", "thesis-8-ply-clear", "thesis-8-ply-stamp", "thesis-fig-2.11"],
        beyond: ["endgame-stand-in", "connect-four-schemes", "sampled-middle-games", "sampled-endgames"],
        judge: |data| judgement::each_pair(data.deepest().nodes(&[Big1, BigAll, Deep], &[New, Old]), BELOW_ONE),
    }
    "big1-and-big-all-are-alike", Thesis "2.7.1" {
        quote: "There is hardly any difference between the schemes BIG1 and BIGALL.",
        reading: "In the deepest searches, Big1 needs 0.95 to 1.05 times the nodes of BigAll (hardly any difference).",
        note: super::CARRIED,
        experiments: ["thesis-fig-2.8", "thesis-8-ply-clear", "thesis-8-ply-stamp", "thesis-fig-2.11"],
        beyond: ["endgame-stand-in", "sampled-middle-games", "sampled-endgames"],
        judge: |data| judgement::each_pair(data.deepest().nodes(&[Big1], &[BigAll]), SAME),
    }
    "two-deep-saves-5-to-10-percent", Thesis "2.7.1" {
        quote: "Our data for small table sizes (8K to 64K) confirm Ebeling's (1986) statement, based on 10 positions, \
            that TwoDEEP \"reduces search times by 5 to 10% for middle game positions\" when compared with DEEP.",
        reading: "In the deepest searches with 8K to 64K positions, TwoDeep needs 0.9 to 0.95 times the nodes of \
            Deep, on average over the sizes. Nodes stand for times.",
        note: super::CARRIED,
        experiments: ["thesis-fig-2.8", "thesis-8-ply-clear", "thesis-8-ply-stamp"],
        beyond: ["sampled-middle-games"],
        judge: |data| two_deep_saves(data),
    }
    "clear-winner-at-16K", Thesis "2.7.1" {
        quote: "The 9-ply results for 256K positions can be approximated by using the 16K (256K/16) data point of the \
            7-ply results. This shows TwoBIG1 to be a clear winner.",
        reading: "At 7 ply with 16K positions, TwoBig1 needs fewer nodes than each other scheme.",
        experiments: ["thesis-fig-2.8"],
        beyond: ["sampled-middle-games"],
        judge: |data| judgement::each_pair(data.at(&[7]).with(&["16K"]).nodes(&[TwoBig1], RIVALS), BELOW_ONE),
    }
    "big-better-on-one-level", Thesis "2.7.1" {
        quote: "In middle-game positions it is clear that the concept BIG works better than the concept DEEP",
        reading: "In the deepest searches, each of Big1 and BigAll needs fewer nodes than Deep. The \
            rest of the sentence, about two levels, is a separate claim.",
        note: super::CARRIED,
        experiments: ["thesis-fig-2.8", "thesis-fig-2.9", "thesis-8-ply-clear", "thesis-8-ply-stamp"],
        beyond: ["sampled-middle-games", "sampled-middle-games-stamp"],
        judge: |data| judgement::each_pair(data.deepest().nodes(&[Big1, BigAll], &[Deep]), BELOW_ONE),
    }
    "big-better-on-two-levels", Thesis "2.7.1" {
        quote: "and scheme TwoBIG1 fewer nodes than scheme TwoDEEP",
        reading: "In the deepest searches, TwoBig1 needs fewer nodes than TwoDeep, on average over the \
            sizes.",
        note: super::CARRIED,
        experiments: ["thesis-fig-2.8", "thesis-fig-2.9", "thesis-8-ply-clear", "thesis-8-ply-stamp"],
        beyond: ["sampled-middle-games", "sampled-middle-games-stamp"],
        judge: |data| judgement::each_pair(data.deepest().nodes(&[TwoBig1], &[TwoDeep]), BELOW_ONE),
    }
    "big-and-deep-alike-in-endgames", Thesis "2.7.1" {
        quote: "The difference between the two concepts has disappeared in the endgame.",
        reading: "In the deepest searches, Big1 and BigAll need 0.95 to 1.05 times the nodes of Deep, and TwoBig1 \
            those of TwoDeep.",
        experiments: ["thesis-fig-2.11"],
        beyond: ["endgame-stand-in", "sampled-endgames"],
        judge: |data| judgement::each_pair(big_per_deep(data), SAME),
    }
    "deep-is-not-best", Thesis "2.8" {
        quote: "Thus it follows that the most widely used scheme, DEEP, is not best.",
        reading: "In the deepest searches, some scheme needs fewer nodes than Deep.",
        experiments: [
            "thesis-fig-2.8", "thesis-8-ply-clear", "thesis-8-ply-stamp", "thesis-fig-2.11", "thesis-fig-2.12",
        ],
        beyond: ["sampled-middle-games", "sampled-endgames"],
        judge: |data| judgement::some_pair(data.deepest().nodes(&without(Deep), &[Deep])),
    }
    "two-big1-is-best", Thesis "2.8" {
        quote: "we recommend using the scheme TwoBig1 as the best replacement scheme for a transposition table.",
        reading: "In the deepest searches, TwoBig1 needs fewer nodes than each other scheme.",
        note: "A recommendation over all domains; it is judged in each of them.",
        would_change: "In domineering, the length of the longest line as the depth of a position: then it agrees.",
        experiments: ["thesis-fig-2.8", "thesis-8-ply-clear", "thesis-fig-2.11", "thesis-fig-2.12"],
        beyond: ["endgame-stand-in", "connect-four-schemes", "sampled-middle-games", "sampled-endgames"],
        judge: |data| {
            let is_board = !data.boards.is_empty();
            let rivals = if is_board { RIVALS_IN_DOMINEERING } else { RIVALS };
            judgement::each_pair(data.deepest().nodes(&[TwoBig1], rivals), BELOW_ONE)
        },
    }
};

/// Compares TwoBig1 with each other scheme, and each other scheme with the worst, at 7 ply with 8K positions.
pub(super) fn best_and_worst(data: &Data, worst: Scheme) -> Judgement {
    let searches = data.at(&[7]).with(&["8K"]);
    let others: Vec<Scheme> = RIVALS.iter().copied().filter(|&scheme| scheme != worst).collect();
    let better = searches.nodes(&others, &[worst]);
    judgement::each_pair(searches.nodes(&[TwoBig1], RIVALS).map(|best| best.and(better)), BELOW_ONE)
}

/// Compares TwoDeep with Deep in small tables.
pub(super) fn two_deep_saves(data: &Data) -> Judgement {
    let searches = data.deepest().with(&["8K", "16K", "32K", "64K"]);
    judgement::on_average(searches.nodes(&[TwoDeep], &[Deep]), saving_between(5.0, 10.0))
}
