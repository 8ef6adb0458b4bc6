//! The verdicts of the recorded full parts, which are shown beside those of quick parts.

use super::verdict::Verdict;

/// The file that is written together with the pages of results.
const RECORDED: &str = include_str!("../../../../docs/src/results/claims.csv");

/// Returns the verdict on a claim in the recorded full part of an experiment.
pub(super) fn verdict(claim: &str, experiment: &str) -> Option<Verdict> {
    verdicts().find(|&(name, of, _)| (name, of) == (claim, experiment)).map(|(.., verdict)| verdict)
}

/// Returns every recorded verdict, with the names of its claim and of its experiment.
pub(crate) fn verdicts() -> impl Iterator<Item = (&'static str, &'static str, Verdict)> {
    RECORDED.lines().skip(1).filter_map(|line| {
        let mut fields = line.split(',');
        Some((fields.next()?, fields.next()?, Verdict::of_key(fields.next()?)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::all;

    #[test]
    fn every_recorded_verdict_is_of_a_claim() {
        let is_recorded = |line: &str| {
            let fields: Vec<&str> = line.split(',').collect();
            let [claim, experiment, verdict] = fields[..] else { return false };
            let known = all().find(|one| one.name == claim);
            let is_judged = known.is_some_and(|one| experiment.is_empty() || one.is_judged_in(experiment));
            is_judged && Verdict::of_key(verdict).is_some()
        };
        let mut lines = RECORDED.lines();
        assert_eq!(lines.next(), Some("claim,experiment,verdict"));
        let lines: Vec<&str> = lines.collect();
        let unknown: Vec<&&str> = lines.iter().filter(|line| !is_recorded(line)).collect();
        assert!(unknown.is_empty() && lines.len() > 100, "{unknown:?}: run `cargo xtask pages`");
        assert_eq!(verdict("spread-shrinks", "thesis-fig-2.8"), Some(Verdict::Agrees));
        assert_eq!(verdict("spread-shrinks", "thesis-fig-2.12"), None);
    }
}
