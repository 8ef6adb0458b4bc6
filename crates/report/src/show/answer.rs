//! What an experiment answers, in as few words as fit a column. `finding` says it in a sentence.

use experiments::definition::ReportKind;
use schemes::Parts;
use stats::Estimate;

use crate::numbers::board_summary::geometric_mean;
use crate::numbers::effects::{Effects, Varied};
use crate::numbers::names::Names;
use crate::numbers::printed_boards::{Compared, ResultMatch};
use crate::numbers::set_means::SetMean;
use crate::show::finding::{Facts, results, times_without_table};

/// The most schemes tied for the first place that are named.
const NAMED: usize = 2;

impl Facts<'_> {
    /// Returns the answer: the best schemes, what a table saves, which part of it saves more, what longer lines change,
    /// or how many results equal the published ones. `None` if too few searches were finished.
    pub(crate) fn answer(&self) -> Option<String> {
        match (self.definition.kind, self.against_best, self.against_no_table) {
            (ReportKind::Means, ..) => means(self.means),
            (ReportKind::Boards, ..) => boards(self.boards),
            (_, _, Some(without)) if without.varied == Varied::Parts => parts(without),
            (_, _, Some(without)) => Some(percent(1.0 - without.all.first()?.ratio.mean)),
            (_, Some(effects), None) if effects.varied == Varied::Lines => lines(effects),
            (_, Some(effects), None) => Some(best(effects, Names::of(self.definition))),
            (_, None, None) => None,
        }
    }
}

/// Returns the schemes that may need the fewest nodes, the one with the fewest first.
fn best(effects: &Effects, names: Names) -> String {
    let leaders = effects.leaders();
    if leaders == effects.all.len() {
        return "no clear winner".to_owned();
    }
    if leaders > NAMED {
        return format!("{leaders} schemes tied");
    }
    let names: Vec<String> = effects.all[..leaders].iter().map(|effect| effects.label(effect.variant, names)).collect();
    names.join(", ")
}

/// Returns which part of the table saves more nodes alone.
fn parts(without: &Effects) -> Option<String> {
    let [score, mv] = [Parts::SCORE, Parts::MOVE].map(|parts| without.with_parts(parts));
    let ratio = score?.ratio.over(&mv?.ratio);
    Some(match side(&ratio) {
        Side::Below => "the score".to_owned(),
        Side::Above => "the move".to_owned(),
        Side::Both => "no clear winner".to_owned(),
    })
}

/// Returns what the longest lines change.
fn lines(effects: &Effects) -> Option<String> {
    let longest = effects.all.iter().max_by_key(|effect| effect.variant.line)?;
    let shortest = effects.all.iter().min_by_key(|effect| effect.variant.line)?;
    Some(change(&longest.ratio.over(&shortest.ratio)))
}

/// Returns how many boards end as published, or what the table saves.
fn boards(boards: &[Compared]) -> Option<String> {
    let results = results(boards);
    if results.is_empty() {
        let ratios: Vec<f64> = times_without_table(boards).into_iter().map(|(_, ratio)| ratio).collect();
        return Some(percent(1.0 - 1.0 / geometric_mean(&ratios)?));
    }
    let same = results.values().filter(|&&result| result == ResultMatch::Same).count();
    Some(format!("{same} of {} boards", results.len()))
}

/// Returns how many means equal the published ones, which are of whole test sets.
fn means(means: &[SetMean]) -> Option<String> {
    let known: Vec<bool> = means.iter().filter_map(SetMean::is_as_printed).collect();
    let same = known.iter().filter(|&&is_same| is_same).count();
    match (known.len(), means.len()) {
        (0, 0) => None,
        (0, _) => Some("parts of sets".to_owned()),
        (known, _) => Some(format!("{same} of {known} counts")),
    }
}

/// Returns what a ratio of nodes means: `saves 3 %`, `costs 5 %`, or `no clear effect` if its interval has both.
pub(crate) fn change(ratio: &Estimate) -> String {
    match side(ratio) {
        Side::Both => "no clear effect".to_owned(),
        Side::Below => format!("saves {}", percent(1.0 - ratio.mean)),
        Side::Above => format!("costs {}", percent(ratio.mean - 1.0)),
    }
}

/// Where a ratio lies.
enum Side {
    Below,
    Above,
    /// The interval contains 1. Without an interval, it is less than half a percent from 1.
    Both,
}

fn side(ratio: &Estimate) -> Side {
    let (low, high) = ratio.interval().map_or((ratio.mean, ratio.mean), |interval| (interval.low, interval.high));
    let near = if ratio.interval().is_some() { 0.0 } else { 0.005 };
    if high < 1.0 - near {
        Side::Below
    } else if low > 1.0 + near {
        Side::Above
    } else {
        Side::Both
    }
}

fn percent(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_ratios_without_an_interval_are_no_effect() {
        let of = |ratio| change(&Estimate::exact(ratio));
        assert_eq!(of(0.97), "saves 3 %");
        assert_eq!(of(1.051), "costs 5 %");
        assert_eq!(of(1.004), "no clear effect");
        assert_eq!(of(0.996), "no clear effect");
    }
}
