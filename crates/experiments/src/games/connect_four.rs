//! Connect Four: the test sets of the tutorial, solved by the generic search and by the tutorial's own solver.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use connect_four::Position;
use programs::{Job, SearchOptions, Searched, StoredBounds};
use serde::Deserialize;
use tt::{Parts, Positions, Scheme};

use super::{
    Combination, Configuration, CsvFields, FieldError, Frozen, GameCell, GamePart, Group, Item, Observed, PartContext,
    PartFields, SolverKind, Tables, TextFields, bench_cell, plain, some,
};
use crate::Cell;
use crate::connect_four_set::{ConnectFourSet, standard};
use crate::readings::Readings;
use crate::report_kind::Kind;
use crate::string_fields::{ReadText, read_list};

/// Positions that the generic search solves one after another, each with an empty table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConnectFourCell {
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

fn read_sample(fields: &TextFields<'_>) -> Result<ConnectFourCell> {
    let (set, sample) = (fields.get("set")?.parse()?, fields.get("sample")?.parse()?);
    if !is_sample(sample) {
        bail!("invalid sample {sample}: expected 1 to {} positions", ConnectFourSet::LEN);
    }
    Ok(ConnectFourCell { set, sample })
}

fn is_sample(sample: u16) -> bool {
    (1..=ConnectFourSet::LEN).contains(&sample)
}

fn positions(set: ConnectFourSet, sample: u16) -> Vec<Position> {
    let lines = set.read();
    lines[..usize::from(sample)].iter().map(|line| line.moves.parse().expect("a test reads every line")).collect()
}

fn csv(set: ConnectFourSet, sample: u16, window: &str) -> CsvFields {
    CsvFields {
        board: standard().to_string(),
        set: set.to_string(),
        number: sample.to_string(),
        window: window.to_owned(),
        ..CsvFields::default()
    }
}

impl ConnectFourCell {
    pub(super) fn read(fields: &TextFields<'_>) -> Result<Self> {
        read_sample(fields)
    }
}

impl Configuration for ConnectFourCell {
    fn solver(&self) -> SolverKind {
        SolverKind::ConnectFour
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " set={} sample={}", self.set, self.sample)
    }

    fn job(&self, seed: u64) -> Result<Job> {
        Ok(Job::ConnectFour { positions: positions(self.set, self.sample), seed })
    }

    fn csv(&self) -> CsvFields {
        csv(self.set, self.sample, "")
    }

    fn observed(&self, _: u64, searches: &[Searched], _: &BTreeSet<u8>) -> Vec<Observed> {
        let group = Group::ConnectFour(self.set);
        let observed = |one: &Searched| Observed { group, item: Item::alone(one.position), nodes: one.nodes };
        searches.iter().map(observed).collect()
    }

    fn groups(&self, _: &BTreeSet<u8>) -> Vec<(Group, Option<u8>)> {
        vec![(Group::ConnectFour(self.set), None)]
    }

    fn sequence(&self) -> Option<(u16, usize)> {
        Some((0, usize::from(self.sample)))
    }
}

impl TutorialCell {
    pub(super) fn read(fields: &TextFields<'_>) -> Result<Self> {
        let ConnectFourCell { set, sample } = read_sample(fields)?;
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
        Ok(Job::Tutorial { positions, weak, bounds: self.bounds })
    }

    fn csv(&self) -> CsvFields {
        let bounds = BOUNDS.into_iter().find(|(bounds, _)| *bounds == self.bounds);
        let bounds = bounds.map(|(_, name)| name.to_owned()).unwrap_or_default();
        CsvFields { bounds, ..csv(self.set, self.sample, self.window.name()) }
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
    /// The test sets.
    pub sets: Vec<ConnectFourSet>,
    /// How many positions of each set, from the first one on.
    pub sample: u16,
    /// How much of the score the tutorial's solver is asked for; empty if the generic search solves.
    pub windows: Vec<ScoreWindow>,
    /// The bounds that the table of the tutorial's solver stores.
    pub bounds: Vec<StoredBounds>,
}

impl ConnectFourPart {
    pub(super) fn cells(&self) -> Vec<GameCell> {
        let sample = self.sample;
        let of_set = |&set: &ConnectFourSet| {
            let each = self.bounds.iter().flat_map(|&bounds| self.windows.iter().map(move |&window| (bounds, window)));
            let tutorial = each.map(move |(bounds, window)| TutorialCell { set, sample, window, bounds }.into());
            let generic = self.windows.is_empty().then(|| ConnectFourCell { set, sample }.into());
            tutorial.chain(generic)
        };
        self.sets.iter().flat_map(of_set).collect()
    }
}

/// The fields of a definition.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Fields {
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
        let Self { sets, sample, windows, bounds, searches, also, readings, schemes, positions, parts } = self;
        some("searches", &searches)?;
        some("bounds", &bounds)?;
        some("sets", &sets)?;
        if !is_sample(sample) {
            return Err(("sample", anyhow!("invalid sample {sample}: expected 1 to {}", ConnectFourSet::LEN)));
        }
        let is_tutorial = !windows.is_empty();
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
        match (context.kind == Kind::Means, is_tutorial) {
            (true, false) => return Err(("windows", anyhow!("a report of kind \"means\" needs `windows`"))),
            (false, true) => return Err(("windows", anyhow!("`windows` needs a report of kind \"means\""))),
            _ => {}
        }
        let game = GamePart::ConnectFour(ConnectFourPart { sets, sample, windows, bounds });
        Ok((game, Tables { searches, also, readings, schemes, positions, parts }))
    }
}

/// Positions near the end of the game: every scheme and every use of the table.
pub(super) fn bench_cells() -> Result<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut add = |set, sample, scheme: Option<Scheme>, positions: &str, parts: Parts| {
        cells.push(bench_cell(ConnectFourCell { set, sample }, scheme, positions, parts)?);
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

pub(super) fn frozen_without_table() -> Vec<GameCell> {
    vec![ConnectFourCell { set: ConnectFourSet::EndEasy, sample: 20 }.into()]
}

pub(super) fn frozen_tutorial() -> Vec<GameCell> {
    let (set, bounds) = (ConnectFourSet::EndEasy, StoredBounds::Upper);
    let window = |window| TutorialCell { set, sample: 20, window, bounds }.into();
    ScoreWindow::BOTH.map(window).to_vec()
}

pub(super) fn frozen_with_table() -> Vec<Frozen> {
    let of = |set, sample| ConnectFourCell { set, sample };
    vec![
        Frozen::new(of(ConnectFourSet::EndEasy, 40), "16", Parts::all(), 0),
        Frozen::new(of(ConnectFourSet::MiddleEasy, 1), "64", Parts::all(), 1),
        Frozen::new(of(ConnectFourSet::EndEasy, 10), "32", Parts::BOUNDS, 2),
        Frozen::new(of(ConnectFourSet::EndEasy, 10), "32", Parts::MOVE, 3),
    ]
}
