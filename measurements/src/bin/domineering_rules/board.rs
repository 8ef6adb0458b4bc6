//! A board as a bit mask of empty squares: moves, reflections, and the numbers of real and safe moves.

use std::collections::BTreeMap;

use domineering::{BoardSize, Player};

/// The numbers of moves of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    /// The most dominoes that fit if the opponent places none.
    pub(crate) real: i32,
    /// The most dominoes that fit on squares that the opponent cannot cover.
    pub(crate) safe: i32,
}

/// A domino: its upper or left square, and both squares as a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Domino {
    pub(crate) square: u32,
    pub(crate) mask: u64,
}

/// The masks of a board. Square `row * columns + column` is a bit, which is set if the square is empty.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) size: BoardSize,
    pub(crate) all: u64,
    not_first_column: u64,
    not_last_column: u64,
    /// The most horizontal dominoes in a row, by the empty squares of the row.
    dominoes: Vec<i32>,
    /// The empty squares of a row from right to left, by those from left to right.
    mirrored: Vec<u64>,
}

impl Board {
    pub(crate) fn new(size: BoardSize) -> Self {
        let columns = size.columns();
        let all = (1 << size.squares()) - 1;
        let first_column = (0..size.rows()).fold(0, |mask, row| mask | 1 << (row * columns));
        let mirrored = |row: u64| (0..columns).fold(0, |mask, i| mask | (row >> i & 1) << (columns - 1 - i));
        Self {
            size,
            all,
            not_first_column: all & !first_column,
            not_last_column: all & !(first_column << (columns - 1)),
            dominoes: (0..1 << columns).map(dominoes_in_row).collect(),
            mirrored: (0..1 << columns).map(mirrored).collect(),
        }
    }

    /// Returns the moves of `player`, row by row.
    pub(crate) fn moves(&self, empty: u64, player: Player) -> Vec<Domino> {
        let step = if player == Player::Vertical { self.size.columns() } else { 1 };
        let mut first = empty & empty >> step;
        if player == Player::Horizontal {
            first &= self.not_last_column;
        }
        let mut moves = Vec::new();
        while first != 0 {
            let square = first.trailing_zeros();
            moves.push(Domino { square, mask: 1 << square | 1 << (square + step) });
            first &= first - 1;
        }
        moves
    }

    /// Returns the position and its reflections: left and right swapped, top and bottom swapped, both.
    pub(crate) fn reflections(&self, empty: u64) -> [u64; 4] {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let mut reflections = [empty, 0, 0, 0];
        for row in 0..rows {
            let squares = self.row(empty, row);
            let mirrored = self.mirrored[squares as usize];
            let (here, there) = (row * columns, (rows - 1 - row) * columns);
            reflections[1] |= mirrored << here;
            reflections[2] |= squares << there;
            reflections[3] |= mirrored << there;
        }
        reflections
    }

    /// Returns the smallest of the reflections, which is the same for all of them.
    pub(crate) fn class(&self, empty: u64) -> u64 {
        self.reflections(empty).into_iter().min().unwrap_or(empty)
    }

    /// Returns the counts of Vertical and of Horizontal.
    pub(crate) fn counts(&self, empty: u64) -> [Count; 2] {
        Player::BOTH.map(|player| Count {
            real: self.dominoes(empty, player),
            safe: self.dominoes(self.safe_squares(empty, player), player),
        })
    }

    /// Returns the most dominoes of `player` that fit on `squares`.
    fn dominoes(&self, squares: u64, player: Player) -> i32 {
        let rows = (0..self.size.rows()).map(|row| self.row(squares, row));
        if player == Player::Horizontal {
            return rows.map(|row| self.dominoes[row as usize]).sum();
        }
        let (mut dominoes, mut open) = (0, 0);
        for row in rows {
            let covered = open & row;
            dominoes += covered.count_ones() as i32;
            open = row & !covered;
        }
        dominoes
    }

    fn row(&self, squares: u64, row: u32) -> u64 {
        squares >> (row * self.size.columns()) & ((1 << self.size.columns()) - 1)
    }

    /// Returns the empty squares that the opponent of `player` cannot cover.
    pub(crate) fn safe_squares(&self, empty: u64, player: Player) -> u64 {
        empty & !self.beside(empty, player.opponent())
    }

    /// Returns the squares that a domino of `player` can cover together with one of `squares`.
    pub(crate) fn beside(&self, squares: u64, player: Player) -> u64 {
        match player {
            Player::Vertical => (squares << self.size.columns() | squares >> self.size.columns()) & self.all,
            Player::Horizontal => (squares & self.not_last_column) << 1 | (squares & self.not_first_column) >> 1,
        }
    }

    /// Returns the fewest dominoes of `player` that fit after the opponent placed any set of dominoes.
    pub(crate) fn least_dominoes(&self, empty: u64, player: Player) -> i32 {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let is_empty = |row: u32, column: u32| empty >> (row * columns + column) & 1;
        // The opponent's dominoes lie along the lanes, and the player's across them.
        let lanes: Vec<u64> = match player {
            Player::Vertical => (0..rows).map(|row| self.row(empty, row)).collect(),
            Player::Horizontal => {
                let lane = |column| (0..rows).fold(0, |lane, row| lane | is_empty(row, column) << row);
                (0..columns).map(lane).collect()
            }
        };
        let mut least = BTreeMap::from([(0, 0)]);
        for lane in lanes {
            let mut next = BTreeMap::new();
            for rest in remainders(lane) {
                for (open, dominoes) in &least {
                    let covered = open & rest;
                    let dominoes = dominoes + covered.count_ones() as i32;
                    let entry = next.entry(rest & !covered).or_insert(dominoes);
                    *entry = dominoes.min(*entry);
                }
            }
            least = next;
        }
        least.into_values().min().unwrap_or(0)
    }

    /// Names a domino by its squares, with letters for columns and numbers for rows: `b1-b2`.
    pub(crate) fn named(&self, domino: Domino) -> String {
        let name = |square: u32| {
            let (row, column) = (square / self.size.columns(), square % self.size.columns());
            format!("{}{}", char::from(b'a' + column as u8), row + 1)
        };
        format!("{}-{}", name(domino.square), name(63 - domino.mask.leading_zeros()))
    }
}

fn dominoes_in_row(mut row: u64) -> i32 {
    let mut dominoes = 0;
    while row != 0 {
        row >>= row.trailing_zeros();
        let length = row.trailing_ones();
        dominoes += (length / 2) as i32;
        row >>= length;
    }
    dominoes
}

/// Returns what each set of dominoes along a lane leaves empty.
fn remainders(lane: u64) -> Vec<u64> {
    let mut remainders = vec![lane];
    let mut first = lane & lane >> 1;
    while first != 0 {
        let domino = 3 << first.trailing_zeros();
        first &= first - 1;
        let covered: Vec<u64> =
            remainders.iter().filter(|rest| *rest & domino == domino).map(|rest| rest & !domino).collect();
        remainders.extend(covered);
    }
    remainders
}
