//! Reports of chess: nodes by scheme and depth, or by scheme and table size, over all positions of a test set.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use anyhow::Result;
use tt::{Parts, Positions, Scheme, Score};

use super::figure::{self, Line, Words};
use super::published::Depths;
use super::summary::{Nodes, Spread, geometric_mean};
use super::table::{matrix, nodes_text, percent};
use super::{Order, scheme_label};
use crate::cell::{Between, GameCell, parts_name};
use crate::definition::{Definition, Kind};
use crate::results::Row;

/// What is summed up over the games of a test set and compared: all but the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Setting {
    depth: u8,
    positions: Option<Positions>,
    variant: Variant,
}

/// A row of a table, a line of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Variant {
    scheme: Option<Scheme>,
    parts: Parts,
    line: u8,
}

/// Nodes over all games that were searched, by setting.
struct Summary {
    outcomes: BTreeMap<Setting, Nodes>,
    /// If there is but one position: its values, of all seeds.
    values: BTreeMap<Setting, BTreeSet<Score>>,
    variants: Vec<Variant>,
    depths: BTreeSet<u8>,
    sizes: BTreeSet<Positions>,
    positions: usize,
    games: usize,
    seeds: usize,
    between: Between,
}

impl Summary {
    fn of(definition: &Definition, rows: &[Row]) -> Self {
        let wanted: BTreeSet<u8> = definition.quick.depths.iter().chain(&definition.full.depths).copied().collect();
        let mut groups = BTreeMap::<Setting, BTreeMap<u64, BTreeMap<u8, Option<u64>>>>::new();
        let mut values = BTreeMap::<Setting, BTreeSet<Score>>::new();
        let (mut games, mut seeds) = (BTreeMap::<u8, usize>::new(), BTreeSet::new());
        for row in rows {
            let GameCell::Chess { set, game, depth, between, line } = row.cell.game else { continue };
            games.entry(game).or_insert_with(|| set.games()[usize::from(game) - 1].len());
            seeds.insert(row.cell.seed);
            let (scheme, parts) = (row.cell.scheme, row.cell.parts);
            let variant = Variant { scheme, parts, line };
            // A search of a table that is cleared tells of all shallower ones.
            let shallower = |other: u8| other == depth || between == Between::Clear && other < depth;
            for &depth in wanted.iter().filter(|&&other| shallower(other)) {
                let setting = Setting { depth, positions: row.cell.positions, variant };
                let of_seed = groups.entry(setting).or_default().entry(row.cell.seed).or_default();
                let known = of_seed.entry(game).or_default();
                *known = known.or(row.nodes_to(depth));
                let of_depth = row.searches.iter().filter(|searched| searched.depth == depth);
                values.entry(setting).or_default().extend(of_depth.map(|searched| searched.score));
            }
        }
        let outcomes: BTreeMap<Setting, Nodes> =
            groups.into_iter().map(|(setting, of_seeds)| (setting, nodes(&games, &of_seeds))).collect();
        let order = Order::of(definition);
        let mut variants: Vec<Variant> = outcomes.keys().map(|setting| setting.variant).collect();
        variants.sort_by_key(|variant| (order.place(variant.scheme), std::cmp::Reverse(variant.parts), variant.line));
        variants.dedup();
        Self {
            depths: outcomes.keys().map(|setting| setting.depth).collect(),
            sizes: outcomes.keys().filter_map(|setting| setting.positions).collect(),
            values: if games.values().sum::<usize>() == 1 { values } else { BTreeMap::new() },
            variants,
            outcomes,
            positions: games.values().sum(),
            games: games.len(),
            seeds: seeds.len(),
            between: definition.between_searches,
        }
    }

    /// The nodes of a variant; a search without a table is the same at every size.
    fn nodes(&self, variant: Variant, positions: Option<Positions>, depth: u8) -> Option<Nodes> {
        let positions = variant.scheme.and(positions);
        self.outcomes.get(&Setting { depth, positions, variant }).copied()
    }

    fn known(&self, variant: Variant, positions: Option<Positions>, depth: u8) -> Option<Spread> {
        self.nodes(variant, positions, depth)?.known()
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

    fn heading(&self) -> String {
        let between = match self.between {
            Between::Clear => "cleared",
            Between::Stamp => "stamped",
        };
        let games = if self.games == 1 { String::new() } else { format!(" of {} games", self.games) };
        let seeds = if self.seeds > 1 { format!(", mean over {} key seeds", self.seeds) } else { String::new() };
        format!("{} positions{games}, the table {between} between searches{seeds}", self.positions)
    }
}

/// The sum over all games for each seed.
fn nodes(games: &BTreeMap<u8, usize>, of_seeds: &BTreeMap<u64, BTreeMap<u8, Option<u64>>>) -> Nodes {
    let (mut sums, mut whole) = (Vec::new(), true);
    for of_games in of_seeds.values() {
        whole &= games.keys().all(|game| of_games.get(game).is_some_and(Option::is_some));
        sums.push(of_games.values().flatten().sum());
    }
    match Spread::of(&sums) {
        Some(spread) if whole => Nodes::Known(spread),
        Some(spread) => Nodes::MoreThan(spread.mean as u64),
        None => Nodes::MoreThan(0),
    }
}

/// Prints the tables of an experiment.
///
/// # Errors
///
/// `out` takes no more, or printed figures cannot be read.
pub fn print(definition: &Definition, rows: &[Row], out: &mut dyn Write) -> Result<()> {
    let summary = Summary::of(definition, rows);
    match definition.kind {
        Kind::Sizes => sizes(&summary, out),
        Kind::Depths | Kind::Boards => depths(&summary, definition.published.is_some(), out),
    }
}

/// A block for every size: a row for every variant, a column for every depth.
fn depths(summary: &Summary, with_print: bool, out: &mut dyn Write) -> Result<()> {
    let printed = with_print.then(Depths::read).transpose()?;
    let heads: Vec<String> = summary.depths.iter().map(|depth| format!("{depth} ply")).collect();
    let labels: Vec<String> = summary.variants.iter().map(|&variant| summary.label(variant)).collect();
    let names: Vec<&str> = labels.iter().map(String::as_str).collect();
    let sizes: Vec<Option<Positions>> =
        if summary.sizes.is_empty() { vec![None] } else { summary.sizes.iter().copied().map(Some).collect() };
    for size in sizes {
        let cells = |text: &dyn Fn(Variant, u8) -> Option<String>| -> Vec<Vec<String>> {
            let row = |&variant| summary.depths.iter().map(|&depth| text(variant, depth).unwrap_or_default()).collect();
            summary.variants.iter().map(row).collect()
        };
        let print = |variant: Variant, depth| {
            let printed = printed.as_ref().filter(|_| variant.parts == Parts::all() && variant.line == 1)?;
            printed.get(summary.between, variant.scheme, variant.scheme.and(size), depth)
        };
        let of_size = size.map(|size| format!(", {size} positions")).unwrap_or_default();
        let heading = format!("nodes on {}{of_size}", summary.heading());
        matrix(
            &heading,
            &names,
            &heads,
            &cells(&|variant, depth| summary.nodes(variant, size, depth).map(nodes_text)),
            out,
        )?;

        if !summary.values.is_empty() {
            let value = |variant: Variant, depth| {
                let values = summary.values.get(&Setting { depth, positions: variant.scheme.and(size), variant })?;
                Some(values.iter().map(|value| format!("{value:+}")).collect::<Vec<_>>().join("/"))
            };
            matrix("value for the player to move", &names, &heads, &cells(&value), out)?;
        }
        let ratio = |variant, depth| Some(print(variant, depth)? as f64 / summary.known(variant, size, depth)?.mean);
        let ratios: Vec<f64> = summary
            .variants
            .iter()
            .flat_map(|&variant| summary.depths.iter().filter_map(move |&depth| ratio(variant, depth)))
            .collect();
        if let Some(mean) = geometric_mean(&ratios) {
            let text = cells(&|variant, depth| ratio(variant, depth).map(|ratio| format!("{ratio:.2}")));
            matrix(&format!("printed / ours (geometric mean {mean:.2})"), &names, &heads, &text, out)?;
        }
        let none = summary.variants.iter().copied().find(|variant| variant.scheme.is_none());
        if let Some(none) = none.filter(|_| summary.variants.len() > 1) {
            let benefit = |variant: Variant, depth| {
                let without = summary.known(none, None, depth)?.mean;
                let ours = summary.known(variant, size, depth)?.mean / without;
                let printed = print(variant, depth).zip(print(none, depth));
                let printed = printed.map(|(with, without)| format!(" ({:.3})", with as f64 / without as f64));
                Some(format!("{ours:.3}{}", printed.unwrap_or_default()))
            };
            let as_printed = if ratios.is_empty() { "" } else { " (in brackets as printed)" };
            matrix(&format!("relative to no table{as_printed}"), &names, &heads, &cells(&benefit), out)?;
        }
    }
    last_lines(summary, out)
}

/// A block for every depth: a row for every variant, a column for every size.
fn sizes(summary: &Summary, out: &mut dyn Write) -> Result<()> {
    let heads: Vec<String> = summary.sizes.iter().map(Positions::to_string).collect();
    let labels: Vec<String> = summary.variants.iter().map(|&variant| summary.label(variant)).collect();
    let names: Vec<&str> = labels.iter().map(String::as_str).collect();
    for &depth in &summary.depths {
        let cells = |text: &dyn Fn(Variant, Positions) -> Option<String>| -> Vec<Vec<String>> {
            let row = |&variant| summary.sizes.iter().map(|&size| text(variant, size).unwrap_or_default()).collect();
            summary.variants.iter().map(row).collect()
        };
        let heading = format!("nodes at {depth} ply on {}", summary.heading());
        let nodes = cells(&|variant, size| summary.nodes(variant, Some(size), depth).map(nodes_text));
        matrix(&heading, &names, &heads, &nodes, out)?;
        let best = |size| {
            let known = summary.variants.iter().filter_map(|&variant| summary.known(variant, Some(size), depth));
            known.map(|spread| spread.mean).min_by(f64::total_cmp)
        };
        let relative = cells(&|variant, size| {
            Some(format!("{:.3}", summary.known(variant, Some(size), depth)?.mean / best(size)?))
        });
        matrix("relative to the best of that size", &names, &heads, &relative, out)?;
        if summary.seeds > 1 {
            let spread = cells(&|variant, size| summary.known(variant, Some(size), depth).map(percent));
            matrix("min–max over the seeds, in percent of the mean", &names, &heads, &spread, out)?;
        }
    }
    last_lines(summary, out)
}

fn last_lines(summary: &Summary, out: &mut dyn Write) -> Result<()> {
    let incomplete = summary.outcomes.values().filter(|nodes| nodes.known().is_none()).count();
    if incomplete > 0 {
        writeln!(out, "> is incomplete: at least so many nodes; left out of what is relative: {incomplete}")?;
    }
    Ok(())
}

/// The pictures of an experiment by sizes: nodes against table size, one for every depth. Lines that differ in more
/// than the scheme are named by what they differ in.
///
/// # Errors
///
/// A picture cannot be drawn.
pub fn pictures(definition: &Definition, rows: &[Row]) -> Result<Vec<(String, String)>> {
    let summary = Summary::of(definition, rows);
    let schemes: BTreeSet<Option<Scheme>> = summary.variants.iter().map(|variant| variant.scheme).collect();
    let by_scheme = schemes.len() == summary.variants.len();
    let mut pictures = Vec::new();
    if definition.kind != Kind::Sizes {
        return Ok(pictures);
    }
    for &depth in &summary.depths {
        let points = |variant: Variant| {
            let of_size = |&size: &Positions| {
                let nodes = summary.nodes(variant, Some(size), depth)?;
                Some((size.get(), nodes.known()))
            };
            summary.sizes.iter().filter_map(of_size).collect()
        };
        let line = |(number, &variant): (usize, &Variant)| {
            let named = !by_scheme && variant.scheme.is_some();
            let name = named.then(|| (summary.label(variant), number));
            Line { scheme: variant.scheme, name, points: points(variant) }
        };
        let lines: Vec<Line> = summary.variants.iter().enumerate().map(line).collect();
        if lines.iter().all(|line| line.points.iter().all(|(_, spread)| spread.is_none())) {
            continue;
        }
        let subtitle = format!("{depth} ply on {}. After: {}", summary.heading(), definition.cites);
        let svg = figure::nodes_by_size(&Words { title: definition.title.clone(), subtitle }, &lines, None)?;
        pictures.push((format!("{}-{depth}-ply.svg", definition.name), svg));
    }
    Ok(pictures)
}
