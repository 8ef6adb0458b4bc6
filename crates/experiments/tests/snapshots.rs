//! The node counts of every experiment's quick part, one readable table each: a changed count fails here.
//!
//! If a change of the counts is intended, run `INSTA_UPDATE=always cargo test -p experiments --test snapshots`, and say
//! in the commit what moved and why.

use std::collections::{BTreeMap, BTreeSet};

use domineering::{Player, Winner};
use experiments::cell::{parts_name, scheme_name};
use experiments::run::{self, Nodes};
use experiments::{Definition, Game, Row};
use rayon::prelude::*;

#[test]
fn quick_parts() {
    let definitions = Definition::all().unwrap();
    for definition in &definitions {
        let cells = definition.quick.cells(1);
        let nodes = Nodes::default();
        let rows: Vec<Row> = cells.par_iter().map(|cell| run::run(cell, u64::MAX, &nodes).unwrap()).collect();
        insta::with_settings!({ omit_expression => true, description => definition.title.clone() }, {
            let table = match definition.game {
                Game::Domineering => table(&rows),
                Game::Chess => chess_table(&rows),
                Game::ConnectFour => connect_four_table(&rows),
            };
            insta::assert_snapshot!(definition.name.clone(), table);
        });
    }
}

/// A line for every cell, with the nodes of all positions at every depth that it tells of.
fn chess_table(rows: &[Row]) -> String {
    let line = |row: &Row| {
        let depths: BTreeSet<u8> = row.searches().iter().map(|searched| searched.depth).collect();
        let nodes = depths.iter().map(|&depth| format!("  {depth}: {}", row.nodes_to(depth).unwrap()));
        format!("{}{}", row.cell, nodes.collect::<String>())
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A line for every cell, with the nodes of all positions.
fn connect_four_table(rows: &[Row]) -> String {
    rows.iter().map(|row| format!("{}  {}", row.cell, row.nodes)).collect::<Vec<_>>().join("\n")
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
        let key = (board, first, row.cell.scheme, row.cell.parts, winner);
        assert!(lines.entry(key).or_default().insert(row.cell.positions, row.nodes).is_none());
    }
    let lines = lines.into_iter().map(|((board, first, scheme, parts, winner), nodes)| {
        let letter = |player: Player| player.to_string()[..1].to_owned();
        let mut line =
            vec![board.to_string(), letter(first), scheme_name(scheme).into(), parts_name(parts), letter(winner)];
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
