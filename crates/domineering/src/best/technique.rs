//! The techniques of the solver, each of which can be switched off to measure what it is worth.

use std::fmt;
use std::str::FromStr;

bitflags::bitflags! {
    /// Techniques of the best solver. All are used by default.
    ///
    /// Every combination finds the same winner. Names are those of the command line.
    ///
    /// ```
    /// use domineering::best::Techniques;
    ///
    /// let without: Techniques = "packing,symmetry".parse()?;
    /// assert_eq!(without, Techniques::PACKING | Techniques::SYMMETRY);
    /// assert_eq!(without.to_string(), "packing,symmetry");
    /// # Ok::<(), domineering::best::UnknownTechnique>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Techniques: u32 {
        /// Proves wins by packing regions, without search.
        const PACKING = 1;
        /// Packs blocks and halls, which make room for safe moves.
        const BLOCKS = 1 << 1;
        /// Counts the options of safe moves.
        const OPTIONS = 1 << 2;
        /// Counts safe squares between two contested ones.
        const PIVOTS = 1 << 3;
        /// Packs places between those in every other column.
        const BETWEEN = 1 << 4;
        /// Packs from the last row as well as from the first.
        const BOTH_ENDS = 1 << 5;
        /// Tries to prove that a move wins before any child is searched, and that it loses before its child is.
        const LOOK_AHEAD = 1 << 6;
        /// Looks up every child in the table before it searches one.
        const ETC = 1 << 7;
        /// Recognizes reflected positions.
        const SYMMETRY = 1 << 8;
        /// Recognizes positions that differ only in squares of one player.
        const PRIVATE = 1 << 9;
        /// Does not search safe moves.
        const NO_SAFE_MOVES = 1 << 10;
        /// Orders moves by their effects on real and safe moves.
        const EFFECTS = 1 << 11;
        /// Orders moves with the same effects by their squares.
        const SQUARES = 1 << 12;
        /// Does not search moves that one threat of the opponent refutes together.
        const THREATS = 1 << 13;
        /// Takes small components off the board, and reckons with their values.
        const VALUES = 1 << 14;
        /// Proves wins by bands of two rows, whose components have known values.
        const BANDS = 1 << 15;
        /// Uses bands of three rows as well.
        const TALL_BANDS = 1 << 16;
    }
}

/// A name that is not the name of a [technique](Techniques).
///
/// ```
/// let error = "telepathy".parse::<domineering::best::Techniques>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown technique `telepathy`: expected packing,blocks,"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown technique `{0}`: expected {names}", names = Techniques::all())]
pub struct UnknownTechnique(String);

impl Techniques {
    /// Returns the names of all techniques, each with a sentence about it.
    pub const NAMES: [(&str, &str); 17] = [
        ("packing", "prove wins by packing regions, without search"),
        ("blocks", "pack regions that create safe moves"),
        ("options", "count the options of safe moves"),
        ("pivots", "count safe squares between two contested ones"),
        ("between", "also pack dominoes between the packed columns"),
        ("both-ends", "pack from the last row as well as from the first"),
        ("look-ahead", "try to prove that a move wins before any child is searched"),
        ("etc", "look up every child in the table before one is searched"),
        ("symmetry", "recognize reflected positions"),
        ("private", "recognize positions that differ only in squares that one player can use"),
        ("no-safe-moves", "do not search safe moves"),
        ("effects", "order moves by their effects on real and safe moves"),
        ("squares", "order moves with the same effects by their squares"),
        ("threats", "skip moves that a single threat of the opponent refutes"),
        ("values", "remove small components from the board and use their values"),
        ("bands", "prove wins by bands of two rows, whose components have known values"),
        ("tall-bands", "use bands of three rows as well"),
    ];
}

impl Default for Techniques {
    fn default() -> Self {
        Self::all()
    }
}

impl FromStr for Techniques {
    type Err = UnknownTechnique;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split(',').try_fold(Self::empty(), |all, name| {
            let number = Self::NAMES.iter().position(|(known, _)| *known == name);
            let number = number.ok_or_else(|| UnknownTechnique(name.to_owned()))?;
            Ok(all | Self::from_bits_retain(1 << number))
        })
    }
}

impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = (0..).zip(Self::NAMES).filter(|(number, _)| self.bits() >> number & 1 == 1);
        if let Some((_, (first, _))) = names.next() {
            f.write_str(first)?;
        }
        names.try_for_each(|(_, (name, _))| write!(f, ",{name}"))
    }
}
