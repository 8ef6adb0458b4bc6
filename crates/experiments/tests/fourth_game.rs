//! A fourth game needs three files and its registration, as the page "Add a game" of the book says.
//!
//! The test adds Nim to a copy of the workspace, and runs the tests of its games there. It compiles the crates below
//! `experiments` again, so it is weekly.

use std::fs;
use std::path::Path;
use std::process::Command;

const MANIFEST: &str = r#"[package]
name = "nim"
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
publish.workspace = true

[dependencies]
search.workspace = true
tt.workspace = true

[package.metadata.ttlab]
game = true
"#;

/// The lines that register the game: a file, and what stands before and after them in it.
const LINES: &[(&str, &str, &str)] = &[
    ("Cargo.toml", "[workspace.dependencies]\n", "nim = { path = \"crates/nim\" }\n"),
    ("crates/programs/Cargo.toml", "[dependencies]\n", "nim.workspace = true\n"),
    ("crates/programs/src/lib.rs", "pub mod domineering;\n", "pub mod nim;\n"),
    ("crates/experiments/src/games/mod.rs", "mod domineering;\n", "mod nim;\n"),
    ("crates/experiments/src/games/mod.rs", "pub use domineering::", "pub use nim::{NimCell, NimPart};\n"),
    ("crates/experiments/src/games/mod.rs", "pub enum GameKind {\n", "    /// Nim.\n    Nim,\n"),
    (
        "crates/experiments/src/games/mod.rs",
        "pub enum SolverKind {\n",
        "    /// The generic search in Nim.\n    Nim,\n",
    ),
    ("crates/experiments/src/games/mod.rs", "pub enum GameCell {\n", "    /// A heap of Nim.\n    Nim(NimCell),\n"),
    ("crates/experiments/src/games/mod.rs", "pub enum GamePart {\n", "    /// Heaps of Nim.\n    Nim(NimPart),\n"),
    ("crates/experiments/src/games/mod.rs", "Self::Domineering => &domineering::GAME,\n", "Self::Nim => &nim::GAME,\n"),
    ("crates/experiments/src/games/mod.rs", "Self::Domineering => &domineering::DOMI,\n", "Self::Nim => &nim::LAB,\n"),
    (
        "crates/experiments/src/games/mod.rs",
        "Self::Domineering => with.call::<domineering::Fields>(),\n",
        "Self::Nim => with.call::<nim::Fields>(),\n",
    ),
    ("crates/experiments/src/games/mod.rs", "Self::Domineering(cell) => cell,\n", "Self::Nim(cell) => cell,\n"),
    ("crates/experiments/src/games/mod.rs", "Self::Domineering(part) => part,\n", "Self::Nim(part) => part,\n"),
    ("crates/experiments/src/games/mod.rs", "pub const ALL: [Self; 3] = [", "Self::Nim, "),
    ("crates/experiments/src/games/mod.rs", "pub const ALL: [Self; 6] = [", "Self::Nim, "),
];

/// The numbers of games and of solvers, with the game and without it.
const NUMBERS: [(&str, &str); 2] = [("ALL: [Self; 3]", "ALL: [Self; 4]"), ("ALL: [Self; 6]", "ALL: [Self; 7]")];

#[test]
#[ignore = "weekly"]
fn a_fourth_game_is_three_files_and_its_registration() {
    let (here, scratch) = (Path::new(env!("CARGO_MANIFEST_DIR")), tempfile::tempdir().unwrap());
    let (from, to) = (here.join("../.."), scratch.path());
    for part in ["Cargo.toml", "Cargo.lock", "crates", "measurements", "testsets", "xtask"] {
        copy(&from.join(part), &to.join(part));
    }
    let write = |path: &str, text: &str| {
        fs::create_dir_all(to.join(path).parent().unwrap()).unwrap();
        fs::write(to.join(path), text).unwrap();
    };
    // Three files: the rules, the job and the cells.
    write("crates/nim/Cargo.toml", MANIFEST);
    write("crates/nim/src/lib.rs", &fs::read_to_string(here.join("../search/doc/nim.rs.inc")).unwrap());
    write("crates/programs/src/nim.rs", include_str!("fourth_game/job.rs"));
    write("crates/experiments/src/games/nim.rs", include_str!("fourth_game/cells.rs"));
    for (path, after, line) in LINES {
        let text = fs::read_to_string(to.join(path)).unwrap();
        assert!(text.contains(after), "{path} has no `{after}`");
        // A path that an import begins with stays whole.
        let new = if after.ends_with("::") { format!("{line}{after}") } else { format!("{after}{line}") };
        write(path, &text.replace(after, &new));
    }
    let games = "crates/experiments/src/games/mod.rs";
    let text = fs::read_to_string(to.join(games)).unwrap();
    write(games, &NUMBERS.iter().fold(text, |text, (without, with)| text.replace(without, with)));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(to).args(["test", "--offline", "--package", "experiments", "--lib", "games::"]);
    cargo.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("fourth-game"));
    assert!(cargo.status().unwrap().success());
}

/// Copies a file, or a directory with everything in it.
fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let name = entry.unwrap().file_name();
            copy(&from.join(&name), &to.join(&name));
        }
    } else {
        fs::copy(from, to).unwrap();
    }
}
