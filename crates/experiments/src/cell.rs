//! One configuration of an experiment, and its canonical text.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail};
use schemes::{Parts, Positions, Scheme};

use crate::fnv::fnv_1a;
use crate::games::{ChessCell, SolverKind};
use crate::scheme_list;

pub use crate::between::Between;
pub use crate::games::{GameCell, GameKind, ScoreWindow, player_name};
pub use crate::table_text::{
    check_size, parts_name, read_parts, read_scheme, read_search, scheme_name, without_effect,
};
pub use programs::{SearchOption, SearchOptions, options};

/// One configuration: everything that changes the counts of its searches, and nothing else.
///
/// Its [text](fmt::Display) identifies it in a database of results. [`FromStr`] reads the text. The text of a plain
/// search does not have the field `search`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// What is searched.
    pub game: GameCell,
    /// The options of the search.
    pub search: SearchOptions,
    /// The replacement scheme; `None` is a search without a table.
    pub scheme: Option<Scheme>,
    /// The size of the table; `None` without a table.
    pub positions: Option<Positions>,
    /// Which parts of the table the search uses.
    pub parts: Parts,
    /// The seed of the keys.
    pub seed: u64,
}

impl Cell {
    /// Returns the game that is searched.
    #[must_use]
    pub fn game(&self) -> GameKind {
        SolverKind::of(self).game()
    }

    /// Returns how often the cell is run with `seeds` key seeds: once without a table, because the keys do not matter
    /// then.
    #[must_use]
    pub fn repetitions(&self, seeds: u64) -> u64 {
        if self.scheme.is_some() { seeds } else { seeds.min(1) }
    }

    /// Returns the same cell with a key seed that is greater by `number`.
    #[must_use]
    pub fn repetition(&self, number: u64) -> Self {
        Self { seed: self.seed.wrapping_add(number), ..self.clone() }
    }

    /// Returns the number of the game of its set, if it has games.
    pub(crate) fn game_number(&self) -> Option<u16> {
        Some(self.game.chess()?.game)
    }

    /// Returns the same search of the game with this number of its set, if it has games.
    pub(crate) fn with_game_number(&self, number: u16) -> Option<Self> {
        let game = ChessCell { game: number, ..self.game.chess()?.clone() }.into();
        Some(Self { game, ..self.clone() })
    }

    /// Returns a number that depends on nothing but the text. It orders cells as if shuffled, for shards, and finds
    /// them in a database.
    #[must_use]
    pub fn shuffled(&self) -> u64 {
        fnv_1a(&self.to_string())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.game)?;
        if !self.search.is_plain() {
            write!(f, " search={}", self.search)?;
        }
        write!(f, " scheme={}", scheme_name(self.scheme))?;
        if let Some(positions) = self.positions {
            write!(f, " positions={positions}")?;
        }
        write!(f, " parts={} seed={}", parts_name(self.parts), self.seed)
    }
}

impl FromStr for Cell {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::read(text, read_scheme)
    }
}

impl Cell {
    /// Reads the text of a row, whose scheme may be unknown to this program.
    pub(crate) fn stored(text: &str) -> Result<Self> {
        let scheme = |name: &str| match scheme_list::stored(name) {
            Some(scheme) => Ok(Some(scheme)),
            None => read_scheme(name),
        };
        Self::read(text, scheme)
    }

    fn read(text: &str, scheme: impl Fn(&str) -> Result<Option<Scheme>>) -> Result<Self> {
        let cell = read(text, scheme).with_context(|| format!("invalid cell `{text}`"))?;
        // Two texts of one cell would be two rows in a database.
        if cell.to_string() != text {
            bail!("invalid cell `{text}`: expected `{cell}`");
        }
        Ok(cell)
    }
}

fn read(text: &str, scheme: impl Fn(&str) -> Result<Option<Scheme>>) -> Result<Cell> {
    let (game, table) = GameCell::read(text)?;
    let scheme = scheme(table.scheme)?;
    let positions = table.positions.map(str::parse).transpose()?;
    if let Some((scheme, positions)) = scheme.zip(positions) {
        check_size(scheme, positions)?;
    }
    Ok(Cell {
        game,
        search: table.search.map_or(Ok(SearchOptions::PLAIN), read_search)?,
        scheme,
        positions,
        parts: read_parts(table.parts)?,
        seed: table.seed.parse()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::shown;

    #[test]
    fn every_cell_is_read_back() {
        for &scheme in Scheme::ALL {
            for parts in (0..8).map(Parts::from_bits_truncate) {
                for first in ["vertical", "horizontal"] {
                    let game: GameCell = format!("domineering board=6x7 first={first}").parse().unwrap();
                    let positions = Some("16".parse().unwrap());
                    let search = SearchOptions::PLAIN;
                    let cell = Cell { game, search, scheme: Some(scheme), positions, parts, seed: u64::MAX };
                    assert_eq!(cell.to_string().parse::<Cell>().unwrap(), cell);
                    for option in SearchOptions::all() {
                        let with = Cell { search: search.with(option).unwrap(), ..cell.clone() };
                        assert!(with.to_string().contains(&format!(" search={} scheme=", option.name())));
                        assert_eq!(with.to_string().parse::<Cell>().unwrap(), with);
                    }
                    let without = Cell { scheme: None, positions: None, ..cell };
                    assert_eq!(without.to_string().parse::<Cell>().unwrap(), without);
                }
            }
        }
    }

    #[test]
    fn an_invalid_cell_is_refused() {
        let good = "domineering board=6x7 first=vertical scheme=new positions=8K parts=all seed=1";
        assert!(good.parse::<Cell>().is_ok());
        for (from, to) in [
            ("domineering", "draughts"),
            ("6x7", "0x7"),
            ("first=", ""),
            ("vertical", "up"),
            ("new", "newest"),
            ("new", "NEW"),
            ("8K", "8192"),
            ("8K", "3K"),
            ("all", "move+move"),
            ("seed=1", "seed=x"),
            ("seed=1", "seed=1 more=2"),
            ("scheme=", "search=plain scheme="),
            ("scheme=", "search=mtf scheme="),
            ("scheme=", "search=cut-off-only+mtd scheme="),
            (" positions=", " search=mtd positions="),
        ] {
            assert!(good.replace(from, to).parse::<Cell>().is_err(), "{to}");
        }
    }

    #[test]
    fn shards_depend_on_the_text_alone() {
        let cell: Cell = "domineering board=2x2 first=vertical scheme=none parts=all seed=1".parse().unwrap();
        assert_eq!(cell.shuffled(), 0x104e_7cbd_6eec_da7f);
    }

    #[test]
    fn an_unknown_search_option_is_an_error() {
        let error = |name| shown(&read_search(name).unwrap_err());
        assert!(error("mtf").ends_with("mtd?"), "{}", error("mtf"));
        assert!(error("mtd+cut-of-only").ends_with("cut-off-only?"));
        assert!(error("something").contains("expected plain, mtd"));
        assert!(error("cut-off-only+mtd").ends_with("mtd+cut-off-only?"));
        assert!(error("mtd+mtd").contains("mtd and mtd"));
        assert!(error("plain+mtd").contains("plain"));
        assert!(read_search("plain").unwrap().is_plain());
    }

    #[test]
    fn an_unknown_scheme_is_an_error() {
        let error = |name| shown(&read_scheme(name).unwrap_err());
        assert!(error("TwoDep").ends_with("two-deep?"));
        assert!(error("something").contains("expected") && error("two-big1+other").contains("same-merge"));
        assert_eq!(read_scheme("TwoBIG1").unwrap(), Some(Scheme::TwoBig1));
    }
}
