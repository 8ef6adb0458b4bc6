//! Shows numbers: a sentence, tables and pictures.

pub(crate) mod answer;
pub mod block;
pub(crate) mod board_tables;
pub mod compare;
mod drawing;
pub(crate) mod finding;
pub(crate) mod hits;
pub(crate) mod interior;
pub(crate) mod load_pictures;
pub(crate) mod match_tables;
pub(crate) mod means;
pub(crate) mod node_tables;
pub mod picture;
pub(crate) mod pictures;
mod plot;
mod plot_titles;
#[cfg(feature = "png")]
mod png;
pub mod scan;
pub(crate) mod technique_tables;

#[cfg(test)]
pub(crate) use drawing::text_width;
