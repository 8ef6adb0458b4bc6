//! Lines of moves in the table `[Breuker 1998, 2.7.3]`.

use super::thresholds::{BELOW_ONE, SAME, Unit, less_than, saving};
use super::{Claim, TwoBig1, judgement};
use crate::claims::claim::claims;

pub(super) const CLAIMS: &[Claim] = claims! {
    "longer-lines-are-hardly-worthwhile", Thesis "2.7.3" {
        quote: "Our first observation is that storing an n-ply PV seems hardly worthwhile: the effects are small",
        reading: "Lines of 2, 3, 4 and 5 moves each need 0.95 to 1.05 times the nodes of single moves (hardly any \
            difference), on average over the sizes.",
        note: super::ANALOGOUS,
        experiments: ["thesis-fig-2.15", "thesis-fig-2.16"],
        beyond: ["sampled-middle-games-lines", "sampled-endgames-lines"],
        judge: |data| judgement::each_pair(data.all().nodes_of_lines(&[2, 3, 4, 5]), SAME),
    }
    "fewer-than-0.1-percent-are-guided", Thesis "2.7.3" {
        quote: "for less than 0.1% of the nodes investigated a position appears to be absent in the transposition \
            table, whereas a PV from an ancestor still is available.",
        reading: "With each size and lines of 2 to 5 moves, less than 0.1 % of the nodes of all games are not in the \
            table and follow the line of an ancestor.",
        would_change: "Tables of at most 8K positions, with lines of 2 moves: there the part is 0.09 %. The \
            sentence is about middle games, where it holds.",
        experiments: ["thesis-fig-2.15"],
        beyond: ["thesis-fig-2.16", "sampled-middle-games-lines", "sampled-endgames-lines"],
        judge: |data| data.all().guided(less_than(0.001, Unit::Percent)),
    }
    "5-ply-lines-win-5-percent", Thesis "2.7.3" {
        quote: "it can be seen that with the largest transposition table (256K positions), storing a 5-ply PV instead \
            of a 1-ply PV wins roughly 5%",
        reading: "With 256K positions, lines of 5 moves save 4.5 to 5.5 % of the nodes in the middle game.",
        note: "With one key seed in the figure, and with 20 of them.",
        would_change: "A reading under which lines guide more of the search: in ours, at most 0.07 % of the nodes \
            follow the line of an ancestor.",
        experiments: ["thesis-fig-2.15", "forensics-lines-middle-game"],
        beyond: ["sampled-middle-games-lines"],
        judge: |data| judgement::on_average(data.all().with(&["256K"]).nodes_of_lines(&[5]), saving(5.0)),
    }
    "5-ply-lines-outperform-a-doubling", Thesis "2.7.3" {
        quote: "outperforming the 1% gain by simply doubling the number of positions in the table to 512K",
        reading: "With 256K positions, lines of 5 moves save more than the doubling to 512K saves at 7 ply with \
            TwoBig1: in Figure 2.9, or in the sampled middle games.",
        would_change: "A reading under which lines guide more of the search: in the sampled middle games, 0.06 % of \
            the nodes follow the line of an ancestor.",
        experiments: ["thesis-fig-2.15"],
        beyond: ["sampled-middle-games-lines"],
        with: ["thesis-fig-2.9", "sampled-middle-games-stamp"],
        judge: |data| {
            let is_sampled = data.name == "sampled-middle-games-lines";
            let there = data.elsewhere(if is_sampled { "sampled-middle-games-stamp" } else { "thesis-fig-2.9" })?;
            let doubling = there.at(&[7]).with(&["256K", "512K"]).doubling(&[TwoBig1], 1).map(|one| one.mean);
            let lines = data.all().with(&["256K"]).nodes_of_lines(&[5]).map(|one| one.mean);
            judgement::quotient(lines, doubling, BELOW_ONE, ["times the nodes", "with the doubling"])
        },
    }
    "5-ply-lines-win-12-percent-in-endgames", Thesis "2.7.3" {
        quote: "Here again, for the largest transposition-table size, the 5-ply PV outperforms the 1-ply PV, this \
            time by some 12%.",
        reading: "With 256K positions, lines of 5 moves save 10.9 to 13.2 % of the nodes in the endgame.",
        note: "With one key seed in the figure, and with 20 of them.",
        would_change: "A reading under which lines guide more of the search: in the sampled endgames, 0.12 % of the \
            nodes follow the line of an ancestor.",
        experiments: ["thesis-fig-2.16", "forensics-lines-endgame"],
        beyond: ["sampled-endgames-lines"],
        judge: |data| judgement::on_average(data.all().with(&["256K"]).nodes_of_lines(&[5]), saving(12.0)),
    }
};
