//! The graph of the crates: which may depend on which.

use serde_json::Value;

use crate::tidy::Complaint;
use crate::tidy::files::{Files, GAME};
use crate::tidy::source::words;

/// The page with the picture of the crates, and the table of what each may depend on, also for builds and tests.
const PAGE: &str = "docs/src/architecture.md";

/// Stands for every game that has no row of its own, in both columns of the table.
const A_GAME: &str = "a game";

/// The crate that every other crate may depend on for its tests: they compare schemes.
const FOR_TESTS: &str = "schemes";

/// Returns the rows of the table: a crate, and the crates that it may depend on.
fn table(page: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    rows.skip(1)
        .map(|(name, below)| (name.trim_matches('`'), below.split(", ").map(|one| one.trim_matches('`')).collect()))
}

/// Checks that the picture draws every crate below those that it may depend on.
pub(super) fn picture(files: &Files) -> Vec<Complaint> {
    let page = files.text(PAGE).unwrap_or_default();
    let lines =
        || (1..).zip(page.lines()).skip_while(|(_, line)| *line != "```text").take_while(|(_, line)| *line != "```");
    let drawn = |name| lines().find(|(_, line)| line.split_whitespace().any(|word| word == name)).map(|(line, _)| line);
    let mut complaints = Vec::new();
    for (name, below) in table(page) {
        let Some(line) = drawn(name) else { continue };
        for above in below.into_iter().filter(|below| drawn(below).is_some_and(|other| other >= line)) {
            let what = format!("the table lets `{name}` depend on `{above}`, which the picture does not draw above it");
            complaints.push(Complaint::new(PAGE, line, what));
        }
    }
    complaints
}

/// Compares the dependencies that cargo reports with those allowed. The files tell on which line a dependency is.
pub(super) fn edges(metadata: &Value, files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let games = files.games();
    let allowed: Vec<_> = table(files.text(PAGE).unwrap_or_default()).collect();
    let row = |wanted: &str| allowed.iter().find(|(name, _)| *name == wanted).map(|(_, allowed)| allowed);
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let root = metadata["workspace_root"].as_str().unwrap_or_default();
    for package in list(&metadata["packages"]) {
        let manifest = package["manifest_path"].as_str().unwrap_or_default();
        let manifest = manifest.trim_start_matches(root).replace('\\', "/");
        let manifest = manifest.trim_start_matches('/');
        let name = directory(manifest.trim_end_matches("/Cargo.toml"));
        let Some(allowed) = row(name).or_else(|| row(A_GAME).filter(|_| games.contains(&name))) else {
            let what = format!(
                "`{name}` is not in the table of {PAGE}; add it, or write `{}` if it is a game",
                GAME.trim().replace('\n', " "),
            );
            complaints.push(Complaint::new(manifest, 1, what));
            continue;
        };
        for dependency in &list(&package["dependencies"]) {
            // Only a crate of the workspace has a path.
            let Some(path) = dependency["path"].as_str() else { continue };
            let is_for_tests = dependency["kind"] == "dev";
            let dependency = directory(path);
            if is_for_tests && dependency == FOR_TESTS {
                continue;
            }
            let is_game = allowed.contains(&A_GAME) && games.contains(&dependency);
            if !is_game && !allowed.contains(&dependency) {
                let what = format!("`{name}` may not depend on `{dependency}`, only on {}", allowed.join(", "));
                complaints.push(Complaint::new(manifest, line_of(dependency, files.text(manifest)), what));
            }
        }
    }
    complaints
}

/// Returns the last part of a path: a crate has the name of its directory, and its package may have a longer one,
/// because the registry has other packages.
fn directory(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
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

    const TABLE: &str = "| Crate | May depend on |\n|---|---|\n| `tt` | `zobrist` |\n| `search` | `tt`, `zobrist` |\n\
                         | `chess` | `zobrist` |\n| a game | `search`, `tt` |\n| `experiments` | a game, `tt` |\n\
                         | `xtask` | nothing |\n";

    #[test]
    fn a_picture_that_draws_a_crate_above_what_it_depends_on() {
        let check = |picture: &str| {
            let page = format!("# A\n```text\n{picture}```\n{TABLE}");
            picture_lines(&page)
        };
        assert_eq!(check("zobrist   keys\n  |\n  tt\n  |\n search\n"), [0; 0]);
        assert_eq!(check("zobrist\nsearch\ntt\n"), [4]);
        assert_eq!(check("tt  zobrist\n"), [3]);
    }

    fn picture_lines(page: &str) -> Vec<usize> {
        picture(&Files::from([(PAGE, page)])).into_iter().map(|complaint| complaint.line).collect()
    }

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
        files.push((PAGE, TABLE));
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
