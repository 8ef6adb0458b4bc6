//! The verdicts of the recorded full parts, which are shown beside those of quick parts.

use super::verdict::Verdict;

/// The file that `cargo xtask pages` writes from the recorded rows.
const RECORDED: &str = include_str!("recorded.csv");

/// Returns the verdict on a claim in the recorded full part of an experiment.
pub(super) fn verdict(claim: &str, experiment: &str) -> Option<Verdict> {
    verdicts().find(|&(name, of, _)| (name, of) == (claim, experiment)).map(|(.., [alone, _])| alone)
}

/// Returns every recorded verdict, with the names of its claim and of its experiment: the verdict on the claim alone,
/// and the one [corrected](super::Judged::corrected) for the other claims of the experiment.
pub(crate) fn verdicts() -> impl Iterator<Item = (&'static str, &'static str, [Verdict; 2])> {
    RECORDED.lines().skip(1).filter_map(read)
}

fn read(line: &str) -> Option<(&str, &str, [Verdict; 2])> {
    let fields: Vec<&str> = line.split(',').collect();
    let [claim, experiment, alone, corrected] = fields[..] else { return None };
    Some((claim, experiment, [Verdict::of_key(alone)?, Verdict::of_key(corrected)?]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::all;

    #[test]
    fn every_recorded_verdict_is_of_a_claim() {
        let is_recorded = |line: &str| {
            let Some((claim, experiment, _)) = read(line) else { return false };
            let known = all().find(|one| one.name == claim);
            known.is_some_and(|one| experiment.is_empty() || one.is_judged_in(experiment))
        };
        let mut lines = RECORDED.lines();
        assert_eq!(lines.next(), Some("claim,experiment,verdict,corrected"));
        let lines: Vec<&str> = lines.collect();
        let unknown: Vec<&&str> = lines.iter().filter(|line| !is_recorded(line)).collect();
        assert!(unknown.is_empty() && lines.len() > 100, "{unknown:?}: run `cargo xtask pages`");
        assert_eq!(verdict("spread-shrinks", "thesis-fig-2.8"), Some(Verdict::Agrees));
        assert_eq!(verdict("spread-shrinks", "thesis-fig-2.12"), None);
    }

    #[test]
    fn every_claim_that_is_contradicted_says_what_would_change_it() {
        let is_contradicted = |verdict| matches!(verdict, Verdict::Differs | Verdict::DependsOnReading);
        let contradicted = verdicts().filter(|&(.., [alone, _])| is_contradicted(alone)).map(|(claim, ..)| claim);
        let is_silent = |claim: &&str| all().any(|one| one.name == *claim && one.would_change.is_empty());
        let silent: Vec<&str> = contradicted.filter(is_silent).collect();
        assert!(silent.is_empty(), "{silent:?}");
    }
}
