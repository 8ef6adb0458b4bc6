//! What the verdicts on a claim say together: on the game and the positions that its source speaks of, and elsewhere.

use crate::claims::{self, Claim, Judged, Verdict};

/// A claim with the verdict of each experiment that is reported.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The claim.
    pub claim: &'static Claim,
    /// The verdict of each experiment, in their order.
    pub verdicts: Vec<Judged>,
    /// The verdicts on the numbers that the source prints.
    pub printed: Vec<Judged>,
}

/// What several verdicts on a claim together say. A verdict that holds for the claim alone says nothing, see
/// [`Judged::corrected`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// A verdict agrees, and no other one is against the claim.
    Agrees,
    /// A verdict differs, and no other one is for the claim.
    Differs,
    /// There are verdicts for the claim and against it, in different experiments or under different readings.
    Depends,
    /// No verdict is for the claim or against it.
    Undecided,
}

impl Standing {
    pub(super) const ALL: [Self; 4] = [Self::Agrees, Self::Differs, Self::Depends, Self::Undecided];

    /// Returns what these corrected verdicts say together.
    pub(super) fn of(verdicts: impl Iterator<Item = Verdict>) -> Self {
        let verdicts: Vec<Verdict> = verdicts.collect();
        let has = |verdict| verdicts.contains(&verdict);
        match (has(Verdict::Agrees), has(Verdict::Differs), has(Verdict::DependsOnReading)) {
            (true, false, false) => Self::Agrees,
            (false, true, false) => Self::Differs,
            (false, false, false) => Self::Undecided,
            _ => Self::Depends,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Agrees => "Agrees",
            Self::Differs => "Differs",
            Self::Depends => "Depends on the experiment or the reading",
            Self::Undecided => "Undecided",
        }
    }
}

impl Entry {
    pub(super) fn of(claim: &'static Claim, verdicts: Vec<Judged>) -> Self {
        // A test judges all of them.
        Self { claim, verdicts, printed: claims::judge_print(claim).unwrap_or_default() }
    }

    /// Returns what the verdicts in the experiments of the source say together: on its game and its positions.
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing::of(self.verdicts.iter().filter(|one| one.is_of_source()).map(Judged::corrected))
    }

    /// Returns whether the claim speaks of positions that are searched here, or of arithmetic. Others speak of programs
    /// that are not here, or of no certain positions.
    pub(super) fn has_own(&self) -> bool {
        !self.claim.experiments.is_empty() || self.claim.beyond.is_empty()
    }

    /// Returns what the verdicts in experiments say together that the source does not mention; `None` if there are
    /// none. They never change what those of the source say.
    #[must_use]
    pub fn elsewhere(&self) -> Option<Standing> {
        let mut beyond = self.verdicts.iter().filter(|one| !one.is_of_source() && one.is_tried()).peekable();
        beyond.peek().is_some().then(|| Standing::of(beyond.map(Judged::corrected)))
    }
}

/// Says where claims are decided, and how; empty if none is.
pub(super) fn domains(entries: &[Entry]) -> String {
    let decided: Vec<&Entry> = entries.iter().filter(|entry| entry.standing() != Standing::Undecided).collect();
    if decided.is_empty() {
        return String::new();
    }
    let is_arithmetic = |entry: &&&Entry| entry.verdicts.iter().all(|one| one.experiment.is_none());
    let arithmetic = decided.iter().filter(is_arithmetic).count();
    let repeated = decided.iter().filter(|entry| !entry.claim.repeats.is_empty()).count();
    let own = counts(entries.iter().filter(|entry| entry.has_own()).map(Entry::standing));
    let text = format!(
        "On the sources' own games and positions, {own}; of the {} that are decided, {arithmetic} need arithmetic \
         only, and {repeated} repeat another claim in other words",
        decided.len()
    );
    let both: Vec<(Standing, Standing)> =
        entries.iter().filter_map(|entry| Some((entry.standing(), entry.elsewhere()?))).collect();
    if both.is_empty() {
        return text;
    }
    let only = both.iter().filter(|(own, other)| *own == Standing::Undecided && *other != Standing::Undecided).count();
    format!(
        "{text}. In other games and positions, {}; {only} are decided only there",
        counts(both.into_iter().map(|(_, elsewhere)| elsewhere))
    )
}

/// Counts what is known: `46 claims agree, 12 differ, 8 depend on the experiment or the reading, and 40 are undecided`.
fn counts(standings: impl Iterator<Item = Standing>) -> String {
    let standings: Vec<Standing> = standings.collect();
    let [agree, differ, depend, undecided] =
        Standing::ALL.map(|one| standings.iter().filter(|standing| **standing == one).count());
    let verb =
        |number, plural: &str, singular: &str| format!("{number} {}", if number == 1 { singular } else { plural });
    format!(
        "{} with our data, {}, {} on the experiment or the reading, and {} undecided or not searched",
        verb(agree, "claims agree", "claim agrees"),
        verb(differ, "differ", "differs"),
        verb(depend, "depend", "depends"),
        verb(undecided, "are", "is")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_on_its_claim_alone_does_not_count() {
        let judged = claims::computed().remove(0);
        let claim = claims::all().find(|claim| claim.name == "two-big1-is-best").unwrap();
        let entry = |of_source: f64, beyond: f64| {
            let one = |experiment: &str, verdict, p| {
                let experiment = Some(experiment.to_owned());
                Judged { claim, experiment, verdict, p_value: Some(p), ..judged.clone() }
            };
            let verdicts =
                vec![one("thesis-fig-2.8", Verdict::Agrees, of_source), one("mine", Verdict::Differs, beyond)];
            let entry = Entry::of(claim, verdicts);
            (entry.standing(), entry.elsewhere().unwrap())
        };
        assert_eq!(entry(0.01, 0.01), (Standing::Agrees, Standing::Differs));
        assert_eq!(entry(0.01, 0.06), (Standing::Agrees, Standing::Undecided));
        assert_eq!(entry(0.06, 0.01), (Standing::Undecided, Standing::Differs));
        assert_eq!(entry(0.06, 0.06), (Standing::Undecided, Standing::Undecided));
    }
}
