//! The options of DOMI: what the thesis leaves open about its moves.
//!
//! The options of the search itself are in [`search::options`].

use search::{OptionSet, OptionTables, SearchOption};

search::option_table! {
    /// They only count.
    76 NO_SAFE_MOVES "no-safe-moves" "moves on squares that the opponent cannot cover are not searched";
    77 BY_COLUMNS "by-columns" "moves of equal rank are searched column by column";
    /// The result is the same by symmetry.
    78 OTHER_FIRST_ON_SQUARES "other-first-on-squares" "on square boards, the other player moves first";

    alternatives {}
}

/// The tables of the search and of DOMI.
///
/// ```
/// use domineering::options::DomiOptions;
///
/// assert!(DomiOptions::find("mtd+no-safe-moves").is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OfDomi;

impl OptionTables for OfDomi {
    const TABLES: &'static [&'static [SearchOption]] = &[search::options::ALL, ALL];
}

/// A set of options of the search and of DOMI.
pub type DomiOptions = OptionSet<OfDomi>;
