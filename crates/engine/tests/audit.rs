//! Checks that a table that confuses positions makes the program play no illegal move, and hardly ever another move.

mod common;

use std::cell::Cell;
use std::collections::BTreeMap;

use chess::{Move, Position};
use common::positions;
use engine::{ChessMemory, ChessSearch};
use schemes::EvaluationTable;
use search::{Audit, Auditor, Outcome};
use tt::{Identity, Inspect, Key, Pages, Record, Size, Stored, Table};

/// The size of every table.
const SIZE: Size = Size::Bytes(64 << 10);

/// A table whose answers are verified by the whole keys.
struct Verified<T> {
    table: T,
    identity: Box<dyn Fn(Key) -> Identity>,
    keys: BTreeMap<Identity, Key>,
    /// The answers that were wrong.
    rejected: Cell<u64>,
}

impl<T: Table + Inspect> Verified<T> {
    fn new(table: T) -> Self {
        Self { identity: table.identities(), keys: BTreeMap::new(), rejected: Cell::new(0), table }
    }
}

impl<T: Table> Table for Verified<T> {
    type Payload = T::Payload;

    fn probe(&self, key: Key) -> Option<Record<Self::Payload>> {
        let found = self.table.probe(key)?;
        let is_right = self.keys.get(&(self.identity)(key)) == Some(&key);
        self.rejected.set(self.rejected.get() + u64::from(!is_right));
        is_right.then_some(found)
    }

    fn store(&mut self, key: Key, record: Record<Self::Payload>) -> Stored {
        let stored = self.table.store(key, record);
        if !matches!(stored, Stored::Kept | Stored::Ignored | Stored::Same { updated: false }) {
            self.keys.insert((self.identity)(key), key);
        }
        stored
    }

    fn hit(&mut self, key: Key) {
        self.table.hit(key);
    }
}

/// Searches with an audit. Returns the outcome, the principal variation and the audit.
fn searched(position: &Position, depth: u8, mut table: EvaluationTable) -> (Outcome<Move>, Vec<Move>, Audit) {
    let (mut memory, mut auditor) = (ChessMemory::new(position), Auditor::new(&table));
    let mut last = Vec::new();
    let search = ChessSearch::new(position, &mut memory, &mut table).observed_by(&mut auditor);
    let outcome = search.deepen(depth, |_, _, line| line.clone_into(&mut last));
    (outcome, last, auditor.audit())
}

/// Searches positions with tables that verify few bits of the key. Returns, for each scheme, the type-1 errors and the
/// searches whose best move is not that of a search whose hits are all verified.
fn audit(number: usize, depth: u8) -> Vec<(u64, usize)> {
    let positions = positions(number);
    let schemes = ["depth-3+age-8+packed", "depth-4+age-8+compact", "depth-4+age-8+key-8"];
    let mut found = Vec::new();
    for scheme in schemes {
        let scheme = scheme.parse().unwrap();
        let (mut errors, mut confused, mut others) = (0, 0, 0);
        for (index, position) in positions.iter().enumerate() {
            let table = || {
                let table = if index % 2 == 0 {
                    EvaluationTable::with_evaluations(SIZE, scheme, Pages::Default)
                } else {
                    EvaluationTable::shared_with_evaluations(SIZE, scheme, Pages::Default, true)
                };
                table.unwrap()
            };
            let (outcome, line, audit) = searched(position, depth, table());
            let mut end = position.clone();
            for &mv in &line {
                assert!(end.is_legal(mv), "{scheme}: {}: {line:?}", position.to_fen());
                end.play(mv);
            }
            assert_eq!(line.first(), outcome.best.as_ref());

            let (mut memory, mut table) = (ChessMemory::new(position), Verified::new(table()));
            let verified = ChessSearch::new(position, &mut memory, &mut table).deepen(depth, |_, _, _| {});
            if table.rejected.get() == 0 {
                assert_eq!(verified, outcome, "{scheme}: {}", position.to_fen());
            }
            errors += audit.type_1_errors;
            confused += usize::from(audit.type_1_errors > 0);
            others += usize::from(verified.best != outcome.best);
        }
        let searches = positions.len();
        println!(
            "{scheme}: {errors} type-1 errors in {confused} of {searches} searches; {others} have another best move"
        );
        found.push((errors, others));
    }
    found
}

/// Checks the audit: only a table that verifies eight bits may change more than one move in a hundred.
fn check(found: &[(u64, usize)], number: usize) {
    assert!(found[2].0 > found[0].0 + found[1].0);
    for (errors, others) in &found[..2] {
        assert!(others * 100 <= number, "{errors} type-1 errors change {others} moves");
    }
}

#[test]
fn a_table_that_confuses_positions_makes_no_false_move() {
    check(&audit(100, 7), 100);
}

#[test]
#[ignore = "takes a minute"]
fn a_table_that_confuses_positions_makes_no_false_move_in_a_thousand_positions() {
    check(&audit(1_000, 7), 1_000);
}
