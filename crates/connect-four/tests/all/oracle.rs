//! Compares the solvers with a naive solver on small boards: squares in an array, no bitboards, no bounds.

use std::collections::HashMap;

use connect_four::{Bits, BoardSize, Position, Shape, best, lab, tutorial};
use schemes::{Scheme, TranspositionTable};
use search::Search;
use zobrist::Numbers;

/// A naive implementation of the rules.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Naive {
    /// The stones of each column from the bottom, as player 0 or 1.
    stones: Vec<Vec<u8>>,
    rows: usize,
    to_move: u8,
}

impl Naive {
    fn new(board: impl Shape) -> Self {
        Self { stones: vec![Vec::new(); board.columns() as usize], rows: board.rows() as usize, to_move: 0 }
    }

    fn at(&self, column: i32, row: i32) -> Option<u8> {
        let column = self.stones.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    fn free(&self) -> usize {
        self.stones.iter().map(|column| self.rows - column.len()).sum()
    }

    fn play(&mut self, column: usize) {
        self.stones[column].push(self.to_move);
        self.to_move = 1 - self.to_move;
    }

    /// Returns whether the last stone in `column` is part of four in a row.
    fn wins(&self, column: usize) -> bool {
        let (x, y) = (column as i32, self.stones[column].len() as i32 - 1);
        let player = self.at(x, y);
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            (-3..=0).any(|from| (from..from + 4).all(|step| self.at(x + step * dx, y + step * dy) == player))
        })
    }

    /// Computes the score. `seen` stores known scores, without which 5x5 would take too long.
    fn score(&self, seen: &mut HashMap<Self, i32>) -> i32 {
        if let Some(&score) = seen.get(self) {
            return score;
        }
        let mut best = if self.free() == 0 { 0 } else { i32::MIN };
        for column in (0..self.stones.len()).filter(|&column| self.stones[column].len() < self.rows) {
            let mut child = self.clone();
            child.play(column);
            let score = if child.wins(column) { child.free() as i32 / 2 + 1 } else { -child.score(seen) };
            best = best.max(score);
        }
        seen.insert(self.clone(), best);
        best
    }
}

/// Returns random moves, none of which wins, after which at most `free` squares are free. Returns `None` if a position
/// without such a move is reached before that.
fn random_moves(board: impl Shape, free: u32, seed: u64) -> Option<String> {
    let dice = Numbers::generate(seed, board.squares() as usize);
    let mut position = Position::new(board);
    let mut moves = String::new();
    for die in dice.iter() {
        if position.free() <= free {
            return Some(moves);
        }
        let quiet: Vec<u32> = (0..board.columns())
            .filter(|&column| position.can_play(column) && !position.is_winning_move(column))
            .collect();
        let column = *quiet.get(die.0 as usize % quiet.len().max(1))?;
        position.play(column);
        moves.push(char::from_digit(column + 1, 36).unwrap());
    }
    None
}

fn naive(board: impl Shape, moves: &str) -> Naive {
    let mut naive = Naive::new(board);
    for digit in moves.chars() {
        naive.play(digit.to_digit(36).unwrap() as usize - 1);
    }
    naive
}

/// Compares both solvers and the generic search with the naive solver. The tutorial's solver has no room for the keys
/// of large boards.
fn compare<B: Bits>(text: &str, free: u32, positions: usize) {
    let board: BoardSize<B> = text.parse().unwrap();
    let mut best = best::Solver::for_board(board, 10).unwrap();
    let tutorial = || (board.bits() <= 56).then(|| tutorial::TutorialSolver::for_board(board).unwrap());
    let both_bounds = tutorial().map(|solver| solver.stores(tutorial::StoredBounds::Both));
    let mut tutorials: Vec<_> = tutorial().into_iter().chain(both_bounds).collect();
    let mut seen = HashMap::new();
    let games = (0..).filter_map(|seed| random_moves(board, free - seed as u32 % 4, seed)).take(positions);
    for (number, moves) in games.enumerate() {
        let score = naive(board, &moves).score(&mut seen);
        let position = Position::read(board, &moves).unwrap();
        assert_eq!(best.solve(&position).score, Some(score), "{text} {moves}");
        assert_eq!(best.solve_weak(&position).score, Some(score.signum()), "{text} {moves}");
        for tutorial in &mut tutorials {
            assert_eq!(tutorial.solve(&position).score, Some(score), "{text} {moves}");
            assert_eq!(tutorial.solve_weak(&position).score, Some(score.signum()), "{text} {moves}");
        }
        if number % 8 == 0 {
            let game = lab::Keyed::new(position, number as u64);
            for mut game in [game.clone(), game.plain()] {
                let size = "1K".parse().unwrap();
                let mut table = TranspositionTable::<lab::Square>::new(size, Scheme::TwoBig1).unwrap();
                let depth = game.depth();
                assert_eq!(i32::from(Search::new(&mut game, &mut table).run(depth).score), score, "{text} {moves}");
            }
        }
    }
}

#[test]
fn four_by_four() {
    compare::<u64>("4x4", 14, 1500);
}

#[test]
fn five_columns_of_four() {
    compare::<u64>("4x5", 11, 1000);
}

#[test]
fn four_columns_of_five() {
    compare::<u64>("5x4", 11, 1000);
}

#[test]
fn five_by_five() {
    compare::<u64>("5x5", 11, 700);
}

#[test]
fn boards_of_unusual_sizes() {
    for (text, free) in [("5x1", 3), ("1x8", 7), ("6x3", 11), ("3x6", 9), ("9x2", 12), ("4x7", 9)] {
        compare::<u64>(text, free, 100);
    }
}

#[test]
fn bitboards_of_128_bits() {
    for (text, free, positions) in [("4x5", 11, 200), ("8x8", 11, 300), ("9x9", 10, 100), ("12x8", 10, 100)] {
        compare::<u128>(text, free, positions);
    }
}

/// The solvers visit the same positions, whatever the integer, if the table loses none.
#[test]
fn the_width_of_a_bitboard_changes_no_search() {
    for (text, free) in [("4x4", 16), ("4x5", 20), ("5x4", 20), ("6x7", 18), ("7x8", 20)] {
        let board: BoardSize = text.parse().unwrap();
        let long = BoardSize::<u128>::from(board);
        assert_eq!(BoardSize::try_from(long), Ok(board));
        let (mut solver, mut long_solver) =
            (best::Solver::for_board(board, 18).unwrap(), best::Solver::for_board(long, 18).unwrap());
        for moves in (0..).filter_map(|seed| random_moves(board, free - seed as u32 % 4, seed)).take(20) {
            let solution = solver.solve(&Position::read(board, &moves).unwrap());
            assert_eq!(long_solver.solve(&Position::read(long, &moves).unwrap()), solution, "{text} {moves}");
        }
    }
}

/// The proven bounds of the best solver depend on the parity of the numbers of rows and squares. Tests every
/// combination, further from the end of the game than the naive solver can search.
#[test]
fn the_solvers_agree_on_larger_boards() {
    for (text, free) in [("5x5", 20), ("5x6", 19), ("6x5", 20), ("4x7", 20), ("6x6", 18), ("5x7", 17), ("7x7", 16)] {
        let board: BoardSize = text.parse().unwrap();
        let mut best = best::Solver::for_board(board, 14).unwrap();
        let mut tutorial = tutorial::TutorialSolver::for_board(board).unwrap();
        let mut both_bounds = tutorial::TutorialSolver::for_board(board).unwrap().stores(tutorial::StoredBounds::Both);
        for moves in (0..).filter_map(|seed| random_moves(board, free - seed as u32 % 4, seed)).take(150) {
            let position = Position::read(board, &moves).unwrap();
            let score = best.solve(&position).score;
            assert_eq!(score, tutorial.solve(&position).score, "{text} {moves}");
            assert_eq!(score, both_bounds.solve(&position).score, "{text} {moves}");
        }
    }
}

#[test]
fn the_rules_agree_with_the_naive_implementation() {
    let small = ["4x4", "6x7", "6x9", "7x8", "5x2", "2x5", "9x1", "1x9"];
    compare_rules::<u64>(&small);
    compare_rules::<u128>(&small);
    compare_rules::<u128>(&["8x8", "9x9", "12x8", "25x4", "2x34"]);
}

/// Compares positions, keys and winning moves with the naive implementation.
fn compare_rules<B: Bits>(boards: &[&str]) {
    for text in boards {
        let board: BoardSize<B> = text.parse().unwrap();
        for seed in 0..100 {
            let Some(moves) = random_moves(board, seed as u32 % board.squares(), seed) else { continue };
            let (array, position) = (naive(board, &moves), Position::read(board, &moves).unwrap());
            assert_eq!(position.free() as usize, array.free());
            assert_eq!(position.mirrored().key(), position.mirrored_key());
            for column in 0..board.columns() {
                assert_eq!(position.can_play(column), array.stones[column as usize].len() < array.rows);
                if position.can_play(column) {
                    let mut after = array.clone();
                    after.play(column as usize);
                    let wins = after.wins(column as usize);
                    assert_eq!(position.is_winning_move(column), wins, "{text} {moves}");
                    assert_eq!(position.after(column).has_four_in_a_row(), wins, "{text} {moves}");
                    let mut back = position.after(column);
                    back.undo(column);
                    assert_eq!(back, position);
                }
            }
        }
    }
}
