//! The board as one of the players sees it: turned so that the player's dominoes are upright.

use crate::BoardSize;
use crate::rules::bitboard::{Bitboard, Lanes};
use crate::rules::outlook::Outlook;

/// One player's view of a board.
pub(super) struct View<S> {
    pub(super) board: BoardSize,
    /// The columns, in which the player places dominoes.
    pub(super) along: Lanes<S>,
    /// The rows, in which the opponent does.
    pub(super) across: Lanes<S>,
    /// The squares of the even columns and of the odd columns.
    pub(super) columns: [S; 2],
    /// The number that each square has in the opponent's view.
    turned: Box<[u8]>,
    /// The first row.
    row: S,
    /// The first column.
    along_first: S,
}

impl<S: Bitboard> View<S> {
    pub(super) fn new(board: BoardSize) -> Self {
        let squares = || 0..board.squares();
        let columns = [0, 1].map(|parity| {
            squares()
                .filter(|square| square % board.columns() % 2 == parity)
                .fold(S::NONE, |set, square| set | S::square(square))
        });
        let turned = squares()
            .map(|square| (square % board.columns() * board.rows() + square / board.columns()) as u8)
            .collect();
        Self {
            board,
            along: Lanes::columns_of(board),
            across: Lanes::rows_of(board),
            columns,
            turned,
            row: S::below(board.columns()),
            along_first: (0..board.rows()).fold(S::NONE, |set, row| set | S::square(row * board.columns())),
        }
    }

    #[inline]
    pub(super) fn turned(&self, square: u32) -> u32 {
        u32::from(self.turned[square as usize])
    }

    /// Returns the squares that the opponent sees in place of these.
    #[inline]
    pub(super) fn turned_set(&self, mut set: S) -> S {
        let mut turned = S::NONE;
        while set != S::NONE {
            turned |= S::square(self.turned(set.lowest()));
            set = set.without_lowest();
        }
        turned
    }

    #[inline]
    pub(super) fn outlook(&self, empty: S) -> Outlook<S> {
        Outlook::new(empty, &self.along, &self.across)
    }

    /// Returns the squares of `set` and their neighbours in the rows.
    #[inline]
    pub(super) fn widened(&self, set: S) -> S {
        set | self.across.after(set) | self.across.before(set)
    }

    /// Returns every other square of each run in the columns, the first or the last one included.
    #[inline]
    pub(super) fn every_other(&self, set: S, from_last: bool) -> S {
        if set & self.along.before(set) == S::NONE {
            set
        } else if from_last {
            self.along.even_from_last(set)
        } else {
            self.along.even_from_first(set)
        }
    }

    /// Returns the upper squares of as many disjoint dominoes in `set` as possible, packed from the top, or `from_last`
    /// from the bottom.
    #[inline]
    pub(super) fn places(&self, set: S, from_last: bool) -> S {
        self.every_other(set & self.along.before(set), from_last)
    }

    /// Returns the squares of `set` and their neighbours.
    #[inline]
    pub(super) fn neighbours(&self, set: S) -> S {
        let View { along, across, .. } = self;
        set | along.after(set) | along.before(set) | across.after(set) | across.before(set)
    }

    /// Returns the squares that are joined to those of `part` by squares of `set`, or as many of them as are found
    /// until there are more than `limit`.
    #[inline]
    pub(super) fn component(&self, set: S, mut part: S, limit: u32) -> S {
        loop {
            let more = set & self.neighbours(part);
            if more == part || more.count() > limit {
                return more;
            }
            part = more;
        }
    }

    /// Returns the set, which is not empty, moved to the first row and the first column.
    pub(super) fn shifted_to_corner(&self, mut set: S) -> S {
        while set & self.row == S::NONE {
            set = set >> self.board.columns();
        }
        while set & self.along_first == S::NONE {
            set = set >> 1;
        }
        set
    }

    /// Returns the four reflections of a set, the set itself included.
    #[inline]
    pub(super) fn reflections(&self, set: S) -> [S; 4] {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let mut upside_down = S::NONE;
        for row in 0..rows {
            upside_down |= (set >> (row * columns) & self.row) << ((rows - 1 - row) * columns);
        }
        let squares = self.board.squares();
        [set, upside_down, set.reversed(squares), upside_down.reversed(squares)]
    }

    /// Returns the least of the four reflections of a set.
    #[inline]
    pub(super) fn least_reflection(&self, set: S) -> S {
        let [a, b, c, d] = self.reflections(set);
        a.min(b).min(c).min(d)
    }
}
