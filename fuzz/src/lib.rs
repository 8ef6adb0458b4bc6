//! What the fuzz targets of files check: any bytes are read or rejected with an error. An ordinary test of `ttlab` runs
//! the same functions on the seeds and on mutations of them.

#![forbid(unsafe_code)]

use experiments::{Definition, connect_four_set};
use replay::RequestTrace;
use schemes::policies::LeastRecentlyUsed;
use tt::layouts::{Compact, Thesis};
use tt::policies::{Big, TwoLevel};
use tt::{Buckets, Contents, FileError, Key, LowBits, MulHigh, Pages, Shared, SingleWord, Size};

/// What the tables of the seeds contain.
const CONTENTS: Contents<'_> = Contents { text: "a seed", keys: Key(1), version: 2 };

type OfTwo = Shared<Thesis<u16>, TwoLevel<Big>, 2>;
type OfFour = Shared<Compact<u16>, LeastRecentlyUsed, 4, MulHigh, SingleWord>;
type Private = Buckets<Thesis<u16>, TwoLevel<Big>, 2, LowBits>;

/// Reads a table file, also with right checksums, which random bytes do not have.
pub fn table_file(bytes: &[u8]) {
    read_table(bytes);
    const HEADER: usize = 4096;
    const TEXT: usize = 4024;
    let mut repaired = bytes.to_vec();
    if bytes.len() >= HEADER + 8 {
        let sum = u64::from(crc32fast::hash(&bytes[..TEXT]));
        repaired[TEXT..TEXT + 8].copy_from_slice(&sum.to_le_bytes());
        let end = bytes.len() - 8;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&bytes[TEXT + 16..TEXT + 40]);
        hasher.update(&bytes[HEADER..end]);
        repaired[end..].copy_from_slice(&u64::from(hasher.finalize()).to_le_bytes());
        read_table(&repaired);
    }
}

fn read_table(bytes: &[u8]) {
    // A table that is read is written as it was.
    let mut written = Vec::new();
    if let Ok(table) = OfTwo::load(CONTENTS, TwoLevel(Big), Pages::Default, bytes) {
        assert_eq!(table.residents().count() as u64, table.fill());
        table.save(CONTENTS, &mut written).expect("memory takes every byte");
        let again = OfTwo::load(CONTENTS, TwoLevel(Big), Pages::Default, &written[..]).expect("it was just written");
        assert!(again.residents().eq(table.residents()));
    }
    if let Ok(table) = Private::load(CONTENTS, TwoLevel(Big), Pages::Default, bytes) {
        written.clear();
        table.save(CONTENTS, &mut written).expect("memory takes every byte");
        let again = Private::load(CONTENTS, TwoLevel(Big), Pages::Default, &written[..]).expect("it was just written");
        assert!(again.residents().eq(table.residents()));
    }
    let small = OfFour::load(CONTENTS, LeastRecentlyUsed, Pages::Default, bytes);
    if let Err(error) = small.map(|table| table.residents().count()) {
        assert!(!matches!(error, FileError::InUse) && !error.to_string().is_empty());
    }
}

/// Returns the seeds of [`table_file`].
///
/// # Errors
///
/// The tables cannot be created.
pub fn table_seeds() -> Result<[Vec<u8>; 3], FileError> {
    let size = Size::Positions(8);
    let record = |number: u64| tt::Record {
        payload: number as u16,
        score: -(number as i16),
        bound: tt::Bound::from_number(number),
        depth: number as u8,
        nodes: number as u32,
        ..tt::Record::default()
    };
    let two = OfTwo::with_pages(size, TwoLevel(Big), Pages::Default)?;
    let four = OfFour::with_pages(size, LeastRecentlyUsed, Pages::Default)?;
    let mut private = Private::with_policy(size, TwoLevel(Big))?;
    for number in 0..20 {
        two.put(Key::mixed(number), &record(number));
        four.put(Key::mixed(number), &record(number));
        private.put(Key::mixed(number), &record(number));
    }
    let mut seeds = [const { Vec::new() }; 3];
    two.save(CONTENTS, &mut seeds[0])?;
    four.save(CONTENTS, &mut seeds[1])?;
    private.save(CONTENTS, &mut seeds[2])?;
    Ok(seeds)
}

/// Reads a trace of requests, also with a right checksum.
pub fn request_trace(bytes: &[u8]) {
    let mut repaired = bytes.to_vec();
    if let Some((content, sum)) = repaired.split_last_chunk_mut::<4>() {
        *sum = crc32fast::hash(content).to_le_bytes();
    }
    for bytes in [bytes, &repaired] {
        if let Ok(trace) = RequestTrace::from_bytes(bytes) {
            assert_eq!(RequestTrace::from_bytes(&trace.to_bytes()), Ok(trace));
        }
    }
}

/// Reads the definition of an experiment.
pub fn definition(bytes: &[u8]) {
    if let Ok(text) = str::from_utf8(bytes) {
        match Definition::read("seed", "seed.toml", text) {
            Ok(definition) => drop(definition.with_checked_sizes()),
            Err(error) => assert!(format!("{error:#}").contains("seed.toml")),
        }
    }
}

/// Reads a test set of Connect Four.
pub fn connect_four_set(bytes: &[u8]) {
    if let Ok(text) = str::from_utf8(bytes)
        && let Ok(lines) = connect_four_set::read(text)
    {
        for line in lines {
            let position: Result<connect_four::Position, _> = line.moves.parse();
            assert!(position.is_ok() && line.number <= text.lines().count(), "{line:?}");
        }
    }
}
