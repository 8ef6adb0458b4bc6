//! Domineering against the generic search.

use std::fmt::Write;

use anyhow::Result;
use domineering::{Bitboard, BoardSize, Move, Player, Position};
use programs::domineering::{Playable, PlayerTable};
use search::Game as _;
use search::conformance::Subject as _;

use super::{Opponent, guess};
use experiments::run::Nodes;

/// Domineering: the program wins every won position that it can solve within its node limit.
pub(crate) struct Domineering<S> {
    start: DomineeringState<S>,
    person: Player,
    table: PlayerTable,
    max_nodes: u64,
}

/// A position with its dominoes.
#[derive(Clone)]
pub(crate) struct DomineeringState<S> {
    position: Position<S>,
    /// A character for each square, row by row.
    drawn: Vec<char>,
    moves: u8,
}

/// What the program knows about its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveResult {
    Wins,
    Loses,
    Guess,
}

impl<S: Playable> Domineering<S> {
    /// Returns a game on the empty `board`, in which `first` moves first and the person plays `person`.
    ///
    /// The program visits at most `max_nodes` nodes for a move. If that does not solve the position, it guesses.
    ///
    /// # Errors
    ///
    /// There is not enough memory for the table.
    ///
    /// # Panics
    ///
    /// Panics if the board has more squares than `S` has bits.
    pub(crate) fn new(board: BoardSize, first: Player, person: Player, max_nodes: u64) -> Result<Self> {
        let position = Position::new(board, first, zobrist::DEFAULT_SEED);
        let start = DomineeringState { position, drawn: vec!['.'; board.squares() as usize], moves: 0 };
        let table = PlayerTable::new("2048K".parse()?)?;
        Ok(Self { start, person, table, max_nodes })
    }

    /// Returns the move to play in a position that is not over.
    fn choose(&mut self, state: &DomineeringState<S>, nodes: &Nodes) -> (Move, MoveResult) {
        let mut position = state.position.clone();
        // The depth depends on the position alone, so that records of earlier moves can be used.
        let depth = position.board().depth() - state.moves;
        let outcome = S::search(&mut position, &mut self.table, depth, self.max_nodes);
        nodes.add(outcome.nodes);
        match (outcome.best, outcome.stopped) {
            (Some(best), false) if outcome.score > 0 => (best, MoveResult::Wins),
            (_, false) => (most_promising(&position, None), MoveResult::Loses),
            // The moves searched before the search stopped lose.
            (best, true) => (most_promising(&position, best), MoveResult::Guess),
        }
    }

    fn note(&self, result: MoveResult, wins: &str, loses: &str) -> String {
        match result {
            MoveResult::Wins => wins.to_owned(),
            MoveResult::Loses => loses.to_owned(),
            MoveResult::Guess => guess(self.max_nodes),
        }
    }
}

impl<S: Bitboard> DomineeringState<S> {
    fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        let (first, columns) = (usize::from(mv.0), self.position.board().columns() as usize);
        let (second, letters) = match self.position.to_move() {
            Player::Vertical => (first + columns, ['^', 'v']),
            Player::Horizontal => (first + 1, ['<', '>']),
        };
        (after.drawn[first], after.drawn[second]) = (letters[0], letters[1]);
        after.position.play(mv);
        after.moves += 1;
        after
    }

    fn name_of(&self, Move(square): Move) -> String {
        let columns = self.position.board().columns();
        format!("{}{}", column_name(u32::from(square) % columns), u32::from(square) / columns + 1)
    }
}

/// Returns the move after which the player has the most real and safe moves, less those of the opponent. The move
/// `other_than`, which is known to lose, is chosen only if there is no other.
fn most_promising<S: Bitboard>(position: &Position<S>, other_than: Option<Move>) -> Move {
    let player = position.to_move();
    let promise = |mv: &Move| {
        let mut after = position.clone();
        after.play(*mv);
        let [own, theirs] = [player, player.opponent()].map(|player| {
            let counts = after.counts(player);
            i64::from(counts.real + counts.safe)
        });
        (Some(*mv) != other_than, own - theirs)
    };
    // `max_by_key` returns the last of several, and the first is wanted.
    let moves = position.legal_moves();
    moves.into_iter().rev().max_by_key(promise).expect("the game is not over")
}

impl<S: Playable + Send + Sync> Opponent for Domineering<S> {
    type Position = DomineeringState<S>;

    fn start(&self) -> DomineeringState<S> {
        self.start.clone()
    }

    fn introduction(&self) -> String {
        let first = if self.start.position.to_move() == self.person { "You move" } else { "The program moves" };
        format!("Domineering on {}: you play {}. {first} first.", self.start.position.board(), self.person)
    }

    fn help(&self) -> String {
        let (whole, first) = match self.person {
            Player::Vertical => ("an upright domino", "upper"),
            Player::Horizontal => ("a horizontal domino", "left"),
        };
        format!(
            "Type a square such as b3 to place {whole}: column and row of its {first} square.\n\
             A player who cannot move loses.\n  \
             s   scores: show how many moves each player has left"
        )
    }

    fn draw(&self, state: &DomineeringState<S>) -> String {
        let board = state.position.board();
        let (columns, width) = (board.columns(), if board.columns() > 26 { 3 } else { 2 });
        let mut text = "   ".to_owned();
        let add = |text: &mut String, cell: &str| write!(text, "{cell:>width$}").expect("a string takes all");
        (0..columns).for_each(|column| add(&mut text, &column_name(column)));
        text.push('\n');
        for (row, squares) in (1..).zip(state.drawn.chunks(columns as usize)) {
            write!(text, "{row:>3}").expect("a string takes all");
            squares.iter().for_each(|square| add(&mut text, &square.to_string()));
            text.push('\n');
        }
        text
    }

    fn result(&self, state: &DomineeringState<S>) -> Option<&'static str> {
        let is_over = state.position.mobility(state.position.to_move()) == 0;
        is_over.then_some(match state.position.to_move() == self.person {
            true => "You cannot move. You lose.",
            false => "The program cannot move. You win.",
        })
    }

    fn is_persons_turn(&self, state: &DomineeringState<S>) -> bool {
        state.position.to_move() == self.person
    }

    fn read(&self, state: &DomineeringState<S>, text: &str) -> Result<DomineeringState<S>, String> {
        let board = state.position.board();
        let (column, row) = read_square(text).ok_or_else(|| format!("`{text}` is not a square such as b3."))?;
        if column >= board.columns() || row >= board.rows() {
            let last = column_name(board.columns() - 1);
            return Err(format!("The squares are a1 to {last}{}.", board.rows()));
        }
        let mv = Move((row * board.columns() + column) as u8);
        if state.position.clone().is_legal(mv) {
            Ok(state.after(mv))
        } else {
            let (whole, second) = match state.position.to_move() {
                Player::Vertical => ("an upright domino", "below"),
                Player::Horizontal => ("a horizontal domino", "to the right of"),
            };
            Err(format!("No room for {whole}: {text} and the square {second} it must be free."))
        }
    }

    fn reply(&mut self, state: &DomineeringState<S>, nodes: &Nodes) -> (String, DomineeringState<S>) {
        let (mv, result) = self.choose(state, nodes);
        let note = self.note(result, "the program wins", "you can win");
        (format!("{} plays {} ({note})", state.position.to_move(), state.name_of(mv)), state.after(mv))
    }

    fn hint(&mut self, state: &DomineeringState<S>, nodes: &Nodes) -> String {
        let (mv, result) = self.choose(state, nodes);
        format!("Play {} ({})", state.name_of(mv), self.note(result, "it wins", "every move loses"))
    }

    fn scores(&mut self, state: &DomineeringState<S>, _: &Nodes) -> String {
        let line = |player| {
            let counts = state.position.counts(player);
            format!(
                "{:<11} {:>2} moves if the opponent places no more dominoes, {:>2} whatever the opponent does",
                format!("{player}:"),
                counts.real,
                counts.safe
            )
        };
        Player::BOTH.map(line).join("\n")
    }
}

/// Returns the name of a column: a to z, then aa, ab and so on.
fn column_name(column: u32) -> String {
    let letter = |number: u32| char::from(b'a' + (number % 26) as u8);
    match column / 26 {
        0 => letter(column).to_string(),
        group => format!("{}{}", letter(group - 1), letter(column)),
    }
}

/// Returns column and row of a square, from 0.
fn read_square(text: &str) -> Option<(u32, u32)> {
    let digits = text.find(|c: char| !c.is_ascii_lowercase())?;
    let (letters, row) = text.split_at(digits);
    if letters.is_empty() || letters.len() > 2 || !row.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let column = letters.bytes().fold(0, |column, letter| column * 26 + u32::from(letter - b'a') + 1);
    Some((column - 1, row.parse::<u32>().ok()?.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::played;

    const VERTICAL: Player = Player::Vertical;
    const HORIZONTAL: Player = Player::Horizontal;

    fn game(board: &str, first: Player, person: Player, input: &str) -> String {
        let board = board.parse().unwrap();
        played(&mut Domineering::<u64>::new(board, first, person, 1_000_000).unwrap(), input)
    }

    #[test]
    fn squares_have_names() {
        for column in 0..128 {
            let name = column_name(column);
            assert_eq!(read_square(&format!("{name}12")), Some((column, 11)), "{name}");
        }
        assert_eq!(column_name(25), "z");
        assert_eq!(column_name(26), "aa");
        for text in ["", "b", "3", "3b", "b0", "b-1", "b3c", "abc1", "é1", "b99999999999"] {
            assert_eq!(read_square(text), None, "{text}");
        }
    }

    #[test]
    fn the_board_is_drawn_with_both_kinds_of_dominoes() {
        let text = game("3x4", VERTICAL, VERTICAL, "b2\n");
        assert!(
            text.starts_with("Domineering on 3x4: you play Vertical. You move first. Type ? for help.\n"),
            "{text}"
        );
        assert!(text.contains("    a b c d\n  1 . . . .\n  2 . . . .\n  3 . . . .\n"), "{text}");
        assert!(text.contains("    a b c d\n  1 . . . .\n  2 . ^ . .\n  3 . v . .\n"), "{text}");
        assert!(text.contains("< >"), "{text}");
    }

    #[test]
    fn odd_input_is_answered_and_moves_are_undone() {
        let text = game("4x4", HORIZONTAL, HORIZONTAL, "d1\ne1\nhello\nu\n?\ns\nA1\nu\n");
        for expected in [
            "No room for a horizontal domino: d1 and the square to the right of it",
            "The squares are a1 to d4.",
            "`hello` is not a square",
            "There is no move to undo.",
            "of its left square",
            "Vertical:    8 moves if the opponent places no more dominoes,  0 whatever",
            "  h   hint: ",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        assert_eq!(text.matches("  1 . . . .\n  2 . . . .\n  3 . . . .\n  4 . . . .\n").count(), 2, "{text}");
    }

    #[test]
    fn hints_win() {
        // On 4x4 who moves first wins.
        let mut input = String::new();
        for _ in 0..8 {
            let text = game("4x4", VERTICAL, VERTICAL, &format!("{input}h\n"));
            if text.contains("You win.") {
                return;
            }
            let hint = text.rsplit_once("Play ").unwrap().1;
            assert!(hint.contains("(it wins)"), "{text}");
            input += &format!("{}\n", hint.split(' ').next().unwrap());
        }
        panic!("the game does not end: {input}");
    }

    #[test]
    fn a_guess_is_not_a_move_that_is_known_to_lose() {
        let position = Position::<u64>::new("3x3".parse().unwrap(), VERTICAL, zobrist::DEFAULT_SEED);
        let best = most_promising(&position, None);
        assert_ne!(most_promising(&position, Some(best)), best);
        let mut one_move = Position::<u64>::new("2x1".parse().unwrap(), VERTICAL, zobrist::DEFAULT_SEED);
        assert_eq!(most_promising(&one_move, Some(Move(0))), Move(0));
        one_move.play(Move(0));
        assert_eq!(one_move.counts(HORIZONTAL).real, 0);
    }
}
