//! Ratios in rows: a dot for each board, or for each scheme with its interval (a forest plot).

use anyhow::{Result, bail};

use super::axis::{self, Axis};
use super::canvas::{Anchor, Canvas, MARGIN, Mark, SMALL, TEXT, WIDTH, lines, text_width};
use super::colours::{BAND, FAINT, FRAME, GRID, INK};
use super::{Bar, Words};

/// One row.
#[derive(Clone, Debug)]
pub(crate) struct RatioRow {
    /// What is compared.
    pub(crate) name: String,
    /// The ratio, and its interval if it has one.
    pub(crate) ratio: Bar,
    /// The ratio in words.
    pub(crate) text: String,
    pub(crate) mark: RowMark,
}

/// What a row is marked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowMark {
    /// Ours is the printed number.
    Exact,
    /// Ours is another number.
    Other,
    /// There is no printed number.
    Plain,
}

impl RowMark {
    fn mark(self) -> Mark {
        match self {
            Self::Exact => Mark::EXACT,
            Self::Other => Mark::OTHER,
            Self::Plain => Mark::PLAIN,
        }
    }
}

/// Draws ours / printed for each board, on a logarithmic axis with the band from 0.8 to 1.25.
///
/// # Errors
///
/// There is no row to draw.
pub(crate) fn boards(words: &Words, rows: &[RatioRow]) -> Result<String> {
    let legend = [
        (Mark::EXACT, false, "the same to the node".to_owned()),
        (Mark::OTHER, false, "differs".to_owned()),
        (Mark::BAND, false, "0.8 to 1.25".to_owned()),
    ];
    let axis = axis::printed(rows.iter().map(|row| row.ratio.mean));
    draw(words, rows, &axis, &legend, Some((0.8, 1.25)), 21.0)
}

/// Draws ratios with their intervals; `title` says on the axis what they are.
///
/// # Errors
///
/// There is no row to draw.
pub(crate) fn forest(words: &Words, rows: &[RatioRow], title: &str) -> Result<String> {
    let least = rows.iter().map(|row| row.ratio.low).fold(f64::INFINITY, f64::min);
    let most = rows.iter().map(|row| row.ratio.high).fold(0.0, f64::max);
    let axis = axis::ratios(least, most, title, 4.0);
    draw(words, rows, &axis, &[], None, 28.0)
}

/// The least width of an axis in pixels.
const LEAST_WIDTH: f64 = 140.0;

/// The height of a line of text in pixels.
const LINE: f64 = 18.0;

fn draw(
    words: &Words,
    rows: &[RatioRow],
    axis: &Axis,
    legend: &[(Mark, bool, String)],
    band: Option<(f64, f64)>,
    step: f64,
) -> Result<String> {
    if rows.is_empty() {
        bail!("no search is finished: there is nothing to draw");
    }
    let mut canvas = Canvas::new();
    let mut top = canvas.heading(words);
    if !legend.is_empty() {
        top = canvas.legend(top, legend);
    }
    top += 8.0;
    let widest = |of: &dyn Fn(&RatioRow) -> f64| rows.iter().map(of).fold(0.0, f64::max);
    let right = WIDTH - MARGIN - 12.0 - widest(&|row| text_width(&row.text, SMALL));
    let beside = MARGIN + 10.0 + widest(&|row| text_width(&row.name, TEXT));
    // Long names are above their dots.
    let are_above = right - beside < LEAST_WIDTH;
    let left = if are_above { MARGIN + 10.0 } else { beside };
    let x = |ratio: f64| left + (right - left) * axis.part(ratio);
    let mut y = top;
    for RatioRow { name, ratio, text, mark } in rows {
        if are_above {
            for line in lines(name, TEXT, WIDTH - 2.0 * MARGIN) {
                canvas.text(&line, (MARGIN, y + 14.0), Anchor::Start, INK);
                y += LINE;
            }
        }
        let (low, middle) = (y + step, y + step / 2.0);
        // Lines of the grid end at the names.
        if let Some(ends) = band {
            canvas.rectangle((x(ends.0), y), (x(ends.1) - x(ends.0), step), BAND);
        }
        for (value, _) in &axis.ticks {
            canvas.line(&[(x(*value), y), (x(*value), low)], GRID, 1.0);
        }
        canvas.line(&[(x(1.0), y), (x(1.0), low)], FRAME, 2.0);
        if !are_above {
            canvas.text(name, (left - 10.0, middle + 5.0), Anchor::End, INK);
        }
        if ratio.low < ratio.high {
            canvas.line(&[(x(ratio.low), middle), (x(ratio.high), middle)], INK, 2.0);
            for end in [ratio.low, ratio.high] {
                canvas.line(&[(x(end), middle - 5.0), (x(end), middle + 5.0)], INK, 2.0);
            }
        }
        canvas.mark(mark.mark(), (x(ratio.mean), middle));
        canvas.small_text(text, (WIDTH - MARGIN, middle + 5.0), Anchor::End, FAINT);
        y = low;
    }
    canvas.line(&[(left, y), (right, y)], FRAME, 1.0);
    let ticks: Vec<(f64, &str)> = axis.ticks.iter().map(|(value, label)| (x(*value), label.as_str())).collect();
    canvas.labels_below(&ticks, y + 18.0);
    // The title may be wider than the axis.
    let half = text_width(&axis.title, SMALL) / 2.0;
    let middle = f64::midpoint(left, right).min(WIDTH - MARGIN - half).max(MARGIN + half);
    canvas.small_text(&axis.title, (middle, y + 38.0), Anchor::Middle, INK);
    let each: Vec<String> = rows.iter().map(|row| format!("{} {}", row.name, row.text)).collect();
    Ok(canvas.finish(words, y + 42.0, &format!("Rows: {}.", each.join("; "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, low: f64, mean: f64, high: f64) -> RatioRow {
        let ratio = Bar { low, mean, high };
        RatioRow {
            name: name.to_owned(),
            ratio,
            text: format!("{mean:.2} [{low:.2}, {high:.2}]"),
            mark: RowMark::Plain,
        }
    }

    #[test]
    fn rows_have_names_and_numbers() {
        let words = Words { title: "schemes".to_owned(), source: "ours".to_owned(), note: "on paper".to_owned() };
        let rows = [row("TwoBig1", 1.0, 1.0, 1.0), row("Old", 1.05, 1.13, 1.21)];
        let svg = forest(&words, &rows, "nodes relative to the best scheme").unwrap();
        for text in [">TwoBig1<", ">Old<", ">1.13 [1.05, 1.21]<", ">1.10<", ">nodes relative to the best scheme<"] {
            assert!(svg.contains(text), "{text} is not in {svg}");
        }
        assert!(boards(&words, &rows).unwrap().contains(">the same to the node<"));
        let long = forest(&words, &[row(&"cut-off-only+".repeat(5), 0.9, 1.0, 1.1)], "nodes").unwrap();
        let x_of = |svg: &str, name: &str| {
            let text = svg.split("<text ").find(|text| text.contains(name)).unwrap();
            text.split('"').nth(1).unwrap().parse::<f64>().unwrap()
        };
        assert!(x_of(&svg, ">Old<") > MARGIN, "{svg}");
        assert_eq!(x_of(&long, ">cut-off-only+"), MARGIN, "a long name stands above its dot");
        assert!(forest(&words, &[], "").is_err() && boards(&words, &[]).is_err());
    }
}
