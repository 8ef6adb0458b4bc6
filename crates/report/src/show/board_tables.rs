//! Tables of solved boards.

use domineering::Class;
use schemes::Parts;

use crate::numbers::board_summary::{BoardOutcome, BoardSummary, NodeCount, Seeds, Spread};
use crate::numbers::names::Names;
use crate::numbers::printed_boards::{Compared, PrintedRatios, ResultMatch, TableSetting, compare};
use crate::show::block::{Block, TextTable};
use experiments::cell::parts_name;
use experiments::published::Boards;
use experiments::text::counted;
use experiments::text::grouped;

/// Makes a table of boards for every setting: winner and nodes, next to the printed ones.
pub(crate) fn boards(summary: &BoardSummary, published: Option<&Boards>, names: Names) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (setting, boards) in compare(summary, published) {
        let seeds = boards.iter().map(|one| one.ours.seeds).collect();
        blocks.push(Block::Table(one_setting(setting_text(setting, names), &boards, seeds)));
        blocks.extend(last_lines(&boards, seeds).into_iter().map(Block::Note));
    }
    blocks
}

pub(crate) fn setting_text(setting: TableSetting, names: Names) -> String {
    let TableSetting { search, parts, scheme, positions } = setting;
    let mut text = names.label(scheme, search);
    if let Some(positions) = positions {
        text += &format!(", {positions} positions");
    }
    text + &parts_text(parts)
}

/// Names the parts of the table that a search uses, if not all.
fn parts_text(parts: Parts) -> String {
    if parts == Parts::all() { String::new() } else { format!(", parts of the table: {}", parts_name(parts)) }
}

fn one_setting(caption: String, boards: &[Compared], seeds: Seeds) -> TextTable {
    let with_print = boards.iter().any(|one| one.printed.is_some());
    let with_nodes = boards.iter().any(|one| one.printed_nodes.is_some());
    let mut head = vec!["board", "result"];
    head.extend(with_print.then_some("published"));
    head.push(if seeds.are_several() { "mean nodes" } else { "nodes" });
    head.extend(seeds.are_several().then_some("min–max"));
    head.extend(with_nodes.then_some(["published", "ratio"]).into_iter().flatten());

    let row = |one: &Compared| {
        let mut row = vec![one.board.to_string(), result_text(&one.ours)];
        row.extend(with_print.then(|| printed_result(one)));
        row.push(nodes_text(one.ours.nodes));
        row.extend(seeds.are_several().then(|| one.ours.nodes.known().map(min_max).unwrap_or_default()));
        if with_nodes {
            row.push(one.printed_nodes.map(grouped).unwrap_or_default());
            row.push(match one.ratio() {
                Some(_) if one.is_exact() => "=".to_owned(),
                Some(ratio) => format!("{ratio:.3}"),
                None => String::new(),
            });
        }
        row
    };
    let head = head.into_iter().map(str::to_owned).collect();
    TextTable { caption, head, rows: boards.iter().map(row).collect() }
}

/// Returns the notes below a table of boards.
fn last_lines(boards: &[Compared], seeds: Seeds) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(PrintedRatios { count, mean, exact, worst }) = PrintedRatios::of(boards) {
        lines.push(format!(
            "{}: geometric mean ratio {mean:.3}, {exact} exact (=), worst {:.3} ({})",
            counted(count, "board"),
            worst.0,
            worst.1
        ));
    }
    let verdicts = |verdict| boards.iter().filter(move |one| one.result_match() == verdict);
    let known = boards.len() - verdicts(ResultMatch::Unknown).count();
    if known > 0 {
        let same = verdicts(ResultMatch::Same).count();
        let mut line = format!("results: {same} of {known} as published");
        for (verdict, name) in [(ResultMatch::Misprint, "misprinted (†)"), (ResultMatch::Differs, "differing (≠)")]
        {
            let boards: Vec<String> = verdicts(verdict).map(|one| one.board.to_string()).collect();
            if !boards.is_empty() {
                line += &format!("; {name}: {}", boards.join(", "));
            }
        }
        lines.push(line);
    }
    let incomplete = boards.iter().filter(|one| one.ours.nodes.known().is_none()).count();
    if incomplete > 0 {
        lines.push(format!("> not finished, at least this many nodes; left out of the ratios: {incomplete}"));
    }
    if seeds.are_several() {
        lines.push(format!("nodes are means over {seeds}"));
    }
    if boards.iter().any(|one| !one.board.is_square()) {
        lines
            .push("nodes of a board that is not square: the sum of two searches, one for each first player".to_owned());
    }
    let notes = verdicts(ResultMatch::Misprint).filter_map(|one| one.printed?.misprint());
    lines.extend(notes.map(|note| format!("† {note}")));
    lines
}

/// Returns who wins: `?` if unknown, and several letters if the seeds disagree.
fn result_text(outcome: &BoardOutcome) -> String {
    if outcome.classes.is_empty() {
        return "?".to_owned();
    }
    outcome.classes.iter().map(Class::to_string).collect::<Vec<_>>().join("/")
}

fn printed_result(one: &Compared) -> String {
    let mark = match one.result_match() {
        ResultMatch::Misprint => "†",
        ResultMatch::Differs => "≠",
        ResultMatch::Same | ResultMatch::Unknown => "",
    };
    one.printed.map(|printed| format!("{}{mark}", printed.result)).unwrap_or_default()
}

/// Explains `>` in a table.
pub(crate) fn incomplete_note(number: usize) -> Block {
    Block::Note(format!("> not finished, at least this many nodes; left out of relative numbers: {number}"))
}

/// Formats the range over the seeds in nodes.
fn min_max(spread: Spread) -> String {
    format!("{}–{}", grouped(spread.least), grouped(spread.most))
}

/// Formats the range over the seeds in percent of the mean.
pub(crate) fn percent(spread: Spread) -> String {
    let part = |nodes: u64| 100.0 * nodes as f64 / spread.mean;
    format!("{:.0}–{:.0}", part(spread.least), part(spread.most))
}

/// Formats nodes, with `>` before a lower bound.
pub(crate) fn nodes_text(nodes: NodeCount) -> String {
    match nodes {
        NodeCount::Known(spread) => grouped(spread.mean.round() as u64),
        NodeCount::MoreThan(nodes) => format!("> {}", grouped(nodes)),
    }
}

#[cfg(test)]
mod tests {
    use experiments::row::Winner;

    use super::*;
    use crate::samples::{checked, definition, line, row};
    use experiments::row::Row;

    const W: Option<Winner> = Some(Winner::First);
    const L: Option<Winner> = Some(Winner::Second);

    fn of_boards(rows: &[Row]) -> String {
        let summary = BoardSummary::of(&definition("thesis-table-2.1"), rows);
        checked(&boards(&summary, Some(&Boards::table_2_1()), Names::Options))
    }

    fn board(board: &str, first: &str, nodes: u64, winner: Option<Winner>) -> Row {
        seeded(board, first, 1970, nodes, winner)
    }

    fn seeded(board: &str, first: &str, seed: u64, nodes: u64, winner: Option<Winner>) -> Row {
        let rest = format!("scheme=two-big1 positions=2048K parts=all seed={seed}");
        row(&format!("domineering board={board} first={first} {rest}"), nodes, winner)
    }

    #[test]
    fn both_first_players_are_added_up() {
        let text = of_boards(&[board("4x7", "vertical", 1000, W), board("4x7", "horizontal", 984, L)]);
        assert_eq!(line(&text, "4x7"), ["4x7", "V", "V", "1,984", "1,984", "="]);
        assert!(text.contains("1 board: geometric mean ratio 1.000, 1 exact"), "{text}");
        assert!(text.contains("results: 1 of 1 as published\n"), "{text}");
    }

    #[test]
    fn half_a_board_is_incomplete_and_not_wrong() {
        let text = of_boards(&[board("4x7", "vertical", 1000, W), board("5x5", "vertical", 604, L)]);
        assert_eq!(line(&text, "4x7"), ["4x7", "?", "V", ">", "1,000", "1,984"]);
        assert_eq!(line(&text, "5x5"), ["5x5", "2", "2", "604", "604", "="]);
        assert!(text.contains("1 board: geometric mean ratio 1.000"), "{text}");
        assert!(text.contains("results: 1 of 1 as published"), "{text}");
        assert!(text.contains("left out of the ratios: 1"), "{text}");
    }

    #[test]
    fn a_search_that_gave_up_is_left_out() {
        let text = of_boards(&[board("8x8", "vertical", 1_000_000, None)]);
        assert_eq!(line(&text, "8x8"), ["8x8", "?", "1", ">", "1,000,000", "441,990,070"]);
        assert!(!text.contains("geometric") && !text.contains("results"), "{text}");
    }

    #[test]
    fn a_misprint_is_explained_and_a_difference_is_marked() {
        let rows = [board("3x3", "vertical", 1, W), board("5x5", "vertical", 700, W), board("2x2", "vertical", 2, W)];
        let text = of_boards(&rows);
        assert_eq!(line(&text, "3x3"), ["3x3", "1", "H†", "1", "1", "="]);
        assert_eq!(line(&text, "5x5"), ["5x5", "1", "2≠", "700", "604", "1.159"]);
        assert!(text.contains("† 3x3: the thesis prints H"), "{text}");
        assert!(text.contains("1 of 3 as published; misprinted (†): 3x3; differing (≠): 5x5"), "{text}");
        assert!(text.contains("worst 2.000 (2x2)"), "{text}");
        assert!(!of_boards(&rows[2..]).contains('†'));
        // A misprint excuses only the right result.
        let wrong = of_boards(&[board("3x3", "vertical", 1, L)]);
        assert_eq!(line(&wrong, "3x3")[..3], ["3x3", "2", "H≠"]);
    }

    #[test]
    fn a_low_ratio_can_be_the_worst() {
        let text = of_boards(&[board("5x5", "vertical", 302, L), board("6x6", "vertical", 25_848, W)]);
        assert!(text.contains("mean ratio 0.866, 0 exact (=), worst 0.500 (5x5)"), "{text}");
    }

    #[test]
    fn seeds_are_shown_as_mean_and_range() {
        let seeds = [(1, 600), (2, 604), (3, 620)];
        let rows = seeds.map(|(seed, nodes)| seeded("5x5", "vertical", seed, nodes, L));
        let text = of_boards(&rows);
        assert_eq!(line(&text, "5x5"), ["5x5", "2", "2", "608", "600–620", "604", "1.007"]);
        assert!(text.contains("means over 3 key seeds"), "{text}");
        // One unfinished seed leaves a lower bound; the winner is still known.
        let [one, two, _] = rows;
        let text = of_boards(&[one, two, seeded("5x5", "vertical", 3, 500, None)]);
        assert_eq!(line(&text, "5x5"), ["5x5", "2", "2", ">", "568", "604"]);
    }

    #[test]
    fn seeds_that_disagree_are_not_hidden() {
        let text = of_boards(&[seeded("5x5", "vertical", 1, 604, L), seeded("5x5", "vertical", 2, 604, W)]);
        assert_eq!(line(&text, "5x5")[..3], ["5x5", "1/2", "2≠"]);
    }

    #[test]
    fn nodes_are_compared_with_the_same_table_only() {
        let other = row("domineering board=5x5 first=vertical scheme=deep positions=8K parts=all seed=1970", 700, L);
        let text = of_boards(&[other, board("5x5", "vertical", 604, L)]);
        assert!(text.contains("Deep, 8K positions") && text.contains("TwoBig1, 2048K positions"), "{text}");
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("5x5")).collect();
        assert_eq!(lines[0].split_whitespace().collect::<Vec<_>>(), ["5x5", "2", "2", "700"]);
        assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["5x5", "2", "2", "604", "604", "="]);
    }
}
