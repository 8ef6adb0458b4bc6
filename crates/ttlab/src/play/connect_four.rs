//! Connect Four against the best solver.

use std::fmt::Write;

use anyhow::Result;
use connect_four::{BoardSize, Player, Position, Shape};
use experiments::run::Nodes;
use programs::connect_four::{ColumnScore, ComputerPlayer};

use super::{Opponent, guess};

/// Connect Four: the program plays the best column, if it can solve the position within its node limit.
pub(crate) struct ConnectFour {
    start: State,
    person: Player,
    solver: ComputerPlayer,
    max_nodes: u64,
    /// The scores of every analysed position, so that undo and hints need no second search.
    known: Vec<(Position<BoardSize>, Vec<ColumnScore>)>,
}

/// A position, and the moves that lead to it.
#[derive(Clone)]
pub(crate) struct State {
    position: Position<BoardSize>,
    moves: String,
}

impl State {
    fn after(&self, column: u32) -> Self {
        let digit = char::from_digit(column + 1, 36).expect("a board has fewer columns");
        Self { position: self.position.after(column), moves: format!("{}{digit}", self.moves) }
    }
}

impl ConnectFour {
    /// Returns a game on `board` that starts after `moves`, in which the person plays `person`.
    ///
    /// The program visits at most `max_nodes` nodes for a move. If that does not solve the position, it may guess.
    ///
    /// # Errors
    ///
    /// The moves are illegal, or there is not enough memory for the solver.
    pub(crate) fn new(board: BoardSize, moves: &str, person: Player, max_nodes: u64) -> Result<Self> {
        let start = State { position: Position::read(board, moves)?, moves: moves.to_owned() };
        let solver = ComputerPlayer::new(board, max_nodes)?;
        Ok(Self { start, person, solver, max_nodes, known: Vec::new() })
    }

    /// Returns the score of every column.
    fn analyse(&mut self, State { position, moves }: &State, nodes: &Nodes) -> Vec<ColumnScore> {
        if let Some((_, scores)) = self.known.iter().find(|(known, _)| known == position) {
            return scores.clone();
        }
        let mut counted = 0;
        let scores = self.solver.analyse(moves, |so_far| {
            nodes.add(so_far - counted);
            counted = so_far;
        });
        let scores = scores.expect("the moves are legal, and the game is not over");
        self.known.push((*position, scores.clone()));
        scores
    }

    /// Returns the column to play, and a note if it is a guess.
    fn choose(&mut self, state: &State, nodes: &Nodes) -> (u32, String) {
        let (column, is_guess) = choose(&state.position, &self.analyse(state, nodes));
        (column, if is_guess { format!(" ({})", guess(self.max_nodes)) } else { String::new() })
    }
}

impl Opponent for ConnectFour {
    type Position = State;

    fn start(&self) -> State {
        self.start.clone()
    }

    fn introduction(&self) -> String {
        format!("Connect Four: you play {}.", stone(self.person))
    }

    fn help(&self) -> String {
        format!(
            "Type the number of a column, 1 to {}, to drop a stone there.\n\
             Four stones in a row win: horizontal, vertical or diagonal.\n  \
             s   scores: show the score of every column",
            self.start.position.shape().columns()
        )
    }

    fn draw(&self, State { position, .. }: &State) -> String {
        let mut text = String::new();
        for row in position.to_string().lines() {
            row.chars().for_each(|square| write!(text, "{square:>4}").expect("a string takes all"));
            text.push('\n');
        }
        text + &cells((1..=position.shape().columns()).map(|column| column.to_string()))
    }

    fn result(&self, State { position, .. }: &State) -> Option<&'static str> {
        // If the game is won, the player to move has lost: the opponent made the last move.
        Some(match position.final_score()? {
            0 => "The game is a draw.",
            _ if position.to_move() == self.person => "You lose.",
            _ => "You win.",
        })
    }

    fn is_persons_turn(&self, State { position, .. }: &State) -> bool {
        position.to_move() == self.person
    }

    fn read(&self, state: &State, text: &str) -> Result<State, String> {
        let position = &state.position;
        match column_of(text) {
            Some(column) if column >= position.shape().columns() => {
                Err(format!("The columns are 1 to {}.", position.shape().columns()))
            }
            Some(column) if !position.can_play(column) => Err(format!("Column {} is full.", column + 1)),
            Some(column) => Ok(state.after(column)),
            None => Err(format!("`{text}` is not a column.")),
        }
    }

    fn reply(&mut self, state: &State, nodes: &Nodes) -> (String, State) {
        let (column, note) = self.choose(state, nodes);
        (format!("{} plays {}{note}", stone(state.position.to_move()), column + 1), state.after(column))
    }

    fn hint(&mut self, state: &State, nodes: &Nodes) -> String {
        let (column, note) = self.choose(state, nodes);
        format!("Play {}{note}", column + 1)
    }

    fn scores(&mut self, state: &State, nodes: &Nodes) -> String {
        let scores = self.analyse(state, nodes);
        let stone = stone(state.position.to_move());
        let unknown = scores.iter().filter(|score| matches!(score, ColumnScore::Unknown)).count();
        let limit = experiments::text::grouped(self.max_nodes);
        if unknown > 0 && unknown == scores.iter().filter(|score| !matches!(score, ColumnScore::Full)).count() {
            return format!("No score is known: no column was solved within {limit} nodes. Use --max-nodes for more.");
        }
        let cell = |score: &ColumnScore| match score {
            ColumnScore::Known(score) => format!("{score:+}"),
            ColumnScore::Unknown => "?".to_owned(),
            ColumnScore::Full => String::new(),
        };
        let line = cells(scores.iter().map(cell));
        let rest = match unknown {
            0 => String::new(),
            _ => format!("\nColumns with ? were not solved within {limit} nodes."),
        };
        format!("{}\nScores for {stone}: +3 wins with three stones left.{rest}", line.trim_end())
    }
}

/// Returns a line with a cell for each column.
fn cells(texts: impl Iterator<Item = String>) -> String {
    let line = texts.fold(String::new(), |mut line, text| {
        write!(line, "{text:>4}").expect("a string takes all");
        line
    });
    line + "\n"
}

/// Reads a column, written from 1 or as in lines of moves, with letters after the ninth.
fn column_of(text: &str) -> Option<u32> {
    let mut letters = text.chars();
    let letter = letters.next().filter(|letter| letters.as_str().is_empty() && letter.is_ascii_lowercase());
    letter.and_then(|letter| letter.to_digit(36)).or_else(|| text.parse().ok())?.checked_sub(1)
}

/// Returns the column to play, and whether it is a guess. Of several it is the one nearest to the centre.
///
/// A column that wins is not a guess, even if a faster win may exist. If no column is known to win, a column of unknown
/// score is tried before one that loses.
fn choose(position: &Position<BoardSize>, scores: &[ColumnScore]) -> (u32, bool) {
    let columns: Vec<u32> = position.shape().centre_first().filter(|&column| position.can_play(column)).collect();
    let known = |column: u32| match scores.get(column as usize) {
        Some(ColumnScore::Known(score)) => Some(*score),
        _ => None,
    };
    let unknown = || columns.iter().copied().filter(|&column| known(column).is_none());
    let best = columns.iter().filter_map(|&column| known(column)).max();
    let with_best = || columns.iter().copied().find(|&column| known(column) == best);
    let chosen = match best {
        Some(score) if score > 0 || unknown().next().is_none() => with_best().map(|column| (column, false)),
        _ => None,
    };
    let safe = position.non_losing();
    let is_safe = |column: &u32| safe & position.possible() & position.shape().column(*column) != 0;
    chosen
        .or_else(|| unknown().find(is_safe).map(|column| (column, true)))
        .or_else(|| with_best().map(|column| (column, true)))
        .or_else(|| columns.first().map(|&column| (column, true)))
        .unwrap_or((0, true))
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
    fn scores_and_hints_are_shown_on_request() {
        let middle = "52753311433677442422121";
        let quiet = game(middle, Player::Second, "");
        assert!(!quiet.contains("Scores") && !quiet.contains("Play "), "{quiet}");
        let shown = game(middle, Player::Second, "s\nh\n");
        assert!(shown.contains("Scores for o") && shown.contains("+8") && !shown.contains("   ?"), "{shown}");
        // The hint is a column with the best score.
        let hint: usize = shown.split("Play ").nth(1).unwrap().trim_end_matches(['>', ' ', '\n']).parse().unwrap();
        let scores = shown.lines().find(|line| line.contains("+8")).unwrap();
        let cells = scores.trim_start_matches("> ");
        let column = cells.find("+8").unwrap() / 4 + 1;
        assert_eq!(hint, column, "{shown}");
    }

    #[test]
    fn invalid_input_is_answered_and_moves_are_undone() {
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
    fn a_move_without_a_solution_is_a_guess() {
        let board = experiments::connect_four_set::standard();
        let mut game = ConnectFour::new(board, "", Player::Second, 1_000).unwrap();
        let text = played(&mut game, "s\n");
        assert!(text.contains("x plays 4 (a guess: the position was not solved within 1,000 nodes)"), "{text}");
        assert!(text.contains("No score is known") && text.contains("within 1,000 nodes"), "{text}");
    }

    #[test]
    fn a_column_that_loses_is_played_last_and_one_that_wins_first() {
        use ColumnScore::{Known, Unknown};
        let position = Position::new(experiments::connect_four_set::standard());
        let with = |third: ColumnScore, others: ColumnScore| {
            let mut scores = vec![others; 7];
            scores[3] = third;
            choose(&position, &scores)
        };
        assert_eq!(with(Known(2), Unknown), (3, false));
        assert_eq!(with(Known(-2), Unknown), (2, true), "another column may be better");
        assert_eq!(with(Known(-2), Known(-3)), (3, false));
        assert_eq!(with(Unknown, Known(1)), (2, false));
        assert_eq!(with(Unknown, Unknown), (3, true));
    }
}
