//! The fields that the parts of all games have: searches and tables.

use anyhow::Result;
use programs::{SearchOption, SearchOptions, options};
use schemes::{Parts, Positions, Scheme};
use serde::Deserialize;

use crate::readings::Readings;
use crate::string_fields::read_list;

/// Schemes and searches of a part, besides its own lists of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Combination {
    /// The replacement schemes, as in [`Part::schemes`](crate::Part::schemes).
    #[serde(deserialize_with = "read_list")]
    pub schemes: Vec<Option<Scheme>>,
    /// The options of the search.
    #[serde(deserialize_with = "read_list")]
    pub searches: Vec<SearchOptions>,
}

/// The searches and the tables of a part: every combination of the values is used.
pub(crate) struct Tables {
    pub(crate) searches: Vec<SearchOptions>,
    pub(crate) also: Vec<Combination>,
    pub(crate) readings: Vec<Readings>,
    pub(crate) schemes: Vec<Option<Scheme>>,
    pub(crate) positions: Vec<Positions>,
    pub(crate) parts: Vec<Parts>,
}

impl Combination {
    /// Returns the same schemes and searches under other readings.
    ///
    /// # Errors
    ///
    /// A reading cannot be combined with a scheme or a search.
    pub(crate) fn under(&self, readings: &Readings) -> Result<Self> {
        let scheme = |&scheme: &Option<Scheme>| Ok(readings.apply(scheme, SearchOptions::PLAIN)?.0);
        let search = |&search: &SearchOptions| Ok(readings.apply(None, search)?.1);
        Ok(Self {
            schemes: self.schemes.iter().map(scheme).collect::<Result<_>>()?,
            searches: self.searches.iter().map(search).collect::<Result<_>>()?,
        })
    }
}

/// The kinds of games in which an option of the search changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OptionUse {
    /// All games.
    AllGames,
    /// Games whose tables store moves, and where the value of a position can lie inside a window.
    StoredMoves,
    /// Games that are searched to a horizon, with checks, captures, draws that are not proved, and lines of moves.
    Horizon,
    /// Empty boards that are searched to the end without another measure of depth.
    Boards,
}

impl OptionUse {
    /// Returns in which games the option changes something.
    pub(super) fn of(option: SearchOption) -> Self {
        const BOARDS: [SearchOption; 2] = [options::DEPTH_LONGEST_LINE, options::DEPTH_LONGEST_TABLE_LINE];
        const STORED_MOVES: [SearchOption; 3] = [options::REFUSE_ILLEGAL, options::NO_FAIL_LOW_MOVE, options::PV_TABLE];
        const HORIZON: [SearchOption; 23] = [
            options::STORE_LEAVES,
            options::STORE_QUIESCENCE,
            options::DATE_NONE,
            options::DATE_CONVERSIONS,
            options::NO_REFUTATIONS,
            options::EXTEND_CHECKS,
            options::EXTEND_CHECKS_IN_WINDOW,
            options::EXTENSION_FLAG,
            options::PROVED_DRAWS,
            options::CLOCK_KEYS,
            options::CLOCK_SLOTS,
            options::PATH_KEYS,
            options::SIMULATE_PATHS,
            options::NO_PATH_SCORES,
            options::EXACT_DEPTH,
            options::QUIESCENCE_TABLE_EVALUATES,
            options::HISTORY_ABOVE_ALPHA,
            options::REFUTATION_KILLERS,
            options::REFUTATION_WHOLE,
            options::REFUTATION_SECOND,
            options::RE_SEARCH_FROM_ALPHA,
            options::HORIZON_TWICE,
            options::LAST_ITERATION,
        ];
        if BOARDS.contains(&option) || options::OF_DOMI.contains(&option) {
            Self::Boards
        } else if STORED_MOVES.contains(&option) {
            Self::StoredMoves
        } else if HORIZON.contains(&option) || options::OF_ALIBABA.contains(&option) {
            Self::Horizon
        } else {
            Self::AllGames
        }
    }
}

/// The searches of a part that does not list any.
pub(super) fn plain() -> Vec<SearchOptions> {
    vec![SearchOptions::PLAIN]
}

/// What is the same in the texts of all cells: the fields of the search and of the table.
pub(crate) struct TableText<'a> {
    pub(crate) search: Option<&'a str>,
    pub(crate) scheme: &'a str,
    pub(crate) positions: Option<&'a str>,
    pub(crate) parts: &'a str,
    pub(crate) seed: &'a str,
}
