//! Checks the options that identify positions by their encodings: the results of the searches stay the same.

use std::sync::atomic::AtomicBool;

use programs::chess::versus::SideProgram;
use programs::chess::{Analyser, AnalyserSettings, ChessJob};
use programs::connect_four::{AnySolver, ConnectFourJob, SolverProgram};
use programs::domineering::DomineeringJob;
use programs::{Job, Measured, MeasuredTable, Nodes, SearchOptions, run};
use schemes::{Parts, Positions};

const SEED: u64 = 1970;

fn jobs() -> Vec<Job> {
    let positions =
        ["r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "8/8/8/3k4/8/3KP3/8/8 w - - 0 1"];
    let positions = positions.map(|fen| chess::Position::from_fen(fen).expect("a legal position")).to_vec();
    vec![
        DomineeringJob { board: "5x5".parse().expect("a board"), first: domineering::Player::Vertical, seed: SEED }
            .into(),
        ConnectFourJob {
            positions: vec!["11617255152412223243461443755".parse().expect("a line of legal moves")],
            seed: SEED,
        }
        .into(),
        ChessJob { positions, depth: 4, stamp: true, line: 1 }.into(),
    ]
}

/// A table of 256 positions, which overflows.
fn table(scheme: &str) -> MeasuredTable {
    let (scheme, positions) = (scheme.parse().expect("a name"), "256".parse().expect("a size"));
    MeasuredTable { scheme, positions, parts: Parts::all(), audited: false, seed: SEED }
}

fn search(job: &Job, scheme: &str, options: &str) -> Measured {
    let table = table(scheme);
    let options = SearchOptions::find(options).expect("the name of options");
    run(job, Some(table), options, u64::MAX, &Nodes::default(), &|| 0.0).expect("a small table")
}

/// Returns the values of a search, which keys cannot change.
fn values(measured: &Measured) -> (Option<domineering::Winner>, Vec<i16>) {
    let searches = measured.ending.searches();
    (measured.ending.winner(), searches.iter().map(|search| search.score).collect())
}

#[test]
fn other_keys_find_the_same_values() {
    for job in jobs() {
        let plain = search(&job, "two-big1", "plain");
        assert!(plain.statistics.hits > 0, "{job:?}");
        for options in ["keys-random", "keys-bch", "keys-sum", "side-bit", "keys-bch+side-bit"] {
            let with = search(&job, "two-big1", &format!("audit+{options}"));
            assert_eq!(values(&with), values(&plain), "{options}: {job:?}");
            assert_eq!(with.audit.type_1_errors, 0, "{options}: {job:?}");
            assert!(with.audit.positions > 0 && with.statistics.hits > 0, "{options}: {job:?}");
        }
    }
}

#[test]
fn a_table_of_whole_positions_has_the_same_hits() {
    for job in jobs() {
        for scheme in ["deep", "two-big1", "depth-4"] {
            let plain = search(&job, scheme, "plain");
            let whole = search(&job, &format!("{scheme}+whole"), "whole-positions");
            assert_eq!((whole.nodes, whole.statistics), (plain.nodes, plain.statistics), "{scheme}: {job:?}");
        }
    }
}

#[test]
fn computed_keys_depend_on_the_seed() {
    let job = &jobs()[0];
    let nodes = |seed: u64| {
        let table = MeasuredTable { seed, ..table("two-big1+key-8") };
        let options = SearchOptions::find("keys-bch").expect("the name of options");
        run(job, Some(table), options, u64::MAX, &Nodes::default(), &|| 0.0).expect("a small table").nodes
    };
    let all: std::collections::BTreeSet<u64> = (0..5).map(nodes).collect();
    assert!(all.len() > 1, "{all:?}");
}

#[test]
fn single_searches_take_the_seed_of_computed_keys() {
    let options = SearchOptions::find("keys-bch").expect("the name of options");
    let (scheme, size) = (table("two-big1+key-8").scheme, Positions::new(64).expect("a size"));
    let position = chess::Position::start();
    let chess = |key_seed: u64| {
        let settings = AnalyserSettings {
            program: SideProgram::Alibaba(options),
            scheme: Some(scheme),
            size: size.into(),
            key_seed,
        };
        let (mut analyser, never) = (Analyser::new(settings).expect("a small table"), AtomicBool::new(false));
        analyser.analyse(&position, 4, u64::MAX, &never, &mut |_, _, _, _| false).outcome.nodes
    };
    let connect_four = |seed: u64| {
        let program = SolverProgram::Lab { table: Some((scheme, size)), seed, plain: false, options };
        let mut solver = AnySolver::new(
            program,
            connect_four::BoardSize::from(connect_four::Standard::default()),
            false,
            u64::MAX,
            &Nodes::default(),
        )
        .expect("a small table");
        solver.solve("11617255152412223243461443755").expect("legal moves").nodes
    };
    for nodes in [&chess as &dyn Fn(u64) -> u64, &connect_four] {
        let all: std::collections::BTreeSet<u64> = (0..5).map(nodes).collect();
        assert!(all.len() > 1, "{all:?}");
    }
}

#[test]
fn the_capacity_is_that_of_the_table() {
    for job in jobs() {
        for (scheme, capacity) in [("two-big1", 256), ("two-big1+whole+memory", 64), ("depth-8+compact+memory", 512)] {
            assert_eq!(search(&job, scheme, "plain").capacity, capacity, "{scheme}");
        }
        let unbounded = search(&job, "unbounded", "plain");
        assert_eq!(unbounded.capacity, unbounded.statistics.fill);
    }
}
