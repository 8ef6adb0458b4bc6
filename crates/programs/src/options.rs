//! The options of measured searches: those of the search, of the games, and of what is done with a table.

use search::{OptionSet, OptionTables, SearchOption};

pub use alibaba::options::{ALL as OF_ALIBABA, *};
pub use domineering::options::{ALL as OF_DOMI, *};
pub use search::options::*;

search::option_table! {
    /// See [`Auditor`](search::Auditor). It changes no count.
    12 AUDIT "audit" (table) "hits are compared with the full position, and false hits are counted";
    13 FALSE_HITS_NONE "false-hits-none" (table) "the root's move and score are recorded, without false hits";
    /// See [`FalseHits`](schemes::FalseHits).
    14 FALSE_HITS_1000000 "false-hits-1000000" (table)
        "one in 1,000,000 probes of absent positions finds another position";
    15 FALSE_HITS_100000 "false-hits-100000" (table) "one in 100,000 probes of absent positions finds another position";
    16 FALSE_HITS_10000 "false-hits-10000" (table) "one in 10,000 probes of absent positions finds another position";
    17 FALSE_HITS_1000 "false-hits-1000" (table) "one in 1,000 probes of absent positions finds another position";
    18 FALSE_HITS_100 "false-hits-100" (table) "one in 100 probes of absent positions finds another position";
    19 FALSE_HITS_10 "false-hits-10" (table) "one in 10 probes of absent positions finds another position";
    /// The table is neither cleared nor stamped between two positions.
    20 DATE_NONE "date-none" (table) "positions of earlier searches do not age";
    /// No earlier position can occur again after such a conversion move (`[Breuker 1998, footnote 31]`).
    21 DATE_CONVERSIONS "date-conversions" (table)
        "positions of earlier searches age when a capture or a pawn move is played";
    73 LAST_ITERATION "last-iteration" "only the nodes of the last iteration count";

    alternatives {
        FALSE_HITS_NONE | FALSE_HITS_1000000 | FALSE_HITS_100000 | FALSE_HITS_10000 | FALSE_HITS_1000 | FALSE_HITS_100
        | FALSE_HITS_10;
        DATE_NONE | DATE_CONVERSIONS;
    }
}

/// The tables of all options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AllTables;

impl OptionTables for AllTables {
    const TABLES: &'static [&'static [SearchOption]] = &[search::options::ALL, OF_ALIBABA, OF_DOMI, ALL];
}

/// A set of any options.
pub type SearchOptions = OptionSet<AllTables>;

/// Returns in how many probes of absent positions one finds another position, or 0 for none; `None` if the options do
/// not say so.
///
/// ```
/// use programs::{SearchOptions, options::false_hits};
///
/// let options = SearchOptions::find("false-hits-1000").expect("a valid name");
/// assert_eq!(false_hits(options), Some(1_000));
/// assert_eq!(false_hits(SearchOptions::PLAIN), None);
/// ```
#[must_use]
pub fn false_hits(options: SearchOptions) -> Option<u64> {
    const ONE_IN: [(SearchOption, u64); 7] = [
        (FALSE_HITS_NONE, 0),
        (FALSE_HITS_1000000, 1_000_000),
        (FALSE_HITS_100000, 100_000),
        (FALSE_HITS_10000, 10_000),
        (FALSE_HITS_1000, 1_000),
        (FALSE_HITS_100, 100),
        (FALSE_HITS_10, 10),
    ];
    ONE_IN.iter().find(|(option, _)| options.contains(*option)).map(|(_, one_in)| *one_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns every set of at most three options that can be combined.
    fn sets() -> Vec<SearchOptions> {
        let mut sets = vec![SearchOptions::PLAIN];
        for option in SearchOptions::all() {
            let few = sets.iter().filter(|set| set.iter().count() < 3);
            let with: Vec<_> = few.filter_map(|set| set.with(option).ok()).collect();
            sets.extend(with);
        }
        sets
    }

    #[test]
    fn no_two_options_have_the_same_number() {
        let number: usize = AllTables::TABLES.iter().map(|table| table.len()).sum();
        assert_eq!(SearchOptions::all().count(), number);
    }

    #[test]
    fn every_set_has_one_name() {
        for set in sets() {
            assert_eq!(SearchOptions::find(&set.to_string()), Some(set));
        }
        for name in ["", "+", "mtd+", "+mtd", "mtd+mtd", "cut-off-only+mtd", "plain+mtd", "MTD", "mt"] {
            assert_eq!(SearchOptions::find(name), None, "{name}");
        }
    }

    #[test]
    fn exclusion_is_mutual() {
        for (one, other) in SearchOptions::all().flat_map(|one| SearchOptions::all().map(move |other| (one, other))) {
            assert_eq!(one.excludes(other), other.excludes(one), "{one:?} {other:?}");
            assert!(one != other || one.excludes(other));
        }
    }

    #[test]
    fn names_are_words() {
        let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        for option in SearchOptions::all() {
            assert!(option.name().chars().all(is_letter) && option.name() != "plain", "{option:?}");
            assert!(option.description().len() < 100 && !option.description().is_empty());
        }
    }
}
