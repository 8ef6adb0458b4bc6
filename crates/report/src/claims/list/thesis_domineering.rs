//! Domineering `[Breuker 1998, 2.7.1]`.

use schemes::Scheme;

use super::boards::{Series, first_player_wins, nodes_as_printed, outcomes, second_player_wins_only};
use super::thresholds::{BELOW_ONE, MUCH};
use super::{Big1, Claim, Deep, Here, Judgement, ONE_LEVEL_IN_DOMINEERING, TWO_LEVELS, TwoBig1, TwoDeep, judgement};
use crate::claims::claim::claims;

pub(super) const CLAIMS: &[Claim] = claims! {
    "domineering-two-levels-much-better", Thesis "2.7.1" {
        quote: "two-level replacement schemes work much better than one-level schemes.",
        reading: "On 8x8, each two-level scheme needs at most 0.9 times the nodes of each one-level scheme (much \
            better), on average over the sizes.",
        experiments: ["thesis-fig-2.12"],
        judge: |data| judgement::each_pair(data.all().nodes(TWO_LEVELS, ONE_LEVEL_IN_DOMINEERING), MUCH),
    }
    "domineering-more-pronounced-than-chess", Thesis "2.7.1" {
        quote: "It is noted that the conclusions from the domain of chess also hold in the domain of domineering and \
            are even more pronounced",
        reading: "The ratio of the nodes of two-level schemes to those of one-level schemes is smaller than that of \
            Figure 2.8 at 7 ply.",
        experiments: ["thesis-fig-2.12"],
        with: ["thesis-fig-2.8"],
        judge: |data| per_chess(data, TWO_LEVELS, ONE_LEVEL_IN_DOMINEERING)?,
    }
    "domineering-big-improves-more-on-one-level", Thesis "2.7.1" {
        quote: "Furthermore, the concept Big shows more improvement over the concept Deep than in chess.",
        reading: "The ratio of the nodes of Big1 to those of Deep is smaller than that of Figure 2.8 at 7 ply.",
        would_change: "The length of the longest line as the depth of a position: then it agrees.",
        experiments: ["thesis-fig-2.12"],
        beyond: ["readings-domineering"],
        with: ["thesis-fig-2.8"],
        judge: |data| per_chess(data, &[Big1], &[Deep])?,
    }
    "domineering-big-improves-more-on-two-levels", Thesis "2.7.1" {
        quote: "Furthermore, the concept Big shows more improvement over the concept Deep than in chess.",
        reading: "The ratio of the nodes of TwoBig1 to those of TwoDeep is smaller than that of Figure 2.8 at 7 ply.",
        would_change: "The length of the longest line as the depth of a position: then Big improves on Deep by as \
            much as in chess, to within 2 %.",
        experiments: ["thesis-fig-2.12"],
        beyond: ["readings-domineering"],
        with: ["thesis-fig-2.8"],
        judge: |data| per_chess(data, &[TwoBig1], &[TwoDeep])?,
    }
    "big-better-than-deep-in-domineering", Thesis "2.8" {
        quote: "In chess middle-game positions and in domineering the schemes based on the concept BIG perform better \
            than the schemes based on the concept DEEP.",
        reading: "Big1 needs fewer nodes than Deep, and TwoBig1 fewer than TwoDeep. \
            Chess has its own claims.",
        would_change: "The length of the longest line as the depth of a position: then it agrees.",
        experiments: ["thesis-fig-2.12"],
        beyond: ["readings-domineering"],
        judge: |data| {
            let one_level = data.all().nodes(&[Big1], &[Deep]);
            let both = one_level.map(|one| one.and(data.all().nodes(&[TwoBig1], &[TwoDeep])));
            judgement::each_pair(both, BELOW_ONE)
        },
    }
    "standard-domineering-is-a-first-player-win", Thesis "2.7.1" {
        quote: "Using a transposition table, we solved the game. It appeared to be a first-player win.",
        reading: "The player who moves first wins on 8x8.",
        experiments: ["thesis-table-2.1"],
        judge: |data| first_player_wins(&data.boards, board("8x8")),
    }
    "outcomes-of-table-2.1", Thesis "2.7.1" {
        quote: "The second column gives the game-theoretic value, with '1', '2', 'V', and 'H' as defined in \
            subsection 2.6.3.",
        reading: "The outcome of every board is the published one.",
        note: "3x3 is left out: the table prints H, but the player who moves first wins, which is a misprint.",
        experiments: ["thesis-table-2.1"],
        judge: |data| outcomes(&data.boards, &[board("3x3")]),
    }
    "nodes-of-table-2.1", Thesis "2.7.1" {
        quote: "The numbers indicate the real number of nodes investigated.",
        reading: "The nodes of every board are the published ones, within a tenth.",
        would_change: "A rule by which the table of DOMI lost more positions on the largest boards: with domi-1998, \
            the nodes of 7x9 and 8x8 alone are more than a tenth away from print.",
        experiments: ["thesis-table-2.1"],
        judge: |data| nodes_as_printed(&data.boards),
    }
    "only-5x5-is-won-by-the-second-player", Thesis "2.7.1" {
        quote: "It is interesting to note that of all boards considered the 5×5 board is the only one in which the \
            second player wins.",
        reading: "The second player wins on 5x5, and on no other board.",
        experiments: ["thesis-table-2.1"],
        judge: |data| second_player_wins_only(&data.boards, board("5x5")),
    }
    "several-patterns-of-exponential-growth", Thesis "2.7.1" {
        quote: "In Table 2.1 we may discern several patterns of exponential growth with the board size",
        reading: "In at least three series of boards, of one width or square, the logarithm of the nodes is closer to \
            a linear function of the length than of its logarithm. A series has at least four boards.",
        experiments: ["thesis-table-2.1"],
        judge: |data| Series::of(&data.boards).judge(Some(3)),
    }
    "growth-is-always-exponential", Thesis "2.7.1" {
        quote: "The results suggest that the ratio always grows exponentially with the board size.",
        reading: "In every series of boards, of one width or square, the logarithm of the nodes is closer to a linear \
            function of the length than of its logarithm. A series has at least four boards.",
        would_change: "Longer boards of 2 and 3 rows, on which the curve might bend. With the published nodes, the \
            same number of series fails.",
        experiments: ["thesis-table-2.1"],
        judge: |data| Series::of(&data.boards).judge(None),
    }
};

fn board(name: &str) -> experiments::board::Board {
    name.parse().expect("the name of a board")
}

/// Divides a ratio of schemes on 8x8 by that of Figure 2.8.
fn per_chess(data: &Here<'_>, schemes: &[Scheme], than: &[Scheme]) -> anyhow::Result<Judgement> {
    let chess = data.elsewhere("thesis-fig-2.8")?;
    // The positions are others, and so are the draws.
    let there = chess.at(&[7]).nodes_drawn(schemes, than, 1).map(|one| one.mean);
    let here = data.all().nodes(schemes, than).map(|one| one.mean);
    Ok(judgement::quotient(here, there, BELOW_ONE, ["times the nodes", "in chess"]))
}
