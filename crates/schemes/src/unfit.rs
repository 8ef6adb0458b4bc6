//! The errors for schemes that have no table of the kind that is asked for.

use tt::TableError;

use crate::Technique;

/// No table has buckets of this width.
pub(crate) fn no_width(width: usize) -> TableError {
    error(format!("invalid scheme width {width}: expected 1, 2, 3, 4 or 8 positions in a bucket"))
}

/// A technique has its own layout.
pub(crate) fn one_move(technique: Technique) -> TableError {
    let name = technique.name();
    error(format!("the scheme {name} cannot store lines of several moves: its layout has room for one move"))
}

/// Threads cannot share the table of a technique, and a file cannot contain it.
pub(crate) fn private(technique: Technique) -> TableError {
    error(format!("the table of the scheme {} does not support threads or table files", technique.name()))
}

fn error(what: String) -> TableError {
    TableError::Unfit { what }
}
