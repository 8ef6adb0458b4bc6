//! A heat map: a ratio for each pair of two numbers, as a colour and as text.

use anyhow::{Result, bail};

use super::Words;
use super::canvas::{Anchor, Canvas, MARGIN, SMALL, WIDTH, text_width};
use super::colours::{FRAME, INK, ON_CELL};

/// A picture of ratios on a grid.
#[derive(Clone, Debug)]
pub(crate) struct HeatMap<'a> {
    pub(crate) words: &'a Words,
    /// What runs along the lower axis, and down the left one.
    pub(crate) axes: [&'a str; 2],
    pub(crate) columns: &'a [String],
    pub(crate) rows: &'a [String],
    /// Row by row; `None` where nothing is known.
    pub(crate) ratios: &'a [Vec<Option<f64>>],
    /// The row and the column of the cell with a thick frame, and of the one with a thin frame.
    pub(crate) best: Option<(usize, usize)>,
    pub(crate) default: Option<(usize, usize)>,
}

/// The height of a cell in pixels.
const CELL: f64 = 24.0;

/// Blue below 1 and orange above, as far from white as the ratio is from 1 (`[Okabe and Ito 2008]`).
const BELOW: [f64; 3] = [86.0, 180.0, 233.0];
const ABOVE: [f64; 3] = [230.0, 159.0, 0.0];

impl HeatMap<'_> {
    /// Draws the picture.
    ///
    /// # Errors
    ///
    /// There is no ratio to draw.
    pub(crate) fn draw(&self) -> Result<String> {
        let known: Vec<f64> = self.ratios.iter().flatten().filter_map(|ratio| *ratio).collect();
        if known.is_empty() {
            bail!("no search is finished: there is nothing to draw");
        }
        let most = known.iter().map(|ratio| libm::log(*ratio).abs()).fold(0.0, f64::max);
        let mut canvas = Canvas::new();
        let top = canvas.heading(self.words) + 28.0;
        canvas.small_text(self.axes[1], (MARGIN, top - 9.0), Anchor::Start, INK);
        let widest = self.rows.iter().map(|name| text_width(name, SMALL)).fold(0.0, f64::max);
        let left = MARGIN + 6.0 + widest;
        let width = ((WIDTH - MARGIN - left) / self.columns.len() as f64).min(90.0);
        let at = |row: usize, column: usize| (left + width * column as f64, top + CELL * row as f64);
        // Numbers that do not fit are left out: the colours remain.
        let has_numbers = width >= text_width("1.000", SMALL);
        for (row, ratios) in self.ratios.iter().enumerate() {
            for (column, ratio) in ratios.iter().enumerate() {
                let Some(ratio) = ratio else { continue };
                let (x, y) = at(row, column);
                canvas.rectangle((x, y), (width, CELL), &colour(*ratio, most));
                if has_numbers {
                    let at = (x + width / 2.0, y + CELL - 7.0);
                    canvas.small_text(&format!("{ratio:.3}"), at, Anchor::Middle, ON_CELL);
                }
            }
        }
        for (marked, thickness) in [(self.default, 1.0), (self.best, 3.0)] {
            let Some((row, column)) = marked else { continue };
            let (x, y) = at(row, column);
            let (right, low) = (x + width, y + CELL);
            canvas.line(&[(x, y), (right, y), (right, low), (x, low), (x, y)], ON_CELL, thickness);
        }
        let (right, bottom) = at(self.rows.len(), self.columns.len());
        let (right, bottom) = (right.max(left), bottom.max(top));
        canvas.line(&[(left, top), (left, bottom), (right, bottom)], FRAME, 1.0);
        for (row, name) in self.rows.iter().enumerate() {
            canvas.small_text(name, (left - 6.0, at(row, 0).1 + CELL - 7.0), Anchor::End, INK);
        }
        let middle = |column: usize| at(0, column).0 + width / 2.0;
        let names = self.columns.iter().enumerate().map(|(column, name)| (middle(column), name.as_str()));
        canvas.labels_below(&names.collect::<Vec<_>>(), bottom + 18.0);
        canvas.small_text(self.axes[0], (f64::midpoint(left, right), bottom + 38.0), Anchor::Middle, INK);
        Ok(canvas.finish(self.words, bottom + 42.0, ""))
    }
}

/// Returns the colour of a ratio; `most` is the largest distance from 1 of all ratios, as a logarithm.
fn colour(ratio: f64, most: f64) -> String {
    let distance = libm::log(ratio);
    let part = if most > 0.0 { distance.abs() / most } else { 0.0 };
    let full = if distance < 0.0 { BELOW } else { ABOVE };
    let [red, green, blue] = full.map(|full| libm::round(255.0 + part * (full - 255.0)) as u8);
    format!("#{red:02X}{green:02X}{blue:02X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_grow_with_the_distance_from_one() {
        assert_eq!(colour(1.0, 0.5), "#FFFFFF");
        assert_eq!(colour(libm::exp(-0.5), 0.5), "#56B4E9");
        assert_eq!(colour(libm::exp(0.5), 0.5), "#E69F00");
        assert_eq!(colour(1.0, 0.0), "#FFFFFF", "all ratios are 1");
    }

    #[test]
    fn a_map_has_its_numbers_and_frames() {
        let words = Words { title: "a scan".to_owned(), source: "ours".to_owned(), note: "on paper".to_owned() };
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let (columns, rows) = (names(&["0", "4"]), names(&["1", "2", "3"]));
        let ratios = vec![vec![Some(1.25), Some(1.0)], vec![Some(0.9), None], vec![Some(1.0), Some(1.1)]];
        let map = HeatMap {
            words: &words,
            axes: ["margin", "weight"],
            columns: &columns,
            rows: &rows,
            ratios: &ratios,
            best: Some((1, 0)),
            default: Some((0, 1)),
        };
        let svg = map.draw().unwrap();
        for text in [">1.250<", ">0.900<", ">1.100<", ">margin<", ">weight<", "stroke-width=\"3\""] {
            assert!(svg.contains(text), "{text} is not in {svg}");
        }
        assert_eq!(svg.matches("<rect").count(), 6, "the background and five cells");
        let wide: Vec<String> = (0..40).map(|number| number.to_string()).collect();
        let many = vec![vec![Some(1.125); 40]];
        let svg = HeatMap { columns: &wide, rows: &rows[..1], ratios: &many, ..map.clone() }.draw().unwrap();
        assert!(!svg.contains(">1.125<") && svg.contains(">39<") | svg.contains(">38<"), "{svg}");
        assert!(HeatMap { ratios: &[], ..map }.draw().is_err());
    }
}
