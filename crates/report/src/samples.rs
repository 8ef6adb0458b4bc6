//! Rows for the tests of reports.

use anyhow::Result;
use experiments::row::Winner;

use crate::report::Report;
use crate::show::block::Block;
use experiments::cell::Cell;
use experiments::definition::{Definition, Part};
use experiments::row::{Ending, Row, Searched};
use experiments::run::{Nodes, run};
use experiments::sweep::{Provenance, Results};

pub(super) fn definition(name: &str) -> Definition {
    Definition::find(name).unwrap()
}

/// Makes the report of a part that was searched completely.
pub(super) fn report<'a>(definition: &'a Definition, rows: &[Row]) -> Result<Report<'a>> {
    let provenance =
        Provenance { command: "ttlab sweep".to_owned(), is_full: true, is_quick: false, cells: rows.len() };
    Report::of(Results { definition, rows: rows.to_vec(), missing: 0, provenance }, &|_| Vec::new())
}

/// Returns a row with given nodes.
pub(super) fn row(cell: &str, nodes: u64, winner: Option<Winner>) -> Row {
    Row { seconds: 0.25, ..Row::new(cell.parse().unwrap(), nodes, winner) }
}

/// Returns the text of a cell of chess with these fields, such as `depth=5 scheme=deep`, and the usual values of the
/// others.
pub(super) fn chess(fields: &str) -> String {
    const USUAL: &str = "chess set=vsb-1994 game=1 depth=7 between=stamp line=1 search=plain scheme=two-big1 \
        positions=8K parts=all seed=1";
    let field = |usual: &'static str| {
        let is_given = |given: &&str| given.split('=').next() == usual.split('=').next();
        fields.split(' ').find(is_given).unwrap_or(usual)
    };
    let is_left_out = |field: &&str| *field == "search=plain" || field.starts_with("pos") && fields.contains("=none");
    USUAL.split(' ').map(field).filter(|field| !is_left_out(field)).collect::<Vec<_>>().join(" ")
}

/// Returns a row of searches of positions to the depth of the cell, with the nodes of each position.
pub(super) fn row_of_positions(cell: &str, nodes: &[u64]) -> Row {
    let row = row(cell, nodes.iter().sum(), None);
    let depth = row.cell.game.depth().expect("positions are searched to a depth");
    let searched = |(position, &nodes)| Searched { position, depth, nodes, score: 0, best: None };
    Row { ending: Ending::Searched((0..).zip(nodes).map(searched).collect()), ..row }
}

/// Returns rows of game 1 of a set with these fields, by scheme, size, and the nodes of each of its six positions.
pub(super) fn rows_of_schemes(fields: &str, all: &[(&str, &str, [u64; 6])]) -> Vec<Row> {
    let cell = |scheme, size| chess(&format!("{fields} scheme={scheme} positions={size}"));
    all.iter().map(|(scheme, size, nodes)| row_of_positions(&cell(scheme, size), nodes)).collect()
}

/// Searches the cells of a part.
pub(super) fn searched(part: &Part, seeds: u64, max_nodes: u64) -> Vec<Row> {
    part.cells(seeds).into_iter().map(|cell| search(cell, max_nodes)).collect()
}

fn search(cell: Cell, max_nodes: u64) -> Row {
    let row = run(&cell, max_nodes, &Nodes::default()).expect("there is memory for the table");
    Row { seconds: 0.5, ..Row::new(cell, row.nodes, row.winner()) }
}

/// Prints blocks, and checks what is true of every table.
pub(super) fn checked(blocks: &[Block]) -> String {
    let mut out = Vec::new();
    for block in blocks {
        block.print(&mut out).unwrap();
    }
    let text = String::from_utf8(out).unwrap();
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
        assert!(!line.ends_with(' ') && !line.contains('\u{1b}'), "{line:?}");
    }
    text
}

/// Returns the words of the line that begins with `name`.
pub(super) fn line<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no {name} in\n{text}"));
    line.split_whitespace().collect()
}
