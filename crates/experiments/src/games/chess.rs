//! Chess: the positions of games, searched by ALIBABA or by the best program.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use chess::{Keys, Position};
use engine::Techniques;
use programs::chess::{ChessJob, EngineJob, Program};
use programs::{Job, MeasuredTable, Nodes, SearchOptions, Searched};
use schemes::{Parts, Positions, Scheme};
use serde::Deserialize;

use super::techniques::{Changed, Changes};
use super::{
    CellSource, Combination, Configuration, FieldError, Frozen, GameCell, GameKind, GamePart, Group, GroupKind, Item,
    Observed, OptionUse, PartContext, PartFields, Profile, SolverKind, SolverMode, SolverProfile, Tables, TextFields,
    bench_cell, plain, some,
};
use crate::Cell;
use crate::between::Between;
use crate::position_set::{ByGame, PositionSet};
use crate::readings::Readings;
use crate::report_kind::ReportKind;
use crate::string_fields::read_list;

pub(super) const GAME: Profile = Profile {
    name: "chess",
    title: "chess",
    sums: GroupKind::Ply,
    kinds: &[ReportKind::Depths, ReportKind::Sizes, ReportKind::Loads, ReportKind::Techniques],
    can_stamp: true,
    options: &[OptionUse::StoredMoves, OptionUse::Horizon],
    csv_columns: &["set", "number", "depth", "between", "line", "mode", "without", "with"],
    default_positions: "1024K",
    speed_test: (
        "chess set=vsb-1994 game=1 depth=8 between=clear line=1 scheme=two-big1 positions=1024K parts=all seed=1970",
        1_000_000,
    ),
    bench_cells,
};

pub(super) const ALIBABA: SolverProfile = SolverProfile {
    name: GAME.name,
    game: GameKind::Chess,
    has_table: true,
    read: |fields| Ok(ChessCell::read(None, fields)?.into()),
    frozen_without_table: || Ok(vec![frozen(Between::Clear, 1)]),
    frozen_with_table: || Ok(frozen_with_table()),
};

pub(super) const BEST: SolverProfile = SolverProfile {
    name: "chess-best",
    game: GameKind::Chess,
    has_table: true,
    read: |fields| Ok(ChessCell::read(Some(Changes::read(fields).apply()?), fields)?.into()),
    frozen_without_table: || Ok(vec![frozen_best(Between::Clear, Techniques::STANDARD)]),
    frozen_with_table: || {
        let frozen = |between| frozen_best(between, Techniques::STANDARD);
        Ok(vec![
            Frozen::new(frozen(Between::Stamp), "64", Parts::all(), 0),
            Frozen::new(frozen(Between::Clear), "1K", Parts::all(), 1),
        ])
    },
};

/// The most moves of a line that a table keeps.
pub const MOST_MOVES: u8 = 5;

/// The positions of a game, searched one after another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChessCell {
    /// The test set.
    pub set: PositionSet,
    /// The number of the game in it, from 1.
    pub game: u16,
    /// Plies.
    pub depth: u8,
    /// What happens to the table between two searches.
    pub between: Between,
    /// Moves of a line that the table keeps.
    pub line: u8,
    /// The techniques of the best program; `None` if ALIBABA searches.
    pub best: Option<Techniques>,
}

impl From<ChessCell> for GameCell {
    fn from(cell: ChessCell) -> Self {
        Self::Chess(cell)
    }
}

impl GameCell {
    /// Returns what is searched, in chess.
    #[must_use]
    pub fn chess(&self) -> Option<&ChessCell> {
        if let Self::Chess(cell) = self { Some(cell) } else { None }
    }
}

impl ChessCell {
    fn read(best: Option<Techniques>, fields: &TextFields<'_>) -> Result<Self> {
        let between = Between::read(fields.get("between")?)?;
        let set: PositionSet = fields.get("set")?.parse()?;
        let game = fields.get("game")?.parse()?;
        let (depth, line) = (fields.get("depth")?.parse()?, fields.get("line")?.parse()?);
        let known = if set.is_empty() { usize::MAX } else { set.len() };
        if !(1..=known).contains(&usize::from(game)) {
            bail!("{set} does not have a game {game}");
        }
        if depth == 0 {
            bail!("invalid depth 0: expected at least 1");
        }
        let most = if best.is_some() { 1 } else { MOST_MOVES };
        if !(1..=most).contains(&line) {
            bail!("invalid line {line}: expected 1 to {most} moves");
        }
        Ok(Self { set, game, depth, between, line, best })
    }
}

impl Configuration for ChessCell {
    fn solver(&self) -> SolverKind {
        if self.best.is_some() { SolverKind::ChessBest } else { SolverKind::Chess }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { set, game, depth, between, line, best } = self;
        write!(f, " set={set} game={game} depth={depth} between={} line={line}", between.name())?;
        best.map_or(Ok(()), |techniques| write!(f, "{}", Changed::standard(techniques, ' ')))
    }

    fn job(&self, seed: u64) -> Result<Job> {
        let Some(game) = self.set.game(self.game) else {
            bail!("the positions of {} are not in this program: only their results are known", self.set);
        };
        let keys = Keys::new(seed);
        let read = |fen| Position::from_fen_with(fen, keys.clone()).expect("a test set has legal positions");
        let (positions, stamp) = (game.lines().map(read).collect(), self.between == Between::Stamp);
        Ok(match self.best {
            None => ChessJob { positions, depth: self.depth, stamp, line: self.line }.into(),
            Some(techniques) => EngineJob { positions, depth: self.depth, stamp, techniques }.into(),
        })
    }

    fn csv(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![
            ("set", self.set.name().to_owned()),
            ("number", self.game.to_string()),
            ("depth", self.depth.to_string()),
            ("between", self.between.name().to_owned()),
            ("line", self.line.to_string()),
        ];
        if let Some(techniques) = self.best {
            fields.extend(SolverMode::Best.csv());
            for (name, changed) in
                [("without", Techniques::STANDARD - techniques), ("with", techniques - Techniques::STANDARD)]
            {
                fields.extend((!changed.is_empty()).then(|| (name, changed.to_string())));
            }
        }
        fields
    }

    fn programs(&self) -> String {
        let changed = self.best.map(|techniques| Changed::standard(techniques, ':').to_string());
        changed.unwrap_or_default()
    }

    fn small_searches(&self, scheme: Option<Scheme>) -> Result<Vec<Cell>> {
        self.best.map(|techniques| small_search(techniques, scheme)).into_iter().collect()
    }

    fn observed(&self, _: u64, searches: &[Searched], depths: &BTreeSet<u8>) -> Vec<Observed> {
        let is_asked = |one: &&Searched| self.between.covers(self.depth, one.depth) && depths.contains(&one.depth);
        let observed = |one: &Searched| Observed {
            group: Group::Ply(one.depth),
            item: Item { set: Some(self.set.clone()), game: self.game, position: one.position },
            nodes: one.nodes,
        };
        searches.iter().filter(is_asked).map(observed).collect()
    }

    fn groups(&self, depths: &BTreeSet<u8>) -> Vec<(Group, Option<u8>)> {
        let depths = depths.iter().copied().filter(|&other| self.between.covers(self.depth, other));
        depths.map(|depth| (Group::Ply(depth), Some(depth))).collect()
    }

    fn sequence(&self) -> Option<(u16, usize)> {
        Some((self.game, self.set.game(self.game).map_or(0, |game| game.lines().count())))
    }

    /// Of the best program, as measured with searches to 6, 7, 8 and 9 ply in middle games.
    fn expected_nodes(&self) -> Option<u64> {
        self.best?;
        let positions = self.set.game(self.game)?.lines().count() as u64;
        (0..self.depth).try_fold(100 * positions, |nodes, _| Some(nodes.checked_mul(7)? / 4))
    }

    fn set_and_depth(&self) -> Option<(String, u8)> {
        Some((self.set.to_string(), self.depth))
    }

    fn line(&self) -> u8 {
        self.line
    }
}

/// Games to search.
#[derive(Clone, Debug)]
pub struct ChessPart {
    /// What happens to the table between two searches.
    pub between: Between,
    /// The test set.
    pub set: PositionSet,
    /// The numbers of its games, from 1; all of them if empty.
    pub games: Vec<u16>,
    /// Plies. With a table that is cleared between searches, only the deepest search is run: it gives the nodes of the
    /// others.
    pub depths: Vec<u8>,
    /// Plies of the search without a table; `depths` if empty.
    pub depths_without_table: Vec<u8>,
    /// How many moves of a line the table keeps.
    pub lines: Vec<u8>,
    /// Sets of techniques of the best program, which searches with each of them; empty if ALIBABA searches.
    pub best: Vec<Techniques>,
}

impl CellSource for ChessPart {
    fn cells(&self, scheme: Option<Scheme>) -> Vec<GameCell> {
        // Without a table nothing links the searches, and no line is kept. Some tables have room for one move.
        let (between, lines) = match scheme {
            Some(scheme) if scheme.payload_bits() < Scheme::TwoBig1.payload_bits() => (self.between, &[1][..]),
            Some(_) => (self.between, self.lines.as_slice()),
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
                let cell = |line, best| ChessCell { set: self.set.clone(), game, depth, between, line, best }.into();
                cells.extend(self.best.iter().map(|&techniques| cell(1, Some(techniques))));
                cells.extend(lines.iter().filter(|_| self.best.is_empty()).map(|&line| cell(line, None)));
            }
        }
        cells
    }

    fn depths(&self) -> &[u8] {
        &self.depths
    }

    fn set_depths(&mut self, depths: &[u8]) {
        self.depths = depths.to_vec();
        self.depths_without_table.clear();
    }

    fn has_options(&self) -> bool {
        self.best.is_empty()
    }

    fn lines(&self) -> &[u8] {
        &self.lines
    }
}

impl ChessPart {
    /// Returns the numbers of the games that are searched.
    #[must_use]
    pub fn game_numbers(&self) -> Vec<u16> {
        if self.games.is_empty() { (1..=u16::MAX).take(self.set.len()).collect() } else { self.games.clone() }
    }
}

/// The fields of a definition.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Fields {
    /// The name of a set, or the path of a CSV file that `ttlab testset` wrote.
    set: String,
    #[serde(default)]
    games: Vec<u16>,
    depths: Vec<u8>,
    #[serde(default)]
    depths_without_table: Vec<u8>,
    #[serde(default = "one_move")]
    lines: Vec<u8>,
    #[serde(default)]
    mode: SolverMode,
    /// Sets of techniques of the best program. The default is the standard set.
    #[serde(default)]
    techniques: Vec<Changes>,
    // The search and the table, as in every game.
    #[serde(default = "plain", deserialize_with = "read_list")]
    searches: Vec<SearchOptions>,
    #[serde(default)]
    also: Vec<Combination>,
    #[serde(default, deserialize_with = "read_list")]
    readings: Vec<Readings>,
    #[serde(deserialize_with = "read_list")]
    schemes: Vec<Option<Scheme>>,
    #[serde(deserialize_with = "read_list")]
    positions: Vec<Positions>,
    #[serde(deserialize_with = "read_list")]
    parts: Vec<Parts>,
}

fn one_move() -> Vec<u8> {
    vec![1]
}

impl PartFields for Fields {
    fn part(self, context: &PartContext<'_>, files: &mut Vec<PathBuf>) -> Result<(GamePart, Tables), FieldError> {
        let Self {
            set,
            games,
            depths,
            depths_without_table,
            lines,
            mode,
            techniques,
            searches,
            also,
            readings,
            schemes,
            positions,
            parts,
        } = self;
        some("searches", &searches)?;
        some("depths", &depths)?;
        let set = find_set(context.directory, &set, files).map_err(|error| ("set", error))?;
        let known = set.len();
        if known > usize::from(u16::MAX) {
            return Err(("set", anyhow!("{set} has {known} games: expected at most {}", u16::MAX)));
        }
        if let Some(game) = games.iter().find(|&&game| game == 0 || usize::from(game) > known) {
            return Err(("games", anyhow!("{set} does not have a game {game}: expected 1 to {known}")));
        }
        for (field, depths) in [("depths", &depths), ("depths-without-table", &depths_without_table)] {
            if depths.contains(&0) {
                return Err((field, anyhow!("invalid depth 0: expected at least 1")));
            }
        }
        some("lines", &lines)?;
        if let Some(line) = lines.iter().find(|line| !(1..=MOST_MOVES).contains(line)) {
            return Err(("lines", anyhow!("invalid line of {line} moves: expected 1 to {MOST_MOVES}")));
        }
        let tables = Tables { searches, also, readings, schemes, positions, parts };
        mode.check(&tables)?;
        let best = techniques_of(mode, &techniques, &lines)?;
        let between = context.between;
        Ok((GamePart::Chess(ChessPart { between, set, games, depths, depths_without_table, lines, best }), tables))
    }
}

/// Returns the sets of techniques of the best program; none if ALIBABA searches.
fn techniques_of(mode: SolverMode, techniques: &[Changes], lines: &[u8]) -> Result<Vec<Techniques>, FieldError> {
    match mode {
        SolverMode::Lab if techniques.is_empty() => Ok(Vec::new()),
        SolverMode::Lab => Err(("techniques", anyhow!("`techniques` needs mode = \"best\""))),
        SolverMode::Best if lines != [1] => {
            Err(("lines", anyhow!("mode = \"best\" needs lines = [1]: the best program stores one move")))
        }
        SolverMode::Best if techniques.is_empty() => Ok(vec![Techniques::STANDARD]),
        SolverMode::Best => {
            techniques.iter().map(Changes::apply).collect::<Result<_>>().map_err(|error| ("techniques", error))
        }
    }
}

/// Returns the test set of this name, or the one in the file of this path. The path of a file is added to `files`.
fn find_set(directory: &Path, text: &str, files: &mut Vec<PathBuf>) -> Result<PositionSet> {
    let path = Path::new(text);
    if path.extension().is_some_and(|extension| extension == "csv") {
        files.push(directory.join(path));
        PositionSet::read(&directory.join(path))
    } else {
        text.parse()
    }
}

/// Returns the endgame of 21 positions, to a small depth: every scheme and every use of the table.
fn bench_cells() -> Result<Vec<Cell>> {
    let set: PositionSet = "rabinovich-romanovsky".parse()?;
    let mut cells = Vec::new();
    let mut add = |scheme: Option<Scheme>, positions: &str, parts: Parts, between: Between, depth: u8, line: u8| {
        let game = ChessCell { set: set.clone(), game: 1, depth, between, line, best: None };
        cells.push(bench_cell(game, scheme, positions, parts)?);
        anyhow::Ok(())
    };
    for &scheme in Scheme::ALL {
        for between in Between::BOTH {
            add(Some(scheme), "256", Parts::all(), between, 3, 1)?;
        }
    }
    for parts in [Parts::MOVE, Parts::SCORE, Parts::EXACT, Parts::BOUNDS] {
        add(Some(Scheme::TwoBig1), "1K", parts, Between::Stamp, 3, 1)?;
    }
    add(Some(Scheme::TwoBig1), "1K", Parts::all(), Between::Stamp, 4, 1)?;
    add(Some(Scheme::TwoBig1), "256", Parts::all(), Between::Stamp, 3, 5)?;
    add(None, "", Parts::all(), Between::Clear, 3, 1)?;
    Ok(cells)
}

/// Returns the nodes of the strongest program on the same endgame: with the table with which it plays, with one whose
/// policy compares subtrees, and without a table.
pub(super) fn bench_of_engine() -> Result<u64> {
    let set: PositionSet = "rabinovich-romanovsky".parse()?;
    let game = set.game(1).context("the test set has a game")?;
    let positions = game.lines().map(Position::from_fen).collect::<Result<_, _>>()?;
    let job: Job = EngineJob { positions, depth: 7, stamp: true, techniques: Techniques::STANDARD }.into();
    let table = |scheme| Ok::<_, anyhow::Error>(Some(engine_table(scheme, "1K".parse()?)));
    let tables = [table(Program::Best.scheme())?, table("size-4".parse()?)?, None];
    let run =
        |&table: &_| Ok(programs::run(&job, table, SearchOptions::PLAIN, u64::MAX, &Nodes::default(), &|| 0.0)?.nodes);
    tables.iter().map(run).sum()
}

fn engine_table(scheme: Scheme, positions: Positions) -> MeasuredTable {
    MeasuredTable { scheme, positions, parts: Parts::all(), audited: false, seed: 0 }
}

/// Searches the frozen positions by the strongest program, with a table of `scheme`, and returns each search.
pub(crate) fn frozen_searches_of_engine(scheme: Scheme) -> Result<Vec<Searched>> {
    let positions = POSITIONS.iter().map(|fen| Position::from_fen(fen)).collect::<Result<_, _>>()?;
    let job: Job = EngineJob { positions, depth: 6, stamp: true, techniques: Techniques::STANDARD }.into();
    let table = Some(engine_table(scheme, "256".parse()?));
    let found = programs::run(&job, table, SearchOptions::PLAIN, u64::MAX, &Nodes::default(), &|| 0.0)?;
    Ok(found.ending.searches().to_vec())
}

fn frozen_with_table() -> Vec<Frozen> {
    vec![
        Frozen::new(frozen(Between::Stamp, 1), "64", Parts::all(), 0),
        Frozen::new(frozen(Between::Clear, 1), "256", Parts::MOVE, 1),
        Frozen::new(frozen(Between::Stamp, 1), "1K", Parts::EXACT, 2),
        Frozen::new(frozen(Between::Stamp, 3), "128", Parts::all(), 3),
    ]
}

/// The positions of the frozen searches: an opening, captures and castling, pawns that promote, and two successive
/// positions of an endgame.
const POSITIONS: [&str; 5] = [
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "r3k2r/pp3ppp/2n1bn2/3p4/3P4/2N1BN2/PP3PPP/R3K2R w KQkq - 4 12",
    "8/1P4k1/8/3K4/8/8/6p1/8 w - - 0 1",
    "8/5pk1/6p1/3R4/r6P/5PK1/8/8 w - - 3 45",
    "8/5pk1/3R2p1/8/r6P/5PK1/8/8 b - - 4 45",
];

fn frozen(between: Between, line: u8) -> GameCell {
    ChessCell { set: frozen_set(), game: 1, depth: 3, between, line, best: None }.into()
}

fn frozen_set() -> PositionSet {
    let mut games = ByGame::default();
    POSITIONS.iter().for_each(|fen| games.add("", fen));
    PositionSet::own("signature", games)
}

fn frozen_best(between: Between, techniques: Techniques) -> GameCell {
    ChessCell { set: frozen_set(), game: 1, depth: 7, between, line: 1, best: Some(techniques) }.into()
}

/// Returns a frozen search of the best program with these techniques, and with a small table of this scheme.
pub(super) fn small_search(techniques: Techniques, scheme: Option<Scheme>) -> Result<Cell> {
    bench_cell(frozen_best(Between::Stamp, techniques), scheme, "256", Parts::all())
}
