//! What a sweep of every experiment found, on one screen.

use std::path::Path;
use std::time::Duration;

use experiments::program;
use experiments::sweep::Done;
use experiments::text::counted;
use indicatif::{HumanCount, HumanDuration};
use report::Report;

/// A line for each experiment, and where to read on; `page` is the report as HTML.
pub(super) fn text(done: &Done<'_>, reports: &[Report<'_>], is_full: bool, page: &Path) -> String {
    let program = program();
    let width = reports.iter().map(|report| report.definition.name.len()).max().unwrap_or(0);
    let mut text = format!("{:<width$}  agrees  differs  undecided  finding\n", "experiment");
    let mut sums = [0; 3];
    for report in reports {
        let (definition, agreement) = (report.definition, report.agreement());
        let counts = [agreement.agree, agreement.differ, agreement.undecided];
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        let [agree, differ, undecided] =
            counts.map(|count| if count == 0 { "-".to_owned() } else { count.to_string() });
        text += &format!(
            "{:<width$}  {agree:>6}  {differ:>7}  {undecided:>9}  {}: {}\n",
            definition.name,
            definition.title,
            report.finding()
        );
    }
    let [agree, differ, undecided] = sums;
    text += &format!("{:<width$}  {agree:>6}  {differ:>7}  {undecided:>9}  published claims\n\n", "all");
    if !is_full {
        text += &format!(
            "These are quick parts, with smaller tables and shallower searches than published: a claim that differs\n\
             here may agree in full. To repeat an experiment as published: {program} sweep NAME --full\n"
        );
    }
    let seconds = HumanDuration(Duration::from_secs_f64(done.seconds));
    text += &format!(
        "{}: {} run in {seconds}, {} reused, {} nodes. Tables: {program} sweep NAME, or -v for all\n",
        counted(reports.len(), "experiment"),
        counted(done.run, "cell"),
        HumanCount(done.taken as u64),
        HumanCount(done.nodes)
    );
    text + &format!("Report: {}\n", page.display())
}
