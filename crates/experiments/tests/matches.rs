//! Games between two sides: definitions, and sweeps that are resumed, divided, merged and run in parallel.

use std::path::{Path, PathBuf};

use experiments::help::shown;
use experiments::merge::merge;
use experiments::plan::Options;
use experiments::shard::Shard;
use experiments::signature::Signatures;
use experiments::store::{Store, write_lines};
use experiments::sweep::Sweep;
use experiments::{Cell, Definition, Row};
use tempfile::TempDir;

const TEXT: &str = r#"
title = "Two variants"
ours = true
question = "Which variant wins?"
game = "chess-match"
between-searches = "stamp"
kind = "match"
prose = "Games with few nodes."

[quick]
seed = 5
block = 2

[[quick.matches]]
pairs = 3
base = { scheme = "depth-4+age-8", table = "4KiB", nodes = 30 }
variants = [{ scheme = "size-4" }, { without = "null-move,iir", with = "pv-cutoffs", nodes = 25 }]
"#;

fn definition() -> Definition {
    Definition::read("x", "x.toml", TEXT).unwrap()
}

fn options(db: PathBuf) -> Options {
    Options::of(vec![definition()], db)
}

/// Runs a sweep. Returns how many cells were run.
fn sweep(options: &Options) -> usize {
    let done = Sweep::new(options).unwrap().run(&|_| ()).unwrap();
    assert!(done.failed.is_empty());
    done.run
}

/// Returns the cells and counts of a database.
fn counts(path: &Path) -> Vec<(String, u64, [u64; 11])> {
    let all = Store::open(path).unwrap().unwrap().all().unwrap();
    let counts = |row: &Row| (row.cell.to_string(), row.nodes, row.played_counts().unwrap());
    all.iter().map(|signed| counts(&signed.row)).collect()
}

fn directory() -> (TempDir, impl Fn(&str) -> PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_owned();
    (directory, move |name: &str| path.join(name))
}

#[test]
fn a_definition_has_a_cell_for_each_block() {
    let cells: Vec<String> = definition().quick.cells(1).iter().map(ToString::to_string).collect();
    let base = "base=depth-4+age-8:4KiB:30 between=stamp openings=5";
    let variants = ["size-4:4KiB:30", "depth-4+age-8:4KiB:25:without=null-move,iir:with=pv-cutoffs"];
    let expected = variants.iter().flat_map(|variant| {
        ["first=0 pairs=2", "first=2 pairs=1"]
            .map(|block| format!("chess-match variant={variant} {base} {block} scheme=none parts=all seed=1970"))
    });
    assert_eq!(cells, expected.collect::<Vec<_>>());
    for cell in cells {
        assert_eq!(cell.parse::<Cell>().unwrap().to_string(), cell);
        let changes = [("4KiB", "4KB"), ("4KiB", "4096KiB"), ("stamp", "kept"), ("pairs=", "pairs=0"), (":30", "")];
        for (from, to) in changes {
            assert!(cell.replace(from, to).parse::<Cell>().is_err(), "{from} {to}");
        }
    }
}

#[test]
fn an_error_says_where_and_what() {
    let error = |from: &str, to: &str| {
        assert!(TEXT.contains(from), "{from}");
        shown(&Definition::read("x", "x.toml", &TEXT.replace(from, to)).unwrap_err())
    };
    // The key of a list of tables is behind the brackets and the section.
    let line = |text: &str| {
        let line = TEXT.lines().position(|line| line.starts_with(text)).unwrap() + 1;
        format!("x.toml:{line}:{}: ", if text.starts_with('[') { 9 } else { 1 })
    };
    for (from, to, at, what) in [
        ("block = 2", "block = 0", "block", "expected at least one pair"),
        ("pairs = 3", "pairs = 0", "[[quick.matches]]", "a match without games"),
        ("scheme = \"size-4\"", "scheme = \"size-44\"", "[[quick.matches]]", "size-44"),
        ("scheme = \"size-4\"", "scheme = \"none\"", "[[quick.matches]]", "a side needs a table"),
        ("table = \"4KiB\"", "table = \"4QiB\"", "[[quick.matches]]", "4QiB"),
        ("table = \"4KiB\", ", "", "[[quick.matches]]", "`base` does not have a `table`"),
        ("nodes = 30", "nodes = 0", "[[quick.matches]]", "invalid `nodes = 0`"),
        ("null-move,iir", "null-move,ir", "[[quick.matches]]", "unknown technique `ir`"),
        ("with = \"pv-cutoffs\"", "with = \"iir\"", "[[quick.matches]]", "has no effect"),
    ] {
        let error = error(from, to);
        assert!(error.starts_with(&line(at)) && error.contains(what), "{error}");
    }
    assert!(error("block = 2", "blocks = 2").contains("block?"));
    assert!(error("kind = \"match\"", "kind = \"sizes\"").contains("expected \"match\""));
}

#[test]
fn any_number_of_jobs_finds_the_same() {
    let (_directory, path) = directory();
    for (name, jobs) in [("one", 1), ("three", 3)] {
        assert_eq!(sweep(&Options { jobs: Some(jobs), ..options(path(name)) }), 4);
    }
    let counts = [path("one"), path("three")].map(|path| counts(&path));
    assert_eq!(counts[0], counts[1]);
    for (_, nodes, counts) in &counts[0] {
        assert!(counts[..5].iter().sum::<u64>() >= 1 && counts[6] + counts[9] == *nodes && counts[7] > 0);
    }
}

#[test]
fn a_sweep_resumes_and_its_shards_are_merged() {
    let (_directory, path) = directory();
    assert_eq!(sweep(&options(path("whole"))), 4);
    assert_eq!(sweep(&options(path("whole"))), 0, "every block has a row");
    let shards = ["1/2", "2/2"].map(|shard| {
        let db = path(&shard.replace('/', "-"));
        sweep(&Options { shard: shard.parse::<Shard>().unwrap(), ..options(db.clone()) });
        db
    });
    assert!(shards.iter().all(|shard| counts(shard).len() < 4));
    merge(&shards, &path("merged")).unwrap();
    assert_eq!(counts(&path("merged")), counts(&path("whole")));
    assert_eq!(sweep(&options(path("merged"))), 0);
    // A limit stops a block before it ends, and a higher one resumes the sweep.
    assert_eq!(sweep(&Options { max_nodes: 10, ..options(path("limited")) }), 4);
    assert_eq!(sweep(&options(path("limited"))), 4);
    assert_eq!(counts(&path("limited")), counts(&path("whole")));
}

#[test]
fn rows_are_the_same_as_text_and_again() {
    let (_directory, path) = directory();
    sweep(&options(path("x")));
    let store = Store::open(&path("x")).unwrap().unwrap();
    let text = write_lines(&store.all().unwrap(), &[]).unwrap();
    std::fs::write(path("x.rows"), &text).unwrap();
    let read = Store::open(&path("x.rows")).unwrap().unwrap().all().unwrap();
    assert_eq!(write_lines(&read, &[]).unwrap(), text);
    assert_eq!(counts(&path("x.rows")), counts(&path("x")));
}

#[test]
fn a_signature_is_that_of_both_sides() {
    let cells = definition().quick.cells(1);
    let cell = |from: &str, to: &str| cells[0].to_string().replace(from, to).parse::<Cell>().unwrap();
    let others = [
        cell("variant=size-4", "variant=size-2"),
        cell("base=depth-4+age-8", "base=depth-4"),
        cell("30 base", "30:without=iir base"),
    ];
    let same = [cell("4KiB", "8KiB"), cell("first=0", "first=8"), cell("openings=5", "openings=6")];
    let signatures = Signatures::of(cells.iter().chain(&others).chain(&same)).unwrap();
    let first = signatures.get(&cells[0]).unwrap();
    assert!(same.iter().all(|cell| signatures.get(cell) == Some(first)));
    assert!(others.iter().all(|cell| signatures.get(cell).is_some_and(|other| other != first)));
    assert_ne!(signatures.get(&cells[2]), Some(first));
}

#[test]
fn a_database_of_an_earlier_program_gets_the_table() {
    let (_directory, path) = directory();
    drop(Store::create(&path("x")).unwrap());
    let earlier = rusqlite::Connection::open(path("x")).unwrap();
    earlier.execute_batch("DROP VIEW played; DROP TABLE played_data; ALTER TABLE cells DROP COLUMN variant").unwrap();
    assert_eq!(counts(&path("x")), []);
    assert_eq!(sweep(&options(path("x"))), 4);
    assert_eq!(counts(&path("x")).len(), 4);
}
