//! Connect Four against the best solver.

use std::fmt::Write;

use anyhow::Result;
use connect_four::{BoardSize, Player, Position, Shape};
use experiments::run::Nodes;
use experiments::text::counted;
use programs::connect_four::{ComputerPlayer, Move};

use super::Opponent;

/// Connect Four: the program plays a move that is proved to be the best, if it can solve the position within its node
/// limit, and otherwise the best move that it knows.
pub(crate) struct ConnectFour {
    start: ConnectFourState,
    person: Player,
    solver: ComputerPlayer,
    max_nodes: u64,
    /// The moves and the bounds that were computed, so that undo and hints need no second search.
    chosen: Vec<(Position<BoardSize<u128>>, Move)>,
    known: Vec<(Position<BoardSize<u128>>, Bounds)>,
}

/// The lowest and the highest score that each column can have; `None` if it is full.
type Bounds = Vec<Option<(i32, i32)>>;

/// A position, and the moves that lead to it.
#[derive(Clone)]
pub(crate) struct ConnectFourState {
    position: Position<BoardSize<u128>>,
    moves: String,
}

impl ConnectFourState {
    fn after(&self, column: u32) -> Self {
        let digit = char::from_digit(column + 1, 36).expect("a board has fewer columns");
        Self { position: self.position.after(column), moves: format!("{}{digit}", self.moves) }
    }
}

impl ConnectFour {
    /// Returns a game on `board` that starts after `moves`, in which the person plays `person`.
    ///
    /// The program visits at most `max_nodes` nodes for a move. If that does not solve the position, the move is an
    /// estimate.
    ///
    /// # Errors
    ///
    /// The moves are illegal, or there is not enough memory for the solver.
    pub(crate) fn new(board: BoardSize<u128>, moves: &str, person: Player, max_nodes: u64) -> Result<Self> {
        let start = ConnectFourState { position: Position::read(board, moves)?, moves: moves.to_owned() };
        let solver = ComputerPlayer::new(board, max_nodes)?;
        Ok(Self { start, person, solver, max_nodes, chosen: Vec::new(), known: Vec::new() })
    }

    /// Returns the move to play.
    fn choose(&mut self, ConnectFourState { position, moves }: &ConnectFourState, nodes: &Nodes) -> Move {
        if let Some((_, chosen)) = self.chosen.iter().find(|(known, _)| known == position) {
            return *chosen;
        }
        let chosen = self.solver.choose(moves, nodes).expect("the moves are legal, and the game is not over");
        self.chosen.push((*position, chosen));
        chosen
    }

    /// Returns what is known of a move of `player`.
    fn note(&self, chosen: &Move, player: Player) -> String {
        let Move { lowest, highest, is_proved, plies, .. } = *chosen;
        let (name, opponent) = match player {
            Player::First => ("x", "o"),
            Player::Second => ("o", "x"),
        };
        let left = |score: i32| counted(score.unsigned_abs(), "stone");
        let proved = match (lowest, highest) {
            (0, 0) => "proved: a draw".to_owned(),
            (score, same) if score == same && score > 0 => format!("proved: {name} wins with {} left", left(score)),
            (score, same) if score == same => format!("proved: {opponent} wins with {} left", left(score)),
            (1.., _) => format!("proved: {name} wins"),
            (_, ..0) => format!("proved: {opponent} wins"),
            (0, _) => format!("proved: {name} does not lose"),
            (_, 0) => format!("proved: {name} does not win"),
            _ => format!("not solved within {}", counted(self.max_nodes, "node")),
        };
        match (is_proved, plies) {
            (true, _) => proved,
            (false, 0) => format!("a guess; {proved}"),
            (false, plies) => format!("an estimate of {plies} plies; {proved}"),
        }
    }
}

impl Opponent for ConnectFour {
    type Position = ConnectFourState;

    fn start(&self) -> ConnectFourState {
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

    fn draw(&self, ConnectFourState { position, .. }: &ConnectFourState) -> String {
        let mut text = String::new();
        for row in position.to_string().lines() {
            row.chars().for_each(|square| write!(text, "{square:>4}").expect("a string takes all"));
            text.push('\n');
        }
        text + &cells((1..=position.shape().columns()).map(|column| column.to_string()))
    }

    fn result(&self, ConnectFourState { position, .. }: &ConnectFourState) -> Option<&'static str> {
        // If the game is won, the player to move has lost: the opponent made the last move.
        Some(match position.final_score()? {
            0 => "The game is a draw.",
            _ if position.to_move() == self.person => "You lose.",
            _ => "You win.",
        })
    }

    fn is_persons_turn(&self, ConnectFourState { position, .. }: &ConnectFourState) -> bool {
        position.to_move() == self.person
    }

    fn read(&self, state: &ConnectFourState, text: &str) -> Result<ConnectFourState, String> {
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

    fn reply(&mut self, state: &ConnectFourState, nodes: &Nodes) -> (String, ConnectFourState) {
        let (chosen, player) = (self.choose(state, nodes), state.position.to_move());
        let text = format!("{} plays {} ({})", stone(player), chosen.column + 1, self.note(&chosen, player));
        (text, state.after(chosen.column))
    }

    fn hint(&mut self, state: &ConnectFourState, nodes: &Nodes) -> String {
        let chosen = self.choose(state, nodes);
        format!("Play {} ({})", chosen.column + 1, self.note(&chosen, state.position.to_move()))
    }

    fn scores(&mut self, ConnectFourState { position, moves }: &ConnectFourState, nodes: &Nodes) -> String {
        let bounds = match self.known.iter().find(|(known, _)| known == position) {
            Some((_, bounds)) => bounds.clone(),
            None => {
                let bounds = self.solver.bounds(moves, nodes).expect("the moves are legal");
                self.known.push((*position, bounds.clone()));
                bounds
            }
        };
        let cell = |bounds: &Option<(i32, i32)>| match bounds {
            None => String::new(),
            Some((lowest, highest)) if lowest == highest => format!("{lowest:+}"),
            Some((lowest, highest)) => format!("{lowest:+}..{highest:+}"),
        };
        let texts: Vec<String> = bounds.iter().map(cell).collect();
        let stone = stone(position.to_move());
        let how = format!("Scores for {stone}: +3 wins with three stones left.");
        if texts.iter().all(|text| !text.contains("..")) {
            return format!("{}\n{how}", cells(texts.into_iter()).trim_end());
        }
        // A range is wider than a cell of the board.
        let lines = (1..).zip(&texts).filter(|(_, text)| !text.is_empty());
        let lines: Vec<String> = lines.map(|(column, text)| format!("  column {column}: {text}")).collect();
        let limit = counted(self.max_nodes, "node");
        format!("{}\n{how} A range is what was proved within {limit}.", lines.join("\n"))
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
        let hint: usize = shown.split("Play ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
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
    fn a_move_without_a_solution_is_an_estimate() {
        let board = experiments::connect_four_set::standard();
        let mut game = ConnectFour::new(board, "", Player::Second, 20_000).unwrap();
        let text = played(&mut game, "s\n");
        assert!(text.contains("x plays 4 (an estimate of ") && text.contains("within 20,000 nodes"), "{text}");
        assert!(text.contains("column 4: -"), "{text}");
    }

    #[test]
    fn what_is_known_of_a_move_is_said() {
        let board = experiments::connect_four_set::standard();
        let game = ConnectFour::new(board, "", Player::First, 1_000).unwrap();
        let note = |lowest, highest, is_proved| {
            game.note(&Move { column: 3, lowest, highest, is_proved, plies: 0 }, Player::Second)
        };
        for (lowest, highest, text) in [
            (0, 0, "proved: a draw"),
            (1, 1, "proved: o wins with 1 stone left"),
            (-2, -2, "proved: x wins with 2 stones left"),
            (1, 5, "proved: o wins"),
            (-5, -1, "proved: x wins"),
            (0, 5, "proved: o does not lose"),
            (-5, 0, "proved: o does not win"),
            (-5, 5, "not solved within 1,000 nodes"),
        ] {
            assert_eq!(note(lowest, highest, true), text);
            assert_eq!(note(lowest, highest, false), format!("a guess; {text}"));
        }
    }
}
