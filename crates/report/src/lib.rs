//! What an experiment found: tables for the terminal, pictures, rows as CSV, and the printed figures beside them.
//!
//! A [`Report`] is made of rows, and neither searches nor opens a database. The same rows give the same bytes, but for
//! the column `seconds`. It is [printed](Report::print) on a terminal, [written](Report::write_files) as a page with
//! its pictures, or joins others in one [HTML file](html).
//!
//! Key seeds are summed up as their mean, with the least and the most. A search that gave up is shown as `> N` and
//! left out of every ratio and mean, and so is a board that is not square while one first player has yet to be
//! searched.
//!
//! # Files
//!
//! For an experiment called NAME:
//!
//! - `NAME.md`: a page with everything, for a book or a browser of repositories;
//! - `NAME.csv`: every row;
//! - `NAME.svg`: ours / printed for each board, if nodes were printed;
//! - `NAME-BOARD.svg`: nodes by scheme and table size; `NAME-BOARD-PARTS.svg` if the search uses not all of the table;
//! - `NAME-DEPTH-ply.svg`: the same for chess;
//! - `NAME-SIZE.svg`: nodes by scheme and depth, relative to no table if that was searched at every depth.
//!
//! # Columns of the CSV
//!
//! Columns may be added before `seconds`; none changes its name or its meaning. Rows are sorted by what they are of.
//!
//! | column | meaning |
//! |---|---|
//! | `experiment` | the name of the experiment |
//! | `game` | `domineering`, `chess` or `connect-four` |
//! | `board` | domineering: rows x columns; Connect Four: columns x rows |
//! | `first` | domineering: who moves first, `vertical` or `horizontal` |
//! | `scheme` | the replacement scheme as [`tt::Scheme::name`] writes it; `none` is a search without a table |
//! | `positions` | the size of the table in positions, a plain number; empty without a table |
//! | `parts` | the parts of the table in use, joined by `+`; `all` is all of them |
//! | `seed` | the seed of the keys |
//! | `nodes` | nodes visited, the root and table hits included; the limit if the search gave up |
//! | `complete` | whether the search ended by itself: `true` or `false` |
//! | `winner` | domineering: `first` or `second` to move; empty if not complete |
//! | `look_ups` ... `fill` | what happened to the table: the fields of [`tt::Statistics`], in order |
//! | `set` | chess and Connect Four: the test set |
//! | `number` | chess: the number of the game in the set; Connect Four: how many positions of it were solved |
//! | `depth` | chess: plies |
//! | `between` | chess: what happens to the table between searches: `clear` or `stamp` |
//! | `line` | chess: moves of a line that the table keeps |
//! | `guided` | nodes that were not found and searched first along the line of an ancestor |
//! | `window` | Connect Four, the tutorial's solver: `strong` or `weak` |
//! | `seconds` | how long it took there and then: the only column that cannot be reproduced |

#![forbid(unsafe_code)]

mod arithmetic;
pub mod block;
pub mod claims;
pub mod comparison;
pub mod csv;
mod effects;
pub mod figure;
mod finding;
pub mod html;
pub mod ledger;
mod means;
mod observations;
pub mod page;
mod png;
pub mod positions;
#[cfg(test)]
mod samples;
pub mod summary;
pub mod table;
pub mod topics;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use domineering::Board;
use tt::{Parts, Positions, Scheme};

use block::Block;
use claims::{Agreement, Judged};
use comparison::{compare, printed_nodes};
use effects::Effects;
use experiments::cell::{Game, GameCell, parts_name};
use experiments::definition::{Definition, Kind, Part};
use experiments::files;
use experiments::published::Boards;
use experiments::row::{Row, check_sums};
use experiments::sweep::{Provenance, Results};
use experiments::text::{counted, grouped};
use figure::{Bar, Chart, Dot, Line, PrintedPoint, Words};
use finding::Facts;
use observations::Observations;
use summary::{Configuration, Seeds, Summary};

/// What a user may do about a folder that cannot be had or written in.
const OTHER: &str = "choose another folder";

/// The rows of an experiment, for claims that compare two of them.
pub type RowsOf<'a> = &'a dyn Fn(&Definition) -> Vec<Row>;

/// What an experiment found.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The experiment.
    pub definition: &'a Definition,
    /// Its rows.
    pub rows: Vec<Row>,
    /// By what they were made.
    pub provenance: Provenance,
    /// Our numbers, beside the printed ones where there are some.
    pub tables: Vec<Block>,
    /// Its claims and what becomes of them.
    pub judged: Vec<Judged<'a>>,
    /// Pictures of the numbers.
    pub pictures: Vec<Picture>,
    finding: String,
}

/// A picture, and what its file is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name of the file without `.svg`.
    pub stem: String,
    /// The text of the file.
    pub svg: String,
    /// What it shows, in words.
    pub caption: String,
}

/// Whether the report of the experiment `name` may write a file of this name, with any rows.
///
/// ```
/// use report::is_file_of;
///
/// assert!(is_file_of("fig-1", "fig-1.csv") && is_file_of("fig-1", "fig-1-8x8.svg"));
/// assert!(!is_file_of("fig-1", "fig-1.sqlite") && !is_file_of("fig-1", "fig-12.csv"));
/// ```
#[must_use]
pub fn is_file_of(name: &str, file: &str) -> bool {
    // Not every file system tells capitals from small letters.
    let (name, file) = (name.to_lowercase(), file.to_lowercase());
    file.strip_prefix(&name).is_some_and(|rest| {
        let is_picture = rest.ends_with(".svg") || rest.ends_with(".png");
        matches!(rest, ".csv" | ".md") || is_picture && rest.starts_with(['.', '-'])
    })
}

impl Picture {
    /// Writes it into `dir` as SVG and as PNG, and returns the files.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write_files(&self, dir: &Path) -> Result<[PathBuf; 2]> {
        files::make_folder(dir, OTHER)?;
        let file = |ending| dir.join(format!("{}.{ending}", self.stem));
        let svg = files::write(&file("svg"), self.svg.as_bytes(), OTHER)?;
        Ok([svg, files::write(&file("png"), &png::render(&self.svg)?, OTHER)?])
    }
}

impl<'a> Report<'a> {
    /// Sums up the rows of an experiment. Some claims compare it with another one, whose rows `others` knows.
    ///
    /// # Errors
    ///
    /// A picture cannot be drawn, or the definition names printed figures that there are none of.
    pub fn of(results: Results<'a>, others: RowsOf<'_>) -> Result<Self> {
        let Results { definition, rows, provenance, .. } = results;
        check_sums(&rows)?;
        let summary = Summary::of(definition, &rows);
        let (mut tables, pictures) = match (definition.game, definition.kind) {
            (_, Kind::Means) => (means::tables(&rows)?, Vec::new()),
            (Game::Chess | Game::ConnectFour, _) => positions::tables_and_pictures(definition, &rows)?,
            (Game::Domineering, Kind::Boards) => {
                (table::boards(&summary, published(definition)?.as_ref()), board_pictures(definition, &summary)?)
            }
            (Game::Domineering, Kind::Sizes | Kind::Depths) => {
                (table::sizes(&summary, &Order::of(definition)), size_pictures(definition, &summary)?)
            }
        };
        tables.retain(|block: &Block| !block.is_empty());
        let judged = claims::judge(definition, &rows, others)?;
        let finding = if rows.is_empty() {
            "no results yet".to_owned()
        } else {
            let all = Observations::of(&rows, &definition.depths(&rows));
            let (best, none) = (Effects::against_best(&all), Effects::against_no_table(&all));
            let compared = compare(&summary, published(definition)?.as_ref()).into_values().flatten();
            let facts = Facts {
                definition,
                against_best: best.as_ref(),
                against_no_table: none.as_ref(),
                boards: &compared.collect::<Vec<_>>(),
                means: &means::SetMean::all(&rows)?,
            };
            facts.finding()
        };
        Ok(Self { definition, rows, provenance, tables, judged, pictures, finding })
    }

    /// What was found, in one short sentence without a full stop.
    #[must_use]
    pub fn finding(&self) -> String {
        self.finding.clone()
    }

    /// How many claims of the experiment have each verdict.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        self.judged.iter().map(|one| one.verdict).collect()
    }

    /// Says that the rows are those of a quick part, and what is smaller in it, if they are and anything is.
    #[must_use]
    pub fn quick_note(&self) -> Option<String> {
        if self.rows.is_empty() || !self.provenance.is_quick {
            return None;
        }
        let Definition { quick, full, cites, .. } = self.definition;
        let largest_board = |part: &Part| part.boards.iter().map(|board| board.squares()).max();
        let games = |part: &Part| {
            part.cells(1).iter().filter_map(|cell| game_number(&cell.game)).collect::<BTreeSet<_>>().len()
        };
        let positions = |part: &Part| part.sets.len() * usize::from(part.sample);
        let smaller = [
            (quick.positions.iter().max() < full.positions.iter().max(), "smaller tables"),
            (quick.depths.iter().max() < full.depths.iter().max(), "shallower searches"),
            (largest_board(quick) < largest_board(full), "smaller boards"),
            (games(quick) < games(full) || positions(quick) < positions(full), "fewer positions"),
        ];
        let smaller: Vec<&str> =
            smaller.into_iter().filter(|(is_smaller, _)| *is_smaller).map(|(_, what)| what).collect();
        let than = if cites.starts_with("ours") { "than in the full part" } else { "than published" };
        (!smaller.is_empty()).then(|| format!("quick part: {} {than}", smaller.join(" and ")))
    }

    /// Prints the tables and what becomes of the claims.
    ///
    /// # Errors
    ///
    /// `out` takes no more.
    pub fn print(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "{}: {}", self.definition.name, self.definition.title)?;
        writeln!(out, "[{}]", self.definition.cites)?;
        writeln!(out, "\n{}", self.finding)?;
        if self.rows.is_empty() {
            return Ok(());
        }
        self.tables.iter().try_for_each(|block| block.print(out))?;
        claims::print(&self.judged, self.quick_note().as_deref(), out)
    }

    /// Writes rows, pictures and a page into `dir`, which is made if need be, and returns these files.
    ///
    /// A file appears whole or not at all.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write_files(&self, dir: &Path) -> Result<Vec<PathBuf>> {
        let name = &self.definition.name;
        let mut rows_as_csv = Vec::new();
        csv::write(name, &self.rows, &mut rows_as_csv)?;
        let mut contents = vec![(format!("{name}.csv"), rows_as_csv)];
        let pictures = self.pictures.iter();
        contents.extend(pictures.map(|picture| (format!("{}.svg", picture.stem), picture.svg.clone().into_bytes())));
        if !self.rows.is_empty() {
            contents.push((format!("{name}.md"), page::page(self)?.into_bytes()));
        }
        files::make_folder(dir, OTHER)?;
        contents.iter().map(|(name, bytes)| files::write(&dir.join(name), bytes, OTHER)).collect()
    }
}

/// A sentence, or the beginning of one, with a capital letter.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The number of a game in a test set.
fn game_number(game: &GameCell) -> Option<u16> {
    if let GameCell::Chess { game, .. } = game { Some(*game) } else { None }
}

fn published(definition: &Definition) -> Result<Option<Boards>> {
    let of_boards = definition.published.as_deref().filter(|_| definition.game == Game::Domineering);
    of_boards.map(Boards::find).transpose()
}

fn board_pictures(definition: &Definition, summary: &Summary) -> Result<Vec<Picture>> {
    // At most one setting is that of the printed nodes.
    for (setting, boards) in compare(summary, published(definition)?.as_ref()) {
        let dot = |one: &comparison::Compared| {
            Some(Dot { name: one.board.to_string(), ratio: one.ratio()?, exact: one.is_exact() })
        };
        let dots: Vec<Dot> = boards.iter().filter_map(dot).collect();
        if dots.is_empty() {
            continue;
        }
        let mut subtitle = scheme_label(setting.scheme).to_owned();
        if let Some(positions) = setting.positions {
            subtitle += &format!(", {positions} positions");
        }
        let seeds: Seeds = boards.iter().map(|one| one.ours.seeds).collect();
        if seeds.are_several() {
            subtitle += &format!(", means over {seeds}");
        }
        let missing = boards.len() - dots.len();
        if missing > 0 {
            subtitle += &format!(". Left out: {missing} not finished or not printed");
        }
        subtitle += &format!(". Printed in: {}", definition.cites);
        let words = Words { title: definition.title.clone(), subtitle };
        let svg = figure::ratios(&words, &dots)?;
        return Ok(vec![Picture { stem: definition.name.clone(), svg, caption: words.subtitle }]);
    }
    Ok(Vec::new())
}

fn size_pictures(definition: &Definition, summary: &Summary) -> Result<Vec<Picture>> {
    let mut pictures = Vec::new();
    for Curves { board, parts, schemes, sizes } in curves(summary, &Order::of(definition)) {
        let sizes: Vec<Positions> = sizes.into_iter().flatten().collect();
        let key = |scheme: Option<Scheme>, size| {
            // A search without a table is the same at every size.
            Configuration { board, parts, scheme, positions: scheme.map(|_| size) }
        };
        let nodes = |scheme, size| summary.outcomes.get(&key(scheme, size)).map(|outcome| outcome.nodes.known());
        let bar = |scheme, size| nodes(scheme, size).map(|spread| spread.map(Bar::from));
        let points = |scheme| sizes.iter().filter_map(|&size| Some((size.get(), bar(scheme, size)?))).collect();
        let lines: Vec<Line> =
            schemes.iter().map(|&scheme| Line { scheme, name: None, points: points(scheme) }).collect();
        if lines.iter().all(Line::is_empty) {
            continue;
        }
        let mut points = sizes.iter().flat_map(|&size| schemes.iter().map(move |&scheme| (scheme, size)));
        let printed = points.find_map(|(scheme, size)| {
            let nodes = printed_nodes(summary, &key(scheme, size))?;
            Some(PrintedPoint { scheme, positions: size.get(), nodes })
        });

        let firsts = table::firsts_text(summary, board);
        let mut subtitle = format!("{board} board, {firsts}");
        if parts != Parts::all() {
            subtitle += &format!(", of the table only: {}", parts_name(parts));
        }
        let seeds = table::seeds(summary, board, parts);
        if seeds.are_several() {
            subtitle += &format!(", mean and range over {seeds}");
        }
        let missing = lines.iter().map(Line::gaps).sum::<usize>();
        if missing > 0 {
            subtitle += &format!(". Left out: {missing} not finished");
        }
        subtitle += &format!(". After: {}", definition.source());
        let words = Words { title: definition.title.clone(), subtitle };
        let svg = figure::lines(Chart::NodesBySize, &words, &lines, printed)?;
        let suffix = if parts == Parts::all() { String::new() } else { format!("-{}", parts_name(parts)) };
        pictures.push(Picture { stem: format!("{}-{board}{suffix}", definition.name), svg, caption: words.subtitle });
    }
    Ok(pictures)
}

/// The name of a scheme as the thesis's figures write it; of a custom scheme, the name it is registered under.
///
/// ```
/// assert_eq!(report::scheme_label(Some(tt::Scheme::TwoBig1)), "TwoBig1");
/// assert_eq!(report::scheme_label(None), "no table");
/// ```
#[must_use]
pub fn scheme_label(scheme: Option<Scheme>) -> &'static str {
    match scheme {
        None => "no table",
        Some(Scheme::Deep) => "Deep",
        Some(Scheme::New) => "New",
        Some(Scheme::Old) => "Old",
        Some(Scheme::Big1) => "Big1",
        Some(Scheme::BigAll) => "BigAll",
        Some(Scheme::TwoDeep) => "TwoDeep",
        Some(Scheme::TwoBig1) => "TwoBig1",
        Some(Scheme::Custom(custom)) => custom.name(),
    }
}

/// The order in which a definition lists schemes: that of its tables and legends.
#[derive(Clone, Debug, Default)]
pub struct Order(Vec<Option<Scheme>>);

impl Order {
    /// The order of the full part, and of the quick one for what is not there.
    #[must_use]
    pub fn of(definition: &Definition) -> Self {
        Self(definition.full.schemes.iter().chain(&definition.quick.schemes).copied().collect())
    }

    /// The place of a scheme; those not listed come last.
    fn place(&self, scheme: Option<Scheme>) -> (usize, Option<Scheme>) {
        (self.0.iter().position(|&listed| listed == scheme).unwrap_or(self.0.len()), scheme)
    }
}

/// What one block of a table and one picture shows.
struct Curves {
    board: Board,
    parts: Parts,
    schemes: Vec<Option<Scheme>>,
    /// Ascending; a single `None` if there is nothing but searches without a table.
    sizes: Vec<Option<Positions>>,
}

/// Every board with every set of parts: what was searched without a table joins those with all parts.
fn curves(summary: &Summary, order: &Order) -> Vec<Curves> {
    let mut all: Vec<Curves> = Vec::new();
    for key in summary.outcomes.keys() {
        let found = all.iter_mut().find(|curves| (curves.board, curves.parts) == (key.board, key.parts));
        let curves = match found {
            Some(curves) => curves,
            None => {
                all.push(Curves { board: key.board, parts: key.parts, schemes: Vec::new(), sizes: Vec::new() });
                all.last_mut().expect("one was pushed")
            }
        };
        curves.schemes.push(key.scheme);
        curves.sizes.push(key.positions);
    }
    for curves in &mut all {
        curves.schemes.sort_by_key(|&scheme| order.place(scheme));
        curves.schemes.dedup();
        curves.sizes.sort_unstable();
        curves.sizes.dedup();
        if curves.sizes.len() > 1 {
            curves.sizes.retain(Option::is_some);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::samples::{definition, searched};
    use super::*;

    fn small(name: &str, seeds: u64, max_nodes: u64) -> (Definition, Vec<Row>) {
        let mut definition = definition(name);
        let quick = &mut definition.quick;
        match definition.kind {
            Kind::Boards => {
                quick.boards.retain(|board| board.squares() <= 28);
                quick.positions = vec![Positions::new(Boards::POSITIONS).unwrap()];
            }
            Kind::Sizes | Kind::Depths | Kind::Means => {
                quick.boards = ["5x6", "6x6"].map(|board| board.parse().unwrap()).to_vec();
                quick.positions = ["64", "256", "1K"].map(|size| size.parse().unwrap()).to_vec();
            }
        }
        let rows = searched(&definition.quick, seeds, max_nodes);
        (definition, rows)
    }

    fn report<'a>(definition: &'a Definition, rows: &[Row]) -> Result<Report<'a>> {
        let provenance =
            Provenance { command: "ttlab sweep".to_owned(), is_full: true, is_quick: false, cells: rows.len() };
        Report::of(Results { definition, rows: rows.to_vec(), missing: 0, provenance }, &|_| Vec::new())
    }

    fn write_files(definition: &Definition, rows: &[Row], dir: &Path) -> Result<Vec<PathBuf>> {
        report(definition, rows)?.write_files(dir)
    }

    fn printed(definition: &Definition, rows: &[Row]) -> String {
        let mut out = Vec::new();
        report(definition, rows).unwrap().print(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_same_rows_give_the_same_files() {
        for (name, files) in [
            ("thesis-table-2.1", &["thesis-table-2.1.csv", "thesis-table-2.1.svg", "thesis-table-2.1.md"][..]),
            (
                "thesis-fig-2.12",
                &["thesis-fig-2.12.csv", "thesis-fig-2.12-5x6.svg", "thesis-fig-2.12-6x6.svg", "thesis-fig-2.12.md"],
            ),
        ] {
            let (definition, mut rows) = small(name, 2, u64::MAX);
            let dir = tempfile::tempdir().unwrap();
            let (one, two) = (dir.path().join("deep/one"), dir.path().join("two"));
            let written = write_files(&definition, &rows, &one).unwrap();
            assert_eq!(written, files.iter().map(|file| one.join(file)).collect::<Vec<_>>());
            let text = printed(&definition, &rows);
            rows.reverse();
            assert_eq!(text, printed(&definition, &rows), "the order of rows does not matter");
            write_files(&definition, &rows, &two).unwrap();
            write_files(&definition, &rows, &two).unwrap();
            for file in files {
                assert!(fs::read(one.join(file)).unwrap() == fs::read(two.join(file)).unwrap(), "{file}");
            }
            assert_eq!(fs::read_dir(&one).unwrap().count(), files.len(), "nothing else is left behind");
        }
    }

    #[test]
    fn real_boards_are_compared_with_print() {
        let (definition, rows) = small("thesis-table-2.1", 1, u64::MAX);
        let text = printed(&definition, &rows);
        assert!(text.starts_with("thesis-table-2.1: Outcomes of domineering"), "{text}");
        assert!(text.contains("20 boards: geometric mean ratio 1.0"), "{text}");
        assert!(text.contains("19 of 20 as printed; misprinted (†): 3x3\n"), "{text}");
    }

    #[test]
    fn unfinished_searches_leave_gaps_and_no_pictures() {
        for name in ["thesis-table-2.1", "thesis-fig-2.12"] {
            let (definition, rows) = small(name, 1, 0);
            assert!(rows.iter().all(|row| !row.is_complete()));
            assert!(printed(&definition, &rows).contains("> is incomplete"));
            let dir = tempfile::tempdir().unwrap();
            assert_eq!(write_files(&definition, &rows, dir.path()).unwrap().len(), 2, "rows and page");
        }
        let (definition, rows) = small("thesis-fig-2.12", 1, 30_000);
        let dir = tempfile::tempdir().unwrap();
        let files = write_files(&definition, &rows, dir.path()).unwrap();
        let svg = fs::read_to_string(&files[files.len() - 2]).unwrap();
        assert!(svg.contains("6x6 board, Vertical first. Left out: "), "{svg}");
    }

    #[test]
    fn no_rows_are_no_error() {
        let definition = definition("thesis-fig-2.12");
        assert!(printed(&definition, &[]).ends_with("no results yet\n"));
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(write_files(&definition, &[], dir.path()).unwrap().len(), 1);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named() {
        let definition = definition("thesis-fig-2.12");
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("thesis-fig-2.12.csv")).unwrap();
        let error = write_files(&definition, &[], dir.path()).unwrap_err();
        assert!(format!("{error:#}").contains("cannot write"), "{error:#}");
        let file = dir.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(format!("{:#}", write_files(&definition, &[], &file).unwrap_err()).contains("cannot make the folder"));
    }

    #[test]
    fn unknown_printed_figures_are_an_error() {
        let (mut definition, rows) = small("thesis-table-2.1", 1, 0);
        definition.published = Some("thesis-table-2.2.csv".to_owned());
        let error = report(&definition, &rows).unwrap_err();
        assert!(error.to_string().contains("did you mean thesis-table-2.1.csv?"));
    }
}
