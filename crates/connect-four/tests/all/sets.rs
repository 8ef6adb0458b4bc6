//! Checks the scores of the tutorial's test sets, and the number of nodes that the solvers visit.

use connect_four::tutorial::StoredBounds;
use connect_four::{BoardSize, Position, Solution, best, lab, tutorial};
use schemes::{Scheme, TranspositionTable};
use search::Search;

use crate::common::{BEGIN_EASY, BEGIN_HARD, BEGIN_MEDIUM, END_EASY, MIDDLE_EASY, MIDDLE_MEDIUM, lines};

/// Solves every `step`th line of a set, checks the scores, and returns the mean number of nodes.
fn mean(set: &str, step: usize, mut solve: impl FnMut(&Position) -> Solution, score_of: fn(i32) -> i32) -> f64 {
    let (mut nodes, mut solved) = (0, 0);
    for (line, position, score) in lines(set).step_by(step) {
        let solution = solve(&position);
        assert_eq!(solution.score, Some(score_of(score)), "{line}");
        nodes += solution.nodes;
        solved += 1;
    }
    nodes as f64 / f64::from(solved)
}

fn tutorial_strong(set: &str, step: usize) -> f64 {
    let mut solver = tutorial::TutorialSolver::new().unwrap();
    mean(set, step, |position| solver.solve(position), |score| score)
}

fn tutorial_weak(set: &str, step: usize) -> f64 {
    let mut solver = tutorial::TutorialSolver::new().unwrap();
    mean(set, step, |position| solver.solve_weak(position), i32::signum)
}

fn best_strong(set: &str, step: usize) -> f64 {
    let mut solver = best::Solver::new(17).unwrap();
    mean(set, step, |position| solver.solve(position), |score| score)
}

fn best_weak(set: &str, step: usize) -> f64 {
    let mut solver = best::Solver::new(17).unwrap();
    mean(set, step, |position| solver.solve_weak(position), i32::signum)
}

/// The figures of `testsets/published/pons-part-7.csv`, to the printed precision.
#[test]
fn the_tutorial_visits_as_many_positions_as_were_printed() {
    assert_eq!(format!("{:.2}", tutorial_strong(END_EASY, 1)), "92.84");
    assert_eq!(format!("{:.2}", tutorial_weak(END_EASY, 1)), "68.69");
    assert_eq!((tutorial_strong(MIDDLE_EASY, 1) / 100.0).round(), 2079.0);
    assert_eq!((tutorial_weak(MIDDLE_EASY, 1) / 10.0).round(), 2875.0);
}

#[test]
fn the_best_solver_is_right_on_whole_sets_and_on_samples() {
    let mut report = String::new();
    for (name, set, step) in [
        ("End-Easy", END_EASY, 1),
        ("Middle-Easy", MIDDLE_EASY, 1),
        ("Middle-Medium", MIDDLE_MEDIUM, 10),
        ("Begin-Easy", BEGIN_EASY, 5),
        ("Begin-Medium", BEGIN_MEDIUM, 100),
        ("Begin-Hard", BEGIN_HARD, 1000),
    ] {
        let (strong, weak) = (best_strong(set, step), best_weak(set, step));
        report += &format!("{name}, every line of {step}: strong {strong:.2}, weak {weak:.2}\n");
    }
    insta::assert_snapshot!(report);
}

#[test]
fn the_tutorial_visits_as_many_positions_as_ever() {
    let mut report = String::new();
    for (name, set, step) in [("Middle-Easy", MIDDLE_EASY, 10), ("Middle-Medium", MIDDLE_MEDIUM, 100)] {
        let (strong, weak) = (tutorial_strong(set, step), tutorial_weak(set, step));
        report += &format!("{name}, every line of {step}: strong {strong:.2}, weak {weak:.2}\n");
    }
    // Of the early positions, those that are solved quickly.
    let mut solver = tutorial::TutorialSolver::new().unwrap().max_nodes(3_000_000);
    for (name, set) in [("Begin-Easy", BEGIN_EASY), ("Begin-Medium", BEGIN_MEDIUM)] {
        let (mut solved, mut nodes) = (0, 0);
        for (line, position, score) in lines(set).take(10) {
            let solution = solver.solve_weak(&position);
            if let Some(found) = solution.score {
                assert_eq!(found, score.signum(), "{line}");
                solved += 1;
                nodes += solution.nodes;
            }
        }
        report += &format!("{name}, the first 10: weak, {solved} within 3 million positions, {nodes} in all\n");
    }
    insta::assert_snapshot!(report);
}

#[test]
fn both_bounds_need_as_many_positions_as_ever() {
    let mut report = String::new();
    for (name, set, step) in [("End-Easy", END_EASY, 1), ("Middle-Easy", MIDDLE_EASY, 10)] {
        let mut solver = tutorial::TutorialSolver::new().unwrap().stores(StoredBounds::Both);
        let strong = mean(set, step, |position| solver.solve(position), |score| score);
        let weak = mean(set, step, |position| solver.solve_weak(position), i32::signum);
        report += &format!("{name}, every line of {step}: strong {strong:.2}, weak {weak:.2}\n");
    }
    insta::assert_snapshot!(report);
}

/// A solver that treats key 0 as an empty slot fails here.
#[test]
fn the_position_with_key_zero_is_not_an_empty_slot() {
    let position: Position = "66776677667".parse().unwrap();
    assert_eq!(best::Solver::new(14).unwrap().solve(&position).score, Some(2));
}

#[test]
fn mirrored_positions_have_equal_scores() {
    let mut solver = best::Solver::new(14).unwrap();
    for (line, position, score) in lines(MIDDLE_EASY).chain(lines(END_EASY)).step_by(40) {
        assert_eq!(solver.solve(&position.mirrored()).score, Some(score), "{line}");
    }
}

#[test]
fn the_best_moves_have_the_score_of_the_position() {
    let mut best = best::Solver::new(14).unwrap();
    let mut tutorial = tutorial::TutorialSolver::new().unwrap();
    for (line, position, score) in lines(MIDDLE_EASY).chain(lines(END_EASY)).step_by(100) {
        let analysis = best.analyse(&position).unwrap();
        assert_eq!(analysis.scores, tutorial.analyse(&position).unwrap().scores, "{line}");
        let signs: Vec<Option<i32>> = analysis.scores.iter().map(|score| score.map(i32::signum)).collect();
        assert_eq!(best.analyse_weak(&position).unwrap().scores, signs, "{line}");
        assert!(analysis.best().count() > 0);
        assert!(analysis.best().all(|column| analysis.scores[column as usize] == Some(score)), "{line}");
    }
}

/// A position that is decided by a proven bound counts as a node.
#[test]
fn every_position_is_counted() {
    let (mut free, mut none) = (best::Solver::new(12).unwrap(), best::Solver::new(12).unwrap().max_nodes(0));
    for (line, position, _) in lines(END_EASY) {
        assert!(free.solve(&position).nodes > 0 && free.solve_weak(&position).nodes > 0, "{line}");
        assert_eq!(none.solve(&position), Solution { score: None, nodes: 0 }, "{line}");
    }
}

#[test]
fn node_limits_are_respected() {
    let position: Position = "5554224333234511764415115".parse().unwrap();
    for limit in [0, 1, 20] {
        let mut tutorial = tutorial::TutorialSolver::new().unwrap().max_nodes(limit);
        assert_eq!(tutorial.solve(&position), Solution { score: None, nodes: limit });
        assert_eq!(tutorial.analyse(&position), None);
        let mut best = best::Solver::new(10).unwrap().max_nodes(limit);
        assert_eq!(best.solve(&position), Solution { score: None, nodes: limit });
        assert_eq!(best.analyse(&position), None);
    }
}

/// The table is so small that it loses most positions.
#[test]
fn small_tables_change_no_score() {
    let mut solver = best::Solver::new(3).unwrap();
    for (line, position, score) in lines(MIDDLE_EASY).step_by(50) {
        assert_eq!(solver.solve(&position).score, Some(score), "{line}");
    }
}

#[test]
fn the_generic_search_finds_the_same_scores() {
    for (number, (line, position, score)) in lines(END_EASY).chain(lines(MIDDLE_EASY)).step_by(25).enumerate() {
        let mut game = lab::Keyed::new(Position::<BoardSize>::from(position), number as u64);
        let depth = game.depth();
        for scheme in [Scheme::Deep, Scheme::TwoBig1] {
            let mut table = TranspositionTable::<lab::Square>::new("64K".parse().unwrap(), scheme).unwrap();
            let outcome = Search::new(&mut game, &mut table).run(depth);
            assert_eq!(i32::from(outcome.score), score, "{line}");
        }
    }
}
