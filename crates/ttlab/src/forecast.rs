//! How long a sweep will take on this machine.

use std::collections::BTreeMap;

use anyhow::Result;

use experiments::plan::{Options, Plan};
use experiments::run::{self, Nodes};
use experiments::text::{counted, grouped};
use experiments::{Cell, GameKind, sweep};

/// Nodes per second on one core, by game.
pub(crate) type Speeds = BTreeMap<GameKind, f64>;

/// Measures the speed of the games that `wanted` accepts, with one short search each.
///
/// # Errors
///
/// There is not enough memory for a table.
pub(crate) fn speeds(wanted: impl Fn(GameKind) -> bool) -> Result<Speeds> {
    let speed = |game: GameKind| {
        let (cell, max_nodes) = game.speed_test();
        let cell: Cell = cell.parse()?;
        let row = run::run(&cell, max_nodes, &Nodes::default())?;
        Ok((game, row.nodes as f64 / row.seconds.max(1e-9)))
    };
    GameKind::ALL.into_iter().filter(|&game| wanted(game)).map(speed).collect()
}

/// The cost of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Forecast {
    /// Cells to run.
    pub(crate) cells: usize,
    /// How many of them run in parallel.
    pub(crate) jobs: usize,
    /// The size of the largest table in bytes.
    pub(crate) largest_table: u64,
    /// Estimated nodes of the cells with an estimate; `None` if they exceed 64 bits.
    pub(crate) nodes: Option<u64>,
    /// Estimated seconds for these nodes.
    pub(crate) seconds: f64,
    /// Cells without an estimate.
    pub(crate) unknown: usize,
}

impl Forecast {
    /// Computes the cost of a plan.
    pub(crate) fn new(options: &Options, plan: &Plan, speeds: &Speeds) -> Self {
        let largest_table = plan.largest_table();
        let (mut cells, mut unknown, mut nodes) = (0, 0, Some(0_u64));
        let (mut total, mut longest) = (0.0, 0.0_f64);
        for planned in plan.to_run() {
            cells += planned.cells();
            let Some(estimate) = planned.estimate else {
                unknown += planned.cells();
                continue;
            };
            let seconds = estimate as f64 / speeds.get(&planned.cell.game()).copied().unwrap_or(1e6);
            nodes = nodes.and_then(|nodes| nodes.checked_add(estimate.checked_mul(planned.cells())?));
            total += seconds * planned.cells() as f64;
            longest = longest.max(seconds);
        }
        let [cells, unknown] = [cells, unknown].map(|cells| usize::try_from(cells).unwrap_or(usize::MAX));
        let jobs = options.jobs.unwrap_or_else(|| sweep::jobs_for(largest_table)).min(cells.max(1));
        // A cell is not divided between jobs.
        Self { cells, jobs, largest_table, nodes, seconds: (total / jobs as f64).max(longest), unknown }
    }

    /// Computes the cost of a plan, and measures the speeds of its games first.
    ///
    /// # Errors
    ///
    /// There is not enough memory for a table.
    pub(crate) fn measured(options: &Options, plan: &Plan) -> Result<Self> {
        let is_played = |game| plan.to_run().any(|planned| planned.cell.game() == game && planned.estimate.is_some());
        Ok(Self::new(options, plan, &speeds(is_played)?))
    }

    /// Returns the seconds, unless a cell has no estimate.
    pub(crate) fn known_seconds(&self) -> Option<f64> {
        (self.unknown == 0).then_some(self.seconds)
    }

    /// Returns nodes and time in words.
    pub(crate) fn to_text(self) -> String {
        let Self { cells, jobs, nodes, seconds, unknown, .. } = self;
        if cells == unknown && cells > 0 {
            return "no estimate of nodes and time".to_owned();
        }
        let cost = match nodes {
            None => "more than 10^19 nodes".to_owned(),
            Some(0) => "no nodes".to_owned(),
            Some(nodes) => {
                let nodes = grouped(rounded(nodes));
                format!("about {nodes} nodes, {} on {}", duration(seconds), counted(jobs, "core"))
            }
        };
        let rest = match unknown {
            0 => String::new(),
            unknown => format!(", and {} without an estimate", counted(unknown, "cell")),
        };
        format!("{cost}{rest}")
    }
}

/// Returns an estimate with two significant digits.
fn rounded(nodes: u64) -> u64 {
    let unit = 10_u64.pow(nodes.max(1).ilog10().saturating_sub(1));
    (nodes + unit / 2) / unit * unit
}

/// Returns a duration in hours and minutes, or in smaller or larger units.
fn duration(seconds: f64) -> String {
    const MINUTE: f64 = 60.0;
    const HOUR: f64 = 60.0 * MINUTE;
    const DAY: f64 = 24.0 * HOUR;
    let whole = |seconds: f64, unit: f64| grouped((seconds / unit) as u64);
    if seconds < 1.5 * MINUTE {
        format!("{:.0} s", seconds.ceil())
    } else if seconds < HOUR {
        format!("{:.0} min", seconds / MINUTE)
    } else if seconds < 2.0 * DAY {
        format!("{} h {} min", whole(seconds, HOUR), whole(seconds % HOUR, MINUTE))
    } else {
        format!("{} days {} h", whole(seconds, DAY), whole(seconds % DAY, HOUR))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_two_units_at_most() {
        for (seconds, text) in [
            (0.0, "0 s"),
            (12.2, "13 s"),
            (150.0, "2 min"),
            (3_599.0, "60 min"),
            (15_660.0, "4 h 21 min"),
            (200_000.0, "2 days 7 h"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }

    #[test]
    fn a_forecast_names_what_is_unknown() {
        let known =
            Forecast { cells: 2, jobs: 2, largest_table: 0, nodes: Some(8_839_801_400), seconds: 15_660.0, unknown: 0 };
        assert_eq!(known.to_text(), "about 8,800,000,000 nodes, 4 h 21 min on 2 cores");
        assert!(Forecast { unknown: 1, ..known }.to_text().ends_with(", and 1 cell without an estimate"));
        assert_eq!(Forecast { unknown: 2, ..known }.to_text(), "no estimate of nodes and time");
        assert_eq!(Forecast { cells: 0, nodes: Some(0), ..known }.to_text(), "no nodes");
        assert_eq!(Forecast { nodes: None, ..known }.to_text(), "more than 10^19 nodes");
    }
}
