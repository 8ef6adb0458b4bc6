//! What each layer must not use: a table no game, a search no particular game, and neither of them the outside world.

use crate::tidy::Complaint;
use crate::tidy::files::Files;
use crate::tidy::source::{Line, outside_tests, tokens, words};

/// The crates that must not name a game.
const BELOW_THE_GAMES: &[&str] = &["zobrist", "tt", "schemes", "search", "replay"];

/// Words that mean something in some games only, in the singular.
const GAME_WORDS: &[&str] = &[
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "king",
    "castling",
    "checkmate",
    "stalemate",
    "fifty",
    "passant",
    "column",
    "domino",
    "horizontal",
    "vertical",
];

/// The files in which the crates that serve all games may name one, with the reasons.
const NAMES_A_GAME: &[(&str, &str)] = &[
    ("crates/experiments/src/cell.rs", "games of a collection, which has millions of cells"),
    ("crates/experiments/src/connect_four_set.rs", "the test sets of a game"),
    ("crates/experiments/src/custom_games.rs", "games of chess that the user has"),
    ("crates/experiments/src/games/", "what a game adds: a file for each, and where they are registered"),
    ("crates/experiments/src/lib.rs", "the list of modules"),
    ("crates/experiments/src/parallel.rs", "threads with a stack for the deepest search"),
    ("crates/experiments/src/position_rule", "test sets of chess, made from games"),
    ("crates/experiments/src/position_set.rs", "the test sets of chess"),
    ("crates/experiments/src/published/boards.rs", "the printed table of solved boards"),
    ("crates/experiments/src/recording.rs", "the searches whose requests are recorded"),
    ("crates/experiments/src/scan.rs", "the experiments whose searches a scan has"),
    ("crates/experiments/src/signature/mod.rs", "the signature of a solver with its own table"),
    ("crates/experiments/src/signature/successors.rs", "a signature of one game that a correction replaced"),
    ("crates/experiments/src/together.rs", "boards that threads solve together"),
    ("crates/experiments/src/view.rs", "rows of games of chess that the user has"),
    ("crates/programs/src/chess", "a game"),
    ("crates/programs/src/connect_four", "a game"),
    ("crates/programs/src/domineering", "a game"),
    ("crates/programs/src/lib.rs", "where the games are registered"),
    ("crates/programs/src/options.rs", "the options of all games in one list"),
    ("crates/report/src/show/board_tables.rs", "the table of solved boards: a result per first player"),
    ("crates/report/src/claims/", "what a source says about a game"),
    ("crates/report/src/numbers/printed_boards.rs", "boards beside the printed ones"),
    ("crates/report/src/numbers/set_means.rs", "the printed table of a tutorial"),
    ("crates/report/src/groups/evidence.rs", "what was printed about a chess program"),
    ("crates/report/src/groups/forensics.rs", "the printed numbers of two games, and how near to them ours are"),
    ("crates/report/src/groups/hypotheses.rs", "what a source leaves open about a game"),
    ("crates/report/src/pages/blocks.rs", "the results of games of chess"),
    ("crates/report/src/show/hits.rs", "what was printed about a chess program"),
    ("crates/report/src/show/match_tables.rs", "the results of games of chess"),
    ("crates/report/src/show/means.rs", "the printed table of a tutorial"),
    ("crates/report/src/pages/readings.rs", "the prose of a page about recorded searches"),
    ("crates/report/src/numbers/board_summary.rs", "solved boards, summed over the first players"),
    ("crates/report/src/groups/survey.rs", "the prose of a page about recorded searches"),
    ("xtask/src/instructions.rs", "the searches whose instructions are counted"),
    ("xtask/src/main.rs", "examples of commands"),
    ("xtask/src/tidy/forbidden_names.rs", "files with exceptions"),
];

/// The crates that serve all games.
const SERVE_ALL_GAMES: &[&str] =
    &["crates/experiments/src/", "crates/programs/src/", "crates/report/src/", "xtask/src/"];

/// The crates that may read files, start threads, use a clock and print.
const TOP: &[&str] = &["experiments", "report", "ttlab"];

/// The files that may name `std::fs`: a table can be in a file, which its user opens.
const NAMES_FILES: &[&str] = &[
    "crates/tt/",
    "crates/schemes/src/any_table.rs",
    "crates/schemes/src/false_hits.rs",
    "crates/schemes/src/handle.rs",
    "crates/schemes/src/transposition_table.rs",
    "crates/schemes/src/with_evaluations.rs",
    "crates/connect-four/src/best/table.rs",
    "crates/connect-four/src/best/team.rs",
    "crates/programs/src/chess/player.rs",
    "crates/programs/src/connect_four/together.rs",
    "crates/programs/src/team_table.rs",
];

/// Names that only one crate may use, and why the others do not need them.
const OUTSIDE: &[(&[&str], &str)] = &[
    (&["std::env", "std::fs", "std::net", "std::process"], "files and settings are read there and handed in"),
    (&["std::thread"], "threads are started there"),
    (&["std::time", "Instant", "SystemTime"], "limits are nodes and depth, never time"),
    (&["HashMap", "HashSet", "RandomState", "DefaultHasher"], "use BTreeMap or BTreeSet, whose order is fixed"),
    (&["print!", "println!", "eprint!", "eprintln!"], "return what is to be said, or trace it"),
];

/// Checks that `tt` has no word for games or moves: a table stores an opaque payload.
pub(super) fn table_knows_no_game(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, lines) in files.rust("crates/tt/src/") {
        for line in lines {
            for word in words(&line.code).filter(|word| ["Game", "Move"].contains(word)) {
                let what = format!("`{word}`: a table knows no game and no move; store an opaque payload");
                complaints.push(Complaint::new(path, line.number, what));
            }
        }
    }
    complaints
}

/// Checks that code and literals, tests included, do not name a game in the crates that must not. Comments may.
pub(super) fn game_names(files: &Files) -> Vec<Complaint> {
    let games = files.games();
    let mut complaints = Vec::new();
    for name in BELOW_THE_GAMES.iter().chain(&games) {
        for (path, lines) in files.rust(&format!("crates/{name}/")) {
            for line in lines {
                for game in named(line, &games).filter(|game| game != name) {
                    let what = format!("names {game}, which `{name}` must not name; move it up, to `{}`", TOP[0]);
                    complaints.push(Complaint::new(path, line.number, what));
                }
            }
        }
    }
    complaints
}

/// Checks that the search has no word for what only some games have. Such an option, method or comment belongs to the
/// game.
pub(super) fn search_means_no_game(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, lines) in files.rust("crates/search/src/") {
        for line in lines {
            let text = [line.code.as_str(), &line.literal, &line.comment].join(" ");
            for word in text.split(|c: char| !c.is_alphabetic()).flat_map(humps).filter(|word| is_of_a_game(word)) {
                let what = format!("`{word}` is a word of a game: the search works for any; move it to the game");
                complaints.push(Complaint::new(path, line.number, what));
            }
        }
    }
    complaints
}

/// Splits a word before each capital letter that follows a small one, as in `PawnTable`.
fn humps(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let is_start = |(i, c): &(usize, char)| c.is_uppercase() && rest[..*i].ends_with(char::is_lowercase);
        let end = rest.char_indices().find(is_start).map_or(rest.len(), |(i, _)| i);
        let (hump, tail) = rest.split_at(end);
        rest = tail;
        (!hump.is_empty()).then_some(hump)
    })
}

fn is_of_a_game(word: &str) -> bool {
    let word = word.to_lowercase();
    GAME_WORDS.contains(&word.trim_end_matches('s')) || GAME_WORDS.contains(&word.trim_end_matches("es"))
}

/// Returns the games that a line names in code or literals.
fn named<'g>(line: &Line, games: &[&'g str]) -> impl Iterator<Item = &'g str> {
    let plain = |name: &str| name.to_lowercase().replace(['_', '-'], "");
    let text = plain(&line.code) + &plain(&line.literal);
    games.iter().copied().filter(move |game| text.contains(&plain(game)))
}

/// Checks that the crates that serve all games name one only in the listed files and in tests, and that each listed
/// file does.
pub(super) fn games_above(files: &Files) -> Vec<Complaint> {
    let games = files.games();
    let mut complaints = Vec::new();
    let mut unused: Vec<_> = NAMES_A_GAME.iter().filter(|(path, _)| files.has(path)).collect();
    for (path, lines) in SERVE_ALL_GAMES.iter().flat_map(|directory| files.rust(directory)) {
        if path.split(['/', '.']).any(|part| ["tests", "samples"].contains(&part)) {
            continue;
        }
        for line in outside_tests(lines) {
            let Some(game) = named(&line, &games).next() else { continue };
            if let Some((place, _)) = NAMES_A_GAME.iter().find(|(place, _)| path.starts_with(place)) {
                unused.retain(|(unused, _)| unused != place);
                continue;
            }
            let what = format!(
                "names {game}: ask the game through `experiments::GameKind`, or list the file with a reason in {}",
                file!()
            );
            complaints.push(Complaint::new(path, line.number, what));
        }
    }
    let unused = unused
        .into_iter()
        .map(|(path, _)| Complaint::new(*path, 1, format!("names no game: remove it from {}", file!())));
    complaints.extend(unused);
    complaints
}

/// Checks that the crates below the experiments use no file, thread or clock, and no hash map with a random order.
pub(super) fn outside_world(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, lines) in files.rust("crates/") {
        let tests = path.split(['/', '.']).any(|part| part == "tests");
        if TOP.iter().any(|top| path.starts_with(&format!("crates/{top}/"))) || !path.contains("/src/") || tests {
            continue;
        }
        for (line, name) in uses(&outside_tests(lines)) {
            let is_handed_in = name == "std::fs" && NAMES_FILES.iter().any(|place| path.starts_with(place));
            for (_, why) in OUTSIDE.iter().filter(|(names, _)| !is_handed_in && names.contains(&name.as_str())) {
                let what = format!("`{name}` is for {} alone: {why}", TOP.join(", "));
                complaints.push(Complaint::new(path, line, what));
            }
        }
    }
    complaints
}

/// Returns every token of the code, and in addition every macro with its mark and every module of `std` with its path.
fn uses(lines: &[Line]) -> Vec<(usize, String)> {
    let all: Vec<_> = lines.iter().flat_map(|line| tokens(&line.code).map(|token| (line.number, token))).collect();
    let mut uses = Vec::new();
    for (i, &(line, token)) in all.iter().enumerate() {
        uses.push((line, token.to_owned()));
        match all[i + 1..] {
            [(_, "!"), ..] => uses.push((line, format!("{token}!"))),
            [(_, ":"), (_, ":"), ref path @ ..] if token == "std" => {
                uses.extend(heads(path).into_iter().map(|(line, module)| (line, format!("std::{module}"))));
            }
            _ => {}
        }
    }
    uses
}

/// Returns the names that a path begins with: one, or those in braces, as `fs` and `io` of `{fs, io::{self, Read}}`.
fn heads<'a>(path: &[(usize, &'a str)]) -> Vec<(usize, &'a str)> {
    let mut heads = Vec::new();
    let mut depth = 0;
    let mut before = "{";
    for &(line, token) in path {
        match token {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ if depth <= 1 && (before == "{" || before == ",") => heads.push((line, token)),
            _ => {}
        }
        if depth == 0 {
            break;
        }
        before = token;
    }
    heads
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::files::GAME;
    use crate::tidy::samples::{NONE, complaints, lines};

    #[test]
    fn a_table_that_knows_a_move() {
        let check = |text| complaints(table_knows_no_game, "crates/tt/src/lib.rs", text);
        assert_eq!(check("struct A;\nfn f(m: Move) {}\nimpl<G: Game> A {}"), [2, 3]);
        assert_eq!(check("/// A Move of a Game.\nconst MOVE: u8 = 1; // Move\nstruct Moved;"), NONE);
    }

    /// Returns the lines that a check complains about, in a repository of three games and this file.
    fn with_games(check: fn(&Files) -> Vec<Complaint>, path: &str, text: &str) -> Vec<usize> {
        let games = ["crates/chess/Cargo.toml", "crates/connect-four/Cargo.toml", "crates/domineering/Cargo.toml"];
        let files: Vec<_> = games.into_iter().map(|manifest| (manifest, GAME)).chain([(path, text)]).collect();
        lines(check(&Files::from_slice(&files)))
    }

    #[test]
    fn a_report_that_names_a_game() {
        let check = |path, text| with_games(games_above, path, text);
        let text = "use x;\nmatch game { GameKind::ConnectFour => \"domineering\" }\nlet text = \"Chess\"; // chess";
        assert_eq!(check("crates/report/src/numbers/totals.rs", text), [2, 3]);
        assert_eq!(check("xtask/src/pages.rs", "let game = \"tic-tac-toe\";"), NONE, "it is no crate");
        assert_eq!(check("crates/programs/src/measure.rs", "use chess::A;"), [1]);
        assert_eq!(check("crates/ttlab/src/solve.rs", text), NONE);
        assert_eq!(
            check("crates/report/src/numbers/totals.rs", "#[cfg(test)]\nmod tests {\n    use chess::A;\n}\n"),
            NONE
        );
        let (listed, _) = NAMES_A_GAME[0];
        assert_eq!(check(listed, text), NONE);
        assert_eq!(check(listed, "use x;"), [1], "the list is too long");
    }

    #[test]
    fn a_search_that_names_a_game() {
        let check = |path, text| with_games(game_names, path, text);
        assert_eq!(check("crates/search/src/lib.rs", "use x;\nuse chess::Board;"), [2]);
        assert_eq!(check("crates/search/tests/all.rs", "f(\"Connect-Four\");"), [1]);
        assert_eq!(check("crates/tt/src/lib.rs", "enum Kind { ConnectFour }"), [1]);
        assert_eq!(check("crates/search/src/lib.rs", "/// Quiescence, for chess.\nfn f() {} // domineering"), NONE);
    }

    #[test]
    fn a_search_that_means_a_game() {
        let check = |text| complaints(search_means_no_game, "crates/search/src/options.rs", text);
        assert_eq!(check("PawnTable,\nfn by_columns() {}\n\"no dominoes\"\n// the king's shelter"), [1, 2, 3, 4]);
        assert_eq!(check("const FIFTY_MOVES: u32 = 100;\n// Taking, booking and `Picking`: checks of a table."), [1]);
        assert_eq!(complaints(search_means_no_game, "crates/alibaba/src/lib.rs", "struct PawnTable;"), NONE);
    }

    #[test]
    fn a_game_that_names_another() {
        let check = |text| with_games(game_names, "crates/chess/src/lib.rs", text);
        assert_eq!(check("use chess::Board;\nuse domineering::Board;\nuse connect_four::Board;"), [2, 3]);
        assert_eq!(with_games(game_names, "crates/experiments/src/lib.rs", "use chess::A;"), NONE);
    }

    #[test]
    fn a_lower_layer_that_meets_the_world() {
        let check = |text| complaints(outside_world, "crates/search/src/lib.rs", text);
        assert_eq!(check("use std::fs;\nlet t = std::time::Instant::now();\nprintln!();"), [1, 2, 2, 3]);
        assert_eq!(check("use std::{\n    fmt::{self, Write},\n    fs,\n    thread::spawn,\n};"), [3, 4]);
        assert_eq!(check("use std::collections::{BTreeMap, HashMap};"), [1]);
        assert_eq!(complaints(outside_world, "crates/tt/src/a.rs", "use std::fs::File;\nuse std::env;"), [2]);
        assert_eq!(
            check("use std::{fmt, io};\nfn println() {}\n// println!()\nlet s = \"std::fs\";\nself.time();"),
            NONE
        );
    }

    #[test]
    fn tests_benches_and_the_top_may() {
        let text = "use std::fs;";
        for path in ["crates/tt/benches/a.rs", "crates/tt/tests/a.rs", "crates/tt/examples/a.rs"] {
            assert_eq!(complaints(outside_world, path, text), NONE);
        }
        assert_eq!(complaints(outside_world, "crates/tt/src/tests.rs", text), NONE);
        assert_eq!(complaints(outside_world, "crates/experiments/src/main.rs", text), NONE);
        let inner = "#[cfg(test)]\nmod tests {\n    use std::fs;\n}\nuse std::thread;";
        assert_eq!(complaints(outside_world, "crates/tt/src/lib.rs", inner), [5]);
    }
}
