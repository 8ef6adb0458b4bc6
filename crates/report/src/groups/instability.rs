//! How often a table changes the score and the move of a search, by the causes of `[Moreland 2001]`: records of other
//! depths, and scores that depend on the path.

use std::collections::BTreeMap;

use experiments::Cell;
use experiments::cell::{SearchOption, SearchOptions, options};
use experiments::row::Row;
use experiments::text::grouped;
use stats::wilson;

use crate::numbers::observations::without_table_options;
use crate::report::Report;
use crate::show::block::Block;

/// What the columns are.
const NOTE: &str = "\
other score, other move: of the searches, those whose result at the root differs from that of the same
search without a table, with 95 % intervals as if the searches were independent. Another move can have
the same score. nodes: relative to no table.";

/// The options that say what a search takes from the table, as rows name them.
const OPTIONS: [(SearchOption, &str); 6] = [
    (options::CUT_OFF_ONLY, "cut-offs only"),
    (options::EXACT_DEPTH, "same depth"),
    (options::CLOCK_KEYS, "clock in the key"),
    (options::PATH_KEYS, "path in the key"),
    (options::NO_PATH_SCORES, "no scores of paths"),
    (options::SIMULATE_PATHS, "simulated paths"),
];

/// The differences between searches with a table and the same searches without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Differences {
    searches: u64,
    scores: u64,
    moves: u64,
    nodes: u64,
    nodes_without: u64,
}

impl Differences {
    fn add(&mut self, other: Self) {
        self.searches += other.searches;
        self.scores += other.scores;
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.nodes_without += other.nodes_without;
    }
}

/// Makes a table for each experiment, and says in words what they have in common.
#[must_use]
pub(super) fn tables(reports: &[Report<'_>]) -> Vec<Block> {
    let mut all = BTreeMap::<SearchOptions, Differences>::new();
    let mut blocks = Vec::new();
    for report in reports {
        let depths = report.definition.depths(&report.rows);
        let found = differences(&report.rows, |depth| depths.contains(&depth));
        if found.is_empty() {
            continue;
        }
        for (&search, &of) in &found {
            all.entry(search).or_default().add(of);
        }
        blocks.push(table(&report.definition.title, &found));
    }
    if !blocks.is_empty() {
        blocks.push(Block::Note(NOTE.to_owned()));
        blocks.extend(words(&all).map(Block::Note));
    }
    blocks
}

/// Compares the searches of each way with those without a table, at some depths.
fn differences(rows: &[Row], is_wanted: impl Fn(u8) -> bool) -> BTreeMap<SearchOptions, Differences> {
    let key = |cell: &Cell| (cell.game.clone(), without_table_options(cell.search), cell.seed);
    let is_complete = |row: &&Row| row.is_complete();
    let without: BTreeMap<_, &Row> = rows
        .iter()
        .filter(is_complete)
        .filter(|row| row.cell.scheme.is_none())
        .map(|row| (key(&row.cell), row))
        .collect();
    let mut all = BTreeMap::<SearchOptions, Differences>::new();
    for row in rows.iter().filter(is_complete).filter(|row| row.cell.scheme.is_some()) {
        let Some(reference) = without.get(&key(&row.cell)) else { continue };
        let of = all.entry(row.cell.search).or_default();
        for (with, without) in row.searches().iter().zip(reference.searches()) {
            debug_assert_eq!((with.position, with.depth), (without.position, without.depth));
            if is_wanted(with.depth) {
                of.add(Differences {
                    searches: 1,
                    scores: u64::from(with.score != without.score),
                    moves: u64::from(with.best != without.best),
                    nodes: with.nodes,
                    nodes_without: without.nodes,
                });
            }
        }
    }
    all.retain(|_, of| of.searches > 0);
    all
}

/// Returns what a search takes from the table, in words.
fn label(search: SearchOptions) -> String {
    let words: Vec<&str> =
        OPTIONS.iter().filter(|(option, _)| search.contains(*option)).map(|(_, says)| *says).collect();
    if words.is_empty() { "as printed".to_owned() } else { words.join(", ") }
}

fn percent(part: u64, whole: u64) -> String {
    // A few searches say nothing about others.
    let interval = wilson(part, whole)
        .filter(|_| whole >= 10)
        .map(|of| format!(" [{:.1}, {:.1}]", 100.0 * of.low, 100.0 * of.high));
    format!("{part}, {:.1} %{}", 100.0 * part as f64 / whole as f64, interval.unwrap_or_default())
}

/// Returns the ways in the order of what they exclude: fewest options first.
fn in_order(found: &BTreeMap<SearchOptions, Differences>) -> Vec<(SearchOptions, Differences)> {
    let mut ways: Vec<_> = found.iter().map(|(&search, &of)| (search, of)).collect();
    ways.sort_by_key(|(search, _)| {
        let place = |option: &SearchOption| OPTIONS.iter().position(|(known, _)| known == option);
        let places: Vec<usize> = search.iter().filter_map(|option| place(&option)).collect();
        (places.len(), places)
    });
    ways
}

fn table(title: &str, found: &BTreeMap<SearchOptions, Differences>) -> Block {
    let row = |(search, of): (SearchOptions, Differences)| {
        let nodes = format!("{:.3}", of.nodes as f64 / of.nodes_without as f64);
        (label(search), vec![percent(of.scores, of.searches), percent(of.moves, of.searches), nodes])
    };
    let searches = found.values().next().map_or(0, |of| of.searches);
    let (caption, heads) = (format!("{title}: {} searches", grouped(searches)), ["other score", "other move", "nodes"]);
    Block::matrix(caption, heads, in_order(found).into_iter().map(row))
}

/// Says how many scores each cause changes; `None` if a search that the sentence needs is missing.
fn words(all: &BTreeMap<SearchOptions, Differences>) -> Option<String> {
    let has = |search: &SearchOptions, wanted: &[SearchOption]| {
        OPTIONS.iter().all(|(option, _)| search.contains(*option) == wanted.contains(option))
    };
    let of = |wanted: &[SearchOption]| all.iter().find(|(search, _)| has(search, wanted)).map(|(_, of)| *of);
    let cut_off = of(&[options::CUT_OFF_ONLY])?;
    let same_depth = of(&[options::CUT_OFF_ONLY, options::EXACT_DEPTH])?;
    let both = of(&[options::CUT_OFF_ONLY, options::EXACT_DEPTH, options::PATH_KEYS])?;
    Some(format!(
        "Of {} searches with a table, the number with a different score is {}. With records of the same depth\n\
         alone, it is {}: the difference is due to the draft of the records. With the path in the key as well, it\n\
         is {}: this difference is due to the path.",
        grouped(cut_off.searches),
        cut_off.scores,
        same_depth.scores,
        both.scores
    ))
}

#[cfg(test)]
mod tests {
    use experiments::row::{Ending, Searched};

    use super::*;
    use crate::samples::{checked, chess, line, row};

    /// A row of two positions at two depths with these scores.
    fn searched(search: &str, table: &str, scores: [i16; 4], best: &str) -> Row {
        let cell = chess(&format!("depth=2 between=clear search={search} scheme={table}"));
        let one = |index: usize| Searched {
            position: index as u16 / 2,
            depth: index as u8 % 2 + 1,
            nodes: if table == "none" { 100 } else { 50 },
            score: scores[index],
            best: best.parse().ok(),
        };
        let ending = Ending::Searched((0..4).map(one).collect());
        Row { ending, ..row(&cell, 400, None) }
    }

    fn rows() -> Vec<Row> {
        let table = "two-big1";
        vec![
            searched("repeat-once", "none", [1, 2, 3, 4], "e2e4"),
            searched("cut-off-only+repeat-once", table, [1, 9, 9, 9], "d2d4"),
            searched("cut-off-only+repeat-once+exact-depth", table, [1, 2, 3, 9], "e2e4"),
            searched("cut-off-only+repeat-once+exact-depth+path-keys", table, [1, 2, 3, 4], "e2e4"),
            // Without a reference, it is not compared.
            searched("cut-off-only", table, [0; 4], "e2e4"),
        ]
    }

    #[test]
    fn searches_are_compared_with_those_without_a_table() {
        let all = differences(&rows(), |depth| depth == 2);
        let scores: Vec<(u64, u64, u64)> = all.values().map(|of| (of.searches, of.scores, of.moves)).collect();
        assert_eq!(scores, [(2, 2, 2), (2, 1, 0), (2, 0, 0)]);
        assert!(all.values().all(|of| (of.nodes, of.nodes_without) == (100, 200)));
    }

    #[test]
    fn the_table_says_what_each_search_takes() {
        let all = differences(&rows(), |_| true);
        let text = checked(&[table("x", &all)]);
        let cells = line(&text, "cut-offs only  ")[2..].join(" ");
        assert_eq!(cells, "3, 75.0 % 4, 100.0 % 0.500");
        assert_eq!(percent(28, 336), "28, 8.3 % [5.8, 11.8]");
        let sentence = words(&all).expect("all searches are there");
        assert!(
            sentence.starts_with("Of 4 searches with a table, the number with a different score is 3."),
            "{sentence}"
        );
        assert!(sentence.contains("alone, it is 1:") && sentence.contains("is 0:"), "{sentence}");
        assert_eq!(words(&BTreeMap::new()), None);
        assert_eq!(label(SearchOptions::PLAIN), "as printed");
    }
}
