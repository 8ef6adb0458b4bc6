//! The results of a sweep of every experiment, on one screen of 80 columns and 40 lines.

use std::path::Path;
use std::time::Duration;

use experiments::program;
use experiments::sweep::Done;
use experiments::text::counted;
use indicatif::{HumanCount, HumanDuration};
use report::Report;
use report::pages::overview::{self, Answered, InBrief};

const INTRODUCTION: &str = "\
A replacement scheme decides which positions a full transposition table keeps.
A good one lets a search visit few positions (nodes).";

const OF_QUICK: &str = " Quick parts have small
tables and shallow searches; full parts are as published and were recorded.";

const OF_ALONE: &str = "* by itself; undecided after correction for the experiment's other claims";

/// Returns an answer for each experiment, by question, and what to look at next; `page` is the HTML report.
///
/// If the text is shown on a terminal of `columns` columns that is too narrow, the lines are cut off.
pub(super) fn text(
    done: &Done<'_>,
    reports: &[Report<'_>],
    is_full: bool,
    page: &Path,
    columns: Option<usize>,
) -> String {
    let seconds = HumanDuration(Duration::from_secs_f64(done.seconds));
    let work = format!(
        "{} in {seconds}: {} nodes; {} of {} reused",
        counted(reports.len(), "experiment"),
        HumanCount(done.nodes),
        HumanCount(done.taken as u64),
        counted(done.taken + done.run, "result")
    );
    let text = screen(&overview::questions(reports), is_full) + &work + "\n" + &next(page);
    match columns {
        Some(columns) => text.lines().map(|line| console::truncate_str(line, columns, "…") + "\n").collect(),
        None => text,
    }
}

/// Returns what to look at next.
fn next(page: &Path) -> String {
    let program = program();
    format!(
        "Next: the pictures and tables   {}\n      one of the experiments    {program} sweep thesis-fig-2.12\n      \
         a table for your engine   the book's page \"Which table should I use?\"\n",
        page.display()
    )
}

/// Returns the questions with their answers.
fn screen(questions: &[Answered], is_full: bool) -> String {
    let heads = if is_full { ["full part, now", "recorded"] } else { ["quick part, now", "full part"] };
    let answers = || questions.iter().flat_map(|question| &question.answers);
    let widest = |head: &str, cells: &mut dyn Iterator<Item = &str>| {
        cells.map(|cell| cell.chars().count()).chain([head.len()]).max().unwrap_or(0)
    };
    let widths = [
        widest("", &mut answers().map(|one| one.searched)) + INDENT.len(),
        widest(heads[0], &mut answers().map(here)),
        widest(heads[1], &mut answers().map(full)),
    ];
    let row = |cells: [&str; 4]| {
        let [first, second, third] = widths;
        let row = format!("{:first$}  {:second$}  {:third$}  {}", cells[0], cells[1], cells[2], cells[3]);
        row.trim_end().to_owned() + "\n"
    };
    let mut text = INTRODUCTION.to_owned() + if is_full { "" } else { OF_QUICK } + "\n\n";
    text += &row(["", heads[0], heads[1], "as published?"]);
    for question in questions {
        let published = match question.published {
            "" => String::new(),
            published => format!(" Published: {published}."),
        };
        text += &format!("{}{published}\n", question.question);
        for answer in &question.answers {
            let searched = format!("{INDENT}{}", answer.searched);
            text += &row([&searched, here(answer), full(answer), &verdict(answer)]);
            if !answer.note.is_empty() {
                text += &format!("{INDENT}{INDENT}({})\n", answer.note);
            }
        }
    }
    if answers().any(|answer| answer.is_alone) {
        text += &format!("{OF_ALONE}\n");
    }
    text
}

const INDENT: &str = "  ";

fn here(answer: &InBrief) -> &str {
    answer.here.as_deref().unwrap_or("-")
}

fn full(answer: &InBrief) -> &str {
    answer.full.unwrap_or("-")
}

fn verdict(answer: &InBrief) -> String {
    let verdict = answer.verdict.map_or_else(|| "-".to_owned(), |verdict| verdict.to_string());
    verdict + if answer.is_alone { "*" } else { "" }
}

#[cfg(test)]
mod tests {
    use report::claims::Verdict;

    use super::*;

    fn answer(searched: &'static str, here: Option<&str>, full: &'static str, verdict: Verdict) -> InBrief {
        let here = here.map(str::to_owned);
        InBrief { searched, here, full: Some(full), verdict: Some(verdict), is_alone: false, note: "" }
    }

    fn questions() -> Vec<Answered> {
        let chess = answer("chess middle game", Some("TwoBig1, TwoDeep"), "TwoBig1", Verdict::Agrees);
        let boards = answer("domineering", Some("Deep"), "TwoDeep", Verdict::DependsOnReading);
        let schemes = vec![
            InBrief { is_alone: true, ..chess },
            answer("  one ply deeper", None, "TwoBig1", Verdict::Agrees),
            InBrief { note: "full part, if depth means something else: TwoBig1", ..boards },
        ];
        let other = InBrief { full: None, verdict: None, ..answer("domineering", Some("76 %"), "", Verdict::Agrees) };
        vec![
            Answered { question: "Which scheme is best?", published: "TwoBig1", answers: schemes },
            Answered { question: "How many nodes does a table save?", published: "", answers: vec![other] },
        ]
    }

    #[test]
    fn each_answer_is_a_line_beside_the_recorded_one() {
        insta::assert_snapshot!(screen(&questions(), false), @"
        A replacement scheme decides which positions a full transposition table keeps.
        A good one lets a search visit few positions (nodes). Quick parts have small
        tables and shallow searches; full parts are as published and were recorded.

                             quick part, now   full part  as published?
        Which scheme is best? Published: TwoBig1.
          chess middle game  TwoBig1, TwoDeep  TwoBig1    agrees*
            one ply deeper   -                 TwoBig1    agrees
          domineering        Deep              TwoDeep    depends on the reading
            (full part, if depth means something else: TwoBig1)
        How many nodes does a table save?
          domineering        76 %              -          -
        * by itself; undecided after correction for the experiment's other claims
        ");
    }

    #[test]
    fn a_full_sweep_says_so() {
        let screen = screen(&questions(), true);
        assert!(screen.contains("full part, now") && !screen.contains("uick"), "{screen}");
    }

    #[test]
    fn nothing_is_answered_by_no_experiment() {
        assert_eq!(screen(&[], false).lines().count(), 5);
    }
}
