//! Domineering `[Breuker 1998, 2.7.1]`.

use ::schemes::Scheme;

use super::Judge::{Beside, Rows};
use super::boards::{Series, first_player_wins, outcomes, second_player_wins_only};
use super::judgement::{each_pair, quotient};
use super::thresholds::{BELOW_ONE, MUCH};
use super::{Big1, Deep, Here, Judgement, Judges, ONE_LEVEL_IN_DOMINEERING, TWO_LEVELS, TwoBig1, TwoDeep};

pub(super) const JUDGES: Judges = &[
    (
        &["domineering-two-levels-much-better"],
        Rows(|data| each_pair(data.all().nodes(TWO_LEVELS, ONE_LEVEL_IN_DOMINEERING), MUCH)),
    ),
    (&["domineering-more-pronounced-than-chess"], Beside(|here| per_chess(here, TWO_LEVELS, ONE_LEVEL_IN_DOMINEERING))),
    (&["domineering-big-improves-more-on-one-level"], Beside(|here| per_chess(here, &[Big1], &[Deep]))),
    (&["domineering-big-improves-more-on-two-levels"], Beside(|here| per_chess(here, &[TwoBig1], &[TwoDeep]))),
    (
        &["big-better-than-deep-in-domineering"],
        Rows(|data| {
            let one_level = data.all().nodes(&[Big1], &[Deep]);
            let both = one_level.map(|one| one.and(data.all().nodes(&[TwoBig1], &[TwoDeep])));
            each_pair(both, BELOW_ONE)
        }),
    ),
    (&["standard-domineering-is-a-first-player-win"], Rows(|data| first_player_wins(&data.boards, board("8x8")))),
    (&["outcomes-of-table-2.1"], Rows(|data| outcomes(&data.boards, &[board("3x3")]))),
    (&["only-5x5-is-won-by-the-second-player"], Rows(|data| second_player_wins_only(&data.boards, board("5x5")))),
    (&["several-patterns-of-exponential-growth"], Rows(|data| Series::of(&data.boards).judge(Some(3)))),
    (&["growth-is-always-exponential"], Rows(|data| Series::of(&data.boards).judge(None))),
];

fn board(name: &str) -> experiments::board::Board {
    name.parse().expect("the name of a board")
}

/// Divides a ratio of schemes on 8x8 by that of Figure 2.8.
fn per_chess(data: &Here<'_>, schemes: &[Scheme], than: &[Scheme]) -> anyhow::Result<Judgement> {
    let chess = data.elsewhere("thesis-fig-2.8")?;
    // The positions are others, and so are the draws.
    let there = chess.at(&[7]).nodes_drawn(schemes, than, 1).map(|one| one.mean);
    let here = data.all().nodes(schemes, than).map(|one| one.mean);
    Ok(quotient(here, there, BELOW_ONE, ["times the nodes", "in chess"]))
}
