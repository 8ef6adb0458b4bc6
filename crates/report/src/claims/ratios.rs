//! Nodes of some searches divided by those of others on the same positions, pair by pair and case by case.

use std::collections::BTreeMap;

use schemes::{Parts, Positions, Scheme};

use super::data::{Data, Searches};
use crate::numbers::board_summary::geometric_mean;
use crate::numbers::names::scheme_label;
use crate::numbers::observations::{Group, Setting, Variant};
use experiments::cell::parts_name;
use experiments::connect_four_set::ConnectFourSet;
use experiments::games::{PositionGroup, ScoreWindow, StoredBounds, TutorialCell};
use stats::{Design, Estimand, Estimate, Pairs, Ratios};

/// Ratios of nodes: of each pair of things that are compared, in each case in which both were searched.
///
/// A case is a depth or board with a table size.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    /// The geometric mean over all pairs and cases.
    pub(super) mean: Estimate,
    pub(super) pairs: Vec<Pair>,
    /// Pairs that were asked for, but of which one or both were not searched.
    pub(super) missing: Vec<String>,
    /// What the ratios are about.
    estimand: Estimand,
}

/// Two things that are compared, such as two schemes.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// Such as `TwoBig1/Deep`.
    pub(super) name: String,
    /// The geometric mean over the cases.
    pub(super) mean: Estimate,
    pub(super) cases: Vec<(String, Estimate)>,
    /// The ratio of sums of each case.
    sums: Vec<f64>,
}

/// One pair in one case, with the nodes of the same positions.
type Compared = (String, String, Pairs);

impl Comparison {
    /// Averages comparisons. The same stream gives the same draws.
    fn of(compared: Vec<Compared>, wanted: &[String], stream: u64) -> Option<Self> {
        let numbers: Vec<Pairs> = compared.iter().map(|(.., pairs)| pairs.clone()).collect();
        let Ratios { mean, each } = stats::ratios(&numbers, stream)?;
        let estimand = numbers.first()?.estimand();
        let mut cases = BTreeMap::<String, (Vec<(String, Estimate)>, Vec<f64>)>::new();
        for ((pair, case, pairs), estimate) in compared.into_iter().zip(each) {
            let (cases, sums) = cases.entry(pair).or_default();
            cases.push((case, estimate));
            sums.push(pairs.quotient());
        }
        let missing = wanted.iter().filter(|name| !cases.contains_key(*name)).cloned().collect();
        let pairs = cases.into_iter().map(|(name, (cases, sums))| Pair {
            name,
            mean: Estimate::geometric_mean(&cases.iter().map(|(_, one)| one).collect::<Vec<_>>()),
            cases,
            sums,
        });
        Some(Self { mean, pairs: pairs.collect(), missing, estimand })
    }

    /// Returns the same without the pairs that are missing.
    pub(super) fn without_missing(self) -> Self {
        Self { missing: Vec::new(), ..self }
    }

    /// Says what the mean is about, if that is not the sum of all nodes, and what their ratio is if it favours the
    /// other side.
    pub(super) fn about_mean(&self) -> String {
        self.about(self.mean.mean, &self.pairs.iter().flat_map(|pair| pair.sums.iter().copied()).collect::<Vec<_>>())
    }

    /// The same of a pair.
    pub(super) fn about_pair(&self, pair: &Pair) -> String {
        self.about(pair.mean.mean, &pair.sums)
    }

    fn about(&self, mean: f64, sums: &[f64]) -> String {
        let sums = geometric_mean(sums).unwrap_or(mean);
        match self.estimand {
            Estimand::Sums => String::new(),
            Estimand::Games if (mean < 1.0) == (sums < 1.0) => " in a typical game".to_owned(),
            Estimand::Games => format!(" in a typical game, {sums:.3} in all games together"),
        }
    }

    /// Returns all cases of all pairs.
    pub(super) fn cases(&self) -> Vec<&Estimate> {
        self.pairs.iter().flat_map(|pair| pair.cases.iter().map(|(_, one)| one)).collect()
    }

    /// Puts the pairs of both side by side, as those of one claim. Both have the draws of the same stream.
    pub(super) fn and(mut self, other: Option<Self>) -> Self {
        let Some(other) = other else { return self };
        self.pairs.extend(other.pairs);
        self.missing.extend(other.missing);
        self.mean = Estimate::geometric_mean(&self.cases());
        self
    }

    /// Adds a word to the name of each pair.
    pub(super) fn named(mut self, what: &str) -> Self {
        self.pairs.iter_mut().for_each(|pair| pair.name = format!("{} {what}", pair.name));
        self
    }

    /// Makes every case a separate pair, for claims about each of them.
    pub(super) fn case_by_case(self) -> Self {
        let single = |pair: Pair| {
            let name = pair.name;
            pair.cases.into_iter().zip(pair.sums).map(move |((case, mean), sums)| Pair {
                name: format!("{name} at {case}"),
                mean: mean.clone(),
                cases: vec![(case, mean)],
                sums: vec![sums],
            })
        };
        Self { pairs: self.pairs.into_iter().flat_map(single).collect(), ..self }
    }

    /// Returns a statistic of all ratios, and of those of each draw if every case has draws.
    pub(super) fn statistic(&self, of: impl Fn(&[f64]) -> f64) -> Estimate {
        Estimate::combine(&self.cases(), of)
    }
}

/// Returns `TwoBig1/no table`.
fn names(one: Option<Scheme>, other: Option<Scheme>) -> String {
    format!("{}/{}", scheme_label(one), scheme_label(other))
}

impl Searches<'_> {
    /// Divides the nodes of each setting by those of others that `others` returns, each with the name of the pair.
    fn against(
        &self,
        wanted: &[String],
        stream: u64,
        others: impl Fn(Setting) -> Vec<(String, Setting)>,
    ) -> Option<Comparison> {
        let mut compared = Vec::new();
        for setting in self.settings() {
            for (name, other) in others(setting) {
                let pairs = self.data.all.pairs(setting, &self.data.all, other);
                compared.extend(pairs.map(|pairs| (name, setting.case(), pairs)));
            }
        }
        Comparison::of(compared, wanted, stream)
    }

    /// Returns the nodes of each of these schemes per nodes of each other one.
    pub(super) fn nodes(&self, schemes: &[Scheme], than: &[Scheme]) -> Option<Comparison> {
        self.nodes_drawn(schemes, than, 0)
    }

    /// Returns the same, with the draws of another stream, for positions that are not those of the other side.
    pub(super) fn nodes_drawn(&self, schemes: &[Scheme], than: &[Scheme], stream: u64) -> Option<Comparison> {
        let all = schemes.iter().flat_map(|&one| than.iter().map(move |&other| names(Some(one), Some(other))));
        self.against(&all.collect::<Vec<_>>(), stream, |setting| {
            let scheme = setting.variant.scheme;
            let is_meant = scheme.is_some_and(|scheme| schemes.contains(&scheme)) && setting.variant.is_whole();
            let other = |&other: &Scheme| {
                let variant = Variant { scheme: Some(other), ..setting.variant };
                (names(scheme, Some(other)), Setting { variant, ..setting })
            };
            than.iter().filter(|_| is_meant).map(other).collect()
        })
    }

    /// Returns the nodes of each of these schemes, with all parts of the table, per nodes without a table.
    pub(super) fn nodes_per_no_table(&self, schemes: &[Scheme]) -> Option<Comparison> {
        let all: Vec<String> = schemes.iter().map(|&scheme| names(Some(scheme), None)).collect();
        self.against(&all, 0, |setting| {
            let scheme = setting.variant.scheme.filter(|scheme| schemes.contains(scheme));
            let is_meant = scheme.is_some() && setting.variant.is_whole();
            let other = Setting { positions: None, variant: Variant::NO_TABLE, ..setting };
            is_meant.then(|| (names(scheme, None), other)).into_iter().collect()
        })
    }

    /// Returns the nodes of a scheme per nodes without a table, which another experiment has.
    pub(super) fn nodes_per_no_table_of(&self, scheme: Scheme, there: &Data) -> Option<Comparison> {
        let settings = self.settings().filter(|setting| setting.variant.scheme == Some(scheme));
        let compared = settings.filter_map(|setting| {
            let other = Setting { positions: None, variant: Variant::NO_TABLE, ..setting };
            let pairs = self.data.all.pairs(setting, &there.all, other)?;
            Some((names(Some(scheme), None), setting.case(), pairs))
        });
        Comparison::of(compared.collect(), &[], 0)
    }

    /// Returns the nodes with these parts of a table in use per nodes without a table.
    pub(super) fn parts_per_no_table(&self, parts: Parts, stream: u64) -> Option<Comparison> {
        self.against(&[], stream, |setting| {
            let is_meant = setting.variant.scheme.is_some() && setting.variant.parts == parts;
            let other = Setting { positions: None, variant: Variant::NO_TABLE, ..setting };
            is_meant.then(|| (format!("{}/no table", parts_name(parts)), other)).into_iter().collect()
        })
    }

    /// Returns the nodes with these parts of a table in use per nodes with others.
    pub(super) fn nodes_with_parts(&self, parts: Parts, than: Parts) -> Option<Comparison> {
        self.against(&[], 0, |setting| {
            let is_meant = setting.variant.scheme.is_some() && setting.variant.parts == parts;
            let other = Setting { variant: Variant { parts: than, ..setting.variant }, ..setting };
            let name = format!("{}/{}", parts_name(parts), parts_name(than));
            is_meant.then_some((name, other)).into_iter().collect()
        })
    }

    /// Returns the nodes with lines of each of these lengths in the table per nodes with single moves.
    pub(super) fn nodes_of_lines(&self, lines: &[u8]) -> Option<Comparison> {
        let all: Vec<String> = lines.iter().map(|line| format!("{line}-ply/1-ply")).collect();
        self.against(&all, 0, |setting| {
            let line = setting.variant.line;
            let is_meant = setting.variant.scheme.is_some() && lines.contains(&line);
            let other = Setting { variant: Variant { line: 1, ..setting.variant }, ..setting };
            is_meant.then(|| (format!("{line}-ply/1-ply"), other)).into_iter().collect()
        })
    }

    /// Returns the nodes of a search per nodes of the search that is a ply less deep and has a table so many times
    /// smaller.
    pub(super) fn deepening(&self, schemes: &[Option<Scheme>], table: u64) -> Option<Comparison> {
        self.against(&[], 0, |setting| {
            let scheme = setting.variant.scheme;
            let is_meant = schemes.contains(&scheme) && setting.variant.is_whole();
            let other = shallower(setting, table).filter(|_| is_meant);
            other.map(|other| (scheme_label(scheme).to_owned(), other)).into_iter().collect()
        })
    }

    /// Returns the nodes here per nodes of the same searches in another experiment.
    pub(super) fn nodes_per(&self, there: &Searches<'_>) -> Option<Comparison> {
        let settings = self.settings().filter(|setting| setting.variant.scheme.is_some());
        let compared = settings.filter_map(|setting| {
            let pairs = self.data.all.pairs(setting, &there.data.all, setting)?;
            Some((scheme_label(setting.variant.scheme).to_owned(), setting.case(), pairs))
        });
        Comparison::of(compared.collect(), &[], 0)
    }

    /// Returns by what a doubling of the table multiplies the nodes: the mean over the steps from one size to the next.
    pub(super) fn doubling(&self, schemes: &[Scheme], stream: u64) -> Option<Doubling> {
        let is_meant = |setting: &Setting| setting.variant.scheme.is_some_and(|scheme| schemes.contains(&scheme));
        let settings: Vec<Setting> = self.settings().filter(is_meant).collect();
        let (mut compared, mut doublings) = (Vec::new(), 0.0);
        for &larger in &settings {
            let is_smaller = |smaller: &&Setting| {
                (smaller.group, smaller.variant) == (larger.group, larger.variant)
                    && smaller.positions.is_some()
                    && smaller.positions < larger.positions
            };
            let smaller = settings.iter().filter(is_smaller).max_by_key(|smaller| smaller.positions);
            let Some(&smaller) = smaller else { continue };
            if let (Some(pairs), Some(small), Some(large)) =
                (self.data.all.pairs(larger, &self.data.all, smaller), smaller.positions, larger.positions)
            {
                compared.push((scheme_label(larger.variant.scheme).to_owned(), larger.case(), pairs));
                doublings += libm::log2(large.get() as f64 / small.get() as f64);
            }
        }
        // A step may be more than one doubling.
        let steps = compared.len();
        let exponent = steps as f64 / doublings;
        let Comparison { mean, .. } = Comparison::of(compared, &[], stream)?;
        Some(Doubling { mean: mean.power(exponent), steps })
    }
}

impl Data {
    /// Returns the positions that the tutorial's solver visits with both bounds in its table per those with upper
    /// bounds, for each test set and window.
    pub(super) fn both_bounds(&self) -> Option<Comparison> {
        let mut solved = BTreeMap::<(ConnectFourSet, ScoreWindow), BTreeMap<StoredBounds, Vec<u64>>>::new();
        for row in self.rows.iter().filter(|row| row.is_complete()) {
            let Some(TutorialCell { set, window, bounds, .. }) = row.cell.game.tutorial() else { continue };
            let nodes = row.searches().iter().map(|searched| searched.nodes).collect();
            solved.entry((set, window)).or_default().insert(bounds, nodes);
        }
        let compared = |((set, window), nodes): ((ConnectFourSet, ScoreWindow), BTreeMap<StoredBounds, Vec<u64>>)| {
            let (both, upper) = (nodes.get(&StoredBounds::Both)?, nodes.get(&StoredBounds::Upper)?);
            let pairs: Vec<(u64, u64)> = both.iter().copied().zip(upper.iter().copied()).collect();
            let pairs = Pairs::new(Design::independent(1, pairs.len()).of_set(PositionGroup::from(set).number), pairs);
            Some(("both/upper bounds".to_owned(), format!("{}, {}", set.title(), window.name()), pairs))
        };
        Comparison::of(solved.into_iter().filter_map(compared).collect(), &[], 0)
    }
}

/// By what a doubling of the table multiplies the nodes.
pub(super) struct Doubling {
    pub(super) mean: Estimate,
    /// The number of steps from one size to the next.
    pub(super) steps: usize,
}

/// Returns the search one ply shallower, with a table so many times smaller.
fn shallower(setting: Setting, times: u64) -> Option<Setting> {
    let Group::Ply(depth) = setting.group else { return None };
    let group = Group::Ply(depth.checked_sub(1)?);
    let positions = match setting.positions {
        Some(size) if size.get().is_multiple_of(times) => Some(Positions::new(size.get() / times).ok()?),
        Some(_) => return None,
        None => None,
    };
    Some(Setting { group, positions, ..setting })
}
