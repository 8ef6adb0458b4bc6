//! How certain a comparison of node counts is.
//!
//! [`ratios`] compares two sets of counts pair by pair and gives each ratio a bootstrap interval. The crate reads no
//! file and depends on no game.

#![forbid(unsafe_code)]

mod bootstrap;
mod proportion;

pub use bootstrap::{Dimensions, Drawn, Estimate, Interval, Pairs, Ratios, middle, ratios, resample, whole};
pub use proportion::wilson;
