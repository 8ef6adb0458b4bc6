//! All tests of the public interface, in one program: separate test programs would each compile the tables.

mod alone;
mod common;
mod components;
mod files;
mod indices;
mod layouts;
mod model;
mod payloads;
mod queues;
mod shared;
mod tables;
mod techniques;
mod whole;
