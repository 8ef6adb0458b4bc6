//! What an experiment is: a TOML file, read strictly.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context as _, Result, anyhow};
use domineering::{BoardSize, Player};
use serde::{Deserialize, Deserializer, de};
use toml::de::DeTable;
use tt::{Parts, Positions, Scheme};

use crate::Usage;
use crate::cell::{Between, Cell, Game, GameCell, MOST_MOVES, Window, read_parts, read_scheme};
use crate::connect_four_set::ConnectFourSet;
use crate::files;
use crate::names::nearest;
use crate::position_set::PositionSet;
use crate::published;
use crate::row::Row;
use crate::text::is_unprintable;

/// The definitions that the binary carries, by the name of their file.
const EMBEDDED: &[(&str, &str)] = &[
    ("article-fig-1", include_str!("../definitions/article-fig-1.toml")),
    ("article-fig-2", include_str!("../definitions/article-fig-2.toml")),
    ("article-fig-3", include_str!("../definitions/article-fig-3.toml")),
    ("article-table-2", include_str!("../definitions/article-table-2.toml")),
    ("article-table-3", include_str!("../definitions/article-table-3.toml")),
    ("connect-four-merits", include_str!("../definitions/connect-four-merits.toml")),
    ("connect-four-schemes", include_str!("../definitions/connect-four-schemes.toml")),
    ("domineering-without-table", include_str!("../definitions/domineering-without-table.toml")),
    ("endgame-stand-in", include_str!("../definitions/endgame-stand-in.toml")),
    ("thesis-8-ply-clear", include_str!("../definitions/thesis-8-ply-clear.toml")),
    ("thesis-8-ply-stamp", include_str!("../definitions/thesis-8-ply-stamp.toml")),
    ("thesis-fig-2.6", include_str!("../definitions/thesis-fig-2.6.toml")),
    ("thesis-fig-2.8", include_str!("../definitions/thesis-fig-2.8.toml")),
    ("thesis-fig-2.9", include_str!("../definitions/thesis-fig-2.9.toml")),
    ("thesis-fig-2.10", include_str!("../definitions/thesis-fig-2.10.toml")),
    ("thesis-fig-2.11", include_str!("../definitions/thesis-fig-2.11.toml")),
    ("thesis-fig-2.12", include_str!("../definitions/thesis-fig-2.12.toml")),
    ("thesis-fig-2.13", include_str!("../definitions/thesis-fig-2.13.toml")),
    ("thesis-fig-2.14", include_str!("../definitions/thesis-fig-2.14.toml")),
    ("thesis-fig-2.15", include_str!("../definitions/thesis-fig-2.15.toml")),
    ("thesis-fig-2.16", include_str!("../definitions/thesis-fig-2.16.toml")),
    ("thesis-table-2.1", include_str!("../definitions/thesis-table-2.1.toml")),
    ("tutorial-table", include_str!("../definitions/tutorial-table.toml")),
];

/// One experiment: a printed figure or table, and how it is done here.
///
/// It is read from a TOML file in which every field is known; see `definitions/` for examples.
///
/// ```
/// let all = experiments::Definition::all()?;
/// let figure = all.iter().find(|definition| definition.name == "thesis-fig-2.12").unwrap();
/// assert_eq!(figure.full.cells(1).len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Definition {
    /// The stem of the file's name.
    #[serde(skip)]
    pub name: String,
    /// How a command names it: its name, or the path of its file.
    #[serde(skip)]
    pub argument: String,
    /// The files that it was read from: its own, and those of its test sets. None if the binary carries it.
    #[serde(skip)]
    pub files: Vec<PathBuf>,
    /// What the report is headed with.
    #[serde(deserialize_with = "one_line")]
    pub title: String,
    /// Where it was published.
    #[serde(deserialize_with = "one_line")]
    pub cites: String,
    /// The question that it answers.
    #[serde(deserialize_with = "one_line")]
    pub question: String,
    /// The game that is searched.
    pub game: Game,
    /// What happens to the table between the searches of a cell.
    pub between_searches: Between,
    /// The form of the report.
    pub kind: Kind,
    /// The file of `testsets/published` that holds the printed figures, if figures were printed.
    pub published: Option<String>,
    /// The part for everyday use: seconds.
    pub quick: Part,
    /// The experiment as it was published; the quick part, if the definition has no other.
    #[serde(default = "Part::empty")]
    pub full: Part,
    /// What the publication says about the outcome.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// What was printed, and how it is done here.
    #[serde(deserialize_with = "some_lines")]
    pub prose: String,
    /// What the full part came to: how our figures compare with the printed ones, and why. It is shown with them alone.
    #[serde(default, deserialize_with = "some_lines")]
    pub findings: String,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A row for every board and a number for every scheme and size; both first players are added up.
    Boards,
    /// A curve for every scheme over the sizes of the table, one picture for every board or depth.
    Sizes,
    /// A row for every scheme and a number for every depth.
    Depths,
    /// The table of the Connect Four tutorial: a row for every test set.
    Means,
}

/// A set of cells: every combination of what is listed.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Part {
    /// What is searched, and what happens between searches: as the whole definition says.
    #[serde(skip, default = "domineering_cleared")]
    pub(crate) whole: (Game, Between),
    /// Domineering: the boards.
    #[serde(default, deserialize_with = "boards")]
    pub boards: Vec<BoardSize>,
    /// Domineering: who moves first.
    pub first: Option<First>,
    /// Chess: the test set, by its name or as the path of a CSV file that `ttlab testset` made.
    #[serde(skip)]
    pub set: Option<PositionSet>,
    /// The name or the path of `set`, as it is written.
    #[serde(default, rename = "set")]
    pub(crate) set_text: Option<String>,
    /// Chess: the numbers of its games, from 1; all of them if there is none.
    #[serde(default)]
    pub games: Vec<u16>,
    /// Chess: plies. If the table is cleared between searches, the deepest search tells of the others.
    #[serde(default)]
    pub depths: Vec<u8>,
    /// Chess: plies of the search without a table, if not those of the others.
    #[serde(default)]
    pub depths_without_table: Vec<u8>,
    /// Chess: how many moves of a line the table keeps.
    #[serde(default = "one_move")]
    pub lines: Vec<u8>,
    /// Connect Four: the test sets.
    #[serde(default, deserialize_with = "line_sets")]
    pub sets: Vec<ConnectFourSet>,
    /// Connect Four: how many positions of each set, from the first one on; all of them if nothing is said.
    #[serde(default = "all_lines")]
    pub sample: u16,
    /// Connect Four: how much of the score the tutorial's solver is asked for; none if the generic search solves.
    #[serde(default)]
    pub windows: Vec<Window>,
    /// The replacement schemes; `None` is the search without a table, which is run once for all sizes.
    #[serde(deserialize_with = "schemes")]
    pub schemes: Vec<Option<Scheme>>,
    /// The sizes of the table.
    #[serde(deserialize_with = "sizes")]
    pub positions: Vec<Positions>,
    /// Which parts of the table the search uses.
    #[serde(deserialize_with = "parts")]
    pub parts: Vec<Parts>,
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// Vertical.
    Vertical,
    /// Horizontal.
    Horizontal,
    /// Either in turn; on a square board Vertical alone, since there the winner is the same by symmetry.
    Both,
}

/// A statement of the publication that our rows can decide.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Claim {
    /// The statement in words.
    #[serde(deserialize_with = "one_line")]
    pub says: String,
    /// Where it stands, if not where the figure does.
    #[serde(default, deserialize_with = "perhaps_one_line")]
    pub cites: Option<String>,
    /// The depths that it is about; all of them if there is none.
    #[serde(default)]
    pub depths: Vec<u8>,
    /// Whether it is about the deepest search that there is.
    #[serde(default)]
    pub deepest: bool,
    /// The table sizes that it is about; all of them if there is none.
    #[serde(default, deserialize_with = "sizes")]
    pub positions: Vec<Positions>,
    /// What has to hold of the rows.
    pub check: Check,
    /// What is measured here is divided by what is measured there, if anything is said: in another experiment, or at
    /// other depths and sizes of this one.
    pub beside: Option<Beside>,
}

/// The other side of a comparison between experiments, or within one.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Beside {
    /// The name of the experiment, if it is another one.
    pub experiment: Option<String>,
    /// The depths, as in a claim.
    #[serde(default)]
    pub depths: Vec<u8>,
    /// The table sizes, as in a claim.
    #[serde(default, deserialize_with = "sizes")]
    pub positions: Vec<Positions>,
    /// What is measured there, if not the same as here.
    pub check: Option<Check>,
}

/// What a claim says of the rows.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Check {
    /// The nodes with each of `schemes` divided by those with each of `than`: on the same positions, with the same
    /// size, parts and seed.
    Nodes {
        /// The schemes that the claim is about.
        #[serde(deserialize_with = "schemes")]
        schemes: Vec<Option<Scheme>>,
        /// The others.
        #[serde(deserialize_with = "schemes")]
        than: Vec<Option<Scheme>>,
        /// Where the ratio has to lie; below one if nothing is said.
        #[serde(default)]
        ratio: Region,
        /// Whether it is said of most of the comparisons, and not of all of them.
        #[serde(default)]
        mostly: bool,
    },
    /// The same with parts of a table in use.
    NodesWith {
        /// The parts that the claim is about.
        #[serde(deserialize_with = "parts")]
        parts: Vec<Parts>,
        /// The others.
        #[serde(deserialize_with = "parts")]
        than: Vec<Parts>,
        /// Where the ratio has to lie; below one if nothing is said.
        #[serde(default)]
        ratio: Region,
    },
    /// The nodes with parts of a table in use divided by those without a table.
    NodesWithout {
        /// The parts.
        #[serde(deserialize_with = "parts")]
        parts: Vec<Parts>,
        /// Where the ratio has to lie; below one if nothing is said.
        #[serde(default)]
        ratio: Region,
    },
    /// The same with lines of so many moves in the table.
    NodesOfLines {
        /// The lengths that the claim is about.
        lines: Vec<u8>,
        /// The others.
        than: Vec<u8>,
        /// Where the ratio has to lie; below one if nothing is said.
        #[serde(default)]
        ratio: Region,
    },
    /// The nodes divided by those of the same searches in another experiment.
    NodesThanIn {
        /// Its name.
        experiment: String,
        /// Where the ratio has to lie; below one if nothing is said.
        #[serde(default)]
        ratio: Region,
        /// Whether the shapes of the curves are compared: by what factor the ratio at a place differs from the mean.
        #[serde(default)]
        shape: bool,
    },
    /// The nodes with a table of twice the size divided by those with a table.
    Doubling {
        /// The schemes that the claim is about; all of them if there is none.
        #[serde(default, deserialize_with = "schemes")]
        schemes: Vec<Option<Scheme>>,
        /// Where the ratio has to lie; below one if nothing is said.
        #[serde(default)]
        ratio: Region,
        /// Whether it is said of every step, and not of their mean alone.
        #[serde(default)]
        each: bool,
    },
    /// The nodes of a search divided by those of a search that is a ply less deep.
    Deepening {
        /// The schemes that the claim is about; all of them if there is none.
        #[serde(default, deserialize_with = "schemes")]
        schemes: Vec<Option<Scheme>>,
        /// How many times as large a table the deeper search has.
        #[serde(default = "once")]
        table: u64,
        /// Where the ratio has to lie; below one if nothing is said.
        #[serde(default)]
        ratio: Region,
    },
    /// Any two schemes stand in the same order as in another experiment.
    OrderAsIn {
        /// Its name.
        experiment: String,
    },
    /// By what part the worst scheme exceeds the best.
    Spread(Region),
    /// How large a table should be: the smallest size whose doubling saves less than one percent of the nodes.
    Suggested {
        /// The scheme.
        #[serde(deserialize_with = "one_scheme")]
        scheme: Scheme,
        /// A size for every depth that the claim is about.
        #[serde(deserialize_with = "suggestions")]
        sizes: Vec<Suggestion>,
    },
    /// The value of the position rises more at this depth than at any other.
    Rises {
        /// Plies.
        at: u8,
    },
    /// What part of the hits cuts off.
    Cutoffs(Region),
    /// How often a position that was looked up was in the table, in the search of one position of the game.
    Hits {
        /// With which parts of the table in use.
        #[serde(deserialize_with = "parts")]
        parts: Vec<Parts>,
        /// Where the number has to lie.
        times: Region,
    },
    /// What part of the nodes follows the line of an ancestor.
    Guided(Region),
    /// The mean positions of these whole test sets are the printed ones, to the digits printed.
    AsPrinted {
        /// The sets; all of them if there is none.
        #[serde(default, deserialize_with = "line_sets")]
        sets: Vec<ConnectFourSet>,
    },
    /// Every outcome is the printed one.
    Outcomes {
        /// Boards whose printed outcome is known to be wrong.
        #[serde(default, deserialize_with = "boards")]
        except: Vec<BoardSize>,
    },
    /// The outcome of these boards is the second player's, and of no other.
    SecondPlayerWinsOnly {
        /// The boards.
        #[serde(deserialize_with = "boards")]
        boards: Vec<BoardSize>,
    },
    /// Nodes grow exponentially with the boards: those of one width, and the square ones.
    ExponentialGrowth {},
    /// Our nodes divided by the printed ones.
    Ratio(Region),
}

/// What is within a doubling of a suggested size: `16K`, `≤ 8K` or `≥ 1024K`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The smallest such size, in positions.
    pub least: u64,
    /// The largest one.
    pub most: u64,
}

/// Where a number has to lie, the ends included.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// The lower end.
    #[serde(default)]
    pub least: f64,
    /// The upper end.
    #[serde(default = "one")]
    pub most: f64,
}

fn one() -> f64 {
    1.0
}

fn once() -> u64 {
    1
}

impl Region {
    /// A tie is not fewer.
    const BELOW_ONE: f64 = 1.0 - 1e-9;

    /// Whether a number lies in it.
    #[must_use]
    pub fn has(self, number: f64) -> bool {
        (self.least..=self.most).contains(&number)
    }
}

impl Default for Region {
    fn default() -> Self {
        Self { least: 0.0, most: Self::BELOW_ONE }
    }
}

impl First {
    /// Who moves first on this board, in turn.
    #[must_use]
    pub fn players(self, board: BoardSize) -> &'static [Player] {
        match self {
            Self::Vertical => &[Player::Vertical],
            Self::Horizontal => &[Player::Horizontal],
            Self::Both if board.is_square() => &[Player::Vertical],
            Self::Both => &Player::BOTH,
        }
    }
}

impl Part {
    /// No cells.
    fn empty() -> Self {
        Self {
            whole: domineering_cleared(),
            boards: Vec::new(),
            first: None,
            set: None,
            set_text: None,
            games: Vec::new(),
            depths: Vec::new(),
            depths_without_table: Vec::new(),
            lines: one_move(),
            sets: Vec::new(),
            sample: all_lines(),
            windows: Vec::new(),
            schemes: Vec::new(),
            positions: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Every cell once, repeated with `seeds` key seeds from the default one on.
    #[must_use]
    pub fn cells(&self, seeds: u64) -> Vec<Cell> {
        let mut cells = Vec::new();
        for &scheme in &self.schemes {
            for game in self.game_cells(scheme) {
                let sizes: Vec<_> = match scheme {
                    Some(_) => self.positions.iter().copied().map(Some).collect(),
                    None => vec![None],
                };
                for positions in sizes {
                    // Without a table there are no parts of it.
                    let all_parts: &[Parts] = if scheme.is_some() { &self.parts } else { &[Parts::all()] };
                    for &parts in all_parts {
                        let seed = zobrist::DEFAULT_SEED;
                        let first = Cell { game: game.clone(), scheme, positions, parts, seed };
                        cells.extend((0..first.repetitions(seeds)).map(|number| first.repetition(number)));
                    }
                }
            }
        }
        cells
    }

    /// How many cells [`cells`](Self::cells) gives, without making each of them.
    #[must_use]
    pub fn count_cells(&self, seeds: u64) -> usize {
        let count: u64 = self.cells(1).iter().map(|cell| cell.repetitions(seeds)).sum();
        usize::try_from(count).unwrap_or(usize::MAX)
    }

    fn game_cells(&self, scheme: Option<Scheme>) -> Vec<GameCell> {
        match self.whole.0 {
            Game::Domineering => {
                let first = self.first.unwrap_or(First::Both);
                let games = |&board| first.players(board).iter().map(move |&first| (board, first));
                self.boards
                    .iter()
                    .flat_map(games)
                    .map(|(board, first)| GameCell::Domineering { board, first })
                    .collect()
            }
            Game::Chess => self.chess_cells(scheme),
            Game::ConnectFour => {
                let sample = self.sample;
                let of_set = |&set: &ConnectFourSet| {
                    let tutorial = self.windows.iter().map(move |&window| GameCell::Tutorial { set, sample, window });
                    let generic = self.windows.is_empty().then_some(GameCell::ConnectFour { set, sample });
                    tutorial.chain(generic)
                };
                self.sets.iter().flat_map(of_set).collect()
            }
        }
    }

    fn chess_cells(&self, scheme: Option<Scheme>) -> Vec<GameCell> {
        let Some(set) = &self.set else { return Vec::new() };
        // Without a table nothing links the searches, and there is no line to keep.
        let (between, lines) = match scheme {
            Some(_) => (self.whole.1, self.lines.as_slice()),
            None => (Between::Clear, &[1][..]),
        };
        let is_shallower = scheme.is_none() && !self.depths_without_table.is_empty();
        let depths = if is_shallower { &self.depths_without_table } else { &self.depths };
        let depths = match between {
            Between::Clear => depths.iter().max().into_iter().copied().collect(),
            Between::Stamp => depths.clone(),
        };
        let mut cells = Vec::new();
        for game in self.game_numbers() {
            for &depth in &depths {
                cells.extend(lines.iter().map(|&line| GameCell::Chess {
                    set: set.clone(),
                    game,
                    depth,
                    between,
                    line,
                }));
            }
        }
        cells
    }

    /// The numbers of the games of the test set.
    #[must_use]
    pub fn game_numbers(&self) -> Vec<u16> {
        match &self.set {
            Some(set) if self.games.is_empty() => (1..).take(set.games().len()).collect(),
            _ => self.games.clone(),
        }
    }
}

fn domineering_cleared() -> (Game, Between) {
    (Game::Domineering, Between::Clear)
}

fn all_lines() -> u16 {
    ConnectFourSet::LEN
}

fn one_move() -> Vec<u8> {
    vec![1]
}

impl Definition {
    /// The experiments that the binary carries.
    ///
    /// # Errors
    ///
    /// One of them is wrong, which a test excludes.
    pub fn all() -> Result<Vec<Self>> {
        EMBEDDED.iter().map(|(name, text)| Self::read(name, &format!("definitions/{name}.toml"), text)).collect()
    }

    /// The names of the experiments that the binary carries.
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        EMBEDDED.iter().map(|(name, _)| *name)
    }

    /// The experiment that the binary carries by this name, or the one in the file of this path.
    ///
    /// A name with a slash, or that ends in `.toml`, is a path.
    ///
    /// # Errors
    ///
    /// There is none, or it is wrong; the error says what to do.
    pub fn find(name: &str) -> Result<Self> {
        let path = Path::new(name);
        let is_path = path.components().count() > 1 || name.ends_with('/');
        if is_path || path.extension().is_some_and(|extension| extension == "toml") {
            let text = files::read_text(path)?;
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            check_own_name(&stem, path, Some(&text))?;
            let mut read = Self::read(&stem, name, &text)?;
            read.files.push(path.to_owned());
            return Ok(Self { argument: name.to_owned(), ..read });
        }
        match EMBEDDED.iter().find(|(known, _)| *known == name) {
            Some((name, text)) => Self::read(name, &format!("definitions/{name}.toml"), text),
            None => Err(Usage::error(match nearest(name, Self::names()) {
                Some(nearest) => format!("no experiment is called `{name}`; did you mean {nearest}?"),
                None => format!(
                    "no experiment is called `{name}`; there are {}, and files of your own (./{name}.toml)",
                    Self::names().collect::<Vec<_>>().join(", ")
                ),
            })),
        }
    }

    /// The same with searches to other depths than it lists, if they have a depth and `depths` is not empty.
    #[must_use]
    pub fn with_depths(mut self, depths: &[u8]) -> Self {
        for part in [&mut self.quick, &mut self.full] {
            if !depths.is_empty() && !part.depths.is_empty() {
                part.depths = depths.to_vec();
                part.depths_without_table.clear();
            }
        }
        self
    }

    /// The same with these schemes besides its own, wherever it searches with tables.
    #[must_use]
    pub fn with_schemes(mut self, schemes: &[Scheme]) -> Self {
        for part in [&mut self.quick, &mut self.full] {
            let is_new = |scheme: &Option<Scheme>| !part.schemes.contains(scheme);
            let new: Vec<_> = schemes.iter().copied().map(Some).filter(is_new).collect();
            if !part.positions.is_empty() {
                part.schemes.extend(new);
            }
        }
        self
    }

    /// The depths that a report of these rows tells of: those of the parts whose deepest search is among them, or of
    /// both parts if none is.
    #[must_use]
    pub fn depths(&self, rows: &[Row]) -> BTreeSet<u8> {
        let is_there = |depth: &&u8| rows.iter().any(|row| row.cell.game.depth() == Some(**depth));
        let parts = [&self.quick, &self.full];
        let deepest = parts.map(|part| part.depths.iter().max().filter(is_there).is_some());
        let told = parts.into_iter().zip(deepest).filter(|(_, is_told)| *is_told || deepest == [false; 2]);
        told.flat_map(|(part, _)| part.depths.iter().copied()).collect()
    }

    /// What it cites, though it may be only after that.
    #[must_use]
    pub fn source(&self) -> &str {
        let cites = self.cites.strip_prefix("ours, ").unwrap_or(&self.cites);
        cites.strip_prefix("after ").unwrap_or(cites)
    }

    /// The names of the experiments that its claims compare it with.
    pub fn compared_with(&self) -> impl Iterator<Item = &str> {
        self.claims.iter().flat_map(Claim::compared_with).map(|(_, name)| name)
    }

    /// Reads a definition; errors say where in `file` they are.
    ///
    /// # Errors
    ///
    /// The text is no TOML, has a field too many or too few, or a value that makes no sense.
    pub fn read(name: &str, file: &str, text: &str) -> Result<Self> {
        let mut read: Self = toml::from_str(text).map_err(|error| located(file, text, &error))?;
        if !text.parse::<toml::Table>().is_ok_and(|whole| whole.contains_key("full")) {
            read.full = read.quick.clone();
        }
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        for (part, section) in [(&mut read.quick, "quick"), (&mut read.full, "full")] {
            part.whole = (read.game, read.between_searches);
            if let Some(set) = &part.set_text {
                let found = find_set(folder, set, &mut read.files);
                part.set = Some(found.map_err(|error| {
                    let line = line_of(text, Place::In(section, "set"));
                    anyhow!("{file}{line}: {error:#}")
                })?);
            }
        }
        let definition = Self { name: name.to_owned(), argument: name.to_owned(), ..read };
        definition.check().map_err(|(place, error)| anyhow!("{file}{}: {error:#}", line_of(text, place)))?;
        Ok(definition)
    }

    /// What the types alone do not exclude; the error comes with the place that it is about.
    pub(crate) fn check(&self) -> Result<(), (Place, anyhow::Error)> {
        if self.game != Game::Chess && self.between_searches == Between::Stamp {
            let what = "each position of this game is solved by itself, so there is nothing to stamp: say \"clear\"";
            return Err((Place::In("", "between-searches"), anyhow!(what)));
        }
        if let Some(file) = &self.published {
            published::check(file).map_err(|error| (Place::In("", "published"), error))?;
        }
        for (number, claim) in self.claims.iter().enumerate() {
            for (field, name) in claim.compared_with() {
                if EMBEDDED.iter().all(|(known, _)| *known != name) {
                    let what = match nearest(name, Self::names()) {
                        Some(nearest) => format!("; did you mean {nearest}?"),
                        None => format!("; there are {}", Self::names().collect::<Vec<_>>().join(", ")),
                    };
                    let what = anyhow!("a claim compares with the unknown experiment `{name}`{what}");
                    return Err((Place::Claim(number, field), what));
                }
            }
            if let Check::Suggested { sizes, .. } = &claim.check
                && sizes.len() != claim.depths.len()
            {
                let (sizes, depths) = (sizes.len(), claim.depths.len());
                let what = anyhow!("the check `suggested` needs one size for each of `depths`: {sizes} for {depths}");
                return Err((Place::Claim(number, "check"), what));
            }
        }
        let is_right = match self.kind {
            Kind::Boards => self.game == Game::Domineering,
            Kind::Depths => self.game == Game::Chess,
            Kind::Means => self.game == Game::ConnectFour,
            Kind::Sizes => true,
        };
        if !is_right {
            let what = "domineering is reported by boards or sizes, chess by depths or sizes, Connect Four by sizes or \
                        means";
            return Err((Place::In("", "kind"), anyhow!(what)));
        }
        for (part, name) in [(&self.quick, "quick"), (&self.full, "full")] {
            part.check(self.game, self.kind == Kind::Means)
                .map_err(|(field, error)| (Place::In(name, field), error))?;
            if part.cells(1).is_empty() {
                let what = anyhow!("the part `{name}` has no cells: every one of its lists needs at least one value");
                return Err((Place::In(name, ""), what));
            }
            let width = |scheme: Scheme| tt::Replacement::width(scheme) as u64;
            for scheme in part.schemes.iter().flatten() {
                if let Some(positions) = part.positions.iter().find(|size| size.get() < width(*scheme)) {
                    let what =
                        anyhow!("a table of {positions} has fewer positions than an entry of {scheme}: ask for more");
                    return Err((Place::In(name, "positions"), what));
                }
            }
        }
        Ok(())
    }
}

impl Claim {
    /// The names of the experiments that it compares this one with, each with the field that names it.
    fn compared_with(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let than = match &self.check {
            Check::NodesThanIn { experiment, .. } | Check::OrderAsIn { experiment } => Some(experiment),
            _ => None,
        };
        let beside = self.beside.as_ref().and_then(|beside| beside.experiment.as_ref());
        let than = than.map(|name| ("check", name.as_str()));
        than.into_iter().chain(beside.map(|name| ("beside", name.as_str())))
    }
}

impl Part {
    /// The fields that the game needs are there, and no others; the error comes with the field that it is about.
    fn check(&self, game: Game, is_means: bool) -> Result<(), (&'static str, anyhow::Error)> {
        for (field, there, of) in [
            ("boards", !self.boards.is_empty(), Game::Domineering),
            ("first", self.first.is_some(), Game::Domineering),
            ("set", self.set.is_some(), Game::Chess),
            ("depths", !self.depths.is_empty(), Game::Chess),
            ("sets", !self.sets.is_empty(), Game::ConnectFour),
        ] {
            let wanted = of == game;
            if there != wanted {
                let game = game.name();
                return Err((
                    field,
                    if wanted {
                        anyhow!("`{field}` is missing, or empty: write it, for {game} needs it")
                    } else {
                        anyhow!("`{field}` makes no sense for {game}: take it out")
                    },
                ));
            }
        }
        if !self.depths_without_table.is_empty() && game != Game::Chess {
            let what = anyhow!("`depths-without-table` makes no sense for {}: take it out", game.name());
            return Err(("depths-without-table", what));
        }
        let is_tutorial = !self.windows.is_empty();
        if is_tutorial && (game != Game::ConnectFour || self.schemes.iter().any(Option::is_some)) {
            let what = "the tutorial's solver plays Connect Four, with a table of its own: say schemes = [\"none\"]";
            return Err(("windows", anyhow!(what)));
        }
        if is_tutorial != is_means {
            return Err(("windows", anyhow!("a report of kind \"means\" needs `windows`, and no other takes them")));
        }
        if !(1..=ConnectFourSet::LEN).contains(&self.sample) {
            return Err(("sample", anyhow!("a sample has 1 to {} positions", ConnectFourSet::LEN)));
        }
        let Some(set) = &self.set else { return Ok(()) };
        let there = set.games().len();
        if there > usize::from(u16::MAX) {
            return Err(("set", anyhow!("{set} has {there} games; a set has at most {}", u16::MAX)));
        }
        if let Some(game) = self.games.iter().find(|&&game| game == 0 || usize::from(game) > there) {
            return Err(("games", anyhow!("{set} has no game {game}; its games are 1 to {there}")));
        }
        for (field, depths) in [("depths", &self.depths), ("depths-without-table", &self.depths_without_table)] {
            if depths.contains(&0) {
                return Err((field, anyhow!("a search is at least one ply deep")));
            }
        }
        if self.lines.is_empty() || self.lines.iter().any(|line| !(1..=MOST_MOVES).contains(line)) {
            return Err(("lines", anyhow!("the table keeps lines of 1 to {MOST_MOVES} moves")));
        }
        Ok(())
    }
}

/// The name of the page of the ledger, which is written beside those of the experiments.
const LEDGER: &str = "claims";

/// Refuses a file of a user's own whose tables, pictures and page would overwrite those of a known experiment, unless
/// it is a copy of the definition of that experiment, which writes the same.
pub(crate) fn check_own_name(name: &str, path: &Path, text: Option<&str>) -> Result<()> {
    // Not every file system tells capitals from small letters.
    let known = EMBEDDED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let what = match known {
        Some((_, definition)) if text == Some(definition) => return Ok(()),
        Some((known, _)) => format!("the known experiment {known}"),
        None if name.eq_ignore_ascii_case(LEDGER) => "the ledger of all claims".to_owned(),
        None => return Ok(()),
    };
    let file = path.display();
    Err(Usage::error(format!("{file}: its results would overwrite those of {what}; rename the file")))
}

/// The test set of this name, or the one in the file of this path, which is seen from the folder of the definition.
/// A path is added to `files`.
fn find_set(folder: &Path, text: &str, files: &mut Vec<PathBuf>) -> Result<PositionSet> {
    let path = Path::new(text);
    if path.extension().is_some_and(|extension| extension == "csv") {
        files.push(folder.join(path));
        PositionSet::read(&folder.join(path))
    } else {
        text.parse()
    }
}

/// Where in a definition a mistake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A field of a section, or the section itself if no field is named; in no section if none is named.
    In(&'static str, &'static str),
    /// A field of the claim of this number, from 0.
    Claim(usize, &'static str),
}

/// `:LINE` of a place in the text of a definition: of the field if it is written there, or else of what it would be in.
fn line_of(text: &str, place: Place) -> String {
    let line = |span: Range<usize>| format!(":{}", text[..span.start].matches('\n').count() + 1);
    let find = || {
        let whole = DeTable::parse(text).ok()?;
        let whole = whole.get_ref();
        let (around, inside, field) = match place {
            Place::In("", field) => (None, Some(whole), field),
            Place::In(section, field) => {
                let (key, value) = whole.get_key_value(section)?;
                (Some(key.span()), value.get_ref().as_table(), field)
            }
            Place::Claim(number, field) => {
                let claim = whole.get("claims")?.get_ref().as_array()?.get(number)?;
                (Some(claim.span()), claim.get_ref().as_table(), field)
            }
        };
        let field = inside.and_then(|table| table.get_key_value(field)).map(|(key, _)| key.span());
        field.or(around).map(line)
    };
    find().unwrap_or_default()
}

/// One line: file, line, column, what is wrong, and the name that was probably meant.
fn located(file: &str, text: &str, error: &toml::de::Error) -> anyhow::Error {
    let message = error.message().lines().collect::<Vec<_>>().join(" ");
    // serde lists the known names in backquotes, after the unknown one.
    let mut quoted = message.split('`').skip(1).step_by(2);
    let meant = quoted.next().filter(|_| message.starts_with("unknown")).and_then(|name| nearest(name, quoted));
    let meant = match meant {
        Some(name) => format!("; did you mean `{name}`?"),
        None => "; docs/src/experiments.md shows a whole definition".to_owned(),
    };
    match error.span() {
        Some(span) => {
            let before = text.get(..span.start).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            anyhow!("{file}:{line}:{column}: {message}{meant}")
        }
        None => anyhow!("{file}: {message}{meant}"),
    }
}

/// A value that is written as a string and read by a function.
struct Text<T>(T);

trait ReadText: Sized {
    fn read_text(text: &str) -> Result<Self>;
}

impl<'de, T: ReadText> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        T::read_text(&text).map(Self).map_err(|error| de::Error::custom(format!("{error:#}")))
    }
}

fn list<'de, D: Deserializer<'de>, T: ReadText>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Ok(Vec::<Text<T>>::deserialize(deserializer)?.into_iter().map(|text| text.0).collect())
}

impl ReadText for BoardSize {
    fn read_text(text: &str) -> Result<Self> {
        Ok(Self::from_str(text)?)
    }
}

impl ReadText for ConnectFourSet {
    fn read_text(text: &str) -> Result<Self> {
        text.parse()
    }
}

impl ReadText for Positions {
    fn read_text(text: &str) -> Result<Self> {
        Ok(Self::from_str(text)?)
    }
}

impl ReadText for Suggestion {
    fn read_text(text: &str) -> Result<Self> {
        let size = |text: &str| anyhow::Ok(Positions::from_str(text.trim())?.get());
        let twice = |size: u64| size.checked_mul(2).with_context(|| format!("`{text}` is too large a size"));
        Ok(if let Some(most) = text.strip_prefix('≤') {
            Self { least: 0, most: twice(size(most)?)? }
        } else if let Some(least) = text.strip_prefix('≥') {
            Self { least: size(least)? / 2, most: u64::MAX }
        } else {
            let size = size(text)?;
            Self { least: size / 2, most: twice(size)? }
        })
    }
}

impl ReadText for Option<Scheme> {
    fn read_text(text: &str) -> Result<Self> {
        read_scheme(text)
    }
}

impl ReadText for Parts {
    fn read_text(text: &str) -> Result<Self> {
        read_parts(text)
    }
}

/// A text without control characters: it is shown on terminals and in pictures.
fn one_line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    without(deserializer, is_unprintable)
}

/// As [`one_line`], if there is any.
fn perhaps_one_line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    one_line(deserializer).map(Some)
}

/// A text without control characters but for the ends of its lines and tabs.
fn some_lines<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    without(deserializer, |c| is_unprintable(c) && !matches!(c, '\n' | '\r' | '\t'))
}

fn without<'de, D: Deserializer<'de>>(deserializer: D, is_bad: fn(char) -> bool) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.chars().find(|&c| is_bad(c)) {
        None => Ok(text),
        Some(bad) => {
            Err(de::Error::custom(format!("the control character {} is not allowed here", bad.escape_unicode())))
        }
    }
}

fn line_sets<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ConnectFourSet>, D::Error> {
    list(deserializer)
}

fn boards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<BoardSize>, D::Error> {
    list(deserializer)
}

fn one_scheme<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Scheme, D::Error> {
    let name = String::deserialize(deserializer)?;
    let scheme = read_scheme(&name).map_err(de::Error::custom)?;
    scheme.ok_or_else(|| de::Error::custom("expected a replacement scheme, found none"))
}

fn sizes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Positions>, D::Error> {
    list(deserializer)
}

fn schemes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Option<Scheme>>, D::Error> {
    list(deserializer)
}

fn suggestions<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Suggestion>, D::Error> {
    list(deserializer)
}

fn parts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Parts>, D::Error> {
    list(deserializer)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const FIGURE: &str = include_str!("../definitions/thesis-fig-2.12.toml");

    fn error(from: &str, to: &str) -> String {
        assert!(FIGURE.contains(from), "{from}");
        format!("{:#}", Definition::read("x", "x.toml", &FIGURE.replacen(from, to, 1)).unwrap_err())
    }

    #[test]
    fn the_definitions_of_the_binary_are_right() {
        let all = Definition::all().unwrap();
        assert_eq!(
            all.iter().map(|d| d.full.cells(1).len()).collect::<Vec<_>>(),
            [56, 280, 7, 8, 43, 26, 84, 52, 1960, 84, 168, 8, 336, 1680, 36, 448, 20, 31, 31, 30, 30, 63, 6]
        );
        assert_eq!(all[16].full.cells(3).len(), 60);
        for definition in all {
            assert!(!definition.claims.is_empty() && !definition.prose.is_empty(), "{}", definition.name);
        }
    }

    #[test]
    fn a_file_in_the_folder_is_carried_by_the_binary() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("definitions");
        let stems = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let mut stems: Vec<_> = stems.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
        stems.sort();
        let mut carried: Vec<_> = EMBEDDED.iter().map(|(name, _)| *name).collect();
        carried.sort_unstable();
        assert_eq!(stems, carried);
    }

    #[test]
    fn an_error_says_where_and_what() {
        let unknown = error("\nquestion", "\nquestoin");
        assert!(unknown.starts_with("x.toml:"), "{unknown}");
        assert!(unknown.contains("unknown field `questoin`") && unknown.ends_with("did you mean `question`?"));
        let line = FIGURE.lines().position(|line| line.starts_with("question")).unwrap() + 1;
        assert!(unknown.starts_with(&format!("x.toml:{line}:1: ")), "{unknown}");

        let scheme = error("\"two-big1\", ", "\"two-bg1\", ");
        assert!(scheme.contains("did you mean two-big1?") && scheme.starts_with("x.toml:"), "{scheme}");
        assert!(error("\"6x7\"", "\"0x5\"").contains("at least one row"));
        assert!(error("\"6x7\"", "\"12x12\"").contains("144 squares"));
        assert!(error("\"1K\"", "\"3K\"").contains("2K or 4K"));
        assert!(error("\"1K\"", "\"1\"").contains("fewer positions than an entry"));
        assert!(error("[\"6x7\", \"7x7\"]", "[]").contains("`boards` is missing, or empty"));
        assert!(error("boards = [\"6x7\", \"7x7\"]", "set = \"vsb-1994\"").contains("`boards` is missing"));
        assert!(error("[\"1K\", \"2K\", \"4K\", \"8K\", \"16K\"]", "[]").contains("no cells"));
        let line = FIGURE.lines().position(|line| line == "[quick]").unwrap() + 2;
        let stranger = error("[quick]\n", "[quick]\ndepths = [3]\n");
        assert_eq!(stranger, format!("x.toml:{line}: `depths` makes no sense for domineering: take it out"));
        assert!(error("\"clear\"", "\"stamp\"").contains("nothing to stamp"));
        let line = FIGURE.lines().position(|line| line.starts_with("positions")).unwrap() + 1;
        assert!(error("\"1K\"", "\"1\"").starts_with(&format!("x.toml:{line}: a table of 1 has fewer")));
        assert!(error("\nkind", "\npublished = \"no.csv\"\nkind").contains("no printed figures called `no.csv`"));
        assert!(error("\"clear\"", "\"cleer\"").contains("did you mean `clear`?"));
        assert!(error("first = \"vertical\"", "").contains("`first` is missing"));
    }

    /// Whatever finds it: the types, or what is checked afterwards.
    #[test]
    fn a_definition_may_have_one_part() {
        let (without, _) = FIGURE.split_once("[full]").unwrap();
        let definition = Definition::read("x", "x.toml", without).unwrap();
        assert_eq!(definition.full.cells(1), definition.quick.cells(1));
    }

    #[test]
    fn a_mistake_in_a_claim_names_its_line() {
        let text = include_str!("../definitions/article-fig-2.toml");
        let told = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            let wrong = text.replacen(from, to, 1);
            let line = wrong.lines().zip(text.lines()).position(|(wrong, right)| wrong != right).unwrap() + 1;
            let error = format!("{:#}", Definition::read("x", "x.toml", &wrong).unwrap_err());
            assert!(error.starts_with(&format!("x.toml:{line}:")), "line {line}: {error}");
            error
        };
        let order = "check.order-as-in = { experiment = \"article-fig-1\" }";
        let unknown = told(order, "check.order-as-in = { experiment = \"article-fig-9\" }");
        assert!(unknown.contains("unknown experiment `article-fig-9`; did you mean article-fig-"), "{unknown}");
        let sizes = told(order, "check.suggested = { scheme = \"deep\", sizes = [\"8K\", \"8K\"] }");
        assert!(sizes.ends_with("needs one size for each of `depths`: 2 for 0"), "{sizes}");
        told(order, "check.order-as-is = { experiment = \"article-fig-1\" }");
        told(order, "check.nodes = { schemes = [\"deep\"], than = [\"sheep\"] }");
        told(order, "check.order-as-in = { experiment = 1 }");
        told(order, "beside = { experiment = \"nothing\" }\ncheck.spread = { least = 0.1 }");
        told("\n[[claims]]\nsays", "\n[[claims]]\nsay");
    }

    #[test]
    fn control_characters_are_refused_where_they_stand() {
        for (field, from) in [
            ("title", "title = \""),
            ("cites", "cites = \""),
            ("question", "question = \""),
            ("says", "says = \""),
            ("prose", "prose = \"\"\""),
        ] {
            let line = FIGURE.lines().position(|line| line.starts_with(from)).unwrap() + 1;
            let error = error(from, &format!("{from}\\u0001"));
            assert!(error.starts_with(&format!("x.toml:{line}:")), "{field}: {error}");
            assert!(error.contains("the control character \\u{1} is not allowed here"), "{field}: {error}");
        }
        assert!(error("title = \"", "title = \"\\n").contains("\\u{a} is not allowed"));
    }

    #[test]
    fn an_unknown_name_suggests_the_nearest() {
        let error = |name| Definition::find(name).unwrap_err().to_string();
        assert!(error("thesis-figure-2.12").contains("did you mean thesis-fig-2.12?"));
        assert!(error("everything").contains("there are article-fig-1, "));
        assert!(error("./nowhere.toml").contains("cannot read ./nowhere.toml: there is no such file"));
    }

    #[test]
    fn a_suggested_size_is_met_within_a_doubling() {
        let read = |text: &str| Suggestion::read_text(text).map(|Suggestion { least, most }| (least, most)).ok();
        assert_eq!(read("16K"), Some((8 << 10, 32 << 10)));
        assert_eq!(read("≤ 8K"), Some((0, 16 << 10)));
        assert_eq!(read("≥ 1024K"), Some((512 << 10, u64::MAX)));
        assert_eq!((read("< 8K"), read("≤")), (None, None));
        assert_eq!(read("≥ 8589934592G"), Some((1 << 62, u64::MAX)));
        assert_eq!((read("≤ 8589934592G"), read("8589934592G")), (None, None));
    }

    #[test]
    fn a_search_without_a_table_is_one_cell() {
        let text = FIGURE.replacen("\"two-big1\", ", "\"none\", ", 1);
        let definition = Definition::read("x", "x.toml", &text).unwrap();
        let cells = definition.quick.cells(1);
        assert_eq!(cells.len(), 2 * (1 + 4 * 5));
        assert_eq!(cells.iter().filter(|cell| cell.scheme.is_none()).count(), 2);
    }
}
