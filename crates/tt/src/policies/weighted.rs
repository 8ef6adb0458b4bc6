//! Today's engines: the position of least value in a bucket is replaced, and the value decreases with age.

use crate::{Bound, Decision, OnHit, Policy, Same, Worth};

/// A family of policies that differ in weights. The *value* of a position is a weighted sum of its depth, its nodes,
/// its age, its bound and what else a search says of it. The position of least value is replaced
/// (`[CPW, Bucket Systems]`, `[CPW, Aging]`).
///
/// The constants are the rules of engines; each includes only the replacement rule. What some of them add for the
/// principal variation has an effect only in a table that stores PV nodes, such as one with the layout
/// [`Engine`](crate::layouts::Engine) or [`TenBytes`](crate::layouts::TenBytes).
///
/// ```
/// use tt::policies::Weighted;
/// use tt::{Bound, Decision, Policy, Worth};
///
/// let worth = |depth, age| Worth { depth, nodes: 1, age, bound: Bound::Lower, ..Worth::default() };
/// let residents = [worth(9, 0), worth(12, 1), worth(6, 0)];
/// // 12 plies from the previous search are worth 4.
/// assert_eq!(Weighted::STOCKFISH_18.victim(&residents, worth(1, 0)), Decision::Replace(1));
/// assert_eq!(Weighted::SHALLOWEST.victim(&residents, worth(1, 0)), Decision::Replace(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighted {
    /// What a ply of depth adds.
    pub depth: i32,
    /// What each doubling of the nodes adds.
    pub nodes: i32,
    /// What each search since the position was stored subtracts.
    pub age: i32,
    /// The number of bits of the age, from 1 to 8. After 2^`age_bits` searches, the position appears new again.
    pub age_bits: u32,
    /// What is subtracted if the position was stored in an earlier search, regardless of which.
    pub stamped: i32,
    /// What each bound adds, by its [number](Bound::number).
    pub bounds: [i32; 4],
    /// What is added if the position was a PV node.
    pub pv: i32,
    /// What each move adds that was searched before the best one.
    pub move_index: i32,
    /// The depth that a candidate needs to replace the victim.
    pub replaces: RequiredDepth,
    /// The depth that a candidate needs to overwrite the old record of the same position.
    pub overwrites: RequiredDepth,
    /// The number of plies that [`overwrites`](Self::overwrites) adds to a candidate that was a PV node.
    pub pv_margin: u8,
    /// Whether an exact candidate always overwrites the old record.
    pub exact_overwrites: bool,
    /// Whether an exact candidate always overwrites an old record that is not exact.
    pub newly_exact_overwrites: bool,
    /// Whether a stamped record of the same position is always overwritten.
    pub stamped_is_overwritten: bool,
    /// Whether a new record that overwrites the old one [keeps](crate::Payload::keeping) what its payload lacks, such
    /// as the move.
    pub keeps_payload: bool,
    /// Whether an old record that stays takes the new payload, which keeps what it lacks from the old one.
    pub takes_payload: bool,
    /// Whether a hit makes the position one of the present search.
    pub refreshes: bool,
}

/// The depth that a new record needs to replace an old one.
///
/// ```
/// use tt::policies::{RequiredDepth, Weighted};
/// use tt::{Bound, Policy, Same, Worth};
///
/// let worth = |depth| Worth { depth, nodes: 1, age: 0, bound: Bound::Upper, ..Worth::default() };
/// let policy = Weighted { overwrites: RequiredDepth::Within(2), ..Weighted::SHALLOWEST };
/// assert_eq!(Policy::<4>::same(policy, worth(5), worth(3)), Same::Overwrite);
/// assert_eq!(Policy::<4>::same(policy, worth(5), worth(2)), Same::Keep);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequiredDepth {
    /// Any depth.
    Any,
    /// At most this many plies less than the old depth.
    Within(u8),
    /// Two thirds of the old depth (Viridithas): three times the new depth, with bonuses for its bound and the age of
    /// the old record, is at least twice the old depth with the bonus of its bound.
    TwoThirds,
    /// Half of the old depth (Black Marlin): twice the new depth, with bonuses for its bound and the age of the old
    /// record, is at least the old depth with the bonus of its bound.
    Half,
}

impl RequiredDepth {
    #[inline]
    fn is_met(self, old: Worth, new: Worth) -> bool {
        let bonus = |worth: Worth, of: [i32; 4]| i32::from(worth.depth) + of[worth.bound.number() as usize];
        let age = i32::from(old.age);
        match self {
            Self::Any => true,
            Self::Within(plies) => new.depth.saturating_add(plies) >= old.depth,
            // The bonuses are those of no score, a lower bound, an upper bound and an exact score.
            Self::TwoThirds => {
                let of = [0, 2, 1, 3];
                3 * (bonus(new, of) + age * age / 4) >= 2 * bonus(old, of)
            }
            Self::Half => {
                let of = [0, 1, 0, 1];
                2 * bonus(new, of) + age + 1 >= bonus(old, of)
            }
        }
    }
}

impl Default for Weighted {
    /// Returns the rule of the table that is recommended for engines: the least depth minus 8 for each search since is
    /// replaced, and a new record without a move keeps the old one.
    fn default() -> Self {
        Self { age: 8, keeps_payload: true, ..Self::SHALLOWEST }
    }
}

impl Weighted {
    /// The shallowest position is replaced, whatever its age.
    pub const SHALLOWEST: Self = Self {
        depth: 1,
        nodes: 0,
        age: 0,
        age_bits: 8,
        stamped: 0,
        bounds: [0; 4],
        pv: 0,
        move_index: 0,
        replaces: RequiredDepth::Any,
        overwrites: RequiredDepth::Any,
        pv_margin: 0,
        exact_overwrites: false,
        newly_exact_overwrites: false,
        stamped_is_overwritten: false,
        keeps_payload: false,
        takes_payload: false,
        refreshes: false,
    };
    /// The position with the smallest subtree is replaced, by the binary logarithm of its nodes; stamped ones first.
    pub const SMALLEST: Self = Self { depth: 0, nodes: 1, stamped: 1 << 10, ..Self::SHALLOWEST };
    /// The shallowest position of earlier searches is replaced, or else the shallowest (Crafty 25).
    pub const CRAFTY_25: Self = Self { stamped: 1 << 10, ..Self::SHALLOWEST };
    /// The oldest position is replaced, and of equally old ones the shallowest (Fruit, with one bound instead of two).
    pub const FRUIT: Self = Self { age: 256, ..Self::SHALLOWEST };
    /// The oldest position is replaced, of equally old ones that with the fewest nodes, as a logarithm, and of these
    /// the shallowest (Edax, without its selectivity).
    pub const EDAX: Self = Self { nodes: 1 << 8, age: 1 << 16, ..Self::SHALLOWEST };
    /// Least depth minus 8 for each search; the same position is overwritten by an exact record, or by one that is at
    /// most 3 plies shallower. The newest move stays in both cases, and so does the move of a position whose new record
    /// has none (Stockfish 7 to 16).
    pub const STOCKFISH_16: Self = Self {
        age: 8,
        overwrites: RequiredDepth::Within(3),
        exact_overwrites: true,
        keeps_payload: true,
        takes_payload: true,
        ..Self::SHALLOWEST
    };
    /// As [`STOCKFISH_16`](Self::STOCKFISH_16), with 16 for each search; a PV node adds 2 to the depth of a record that
    /// may overwrite; a stamped record is always overwritten (Stockfish 17).
    pub const STOCKFISH_17: Self = Self { age: 16, pv_margin: 2, stamped_is_overwritten: true, ..Self::STOCKFISH_16 };
    /// As [`STOCKFISH_17`](Self::STOCKFISH_17), with 8 for each search (Stockfish 18).
    pub const STOCKFISH_18: Self = Self { age: 8, ..Self::STOCKFISH_17 };
    /// Least depth minus 4 for each search; a hit refreshes the position; the same position is overwritten by an exact
    /// record, or by one that is at most 2 plies shallower. Of any other record nothing is kept (Ethereal).
    pub const ETHEREAL: Self = Self {
        age: 4,
        overwrites: RequiredDepth::Within(2),
        takes_payload: false,
        refreshes: true,
        ..Self::STOCKFISH_16
    };
    /// Least depth minus 4 for each search; the same position is overwritten by an exact record if the old one is not
    /// exact, or by one of two thirds of the old depth, to which a PV node adds 1. Of any other record nothing is kept
    /// (Viridithas).
    pub const VIRIDITHAS: Self = Self {
        age: 4,
        overwrites: RequiredDepth::TwoThirds,
        pv_margin: 1,
        newly_exact_overwrites: true,
        keeps_payload: true,
        ..Self::SHALLOWEST
    };
    /// A position is replaced by one of half its depth (Black Marlin, which has one slot).
    pub const BLACK_MARLIN: Self =
        Self { replaces: RequiredDepth::Half, overwrites: RequiredDepth::Half, ..Self::SHALLOWEST };
    /// A position is always replaced; the same position is overwritten by an exact record, or by one that is at most 4
    /// plies shallower (Velvet, which has one slot for a position and a halfmove clock).
    pub const VELVET: Self = Self { overwrites: RequiredDepth::Within(4), exact_overwrites: true, ..Self::SHALLOWEST };

    /// The position with the smallest move index is replaced; stamped ones first.
    pub const EARLIEST_MOVE: Self = Self { depth: 0, move_index: 1, stamped: 1 << 10, ..Self::SHALLOWEST };

    #[inline]
    fn value(self, worth: Worth) -> i32 {
        self.depth * i32::from(worth.depth)
            + self.nodes * worth.nodes.max(1).ilog2() as i32
            + self.bounds[usize::from(worth.bound.number())]
            + self.move_index * i32::from(worth.user)
            + if worth.is_pv { self.pv } else { 0 }
            - self.age * i32::from(worth.age)
            - if worth.stamped() { self.stamped } else { 0 }
    }

    /// Returns the worth with an age of [`age_bits`](Self::age_bits).
    #[inline]
    #[must_use]
    pub fn seen(self, worth: Worth) -> Worth {
        Worth { age: worth.age & (!0 >> (8 - self.age_bits.clamp(1, 8))), ..worth }
    }
}

impl<const W: usize> Policy<W> for Weighted {
    #[inline]
    fn victim(self, residents: &[Worth; W], candidate: Worth) -> Decision {
        let residents = residents.map(|resident| self.seen(resident));
        let mut victim = 0;
        for slot in 1..W {
            if self.value(residents[slot]) < self.value(residents[victim]) {
                victim = slot;
            }
        }
        if self.replaces.is_met(residents[victim], candidate) { Decision::Replace(victim) } else { Decision::Keep }
    }

    #[inline]
    fn same(self, resident: Worth, candidate: Worth) -> Same {
        let resident = self.seen(resident);
        let is_exact = candidate.bound == Bound::Exact;
        let margin = if candidate.is_pv { self.pv_margin } else { 0 };
        let with_margin = Worth { depth: candidate.depth.saturating_add(margin), ..candidate };
        let overwrites = self.overwrites.is_met(resident, with_margin)
            || self.exact_overwrites && is_exact
            || self.newly_exact_overwrites && is_exact && resident.bound != Bound::Exact
            || self.stamped_is_overwritten && resident.stamped();
        match overwrites {
            true if self.keeps_payload => Same::OverwriteKeepingPayload,
            true => Same::Overwrite,
            false if self.takes_payload => Same::KeepTakingPayload,
            false => Same::Keep,
        }
    }

    #[inline]
    fn reads_move_index(self) -> bool {
        self.move_index != 0
    }

    #[inline]
    fn on_hit(self) -> OnHit {
        if self.refreshes { OnHit::Refresh } else { OnHit::Nothing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shallow_record_of_the_same_position_is_treated_as_in_the_engines() {
        let worth = |depth, bound| Worth { depth, nodes: 1, age: 0, bound, ..Worth::default() };
        let same = |policy: Weighted, old, new| Policy::<3>::same(policy, worth(20, old), worth(9, new));
        // Only Stockfish takes the move of a record that it does not store.
        assert_eq!(same(Weighted::STOCKFISH_16, Bound::Lower, Bound::Lower), Same::KeepTakingPayload);
        assert_eq!(same(Weighted::ETHEREAL, Bound::Lower, Bound::Lower), Same::Keep);
        assert_eq!(same(Weighted::VIRIDITHAS, Bound::Lower, Bound::Lower), Same::Keep);
        for policy in [Weighted::STOCKFISH_16, Weighted::ETHEREAL, Weighted::VIRIDITHAS] {
            assert_eq!(same(policy, Bound::Lower, Bound::Exact), Same::OverwriteKeepingPayload);
        }
        // An exact record does not overwrite a much deeper exact one in Viridithas.
        assert_eq!(same(Weighted::ETHEREAL, Bound::Exact, Bound::Exact), Same::OverwriteKeepingPayload);
        assert_eq!(same(Weighted::VIRIDITHAS, Bound::Exact, Bound::Exact), Same::Keep);
    }
}
