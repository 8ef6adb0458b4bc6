//! Turns the rows of an experiment into numbers, claims with verdicts, tables, pictures and pages.
//!
//! A [`Report`] neither searches nor opens a database. The same rows give the same bytes, apart from the column
//! `seconds`. A report can be [printed](Report::print) on a terminal, [written](Report::write_files) as a page with its
//! pictures, or combined with others in one [HTML file](html).
//!
//! Tables show the mean over key seeds, with the smallest and the largest number. A search that reached its node limit
//! is shown as `> N` and left out of every ratio and mean. The same applies to a board that is not square if only one
//! of its two first players was searched.
//!
//! # How rows become a report
//!
//! 1. `observations` has the nodes of every position; `totals` sums them over the positions of a setting.
//! 2. `effects` compares schemes over all table sizes; [`claims`] compares rows with what a publication says.
//! 3. `finding` states the result in one sentence; `node_tables`, `board_tables`, `means` and `pictures` show numbers.
//! 4. [`page`] and [`html`] put everything together; [`ledger`] lists the claims of all experiments.
//!
//! # Files
//!
//! For an experiment called NAME:
//!
//! - `NAME.md`: a page with everything, for a book or a code host;
//! - `NAME.csv`: every row;
//! - `NAME.svg`: ours / printed for each board, if nodes were printed;
//! - `NAME-BOARD.svg`, `NAME-DEPTH-ply.svg`, `NAME-SET.svg`: nodes by scheme and table size on a board, at a depth, or
//!   of a test set; relative to the best scheme where the schemes are close to each other;
//! - `NAME-SIZE.svg`: nodes by scheme and depth, relative to no table if that was searched at every depth;
//! - `NAME-schemes.svg`: effect sizes of the schemes over all table sizes, with intervals.
//!
//! # Columns of the CSV
//!
//! New columns may be added before `seconds`; no column changes its name or its meaning. Rows are sorted by cell.
//!
//! | column | meaning |
//! |---|---|
//! | `experiment` | the name of the experiment |
//! | `game` | `domineering`, `chess` or `connect-four` |
//! | `board` | domineering and Connect Four: rows x columns |
//! | `first` | domineering: who moves first, `vertical` or `horizontal` |
//! | `scheme` | the replacement scheme as [`schemes::Scheme::name`] writes it; `none` is a search without a table |
//! | `positions` | the size of the table in positions, a plain number; empty without a table |
//! | `parts` | the parts of the table in use, joined by `+`; `all` is all of them |
//! | `seed` | the seed of the keys |
//! | `nodes` | nodes visited, the root and table hits included; the node limit if the search reached it |
//! | `complete` | whether the search was finished: `true` or `false` |
//! | `winner` | domineering: `first` or `second` to move; empty if not complete |
//! | `look_ups` ... `fill` | statistics of the table: the fields of [`tt::Statistics`], in order |
//! | `set` | chess and Connect Four: the test set |
//! | `number` | chess: the number of the game in the set; Connect Four: how many of its positions were solved |
//! | `depth` | chess: plies |
//! | `between` | chess: what happens to the table between searches: `clear` or `stamp` |
//! | `line` | chess: moves of a line that the table keeps |
//! | `guided` | nodes that were not found in the table, and whose first move came from the line of an ancestor |
//! | `window` | Connect Four, the tutorial's solver: `strong` or `weak` |
//! | `search` | the options of the search, joined by `+`, or `plain` |
//! | `interior` ... `generated` | nodes above the horizon: the fields of `InteriorNodes`; empty if not counted |
//! | `bounds` | Connect Four, the tutorial's solver: the bounds that its table stores, `upper` or `both` |
//! | `seconds` | run time: the only column that cannot be reproduced |

#![forbid(unsafe_code)]

pub mod block;
pub mod board_summary;
mod board_tables;
pub mod claims;
mod common;
pub mod compare;
mod components;
pub mod csv;
mod drawing;
mod effects;
mod engine_effects;
mod evidence;
mod finding;
pub mod forensics;
mod glossary;
pub mod groups;
pub mod html;
mod hypotheses;
mod instability;
mod interior;
mod key_bits;
pub mod ledger;
mod means;
mod memory_pressure;
mod names;
mod node_tables;
mod observations;
mod other_scores;
pub mod page;
mod pictures;
#[cfg(feature = "png")]
mod png;
pub mod printed_boards;
pub mod readings;
#[cfg(test)]
mod samples;
pub mod scan;
mod survey;
pub mod techniques;
pub mod topics;
mod totals;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use schemes::Scheme;

use block::Block;
use claims::{Agreement, Judged, Verdict};
use effects::Effects;
use experiments::cell::{Cell, SearchOptions};
use experiments::definition::{Definition, Part, ReportKind};
use experiments::files;
use experiments::games::GroupKind;
use experiments::published::Boards;
use experiments::row::{Row, check_sums};
use experiments::sweep::{Provenance, Results};
use experiments::text::{counted, grouped};
use finding::Facts;
use printed_boards::{Compared, compare};
use totals::Totals;

/// What a user may do about a directory that cannot be written to.
const OTHER: &str = "choose another directory";

/// Returns the rows of an experiment, for claims that compare two experiments.
pub type RowsOf<'a> = &'a dyn Fn(&Definition) -> Vec<Row>;

/// The report of one experiment.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The experiment.
    pub definition: &'a Definition,
    /// Its rows.
    pub rows: Vec<Row>,
    /// Which command made them.
    pub provenance: Provenance,
    /// Our numbers, next to the printed ones where numbers were printed.
    pub tables: Vec<Block>,
    /// Its claims and their verdicts.
    pub judged: Vec<Judged>,
    /// Pictures of the numbers.
    pub pictures: Vec<Picture>,
    finding: String,
}

/// A picture and its file name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name of the file without `.svg`.
    pub stem: String,
    /// The text of the file.
    pub svg: String,
    /// What it shows, in words.
    pub caption: String,
}

/// Returns whether the report of the experiment `name` may write a file called `file`.
///
/// ```
/// use report::is_file_of;
///
/// assert!(is_file_of("fig-1", "fig-1.csv") && is_file_of("fig-1", "fig-1-8x8.svg"));
/// assert!(!is_file_of("fig-1", "fig-1.sqlite") && !is_file_of("fig-1", "fig-12.csv"));
/// ```
#[must_use]
pub fn is_file_of(name: &str, file: &str) -> bool {
    // Some file systems ignore case.
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
        files::make_directory(dir, OTHER)?;
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
        anyhow::bail!(experiments::text::with_help(
            format_args!("cannot write {}.png: this program was built without PNG", self.stem),
            "run `cargo run --release -p ttlab --features png -- report --pictures DIR --png`",
        ))
    }
}

impl<'a> Report<'a> {
    /// Makes the report of an experiment. `others` returns the rows of experiments that its claims compare it with.
    ///
    /// # Errors
    ///
    /// A picture cannot be drawn, or the definition names printed figures that do not exist.
    pub fn of(results: Results<'a>, others: RowsOf<'_>) -> Result<Self> {
        let Results { definition, rows, provenance, .. } = results;
        check_sums(&rows)?;
        let judged = claims::judge(definition, &rows, others)?;
        let (shown, shown_rows) = (definition.shown(), definition.shown_rows(&rows));
        let totals = Totals::of(&shown, &shown_rows);
        let (best, none) = (Effects::against_best(&totals.each), Effects::against_no_table(&totals.each));
        let printed = published(definition)?;
        let mut tables = match definition.kind {
            ReportKind::Means => means::tables(&shown_rows)?,
            ReportKind::Boards => board_tables::boards(&totals.boards, printed.as_ref(), totals.common.names),
            ReportKind::Sizes | ReportKind::Loads => node_tables::sizes(&totals),
            ReportKind::Depths => node_tables::depths(&totals, forensics::has_depths(definition))?,
        };
        if best.is_none() && none.is_none() {
            // There is nothing to compare, so the counts themselves are the result.
            tables.extend(interior::table(shown_rows.iter()));
        }
        tables.extend(evidence::of_hits(&shown, &shown_rows));
        tables.retain(|block: &Block| !block.is_empty());
        let of_loads = if definition.kind == ReportKind::Loads {
            memory_pressure::pictures(&shown, &shown_rows, &totals)?
        } else {
            Vec::new()
        };
        let pictures = if of_loads.is_empty() { pictures::pictures(&shown, &totals, best.as_ref())? } else { of_loads };
        let compared: Vec<Compared> = compare(&totals.boards, printed.as_ref()).into_values().flatten().collect();
        let facts = Facts {
            definition: &shown,
            against_best: best.as_ref(),
            against_no_table: none.as_ref(),
            boards: &compared,
            means: &means::SetMean::all(&shown_rows)?,
            rows: &shown_rows,
        };
        let finding = if rows.is_empty() { "no results yet".to_owned() } else { facts.finding() };
        let mut report = Self { definition, rows, provenance, tables, judged, pictures, finding };
        report.note_parts();
        Ok(report)
    }

    /// Returns whether every cell of the experiment has a row. There can be more rows, of added schemes.
    #[must_use]
    pub fn has_all_cells(&self) -> bool {
        self.rows.len() >= self.provenance.cells
    }

    /// Returns whether some cells of the experiment have a row, and others have none.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        !self.rows.is_empty() && !self.has_all_cells()
    }

    /// Takes back the verdicts, for an [incomplete](Self::is_incomplete) experiment: claims of the source are then not
    /// searched, and others are dropped.
    pub fn withdraw_verdicts(&mut self) {
        self.judged.retain(Judged::is_of_source);
        self.judged.iter_mut().for_each(Judged::withdraw);
    }

    /// Notes at each claim whether only some cells were run, or only a quick part.
    fn note_parts(&mut self) {
        let (rows, cells, quick) = (self.rows.len(), self.provenance.cells, self.quick_note());
        let is_part = !self.has_all_cells();
        for one in self.judged.iter_mut().filter(|one| one.is_tried()) {
            let note = if is_part { format!("; {rows} of {cells} cells were run") } else { String::new() };
            one.note(&note, quick.as_deref());
        }
    }

    /// Returns what was found, in one short sentence that begins with a small letter and has no full stop.
    #[must_use]
    pub fn finding(&self) -> String {
        self.finding.clone()
    }

    /// Returns whether the rows are those that the findings of the definition are about.
    #[must_use]
    pub fn shows_findings(&self) -> bool {
        self.provenance.is_full && self.definition.readings().is_default()
    }

    /// Counts the verdicts on the claims of the experiment.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        self.judged.iter().map(|one| one.verdict).collect()
    }

    /// Counts the verdicts of the full part: of the recorded one, if the rows are those of a quick part.
    #[must_use]
    pub fn agreement_in_full(&self) -> Agreement {
        if self.quick_note().is_none() {
            return self.agreement();
        }
        let recorded = |one: &Judged| one.recorded_in(&self.definition.name).unwrap_or(Verdict::NotSearched);
        self.judged.iter().map(recorded).collect()
    }

    /// Returns a note that the rows are those of the quick part, and what is smaller there; `None` for other rows, or
    /// if both parts are alike.
    #[must_use]
    pub fn quick_note(&self) -> Option<String> {
        if self.rows.is_empty() || !self.provenance.is_quick {
            return None;
        }
        let Definition { full, full_depth, cites, .. } = self.definition;
        let cells = || self.rows.iter().map(|row| &row.cell);
        let sample = |part: &Part| part.game.sample();
        let games = |cell: &Cell| cell.game.sequence().map(|(game, _)| game);
        let all_cells = full.cells(1);
        let ours: BTreeSet<u16> = cells().filter_map(games).collect();
        let theirs: BTreeSet<u16> = all_cells.iter().filter_map(games).collect();
        let squares = |cell: &Cell| cell.game.squares();
        let smaller = [
            (cells().filter_map(|cell| cell.positions).max() < full.positions.iter().copied().max(), "smaller tables"),
            (
                cells().filter_map(|cell| cell.game.depth()).max()
                    < full_depth.or_else(|| full.game.depths().iter().copied().max()),
                "shallower searches",
            ),
            (cells().filter_map(squares).max() < all_cells.iter().filter_map(squares).max(), "smaller boards"),
            (ours.len() < theirs.len() || sample(&self.definition.quick) < sample(full), "fewer positions"),
        ];
        let smaller: Vec<&str> =
            smaller.into_iter().filter(|(is_smaller, _)| *is_smaller).map(|(_, what)| what).collect();
        let than = if cites.starts_with("ours") { "than in the full part" } else { "than published" };
        let smaller = match smaller.as_slice() {
            [] => return None,
            [one] => (*one).to_owned(),
            [others @ .., last] => format!("{} and {last}", others.join(", ")),
        };
        Some(format!("quick part: {smaller} {than}"))
    }

    /// Prints the finding, the tables and the claims with their verdicts.
    ///
    /// # Errors
    ///
    /// `out` cannot be written to.
    pub fn print(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "{}: {}", self.definition.name, self.definition.full_title())?;
        writeln!(out, "[{}]", self.definition.cites)?;
        writeln!(out, "\n{}.", capitalised(&self.finding))?;
        if self.rows.is_empty() {
            return Ok(());
        }
        self.tables.iter().try_for_each(|block| block.print(out))?;
        claims::print(&self.judged, self.quick_note().as_deref(), out)
    }

    /// Writes pictures, a page and the rows into `dir`, which is created if missing, and returns these files. If there
    /// is a command `export` that prints the rows, the page names it, and they are not written.
    ///
    /// Each file is replaced atomically.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write_files(&self, dir: &Path, export: Option<&str>) -> Result<Vec<PathBuf>> {
        let name = &self.definition.stem();
        let mut contents = Vec::new();
        if export.is_none() {
            let mut rows_as_csv = Vec::new();
            csv::write([(self.definition.name.as_str(), self.rows.as_slice())], &mut rows_as_csv)?;
            contents.push((format!("{name}.csv"), rows_as_csv));
        }
        let pictures = self.pictures.iter();
        contents.extend(pictures.map(|picture| (format!("{}.svg", picture.stem), picture.svg.clone().into_bytes())));
        if !self.rows.is_empty() {
            contents.push((format!("{name}.md"), page::page(self, export)?.into_bytes()));
        }
        files::make_directory(dir, OTHER)?;
        contents.iter().map(|(name, bytes)| files::write(&dir.join(name), bytes, OTHER)).collect()
    }
}

/// Returns a sentence with a capital first letter.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn published(definition: &Definition) -> Result<Option<Boards>> {
    let of_boards = definition.published.as_deref().filter(|_| definition.game.sums() == GroupKind::Board);
    of_boards.map(Boards::find).transpose()
}

/// Returns the [label](Scheme::label) of a scheme, or `no table`.
///
/// ```
/// assert_eq!(report::scheme_label(Some(schemes::Scheme::TwoBig1)), "TwoBig1");
/// assert_eq!(report::scheme_label(None), "no table");
/// ```
#[must_use]
pub fn scheme_label(scheme: Option<Scheme>) -> &'static str {
    scheme.map_or("no table", Scheme::label)
}

/// Returns the game of an experiment, as people write it.
fn game_title(report: &Report<'_>) -> String {
    report.definition.game.title().to_owned()
}

/// Returns the label of a scheme, or `no table`, followed by the options of the search if there are any.
fn variant_label(scheme: Option<Scheme>, search: SearchOptions) -> String {
    let scheme = scheme_label(scheme);
    if search.is_plain() { scheme.to_owned() } else { format!("{scheme}, {search}") }
}

/// The order of schemes in tables and legends, which is that of the definition.
#[derive(Clone, Debug, Default)]
pub struct Order(Vec<Option<Scheme>>);

impl Order {
    /// Takes the order of the full part, followed by schemes that only the quick part has.
    #[must_use]
    pub fn of(definition: &Definition) -> Self {
        Self(definition.full.all_schemes().chain(definition.quick.all_schemes()).collect())
    }

    /// Returns the sort key of a scheme; schemes that are not listed come last.
    fn rank(&self, scheme: Option<Scheme>) -> (usize, Option<Scheme>) {
        (self.0.iter().position(|&listed| listed == scheme).unwrap_or(self.0.len()), scheme)
    }
}

#[cfg(test)]
mod tests;
