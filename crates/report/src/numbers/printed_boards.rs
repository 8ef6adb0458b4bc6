//! Compares solved boards with the printed table.

use std::collections::BTreeMap;

use anyhow::Result;
use domineering::Class;
use experiments::board::Board;
use schemes::{Parts, Positions, Scheme};

use crate::numbers::board_summary::{BoardConfiguration, BoardOutcome, BoardSummary, geometric_mean};
use experiments::cell::SearchOptions;
use experiments::definition::Definition;
use experiments::games::GroupKind;
use experiments::published::{Boards, Depths, Solved};
use experiments::readings::Readings;

/// What the boards of a table were solved with: a configuration without its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableSetting {
    /// The options of the search.
    pub search: SearchOptions,
    /// Which parts of the table the search uses.
    pub parts: Parts,
    /// The replacement scheme; `None` is a search without a table.
    pub scheme: Option<Scheme>,
    /// The size of the table.
    pub positions: Option<Positions>,
}

/// A solved board, and what was printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The board.
    pub board: Board,
    /// What it was solved with.
    pub setting: TableSetting,
    /// Our result.
    pub ours: BoardOutcome,
    /// The printed result. The winner does not depend on the table; the printed nodes are those of one setting.
    pub printed: Option<Solved>,
    /// The printed nodes, if they belong to this setting.
    pub printed_nodes: Option<u64>,
}

/// How our winner compares with the printed one, in the order from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ResultMatch {
    /// The winners are the same.
    Same,
    /// The winners differ, and the printed one is a known misprint.
    Misprint,
    /// The winners differ.
    Differs,
    /// One of the winners is not known.
    Unknown,
}

impl Compared {
    /// Returns our nodes divided by the printed ones, if our searches were finished.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        Some(self.ours.nodes.known()?.mean / self.printed_nodes? as f64)
    }

    /// Returns whether our nodes equal the printed ones with every seed.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let ours = self.ours.nodes.known().map(|spread| (spread.least, spread.most));
        self.printed_nodes.is_some_and(|printed| ours == Some((printed, printed)))
    }

    /// How our winner compares with the printed one.
    #[must_use]
    pub fn result_match(&self) -> ResultMatch {
        match (self.ours.classes.as_slice(), self.printed) {
            ([], _) | (_, None) => ResultMatch::Unknown,
            (classes, Some(printed)) if classes == [printed.result] => ResultMatch::Same,
            ([Class::First], Some(printed)) if printed.misprint().is_some() => ResultMatch::Misprint,
            _ => ResultMatch::Differs,
        }
    }
}

/// Our nodes divided by the printed ones, over all boards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintedRatios {
    /// The number of boards.
    pub count: usize,
    /// Their geometric mean.
    pub mean: f64,
    /// The number of boards with exactly the printed nodes.
    pub exact: usize,
    /// The ratio farthest from 1 in either direction, and its board.
    pub worst: (f64, Board),
}

impl PrintedRatios {
    /// Summarizes the boards whose ratio is known; `None` if there are none.
    #[must_use]
    pub fn of(boards: &[Compared]) -> Option<Self> {
        let known: Vec<(f64, Board)> = boards.iter().filter_map(|one| Some((one.ratio()?, one.board))).collect();
        let distance = |ratio: f64| libm::log(ratio).abs();
        Some(Self {
            count: known.len(),
            mean: geometric_mean(&known.iter().map(|(ratio, _)| *ratio).collect::<Vec<_>>())?,
            exact: boards.iter().filter(|one| one.is_exact()).count(),
            worst: known.into_iter().max_by(|a, b| distance(a.0).total_cmp(&distance(b.0)))?,
        })
    }
}

/// Compares every outcome with what was printed, setting by setting.
#[must_use]
pub fn compare(summary: &BoardSummary, published: Option<&Boards>) -> BTreeMap<TableSetting, Vec<Compared>> {
    let mut settings: BTreeMap<TableSetting, Vec<Compared>> = BTreeMap::new();
    for (configuration, ours) in &summary.outcomes {
        let &BoardConfiguration { board, search, parts, scheme, positions } = configuration;
        let printed = published.and_then(|published| published.get(board));
        let comparable = nodes_are_of(configuration);
        let printed_nodes = printed.map(|printed| printed.nodes).filter(|_| comparable);
        let setting = TableSetting { search, parts, scheme, positions };
        let compared = Compared { board, setting, ours: ours.clone(), printed, printed_nodes };
        settings.entry(setting).or_default().push(compared);
    }
    settings
}

/// Returns the printed nodes of Table 2.1 for `configuration`, if there are some and our rows count the same searches.
#[must_use]
pub fn printed_nodes(summary: &BoardSummary, configuration: &BoardConfiguration) -> Option<u64> {
    let board = configuration.board;
    let whole = board.is_square() || summary.firsts.get(&board).is_some_and(|firsts| firsts.len() == 2);
    let comparable = whole && nodes_are_of(configuration);
    Boards::table_2_1().get(board).filter(|_| comparable).map(|printed| printed.nodes)
}

/// Returns whether the printed nodes are those of such searches, under one reading of the sources or another.
fn nodes_are_of(&BoardConfiguration { search, parts, scheme, positions, .. }: &BoardConfiguration) -> bool {
    let (_, scheme, rest) = Readings::of(scheme, search);
    rest.is_plain() && Boards::nodes_are_of(scheme, positions, parts)
}

/// Returns the boards that an experiment is compared with.
pub(crate) fn published(definition: &Definition) -> Result<Option<Boards>> {
    let of_boards = definition.published.as_deref().filter(|_| definition.game.sums() == GroupKind::Board);
    of_boards.map(Boards::find).transpose()
}

/// Returns whether numbers of nodes by depth were printed that an experiment can be compared with.
pub(crate) fn has_printed_depths(definition: &Definition) -> bool {
    definition.published.as_deref() == Some(Depths::FILE)
}
