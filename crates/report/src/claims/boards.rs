//! Claims about the boards of domineering.

use std::collections::BTreeMap;
use std::fmt::Write;

use domineering::Class;
use experiments::board::Board;

use super::judgement::Judgement;
use crate::numbers::printed_boards::{Compared, ResultMatch};
use experiments::text::counted;

/// Judges whether every outcome is the printed one, but for `except`, whose printed outcome is known to be wrong.
pub(super) fn outcomes(boards: &[Compared], except: &[Board]) -> Judgement {
    let known = |one: &&Compared| one.result_match() != ResultMatch::Unknown && !except.contains(&one.board);
    let all: Vec<&Compared> = boards.iter().filter(known).collect();
    let wrong: Vec<&Compared> = all.iter().filter(|one| one.result_match() != ResultMatch::Same).copied().collect();
    of_boards(all.len() - wrong.len(), all.len(), &names(&wrong))
}

/// Judges whether the player who moves first wins on a board, whoever that is.
pub(super) fn first_player_wins(boards: &[Compared], board: Board) -> Judgement {
    let found = boards.iter().find(|one| one.board == board && !one.ours.classes.is_empty());
    found.map_or_else(Judgement::nothing, |one| {
        let classes: Vec<String> = one.ours.classes.iter().map(ToString::to_string).collect();
        Judgement::exact(one.ours.classes == [Class::First], format!("{board} is `{}`", classes.join(", ")))
    })
}

/// Judges whether the second player wins on this board, and on no other.
pub(super) fn second_player_wins_only(boards: &[Compared], named: Board) -> Judgement {
    let all: Vec<&Compared> = boards.iter().filter(|one| !one.ours.classes.is_empty()).collect();
    if !all.iter().any(|one| one.board == named) {
        return Judgement::nothing();
    }
    let wrong = |one: &&Compared| (one.ours.classes == [Class::Second]) != (one.board == named);
    let wrong: Vec<&Compared> = all.iter().copied().filter(wrong).collect();
    of_boards(all.len() - wrong.len(), all.len(), &names(&wrong))
}

/// The fewest boards that make a series.
const SERIES: usize = 4;

/// The nodes of series of boards, ours and the printed ones.
pub(super) struct Series {
    ours: Vec<Growth>,
    printed: Vec<Growth>,
}

impl Series {
    /// Finds the series among boards: those of one width, and the square ones.
    pub(super) fn of(boards: &[Compared]) -> Self {
        Self {
            ours: growth(boards, |one| Some(one.ours.nodes.known()?.mean)),
            printed: growth(boards, |one| Some(one.printed_nodes? as f64)),
        }
    }

    /// Judges whether at least `least` series grow exponentially, or all of them.
    pub(super) fn judge(&self, least: Option<usize>) -> Judgement {
        let Self { ours, printed } = self;
        if ours.is_empty() {
            return Judgement::nothing();
        }
        let held = |all: &[Growth]| all.iter().filter(|one| one.is_exponential).count();
        let words = ours.iter().map(|one| {
            let power = if one.is_exponential { "" } else { " (closer to a power law)" };
            format!("{} {:.1}{power}", one.series, one.factor)
        });
        let words: Vec<String> = words.collect();
        let mut evidence = format!("exponential in {} of {} series", held(ours), ours.len());
        if !printed.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(evidence, ", with the published nodes in {} of {}", held(printed), printed.len());
        }
        let evidence = format!("{evidence}; factor for one more column: {}", words.join(", "));
        Judgement::exact(held(ours) >= least.unwrap_or(ours.len()), evidence)
    }
}

/// How the nodes of a series of boards grow: those of one width, or the square ones.
struct Growth {
    series: String,
    /// The factor by which one more column multiplies the nodes.
    factor: f64,
    /// Whether the logarithm of the nodes is closer to a linear function of the length than of its logarithm.
    is_exponential: bool,
}

fn growth(boards: &[Compared], nodes: impl Fn(&Compared) -> Option<f64>) -> Vec<Growth> {
    let mut series = BTreeMap::<String, Vec<(f64, f64)>>::new();
    for one in boards {
        let Some(nodes) = nodes(one) else { continue };
        let (rows, columns) = (u32::from(one.board.rows), u32::from(one.board.columns));
        let mut add =
            |name: String, length: u32| series.entry(name).or_default().push((f64::from(length), libm::log(nodes)));
        add(format!("{rows}×n"), columns);
        if one.board.is_square() {
            add("n×n".to_owned(), columns);
        } else {
            add(format!("{columns}×n"), rows);
        }
    }
    let growth = |(series, points): (String, Vec<(f64, f64)>)| {
        let by_length = fit(&points);
        let by_logarithm = fit(&points.iter().map(|(length, nodes)| (libm::log(*length), *nodes)).collect::<Vec<_>>());
        let is_exponential = by_length.share > by_logarithm.share && by_length.slope > 0.0;
        Growth { series, factor: libm::exp(by_length.slope), is_exponential }
    };
    series.into_iter().filter(|(_, points)| points.len() >= SERIES).map(growth).collect()
}

/// A straight line through points.
struct Fit {
    slope: f64,
    /// The part of the variance that it explains.
    share: f64,
}

/// Least squares.
fn fit(points: &[(f64, f64)]) -> Fit {
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
    let (of_x, of_y) = (mean(&|point| (point.0 - x) * (point.0 - x)), mean(&|point| (point.1 - y) * (point.1 - y)));
    let of_both = mean(&|point| (point.0 - x) * (point.1 - y));
    Fit { slope: of_both / of_x, share: of_both * of_both / (of_x * of_y) }
}

fn of_boards(held: usize, of: usize, others: &str) -> Judgement {
    if of == 0 {
        return Judgement::nothing();
    }
    Judgement::exact(held == of, format!("as claimed on {held} of {}{others}", counted(of, "board")))
}

fn names(boards: &[&Compared]) -> String {
    if boards.is_empty() {
        return String::new();
    }
    let boards: Vec<String> = boards.iter().map(|one| one.board.to_string()).collect();
    format!("; not on {}", boards.join(", "))
}
