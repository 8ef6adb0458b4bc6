//! Stamping, and searches to 8 ply `[Breuker 1998, 2.7.1]`.

use schemes::Scheme;

use super::thresholds::{BELOW_ONE, about, saving};
use super::{Claim, Data, Judgement, RIVALS, TwoBig1, judgement};
use crate::claims::claim::claims;

pub(super) const CLAIMS: &[Claim] = claims! {
    "shapes-are-alike", Thesis "2.7.1" {
        quote: "The shapes of all graphs are similar in the Figures 2.8 and 2.9.",
        reading: "At 7 ply, the ratio of the stamped to the cleared nodes differs between schemes and sizes by a \
            factor of at most 1.05 (similar).",
        experiments: ["thesis-fig-2.9"],
        beyond: ["sampled-middle-games-stamp"],
        with: ["thesis-fig-2.8", "sampled-middle-games"],
        judge: |data| judgement::same_shape(data.deepest().nodes_per(&data.elsewhere(cleared(data))?.all())),
    }
    "the-order-is-invariant", Thesis "2.7.1" {
        quote: "The relative order of merit of the replacement schemes seems to be invariant for time stamping",
        reading: "In the deepest searches, each pair of schemes is certainly in the same order with stamping as \
            without.",
        note: super::CARRIED,
        experiments: ["thesis-fig-2.9", "thesis-8-ply-stamp"],
        beyond: ["sampled-middle-games-stamp"],
        with: ["thesis-fig-2.8", "thesis-8-ply-clear", "sampled-middle-games"],
        judge: |data| same_order(data, data.elsewhere(cleared(data))?.as_ref()),
    }
    "a-persistent-edge", Thesis "2.7.1" {
        quote: "whether one time-stamps or clears the transposition tables between moves, TwoBIG1 appears to have a \
            persistent edge.",
        reading: "In the deepest searches, TwoBig1 needs fewer nodes than each other scheme, both with \
            stamping and without.",
        note: super::CARRIED,
        experiments: ["thesis-fig-2.9", "thesis-8-ply-stamp"],
        beyond: ["sampled-middle-games-stamp"],
        with: ["thesis-fig-2.8", "thesis-8-ply-clear", "sampled-middle-games"],
        judge: |data| persistent_edge(data, data.elsewhere(cleared(data))?.as_ref()),
    }
    "stamping-saves-2-percent", Thesis "2.7.1" {
        quote: "The savings with time stamping are some 2%.",
        reading: "In the deepest searches, stamping saves 1.5 to 2.5 % of the nodes, on average over schemes and \
            sizes.",
        note: super::CARRIED,
        would_change: "Searches under alibaba-1998 at 8 ply with stamped tables: at 7 ply, stamping saves 3.5 % under \
            that reading, and 1.3 % with our defaults, both undecided.",
        experiments: ["thesis-fig-2.9", "thesis-8-ply-stamp"],
        beyond: ["sampled-middle-games-stamp"],
        with: ["thesis-fig-2.8", "thesis-8-ply-clear", "sampled-middle-games"],
        judge: |data| {
            let there = data.elsewhere(cleared(data))?;
            judgement::on_average(data.deepest().nodes_per(&there.all()), saving(2.0))
        },
    }
    "8-ply-results-are-scaled", Thesis "2.7.1" {
        quote: "Assuming a ratio of four in search size between subsequent ply depths, the 7-ply results for table \
            sizes of 16K, 64K and 256K positions should be scalable to the 8-ply results for table sizes of 64K, 256K \
            and 1024K positions, respectively.",
        reading: "8 ply need 3.5 to 4.5 times the nodes of 7 ply with a quarter of the table, on average over schemes \
            and sizes.",
        note: "The next sentence is \"Inspection of the results verifies this.\"",
        experiments: ["thesis-8-ply-clear", "thesis-8-ply-stamp"],
        judge: |data| {
            let schemes: Vec<Option<Scheme>> = Scheme::ALL.iter().copied().map(Some).collect();
            judgement::on_average(data.at(&[8]).deepening(&schemes, 4), about(4.0, 1.0))
        },
    }
    "8-ply-conclusions-are-those-of-7-ply", Thesis "2.7.1" {
        quote: "In other words, the 7-ply search conclusions given above are confirmed by the 8-ply search results, \
            in particular the conclusion that the two-level schemes outperform those with one level.",
        reading: "The spread between the schemes at 8 ply is that of 7 ply with a quarter of the table, within a \
            tenth. The other conclusions are judged at 8 ply under their own sentences.",
        would_change: "A spread at 8 ply of less than 0.142 with cleared tables. The size of the spread differs, \
            not the order of the schemes.",
        experiments: ["thesis-8-ply-clear", "thesis-8-ply-stamp"],
        judge: |data| {
            let deep = data.at(&[8]).with(&["64K", "256K", "1024K"]).spread();
            let shallow = data.at(&[7]).with(&["16K", "64K", "256K"]).spread();
            judgement::quotient(deep, shallow, about(1.0, 0.0), ["is the spread at 8 ply", "at 7 ply"])
        },
    }
};

/// Returns the experiment with the same searches and a cleared table.
pub(super) fn cleared(data: &Data) -> &'static str {
    match &*data.name {
        "thesis-8-ply-stamp" => "thesis-8-ply-clear",
        "article-fig-2" => "article-fig-1",
        "sampled-middle-games-stamp" => "sampled-middle-games",
        _ => "thesis-fig-2.8",
    }
}

/// Compares the order of the schemes here and there, in the deepest searches.
pub(super) fn same_order(here: &Data, there: &Data) -> Judgement {
    judgement::same_order(|one, other| [here, there].map(|data| data.deepest().nodes(&[one], &[other])))
}

/// Compares TwoBig1 with each other scheme, here and there.
pub(super) fn persistent_edge(here: &Data, there: &Data) -> Judgement {
    let [here, there] = [(here, "stamped"), (there, "cleared")].map(|(data, what)| {
        let found = data.deepest().nodes(&[TwoBig1], RIVALS)?;
        Some(found.named(what))
    });
    match (here, there) {
        (Some(here), Some(there)) => judgement::each_pair(Some(here.and(Some(there))), BELOW_ONE),
        _ => Judgement::nothing(),
    }
}
