//! Playing Connect Four in a terminal, with the score of every column shown.

use std::io::{BufRead, Write};

use anyhow::Result;
use connect_four::{Board, Player, Position, Shape, best};

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Options {
    /// The board.
    pub board: Board,
    /// The moves that were played before.
    pub moves: String,
    /// Who the person plays.
    pub person: Player,
    /// The most nodes for the scores of a position; what takes more is played without knowing them.
    pub max_nodes: u64,
}

const HELP: &str = "a column plays there; u takes your last move back; n begins anew; q quits";

/// Plays games until `input` ends or the person quits.
///
/// # Errors
///
/// The moves of `options` lead to no position, or `out` takes no more.
pub fn play(options: &Options, mut input: impl BufRead, mut out: impl Write) -> Result<()> {
    let start = Position::read(options.board, &options.moves)?;
    let mut solver = best::Solver::for_board(options.board, best::Solver::LOG2_BUCKETS)?.max_nodes(options.max_nodes);
    let mut game = vec![start];
    writeln!(out, "You are {}. {HELP}.", stone(options.person))?;
    loop {
        let position = game[game.len() - 1];
        let over = position.outcome().is_some();
        let scores = if over { None } else { solver.analyse(&position).map(|analysis| analysis.scores) };
        show(&position, scores.as_deref(), &mut out)?;
        if let Some(score) = position.outcome() {
            let winner = if position.to_move() == Player::First { Player::Second } else { Player::First };
            let how = match score {
                0 => "A draw.".to_owned(),
                _ if winner == options.person => "You win.".to_owned(),
                _ => "You lose.".to_owned(),
            };
            writeln!(out, "{how}")?;
        } else if position.to_move() != options.person {
            let column = choose(&position, scores.as_deref());
            writeln!(out, "{} plays {}", stone(position.to_move()), column + 1)?;
            game.push(position.after(column));
            continue;
        }
        // What the person wants, until it makes sense.
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            match String::from_utf8_lossy(&line).trim() {
                "q" => return Ok(()),
                "n" => game.truncate(1),
                "u" if game.len() > taken_back(&game, options) => {
                    game.truncate(game.len() - taken_back(&game, options));
                }
                "u" => {
                    writeln!(out, "there is nothing to take back")?;
                    continue;
                }
                text => match column_of(text) {
                    Some(_) if over => {
                        writeln!(out, "the game is over: u, n or q")?;
                        continue;
                    }
                    Some(column) if column < options.board.columns() && position.can_play(column) => {
                        game.push(position.after(column));
                    }
                    Some(column) if column < options.board.columns() => {
                        writeln!(out, "column {} is full", column + 1)?;
                        continue;
                    }
                    _ => {
                        writeln!(out, "{HELP}")?;
                        continue;
                    }
                },
            }
            break;
        }
    }
}

/// How many moves the person takes back: the last one alone if it was the person's, for it ended the game.
fn taken_back(game: &[Position<Board>], options: &Options) -> usize {
    if game[game.len() - 1].to_move() == options.person { 2 } else { 1 }
}

/// A column as people write it, from 1, or as lines of moves do: a letter after the ninth.
fn column_of(text: &str) -> Option<u32> {
    let mut letters = text.chars();
    let letter = letters.next().filter(|letter| letters.as_str().is_empty() && letter.is_ascii_lowercase());
    letter.and_then(|letter| letter.to_digit(36)).or_else(|| text.parse().ok())?.checked_sub(1)
}

/// The best column; the one nearest to the centre of several, or if the scores are not known of those that do not lose
/// at once.
fn choose(position: &Position<Board>, scores: Option<&[Option<i32>]>) -> u32 {
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

/// The board, and below it the number and the score of each column.
fn show(position: &Position<Board>, scores: Option<&[Option<i32>]>, out: &mut impl Write) -> Result<()> {
    writeln!(out)?;
    for row in position.to_string().lines() {
        for square in row.chars() {
            write!(out, "{square:>4}")?;
        }
        writeln!(out)?;
    }
    let columns = 0..position.shape().columns();
    for column in columns.clone() {
        write!(out, "{:>4}", column + 1)?;
    }
    writeln!(out)?;
    if position.outcome().is_none() {
        for column in columns {
            let score = match scores {
                None if position.can_play(column) => "?".to_owned(),
                None => String::new(),
                Some(scores) => scores[column as usize].map_or_else(String::new, |score| format!("{score:+}")),
            };
            write!(out, "{score:>4}")?;
        }
        writeln!(out, "   scores for {}", stone(position.to_move()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str, person: Player, input: &str) -> String {
        let board = crate::lines::standard();
        let options = Options { board, moves: moves.to_owned(), person, max_nodes: 5_000_000 };
        let mut out = Vec::new();
        play(&options, input.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_game_is_played_to_its_end() {
        // The person can win at once.
        let won = game("445566", Player::First, "3\nu\n3\nq\n");
        assert_eq!(won.matches("You win.").count(), 2, "a win is taken back: {won}");
        assert!(won.contains("You win.") && won.contains("scores for x"), "{won}");
        let lost = game("445566", Player::Second, "q\n");
        assert!(lost.contains("x plays") && lost.contains("You lose."), "{lost}");
    }

    #[test]
    fn odd_input_is_answered() {
        let middle = "5554224333234511764415115";
        let text = game(middle, Player::Second, "9\nhello\n0\nu\n5\n");
        assert_eq!(text.matches(HELP).count(), 4, "{text}");
        assert!(text.contains("there is nothing to take back") && text.contains("column 5 is full"), "{text}");
        let back = game("52753311433677442422121", Player::Second, "1\nu\nn\nq\n");
        assert!(back.matches("scores for o").count() >= 3, "{back}");
        assert!(game("", Player::First, "").contains('?'), "the beginning takes more nodes than were given");
    }
}
