//! Mean positions for a solve of each test set of Connect Four `[Pons, part 7]`.

use std::collections::BTreeMap;

use anyhow::Result;
use experiments::connect_four_set::ConnectFourSet;
use experiments::games::{ScoreWindow, StoredBounds, TutorialCell};
use experiments::published::Tutorial;
use experiments::row::Row;
use experiments::text::grouped;

/// The mean of one test set, and the printed mean of the whole set.
pub(crate) struct SetMean {
    pub(crate) set: ConnectFourSet,
    pub(crate) window: ScoreWindow,
    pub(crate) bounds: StoredBounds,
    pub(crate) sample: u16,
    pub(crate) ours: Option<f64>,
    pub(crate) printed: Option<f64>,
    /// The mean seconds of a solve here, and the printed ones with the printed thousands of positions a second.
    pub(crate) seconds: Option<f64>,
    pub(crate) printed_speed: Option<(f64, f64)>,
}

impl SetMean {
    /// Returns the means of `rows`, by set, stored bounds and window.
    pub(crate) fn all(rows: &[Row]) -> Result<Vec<Self>> {
        let published = Tutorial::read()?;
        let mut means = BTreeMap::new();
        for row in rows {
            let Some(TutorialCell { set, sample, window, bounds }) = row.cell.game.tutorial() else { continue };
            let ours = row.is_complete().then(|| row.nodes as f64 / f64::from(sample));
            let whole = sample == ConnectFourSet::LEN;
            // Means with both bounds are printed in a later part, of a solver with other improvements as well.
            let is_printed = whole && ours.is_some() && bounds == StoredBounds::Upper;
            let weak = window == ScoreWindow::Weak;
            let printed = published.mean_positions(set.title(), weak).filter(|_| is_printed);
            let printed_speed = published.time_and_speed(set.title(), weak).filter(|_| is_printed);
            let seconds = row.is_complete().then(|| row.seconds / f64::from(sample));
            let mean = Self { set, window, bounds, sample, ours, printed, seconds, printed_speed };
            means.insert((set, bounds, window), mean);
        }
        Ok(means.into_values().collect())
    }

    /// Returns our mean, as tables show it.
    pub(crate) fn mean(&self) -> Option<String> {
        self.ours.map(mean_text)
    }

    /// Returns the smallest and the largest ratio of the mean with both bounds to that with upper bounds; `None` if no
    /// set was solved with both.
    pub(crate) fn both_per_upper(means: &[Self]) -> Option<(f64, f64)> {
        let upper = |both: &Self| {
            let is_upper =
                |one: &&Self| (one.set, one.window, one.bounds) == (both.set, both.window, StoredBounds::Upper);
            means.iter().find(is_upper).and_then(|one| one.ours)
        };
        let both = means.iter().filter(|mean| mean.bounds == StoredBounds::Both);
        let ratios = both.filter_map(|mean| Some(mean.ours? / upper(mean)?));
        ratios.fold(None, |ends, ratio| {
            let (least, most) = ends.unwrap_or((ratio, ratio));
            Some((least.min(ratio), most.max(ratio)))
        })
    }

    /// Returns whether the mean equals the printed one to its four digits; `None` if the set was not solved completely.
    pub(crate) fn is_as_printed(&self) -> Option<bool> {
        let digits = |mean: f64| format!("{mean:.3e}");
        Some(digits(self.ours?) == digits(self.printed?))
    }
}

/// Formats a mean: two decimals below a thousand, none above.
pub(crate) fn mean_text(mean: f64) -> String {
    if mean < 1000.0 { format!("{mean:.2}") } else { grouped(mean.round() as u64) }
}
