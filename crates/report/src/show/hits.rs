//! What was printed about the hits in a table, beside the hits of our searches.

use std::collections::BTreeMap;

use experiments::definition::Definition;
use experiments::published::{HitRemark, Hits};
use experiments::readings::Readings;
use experiments::row::Row;
use experiments::text::grouped;
use schemes::{Positions, Scheme};

use crate::show::block::Block;

/// Makes the table of hits of an experiment that is compared with the remarks about them.
pub(crate) fn table(definition: &Definition, rows: &[Row]) -> Option<Block> {
    let remarks = Hits::read().ok().filter(|_| definition.published.as_deref() == Some(Hits::FILE))?;
    table_of_hits(&remarks, &hits(rows, &remarks, Hits::DEPTH))
}

/// Makes the table of the hits under each reading.
pub(crate) fn table_of_hits(remarks: &[HitRemark], all: &BTreeMap<Readings, Vec<Option<f64>>>) -> Option<Block> {
    let printed = remarks.iter().map(|remark| remark.printed.clone()).collect();
    let number = |column: usize, number: f64| number_of_hits(&remarks[column], number);
    let (depth, positions) = (Hits::DEPTH, Hits::POSITIONS / 1024);
    let caption = &format!("chess: hits in the search of a position at {depth} ply, {positions}K positions");
    readings_table(caption, remarks.iter().map(HitRemark::title), printed, all, |hits| cells(hits, number))
}

/// Formats a number that a remark is about.
pub(crate) fn number_of_hits(remark: &HitRemark, number: f64) -> String {
    if remark.is_of_cutoffs { format!("{:.0} %", 100.0 * number) } else { grouped(number.round() as u64) }
}

/// Returns cut-offs of a hit, or hits of a search, in the order of the remarks, in searches to a depth.
pub(crate) fn hits<'r>(
    rows: impl IntoIterator<Item = &'r Row>,
    remarks: &[HitRemark],
    depth: u8,
) -> BTreeMap<Readings, Vec<Option<f64>>> {
    // Cut-offs or hits, and what they are divided by.
    let mut sums: BTreeMap<Readings, Vec<(u64, u64)>> = BTreeMap::new();
    for row in rows {
        let (readings, scheme, rest) = Readings::of(row.cell.scheme, row.cell.search);
        let of_remark = remarks.iter().position(|remark| remark.parts == row.cell.parts);
        let searched = (scheme, row.cell.positions.map(Positions::get), row.cell.game.depth());
        let (Some(column), true) = (of_remark, rest.is_plain()) else { continue };
        if searched != (Some(Scheme::TwoBig1), Some(Hits::POSITIONS), Some(depth)) {
            continue;
        }
        let (hits, cutoffs) = (row.statistics.hits, row.statistics.cutoffs);
        let (part, whole) = &mut sums.entry(readings).or_insert_with(|| vec![(0, 0); remarks.len()])[column];
        let of_row = if remarks[column].is_of_cutoffs { (cutoffs, hits) } else { (hits, row.positions() as u64) };
        (*part, *whole) = (*part + of_row.0, *whole + of_row.1);
    }
    let number = |(part, whole): (u64, u64)| (whole > 0).then(|| part as f64 / whole as f64);
    sums.into_iter().map(|(readings, sums)| (readings, sums.into_iter().map(number).collect())).collect()
}

/// Makes a table with the printed numbers in its first row, and with a row for each reading that has a number.
pub(crate) fn readings_table<T>(
    caption: &str,
    heads: impl IntoIterator<Item = impl Into<String>>,
    printed: Vec<String>,
    all: &BTreeMap<Readings, T>,
    of: impl Fn(&T) -> Vec<String>,
) -> Option<Block> {
    let measured = all.iter().map(|(readings, measured)| (readings.name(), of(measured)));
    let measured = measured.filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
    let rows: Vec<_> = std::iter::once(("published".to_owned(), printed)).chain(measured).collect();
    (rows.len() > 1).then(|| Block::matrix(caption, heads, rows))
}

/// Returns the texts of numbers; of an unknown number, an empty one.
pub(crate) fn cells(numbers: &[Option<f64>], text: impl Fn(usize, f64) -> String) -> Vec<String> {
    let cell = |(column, number): (usize, &Option<f64>)| number.map_or_else(String::new, |number| text(column, number));
    numbers.iter().enumerate().map(cell).collect()
}
