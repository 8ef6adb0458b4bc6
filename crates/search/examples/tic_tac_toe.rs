//! Tic-tac-toe on square boards, an example of a game for the search.
//!
//! The book's page "Add a game" explains this example.

use search::conformance::{self, Subject};
use search::{BestMove, Expansion, Game, Moves, PackedMoves, Score, Search, Whole};
use tt::{Key, Statistics, Table, TableError, TwoBig1};
use zobrist::{DEFAULT_SEED, Numbers};

// ANCHOR: position
/// A board of `SIDE` x `SIDE` squares, on which a full row, column or diagonal wins.
#[derive(Clone, Debug, PartialEq)]
struct TicTacToe<const SIDE: usize> {
    /// The bitboards of both players.
    stones: [u32; 2],
    to_move: usize,
    keys: [Key; REFLECTIONS],
    numbers: Numbers,
    /// The bitboards of all rows, columns and diagonals.
    lines: Vec<u32>,
}

/// The index of a square, counted row by row.
type Square = u8;

/// A square board has four rotations, each with a mirror image.
const REFLECTIONS: usize = 8;
// ANCHOR_END: position

// ANCHOR: keys
impl<const SIDE: usize> TicTacToe<SIDE> {
    const SQUARES: usize = SIDE * SIDE;

    fn new() -> Self {
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

    fn is_free(&self, square: usize) -> bool {
        square < Self::SQUARES && (self.stones[0] | self.stones[1]) >> square & 1 == 0
    }

    /// Returns whether the player who moved last has a full line.
    fn is_lost(&self) -> bool {
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

const DRAW: Score = 0;
// ANCHOR_END: game

// ANCHOR: table
/// Creates a table that stores the best move of each position.
fn table(positions: &str) -> Result<TwoBig1<BestMove<Square>>, TableError> {
    TwoBig1::new(positions.parse()?)
}
// ANCHOR_END: table

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

fn check() {
    conformance::check(&TicTacToe::<3>::new(), 200, 1);
    conformance::check(&TicTacToe::<4>::new(), 50, 2);
}
// ANCHOR_END: conformance

// ANCHOR: oracle
/// Returns the value of a position, by exhaustive search.
fn value(game: &mut TicTacToe<3>) -> Score {
    if game.is_lost() {
        return TicTacToe::<3>::LOWEST;
    }
    let values = game.legal_moves().into_iter().map(|square| {
        game.play(square);
        let value = -value(game);
        game.undo(square, ());
        value
    });
    values.max().unwrap_or(DRAW)
}

/// Checks that the search agrees with the exhaustive search in every position after two moves.
fn compare() -> Result<(), TableError> {
    let mut table = table("1K")?;
    for (first, second) in (0..9).flat_map(|first| (0..9).map(move |second| (first, second))) {
        let mut game = TicTacToe::<3>::new();
        game.play(first);
        if game.is_legal(second) {
            game.play(second);
            assert_eq!(Search::new(&mut game, &mut table).run(9).score, value(&mut game), "after {first} and {second}");
        }
    }
    Ok(())
}
// ANCHOR_END: oracle

// ANCHOR: play
/// Plays for the side to move against every reply, with one table for all searches, and returns the worst score.
fn worst(game: &mut TicTacToe<3>, table: &mut impl Table<Payload: PackedMoves<Square>>) -> Score {
    // The depth must be the maximum remaining length of the game, because the table prefers deeper searches.
    let depth = game.legal_moves().len() as u8;
    let Some(best) = Search::new(game, &mut *table).run(depth).best else {
        return if game.is_lost() { TicTacToe::<3>::LOWEST } else { DRAW };
    };
    game.play(best);
    let scores = game.legal_moves().into_iter().map(|reply| {
        game.play(reply);
        let score = worst(game, table);
        game.undo(reply, ());
        score
    });
    // If there is no reply, the game is over.
    let score = scores.min();
    let score = score.unwrap_or(if game.is_lost() { TicTacToe::<3>::HIGHEST } else { DRAW });
    game.undo(best, ());
    score
}

/// Checks that no reply beats the search, whether it moves first or second.
fn play() -> Result<(), TableError> {
    let mut table = table("1K")?;
    let mut game = TicTacToe::<3>::new();
    assert_eq!(worst(&mut game, &mut table), DRAW);
    for first in 0..9 {
        game.play(first);
        assert_eq!(worst(&mut game, &mut table), DRAW, "after {first}");
        game.undo(first, ());
    }
    Ok(())
}
// ANCHOR_END: play

// ANCHOR: solve
fn solve<const SIDE: usize>(table: &mut impl Table<Payload: PackedMoves<Square>>) -> Statistics {
    let mut statistics = Statistics::default();
    let mut game = TicTacToe::<SIDE>::new();
    // A game has at most as many moves as the board has squares.
    let outcome = Search::new(&mut game, table).observed_by(&mut statistics).run((SIDE * SIDE) as u8);
    assert_eq!(outcome.score, DRAW);
    let Statistics { look_ups, hits, cutoffs, .. } = statistics;
    assert_eq!(outcome.nodes, look_ups);
    println!("{SIDE}x{SIDE} is a draw: {look_ups:>7} nodes, {hits:>6} found, {cutoffs:>6} cut off");
    statistics
}

fn main() -> Result<(), TableError> {
    check();
    compare()?;
    play()?;
    let without = solve::<3>(&mut ());
    let with = solve::<3>(&mut table("1K")?);
    assert!(with.look_ups < without.look_ups);
    solve::<4>(&mut table("64K")?);
    Ok(())
}
// ANCHOR_END: solve
