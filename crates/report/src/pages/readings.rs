//! The page about the readings, made from the questions and the recorded effects.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};
use csv::ReaderBuilder;
use experiments::cell::{SearchOptions, read_scheme, read_search};
use experiments::readings::{PRESETS, QUESTIONS, Question, Reading};
use maud::PreEscaped;
use pulldown_cmark::html::push_html;
use pulldown_cmark::{Options, Parser};
use schemes::Scheme;

use crate::numbers::names::variant_label;
use crate::pages::html::document;

const HEAD: &str = "\
# Readings, question by question

Every question that the sources leave open, with the sentence and the admissible answers. A row records an answer as \
an option of the search or of the scheme. *Nodes* are those of TwoBig1 with this answer, divided by those with the \
default answers, with a 95 % interval over positions and key seeds. Other schemes are compared with TwoBig1 as well; \
their ratio with the default answer follows in parentheses. A dash means that `sweep readings` does not measure the \
answer. In chess, the searches are those of the 18 positions of the article to 5 plies, and in domineering of two \
boards.
";

/// How many times the nodes of the reference a scheme and a search need.
#[derive(Clone, Debug)]
struct Measured {
    game: String,
    scheme: Option<Scheme>,
    search: SearchOptions,
    /// The ratio, with its interval if there is one.
    text: String,
}

/// Returns the page in HTML. The effects are those of [`RECORDED`](crate::groups::RECORDED).
///
/// # Errors
///
/// The effects are not such a file.
pub fn page(effects: &str) -> Result<String> {
    let page = markdown(effects)?;
    let options = Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES;
    let mut body = String::new();
    push_html(&mut body, Parser::new_ext(&page, options));
    let body =
        body.replace("<table>", "<div class=\"scroll\"><table class=\"claims\">").replace("</table>", "</table></div>");
    Ok(document("Readings, question by question", &PreEscaped(body)))
}

fn markdown(effects: &str) -> Result<String> {
    let measured = read(effects)?;
    let mut page = HEAD.to_owned();
    for question in QUESTIONS.iter() {
        add_question(&mut page, question, &measured);
    }
    page += "\n## Presets\n\n| Preset | Answers | Program |\n|---|---|---|\n";
    for preset in PRESETS.iter() {
        let answers: Vec<String> = preset.answers().each().map(|reading| format!("`{reading}`")).collect();
        let _ = writeln!(page, "| `{}` | {} | {} |", preset.name, answers.join(", "), preset.program);
    }
    Ok(page)
}

/// The columns of the file.
const COLUMNS: [&str; 6] = ["game", "scheme", "search", "ratio", "low", "high"];

fn read(effects: &str) -> Result<Vec<Measured>> {
    let mut all = Vec::new();
    let mut reader = ReaderBuilder::new().from_reader(effects.as_bytes());
    let head: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    ensure!(head == COLUMNS, "line 1: expected the columns {}", COLUMNS.join(","));
    for record in reader.records() {
        let record = record?;
        let field = |index: usize| record.get(index).context("a field is missing");
        let (ratio, low, high) = (field(3)?, field(4)?, field(5)?);
        let interval = if low.is_empty() { String::new() } else { format!(" [{low}, {high}]") };
        all.push(Measured {
            game: field(0)?.to_owned(),
            scheme: read_scheme(field(1)?)?,
            search: read_search(field(2)?)?,
            text: format!("{ratio}{interval}"),
        });
    }
    ensure!(!all.is_empty(), "it has no effects");
    Ok(all)
}

fn add_question(page: &mut String, question: &'static Question, measured: &[Measured]) {
    let Question { name, open, quote, source, answers } = question;
    let _ = write!(page, "\n## {name} {{ #{name} }}\n\n{open}\n\n> {quote} ({source})\n\n");
    page.push_str("| Answer | Meaning | Recorded as | Nodes |\n|---|---|---|---|\n");
    for (answer, reading) in answers.iter().zip(question.readings()) {
        let (recorded, nodes) = match (answer.search, &answer.scheme) {
            (Some(option), _) => (format!("`{}`", option.name()), effect(reading, measured)),
            (_, Some(option)) => (format!("`+{option}`"), effect(reading, measured)),
            (None, None) => ("the default".to_owned(), "1".to_owned()),
        };
        let _ = writeln!(page, "| `{}` | {} | {recorded} | {nodes} |", answer.name, answer.meaning);
    }
}

/// Returns the ratios of an answer, TwoBig1 first.
fn effect(reading: Reading, measured: &[Measured]) -> String {
    let reference = Some(Scheme::TwoBig1);
    let changed = |scheme| reading.apply(scheme, SearchOptions::PLAIN).ok();
    let mut all: Vec<(bool, String)> = Vec::new();
    for default in measured.iter().filter(|one| one.search.is_plain()) {
        let Some(wanted) = changed(default.scheme).filter(|&wanted| wanted != (default.scheme, default.search)) else {
            continue;
        };
        let is_it = |one: &&Measured| one.game == default.game && (one.scheme, one.search) == wanted;
        let Some(Measured { game, text, .. }) = measured.iter().find(is_it) else { continue };
        if default.scheme == reference {
            all.push((false, format!("{game}: {text}")));
        } else {
            let scheme = variant_label(default.scheme, SearchOptions::PLAIN);
            all.push((true, format!("{scheme} {text} ({})", default.text)));
        }
    }
    all.sort();
    let texts: Vec<String> = all.into_iter().map(|(_, text)| text).collect();
    if texts.is_empty() { "–".to_owned() } else { texts.join("; ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDED: &str = include_str!("../../../../testsets/recorded/readings.csv");

    #[test]
    fn every_answer_is_on_the_page_and_measured() {
        let page = markdown(RECORDED).unwrap();
        for question in QUESTIONS.iter() {
            let (_, section) = page.split_once(&format!("\n## {} ", question.name)).unwrap();
            let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
            for (answer, row) in question.answers.iter().zip(rows) {
                assert!(row.starts_with(&format!("| `{}` |", answer.name)), "{row}");
                assert!(!row.ends_with("| – |"), "{row}");
            }
        }
    }

    #[test]
    fn a_file_of_something_else_is_an_error() {
        for text in ["", "game,scheme\nchess,deep\n", "game,scheme,search,ratio,low,high\n"] {
            assert!(super::page(text).is_err(), "{text}");
        }
        assert!(super::page("game,scheme,search,ratio,low,high\nchess,deeep,plain,1,,\n").is_err());
    }
}
