//! The schema of rows as text: what a reader of another language needs to know of the form in `lines.rs`.
//!
//! It is a JSON document of its own, since the lines are not JSON.

use serde_json::{Value, json};

use super::lines::{COUNTS, Count, INTERIOR, MAGIC, PLAYED};
use crate::row::PLAYED_COUNTS;

/// Returns the schema of the text that `ttlab export --lines` writes.
#[must_use]
pub fn lines_schema() -> Value {
    let field = |name, kind, meaning| -> Value { json!({ "name": name, "type": kind, "description": meaning }) };
    let counts = |counts: &[Count]| -> Vec<Value> {
        let one = |count: &Count| {
            let mut one = field(count.name, "uint64", count.meaning);
            one["usual"] = count.usual.into();
            one
        };
        counts.iter().map(one).collect()
    };
    let mut all = counts(&COUNTS);
    all[1]["values"] = json!({ "0": null, "1": "first", "2": "second" });
    let played: Vec<Value> = PLAYED_COUNTS.iter().map(|name| json!({ "name": name, "type": "uint64" })).collect();
    json!({
        "title": "Rows of ttlab as text",
        "description": "The lines of a file that `ttlab export --lines` writes, in UTF-8. A line is of the first kind \
            in `lines` whose `begins` it begins with. Fields are separated by `separator`, those in `items` by commas.",
        "first-line": MAGIC,
        "usual": "A count whose field is empty is what `usual` says: a sum of counts before it, never below 0. \
            `deepest` is the sum of the nodes of the last search of each position. A field that begins with + or - is \
            the difference from that.",
        "lines": [
            { "kind": "comment", "begins": "#", "description": "ignored" },
            { "kind": "examined", "begins": "  ", "separator": " ",
              "description": "examined searches of the cell above, a field for each",
              "items": [
                  field("position", "uint16", "number of the position, from 0"),
                  field("depth", "uint8", "plies; 0 if solved"),
                  field("score", "int16", "score for the player to move"),
                  field("best", "string", "best move; empty if there is none"),
                  field("type_1_errors", "uint64", "hits of another position"),
                  field("collisions", "uint64", "stores by which a position was lost"),
                  field("positions", "uint64", "different positions that were stored"),
                  field("absent_probes", "uint64", "look-ups of positions that were not in the table"),
                  field("residents", "uint64", "positions that these look-ups were compared with"),
                  field("injected", "uint64", "false hits that were injected"),
              ] },
            { "kind": "cell", "begins": " ", "separator": " ", "description": "the result of a cell",
              "fields": [
                  field("scheme", "string", "replacement scheme; `none` without a table"),
                  field("positions", "string", "table size in positions, such as 8K (8192); `-` without a table"),
                  field("parts", "string", "parts of the table in use, joined by +, or `all`"),
                  field("seed", "uint64", "seed of the keys"),
                  field("seconds", "float64", "run time in seconds, in three digits; not reproducible"),
                  json!({ "name": "counts", "items": all, "then": counts(&INTERIOR),
                          "description": "the counts of `then` are there if nodes above the horizon were counted" }),
              ],
              "then": [
                  { "description": "nothing, for a board that was solved or a search that was stopped" },
                  { "begins": PLAYED, "description": "games that were played: one field of counts", "items": played },
                  { "description": "searches of positions: a field with their depths, such as `7:`, or `1-7:` for \
                        all depths of each position, and then a field for each of these lists",
                    "lists": [
                        field("nodes", "uint64", "nodes of this depth and of the depths before it"),
                        field("score", "int16", "score for the player to move"),
                        field("best", "string", "best move; empty if not known. Without any, the list is left out"),
                    ] },
              ] },
            { "kind": "run", "begins": "run ", "separator": " ", "description": "a sweep that made rows",
              "fields": [
                  field("cells", "uint64", "cells that were run"),
                  field("nodes", "uint64", "nodes of these cells"),
                  field("seconds", "float64", "their run time, summed over the cells"),
                  field("journal", "json", "[started, command, commit, machine, id], to the end of the line"),
              ] },
            { "kind": "signature", "begins": "signature ", "separator": " ",
              "description": "the version of a solver with a scheme: the signature of its rows",
              "fields": [
                  field("solver", "string", "first word of the group"),
                  field("search", "string", "options of the search, or `plain`; after a slash, programs of a cell"),
                  field("scheme", "string", "replacement scheme, or `none`"),
                  field("signature", "uint64", "differs if the counts may differ"),
              ] },
            { "kind": "group", "begins": "", "separator": " ",
              "description": "the solver and the fields `name=value` that the cells below share: the configuration of \
                  a cell is this line, `scheme=`, `positions=` (with a table), `parts=` and `seed=`" },
        ],
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::row::{INTERIOR_COUNTS, TABLE_COUNTS, statistics};
    use crate::store::lines::{usual, usual_interior};

    /// Evaluates a sum of counts.
    fn sum(text: &str, known: &BTreeMap<&str, u64>) -> u64 {
        let (mut total, mut sign) = (0_i128, 1);
        for word in text.split(' ') {
            match word {
                "+" => sign = 1,
                "-" => sign = -1,
                "0" => {}
                name => total += sign * i128::from(known[name]),
            }
        }
        u64::try_from(total).unwrap_or(0)
    }

    #[test]
    fn the_usual_counts_are_those_that_the_reader_adds() {
        let names: Vec<&str> = COUNTS.iter().map(|count| count.name).collect();
        assert_eq!(names[..2], ["nodes", "winner"]);
        assert_eq!(names[2..12], TABLE_COUNTS);
        assert_eq!(names[12..], ["guided"]);
        let mut interior: Vec<&str> = INTERIOR.iter().map(|count| count.name).collect();
        interior.sort_unstable();
        let mut expected = INTERIOR_COUNTS.to_vec();
        expected.sort_unstable();
        assert_eq!(interior, expected);
        // Powers of three: no two sums of them are equal.
        for factor in [1, 5] {
            let counts: Vec<u64> = (0..11).map(|power| factor * 3_u64.pow(power)).collect();
            let (nodes, of_interior) = (7 * factor, [100, 70, 4_000_000, 900, 50].map(|count| count * factor));
            let mut known: BTreeMap<&str, u64> = names[2..].iter().copied().zip(counts.iter().copied()).collect();
            known.insert("nodes", nodes);
            for (i, count) in COUNTS[2..].iter().enumerate() {
                assert_eq!(sum(count.usual, &known), usual(i, nodes, &counts), "{}", count.name);
            }
            let table: [u64; 10] = counts[..10].try_into().unwrap();
            known.extend(INTERIOR.iter().map(|count| count.name).zip(of_interior));
            for (i, count) in INTERIOR.iter().enumerate() {
                let expected = usual_interior(i, &statistics(table), &of_interior);
                assert_eq!(sum(count.usual, &known), expected, "{}", count.name);
            }
        }
    }
}
