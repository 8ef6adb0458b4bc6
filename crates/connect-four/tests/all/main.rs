//! All tests of the public interface, in one program: separate test programs would each compile the searches.

mod any_table;
mod boards;
mod book;
mod common;
mod conformance;
mod oracle;
mod play;
mod plies;
mod reader;
mod sets;
mod threads;
