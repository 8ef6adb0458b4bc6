//! The graph of the crates: which may depend on which.

use serde_json::Value;

use crate::tidy::Complaint;
use crate::tidy::files::{Files, GAME};
use crate::tidy::source::words;

/// A placeholder for every game in [`ALLOWED`].
const EVERY_GAME: &str = "every game";

/// The crates that a game may depend on.
const BELOW_A_GAME: &[&str] = &["search", "tt", "zobrist"];

/// The crate that every other crate may depend on for its tests: they compare schemes.
const FOR_TESTS: &str = "schemes";

/// Every crate of the workspace except other games, the lowest first, and the crates that it may depend on, also for
/// builds and, with one exception, for tests.
const ALLOWED: &[(&str, &[&str])] = &[
    ("zobrist", &[]),
    ("tt", &["zobrist"]),
    ("schemes", &["tt", "zobrist"]),
    ("search", &["tt", "zobrist"]),
    ("chess", &["zobrist"]),
    ("alibaba", &["chess", "search", "tt", "zobrist"]),
    ("replay", &["schemes", "search", "tt"]),
    ("programs", &["alibaba", EVERY_GAME, "replay", "schemes", "search", "tt"]),
    ("stats", &[]),
    ("walkthrough", &["connect-four", "domineering", "schemes", "search", "tt", "zobrist"]),
    ("experiments", &[EVERY_GAME, "programs", "schemes", "tt", "zobrist"]),
    ("report", &["domineering", "experiments", "schemes", "stats", "tt", "zobrist"]),
    (
        "ttlab",
        &[
            "alibaba",
            EVERY_GAME,
            "experiments",
            "programs",
            "replay",
            "report",
            "schemes",
            "search",
            "stats",
            "tt",
            "walkthrough",
            "zobrist",
        ],
    ),
    ("measurements", &["alibaba", "chess", "domineering", "schemes", "search", "tt"]),
    ("xtask", &[]),
];

/// Compares the dependencies that cargo reports with those allowed. The files tell on which line a dependency is.
pub(super) fn edges(metadata: &Value, files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let games = files.games();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let root = metadata["workspace_root"].as_str().unwrap_or_default();
    for package in list(&metadata["packages"]) {
        let name = package["name"].as_str().unwrap_or_default();
        let manifest = package["manifest_path"].as_str().unwrap_or_default();
        let manifest = manifest.trim_start_matches(root).replace('\\', "/");
        let manifest = manifest.trim_start_matches('/');
        let member = ALLOWED.iter().find(|(member, _)| *member == name).map(|(_, allowed)| *allowed);
        let Some(allowed) = member.or_else(|| games.contains(&name).then_some(BELOW_A_GAME)) else {
            let what = format!(
                "`{name}` is not in the graph of the crates; add it to ALLOWED in {}, or write `{}` if it is a game",
                file!(),
                GAME.trim().replace('\n', " "),
            );
            complaints.push(Complaint::new(manifest, 1, what));
            continue;
        };
        // Only a crate of the workspace has a path.
        for dependency in list(&package["dependencies"]).iter().filter(|dependency| dependency["path"].is_string()) {
            let is_for_tests = dependency["kind"] == "dev";
            let dependency = dependency["name"].as_str().unwrap_or_default();
            if is_for_tests && dependency == FOR_TESTS {
                continue;
            }
            let is_game = allowed.contains(&EVERY_GAME) && games.contains(&dependency);
            if !is_game && !allowed.contains(&dependency) {
                let may = if allowed.is_empty() { "no crate of the workspace".into() } else { allowed.join(", ") };
                let what = format!("`{name}` may not depend on `{dependency}`, only on {may}");
                complaints.push(Complaint::new(manifest, line_of(dependency, files.text(manifest)), what));
            }
        }
    }
    complaints
}

/// Returns the number of the line that begins with a dependency, or 1.
fn line_of(dependency: &str, manifest: Option<&str>) -> usize {
    let begins = |line: &str| words(line).next() == Some(dependency) || line.starts_with(dependency);
    manifest.and_then(|text| text.lines().position(begins)).map_or(1, |line| line + 1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns the complaints about a crate that depends on another crate of the workspace and on a foreign crate.
    fn complaints(name: &str, dependency: &str, kind: Option<&str>) -> Vec<Complaint> {
        let metadata = json!({
            "workspace_root": "/w",
            "packages": [{
                "name": name,
                "manifest_path": format!("/w/crates/{name}/Cargo.toml"),
                "dependencies": [
                    { "name": "serde", "kind": null },
                    { "name": dependency, "kind": kind, "path": format!("/w/crates/{dependency}") },
                ],
            }],
        });
        let manifest = format!("[dependencies]\nserde.workspace = true\n{dependency}.workspace = true\n");
        let path = format!("crates/{name}/Cargo.toml");
        let games = ["chess", "connect-four", "domineering"];
        let manifests = games.map(|game| (format!("crates/{game}/Cargo.toml"), format!("{manifest}{GAME}")));
        let mut files: Vec<(&str, &str)> =
            manifests.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        if !games.contains(&name) {
            files.push((&path, &manifest));
        }
        edges(&metadata, &Files::from_slice(&files))
    }

    #[test]
    fn an_edge_that_is_not_allowed() {
        let found = complaints("tt", "search", None);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].file.as_str(), found[0].line), ("crates/tt/Cargo.toml", 3));
        assert_eq!(complaints("search", "domineering", Some("dev")).len(), 1);
        assert_eq!(complaints("chess", "connect-four", None)[0].line, 3);
        assert_eq!(complaints("xtask", "zobrist", None).len(), 1);
    }

    #[test]
    fn a_crate_without_a_place() {
        assert_eq!(complaints("draughts", "search", None).len(), 1);
    }

    #[test]
    fn edges_that_are_allowed() {
        assert_eq!(complaints("tt", "zobrist", None), []);
        assert_eq!(complaints("domineering", "search", Some("dev")), []);
        assert_eq!(complaints("experiments", "connect-four", None), []);
    }
}
