//! The options of the engine.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use chess::Position;
use schemes::{Parts, Scheme};
use tt::Size;

use experiments::help::ErrorWithHelp;
use experiments::machine;
use experiments::parallel::map_with;
use programs::chess::{Player, PlayerSettings, Program};

use super::command::split_word;
use experiments::cell::{parts_name, read_parts, read_scheme, scheme_name};

/// Sizes of the table in MiB.
const HASH: RangeInclusive<u64> = 1..=65_536;
const SEED: RangeInclusive<u64> = 0..=2_147_483_647;
/// No position of a game has more legal moves.
const MULTI_PV: RangeInclusive<u64> = 1..=218;
const OVERHEAD: RangeInclusive<u64> = 0..=5_000;
/// The empty text, as clients send it.
const EMPTY: &str = "<empty>";
/// With many more threads, the engine would answer too late (see the table in `docs/src/threads.md`).
const THREADS_PER_CORE: u64 = 16;

/// Returns how many threads the engine accepts.
fn threads() -> RangeInclusive<u64> {
    1..=THREADS_PER_CORE * machine::usable_cores() as u64
}

/// The values of all options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) program: Program,
    hash: u64,
    /// Whether the table is kept for the next game.
    pub(super) never_clear: bool,
    pub(super) scheme: Option<Scheme>,
    pub(super) parts: Parts,
    pub(super) seed: u64,
    /// The number of root moves to report, each with its line.
    pub(super) multi_pv: usize,
    /// The number of threads that search together.
    pub(super) threads: u32,
    /// Time lost per move outside the search.
    pub(super) overhead: Duration,
}

/// What to do after an option was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OptionEffect {
    /// Nothing.
    None,
    /// Clear the table.
    Clear,
    /// Use another file, or none.
    HashFile(Option<PathBuf>),
    /// Write the table to the file.
    SaveHash,
    /// Read the table from the file.
    LoadHash,
    /// Create another table.
    Table,
    /// Create other keys and another table.
    Keys,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            program: Program::default(),
            hash: 16,
            never_clear: false,
            scheme: Some(Program::default().scheme()),
            parts: Parts::all(),
            seed: zobrist::DEFAULT_SEED,
            multi_pv: 1,
            threads: 1,
            overhead: Duration::from_millis(30),
        }
    }
}

/// Returns all sets of parts, the full set first.
fn all_parts() -> impl Iterator<Item = Parts> {
    (0..=Parts::all().bits()).rev().map(Parts::from_bits_truncate)
}

impl Settings {
    /// Returns a player with an empty table of as many positions as fit. Their number is a power of two if the scheme
    /// needs one.
    pub(super) fn player(self, position: &Position) -> Result<Player> {
        let Self { program, scheme, parts, .. } = self;
        let is_shared = self.threads > 1 && scheme.is_some();
        let size = Size::mib(self.hash);
        let mut player = Player::new(PlayerSettings { program, scheme, size, parts, is_shared }, position)?;
        if is_shared {
            self.clear(&mut player);
        }
        Ok(player)
    }

    /// Removes all positions of the table, by as many threads as search with it.
    pub(super) fn clear(self, player: &mut Player) {
        let parts: Vec<usize> = (0..self.threads as usize).collect();
        let clear_part = player.part_clearer();
        let is_private = map_with(parts.len(), &parts, |&part| clear_part(part, parts.len())).contains(&false);
        drop(clear_part);
        if is_private {
            player.clear_table();
        }
    }

    /// Returns the `option` lines, with these values as defaults.
    pub(super) fn announce(self) -> String {
        let vars =
            |names: &mut dyn Iterator<Item = String>| names.map(|name| format!(" var {name}")).collect::<String>();
        let parts = vars(&mut all_parts().map(parts_name));
        let spin = |name: &str, default: u64, range: &RangeInclusive<u64>| {
            format!("option name {name} type spin default {default} min {} max {}", range.start(), range.end())
        };
        let programs = vars(&mut Program::ALL.into_iter().map(|program| program.chess_name().to_owned()));
        [
            format!("option name Program type combo default {}{programs}", self.program.chess_name()),
            spin("Hash", self.hash, &HASH),
            spin("Threads", self.threads.into(), &threads()),
            "option name Clear Hash type button".to_owned(),
            format!("option name NeverClearHash type check default {}", self.never_clear),
            format!("option name HashFile type string default {EMPTY}"),
            "option name SaveHash type button".to_owned(),
            "option name LoadHash type button".to_owned(),
            // Clients send no value of a `combo` that is not announced, and the names of schemes have no end.
            format!("option name Scheme type string default {}", scheme_name(self.scheme)),
            format!("option name Parts type combo default {}{parts}", parts_name(self.parts)),
            spin("Seed", self.seed, &SEED),
            spin("MultiPV", self.multi_pv as u64, &MULTI_PV),
            "option name Ponder type check default false".to_owned(),
            spin("Move Overhead", self.overhead.as_millis() as u64, &OVERHEAD),
        ]
        .join("\n")
    }

    /// Executes `setoption` with these words. Invalid words change nothing.
    pub(super) fn set(&mut self, words: &str) -> Result<OptionEffect, String> {
        let (first, mut rest) = split_word(words.trim());
        if !first.eq_ignore_ascii_case("name") {
            return Err("setoption: expected `name NAME value VALUE`".to_owned());
        }
        let mut name = Vec::new();
        let value = loop {
            let (word, after) = split_word(rest);
            rest = after;
            if word.is_empty() || word.eq_ignore_ascii_case("value") {
                // Spaces belong to the name of a file.
                break rest.to_owned();
            }
            name.push(word);
        };
        let name = name.join(" ");
        let before = *self;
        match name.to_ascii_lowercase().as_str() {
            "program" => {
                let named = Program::ALL.into_iter().find(|program| program.chess_name().eq_ignore_ascii_case(&value));
                self.program = named.ok_or_else(|| format!("Program: expected engine or alibaba, found `{value}`"))?;
                if self.program != before.program {
                    self.scheme = Some(self.program.scheme());
                }
            }
            "hash" => self.hash = number("Hash", &value, &HASH)?,
            "clear hash" => return Ok(OptionEffect::Clear),
            "neverclearhash" => self.never_clear = check("NeverClearHash", &value)?,
            "hashfile" => {
                let has_name = !value.is_empty() && value != EMPTY;
                return Ok(OptionEffect::HashFile(has_name.then(|| PathBuf::from(value))));
            }
            "savehash" => return Ok(OptionEffect::SaveHash),
            "loadhash" => return Ok(OptionEffect::LoadHash),
            "scheme" => {
                self.scheme = read_scheme(&value)
                    .map_err(|error| format!("Scheme: {}", ErrorWithHelp::of(&error).on_one_line()))?;
            }
            "parts" => {
                self.parts = read_parts(&value.to_ascii_lowercase()).map_err(|error| format!("Parts: {error}"))?;
            }
            "seed" => self.seed = number("Seed", &value, &SEED)?,
            "threads" => self.threads = number("Threads", &value, &threads())? as u32,
            "multipv" => self.multi_pv = number("MultiPV", &value, &MULTI_PV)? as usize,
            "move overhead" => self.overhead = Duration::from_millis(number("Move Overhead", &value, &OVERHEAD)?),
            // It announces `go ponder`, which needs no preparation.
            "ponder" => _ = check("Ponder", &value)?,
            // It is not announced, but clients may send it nevertheless.
            "uci_chess960" if check("UCI_Chess960", &value)? => {
                return Err("UCI_Chess960: Chess960 is not supported".to_owned());
            }
            "uci_chess960" => {}
            _ => return Err(format!("setoption: unknown option `{name}`")),
        }
        Ok(if self.seed != before.seed {
            OptionEffect::Keys
        } else if (self.program, self.hash, self.scheme, self.parts)
            != (before.program, before.hash, before.scheme, before.parts)
            || (self.threads > 1) != (before.threads > 1)
        {
            OptionEffect::Table
        } else {
            OptionEffect::None
        })
    }
}

/// Reads the value of a `check` option.
fn check(name: &str, value: &str) -> Result<bool, String> {
    let value_in_lower_case = value.to_ascii_lowercase();
    value_in_lower_case.parse().map_err(|_| format!("{name}: expected true or false, found `{value}`"))
}

fn number(name: &str, value: &str, range: &RangeInclusive<u64>) -> Result<u64, String> {
    value
        .parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| format!("{name}: expected a number from {} to {}, found `{value}`", range.start(), range.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(settings: &mut Settings, line: &str) -> Result<OptionEffect, String> {
        settings.set(line)
    }

    #[test]
    fn every_announced_value_is_accepted_and_its_neighbours_are_not() {
        let mut settings = Settings::default();
        for line in settings.announce().lines() {
            let (name, rest) = line.strip_prefix("option name ").unwrap().split_once(" type ").unwrap();
            let words: Vec<&str> = rest.split_whitespace().collect();
            let mut value = |value: &str| set(&mut settings, &format!("name {name} value {value}"));
            match words[0] {
                "spin" => {
                    let [_, _, default, _, min, _, max] = words[..] else { panic!("{line}") };
                    let (min, max): (i64, i64) = (min.parse().unwrap(), max.parse().unwrap());
                    for refused in [min - 1, max + 1, i64::MIN] {
                        assert!(value(&refused.to_string()).is_err(), "{name} {refused}");
                    }
                    for accepted in [min.to_string(), max.to_string(), default.to_owned()] {
                        value(&accepted).unwrap();
                    }
                }
                "combo" => words[3..].chunks(2).for_each(|var| _ = value(var[1]).unwrap()),
                "string" => {
                    let default = rest.strip_prefix("string default ").unwrap();
                    let effect = value(default).unwrap();
                    assert!(name != "HashFile" || effect == OptionEffect::HashFile(None), "{line}");
                }
                "check" => {
                    ["true", "false"].into_iter().for_each(|word| assert_eq!(value(word), Ok(OptionEffect::None)));
                }
                "button" => {
                    let effect = set(&mut settings, &format!("name {name}")).unwrap();
                    let expected = match name {
                        "SaveHash" => OptionEffect::SaveHash,
                        "LoadHash" => OptionEffect::LoadHash,
                        _ => OptionEffect::Clear,
                    };
                    assert_eq!(effect, expected);
                }
                other => panic!("{other}"),
            }
        }
    }

    #[test]
    fn a_table_uses_the_memory_that_the_scheme_allows() {
        let capacity = |lines: &[&str]| {
            let mut settings = Settings::default();
            lines.iter().for_each(|line| _ = set(&mut settings, line).unwrap());
            settings.player(&Position::start()).unwrap().capacity()
        };
        for threads in ["name Threads value 1", "name Threads value 2"] {
            for (scheme, positions) in [("two-big1", 2 << 16), ("two-big1+mul-high", 3 << 16), ("depth-3", 3 << 16)] {
                let scheme = format!("name Scheme value {scheme}");
                assert_eq!(capacity(&["name Hash value 3", threads, &scheme]), positions, "{scheme}");
            }
        }
        assert_eq!(capacity(&["name Hash value 3", "name Scheme value none"]), 2);
    }

    #[test]
    fn names_and_values_are_read_in_any_case() {
        let file = |name: &str| OptionEffect::HashFile(Some(PathBuf::from(name)));
        let mut settings = Settings::default();
        for (line, effect) in [
            ("NAME move OVERHEAD Value 7", OptionEffect::None),
            ("name ponder value TRUE", OptionEffect::None),
            ("name uci_chess960 value False", OptionEffect::None),
            ("name SCHEME value DEEP", OptionEffect::Table),
            ("name scheme value Depth-4+AGE-4", OptionEffect::Table),
            ("name parts value MOVE+Bounds", OptionEffect::Table),
            ("name CLEAR hash", OptionEffect::Clear),
            ("name hashFILE value /a  Directory/My hash.tt", file("/a  Directory/My hash.tt")),
            ("name HashFile value value", file("value")),
            ("name HashFile value", OptionEffect::HashFile(None)),
            ("name HashFile value <empty>", OptionEffect::HashFile(None)),
            ("name neverCLEARhash value True", OptionEffect::None),
        ] {
            assert_eq!(set(&mut settings, line), Ok(effect), "{line}");
        }
        assert_eq!((settings.overhead, settings.never_clear), (Duration::from_millis(7), true));
        assert_eq!(settings.scheme.map(Scheme::name), Some("depth-4+age-4"));
        assert_eq!(settings.parts, Parts::MOVE | Parts::BOUNDS);
    }

    #[test]
    fn chess960_is_not_supported() {
        let error = set(&mut Settings::default(), "name UCI_Chess960 value true").unwrap_err();
        assert!(error.contains("Chess960 is not supported"), "{error}");
    }

    #[test]
    fn invalid_words_change_nothing() {
        let mut settings = Settings::default();
        for line in
            ["", "name", "name Hash", "name Hash value 0", "name Hash value x", "value 3", "name Ponder value 1"]
        {
            assert!(set(&mut settings, line).is_err(), "{line}");
        }
        assert_eq!(settings, Settings::default());
        assert_eq!(set(&mut settings, "name Seed value 3"), Ok(OptionEffect::Keys));
        assert_eq!(set(&mut settings, "name Seed value 3"), Ok(OptionEffect::None));
    }
}
