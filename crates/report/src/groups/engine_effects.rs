//! What engines gained by changes of their tables, beside the nodes that the same changes save here.

use experiments::cell::SearchOptions;
use experiments::published::{EngineChange, Gain};
use schemes::Scheme;
use stats::Estimate;

use crate::numbers::effects::Effects;
use crate::numbers::observations::Variant;
use crate::numbers::totals::Totals;
use crate::report::Report;
use crate::show::block::Block;

/// What the numbers of the table are.
const NOTE: &str = "\
Elo: what engines gained in games, the mean of the tests with its 95 % error, which includes how much the
gains differ from test to test. The numbers beside it are ratios of nodes, after the change to before.
`agrees`: the 95 % interval of the ratio lies below 1 where engines gained, or above 1 where they lost;
`differs`: the opposite. No verdict: the Elo may be 0.";

/// Compares the nodes before and after each change with the gain that engines published.
///
/// The table has a row for each change that at least one of the experiments searched, and a column for each experiment.
/// `totals` are those of the reports.
///
/// # Panics
///
/// Never: a test reads the published gains.
pub(super) fn tables(reports: &[Report<'_>], totals: &[Totals]) -> Vec<Block> {
    let mut rows = Vec::new();
    for change in EngineChange::all().expect("the file is part of the binary") {
        let gain = change.gain();
        let ratio = |totals: &Totals| {
            let effects = Effects::between(&totals.each, variant(change.to), variant(change.from))?;
            effects.all.into_iter().next().map(|effect| effect.ratio)
        };
        let ratios: Vec<Option<Estimate>> = totals.iter().map(ratio).collect();
        if ratios.iter().all(Option::is_none) {
            continue;
        }
        let tests = change.gains.len();
        let published = format!("{:+.1} ± {:.1} ({tests})", gain.elo, gain.error);
        let ours = ratios.iter().map(|ratio| ratio.as_ref().map_or_else(String::new, |ratio| cell(ratio, gain)));
        rows.push((change.name, [vec![published], ours.collect()].concat()));
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let heads = std::iter::once("Elo (tests)").chain(reports.iter().map(|report| report.definition.short_title()));
    let table = Block::matrix("changes that engines measured, and the nodes that they cost here", heads, rows);
    vec![table, Block::Note(NOTE.to_owned())]
}

fn variant((scheme, search): (Scheme, SearchOptions)) -> Variant {
    Variant { scheme: Some(scheme), search, ..Variant::NO_TABLE }
}

fn cell(ratio: &Estimate, gain: Gain) -> String {
    format!("{:.3} {}", ratio.mean, verdict(ratio, gain)).trim_end().to_owned()
}

/// Returns whether the nodes changed in the direction of the gain; empty if engines neither gained nor lost.
fn verdict(ratio: &Estimate, gain: Gain) -> &'static str {
    if gain.elo.abs() <= gain.error {
        return "";
    }
    let (low, high) = ratio.interval().map_or((ratio.mean, ratio.mean), |interval| (interval.low, interval.high));
    let saves = match (high < 1.0, low > 1.0) {
        (true, _) => true,
        (_, true) => false,
        _ => return "undecided",
    };
    if saves == (gain.elo > 0.0) { "agrees" } else { "differs" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_needs_a_gain_and_an_interval() {
        let ratio = |nodes: [u64; 3]| {
            let pairs = stats::Pairs::new(stats::Design::new(1, [3]), nodes.map(|nodes| (nodes, 100)).to_vec());
            stats::ratios(&[pairs], 0).unwrap().mean
        };
        let (fewer, more, either) = (ratio([84, 85, 86]), ratio([119, 120, 121]), ratio([90, 100, 110]));
        let gain = |elo| Gain { elo, error: 2.0 };
        for (elo, words) in
            [(5.0, ["agrees", "differs", "undecided"]), (-5.0, ["differs", "agrees", "undecided"]), (1.0, ["", "", ""])]
        {
            assert_eq!([&fewer, &more, &either].map(|ratio| verdict(ratio, gain(elo))), words, "{elo}");
        }
    }
}
