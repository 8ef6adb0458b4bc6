//! The merits of move and score `[Breuker 1998, 2.7.2 and 2.8]` `[Moreland 2001]`.

use ::schemes::Parts;

use super::Judge::{Beside, Rows};
use super::judgement::{all, on_average, quotient};
use super::thresholds::{BELOW_ONE, HARDLY_ANY, MUCH, Range, SAME, TENS, TENS_OF_THOUSANDS, percent, saving};
use super::{Data, Judgement, Judges};

pub(super) const JUDGES: Judges = &[
    (&["a-table-is-very-profitable"], Rows(|data| on_average(data.all().parts_per_no_table(Parts::all(), 0), MUCH))),
    (
        &["score-more-important-than-move"],
        Rows(|data| on_average(data.all().nodes_with_parts(Parts::SCORE, Parts::MOVE), BELOW_ONE)),
    ),
    (
        &["moreland-the-move-is-more-important"],
        Rows(|data| on_average(data.all().nodes_with_parts(Parts::MOVE, Parts::SCORE), BELOW_ONE)),
    ),
    (&["half-of-the-hits-cut-off"], Rows(|data| data.deepest().cut_offs_by_depth(percent(50.0)))),
    (&["cut-offs-stem-from-bounds"], Rows(|data| data.all().cut_offs_with(Parts::BOUNDS, Parts::SCORE, SAME))),
    (&["exact-values-hardly-cut-off"], Rows(|data| data.all().cut_offs_with(Parts::EXACT, Parts::SCORE, HARDLY_ANY))),
    (&["an-exact-value-is-met-tens-of-times"], Rows(|data| data.deepest().hits_by_depth(Parts::EXACT, TENS))),
    (
        &["a-bound-is-met-tens-of-thousands-of-times"],
        Rows(|data| data.deepest().hits_by_depth(Parts::BOUNDS, TENS_OF_THOUSANDS)),
    ),
    (
        &["endgames-are-more-pronounced"],
        Beside(|here| {
            let there = here.elsewhere(in_middle_games(here))?;
            let of = |parts| in_the_endgame(here, &there, parts, &[]);
            Ok(all(vec![of(Parts::MOVE), of(Parts::SCORE)]))
        }),
    ),
    (
        &["more-profitable-in-endgames"],
        Beside(|here| {
            let there = here.elsewhere(in_middle_games(here))?;
            Ok(in_the_endgame(here, &there, Parts::all(), &["256K"]))
        }),
    ),
    (&["the-move-saves-36-percent"], Rows(|data| saved(data, Parts::MOVE, saving(36.0)))),
    (&["the-move-saves-65-percent-in-endgames"], Rows(|data| saved(data, Parts::MOVE, saving(65.0)))),
    (&["everything-saves-68-percent"], Rows(|data| saved(data, Parts::all(), saving(68.0)))),
    (&["everything-saves-89-percent-in-endgames"], Rows(|data| saved(data, Parts::all(), saving(89.0)))),
    (
        &["bounds-have-a-much-larger-effect"],
        Rows(|data| on_average(data.all().nodes_with_parts(Parts::BOUNDS, Parts::EXACT), MUCH)),
    ),
];

/// Measures what parts of a table of 256K positions leave of the nodes.
fn saved(data: &Data, parts: Parts, range: Range) -> Judgement {
    on_average(data.all().with(&["256K"]).parts_per_no_table(parts, 0), range)
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
    quotient(here, there, BELOW_ONE, [&words[0], &words[1]])
}
