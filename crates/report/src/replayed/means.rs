//! The means of the replays of several traces: a percentage of one search says little about the next one.

use std::fmt::Write as _;

use experiments::text::{self, counted};
use schemars::JsonSchema;
use schemes::Scheme;
use serde::Serialize;
use stats::{Design, Estimate, Weights, measure};

use super::{ReplayReport, ReplayedSize};

/// Output of `ttlab replay` for several traces: how far each scheme gets from New to the best table.
#[derive(Serialize, JsonSchema)]
pub struct ReplayMeans<'a> {
    /// The replays of the traces.
    traces: &'a [ReplayReport],
    /// The least and the greatest load of the tables of each column, from the smallest tables to the largest. null: no
    /// trace is in the column.
    loads: Vec<Option<[f64; 2]>>,
    /// The number of traces in each column. A trace in which New loses no more nodes than any table is left out, since
    /// there is no way between them, and so is one without a table that small.
    traces_of_columns: Vec<usize>,
    /// The means of each scheme.
    schemes: Vec<SchemeMeans>,
}

/// The means of one scheme.
#[derive(Serialize, JsonSchema)]
struct SchemeMeans {
    /// The replacement scheme.
    #[serde(serialize_with = "text::serialize")]
    #[schemars(with = "String")]
    scheme: Scheme,
    /// As in a replay.
    #[schemars(schema_with = "super::bounds")]
    bound: &'static str,
    /// One for each column.
    means: Vec<MeanShare>,
}

/// The mean of one column.
#[derive(Default, Serialize, JsonSchema)]
struct MeanShare {
    /// The mean of `to_best`. null if a trace of the column does not have it.
    to_best: Option<f64>,
    /// The 95 % interval over the traces. null for fewer than 5 traces.
    interval: Option<[f64; 2]>,
}

impl<'a> ReplayMeans<'a> {
    /// Returns the means over these reports, which have the same schemes. A column has the tables of one size of each
    /// report, counted from the largest.
    pub fn of(reports: &'a [ReplayReport]) -> Self {
        let columns = reports.iter().map(|report| report.sizes.len()).max().unwrap_or(0);
        let of_columns: Vec<Vec<(f64, &ReplayedSize)>> =
            (0..columns).map(|column| with_loss(reports, columns - column)).collect();
        let mut schemes = Vec::new();
        for row in reports.iter().take(1).flat_map(|one| &one.sizes[0].schemes) {
            let (scheme, bound) = (row.scheme, row.bound);
            let share =
                |(_, of_size): &(f64, &ReplayedSize)| of_size.schemes.iter().find(|row| row.scheme == scheme)?.to_best;
            let mean_of = |column: &Vec<(f64, &ReplayedSize)>| {
                let shares = column.iter().map(share).collect::<Option<Vec<f64>>>()?;
                (!shares.is_empty()).then(|| MeanShare::of(&shares))
            };
            let means = of_columns.iter().map(|column| mean_of(column).unwrap_or_default()).collect();
            schemes.push(SchemeMeans { scheme, bound, means });
        }
        let first = |row: &SchemeMeans| row.means.first().and_then(|mean| mean.to_best).unwrap_or(f64::NEG_INFINITY);
        schemes.sort_by(|one, other| first(other).total_cmp(&first(one)));
        let loads = |of: &Vec<(f64, &ReplayedSize)>| {
            let loads = of.iter().map(|(load, _)| *load);
            let ends = [loads.clone().fold(f64::INFINITY, f64::min), loads.fold(0.0, f64::max)];
            (!of.is_empty()).then_some(ends)
        };
        Self {
            traces: reports,
            loads: of_columns.iter().map(loads).collect(),
            traces_of_columns: of_columns.iter().map(Vec::len).collect(),
            schemes,
        }
    }

    /// Returns the table as text.
    pub fn to_text(&self) -> String {
        let traces = counted(self.traces.len() as u64, "trace");
        let has_intervals = self.traces_of_columns.iter().any(|&traces| traces >= ENOUGH);
        let what = if has_intervals { " [95 % interval over the traces]" } else { "" };
        let mut text = format!("{traces}: percent of the way from New to the clairvoyant table, mean{what}\n\n");
        for report in self.traces {
            text += &format!("  {}\n", report.trace);
        }
        let width = self.schemes.iter().map(|row| row.scheme.name().len()).max().unwrap_or(0);
        let head = |[least, most]: [f64; 2]| format!("load {least:.1} to {most:.1}");
        let heads = self.loads.iter().map(|loads| format!("{:>26}", loads.map_or("-".to_owned(), head)));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{:width$}  {:<7}{}", "scheme", "bound", heads.collect::<String>());
        for SchemeMeans { scheme, bound, means } in &self.schemes {
            let cells = means.iter().map(|mean| format!("{:>26}", mean.cell()));
            let _ = writeln!(text, "{:width$}  {bound:<7}{}", scheme.name(), cells.collect::<String>());
        }
        let all = self.traces.len();
        for (column, of) in self.traces_of_columns.iter().enumerate().filter(|(_, of)| **of < all) {
            let number = column + 1;
            let _ = writeln!(
                text,
                "\ncolumn {number}: {of} of {traces}; in the others New loses no more nodes than any table, or no \
                 table is so small"
            );
        }
        if self.traces_of_columns.iter().any(|traces| (1..ENOUGH).contains(traces)) {
            let _ = writeln!(
                text,
                "\nno intervals from fewer than {ENOUGH} traces: they are too few to show how much searches vary"
            );
        }
        text
    }
}

impl MeanShare {
    fn of(shares: &[f64]) -> Self {
        let share = mean(shares);
        // No share exceeds that of the best table.
        let interval = share.interval().filter(|_| shares.len() >= ENOUGH);
        Self { to_best: Some(share.mean), interval: interval.map(|of| [of.low.min(1.0), of.high.min(1.0)]) }
    }

    fn cell(&self) -> String {
        let Some(mean) = self.to_best else { return "-".to_owned() };
        let interval = self.interval.map(|[low, high]| format!(" [{:.1}, {:.1}]", 100.0 * low, 100.0 * high));
        format!("{:.1}{}", 100.0 * mean, interval.unwrap_or_default())
    }
}

/// Returns the load and the tables of the size with this number, counted from the largest, of each trace in which New
/// loses more nodes than the best table.
fn with_loss(reports: &[ReplayReport], from_largest: usize) -> Vec<(f64, &ReplayedSize)> {
    let of_sizes = reports.iter().filter_map(|report| {
        let size = report.sizes.len().checked_sub(from_largest)?;
        Some(&report.sizes[size])
    });
    let with_loss = of_sizes.filter(|of_size| of_size.new_lost_nodes > of_size.any_lost_nodes);
    with_loss.map(|of_size| (of_size.load, of_size)).collect()
}

/// The least number of traces with an interval.
///
/// From fewer, the interval says nothing: with two traces, a t interval extends 12.7 standard errors to either side,
/// and the standard error itself is off by about 70 %. With five, these are 2.8 standard errors and 35 %.
const ENOUGH: usize = 5;

/// Returns the mean of shares of independent traces.
fn mean(shares: &[f64]) -> Estimate {
    // Unlike a ratio, a share has no logarithmic scale: it may be far below 0. Numbers below 0 have none.
    const ABOVE: f64 = 2.0;
    let design = Design::new(1, vec![1; shares.len()]);
    let (below, ones): (Vec<f64>, Vec<f64>) = shares.iter().map(|share| (share - ABOVE, 1.0)).unzip();
    let of = |weights: &Weights<'_>| weights.sum(&design, &below) / weights.sum(&design, &ones);
    measure(std::slice::from_ref(&design), 0, of).plus(ABOVE)
}

#[cfg(test)]
mod tests {
    use super::super::tests::report;
    use super::*;

    #[test]
    fn means_are_those_of_the_traces() {
        let schemes = ["new", "two-big1", "chained-deep"];
        let reports = [&[16, 64][..], &[32, 128]].map(|sizes| report(&schemes, sizes, false));
        let means = ReplayMeans::of(&reports);
        let shares = reports.iter().map(|report| {
            let of_size = &report.sizes[1];
            of_size.schemes.iter().find(|row| row.scheme == Scheme::TwoBig1).unwrap().to_best.unwrap()
        });
        let expected = shares.sum::<f64>() / 2.0;
        let of_scheme = means.schemes.iter().find(|row| row.scheme == Scheme::TwoBig1).unwrap();
        let found = of_scheme.means[1].to_best.unwrap();
        assert!((found - expected).abs() < 1e-12);
        let of = |shares: &[f64]| mean(shares).interval().unwrap();
        let (near_zero, shifted) = (of(&[-0.5, 0.4, 0.2]), of(&[-0.4, 0.5, 0.3]));
        assert!(near_zero.low < -0.5 && near_zero.high > 0.4, "{near_zero:?}");
        assert!((shifted.low - near_zero.low - 0.1).abs() < 1e-9, "the scale is linear");
        let [least, most] = means.loads[1].unwrap();
        assert!((most / least - 2.0).abs() < 1e-12, "64 and 128 positions");
        let text = means.to_text();
        assert!(text.starts_with("2 traces: ") && text.contains("PFOO-L"), "{text}");
        let with_large = [&[16, 1 << 20][..], &[32, 128]].map(|sizes| self::report(&schemes, sizes, false));
        let means = ReplayMeans::of(&with_large);
        let text = means.to_text();
        assert!(text.contains("column 2: 1 of 2 traces"), "{text}");
        assert!(means.schemes.iter().all(|row| row.means[1].to_best.is_some()), "{text}");
        let with_fewer = [&[64][..], &[32, 128]].map(|sizes| self::report(&schemes, sizes, false));
        let means = ReplayMeans::of(&with_fewer);
        assert_eq!(means.traces_of_columns, [1, 2]);
    }
}
