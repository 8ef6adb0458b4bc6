//! Parts of pages of the book that are made from the rows of several experiments: the Markdown between
//! `<!-- from rows: NAME -->` and `<!-- end of rows -->`.
//!
//! The rest of such a page is written by hand, and does not repeat the numbers: new rows change only the part.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::repeat_n;

use experiments::cell::Between;
use experiments::definition::{Definition, ReportKind};
use experiments::games::{Contestant, MatchCell};
use experiments::row::Row;
use experiments::text::{elo_text, grouped, wrapped};
use stats::{Design, Estimate, Interval, Pairs, Pentanomial, against_best, ratios};
use tt::Size;

use crate::groups::survey::{RankedTable, SurveyedGame};
use crate::numbers::load_curves::{LoadPer, plain_name};
use crate::show::block::markdown_code;

/// A part of a page: its name, the experiments that it is made from, and its Markdown, if they have rows for it.
struct Part {
    name: &'static str,
    reads: fn(&Definition) -> bool,
    markdown: fn(&[ExperimentRows<'_>]) -> Option<String>,
}

/// An experiment and its rows.
pub type ExperimentRows<'a> = (&'a Definition, &'a [Row]);

/// The group of the experiments that count nodes at each load.
const SURVEY: &str = "survey";

/// All parts of pages.
const PARTS: [Part; 2] = [
    Part {
        name: "which-table-nodes",
        reads: |definition| definition.kind == ReportKind::Loads && definition.is_in(SURVEY),
        markdown: nodes,
    },
    Part { name: "which-table-games", reads: |definition| definition.kind == ReportKind::Match, markdown: games },
];

/// Returns the names of all parts.
pub fn names() -> impl Iterator<Item = &'static str> {
    PARTS.iter().map(|part| part.name)
}

/// Returns the name and the Markdown of each part for which the experiments have rows.
#[must_use]
pub fn of(experiments: &[ExperimentRows<'_>]) -> Vec<(&'static str, String)> {
    let markdown = |part: &Part| {
        let read: Vec<_> = experiments.iter().copied().filter(|(definition, _)| (part.reads)(definition)).collect();
        Some((part.name, (part.markdown)(&read)?))
    };
    PARTS.iter().filter_map(markdown).collect()
}

/// The columns of text, as on other pages.
const COLUMNS: usize = 120;

/// The loads at which nodes are shown.
const LOADS: [f64; 5] = [0.3, 1.0, 3.0, 10.0, 30.0];

/// The load at which programs are compared.
const LOAD: f64 = 10.0;

/// The tables that are shown, and what they are; the recommended one first. Of the others, only the worst is
/// shown.
const TABLES: [(&str, &str); 7] = [
    ("depth-3+age-8+packed", "3 slots of 10 bytes, depth and age"),
    ("depth-4+age-8+compact", "4 slots of 8 bytes, depth and age"),
    ("depth-4+age-8", "4 slots of 16 bytes, depth and age"),
    ("size-4", "4 slots of 16 bytes, age and node count"),
    ("two-big1", "2 slots of 16 bytes, node count"),
    ("deep", "1 slot of 16 bytes, age and depth"),
    ("new", "1 slot of 16 bytes, always replaced"),
];

/// Returns what a table is called in the first column.
fn label(scheme: &str) -> String {
    let words = TABLES.iter().find(|(name, _)| *name == scheme).map(|(_, words)| format!("{words}: "));
    words.unwrap_or_default() + &markdown_code(scheme)
}

/// Returns a table of Markdown. The first column has names.
fn table(heads: &[String], rows: &[(String, Vec<String>)]) -> String {
    let line = |first: &str, others: &[String]| format!("| {first} | {} |\n", others.join(" | "));
    let mut text = line("Table", heads) + &format!("|---|{}\n", "---|".repeat(heads.len()));
    rows.iter().for_each(|(name, cells)| text += &line(name, cells));
    text
}

fn paragraph(text: &str) -> String {
    wrapped(text, COLUMNS).join("\n") + "\n"
}

/// Returns a number with its interval; the number in bold if it may be that of the best table.
fn bold_if(is_bold: bool, number: &str) -> String {
    match (is_bold, number.split_once(' ')) {
        (false, _) => number.to_owned(),
        (true, None) => format!("**{number}**"),
        (true, Some((number, interval))) => format!("**{number}** {interval}"),
    }
}

/// The nodes that tables need if they are too small: those of the first experiment at each load, and those of the
/// others at one load, except plain searches of games that have a better solver.
fn nodes(experiments: &[ExperimentRows<'_>]) -> Option<String> {
    let (_, order) = Definition::group(SURVEY)?;
    let mut experiments = experiments.to_vec();
    experiments.sort_by_key(|(definition, _)| order.iter().position(|name| *name == definition.name));
    let games = experiments.iter().filter_map(|(definition, rows)| SurveyedGame::of(definition, rows));
    let games: Vec<SurveyedGame> = games.filter(|game| !game.is_of_plain_solver()).collect();
    let (first, others) = games.split_first()?;
    let at_loads: Vec<(String, Vec<RankedTable>)> =
        LOADS.iter().map(|&load| (load.to_string(), first.ranked_at(LoadPer::Bytes, load))).collect();
    let of_games: Vec<(String, Vec<RankedTable>)> =
        others.iter().map(|game| (game.title.clone(), game.ranked_at(LoadPer::Bytes, LOAD))).collect();
    let number = at_loads.iter().chain(&of_games).map(|(_, ranked)| ranked.len()).max()?;
    let mut text = paragraph(&format!(
        "Nodes relative to a table that loses nothing, in the same memory, with 95 % intervals: {}, by load. The first \
         column has what is in a bucket, and what decides which slot is replaced.",
        first.title
    ));
    text += &format!("\n{}\n", nodes_table(&at_loads, number, label));
    let mut note = format!(
        "**The order of the bold numbers is not decided**: simultaneous 95 % intervals do not tell them apart from the \
         best of all {number} tables of the survey. By load, so many tables may be the best one: {}",
        candidates(&at_loads, "at ")
    );
    if of_games.iter().any(|(_, ranked)| !ranked.is_empty()) {
        text += &paragraph(&format!("The same for other programs, at a load of {LOAD}:"));
        text += &format!("\n{}\n", nodes_table(&of_games, number, markdown_code));
        note += &format!("; at a load of {LOAD}, {}", candidates(&of_games, "in "));
    }
    Some(text + &paragraph(&(note + ".")))
}

fn nodes_table(columns: &[(String, Vec<RankedTable>)], number: usize, name: fn(&str) -> String) -> String {
    let columns: Vec<&(String, Vec<RankedTable>)> = columns.iter().filter(|(_, ranked)| !ranked.is_empty()).collect();
    let heads: Vec<String> = columns.iter().map(|(head, _)| head.clone()).collect();
    let cell =
        |one: Option<&RankedTable>| one.map_or_else(String::new, |one| bold_if(one.may_be_best, &one.nodes.text()));
    let row = |name: String, find: &dyn Fn(&[RankedTable]) -> Option<usize>| {
        (name, columns.iter().map(|(_, ranked)| cell(find(ranked).map(|index| &ranked[index]))).collect::<Vec<_>>())
    };
    let of_scheme =
        |scheme: &str, ranked: &[RankedTable]| ranked.iter().position(|one| plain_name(one.scheme) == scheme);
    let mut rows: Vec<(String, Vec<String>)> =
        TABLES.iter().map(|(scheme, _)| row(name(scheme), &|ranked| of_scheme(scheme, ranked))).collect();
    rows.push(row(format!("the worst of all {number}"), &|ranked| ranked.len().checked_sub(1)));
    rows.retain(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
    table(&heads, &rows)
}

/// Returns how many tables may be the best one in each column.
fn candidates(columns: &[(String, Vec<RankedTable>)], place: &str) -> String {
    let number = |ranked: &[RankedTable]| ranked.iter().filter(|one| one.may_be_best).count();
    let known = columns.iter().filter(|(_, ranked)| !ranked.is_empty());
    known.map(|(head, ranked)| format!("{} {place}{head}", number(ranked))).collect::<Vec<_>>().join(", ")
}

/// The records that a search of the chess program offers to its table for each node, as measured with searches to 6, 7,
/// 8 and 9 ply in 94 positions of six games.
const RECORDS_OF_A_NODE: f64 = 0.51;

/// What both sides of a match have in common. The table is kept between their moves.
type Conditions = (Size, u64);

/// The results of a table in blocks of pairs, by the seed of the openings, the number of the first pair, and how many
/// pairs there are.
type Blocks = BTreeMap<(u64, u64, u64), [u64; 5]>;

/// The results of each table.
type Tables = BTreeMap<String, Blocks>;

/// The results of tables against another one, by conditions.
#[derive(Default)]
struct Matches {
    played: BTreeMap<Conditions, Tables>,
    /// The tables, in the order of the rows.
    schemes: Vec<String>,
}

/// The games of tables that differ in nothing else, for each table that they played against.
fn games(experiments: &[ExperimentRows<'_>]) -> Option<String> {
    let mut of_bases = BTreeMap::<String, Matches>::new();
    for row in experiments.iter().flat_map(|(_, rows)| *rows) {
        let Some((cell, played)) = row.cell.game.chess_match().zip(row.ending.played()) else { continue };
        let &MatchCell { base, variant, between, openings, first, pairs } = cell;
        let differs_in_scheme =
            variant == Contestant { scheme: variant.scheme, ..base } && variant.scheme != base.scheme;
        // Changed techniques are written after the scheme, the size and the nodes.
        let is_standard = base.to_string().split(':').count() == 3;
        if !differs_in_scheme || !is_standard || between != Between::Stamp {
            continue;
        }
        let matches = of_bases.entry(base.scheme.name().to_owned()).or_default();
        let scheme = variant.scheme.name().to_owned();
        if !matches.schemes.contains(&scheme) {
            matches.schemes.push(scheme.clone());
        }
        let of_conditions = matches.played.entry((base.size, base.nodes)).or_default();
        of_conditions.entry(scheme).or_default().insert((openings, first, pairs), played.counts);
    }
    let text: Vec<String> = of_bases.into_iter().map(|(base, matches)| matches.sorted().markdown(&base)).collect();
    (!text.is_empty()).then(|| text.join("\n"))
}

impl Matches {
    /// Sorts the tables as [`TABLES`] does, the others last.
    fn sorted(mut self) -> Self {
        let place = |scheme: &String| TABLES.iter().position(|(name, _)| name == scheme).unwrap_or(TABLES.len());
        self.schemes.sort_by_key(place);
        // Two experiments may have played the same pairs.
        for blocks in self.played.values_mut().flat_map(BTreeMap::values_mut) {
            let mut end = (0, 0);
            blocks.retain(|&(openings, first, pairs), _| {
                let is_new = openings != end.0 || first >= end.1;
                end = if is_new { (openings, first + pairs) } else { end };
                is_new
            });
        }
        self
    }

    fn markdown(&self, base: &str) -> String {
        let column = |(&(size, nodes), tables)| (load(size, nodes), size, nodes, tables);
        let mut columns: Vec<(f64, Size, u64, &Tables)> = self.played.iter().map(column).collect();
        columns.sort_by(|one, other| one.0.total_cmp(&other.0));
        let best: Vec<Vec<String>> = columns.iter().map(|(.., tables)| self.may_be_best(tables, base)).collect();
        let head =
            |&(load, size, nodes, _): &_| format!("load {}: {size}, {} nodes a move", load_text(load), grouped(nodes));
        let row = |scheme: &String| {
            let cell = |(&(.., tables), best): (&(f64, Size, u64, &Tables), &Vec<String>)| {
                tables.get(scheme).map_or_else(String::new, |blocks| bold_if(best.contains(scheme), &elo(blocks)))
            };
            (markdown_code(scheme), columns.iter().zip(&best).map(cell).collect())
        };
        let mut rows: Vec<(String, Vec<String>)> = self.schemes.iter().map(row).collect();
        rows.push(("pairs of games, each".to_owned(), columns.iter().map(|(.., tables)| pairs(tables)).collect()));
        let (name, words) = (markdown_code(base), TABLES.iter().find(|(name, _)| *name == base));
        let words = words.map(|(_, words)| format!(" ({words})")).unwrap_or_default();
        let mut text = paragraph(&format!(
            "Elo of each table, with 95 % intervals, in games against {name}{words}, in the same memory and with \
             equally many nodes:"
        ));
        text += &format!("\n{}\n", table(&columns.iter().map(head).collect::<Vec<_>>(), &rows));
        text += &paragraph("**Not decided**:");
        text.push('\n');
        for ((load, .., tables), best) in columns.iter().zip(best) {
            let item = format!("At a load of {}: {}.", load_text(*load), self.not_decided(tables, &name, &best));
            text += &format!("- {}\n", wrapped(&item, COLUMNS - 2).join("\n  "));
        }
        text
    }

    /// Says which tables may be as good as the one that they played against, and which may be the best.
    fn not_decided(&self, tables: &Tables, base: &str, best: &[String]) -> String {
        let names = |of: &[String]| of.iter().map(|name| markdown_code(name)).collect::<Vec<_>>().join(", ");
        let is_open = |scheme: &&String| interval(tables, scheme).is_some_and(|of| of.low <= 0.0 && of.high >= 0.0);
        let open: Vec<String> = self.schemes.iter().filter(is_open).cloned().collect();
        let open = match open.as_slice() {
            [] => format!("nothing about {base}"),
            _ => format!(
                "whether {} {} better or worse than {base}",
                names(&open),
                if open.len() > 1 { "are" } else { "is" }
            ),
        };
        match best {
            [] => open,
            [best] => format!("{open}; the best table is {}", markdown_code(best)),
            _ => format!(
                "{open}; which of {} (bold) is the best, by simultaneous intervals over the same openings",
                names(best)
            ),
        }
    }

    /// Returns the tables that may be the best one, by the blocks that all tables have played; none if these are too
    /// few. A table that is weaker than the one that it played against is not the best.
    fn may_be_best(&self, tables: &Tables, base: &str) -> Vec<String> {
        let played: Vec<(&String, &Blocks)> =
            self.schemes.iter().filter_map(|scheme| Some((scheme, tables.get(scheme)?))).collect();
        let common = played.iter().map(|(_, blocks)| blocks.keys().copied().collect::<BTreeSet<_>>());
        let common = common.reduce(|one, other| one.intersection(&other).copied().collect()).unwrap_or_default();
        if common.len() < 2 {
            return Vec::new();
        }
        let design = Design::new(1, repeat_n(1, common.len()));
        let odds = |counts: Vec<(u64, u64)>| Some(ratios(&[Pairs::new(design.clone(), counts)], 0)?.mean);
        let of_blocks = |blocks: &Blocks| odds(common.iter().map(|block| lost_and_won(blocks[block])).collect());
        let estimates: Option<Vec<Estimate>> = played.iter().map(|(_, blocks)| of_blocks(blocks)).collect();
        let Some((mut estimates, of_base)) = estimates.zip(odds(vec![(1, 1); common.len()])) else { return Vec::new() };
        estimates.push(of_base);
        let names = played.iter().map(|(scheme, _)| (*scheme).clone()).chain([base.to_owned()]);
        let intervals = against_best(&estimates, Estimate::LEVEL).unwrap_or_default();
        let is_base_best = intervals.last().is_some_and(|of_base| of_base.low <= 1.0);
        // By its own interval, a table is weaker than the base, stronger, or neither.
        let may_be_best = |(name, against_best): &(String, Interval)| match interval(tables, name) {
            Some(of) if of.high < 0.0 => false,
            Some(of) if of.low <= 0.0 && is_base_best => true,
            _ => against_best.low <= 1.0,
        };
        names.zip(intervals).filter(may_be_best).map(|(name, _)| name).collect()
    }
}

/// Returns the records that the search of a move offers, per 16-byte slot in the memory of the table.
fn load(size: Size, nodes: u64) -> f64 {
    let slots = size.units(1, Size::OF_POSITION).unwrap_or(1).max(1);
    RECORDS_OF_A_NODE * nodes as f64 / slots as f64
}

fn load_text(load: f64) -> String {
    if load < 0.1 { format!("{load:.2}") } else { format!("{load:.1}") }
}

fn sum(blocks: &Blocks) -> Pentanomial {
    let mut all = [0; 5];
    blocks.values().for_each(|counts| all.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count));
    Pentanomial(all)
}

fn interval(tables: &Tables, scheme: &str) -> Option<Interval> {
    tables.get(scheme).and_then(|blocks| sum(blocks).elo_interval())
}

/// Returns the Elo with its interval.
fn elo(blocks: &Blocks) -> String {
    let all = sum(blocks);
    let number = all.elo().map(elo_text).unwrap_or_default();
    let interval = all.elo_interval().map(|of| format!(" [{}, {}]", elo_text(of.low), elo_text(of.high)));
    number + &interval.unwrap_or_default()
}

/// Returns the number of pairs of each table, or the smallest and the largest.
fn pairs(tables: &Tables) -> String {
    let numbers: BTreeSet<u64> = tables.values().map(|blocks| sum(blocks).pairs()).collect();
    match (numbers.first(), numbers.last()) {
        (Some(least), Some(most)) if least < most => format!("{} to {}", grouped(*least), grouped(*most)),
        (Some(all), _) => grouped(*all),
        _ => String::new(),
    }
}

/// Returns the half points that a table has lost and won.
fn lost_and_won(counts: [u64; 5]) -> (u64, u64) {
    let won = (0..).zip(counts).map(|(points, pairs)| points * pairs).sum::<u64>();
    (4 * counts.iter().sum::<u64>() - won, won)
}

#[cfg(test)]
mod tests {
    use experiments::row::{Ending, PlayedPairs};

    use super::*;
    use crate::samples::{chess, definition, row, row_of_positions};

    fn markdown(name: &str, definition: &Definition, rows: &[Row]) -> Option<String> {
        let mut all = of(&[(definition, rows)]).into_iter();
        all.find(|(known, _)| *known == name).map(|(_, text)| text)
    }

    /// Rows of one scheme: six positions, two key seeds, and `more` of the nodes for each doubling of the load.
    fn rows_of(scheme: &str, more: f64) -> Vec<Row> {
        let of = |(step, size): (u32, &str), seed: u32| {
            let cell = chess(&format!("depth=4 scheme={scheme} positions={size} seed={seed}"));
            let nodes = |position: u32| {
                let noise = 1.0 + f64::from((position * 7 + step * 3 + seed) % 5) / 10_000.0;
                let more = if scheme == "unbounded" { 1.0 } else { noise * libm::pow(more, f64::from(2 * step)) };
                libm::round(f64::from(100_000 + 1_000 * position) * more) as u64
            };
            let mut row = row_of_positions(&cell, &(0..6).map(nodes).collect::<Vec<_>>());
            row.statistics.fresh = 6 * 4_000;
            row
        };
        let sizes = (0..).zip(["16K", "4K", "1K", "256", "64"]);
        sizes.flat_map(|size| [1, 2].map(|seed| of(size, seed))).collect()
    }

    #[test]
    fn nodes_are_shown_at_each_load() {
        let survey = definition("survey-chess-middle-game");
        let all = [("unbounded", 1.0), ("depth-4+age-8", 1.05), ("size-4", 1.05), ("deep", 1.1), ("random-4", 1.2)];
        let rows: Vec<Row> = all.iter().flat_map(|(name, more)| rows_of(name, *more)).collect();
        let text = markdown("which-table-nodes", &survey, &rows).unwrap();
        assert!(text.starts_with("Nodes relative to a table that loses nothing, in the same memory"), "{text}");
        let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(line("| Table"), "| Table | 0.3 | 1 | 3 | 10 | 30 |");
        let size = line("| 4 slots of 16 bytes, age and node count: `size-4` | **1.0");
        assert_eq!(size.matches("**").count(), 10, "it may be the best at each load");
        assert_eq!(line("| 1 slot of 16 bytes, age and depth: `deep`").matches("**").count(), 0);
        assert!(
            line("| the worst of all 4").split(" | ").nth(5).unwrap()
                > line("| 1 slot of 16 bytes, age").split(" | ").nth(5).unwrap()
        );
        assert!(!text.contains("two-big1") && !text.contains("other programs"), "{text}");
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains("of all 4 tables of the survey"), "{flat}");
        assert!(flat.contains("may be the best one: 2 at 0.3, 2 at 1,"), "{flat}");
        assert!(text.lines().all(|line| line.len() <= COLUMNS || line.starts_with('|')));
    }

    #[test]
    fn without_rows_there_is_no_part() {
        let (survey, tables) = (definition("survey-chess-middle-game"), definition("engine-tables"));
        assert!(of(&[(&survey, &rows_of("deep", 1.1)), (&tables, &[])]).is_empty());
    }

    /// A row of 50 pairs of a table against `depth-4+age-8`.
    fn block(variant: &str, size: &str, first: u64, counts: [u64; 5]) -> Row {
        let cell = format!(
            "chess-match variant={variant}:{size}:5000 base=depth-4+age-8:{size}:5000 between=stamp openings=1970 \
             first={first} pairs=50 scheme=none parts=all seed=1970"
        );
        let ending = Ending::Played(PlayedPairs { counts, ..PlayedPairs::default() });
        Row { ending, ..row(&cell, 1, None) }
    }

    #[test]
    fn games_are_shown_at_each_load() {
        let tables = definition("engine-tables");
        let mut technique = block("depth-4+age-8", "16KiB", 0, [50, 0, 0, 0, 0]);
        let cell = technique.cell.to_string().replacen(":5000 base", ":5000:without=iir base", 1);
        technique.cell = cell.parse().unwrap();
        let all = |scheme: &'static str, size: &'static str, counts: [u64; 5]| {
            (0..6).map(move |number| {
                let (mut counts, noise) = (counts, (3 * number + scheme.len() as u64) % 4);
                counts[1] += noise;
                counts[2] -= noise;
                block(scheme, size, 50 * number, counts)
            })
        };
        let rows: Vec<Row> = all("deep", "16KiB", [15, 15, 10, 5, 5])
            .chain(all("size-4", "16KiB", [5, 10, 20, 10, 5]))
            .chain(all("depth-3+age-8+packed", "16KiB", [3, 5, 20, 12, 10]))
            .chain(all("depth-4+age-8+compact", "16KiB", [3, 5, 20, 12, 10]))
            .chain(all("deep", "128KiB", [5, 10, 20, 10, 5]))
            // What another experiment has played, too; and a technique.
            .chain([block("deep", "16KiB", 25, [50, 0, 0, 0, 0])])
            .chain([technique])
            .collect();
        let mut reversed = rows.clone();
        reversed.reverse();
        let text = markdown("which-table-games", &tables, &rows).unwrap();
        assert_eq!(markdown("which-table-games", &tables, &reversed).unwrap(), text);
        let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(
            line("| Table"),
            "| Table | load 0.3: 128 KiB, 5,000 nodes a move | load 2.5: 16 KiB, 5,000 nodes a move |"
        );
        assert!(line("| `depth-3+age-8+packed` |").contains("|  | **+"), "{text}");
        let deep = line("| `deep` |");
        assert!(deep.contains("| **-") && deep.ends_with("] |") && deep.matches("**").count() == 2, "{text}");
        assert_eq!(line("| pairs"), "| pairs of games, each | 300 | 300 |");
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains("- At a load of 0.3: whether `deep` is better or worse than `depth-4+age-8`;"), "{flat}");
        assert!(
            flat.contains(
                "- At a load of 2.5: whether `size-4` is better or worse than `depth-4+age-8`; which of \
                 `depth-3+age-8+packed`, `depth-4+age-8+compact` (bold) is the best,"
            ),
            "{flat}"
        );
    }
}
