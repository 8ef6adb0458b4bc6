//! Compares the positions after each of the first moves with printed counts: how many there are, and how many of them
//! are won, drawn and lost for the first player.
//!
//! Source: the table by ply in the README of M. Böck's program, "Strongly Solving Connect Four" (arXiv 2507.05267).

use std::collections::HashMap;

use connect_four::{Player, Position, best};

use crate::common::{BEGIN_EASY, BEGIN_MEDIUM, lines};

/// For each number of stones: won, drawn and lost positions for the first player, and positions in which the game is
/// over.
const PRINTED: [[usize; 4]; 9] = [
    [1, 0, 0, 0],
    [1, 2, 4, 0],
    [27, 12, 10, 0],
    [35, 58, 145, 0],
    [690, 200, 230, 0],
    [1_080, 697, 2_486, 0],
    [10_889, 1_943, 3_590, 0],
    [17_507, 5_944, 31_408, 728],
    [124_624, 14_676, 44_975, 1_892],
];

/// Returns the positions with each number of stones, by their keys.
fn positions() -> Vec<HashMap<u64, Position>> {
    let empty = Position::default();
    let mut plies = vec![HashMap::from([(empty.key(), empty)])];
    for stones in 1..PRINTED.len() {
        let mut next = HashMap::new();
        for position in plies[stones - 1].values().filter(|position| position.final_score().is_none()) {
            for column in (0..7).filter(|&column| position.can_play(column)) {
                let child = position.after(column);
                next.insert(child.key(), child);
            }
        }
        plies.push(next);
    }
    plies
}

#[test]
fn there_are_as_many_positions_as_were_printed() {
    for (positions, [won, drawn, lost, over]) in positions().iter().zip(PRINTED) {
        assert_eq!(positions.len(), won + drawn + lost);
        assert_eq!(positions.values().filter(|position| position.final_score().is_some()).count(), over);
    }
}

/// A sample of the positions whose outcomes the next test counts.
#[test]
fn positions_after_8_moves_have_the_scores_of_the_test_sets() {
    let mut solver = best::Solver::new(17).unwrap();
    let mut solved = 0;
    for (set, step) in [(BEGIN_EASY, 1), (BEGIN_MEDIUM, 7)] {
        for (line, position, score) in lines(set).filter(|(moves, ..)| moves.len() == PRINTED.len() - 1).step_by(step) {
            assert_eq!(solver.solve(&position).score, Some(score), "{line}");
            assert_eq!(solver.solve_weak(&position).score, Some(score.signum()), "{line}");
            solved += 1;
        }
    }
    assert_eq!(solved, 71);
}

/// Solves one position of each mirrored pair with 8 stones, and derives who wins with fewer stones.
#[test]
#[ignore = "solves 92,000 openings, which takes more than an hour"]
fn as_many_positions_are_won_drawn_and_lost_as_were_printed() {
    let mut solver = best::Solver::new(best::Solver::LOG2_BUCKETS).unwrap();
    let mut signs: HashMap<u64, i32> = HashMap::new();
    for (positions, [won, drawn, lost, _]) in positions().iter().zip(PRINTED).rev() {
        let mut found = HashMap::new();
        for (&key, position) in positions {
            let sign = if let Some(&sign) = found.get(&position.mirrored_key()) {
                sign
            } else if let Some(score) = position.final_score() {
                score.signum()
            } else if signs.is_empty() {
                solver.solve_weak(position).score.unwrap()
            } else {
                let children = (0..7).filter(|&column| position.can_play(column));
                children.map(|column| -signs[&position.after(column).key()]).max().unwrap()
            };
            found.insert(key, sign);
        }
        let first = |key: &u64, sign: i32| if positions[key].to_move() == Player::First { sign } else { -sign };
        let count = |wanted: i32| found.iter().filter(|(key, sign)| first(key, **sign) == wanted).count();
        assert_eq!([count(1), count(0), count(-1)], [won, drawn, lost]);
        signs = found;
    }
}
