//! Prints the classes of boards that the best solver finds, and the nodes that it needs for both first players.
//!
//! `cargo run --release -p measurements --bin classes` prints a Markdown table of the boards up to 10x10, one row
//! for each number of rows. `-- 3..12 2..14 1000` chooses the rows, the columns and the nodes after which a search
//! stops. A class without a number was found without search: both searches have one node, the root. `?` is not solved.

#![forbid(unsafe_code)]

use domineering::best::BestSolver;
use domineering::{BoardSize, Class, Player, Solution};
use tt::TwoBig1;

fn solve(board: BoardSize, max_nodes: u64, table: &mut TwoBig1<()>) -> [Solution; 2] {
    Player::BOTH.map(|first| {
        table.clear();
        BestSolver { max_nodes, ..BestSolver::new(board, first) }.solve(&mut *table, ())
    })
}

/// Reads `FIRST..LAST`; the last number is included.
fn range(text: &str) -> Result<std::ops::RangeInclusive<u32>, Box<dyn std::error::Error>> {
    let (first, last) = text.split_once("..").ok_or("expected FIRST..LAST, e.g. 2..10")?;
    Ok(first.parse()?..=last.parse()?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |number: usize, default| arguments.get(number).map_or(default, String::as_str);
    let (rows, columns) = (range(argument(0, "2..10"))?, range(argument(1, "2..10"))?);
    let max_nodes = argument(2, "100000").parse()?;
    let mut table = TwoBig1::new("1M".parse()?)?;
    let (mut boards, mut solved, mut without_search, mut vertical_without_search) = (0, 0, 0, 0);
    println!("| |{}", columns.clone().map(|columns| format!(" {columns} |")).collect::<String>());
    println!("|---|{}", columns.clone().map(|_| "---|").collect::<String>());
    for rows in rows {
        let mut line = format!("| {rows} |");
        for columns in columns.clone() {
            let Ok(board) = BoardSize::new(rows, columns) else {
                line += " |";
                continue;
            };
            boards += 1;
            let solutions = solve(board, max_nodes, &mut table);
            let nodes = solutions.map(|solution| solution.nodes);
            let [vertical, horizontal] = solutions.map(|solution| solution.winner);
            let class = vertical.zip(horizontal).map(|(vertical, horizontal)| Class::of(vertical, horizontal));
            solved += u32::from(class.is_some());
            without_search += u32::from(class.is_some() && nodes == [1; 2]);
            vertical_without_search += u32::from(vertical.is_some() && nodes[0] == 1);
            line += &match class {
                Some(class) if nodes == [1; 2] => format!(" {class} |"),
                Some(class) => format!(" {class} {} |", nodes[0] + nodes[1]),
                None => " ? |".to_owned(),
            };
        }
        println!("{line}");
    }
    println!(
        "\n{boards} boards, {solved} solved, {without_search} of them without search. With Vertical first, \
         {vertical_without_search} without search."
    );
    Ok(())
}
