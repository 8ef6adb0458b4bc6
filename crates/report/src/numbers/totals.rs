//! Node counts of all games, summed over the positions of a setting: what tables and pictures show.

use std::collections::{BTreeMap, BTreeSet};

use schemes::{Positions, Scheme};
use tt::Score;

use crate::numbers::board_summary::{BoardSummary, NodeCount, Seeds, Spread, first_players};
use crate::numbers::common::Common;
use crate::numbers::names::Names;
use crate::numbers::observations::{Group, Observations, Setting, Variant, suggested};
use crate::numbers::order::Order;
use experiments::cell::{Between, GameKind, parts_name};
use experiments::definition::Definition;
use experiments::games::GroupKind;
use experiments::row::Row;
use experiments::text::counted;
use stats::{Estimand, Estimate};

/// The nodes of an experiment by setting, and what they were counted on.
pub(crate) struct Totals {
    pub(crate) counts: BTreeMap<Setting, NodeCount>,
    pub(crate) each: Observations,
    /// Nodes that followed the line of an ancestor, and all nodes.
    pub(crate) guided: BTreeMap<Setting, (u64, u64)>,
    /// The values of the position, one for each key seed that gives another one; empty if there are several positions.
    pub(crate) values: BTreeMap<Setting, BTreeSet<Score>>,
    pub(crate) variants: Vec<Variant>,
    /// What the variants are called, and what the labels of a picture leave out.
    pub(crate) common: Common,
    pub(crate) groups: BTreeSet<Group>,
    pub(crate) sizes: BTreeSet<Positions>,
    pub(crate) seeds: Seeds,
    pub(crate) between: Between,
    pub(crate) boards: BoardSummary,
    positions: usize,
    games: usize,
}

/// What rows of sequences of positions add up to.
#[derive(Default)]
struct Sums {
    /// The nodes of each game by seed; `None` if the search was not finished.
    nodes: BTreeMap<Setting, BTreeMap<u64, BTreeMap<u16, Option<u64>>>>,
    /// The nodes of searches that reached their limit, by seed.
    unfinished: BTreeMap<Setting, BTreeMap<u64, u64>>,
    values: BTreeMap<Setting, BTreeSet<Score>>,
    guided: BTreeMap<Setting, (u64, u64)>,
    /// The number of positions in each game.
    games: BTreeMap<u16, usize>,
}

impl Sums {
    fn of(rows: &[Row], depths: &BTreeSet<u8>) -> Self {
        let mut sums = Self::default();
        rows.iter().for_each(|row| sums.add(row, depths));
        sums
    }

    fn add(&mut self, row: &Row, depths: &BTreeSet<u8>) {
        let (scheme, parts, positions) = (row.cell.scheme, row.cell.parts, row.cell.positions);
        // A search whose table was cleared before it counts for its shallower iterations, too.
        let Some((game, count)) = row.cell.game.sequence() else { return };
        self.games.insert(game, count);
        let groups = row.cell.game.groups(depths);
        let variant = Variant { search: row.cell.search, scheme, parts, line: row.cell.game.line() };
        if let Some(&(group, _)) = groups.last() {
            let (guided, all) = self.guided.entry(Setting { group, positions, variant }).or_default();
            (*guided, *all) = (*guided + row.guided, *all + row.nodes);
        }
        for (group, depth) in groups {
            let setting = Setting { group, positions, variant };
            let of_seed = self.nodes.entry(setting).or_default().entry(row.cell.seed).or_default();
            let known = of_seed.entry(game).or_default();
            let nodes = match depth {
                Some(depth) => row.nodes_to(depth),
                None => row.is_complete().then_some(row.nodes),
            };
            *known = known.or(nodes);
            // An unfinished search took at least its limit at its own depth; of shallower depths nothing is known.
            if !row.is_complete() && depth == row.cell.game.depth() {
                *self.unfinished.entry(setting).or_default().entry(row.cell.seed).or_default() += row.nodes;
            }
            let of_depth = row.searches().iter().filter(|searched| depth.is_none_or(|depth| searched.depth == depth));
            for searched in of_depth {
                self.values.entry(setting).or_default().insert(searched.score);
            }
        }
    }

    /// Returns the sum over all games for each seed.
    fn count(&self, setting: &Setting, of_seeds: &BTreeMap<u64, BTreeMap<u16, Option<u64>>>) -> NodeCount {
        let (mut sums, mut is_whole) = (Vec::new(), true);
        for (seed, of_games) in of_seeds {
            is_whole &= self.games.keys().all(|game| of_games.get(game).is_some_and(Option::is_some));
            let unfinished = self.unfinished.get(setting).and_then(|of_seeds| of_seeds.get(seed)).copied();
            sums.push(of_games.values().flatten().sum::<u64>() + unfinished.unwrap_or(0));
        }
        NodeCount::of(&sums, is_whole)
    }
}

impl Totals {
    pub(crate) fn of(definition: &Definition, rows: &[Row]) -> Self {
        let depths = definition.depths(rows);
        let (sums, boards) = (Sums::of(rows, &depths), BoardSummary::of(definition, rows));
        let with_table = |setting: &Setting| setting.variant.scheme.is_some();
        // Keys, and their seeds, exist only with a table.
        let seeds = sums.nodes.iter().filter(|(setting, _)| with_table(setting)).map(|(_, of_seeds)| of_seeds.len());
        let of_boards = boards.outcomes.iter().filter(|(one, _)| one.scheme.is_some()).map(|(_, one)| one.seeds);
        let seeds = seeds.chain(of_boards).collect();
        let mut counts: BTreeMap<Setting, NodeCount> =
            sums.nodes.iter().map(|(&setting, of_seeds)| (setting, sums.count(&setting, of_seeds))).collect();
        for (one, outcome) in &boards.outcomes {
            let variant = Variant { search: one.search, scheme: one.scheme, parts: one.parts, line: 1 };
            counts.insert(Setting { group: Group::Board(one.board), positions: one.positions, variant }, outcome.nodes);
        }
        let order = Order::of(definition);
        let mut variants: Vec<Variant> = counts.keys().map(|setting| setting.variant).collect();
        variants.sort_by_key(|variant| {
            (variant.search, order.rank(variant.scheme), std::cmp::Reverse(variant.parts), variant.line)
        });
        variants.dedup();
        // The search without a table counts for depths at which nothing else was searched.
        let has_table = counts.keys().any(with_table);
        let shown = counts.keys().filter(|setting| !has_table || with_table(setting));
        Self {
            groups: shown.map(|setting| setting.group).collect(),
            sizes: counts.keys().filter_map(|setting| setting.positions).collect(),
            values: if sums.games.values().sum::<usize>() == 1 { sums.values } else { BTreeMap::new() },
            each: Observations::of(rows, &depths),
            guided: sums.guided,
            common: Common::of(&variants, Names::of(definition)),
            variants,
            counts,
            positions: sums.games.values().sum(),
            games: sums.games.len(),
            seeds,
            between: definition.between_searches,
            boards,
        }
    }

    /// Returns the nodes of a variant; a search without a table is the same at every size.
    pub(crate) fn nodes(&self, variant: Variant, positions: Option<Positions>, group: Group) -> Option<NodeCount> {
        let positions = variant.scheme.and(positions);
        self.counts.get(&Setting { group, positions, variant }).copied()
    }

    pub(crate) fn known(&self, variant: Variant, positions: Option<Positions>, group: Group) -> Option<Spread> {
        self.nodes(variant, positions, group)?.known()
    }

    /// Returns the fewest nodes of all variants, unless an unfinished search may turn out to need fewer.
    pub(crate) fn fewest(&self, positions: Option<Positions>, group: Group) -> Option<f64> {
        let (mut best, mut open) = (f64::INFINITY, f64::INFINITY);
        for nodes in self.variants.iter().filter_map(|&variant| self.nodes(variant, positions, group)) {
            match nodes {
                NodeCount::Known(spread) => best = best.min(spread.mean),
                NodeCount::MoreThan(nodes) => open = open.min(nodes as f64),
            }
        }
        (best.is_finite() && best <= open).then_some(best)
    }

    /// Returns the variant that the others are compared with: the first one that has a table.
    pub(crate) fn reference(&self) -> Option<Variant> {
        self.variants.iter().copied().find(|variant| variant.scheme.is_some()).filter(|_| self.variants.len() > 1)
    }

    /// Returns the nodes of a variant divided by those of another one, on the same positions.
    pub(crate) fn ratio(
        &self,
        variant: Variant,
        reference: Variant,
        size: Option<Positions>,
        group: Group,
    ) -> Option<Estimate> {
        let of = |variant: Variant| Setting { group, positions: variant.scheme.and(size), variant };
        let pairs = self.each.pairs(of(variant), &self.each, of(reference))?;
        Some(stats::ratios(&[pairs], 0)?.mean)
    }

    /// Returns whether two variants need the same nodes in every search.
    pub(crate) fn are_same(&self, one: Variant, other: Variant, size: Option<Positions>, group: Group) -> bool {
        let of = |variant: Variant| Setting { group, positions: variant.scheme.and(size), variant };
        let pairs = self.each.pairs(of(one), &self.each, of(other));
        pairs.is_some_and(|pairs| pairs.counts().iter().all(|(ours, theirs)| ours == theirs))
    }

    /// Returns the search without a table that a variant is compared with: with the same options if possible.
    pub(crate) fn without_table(&self, variant: Variant) -> Option<Variant> {
        let first = || self.variants.iter().find(|variant| variant.scheme.is_none()).copied();
        variant.without_table().into_iter().find(|none| self.variants.contains(none)).or_else(first)
    }

    /// Returns the size that a table should have, as far as the sizes that were tried show it.
    pub(crate) fn suggested(&self, variant: Variant, group: Group) -> Option<String> {
        let of_size = |&size: &Positions| Some((size, self.known(variant, Some(size), group)?.mean));
        let curve: Vec<(Positions, f64)> = self.sizes.iter().filter_map(of_size).collect();
        let index = suggested(&curve);
        (curve.len() > 1).then(|| match (index, curve[index].0) {
            (0, size) => format!("≤ {size}"),
            (index, size) if index == curve.len() - 1 => format!("≥ {size}"),
            (_, size) => size.to_string(),
        })
    }

    /// Returns the name of a variant, with what tells it from the others.
    pub(crate) fn label(&self, variant: Variant) -> String {
        self.completed(self.common.names.label(variant.scheme, variant.search), variant)
    }

    /// Returns what a variant is called in a picture, which says once what all variants share.
    pub(crate) fn short_label(&self, variant: Variant) -> String {
        self.completed(self.common.label(variant), variant)
    }

    /// Adds to a label the parts and the line, if other variants have others.
    fn completed(&self, mut label: String, variant: Variant) -> String {
        let Variant { scheme, parts, line, .. } = variant;
        if scheme.is_some() && self.variants.iter().any(|other| other.scheme.is_some() && other.parts != parts) {
            label += &format!(", {}", parts_name(parts));
        }
        if scheme.is_some() && self.variants.iter().any(|other| other.scheme.is_some() && other.line != line) {
            label += &format!(", {line}-ply line");
        }
        label
    }

    /// Returns whether schemes are all that the variants differ in.
    pub(crate) fn is_by_scheme(&self) -> bool {
        let schemes: BTreeSet<Option<Scheme>> = self.variants.iter().map(|variant| variant.scheme).collect();
        schemes.len() == self.variants.len()
    }

    /// Returns what is searched at a depth, of a set or on a board.
    pub(crate) fn heading_of(&self, group: Group) -> String {
        match group {
            Group::Ply(_) => format!("at {group} on {}", self.heading()),
            Group::Set(_) => format!("to solve {group}, {}", self.heading()),
            Group::Board(board) => {
                format!("to solve {board}, {}{}", first_players(&self.boards, board), self.over_seeds())
            }
        }
    }

    /// Returns what is searched.
    pub(crate) fn heading(&self) -> String {
        let between = match self.between {
            Between::Clear => "cleared",
            Between::Stamp => "stamped",
        };
        let games = if self.games == 1 { String::new() } else { format!(" of {} games", self.games) };
        let positions = counted(self.positions, "position");
        format!("{positions}{games}, the table {between} between searches{}", self.over_seeds())
    }

    fn over_seeds(&self) -> String {
        if self.seeds.are_several() { format!(", mean over {}", self.seeds) } else { String::new() }
    }

    /// Returns what ratios of nodes are about.
    pub(crate) fn estimand(&self) -> Estimand {
        Estimand::of_games(self.games)
    }

    /// Returns whether every number is that of a single search, so that there are no intervals.
    pub(crate) fn are_single_searches(&self, game: GameKind) -> bool {
        !self.seeds.are_several() && (game.sums() == GroupKind::Board || self.positions <= 1)
    }
}
