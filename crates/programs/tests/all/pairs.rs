//! Matches, divided into jobs and stopped.

use engine::Techniques;
use programs::chess::MatchJob;
use programs::chess::versus::{MatchSide, SideProgram};
use programs::{Ending, Nodes, SearchOptions, run};

fn job(first: u64, pairs: u64) -> MatchJob {
    let program = |techniques| SideProgram::Engine(techniques);
    let (scheme, size) = (Some("depth-4+age-8".parse().unwrap()), "16KiB".parse().unwrap());
    let standard = MatchSide { program: program(Techniques::STANDARD), scheme, size, nodes: 60, forgets: false };
    let weaker = MatchSide { program: program(Techniques::STANDARD - Techniques::NULL_MOVE), ..standard };
    MatchJob { sides: [standard, weaker], seed: 7, first, pairs }
}

fn played(job: MatchJob, max_nodes: u64) -> (Ending, u64, u64) {
    let nodes = Nodes::default();
    let measured = run(&job.into(), None, SearchOptions::PLAIN, max_nodes, &nodes, &|| 0.0).unwrap();
    (measured.ending, measured.nodes, nodes.so_far())
}

#[test]
fn a_match_can_be_divided() {
    let of = |first, pairs| *played(job(first, pairs), u64::MAX).0.played().unwrap();
    let (mut both, whole) = (of(0, 1), of(0, 3));
    both += of(1, 2);
    assert_eq!(both, whole);
    assert_eq!(whole.counts.iter().sum::<u64>(), 3);
    assert!(whole.work[0].moves > 30 && whole.work[0].moves.abs_diff(whole.work[1].moves) <= 6);
}

#[test]
fn a_match_stops_at_its_limit() {
    let (ending, nodes, reported) = played(job(0, 1), 1_000);
    assert_eq!((ending, nodes), (Ending::Stopped, 1_000));
    assert!((900..=1_000).contains(&reported), "{reported}");
    let (ending, nodes, reported) = played(job(0, 1), u64::MAX);
    assert!(ending.played().is_some());
    assert_eq!(nodes, reported);
}
