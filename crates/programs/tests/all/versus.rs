//! Games between two programs, or one program with two tables.

use chess::{Colour, Position};
use engine::Techniques;
use programs::chess::versus::{GameEnd, MatchSide, Opening, PlayedGame, Referee, SideProgram, play};
use programs::{SearchOptions, Work, options};
use schemes::Scheme;
use tt::Size;

fn side(scheme: Scheme, nodes: u64) -> MatchSide {
    MatchSide {
        scheme: Some(scheme),
        size: Size::Positions(1024),
        program: SideProgram::Alibaba(SearchOptions::PLAIN),
        nodes,
        forgets: false,
    }
}

fn opening(fen: &str, moves: &[&str]) -> Opening {
    let start = Position::from_fen(fen).unwrap();
    let mut position = start.clone();
    let mut played = Vec::new();
    for text in moves {
        let mv = position.parse_san(text).unwrap();
        position.play(mv);
        played.push(mv);
    }
    Opening { start, moves: played }
}

fn played(opening: &Opening, sides: [&MatchSide; 2]) -> PlayedGame {
    play(opening, sides, &mut ()).unwrap().unwrap()
}

#[test]
fn games_end_by_the_rules() {
    let side = side(Scheme::TwoDeep, 300);
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];
    for (fen, moves, end) in [
        (Position::START, &["f3", "e5", "g4", "Qh4"][..], GameEnd::Checkmate(Colour::Black)),
        (Position::START, &knights, GameEnd::Repetition),
        ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", &[], GameEnd::Stalemate),
        ("7k/8/8/8/8/8/8/KB6 w - - 0 1", &[], GameEnd::InsufficientMaterial),
        ("7k/8/8/8/8/8/8/KR6 w - - 100 90", &[], GameEnd::FiftyMoves),
        // Checkmate takes precedence.
        ("R6k/8/7K/8/8/8/8/8 b - - 100 90", &[], GameEnd::Checkmate(Colour::White)),
    ] {
        let opening = opening(fen, moves);
        let game = played(&opening, [&side, &side]);
        assert_eq!((game.end, &game.moves, game.work), (end, &opening.moves, [Work::default(); 2]), "{fen}");
    }
}

#[test]
fn moves_are_legal_and_limits_are_kept() {
    let sides = [side(Scheme::Deep, 2_000), side(Scheme::New, 3_000)];
    let game = played(&opening(Position::START, &["e4", "e5"]), [&sides[0], &sides[1]]);
    let mut position = Position::start();
    for (plies, &mv) in game.moves.iter().enumerate() {
        assert_eq!(GameEnd::of(&position, plies), None);
        assert!(position.is_legal(mv), "{position}{mv}");
        position.play(mv);
    }
    assert_eq!(GameEnd::of(&position, game.moves.len()), Some(game.end));
    assert_eq!(game.work.iter().map(|work| work.moves).sum::<u64>(), game.moves.len() as u64 - 2);
    for (work, side) in game.work.iter().zip(&sides) {
        assert!(work.nodes <= side.nodes * work.moves && work.nodes_per_move() > 0.8 * side.nodes as f64, "{work:?}");
        assert!(work.depth_per_move() >= 1.0);
    }
}

#[test]
fn a_game_depends_on_nothing_else() {
    let options = SearchOptions::PLAIN.with(options::HISTORY_KEPT).unwrap();
    let other = MatchSide { program: SideProgram::Alibaba(options), ..side(Scheme::TwoBig1, 400) };
    let none = MatchSide { scheme: None, ..side(Scheme::Deep, 400) };
    let best = |techniques| MatchSide { program: SideProgram::Engine(techniques), ..side(Scheme::New, 400) };
    let (standard, fewer) = (best(Techniques::STANDARD), best(Techniques::STANDARD - Techniques::NULL_MOVE));
    let opening = opening(Position::START, &["d4", "d5", "c4"]);
    for sides in [[&other, &none], [&none, &other], [&standard, &fewer], [&fewer, &none]] {
        let games = [(); 2].map(|()| played(&opening, sides));
        assert_eq!(games[0], games[1]);
    }
}

#[test]
fn a_side_that_forgets_searches_with_an_empty_table() {
    let keeps = side(Scheme::TwoDeep, 3_000);
    let forgets = MatchSide { forgets: true, ..keeps };
    let opening = opening(Position::START, &["e4", "e5"]);
    let game = played(&opening, [&forgets, &forgets]);
    // The third move of White is that of a game that begins there.
    let mut later = opening;
    later.moves = game.moves[..6].to_vec();
    assert_eq!(played(&later, [&forgets, &forgets]).moves, game.moves);
    assert_ne!(played(&later, [&keeps, &keeps]).work, played(&later, [&forgets, &forgets]).work);
}

#[test]
fn more_nodes_win() {
    let (few, many) = (side(Scheme::TwoDeep, 100), side(Scheme::TwoDeep, 5_000));
    let opening = opening(Position::START, &["e4", "c5"]);
    assert_eq!(played(&opening, [&many, &few]).end.half_points(Colour::White), 2);
    assert_eq!(played(&opening, [&few, &many]).end.half_points(Colour::Black), 2);
    let best = MatchSide { program: SideProgram::Engine(Techniques::STANDARD), ..side(Scheme::New, 5_000) };
    assert_eq!(played(&opening, [&best, &many]).end.half_points(Colour::White), 2);
    assert_eq!(played(&opening, [&many, &best]).end.half_points(Colour::Black), 2);
}

#[test]
fn a_side_without_nodes_plays_a_move() {
    let one = side(Scheme::TwoDeep, 1);
    let game = played(&opening(Position::START, &[]), [&one, &one]);
    assert!(game.moves.len() > 10 && game.work[0].depths == 0);
}

#[test]
fn the_referee_stops_searches_and_games() {
    /// Stops every search at the first opportunity, and the game after some moves.
    struct Impatient(u32);
    impl Referee for Impatient {
        fn begins_move(&mut self) -> bool {
            self.0 -= 1;
            self.0 > 0
        }
        fn is_time_up(&mut self) -> bool {
            true
        }
    }
    let endless = side(Scheme::Deep, u64::MAX);
    let game = play(&opening(Position::START, &[]), [&endless, &endless], &mut Impatient(6)).unwrap();
    assert_eq!(game, None);
    let short = opening("7k/8/6K1/8/8/8/8/R7 w - - 99 90", &[]);
    let game = play(&short, [&endless, &endless], &mut Impatient(6)).unwrap().unwrap();
    assert_eq!(game.moves.len(), 1);
}
