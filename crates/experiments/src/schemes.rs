//! The replacement schemes: those of [`tt`], and custom ones that your own program registers.
//!
//! ```ignore
//! use std::process::ExitCode;
//!
//! use tt::{Decision, Replacement, Worth};
//!
//! /// Keeps the position with the smaller subtree.
//! #[derive(Clone, Copy)]
//! struct Small;
//!
//! impl Replacement for Small {
//!     fn width(self) -> usize {
//!         1
//!     }
//!
//!     fn decide(self, residents: &[Worth], candidate: Worth) -> Decision {
//!         if candidate.nodes <= residents[0].nodes { Decision::Replace(0) } else { Decision::Keep }
//!     }
//! }
//!
//! fn main() -> anyhow::Result<ExitCode> {
//!     experiments::schemes::register("small", Small)?;
//!     // Every command of `ttlab`, as in `sweep thesis-fig-2.12 --scheme small,two-big1`.
//!     Ok(ttlab::run())
//! }
//! ```

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use anyhow::{Result, bail};
use tt::schemes::Custom;
use tt::{Decision, MAX_WIDTH, Replacement, Scheme, Worth};

/// The custom schemes, in the order of their registration.
static REGISTERED: RwLock<Vec<Scheme>> = RwLock::new(Vec::new());

/// Schemes that a database names and this program does not have, by name.
static ABSENT: RwLock<BTreeMap<String, Scheme>> = RwLock::new(BTreeMap::new());

/// Adds a custom scheme, which every command and definition then accepts by `name`.
///
/// Call it before `ttlab::run`. The scheme has to answer every call with one to [`width`](Replacement::width)
/// residents of any worth, and has to give the same answer every time.
///
/// ```
/// let scheme = experiments::schemes::register("my-deep", tt::Deep::default())?;
/// assert!(experiments::schemes::all().contains(&scheme));
///
/// let error = experiments::schemes::register("My Deep", tt::Deep::default()).unwrap_err();
/// assert!(error.to_string().contains("lower-case"));
/// # Ok::<(), anyhow::Error>(())
/// ```
///
/// # Errors
///
/// The name is taken or is not a word of lower-case letters, digits and hyphens; or the width is not a power of two
/// up to [`MAX_WIDTH`].
pub fn register(name: &str, scheme: impl Replacement + Send + Sync + 'static) -> Result<Scheme> {
    if !is_name(name) {
        bail!(
            "cannot register the scheme `{name}`: expected a name of lower-case letters, digits and hyphens, such as \
             `my-deep`"
        );
    }
    let width = scheme.width();
    if !width.is_power_of_two() || width > MAX_WIDTH {
        bail!("cannot register the scheme `{name}`: invalid width {width}: expected a power of two up to {MAX_WIDTH}");
    }
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let taken = registered.iter().chain(Scheme::ALL).map(|scheme| scheme.name()).chain(["none"]);
    if let Some(taken) = taken.into_iter().find(|taken| letters(taken) == letters(name)) {
        bail!("cannot register the scheme `{name}`: the name `{taken}` is taken");
    }
    let scheme = Scheme::Custom(Custom::new(name, scheme));
    registered.push(scheme);
    Ok(scheme)
}

/// Returns every scheme: those of [`Scheme::ALL`], then the registered ones.
#[must_use]
pub fn all() -> Vec<Scheme> {
    Scheme::ALL.iter().chain(registered().iter()).copied().collect()
}

/// Returns the scheme with this name; case and hyphens do not matter.
#[must_use]
pub fn find(name: &str) -> Option<Scheme> {
    all().into_iter().find(|scheme| letters(scheme.name()) == letters(name))
}

/// Returns the scheme that a row of a database names. If this program does not have the scheme, the row can be kept,
/// copied and exported, but [not run](is_absent).
#[must_use]
pub(crate) fn stored(name: &str) -> Option<Scheme> {
    if let Some(known) = find(name).filter(|known| known.name() == name) {
        return Some(known);
    }
    if !is_name(name) || name == "none" {
        return None;
    }
    let mut absent = ABSENT.write().unwrap_or_else(PoisonError::into_inner);
    let scheme = || Scheme::Custom(Custom::new(name, Absent));
    Some(*absent.entry(name.to_owned()).or_insert_with(scheme))
}

/// Whether a database named this scheme and this program does not have it.
#[must_use]
pub(crate) fn is_absent(scheme: Scheme) -> bool {
    let is_named = || ABSENT.read().unwrap_or_else(PoisonError::into_inner).contains_key(scheme.name());
    scheme.built_in().is_none() && !registered().contains(&scheme) && is_named()
}

/// Returns the number of a custom scheme, in the order of registration.
#[must_use]
pub fn number(scheme: Option<Scheme>) -> usize {
    registered().iter().position(|&registered| Some(registered) == scheme).unwrap_or_default()
}

fn registered() -> RwLockReadGuard<'static, Vec<Scheme>> {
    REGISTERED.read().unwrap_or_else(PoisonError::into_inner)
}

/// A name is one word of a cell's text, of a definition and of a command line.
fn is_name(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_letter)
}

fn letters(name: &str) -> String {
    name.replace(['-', '_'], "").to_ascii_lowercase()
}

/// A scheme that this program does not have. Cells with it are not run.
#[derive(Clone, Copy)]
struct Absent;

impl Replacement for Absent {
    fn width(self) -> usize {
        1
    }

    fn decide(self, _: &[Worth], _: Worth) -> Decision {
        Decision::Keep
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_widths_are_checked() {
        #[derive(Clone, Copy)]
        struct Three;
        impl Replacement for Three {
            fn width(self) -> usize {
                3
            }
            fn decide(self, _: &[Worth], _: Worth) -> Decision {
                Decision::Keep
            }
        }
        let error = |name: &str| register(name, tt::Deep::default()).unwrap_err().to_string();
        for name in ["", "-a", "1a", "a b", "a=b", "Aa", "ä"] {
            assert!(error(name).contains("lower-case"), "{name}");
        }
        for name in ["none", "two-big1", "twobig1"] {
            assert!(error(name).contains("is taken"), "{name}");
        }
        assert!(register("three", Three).unwrap_err().to_string().contains("width 3"));
        register("registered-once", tt::Deep::default()).unwrap();
        assert!(error("registeredonce").contains("`registered-once` is taken"));
    }

    #[test]
    fn a_scheme_of_a_database_becomes_known_when_it_is_registered() {
        let absent = stored("in-a-database").unwrap();
        assert!(is_absent(absent) && find("in-a-database").is_none());
        assert_eq!(stored("in-a-database"), Some(absent));
        let known = register("in-a-database", tt::TwoDeep::default()).unwrap();
        assert!(!is_absent(known) && !is_absent(absent));
        assert_eq!(stored("in-a-database").map(Replacement::width), Some(2));
        assert_eq!(stored("deep"), Some(Scheme::Deep));
        assert!(stored("DEEP").is_none() && stored("none").is_none(), "texts of cells are canonical");
    }
}
