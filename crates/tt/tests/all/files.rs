//! Tables in files: what was stored is found again, and any other file is rejected.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use tempfile::TempDir;
use tt::layouts::{Compact, Thesis};
use tt::schemes::{self, Big, LeastRecentlyUsed, OneLevel, Random, TwoLevel};
use tt::{
    Bound, Buckets, Checksum, Contents, FileError, Guard, Index, Inspect, Key, Layout, LowBits, Maintain, MulHigh,
    Pages, Policy, Record, Scheme, Shared, SingleWord, Size, Table, TranspositionTable, TwoBig1, Xor,
};

const CONTENTS: Contents<'_> = Contents { text: "a test", keys: Key(0x1234_5678_9abc_def0) };
const HEADER: usize = 4096;

type Small = Shared<Thesis<u16>, TwoLevel<Big>, 2>;

fn record(number: u64) -> Record<u16> {
    let bits = Key::mixed(!number).0;
    Record {
        payload: bits as u16,
        score: (bits >> 16) as i16,
        bound: Bound::from_number(bits >> 32),
        depth: (bits >> 34) as u8 & 0x3f,
        nodes: (bits >> 40) as u32 & 0xffff | 1,
    }
}

/// Stores positions, stamps now and then, and refreshes some.
fn fill(table: &mut (impl Table<Payload = u16> + Maintain), numbers: std::ops::Range<u64>) {
    for number in numbers {
        table.store(Key::mixed(number), record(number));
        table.hit(Key::mixed(number / 2));
        if number % 100 == 99 {
            table.stamp();
        }
    }
}

fn in_file(path: &Path) -> File {
    File::options().read(true).write(true).create(true).truncate(false).open(path).unwrap()
}

fn small(path: &Path, size: &str) -> Result<Small, FileError> {
    Small::in_file(in_file(path), CONTENTS, size.parse().unwrap(), TwoLevel::default())
}

fn directory() -> (TempDir, PathBuf) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("table");
    (directory, path)
}

fn error<T>(result: Result<T, FileError>) -> String {
    result.err().expect("an error").to_string()
}

/// Saves and loads a table: the loaded one does the same as the first from then on.
fn saved<L, R, const W: usize, I, G>(policy: R, positions: u64)
where
    L: Layout<Record = Record<u16>>,
    R: Policy<W>,
    I: Index,
    G: Guard,
{
    let table = Shared::<L, R, W, I, G>::with_policy(Size::Positions(positions), policy, Pages::Default).unwrap();
    fill(&mut &table, 0..positions * 3);
    let mut file = Vec::new();
    table.save(CONTENTS, &mut file).unwrap();
    let loaded = Shared::<L, R, W, I, G>::load(CONTENTS, policy, Pages::Default, &file[..]).unwrap();
    let residents = |table: &Shared<L, R, W, I, G>| table.residents().map(|one| format!("{one:?}")).collect::<Vec<_>>();
    assert_eq!(residents(&table), residents(&loaded));
    assert!(table.fill() > positions / 2);
    for table in [&table, &loaded] {
        fill(&mut &*table, 50..positions * 2);
    }
    assert_eq!(residents(&table), residents(&loaded), "also the generation and the random numbers go on");
}

#[test]
fn a_saved_table_is_loaded() {
    saved::<Thesis<u16>, _, 2, LowBits, Xor>(TwoLevel(Big), 64);
    saved::<Thesis<u16>, _, 1, MulHigh, Xor>(OneLevel(schemes::Deep), 100);
    saved::<Thesis<u16>, _, 4, LowBits, Xor>(Random, 64);
    saved::<Thesis<u16>, _, 3, MulHigh, Checksum>(LeastRecentlyUsed, 300);
    saved::<Compact<u16>, _, 8, LowBits, SingleWord>(LeastRecentlyUsed, 64);
    // More than is read at once.
    saved::<Thesis<u16>, _, 2, LowBits, Xor>(TwoLevel(Big), if cfg!(miri) { 64 } else { 16_384 });
}

#[test]
fn a_saved_private_table_is_loaded() {
    let mut table = TwoBig1::<u16>::new("256".parse().unwrap()).unwrap();
    fill(&mut table, 0..1_000);
    let mut file = Vec::new();
    table.save(CONTENTS, &mut file).unwrap();
    let load = |file: &[u8]| TwoBig1::<u16>::load(CONTENTS, TwoLevel::default(), Pages::Default, file);
    let mut loaded = load(&file).unwrap();
    let residents = |table: &TwoBig1<u16>| table.residents().map(|one| format!("{one:?}")).collect::<Vec<_>>();
    assert_eq!(residents(&table), residents(&loaded));
    loaded.clear();
    assert_eq!(loaded.fill(), 0, "everything loaded is cleared");

    assert_eq!(error(load(&file[..5_000])), "truncated: 5000 bytes instead of 8200");
    file[5_000] ^= 1;
    assert_eq!(error(load(&file)), "damaged: a checksum is wrong");
    let shared = Small::load(CONTENTS, TwoLevel(Big), Pages::Default, &file[..]);
    assert_eq!(error(shared), "belongs to another table: expected guard `xor`, found `none`");
}

#[test]
#[cfg_attr(miri, ignore = "it cannot map files")]
fn a_table_in_a_file_outlives_its_program() {
    let (_directory, path) = directory();
    for scheme in ["two-big1", "deep", "stockfish-18", "depth-8+compact", "lru-4+modulo", "two-deep+two-bounds"] {
        let size = Size::Positions(192);
        let scheme: Scheme = scheme.parse().unwrap();
        let size = if scheme.width() == 3 { size } else { Size::Positions(128) };
        let open = || TranspositionTable::<u16>::in_file(in_file(&path), CONTENTS, size, scheme);
        let mut table = open().unwrap();
        fill(&mut table, 0..500);
        table.tally().unwrap().fetch_add(500, Ordering::Relaxed);
        assert_eq!(error(open()), "another program uses it");

        // What a program leaves that is killed.
        let killed = path.with_extension("killed");
        std::fs::copy(&path, &killed).unwrap();
        let reopened = TranspositionTable::<u16>::in_file(in_file(&killed), CONTENTS, size, scheme).unwrap();
        assert_eq!(reopened.residents(), table.residents());

        let before = table.residents();
        drop(table);
        let mut table = open().unwrap();
        assert_eq!((table.residents(), table.tally().unwrap().load(Ordering::Relaxed)), (before, 500));
        table.clear();
        drop(table);
        assert_eq!(open().unwrap().fill(), 0);
        std::fs::remove_file(&path).unwrap();
        std::fs::remove_file(&killed).unwrap();
    }
}

#[test]
#[cfg_attr(miri, ignore = "it cannot map files")]
fn a_closed_file_is_a_saved_table_and_the_other_way_round() {
    let (_directory, path) = directory();
    let table = small(&path, "256").unwrap();
    fill(&mut &table, 0..1_000);
    let residents: Vec<_> = table.residents().collect();
    drop(table);
    let loaded = Small::load(CONTENTS, TwoLevel(Big), Pages::Default, File::open(&path).unwrap()).unwrap();
    assert!(loaded.residents().eq(residents));
    loaded.put(Key::mixed(7), &record(7));
    loaded.save(CONTENTS, File::create(&path).unwrap()).unwrap();
    assert!(small(&path, "256").unwrap().residents().eq(loaded.residents()));
}

#[test]
#[cfg_attr(miri, ignore = "it takes hours")]
fn damaged_bytes_are_noticed() {
    let (_directory, path) = directory();
    let table = Small::new("16".parse().unwrap()).unwrap();
    fill(&mut &table, 0..100);
    let mut file = Vec::new();
    table.save(CONTENTS, &mut file).unwrap();
    for byte in 0..file.len() {
        file[byte] ^= 1 << (byte % 8);
        let loaded = Small::load(CONTENTS, TwoLevel(Big), Pages::Default, &file[..]);
        assert!(loaded.is_err(), "byte {byte}");
        // Opening takes longer: try the header, and some others.
        if byte < 200 || (4_000..HEADER + 100).contains(&byte) || byte % 7 == 0 {
            std::fs::write(&path, &file).unwrap();
            assert!(small(&path, "16").is_err(), "byte {byte}");
            assert!(std::fs::read(&path).unwrap() == file, "byte {byte}: a file that is refused does not change");
        }
        file[byte] ^= 1 << (byte % 8);
    }
    for len in (1..file.len()).step_by(13) {
        let loaded = Small::load(CONTENTS, TwoLevel(Big), Pages::Default, &file[..len]);
        assert!(loaded.is_err(), "{len} bytes");
        // Without a checksum, it is the file of a program that was killed.
        if len != file.len() - 8 {
            std::fs::write(&path, &file[..len]).unwrap();
            assert!(small(&path, "16").is_err(), "{len} bytes");
        }
    }
    file.push(0);
    std::fs::write(&path, &file).unwrap();
    let len = file.len();
    let expected = len - 1;
    assert_eq!(error(small(&path, "16")), format!("too long: {len} bytes instead of {expected}"));
    std::fs::write(&path, &file[..len - 3]).unwrap();
    assert_eq!(error(small(&path, "16")), format!("truncated: {} bytes instead of {expected}", len - 3));
}

#[test]
#[cfg_attr(miri, ignore = "it cannot map files")]
fn other_files_are_refused() {
    let (_directory, path) = directory();
    drop(small(&path, "256").unwrap());
    let file = || in_file(&path);
    let two = TwoLevel(Big);
    let size = || Size::Positions(256);
    assert_eq!(error(small(&path, "512")), "belongs to another table: expected positions `512`, found `256`");
    let contents = Contents { text: "another test", ..CONTENTS };
    let opened = Small::in_file(file(), contents, size(), two);
    assert_eq!(error(opened), "belongs to another table: expected contents `another test`, found `a test`");
    let contents = Contents { keys: Key(1), ..CONTENTS };
    let opened = error(Small::in_file(file(), contents, size(), two));
    assert_eq!(opened, "belongs to another table: expected keys `0000000000000001`, found `123456789abcdef0`");
    let opened = Shared::<Thesis<u16>, _, 2, MulHigh>::in_file(file(), CONTENTS, size(), two);
    assert!(error(opened).starts_with("belongs to another table: expected index "));
    let opened = Shared::<Thesis<u16>, _, 1>::in_file(file(), CONTENTS, size(), OneLevel(Big));
    assert_eq!(error(opened), "belongs to another table: expected width `1`, found `2`");
    let opened = Shared::<Thesis<u16>, _, 2, LowBits, Checksum>::in_file(file(), CONTENTS, size(), two);
    assert_eq!(error(opened), "belongs to another table: expected guard `checksum`, found `xor`");
    let opened = Shared::<tt::layouts::LogNodes<u16>, _, 2>::in_file(file(), CONTENTS, size(), two);
    assert!(error(opened).starts_with("belongs to another table: expected layout "));
    for text in ["two\nlines", &"x".repeat(1_001)] {
        let opened = Small::in_file(file(), Contents { text, ..CONTENTS }, size(), two);
        assert_eq!(error(opened), "invalid contents: expected one line of at most 1000 bytes");
    }
    assert!(small(&path, "256").is_ok(), "it did not change");

    for (text, message) in [
        ("", "not a transposition table"),
        ("SQLite format 3\0", "not a transposition table"),
        ("transposition table, version 2\n", "the format has version 2: this program reads version 1"),
        ("transposition table, version 1\n", "truncated: 31 bytes instead of 4096"),
    ] {
        let loaded = Small::load(CONTENTS, two, Pages::Default, text.as_bytes());
        assert_eq!(error(loaded), message);
        std::fs::write(&path, text).unwrap();
        if !text.is_empty() {
            assert_eq!(error(small(&path, "256")), message);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "it cannot map files")]
fn a_file_whose_creation_was_interrupted_is_created_again() {
    let (_directory, path) = directory();
    drop(small(&path, "256").unwrap());
    let file = std::fs::read(&path).unwrap();
    for len in [HEADER, HEADER + 100, HEADER + 4_095] {
        let mut part = file[..len].to_vec();
        part[4_032..4_040].copy_from_slice(b"creating");
        std::fs::write(&path, &part).unwrap();
        let table = small(&path, "256").unwrap();
        assert_eq!(table.fill(), 0);
        table.put(Key::mixed(1), &record(1));
        drop(table);
        assert_eq!(small(&path, "256").unwrap().fill(), 1);
    }
}

/// A disk with room for so many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.0 < bytes.len() {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        self.0 -= bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error() {
    let table = Buckets::<Thesis<u16>, TwoLevel<Big>, 2>::new("256".parse().unwrap()).unwrap();
    for room in [0, HEADER, HEADER + 4_096] {
        assert_eq!(error(table.save(CONTENTS, Full(room))), "no storage space");
    }
    assert!(table.save(CONTENTS, Full(HEADER + 4_096 + 8)).is_ok());
}
