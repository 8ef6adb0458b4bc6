//! The rules of tic-tac-toe and its keys. The crate `walkthrough` shows searches of the same game.

use search::conformance::Subject;
use search::{Expansion, Game, Moves, Score, Whole};
use tt::Key;
use zobrist::{DEFAULT_SEED, Numbers};

// ANCHOR: position
/// A board of `SIDE` x `SIDE` squares, on which a full row, column or diagonal wins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TicTacToe<const SIDE: usize> {
    /// The bitboards of both players.
    pub(crate) stones: [u32; 2],
    pub(crate) to_move: usize,
    keys: [Key; REFLECTIONS],
    numbers: Numbers,
    /// The bitboards of all rows, columns and diagonals.
    lines: Vec<u32>,
}

/// The index of a square, counted row by row.
pub(crate) type Square = u8;

/// A square board has four rotations, each with a mirror image.
const REFLECTIONS: usize = 8;
// ANCHOR_END: position

// ANCHOR: keys
impl<const SIDE: usize> TicTacToe<SIDE> {
    const SQUARES: usize = SIDE * SIDE;

    pub(crate) fn new() -> Self {
        // One number for each player and square. The side to move follows from the stones and needs no number.
        let numbers = Numbers::generate(DEFAULT_SEED, 2 * Self::SQUARES);
        let line = |square: &dyn Fn(usize) -> usize| (0..SIDE).fold(0, |line, i| line | 1 << square(i));
        let straight = (0..SIDE).flat_map(|n| [line(&|i| n * SIDE + i), line(&|i| i * SIDE + n)]);
        let diagonal = [line(&|i| i * (SIDE + 1)), line(&|i| (i + 1) * (SIDE - 1))];
        let lines = straight.chain(diagonal).collect();
        Self { stones: [0; 2], to_move: 0, keys: [Key::default(); REFLECTIONS], numbers, lines }
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
            *key ^= self.numbers[player * Self::SQUARES + Self::reflect(square, reflection)];
        }
    }

    pub(crate) fn is_free(&self, square: usize) -> bool {
        square < Self::SQUARES && (self.stones[0] | self.stones[1]) >> square & 1 == 0
    }

    /// Returns whether the player who moved last has a full line.
    pub(crate) fn is_lost(&self) -> bool {
        let theirs = self.stones[1 - self.to_move];
        self.lines.iter().any(|line| theirs & line == *line)
    }
}
// ANCHOR_END: keys

// ANCHOR: game
impl<const SIDE: usize> Game for TicTacToe<SIDE> {
    type Move = Square;
    type Undo = ();

    const LOWEST: Score = -1;
    const HIGHEST: Score = 1;

    fn keys(&self) -> &[Key] {
        &self.keys
    }

    fn whole(&self, reflection: usize) -> Option<Whole> {
        Some(self.reflected(reflection).stones.iter().flat_map(|stones| stones.to_le_bytes()).collect())
    }

    fn play(&mut self, square: Square) {
        self.toggle(self.to_move, square.into());
        self.to_move = 1 - self.to_move;
    }

    fn undo(&mut self, square: Square, (): ()) {
        self.to_move = 1 - self.to_move;
        self.toggle(self.to_move, square.into());
    }

    fn expand(&mut self, _: u32, moves: &mut Moves<Square>) -> Expansion<Square> {
        if self.is_lost() {
            return Expansion::Over(Self::LOWEST);
        }
        let (ours, theirs) = (self.stones[self.to_move], self.stones[1 - self.to_move]);
        for square in (0..Self::SQUARES).filter(|&square| self.is_free(square)) {
            let through = || self.lines.iter().filter(|&line| line >> square & 1 == 1);
            if through().any(|line| (ours | 1 << square) & line == *line) {
                return Expansion::Decided { score: Self::HIGHEST, by: square as Square };
            }
            // Try squares with many lines that can still be filled first.
            let open = through().filter(|&line| line & theirs == 0).count();
            moves.push(square as Square, open as i32);
        }
        if moves.is_empty() { Expansion::Over(DRAW) } else { Expansion::Children }
    }

    fn evaluate(&self) -> Score {
        DRAW
    }

    fn is_legal(&mut self, square: Square) -> bool {
        self.is_free(square.into()) && !self.is_lost()
    }
}

pub(crate) const DRAW: Score = 0;
// ANCHOR_END: game

// ANCHOR: conformance
impl<const SIDE: usize> Subject for TicTacToe<SIDE> {
    fn legal_moves(&self) -> Vec<Square> {
        let free = (0..Self::SQUARES).filter(|&square| self.is_free(square) && !self.is_lost());
        free.map(|square| square as Square).collect()
    }

    fn rebuilt(&self) -> Self {
        self.reflected(0)
    }

    fn reflected(&self, reflection: usize) -> Self {
        let mut reflected = Self { to_move: self.to_move, ..Self::new() };
        for (player, stones) in self.stones.into_iter().enumerate() {
            for square in (0..Self::SQUARES).filter(|square| stones >> square & 1 == 1) {
                reflected.toggle(player, Self::reflect(square, reflection));
            }
        }
        reflected
    }
}
// ANCHOR_END: conformance
