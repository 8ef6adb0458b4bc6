//! All tests of the public interface, in one program: separate test programs would each compile the searches.

mod alibaba;
mod common;
mod components;
mod conformance;
mod evaluation;
mod history;
mod kept_table;
mod options;
mod readings;
