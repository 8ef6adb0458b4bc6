//! Test sets of chess positions, selected from games by a rule (`[Breuker 1998, 2.6.2]`).

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use chess::pgn::PgnGame;
use chess::{Colour, Move, PieceType, Position, material};
use serde_json::{Map, Value, json};

use crate::text::{counted, spreadsheet_cell, with_help};

/// Which positions of a game are selected.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionRule {
    /// The number of the first move whose positions are selected.
    pub from_move: u32,
    /// Who is to move.
    pub side: Side,
    /// How much material is on the board.
    pub phase: Phase,
    /// The numbers of the games, from 1; all of them if empty.
    pub games: Vec<usize>,
    /// How many positions of each game are selected, the first ones. Games with fewer are left out.
    pub per_game: Option<usize>,
    /// How many games are selected, at equal distances among those that have positions; all of them if there are fewer.
    pub sample: Option<usize>,
}

impl Default for PositionRule {
    /// Returns the rule that selects all positions.
    fn default() -> Self {
        Self { from_move: 1, side: Side::Both, phase: Phase::Any, games: Vec::new(), per_game: None, sample: None }
    }
}

/// Who is to move in the positions that are selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// Either player.
    Both,
    /// This one.
    Colour(Colour),
    /// The player whose name in the tags contains this text.
    Player(String),
}

/// How much material is on the board, in points: a pawn 1, a knight or a bishop 3.25, a rook 5, a queen 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Both players have at least 18 points
    MiddleGame,
    /// A player has fewer than 18 points
    Endgame,
    /// Only kings and pawns are on the board
    Pawns,
    /// Any
    Any,
}

/// The least material of each player in a middle game, in hundredths of a point.
const MIDDLE_GAME: i32 = 1_800;

/// A position of a test set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The name of the game.
    pub game: Arc<str>,
    /// The position, without the history of the game.
    pub position: Position,
    /// The move that was played.
    pub played: Move,
}

/// Selects the positions in which a move was played and the rule holds, in the order of the games.
///
/// A game is named `name` and its number, or `name` alone if there is only one.
///
/// ```
/// use experiments::position_rule::{Phase, PositionRule, Side, take};
///
/// let games = chess::pgn::read("1. e4 e5 2. Nf3 Nc6 *")?;
/// let white = Side::Colour(chess::Colour::White);
/// let rule = PositionRule { from_move: 2, side: white, ..PositionRule::default() };
/// let taken = take("mine", &games, &rule)?;
/// assert_eq!(taken.len(), 1);
/// assert_eq!(taken[0].position.to_san(taken[0].played), "Nf3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The rule names a player who is in no game or on both sides of one, or a game that does not exist.
pub fn take(name: &str, games: &[PgnGame], rule: &PositionRule) -> Result<Vec<Taken>> {
    let mut taker = Taker::new(name, rule);
    games.iter().try_for_each(|game| taker.add(game))?;
    taker.finish().map(|(taken, _)| taken)
}

/// Selects positions as [`take`] does, from one game at a time, so that the games need not be in memory together.
#[derive(Debug)]
pub struct Taker<'a> {
    name: &'a str,
    rule: &'a PositionRule,
    taken: Vec<Taken>,
    /// The number of games so far.
    games: usize,
    /// The number of games without the player of the rule.
    strangers: usize,
    /// The players of the first game.
    first: String,
}

impl<'a> Taker<'a> {
    /// Selects positions by `rule` from games that are named `name`.
    #[must_use]
    pub fn new(name: &'a str, rule: &'a PositionRule) -> Self {
        Self { name, rule, taken: Vec::new(), games: 0, strangers: 0, first: String::new() }
    }

    /// Selects the positions of the next game.
    ///
    /// # Errors
    ///
    /// The player of the rule is on both sides.
    pub fn add(&mut self, game: &PgnGame) -> Result<()> {
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
        let before = self.taken.len();
        let mut position = game.start.clone();
        for &played in &game.moves {
            let in_turn = side.is_none_or(|side| position.to_move() == side);
            if in_turn && position.fullmove_number() >= rule.from_move && rule.phase.is_of(&position) {
                // A test set has positions without their games, and each history would be long.
                let position = position.without_history();
                self.taken.push(Taken { game: Arc::clone(&name), position, played });
            }
            position.play(played);
        }
        if let Some(per_game) = rule.per_game {
            let is_short = self.taken.len() < before + per_game;
            self.taken.truncate(if is_short { before } else { before + per_game });
        }
        Ok(())
    }

    /// Returns the selected positions, and the number of games.
    ///
    /// # Errors
    ///
    /// The rule names a player who is in no game, or a game that does not exist.
    pub fn finish(mut self) -> Result<(Vec<Taken>, usize)> {
        let (rule, games, strangers) = (self.rule, self.games, self.strangers);
        if let Some(number) = rule.games.iter().find(|&&number| !(1..=games).contains(&number)) {
            bail!("invalid game number {number}: the file has {}", counted(games, "game"));
        }
        if let Side::Player(name) = &rule.side
            && games > 0
            && strangers == games
        {
            bail!("unknown player `{name}` in {}; the first game is {}", counted(strangers, "game"), self.first);
        }
        if let Some(number) = rule.sample {
            self.taken = sample(self.taken, number);
        }
        if games == 1 {
            let name: Arc<str> = self.name.into();
            self.taken.iter_mut().for_each(|taken| taken.game = Arc::clone(&name));
        }
        Ok((self.taken, games))
    }
}

/// Returns the positions of this number of games, at equal distances.
fn sample(taken: Vec<Taken>, number: usize) -> Vec<Taken> {
    let games: Vec<&[Taken]> = taken.chunk_by(|one, next| Arc::ptr_eq(&one.game, &next.game)).collect();
    if games.len() <= number {
        return taken;
    }
    (0..number).flat_map(|index| games[(2 * index + 1) * games.len() / (2 * number)]).cloned().collect()
}

/// Returns the colour of the player of this name; `None` if the player is not in the game.
fn colour_of(game: &PgnGame, name: &str) -> Result<Option<Colour>> {
    let wanted = name.to_lowercase();
    let plays = |tag| game.tag(tag).is_some_and(|player| player.to_lowercase().contains(&wanted));
    match (plays("White"), plays("Black")) {
        (true, false) => Ok(Some(Colour::White)),
        (false, true) => Ok(Some(Colour::Black)),
        (true, true) => bail!(with_help(
            format!("ambiguous player `{name}`: both names contain it"),
            "use a longer part of the name"
        )),
        (false, false) => Ok(None),
    }
}

impl Phase {
    fn is_of(self, position: &Position) -> bool {
        let least = || Colour::BOTH.map(|colour| points(position, colour)).into_iter().min().unwrap_or(0);
        let pieces = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
        let has_none = |kind| Colour::BOTH.iter().all(|&colour| position.pieces(colour, kind).is_empty());
        match self {
            Self::MiddleGame => least() >= MIDDLE_GAME,
            Self::Endgame => least() < MIDDLE_GAME,
            Self::Pawns => pieces.into_iter().all(has_none),
            Self::Any => true,
        }
    }
}

/// Returns the material of a player, in hundredths of a point.
fn points(position: &Position, colour: Colour) -> i32 {
    let of = |kind: &PieceType| position.pieces(colour, *kind).len() as i32 * i32::from(material(*kind));
    PieceType::ALL.iter().map(of).sum()
}

/// Returns the number of white pawns that are blocked by a black pawn.
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

/// Returns a test set as a JSON object: the positions with the columns of the CSV as fields, and the path of the CSV.
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
/// `out` cannot be written.
pub fn write(taken: &[Taken], out: impl Write) -> Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS)?;
    for Taken { game, position, played } in taken {
        // With a decimal point even in whole numbers.
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

    fn rule(from_move: u32, side: Side, phase: Phase) -> PositionRule {
        PositionRule { from_move, side, phase, ..PositionRule::default() }
    }

    fn made(name: &str, games: &str, rule: &PositionRule) -> String {
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
        let rule = PositionRule { games: vec![1, 5, 6, 8, 17], ..rule(1, Side::Colour(Colour::White), Phase::Endgame) };
        let file = include_str!("../../../testsets/endgame/endgame-stand-in-112-positions.csv");
        assert_eq!(made("stand-in", &games, &rule), file.replace("\r\n", "\n"));
        let none = PositionRule { games: vec![18], ..rule };
        let error = take("x", &pgn::read(&games).unwrap(), &none).unwrap_err();
        assert!(error.to_string().contains("18") && error.to_string().contains("17 games"), "{error}");
    }

    #[test]
    fn the_sampled_positions() {
        for (from_move, phase, games, file) in [
            (
                15,
                Phase::MiddleGame,
                include_str!("../../../testsets/middlegame/sampled-middle-games.pgn"),
                include_str!("../../../testsets/middlegame/sampled-middle-games-240-positions.csv"),
            ),
            (
                1,
                Phase::Endgame,
                include_str!("../../../testsets/endgame/sampled-endgames.pgn"),
                include_str!("../../../testsets/endgame/sampled-endgames-240-positions.csv"),
            ),
        ] {
            let rule = PositionRule { per_game: Some(4), ..rule(from_move, Side::Colour(Colour::White), phase) };
            assert_eq!(made("sampled", games, &rule), file.replace("\r\n", "\n"));
        }
    }

    #[test]
    fn the_pawn_endings() {
        let games = [
            include_str!("../../../testsets/endgame/classic-endgames.pgn"),
            include_str!("../../../testsets/endgame/sampled-endgames.pgn"),
            include_str!("../../../testsets/middlegame/sampled-middle-games.pgn"),
        ]
        .join("\n\n");
        let rule = PositionRule { per_game: Some(4), ..rule(1, Side::Colour(Colour::White), Phase::Pawns) };
        let file = include_str!("../../../testsets/endgame/pawn-endings-32-positions.csv");
        assert_eq!(made("pawns", &games, &rule), file.replace("\r\n", "\n"));
    }

    #[test]
    fn games_are_sampled_at_equal_distances() {
        let game = |moves: &str| format!("[Event \"?\"]\n\n{moves} *\n\n");
        let (long, short) = (game("1. e4 e5 2. Nf3 Nc6"), game("1. d4"));
        let games = pgn::read(&[&long, &short, &long, &long, &short, &long].map(String::as_str).concat()).unwrap();
        let names = |per_game, sample| {
            let rule = PositionRule { per_game, sample, ..rule(1, Side::Colour(Colour::White), Phase::Any) };
            let taken = take("g", &games, &rule).unwrap();
            taken.iter().map(|taken| taken.game.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names(Some(2), None), ["g.g1", "g.g1", "g.g3", "g.g3", "g.g4", "g.g4", "g.g6", "g.g6"]);
        assert_eq!(names(Some(1), Some(3)), ["g.g2", "g.g4", "g.g6"]);
        assert_eq!(names(Some(2), Some(2)), ["g.g3", "g.g3", "g.g6", "g.g6"]);
        assert_eq!(names(Some(2), Some(1)), ["g.g4", "g.g4"]);
        assert_eq!(names(Some(2), Some(9)).len(), 8);
        assert!(names(Some(3), None).is_empty());
    }

    /// Equal positions have equal histories, and a FEN has none.
    #[test]
    fn a_position_has_no_history() {
        let games = pgn::read(&"1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(500)).unwrap();
        let taken = take("long", &games, &rule(1, Side::Both, Phase::Any)).unwrap();
        assert_eq!(taken.len(), 2_000);
        for Taken { game, position, .. } in &taken {
            assert_eq!(*position, Position::from_fen(&position.to_fen()).unwrap());
            assert!(Arc::ptr_eq(game, &taken[0].game), "a name is kept once");
        }
    }

    #[test]
    fn a_player_has_to_be_in_a_game() {
        let games = pgn::read("[White \"Jones, A\"]\n[Black \"Jones, B\"]\n1. e4 *").unwrap();
        let take = |name: &str| {
            let rule = rule(1, Side::Player(name.to_owned()), Phase::Any);
            take("x", &games, &rule).map(|taken| taken.len())
        };
        assert_eq!(take("jones, a").unwrap(), 1);
        assert!(format!("{:#}", take("Jones").unwrap_err()).contains("both names"));
        let error = format!("{:#}", take("Smith").unwrap_err());
        assert!(error.contains("Jones, A against Jones, B"), "{error}");
    }
}
