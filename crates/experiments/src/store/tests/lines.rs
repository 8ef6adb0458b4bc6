//! Tests of rows as text.

use super::*;
use crate::help::shown;

/// Rows of every kind.
fn rows() -> Vec<Signed> {
    let search = |position, depth, best: Option<&str>| Searched {
        position,
        depth,
        nodes: 10 * u64::from(depth) + u64::from(position),
        score: 3 - position as i16,
        best: best.map(|best| best.parse().unwrap()),
    };
    let chess = |rest: &str| format!("chess set=vsb-1994 game=1 depth=2 between={rest} parts=all seed=1");
    let searched = |rest: &str, searches: Vec<Searched>| {
        let cell = chess(rest).parse().unwrap();
        Row { cell, ending: Ending::Searched(searches), ..row(45, None) }
    };
    let audit = Audit { type_1_errors: 1, collisions: 2, positions: 3, absent_probes: 4, residents: 5 };
    let examined = |position, best: Option<&str>| {
        let best = best.map(str::to_owned);
        Examined { position, depth: 2, score: -7, best, audit, injected: 6 }
    };
    let rows = vec![
        row(u64::MAX >> 1, Some(Winner::First)),
        Row { cell: CELL.replace("seed=1", "seed=18446744073709551615").parse().unwrap(), ..row(12, None) },
        Row { cell: CELL.replace("8K", "1K").parse().unwrap(), interior: None, ..row(0, Some(Winner::Second)) },
        Row { cell: Cell::stored(&CELL.replace("two-big1", "of-another-program")).unwrap(), ..row(12, None) },
        Row {
            cell: CELL.replace("scheme=", "search=mtd scheme=").parse().unwrap(),
            examined: vec![examined(0, Some("e2e4")), examined(1, None)],
            ..row(12, Some(Winner::First))
        },
        searched("stamp line=1 scheme=deep positions=8K", vec![search(0, 2, None), search(1, 2, Some("e7e8q"))]),
        searched(
            "clear line=1 scheme=none",
            [0, 1].into_iter().flat_map(|i| [1, 2].map(|d| search(i, d, None))).collect(),
        ),
        Row {
            guided: 5,
            statistics: Statistics::default(),
            ..searched("clear line=5 scheme=deep positions=1K", vec![search(0, 1, None)])
        },
    ];
    rows.into_iter().map(|row| Signed { signature: 7, row }).collect()
}

fn runs() -> Vec<Run> {
    let run = |id: Option<&str>| Run {
        started: "2026-11-21 21:22:28".to_owned(),
        command: "ttlab sweep \"a\tb\" --full".to_owned(),
        commit: None,
        machine: "here".to_owned(),
        cells: 1,
        nodes: 2,
        seconds: 64.355_605_49,
        id: id.map(str::to_owned),
    };
    vec![run(None), run(Some("x"))]
}

#[test]
fn text_is_read_back_and_the_same_whatever_the_order_of_the_rows() {
    let directory = directory();
    let path = directory.path().join("x.rows");
    let mut rows = rows();
    let text = write_lines(&rows, &runs()).unwrap();
    fs::write(&path, &text).unwrap();
    let store = Store::open(&path).unwrap().unwrap();
    let read = store.all().unwrap();
    assert_eq!((read.len(), store.cells().unwrap().len(), store.runs().unwrap()), (rows.len(), rows.len(), runs()));
    for Signed { signature, row } in &rows {
        let found = store.get(&row.cell, *signature).unwrap().unwrap();
        assert!(found.difference(row).is_none() && found.interior == row.interior, "{found:?}\n{row:?}");
        assert!(found.agrees_with(row) && found.ending == row.ending && found.seconds == 0.25);
    }
    rows.reverse();
    assert_eq!(write_lines(&rows, &runs()).unwrap(), text);
    assert_eq!(write_lines(&read, &runs()).unwrap(), text);
    let packed = directory.path().join("x.rows.gz");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, text.as_bytes()).unwrap();
    fs::write(&packed, encoder.finish().unwrap()).unwrap();
    assert_eq!(Store::open(&packed).unwrap().unwrap().all().unwrap().len(), rows.len());
}

#[test]
fn another_row_changes_no_line() {
    let rows = rows();
    let whole = write_lines(&rows, &[]).unwrap();
    for left_out in 0..rows.len() {
        let mut some = rows.clone();
        some.remove(left_out);
        let lines: BTreeSet<&str> = whole.lines().collect();
        assert!(write_lines(&some, &[]).unwrap().lines().all(|line| lines.contains(line)));
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    let mut rows = rows();
    rows[1].signature = 8;
    assert!(shown(&write_lines(&rows, &[]).unwrap_err()).contains("of another version"));
    rows.truncate(1);
    let search = Searched { position: 1, depth: 3, nodes: 1, score: 0, best: None };
    rows[0].row.ending = Ending::Searched(vec![search]);
    assert!(shown(&write_lines(&rows, &[]).unwrap_err()).contains("not of all positions"));
}

#[test]
fn text_is_not_written_to_and_damage_is_named() {
    let directory = directory();
    let path = directory.path().join("x.rows");
    let text = write_lines(&rows(), &runs()).unwrap();
    fs::write(&path, &text).unwrap();
    let written = |error: anyhow::Error| error.to_string().contains("it is text");
    assert!(written(Store::create(&path).unwrap_err()));
    let mut store = Store::open(&path).unwrap().unwrap();
    assert!(written(store.put(&row(1, None), 7).unwrap_err()) && written(store.try_write().unwrap_err()));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    for (from, to, what) in [
        ("signature domineering plain two-big1 7\n", "", "no signature of domineering plain two-big1"),
        (" 8K ", " 3K ", "3K"),
        ("domineering board", "draughts board", "draughts"),
        (" 1-2:", " 1-3:", "differ"),
        ("\n two-big1", "\n two-big1 ", "invalid"),
    ] {
        fs::write(&path, text.replace(from, to)).unwrap();
        let error = shown(&Store::open(&path).unwrap_err());
        assert!(error.contains(what) && error.contains("invalid rows in") && error.ends_with(RESTORE), "{error}");
    }
}
