//! Whether the pictures of recorded rows can be read: colours, labels, and how many curves there are.
//!
//! `PICTURES_DIR=DIR cargo test -p report pictures_recorded` writes them into a directory, and `PICTURES=all` before it
//! draws those of every experiment.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use experiments::Cell;
use experiments::definition::Definition;
use experiments::row::Row;
use experiments::store::Store;

use crate::samples::{definition, report};
use crate::show::picture::Picture;
use crate::show::text_width;

/// One experiment for each kind of picture, and those that people see first.
const SOME: [&str; 9] = [
    "article-table-2",
    "forensics-middle-game",
    "sampled-middle-games",
    "sampled-middle-games-parts",
    "thesis-fig-2.8",
    "thesis-fig-2.10",
    "thesis-fig-2.12",
    "thesis-fig-2.15",
    "thesis-table-2.1",
];
/// The least contrast of marks and lines, and of text, with what they are on.
const CONTRAST: f64 = 3.0;
const CONTRAST_OF_TEXT: f64 = 4.5;

/// The colours of the grid, and of what lies behind marks: they need no contrast.
const BEHIND: [&str; 3] = ["#FFFFFF", "#DDDDDD", "#E3EEF6"];

fn pictures(file: &str, seeds: u64, names: &[&str]) -> Vec<Picture> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let store = Store::open(&root.join("testsets/recorded").join(file)).unwrap().expect("it is recorded");
    let rows: BTreeMap<Cell, Row> =
        store.all().unwrap().into_iter().map(|signed| (signed.row.cell.clone(), signed.row)).collect();
    let drawn = |definition: Definition| {
        let rows: Vec<Row> = definition.full.cells(seeds).iter().filter_map(|cell| rows.get(cell)).cloned().collect();
        report(&definition, &rows).unwrap().pictures
    };
    names.iter().map(|name| definition(name)).flat_map(drawn).collect()
}

/// An element without its children.
struct Element<'a> {
    name: &'a str,
    attributes: &'a str,
    text: &'a str,
}

impl<'a> Element<'a> {
    fn all(svg: &'a str) -> Vec<Self> {
        let of = |part: &'a str| {
            let (tag, text) = part.split_once('>')?;
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            (!name.starts_with('/')).then(|| Self { name, attributes, text: text.trim_end() })
        };
        svg.split('<').filter_map(of).collect()
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        let (_, rest) = self.attributes.split_once(&format!("{name}=\""))?;
        rest.split('"').next()
    }

    fn number(&self, name: &str) -> f64 {
        let (_, rest) = format!(" {}", self.attributes)
            .split_once(&format!(" {name}=\""))
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    }

    fn points(&self) -> Vec<(f64, f64)> {
        let pairs = self.get("points").unwrap_or("").split(' ').filter_map(|pair| pair.split_once(','));
        pairs.map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).collect()
    }
}

/// Left, top, right and bottom.
#[derive(Clone, Copy, Debug)]
struct Box([f64; 4]);

impl Box {
    fn of_text(element: &Element<'_>, text: &str) -> Self {
        let (x, y, size) = (element.number("x"), element.number("y"), element.number("font-size"));
        let bold = if element.get("font-weight").is_some() { 1.13 } else { 1.0 };
        let width = text_width(text, size * bold);
        let left = match element.get("text-anchor").unwrap() {
            "start" => x,
            "middle" => x - width / 2.0,
            _ => x - width,
        };
        // Letters without accents.
        Self([left, y - 0.74 * size, left + width, y + 0.2 * size])
    }

    fn round(points: &[(f64, f64)]) -> Self {
        let ends = |of: fn(&(f64, f64)) -> f64| {
            let all = points.iter().map(of);
            (all.clone().fold(f64::INFINITY, f64::min), all.fold(f64::NEG_INFINITY, f64::max))
        };
        let ((left, right), (top, bottom)) = (ends(|point| point.0), ends(|point| point.1));
        Self([left, top, right, bottom])
    }

    fn overlaps(&self, other: &Self) -> bool {
        let [left, top, right, bottom] = self.0;
        let [other_left, other_top, other_right, other_bottom] = other.0;
        left < other_right && other_left < right && top < other_bottom && other_top < bottom
    }

    /// Returns whether a line passes through the box.
    fn is_crossed(&self, from: (f64, f64), to: (f64, f64)) -> bool {
        (0..=200).map(|step| f64::from(step) / 200.0).any(|part| {
            let (x, y) = (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
            let [left, top, right, bottom] = self.0;
            left < x && x < right && top < y && y < bottom
        })
    }
}

/// Returns the contrast of two colours `[WCAG 2.2, relative luminance]`.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| {
        let part = |at: usize| {
            let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns the colour on dark paper.
fn on_dark(svg: &str, attribute: &str, colour: &str) -> String {
    let rule = format!(".table-picture [{attribute}=\"{colour}\"]{{{attribute}:");
    let (_, rest) = svg.split_once(&rule).unwrap_or_else(|| panic!("{colour} has no colour on dark paper"));
    rest.split('}').next().unwrap().to_owned()
}

fn faults(picture: &Picture) -> Vec<String> {
    let (svg, mut faults) = (picture.svg.as_str(), Vec::new());
    let body = svg.split_once("</style>").map_or(svg, |(_, body)| body);
    let elements = Element::all(body);
    let has = |start: &str, least: usize| {
        svg.split_once(start).is_some_and(|(_, rest)| rest.split('<').next().unwrap().chars().count() > least)
    };
    if !has("<title>", 15) || !has("<desc>", 40) || !svg.contains(" role=\"img\" ") {
        faults.push("no title, description or role".to_owned());
    }
    if !svg.contains("@media screen and (prefers-color-scheme:dark)") {
        faults.push("no colours on dark paper".to_owned());
    }
    let grounds: Vec<&str> = ["#FFFFFF", "#E3EEF6"].into_iter().filter(|ground| svg.contains(ground)).collect();
    for element in &elements {
        for attribute in ["fill", "stroke"] {
            let Some(colour) = element.get(attribute).filter(|colour| *colour != "none") else { continue };
            if BEHIND.contains(&colour) {
                continue;
            }
            let least = if element.name == "text" { CONTRAST_OF_TEXT } else { CONTRAST };
            for ground in &grounds {
                let dark = (on_dark(svg, attribute, colour), on_dark(svg, "fill", ground));
                for (name, seen) in [("light", contrast(colour, ground)), ("dark", contrast(&dark.0, &dark.1))] {
                    if seen < least {
                        faults.push(format!("{colour} on {ground}, {name}: a contrast of {seen:.2}"));
                    }
                }
            }
        }
    }
    let texts: Vec<(Box, &str)> = elements
        .iter()
        .filter(|element| element.name == "text")
        .map(|element| (element, element.text))
        .map(|(element, text)| (Box::of_text(element, &text.replace("&lt;", "<").replace("&amp;", "&")), text))
        .collect();
    let (width, height) = {
        let root = &Element::all(svg)[0];
        (root.number("width"), root.number("height"))
    };
    for (number, (place, text)) in texts.iter().enumerate() {
        let [left, top, right, bottom] = place.0;
        if left < 0.0 || top < 0.0 || right > width || bottom > height {
            faults.push(format!("\"{text}\" sticks out: {place:?}"));
        }
        let others = texts[..number].iter().filter(|(other, _)| place.overlaps(other));
        faults.extend(others.map(|(_, other)| format!("\"{text}\" lies over \"{other}\"")));
        for element in &elements {
            let is_over = match element.name {
                "polyline" => element.points().windows(2).any(|ends| place.is_crossed(ends[0], ends[1])),
                "polygon" => place.overlaps(&Box::round(&element.points())),
                "circle" => {
                    let (x, y, r) = (element.number("cx"), element.number("cy"), element.number("r"));
                    place.overlaps(&Box([x - r, y - r, x + r, y + r]))
                }
                _ => false,
            };
            if is_over {
                faults.push(format!("\"{text}\" lies over a {} {}", element.name, element.attributes));
            }
        }
    }
    let titles: BTreeSet<&str> =
        elements.iter().filter(|element| element.get("font-weight").is_some()).map(|element| element.text).collect();
    if titles.len() > 2 {
        faults.push(format!("a title of {} lines", titles.len()));
    }
    let curves = svg.split_once("Curves: ").map_or(0, |(_, rest)| rest.split('.').next().unwrap().split("; ").count());
    if curves > 7 {
        faults.push(format!("{curves} curves"));
    }
    faults
}

#[test]
fn pictures_recorded_can_be_read() {
    let is_all = std::env::var("PICTURES").is_ok_and(|which| which == "all");
    let all = Definition::all().unwrap();
    let of = |is_kept: &dyn Fn(&str) -> bool| -> Vec<&str> {
        all.iter().map(|definition| definition.name.as_str()).filter(|name| is_kept(name)).collect()
    };
    let is_of_survey = |name: &str| name.starts_with("survey-");
    let some = |name: &str| !is_of_survey(name) && (is_all || SOME.contains(&name));
    let mut drawn = pictures("full.rows", 10, &of(&some));
    let some = |name: &str| is_of_survey(name) && (is_all || name.ends_with("-middle-game"));
    drawn.extend(pictures("survey.rows", 5, &of(&some)));
    if let Ok(dir) = std::env::var("PICTURES_DIR") {
        drawn.iter().for_each(|picture| drop(picture.write_files(Path::new(&dir), false).unwrap()));
    }
    assert!(drawn.len() > SOME.len());
    let faults: Vec<String> = drawn
        .iter()
        .flat_map(|picture| faults(picture).into_iter().map(|fault| format!("{}: {fault}", picture.stem)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn faults_of_pictures_are_noticed() {
    let of = |body: &str| {
        let rest = "<style>@media screen and (prefers-color-scheme:dark){\
                    .table-picture [fill=\"#FFFFFF\"]{fill:#000000}.table-picture [fill=\"#222222\"]{fill:#EEEEEE}\
                    .table-picture [fill=\"#E69F00\"]{fill:#222222}}</style>";
        let svg = format!("<svg width=\"99\" height=\"99\">{rest}<rect fill=\"#FFFFFF\"/>{body}</svg>");
        faults(&Picture { stem: String::new(), svg, caption: String::new() }).join("\n")
    };
    let text = |x: u32, word: &str| {
        format!("<text x=\"{x}\" y=\"50\" text-anchor=\"start\" fill=\"#222222\" font-size=\"15\">{word}</text>")
    };
    let found = of(&[text(9, "one"), text(12, "two"), text(90, "far")].concat());
    for fault in ["no title", "\"two\" lies over \"one\"", "\"far\" sticks out"] {
        assert!(found.contains(fault), "{fault}: {found}");
    }
    let disc = "<circle cx=\"15\" cy=\"48\" r=\"4\" fill=\"#E69F00\"></circle>";
    let line = "<polyline points=\"0,0 30,99\" fill=\"none\" stroke=\"#DDDDDD\"></polyline>";
    let found = of(&[&text(9, "one"), disc, line].concat());
    for fault in
        ["#E69F00 on #FFFFFF, light: a contrast of 2.2", "dark: a contrast of 1.3", "over a circle", "over a polyline"]
    {
        assert!(found.contains(fault), "{fault}: {found}");
    }
}
