//! Checks that the numbers of the book, the README and the paper are those of the recorded rows, or of a command that
//! stands beside them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::repo;

/// The pages whose tables are checked number by number, against the experiments and pages that a row links to.
const SUMMARIES: &[&str] = &["README.md", "docs/src/findings.md"];

/// The page whose text is checked number by number, against all that it links to.
const PAPER: &str = "docs/paper/domi.md";

/// Words before a number that make it a label, such as that of `Figure 2.8`.
const LABELS: &[&str] = &["Figure ", "Figures ", "Table ", "sections ", "section "];

/// Returns a line for each number that is not where it should come from.
pub(super) fn unsupported(texts: &[(String, String)], made: &Path) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    let all = everything(made, texts)?;
    for (path, text) in texts {
        let is_summary = SUMMARIES.contains(&path.as_str());
        let is_row = |line: &&str| is_summary && line.starts_with('|');
        for section in sections(text).into_iter().filter(|section| !names_a_command(section)) {
            let prose = section.lines().filter(|line| !is_row(line)).collect::<Vec<_>>().join("\n");
            let is_wrong = |interval: &String| !all.contains(interval) && !all.contains(&signed(interval));
            let wrong = intervals(&prose).into_iter().filter(is_wrong);
            problems.extend(wrong.map(|interval| format!("{path}: {interval} is in no recorded result")));
        }
        let rows: Vec<&str> = if path == PAPER { vec![text] } else { text.lines().filter(is_row).collect() };
        for row in rows {
            let linked = linked(row, path, made)?;
            let missing = decimals(row).into_iter().filter(|number| !has(&linked, number));
            problems
                .extend(missing.map(|number| format!("{path}: {number} is on no page that its row links to: {row}")));
        }
    }
    Ok(problems)
}

/// Returns every number that the rows give: the pages of all experiments, the other reports, and the blocks of the
/// book, which come from commands.
fn everything(made: &Path, texts: &[(String, String)]) -> Result<String> {
    let mut all = String::new();
    for path in repo::files_below(made)? {
        if path.extension().is_some_and(|end| end == "md" || end == "html") {
            all += &read(&made.join(path))?;
        }
    }
    for (_, text) in texts {
        let mut is_block = false;
        for line in text.lines() {
            is_block ^= line.starts_with("```");
            if is_block {
                all += line;
                all.push('\n');
            }
        }
    }
    Ok(all.replace('\u{2212}', "-"))
}

/// Returns the texts of what a row links to: experiments of the reports, and pages of the book.
fn linked(row: &str, path: &str, made: &Path) -> Result<String> {
    let directory = Path::new(path).parent().context("a page has a directory")?;
    let mut texts = String::new();
    for link in row.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let (page, anchor) = link.split_once('#').unwrap_or((link, ""));
        let name = Path::new(page).file_name().unwrap_or_default().to_string_lossy();
        texts += &match name.as_ref() {
            "report.html" => read(&made.join(format!("{anchor}.md"))).unwrap_or_default(),
            report if report.starts_with("report-") => read(&made.join(report))?,
            _ if page.ends_with(".md") => read(&repo::root().join(directory).join(page)).unwrap_or_default(),
            _ => continue,
        };
    }
    Ok(texts.replace('\u{2212}', "-"))
}

/// Returns the parts of a page between its headings.
fn sections(text: &str) -> Vec<&str> {
    let mut starts = vec![0];
    let mut is_code = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        is_code ^= line.starts_with("```");
        if line.starts_with('#') && !is_code {
            starts.push(at);
        }
        at += line.len();
    }
    starts.push(at);
    starts.windows(2).map(|ends| &text[ends[0]..ends[1]]).collect()
}

/// Returns whether a section names a command that searches: its numbers may be those of the command.
fn names_a_command(section: &str) -> bool {
    let searches = ["sweep ", "scan ", "match ", "replay ", "compare ", "solve "];
    let programs = ["ttlab ", "cargo xtask "];
    let section = section.split_whitespace().collect::<Vec<_>>().join(" ");
    searches.iter().any(|search| programs.iter().any(|program| section.contains(&format!("{program}{search}"))))
}

/// Returns the ratios and differences with an interval, such as `0.98 [0.97, 1.00]`, outside of blocks of code.
fn intervals(text: &str) -> Vec<String> {
    let mut is_code = false;
    let is_prose = |line: &&str| {
        is_code ^= line.starts_with("```");
        !is_code
    };
    let prose = text.lines().filter(is_prose).collect::<Vec<_>>().join(" ").replace('\u{2212}', "-");
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let mut found = Vec::new();
    for (at, _) in prose.match_indices(" [") {
        let mean = prose[..at].trim_end_matches(" %").rsplit(|c| !is_of_number(c)).next().unwrap_or_default();
        let Some(length) = prose[at + 2..].find(']') else { continue };
        let inside = &prose[at + 2..at + 2 + length];
        let is_interval = inside.split_once(", ").is_some_and(|(low, high)| {
            low.parse::<f64>().is_ok() && high.parse::<f64>().is_ok() && inside.contains('.')
        });
        // Two means do not have the same interval.
        if is_interval && mean.trim_matches('-').parse::<f64>().is_ok() {
            found.push(format!("[{inside}]"));
        }
    }
    found
}

/// Returns an interval as tables of games have it: `+18.8 to +31.1`.
fn signed(interval: &str) -> String {
    let ends = interval.trim_matches(['[', ']']).split(", ");
    let ends = ends.map(|end| if end.starts_with(['-', '+']) { end.to_owned() } else { format!("+{end}") });
    ends.collect::<Vec<_>>().join(" to ")
}

/// Returns the numbers with decimals of a line, without those of its code, its links and of labels.
fn decimals(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (index, part) in line.split('`').step_by(2).flat_map(|text| text.split("](").enumerate()) {
        let text = if index == 0 { part } else { part.split_once(')').map_or("", |(_, text)| text) };
        let mut at = 0;
        while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()) {
            let start = at + start;
            let rest = &text[start..];
            let length = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            let number = rest[..length].trim_end_matches('.');
            if number.contains('.') && !is_label(&text[..start]) {
                found.push(number);
            }
            at = start + length;
        }
    }
    found
}

/// Returns whether a number after this text is a label. The second of two labels follows the first: `Figures 2.13 and
/// 2.14`.
fn is_label(before: &str) -> bool {
    let before = before.strip_suffix(" and ").map_or(before, |first| {
        let first = first.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        if first.ends_with("Figures ") { first } else { before }
    });
    LABELS.iter().any(|label| before.ends_with(label))
}

/// Returns whether a text has this number, and not only as a part of another one.
fn has(text: &str, number: &str) -> bool {
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
    text.match_indices(number).any(|(at, _)| {
        let after = text[at + number.len()..].trim_start_matches('.');
        !text[..at].ends_with(is_of_number) && !after.starts_with(|c: char| c.is_ascii_digit())
    })
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_prose() {
        let text = "x 0.98 % [0.97, 1.00], \u{2212}5 [\u{2212}17.9, 6.8] and [a](b).\n\
                    ```text\n1.5 [1.4, 1.6]\n```\nof [1, 2] and 3 [4, 5]";
        assert_eq!(intervals(text), ["[0.97, 1.00]", "[-17.9, 6.8]"]);
        assert_eq!(intervals("\u{d7}0.98 [0.97, 1.00]"), ["[0.97, 1.00]"]);
        assert_eq!(signed("[-17.9, 6.8]"), "-17.9 to +6.8");
    }

    #[test]
    fn sections_and_their_commands() {
        let text = "# A\n0.1\n## B\n```sh\n# not a heading\nttlab scan x\n```\n";
        let sections = sections(text);
        assert_eq!(sections[1], "# A\n0.1\n");
        assert_eq!(sections.iter().map(|section| names_a_command(section)).collect::<Vec<_>>(), [false, false, true]);
    }

    #[test]
    fn decimals_of_a_row() {
        let row = "| [Figure 2.8](report.html#a-2.8) | 0.985, of 240 positions, version 1.2. | Table 2.1 | `a-2.9` |";
        assert_eq!(decimals(row), ["0.985", "1.2"]);
        assert_eq!(decimals("Figures 2.13 and 2.14, between 0.1 and 0.2"), ["0.1", "0.2"]);
        assert!(has("0.957 [0.9, 1.0].", "0.957") && has("of 1.0.", "1.0"));
        assert!(!has("10.957 0.9571", "0.957"));
    }
}
