//! Test sets of chess positions, made from games by a rule (`[Breuker 1998, 2.6.2]`).

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use chess::pgn::Game;
use chess::{Colour, Move, PieceType, Position, material};
use serde_json::{Map, Value, json};

use crate::text::{counted, spreadsheet_cell};

/// Which positions of a game are taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The first move whose positions are taken, as players count moves.
    pub from_move: u32,
    /// Who is to move.
    pub side: Side,
    /// How much material is on the board.
    pub phase: Phase,
    /// The numbers of the games, from 1; all of them if there is none.
    pub games: Vec<usize>,
}

/// Who is to move in the positions that are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// Either player.
    Both,
    /// This one.
    Colour(Colour),
    /// The player whose name in the tags contains this, in the games in which he plays.
    Player(String),
}

/// How much material is on the board, in points: a pawn 1, a knight or a bishop 3.25, a rook 5, a queen 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Both players have at least 18 points
    MiddleGame,
    /// A player has fewer than 18 points
    Endgame,
    /// Any
    Any,
}

/// What a middle game has on either side, in hundredths of a point.
const MIDDLE_GAME: i32 = 1_800;

/// A position of a test set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The name of the game.
    pub game: Arc<str>,
    /// The position, without the history of the game.
    pub position: Position,
    /// What was played there.
    pub played: Move,
}

/// Takes the positions in which a move was played and the rule holds, in the order of the games.
///
/// A game is called by `name` and its number, or by `name` alone if there is only one.
///
/// ```
/// use experiments::position_rule::{Phase, Rule, Side, take};
///
/// let games = chess::pgn::read("1. e4 e5 2. Nf3 Nc6 *")?;
/// let white = Side::Colour(chess::Colour::White);
/// let rule = Rule { from_move: 2, side: white, phase: Phase::Any, games: Vec::new() };
/// let taken = take("mine", &games, &rule)?;
/// assert_eq!(taken.len(), 1);
/// assert_eq!(taken[0].position.to_san(taken[0].played), "Nf3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A player is asked for whom no game names, or one names on both sides; or a game that is not there.
pub fn take(name: &str, games: &[Game], rule: &Rule) -> Result<Vec<Taken>> {
    let mut taker = Taker::new(name, rule);
    games.iter().try_for_each(|game| taker.add(game))?;
    taker.finish().map(|(taken, _)| taken)
}

/// Takes positions as [`take`] does, from games that are given one at a time and need not be in memory together.
#[derive(Debug)]
pub struct Taker<'a> {
    name: &'a str,
    rule: &'a Rule,
    taken: Vec<Taken>,
    /// Games that were given.
    games: usize,
    /// Those in which the player who is asked for does not play.
    strangers: usize,
    /// The players of the first game.
    first: String,
}

impl<'a> Taker<'a> {
    /// Takes positions by `rule` from games that are called by `name`.
    #[must_use]
    pub fn new(name: &'a str, rule: &'a Rule) -> Self {
        Self { name, rule, taken: Vec::new(), games: 0, strangers: 0, first: String::new() }
    }

    /// Takes the positions of the next game.
    ///
    /// # Errors
    ///
    /// A player is asked for whom it names on both sides.
    pub fn add(&mut self, game: &Game) -> Result<()> {
        self.games += 1;
        let (number, rule) = (self.games, self.rule);
        if number == 1 {
            let player = |tag| game.tag(tag).unwrap_or("?");
            self.first = format!("{} against {}", player("White"), player("Black"));
        }
        if !rule.games.is_empty() && !rule.games.contains(&number) {
            return Ok(());
        }
        let side = match &rule.side {
            Side::Both => None,
            Side::Colour(colour) => Some(*colour),
            Side::Player(name) => {
                let colour = colour_of(game, name).with_context(|| format!("game {number}, line {}", game.line))?;
                if colour.is_none() {
                    self.strangers += 1;
                    return Ok(());
                }
                colour
            }
        };
        let name: Arc<str> = format!("{}.g{number}", self.name).into();
        let mut position = game.start.clone();
        for &played in &game.moves {
            let in_turn = side.is_none_or(|side| position.to_move() == side);
            if in_turn && position.fullmove_number() >= rule.from_move && rule.phase.is_of(&position) {
                // Only what stands on the board is asked for, and the history of each position would be long.
                let position = position.without_history();
                self.taken.push(Taken { game: Arc::clone(&name), position, played });
            }
            position.play(played);
        }
        Ok(())
    }

    /// The positions that were taken, and how many games were given.
    ///
    /// # Errors
    ///
    /// A player was asked for whom no game names; or a game that was not there.
    pub fn finish(mut self) -> Result<(Vec<Taken>, usize)> {
        let (rule, games, strangers) = (self.rule, self.games, self.strangers);
        if let Some(number) = rule.games.iter().find(|&&number| !(1..=games).contains(&number)) {
            bail!("there is no game {number}: {} in all", counted(games, "game"));
        }
        if let Side::Player(name) = &rule.side
            && games > 0
            && strangers == games
        {
            bail!("no player is called `{name}` in {}; the first is {}", counted(strangers, "game"), self.first);
        }
        if games == 1 {
            let name: Arc<str> = self.name.into();
            self.taken.iter_mut().for_each(|taken| taken.game = Arc::clone(&name));
        }
        Ok((self.taken, games))
    }
}

/// What the player of this name plays in a game; `None` if he does not play.
fn colour_of(game: &Game, name: &str) -> Result<Option<Colour>> {
    let wanted = name.to_lowercase();
    let plays = |tag| game.tag(tag).is_some_and(|player| player.to_lowercase().contains(&wanted));
    match (plays("White"), plays("Black")) {
        (true, false) => Ok(Some(Colour::White)),
        (false, true) => Ok(Some(Colour::Black)),
        (true, true) => bail!("both players may be `{name}`; give more of the name"),
        (false, false) => Ok(None),
    }
}

impl Phase {
    fn is_of(self, position: &Position) -> bool {
        let least = Colour::BOTH.map(|colour| points(position, colour)).into_iter().min().unwrap_or(0);
        match self {
            Self::MiddleGame => least >= MIDDLE_GAME,
            Self::Endgame => least < MIDDLE_GAME,
            Self::Any => true,
        }
    }
}

/// What a player has, in hundredths of a point.
fn points(position: &Position, colour: Colour) -> i32 {
    let of = |kind: &PieceType| position.pieces(colour, *kind).len() as i32 * i32::from(material(*kind));
    PieceType::ALL.iter().map(of).sum()
}

/// White pawns that a black pawn stands before.
fn blocked_pawn_pairs(position: &Position) -> u32 {
    let [white, black] = Colour::BOTH.map(|colour| position.pieces(colour, PieceType::Pawn).0);
    (white << 8 & black).count_ones()
}

const COLUMNS: [&str; 9] = [
    "game",
    "move",
    "side",
    "fen",
    "played_san",
    "played_uci",
    "white_material",
    "black_material",
    "blocked_pawn_pairs",
];

/// A test set as a JSON object: the positions with the columns of the CSV as fields, and where the CSV is, if anywhere.
#[must_use]
pub fn to_json(taken: &[Taken], games: usize, file: Option<&Path>) -> Value {
    let position = |Taken { game, position, played }: &Taken| {
        let material = |colour| f64::from(points(position, colour)) / 100.0;
        let values = [
            json!(&**game),
            json!(position.fullmove_number()),
            json!(side_name(position)),
            json!(position.to_fen()),
            json!(position.to_san(*played)),
            json!(played.to_string()),
            json!(material(Colour::White)),
            json!(material(Colour::Black)),
            json!(blocked_pawn_pairs(position)),
        ];
        COLUMNS.map(str::to_owned).into_iter().zip(values).collect::<Map<String, Value>>()
    };
    let positions: Vec<_> = taken.iter().map(position).collect();
    json!({ "games": games, "positions": positions, "file": file.map(|file| file.display().to_string()) })
}

fn side_name(position: &Position) -> &'static str {
    if position.to_move() == Colour::White { "w" } else { "b" }
}

/// Writes a test set as CSV.
///
/// # Errors
///
/// `out` takes no more.
pub fn write(taken: &[Taken], out: impl Write) -> Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS)?;
    for Taken { game, position, played } in taken {
        // With a decimal point even where nothing follows it.
        let material = |colour| format!("{:?}", f64::from(points(position, colour)) / 100.0);
        csv.write_record([
            spreadsheet_cell(game).into_owned(),
            position.fullmove_number().to_string(),
            side_name(position).to_owned(),
            position.to_fen(),
            position.to_san(*played),
            played.to_string(),
            material(Colour::White),
            material(Colour::Black),
            blocked_pawn_pairs(position).to_string(),
        ])?;
    }
    csv.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use chess::pgn;

    use super::*;

    fn rule(from_move: u32, side: Side, phase: Phase) -> Rule {
        Rule { from_move, side, phase, games: Vec::new() }
    }

    fn made(name: &str, games: &str, rule: &Rule) -> String {
        let mut out = Vec::new();
        write(&take(name, &pgn::read(games).unwrap(), rule).unwrap(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_middle_games_of_the_thesis() {
        let games = include_str!("../../../testsets/middlegame/vsb-1994.pgn");
        let rule = rule(15, Side::Player("Kasparov".to_owned()), Phase::MiddleGame);
        let taken = take("euwe94", &pgn::read(games).unwrap(), &rule).unwrap();
        let of_game = |number| taken.iter().filter(|one| *one.game == *format!("euwe94.g{number}")).count();
        assert_eq!([1, 2, 3, 4, 5, 6].map(of_game), [6, 18, 20, 24, 15, 11]);
        let file = include_str!("../../../testsets/middlegame/vsb-1994-94-positions.csv");
        assert_eq!(made("euwe94", games, &rule), file.replace("\r\n", "\n"));
    }

    #[test]
    fn the_endgame_of_the_thesis() {
        let games = include_str!("../../../testsets/endgame/rabinovich-romanovsky-1934.pgn");
        let rule = rule(1, Side::Colour(Colour::White), Phase::Endgame);
        let file = include_str!("../../../testsets/endgame/rabinovich-romanovsky-21-positions.csv");
        assert_eq!(made("rabrom34", games, &rule), file.replace("\r\n", "\n"));
    }

    #[test]
    fn the_endgames_of_our_own_choice() {
        let known = include_str!("../../../testsets/endgame/rabinovich-romanovsky-1934.pgn");
        let games = format!("{known}\n\n{}", include_str!("../../../testsets/endgame/classic-endgames.pgn"));
        let rule = Rule { games: vec![1, 5, 6, 8, 17], ..rule(1, Side::Colour(Colour::White), Phase::Endgame) };
        let file = include_str!("../../../testsets/endgame/endgame-stand-in-112-positions.csv");
        assert_eq!(made("stand-in", &games, &rule), file.replace("\r\n", "\n"));
        let none = Rule { games: vec![18], ..rule };
        let error = take("x", &pgn::read(&games).unwrap(), &none).unwrap_err();
        assert_eq!(error.to_string(), "there is no game 18: 17 games in all");
    }

    /// Equal positions have equal histories, and a FEN has none.
    #[test]
    fn a_position_is_taken_without_the_game_before_it() {
        let games = pgn::read(&"1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(500)).unwrap();
        let taken = take("long", &games, &rule(1, Side::Both, Phase::Any)).unwrap();
        assert_eq!(taken.len(), 2_000);
        for Taken { game, position, .. } in &taken {
            assert_eq!(*position, Position::from_fen(&position.to_fen()).unwrap());
            assert!(Arc::ptr_eq(game, &taken[0].game), "a name is kept once");
        }
    }

    #[test]
    fn a_player_has_to_be_there() {
        let games = pgn::read("[White \"Jones, A\"]\n[Black \"Jones, B\"]\n1. e4 *").unwrap();
        let take = |name: &str| {
            let rule = rule(1, Side::Player(name.to_owned()), Phase::Any);
            take("x", &games, &rule).map(|taken| taken.len())
        };
        assert_eq!(take("jones, a").unwrap(), 1);
        assert!(format!("{:#}", take("Jones").unwrap_err()).contains("both players"));
        let error = format!("{:#}", take("Smith").unwrap_err());
        assert!(error.contains("in 1 game; the first is Jones, A against Jones, B"), "{error}");
    }
}
