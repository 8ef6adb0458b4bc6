//! The merits of move and score `[Breuker 1998, 2.7.2 and 2.8]`.

use schemes::Parts;

use super::thresholds::{BELOW_ONE, HARDLY_ANY, MUCH, Range, SAME, TENS, TENS_OF_THOUSANDS, percent, saving};
use super::{Claim, Data, Judgement, judgement};
use crate::claims::claim::claims;

pub(super) const CLAIMS: &[Claim] = claims! {
    "a-table-is-very-profitable", Thesis "2.7.2" {
        quote: "Figure 2.13 clearly shows that the use of a transposition table (experiment 6) is very profitable in \
            terms of number of nodes searched compared to searching without a transposition table (experiment 1)",
        reading: "Move and score together leave at most 0.9 times the nodes (very profitable), on average over the \
            sizes.",
        note: super::ANALOGOUS,
        experiments: ["thesis-fig-2.13", "thesis-fig-2.14"],
        beyond: ["connect-four-merits", "sampled-middle-games-parts", "sampled-endgames-parts"],
        judge: |data| judgement::on_average(data.all().parts_per_no_table(Parts::all(), 0), MUCH),
    }
    "score-more-important-than-move", Thesis "2.7.2" {
        quote: "Further, using the field score of a transposition table (experiment 3) is more important than using \
            the field move (experiment 2)",
        reading: "The score alone needs fewer nodes than the move alone, on average over the sizes.",
        note: super::ANALOGOUS,
        experiments: ["thesis-fig-2.13", "thesis-fig-2.14"],
        beyond: ["connect-four-merits", "sampled-middle-games-parts", "sampled-endgames-parts"],
        judge: |data| judgement::on_average(data.all().nodes_with_parts(Parts::SCORE, Parts::MOVE), BELOW_ONE),
    }
    "half-of-the-hits-cut-off", Thesis "2.7.2" {
        quote: "Experiments show that whenever a position is found in the transposition table, the retrieved value \
            causes a cut-off in about 50% of the cases",
        reading: "With TwoBig1 and the whole table, 45.5 to 55 % of the hits cut off. The sentence names no depth, so \
            each depth is a reading of it.",
        note: "The section's searches go to 8 ply. Table 3 of the article has searches of the same 18 positions to \
            other depths.",
        would_change: "A depth other than the 8 ply of the section: from 3 to 8 ply, the part alternates between \
            less and more than half. It is about half at 4 ply in Table 3 and at 7 ply with 256K positions, and not \
            at 8.",
        experiments: ["thesis-fig-2.13", "article-table-3", "hits-by-depth"],
        beyond: ["thesis-fig-2.14"],
        judge: |data| data.all().cut_offs_by_depth(percent(50.0)),
    }
    "cut-offs-stem-from-bounds", Thesis "2.7.2" {
        quote: "However, this effect stems fully from bound values (experiment 5).",
        reading: "In each run with bounds alone there are 0.95 to 1.05 times the cut-offs of the run with the whole \
            score: the effect is the cut-offs of the sentence before.",
        would_change: "Endgame searches in which exact scores end as few nodes as in middle games. The sentence is \
            about middle games, where it holds.",
        experiments: ["thesis-fig-2.13"],
        beyond: ["thesis-fig-2.14", "connect-four-merits"],
        judge: |data| data.all().cut_offs_with(Parts::BOUNDS, Parts::SCORE, SAME),
    }
    "exact-values-hardly-cut-off", Thesis "2.7.2" {
        quote: "Exact values (experiment 4) hardly have any effect in this respect.",
        reading: "In each run with exact values alone there are at most 5 % of the cut-offs of the run with the whole \
            score.",
        would_change: "A limit of 7.5 % instead of 5 % for \"hardly\": there are 5.0 to 7.2 % of the cut-offs. The \
            sentence is about chess, where it holds.",
        experiments: ["thesis-fig-2.13"],
        beyond: ["thesis-fig-2.14", "connect-four-merits"],
        judge: |data| data.all().cut_offs_with(Parts::EXACT, Parts::SCORE, HARDLY_ANY),
    }
    "an-exact-value-is-met-tens-of-times", Thesis "2.7.2" {
        quote: "Typically, an exact value is encountered tens of times in the transposition table",
        reading: "With exact values alone in a table of 256K positions, there are 10 to 100 hits (tens) in the \
            search of a position. The sentence names neither the depth nor what is counted, so each depth is a \
            reading of it.",
        note: "The section has these searches to 8 ply only.",
        would_change: "A depth other than the 8 ply of the section: the claim holds at 5 to 7 ply, and not at 8.",
        experiments: ["hits-by-depth"],
        judge: |data| data.all().hits_by_depth(Parts::EXACT, TENS),
    }
    "a-bound-is-met-tens-of-thousands-of-times", Thesis "2.7.2" {
        quote: "while a bound value is encountered tens of thousands of times",
        reading: "With bounds alone in a table of 256K positions, there are 10,000 to 100,000 hits (tens of \
            thousands) in the search of a position. The sentence names neither the depth nor what is counted, so each \
            depth is a reading of it.",
        note: "The section has these searches to 8 ply only.",
        would_change: "A depth other than the 8 ply of the section: the claim holds at 6 and 7 ply, and not at 5 or \
            8.",
        experiments: ["hits-by-depth"],
        judge: |data| data.all().hits_by_depth(Parts::BOUNDS, TENS_OF_THOUSANDS),
    }
    "endgames-are-more-pronounced", Thesis "2.7.2" {
        quote: "The results of the experiments on the endgame positions are analogous to the results of the \
            experiments on the middle-game positions, but they are more pronounced",
        reading: "The move alone and the score alone each leave a smaller part of the nodes in the endgame than in \
            the middle game, on average over the sizes.",
        experiments: ["thesis-fig-2.14"],
        beyond: ["sampled-endgames-parts"],
        with: ["thesis-fig-2.13", "sampled-middle-games-parts"],
        judge: |data| {
            let there = data.elsewhere(in_middle_games(data))?;
            let of = |parts| in_the_endgame(data, &there, parts, &[]);
            judgement::all(vec![of(Parts::MOVE), of(Parts::SCORE)])
        },
    }
    "more-profitable-in-endgames", Thesis "2.7.2" {
        quote: "Moreover, the use of a transposition table is more profitable in endgames than in middle games.",
        reading: "With 256K positions, move and score together leave a smaller part of the nodes in the endgame than \
            in the middle game.",
        experiments: ["thesis-fig-2.14"],
        beyond: ["sampled-endgames-parts"],
        with: ["thesis-fig-2.13", "sampled-middle-games-parts"],
        judge: |data| {
            in_the_endgame(data, data.elsewhere(in_middle_games(data))?.as_ref(), Parts::all(), &["256K"])
        },
    }
    "the-move-saves-36-percent", Thesis "2.7.2" {
        quote: "We see that the largest (256K positions) transposition table used in middle games with only the field \
            move (experiment 2) results in about a 36% node decrease",
        reading: "With 256K positions, the move alone saves 32.7 to 39.6 % of the nodes in the middle game.",
        would_change: "A program that orders moves worse without a table: with no history table (alibaba-1998), the \
            move saves 31 % in Figure 2.13.",
        experiments: ["thesis-fig-2.13"],
        beyond: ["sampled-middle-games-parts"],
        judge: |data| saved(data, Parts::MOVE, saving(36.0)),
    }
    "the-move-saves-65-percent-in-endgames", Thesis "2.7.2" {
        quote: "whereas in the endgame the decrease is about 65%.",
        reading: "With 256K positions, the move alone leaves 31.8 to 38.5 % of the nodes in the endgame.",
        would_change: "A program that orders moves worse without a table: with no history table (alibaba-1998), the \
            move saves 73 % in Figure 2.14.",
        experiments: ["thesis-fig-2.14"],
        beyond: ["sampled-endgames-parts"],
        judge: |data| saved(data, Parts::MOVE, saving(65.0)),
    }
    "everything-saves-68-percent", Thesis "2.7.2" {
        quote: "If in addition score is used (experiment 6), a total decrease of about 68% in the middle game",
        reading: "With 256K positions, move and score leave 29.1 to 35.2 % of the nodes in the middle game.",
        would_change: "A program that orders moves worse without a table: with no history table (alibaba-1998), \
            everything saves 61 % in Figure 2.13, which leaves the claim undecided there.",
        experiments: ["thesis-fig-2.13"],
        beyond: ["sampled-middle-games-parts"],
        judge: |data| saved(data, Parts::all(), saving(68.0)),
    }
    "everything-saves-89-percent-in-endgames", Thesis "2.7.2" {
        quote: "and about 89% in the endgame is obtained.",
        reading: "With 256K positions, move and score leave 10 to 12.1 % of the nodes in the endgame.",
        would_change: "Endgames like that of Figure 2.14, where everything saves 87 % by default and 90 % under \
            alibaba-1998. In sampled endgames of all kinds it saves 73 %.",
        experiments: ["thesis-fig-2.14"],
        beyond: ["sampled-endgames-parts"],
        judge: |data| saved(data, Parts::all(), saving(89.0)),
    }
    "bounds-have-a-much-larger-effect", Thesis "2.8" {
        quote: "It was also found that for minimal-window search bound values have a much larger effect than exact \
            values.",
        reading: "Bounds alone need at most 0.9 times the nodes of exact values alone (much larger), on average over \
            the sizes.",
        experiments: ["thesis-fig-2.13", "thesis-fig-2.14"],
        beyond: ["connect-four-merits"],
        judge: |data| judgement::on_average(data.all().nodes_with_parts(Parts::BOUNDS, Parts::EXACT), MUCH),
    }
};

/// Measures what parts of a table of 256K positions leave of the nodes.
fn saved(data: &Data, parts: Parts, range: Range) -> Judgement {
    judgement::on_average(data.all().with(&["256K"]).parts_per_no_table(parts, 0), range)
}

/// Returns the experiment with the same searches in middle games.
fn in_middle_games(data: &Data) -> &'static str {
    if data.name == "sampled-endgames-parts" { "sampled-middle-games-parts" } else { "thesis-fig-2.13" }
}

/// Divides what parts of a table leave of the nodes here by what they leave in the middle game.
fn in_the_endgame(data: &Data, there: &Data, parts: Parts, sizes: &[&str]) -> Judgement {
    // The positions are others, and so are the draws.
    let [here, there] = [(data, 0), (there, 1)]
        .map(|(data, stream)| data.all().with(sizes).parts_per_no_table(parts, stream).map(|one| one.mean));
    let name = experiments::cell::parts_name(parts);
    let words = [format!("times the nodes with {name}"), "in the middle game".to_owned()];
    judgement::quotient(here, there, BELOW_ONE, [&words[0], &words[1]])
}
