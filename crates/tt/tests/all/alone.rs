//! A search that depends on no other crate of the workspace.

use schemes::{Scheme, TranspositionTable};
use tt::{Bound, Inspect, Key, Payload, Record, Score, Table, TableError};

/// A custom payload: the heap and the number of stones to take.
#[derive(Clone, Copy, PartialEq)]
struct Take([u8; 2]);

impl Payload for Take {
    const BITS: u32 = 16;
    const NONE: Self = Self([0, 0]);

    fn to_bits(self) -> u128 {
        u16::from_le_bytes(self.0).into()
    }

    fn from_bits(bits: u128) -> Self {
        Self((bits as u16).to_le_bytes())
    }
}

/// Nim with two heaps: a move takes one, two or three stones from one heap. The player who takes the last stone wins.
struct Nim<T> {
    table: T,
    nodes: u32,
}

impl<T: Table<Payload = Take>> Nim<T> {
    /// Returns 1 if the player to move wins, and -1 otherwise.
    fn search(&mut self, heaps: [u8; 2]) -> Score {
        let nodes_before = self.nodes;
        self.nodes += 1;
        let key = Key::mixed(u64::from(heaps[0]) << 8 | u64::from(heaps[1]));
        if let Some(record) = self.table.probe(key) {
            assert_eq!((record.bound, record.depth), (Bound::Exact, heaps[0] + heaps[1]));
            return record.score;
        }
        let (mut score, mut payload) = (-1, [0, 0]);
        for heap in 0..2_u8 {
            for taken in 1..=heaps[usize::from(heap)].min(3) {
                let mut next = heaps;
                next[usize::from(heap)] -= taken;
                let value = -self.search(next);
                if value > score {
                    (score, payload) = (value, [heap, taken]);
                }
            }
        }
        let nodes = self.nodes - nodes_before;
        self.table.store(
            key,
            Record { payload: Take(payload), score, bound: Bound::Exact, depth: heaps[0] + heaps[1], nodes },
        );
        score
    }
}

#[test]
fn a_search_needs_no_other_crate() -> Result<(), TableError> {
    for &scheme in Scheme::ALL {
        for heaps in [[0, 0], [1, 1], [3, 5], [4, 4], [4, 8], [5, 9], [6, 4]] {
            let mut small = Nim { table: TranspositionTable::new("16".parse()?, scheme)?, nodes: 0 };
            let mut large = Nim { table: TranspositionTable::new("4K".parse()?, scheme)?, nodes: 0 };
            // The position is lost if both heaps have the same remainder modulo four.
            let score = if heaps[0] % 4 == heaps[1] % 4 { -1 } else { 1 };
            assert_eq!((small.search(heaps), large.search(heaps)), (score, score), "{scheme} {heaps:?}");
            assert!(large.nodes <= small.nodes);
            assert_eq!(large.table.fill(), (1 + u64::from(heaps[0])) * (1 + u64::from(heaps[1])), "each position once");
        }
    }
    Ok(())
}
