//! Lines of moves in the table `[Breuker 1998, 2.7.3]`.

use super::Judge::{Beside, Rows};
use super::judgement::{each_pair, on_average, quotient};
use super::thresholds::{BELOW_ONE, SAME, Unit, less_than, saving};
use super::{Judges, TwoBig1};

pub(super) const JUDGES: Judges = &[
    (&["longer-lines-are-hardly-worthwhile"], Rows(|data| each_pair(data.all().nodes_of_lines(&[2, 3, 4, 5]), SAME))),
    (&["fewer-than-0.1-percent-are-guided"], Rows(|data| data.all().guided(less_than(0.001, Unit::Percent)))),
    (
        &["5-ply-lines-win-5-percent"],
        Rows(|data| on_average(data.all().with(&["256K"]).nodes_of_lines(&[5]), saving(5.0))),
    ),
    (
        &["5-ply-lines-win-12-percent-in-endgames"],
        Rows(|data| on_average(data.all().with(&["256K"]).nodes_of_lines(&[5]), saving(12.0))),
    ),
    (
        &["5-ply-lines-outperform-a-doubling"],
        Beside(|here| {
            let is_sampled = here.name == "sampled-middle-games-lines";
            let there = here.elsewhere(if is_sampled { "sampled-middle-games-stamp" } else { "thesis-fig-2.9" })?;
            let doubling = there.at(&[7]).with(&["256K", "512K"]).doubling(&[TwoBig1], 1).map(|one| one.mean);
            let lines = here.all().with(&["256K"]).nodes_of_lines(&[5]).map(|one| one.mean);
            Ok(quotient(lines, doubling, BELOW_ONE, ["times the nodes", "with the doubling"]))
        }),
    ),
];
