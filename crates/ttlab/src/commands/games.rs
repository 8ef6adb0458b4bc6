//! Your own games: which of their positions are used, for sweeps, reports and test sets.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use chess::pgn::{self, Games};
use chess::{Colour, Keys};
use clap::{Args, ValueEnum, ValueHint};

use experiments::cell::Between;
use experiments::custom_games::CustomGames;
use experiments::position_rule::{Phase, PositionRule, Side, Taken, Taker};
use experiments::position_set::PositionSet;
use experiments::text::{counted, with_help};
use experiments::{Usage, files};

use super::arguments::{BetweenArg, number};

/// An experiment on your own games.
#[derive(Args)]
pub(super) struct OwnGames {
    /// Use positions of these PGN games instead of an experiment
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Your own games")]
    #[arg(conflicts_with_all = ["names", "full"])]
    pgn: Option<PathBuf>,
    /// What happens to the table between two positions of a game
    #[arg(long, value_name = "WHAT", requires = "pgn", default_value = "clear", help_heading = "Your own games")]
    between: BetweenArg,
    #[command(flatten)]
    rule: RuleArgs,
}

impl OwnGames {
    /// Returns whether games are given.
    pub(super) fn is_given(&self) -> bool {
        self.pgn.is_some()
    }

    /// Returns the games, if there are any.
    pub(super) fn own(&self) -> Result<Option<CustomGames>> {
        let Some(games) = &self.pgn else {
            return match self.rule.is_empty() {
                true => Ok(None),
                false => Err(Usage::error(with_help(
                    "options that select positions of games require --pgn",
                    "add --pgn FILE",
                ))),
            };
        };
        let (taken, _) = take(std::slice::from_ref(games), None, &self.rule)?;
        let name = stem(games);
        let (between, option) = match self.between {
            BetweenArg::Clear => (Between::Clear, ""),
            BetweenArg::Stamp => (Between::Stamp, " --between stamp"),
        };
        Ok(Some(CustomGames {
            argument: format!("--pgn {}{option}{}", quoted(&games.to_string_lossy()), self.rule.to_text()),
            file: games.clone(),
            set: PositionSet::own(&name, &taken),
            name,
            between,
            schemes: Vec::new(),
            positions: Vec::new(),
        }))
    }
}

/// Which positions of the games are used.
#[derive(Args)]
#[command(next_help_heading = "Positions of the games")]
pub(super) struct RuleArgs {
    /// First move number [default: 1]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=10_000), allow_negative_numbers = true)]
    from_move: Option<u32>,
    /// Side to move [default: both]
    #[arg(long, conflicts_with = "player")]
    side: Option<SideArg>,
    /// Player to move, as a part of the name in the PGN tags
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Phase of the game, by material [default: any]
    #[arg(long)]
    phase: Option<PhaseArg>,
    /// Numbers of games, from 1, such as 1,5,6 [default: all]
    #[arg(long, value_name = "N", value_delimiter = ',')]
    #[arg(value_parser = number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    games: Vec<usize>,
    /// Only the first N positions of each game, without games that have fewer [default: all]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    per_game: Option<usize>,
    /// Only N games, at equal distances among those that have positions [default: all]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    sample: Option<usize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideArg {
    /// White
    White,
    /// Black
    Black,
    /// Either
    Both,
}

#[derive(Clone, Copy, ValueEnum)]
enum PhaseArg {
    /// Each side has at least 18 points
    MiddleGame,
    /// A side has fewer than 18 points
    Endgame,
    /// Only kings and pawns
    Pawns,
    /// Any
    Any,
}

impl RuleArgs {
    fn is_empty(&self) -> bool {
        self.to_text().is_empty()
    }

    fn rule(&self) -> PositionRule {
        let side = match (&self.player, self.side.unwrap_or(SideArg::Both)) {
            (Some(name), _) => Side::Player(name.clone()),
            (None, SideArg::White) => Side::Colour(Colour::White),
            (None, SideArg::Black) => Side::Colour(Colour::Black),
            (None, SideArg::Both) => Side::Both,
        };
        let (from_move, phase) = (self.from_move.unwrap_or(1), self.phase.unwrap_or(PhaseArg::Any));
        let phase = match phase {
            PhaseArg::MiddleGame => Phase::MiddleGame,
            PhaseArg::Endgame => Phase::Endgame,
            PhaseArg::Pawns => Phase::Pawns,
            PhaseArg::Any => Phase::Any,
        };
        PositionRule { from_move, side, phase, games: self.games.clone(), per_game: self.per_game, sample: self.sample }
    }

    /// Returns the options as on a command line.
    fn to_text(&self) -> String {
        let Self { from_move, side, player, phase, games, per_game, sample } = self;
        let name = |value: Option<clap::builder::PossibleValue>| value.map(|value| value.get_name().to_owned());
        let games: Vec<String> = games.iter().map(ToString::to_string).collect();
        [
            ("--from-move", from_move.map(|number| number.to_string())),
            ("--side", side.and_then(|side| name(side.to_possible_value()))),
            ("--player", player.as_ref().map(|player| quoted(player))),
            ("--phase", phase.and_then(|phase| name(phase.to_possible_value()))),
            ("--games", Some(games.join(",")).filter(|games| !games.is_empty())),
            ("--per-game", per_game.map(|number| number.to_string())),
            ("--sample", sample.map(|number| number.to_string())),
        ]
        .into_iter()
        .filter_map(|(option, value)| Some(format!(" {option} {}", value?)))
        .collect()
    }
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Returns the selected positions of the games in these files, and the number of games.
pub(super) fn take(files: &[PathBuf], name: Option<&str>, rule: &RuleArgs) -> Result<(Vec<Taken>, usize)> {
    let of = files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
    let stem = stem(files.first().map_or(Path::new(""), PathBuf::as_path));
    let (rule, keys) = (rule.rule(), Keys::new(zobrist::DEFAULT_SEED));
    let mut taker = Taker::new(name.unwrap_or(&stem), &rule);
    for path in files {
        let bytes = files::read(path)?;
        for game in Games::new(&pgn::decode(&bytes), &keys) {
            taker.add(&game.with_context(|| path.display().to_string())?).with_context(|| of.clone())?;
        }
    }
    let (taken, games) = taker.finish().with_context(|| of.clone())?;
    if taken.is_empty() {
        return Err(match games {
            0 => anyhow!(with_help(format!("{of}: no games found"), "choose a PGN file with games")),
            games => {
                let what = format!("{of}: no position of {} matches", counted(games, "game"));
                anyhow!(with_help(what, "relax the options that select positions"))
            }
        });
    }
    Ok((taken, games))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
