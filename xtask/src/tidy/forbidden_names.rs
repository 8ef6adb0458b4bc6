//! What each layer must not use: a table no game, a search no particular game, and neither of them the outside world.

use crate::tidy::Complaint;
use crate::tidy::files::Files;
use crate::tidy::source::{Line, outside_tests, tokens, words};

/// The crates that name no game at all.
const BELOW_THE_GAMES: &[&str] = &["zobrist", "tt", "search", "replay"];

/// The games: the folder of each, which names no other.
const GAMES: &[&str] = &["chess", "domineering", "connect-four"];

/// The crates that meet the outside world.
const TOP: &[&str] = &["experiments", "report", "ttlab"];

/// Where `std::fs` may be named: a table can be in a file, which is handed in open.
const NAMES_FILES: &[&str] = &[
    "crates/tt/",
    "crates/connect-four/src/best/table.rs",
    "crates/connect-four/src/best/team.rs",
    "crates/programs/src/connect_four/together.rs",
    "crates/programs/src/team_table.rs",
];

/// What only that crate may use, and why the others need it not.
const OUTSIDE: &[(&[&str], &str)] = &[
    (&["std::env", "std::fs", "std::net", "std::process"], "files and settings are read there and handed in"),
    (&["std::thread"], "threads are started there"),
    (&["std::time", "Instant", "SystemTime"], "limits are nodes and depth, never time"),
    (&["HashMap", "HashSet", "RandomState", "DefaultHasher"], "use BTreeMap or BTreeSet, whose order is fixed"),
    (&["print!", "println!", "eprint!", "eprintln!"], "return what is to be said, or trace it"),
];

/// A table stores an opaque payload.
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

/// Neither code nor literals name a game where they should not, tests included; comments may.
pub(super) fn game_names(files: &Files) -> Vec<Complaint> {
    let plain = |name: &str| name.to_lowercase().replace(['_', '-'], "");
    let mut complaints = Vec::new();
    for folder in BELOW_THE_GAMES.iter().chain(GAMES) {
        for (path, lines) in files.rust(&format!("crates/{folder}/")) {
            for line in lines {
                let text = plain(&line.code) + &plain(&line.literal);
                for game in GAMES.iter().filter(|game| *game != folder && text.contains(&plain(game))) {
                    let what = format!("names {game}, which `{folder}` must not name; move it up, to `{}`", TOP[0]);
                    complaints.push(Complaint::new(path, line.number, what));
                }
            }
        }
    }
    complaints
}

/// Below the experiments there is no file, thread or clock, and no order that a random hasher decides.
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

/// Every token of the code, and besides every macro with its mark and every module of `std` with its path.
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

/// What a path begins with: one name, or the names in braces of `{fs, io::{self, Read}}`: `fs` and `io`.
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
    use crate::tidy::samples::{NONE, complaints};

    #[test]
    fn a_table_that_knows_a_move() {
        let check = |text| complaints(table_knows_no_game, "crates/tt/src/lib.rs", text);
        assert_eq!(check("struct A;\nfn f(m: Move) {}\nimpl<G: Game> A {}"), [2, 3]);
        assert_eq!(check("/// A Move of a Game.\nconst MOVE: u8 = 1; // Move\nstruct Moved;"), NONE);
    }

    #[test]
    fn a_search_that_names_a_game() {
        let check = |path, text| complaints(game_names, path, text);
        assert_eq!(check("crates/search/src/lib.rs", "use x;\nuse chess::Board;"), [2]);
        assert_eq!(check("crates/search/tests/all.rs", "f(\"Connect-Four\");"), [1]);
        assert_eq!(check("crates/tt/src/lib.rs", "enum Kind { ConnectFour }"), [1]);
        assert_eq!(check("crates/search/src/lib.rs", "/// Quiescence, for chess.\nfn f() {} // domineering"), NONE);
    }

    #[test]
    fn a_game_that_names_another() {
        let check = |text| complaints(game_names, "crates/chess/src/lib.rs", text);
        assert_eq!(check("use chess::Board;\nuse domineering::Board;\nuse connect_four::Board;"), [2, 3]);
        assert_eq!(complaints(game_names, "crates/experiments/src/lib.rs", "use chess::A;"), NONE);
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
