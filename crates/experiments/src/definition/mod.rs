//! What an experiment is: a TOML file, read strictly.

mod embedded;
mod part;
mod placement;
mod ratio_claim;
mod read;
mod reading;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use programs::SearchOptions;
use schemes::Scheme;

use crate::between::Between;
use crate::cell::scheme_name;
use crate::files;
use crate::games::GameKind;
use crate::help::with_help;
use crate::published;
use crate::readings::Readings;
use crate::{Row, Usage};

pub use crate::games::{Combination, First};
pub use crate::report_kind::ReportKind;
pub use part::Part;
pub use placement::{Placement, Topic};
pub use ratio_claim::RatioClaim;
pub use reading::stem;

use read::{DefinitionText, FieldPlace};
use reading::Read;

/// One experiment: a printed figure or table, and how it is done here.
///
/// It is read from a TOML file, in which unknown fields are errors; see `definitions/` for examples.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The stem of the file's name.
    pub name: String,
    /// The name, or the path of the file, as an argument of a command.
    pub argument: String,
    /// The files that were read: that of the definition, and those of its test sets. Empty for an embedded definition.
    pub files: Vec<PathBuf>,
    /// The heading of the report.
    pub title: String,
    /// Where it was published, or what it is after if it is ours.
    pub(crate) cites: String,
    /// Whether it is ours: no publication describes it.
    pub ours: bool,
    /// The question that it answers.
    pub question: String,
    /// The game that is searched.
    pub game: GameKind,
    /// What happens to the table between the searches of a cell.
    pub between_searches: Between,
    /// The form of the report.
    pub kind: ReportKind,
    /// The file of `testsets/published` that holds the printed figures, if figures were printed.
    pub published: Option<String>,
    /// The part for everyday use, which takes seconds.
    pub quick: Part,
    /// The experiment as it was published; the same as `quick` if the file has one part.
    pub full: Part,
    /// The greatest depth of `full`, if the file has two parts; options do not replace it.
    pub full_depth: Option<u8>,
    /// What was printed, and how it is done here.
    pub prose: String,
    /// The results of the full part: how they compare with the printed figures, and why. Shown only with the full part.
    pub findings: String,
    /// The claims of the file. Those of publications are part of `report`.
    pub claims: Vec<RatioClaim>,
    /// Where it stands among the others.
    pub placement: Placement,
    /// Readings that reports of a database show besides the defaults if it has their rows, as they were written. The
    /// first one is the best supported.
    pub reported_under: Vec<String>,
    /// The readings that the parts follow, and the parts before they did; `None` for the defaults.
    pub(crate) read: Option<Box<Read>>,
}

impl Definition {
    /// Returns the embedded experiments.
    ///
    /// # Errors
    ///
    /// One of them is invalid, which a test excludes.
    pub fn all() -> Result<Vec<Self>> {
        embedded::EMBEDDED
            .iter()
            .map(|(name, text)| Self::read(name, &format!("definitions/{name}.toml"), text))
            .collect()
    }

    /// Returns the names of the groups of experiments, such as `techniques`.
    pub fn groups() -> impl Iterator<Item = &'static str> + Clone {
        embedded::groups()
    }

    /// Returns the names of the experiments of a group, and the number of key seeds that it is run with by default;
    /// `None` if there is no such group.
    #[must_use]
    pub fn group(name: &str) -> Option<(u64, &'static [&'static str])> {
        embedded::group(name)
    }

    /// Returns whether these arguments of a command, which name `definitions`, are only groups, or several members of
    /// groups.
    #[must_use]
    pub fn are_of_groups(names: &[String], definitions: &[Self]) -> bool {
        let is_member = |name: &String| definitions.iter().any(|one| one.argument == *name && one.is_on_request());
        let is_meant = |name: &String| Self::group(name).is_some() || names.len() > 1 && is_member(name);
        !names.is_empty() && names.iter().all(is_meant)
    }

    /// Returns the names of the embedded experiments.
    pub fn names() -> impl Iterator<Item = &'static str> + Clone {
        embedded::names()
    }

    /// Returns the embedded experiment of this name, or the one in the file of this path.
    ///
    /// A name with a slash, or that ends in `.toml`, is a path.
    ///
    /// # Errors
    ///
    /// The experiment is unknown, or the file is missing or invalid.
    pub fn find(name: &str) -> Result<Self> {
        let path = Path::new(name);
        let is_path = path.components().count() > 1 || name.ends_with('/');
        if is_path || path.extension().is_some_and(|extension| extension == "toml") {
            let text = files::read_text(path)?;
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            check_own_name(&stem, path, Some(&text))?;
            let mut read = Self::read(&stem, name, &text)?;
            read.files.push(path.to_owned());
            return Ok(Self { argument: name.to_owned(), ..read });
        }
        match embedded::find(name) {
            Some(text) => Self::read(name, &format!("definitions/{name}.toml"), text),
            None if path.is_file() => Err(Usage::error(with_help(
                format!("unknown experiment `{name}`: this file does not end in .toml"),
                "give the name of an experiment, or a file that ends in .toml",
            ))),
            None => Err(Usage::error(embedded::unknown(name))),
        }
    }

    /// Replaces the depths of the searches, if they have depths and `depths` is not empty.
    #[must_use]
    pub fn with_depths(mut self, depths: &[u8]) -> Self {
        for part in [&mut self.quick, &mut self.full] {
            if !depths.is_empty() {
                part.game.set_depths(depths);
            }
        }
        self
    }

    /// Adds schemes to each part that searches with tables.
    #[must_use]
    pub fn with_schemes(mut self, schemes: &[Scheme]) -> Self {
        for part in [&mut self.quick, &mut self.full] {
            part.add_schemes(schemes);
        }
        self
    }

    /// Returns the experiment if a table of each of its schemes can have each of its sizes.
    ///
    /// # Errors
    ///
    /// A scheme that was [added](Self::with_schemes) cannot have a size.
    pub fn with_checked_sizes(self) -> Result<Self> {
        for part in [&self.quick, &self.full] {
            part.check_sizes().with_context(|| self.name.clone())?;
        }
        Ok(self)
    }

    /// Adds searches to each part whose solver has options.
    #[must_use]
    pub fn with_searches(mut self, searches: &[SearchOptions]) -> Self {
        for part in [&mut self.quick, &mut self.full] {
            part.add_searches(searches);
        }
        self
    }

    /// Leaves out all schemes but these, unless there are none.
    #[must_use]
    pub fn only_schemes(mut self, schemes: &[Option<Scheme>]) -> Self {
        for part in [&mut self.quick, &mut self.full] {
            part.schemes.retain(|scheme| schemes.is_empty() || schemes.contains(scheme));
        }
        self
    }

    /// Searches its schemes under these readings besides the defaults, and nothing else.
    ///
    /// # Errors
    ///
    /// A reading cannot be combined with a scheme or a search of the experiment.
    pub fn under(mut self, readings: &[Readings]) -> Result<Self> {
        for part in [&mut self.quick, &mut self.full] {
            part.also.clear();
            part.compares_readings = false;
            part.add_readings(readings).with_context(|| self.name.clone())?;
        }
        Ok(self)
    }

    /// Returns whether it compares readings, which are then what its searches differ in.
    #[must_use]
    pub fn compares_readings(&self) -> bool {
        [&self.quick, &self.full].iter().any(|part| part.compares_readings)
    }

    /// Returns the depths that a report of these rows shows: those of the parts whose deepest search is among the rows,
    /// or of both parts if neither is.
    #[must_use]
    pub fn depths(&self, rows: &[Row]) -> BTreeSet<u8> {
        let is_searched = |depth: &&u8| rows.iter().any(|row| row.cell.game.depth() == Some(**depth));
        let parts = [self.quick.game.depths(), self.full.game.depths()];
        let deepest = parts.map(|depths| depths.iter().max().filter(is_searched).is_some());
        let shown = parts.into_iter().zip(deepest).filter(|(_, is_shown)| *is_shown || deepest == [false; 2]);
        shown.flat_map(|(depths, _)| depths.iter().copied()).collect()
    }

    /// Returns where it was published: "Breuker 1998", or "ours, after Breuker 1998" if it is ours.
    #[must_use]
    pub fn citation(&self) -> String {
        match (self.ours, self.cites.as_str()) {
            (false, cites) => cites.to_owned(),
            (true, "") => "ours".to_owned(),
            (true, cites) => format!("ours, after {cites}"),
        }
    }

    /// Reads a definition. `file` is the path that errors name, and that paths in the definition start from.
    ///
    /// # Errors
    ///
    /// The text is not TOML, or a field is unknown, missing or invalid; the error names file, line and column.
    pub fn read(name: &str, file: &str, text: &str) -> Result<Self> {
        DefinitionText { name, file, text }.read()
    }

    /// Checks what the types of the fields do not; the error comes with the place that it is about.
    pub(crate) fn check(&self) -> Result<(), (FieldPlace, anyhow::Error)> {
        if self.between_searches == Between::Stamp && !self.game.profile().can_stamp {
            let game = self.game.name();
            let what = anyhow!("between-searches = \"stamp\" is not available for {game}: expected \"clear\"");
            return Err((FieldPlace::In("", "between-searches"), what));
        }
        if self.cites.is_empty() && !self.ours {
            let what = anyhow!("missing field `cites`: expected a source, or `ours = true`");
            return Err((FieldPlace::In("", "title"), what));
        }
        if let Some(file) = &self.published {
            published::check(file).map_err(|error| (FieldPlace::In("", "published"), error))?;
        }
        let kinds = self.game.profile().kinds;
        if !kinds.contains(&self.kind) {
            let (game, kind) = (self.game.name(), self.kind.name());
            let kinds: Vec<String> = kinds.iter().map(|kind| format!("\"{}\"", kind.name())).collect();
            let what = anyhow!("invalid kind \"{kind}\" for {game}: expected {}", kinds.join(" or "));
            return Err((FieldPlace::In("", "kind"), what));
        }
        let searched: Vec<Option<Scheme>> = self.full.all_schemes().chain(self.quick.all_schemes()).collect();
        for claim in &self.claims {
            let mut schemes = [Some(claim.scheme), claim.than].into_iter();
            if let Some(absent) = schemes.find(|scheme| !searched.contains(scheme)) {
                let what = anyhow!("claim `{}`: no cell has the scheme {}", claim.text, scheme_name(absent));
                return Err((FieldPlace::In("", "claims"), what));
            }
        }
        self.quick.check("quick")?;
        self.full.check("full")?;
        self.reported().map(drop).map_err(|error| (FieldPlace::In("", "reported-under"), error))
    }
}

/// The name of the page of the ledger, which is written beside those of the experiments.
const LEDGER: &str = "claims";

/// Refuses a file whose tables, pictures and page would overwrite those of an embedded experiment, unless it is a copy
/// of the embedded definition.
pub(crate) fn check_own_name(name: &str, path: &Path, text: Option<&str>) -> Result<()> {
    // Some file systems ignore case.
    let known = embedded::EMBEDDED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let what = match known {
        Some((_, definition)) if text == Some(definition) => return Ok(()),
        Some((known, _)) => format!("the known experiment {known}"),
        None if name.eq_ignore_ascii_case(LEDGER) => "the ledger of all claims".to_owned(),
        None => return Ok(()),
    };
    let file = path.display();
    Err(Usage::error(with_help(format!("{file}: its results would overwrite those of {what}"), "rename the file")))
}
