//! Effect sizes: how many times as many nodes a scheme needs as the best scheme, or as a search without a table, over
//! all table sizes together.

use std::collections::{BTreeMap, BTreeSet};

use schemes::{Parts, Positions, Scheme};

use crate::numbers::names::Names;
use crate::numbers::observations::{Group, Observations, Setting, Variant};
use experiments::cell::parts_name;
use stats::{Estimand, Estimate, Pairs};

/// What the searches of an experiment differ in, besides the size of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Varied {
    /// The replacement scheme.
    Schemes,
    /// The parts of the table that the search uses.
    Parts,
    /// How many moves of a line the table keeps.
    Lines,
    /// The options of the search, and perhaps the replacement scheme.
    Searches,
}

impl Varied {
    /// Returns what one of the variants is called.
    pub(crate) fn noun(self) -> &'static str {
        if self == Self::Schemes { "scheme" } else { "variant" }
    }
}

/// A ratio of node counts: those of one variant divided by those of the reference.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Effect {
    pub(crate) variant: Variant,
    /// The geometric mean over table sizes, boards and test sets.
    pub(crate) ratio: Estimate,
}

/// The effect sizes of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Effects {
    pub(crate) varied: Varied,
    /// The variants with a table, the one with the fewest nodes first.
    pub(crate) all: Vec<Effect>,
    /// The searches that were compared: one depth, or all boards or test sets.
    pub(crate) groups: Vec<Group>,
    /// The table sizes, ascending.
    pub(crate) sizes: Vec<Positions>,
    /// What the ratios are about.
    pub(crate) estimand: Estimand,
}

/// Searches of one group with one table size: a column of a table.
type Column = (Group, Positions);

impl Effects {
    /// Compares each variant with the best one, in the deepest searches. Where a search is not finished, only the table
    /// sizes with the most finished variants are compared. Returns `None` if there are fewer than two variants.
    pub(crate) fn against_best(all: &Observations) -> Option<Self> {
        let columns = finished(all);
        let most = columns.values().map(BTreeSet::len).max().filter(|&number| number > 1)?;
        let (columns, variants) = deepest(columns.into_iter().filter(|(_, variants)| variants.len() == most))?;
        let best = best(all, &columns, &variants)?;
        Self::relative_to(all, best, &columns, &variants)
    }

    /// Compares each variant with a scheme, in the deepest searches. Returns `None` if that was not searched.
    pub(crate) fn against(all: &Observations, scheme: Scheme) -> Option<Self> {
        let reference = Variant { scheme: Some(scheme), ..Variant::NO_TABLE };
        let columns = finished(all).into_iter().filter(|(_, variants)| variants.contains(&reference));
        let (columns, variants) = deepest(columns)?;
        Self::relative_to(all, reference, &columns, &variants)
    }

    /// Compares one variant with another, in the deepest searches that were made with both. Returns `None` if there are
    /// none.
    pub(crate) fn between(all: &Observations, variant: Variant, reference: Variant) -> Option<Self> {
        let both = BTreeSet::from([variant, reference]);
        let columns = finished(all).into_iter().filter(|(_, variants)| variants.is_superset(&both));
        let (columns, _) = deepest(columns.map(|(column, _)| (column, both.clone())))?;
        Self::relative_to(all, reference, &columns, &BTreeSet::from([variant]))
    }

    /// Compares each variant with the search without a table, in the deepest searches that were made without one.
    /// Returns `None` if none was. The options of the search are the same if possible.
    pub(crate) fn against_no_table(all: &Observations) -> Option<Self> {
        let none = |group, variant: Variant| {
            let settings = variant.without_table().map(|variant| Setting { group, positions: None, variant });
            let is_searched = |none: &&Setting| all.settings().any(|setting| setting == *none);
            *settings.iter().find(is_searched).unwrap_or(&settings[2])
        };
        let without: BTreeSet<Group> =
            all.settings().filter(|setting| setting.positions.is_none()).map(|setting| setting.group).collect();
        let (columns, variants) = deepest(finished(all).into_iter().filter(|(column, _)| without.contains(&column.0)))?;
        Self::of(&columns, &variants, |&(group, size), variant| {
            all.pairs(Setting { group, positions: Some(size), variant }, all, none(group, variant))
        })
    }

    fn relative_to(
        all: &Observations,
        reference: Variant,
        columns: &[Column],
        variants: &BTreeSet<Variant>,
    ) -> Option<Self> {
        Self::of(columns, variants, |&(group, size), variant| {
            let setting = |variant| Setting { group, positions: Some(size), variant };
            all.pairs(setting(variant), all, setting(reference))
        })
    }

    fn of(
        columns: &[Column],
        variants: &BTreeSet<Variant>,
        pairs: impl Fn(&Column, Variant) -> Option<Pairs>,
    ) -> Option<Self> {
        let mut estimand = Estimand::Sums;
        let effect = |&variant: &Variant| {
            let pairs: Vec<Pairs> = columns.iter().map(|column| pairs(column, variant)).collect::<Option<_>>()?;
            estimand = pairs.first().map_or(estimand, Pairs::estimand);
            Some(Effect { variant, ratio: stats::ratios(&pairs, 0)?.mean })
        };
        let mut effects: Vec<Effect> = variants.iter().map(effect).collect::<Option<_>>()?;
        effects.sort_by(|a, b| a.ratio.mean.total_cmp(&b.ratio.mean));
        let groups: BTreeSet<Group> = columns.iter().map(|column| column.0).collect();
        let sizes: BTreeSet<Positions> = columns.iter().map(|column| column.1).collect();
        Some(Self {
            varied: varied(variants),
            all: effects,
            groups: groups.into_iter().collect(),
            sizes: sizes.into_iter().collect(),
            estimand,
        })
    }

    /// Returns how many variants may be the best one: those whose interval reaches 1. A ratio without an interval is
    /// compared itself.
    pub(crate) fn leaders(&self) -> usize {
        let low = |ratio: &Estimate| ratio.interval().map_or(ratio.mean, |interval| interval.low);
        self.all.iter().take_while(|effect| low(&effect.ratio) <= 1.0).count()
    }

    /// Returns the variant with these parts.
    pub(crate) fn with_parts(&self, parts: Parts) -> Option<&Effect> {
        self.all.iter().find(|effect| effect.variant.parts == parts)
    }

    /// Returns the searches that were compared: `at 7 ply, with tables of 8K to 1024K positions`.
    pub(crate) fn scope(&self) -> String {
        scope(&self.groups, &self.sizes)
    }

    /// Returns what a variant is called beside the others.
    pub(crate) fn label(&self, variant: Variant, names: Names) -> String {
        match self.varied {
            Varied::Schemes | Varied::Searches => {
                let label = names.label(variant.scheme, variant.search);
                let is_whole = self.all.iter().all(|other| other.variant.parts == variant.parts);
                if is_whole { label } else { format!("{label}, {}", parts_name(variant.parts)) }
            }
            Varied::Parts => parts_label(variant.parts),
            Varied::Lines if variant.line == 1 => "1 move".to_owned(),
            Varied::Lines => format!("{} moves", variant.line),
        }
    }
}

/// Returns which searches have these groups and table sizes, both ascending: `at 7 ply, with tables of 8K to 1024K
/// positions`.
pub(crate) fn scope(groups: &[Group], sizes: &[Positions]) -> String {
    let names: Vec<String> = groups.iter().map(Group::to_string).collect();
    let sizes = match sizes {
        [] => String::new(),
        [one] => format!(", with a table of {one} positions"),
        [first, .., last] => format!(", with tables of {first} to {last} positions"),
    };
    let at = match groups.first() {
        Some(Group::Ply(_)) => "at",
        Some(Group::Set(_)) => "of",
        Some(Group::Board(_)) | None => "on",
    };
    format!("{at} {}{sizes}", names.join(" and "))
}

/// Returns the variants with a table whose searches are finished, by group and table size.
fn finished(all: &Observations) -> BTreeMap<Column, BTreeSet<Variant>> {
    let mut columns = BTreeMap::<Column, BTreeSet<Variant>>::new();
    for setting in all.settings() {
        if let Some(size) = setting.positions {
            columns.entry((setting.group, size)).or_default().insert(setting.variant);
        }
    }
    columns
}

/// Returns the columns at the greatest depth that have the same variants as the first of them, and these variants.
fn deepest(columns: impl Iterator<Item = (Column, BTreeSet<Variant>)>) -> Option<(Vec<Column>, BTreeSet<Variant>)> {
    let depth = |column: &Column| if let Group::Ply(depth) = column.0 { depth } else { 0 };
    let all: Vec<_> = columns.collect();
    let deepest = all.iter().map(|(column, _)| depth(column)).max()?;
    let at_depth: Vec<_> = all.into_iter().filter(|(column, _)| depth(column) == deepest).collect();
    let variants = at_depth.first()?.1.clone();
    let columns = at_depth.into_iter().filter(|(_, others)| *others == variants).map(|(column, _)| column).collect();
    Some((columns, variants))
}

fn varied(variants: &BTreeSet<Variant>) -> Varied {
    let schemes: BTreeSet<_> = variants.iter().map(|variant| variant.scheme).collect();
    let lines: BTreeSet<_> = variants.iter().map(|variant| variant.line).collect();
    let parts: BTreeSet<_> = variants.iter().map(|variant| variant.parts).collect();
    if variants.iter().any(|variant| !variant.search.is_plain()) {
        return Varied::Searches;
    }
    match (schemes.len(), lines.len(), parts.len()) {
        (1, 2.., _) => Varied::Lines,
        (1, _, 2..) => Varied::Parts,
        _ => Varied::Schemes,
    }
}

/// Returns the variant with the smallest geometric mean of its nodes.
fn best(all: &Observations, columns: &[Column], variants: &BTreeSet<Variant>) -> Option<Variant> {
    let mut logarithms = vec![0.0; variants.len()];
    for &(group, size) in columns {
        let setting = |&variant: &Variant| Setting { group, positions: Some(size), variant };
        let settings: Vec<Setting> = variants.iter().map(setting).collect();
        for (sum, numbers) in logarithms.iter_mut().zip(&all.alike(&settings)?.numbers) {
            *sum += libm::log(numbers.iter().sum());
        }
    }
    logarithms.iter().zip(variants).min_by(|a, b| a.0.total_cmp(b.0)).map(|(_, best)| *best)
}

/// Returns the parts of a table that a search uses, in words.
fn parts_label(parts: Parts) -> String {
    match parts {
        Parts::MOVE => "move alone".to_owned(),
        Parts::SCORE => "score alone".to_owned(),
        Parts::EXACT => "exact scores alone".to_owned(),
        Parts::BOUNDS => "bounds alone".to_owned(),
        all if all == Parts::all() => "score and move".to_owned(),
        other => parts_name(other),
    }
}
