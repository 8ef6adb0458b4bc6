//! Pictures in SVG: nodes against table size or depth, and ours against the printed figures.
//!
//! A picture depends on nothing but its rows: no clock, no system fonts, no random names. So the same rows give the
//! same bytes. The background is painted, for a picture that is transparent cannot be read on a dark page. Series
//! differ in the shape of their markers too, so that they can be told apart in grey; the colours are those of
//! `[Okabe and Ito 2008]`, which people who see fewer colours can tell apart.

use std::error::Error;
use std::ops::Range;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use tt::{Positions, Scheme};

use super::summary::Spread;
use super::{grouped, scheme_label};
use experiments::schemes;
use experiments::text::printable;

/// Width of every picture in pixels.
const WIDTH: u32 = 900;
const MARGIN: i32 = 18;
const FONT: &str = "Helvetica, Arial, sans-serif";
const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
const FAINT: RGBColor = RGBColor(0x55, 0x55, 0x55);
const GRID: RGBColor = RGBColor(0xDD, 0xDD, 0xDD);
const FRAME: RGBColor = RGBColor(0x88, 0x88, 0x88);
const BAND: RGBColor = RGBColor(0xE3, 0xEE, 0xF6);
const BLUE: RGBColor = RGBColor(0x00, 0x72, 0xB2);

/// The colours of custom schemes, in the order in which they were registered.
const CUSTOM: [RGBColor; 3] = [RGBColor(0x7F, 0x3C, 0x8D), RGBColor(0x8C, 0x56, 0x4B), RGBColor(0x4B, 0x6A, 0x00)];

/// What a series is marked with; a scheme looks the same in every picture.
fn mark_of(scheme: Option<Scheme>) -> Mark {
    let (shape, colour) = match scheme {
        None => (Shape::Ring, FAINT),
        Some(Scheme::TwoBig1) => (Shape::Disc, BLUE),
        Some(Scheme::TwoDeep) => (Shape::Triangle, RGBColor(0x00, 0x9E, 0x73)),
        Some(Scheme::Big1) => (Shape::Square, RGBColor(0xD5, 0x5E, 0x00)),
        Some(Scheme::BigAll) => (Shape::Diamond, RGBColor(0xCC, 0x79, 0xA7)),
        Some(Scheme::Deep) => (Shape::HollowSquare, RGBColor(0xE6, 0x9F, 0x00)),
        Some(Scheme::New) => (Shape::Cross, RGBColor(0x00, 0x00, 0x00)),
        Some(Scheme::Old) => (Shape::HollowTriangle, RGBColor(0x56, 0xB4, 0xE9)),
        Some(Scheme::Custom(_)) => (Shape::HollowDiamond, CUSTOM[schemes::number(scheme) % CUSTOM.len()]),
    };
    Mark { shape, colour }
}

/// The words of a picture.
#[derive(Clone, Debug)]
pub struct Words {
    /// What is shown, in a few words.
    pub title: String,
    /// On what, and where it comes from; long ones are broken into lines.
    pub subtitle: String,
}

/// What a picture of [`lines`] shows against what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// Nodes against table size, like the thesis's Figures 2.8, 2.9 and 2.11 to 2.16.
    NodesBySize,
    /// Nodes against depth.
    NodesByDepth,
    /// Nodes relative to those without a table against depth, like the thesis's Figure 2.10.
    BenefitByDepth,
}

/// One line of a picture.
#[derive(Clone, Debug)]
pub struct Line {
    /// Whose nodes they are; `None` is the search without a table.
    pub scheme: Option<Scheme>,
    /// What the line is called if not by its scheme, and its number among such lines.
    pub name: Option<(String, usize)>,
    /// What is drawn by table size in positions, or by depth, ascending; `None` where a search did not end, which
    /// leaves a gap.
    pub points: Vec<(u64, Option<Bar>)>,
}

/// A marker, and how far the key seeds reach below and above it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// The least.
    pub least: f64,
    /// The mean.
    pub mean: f64,
    /// The most.
    pub most: f64,
}

impl From<Spread> for Bar {
    fn from(spread: Spread) -> Self {
        Self { least: spread.least as f64, mean: spread.mean, most: spread.most as f64 }
    }
}

impl Bar {
    /// Everything divided by `number`.
    #[must_use]
    pub fn over(self, number: f64) -> Self {
        Self { least: self.least / number, mean: self.mean / number, most: self.most / number }
    }
}

impl Line {
    /// Whether there is nothing to draw of it.
    pub(super) fn is_empty(&self) -> bool {
        self.gaps() == self.points.len()
    }

    /// At how many places it has a gap.
    pub(super) fn gaps(&self) -> usize {
        self.points.iter().filter(|(_, bar)| bar.is_none()).count()
    }

    fn label(&self) -> &str {
        self.name.as_ref().map_or(scheme_label(self.scheme), |(name, _)| name)
    }

    /// The mark of the scheme, or that of another one, by number.
    fn mark(&self) -> Mark {
        match self.name {
            Some((_, number)) => mark_of(Some(Scheme::ALL[number % Scheme::ALL.len()])),
            None => mark_of(self.scheme),
        }
    }
}

/// A printed figure, drawn as a ring around the place where ours should be.
#[derive(Clone, Copy, Debug)]
pub struct PrintedPoint {
    /// Whose nodes they are.
    pub scheme: Option<Scheme>,
    /// The table size.
    pub positions: u64,
    /// The number of nodes.
    pub nodes: u64,
}

/// Draws a line for each scheme.
///
/// The axis of nodes is linear from zero as the thesis's, unless the largest number is more than twenty times the
/// smallest: then it is logarithmic, for the small ones would lie on the axis. With several seeds the marker is the
/// mean, and a thin upright line reaches from the least to the most.
///
/// # Errors
///
/// There is no number to draw.
pub fn lines(shown: Chart, words: &Words, lines: &[Line], printed: Option<PrintedPoint>) -> Result<String> {
    let bars = || lines.iter().flat_map(|line| line.points.iter().filter_map(|(_, bar)| *bar));
    let printed_nodes = printed.map(|printed| printed.nodes as f64);
    let least = bars().map(|bar| bar.least).chain(printed_nodes).fold(f64::INFINITY, f64::min);
    let most = bars().map(|bar| bar.most).chain(printed_nodes).fold(0.0, f64::max);
    if bars().next().is_none() {
        return Err(anyhow!("no search has ended: there is nothing to draw"));
    }
    let places: Vec<u64> = {
        let ours = lines.iter().flat_map(|line| line.points.iter().map(|(place, _)| *place));
        let mut places: Vec<u64> = ours.chain(printed.map(|printed| printed.positions)).collect();
        places.sort_unstable();
        places.dedup();
        places
    };
    let by_size = shown == Chart::NodesBySize;
    let across = |place: u64| if by_size { libm::log2(place as f64) } else { place as f64 };
    let x = if by_size { size_axis(&places) } else { depth_axis(&places) };
    let NodeAxis { axis: y, unit, log } =
        if shown == Chart::BenefitByDepth { benefit_axis(most) } else { node_axis(least, most) };
    let height = |nodes: f64| if log { libm::log10(nodes) } else { nodes };

    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, 560)).into_drawing_area();
        let top = heading(&root, words)?;
        let drawn = lines.iter().filter(|line| !line.is_empty());
        let mut legend: Vec<(Mark, bool, String)> =
            drawn.map(|line| (line.mark(), true, line.label().to_owned())).collect();
        if let Some(printed) = printed {
            legend.push((
                Mark::PRINTED,
                false,
                format!("printed for {}: {}", scheme_label(printed.scheme), grouped(printed.nodes)),
            ));
        }
        let top = draw_legend(&root, top, &legend)?;

        let mut chart = ChartBuilder::on(&root)
            .margin_top(top)
            .margin_left(MARGIN)
            .margin_right(MARGIN + 8)
            .margin_bottom(12)
            .x_label_area_size(52)
            .y_label_area_size(74)
            .build_cartesian_2d(x, y)
            .map_err(broken)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(FRAME)
            .label_style(text(14.0, INK))
            .x_desc(if by_size { "table size (positions; K = 1024)" } else { "depth of the search (plies)" })
            .y_desc(format!("{unit}{}", if log { ", logarithmic" } else { "" }))
            .axis_desc_style(text(15.0, INK))
            .draw()
            .map_err(broken)?;

        // The first scheme comes last, on top of the others.
        for line in lines.iter().rev() {
            let mark = line.mark();
            let at = |(place, bar): &(u64, Option<Bar>)| bar.map(|bar| (across(*place), height(bar.mean)));
            for run in line.points.split(|(_, bar)| bar.is_none()) {
                let path = LineSeries::new(run.iter().filter_map(at), mark.colour.stroke_width(2));
                chart.draw_series(path).map_err(broken)?;
            }
            for &(place, bar) in &line.points {
                let Some(Bar { least, mean, most }) = bar else { continue };
                let x = across(place);
                if least < most {
                    let upright = vec![(x, height(least)), (x, height(most))];
                    chart.draw_series([PathElement::new(upright, mark.colour)]).map_err(broken)?;
                }
                mark.draw(&root, chart.backend_coord(&(x, height(mean))))?;
            }
        }
        if let Some(printed) = printed {
            let at = (across(printed.positions), height(printed.nodes as f64));
            Mark::PRINTED.draw(&root, chart.backend_coord(&at))?;
        }
        root.present().map_err(broken)?;
    }
    Ok(printable(&svg).into_owned())
}

/// One dot of [`ratios`].
#[derive(Clone, Debug)]
pub struct Dot {
    /// What is compared.
    pub name: String,
    /// Ours divided by the printed figure.
    pub ratio: f64,
    /// Whether they are the same to the last node.
    pub exact: bool,
}

/// Draws ours/printed as a dot for each name, on a logarithmic axis with the band 0.8 to 1.25.
///
/// # Errors
///
/// There is no dot to draw.
pub fn ratios(words: &Words, dots: &[Dot]) -> Result<String> {
    if dots.is_empty() {
        return Err(anyhow!("no search has ended: there is nothing to draw"));
    }
    let x = ratio_axis(dots);
    let rows = dots.len() as f64;
    // The first name on top: rows count downwards, the axis upwards.
    let row = |index: usize| rows - 0.5 - index as f64;
    let y = Axis {
        from: 0.0,
        to: rows,
        ticks: dots.iter().enumerate().map(|(index, dot)| (row(index), dot.name.clone())).collect(),
    };

    let mut svg = String::new();
    {
        let lines = wrapped(&words.subtitle).len() as u32;
        let size = (WIDTH, 160 + 20 * lines + 21 * dots.len() as u32);
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let top = heading(&root, words)?;
        let legend = [
            (Mark::EXACT, false, "the same to the node".to_owned()),
            (Mark::OTHER, false, "differs".to_owned()),
            (Mark { shape: Shape::Patch, colour: BAND }, false, "0.8 to 1.25".to_owned()),
        ];
        let top = draw_legend(&root, top, &legend)?;
        let mut chart = ChartBuilder::on(&root)
            .margin_top(top)
            .margin_left(MARGIN)
            .margin_right(MARGIN + 64)
            .margin_bottom(12)
            .x_label_area_size(52)
            .y_label_area_size(50)
            .build_cartesian_2d(x, y)
            .map_err(broken)?;
        let band = [(libm::log2(0.8), 0.0), (libm::log2(1.25), rows)];
        chart.draw_series([Rectangle::new(band, BAND.filled())]).map_err(broken)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(FRAME)
            .label_style(text(14.0, INK))
            .x_desc("nodes: ours / printed (logarithmic)")
            .axis_desc_style(text(15.0, INK))
            .draw()
            .map_err(broken)?;
        let one = vec![(0.0, 0.0), (0.0, rows)];
        chart.draw_series([PathElement::new(one, FRAME.stroke_width(2))]).map_err(broken)?;

        for (index, dot) in dots.iter().enumerate() {
            let at = chart.backend_coord(&(libm::log2(dot.ratio), row(index)));
            let mark = if dot.exact { Mark::EXACT } else { Mark::OTHER };
            mark.draw(&root, at)?;
            let figure = if dot.exact { "1".to_owned() } else { format!("{:.3}", dot.ratio) };
            let style = text(14.0, FAINT).pos(Pos::new(HPos::Right, VPos::Center));
            root.draw(&Text::new(figure, (WIDTH as i32 - MARGIN, at.1), style)).map_err(broken)?;
        }
        root.present().map_err(broken)?;
    }
    Ok(printable(&svg).into_owned())
}

type Root<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Drawing into a string cannot fail but by a mistake of ours, and the errors of plotters borrow what they drew on.
fn broken(error: impl Error) -> anyhow::Error {
    anyhow!("cannot draw: {error}")
}

/// A style for text of `pixels` height. What plotters calls the size of a font is 1.24 times what SVG does.
fn text(pixels: f64, colour: RGBColor) -> TextStyle<'static> {
    (FONT, pixels * 1.24).into_font().color(&colour)
}

/// Paints the ground, writes title and subtitle, and says where they end.
fn heading(root: &Root<'_>, words: &Words) -> Result<i32> {
    root.fill(&WHITE).map_err(broken)?;
    let title = (FONT, 20.0 * 1.24, FontStyle::Bold).into_font().color(&INK);
    root.draw(&Text::new(words.title.clone(), (MARGIN, 16), title)).map_err(broken)?;
    let mut y = 44;
    for line in wrapped(&words.subtitle) {
        root.draw(&Text::new(line, (MARGIN, y), text(14.0, FAINT))).map_err(broken)?;
        y += 20;
    }
    Ok(y)
}

/// Breaks a text into lines that fit the picture.
fn wrapped(text: &str) -> Vec<String> {
    // A letter of 14 pixels is 7 wide on average in the fonts named above.
    const LETTERS: usize = (WIDTH as usize - 2 * MARGIN as usize) / 7;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Writes the legend above the chart, where no line can run into it, and says where it ends: in a row, or in several
/// of nearly as many entries.
fn draw_legend(root: &Root<'_>, top: i32, entries: &[(Mark, bool, String)]) -> Result<i32> {
    const GAP: i32 = 14;
    const ROOM: i32 = WIDTH as i32 - 2 * MARGIN - 4;
    let width = |name: &str| 44 + 8 * name.chars().count() as i32;
    let total = entries.iter().map(|(.., name)| width(name) + GAP).sum::<i32>() - GAP;
    let rows = usize::try_from(total / (ROOM + 1)).unwrap_or(0) + 1;
    let most = entries.len().div_ceil(rows);
    let mut x = MARGIN + 4;
    let mut y = top + 18;
    for (index, (mark, line, name)) in entries.iter().enumerate() {
        let width = width(name);
        let is_full = index % most == 0 || x + width > WIDTH as i32 - MARGIN;
        if index > 0 && is_full {
            (x, y) = (MARGIN + 4, y + 22);
        }
        if *line {
            let stroke = PathElement::new(vec![(x, y), (x + 26, y)], mark.colour.stroke_width(2));
            root.draw(&stroke).map_err(broken)?;
        }
        mark.draw(root, (x + 13, y))?;
        let style = text(14.0, INK).pos(Pos::new(HPos::Left, VPos::Center));
        root.draw(&Text::new(name.clone(), (x + 33, y), style)).map_err(broken)?;
        x += width + GAP;
    }
    Ok(y + 26)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Disc,
    Triangle,
    HollowTriangle,
    Square,
    HollowSquare,
    Diamond,
    HollowDiamond,
    Cross,
    Ring,
    Halo,
    Patch,
}

/// What a point is drawn as.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mark {
    shape: Shape,
    colour: RGBColor,
}

impl Mark {
    const PRINTED: Self = Self { shape: Shape::Halo, colour: INK };
    const EXACT: Self = Self { shape: Shape::Disc, colour: BLUE };
    const OTHER: Self = Self { shape: Shape::Diamond, colour: RGBColor(0xD5, 0x5E, 0x00) };

    fn draw(self, root: &Root<'_>, (x, y): (i32, i32)) -> Result<()> {
        let Self { shape, colour } = self;
        let outline = colour.stroke_width(2);
        let square = |half| [(x - half, y - half), (x + half, y + half)];
        let triangle = [(x - 6, y + 5), (x + 6, y + 5), (x, y - 6)];
        let diamond = [(x - 6, y), (x, y + 6), (x + 6, y), (x, y - 6)];
        let closed = |corners: &[(i32, i32)]| corners.iter().chain(corners.first()).copied().collect::<Vec<_>>();
        match shape {
            Shape::Disc => root.draw(&Circle::new((x, y), 5, colour.filled())),
            Shape::Ring => root.draw(&Circle::new((x, y), 5, outline)),
            Shape::Halo => root.draw(&Circle::new((x, y), 10, outline)),
            Shape::Square => root.draw(&Rectangle::new(square(5), colour.filled())),
            Shape::Patch => root.draw(&Rectangle::new([(x - 13, y - 7), (x + 13, y + 7)], colour.filled())),
            Shape::HollowSquare => root
                .draw(&Rectangle::new(square(6), WHITE.filled()))
                .and_then(|()| root.draw(&Rectangle::new(square(6), outline))),
            Shape::Triangle => root.draw(&Polygon::new(triangle, colour.filled())),
            Shape::HollowTriangle => root
                .draw(&Polygon::new(triangle, WHITE.filled()))
                .and_then(|()| root.draw(&PathElement::new(closed(&triangle), outline))),
            Shape::Diamond => root.draw(&Polygon::new(diamond, colour.filled())),
            Shape::HollowDiamond => root
                .draw(&Polygon::new(diamond, WHITE.filled()))
                .and_then(|()| root.draw(&PathElement::new(closed(&diamond), outline))),
            Shape::Cross => root
                .draw(&PathElement::new([(x - 5, y - 5), (x + 5, y + 5)], outline))
                .and_then(|()| root.draw(&PathElement::new([(x - 5, y + 5), (x + 5, y - 5)], outline))),
        }
        .map_err(broken)
    }
}

/// An axis with the places that carry a label; it is linear, whatever its values stand for.
#[derive(Clone, Debug)]
struct Axis {
    from: f64,
    to: f64,
    ticks: Vec<(f64, String)>,
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (start, end): (i32, i32)) -> i32 {
        let part = (value - self.from) / (self.to - self.from);
        start + (f64::from(end - start) * part).round() as i32
    }

    fn key_points<H: KeyPointHint>(&self, hint: H) -> Vec<f64> {
        // All of them are bold.
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.iter().map(|(at, _)| *at).collect() }
    }

    fn range(&self) -> Range<f64> {
        self.from..self.to
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        let tick = self.ticks.iter().find(|(at, _)| at == value);
        tick.map(|(_, label)| label.clone()).unwrap_or_default()
    }
}

/// The axis of table sizes, in powers of two.
fn size_axis(sizes: &[u64]) -> Axis {
    let bits = |size: u64| size.max(1).ilog2();
    let (low, high) = (sizes.first().map_or(0, |&s| bits(s)), sizes.last().map_or(0, |&s| bits(s)));
    // More than fifteen labels would touch each other.
    let step = (high - low) / 15 + 1;
    let label = |bits| Positions::new(1_u64 << bits).map_or_else(|_| String::new(), |size| size.to_string());
    Axis {
        from: f64::from(low) - 0.5,
        to: f64::from(high) + 0.5,
        ticks: (low..=high).step_by(step as usize).map(|bits| (f64::from(bits), label(bits))).collect(),
    }
}

/// The axis of depths.
fn depth_axis(depths: &[u64]) -> Axis {
    let (low, high) = (depths.first().copied().unwrap_or(0), depths.last().copied().unwrap_or(0));
    let step = (high - low) / 15 + 1;
    Axis {
        from: low as f64 - 0.5,
        to: high as f64 + 0.5,
        ticks: (low..=high).step_by(step as usize).map(|depth| (depth as f64, depth.to_string())).collect(),
    }
}

/// The axis of nodes.
struct NodeAxis {
    axis: Axis,
    unit: &'static str,
    log: bool,
}

fn node_axis(least: f64, most: f64) -> NodeAxis {
    let (unit, name) = match most {
        _ if most >= 2e6 => (1e6, "nodes (millions)"),
        _ if most >= 2e3 => (1e3, "nodes (thousands)"),
        _ => (1.0, "nodes"),
    };
    // Shortest digits after a rounding that takes the noise away: 0.05, 2.5, 5, 1,000.
    let label = |nodes: f64| {
        let value = (nodes / unit * 1e9).round() / 1e9;
        if value.fract() == 0.0 { grouped(value as u64) } else { value.to_string() }
    };
    let log = most > 20.0 * least && least > 0.0;
    let axis = if log {
        let decades = libm::log10(least).floor() as i32..=libm::log10(most).ceil() as i32;
        let decades = decades.map(|decade| libm::pow(10.0, f64::from(decade)));
        let all: Vec<f64> = decades.flat_map(|decade| [decade, 2.0 * decade, 5.0 * decade]).collect();
        let from = all.iter().copied().rfind(|tick| *tick <= least).unwrap_or(least);
        let to = all.iter().copied().find(|tick| *tick >= most).unwrap_or(most);
        let ticks = all.iter().filter(|tick| (from..=to).contains(tick)).map(|tick| (libm::log10(*tick), label(*tick)));
        Axis { from: libm::log10(from), to: libm::log10(to), ticks: ticks.collect() }
    } else {
        let most = most.max(1.0);
        let decade = libm::pow(10.0, libm::log10(most / 5.0).floor());
        let steps = [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * decade);
        let step = steps.into_iter().find(|step| most / step <= 7.0).unwrap_or(10.0 * decade);
        // A little room above the highest marker.
        let count = (most * 1.02 / step).ceil() as u32;
        let ticks = (0..=count).map(|n| f64::from(n) * step).map(|at| (at, label(at))).collect();
        Axis { from: 0.0, to: f64::from(count) * step, ticks }
    };
    NodeAxis { axis, unit: name, log }
}

/// The axis of nodes relative to no table: from zero, past one.
fn benefit_axis(most: f64) -> NodeAxis {
    let tenths = (most.max(1.0) * 1.02 * 10.0).ceil() as u32;
    let step = tenths / 12 + 1;
    let ticks = (0..=tenths).step_by(step as usize).map(|n| f64::from(n) / 10.0).map(|at| (at, format!("{at:.1}")));
    let axis = Axis { from: 0.0, to: f64::from(tenths) / 10.0, ticks: ticks.collect() };
    NodeAxis { axis, unit: "nodes relative to no table", log: false }
}

/// The axis of ratios, logarithmic and at least from a half to two.
fn ratio_axis(dots: &[Dot]) -> Axis {
    const TICKS: [f64; 15] = [0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 0.8, 1.0, 1.25, 2.0, 5.0, 10.0, 20.0, 100.0, 1000.0];
    let least = dots.iter().map(|dot| dot.ratio).fold(0.5, f64::min);
    let most = dots.iter().map(|dot| dot.ratio).fold(2.0, f64::max);
    let from = TICKS.into_iter().rfind(|tick| *tick <= least).unwrap_or(least);
    let to = TICKS.into_iter().find(|tick| *tick >= most).unwrap_or(most);
    Axis {
        from: libm::log2(from),
        to: libm::log2(to),
        ticks: TICKS.into_iter().filter(|t| (from..=to).contains(t)).map(|t| (libm::log2(t), t.to_string())).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        Words { title: "A < B & C".to_owned(), subtitle: "on paper".to_owned() }
    }

    fn line(scheme: Option<Scheme>, nodes: &[Option<u64>]) -> Line {
        let points = nodes
            .iter()
            .enumerate()
            .map(|(index, nodes)| (1024 << index, nodes.and_then(|n| Spread::of(&[n])).map(Bar::from)));
        Line { scheme, name: None, points: points.collect() }
    }

    /// The texts of a picture.
    fn texts(svg: &str) -> Vec<&str> {
        let texts = svg.split("<text").skip(1).filter_map(|rest| rest.split_once('>'));
        texts.map(|(_, rest)| rest.split('<').next().unwrap().trim()).collect()
    }

    #[test]
    fn the_axis_of_nodes_is_linear_from_zero_unless_that_hides_something() {
        let NodeAxis { axis, unit, log } = node_axis(300e6, 2_600e6);
        assert_eq!((axis.from, unit, log), (0.0, "nodes (millions)", false));
        let labels: Vec<&str> = axis.ticks.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(labels, ["0", "500", "1,000", "1,500", "2,000", "2,500", "3,000"]);

        let NodeAxis { axis, unit, log } = node_axis(1_200.0, 60_000.0);
        assert_eq!((unit, log), ("nodes (thousands)", true));
        let labels: Vec<&str> = axis.ticks.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(labels, ["1", "2", "5", "10", "20", "50", "100"]);

        for (least, most) in [(0.0, 0.0), (1.0, 1.0), (3.0, 3.0), (1.0, 1e12), (7.0, 141.0), (999.0, 2000.0)] {
            let axis = node_axis(least, most).axis;
            assert!((3..=40).contains(&axis.ticks.len()), "{least} {most} {:?}", axis.ticks);
            assert!(axis.from < axis.to && axis.ticks.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
    }

    #[test]
    fn a_picture_says_what_it_shows_and_is_the_same_again() {
        let lines = [
            line(Some(Scheme::TwoBig1), &[Some(9_000_000), Some(8_000_000), None, Some(5_000_000)]),
            line(Some(Scheme::New), &[Some(19_000_000), None, None, Some(8_000_000)]),
        ];
        let printed = PrintedPoint { scheme: Some(Scheme::TwoBig1), positions: 8192, nodes: 5_500_000 };
        let svg = super::lines(Chart::NodesBySize, &words(), &lines, Some(printed)).unwrap();
        assert_eq!(svg, super::lines(Chart::NodesBySize, &words(), &lines, Some(printed)).unwrap());
        let texts = texts(&svg);
        for text in ["A &lt; B &amp; C", "on paper", "TwoBig1", "New", "1K", "2K", "4K", "8K", "20"] {
            assert!(texts.contains(&text), "{text} is not in {texts:?}");
        }
        assert!(texts.contains(&"printed for TwoBig1: 5,500,000") && texts.contains(&"nodes (millions)"));
        // The ground is painted before anything else.
        assert!(svg.lines().nth(1).unwrap().contains("fill=\"#FFFFFF\""));
        assert!(svg.contains(FONT));
    }

    #[test]
    fn no_text_is_small_or_outside() {
        let lines: Vec<Line> = [None]
            .into_iter()
            .chain(Scheme::ALL.iter().copied().map(Some))
            .map(|scheme| line(scheme, &[Some(90_000), Some(80_000_000), Some(70_000)]))
            .collect();
        let dots = [Dot { name: "8x9".to_owned(), ratio: 30.0, exact: false }];
        let long = Words { subtitle: "some long words ".repeat(20), ..words() };
        for svg in [super::lines(Chart::NodesBySize, &long, &lines, None).unwrap(), ratios(&long, &dots).unwrap()] {
            let number = |text: &str, name: &str| -> f64 {
                let rest = text.split_once(&format!("{name}=\"")).unwrap().1;
                rest.split('"').next().unwrap().parse().unwrap()
            };
            for text in svg.split("<text").skip(1) {
                assert!(number(text, "font-size") >= 13.0, "{text}");
                assert!((0.0..=f64::from(WIDTH)).contains(&number(text, " x")), "{text}");
            }
        }
    }

    #[test]
    fn every_scheme_has_a_mark_of_its_own() {
        let all: Vec<Mark> = [None].into_iter().chain(Scheme::ALL.iter().copied().map(Some)).map(mark_of).collect();
        for (index, mark) in all.iter().enumerate() {
            for other in &all[..index] {
                assert!(mark.shape != other.shape && mark.colour != other.colour);
            }
        }
    }

    #[test]
    fn nothing_cannot_be_drawn() {
        assert!(super::lines(Chart::NodesBySize, &words(), &[line(None, &[None])], None).is_err());
        assert!(super::lines(Chart::NodesBySize, &words(), &[], None).is_err());
        assert!(ratios(&words(), &[]).is_err());
    }

    #[test]
    fn depths_are_drawn_from_no_table_down() {
        let bar = |mean| Some(Bar { least: mean, mean, most: mean });
        let points = vec![(3, bar(1.02)), (4, bar(0.8)), (7, bar(0.4))];
        let lines = [Line { scheme: Some(Scheme::TwoBig1), name: None, points }];
        let svg = super::lines(Chart::BenefitByDepth, &words(), &lines, None).unwrap();
        let texts = texts(&svg);
        for text in ["0.0", "1.0", "3", "4", "5", "7", "nodes relative to no table", "depth of the search (plies)"] {
            assert!(texts.contains(&text), "{text} is not in {texts:?}");
        }
        assert!(super::lines(Chart::NodesByDepth, &words(), &lines, None).is_ok());
    }

    #[test]
    fn the_axis_of_ratios_holds_every_dot() {
        for ratio in [0.0004, 0.3, 0.9, 1.0, 1.2, 3.0, 5000.0] {
            let axis = ratio_axis(&[Dot { name: String::new(), ratio, exact: false }]);
            assert!((axis.from..=axis.to).contains(&libm::log2(ratio)), "{ratio}");
            assert!(axis.from <= -1.0 && axis.to >= 1.0);
        }
    }
}
