//! What a search can do besides the algorithm: techniques that options turn on, and what experiments ask of a table.

mod additional;
pub(crate) mod draw_keys;
mod etc;
mod longest;
mod move_index;
pub(crate) mod mtd;
mod path_scores;
pub(crate) mod pv_table;
mod second_record;
mod simulation;
pub(crate) mod whole_keys;
