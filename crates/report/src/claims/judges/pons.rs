//! The printed means of the Connect Four tutorial, and what it says about bounds `[Pons, part 7]`.

use experiments::connect_four_set::ConnectFourSet::{BeginEasy, BeginMedium, EndEasy, MiddleEasy, MiddleMedium};
use experiments::games::ScoreWindow::{Strong, Weak};
use experiments::published::Tutorial;

use super::Judge::{Arithmetic, Rows};
use super::judgement::each_pair;
use super::thresholds::{NOT_MUCH, about};
use super::{Big1, BigAll, Comparison, Deep, Judgement, Judges, New, Old};

pub(super) const JUDGES: Judges = &[
    (&["pons-both-bounds"], Rows(|data| each_pair(data.both_bounds().map(Comparison::case_by_case), NOT_MUCH))),
    (
        &["pons-most-recent-positions"],
        Rows(|data| each_pair(data.all().nodes(&[New], &[Big1, BigAll, Deep, Old]), about(1.0, 0.1).only())),
    ),
    (&["pons-reasonable-times"], Arithmetic(reasonable_times)),
    (&["pons-end-easy-strong"], Rows(|data| data.mean_as_printed(EndEasy, Strong))),
    (&["pons-end-easy-weak"], Rows(|data| data.mean_as_printed(EndEasy, Weak))),
    (&["pons-middle-easy-strong"], Rows(|data| data.mean_as_printed(MiddleEasy, Strong))),
    (&["pons-middle-easy-weak"], Rows(|data| data.mean_as_printed(MiddleEasy, Weak))),
    (&["pons-middle-medium-strong"], Rows(|data| data.mean_as_printed(MiddleMedium, Strong))),
    (&["pons-middle-medium-weak"], Rows(|data| data.mean_as_printed(MiddleMedium, Weak))),
    (&["pons-begin-easy-strong"], Rows(|data| data.mean_as_printed(BeginEasy, Strong))),
    (&["pons-begin-easy-weak"], Rows(|data| data.mean_as_printed(BeginEasy, Weak))),
    (&["pons-begin-medium-strong"], Rows(|data| data.mean_as_printed(BeginMedium, Strong))),
    (&["pons-begin-medium-weak"], Rows(|data| data.mean_as_printed(BeginMedium, Weak))),
];

/// Judges the published times by themselves.
fn reasonable_times() -> Judgement {
    let Ok(printed) = Tutorial::read() else { return Judgement::nothing() };
    let of_set = |(set, weak)| {
        let (seconds, thousands) = printed.time_and_speed(set, weak)?;
        let expected = printed.mean_positions(set, weak)? / (1_000.0 * thousands);
        Some((seconds, (seconds / expected - 1.0).abs()))
    };
    let (times, differences): (Vec<f64>, Vec<f64>) = printed.sets().filter_map(of_set).unzip();
    let [longest, difference] = [&times, &differences].map(|all| all.iter().copied().fold(0.0, f64::max));
    let evidence = format!(
        "{} mean times of at most {longest} s, which differ from positions / speed by at most {:.2} %",
        times.len(),
        100.0 * difference
    );
    Judgement::exact(longest <= 10.0 && difference < 0.01, evidence)
}
