//! Signatures that were replaced although the counts of the rows did not change.

use std::sync::LazyLock;

use schemes::Parts;

use crate::Cell;
use crate::between::Between;
use crate::cell::scheme_name;
use crate::games::SolverKind;

/// A signature that another one replaced, while the counts of rows stayed.
struct Successor {
    solver: SolverKind,
    scheme: String,
    old: u64,
    new: u64,
}

static SUCCESSORS: LazyLock<Vec<Successor>> = LazyLock::new(|| {
    let read = |line: &str| -> Option<Successor> {
        let mut words = line.split_whitespace();
        let (solver, scheme) = (words.next()?.parse().ok()?, words.next()?.to_owned());
        Some(Successor { solver, scheme, old: words.next()?.parse().ok()?, new: words.next()?.parse().ok()? })
    };
    let lines = include_str!("successors.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read(line).expect("a test reads every line")).collect()
});

/// Returns the signature that replaced `signature` for rows of `cell`, or `signature` itself. Rows that were stored
/// under the former signature are as valid as rows under the new one.
#[must_use]
pub fn current(cell: &Cell, signature: u64) -> u64 {
    if signature == CHESS_WITH_MOVELESS_ROOTS && may_have_moveless_root(cell) {
        return signature;
    }
    let (solver, scheme) = (SolverKind::of(cell), scheme_name(cell.scheme));
    let successors = SUCCESSORS.iter().filter(|one| (one.solver, one.scheme.as_str()) == (solver, scheme));
    successors.fold(signature, |signature, one| if one.old == signature { one.new } else { signature })
}

/// With this signature of chess, the table could answer at the root without a move to play. Now the root is searched in
/// that case, see `docs/src/decisions.md`.
const CHESS_WITH_MOVELESS_ROOTS: u64 = 243_356;

/// Returns whether the root of a search can be in the table without a move.
fn may_have_moveless_root(cell: &Cell) -> bool {
    let is_stamped = cell.game.chess().is_some_and(|game| game.between == Between::Stamp);
    is_stamped && cell.scheme.is_some() && !cell.parts.is_empty() && !cell.parts.contains(Parts::MOVE)
}

/// Returns the former signatures: solver, scheme, the former signature and the one that replaced it.
pub(crate) fn successors() -> impl Iterator<Item = (SolverKind, &'static str, u64, u64)> {
    SUCCESSORS.iter().map(|one| (one.solver, one.scheme.as_str(), one.old, one.new))
}
