//! All tests of the public interface, in one program: separate test programs would each compile the tables.

#[path = "../../../tt/tests/all/common/mod.rs"]
mod common;
mod components;
mod custom;
mod false_hits;
mod models;
mod queues;
mod tables;
mod techniques;
mod whole;
