//! The replacement schemes: those of [`tt`], and custom ones that your own program registers.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use anyhow::{Result, bail};
use schemes::Scheme;
use schemes::Technique;
use schemes::policies::Custom;
use tt::{Decision, Policy, Worth};

/// The custom schemes, in the order of their registration.
static REGISTERED: RwLock<Vec<Scheme>> = RwLock::new(Vec::new());

/// Schemes that a database names and this program does not have, by name.
static ABSENT: RwLock<BTreeMap<String, Scheme>> = RwLock::new(BTreeMap::new());

/// Adds a custom scheme, which every command and definition then accepts by `name`.
///
/// Call it before `ttlab::run`, as the example `own_lab` of `ttlab` does. `W` is the number of slots of a bucket: 1, 2,
/// 4 or 8. The policy has to give the same answer to the same question every time.
///
/// # Errors
///
/// The name is that of another scheme, with or without hyphens, or is not a word of lower-case letters, digits and
/// hyphens; or `W` is another number.
pub fn register<const W: usize>(name: &str, policy: impl Policy<W> + Send + Sync + 'static) -> Result<Scheme> {
    if !is_name(name) {
        bail!(
            "cannot register the scheme `{name}`: expected a name of lower-case letters, digits and hyphens, such as \
             `my-deep`"
        );
    }
    if ![1, 2, 4, 8].contains(&W) {
        bail!("cannot register the scheme `{name}`: invalid width {W}: expected 1, 2, 4 or 8");
    }
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let techniques = Technique::BASES.iter().map(|(base, _)| *base);
    let taken = registered.iter().chain(Scheme::ALL).map(|scheme| scheme.name()).chain(techniques).chain(["none"]);
    if let Some(taken) = taken.into_iter().find(|taken| letters(taken) == letters(name)) {
        bail!("cannot register the scheme `{name}`: the name `{taken}` is taken");
    }
    let scheme = Scheme::Custom(Custom::new(name, policy));
    registered.push(scheme);
    Ok(scheme)
}

/// Returns every scheme: those of [`Scheme::ALL`], then the registered ones.
#[must_use]
pub fn all() -> Vec<Scheme> {
    Scheme::ALL.iter().chain(registered().iter()).copied().collect()
}

/// Returns every scheme that `ttlab schemes` lists: those of [`all`], and the bases of names with options.
#[must_use]
pub fn every() -> Vec<Scheme> {
    let bases = Technique::BASES.iter().filter_map(|(name, _)| find(name));
    all().into_iter().chain(bases).collect()
}

/// Returns the scheme with this name; case and hyphens do not matter.
#[must_use]
pub fn find(name: &str) -> Option<Scheme> {
    let of_name = all().into_iter().find(|scheme| letters(scheme.name()) == letters(name));
    let technique = || Technique::find(name).or_else(|| Technique::find(&in_usual_case(name)));
    of_name.or_else(|| technique().map(Scheme::Technique))
}

/// Returns the name of a technique as it is usually written: in lower case, except for options such as `protect-1K`.
pub(crate) fn in_usual_case(name: &str) -> String {
    let usual = |word: &str| {
        let options = Technique::OPTIONS.iter().map(|(option, _)| *option);
        let option = options.into_iter().find(|option| option.eq_ignore_ascii_case(word));
        option.map_or_else(|| word.to_ascii_lowercase(), ToOwned::to_owned)
    };
    name.split('+').map(usual).collect::<Vec<_>>().join("+")
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
    let scheme = || Scheme::Custom(Custom::new::<1>(name, Absent));
    Some(*absent.entry(name.to_owned()).or_insert_with(scheme))
}

/// Returns whether a database named this scheme and this program does not have it.
#[must_use]
pub(crate) fn is_absent(scheme: Scheme) -> bool {
    let is_named = || ABSENT.read().unwrap_or_else(PoisonError::into_inner).contains_key(scheme.name());
    scheme.built_in().is_none() && !registered().contains(&scheme) && is_named()
}

/// Returns the number of a scheme, in the order of registration for custom schemes, and of the list of bases for
/// [`Technique`]s.
#[must_use]
pub fn number(scheme: Option<Scheme>) -> usize {
    if let Some(Scheme::Technique(technique)) = scheme {
        let base = technique.name().split('+').next();
        return Technique::BASES.iter().position(|(known, _)| Some(*known) == base).unwrap_or_default();
    }
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

impl Policy<1> for Absent {
    fn victim(self, _: &[Worth; 1], _: Worth) -> Decision {
        Decision::Keep
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tt::policies::{Deep, OneLevel, TwoLevel};

    use super::*;
    use crate::Definition;

    #[test]
    fn names_and_widths_are_checked() {
        #[derive(Clone, Copy)]
        struct Three;
        impl Policy<3> for Three {
            fn victim(self, _: &[Worth; 3], _: Worth) -> Decision {
                Decision::Keep
            }
        }
        let error = |name: &str| register(name, OneLevel(Deep)).unwrap_err().to_string();
        for name in ["", "-a", "1a", "a b", "a=b", "Aa", "ä"] {
            assert!(error(name).contains("lower-case"), "{name}");
        }
        // A custom scheme would hide one that definitions and rows of a database name.
        for name in ["none", "two-big1", "twobig1", "random-4", "random4", "stockfish-18"] {
            assert!(error(name).contains("is taken"), "{name}");
        }
        assert!(register("three", Three).unwrap_err().to_string().contains("width 3"));
        register("registered-once", OneLevel(Deep)).unwrap();
        assert!(error("registeredonce").contains("`registered-once` is taken"));
    }

    #[test]
    fn case_does_not_matter() {
        let names = [
            ("TWO-BIG1", "two-big1"),
            ("Depth-4+Age-4", "depth-4+age-4"),
            ("two-big1+PROTECT-1k", "two-big1+protect-1K"),
            ("DEEP+KEY-16", "deep+key-16"),
        ];
        for (name, usual) in names {
            assert_eq!(find(name).map(Scheme::name), find(usual).map(Scheme::name), "{name}");
            assert!(find(usual).is_some(), "{usual}");
        }
    }

    /// So that a snapshot holds its counts, and a report has a row for it.
    #[test]
    fn every_base_and_every_option_is_in_a_built_in_definition() {
        let mut missing: BTreeSet<&str> =
            Technique::BASES.iter().chain(Technique::OPTIONS).map(|(word, _)| *word).collect();
        for definition in Definition::all().unwrap() {
            let schemes = definition.quick.cells(1).into_iter().filter_map(|cell| cell.scheme);
            schemes.flat_map(|scheme| scheme.name().split('+')).for_each(|word| _ = missing.remove(word));
        }
        assert!(missing.is_empty(), "no definition has {missing:?}");
    }

    #[test]
    fn a_scheme_of_a_database_becomes_known_when_it_is_registered() {
        let absent = stored("in-a-database").unwrap();
        assert!(is_absent(absent) && find("in-a-database").is_none());
        assert_eq!(stored("in-a-database"), Some(absent));
        let known = register("in-a-database", TwoLevel(Deep)).unwrap();
        assert!(!is_absent(known) && !is_absent(absent));
        assert_eq!(stored("in-a-database").map(Scheme::width), Some(2));
        assert_eq!(stored("deep"), Some(Scheme::Deep));
        assert!(stored("DEEP").is_none() && stored("none").is_none(), "texts of cells are canonical");
    }
}
