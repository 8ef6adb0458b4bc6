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
mod board_tables;
pub mod claims;
pub mod comparison;
pub mod csv;
mod effects;
mod figure;
mod finding;
pub mod html;
pub mod ledger;
mod means;
mod node_tables;
mod observations;
pub mod page;
mod pictures;
#[cfg(feature = "png")]
mod png;
#[cfg(test)]
mod samples;
pub mod summary;
pub mod topics;
mod totals;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use tt::Scheme;

use block::Block;
use claims::{Agreement, Judged};
use comparison::{Compared, compare};
use effects::Effects;
use experiments::cell::{Game, GameCell};
use experiments::definition::{Definition, Kind, Part};
use experiments::files;
use experiments::published::Boards;
use experiments::row::{Row, check_sums};
use experiments::sweep::{Provenance, Results};
use experiments::text::{counted, grouped};
use finding::Facts;
use totals::Totals;

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
    /// Writes the picture into `dir` as SVG, and if asked also as PNG. Returns the files.
    ///
    /// # Errors
    ///
    /// A file cannot be written, or the program was built [without PNG](Self::png).
    pub fn write_files(&self, dir: &Path, with_png: bool) -> Result<Vec<PathBuf>> {
        files::make_folder(dir, OTHER)?;
        let file = |ending| dir.join(format!("{}.{ending}", self.stem));
        let mut written = vec![files::write(&file("svg"), self.svg.as_bytes(), OTHER)?];
        if with_png {
            written.push(files::write(&file("png"), &self.png()?, OTHER)?);
        }
        Ok(written)
    }

    /// Returns the bytes of a PNG file.
    ///
    /// # Errors
    ///
    /// The program was built without the feature `png`, or the picture cannot be drawn.
    #[cfg(feature = "png")]
    pub fn png(&self) -> Result<Vec<u8>> {
        png::render(&self.svg)
    }

    /// Returns the bytes of a PNG file.
    ///
    /// # Errors
    ///
    /// The program was built without the feature `png`, or the picture cannot be drawn.
    #[cfg(not(feature = "png"))]
    pub fn png(&self) -> Result<Vec<u8>> {
        anyhow::bail!(
            "cannot write {}.png: this program was built without PNG; build it with `cargo build --release -p ttlab \
             --features png`",
            self.stem
        )
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
        let totals = Totals::of(definition, &rows);
        let (best, none) = (Effects::against_best(&totals.each), Effects::against_no_table(&totals.each));
        let printed = published(definition)?;
        let mut tables = match (definition.kind, definition.game) {
            (Kind::Means, _) => means::tables(&rows)?,
            (Kind::Boards, Game::Domineering) => board_tables::boards(&totals.boards, printed.as_ref()),
            (Kind::Sizes, _) | (Kind::Depths, Game::Domineering) => node_tables::sizes(&totals),
            (Kind::Depths | Kind::Boards, _) => node_tables::depths(&totals, definition.published.is_some())?,
        };
        tables.retain(|block: &Block| !block.is_empty());
        let pictures = pictures::pictures(definition, &totals, best.as_ref())?;
        let judged = claims::judge(definition, &rows, others)?;
        let compared: Vec<Compared> = compare(&totals.boards, printed.as_ref()).into_values().flatten().collect();
        let facts = Facts {
            definition,
            against_best: best.as_ref(),
            against_no_table: none.as_ref(),
            boards: &compared,
            means: &means::SetMean::all(&rows)?,
        };
        let finding = if rows.is_empty() { "no results yet".to_owned() } else { facts.finding() };
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::samples::{definition, searched};
    use super::*;
    use tt::Positions;

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
                &[
                    "thesis-fig-2.12.csv",
                    "thesis-fig-2.12-6x6.svg",
                    "thesis-fig-2.12-schemes.svg",
                    "thesis-fig-2.12-5x6.svg",
                    "thesis-fig-2.12.md",
                ],
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
        write_files(&definition, &rows, dir.path()).unwrap();
        let svg = fs::read_to_string(dir.path().join("thesis-fig-2.12-6x6.svg")).unwrap();
        assert!(svg.contains("Left out: "), "{svg}");
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
