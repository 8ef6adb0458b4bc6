//! Checks what a larger table does to the nodes of a search to a fixed depth.

mod common;

use chess::Position;
use engine::{ChessMemory, ChessSearch, Techniques};
use tt::{MoveAndEvaluation, PrivateEngineTable, Size};

const DEPTH: u8 = 10;
/// KiB.
const SIZES: [u64; 4] = [8, 32, 128, 1_024];

fn nodes(position: &Position, techniques: Techniques, kib: u64) -> u64 {
    let mut memory = ChessMemory::new(position);
    let table = PrivateEngineTable::<MoveAndEvaluation>::new(Size::Bytes(kib << 10)).unwrap();
    ChessSearch::new(position, &mut memory, table).with_techniques(techniques).deepen(DEPTH, |_, _, _| {}).nodes
}

/// Returns the mean of the logarithms of the ratios of nodes when the table grows from one size to the next, with its
/// standard error.
fn growth(positions: &[Position], techniques: Techniques, from: u64, to: u64) -> (f64, f64) {
    let ratio = |position| nodes(position, techniques, to) as f64 / nodes(position, techniques, from) as f64;
    let logarithms: Vec<f64> = positions.iter().map(|position| libm::log(ratio(position))).collect();
    let count = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / count;
    let variance = logarithms.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

/// Without the techniques by which the table changes the depth of a search, a larger table does not make it larger.
#[test]
fn a_larger_table_saves_nodes_where_it_does_not_change_the_depth() {
    let positions = common::positions(30);
    let mut all = 0.0;
    for sizes in SIZES.windows(2) {
        let (from, to) = (sizes[0], sizes[1]);
        let (mean, error) = growth(&positions, Techniques::STANDARD.difference(Techniques::TABLE_DEPTH), from, to);
        println!("{from} to {to} KiB: {:.3} times the nodes, standard error {error:.3}", libm::exp(mean));
        assert!(mean - 2.0 * error <= 0.0, "{from} to {to} KiB: {mean:.3}, standard error {error:.3}");
        all += mean;
    }
    assert!(all < -0.05, "tables matter: {all:.3}");
}
