//! The size of the table in chess `[Breuker 1998, 2.7 and 2.7.1]`. That a ply multiplies the tree by four is an
//! assumption of the thesis, after `[Thompson 1982]` and `[Junghanns 1997]`.

use schemes::Scheme;

use super::super::sizes::Suggested::{From, Is, UpTo};
use super::thresholds::{BELOW_ONE, SAME, Unit, about, at_least, percent, saving};
use super::{Claim, Data, Judgement, judgement};
use crate::claims::claim::claims;

pub(super) const CLAIMS: &[Claim] = claims! {
    "doubling-reduces-the-tree", Thesis "2.7" {
        quote: "One frequently cited performance observation is that doubling the number of positions in the table \
            reduces the size of the search tree.",
        reading: "Twice the table needs fewer nodes, on average over all schemes, sizes and depths.",
        experiments: ["thesis-fig-2.8", "thesis-fig-2.9", "thesis-fig-2.11", "thesis-fig-2.12"],
        beyond: ["endgame-stand-in", "connect-four-schemes", "sampled-middle-games", "sampled-endgames"],
        judge: |data| judgement::doubled(data.all().doubling(Scheme::ALL, 0), BELOW_ONE),
    }
    "a-doubling-saves-only-7-percent", Thesis "2.7.1" {
        quote: "Ebeling (1986) states: \"each doubling in the hash table size yields only a 7% decrease in the search \
            size.\"",
        reading: "At 7 ply, a doubling saves at most about 7 % of the nodes, on average over schemes and sizes: only \
            7 % means no more.",
        note: "The statement is about the program of Ebeling.",
        experiments: ["thesis-fig-2.8"],
        beyond: ["sampled-middle-games"],
        judge: |data| judgement::doubled(data.at(&[7]).doubling(Scheme::ALL, 0), saving(7.0).only_saved()),
    }
    "a-doubling-saves-5-percent", Thesis "2.7.1" {
        quote: "Schaeffer (1994) reported a 5% decrease in the number of nodes searched when doubling the number of \
            positions in the transposition table.",
        reading: "At 7 ply, a doubling saves 5 % of the nodes (4.5 to 5.5 %), on average over schemes and sizes.",
        note: "The statement is about the program of Schaeffer.",
        experiments: ["thesis-fig-2.8"],
        beyond: ["sampled-middle-games"],
        judge: |data| judgement::doubled(data.at(&[7]).doubling(Scheme::ALL, 0), saving(5.0)),
    }
    "nodes-level-out", Thesis "2.7.1" {
        quote: "As the table size increases, the number of nodes searched tends to level out to a constant.",
        reading: "At the deepest search, doubling 512K positions saves a smaller part of the nodes than doubling 8K.",
        note: super::ENDGAME,
        experiments: ["thesis-fig-2.8", "thesis-fig-2.11"],
        beyond: ["endgame-stand-in", "sampled-middle-games", "sampled-endgames"],
        judge: |data| level_out(data),
    }
    "no-gain-before-1024K", Thesis "2.7.1" {
        quote: "In other words, at some point, possibly before 1024K in our case, no significant gains may be hoped \
            for by increasing the table size.",
        reading: "At 7 ply, 1024K positions need the same nodes as 512K (0.95 to 1.05 times).",
        experiments: ["thesis-fig-2.8"],
        beyond: ["sampled-middle-games"],
        judge: |data| {
            judgement::doubled(data.at(&[7]).with(&["512K", "1024K"]).doubling(Scheme::ALL, 0), SAME)
        },
    }
    "spread-shrinks", Thesis "2.7.1" {
        quote: "As the table size increases, the spread between replacement schemes shrinks.",
        reading: "At the deepest search, the spread (by how much the worst scheme exceeds the best) with 512K and \
            1024K positions is less than that with 8K.",
        note: super::ENDGAME,
        experiments: ["thesis-fig-2.8", "thesis-fig-2.11"],
        beyond: ["endgame-stand-in", "sampled-middle-games", "sampled-endgames"],
        judge: |data| spread_shrinks(data),
    }
    "spread-of-3-percent-from-512K", Thesis "2.7.1" {
        quote: "For table sizes from 512K upwards, the spread is only around 3%",
        reading: "At 7 ply with 512K and 1024K positions, the worst scheme exceeds the best by at most about 3 % (3.5 \
            %): only 3 % means no more.",
        experiments: ["thesis-fig-2.8"],
        beyond: ["sampled-middle-games"],
        judge: |data| spread_of(data, &["512K", "1024K"], percent(3.0).only()),
    }
    "spread-of-21-percent-at-8K", Thesis "2.7.1" {
        quote: "whereas the smallest practicable size, 8K, suggests a spread of no less than 21%",
        reading: "At 7 ply with 8K positions, the worst scheme exceeds the best by at least 21 %.",
        experiments: ["thesis-fig-2.8"],
        beyond: ["sampled-middle-games"],
        judge: |data| spread_of(data, &["8K"], at_least(0.21, Unit::Percent)),
    }
    "the-deeper-the-larger", Thesis "2.7.1" {
        quote: "It is important to observe that the deeper the search performed, the larger the transposition table \
            should be.",
        reading: "A doubling leaves a smaller part of the nodes at 7 ply than at 5 ply.",
        experiments: ["thesis-fig-2.8"],
        beyond: ["sampled-middle-games"],
        judge: |data| {
            let [deep, shallow] = [7, 5].map(|depth| data.at(&[depth]).doubling(Scheme::ALL, 0).map(|one| one.mean));
            judgement::quotient(deep, shallow, BELOW_ONE, ["times the nodes at 7 ply", "at 5 ply"])
        },
    }
    "little-to-gain-beyond-256K", Thesis "2.7.1" {
        quote: "Beyond 256K positions for a 7-ply search, performance levels off; there is little further to gain.",
        reading: "At 7 ply, a doubling from 256K positions on needs the same nodes (0.95 to 1.05 times).",
        experiments: ["thesis-fig-2.8"],
        beyond: ["sampled-middle-games"],
        judge: |data| {
            judgement::doubled(data.at(&[7]).with(&["256K", "512K", "1024K"]).doubling(Scheme::ALL, 0), SAME)
        },
    }
    "a-ply-multiplies-by-4", Thesis "2.7.1" {
        quote: "For example, assuming that searching one ply deeper increases the tree size by a factor of about 4",
        reading: "A search needs 3.5 to 4.5 times the nodes of the search that is one ply less deep, on average over \
            the depths and sizes: with TwoBig1 in Figure 2.8, and without a table in Figure 2.10.",
        note: "An assumption, for which the thesis cites Thompson (1982) and Junghanns et al. (1997).",
        would_change: "A table in the searches of Figure 2.10: without one, a ply multiplies the nodes by 4.8 in \
            the sampled games, with TwoBig1 by 4.1.",
        experiments: ["thesis-fig-2.8", "thesis-fig-2.10"],
        beyond: ["sampled-middle-games", "sampled-middle-games-table"],
        judge: |data| {
            let searched = data.all().nodes_per_no_table(&[Scheme::TwoBig1]).is_some();
            let scheme = if searched { None } else { Some(Scheme::TwoBig1) };
            judgement::on_average(data.all().deepening(&[scheme], 1), about(4.0, 1.0))
        },
    }
    "suggested-sizes-in-middle-games", Thesis "2.7.1" {
        quote: "then we obtain from Figure 2.8 for 3, 4, 5, 6, and 7-ply searches in the middle game the following \
            suggested table sizes: ≤ 8K, 16K, 32K, 32K, and 256K positions, respectively.",
        reading: "At each depth, the smallest size whose doubling saves less than 1 % of the nodes of TwoBig1 is \
            within a factor of two of the published one.",
        note: "The thesis does not say for which scheme it reads the sizes off.",
        would_change: "A tree at 5 ply for which 8K positions are too few: for ours they suffice, but 32K are \
            published. The other four depths agree.",
        experiments: ["thesis-fig-2.8"],
        beyond: ["sampled-middle-games"],
        judge: |data| data.suggested(&[(3, UpTo(8)), (4, Is(16)), (5, Is(32)), (6, Is(32)), (7, Is(256))]),
    }
    "suggested-sizes-in-endgames", Thesis "2.7.1" {
        quote: "then we obtain for 3, 4, 5, 6, 7, 8, 9, and 10-ply searches in the endgame the following suggested \
            table sizes: ≤ 8K, ≤ 8K, ≤ 8K, 32K, 64K, 512K, ≥ 1024K, and ≥ 1024K positions, respectively.",
        reading: "At each depth, the smallest size whose doubling saves less than 1 % of the nodes of TwoBig1 is \
            within a factor of two of the published one.",
        note: "The rows are those of one of the five games.",
        experiments: ["thesis-fig-2.11"],
        judge: |data| {
            data.suggested(&[
                (3, UpTo(8)),
                (4, UpTo(8)),
                (5, UpTo(8)),
                (6, Is(32)),
                (7, Is(64)),
                (8, Is(512)),
                (9, From(1024)),
                (10, From(1024)),
            ])
        },
    }
};

/// Compares the last doubling with the first.
pub(super) fn level_out(data: &Data) -> Judgement {
    let [last, first] = [["512K", "1024K"], ["8K", "16K"]]
        .map(|sizes| data.deepest().with(&sizes).doubling(Scheme::ALL, 0).map(|one| one.mean));
    judgement::quotient(first, last, BELOW_ONE, ["times the nodes from 8K to 16K", "from 512K to 1024K"])
}

/// Compares the spread in large tables with that in the smallest.
pub(super) fn spread_shrinks(data: &Data) -> Judgement {
    let [large, small] = [&["512K", "1024K"][..], &["8K"]].map(|sizes| data.deepest().with(sizes).spread());
    judgement::quotient(large, small, BELOW_ONE, ["is the spread with 512K and 1024K positions", "with 8K"])
}

/// Measures the spread at 7 ply.
pub(super) fn spread_of(data: &Data, sizes: &[&str], range: super::thresholds::Range) -> Judgement {
    judgement::number(
        data.at(&[7]).with(sizes).spread(),
        range,
        "the nodes of the worst scheme exceed those of the best by",
    )
}
