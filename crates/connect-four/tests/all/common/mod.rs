//! The test sets of the tutorial.

use connect_four::Position;

pub(crate) const END_EASY: &str = include_str!("../../../../../testsets/connect-four/Test_L3_R1");
pub(crate) const MIDDLE_EASY: &str = include_str!("../../../../../testsets/connect-four/Test_L2_R1");
pub(crate) const MIDDLE_MEDIUM: &str = include_str!("../../../../../testsets/connect-four/Test_L2_R2");
pub(crate) const BEGIN_EASY: &str = include_str!("../../../../../testsets/connect-four/Test_L1_R1");
pub(crate) const BEGIN_MEDIUM: &str = include_str!("../../../../../testsets/connect-four/Test_L1_R2");
pub(crate) const BEGIN_HARD: &str = include_str!("../../../../../testsets/connect-four/Test_L1_R3");

/// Iterates over the lines of a set: moves, position and score.
pub(crate) fn lines(set: &str) -> impl Iterator<Item = (&str, Position, i32)> {
    set.lines().map(|line| {
        let (moves, score) = line.split_once(' ').unwrap();
        (moves, moves.parse().unwrap(), score.parse().unwrap())
    })
}
