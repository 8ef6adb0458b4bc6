//! The interface of policies, which decide which position of a bucket to replace.

use crate::Worth;

/// The decision about a candidate that competes with the residents of a bucket.
///
/// ```
/// use tt::policies::{Deep, OneLevel, TwoLevel};
/// use tt::{Decision, Worth};
///
/// let worth = |depth| Worth { depth, ..Worth::default() };
/// assert_eq!(OneLevel(Deep).decide(worth(5), worth(3)), Decision::Keep);
/// assert_eq!(TwoLevel(Deep).decide(worth(5), worth(6)), Decision::Demote);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Keep the residents and discard the candidate.
    Keep,
    /// Store the candidate in the slot with this index.
    Replace(usize),
    /// Store the candidate in any slot, which the table selects pseudo-randomly.
    ReplaceAny,
    /// Store the candidate in the first slot and move the residents down by one slot. The position in the last slot of
    /// a full bucket is lost.
    Demote,
}

/// What happens when a position is stored that is already in the table.
///
/// ```
/// use tt::policies::Weighted;
/// use tt::{Bound, Policy, Same, Worth};
///
/// let worth = |depth| Worth { depth, bound: Bound::Lower, ..Worth::default() };
/// assert_eq!(Policy::<4>::same(Weighted::STOCKFISH_16, worth(20), worth(9)), Same::KeepTakingPayload);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Same {
    /// Keep the old record.
    Keep,
    /// Overwrite the old record.
    Overwrite,
    /// Overwrite the old record, but [keep](crate::Payload::keeping) what the new payload lacks, such as a move.
    OverwriteKeepingPayload,
    /// Keep the old record, but take the new payload, which [keeps](crate::Payload::keeping) what it lacks from the old
    /// one.
    KeepTakingPayload,
    /// Let the policy decide as for any other position. The bucket may then contain the position twice, and a probe
    /// returns the record in the first slot. A record of the position that is replaced is not a collision: see
    /// [`Stored::Same`](crate::Stored::Same).
    Compete,
}

/// What a hit changes in the table.
///
/// ```
/// use tt::policies::Weighted;
/// use tt::{OnHit, Policy};
///
/// assert_eq!(Policy::<4>::on_hit(Weighted::ETHEREAL), OnHit::Refresh);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnHit {
    /// Nothing.
    #[default]
    Nothing,
    /// The position belongs to the present search again: its age is 0.
    Refresh,
    /// The position moves to the first slot, and those before it move down by one slot.
    MoveToFront,
}

/// A rule that decides which positions stay in a bucket of `W` slots.
///
/// A policy sees what positions are [worth](Worth), but not their keys, scores or moves. It has no state; parameters
/// are fields.
///
/// ```
/// use tt::layouts::Thesis;
/// use tt::{Bound, Buckets, Decision, Key, Policy, Record, Table, Worth};
///
/// /// Replaces the shallowest position.
/// #[derive(Clone, Copy)]
/// struct Shallowest;
///
/// impl<const W: usize> Policy<W> for Shallowest {
///     fn victim(self, residents: &[Worth; W], _: Worth) -> Decision {
///         let shallowest = (0..W).min_by_key(|&slot| residents[slot].depth);
///         Decision::Replace(shallowest.unwrap_or(0))
///     }
/// }
///
/// let mut table = Buckets::<Thesis<()>, _, 4>::with_policy("4".parse()?, Shallowest)?;
/// for depth in [7, 3, 9, 5, 1] {
///     let record = Record { bound: Bound::Exact, depth, ..Record::default() };
///     table.store(Key::mixed(depth.into()), record);
/// }
/// assert!([7, 9, 5, 1].iter().all(|&depth| table.probe(Key::mixed(depth)).is_some()));
/// # Ok::<(), tt::TableError>(())
/// ```
///
/// A policy that needs a part of the worth that some layouts do not store says so. A table with such a layout is an
/// error when the program is compiled:
///
/// ```compile_fail,E0080
/// use tt::layouts::Thesis;
/// use tt::{Buckets, Decision, Policy, Worth};
///
/// /// Keeps PV nodes.
/// #[derive(Clone, Copy, Default)]
/// struct KeepPv;
///
/// impl Policy<1> for KeepPv {
///     const NEEDS_PV: bool = true;
///
///     fn victim(self, [resident]: &[Worth; 1], _: Worth) -> Decision {
///         if resident.is_pv { Decision::Keep } else { Decision::Replace(0) }
///     }
/// }
///
/// // error: the policy reads `Worth::is_pv`, which the layout does not store
/// let table = Buckets::<Thesis<()>, KeepPv, 1>::new("64".parse().unwrap());
/// ```
pub trait Policy<const W: usize>: Copy {
    /// Whether the policy makes sense only with a layout that stores [PV nodes](Worth::is_pv). False for a policy whose
    /// parameters decide whether it reads them.
    const NEEDS_PV: bool = false;
    /// Whether the policy makes sense only with a layout that stores the [number of the search](Worth::user). False for
    /// a policy whose parameters decide whether it reads it.
    const NEEDS_USER: bool = false;

    /// Decides about a candidate whose bucket is full of other positions.
    fn victim(self, residents: &[Worth; W], candidate: Worth) -> Decision;

    /// Decides about a candidate whose bucket contains other positions, but is not full: it has between 1 and `W - 1`
    /// residents, which occupy the first slots. By default, stores the candidate in the first free slot.
    #[inline]
    fn place(self, residents: &[Worth], candidate: Worth) -> Decision {
        let _ = candidate;
        Decision::Replace(residents.len())
    }

    /// Decides what happens when a position is stored that is already in the bucket. By default, its record is
    /// overwritten, and with it its move. A policy for records that may lack a move returns
    /// [`OverwriteKeepingPayload`](Same::OverwriteKeepingPayload).
    #[inline]
    fn same(self, resident: Worth, candidate: Worth) -> Same {
        let _ = (resident, candidate);
        Same::Overwrite
    }

    /// Returns whether an old record of the same position that stays loses one ply of its depth: *secondary ageing*, as
    /// in Stockfish. False by default. The table does not ask about a depth of 0.
    #[inline]
    fn ages(self, resident: Worth) -> bool {
        let _ = resident;
        false
    }

    /// Returns whether the policy reads the [number of the search](Worth::user) as the index of the best move; false by
    /// default. If it does not, a search need not compute it.
    #[inline]
    fn reads_move_index(self) -> bool {
        false
    }

    /// Returns what a hit changes; nothing by default.
    #[inline]
    fn on_hit(self) -> OnHit {
        OnHit::Nothing
    }
}
