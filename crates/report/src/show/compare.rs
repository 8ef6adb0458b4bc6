//! Two tables or two searches compared, and whether more key seeds would decide which needs fewer nodes.

use std::collections::{BTreeMap, BTreeSet};

use experiments::cell::SearchOptions;
use experiments::definition::Definition;
use experiments::games::Item;
use experiments::row::Row;
use experiments::text::grouped;
use schemars::JsonSchema;
use schemes::Scheme;
use serde::Serialize;
use stats::{Design, Estimand, Estimate, Interval, Pairs};

use crate::claims::times;
use crate::numbers::names::variant_label;
use crate::numbers::observations::{Group, Observations, Setting, Variant};
use crate::show::block::Block;

/// One side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contender {
    /// The scheme; `None` without a table.
    pub scheme: Option<Scheme>,
    /// The options of the search.
    pub search: SearchOptions,
}

impl Contender {
    /// Returns the scheme and the options, as people write them.
    #[must_use]
    pub fn label(self) -> String {
        variant_label(self.scheme, self.search)
    }

    fn of(self, setting: Setting) -> Setting {
        let Self { scheme, search } = self;
        match scheme {
            Some(_) => Setting { variant: Variant { scheme, search, ..setting.variant }, ..setting },
            None => Setting { positions: None, variant: Variant { search, ..Variant::NO_TABLE }, ..setting },
        }
    }
}

/// The nodes of one side divided by those of the other, on the same positions with the same key seeds.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TwoSides {
    /// The geometric mean over depths or boards, and sizes, of the ratios of the summed nodes, or of those of a typical
    /// game.
    #[serde(skip)]
    pub mean: Estimate,
    /// Whether the ratios are those of a typical game: there are many games, and each counts alike.
    pub of_typical_game: bool,
    /// All nodes of the one divided by all nodes of the other.
    #[serde(rename = "ratio_of_sums")]
    pub sums: f64,
    /// The ratio of each depth or board with each size.
    #[serde(skip)]
    pub cases: Vec<(String, Estimate)>,
    /// Pairs of searches: positions, times seeds, times cases.
    pub searches: usize,
    /// Pairs in which the one needs fewer nodes.
    pub fewer: usize,
    /// Pairs in which both need as many.
    pub equal: usize,
    /// The median of the ratios of the pairs.
    #[serde(rename = "median_ratio")]
    pub median: f64,
    /// The number of key seeds, the smallest of all cases; `None` if neither side has a table, so that keys do not
    /// matter.
    #[serde(skip)]
    pub seeds: Option<u64>,
    /// The positions, the one with the smallest ratio first.
    #[serde(skip)]
    pub positions: Vec<OnePosition>,
}

/// The comparison of two sides on one position.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OnePosition {
    /// Its place in the test set, or the board.
    pub name: String,
    /// The position of a test set of chess.
    pub fen: Option<String>,
    /// The geometric mean over cases of the ratios of the nodes, which are summed over the key seeds.
    pub ratio: f64,
    /// The nodes of both sides, summed over cases and key seeds.
    #[schemars(with = "[u64; 2]")]
    pub nodes: (u64, u64),
}

impl TwoSides {
    /// Compares two sides of some rows, or of two sets of rows, where the whole table is in use; `None` if nothing was
    /// searched with both.
    #[must_use]
    pub fn of(definition: &Definition, ours: (&[Row], Contender), theirs: (&[Row], Contender)) -> Option<Self> {
        let observed = |rows: &[Row]| Observations::of(rows, &definition.depths(rows));
        let (here, there) = (observed(ours.0), observed(theirs.0));
        // Searches with the whole table, and with single moves in it.
        let is_meant = |setting: &&Setting| {
            let Variant { line, .. } = setting.variant;
            ours.1.of(**setting) == **setting && setting.variant.is_whole() && line == 1
        };
        let mut positions = Positions::default();
        let pairs = |&setting: &Setting| {
            let (items, pairs) = here.pairs_of_items(setting, &there, theirs.1.of(setting))?;
            positions.add(setting.group, &items, &pairs);
            Some((setting.case(), pairs))
        };
        let (names, pairs): (Vec<String>, Vec<Pairs>) = here.settings().filter(is_meant).filter_map(pairs).unzip();
        let ratios = stats::ratios(&pairs, 0)?;
        let counts = || pairs.iter().flat_map(Pairs::counts);
        let has_table = ours.1.scheme.is_some() || theirs.1.scheme.is_some();
        let seeds = pairs.iter().map(|pairs| pairs.design().seeds() as u64).min().filter(|_| has_table);
        let sum = |part: fn(&(u64, u64)) -> u64| counts().map(|pair| part(pair) as f64).sum::<f64>();
        let mut each: Vec<f64> = counts().map(|&(one, other)| one as f64 / other as f64).collect();
        each.sort_by(f64::total_cmp);
        Some(Self {
            mean: ratios.mean,
            of_typical_game: pairs.iter().any(|pairs| pairs.estimand() == Estimand::Games),
            sums: sum(|pair| pair.0) / sum(|pair| pair.1),
            cases: names.into_iter().zip(ratios.each).collect(),
            searches: each.len(),
            fewer: counts().filter(|(one, other)| one < other).count(),
            equal: counts().filter(|(one, other)| one == other).count(),
            median: (each[(each.len() - 1) / 2] * each[each.len() / 2]).sqrt(),
            seeds,
            positions: positions.in_order(),
        })
    }

    /// Returns how many times as many games, positions and seeds would show this difference at `level`, if it stayed as
    /// it is; `None` if it is shown already, or if there is no interval or no difference.
    #[must_use]
    pub fn more(&self, level: f64) -> Option<f64> {
        self.mean.interval_at(level)?.more(1.0).filter(|factor| factor.is_finite())
    }

    /// Says how many more games, positions or key seeds would decide, as [`more`](Self::more) returns it.
    #[must_use]
    pub fn needed(&self, level: f64) -> Option<String> {
        self.more(level).map(|factor| times(factor, &self.mean.units()))
    }

    /// Returns the table of all positions, with the names of both sides.
    #[must_use]
    pub fn table_of_positions(&self, one: Contender, other: Contender) -> Block {
        let row = |OnePosition { name, fen, ratio, nodes: (ours, theirs), .. }: &OnePosition| {
            let mut row = vec![format!("{ratio:.3}"), grouped(*ours), grouped(*theirs)];
            row.extend(fen.clone());
            (name.clone(), row)
        };
        let mut head = vec!["ratio".to_owned(), one.label(), other.label()];
        head.extend(self.positions.iter().any(|one| one.fen.is_some()).then(|| "FEN".to_owned()));
        Block::matrix("ratio of the nodes by position", head, self.positions.iter().map(row))
    }

    /// Returns the table of all cases.
    #[must_use]
    pub fn table(&self, level: f64) -> Block {
        let rows = self.cases.iter().map(|(name, ratio)| (name, vec![text(ratio, level)]));
        let head = format!("ratio [{} % t interval]", percent(level));
        let what = if self.of_typical_game { "ratio in a typical game" } else { "ratio of the summed nodes" };
        Block::matrix(what, [head], rows)
    }
}

/// Where a position is from: its place in a test set, in a set of Connect Four, or a board.
type Place = (Option<Group>, Option<Item>);

/// The nodes of both sides in each case, by position.
#[derive(Default)]
struct Positions(BTreeMap<Place, Vec<(u64, u64)>>);

impl Positions {
    /// Adds the positions of one case.
    fn add(&mut self, group: Group, items: &[&Item], pairs: &Pairs) {
        for (place, &item) in items.iter().enumerate() {
            let of_seeds = pairs.counts().chunks_exact(items.len()).map(|of_seed| of_seed[place]);
            let sum = of_seeds.fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
            let key = match group {
                Group::Ply(_) => (None, Some(item.clone())),
                Group::Set(_) => (Some(group), Some(item.clone())),
                Group::Board(_) => (Some(group), None),
            };
            self.0.entry(key).or_default().push(sum);
        }
    }

    fn in_order(self) -> Vec<OnePosition> {
        let position = |((group, item), cases): (Place, Vec<(u64, u64)>)| {
            let logarithms = cases.iter().map(|&(one, other)| libm::log(one as f64 / other as f64));
            let ratio = libm::exp(logarithms.sum::<f64>() / cases.len() as f64);
            let nodes = cases.iter().fold((0, 0), |sum, case| (sum.0 + case.0, sum.1 + case.1));
            let of_game = |item: &Item| format!("game {}, position {}", item.game, item.position + 1);
            let name = match (group, &item) {
                (None, item) => item.as_ref().map(of_game).unwrap_or_default(),
                (Some(group), Some(item)) => format!("{group}, position {}", item.position + 1),
                (Some(group), None) => group.to_string(),
            };
            let fen = item.and_then(|Item { set, game, position }| {
                set?.game(game)?.lines().nth(position.into()).map(str::to_owned)
            });
            OnePosition { name, fen, ratio, nodes }
        };
        let mut all: Vec<OnePosition> = self.0.into_iter().map(position).collect();
        all.sort_by(|one, other| one.ratio.total_cmp(&other.ratio));
        all
    }
}

/// Formats a number with its interval at `level`.
#[must_use]
pub fn text(ratio: &Estimate, level: f64) -> String {
    let interval = ratio.interval_at(level);
    let ends = interval.into_iter().flat_map(|Interval { low, high }| [low, high]);
    // No number may look like 1 if it is not.
    let nearest = ends.map(|end| (end - 1.0).abs()).filter(|distance| *distance > 0.0).fold(1.0, f64::min);
    let digits = if nearest < 5e-4 { 6 } else { 3 };
    let interval = interval.map(|Interval { low, high }| format!(" [{low:.digits$}, {high:.digits$}]"));
    format!("{:.digits$}{}", ratio.mean, interval.unwrap_or_default())
}

/// Formats a level in percent, without needless digits.
#[must_use]
pub fn percent(level: f64) -> String {
    format!("{}", (1e6 * level).round() / 1e4)
}

/// One comparison of a scheme or a search with the first one of an experiment, with several key seeds.
#[derive(Clone, Debug)]
pub struct BySeeds {
    /// What is compared: `Deep / TwoBig1`.
    pub name: String,
    /// The geometric mean of the ratios over all depths or boards, and sizes. The positions are taken as given: its
    /// interval is about other key seeds only.
    pub ratio: Estimate,
    /// Whether it is decided: the interval excludes equality, or lies within the margin.
    pub is_decided: bool,
}

/// Compares every scheme and search of an experiment with the first one, by key seeds, at this level. A ratio whose
/// interval lies within `margin`, such as 0.01, of equality is decided, too.
#[must_use]
pub fn decisions(definition: &Definition, rows: &[Row], level: f64, margin: f64) -> Vec<BySeeds> {
    let all = Observations::of(rows, &definition.depths(rows));
    let with_table = |setting: &&Setting| setting.variant.scheme.is_some();
    let mut variants: Vec<Variant> = Vec::new();
    for scheme in definition.full.all_schemes().chain(definition.quick.all_schemes()) {
        let of_scheme = all.settings().filter(with_table).filter(|setting| setting.variant.scheme == scheme);
        let found: BTreeSet<Variant> = of_scheme.map(|setting| setting.variant).collect();
        variants.extend(found.into_iter().filter(|one| !variants.contains(one)).collect::<Vec<_>>());
    }
    let Some((&reference, others)) = variants.split_first() else { return Vec::new() };
    let decision = |&variant: &Variant| {
        let pairs = |setting: &Setting| {
            let other = Setting { variant: reference, ..*setting };
            Some(by_seed(&all.pairs(*setting, &all, other)?))
        };
        let is_meant = |setting: &&Setting| setting.variant == variant;
        let pairs: Vec<Pairs> = all.settings().filter(is_meant).filter_map(pairs).collect();
        let ratio = stats::ratios(&pairs, 0)?.mean;
        let is_decided = ratio.interval_at(level).is_some_and(|Interval { low, high }| {
            high < 1.0 || low > 1.0 || (low >= 1.0 / (1.0 + margin) && high <= 1.0 + margin)
        });
        Some(BySeeds { name: format!("{} / {}", variant.label(), reference.label()), ratio, is_decided })
    };
    others.iter().filter_map(decision).collect()
}

/// Returns the same nodes, summed over the positions of each seed.
fn by_seed(pairs: &Pairs) -> Pairs {
    let design = pairs.design();
    let sum = |row: &[(u64, u64)]| row.iter().fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    Pairs::new(Design::new(design.seeds(), [1]), pairs.counts().chunks_exact(design.positions()).map(sum).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(scheme: &str, seed: u64, nodes: u64) -> Row {
        let text = format!("domineering board=6x7 first=vertical scheme={scheme} positions=8K parts=all seed={seed}");
        crate::samples::row(&text, nodes, Some(experiments::row::Winner::First))
    }

    fn rows(deep: [u64; 4]) -> Vec<Row> {
        let deep = deep.into_iter().zip(1..).map(|(nodes, seed)| row("deep", seed, nodes));
        deep.chain((1..=4).map(|seed| row("two-big1", seed, 1000))).collect()
    }

    fn side(scheme: Scheme) -> Contender {
        Contender { scheme: Some(scheme), search: SearchOptions::PLAIN }
    }

    #[test]
    fn two_schemes_are_compared() {
        let definition = Definition::find("thesis-fig-2.12").unwrap();
        let rows = rows([1100, 1110, 1090, 1000]);
        let compare = |one, other| TwoSides::of(&definition, (&rows, side(one)), (&rows, side(other)));
        let found = compare(Scheme::Deep, Scheme::TwoBig1).unwrap();
        assert_eq!((found.searches, found.fewer, found.equal, found.cases.len()), (4, 0, 1, 1));
        assert_eq!(found.seeds, Some(4));
        assert!((found.sums - 1.075).abs() < 1e-12 && found.median > 1.0);
        let reverse = compare(Scheme::TwoBig1, Scheme::Deep).unwrap();
        assert!((found.median * reverse.median - 1.0).abs() < 1e-12, "{}", found.median);
        let more = found.more(0.95).expect("the interval contains 1");
        assert!(more > 1.0 && found.more(0.5).is_none(), "{more}");
        let needed = found.needed(0.95).unwrap();
        assert!(needed.contains("times as many key seeds (") && needed.ends_with(" instead of 4)"), "{needed}");
        assert!(compare(Scheme::Old, Scheme::Deep).is_none());
        let [board] = &found.positions[..] else { panic!("one board") };
        assert_eq!((board.name.as_str(), &board.fen, board.nodes), ("6x7", &None, (4300, 4000)));
    }

    #[test]
    fn a_difference_or_its_absence_is_a_decision() {
        let definition = Definition::find("thesis-fig-2.12").unwrap();
        let decided = |deep, margin| {
            let all = decisions(&definition, &rows(deep), 0.95, margin);
            assert_eq!(all.len(), 1);
            assert_eq!(all[0].name, "Deep / TwoBig1");
            all[0].is_decided
        };
        assert!(decided([1100, 1110, 1090, 1105], 0.01));
        assert!(!decided([1100, 900, 1200, 1000], 0.01));
        assert!(!decided([1001, 999, 1002, 1000], 0.0001) && decided([1001, 999, 1002, 1000], 0.01));
        let one_seed = [row("deep", 1, 500), row("two-big1", 1, 1000)];
        assert!(!decisions(&definition, &one_seed, 0.95, 0.01)[0].is_decided, "a single run");
    }
}
