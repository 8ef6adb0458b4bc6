//! All tests of the public interface, in one program: each test program would compile the searches anew.

mod boards;
mod common;
mod conformance;
mod oracle;
mod play;
mod plies;
mod reader;
mod sets;
mod threads;
