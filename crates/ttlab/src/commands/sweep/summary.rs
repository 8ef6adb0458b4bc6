//! The results of a sweep of every experiment, on one screen.

use std::path::Path;
use std::time::Duration;

use experiments::program;
use experiments::sweep::Done;
use experiments::text::counted;
use indicatif::{HumanCount, HumanDuration};
use report::Report;
use report::claims::{Agreement, Verdict};
use report::ledger::Ledger;

/// Returns a line for each experiment, and where to find details; `page` is the HTML report.
///
/// If the text is shown on a terminal of `columns` columns that is too narrow, the lines are shortened to fit.
pub(super) fn text(
    done: &Done<'_>,
    reports: &[Report<'_>],
    is_full: bool,
    page: &Path,
    columns: Option<usize>,
) -> String {
    let program = program();
    let lines: Vec<Line> = reports.iter().map(Line::of).chain([Line::of_arithmetic()]).collect();
    let mut text = table(&lines, columns);
    if !is_full {
        text += &format!(
            "These are quick parts, with smaller tables and shallower searches than published.\n\
             Their verdicts say nothing about the publications: run `{program} sweep NAME --full`.\n"
        );
    }
    let seconds = HumanDuration(Duration::from_secs_f64(done.seconds));
    text += &format!(
        "{}: {} run in {seconds}, {} reused; {} nodes\n",
        counted(reports.len(), "experiment"),
        counted(done.run, "cell"),
        HumanCount(done.taken as u64),
        HumanCount(done.nodes)
    );
    text + &format!("Tables: `{program} sweep NAME`, or `{program} sweep -v` for all\nReport: {}\n", page.display())
}

/// The line of one experiment.
struct Line {
    name: String,
    title: String,
    finding: String,
    /// Claims that agree, that differ, that are open for another reason, and that were not searched.
    claims: [usize; 4],
}

impl Line {
    fn of(report: &Report<'_>) -> Self {
        let (definition, agreement) = (report.definition, report.agreement());
        Self {
            name: definition.name.clone(),
            title: definition.title.clone(),
            finding: report.finding(),
            claims: columns(agreement),
        }
    }
}

impl Line {
    /// Returns the line of the claims that need no search.
    fn of_arithmetic() -> Self {
        let computed = Ledger::of(&[]);
        let agreement: Agreement = computed.places().map(|one| one.verdict).collect();
        Self {
            name: "arithmetic".to_owned(),
            title: "Claims that need no search".to_owned(),
            finding: format!("{} computed", counted(agreement.total(), "claim")),
            claims: columns(agreement),
        }
    }
}

/// Returns the numbers of the columns of an experiment.
fn columns(agreement: Agreement) -> [usize; 4] {
    let [agree, differ, left] =
        [Verdict::Agrees, Verdict::Differs, Verdict::NotSearched].map(|verdict| agreement.of(verdict));
    [agree, differ, agreement.total() - agree - differ - left, left]
}

/// Returns the lines in columns. If they are wider than `columns`, the titles are omitted, and lines that are still too
/// long end in an ellipsis.
fn table(lines: &[Line], columns: Option<usize>) -> String {
    let name_width = lines.iter().map(|line| line.name.len()).max().unwrap_or(0);
    let render = |heads: [&str; 4], gap: &str, has_titles: bool| -> Vec<String> {
        let row = |name: &str, cells: [String; 4], rest: &str| {
            let mut row = format!("{name:<name_width$}");
            for (cell, head) in cells.iter().zip(heads) {
                row += &format!("{gap}{cell:>width$}", width = head.len().max(3 - gap.len()));
            }
            row + "  " + rest
        };
        let number = |count: usize| if count == 0 { "-".to_owned() } else { count.to_string() };
        let mut sums = [0; 4];
        let mut rows = vec![row("experiment", heads.map(str::to_owned), "finding")];
        for Line { name, title, finding, claims } in lines {
            sums.iter_mut().zip(claims).for_each(|(sum, count)| *sum += count);
            let finding = if has_titles { format!("{title}: {finding}") } else { finding.clone() };
            rows.push(row(name, claims.map(number), &finding));
        }
        rows.push(row("total", sums.map(number), "verdicts"));
        rows
    };
    let mut rows = render(["agrees", "differs", "open", "not searched"], "  ", true);
    let fits = |rows: &[String], columns: usize| rows.iter().all(|row| console::measure_text_width(row) <= columns);
    let mut note = String::new();
    if let Some(columns) = columns.filter(|&columns| !fits(&rows, columns)) {
        rows = render(["yes", "no", "?", "left"], " ", false);
        note.push_str("yes, no, ?, left: claims that agree, differ, are open or were not searched\n");
        if !fits(&rows, columns) {
            note.push_str("See the report for the full findings.\n");
        }
        for row in &mut rows {
            *row = console::truncate_str(row, columns, "…").into_owned();
        }
    }
    rows.join("\n") + "\n\n" + &note
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_the_terminal() {
        let line = |name: &str, finding: &str| Line {
            name: name.to_owned(),
            title: "Schemes in chess".to_owned(),
            finding: finding.to_owned(),
            claims: [3, 0, 12, 1],
        };
        let lines =
            [line("thesis-fig-2.8", "TwoBig1 needs the fewest nodes; Old needs 4.8 % more"), line("short", "x")];
        let whole = table(&lines, None);
        assert!(whole.contains("Schemes in chess: TwoBig1 needs the fewest nodes; Old needs 4.8 % more\n"), "{whole}");
        assert_eq!(table(&lines, Some(500)), whole);
        let widest = whole.lines().map(str::len).max().unwrap();
        for columns in 60..widest {
            let narrow = table(&lines, Some(columns));
            let rows = narrow.lines().take(4);
            assert!(rows.clone().all(|row| row.chars().count() <= columns), "{narrow}");
            assert!(rows.clone().all(|row| !row.contains("Schemes in chess")), "{narrow}");
            assert_eq!(narrow.contains('…'), narrow.contains("full findings"), "{narrow}");
        }
        assert!(table(&lines, Some(60)).contains("TwoBig1 needs"), "{}", table(&lines, Some(60)));
    }
}
