//! The layouts of this crate, one file each.

mod thesis;

pub use thesis::{Thesis, WideThesis};
