//! Checks that a table that is kept from search to search brings no score that the halfmove clock or the game rules
//! out. A search without a table says what is right.

use alibaba::{Alibaba, Best, Playing};
use chess::{Colour, Move, Piece, PieceType, Position, Square, searched_mate_in};
use search::{PackedMoves, Score, Search};
use tt::{Table, TwoBig1};
use zobrist::Key;

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 += 1;
        (Key::mixed(self.0).0 % limit as u64) as usize
    }
}

fn table() -> TwoBig1<Best> {
    TwoBig1::new("64K".parse().unwrap()).unwrap()
}

/// Returns the score of a search to `depth` plies of some moves of the root.
fn score<T: Table<Payload: PackedMoves<Move>>>(
    position: &Position,
    table: T,
    depth: u8,
    moves: Option<Vec<Move>>,
) -> Score {
    let mut game = Alibaba::new(position.clone()).with_options(Playing);
    let mut search = Search::new(&mut game, table).with_options(Playing);
    search.set_root_moves(moves);
    search.run(depth).score
}

/// Returns a position with two kings and a rook or a queen.
fn ending(dice: &mut Dice, clock: usize) -> Position {
    loop {
        let major = if dice.below(2) == 0 { PieceType::Rook } else { PieceType::Queen };
        let pieces = [
            Piece::new(Colour::White, PieceType::King),
            Piece::new(Colour::Black, PieceType::King),
            Piece::new(Colour::White, major),
        ];
        // Most mates are at the edge, with the kings near to each other.
        let (file, rank) = (dice.below(8), 5 + dice.below(3));
        let of_white = (3 + dice.below(5), dice.below(8));
        let squares = [(of_white.1, of_white.0), (file, rank), (dice.below(8), dice.below(8))]
            .map(|(file, rank)| Square::at(file as u8, rank as u8).unwrap());
        let row = |rank: u8| -> String {
            (0..8)
                .map(|file| {
                    let square = Square::at(file, rank).unwrap();
                    let piece = squares.iter().position(|&other| other == square);
                    piece.map_or_else(|| "1".to_owned(), |index| pieces[index].letter().to_string())
                })
                .collect()
        };
        let board = (0..8).rev().map(row).collect::<Vec<_>>().join("/");
        let side = ["w", "b"][dice.below(2)];
        let position = Position::from_fen(&format!("{board} {side} - - {clock} 90"));
        if let Ok(position) = position
            && position.has_legal_move()
            && squares[0] != squares[1]
            && squares[1] != squares[2]
            && squares[0] != squares[2]
        {
            return position;
        }
    }
}

#[test]
fn a_mate_is_announced_if_and_only_if_the_clock_leaves_time_for_it() {
    let (mut dice, mut table) = (Dice(1), table());
    let (mut mates, mut prevented) = (0, 0);
    for _ in 0..600 {
        let position = ending(&mut dice, 0);
        // Any order of clocks.
        for _ in 0..5 {
            let (clock, depth) = (88 + dice.below(13), 2 + dice.below(4) as u8);
            let fields = position.to_fen();
            let now = Position::from_fen(&fields.replace(" 0 90", &format!(" {clock} 90"))).unwrap();
            let (found, right) = (score(&now, &mut table, depth, None), score(&now, (), depth, None));
            let [found_mate, right_mate] = [found, right].map(|score| searched_mate_in(score, depth));
            assert_eq!(found_mate, right_mate, "{} to {depth} plies", now.to_fen());
            assert!(right != 0 || found == 0, "{} to {depth} plies: {found}", now.to_fen());
            let at_ease = score(&position, (), depth, None);
            mates += usize::from(right_mate.is_some());
            prevented += usize::from(searched_mate_in(at_ease, depth).is_some() && right_mate.is_none());
        }
    }
    assert!(mates > 50 && prevented > 20, "{mates} mates, {prevented} prevented");
}

#[test]
fn a_move_after_which_the_opponent_can_repeat_for_the_third_time_does_not_win() {
    let (mut dice, mut table) = (Dice(2), table());
    let mut drawn = 0;
    for _ in 0..60 {
        let start = ending(&mut dice, 0);
        // The table knows the positions without their game.
        score(&start, &mut table, 5, None);
        let mut position = start;
        // Both sides go to and fro, with detours.
        let mut game: Vec<Move> = Vec::new();
        for _ in 0..14 {
            let back = game.len().checked_sub(2).and_then(|before| {
                let (from, to) = (game[before].from(), game[before].to());
                position.legal_moves().into_iter().find(|mv| mv.from() == to && mv.to() == from)
            });
            let moves = position.legal_moves();
            let mv = back.filter(|_| dice.below(8) > 0).unwrap_or_else(|| moves[dice.below(moves.len())]);
            position.play(mv);
            game.push(mv);
            if !position.has_legal_move() || position.is_insufficient_material() {
                break;
            }
            for mv in position.legal_moves() {
                let mut after = position.clone();
                after.play(mv);
                let can_repeat = after.legal_moves().into_iter().any(|reply| {
                    let undo = after.play(reply);
                    let repeats = after.is_threefold_repetition();
                    after.undo(reply, undo);
                    repeats
                });
                if can_repeat {
                    drawn += 1;
                    let found = score(&position, &mut table, 4, Some(vec![mv]));
                    assert!(found <= 0, "{mv} in {} after {game:?}: {found}", position.to_fen());
                }
            }
        }
        // The draws of the game do not stay.
        let fresh = position.without_history();
        let (found, right) = (score(&fresh, &mut table, 3, None), score(&fresh, (), 3, None));
        assert_eq!(found == 0, right == 0, "{}", fresh.to_fen());
    }
    assert!(drawn > 50, "{drawn}");
}

/// The two cases that a table without the halfmove clock and the game gets wrong.
#[test]
fn scores_of_another_clock_or_game_are_not_used() {
    let mut table = table();
    let at_clock = |clock: u32| Position::from_fen(&format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 90")).unwrap();
    for (clock, mate) in [(0, Some(2)), (98, None), (97, Some(2)), (99, None), (0, Some(2))] {
        assert_eq!(chess::mate_in(score(&at_clock(clock), &mut table, 7, None)), mate, "clock {clock}");
    }

    let mut position = Position::from_fen("5R2/1k6/8/8/8/8/8/1K6 w - - 0 1").unwrap();
    assert!(score(&position, &mut table, 6, None) > 300);
    for text in ["f8g8", "b7a7", "g8f8", "a7b7", "f8g8", "b7a7"] {
        position.play(position.parse_uci(text).unwrap());
    }
    let mv = position.parse_uci("g8f8").unwrap();
    assert_eq!(score(&position, &mut table, 5, Some(vec![mv])), 0);
    assert!(score(&position, &mut table, 5, None) > 300);
}

#[test]
fn insufficient_material_is_a_draw() {
    for (fen, is_draw) in [
        ("8/8/8/8/8/8/8/K6k w - - 0 1", true),
        ("8/8/8/8/8/8/8/KN5k w - - 0 1", true),
        ("8/8/8/8/8/8/8/KB5k b - - 0 1", true),
        ("8/8/8/8/8/8/8/KB1b3k w - - 0 1", true),
        ("8/8/8/8/8/8/8/KB2b2k w - - 0 1", false),
        ("8/8/8/8/8/8/8/KN3n1k w - - 0 1", false),
        ("8/8/8/8/8/8/P7/K6k w - - 0 1", false),
        // The king takes the last pawn.
        ("8/8/8/8/8/8/1p6/K1B4k w - - 0 1", true),
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(score(&position, &mut table(), 4, None) == 0, is_draw, "{fen}");
    }
}
