//! Every version is in the root's `[workspace.dependencies]`.

use crate::tidy::Complaint;
use crate::tidy::files::Files;

/// Checks that members inherit their dependencies and lints with `name.workspace = true`.
pub(super) fn versions_stand_in_the_root(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, text) in members(files) {
        for entry in entries(text).filter(|entry| entry.section.contains("dependencies")) {
            if !entry.section.ends_with("dependencies") {
                let what = format!("`[{}]`: write a dependency on one line, `name.workspace = true`", entry.section);
                complaints.push(Complaint::new(path, entry.line, what));
            } else if !entry.text.replace(' ', "").contains("workspace=true") {
                let name = entry.name();
                let what =
                    format!("`{name}`: write `{name}.workspace = true`, and its version in the root's Cargo.toml");
                complaints.push(Complaint::new(path, entry.line, what));
            }
        }
        if !entries(text).any(|entry| entry.section == "lints" && entry.text == "workspace = true") {
            let what = "the lints of the workspace are missing: write `[lints]` with `workspace = true`";
            complaints.push(Complaint::new(path, 1, what));
        }
    }
    complaints
}

/// Returns the manifests of the members, without those of separate workspaces.
fn members(files: &Files) -> impl Iterator<Item = (&str, &str)> {
    files.ending("/Cargo.toml").filter(|(_, text)| !text.lines().any(|line| line.trim() == "[workspace]"))
}

/// A line of a manifest that is neither blank, nor a comment, nor a header, and its section.
struct Entry<'a> {
    line: usize,
    section: &'a str,
    text: &'a str,
}

impl<'a> Entry<'a> {
    fn name(&self) -> &'a str {
        self.text.split(['.', '=', ' ']).next().unwrap_or_default()
    }
}

fn entries(manifest: &str) -> impl Iterator<Item = Entry<'_>> {
    let mut section = "";
    (1..).zip(manifest.lines().map(str::trim)).filter_map(move |(line, text)| {
        if let Some(header) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            section = header.trim_matches(['[', ']']);
            return None;
        }
        (!text.is_empty() && !text.starts_with('#')).then_some(Entry { line, section, text })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{self, NONE};

    const LINTS: &str = "[lints]\nworkspace = true\n";

    #[test]
    fn versions_in_a_member() {
        let check = |dependencies: &str| {
            samples::complaints(versions_stand_in_the_root, "crates/tt/Cargo.toml", &format!("{dependencies}{LINTS}"))
        };
        assert_eq!(check("[dependencies]\nserde = \"1\"\n\n[dev-dependencies]\ninsta = { version = \"1\" }\n"), [2, 5]);
        assert_eq!(check("[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n"), [2]);
        assert_eq!(check("[dependencies.serde]\nversion = \"1\"\n"), [2]);
        assert_eq!(check("[package]\nversion = \"1\"\n[dependencies]\n# Why.\na.workspace = true\n"), NONE);
        assert_eq!(check("[dependencies]\na = { workspace = true, features = [\"b\"] }\n"), NONE);
    }

    #[test]
    fn lints_of_its_own() {
        let check = |manifest| samples::complaints(versions_stand_in_the_root, "crates/tt/Cargo.toml", manifest);
        assert_eq!(check("[package]\nname = \"tt\"\n"), [1]);
        assert_eq!(check(LINTS), NONE);
    }
}
