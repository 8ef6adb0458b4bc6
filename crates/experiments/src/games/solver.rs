//! The programs that search.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result};

use super::{Frozen, GameCell, GameKind, chess, connect_four, domineering};
use crate::Cell;

/// The program that searches the positions of a cell. Its name is the first word of the cell's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SolverKind {
    /// DOMI.
    Domineering,
    /// The best solver of domineering.
    DomineeringBest,
    /// ALIBABA.
    Chess,
    /// The generic search in Connect Four.
    ConnectFour,
    /// The tutorial's own solver of Connect Four.
    Tutorial,
}

impl SolverKind {
    /// Every solver.
    pub const ALL: [Self; 5] =
        [Self::Domineering, Self::DomineeringBest, Self::Chess, Self::ConnectFour, Self::Tutorial];

    /// Returns the solver of a cell.
    #[must_use]
    pub fn of(cell: &Cell) -> Self {
        cell.game.configuration().solver()
    }

    /// Returns the name, as the text of a cell begins.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tutorial => "connect-four-tutorial",
            Self::DomineeringBest => "domineering-best",
            Self::Domineering | Self::Chess | Self::ConnectFour => self.game().name(),
        }
    }

    /// Returns the game that it plays.
    #[must_use]
    pub fn game(self) -> GameKind {
        match self {
            Self::Domineering | Self::DomineeringBest => GameKind::Domineering,
            Self::Chess => GameKind::Chess,
            Self::ConnectFour | Self::Tutorial => GameKind::ConnectFour,
        }
    }

    /// Whether it searches with a table of the laboratory, whose scheme and size can be chosen.
    pub(crate) fn has_table(self) -> bool {
        self != Self::Tutorial
    }

    /// Returns what the frozen searches of the signature search without a table.
    pub(crate) fn frozen_without_table(self) -> Result<Vec<GameCell>> {
        match self {
            Self::Domineering => domineering::frozen_without_table(),
            Self::DomineeringBest => domineering::frozen_best_without_table(),
            Self::Chess => Ok(chess::frozen_without_table()),
            Self::ConnectFour => Ok(connect_four::frozen_without_table()),
            Self::Tutorial => Ok(connect_four::frozen_tutorial()),
        }
    }

    /// Returns the frozen searches of the signature with a table.
    pub(crate) fn frozen_with_table(self) -> Result<Vec<Frozen>> {
        match self {
            Self::Domineering => domineering::frozen_with_table(),
            Self::DomineeringBest => domineering::frozen_best_with_table(),
            Self::Chess => Ok(chess::frozen_with_table()),
            Self::ConnectFour => Ok(connect_four::frozen_with_table()),
            Self::Tutorial => Ok(Vec::new()),
        }
    }
}

impl fmt::Display for SolverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for SolverKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|solver| solver.name() == name);
        found.with_context(|| format!("unknown solver `{name}`"))
    }
}
