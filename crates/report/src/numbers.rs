//! Numbers of an experiment: nodes summed, compared with each other, and put beside printed ones.

pub mod board_summary;
pub(crate) mod common;
#[cfg(test)]
mod coverage_recorded;
pub(crate) mod effects;
pub(crate) mod load_curves;
pub mod names;
pub(crate) mod observations;
pub(crate) mod order;
pub mod printed_boards;
pub(crate) mod set_means;
pub(crate) mod totals;
