//! `ttlab readings`: what the sources leave open, and the admissible answers.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use experiments::help::with_help;
use experiments::readings::{Answer, PRESETS, Preset, QUESTIONS, Question, QuestionOrPreset, Reading};
use experiments::{Usage, files, program};

use super::arguments::Format;
use super::printing::{print, print_json};

pub(super) const EXAMPLES: &str = "\
The first answer to each question is the default. Choose others with --reading, as in depth=longest-line. Searches \
with other answers have separate rows in the database. A preset is a name for the answers whose counts come closest to \
those of an original program.

Examples:
  ttlab readings depth
  ttlab readings domi-1998
  ttlab sweep thesis-fig-2.12 --reading depth=longest-line
  ttlab solve domineering 5x8 --first v --reading domi-1998
  ttlab sweep article-table-2 --reading alibaba-1994";

#[derive(Args)]
pub(super) struct ReadingsArgs {
    /// Questions or presets to print; a preset is printed with the sentences that it answers [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
    /// Print an HTML page instead, with the effects in FILE, the `readings.csv` of `sweep readings`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["names", "format"])]
    page: Option<PathBuf>,
}

/// Output of `ttlab readings`.
#[derive(Serialize, JsonSchema)]
pub(super) struct OpenQuestions {
    /// What the sources leave open.
    questions: Vec<&'static Question>,
    /// Readings with a name: all of them, or those that are named. The questions are then those that they answer.
    presets: Vec<&'static Preset>,
}

pub(super) fn run(arguments: &ReadingsArgs) -> Result<()> {
    if let Some(file) = &arguments.page {
        let page = report::pages::readings::page(&files::read_text(file)?);
        let page = page.map_err(|error| {
            let help = format!("give the file readings.csv that `{} sweep readings` writes", program());
            anyhow!(with_help(format!("invalid file {}: {error:#}", file.display()), help))
        });
        return print(page?);
    }
    let topics = arguments.names.iter().map(|name| topic(name));
    let mut topics: Vec<QuestionOrPreset> = topics.collect::<Result<_>>()?;
    let is_all = topics.is_empty();
    if is_all {
        topics = QUESTIONS
            .iter()
            .map(QuestionOrPreset::Question)
            .chain(PRESETS.iter().map(QuestionOrPreset::Preset))
            .collect();
    }
    match arguments.format {
        Format::Text => {
            let texts: Vec<String> = topics
                .into_iter()
                .map(|topic| match topic {
                    QuestionOrPreset::Question(question) => text(question, &question.answers),
                    QuestionOrPreset::Preset(preset) if is_all => preset_text(preset),
                    QuestionOrPreset::Preset(preset) => preset_with_answers(preset),
                })
                .collect();
            print(texts.join("\n"))
        }
        Format::Json => {
            let mut questions: Vec<&'static Question> = Vec::new();
            let mut presets: Vec<&'static Preset> = Vec::new();
            for topic in topics {
                match topic {
                    QuestionOrPreset::Question(question) => questions.push(question),
                    QuestionOrPreset::Preset(preset) if is_all => presets.push(preset),
                    QuestionOrPreset::Preset(preset) => {
                        presets.push(preset);
                        questions.extend(preset.answers().each().map(|reading| reading.question));
                    }
                }
            }
            print_json(&OpenQuestions { questions, presets })
        }
    }
}

/// Finds a question or a preset. The error says which question an answer belongs to.
fn topic(name: &str) -> Result<QuestionOrPreset> {
    let found = if name.contains('=') {
        name.parse::<Reading>().and_then(|Reading { question, .. }| {
            let help = format!("run `{} readings {}` to read what its answers mean", program(), question.name);
            Err(anyhow!(with_help(format!("`{name}` is an answer: expected a question or a preset"), help)))
        })
    } else {
        name.parse()
    };
    found.map_err(|error| Usage::error(&error))
}

/// Returns a preset with its answers, and the sentences that leave them open.
fn preset_with_answers(preset: &Preset) -> String {
    let answers = preset.answers();
    let each = answers.each().map(|reading| text(reading.question, std::slice::from_ref(reading.answer)));
    std::iter::once(preset_text(preset)).chain(each).collect::<Vec<_>>().join("\n")
}

fn preset_text(Preset { name, program, readings }: &Preset) -> String {
    format!("{name}: {program}\n  {readings}\n")
}

fn text(question: &Question, answers: &[Answer]) -> String {
    let Question { name, open, quote, source, .. } = question;
    let mut text = format!("{name}: {open}\n  \"{quote}\" ({source})\n");
    for answer in answers {
        let _ = writeln!(text, "  {:<20}{}", answer.name, answer.meaning);
    }
    text
}
