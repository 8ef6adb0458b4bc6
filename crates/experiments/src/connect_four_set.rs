//! The test sets of Connect Four (`[Pons, part 2]`): lines of moves and the score of the position they lead to.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result, anyhow, bail};
use connect_four::{BoardSize, MovesError, Position};

use crate::help::with_help;
use crate::string_fields::ReadText;
use crate::suggestions::unknown;

/// A test set: a thousand positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConnectFourSet {
    /// More than 28 moves were played.
    EndEasy,
    /// 15 to 28 moves were played, and the end is near.
    MiddleEasy,
    /// 15 to 28 moves were played.
    MiddleMedium,
    /// At most 14 moves were played, and the end is near.
    BeginEasy,
    /// At most 14 moves were played.
    BeginMedium,
    /// At most 14 moves were played, and the end is more than 28 moves away.
    BeginHard,
}

/// A position to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetLine {
    /// The moves that lead to it, a digit for each column.
    pub moves: String,
    /// Its score for the player to move.
    pub score: i32,
    /// The number of its line in the file, from 1.
    pub number: usize,
}

const FILES: [(ConnectFourSet, &str, &str, &str); 6] = [
    (ConnectFourSet::EndEasy, "end-easy", "End-Easy", include_str!("../../../testsets/connect-four/Test_L3_R1")),
    (
        ConnectFourSet::MiddleEasy,
        "middle-easy",
        "Middle-Easy",
        include_str!("../../../testsets/connect-four/Test_L2_R1"),
    ),
    (
        ConnectFourSet::MiddleMedium,
        "middle-medium",
        "Middle-Medium",
        include_str!("../../../testsets/connect-four/Test_L2_R2"),
    ),
    (ConnectFourSet::BeginEasy, "begin-easy", "Begin-Easy", include_str!("../../../testsets/connect-four/Test_L1_R1")),
    (
        ConnectFourSet::BeginMedium,
        "begin-medium",
        "Begin-Medium",
        include_str!("../../../testsets/connect-four/Test_L1_R2"),
    ),
    (ConnectFourSet::BeginHard, "begin-hard", "Begin-Hard", include_str!("../../../testsets/connect-four/Test_L1_R3")),
];

impl ConnectFourSet {
    /// Every set, easy ones first.
    pub const ALL: [Self; 6] =
        [Self::EndEasy, Self::MiddleEasy, Self::MiddleMedium, Self::BeginEasy, Self::BeginMedium, Self::BeginHard];

    /// Positions of each set.
    pub const LEN: u16 = 1000;

    fn entry(self) -> &'static (Self, &'static str, &'static str, &'static str) {
        &FILES[self as usize]
    }

    /// Returns the name, as in definitions.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// Returns the name in the tutorial.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.entry().2
    }

    /// Returns the positions, in order.
    ///
    /// # Panics
    ///
    /// It does not: a test reads all of them.
    #[must_use]
    pub fn read(self) -> Vec<SetLine> {
        read(self.entry().3).expect("a test has read it")
    }

    /// Returns the set that begins with `lines`.
    #[must_use]
    pub fn of(lines: &[SetLine]) -> Option<Self> {
        let is_of = |set: &Self| {
            let text = set.entry().3.lines();
            text.zip(lines).filter(|(text, line)| **text == format!("{} {}", line.moves, line.score)).count()
                == lines.len()
        };
        Self::ALL.into_iter().find(is_of).filter(|_| !lines.is_empty())
    }
}

/// Reads lines of moves, each followed by a space and the score.
///
/// # Errors
///
/// A line does not have a score, or its moves are illegal on the standard board. The error names the line and the
/// character.
pub fn read(text: &str) -> Result<Vec<SetLine>> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let read = || -> Result<SetLine> {
            let (moves, score) =
                line.rsplit_once([' ', '\t']).context("missing score: expected moves and a score, like `44455 -3`")?;
            let score: i32 = score
                .parse()
                .map_err(|_| anyhow!("invalid score `{score}`: expected moves and a score, like `44455 -3`"))?;
            let position: Position = moves.trim().parse().map_err(|error| anyhow!(with_help(error, advice(&error))))?;
            if score.unsigned_abs() > position.free() / 2 + 1 {
                bail!("invalid score {score}: impossible with {} free squares", position.free());
            }
            Ok(SetLine { moves: moves.trim().to_owned(), score, number })
        };
        lines.push(read().with_context(|| format!("line {number}"))?);
    }
    if lines.is_empty() {
        bail!("no lines: expected lines of moves and a score, like `44455 -3`");
    }
    Ok(lines)
}

/// Returns what to do about illegal moves.
#[must_use]
pub fn advice(error: &MovesError) -> &'static str {
    match error {
        MovesError::NoColumn { .. } => "use columns from 1, like 44455",
        MovesError::Full { .. } => "remove this move, or play another column",
        MovesError::Won { .. } => "remove the moves after the end of the game",
    }
}

/// Returns the standard board, as a size chosen at run time.
#[must_use]
pub fn standard() -> BoardSize<u128> {
    connect_four::Standard::default().into()
}

impl fmt::Display for ConnectFourSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ConnectFourSet {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|set| set.name() == name);
        found.ok_or_else(|| anyhow!(unknown("test set", name, Self::ALL.iter().map(|set| set.name()), "")))
    }
}

impl ReadText for ConnectFourSet {
    fn read_text(text: &str) -> Result<Self> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::shown;

    #[test]
    fn every_line_is_one() {
        for (place, set) in ConnectFourSet::ALL.into_iter().enumerate() {
            assert_eq!((set as usize, FILES[place].0), (place, set));
            let lines = set.read();
            assert_eq!(lines.len(), usize::from(ConnectFourSet::LEN));
            assert_eq!(ConnectFourSet::of(&lines[..7]), Some(set));
            assert_eq!(set.name().parse::<ConnectFourSet>().unwrap(), set);
        }
        assert_eq!(ConnectFourSet::of(&[]), None);
        assert!(shown(&"end-esy".parse::<ConnectFourSet>().unwrap_err()).contains("end-easy?"));
    }

    #[test]
    fn an_error_says_where() {
        let error = |text: &str| shown(&read(text).unwrap_err());
        assert!(error("44455 -3\n\n448 1").starts_with("line 3: invalid move `8` (character 3)"));
        assert!(error("44455 -3\n4444444 1").starts_with("line 2: invalid move `4` (character 7)"));
        assert!(error("1212121 1").starts_with("line 1: invalid move `1` (character 7)"));
        assert!(error("44455").contains("like `44455 -3`"));
        assert!(error("44455 two").contains("`two`"));
        assert!(error("44455 99").contains("37 free squares"));
        assert!(error("44455 -2147483648").contains("37 free squares"));
        assert!(error("\n").contains("no lines"));
        assert_eq!(read("44455\t-3\n").unwrap()[0].score, -3);
        assert_eq!(read("44455 -3\r\n").unwrap()[0].score, -3);
    }
}
