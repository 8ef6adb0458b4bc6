//! Creates, fills and probes tables on a machine that may have no operating system, and counts what it finds: the same
//! on every machine. It prints nothing, because WebAssembly has no output; a failed assertion ends it.

#![forbid(unsafe_code)]

use tt::policies::TwoLevel;
use tt::{Bound, EngineTable, Key, MoveAndEvaluation, Pages, Payload, Record, Score, Size, TableError, TwoBig1};

const POSITIONS: u64 = 1 << 16;

fn main() -> Result<(), TableError> {
    private_table()?;
    shared_table()?;
    sizes()?;
    #[cfg(feature = "more")]
    {
        saved_table();
        keys();
    }
    Ok(())
}

/// A record that differs for each position.
fn record<P: Payload>(number: u64) -> Record<P> {
    let (score, depth, nodes) = ((number % 2000) as Score, (number % 13) as u8, number as u32);
    Record { score, depth, bound: Bound::Lower, nodes, ..Record::default() }
}

/// Returns the scores that `get` finds, for as many positions as the table has slots, and how many.
fn found(get: impl Fn(Key) -> Option<Score>) -> (u64, i64) {
    let scores = (0..POSITIONS).filter_map(|number| get(Key::mixed(number)));
    scores.fold((0, 0), |(count, sum), score| (count + 1, sum + i64::from(score)))
}

fn private_table() -> Result<(), TableError> {
    let mut table = TwoBig1::<u16>::with_pages(Size::Positions(POSITIONS), TwoLevel::default(), Pages::Huge)?;
    assert_eq!((table.capacity(), table.fill()), (POSITIONS, 0));
    for number in 0..POSITIONS {
        table.put(Key::mixed(number), &record(number));
    }
    assert_eq!(found(|key| table.get(key).map(|record| record.score)), (47861, 47634204));
    table.clear();
    assert_eq!(table.fill(), 0);
    Ok(())
}

fn shared_table() -> Result<(), TableError> {
    let mut table = EngineTable::<MoveAndEvaluation>::new(Size::mib(1))?;
    for number in 0..POSITIONS {
        table.put(Key::mixed(number), &record(number));
    }
    assert_eq!(found(|key| table.get(key).map(|record| record.score)), (58465, 58095453));
    table.resize(Size::mib(2), Pages::Huge)?;
    assert_eq!((table.capacity(), table.fill()), (3 * (2 << 20) / 32, 0));
    Ok(())
}

/// A size beyond the address space is an error.
fn sizes() -> Result<(), TableError> {
    let mut table = EngineTable::<MoveAndEvaluation>::new(Size::mib(1))?;
    for size in [Size::Bytes(u64::MAX), Size::Positions(u64::MAX), Size::mib(usize::MAX as u64 >> 20)] {
        for refused in [EngineTable::<MoveAndEvaluation>::new(size).err(), table.resize(size, Pages::Default).err()] {
            let Some(TableError::OutOfMemory { reason, .. }) = refused else { panic!("{size}: {refused:?}") };
            assert_eq!(reason, "the size exceeds the address space");
        }
    }
    assert_eq!(table.capacity(), 3, "the smallest table is left");
    Ok(())
}

#[cfg(feature = "more")]
fn saved_table() {
    let contents = tt::Contents { text: "numbers", keys: Key(1), version: 1 };
    let table = EngineTable::<u16>::new(Size::mib(1)).unwrap();
    table.put(Key::mixed(7), &record(7));
    let mut file = Vec::new();
    table.save(contents, &mut file).unwrap();
    let loaded = EngineTable::<u16>::load(contents, table.policy(), Pages::Default, &file[..]).unwrap();
    assert_eq!(loaded.get(Key::mixed(7)), table.get(Key::mixed(7)));
    assert_eq!(loaded.fill(), 1);
}

#[cfg(feature = "more")]
fn keys() {
    use zobrist::collisions::{KeySpace, approximate_probability_of_error, bits_needed};
    use zobrist::{DEFAULT_SEED, Numbers};

    assert_eq!(Numbers::generate(DEFAULT_SEED, 781)[780], Key(0x33b4_833d_6d58_cad0));
    assert_eq!(Numbers::bch(DEFAULT_SEED, 781)[780], Key(0x729f_8f41_ecd6_b6c4));
    assert_eq!(bits_needed(1_000_000_000, 0.001), Some(69));
    let probability = approximate_probability_of_error(216_000_000, KeySpace::bits(64));
    assert_eq!(probability.to_bits(), 4563471136840203608, "to the last bit");
}
