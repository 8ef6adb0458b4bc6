//! The sizes of tables: how much the choice of a scheme matters, and which size is enough.

use std::collections::BTreeSet;

use schemes::{Positions, Scheme};

use super::data::{Data, Searches};
use super::judgement::Judgement;
use super::open::times;
use super::verdict::Verdict;
use crate::numbers::names::scheme_label;
use crate::numbers::observations::{Alike, Group, Setting, Variant, suggested};
use stats::{Estimate, Interval};

impl Searches<'_> {
    /// Returns by how much the worst scheme exceeds the best, on average over depths and table sizes. Each draw has its
    /// own worst and best scheme.
    pub(super) fn spread(&self) -> Option<Estimate> {
        let settings = || self.settings().filter(|setting| setting.variant.scheme.is_some());
        let columns: BTreeSet<(Group, Option<Positions>)> = settings().map(|one| (one.group, one.positions)).collect();
        let at = |column: (Group, Option<Positions>)| -> Vec<Setting> {
            settings().filter(|one| (one.group, one.positions) == column).collect()
        };
        let columns: Vec<Alike> = columns
            .into_iter()
            .filter_map(|column| self.data.all.alike(&at(column)))
            .filter(|one| one.numbers.len() > 1)
            .collect();
        if columns.is_empty() {
            return None;
        }
        let designs: Vec<stats::Design> = columns.iter().map(|one| one.design.clone()).collect();
        let measured = stats::measure(&designs, 0, |weights| {
            let spread = |column: &Alike| {
                let sums = column.numbers.iter().map(|numbers| weights.sum(&column.design, numbers));
                let (least, most) =
                    sums.fold((f64::MAX, 0.0_f64), |(least, most), sum| (least.min(sum), most.max(sum)));
                libm::log(most / least)
            };
            libm::exp(columns.iter().map(spread).sum::<f64>() / columns.len() as f64)
        });
        // The worst and the best of several schemes are further apart by chance.
        Some(measured.bias_corrected().plus(-1.0))
    }
}

impl Searches<'_> {
    /// Returns how much the nodes of positions vary with a scheme: the standard deviation of their logarithms, the mean
    /// over depths and table sizes.
    pub(super) fn variation(&self, scheme: Scheme, stream: u64) -> Option<Estimate> {
        let settings: Vec<Setting> = self.settings().filter(|one| one.variant.scheme == Some(scheme)).collect();
        let all: Vec<Alike> = settings.iter().filter_map(|one| self.data.all.alike(&[*one])).collect();
        if all.is_empty() {
            return None;
        }
        let designs: Vec<stats::Design> = all.iter().map(|one| one.design.clone()).collect();
        let logarithms: Vec<Vec<f64>> =
            all.iter().map(|one| one.numbers[0].iter().map(|nodes| libm::log(*nodes)).collect()).collect();
        Some(stats::measure(&designs, stream, |weights| {
            let deviation = |(design, logarithms): (&stats::Design, &Vec<f64>)| {
                let mean = |of: fn(f64) -> f64| {
                    let numbers: Vec<f64> = logarithms.iter().map(|logarithm| of(*logarithm)).collect();
                    weights.sum(design, &numbers) / weights.sum(design, &vec![1.0; numbers.len()])
                };
                let (first, second) = (mean(|one| one), mean(|one| one * one));
                (second - first * first).max(0.0).sqrt()
            };
            designs.iter().zip(&logarithms).map(deviation).sum::<f64>() / designs.len() as f64
        }))
    }
}

/// A printed size, and those within a factor of two of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Suggested {
    /// `≤ 8K`, the smallest size of the figure.
    UpTo(u64),
    /// A size of the figure.
    Is(u64),
    /// `≥ 1024K`, the largest size of the figure.
    From(u64),
}

impl Suggested {
    /// Returns the smallest and the largest size that meet it, in units of 1024 positions.
    fn range(self) -> (u64, u64) {
        match self {
            Self::UpTo(size) => (0, 2 * size),
            Self::Is(size) => (size / 2, 2 * size),
            Self::From(size) => (size / 2, u64::MAX >> 10),
        }
    }
}

impl Data {
    /// Judges how large a table with TwoBig1 should be at each depth: the interval of the size has to lie within a
    /// factor of two of the printed size.
    pub(super) fn suggested(&self, printed: &[(u8, Suggested)]) -> Judgement {
        let found = printed.iter().filter_map(|&(depth, printed)| {
            let variant = Variant { scheme: Some(Scheme::TwoBig1), ..Variant::NO_TABLE };
            let (sizes, Alike { design, numbers }) = self.all.curve(Group::Ply(depth), variant)?;
            let index = stats::measure(std::slice::from_ref(&design), 0, |weights| {
                let sums = numbers.iter().map(|numbers| weights.sum(&design, numbers));
                let curve: Vec<(Positions, f64)> = sizes.iter().copied().zip(sums).collect();
                suggested(&curve) as f64
            });
            Some(SizeAt { depth, printed, sizes, index })
        });
        let (found, asked) = (found.collect::<Vec<_>>(), printed.len());
        let words: Vec<String> = found.iter().map(SizeAt::text).collect();
        if words.is_empty() {
            return Judgement::nothing();
        }
        let (_, [near, elsewhere]) = near_printed(&found, asked, Estimate::LEVEL);
        let evidence = format!(
            "{}: {}; within a factor of two of the published size at {near} of {} depths, entirely outside at \
             {elsewhere}",
            scheme_label(Some(Scheme::TwoBig1)),
            words.join(", "),
            words.len()
        );
        let open = open_sizes(&found, asked);
        Judgement::new(move |level| near_printed(&found, asked, level).0, evidence, open)
    }
}

/// The size that a table should have at a depth, and the printed one.
struct SizeAt {
    depth: u8,
    printed: Suggested,
    sizes: Vec<Positions>,
    /// The index of the size.
    index: Estimate,
}

impl SizeAt {
    /// Returns the interval of the size.
    fn range(&self, level: f64) -> [Positions; 2] {
        let point = Interval { low: self.index.mean, high: self.index.mean };
        let Interval { low, high } = self.index.percentiles(level).unwrap_or(point);
        [low, high].map(|index| self.sizes[index as usize])
    }

    fn text(&self) -> String {
        let [low, high] = self.range(Estimate::LEVEL);
        let ours = if low == high { low.to_string() } else { format!("{low} to {high}") };
        format!("{ours} at {} ply", self.depth)
    }
}

/// Says what would decide the sizes that are open.
fn open_sizes(found: &[SizeAt], asked: usize) -> String {
    if found.len() < asked {
        return "the other depths have to be searched".to_owned();
    }
    let doublings = |one: &&SizeAt| {
        let [low, high] = one.range(Estimate::LEVEL).map(|size| size.get() as f64);
        libm::log2(high / low)
    };
    let widest = found.iter().max_by(|one, other| doublings(one).total_cmp(&doublings(other)));
    let Some(widest) = widest else { return String::new() };
    let [low, high] = widest.range(Estimate::LEVEL);
    // A factor of two on both sides is two doublings.
    let factor = libm::pow(doublings(&widest) / 2.0, 2.0);
    if factor <= 1.0 {
        return "the sizes themselves lie at the ends of a factor of two".to_owned();
    }
    format!(
        "a doubling saves about 1 % at several sizes, which is the limit itself: at {} ply the size may be {low} to \
         {high}, and {} would leave a factor of four",
        widest.depth,
        times(factor, &widest.index.units())
    )
}

/// Counts the depths whose interval lies within a factor of two of the printed size, and those whose interval does not
/// touch that range.
fn near_printed(found: &[SizeAt], asked: usize, level: f64) -> (Verdict, [usize; 2]) {
    let (mut near, mut elsewhere) = (0, 0);
    for one in found {
        let ([low, high], (least, most)) = (one.range(level).map(Positions::get), one.printed.range());
        near += usize::from(least << 10 <= low && high <= most << 10);
        elsewhere += usize::from(low > most << 10 || high < least << 10);
    }
    let verdict = match elsewhere {
        1.. => Verdict::Differs,
        0 if near == asked => Verdict::Agrees,
        0 => Verdict::Undecided,
    };
    (verdict, [near, elsewhere])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suggested_size_is_met_within_a_doubling() {
        let ranges = [Suggested::UpTo(8), Suggested::Is(16), Suggested::From(1024)].map(Suggested::range);
        assert_eq!(ranges, [(0, 16), (8, 32), (512, u64::MAX >> 10)]);
    }
}
