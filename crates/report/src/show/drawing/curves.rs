//! Curves: node counts, or ratios of them, against table size or depth.

use anyhow::{Result, bail};
use schemes::Scheme;

use super::axis::{self, Axis};
use super::canvas::{Anchor, Canvas, FRAME, GRID, INK, MARGIN, Mark, WIDTH, mark_of, mark_of_number};
use super::{Bar, Words};
use crate::numbers::names::scheme_label;
use experiments::text::grouped;

/// What runs along the lower axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Across {
    /// Table sizes, on a logarithmic axis.
    Size,
    /// Depths.
    Depth,
    /// Loads of the table in thousandths, on a logarithmic axis; they are per this much room.
    Load(&'static str),
}

/// What runs along the left axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Upward<'a> {
    /// Nodes, with the range over the key seeds.
    Nodes,
    /// Nodes relative to those without a table, like the thesis's Figure 2.10.
    Benefit,
    /// Nodes relative to those of the variant with this label, with 95 % intervals.
    Ratio(&'a str),
}

/// One curve.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// Whose nodes they are; `None` is the search without a table.
    pub(crate) scheme: Option<Scheme>,
    /// What the curve is called if not by its scheme, and its number among such curves.
    pub(crate) name: Option<(String, usize)>,
    /// What is drawn by table size in positions, by depth, or by load, ascending; `None` where a search was not
    /// finished, which leaves a gap.
    pub(crate) points: Vec<(u64, Option<Bar>)>,
}

impl Curve {
    /// Returns whether there is nothing to draw.
    pub(crate) fn is_empty(&self) -> bool {
        self.gaps() == self.points.len()
    }

    /// Returns the number of gaps.
    pub(crate) fn gaps(&self) -> usize {
        self.points.iter().filter(|(_, bar)| bar.is_none()).count()
    }

    fn label(&self) -> &str {
        self.name.as_ref().map_or(scheme_label(self.scheme), |(name, _)| name)
    }

    /// Returns the mark of the scheme, or by number that of another one.
    fn mark(&self) -> Mark {
        match self.name {
            Some((_, number)) => mark_of_number(number),
            None => mark_of(self.scheme),
        }
    }
}

/// A printed number, drawn as a ring where ours should be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printed {
    /// Whose nodes they are.
    pub(crate) scheme: Option<Scheme>,
    /// The table size.
    pub(crate) positions: u64,
    /// The number of nodes.
    pub(crate) nodes: u64,
}

/// A picture of curves.
#[derive(Clone, Debug)]
pub(crate) struct Curves<'a> {
    pub(crate) across: Across,
    pub(crate) upward: Upward<'a>,
    pub(crate) words: &'a Words,
    pub(crate) curves: &'a [Curve],
    pub(crate) printed: Option<Printed>,
}

/// Where the chart is on the canvas.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: Axis,
    y: Axis,
}

/// The height of a chart in pixels.
const HEIGHT: f64 = 330.0;

impl Frame {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let across = self.left + (self.right - self.left) * self.x.part(x);
        (across, self.bottom - (self.bottom - self.top) * self.y.part(y))
    }

    /// Draws grid, labels and titles.
    fn draw(&self, canvas: &mut Canvas) {
        for (value, label) in &self.y.ticks {
            let (_, y) = self.at(self.x.from, *value);
            canvas.line(&[(self.left, y), (self.right, y)], GRID, 1.0);
            canvas.text(label, (self.left - 6.0, y + 5.0), Anchor::End, INK);
        }
        for (value, label) in &self.x.ticks {
            let (x, _) = self.at(*value, self.y.from);
            canvas.line(&[(x, self.top), (x, self.bottom)], GRID, 1.0);
            canvas.text(label, (x, self.bottom + 18.0), Anchor::Middle, INK);
        }
        let corners = [(self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)];
        canvas.line(&corners, FRAME, 1.0);
        let middle = f64::midpoint(self.left, self.right);
        canvas.text(&self.x.title, (middle, self.bottom + 40.0), Anchor::Middle, INK);
        canvas.upright_text(&self.y.title, (MARGIN + 8.0, f64::midpoint(self.top, self.bottom)), INK);
    }
}

impl Curves<'_> {
    /// Draws the picture.
    ///
    /// # Errors
    ///
    /// There is no number to draw.
    pub(crate) fn draw(&self) -> Result<String> {
        let Some((x, y)) = self.axes() else { bail!("no search is finished: there is nothing to draw") };
        let mut canvas = Canvas::new();
        let top = canvas.heading(self.words);
        let shown = self.curves.iter().filter(|curve| !curve.is_empty());
        let mut legend: Vec<(Mark, bool, String)> =
            shown.map(|curve| (curve.mark(), true, curve.label().to_owned())).collect();
        if let Some(Printed { scheme, nodes, .. }) = self.printed {
            legend.push((Mark::PRINTED, false, format!("published for {}: {}", scheme_label(scheme), grouped(nodes))));
        }
        let top = canvas.legend(top, &legend) + 10.0;
        let labels = y.ticks.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
        let left = MARGIN + 24.0 + 8.5 * labels as f64;
        let frame = Frame { left, right: WIDTH - MARGIN, top, bottom: top + HEIGHT, x, y };
        frame.draw(&mut canvas);
        if matches!(self.upward, Upward::Ratio(_)) {
            let y = frame.at(frame.x.from, 1.0).1;
            canvas.line(&[(frame.left, y), (frame.right, y)], FRAME, 2.0);
        }
        // The first curve is drawn last, on top of the others.
        for (number, curve) in self.curves.iter().enumerate().rev() {
            self.draw_curve(&mut canvas, &frame, curve, number);
        }
        if let Some(Printed { positions, nodes, .. }) = self.printed {
            canvas.mark(Mark::PRINTED, frame.at(positions as f64, nodes as f64));
        }
        Ok(canvas.finish(frame.bottom + 52.0))
    }

    fn axes(&self) -> Option<(Axis, Axis)> {
        let bars = || self.curves.iter().flat_map(|curve| curve.points.iter().filter_map(|(_, bar)| *bar));
        bars().next()?;
        let nodes = self.printed.map(|printed| printed.nodes as f64);
        let least = bars().map(|bar| bar.low).chain(nodes).fold(f64::INFINITY, f64::min);
        let most = bars().map(|bar| bar.high).chain(nodes).fold(0.0, f64::max);
        let ours = self.curves.iter().flat_map(|curve| curve.points.iter().map(|(column, _)| *column));
        let mut columns: Vec<u64> = ours.chain(self.printed.map(|printed| printed.positions)).collect();
        columns.sort_unstable();
        columns.dedup();
        let x = match self.across {
            Across::Size => axis::sizes(&columns),
            Across::Depth => axis::depths(&columns),
            Across::Load(room) => axis::loads(&columns, room),
        };
        let y = match self.upward {
            Upward::Nodes => axis::nodes(least, most),
            Upward::Benefit => axis::benefit(most),
            Upward::Ratio(reference) => axis::ratios(least, most, &format!("nodes relative to {reference}"), 8.0),
        };
        Some((x, y))
    }

    fn draw_curve(&self, canvas: &mut Canvas, frame: &Frame, curve: &Curve, number: usize) {
        let mark = curve.mark();
        // Bars of ratios would hide each other: each curve is moved aside a little.
        let aside = match self.upward {
            Upward::Ratio(_) => {
                let number_of_curves = self.curves.len() as f64;
                let columns = match self.across {
                    Across::Size | Across::Load(_) => libm::log2(frame.x.to / frame.x.from),
                    Across::Depth => frame.x.to - frame.x.from,
                };
                // A load is a measured number, which a greater step would change visibly.
                let most = if matches!(self.across, Across::Load(_)) { 1.5 } else { 6.5 };
                let step = (0.8 * (frame.right - frame.left) / columns / number_of_curves).min(most);
                (number as f64 - (number_of_curves - 1.0) / 2.0) * step
            }
            Upward::Nodes | Upward::Benefit => 0.0,
        };
        let at = |column: u64, value: f64| {
            let (x, y) = frame.at(column as f64, value);
            (x + aside, y)
        };
        let width = if matches!(self.upward, Upward::Ratio(_)) { 0.7 } else { 2.0 };
        for run in curve.points.split(|(_, bar)| bar.is_none()) {
            let path: Vec<_> = run.iter().filter_map(|(column, bar)| Some(at(*column, (*bar)?.mean))).collect();
            canvas.line(&path, mark.colour, width);
        }
        for &(column, bar) in &curve.points {
            let Some(Bar { low, mean, high }) = bar else { continue };
            if low < high {
                canvas.line(&[at(column, low), at(column, high)], mark.colour, 1.5);
            }
            canvas.mark(mark, at(column, mean));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        Words { title: "A < B & C".to_owned(), subtitle: "on paper".to_owned() }
    }

    fn exactly(mean: f64) -> Bar {
        Bar { low: mean, mean, high: mean }
    }

    fn curve(scheme: Option<Scheme>, nodes: &[Option<u64>]) -> Curve {
        let point = |(index, nodes): (usize, &Option<u64>)| (1024 << index, nodes.map(|nodes| exactly(nodes as f64)));
        Curve { scheme, name: None, points: nodes.iter().enumerate().map(point).collect() }
    }

    fn draw(upward: Upward<'_>, words: &Words, curves: &[Curve], printed: Option<Printed>) -> Result<String> {
        Curves { across: Across::Size, upward, words, curves, printed }.draw()
    }

    /// The texts of a picture.
    fn texts(svg: &str) -> Vec<&str> {
        let texts = svg.split("<text").skip(1).filter_map(|rest| rest.split_once('>'));
        texts.map(|(_, rest)| rest.split('<').next().unwrap().trim()).collect()
    }

    #[test]
    fn a_picture_says_what_it_shows_and_is_the_same_again() {
        let curves = [
            curve(Some(Scheme::TwoBig1), &[Some(9_000_000), Some(8_000_000), None, Some(5_000_000)]),
            curve(Some(Scheme::New), &[Some(19_000_000), None, None, Some(8_000_000)]),
        ];
        let printed = Some(Printed { scheme: Some(Scheme::TwoBig1), positions: 8192, nodes: 5_500_000 });
        let svg = draw(Upward::Nodes, &words(), &curves, printed).unwrap();
        assert_eq!(svg, draw(Upward::Nodes, &words(), &curves, printed).unwrap());
        let texts = texts(&svg);
        for text in ["A &lt; B &amp; C", "on paper", "TwoBig1", "New", "1K", "2K", "4K", "8K", "20"] {
            assert!(texts.contains(&text), "{text} is not in {texts:?}");
        }
        assert!(texts.contains(&"published for TwoBig1: 5,500,000") && texts.contains(&"nodes (millions)"));
        // The background is painted before anything else.
        assert!(svg.lines().nth(1).unwrap().contains("fill=\"#FFFFFF\""));
    }

    #[test]
    fn no_text_is_small_or_outside() {
        let curves: Vec<Curve> = [None]
            .into_iter()
            .chain(Scheme::ALL.iter().copied().map(Some))
            .map(|scheme| curve(scheme, &[Some(90_000), Some(80_000_000), Some(70_000)]))
            .collect();
        let long = Words { subtitle: "some long words ".repeat(20), ..words() };
        let svg = draw(Upward::Nodes, &long, &curves, None).unwrap();
        let number = |text: &str, name: &str| -> f64 {
            let rest = text.split_once(&format!("{name}=\"")).unwrap().1;
            rest.split('"').next().unwrap().parse().unwrap()
        };
        for text in svg.split("<text").skip(1) {
            assert!(number(text, "font-size") >= 13.0, "{text}");
            assert!((0.0..=WIDTH).contains(&number(text, " x")), "{text}");
        }
    }

    #[test]
    fn nothing_cannot_be_drawn() {
        assert!(draw(Upward::Nodes, &words(), &[curve(None, &[None])], None).is_err());
        assert!(draw(Upward::Nodes, &words(), &[], None).is_err());
    }

    #[test]
    fn depths_are_drawn_from_no_table_down_and_ratios_round_one() {
        let points = vec![(3, Some(exactly(1.02))), (4, Some(exactly(0.8))), (7, Some(exactly(0.4)))];
        let curves = [Curve { scheme: Some(Scheme::TwoBig1), name: None, points }];
        let words = words();
        let of = |upward| Curves { across: Across::Depth, upward, words: &words, curves: &curves, printed: None };
        let svg = of(Upward::Benefit).draw().unwrap();
        let texts = texts(&svg);
        for text in ["0.0", "1.0", "3", "4", "5", "7", "nodes relative to no table", "depth of the search (plies)"] {
            assert!(texts.contains(&text), "{text} is not in {texts:?}");
        }
        assert!(of(Upward::Ratio("Old")).draw().unwrap().contains("nodes relative to Old"));
    }
}
