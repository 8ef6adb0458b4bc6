//! Recording the requests of a search of each game, and replaying them.

use engine::{ChessMemory, ChessSearch};
use programs::chess::{ChessJob, EngineJob, Program};
use programs::connect_four::ConnectFourJob;
use programs::domineering::DomineeringJob;
use programs::{Job, Measured, MeasuredTable, Nodes, RecordError, SearchOptions, record, replay_table, run};
use replay::RequestRecorder;
use schemes::{EvaluationTable, RequestKind, Scheme, TranspositionTable};
use search::Statistics;
use tt::{Inspect, Pages, Size};

const MIDDLE_GAME: &str = "r1bq1rk1/3n1ppp/p3p3/3pP3/Np1b1P1P/7R/PPPQ2P1/2KR1B2 w - - 0 15";

/// A job for each game.
fn jobs() -> [Job; 3] {
    let positions = vec![chess::Position::from_fen(MIDDLE_GAME).unwrap()];
    [
        DomineeringJob { board: "5x5".parse().unwrap(), first: domineering::Player::Vertical, seed: 1970 }.into(),
        connect_four_job().into(),
        ChessJob { positions, depth: 4, stamp: false, line: 1 }.into(),
    ]
}

fn connect_four_job() -> ConnectFourJob {
    let moves = "52753311433677442422121";
    let position = connect_four::Position::read(connect_four::Standard::default(), moves).unwrap();
    ConnectFourJob { positions: vec![position], seed: 1970 }
}

/// Returns a job of the strongest chess program.
fn engine_job() -> Job {
    let position = chess::Position::from_fen(MIDDLE_GAME).unwrap();
    EngineJob { positions: vec![position], depth: 7, stamp: false, techniques: engine::Techniques::STANDARD }.into()
}

/// The statistics and nodes of a real search with a table.
fn searched(job: &Job, scheme: Scheme, positions: &str) -> Measured {
    let (positions, parts) = (positions.parse().unwrap(), schemes::Parts::all());
    let table = MeasuredTable { scheme, positions, parts, audited: false, seed: 0 };
    run(job, Some(table), SearchOptions::PLAIN, u64::MAX, &Nodes::default(), &|| 0.0).unwrap()
}

#[test]
fn a_recording_has_the_nodes_and_requests_of_the_search_without_a_limit() {
    for job in jobs().into_iter().chain([engine_job()]) {
        let recorded = record(&job, 10_000_000, u64::MAX, &Nodes::default()).unwrap();
        let unbounded = searched(&job, "unbounded".parse().unwrap(), "1K");
        let look_ups = recorded.requests.iter().filter(|request| request.kind != RequestKind::Store).count();
        let useful = recorded.requests.iter().filter(|request| request.is_useful()).count();
        assert_eq!((recorded.nodes, recorded.positions), (unbounded.nodes, unbounded.capacity), "{job:?}");
        let statistics = unbounded.statistics;
        assert_eq!((look_ups as u64, useful as u64), (statistics.look_ups, statistics.cutoffs), "{job:?}");

        let mut table = TranspositionTable::<()>::new("1".parse().unwrap(), "unbounded".parse().unwrap()).unwrap();
        let replayed = table.replay(&recorded.requests);
        assert_eq!((replayed.hits, replayed.kept), (statistics.hits, statistics.cutoffs), "{job:?}");
        assert_eq!((replayed.lost, replayed.lost_nodes), (0, 0), "{job:?}");
        assert_eq!(record(&job, 10_000_000, u64::MAX, &Nodes::default()), Ok(recorded), "{job:?}");
    }
}

#[test]
fn a_replay_loses_nodes_where_a_search_does() {
    for job in jobs() {
        let recorded = record(&job, 10_000_000, u64::MAX, &Nodes::default()).unwrap();
        let lost = |positions: u64| {
            let mut table = TranspositionTable::<()>::new(tt::Size::Positions(positions), Scheme::New).unwrap();
            table.replay(&recorded.requests).lost_nodes
        };
        let real = searched(&job, Scheme::New, "16").nodes;
        assert!(real > recorded.nodes && lost(16) > 0, "{job:?}");
        assert!(lost(1 << 20) * 100 < lost(16), "{job:?}");
    }
}

#[test]
fn a_replay_on_the_table_of_the_engine_repeats_its_hits_cutoffs_and_stores() {
    let position = chess::Position::from_fen(MIDDLE_GAME).unwrap();
    for scheme in [Program::Best.scheme(), "depth-4+age-8".parse().unwrap(), "size-4".parse().unwrap(), Scheme::New] {
        for positions in [512, 1 << 16] {
            let table =
                || EvaluationTable::with_evaluations(Size::Positions(positions), scheme, Pages::Default).unwrap();
            let (mut statistics, mut requests) = (Statistics::default(), RequestRecorder::new(10_000_000));
            let (mut memory, mut searched) = (ChessMemory::new(&position), table());
            let search = ChessSearch::new(&position, &mut memory, &mut searched);
            search.observed_by((&mut statistics, &mut requests)).deepen(7, |_, _, _| {});
            let recorded = requests.finish().unwrap();

            let mut replayed_on = table();
            let replayed = replayed_on.replay(&recorded.requests);
            let stores = recorded.requests.iter().filter(|request| request.kind == RequestKind::Store).count();
            let Statistics { look_ups, hits, cutoffs, fresh, same, replaced, kept, demoted, .. } = statistics;
            assert_eq!((replayed.look_ups, replayed.hits), (look_ups, hits), "{scheme}, {positions}");
            assert_eq!((replayed.kept, replayed.lost), (cutoffs, 0), "{scheme}, {positions}");
            assert_eq!(stores as u64, fresh + same + replaced + kept + demoted, "{scheme}, {positions}");
            let content = |table: &EvaluationTable| {
                let all = table.residents();
                all.into_iter()
                    .map(|one| (one.identity, one.slot, one.record.score, one.record.depth))
                    .collect::<Vec<_>>()
            };
            // `ttlab replay` has a table without evaluations.
            let elsewhere = replay_table(scheme, Size::Positions(positions)).unwrap().replay(&recorded.requests);
            assert_eq!(elsewhere, replayed, "{scheme}, {positions}");
            assert!(searched.fill() > 0 && content(&searched) == content(&replayed_on), "{scheme}, {positions}");
        }
    }
}

#[test]
fn long_searches_and_several_positions_are_errors() {
    let [domineering, ..] = jobs();
    assert_eq!(record(&domineering, 100, u64::MAX, &Nodes::default()), Err(RecordError::TooMany(100)));
    let all = record(&domineering, 10_000_000, u64::MAX, &Nodes::default()).unwrap();
    assert_eq!(record(&domineering, 10_000_000, all.nodes - 1, &Nodes::default()), Err(RecordError::NodeLimit));
    let mut several = connect_four_job();
    several.positions.push(several.positions[0]);
    assert_eq!(record(&several.into(), 100, u64::MAX, &Nodes::default()), Err(RecordError::Unsupported));
}
