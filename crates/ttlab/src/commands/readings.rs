//! `ttlab readings`: what the sources leave open, and the admissible answers.

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use experiments::Usage;
use experiments::readings::{PRESETS, Preset, QUESTIONS, Question, question};

use super::arguments::{Format, print, print_json};

pub(super) const EXAMPLES: &str = "\
The first answer to each question is the default. Choose others with --reading, as in depth=longest-line; the rows of \
such searches are kept apart. A preset is a name for the answers that come closest to a printed program.

Examples:
  ttlab readings depth
  ttlab sweep thesis-fig-2.12 --reading depth=longest-line
  ttlab solve domineering 5x8 --first v --reading domi-1998
  ttlab sweep article-table-2 --reading alibaba-1994";

#[derive(Args)]
pub(super) struct Readings {
    /// Questions to print [default: all]
    #[arg(value_name = "QUESTION")]
    names: Vec<String>,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

pub(super) fn run(arguments: &Readings) -> Result<()> {
    let mut chosen: Vec<&Question> = Vec::new();
    for name in &arguments.names {
        chosen.push(question(name).map_err(|error| Usage::error(error.to_string()))?);
    }
    let presets = if chosen.is_empty() { PRESETS } else { &[] };
    if chosen.is_empty() {
        chosen.extend(QUESTIONS);
    }
    match arguments.format {
        Format::Text => {
            let questions = chosen.into_iter().map(text);
            print(questions.chain(presets.iter().map(preset_text)).collect::<Vec<_>>().join("\n"))
        }
        Format::Json => print_json(&json!({
            "questions": chosen.into_iter().map(to_json).collect::<Value>(),
            "presets": presets.iter().map(preset_json).collect::<Value>(),
        })),
    }
}

fn preset_text(Preset { name, program, readings }: &Preset) -> String {
    format!("{name}: {program}\n  {readings}\n")
}

fn preset_json(Preset { name, program, readings }: &Preset) -> Value {
    json!({ "name": name, "description": program, "readings": readings })
}

fn text(question: &Question) -> String {
    let Question { name, open, quote, source, answers } = question;
    let mut text = format!("{name}: {open}\n  \"{quote}\" ({source})\n");
    for answer in *answers {
        let _ = writeln!(text, "  {:<20}{}", answer.name, answer.meaning);
    }
    text
}

fn to_json(question: &Question) -> Value {
    let Question { name, open, quote, source, answers } = question;
    let answers: Value =
        answers.iter().map(|answer| json!({ "name": answer.name, "description": answer.meaning })).collect();
    json!({ "name": name, "open": open, "quote": quote, "source": source, "answers": answers })
}
