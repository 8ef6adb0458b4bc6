//! What a publication claims, and what has to hold of the rows for it.

use std::str::FromStr as _;

use anyhow::{Context as _, Result};
use domineering::BoardSize;
use serde::Deserialize;
use tt::{Parts, Positions, Scheme};

use super::read::{one_line, one_scheme, perhaps_one_line};
use crate::connect_four_set::ConnectFourSet;
use crate::fields::{ReadText, read_list};

/// A statement of the publication that rows can confirm or contradict.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Claim {
    /// The statement in words.
    #[serde(deserialize_with = "one_line")]
    pub says: String,
    /// Where it was published, if not with the figure.
    #[serde(default, deserialize_with = "perhaps_one_line")]
    pub cites: Option<String>,
    /// The depths that it is about; all of them if empty.
    #[serde(default)]
    pub depths: Vec<u8>,
    /// Whether it is about the deepest search alone.
    #[serde(default)]
    pub deepest: bool,
    /// The table sizes that it is about; all of them if empty.
    #[serde(default, deserialize_with = "read_list")]
    pub positions: Vec<Positions>,
    /// What the rows have to show.
    pub check: Check,
    /// What the measurement is divided by, if anything: the same measurement in another experiment, or at other depths
    /// and sizes of this one.
    pub beside: Option<Beside>,
}

/// The other side of a comparison between experiments, or within one.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Beside {
    /// The name of the experiment, if it is another one.
    pub experiment: Option<String>,
    /// The depths, as in a claim.
    #[serde(default)]
    pub depths: Vec<u8>,
    /// The table sizes, as in a claim.
    #[serde(default, deserialize_with = "read_list")]
    pub positions: Vec<Positions>,
    /// What is measured there, if not the same.
    pub check: Option<Check>,
}

/// What the rows have to show for a claim to hold.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Check {
    /// The nodes with each of `schemes` divided by those with each of `than`: on the same positions, with the same
    /// size, parts and seed.
    Nodes {
        /// The schemes that the claim is about.
        #[serde(deserialize_with = "read_list")]
        schemes: Vec<Option<Scheme>>,
        /// The others.
        #[serde(deserialize_with = "read_list")]
        than: Vec<Option<Scheme>>,
        /// The range of the ratio; below one by default.
        #[serde(default)]
        ratio: Region,
        /// Whether most comparisons have to agree instead of all of them.
        #[serde(default)]
        mostly: bool,
    },
    /// The nodes with `parts` of a table in use divided by those with other parts.
    NodesWith {
        /// The parts that the claim is about.
        #[serde(deserialize_with = "read_list")]
        parts: Vec<Parts>,
        /// The others.
        #[serde(deserialize_with = "read_list")]
        than: Vec<Parts>,
        /// The range of the ratio; below one by default.
        #[serde(default)]
        ratio: Region,
    },
    /// The nodes with parts of a table in use divided by those without a table.
    NodesWithout {
        /// The parts.
        #[serde(deserialize_with = "read_list")]
        parts: Vec<Parts>,
        /// The range of the ratio; below one by default.
        #[serde(default)]
        ratio: Region,
    },
    /// The nodes with lines of so many moves in the table divided by those with lines of other lengths.
    NodesOfLines {
        /// The lengths that the claim is about.
        lines: Vec<u8>,
        /// The others.
        than: Vec<u8>,
        /// The range of the ratio; below one by default.
        #[serde(default)]
        ratio: Region,
    },
    /// The nodes divided by those of the same searches in another experiment.
    NodesThanIn {
        /// Its name.
        experiment: String,
        /// The range of the ratio; below one by default.
        #[serde(default)]
        ratio: Region,
        /// Whether the shapes of the curves are compared: the factor by which each ratio differs from their mean.
        #[serde(default)]
        shape: bool,
    },
    /// The nodes with a table of twice the size divided by those with a table.
    Doubling {
        /// The schemes that the claim is about; all of them if empty.
        #[serde(default, deserialize_with = "read_list")]
        schemes: Vec<Option<Scheme>>,
        /// The range of the ratio; below one by default.
        #[serde(default)]
        ratio: Region,
        /// Whether every step has to agree instead of their mean alone.
        #[serde(default)]
        each: bool,
    },
    /// The nodes of a search divided by those of a search that is a ply less deep.
    Deepening {
        /// The schemes that the claim is about; all of them if empty.
        #[serde(default, deserialize_with = "read_list")]
        schemes: Vec<Option<Scheme>>,
        /// The factor between the tables of the deeper and the shallower search.
        #[serde(default = "once")]
        table: u64,
        /// The range of the ratio; below one by default.
        #[serde(default)]
        ratio: Region,
    },
    /// Any two schemes are in the same order as in another experiment.
    OrderAsIn {
        /// Its name.
        experiment: String,
    },
    /// How much more the worst scheme needs than the best, as a fraction.
    Spread(Region),
    /// How large a table should be: the smallest size whose doubling saves less than one percent of the nodes.
    Suggested {
        /// The scheme.
        #[serde(deserialize_with = "one_scheme")]
        scheme: Scheme,
        /// A size for every depth that the claim is about.
        #[serde(deserialize_with = "read_list")]
        sizes: Vec<Suggestion>,
    },
    /// The value of the position rises more at this depth than at any other.
    Rises {
        /// Plies.
        at: u8,
    },
    /// The fraction of the hits that cut off.
    Cutoffs(Region),
    /// How often a position that was looked up was in the table, in the search of one position of the game.
    Hits {
        /// The parts of the table in use.
        #[serde(deserialize_with = "read_list")]
        parts: Vec<Parts>,
        /// The range of the number.
        times: Region,
    },
    /// The fraction of the nodes that follow the line of an ancestor.
    Guided(Region),
    /// The mean positions of these test sets equal the printed ones, to the digits printed.
    AsPrinted {
        /// The sets; all of them if empty.
        #[serde(default, deserialize_with = "read_list")]
        sets: Vec<ConnectFourSet>,
    },
    /// Every outcome equals the printed one.
    Outcomes {
        /// Boards whose printed outcome is known to be wrong.
        #[serde(default, deserialize_with = "read_list")]
        except: Vec<BoardSize>,
    },
    /// The second player wins on these boards, and on no other.
    SecondPlayerWinsOnly {
        /// The boards.
        #[serde(deserialize_with = "read_list")]
        boards: Vec<BoardSize>,
    },
    /// Nodes grow exponentially with the boards: those of one width, and the square ones.
    ExponentialGrowth {},
    /// Our nodes divided by the printed ones.
    Ratio(Region),
}

/// The sizes within a doubling of a suggested one: `16K`, `≤ 8K` or `≥ 1024K`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The smallest such size, in positions.
    pub least: u64,
    /// The largest one.
    pub most: u64,
}

impl ReadText for Suggestion {
    fn read_text(text: &str) -> Result<Self> {
        let size = |text: &str| anyhow::Ok(Positions::from_str(text.trim())?.get());
        let twice = |size: u64| size.checked_mul(2).with_context(|| format!("`{text}` is too large a size"));
        Ok(if let Some(most) = text.strip_prefix('≤') {
            Self { least: 0, most: twice(size(most)?)? }
        } else if let Some(least) = text.strip_prefix('≥') {
            Self { least: size(least)? / 2, most: u64::MAX }
        } else {
            let size = size(text)?;
            Self { least: size / 2, most: twice(size)? }
        })
    }
}

/// The range that a number has to be in, the ends included.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// The lower end.
    #[serde(default)]
    pub least: f64,
    /// The upper end.
    #[serde(default = "one")]
    pub most: f64,
}

fn one() -> f64 {
    1.0
}

fn once() -> u64 {
    1
}

impl Region {
    /// A tie is not below one.
    const BELOW_ONE: f64 = 1.0 - 1e-9;

    /// Whether a number is in the range.
    #[must_use]
    pub fn has(self, number: f64) -> bool {
        (self.least..=self.most).contains(&number)
    }
}

impl Default for Region {
    fn default() -> Self {
        Self { least: 0.0, most: Self::BELOW_ONE }
    }
}

impl Claim {
    /// Returns the names of the experiments that it compares this one with, each with the field that names it.
    pub(super) fn compared_with(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let than = match &self.check {
            Check::NodesThanIn { experiment, .. } | Check::OrderAsIn { experiment } => Some(experiment),
            _ => None,
        };
        let beside = self.beside.as_ref().and_then(|beside| beside.experiment.as_ref());
        let than = than.map(|name| ("check", name.as_str()));
        than.into_iter().chain(beside.map(|name| ("beside", name.as_str())))
    }
}
