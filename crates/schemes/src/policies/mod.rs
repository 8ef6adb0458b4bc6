//! Policies of single experiments: rules of older programs, and those that use the additional components of
//! `[Breuker 1998, 2.7.3]`: [`Dated`], [`NearRoot`], [`KeepPrincipal`].

mod any;
mod built_in;
mod custom;
mod dated;
mod keep_principal;
mod near_root;
mod protected;
mod stockfish_5;

pub use any::{AnyConcept, AnyPolicy};
pub use built_in::{AnyTwoLevel, BuiltIn};
pub use custom::Custom;
pub use dated::Dated;
pub use keep_principal::KeepPrincipal;
pub use near_root::NearRoot;
pub use stockfish_5::Stockfish5;

pub(crate) use any::{Preference, Rule};
pub(crate) use near_root::Nearer;
pub(crate) use protected::protect_subtrees;
