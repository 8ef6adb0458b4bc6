//! The questions under which experiments are grouped.

use std::collections::BTreeMap;

use experiments::definition::Topic;

use crate::report::Report;

/// Returns reports by the question that they answer.
#[must_use]
pub fn grouped<'r, 'a>(reports: &'r [Report<'a>]) -> BTreeMap<Topic, Vec<&'r Report<'a>>> {
    let mut topics = BTreeMap::<Topic, Vec<&Report<'_>>>::new();
    for report in reports {
        topics.entry(report.definition.topic()).or_default().push(report);
    }
    let rank = |report: &&Report<'_>| !report.definition.placement.first_in_topic;
    topics.values_mut().for_each(|reports| reports.sort_by_key(rank));
    topics
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use experiments::Definition;

    #[test]
    fn the_summary_of_the_results_has_every_page_of_an_experiment() {
        let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/results");
        let summary = fs::read_to_string(results.join("index.md")).unwrap();
        for definition in Definition::all().unwrap() {
            let page = format!("{}.md", definition.name);
            let is_linked = summary.contains(&format!("]({page})"));
            let is_there = results.join(&page).exists();
            // Groups have pages of prose, which link to the pages of their experiments.
            assert!(is_linked == is_there || definition.is_on_request() && is_there, "results/index.md and {page}");
        }
    }
}
