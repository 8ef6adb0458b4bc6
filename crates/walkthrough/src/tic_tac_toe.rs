//! Tic-tac-toe on 3x3 squares, as the example `tic_tac_toe` of the crate `search` plays it.

use search::conformance::Subject;
use search::{Aspects, Expansion, Game, Moves, Score, Whole};
use tt::Key;
use zobrist::{DEFAULT_SEED, Numbers};

use crate::TraceError;

const SIDE: usize = 3;
const SQUARES: usize = SIDE * SIDE;

/// A square board has four rotations, each with a mirror image.
const REFLECTIONS: usize = 8;

/// The squares of each row, column and diagonal.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

const DRAW: Score = 0;

/// A position. Squares are numbered row by row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TicTacToe {
    /// The bitboards of both players.
    stones: [u16; 2],
    to_move: usize,
    keys: [Key; REFLECTIONS],
    numbers: Numbers,
}

impl TicTacToe {
    fn new() -> Self {
        let numbers = Numbers::generate(DEFAULT_SEED, 2 * SQUARES);
        Self { stones: [0; 2], to_move: 0, keys: [Key::default(); REFLECTIONS], numbers }
    }

    /// Parses moves, such as `b2 a1`, and returns the position after them.
    pub(crate) fn read(line: &str) -> Result<Self, TraceError> {
        let mut game = Self::new();
        for (number, word) in (1..).zip(line.split_whitespace()) {
            let problem = |problem| TraceError::TicTacToe { word: word.to_owned(), number, problem };
            let [column @ b'a'..=b'c', row @ b'1'..=b'3'] = *word.as_bytes() else {
                return Err(problem("not a square: expected a1 to c3"));
            };
            let square = (row - b'1') * SIDE as u8 + (column - b'a');
            if game.is_lost() {
                return Err(problem("the game is over"));
            }
            if !game.is_free(square.into()) {
                return Err(problem("the square is taken"));
            }
            game.play(square);
        }
        Ok(game)
    }

    /// Returns the bitboards of the first and the second player.
    pub(crate) fn stones(&self) -> [u16; 2] {
        self.stones
    }

    /// Returns the number of the player to move.
    pub(crate) fn to_move(&self) -> usize {
        self.to_move
    }

    /// Returns the image of a square under reflection number `reflection`; 0 is the identity.
    fn reflect(square: usize, reflection: usize) -> usize {
        let (mut row, mut column) = (square / SIDE, square % SIDE);
        if reflection & 1 != 0 {
            row = SIDE - 1 - row;
        }
        if reflection & 2 != 0 {
            column = SIDE - 1 - column;
        }
        if reflection & 4 != 0 {
            (row, column) = (column, row);
        }
        row * SIDE + column
    }

    /// Adds or removes a stone.
    fn toggle(&mut self, player: usize, square: usize) {
        self.stones[player] ^= 1 << square;
        for (reflection, key) in self.keys.iter_mut().enumerate() {
            *key ^= self.numbers[player * SQUARES + Self::reflect(square, reflection)];
        }
    }

    fn is_free(&self, square: usize) -> bool {
        square < SQUARES && (self.stones[0] | self.stones[1]) >> square & 1 == 0
    }

    /// Returns whether the player who moved last has a full line.
    fn is_lost(&self) -> bool {
        let theirs = self.stones[1 - self.to_move];
        LINES.iter().any(|line| theirs & line == *line)
    }
}

impl Game for TicTacToe {
    type Move = u8;
    type Undo = ();

    const LOWEST: Score = -1;
    const HIGHEST: Score = 1;

    fn keys(&self) -> &[Key] {
        &self.keys
    }

    fn whole(&self, reflection: usize) -> Option<Whole> {
        Some(self.reflected(reflection).stones.iter().flat_map(|stones| stones.to_le_bytes()).collect())
    }

    fn aspects(&self) -> Option<&dyn Aspects> {
        Some(self)
    }

    fn play(&mut self, square: u8) {
        self.toggle(self.to_move, square.into());
        self.to_move = 1 - self.to_move;
    }

    fn undo(&mut self, square: u8, (): ()) {
        self.to_move = 1 - self.to_move;
        self.toggle(self.to_move, square.into());
    }

    fn expand(&mut self, _: u32, moves: &mut Moves<u8>) -> Expansion<u8> {
        if self.is_lost() {
            return Expansion::Over(Self::LOWEST);
        }
        let (ours, theirs) = (self.stones[self.to_move], self.stones[1 - self.to_move]);
        for square in (0..SQUARES).filter(|&square| self.is_free(square)) {
            let through = || LINES.iter().filter(|&line| line >> square & 1 == 1);
            if through().any(|line| (ours | 1 << square) & line == *line) {
                return Expansion::Decided { score: Self::HIGHEST, by: square as u8 };
            }
            // The more lines may still be filled, the earlier the square is tried.
            let open = through().filter(|&line| line & theirs == 0).count();
            moves.push(square as u8, open as i32);
        }
        if moves.is_empty() { Expansion::Over(DRAW) } else { Expansion::Children }
    }

    fn evaluate(&self) -> Score {
        DRAW
    }

    fn is_legal(&mut self, square: u8) -> bool {
        self.is_free(square.into()) && !self.is_lost()
    }
}

impl Aspects for TicTacToe {
    fn is_second_to_move(&self) -> bool {
        self.to_move == 1
    }
}

impl Subject for TicTacToe {
    fn legal_moves(&self) -> Vec<u8> {
        (0..SQUARES).filter(|&square| self.is_free(square) && !self.is_lost()).map(|square| square as u8).collect()
    }

    fn rebuilt(&self) -> Self {
        self.reflected(0)
    }

    fn reflected(&self, reflection: usize) -> Self {
        let mut reflected = Self { to_move: self.to_move, ..Self::new() };
        for (player, stones) in self.stones.into_iter().enumerate() {
            for square in (0..SQUARES).filter(|square| stones >> square & 1 == 1) {
                reflected.toggle(player, Self::reflect(square, reflection));
            }
        }
        reflected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_conforms() {
        search::conformance::check(&TicTacToe::new(), 200, 1);
    }
}
