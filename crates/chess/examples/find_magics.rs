//! Finds the magic multipliers of `src/attacks/magics.rs` from a seed:
//! `cargo run --release -p ttlab-chess --example find_magics`.
//!
//! For each square and slider, the program tries sparse random numbers until one maps no two sets of blockers with
//! different attacks to the same index.

use zobrist::Numbers;

const ROOK: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Returns the squares that a slider on `square` attacks, up to and including the first of `blockers` in each
/// direction. Without `edges`, the last square in each direction is omitted, because a blocker there does not change
/// the attacks.
fn attacks(square: i8, directions: [(i8, i8); 4], blockers: u64, edges: bool) -> u64 {
    let on_board = |file: i8, rank: i8| (0..8).contains(&file) && (0..8).contains(&rank);
    let mut attacks = 0;
    for (dx, dy) in directions {
        let (mut file, mut rank) = (square % 8 + dx, square / 8 + dy);
        while on_board(file, rank) && (edges || on_board(file + dx, rank + dy)) {
            let bit = 1 << (rank * 8 + file);
            attacks |= bit;
            if blockers & bit != 0 {
                break;
            }
            (file, rank) = (file + dx, rank + dy);
        }
    }
    attacks
}

fn find(square: i8, directions: [(i8, i8); 4], candidates: &mut impl Iterator<Item = u64>) -> u64 {
    let mask = attacks(square, directions, 0, false);
    let bits = mask.count_ones();
    let mut sets = Vec::new();
    let mut blockers = 0_u64;
    loop {
        sets.push((blockers, attacks(square, directions, blockers, true)));
        blockers = blockers.wrapping_sub(mask) & mask;
        if blockers == 0 {
            break;
        }
    }
    'candidates: for magic in candidates {
        let mut table = vec![0_u64; 1 << bits];
        for &(blockers, attacked) in &sets {
            let slot = &mut table[(blockers.wrapping_mul(magic) >> (64 - bits)) as usize];
            if *slot != 0 && *slot != attacked {
                continue 'candidates;
            }
            *slot = attacked;
        }
        return magic;
    }
    unreachable!("the iterator of candidates is infinite")
}

fn main() {
    let mut seed = zobrist::DEFAULT_SEED;
    let mut candidates = std::iter::from_fn(|| {
        let numbers = Numbers::generate(seed, 3 << 12);
        seed += 1;
        Some((0..1 << 12).map(|i| numbers[3 * i].0 & numbers[3 * i + 1].0 & numbers[3 * i + 2].0).collect::<Vec<_>>())
    })
    .flatten();
    for (name, directions) in [("ROOK", ROOK), ("BISHOP", BISHOP)] {
        println!("pub(super) const {name}: [u64; 64] = [");
        for square in 0..64 {
            println!("    {:#018x},", find(square, directions, &mut candidates));
        }
        println!("];");
    }
}
