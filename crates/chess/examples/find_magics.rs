//! Finds the multipliers of `src/attacks/magics.rs`, from a seed: `cargo run --release -p chess --example find_magics`.
//!
//! For each square and each kind of slider it draws sparse numbers until one maps every set of blockers to an index
//! under which only sets with the same attacks fall.

use zobrist::Numbers;

const ROOK: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The squares that a slider on `square` sees, as far as the first of `blockers` on each line. Without `edges`, the
/// last square of each line is left out: whether it is occupied does not matter.
fn attacks(square: i8, lines: [(i8, i8); 4], blockers: u64, edges: bool) -> u64 {
    let on_board = |file: i8, rank: i8| (0..8).contains(&file) && (0..8).contains(&rank);
    let mut attacks = 0;
    for (dx, dy) in lines {
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

fn find(square: i8, lines: [(i8, i8); 4], candidates: &mut impl Iterator<Item = u64>) -> u64 {
    let mask = attacks(square, lines, 0, false);
    let bits = mask.count_ones();
    let mut sets = Vec::new();
    let mut blockers = 0_u64;
    loop {
        sets.push((blockers, attacks(square, lines, blockers, true)));
        blockers = blockers.wrapping_sub(mask) & mask;
        if blockers == 0 {
            break;
        }
    }
    'candidates: for magic in candidates {
        let mut table = vec![0_u64; 1 << bits];
        for &(blockers, attacked) in &sets {
            let place = &mut table[(blockers.wrapping_mul(magic) >> (64 - bits)) as usize];
            if *place != 0 && *place != attacked {
                continue 'candidates;
            }
            *place = attacked;
        }
        return magic;
    }
    unreachable!("candidates have no end")
}

fn main() {
    let mut seed = zobrist::DEFAULT_SEED;
    let mut candidates = std::iter::from_fn(|| {
        let numbers = Numbers::<u64>::generate(seed, 3 << 12);
        seed += 1;
        Some((0..1 << 12).map(|i| numbers[3 * i].0 & numbers[3 * i + 1].0 & numbers[3 * i + 2].0).collect::<Vec<_>>())
    })
    .flatten();
    for (name, lines) in [("ROOK", ROOK), ("BISHOP", BISHOP)] {
        println!("pub(super) const {name}: [u64; 64] = [");
        for square in 0..64 {
            println!("    {:#018x},", find(square, lines, &mut candidates));
        }
        println!("];");
    }
}
