//! An experiment on custom games, made from options instead of a file.

use std::path::PathBuf;

use anyhow::{Result, bail};
use programs::SearchOptions;
use schemes::{Positions, Scheme};

use crate::between::Between;
use crate::definition::{Definition, Part, Placement, ReportKind, check_own_name};
use crate::games::{ChessPart, GameKind, GamePart};
use crate::help::with_help;
use crate::position_set::PositionSet;
use crate::scheme_list;
use crate::text::counted;

/// What to search in custom games.
#[derive(Clone, Debug)]
pub struct CustomGames {
    /// The name of the experiment and of its files.
    pub name: String,
    /// The arguments of a command that name it.
    pub argument: String,
    /// The file of the games.
    pub file: PathBuf,
    /// The positions.
    pub set: PositionSet,
    /// What happens to the table between two of them.
    pub between: Between,
    /// The replacement schemes; all of them if empty.
    pub schemes: Vec<Option<Scheme>>,
    /// The sizes of the table; 8K, 64K and 512K positions if empty.
    pub positions: Vec<Positions>,
}

impl CustomGames {
    /// The plies of a search by default.
    pub const DEPTH: u8 = 5;

    /// Returns the experiment. With one size of the table it is reported by depths, with several by sizes.
    ///
    /// # Errors
    ///
    /// A table is smaller than a bucket of a scheme, an embedded experiment has the name, or there are too many games.
    pub fn definition(self) -> Result<Definition> {
        check_own_name(&self.name, &self.file, None)?;
        let (games, most) = (self.set.len(), usize::from(u16::MAX));
        if games > most {
            let (what, most) = (counted(games, "game"), counted(most, "game"));
            let what = format!(
                "{}: too many games: {what} have positions, but at most {most} are supported",
                self.file.display()
            );
            bail!(with_help(what, "use some of the games, with --sample"));
        }
        let Self { name, argument, file, set, between, schemes, positions } = self;
        let all = || scheme_list::all().into_iter().rev().map(Some).collect();
        let some = || ["8K", "64K", "512K"].iter().map(|size| size.parse()).collect::<Result<_, _>>();
        let part = Part {
            game: GamePart::Chess(ChessPart {
                between,
                set,
                games: Vec::new(),
                depths: vec![Self::DEPTH],
                depths_without_table: Vec::new(),
                lines: vec![1],
                best: Vec::new(),
            }),
            searches: vec![SearchOptions::PLAIN],
            also: Vec::new(),
            compares_readings: false,
            schemes: if schemes.is_empty() { all() } else { schemes },
            positions: if positions.is_empty() { some()? } else { positions },
            parts: vec![schemes::Parts::all()],
        };
        let definition = Definition {
            title: format!("Replacement schemes in the games of {name}"),
            cites: "your own games".to_owned(),
            ours: false,
            question: "Which replacement scheme visits the fewest nodes in these games?".to_owned(),
            game: GameKind::Chess,
            between_searches: between,
            kind: if part.positions.len() > 1 { ReportKind::Sizes } else { ReportKind::Depths },
            published: None,
            quick: part.clone(),
            full: part,
            full_depth: None,
            prose: String::new(),
            findings: String::new(),
            claims: Vec::new(),
            placement: Placement::default(),
            reported_under: Vec::new(),
            read: None,
            name,
            argument,
            files: vec![file],
        };
        definition.check().map_err(|(_, error)| error)?;
        Ok(definition)
    }
}
