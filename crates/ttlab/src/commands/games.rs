//! Your own games: which of their positions are used, for sweeps, reports and test sets.

use std::io::{BufRead, Cursor};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use chess::pgn::{Games, PgnError};
use chess::{Colour, Keys};
use clap::{Args, ValueEnum, ValueHint};

use experiments::cell::Between;
use experiments::custom_games::CustomGames;
use experiments::help::with_help;
use experiments::position_rule::{Keep, Phase, PositionRule, Side, Taken, TakenCounts, Taker};
use experiments::position_set::{ByGame, PositionSet};
use experiments::text::counted;
use experiments::{Usage, files};

use super::arguments::{BetweenArg, number};
use super::printing::Notes;
use crate::interrupt::{self, Interrupted};

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

    /// Returns the games, if there are any, and those that cannot be read.
    pub(super) fn own(&self, notes: Notes) -> Result<Option<(CustomGames, Unreadable)>> {
        let Some(games) = &self.pgn else {
            return match self.rule.is_empty() {
                true => Ok(None),
                false => Err(Usage::error(with_help(
                    "options that select positions of games require --pgn",
                    "add --pgn FILE",
                ))),
            };
        };
        let mut positions = ByGame::default();
        let mut keep = |Taken { game, position, .. }: Taken| {
            positions.add(&game, &position.to_fen());
            Ok(())
        };
        let (_, unreadable) = take(std::slice::from_ref(games), None, &self.rule, notes, &mut keep)?;
        let name = stem(games);
        let (between, option) = match self.between {
            BetweenArg::Clear => (Between::Clear, ""),
            BetweenArg::Stamp => (Between::Stamp, " --between stamp"),
        };
        let own = CustomGames {
            argument: format!("--pgn {}{option}{}", quoted(&games.to_string_lossy()), self.rule.to_text()),
            file: games.clone(),
            set: PositionSet::own(&name, positions),
            name,
            between,
            schemes: Vec::new(),
            positions: Vec::new(),
        };
        Ok(Some((own, unreadable)))
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

/// Games that cannot be read: the others are used, and the command fails at its end.
#[derive(Default)]
pub(super) struct Unreadable {
    /// The number of these games, and of all games.
    games: [usize; 2],
    /// Why the first of them cannot be read.
    first: String,
}

impl Unreadable {
    /// Returns an error if there are such games.
    pub(super) fn check(&self) -> Result<()> {
        let [unreadable, all] = self.games;
        if unreadable == 0 {
            return Ok(());
        }
        let first = if unreadable == 1 { ": " } else { "; the first: " };
        let what = format!("skipped {unreadable} of {}{first}{}", counted(all, "game"), self.first);
        Err(anyhow!(with_help(what, "correct these games, or remove them from the file")))
    }
}

/// Passes the selected positions of the games in these files to `keep`. Returns the numbers of games and positions, and
/// the games that cannot be read, with a note for each of them. If the command defers its end, a signal ends it after a
/// game.
pub(super) fn take(
    files: &[PathBuf],
    name: Option<&str>,
    rule: &RuleArgs,
    notes: Notes,
    keep: &mut Keep<'_>,
) -> Result<(TakenCounts, Unreadable)> {
    let of = files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
    let stem = stem(files.first().map_or(Path::new(""), PathBuf::as_path));
    let (rule, keys) = (rule.rule(), Keys::new(zobrist::DEFAULT_SEED));
    let mut unreadable = Unreadable::default();
    let mut pass = |sources: &[Source<'_>], counted: Option<TakenCounts>, keep: &mut Keep<'_>, notes: Option<Notes>| {
        let mut taker = Taker::new(name.unwrap_or(&stem), &rule, counted, keep);
        'all: for source in sources {
            let path = source.path.display();
            for game in Games::new(source.open()?, &keys) {
                if interrupt::is_received() {
                    break 'all;
                }
                match game {
                    Ok(game) => taker.add(&game).with_context(|| of.clone())?,
                    Err(PgnError::Read(error)) => return Err(files::unreadable(source.path, &error)),
                    Err(error) => {
                        taker.skip()?;
                        let what = format!("{path}: {error}");
                        if let Some(notes) = notes {
                            notes.say(format_args!("{what}; game {} skipped", taker.counts().games));
                        }
                        if unreadable.first.is_empty() {
                            unreadable.first = what;
                        }
                    }
                }
            }
        }
        taker.finish().with_context(|| of.clone())
    };
    let sources: Vec<_> = files.iter().map(|path| Source::of(path, rule.sample.is_some())).collect::<Result<_>>()?;
    let counted_before = rule.sample.map(|_| pass(&sources, None, &mut |_| Ok(()), None)).transpose()?;
    let counts = match interrupt::is_received() {
        true => TakenCounts::default(),
        false => pass(&sources, counted_before, keep, Some(notes))?,
    };
    unreadable.games = [counts.unreadable, counts.games];
    if counts.positions == 0 {
        if interrupt::is_received() {
            return Err(Interrupted("no position was written".to_owned()).into());
        }
        if counts.unreadable == counts.games {
            unreadable.check()?;
        }
        return Err(match counts.games {
            0 => anyhow!(with_help(format!("{of}: no games found"), "choose a PGN file with games")),
            games => {
                let what = format!("{of}: no position of {} matches", counted(games, "game"));
                anyhow!(with_help(what, "relax the options that select positions"))
            }
        });
    }
    Ok((counts, unreadable))
}

/// A file of games.
struct Source<'a> {
    path: &'a Path,
    /// Its bytes, if it has to be read twice but can be read only once.
    bytes: Option<Vec<u8>>,
}

impl<'a> Source<'a> {
    fn of(path: &'a Path, is_read_twice: bool) -> Result<Self> {
        let is_kept = is_read_twice && !path.is_file();
        Ok(Self { path, bytes: is_kept.then(|| files::read(path)).transpose()? })
    }

    fn open(&self) -> Result<Box<dyn BufRead + '_>> {
        Ok(match &self.bytes {
            Some(bytes) => Box::new(Cursor::new(bytes)),
            None => Box::new(files::open(self.path)?),
        })
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
