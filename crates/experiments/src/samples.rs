//! Options for the tests of sweeps.

use crate::plan::Options;

/// Options that select nothing.
pub(crate) fn options() -> Options {
    Options { jobs: Some(2), ..Options::of(Vec::new(), "a.sqlite".into()) }
}
