//! The nodes of a program with different techniques: a row for every set of them; and what larger tables do to each.

use std::collections::{BTreeMap, BTreeSet};

use experiments::definition::{Definition, Part};
use experiments::row::Row;
use experiments::text::grouped;
use schemes::{Positions, Scheme};
use stats::{Design, Estimand, Estimate, Pairs};

use crate::numbers::names::scheme_label;
use crate::show::block::Block;

/// The nodes of each position of each game in the deepest searches.
type Nodes = BTreeMap<u16, Vec<u64>>;

/// The table of a search.
type Table = (Option<Scheme>, Option<Positions>);

/// The nodes with each set of techniques, in the order of the definition.
type Sets = Vec<(String, Nodes)>;

/// Returns a table for every table of the searches, and what they say in one sentence.
pub(crate) fn show(definition: &Definition, rows: &[Row]) -> (Vec<Block>, String) {
    let mut names: Vec<String> = Vec::new();
    for cell in [&definition.full, &definition.quick].into_iter().flat_map(Part::each_cell) {
        let name = cell.game.programs();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut tables = BTreeMap::<Table, Sets>::new();
    for row in rows.iter().filter(|row| row.is_complete() && row.cell.seed == zobrist::DEFAULT_SEED) {
        let empty = || names.iter().map(|name| (name.clone(), Nodes::new())).collect();
        let sets = tables.entry((row.cell.scheme, row.cell.positions)).or_insert_with(empty);
        let (name, deepest) = (row.cell.game.programs(), row.cell.game.depth());
        let nodes = row.searches().iter().filter(|one| Some(one.depth) == deepest).map(|one| one.nodes).collect();
        let (game, _) = row.cell.game.sequence().unwrap_or_default();
        if let Some((_, of_set)) = sets.iter_mut().find(|set| set.0 == name) {
            of_set.insert(game, nodes);
        }
    }
    let schemes: BTreeSet<Option<Scheme>> = tables.keys().map(|&(scheme, _)| scheme).collect();
    if schemes.len() == 1 && tables.len() > 1 {
        return growth(&tables);
    }
    let mut blocks = Vec::new();
    let mut most = None;
    for ((scheme, positions), mut sets) in tables {
        sets.retain(|(_, nodes)| !nodes.is_empty());
        let Some((first, reference)) = sets.first().cloned() else { continue };
        let line = |(name, nodes): &(String, Nodes)| {
            let ratio = ratio(nodes, &reference).filter(|_| *name != first);
            let sum: u64 = nodes.values().flatten().sum();
            (label(name), vec![grouped(sum), ratio.as_ref().map(text).unwrap_or_default()])
        };
        let size = positions.map(|positions| format!(", {positions} positions")).unwrap_or_default();
        let (scheme, about) = (scheme_label(scheme), about(&reference));
        let caption = format!("nodes with {scheme}{size}, and how many times those of the first row{about}");
        blocks.push(Block::matrix(caption, ["nodes", "ratio"], sets.iter().map(line)));
        let ratios = sets.iter().skip(1).filter_map(|(name, nodes)| Some((ratio(nodes, &reference)?.mean, name)));
        most = ratios.map(|(mean, name)| (mean, label(name))).max_by(|a, b| a.0.total_cmp(&b.0)).or(most);
    }
    let finding =
        most.map(|(mean, name)| format!("{name} needs the most nodes, {mean:.2} times those of the first set"));
    (blocks, finding.unwrap_or_else(|| "too few finished searches to compare".to_owned()))
}

/// Returns a table with the nodes at each size of the table, and how many times those with the smallest table, for
/// every set of techniques; and what it says in one sentence.
fn growth(tables: &BTreeMap<Table, Sets>) -> (Vec<Block>, String) {
    let sizes: Vec<(String, &Sets)> = tables.iter().map(|(&(_, size), sets)| (size_text(size), sets)).collect();
    let Some(((smallest, first), (largest, last))) = sizes.first().zip(sizes.last()) else {
        return (Vec::new(), String::new());
    };
    let heads = first.iter().flat_map(|(name, _)| [label(name), "ratio".to_owned()]);
    let line = |(size, sets): &(String, &Sets)| {
        let cells = sets.iter().zip(first.iter()).flat_map(|((_, nodes), (_, reference))| {
            let sum: u64 = nodes.values().flatten().sum();
            let ratio = ratio(nodes, reference).filter(|_| size != smallest);
            [if sum == 0 { String::new() } else { grouped(sum) }, ratio.as_ref().map(text).unwrap_or_default()]
        });
        (size.clone(), cells.collect())
    };
    let about = first.first().map_or("", |(_, nodes)| about(nodes));
    let caption = format!("nodes by positions in the table, and how many times those with {smallest}{about}");
    let blocks = vec![Block::matrix(caption, heads, sizes.iter().map(line))];
    let grown = last.iter().zip(first.iter()).filter_map(|((name, nodes), (_, reference))| {
        Some(format!("{} {:.2}", label(name), ratio(nodes, reference)?.mean))
    });
    let grown: Vec<String> = grown.collect();
    if grown.is_empty() {
        return (Vec::new(), "too few finished searches to compare".to_owned());
    }
    (blocks, format!("with {largest} positions instead of {smallest}, times the nodes: {}", grown.join(", ")))
}

/// Says what the ratios are about.
fn about(games: &Nodes) -> &'static str {
    match Estimand::of_games(games.len()) {
        Estimand::Sums => "",
        Estimand::Games => ", in a typical game",
    }
}

fn size_text(size: Option<Positions>) -> String {
    size.map_or_else(|| "no table".to_owned(), |size| size.to_string())
}

/// Returns the name of a set of techniques, as people write it.
fn label(programs: &str) -> String {
    let label = programs.trim_start_matches(':').replace(':', ", ").replace('=', " ");
    if label.is_empty() { "standard".to_owned() } else { label }
}

/// Returns the nodes of a set of techniques divided by those of another one, on the games of both.
fn ratio(ours: &Nodes, theirs: &Nodes) -> Option<Estimate> {
    let common = ours.iter().filter_map(|(game, nodes)| Some((nodes, theirs.get(game)?)));
    let common: Vec<_> = common.filter(|(ours, theirs)| ours.len() == theirs.len() && !ours.is_empty()).collect();
    let counts = common.iter().flat_map(|(ours, theirs)| ours.iter().copied().zip(theirs.iter().copied()));
    let counts: Vec<(u64, u64)> = counts.collect();
    if counts.is_empty() {
        return None;
    }
    let design = Design::new(1, common.iter().map(|(ours, _)| ours.len()));
    let estimand = Estimand::of_games(common.len());
    Some(stats::ratios(&[Pairs::new(design, counts).about(estimand)], 0)?.mean)
}

fn text(ratio: &Estimate) -> String {
    let interval = ratio.interval().map(|interval| format!(" [{:.3}, {:.3}]", interval.low, interval.high));
    format!("{:.3}{}", ratio.mean, interval.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{checked, definition, line, row_of_positions};

    #[test]
    fn sets_are_compared_with_the_first_one_on_the_games_of_both() {
        let definition = definition("engine-ablation-nodes");
        let rows: Vec<Row> = definition
            .quick
            .cells(1)
            .iter()
            .map(|cell| {
                let factor = if cell.game.programs() == ":without=null-move" { 2 } else { 1 };
                row_of_positions(&cell.to_string(), &[100 * factor, 300 * factor])
            })
            .collect();
        let (blocks, finding) = show(&definition, &rows);
        let text = checked(&blocks);
        assert_eq!(line(&text, "standard")[1..], ["1,200"]);
        assert_eq!(line(&text, "without null-move")[2..], ["2,400", "2.000", "[2.000,", "2.000]"]);
        assert_eq!(finding, "without null-move needs the most nodes, 2.00 times those of the first set");
        // Another set has one game less.
        let (blocks, _) = show(&definition, &rows[..rows.len() - 1]);
        assert_eq!(line(&checked(&blocks), "without table-depth")[2..4], ["800", "1.000"]);
        assert_eq!(show(&definition, &[]).0, Vec::new());
    }

    #[test]
    fn tables_are_compared_with_the_smallest_one() {
        let definition = definition("engine-sizes");
        let nodes = |cell: &experiments::Cell| match (cell.game.programs().is_empty(), cell.positions) {
            (true, Some(positions)) if positions.to_string() == "4K" => [110, 330],
            (false, Some(positions)) if positions.to_string() == "4K" => [80, 240],
            _ => [100, 300],
        };
        let cells = definition.quick.cells(1);
        let row = |cell: &experiments::Cell| row_of_positions(&cell.to_string(), &nodes(cell));
        let rows: Vec<Row> = cells.iter().map(row).collect();
        let (blocks, finding) = show(&definition, &rows);
        let text = checked(&blocks);
        assert_eq!(line(&text, "256")[1..], ["1,200", "1,200"]);
        assert_eq!(
            line(&text, "4K")[1..],
            ["1,320", "1.100", "[1.100,", "1.100]", "960", "0.800", "[0.800,", "0.800]"]
        );
        assert_eq!(
            finding,
            "with 4K positions instead of 256, times the nodes: standard 1.10, without table-depth 0.80"
        );
    }
}
