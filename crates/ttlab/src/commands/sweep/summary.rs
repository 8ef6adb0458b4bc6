//! The results of a sweep of every experiment, on one screen.

use std::path::Path;
use std::time::Duration;

use experiments::definition::Topic;
use experiments::program;
use experiments::sweep::Done;
use experiments::text::counted;
use indicatif::{HumanCount, HumanDuration};
use report::Report;
use report::claims::{Agreement, Verdict};
use report::pages::ledger::Ledger;
use report::pages::topics;

/// Returns a line for each experiment, by question, and where to find details; `page` is the HTML report.
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
    let mut text = table(&groups(reports), columns);
    if !is_full {
        text += &format!(
            "The findings are those of the quick parts, with smaller tables and shallower searches than published.\n\
             The verdicts are those of the recorded full parts. Run one again: `{program} sweep NAME --full`.\n\
             Undecided includes single runs, and claims that depend on the reading.\n"
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
    verdicts: Agreement,
}

impl Line {
    fn of(report: &Report<'_>) -> Self {
        let definition = report.definition;
        Self {
            name: definition.name.clone(),
            title: definition.title.clone(),
            finding: report.finding().to_owned(),
            verdicts: report.agreement_in_full(),
        }
    }

    /// Returns the line of the claims that need no search.
    fn of_arithmetic() -> Self {
        let verdicts: Agreement = Ledger::of(&[]).verdicts().map(|one| one.verdict).collect();
        Self {
            name: "arithmetic".to_owned(),
            title: "Claims that need no search".to_owned(),
            finding: format!("{} computed", counted(verdicts.total(), "claim")),
            verdicts,
        }
    }
}

/// A question, and the lines of the experiments that answer it.
type Group = (&'static str, Vec<Line>);

fn groups(reports: &[Report<'_>]) -> Vec<Group> {
    let of_topic =
        |(topic, reports): (Topic, Vec<&Report<'_>>)| (topic.question(), reports.into_iter().map(Line::of).collect());
    let arithmetic = ("Which published numbers are arithmetic?", vec![Line::of_arithmetic()]);
    topics::grouped(reports).into_iter().map(of_topic).chain([arithmetic]).collect()
}

/// Returns the numbers of verdicts in the order of the columns. The second column is for all verdicts that are neither
/// for nor against a claim although it was searched.
fn numbers(verdicts: Agreement) -> [usize; 4] {
    let [agrees, differs, not_searched] =
        [Verdict::Agrees, Verdict::Differs, Verdict::NotSearched].map(|verdict| verdicts.of(verdict));
    [agrees, differs, verdicts.total() - agrees - differs - not_searched, not_searched]
}

/// The columns of verdicts.
#[derive(Clone, Copy)]
struct Columns {
    heads: [&'static str; 4],
    /// The space before each column.
    gap: &'static str,
}

const WIDE: Columns = Columns { heads: ["agrees", "differs", "undecided", "not searched"], gap: "  " };
const NARROW: Columns = Columns { heads: ["a", "d", "u", "n"], gap: " " };

/// Returns the lines in columns. If they are wider than `columns`, the titles are omitted, and findings that are still
/// too long are shortened.
fn table(groups: &[Group], columns: Option<usize>) -> String {
    let rows = rows(groups, WIDE, |line| format!("{}: {}", line.title, line.finding));
    let fits = |row: &String, columns: usize| console::measure_text_width(row) <= columns;
    match columns.filter(|&columns| !rows.iter().all(|row| fits(row, columns))) {
        None => rows.join("\n") + "\n\n",
        Some(columns) => narrow(groups, columns),
    }
}

/// Returns the lines without titles, in at most `columns` columns.
fn narrow(groups: &[Group], columns: usize) -> String {
    let room = columns.saturating_sub(Widths::of(groups, NARROW).before_finding());
    let rows = rows(groups, NARROW, |line| shortened(&line.finding, room));
    let mut text = String::new();
    for row in rows {
        text += &console::truncate_str(&row, columns, "…");
        text.push('\n');
    }
    text + "\na, d, u, n: claims that agree, that differ, that are undecided, that were not searched\n"
}

/// Returns a finding of at most `room` characters: without its last clauses if it is longer, or else cut off.
fn shortened(finding: &str, room: usize) -> String {
    let mut clauses = vec![finding];
    let ends = [";", ":", ", the ", " ("].iter().flat_map(|end| finding.rmatch_indices(end));
    clauses.extend(ends.map(|(end, _)| &finding[..end]));
    let fitting = clauses.into_iter().filter(|clause| clause.chars().count() <= room);
    let longest = fitting.max_by_key(|clause| clause.len());
    longest.map_or_else(|| console::truncate_str(finding, room, "…").into_owned(), str::to_owned)
}

/// The space before the name of an experiment, and before its finding.
const INDENT: &str = "  ";

/// The widths of the columns.
struct Widths {
    name: usize,
    /// The widths of the columns of verdicts, with the space before them.
    numbers: [usize; 4],
}

impl Widths {
    fn of(groups: &[Group], columns: Columns) -> Self {
        let name = lines(groups).map(|line| line.name.len() + INDENT.len()).max().unwrap_or(0);
        let digits = total(groups).map(|sum| sum.to_string().len());
        let width = |column: usize| columns.gap.len() + digits[column].max(columns.heads[column].len());
        Self { name, numbers: std::array::from_fn(width) }
    }

    /// Returns the width of everything before the last column.
    fn before_finding(&self) -> usize {
        self.name + self.numbers.iter().sum::<usize>() + INDENT.len()
    }
}

fn lines(groups: &[Group]) -> impl Iterator<Item = &Line> {
    groups.iter().flat_map(|(_, lines)| lines)
}

/// Returns the sums of the columns.
fn total(groups: &[Group]) -> [usize; 4] {
    let each = lines(groups).map(|line| numbers(line.verdicts));
    each.fold([0; 4], |sums, one| std::array::from_fn(|column| sums[column] + one[column]))
}

/// Returns the rows of the table, whose last column is `finding`.
fn rows(groups: &[Group], columns: Columns, finding: impl Fn(&Line) -> String) -> Vec<String> {
    let widths = Widths::of(groups, columns);
    let row = |name: &str, cells: [String; 4], rest: &str| {
        let mut row = format!("{name:<width$}", width = widths.name);
        for (cell, width) in cells.iter().zip(widths.numbers) {
            row += &format!("{cell:>width$}");
        }
        (row + INDENT + rest).trim_end().to_owned()
    };
    let number = |count: usize| if count == 0 { "-".to_owned() } else { count.to_string() };
    let of_line =
        |line: &Line| row(&format!("{INDENT}{}", line.name), numbers(line.verdicts).map(number), &finding(line));
    let mut rows = vec![row("experiment", columns.heads.map(str::to_owned), "finding")];
    for (question, lines) in groups {
        rows.push((*question).to_owned());
        rows.extend(lines.iter().map(of_line));
    }
    rows.push(row("total", total(groups).map(number), "verdicts"));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups() -> Vec<Group> {
        let verdicts = || [Verdict::Agrees, Verdict::SingleRun, Verdict::Undecided].into_iter().collect();
        let line = |name: &str, finding: &str| Line {
            name: name.to_owned(),
            title: "Schemes in chess".to_owned(),
            finding: finding.to_owned(),
            verdicts: verdicts(),
        };
        let lines = vec![
            line("thesis-fig-2.8", "TwoBig1 needs the fewest nodes; Old needs 4.8 % more (5 ply)"),
            line("short", "no difference"),
        ];
        vec![("Which scheme?", lines)]
    }

    #[test]
    fn lines_fit_the_terminal() {
        let whole = table(&groups(), None);
        assert!(whole.contains("Schemes in chess: TwoBig1 needs the fewest nodes; Old needs 4.8 % more (5 ply)\n"));
        assert_eq!(table(&groups(), Some(500)), whole);
        let widest = whole.lines().map(str::len).max().unwrap();
        for columns in 40..widest {
            let narrow = table(&groups(), Some(columns));
            let rows = || narrow.lines().take_while(|line| !line.is_empty());
            assert!(rows().all(|row| row.chars().count() <= columns), "{narrow}");
            assert!(rows().all(|row| !row.contains("Schemes in chess")), "{narrow}");
            assert!(narrow.contains("not searched"), "the letters are explained");
        }
    }

    #[test]
    fn undecided_is_what_neither_agrees_nor_differs() {
        let narrow = table(&groups(), Some(60));
        let row = narrow.lines().find(|line| line.contains("short")).unwrap();
        assert!(row.split_whitespace().eq(["short", "1", "-", "2", "-", "no", "difference"]), "{row}");
    }

    #[test]
    fn findings_lose_whole_clauses() {
        let finding = "TwoBig1 needs the fewest nodes; Old needs 4.8 % more (5 ply)";
        assert_eq!(shortened(finding, 60), finding);
        assert_eq!(shortened(finding, 59), "TwoBig1 needs the fewest nodes; Old needs 4.8 % more");
        assert_eq!(shortened(finding, 51), "TwoBig1 needs the fewest nodes");
        assert_eq!(shortened(finding, 20), "TwoBig1 needs the f…");
    }
}
