//! Compares the move generator with published perft counts.
//!
//! Each position is counted to the greatest depth with at most 1 million leaves. The release profile takes a minute for
//! 100 million leaves: `PERFT_LEAVES=100000000 cargo test --release -p ttlab-chess --test all perft::`.

use chess::{CheckSquares, Position, perft};

const SIX: &str = include_str!("../../../../testsets/perft/cpw_six.csv");
const STANDARD: &str = include_str!("../../../../testsets/perft/standard.epd");

/// Returns the positions, each with its leaf counts at some depths.
fn positions() -> Vec<(String, Vec<(u32, u64)>)> {
    let six = SIX.lines().skip(1).map(|line| {
        let mut fields = line.split(',').skip(1);
        let fen = fields.next().unwrap().to_owned();
        (fen, (1..).zip(fields.map(|leaves| leaves.parse().unwrap())).collect())
    });
    let standard = STANDARD.lines().filter(|line| !line.trim().is_empty()).map(|line| {
        let mut fields = line.split(';');
        let fen = fields.next().unwrap().trim().to_owned();
        let leaves = fields.map(|field| {
            let (depth, leaves) = field.trim().strip_prefix('D').unwrap().split_once(' ').unwrap();
            (depth.parse().unwrap(), leaves.trim().parse().unwrap())
        });
        (fen, leaves.collect())
    });
    six.chain(standard).collect()
}

fn check(most_leaves: u64) {
    let positions = positions();
    assert!(positions.len() > 120, "{}", positions.len());
    for (fen, leaves) in positions {
        let mut position = Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let before = position.clone();
        for &(depth, expected) in leaves.iter().filter(|(_, leaves)| *leaves <= most_leaves) {
            assert_eq!(perft(&mut position, depth, false), expected, "{fen}, depth {depth}");
            if expected <= most_leaves / 10 {
                assert_eq!(perft(&mut position, depth, true), expected, "{fen}, depth {depth}, each leaf");
            }
        }
        assert_eq!(position, before, "{fen} is restored");
    }
}

#[test]
fn published_counts() {
    let most_leaves = std::env::var("PERFT_LEAVES").map_or(1_000_000, |leaves| leaves.parse().unwrap());
    check(most_leaves);
}

/// A move gives check if the opponent is in check after it.
#[test]
fn checks_are_known_before_the_move() {
    fn check(position: &mut Position, depth: u32) -> (u64, u64) {
        let (mut moves, mut checks) = (0, 0);
        let known = CheckSquares::of(position);
        for mv in position.legal_moves() {
            let gives_check = known.has(position, mv);
            let undo = position.play(mv);
            assert_eq!(gives_check, position.in_check(), "{mv}, then {}", position.to_fen());
            (moves, checks) = (moves + 1, checks + u64::from(gives_check));
            if depth > 1 {
                let below = check(position, depth - 1);
                (moves, checks) = (moves + below.0, checks + below.1);
            }
            position.undo(mv, undo);
        }
        (moves, checks)
    }
    let counts = positions().into_iter().map(|(fen, _)| check(&mut Position::from_fen(&fen).unwrap(), 3));
    let (moves, checks) = counts.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(moves > 500_000 && checks > 10_000, "{checks} checks of {moves} moves");
}
