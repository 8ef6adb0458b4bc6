//! What the solver knows of a position that it cannot solve within its node limit: the bounds of the score that it has
//! proved so far, and a move that reaches the lower one.

use super::Solver;
use crate::{Position, Shape};

/// What a solver has proved of a position.
///
/// ```
/// use connect_four::{Position, best::Solver};
///
/// let position: Position = "52753311433677442422121".parse()?;
/// let proved = Solver::new(12)?.best_move(&position);
/// assert_eq!((proved.lowest, proved.highest), (8, 8));
/// assert!(proved.column.is_some_and(|column| position.can_play(column)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The score for the player to move is at least this.
    pub lowest: i32,
    /// The score for the player to move is at most this.
    pub highest: i32,
    /// A column, from 0, after which the score is at least [`lowest`](Self::lowest), if one is known.
    pub column: Option<u32>,
    /// The number of nodes visited.
    pub nodes: u64,
}

impl<S: Shape> Solver<S> {
    /// Computes the score of a position and a column that reaches it. If several columns do, the one nearest to the
    /// centre is returned.
    ///
    /// If the node limit is reached, the score is between the two bounds that were proved by then. An eighth of the
    /// limit is reserved for the search of the column.
    pub fn best_move(&mut self, position: &Position<S>) -> Proved {
        let limit = self.resources.budget.limit;
        self.resources.budget.limit = limit - limit / 8;
        self.start(position);
        let (lowest, highest) = self.narrow(0, position, i32::MIN, i32::MAX);
        self.resources.budget.limit = limit;
        self.stopped = false;
        let column = self.column_with(position, lowest);
        self.end();
        Proved { lowest, highest, column, nodes: self.nodes }
    }

    /// Returns a column after which the score is at least `score`, if the limit allows to prove it.
    fn column_with(&mut self, position: &Position<S>, score: i32) -> Option<u32> {
        for column in self.shape.centre_first().filter(|&column| position.can_play(column)) {
            if -self.bracket(0, &position.after(column), -score, -score + 1)? >= score {
                return Some(column);
            }
        }
        None
    }

    /// Computes bounds of the score of every column, for the player to move: both are the score if it is known. The
    /// bounds of a full column are `None`. Every column gets an equal part of the nodes that are left, and all columns
    /// use one table.
    ///
    /// ```
    /// use connect_four::{Position, best::Solver};
    ///
    /// let position: Position = "2252576253462244111563365343671351441".parse()?;
    /// let bounds = Solver::new(12)?.max_nodes(10_000).bounds(&position);
    /// assert_eq!(bounds.into_iter().flatten().collect::<Vec<_>>(), [(-1, -1), (-2, -2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bounds(&mut self, position: &Position<S>) -> Vec<Option<(i32, i32)>> {
        let limit = self.resources.budget.limit;
        let mut bounds = vec![None; self.shape.columns() as usize];
        let possible: Vec<u32> = self.shape.centre_first().filter(|&column| position.can_play(column)).collect();
        let is_symmetric = position.mirrored() == *position;
        self.resources.budget.limit = 0;
        self.start(position);
        for (done, &column) in possible.iter().enumerate() {
            let mirrored = (self.shape.columns() - 1 - column) as usize;
            let known = bounds[mirrored].filter(|_| is_symmetric);
            bounds[column as usize] = known.or_else(|| {
                let left = (possible.len() - done) as u64;
                self.resources.budget.limit = self.nodes + (limit - self.nodes) / left;
                self.stopped = false;
                let (lowest, highest) = self.narrow(column as usize, &position.after(column), i32::MIN, i32::MAX);
                Some((-highest, -lowest))
            });
        }
        self.resources.budget.limit = limit;
        self.end();
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoardSize;

    /// On boards that are solved in no time, bounds at any limit contain the score, and the move reaches the lower one.
    #[test]
    fn bounds_contain_the_score_and_the_move_reaches_the_lower_one() {
        let board: BoardSize = "4x5".parse().unwrap();
        let mut solver = Solver::for_board(board, 14).unwrap();
        let (mut known, mut unknown) = (0, 0);
        for line in ["", "3", "33", "124", "3341", "11223", "5544332", "33333"] {
            let Ok(position) = Position::read(board, line) else { continue };
            let scores = solver.analyse(&position).unwrap().scores;
            let best = scores.iter().flatten().max().copied().unwrap();
            for limit in [1, 10, 100, 1_000, 10_000, u64::MAX] {
                let mut limited = Solver::for_board(board, 14).unwrap().max_nodes(limit);
                let Proved { lowest, highest, column, nodes } = limited.best_move(&position);
                assert!(lowest <= best && best <= highest && nodes <= limit, "`{line}`, {limit}");
                assert!(column.is_none_or(|column| scores[column as usize] >= Some(lowest)), "`{line}`, {limit}");
                assert!(limit < u64::MAX || lowest == highest && column.is_some(), "`{line}`");
                let bounds = limited.bounds(&position);
                assert!(limited.nodes <= limit);
                for (score, bounds) in scores.iter().zip(bounds) {
                    let is_inside = |score| bounds.is_some_and(|(lowest, highest)| lowest <= score && score <= highest);
                    assert!(score.map_or(bounds.is_none(), is_inside), "`{line}`, {limit}");
                    match bounds {
                        Some((lowest, highest)) if lowest < highest => unknown += 1,
                        _ => known += 1,
                    }
                }
            }
        }
        assert!(known > 50 && unknown > 50, "{known} {unknown}");
    }
}
