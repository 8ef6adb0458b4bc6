//! A position to search, and what is known about it without a search.

use num_traits::Zero as _;

use super::claim;
use super::table::PositionKey;
use crate::rules::bits::is_one_at_most;
use crate::rules::position::{non_losing, threats};
use crate::{Position, Shape};

/// A position to search: the game is not over, the player to move cannot win at once, and at least one move does not
/// lose at once.
#[derive(Clone, Copy)]
pub(super) struct Node<S: Shape> {
    pub(super) position: Position<S>,
    /// The squares that complete four in a row for the player to move.
    pub(super) own_threats: S::Bits,
    /// The squares that complete four in a row for the opponent.
    pub(super) their_threats: S::Bits,
    /// The moves to try.
    pub(super) moves: S::Bits,
    pub(super) key: PositionKey<S>,
    /// A lower bound of the score.
    pub(super) lowest: i32,
    /// An upper bound of the score.
    pub(super) highest: i32,
    /// The priority of the move that leads to this position; higher ranks are tried first.
    pub(super) rank: i32,
    /// Whether the player to move is the same as in the parent, after an odd number of forced moves.
    pub(super) same_player: bool,
}

impl<S: Shape> Node<S> {
    /// Returns the node to search, or the score if the position needs no search.
    pub(super) fn new(position: &Position<S>) -> Result<Self, i32> {
        if let Some(score) = position.final_score() {
            return Err(score);
        }
        if position.can_win() {
            return Err(position.win_score());
        }
        let mut node = Self::with_threats(*position, position.own_threats(), position.their_threats());
        if node.moves.is_zero() {
            return Err(node.lost_score());
        }
        node.bound();
        Ok(node)
    }

    #[inline(always)]
    fn with_threats(position: Position<S>, own_threats: S::Bits, their_threats: S::Bits) -> Self {
        Self {
            position,
            own_threats,
            their_threats,
            moves: non_losing(position.possible(), their_threats),
            key: PositionKey::<S>::default(),
            lowest: i32::MIN,
            highest: i32::MAX,
            rank: 0,
            same_player: false,
        }
    }

    /// Returns the node after one of the [`moves`](Self::moves). If it has no moves, the game is over or lost.
    #[inline(always)]
    pub(super) fn after(&self, square: S::Bits) -> Self {
        let mut child = Self::with_threats(self.position, self.own_threats, self.their_threats);
        child.play(square);
        child
    }

    #[inline(always)]
    fn play(&mut self, square: S::Bits) {
        self.position.play_at(square);
        let made = threats(self.position.shape(), self.position.theirs(), self.position.occupied());
        (self.own_threats, self.their_threats) = (self.their_threats & !square, made);
        self.moves = non_losing(self.position.possible(), made);
    }

    /// Plays moves as long as there is only one to try. Returns the score for the player to move in the parent if the
    /// game is decided then.
    #[inline(always)]
    pub(super) fn play_forced(&mut self) -> Option<i32> {
        while is_one_at_most(self.moves) {
            if self.moves.is_zero() {
                return Some(if self.same_player { self.lost_score() } else { -self.lost_score() });
            }
            self.play(self.moves);
            self.same_player = !self.same_player;
        }
        None
    }

    /// Returns the score if the opponent wins with the next move, or 0 if the board is full.
    #[inline]
    fn lost_score(&self) -> i32 {
        -(self.position.free() as i32 / 2)
    }

    /// Bounds the score: neither player wins with the next move, and the opponent may have a claim.
    #[inline(always)]
    pub(super) fn bound(&mut self) {
        self.lowest = -((self.position.free() as i32 - 2) / 2);
        self.highest = claim::highest(&self.position, self.their_threats);
    }

    /// Returns the bounds of the score for the player to move in the parent.
    #[inline(always)]
    pub(super) fn bounds_in_parent(&self) -> (i32, i32) {
        if self.same_player { (self.lowest, self.highest) } else { (-self.highest, -self.lowest) }
    }
}
