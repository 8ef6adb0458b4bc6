//! All tests of the public interface, in one program: separate test programs would each compile the searches.

mod conformance;
mod contracts;
mod counters;
mod cutoffs;
mod equivalence;
mod history;
mod interior;
mod moreland;
mod move_index;
mod options;
mod watched;
