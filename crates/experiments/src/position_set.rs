//! The test sets of chess positions that experiments search.

use std::cmp::Ordering;
use std::fmt;
use std::io::{Read, Write};
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use anyhow::{Context, Error, Result, bail};
use chess::Position;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::Deserialize;

use crate::files;
use crate::fnv::{FNV_1A, fnv_1a_on};
use crate::suggestions::unknown;

/// A test set: positions of games, in the order in which they were played.
///
/// Embedded sets have a name. The name of a custom set contains a digest of its positions, as in
/// `mine@0123456789abcdef`, so that results of two sets are never mixed up. Two sets of the same name are equal.
#[derive(Clone)]
pub struct PositionSet {
    name: Arc<str>,
    games: Arc<[Packed]>,
}

/// The embedded sets.
static CARRIED: LazyLock<[PositionSet; 7]> = LazyLock::new(|| {
    let set = |name: &str, csv: &str| PositionSet { name: name.into(), games: games_of(csv).finish().0 };
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
            games: Arc::new([Packed::new("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")]),
        },
    ]
});

impl PositionSet {
    /// Returns the embedded sets.
    #[must_use]
    pub fn carried() -> &'static [Self] {
        &*CARRIED
    }

    /// Returns a custom set of these games. Its name is `name` and a digest of the positions.
    #[must_use]
    pub fn own(name: &str, games: ByGame) -> Self {
        // A name is one word of a cell's text.
        let word = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' };
        let name: String = name.chars().map(word).collect();
        let (games, digest) = games.finish();
        Self { name: format!("{name}@{digest:016x}").into(), games }
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
        let mut games = ByGame::default();
        for row in rows.records() {
            let row = row.with_context(|| file.to_string())?;
            let line = row.position().map_or(0, csv::Position::line);
            let PositionLine { game, fen } = row.deserialize(Some(&columns)).with_context(|| file.to_string())?;
            let position = Position::from_fen(&fen).with_context(|| format!("{file}:{line}: invalid FEN"))?;
            games.add(&game, &position.to_fen());
        }
        if games.is_empty() {
            bail!("{file} does not have positions: {made_by}");
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Self::own(&stem, games))
    }

    /// Returns the name, as in definitions and in the text of cells.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of games. A custom set that was read from the text of a cell has none: its name does not
    /// contain its positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the game with this number, from 1: a line for each of its positions, as FEN.
    #[must_use]
    pub fn game(&self, number: u16) -> Option<String> {
        Some(self.games.get(usize::from(number).checked_sub(1)?)?.text())
    }

    /// Returns every game.
    pub fn games(&self) -> impl Iterator<Item = String> {
        self.games.iter().map(Packed::text)
    }
}

/// The positions of a game, compressed: a collection of games has millions of positions, which resemble each other.
struct Packed(Box<[u8]>);

impl Packed {
    fn new(text: &str) -> Self {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::fast());
        let packed = packed.write_all(text.as_bytes()).and_then(|()| packed.finish());
        Self(packed.expect("a vector can be written").into())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        DeflateDecoder::new(&*self.0).read_to_string(&mut text).expect("it was compressed above");
        text
    }
}

/// A line of a file that `ttlab testset` writes. The other columns are for readers.
#[derive(Deserialize)]
struct PositionLine {
    game: String,
    fen: String,
}

/// Returns the games of an embedded file.
fn games_of(csv: &str) -> ByGame {
    let mut games = ByGame::default();
    for line in csv::Reader::from_reader(csv.as_bytes()).deserialize() {
        let PositionLine { game, fen } = line.expect("a test reads every line");
        games.add(&game, &fen);
    }
    games
}

/// Collects the positions of a set.
#[derive(Default)]
pub struct ByGame {
    games: Vec<Packed>,
    /// The digest of the games with an empty line between them.
    digest: Option<u64>,
    name: String,
    last: String,
}

impl ByGame {
    /// Adds a position, as FEN. Successive positions with the same name of a game are one game.
    pub fn add(&mut self, game: &str, fen: &str) {
        if self.last.is_empty() || self.name != game {
            self.end();
            game.clone_into(&mut self.name);
        } else {
            self.last.push('\n');
        }
        self.last.push_str(fen);
    }

    fn is_empty(&self) -> bool {
        self.games.is_empty() && self.last.is_empty()
    }

    fn finish(mut self) -> (Arc<[Packed]>, u64) {
        self.end();
        (self.games.into(), self.digest.unwrap_or(FNV_1A))
    }

    fn end(&mut self) {
        if !self.last.is_empty() {
            let before = self.digest.map_or(FNV_1A, |digest| fnv_1a_on(digest, b"\n\n"));
            self.digest = Some(fnv_1a_on(before, self.last.as_bytes()));
            self.games.push(Packed::new(&self.last));
            self.last.clear();
        }
    }
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
            return Ok(Self { name: name.into(), games: Arc::new([]) });
        }
        let files = format!(", or a file (./{name}.csv)");
        Err(Error::new(unknown("test set", name, Self::carried().iter().map(Self::name), &files)))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::help::shown;

    #[test]
    fn every_position_is_one() {
        for set in PositionSet::carried() {
            assert_eq!(set.name().parse::<PositionSet>().unwrap(), *set);
            for fen in set.games().flat_map(|game| game.lines().map(str::to_owned).collect::<Vec<_>>()) {
                assert_eq!(Position::from_fen(&fen).unwrap().to_fen(), fen);
            }
        }
        let games = |name: &str| name.parse::<PositionSet>().unwrap().games().collect::<Vec<_>>();
        let positions = |name: &str| games(name).iter().map(|game| game.lines().count()).collect::<Vec<_>>();
        assert_eq!(positions("rabinovich-romanovsky"), [21]);
        assert_eq!(positions("endgame-stand-in").iter().sum::<usize>(), 112);
        assert_eq!(games("endgame-stand-in")[0], games("rabinovich-romanovsky")[0]);
        for name in ["sampled-middle-games", "sampled-endgames"] {
            assert_eq!(positions(name), [4; 60]);
        }
        assert_eq!(positions("pawn-endings"), [4; 8]);
        let fine = chess::Epd::read(include_str!("../../../testsets/suites/fine70.epd").trim()).unwrap();
        assert_eq!([fine.position.to_fen()], *games("fine-70"));
        assert!(shown(&"vsb-1995".parse::<PositionSet>().unwrap_err()).contains("vsb-1994?"));
        assert!(shown(&"mine@12".parse::<PositionSet>().unwrap_err()).contains("./mine@12.csv"));
    }

    #[test]
    fn a_custom_set_is_identified_by_its_positions() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("my games.csv");
        let file = include_str!("../../../testsets/endgame/rabinovich-romanovsky-21-positions.csv");
        fs::write(&path, file).unwrap();
        let set = PositionSet::read(&path).unwrap();
        assert!(set.games().eq("rabinovich-romanovsky".parse::<PositionSet>().unwrap().games()));
        assert!(set.name().starts_with("my-games@"), "{set}");
        let again: PositionSet = set.name().parse().unwrap();
        assert!(again == set && again.is_empty());

        let fewer: String = file.lines().take(5).map(|line| format!("{line}\n")).collect();
        fs::write(&path, fewer).unwrap();
        assert_ne!(PositionSet::read(&path).unwrap(), set);
        for (text, error) in [
            ("game,fen\n", "does not have positions"),
            ("game,move\na,1\n", "missing column `fen`"),
            ("game,fen\na,8/8/8/8/8/8/8/8 w - - 0 1\n", "csv:2: invalid FEN"),
        ] {
            fs::write(&path, text).unwrap();
            let found = shown(&PositionSet::read(&path).unwrap_err());
            assert!(found.contains(error), "{found}");
        }
    }
}
