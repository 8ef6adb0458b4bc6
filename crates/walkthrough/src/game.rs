//! The games that can be recorded, and the representation of their positions and moves.

use connect_four::Shape;
use connect_four::lab::{Keyed, Square};
use domineering::{BoardSize, Player};
use search::{BestMove, Game as _, PackedMoves};

use crate::TraceError;
use crate::tic_tac_toe::TicTacToe;

/// A game and the position at which the recorded search starts.
///
/// ```
/// use domineering::Player;
/// use walkthrough::TracedGame;
///
/// let game = TracedGame::domineering("4x4".parse()?, Player::Vertical)?;
/// assert_eq!(game.to_string(), "Domineering 4x4, Vertical moves first");
/// assert_eq!(TracedGame::tic_tac_toe("b2 a1")?.to_string(), "Tic-tac-toe after b2 a1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TracedGame {
    pub(crate) start: Start,
    title: String,
}

#[derive(Clone, Debug)]
pub(crate) enum Start {
    Domineering(domineering::Position<u64>),
    ConnectFour(Keyed),
    TicTacToe(TicTacToe<SIDE>),
}

impl TracedGame {
    /// The maximum number of squares of a board. It is limited because the page draws a board for every slot of the
    /// table.
    pub const MAX_SQUARES: u32 = 64;

    /// Returns domineering on the empty `board`, with `first` to move.
    ///
    /// # Errors
    ///
    /// Returns [`TraceError::BoardSize`] if the board has more than [`MAX_SQUARES`](Self::MAX_SQUARES) squares.
    pub fn domineering(board: BoardSize, first: Player) -> Result<Self, TraceError> {
        if board.squares() > Self::MAX_SQUARES {
            return Err(TraceError::BoardSize { board: board.to_string(), squares: board.squares() });
        }
        let start = domineering::Position::new(board, first, zobrist::DEFAULT_SEED);
        let title = format!("Domineering {board}, {first} moves first");
        Ok(Self { start: Start::Domineering(start), title })
    }

    /// Returns Connect Four on `board` after the moves of `line`, in the notation of [`connect_four::Position::read`]:
    /// one character for each column. An empty line means the empty board.
    ///
    /// # Errors
    ///
    /// Returns [`TraceError::ConnectFour`] if a move is not possible or makes four in a row.
    pub fn connect_four(board: connect_four::BoardSize, line: &str) -> Result<Self, TraceError> {
        let position = connect_four::Position::read(board, line)?;
        let start = Keyed::new(position, zobrist::DEFAULT_SEED);
        let title = format!("Connect Four {board}{}", after(line));
        Ok(Self { start: Start::ConnectFour(start), title })
    }

    /// Returns tic-tac-toe on 3x3 squares after the moves of `line`: the squares `a1` to `c3`, by column and row,
    /// separated by spaces. Row 1 is the top row. An empty line means the empty board.
    ///
    /// # Errors
    ///
    /// Returns [`TraceError::TicTacToe`] if a word is not a square, if the square is occupied, or if the game is over.
    pub fn tic_tac_toe(line: &str) -> Result<Self, TraceError> {
        let start = read_tic_tac_toe(line)?;
        let words: Vec<_> = line.split_whitespace().collect();
        let title = format!("Tic-tac-toe{}", after(&words.join(" ")));
        Ok(Self { start: Start::TicTacToe(start), title })
    }
}

fn after(line: &str) -> String {
    if line.is_empty() { String::new() } else { format!(" after {line}") }
}

impl std::fmt::Display for TracedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.title)
    }
}

/// A game for the search whose positions and moves can be displayed.
///
/// In these games, the value of a position does not depend on [the path to it](search::Game::outcome), all leaves are
/// quiet, and the search [keeps no lines](search::Game::KEEPS_LINES).
pub(crate) trait ShownGame: search::Game + Clone {
    /// The payload of the table.
    type Kept: PackedMoves<Self::Move> + 'static;

    /// The names of the two players, starting with the one who moves first in the game.
    const PLAYERS: [&'static str; 2];
    /// The meaning of the scores.
    const SCORES: &'static str;

    /// Returns the numbers of rows and columns of the board.
    fn size(&self) -> (u32, u32);

    /// Returns the squares, row by row from the top: `.` is free, `#` is covered, `X` and `O` are stones.
    fn cells(&self) -> String;

    /// Returns the number of the player to move.
    fn mover(&self) -> usize;

    /// Returns the name of a move.
    fn name(&self, mv: Self::Move) -> String;

    /// Returns the squares that `mv` covers, in the order of [`cells`](Self::cells).
    fn squares(&self, mv: Self::Move) -> Vec<u32>;

    /// Returns the names of the rows, if the names of moves contain them.
    fn row_names(&self) -> Vec<String> {
        (1..=self.size().0).map(|row| row.to_string()).collect()
    }

    /// Returns the names of the columns.
    fn column_names(&self) -> Vec<String> {
        (0..self.size().1).map(column_name).collect()
    }

    /// Returns a depth in plies that is greater than the length of any game.
    fn full_depth(&self) -> u8;
}

/// Returns the name of a column: a to z, then aa, ab and so on.
fn column_name(column: u32) -> String {
    let letter = |number: u32| char::from(b'a' + (number % 26) as u8);
    match column / 26 {
        0 => letter(column).to_string(),
        group => format!("{}{}", letter(group - 1), letter(column)),
    }
}

/// Returns the name of a square (column and row). Squares are counted row by row from the top.
fn square_name(square: u32, columns: u32) -> String {
    format!("{}{}", column_name(square % columns), square / columns + 1)
}

impl ShownGame for domineering::Position<u64> {
    type Kept = ();

    const PLAYERS: [&'static str; 2] = ["Vertical", "Horizontal"];
    const SCORES: &'static str = "+1: the player to move wins; -1: the player to move loses";

    fn size(&self) -> (u32, u32) {
        (self.board().rows(), self.board().columns())
    }

    fn cells(&self) -> String {
        (0..self.board().squares()).map(|square| if self.is_occupied(square) { '#' } else { '.' }).collect()
    }

    fn mover(&self) -> usize {
        usize::from(self.to_move() == Player::Horizontal)
    }

    fn name(&self, mv: domineering::Move) -> String {
        square_name(u32::from(mv.0), self.board().columns())
    }

    fn squares(&self, mv: domineering::Move) -> Vec<u32> {
        let first = u32::from(mv.0);
        let step = if self.to_move() == Player::Vertical { self.board().columns() } else { 1 };
        vec![first, first + step]
    }

    fn full_depth(&self) -> u8 {
        self.board().depth()
    }
}

impl ShownGame for Keyed {
    type Kept = Square;

    const PLAYERS: [&'static str; 2] = ["X", "O"];
    const SCORES: &'static str = "0: a draw; above 0: the player to move wins, and the score is the number of stones \
                                  that this player has left, the winning one included; below 0: the opponent wins \
                                  likewise";

    fn size(&self) -> (u32, u32) {
        let shape = self.position().shape();
        (shape.rows(), shape.columns())
    }

    fn cells(&self) -> String {
        let text = self.position().to_string();
        text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect()
    }

    fn mover(&self) -> usize {
        usize::from(self.position().to_move() == connect_four::Player::Second)
    }

    fn name(&self, mv: Square) -> String {
        column_digit(mv.column(self.position().shape()))
    }

    fn squares(&self, mv: Square) -> Vec<u32> {
        let shape = self.position().shape();
        vec![(shape.rows() - 1 - mv.row(shape)) * shape.columns() + mv.column(shape)]
    }

    fn row_names(&self) -> Vec<String> {
        Vec::new()
    }

    fn column_names(&self) -> Vec<String> {
        (0..self.size().1).map(column_digit).collect()
    }

    fn full_depth(&self) -> u8 {
        self.depth()
    }
}

/// Returns the character for a column in a line of moves.
fn column_digit(column: u32) -> String {
    char::from_digit(column + 1, 36).map_or_else(|| (column + 1).to_string(), String::from)
}

/// The rows and the columns of tic-tac-toe.
const SIDE: usize = 3;

/// Parses moves of tic-tac-toe, such as `b2 a1`, and returns the position after them.
fn read_tic_tac_toe(line: &str) -> Result<TicTacToe<SIDE>, TraceError> {
    let mut game = TicTacToe::new();
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

impl ShownGame for TicTacToe<SIDE> {
    type Kept = BestMove<u8>;

    const PLAYERS: [&'static str; 2] = ["X", "O"];
    const SCORES: &'static str = "+1: the player to move wins; 0: a draw; -1: the player to move loses";

    fn size(&self) -> (u32, u32) {
        (SIDE as u32, SIDE as u32)
    }

    fn cells(&self) -> String {
        let [x, o] = self.stones;
        (0..9)
            .map(|square| {
                if x >> square & 1 == 1 {
                    'X'
                } else if o >> square & 1 == 1 {
                    'O'
                } else {
                    '.'
                }
            })
            .collect()
    }

    fn mover(&self) -> usize {
        self.to_move
    }

    fn name(&self, mv: u8) -> String {
        square_name(u32::from(mv), SIDE as u32)
    }

    fn squares(&self, mv: u8) -> Vec<u32> {
        vec![u32::from(mv)]
    }

    fn full_depth(&self) -> u8 {
        10
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_covers_the_squares_that_it_says() {
        fn check<G: ShownGame + search::conformance::Subject>(game: &mut G, depth: u32) {
            for mv in game.legal_moves() {
                let (before, squares) = (game.cells(), game.squares(mv));
                let undo = game.play(mv);
                let after = game.cells();
                let changed = before.chars().zip(after.chars()).map(|(before, after)| before != after);
                let changed: Vec<_> = (0..).zip(changed).filter(|(_, changed)| *changed).map(|(i, _)| i).collect();
                assert_eq!(changed, squares);
                if depth > 0 {
                    check(game, depth - 1);
                }
                game.undo(mv, undo);
            }
        }
        for player in Player::BOTH {
            check(&mut domineering::Position::<u64>::new("3x4".parse().unwrap(), player, 1), 2);
        }
        let Start::ConnectFour(mut game) = TracedGame::connect_four("3x4".parse().unwrap(), "12").unwrap().start else {
            panic!("another game");
        };
        check(&mut game, 3);
        check(&mut read_tic_tac_toe("").unwrap(), 2);
    }

    #[test]
    fn positions_that_cannot_be_searched_are_refused() {
        let board = |text: &str| text.parse::<BoardSize>().unwrap();
        assert!(TracedGame::domineering(board("8x8"), Player::Vertical).is_ok());
        let error = TracedGame::domineering(board("5x13"), Player::Vertical).unwrap_err();
        assert_eq!(error, TraceError::BoardSize { board: "5x13".to_owned(), squares: 65 });
        assert!(matches!(
            TracedGame::connect_four("4x4".parse().unwrap(), "12121212"),
            Err(TraceError::ConnectFour(_))
        ));
        for (line, problem) in [
            ("a1 d1", "`d1`, move 2: not a square"),
            ("a0", "not a square"),
            ("a1 a1", "`a1`, move 2: the square is taken"),
            ("a1 b1 a2 b2 a3 c3", "`c3`, move 6: the game is over"),
        ] {
            let error = TracedGame::tic_tac_toe(line).unwrap_err().to_string();
            assert!(error.contains(problem), "{line}: {error}");
        }
    }
}
