//! Shows a table for an engine: move, score, static evaluation and depth of four positions in each cache line.

use cozy_chess::{Board, Move, Piece, Square};
use tt::layouts::Engine;
use tt::schemes::Weighted;
use tt::{Bound, Buckets, Key, Maintain, MulHigh, Payload, Record, Score, Size, Table, TableError};

// ANCHOR: table
/// What the table returns beside score, bound and depth.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stored {
    mv: Option<Move>,
    evaluation: Score,
}

impl Payload for Stored {
    const BITS: u32 = 32;
    const NONE: Self = Self { mv: None, evaluation: 0 };

    fn to_bits(self) -> u128 {
        let bits = |mv: Move| mv.from as u128 | (mv.to as u128) << 6 | mv.promotion.map_or(0, |p| p as u128) << 12;
        self.mv.map_or(0, bits) << 16 | u128::from(self.evaluation as u16)
    }

    fn from_bits(bits: u128) -> Self {
        let square = |shift: u32| Square::index((bits >> shift) as usize & 63);
        let promotion = Piece::try_index((bits >> 28) as usize).filter(|&piece| piece != Piece::Pawn);
        let mv = Move { from: square(16), to: square(22), promotion };
        // No move leads from a square to itself.
        Self { mv: (mv.from != mv.to).then_some(mv), evaluation: bits as Score }
    }
}

/// Buckets of four positions of 16 bytes, of which the least deep one goes, after 4 plies for each earlier search.
type EngineTable = Buckets<Engine<Stored>, Weighted, 4, MulHigh>;

fn table(hash_mib: u64) -> Result<EngineTable, TableError> {
    EngineTable::with_policy(Size::mib(hash_mib), Weighted::ETHEREAL)
}
// ANCHOR_END: table

// ANCHOR: use
/// Returns a score from the table if it ends the node, and the stored move and evaluation.
fn look_up(table: &mut EngineTable, board: &Board, depth: u8, window: [Score; 2]) -> (Option<Score>, Option<Stored>) {
    let key = Key(board.hash());
    let Some(record) = table.probe(key) else { return (None, None) };
    table.hit(key);
    let is_enough = match record.bound {
        Bound::Lower => record.score >= window[1],
        Bound::Upper => record.score <= window[0],
        Bound::Exact => true,
        Bound::None => false,
    };
    ((is_enough && record.depth >= depth).then_some(record.score), Some(record.payload))
}
// ANCHOR_END: use

// ANCHOR: main
fn main() -> Result<(), TableError> {
    let mut table = table(1)?;
    assert_eq!(table.capacity(), 65_536, "16 bytes each");
    assert!(table.addresses().start % 64 == 0, "a bucket is one cache line");

    let board = Board::default();
    let stored = Stored { mv: "e2e4".parse().ok(), evaluation: 18 };
    let record = Record { payload: stored, score: 25, bound: Bound::Lower, depth: 9, nodes: 1 };
    table.store(Key(board.hash()), record);
    assert_eq!(look_up(&mut table, &board, 8, [-50, 20]), (Some(25), Some(stored)));
    assert_eq!(look_up(&mut table, &board, 8, [-50, 30]), (None, Some(stored)), "not enough for a cut-off");
    assert_eq!(look_up(&mut table, &board, 10, [-50, 20]), (None, Some(stored)), "not deep enough");

    // Before the next search of the same game, and before a new game.
    table.stamp();
    table.clear();
    assert_eq!(look_up(&mut table, &board, 1, [-50, 20]), (None, None));
    println!("{} positions of 16 bytes", table.capacity());
    Ok(())
}
// ANCHOR_END: main
