//! The layout of the thesis with the whole position.

use std::marker::PhantomData;

use tt::{Layout, Payload, Record, Worth};

use tt::layouts::Thesis;

use super::WholePosition;

/// The layout [`Thesis`], followed by the whole position: one way of detecting that a record belongs to another
/// position, though "in many games this takes up too much space" (`[Breuker 1998, 2.4.2]`). A position takes 64 bytes
/// instead of 16.
///
/// The search passes each position that it looks up or stores to [`Table::identify`](tt::Table::identify) first.
/// [`hit`](tt::Table::hit) compares only the key.
///
/// ```
/// use tt::{Bound, Buckets, Components, Key, Record, Table};
/// use schemes::layouts::WithPosition;
/// use tt::policies::{Deep, OneLevel};
///
/// let mut table = Buckets::<WithPosition<()>, OneLevel<Deep>, 1>::new("8".parse()?)?;
/// let key = Key::mixed(1);
/// let record = Record { score: 30, bound: Bound::Exact, depth: 5, ..Record::default() };
/// table.identify(b"here ");
/// table.store(key, record);
/// assert_eq!(table.probe(key), Some(record));
/// table.identify(b"there");
/// assert_eq!(table.probe(key), None, "another position with the same key");
/// # Ok::<(), tt::TableError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WithPosition<P>(PhantomData<P>);

/// The words of [`Thesis`], then those of the position.
type Line = [u64; 2 + WholePosition::WORDS];

const _: () = assert!(size_of::<Line>() == 64);

fn thesis([tag, work, ..]: &Line) -> [u64; 2] {
    [*tag, *work]
}

fn with_thesis(line: &Line, [tag, work]: [u64; 2]) -> Line {
    let mut line = *line;
    [line[0], line[1]] = [tag, work];
    line
}

impl<P: Payload> Layout for WithPosition<P> {
    type Record = Record<P>;
    type Words = Line;
    type Extra = WholePosition;
    const KEY_BITS: u32 = Thesis::<P>::KEY_BITS;

    fn pack(check: u64, record: &Record<P>, generation: u8) -> Line {
        with_thesis(&[0; _], Thesis::pack(check, record, generation))
    }

    fn is_free(line: &Line) -> bool {
        Thesis::<P>::is_free(&thesis(line))
    }

    fn check(line: &Line) -> u64 {
        Thesis::<P>::check(&thesis(line))
    }

    fn record(line: &Line) -> Record<P> {
        Thesis::record(&thesis(line))
    }

    fn worth(line: &Line, generation: u8) -> Worth {
        Thesis::<P>::worth(&thesis(line), generation)
    }

    fn worth_of(record: &Record<P>) -> Worth {
        Thesis::worth_of(record)
    }

    fn with_payload(to: Line, old: &Line, new: &Line) -> Line {
        with_thesis(&to, Thesis::<P>::with_payload(thesis(&to), &thesis(old), &thesis(new)))
    }

    fn refreshed(line: Line, generation: u8) -> Line {
        with_thesis(&line, Thesis::<P>::refreshed(thesis(&line), generation))
    }

    fn shallower(line: Line) -> Line {
        with_thesis(&line, Thesis::<P>::shallower(thesis(&line)))
    }

    /// # Panics
    ///
    /// Panics if the encoding is longer than [`WholePosition::MAX_LEN`].
    fn extra(encoding: &[u8]) -> WholePosition {
        WholePosition::new(encoding).expect("the encoding fits into a slot")
    }

    fn with_extra(mut line: Line, position: &WholePosition) -> Line {
        line[2..].copy_from_slice(position.words());
        line
    }

    fn is_of(line: &Line, position: &WholePosition) -> bool {
        line[2..] == *position.words()
    }
}
