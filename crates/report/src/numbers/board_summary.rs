//! Solved boards of domineering: nodes summed over the first players, for every key seed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use domineering::{Class, Player};
use experiments::board::Board;
use experiments::row::Winner;
use schemes::{Parts, Positions, Scheme};

use experiments::cell::SearchOptions;
use experiments::definition::{Definition, Part};
use experiments::row::Row;

/// The mean and the range of a number over the key seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The smallest number.
    pub least: u64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The largest number.
    pub most: u64,
}

impl Spread {
    /// Summarizes numbers; `None` if there are none.
    #[must_use]
    pub fn of(numbers: &[u64]) -> Option<Self> {
        let sum: u128 = numbers.iter().copied().map(u128::from).sum();
        Some(Self {
            least: *numbers.iter().min()?,
            mean: sum as f64 / numbers.len() as f64,
            most: *numbers.iter().max()?,
        })
    }
}

/// The number of key seeds behind the numbers of a table; two numbers if some have fewer seeds than others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seeds {
    /// The smallest number of seeds.
    pub least: usize,
    /// The largest number of seeds.
    pub most: usize,
}

impl FromIterator<usize> for Seeds {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let ends = |all: Option<Self>, number| match all {
            None => Some(Self { least: number, most: number }),
            Some(Self { least, most }) => Some(Self { least: least.min(number), most: most.max(number) }),
        };
        numbers.into_iter().fold(None, ends).unwrap_or_default()
    }
}

impl Seeds {
    /// Returns whether any cell was run with several seeds.
    #[must_use]
    pub fn are_several(self) -> bool {
        self.most > 1
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { least, most } if least == most => write!(f, "{most} key seeds"),
            Self { least, most } => write!(f, "{least} to {most} key seeds"),
        }
    }
}

/// A number of nodes visited, or a lower bound of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NodeCount {
    /// Every search was finished.
    Known(Spread),
    /// A search reached its limit, or one of two first players was not searched: there are more nodes than this.
    MoreThan(u64),
}

impl NodeCount {
    /// Summarizes the sums of each seed. They are lower bounds unless every search `is_whole`; the mean of lower bounds
    /// is a lower bound of the mean.
    pub(crate) fn of(sums: &[u64], is_whole: bool) -> Self {
        match Spread::of(sums) {
            Some(spread) if is_whole => Self::Known(spread),
            spread => Self::MoreThan(spread.map_or(0, |spread| spread.mean as u64)),
        }
    }

    /// Returns the numbers, if all searches were finished.
    #[must_use]
    pub fn known(self) -> Option<Spread> {
        match self {
            Self::Known(spread) => Some(spread),
            Self::MoreThan(_) => None,
        }
    }
}

/// How a board was solved, apart from who moves first and the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardConfiguration {
    /// The board.
    pub board: Board,
    /// The options of the search.
    pub search: SearchOptions,
    /// Which parts of the table the search uses.
    pub parts: Parts,
    /// The replacement scheme; `None` is a search without a table.
    pub scheme: Option<Scheme>,
    /// The size of the table.
    pub positions: Option<Positions>,
}

/// The result of all rows of one [`BoardConfiguration`].
#[derive(Clone, Debug, PartialEq)]
pub struct BoardOutcome {
    /// Nodes: the sum over the first players, the mean over the seeds.
    pub nodes: NodeCount,
    /// Who wins. Empty if unknown; several if the seeds disagree, which a key collision can cause.
    pub classes: Vec<Class>,
    /// The number of seeds.
    pub seeds: usize,
}

/// The solved boards of an experiment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardSummary {
    /// Outcomes in the order of boards, parts, schemes and sizes.
    pub outcomes: BTreeMap<BoardConfiguration, BoardOutcome>,
    /// The first players whose nodes are added for each board.
    pub firsts: BTreeMap<Board, Vec<Player>>,
}

impl BoardSummary {
    /// Summarizes `rows`.
    #[must_use]
    pub fn of(definition: &Definition, rows: &[Row]) -> Self {
        let mut seen: BTreeMap<Board, BTreeSet<Player>> = BTreeMap::new();
        for row in rows {
            let Some((board, first)) = row.cell.game.board_and_first() else { continue };
            seen.entry(board.into()).or_default().insert(first);
        }
        let firsts: BTreeMap<Board, Vec<Player>> =
            seen.iter().map(|(&board, seen)| (board, expected(definition, board, seen))).collect();

        let mut groups: BTreeMap<BoardConfiguration, BTreeMap<u64, BTreeMap<Player, &Row>>> = BTreeMap::new();
        for row in rows {
            let Some((board, first)) = row.cell.game.board_and_first() else { continue };
            let cell = &row.cell;
            let (search, parts, scheme, positions) = (cell.search, cell.parts, cell.scheme, cell.positions);
            let seeds =
                groups.entry(BoardConfiguration { board: board.into(), search, parts, scheme, positions }).or_default();
            let known = seeds.entry(cell.seed).or_default().entry(first).or_insert(row);
            // Of two results of one cell, the one that searched more counts.
            if (row.is_complete(), row.nodes) > (known.is_complete(), known.nodes) {
                *known = row;
            }
        }
        let outcomes = groups
            .into_iter()
            .map(|(configuration, seeds)| (configuration, outcome(&firsts[&configuration.board], &seeds)));
        Self { outcomes: outcomes.collect(), firsts }
    }
}

/// Returns the first players whose searches are added on `board`, including those that were not searched yet.
///
/// Where numbers were printed, these are both players on a board that is not square, because the printed nodes are the
/// sum. Elsewhere the definition decides: the part that asks for fewer players, if the rows have no others.
fn expected(definition: &Definition, board: Board, seen: &BTreeSet<Player>) -> Vec<Player> {
    let whole = |players: &[Player]| seen.iter().all(|player| players.contains(player));
    let asked = |part: &Part| part.game.players(board).map(<[Player]>::to_vec);
    let mut candidates: Vec<Vec<Player>> =
        [&definition.quick, &definition.full].into_iter().filter_map(asked).collect();
    candidates.sort_by_key(Vec::len);
    let both = || Player::BOTH.to_vec();
    match (definition.published.is_some(), board.is_square()) {
        (true, false) => both(),
        // By symmetry one search is enough, and the printed number is that of one.
        (true, true) => seen.first().copied().into_iter().collect(),
        _ => candidates.into_iter().find(|players| whole(players)).unwrap_or_else(|| seen.iter().copied().collect()),
    }
}

fn outcome(firsts: &[Player], seeds: &BTreeMap<u64, BTreeMap<Player, &Row>>) -> BoardOutcome {
    let (mut sums, mut known) = (Vec::new(), true);
    let mut classes = BTreeSet::new();
    for rows in seeds.values() {
        sums.push(firsts.iter().filter_map(|first| rows.get(first)).map(|row| row.nodes).sum());
        known &= firsts.iter().all(|first| rows.get(first).is_some_and(|row| row.is_complete()));
        classes.extend(class(rows));
    }
    BoardOutcome { nodes: NodeCount::of(&sums, known), classes: classes.into_iter().collect(), seeds: seeds.len() }
}

/// Returns who wins; on a square board one search decides this for both first players.
fn class(rows: &BTreeMap<Player, &Row>) -> Option<Class> {
    let (first, row) = rows.iter().next()?;
    let board = row.cell.game.board()?;
    let other = rows.get(&first.opponent()).copied().or(board.is_square().then_some(*row))?;
    let (vertical, horizontal) = match first {
        Player::Vertical => (row, &other),
        Player::Horizontal => (&other, row),
    };
    let (vertical, horizontal): (Winner, Winner) = (vertical.winner()?, horizontal.winner()?);
    Some(Class::of(vertical, horizontal))
}

/// Returns the geometric mean of ratios; `None` if there are none.
#[must_use]
pub fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    let logarithms: f64 = ratios.iter().map(|ratio| libm::log(*ratio)).sum();
    (!ratios.is_empty()).then(|| libm::exp(logarithms / ratios.len() as f64))
}

/// Returns whose searches are counted on `board`, in words.
pub(crate) fn first_players(summary: &BoardSummary, board: Board) -> &'static str {
    match summary.firsts.get(&board).map(Vec::as_slice) {
        Some([Player::Vertical]) => "Vertical first",
        Some([Player::Horizontal]) => "Horizontal first",
        _ => "the sum of two searches, one for each first player",
    }
}

#[cfg(test)]
mod tests {
    use crate::samples::{definition, row};
    use experiments::games::{First, GamePart};

    use super::*;

    const REST: &str = "scheme=two-big1 positions=2048K parts=all seed=1970";

    fn nodes(summary: &BoardSummary) -> Vec<NodeCount> {
        summary.outcomes.values().map(|outcome| outcome.nodes).collect()
    }

    #[test]
    fn a_geometric_mean_is_blind_to_direction() {
        assert_eq!(geometric_mean(&[]), None);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(geometric_mean(&[2.0, 0.5]).unwrap(), 1.0));
        assert!(close(geometric_mean(&[1.0, 2.0, 4.0]).unwrap(), 2.0));
        assert!(close(geometric_mean(&[1.1]).unwrap(), 1.1));
        assert!(close(geometric_mean(&[1e300, 1e300, 1e-300, 1e-300]).unwrap(), 1.0));
    }

    #[test]
    fn a_spread_does_not_overflow() {
        assert_eq!(Spread::of(&[]), None);
        let spread = Spread::of(&[u64::MAX, u64::MAX]).unwrap();
        assert_eq!((spread.least, spread.most), (u64::MAX, u64::MAX));
        assert_eq!(spread.mean, u64::MAX as f64);
        assert_eq!(Spread::of(&[1, 2, 6]).unwrap(), Spread { least: 1, mean: 3.0, most: 6 });
    }

    #[test]
    fn numbers_of_seeds_may_differ() {
        let seeds = |numbers: &[usize]| numbers.iter().copied().collect::<Seeds>();
        assert_eq!(seeds(&[5, 5]).to_string(), "5 key seeds");
        assert_eq!(seeds(&[5, 1, 3]).to_string(), "1 to 5 key seeds");
        assert_eq!([&[][..], &[1], &[1, 2]].map(|numbers| seeds(numbers).are_several()), [false, false, true]);
    }

    #[test]
    fn classes_follow_from_winners() {
        use Winner::{First, Second};
        let cases = [
            (First, First, Class::First),
            (Second, Second, Class::Second),
            (First, Second, Class::Vertical),
            (Second, First, Class::Horizontal),
        ];
        for (vertical, horizontal, class) in cases {
            let rows = [("horizontal", horizontal), ("vertical", vertical)]
                .map(|(first, winner)| row(&format!("domineering board=4x5 first={first} {REST}"), 10, Some(winner)));
            let summary = BoardSummary::of(&definition("thesis-table-2.1"), &rows);
            assert_eq!(summary.outcomes.values().next().unwrap().classes, [class]);
            assert_eq!(nodes(&summary), [NodeCount::Known(Spread { least: 20, mean: 20.0, most: 20 })]);
        }
    }

    #[test]
    fn a_square_board_is_counted_once() {
        let both = ["vertical", "horizontal"]
            .map(|first| row(&format!("domineering board=5x5 first={first} {REST}"), 600, Some(Winner::Second)));
        for rows in [&both[..], &both[..1], &both[1..]] {
            let summary = BoardSummary::of(&definition("thesis-table-2.1"), rows);
            assert_eq!(nodes(&summary), [NodeCount::Known(Spread { least: 600, mean: 600.0, most: 600 })]);
            assert_eq!(summary.outcomes.values().next().unwrap().classes, [Class::Second]);
        }
    }

    #[test]
    fn a_definition_may_ask_for_one_first_player() {
        // Its quick part has 6x7, Vertical first.
        let figure = definition("thesis-fig-2.12");
        let vertical = row(&format!("domineering board=6x7 first=vertical {REST}"), 100, Some(Winner::First));
        let summary = BoardSummary::of(&figure, std::slice::from_ref(&vertical));
        assert_eq!(summary.firsts.values().next().unwrap(), &[Player::Vertical]);
        assert!(nodes(&summary)[0].known().is_some());
        assert!(summary.outcomes.values().next().unwrap().classes.is_empty(), "one half does not say who wins");

        let mut both = figure.clone();
        let GamePart::Domineering(part) = &mut both.quick.game else { panic!("boards") };
        part.first = First::Both;
        let summary = BoardSummary::of(&both, &[vertical]);
        assert_eq!(nodes(&summary), [NodeCount::MoreThan(100)]);
    }

    #[test]
    fn of_two_results_of_a_cell_the_one_that_went_further_counts() {
        let cell = format!("domineering board=5x5 first=vertical {REST}");
        let (short, long) = (row(&cell, 50, None), row(&cell, 100, None));
        let whole = row(&cell, 604, Some(Winner::Second));
        let of = |rows: &[Row]| nodes(&BoardSummary::of(&definition("thesis-table-2.1"), rows))[0];
        assert_eq!(of(&[long.clone(), short.clone()]), NodeCount::MoreThan(100));
        assert_eq!(of(&[short.clone(), long]), NodeCount::MoreThan(100));
        assert_eq!(of(&[whole.clone(), short.clone()]).known().unwrap().most, 604);
        assert_eq!(of(&[short, whole]).known().unwrap().most, 604);
    }
}
