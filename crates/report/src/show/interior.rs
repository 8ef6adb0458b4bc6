//! What a table handles: at how many nodes above the horizon it has a record, and at how many moves are generated.

use std::collections::BTreeMap;

use experiments::row::{InteriorNodes, Row};
use schemes::{Positions, Scheme};

use crate::numbers::names::scheme_label;
use crate::show::block::Block;

/// What the columns mean.
const NOTE: &str = "\
Percentages of the nodes above the horizon. found: the table has a record; score: a score from the
table ends the node; move: the table's move ends it; generated: the moves are generated. The last
column is the percentage generated of the nodes that no score ends.";

/// A kind of searches: set, depth, scheme and size.
type Kind = (String, u8, Option<Scheme>, Option<Positions>);

/// Makes the table of rows: a line for each set, depth, scheme and size, summed over games and key seeds.
pub(crate) fn table<'r>(rows: impl IntoIterator<Item = &'r Row>) -> Vec<Block> {
    let all = sums(rows);
    if all.is_empty() {
        return Vec::new();
    }
    let name = |(set, depth, scheme, positions): &Kind| {
        let size = positions.map(|size| format!(", {size}")).unwrap_or_default();
        format!("{set}, {depth} ply, {}{size}", scheme_label(*scheme))
    };
    let heads = ["nodes", "found", "score", "move", "generated", "of rest"];
    let rows = all.iter().map(|(kind, nodes)| (name(kind), line(*nodes)));
    vec![Block::matrix("nodes above the horizon, in percent", heads, rows), Block::Note(NOTE.to_owned())]
}

/// Returns what the deepest searches found in the table, in words.
pub(crate) fn finding(rows: &[Row]) -> Option<String> {
    let all = sums(rows);
    let ((_, depth, ..), nodes) = all.iter().max_by_key(|((_, depth, ..), _)| *depth)?;
    let [found, ended] = [nodes.hits, nodes.cutoffs].map(|part| percent(part, nodes.nodes));
    Some(format!("the table has {found} % of the nodes above the horizon and ends {ended} % ({depth} ply)"))
}

fn sums<'r>(rows: impl IntoIterator<Item = &'r Row>) -> BTreeMap<Kind, InteriorNodes> {
    let mut all = BTreeMap::<Kind, InteriorNodes>::new();
    for row in rows.into_iter().filter(|row| row.is_complete() && row.cell.scheme.is_some()) {
        let (Some((set, depth)), Some(found)) = (row.cell.game.set_and_depth(), row.interior) else { continue };
        let kind = (set, depth, row.cell.scheme, row.cell.positions);
        let sum = all.entry(kind).or_default();
        sum.nodes += found.nodes;
        sum.hits += found.hits;
        sum.cutoffs += found.cutoffs;
        sum.table_moves += found.table_moves;
        sum.generated += found.generated;
    }
    all.retain(|_, nodes| nodes.nodes > nodes.cutoffs);
    all
}

fn line(InteriorNodes { nodes, hits, cutoffs, table_moves, generated }: InteriorNodes) -> Vec<String> {
    let parts = [hits, cutoffs, table_moves, generated].map(|part| percent(part, nodes));
    [vec![experiments::text::grouped(nodes)], parts.to_vec(), vec![percent(generated, nodes - cutoffs)]].concat()
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}", 100.0 * part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{checked, chess, row};

    fn counted(game: u16, hits: u64) -> Row {
        let cell = chess(&format!("game={game} depth=5"));
        let interior = InteriorNodes { nodes: 1000, hits, cutoffs: 200, table_moves: 100, generated: 600 };
        let complete = experiments::row::Ending::Searched(Vec::new());
        Row { ending: complete, interior: Some(interior), ..row(&cell, 5000, None) }
    }

    #[test]
    fn the_parts_of_games_are_summed() {
        let rows = [counted(1, 300), counted(2, 500)];
        let text = checked(&table(&rows));
        let line: Vec<&str> =
            text.lines().find(|line| line.starts_with("vsb-1994")).unwrap().split_whitespace().collect();
        assert_eq!(line[line.len() - 6..], ["2,000", "40.0", "20.0", "10.0", "60.0", "75.0"]);
        let found = "the table has 40.0 % of the nodes above the horizon and ends 20.0 % (5 ply)";
        assert_eq!(finding(&rows).as_deref(), Some(found));
        let older = Row { interior: None, ..rows[0].clone() };
        assert!(table([&older]).is_empty() && finding(&[older]).is_none());
    }
}
