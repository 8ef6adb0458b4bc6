//! The report of one experiment: its numbers, claims, tables and pictures.

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::Result;
use experiments::cell::Cell;
use experiments::definition::{Definition, Part, ReportKind};
use experiments::row::{Row, check_sums};
use experiments::sweep::{Provenance, Results};

use crate::claims::{self, Agreement, Judged, RowsOf, Verdict};
use crate::numbers::effects::Effects;
use crate::numbers::printed_boards::{Compared, compare, has_printed_depths, published};
use crate::numbers::set_means::SetMean;
use crate::numbers::totals::Totals;
use crate::show::block::{Block, capitalised};
use crate::show::finding::Facts;
use crate::show::picture::Picture;
use crate::show::{
    board_tables, hits, interior, load_pictures, match_tables, means, node_tables, pictures, technique_tables,
};

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
        let of_programs = match definition.kind {
            ReportKind::Techniques => Some(technique_tables::show(definition, &rows)),
            ReportKind::Match => Some(match_tables::show(definition, &rows)),
            _ => None,
        };
        if let Some((tables, finding)) = of_programs {
            let mut report = Self { definition, rows, provenance, tables, judged, pictures: Vec::new(), finding };
            report.note_parts();
            return Ok(report);
        }
        let (shown, shown_rows) = (definition.shown(), definition.shown_rows(&rows));
        let totals = Totals::of(&shown, &shown_rows);
        let (best, none) = (Effects::against_best(&totals.each), Effects::against_no_table(&totals.each));
        let printed = published(definition)?;
        let mut tables = match definition.kind {
            ReportKind::Means => means::tables(&shown_rows)?,
            ReportKind::Boards => board_tables::boards(&totals.boards, printed.as_ref(), totals.common.names),
            ReportKind::Sizes | ReportKind::Loads => node_tables::sizes(&totals),
            ReportKind::Depths => node_tables::depths(&totals, has_printed_depths(definition))?,
            ReportKind::Techniques | ReportKind::Match => Vec::new(),
        };
        if best.is_none() && none.is_none() {
            // There is nothing to compare, so the counts themselves are the result.
            tables.extend(interior::table(shown_rows.iter()));
        }
        tables.extend(hits::table(&shown, &shown_rows));
        tables.retain(|block: &Block| !block.is_empty());
        let compared: Vec<Compared> = compare(&totals.boards, printed.as_ref()).into_values().flatten().collect();
        let facts = Facts {
            definition: &shown,
            against_best: best.as_ref(),
            against_no_table: none.as_ref(),
            boards: &compared,
            means: &SetMean::all(&shown_rows)?,
            rows: &shown_rows,
        };
        let finding = if rows.is_empty() { "no results yet".to_owned() } else { facts.finding() };
        let of_loads = if definition.kind == ReportKind::Loads {
            load_pictures::pictures(&shown, &shown_rows, &totals)?
        } else {
            Vec::new()
        };
        let pictures = match of_loads {
            none if none.is_empty() => pictures::pictures(&shown, &totals, best.as_ref(), &finding)?,
            of_loads => of_loads,
        };
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
    pub fn finding(&self) -> &str {
        &self.finding
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
        let Definition { full, full_depth, ours: is_ours, .. } = self.definition;
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
            (self.definition.quick.game.pairs() < full.game.pairs(), "fewer games"),
            (ours.len() < theirs.len() || sample(&self.definition.quick) < sample(full), "fewer positions"),
        ];
        let smaller: Vec<&str> =
            smaller.into_iter().filter(|(is_smaller, _)| *is_smaller).map(|(_, what)| what).collect();
        let than = if *is_ours { "than in the full part" } else { "than published" };
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
        writeln!(out, "[{}]", self.definition.citation())?;
        writeln!(out, "\n{}.", capitalised(&self.finding))?;
        if self.rows.is_empty() {
            return Ok(());
        }
        self.tables.iter().try_for_each(|block| block.print(out))?;
        claims::print(&self.judged, self.quick_note().as_deref(), out)
    }
}
