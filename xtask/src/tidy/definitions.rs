//! The experiments: the counts of each are held by a snapshot.

use crate::tidy::Complaint;
use crate::tidy::files::Files;

const DEFINITIONS: &str = "crates/experiments/definitions/";
const SNAPSHOTS: &str = "crates/experiments/tests/snapshots/";

/// A definition without a snapshot could change its node counts unseen.
pub(super) fn snapshots(files: &Files) -> Vec<Complaint> {
    let definitions = files.ending(".toml").filter_map(|(path, _)| {
        let stem = path.strip_prefix(DEFINITIONS)?.strip_suffix(".toml")?;
        Some((path, stem))
    });
    let snapshots: Vec<&str> =
        files.paths().filter_map(|path| path.strip_prefix(SNAPSHOTS)?.strip_suffix(".snap")).collect();
    let without = definitions.filter(|(_, stem)| !snapshots.iter().any(|snapshot| names(snapshot, stem)));
    without
        .map(|(path, stem)| {
            Complaint::new(path, 1, format!("no snapshot of `{stem}` in {SNAPSHOTS}; run the tests and accept it"))
        })
        .collect()
}

/// Whether a snapshot's name holds the stem as a whole: `sweeps__thesis-fig-2.12` is none of `thesis-fig-2.1`.
fn names(snapshot: &str, stem: &str) -> bool {
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    snapshot
        .match_indices(stem)
        .any(|(at, _)| apart(snapshot[..at].chars().next_back()) && apart(snapshot[at + stem.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_without_a_snapshot() {
        let check = |snapshot: &str| {
            let snapshot = format!("{SNAPSHOTS}{snapshot}");
            snapshots(&Files::from([("crates/experiments/definitions/fig-2.1.toml", ""), (snapshot.as_str(), "")]))
                .len()
        };
        assert_eq!(check("sweeps__fig-2.12.snap"), 1);
        assert_eq!(check("sweeps__fig-2.1.txt"), 1);
        assert_eq!(check("sweeps__fig-2.1.snap"), 0);
        assert_eq!(check("fig-2.1.snap"), 0);
        assert_eq!(check("sweeps__quick@fig-2.1.snap"), 0);
    }
}
