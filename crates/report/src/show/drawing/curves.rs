//! Curves: node counts, or ratios of them, against table size, load or depth.

use anyhow::{Result, bail};
use schemes::Scheme;

use super::axis::{self, Axis, LEAST_EXCESS};
use super::canvas::{Anchor, Canvas, MARGIN, Mark, SMALL, TEXT, WIDTH, lines, text_width};
use super::colours::{FRAME, GRID, INK};
use super::{Bar, Words};
use crate::numbers::names::scheme_label;

/// More curves than this cannot be told apart.
pub(crate) const MOST_CURVES: usize = Mark::ALL.len();

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
    /// The same where none needs fewer nodes than that variant, and differences of any size matter.
    Excess(&'a str),
}

/// One curve.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// Whose nodes they are; `None` is the search without a table.
    pub(crate) scheme: Option<Scheme>,
    /// What the curve is called if not by its scheme.
    pub(crate) name: Option<String>,
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

    pub(crate) fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(scheme_label(self.scheme))
    }

    /// Returns the mark that belongs to what is drawn; other curves take those that are left.
    fn own_mark(&self) -> Option<Mark> {
        if self.name.is_some() && self.scheme.is_some() { None } else { Mark::of(self.scheme) }
    }
}

/// A picture of curves.
#[derive(Clone, Debug)]
pub(crate) struct Curves<'a> {
    pub(crate) across: Across,
    pub(crate) upward: Upward<'a>,
    pub(crate) words: &'a Words,
    /// At most [`MOST_CURVES`].
    pub(crate) curves: &'a [Curve],
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
const HEIGHT: f64 = 300.0;

/// The most width of a label beside its curve, and the height of one of its lines.
const LABEL: f64 = 124.0;
const LINE: f64 = 18.0;

/// The room between the chart and the labels, where lines lead from the curves to the labels.
const LEAD: f64 = 34.0;

impl Frame {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let across = self.left + (self.right - self.left) * self.x.part(x);
        (across, self.bottom - (self.bottom - self.top) * self.y.part(y))
    }

    /// Draws grid, labels and titles.
    fn draw(&self, canvas: &mut Canvas) {
        canvas.small_text(&self.y.title, (MARGIN, self.top - 11.0), Anchor::Start, INK);
        for (value, label) in &self.y.ticks {
            let (_, y) = self.at(self.x.from, *value);
            canvas.line(&[(self.left, y), (self.right, y)], GRID, 1.0);
            canvas.small_text(label, (self.left - 6.0, y + 5.0), Anchor::End, INK);
        }
        let ticks: Vec<(f64, &str)> =
            self.x.ticks.iter().map(|(at, label)| (self.at(*at, self.y.from).0, label.as_str())).collect();
        for (x, _) in &ticks {
            canvas.line(&[(*x, self.top), (*x, self.bottom)], GRID, 1.0);
        }
        canvas.labels_below(&ticks, self.bottom + 18.0);
        let corners = [(self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)];
        canvas.line(&corners, FRAME, 1.0);
        // The title may be wider than the axis.
        let half = text_width(&self.x.title, SMALL) / 2.0;
        let middle = f64::midpoint(self.left, self.right).min(WIDTH - MARGIN - half).max(MARGIN + half);
        canvas.small_text(&self.x.title, (middle, self.bottom + 38.0), Anchor::Middle, INK);
    }
}

/// A label beside the end of its curve.
struct Label {
    lines: Vec<String>,
    mark: Mark,
    /// The last point of the curve.
    end: (f64, f64),
    /// Where the label is: its upper edge.
    top: f64,
}

impl Label {
    fn height(&self) -> f64 {
        LINE * self.lines.len() as f64
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
        let mut top = canvas.heading(self.words);
        let marks = self.marks();
        let shown: Vec<(&Curve, Mark)> =
            self.curves.iter().zip(marks.iter().copied()).filter(|(curve, _)| !curve.is_empty()).collect();
        let names: Vec<Vec<String>> = shown.iter().map(|(curve, _)| lines(curve.label(), TEXT, LABEL)).collect();
        let widest =
            |of: &mut dyn Iterator<Item = &String>, size| of.map(|text| text_width(text, size)).fold(0.0, f64::max);
        let room = widest(&mut names.iter().flatten(), TEXT);
        let are_beside = room <= LABEL && names.iter().all(|lines| lines.len() <= 2);
        if !are_beside {
            let legend: Vec<(Mark, bool, String)> =
                shown.iter().map(|(curve, mark)| (*mark, true, curve.label().to_owned())).collect();
            top = canvas.legend(top, &legend);
        }
        let left = MARGIN + 8.0 + widest(&mut y.ticks.iter().map(|(_, label)| label), SMALL);
        let right = WIDTH - MARGIN - if are_beside { room + LEAD } else { 0.0 };
        top += 28.0;
        let frame = Frame { left, right, top, bottom: top + HEIGHT, x, y };
        frame.draw(&mut canvas);
        if let Upward::Ratio(_) | Upward::Benefit = self.upward {
            let y = frame.at(frame.x.from, 1.0).1;
            canvas.line(&[(frame.left, y), (frame.right, y)], FRAME, 2.0);
        }
        let aside = |number: usize| self.aside(&frame, number);
        if are_beside {
            let ends = self.curves.iter().enumerate().filter(|(_, curve)| !curve.is_empty()).map(|(number, curve)| {
                let last = curve.points.iter().rev().find_map(|(column, bar)| Some((*column, (*bar)?.mean)));
                let (x, y) = last.map_or((right, top), |(column, mean)| self.point(&frame, column, mean));
                (x + aside(number), y)
            });
            let each = names.into_iter().zip(&shown).zip(ends);
            let labels = each.map(|((lines, (_, mark)), end)| Label { lines, mark: *mark, end, top: 0.0 }).collect();
            draw_labels(&mut canvas, &frame, labels);
        }
        // The first curve is drawn last, on top of the others.
        for (number, (curve, mark)) in self.curves.iter().zip(marks).enumerate().rev() {
            self.draw_curve(&mut canvas, &frame, curve, mark, aside(number));
        }
        let labels: Vec<&str> = shown.iter().map(|(curve, _)| curve.label()).collect();
        let parts = format!("Across: {}. Upwards: {}. Curves: {}.", frame.x.title, frame.y.title, labels.join("; "));
        Ok(canvas.finish(self.words, frame.bottom + 42.0, &parts))
    }

    /// Returns a mark for each curve.
    fn marks(&self) -> Vec<Mark> {
        let own: Vec<Option<Mark>> = self.curves.iter().map(Curve::own_mark).collect();
        let mut left = Mark::ALL.into_iter().rev().filter(|mark| !own.contains(&Some(*mark))).cycle();
        own.iter().map(|mark| mark.or_else(|| left.next()).unwrap_or(Mark::PLAIN)).collect()
    }

    fn axes(&self) -> Option<(Axis, Axis)> {
        let bars = || self.curves.iter().flat_map(|curve| curve.points.iter().filter_map(|(_, bar)| *bar));
        bars().next()?;
        let least = bars().map(|bar| bar.low).fold(f64::INFINITY, f64::min);
        let most = bars().map(|bar| bar.high).fold(0.0, f64::max);
        let mut columns: Vec<u64> =
            self.curves.iter().flat_map(|curve| curve.points.iter().map(|(column, _)| *column)).collect();
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
            Upward::Ratio(reference) => axis::more(least, most, reference),
            Upward::Excess(reference) => axis::excess(most - 1.0, reference),
        };
        Some((x, y))
    }

    /// Returns how far a curve is moved aside: bars of ratios would hide each other.
    fn aside(&self, frame: &Frame, number: usize) -> f64 {
        let mut bars = self.curves.iter().flat_map(|curve| curve.points.iter().filter_map(|(_, bar)| *bar));
        if !matches!(self.upward, Upward::Ratio(_) | Upward::Benefit) || bars.all(|bar| bar.low >= bar.high) {
            return 0.0;
        }
        let number_of_curves = self.curves.len() as f64;
        let columns = match self.across {
            Across::Size | Across::Load(_) => libm::log2(frame.x.to / frame.x.from),
            Across::Depth => frame.x.to - frame.x.from,
        };
        let step = (0.7 * (frame.right - frame.left) / columns / number_of_curves).min(6.5);
        (number as f64 - (number_of_curves - 1.0) / 2.0) * step
    }

    fn point(&self, frame: &Frame, column: u64, value: f64) -> (f64, f64) {
        let value = if let Upward::Excess(_) = self.upward { (value - 1.0).max(LEAST_EXCESS) } else { value };
        frame.at(column as f64, value)
    }

    fn draw_curve(&self, canvas: &mut Canvas, frame: &Frame, curve: &Curve, mark: Mark, aside: f64) {
        let at = |column: u64, value: f64| {
            let (x, y) = self.point(frame, column, value);
            (x + aside, y)
        };
        for run in curve.points.split(|(_, bar)| bar.is_none()) {
            let path: Vec<_> = run.iter().filter_map(|(column, bar)| Some(at(*column, (*bar)?.mean))).collect();
            canvas.line(&path, mark.colour, 2.0);
        }
        for &(column, bar) in &curve.points {
            let Some(Bar { low, mean, high }) = bar else { continue };
            if low < high {
                canvas.line(&[at(column, low), at(column, high)], mark.colour, 1.2);
            }
            canvas.mark(mark, at(column, mean));
        }
    }
}

/// Draws labels beside the ends of their curves, moved up or down so that none is over another.
fn draw_labels(canvas: &mut Canvas, frame: &Frame, mut labels: Vec<Label>) {
    labels.sort_by(|one, other| one.end.1.total_cmp(&other.end.1));
    let mut least = frame.top - LINE / 2.0;
    for label in &mut labels {
        label.top = (label.end.1 - label.height() / 2.0).max(least);
        least = label.top + label.height();
    }
    let mut most = frame.bottom + LINE / 2.0;
    for label in labels.iter_mut().rev() {
        label.top = label.top.min(most - label.height());
        most = label.top;
    }
    for label in labels {
        let x = frame.right + LEAD - 12.0;
        let y = label.top + label.height() / 2.0;
        canvas.line(&[(label.end.0 + 6.0, label.end.1), (x - 9.0, y)], label.mark.colour, 1.0);
        canvas.mark(label.mark, (x, y));
        for (number, line) in label.lines.iter().enumerate() {
            canvas.text(line, (frame.right + LEAD, label.top + LINE * number as f64 + 14.0), Anchor::Start, INK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        Words { title: "A < B & C".to_owned(), source: "ours".to_owned(), note: "on paper".to_owned() }
    }

    fn exactly(mean: f64) -> Bar {
        Bar { low: mean, mean, high: mean }
    }

    fn curve(scheme: Option<Scheme>, nodes: &[Option<u64>]) -> Curve {
        let point = |(index, nodes): (usize, &Option<u64>)| (1024 << index, nodes.map(|nodes| exactly(nodes as f64)));
        Curve { scheme, name: None, points: nodes.iter().enumerate().map(point).collect() }
    }

    fn draw(upward: Upward<'_>, curves: &[Curve]) -> Result<String> {
        Curves { across: Across::Size, upward, words: &words(), curves }.draw()
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
        let svg = draw(Upward::Nodes, &curves).unwrap();
        assert_eq!(svg, draw(Upward::Nodes, &curves).unwrap());
        let texts = texts(&svg);
        for text in ["A &lt; B &amp; C", "ours", "on paper", "TwoBig1", "New", "1K", "2K", "4K", "8K", "20"] {
            assert!(texts.contains(&text), "{text} is not in {texts:?}");
        }
        assert!(texts.contains(&"nodes (millions)"));
        assert!(svg.contains("<title>A &lt; B &amp; C</title>") && svg.contains("Curves: TwoBig1; New. ours</desc>"));
    }

    #[test]
    fn long_names_are_listed_above_and_short_ones_beside_the_curves() {
        let named = |name: &str| Curve { name: Some(name.to_owned()), ..curve(Some(Scheme::New), &[Some(7), Some(8)]) };
        let x_of = |svg: &str, text: &str| -> f64 {
            let (start, _) = svg.split_once(&format!(">{text}<")).unwrap();
            start.rsplit_once(" x=\"").unwrap().1.split('"').next().unwrap().parse().unwrap()
        };
        let svg = draw(Upward::Nodes, &[named("a"), named("b c")]).unwrap();
        assert!(x_of(&svg, "a") > 400.0 && (x_of(&svg, "a") - x_of(&svg, "b c")).abs() < 0.1);
        let svg = draw(Upward::Nodes, &[named("a"), named(&"long".repeat(9))]).unwrap();
        assert!(x_of(&svg, "a") < 100.0);
        let marks = Curves {
            across: Across::Size,
            upward: Upward::Nodes,
            words: &words(),
            curves: &[named("a"), curve(Some(Scheme::TwoBig1), &[Some(1)]), named("b")],
        }
        .marks();
        assert!(marks[0] != marks[1] && marks[0] != marks[2] && Some(marks[1]) == Mark::of(Some(Scheme::TwoBig1)));
    }

    #[test]
    fn nothing_cannot_be_drawn() {
        assert!(draw(Upward::Nodes, &[curve(None, &[None])]).is_err());
        assert!(draw(Upward::Nodes, &[]).is_err());
    }

    #[test]
    fn depths_are_drawn_from_no_table_down_and_ratios_round_one() {
        let points = vec![(3, Some(exactly(1.02))), (4, Some(exactly(0.8))), (7, Some(exactly(0.4)))];
        let curves = [Curve { scheme: Some(Scheme::TwoBig1), name: None, points }];
        let words = words();
        let of = |upward| Curves { across: Across::Depth, upward, words: &words, curves: &curves }.draw().unwrap();
        let svg = of(Upward::Benefit);
        let texts = texts(&svg);
        let title = "nodes, in percent of those without a table";
        for text in ["0 %", "100 %", "3", "4", "5", "7", title, "depth of the search (plies)"] {
            assert!(texts.contains(&text), "{text} is not in {texts:?}");
        }
        assert!(of(Upward::Ratio("Old")).contains("more nodes than Old"));
        assert!(of(Upward::Excess("Old")).contains("≤ 0.1 %"));
    }
}
