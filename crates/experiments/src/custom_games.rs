//! An experiment on games of a user's own, made of options instead of a file.

use std::path::PathBuf;

use anyhow::Result;
use tt::{Positions, Scheme};

use crate::cell::{Between, Game};
use crate::connect_four_set::ConnectFourSet;
use crate::definition::{Definition, Kind, Part, check_own_name};
use crate::position_set::PositionSet;
use crate::schemes;

/// What is asked of one's own games.
#[derive(Clone, Debug)]
pub struct CustomGames {
    /// What the experiment and its files are called.
    pub name: String,
    /// How a command names it.
    pub argument: String,
    /// The file of the games.
    pub file: PathBuf,
    /// The positions.
    pub set: PositionSet,
    /// What happens to the table between two of them.
    pub between: Between,
    /// The replacement schemes; all of them if there is none.
    pub schemes: Vec<Option<Scheme>>,
    /// The sizes of the table; some of every kind if there is none.
    pub positions: Vec<Positions>,
}

impl CustomGames {
    /// The plies of a search if nothing is said of them.
    pub const DEPTH: u8 = 5;

    /// The experiment. With one size of the table it is reported by depths, with several by sizes.
    ///
    /// # Errors
    ///
    /// A table is smaller than an entry of a scheme, or a known experiment has the name.
    pub fn definition(self) -> Result<Definition> {
        check_own_name(&self.name, &self.file, None)?;
        let Self { name, argument, file, set, between, schemes, positions } = self;
        let all = || schemes::all().into_iter().rev().map(Some).collect();
        let some = || ["8K", "64K", "512K"].iter().map(|size| size.parse()).collect::<Result<_, _>>();
        let part = Part {
            whole: (Game::Chess, between),
            boards: Vec::new(),
            first: None,
            set: Some(set),
            set_text: None,
            games: Vec::new(),
            depths: vec![Self::DEPTH],
            depths_without_table: Vec::new(),
            lines: vec![1],
            sets: Vec::new(),
            sample: ConnectFourSet::LEN,
            windows: Vec::new(),
            schemes: if schemes.is_empty() { all() } else { schemes },
            positions: if positions.is_empty() { some()? } else { positions },
            parts: vec![tt::Parts::all()],
        };
        let definition = Definition {
            title: format!("Replacement schemes on the games of {name}"),
            cites: "games of your own".to_owned(),
            question: "Which replacement scheme visits the fewest nodes in these games?".to_owned(),
            game: Game::Chess,
            between_searches: between,
            kind: if part.positions.len() > 1 { Kind::Sizes } else { Kind::Depths },
            published: None,
            quick: part.clone(),
            full: part,
            claims: Vec::new(),
            prose: String::new(),
            findings: String::new(),
            name,
            argument,
            files: vec![file],
        };
        definition.check().map_err(|(_, error)| error)?;
        Ok(definition)
    }
}
