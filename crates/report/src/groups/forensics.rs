//! How well each reading of the sources reproduces the printed numbers.
//!
//! Some of the numbers are used to choose a reading, and the others confirm the choice: see [`Residual::confirms`].

use std::collections::{BTreeMap, BTreeSet};

use experiments::Row;
use experiments::board::Board;
use experiments::cell::{Between, GameKind};
use experiments::definition::{Definition, Part};
use experiments::published::{Boards, Depths};
use experiments::readings::{PRESETS, Readings};
use experiments::text::grouped;
use schemes::{Parts, Scheme};

use crate::numbers::board_summary::BoardConfiguration;
use crate::numbers::names::scheme_label;
use crate::numbers::observations::{Group, Variant};
use crate::numbers::printed_boards::{has_printed_depths, printed_nodes};
use crate::numbers::totals::Totals;
use crate::report::Report;
use crate::show::block::Block;

/// The range of our number divided by the printed one that counts as a match in chess: a factor of 1.25 either way.
const NEAR_IN_CHESS: f64 = 1.25;

/// The same for the boards of domineering: a tenth.
const NEAR_ON_BOARDS: f64 = 1.1;

/// What the columns of the table of readings are.
const NOTE: &str = "\
`error` is the root mean square of the logarithm of ours / published: 0.1 is about 10 %. `default` is that of the
default over the same numbers. A reading is chosen by the numbers of the first column, and the third column confirms it:
Table 3 after Tables 1 and 2, every second board after the others. `spread` is the error that a constant factor would
leave.";

/// What the numbers of the table of classes are.
const CLASSES: &str = "\
With 1024K positions and few collisions, published counts of some schemes are equal at 4 and 5 ply. `classes` counts the
pairs of schemes that are equal in ours and in print, or in neither.";

/// One of our numbers beside the printed one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// Where it was printed: the depth of a table of the article, or a board.
    pub(super) group: Group,
    /// The scheme; `None` without a table.
    pub(super) scheme: Option<Scheme>,
    /// Ours.
    pub ours: f64,
    /// The printed number.
    pub printed: u64,
    /// Whether the number is held out: whether it takes no part in the choice of a reading.
    pub confirms: bool,
}

impl Residual {
    /// Returns our number divided by the printed one.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.ours / self.printed as f64
    }
}

/// What a reading makes of the printed numbers of a game.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The game.
    pub game: GameKind,
    /// The readings.
    pub readings: Readings,
    /// The scheme, if it is not the one of the printed numbers: boards were printed for one scheme only.
    pub other_scheme: Option<Scheme>,
    /// Every printed number that was searched.
    pub residuals: Vec<Residual>,
}

impl Fit {
    /// Returns what the numbers were searched with, such as `domi-1998` or `domi-1998, Big1`.
    pub(super) fn name(&self) -> String {
        let scheme = self.other_scheme.map_or_else(String::new, |scheme| format!(", {}", scheme_label(Some(scheme))));
        self.readings.name() + &scheme
    }

    /// Returns what this reading makes of the numbers that were searched with another one.
    pub(super) fn where_in(&self, other: &Fit) -> Self {
        let key = |one: &Residual| (one.group, one.scheme, one.confirms);
        let is_in = |one: &&Residual| other.residuals.iter().any(|of_other| key(of_other) == key(one));
        Self { residuals: self.residuals.iter().filter(is_in).copied().collect(), ..self.clone() }
    }

    /// Returns the root mean square of the logarithms of our numbers divided by the printed ones: over the numbers that
    /// choose a reading, or over those that confirm it. Returns `None` if there are none.
    #[must_use]
    pub fn error(&self, confirms: bool) -> Option<f64> {
        let all = self.residuals.iter().filter(|one| one.confirms == confirms);
        root_mean_square(all.map(|one| libm::log(one.ratio())))
    }

    /// Returns the geometric mean of all ratios, and the root mean square of what it leaves.
    pub(super) fn mean_and_spread(&self) -> (f64, f64) {
        let logarithms: Vec<f64> = self.residuals.iter().map(|one| libm::log(one.ratio())).collect();
        let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
        let spread = root_mean_square(logarithms.iter().map(|one| one - mean));
        (libm::exp(mean), spread.unwrap_or(f64::NAN))
    }

    /// Returns how many numbers match: within a quarter in chess, within a tenth in domineering.
    #[must_use]
    pub fn near(&self) -> usize {
        let most = if self.game == GameKind::Chess { NEAR_IN_CHESS } else { NEAR_ON_BOARDS };
        self.residuals.iter().filter(|one| (1.0 / most..=most).contains(&one.ratio())).count()
    }

    /// Returns how many numbers equal the printed ones.
    #[must_use]
    pub fn exact(&self) -> usize {
        self.residuals.iter().filter(|one| one.ours == one.printed as f64).count()
    }

    /// Returns how many pairs of schemes are equal in both, or in neither, and how many pairs there are, at the depths
    /// at which the article has classes of equal schemes with a cleared table.
    pub(super) fn classes(&self) -> (usize, usize) {
        let (mut same, mut of) = (0, 0);
        for depth in [4, 5] {
            let at_depth = |one: &&Residual| one.group == Group::Ply(depth) && one.scheme.is_some() && !one.confirms;
            let all: Vec<&Residual> = self.residuals.iter().filter(at_depth).collect();
            for (i, one) in all.iter().enumerate() {
                for other in &all[..i] {
                    // Thousands of nodes were printed.
                    let ours = (one.ours / 1e3).round() == (other.ours / 1e3).round();
                    same += usize::from(ours == (one.printed == other.printed));
                    of += 1;
                }
            }
        }
        (same, of)
    }
}

/// Returns the root mean square of some numbers; `None` if there are none.
pub(super) fn root_mean_square(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let squares: Vec<f64> = numbers.map(|number| number * number).collect();
    (!squares.is_empty()).then(|| (squares.iter().sum::<f64>() / squares.len() as f64).sqrt())
}

/// What is compared with the printed numbers: a reading in a game, perhaps with another scheme.
type Candidate = (GameKind, Readings, Option<Scheme>);

/// Compares the rows of these experiments with the printed numbers, reading by reading, the best one first.
#[must_use]
pub fn fits<'a>(experiments: impl IntoIterator<Item = (&'a Definition, &'a [Row])>) -> Vec<Fit> {
    let mut all: BTreeMap<Candidate, Vec<Residual>> = BTreeMap::new();
    for (definition, rows) in experiments {
        let Some(of_file) = residuals(definition, &Totals::of(definition, rows)) else { continue };
        for (readings, residual) in of_file {
            let is_other = matches!(residual.group, Group::Board(_)) && residual.scheme != Some(Boards::SCHEME);
            let other_scheme = residual.scheme.filter(|_| is_other);
            let known = all.entry((definition.game, readings, other_scheme)).or_default();
            // Two experiments have the searches without a table.
            if !known.contains(&residual) {
                known.push(residual);
            }
        }
    }
    // A reading of the table alone changes nothing without one.
    let of_search: Vec<(Candidate, Vec<Residual>)> = all
        .keys()
        .filter_map(|(game, readings, other_scheme)| {
            let of_search = readings.without_table();
            let key = (*game, of_search.clone(), *other_scheme);
            let others = all.get(&key).filter(|_| of_search != *readings)?;
            let without_table = others.iter().filter(|one| one.scheme.is_none()).copied().collect();
            Some(((*game, readings.clone(), *other_scheme), without_table))
        })
        .collect();
    for (key, residuals) in of_search {
        all.entry(key).or_default().extend(residuals);
    }
    let mut fits: Vec<Fit> = all
        .into_iter()
        .map(|((game, readings, other_scheme), residuals)| Fit { game, readings, other_scheme, residuals })
        .collect();
    let error = |fit: &Fit| fit.error(false).unwrap_or(f64::INFINITY);
    // Of readings that fit equally well, the one with the fewest changes.
    let changes = |fit: &Fit| fit.readings.each().count();
    fits.sort_by(|a, b| a.game.cmp(&b.game).then(error(a).total_cmp(&error(b))).then(changes(a).cmp(&changes(b))));
    fits
}

/// Returns whether numbers of nodes were printed that an experiment can be compared with.
#[must_use]
pub fn is_printed(definition: &Definition) -> bool {
    has_printed_depths(definition) || (definition.published.is_some() && definition.game == GameKind::Domineering)
}

/// Returns the depths at which nodes were printed for searches with the schemes and sizes of a part of an experiment;
/// empty in games that are solved.
#[must_use]
pub fn printed_depths(definition: &Definition, part: &Part) -> BTreeSet<u8> {
    let Some(printed) = Depths::read().ok().filter(|_| has_printed_depths(definition)) else {
        return BTreeSet::new();
    };
    let is_printed = |&depth: &u8| {
        let with_table = |scheme| part.positions.iter().map(move |&positions| (scheme, Some(positions)));
        let searches = part.schemes.iter().flat_map(|&scheme| with_table(scheme).chain([(scheme, None)]));
        let between = definition.between_searches;
        searches.into_iter().any(|(scheme, positions)| printed.get(between, scheme, positions, depth).is_some())
    };
    (0..=u8::MAX).filter(is_printed).collect()
}

/// Returns whether a printed number that a part of an experiment searches takes part in the choice of a reading.
#[must_use]
pub fn can_choose(definition: &Definition, part: &Part) -> bool {
    if definition.game == GameKind::Domineering {
        let is_table = |&positions| {
            part.parts.iter().any(|&parts| Boards::nodes_are_of(Some(Boards::SCHEME), Some(positions), parts))
        };
        let is_meant = |board| part.game.boards().contains(&board) && !confirms_board(board);
        return part.schemes.iter().any(Option::is_some)
            && part.positions.iter().any(is_table)
            && Boards::table_2_1().iter().any(|solved| is_meant(solved.board));
    }
    let chooses = |scheme: &&Option<Scheme>| !confirms_depth(**scheme, definition.between_searches);
    let choosing = Part { schemes: part.schemes.iter().filter(chooses).copied().collect(), ..part.clone() };
    let printed = printed_depths(definition, &choosing);
    part.game.depths().iter().any(|depth| printed.contains(depth))
}

/// Returns whether the printed number of a scheme is held out: Table 3 of the article is.
fn confirms_depth(scheme: Option<Scheme>, between: Between) -> bool {
    scheme.is_some() && between == Between::Stamp
}

/// Returns whether the printed number of a board is held out: every second one of Table 2.1 is.
fn confirms_board(board: Board) -> bool {
    Boards::table_2_1().iter().position(|solved| solved.board == board).is_some_and(|place| place % 2 == 1)
}

/// Returns our numbers beside the printed ones; `None` if the experiment has no printed counts.
fn residuals(definition: &Definition, totals: &Totals) -> Option<Vec<(Readings, Residual)>> {
    match definition.published.as_deref()? {
        Depths::FILE => Some(of_depths(definition, totals, &Depths::read().ok()?)),
        _ if definition.game == GameKind::Domineering => Some(of_boards(totals)),
        _ => None,
    }
}

fn of_depths(definition: &Definition, totals: &Totals, printed: &Depths) -> Vec<(Readings, Residual)> {
    let mut all = Vec::new();
    for (setting, nodes) in &totals.counts {
        let Variant { search, scheme, parts, line } = setting.variant;
        let (readings, scheme, rest) = Readings::of(scheme, search);
        let (Group::Ply(depth), true, true, 1) = (setting.group, rest.is_plain(), parts == Parts::all(), line) else {
            continue;
        };
        let between = definition.between_searches;
        let printed = printed.get(between, scheme, setting.positions, depth);
        if let (Some(printed), Some(spread)) = (printed, nodes.known()) {
            let confirms = confirms_depth(scheme, between);
            all.push((readings, Residual { group: setting.group, scheme, ours: spread.mean, printed, confirms }));
        }
    }
    all
}

fn of_boards(totals: &Totals) -> Vec<(Readings, Residual)> {
    let mut all = Vec::new();
    for (configuration, outcome) in &totals.boards.outcomes {
        let (readings, scheme, rest) = Readings::of(configuration.scheme, configuration.search);
        if !rest.is_plain() || scheme.is_none() {
            continue;
        }
        // Other schemes are compared with the same numbers.
        let printed = BoardConfiguration { scheme: Some(Boards::SCHEME), search: rest, ..*configuration };
        let (Some(printed), Some(spread)) = (printed_nodes(&totals.boards, &printed), outcome.nodes.known()) else {
            continue;
        };
        let confirms = confirms_board(configuration.board);
        let group = Group::Board(configuration.board);
        all.push((readings, Residual { group, scheme, ours: spread.mean, printed, confirms }));
    }
    all
}

/// Compares the rows of these reports with the printed numbers.
pub(super) fn fits_of(reports: &[Report<'_>]) -> Vec<Fit> {
    fits(reports.iter().map(|report| (report.definition, report.rows.as_slice())))
}

/// Makes the tables of the group: the readings in order of their errors, and the best of them number by number.
pub(super) fn tables(reports: &[Report<'_>]) -> Vec<Block> {
    let all = fits_of(reports);
    let mut blocks = Vec::new();
    for game in [GameKind::Chess, GameKind::Domineering] {
        let of_game: Vec<&Fit> = all.iter().filter(|fit| fit.game == game).collect();
        if of_game.is_empty() {
            continue;
        }
        blocks.push(readings_table(game, &of_game));
        blocks.push(Block::Note(NOTE.to_owned()));
        if game == GameKind::Chess {
            blocks.push(Block::Note(CLASSES.to_owned()));
        }
        blocks.push(numbers(game, &of_game));
    }
    blocks
}

fn readings_table(game: GameKind, fits: &[&Fit]) -> Block {
    let heads = match game {
        GameKind::Chess => ["error", "default", "of Table 3", "mean", "spread", "0.8 to 1.25", "classes"],
        _ => ["error", "default", "of the others", "mean", "spread", "0.9 to 1.1", "exact"],
    };
    let error = |fit: &Fit, confirms| fit.error(confirms).map_or_else(String::new, |error| format!("{error:.3}"));
    let default = fits.iter().find(|fit| fit.readings.is_default() && fit.other_scheme.is_none());
    let row = |fit: &&Fit| {
        let (mean, spread) = fit.mean_and_spread();
        let of = fit.residuals.len();
        let last = if game == GameKind::Chess { fit.classes() } else { (fit.exact(), of) };
        let cells = vec![
            error(fit, false),
            default.map_or_else(String::new, |default| error(&default.where_in(fit), false)),
            error(fit, true),
            format!("{mean:.3}"),
            format!("{spread:.3}"),
            format!("{} of {of}", fit.near()),
            if last.1 == 0 { String::new() } else { format!("{} of {}", last.0, last.1) },
        ];
        (fit.name(), cells)
    };
    let caption = format!("{}: nodes relative to the published ones, by reading", game.title());
    Block::matrix(caption, heads, fits.iter().map(row))
}

/// Our numbers divided by the printed ones, for the preset, or the best reading without one, and for the default.
fn numbers(game: GameKind, fits: &[&Fit]) -> Block {
    let is_preset =
        |fit: &&&Fit| fit.other_scheme.is_none() && PRESETS.iter().any(|preset| preset.answers() == fit.readings);
    let best = fits.iter().find(is_preset).or_else(|| fits.first()).copied();
    let default = fits.iter().find(|fit| fit.readings.is_default() && fit.other_scheme.is_none()).copied();
    let mut chosen: Vec<&Fit> = best.into_iter().chain(default).collect();
    chosen.dedup_by_key(|fit| fit.name());
    let (mut rows, mut heads): (Vec<(String, Vec<String>)>, Vec<String>) = Default::default();
    let columns: BTreeSet<(usize, Group)> = chosen
        .iter()
        .enumerate()
        .flat_map(|(number, fit)| fit.residuals.iter().map(move |one| (number, one.group)))
        .collect();
    let is_chess = game == GameKind::Chess;
    if is_chess {
        heads.extend(columns.iter().map(|(number, group)| format!("{group}{}", ["", ", default"][*number])));
        let keys: BTreeSet<(bool, Option<Scheme>)> =
            chosen.iter().flat_map(|fit| &fit.residuals).map(|one| (one.confirms, one.scheme)).collect();
        for (confirms, scheme) in keys {
            let table = if scheme.is_none() { 1 } else { 2 + u8::from(confirms) };
            let cell = |&(number, group): &(usize, Group)| {
                let is_meant = |one: &&Residual| (one.confirms, one.scheme, one.group) == (confirms, scheme, group);
                let found = chosen[number].residuals.iter().find(is_meant);
                found.map_or_else(String::new, |one| format!("{:.3}", one.ratio()))
            };
            rows.push((format!("Table {table}, {}", scheme_label(scheme)), columns.iter().map(cell).collect()));
        }
    } else {
        heads.push("published".to_owned());
        heads.extend(chosen.iter().map(|fit| fit.name()));
        for group in columns.iter().map(|(_, group)| *group).collect::<BTreeSet<Group>>() {
            let of = |fit: &&Fit| fit.residuals.iter().find(|one| one.group == group).copied();
            let printed = chosen.iter().find_map(of).map_or(0, |one| one.printed);
            let cell = |one: Residual| format!("{} ({:.3})", grouped(one.ours as u64), one.ratio());
            let ours = chosen.iter().map(|fit| of(fit).map_or_else(String::new, cell));
            rows.push((group.to_string(), std::iter::once(grouped(printed)).chain(ours).collect()));
        }
    }
    let best = best.map_or_else(String::new, Fit::name);
    let what = if is_chess { "ours / published" } else { "published nodes, and ours (ours / published)" };
    let caption = format!("{}: {what}, with the reading {best}", game.title());
    Block::matrix(caption, heads, rows)
}
