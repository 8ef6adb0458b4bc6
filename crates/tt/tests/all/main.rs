//! All tests of the public interface, in one program: each test program would compile the tables anew.

mod alone;
mod common;
mod components;
mod files;
mod indices;
mod layouts;
mod model;
mod queues;
mod shared;
mod tables;
mod techniques;
mod whole;
