//! Writes a trace as a page, as text and as JSON, and compares it with the other schemes:
//!
//! ```text
//! cargo run -p trace --example three_forms -- domineering 4x4 two-deep 16 trace
//! cargo run -p trace --example three_forms -- connect-four 4x4:2233 deep 16 trace
//! cargo run -p trace --example three_forms -- tic-tac-toe b2,a1 none 16 trace
//! ```
//!
//! The last argument is the beginning of the names of the three files.

use std::error::Error;

use domineering::Player;
use schemes::{Positions, Scheme};
use walkthrough::{Limits, TracedGame, TracedTable, record};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [game, board, scheme, positions, out] = words[..] else {
        return Err("expected five arguments: GAME BOARD SCHEME POSITIONS OUT".into());
    };
    let game = match game {
        "domineering" => TracedGame::domineering(board.parse()?, Player::Vertical)?,
        "connect-four" => {
            let (board, line) = board.split_once(':').unwrap_or((board, ""));
            TracedGame::connect_four(board.parse()?, line)?
        }
        "tic-tac-toe" => TracedGame::tic_tac_toe(&board.replace([',', '-'], " "))?,
        other => return Err(format!("unknown game `{other}`").into()),
    };
    let positions: Positions = positions.parse()?;
    let scheme: Option<Scheme> = if scheme == "none" { None } else { Some(scheme.parse()?) };
    let table = |scheme| TracedTable { scheme, positions };

    let mut trace = record(&game, scheme.map(table), Limits::default())?;
    let others = Scheme::ALL.iter().map(|&other| Some(other)).chain([None]).filter(|other| *other != scheme);
    for other in others {
        trace.compare_with(&record(&game, other.map(table), Limits { events: 1, ..Limits::default() })?);
    }
    for (ending, content) in [("html", trace.html()), ("txt", trace.text()), ("json", trace.json())] {
        std::fs::write(format!("{out}.{ending}"), content)?;
    }
    println!("{}: {} events, {:?}", game, trace.steps(), trace.totals());
    Ok(())
}
