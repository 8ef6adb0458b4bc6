//! An expensive evaluation, and the tables that save part of its cost: for pawns, material and whole positions.

mod terms;

use std::cell::{Cell, RefCell};

use bitflags::bitflags;
use chess::{Colour, PieceType, Position};
use search::{ChosenOptions, SearchOption};
use tt::layouts::Value;
use tt::policies::{New, OneLevel};
use tt::{Buckets, Key, LowBits, Score, Size, TableError};

use crate::options;

bitflags! {
    /// The tables of an [`Evaluation`] (chess-programming wiki, "Pawn Hash Table", "Material Hash Table", "Evaluation
    /// Hash Table").
    ///
    /// ```
    /// use alibaba::structured_evaluation::EvaluationTables;
    ///
    /// assert!(EvaluationTables::all().contains(EvaluationTables::PAWNS | EvaluationTables::MATERIAL));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct EvaluationTables: u8 {
        /// Values of pawn structures. Most moves do not change the pawns.
        const PAWNS = 1;
        /// Values of material. Most moves do not change the material.
        const MATERIAL = 2;
        /// Values of whole positions. A search evaluates a position again if it reaches the position in several ways,
        /// or in several iterations.
        const POSITIONS = 4;
    }
}

/// The limit of a value, which no position of a game comes near.
pub(crate) const MAX_VALUE: i32 = 28_000;

/// The size of each table, in positions.
const SLOTS: [u64; 3] = [1 << 14, 1 << 12, 1 << 16];

/// The search options that choose the tables, in the order of the fields of [`Evaluation`].
const OPTIONS: [(SearchOption, EvaluationTables); 3] = [
    (options::PAWN_TABLE, EvaluationTables::PAWNS),
    (options::MATERIAL_TABLE, EvaluationTables::MATERIAL),
    (options::EVALUATION_TABLE, EvaluationTables::POSITIONS),
];

/// An evaluation with pawn structure, material and mobility beside the piece-square values, in hundredths of a pawn.
///
/// Unlike the evaluation of ALIBABA, it is not updated with each move. Tables can store its parts. They change the time
/// of a search, not its values and therefore not its nodes (`[Breuker 1998, 2.3.2]`), except for a wrong value if two
/// positions have the same key. A clone has no tables.
///
/// ```
/// use chess::Position;
/// use alibaba::structured_evaluation::{Evaluation, EvaluationTables};
///
/// let position = Position::from_fen("4k3/pp4pp/8/8/8/8/PP4PP/2B1KB2 w - - 0 1")?;
/// let evaluation = Evaluation::new(EvaluationTables::PAWNS)?;
/// let first = evaluation.value(&position);
/// assert_eq!(evaluation.value(&position), first);
/// assert_eq!(first, Evaluation::default().value(&position));
/// let pawns = evaluation.usage(EvaluationTables::PAWNS);
/// assert_eq!((pawns.look_ups, pawns.hits), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Evaluation {
    pawns: Option<ValueTable>,
    material: Option<ValueTable>,
    positions: Option<ValueTable>,
}

/// How often a table of an evaluation was used.
///
/// ```
/// let usage = alibaba::structured_evaluation::TableUsage { look_ups: 8, hits: 6 };
/// assert_eq!(usage.hit_rate(), 0.75);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableUsage {
    /// The number of values that were looked up.
    pub look_ups: u64,
    /// The number of look-ups that found the value.
    pub hits: u64,
}

impl TableUsage {
    /// Returns the proportion of look-ups that found the value; 0 without look-ups.
    #[must_use]
    pub fn hit_rate(self) -> f64 {
        if self.look_ups == 0 { 0.0 } else { self.hits as f64 / self.look_ups as f64 }
    }
}

impl Evaluation {
    /// Creates an evaluation with these tables, all empty: 128 KiB for pawns, 32 KiB for material and 512 KiB for
    /// positions.
    ///
    /// # Errors
    ///
    /// A table cannot be allocated.
    pub fn new(tables: EvaluationTables) -> Result<Self, TableError> {
        let table = |which, slots| tables.contains(which).then(|| ValueTable::new(slots)).transpose();
        Ok(Self {
            pawns: table(EvaluationTables::PAWNS, SLOTS[0])?,
            material: table(EvaluationTables::MATERIAL, SLOTS[1])?,
            positions: table(EvaluationTables::POSITIONS, SLOTS[2])?,
        })
    }

    /// Returns the evaluation that the options of a search choose, if they do. If there is no memory for its tables, it
    /// has none, which changes no value.
    pub(crate) fn of_options(options: impl ChosenOptions) -> Option<Self> {
        let chosen = OPTIONS.into_iter().filter(|&(option, _)| options.has(option));
        let tables: EvaluationTables = chosen.map(|(_, table)| table).collect();
        let is_chosen = options.has(options::STRUCTURED_EVALUATION) || !tables.is_empty();
        is_chosen.then(|| Self::new(tables).unwrap_or_default())
    }

    /// Returns the value of a position for the player to move.
    // Not inlined, because the printed program evaluates without it.
    #[inline(never)]
    #[must_use]
    pub fn value(&self, position: &Position) -> Score {
        ValueTable::get_or(self.positions.as_ref(), || position.key(), || self.computed(position))
    }

    fn computed(&self, position: &Position) -> Score {
        let pawns = Colour::BOTH.map(|colour| position.pieces(colour, PieceType::Pawn));
        let counts = terms::counts(position);
        let structure = ValueTable::get_or(
            self.pawns.as_ref(),
            || Key::mixed(Key::mixed(pawns[0].0).0 ^ pawns[1].0),
            || terms::pawns(pawns) as Score,
        );
        let material =
            ValueTable::get_or(self.material.as_ref(), || Key::mixed(counts), || terms::material(counts) as Score);
        let for_white = i32::from(structure) + i32::from(material) + terms::pieces(position);
        let sign = if position.to_move() == Colour::White { 1 } else { -1 };
        (i32::from(position.value()) + sign * for_white).clamp(-MAX_VALUE, MAX_VALUE) as Score
    }

    /// Returns how often one of the tables was used since it was created.
    ///
    /// # Panics
    ///
    /// Panics if `table` is not exactly one table.
    #[must_use]
    pub fn usage(&self, table: EvaluationTables) -> TableUsage {
        let table = match table {
            EvaluationTables::PAWNS => &self.pawns,
            EvaluationTables::MATERIAL => &self.material,
            EvaluationTables::POSITIONS => &self.positions,
            _ => panic!("{table:?} is not one table"),
        };
        table.as_ref().map(|table| table.usage.get()).unwrap_or_default()
    }

    /// Returns how often each of its tables was used since it was created, with the name of the search option that
    /// chooses the table.
    pub fn usages(&self) -> impl Iterator<Item = (&'static str, TableUsage)> {
        let Self { pawns, material, positions } = self;
        let all = OPTIONS.into_iter().zip([pawns, material, positions]);
        all.filter_map(|((option, _), table)| Some((option.name(), table.as_ref()?.usage.get())))
    }
}

impl Clone for Evaluation {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A table of values, which an evaluation fills although it does not change.
struct ValueTable {
    values: RefCell<Buckets<Value, OneLevel<New>, 1, LowBits>>,
    usage: Cell<TableUsage>,
}

impl ValueTable {
    fn new(slots: u64) -> Result<Self, TableError> {
        let values = RefCell::new(Buckets::new(Size::Positions(slots))?);
        Ok(Self { values, usage: Cell::default() })
    }

    /// Returns the value in a table, or computes and stores it. Without a table it is computed.
    #[inline]
    fn get_or(table: Option<&Self>, key: impl FnOnce() -> Key, compute: impl FnOnce() -> Score) -> Score {
        let Some(Self { values, usage }) = table else { return compute() };
        let key = key();
        let found = values.borrow().get(key);
        let TableUsage { look_ups, hits } = usage.get();
        usage.set(TableUsage { look_ups: look_ups + 1, hits: hits + u64::from(found.is_some()) });
        found.unwrap_or_else(|| {
            let value = compute();
            values.borrow_mut().put(key, &value);
            value
        })
    }
}

impl std::fmt::Debug for ValueTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ValueTable").field("usage", &self.usage.get()).finish_non_exhaustive()
    }
}
