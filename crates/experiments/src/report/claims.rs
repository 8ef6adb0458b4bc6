//! What a publication says about an experiment, and whether our rows say the same.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Write;

use anyhow::Result;
use domineering::{Board, Class};
use tt::{Positions, Scheme, Score};

use super::RowsOf;
use super::comparison::{Compared, Verdict as Printed, compare};
use super::interval::{self, Interval, Measured, Pairs, Ratios};
use super::means::Mean;
use super::observations::{Alike, Group, Observations, Setting, Variant, suggested};
use super::published;
use super::summary::Summary;
use crate::cell::{Cell, GameCell};
use crate::definition::{Beside, Check, Claim, Definition, Region};
use crate::lines::Lines;
use crate::results::Row;

/// Whether a claim holds of our rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// What was measured lies where the claim says, with the whole of its interval, and in hardly a place elsewhere.
    Holds,
    /// It lies elsewhere with the whole of its interval.
    Fails,
    /// The interval reaches over, or the places disagree.
    Undecided,
    /// The searches that it is about were not made.
    Untried,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Holds => "holds",
            Self::Fails => "does not hold",
            Self::Undecided => "not decided",
            Self::Untried => "not searched",
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
    /// What was measured, and where it has to lie, in words.
    pub evidence: String,
}

type Found = (Verdict, String);

/// So many places may contradict a claim: of intervals that hold 95 %, some are wrong.
const BY_CHANCE: f64 = 0.05;

/// Judges every claim of an experiment by its rows, and by those of the experiment that a claim compares it with.
///
/// # Errors
///
/// The definition names printed figures, or an experiment, that there are none of.
pub fn judge<'a>(definition: &'a Definition, rows: &[Row], others: RowsOf<'_>) -> Result<Vec<Judged<'a>>> {
    let here = Data::of(definition, rows.into())?;
    let judged = definition.claims.iter().map(|claim| {
        let (verdict, evidence) = match &claim.beside {
            Some(beside) => here.beside(claim, beside, others)?,
            None => here.one(claim, others)?,
        };
        let wanted = claim.check.wanted().filter(|_| verdict != Verdict::Untried);
        let evidence = wanted.map_or(evidence.clone(), |wanted| format!("{evidence} (wanted: {wanted})"));
        Ok(Judged { claim, verdict, evidence })
    });
    judged.collect()
}

/// What is known of an experiment.
struct Data<'a> {
    rows: Cow<'a, [Row]>,
    all: Observations,
    boards: Vec<Compared>,
}

impl<'a> Data<'a> {
    fn of(definition: &Definition, rows: Cow<'a, [Row]>) -> Result<Self> {
        let depths: BTreeSet<u8> = definition.quick.depths.iter().chain(&definition.full.depths).copied().collect();
        let all = Observations::of(&rows, &depths);
        let published = published(definition)?;
        let boards = compare(&Summary::of(definition, &rows), published.as_ref()).into_values().flatten().collect();
        Ok(Self { rows, all, boards })
    }

    fn elsewhere(name: &str, others: RowsOf<'_>) -> Result<Self> {
        let definition = Definition::find(name)?;
        let rows = others(&definition);
        Self::of(&definition, rows.into())
    }

    fn one(&self, claim: &Claim, others: RowsOf<'_>) -> Result<Found> {
        let (check, scope) = (&claim.check, &self.scope(claim));
        if let (Some(compared), Some(region)) = (self.compared(check, scope, 0), check.region()) {
            return Ok(compared.found(region));
        }
        Ok(match check {
            // These are compared above, if there is anything to compare.
            Check::Nodes { .. }
            | Check::NodesWith { .. }
            | Check::NodesWithout { .. }
            | Check::NodesOfLines { .. }
            | Check::Doubling { .. } => nothing(),
            Check::NodesThanIn { experiment, ratio } => {
                let there = Self::elsewhere(experiment, others)?;
                let settings = self.about(scope).filter(|setting| setting.variant.scheme.is_some());
                let pairs = |setting| self.all.pairs(setting, &there.all, setting);
                let places: Vec<Pairs> = settings.filter_map(pairs).collect();
                Comparison::of(&places, 0).map_or_else(nothing, |compared| compared.found(*ratio))
            }
            Check::Spread(region) => self.spread(scope, *region),
            Check::Suggested { scheme, sizes } => self.suggested(scope, *scheme, sizes),
            Check::Rises { at } => self.rises(*at),
            Check::Cutoffs(region) => {
                share(scope, &self.rows, *region, "hits", |row| (row.statistics.cutoffs, row.statistics.hits))
            }
            Check::Guided(region) => share(scope, &self.rows, *region, "nodes", |row| match row.cell.game {
                // A line of one move guides no search.
                GameCell::Chess { line: 2.., .. } => (row.guided, row.nodes),
                _ => (0, 0),
            }),
            Check::AsPrinted { sets } => as_printed(&self.rows, sets)?,
            Check::Outcomes { except } => outcomes(&self.boards, except),
            Check::SecondPlayerWinsOnly { boards: named } => second_player_wins_only(&self.boards, named),
            Check::Ratio(region) => of_print(&self.boards, *region),
        })
    }

    /// A comparison here divided by one in another experiment.
    fn beside(&self, claim: &Claim, beside: &Beside, others: RowsOf<'_>) -> Result<Found> {
        let there = Self::elsewhere(&beside.experiment, others)?;
        let check = beside.check.as_ref().unwrap_or(&claim.check);
        // Their draws have nothing to do with each other.
        let ours = self.compared(&claim.check, &self.scope(claim), 0);
        let scope = Scope { depths: &beside.depths, deepest: None, positions: &beside.positions };
        let theirs = there.compared(check, &scope, 1);
        let (Some(ours), Some(theirs), Some(region)) = (ours, theirs, claim.check.region()) else {
            return Ok(nothing());
        };
        let (here, there) = (ours.measured.mean, theirs.measured.mean);
        let quotient = ours.measured.over(&theirs.measured);
        let evidence = format!(
            "{here:.3} times the nodes here, {there:.3} times in {}: a quotient of {}",
            beside.experiment,
            quotient.text()
        );
        Ok((region.verdict(&quotient), evidence))
    }

    fn scope<'c>(&self, claim: &'c Claim) -> Scope<'c> {
        let deepest = self.all.deepest().filter(|_| claim.deepest);
        Scope { depths: &claim.depths, deepest, positions: &claim.positions }
    }

    /// The settings that a claim is about.
    fn about(&self, scope: &Scope<'_>) -> impl Iterator<Item = Setting> {
        self.all.settings().copied().filter(|setting| {
            let depth = if let Group::Ply(depth) = setting.group { Some(depth) } else { None };
            depth.is_none_or(|depth| scope.has_depth(depth))
                && setting.positions.is_none_or(|size| scope.has_size(size))
        })
    }

    /// The nodes of some settings divided by those of others, if the check asks for that and both were searched.
    fn compared(&self, check: &Check, scope: &Scope<'_>, stream: u64) -> Option<Comparison> {
        let against = |others: &dyn Fn(Variant, Option<Positions>) -> Vec<(Variant, Option<Positions>)>| {
            let mut places = Vec::new();
            for setting in self.about(scope) {
                for (variant, positions) in others(setting.variant, setting.positions) {
                    places.extend(self.all.pairs(setting, &self.all, Setting { variant, positions, ..setting }));
                }
            }
            Comparison::of(&places, stream)
        };
        match check {
            Check::Nodes { schemes, than, .. } => against(&|variant, positions| {
                let others = than.iter().filter(|_| schemes.contains(&variant.scheme)).map(|&scheme| match scheme {
                    Some(_) => (Variant { scheme, ..variant }, positions),
                    None => (Variant::NO_TABLE, None),
                });
                // What is said of a table is said of the whole of it.
                others.filter(|(other, _)| other.scheme.is_some() || variant.is_whole()).collect()
            }),
            Check::NodesWith { parts, than, .. } => against(&|variant, positions| {
                let is_meant = variant.scheme.is_some() && parts.contains(&variant.parts);
                than.iter().filter(|_| is_meant).map(|&parts| (Variant { parts, ..variant }, positions)).collect()
            }),
            Check::NodesWithout { parts, .. } => against(&|variant, _| {
                let is_meant = variant.scheme.is_some() && parts.contains(&variant.parts);
                if is_meant { vec![(Variant::NO_TABLE, None)] } else { Vec::new() }
            }),
            Check::NodesOfLines { lines, than, .. } => against(&|variant, positions| {
                let is_meant = variant.scheme.is_some() && lines.contains(&variant.line);
                than.iter().filter(|_| is_meant).map(|&line| (Variant { line, ..variant }, positions)).collect()
            }),
            Check::Doubling { schemes, .. } => self.doubling(schemes, scope, stream),
            _ => None,
        }
    }

    /// Every size is compared with the next smaller one that was searched.
    fn doubling(&self, schemes: &[Option<Scheme>], scope: &Scope<'_>, stream: u64) -> Option<Comparison> {
        let is_meant = |setting: &Setting| schemes.is_empty() || schemes.contains(&setting.variant.scheme);
        let settings: Vec<Setting> = self.about(scope).filter(is_meant).collect();
        let (mut places, mut doublings) = (Vec::new(), 0.0);
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
                places.push(pairs);
                doublings += (large.get() as f64 / small.get() as f64).log2();
            }
        }
        // A step may be more than one doubling.
        let exponent = places.len() as f64 / doublings;
        let compared = Comparison::of(&places, stream)?;
        Some(Comparison {
            measured: compared.measured.map(|ratio| ratio.powf(exponent)),
            is_doubling: true,
            ..compared
        })
    }

    /// By how much the worst scheme exceeds the best: the mean over the places. Which these are every draw finds anew.
    fn spread(&self, scope: &Scope<'_>, region: Region) -> Found {
        let settings = || self.about(scope).filter(|setting| setting.variant.scheme.is_some());
        let places: BTreeSet<(Group, Option<Positions>)> = settings().map(|one| (one.group, one.positions)).collect();
        let at = |place: (Group, Option<Positions>)| -> Vec<Setting> {
            settings().filter(|one| (one.group, one.positions) == place).collect()
        };
        let places: Vec<Alike> = places
            .into_iter()
            .filter_map(|place| self.all.alike(&at(place)))
            .filter(|one| one.numbers.len() > 1)
            .collect();
        if places.is_empty() {
            return nothing();
        }
        let more = |sums: &dyn Fn(&Alike) -> Vec<f64>| {
            let spread = |place: &Alike| {
                let sums = sums(place);
                let (least, most) =
                    (sums.iter().copied().fold(f64::MAX, f64::min), sums.iter().copied().fold(0.0, f64::max));
                (most / least).ln()
            };
            (places.iter().map(spread).sum::<f64>() / places.len() as f64).exp() - 1.0
        };
        let mut measured = Measured {
            mean: more(&|place| place.numbers.iter().map(|numbers| numbers.iter().sum()).collect()),
            resampled: Vec::new(),
        };
        let shapes: Vec<interval::Shape> = places.iter().map(|place| place.shape).collect();
        if shapes.iter().any(|(seeds, positions)| seeds * positions > 1) {
            interval::resample(&shapes, 0, |drawn| {
                let sums = |place: &Alike| place.numbers.iter().map(|one| drawn[&place.shape].sum(one)).collect();
                measured.resampled.push(more(&sums));
            });
        }
        let percent = |number: f64| format!("{:.1}", 100.0 * number);
        let of = measured.interval().map(|i| format!(" [{}, {}]", percent(i.low), percent(i.high))).unwrap_or_default();
        (region.verdict(&measured), format!("the worst needs {}{of} % more than the best", percent(measured.mean)))
    }

    /// How large a table should be at each depth: whether resampling gives the printed size, or one next to it.
    fn suggested(&self, scope: &Scope<'_>, scheme: Scheme, printed: &[Positions]) -> Found {
        let (mut near, mut elsewhere, mut words) = (0, 0, Vec::new());
        for (&depth, printed) in scope.depths.iter().zip(printed) {
            let variant = Variant { scheme: Some(scheme), ..Variant::NO_TABLE };
            let Some((sizes, Alike { shape, numbers })) = self.all.curve(Group::Ply(depth), variant) else { continue };
            let mut found: Vec<f64> = Vec::new();
            interval::resample(&[shape], 0, |drawn| {
                let sums = numbers.iter().map(|numbers| drawn[&shape].sum(numbers));
                let curve: Vec<(Positions, f64)> = sizes.iter().copied().zip(sums).collect();
                found.push(suggested(&curve) as f64);
            });
            let Interval { low, high } = interval::middle(&mut found);
            let (low, high) = (sizes[low as usize], sizes[high as usize]);
            let is_near = |size: Positions| size.get() <= 2 * printed.get() && printed.get() <= 2 * size.get();
            near += usize::from(is_near(low) && is_near(high));
            elsewhere += usize::from(low.get() > 2 * printed.get() || printed.get() > 2 * high.get());
            let ours = if low == high { low.to_string() } else { format!("{low} to {high}") };
            words.push(format!("{ours} at {depth} ply"));
        }
        let of = words.len();
        let verdict = match (near, elsewhere) {
            _ if of == 0 => return nothing(),
            (near, _) if near == of => Verdict::Holds,
            (_, elsewhere) if 2 * elsewhere >= of => Verdict::Fails,
            _ => Verdict::Undecided,
        };
        let name = super::scheme_label(Some(scheme));
        let evidence = format!(
            "{name}: {}; within a doubling of print at {near} of {of} depths, elsewhere at {elsewhere}",
            words.join(", ")
        );
        (verdict, evidence)
    }

    /// Whether the value of the position rises most when the search is so deep.
    fn rises(&self, at: u8) -> Found {
        let mut runs = BTreeMap::<&Cell, BTreeMap<u8, Score>>::new();
        for row in self.rows.iter() {
            let values = row.searches.iter().map(|searched| (searched.depth, searched.score));
            runs.entry(&row.cell).or_default().extend(values);
        }
        let deep = runs.values().filter(|values| values.contains_key(&at));
        let rise = |values: &BTreeMap<u8, Score>| {
            let steps = values.iter().zip(values.iter().skip(1));
            steps.max_by_key(|((_, before), (_, after))| *after - *before).map(|(_, (&depth, _))| depth)
        };
        let depths: Vec<u8> = deep.filter_map(rise).collect();
        let held = depths.iter().filter(|&&depth| depth == at).count();
        let (verdict, _) = tally(held, depths.len(), "");
        (verdict, format!("the value rises most at {at} ply in {held} of {} runs", depths.len()))
    }
}

/// Which searches a claim is about.
struct Scope<'c> {
    /// All of them if there is none.
    depths: &'c [u8],
    /// This one instead.
    deepest: Option<u8>,
    /// All of them if there is none.
    positions: &'c [Positions],
}

impl Scope<'_> {
    fn has_depth(&self, depth: u8) -> bool {
        match self.deepest {
            Some(deepest) => depth == deepest,
            None => self.depths.is_empty() || self.depths.contains(&depth),
        }
    }

    fn has_size(&self, size: Positions) -> bool {
        self.positions.is_empty() || self.positions.contains(&size)
    }
}

/// Ratios of nodes at several places.
struct Comparison {
    measured: Measured,
    places: Vec<Interval>,
    /// Each place is a step to a larger table, and the ratio that of a doubling.
    is_doubling: bool,
}

impl Comparison {
    fn of(places: &[Pairs], stream: u64) -> Option<Self> {
        let Ratios { mean: measured, places } = interval::ratios(places, stream)?;
        Some(Self { measured, places, is_doubling: false })
    }

    fn found(&self, region: Region) -> Found {
        let (number, text) = (self.places.len(), self.measured.text());
        let plural = if number == 1 { "" } else { "s" };
        if self.is_doubling {
            let evidence = format!("a doubling takes {text} times the nodes; {number} step{plural}");
            return (region.verdict(&self.measured), evidence);
        }
        let against = self.places.iter().filter(|place| region.is_beside(**place)).count();
        let verdict = match region.verdict(&self.measured) {
            Verdict::Holds if against as f64 > BY_CHANCE * number as f64 => Verdict::Undecided,
            verdict => verdict,
        };
        let against = if against == 0 { "none".to_owned() } else { against.to_string() };
        (verdict, format!("{text} times the nodes; {number} comparison{plural}, {against} against it"))
    }
}

impl Variant {
    const NO_TABLE: Self = Self { scheme: None, parts: tt::Parts::all(), line: 1 };

    fn is_whole(self) -> bool {
        self.parts == tt::Parts::all()
    }
}

/// A share that rows count, over all rows of whole tables.
fn share(scope: &Scope<'_>, rows: &[Row], region: Region, of: &str, count: impl Fn(&Row) -> (u64, u64)) -> Found {
    let is_meant = |row: &&Row| {
        let depth = row.cell.game.depth();
        row.is_complete()
            && row.cell.scheme.is_some()
            && row.cell.parts == tt::Parts::all()
            && depth.is_none_or(|depth| scope.has_depth(depth))
            && row.cell.positions.is_none_or(|size| scope.has_size(size))
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
    // Every run is to have such a share, not only their mean.
    (region.verdict(&Measured { mean, resampled: vec![least, most] }), evidence)
}

fn nothing() -> Found {
    (Verdict::Untried, "nothing to compare".to_owned())
}

impl Judged<'_> {
    /// Whether there is anything to judge it by.
    #[must_use]
    pub fn is_tried(&self) -> bool {
        self.verdict != Verdict::Untried
    }
}

/// A sentence about claims that nothing could be said of, if there are any.
#[must_use]
pub fn untried(judged: &[Judged<'_>]) -> Option<String> {
    let number = judged.iter().filter(|one| !one.is_tried()).count();
    let claims = if number == 1 { "claim is" } else { "claims are" };
    (number > 0).then(|| format!("{number} {claims} about searches that were not made here."))
}

impl Measured {
    fn text(&self) -> String {
        let of = self.interval().map(|Interval { low, high }| format!(" [{low:.3}, {high:.3}]")).unwrap_or_default();
        format!("{:.3}{of}", self.mean)
    }
}

impl Check {
    /// Where what is measured has to lie, in words.
    fn wanted(&self) -> Option<String> {
        match self {
            Self::Spread(region) | Self::Cutoffs(region) | Self::Guided(region) => Some(region.text(100.0, " %")),
            Self::Ratio(region) => Some(region.text(1.0, "")),
            _ => self.region().map(|region| region.text(1.0, "")),
        }
    }

    /// Where the ratio of a comparison has to lie.
    fn region(&self) -> Option<Region> {
        match self {
            Self::Nodes { ratio, .. }
            | Self::NodesWith { ratio, .. }
            | Self::NodesWithout { ratio, .. }
            | Self::NodesOfLines { ratio, .. }
            | Self::NodesThanIn { ratio, .. }
            | Self::Doubling { ratio, .. } => Some(*ratio),
            _ => None,
        }
    }
}

impl Region {
    /// In words, the numbers multiplied.
    fn text(self, by: f64, unit: &str) -> String {
        // Nobody wants to read more digits than were meant.
        let number = |number: f64| format!("{}", (number * by * 1e6).round() / 1e6);
        match self {
            Self { least, most } if least == 0.0 && most == Self::default().most => "less than 1".to_owned(),
            Self { least: 0.0, most } => format!("at most {}{unit}", number(most)),
            Self { least, most } => format!("{} to {}{unit}", number(least), number(most)),
        }
    }

    /// Whether a place lies outside with the whole of its interval; what is all but on the edge does not.
    fn is_beside(self, Interval { low, high }: Interval) -> bool {
        const EDGE: f64 = 1e-9;
        low > self.most + EDGE || high < self.least - EDGE
    }

    fn verdict(self, measured: &Measured) -> Verdict {
        let interval = measured.interval().unwrap_or(Interval { low: measured.mean, high: measured.mean });
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

fn as_printed(rows: &[Row], sets: &[Lines]) -> Result<Found> {
    let means = Mean::all(rows)?;
    let is_meant = |mean: &&Mean| sets.is_empty() || sets.contains(&mean.set);
    let known: Vec<(&Mean, bool)> =
        means.iter().filter(is_meant).filter_map(|mean| Some((mean, mean.is_as_printed()?))).collect();
    let others = known
        .iter()
        .filter(|(_, same)| !same)
        .map(|(mean, _)| format!("; otherwise on {}, {}", mean.set.title(), mean.window.name()));
    let held = known.iter().filter(|(_, same)| *same).count();
    let evidence = format!("{held} of {} means are those printed{}", known.len(), others.collect::<String>());
    Ok((tally(held, known.len(), "").0, evidence))
}

fn second_player_wins_only(boards: &[Compared], named: &[Board]) -> Found {
    let all: Vec<&Compared> = boards.iter().filter(|one| !one.ours.classes.is_empty()).collect();
    if all.is_empty() {
        return nothing();
    }
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
    use Verdict::{Fails, Holds, Undecided, Untried};

    /// What was measured, without what is wanted.
    fn bare(evidence: &str) -> String {
        evidence.split(" (wanted").next().unwrap_or_default().to_owned()
    }

    #[test]
    fn what_is_wanted_is_said() {
        let text = |least, most| Region { least, most }.text(1.0, "");
        assert_eq!(Region::default().text(1.0, ""), "less than 1");
        assert_eq!((text(0.0, 0.5).as_str(), text(0.95, 1.05).as_str()), ("at most 0.5", "0.95 to 1.05"));
        assert_eq!(Region { least: 0.21, most: 1.0 }.text(100.0, " %"), "21 to 100 %");
    }

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
        judge(&definition, &rows, &|_| Vec::new())
            .unwrap()
            .into_iter()
            .map(|one| (one.verdict, bare(&one.evidence)))
            .collect()
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
        assert!(figure(&[]).iter().all(|(verdict, _)| *verdict == Untried));
        assert!(figure(&[("new", "8K", 10, true)]).iter().all(|(verdict, _)| *verdict == Untried));
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
            Claim { check, depths: Vec::new(), deepest: false, positions: Vec::new(), ..definition.claims[0].clone() };
        let judged = judge(&definition, &rows, &|_| Vec::new()).unwrap();
        (judged[0].verdict, bare(&judged[0].evidence))
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
        assert_eq!(chess(Check::Guided(Region { least: 0.0, most: 0.001 }), &rows).0, Untried);
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
        let found = judge(&definition, &rows, &|_| Vec::new()).unwrap();
        let text: Vec<String> = found.iter().map(|one| bare(&one.evidence)).collect();
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
