//! All tests of the public interface, in one program: separate test programs would each compile the tables.

mod buckets;
mod common;
mod engine;
mod files;
mod indices;
mod layouts;
mod model;
mod payloads;
mod shared;
