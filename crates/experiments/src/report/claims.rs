//! What a publication says about an experiment, and whether our rows say the same.

use std::collections::BTreeSet;
use std::fmt;
use std::io::Write;

use anyhow::Result;
use domineering::{Board, Class};
use tt::Positions;

use super::comparison::{Compared, Verdict as Printed, compare};
use super::interval::{self, Interval};
use super::observations::{Group, Observations, Setting, Variant};
use super::published;
use super::summary::Summary;
use crate::cell::GameCell;
use crate::definition::{Check, Claim, Definition, Region};
use crate::results::Row;

/// Whether a claim holds of our rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// What was measured lies where the claim says, with the whole of its interval, and in hardly a place elsewhere.
    Holds,
    /// It lies elsewhere with the whole of its interval.
    Fails,
    /// The interval reaches over, or the places disagree, or the rows tell nothing.
    Undecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Holds => "holds",
            Self::Fails => "does not hold",
            Self::Undecided => "not decided",
        })
    }
}

/// A claim beside what our rows say of it.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// Whether it holds.
    pub verdict: Verdict,
    /// What was measured, in words.
    pub evidence: String,
}

type Found = (Verdict, String);

/// So many places may contradict a claim: of intervals that hold 95 %, some are wrong.
const BY_CHANCE: f64 = 0.05;

/// Judges every claim of an experiment by its rows.
///
/// # Errors
///
/// The definition names printed figures that there are none of.
pub fn judge<'a>(definition: &'a Definition, rows: &[Row]) -> Result<Vec<Judged<'a>>> {
    let depths: BTreeSet<u8> = definition.quick.depths.iter().chain(&definition.full.depths).copied().collect();
    let observations = Observations::of(rows, &depths);
    let summary = Summary::of(definition, rows);
    let published = published(definition)?;
    let boards: Vec<Compared> = compare(&summary, published.as_ref()).into_values().flatten().collect();
    let judged = definition.claims.iter().map(|claim| {
        let deepest = observations.deepest().filter(|_| claim.deepest);
        let asked =
            Claim { depths: deepest.map_or_else(|| claim.depths.clone(), |depth| vec![depth]), ..claim.clone() };
        let (verdict, evidence) = one(&asked, &observations, rows, &boards);
        Judged { claim, verdict, evidence }
    });
    Ok(judged.collect())
}

fn one(claim: &Claim, all: &Observations, rows: &[Row], boards: &[Compared]) -> Found {
    match &claim.check {
        Check::Nodes { schemes, than, ratio } => compared(claim, all, *ratio, |variant, positions| {
            let others = than.iter().filter(|_| schemes.contains(&variant.scheme)).map(|&scheme| match scheme {
                Some(_) => (Variant { scheme, ..variant }, positions),
                None => (Variant::NO_TABLE, None),
            });
            // What is said of a table is said of the whole of it.
            others.filter(|(other, _)| other.scheme.is_some() || variant.is_whole()).collect()
        }),
        Check::NodesWith { parts, than, ratio } => compared(claim, all, *ratio, |variant, positions| {
            let is_meant = variant.scheme.is_some() && parts.contains(&variant.parts);
            than.iter().filter(|_| is_meant).map(|&parts| (Variant { parts, ..variant }, positions)).collect()
        }),
        Check::NodesWithout { parts, ratio } => compared(claim, all, *ratio, |variant, _| {
            let is_meant = variant.scheme.is_some() && parts.contains(&variant.parts);
            if is_meant { vec![(Variant::NO_TABLE, None)] } else { Vec::new() }
        }),
        Check::NodesOfLines { lines, than, ratio } => compared(claim, all, *ratio, |variant, positions| {
            let is_meant = variant.scheme.is_some() && lines.contains(&variant.line);
            than.iter().filter(|_| is_meant).map(|&line| (Variant { line, ..variant }, positions)).collect()
        }),
        Check::Doubling { ratio } => doubling(claim, all, *ratio),
        Check::Spread(region) => spread(claim, all, *region),
        Check::Cutoffs(region) => {
            share(claim, rows, *region, "hits", |row| (row.statistics.cutoffs, row.statistics.hits))
        }
        Check::Guided(region) => share(claim, rows, *region, "nodes", |row| match row.cell.game {
            // A line of one move guides no search.
            GameCell::Chess { line: 2.., .. } => (row.guided, row.nodes),
            _ => (0, 0),
        }),
        Check::Outcomes { except } => outcomes(boards, except),
        Check::SecondPlayerWinsOnly { boards: named } => second_player_wins_only(boards, named),
        Check::Ratio(region) => of_print(boards, *region),
    }
}

impl Variant {
    const NO_TABLE: Self = Self { scheme: None, parts: tt::Parts::all(), line: 1 };

    fn is_whole(self) -> bool {
        self.parts == tt::Parts::all()
    }
}

/// Whether a claim is about this setting.
fn is_about(claim: &Claim, setting: &Setting) -> bool {
    let depth = match setting.group {
        Group::Ply(depth) => claim.depths.is_empty() || claim.depths.contains(&depth),
        _ => true,
    };
    depth && (claim.positions.is_empty() || setting.positions.is_none_or(|size| claim.positions.contains(&size)))
}

/// The nodes of every setting beside those of each of its `others`.
fn compared(
    claim: &Claim,
    all: &Observations,
    region: Region,
    others: impl Fn(Variant, Option<Positions>) -> Vec<(Variant, Option<Positions>)>,
) -> Found {
    let mut places = Vec::new();
    for &setting in all.settings().filter(|setting| is_about(claim, setting)) {
        for (variant, positions) in others(setting.variant, setting.positions) {
            places.extend(all.pairs(setting, Setting { variant, positions, ..setting }));
        }
    }
    let Some(ratios) = interval::ratios(&places) else { return nothing() };
    let against = ratios.places.iter().filter(|place| region.is_beside(**place)).count();
    let verdict = match region.verdict(ratios.mean, ratios.interval) {
        Verdict::Holds if against as f64 > BY_CHANCE * places.len() as f64 => Verdict::Undecided,
        verdict => verdict,
    };
    let of = format!("{} comparison{}", places.len(), if places.len() == 1 { "" } else { "s" });
    let against = if against == 0 { "none".to_owned() } else { against.to_string() };
    (verdict, format!("{} times the nodes; {of}, {against} against it", measured(ratios.mean, ratios.interval)))
}

/// Every size is compared with the next smaller one that was searched.
fn doubling(claim: &Claim, all: &Observations, region: Region) -> Found {
    let (mut places, mut doublings) = (Vec::new(), 0.0);
    let settings: Vec<Setting> = all.settings().filter(|setting| is_about(claim, setting)).copied().collect();
    for larger in &settings {
        let smaller = settings
            .iter()
            .filter(|smaller| {
                (smaller.group, smaller.variant) == (larger.group, larger.variant)
                    && smaller.positions < larger.positions
                    && smaller.positions.is_some()
            })
            .max_by_key(|smaller| smaller.positions);
        let Some(smaller) = smaller else { continue };
        if let (Some(pairs), Some(small), Some(large)) =
            (all.pairs(*larger, *smaller), smaller.positions, larger.positions)
        {
            places.push(pairs);
            doublings += (large.get() as f64 / small.get() as f64).log2();
        }
    }
    let Some(ratios) = interval::ratios(&places) else { return nothing() };
    // A step may be more than one doubling.
    let exponent = places.len() as f64 / doublings;
    let root = |number: f64| number.powf(exponent);
    let interval = ratios.interval.map(|Interval { low, high }| Interval { low: root(low), high: root(high) });
    let mean = root(ratios.mean);
    let steps = format!("{} step{}", places.len(), if places.len() == 1 { "" } else { "s" });
    let evidence = format!("a doubling takes {} times the nodes; {steps}", measured(mean, interval));
    (region.verdict(mean, interval), evidence)
}

/// By how much the worst scheme exceeds the best: the mean over the places.
fn spread(claim: &Claim, all: &Observations, region: Region) -> Found {
    let settings = || all.settings().filter(|setting| is_about(claim, setting) && setting.variant.scheme.is_some());
    let places: BTreeSet<(Group, Option<Positions>)> = settings().map(|one| (one.group, one.positions)).collect();
    let mut worst = Vec::new();
    for (group, positions) in places {
        let here: Vec<Setting> =
            settings().filter(|one| (one.group, one.positions) == (group, positions)).copied().collect();
        let ratio = |&(a, b): &(Setting, Setting)| {
            let pairs = all.pairs(a, b)?;
            Some((interval::whole(&pairs), pairs))
        };
        let pairs = here.iter().flat_map(|&a| here.iter().map(move |&b| (a, b))).filter(|(a, b)| a != b);
        let most = pairs.filter_map(|pair| ratio(&pair)).max_by(|a, b| a.0.total_cmp(&b.0));
        worst.extend(most.map(|(_, pairs)| pairs));
    }
    let Some(ratios) = interval::ratios(&worst) else { return nothing() };
    let less = |number: f64| number - 1.0;
    let interval = ratios.interval.map(|Interval { low, high }| Interval { low: less(low), high: less(high) });
    let percent = |number: f64| format!("{:.1}", 100.0 * number);
    let of = interval.map(|i| format!(" [{}, {}]", percent(i.low), percent(i.high))).unwrap_or_default();
    (
        region.verdict(less(ratios.mean), interval),
        format!("the worst needs {}{of} % more than the best", percent(less(ratios.mean))),
    )
}

/// A share that rows count, over all rows of whole tables.
fn share(claim: &Claim, rows: &[Row], region: Region, of: &str, count: impl Fn(&Row) -> (u64, u64)) -> Found {
    let is_meant = |row: &&Row| {
        let depth = row.cell.game.depth();
        row.is_complete()
            && row.cell.scheme.is_some()
            && row.cell.parts == tt::Parts::all()
            && (claim.depths.is_empty() || depth.is_some_and(|depth| claim.depths.contains(&depth)))
            && (claim.positions.is_empty() || row.cell.positions.is_some_and(|size| claim.positions.contains(&size)))
    };
    let shares: Vec<f64> = rows
        .iter()
        .filter(is_meant)
        .map(count)
        .filter(|&(_, whole)| whole > 0)
        .map(|(part, whole)| part as f64 / whole as f64)
        .collect();
    let (Some(least), Some(most)) = (shares.iter().copied().reduce(f64::min), shares.iter().copied().reduce(f64::max))
    else {
        return nothing();
    };
    let evidence = format!("{:.3} to {:.3} % of the {of}, in {} runs", 100.0 * least, 100.0 * most, shares.len());
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    (region.verdict(mean, Some(Interval { low: least, high: most })), evidence)
}

/// What is said of a claim about searches that were not made.
const NOTHING: &str = "nothing to compare";

fn nothing() -> Found {
    (Verdict::Undecided, NOTHING.to_owned())
}

impl Judged<'_> {
    /// Whether there is anything to judge it by.
    #[must_use]
    pub fn is_tried(&self) -> bool {
        self.evidence != NOTHING
    }
}

/// A sentence about claims that nothing could be said of, if there are any.
#[must_use]
pub fn untried(judged: &[Judged<'_>]) -> Option<String> {
    let number = judged.iter().filter(|one| !one.is_tried()).count();
    let claims = if number == 1 { "claim is" } else { "claims are" };
    (number > 0).then(|| format!("{number} {claims} about searches that were not made here."))
}

fn measured(mean: f64, interval: Option<Interval>) -> String {
    let of = interval.map(|Interval { low, high }| format!(" [{low:.3}, {high:.3}]")).unwrap_or_default();
    format!("{mean:.3}{of}")
}

impl Region {
    /// Whether a place lies outside with the whole of its interval; what is all but on the edge does not.
    fn is_beside(self, Interval { low, high }: Interval) -> bool {
        const EDGE: f64 = 1e-9;
        low > self.most + EDGE || high < self.least - EDGE
    }

    fn verdict(self, mean: f64, interval: Option<Interval>) -> Verdict {
        let interval = interval.unwrap_or(Interval { low: mean, high: mean });
        if self.least <= interval.low && interval.high <= self.most {
            Verdict::Holds
        } else if interval.low > self.most || interval.high < self.least {
            Verdict::Fails
        } else {
            Verdict::Undecided
        }
    }
}

/// Of boards: a claim holds if it holds of all, and fails if it holds of no more than half.
fn tally(held: usize, of: usize, others: &str) -> Found {
    let verdict = match (held, of) {
        (_, 0) => return nothing(),
        (held, of) if held == of => Verdict::Holds,
        (held, of) if 2 * held <= of => Verdict::Fails,
        _ => Verdict::Undecided,
    };
    (verdict, format!("in {held} of {of} board{}{others}", if of == 1 { "" } else { "s" }))
}

fn outcomes(boards: &[Compared], except: &[Board]) -> Found {
    let known = |one: &&Compared| one.verdict() != Printed::Open && !except.contains(&one.board);
    let all: Vec<&Compared> = boards.iter().filter(known).collect();
    let wrong: Vec<&Compared> = all.iter().filter(|one| one.verdict() != Printed::Same).copied().collect();
    tally(all.len() - wrong.len(), all.len(), &names("otherwise on", &wrong))
}

fn second_player_wins_only(boards: &[Compared], named: &[Board]) -> Found {
    let all: Vec<&Compared> = boards.iter().filter(|one| !one.ours.classes.is_empty()).collect();
    if let Some(missing) = named.iter().find(|&&board| !all.iter().any(|one| one.board == board)) {
        return (Verdict::Undecided, format!("{missing} is not among the boards"));
    }
    let wrong = |one: &&Compared| (one.ours.classes == [Class::Second]) != named.contains(&one.board);
    let wrong: Vec<&Compared> = all.iter().copied().filter(wrong).collect();
    tally(all.len() - wrong.len(), all.len(), &names("otherwise on", &wrong))
}

fn of_print(boards: &[Compared], region: Region) -> Found {
    let ratios: Vec<(&Compared, f64)> = boards.iter().filter_map(|one| Some((one, one.ratio()?))).collect();
    let inside = |ratio: f64| (region.least..=region.most).contains(&ratio);
    let outside: Vec<&Compared> = ratios.iter().filter(|(_, ratio)| !inside(*ratio)).map(|(one, _)| *one).collect();
    tally(ratios.len() - outside.len(), ratios.len(), &names("outside", &outside))
}

fn names(what: &str, boards: &[&Compared]) -> String {
    if boards.is_empty() {
        return String::new();
    }
    let boards: Vec<String> = boards.iter().map(|one| one.board.to_string()).collect();
    format!("; {what} {}", boards.join(", "))
}

/// Prints the claims and their verdicts.
///
/// # Errors
///
/// `out` takes no more.
pub fn print(judged: &[Judged<'_>], out: &mut dyn Write) -> Result<()> {
    if judged.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nclaims")?;
    for one in judged.iter().filter(|one| one.is_tried()) {
        writeln!(out, "{:<14} {}", one.verdict, one.claim.says)?;
        writeln!(out, "{:<14} {}", "", one.evidence)?;
    }
    if let Some(untried) = untried(judged) {
        writeln!(out, "{untried}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use domineering::Winner;
    use tt::{Scheme, Statistics};

    use super::super::samples::{definition, row};
    use super::*;
    use crate::results::Searched;

    const W: Option<Winner> = Some(Winner::First);
    use Verdict::{Fails, Holds, Undecided};

    fn figure(rows: &[(&str, &str, u64, bool)]) -> Vec<(Verdict, String)> {
        let rows: Vec<Row> = rows
            .iter()
            .map(|(scheme, size, nodes, whole)| {
                let cell =
                    format!("domineering board=6x7 first=vertical scheme={scheme} positions={size} parts=all seed=1");
                row(&cell, *nodes, W.filter(|_| *whole))
            })
            .collect();
        let definition = definition("thesis-fig-2.12");
        judge(&definition, &rows).unwrap().into_iter().map(|one| (one.verdict, one.evidence)).collect()
    }

    #[test]
    fn schemes_are_compared_where_both_were_searched() {
        let found = figure(&[
            ("two-big1", "8K", 50, true),
            ("two-deep", "8K", 40, true),
            ("big1", "8K", 100, true),
            ("deep", "8K", 200, true),
            ("deep", "4K", 10, true),
            ("new", "8K", 10, false),
        ]);
        assert_eq!(found[0], (Holds, "0.316 times the nodes; 4 comparisons, none against it".into()));
        assert_eq!(found[1], (Fails, "1.250 times the nodes; 1 comparison, 1 against it".into()));
        assert_eq!(found[2].0, Holds);
        assert_eq!(found[3], (Fails, "a doubling takes 20.000 times the nodes; 1 step".into()));
    }

    #[test]
    fn no_rows_decide_nothing() {
        assert!(figure(&[]).iter().all(|(verdict, _)| *verdict == Undecided));
        assert!(figure(&[("new", "8K", 10, true)]).iter().all(|(verdict, _)| *verdict == Undecided));
    }

    /// Rows of chess at 7 ply, by scheme, size and the nodes of six positions.
    fn chess(check: Check, rows: &[(&str, &str, [u64; 6])]) -> (Verdict, String) {
        let rows: Vec<Row> = rows
            .iter()
            .map(|&(what, size, nodes)| {
                let cell = format!(
                    "chess set=vsb-1994 game=1 depth=7 between=stamp line=1 scheme={what} positions={size} parts=all \
                     seed=1"
                );
                let searched = |(position, nodes)| Searched { position, depth: 7, nodes, score: 0 };
                Row {
                    searches: (0..).zip(nodes).map(searched).collect(),
                    statistics: Statistics { hits: 100, cutoffs: 60, ..Statistics::default() },
                    guided: 1,
                    ..row(&cell, nodes.iter().sum(), None)
                }
            })
            .collect();
        let mut definition = definition("thesis-fig-2.9");
        definition.claims.truncate(1);
        definition.claims[0] =
            Claim { check, depths: Vec::new(), positions: Vec::new(), ..definition.claims[0].clone() };
        let judged = judge(&definition, &rows).unwrap();
        (judged[0].verdict, judged[0].evidence.clone())
    }

    fn fewer(ratio: Region) -> Check {
        Check::Nodes { schemes: vec![Some(Scheme::TwoBig1)], than: vec![Some(Scheme::Deep)], ratio }
    }

    #[test]
    fn an_interval_decides() {
        let even = [100; 6];
        let verdict =
            |ours: [u64; 6], region: Region| chess(fewer(region), &[("two-big1", "8K", ours), ("deep", "8K", even)]);
        let less = Region::default();
        let (found, evidence) = verdict([90, 91, 92, 93, 94, 95], less);
        assert_eq!(found, Holds, "{evidence}");
        assert!(
            evidence.starts_with("0.925 [0.9") && evidence.ends_with("1 comparison, none against it"),
            "{evidence}"
        );
        assert_eq!(verdict([110, 111, 112, 113, 114, 115], less).0, Fails);
        assert_eq!(verdict([80, 80, 80, 120, 120, 119], less).0, Undecided);
        let alike = Region { least: 0.95, most: 1.05 };
        assert_eq!(verdict([99, 100, 101, 100, 99, 100], alike).0, Holds);
        assert_eq!(verdict([80, 80, 80, 80, 80, 80], alike).0, Fails);
        assert_eq!(verdict([99, 150, 101, 100, 99, 100], alike).0, Undecided, "the interval is wide");
    }

    #[test]
    fn places_that_disagree_leave_it_open() {
        let (low, high, even) = ([50; 6], [110; 6], [100; 6]);
        let rows = [("two-big1", "8K", low), ("deep", "8K", even), ("two-big1", "16K", high), ("deep", "16K", even)];
        let (verdict, evidence) = chess(fewer(Region::default()), &rows);
        assert_eq!((verdict, evidence.ends_with("2 comparisons, 1 against it")), (Undecided, true), "{evidence}");
    }

    #[test]
    fn shares_and_spreads_are_measured() {
        let rows = [("two-big1", "8K", [100; 6]), ("deep", "8K", [120; 6]), ("old", "8K", [110; 6])];
        let spread = |least, most| chess(Check::Spread(Region { least, most }), &rows);
        assert_eq!(spread(0.15, 0.25), (Holds, "the worst needs 20.0 [20.0, 20.0] % more than the best".into()));
        assert_eq!(spread(0.0, 0.1).0, Fails);
        let cutoffs = chess(Check::Cutoffs(Region { least: 0.4, most: 0.7 }), &rows);
        assert_eq!(cutoffs, (Holds, "60.000 to 60.000 % of the hits, in 3 runs".into()));
        assert_eq!(chess(Check::Guided(Region { least: 0.0, most: 0.001 }), &rows).1, NOTHING);
    }

    #[test]
    fn boards_are_named_where_a_claim_fails() {
        let cells = [("5x5", 604, Winner::Second), ("4x4", 400, Winner::Second), ("3x3", 1, Winner::First)];
        let rows = cells.map(|(board, nodes, winner)| {
            let cell =
                format!("domineering board={board} first=vertical scheme=two-big1 positions=2048K parts=all seed=1970");
            row(&cell, nodes, Some(winner))
        });
        let definition = definition("thesis-table-2.1");
        let found = judge(&definition, &rows).unwrap();
        let text: Vec<&str> = found.iter().map(|one| one.evidence.as_str()).collect();
        assert_eq!(
            text,
            [
                "in 1 of 2 boards; otherwise on 4x4",
                "in 2 of 3 boards; otherwise on 4x4",
                "in 2 of 3 boards; outside 4x4",
            ]
        );
        assert_eq!((found[0].verdict, found[1].verdict), (Fails, Undecided));
        let mut out = Vec::new();
        print(&found, &mut out).unwrap();
        assert!(String::from_utf8(out).unwrap().contains("\ndoes not hold  The outcome of every board"));
    }
}
