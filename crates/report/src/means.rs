//! The table of the Connect Four tutorial: mean positions for a solve of each test set `[Pons, part 7]`.

use std::collections::BTreeMap;

use anyhow::Result;

use super::block::{Block, TextTable};
use experiments::connect_four_set::ConnectFourSet;
use experiments::games::{ScoreWindow, StoredBounds, TutorialCell};
use experiments::published::Tutorial;
use experiments::row::Row;

/// The mean of one test set, and the printed mean of the whole set.
pub(super) struct SetMean {
    pub(super) set: ConnectFourSet,
    pub(super) window: ScoreWindow,
    pub(super) bounds: StoredBounds,
    sample: u16,
    ours: Option<f64>,
    printed: Option<f64>,
    /// The mean seconds of a solve here, and the printed ones with the printed thousands of positions a second.
    seconds: Option<f64>,
    printed_speed: Option<(f64, f64)>,
}

impl SetMean {
    /// Returns the means of `rows`, by set, stored bounds and window.
    pub(super) fn all(rows: &[Row]) -> Result<Vec<Self>> {
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
    pub(super) fn mean(&self) -> Option<String> {
        self.ours.map(text)
    }

    /// Returns the smallest and the largest ratio of the mean with both bounds to that with upper bounds; `None` if no
    /// set was solved with both.
    pub(super) fn both_per_upper(means: &[Self]) -> Option<(f64, f64)> {
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
    pub(super) fn is_as_printed(&self) -> Option<bool> {
        let digits = |mean: f64| format!("{mean:.3e}");
        Some(digits(self.ours?) == digits(self.printed?))
    }
}

/// Makes the table: both windows of a set side by side.
pub(super) fn tables(rows: &[Row]) -> Result<Vec<Block>> {
    let means = SetMean::all(rows)?;
    let text = |mean: Option<f64>| mean.map(text).unwrap_or_default();
    let mut sets: Vec<(ConnectFourSet, StoredBounds)> = means.iter().map(|mean| (mean.set, mean.bounds)).collect();
    sets.dedup();
    let row = |(set, bounds): (ConnectFourSet, StoredBounds)| {
        let of_row = || means.iter().filter(move |mean| (mean.set, mean.bounds) == (set, bounds));
        let of_window = |window| of_row().find(move |mean| mean.window == window);
        let what = if bounds == StoredBounds::Both { ", both bounds" } else { "" };
        let mut row = vec![format!("{}{what}", set.title())];
        row.push(of_row().next().map(|mean| mean.sample.to_string()).unwrap_or_default());
        for mean in [ScoreWindow::Strong, ScoreWindow::Weak].map(of_window) {
            row.push(mean.map(|mean| mean.ours.map_or("stopped".to_owned(), self::text)).unwrap_or_default());
            row.push(text(mean.and_then(|mean| mean.printed)));
            row.push(match mean.and_then(SetMean::is_as_printed) {
                Some(true) => "=".to_owned(),
                Some(false) => "≠".to_owned(),
                None => String::new(),
            });
        }
        row
    };
    let head = ["test set", "lines", "strong", "published", "", "weak", "published", ""].map(str::to_owned).to_vec();
    let caption = "mean positions for a solve (= as published, to the digits published)".to_owned();
    let rows = sets.into_iter().map(row).collect();
    let note = "the published means cover whole sets of 1000 lines, so samples are not compared";
    let is_sample = means.iter().any(|mean| mean.sample < ConnectFourSet::LEN);
    let note = is_sample.then(|| Block::Note(note.to_owned()));
    let positions = Block::Table(TextTable { caption, head, rows });
    Ok([positions].into_iter().chain(note).chain(speeds(&means)).collect())
}

/// Makes the table of times and speeds of whole sets beside the printed ones, and says what they are worth.
fn speeds(means: &[SetMean]) -> Vec<Block> {
    let row = |mean: &SetMean| {
        let (printed, printed_speed) = mean.printed_speed?;
        let (seconds, positions) = (mean.seconds.filter(|seconds| *seconds > 0.0)?, mean.ours?);
        let speed = |thousands: f64| super::grouped(thousands.round() as u64);
        let name = format!("{}, {}", mean.set.title(), mean.window.name());
        Some(vec![name, time(seconds), time(printed), speed(positions / seconds / 1e3), speed(printed_speed)])
    };
    let rows: Vec<Vec<String>> = means.iter().filter_map(row).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let head = ["test set", "time", "published", "1000/s", "published"].map(str::to_owned).to_vec();
    let caption = "mean time for a solve, and thousands of positions a second".to_owned();
    let note = "the machines differ, and ours may have done other work as well: the times are not judged";
    vec![Block::Table(TextTable { caption, head, rows }), Block::Note(note.to_owned())]
}

/// Formats a time: `6.5 µs`, `1.1 ms` or `1.8 s`.
fn time(seconds: f64) -> String {
    match seconds {
        ..1e-3 => format!("{:.1} µs", seconds * 1e6),
        ..1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.1} s"),
    }
}

/// Formats a mean: two decimals below a thousand, none above.
fn text(mean: f64) -> String {
    if mean < 1000.0 { format!("{mean:.2}") } else { super::grouped(mean.round() as u64) }
}

#[cfg(test)]
mod tests {
    use super::super::samples::row;
    use super::*;
    use experiments::row::{Ending, Searched};

    fn solved(set: &str, sample: u16, window: &str, nodes: u64) -> Row {
        let cell =
            format!("connect-four-tutorial set={set} sample={sample} window={window} scheme=none parts=all seed=1970");
        let searched = Searched { position: 0, depth: 0, nodes, score: 1, best: None };
        Row { ending: Ending::Searched(vec![searched]), ..row(&cell, nodes, None) }
    }

    #[test]
    fn a_mean_is_compared_to_the_digits_printed() {
        let verdict = |nodes| SetMean::all(&[solved("end-easy", 1000, "strong", nodes)]).unwrap()[0].is_as_printed();
        assert_eq!(verdict(92_840), Some(true));
        assert_eq!(verdict(92_844), Some(true));
        assert_eq!(verdict(92_846), Some(false));
        let sample = SetMean::all(&[solved("end-easy", 50, "strong", 4642)]).unwrap();
        assert_eq!(sample[0].is_as_printed(), None);
        let rows = [solved("end-easy", 1000, "strong", 92_841), solved("end-easy", 1000, "weak", 68_700)];
        let blocks = tables(&rows).unwrap();
        let Block::Table(table) = &blocks[0] else { panic!("the first block is a table") };
        assert_eq!(table.rows, [["End-Easy", "1000", "92.84", "92.84", "=", "68.70", "68.69", "≠"]]);
        // A row of the tests takes a quarter of a second.
        let Block::Table(speeds) = &blocks[1] else { panic!("the second block is a table") };
        assert_eq!(speeds.rows[0], ["End-Easy, strong", "250.0 µs", "6.5 µs", "371", "14,220"]);
        assert_eq!(tables(&[solved("end-easy", 50, "strong", 4642)]).unwrap().len(), 2, "a note, but no times");
        assert_eq!([6.531e-6, 0.005_594, 1.762].map(time), ["6.5 µs", "5.6 ms", "1.8 s"]);
        let both = solved("end-easy", 1000, "weak bounds=both", 34_350);
        let means = |rows: &[Row]| SetMean::both_per_upper(&SetMean::all(rows).unwrap());
        assert_eq!(means(&rows), None);
        assert_eq!(means(&[rows.to_vec(), vec![both]].concat()), Some((0.5, 0.5)));
    }
}
