//! Searches of the tests.

use alibaba::options::AlibabaOptions;
use alibaba::{Alibaba, Best};
use chess::{Move, Position};
use schemes::TranspositionTable;
use search::{GameTable, Outcome, Search};

/// Returns a table of this scheme and size.
pub(crate) fn table(scheme: &str, positions: &str) -> TranspositionTable<Best> {
    TranspositionTable::new(positions.parse().unwrap(), scheme.parse().unwrap()).unwrap()
}

/// Searches a position by iterative deepening with these options, and returns the outcome and the last line.
pub(crate) fn search(
    fen: &str,
    depth: u8,
    options: &str,
    table: impl GameTable<Alibaba<AlibabaOptions>>,
) -> (Outcome<Move>, Vec<Move>) {
    let options = AlibabaOptions::find(options).expect("a valid name");
    let mut game = Alibaba::new(Position::from_fen(fen).unwrap()).with_options(options);
    let mut last = Vec::new();
    let search = Search::new(&mut game, table).with_options(options);
    let outcome = alibaba::deepen(search, depth, |_, line| last = line.to_vec());
    (outcome, last)
}
