//! An option, and the table in which a crate lists its options.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A technique or a reading of the sources that changes a search, with a name such as `mtd`.
///
/// ```
/// use search::{CoreOptions, options};
///
/// assert_eq!(CoreOptions::option("mtd"), Some(options::MTD));
/// assert_eq!(options::MTD.name(), "mtd");
/// ```
#[derive(Clone, Copy)]
pub struct SearchOption {
    number: u8,
    name: &'static str,
    description: &'static str,
    needs_table: bool,
    /// The bits of the options that cannot be combined with this one.
    excluded: u128,
}

impl SearchOption {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        number: u8,
        (name, description): (&'static str, &'static str),
        needs_table: bool,
        alternatives: &[u128],
    ) -> Self {
        let (bit, mut excluded, mut index) = (1 << number, 0, 0);
        while index < alternatives.len() {
            if alternatives[index] & bit != 0 {
                excluded |= alternatives[index];
            }
            index += 1;
        }
        Self { number, name, description, needs_table, excluded: excluded | bit }
    }

    /// Returns the name: lower-case letters, digits and hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns what the option does, in one line.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.description
    }

    /// Returns whether the option changes only what a search does with its table. Without a table, it has no effect.
    #[must_use]
    pub const fn needs_table(self) -> bool {
        self.needs_table
    }

    /// Returns whether the two options cannot be combined.
    #[must_use]
    pub const fn excludes(self, other: Self) -> bool {
        self.excluded & other.bit() != 0
    }

    /// Returns the bit of the option in a set.
    #[inline]
    pub(crate) const fn bit(self) -> u128 {
        1 << self.number
    }
}

impl PartialEq for SearchOption {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for SearchOption {}

impl PartialOrd for SearchOption {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The order is that of the names in the name of a set.
impl Ord for SearchOption {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number.cmp(&other.number)
    }
}

impl Hash for SearchOption {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl fmt::Debug for SearchOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Defines the options of a crate as constants, and the list `ALL` of them.
///
/// A line has a number less than 128, which no other option of a [set](crate::OptionSet) has, the constant, the name,
/// `(table)` if the option needs a table, and the description. Of each line of alternatives a search has at most one.
///
/// ```
/// mod options {
///     search::option_table! {
///         /// The plain program takes the smallest number.
///         100 LARGEST_FIRST "largest-first" "the largest number is taken first";
///         101 RANDOM_FIRST "random-first" "a random number is taken first";
///
///         alternatives {
///             LARGEST_FIRST | RANDOM_FIRST;
///         }
///     }
/// }
///
/// assert!(options::LARGEST_FIRST.excludes(options::RANDOM_FIRST));
/// assert_eq!(options::ALL.len(), 2);
/// ```
#[macro_export]
macro_rules! option_table {
    (
        $($(#[$doc:meta])* $number:literal $option:ident $name:literal $(($needs:ident))? $description:literal;)*
        alternatives { $($first:ident $(| $other:ident)+;)* }
    ) => {
        $(
            #[doc = concat!("`", $name, "`: ", $description, ".")]
            $(#[$doc])*
            pub const $option: $crate::SearchOption = {
                const NEEDS: &[&str] = &[$(stringify!($needs))?];
                $crate::SearchOption::new($number, ($name, $description), !NEEDS.is_empty(), ALTERNATIVES)
            };
        )*

        /// All of these options, in the order in which a name has them.
        pub const ALL: &[$crate::SearchOption] = &[$($option),*];

        const ALTERNATIVES: &[u128] = &[$(bits::$first $(| bits::$other)+),*];

        #[allow(dead_code, reason = "not all options have alternatives")]
        mod bits {
            $(pub(super) const $option: u128 = 1 << $number;)*
        }
    };
}
