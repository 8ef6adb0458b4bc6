//! Domineering as the game of DOMI: which moves it searches, and in which order.

use search::{Aspects, ChosenOptions, Expansion, Game, Moves, Whole, conformance};
use tt::{Key, Score};

use super::options;
use crate::rules::bitboard::Bitboard;
use crate::rules::position::REFLECTIONS;
use crate::{Move, Player, Position};

impl<S: Bitboard, C: ChosenOptions> Game for Position<S, C> {
    type Move = Move;
    type Undo = (S, [Key; REFLECTIONS]);

    const HAS_HORIZON: bool = false;
    const LOWEST: Score = -1;
    const HIGHEST: Score = 1;

    #[inline]
    fn keys(&self) -> &[Key] {
        &self.keys
    }

    fn whole(&self, reflection: usize) -> Option<Whole> {
        Some(conformance::Subject::reflected(self, reflection).empty.bytes())
    }

    fn aspects(&self) -> Option<&dyn Aspects> {
        Some(self)
    }

    #[inline]
    fn play(&mut self, Move(first): Move) -> Self::Undo {
        let before = (self.empty, self.keys);
        let step = match self.to_move {
            Player::Vertical => self.geometry.columns.step,
            Player::Horizontal => self.geometry.rows.step,
        };
        let square = S::square(u32::from(first));
        self.empty ^= square | square << step;
        for (key, &change) in self.keys.iter_mut().zip(&self.geometry.dominoes(self.to_move)[usize::from(first)]) {
            *key ^= change;
        }
        self.to_move = self.to_move.opponent();
        before
    }

    #[inline]
    fn undo(&mut self, _: Move, before: Self::Undo) {
        self.to_move = self.to_move.opponent();
        (self.empty, self.keys) = before;
    }

    /// A winning move decides the position. Losing moves are omitted; if all moves lose, the position is lost.
    #[inline]
    fn expand(&mut self, _: u32, moves: &mut Moves<Move>) -> Expansion<Move> {
        let outlook = self.outlook(self.to_move);
        if outlook.moves == S::NONE {
            return Expansion::Over(Self::LOWEST);
        }
        let winning = outlook.winning();
        if winning != S::NONE {
            return Expansion::Decided { score: Self::HIGHEST, by: Move(winning.lowest() as u8) };
        }
        let mut worth_searching = outlook.moves & !outlook.losing();
        if self.options.has(options::NO_SAFE_MOVES) {
            // A safe move is the worst one: nobody can prevent it later. If there are no others, the opponent has as
            // many moves, or one of them would be winning.
            worth_searching &= !outlook.safe_moves;
        }
        if worth_searching == S::NONE {
            return Expansion::Decided { score: Self::LOWEST, by: Move(outlook.moves.lowest() as u8) };
        }
        outlook.by_rank(worth_searching, |square, rank| moves.push(Move(square as u8), i32::from(rank)));
        Expansion::Children
    }

    #[inline]
    fn keys_after(&self, Move(first): Move, mut visit: impl FnMut(Key)) {
        let changes = self.geometry.dominoes(self.to_move)[usize::from(first)];
        self.keys.iter().zip(changes).for_each(|(&key, change)| visit(key ^ change));
    }

    /// Predicts a win if the player to move has more real moves than the opponent.
    ///
    /// A search to [`BoardSize::depth`](crate::BoardSize::depth) never calls this function.
    fn evaluate(&self) -> Score {
        let outlook = self.outlook(self.to_move);
        if outlook.own.real > outlook.opponent.real { Self::HIGHEST } else { Self::LOWEST }
    }

    fn is_legal(&mut self, Move(square): Move) -> bool {
        u32::from(square) < S::CAPACITY && self.outlook(self.to_move).moves & S::square(u32::from(square)) != S::NONE
    }
}

impl<S: Bitboard, C: ChosenOptions> Aspects for Position<S, C> {
    fn is_second_to_move(&self) -> bool {
        self.to_move == Player::Horizontal
    }
}

impl<S: Bitboard, C: ChosenOptions> conformance::Subject for Position<S, C> {
    fn legal_moves(&self) -> Vec<Move> {
        self.moves().collect()
    }

    fn rebuilt(&self) -> Self {
        let mut keys = [Key::default(); REFLECTIONS];
        for square in (0..self.board().squares()).filter(|&square| self.is_occupied(square)) {
            for (key, number) in keys.iter_mut().zip(self.geometry.numbers[square as usize]) {
                *key ^= number;
            }
        }
        Self { keys, ..self.clone() }
    }

    fn reflected(&self, reflection: usize) -> Self {
        let empty = (0..self.board().squares())
            .filter(|&square| !self.is_occupied(square))
            .fold(S::NONE, |empty, square| empty | S::square(self.board().reflect(square, reflection)));
        Self { empty, ..self.clone() }.rebuilt()
    }
}
