//! Games of a user's own: which positions of them are taken, for sweeps, reports and test sets.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use chess::pgn::{self, Games};
use chess::{Colour, Keys};
use clap::{Args, ValueEnum, ValueHint};

use experiments::cell::Between;
use experiments::custom_games::CustomGames;
use experiments::position_rule::{Phase, Rule, Side, Taken, Taker};
use experiments::position_set::PositionSet;
use experiments::text::counted;
use experiments::{Usage, files};

use super::arguments::number;

/// An experiment on a user's own games.
#[derive(Args)]
pub(super) struct OwnGames {
    /// Positions of these games instead of a known experiment
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Your own games")]
    #[arg(conflicts_with_all = ["names", "full"])]
    pgn: Option<PathBuf>,
    /// What happens to the table between two positions of a game
    #[arg(long, value_name = "WHAT", requires = "pgn", default_value = "clear", help_heading = "Your own games")]
    between: BetweenArg,
    #[command(flatten)]
    rule: RuleArgs,
}

/// What happens to the table between two positions.
#[derive(Clone, Copy, ValueEnum)]
enum BetweenArg {
    /// It is cleared: the search of a position knows nothing of another one
    Clear,
    /// Its positions are stamped: they help, and give way first
    Stamp,
}

impl OwnGames {
    /// The games, if there are any, with what is searched if nothing else is said.
    /// Whether games are named.
    pub(super) fn is_given(&self) -> bool {
        self.pgn.is_some()
    }

    pub(super) fn own(&self) -> Result<Option<CustomGames>> {
        let Some(games) = &self.pgn else {
            return match self.rule.is_empty() {
                true => Ok(None),
                false => Err(Usage::error("a rule that takes positions needs games to take them of: give --pgn FILE")),
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

/// Which positions of games are taken.
#[derive(Args)]
#[command(next_help_heading = "Which positions of the games")]
pub(super) struct RuleArgs {
    /// The first move whose positions are taken [default: 1]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=10_000), allow_negative_numbers = true)]
    from_move: Option<u32>,
    /// Who is to move [default: both]
    #[arg(long, conflicts_with = "player")]
    side: Option<SideArg>,
    /// The player who is to move, by a part of the name in the tags
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// How much material is on the board [default: any]
    #[arg(long)]
    phase: Option<PhaseArg>,
    /// Only these games, by their number from 1, like 1,5,6 [default: all]
    #[arg(long, value_name = "N", value_delimiter = ',')]
    #[arg(value_parser = number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    games: Vec<usize>,
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
    /// Both players have at least 18 points
    MiddleGame,
    /// A player has fewer than 18 points
    Endgame,
    /// Any
    Any,
}

impl RuleArgs {
    fn is_empty(&self) -> bool {
        let Self { from_move, side, player, phase, games } = self;
        from_move.is_none() && side.is_none() && player.is_none() && phase.is_none() && games.is_empty()
    }

    fn rule(&self) -> Rule {
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
            PhaseArg::Any => Phase::Any,
        };
        Rule { from_move, side, phase, games: self.games.clone() }
    }

    /// As they are written on a command line.
    fn to_text(&self) -> String {
        let Self { from_move, side, player, phase, games } = self;
        let name = |value: Option<clap::builder::PossibleValue>| value.map(|value| value.get_name().to_owned());
        let games: Vec<String> = games.iter().map(ToString::to_string).collect();
        [
            ("--from-move", from_move.map(|number| number.to_string())),
            ("--side", side.and_then(|side| name(side.to_possible_value()))),
            ("--player", player.as_ref().map(|player| quoted(player))),
            ("--phase", phase.and_then(|phase| name(phase.to_possible_value()))),
            ("--games", Some(games.join(",")).filter(|games| !games.is_empty())),
        ]
        .into_iter()
        .filter_map(|(option, value)| Some(format!(" {option} {}", value?)))
        .collect()
    }
}

/// As a shell takes it for one word.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The positions of the games in these files, and how many games there are.
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
            0 => anyhow!("{of}: there is no game in it; name a PGN file"),
            games => anyhow!("{of}: the rule takes no position of {}; ask for less", counted(games, "game")),
        });
    }
    Ok((taken, games))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
