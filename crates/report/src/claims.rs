//! Compares the claims of a publication with our rows.

mod boards;
mod counts;
mod nodes;
mod sizes;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Write;

use anyhow::Result;
use tt::Positions;

use super::RowsOf;
use super::comparison::{Compared, compare};
use super::observations::{Group, Observations, Setting};
use super::summary::BoardSummary;
use super::{check_sums, published};
use experiments::definition::{Beside, Check, Claim, Definition, Region};
use experiments::row::Row;
use stats::{Estimate, Interval};

use counts::{as_printed, hits, share};

/// How our rows compare with a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The whole interval lies where the claim says, and at most one comparison in twenty contradicts it.
    Agrees,
    /// The whole interval lies elsewhere.
    Differs,
    /// The interval contains both, or the comparisons contradict each other.
    Undecided,
    /// The searches that the claim is about were not made.
    NotSearched,
}

impl Verdict {
    /// The value of the field `verdict` in JSON, which does not change when the words for readers do.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Agrees => "holds",
            Self::Differs => "does not hold",
            Self::Undecided => "not decided",
            Self::NotSearched => "not searched",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::Undecided => "undecided",
            Self::NotSearched => "not searched",
        })
    }
}

/// How many claims have each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Claims that our rows agree with.
    pub agree: usize,
    /// Claims that our rows differ from.
    pub differ: usize,
    /// Claims that our rows do not decide.
    pub undecided: usize,
    /// Claims about searches that were not made.
    pub not_searched: usize,
}

impl FromIterator<Verdict> for Agreement {
    fn from_iter<I: IntoIterator<Item = Verdict>>(verdicts: I) -> Self {
        let mut counts = Self::default();
        for verdict in verdicts {
            match verdict {
                Verdict::Agrees => counts.agree += 1,
                Verdict::Differs => counts.differ += 1,
                Verdict::Undecided => counts.undecided += 1,
                Verdict::NotSearched => counts.not_searched += 1,
            }
        }
        counts
    }
}

impl Agreement {
    /// How many claims there are.
    #[must_use]
    pub fn claims(self) -> usize {
        self.agree + self.differ + self.undecided + self.not_searched
    }
}

/// Writes the verdicts that occur: `3 agree, 1 differs, 2 undecided`.
impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.agree, ["agrees", "agree"]),
            (self.differ, ["differs", "differ"]),
            (self.undecided, ["undecided"; 2]),
            (self.not_searched, ["not searched"; 2]),
        ];
        let words: Vec<String> = counts
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, words)| format!("{number} {}", words[usize::from(number > 1)]))
            .collect();
        f.write_str(&words.join(", "))
    }
}

/// A claim, and how our rows compare with it.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// How our rows compare with it.
    pub verdict: Verdict,
    /// What was measured, and where it has to lie, in words.
    pub evidence: String,
}

type Judgement = (Verdict, String);

/// Judges every claim of an experiment by its rows, and by the rows of the experiments that claims compare it with.
///
/// # Errors
///
/// The definition names printed figures or an experiment that do not exist.
pub fn judge<'a>(definition: &'a Definition, rows: &[Row], others: RowsOf<'_>) -> Result<Vec<Judged<'a>>> {
    let here = Data::of(definition, rows.into())?;
    let elsewhere = Elsewhere::of(definition, others)?;
    let judged = definition.claims.iter().map(|claim| {
        let (verdict, evidence) = match &claim.beside {
            Some(beside) => here.beside(claim, beside, &elsewhere),
            None => here.one(claim, &elsewhere)?,
        };
        let wanted = wanted(claim).filter(|_| verdict != Verdict::NotSearched);
        let evidence = wanted.map_or(evidence.clone(), |wanted| format!("{evidence} (claimed: {wanted})"));
        Ok(Judged { claim, verdict, evidence })
    });
    judged.collect()
}

/// The data of an experiment.
struct Data<'a> {
    rows: Cow<'a, [Row]>,
    all: Observations,
    boards: Vec<Compared>,
}

impl<'a> Data<'a> {
    fn of(definition: &Definition, rows: Cow<'a, [Row]>) -> Result<Self> {
        check_sums(rows.iter())?;
        let all = Observations::of(&rows, &definition.depths(&rows));
        let published = published(definition)?;
        let boards =
            compare(&BoardSummary::of(definition, &rows), published.as_ref()).into_values().flatten().collect();
        Ok(Self { rows, all, boards })
    }

    fn one(&self, claim: &Claim, elsewhere: &Elsewhere<'_>) -> Result<Judgement> {
        let (check, scope) = (&claim.check, &self.scope(claim));
        Ok(match check {
            Check::Nodes { ratio, .. }
            | Check::NodesWith { ratio, .. }
            | Check::NodesWithout { ratio, .. }
            | Check::NodesOfLines { ratio, .. }
            | Check::Deepening { ratio, .. }
            | Check::Doubling { ratio, .. } => {
                self.compared(check, scope, 0).map_or_else(nothing, |compared| compared.found(*ratio))
            }
            Check::NodesThanIn { experiment, ratio, shape } => self
                .compared_with(elsewhere.experiment(experiment), *shape, scope)
                .map_or_else(nothing, |compared| compared.found(*ratio)),
            Check::OrderAsIn { experiment } => self.order(elsewhere.experiment(experiment), scope),
            Check::Spread(region) => self.spread(scope).map_or_else(nothing, |spread| {
                (
                    verdict_of(*region, &spread),
                    format!("the worst scheme needs {} % more nodes than the best", spread.percent()),
                )
            }),
            Check::Suggested { scheme, sizes } => self.suggested(scope, *scheme, sizes),
            Check::Rises { at } => self.rises(*at),
            Check::Cutoffs(region) => {
                share(scope, &self.rows, *region, "hits", |row| (row.statistics.cutoffs, row.statistics.hits))
            }
            Check::Guided(region) => share(scope, &self.rows, *region, "nodes", |row| match row.cell.game.line() {
                // A line of one move guides no search.
                2.. => (row.guided, row.nodes),
                _ => (0, 0),
            }),
            Check::Hits { parts, times } => hits(scope, &self.rows, parts, *times),
            Check::AsPrinted { sets } => as_printed(&self.rows, sets)?,
            Check::Outcomes { except } => boards::outcomes(&self.boards, except),
            Check::SecondPlayerWinsOnly { boards } => boards::second_player_wins_only(&self.boards, boards),
            Check::ExponentialGrowth {} => boards::exponential_growth(&self.boards),
            Check::Ratio(region) => boards::of_print(&self.boards, *region),
        })
    }

    /// Divides what is measured here by what is measured in another experiment, or elsewhere in this one.
    fn beside(&self, claim: &Claim, beside: &Beside, elsewhere: &Elsewhere<'_>) -> Judgement {
        let check = beside.check.as_ref().unwrap_or(&claim.check);
        let scope = Scope { depths: &beside.depths, deepest: None, positions: &beside.positions };
        let ours = self.measured(&claim.check, &self.scope(claim), 0);
        let theirs = match &beside.experiment {
            // The other experiment has other games. Where some are the same, separate draws only widen the interval.
            Some(experiment) => elsewhere.experiment(experiment).measured(check, &scope, 1),
            None => self.measured(check, &scope, 0),
        };
        let (Some(ours), Some(theirs), Some(region)) = (ours, theirs, region(&claim.check)) else {
            return nothing();
        };
        let (here, there) = (number_text(&claim.check, ours.mean), number_text(check, theirs.mean));
        let location = beside.experiment.as_ref().map(|name| format!("in {name}"));
        let location: Vec<String> = location.into_iter().chain(scope.text()).collect();
        let quotient = ours.over(&theirs);
        let evidence = format!("{here}; {there} {}; quotient {}", location.join(" "), quotient.text());
        (verdict_of(region, &quotient), evidence)
    }

    /// Returns a number that can be divided by the same number measured elsewhere.
    fn measured(&self, check: &Check, scope: &Scope<'_>, stream: u64) -> Option<Estimate> {
        match check {
            Check::Spread(_) => self.spread(scope),
            _ => self.compared(check, scope, stream).map(|compared| compared.measured),
        }
    }

    fn scope<'c>(&self, claim: &'c Claim) -> Scope<'c> {
        let deepest = self.all.deepest().filter(|_| claim.deepest);
        Scope { depths: &claim.depths, deepest, positions: &claim.positions }
    }

    /// The settings that a claim is about.
    fn about(&self, scope: &Scope<'_>) -> impl Iterator<Item = Setting> {
        self.all.settings().copied().filter(|setting| {
            let depth = if let Group::Ply(depth) = setting.group { Some(depth) } else { None };
            // Publications are about plain searches.
            setting.variant.search.is_plain()
                && depth.is_none_or(|depth| scope.has_depth(depth))
                && setting.positions.is_none_or(|size| scope.has_size(size))
        })
    }
}

/// The data of the other experiments that claims name.
struct Elsewhere<'a>(BTreeMap<&'a str, Data<'static>>);

impl<'a> Elsewhere<'a> {
    fn of(definition: &'a Definition, others: RowsOf<'_>) -> Result<Self> {
        let names: BTreeSet<&str> = definition.compared_with().collect();
        let data = names.into_iter().map(|name| {
            let definition = Definition::find(name)?;
            Ok((name, Data::of(&definition, others(&definition).into())?))
        });
        data.collect::<Result<_>>().map(Self)
    }

    /// Returns the data of an experiment that the definition is [compared with](Definition::compared_with).
    fn experiment(&self, name: &str) -> &Data<'static> {
        &self.0[name]
    }
}

/// Which searches a claim is about.
struct Scope<'c> {
    /// All depths if it is empty.
    depths: &'c [u8],
    /// This depth instead.
    deepest: Option<u8>,
    /// All table sizes if it is empty.
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

    /// Describes it, if it leaves anything out.
    fn text(&self) -> Option<String> {
        let list = |all: Vec<String>| all.join(", ");
        let depths = list(self.depths.iter().map(u8::to_string).collect());
        let sizes = list(self.positions.iter().map(Positions::to_string).collect());
        let depths = (!depths.is_empty()).then(|| format!("at {depths} ply"));
        let sizes = (!sizes.is_empty()).then(|| format!("with {sizes} positions"));
        let words: Vec<String> = depths.into_iter().chain(sizes).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }
}

/// The verdict on a claim about boards, means or runs: it agrees with all of them, or differs from at least half.
fn tally(held: usize, of: usize) -> Verdict {
    match (held, of) {
        (_, 0) => Verdict::NotSearched,
        (held, of) if held == of => Verdict::Agrees,
        (held, of) if 2 * held <= of => Verdict::Differs,
        _ => Verdict::Undecided,
    }
}

fn nothing() -> Judgement {
    (Verdict::NotSearched, "nothing to compare".to_owned())
}

impl Judged<'_> {
    /// Whether its searches were made.
    #[must_use]
    pub fn is_tried(&self) -> bool {
        self.verdict != Verdict::NotSearched
    }
}

/// Says how many claims were not searched, if any; `is_quick` says that `--full` may search them.
#[must_use]
pub fn untried(judged: &[Judged<'_>], is_quick: bool) -> Option<String> {
    let number = judged.iter().filter(|one| !one.is_tried()).count();
    let claims = if number == 1 { "claim needs" } else { "claims need" };
    let hint = if is_quick { " (try --full)" } else { "" };
    (number > 0).then(|| format!("{number} {claims} searches that were not run{hint}."))
}

/// The claimed range, in words.
fn wanted(claim: &Claim) -> Option<String> {
    match &claim.check {
        Check::Nodes { ratio, mostly: true, .. } => Some(format!("{} in most of them", words(*ratio, 1.0, ""))),
        check @ Check::Spread(_) if claim.beside.is_some() => region(check).map(|region| words(region, 1.0, "")),
        Check::Spread(region) | Check::Cutoffs(region) | Check::Guided(region) => Some(words(*region, 100.0, " %")),
        Check::Hits { times: region, .. } | Check::Ratio(region) => Some(words(*region, 1.0, "")),
        check => region(check).map(|region| words(region, 1.0, "")),
    }
}

/// The claimed range of a number that can be divided by another one, or of the quotient.
fn region(check: &Check) -> Option<Region> {
    match check {
        Check::Nodes { ratio, .. }
        | Check::NodesWith { ratio, .. }
        | Check::NodesWithout { ratio, .. }
        | Check::NodesOfLines { ratio, .. }
        | Check::NodesThanIn { ratio, .. }
        | Check::Deepening { ratio, .. }
        | Check::Doubling { ratio, .. }
        | Check::Spread(ratio) => Some(*ratio),
        _ => None,
    }
}

/// Formats such a number.
fn number_text(check: &Check, number: f64) -> String {
    match check {
        Check::Spread(_) => format!("a spread of {:.1} %", 100.0 * number),
        _ => format!("{number:.3} times the nodes"),
    }
}

/// Formats a range, its ends multiplied by `by`.
fn words(region: Region, by: f64, unit: &str) -> String {
    // Rounding removes digits that the multiplication added.
    let number = |number: f64| format!("{}", (number * by * 1e6).round() / 1e6);
    match region {
        Region { least, most } if least == 0.0 && most == Region::default().most => "less than 1".to_owned(),
        Region { least, most } if most.is_infinite() => format!("at least {}{unit}", number(least)),
        Region { least: 0.0, most } => format!("at most {}{unit}", number(most)),
        Region { least, most } => format!("{} to {}{unit}", number(least), number(most)),
    }
}

/// Whether the whole interval lies outside; an interval that almost touches the edge does not.
fn is_beside(region: Region, Interval { low, high }: Interval) -> bool {
    const EDGE: f64 = 1e-9;
    low > region.most + EDGE || high < region.least - EDGE
}

/// The verdict of an interval on a claimed range.
fn verdict_of(region: Region, measured: &Estimate) -> Verdict {
    let interval = measured.range();
    if region.least <= interval.low && interval.high <= region.most {
        Verdict::Agrees
    } else if interval.low > region.most || interval.high < region.least {
        Verdict::Differs
    } else {
        Verdict::Undecided
    }
}

/// Prints the claims and their verdicts; `quick` says that the rows are those of a quick part.
///
/// # Errors
///
/// `out` cannot be written to.
pub fn print(judged: &[Judged<'_>], quick: Option<&str>, out: &mut dyn Write) -> Result<()> {
    if judged.is_empty() {
        return Ok(());
    }
    let note = quick.map(|note| format!(" ({note})")).unwrap_or_default();
    writeln!(out, "\nclaims{note}")?;
    for one in judged.iter().filter(|one| one.is_tried()) {
        writeln!(out, "{:<13} {}", one.verdict, one.claim.says)?;
        writeln!(out, "{:<13} {}", "", one.evidence)?;
    }
    if let Some(untried) = untried(judged, quick.is_some()) {
        writeln!(out, "{untried}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
