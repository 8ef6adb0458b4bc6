//! The programs that search.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result};

use super::{GameCell, GameKind, SolverKind};
use crate::Cell;

impl SolverKind {
    /// Returns the solver of a cell.
    #[must_use]
    pub fn of(cell: &Cell) -> Self {
        cell.game.solver()
    }

    /// Returns the name, as the text of a cell begins.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.profile().name
    }

    /// Returns the game that it plays.
    #[must_use]
    pub fn game(self) -> GameKind {
        self.profile().game
    }
}

impl GameCell {
    /// Returns the solver that searches it.
    #[must_use]
    pub fn solver(&self) -> SolverKind {
        self.configuration().solver()
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
