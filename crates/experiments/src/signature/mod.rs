//! The signature of a row: the version of the solver and of the scheme that counted its nodes.
//!
//! A database identifies a row by its cell and its signature, and uses the row as long as the program computes the same
//! signature for that cell. Each [`SolverKind`] has one signature for each replacement scheme, and one for searches
//! without a table, and others for searches with [options](programs::SearchOptions). A signature is a digest (64-bit
//! FNV-1a without the highest bit) of
//!
//! 1. the [`VERSION`] of the lists below and the name of the solver,
//! 2. the counts of small searches of the solver without a table,
//! 3. the [decisions] of the scheme: its answers to a fixed battery of calls,
//! 4. the counts of small searches of the solver with the scheme, in tables so small that positions collide,
//! 5. if the search has options, the counts of all these searches with the options,
//! 6. if the cell names [programs](crate::GameCell::programs), such as the sides of a game, the decisions of their
//!    schemes and the counts of small searches by them.
//!
//! A change of a game or of the search therefore changes every signature of its solvers. A change of a scheme's rule,
//! weight or tie changes the signatures of that scheme, and a new scheme changes none. The small searches use few key
//! seeds, sizes and parts of the table, so a change that only affects the counts of larger searches is not detected:
//! `ttlab sweep --verify` runs stored cells again, and `ttlab sweep --again` replaces their rows.
//!
//! Table files and traces of requests have a signature, too: a search does not resume with the table of another
//! version.
//!
//! The lists are frozen: if they change, [`VERSION`] changes. The lists of searches are those of the
//! [games](crate::games). If signatures change and the counts of the rows do not, `successors.txt` says which signature
//! replaced which, and [`current`] applies it to the rows of a database. The first lines of that file are for rows from
//! before there were signatures of solvers and schemes. Such rows carry the nodes of their game in the bench.

mod battery;
mod digest;
mod successors;
#[cfg(test)]
mod tests;

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use connect_four::Solution;
use programs::connect_four::TeamSolver;
use programs::{Parallel, SearchOptions};
use schemes::{Parts, Scheme};

use crate::cell::scheme_name;
use crate::games::{FROZEN_TEAM, Frozen, frozen_searches_of_engine};
use crate::{Cell, GameCell, parallel, scheme_list};
use digest::Digest;

pub use crate::games::SolverKind;
pub use battery::decisions;
pub use successors::current;

pub(crate) use successors::successors;

/// The version of the lists of searches and calls.
pub const VERSION: u32 = 1;

/// The signatures of this program for some solvers and schemes.
#[derive(Clone, Debug, Default)]
pub struct Signatures(BTreeMap<Counter, u64>);

/// What counts the nodes of a cell: the solver, the replacement scheme, the options of the search, and the programs
/// that the cell names.
type Counter = (SolverKind, Option<Scheme>, SearchOptions, String);

fn counter(cell: &Cell) -> Counter {
    (SolverKind::of(cell), cell.scheme, cell.search, cell.game.programs())
}

impl Signatures {
    /// Computes the signatures of `cells`, and no others. A scheme that is unknown to this program has no signature.
    ///
    /// # Errors
    ///
    /// There is not enough memory for a small table.
    pub fn of(cells: impl IntoIterator<Item: Borrow<Cell>>) -> Result<Self> {
        // A set that is collected makes a list first, and there can be millions of cells.
        let mut counters = BTreeMap::new();
        for cell in cells {
            let cell = cell.borrow();
            counters.entry(counter(cell)).or_insert_with_key(|(.., programs)| named(cell, programs));
        }
        Self::compute(counters)
    }

    /// Computes the signatures of every solver with every scheme of this program, for plain searches.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of).
    pub fn all() -> Result<Self> {
        let schemes: Vec<_> = scheme_list::all().into_iter().map(Some).chain([None]).collect();
        let plain = |solver, scheme| ((solver, scheme, SearchOptions::PLAIN, String::new()), None);
        let each = |solver| schemes.iter().map(move |&scheme| plain(solver, scheme));
        let is_used = |((solver, scheme, ..), _): &(Counter, _)| solver.profile().has_table || scheme.is_none();
        Self::compute(SolverKind::ALL.into_iter().flat_map(each).filter(is_used).collect())
    }

    /// Returns the signature of a cell, if it was computed.
    #[must_use]
    pub fn get(&self, cell: &Cell) -> Option<u64> {
        self.0.get(&counter(cell)).copied()
    }

    /// Returns whether the row of `cell` with this signature has the counts of this program.
    #[must_use]
    pub fn is_valid(&self, cell: &Cell, signature: u64) -> bool {
        self.get(cell) == Some(signature)
    }

    /// Returns every signature of plain searches that was computed.
    pub fn iter(&self) -> impl Iterator<Item = (SolverKind, Option<Scheme>, u64)> {
        let is_plain = |(counter, _): &(&Counter, &u64)| counter.2.is_plain() && counter.3.is_empty();
        self.0.iter().filter(is_plain).map(|(&(solver, scheme, ..), &signature)| (solver, scheme, signature))
    }

    /// Returns a line for each signature: solver, scheme, signature.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.iter()
            .map(|(solver, scheme, signature)| format!("{solver} {} {signature}\n", scheme_name(scheme)))
            .collect()
    }

    /// Computes the signatures of these counters, each with a cell that names its programs, if it has some.
    fn compute(wanted: BTreeMap<Counter, Option<GameCell>>) -> Result<Self> {
        let is_known = |((_, scheme, ..), _): &(Counter, _)| !scheme.is_some_and(scheme_list::is_absent);
        let wanted: Vec<(Counter, Option<GameCell>)> = wanted.into_iter().filter(is_known).collect();
        let solvers: BTreeSet<SolverKind> = wanted.iter().map(|&((solver, ..), _)| solver).collect();
        let solvers: Vec<SolverKind> = solvers.into_iter().collect();
        let without_table = parallel::map(&solvers, |&solver| Ok((solver, of_solver(solver)?)));
        let without_table = without_table.into_iter().collect::<Result<BTreeMap<SolverKind, Digest>>>()?;
        let signature = |(counter, game): &(Counter, Option<GameCell>)| {
            let (solver, scheme, search) = (counter.0, counter.1, counter.2);
            let mut digest = without_table[&solver];
            if let Some(scheme) = scheme {
                add_scheme(&mut digest, solver, scheme)?;
            }
            if !search.is_plain() {
                add_options(&mut digest, solver, scheme, search)?;
            }
            if let Some(game) = game {
                add_programs(&mut digest, &game.small_searches(scheme)?)?;
            }
            Ok((counter.clone(), digest.signature()))
        };
        Ok(Self(parallel::map(&wanted, signature).into_iter().collect::<Result<_>>()?))
    }
}

/// Computes the signature of the rows of a solver with `scheme`, which need not be
/// [registered](scheme_list::register), or without a table.
///
/// # Errors
///
/// There is not enough memory for a small table.
pub fn of(solver: SolverKind, scheme: Option<Scheme>) -> Result<u64> {
    let mut digest = of_solver(solver)?;
    scheme.map_or(Ok(()), |scheme| add_scheme(&mut digest, solver, scheme))?;
    Ok(digest.signature())
}

/// Computes the signature of a cell.
///
/// # Errors
///
/// The scheme is unknown to this program, or there is not enough memory for a small table.
pub fn of_cell(cell: &Cell) -> Result<u64> {
    Signatures::of([cell])?.get(cell).with_context(|| format!("unknown replacement scheme: {cell}"))
}

/// Computes the signature of the best solver of Connect Four with its own table, which can be in a file. Rows do not
/// have it: their tables have a scheme.
///
/// # Errors
///
/// There is not enough memory for a small table.
pub fn of_best_connect_four() -> Result<u64> {
    let mut digest = Digest::new(b"connect-four-best with its own table");
    digest.add(u64::from(VERSION));
    for solution in team_solutions() {
        let Solution { score, nodes } = solution?;
        digest.add(nodes);
        digest.add(score.map_or(u64::MAX, |score| score as u64));
    }
    Ok(digest.signature())
}

/// Computes the signature of the strongest chess program with a table of `scheme`, which no row has.
///
/// # Errors
///
/// There is not enough memory for a small table.
pub fn of_engine(scheme: Scheme) -> Result<u64> {
    let mut digest = Digest::new(b"chess-best");
    digest.add(u64::from(VERSION));
    digest.add(decisions(scheme));
    for searched in frozen_searches_of_engine(scheme)? {
        digest.add(searched.nodes);
        digest.add(searched.score as u64);
    }
    Ok(digest.signature())
}

fn team_solutions() -> impl Iterator<Item = Result<Solution>> {
    let of_each = FROZEN_TEAM.into_iter().flat_map(|(board, moves)| [false, true].map(|weak| (board, moves, weak)));
    of_each.map(|(board, moves, weak)| {
        let team = TeamSolver::with_buckets(board.parse()?, 10, Parallel::Abdada, weak, u64::MAX)?;
        Ok(team.solve(0, moves)?)
    })
}

/// Returns the digest of everything but a scheme.
fn of_solver(solver: SolverKind) -> Result<Digest> {
    let mut digest = Digest::new(solver.name().as_bytes());
    digest.add(u64::from(VERSION));
    digest.add_searches(&without_table(solver)?)?;
    Ok(digest)
}

fn add_scheme(digest: &mut Digest, solver: SolverKind, scheme: Scheme) -> Result<()> {
    digest.add(decisions(scheme));
    digest.add_searches(&with_table(solver, scheme)?)
}

fn add_options(digest: &mut Digest, solver: SolverKind, scheme: Option<Scheme>, search: SearchOptions) -> Result<()> {
    let cells = scheme.map_or_else(|| without_table(solver), |scheme| with_table(solver, scheme))?;
    let cells: Vec<Cell> = cells.into_iter().map(|cell| Cell { search, ..cell }).collect();
    digest.add_searches(&cells)
}

/// Adds the searches of programs that a cell names, and the decisions of their schemes.
fn add_programs(digest: &mut Digest, cells: &[Cell]) -> Result<()> {
    cells.iter().filter_map(|cell| cell.scheme).for_each(|scheme| digest.add(decisions(scheme)));
    digest.add_searches(cells)
}

/// Returns what the cell searches, if it names programs.
fn named(cell: &Cell, programs: &str) -> Option<GameCell> {
    (!programs.is_empty()).then(|| cell.game.clone())
}

/// Returns the frozen searches without a table.
fn without_table(solver: SolverKind) -> Result<Vec<Cell>> {
    let (search, parts, seed) = (SearchOptions::PLAIN, Parts::all(), zobrist::DEFAULT_SEED);
    let games = (solver.profile().frozen_without_table)()?;
    Ok(games.into_iter().map(|game| Cell { game, search, scheme: None, positions: None, parts, seed }).collect())
}

/// Returns the frozen searches with a scheme.
fn with_table(solver: SolverKind, scheme: Scheme) -> Result<Vec<Cell>> {
    let cell = |Frozen { game, positions, parts, seed }| {
        let (positions, seed) = (Some(positions.parse()?), zobrist::DEFAULT_SEED + seed);
        Ok(Cell { game, search: SearchOptions::PLAIN, scheme: Some(scheme), positions, parts, seed })
    };
    // Some layouts have no room for a line of moves.
    let has_room = |frozen: &Frozen| frozen.game.line() == 1 || scheme.payload_bits() > 16;
    (solver.profile().frozen_with_table)()?.into_iter().filter(has_room).map(cell).collect()
}
