//! Layouts of single experiments, one file each.

mod integrated;
mod log_nodes;
mod two_bounds;
mod whole_position;
mod with_components;
mod with_position;

pub use integrated::Integrated;
pub use log_nodes::LogNodes;
pub use two_bounds::TwoBounds;
pub use whole_position::WholePosition;
pub use with_components::WithComponents;
pub use with_position::WithPosition;
