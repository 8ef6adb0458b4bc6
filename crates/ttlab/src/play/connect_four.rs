//! Connect Four, against the best solver.

use std::fmt::Write;

use anyhow::Result;
use connect_four::{BoardSize, Player, Position, Shape};
use programs::connect_four::Player as Solver;

use super::{Opponent, guess};

/// Connect Four: the program plays the best column, if it can solve the position within its limit of nodes.
pub(crate) struct ConnectFour {
    start: Position<BoardSize>,
    person: Player,
    solver: Solver,
    max_nodes: u64,
}

impl ConnectFour {
    /// A game on `board` that starts after `moves`, in which the person plays `person`.
    ///
    /// The program visits at most `max_nodes` nodes for a move. If that does not solve the position, it guesses.
    ///
    /// # Errors
    ///
    /// The moves are not legal, or there is not enough memory for the solver.
    pub(crate) fn new(board: BoardSize, moves: &str, person: Player, max_nodes: u64) -> Result<Self> {
        let start = Position::read(board, moves)?;
        let solver = Solver::new(board, max_nodes)?;
        Ok(Self { start, person, solver, max_nodes })
    }

    /// The best column, and whether it is a guess.
    fn choose(&mut self, position: &Position<BoardSize>) -> (u32, bool) {
        let scores = self.solver.analyse(position).map(|analysis| analysis.scores);
        (choose(position, scores.as_deref()), scores.is_none())
    }

    fn note(&self, is_guess: bool) -> String {
        if is_guess { format!(" ({})", guess(self.max_nodes)) } else { String::new() }
    }
}

impl Opponent for ConnectFour {
    type Position = Position<BoardSize>;

    fn start(&self) -> Position<BoardSize> {
        self.start
    }

    fn introduction(&self) -> String {
        format!("Connect Four: you play {}.", stone(self.person))
    }

    fn help(&self) -> String {
        format!(
            "Type the number of a column, 1 to {}, to drop a stone there.\n\
             Four stones in a row win: across, upright or diagonal.\n  \
             s   scores: show the score of every column",
            self.start.shape().columns()
        )
    }

    fn draw(&self, position: &Position<BoardSize>) -> String {
        let mut text = String::new();
        for row in position.to_string().lines() {
            row.chars().for_each(|square| write!(text, "{square:>4}").expect("a string takes all"));
            text.push('\n');
        }
        text + &cells((1..=position.shape().columns()).map(|column| column.to_string()))
    }

    fn result(&self, position: &Position<BoardSize>) -> Option<&'static str> {
        // The player to move did not make the last move, so that it is the opponent who has four in a row.
        Some(match position.final_score()? {
            0 => "The game is a draw.",
            _ if position.to_move() == self.person => "You lose.",
            _ => "You win.",
        })
    }

    fn is_persons_turn(&self, position: &Position<BoardSize>) -> bool {
        position.to_move() == self.person
    }

    fn read(&self, position: &Position<BoardSize>, text: &str) -> Result<Position<BoardSize>, String> {
        match column_of(text) {
            Some(column) if column >= position.shape().columns() => {
                Err(format!("The columns are 1 to {}.", position.shape().columns()))
            }
            Some(column) if !position.can_play(column) => Err(format!("Column {} is full.", column + 1)),
            Some(column) => Ok(position.after(column)),
            None => Err(format!("`{text}` is not a column.")),
        }
    }

    fn reply(&mut self, position: &Position<BoardSize>) -> (String, Position<BoardSize>) {
        let (column, is_guess) = self.choose(position);
        let text = format!("{} plays {}{}", stone(position.to_move()), column + 1, self.note(is_guess));
        (text, position.after(column))
    }

    fn hint(&mut self, position: &Position<BoardSize>) -> String {
        let (column, is_guess) = self.choose(position);
        format!("Play {}{}", column + 1, self.note(is_guess))
    }

    fn scores(&mut self, position: &Position<BoardSize>) -> String {
        let Some(analysis) = self.solver.analyse(position) else {
            return format!("No scores: {}", guess(self.max_nodes).replace("a guess: ", ""));
        };
        let cell = |score: Option<i32>| score.map_or_else(String::new, |score| format!("{score:+}"));
        let scores = cells(analysis.scores.into_iter().map(cell));
        format!("{}\nScores for {}: +3 wins with three stones left.", scores.trim_end(), stone(position.to_move()))
    }
}

/// A line with a cell for each column.
fn cells(texts: impl Iterator<Item = String>) -> String {
    let line = texts.fold(String::new(), |mut line, text| {
        write!(line, "{text:>4}").expect("a string takes all");
        line
    });
    line + "\n"
}

/// A column as people write it, from 1, or as lines of moves do: a letter after the ninth.
fn column_of(text: &str) -> Option<u32> {
    let mut letters = text.chars();
    let letter = letters.next().filter(|letter| letters.as_str().is_empty() && letter.is_ascii_lowercase());
    letter.and_then(|letter| letter.to_digit(36)).or_else(|| text.parse().ok())?.checked_sub(1)
}

/// The best column; the one nearest to the centre of several, or if the scores are not known of those that do not lose
/// at once.
fn choose(position: &Position<BoardSize>, scores: Option<&[Option<i32>]>) -> u32 {
    let best = scores.and_then(|scores| scores.iter().flatten().max());
    let is_good = |&column: &u32| match (best, scores) {
        (Some(best), Some(scores)) => scores[column as usize] == Some(*best),
        _ => {
            let safe = position.non_losing();
            let squares = if position.can_win() { position.own_threats() } else { safe };
            position.can_play(column)
                && (squares == 0 || squares & position.possible() & position.shape().column(column) != 0)
        }
    };
    let possible = || position.shape().centre_first().filter(|&column| position.can_play(column));
    possible().find(is_good).or_else(|| possible().next()).unwrap_or(0)
}

fn stone(player: Player) -> &'static str {
    match player {
        Player::First => "x",
        Player::Second => "o",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::played;

    fn game(moves: &str, person: Player, input: &str) -> String {
        let board = experiments::connect_four_set::standard();
        played(&mut ConnectFour::new(board, moves, person, 1_000_000).unwrap(), input)
    }

    #[test]
    fn a_game_is_played_to_its_end() {
        // The person can win at once.
        let won = game("445566", Player::First, "3\nu\n3\ns\nq\n");
        assert_eq!(won.matches("You win.").count(), 2, "the winning move is undone and played again: {won}");
        assert!(won.contains("The game is over"), "{won}");
        let lost = game("445566", Player::Second, "q\n");
        assert!(lost.contains("x plays") && lost.contains("You lose."), "{lost}");
    }

    #[test]
    fn scores_and_hints_are_shown_when_asked_for() {
        let middle = "52753311433677442422121";
        let quiet = game(middle, Player::Second, "");
        assert!(!quiet.contains("Scores") && !quiet.contains("Play "), "{quiet}");
        let told = game(middle, Player::Second, "s\nh\n");
        assert!(told.contains("Scores for o") && told.contains("+8"), "{told}");
        // The hint is a column with the best score.
        let hint: usize = told.split("Play ").nth(1).unwrap().trim_end_matches(['>', ' ', '\n']).parse().unwrap();
        let scores = told.lines().find(|line| line.contains("+8")).unwrap();
        let cells = scores.trim_start_matches("> ");
        let column = cells.find("+8").unwrap() / 4 + 1;
        assert_eq!(hint, column, "{told}");
    }

    #[test]
    fn odd_input_is_answered_and_moves_are_undone() {
        let middle = "5554224333234511764415115";
        let text = game(middle, Player::Second, "9\nhello\n0\nu\n5\n?\n\n");
        assert!(text.contains("The columns are 1 to 7.") && text.contains("`hello` is not a column"), "{text}");
        assert!(text.contains("There is no move to undo.") && text.contains("Column 5 is full"), "{text}");
        assert!(text.contains("h   hint") && text.contains("s   scores"), "{text}");
        // The board before the first move is drawn three times.
        let back = game("52753311433677442422121", Player::Second, "1\nu\n2\nn\nq\n");
        let first = back.split("\n\n").nth(1).unwrap().split("\n>").next().unwrap();
        assert_eq!(back.matches(first).count(), 3, "{back}");
    }

    #[test]
    fn what_takes_too_long_is_a_guess() {
        let board = experiments::connect_four_set::standard();
        let mut game = ConnectFour::new(board, "", Player::Second, 1_000).unwrap();
        let text = played(&mut game, "s\n");
        assert!(text.contains("x plays 4 (a guess: the position is not solved within 1,000 nodes)"), "{text}");
        assert!(text.contains("No scores: the position is not solved within 1,000 nodes"), "{text}");
    }
}
