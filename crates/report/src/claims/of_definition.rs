//! The claims of a definition, which are judged like those of publications.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use experiments::definition::{Definition, RatioClaim};

use super::claim::{Claim, Judge};
use super::thresholds::{Unit, less_than, more_than};

/// Returns the claims of a definition.
pub(super) fn of_definition(definition: &Definition) -> Vec<&'static Claim> {
    definition.claims.iter().map(|claim| lasting(&definition.name, claim)).collect()
}

/// Returns a claim that lives as long as those that are part of the program. A program reads few definitions.
fn lasting(experiment: &str, claim: &RatioClaim) -> &'static Claim {
    static KNOWN: LazyLock<Mutex<BTreeMap<(String, String), &'static Claim>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry((experiment.to_owned(), claim.text.clone())).or_insert_with(|| {
        let RatioClaim { text, scheme, than, is_below, limit } = claim;
        let range = if *is_below { less_than(*limit, Unit::One) } else { more_than(*limit, Unit::One) };
        let reading = "In the deepest searches, this holds on average, and no case certainly contradicts it.";
        Box::leak(Box::new(Claim {
            name: format!("{experiment}: {text}"),
            quote: text.clone(),
            reading: reading.to_owned(),
            experiments: vec![experiment.to_owned()],
            judge: Judge::Ratio(*scheme, *than, range),
            ..Claim::default()
        }))
    })
}

#[cfg(test)]
mod tests {
    use crate::claims::Verdict::{Agrees, Differs, NotSearched};
    use crate::claims::{Judged, Verdict, judge};
    use crate::samples::{chess, definition, row_of_positions};

    #[test]
    fn claims_of_a_definition_are_judged_like_those_of_publications() {
        let mut mine = definition("thesis-fig-2.9");
        mine.name = "mine".to_owned();
        let claims =
            ["two-big1/deep below 0.95", "two-big1/deep above 0.95", "two-big1/new below 1", "deep/none below 0.6"];
        mine.claims = claims.map(|claim| claim.parse().unwrap()).to_vec();
        let nodes = [("two-big1", [93, 91, 94, 92, 95, 90]), ("deep", [100; 6]), ("none between=clear", [200; 6])];
        let rows = nodes.map(|(scheme, nodes)| row_of_positions(&chess(&format!("scheme={scheme}")), &nodes));
        let judged = judge(&mine, &rows, &|_| Vec::new()).unwrap();
        let verdicts: Vec<Verdict> = judged.iter().map(|one| one.verdict).collect();
        assert_eq!(verdicts, [Agrees, Differs, NotSearched, Agrees]);
        assert!(judged.iter().all(Judged::is_of_source));
        assert!(judged[0].evidence.starts_with("0.925 [0.9"), "{}", judged[0].evidence);
    }
}
