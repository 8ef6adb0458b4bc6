//! Running one cell.

use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use programs::{Audit, Examined, Measured, MeasuredTable, MoveText, options};

use crate::help::with_help;
use crate::scheme_list;
use crate::{Cell, Row};

pub use programs::Nodes;

/// What was measured in a cell: its row, and what is not stored.
#[derive(Clone, Debug)]
pub struct MeasuredCell {
    /// The row.
    pub row: Row,
    /// The positions that the table has room for; 0 without a table. For a table without a limit, those that it holds.
    pub capacity: u64,
    /// The audit of the table; empty without one.
    pub audit: Audit,
    /// The best move on a board that was solved, if it is known.
    pub best: Option<MoveText>,
}

/// Searches `cell` with an empty table, and stops before it visits more than `max_nodes` nodes.
///
/// # Errors
///
/// The table cannot be allocated.
pub fn run(cell: &Cell, max_nodes: u64, nodes: &Nodes) -> Result<Row> {
    Ok(run_with(cell, max_nodes, nodes, false)?.row)
}

/// As [`run`], with a table that is checked against full positions if `audited`.
///
/// The nodes are the same. An audit takes several times as long and much more memory.
///
/// # Errors
///
/// The table cannot be allocated.
pub fn run_with(cell: &Cell, max_nodes: u64, nodes: &Nodes, audited: bool) -> Result<MeasuredCell> {
    tracing::debug!(%cell, "search started");
    if let Some(scheme) = cell.scheme.filter(|&scheme| scheme_list::is_absent(scheme)) {
        let what = format_args!("unknown replacement scheme `{scheme}`");
        return Err(anyhow!(with_help(what, "run a program that registers it"))).with_context(|| cell.to_string());
    }
    let table = cell.scheme.zip(cell.positions);
    let table = table.map(|(scheme, positions)| MeasuredTable {
        scheme,
        positions,
        parts: cell.parts,
        audited,
        seed: cell.seed,
    });
    let started = Instant::now();
    let clock = || started.elapsed().as_secs_f64();
    let measured =
        cell.game.job(cell.seed).and_then(|job| Ok(programs::run(&job, table, cell.search, max_nodes, nodes, &clock)?));
    let Measured { nodes, ending, best, seconds, statistics, capacity, guided, interior, audit, examined } =
        measured.with_context(|| cell.to_string())?;
    let examined = asked(cell, examined);
    let row = Row { cell: cell.clone(), nodes, ending, statistics, guided, interior, examined, seconds };
    Ok(MeasuredCell { row, capacity, audit, best })
}

/// Returns what the options of a cell ask for: an audit for another reason is not part of its row.
fn asked(cell: &Cell, examined: Vec<Examined>) -> Vec<Examined> {
    if cell.search.contains(options::AUDIT) {
        examined
    } else if options::false_hits(cell.search).is_some() {
        examined.into_iter().map(|one| Examined { audit: Audit::default(), ..one }).collect()
    } else {
        Vec::new()
    }
}

/// Returns the size of the table of a cell in bytes.
#[must_use]
pub fn table_bytes(cell: &Cell) -> u64 {
    cell.positions.map_or(0, |positions| positions.get().saturating_mul(cell.game.bytes_per_position()))
}

#[cfg(test)]
mod tests {
    use crate::row::Statistics;
    use programs::{SearchOptions, Winner};
    use schemes::Scheme;

    use super::*;

    fn cell(text: &str) -> Cell {
        text.parse().unwrap()
    }

    /// Runs a cell without a limit.
    fn searched(text: &str) -> Row {
        run(&cell(text), u64::MAX, &Nodes::default()).unwrap()
    }

    #[test]
    fn a_row_adds_up() {
        let nodes = Nodes::default();
        let cell = cell("domineering board=6x6 first=vertical scheme=two-big1 positions=1K parts=all seed=1970");
        let row = run(&cell, u64::MAX, &nodes).unwrap();
        let Statistics { look_ups, hits, cutoffs, fill, fresh, .. } = row.statistics;
        assert_eq!(nodes.so_far(), row.nodes);
        assert_eq!(look_ups, row.nodes, "every node is looked up");
        assert!(cutoffs <= hits && hits < look_ups);
        assert!(fresh <= fill && fill <= 1024);
        assert!(row.statistics.stores() + cutoffs <= row.nodes);
    }

    #[test]
    fn an_audit_changes_nothing_and_adds_up() {
        for scheme in Scheme::ALL {
            let text = format!("domineering board=5x6 first=vertical scheme={scheme} positions=64 parts=all seed=1970");
            let cell = cell(&text);
            let nodes = Nodes::default();
            let MeasuredCell { row, audit, .. } = run_with(&cell, u64::MAX, &nodes, true).unwrap();
            let plain = run(&cell, u64::MAX, &nodes).unwrap();
            assert_eq!((row.nodes, row.ending, row.statistics), (plain.nodes, plain.ending, plain.statistics));
            assert_eq!((audit.type_1_errors, audit.collisions), (0, row.statistics.collisions));
            assert_eq!(audit.positions, row.statistics.fill + row.statistics.collisions, "footnote 12");
        }
    }

    /// Scores of another root's piece-square values are wrong, so the table is cleared.
    #[test]
    fn a_stamped_table_is_cleared_if_the_root_has_its_own_evaluation() {
        let nodes = |between: &str, search: &str| {
            let game = format!("chess set=rabinovich-romanovsky game=1 depth=3 between={between} line=1");
            let row = searched(&format!("{game} {search}scheme=two-big1 positions=64K parts=all seed=1970"));
            let deepest = row.searches().iter().filter(|one| one.depth == 3);
            deepest.map(|one| (one.position, one.nodes, one.score)).collect::<Vec<_>>()
        };
        let of_root = "search=squares-of-root ";
        assert_eq!(nodes("stamp", of_root), nodes("clear", of_root));
        assert!(nodes("stamp", of_root).len() > 10);
        assert_ne!(nodes("stamp", ""), nodes("clear", ""), "other tables are kept");
    }

    #[test]
    fn every_option_searches_every_game() {
        let games = [
            "domineering board=5x6 first=vertical",
            "connect-four set=end-easy sample=10",
            "chess set=rabinovich-romanovsky game=1 depth=2 between=stamp line=1",
            "chess set=rabinovich-romanovsky game=1 depth=2 between=clear line=3",
        ];
        for (game, table) in games.iter().flat_map(|game| {
            ["scheme=none parts=all", "scheme=two-big1 positions=256 parts=all"].map(|table| (game, table))
        }) {
            if game.contains("line=3") && table.contains("none") {
                continue;
            }
            let row = |search: &str| {
                let cell = cell(&format!("{game} {search}{table} seed=1970"));
                let row = run(&cell, u64::MAX, &Nodes::default()).unwrap();
                assert!(row.is_complete(), "{cell}");
                if cell.scheme.is_some() {
                    let audited = run_with(&cell, u64::MAX, &Nodes::default(), true).unwrap().row;
                    assert_eq!(row.difference(&audited), None, "{cell}");
                }
                row
            };
            let plain = row("");
            for option in SearchOptions::all() {
                let with = row(&format!("search={} ", option.name()));
                if with.examined.iter().any(|one| one.injected > 0) {
                    // False hits may change the result.
                    continue;
                }
                assert_eq!(with.winner(), plain.winner(), "{option:?}");
                if game.starts_with("connect-four") {
                    let scores = |row: &Row| row.searches().iter().map(|one| one.score).collect::<Vec<_>>();
                    assert_eq!(scores(&with), scores(&plain), "{option:?}");
                }
            }
        }
    }

    /// Searches three games, with a field that says how.
    fn rows_with(search: &str, table: &str) -> Vec<Row> {
        let rest = format!("search={search} scheme={table} parts=all seed=1970");
        let games = [
            "chess set=vsb-1994 game=1 depth=3 between=clear line=1",
            "chess set=vsb-1994 game=1 depth=3 between=stamp line=1",
            "domineering board=5x6 first=vertical",
            "connect-four set=middle-easy sample=3",
        ];
        games.map(|game| searched(&format!("{game} {rest}").replace("search=plain ", ""))).to_vec()
    }

    #[test]
    fn an_audit_finds_false_hits_with_few_key_bits_alone() {
        for (table, bits) in [("two-big1+key-8 positions=1K", 8), ("two-big1 positions=1K", 48)] {
            for (audited, plain) in rows_with("audit", table).into_iter().zip(rows_with("plain", table)) {
                assert_eq!((audited.nodes, &audited.ending), (plain.nodes, &plain.ending), "the audit changes nothing");
                let sum = |number: fn(&Examined) -> u64| audited.examined.iter().map(number).sum::<u64>();
                // The audit of a position is with each of its depths.
                let depths = audited.examined.iter().filter(|one| one.position == 0).count() as u64;
                let (errors, absent) = (sum(|one| one.audit.type_1_errors), sum(|one| one.audit.absent_probes));
                assert_eq!(errors > 0, bits == 8, "{}", audited.cell);
                assert!(sum(|one| one.audit.residents) <= 2 * absent, "two positions in a bucket");
                let probes = audited.statistics.look_ups * 4 * depths;
                assert!(errors < absent && absent <= probes && absent > 0);
            }
        }
    }

    #[test]
    fn injected_false_hits_are_the_same_in_every_run() {
        let table = "two-big1 positions=1K";
        for (none, plain) in rows_with("false-hits-none", table).into_iter().zip(rows_with("plain", table)) {
            assert_eq!((none.nodes, &none.ending), (plain.nodes, &plain.ending));
            assert!(none.examined.iter().all(|one| one.injected == 0 && one.best.is_some()), "{}", none.cell);
            let scores = none.examined.iter().map(|one| one.score);
            assert!(none.winner().is_some() || scores.eq(none.searches().iter().map(|one| one.score)));
        }
        let some = rows_with("false-hits-10", table);
        for (one, again) in some.iter().zip(rows_with("false-hits-10", table)) {
            assert!(one.agrees_with(&again), "{}", one.cell);
            assert!(one.examined.iter().any(|one| one.injected > 0), "{}", one.cell);
        }
    }

    #[test]
    fn dates_change_what_is_overwritten() {
        let nodes = |search: &str, scheme: &str| {
            let text = "chess set=vsb-1994 game=1 depth=4 between=stamp line=1";
            let rest = format!("scheme={scheme} positions=256 parts=all seed=1970");
            searched(&format!("{text} search={search} {rest}").replace("search=plain ", "")).nodes
        };
        let (stamped, none) = (nodes("plain", "two-big1"), nodes("date-none", "two-big1"));
        assert_ne!(stamped, none);
        // Only one conversion move is played among these positions.
        let conversions = nodes("date-conversions", "two-big1");
        assert!(conversions != stamped && conversions != none);
        assert_ne!(nodes("plain", "two-big1+date"), stamped, "several bits");
    }

    #[test]
    fn a_search_stops_at_its_limit() {
        let cell = cell("domineering board=6x7 first=horizontal scheme=deep positions=1K parts=all seed=1970");
        let row = run(&cell, 100_000, &Nodes::default()).unwrap();
        assert_eq!((row.nodes, row.is_complete()), (100_000, false));
    }

    #[test]
    fn the_best_solver_is_measured() {
        let text = "domineering-best board=6x8 first=vertical scheme=two-big1 positions=1K parts=all seed=1970";
        let (best, nodes) = (cell(text), Nodes::default());
        let MeasuredCell { row, capacity, .. } = run_with(&best, u64::MAX, &nodes, false).unwrap();
        let Statistics { look_ups, hits, cutoffs, fill, .. } = row.statistics;
        assert_eq!((row.winner(), nodes.so_far(), row.interior), (Some(Winner::Second), row.nodes, None));
        assert!(cutoffs <= hits && hits < look_ups && look_ups > row.nodes && fill <= capacity);
        // Every node but the root ends by a cut-off, by a proof without search, or by a store.
        assert!(row.statistics.stores() <= row.nodes && row.statistics.stores() + cutoffs >= row.nodes);
        for without in ["look-ahead,etc", "symmetry"] {
            let with_fewer = searched(&text.replace("vertical", &format!("vertical without={without}")));
            assert!(with_fewer.nodes > row.nodes, "{without}");
        }
        assert!(text.replace("vertical", "vertical without=etc,look-ahead").parse::<Cell>().is_err(), "one order");
        // Hidden scores are not used.
        let hidden = searched(&text.replace("parts=all", "parts=move").replace("6x8", "4x8"));
        assert_eq!((hidden.winner(), hidden.statistics.cutoffs), (Some(Winner::Second), 0));
    }

    #[test]
    fn chess_is_searched_position_by_position() {
        let row = |between: &str, rest: &str| {
            let row = searched(&format!("chess set=vsb-1994 game=1 depth=3 between={between} line={rest} seed=1970"));
            assert!(row.is_complete());
            row
        };
        let clear = row("clear", "1 scheme=two-big1 positions=1K parts=all");
        assert_eq!(clear.searches().len(), 6 * 3);
        assert_eq!(clear.nodes_to(3), Some(clear.nodes));
        assert!(clear.nodes_to(2).unwrap() < clear.nodes && clear.nodes_to(4).is_none());
        let shallow = clear.cell.to_string().replace("depth=3", "depth=2");
        assert_eq!(searched(&shallow).nodes, clear.nodes_to(2).unwrap());
        let stamped = row("stamp", "1 scheme=two-big1 positions=1K parts=all");
        assert_eq!(stamped.searches().len(), 6);
        assert_eq!(stamped.nodes_to(3), Some(stamped.nodes));
        assert_ne!(stamped.nodes, clear.nodes);
        assert_eq!(row("clear", "1 scheme=none parts=all").nodes_to(3).map(|nodes| nodes > 0), Some(true));
        let five = row("stamp", "5 scheme=two-big1 positions=16 parts=all");
        assert!(stamped.guided == 0 && (1..five.nodes / 10).contains(&five.guided));
        let limited = run(&cell(&shallow), 100, &Nodes::default()).unwrap();
        assert_eq!((limited.nodes, limited.is_complete()), (100, false));
    }

    #[test]
    fn masks_and_no_table_find_the_same_winner() {
        for what in [
            "scheme=none parts=all",
            "scheme=big1 positions=1K parts=exact",
            "scheme=big1 positions=1K parts=bounds",
            "scheme=big1 positions=1K parts=none",
        ] {
            let row = searched(&format!("domineering board=5x6 first=horizontal {what} seed=1970"));
            assert_eq!(row.winner(), Some(Winner::First), "{what}");
        }
    }
}
