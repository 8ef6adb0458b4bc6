//! The techniques of the program, each of which can be switched off to measure what it is worth.

use std::fmt;
use std::str::FromStr;

/// Declares the techniques, with their names and descriptions, from one list.
macro_rules! techniques {
    ($($number:literal $technique:ident $name:literal $description:literal;)*) => {
        bitflags::bitflags! {
            /// A set of techniques. [`Techniques::STANDARD`] has those with which the program plays.
            ///
            /// ```
            /// use engine::Techniques;
            ///
            /// let some: Techniques = "null-move,iir".parse()?;
            /// assert_eq!(some, Techniques::NULL_MOVE | Techniques::IIR);
            /// assert_eq!(some.to_string(), "null-move,iir");
            /// assert!(Techniques::STANDARD.contains(some));
            /// # Ok::<(), engine::TechniqueError>(())
            /// ```
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct Techniques: u64 {
                $(
                    #[doc = concat!("`", $name, "`: ", $description, ".")]
                    const $technique = 1 << $number;
                )*
            }
        }

        impl Techniques {
            /// The name of each technique, and what it does.
            pub const NAMES: &[(Self, &str, &str)] = &[$((Self::$technique, $name, $description)),*];
        }
    };
}

techniques! {
    // The window and the order of the moves.
    0 ASPIRATION "aspiration" "searches first with a narrow window around the last score";
    1 KILLERS "killers" "tries two quiet moves early that caused cut-offs at the same distance from the root";
    2 COUNTER_MOVES "counter-moves" "tries the quiet move early that refuted the opponent's last move before";
    3 HISTORY "history" "orders quiet moves by their success, by origin and destination";
    4 CAPTURE_HISTORY "capture-history" "orders captures also by their success";
    5 CONTINUATION_HISTORY "continuation-history" "orders quiet moves by their success after the last two moves";
    6 CORRECTION_HISTORY "correction-history" "corrects the static evaluation by what searches of similar pawns found";
    7 CHECKS_FIRST "checks-first" "tries quiet moves before others if they give check and lose no material";
    // Whole nodes that are not searched, or less deeply.
    8 MATE_DISTANCE "mate-distance" "cuts off lines that are longer than a mate already found";
    9 NULL_MOVE "null-move" "cuts off if the opponent cannot use two moves in a row";
    10 NULL_VERIFICATION "null-verification" "verifies a null move cut-off at depth by a reduced search";
    11 REVERSE_FUTILITY "reverse-futility" "cuts off if the static evaluation exceeds beta by a margin";
    12 RAZORING "razoring" "leaves a shallow node to quiescence if the static evaluation is far below alpha";
    13 PROBCUT "probcut" "cuts off if a capture exceeds beta by a margin in a reduced search";
    14 IMPROVING "improving" "prunes and reduces less if the static evaluation has risen since two plies ago";
    15 IIR "iir" "reduces a node without a move from the table by a ply";
    // Moves that are not searched, or less deeply.
    17 FUTILITY "futility" "skips quiet moves that give no check, near the horizon and far below alpha";
    18 LATE_MOVE_PRUNING "late-move-pruning" "skips late quiet moves near the horizon";
    19 HISTORY_PRUNING "history-pruning" "skips quiet moves with a bad history near the horizon";
    20 EXCHANGE_PRUNING "exchange-pruning" "skips moves near the horizon that lose material by static exchange";
    21 LATE_MOVE_REDUCTIONS "late-move-reductions" "searches late moves less deeply first";
    22 HISTORY_REDUCTIONS "history-reductions" "reduces moves with a good history less, and others more";
    23 MOVE_REDUCTIONS "move-reductions" "reduces more if the move from the table is a capture";
    24 PV_REDUCTIONS "pv-reductions" "reduces less if the record says that the position was a PV node";
    // Extensions.
    26 CHECK_EXTENSIONS "check-extensions" "searches a position in check a ply deeper";
    27 SINGULAR_EXTENSIONS "singular-extensions" "searches the table's move deeper if no other is nearly as good";
    28 DOUBLE_EXTENSIONS "double-extensions" "searches a very singular move two plies deeper";
    29 MULTI_CUT "multi-cut" "cuts off if a move besides that of the table also reaches beta";
    30 NEGATIVE_EXTENSIONS "negative-extensions" "searches the table's move less deeply if others are as good";
    // Quiescence.
    32 QUIESCENCE_EXCHANGES "quiescence-exchanges" "skips captures that lose material by static exchange";
    33 QUIESCENCE_FUTILITY "quiescence-futility" "skips captures that cannot raise the evaluation to alpha";
    // Draws.
    36 UPCOMING_REPETITION "upcoming-repetition" "knows that the player to move can repeat a position";
    37 DEAD_DRAWS "dead-draws" "knows positions in which neither player can mate";
    38 DRAW_KEYS "draw-keys" "separates records that the fifty-move rule or a repetition of the game may change";
    // The evaluation.
    39 NETWORK "network" "evaluates positions by the network instead of piece-square tables";
    // The table.
    40 TABLE_EVALUATION "table-evaluation" "takes the score of the table as a better static evaluation";
    41 STORED_EVALUATION "stored-evaluation" "stores the static evaluation";
    42 QUIESCENCE_PROBE "quiescence-probe" "looks up positions of the quiescence search";
    43 QUIESCENCE_STORE "quiescence-store" "stores positions of the quiescence search";
    44 PV_CUTOFFS "pv-cutoffs" "also cuts off PV nodes by their records";
    45 KEEP_MOVE "keep-move" "stores the old move of a node that failed low; quiescence always does";
    46 FAIL_LOW_MOVE "fail-low-move" "stores the best move of a node that failed low";
    47 KEEP_DEEPER "keep-deeper" "keeps a record of the same position that is more than 4 plies deeper, unless exact";
    48 PREFETCH "prefetch" "prefetches the bucket of a position before its node is entered";
}

impl Techniques {
    /// The techniques with which the program plays.
    pub const STANDARD: Self =
        Self::all().difference(Self::PV_CUTOFFS).difference(Self::FAIL_LOW_MOVE).difference(Self::KEEP_DEEPER);

    /// The techniques that let the table change the depth of a search. Without them, a larger table never makes a
    /// search to a fixed depth larger, apart from chance; with them, it does.
    pub const TABLE_DEPTH: Self = Self::IIR
        .union(Self::SINGULAR_EXTENSIONS)
        .union(Self::DOUBLE_EXTENSIONS)
        .union(Self::MULTI_CUT)
        .union(Self::NEGATIVE_EXTENSIONS)
        .union(Self::MOVE_REDUCTIONS)
        .union(Self::PV_REDUCTIONS);

    /// The techniques that prune or reduce without proof: a root that fails high is searched less deeply, too. Without
    /// them, a search to depth `n` finds every mate in `n` plies.
    pub const SELECTIVE: Self = Self::ASPIRATION
        .union(Self::NULL_MOVE)
        .union(Self::REVERSE_FUTILITY)
        .union(Self::RAZORING)
        .union(Self::PROBCUT)
        .union(Self::IIR)
        .union(Self::FUTILITY)
        .union(Self::LATE_MOVE_PRUNING)
        .union(Self::HISTORY_PRUNING)
        .union(Self::EXCHANGE_PRUNING)
        .union(Self::LATE_MOVE_REDUCTIONS)
        .union(Self::SINGULAR_EXTENSIONS);

    /// The name of [`TABLE_DEPTH`](Self::TABLE_DEPTH).
    pub const TABLE_DEPTH_NAME: &'static str = "table-depth";
}

/// A name that is not the name of a technique.
///
/// ```
/// let error = "telepathy".parse::<engine::Techniques>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown technique `telepathy`: expected one of table-depth, aspiration,"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown technique `{0}`: expected one of table-depth, {names}", names = names())]
pub struct TechniqueError(String);

impl TechniqueError {
    /// Returns the unknown name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

fn names() -> String {
    let names: Vec<&str> = Techniques::NAMES.iter().map(|&(_, name, _)| name).collect();
    names.join(", ")
}

impl FromStr for Techniques {
    type Err = TechniqueError;

    /// Reads names that are separated by commas.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = |name: &str| match name {
            Self::TABLE_DEPTH_NAME => Some(Self::TABLE_DEPTH),
            _ => Self::NAMES.iter().find(|&&(_, known, _)| known == name).map(|&(technique, ..)| technique),
        };
        let add = |all: Self, name: &str| Ok(all | named(name).ok_or_else(|| TechniqueError(name.to_owned()))?);
        text.split(',').try_fold(Self::empty(), add)
    }
}

impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = Self::NAMES.iter().filter(|&&(technique, ..)| self.contains(technique));
        let names: Vec<&str> = all.map(|&(_, name, _)| name).collect();
        f.pad(&names.join(","))
    }
}

/// A choice of [`Techniques`], made when the program is compiled or when it runs.
pub trait Chosen: Copy {
    /// Returns whether the search uses this technique.
    fn has(self, technique: Techniques) -> bool;
}

/// [`Techniques::STANDARD`], chosen at compile time: a technique that is not used costs nothing.
///
/// ```
/// use engine::{Chosen, StandardTechniques, Techniques};
///
/// assert!(StandardTechniques.has(Techniques::NULL_MOVE) && !StandardTechniques.has(Techniques::PV_CUTOFFS));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandardTechniques;

impl Chosen for StandardTechniques {
    #[inline(always)]
    fn has(self, technique: Techniques) -> bool {
        Techniques::STANDARD.contains(technique)
    }
}

impl Chosen for Techniques {
    #[inline(always)]
    fn has(self, technique: Techniques) -> bool {
        self.contains(technique)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_one_name() {
        for &(technique, name, description) in Techniques::NAMES {
            assert_eq!((name.parse(), technique.to_string().as_str()), (Ok(technique), name));
            assert!(technique.bits().is_power_of_two() && description.len() < 100);
        }
        let both: Techniques = "iir,probcut".parse().unwrap();
        assert_eq!(both, Techniques::IIR | Techniques::PROBCUT);
        assert_eq!("table-depth".parse(), Ok(Techniques::TABLE_DEPTH));
        for name in ["", "IIR", "iir,", ",iir", "iir probcut"] {
            assert!(name.parse::<Techniques>().is_err(), "{name}");
        }
    }
}
