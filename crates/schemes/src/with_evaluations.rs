//! Tables of engines, whose scheme is selected at run time: with the static evaluation, where there is room for it.

use std::fs::File;

use tt::layouts::{Engine, TenBytes};
use tt::{Contents, FileError, MoveAndEvaluation, Pages, Payload, Record, Size, SpareBits, TableError, Xor};
use zobrist::Key;

use crate::any_table::AnyTable;
use crate::handle::{self, Place};
use crate::scheme_table::{self, buckets, of_width};
use crate::slot_view::Slotted;
use crate::technique::{AnyLayout, Kind, Structure};
use crate::wrapper::{Wrapper, wrap_contents, wrap_table};
use crate::{Found, Scheme, TranspositionTable};

/// A [`TranspositionTable`] for engines, which stores a move, and a static evaluation and the PV flag where there is
/// room.
///
/// A scheme whose positions take 16 bytes and that does not compare subtrees has the layout
/// [`Engine`](tt::layouts::Engine), and one with `+packed` has [`TenBytes`](tt::layouts::TenBytes): they have room.
/// Every other scheme has the table that [`TranspositionTable::new`] creates, which stores the move alone; then the
/// evaluation that is found is [`MoveAndEvaluation::NO_EVALUATION`].
///
/// ```
/// use schemes::EvaluationTable;
/// use tt::{Bound, Key, MoveAndEvaluation, Pages, Record, Table};
///
/// for (scheme, has_room) in [("depth-4+age-8", true), ("depth-3+age-8+packed", true), ("size-4", false)] {
///     let mut table = EvaluationTable::with_evaluations("64K".parse()?, scheme.parse()?, Pages::Default)?;
///     let payload = MoveAndEvaluation { best_move: 0x0c1c, evaluation: -35 };
///     table.store(Key::mixed(1), Record { payload, bound: Bound::Exact, depth: 5, ..Record::default() });
///     let found = table.probe(Key::mixed(1)).expect("it was just stored").payload;
///     assert_eq!((found.best_move, found.evaluation == -35), (0x0c1c, has_room));
///     assert!(has_room || found.evaluation == MoveAndEvaluation::NO_EVALUATION);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type EvaluationTable = TranspositionTable<MoveAndEvaluation, MoveAndEvaluation>;

/// Where evaluations can be stored.
enum Room {
    Engine(Kind),
    TenBytes(Kind),
    None,
}

impl Room {
    fn of(scheme: Scheme) -> Self {
        let kind = scheme.kind();
        let is_plain = kind.structure == Structure::Buckets && !kind.per_side && !kind.policy.reads_nodes();
        match kind.layout {
            AnyLayout::Thesis if is_plain && !kind.policy.has_uses() => Self::Engine(kind),
            AnyLayout::Packed if is_plain => Self::TenBytes(kind),
            _ => Self::None,
        }
    }
}

impl EvaluationTable {
    /// Creates an empty table in memory pages of the given kind.
    ///
    /// # Errors
    ///
    /// As for [`TranspositionTable::new`].
    pub fn with_evaluations(size: Size, scheme: Scheme, pages: Pages) -> Result<Self, TableError> {
        let table = match Room::of(scheme) {
            Room::Engine(kind) => of_width::<_, Engine<MoveAndEvaluation>>(kind, kind.size(size), pages)?,
            Room::TenBytes(kind) => Box::new(buckets::<TenBytes<MoveAndEvaluation>, 3>(kind, kind.size(size), pages)?),
            Room::None => Box::new(MoveAlone { table: scheme_table::build(size, scheme, pages)? }),
        };
        Ok(Self::of(table, scheme))
    }

    /// Creates an empty table that several threads use: give each another [handle](Self::handle). If `is_written` is
    /// false, the memory is not written to, as in [`TranspositionTable::shared_unwritten`].
    ///
    /// # Errors
    ///
    /// As for [`TranspositionTable::shared`].
    pub fn shared_with_evaluations(
        size: Size,
        scheme: Scheme,
        pages: Pages,
        is_written: bool,
    ) -> Result<Self, TableError> {
        let place = if is_written { Place::Memory(pages) } else { Place::Unwritten(pages) };
        let table = match Room::of(scheme) {
            Room::Engine(kind) => handle::of_width::<_, Engine<MoveAndEvaluation>, Xor>(kind, kind.size(size), place)
                .unwrap_or_else(|| Err(crate::unfit::private(scheme).into())),
            Room::TenBytes(kind) => {
                handle::of_kind::<_, TenBytes<MoveAndEvaluation>, SpareBits, 3>(kind, kind.size(size), place)
            }
            Room::None => handle::build(size, scheme, place)
                .map(|table| Box::new(MoveAlone { table }) as Box<dyn AnyTable<MoveAndEvaluation>>),
        };
        match table {
            Ok(table) => Ok(Self::of(table, scheme)),
            Err(FileError::Table(error)) => Err(error),
            Err(error) => unreachable!("there is no file: {error}"),
        }
    }
}

/// A table that has no room for evaluations.
struct MoveAlone {
    table: Box<dyn AnyTable<u16>>,
}

/// Returns what is found without an evaluation.
#[inline]
fn alone(record: &Record<u16>) -> Record<MoveAndEvaluation> {
    record.with_payload(MoveAndEvaluation { best_move: record.payload, evaluation: MoveAndEvaluation::NO_EVALUATION })
}

impl Wrapper<MoveAndEvaluation, u16> for MoveAlone {
    #[inline]
    fn offered(&self, record: Record<MoveAndEvaluation>) -> Option<Record<u16>> {
        Some(record.with_payload(record.payload.best_move))
    }

    #[inline]
    fn found(&self, _: Key, found: Option<Found<u16>>) -> Option<Found<MoveAndEvaluation>> {
        found.map(|(first, second)| (alone(&first), second.as_ref().map(alone)))
    }
}

wrap_table!(self => self.table; MoveAlone, MoveAndEvaluation where);
wrap_contents!(table of MoveAlone where ());

impl Slotted<MoveAndEvaluation> for MoveAlone {}

impl AnyTable<MoveAndEvaluation> for MoveAlone {
    fn another(&self) -> Option<Box<dyn AnyTable<MoveAndEvaluation>>> {
        Some(Box::new(Self { table: self.table.another()? }))
    }

    fn clear_part(&self, part: usize, parts: usize) -> bool {
        self.table.clear_part(part, parts)
    }

    fn save(&self, contents: Contents<'_>, to: &File) -> Option<Result<(), FileError>> {
        self.table.save(contents, to)
    }

    fn restore(&mut self, contents: Contents<'_>, from: &File) -> Option<Result<(), FileError>> {
        self.table.restore(contents, from)
    }
}

const _: () = assert!(<MoveAndEvaluation as Payload>::BITS == 32);
