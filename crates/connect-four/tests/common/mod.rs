//! The test sets of the tutorial.

// Each test uses a part of it.
#![allow(dead_code)]

use connect_four::Position;

pub(crate) const END_EASY: &str = include_str!("../../../../testsets/connect-four/Test_L3_R1");
pub(crate) const MIDDLE_EASY: &str = include_str!("../../../../testsets/connect-four/Test_L2_R1");
pub(crate) const MIDDLE_MEDIUM: &str = include_str!("../../../../testsets/connect-four/Test_L2_R2");
pub(crate) const BEGIN_EASY: &str = include_str!("../../../../testsets/connect-four/Test_L1_R1");
pub(crate) const BEGIN_MEDIUM: &str = include_str!("../../../../testsets/connect-four/Test_L1_R2");
pub(crate) const BEGIN_HARD: &str = include_str!("../../../../testsets/connect-four/Test_L1_R3");

/// The lines of a set, each with its position and score.
pub(crate) fn lines(set: &str) -> impl Iterator<Item = (&str, Position, i32)> {
    set.lines().map(|text| {
        let (line, score) = text.split_once(' ').unwrap();
        (line, line.parse().unwrap(), score.parse().unwrap())
    })
}
