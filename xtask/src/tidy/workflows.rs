//! The workflows must be valid, and third-party actions in them pinned to the commit that was reviewed.

use crate::tidy::Complaint;
use crate::tidy::files::Files;

/// Checks that actions are pinned to commits, because the owner of an action can move a tag or a branch.
pub(super) fn actions_are_pinned(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, text) in files.ending(".yml").filter(|(path, _)| path.starts_with(".github/")) {
        for (number, line) in (1..).zip(text.lines()) {
            let step = line.trim().trim_start_matches("- ");
            let Some(action) = step.strip_prefix("uses:").map(str::trim).filter(|action| !action.starts_with("./"))
            else {
                continue;
            };
            let (action, version) = action.split_once(" # ").unwrap_or((action, ""));
            let commit = action.trim().split_once('@').map_or("", |(_, commit)| commit);
            let is_hash = commit.len() == 40 && commit.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'));
            if !is_hash || version.trim().is_empty() {
                let what = format!("`{action}`: write `ACTION@COMMIT # VERSION`, with all 40 digits of the commit");
                complaints.push(Complaint::new(path, number, what));
            }
        }
    }
    complaints
}

/// Checks that commands without quotes are strings in YAML: a colon makes a mapping of them, and then nothing runs.
pub(super) fn commands_are_strings(files: &Files) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (path, text) in files.ending(".yml").filter(|(path, _)| path.starts_with(".github/")) {
        for (number, line) in (1..).zip(text.lines()) {
            let Some(command) = line.trim().trim_start_matches("- ").strip_prefix("run: ").map(str::trim) else {
                continue;
            };
            if !command.starts_with(['"', '\'']) && (command.ends_with(':') || command.contains(": ")) {
                complaints.push(Complaint::new(
                    path,
                    number,
                    "a colon makes a mapping of the command: quote the command",
                ));
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{NONE, complaints};

    #[test]
    fn an_action_that_may_change() {
        let check = |text: &str| complaints(actions_are_pinned, ".github/workflows/ci.yml", text);
        let commit = "11d5960a326750d5838078e36cf38b85af677262";
        assert_eq!(check("steps:\n  - uses: actions/checkout@v4\n"), [2]);
        assert_eq!(check("  - uses: actions/checkout\n"), [1]);
        assert_eq!(check("  - name: x\n    uses: a/b@main # v4.4.0\n"), [2]);
        assert_eq!(check(&format!("  - uses: actions/checkout@{commit}\n")), [1], "of no version");
        assert_eq!(check(&format!("  - uses: actions/checkout@{} # v4\n", &commit[..12])), [1]);
        assert_eq!(check(&format!("  - uses: actions/checkout@{commit} # v4.4.0\n  - uses: ./here\n")), NONE);
    }

    #[test]
    fn a_command_that_is_no_string() {
        let check = |text: &str| complaints(commands_are_strings, ".github/workflows/ci.yml", text);
        assert_eq!(check("steps:\n  - run: cargo test perft::\n"), [2]);
        assert_eq!(check("  - name: x\n    run: echo a: b\n"), [2]);
        assert_eq!(check("  - run: cargo test \"perft::\"\n  - run: 'a: b'\n  - run: a::b c\n  - run: |\n"), NONE);
    }
}
