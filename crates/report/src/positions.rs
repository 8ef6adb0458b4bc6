//! Reports of test positions: nodes by scheme and depth, or by scheme and table size, over all positions of a test set.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use tt::{Parts, Positions, Scheme, Score};

use super::block::Block;
use super::figure::{self, Bar, Chart, Line, Words};
use super::observations::{Group, Observations, Setting, Variant, suggested};
use super::summary::{Nodes, Seeds, Spread, geometric_mean};
use super::table::{incomplete_note, nodes_text, percent};
use super::{Order, Picture, counted, scheme_label};
use experiments::cell::{Between, parts_name};
use experiments::definition::{Definition, Kind};
use experiments::published::Depths;
use experiments::row::Row;

/// The same nodes in each search.
const SAME: &str = "=";

/// An interval whose ends are both nothing when rounded.
const NEARLY_SAME: &str = "±0.0";

/// Nodes over all games that were searched, by setting.
struct Summary {
    outcomes: BTreeMap<Setting, Nodes>,
    each: Observations,
    /// Nodes that an ancestor's line guided, and all nodes.
    guided: BTreeMap<Setting, (u64, u64)>,
    /// If there is but one position: its values, of all seeds.
    values: BTreeMap<Setting, BTreeSet<Score>>,
    variants: Vec<Variant>,
    groups: BTreeSet<Group>,
    sizes: BTreeSet<Positions>,
    positions: usize,
    games: usize,
    seeds: Seeds,
    between: Between,
}

impl Summary {
    fn of(definition: &Definition, rows: &[Row]) -> Self {
        let wanted = definition.depths(rows);
        let mut groups = BTreeMap::<Setting, BTreeMap<u64, BTreeMap<u16, Option<u64>>>>::new();
        let mut values = BTreeMap::<Setting, BTreeSet<Score>>::new();
        let mut guided = BTreeMap::<Setting, (u64, u64)>::new();
        let mut at_least = BTreeMap::<Setting, BTreeMap<u64, u64>>::new();
        let mut games = BTreeMap::<u16, usize>::new();
        for row in rows {
            let (scheme, parts, positions) = (row.cell.scheme, row.cell.parts, row.cell.positions);
            let Some((game, count)) = row.cell.game.sequence() else { continue };
            games.insert(game, count);
            let told = row.cell.game.groups(&wanted);
            let variant = Variant { scheme, parts, line: row.cell.game.line() };
            if let Some(&(group, _)) = told.last() {
                let (of_setting, all) = guided.entry(Setting { group, positions, variant }).or_default();
                (*of_setting, *all) = (*of_setting + row.guided, *all + row.nodes);
            }
            for (group, depth) in told {
                let setting = Setting { group, positions, variant };
                let of_seed = groups.entry(setting).or_default().entry(row.cell.seed).or_default();
                let known = of_seed.entry(game).or_default();
                let nodes = match depth {
                    Some(depth) => row.nodes_to(depth),
                    None => row.is_complete().then_some(row.nodes),
                };
                *known = known.or(nodes);
                // Of a search that gave up, this depth took at least what it was allowed, and of others nothing is
                // known.
                if !row.is_complete() && depth == row.cell.game.depth() {
                    let least = at_least.entry(setting).or_default().entry(row.cell.seed).or_default();
                    *least += row.nodes;
                }
                for searched in
                    row.searches().iter().filter(|searched| depth.is_none_or(|depth| searched.depth == depth))
                {
                    values.entry(setting).or_default().insert(searched.score);
                }
            }
        }
        // Without a table there are no keys.
        let with_keys = groups.iter().filter(|(setting, _)| setting.variant.scheme.is_some());
        let seeds = with_keys.map(|(_, of_seeds)| of_seeds.len()).collect();
        let outcomes: BTreeMap<Setting, Nodes> = groups
            .into_iter()
            .map(|(setting, of_seeds)| (setting, nodes(&games, &of_seeds, at_least.get(&setting))))
            .collect();
        let order = Order::of(definition);
        let mut variants: Vec<Variant> = outcomes.keys().map(|setting| setting.variant).collect();
        variants.sort_by_key(|variant| (order.place(variant.scheme), std::cmp::Reverse(variant.parts), variant.line));
        variants.dedup();
        // The deep search without a table tells of depths too at which nothing else was searched.
        let with_table = outcomes.keys().any(|setting| setting.variant.scheme.is_some());
        let shown = outcomes.keys().filter(|setting| !with_table || setting.variant.scheme.is_some());
        Self {
            groups: shown.map(|setting| setting.group).collect(),
            sizes: outcomes.keys().filter_map(|setting| setting.positions).collect(),
            values: if games.values().sum::<usize>() == 1 { values } else { BTreeMap::new() },
            each: Observations::of(rows, &wanted),
            guided,
            variants,
            outcomes,
            positions: games.values().sum(),
            games: games.len(),
            seeds,
            between: definition.between_searches,
        }
    }

    /// The nodes of a variant; a search without a table is the same at every size.
    fn nodes(&self, variant: Variant, positions: Option<Positions>, group: Group) -> Option<Nodes> {
        let positions = variant.scheme.and(positions);
        self.outcomes.get(&Setting { group, positions, variant }).copied()
    }

    fn known(&self, variant: Variant, positions: Option<Positions>, group: Group) -> Option<Spread> {
        self.nodes(variant, positions, group)?.known()
    }

    /// What the others are compared with: the first one that has a table.
    fn reference(&self) -> Option<Variant> {
        self.variants.iter().copied().find(|variant| variant.scheme.is_some()).filter(|_| self.variants.len() > 1)
    }

    /// How many percent of nodes a variant needs more than the reference: the 95 % interval over positions and seeds,
    /// or a sign where there is next to no difference.
    fn paired(&self, variant: Variant, reference: Variant, size: Option<Positions>, group: Group) -> Option<String> {
        if variant == reference {
            return None;
        }
        let of = |variant: Variant| Setting { group, positions: variant.scheme.and(size), variant };
        let pairs = self.each.pairs(of(variant), &self.each, of(reference))?;
        let is_same = pairs.iter().flatten().all(|(ours, theirs)| ours == theirs);
        let stats::Interval { low, high } = stats::ratios(&[pairs], 0)?.mean.interval()?;
        let percent = |ratio: f64| match format!("{:+.1}", 100.0 * (ratio - 1.0)).as_str() {
            "+0.0" | "-0.0" => "0.0".to_owned(),
            percent => percent.to_owned(),
        };
        Some(match [percent(low), percent(high)] {
            _ if is_same => SAME.to_owned(),
            [low, high] if low == "0.0" && high == "0.0" => NEARLY_SAME.to_owned(),
            [low, high] => format!("{low} … {high}"),
        })
    }

    /// The size that a table should have, as far as it can be told from the sizes that were tried.
    fn suggested(&self, variant: Variant, group: Group) -> Option<String> {
        let of_size = |&size: &Positions| Some((size, self.known(variant, Some(size), group)?.mean));
        let curve: Vec<(Positions, f64)> = self.sizes.iter().filter_map(of_size).collect();
        let place = suggested(&curve);
        (curve.len() > 1).then(|| match (place, curve[place].0) {
            (0, size) => format!("≤ {size}"),
            (place, size) if place == curve.len() - 1 => format!("≥ {size}"),
            (_, size) => size.to_string(),
        })
    }

    /// What tells a variant from the others.
    fn label(&self, variant: Variant) -> String {
        let Variant { scheme, parts, line } = variant;
        let mut label = scheme_label(scheme).to_owned();
        if scheme.is_some() && self.variants.iter().any(|other| other.scheme.is_some() && other.parts != parts) {
            label += &format!(", {}", parts_name(parts));
        }
        if scheme.is_some() && self.variants.iter().any(|other| other.scheme.is_some() && other.line != line) {
            label += &format!(", {line}-ply line");
        }
        label
    }

    /// What is searched, at a depth or in a set.
    fn heading_of(&self, group: Group) -> String {
        match group {
            Group::Ply(_) => format!("at {group} on {}", self.heading()),
            Group::ConnectFour(_) | Group::Board(_) => format!("to solve {group}, {}", self.heading()),
        }
    }

    fn heading(&self) -> String {
        let between = match self.between {
            Between::Clear => "cleared",
            Between::Stamp => "stamped",
        };
        let games = if self.games == 1 { String::new() } else { format!(" of {} games", self.games) };
        let seeds = if self.seeds.are_several() { format!(", mean over {}", self.seeds) } else { String::new() };
        format!("{}{games}, the table {between} between searches{seeds}", counted(self.positions, "position"))
    }
}

/// The sum over all games for each seed; `at_least` is what searches took that gave up.
fn nodes(
    games: &BTreeMap<u16, usize>,
    of_seeds: &BTreeMap<u64, BTreeMap<u16, Option<u64>>>,
    at_least: Option<&BTreeMap<u64, u64>>,
) -> Nodes {
    let (mut sums, mut whole) = (Vec::new(), true);
    for (seed, of_games) in of_seeds {
        whole &= games.keys().all(|game| of_games.get(game).is_some_and(Option::is_some));
        let given_up = at_least.and_then(|of_seeds| of_seeds.get(seed)).copied().unwrap_or(0);
        sums.push(of_games.values().flatten().sum::<u64>() + given_up);
    }
    match Spread::of(&sums) {
        Some(spread) if whole => Nodes::Known(spread),
        Some(spread) => Nodes::MoreThan(spread.mean as u64),
        None => Nodes::MoreThan(0),
    }
}

/// The tables of an experiment, and its pictures: nodes against table size, one for every depth; or nodes against
/// depth, one for every size, and relative to no table where that was searched as deep. Lines that differ in more than
/// the scheme are named by what they differ in.
///
/// # Errors
///
/// Printed figures cannot be read, or a picture cannot be drawn.
pub fn tables_and_pictures(definition: &Definition, rows: &[Row]) -> Result<(Vec<Block>, Vec<Picture>)> {
    let summary = &Summary::of(definition, rows);
    Ok(match definition.kind {
        Kind::Sizes => (sizes(summary), size_pictures(definition, summary)?),
        Kind::Depths | Kind::Boards | Kind::Means => {
            (depths(summary, definition.published.is_some())?, depth_pictures(definition, summary)?)
        }
    })
}

/// A block for every size: a row for every variant, a column for every depth.
fn depths(summary: &Summary, with_print: bool) -> Result<Vec<Block>> {
    let mut blocks = Vec::new();
    let printed = with_print.then(Depths::read).transpose()?;
    let heads: Vec<String> = summary.groups.iter().map(Group::to_string).collect();
    let labels: Vec<String> = summary.variants.iter().map(|&variant| summary.label(variant)).collect();
    let names: Vec<&str> = labels.iter().map(String::as_str).collect();
    let sizes: Vec<Option<Positions>> =
        if summary.sizes.is_empty() { vec![None] } else { summary.sizes.iter().copied().map(Some).collect() };
    for size in sizes {
        let cells = |text: &dyn Fn(Variant, Group) -> Option<String>| -> Vec<Vec<String>> {
            let row = |&variant| summary.groups.iter().map(|&group| text(variant, group).unwrap_or_default()).collect();
            summary.variants.iter().map(row).collect()
        };
        let print = |variant: Variant, group| {
            let printed = printed.as_ref().filter(|_| variant.parts == Parts::all() && variant.line == 1)?;
            let Group::Ply(depth) = group else { return None };
            printed.get(summary.between, variant.scheme, variant.scheme.and(size), depth)
        };
        let of_size = size.map(|size| format!(", {size} positions")).unwrap_or_default();
        let heading = format!("nodes on {}{of_size}", summary.heading());
        let nodes = cells(&|variant, group| summary.nodes(variant, size, group).map(nodes_text));
        blocks.push(Block::matrix(&heading, &names, &heads, &nodes));
        let several = summary.sizes.len() > 1;
        let of_size = size.filter(|_| several).map(|size| format!("{size} positions: ")).unwrap_or_default();
        let of_size = of_size.as_str();

        if !summary.values.is_empty() {
            let value = |variant: Variant, group| {
                let values = summary.values.get(&Setting { group, positions: variant.scheme.and(size), variant })?;
                Some(values.iter().map(|value| format!("{value:+}")).collect::<Vec<_>>().join("/"))
            };
            let heading = format!("{of_size}value for the player to move");
            blocks.push(Block::matrix(&heading, &names, &heads, &cells(&value)));
        }
        let ratio = |variant, group| Some(print(variant, group)? as f64 / summary.known(variant, size, group)?.mean);
        let ratios: Vec<f64> = summary
            .variants
            .iter()
            .flat_map(|&variant| summary.groups.iter().filter_map(move |&group| ratio(variant, group)))
            .collect();
        if let Some(mean) = geometric_mean(&ratios) {
            let text = cells(&|variant, group| ratio(variant, group).map(|ratio| format!("{ratio:.2}")));
            let heading = format!("{of_size}printed / ours (geometric mean {mean:.2})");
            blocks.push(Block::matrix(&heading, &names, &heads, &text));
        }
        let none = summary.variants.iter().copied().find(|variant| variant.scheme.is_none());
        if let Some(none) = none.filter(|_| summary.variants.len() > 1) {
            let benefit = |variant: Variant, group| {
                let without = summary.known(none, None, group)?.mean;
                let ours = summary.known(variant, size, group)?.mean / without;
                let printed = print(variant, group).zip(print(none, group));
                let printed = printed.map(|(with, without)| format!(" ({:.3})", with as f64 / without as f64));
                Some(format!("{ours:.3}{}", printed.unwrap_or_default()))
            };
            let as_printed = if ratios.is_empty() { "" } else { " (in brackets as printed)" };
            let heading = format!("{of_size}relative to no table{as_printed}");
            blocks.push(Block::matrix(&heading, &names, &heads, &cells(&benefit)));
        }
        let paired = |reference| cells(&|variant, group| summary.paired(variant, reference, size, group));
        blocks.extend(differences(summary, of_size, &paired, &names, &heads));
    }
    blocks.extend(last_line(summary));
    Ok(blocks)
}

/// A block for every depth: a row for every variant, a column for every size.
fn sizes(summary: &Summary) -> Vec<Block> {
    let mut blocks = Vec::new();
    let heads: Vec<String> = summary.sizes.iter().map(Positions::to_string).collect();
    let labels: Vec<String> = summary.variants.iter().map(|&variant| summary.label(variant)).collect();
    let names: Vec<&str> = labels.iter().map(String::as_str).collect();
    for &group in &summary.groups {
        let cells = |text: &dyn Fn(Variant, Positions) -> Option<String>| -> Vec<Vec<String>> {
            let row = |&variant| summary.sizes.iter().map(|&size| text(variant, size).unwrap_or_default()).collect();
            summary.variants.iter().map(row).collect()
        };
        let heading = format!("nodes {}", summary.heading_of(group));
        let nodes = cells(&|variant, size| summary.nodes(variant, Some(size), group).map(nodes_text));
        blocks.push(Block::matrix(&heading, &names, &heads, &nodes));
        let best = |size| {
            let known = summary.variants.iter().filter_map(|&variant| summary.known(variant, Some(size), group));
            known.map(|spread| spread.mean).min_by(f64::total_cmp)
        };
        let relative = cells(&|variant, size| {
            Some(format!("{:.3}", summary.known(variant, Some(size), group)?.mean / best(size)?))
        });
        let of_group = if summary.groups.len() > 1 { format!("{group}: ") } else { String::new() };
        let of_group = of_group.as_str();
        let heading = format!("{of_group}relative to the best of that size");
        blocks.push(Block::matrix(&heading, &names, &heads, &relative));
        let paired = |reference| cells(&|variant, size| summary.paired(variant, reference, Some(size), group));
        blocks.extend(differences(summary, of_group, &paired, &names, &heads));
        if summary.seeds.are_several() {
            let spread = cells(&|variant, size| summary.known(variant, Some(size), group).map(percent));
            let heading = format!("{of_group}min–max over the seeds, in percent of the mean");
            blocks.push(Block::matrix(&heading, &names, &heads, &spread));
        }
        if summary.variants.iter().any(|variant| variant.line > 1) {
            let guided = cells(&|variant, size| {
                let &(guided, all) = summary.guided.get(&Setting { group, positions: Some(size), variant })?;
                Some(format!("{:.3}", 100.0 * guided as f64 / all.max(1) as f64))
            });
            let heading = format!("{of_group}nodes guided by the line of an ancestor, in percent");
            blocks.push(Block::matrix(&heading, &names, &heads, &guided));
        }
    }
    blocks.extend(suggestions(summary));
    blocks.extend(last_line(summary));
    blocks
}

/// How much more than the reference the others need at a `place`, with intervals and what their signs mean.
fn differences(
    summary: &Summary,
    place: &str,
    paired: &dyn Fn(Variant) -> Vec<Vec<String>>,
    names: &[&str],
    heads: &[String],
) -> Vec<Block> {
    let Some(reference) = summary.reference() else { return Vec::new() };
    let rows = names.iter().zip(paired(reference)).zip(&summary.variants);
    let (names, cells): (Vec<&str>, Vec<Vec<String>>) =
        rows.filter(|(_, variant)| **variant != reference).map(|((name, cells), _)| (*name, cells)).unzip();
    if cells.iter().flatten().all(String::is_empty) {
        return Vec::new();
    }
    let seeds = if summary.seeds.are_several() { " and key seeds" } else { "" };
    let of = summary.label(reference);
    let heading = format!("{place}more nodes than {of}, in percent: 95 % intervals over positions{seeds}");
    let meanings = [(SAME, "the same nodes in every search"), (NEARLY_SAME, "less than 0.05 either way")];
    let used = meanings.into_iter().filter(|(sign, _)| cells.iter().flatten().any(|text| text == sign));
    let legend = used.map(|(sign, meaning)| format!("{sign} {meaning}")).collect::<Vec<_>>().join("; ");
    let legend = (!legend.is_empty()).then_some(Block::Note(legend));
    [Block::matrix(&heading, &names, heads, &cells)].into_iter().chain(legend).collect()
}

/// How large a table should be at each depth.
fn suggestions(summary: &Summary) -> Option<Block> {
    let heads: Vec<String> = summary.groups.iter().map(Group::to_string).collect();
    let row = |&variant: &Variant| -> (String, Vec<String>) {
        let sizes = summary.groups.iter().map(|&group| summary.suggested(variant, group).unwrap_or_default());
        (summary.label(variant), sizes.collect())
    };
    let with_table = summary.variants.iter().filter(|variant| variant.scheme.is_some()).map(row);
    let (labels, cells): (Vec<String>, Vec<Vec<String>>) =
        with_table.filter(|(_, sizes)| sizes.iter().any(|size| !size.is_empty())).unzip();
    let names: Vec<&str> = labels.iter().map(String::as_str).collect();
    (!cells.is_empty())
        .then(|| Block::matrix("suggested size: its doubling saves less than 1 % of the nodes", &names, &heads, &cells))
}

fn last_line(summary: &Summary) -> Option<Block> {
    let incomplete = summary.outcomes.values().filter(|nodes| nodes.known().is_none()).count();
    (incomplete > 0).then(|| incomplete_note(incomplete))
}

fn size_pictures(definition: &Definition, summary: &Summary) -> Result<Vec<Picture>> {
    let mut pictures = Vec::new();
    for &group in &summary.groups {
        let lines = lines(summary, |variant| {
            let bar = |&size: &Positions| {
                let nodes = summary.nodes(variant, Some(size), group)?;
                Some((size.get(), nodes.known().map(Bar::from)))
            };
            summary.sizes.iter().filter_map(bar).collect()
        });
        let (heading, left_out) = (summary.heading_of(group), left_out(&lines));
        let subtitle = format!("nodes {heading}{left_out}. After: {}", definition.source());
        let words = Words { title: definition.title.clone(), subtitle };
        if !lines.iter().all(Line::is_empty) {
            let svg = figure::lines(Chart::NodesBySize, &words, &lines, None)?;
            let stem = format!("{}-{}", definition.name, group.stem());
            pictures.push(Picture { stem, svg, caption: words.subtitle });
        }
    }
    Ok(pictures)
}

fn depth_pictures(definition: &Definition, summary: &Summary) -> Result<Vec<Picture>> {
    let mut pictures = Vec::new();
    // A ratio needs both of its numbers, at every depth.
    let none = summary.variants.iter().copied().find(|variant| {
        variant.scheme.is_none() && summary.groups.iter().all(|&group| summary.known(*variant, None, group).is_some())
    });
    for &size in &summary.sizes {
        let lines = lines(summary, |variant| {
            let bar = |&group: &Group| {
                let Group::Ply(depth) = group else { return None };
                let nodes = summary.known(variant, Some(size), group).map(Bar::from);
                let bar = match none {
                    Some(none) => nodes.zip(summary.known(none, None, group)).map(|(bar, none)| bar.over(none.mean)),
                    None => nodes,
                };
                Some((u64::from(depth), bar))
            };
            summary.groups.iter().filter_map(bar).collect()
        });
        let chart = if none.is_some() { Chart::BenefitByDepth } else { Chart::NodesByDepth };
        let (heading, left_out) = (summary.heading(), left_out(&lines));
        let subtitle = format!("{heading}, {size} positions{left_out}. After: {}", definition.source());
        let words = Words { title: definition.title.clone(), subtitle };
        if !lines.iter().all(Line::is_empty) {
            let svg = figure::lines(chart, &words, &lines, None)?;
            let stem = format!("{}-{size}", definition.name);
            pictures.push(Picture { stem, svg, caption: words.subtitle });
        }
    }
    Ok(pictures)
}

/// A line for every variant.
fn lines(summary: &Summary, points: impl Fn(Variant) -> Vec<(u64, Option<Bar>)>) -> Vec<Line> {
    let schemes: BTreeSet<Option<Scheme>> = summary.variants.iter().map(|variant| variant.scheme).collect();
    let by_scheme = schemes.len() == summary.variants.len();
    let line = |(number, &variant): (usize, &Variant)| {
        let named = !by_scheme && variant.scheme.is_some();
        let name = named.then(|| (summary.label(variant), number));
        Line { scheme: variant.scheme, name, points: points(variant) }
    };
    summary.variants.iter().enumerate().map(line).collect()
}

/// How many places of the lines are empty, in words.
fn left_out(lines: &[Line]) -> String {
    let number = lines.iter().map(Line::gaps).sum::<usize>();
    if number == 0 { String::new() } else { format!(". Left out: {number} not finished or not searched") }
}

#[cfg(test)]
mod tests {
    use tt::Statistics;

    use super::*;
    use experiments::row::{Ending, Searched};

    /// Rows of game 1 of a set, by scheme, size, and the nodes of each of its six positions.
    fn rows(all: &[(&str, &str, [u64; 6])]) -> Vec<Row> {
        let row = |&(scheme, size, nodes): &(&str, &str, [u64; 6])| {
            let size = if scheme == "none" { String::new() } else { format!(" positions={size}") };
            let between = if scheme == "none" { "clear" } else { "stamp" };
            let cell = format!(
                "chess set=vsb-1994 game=1 depth=5 between={between} line=1 scheme={scheme}{size} parts=all seed=1970"
            );
            let searched = |(position, nodes)| Searched { position, depth: 5, nodes, score: 0 };
            Row {
                cell: cell.parse().unwrap(),
                nodes: nodes.iter().sum(),
                ending: Ending::Searched((0..).zip(nodes).map(searched).collect()),
                statistics: Statistics::default(),
                guided: 0,
                seconds: 0.0,
            }
        };
        all.iter().map(row).collect()
    }

    fn printed(name: &str, rows: &[Row]) -> String {
        let mut out = Vec::new();
        for block in tables_and_pictures(&Definition::find(name).unwrap(), rows).unwrap().0 {
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
        assert!(block.contains("95 % intervals over positions\n"), "{text}");
        let line = |name: &str| block.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
        assert!(line("Deep").contains("+10.0 … +10.0"), "{text}");
        assert!(line("Old").contains(" 0.0 …"), "{text}");
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
    fn the_benefit_is_drawn_by_depth() {
        let definition = Definition::find("thesis-fig-2.10").unwrap();
        let both = rows(&[("none", "", [100; 6]), ("two-big1", "1024K", [50; 6])]);
        let pictures = tables_and_pictures(&definition, &both).unwrap().1;
        assert_eq!(pictures.len(), 1);
        let Picture { stem, svg, .. } = &pictures[0];
        assert!(stem == "thesis-fig-2.10-1024K" && svg.contains("nodes relative to no table"), "{stem}");
        assert!(printed("thesis-fig-2.10", &both).contains("0.500"));

        // Without a table nothing was searched as deep.
        let mut deeper = both.clone();
        deeper[0].cell = deeper[0].cell.to_string().replace("depth=5", "depth=4").parse().unwrap();
        let Ending::Searched(searches) = &mut deeper[0].ending else { panic!("searches") };
        searches.iter_mut().for_each(|searched| searched.depth = 4);
        let pictures = tables_and_pictures(&definition, &deeper).unwrap().1;
        assert!(pictures[0].svg.contains("\nnodes\n") && !pictures[0].svg.contains("relative"));
    }
}
