//! What the laboratory asks a game, its solvers, its cells and its part of a definition.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail};
use programs::{Job, SearchOption, SearchOptions, Searched};
use schemes::{Parts, Positions, Scheme};
use serde::de::DeserializeOwned;

use super::{GameCell, GameKind, GamePart, Group, GroupKind, Observed, OptionUse, SolverKind, TableText, Tables};
use crate::Cell;
use crate::between::Between;
use crate::board::Board;
use crate::report_kind::ReportKind;

/// A frozen search of the signature with a table, but for its scheme.
pub(crate) struct Frozen {
    pub(crate) game: GameCell,
    pub(crate) positions: &'static str,
    pub(crate) parts: Parts,
    /// The key seed is the default one and this much more.
    pub(crate) seed: u64,
}

impl Frozen {
    pub(super) fn new(game: impl Into<GameCell>, positions: &'static str, parts: Parts, seed: u64) -> Self {
        Self { game: game.into(), positions, parts, seed }
    }
}

/// What the laboratory asks about a game.
pub(crate) struct Profile {
    /// The name, as definitions and the command line write it.
    pub(crate) name: &'static str,
    /// The name, as people write it.
    pub(crate) title: &'static str,
    /// What the nodes of its searches are added up by.
    pub(crate) sums: GroupKind,
    /// The forms of report that it has.
    pub(crate) kinds: &'static [ReportKind],
    /// Whether the table can be stamped between the searches of a cell. Otherwise it is cleared: each position is
    /// solved on its own.
    pub(crate) can_stamp: bool,
    /// The kinds of search options that change something in its searches, besides those for all games.
    pub(super) options: &'static [OptionUse],
    /// The columns of a CSV file of rows that its cells fill.
    pub(crate) csv_columns: &'static [&'static str],
    /// The size of a table in positions, if the user chooses none.
    pub(crate) default_positions: &'static str,
    /// A cell that measures the speed of the search with a table as large as those of its experiments, and how many
    /// nodes of it to search.
    pub(crate) speed_test: (&'static str, u64),
    /// Returns the searches of the bench.
    pub(crate) bench_cells: fn() -> Result<Vec<Cell>>,
}

/// What the laboratory asks about a program that searches.
pub(crate) struct SolverProfile {
    /// The name, as the text of a cell begins.
    pub(crate) name: &'static str,
    /// The game that it plays.
    pub(crate) game: GameKind,
    /// Whether it searches with a table of the laboratory, whose scheme and size can be chosen.
    pub(crate) has_table: bool,
    /// Reads its fields of the text of a cell.
    pub(super) read: fn(&TextFields<'_>) -> Result<GameCell>,
    /// Returns what the frozen searches of the signature search without a table.
    pub(crate) frozen_without_table: fn() -> Result<Vec<GameCell>>,
    /// Returns the frozen searches of the signature with a table.
    pub(crate) frozen_with_table: fn() -> Result<Vec<Frozen>>,
}

impl GameKind {
    /// Returns the name, as definitions and the command line write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.profile().name
    }

    /// Returns the name, as people write it.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.profile().title
    }

    /// Returns what the nodes of its searches are added up by.
    #[must_use]
    pub fn sums(self) -> GroupKind {
        self.profile().sums
    }

    /// Returns whether an option of the search changes something in the game.
    pub(crate) fn has_effect(self, option: SearchOption) -> bool {
        let needed = OptionUse::of(option);
        needed == OptionUse::AllGames || self.profile().options.contains(&needed)
    }

    /// Returns whether searches end at a horizon, and keep lines of moves.
    pub(crate) fn has_horizon(self) -> bool {
        self.profile().options.contains(&OptionUse::Horizon)
    }

    /// Returns the columns of a CSV file of rows that the cells of the game fill.
    #[must_use]
    pub fn csv_columns(self) -> &'static [&'static str] {
        self.profile().csv_columns
    }

    /// Returns the size of a table, in positions, that is used by default.
    #[must_use]
    pub fn default_positions(self) -> &'static str {
        self.profile().default_positions
    }

    /// Returns a cell that measures the speed of the search, and how many nodes of it to search.
    #[must_use]
    pub fn speed_test(self) -> (&'static str, u64) {
        self.profile().speed_test
    }
}

/// What the rest of the laboratory asks a game about one of its cells.
pub(super) trait Configuration {
    /// Returns the program that searches.
    fn solver(&self) -> SolverKind;

    /// Writes the text of the cell after the name of the solver: ` name=value` for each field.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Returns the searches to run, with keys of this seed.
    fn job(&self, seed: u64) -> Result<Job>;

    /// Returns the columns of a CSV file of rows that are not empty, with their values.
    fn csv(&self) -> Vec<(&'static str, String)>;

    /// See [`GameCell::observed`].
    fn observed(&self, nodes: u64, searches: &[Searched], depths: &BTreeSet<u8>) -> Vec<Observed>;

    /// See [`GameCell::groups`].
    fn groups(&self, depths: &BTreeSet<u8>) -> Vec<(Group, Option<u8>)>;

    /// See [`GameCell::sequence`].
    fn sequence(&self) -> Option<(u16, usize)> {
        None
    }

    /// See [`GameCell::expected_nodes`].
    fn expected_nodes(&self) -> Option<u64> {
        None
    }

    /// See [`GameCell::programs`].
    fn programs(&self) -> String {
        String::new()
    }

    /// See [`GameCell::small_searches`].
    fn small_searches(&self, scheme: Option<Scheme>) -> Result<Vec<Cell>> {
        let _ = scheme;
        Ok(Vec::new())
    }

    /// See [`GameCell::board`].
    fn board(&self) -> Option<Board> {
        None
    }

    /// See [`GameCell::set_and_depth`].
    fn set_and_depth(&self) -> Option<(String, u8)> {
        None
    }

    /// See [`GameCell::line`].
    fn line(&self) -> u8 {
        1
    }
}

/// What the rest of the laboratory asks a game about its part of a definition.
pub(super) trait CellSource {
    /// Returns what is searched with a scheme, or without a table.
    fn cells(&self, scheme: Option<Scheme>) -> Vec<GameCell>;

    /// See [`GamePart::has_options`].
    fn has_options(&self) -> bool {
        true
    }

    /// See [`GamePart::depths`].
    fn depths(&self) -> &[u8] {
        &[]
    }

    /// See [`GamePart::set_depths`].
    fn set_depths(&mut self, depths: &[u8]) {
        let _ = depths;
    }

    /// See [`GamePart::lines`].
    fn lines(&self) -> &[u8] {
        &[]
    }

    /// See [`GamePart::sample`].
    fn sample(&self) -> usize {
        0
    }
}

/// The fields of a cell's text: `name=value`.
pub(super) struct TextFields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> TextFields<'a> {
    pub(super) fn get(&self, name: &str) -> Result<&'a str> {
        self.find(name).with_context(|| format!("missing field `{name}`"))
    }

    pub(super) fn find(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|field| field.0 == name).map(|field| field.1)
    }
}

impl GameCell {
    /// Reads the text of a cell; the table's part of it is returned as text.
    pub(crate) fn read(text: &str) -> Result<(Self, TableText<'_>)> {
        let (solver, fields) = read_words(text)?;
        let game = (solver.profile().read)(&fields)?;
        let table = TableText {
            search: fields.find("search"),
            scheme: fields.get("scheme")?,
            positions: fields.find("positions"),
            parts: fields.get("parts")?,
            seed: fields.get("seed")?,
        };
        Ok((game, table))
    }

    /// Returns the searches to run, with keys of this seed.
    ///
    /// # Errors
    ///
    /// The positions are not part of this program.
    pub fn job(&self, seed: u64) -> Result<Job> {
        self.configuration().job(seed)
    }

    /// Returns about how many nodes are expected before any were counted: those that were printed, or that follow from
    /// a limit.
    pub(crate) fn expected_nodes(&self) -> Option<u64> {
        self.configuration().expected_nodes()
    }

    /// Returns the programs that the cell names besides its solver, as a word that tells them from others: techniques,
    /// or the sides of a game. Empty if it names none.
    #[must_use]
    pub fn programs(&self) -> String {
        self.configuration().programs()
    }

    /// Returns small searches with the programs that the cell names, and with `scheme`: those of its
    /// [signature](mod@crate::signature).
    pub(crate) fn small_searches(&self, scheme: Option<Scheme>) -> Result<Vec<Cell>> {
        self.configuration().small_searches(scheme)
    }

    /// Returns the bytes that a position takes in the table.
    pub(crate) fn bytes_per_position(&self) -> u64 {
        if self.line() > 1 { 32 } else { 16 }
    }

    /// Returns the columns of a CSV file of rows that are not empty in the rows of the game, with their values. The
    /// user chooses some values, such as the names of custom sets.
    #[must_use]
    pub fn csv(&self) -> Vec<(&'static str, String)> {
        self.configuration().csv()
    }

    /// Returns the board, in games that are solved on boards of several sizes.
    #[must_use]
    pub fn board(&self) -> Option<Board> {
        self.configuration().board()
    }

    /// Returns the number of squares of the board.
    #[must_use]
    pub fn squares(&self) -> Option<u32> {
        self.board().map(Board::squares)
    }

    /// Returns the test set, and the plies that its positions are searched to, in games that are not solved.
    #[must_use]
    pub fn set_and_depth(&self) -> Option<(String, u8)> {
        self.configuration().set_and_depth()
    }

    /// Returns the plies that positions are searched to, in games that are not solved.
    #[must_use]
    pub fn depth(&self) -> Option<u8> {
        self.configuration().set_and_depth().map(|(_, depth)| depth)
    }

    /// Returns how many moves of a line the table keeps.
    #[must_use]
    pub fn line(&self) -> u8 {
        self.configuration().line()
    }

    /// Returns the groups that the row is added up in, each with the depth of its searches if they have one. In chess
    /// these are the `depths` that a row of the cell has.
    #[must_use]
    pub fn groups(&self, depths: &BTreeSet<u8>) -> Vec<(Group, Option<u8>)> {
        self.configuration().groups(depths)
    }

    /// Returns the number of the game, or 0 if the cell has none, and how many positions it has; `None` for a cell that
    /// is not a sequence of positions to compare.
    #[must_use]
    pub fn sequence(&self) -> Option<(u16, usize)> {
        self.configuration().sequence()
    }

    /// Returns the nodes of each search that ended, from the nodes and the searches of a complete row. In chess these
    /// are the searches to `depths`.
    #[must_use]
    pub fn observed(&self, nodes: u64, searches: &[Searched], depths: &BTreeSet<u8>) -> Vec<Observed> {
        self.configuration().observed(nodes, searches, depths)
    }
}

impl FromStr for GameCell {
    type Err = Error;

    /// Reads the text of a cell without its table.
    fn from_str(text: &str) -> Result<Self> {
        let (solver, fields) = read_words(text)?;
        (solver.profile().read)(&fields)
    }
}

/// Reads the name of the solver and the fields of a cell.
fn read_words(text: &str) -> Result<(SolverKind, TextFields<'_>)> {
    let mut words = text.split(' ');
    let name = words.next().unwrap_or_default();
    let fields = words
        .map(|word| word.split_once('=').with_context(|| format!("`{word}` is not name=value")))
        .collect::<Result<Vec<_>>>()?;
    let Ok(solver) = name.parse() else { bail!("unknown game `{name}`") };
    Ok((solver, TextFields(fields)))
}

impl fmt::Display for GameCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let configuration = self.configuration();
        f.write_str(configuration.solver().name())?;
        configuration.write(f)
    }
}

impl GamePart {
    /// Returns what is searched with a scheme, or without a table.
    pub(crate) fn cells(&self, scheme: Option<Scheme>) -> Vec<GameCell> {
        self.source().cells(scheme)
    }

    /// Returns whether the searches can have options: only those of the generic search do, and not the best solvers.
    #[must_use]
    pub fn has_options(&self) -> bool {
        self.source().has_options()
    }

    /// Returns the depths that positions are searched to; empty in games that are solved.
    #[must_use]
    pub fn depths(&self) -> &[u8] {
        self.source().depths()
    }

    /// Replaces the depths, in games that have some.
    pub(crate) fn set_depths(&mut self, depths: &[u8]) {
        self.source_mut().set_depths(depths);
    }

    /// Returns how many moves of a line the table keeps; empty in games whose tables do not keep lines.
    #[must_use]
    pub fn lines(&self) -> &[u8] {
        self.source().lines()
    }

    /// Returns the number of positions that are chosen from larger sets; 0 in games that do not choose.
    #[must_use]
    pub fn sample(&self) -> usize {
        self.source().sample()
    }
}

/// What a part of a definition needs besides its own fields.
pub(crate) struct PartContext<'a> {
    pub(crate) kind: ReportKind,
    pub(crate) between: Between,
    /// The directory of the definition, which paths in it start from.
    pub(crate) directory: &'a Path,
}

/// A field of a part, and what is wrong with it.
pub(crate) type FieldError = (&'static str, Error);

/// The fields of a part of a definition, as its file has them.
///
/// Each game has a strict type for them: the file is read once its `game` is known, so that `serde` itself finds fields
/// that are unknown, missing or of the wrong type.
pub(crate) trait PartFields: DeserializeOwned {
    /// Checks the fields and finds what they name. Files that were read are added to `files`.
    fn part(self, context: &PartContext<'_>, files: &mut Vec<PathBuf>) -> Result<(GamePart, Tables), FieldError>;
}

/// Refuses an empty list.
pub(super) fn some<T>(field: &'static str, list: &[T]) -> Result<(), FieldError> {
    if list.is_empty() {
        return Err((field, Error::msg(format!("`{field}` is empty: expected at least one value"))));
    }
    Ok(())
}

/// Reads the size of a table, unless there is none.
fn size(scheme: Option<Scheme>, positions: &str) -> Result<Option<Positions>> {
    scheme.map(|_| Ok(positions.parse()?)).transpose()
}

/// Returns a search of the bench: with the default key seed, and with a table if there is a scheme.
pub(super) fn bench_cell(
    game: impl Into<GameCell>,
    scheme: Option<Scheme>,
    positions: &str,
    parts: Parts,
) -> Result<Cell> {
    let positions = size(scheme, positions)?;
    let (search, seed) = (SearchOptions::PLAIN, zobrist::DEFAULT_SEED);
    Ok(Cell { game: game.into(), search, scheme, positions, parts, seed })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde::de::IntoDeserializer;
    use serde::de::value::Error as ValueError;

    use super::*;

    #[test]
    fn games_and_solvers_are_registered_under_their_names() {
        for game in GameKind::ALL {
            let read = GameKind::deserialize(IntoDeserializer::<ValueError>::into_deserializer(game.name()));
            assert_eq!(read, Ok(game));
            let (text, max_nodes) = game.speed_test();
            assert_eq!((text.parse::<Cell>().unwrap().game(), max_nodes > 0), (game, true));
            assert!(game.default_positions().parse::<Positions>().is_ok());
        }
        for solver in SolverKind::ALL {
            assert_eq!(solver.name().parse::<SolverKind>().unwrap(), solver);
            for game in (solver.profile().frozen_without_table)().unwrap() {
                assert_eq!(game.configuration().solver(), solver);
                assert_eq!(game.to_string().parse::<GameCell>().unwrap().to_string(), game.to_string());
            }
        }
    }

    #[test]
    fn cells_fill_the_columns_and_groups_of_their_game() {
        let mut sets = BTreeMap::new();
        for game in GameKind::ALL {
            for cell in (game.profile().bench_cells)().unwrap() {
                assert_eq!(cell.game(), game);
                let columns = cell.game.csv();
                assert!(columns.iter().all(|(column, _)| game.csv_columns().contains(column)), "{cell}: {columns:?}");
                for (group, _) in cell.game.groups(&cell.game.depth().into_iter().collect()) {
                    assert_eq!(group.kind(), game.sums(), "{cell}");
                    if let Group::Set(set) = group {
                        let known = *sets.entry(set.number).or_insert((game, set));
                        assert!(set.number > 0 && known == (game, set), "{set:?} has the number of {known:?}");
                    }
                }
            }
        }
    }
}
