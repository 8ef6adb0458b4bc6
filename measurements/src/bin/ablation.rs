//! Measures what each technique of the best solver is worth: the nodes without it, summed over both first players.
//!
//! `cargo run --release -p measurements --bin ablation` prints a Markdown table for five boards, and `-- 6x7 7x7`
//! for others. Searches stop after 50 million nodes.

#![forbid(unsafe_code)]

use domineering::best::{BestSolver, Techniques};
use domineering::{BoardSize, Player};
use tt::TwoBig1;

const MAX_NODES: u64 = 50_000_000;

fn nodes(board: BoardSize, techniques: Techniques, table: &mut TwoBig1<()>) -> Option<u64> {
    let players = if board.is_square() { &Player::BOTH[..1] } else { &Player::BOTH };
    players.iter().try_fold(0, |sum, &first| {
        table.clear();
        let solver = BestSolver { max_nodes: MAX_NODES, techniques, ..BestSolver::new(board, first) };
        let solution = solver.solve(&mut *table, ());
        solution.winner.map(|_| sum + solution.nodes)
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut boards: Vec<BoardSize> = std::env::args().skip(1).map(|board| board.parse()).collect::<Result<_, _>>()?;
    if boards.is_empty() {
        boards = ["6x7", "6x8", "7x7", "7x8", "8x8"].map(str::parse).into_iter().collect::<Result<_, _>>()?;
    }
    let mut table = TwoBig1::new("2M".parse()?)?;
    let line = |cells: Vec<String>| println!("| {} |", cells.join(" | "));
    line(["without".to_owned()].into_iter().chain(boards.iter().map(BoardSize::to_string)).collect());
    line(["---".to_owned()].into_iter().chain(boards.iter().map(|_| "---:".to_owned())).collect());
    let each = Techniques::NAMES.map(|(name, _)| (name, name.parse().expect("a known name")));
    for (name, without) in [("nothing", Techniques::empty())].into_iter().chain(each) {
        let cells = boards.iter().map(|&board| match nodes(board, Techniques::all() - without, &mut table) {
            Some(nodes) => nodes.to_string(),
            None => format!("> {MAX_NODES}"),
        });
        line([name.to_owned()].into_iter().chain(cells).collect());
    }
    Ok(())
}
