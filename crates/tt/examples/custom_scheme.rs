//! A replacement scheme of one's own: buckets of four, in which the least of depth less twice the age has to go.

use tt::{Bound, Decision, Key, Record, Replacement, Table, TableError, TranspositionTable, Worth};

#[derive(Clone, Copy)]
struct Aging;

impl Aging {
    fn value(worth: Worth) -> i32 {
        i32::from(worth.depth) - 2 * i32::from(worth.age)
    }
}

impl Replacement for Aging {
    fn width(self) -> usize {
        4
    }

    fn decide(self, residents: &[Worth], _: Worth) -> Decision {
        if residents.len() < self.width() {
            return Decision::Replace(residents.len());
        }
        let victim = (0..residents.len()).min_by_key(|&i| Self::value(residents[i])).unwrap_or(0);
        Decision::Replace(victim)
    }
}

fn main() -> Result<(), TableError> {
    let mut table = TranspositionTable::<_, u16>::new("4".parse()?, Aging)?;
    for depth in [3, 9, 5, 7, 1] {
        let key = Key(u64::from(depth) << 60);
        table.store(key, Record { payload: 0, score: 0, bound: Bound::EXACT, depth, nodes: 1 });
    }
    let left: Vec<u8> =
        [1, 3, 5, 7, 9].into_iter().filter(|&d| table.probe(Key(u64::from(d) << 60)).is_some()).collect();
    println!("left of an entry of four: depths {left:?}");
    assert_eq!(left, [1, 5, 7, 9]);
    Ok(())
}
