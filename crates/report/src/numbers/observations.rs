//! The nodes of single positions, from which schemes are compared position by position.

use std::collections::{BTreeMap, BTreeSet};

use schemes::{Parts, Positions, Scheme};

use crate::numbers::names::variant_label;
use experiments::cell::SearchOptions;
use experiments::games::{Item, Observed};
use experiments::row::Row;
use stats::{Design, Estimand, Pairs};

pub(crate) use experiments::games::Group;

/// What searches of the same positions differ in: a row of a table, a curve of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Variant {
    pub(crate) search: SearchOptions,
    pub(crate) scheme: Option<Scheme>,
    pub(crate) parts: Parts,
    pub(crate) line: u8,
}

impl Variant {
    /// The search without a table.
    pub(crate) const NO_TABLE: Self = Self { search: SearchOptions::PLAIN, scheme: None, parts: Parts::all(), line: 1 };

    /// Returns the scheme and the options of the search, as people write them.
    pub(crate) fn label(self) -> String {
        variant_label(self.scheme, self.search)
    }

    /// Returns the searches without a table that it can be compared with, the closest first: with the same options,
    /// with those that do not concern the table, and with none.
    pub(crate) fn without_table(self) -> [Self; 3] {
        let searches = [self.search, without_table_options(self.search), SearchOptions::PLAIN];
        searches.map(|search| Self { search, ..Self::NO_TABLE })
    }

    /// Returns whether the search uses all parts of the table.
    pub(crate) fn is_whole(self) -> bool {
        self.parts == Parts::all()
    }
}

/// Returns the options of a search that do not concern the table.
pub(crate) fn without_table_options(search: SearchOptions) -> SearchOptions {
    let kept = search.iter().filter(|option| !option.needs_table());
    kept.fold(SearchOptions::PLAIN, |set, option| set.with(option).unwrap_or(set))
}

/// Everything that determines a search except its position and its key seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Setting {
    pub(crate) group: Group,
    pub(crate) positions: Option<Positions>,
    pub(crate) variant: Variant,
}

impl Setting {
    /// Returns `7 ply, 8K positions`.
    pub(crate) fn case(self) -> String {
        let size = self.positions.map(|size| format!(", {size} positions")).unwrap_or_default();
        format!("{}{size}", self.group)
    }
}

/// Nodes by position.
pub(crate) type ByItem = BTreeMap<Item, u64>;

/// The nodes of every finished search, by setting and seed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observations(BTreeMap<Setting, BTreeMap<u64, ByItem>>);

impl Observations {
    /// Takes the nodes from `rows`; of searches that end at a horizon, at these depths.
    pub(crate) fn of(rows: &[Row], depths: &BTreeSet<u8>) -> Self {
        let mut all = Self::default();
        for row in rows.iter().filter(|row| row.is_complete()) {
            let (scheme, parts, positions) = (row.cell.scheme, row.cell.parts, row.cell.positions);
            for Observed { group, item, nodes } in row.cell.game.observed(row.nodes, row.searches(), depths) {
                let setting = Setting {
                    group,
                    positions,
                    variant: Variant { search: row.cell.search, scheme, parts, line: row.cell.game.line() },
                };
                let of_seed = all.0.entry(setting).or_default().entry(row.cell.seed).or_default();
                of_seed.entry(item).or_insert(nodes);
            }
        }
        all
    }

    /// Returns the greatest depth, if searches have one.
    pub(crate) fn deepest(&self) -> Option<u8> {
        let depth = |setting: &Setting| if let Group::Ply(depth) = setting.group { Some(depth) } else { None };
        self.0.keys().filter(|setting| setting.variant.scheme.is_some()).filter_map(depth).max()
    }

    /// Returns the settings that were searched.
    pub(crate) fn settings(&self) -> impl Iterator<Item = &Setting> {
        self.0.keys()
    }

    /// Returns the nodes of the positions that were searched with both settings: for every seed, pairs in the order of
    /// the positions.
    ///
    /// The second numbers come from `others`, which may be another experiment. A board is one position: its two first
    /// players are not a sample, so their nodes are added.
    pub(crate) fn pairs(&self, ours: Setting, others: &Self, theirs: Setting) -> Option<Pairs> {
        self.pairs_of_items(ours, others, theirs).map(|(_, pairs)| pairs)
    }

    /// As [`pairs`](Self::pairs), with the positions. A board has one of its two first players.
    pub(crate) fn pairs_of_items<'s>(
        &'s self,
        ours: Setting,
        others: &'s Self,
        theirs: Setting,
    ) -> Option<(Vec<&'s Item>, Pairs)> {
        let group = ours.group;
        let is_table = [ours, theirs].map(|setting| setting.variant.scheme.is_some());
        let (ours, theirs) = (self.0.get(&ours)?, others.0.get(&theirs)?);
        // Without a table the key seed does not matter, so one search is enough.
        let of_seed = |all: &'s BTreeMap<u64, ByItem>, is_table: bool, seed: u64| {
            if is_table { all.get(&seed) } else { all.values().next() }
        };
        let seeds = if is_table[0] { ours } else { theirs }.keys().copied();
        let both: Vec<(&ByItem, &ByItem)> = seeds
            .filter_map(|seed| Some((of_seed(ours, is_table[0], seed)?, of_seed(theirs, is_table[1], seed)?)))
            .collect();
        // Every seed must have the same positions, so that all rows have the same length.
        let is_common = |item: &&Item| both.iter().all(|(a, b)| a.contains_key(item) && b.contains_key(item));
        let items: Vec<&Item> = both.first()?.0.keys().filter(is_common).collect();
        let row = |(a, b): &(&ByItem, &ByItem)| -> Vec<(u64, u64)> {
            let pairs = items.iter().map(|&item| (a[item], b[item]));
            if is_board(group) {
                vec![pairs.fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1))]
            } else {
                pairs.collect()
            }
        };
        let design = design(group, both.len(), &items)?;
        let estimand = match group {
            Group::Ply(_) => Estimand::of_games(design.number_of_games()),
            Group::Board(_) | Group::Set(_) => Estimand::Sums,
        };
        let pairs = Pairs::new(design, both.iter().flat_map(row).collect()).about(estimand);
        Some((items.into_iter().take(pairs.design().positions()).collect(), pairs))
    }

    /// Returns the nodes of several settings on the positions that were searched with all of them.
    pub(crate) fn alike(&self, settings: &[Setting]) -> Option<Alike> {
        let all: Vec<&BTreeMap<u64, ByItem>> = settings.iter().filter_map(|setting| self.0.get(setting)).collect();
        let seeds: Vec<u64> = all
            .first()?
            .keys()
            .copied()
            .filter(|seed| all.iter().all(|of_seeds| of_seeds.contains_key(seed)))
            .collect();
        let is_common = |item: &&Item| all.iter().all(|one| seeds.iter().all(|seed| one[seed].contains_key(item)));
        let items: Vec<&Item> = all[0][seeds.first()?].keys().filter(is_common).collect();
        let row = |one: &ByItem| {
            let numbers = items.iter().map(|&item| one[item] as f64);
            if is_board(settings[0].group) { vec![numbers.sum()] } else { numbers.collect::<Vec<f64>>() }
        };
        let numbers: Vec<Vec<f64>> =
            all.iter().map(|one| seeds.iter().flat_map(|seed| row(&one[seed])).collect()).collect();
        Some(Alike { design: design(settings[0].group, seeds.len(), &items)?, numbers })
    }

    /// Returns the nodes of a variant at every size, ascending.
    pub(crate) fn curve(&self, group: Group, variant: Variant) -> Option<(Vec<Positions>, Alike)> {
        let is_meant = |setting: &&Setting| (setting.group, setting.variant) == (group, variant);
        let settings: Vec<Setting> = self.0.keys().filter(is_meant).copied().collect();
        let sizes: Vec<Positions> = settings.iter().filter_map(|setting| setting.positions).collect();
        let alike = self.alike(&settings).filter(|_| sizes.len() > 1)?;
        Some((sizes, alike))
    }
}

fn is_board(group: Group) -> bool {
    matches!(group, Group::Board(_))
}

/// Returns what these searches are a sample of; `None` if there are none.
fn design(group: Group, seeds: usize, items: &[&Item]) -> Option<Design> {
    if items.is_empty() || seeds == 0 {
        return None;
    }
    Some(match group {
        Group::Board(_) => Design::new(seeds, [1]),
        Group::Set(set) => Design::independent(seeds, items.len()).of_set(set.number),
        Group::Ply(_) => {
            let games = items.chunk_by(|one, next| (&one.set, one.game) == (&next.set, next.game));
            Design::new(seeds, games.map(<[_]>::len))
        }
    })
}

/// The nodes of the same positions with several settings.
pub(crate) struct Alike {
    /// The seeds, and the games of the positions.
    pub(crate) design: Design,
    /// For each setting a row for every seed, with a number for every position.
    pub(crate) numbers: Vec<Vec<f64>>,
}

/// Returns the index of the smallest size whose doubling saves less than one percent of the nodes, or of the last size
/// `[Breuker 1998, 2.7.1]`.
pub(crate) fn suggested(curve: &[(Positions, f64)]) -> usize {
    let is_enough = |pair: &[(Positions, f64)]| {
        let doublings = libm::log2(pair[1].0.get() as f64 / pair[0].0.get() as f64);
        libm::pow(pair[1].1 / pair[0].1, 1.0 / doublings) > 0.99
    };
    curve.windows(2).position(is_enough).unwrap_or(curve.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_compared_with_the_closest_one_without_a_table() {
        let search = |name: &str| SearchOptions::find(name).unwrap();
        let with_table = search("quiescence-full+refutation-second");
        let variant = Variant { scheme: Some(Scheme::Deep), search: with_table, ..Variant::NO_TABLE };
        let found = variant.without_table();
        assert!(found.iter().all(|none| none.scheme.is_none()));
        assert_eq!(found.map(|none| none.search), [with_table, search("quiescence-full"), SearchOptions::PLAIN]);
    }
}
