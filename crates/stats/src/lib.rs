//! Computes how certain a comparison of node counts, or of games, is.
//!
//! [`ratios`] divides the sums of paired counts and says how far each ratio would move with other positions and other
//! key seeds. The crate reads no file and depends on no game.
//!
//! # What is sampled
//!
//! A [`Design`] has two crossed samples: key seeds, and positions in games. Every seed searches every position. Both
//! samples vary independently, so their variances are added. This is slightly conservative: what a seed changes in one
//! position only is part of both variances, as in the pigeonhole bootstrap of `[Owen 2007]`.
//!
//! # Standard errors
//!
//! An [`Estimate`] is a function of weighted counts. It is computed again without each unit in turn (the delete-one
//! jackknife), which gives a standard error for every smooth function: ratios of sums, geometric means, quotients.
//!
//! - **Seeds** are units.
//! - **Five or more games** are units: the interval is about other positions of such games. Counts of the same game may
//!   depend on each other in any way. The degrees of freedom are those of `[Bell and McCaffrey 2002]` for games of
//!   different lengths. Independent positions are games with one position each.
//! - **Fewer games** say too little about how games differ, so positions are units and the interval is about other
//!   positions of these games. Successive positions are alike. Their influences are taken as an autoregressive series
//!   of order one within each game, as in the prewhitening of `[Andrews and Monahan 1992]`. The coefficient is one
//!   standard error greater than its estimate, without the bias of short series (`[Kendall 1954]`), and between
//!   0 and 0.7: short series often look less dependent than they are. The degrees of freedom follow from the number of
//!   independent positions that would be as informative. If a few positions have most of the influence, there are
//!   fewer, by the kurtosis of the influences.
//!
//! Intervals are those of Student's t on the logarithmic scale. The degrees of freedom of seeds and positions together
//! are those of `[Satterthwaite 1946]`. A t interval has an end at every level, which corrections for many comparisons
//! need. The test `coverage` prints how often intervals of synthetic counts contain the truth, and how often intervals
//! of bootstrap draws do, even with the levels that `[Hesterberg 2015]` suggests for small samples:
//!
//! ```text
//! cargo test -p stats --test coverage -- --nocapture
//! ```
//!
//! Blocks of positions that are short enough to be drawn are too short to contain the dependence of the positions. The
//! corrections of `[Efron 1987]` for bias and skewness do not change that.
//!
//! # Draws
//!
//! Each estimate also has a thousand bootstrap draws: seeds with replacement, and games with replacement. With fewer
//! than five games they are blocks of neighbouring positions within each game (`[Künsch 1989]`, circular as in
//! `[Politis and Romano 1992]`). Draws are for numbers with kinks ([`Estimate::bias_corrected`]) and with steps
//! ([`Estimate::percentiles`]).
//!
//! # Several estimates
//!
//! [`simultaneous`], [`upper_bounds`] and [`against_best`] compute bounds that hold together, as in
//! `[Romano and Wolf 2005]`. [`holm`] and [`benjamini_yekutieli`] adjust p-values, and [`level_at_look`] is for results
//! that are still growing.
//!
//! Estimates of the same stream share seeds if they have as many seeds, and positions if they have the same
//! [set](Design::of_set) and their games have the same lengths in the same order. Otherwise they are taken to be
//! independent of each other.
//!
//! # Games
//!
//! [`Pentanomial`] counts the results of pairs of games and says how many Elo they show. [`Sprt`] tests sequentially
//! which of two differences in Elo they support.
//!
//! Results are the same on every machine.

#![forbid(unsafe_code)]

mod design;
mod draws;
mod estimate;
mod interval;
mod memo;
mod pentanomial;
mod proportion;
mod ranks;
mod ratios;
mod sequential;
mod simultaneous;
mod sprt;
mod student;
mod variance;

pub use design::{Design, Estimand, Pairs};
pub use draws::Weights;
pub use estimate::{Estimate, Unit, measure};
pub use interval::Interval;
pub use pentanomial::Pentanomial;
pub use proportion::{percent_of, wilson};
pub use ranks::rank_correlation;
pub use ratios::{Ratios, ratios};
pub use sequential::level_at_look;
pub use simultaneous::{against_best, benjamini_yekutieli, holm, simultaneous, upper_bounds};
pub use sprt::{EloModel, Sprt, SprtVerdict};
