//! All tests of the public interface, in one program.

mod bounds;
mod file;
mod recorder;
mod streams;
mod tables;
