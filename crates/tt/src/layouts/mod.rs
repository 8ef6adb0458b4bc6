//! The layouts of this crate, one file each.

mod compact;
mod engine;
mod ten_bytes;
mod thesis;
mod value;

pub use compact::Compact;
pub use engine::Engine;
pub use ten_bytes::TenBytes;
pub use thesis::{Thesis, WideThesis};
pub use value::Value;
