//! Claims about the sizes of tables: how much the choice of a scheme matters, and which size is enough.

use std::collections::BTreeSet;

use tt::{Positions, Scheme};

use super::super::observations::{Alike, Group, Setting, Variant, suggested};
use super::{Data, Judgement, Scope, Verdict, nothing};
use experiments::definition::Suggestion;
use stats::{Estimate, Interval};

impl Data<'_> {
    /// By how much the worst scheme exceeds the best, on average over depths and table sizes. Each draw has its own
    /// worst and best scheme.
    pub(super) fn spread(&self, scope: &Scope<'_>) -> Option<Estimate> {
        let settings = || self.about(scope).filter(|setting| setting.variant.scheme.is_some());
        let columns: BTreeSet<(Group, Option<Positions>)> = settings().map(|one| (one.group, one.positions)).collect();
        let at = |column: (Group, Option<Positions>)| -> Vec<Setting> {
            settings().filter(|one| (one.group, one.positions) == column).collect()
        };
        let columns: Vec<Alike> = columns
            .into_iter()
            .filter_map(|column| self.all.alike(&at(column)))
            .filter(|one| one.numbers.len() > 1)
            .collect();
        if columns.is_empty() {
            return None;
        }
        let more = |sums: &dyn Fn(&Alike) -> Vec<f64>| {
            let spread = |column: &Alike| {
                let sums = sums(column);
                let (least, most) =
                    (sums.iter().copied().fold(f64::MAX, f64::min), sums.iter().copied().fold(0.0, f64::max));
                libm::log(most / least)
            };
            libm::exp(columns.iter().map(spread).sum::<f64>() / columns.len() as f64) - 1.0
        };
        let mut measured = Estimate {
            mean: more(&|column| column.numbers.iter().map(|numbers| numbers.iter().sum()).collect()),
            resampled: Vec::new(),
        };
        let dimensions: Vec<stats::Dimensions> = columns.iter().map(|one| one.dimensions).collect();
        if dimensions.iter().all(|(seeds, positions)| seeds * positions > 1) {
            stats::resample(&dimensions, 0, |drawn| {
                let sums = |one: &Alike| one.numbers.iter().map(|numbers| drawn.sum(one.dimensions, numbers)).collect();
                measured.resampled.push(more(&sums));
            });
        }
        Some(measured)
    }

    /// How large a table should be at each depth: whether the interval of the size lies within a factor of two of the
    /// printed size.
    pub(super) fn suggested(&self, scope: &Scope<'_>, scheme: Scheme, printed: &[Suggestion]) -> Judgement {
        let (mut near, mut elsewhere, mut words) = (0, 0, Vec::new());
        for (&depth, printed) in scope.depths.iter().zip(printed) {
            let variant = Variant { scheme: Some(scheme), ..Variant::NO_TABLE };
            let Some((sizes, Alike { dimensions, numbers })) = self.all.curve(Group::Ply(depth), variant) else {
                continue;
            };
            let mut found: Vec<f64> = Vec::new();
            stats::resample(&[dimensions], 0, |drawn| {
                let sums = numbers.iter().map(|numbers| drawn.sum(dimensions, numbers));
                let curve: Vec<(Positions, f64)> = sizes.iter().copied().zip(sums).collect();
                found.push(suggested(&curve) as f64);
            });
            let Interval { low, high } = stats::middle(&mut found);
            let (low, high) = (sizes[low as usize], sizes[high as usize]);
            near += usize::from(printed.least <= low.get() && high.get() <= printed.most);
            elsewhere += usize::from(low.get() > printed.most || high.get() < printed.least);
            let ours = if low == high { low.to_string() } else { format!("{low} to {high}") };
            words.push(format!("{ours} at {depth} ply"));
        }
        let of = words.len();
        let verdict = match (near, elsewhere) {
            _ if of == 0 => return nothing(),
            (near, _) if near == of => Verdict::Agrees,
            (_, elsewhere) if 2 * elsewhere >= of => Verdict::Differs,
            _ => Verdict::Undecided,
        };
        let name = super::super::scheme_label(Some(scheme));
        let evidence = format!(
            "{name}: {}; within a factor of two of the printed size at {near} of {of} depths, entirely outside at \
             {elsewhere}",
            words.join(", ")
        );
        (verdict, evidence)
    }
}
