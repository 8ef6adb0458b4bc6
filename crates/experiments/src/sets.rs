//! The test sets of chess positions that experiments search.

use std::fmt;
use std::str::FromStr;

use anyhow::{Error, Result};

use crate::cell::nearest;

/// A test set: positions of games, in the order in which they were played.
///
/// ```
/// use experiments::sets::Set;
///
/// let games = Set::Vsb1994.games();
/// assert_eq!(games.iter().map(Vec::len).collect::<Vec<_>>(), [6, 18, 20, 24, 15, 11]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Set {
    /// The 94 middle-game positions of `[Breuker 1998, 2.6.2]`; game 2 has the 18 of the article.
    Vsb1994,
    /// The 21 endgame positions of Rabinovich-Romanovsky, Leningrad 1934.
    RabinovichRomanovsky,
    /// Fine's problem no. 70 alone (`[Breuker 1998, Figure 2.6]`).
    Fine70,
}

/// As `testsets/suites/fine70.epd` has it.
const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

impl Set {
    /// Every set.
    pub const ALL: [Self; 3] = [Self::Vsb1994, Self::RabinovichRomanovsky, Self::Fine70];

    /// The name as it is written in definitions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Vsb1994 => "vsb-1994",
            Self::RabinovichRomanovsky => "rabinovich-romanovsky",
            Self::Fine70 => "fine-70",
        }
    }

    /// The positions of every game, as FEN.
    #[must_use]
    pub fn games(self) -> Vec<Vec<&'static str>> {
        let csv = match self {
            Self::Vsb1994 => include_str!("../../../testsets/middlegame/vsb-1994-94-positions.csv"),
            Self::RabinovichRomanovsky => {
                include_str!("../../../testsets/endgame/rabinovich-romanovsky-21-positions.csv")
            }
            Self::Fine70 => return vec![vec![FINE_70]],
        };
        let mut games: Vec<(&str, Vec<&str>)> = Vec::new();
        // No field of these files has a comma in it.
        for line in csv.lines().skip(1) {
            let mut fields = line.split(',');
            if let (Some(game), Some(fen)) = (fields.next(), fields.nth(2)) {
                match games.last_mut() {
                    Some((name, positions)) if *name == game => positions.push(fen),
                    _ => games.push((game, vec![fen])),
                }
            }
        }
        games.into_iter().map(|(_, positions)| positions).collect()
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Set {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name).ok_or_else(|| {
            let names = || Self::ALL.iter().map(|set| set.name());
            match nearest(name, names()) {
                Some(nearest) => Error::msg(format!("unknown test set `{name}`; did you mean {nearest}?")),
                None => Error::msg(format!(
                    "unknown test set `{name}`; there are {}",
                    names().collect::<Vec<_>>().join(", ")
                )),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_one() {
        for set in Set::ALL {
            assert_eq!(set.name().parse::<Set>().unwrap(), set);
            for fen in set.games().concat() {
                assert_eq!(chess::Position::from_fen(fen).unwrap().to_fen(), fen);
            }
        }
        assert_eq!(Set::RabinovichRomanovsky.games()[0].len(), 21);
        let fine = chess::Epd::read(include_str!("../../../testsets/suites/fine70.epd").trim()).unwrap();
        assert_eq!(fine.position.to_fen(), FINE_70);
        assert!("vsb-1995".parse::<Set>().unwrap_err().to_string().contains("did you mean vsb-1994?"));
    }
}
