//! How rows compare with a claim, in a word.

use std::fmt;

/// How our rows compare with a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The whole interval lies where the claim says, and no case contradicts it.
    Agrees,
    /// The whole interval lies elsewhere.
    Differs,
    /// The interval contains both, or the cases contradict each other.
    Undecided,
    /// Our rows agree under one admissible reading of the source, and differ under another.
    DependsOnReading,
    /// There is only one search for each case, so the number has no interval.
    SingleRun,
    /// The searches that the claim is about were not made.
    NotSearched,
}

impl Verdict {
    /// Every verdict, in the order in which they are counted.
    pub const ALL: [Self; 6] =
        [Self::Agrees, Self::Differs, Self::Undecided, Self::DependsOnReading, Self::SingleRun, Self::NotSearched];

    /// Returns the value of the field `verdict` in JSON, which does not change when the words for readers do.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::Undecided => "undecided",
            Self::DependsOnReading => "depends on the reading",
            Self::SingleRun => "single run",
            Self::NotSearched => "not searched",
        }
    }

    /// Returns the verdict with this [key](Self::key).
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.key() == key)
    }

    /// Returns the words for one claim, and for several.
    fn words(self) -> [&'static str; 2] {
        match self {
            Self::Agrees => ["agrees", "agree"],
            Self::Differs => ["differs", "differ"],
            Self::Undecided => ["undecided"; 2],
            Self::DependsOnReading => ["depends on the reading", "depend on the reading"],
            Self::SingleRun => ["single run", "single runs"],
            Self::NotSearched => ["not searched"; 2],
        }
    }

    /// Returns the class of a style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            _ => "open",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words()[0])
    }
}

/// How many verdicts there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement([usize; Verdict::ALL.len()]);

impl FromIterator<Verdict> for Agreement {
    fn from_iter<I: IntoIterator<Item = Verdict>>(verdicts: I) -> Self {
        let mut counts = Self::default();
        for verdict in verdicts {
            counts.0[verdict as usize] += 1;
        }
        counts
    }
}

impl Agreement {
    /// Returns the number of verdicts of one kind.
    #[must_use]
    pub fn of(self, verdict: Verdict) -> usize {
        self.0[verdict as usize]
    }

    /// Returns the number of verdicts.
    #[must_use]
    pub fn total(self) -> usize {
        self.0.iter().sum()
    }

    /// Returns each verdict that occurs, with its number and its words.
    pub(crate) fn counted(self) -> impl Iterator<Item = (Verdict, String)> {
        let all = Verdict::ALL.into_iter().map(move |verdict| (verdict, self.of(verdict)));
        all.filter(|(_, number)| *number > 0)
            .map(|(verdict, number)| (verdict, format!("{number} {}", verdict.words()[usize::from(number > 1)])))
    }
}

/// Writes the verdicts that occur: `3 agree, 1 differs, 2 undecided`.
impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.counted().map(|(_, words)| words).collect::<Vec<_>>().join(", "))
    }
}
