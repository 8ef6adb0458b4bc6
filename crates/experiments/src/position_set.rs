//! The test sets of chess positions that experiments search.

use std::cmp::Ordering;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use anyhow::{Context, Error, Result, bail};
use chess::Position;
use serde::Deserialize;

use crate::files;
use crate::fnv::{FNV_1A, fnv_1a_on};
use crate::suggestions::unknown;

/// A test set: positions of games, in the order in which they were played.
///
/// Embedded sets have a name. The name of a custom set contains a digest of its positions, as in
/// `mine@0123456789abcdef`, so that results of two sets are never mixed up. Two sets of the same name are equal.
///
/// ```
/// use experiments::position_set::PositionSet;
///
/// let set: PositionSet = "vsb-1994".parse()?;
/// assert_eq!(set.games().iter().map(Vec::len).collect::<Vec<_>>(), [6, 18, 20, 24, 15, 11]);
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Clone)]
pub struct PositionSet {
    name: Arc<str>,
    games: Arc<Games>,
}

/// FENs by game.
type Games = Vec<Vec<String>>;

/// The embedded sets.
static CARRIED: LazyLock<[PositionSet; 7]> = LazyLock::new(|| {
    let set = |name: &str, csv: &str| PositionSet { name: name.into(), games: Arc::new(games_of(csv)) };
    [
        // The 94 middle-game positions of [Breuker 1998, 2.6.2]; game 2 has the 18 of the article.
        set("vsb-1994", include_str!("../../../testsets/middlegame/vsb-1994-94-positions.csv")),
        set("rabinovich-romanovsky", include_str!("../../../testsets/endgame/rabinovich-romanovsky-21-positions.csv")),
        set("endgame-stand-in", include_str!("../../../testsets/endgame/endgame-stand-in-112-positions.csv")),
        set(
            "sampled-middle-games",
            include_str!("../../../testsets/middlegame/sampled-middle-games-240-positions.csv"),
        ),
        set("sampled-endgames", include_str!("../../../testsets/endgame/sampled-endgames-240-positions.csv")),
        set("pawn-endings", include_str!("../../../testsets/endgame/pawn-endings-32-positions.csv")),
        // From testsets/suites/fine70.epd.
        PositionSet {
            name: "fine-70".into(),
            games: Arc::new(vec![vec!["8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1".to_owned()]]),
        },
    ]
});

impl PositionSet {
    /// Returns the embedded sets.
    #[must_use]
    pub fn carried() -> &'static [Self] {
        &*CARRIED
    }

    /// Returns a custom set of these positions by game, as FEN: its name is `name` and a digest of the positions.
    #[must_use]
    pub fn own(name: &str, games: Vec<Vec<String>>) -> Self {
        // A name is one word of a cell's text.
        let word = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' };
        let name: String = name.chars().map(word).collect();
        // The digest of a text with a line for each position, and an empty line between games.
        let mut digest = FNV_1A;
        for (index, fens) in games.iter().enumerate() {
            for (line, fen) in fens.iter().enumerate() {
                let separator: &[u8] = match (index, line) {
                    (0, 0) => b"",
                    (_, 0) => b"\n\n",
                    _ => b"\n",
                };
                digest = fnv_1a_on(fnv_1a_on(digest, separator), fen.as_bytes());
            }
        }
        Self { name: format!("{name}@{digest:016x}").into(), games: Arc::new(games) }
    }

    /// Reads a file that `ttlab testset` wrote.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not such a file; the error names the line.
    pub fn read(path: &Path) -> Result<Self> {
        let file = path.display();
        let text = files::read_text(path).context("cannot read the test set")?;
        let made_by = "expected a file that `ttlab testset` wrote";
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let columns = rows.headers().with_context(|| file.to_string())?.clone();
        if let Some(missing) = ["game", "fen"].iter().find(|name| !columns.iter().any(|column| column == **name)) {
            bail!("{file}: missing column `{missing}`: {made_by}");
        }
        let mut positions = Vec::new();
        for row in rows.records() {
            let row = row.with_context(|| file.to_string())?;
            let line = row.position().map_or(0, csv::Position::line);
            let PositionLine { game, fen } = row.deserialize(Some(&columns)).with_context(|| file.to_string())?;
            let position = Position::from_fen(&fen).with_context(|| format!("{file}:{line}: invalid FEN"))?;
            positions.push((game, position.to_fen()));
        }
        if positions.is_empty() {
            bail!("{file} does not have positions: {made_by}");
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Self::own(&stem, by_game(positions.iter().map(|(game, fen)| (game.as_str(), fen.clone())))))
    }

    /// Returns the name, as in definitions and in the text of cells.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the positions of every game, as FEN. A custom set that was read from the text of a cell is empty: its
    /// name does not contain its positions.
    #[must_use]
    pub fn games(&self) -> &[Vec<String>] {
        &self.games
    }
}

/// A line of a file that `ttlab testset` writes. The other columns are for readers.
#[derive(Deserialize)]
struct PositionLine {
    game: String,
    fen: String,
}

/// Returns the positions of an embedded file.
fn games_of(csv: &str) -> Games {
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let lines = rows.deserialize().map(|line| line.expect("a test reads every line"));
    let lines: Vec<PositionLine> = lines.collect();
    by_game(lines.iter().map(|line| (line.game.as_str(), line.fen.clone())))
}

/// Groups successive positions with the same name of a game.
fn by_game<'a>(positions: impl Iterator<Item = (&'a str, String)>) -> Games {
    let mut games: Vec<(&str, Vec<String>)> = Vec::new();
    for (game, fen) in positions {
        match games.last_mut() {
            Some((name, fens)) if *name == game => fens.push(fen),
            _ => games.push((game, vec![fen])),
        }
    }
    games.into_iter().map(|(_, fens)| fens).collect()
}

impl PartialEq for PositionSet {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for PositionSet {}

impl PartialOrd for PositionSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PositionSet {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name.cmp(&other.name)
    }
}

impl fmt::Debug for PositionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PositionSet").field(&self.name).finish()
    }
}

impl fmt::Display for PositionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PositionSet {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        if let Some(set) = Self::carried().iter().find(|set| set.name() == name) {
            return Ok(set.clone());
        }
        let of_own = name.split_once('@').is_some_and(|(stem, digest)| {
            let is_digit = |c: char| c.is_ascii_digit() || matches!(c, 'a'..='f');
            !stem.is_empty() && digest.len() == 16 && digest.chars().all(is_digit)
        });
        if of_own {
            return Ok(Self { name: name.into(), games: Arc::default() });
        }
        let files = format!(", or a file (./{name}.csv)");
        Err(Error::msg(unknown("test set", name, Self::carried().iter().map(Self::name), &files)))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_position_is_one() {
        for set in PositionSet::carried() {
            assert_eq!(set.name().parse::<PositionSet>().unwrap(), *set);
            for fen in set.games().concat() {
                assert_eq!(Position::from_fen(&fen).unwrap().to_fen(), fen);
            }
        }
        let games = |name: &str| name.parse::<PositionSet>().unwrap().games().to_vec();
        assert_eq!(games("rabinovich-romanovsky")[0].len(), 21);
        assert_eq!(games("endgame-stand-in").concat().len(), 112);
        assert_eq!(games("endgame-stand-in")[0], games("rabinovich-romanovsky")[0]);
        for name in ["sampled-middle-games", "sampled-endgames"] {
            assert_eq!(games(name).iter().map(Vec::len).collect::<Vec<_>>(), [4; 60]);
        }
        assert_eq!(games("pawn-endings").iter().map(Vec::len).collect::<Vec<_>>(), [4; 8]);
        let fine = chess::Epd::read(include_str!("../../../testsets/suites/fine70.epd").trim()).unwrap();
        assert_eq!(fine.position.to_fen(), games("fine-70")[0][0]);
        assert!("vsb-1995".parse::<PositionSet>().unwrap_err().to_string().contains("did you mean vsb-1994?"));
        assert!("mine@12".parse::<PositionSet>().unwrap_err().to_string().contains("./mine@12.csv"));
    }

    #[test]
    fn a_custom_set_is_identified_by_its_positions() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("my games.csv");
        let file = include_str!("../../../testsets/endgame/rabinovich-romanovsky-21-positions.csv");
        fs::write(&path, file).unwrap();
        let set = PositionSet::read(&path).unwrap();
        assert_eq!(set.games(), "rabinovich-romanovsky".parse::<PositionSet>().unwrap().games());
        assert!(set.name().starts_with("my-games@"), "{set}");
        let again: PositionSet = set.name().parse().unwrap();
        assert!(again == set && again.games().is_empty());

        let fewer: String = file.lines().take(5).map(|line| format!("{line}\n")).collect();
        fs::write(&path, fewer).unwrap();
        assert_ne!(PositionSet::read(&path).unwrap(), set);
        for (text, error) in [
            ("game,fen\n", "does not have positions"),
            ("game,move\na,1\n", "missing column `fen`"),
            ("game,fen\na,8/8/8/8/8/8/8/8 w - - 0 1\n", "csv:2: invalid FEN"),
        ] {
            fs::write(&path, text).unwrap();
            let found = format!("{:#}", PositionSet::read(&path).unwrap_err());
            assert!(found.contains(error), "{found}");
        }
    }
}
