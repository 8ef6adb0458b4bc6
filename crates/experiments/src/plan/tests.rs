//! Tests of plans with many seeds and games, and of the commands that they print.

use std::collections::BTreeSet;

use super::*;
use crate::between::Between;
use crate::custom_games::CustomGames;
use crate::position_set::{ByGame, PositionSet};
use crate::samples::options;
use crate::signature::Signatures;

fn cells() -> BTreeSet<Cell> {
    let all = Definition::all().unwrap();
    all.iter().flat_map(|definition| definition.full.cells(3)).collect()
}

/// Cells that differ by their seeds are counted and not made: billions of them take no longer than one.
#[test]
fn a_plan_with_many_seeds_is_small() {
    let all = Definition::all().unwrap();
    let seeds = 1_000_000;
    let of_all = Options { seeds, full: true, ..options() };
    // Some in chess, some in domineering.
    let experiments = all.iter().step_by(9).map(|one| Selected::new(one, &of_all)).collect();
    let selection = Selection { experiments, signatures: Signatures::default() };
    let cells: BTreeSet<Cell> = selection.cells().collect();
    let expected: usize = cells.iter().map(|cell| cell.repetitions(seeds) as usize).sum();
    let first = cells.iter().find(|cell| cell.scheme.is_some()).unwrap();
    let rows: Rows = [5, 999_999]
        .map(|number| Row::new(first.repetition(number), 7, None))
        .map(|row| (row.cell.clone(), row))
        .into();
    let found = StoredRows { estimates: Estimates::new(rows.values()), rows, ..StoredRows::default() };
    let whole: Vec<Planned> = planned(&of_all, &selection, &found);
    assert_eq!(count(&whole), expected);
    assert!(whole.len() <= cells.len() + 3, "{} entries", whole.len());
    let of_first: Vec<(u64, u64, CellState)> = whole
        .iter()
        .filter(|planned| Cell { seed: first.seed, ..planned.cell.clone() } == *first)
        .map(|planned| (planned.cell.seed - first.seed, planned.seeds, planned.state))
        .collect();
    let partial = CellState::Partial(7);
    let missing = CellState::Missing;
    assert_eq!(of_first, [(0, 5, missing), (5, 1, partial), (6, 999_993, missing), (999_999, 1, partial)]);

    let shards = (1..=7).map(|index| Options { seeds, shard: Shard { index, count: 7 }, ..options() });
    let shards: Vec<Vec<Planned>> = shards.map(|options| planned(&options, &selection, &found)).collect();
    assert_eq!(shards.iter().map(count).sum::<usize>(), expected);
    let partial: usize = shards.iter().flatten().filter(|planned| planned.state == CellState::Partial(7)).count();
    assert_eq!(partial, 2, "each row is in one shard");
}

/// A collection of games is planned game by game, without a list of all cells.
#[test]
fn a_plan_with_many_games_is_small() {
    let fen = "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1";
    let mut games = ByGame::default();
    (0..10_000).for_each(|number| games.add(&number.to_string(), fen));
    let set = PositionSet::own("many", games);
    let own = CustomGames {
        name: "many".to_owned(),
        argument: "--pgn many.pgn".to_owned(),
        file: "many.pgn".into(),
        set,
        between: Between::Clear,
        schemes: vec![None, Some(Scheme::Deep), Some(Scheme::New)],
        positions: vec!["8K".parse().unwrap(), "64K".parse().unwrap()],
    };
    let options = Options { definitions: vec![own.definition().unwrap()], seeds: 2, ..options() };
    let selection = select(&options).unwrap();
    let third = selection.cells().nth(10_000 + 2 * 2).unwrap();
    let rows: Rows = [Row::new(third, 7, None)].map(|row| (row.cell.clone(), row)).into();
    let found = StoredRows { rows, ..StoredRows::default() };
    let plan = |seeds| {
        let options = Options { seeds, ..options.clone() };
        Plan::new(planned(&options, &selection, &found), Others::new())
    };
    let (once, twice) = (plan(1), plan(2));
    let entries = |plan: &Plan| plan.cells.iter().map(|one| (one.games(), one.seeds)).collect::<Vec<_>>();
    assert_eq!((once.counts(), entries(&once).len()), ([0, 1, 10_000 * 5 - 1], 6));
    assert_eq!((twice.counts(), entries(&twice).len()), ([0, 1, 10_000 * 9 - 1], 7));
    assert!(entries(&twice).contains(&(1, 1)) && entries(&twice).contains(&(9_999, 2)));
    // All cells of a game are run before those of the next one.
    let run = by_game(once.cells.iter().map(|one| (one.clone(), ())).collect());
    let run: Vec<u16> = run.map(|(one, ())| one.cell.game.chess().unwrap().game).collect();
    assert!(run.len() == 50_000 && run.is_sorted());
}

#[test]
fn a_command_has_the_options() {
    let mut options = options();
    assert_eq!(options.command("x"), "ttlab sweep x");
    options.full = true;
    options.seeds = 3;
    options.max_nodes = 2_000_000_000;
    options.filter.schemes = vec![None, Some(Scheme::TwoBig1)];
    options.filter.boards = vec!["6x7".parse().unwrap()];
    let rest = "--full --scheme none,two-big1 --board 6x7 --seeds 3 --max-nodes 2G";
    assert_eq!(options.command("x"), format!("ttlab sweep x {rest}"));
    for (added, text) in [(vec![Scheme::Old, Scheme::New], "old,new"), (every(), "all")] {
        options.filter.added = added;
        assert!(options.command("x").contains(&format!(" --scheme none,two-big1 --add-scheme {text} --board")));
    }
}

#[test]
fn filters_combine() {
    let filter = Filter {
        schemes: vec![Some(Scheme::New), Some(Scheme::Deep)],
        searches: vec![SearchOptions::PLAIN],
        positions: vec!["256K".parse().unwrap()],
        boards: vec!["8x8".parse().unwrap()],
        ..Filter::default()
    };
    assert_eq!(cells().iter().filter(|cell| filter.allows(cell)).count(), 2 * 2 * 3);
    assert_eq!(cells().iter().filter(|cell| Filter::default().allows(cell)).count(), cells().len());
}
