//! One rule for the range in which a measured number has to lie, for every claim.
//!
//! | The source says | Our number lies |
//! |---|---|
//! | a number x, with or without "about", "some", "roughly" | in [x/1.1, 1.1x], or rounds to x if that is wider |
//! | a percentage | the same, of the part or of the rest: the smaller of the two |
//! | "only x" | at most at the upper end of the range of x |
//! | "at least", "no less than", "less than", "more than" | exactly on that side of x |
//! | "x to y" | between x and y |
//! | "tens", "tens of thousands" | in this decade, or within a factor of two of it |
//! | "hardly any difference", "constant", "disappeared", "similar" | a ratio in [0.95, 1.05] |
//! | "much", "far", "very", "considerably" | a ratio of at most 0.9 |
//! | "not much" | a ratio of more than 0.9 |
//! | "good" | a ratio of at most 1.1 |
//! | "most" | more than half |
//! | "hardly any effect" | at most 5 % |
//! | "better", "reduces", "a slight edge" | a ratio below 1 |
//! | "worse", "prolongs" | a ratio above 1 |
//! | a table size | within a factor of two |
//!
//! A ratio divides the nodes of what the claim favours by the nodes of the other. A single case contradicts a claim
//! about several only if it is more than a hundredth beyond the range.
//!
//! The rule for percentages keeps both ends apart from "no effect": a saving of 5 % is one of 4.5 to 5.5 %, because a
//! tenth of the nodes that remain would include no saving at all; and a saving of 89 % leaves 10 to 12.1 % of the
//! nodes, because a tenth of the saving would include twice the nodes.

use std::cmp::Ordering;
use std::fmt;

use experiments::published::ABOUT;
use stats::{Estimate, Interval};

/// The range in which a number has to lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    least: f64,
    most: f64,
    /// Whether the ends are outside.
    is_open: bool,
    unit: Unit,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// As it is.
    One,
    /// In percent.
    Percent,
}

/// Fewer nodes: "better", "reduces", "outperforms", "a slight edge".
pub(super) const BELOW_ONE: Range = Range { least: 0.0, most: 1.0, is_open: true, unit: Unit::One };

/// More nodes: "worse", "counterproductive".
pub(super) const ABOVE_ONE: Range = Range { least: 1.0, most: f64::INFINITY, is_open: true, unit: Unit::One };

/// "Hardly any difference", "constant", "no significant gains", "disappeared", "similar".
pub(super) const SAME: Range = Range { least: 0.95, most: 1.05, is_open: false, unit: Unit::One };

/// "Much better", "by far", "very profitable", "considerably".
pub(super) const MUCH: Range = Range { least: 0.0, most: 0.9, is_open: false, unit: Unit::One };

/// "Not much": the opposite of [`MUCH`].
pub(super) const NOT_MUCH: Range = Range { least: 0.9, most: f64::INFINITY, is_open: true, unit: Unit::One };

/// "Hardly any": at most a twentieth, the distance of the ends of [`SAME`] from 1.
pub(super) const HARDLY_ANY: Range = Range { least: 0.0, most: 0.05, is_open: false, unit: Unit::Percent };

/// "Tens".
pub(super) const TENS: Range = Range { least: 5.0, most: 200.0, is_open: false, unit: Unit::One };

/// "Tens of thousands".
pub(super) const TENS_OF_THOUSANDS: Range = Range { least: 5e3, most: 2e5, is_open: false, unit: Unit::One };

/// Returns a number that is printed with `last` as the unit of its last digit: within a tenth of it, or what rounds to
/// it.
pub(super) fn about(number: f64, last: f64) -> Range {
    let half = last / 2.0;
    let (least, most) = ((number / ABOUT).min(number - half), (number * ABOUT).max(number + half));
    Range { least, most, is_open: false, unit: Unit::One }
}

/// Returns a number of percent that is printed without decimals.
pub(super) fn percent(number: f64) -> Range {
    let part = |number| about(number / 100.0, 0.01);
    let Range { least, most, .. } = if number <= 50.0 { part(number) } else { part(100.0 - number).rest() };
    Range { least, most, is_open: false, unit: Unit::Percent }
}

/// Returns the ratio of nodes that a saving of so many percent leaves.
pub(super) fn saving(number: f64) -> Range {
    Range { unit: Unit::One, ..percent(number).rest() }
}

/// Returns the ratio of nodes that a saving of `least` to `most` percent leaves.
pub(super) fn saving_between(least: f64, most: f64) -> Range {
    Range { least: 1.0 - most / 100.0, most: 1.0 - least / 100.0, is_open: false, unit: Unit::One }
}

/// No less than this.
pub(super) fn at_least(least: f64, unit: Unit) -> Range {
    Range { least, most: f64::INFINITY, is_open: false, unit }
}

/// More than this.
pub(super) fn more_than(least: f64, unit: Unit) -> Range {
    Range { least, most: f64::INFINITY, is_open: true, unit }
}

/// Less than this.
pub(super) fn less_than(most: f64, unit: Unit) -> Range {
    Range { least: 0.0, most, is_open: true, unit }
}

impl Range {
    /// "Only": the range without its lower end.
    pub(super) fn only(self) -> Self {
        Self { least: 0.0, ..self }
    }

    /// "Only" of a saving: the range of the ratio without its upper end, so that a smaller saving is in it.
    pub(super) fn only_saved(self) -> Self {
        Self { most: f64::INFINITY, ..self }
    }

    /// Returns the range that a single case has to leave to contradict the claim: differences of a hundredth are too
    /// small for that, however certain they are.
    pub(super) fn of_case(self) -> Self {
        const MARGIN: f64 = 1.01;
        Self { least: self.least / MARGIN, most: self.most * MARGIN, ..self }
    }

    /// Returns what the part leaves of the whole.
    fn rest(self) -> Self {
        Self { least: 1.0 - self.most, most: 1.0 - self.least, ..self }
    }

    /// Returns whether a number is in the range.
    pub(super) fn has(self, number: f64) -> bool {
        if self.is_open {
            self.least < number && number < self.most
        } else {
            (self.least..=self.most).contains(&number)
        }
    }

    /// Returns whether a number is below the range, in it, or above it.
    pub(super) fn place(self, number: f64) -> Ordering {
        match number {
            _ if self.has(number) => Ordering::Equal,
            _ if number <= self.least => Ordering::Less,
            _ => Ordering::Greater,
        }
    }

    /// Returns the ends that a number can cross.
    pub(super) fn ends(self) -> impl Iterator<Item = f64> {
        let (least, most) = (self.least, self.most);
        [least, most].into_iter().filter(|end| *end > 0.0 && end.is_finite())
    }

    /// Formats a number without an interval in the unit of the range.
    pub(super) fn number(self, number: f64) -> String {
        let (number, unit, digits) = match self.unit {
            Unit::One => (number, "", 1e3),
            Unit::Percent => (100.0 * number, " %", 1e1),
        };
        format!("{}{unit}", (number * digits).round() / digits)
    }

    /// Returns how many times the number is inside: below 1 if it is outside. The smallest is the strongest evidence
    /// against.
    pub(super) fn margin(self, number: f64) -> f64 {
        let below = if self.most.is_finite() { self.most / number } else { f64::INFINITY };
        let above = if self.least > 0.0 { number / self.least } else { f64::INFINITY };
        below.min(above)
    }

    /// Where an interval lies.
    pub(super) fn side(self, Interval { low, high }: Interval) -> Side {
        // The ends of an interval are means of quotients, which rounding moves.
        const EDGE: f64 = 1e-9;
        let edge = if self.is_open { EDGE } else { -EDGE };
        if low >= self.least + edge && high <= self.most - edge {
            Side::Inside
        } else if low > self.most - edge || high < self.least + edge {
            Side::Outside
        } else {
            Side::Open
        }
    }

    /// Formats a number in the unit of the range.
    pub(super) fn text_of(self, estimate: &Estimate) -> String {
        match self.unit {
            Unit::One => estimate.text(),
            Unit::Percent => format!("{} %", estimate.percent()),
        }
    }
}

/// Where an interval lies with respect to a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// In the range.
    Inside,
    /// Beside the range.
    Outside,
    /// It crosses an end.
    Open,
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (by, unit, decimals) = match self.unit {
            Unit::One => (1.0, "", 3),
            Unit::Percent => (100.0, " %", 1),
        };
        let number = |number: f64| {
            let number = number * by;
            let scale = libm::pow(10.0, f64::from(decimals));
            format!("{}", (number * scale).round() / scale)
        };
        let (least, most) = (number(self.least), number(self.most));
        match (self.least > 0.0, self.most.is_finite(), self.is_open) {
            (true, true, _) => write!(f, "{least} to {most}{unit}"),
            (true, false, true) => write!(f, "more than {least}{unit}"),
            (true, false, false) => write!(f, "at least {least}{unit}"),
            (false, _, true) => write!(f, "less than {most}{unit}"),
            (false, ..) => write!(f, "at most {most}{unit}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(range: Range) -> (f64, f64) {
        let round = |number: f64| (number * 1e4).round() / 1e4;
        (round(range.least), round(range.most))
    }

    #[test]
    fn a_printed_number_is_within_a_tenth_or_rounds_to_it() {
        assert_eq!(ends(about(4.0, 1.0)), (3.5, 4.5));
        assert_eq!(ends(about(91.6, 0.1)), (83.2727, 100.76));
        assert_eq!(ends(about(0.05, 0.01)), (0.045, 0.055));
    }

    #[test]
    fn a_percentage_is_that_of_the_smaller_part() {
        assert_eq!(ends(percent(3.0)), (0.025, 0.035));
        assert_eq!(ends(percent(36.0)), (0.3273, 0.396));
        assert_eq!(ends(percent(89.0)), (0.879, 0.9));
        assert_eq!((ends(saving(5.0)), ends(saving(89.0))), ((0.945, 0.955), (0.1, 0.121)));
        assert_eq!(ends(saving_between(5.0, 10.0)), (0.9, 0.95));
    }

    #[test]
    fn a_range_is_written_as_people_write_it() {
        let text = |range: Range| range.to_string();
        assert_eq!(
            [BELOW_ONE, ABOVE_ONE, SAME, MUCH].map(text),
            ["less than 1", "more than 1", "0.95 to 1.05", "at most 0.9"]
        );
        assert_eq!(percent(3.0).only().to_string(), "at most 3.5 %");
        assert_eq!(saving(7.0).only_saved().to_string(), "at least 0.923");
        assert_eq!(at_least(0.21, Unit::Percent).to_string(), "at least 21 %");
        assert_eq!(TENS_OF_THOUSANDS.to_string(), "5000 to 200000");
        assert_eq!(less_than(0.001, Unit::Percent).to_string(), "less than 0.1 %");
    }

    #[test]
    fn an_interval_is_inside_outside_or_neither() {
        let side = |range: Range, low, high| range.side(Interval { low, high });
        assert_eq!(side(BELOW_ONE, 0.9, 0.99), Side::Inside);
        assert_eq!(side(BELOW_ONE, 0.9, 1.0), Side::Open);
        assert_eq!(side(BELOW_ONE, 1.0, 1.0), Side::Outside, "a tie is not below one");
        assert_eq!(side(SAME, 0.95, 1.05), Side::Inside);
        assert_eq!(side(SAME, 1.05, 1.1), Side::Open);
        assert!(BELOW_ONE.has(0.5) && !BELOW_ONE.has(1.0) && MUCH.has(0.9));
        assert!(SAME.margin(1.2) < 1.0 && SAME.margin(1.0) > 1.0);
    }
}
