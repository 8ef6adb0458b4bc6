//! The table of threads that solve a board together. If its scheme is one of the thesis, the compiler knows its type,
//! which saves the threads a fifth of their time.

use std::fs::File;
use std::sync::atomic::AtomicU64;

use schemes::policies::{AnyConcept, AnyTwoLevel, BuiltIn};
use schemes::{Scheme, TranspositionTable};
use tt::layouts::Thesis;
use tt::policies::OneLevel;
use tt::{Contents, FileError, Inspect, Pages, Shared, Size, TableError};

use crate::options::SearchOptions;

/// A table that threads share to solve a board with the same options: see [`Together`](crate::domineering::Together).
#[derive(Debug)]
pub struct TeamTable {
    scheme: Scheme,
    pub(crate) kind: TeamTableKind,
}

/// A search without options with a scheme of the thesis, or any other.
#[derive(Debug)]
pub(crate) enum TeamTableKind {
    One(Shared<Thesis<()>, OneLevel<AnyConcept>, 1>),
    Two(Shared<Thesis<()>, AnyTwoLevel, 2>),
    Any(TranspositionTable<()>, SearchOptions),
}

impl TeamTable {
    /// Creates an empty table.
    ///
    /// # Errors
    ///
    /// As for [`TranspositionTable::shared`].
    pub fn new(size: Size, scheme: Scheme, options: SearchOptions) -> Result<Self, TableError> {
        let pages = Pages::Huge;
        let kind = match policy(scheme, options) {
            Some(BuiltIn::One(policy)) => TeamTableKind::One(Shared::with_pages(size, policy, pages)?),
            Some(BuiltIn::Two(policy)) => TeamTableKind::Two(Shared::with_pages(size, policy, pages)?),
            None => TeamTableKind::Any(TranspositionTable::shared(size, scheme, pages)?, options),
        };
        Ok(Self { scheme, kind })
    }

    /// Uses a file as the memory of the table. If the file contains positions of an earlier search, the threads resume
    /// from there.
    ///
    /// # Errors
    ///
    /// As for [`TranspositionTable::in_file`].
    pub fn in_file(
        file: File,
        contents: Contents<'_>,
        size: Size,
        scheme: Scheme,
        options: SearchOptions,
    ) -> Result<Self, FileError> {
        let kind = match policy(scheme, options) {
            Some(BuiltIn::One(policy)) => TeamTableKind::One(Shared::in_file(file, contents, size, policy)?),
            Some(BuiltIn::Two(policy)) => TeamTableKind::Two(Shared::in_file(file, contents, size, policy)?),
            None => TeamTableKind::Any(TranspositionTable::in_file(file, contents, size, scheme)?, options),
        };
        Ok(Self { scheme, kind })
    }

    /// Returns the scheme.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Returns the number that is kept in the file of the table, like [`Shared::tally`].
    #[must_use]
    pub fn tally(&self) -> Option<&AtomicU64> {
        match &self.kind {
            TeamTableKind::One(table) => table.tally(),
            TeamTableKind::Two(table) => table.tally(),
            TeamTableKind::Any(table, _) => table.tally(),
        }
    }

    /// Returns the number of positions that the table can contain.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        self.inspect().capacity()
    }

    /// Returns the number of positions in the table.
    #[must_use]
    pub fn fill(&self) -> u64 {
        self.inspect().fill()
    }

    fn inspect(&self) -> &dyn Inspect {
        match &self.kind {
            TeamTableKind::One(table) => table,
            TeamTableKind::Two(table) => table,
            TeamTableKind::Any(table, _) => table,
        }
    }
}

/// Returns the policy of a scheme whose type the search knows. Other options than the plain ones are rare, and not
/// worth another copy of the search.
fn policy(scheme: Scheme, options: SearchOptions) -> Option<BuiltIn> {
    scheme.built_in().filter(|_| options.is_plain())
}
