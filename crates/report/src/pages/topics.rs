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
