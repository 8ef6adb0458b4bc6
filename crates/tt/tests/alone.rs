//! A search that takes nothing from elsewhere: what a program needs that depends on this crate alone.

use tt::{Bound, Key, Record, Scheme, Score, Table, TableError, TranspositionTable};

/// The heap and the stones to take: a payload of the program's own, which needs no other crate.
type Payload = [u8; 2];

/// Two heaps of Nim, of each of which one, two or three stones may be taken; the last stone wins.
struct Nim<T> {
    table: T,
    nodes: u32,
}

impl<T: Table<Payload = Payload>> Nim<T> {
    /// 1 if the player to move wins, -1 otherwise.
    fn search(&mut self, heaps: [u8; 2]) -> Score {
        let nodes_before = self.nodes;
        self.nodes += 1;
        let key = Key::mixed(u64::from(heaps[0]) << 8 | u64::from(heaps[1]));
        if let Some(record) = self.table.probe(key) {
            assert_eq!((record.bound, record.depth), (Bound::EXACT, heaps[0] + heaps[1]));
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
        self.table.store(key, Record { payload, score, bound: Bound::EXACT, depth: heaps[0] + heaps[1], nodes });
        score
    }
}

#[test]
fn a_search_needs_no_other_crate() -> Result<(), TableError> {
    for &scheme in Scheme::ALL {
        for heaps in [[0, 0], [1, 1], [3, 5], [4, 4], [4, 8], [5, 9], [6, 4]] {
            let mut small = Nim { table: TranspositionTable::new("16".parse()?, scheme)?, nodes: 0 };
            let mut large = Nim { table: TranspositionTable::new("4K".parse()?, scheme)?, nodes: 0 };
            // Heaps that leave the same remainder by four are lost.
            let score = if heaps[0] % 4 == heaps[1] % 4 { -1 } else { 1 };
            assert_eq!((small.search(heaps), large.search(heaps)), (score, score), "{scheme} {heaps:?}");
            assert!(large.nodes <= small.nodes);
            assert_eq!(large.table.fill(), (1 + u64::from(heaps[0])) * (1 + u64::from(heaps[1])), "each position once");
        }
    }
    Ok(())
}
