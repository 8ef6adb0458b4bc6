//! How many searches return another score than with a table that loses nothing.

use std::collections::BTreeMap;

use experiments::row::Row;
use schemes::Scheme;

use crate::numbers::load_curves::{UNBOUNDED, distinct, name};
use crate::show::block::Block;
use experiments::text::grouped;

/// What the table shows.
pub(super) const NOTE: &str = "\
Searches of the same position with the same keys. Tables with positions of 8 and 10 bytes verify 16 bits of the key, \
so they sometimes mistake one position for another. The other tables verify at least 48 bits. In searches to a depth, \
a score also depends on the draft of the records and on the path, which changes scores in endgames whatever the table.";

/// Returns how many searches of each game have another score than the same search with a table that loses nothing, if
/// anything is known.
pub(super) fn other_scores(games: &[(&str, &[Row])]) -> Option<Block> {
    let found = games.iter().map(|(title, rows)| (title, of_other_score(rows)));
    let found: Vec<_> = found.filter(|(_, schemes)| !schemes.is_empty()).collect();
    let schemes = distinct(found.iter().flat_map(|(_, schemes)| schemes).map(|&(scheme, _)| scheme));
    let cell = |of: &[(Scheme, [u64; 2])], scheme: Scheme| {
        let found = of.iter().find(|(other, _)| *other == scheme);
        found.map(|(_, [differ, all])| format!("{} of {}", grouped(*differ), grouped(*all))).unwrap_or_default()
    };
    let row = |&scheme: &Scheme| (name(scheme), found.iter().map(|(_, of)| cell(of, scheme)).collect());
    let caption = "searches with another score than with a table that loses nothing";
    let heads = found.iter().map(|(title, _)| **title);
    (!schemes.is_empty()).then(|| Block::matrix(caption, heads, schemes.iter().map(row)))
}

/// Returns the number of searches with another score than with the table that loses nothing, and of all searches, for
/// each scheme.
fn of_other_score(rows: &[Row]) -> Vec<(Scheme, [u64; 2])> {
    let unbounded = |row: &&Row| row.cell.scheme.is_some_and(|scheme| scheme.name() == UNBOUNDED);
    let key = |row: &Row| (row.cell.game.clone(), row.cell.search, row.cell.seed);
    let reference: BTreeMap<_, &Row> = rows.iter().filter(unbounded).map(|row| (key(row), row)).collect();
    let mut all: Vec<(Scheme, [u64; 2])> = Vec::new();
    for row in rows.iter().filter(|row| row.is_complete() && !unbounded(row)) {
        let (Some(scheme), Some(reference)) = (row.cell.scheme, reference.get(&key(row))) else { continue };
        let pairs = row.searches().iter().zip(reference.searches());
        let differ = pairs.clone().filter(|(one, other)| one.score != other.score).count() as u64;
        let searches = pairs.count() as u64;
        match all.iter_mut().find(|(other, _)| *other == scheme) {
            _ if searches == 0 => {}
            Some((_, [of, sum])) => (*of, *sum) = (*of + differ, *sum + searches),
            None => all.push((scheme, [differ, searches])),
        }
    }
    all
}
