//! Checks that threads that solve a position together find the same result as a single solver.

use crate::common::{BEGIN_EASY, MIDDLE_EASY, lines};
use connect_four::{BoardSize, Position, Standard, best};
use search::Parallel;

#[test]
fn threads_find_the_same_scores() {
    const THREADS: [u32; 4] = [1, 2, 4, 16];
    let mut runs = 0;
    for parallel in [Parallel::Lazy, Parallel::Abdada] {
        let mut team = best::SolverTeam::for_board(Standard::default(), 10, parallel).unwrap();
        for (number, (_, position, score)) in lines(BEGIN_EASY).step_by(8).enumerate() {
            for threads in THREADS {
                runs += 1;
                team.prepare();
                let scores = in_threads(threads, |thread| {
                    let mut solver = team.solver(thread);
                    if number % 2 == 0 { solver.solve(&position).score } else { solver.solve_weak(&position).score }
                });
                let expected = if number % 2 == 0 { score } else { score.signum() };
                assert!(scores.iter().all(|score| *score == Some(expected)), "position {number}: {threads} threads");
            }
        }
    }
    assert_eq!(runs, 1_000);
}

#[test]
fn a_thread_alone_visits_the_same_nodes_as_a_solver() {
    let mut solver = best::Solver::new(10).unwrap();
    let mut team = best::SolverTeam::new(10).unwrap();
    for (_, position, _) in lines(MIDDLE_EASY).step_by(50) {
        team.clear_part(0, 1);
        team.prepare();
        assert_eq!(team.solver(0).solve(&position), solver.solve(&position));
        team.clear_part(0, 1);
        team.prepare();
        assert_eq!(team.solver(0).analyse(&position), solver.analyse(&position));
    }
}

#[test]
fn boards_of_more_than_64_bits_can_be_shared_and_stored() {
    let board: BoardSize<u128> = "8x8".parse().unwrap();
    let position = Position::read(board, "1234567812345678876543218765432112345678").unwrap();
    let expected = best::Solver::for_board(board, 10).unwrap().solve(&position);
    assert_eq!(expected.score, Some(9));
    for parallel in [Parallel::Lazy, Parallel::Abdada] {
        let mut team = best::SolverTeam::for_board(board, 10, parallel).unwrap();
        assert_eq!(team.solver(0).solve(&position), expected);
        for threads in [2, 4, 16] {
            team.clear_part(0, 1);
            team.prepare();
            let scores = in_threads(threads, |thread| team.solver(thread).solve(&position).score);
            assert!(scores.iter().all(|score| *score == expected.score), "{threads} threads");
        }
    }
    let file = tempfile::tempfile().unwrap();
    let in_file =
        |version| best::SolverTeam::in_file(board, 10, Parallel::Lazy, file.try_clone().unwrap(), "8x8", version);
    assert_eq!(in_file(1).unwrap().solver(0).solve(&position), expected);
    assert!(matches!(in_file(2), Err(tt::FileError::Version { .. })));
    let again = in_file(1).unwrap().solver(0).solve(&position);
    assert!(again.score == expected.score && again.nodes < expected.nodes / 10, "{again:?}");
}

#[test]
fn threads_analyse_together_and_stop_at_their_limits() {
    let position: Position = "52753311433677442422121".parse().unwrap();
    let expected = best::Solver::new(12).unwrap().analyse(&position).unwrap().scores;
    let mut team = best::SolverTeam::new(12).unwrap();
    team.prepare();
    for analysis in in_threads(3, |thread| team.solver(thread).analyse(&position)) {
        assert_eq!(analysis.unwrap().scores, expected);
    }
    let empty = Position::default();
    let mut team = team.max_nodes(1_000);
    for threads in [1, 2, 3, 16] {
        team.prepare();
        let solutions = in_threads(threads, |thread| team.solver(thread).solve(&empty));
        assert_eq!(solutions.iter().map(|solution| solution.nodes).sum::<u64>(), 1_000, "{threads} threads");
        assert!(solutions.iter().all(|solution| solution.score.is_none()));
    }
    // One thread after the other: the first one takes all.
    team.prepare();
    assert_eq!([0, 1].map(|thread| team.solver(thread).solve(&empty).nodes), [1_000, 0]);
}

fn in_threads<R: Send>(threads: u32, run: impl Fn(u32) -> R + Sync) -> Vec<R> {
    std::thread::scope(|scope| {
        let run = &run;
        let started: Vec<_> = (0..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        started.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}
