//! The survey of memory pressure: a ranking of the tables at each load, and answers.

use experiments::games::GroupKind;
use experiments::text::wrapped;
use schemes::Scheme;
use stats::{Estimate, Interval, against_best};

use crate::groups::other_scores::{NOTE as NOTE_OF_SCORES, other_scores};
use crate::numbers::load_curves::{LoadCurve, LoadPer, curves, distinct, name, plain_name};
use crate::numbers::totals::Totals;
use crate::report::Report;
use crate::show::block::Block;
use experiments::text::counted;
use experiments::text::grouped;

/// The loads of the tables.
const LOADS: [f64; 8] = [0.1, 0.3, 0.6, 1.0, 3.0, 6.0, 10.0, 30.0];

/// The loads at which buckets are said not to matter: engine authors advise tables that are at most 30 % full.
const LOW: [f64; 2] = [0.1, 0.3];

/// The loads at which positions are lost however they are distributed over the table.
const HIGH: [f64; 4] = [1.0, 3.0, 10.0, 30.0];

/// What the rankings show.
const NOTE: &str = "\
Nodes relative to a table that loses nothing (`unbounded`), after the rank. `=`: not distinguishable from the best, by \
simultaneous 95 % intervals. The tables are in the order of the sum of their ranks. The load is the number of distinct \
positions that the search offers to the table that loses nothing, per position of room. Between two table sizes, the \
logarithm of the nodes is interpolated over that of the load. Empty: no table with such a load was searched.";

/// What the rankings in equal memory show.
const NOTE_OF_BYTES: &str = "\
In equal memory, the load is per 16 bytes. Only the tables that are said to be in equal memory have other numbers than \
above.";

/// What the last table shows.
const NOTE_OF_RULES: &str = "\
`engine` and `1 MB` are about chess. `plain solver` is about DOMI and the plain search of Connect Four, `best solver` \
about the best solvers of both games. 1 MB has room for 64K positions of 16 bytes: at \
load 10, a search offers 655,360 positions. The ratio and its interval compare the first rule with the next. The \
answer is decided if the simultaneous intervals of all rules exclude that another one needs as few nodes. Rules that \
cannot be told apart are equal within 1 % if the interval of each of them to the first one lies between 0.99 and 1.01.";

/// How subtree size and depth are compared: the width of the bucket, and the two schemes.
const CRITERIA: [(&str, &str, &str); 2] =
    [("bucket of 3", "size-3", "depth-3+age-8"), ("bucket of 4", "size-4", "depth-4+age-8")];

/// How buckets are compared: the criterion, the scheme with a bucket of 4, and that with one slot.
const BUCKETS: [(&str, &str, &str); 2] = [("by subtree size", "size-4", "big1"), ("by depth", "depth-4+age-8", "deep")];

/// How ageing is judged: the scheme with it, and the one without.
const AGEING: (&str, &str) = ("depth-4+age-8", "depth-4");

/// Who asks for a rule, for which searches, and at which loads if they were searched.
const USES: [(&str, Program, &[f64]); 4] = [
    ("engine", Program::Engine, &[0.3, 1.0, 3.0]),
    ("1 MB", Program::Engine, &[10.0, 30.0]),
    ("plain solver", Program::PlainSolver, &HIGH),
    ("best solver", Program::BestSolver, &HIGH),
];

/// What searches a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    /// Its searches end at a horizon.
    Engine,
    /// An alpha-beta search to the end of the game.
    PlainSolver,
    /// The best solver of the game.
    BestSolver,
}

/// A difference of nodes that does not matter.
const SMALL: f64 = 0.01;

/// An experiment of the survey.
struct Game {
    title: String,
    program: Program,
    curves: Vec<LoadCurve>,
}

/// Returns the rankings of every experiment at each load, and the answers to the questions.
#[must_use]
pub(super) fn tables(reports: &[Report<'_>]) -> Vec<Block> {
    let game = |report: &Report<'_>| {
        let totals = Totals::of(report.definition, &report.rows);
        let program = match report.definition.game.sums() {
            GroupKind::Ply | GroupKind::Match => Program::Engine,
            _ if !report.definition.full.game.has_options() => Program::BestSolver,
            _ => Program::PlainSolver,
        };
        let curves = curves(report.definition, &report.rows, &totals);
        Game { title: report.definition.short_title().to_owned(), program, curves }
    };
    let games: Vec<Game> = reports.iter().map(game).filter(|game| !game.curves.is_empty()).collect();
    if games.is_empty() {
        return Vec::new();
    }
    let mut blocks: Vec<Block> = games.iter().map(|game| game.ranking(LoadPer::Positions)).collect();
    blocks.push(note(NOTE));
    blocks.push(Block::Note(games.iter().map(Game::offered).collect::<Vec<_>>().join("\n")));
    blocks.extend(games.iter().map(|game| game.ranking(LoadPer::Bytes)));
    blocks.push(note(NOTE_OF_BYTES));
    blocks.extend([criteria(&games), buckets(&games), ageing(&games)]);
    blocks.extend(rules(&games));
    let rows: Vec<_> = reports.iter().map(|report| (report.definition.short_title(), report.rows.as_slice())).collect();
    if let Some(scores) = other_scores(&rows) {
        blocks.extend([scores, note(NOTE_OF_SCORES)]);
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// A table among others at one load.
struct Ranked {
    scheme: Scheme,
    nodes: Estimate,
    /// Whether it may be the best one.
    may_be_best: bool,
}

/// Sorts tables by their nodes.
fn ranked(mut all: Vec<(Scheme, Estimate)>) -> Vec<Ranked> {
    all.sort_by(|one, other| one.1.mean.total_cmp(&other.1.mean));
    let nodes: Vec<Estimate> = all.iter().map(|(_, nodes)| nodes.clone()).collect();
    // Without intervals, nothing is known about the best one.
    let intervals = against_best(&nodes, Estimate::LEVEL);
    let may_be_best = |index: usize| match &intervals {
        Some(intervals) => intervals[index].low <= 1.0,
        None => false,
    };
    let flags: Vec<bool> = (0..all.len()).map(may_be_best).collect();
    let ranked = all.into_iter().zip(flags);
    ranked.map(|((scheme, nodes), may_be_best)| Ranked { scheme, nodes, may_be_best }).collect()
}

impl Game {
    /// Returns the schemes, in the order of the definition.
    fn schemes(&self) -> Vec<Scheme> {
        distinct(self.curves.iter().map(|curve| curve.scheme))
    }

    /// Returns how many positions a search offers.
    fn offered(&self) -> String {
        let text = |curve: &LoadCurve| format!("{} ({})", grouped(libm::round(curve.offered) as u64), curve.group);
        let mut groups: Vec<String> = self.curves.iter().map(text).collect();
        groups.dedup();
        format!("{}: distinct positions that a search offers: {}.", self.title, groups.join(", "))
    }

    /// Returns the nodes of a scheme at a load: the geometric mean over boards or test sets.
    fn at(&self, scheme: Scheme, room: LoadPer, load: f64) -> Option<Estimate> {
        let of_scheme = self.curves.iter().filter(|curve| curve.scheme == scheme);
        mean(&of_scheme.map(|curve| curve.at(room, load)).collect::<Option<Vec<_>>>()?)
    }

    /// Returns the nodes of a scheme relative to those of another one at a load.
    fn ratio(&self, scheme: &str, other: &str, load: f64) -> Option<Estimate> {
        let of = |scheme: &str| self.at(scheme.parse().ok()?, LoadPer::Positions, load);
        Some(of(scheme)?.over(&of(other)?))
    }

    /// Returns these ratios at the loads at which both schemes were searched.
    fn searched(&self, scheme: &str, other: &str, loads: &[f64]) -> (Vec<f64>, Vec<Estimate>) {
        loads.iter().filter_map(|&load| Some((load, self.ratio(scheme, other, load)?))).unzip()
    }

    /// Returns their mean.
    fn mean_ratio(&self, scheme: &str, other: &str, loads: &[f64]) -> Option<Estimate> {
        mean(&self.searched(scheme, other, loads).1)
    }

    /// Returns the ratio of two schemes at each load, as text; empty where one of them was not searched.
    fn ratios(&self, scheme: &str, other: &str) -> Vec<String> {
        let at = |&load: &f64| self.ratio(scheme, other, load).map(|ratio| ratio.text()).unwrap_or_default();
        LOADS.iter().map(at).collect()
    }

    /// Makes the ranking at each load.
    fn ranking(&self, room: LoadPer) -> Block {
        let at_load = |&load: &f64| {
            let nodes = |scheme| Some((scheme, self.at(scheme, room, load)?));
            ranked(self.schemes().into_iter().filter_map(nodes).collect())
        };
        let at_loads: Vec<Vec<Ranked>> = LOADS.iter().map(at_load).collect();
        let cell = |scheme: Scheme, all: &Vec<Ranked>| {
            let Some(rank) = all.iter().position(|one| one.scheme == scheme) else { return String::new() };
            let same = if all[rank].may_be_best { "=" } else { " " };
            format!("{}{same} {}", rank + 1, all[rank].nodes.text())
        };
        let mut rows: Vec<(usize, Scheme)> = self.schemes().into_iter().enumerate().collect();
        // By the sum of the ranks.
        let ranks = |scheme: Scheme| -> usize {
            let rank = |all: &Vec<Ranked>| all.iter().position(|one| one.scheme == scheme).unwrap_or(all.len());
            at_loads.iter().map(rank).sum()
        };
        rows.sort_by_key(|&(number, scheme)| (ranks(scheme), number));
        let row = |(_, scheme)| (name(scheme), at_loads.iter().map(|all| cell(scheme, all)).collect());
        let memory = if room == LoadPer::Bytes { ", in equal memory" } else { "" };
        let caption = format!("{}: rank and nodes at each load{memory}", self.title);
        Block::matrix(caption, heads(), rows.into_iter().map(row))
    }
}

/// Returns the heads of columns for the loads.
fn heads() -> Vec<String> {
    LOADS.iter().map(f64::to_string).collect()
}

/// Returns the geometric mean; `None` of nothing.
fn mean(each: &[Estimate]) -> Option<Estimate> {
    let each: Vec<&Estimate> = each.iter().collect();
    (!each.is_empty()).then(|| Estimate::geometric_mean(&each))
}

/// Returns whether the whole interval is so near 1 that the difference does not matter.
fn is_near_one(ratio: &Estimate) -> bool {
    ratio.interval().is_some_and(|of| of.low > 1.0 - SMALL && of.high < 1.0 + SMALL)
}

/// Returns one of the first two words if the whole interval is below or above 1.
fn answer(ratio: &Estimate, fewer: &'static str, more: &'static str) -> &'static str {
    match ratio.interval() {
        Some(Interval { high, .. }) if high < 1.0 => fewer,
        Some(Interval { low, .. }) if low > 1.0 => more,
        _ => "undecided",
    }
}

/// Does subtree size beat depth minus age?
fn criteria(games: &[Game]) -> Block {
    let rows = CRITERIA.iter().flat_map(|(bucket, size, depth)| {
        games.iter().filter_map(move |game| {
            let ratio = game.mean_ratio(size, depth, &HIGH)?;
            let cells = vec![ratio.text(), answer(&ratio, "yes", "no").to_owned()];
            Some((format!("{}, {bucket}", game.title), cells))
        })
    });
    let caption = "Does subtree size beat depth minus age? Nodes relative to depth minus 8 for each search,\n\
        geometric mean over the loads 1, 3, 10 and 30 that were searched";
    Block::matrix(caption, ["ratio [95 % interval]", "answer"], rows)
}

/// Do buckets stop mattering below 30 % load?
fn buckets(games: &[Game]) -> Block {
    let mut rows = Vec::new();
    for game in games {
        for (criterion, bucket, slot) in BUCKETS {
            let (loads, ratios) = game.searched(bucket, slot, &LOW);
            let Some(low) = mean(&ratios) else { continue };
            let only = if let [load] = loads.as_slice() { format!(" ({load} only)") } else { String::new() };
            let answer =
                if is_near_one(&low) { "yes, within 1 %" } else { answer(&low, "no: they save", "no: they cost") };
            let cells = [vec![low.text() + &only, answer.to_owned()], game.ratios(bucket, slot)].concat();
            rows.push((format!("{}, {criterion}", game.title), cells));
        }
    }
    let heads = [["0.1 and 0.3", "answer"].map(str::to_owned).to_vec(), heads()].concat();
    let caption = "Do buckets stop mattering below 30 % load? Nodes with a bucket of 4 relative to one slot, by load";
    Block::matrix(caption, heads, rows)
}

/// Does ageing help when the table is kept between the searches of a game?
fn ageing(games: &[Game]) -> Block {
    let (with, without) = AGEING;
    let rows = games.iter().filter_map(|game| {
        let high = game.mean_ratio(with, without, &HIGH)?;
        let answer = answer(&high, "yes", "no").to_owned();
        Some((&game.title, [vec![high.text(), answer], game.ratios(with, without)].concat()))
    });
    let heads = [["1 to 30", "answer"].map(str::to_owned).to_vec(), heads()].concat();
    let caption = "Does ageing help in a table that is kept between the searches of a game? Nodes with depth minus 8\n\
        for each search, relative to depth alone, bucket of 4, by load";
    Block::matrix(caption, heads, rows)
}

/// Which rule needs the fewest nodes in equal memory?
fn rules(games: &[Game]) -> Vec<Block> {
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for (who, program, loads) in USES {
        let meant: Vec<&Game> = games.iter().filter(|game| game.program == program).collect();
        let Some(first) = meant.first() else { continue };
        let is_searched = |load: f64| {
            let has_nodes =
                |game: &Game| game.schemes().iter().any(|&one| game.at(one, LoadPer::Bytes, load).is_some());
            meant.iter().all(|game| has_nodes(game))
        };
        let loads: Vec<f64> = loads.iter().copied().filter(|&load| is_searched(load)).collect();
        let nodes = |scheme: Scheme| {
            let each = meant.iter().flat_map(|game| loads.iter().map(|&load| game.at(scheme, LoadPer::Bytes, load)));
            Some((scheme, mean(&each.collect::<Option<Vec<_>>>()?)?))
        };
        let all = ranked(first.schemes().into_iter().filter_map(nodes).collect());
        let [best, next, ..] = all.as_slice() else { continue };
        // The caption says that memory is equal.
        let name = |one: &Ranked| plain_name(one.scheme);
        let alike: Vec<&Ranked> = all.iter().filter(|one| one.may_be_best).collect();
        let is_near_best = |one: &&Ranked| is_near_one(&best.nodes.over(&one.nodes));
        let answer = match alike.as_slice() {
            [_] => "decided",
            [_, others @ ..] if !others.is_empty() && others.iter().all(is_near_best) => "equal, within 1 %",
            _ => "undecided",
        };
        let words: Vec<String> = loads.iter().map(f64::to_string).collect();
        let who = format!("{who}, loads {}", words.join(", "));
        let cells = vec![name(best), name(next), best.nodes.over(&next.nodes).text(), answer.to_owned()];
        if alike.len() > 1 {
            let rules = counted(alike.len(), "rule");
            let names: Vec<String> = alike.iter().map(|one| name(one)).collect();
            notes.push(note(&format!("{who}: {rules} cannot be told apart: {}.", names.join(", "))));
        }
        rows.push((who, cells));
    }
    let heads = ["fewest nodes", "next", "ratio [95 %]", "answer"];
    let caption = "Which rule needs the fewest nodes in equal memory? Geometric mean over games and loads";
    let mut blocks = vec![Block::matrix(caption, heads, rows)];
    blocks.append(&mut notes);
    blocks.push(note(NOTE_OF_RULES));
    blocks
}

/// Breaks a note into lines of a terminal.
fn note(text: &str) -> Block {
    Block::Note(wrapped(text, 100).join("\n"))
}

#[cfg(test)]
mod tests {
    use experiments::row::{Ending, Row, Searched};

    use super::*;
    use crate::samples::{checked, chess, definition, line, report, row};

    /// The rows of six positions with two key seeds. Each scheme needs `more` of the nodes per doubling of the load.
    fn rows(schemes: &[(&str, f64)]) -> Vec<Row> {
        let mut all = Vec::new();
        for (scheme, more) in schemes {
            for (step, size) in (1..).zip(["16K", "4K", "1K", "256", "64", "16"]) {
                for seed in [1, 2] {
                    let cell = chess(&format!("depth=4 scheme={scheme} positions={size} seed={seed}"));
                    let nodes = |position: u16| {
                        let even = f64::from(1_000 + 10 * position);
                        // Every position and seed differs a little.
                        let noise = 1.0 + f64::from((u32::from(position) * 7 + step * 3 + seed) % 5) / 10_000.0;
                        let more = if *scheme == "unbounded" { 1.0 } else { noise * libm::pow(*more, step.into()) };
                        libm::round(even * more) as u64
                    };
                    let searched = |position| {
                        let score = i16::from(scheme.contains("compact") && position == 3);
                        Searched { position, depth: 4, nodes: nodes(position), score, best: None }
                    };
                    let searches: Vec<Searched> = (0..6).map(searched).collect();
                    let mut row = row(&cell, searches.iter().map(|one| one.nodes).sum(), None);
                    row.ending = Ending::Searched(searches);
                    row.statistics.fresh = 6 * 1_000;
                    all.push(row);
                }
            }
        }
        all
    }

    fn printed(schemes: &[(&str, f64)]) -> String {
        let definition = definition("survey-chess-middle-game");
        let rows = rows(schemes);
        let report = report(&definition, &rows).unwrap();
        assert!(report.pictures[0].svg.contains("more nodes than an unbounded table"));
        checked(&tables(&[report]))
    }

    #[test]
    fn tables_are_ranked_and_questions_answered() {
        let text = printed(&[
            ("unbounded", 1.0),
            ("big1", 1.06),
            ("deep", 1.1),
            ("size-4", 1.03),
            ("depth-4+age-8", 1.05),
            ("depth-4", 1.07),
            ("stockfish-18+compact+memory", 1.04),
        ]);
        assert!(line(&text, "size-4")[1] == "1=" && line(&text, "Deep")[1] == "6", "{text}");
        assert!(text.contains("chess middle game: distinct positions that a search offers: 1,000 (4 ply)"), "{text}");
        assert_eq!(line(&text, "chess middle game, bucket of 4").last(), Some(&"yes"), "{text}");
        let buckets = line(&text, "chess middle game, by subtree size").join(" ");
        assert!(buckets.contains("no: they save"), "{buckets}");
        let (_, ages) = text.split_once("Does ageing help").unwrap();
        assert!(line(ages, "chess middle game").contains(&"yes"), "{text}");
        let (_, scores) = text.split_once("searches with another score").unwrap();
        assert_eq!(line(scores, "stockfish-18+compact, in equal memory")[4..], ["12", "of", "72"], "{scores}");
        assert_eq!(line(scores, "size-4")[1..], ["0", "of", "72"], "{scores}");
        // In equal memory, the compact table has half the load per byte, which does not change this order.
        let rule = line(&text, "engine, loads");
        assert!(rule.contains(&"size-4") && rule.last() == Some(&"decided"), "{text}");
    }

    #[test]
    fn equal_tables_cannot_be_told_apart() {
        let text = printed(&[("unbounded", 1.0), ("size-4", 1.05), ("depth-4+age-8", 1.05)]);
        assert_eq!(line(&text, "chess middle game, bucket of 4").last(), Some(&"undecided"), "{text}");
        assert!(text.contains("2 rules cannot be told apart: depth-4+age-8, size-4."), "{text}");
        assert!(text.contains("equal, within 1 %"), "{text}");
    }

    #[test]
    fn without_an_unbounded_table_there_is_nothing() {
        let definition = definition("survey-chess-middle-game");
        let rows = rows(&[("size-4", 1.05), ("deep", 1.1)]);
        assert!(tables(&[report(&definition, &rows).unwrap()]).is_empty());
    }
}
