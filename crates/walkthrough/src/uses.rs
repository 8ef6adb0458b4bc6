//! How a search uses a record of the table at a node.

use search::Score;
use tt::Bound;

use crate::trace::ShownRecord;

/// How a search [as printed](search::Search::as_printed) uses what the table knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordUse {
    CutOff,
    /// Narrows the window to the given one.
    Narrows(Score, Score),
    /// Neither ends the node nor narrows the window.
    Nothing,
    TooShallow,
}

impl RecordUse {
    pub(crate) fn of(resident: &ShownRecord, depth: u8, (alpha, beta): (Score, Score)) -> Self {
        if resident.depth < depth || resident.bound == Bound::None {
            return Self::TooShallow;
        }
        let (mut low, mut high) = (alpha, beta);
        match resident.bound {
            Bound::Lower => low = low.max(resident.score),
            Bound::Upper => high = high.min(resident.score),
            _ => return Self::CutOff,
        }
        if low >= high {
            Self::CutOff
        } else if (low, high) == (alpha, beta) {
            Self::Nothing
        } else {
            Self::Narrows(low, high)
        }
    }

    /// Returns how the search uses a record, and then a second one if there is one, and whether the second one causes
    /// the cut-off.
    pub(crate) fn of_both(
        first: &ShownRecord,
        second: Option<&ShownRecord>,
        depth: u8,
        window: (Score, Score),
    ) -> (Self, bool) {
        let of_first = Self::of(first, depth, window);
        let Some(second) = second.filter(|_| of_first != Self::CutOff) else { return (of_first, false) };
        let window = if let Self::Narrows(alpha, beta) = of_first { (alpha, beta) } else { window };
        match (of_first, Self::of(second, depth, window)) {
            (_, Self::CutOff) => (Self::CutOff, true),
            (_, narrows @ Self::Narrows(..)) | (narrows @ Self::Narrows(..), _) => (narrows, false),
            (Self::TooShallow, Self::TooShallow) => (Self::TooShallow, false),
            _ => (Self::Nothing, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resident(bound: Bound, score: Score, depth: u8) -> ShownRecord {
        ShownRecord { position: 0, bound, score, depth, nodes: 1, best: None, also: None, note: String::new() }
    }

    #[test]
    fn two_records_are_used_one_after_the_other() {
        let both = |first: (Bound, Score, u8), second: (Bound, Score, u8)| {
            let of = |(bound, score, depth)| resident(bound, score, depth);
            RecordUse::of_both(&of(first), Some(&of(second)), 4, (-5, 5))
        };
        use Bound::{Exact, Lower, Upper};
        assert_eq!(both((Exact, 1, 4), (Lower, 9, 9)), (RecordUse::CutOff, false));
        assert_eq!(both((Exact, 1, 3), (Exact, 2, 4)), (RecordUse::CutOff, true));
        assert_eq!(both((Lower, 1, 4), (Upper, 1, 4)), (RecordUse::CutOff, true), "the bounds meet");
        assert_eq!(both((Lower, 1, 4), (Upper, 3, 4)), (RecordUse::Narrows(1, 3), false));
        assert_eq!(both((Lower, 1, 4), (Upper, 3, 2)), (RecordUse::Narrows(1, 5), false));
        assert_eq!(both((Lower, 1, 3), (Upper, 3, 2)), (RecordUse::TooShallow, false));
        assert_eq!(both((Lower, -9, 4), (Upper, 3, 2)), (RecordUse::Nothing, false));
    }
}
