//! What pictures are drawn with: text, lines, marks and a legend.

use maud::html;
use schemes::Scheme;

use super::Words;
use super::colours::{self, BAND, BLUE, BROWN, CLASS, FAINT, FRAME, GREEN, INK, PAPER, PINK, RED, VIOLET};
use experiments::text::printable;

/// Width of every picture in pixels. A picture is scaled to its page; narrow enough, it can be read on a phone.
pub(super) const WIDTH: f64 = 500.0;
pub(super) const MARGIN: f64 = 14.0;
const FONT: &str = "Helvetica, Arial, sans-serif";
/// The height of letters in pixels.
pub(super) const TEXT: f64 = 15.0;
/// The height of letters of axes and notes.
pub(super) const SMALL: f64 = 13.5;
const TITLE: f64 = 16.0;

/// The widths of the characters from the space to the tilde in hundredths of the height, in `DejaVu` Sans: the widest
/// of the usual fonts.
#[rustfmt::skip]
const WIDTHS: [u8; 95] = [
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84,
    84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63, 61, 73, 68, 99, 69, 61,
    69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59,
    82, 59, 59, 52, 64, 34, 64, 84,
];
/// How much wider bold letters are.
const BOLD: f64 = 1.13;

/// Which point of a text its coordinates give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture that is being drawn.
pub(super) struct Canvas {
    svg: String,
}

impl Canvas {
    /// Returns a canvas with its background.
    pub(super) fn new() -> Self {
        Self { svg: String::new() }
    }

    pub(super) fn text(&mut self, words: &str, at: (f64, f64), anchor: Anchor, colour: &str) {
        self.any_text(words, at, anchor, colour, TEXT, false);
    }

    /// A text of an axis, or a note.
    pub(super) fn small_text(&mut self, words: &str, at: (f64, f64), anchor: Anchor, colour: &str) {
        self.any_text(words, at, anchor, colour, SMALL, false);
    }

    fn any_text(&mut self, words: &str, (x, y): (f64, f64), anchor: Anchor, colour: &str, size: f64, bold: bool) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = bold.then_some("bold");
        let text = html! {
            text x=(number(x)) y=(number(y)) text-anchor=(anchor) fill=(colour) font-size=(size)
                font-weight=[weight] { (words) }
        };
        self.push(text);
    }

    pub(super) fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str) {
        self.push(html! {
            rect x=(number(x)) y=(number(y)) width=(number(width)) height=(number(height)) fill=(fill) {}
        });
    }

    pub(super) fn line(&mut self, points: &[(f64, f64)], colour: &str, width: f64) {
        if points.len() > 1 {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
            self.push(html! {
                polyline points=(points.join(" ")) fill="none" stroke=(colour) stroke-width=(width) {}
            });
        }
    }

    fn circle(&mut self, (x, y): (f64, f64), radius: f64, fill: &str, stroke: Option<&str>) {
        let width = stroke.map(|_| 2);
        self.push(html! {
            circle cx=(number(x)) cy=(number(y)) r=(radius) fill=(fill) stroke=[stroke] stroke-width=[width] {}
        });
    }

    fn polygon(&mut self, corners: &[(f64, f64)], fill: &str, stroke: Option<&str>) {
        let corners: Vec<String> = corners.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
        let width = stroke.map(|_| 2);
        self.push(html! {
            polygon points=(corners.join(" ")) fill=(fill) stroke=[stroke] stroke-width=[width] {}
        });
    }

    fn push(&mut self, markup: maud::PreEscaped<String>) {
        self.svg += &markup.into_string();
        self.svg.push('\n');
    }

    /// Writes title and source, and returns where they end.
    pub(super) fn heading(&mut self, words: &Words) -> f64 {
        let mut y = 8.0;
        for line in title_lines(&words.title) {
            y += 20.0;
            self.any_text(&line, (MARGIN, y - 3.0), Anchor::Start, INK, TITLE, true);
        }
        self.paragraph(&balanced(&words.source, SMALL), y + 2.0) + 8.0
    }

    /// Writes small lines, and returns where they end.
    fn paragraph(&mut self, lines: &[String], mut y: f64) -> f64 {
        for line in lines {
            y += 17.0;
            self.small_text(line, (MARGIN, y), Anchor::Start, FAINT);
        }
        y
    }

    /// Writes the labels of an axis below a chart. Of labels that would touch each other, only some are written, the
    /// last one among them.
    pub(super) fn labels_below(&mut self, ticks: &[(f64, &str)], y: f64) {
        let half = |text: &str| text_width(text, SMALL) / 2.0;
        let every = |step: usize| ticks.iter().rev().step_by(step);
        let touch = |step: &usize| {
            every(*step).zip(every(*step).skip(1)).any(|(one, next)| next.0 + half(next.1) + 6.0 > one.0 - half(one.1))
        };
        let step = (1..=ticks.len()).find(|step| !touch(step)).unwrap_or(1);
        for (x, label) in every(step) {
            self.small_text(label, (*x, y), Anchor::Middle, INK);
        }
    }

    /// Writes the legend above the chart, where no line can run into it, and returns where it ends.
    pub(super) fn legend(&mut self, top: f64, entries: &[(Mark, bool, String)]) -> f64 {
        let width = |name: &str| 46.0 + text_width(name, TEXT);
        let room = WIDTH - 2.0 * MARGIN;
        let total: f64 = entries.iter().map(|(.., name)| width(name)).sum();
        // Rows of nearly as many entries.
        let rows = (total / room).ceil().max(1.0) as usize;
        let most = entries.len().div_ceil(rows);
        let (mut x, mut y, mut in_row) = (MARGIN, top + 14.0, 0);
        for (mark, is_line, name) in entries {
            if in_row > 0 && (in_row == most || x + width(name) > WIDTH - MARGIN + 12.0) {
                (x, y, in_row) = (MARGIN, y + 22.0, 0);
            }
            if *is_line {
                self.line(&[(x, y), (x + 26.0, y)], mark.colour, 2.0);
            }
            self.mark(*mark, (x + 13.0, y));
            self.text(name, (x + 33.0, y + 5.0), Anchor::Start, INK);
            (x, in_row) = (x + width(name), in_row + 1);
        }
        y + 16.0
    }

    pub(super) fn mark(&mut self, mark: Mark, (x, y): (f64, f64)) {
        let Mark { symbol, colour } = mark;
        let square =
            |half: f64| [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)];
        let triangle = [(x - 5.5, y + 4.5), (x + 5.5, y + 4.5), (x, y - 5.5)];
        let diamond = [(x - 5.5, y), (x, y + 5.5), (x + 5.5, y), (x, y - 5.5)];
        match symbol {
            Symbol::Disc => self.circle((x, y), 4.5, colour, None),
            Symbol::Ring => self.circle((x, y), 4.5, PAPER, Some(colour)),
            Symbol::Square => self.polygon(&square(4.5), colour, None),
            Symbol::HollowSquare => self.polygon(&square(4.5), PAPER, Some(colour)),
            Symbol::Triangle => self.polygon(&triangle, colour, None),
            Symbol::HollowTriangle => self.polygon(&triangle, PAPER, Some(colour)),
            Symbol::Diamond => self.polygon(&diamond, colour, None),
            Symbol::Patch => {
                self.rectangle((x - 13.0, y - 7.0), (26.0, 14.0), colour);
                let (left, right, top, low) = (x - 13.0, x + 13.0, y - 7.0, y + 7.0);
                self.line(&[(left, top), (right, top), (right, low), (left, low), (left, top)], FRAME, 1.0);
            }
            Symbol::Cross => {
                self.line(&[(x - 4.5, y - 4.5), (x + 4.5, y + 4.5)], colour, 2.0);
                self.line(&[(x - 4.5, y + 4.5), (x + 4.5, y - 4.5)], colour, 2.0);
            }
        }
    }

    /// Writes the note below the chart, which ends here, and returns the text of the file. `parts` says what the chart
    /// consists of.
    pub(super) fn finish(mut self, words: &Words, bottom: f64, parts: &str) -> String {
        let height = (self.paragraph(&lines(&words.note, SMALL, WIDTH - 2.0 * MARGIN), bottom + 4.0) + 12.0).ceil();
        let size =
            format!("font-family=\"{FONT}\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\"");
        let ground = format!("<rect x=\"0\" y=\"0\" width=\"{WIDTH}\" height=\"{height}\" fill=\"{PAPER}\"/>");
        let style = colours::style(&format!("{ground}{}", self.svg));
        let description = format!("{} {parts} {}", words.note, words.source);
        let words = html! {
            title { (words.title) }
            desc { (description.trim()) }
        };
        let svg = format!(
            "<svg class=\"{CLASS}\" role=\"img\" {size} xmlns=\"http://www.w3.org/2000/svg\">\n{}\n{style}\n{ground}\n\
             {}</svg>\n",
            words.into_string(),
            self.svg
        );
        printable(&svg).into_owned()
    }
}

/// Returns a coordinate with as many digits as can be seen.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Returns how wide a text is at most.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    let width = |c: char| {
        let c = if c == '\u{a0}' { ' ' } else { c };
        let index = (c as usize).checked_sub(usize::from(b' '));
        index.and_then(|index| WIDTHS.get(index)).map_or(100, |&width| u32::from(width))
    };
    f64::from(text.chars().map(width).sum::<u32>()) * size / 100.0
}

/// Breaks a text into lines of at most this width.
pub(super) fn lines(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // A number stays beside its unit.
    let text = text.replace(" %", "\u{a0}%").replace("Figure ", "Figure\u{a0}").replace("Table ", "Table\u{a0}");
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(" ", size) + text_width(word, size) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

/// Breaks a title into lines.
pub(super) fn title_lines(text: &str) -> Vec<String> {
    balanced(text, TITLE * BOLD)
}

/// Breaks a text into as few lines as fit the picture, of about the same width.
fn balanced(text: &str, size: f64) -> Vec<String> {
    let mut all = lines(text, size, WIDTH - 2.0 * MARGIN);
    for part in 1..20 {
        let narrower = lines(text, size, (WIDTH - 2.0 * MARGIN) * (1.0 - f64::from(part) / 40.0));
        if narrower.len() > all.len() {
            break;
        }
        all = narrower;
    }
    all
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Symbol {
    Disc,
    Triangle,
    HollowTriangle,
    Square,
    HollowSquare,
    Diamond,
    Cross,
    Ring,
    Patch,
}

/// What a point is drawn as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mark {
    pub(super) symbol: Symbol,
    pub(super) colour: &'static str,
}

impl Mark {
    pub(super) const EXACT: Self = Self { symbol: Symbol::Disc, colour: BLUE };
    pub(super) const OTHER: Self = Self { symbol: Symbol::Diamond, colour: RED };
    pub(super) const PLAIN: Self = Self { symbol: Symbol::Disc, colour: INK };
    pub(super) const BAND: Self = Self { symbol: Symbol::Patch, colour: BAND };

    /// Marks for seven curves, in the order of [`Scheme::ALL`].
    pub(super) const ALL: [Self; 7] = [
        Self { symbol: Symbol::HollowSquare, colour: BROWN },
        Self { symbol: Symbol::Cross, colour: INK },
        Self { symbol: Symbol::HollowTriangle, colour: VIOLET },
        Self { symbol: Symbol::Square, colour: RED },
        Self { symbol: Symbol::Diamond, colour: PINK },
        Self { symbol: Symbol::Triangle, colour: GREEN },
        Self { symbol: Symbol::Disc, colour: BLUE },
    ];

    /// Returns the mark of a search without a table or with a scheme of the thesis, which is the same in every picture.
    pub(super) fn of(scheme: Option<Scheme>) -> Option<Self> {
        let Some(scheme) = scheme else { return Some(Self { symbol: Symbol::Ring, colour: FAINT }) };
        Scheme::ALL.iter().zip(Self::ALL).find(|(known, _)| **known == scheme).map(|(_, mark)| mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scheme_has_a_mark_of_its_own() {
        let all: Vec<Mark> =
            [None].into_iter().chain(Scheme::ALL.iter().copied().map(Some)).map(|one| Mark::of(one).unwrap()).collect();
        for (index, mark) in all.iter().enumerate() {
            for other in &all[..index] {
                assert!(mark.symbol != other.symbol && mark.colour != other.colour);
            }
        }
    }

    #[test]
    fn lines_are_as_wide_as_their_room() {
        assert_eq!(lines("mm ii mm", 10.0, 37.0), ["mm ii", "mm"]);
        assert!((text_width("TwoBig1 …", 10.0) - 56.0).abs() < 0.01, "{}", text_width("TwoBig1 …", 10.0));
    }
}
