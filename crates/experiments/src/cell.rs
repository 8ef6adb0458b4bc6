//! One configuration of an experiment, and its canonical text.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail};
use domineering::{BoardSize, Player};
use tt::{Parts, Positions, Scheme};

use crate::connect_four_set::ConnectFourSet;
use crate::digest::fnv_1a;
use crate::names::nearest;
use crate::position_set::PositionSet;
use crate::schemes;

/// The most moves of a line that a table keeps.
pub const MOST_MOVES: u8 = 5;

/// One configuration: everything that would change its counts, and nothing else.
///
/// Its [text](fmt::Display) is its identity in a database of results, and is read back by [`FromStr`].
///
/// ```
/// use experiments::Cell;
///
/// let text = "domineering board=6x7 first=vertical scheme=two-big1 positions=8K parts=all seed=1";
/// let cell: Cell = text.parse()?;
/// assert_eq!(cell.positions, Some("8K".parse()?));
/// assert_eq!(cell.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// What is searched.
    pub game: GameCell,
    /// The replacement scheme; `None` is a search without a table.
    pub scheme: Option<Scheme>,
    /// The size of the table, if there is one.
    pub positions: Option<Positions>,
    /// Which parts of the table the search uses.
    pub parts: Parts,
    /// The seed of the keys.
    pub seed: u64,
}

/// The game of a cell and what is searched in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameCell {
    /// An empty board of domineering is solved.
    Domineering {
        /// The board.
        board: BoardSize,
        /// Who moves first.
        first: Player,
    },
    /// Positions of Connect Four are solved one after another, with an empty table each.
    ConnectFour {
        /// The test set.
        set: ConnectFourSet,
        /// How many of its positions, from the first one on.
        sample: u16,
    },
    /// The same, solved by the solver of the tutorial with the table that belongs to it.
    Tutorial {
        /// The test set.
        set: ConnectFourSet,
        /// How many of its positions, from the first one on.
        sample: u16,
        /// How much of the score is asked for.
        window: Window,
    },
    /// The positions of a game of chess are searched one after another.
    Chess {
        /// The test set.
        set: PositionSet,
        /// The number of the game in it, from 1.
        game: u16,
        /// Plies.
        depth: u8,
        /// What happens to the table between two searches.
        between: Between,
        /// Moves of a line that the table keeps.
        line: u8,
    },
}

/// How much of the score of a position the tutorial's solver finds `[Pons, part 7]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Window {
    /// The score.
    Strong,
    /// Who wins.
    Weak,
}

impl Window {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Weak => "weak",
        }
    }
}

/// What happens to the table between the searches of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Between {
    /// It is cleared.
    Clear,
    /// Its positions are stamped.
    Stamp,
}

impl Between {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Stamp => "stamp",
        }
    }

    /// Whether searches of so many plies tell of those of `other` plies: with a cleared table each one deepens from the
    /// first ply on as a shallower one would.
    #[must_use]
    pub fn tells(self, plies: u8, other: u8) -> bool {
        other == plies || self == Self::Clear && other < plies
    }
}

/// The games that can be experimented with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Game {
    /// Domineering, solved by DOMI.
    Domineering,
    /// Chess, searched by ALIBABA.
    Chess,
    /// Connect Four, solved by the generic search.
    ConnectFour,
}

impl Game {
    /// Every game.
    pub const ALL: [Self; 3] = [Self::Domineering, Self::Chess, Self::ConnectFour];

    /// The name as it is written in definitions and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Domineering => "domineering",
            Self::Chess => "chess",
            Self::ConnectFour => "connect-four",
        }
    }
}

impl GameCell {
    /// The board that is played on, in games with boards of several sizes.
    #[must_use]
    pub fn board(&self) -> Option<BoardSize> {
        match *self {
            Self::Domineering { board, .. } => Some(board),
            Self::Chess { .. } | Self::ConnectFour { .. } | Self::Tutorial { .. } => None,
        }
    }

    /// How deep positions are searched, in games that are not solved.
    #[must_use]
    pub fn depth(&self) -> Option<u8> {
        match *self {
            Self::Domineering { .. } | Self::ConnectFour { .. } | Self::Tutorial { .. } => None,
            Self::Chess { depth, .. } => Some(depth),
        }
    }
}

impl Cell {
    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> Game {
        match self.game {
            GameCell::Domineering { .. } => Game::Domineering,
            GameCell::Chess { .. } => Game::Chess,
            GameCell::ConnectFour { .. } | GameCell::Tutorial { .. } => Game::ConnectFour,
        }
    }

    /// How often the cell is run if `seeds` key seeds are asked for: once without a table, since keys do not matter
    /// then.
    #[must_use]
    pub fn repetitions(&self, seeds: u64) -> u64 {
        if self.scheme.is_some() { seeds } else { seeds.min(1) }
    }

    /// The same with a key seed that is greater by `number`.
    #[must_use]
    pub fn repetition(&self, number: u64) -> Self {
        Self { seed: self.seed.wrapping_add(number), ..self.clone() }
    }

    /// A number that depends on nothing but the text. It orders cells as if shuffled, for shards.
    #[must_use]
    pub fn shuffled(&self) -> u64 {
        fnv_1a(&self.to_string())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.game {
            GameCell::Domineering { board, first } => {
                write!(f, "domineering board={board} first={}", player_name(*first))?;
            }
            GameCell::ConnectFour { set, sample } => write!(f, "connect-four set={set} sample={sample}")?,
            GameCell::Tutorial { set, sample, window } => {
                write!(f, "connect-four-tutorial set={set} sample={sample} window={}", window.name())?;
            }
            GameCell::Chess { set, game, depth, between, line } => {
                write!(f, "chess set={set} game={game} depth={depth} between={} line={line}", between.name())?;
            }
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
    /// Reads the text of a row, whose scheme may be one that this program lacks.
    pub(crate) fn stored(text: &str) -> Result<Self> {
        let scheme = |name: &str| match schemes::stored(name) {
            Some(scheme) => Ok(Some(scheme)),
            None => read_scheme(name),
        };
        Self::read(text, scheme)
    }

    fn read(text: &str, scheme: impl Fn(&str) -> Result<Option<Scheme>>) -> Result<Self> {
        let cell = read(text, scheme).with_context(|| format!("`{text}` describes no cell"))?;
        // Two texts of one cell would be two rows in a database.
        if cell.to_string() != text {
            bail!("`{text}` describes no cell: it should read `{cell}`");
        }
        Ok(cell)
    }
}

fn read(text: &str, scheme: impl Fn(&str) -> Result<Option<Scheme>>) -> Result<Cell> {
    let mut words = text.split(' ');
    let name = words.next().unwrap_or_default();
    let fields = words
        .map(|word| word.split_once('=').with_context(|| format!("`{word}` is not name=value")))
        .collect::<Result<Vec<_>>>()?;
    let find = |name: &str| fields.iter().find(|field| field.0 == name).map(|field| field.1);
    let field = |name: &str| find(name).with_context(|| format!("there is no `{name}`"));
    let game = match name {
        "domineering" => {
            GameCell::Domineering { board: field("board")?.parse()?, first: read_player(field("first")?)? }
        }
        "connect-four" | "connect-four-tutorial" => {
            let (set, sample) = (field("set")?.parse()?, field("sample")?.parse()?);
            if !(1..=ConnectFourSet::LEN).contains(&sample) {
                bail!("a sample has 1 to {} positions", ConnectFourSet::LEN);
            }
            match name {
                "connect-four" => GameCell::ConnectFour { set, sample },
                _ => match field("window")? {
                    "strong" => GameCell::Tutorial { set, sample, window: Window::Strong },
                    "weak" => GameCell::Tutorial { set, sample, window: Window::Weak },
                    other => bail!("`{other}` is neither strong nor weak"),
                },
            }
        }
        "chess" => {
            let between = match field("between")? {
                "clear" => Between::Clear,
                "stamp" => Between::Stamp,
                other => bail!("`{other}` is neither clear nor stamp"),
            };
            let set: PositionSet = field("set")?.parse()?;
            let (game, depth, line) = (field("game")?.parse()?, field("depth")?.parse()?, field("line")?.parse()?);
            let known = if set.games().is_empty() { usize::MAX } else { set.games().len() };
            if !(1..=known).contains(&usize::from(game)) {
                bail!("{set} has no game {game}");
            }
            if depth == 0 || !(1..=MOST_MOVES).contains(&line) {
                bail!("a search is at least one ply deep, and a line has 1 to {MOST_MOVES} moves");
            }
            GameCell::Chess { set, game, depth, between, line }
        }
        _ => bail!("the game is unknown"),
    };
    Ok(Cell {
        game,
        scheme: scheme(field("scheme")?)?,
        positions: find("positions").map(str::parse).transpose()?,
        parts: read_parts(field("parts")?)?,
        seed: field("seed")?.parse()?,
    })
}

/// The name of a scheme, or of the search without a table.
#[must_use]
pub fn scheme_name(scheme: Option<Scheme>) -> &'static str {
    scheme.map_or("none", Scheme::name)
}

/// Reads the name of a scheme, or `none` for a search without a table.
///
/// # Errors
///
/// The name is unknown; the error suggests the nearest one.
pub fn read_scheme(name: &str) -> Result<Option<Scheme>> {
    if name.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    if let Some(scheme) = schemes::find(name) {
        return Ok(Some(scheme));
    }
    let names: Vec<&str> = schemes::all().into_iter().map(Scheme::name).collect();
    Err(match nearest(&name.to_ascii_lowercase(), names.iter().copied().chain(["none"])) {
        Some(nearest) => Error::msg(format!("unknown replacement scheme `{name}`; did you mean {nearest}?")),
        None => Error::msg(format!(
            "unknown replacement scheme `{name}`; the schemes are {}, and none for no table",
            names.join(", ")
        )),
    })
}

/// `vertical` or `horizontal`.
#[must_use]
pub fn player_name(player: Player) -> &'static str {
    match player {
        Player::Vertical => "vertical",
        Player::Horizontal => "horizontal",
    }
}

fn read_player(name: &str) -> Result<Player> {
    let found = Player::BOTH.into_iter().find(|&player| player_name(player) == name);
    found.with_context(|| format!("unknown player `{name}`; the players are vertical and horizontal"))
}

const PART_NAMES: [(Parts, &str); 5] = [
    (Parts::all(), "all"),
    (Parts::SCORE, "score"),
    (Parts::MOVE, "move"),
    (Parts::EXACT, "exact"),
    (Parts::BOUNDS, "bounds"),
];

/// The parts of a table as words joined by `+`: `all`, `score`, `move+bounds`.
#[must_use]
pub fn parts_name(parts: Parts) -> String {
    let mut left = parts;
    let mut names = Vec::new();
    for (part, name) in PART_NAMES {
        if left.contains(part) {
            left.remove(part);
            names.push(name);
        }
    }
    if names.is_empty() { "none".to_owned() } else { names.join("+") }
}

/// Reads what [`parts_name`] writes.
///
/// # Errors
///
/// A word is no part of a table.
pub fn read_parts(text: &str) -> Result<Parts> {
    if text == "none" {
        return Ok(Parts::empty());
    }
    text.split('+').try_fold(Parts::empty(), |sum, word| {
        let part = PART_NAMES.iter().find(|(_, name)| *name == word).map(|(part, _)| *part);
        let part = part.with_context(|| {
            format!("`{word}` is no part of a table; the parts are all, score, move, exact, bounds, or none of them")
        })?;
        Ok(sum | part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_read_back() {
        for &scheme in Scheme::ALL {
            for parts in (0..8).map(Parts::from_bits_truncate) {
                for first in Player::BOTH {
                    let board = "6x7".parse().unwrap();
                    let game = GameCell::Domineering { board, first };
                    let positions = Some("16".parse().unwrap());
                    let cell = Cell { game, scheme: Some(scheme), positions, parts, seed: u64::MAX };
                    assert_eq!(cell.to_string().parse::<Cell>().unwrap(), cell);
                    let without = Cell { scheme: None, positions: None, ..cell };
                    assert_eq!(without.to_string().parse::<Cell>().unwrap(), without);
                }
            }
        }
    }

    #[test]
    fn what_is_no_cell_is_refused() {
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
    fn an_unknown_scheme_is_an_error() {
        let error = |name| read_scheme(name).unwrap_err().to_string();
        assert!(error("TwoDep").ends_with("did you mean two-deep?"));
        assert!(error("random").contains("the schemes are"));
        assert_eq!(read_scheme("TwoBIG1").unwrap(), Some(Scheme::TwoBig1));
    }
}
