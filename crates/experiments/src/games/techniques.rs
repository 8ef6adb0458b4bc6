//! The techniques of the best program of chess, as definitions and cells change them.

use std::fmt;

use anyhow::{Result, anyhow};
use engine::{TechniqueError, Techniques};
use serde::Deserialize;

use super::TextFields;
use crate::help::with_help;
use crate::suggestions::suggested;

/// Reads techniques of the best program of chess, which are separated by commas.
///
/// # Errors
///
/// A name is unknown. The error suggests a similar one.
///
/// ```
/// assert_eq!(experiments::read_techniques("iir").unwrap(), engine::Techniques::IIR);
/// let error = experiments::read_techniques("iir,null-mov").unwrap_err();
/// assert_eq!(error.to_string(), "unknown technique `null-mov`");
/// ```
pub fn read_techniques(text: &str) -> Result<Techniques> {
    text.parse().map_err(|error: TechniqueError| {
        let groups = [Techniques::TABLE_DEPTH_NAME].into_iter();
        let names = groups.chain(Techniques::NAMES.iter().map(|&(_, name, _)| name));
        suggested("technique", error.name(), names).map_or_else(|| error.clone().into(), |help| anyhow!(help))
    })
}

/// What is changed of the standard techniques.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Changes {
    /// Techniques that are not used, separated by commas.
    pub(super) without: Option<String>,
    /// Techniques that are used besides the standard ones, separated by commas.
    pub(super) with: Option<String>,
}

impl Changes {
    /// Returns the techniques: the standard ones where nothing is changed.
    pub(super) fn apply(&self) -> Result<Techniques> {
        let read = |text: &Option<String>| match text {
            Some(text) => read_techniques(text),
            None => anyhow::Ok(Techniques::empty()),
        };
        let (without, with) = (read(&self.without)?, read(&self.with)?);
        for (word, idle, are) in [
            ("without", without - Techniques::STANDARD, "are not standard techniques"),
            ("with", with & Techniques::STANDARD, "are standard techniques"),
        ] {
            if !idle.is_empty() {
                let what = format!("`{word} = \"{idle}\"` has no effect: these {are}");
                return Err(anyhow!(with_help(what, format!("remove them from `{word}`"))));
            }
        }
        Ok((Techniques::STANDARD - without) | with)
    }

    /// Reads what the text of a cell says.
    pub(super) fn read(fields: &TextFields<'_>) -> Self {
        let text = |name| fields.find(name).map(str::to_owned);
        Self { without: text("without"), with: text("with") }
    }
}

/// What changes techniques to others, as text: `without=iir`, with a separator before each word.
pub(super) struct Changed {
    pub(super) from: Techniques,
    pub(super) to: Techniques,
    pub(super) separator: char,
}

impl Changed {
    /// What changes the standard techniques to these.
    pub(super) fn standard(techniques: Techniques, separator: char) -> Self {
        Self { from: Techniques::STANDARD, to: techniques, separator }
    }
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { from, to, separator } = self;
        let changes = [("without", from - to), ("with", to - from)];
        changes.iter().filter(|(_, changed)| !changed.is_empty()).try_for_each(|(word, changed)| {
            // The name of the group is shorter than its list.
            let is_group = *changed == Techniques::TABLE_DEPTH;
            let names = if is_group { Techniques::TABLE_DEPTH_NAME.to_owned() } else { changed.to_string() };
            write!(f, "{separator}{word}={names}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::shown;

    #[test]
    fn changes_are_read_back() {
        let changes = |without: Option<&str>, with: Option<&str>| {
            let text = |text: Option<&str>| text.map(str::to_owned);
            Changes { without: text(without), with: text(with) }.apply()
        };
        for (without, with, text) in [
            (None, None, ""),
            (Some("table-depth"), None, " without=table-depth"),
            (Some("null-move,iir"), Some("pv-cutoffs"), " without=null-move,iir with=pv-cutoffs"),
        ] {
            let techniques = changes(without, with).unwrap();
            assert_eq!(Changed::standard(techniques, ' ').to_string(), text);
        }
        let error = |without, with| shown(&changes(without, with).unwrap_err());
        assert!(error(Some("pv-cutoffs,iir"), None).contains("`without = \"pv-cutoffs\"` has no effect"));
        assert!(error(None, Some("iir")).contains("are standard techniques"));
        assert!(error(Some("iirr"), None).contains("unknown technique"));
    }
}
