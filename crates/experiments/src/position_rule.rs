//! Test sets of chess positions, selected from games by a rule (`[Breuker 1998, 2.6.2]`).

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use chess::pgn::PgnGame;
use chess::{Colour, Move, PieceType, Position, material};
use schemars::JsonSchema;
use serde::Serialize;

use crate::help::with_help;
use crate::text::{counted, spreadsheet_cell};

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
/// # Errors
///
/// The rule names a player who is in no game or on both sides of one, or a game that does not exist.
pub fn take(name: &str, games: &[PgnGame], rule: &PositionRule) -> Result<Vec<Taken>> {
    let pass = |counted: Option<TakenCounts>, keep: &mut Keep<'_>| {
        let mut taker = Taker::new(name, rule, counted, keep);
        games.iter().try_for_each(|game| taker.add(game))?;
        taker.finish()
    };
    let counted = rule.sample.map(|_| pass(None, &mut |_| Ok(()))).transpose()?;
    let mut taken = Vec::new();
    pass(counted, &mut |one| {
        taken.push(one);
        Ok(())
    })?;
    Ok(taken)
}

/// What happens to a position that is selected.
pub type Keep<'a> = dyn FnMut(Taken) -> Result<()> + 'a;

/// The numbers of games in which a [`Taker`] has selected positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakenCounts {
    /// All games, with those that cannot be read.
    pub games: usize,
    /// The games that cannot be read.
    pub unreadable: usize,
    /// The games with positions that the rule selects before it samples games.
    pub with_positions: usize,
    /// The positions that were selected.
    pub positions: usize,
}

/// Selects positions as [`take`] does, from one game at a time, so that neither the games nor the positions need be in
/// memory together.
pub struct Taker<'a> {
    name: &'a str,
    rule: &'a PositionRule,
    /// The number of games with positions, if games are sampled.
    sampled_from: Option<usize>,
    keep: &'a mut Keep<'a>,
    /// The positions of the first game, whose name depends on whether there is another game.
    first: Vec<Taken>,
    counts: TakenCounts,
    /// The number of games that were sampled.
    sampled: usize,
    /// The number of games without the player of the rule.
    strangers: usize,
    /// The players of the first game.
    players: Option<String>,
}

impl<'a> Taker<'a> {
    /// Selects positions by `rule` from games that are named `name`, and passes them to `keep`. Games can be sampled
    /// only in a second pass: `counted` is what the first one returned, or `None` in the first one.
    #[must_use]
    pub fn new(name: &'a str, rule: &'a PositionRule, counted: Option<TakenCounts>, keep: &'a mut Keep<'a>) -> Self {
        let sampled_from = counted.map(|counts| counts.with_positions);
        let counts = TakenCounts::default();
        Self { name, rule, sampled_from, keep, first: Vec::new(), counts, sampled: 0, strangers: 0, players: None }
    }

    /// Returns the numbers of games and positions so far.
    #[must_use]
    pub fn counts(&self) -> TakenCounts {
        self.counts
    }

    /// Counts a game that cannot be read, so that the numbers of the other games are those in the file.
    ///
    /// # Errors
    ///
    /// A position cannot be kept.
    pub fn skip(&mut self) -> Result<()> {
        self.counts.games += 1;
        self.counts.unreadable += 1;
        self.keep_first()
    }

    /// Selects the positions of the next game.
    ///
    /// # Errors
    ///
    /// The player of the rule is on both sides, or a position cannot be kept.
    pub fn add(&mut self, game: &PgnGame) -> Result<()> {
        self.counts.games += 1;
        self.keep_first()?;
        let (number, rule) = (self.counts.games, self.rule);
        self.players.get_or_insert_with(|| {
            let player = |tag| game.tag(tag).unwrap_or("?");
            format!("{} against {}", player("White"), player("Black"))
        });
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
        let mut taken = Vec::new();
        let mut position = game.start.clone();
        for &played in &game.moves {
            let in_turn = side.is_none_or(|side| position.to_move() == side);
            if in_turn && position.fullmove_number() >= rule.from_move && rule.phase.is_of(&position) {
                // A test set has positions without their games, and each history would be long.
                let position = position.without_history();
                taken.push(Taken { game: Arc::clone(&name), position, played });
            }
            position.play(played);
        }
        if let Some(per_game) = rule.per_game {
            taken.truncate(if taken.len() < per_game { 0 } else { per_game });
        }
        if taken.is_empty() || !self.is_sampled() {
            return Ok(());
        }
        self.counts.positions += taken.len();
        if number == 1 {
            self.first = taken;
            return Ok(());
        }
        taken.into_iter().try_for_each(|taken| (self.keep)(taken))
    }

    /// Returns whether the positions of the next game that has some are used: those of games at equal distances are.
    fn is_sampled(&mut self) -> bool {
        let index = self.counts.with_positions;
        self.counts.with_positions += 1;
        let (Some(number), Some(games)) = (self.rule.sample, self.sampled_from) else { return true };
        let is_sampled = games <= number || index == (2 * self.sampled + 1) * games / (2 * number);
        self.sampled += usize::from(is_sampled);
        is_sampled
    }

    fn keep_first(&mut self) -> Result<()> {
        std::mem::take(&mut self.first).into_iter().try_for_each(|taken| (self.keep)(taken))
    }

    /// Returns the numbers of games and positions.
    ///
    /// # Errors
    ///
    /// The rule names a player who is in no game, or a game that does not exist, or a position cannot be kept.
    pub fn finish(mut self) -> Result<TakenCounts> {
        let (rule, counts) = (self.rule, self.counts);
        if let Some(number) = rule.games.iter().find(|&&number| !(1..=counts.games).contains(&number)) {
            bail!("invalid game number {number}: the file has {}", counted(counts.games, "game"));
        }
        if let (Side::Player(name), Some(players)) = (&rule.side, &self.players)
            && self.strangers + counts.unreadable == counts.games
        {
            bail!("unknown player `{name}` in {}; the first game is {players}", counted(self.strangers, "game"));
        }
        let name: Arc<str> = self.name.into();
        self.first.iter_mut().for_each(|taken| taken.game = Arc::clone(&name));
        self.keep_first()?;
        Ok(counts)
    }
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

/// A position of a test set: the columns of the CSV file, and the fields of a JSON object.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestPosition<'a> {
    /// Name of the game.
    pub game: Cow<'a, str>,
    /// Number of the move, as in the game's notation.
    #[serde(rename = "move")]
    pub number: u32,
    /// Side to move: `w` White, `b` Black.
    #[schemars(extend("enum" = ["w", "b"]))]
    pub side: &'static str,
    /// The position in Forsyth-Edwards Notation.
    pub fen: String,
    /// The move that was played, in standard algebraic notation.
    pub played_san: String,
    /// The move that was played, in UCI notation (`e2e4`).
    pub played_uci: String,
    /// White's material without the king, in points; a pawn is 1 point.
    pub white_material: f64,
    /// Black's material without the king, in points; a pawn is 1 point.
    pub black_material: f64,
    /// White pawns with a black pawn on the square in front of them.
    pub blocked_pawn_pairs: u32,
}

impl<'a> From<&'a Taken> for TestPosition<'a> {
    fn from(Taken { game, position, played }: &'a Taken) -> Self {
        let material = |colour| f64::from(points(position, colour)) / 100.0;
        Self {
            game: (&**game).into(),
            number: position.fullmove_number(),
            side: if position.to_move() == Colour::White { "w" } else { "b" },
            fen: position.to_fen(),
            played_san: position.to_san(*played),
            played_uci: played.to_string(),
            white_material: material(Colour::White),
            black_material: material(Colour::Black),
            blocked_pawn_pairs: blocked_pawn_pairs(position),
        }
    }
}

/// A test set that is written as CSV, one position at a time. Without positions, nothing is written.
pub struct CsvSet<W: Write>(csv::Writer<W>);

impl<W: Write> CsvSet<W> {
    /// Begins a test set.
    pub fn new(out: W) -> Self {
        Self(csv::Writer::from_writer(out))
    }

    /// Writes a position.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    pub fn write(&mut self, taken: &Taken) -> io::Result<()> {
        self.0.serialize(TestPosition { game: spreadsheet_cell(&taken.game), ..taken.into() })?;
        Ok(())
    }

    /// Completes the test set.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests;
