//! The layouts of this crate, one file each.

mod compact;
mod engine;
mod integrated;
mod log_nodes;
mod thesis;
mod two_bounds;
mod value;
mod with_components;
mod with_position;

pub use compact::Compact;
pub use engine::Engine;
pub use integrated::Integrated;
pub use log_nodes::LogNodes;
pub use thesis::{Thesis, WideThesis};
pub use two_bounds::TwoBounds;
pub use value::Value;
pub use with_components::WithComponents;
pub use with_position::WithPosition;

pub(crate) use thesis::worth_of;
