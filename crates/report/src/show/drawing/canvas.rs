//! What pictures are drawn with: text, lines, marks and a legend.

use maud::html;
use schemes::Scheme;

use super::Words;
use experiments::scheme_list;
use experiments::text::{printable, wrapped};

/// Width of every picture in pixels. A picture is scaled to its page; narrow enough, it can be read on a phone.
pub(super) const WIDTH: f64 = 600.0;
pub(super) const MARGIN: f64 = 14.0;
pub(super) const INK: &str = "#222222";
pub(super) const FAINT: &str = "#555555";
pub(super) const GRID: &str = "#DDDDDD";
pub(super) const FRAME: &str = "#888888";
pub(super) const BAND: &str = "#E3EEF6";
const BLUE: &str = "#0072B2";
const FONT: &str = "Helvetica, Arial, sans-serif";
/// The height of letters in pixels.
pub(super) const TEXT: f64 = 14.0;
const TITLE: f64 = 17.0;
/// The mean width of a letter, as a part of its height, in the widest of the usual fonts.
const LETTER: f64 = 0.6;

/// The colours of custom schemes, in the order in which they were registered.
const CUSTOM: [&str; 3] = ["#7F3C8D", "#8C564B", "#4B6A00"];

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

    pub(super) fn text(&mut self, words: &str, (x, y): (f64, f64), anchor: Anchor, colour: &str) {
        self.any_text(words, (x, y), anchor, colour, TEXT, false);
    }

    fn any_text(&mut self, words: &str, (x, y): (f64, f64), anchor: Anchor, colour: &str, size: f64, bold: bool) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = bold.then_some("bold");
        let text = html! {
            text x=(number(x)) y=(number(y)) text-anchor=(anchor) fill=(colour) font-family=(FONT) font-size=(size)
                font-weight=[weight] { (words) }
        };
        self.push(text);
    }

    /// A text from below to above.
    pub(super) fn upright_text(&mut self, words: &str, (x, y): (f64, f64), colour: &str) {
        let turn = format!("rotate(-90 {} {})", number(x), number(y));
        self.push(html! {
            text x=(number(x)) y=(number(y)) text-anchor="middle" fill=(colour) font-family=(FONT) font-size=(TEXT)
                transform=(turn) { (words) }
        });
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

    /// Writes title and subtitle, and returns where they end.
    pub(super) fn heading(&mut self, words: &Words) -> f64 {
        let mut y = 10.0;
        for line in lines(&words.title, TITLE) {
            y += 21.0;
            self.any_text(&line, (MARGIN, y - 3.0), Anchor::Start, INK, TITLE, true);
        }
        for line in lines(&words.subtitle, TEXT) {
            y += 19.0;
            self.text(&line, (MARGIN, y), Anchor::Start, FAINT);
        }
        y + 6.0
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
        let paper = "#FFFFFF";
        match symbol {
            Symbol::Disc => self.circle((x, y), 4.5, colour, None),
            Symbol::Ring => self.circle((x, y), 4.5, "none", Some(colour)),
            Symbol::Halo => self.circle((x, y), 10.0, "none", Some(colour)),
            Symbol::Square => self.polygon(&square(4.5), colour, None),
            Symbol::HollowSquare => self.polygon(&square(4.5), paper, Some(colour)),
            Symbol::Triangle => self.polygon(&triangle, colour, None),
            Symbol::HollowTriangle => self.polygon(&triangle, paper, Some(colour)),
            Symbol::Diamond => self.polygon(&diamond, colour, None),
            Symbol::HollowDiamond => self.polygon(&diamond, paper, Some(colour)),
            Symbol::Patch => self.rectangle((x - 13.0, y - 7.0), (26.0, 14.0), colour),
            Symbol::Cross => {
                self.line(&[(x - 4.5, y - 4.5), (x + 4.5, y + 4.5)], colour, 2.0);
                self.line(&[(x - 4.5, y + 4.5), (x + 4.5, y - 4.5)], colour, 2.0);
            }
        }
    }

    /// Returns the text of the file.
    pub(super) fn finish(self, height: f64) -> String {
        let height = height.ceil();
        let size = format!("width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\"");
        let ground = format!("<rect x=\"0\" y=\"0\" width=\"{WIDTH}\" height=\"{height}\" fill=\"#FFFFFF\"/>");
        let svg = format!("<svg {size} xmlns=\"http://www.w3.org/2000/svg\">\n{ground}\n{}</svg>\n", self.svg);
        printable(&svg).into_owned()
    }
}

/// Returns a coordinate with as many digits as can be seen.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// About how wide a text is.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * LETTER
}

/// Breaks a text into lines that fit the picture.
fn lines(text: &str, size: f64) -> Vec<String> {
    wrapped(text, ((WIDTH - 2.0 * MARGIN) / (size * LETTER * 0.95)) as usize)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Symbol {
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
pub(super) struct Mark {
    pub(super) symbol: Symbol,
    pub(super) colour: &'static str,
}

impl Mark {
    pub(super) const PRINTED: Self = Self { symbol: Symbol::Halo, colour: INK };
    pub(super) const EXACT: Self = Self { symbol: Symbol::Disc, colour: BLUE };
    pub(super) const OTHER: Self = Self { symbol: Symbol::Diamond, colour: "#D55E00" };
    pub(super) const PLAIN: Self = Self { symbol: Symbol::Disc, colour: INK };
    pub(super) const BAND: Self = Self { symbol: Symbol::Patch, colour: BAND };
}

/// Returns the mark of a scheme, which is the same in every picture.
pub(super) fn mark_of(scheme: Option<Scheme>) -> Mark {
    let (symbol, colour) = match scheme {
        None => (Symbol::Ring, FAINT),
        Some(Scheme::TwoBig1) => (Symbol::Disc, BLUE),
        Some(Scheme::TwoDeep) => (Symbol::Triangle, "#009E73"),
        Some(Scheme::Big1) => (Symbol::Square, "#D55E00"),
        Some(Scheme::BigAll) => (Symbol::Diamond, "#CC79A7"),
        Some(Scheme::Deep) => (Symbol::HollowSquare, "#E69F00"),
        Some(Scheme::New) => (Symbol::Cross, "#000000"),
        Some(Scheme::Old) => (Symbol::HollowTriangle, "#56B4E9"),
        Some(Scheme::Custom(_) | Scheme::Technique(_)) => {
            (Symbol::HollowDiamond, CUSTOM[scheme_list::number(scheme) % CUSTOM.len()])
        }
    };
    Mark { symbol, colour }
}

/// Returns the mark of a curve with this number. The first ones are those of the schemes of the thesis; later ones
/// combine their symbols with other colours.
pub(super) fn mark_of_number(number: usize) -> Mark {
    let of = |number: usize| mark_of(Some(Scheme::ALL[number % Scheme::ALL.len()]));
    Mark { symbol: of(number).symbol, colour: of(number + number / Scheme::ALL.len()).colour }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_numbers_have_different_marks() {
        let all: Vec<Mark> = (0..49).map(mark_of_number).collect();
        for (index, mark) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| mark.symbol != other.symbol || mark.colour != other.colour));
        }
    }

    #[test]
    fn every_scheme_has_a_mark_of_its_own() {
        let all: Vec<Mark> = [None].into_iter().chain(Scheme::ALL.iter().copied().map(Some)).map(mark_of).collect();
        for (index, mark) in all.iter().enumerate() {
            for other in &all[..index] {
                assert!(mark.symbol != other.symbol && mark.colour != other.colour);
            }
        }
    }
}
