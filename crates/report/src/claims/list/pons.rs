//! The printed means of the Connect Four tutorial, and what it says about bounds `[Pons, part 7]`.

use experiments::connect_four_set::ConnectFourSet::{BeginEasy, BeginMedium, EndEasy, MiddleEasy, MiddleMedium};
use experiments::games::ScoreWindow::{Strong, Weak};
use experiments::published::Tutorial;

use super::thresholds::NOT_MUCH;
use super::{Claim, Comparison, Judgement, judgement};
use crate::claims::claim::claims;

pub(super) const CLAIMS: &[Claim] = claims! {
    "pons-both-bounds", Pons "part 7" {
        quote: "Storing both upper and lower bound complexifies the implementation and does not bring in practice much \
            improvement.",
        reading: "On each test set, strongly and weakly, the solver with both bounds visits more than 0.9 times the \
            positions of the solver with upper bounds (not much).",
        note: "With both bounds, a slot keeps the newest bound of its position. The statement says nothing about time.",
        would_change: "Only test sets near the end of the game, like End-Easy, where both bounds visit 0.93 times \
            the positions; or a measure of time, which is not compared here.",
        experiments: ["tutorial-bounds"],
        judge: |data| {
            let found = data.both_bounds().map(Comparison::case_by_case);
            judgement::each_pair(found, NOT_MUCH)
        },
    }
    "pons-reasonable-times", Pons "part 7" {
        quote: "We are now able to solve most of the beginning of game test cases in a reasonbale time",
        reading: "The published mean times are at most 10 seconds, and are the published positions divided by the \
            published speeds, within 1 %.",
        note: "Times and speeds of different machines are not compared. The page about Connect Four shows our speeds \
            beside the published ones.",
        compute: reasonable_times(),
    }
    "pons-end-easy-strong", Pons "part 7" {
        quote: "Transposition Table (strong solver) | End-Easy | 6.531 μs | 92.84 | 14,220",
        reading: "The mean number of positions equals the published one, to its four digits.",
        experiments: ["tutorial-table"],
        judge: |data| data.mean_as_printed(EndEasy, Strong),
    }
    "pons-middle-easy-strong", Pons "part 7" {
        quote: "Transposition Table (strong solver) | Middle-Easy | 5.594 ms | 207,900 | 37,170",
        reading: "The mean number of positions equals the published one, to its four digits.",
        experiments: ["tutorial-table"],
        judge: |data| data.mean_as_printed(MiddleEasy, Strong),
    }
    "pons-middle-medium-strong", Pons "part 7" {
        quote: "Transposition Table (strong solver) | Middle-Medium | 52.45 ms | 1,731,000 | 33,000",
        reading: "The mean number of positions equals the published one, to its four digits.",
        experiments: ["tutorial-table"],
        judge: |data| data.mean_as_printed(MiddleMedium, Strong),
    }
    "pons-begin-easy-strong", Pons "part 7" {
        quote: "Transposition Table (strong solver) | Begin-Easy | 4.727 s | 156,400,000 | 33,090",
        reading: "The mean number of positions equals the published one, to its four digits.",
        note: super::HOURS,
        experiments: ["tutorial-table"],
        judge: |data| data.mean_as_printed(BeginEasy, Strong),
    }
    "pons-begin-medium-strong", Pons "part 7" {
        quote: "Transposition Table (strong solver) | Begin-Medium | 8.200 s | 306,100,000 | 37,330",
        reading: "The mean number of positions equals the published one, to its four digits.",
        note: super::HOURS,
        experiments: ["tutorial-table"],
        judge: |data| data.mean_as_printed(BeginMedium, Strong),
    }
    "pons-end-easy-weak", Pons "part 7" {
        quote: "Transposition Table (weak solver) | End-Easy | 5.155 μs | 68.69 | 13,320",
        reading: "The mean number of positions equals the published one, to its four digits.",
        experiments: ["tutorial-table"],
        judge: |data| data.mean_as_printed(EndEasy, Weak),
    }
    "pons-middle-easy-weak", Pons "part 7" {
        quote: "Transposition Table (weak solver) | Middle-Easy | 1.072 ms | 28,750 | 26,830",
        reading: "The mean number of positions equals the published one, to its four digits.",
        experiments: ["tutorial-table"],
        judge: |data| data.mean_as_printed(MiddleEasy, Weak),
    }
    "pons-middle-medium-weak", Pons "part 7" {
        quote: "Transposition Table (weak solver) | Middle-Medium | 23.79 ms | 752,300 | 31,620",
        reading: "The mean number of positions equals the published one, to its four digits.",
        experiments: ["tutorial-table"],
        judge: |data| data.mean_as_printed(MiddleMedium, Weak),
    }
    "pons-begin-easy-weak", Pons "part 7" {
        quote: "Transposition Table (weak solver) | Begin-Easy | 1.610 s | 52,840,000 | 32,830",
        reading: "The mean number of positions equals the published one, to its four digits.",
        note: super::HOURS,
        experiments: ["tutorial-table"],
        judge: |data| data.mean_as_printed(BeginEasy, Weak),
    }
    "pons-begin-medium-weak", Pons "part 7" {
        quote: "Transposition Table (weak solver) | Begin-Medium | 1.762 s | 63,930,000 | 36,280",
        reading: "The mean number of positions equals the published one, to its four digits.",
        note: super::HOURS,
        experiments: ["tutorial-table"],
        judge: |data| data.mean_as_printed(BeginMedium, Weak),
    }
};

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
