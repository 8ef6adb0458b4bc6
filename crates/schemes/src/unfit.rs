//! The errors for schemes that have no table of the kind that is asked for.

use tt::TableError;

use crate::{Scheme, Technique};

/// No table has buckets of this width.
pub(crate) fn no_width(width: usize) -> TableError {
    error(format!("invalid scheme width {width}: expected 1, 2, 3, 4 or 8 positions in a bucket"))
}

/// A technique has its own layout.
pub(crate) fn one_move(technique: Technique) -> TableError {
    let name = technique.name();
    error(format!("the scheme {name} cannot store lines of several moves: its layout has room for one move"))
}

/// Threads cannot share the table of this scheme, and a file cannot contain it.
pub(crate) fn private(scheme: Scheme) -> TableError {
    if let Scheme::Custom(custom) = scheme {
        return no_width(custom.width());
    }
    error(format!("the table of the scheme {scheme} does not support threads or table files"))
}

fn error(what: String) -> TableError {
    TableError::Unfit { what }
}
