//! Claims about nodes: those of some searches divided by those of others.

use tt::{Positions, Scheme};

use super::super::observations::{Group, Setting, Variant};
use super::{Data, Judgement, Scope, Verdict, is_beside, nothing, verdict_of};
use experiments::definition::{Check, Region};
use experiments::text::counted;
use stats::{Estimate, Interval, Pairs, Ratios};

/// The part of the comparisons that may contradict a claim: of 95 % intervals, one in twenty misses.
const BY_CHANCE: f64 = 0.05;

/// Ratios of nodes in several comparisons.
pub(super) struct Comparison {
    /// Their geometric mean.
    pub(super) measured: Estimate,
    each: Vec<Estimate>,
    how: How,
}

/// What the ratios must be like for a claim to agree with them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// Their mean lies in the region, and at most one in twenty is certainly outside.
    Throughout,
    /// Most of them lie in the region.
    Mostly,
    /// Each is a step to a larger table, and the mean ratio of a doubling lies in the region.
    Doubling,
    /// The same, and at most one step in twenty is certainly outside.
    EachDoubling,
    /// The factor by which they differ from their mean lies in the region.
    Shape,
}

impl Comparison {
    fn of(comparisons: &[Pairs], stream: u64) -> Option<Self> {
        let Ratios { mean: measured, each } = stats::ratios(comparisons, stream)?;
        Some(Self { measured, each, how: How::Throughout })
    }

    pub(super) fn found(&self, region: Region) -> Judgement {
        let number = self.each.len();
        let (comparisons, steps) = (counted(number, "comparison"), counted(number, "step"));
        let against = self.each.iter().filter(|one| is_beside(region, one.range())).count();
        let against_text = match against {
            0 => "none contradicts it".to_owned(),
            1 => "1 contradicts it".to_owned(),
            number => format!("{number} contradict it"),
        };
        let text = self.measured.text();
        let evidence = match self.how {
            How::Throughout => {
                format!("{text} times the nodes; {comparisons}, {against_text}")
            }
            How::Doubling => format!("twice the table size needs {text} times the nodes; {steps}"),
            How::EachDoubling => {
                format!("twice the table size needs {text} times the nodes; {steps}, {against_text}")
            }
            How::Shape => {
                let shape = self.shape();
                let evidence = format!(
                    "{text} times the nodes, the mean of {comparisons}; these differ from it by a factor of {}",
                    shape.text()
                );
                return (verdict_of(region, &shape), evidence);
            }
            How::Mostly => {
                let share = self.share(region);
                let Interval { low, high } = share.range();
                let count = |share: f64| (share * number as f64).round();
                let verdict = verdict_of(Region { least: 0.5 + 1e-9, most: 1.0 }, &share);
                let evidence = format!(
                    "in {} [{}, {}] of {comparisons}; {text} times the nodes on average",
                    count(share.mean),
                    count(low),
                    count(high)
                );
                return (verdict, evidence);
            }
        };
        let in_favour = self.each.iter().filter(|one| verdict_of(region, one) == Verdict::Agrees).count();
        let too_many = |number_of: usize| self.how != How::Doubling && number_of as f64 > BY_CHANCE * number as f64;
        let verdict = match verdict_of(region, &self.measured) {
            Verdict::Agrees if too_many(against) => Verdict::Undecided,
            Verdict::Differs if too_many(in_favour) => Verdict::Undecided,
            verdict => verdict,
        };
        (verdict, evidence)
    }

    /// The part of the comparisons whose ratio lies in the region.
    fn share(&self, region: Region) -> Estimate {
        self.statistic(&|ratios| ratios.iter().filter(|&&ratio| region.has(ratio)).count() as f64 / ratios.len() as f64)
    }

    /// The factor by which a ratio differs from the mean: the exponential of the standard deviation of the logarithms.
    fn shape(&self) -> Estimate {
        self.statistic(&|ratios| {
            let logarithms: Vec<f64> = ratios.iter().map(|ratio| libm::log(*ratio)).collect();
            let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
            let squares = logarithms.iter().map(|logarithm| (logarithm - mean) * (logarithm - mean)).sum::<f64>();
            libm::exp((squares / logarithms.len() as f64).sqrt())
        })
    }

    /// A statistic of all ratios, and of those of each draw if every comparison has draws.
    fn statistic(&self, of: &dyn Fn(&[f64]) -> f64) -> Estimate {
        let draws = self.each.iter().map(|one| one.resampled.len()).min().unwrap_or(0);
        let at = |ratio: &dyn Fn(&Estimate) -> f64| of(&self.each.iter().map(ratio).collect::<Vec<f64>>());
        let resampled = (0..draws).map(|draw| at(&|one| one.resampled[draw])).collect();
        Estimate { mean: at(&|one| one.mean), resampled }
    }
}

impl Data<'_> {
    /// Returns the nodes of some searches divided by those of others, if the check asks for that and both were made.
    pub(super) fn compared(&self, check: &Check, scope: &Scope<'_>, stream: u64) -> Option<Comparison> {
        let against = |others: &dyn Fn(Setting) -> Vec<Setting>| {
            let mut comparisons = Vec::new();
            for setting in self.about(scope) {
                let pairs = |other| self.all.pairs(setting, &self.all, other);
                comparisons.extend(others(setting).into_iter().filter_map(pairs));
            }
            Comparison::of(&comparisons, stream)
        };
        let with = |setting: Setting, change: &dyn Fn(&mut Variant)| {
            let mut other = setting;
            change(&mut other.variant);
            other
        };
        let without_table = |setting| Setting { positions: None, variant: Variant::NO_TABLE, ..setting };
        let has_table = |setting: Setting| setting.variant.scheme.is_some();
        match check {
            Check::Nodes { schemes, than, mostly, .. } => {
                let compared = against(&|setting| {
                    let others = than.iter().filter(|_| schemes.contains(&setting.variant.scheme));
                    let others = others.map(|&scheme| match scheme {
                        Some(_) => with(setting, &|variant| variant.scheme = scheme),
                        None => without_table(setting),
                    });
                    // A claim about a table is about all parts of it.
                    others.filter(|other| has_table(*other) || setting.variant.is_whole()).collect()
                });
                Some(Comparison { how: if *mostly { How::Mostly } else { How::Throughout }, ..compared? })
            }
            Check::NodesWith { parts, than, .. } => against(&|setting| {
                let is_meant = has_table(setting) && parts.contains(&setting.variant.parts);
                let others = than.iter().filter(|_| is_meant);
                others.map(|&parts| with(setting, &|variant| variant.parts = parts)).collect()
            }),
            Check::NodesWithout { parts, .. } => against(&|setting| {
                let is_meant = has_table(setting) && parts.contains(&setting.variant.parts);
                is_meant.then(|| without_table(setting)).into_iter().collect()
            }),
            Check::NodesOfLines { lines, than, .. } => against(&|setting| {
                let is_meant = has_table(setting) && lines.contains(&setting.variant.line);
                let others = than.iter().filter(|_| is_meant);
                others.map(|&line| with(setting, &|variant| variant.line = line)).collect()
            }),
            Check::Deepening { schemes, table, .. } => against(&|setting| {
                let is_meant = schemes.is_empty() || schemes.contains(&setting.variant.scheme);
                shallower(setting, *table).filter(|_| is_meant).into_iter().collect()
            }),
            Check::Doubling { schemes, each, .. } => self.doubling(schemes, *each, scope, stream),
            _ => None,
        }
    }

    /// The nodes here divided by those of the same searches in another experiment.
    pub(super) fn compared_with(&self, there: &Self, shape: bool, scope: &Scope<'_>) -> Option<Comparison> {
        let settings = self.about(scope).filter(|setting| setting.variant.scheme.is_some());
        let pairs = |setting| self.all.pairs(setting, &there.all, setting);
        let compared = Comparison::of(&settings.filter_map(pairs).collect::<Vec<Pairs>>(), 0)?;
        Some(Comparison { how: if shape { How::Shape } else { compared.how }, ..compared })
    }

    /// Compares every size with the next smaller one that was searched.
    fn doubling(&self, schemes: &[Option<Scheme>], each: bool, scope: &Scope<'_>, stream: u64) -> Option<Comparison> {
        let is_meant = |setting: &Setting| schemes.is_empty() || schemes.contains(&setting.variant.scheme);
        let settings: Vec<Setting> = self.about(scope).filter(is_meant).collect();
        let (mut comparisons, mut doublings) = (Vec::new(), 0.0);
        for &larger in &settings {
            let is_smaller = |smaller: &&Setting| {
                (smaller.group, smaller.variant) == (larger.group, larger.variant)
                    && smaller.positions.is_some()
                    && smaller.positions < larger.positions
            };
            let smaller = settings.iter().filter(is_smaller).max_by_key(|smaller| smaller.positions);
            let Some(&smaller) = smaller else { continue };
            if let (Some(pairs), Some(small), Some(large)) =
                (self.all.pairs(larger, &self.all, smaller), smaller.positions, larger.positions)
            {
                comparisons.push(pairs);
                doublings += libm::log2(large.get() as f64 / small.get() as f64);
            }
        }
        // A step may be more than one doubling.
        let exponent = comparisons.len() as f64 / doublings;
        let compared = Comparison::of(&comparisons, stream)?;
        Some(Comparison {
            measured: compared.measured.map(|ratio| libm::pow(ratio, exponent)),
            how: if each { How::EachDoubling } else { How::Doubling },
            ..compared
        })
    }

    /// Whether any two schemes are in the same order as in another experiment, over all comparisons together.
    pub(super) fn order(&self, there: &Self, scope: &Scope<'_>) -> Judgement {
        let (mut same, mut opposite, mut open) = (0, 0, 0);
        for (i, &one) in Scheme::ALL.iter().enumerate() {
            for &other in &Scheme::ALL[..i] {
                let check = Check::Nodes {
                    schemes: vec![Some(one)],
                    than: vec![Some(other)],
                    ratio: Region::default(),
                    mostly: false,
                };
                let (Some(here), Some(there)) = (self.compared(&check, scope, 0), there.compared(&check, scope, 0))
                else {
                    continue;
                };
                match (side(&here.measured), side(&there.measured)) {
                    (Some(here), Some(there)) if here == there => same += 1,
                    (Some(_), Some(_)) => opposite += 1,
                    _ => open += 1,
                }
            }
        }
        let verdict = match same + opposite + open {
            0 => return nothing(),
            _ if opposite > same => Verdict::Differs,
            pairs if opposite == 0 && 2 * same > pairs => Verdict::Agrees,
            _ => Verdict::Undecided,
        };
        let pairs = same + opposite + open;
        let evidence = format!(
            "of {}, {same} are in the same order in both, {opposite} in the opposite order, and {open} are undecided",
            counted(pairs, "scheme pair")
        );
        (verdict, evidence)
    }
}

/// Whether a ratio is below one; `None` if its interval contains one.
fn side(ratio: &Estimate) -> Option<bool> {
    let Interval { low, high } = ratio.range();
    if high < 1.0 { Some(true) } else { (low > 1.0).then_some(false) }
}

/// The search one ply shallower, with a table so many times smaller.
fn shallower(setting: Setting, times: u64) -> Option<Setting> {
    let Group::Ply(depth) = setting.group else { return None };
    let group = Group::Ply(depth.checked_sub(1)?);
    let positions = match setting.positions {
        Some(size) => Some(Positions::new(size.get() / times).ok()?),
        None => None,
    };
    Some(Setting { group, positions, ..setting })
}
