//! What a sweep of all experiments answers, question by question, beside the recorded full parts.
//!
//! `claims/overview.toml` has the questions, and a test compares its answers of the full parts with the recorded rows.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::claims::{self, Judged, Verdict};
use crate::report::Report;
use crate::show::answer::change;

/// A question, and the experiments that answer it.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The question.
    pub question: &'static str,
    /// What was published, in a few words. Empty if the question itself says it.
    pub published: &'static str,
    /// An answer for each experiment.
    pub answers: Vec<InBrief>,
}

/// What an experiment answers.
#[derive(Clone, Debug)]
pub struct InBrief {
    /// What was searched, such as `chess endgame`.
    pub searched: &'static str,
    /// The answer of the rows, in a few words; `None` if too few searches were finished.
    pub here: Option<String>,
    /// The answer of the recorded full part; `None` if the rows follow another reading.
    pub full: Option<&'static str>,
    /// Whether the full part agrees with what was published.
    pub verdict: Option<Verdict>,
    /// Whether the verdict does not hold together with those on the other claims of the experiment.
    pub is_alone: bool,
    /// What else to know about the full part. Empty if there is nothing.
    pub note: &'static str,
}

/// The questions as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    questions: Vec<QuestionText>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct QuestionText {
    question: String,
    published: String,
    /// Whether the answer is the number that the claim is judged by, instead of the answer of the report.
    #[serde(default)]
    number_of_claim: bool,
    lines: Vec<Line>,
}

/// An experiment that answers a question.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Line {
    experiment: String,
    /// What is searched, in a few words.
    searched: String,
    /// The claim that answers the question as it was published.
    claim: String,
    /// The answer of the recorded full part.
    full: String,
    /// Another reading whose answer the note has, and this answer. A test compares it with the recorded rows.
    #[serde(default)]
    #[cfg_attr(not(test), expect(dead_code, reason = "for the test"))]
    reading: String,
    #[serde(default)]
    #[cfg_attr(not(test), expect(dead_code, reason = "for the test"))]
    under_reading: String,
    #[serde(default)]
    note: String,
}

static QUESTIONS: LazyLock<Vec<QuestionText>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../claims/overview.toml")).expect("tests read the questions");
    file.questions
});

/// Returns the questions that reports answer, with an answer for each of these reports.
#[must_use]
pub fn questions(reports: &[Report<'_>]) -> Vec<Answered> {
    let answered = |text: &'static QuestionText| {
        let find = |line: &Line| reports.iter().find(|report| report.definition.name == line.experiment);
        let answers = text.lines.iter().filter_map(|line| Some(InBrief::of(find(line)?, text, line)));
        Answered { question: &text.question, published: &text.published, answers: answers.collect() }
    };
    QUESTIONS.iter().map(answered).filter(|question| !question.answers.is_empty()).collect()
}

impl InBrief {
    fn of(report: &Report<'_>, text: &QuestionText, line: &'static Line) -> Self {
        let judged = report.judged.iter().find(|one| one.claim.name == line.claim);
        let here = if text.number_of_claim { judged.and_then(number) } else { report.answer().map(str::to_owned) };
        let is_default = report.definition.readings().is_default();
        let verdicts = match report.quick_note() {
            Some(_) => recorded(line).filter(|_| is_default),
            None => judged.map(|one| [one.verdict, one.corrected()]),
        };
        Self {
            searched: &line.searched,
            here,
            full: is_default.then_some(line.full.as_str()),
            verdict: verdicts.map(|[alone, _]| alone),
            is_alone: verdicts.is_some_and(|[alone, corrected]| alone != corrected),
            note: if is_default { &line.note } else { "" },
        }
    }
}

/// Returns what the number that a claim is judged by says.
fn number(judged: &Judged) -> Option<String> {
    judged.measured.as_ref().map(change)
}

/// Returns the verdict of the recorded full part on the claim alone, and the corrected one.
fn recorded(line: &Line) -> Option<[Verdict; 2]> {
    let is_meant = |(claim, experiment): (&str, &str)| (claim, experiment) == (&line.claim, &line.experiment);
    claims::recorded_verdicts().find(|&(claim, experiment, _)| is_meant((claim, experiment))).map(|(.., both)| both)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use experiments::Definition;
    use experiments::row::Row;
    use experiments::view::{View, Wanted};

    use super::*;
    use crate::numbers::effects::Effects;
    use crate::numbers::printed_boards::{Compared, compare, published};
    use crate::numbers::set_means::SetMean;
    use crate::numbers::totals::Totals;
    use crate::show::finding::Facts;

    fn lines() -> impl Iterator<Item = (&'static QuestionText, &'static Line)> {
        QUESTIONS.iter().flat_map(|text| text.lines.iter().map(move |line| (text, line)))
    }

    #[test]
    fn every_experiment_of_a_first_sweep_answers_one_question() {
        let all = Definition::all().unwrap();
        let standard = all.iter().filter(|one| !one.is_on_request()).map(|one| one.name.as_str());
        let listed: Vec<&str> = lines().map(|(_, line)| line.experiment.as_str()).collect();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), standard.collect::<BTreeSet<_>>());
        assert_eq!(listed.len(), listed.iter().collect::<BTreeSet<_>>().len(), "an experiment is listed once");
    }

    #[test]
    fn every_answer_has_a_recorded_verdict() {
        for (_, line) in lines() {
            assert!(recorded(line).is_some(), "{}: {} is not judged there", line.experiment, line.claim);
        }
    }

    /// Returns the answer of a report, without its pictures and its claims.
    fn answer(definition: &Definition, rows: &[Row]) -> Option<String> {
        let (shown, rows) = (definition.shown(), definition.shown_rows(rows));
        let totals = Totals::of(&shown, &rows);
        let printed = published(definition).unwrap();
        let boards: Vec<Compared> = compare(&totals.boards, printed.as_ref()).into_values().flatten().collect();
        let (best, none) = (Effects::against_best(&totals.each), Effects::against_no_table(&totals.each));
        let means = SetMean::all(&rows).unwrap();
        let (against_best, against_no_table) = (best.as_ref(), none.as_ref());
        let (boards, means, rows) = (&boards[..], &means[..], &rows[..]);
        Facts { definition: &shown, against_best, against_no_table, boards, means, rows }.answer()
    }

    #[test]
    fn answers_of_full_parts_are_those_of_the_recorded_rows() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let standard = Definition::all().unwrap().into_iter().filter(|one| !one.is_on_request()).collect();
        let wanted = Wanted { full: Some(true), ..Wanted::default() };
        let stored = View::open(&root.join("testsets/recorded/full.rows"), standard, wanted).unwrap();
        let others = |definition: &Definition| stored.results(definition).rows;
        let recorded = |text: &QuestionText, line: &Line, reading: &str| {
            let is_meant =
                |one: &&Definition| one.name == line.experiment && one.reading_name().unwrap_or_default() == reading;
            let definition = stored.definitions().iter().find(is_meant).expect("it is recorded");
            let rows = stored.results(definition).rows;
            if !text.number_of_claim {
                return answer(definition, &rows);
            }
            let judged = claims::judge(definition, &rows, &others).unwrap();
            judged.iter().find(|one| one.claim.name == line.claim).and_then(number)
        };
        let mut wrong = Vec::new();
        for (text, line) in lines() {
            let mut compare = |reading: &str, written: &str| {
                let found = recorded(text, line, reading);
                if found.as_deref() != Some(written) {
                    wrong.push(format!("{} {reading}: {written:?} is {found:?}", line.experiment));
                }
            };
            compare("", &line.full);
            if !line.reading.is_empty() {
                compare(&line.reading, &line.under_reading);
                assert!(line.note.ends_with(&line.under_reading), "{}", line.note);
            }
        }
        assert!(wrong.is_empty(), "correct claims/overview.toml:\n{}", wrong.join("\n"));
    }
}
