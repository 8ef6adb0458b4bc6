//! The table of the Connect Four tutorial: mean positions for a solve of each test set `[Pons, part 7]`.

use anyhow::Result;

use crate::show::block::{Block, TextTable};
use experiments::connect_four_set::ConnectFourSet;
use experiments::games::{ScoreWindow, StoredBounds};
use experiments::row::Row;
use experiments::text::grouped;

use crate::numbers::set_means::{SetMean, mean_text};

/// Makes the table: both windows of a set side by side.
pub(crate) fn tables(rows: &[Row]) -> Result<Vec<Block>> {
    let means = SetMean::all(rows)?;
    let text = |mean: Option<f64>| mean.map(mean_text).unwrap_or_default();
    let mut sets: Vec<(ConnectFourSet, StoredBounds)> = means.iter().map(|mean| (mean.set, mean.bounds)).collect();
    sets.dedup();
    let row = |(set, bounds): (ConnectFourSet, StoredBounds)| {
        let of_row = || means.iter().filter(move |mean| (mean.set, mean.bounds) == (set, bounds));
        let of_window = |window| of_row().find(move |mean| mean.window == window);
        let what = if bounds == StoredBounds::Both { ", both bounds" } else { "" };
        let mut row = vec![format!("{}{what}", set.title())];
        row.push(of_row().next().map(|mean| mean.sample.to_string()).unwrap_or_default());
        for mean in [ScoreWindow::Strong, ScoreWindow::Weak].map(of_window) {
            row.push(mean.map(|mean| mean.ours.map_or("stopped".to_owned(), mean_text)).unwrap_or_default());
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
        let speed = |thousands: f64| grouped(thousands.round() as u64);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::row;
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
