//! The test sets of the repository, sampling, and the numbers of games.

use chess::pgn;

use super::*;

fn rule(from_move: u32, side: Side, phase: Phase) -> PositionRule {
    PositionRule { from_move, side, phase, ..PositionRule::default() }
}

fn made(name: &str, games: &str, rule: &PositionRule) -> String {
    let mut out = Vec::new();
    let mut csv = CsvSet::new(&mut out);
    let taken = take(name, &pgn::read(games).unwrap(), rule).unwrap();
    taken.iter().for_each(|taken| csv.write(taken).unwrap());
    csv.finish().unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_middle_games_of_the_thesis() {
    let games = include_str!("../../../../testsets/middlegame/vsb-1994.pgn");
    let rule = rule(15, Side::Player("Kasparov".to_owned()), Phase::MiddleGame);
    let taken = take("euwe94", &pgn::read(games).unwrap(), &rule).unwrap();
    let of_game = |number| taken.iter().filter(|one| *one.game == *format!("euwe94.g{number}")).count();
    assert_eq!([1, 2, 3, 4, 5, 6].map(of_game), [6, 18, 20, 24, 15, 11]);
    let file = include_str!("../../../../testsets/middlegame/vsb-1994-94-positions.csv");
    assert_eq!(made("euwe94", games, &rule), file.replace("\r\n", "\n"));
}

#[test]
fn the_endgame_of_the_thesis() {
    let games = include_str!("../../../../testsets/endgame/rabinovich-romanovsky-1934.pgn");
    let rule = rule(1, Side::Colour(Colour::White), Phase::Endgame);
    let file = include_str!("../../../../testsets/endgame/rabinovich-romanovsky-21-positions.csv");
    assert_eq!(made("rabrom34", games, &rule), file.replace("\r\n", "\n"));
}

#[test]
fn the_endgames_of_our_own_choice() {
    let known = include_str!("../../../../testsets/endgame/rabinovich-romanovsky-1934.pgn");
    let games = format!("{known}\n\n{}", include_str!("../../../../testsets/endgame/classic-endgames.pgn"));
    let rule = PositionRule { games: vec![1, 5, 6, 8, 17], ..rule(1, Side::Colour(Colour::White), Phase::Endgame) };
    let file = include_str!("../../../../testsets/endgame/endgame-stand-in-112-positions.csv");
    assert_eq!(made("stand-in", &games, &rule), file.replace("\r\n", "\n"));
    let none = PositionRule { games: vec![18], ..rule };
    let error = take("x", &pgn::read(&games).unwrap(), &none).unwrap_err();
    assert!(error.to_string().contains("18") && error.to_string().contains("17 games"), "{error}");
}

#[test]
fn the_sampled_positions() {
    for (from_move, phase, games, file) in [
        (
            15,
            Phase::MiddleGame,
            include_str!("../../../../testsets/middlegame/sampled-middle-games.pgn"),
            include_str!("../../../../testsets/middlegame/sampled-middle-games-240-positions.csv"),
        ),
        (
            1,
            Phase::Endgame,
            include_str!("../../../../testsets/endgame/sampled-endgames.pgn"),
            include_str!("../../../../testsets/endgame/sampled-endgames-240-positions.csv"),
        ),
    ] {
        let rule = PositionRule { per_game: Some(4), ..rule(from_move, Side::Colour(Colour::White), phase) };
        assert_eq!(made("sampled", games, &rule), file.replace("\r\n", "\n"));
    }
}

#[test]
fn the_pawn_endings() {
    let games = [
        include_str!("../../../../testsets/endgame/classic-endgames.pgn"),
        include_str!("../../../../testsets/endgame/sampled-endgames.pgn"),
        include_str!("../../../../testsets/middlegame/sampled-middle-games.pgn"),
    ]
    .join("\n\n");
    let rule = PositionRule { per_game: Some(4), ..rule(1, Side::Colour(Colour::White), Phase::Pawns) };
    let file = include_str!("../../../../testsets/endgame/pawn-endings-32-positions.csv");
    assert_eq!(made("pawns", &games, &rule), file.replace("\r\n", "\n"));
}

#[test]
fn games_are_sampled_at_equal_distances() {
    let game = |moves: &str| format!("[Event \"?\"]\n\n{moves} *\n\n");
    let (long, short) = (game("1. e4 e5 2. Nf3 Nc6"), game("1. d4"));
    let games = pgn::read(&[&long, &short, &long, &long, &short, &long].map(String::as_str).concat()).unwrap();
    let names = |per_game, sample| {
        let rule = PositionRule { per_game, sample, ..rule(1, Side::Colour(Colour::White), Phase::Any) };
        let taken = take("g", &games, &rule).unwrap();
        taken.iter().map(|taken| taken.game.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(Some(2), None), ["g.g1", "g.g1", "g.g3", "g.g3", "g.g4", "g.g4", "g.g6", "g.g6"]);
    assert_eq!(names(Some(1), Some(3)), ["g.g2", "g.g4", "g.g6"]);
    assert_eq!(names(Some(2), Some(2)), ["g.g3", "g.g3", "g.g6", "g.g6"]);
    assert_eq!(names(Some(2), Some(1)), ["g.g4", "g.g4"]);
    assert_eq!(names(Some(2), Some(9)).len(), 8);
    assert!(names(Some(3), None).is_empty());
}

#[test]
fn unreadable_games_have_numbers() {
    let game = &pgn::read("[White \"A\"]\n1. e4 e5 *").unwrap()[0];
    let named = |order: &[bool], rule: &PositionRule| {
        let mut names = Vec::new();
        let mut keep = |taken: Taken| {
            names.push(taken.game.to_string());
            Ok(())
        };
        let mut taker = Taker::new("x", rule, None, &mut keep);
        for &is_readable in order {
            if is_readable { taker.add(game) } else { taker.skip() }.unwrap();
        }
        let counts = taker.finish().map(|counts| (counts.games, counts.unreadable, counts.positions));
        (names, counts.map_err(|error| error.to_string()))
    };
    let all = PositionRule { per_game: Some(1), ..PositionRule::default() };
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    assert_eq!(named(&[true], &all), (names(&["x"]), Ok((1, 0, 1))));
    assert_eq!(named(&[true, false], &all), (names(&["x.g1"]), Ok((2, 1, 1))));
    assert_eq!(named(&[false, true, false, true], &all), (names(&["x.g2", "x.g4"]), Ok((4, 2, 2))));
    assert_eq!(named(&[false], &all), (names(&[]), Ok((1, 1, 0))));
    let third = PositionRule { games: vec![3], ..all.clone() };
    assert_eq!(named(&[true, false, true], &third).0, ["x.g3"]);
    assert!(named(&[true, false], &third).1.unwrap_err().contains("2 games"));
    let player = PositionRule { side: Side::Player("B".to_owned()), ..all };
    assert!(named(&[false, true], &player).1.unwrap_err().contains("`B` in 1 game"));
    assert_eq!(named(&[false], &player).1, Ok((1, 1, 0)));
}

/// Equal positions have equal histories, and a FEN has none.
#[test]
fn a_position_has_no_history() {
    let games = pgn::read(&"1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(500)).unwrap();
    let taken = take("long", &games, &rule(1, Side::Both, Phase::Any)).unwrap();
    assert_eq!(taken.len(), 2_000);
    for Taken { game, position, .. } in &taken {
        assert_eq!(*position, Position::from_fen(&position.to_fen()).unwrap());
        assert!(Arc::ptr_eq(game, &taken[0].game), "a name is kept once");
    }
}

#[test]
fn a_player_has_to_be_in_a_game() {
    let games = pgn::read("[White \"Jones, A\"]\n[Black \"Jones, B\"]\n1. e4 *").unwrap();
    let take = |name: &str| {
        let rule = rule(1, Side::Player(name.to_owned()), Phase::Any);
        take("x", &games, &rule).map(|taken| taken.len())
    };
    assert_eq!(take("jones, a").unwrap(), 1);
    assert!(format!("{:#}", take("Jones").unwrap_err()).contains("both names"));
    let error = format!("{:#}", take("Smith").unwrap_err());
    assert!(error.contains("Jones, A against Jones, B"), "{error}");
}
