//! Connect Four: the test sets of the tutorial, solved by the generic search, by the best solver and by the tutorial's
//! own solver.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use connect_four::Position;
use programs::connect_four::{ConnectFourBestJob, ConnectFourJob, TutorialJob};
use programs::{Job, SearchOptions, Searched, StoredBounds};
use schemes::{Parts, Positions, Scheme};
use serde::Deserialize;

use super::{
    CellSource, Combination, Configuration, FieldError, Frozen, GameCell, GameKind, GamePart, Group, GroupKind, Item,
    Observed, OptionUse, PartContext, PartFields, PositionGroup, Profile, SolverKind, SolverMode, SolverProfile,
    Tables, TextFields, bench_cell, plain, some,
};
use crate::Cell;
use crate::connect_four_set::{ConnectFourSet, standard};
use crate::readings::Readings;
use crate::report_kind::ReportKind;
use crate::string_fields::{ReadText, read_list};

// ANCHOR: profile
pub(super) const GAME: Profile = Profile {
    name: "connect-four",
    title: "Connect Four",
    sums: GroupKind::Set,
    kinds: &[ReportKind::Sizes, ReportKind::Loads, ReportKind::Means],
    can_stamp: false,
    options: &[OptionUse::StoredMoves],
    csv_columns: &["board", "set", "number", "window", "bounds", "mode"],
    default_positions: "1024K",
    speed_test: (
        "connect-four set=middle-medium sample=1000 scheme=two-big1 positions=1024K parts=all seed=1970",
        2_000_000,
    ),
    bench_cells,
};

pub(super) const LAB: SolverProfile = SolverProfile {
    name: GAME.name,
    game: GameKind::ConnectFour,
    has_table: true,
    read: |fields| Ok(read_sample(SolverMode::Lab, fields)?.into()),
    frozen_without_table: || Ok(vec![lab(ConnectFourSet::EndEasy, 20).into()]),
    frozen_with_table: || Ok(frozen_with_table()),
};
// ANCHOR_END: profile

pub(super) const BEST: SolverProfile = SolverProfile {
    name: "connect-four-best",
    game: GameKind::ConnectFour,
    has_table: true,
    read: |fields| Ok(read_sample(SolverMode::Best, fields)?.into()),
    frozen_without_table: || Ok(vec![best(ConnectFourSet::EndEasy, 20).into()]),
    frozen_with_table: || Ok(frozen_best_with_table()),
};

pub(super) const TUTORIAL: SolverProfile = SolverProfile {
    name: "connect-four-tutorial",
    game: GameKind::ConnectFour,
    has_table: false,
    read: |fields| Ok(TutorialCell::read(fields)?.into()),
    frozen_without_table: || Ok(frozen_tutorial()),
    frozen_with_table: || Ok(Vec::new()),
};

/// Positions that are solved one after another, each with an empty table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConnectFourCell {
    /// The generic search or the best solver.
    pub mode: SolverMode,
    /// The test set.
    pub set: ConnectFourSet,
    /// How many of its positions, from the first one on.
    pub sample: u16,
}

/// Positions that the solver of the tutorial solves one after another, with the table that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TutorialCell {
    /// The test set.
    pub set: ConnectFourSet,
    /// How many of its positions, from the first one on.
    pub sample: u16,
    /// How much of the score is asked for.
    pub window: ScoreWindow,
    /// The bounds that the table stores.
    pub bounds: StoredBounds,
}

/// How much of the score of a position the tutorial's solver finds `[Pons, part 7]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreWindow {
    /// The score.
    Strong,
    /// Who wins.
    Weak,
}

impl ScoreWindow {
    const BOTH: [Self; 2] = [Self::Strong, Self::Weak];

    /// Returns `strong` or `weak`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Weak => "weak",
        }
    }
}

/// The names of the bounds that the tutorial's solver stores.
const BOUNDS: [(StoredBounds, &str); 2] = [(StoredBounds::Upper, "upper"), (StoredBounds::Both, "both")];

impl ReadText for StoredBounds {
    fn read_text(text: &str) -> Result<Self> {
        let found = BOUNDS.into_iter().find(|(_, name)| *name == text);
        found.map(|(bounds, _)| bounds).with_context(|| format!("invalid bounds `{text}`: expected upper or both"))
    }
}

fn read_sample(mode: SolverMode, fields: &TextFields<'_>) -> Result<ConnectFourCell> {
    let (set, sample) = (fields.get("set")?.parse()?, fields.get("sample")?.parse()?);
    if !is_sample(sample) {
        bail!("invalid sample {sample}: expected 1 to {} positions", ConnectFourSet::LEN);
    }
    Ok(ConnectFourCell { mode, set, sample })
}

fn is_sample(sample: u16) -> bool {
    (1..=ConnectFourSet::LEN).contains(&sample)
}

fn positions(set: ConnectFourSet, sample: u16) -> Vec<Position> {
    let lines = set.read();
    lines[..usize::from(sample)].iter().map(|line| line.moves.parse().expect("a test reads every line")).collect()
}

fn csv(set: ConnectFourSet, sample: u16) -> Vec<(&'static str, String)> {
    vec![("board", standard().to_string()), ("set", set.to_string()), ("number", sample.to_string())]
}

impl From<ConnectFourSet> for PositionGroup {
    fn from(set: ConnectFourSet) -> Self {
        Self { number: set as u64 + 1, stem: set.name(), title: set.title() }
    }
}

impl From<ConnectFourCell> for GameCell {
    fn from(cell: ConnectFourCell) -> Self {
        Self::ConnectFour(cell)
    }
}

impl From<TutorialCell> for GameCell {
    fn from(cell: TutorialCell) -> Self {
        Self::Tutorial(cell)
    }
}

impl GameCell {
    /// Returns what is solved, if the solver of the tutorial solves it.
    #[must_use]
    pub fn tutorial(&self) -> Option<TutorialCell> {
        if let Self::Tutorial(cell) = self { Some(*cell) } else { None }
    }
}

impl Configuration for ConnectFourCell {
    fn solver(&self) -> SolverKind {
        match self.mode {
            SolverMode::Lab => SolverKind::ConnectFour,
            SolverMode::Best => SolverKind::ConnectFourBest,
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " set={} sample={}", self.set, self.sample)
    }

    fn job(&self, seed: u64) -> Result<Job> {
        let positions = positions(self.set, self.sample);
        Ok(match self.mode {
            SolverMode::Lab => ConnectFourJob { positions, seed }.into(),
            SolverMode::Best => ConnectFourBestJob { positions, seed }.into(),
        })
    }

    fn csv(&self) -> Vec<(&'static str, String)> {
        csv(self.set, self.sample).into_iter().chain(self.mode.csv()).collect()
    }

    fn observed(&self, _: u64, searches: &[Searched], _: &BTreeSet<u8>) -> Vec<Observed> {
        let group = Group::Set(self.set.into());
        let observed = |one: &Searched| Observed { group, item: Item::alone(one.position), nodes: one.nodes };
        searches.iter().map(observed).collect()
    }

    fn groups(&self, _: &BTreeSet<u8>) -> Vec<(Group, Option<u8>)> {
        vec![(Group::Set(self.set.into()), None)]
    }

    fn sequence(&self) -> Option<(u16, usize)> {
        Some((0, usize::from(self.sample)))
    }
}

impl TutorialCell {
    fn read(fields: &TextFields<'_>) -> Result<Self> {
        let ConnectFourCell { set, sample, .. } = read_sample(SolverMode::Lab, fields)?;
        let name = fields.get("window")?;
        let Some(window) = ScoreWindow::BOTH.into_iter().find(|window| window.name() == name) else {
            bail!("invalid window `{name}`: expected strong or weak")
        };
        // Rows of part 7 are older than the other bounds.
        let bounds = fields.find("bounds").map(StoredBounds::read_text).transpose()?.unwrap_or_default();
        Ok(Self { set, sample, window, bounds })
    }
}

impl Configuration for TutorialCell {
    fn solver(&self) -> SolverKind {
        SolverKind::Tutorial
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " set={} sample={} window={}", self.set, self.sample, self.window.name())?;
        if self.bounds == StoredBounds::Both { f.write_str(" bounds=both") } else { Ok(()) }
    }

    fn job(&self, _: u64) -> Result<Job> {
        let (positions, weak) = (positions(self.set, self.sample), self.window == ScoreWindow::Weak);
        Ok(TutorialJob { positions, weak, bounds: self.bounds }.into())
    }

    fn csv(&self) -> Vec<(&'static str, String)> {
        let bounds = BOUNDS.into_iter().find(|(bounds, _)| *bounds == self.bounds);
        let bounds = bounds.map(|(_, name)| name.to_owned()).unwrap_or_default();
        let mut fields = csv(self.set, self.sample);
        fields.extend([("window", self.window.name().to_owned()), ("bounds", bounds)]);
        fields
    }

    /// None: the tutorial's solver is compared with the printed means, and with nothing else.
    fn observed(&self, _: u64, _: &[Searched], _: &BTreeSet<u8>) -> Vec<Observed> {
        Vec::new()
    }

    fn groups(&self, _: &BTreeSet<u8>) -> Vec<(Group, Option<u8>)> {
        Vec::new()
    }
}

/// Test sets to solve.
#[derive(Clone, Debug)]
pub struct ConnectFourPart {
    /// The solver, if it is not that of the tutorial.
    pub mode: SolverMode,
    /// The test sets.
    pub sets: Vec<ConnectFourSet>,
    /// How many positions of each set, from the first one on.
    pub sample: u16,
    /// How much of the score the tutorial's solver is asked for; empty if the generic search solves.
    pub windows: Vec<ScoreWindow>,
    /// The bounds that the table of the tutorial's solver stores.
    pub bounds: Vec<StoredBounds>,
}

impl CellSource for ConnectFourPart {
    fn cells(&self, _: Option<Scheme>) -> Vec<GameCell> {
        let sample = self.sample;
        let of_set = |&set: &ConnectFourSet| {
            let each = self.bounds.iter().flat_map(|&bounds| self.windows.iter().map(move |&window| (bounds, window)));
            let tutorial = each.map(move |(bounds, window)| TutorialCell { set, sample, window, bounds }.into());
            let other = self.windows.is_empty().then(|| ConnectFourCell { mode: self.mode, set, sample }.into());
            tutorial.chain(other)
        };
        self.sets.iter().flat_map(of_set).collect()
    }

    fn has_options(&self) -> bool {
        self.windows.is_empty() && self.mode == SolverMode::Lab
    }

    fn sample(&self) -> usize {
        self.sets.len() * usize::from(self.sample)
    }
}

/// The fields of a definition.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Fields {
    #[serde(default)]
    mode: SolverMode,
    #[serde(deserialize_with = "read_list")]
    sets: Vec<ConnectFourSet>,
    #[serde(default = "all_positions")]
    sample: u16,
    #[serde(default)]
    windows: Vec<ScoreWindow>,
    #[serde(default = "upper_bounds", deserialize_with = "read_list")]
    bounds: Vec<StoredBounds>,
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

fn all_positions() -> u16 {
    ConnectFourSet::LEN
}

fn upper_bounds() -> Vec<StoredBounds> {
    vec![StoredBounds::Upper]
}

impl PartFields for Fields {
    fn part(self, context: &PartContext<'_>, _: &mut Vec<PathBuf>) -> Result<(GamePart, Tables), FieldError> {
        let Self { mode, sets, sample, windows, bounds, searches, also, readings, schemes, positions, parts } = self;
        some("searches", &searches)?;
        some("bounds", &bounds)?;
        some("sets", &sets)?;
        if !is_sample(sample) {
            return Err(("sample", anyhow!("invalid sample {sample}: expected 1 to {}", ConnectFourSet::LEN)));
        }
        let is_tutorial = !windows.is_empty();
        if is_tutorial && mode == SolverMode::Best {
            return Err(("mode", anyhow!("mode = \"best\" excludes `windows`, which only the tutorial's solver has")));
        }
        if is_tutorial && schemes.iter().any(Option::is_some) {
            let what = "`windows` needs schemes = [\"none\"]: the tutorial's solver has its own table";
            return Err(("windows", anyhow!(what)));
        }
        if is_tutorial && (searches.iter().any(|search| !search.is_plain()) || !also.is_empty()) {
            let what = "`windows` needs searches = [\"plain\"]: the tutorial's solver does not have options";
            return Err(("windows", anyhow!(what)));
        }
        if !is_tutorial && bounds != upper_bounds() {
            return Err(("bounds", anyhow!("`bounds` needs `windows`: only the tutorial's solver has them")));
        }
        match (context.kind == ReportKind::Means, is_tutorial) {
            (true, false) => return Err(("windows", anyhow!("a report of kind \"means\" needs `windows`"))),
            (false, true) => return Err(("windows", anyhow!("`windows` needs a report of kind \"means\""))),
            _ => {}
        }
        let tables = Tables { searches, also, readings, schemes, positions, parts };
        mode.check(&tables)?;
        Ok((GamePart::ConnectFour(ConnectFourPart { mode, sets, sample, windows, bounds }), tables))
    }
}

/// Positions near the end of the game: every scheme and every use of the table.
fn bench_cells() -> Result<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut add = |set, sample, scheme: Option<Scheme>, positions: &str, parts: Parts| {
        cells.push(bench_cell(lab(set, sample), scheme, positions, parts)?);
        anyhow::Ok(())
    };
    for &scheme in Scheme::ALL {
        add(ConnectFourSet::EndEasy, 50, Some(scheme), "16", Parts::all())?;
        add(ConnectFourSet::MiddleEasy, 10, Some(scheme), "256", Parts::all())?;
    }
    for parts in [Parts::MOVE, Parts::SCORE, Parts::EXACT, Parts::BOUNDS] {
        add(ConnectFourSet::MiddleEasy, 10, Some(Scheme::TwoBig1), "1K", parts)?;
    }
    add(ConnectFourSet::EndEasy, 50, None, "", Parts::all())?;
    for window in ScoreWindow::BOTH {
        let (set, bounds) = (ConnectFourSet::EndEasy, StoredBounds::Upper);
        let game = TutorialCell { set, sample: 50, window, bounds };
        cells.push(bench_cell(game, None, "", Parts::all())?);
    }
    Ok(cells)
}

fn frozen_tutorial() -> Vec<GameCell> {
    let (set, bounds) = (ConnectFourSet::EndEasy, StoredBounds::Upper);
    let window = |window| TutorialCell { set, sample: 20, window, bounds }.into();
    ScoreWindow::BOTH.map(window).to_vec()
}

fn frozen_with_table() -> Vec<Frozen> {
    vec![
        Frozen::new(lab(ConnectFourSet::EndEasy, 40), "16", Parts::all(), 0),
        Frozen::new(lab(ConnectFourSet::MiddleEasy, 1), "64", Parts::all(), 1),
        Frozen::new(lab(ConnectFourSet::EndEasy, 10), "32", Parts::BOUNDS, 2),
        Frozen::new(lab(ConnectFourSet::EndEasy, 10), "32", Parts::MOVE, 3),
    ]
}

fn lab(set: ConnectFourSet, sample: u16) -> ConnectFourCell {
    ConnectFourCell { mode: SolverMode::Lab, set, sample }
}

fn best(set: ConnectFourSet, sample: u16) -> ConnectFourCell {
    ConnectFourCell { mode: SolverMode::Best, set, sample }
}

/// The boards and moves of the signature of the best solver with its own table: one board for each type of bitboard.
pub(crate) const FROZEN_TEAM: [(&str, &str); 4] = [
    ("6x7", "274552224131661"),
    ("5x4", ""),
    ("6x8", "1234567812345678876543218765"),
    ("8x8", "1234567812345678876543218765432112345678"),
];

fn frozen_best_with_table() -> Vec<Frozen> {
    vec![
        Frozen::new(best(ConnectFourSet::MiddleEasy, 10), "16", Parts::all(), 0),
        Frozen::new(best(ConnectFourSet::MiddleMedium, 1), "64", Parts::all(), 1),
    ]
}
