//! The results of a sweep of every experiment, on one screen.

use std::path::Path;
use std::time::Duration;

use experiments::program;
use experiments::sweep::Done;
use experiments::text::counted;
use indicatif::{HumanCount, HumanDuration};
use report::Report;

/// Returns a line for each experiment, and where to find details; `page` is the HTML report.
pub(super) fn text(done: &Done<'_>, reports: &[Report<'_>], is_full: bool, page: &Path) -> String {
    let program = program();
    let width = reports.iter().map(|report| report.definition.name.len()).max().unwrap_or(0);
    let mut text = format!("{:<width$}  agrees  differs  undecided  not searched  finding\n", "experiment");
    let mut sums = [0; 4];
    for report in reports {
        let (definition, agreement) = (report.definition, report.agreement());
        let counts = [agreement.agree, agreement.differ, agreement.undecided, agreement.not_searched];
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        let [agree, differ, undecided, missing] =
            counts.map(|count| if count == 0 { "-".to_owned() } else { count.to_string() });
        text += &format!(
            "{:<width$}  {agree:>6}  {differ:>7}  {undecided:>9}  {missing:>12}  {}: {}\n",
            definition.name,
            definition.title,
            report.finding()
        );
    }
    let [agree, differ, undecided, missing] = sums;
    text += &format!(
        "{:<width$}  {agree:>6}  {differ:>7}  {undecided:>9}  {missing:>12}  claims of these experiments\n\n",
        "all"
    );
    if !is_full {
        text += &format!(
            "These are quick parts, with smaller tables and shallower searches than published. A claim that differs\n\
             here may agree at full size: run `{program} sweep NAME --full`.\n"
        );
    }
    let seconds = HumanDuration(Duration::from_secs_f64(done.seconds));
    text += &format!(
        "{}: {} run in {seconds}, {} reused; {} nodes\n",
        counted(reports.len(), "experiment"),
        counted(done.run, "cell"),
        HumanCount(done.taken as u64),
        HumanCount(done.nodes)
    );
    text + &format!("Tables: `{program} sweep NAME`, or `{program} sweep -v` for all\nReport: {}\n", page.display())
}
