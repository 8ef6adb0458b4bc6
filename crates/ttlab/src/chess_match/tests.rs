//! Matches: what they depend on, and whether the results agree with the games.

use chess::pgn;
use schemes::Scheme;
use stats::EloModel;
use tt::Size;

use programs::SearchOptions;
use programs::chess::playing;
use programs::chess::versus::SideProgram;

use super::*;

fn side(scheme: Option<Scheme>, nodes: u64) -> MatchSide {
    MatchSide {
        scheme,
        size: Size::Positions(1024),
        program: SideProgram::Alibaba(playing(SearchOptions::PLAIN)),
        nodes,
        forgets: false,
    }
}

fn task(sides: [MatchSide; 2], pairs: u64) -> Match {
    Match { sides, time: None, openings: Vec::new(), seed: 7, pairs, test: None, jobs: 2 }
}

/// Plays a match to its end, and returns its games.
fn play_all(task: &Match) -> (Played, Vec<PgnGame>) {
    let mut kept = Vec::new();
    let mut keep = |game: &PgnGame| {
        kept.push(game.clone());
        Ok(())
    };
    let played = task.play(false, &AtomicBool::new(false), &mut keep).unwrap();
    (played, kept)
}

fn json(task: &Match, played: &Played) -> serde_json::Value {
    serde_json::to_value(task.output(played)).unwrap()
}

fn texts(task: &Match) -> (String, Vec<String>) {
    let (played, kept) = play_all(task);
    (task.to_text(&played) + &json(task, &played).to_string(), kept.iter().map(PgnGame::to_pgn).collect())
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let test = Some(Sprt { model: EloModel::Logistic, ..Sprt::new(-60.0, 60.0) });
    let task = Match { test, ..task([side(Some(Scheme::Deep), 300), side(None, 150)], 40) };
    let [one, three] = [1, 3].map(|jobs| texts(&Match { jobs, ..task.clone() }));
    assert_eq!(one, three);
    // The test ended the match.
    assert!(one.0.contains(" accepted") && one.1.len() < 80, "{}", one.0);
}

#[test]
fn equal_sides_win_one_game_each_or_draw() {
    let task = task([side(Some(Scheme::TwoBig1), 300); 2], 6);
    let (played, kept) = play_all(&task);
    assert_eq!(played.pairs, Pentanomial([0, 0, 6, 0, 0]));
    assert_eq!(played.games[0], played.games[2]);
    for games in kept.chunks(2) {
        assert_eq!((&games[0].moves, &games[0].result), (&games[1].moves, &games[1].result));
    }
    assert_ne!(kept[0].moves, kept[2].moves, "another opening");
}

#[test]
fn changed_sides_have_the_mirrored_result() {
    let sides = [side(Some(Scheme::New), 400), side(Some(Scheme::TwoDeep), 200)];
    let here = play_all(&task(sides, 6)).0;
    let there = play_all(&task([sides[1], sides[0]], 6)).0;
    assert_eq!(here.pairs, there.pairs.mirrored());
    assert_eq!(here.games, [there.games[2], there.games[1], there.games[0]]);
    assert_eq!(here.work, [there.work[1], there.work[0]]);
    assert_ne!(here.work[0], here.work[1]);
}

#[test]
fn results_agree_with_the_games() {
    let task = task([side(Some(Scheme::Deep), 600), side(Some(Scheme::Deep), 100)], 8);
    let (played, kept) = play_all(&task);
    let text: String = kept.iter().map(PgnGame::to_pgn).collect();
    let games = pgn::read(&text).unwrap();
    assert_eq!(games.len(), 16);
    let mut half_points = Vec::new();
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game.tag("Round").unwrap(), format!("{}.{}", index / 2 + 1, index % 2 + 1));
        let is_white = index % 2 == 0;
        assert!(game.tag(if is_white { "White" } else { "Black" }).unwrap().starts_with("A: deep, "));
        let of_white = ["0-1", "1/2-1/2", "1-0"].iter().position(|result| *result == game.result).unwrap();
        assert_eq!(game.tag("Result"), Some(game.result.as_str()));
        half_points.push(if is_white { of_white } else { 2 - of_white });
        // A game with a winner ends with checkmate.
        let (last, _) = game.positions().last().unwrap();
        assert_eq!(last.is_checkmate(), of_white != 1);
    }
    let mut pairs = Pentanomial::default();
    half_points.chunks(2).for_each(|pair| pairs.add(pair.iter().sum()));
    assert_eq!(pairs, played.pairs);
    for points in 0..3 {
        let number = half_points.iter().filter(|&&half_points| half_points == points).count();
        assert_eq!(number as u64, played.games[points]);
    }
    let searched: u64 = games.iter().map(|game| game.moves.len() as u64 - 8).sum();
    assert_eq!(played.work.iter().map(|work| work.moves).sum::<u64>(), searched);
    assert!(pairs.elo().unwrap() > 0.0, "six times the nodes: {pairs:?}");
}

#[test]
fn openings_of_a_file_are_played_in_order() {
    let text = "# two endgames\n\n8/8/4k3/8/8/4K3/4P3/8 w - - 0 1\n4k3/8/8/8/8/8/4P3/4K3 b - - hmvc 4; id \"x\";\n";
    let (openings, repeated) = read_openings(text).unwrap();
    assert_eq!((openings.len(), repeated.len()), (2, 0));
    let task = Match { openings, ..task([side(Some(Scheme::Deep), 200), side(None, 200)], 2) };
    let (_, kept) = play_all(&task);
    let starts: Vec<String> = kept.iter().map(|game| game.start.to_fen()).collect();
    assert_eq!(starts[..2], ["8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"; 2]);
    assert_eq!(starts[2..], ["4k3/8/8/8/8/8/4P3/4K3 b - - 4 1"; 2]);
}

/// Counters are read in every form, and positions that repeat another one would be pairs that are not independent.
#[test]
fn openings_differ() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 34 bm O-O; id \"x\";\n\
        r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n\
        r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1\n\
        r3k2r/8/8/8/8/8/8/R3K2R b KQk -\n\
        # The pawn cannot be captured en passant.\n\
        r3k2r/8/8/8/4P3/8/8/R3K2R b KQk e3\n\
        r3k2r/8/8/8/4P3/8/8/R3K2R b KQk - fmvn 7;\n";
    let (openings, repeated) = read_openings(text).unwrap();
    assert_eq!((openings.len(), repeated), (4, vec![[2, 1], [7, 6]]));
    let task = Match { openings, ..task([side(Some(Scheme::Deep), 20); 2], 1) };
    assert_eq!(task.opening(0).unwrap().start.to_fen(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 34");
}

#[test]
fn the_time_of_a_move_is_limited() {
    let endless = side(Some(Scheme::Deep), u64::MAX);
    let line = "8/8/4k3/8/8/4K3/4P3/8 w - - 90 1".to_owned();
    let task = Match { time: Some(Duration::from_millis(2)), openings: vec![line], ..task([endless; 2], 1) };
    let (played, kept) = play_all(&task);
    assert_eq!(played.pairs.pairs(), 1);
    assert!(kept[0].tag("White").unwrap().contains(", 2 ms a move"));
}

/// Interrupts a match when it has kept some games.
fn interrupted(task: &Match, games: usize) -> (Played, Vec<PgnGame>) {
    let (stop, mut kept) = (AtomicBool::new(games == 0), Vec::new());
    let mut keep = |game: &PgnGame| {
        kept.push(game.clone());
        stop.store(kept.len() >= games, Ordering::Relaxed);
        Ok(())
    };
    let played = task.play(false, &stop, &mut keep).unwrap();
    (played, kept)
}

#[test]
fn an_interrupted_match_is_a_shorter_match() {
    let task = task([side(Some(Scheme::Deep), 300), side(None, 150)], 1_000_000);
    for games in [0, 1, 2, 7] {
        let (played, kept) = interrupted(&task, games);
        assert!(played.is_interrupted && kept.len() >= games && kept.len() < 100, "{}", kept.len());
        assert_eq!(kept.len() as u64, 2 * played.pairs.pairs());
        let text = task.to_text(&played);
        assert!(text.contains(&format!("interrupted     after {} of 1,000,000 pairs", kept.len() / 2)), "{text}");
        if !kept.is_empty() {
            let whole = Match { pairs: played.pairs.pairs(), ..task.clone() };
            let (expected, games) = play_all(&whole);
            assert_eq!((played.pairs, played.work, &kept), (expected.pairs, expected.work, &games));
            assert_eq!(json(&task, &played)["interrupted"], true);
        }
    }
}

#[test]
fn a_game_that_cannot_be_kept_ends_the_match_and_counts() {
    let task = task([side(Some(Scheme::Deep), 300); 2], 1_000_000);
    let mut games = 0;
    let mut keep = |_: &PgnGame| {
        games += 1;
        if games < 4 { Ok(()) } else { Err(anyhow!("no space")) }
    };
    let played = task.play(false, &AtomicBool::new(false), &mut keep).unwrap();
    assert_eq!((played.pairs.pairs(), played.failed.unwrap().to_string()), (2, "no space".to_owned()));
}
