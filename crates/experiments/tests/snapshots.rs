//! The node counts of every experiment's quick part, or of a part of it, one readable table each: a changed count fails
//! here.
//!
//! The test compares all experiments and prints, for each one that changed, the sum of its counts by scheme, before and
//! after, in per cent. If the change is intended, run `INSTA_UPDATE=always cargo test -p experiments --test snapshots`,
//! and state in the commit what moved and why.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;

use domineering::{Player, Winner};
use experiments::cell::{parts_name, scheme_name};
use experiments::games::{ChessCell, GameCell, GroupKind};
use experiments::run::{self, Nodes};
use experiments::{Cell, Definition, Row, parallel};

#[test]
fn quick_parts() {
    let parts = Definition::all().unwrap().into_iter().map(|definition| (cells(&definition), definition));
    let parts: Vec<(Vec<Cell>, Definition)> = parts.collect();
    let row_of = run_once(parts.iter().flat_map(|(cells, _)| cells.clone()).collect());
    let mut changes = String::new();
    for (cells, definition) in parts {
        let rows: Vec<Row> = cells.iter().map(|cell| row_of[cell].clone()).collect();
        let counted = match definition.game.sums() {
            GroupKind::Board => table(&rows),
            GroupKind::Ply => depths_table(&rows),
            GroupKind::Set => sets_table(&rows),
            GroupKind::Match => games_table(&rows),
        };
        let stored = stored(&definition.name);
        if stored.trim() != counted.trim() {
            changes += &format!("{}\n{}\n", definition.name, change(&sums(&stored), &sums(&counted)));
            accept_or_propose(&definition, &counted);
        }
    }
    let is_accepted = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    println!("{changes}");
    assert!(changes.is_empty() || is_accepted, "node counts changed:\n\n{changes}");
}

/// Runs each cell once, however many experiments it belongs to.
fn run_once(cells: BTreeSet<Cell>) -> BTreeMap<Cell, Row> {
    let (cells, nodes) = (Vec::from_iter(cells), Nodes::default());
    let rows = parallel::map(&cells, |cell| run::run(cell, u64::MAX, &nodes).unwrap());
    cells.iter().cloned().zip(rows).collect()
}

/// The cells of the quick part. Experiments that run only on request have many: those with the smallest table, on the
/// first board or game, run every kind of table and every option once.
fn cells(definition: &Definition) -> Vec<Cell> {
    let mut cells = definition.quick.cells(1);
    if definition.is_on_request() {
        let smallest = cells.iter().filter_map(|cell| cell.positions).min();
        cells.retain(|cell| cell.positions == smallest);
        // Searches without a table are not stamped, so the first cell of all may be of another kind.
        let first = without_variant(&cells[0].game);
        let is_first_pair = |game: &GameCell| game.chess_match().is_some_and(|pairs| pairs.first == 0);
        cells.retain(|cell| without_variant(&cell.game) == first || is_first_pair(&cell.game));
        // Each reading once: its searches are the deepest ones.
        if definition.name == "forensics-table-2" {
            cells.retain(|cell| scheme_name(cell.scheme).starts_with("two-big1"));
        }
        // Its readings are those of `readings-chess`.
        if definition.name == "forensics-hypotheses" {
            cells.retain(|cell| cell.search.is_plain());
        }
    }
    assert!(!cells.is_empty(), "{}", definition.name);
    cells
}

/// The same searches with a table that stores one move of each position, not a line of moves, and by the program that
/// has no techniques.
fn without_variant(game: &GameCell) -> GameCell {
    game.chess().map_or_else(|| game.clone(), |game| ChessCell { line: 1, best: None, ..game.clone() }.into())
}

/// The table that was committed; empty if there is none.
fn stored(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/snapshots/snapshots__{name}.snap"));
    let text = fs::read_to_string(path).unwrap_or_default();
    text.splitn(3, "---\n").nth(2).unwrap_or_default().to_owned()
}

/// Lets insta write the new table, as the accepted one or next to it. Its own message would show the first experiment
/// alone, in lines too wide to read.
fn accept_or_propose(definition: &Definition, counted: &str) {
    let hook = take_hook();
    set_hook(Box::new(|_| ()));
    let _ = catch_unwind(AssertUnwindSafe(|| {
        insta::with_settings!({ omit_expression => true, description => definition.title.clone() }, {
            insta::assert_snapshot!(definition.name.clone(), counted);
        });
    }));
    set_hook(hook);
}

/// The sum of all counts of a table by scheme.
///
/// The scheme of a line is the word behind `scheme=`, or in a table of domineering the third word. The counts are the
/// numbers behind it that stand alone.
fn sums(table: &str) -> BTreeMap<String, u64> {
    let mut sums = BTreeMap::new();
    for line in table.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let named = words.iter().find_map(|word| word.strip_prefix("scheme="));
        let Some(scheme) = named.or(words.get(2).copied()) else { continue };
        *sums.entry(scheme.to_owned()).or_default() +=
            words.iter().filter_map(|word| word.parse::<u64>().ok()).sum::<u64>();
    }
    sums.retain(|_, sum| *sum > 0);
    sums
}

/// A line for every scheme with a changed sum.
fn change(before: &BTreeMap<String, u64>, after: &BTreeMap<String, u64>) -> String {
    let schemes: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let line = |scheme: &String| match (before.get(scheme), after.get(scheme)) {
        (Some(before), Some(after)) if before == after => String::new(),
        (Some(&before), Some(&after)) => {
            let percent = 100.0 * (after as f64 / before as f64 - 1.0);
            format!("  {scheme:<10} {before:>14} -> {after:>14}  {percent:+.3} %\n")
        }
        (before, after) => format!("  {scheme:<10} {before:?} -> {after:?}\n"),
    };
    let lines: String = schemes.into_iter().map(line).collect();
    if lines.is_empty() { "  the sums are equal; single counts changed\n".to_owned() } else { lines }
}

#[test]
fn a_change_is_summed_up_by_scheme() {
    let chess = "chess set=a depth=3 scheme=deep seed=1  2: 100  3: 200\nchess set=a scheme=new seed=1  3: 7";
    assert_eq!(sums(chess), BTreeMap::from([("deep".to_owned(), 300), ("new".to_owned(), 7)]));
    let domineering = "board  first  scheme  parts  winner  1K  2K\n  6x6  V  deep  all  V  400  300";
    assert_eq!(sums(domineering), BTreeMap::from([("deep".to_owned(), 700)]));
    let text = change(&sums(chess), &sums(&chess.replace("200", "203")));
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["deep", "300", "->", "303", "+1.000", "%"]);
}

/// A line for every cell, with the nodes of all positions at every depth that it tells of.
fn depths_table(rows: &[Row]) -> String {
    let line = |row: &Row| {
        let depths: BTreeSet<u8> = row.searches().iter().map(|searched| searched.depth).collect();
        let nodes = depths.iter().map(|&depth| format!("  {depth}: {}", row.nodes_to(depth).unwrap()));
        format!("{}{}", row.cell, nodes.collect::<String>())
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A line for every cell, with the nodes of all positions.
fn sets_table(rows: &[Row]) -> String {
    rows.iter().map(|row| format!("{}  {}", row.cell, row.nodes)).collect::<Vec<_>>().join("\n")
}

/// A line for every cell, with the counts of its games.
fn games_table(rows: &[Row]) -> String {
    let counts = |row: &Row| row.played_counts().unwrap().map(|count| count.to_string()).join(" ");
    rows.iter().map(|row| format!("{}  {}", row.cell, counts(row))).collect::<Vec<_>>().join("\n")
}

/// A line for every board, first player, scheme and mask, and a column for every size.
fn table(rows: &[Row]) -> String {
    let sizes: BTreeSet<_> = rows.iter().map(|row| row.cell.positions).collect();
    let mut header = vec!["board".to_owned(), "first".into(), "scheme".into(), "parts".into(), "winner".into()];
    header.extend(sizes.iter().map(|size| size.map_or_else(|| "none".to_owned(), |size| size.to_string())));

    let mut lines = BTreeMap::<_, BTreeMap<_, u64>>::new();
    for row in rows {
        let (board, first) = row.cell.game.board_and_first().expect("a board");
        let winner = match row.winner().unwrap() {
            Winner::First => first,
            Winner::Second => first.opponent(),
        };
        let key = (board, first, row.cell.search, row.cell.scheme, row.cell.parts, winner);
        assert!(lines.entry(key).or_default().insert(row.cell.positions, row.nodes).is_none());
    }
    let lines = lines.into_iter().map(|((board, first, search, scheme, parts, winner), nodes)| {
        let letter = |player: Player| player.to_string()[..1].to_owned();
        let plain = scheme_name(scheme);
        let scheme = if search.is_plain() { plain.to_owned() } else { format!("{plain} {search}") };
        let mut line = vec![board.to_string(), letter(first), scheme, parts_name(parts), letter(winner)];
        line.extend(sizes.iter().map(|size| nodes.get(size).map_or("-".into(), u64::to_string)));
        line
    });
    let lines: Vec<Vec<String>> = std::iter::once(header).chain(lines).collect();
    let widths: Vec<usize> =
        (0..lines[0].len()).map(|i| lines.iter().map(|line| line[i].len()).max().unwrap()).collect();
    let join = |line: &Vec<String>| {
        let fields = line.iter().zip(&widths).map(|(field, width)| format!("{field:>width$}"));
        fields.collect::<Vec<_>>().join("  ")
    };
    lines.iter().map(join).collect::<Vec<_>>().join("\n")
}
