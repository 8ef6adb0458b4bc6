//! Turns the rows of an experiment into numbers, claims with verdicts, tables, pictures and pages.
//!
//! A [`Report`] neither searches nor opens a database. The same rows give the same bytes, apart from the column
//! `seconds`. A report can be [printed](Report::print) on a terminal, [written](pages::write_files) as a page with its
//! pictures, or combined with others in one [HTML file](pages::html).
//!
//! Tables show the mean over key seeds, with the smallest and the largest number. A search that reached its node limit
//! is shown as `> N` and left out of every ratio and mean. The same applies to a board that is not square if only one
//! of its two first players was searched.
//!
//! # How rows become a report
//!
//! 1. [`numbers`]: `observations` has the nodes of every position, `totals` sums them over the positions of a setting,
//!    and `effects` compares schemes over all table sizes.
//! 2. [`claims`] compares rows with what a publication says.
//! 3. [`show`]: `finding` states the result in one sentence; tables and pictures show numbers.
//! 4. [`Report`] has all of this for one experiment. [`groups`] compares the experiments of a group.
//! 5. [`pages`] puts everything together; its ledger lists the claims of all experiments.
//!
//! Each of these uses only those before it. [`replayed`] is about recorded requests instead of rows.
//!
//! # Files
//!
//! For an experiment called NAME:
//!
//! - `NAME.md`: a page with everything, for a book or a code host;
//! - `NAME.csv`: every row;
//! - `NAME.svg`: ours / printed for each board, if nodes were printed;
//! - `NAME-BOARD.svg`, `NAME-DEPTH-ply.svg`, `NAME-SET.svg`: nodes by scheme and table size on a board, at a depth, or
//!   of a test set, relative to the best scheme;
//! - `NAME-SIZE.svg`: nodes by depth, relative to the best scheme, or to no table if schemes are not compared;
//! - `NAME-schemes.svg`: effect sizes of the schemes over all table sizes, with intervals.
//!
//! # Columns of the CSV
//!
//! New columns may be added before `seconds`; no column changes its name or its meaning. Rows are sorted by cell.
//!
//! | column | meaning |
//! |---|---|
//! | `experiment` | the name of the experiment |
//! | `game` | `domineering`, `chess` or `connect-four` |
//! | `board` | domineering and Connect Four: rows x columns |
//! | `first` | domineering: who moves first, `vertical` or `horizontal` |
//! | `scheme` | the replacement scheme as [`schemes::Scheme::name`] writes it; `none` is a search without a table |
//! | `positions` | the size of the table in positions, a plain number; empty without a table |
//! | `parts` | the parts of the table in use, joined by `+`; `all` is all of them |
//! | `seed` | the seed of the keys |
//! | `nodes` | nodes visited, the root and table hits included; the node limit if the search reached it |
//! | `complete` | whether the search was finished: `true` or `false` |
//! | `winner` | domineering: `first` or `second` to move; empty if not complete |
//! | `look_ups` ... `fill` | statistics of the table: the fields of [`experiments::row::Statistics`], in order |
//! | `set` | chess and Connect Four: the test set |
//! | `number` | chess: the number of the game in the set; Connect Four: how many of its positions were solved |
//! | `depth` | chess: plies |
//! | `between` | chess: what happens to the table between searches: `clear` or `stamp` |
//! | `line` | chess: moves of a line that the table keeps |
//! | `guided` | nodes that were not found in the table, and whose first move came from the line of an ancestor |
//! | `window` | Connect Four, the tutorial's solver: `strong` or `weak` |
//! | `search` | the options of the search, joined by `+`, or `plain` |
//! | `interior` ... `generated` | nodes above the horizon: the fields of `InteriorNodes`; empty if not counted |
//! | `bounds` | Connect Four, the tutorial's solver: the bounds that its table stores, `upper` or `both` |
//! | `seconds` | run time: the only column that cannot be reproduced |

#![forbid(unsafe_code)]

pub mod claims;
pub mod groups;
pub mod numbers;
pub mod pages;
#[cfg(test)]
mod pictures_recorded;
pub mod replayed;
mod report;
#[cfg(test)]
mod samples;
pub mod show;
#[cfg(test)]
mod tests;

pub use report::Report;
