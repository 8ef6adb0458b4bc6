//! What the reader can choose: games, sizes and schemes.

use domineering::Player;
use schemes::Scheme;
use serde::Serialize;
use walkthrough::{MAX_POSITIONS, MIN_POSITIONS, TracedGame, rule};

use crate::PlaygroundError;

/// The name of a search without a table.
pub(crate) const NO_TABLE: &str = "none";

/// The largest table: 1 MiB.
const LARGEST: u64 = 64 * 1024;

/// What the reader can choose.
#[derive(Serialize)]
pub(crate) struct Menu {
    games: Vec<GameChoice>,
    sizes: Vec<u64>,
    /// The largest table whose steps are shown.
    max_shown: u64,
    groups: Vec<Group>,
}

#[derive(Serialize)]
struct GameChoice {
    name: &'static str,
    label: &'static str,
    note: &'static str,
}

/// Schemes whose tables are alike.
#[derive(Serialize)]
struct Group {
    label: &'static str,
    schemes: Vec<SchemeChoice>,
}

#[derive(Serialize)]
struct SchemeChoice {
    name: &'static str,
    label: &'static str,
    rule: String,
}

/// A game: its name, its label, a note, the position, and the depth in plies if it is not searched to the end.
type Row = (&'static str, &'static str, &'static str, Start, Option<u8>);

enum Start {
    TicTacToe(&'static str),
    Domineering(&'static str),
    ConnectFour(&'static str, &'static str),
}

const DRAW: &str = "Neither player can win.";

const GAMES: &[Row] = &[
    ("tic-tac-toe-3", "Tic-tac-toe, X on a1, 3 plies", "The example of the primer.", Start::TicTacToe("a1"), Some(3)),
    ("tic-tac-toe", "Tic-tac-toe, whole game", DRAW, Start::TicTacToe(""), None),
    (
        "domineering-4x4",
        "Domineering 4x4",
        "Vertical and Horizontal cover two squares each in turn. Who cannot move loses.",
        Start::Domineering("4x4"),
        None,
    ),
    ("domineering-5x5", "Domineering 5x5", "The second player wins.", Start::Domineering("5x5"), None),
    ("domineering-6x6", "Domineering 6x6", "The first player wins.", Start::Domineering("6x6"), None),
    ("domineering-7x7", "Domineering 7x7", "The first player wins.", Start::Domineering("7x7"), None),
    ("connect-four-4x4", "Connect Four 4x4", DRAW, Start::ConnectFour("4x4", ""), None),
    ("connect-four-4x5", "Connect Four 4x5", DRAW, Start::ConnectFour("4x5", ""), None),
    ("connect-four-5x5", "Connect Four 5x5", DRAW, Start::ConnectFour("5x5", ""), None),
    (
        "connect-four-6x7",
        "Connect Four 6x7, 14 stones",
        "The standard board after 44444415232635, a digit for the column of each stone. The player to move wins.",
        Start::ConnectFour("6x7", "44444415232635"),
        None,
    ),
];

const GROUPS: &[(&str, &[&str])] = &[
    ("One slot per bucket", &["new", "old", "deep", "big1", "big-all"]),
    ("Two slots per bucket", &["two-deep", "two-big1", "two-tier-deep", "depth-2", "random-2"]),
    ("Four slots per bucket", &["depth-4", "size-4", "lru-4", "fifo-4", "random-4"]),
    ("Without replacement", &["unbounded", NO_TABLE]),
];

pub(crate) fn menu() -> Menu {
    let games = GAMES.iter().map(|&(name, label, note, ..)| GameChoice { name, label, note });
    let groups = GROUPS.iter().map(|(label, names)| Group { label, schemes: names.iter().map(choice).collect() });
    Menu {
        games: games.collect(),
        sizes: (0..).map(|shift| MIN_POSITIONS << shift).take_while(|&size| size <= LARGEST).collect(),
        max_shown: MAX_POSITIONS,
        groups: groups.collect(),
    }
}

fn choice(name: &&'static str) -> SchemeChoice {
    let (label, rule) = match name.parse::<Scheme>() {
        Ok(scheme) => (scheme.label(), rule(scheme)),
        Err(_) => ("No table", "searches every position again".to_owned()),
    };
    SchemeChoice { name, label, rule }
}

/// Returns a game of the menu, and the depth of its search.
pub(crate) fn game(name: &str) -> Result<(TracedGame, Option<u8>), PlaygroundError> {
    let row = GAMES.iter().find(|(known, ..)| *known == name);
    let (_, _, _, start, depth) = row.ok_or_else(|| PlaygroundError::Game(name.to_owned()))?;
    let game = match start {
        Start::TicTacToe(line) => TracedGame::tic_tac_toe(line)?,
        Start::Domineering(board) => TracedGame::domineering(read(board, name)?, Player::Vertical)?,
        Start::ConnectFour(board, line) => TracedGame::connect_four(read(board, name)?, line)?,
    };
    Ok((game, *depth))
}

fn read<T: std::str::FromStr>(text: &str, name: &str) -> Result<T, PlaygroundError> {
    text.parse().map_err(|_| PlaygroundError::Game(name.to_owned()))
}
