//! Tables in files: what was stored is found again, and any other file is rejected.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use schemes::policies::{LeastRecentlyUsed, Random};
use schemes::{Modulo, Scheme, TranspositionTable};
use tempfile::TempDir;
use tt::layouts::{Compact, Thesis};
use tt::{
    Bound, Buckets, Checksum, Contents, FileError, Guard, Index, Inspect, Key, Layout, LowBits, Maintain, MulHigh,
    Multiply, Pages, Policy, Record, Shared, SingleWord, Size, Table, TwoBig1, Xor,
};
use tt::{
    policies,
    policies::{Big, OneLevel, TwoLevel},
};

const CONTENTS: Contents<'_> = Contents { text: "a test", keys: Key(0x1234_5678_9abc_def0), version: 5 };
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
        ..Record::default()
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
    let table = Shared::<L, R, W, I, G>::with_pages(Size::Positions(positions), policy, Pages::Default).unwrap();
    fill(&mut &table, 0..positions * 3);
    let mut file = Vec::new();
    table.save(CONTENTS, &mut file).unwrap();
    let loaded = Shared::<L, R, W, I, G>::load(CONTENTS, policy, Pages::Default, &file[..]).unwrap();
    let residents = |table: &Shared<L, R, W, I, G>| table.residents().map(|one| format!("{one:?}")).collect::<Vec<_>>();
    assert_eq!(residents(&table), residents(&loaded));
    assert!(table.fill() > positions / 2);
    let restored = Shared::<L, R, W, I, G>::with_pages(Size::Positions(positions), policy, Pages::Default).unwrap();
    fill(&mut &restored, 7..positions * 2);
    restored.restore(CONTENTS, Cursor::new(&file)).unwrap();
    assert_eq!(residents(&table), residents(&restored));
    for table in [&table, &loaded, &restored] {
        fill(&mut &*table, 50..positions * 2);
    }
    assert_eq!(residents(&table), residents(&restored));
    assert_eq!(residents(&table), residents(&loaded), "also the generation and the random numbers go on");
}

#[test]
fn a_saved_table_is_loaded() {
    saved::<Thesis<u16>, _, 2, LowBits, Xor>(TwoLevel(Big), 64);
    saved::<Thesis<u16>, _, 1, MulHigh, Xor>(OneLevel(policies::Deep), 100);
    saved::<Thesis<u16>, _, 4, LowBits, Xor>(Random, 64);
    saved::<Thesis<u16>, _, 3, MulHigh, Checksum>(LeastRecentlyUsed, 300);
    saved::<Compact<u16>, _, 8, LowBits, SingleWord>(LeastRecentlyUsed, 64);
    // More than is read at once.
    saved::<Thesis<u16>, _, 2, LowBits, Xor>(TwoLevel(Big), if cfg!(miri) { 64 } else { 16_384 });
}

/// A file in which a bit changes when it is read for the second time.
struct Changing {
    file: Cursor<Vec<u8>>,
    seeks: u32,
}

impl Read for Changing {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file.read(bytes)
    }
}

impl Seek for Changing {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.seeks += 1;
        if self.seeks == 2 {
            self.file.get_mut()[HEADER + 2_000] ^= 1;
        }
        self.file.seek(place)
    }
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

    // Verified, and then changed by another program before it is read.
    let mut changing = Changing { file: Cursor::new(file.clone()), seeks: 0 };
    assert_eq!(error(table.restore(CONTENTS, &mut changing)), "damaged: a checksum is wrong");
    assert_eq!((table.fill(), changing.seeks), (0, 2), "nothing that is damaged is used");
    let shared = Small::new("256".parse().unwrap()).unwrap();
    fill(&mut &shared, 0..1_000);
    let mut file_of_shared = Vec::new();
    shared.save(CONTENTS, &mut file_of_shared).unwrap();
    let changing = Changing { file: Cursor::new(file_of_shared), seeks: 0 };
    assert_eq!(error(shared.restore(CONTENTS, changing)), "damaged: a checksum is wrong");
    assert_eq!(shared.fill(), 0, "nothing that is damaged is used");

    assert_eq!(error(load(&file[..5_000])), "truncated: 5000 bytes instead of 8200");
    file[5_000] ^= 1;
    assert_eq!(error(load(&file)), "damaged: a checksum is wrong");
    let shared = Small::load(CONTENTS, TwoLevel(Big), Pages::Default, &file[..]);
    assert_eq!(error(shared), "belongs to another table: expected guard `xor`, found `none`");
}

/// Every scheme of buckets can be saved, and a file that is refused changes nothing.
#[test]
#[cfg_attr(miri, ignore = "it cannot map files")]
fn a_file_is_restored_to_a_table_of_its_scheme_and_size_only() {
    let size = |scheme: Scheme| Size::Positions(if scheme.width() == 3 { 192 } else { 128 });
    let schemes = ["two-big1", "deep", "depth-3+age-8+packed", "depth-8+compact", "lru-4+modulo", "deep+two-bounds"];
    for is_shared in [false, true] {
        let new = |scheme: &str| {
            let scheme: Scheme = scheme.parse().unwrap();
            let size = size(scheme);
            if is_shared {
                TranspositionTable::<u16>::shared(size, scheme, Pages::Default).unwrap()
            } else {
                TranspositionTable::<u16>::new(size, scheme).unwrap()
            }
        };
        for scheme in schemes {
            let mut table = new(scheme);
            fill(&mut table, 0..500);
            let mut file = tempfile::tempfile().unwrap();
            table.save(CONTENTS, &file).unwrap();
            let mut restored = new(scheme);
            fill(&mut restored, 900..1_000);
            restored.restore(CONTENTS, &file).unwrap();
            assert_eq!(restored.residents(), table.residents(), "{scheme}");
            restored.clear();
            assert_eq!(restored.fill(), 0, "{scheme}: everything restored is cleared");

            fill(&mut table, 500..600);
            let before = table.residents();
            let other = Contents { version: 6, ..CONTENTS };
            assert!(error(table.restore(other, &file)).contains("version `0000000000000006`"), "{scheme}");
            let mut changed = |place, bytes: &[u8]| {
                file.seek(SeekFrom::Start(place)).unwrap();
                file.write_all(bytes).unwrap();
                error(table.restore(CONTENTS, &file))
            };
            assert_eq!(changed(HEADER as u64 + 500, b"damaged"), "damaged: a checksum is wrong", "{scheme}");
            assert_eq!(changed(0, b"T"), "not a transposition table", "{scheme}");
            assert_eq!(table.residents(), before, "{scheme}");
        }
        let file = tempfile::tempfile().unwrap();
        new("two-big1").save(CONTENTS, &file).unwrap();
        let message = error(new("depth-3+age-8+packed").restore(CONTENTS, &file));
        assert!(message.starts_with("belongs to another table: expected positions `192`"), "{message}");
    }
    let table = TranspositionTable::<u16>::unbounded();
    let message = error(table.save(CONTENTS, &tempfile::tempfile().unwrap()));
    assert_eq!(message, "the table of the scheme unbounded does not support threads or table files");
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

/// A process that starts has the files of the one that starts it, until it runs a program of its own.
#[cfg(unix)]
#[test]
#[cfg_attr(miri, ignore = "it cannot map files")]
fn a_closed_file_is_free_whatever_starts_meanwhile() {
    let (_directory, path) = directory();
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                std::process::Command::new("true").status().unwrap();
            }
        });
        let scheme: Scheme = "deep".parse().unwrap();
        let open = || TranspositionTable::<u16>::in_file(in_file(&path), CONTENTS, Size::Positions(128), scheme);
        let refused = (0..300).filter(|_| open().is_err()).count();
        is_done.store(true, Ordering::Relaxed);
        assert_eq!(refused, 0);
    });
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
    let before = std::fs::read(&path).unwrap();
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
    let opened = Shared::<schemes::layouts::LogNodes<u16>, _, 2>::in_file(file(), CONTENTS, size(), two);
    assert!(error(opened).starts_with("belongs to another table: expected layout "));
    for text in ["two\nlines", &"x".repeat(1_001)] {
        let opened = Small::in_file(file(), Contents { text, ..CONTENTS }, size(), two);
        assert_eq!(error(opened), "invalid contents: expected one line of at most 1000 bytes");
    }
    let contents = Contents { version: 6, ..CONTENTS };
    let opened = error(Small::in_file(file(), contents, size(), two));
    let other =
        "written by another version of the program: expected version `0000000000000006`, found `0000000000000005`";
    assert_eq!(opened, other);
    assert_eq!(error(Small::load(contents, two, Pages::Default, file())), other);
    assert!(std::fs::read(&path).unwrap() == before, "it did not change");
    assert!(small(&path, "256").is_ok());

    for (text, message) in [
        ("", "not a transposition table"),
        ("SQLite format 3\0", "not a transposition table"),
        (
            "transposition table, version 1\ncontents: a test\n",
            "written by another version of the program: expected format 2, found format 1",
        ),
        ("transposition table, version 2\n", "truncated: 31 bytes instead of 4096"),
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

/// Copies a file without the blocks that are zero, as `cp --sparse=always` does.
fn sparse_copy(from: &Path, to: &Path) {
    let bytes = std::fs::read(from).unwrap();
    let file = File::create(to).unwrap();
    file.set_len(bytes.len() as u64).unwrap();
    for (block, number) in bytes.chunks(4_096).zip(0..).filter(|(block, _)| block.iter().any(|&byte| byte != 0)) {
        (&file).seek(SeekFrom::Start(number * 4_096)).unwrap();
        (&file).write_all(block).unwrap();
    }
}

/// Otherwise a search that writes to a hole is killed if the disk is full.
#[test]
#[cfg(all(target_os = "linux", not(miri)))]
fn the_holes_of_a_file_are_filled() {
    use std::os::unix::fs::MetadataExt;
    let (_directory, path) = directory();
    let allocated = |path: &Path| std::fs::metadata(path).unwrap().blocks() * 512;
    let size = 64 * 1_024 * 16;
    let table = small(&path, "64K").unwrap();
    assert!(allocated(&path) >= size);
    table.put(Key::mixed(1), &record(1));
    let sparse = path.with_extension("sparse");
    // As a program leaves it that is killed, and as one that ends.
    sparse_copy(&path, &sparse);
    let has_holes = allocated(&sparse) < size;
    let copy = small(&sparse, "64K").unwrap();
    assert_eq!((copy.get(Key::mixed(1)), copy.fill()), (Some(record(1)), 1));
    assert!(allocated(&sparse) >= size);
    drop((copy, table));
    sparse_copy(&path, &sparse);
    assert_eq!(allocated(&sparse) < size, has_holes);
    let copy = small(&sparse, "64K").unwrap();
    assert_eq!((copy.get(Key::mixed(1)), copy.fill()), (Some(record(1)), 1));
    assert!(allocated(&sparse) >= size);
}

/// Returns the error of a table of this size in memory, and of one in a file, which stays empty.
fn errors_of<I: Index, G: Guard, const W: usize>(size: Size) -> [String; 2] {
    let (_directory, path) = directory();
    let memory = Shared::<Thesis<u16>, Random, W, I, G>::with_pages(size, Random, Pages::Default);
    let file = Shared::<Thesis<u16>, Random, W, I, G>::in_file(in_file(&path), CONTENTS, size, Random);
    let errors = [memory.err().expect("too large").to_string(), error(file)];
    assert_eq!(std::fs::metadata(&path).unwrap().len(), 0, "{size}");
    errors
}

#[test]
#[cfg_attr(miri, ignore = "it cannot map files")]
fn sizes_do_not_overflow() {
    // A file of less would be a question for the disk.
    let sizes = [u64::MAX, u64::MAX - 1, u64::MAX - 4_096, isize::MAX as u64 + 1];
    for size in sizes.map(Size::Bytes).into_iter().chain([Size::mib(u64::MAX)]) {
        let all = [
            errors_of::<LowBits, Xor, 2>(size),
            errors_of::<LowBits, Checksum, 3>(size),
            errors_of::<MulHigh, Xor, 1>(size),
            errors_of::<MulHigh, Checksum, 3>(size),
            errors_of::<Modulo, Xor, 4>(size),
            errors_of::<Multiply, Xor, 8>(size),
        ];
        for text in all.as_flattened() {
            assert!(text.starts_with("cannot allocate a table of "), "{size}: {text}");
        }
    }
    for positions in [u64::MAX, 1 << 63, 1 << 60] {
        for text in errors_of::<LowBits, Xor, 2>(Size::Positions(positions - positions % 2)) {
            let is_power = positions.is_power_of_two();
            assert!(text.starts_with(if is_power { "cannot allocate" } else { "invalid table size" }), "{text}");
        }
        for text in errors_of::<MulHigh, Xor, 1>(Size::Positions(positions)) {
            assert!(text.starts_with("cannot allocate a table of "), "{text}");
        }
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
