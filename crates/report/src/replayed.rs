//! Replaying a trace with tables of several schemes and sizes, and comparing them with the best possible ones.

mod means;

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Result, anyhow};
use experiments::Usage;
use experiments::cell::{SearchOptions, read_scheme};
use experiments::help::with_help;
use experiments::recording::Recording;
use experiments::text::{self, counted, grouped};
use programs::{Job, MeasuredTable, Nodes, ReplayTable, replay_table};
use replay::{Clairvoyant, Recorded};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use schemes::{Parts, Positions, Replayed, Scheme};
use serde::{Serialize, Serializer};
use stats::rank_correlation;
use tt::{Inspect, Key, TableError};

pub use means::ReplayMeans;

/// What to replay.
#[derive(Clone, Debug)]
pub struct ReplayPlan {
    /// The replacement schemes.
    pub schemes: Vec<Scheme>,
    /// Table sizes; none for sizes that fit the trace.
    pub sizes: Vec<Positions>,
    /// Whether to run the search with each table, too.
    pub real: bool,
}

impl ReplayPlan {
    /// Returns the scheme with this name, if it can be replayed.
    ///
    /// # Errors
    ///
    /// The name is unknown, or a trace lacks what the scheme reads.
    pub fn scheme(name: &str) -> Result<Scheme> {
        let scheme = read_scheme(name)?.ok_or_else(|| anyhow!("cannot replay without a table"))?;
        check_replayable(scheme)?;
        Ok(scheme)
    }
}

/// Returns whether a trace has all that the scheme reads.
#[must_use]
pub fn is_replayable(scheme: Scheme) -> bool {
    scheme.has_size() && !scheme.reads_pv_or_move_index() && !scheme.stores_positions() && !scheme.stores_components()
}

/// Checks that a trace has all that the scheme reads.
///
/// # Errors
///
/// It has not.
pub fn check_replayable(scheme: Scheme) -> Result<()> {
    if is_replayable(scheme) {
        return Ok(());
    }
    let why = if scheme.has_size() {
        "it reads information that a trace does not contain"
    } else {
        "its table has no size, like that of the recorded search"
    };
    let what = format!("cannot replay with the scheme {}: {why}", scheme.name());
    Err(Usage::error(with_help(what, "choose another scheme")))
}

/// Output of `ttlab replay`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReplayReport {
    /// What was searched.
    trace: String,
    /// Requests of the search to its table.
    requests: usize,
    /// Nodes of the recorded search, with a table that loses no position.
    nodes: u64,
    /// Different positions that the search stored.
    positions: u64,
    /// Look-ups that found a position.
    hits: u64,
    /// Look-ups whose score ended a node.
    cutoffs: u64,
    /// Nodes that these scores saved.
    saved_nodes: u64,
    /// One object for each table size.
    sizes: Vec<ReplayedSize>,
    /// Whether it has all sizes.
    #[serde(skip)]
    is_complete: bool,
}

/// The tables of one size.
#[derive(Debug, Serialize, JsonSchema)]
struct ReplayedSize {
    /// Table size, in positions.
    #[serde(serialize_with = "number")]
    #[schemars(with = "u64")]
    positions: Positions,
    /// Different positions that the search stored, divided by the table size.
    load: f64,
    /// Nodes that New loses.
    new_lost_nodes: u64,
    /// Nodes that a table of any structure loses at least (PFOO-L).
    any_lost_nodes: u64,
    /// Spearman's rank correlation between `lost_nodes` and `search_nodes` of the schemes. null without --real, for
    /// fewer than 5 schemes, or if it is not defined.
    rank_correlation: Option<f64>,
    /// The tables, from the fewest lost nodes to the most.
    schemes: Vec<ReplayedTable>,
}

/// A table to which the requests were replayed.
#[derive(Debug, Serialize, JsonSchema)]
struct ReplayedTable {
    /// The replacement scheme.
    #[serde(serialize_with = "text::serialize")]
    #[schemars(with = "String")]
    scheme: Scheme,
    /// Slots in a bucket.
    width: usize,
    /// Look-ups that ended a node of the recorded search, and whose record the table had.
    kept: u64,
    /// Look-ups that ended a node of the recorded search, and whose record the table had lost.
    lost: u64,
    /// Nodes that a search would visit because of lost records.
    lost_nodes: u64,
    /// The nodes of the recorded search and `lost_nodes`: an estimate of the nodes of a search with this table.
    nodes: u64,
    /// What the clairvoyant table is: with the same buckets, or of any structure.
    #[schemars(schema_with = "bounds")]
    bound: &'static str,
    /// Nodes that the clairvoyant table loses, or at least loses if `bound` is `PFOO-L`.
    bound_lost_nodes: u64,
    /// Nodes that every table with as many positions loses at least.
    #[serde(skip)]
    any_lost_nodes: u64,
    /// How far the table is on the way from New (0) to the clairvoyant table (1); below 0 if it loses more nodes than
    /// New, and above 1 only by false hits, of schemes that verify few bits of the key. null if New loses no more nodes
    /// than the clairvoyant table.
    to_best: Option<f64>,
    /// The same for the clairvoyant table of any structure.
    to_any: Option<f64>,
    /// Nodes of a search with this table. null without --real.
    search_nodes: Option<u64>,
    /// Wall-clock time of the replay, in seconds.
    seconds: f64,
}

fn number<S: Serializer>(positions: &Positions, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(positions.get())
}

/// Replays a trace, and counts the tables in `finished`. Ends after the present table when `stop` is set: the report
/// has the complete sizes.
///
/// # Errors
///
/// A scheme does not allow a size, or there is not enough memory.
pub fn replay(trace: &Recording, plan: &ReplayPlan, finished: &AtomicUsize, stop: &AtomicBool) -> Result<ReplayReport> {
    let Recorded { requests, nodes, positions } = &trace.recorded;
    let clairvoyant = Clairvoyant::new(requests);
    let saved = clairvoyant.all();
    let job = plan.real.then(|| trace.origin.job()).transpose()?;
    let sizes = if plan.sizes.is_empty() { fitting(*positions)? } else { plan.sizes.clone() };
    let (mut of_sizes, number) = (Vec::new(), sizes.len());
    'sizes: for size in sizes {
        let mut best = Best { clairvoyant: &clairvoyant, exact: Vec::new(), full: Vec::new() };
        let mut rows = Vec::new();
        for &scheme in &plan.schemes {
            if stop.load(Ordering::Relaxed) {
                break 'sizes;
            }
            let mut table = table(scheme, size)?;
            let started = Instant::now();
            let replayed = table.replay(requests);
            let seconds = started.elapsed().as_secs_f64();
            // Some schemes have more room than the size says, such as half as large positions in equal memory.
            let any_lost_nodes = saved - best.full(table.capacity().max(size.get()));
            let is_exact = scheme.has_buckets();
            rows.push(ReplayedTable {
                scheme,
                width: scheme.width(),
                kept: replayed.kept,
                lost: replayed.lost,
                lost_nodes: replayed.lost_nodes,
                nodes: nodes + replayed.lost_nodes,
                bound: bound_name(is_exact),
                bound_lost_nodes: if is_exact { saved - best.exact(&table, scheme) } else { any_lost_nodes },
                any_lost_nodes,
                to_best: None,
                to_any: None,
                search_nodes: job.as_ref().map(|job| search(job, scheme, size)).transpose()?,
                seconds,
            });
            finished.fetch_add(1, Ordering::Relaxed);
        }
        rows.sort_by_key(|row| row.lost_nodes);
        let new_lost_nodes = match rows.iter().find(|row| row.scheme == Scheme::New) {
            Some(row) => row.lost_nodes,
            None => table(Scheme::New, size)?.replay(requests).lost_nodes,
        };
        for row in &mut rows {
            row.to_best = share(row.lost_nodes, new_lost_nodes, row.bound_lost_nodes);
            row.to_any = share(row.lost_nodes, new_lost_nodes, row.any_lost_nodes);
        }
        of_sizes.push(ReplayedSize {
            positions: size,
            load: *positions as f64 / size.get() as f64,
            new_lost_nodes,
            any_lost_nodes: saved - best.full(size.get()),
            rank_correlation: correlation(&rows),
            schemes: rows,
        });
    }
    let mut unbounded = replay_table("unbounded".parse()?, Positions::new(1)?.into())?;
    let Replayed { hits, kept, .. } = unbounded.replay(requests);
    Ok(ReplayReport {
        trace: trace.origin.to_string(),
        nodes: *nodes,
        requests: requests.len(),
        positions: *positions,
        hits,
        cutoffs: kept,
        saved_nodes: saved,
        is_complete: of_sizes.len() == number,
        sizes: of_sizes,
    })
}

/// Creates a table. If that is impossible, the error names the scheme.
fn table(scheme: Scheme, size: Positions) -> Result<ReplayTable> {
    replay_table(scheme, size.into()).map_err(|error| match error {
        TableError::OutOfMemory { .. } => error.into(),
        _ => {
            let help = "choose other sizes or schemes";
            anyhow!(with_help(format!("{}: {error}", scheme.name()), help))
        }
    })
}

/// Returns sizes for loads of about 1, 4 and 16 different positions per slot.
fn fitting(positions: u64) -> Result<Vec<Positions>> {
    let largest = positions.next_power_of_two().max(64);
    let mut sizes = [largest / 16, largest / 4, largest].map(|size| size.max(64)).to_vec();
    sizes.dedup();
    Ok(sizes.into_iter().map(Positions::new).collect::<Result<_, _>>()?)
}

/// What clairvoyant tables of one size save. Tables with equal buckets share the computation.
struct Best<'a> {
    clairvoyant: &'a Clairvoyant,
    /// The width of a bucket, the buckets of some keys, and the nodes.
    exact: Vec<(usize, Vec<u64>, u64)>,
    /// The number of positions, and the nodes.
    full: Vec<(u64, u64)>,
}

impl Best<'_> {
    /// Returns the most nodes that a table with the same buckets can save.
    fn exact(&mut self, table: &impl Inspect, scheme: Scheme) -> u64 {
        let identities = table.identities();
        let width = scheme.width();
        let sample: Vec<u64> = (0..64).map(|number| identities(Key::mixed(number)).bucket).collect();
        if let Some((.., saved)) = self.exact.iter().find(|(of_width, of, _)| *of_width == width && *of == sample) {
            return *saved;
        }
        let saved = self.clairvoyant.exact(width, |key| identities(key).bucket);
        self.exact.push((width, sample, saved));
        saved
    }

    /// Returns at least as many nodes as any table of `capacity` positions can save.
    fn full(&mut self, capacity: u64) -> u64 {
        if let Some((_, saved)) = self.full.iter().find(|(of, _)| *of == capacity) {
            return *saved;
        }
        let saved = self.clairvoyant.full(capacity);
        self.full.push((capacity, saved));
        saved
    }
}

/// Returns the nodes of a real search.
fn search(job: &Job, scheme: Scheme, positions: Positions) -> Result<u64> {
    let table = MeasuredTable { scheme, positions, parts: Parts::all(), audited: false, seed: 0 };
    let plain = SearchOptions::PLAIN;
    Ok(programs::run(job, Some(table), plain, u64::MAX, &Nodes::default(), &|| 0.0)?.nodes)
}

/// Returns how far lost nodes are on the way from those of New to the fewest, if there is a way.
fn share(lost: u64, lost_by_new: u64, fewest: u64) -> Option<f64> {
    let way = lost_by_new.checked_sub(fewest).filter(|&way| way > 0)?;
    Some((lost_by_new as f64 - lost as f64) / way as f64)
}

/// The least number of schemes with a rank correlation: of five, one order in 60 agrees by chance; of two, every order
/// agrees or is the reverse.
const ENOUGH: usize = 5;

/// Returns how similarly a replay and real searches order the schemes, if there are enough.
fn correlation(rows: &[ReplayedTable]) -> Option<f64> {
    let pairs = rows.iter().map(|row| Some((row.lost_nodes as f64, row.search_nodes? as f64)));
    let pairs = pairs.collect::<Option<Vec<_>>>()?;
    if pairs.len() < ENOUGH { None } else { rank_correlation(&pairs) }
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

impl ReplayReport {
    /// Returns whether the replay was not interrupted.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the tables as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "{}\n{} of {} without losses; {} different positions\n\
             {} found a position; {} of them ended a node and saved {}\n",
            self.trace,
            counted(self.requests as u64, "request"),
            counted(self.nodes, "node"),
            grouped(self.positions),
            counted(self.hits, "look-up"),
            grouped(self.cutoffs),
            counted(self.saved_nodes, "node"),
        );
        for of_size in &self.sizes {
            self.write(of_size, &mut text);
        }
        text
    }

    fn write(&self, of_size: &ReplayedSize, text: &mut String) {
        let ReplayedSize { positions, load, new_lost_nodes, any_lost_nodes, rank_correlation, schemes } = of_size;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\n{positions} positions, load {load:.2}: New loses {}, any table at least {}",
            counted(*new_lost_nodes, "node"),
            grouped(*any_lost_nodes),
        );
        let is_real = schemes.iter().any(|row| row.search_nodes.is_some());
        let real = if is_real { format!("{:>15} {:>13}", "search", "replay/search") } else { String::new() };
        let name_width = schemes.iter().map(|row| row.scheme.name().len()).max().unwrap_or(0).max(6);
        let _ = writeln!(
            text,
            "{:<name_width$} {:>5} {:>15} {:>15} {:>9} {:<7} {:>9} {:>5}{real}",
            "scheme", "width", "lost", "nodes", "to best", "bound", "to any", "M/s"
        );
        for row in schemes {
            let real = row.search_nodes.map_or_else(String::new, |nodes| {
                format!("{:>15} {:>13.3}", grouped(nodes), row.nodes as f64 / nodes.max(1) as f64)
            });
            let _ = writeln!(
                text,
                "{:<name_width$} {:>5} {:>15} {:>15} {:>9} {:<7} {:>9} {:>5.1}{real}",
                row.scheme.name(),
                row.width,
                grouped(row.lost_nodes),
                grouped(row.nodes),
                percent(row.to_best),
                row.bound,
                percent(row.to_any),
                self.requests as f64 / row.seconds.max(1e-9) / 1e6,
            );
        }
        if let Some(correlation) = rank_correlation {
            let _ = writeln!(
                text,
                "rank correlation of replay and search: {correlation:.3} ({})",
                counted(schemes.len() as u64, "scheme")
            );
        }
    }
}

/// Returns the name of the bound that a scheme is compared with.
fn bound_name(is_exact: bool) -> &'static str {
    if is_exact { "exact" } else { "PFOO-L" }
}

fn bounds(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": ([true, false].map(bound_name)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiments::recording::{Origin, SearchedGame};

    pub(super) fn report(schemes: &[&str], sizes: &[u64], real: bool) -> ReplayReport {
        let searched =
            SearchedGame::Domineering { board: "5x5".parse().unwrap(), first: domineering::Player::Vertical };
        let trace = Origin { searched, seed: 1970 }.record(1_000_000, u64::MAX, &Nodes::default()).unwrap();
        let schemes = schemes.iter().map(|name| name.parse().unwrap()).collect();
        let sizes = sizes.iter().map(|&size| Positions::new(size).unwrap()).collect();
        replay(&trace, &ReplayPlan { schemes, sizes, real }, &AtomicUsize::new(0), &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn shares_begin_at_new_and_never_pass_the_bounds() {
        let report =
            report(&["new", "deep", "two-big1", "depth-3", "lru-4", "chained-deep", "size-8"], &[16, 64], false);
        for of_size in &report.sizes {
            for row in &of_size.schemes {
                let best = row.bound_lost_nodes;
                assert!(row.lost_nodes >= best && best >= row.any_lost_nodes, "{row:?}");
                assert_eq!(row.kept + row.lost, report.cutoffs);
                let share = row.to_best.unwrap();
                assert!(share <= 1.0 && (row.scheme != Scheme::New || share == 0.0), "{row:?}");
            }
        }
        let large = self::report(&["deep"], &[1 << 20], false);
        assert!(large.to_text().contains("load 0.00"), "{}", large.to_text());
    }

    #[test]
    fn a_real_search_is_that_of_a_sweep() {
        let report = report(&["new", "two-deep", "deep", "big1", "old"], &[64], true);
        let rows = &report.sizes[0].schemes;
        assert!(rows.iter().all(|row| row.search_nodes.is_some_and(|nodes| nodes >= report.nodes)), "{rows:?}");
        assert!(report.sizes[0].rank_correlation.is_some_and(|correlation| correlation.abs() <= 1.0));
        assert!(report.to_text().contains("rank correlation"));
        let few = self::report(&["new", "two-deep"], &[64], true);
        assert!(few.sizes[0].rank_correlation.is_none() && !few.to_text().contains("rank correlation"));
    }

    #[test]
    fn default_sizes_fit_the_trace() {
        let sizes = |positions| fitting(positions).unwrap().iter().map(|size| size.get()).collect::<Vec<_>>();
        assert_eq!(sizes(1_000), [64, 256, 1_024]);
        assert_eq!(sizes(5), [64]);
    }
}
