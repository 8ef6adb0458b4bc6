//! Whole reports: files, words and notes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::samples::{chess, definition, report, row_of_positions, searched};
use experiments::games::GamePart;
use schemes::Positions;

use anyhow::Result;
use experiments::definition::{Definition, ReportKind};
use experiments::published::Boards;
use experiments::row::Row;
use experiments::sweep::{Provenance, Results};

use crate::{Report, claims, pages};

fn small(name: &str, seeds: u64, max_nodes: u64) -> (Definition, Vec<Row>) {
    let mut definition = definition(name);
    let quick = &mut definition.quick;
    let GamePart::Domineering(part) = &mut quick.game else { panic!("boards") };
    match definition.kind {
        ReportKind::Boards => {
            part.boards.retain(|board| board.squares() <= 28);
            quick.positions = vec![Positions::new(Boards::POSITIONS).unwrap()];
        }
        _ => {
            part.boards = ["5x6", "6x6"].map(|board| board.parse().unwrap()).to_vec();
            quick.positions = ["64", "256", "1K"].map(|size| size.parse().unwrap()).to_vec();
        }
    }
    let rows = searched(&definition.quick, seeds, max_nodes);
    (definition, rows)
}

fn write_files(definition: &Definition, rows: &[Row], dir: &Path) -> Result<Vec<PathBuf>> {
    pages::write_files(&report(definition, rows)?, dir, None)
}

fn printed(definition: &Definition, rows: &[Row]) -> String {
    let mut out = Vec::new();
    report(definition, rows).unwrap().print(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_same_rows_give_the_same_files() {
    for (name, files) in [
        ("thesis-table-2.1", &["thesis-table-2.1.csv", "thesis-table-2.1.svg", "thesis-table-2.1.md"][..]),
        (
            "thesis-fig-2.12",
            &[
                "thesis-fig-2.12.csv",
                "thesis-fig-2.12-6x6.svg",
                "thesis-fig-2.12-schemes.svg",
                "thesis-fig-2.12-5x6.svg",
                "thesis-fig-2.12.md",
            ],
        ),
    ] {
        let (definition, mut rows) = small(name, 2, u64::MAX);
        let dir = tempfile::tempdir().unwrap();
        let (one, two) = (dir.path().join("deep/one"), dir.path().join("two"));
        let written = write_files(&definition, &rows, &one).unwrap();
        assert_eq!(written, files.iter().map(|file| one.join(file)).collect::<Vec<_>>());
        let text = printed(&definition, &rows);
        rows.reverse();
        assert_eq!(text, printed(&definition, &rows), "the order of rows does not matter");
        write_files(&definition, &rows, &two).unwrap();
        write_files(&definition, &rows, &two).unwrap();
        for file in files {
            assert!(fs::read(one.join(file)).unwrap() == fs::read(two.join(file)).unwrap(), "{file}");
        }
        assert_eq!(fs::read_dir(&one).unwrap().count(), files.len(), "nothing else is left behind");
    }
}

#[test]
fn unfinished_searches_leave_gaps_and_no_pictures() {
    for name in ["thesis-table-2.1", "thesis-fig-2.12"] {
        let (definition, rows) = small(name, 1, 0);
        assert!(rows.iter().all(|row| !row.is_complete()));
        assert!(printed(&definition, &rows).contains("> not finished"));
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(write_files(&definition, &rows, dir.path()).unwrap().len(), 2, "rows and page");
    }
    let (definition, rows) = small("thesis-fig-2.12", 1, 30_000);
    let dir = tempfile::tempdir().unwrap();
    write_files(&definition, &rows, dir.path()).unwrap();
    let svg = fs::read_to_string(dir.path().join("thesis-fig-2.12-6x6.svg")).unwrap();
    assert!(svg.contains("Left out: "), "{svg}");
}

#[test]
fn no_rows_are_no_error() {
    let definition = definition("thesis-fig-2.12");
    assert!(printed(&definition, &[]).ends_with("No results yet.\n"));
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(write_files(&definition, &[], dir.path()).unwrap().len(), 1);
}

#[test]
fn unknown_printed_figures_are_an_error() {
    let (mut definition, rows) = small("thesis-table-2.1", 1, 0);
    definition.published = Some("thesis-table-2.2.csv".to_owned());
    let error = report(&definition, &rows).unwrap_err();
    assert!(experiments::help::shown(&error).contains("thesis-table-2.1.csv?"));
}

#[test]
fn a_quick_part_says_so() {
    let (definition, rows) = small("thesis-fig-2.12", 1, u64::MAX);
    let of = |is_quick| {
        let provenance = Provenance { command: String::new(), is_full: false, is_quick, cells: rows.len() };
        let results = Results { definition: &definition, rows: rows.clone(), missing: 0, provenance };
        Report::of(results, &|_| Vec::new()).unwrap()
    };
    assert_eq!(of(false).quick_note(), None);
    let report = of(true);
    let note = report.quick_note().unwrap();
    assert_eq!(note, "quick part: smaller tables and smaller boards than published");
    let mut out = Vec::new();
    report.print(&mut out).unwrap();
    assert!(String::from_utf8(out).unwrap().contains(&format!("claims ({note})")));
    assert!(
        pages::page::page(&report, None)
            .unwrap()
            .contains("Quick part: smaller tables and smaller boards than published.")
    );
    let counts = report.agreement();
    assert_eq!(counts.total(), claims::judged_in(&definition.name).count());
    assert!(counts.to_string().contains("not searched"), "{counts}");
    assert!(report.finding().contains("fewest nodes"), "{}", report.finding());
}

/// Nine points above one another cannot be told apart, six can.
#[test]
fn many_curves_with_a_single_point_are_not_drawn() {
    let definition = definition("forensics-hits");
    let stems = |searches: &[&str]| {
        let row = |(number, (search, parts)): (usize, (&&str, &str))| {
            let cell = chess(&format!("game=2 {search} positions=256K parts={parts}"));
            row_of_positions(&cell, &[1, 2, 3, 4, 5, 6].map(|position| 1000 + 10 * number as u64 * position))
        };
        let each = searches.iter().flat_map(|search| ["all", "exact", "bounds"].map(|parts| (search, parts)));
        let rows: Vec<Row> = each.enumerate().map(row).collect();
        let pictures = report(&definition, &rows).unwrap().pictures;
        pictures.into_iter().map(|picture| picture.stem).collect::<Vec<_>>()
    };
    let three = ["", "search=history-none", "search=horizon-twice"];
    assert_eq!(stems(&three[..2]), ["forensics-hits-256K", "forensics-hits-schemes"]);
    assert_eq!(stems(&three), ["forensics-hits-schemes"]);
}
