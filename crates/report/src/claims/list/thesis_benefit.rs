//! What a table saves `[Breuker 1998, 2.3.2 and 2.7.1]`.

use std::collections::BTreeMap;

use experiments::text::counted;
use schemes::{Parts, Scheme};

use super::thresholds::{ABOVE_ONE, BELOW_ONE, MUCH, Unit, about, at_least, at_most};
use super::{Claim, Comparison, Data, Judgement, judgement};
use crate::claims::Verdict;
use crate::claims::claim::claims;

pub(super) const CLAIMS: &[Claim] = claims! {
    "a-deep-search-finds-the-move", Thesis "2.3.2" {
        quote: "It is possible to find this move by using knowledge about distant opposition (Fine, 1941), or by \
            doing a deep (at least 24 ply) search.",
        reading: "Kb1 is the best move of every search from a depth of at least 24 ply on, and not of all searches \
            from a shallower depth on. Another reading is that the value rises most at such a depth.",
        note: "That the value rises means that the search sees the win.",
        would_change: "One meaning of finding the move. Kb1 is the best move from 5 ply on, for whatever reason; that \
            it wins is seen at 24 ply, as the thesis says.",
        experiments: ["thesis-fig-2.6", "fine-70"],
        judge: |data| find_the_move(data),
    }
    "blocked-pawns", Thesis "2.3.2" {
        quote: "In chess, transposition tables are especially useful in positions without Pawns or with blocked \
            Pawns.",
        reading: "At 8 ply with 64K positions, a table leaves a smaller part of the nodes in Figure 2.6, which has \
            blocked pawns, than in the middle game of Figure 2.13.",
        experiments: ["thesis-fig-2.6"],
        with: ["thesis-fig-2.13"],
        judge: |data| {
            let nodes = |data: &Data| {
                data.at(&[8]).with(&["64K"]).nodes_per_no_table(&[Scheme::TwoBig1]).map(|found| found.mean)
            };
            let there = nodes(data.elsewhere("thesis-fig-2.13")?.as_ref());
            judgement::quotient(nodes(data), there, BELOW_ONE, ["times the nodes", "in the middle game"])
        },
    }
    "minimal-tree-of-33-ply", Thesis "2.3.2" {
        quote: "For instance, assuming that both sides have five moves on average at their disposal for each position \
            (an underestimation), the minimal game tree when searching 33 ply consists of some 9×10^11 nodes",
        reading: "w^⌊d/2⌋ + w^⌈d/2⌉ - 1 with w = 5 and d = 33 is 9×10^11, within a tenth.",
        compute: {
            let nodes = minimal_tree() as f64;
            Judgement::exact(about(9e11, 1e11).has(nodes), format!("{nodes:.3e} nodes"))
        },
    }
    "cray-blitz-searches-a-200000th", Thesis "2.3.2" {
        quote: "The reduction in nodes searched by CRAY BLITZ (a factor of more than 200,000) is caused by the \
            transposition table.",
        reading: "The minimal tree of 33 ply has more than 200,000 times the 4×10^6 nodes that are reported of Cray \
            Blitz. The cause is not tested.",
        compute: {
            let factor = minimal_tree() as f64 / 4e6;
            Judgement::exact(factor > 200_000.0, format!("a factor of {factor:.0}"))
        },
    }
    "moves-save-half", Thesis "2.3.2" {
        quote: "Ebeling (1986) concludes that \"not using the hash table for moves affects the search size by at \
            least a factor of two.\"",
        reading: "The score alone needs at least 2 times the nodes of score and move together, on average over the \
            sizes.",
        note: "The statement is about the program of Ebeling.",
        would_change: "A program that orders moves worse without the move of the table: with no history table \
            (alibaba-1998), the factor in endgames is 1.9, and undecided.",
        experiments: ["thesis-fig-2.13", "thesis-fig-2.14"],
        beyond: ["sampled-middle-games-parts", "sampled-endgames-parts"],
        judge: |data| {
            judgement::on_average(data.all().nodes_with_parts(Parts::SCORE, Parts::all()), at_least(2.0, Unit::One))
        },
    }
    "a-3-ply-search-is-longer", Thesis "2.7.1" {
        quote: "For this example we see that, limiting ourselves to a 3-ply search in middle-game positions, the use \
            of a transposition table with time stamping is even counterproductive in that it prolongs the search.",
        reading: "At 3 ply, TwoBig1 needs more nodes than the search without a table.",
        would_change: "A cost of the table at 3 ply that our search does not have. None of the readings of the \
            refutation table makes a table cost nodes there.",
        experiments: ["thesis-fig-2.10"],
        beyond: ["sampled-middle-games-table"],
        judge: |data| judgement::each_pair(data.at(&[3]).nodes_per_no_table(&[Scheme::TwoBig1]), ABOVE_ONE),
    }
    "advantageous-over-3-ply", Thesis "2.7.1" {
        quote: "However, it is reassuring that the use of transposition tables is definitely advantageous at more \
            realistic search depths of over 3 ply.",
        reading: "At each depth of more than 3 ply, a search with a table needs fewer nodes than one without.",
        experiments: ["thesis-fig-2.10"],
        beyond: ["sampled-middle-games-table"],
        judge: |data| {
            let found = data.at(&[4, 5, 6, 7]).nodes_per_no_table(&[Scheme::TwoBig1]);
            judgement::each_pair(found.map(Comparison::case_by_case), BELOW_ONE)
        },
    }
    "half-of-the-nodes-from-6-ply", Thesis "2.7.1" {
        quote: "The graph confirms this factor for searches of 6 ply and deeper.",
        reading: "At 6 and at 7 ply, a table leaves at most 0.5 times the nodes.",
        note: "The factor is Ebeling's, of at least two, which is about the moves in the table. The graph compares \
            searches with and without the whole table.",
        would_change: "A program that orders moves worse without a table: at 6 ply, a table leaves 0.550 of the \
            nodes under alibaba-1998, where our default leaves 0.587, and 0.605 in the sampled games.",
        experiments: ["thesis-fig-2.10"],
        beyond: ["sampled-middle-games-table"],
        judge: |data| {
            let found = data.at(&[6, 7]).nodes_per_no_table(&[Scheme::TwoBig1]);
            judgement::each_pair(found.map(Comparison::case_by_case), at_most(0.5))
        },
    }
    "considerably-less-in-domineering", Thesis "2.7.1" {
        quote: "It is noted that transposition tables reduce the search considerably in many other domains, such as \
            domineering (cf. page 40)",
        reading: "On each board, the table of Table 2.1 leaves at most 0.9 times the nodes (considerably).",
        experiments: ["domineering-without-table"],
        judge: |data| judgement::on_average(data.all().nodes_per_no_table(&[Scheme::TwoBig1]), MUCH),
    }
};

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
