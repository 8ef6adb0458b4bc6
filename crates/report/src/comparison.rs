//! Ours beside the printed figures.

use std::collections::BTreeMap;

use domineering::{Board, Class};
use tt::{Parts, Positions, Scheme};

use super::summary::{BoardOutcome, BoardSummary, Configuration, geometric_mean};
use experiments::published::{Boards, Solved};

/// What a table of boards is made with: a configuration without its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableSetting {
    /// Which parts of the table the search uses.
    pub parts: Parts,
    /// The replacement scheme; `None` is a search without a table.
    pub scheme: Option<Scheme>,
    /// The size of the table.
    pub positions: Option<Positions>,
}

/// One board: ours, and what was printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The board.
    pub board: Board,
    /// What it was solved with.
    pub setting: TableSetting,
    /// What our rows say.
    pub ours: BoardOutcome,
    /// What was printed. Whoever wins, wins with every table; nodes are those of one.
    pub printed: Option<Solved>,
    /// The printed nodes, if they are of this setting.
    pub printed_nodes: Option<u64>,
}

/// How our result goes with the printed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultMatch {
    /// They are the same.
    Same,
    /// They differ, and the printed one is known to be wrong.
    Misprint,
    /// They differ.
    Differs,
    /// One of them is not known.
    Unknown,
}

impl Compared {
    /// Our nodes divided by the printed ones, if our searches ended.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        Some(self.ours.nodes.known()?.mean / self.printed_nodes? as f64)
    }

    /// Whether our nodes are the printed ones, with every seed.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let ours = self.ours.nodes.known().map(|spread| (spread.least, spread.most));
        self.printed_nodes.is_some_and(|printed| ours == Some((printed, printed)))
    }

    /// How our result goes with the printed one.
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

/// Ratios summed up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintedRatios {
    /// How many there are.
    pub count: usize,
    /// Their geometric mean.
    pub mean: f64,
    /// How many boards are the same to the node.
    pub exact: usize,
    /// The ratio farthest from 1 in either direction, and its board.
    pub worst: (f64, Board),
}

impl PrintedRatios {
    /// Sums up the boards whose ratio is known; `None` if there are none.
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

/// Puts every outcome beside what was printed, setting by setting.
#[must_use]
pub fn compare(summary: &BoardSummary, published: Option<&Boards>) -> BTreeMap<TableSetting, Vec<Compared>> {
    let mut settings: BTreeMap<TableSetting, Vec<Compared>> = BTreeMap::new();
    for (configuration, ours) in &summary.outcomes {
        let &Configuration { board, parts, scheme, positions } = configuration;
        let printed = published.and_then(|published| published.get(board));
        let comparable = Boards::nodes_are_of(scheme, positions, parts);
        let printed_nodes = printed.map(|printed| printed.nodes).filter(|_| comparable);
        let setting = TableSetting { parts, scheme, positions };
        let compared = Compared { board, setting, ours: ours.clone(), printed, printed_nodes };
        settings.entry(setting).or_default().push(compared);
    }
    settings
}

/// Table 2.1's number for `configuration`, if it has one and our rows count what that counts.
#[must_use]
pub fn printed_nodes(summary: &BoardSummary, configuration: &Configuration) -> Option<u64> {
    let &Configuration { board, parts, scheme, positions } = configuration;
    let whole = board.is_square() || summary.firsts.get(&board).is_some_and(|firsts| firsts.len() == 2);
    let comparable = whole && Boards::nodes_are_of(scheme, positions, parts);
    Boards::table_2_1().get(board).filter(|_| comparable).map(|printed| printed.nodes)
}
