//! Tables of node counts: by scheme and table size, or by scheme and depth.

use std::collections::BTreeSet;

use anyhow::Result;
use schemes::Positions;

use crate::numbers::board_summary::{BoardConfiguration, geometric_mean};
use crate::numbers::names::scheme_label;
use crate::numbers::observations::{Group, Setting, Variant};
use crate::numbers::printed_boards::printed_nodes;
use crate::numbers::totals::Totals;
use crate::show::block::Block;
use crate::show::board_tables::{incomplete_note, nodes_text, percent};
use experiments::published::Depths;
use experiments::readings::Readings;
use experiments::text::grouped;
use stats::Estimand;

/// The rows of a table.
type Rows = Vec<(String, Vec<String>)>;

/// Shown instead of an interval where all searches have the same nodes.
const SAME: &str = "=";

/// Shown instead of an interval whose ends both round to zero.
const NEARLY_SAME: &str = "±0.0";

/// Returns a block for every size: a row for every variant, a column for every depth.
pub(crate) fn depths(totals: &Totals, with_print: bool) -> Result<Vec<Block>> {
    let mut blocks = Vec::new();
    let printed = with_print.then(Depths::read).transpose()?;
    let heads: Vec<String> = totals.groups.iter().map(Group::to_string).collect();
    for size in columns(totals) {
        let rows = |text: &dyn Fn(Variant, Group) -> Option<String>| -> Rows {
            let cells = |variant| totals.groups.iter().map(move |&group| text(variant, group).unwrap_or_default());
            totals.variants.iter().map(|&variant| (totals.label(variant), cells(variant).collect())).collect()
        };
        let print = |variant: Variant, group| {
            // A reading says what the publication may have meant, so it is compared with the same numbers.
            let (_, scheme, rest) = Readings::of(variant.scheme, variant.search);
            let printed = printed.as_ref().filter(|_| variant.is_whole() && variant.line == 1 && rest.is_plain())?;
            let Group::Ply(depth) = group else { return None };
            printed.get(totals.between, scheme, scheme.and(size), depth)
        };
        let of_size = size.map(|size| format!(", {size} positions")).unwrap_or_default();
        let heading = format!("nodes on {}{of_size}", totals.heading());
        let nodes = rows(&|variant, group| totals.nodes(variant, size, group).map(nodes_text));
        blocks.push(Block::matrix(heading, &heads, nodes));
        let several = totals.sizes.len() > 1;
        let of_size = size.filter(|_| several).map(|size| format!("{size} positions: ")).unwrap_or_default();
        let of_size = of_size.as_str();

        if !totals.values.is_empty() {
            let value = |variant: Variant, group| {
                let values = totals.values.get(&Setting { group, positions: variant.scheme.and(size), variant })?;
                Some(values.iter().map(|value| format!("{value:+}")).collect::<Vec<_>>().join("/"))
            };
            let heading = format!("{of_size}value for the player to move");
            blocks.push(Block::matrix(heading, &heads, rows(&value)));
        }
        let ratio = |variant, group| Some(print(variant, group)? as f64 / totals.known(variant, size, group)?.mean);
        let ratios: Vec<f64> = totals
            .variants
            .iter()
            .flat_map(|&variant| totals.groups.iter().filter_map(move |&group| ratio(variant, group)))
            .collect();
        if let Some(mean) = geometric_mean(&ratios) {
            let text = rows(&|variant, group| ratio(variant, group).map(|ratio| format!("{ratio:.2}")));
            let compared =
                totals.variants.iter().filter(|&&one| totals.groups.iter().any(|&group| ratio(one, group).is_some()));
            let readings: BTreeSet<Readings> =
                compared.map(|variant| Readings::of(variant.scheme, variant.search).0).collect();
            // A mean of several readings says nothing about any of them.
            let mean = if readings.len() == 1 { format!(" (geometric mean {mean:.2})") } else { String::new() };
            let heading = format!("{of_size}published / ours{mean}");
            blocks.push(Block::matrix(heading, &heads, text));
        }
        let has_none = totals.variants.iter().any(|variant| variant.scheme.is_none());
        if has_none && totals.variants.len() > 1 {
            let benefit = |variant: Variant, group| {
                let none = totals.without_table(variant)?;
                let without = totals.known(none, None, group)?.mean;
                let ours = totals.known(variant, size, group)?.mean / without;
                let printed = print(variant, group).zip(print(none, group));
                let printed = printed.map(|(with, without)| format!(" ({:.3})", with as f64 / without as f64));
                Some(format!("{ours:.3}{}", printed.unwrap_or_default()))
            };
            let as_printed = if ratios.is_empty() { "" } else { " (in brackets as published)" };
            let heading = format!("{of_size}relative to no table{as_printed}");
            blocks.push(Block::matrix(heading, &heads, rows(&benefit)));
        }
        let paired = |reference| rows(&|variant, group| paired(totals, variant, reference, size, group));
        blocks.extend(differences(totals, of_size, &paired, &heads));
    }
    blocks.extend(last_line(totals));
    Ok(blocks)
}

/// Returns the table sizes; a single `None` if nothing was searched with a table.
fn columns(totals: &Totals) -> Vec<Option<Positions>> {
    if totals.sizes.is_empty() { vec![None] } else { totals.sizes.iter().copied().map(Some).collect() }
}

/// Returns a block for every depth: a row for every variant, a column for every size.
pub(crate) fn sizes(totals: &Totals) -> Vec<Block> {
    let mut blocks = Vec::new();
    let sizes: Vec<Option<Positions>> = columns(totals);
    let head = |size: &Option<Positions>| size.map_or_else(|| "nodes".to_owned(), |size| size.to_string());
    let heads: Vec<String> = sizes.iter().map(head).collect();
    for &group in &totals.groups {
        let rows = |text: &dyn Fn(Variant, Option<Positions>) -> Option<String>| -> Rows {
            let cells = |variant| sizes.iter().map(move |&size| text(variant, size).unwrap_or_default());
            totals.variants.iter().map(|&variant| (totals.label(variant), cells(variant).collect())).collect()
        };
        let best = |size| totals.fewest(size, group);
        let is_board = matches!(group, Group::Board(_));
        let nodes = rows(&|variant, size| {
            let nodes = totals.nodes(variant, size, group)?;
            let is_best = nodes.known().is_some_and(|spread| Some(spread.mean) == best(size));
            // A blank keeps the digits aligned. The eight sizes of chess leave no room for a mark.
            let mark = match (is_board, is_best) {
                (true, true) => "*",
                (true, false) => " ",
                (false, _) => "",
            };
            Some(format!("{}{mark}", nodes_text(nodes)))
        });
        let mark = if is_board { " (* fewest)" } else { "" };
        blocks.push(Block::matrix(format!("nodes {}{mark}", totals.heading_of(group)), &heads, nodes));
        blocks.extend(printed_notes(totals, group));
        let relative =
            rows(&|variant, size| Some(format!("{:.3}", totals.known(variant, size, group)?.mean / best(size)?)));
        let of_group = if totals.groups.len() > 1 { format!("{group}: ") } else { String::new() };
        let of_group = of_group.as_str();
        let heading = format!("{of_group}relative to the best at that size");
        blocks.push(Block::matrix(heading, &heads, relative));
        let paired = |reference| rows(&|variant, size| paired(totals, variant, reference, size, group));
        blocks.extend(differences(totals, of_group, &paired, &heads));
        if totals.seeds.are_several() {
            let spread = rows(&|variant, size| totals.known(variant, size, group).map(percent));
            let heading = format!("{of_group}min–max over the seeds, in percent of the mean");
            blocks.push(Block::matrix(heading, &heads, spread));
        }
        if totals.variants.iter().any(|variant| variant.line > 1) {
            let guided = rows(&|variant, size| {
                let &(guided, all) = totals.guided.get(&Setting { group, positions: size, variant })?;
                Some(format!("{:.3}", 100.0 * guided as f64 / all.max(1) as f64))
            });
            let heading = format!("{of_group}nodes whose first move came from the line of an ancestor, in percent");
            blocks.push(Block::matrix(heading, &heads, guided));
        }
    }
    blocks.extend(suggestions(totals));
    blocks.extend(last_line(totals));
    blocks
}

/// Returns how many more nodes than the reference the other variants need, with intervals, and what their signs mean.
fn differences(totals: &Totals, prefix: &str, paired: &dyn Fn(Variant) -> Rows, heads: &[String]) -> Vec<Block> {
    let Some(reference) = totals.reference() else { return Vec::new() };
    let rows = paired(reference).into_iter().zip(&totals.variants);
    let rows: Rows = rows.filter(|(_, variant)| **variant != reference).map(|(row, _)| row).collect();
    let cells = || rows.iter().flat_map(|(_, cells)| cells);
    if cells().all(String::is_empty) {
        return Vec::new();
    }
    let seeds = if totals.seeds.are_several() { " and key seeds" } else { "" };
    let of = totals.label(reference);
    let (typical, units) = match totals.estimand() {
        Estimand::Sums => ("", "positions"),
        Estimand::Games => (" in a typical game", "games"),
    };
    let heading =
        format!("{prefix}more nodes than {of}{typical}, in percent: individual 95 % intervals over {units}{seeds}");
    let meanings = [(SAME, "the same nodes in every search"), (NEARLY_SAME, "less than 0.05 in either direction")];
    let used = meanings.into_iter().filter(|(sign, _)| cells().any(|text| text == sign));
    let legend = used.map(|(sign, meaning)| format!("{sign} {meaning}")).collect::<Vec<_>>().join("; ");
    let legend = (!legend.is_empty()).then_some(Block::Note(legend));
    [Block::matrix(heading, heads, rows)].into_iter().chain(legend).collect()
}

/// Returns the printed nodes of a board, and our ratio to them.
fn printed_notes(totals: &Totals, group: Group) -> Vec<Block> {
    let Group::Board(board) = group else { return Vec::new() };
    let mut notes = Vec::new();
    for &variant in &totals.variants {
        for &positions in &totals.sizes {
            let Variant { search, scheme, parts, .. } = variant;
            let configuration = BoardConfiguration { board, search, parts, scheme, positions: Some(positions) };
            let Some(printed) = printed_nodes(&totals.boards, &configuration) else { continue };
            let ours = totals.known(variant, Some(positions), group);
            let ratio = ours.map(|ours| format!("; ours / published = {:.3}", ours.mean / printed as f64));
            let (name, printed, ratio) = (scheme_label(scheme), grouped(printed), ratio.unwrap_or_default());
            notes.push(Block::Note(format!("published (Table 2.1): {name} {positions} {printed}{ratio}")));
        }
    }
    notes
}

/// Returns the 95 % interval of how many percent more nodes a variant needs than the reference.
fn paired(
    totals: &Totals,
    variant: Variant,
    reference: Variant,
    size: Option<Positions>,
    group: Group,
) -> Option<String> {
    if variant == reference {
        return None;
    }
    let stats::Interval { low, high } = totals.ratio(variant, reference, size, group)?.interval()?;
    if totals.are_same(variant, reference, size, group) {
        return Some(SAME.to_owned());
    }
    let percent = |ratio: f64| match format!("{:+.1}", 100.0 * (ratio - 1.0)).as_str() {
        "+0.0" | "-0.0" => "0.0".to_owned(),
        percent => percent.to_owned(),
    };
    Some(match [percent(low), percent(high)] {
        [low, high] if low == "0.0" && high == "0.0" => NEARLY_SAME.to_owned(),
        [low, high] => format!("{low} … {high}"),
    })
}

/// How large a table should be at each depth, by the criterion of the thesis.
fn suggestions(totals: &Totals) -> Option<Block> {
    let groups: Vec<Group> = totals.groups.iter().copied().filter(|group| !matches!(group, Group::Board(_))).collect();
    let row = |&variant: &Variant| -> (String, Vec<String>) {
        let sizes = groups.iter().map(|&group| totals.suggested(variant, group).unwrap_or_default());
        (totals.label(variant), sizes.collect())
    };
    let with_table = totals.variants.iter().filter(|variant| variant.scheme.is_some()).map(row);
    let rows: Rows = with_table.filter(|(_, sizes)| sizes.iter().any(|size| !size.is_empty())).collect();
    let caption = "suggested size: the smallest whose doubling saves less than 1 % of the nodes";
    (!rows.is_empty()).then(|| Block::matrix(caption, groups.iter().map(Group::to_string), rows))
}

fn last_line(totals: &Totals) -> Option<Block> {
    let incomplete = totals.counts.values().filter(|nodes| nodes.known().is_none()).count();
    (incomplete > 0).then(|| incomplete_note(incomplete))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::effects::Effects;
    use crate::samples::{checked, line, rows_of_schemes};
    use crate::show::picture::Picture;
    use crate::show::pictures::pictures;
    use experiments::definition::{Definition, ReportKind};
    use experiments::row::{Ending, Row};

    fn rows(all: &[(&str, &str, [u64; 6])]) -> Vec<Row> {
        rows_of_schemes("depth=5", all)
    }

    fn blocks(definition: &Definition, rows: &[Row]) -> Vec<Block> {
        let totals = Totals::of(definition, rows);
        if definition.kind == ReportKind::Sizes { sizes(&totals) } else { depths(&totals, false).unwrap() }
    }

    fn drawn(definition: &Definition, rows: &[Row]) -> Vec<Picture> {
        let totals = Totals::of(definition, rows);
        pictures(definition, &totals, Effects::against_best(&totals.each).as_ref(), "found").unwrap()
    }

    fn printed(name: &str, rows: &[Row]) -> String {
        let mut out = Vec::new();
        for block in blocks(&Definition::find(name).unwrap(), rows) {
            block.print(&mut out).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn schemes_are_compared_position_by_position() {
        let text = printed(
            "thesis-fig-2.9",
            &rows(&[
                ("two-big1", "8K", [100, 200, 300, 400, 500, 600]),
                ("deep", "8K", [110, 220, 330, 440, 550, 660]),
                ("old", "8K", [100, 200, 300, 400, 500, 900]),
                ("new", "8K", [100, 200, 300, 400, 500, 600]),
            ]),
        );
        let block = text.split("more nodes than TwoBig1").nth(1).unwrap();
        assert!(block.contains("individual 95 % intervals over positions\n"), "{text}");
        let line = |name: &str| block.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
        assert!(line("Deep").contains("+10.0 … +10.0"), "{text}");
        assert!(line("Old").contains(" -") && line("Old").contains("… +"), "{text}");
        assert_eq!(line("New").split_whitespace().last(), Some("="));
        assert!(block.contains("\n= the same nodes in every search\n") && !block.contains("\nTwoBig1"), "{text}");
    }

    #[test]
    fn a_difference_too_small_to_print_is_told_from_none() {
        let many = [1_000_000; 6];
        let more = [1_000_100, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000];
        let text = printed("thesis-fig-2.9", &rows(&[("two-big1", "8K", many), ("deep", "8K", more)]));
        assert!(text.contains("±0.0\n±0.0 less than 0.05"), "{text}");
    }

    #[test]
    fn a_size_is_suggested_where_doubling_saves_little() {
        let all = |nodes: [u64; 4]| {
            let sizes = ["8K", "16K", "32K", "64K"];
            let curve: Vec<_> = sizes.iter().zip(nodes).map(|(&size, nodes)| ("two-big1", size, [nodes; 6])).collect();
            let text = printed("thesis-fig-2.9", &rows(&curve));
            let line = text.lines().skip_while(|line| !line.starts_with("suggested size")).nth(3).unwrap().to_owned();
            line.trim_start_matches("TwoBig1").trim().to_owned()
        };
        assert_eq!(all([1000, 900, 895, 800]), "16K");
        assert_eq!(all([1000, 995, 800, 700]), "≤ 8K");
        assert_eq!(all([1000, 900, 800, 700]), "≥ 64K");
    }

    #[test]
    fn readings_are_compared_with_print_and_with_their_own_search_without_a_table() {
        let default = rows(&[("none", "", [100; 6]), ("two-big1", "1024K", [50; 6])]);
        let under = |mut row: Row, to: &str| {
            let cell = row.cell.to_string().replace(" scheme=", &format!(" search={to} scheme="));
            row.cell = cell.parse().unwrap();
            row
        };
        let read = rows(&[("none", "", [200; 6]), ("two-big1", "1024K", [150; 6])]);
        let read = read.into_iter().map(|row| under(row, "quiescence-full"));
        let all: Vec<Row> = default.into_iter().chain(read).collect();
        let totals = Totals::of(&Definition::find("forensics-table-2").unwrap(), &all);
        let text = checked(&depths(&totals, true).unwrap());
        let block = |heading: &str| text.split(heading).nth(1).unwrap().to_owned();
        let benefit = block("relative to no table");
        assert_eq!(line(&benefit, "no table, quiescence=never")[3..4], ["1.000"], "{text}");
        assert_eq!(line(&benefit, "TwoBig1, quiescence=never")[2..3], ["0.750"], "{text}");
        let with_print = block("published / ours\n");
        assert!(line(&with_print, "TwoBig1, quiescence=never").len() > 2, "{text}");
    }

    #[test]
    fn the_benefit_is_drawn_by_depth() {
        let definition = Definition::find("thesis-fig-2.10").unwrap();
        let both = rows(&[("none", "", [100; 6]), ("two-big1", "1024K", [50; 6])]);
        let pictures = drawn(&definition, &both);
        assert_eq!(pictures.len(), 1);
        let Picture { stem, svg, .. } = &pictures[0];
        assert!(stem == "thesis-fig-2.10-1024K" && svg.contains("nodes relative to no table"), "{stem}");
        assert!(printed("thesis-fig-2.10", &both).contains("0.500"));

        // Without a table, the deepest search is shallower.
        let mut deeper = both.clone();
        deeper[0].cell = deeper[0].cell.to_string().replace("depth=5", "depth=4").parse().unwrap();
        let Ending::Searched(searches) = &mut deeper[0].ending else { panic!("searches") };
        searches.iter_mut().for_each(|searched| searched.depth = 4);
        let pictures = drawn(&definition, &deeper);
        assert!(pictures[0].svg.contains(">nodes<") && !pictures[0].svg.contains("relative"));
    }
}

/// Tables of boards by size.
#[cfg(test)]
mod board_tests {
    use experiments::row::Row;
    use experiments::row::Winner;

    use super::*;
    use crate::samples::{checked, definition, line, row};

    const W: Option<Winner> = Some(Winner::First);

    fn of_sizes(rows: &[Row]) -> String {
        checked(&sizes(&Totals::of(&definition("thesis-fig-2.12"), rows)))
    }

    fn size(scheme: &str, size: &str, nodes: u64, winner: Option<Winner>) -> Row {
        let rest = format!("scheme={scheme} positions={size} parts=all seed=1970");
        row(&format!("domineering board=8x8 first=vertical {rest}"), nodes, winner)
    }

    #[test]
    fn the_best_of_each_size_is_marked() {
        let rows = [
            size("new", "1024K", 900, W),
            size("new", "2048K", 800, W),
            size("two-big1", "1024K", 600, W),
            size("two-big1", "2048K", 397_791_063, W),
        ];
        let text = of_sizes(&rows);
        assert!(text.contains("nodes to solve 8x8, Vertical first (* fewest)"), "{text}");
        assert_eq!(line(&text, "TwoBig1"), ["TwoBig1", "600*", "397,791,063"]);
        assert_eq!(line(&text, "New"), ["New", "900", "800*"]);
        assert!(text.contains("published (Table 2.1): TwoBig1 2048K 441,990,070; ours / published = 0.900"), "{text}");
        let relative = text.split("relative to").nth(1).unwrap();
        assert_eq!(line(relative, "New"), ["New", "1.500", "1.000"]);
        // The order is that of the definition, where TwoBig1 comes first.
        assert!(text.find("TwoBig1") < text.find("New"));
    }

    #[test]
    fn what_is_not_finished_may_yet_be_the_best() {
        let rows = [size("new", "8K", 900, W), size("deep", "8K", 800, None), size("new", "16K", 700, W)];
        let text = of_sizes(&rows);
        assert_eq!(line(&text, "New"), ["New", "900", "700*"], "Deep may need 801 or 1,000,000");
        assert_eq!(line(&text, "Deep"), ["Deep", ">", "800"]);
        let text = of_sizes(&[size("new", "8K", 900, W), size("deep", "8K", 900, None)]);
        assert_eq!(line(&text, "New"), ["New", "900*"]);
    }

    #[test]
    fn a_wide_table_is_broken() {
        let sizes: Vec<String> = (0..12).map(|bits| format!("{}K", 1 << bits)).collect();
        let rows: Vec<Row> = sizes.iter().map(|text| size("two-big1", text, 441_990_070, W)).collect();
        let text = of_sizes(&rows);
        let nodes = text.split("relative to").next().unwrap();
        assert_eq!(nodes.lines().filter(|line| line.starts_with("TwoBig1")).count(), 2, "{text}");
        for size in &sizes {
            assert_eq!(
                nodes.split_whitespace().filter(|word| word == size).count(),
                if size == "2048K" { 2 } else { 1 }
            );
        }
    }

    #[test]
    fn a_search_without_a_table_is_the_same_at_every_size() {
        let none = row("domineering board=8x8 first=vertical scheme=none parts=all seed=1970", 5_000, W);
        let text = of_sizes(&[none.clone(), size("new", "8K", 900, W), size("new", "16K", 800, W)]);
        assert_eq!(line(&text, "no table"), ["no", "table", "5,000", "5,000"]);
        let text = of_sizes(&[none]);
        assert_eq!(line(&text, "no table"), ["no", "table", "5,000*"]);
    }
}
