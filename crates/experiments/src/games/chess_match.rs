//! Games of chess between two sides: what a table or a technique is worth in games.
//!
//! A cell is a block of pairs of one variant against the base, so that the blocks of a long match run in parallel, on
//! several machines, and one after another.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow, bail};
use engine::Techniques;
use programs::chess::MatchJob;
use programs::chess::versus::{MatchSide, SideProgram};
use programs::{Job, SearchOptions, Searched};
use schemes::{EvaluationTable, Parts, Positions, Scheme};
use serde::Deserialize;
use tt::{Pages, Size};

use super::chess::small_search;
use super::techniques::{Changed, Changes};
use super::{
    CellSource, Configuration, FieldError, GameCell, GameKind, GamePart, Group, GroupKind, Observed, PartContext,
    PartFields, Profile, SolverKind, SolverProfile, Tables, TextFields, some,
};
use crate::Cell;
use crate::between::Between;
use crate::report_kind::ReportKind;
use crate::table_text::read_scheme;
use crate::text::grouped;

pub(super) const GAME: Profile = Profile {
    name: "chess-match",
    title: "games of chess",
    sums: GroupKind::Match,
    kinds: &[ReportKind::Match],
    can_stamp: true,
    options: &[],
    csv_columns: &["variant", "base", "number", "pairs", "between"],
    default_positions: "64K",
    speed_test: (
        "chess-match variant=depth-4+age-8:64K:5000 base=depth-4+age-8:64K:5000 between=stamp openings=1970 first=0 \
         pairs=1 scheme=none parts=all seed=1970",
        u64::MAX,
    ),
    bench_cells: || Ok(Vec::new()),
};

pub(super) const MATCH: SolverProfile = SolverProfile {
    name: GAME.name,
    game: GameKind::ChessMatch,
    has_table: false,
    read: |fields| Ok(MatchCell::read(fields)?.into()),
    frozen_without_table: || Ok(vec![frozen()?]),
    frozen_with_table: || Ok(Vec::new()),
};

/// The moves of both sides in a game, on average, as measured with 5,000 nodes a move.
const MOVES: u64 = 137;

/// A side of a match: the best program with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contestant {
    /// The replacement scheme.
    pub scheme: Scheme,
    /// The size of the table.
    pub size: Size,
    /// The most nodes of a move.
    pub nodes: u64,
    /// The techniques.
    pub techniques: Techniques,
}

impl fmt::Display for Contestant {
    /// Writes `SCHEME:SIZE:NODES`, and what is changed of the standard techniques.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scheme, size, nodes, techniques } = *self;
        write!(f, "{}:{}:{nodes}{}", scheme.name(), size_text(size), Changed::standard(techniques, ':'))
    }
}

/// Returns a size as text without a space, which can be read.
fn size_text(size: Size) -> String {
    match size {
        Size::Positions(number) => Positions::new(number).map_or_else(|_| number.to_string(), |one| one.to_string()),
        Size::Bytes(bytes) if bytes.is_multiple_of(1 << 20) => format!("{}MiB", bytes >> 20),
        Size::Bytes(bytes) => format!("{}KiB", bytes >> 10),
    }
}

impl Contestant {
    fn read(text: &str) -> Result<Self> {
        let mut words = text.split(':');
        let mut next = || words.next().with_context(|| format!("invalid side `{text}`: expected SCHEME:SIZE:NODES"));
        let (scheme, size, nodes) = (some_scheme(next()?)?, next()?.parse()?, next()?.parse()?);
        let changes: Vec<(&str, &str)> = words.filter_map(|word| word.split_once('=')).collect();
        let find = |name: &str| changes.iter().find(|one| one.0 == name).map(|one| one.1.to_owned());
        let techniques = Changes { without: find("without"), with: find("with") }.apply()?;
        Ok(Self { scheme, size, nodes, techniques })
    }

    /// Returns the side without what only its limits and its size change.
    fn program(&self) -> String {
        let Self { scheme, techniques, .. } = *self;
        format!("{}{}", scheme.name(), Changed::standard(techniques, ':'))
    }

    fn side(&self, between: Between) -> MatchSide {
        let Self { scheme, size, nodes, techniques } = *self;
        let (program, forgets) = (SideProgram::Engine(techniques), between == Between::Clear);
        MatchSide { scheme: Some(scheme), size, program, nodes, forgets }
    }

    /// Returns the side, as people write it.
    #[must_use]
    pub fn words(&self) -> String {
        let words = format!("{}, {}, {} nodes a move", self.scheme.name(), size_text(self.size), grouped(self.nodes));
        [vec![words], changes(Techniques::STANDARD, self.techniques)].concat().join(", ")
    }

    /// Returns what tells the side from another one, as people write it.
    #[must_use]
    pub fn label(&self, other: &Self) -> String {
        let mut words = Vec::new();
        if self.scheme != other.scheme {
            words.push(self.scheme.name().to_owned());
        }
        if self.size != other.size {
            words.push(size_text(self.size));
        }
        if self.nodes != other.nodes {
            words.push(format!("{} nodes", grouped(self.nodes)));
        }
        words.extend(changes(other.techniques, self.techniques));
        if words.is_empty() { "the same".to_owned() } else { words.join(", ") }
    }
}

/// Returns what tells techniques from others, as people write it.
fn changes(from: Techniques, to: Techniques) -> Vec<String> {
    let changed = Changed { from, to, separator: '\n' }.to_string();
    changed.split('\n').skip(1).map(|change| change.replace('=', " ")).collect()
}

fn some_scheme(name: &str) -> Result<Scheme> {
    read_scheme(name)?.context("a side needs a table: expected a replacement scheme")
}

/// Some pairs of games between two sides. Both games of a pair start from the same random opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MatchCell {
    /// The side that all variants play against.
    pub base: Contestant,
    /// The side whose results are counted.
    pub variant: Contestant,
    /// What happens to the tables between two moves of a side.
    pub between: Between,
    /// The seed of the openings and of the keys.
    pub openings: u64,
    /// The number of the first pair in the match, from 0.
    pub first: u64,
    /// How many pairs.
    pub pairs: u64,
}

impl From<MatchCell> for GameCell {
    fn from(cell: MatchCell) -> Self {
        Self::ChessMatch(cell.into())
    }
}

impl GameCell {
    /// Returns the pairs, if games are played.
    #[must_use]
    pub fn chess_match(&self) -> Option<&MatchCell> {
        if let Self::ChessMatch(cell) = self { Some(cell) } else { None }
    }
}

impl MatchCell {
    fn read(fields: &TextFields<'_>) -> Result<Self> {
        let number = |name| anyhow::Ok(fields.get(name)?.parse::<u64>()?);
        let (openings, first, pairs) = (number("openings")?, number("first")?, number("pairs")?);
        if pairs == 0 || first.checked_add(pairs).is_none() {
            bail!("invalid number of pairs {pairs}");
        }
        let (variant, base) = (Contestant::read(fields.get("variant")?)?, Contestant::read(fields.get("base")?)?);
        Ok(Self { base, variant, between: Between::read(fields.get("between")?)?, openings, first, pairs })
    }
}

impl Configuration for MatchCell {
    fn solver(&self) -> SolverKind {
        SolverKind::ChessMatch
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { base, variant, between, openings, first, pairs } = self;
        write!(f, " variant={variant} base={base} between={}", between.name())?;
        write!(f, " openings={openings} first={first} pairs={pairs}")
    }

    /// The seed of the cell is that of tables of the laboratory, which the sides do not have: the pairs have their own.
    fn job(&self, _: u64) -> Result<Job> {
        let sides = [self.variant, self.base].map(|side| side.side(self.between));
        Ok(MatchJob { sides, seed: self.openings, first: self.first, pairs: self.pairs }.into())
    }

    fn csv(&self) -> Vec<(&'static str, String)> {
        vec![
            ("variant", self.variant.to_string()),
            ("base", self.base.to_string()),
            ("number", self.first.to_string()),
            ("pairs", self.pairs.to_string()),
            ("between", self.between.name().to_owned()),
        ]
    }

    /// None: sides are compared by the results of their games.
    fn observed(&self, _: u64, _: &[Searched], _: &BTreeSet<u8>) -> Vec<Observed> {
        Vec::new()
    }

    fn groups(&self, _: &BTreeSet<u8>) -> Vec<(Group, Option<u8>)> {
        Vec::new()
    }

    fn expected_nodes(&self) -> Option<u64> {
        // Both games of a pair, in which each side makes half of the moves.
        (self.base.nodes.checked_add(self.variant.nodes)?).checked_mul(MOVES * self.pairs)
    }

    fn programs(&self) -> String {
        format!("{}/{}", self.variant.program(), self.base.program())
    }

    fn small_searches(&self, _: Option<Scheme>) -> Result<Vec<Cell>> {
        let search = |side: &Contestant| small_search(side.techniques, Some(side.scheme));
        [&self.variant, &self.base].into_iter().map(search).collect()
    }
}

/// A match of a definition: variants that each play the same number of pairs against the base.
#[derive(Clone, Debug)]
pub struct MatchOfPart {
    /// The number of pairs of each variant.
    pub pairs: u64,
    /// The side that the variants play against.
    pub base: Contestant,
    /// The sides whose results are counted.
    pub variants: Vec<Contestant>,
}

/// Matches to play.
#[derive(Clone, Debug)]
pub struct MatchPart {
    /// What happens to the tables between two moves of a side.
    pub between: Between,
    /// The seed of the openings and of the keys.
    pub seed: u64,
    /// The number of pairs of a cell, or fewer in the last one of a match.
    pub block: u64,
    /// The matches.
    pub matches: Vec<MatchOfPart>,
}

impl CellSource for MatchPart {
    fn cells(&self, _: Option<Scheme>) -> Vec<GameCell> {
        let &Self { between, seed, block, ref matches } = self;
        let blocks = |one: &MatchOfPart| {
            let pairs = one.pairs;
            (0..pairs).step_by(usize::try_from(block).unwrap_or(usize::MAX)).map(move |first| (first, pairs))
        };
        let cells = |one: &MatchOfPart| {
            let (base, variants) = (one.base, one.variants.clone());
            let cell = move |variant, (first, of_match): (u64, u64)| {
                let pairs = block.min(of_match - first);
                MatchCell { base, variant, between, openings: seed, first, pairs }.into()
            };
            let blocks = blocks(one);
            variants.into_iter().flat_map(move |variant| blocks.clone().map(move |block| cell(variant, block)))
        };
        matches.iter().flat_map(|one| cells(one).collect::<Vec<GameCell>>()).collect()
    }

    fn has_options(&self) -> bool {
        false
    }
}

impl GamePart {
    /// Returns the number of pairs of games of all matches; 0 in parts whose positions are searched.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        let Self::ChessMatch(part) = self else { return 0 };
        part.matches.iter().map(|one| one.pairs.saturating_mul(one.variants.len() as u64)).fold(0, u64::saturating_add)
    }
}

/// The fields of a definition.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Fields {
    /// The seed of the openings and of the keys.
    #[serde(default = "default_seed")]
    seed: u64,
    /// The number of pairs of a cell.
    block: u64,
    matches: Vec<MatchFields>,
}

fn default_seed() -> u64 {
    zobrist::DEFAULT_SEED
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct MatchFields {
    pairs: u64,
    base: SideFields,
    variants: Vec<SideFields>,
}

/// A side. A variant has what it does not state from the base.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SideFields {
    scheme: Option<String>,
    /// The size of the table: positions, or memory such as `64KiB`.
    table: Option<String>,
    nodes: Option<u64>,
    without: Option<String>,
    with: Option<String>,
}

impl SideFields {
    /// Returns the side, with what it does not state from `base`.
    fn contestant(&self, base: Option<&Contestant>) -> Result<Contestant> {
        let Self { scheme, table, nodes, without, with } = self.clone();
        let missing = |field: &str| anyhow!("`base` does not have a `{field}`");
        let scheme = scheme.map(|name| some_scheme(&name)).transpose()?;
        let scheme = scheme.or(base.map(|base| base.scheme)).ok_or_else(|| missing("scheme"))?;
        let size = table.map(|size| size.parse()).transpose()?;
        let size = size.or(base.map(|base| base.size)).ok_or_else(|| missing("table"))?;
        let nodes = nodes.or(base.map(|base| base.nodes)).ok_or_else(|| missing("nodes"))?;
        if nodes == 0 {
            bail!("invalid `nodes = 0`: expected at least 1");
        }
        let techniques = match base {
            Some(base) if without.is_none() && with.is_none() => base.techniques,
            _ => Changes { without, with }.apply()?,
        };
        drop(EvaluationTable::with_evaluations(size, scheme, Pages::Default)?);
        Ok(Contestant { scheme, size, nodes, techniques })
    }
}

impl PartFields for Fields {
    fn part(self, context: &PartContext<'_>, _: &mut Vec<PathBuf>) -> Result<(GamePart, Tables), FieldError> {
        let Self { seed, block, matches } = self;
        if block == 0 {
            return Err(("block", anyhow!("invalid `block = 0`: expected at least one pair a cell")));
        }
        some("matches", &matches)?;
        let matches = matches.iter().map(MatchFields::read).collect::<Result<_>>();
        let matches = matches.map_err(|error| ("matches", error))?;
        let game = GamePart::ChessMatch(MatchPart { between: context.between, seed, block, matches });
        // The sides have tables of their own.
        let (searches, schemes, parts) = (vec![SearchOptions::PLAIN], vec![None], vec![Parts::all()]);
        let (also, readings, positions) = (Vec::new(), Vec::new(), Vec::new());
        Ok((game, Tables { searches, also, readings, schemes, positions, parts }))
    }
}

impl MatchFields {
    fn read(&self) -> Result<MatchOfPart> {
        let &Self { pairs, ref base, ref variants } = self;
        if pairs == 0 || variants.is_empty() {
            bail!("a match without games: expected at least one of `pairs` and one of `variants`");
        }
        let base = base.contestant(None)?;
        let variants = variants.iter().map(|side| side.contestant(Some(&base))).collect::<Result<_>>()?;
        Ok(MatchOfPart { pairs, base, variants })
    }
}

/// A pair of the standard program against itself, with few nodes: its openings, its rules and its stamps.
fn frozen() -> Result<GameCell> {
    let side = Contestant::read("depth-4+age-8:256:20")?;
    Ok(MatchCell { base: side, variant: side, between: Between::Stamp, openings: 1, first: 0, pairs: 1 }.into())
}
